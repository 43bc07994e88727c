// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/accelerators.h"

#include "model/base/check.h"
#include "model/base/letter_case.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cctype>

namespace rackwright {

namespace embedded {
extern const std::string_view acceleratorTable;
} // namespace embedded

namespace {

std::vector<std::string> namesIn(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        names.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

} // namespace

std::string_view nameOf(MatrixPrecision precision) {
    switch (precision) {
    case MatrixPrecision::Bf16:
        return "bf16";
    case MatrixPrecision::Fp8:
        return "fp8";
    case MatrixPrecision::Fp4:
        return "fp4";
    }
    return {};
}

Result<std::vector<AcceleratorSpec>> readAccelerators(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<AcceleratorSpec> parts;
    for (std::size_t row = 0; row < table->size(); ++row) {
        bool isGood = true;
        const auto number = [&](std::string_view column, bool required) {
            const std::string& cell = table->cell(row, column);
            const auto value = plainNumber(cell);
            if ((required || !cell.empty()) && !(value && *value > 0))
                isGood = false;
            return value.value_or(0);
        };
        AcceleratorSpec part;
        part.part = table->cell(row, "part");
        part.names = namesIn(table->cell(row, "names"));
        part.peak[MatrixPrecision::Bf16] = 1e12 * number("bf16_tflops", true);
        if (const double peak = number("fp8_tflops", false); peak > 0)
            part.peak[MatrixPrecision::Fp8] = 1e12 * peak;
        if (const double peak = number("fp4_tflops", false); peak > 0)
            part.peak[MatrixPrecision::Fp4] = 1e12 * peak;
        for (const auto& [precision, column] :
             {std::pair(MatrixPrecision::Bf16, "bf16_share"), std::pair(MatrixPrecision::Fp8, "fp8_share"),
              std::pair(MatrixPrecision::Fp4, "fp4_share")})
            if (const double share = number(column, false); share > 0 && share <= 1)
                part.sustained[precision] = share;
        part.memory = 1e9 * number("memory_gb", true);
        if (const double usable = number("usable_gb", false); usable > 0)
            part.memory = 1e9 * usable;
        part.memoryBandwidth = 1e9 * number("memory_bandwidth_gbs", true);
        part.scaleUp = 1e9 * number("scale_up_oneway_gbs", false);
        part.scaleUpDomain = number("scale_up_domain", true);
        part.hostLink = 1e9 * number("host_oneway_gbs", true);
        part.network = 1e9 * number("nic_oneway_gbs", true);
        part.power = number("power_w", false);
        if (!isGood || part.part.empty() || part.names.empty())
            return inputError(Message("workload.bad-accelerator").with("line", table->line(row)));
        parts.push_back(std::move(part));
    }
    return parts;
}

std::span<const AcceleratorSpec> accelerators() {
    static const std::vector<AcceleratorSpec> parts = [] {
        Result<std::vector<AcceleratorSpec>> read = readAccelerators(embedded::acceleratorTable);
        RW_CHECK(read.has_value(), "the table of accelerators is read by a test at each build");
        return std::move(*read);
    }();
    return parts;
}

// A part without a measurement has about the mean of its precision's.
double AcceleratorSpec::sustainedShare(MatrixPrecision precision) const {
    constexpr double kUnmeasured[] = {0.78, 0.7, 0.7};
    const auto it = sustained.find(precision);
    return it != sustained.end() ? it->second : kUnmeasured[static_cast<std::size_t>(precision)];
}

namespace {

// "GH200" names no H200; "8xH100" and "(H100)" do name an H100.
bool names(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const auto isDigit = [text](std::size_t i) {
            return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
        };
        if (isDigit(end - 1) && isDigit(end)) // "H2000" names no H200
            continue;
        const bool isCount = at >= 2 && text[at - 1] == 'x' && std::isdigit(static_cast<unsigned char>(text[at - 2]));
        if (at == 0 || isCount || !std::isalnum(static_cast<unsigned char>(text[at - 1])))
            return true;
    }
    return false;
}

} // namespace

Result<AcceleratorSpec> acceleratorIn(std::string_view text) {
    WordList known;
    // Case, hyphens and underscores say nothing of a part.
    const auto plain = [](std::string_view words) {
        std::string made = lowerCase(words);
        std::ranges::replace_if(made, [](char c) { return c == '-' || c == '_'; }, ' ');
        return made;
    };
    const std::string asked = plain(text);
    for (const AcceleratorSpec& part : accelerators()) {
        for (const std::string& name : part.names)
            if (names(asked, plain(name)))
                return part;
        known.words.push_back(part.names.back());
    }
    return inputError(Message("workload.unknown-accelerator").with("gpu", text).with("known", std::move(known)));
}

Result<MatrixPrecision> matrixPrecision(std::string_view text) {
    const std::string lower = lowerCase(text);
    const auto says = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    if (says("fp4"))
        return MatrixPrecision::Fp4;
    if (says("fp8") || says("float8"))
        return MatrixPrecision::Fp8;
    if (says("bf16") || says("fp16") || says("float16")) // "bfloat16" too
        return MatrixPrecision::Bf16;
    return inputError(Message("workload.unknown-precision").with("text", text));
}

Result<double> peakOf(const AcceleratorSpec& part, MatrixPrecision precision) {
    if (const auto it = part.peak.find(precision); it != part.peak.end())
        return it->second;
    WordList has;
    for (const auto& [one, peak] : part.peak)
        has.words.emplace_back(nameOf(one));
    return inputError(Message("workload.no-precision")
                          .with("gpu", part.names.back())
                          .with("precision", nameOf(precision))
                          .with("has", std::move(has)));
}

} // namespace rackwright
