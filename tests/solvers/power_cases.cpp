// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of circuits and of what stands above busways: the smallest step that breaks each, one that just passes, and a
// case that cannot be checked, each as a bend of the hall of hall_fixture.h: eight racks of 21.5 kW, 172 kW in all.
#include "tests/solvers/hall_fixture.h"
#include "tests/solvers/rule_cases.h"

#include <algorithm>

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(Hall&)>;

Bend both(Bend first, Bend second) {
    return [=](Hall& hall) {
        first(hall);
        second(hall);
    };
}

Id<PowerElement> addElement(Hall& hall, PowerElementKind kind, std::string name, FeedSide side,
                            std::optional<double> watts, std::string group = {}) {
    PowerElement element;
    element.id = hall.ids.take<PowerElement>();
    element.kind = kind;
    element.name = std::move(name);
    element.side = side;
    if (watts)
        element.rating = Power(*watts);
    element.redundancyGroup = std::move(group);
    hall.design.powerElements = hall.design.powerElements.with(element);
    return element.id;
}
void link(Hall& hall, Id<PowerElement> from, Id<PowerElement> to, std::string poles = {}) {
    PowerLink made;
    made.id = hall.ids.take<PowerLink>();
    made.from = from;
    made.to = to;
    made.poles = std::move(poles);
    hall.design.powerLinks = hall.design.powerLinks.with(made);
}
std::vector<PowerElement> pdusOf(const Hall& hall) {
    std::vector<PowerElement> pdus;
    for (const PowerElement& element : hall.design.powerElements)
        if (element.kind == PowerElementKind::RackPdu)
            pdus.push_back(element);
    return pdus;
}
void changePdu(Hall& hall, std::string_view name, const std::function<void(PowerElement&)>& change) {
    for (const PowerElement& pdu : pdusOf(hall))
        if (pdu.name == name) {
            hall.change(&Design::powerElements, pdu.id, change);
            return;
        }
}
Bend site(std::string_view key, std::string value) {
    return [=](Hall& hall) { hall.setSite(key, value); };
}
void unknownPower(Hall& hall) {
    hall.changePart(hall.nodePart, [](Part& node) { node.powerModes.clear(); });
}

