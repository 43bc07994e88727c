// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/part_import.h"

#include "catalog/load/port_rules.h"
#include "catalog/load/table_unit.h"
#include "model/base/nearest.h"
#include "model/parts/attribute_limits.h"
#include "model/parts/part_title.h"
#include "model/project/value_limits.h"
#include "model/text/csv.h"
#include "model/units/limits.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr CsvLimits kLimits{kLargestPartTable, 512};
constexpr std::size_t kMaximumRows = 20'000;
constexpr std::size_t kMaximumText = 4'096;
constexpr double kLargestFigure = 1e18;
constexpr std::string_view kLargestFigureText = "1e18";

constexpr std::array<std::string_view, 23> kWords = {"id",
                                                     "category",
                                                     "vendor",
                                                     "model",
                                                     "description",
                                                     "part-number",
                                                     "lifecycle",
                                                     "mounting",
                                                     "heat-path",
                                                     "air-direction",
                                                     "notes",
                                                     "grade",
                                                     "source-publisher",
                                                     "source-title",
                                                     "source-date",
                                                     "source-page",
                                                     "price-basis",
                                                     "price-date",
                                                     "price-region",
                                                     "price-valid-until",
                                                     "procurement",
                                                     "aliases",
                                                     "part-number-confidence"};

/// A column as its header names it: "weight [kg]" is weight in kg.
struct Column {
    std::string header;
    std::string name;
    const Unit* unit = nullptr; ///< null: none is named
    std::string unitWord;
};

std::string trimmed(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return std::string(text);
}

Column columnOf(const std::string& header) {
    Column column{header, trimmed(header), nullptr, {}};
    const std::size_t open = header.find('[');
    if (open != std::string::npos && !header.empty() && header.back() == ']') {
        column.name = trimmed(std::string_view(header).substr(0, open));
        column.unitWord = header.substr(open + 1, header.size() - open - 2);
        column.unit = tableUnit(column.unitWord);
    }
    return column;
}

bool isGoodId(std::string_view id) {
    const auto isGood = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && id.front() != '-' && std::ranges::all_of(id, isGood);
}

bool hasControlCharacter(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
}

class ImportPlanner {
public:
    ImportPlanner(const CsvTable& table, const PartImportContext& context)
        : m_table(table), m_context(context), m_catalogueIds(context.catalogueIds.begin(), context.catalogueIds.end()) {
        for (const std::string& header : table.header()) {
            const auto mapped = context.columns.find(header);
            if (mapped == context.columns.end())
                m_columns.push_back(columnOf(header));
            else if (!mapped->second.empty())
                m_columns.push_back(mappedColumn(header, mapped->second));
        }
    }

    std::vector<std::string> unknown() const {
        std::vector<std::string> headers;
        for (const Column& column : m_columns)
            if (!isKnown(column.name))
                headers.push_back(column.header);
        return headers;
    }

    PartImportPlan run() {
        checkColumns();
        if (m_table.size() > kMaximumRows) {
            m_plan.problems.push_back(
                {m_table.line(kMaximumRows), {}, Message("catalog.import.too-many-rows").with("limit", kMaximumRows)});
            return std::move(m_plan);
        }
        for (m_row = 0; m_row < m_table.size(); ++m_row)
            readPart();
        if (m_plan.parts.empty() && m_plan.problems.empty())
            m_plan.problems.push_back({1, {}, Message("catalog.import.no-rows")});
        if (m_plan.problems.empty())
            judgeParts();
        return std::move(m_plan);
    }

private:
    // The unit may stand in the name that the header is mapped to, or in the header.
    static Column mappedColumn(const std::string& header, const std::string& name) {
        Column column = columnOf(name);
        if (column.unitWord.empty()) {
            const Column own = columnOf(header);
            column.unit = own.unit;
            column.unitWord = own.unitWord;
        }
        column.header = header;
        return column;
    }

    bool isKnown(std::string_view name) const {
        return std::ranges::find(kWords, name) != kWords.end() || isPriceColumn(name) || portRole(name) ||
               powerKind(name) || attributeKey(name);
    }

    /// The first reason that a cell is refused for; what follows from it says nothing more.
    void problem(std::string column, Message reason) {
        const bool isInARow = m_row < m_table.size();
        if (isInARow && !column.empty() && !m_refused.insert(columnOf(column).name).second)
            return;
        m_plan.problems.push_back({isInARow ? m_table.line(m_row) : 1, std::move(column), std::move(reason)});
    }

    const AttributeKey* attributeKey(std::string_view name) const {
        const auto it = std::ranges::find(m_context.attributeKeys, name, &AttributeKey::key);
        return it == m_context.attributeKeys.end() ? nullptr : &*it;
    }

