// SPDX-License-Identifier: GPL-3.0-or-later
// What power elements and cooling units show in the inspector.
#include "ui/inspector/inspector_fields.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "solvers/cooling/figures.h"
#include "solvers/power/figures.h"
#include "ui/inspector/connection_fields.h"
#include "ui/inspector/field_binder.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

template <class Row, class Put>
void addName(FieldBinder& bind, StudioDocument& document, Put put) {
    if (bind.isOne())
        bind.text<Row>(
            "name", [](const Row& row) { return row.name; },
            [&document, put](const edits::Target&, const std::string& name) {
                return *putEach<Row>(document, put, [&name](Row& row) { row.name = name; });
            });
}

template <class Row, class Put>
void addRating(FieldBinder& bind, StudioDocument& document, Put put) {
    bind.quantity<Row>(
        "rating", "kW", QuantityField::Empty::Allowed, [](const Row& row) { return optionalSi(row.rating); },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [si](Row& row) { row.rating = optionalPower(si); });
        });
}

} // namespace

void addPowerFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = PowerElement;
    const auto put = [](const edits::Target& target, Row row) {
        return edits::putPowerElement(target, std::move(row));
    };
    form.addSection("facts");
    addName<Row>(bind, document, put);
    form.addFact("kind", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Row>(document);
        return rows.empty() ? QString() : toText(texts.text("power-kind." + std::string(enumName(rows.front()->kind))));
    });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Row>(document, texts); });
    std::vector<QString> sides;
    for (const std::string_view side : EnumNames<FeedSide>::names)
        sides.push_back(bind.text("inspector.feed." + std::string(side)));
    bind.choice<Row>(
        "feed", sides, [](const Row& row) { return static_cast<int>(row.side); },
        [&document, put](const edits::Target&, int index) {
            return putEach<Row>(document, put, [index](Row& row) { row.side = static_cast<FeedSide>(index); });
        });
    form.addSection("supply");
    addRating<Row>(bind, document, put);
    bind.quantity<Row>(
        "breaker", "A", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.breaker ? std::optional<double>(row.breaker->si()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put,
                                [si](Row& row) { row.breaker = si ? std::optional(Current(*si)) : std::nullopt; });
        });
    bind.quantity<Row>(
        "voltage", "V", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.voltage ? std::optional<double>(row.voltage->si()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put,
                                [si](Row& row) { row.voltage = si ? std::optional(Voltage(*si)) : std::nullopt; });
        });
    bind.quantity<Row>(
        "phases", "", QuantityField::Empty::Refused,
        [](const Row& row) { return std::optional<double>(static_cast<double>(row.phases)); },
        [&document, put](const edits::Target&, std::optional<double> count) -> Result<std::vector<Edit>> {
            if (*count != 1 && *count != 3)
                return usageError(Message("inspector.phases.wrong"));
            return putEach<Row>(document, put, [count](Row& row) { row.phases = static_cast<std::int64_t>(*count); });
        });
    bind.text<Row>(
        "redundancy", [](const Row& row) { return row.redundancyGroup; },
        [&document, put](const edits::Target&, const std::string& group) {
            return *putEach<Row>(document, put, [&group](Row& row) { row.redundancyGroup = group; });
        });
    addPowerConnections(bind);
    if (areAllOnFloor<Row>(document)) {
        form.addSection("place");
        addFloorPlaceFields<Row>(bind, [](const edits::Target& target, Id<Row> id, const Placement& placement) {
            return edits::movePowerElement(target, id, placement);
        });
    }
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const FigureHandle name : {figure_of::feedPowerPeak, figure_of::feedPowerNameplate,
                                    figure_of::feedPowerOtherLost, figure_of::feedRating, figure_of::feedShare})
        bind.figure(name, document.selection().front());
}

void addCoolingFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = CoolingUnit;
    const auto put = [](const edits::Target& target, Row row) { return edits::putCoolingUnit(target, std::move(row)); };
    form.addSection("facts");
    addName<Row>(bind, document, put);
    form.addFact("kind", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Row>(document);
        return rows.empty() ? QString()
                            : toText(texts.text("cooling-unit." + std::string(enumName(rows.front()->kind))));
    });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Row>(document, texts); });
    form.addSection("supply");
    addRating<Row>(bind, document, put);
    bind.quantity<Row>(
        "supply", "C", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.supply ? std::optional<double>(row.supply->inKelvin()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [si](Row& row) {
                row.supply = si ? std::optional(Temperature::kelvin(*si)) : std::nullopt;
            });
        });
    addCoolingConnections(bind);
    if (areAllOnFloor<Row>(document)) {
        form.addSection("place");
        addFloorPlaceFields<Row>(bind, [](const edits::Target& target, Id<Row> id, const Placement& placement) {
            return edits::moveCoolingUnit(target, id, placement);
        });
    }
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const FigureHandle name :
         {figure_of::coolingUnitHeat, figure_of::coolingUnitRating, figure_of::coolingUnitShare})
        bind.figure(name, document.selection().front());
}

} // namespace rackwright
