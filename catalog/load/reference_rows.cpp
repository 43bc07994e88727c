// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/reference_rows.h"

namespace rackwright {

namespace {

template <class Q>
std::optional<Q> optional(const ReviewedRow& row, std::string_view column, double si) {
    const std::optional<double> value = row.number(column);
    return value ? std::optional<Q>(Q(*value * si)) : std::nullopt;
}

} // namespace

void readNorm(ContentBuilder& builder, const ReviewedRow& row) {
    Norm norm;
    norm.id = row.required("id");
    norm.subject = row.required("subject");
    const Unit* unit = row.unit("unit");
    const std::optional<double> value = row.number("value");
    if (!value)
        row.problem("value", Message("catalog.cell.empty"));
    if (unit && value)
        norm.value = Fact<double>::known(unit->toSi(*value), row.grade(), builder.sourceOf(row));
    norm.unit = row.text("unit");
    norm.comparison = row.text("operator");
    if (norm.comparison != ">=" && norm.comparison != "<=")
        row.problem("operator", Message("catalog.cell.unknown-word")
                                    .with("text", std::string_view(norm.comparison))
                                    .with("words", ArgumentValue(WordList{{"<=", ">="}})));
    norm.thresholdClass = row.required("threshold_class");
    norm.note = row.text("note");
    builder.accountFor(row, "norm", norm.id);
    builder.content.norms.push_back(std::move(norm));
}

void readMethod(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogCoolingMethod method;
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
    method.sources = builder.sourcesOf(row);
    method.note = row.text("note");
    builder.accountFor(row, "method", method.id);
    builder.content.methods.push_back(std::move(method));
}

void readLinkTechnology(ContentBuilder& builder, const ReviewedRow& row) {
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
                                                       builder.sourceOf(row))
                               : Fact<DataRate>::known(from, row.grade(), builder.sourceOf(row));
    }
    link.basis = row.required("basis");
    link.latencyLow = optional<TimeSpan>(row, "latency_low_us", 1e-6);
    link.latencyHigh = optional<TimeSpan>(row, "latency_high_us", 1e-6);
    link.qualifier = row.text("qualifier");
    link.topology = row.text("topology");
    link.useCase = row.text("use_case");
    link.sources = builder.sourcesOf(row);
    link.note = row.text("note");
    builder.content.linkTechnologies.push_back(std::move(link));
}

void readWaterClass(ContentBuilder& builder, const ReviewedRow& row) {
    WaterClass water;
    water.id = row.required("id");
    water.publisher = row.required("publisher");
    water.supplyMaximum = Temperature::celsius(row.number("supply_temperature_max_c").value_or(0));
    water.grade = row.grade();
    water.sources = builder.sourcesOf(row);
    water.note = row.text("note");
    builder.accountFor(row, "water class", water.id);
    builder.content.waterClasses.push_back(std::move(water));
}

void readPipeSize(ContentBuilder& builder, const ReviewedRow& row) {
    PipeSize pipe;
    pipe.id = row.required("id");
    pipe.name = row.required("name");
    pipe.capacity = Power(row.number("capacity_kw").value_or(0) * 1000);
    pipe.temperatureRise = TemperatureDifference(row.number("delta_t_k").value_or(0));
    pipe.fluid = row.required("fluid");
    pipe.condition = row.text("condition");
    pipe.grade = row.grade();
    pipe.sources = builder.sourcesOf(row);
    pipe.note = row.text("note");
    builder.accountFor(row, "pipe size", pipe.id);
    builder.content.pipeSizes.push_back(std::move(pipe));
}

void readCostLine(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogCostLine line;
    line.id = row.required("id");
    line.category = row.required("category");
    line.description = row.required("description");
    line.unitBasis = row.required("unit_basis");
    line.rate = builder.rateFact(row, currencyOf(row), "price_low", "price_typical", "price_high");
    const auto low = row.number("percent_low"), high = row.number("percent_high");
    if (low && high)
        line.share = *low < *high ? Fact<double>::range(*low / 100, (*low + *high) / 200, *high / 100, row.grade(),
                                                        builder.sourceOf(row))
                                  : Fact<double>::known(*low / 100, row.grade(), builder.sourceOf(row));
    line.percentBasis = row.text("percent_basis");
    line.labourPerUnit = optional<TimeSpan>(row, "hours_per_unit", 3600);
    line.termYears = row.number("term_years");
    line.leadTime = optional<TimeSpan>(row, "lead_time_weeks", 604800);
    line.grade = row.grade();
    line.sources = builder.sourcesOf(row);
    line.note = row.text("note");
    builder.accountFor(row, "cost line", line.id);
    builder.content.costLines.push_back(std::move(line));
}

} // namespace rackwright