    static std::optional<PowerModeKind> powerKind(std::string_view name) {
        return name.starts_with("power-") ? enumFromName<PowerModeKind>(name.substr(6)) : std::nullopt;
    }

    static std::optional<PortRole> portRole(std::string_view name) {
        if (!name.starts_with("ports-"))
            return std::nullopt;
        name.remove_prefix(6);
        for (const std::string_view suffix : {"-speed", "-connector"})
            if (name.ends_with(suffix))
                name.remove_suffix(suffix.size());
        return enumFromName<PortRole>(name);
    }

    static bool isPriceColumn(std::string_view name) {
        return name == "price" || name == "price-low" || name == "price-high";
    }

    void checkColumns() {
        m_row = m_table.size();
        std::set<std::string_view> names;
        for (const Column& column : m_columns) {
            if (!names.insert(column.name).second)
                problem(column.header, Message("csv.column-twice").with("name", std::string_view(column.name)));
            checkColumn(column);
        }
        for (const std::string_view needed : {"id", "category", "vendor", "model"})
            if (!names.contains(needed))
                problem(std::string(needed), Message("catalog.import.column-missing").with("text", needed));
    }

    void checkColumn(const Column& column) {
        if (!column.unitWord.empty() && !column.unit && !isPriceColumn(column.name)) {
            problem(column.header, Message("catalog.cell.no-unit").with("text", std::string_view(column.unitWord)));
            return;
        }
        const bool isWord = std::ranges::find(kWords, column.name) != kWords.end();
        const AttributeKey* key = attributeKey(column.name);
        if (isWord || isPriceColumn(column.name) || portRole(column.name))
            return;
        if (powerKind(column.name) || key) {
            const Unit* expected = tableUnit(key ? key->unit : "W");
            const bool isWrong =
                column.unit && expected &&
                (column.unit->dimension != expected->dimension || column.unit->isAbsolute() != expected->isAbsolute());
            if (isWrong)
                problem(column.header, Message("catalog.cell.wrong-unit")
                                           .with("text", std::string_view(column.unitWord))
                                           .with("unit", std::string_view(key ? key->unit : "W")));
            return;
        }
        std::vector<std::string> known(kWords.begin(), kWords.end());
        for (const AttributeKey& attribute : m_context.attributeKeys)
            known.push_back(attribute.key);
        problem(column.header, Message("catalog.import.column-unknown")
                                   .with("text", std::string_view(column.name))
                                   .with("nearest", ArgumentValue(WordList{nearestWords(column.name, known)})));
    }

    std::string text(std::string_view name) {
        const auto it = std::ranges::find(m_columns, name, &Column::name);
        if (it == m_columns.end())
            return {};
        const std::string& cell = m_table.cell(m_row, it->header);
        if (cell.size() > kMaximumText)
            problem(it->header, Message("catalog.import.text-too-long").with("limit", kMaximumText));
        else if (hasControlCharacter(cell))
            problem(it->header, Message("catalog.import.control-character"));
        else
            return cell;
        return {};
    }

    std::string neededText(std::string_view name) {
        std::string words = text(name);
        if (words.empty())
            problem(std::string(name), Message("catalog.cell.empty"));
        return words;
    }

    template <NamedEnum E>
    E word(std::string_view name, E fallback) {
        const std::string words = text(name);
        if (words.empty())
            return fallback;
        const std::optional<E> value = enumFromName<E>(words);
        if (!value) {
            WordList all;
            for (const std::string_view known : EnumNames<E>::names)
                all.words.emplace_back(known);
            problem(std::string(name), Message("catalog.cell.unknown-word")
                                           .with("text", std::string_view(words))
                                           .with("words", ArgumentValue(std::move(all))));
        }
        return value.value_or(fallback);
    }

    std::optional<double> number(const Column& column) {
        const std::string& cell = m_table.cell(m_row, column.header);
        if (cell.empty())
            return std::nullopt;
        const std::optional<double> value = plainNumber(cell);
        const bool isTooLarge = value && std::abs(*value) > kLargestFigure;
        if (isTooLarge)
            problem(column.header, Message("catalog.cell.too-large")
                                       .with("text", cell.substr(0, 80))
                                       .with("greatest", std::string(kLargestFigureText)));
        else if (!value)
            problem(column.header, Message("catalog.cell.no-number").with("text", cell.substr(0, 80)));
        if (isTooLarge || !value)
            return std::nullopt;
        return value;
    }

