// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advice/guide_table_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace rackwright {

namespace {

constexpr std::string_view kLow = "low", kHigh = "high", kQualifier = "qual", kAsGiven = "_as_given";

struct UnitWords {
    std::string_view token, words;
};

/// What the end of a column's name says of its unit, longest first.
constexpr std::array kUnits = {UnitWords{"gbit_per_s", "Gbit/s"},
                               UnitWords{"gbyte_per_s", "GB/s"},
                               UnitWords{"gb_per_s_min", "GB/s at least"},
                               UnitWords{"gb_per_s", "GB/s"},
                               UnitWords{"kw_per_rack", "kW per rack"},
                               UnitWords{"tflops_sparse", "TFLOPS with sparsity"},
                               UnitWords{"usd_per_million_tokens", "USD per million tokens"},
                               UnitWords{"usd_per_h", "USD per hour"},
                               UnitWords{"qps_1k_output", "queries/s at 1,000 tokens of output"},
                               UnitWords{"tokens_per_s", "tokens/s"},
                               UnitWords{"percent", "%"},
                               UnitWords{"tflops", "TFLOPS"},
                               UnitWords{"billion", "billion"},
                               UnitWords{"factor", "times"},
                               UnitWords{"usd", "USD"},
                               UnitWords{"kw", "kW"},
                               UnitWords{"gb", "GB"},
                               UnitWords{"tb", "TB"},
                               UnitWords{"us", "µs"},
                               UnitWords{"w", "W"}};

const std::map<std::string_view, std::string_view>& wordsOfTheTrade() {
    static const std::map<std::string_view, std::string_view> kWords = {
        {"ai", "AI"},           {"api", "API"},         {"capex", "CAPEX"},         {"cuda", "CUDA"},
        {"fp16", "FP16"},       {"fp8", "FP8"},         {"gpu", "GPU"},             {"gpus", "GPUs"},
        {"hbm", "HBM"},         {"ib", "InfiniBand"},   {"infiniband", "InfiniBand"}, {"io", "I/O"},
        {"kubernetes", "Kubernetes"}, {"lustre", "Lustre"}, {"max", "largest"},     {"min", "least"},
        {"nvidia", "NVIDIA"},   {"nvlink", "NVLink"},   {"opex", "OPEX"},           {"os", "operating system"},
        {"params", "parameters"}, {"roce", "RoCE"},     {"rocev2", "RoCEv2"},       {"slurm", "Slurm"},
        {"subgraph", "group"},  {"tdp", "TDP"}};
    return kWords;
}

std::string inWords(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const std::string_view token = name.substr(0, name.find('_'));
        name.remove_prefix(std::min(name.size(), token.size() + 1));
        const auto known = wordsOfTheTrade().find(token);
        out.append(out.empty() ? "" : " ").append(known != wordsOfTheTrade().end() ? known->second : token);
    }
    if (!out.empty() && out.front() >= 'a' && out.front() <= 'z')
        out.front() = static_cast<char>(out.front() - 'a' + 'A');
    return out;
}

/// "memory_bandwidth_gb_per_s": "Memory bandwidth, GB/s".
std::string columnTitle(std::string_view name) {
    if (name.ends_with(kAsGiven))
        name.remove_suffix(kAsGiven.size());
    for (const UnitWords& unit : kUnits) {
        if (name == unit.token)
            return inWords(unit.words);
        if (name.ends_with(unit.token) && name[name.size() - unit.token.size() - 1] == '_')
            return inWords(name.substr(0, name.size() - unit.token.size() - 1)).append(", ").append(unit.words);
    }
    return inWords(name);
}

struct GuideColumn {
    std::string name;
    std::size_t low;
    std::optional<std::size_t> high, qualifier;
};

std::string_view stem(std::string_view name, std::string_view end) {
    if (name == end)
        return "value";
    name.remove_suffix(end.size() + 1);
    return name;
}

bool endsAs(std::string_view name, std::string_view end) {
    return name == end || (name.ends_with(end) && name.size() > end.size() && name[name.size() - end.size() - 1] == '_');
}

std::vector<GuideColumn> columnsOf(const GuideTable& table) {
    std::vector<GuideColumn> columns;
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        const std::string& name = table.header[i];
        if (endsAs(name, kLow)) {
            columns.push_back({std::string(stem(name, kLow)), i, {}, {}});
        } else if (endsAs(name, kHigh) && !columns.empty() && columns.back().name == stem(name, kHigh)) {
            columns.back().high = i;
        } else if (endsAs(name, kQualifier)) {
            // Of the ranges before it; where there is none, of the column beside it.
            const bool hasRange = std::ranges::any_of(columns, [](const GuideColumn& each) { return each.high.has_value(); });
            for (GuideColumn& each : columns)
                if (hasRange ? each.high && (name == kQualifier || each.name == stem(name, kQualifier))
                             : &each == &columns.back())
                    each.qualifier = i;
        } else {
            columns.push_back({name, i, {}, {}});
        }
    }
    return columns;
}

std::string cellOf(const GuideColumn& column, const std::vector<std::string>& row) {
    const std::string& low = row[column.low];
    std::string text = low;
    if (column.high && row[*column.high] != low) {
        const std::string& high = row[*column.high];
        text = low.empty() ? "up to " + high : high.empty() ? low + " and more" : low + " to " + high;
    }
    if (column.qualifier && !text.empty() && !row[*column.qualifier].empty())
        text = row[*column.qualifier] + " " + text;
    return text;
}

} // namespace

ReadableTable readableTable(const GuideTable& table) {
    ReadableTable made;
    const std::vector<GuideColumn> columns = columnsOf(table);
    for (const GuideColumn& column : columns)
        made.header.push_back(columnTitle(column.name));
    for (const auto& row : table.rows) {
        std::vector<std::string>& cells = made.rows.emplace_back();
        for (const GuideColumn& column : columns)
            cells.push_back(cellOf(column, row));
    }
    return made;
}

} // namespace rackwright
