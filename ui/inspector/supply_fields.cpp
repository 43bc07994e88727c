// SPDX-License-Identifier: GPL-3.0-or-later
// What power elements and cooling units show in the inspector.
#include "ui/inspector/inspector_fields.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "solvers/cooling/figures.h"
#include "solvers/power/figures.h"
#include "ui/inspector/connection_fields.h"
#include "ui/inspector/field_binder.h"
#include "ui/inspector/part_choice.h"
#include "ui/report/feed_headroom.h"
#include "ui/text/to_text.h"

#include <algorithm>

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

template <class Row, class Number, class Put>
void addOptional(FieldBinder& bind, StudioDocument& document, const char* id, std::string_view unit,
                 std::optional<Number> Row::*member, Put put) {
    bind.quantity<Row>(
        id, unit, QuantityField::Empty::Allowed,
        [member](const Row& row) { return row.*member ? std::optional<double>((row.*member)->si()) : std::nullopt; },
        [&document, member, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [member, si](Row& row) {
                row.*member = si ? std::optional(Number(*si)) : std::nullopt;
            });
        });
}

template <class Row, class Put>
void addWords(FieldBinder& bind, StudioDocument& document, const char* id, std::string Row::*member, Put put) {
    bind.text<Row>(
        id, [member](const Row& row) { return row.*member; },
        [&document, member, put](const edits::Target&, const std::string& typed) {
            return *putEach<Row>(document, put, [member, &typed](Row& row) { row.*member = typed; });
        });
}

template <class Row>
bool areAll(StudioDocument& document, bool (*is)(const Row&)) {
    return std::ranges::all_of(FieldBinder::rows<Row>(document), [is](const Row* row) { return is(*row); });
}

// What a design says of an element stays in sight, whatever its kind.

bool convertsVoltage(const PowerElement& element) {
    switch (element.kind) {
    case PowerElementKind::Transformer:
    case PowerElementKind::Ups:
    case PowerElementKind::Battery:
    case PowerElementKind::RemotePowerPanel: // with a transformer in it
    case PowerElementKind::RackPdu:          // to neutral
    case PowerElementKind::PowerShelf:
        return true;
    default:
        return element.outputVoltage.has_value();
    }
}

bool mayDeliverDirectCurrent(const PowerElement& element) {
    switch (element.kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Transformer:
    case PowerElementKind::Generator:
        return element.deliversDirectCurrent;
    default:
        return true;
    }
}

bool storesEnergy(const PowerElement& element) {
    return element.kind == PowerElementKind::Battery || element.kind == PowerElementKind::Ups || element.storedEnergy;
}

bool movesAir(const CoolingUnit& unit) {
    switch (unit.kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::RearDoor:
    case CoolingUnitKind::FanWall:
        return true;
    default:
        return false;
    }
}

bool movesLiquid(const CoolingUnit& unit) {
    return !movesAir(unit) && (unit.kind != CoolingUnitKind::ImmersionTank || unit.flow);
}

bool hasPumps(const CoolingUnit& unit) {
    switch (unit.kind) {
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::Pump:
        return true;
    default:
        return unit.head.has_value();
    }
}

// A door serves its own rack alone.
bool standsInForOthers(const CoolingUnit& unit) {
    return unit.kind != CoolingUnitKind::RearDoor || !unit.redundancyGroup.empty() || !unit.redundancy.empty();
}

template <class Put>
void addDelivery(FieldBinder& bind, StudioDocument& document, Put put) {
    using Row = PowerElement;
    if (areAll<Row>(document, convertsVoltage))
        addOptional(bind, document, "output-voltage", "V", &Row::outputVoltage, put);
    if (areAll<Row>(document, mayDeliverDirectCurrent))
        bind.flag<Row>(
            "direct-current", [](const Row& row) { return row.deliversDirectCurrent; },
            [&document, put](const edits::Target&, bool isOn) {
                return putEach<Row>(document, put, [isOn](Row& row) { row.deliversDirectCurrent = isOn; });
            });
    if (areAll<Row>(document, storesEnergy))
        addOptional(bind, document, "stored-energy", "kWh", &Row::storedEnergy, put);
}

template <class Put>
void addCapacity(FieldBinder& bind, StudioDocument& document, Put put) {
    using Row = CoolingUnit;
    if (areAll<Row>(document, movesAir))
        addOptional(bind, document, "flow", "m3/h", &Row::flow, put);
    else if (areAll<Row>(document, movesLiquid))
        addOptional(bind, document, "flow", "L/min", &Row::flow, put);
    if (areAll<Row>(document, hasPumps))
        addOptional(bind, document, "head", "kPa", &Row::head, put);
    if (areAll<Row>(document, standsInForOthers)) {
        addWords(bind, document, "redundancy", &Row::redundancyGroup, put);
        addWords(bind, document, "group-redundancy", &Row::redundancy, put);
    }
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
    form.addFact("kind",
                 [&document, &texts = bind.texts()] { return kindOfRows<Row>(document, texts, "power-kind."); });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Row>(document, texts); });
    addPowerPartChoice(bind);
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
    addOptional(bind, document, "breaker", "A", &Row::breaker, put);
    addOptional(bind, document, "voltage", "V", &Row::voltage, put);
    bind.quantity<Row>(
        "phases", "", QuantityField::Empty::Refused,
        [](const Row& row) { return std::optional<double>(static_cast<double>(row.phases)); },
        [&document, put](const edits::Target&, std::optional<double> count) -> Result<std::vector<Edit>> {
            if (*count != 1 && *count != 3)
                return usageError(Message("inspector.phases.wrong"));
            return putEach<Row>(document, put, [count](Row& row) { row.phases = static_cast<std::int64_t>(*count); });
        });
    addDelivery(bind, document, put);
    addWords(bind, document, "redundancy", &Row::redundancyGroup, put);
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
    form.addFact("headroom", [&document, &texts = bind.texts()] {
        const auto chosen = FieldBinder::rows<Row>(document);
        const SolutionPtr& solution = document.newestSolution();
        const auto left = chosen.empty() || !solution
                              ? std::nullopt
                              : feedHeadroom(*solution, *document.shownProject(), *chosen.front());
        return toText(left ? texts.figure(Value(*left), "kW", 1000, {3}) : texts.text("power.unknown"));
    });
    const auto rows = FieldBinder::rows<Row>(document);
    if (!rows.empty() && rows.front()->kind == PowerElementKind::Ups)
        bind.figure(figure_of::feedRideThrough, document.selection().front());
}

void addCoolingFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = CoolingUnit;
    const auto put = [](const edits::Target& target, Row row) { return edits::putCoolingUnit(target, std::move(row)); };
    form.addSection("facts");
    addName<Row>(bind, document, put);
    form.addFact("kind",
                 [&document, &texts = bind.texts()] { return kindOfRows<Row>(document, texts, "cooling-unit."); });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Row>(document, texts); });
    addCoolingPartChoice(bind);
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
    addCapacity(bind, document, put);
    addOptional(bind, document, "draw", "kW", &Row::draw, put);
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