    void readPart() {
        m_refused.clear();
        const std::size_t before = m_plan.problems.size();
        PartListing listing;
        Part& part = listing.part;
        part.id = neededText("id");
        if (!part.id.empty() && !isGoodId(part.id))
            problem("id", Message("catalog.import.bad-id").with("text", std::string_view(part.id)));
        if (m_catalogueIds.contains(part.id))
            problem("id", Message("catalog.import.catalogue-id").with("text", std::string_view(part.id)));
        if (!m_ids.insert(part.id).second)
            problem("id", Message("catalog.id.twice").with("text", std::string_view(part.id)));
        neededText("category");
        part.category = word("category", PartCategory::Other);
        part.vendor = neededText("vendor");
        part.model = neededText("model");
        part.description = text("description");
        if (part.description.empty())
            part.description = partTitle(part);
        part.partNumber = text("part-number");
        part.partNumberConfidence =
            word("part-number-confidence",
                 part.partNumber.empty() ? PartNumberConfidence::Unknown : PartNumberConfidence::Estimate);
        part.lifecycle = word("lifecycle", Lifecycle::Available);
        part.procurement = word("procurement", Procurement::OnPremises);
        part.mounting = word("mounting", Mounting::None);
        part.heatPath = word("heat-path", HeatPath::Unknown);
        part.airflow = word("air-direction", Airflow::Unknown);
        part.notes = text("notes");
        readProvenance(part);
        for (const Column& column : m_columns)
            readFigure(part, column);
        readPorts(part);
        readPrice(part);
        const std::size_t faults = m_plan.problems.size();
        if (const auto breach = faults == before ? limitBreach(part) : std::nullopt)
            problem(breach->field, limitError(*breach).message);
        if (const std::string aliases = text("aliases"); !aliases.empty())
            listing.aliases.push_back(aliases);
        m_plan.parts.push_back(std::move(listing));
    }

    void readProvenance(Part& part) {
        m_source = {text("source-publisher"), text("source-title"), text("source-date"), text("source-page")};
        if (m_source.title.empty())
            problem("source-title", Message("catalog.source.none"));
        if (m_source.publisher.empty())
            m_source.publisher = part.vendor;
        part.sources = {m_source};
        const std::string words = text("grade");
        m_grade = words.empty() ? Grade::Estimate : gradeFromName(words).value_or(Grade::Assumption);
        if (!words.empty() && !gradeFromName(words))
            problem("grade", Message("catalog.cell.no-grade").with("text", std::string_view(words)));
    }

    void readFigure(Part& part, const Column& column) {
        const auto mode = powerKind(column.name);
        const AttributeKey* key = attributeKey(column.name);
        if (!mode && !key)
            return;
        if (key && key->kind == AttributeKind::Text) {
            if (const std::string words = text(column.name); !words.empty())
                part.attributes.push_back({key->key, {}, Fact<std::string>::known(words, m_grade, m_source), {}});
            return;
        }
        const std::optional<double> value = number(column);
        const Unit* unit = column.unit ? column.unit : tableUnit(key ? key->unit : "W");
        if (!value || !unit)
            return;
        const double si = unit->toSi(*value);
        if (si < 0) {
            problem(column.header, Message("catalog.import.negative"));
            return;
        }
        const AttributeLimits* limits = key ? findAttributeLimits(key->key) : nullptr;
        const std::string_view unitWord = key ? std::string_view(key->unit) : std::string_view("W");
        if (const Done checked = checkLimits(si, limits ? limits->limits : limitsOf(*unit), unitWord); !checked) {
            problem(column.header, checked.error().message);
            return;
        }
        if (mode)
            part.powerModes.push_back({*mode, Fact<Power>::known(Power(si), m_grade, m_source), {}});
        else
            part.attributes.push_back({key->key, Fact<double>::known(si, m_grade, m_source), {}, {}});
    }

    void readPorts(Part& part) {
        for (const Column& column : m_columns) {
            const auto role = portRole(column.name);
            if (!role || column.name != "ports-" + std::string(enumName(*role)))
                continue;
            const std::optional<double> count = number(column);
            if (!count)
                continue;
            if (*count < 1 || *count > 4096 || *count != std::floor(*count)) {
                problem(column.header, Message("catalog.cell.no-count")
                                           .with("text", std::string_view(m_table.cell(m_row, column.header))));
                continue;
            }
            PortGroup group;
            group.role = *role;
            group.count = static_cast<std::int64_t>(*count);
            group.connector = text(column.name + "-connector");
            const auto speed = std::ranges::find(m_columns, column.name + "-speed", &Column::name);
            if (speed != m_columns.end())
                if (const auto rate = number(*speed); rate && *rate > 0)
                    group.speed = Fact<DataRate>::known(
                        DataRate((speed->unit ? speed->unit : tableUnit("Gb/s"))->toSi(*rate)), m_grade, m_source);
            group.namePattern = portNamePattern(part.category, group);
            part.portGroups.push_back(std::move(group));
        }
        sortToFaceplateOrder(part.portGroups);
    }

