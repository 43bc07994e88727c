// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/content_reader.h"

#include "catalog/load/network_cards.h"
#include "catalog/load/part_rows.h"
#include "catalog/load/reference_rows.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

using RowReader = std::function<void(ContentBuilder&, const ReviewedRow&)>;

void readSource(ContentBuilder& builder, const ReviewedRow& row) {
    const Source source{row.required("publisher"), row.required("title"), row.text("date"), row.text("page")};
    if (!builder.content.sources.emplace(row.required("id"), source).second)
        row.problem("id", Message("catalog.id.twice").with("text", std::string_view(row.text("id"))));
}

void readAttributeKey(ContentBuilder& builder, const ReviewedRow& row) {
    const bool isText = row.text("kind") == "text";
    if (!isText && row.text("kind") != "number")
        row.problem("kind", Message("catalog.cell.unknown-word")
                                .with("text", std::string_view(row.text("kind")))
                                .with("words", ArgumentValue(WordList{{"number", "text"}})));
    row.unit("unit");
    builder.content.attributeKeys.push_back({row.required("key"), isText ? AttributeKind::Text : AttributeKind::Number,
                                             row.text("unit"), row.required("title")});
}

void readAlias(ContentBuilder& builder, const ReviewedRow& row) {
    std::vector<AliasGroup>& groups = builder.content.aliases;
    const std::string& id = row.required("group");
    auto it = std::ranges::find(groups, id, &AliasGroup::id);
    if (it == groups.end())
        it = groups.insert(groups.end(), AliasGroup{id, {}});
    it->phrases.push_back(row.required("phrase"));
}

void readExplanation(ContentBuilder& builder, const ReviewedRow& row) {
    builder.content.explanations.push_back(
        {{row.required("check"), row.required("subject"), row.required("reason")}, row.place("check")});
}

std::vector<std::string> tables(const fs::path& root, const std::string& folder) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(root / folder, ignored))
        if (entry.path().extension() == ".csv")
            names.push_back(folder + "/" + entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

void forEachRow(ContentBuilder& builder, const fs::path& root, const std::string& file, const RowReader& read) {
    std::ifstream stream(root / file, std::ios::binary);
    if (!stream) {
        builder.problems.push_back({{file, 0, {}}, Message("catalog.table.missing")});
        return;
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Result<CsvTable> csv = CsvTable::read(text);
    if (!csv) {
        builder.problems.push_back({{file, 0, {}}, csv.error().message});
        return;
    }
    const ReviewedTable table{file, std::move(*csv)};
    for (std::size_t i = 0; i < table.csv.size(); ++i)
        read(builder, ReviewedRow(table, i, builder.problems));
}

} // namespace

ContentReading readContent(const std::string& folder) {
    const fs::path root(folder);
    ContentBuilder builder;
    const auto read = [&](const std::string& file, const RowReader& reader) {
        forEachRow(builder, root, file, reader);
    };
    read("sources.csv", readSource);
    read("attributes.csv", readAttributeKey);
    read("aliases.csv", readAlias);
    read("explanations.csv", readExplanation);
    for (const std::string& file : tables(root, "parts"))
        read(file, [family = fs::path(file).stem().string()](ContentBuilder& b, const ReviewedRow& row) {
            readPart(b, row, family);
        });
    for (const std::string& file : tables(root, "facts"))
        read(file, readFact);
    read("rates.csv", readRate);
    read("power_modes.csv", readPowerMode);
    read("power_inputs.csv", readPowerInput);
    read("liquid_points.csv", readLiquidPoint);
    for (const std::string& file : tables(root, "ports"))
        read(file, readPorts);
    read("prices.csv", readPrice);
    read("cloud_prices.csv", readCloudPrice);
    read("norms.csv", readNorm);
    read("methods.csv", readMethod);
    read("link_technologies.csv", readLinkTechnology);
    read("water_classes.csv", readWaterClass);
    read("pipe_sizes.csv", readPipeSize);
    read("cost_lines.csv", readCostLine);
    fitNetworkCards(builder);
    builder.finishParts();
    std::ranges::sort(builder.content.loadRows, {}, [](const LoadRow& r) { return std::pair(r.file, r.row); });
    return {std::move(builder.content), std::move(builder.problems)};
}

} // namespace rackwright