// A mains above one UPS a side, with the PDUs of that side on it.
Bend upsOfEachSide(std::optional<double> upsWatts, double mainsWatts = 1e6) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, mainsWatts);
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", side, upsWatts);
            link(hall, mains, ups);
            for (const PowerElement& pdu : pdus)
                if (pdu.side == side)
                    link(hall, ups, pdu.id);
        }
    };
}
// The same, with a PDU of side B that says that it is of side A, or UPS that both say that they are of side B.
Bend pduSaysOther(std::string redundancy) {
    return [=](Hall& hall) {
        upsOfEachSide(1e6)(hall);
        hall.setSite(site::redundancy, redundancy);
        changePdu(hall, "A1-B", [](PowerElement& pdu) { pdu.side = FeedSide::A; });
    };
}
void upsSaysOther(Hall& hall) {
    upsOfEachSide(1e6)(hall);
    for (const PowerElement& each :
         std::vector<PowerElement>(hall.design.powerElements.begin(), hall.design.powerElements.end()))
        if (each.kind == PowerElementKind::Ups)
            hall.change(&Design::powerElements, each.id, [](PowerElement& ups) { ups.side = FeedSide::B; });
}
// The same, with the PDU of side B of rack A1 on the UPS of side A.
Bend pduOnOtherSide(std::string redundancy) {
    return [=](Hall& hall) {
        upsOfEachSide(1e6)(hall);
        hall.setSite(site::redundancy, redundancy);
        Id<PowerElement> pdu, ups;
        changePdu(hall, "A1-B", [&](PowerElement& each) { pdu = each.id; });
        for (const PowerElement& each : hall.design.powerElements)
            if (each.kind == PowerElementKind::Ups && each.side == FeedSide::A)
                ups = each.id;
        for (const PowerLink& each :
             std::vector<PowerLink>(hall.design.powerLinks.begin(), hall.design.powerLinks.end()))
            if (each.to == pdu)
                hall.change(&Design::powerLinks, each.id, [ups](PowerLink& row) { row.from = ups; });
    };
}
// Transformers without side or group, side by side on one bus that feeds all.
Bend twoTransformers(double watts) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto bus = addElement(hall, PowerElementKind::Switchgear, "Bus", FeedSide::None, 1e6);
        for (const char* name : {"TX 1", "TX 2"})
            link(hall, addElement(hall, PowerElementKind::Transformer, name, FeedSide::None, watts), bus);
        for (const PowerElement& pdu : pdus)
            link(hall, bus, pdu.id);
    };
}
// A transfer switch that feeds all from a UPS and, when that is lost, from a reserve.
Bend reserveUps(double watts) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto gate = addElement(hall, PowerElementKind::TransferSwitch, "STS", FeedSide::None, 1e6);
        link(hall, addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, 1e6), gate);
        link(hall, addElement(hall, PowerElementKind::Ups, "UPS R", FeedSide::None, watts), gate);
        for (const PowerElement& pdu : pdus)
            link(hall, gate, pdu.id);
    };
}
// Three generators of a group on a bus of their own, drawn to the switch before the mains are: 172 kW on all.
Bend generatorsOnBus(double watts, double mainsWatts = 1e6) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto bus = addElement(hall, PowerElementKind::Switchgear, "Bus", FeedSide::None, 1e6);
        const auto gate = addElement(hall, PowerElementKind::TransferSwitch, "ATS", FeedSide::None, 1e6);
        for (const char* name : {"G1", "G2", "G3"})
            link(hall, addElement(hall, PowerElementKind::Generator, name, FeedSide::None, watts, "Gens"), bus);
        link(hall, bus, gate);
        link(hall, addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, mainsWatts), gate);
        for (const PowerElement& pdu : pdus)
            link(hall, gate, pdu.id);
    };
}
// All six cords of the first node of rack A1 on a PDU of rack A2: 10.75 + 10 kW.
Bend pluggedElsewhere(double watts) {
    return [=](Hall& hall) {
        Id<PowerElement> other;
        changePdu(hall, "A2-A", [&](PowerElement& pdu) {
            pdu.rating = Power(watts);
            other = pdu.id;
        });
        for (std::int64_t supply = 0; supply < 6; ++supply) {
            CordOverride cord;
            cord.id = hall.ids.take<CordOverride>();
            cord.device = hall.design.devices.begin()->id;
            cord.supply = supply;
            cord.element = other;
            hall.design.cordOverrides = hall.design.cordOverrides.with(cord);
        }
    };
}
// The PDU of side A of rack A1 feeds that of rack A2: with side B lost it carries both racks, 43 kW.
Bend pduOnPdu(double watts) {
    return [=](Hall& hall) {
        Id<PowerElement> first, second;
        changePdu(hall, "A1-A", [&](PowerElement& pdu) {
            pdu.rating = Power(watts);
            first = pdu.id;
        });
        changePdu(hall, "A2-A", [&](PowerElement& pdu) { second = pdu.id; });
        link(hall, first, second);
    };
}
// All hang on a panel under a transfer switch of mains and generator, or of the generator alone.
Bend onGenerator(bool hasMainsCircuit) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        const auto generator = addElement(hall, PowerElementKind::Generator, "Gen", FeedSide::None, 1e6);
        const auto gate = addElement(hall, PowerElementKind::TransferSwitch, "ATS", FeedSide::None, 1e6);
        if (hasMainsCircuit)
            link(hall, mains, gate);
        link(hall, generator, gate);
        for (const PowerElement& pdu : pdus)
            link(hall, gate, pdu.id);
    };
}
// The first PDU hangs on a panel of each side, or on a transfer switch of both.
Bend fedFromBothSides(PowerElementKind kind) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        const auto joint = addElement(hall, kind, "Joint", FeedSide::None, 1e6);
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", side, 1e6);
            link(hall, mains, panel);
            link(hall, panel, joint);
            for (const PowerElement& pdu : pdus)
                if (pdu.side == side && pdu.name != "A1-A")
                    link(hall, panel, pdu.id);
        }
        link(hall, joint, pdus.front().id);
    };
}
// Gear above a UPS and a panel below it that feeds all, with a circuit past the UPS: 172 kW, 248.26 A at 400 V.
Bend pastUps(double upsWatts, double bypassAmpere) {
    return [=](Hall& hall) {
        hall.setSite(site::region, "iec");
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        const auto gear = addElement(hall, PowerElementKind::Switchgear, "Gear", FeedSide::None, 1e6);
        const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, upsWatts);
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::None, 1e6);
        hall.change(&Design::powerElements, panel, [](PowerElement& each) { each.voltage = Voltage(400); });
        link(hall, mains, gear);
        link(hall, gear, panel);
        for (const PowerLink& bypass :
             std::vector<PowerLink>(hall.design.powerLinks.begin(), hall.design.powerLinks.end()))
            if (bypass.to == panel)
                hall.change(&Design::powerLinks, bypass.id,
                            [&](PowerLink& each) { each.breaker = Current(bypassAmpere); });
        link(hall, gear, ups);
        link(hall, ups, panel);
        for (const PowerElement& pdu : pdus)
            link(hall, panel, pdu.id);
    };
}
// The same with a switch of its own in the way past the UPS.
Bend pastUpsBySwitch(double upsWatts) {
    return both(pastUps(upsWatts, 400), [](Hall& hall) {
        const auto bypass = addElement(hall, PowerElementKind::Switchgear, "Bypass", FeedSide::None, 1e6);
        const auto named = [&](std::string_view name) {
            return std::ranges::find(hall.design.powerElements, name, &PowerElement::name)->id;
        };
        for (const PowerLink& each :
             std::vector<PowerLink>(hall.design.powerLinks.begin(), hall.design.powerLinks.end()))
            if (each.from == named("Gear") && each.to == named("Panel"))
                hall.change(&Design::powerLinks, each.id, [&](PowerLink& circuit) { circuit.from = bypass; });
        link(hall, named("Gear"), bypass);
    });
}
// A panel for one PDU of each rack and one for the other, on mains or on one switchgear; nobody states a side.
Bend panelsWithoutSides(double watts, bool areJoined = false) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        for (const PowerElement& pdu : pdus)
            hall.change(&Design::powerElements, pdu.id, [](PowerElement& each) { each.side = FeedSide::None; });
        auto source = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        if (areJoined) {
            const auto gear = addElement(hall, PowerElementKind::Switchgear, "Gear", FeedSide::None, 1e6);
            link(hall, source, gear);
            source = gear;
        }
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::None, watts);
            link(hall, source, panel);
            for (const PowerElement& pdu : pdus)
                if (pdu.side == side)
                    link(hall, panel, pdu.id);
        }
    };
}
// PDUs of 415 V, one of which hangs on another; that one may be for another voltage.
Bend pduOnPduOf(double volts) {
    return [=](Hall& hall) {
        pduOnPdu(1e6)(hall);
        changePdu(hall, "A2-A", [&](PowerElement& pdu) { pdu.voltage = Voltage(volts); });
    };
}
// A panel that leads back to the switchgear above it.
void ringBelowMains(Hall& hall) {
    const std::vector<PowerElement> pdus = pdusOf(hall);
    const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
    const auto gear = addElement(hall, PowerElementKind::Switchgear, "Gear", FeedSide::None, 1e6);
    const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::None, 1e6);
    link(hall, mains, gear);
    link(hall, gear, panel);
    link(hall, panel, gear);
    for (const PowerElement& pdu : pdus)
        link(hall, panel, pdu.id);
}
// Modules of one group side by side under a mains, all on one panel that feeds all.
Bend modules(int count, double watts, double mainsWatts = 1e6) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, mainsWatts);
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::None, 1e6);
        for (int i = 0; i < count; ++i) {
            const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, watts, "UPS N+1");
            link(hall, mains, ups);
            link(hall, ups, panel);
        }
        for (const PowerElement& pdu : pdus)
            link(hall, panel, pdu.id);
    };
}

// The first PDU hangs at 400 V on a breaker; IEC. Half of 21.5 kW: 15.52 A; all of it: 31.03 A.
Bend breakerIs(double ampere, std::optional<double> volts = 400, std::string region = "iec") {
    return [=](Hall& hall) {
        hall.setSite(site::region, region);
        changePdu(hall, "A1-A", [&](PowerElement& pdu) {
            pdu.breaker = Current(ampere);
            if (volts)
                pdu.voltage = Voltage(*volts);
        });
    };
}

// Coolers of 7 kW on circuits of these breakers from UPS of 400 V, one each side, as many of the two as are fed: 10.104
// A on one circuit. Only IEC lets a breaker carry all.
Bend coolersOn(std::size_t circuits, std::optional<double> ampere, std::size_t fed = 2,
               std::optional<double> watts = 7'000) {
    return [=](Hall& hall) {
        hall.setSite(site::region, "iec");
        upsOfEachSide(1e6)(hall);
        std::vector<Id<PowerElement>> sources;
        for (const PowerElement& each :
             std::vector<PowerElement>(hall.design.powerElements.begin(), hall.design.powerElements.end()))
            if (each.kind == PowerElementKind::Ups) {
                hall.change(&Design::powerElements, each.id, [](PowerElement& ups) { ups.voltage = Voltage(400); });
                sources.push_back(each.id);
            }
        for (const PowerElement& pdu : pdusOf(hall))
            hall.change(&Design::powerElements, pdu.id, [](PowerElement& each) {
                each.breaker = Current(63);
                each.voltage = Voltage(400);
            });
        for (std::size_t i = 0; i < hall.coolers.size(); ++i) {
            hall.change(&Design::coolingUnits, hall.coolers[i], [&](CoolingUnit& unit) {
                unit.draw.reset();
                if (watts)
                    unit.draw = Power(*watts);
            });
            for (std::size_t at = 0; i < fed && at < circuits; ++at) {
                PowerLink made;
                made.id = hall.ids.take<PowerLink>();
                made.from = sources[at];
                made.unit = hall.coolers[i];
                if (ampere)
                    made.breaker = Current(*ampere);
                hall.design.powerLinks = hall.design.powerLinks.with(made);
            }
        }
    };
}
// The same circuits on these poles.
Bend onPoles(std::string poles, Bend bend) {
    return both(std::move(bend), [=](Hall& hall) {
        for (const PowerLink& each :
             std::vector<PowerLink>(hall.design.powerLinks.begin(), hall.design.powerLinks.end()))
            if (each.unit)
                hall.change(&Design::powerLinks, each.id, [&](PowerLink& circuit) { circuit.poles = poles; });
    });
}
Bend coolersExist(Bend bend) {
    return both(std::move(bend), [](Hall& hall) {
        for (const Id<CoolingUnit> unit : hall.coolers)
            hall.change(&Design::coolingUnits, unit, [](CoolingUnit& row) { row.scope.status = Status::Existing; });
    });
}
Bend settingIs(std::string_view key, std::string value) {
    return [=](Hall& hall) { hall.setSetting(key, value); };
}