    std::optional<PriceRate> rateOf(std::string_view name, Currency currency) {
        const auto column = std::ranges::find(m_columns, name, &Column::name);
        const std::optional<double> value = column == m_columns.end() ? std::nullopt : number(*column);
        if (!value)
            return std::nullopt;
        const Result<PriceRate> rate = PriceRate::nearest(*value, currency);
        if (!rate || *value < 0) {
            problem(column->header, rate ? Message("catalog.import.negative") : rate.error().message);
            return std::nullopt;
        }
        return *rate;
    }

    void readPrice(Part& part) {
        const auto column = std::ranges::find(m_columns, "price", &Column::name);
        if (column == m_columns.end())
            return;
        const Result<Currency> currency = Currency::parse(column->unitWord.empty() ? "USD" : column->unitWord);
        if (!currency) {
            problem(column->header, currency.error().message);
            return;
        }
        const auto typical = rateOf("price", *currency), low = rateOf("price-low", *currency),
                   high = rateOf("price-high", *currency);
        if (!typical)
            return;
        Price price;
        price.currency = *currency;
        price.rate = Fact<PriceRate>::known(*typical, m_grade, m_source);
        if (low && high) {
            if (low->nanoUnits() > typical->nanoUnits() || typical->nanoUnits() > high->nanoUnits())
                problem("price", Message("catalog.import.price-order"));
            price.rate = Fact<PriceRate>::range(*low, *typical, *high, m_grade, m_source);
        }
        price.basis = text("price-basis");
        if (price.basis.empty())
            price.basis = "each";
        price.region = text("price-region");
        price.date = text("price-date");
        if (price.date.empty())
            price.date = m_context.date;
        price.validUntil = text("price-valid-until");
        part.prices.push_back(std::move(price));
    }

    void judgeParts() {
        for (std::size_t i = 0; i < m_plan.parts.size(); ++i)
            for (Message& doubt : doubtsAbout(m_plan.parts[i].part))
                m_plan.doubts.push_back({m_table.line(i), {}, std::move(doubt)});
    }

    const CsvTable& m_table;
    const PartImportContext& m_context;
    std::vector<Column> m_columns;
    std::size_t m_row = 0;
    std::set<std::string> m_ids;
    std::set<std::string_view> m_catalogueIds;
    std::set<std::string> m_refused; ///< columns of the row that is read
    Source m_source;
    Grade m_grade = Grade::Estimate;
    PartImportPlan m_plan;
};

} // namespace

PartImportPlan planPartImport(std::string_view csv, const PartImportContext& context) {
    const Result<CsvTable> table = CsvTable::read(csv, kLimits);
    if (!table)
        return {{}, {{1, {}, table.error().message}}, {}};
    return ImportPlanner(*table, context).run();
}

std::vector<std::string> unknownColumns(std::string_view csv, const PartImportContext& context) {
    const Result<CsvTable> table = CsvTable::read(csv, kLimits);
    return table ? ImportPlanner(*table, context).unknown() : std::vector<std::string>();
}

std::vector<std::string> columnNames(const std::vector<AttributeKey>& keys) {
    std::vector<std::string> names(kWords.begin(), kWords.end());
    for (const std::string_view kind : EnumNames<PowerModeKind>::names)
        names.push_back("power-" + std::string(kind) + " [W]");
    for (const std::string_view role : EnumNames<PortRole>::names) {
        const std::string ports = "ports-" + std::string(role);
        names.insert(names.end(), {ports, ports + "-speed [Gb/s]", ports + "-connector"});
    }
    names.insert(names.end(), {"price", "price-low", "price-high"});
    for (const AttributeKey& key : keys)
        names.push_back(key.unit.empty() ? key.key : key.key + " [" + key.unit + "]");
    return names;
}

Done importParts(PartOverlay& overlay, PartImportPlan plan, const ChangeNote& note,
                 const std::function<void(std::size_t)>& written) {
    if (!plan.isSound())
        return inputError(Message("catalog.import.refused").with("count", plan.problems.size()));
    return overlay.putParts(std::move(plan.parts), note, written);
}

// A part stands alone: what it holds may be of a catalogue that is not at hand.
std::vector<Message> doubtsAbout(const Part& part) {
    const CatalogContent nothing;
    CatalogPart entry;
    entry.part = part;
    std::vector<Message> doubts;
    for (Violation& violation : judgePart(entry, nothing))
        if (violation.check != "accelerator-unknown")
            doubts.push_back(std::move(violation.reason));
    return doubts;
}

} // namespace rackwright
