// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/content_reader.h"

#include "catalog/load/port_rules.h"
#include "catalog/load/table_reader.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

class ContentReader {
public:
    explicit ContentReader(fs::path folder) : m_folder(std::move(folder)) {}

    ContentReading run() {
        forEachRow("sources.csv", [this](const ReviewedRow& row) { readSource(row); });
        forEachRow("attributes.csv", [this](const ReviewedRow& row) { readAttributeKey(row); });
        forEachRow("aliases.csv", [this](const ReviewedRow& row) { readAlias(row); });
        forEachRow("explanations.csv", [this](const ReviewedRow& row) { readExplanation(row); });
        for (const std::string& file : tables("parts"))
            forEachRow(file, [this, &file](const ReviewedRow& row) { readPart(row, fs::path(file).stem().string()); });
        for (const std::string& file : tables("facts"))
            forEachRow(file, [this](const ReviewedRow& row) { readFact(row); });
        forEachRow("rates.csv", [this](const ReviewedRow& row) { readRate(row); });
        forEachRow("power_modes.csv", [this](const ReviewedRow& row) { readPowerMode(row); });
        forEachRow("power_inputs.csv", [this](const ReviewedRow& row) { readPowerInput(row); });
        forEachRow("liquid_points.csv", [this](const ReviewedRow& row) { readLiquidPoint(row); });
        for (const std::string& file : tables("ports"))
            forEachRow(file, [this](const ReviewedRow& row) { readPorts(row); });
        forEachRow("prices.csv", [this](const ReviewedRow& row) { readPrice(row); });
        forEachRow("cloud_prices.csv", [this](const ReviewedRow& row) { readCloudPrice(row); });
        forEachRow("norms.csv", [this](const ReviewedRow& row) { readNorm(row); });
        forEachRow("methods.csv", [this](const ReviewedRow& row) { readMethod(row); });
        forEachRow("link_technologies.csv", [this](const ReviewedRow& row) { readLinkTechnology(row); });
        forEachRow("water_classes.csv", [this](const ReviewedRow& row) { readWaterClass(row); });
        forEachRow("pipe_sizes.csv", [this](const ReviewedRow& row) { readPipeSize(row); });
        forEachRow("cost_lines.csv", [this](const ReviewedRow& row) { readCostLine(row); });
        finishParts();
        std::ranges::sort(content().loadRows, {}, [](const LoadRow& r) { return std::pair(r.file, r.row); });
        return std::move(m_reading);
    }

private:
    CatalogContent& content() { return m_reading.content; }