// The breaker of 63 A at a PDU for less or as much.
Bend pduFor(double ampere) {
    return [=](Hall& hall) {
        breakerIs(63)(hall);
        hall.changePart(hall.pduPart, [&](Part& pdu) { pdu.attributes.push_back(number("rated-current", ampere)); });
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::A, 1e6);
        hall.change(&Design::powerElements, panel, [](PowerElement& each) { each.voltage = Voltage(400); });
        link(hall, panel, pdusOf(hall).front().id);
    };
}

// A busway, panel or other element for 800 A behind a breaker of more or as much.
Bend behindBreaker(PowerElementKind kind, double ampere) {
    return [=](Hall& hall) {
        breakerIs(63)(hall);
        const auto row = embed(hall.project, hall.ids,
                               part("test-800", PartCategory::Busway, Mounting::Floor, {number("rated-current", 800)}));
        const auto gear = addElement(hall, PowerElementKind::Switchgear, "Gear", FeedSide::A, 1e6);
        const auto fed = addElement(hall, kind, "Fed", FeedSide::A, 1e6);
        hall.change(&Design::powerElements, fed, [&](PowerElement& each) {
            each.part = row;
            each.voltage = Voltage(400);
            each.breaker = Current(ampere);
        });
        link(hall, gear, fed);
        link(hall, fed, pdusOf(hall).front().id);
    };
}

void oneSupply(Hall& hall) {
    hall.changePart(hall.switchPart, [](Part& part) { part.powerInputs.front().count = 1; });
}
void onlySideA(Hall& hall) {
    for (const PowerElement& pdu : pdusOf(hall))
        if (pdu.name == "A1-B")
            hall.design.powerElements = hall.design.powerElements.with({}, {pdu.id});
}
// Both PDUs of the first rack on one panel, or each on a panel of its own; all panels on one mains.
Bend panelsOfFirstRack(int panels, bool isMainsDrawn = true) {
    return [=](Hall& hall) {
        std::vector<Id<PowerElement>> above;
        for (int i = 0; i < panels; ++i)
            above.push_back(addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::None, 1e6));
        const std::vector<PowerElement> pdus = pdusOf(hall);
        for (std::size_t i = 0; i < 2; ++i)
            link(hall, above[i % above.size()], pdus[i].id);
        if (!isMainsDrawn)
            return;
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        for (const Id<PowerElement> panel : above)
            link(hall, mains, panel);
    };
}
void noSides(Hall& hall) {
    for (const PowerElement& pdu : pdusOf(hall))
        hall.change(&Design::powerElements, pdu.id, [](PowerElement& each) { each.side = FeedSide::None; });
}
void noSupplies(Hall& hall) {
    hall.changePart(hall.switchPart, [](Part& part) { part.powerInputs.clear(); });
}

// A panel with the single-phase PDUs of side A of the first racks, on these poles; another panel feeds the rest.
Bend panelOn(std::vector<std::string> poles) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::A, 1e6);
        const auto rest = addElement(hall, PowerElementKind::RemotePowerPanel, "Rest", FeedSide::None, 1e6);
        std::size_t next = 0;
        for (const PowerElement& pdu : pdus) {
            if (pdu.side != FeedSide::A || next == poles.size()) {
                link(hall, rest, pdu.id);
                continue;
            }
            hall.change(&Design::powerElements, pdu.id, [](PowerElement& each) { each.phases = 1; });
            link(hall, panel, pdu.id, poles[next++]);
        }
    };
}
Bend imbalanceIs(std::string share) {
    return [=](Hall& hall) { hall.setSetting("power.phase-imbalance", share); };
}

