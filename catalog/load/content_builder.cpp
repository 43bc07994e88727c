// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/content_builder.h"

#include "catalog/load/port_rules.h"

namespace rackwright {

namespace {

std::optional<PriceRate> rateCell(const ReviewedRow& row, std::string_view column, Currency currency) {
    const std::optional<double> value = row.number(column);
    if (!value)
        return std::nullopt;
    const Result<PriceRate> rate = PriceRate::nearest(*value, currency);
    if (!rate) {
        row.problem(column, rate.error().message);
        return std::nullopt;
    }
    return *rate;
}

} // namespace

std::vector<Source> ContentBuilder::sourcesOf(const ReviewedRow& row) const {
    std::vector<Source> found;
    for (const std::string& id : row.list("sources")) {
        const auto it = content.sources.find(id);
        if (it == content.sources.end())
            row.problem("sources", Message("catalog.source.unknown").with("text", std::string_view(id)));
        else
            found.push_back(it->second);
    }
    if (found.empty())
        row.problem("sources", Message("catalog.source.none"));
    return found;
}

std::optional<Source> ContentBuilder::sourceOf(const ReviewedRow& row) const {
    const std::vector<Source> all = sourcesOf(row);
    return all.empty() ? std::nullopt : std::optional(all.front());
}

void ContentBuilder::addPart(const ReviewedRow& row, CatalogPart entry) {
    if (!m_partIndex.emplace(entry.part.id, content.parts.size()).second)
        row.problem("id", Message("catalog.id.twice").with("text", std::string_view(entry.part.id)));
    content.parts.push_back(std::move(entry));
    m_loads.emplace_back();
}

CatalogPart* ContentBuilder::partOf(const ReviewedRow& row) {
    const auto it = m_partIndex.find(row.text("part"));
    if (it != m_partIndex.end())
        return &content.parts[it->second];
    row.problem("part", Message("catalog.part.unknown").with("text", std::string_view(row.text("part"))));
    return nullptr;
}

void ContentBuilder::countValue(const CatalogPart& part, Grade grade) {
    LoadRow& load = loadOf(part);
    ++load.values;
    load.recalled += grade == Grade::Recalled;
    load.estimates += grade == Grade::Estimate;
}

void ContentBuilder::countAssertion(const CatalogPart& part) { ++loadOf(part).assertions; }

void ContentBuilder::accountFor(const ReviewedRow& row, const std::string& kind, const std::string& target) {
    for (const std::string& origin : row.list("origins")) {
        LoadRow load;
        const std::size_t colon = origin.find(':');
        load.file = origin.substr(0, colon);
        load.row = colon == std::string::npos ? std::string() : origin.substr(colon + 1);
        load.kind = kind;
        load.target = target;
        load.values = 1;
        load.recalled = row.text("grade") == "recalled";
        load.estimates = row.text("grade") == "estimate";
        content.loadRows.push_back(std::move(load));
    }
}

void ContentBuilder::finishParts() {
    for (std::size_t i = 0; i < content.parts.size(); ++i) {
        CatalogPart& entry = content.parts[i];
        sortToFaceplateOrder(entry.part.portGroups);
        LoadRow load = m_loads[i];
        load.kind = "part";
        load.target = entry.part.id;
        for (const std::string& origin : entry.origins) {
            const std::size_t colon = origin.find(':');
            load.file = origin.substr(0, colon);
            load.row = colon == std::string::npos ? std::string() : origin.substr(colon + 1);
            content.loadRows.push_back(load);
        }
    }
}

Fact<PriceRate> ContentBuilder::rateFact(const ReviewedRow& row, Currency currency, std::string_view lowColumn,
                                         std::string_view typicalColumn, std::string_view highColumn) const {
    const auto low = rateCell(row, lowColumn, currency), high = rateCell(row, highColumn, currency);
    std::optional<PriceRate> middle;
    if (low && high)
        middle = PriceRate(low->nanoUnits() + (high->nanoUnits() - low->nanoUnits()) / 2, currency);
    return tableFact<PriceRate>(low, rateCell(row, typicalColumn, currency), high, middle, row.grade(), sourceOf(row));
}

Currency currencyOf(const ReviewedRow& row) {
    const Result<Currency> currency = Currency::parse(row.text("currency"));
    if (!currency)
        row.problem("currency", currency.error().message);
    return currency ? *currency : Currency::usd();
}

} // namespace rackwright
