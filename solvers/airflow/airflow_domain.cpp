// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/airflow_domain.h"

#include "model/units/number_text.h"
#include "solvers/airflow/figures.h"
#include "solvers/airflow/inlet_rules.h"
#include "solvers/airflow/room_air.h"
#include "solvers/airflow/settings.h"
#include "solvers/cooling/heat.h"
#include "solvers/engine/define_figure.h"

namespace rackwright {

namespace {

constexpr std::string_view kField = "reference.air-field";
constexpr std::string_view kIndices = "reference.air-indices";

/// A number that the field gave, with what it was worked out from.
template <class N>
N fromField(const Value& value, const RoomAir& room, std::string label, std::string unit, std::string_view reference,
            std::vector<N> inputs) {
    if constexpr (std::is_same_v<N, Value>) {
        return value;
    } else {
        const double factor = siPerUnit(unit);
        inputs.push_back(ownField<N>(room.supply, "supply air, mean by flow", "C", Grade::Estimate));
        return computed(value, {std::move(label), std::move(unit), factor}, std::string(reference),
                        {Message("witness.air-field")
                             .with("residual", shortestDigits(room.residual))
                             .with("imbalance", shortestDigits(room.imbalance))},
                        std::move(inputs));
    }
}

template <class N>
std::vector<N> airInputs(const Context& context, Id<Rack> rack) {
    if constexpr (std::is_same_v<N, Value>)
        return {};
    else
        return {named(rackHeat<N>(context, rack, HeatKind::Air), "heat to air", "kW").si(),
                named(groupsAirflow<N>(context, context.contents(rack).groups), "airflow", "m3/h").si()};
}

/// The estimate with its accuracy as low and high.
Value inletBand(double celsius) {
    return Value::range(celsius - kInletAccuracy, celsius, celsius + kInletAccuracy, Grade::Estimate);
}

void addRackAir(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, std::string unit, auto valueOf) {
        FigureDefinition definition = figureRow(of, unit, kField, readsAir());
        definition.applies = [](const Context& context, Subject subject) {
            return context.lookUp<RoomAirSources>().drawsAir(subject.as<Rack>());
        };
        figures.push_back(
            figure(std::move(definition), [unit, valueOf]<class N>(std::type_identity<N>, const Context& context,
                                                                   Subject subject) {
                const Rack& rack = rowOf(context.design().racks, subject);
                const auto& airs = context.lookUp<RoomAirs>();
                const RackAir* air = airs.rack(rack);
                if (!air)
                    return Quantity<dim::None, N>(
                        Numbers<N>::given(Value::unknown(Grade::Estimate), {"air of the room", unit, 1}, {}));
                return Quantity<dim::None, N>(fromField<N>(valueOf(*air), *airs.room(rack.room), "air of the room",
                                                           unit, kField, airInputs<N>(context, rack.id)));
            }));
    };
    add(figure_of::rackInletTemperature, "C", [](const RackAir& air) { return inletBand(air.inlet); });
    add(figure_of::rackInletCapture, "%", [](const RackAir& air) { return Value(air.capture, Grade::Estimate); });
}

void addRoomAir(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, std::string unit, std::string_view reference, auto valueOf) {
        FigureDefinition definition = figureRow(of, unit, reference, readsAir());
        definition.applies = [](const Context& context, Subject subject) {
            return context.lookUp<RoomAirSources>().find(subject.as<Room>()) != nullptr;
        };
        figures.push_back(figure(std::move(definition), [unit, reference, valueOf]<class N>(std::type_identity<N>,
                                                                                            const Context& context,
                                                                                            Subject subject) {
            const RoomAir* air = context.lookUp<RoomAirs>().room(subject.as<Room>());
            RW_CHECK(air, "a figure of air is asked for rooms in which something draws it");
            const Value value = air->gap ? Value::unknown(Grade::Estimate) : valueOf(*air);
            if (value.isUnknown())
                return Quantity<dim::None, N>(Numbers<N>::given(value, {"air of the room", unit, siPerUnit(unit)}, {}));
            return Quantity<dim::None, N>(
                fromField<N>(value, *air, "air of the room", unit, reference, std::vector<N>{}));
        }));
    };
    const auto known = [](const std::optional<double>& value) {
        return value ? Value(*value, Grade::Estimate) : Value::unknown(Grade::Estimate);
    };
    add(figure_of::roomInletWorst, "C", kField, [](const RoomAir& air) {
        return air.worstInlet ? inletBand(*air.worstInlet) : Value::unknown(Grade::Estimate);
    });
    add(figure_of::roomAirReturn, "C", "reference.conservation-of-energy",
        [known](const RoomAir& air) { return known(air.returned); });
    add(figure_of::roomAirShi, "", kIndices, [known](const RoomAir& air) { return known(air.indices.supplyHeat); });
    add(figure_of::roomAirRhi, "", kIndices, [known](const RoomAir& air) { return known(air.indices.returnHeat); });
    add(figure_of::roomAirRti, "%", kIndices,
        [known](const RoomAir& air) { return known(air.indices.returnTemperature); });
    add(figure_of::roomAirRciHigh, "%", kIndices,
        [known](const RoomAir& air) { return known(air.indices.rackCooling); });
}

Fingerprint airOfAllRooms(const Context& context, Subject) {
    Digest digest;
    for (const RoomAirSource& source : context.lookUp<RoomAirSources>().list())
        digest.add(source.all);
    return digest.value();
}

void addDesignAir(std::vector<FigureDefinition>& figures) {
    FigureDefinition worst =
        figureRow(figure_of::inletWorst, "C", kField,
                  Reads::within({RoomAirSources::kReads.begin(), RoomAirSources::kReads.end()}, airOfAllRooms));
    figures.push_back(figure(std::move(worst), []<class N>(std::type_identity<N>, const Context& context, Subject) {
        Largest<dim::None, N> largest;
        for (const RoomAirSource& source : context.lookUp<RoomAirSources>().list()) {
            const RoomAir* air = context.lookUp<RoomAirs>().room(source.room);
            if (air->gap || !air->worstInlet)
                largest.add(Quantity<dim::None, N>(
                    Numbers<N>::given(Value::unknown(Grade::Estimate), {"air of " + source.name, "C", 1}, {})));
            else
                largest.add(Quantity<dim::None, N>(fromField<N>(inletBand(*air->worstInlet), *air,
                                                                "worst inlet of " + source.name, "C", kField,
                                                                std::vector<N>{})));
        }
        return largest.value();
    }));
}

} // namespace

Domain airflowDomain() {
    Domain domain;
    domain.name = "airflow";
    addRackAir(domain.figures);
    addRoomAir(domain.figures);
    addDesignAir(domain.figures);
    domain.rules = inletRules();
    domain.settings = {settingDefinition(setting_of::recommendedInlet, "setting.airflow.recommended-inlet"),
                       settingDefinition(setting_of::allowableInlet, "setting.airflow.allowable-inlet"),
                       settingDefinition(setting_of::panelLeak, "setting.airflow.panel-leak"),
                       settingDefinition(setting_of::eddies, "setting.airflow.eddies")};
    return domain;
}

} // namespace rackwright