// Six C20 inlets a node of 3 kW each, two C14 a switch, and outlets for them on each PDU.
void plugsKnown(Hall& hall) {
    for (const auto& [row, inlet] : {std::pair(hall.nodePart, "C20"), std::pair(hall.switchPart, "C14")})
        hall.changePart(row, [inlet = inlet](Part& part) {
            part.powerInputs.front().inlet = inlet;
            part.powerInputs.front().rating = Fact<Power>::known(Power(3'000), Grade::Vendor);
        });
    hall.changePart(hall.pduPart, [](Part& part) {
        part.attributes.push_back(number("outlets-c13", 1));
        part.attributes.push_back(number("outlets-c19", 6));
    });
}
Bend nodeInlet(std::string inlet, std::int64_t phases = 1) {
    return [=](Hall& hall) {
        plugsKnown(hall);
        hall.changePart(hall.nodePart, [&](Part& node) {
            node.powerInputs.front().inlet = inlet;
            node.powerInputs.front().phases = phases;
        });
    };
}

// A panel of 400 V above the first PDU, which is for another voltage.
Bend onPanel(double volts, std::int64_t panelPhases = 3, std::string connector = {}) {
    return [=](Hall& hall) {
        plugsKnown(hall);
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::A, 1e6);
        hall.change(&Design::powerElements, panel, [&](PowerElement& each) {
            each.voltage = Voltage(400);
            each.phases = panelPhases;
        });
        changePdu(hall, "A1-A", [&](PowerElement& pdu) { pdu.voltage = Voltage(volts); });
        link(hall, panel, pdusOf(hall).front().id);
        hall.change(&Design::powerLinks, hall.design.powerLinks.begin()->id, [&](PowerLink& circuit) {
            circuit.connector = connector;
            if (!connector.empty())
                circuit.breaker = Current(32);
        });
    };
}
// The same for the panel's voltage, on these poles.
Bend onPanelPoles(std::string poles, std::int64_t phases = 3, double volts = 400) {
    return both(onPanel(volts), [=](Hall& hall) {
        changePdu(hall, "A1-A", [&](PowerElement& pdu) { pdu.phases = phases; });
        hall.change(&Design::powerLinks, hall.design.powerLinks.begin()->id,
                    [&](PowerLink& circuit) { circuit.poles = poles; });
    });
}
// Supplies for 200 to 240 V: six C20 inlets a node, two C14 a switch; half of each on a PDU of this voltage and
// outlets.
Bend plugged(std::optional<double> volts, double c13, double c19) {
    return [=](Hall& hall) {
        for (const auto& [row, inlet] : {std::pair(hall.nodePart, "C20"), std::pair(hall.switchPart, "C14")})
            hall.changePart(row, [inlet = inlet](Part& part) {
                PowerInput& input = part.powerInputs.front();
                input.inlet = inlet;
                input.voltageLow = Fact<Voltage>::known(Voltage(200), Grade::Vendor);
                input.voltageHigh = Fact<Voltage>::known(Voltage(240), Grade::Vendor);
            });
        hall.changePart(hall.pduPart, [&](Part& part) {
            part.attributes.push_back(number("outlets-c13", c13));
            part.attributes.push_back(number("outlets-c19", c19));
        });
        for (const PowerElement& pdu : pdusOf(hall))
            hall.change(&Design::powerElements, pdu.id, [&](PowerElement& each) {
                if (volts)
                    each.voltage = Voltage(*volts);
            });
    };
}
// Cords of the first node into written outlets of its PDU of side A.
Bend writtenOutlets(std::vector<std::string> outlets) {
    return both(plugged(415, 1, 6), [=](Hall& hall) {
        for (std::size_t i = 0; i < outlets.size(); ++i) {
            CordOverride cord;
            cord.id = hall.ids.take<CordOverride>();
            cord.device = hall.design.devices.begin()->id;
            cord.supply = static_cast<std::int64_t>(2 * i);
            cord.element = pdusOf(hall).front().id;
            cord.outlet = outlets[i];
            hall.design.cordOverrides = hall.design.cordOverrides.with(cord);
        }
    });
}
// On PDUs whose vendor labels the outlets so.
Bend labelled(std::vector<std::string> outlets, std::string labels) {
    return both(writtenOutlets(std::move(outlets)), [=](Hall& hall) {
        hall.changePart(hall.pduPart, [&](Part& part) { part.attributes.push_back(word("outlet-labels", labels)); });
    });
}
// The same with outlets alone that take the plugs of C13 and of C19.
Bend pluggedIntoBoth(int outlets) {
    return both(plugged(415, 0, 0), [=](Hall& hall) {
        hall.changePart(hall.pduPart, [&](Part& part) {
            part.attributes.push_back(word("outlets-other", std::to_string(outlets) + "xeaton-c39"));
        });
    });
}
void nodesOnBusbar(Hall& hall) {
    hall.changePart(hall.nodePart, [](Part& part) { part.powerInputs.front().inlet = "54 VDC busbar"; });
}

// PDUs for 218 V, the first on a panel of another voltage of the same system.
Bend pluggedUnder(double panelVolts) {
    return [=](Hall& hall) {
        plugged(218, 1, 6)(hall);
        const auto panel = addElement(hall, PowerElementKind::RemotePowerPanel, "Panel", FeedSide::A, 1e6);
        hall.change(&Design::powerElements, panel, [&](PowerElement& each) { each.voltage = Voltage(panelVolts); });
        link(hall, panel, pdusOf(hall).front().id);
    };
}

// Nodes peak at 11.5 kW for a short time: 196 kW in all on one UPS.
Bend shortPeaks(double rating, std::optional<double> shortTime) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [](Part& node) {
            node.powerModes.push_back({PowerModeKind::Peak, Fact<Power>::known(Power(11'500), Grade::Vendor), {}});
        });
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, rating);
        for (const PowerElement& pdu : pdus)
            link(hall, ups, pdu.id);
        if (!shortTime)
            return;
        const auto row =
            embed(hall.project, hall.ids,
                  part("test-ups", PartCategory::Ups, Mounting::Floor, {number("short-time-power", *shortTime)}));
        hall.change(&Design::powerElements, ups, [&](PowerElement& each) { each.part = row; });
    };
}
// The same on a UPS of each side.
Bend shortPeaksOfSides(double rating, double shortTime) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [](Part& node) {
            node.powerModes.push_back({PowerModeKind::Peak, Fact<Power>::known(Power(11'500), Grade::Vendor), {}});
        });
        upsOfEachSide(rating)(hall);
        const auto row =
            embed(hall.project, hall.ids,
                  part("test-ups", PartCategory::Ups, Mounting::Floor, {number("short-time-power", shortTime)}));
        for (const PowerElement& each :
             std::vector<PowerElement>(hall.design.powerElements.begin(), hall.design.powerElements.end()))
            if (each.kind == PowerElementKind::Ups)
                hall.change(&Design::powerElements, each.id, [&](PowerElement& ups) { ups.part = row; });
    };
}
// The nodes take 160 of 172 kW; a fifth of that is 34.4 kW.
Bend jobOf(double share) {
    return [=](Hall& hall) {
        Workload job;
        job.id = hall.ids.take<Workload>();
        job.name = "Job";
        job.acceleratorShare = share;
        hall.design.workloads = hall.design.workloads.with(job);
    };
}
// Sixteen nodes of 10 kW that draw this idle.
Bend idleIs(double watts) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [&](Part& node) {
            node.powerModes.push_back({PowerModeKind::Idle, Fact<Power>::known(Power(watts), Grade::Vendor), {}});
        });
    };
}
Bend smoothedBy(std::string share) {
    return [=](Hall& hall) { hall.setSetting("power.smoothed-share", share); };
}
// A node of eight accelerators of 700 W capped so: 7,600 W leaves 400 W to each.
Bend capIs(double watts, bool isKnown = true) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart,
                        [](Part& node) { node.attributes.push_back(word("accelerator-model", "nv-h100-sxm5-80")); });
        if (isKnown)
            embed(hall.project, hall.ids,
                  part("nv-h100-sxm5-80", PartCategory::Accelerator, Mounting::InDevice, {number("tdp", 700)}));
        hall.change(&Design::devices, hall.design.devices.begin()->id,
                    [&](Device& device) { device.powerCap = Power(watts); });
    };
}
// 172 kW for 60 s of generators and 300 s of cooling: 172 kW x 360 s / (0.8 x 0.95) = 81.474 MJ.
Bend batteryOf(std::optional<double> joules, std::optional<double> watts = 1e6) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, 1e6);
        const auto battery = addElement(hall, PowerElementKind::Battery, "Battery", FeedSide::None, {});
        hall.change(&Design::powerElements, battery, [&](PowerElement& each) {
            if (joules)
                each.storedEnergy = Energy(*joules);
            if (watts)
                each.rating = Power(*watts);
        });
        link(hall, battery, ups);
        for (const PowerElement& pdu : pdus)
            link(hall, ups, pdu.id);
    };
}
// A UPS that feeds all, with a battery on a circuit of each way, which may bridge or be alone.
Bend chargedBattery(bool hasMains) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto mains = addElement(hall, PowerElementKind::Utility, "Mains", FeedSide::None, 1e6);
        const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, 1e6);
        const auto battery = addElement(hall, PowerElementKind::Battery, "Battery", FeedSide::None, 1e6);
        if (hasMains)
            link(hall, mains, ups);
        link(hall, ups, battery);
        link(hall, battery, ups);
        for (const PowerElement& pdu : pdus)
            link(hall, ups, pdu.id);
    };
}
// A battery of this power for each side; with one side lost its UPS takes 172 kW / 0.95 = 181.053 kW.
Bend batteriesOfSides(double watts) {
    return [=](Hall& hall) {
        upsOfEachSide(1e6)(hall);
        for (const PowerElement& each :
             std::vector<PowerElement>(hall.design.powerElements.begin(), hall.design.powerElements.end()))
            if (each.kind == PowerElementKind::Ups) {
                const auto battery = addElement(hall, PowerElementKind::Battery, "Battery", each.side, watts);
                hall.change(&Design::powerElements, battery,
                            [](PowerElement& made) { made.storedEnergy = Energy(1e9); });
                link(hall, battery, each.id);
            }
    };
}
Bend storedInUps(double joules) {
    return [=](Hall& hall) {
        const std::vector<PowerElement> pdus = pdusOf(hall);
        const auto ups = addElement(hall, PowerElementKind::Ups, "UPS", FeedSide::None, 1e6);
        hall.change(&Design::powerElements, ups, [&](PowerElement& each) { each.storedEnergy = Energy(joules); });
        for (const PowerElement& pdu : pdus)
            link(hall, ups, pdu.id);
    };
}
// The first rack is fed by one shelf of six modules instead of its PDUs.
Bend shelfOf(std::optional<double> moduleWatts) {
    return [=](Hall& hall) {
        Part shelf = part("test-shelf", PartCategory::PowerShelf, Mounting::Eia19, {});
        PowerInput input;
        input.count = 6;
        if (moduleWatts)
            input.rating = Fact<Power>::known(Power(*moduleWatts), Grade::Vendor);
        shelf.powerInputs.push_back(input);
        const auto row = embed(hall.project, hall.ids, shelf);
        for (const PowerElement& pdu : pdusOf(hall))
            if (pdu.name == "A1-B")
                hall.design.powerElements = hall.design.powerElements.with({}, {pdu.id});
        changePdu(hall, "A1-A", [&](PowerElement& each) {
            each.kind = PowerElementKind::PowerShelf;
            each.part = row;
        });
    };
}