    std::vector<std::string> tables(const std::string& folder) {
        std::vector<std::string> names;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(m_folder / folder, ignored))
            if (entry.path().extension() == ".csv")
                names.push_back(folder + "/" + entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    void forEachRow(const std::string& file, const std::function<void(const ReviewedRow&)>& visit) {
        std::ifstream stream(m_folder / file, std::ios::binary);
        if (!stream) {
            m_reading.problems.push_back({{file, 0, {}}, Message("catalog.table.missing")});
            return;
        }
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        Result<CsvTable> csv = CsvTable::read(text);
        if (!csv) {
            m_reading.problems.push_back({{file, 0, {}}, csv.error().message});
            return;
        }
        const ReviewedTable table{file, std::move(*csv)};
        for (std::size_t i = 0; i < table.csv.size(); ++i)
            visit(ReviewedRow(table, i, m_reading.problems));
    }

    std::vector<Source> sourcesOf(const ReviewedRow& row) {
        std::vector<Source> found;
        for (const std::string& id : row.list("sources")) {
            const auto it = content().sources.find(id);
            if (it == content().sources.end())
                row.problem("sources", Message("catalog.source.unknown").with("text", std::string_view(id)));
            else
                found.push_back(it->second);
        }
        if (found.empty())
            row.problem("sources", Message("catalog.source.none"));
        return found;
    }

    std::optional<Source> sourceOf(const ReviewedRow& row) {
        const std::vector<Source> all = sourcesOf(row);
        return all.empty() ? std::nullopt : std::optional(all.front());
    }

    void readSource(const ReviewedRow& row) {
        const Source source{row.required("publisher"), row.required("title"), row.text("date"), row.text("page")};
        if (!content().sources.emplace(row.required("id"), source).second)
            row.problem("id", Message("catalog.id.twice").with("text", std::string_view(row.text("id"))));
    }

    void readAttributeKey(const ReviewedRow& row) {
        const bool isText = row.text("kind") == "text";
        if (!isText && row.text("kind") != "number")
            row.problem("kind", Message("catalog.cell.unknown-word")
                                    .with("text", std::string_view(row.text("kind")))
                                    .with("words", ArgumentValue(WordList{{"number", "text"}})));
        row.unit("unit");
        content().attributeKeys.push_back({row.required("key"), isText ? AttributeKind::Text : AttributeKind::Number,
                                           row.text("unit"), row.required("title")});
    }

    void readAlias(const ReviewedRow& row) {
        std::vector<AliasGroup>& groups = content().aliases;
        const std::string& id = row.required("group");
        auto it = std::ranges::find(groups, id, &AliasGroup::id);
        if (it == groups.end())
            it = groups.insert(groups.end(), AliasGroup{id, {}});
        it->phrases.push_back(row.required("phrase"));
    }

    void readExplanation(const ReviewedRow& row) {
        content().explanations.push_back(
            {{row.required("check"), row.required("subject"), row.required("reason")}, row.place("check")});
    }

    void readPart(const ReviewedRow& row, const std::string& family) {
        CatalogPart entry;
        Part& part = entry.part;
        part.id = row.required("id");
        part.revision = row.count("revision").value_or(1);
        part.category = row.word("category", PartCategory::Other);
        part.vendor = row.required("vendor");
        part.model = row.required("model");
        part.description = row.required("description");
        part.partNumber = row.text("part_number");
        part.partNumberConfidence = row.word("part_number_confidence", PartNumberConfidence::Unknown);
        part.lifecycle = row.word("lifecycle", Lifecycle::Unknown);
        part.procurement = row.word("procurement", Procurement::Unknown);
        part.mounting = row.word("mounting", Mounting::None);
        part.heatPath = row.word("heat_path", HeatPath::Unknown);
        part.airflow = row.word("airflow", Airflow::Unknown);
        part.isPlanningClass = row.text("planning") == "yes";
        part.notes = row.text("notes");
        part.sources = sourcesOf(row);
        entry.family = family;
        entry.aliases = row.list("aliases");
        entry.origins = row.list("origins");
        entry.place = row.place("id");
        if (!m_partIndex.emplace(part.id, content().parts.size()).second)
            row.problem("id", Message("catalog.id.twice").with("text", std::string_view(part.id)));
        content().parts.push_back(std::move(entry));
        m_loads.emplace_back();
    }

    /// The part that a row speaks of, or null with a problem noted.
    CatalogPart* partOf(const ReviewedRow& row) {
        const auto it = m_partIndex.find(row.text("part"));
        if (it != m_partIndex.end())
            return &content().parts[it->second];
        row.problem("part", Message("catalog.part.unknown").with("text", std::string_view(row.text("part"))));
        return nullptr;
    }

    LoadRow& loadOf(const CatalogPart& part) { return m_loads[m_partIndex.at(part.part.id)]; }

    void countValue(const CatalogPart& part, Grade grade) {
        LoadRow& load = loadOf(part);
        ++load.values;
        load.recalled += grade == Grade::Recalled;
        load.estimates += grade == Grade::Estimate;
    }

    bool isShown(const ReviewedRow& row) {
        const std::string& state = row.text("state");
        if (state != "kept" && state != "shown")
            row.problem("state", Message("catalog.cell.unknown-word")
                                     .with("text", std::string_view(state))
                                     .with("words", ArgumentValue(WordList{{"kept", "shown"}})));
        return state == "shown";
    }

    void addAssertion(CatalogPart& part, const ReviewedRow& row, std::string key, const std::string& unit) {
        std::string value = row.text("qualifier") + row.text("value");
        if (row.isEmpty("value"))
            value = row.text("low") + " to " + row.text("high");
        if (!unit.empty())
            value += " " + unit;
        part.part.assertions.push_back(
            {std::move(key), std::move(value), sourceOf(row).value_or(Source{}), row.grade(), row.text("note")});
        ++loadOf(part).assertions;
    }

    /// low, value and high of a row in SI.
    Fact<double> siFact(const ReviewedRow& row, const Unit& unit) {
        const auto si = [&](std::string_view column) -> std::optional<double> {
            const std::optional<double> value = row.number(column);
            return value ? std::optional(unit.toSi(*value)) : std::nullopt;
        };
        const auto low = si("low"), typical = si("value"), high = si("high");
        const auto middle = low && high ? std::optional((*low + *high) / 2) : std::nullopt;
        return tableFact<double>(low, typical, high, middle, row.grade(), sourceOf(row));
    }

    static std::string noteOf(const ReviewedRow& row) {
        const std::string& qualifier = row.text("qualifier");
        if (qualifier.empty())
            return row.text("note");
        return row.isEmpty("note") ? qualifier : qualifier + " " + row.text("note");
    }

    void readFact(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        if (!part)
            return;
        const std::string& key = row.required("key");
        const auto known = std::ranges::find(content().attributeKeys, key, &AttributeKey::key);
        if (known == content().attributeKeys.end()) {
            row.problem("key", Message("catalog.attribute.unknown").with("text", std::string_view(key)));
            return;
        }
        if (isShown(row)) {
            addAssertion(*part, row, key, row.text("unit"));
            return;
        }
        Attribute attribute;
        attribute.key = key;
        attribute.note = noteOf(row);
        if (known->kind == AttributeKind::Text) {
            attribute.text = Fact<std::string>::known(row.required("value"), row.grade(), sourceOf(row));
        } else {
            const Unit* unit = row.unit("unit");
            const Unit* expected = tableUnit(known->unit);
            if (!unit || !expected)
                return;
            if (unit->dimension != expected->dimension || unit->isAbsolute() != expected->isAbsolute())
                row.problem("unit", Message("catalog.cell.wrong-unit")
                                        .with("text", std::string_view(row.text("unit")))
                                        .with("unit", std::string_view(known->unit)));
            attribute.number = siFact(row, *unit);
        }
        if (!part->places.emplace(key, row.place("value")).second)
            row.problem("key", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
        countValue(*part, row.grade());
        part->part.attributes.push_back(std::move(attribute));
    }

    void readRate(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        const Unit* unit = row.unit("unit");
        if (!part || !unit)
            return;
        ComputeRate rate;
        rate.precision = row.word("precision", Precision::Bf16);
        rate.unitClass = row.word("unit_class", UnitClass::Matrix);
        rate.sparsity = row.word("sparsity", Sparsity::Dense);
        const std::string key =
            "rate." + row.text("precision") + "." + row.text("unit_class") + "." + row.text("sparsity");
        if (isShown(row)) {
            addAssertion(*part, row, key, row.text("unit"));
            return;
        }
        const std::optional<double> value = row.number("value");
        if (!value)
            row.problem("value", Message("catalog.cell.empty"));
        rate.rate =
            Fact<OperationRate>::known(OperationRate(unit->toSi(value.value_or(0))), row.grade(), sourceOf(row));
        if (!part->places.emplace(key, row.place("value")).second)
            row.problem("precision", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
        countValue(*part, row.grade());
        part->part.rates.push_back(std::move(rate));
    }

    template <class Q>
    static Fact<Q> typed(const Fact<double>& si) {
        Fact<Q> fact{Unknown{}, si.grade, si.source};
        if (const auto* known = std::get_if<Known<double>>(&si.state))
            fact.state = Known<Q>{Q(known->value)};
        if (const auto* range = std::get_if<Range<double>>(&si.state))
            fact.state = Range<Q>{Q(range->low), Q(range->typical), Q(range->high)};
        return fact;
    }

    void readPowerMode(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        const Unit* unit = row.unit("unit");
        if (!part || !unit)
            return;
        PowerMode mode;
        mode.kind = row.word("mode", PowerModeKind::Maximum);
        mode.condition = row.text("condition");
        const std::string key = "power." + row.text("mode");
        if (isShown(row)) {
            addAssertion(*part, row, key, row.text("unit"));
            return;
        }
        mode.power = typed<Power>(siFact(row, *unit));
        if (!part->places.emplace(key, row.place("value")).second)
            row.problem("mode", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
        countValue(*part, row.grade());
        part->part.powerModes.push_back(std::move(mode));
    }

    template <class Q>
    Fact<Q> cellFact(const ReviewedRow& row, std::string_view column, double si, const std::optional<Source>& source) {
        const std::optional<double> value = row.number(column);
        if (!value)
            return Fact<Q>::unknown();
        return Fact<Q>::known(Q(*value * si), row.grade(), source);
    }

    void readPowerInput(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        if (!part)
            return;
        const std::optional<Source> source = sourceOf(row);
        PowerInput input;
        input.count = row.count("count").value_or(0);
        input.required = row.count("required");
        input.rating = cellFact<Power>(row, "rating", 1, source);
        input.inlet = row.text("inlet");
        input.voltageLow = cellFact<Voltage>(row, "voltage_low", 1, source);
        input.voltageHigh = cellFact<Voltage>(row, "voltage_high", 1, source);
        input.phases = row.count("phases").value_or(1);
        part->places.emplace("power-input." + std::to_string(part->part.powerInputs.size()), row.place("rating"));
        countValue(*part, row.grade());
        part->part.powerInputs.push_back(std::move(input));
    }

    void readLiquidPoint(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        if (!part)
            return;
        const std::optional<Source> source = sourceOf(row);
        LiquidPoint point;
        point.inletCelsius = cellFact<double>(row, "inlet_c", 1, source);
        point.flow = cellFact<VolumeFlow>(row, "flow_l_per_min", unit::litrePerMinute.si(), source);
        point.pressureDrop = cellFact<Pressure>(row, "pressure_drop_kpa", 1000, source);
        point.condition = row.text("condition");
        part->places.emplace("liquid." + std::to_string(part->part.liquidPoints.size()), row.place("flow_l_per_min"));
        countValue(*part, row.grade());
        part->part.liquidPoints.push_back(std::move(point));
    }

    void readPorts(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        const Unit* unit = row.unit("unit");
        if (!part || !unit)
            return;
        PortGroup group;
        group.role = row.word("role", PortRole::Data);
        group.count = row.count("count").value_or(0);
        group.speed = cellFact<DataRate>(row, "speed", unit->toSi(1), sourceOf(row));
        group.connector = row.text("connector");
        group.portsPerCage = row.count("ports_per_cage").value_or(1);
        group.protocol = row.word("protocol", FabricProtocol::Ethernet);
        group.maximumSplit = row.count("maximum_split").value_or(1);
        group.namePattern = row.text("name_pattern");
        group.namePattern = portNamePattern(part->part.category, group);
        part->places.emplace("ports." + row.text("role"), row.place("count"));
        countValue(*part, row.grade());
        part->part.portGroups.push_back(std::move(group));
    }

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

    Currency currencyOf(const ReviewedRow& row) {
        const Result<Currency> currency = Currency::parse(row.text("currency"));
        if (!currency)
            row.problem("currency", currency.error().message);
        return currency ? *currency : Currency::usd();
    }

    Fact<PriceRate> rateFact(const ReviewedRow& row, Currency currency, std::string_view lowColumn,
                             std::string_view typicalColumn, std::string_view highColumn) {
        const auto low = rateCell(row, lowColumn, currency), high = rateCell(row, highColumn, currency);
        std::optional<PriceRate> middle;
        if (low && high)
            middle = PriceRate(low->nanoUnits() + (high->nanoUnits() - low->nanoUnits()) / 2, currency);
        return tableFact<PriceRate>(low, rateCell(row, typicalColumn, currency), high, middle, row.grade(),
                                    sourceOf(row));
    }

    void readPrice(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        if (!part)
            return;
        Price price;
        price.currency = currencyOf(row);
        price.rate = rateFact(row, price.currency, "low", "typical", "high");
        price.basis = row.required("basis");
        price.region = row.text("region");
        price.date = row.text("date");
        price.validUntil = row.text("valid_until");
        price.note = noteOf(row);
        if (isShown(row)) {
            const auto typical = price.rate.typical();
            std::string words = typical ? shortestDigits(typical->inUnits()) : std::string();
            words = row.text("qualifier") + words + " " + price.currency.code() + ", " + price.basis;
            part->part.assertions.push_back(
                {"price", std::move(words), sourceOf(row).value_or(Source{}), row.grade(), row.text("note")});
            ++loadOf(*part).assertions;
            return;
        }
        if (const std::int64_t count = row.count("quantity").value_or(1); count > 1)
            part->assemblies.push_back({count, price.rate});
        part->places.emplace("price." + std::to_string(part->part.prices.size()), row.place("typical"));
        countValue(*part, row.grade());
        part->part.prices.push_back(std::move(price));
    }

    void readCloudPrice(const ReviewedRow& row) {
        CatalogPart* part = partOf(row);
        if (!part)
            return;
        const Currency currency = currencyOf(row);
        CloudPrice price;
        price.partId = part->part.id;
        price.tier = row.required("tier");
        price.rate = rateFact(row, currency, "low", "low", "high");
        if (const auto* range = std::get_if<Range<PriceRate>>(&price.rate.state)) {
            if (range->low == range->high)
                price.rate.state = Known<PriceRate>{range->low};
            else
                price.rate.state = Range<PriceRate>{
                    range->low,
                    PriceRate(range->low.nanoUnits() + (range->high.nanoUnits() - range->low.nanoUnits()) / 2,
                              currency),
                    range->high};
        }
        price.qualifier = row.text("qualifier");
        price.basis = row.required("basis");
        price.provider = row.text("provider");
        price.date = row.text("date");
        price.period = row.text("period");
        countValue(*part, row.grade());
        content().cloudPrices.push_back(std::move(price));
    }

    void accountFor(const ReviewedRow& row, std::string kind, const std::string& target) {
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
            content().loadRows.push_back(std::move(load));
        }
    }

    void readNorm(const ReviewedRow& row) {
        Norm norm;
        norm.id = row.required("id");
        norm.subject = row.required("subject");
        const Unit* unit = row.unit("unit");
        const std::optional<double> value = row.number("value");
        if (!value)
            row.problem("value", Message("catalog.cell.empty"));
        if (unit && value)
            norm.value = Fact<double>::known(unit->toSi(*value), row.grade(), sourceOf(row));
        norm.unit = row.text("unit");
        norm.comparison = row.text("operator");
        if (norm.comparison != ">=" && norm.comparison != "<=")
            row.problem("operator", Message("catalog.cell.unknown-word")
                                        .with("text", std::string_view(norm.comparison))
                                        .with("words", ArgumentValue(WordList{{"<=", ">="}})));
        norm.thresholdClass = row.required("threshold_class");
        norm.note = row.text("note");
        accountFor(row, "norm", norm.id);
        content().norms.push_back(std::move(norm));
    }

    template <class Q>
    std::optional<Q> optional(const ReviewedRow& row, std::string_view column, double si) {
        const std::optional<double> value = row.number(column);
        return value ? std::optional<Q>(Q(*value * si)) : std::nullopt;
    }

    void readMethod(const ReviewedRow& row) {
        CoolingMethod method;
        method.id = row.required("id");
        method.name = row.required("name");
        method.low = optional<Power>(row, "kw_per_rack_low", 1000);
        method.high = optional<Power>(row, "kw_per_rack_high", 1000);
        method.qualifier = row.text("qualifier");
        method.fanPowerLow = optional<Power>(row, "fan_power_low_kw", 1000);
        method.fanPowerHigh = optional<Power>(row, "fan_power_high_kw", 1000);
        method.capex = row.text("capex");
        method.opex = row.text("opex");
        method.complexity = row.text("complexity");
        if (const auto rank = row.count("rank"))
            method.rank = static_cast<int>(*rank);
        method.grade = row.grade();
        method.sources = sourcesOf(row);
        method.note = row.text("note");
        accountFor(row, "method", method.id);
        content().methods.push_back(std::move(method));
    }

    void readLinkTechnology(const ReviewedRow& row) {
        LinkTechnology link;
        link.id = row.required("id");
        link.name = row.required("name");
        const Unit* unit = row.unit("unit");
        const auto low = row.number("low"), high = row.number("high");
        if (!low || !high)
            row.problem("low", Message("catalog.cell.empty"));
        if (unit && low && high) {
            const DataRate from(unit->toSi(*low)), to(unit->toSi(*high));
            link.speed = from < to ? Fact<DataRate>::range(from, DataRate((from.si() + to.si()) / 2), to, row.grade(),
                                                           sourceOf(row))
                                   : Fact<DataRate>::known(from, row.grade(), sourceOf(row));
        }
        link.basis = row.required("basis");
        link.latencyLow = optional<TimeSpan>(row, "latency_low_us", 1e-6);
        link.latencyHigh = optional<TimeSpan>(row, "latency_high_us", 1e-6);
        link.qualifier = row.text("qualifier");
        link.topology = row.text("topology");
        link.useCase = row.text("use_case");
        link.sources = sourcesOf(row);
        link.note = row.text("note");
        content().linkTechnologies.push_back(std::move(link));
    }

    void readWaterClass(const ReviewedRow& row) {
        WaterClass water;
        water.id = row.required("id");
        water.publisher = row.required("publisher");
        water.supplyMaximum = Temperature::celsius(row.number("supply_temperature_max_c").value_or(0));
        water.grade = row.grade();
        water.sources = sourcesOf(row);
        water.note = row.text("note");
        accountFor(row, "water class", water.id);
        content().waterClasses.push_back(std::move(water));
    }

    void readPipeSize(const ReviewedRow& row) {
        PipeSize pipe;
        pipe.id = row.required("id");
        pipe.name = row.required("name");
        pipe.capacity = Power(row.number("capacity_kw").value_or(0) * 1000);
        pipe.temperatureRise = TemperatureDifference(row.number("delta_t_k").value_or(0));
        pipe.fluid = row.required("fluid");
        pipe.condition = row.text("condition");
        pipe.grade = row.grade();
        pipe.sources = sourcesOf(row);
        pipe.note = row.text("note");
        accountFor(row, "pipe size", pipe.id);
        content().pipeSizes.push_back(std::move(pipe));
    }

    void readCostLine(const ReviewedRow& row) {
        CatalogCostLine line;
        line.id = row.required("id");
        line.category = row.required("category");
        line.description = row.required("description");
        line.unitBasis = row.required("unit_basis");
        line.rate = rateFact(row, currencyOf(row), "price_low", "price_typical", "price_high");
        const auto low = row.number("percent_low"), high = row.number("percent_high");
        if (low && high)
            line.share = *low < *high ? Fact<double>::range(*low / 100, (*low + *high) / 200, *high / 100, row.grade(),
                                                            sourceOf(row))
                                      : Fact<double>::known(*low / 100, row.grade(), sourceOf(row));
        line.percentBasis = row.text("percent_basis");
        line.labourPerUnit = optional<TimeSpan>(row, "hours_per_unit", 3600);
        line.termYears = row.number("term_years");
        line.leadTime = optional<TimeSpan>(row, "lead_time_weeks", 604800);
        line.grade = row.grade();
        line.sources = sourcesOf(row);
        line.note = row.text("note");
        accountFor(row, "cost line", line.id);
        content().costLines.push_back(std::move(line));
    }

    void finishParts() {
        for (std::size_t i = 0; i < content().parts.size(); ++i) {
            CatalogPart& entry = content().parts[i];
            sortToFaceplateOrder(entry.part.portGroups);
            LoadRow load = m_loads[i];
            load.kind = "part";
            load.target = entry.part.id;
            for (const std::string& origin : entry.origins) {
                const std::size_t colon = origin.find(':');
                load.file = origin.substr(0, colon);
                load.row = colon == std::string::npos ? std::string() : origin.substr(colon + 1);
                content().loadRows.push_back(load);
            }
        }
    }

    fs::path m_folder;
    ContentReading m_reading;
    std::map<std::string, std::size_t, std::less<>> m_partIndex;
    std::vector<LoadRow> m_loads; ///< counts, by part
};

} // namespace

ContentReading readContent(const std::string& folder) { return ContentReader(folder).run(); }

} // namespace rackwright