struct Case {
    std::string name, rule;
    Bend bend;
    RuleState state;
    Severity severity = Severity::Note;
    std::string message{};
};

std::vector<Case> cases() {
    using S = Severity;
    constexpr RuleState held = RuleState::Passed, failed = RuleState::Failed, open = RuleState::NotChecked;
    return {
        {"POWER-01 breaker just carries the whole rack", "POWER-01", breakerIs(31.033), held},
        {"POWER-01 breaker a little short when a side is lost", "POWER-01", breakerIs(31.032), failed, S::Error,
         "rule.POWER-01.lost"},
        {"POWER-01 six amperes", "POWER-01", breakerIs(6), failed, S::Error, "rule.POWER-01.over"},
        {"POWER-01 half of the rack where no loss is borne", "POWER-01",
         both(site(site::redundancy, "N"), breakerIs(16)), held},
        {"POWER-01 four fifths of a breaker", "POWER-01", breakerIs(38.791, 400, "nec"), held},
        {"POWER-01 more than four fifths of a breaker", "POWER-01", breakerIs(38.790, 400, "nec"), failed, S::Error,
         "rule.POWER-01.lost"},
        {"POWER-01 voltage unknown", "POWER-01", breakerIs(63, {}), open},
        {"POWER-01 breaker of what the PDU is for", "POWER-01", pduFor(63), held},
        {"POWER-01 breaker of more than the PDU is for", "POWER-01", pduFor(62), failed, S::Error,
         "rule.POWER-01.breaker-large"},
        {"POWER-01 breaker of what the busway is for", "POWER-01", behindBreaker(PowerElementKind::Busway, 800), held},
        {"POWER-01 breaker of more than the busway is for", "POWER-01", behindBreaker(PowerElementKind::Busway, 1'600),
         failed, S::Error, "rule.POWER-01.breaker-large"},
        {"POWER-01 breaker of more than the panel is for", "POWER-01",
         behindBreaker(PowerElementKind::RemotePowerPanel, 1'600), failed, S::Error, "rule.POWER-01.breaker-large"},
        {"POWER-01 breaker of more than the UPS was sold with", "POWER-01", behindBreaker(PowerElementKind::Ups, 1'600),
         held},
        {"POWER-01 breaker unknown", "POWER-01", onPanel(400), open},
        {"POWER-01 bypass just carries all; breakers of PDUs unknown", "POWER-01", pastUps(172'000, 248.3), open},
        {"POWER-01 bypass does not", "POWER-01", pastUps(172'000, 248.2), failed, S::Error, "rule.POWER-01.bypass"},
        {"POWER-01 breaker of a cooler just carries it", "POWER-01", coolersOn(1, 10.104), held},
        {"POWER-01 breaker of a cooler does not", "POWER-01", coolersOn(1, 10.103), failed, S::Error,
         "rule.POWER-01.over"},
        {"POWER-01 each of two breakers of a cooler carries it alone", "POWER-01", coolersOn(2, 10.104), held},
        {"POWER-01 two breakers of a cooler carry it together alone", "POWER-01", coolersOn(2, 10.103), failed,
         S::Error, "rule.POWER-01.lost-from"},
        // 7 kW at 400 V on two lines, 230.9 V on one.
        {"POWER-01 cooler on two lines", "POWER-01", onPoles("L1,L2", coolersOn(1, 17.5)), held},
        {"POWER-01 cooler on two lines of a small breaker", "POWER-01", onPoles("1,3", coolersOn(1, 17.4)), failed,
         S::Error, "rule.POWER-01.over"},
        {"POWER-01 cooler on one line of a small breaker", "POWER-01", onPoles("L3", coolersOn(1, 30.3)), failed,
         S::Error, "rule.POWER-01.over"},
        {"POWER-01 breaker of a cooler unknown", "POWER-01", coolersOn(1, {}), open, S::Note,
         "rule.POWER-01.no-breaker-unit"},
        {"POWER-01 draw of a cooler unknown", "POWER-01", coolersOn(1, 16, 2, {}), open},
        {"POWER-01 share of a breaker that nobody can read", "POWER-01",
         both(breakerIs(63), settingIs("power.continuous-factor", "most")), open},
        {"POWER-01 power factor that nobody can read", "POWER-01",
         both(coolersOn(1, 16), settingIs("power.power-factor", "good")), open},
        {"POWER-02 PDU just carries cords of another rack", "POWER-02", pluggedElsewhere(20'750), held},
        {"POWER-02 PDU does not carry cords of another rack", "POWER-02", pluggedElsewhere(20'749), failed, S::Error,
         "rule.POWER-02.over"},
        {"POWER-03 PDU just carries a PDU below it", "POWER-03", pduOnPdu(43'000), held},
        {"POWER-03 PDU does not carry a PDU below it", "POWER-03", pduOnPdu(42'999), failed, S::Error,
         "rule.POWER-03.over"},
        {"POWER-03 UPS just carries both sides", "POWER-03", upsOfEachSide(172'000), held},
        {"POWER-03 UPS one watt short", "POWER-03", upsOfEachSide(171'999), failed, S::Error, "rule.POWER-03.over"},
        {"POWER-03 one of two transformers just carries all", "POWER-03",
         both(site(site::redundancy, "N+1"), twoTransformers(172'000)), held},
        {"POWER-03 one of two transformers does not", "POWER-03",
         both(site(site::redundancy, "N+1"), twoTransformers(171'999)), failed, S::Error, "rule.POWER-03.one-lost"},
        {"POWER-03 reserve just carries all", "POWER-03", both(site(site::redundancy, "N+1"), reserveUps(172'000)),
         held},
        {"POWER-03 reserve does not", "POWER-03", both(site(site::redundancy, "N+1"), reserveUps(171'999)), failed,
         S::Error, "rule.POWER-03.one-lost"},
        {"POWER-03 feed that nobody named just carries both", "POWER-03", panelsWithoutSides(172'000), held},
        {"POWER-03 feed that nobody named does not", "POWER-03", panelsWithoutSides(171'999), failed, S::Error,
         "rule.POWER-03.over"},
        {"POWER-04 feeds that nobody named", "POWER-04", both(site(site::redundancy, "2N"), panelsWithoutSides(1e6)),
         held},
        {"POWER-04 a cord on each side", "POWER-04", site(site::redundancy, "2N"), held},
        {"POWER-04 one cord", "POWER-04", both(site(site::redundancy, "2N"), oneSupply), failed, S::Error,
         "rule.POWER-04.one-cord"},
        {"POWER-04 all cords on one side", "POWER-04", both(site(site::redundancy, "2N"), onlySideA), failed, S::Error,
         "rule.POWER-04.one-side"},
        {"POWER-04 a panel of its own for each side", "POWER-04",
         both(site(site::redundancy, "2N"), panelsOfFirstRack(2)), held},
        {"POWER-04 both sides on one panel", "POWER-04", both(site(site::redundancy, "2N"), panelsOfFirstRack(1)),
         failed, S::Error, "rule.POWER-04.shared"},
        {"POWER-04 no sides and nothing above drawn", "POWER-04", both(site(site::redundancy, "2N"), noSides), open},
        {"POWER-04 a claim that nobody knows", "POWER-04", site(site::redundancy, "3N"), open},
        {"POWER-05 whether slower devices are accepted nobody can read", "POWER-05",
         both(plugsKnown, settingIs("power.no-degradation", "perhaps")), open},
        {"POWER-05 feeds that nobody named leave three supplies of six", "POWER-05",
         both(plugsKnown, panelsWithoutSides(1e6)), failed, S::Warning, "rule.POWER-05.degrades"},
        {"POWER-05 no sides on one switchgear", "POWER-05", both(plugsKnown, panelsWithoutSides(1e6, true)), open},
        {"POWER-05 no sides", "POWER-05", both(plugsKnown, noSides), open},
        {"POWER-04 supplies unknown", "POWER-04", both(site(site::redundancy, "2N"), noSupplies), open},
        {"POWER-06 half of two sources", "POWER-06", both(site(site::redundancy, "shared"), upsOfEachSide(172'000)),
         held},
        {"POWER-06 more than half of two sources", "POWER-06",
         both(site(site::redundancy, "shared"), upsOfEachSide(171'999)), failed, S::Error, "rule.POWER-06.over"},
        {"POWER-06 rating unknown", "POWER-06", both(site(site::redundancy, "shared"), upsOfEachSide({})), open},
        {"POWER-07 one on each line", "POWER-07", panelOn({"L1", "L2", "L3"}), held},
        {"POWER-07 poles of a panel", "POWER-07", panelOn({"1", "3", "6"}), held},
        {"POWER-07 one on each line by itself", "POWER-07", panelOn({"", "", ""}), held},
        {"POWER-07 all on one line", "POWER-07", panelOn({"L1", "L1", "L1"}), failed, S::Warning,
         "rule.POWER-07.uneven"},
        // Two of four on one line: its current is twice, the mean 4/3 of the others'.
        {"POWER-07 half above the mean", "POWER-07", both(panelOn({"", "", "", ""}), imbalanceIs("0.5")), held},
        {"POWER-07 more above the mean than is allowed", "POWER-07",
         both(panelOn({"", "", "", ""}), imbalanceIs("0.499")), failed, S::Warning, "rule.POWER-07.uneven"},
        {"POWER-07 imbalance that nobody can read", "POWER-07", both(panelOn({"L1", "L2", "L3"}), imbalanceIs("some")),
         open},
        {"POWER-07 load unknown", "POWER-07", both(panelOn({"L1", "L2", "L3"}), unknownPower), open},
        {"POWER-08 415 V on 400 V", "POWER-08", onPanel(415), held},
        {"POWER-08 380 V on 400 V", "POWER-08", onPanel(380), held},
        {"POWER-08 poles of three lines", "POWER-08", onPanelPoles("1,3,5"), held},
        {"POWER-08 poles of two lines for three", "POWER-08", onPanelPoles("1,3"), failed, S::Error,
         "rule.POWER-08.poles-phases"},
        {"POWER-08 two lines across", "POWER-08", onPanelPoles("L1,L2", 1), held},
        {"POWER-08 one line for two", "POWER-08", onPanelPoles("L1", 1), failed, S::Error,
         "rule.POWER-08.poles-across"},
        {"POWER-08 one line to neutral", "POWER-08", onPanelPoles("L3", 1, 230), held},
        {"POWER-08 two lines for one", "POWER-08", onPanelPoles("L1,L3", 1, 230), failed, S::Error,
         "rule.POWER-08.poles-neutral"},
        {"POWER-08 poles that nobody can read", "POWER-08", onPanelPoles("left"), open, S::Note,
         "rule.POWER-08.poles-unknown"},
        {"POWER-08 379 V on 400 V", "POWER-08", onPanel(379), failed, S::Error, "rule.POWER-08.voltage"},
        // 10 kW on three cords of 16 A: 208.34 V, whatever the PDUs are for.
        {"POWER-08 cords at the voltage of the panel", "POWER-08", pluggedUnder(208.34), held},
        {"POWER-08 more than a C19 carries at the voltage of the panel", "POWER-08", pluggedUnder(208.3), failed,
         S::Error, "rule.POWER-08.cord-c19"},
        {"POWER-08 connector of the breaker's current", "POWER-08", onPanel(400, 3, "IEC 60309 32 A 3P+N+E"), held},
        {"POWER-08 connector for less than the breaker", "POWER-08", onPanel(400, 3, "IEC 60309 16 A 3P+N+E"), failed,
         S::Error, "rule.POWER-08.connector"},
        {"POWER-08 connector of one phase", "POWER-08", onPanel(400, 3, "IEC 60309 32 A 1P+N+E"), failed, S::Error,
         "rule.POWER-08.connector-phases"},
        {"POWER-08 connector without a current", "POWER-08", onPanel(400, 3, "hook"), open},
        {"POWER-08 PDU on the lines of another", "POWER-08", both(plugged(415, 1, 6), pduOnPduOf(415)), held},
        {"POWER-08 PDU of another voltage on a PDU", "POWER-08", both(plugged(415, 1, 6), pduOnPduOf(240)), failed,
         S::Error, "rule.POWER-08.voltage"},
        {"POWER-08 plugs known", "POWER-08", nodeInlet("C20"), held},
        {"POWER-08 plug of another kind", "POWER-08", nodeInlet("NEMA L6-30P"), failed, S::Error, "rule.POWER-08.plug"},
        {"POWER-08 plug of three phases", "POWER-08", nodeInlet("IEC 60309 32 A", 3), failed, S::Error,
         "rule.POWER-08.supply-phases"},
        {"POWER-08 plug unknown", "POWER-08", nodeInlet(""), open},
        {"POWER-08 208 V on 400 V", "POWER-08", onPanel(208), failed, S::Error, "rule.POWER-08.voltage"},
        {"POWER-08 three phases on one", "POWER-08", onPanel(400, 1), failed, S::Error, "rule.POWER-08.phases"},
        {"POWER-08 direct current for a PDU", "POWER-08", onPanel(400, 0), failed, S::Error, "rule.POWER-08.direct"},
        // 415 V from line to line: 239.6 V at the outlets; 14.3 A a cord with one side lost.
        {"POWER-08 all plugged", "POWER-08", plugged(415, 1, 6), held},
        {"POWER-08 supplies of another voltage", "POWER-08", plugged(480, 1, 6), failed, S::Error,
         "rule.POWER-08.supply"},
        {"POWER-08 one C19 short", "POWER-08", plugged(415, 2, 5), failed, S::Error, "rule.POWER-08.c19"},
        {"POWER-08 one C13 short", "POWER-08", plugged(415, 0, 7), failed, S::Warning, "rule.POWER-08.c13"},
        {"POWER-08 no outlet left", "POWER-08", plugged(415, 0, 6), failed, S::Error, "rule.POWER-08.outlets"},
        {"POWER-08 outlets that take both plugs", "POWER-08", pluggedIntoBoth(7), held},
        {"POWER-08 one that takes both plugs short", "POWER-08", pluggedIntoBoth(6), failed, S::Error,
         "rule.POWER-08.outlets"},
        {"POWER-08 cords in written outlets", "POWER-08", writtenOutlets({"C19-1", "C19-6"}), held},
        {"POWER-08 cords in outlets by the vendor's labels", "POWER-08", labelled({"7", "2"}, "1=C13, 2-7=C19"), held},
        {"POWER-08 label that the vendor does not print", "POWER-08", labelled({"8"}, "1=C13, 2-7=C19"), failed,
         S::Error, "rule.POWER-08.outlet-missing"},
        {"POWER-08 one outlet by both of its names", "POWER-08", labelled({"A2", "C19-2"}, "B1=C13, A1-A6=C19"), failed,
         S::Error, "rule.POWER-08.outlet-twice"},
        {"POWER-08 written outlet beyond the last", "POWER-08", writtenOutlets({"C19-7"}), failed, S::Error,
         "rule.POWER-08.outlet-missing"},
        {"POWER-08 written outlet of another name", "POWER-08", writtenOutlets({"Z99"}), failed, S::Error,
         "rule.POWER-08.outlet-missing"},
        {"POWER-08 two cords in one outlet", "POWER-08", writtenOutlets({"C19-1", "C19-1"}), failed, S::Error,
         "rule.POWER-08.outlet-twice"},
        {"POWER-08 supplies of a busbar", "POWER-08", both(plugged(415, 1, 6), nodesOnBusbar), failed, S::Error,
         "rule.POWER-08.plug"},
        // 10 kW on three cords of 208 V: 16.03 A.
        {"POWER-08 more than a C19 carries", "POWER-08", plugged(208, 1, 6), failed, S::Error,
         "rule.POWER-08.cord-c19"},
        {"POWER-08 all cords where no loss is borne", "POWER-08", both(site(site::redundancy, "N"), plugged(208, 1, 6)),
         held},
        {"POWER-08 voltage unknown", "POWER-08", plugged({}, 1, 6), open},
        {"POWER-09 UPS just carries all", "POWER-09", modules(1, 172'000), held},
        {"POWER-09 UPS one watt short", "POWER-09", modules(1, 171'999), failed, S::Error, "rule.POWER-09.over"},
        {"POWER-09 UPS beside its bypass just carries all", "POWER-09", pastUps(172'000, 400), held},
        {"POWER-09 UPS beside its bypass does not", "POWER-09", pastUps(171'999, 400), failed, S::Error,
         "rule.POWER-09.over"},
        {"POWER-09 UPS beside a bypass by a switch just carries all", "POWER-09", pastUpsBySwitch(172'000), held},
        {"POWER-09 UPS beside a bypass by a switch does not", "POWER-09", pastUpsBySwitch(171'999), failed, S::Error,
         "rule.POWER-09.over"},
        // 172 kW / 0.95 above the UPS.
        {"POWER-09 coolers on circuits", "POWER-09", coolersOn(1, 16), held},
        {"POWER-09 a cooler without a circuit beside one with", "POWER-09", coolersOn(1, 16, 1), failed, S::Error,
         "rule.POWER-09.unit"},
        {"POWER-09 a cooler of the building without a circuit", "POWER-09", coolersExist(coolersOn(1, 16, 1)), open,
         S::Note, "rule.POWER-09.unit-not-drawn"},
        {"POWER-09 circuits of coolers are not drawn", "POWER-09", coolersOn(1, 16, 0), open, S::Note,
         "rule.POWER-09.unit-not-drawn"},
        {"POWER-09 coolers that draw nothing", "POWER-09", coolersOn(1, 16, 0, 0.0), held},
        {"POWER-09 draw of a cooler unknown", "POWER-09", coolersOn(1, 16, 2, {}), open},
        {"POWER-09 mains just carries the loss of the UPS too", "POWER-09", modules(1, 172'000, 181'053), held},
        {"POWER-09 mains short of the loss of the UPS", "POWER-09", modules(1, 172'000, 181'052), failed, S::Error,
         "rule.POWER-09.over"},
        {"POWER-09 two of three modules just carry", "POWER-09", modules(3, 86'000), held},
        {"POWER-09 two of three modules do not", "POWER-09", modules(3, 85'999), failed, S::Error,
         "rule.POWER-09.module-lost"},
        {"POWER-09 two of three generators on a bus just carry", "POWER-09", generatorsOnBus(86'000), held},
        {"POWER-09 two of three generators on a bus do not", "POWER-09", generatorsOnBus(85'999), failed, S::Error,
         "rule.POWER-09.module-lost"},
        {"POWER-09 mains drawn after the bus of generators just carry", "POWER-09", generatorsOnBus(86'000, 172'000),
         held},
        {"POWER-09 mains drawn after the bus of generators do not", "POWER-09", generatorsOnBus(86'000, 171'999),
         failed, S::Error, "rule.POWER-09.over"},
        {"POWER-09 mains before a generator", "POWER-09", onGenerator(true), held},
        {"POWER-09 generator alone", "POWER-09", onGenerator(false), failed, S::Error, "rule.POWER-09.standby-only"},
        {"POWER-09 PDU that says another side than its circuit", "POWER-09", pduSaysOther("2N"), failed, S::Error,
         "rule.POWER-09.other-side"},
        {"POWER-04 a wrong label takes no cord away", "POWER-04", pduSaysOther("2N"), held},
        {"POWER-09 UPS that says another side than all below it", "POWER-09", upsSaysOther, failed, S::Error,
         "rule.POWER-09.feeds-other-side"},
        {"POWER-09 circuit from the other side where 2N is claimed", "POWER-09", pduOnOtherSide("2N"), held},
        {"POWER-04 circuit from the other side", "POWER-04", pduOnOtherSide("2N"), failed, S::Error,
         "rule.POWER-04.shared"},
        {"POWER-09 circuit from the other side", "POWER-09", pduOnOtherSide("N+1"), failed, S::Error,
         "rule.POWER-09.other-side"},
        {"POWER-09 sides meet in a transfer switch", "POWER-09", fedFromBothSides(PowerElementKind::TransferSwitch),
         held},
        {"POWER-09 sides tied at a busway", "POWER-09", fedFromBothSides(PowerElementKind::Busway), failed, S::Error,
         "rule.POWER-09.tied"},
        {"POWER-09 ring below the mains", "POWER-09", ringBelowMains, failed, S::Error, "rule.POWER-09.feeds-itself"},
        {"POWER-09 battery that its UPS charges", "POWER-09", chargedBattery(true), held},
        {"POWER-09 battery alone", "POWER-09", chargedBattery(false), failed, S::Error, "rule.POWER-09.battery-only"},
        {"POWER-09 transformers that nothing feeds", "POWER-09", twoTransformers(1e6), failed, S::Warning,
         "rule.POWER-09.no-source"},
        {"POWER-09 rating of UPS unknown", "POWER-09", upsOfEachSide({}), open, S::Note, "rule.not-checked.rating"},
        {"POWER-10 within the rating", "POWER-10", shortPeaks(196'000, {}), held},
        {"POWER-10 within what is borne for a short time", "POWER-10", shortPeaks(195'999, 196'000), held},
        {"POWER-10 above both", "POWER-10", shortPeaks(195'999, 195'999), failed, S::Warning, "rule.POWER-10.over"},
        {"POWER-10 one side just bears the peaks of both", "POWER-10", shortPeaksOfSides(172'000, 196'000), held},
        {"POWER-10 one side does not", "POWER-10", shortPeaksOfSides(172'000, 195'999), failed, S::Warning,
         "rule.POWER-10.lost"},
        {"POWER-10 one side does not where no loss is borne", "POWER-10",
         both(site(site::redundancy, "N"), shortPeaksOfSides(172'000, 195'999)), held},
        {"POWER-10 what is borne for a short time unknown", "POWER-10", shortPeaks(195'999, {}), open},
        // (160 - 32) kW x 0.26875 = 34.4 kW, a fifth of 172 kW.
        {"POWER-11 a fifth of the site", "POWER-11", both(jobOf(0.2687), idleIs(2'000)), held},
        {"POWER-11 more than a fifth of the site", "POWER-11", both(jobOf(0.2688), idleIs(2'000)), failed, S::Note,
         "rule.POWER-11.swing"},
        // The whole peak, 160 kW x 0.215 = 34.4 kW, is the most that the step can be.
        {"POWER-11 a fifth of the site whatever is drawn idle", "POWER-11", jobOf(0.215), held},
        {"POWER-11 a step of unknown idle power", "POWER-11", jobOf(0.2151), open, S::Note, "rule.POWER-11.up-to"},
        // 128 kW x 0.5 x (1 - 0.4625) = 34.4 kW.
        {"POWER-11 smoothed to a fifth of the site", "POWER-11",
         both(both(jobOf(0.5), idleIs(2'000)), smoothedBy("0.4626")), held},
        {"POWER-11 smoothed, but not enough", "POWER-11", both(both(jobOf(0.5), idleIs(2'000)), smoothedBy("0.4624")),
         failed, S::Note, "rule.POWER-11.swing"},
        {"POWER-11 smoothing that nobody can read", "POWER-11",
         both(jobOf(1), settingIs("power.ramp-smoothing", "agreed")), open},
        {"POWER-11 power unknown", "POWER-11", both(jobOf(1), unknownPower), open},
        {"POWER-12 400 W an accelerator", "POWER-12", capIs(7'600), held},
        {"POWER-12 below 400 W an accelerator", "POWER-12", capIs(7'599), failed, S::Error, "rule.POWER-12.below"},
        {"POWER-12 one watt is left", "POWER-12", capIs(4'401), failed, S::Error, "rule.POWER-12.below"},
        {"POWER-12 nothing is left to the accelerators", "POWER-12", capIs(4'400), failed, S::Error,
         "rule.POWER-12.none"},
        {"POWER-12 above the maximum", "POWER-12", capIs(10'001), failed, S::Error, "rule.POWER-12.above"},
        {"POWER-12 accelerator unknown", "POWER-12", capIs(7'600, false), open},
        {"POWER-13 battery just lasts", "POWER-13", batteryOf(81'474'000), held},
        {"POWER-13 battery does not", "POWER-13", batteryOf(81'473'000), failed, S::Warning, "rule.POWER-13.short"},
        {"POWER-13 battery just gives what both sides take", "POWER-13", batteriesOfSides(181'053), held},
        {"POWER-13 battery does not give what both sides take", "POWER-13", batteriesOfSides(181'052), failed, S::Error,
         "rule.POWER-13.power-lost"},
        {"POWER-13 battery does not give what its side takes", "POWER-13", batteriesOfSides(90'000), failed, S::Error,
         "rule.POWER-13.power"},
        {"POWER-13 battery gives what its side takes, where no loss is borne", "POWER-13",
         both(site(site::redundancy, "N"), batteriesOfSides(91'000)), held},
        {"POWER-13 energy in the UPS itself", "POWER-13", storedInUps(81'474'000), held},
        {"POWER-13 too little in the UPS itself", "POWER-13", storedInUps(81'473'000), failed, S::Warning,
         "rule.POWER-13.short"},
        {"POWER-13 energy unknown", "POWER-13", batteryOf({}), open, S::Note, "rule.POWER-13.no-energy"},
        {"POWER-13 what the battery gives at once unknown", "POWER-13", batteryOf(81'474'000, {}), open, S::Note,
         "rule.POWER-13.unrated"},
        {"POWER-14 five modules just carry", "POWER-14", shelfOf(4'300), held},
        {"POWER-14 five modules do not", "POWER-14", shelfOf(4'299), failed, S::Error, "rule.POWER-14.over"},
        {"POWER-14 rating unknown", "POWER-14", shelfOf({}), open},
    };
}

} // namespace

std::vector<RuleCase> powerCases() {
    std::vector<RuleCase> list;
    for (const Case& test : cases())
        list.push_back({test.name, test.rule,
                        [bend = test.bend] {
                            Hall made = hall();
                            // Its coolers need no circuit, but for the cases that give them one.
                            for (const Id<CoolingUnit> unit : made.coolers)
                                made.change(&Design::coolingUnits, unit,
                                            [](CoolingUnit& row) { row.draw = Power(0.0); });
                            bend(made);
                            return made.snapshot();
                        },
                        test.state, test.severity, test.message});
    return list;
}

} // namespace rackwright::fixture
