// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_of_power.h"

#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "solvers/engine/subject_name.h"
#include "solvers/facility/accelerator_counts.h"
#include "solvers/power/circuit_rules.h"
#include "solvers/power/circuits.h"
#include "solvers/power/loads.h"
#include "solvers/power/phases.h"
#include "solvers/power/power_ways.h"
#include "solvers/power/rack_feeds.h"
#include "solvers/power/source_rules.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

bool isStoring(const PowerElement& element) { return element.kind == PowerElementKind::Battery; }

std::string elementName(const PowerElement& element) {
    return element.name.empty() ? std::to_string(element.id.value) : element.name;
}

/// The rating of the row or part, else what its breaker lets through at its voltage, by the practice of the region.
std::optional<double> lossRating(const Context& context, const PowerElement& element) {
    const Value stated = elementRating<Value>(context, element).si();
    if (stated.isKnown())
        return stated.typical();
    const std::string region = siteText(context.project(), site::region);
    if (!element.breaker || !element.voltage || region.empty() || element.deliversDirectCurrent)
        return std::nullopt;
    const double phases = element.phases == 3 ? std::sqrt(3.0) : 1.0;
    return phases * element.voltage->si() * element.breaker->si() * (region == "nec" ? 0.8 : 1.0);
}

/// What feeds the devices of a rack: its PDUs, or its shelves where it has none.
PowerElementKind sourceKind(const std::vector<const PowerElement*>& elements) {
    const bool hasPdu =
        std::ranges::any_of(elements, [](const PowerElement* each) { return each->kind == PowerElementKind::RackPdu; });
    return hasPdu ? PowerElementKind::RackPdu : PowerElementKind::PowerShelf;
}

} // namespace

void lack(HallTaken& taken, Message message) {
    if (std::ranges::find(taken.missing, message) == taken.missing.end())
        taken.missing.push_back(std::move(message));
}

LossOfPower::LossOfPower(const Context& context, LoadsAfterLoss loads) : m_loads(loads), m_accelerators(context) {
    orderNodes(context);
    noteRacks(context);
    noteUnits(context);
    noteConversion(context);
    workOutLoads(context);
    noteRatings(context);
    noteBatteries(context);
    m_rest = m_states;
}

// Circuits within rings are left out: they lead nowhere.
void LossOfPower::orderNodes(const Context& context) {
    const auto& rings = context.lookUp<PowerRings>();
    const Design& design = context.design();
    const auto present = [&design](Id<PowerElement> id) {
        const PowerElement* element = design.powerElements.find(id);
        return element && element->scope.isPresent() ? element : nullptr;
    };
    const auto isFollowed = [&](const PowerLink& link) {
        const PowerElement* from = present(link.from);
        const PowerElement* to = present(link.to);
        return from && to && !isStoring(*from) && !isStoring(*to) && rings.isFollowed(link);
    };
    std::unordered_map<Id<PowerElement>, std::size_t> open;
    std::vector<const PowerElement*> ready;
    for (const PowerElement& element : design.powerElements) {
        if (!element.scope.isPresent())
            continue;
        const auto& links = context.linksTo(element.id);
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(links, [&](const PowerLink* link) { return isFollowed(*link); }));
        open.emplace(element.id, count);
        if (count == 0)
            ready.push_back(&element);
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
        m_places.emplace(ready[i]->id, i);
        for (const PowerLink* link : context.linksFrom(ready[i]->id))
            if (isFollowed(*link) && --open.at(link->to) == 0)
                ready.push_back(present(link->to));
    }
    const auto& upstream = context.lookUp<Upstream>();
    m_nodes.resize(ready.size());
    m_states.resize(ready.size());
    const auto& ways = context.lookUp<PowerWays>();
    for (std::size_t i = 0; i < ready.size(); ++i) {
        Node& node = m_nodes[i];
        node.element = ready[i];
        for (const PowerLink* link : context.linksTo(ready[i]->id))
            if (isFollowed(*link)) {
                node.above.push_back(m_places.at(link->from));
                if (ways.isBypass(link->id))
                    node.bypasses.push_back(node.above.back());
                m_nodes[m_places.at(link->from)].below.push_back(i);
            }
        const bool isRing = rings.feedsItself(ready[i]->id);
        if (isRing && m_ring.empty())
            m_ring = elementName(*ready[i]);
        node.hasRing = isRing;
        node.isLoadKnown = !isRing;
        if (node.above.empty())
            node.state = isRing || upstream.isUnfed(*ready[i]) ? State::Unknown : State::Live;
        else
            node.state = stateOf(node, m_states);
        node.isStandby = ready[i]->kind == PowerElementKind::Generator ||
                         (!node.above.empty() && std::ranges::all_of(node.above, [this](std::size_t above) {
                             return m_nodes[above].isStandby;
                         }));
        m_states[i] = node.state;
    }
    if (upstream.looseLoads() > 0)
        m_loose = subjectName(context, upstream.firstLoose());
}

LossOfPower::State LossOfPower::stateOf(const Node& node, const std::vector<State>& states) const {
    State best = State::Dead;
    for (const std::size_t above : node.above)
        best = std::min(best, states[above]);
    return best;
}

// Of the load of a node on one of its circuits, as sharingCircuits() has it: mains before what stands by, what goes
// through a UPS before what passes by it, and of a transfer switch the circuit that was drawn first.
double LossOfPower::shareOf(const Node& node, std::size_t above, const std::vector<State>& states) const {
    const auto isAlive = [&](std::size_t each) { return states[each] != State::Dead; };
    const auto isMains = [&](std::size_t each) { return isAlive(each) && !m_nodes[each].isStandby; };
    const bool hasMains = std::ranges::any_of(node.above, isMains);
    const auto mayCarry = [&](std::size_t each) { return hasMains ? isMains(each) : isAlive(each); };
    const auto isWhole = [&](std::size_t each) { return mayCarry(each) && !std::ranges::count(node.bypasses, each); };
    const bool hasWhole = std::ranges::any_of(node.above, isWhole);
    const auto carries = [&](std::size_t each) { return hasWhole ? isWhole(each) : mayCarry(each); };
    if (!carries(above))
        return 0;
    if (node.element && node.element->kind == PowerElementKind::TransferSwitch) {
        const auto first = std::ranges::find_if(node.above, carries);
        return *first == above ? 1 / static_cast<double>(std::ranges::count(node.above, above)) : 0;
    }
    return 1 / static_cast<double>(std::ranges::count_if(node.above, carries));
}

// Racks of one likeness hold the same at the same elements; a cord to an element elsewhere makes a rack its own kind.
void LossOfPower::noteRacks(const Context& context) {
    std::unordered_map<Fingerprint, std::size_t, FingerprintHash> byLikeness;
    std::set<Id<Rack>> own;
    const Design& design = context.design();
    for (const CordOverride& cord : design.cordOverrides)
        if (const Device* device = design.devices.find(cord.device))
            own.insert(context.rackHolding(*device));
    for (const Module& module : design.modules)
        if (const Device* device = design.devices.find(module.device))
            own.insert(context.rackHolding(*device));
    for (const Rack* rack : context.racks()) {
        const RackContents& contents = context.contents(rack->id);
        if (contents.devices.empty() || contents.elements.empty())
            continue;
        RackUse use;
        use.rack = rack->id;
        std::vector<const PowerElement*> elements = contents.elements;
        if (own.contains(rack->id))
            for (const CordOverride* cord : contents.cords)
                if (const PowerElement* chosen = design.powerElements.find(cord->element);
                    chosen && chosen->scope.isPresent() && !std::ranges::count(elements, chosen))
                    elements.push_back(chosen);
        std::erase_if(elements, [this](const PowerElement* each) { return !m_places.contains(each->id); });
        const auto known = byLikeness.find(contents.likeness);
        if (known != byLikeness.end() && !own.contains(rack->id)) {
            use.contents = known->second;
        } else {
            use.contents = m_contents.size();
            m_contents.push_back(contentsOf(context, *rack, elements));
            if (!own.contains(rack->id))
                byLikeness.emplace(contents.likeness, use.contents);
        }
        for (const PowerElement* element : elements) {
            use.nodes.push_back(m_places.at(element->id));
            m_nodes[use.nodes.back()].racks.push_back(m_racks.size());
        }
        m_racks.push_back(std::move(use));
    }
}

void LossOfPower::noteUnits(const Context& context) {
    for (const Id<CoolingUnit> id : context.fedUnits()) {
        const CoolingUnit* unit = context.design().coolingUnits.find(id);
        if (!unit || !unit->scope.isPresent())
            continue;
        FedUnit fed;
        fed.unit = id;
        for (const PowerLink* link : context.linksTo(id))
            if (const auto above = m_places.find(link->from);
                above != m_places.end() && !isStoring(*m_nodes[above->second].element))
                fed.node.above.push_back(above->second);
        if (fed.node.above.empty())
            continue;
        fed.node.state = stateOf(fed.node, m_states);
        const Value watts = unitDraw<Value>(context, *unit).si();
        if (watts.isKnown())
            fed.watts = watts.typical();
        for (const std::size_t above : fed.node.above)
            if (!std::ranges::count(m_nodes[above].units, m_units.size()))
                m_nodes[above].units.push_back(m_units.size());
        m_units.push_back(std::move(fed));
    }
}

LossOfPower::Contents LossOfPower::contentsOf(const Context& context, const Rack& rack,
                                              const std::vector<const PowerElement*>& elements) {
    Contents made;
    made.elements = elements.size();
    const RackContents& contents = context.contents(rack.id);
    const PowerElementKind kind = sourceKind(contents.elements);
    using Key = std::tuple<Id<PartRow>, double, std::vector<std::int64_t>, std::int64_t>;
    std::map<Key, std::size_t> known;
    for (const FedDevice& fed : fedDevices(context, contents)) {
        const Device* device = fed.device;
        const Part* part = context.part(device->part);
        Devices group;
        group.part = device->part;
        const auto& feeds = fed.feeds;
        group.supplies = static_cast<std::int64_t>(feeds.size());
        for (const PowerElement* element : elements)
            group.on.push_back(feeds.empty() ? (element->kind == kind ? 1 : 0) : std::ranges::count(feeds, element));
        const std::int64_t count = m_accelerators.of(context, *device, contents.devices);
        const double cap = device->powerCap ? device->powerCap->si() : -1;
        const auto [it, isNew] = known.try_emplace({device->part, cap, group.on, count}, made.devices.size());
        if (isNew) {
            const Value watts =
                devicePower<Value>(context, {device->part, 1, device->powerCap}, LoadKind::Limited).si();
            if (watts.isKnown())
                group.watts = watts.typical();
            if (part && part->powerInputs.size() == 1) {
                const PowerInput& input = part->powerInputs.front();
                group.required = input.required;
                const Value rating = input.rating.typical() ? Value(input.rating.typical()->si())
                                                            : plainPartNumber(context, device->part, "psu-rating");
                if (rating.isKnown())
                    group.supplyRating = rating.typical();
            }
            m_partNames.emplace(device->part, part ? partTitle(*part) : std::string());
            made.devices.push_back(std::move(group));
        }
        ++made.devices[it->second].count;
        made.devices[it->second].accelerators += count;
    }
    return made;
}

LossOfPower::Outcome LossOfPower::workOut(const Contents& contents, const std::vector<State>& states) const {
    Outcome made;
    made.own.resize(contents.elements);
    for (const Devices& group : contents.devices) {
        std::int64_t live = 0, unknown = 0, all = 0;
        for (std::size_t i = 0; i < states.size(); ++i) {
            all += group.on[i];
            live += states[i] == State::Live ? group.on[i] : 0;
            unknown += states[i] == State::Unknown ? group.on[i] : 0;
        }
        if (all == 0) // no supply of its own rack, or none known
            continue;
        const auto name = [&] { return m_partNames.at(group.part); };
        const auto gives = [&](std::int64_t supplies) -> std::optional<bool> {
            if (supplies == all)
                return true;
            if (group.supplies == 0)
                return std::nullopt;
            if (group.required && supplies >= *group.required)
                return true;
            if (group.watts && group.supplyRating)
                return static_cast<double>(supplies) * *group.supplyRating >= *group.watts * (1 - 1e-9);
            return std::nullopt;
        };
        const bool isTouched = live + unknown < all;
        if (isTouched && live + unknown == 0) {
            made.dark += group.count;
            made.darkAccelerators += group.accelerators;
            continue;
        }
        if (live == 0)
            made.unsure += group.count;
        if (isTouched) {
            const auto atMost = gives(live + unknown);
            const auto atLeast = live > 0 ? gives(live) : std::optional(false);
            if (atMost && !*atMost) {
                made.throttled += group.count;
                made.throttledAccelerators += group.accelerators;
            } else if (!atLeast || !*atLeast) {
                made.open += group.count;
                made.openAccelerators += group.accelerators;
                if (unknown > 0)
                    made.missing.push_back(Message("losses.missing.circuits"));
                else if (group.supplies == 0)
                    made.missing.push_back(Message("losses.missing.supplies").with("part", name()));
                else if (!group.supplyRating)
                    made.missing.push_back(Message("losses.missing.supply-rating").with("part", name()));
                else
                    made.missing.push_back(Message("losses.missing.power").with("part", name()));
            }
        }
        if (!group.watts)
            continue;
        const double each = static_cast<double>(group.count) * *group.watts / static_cast<double>(live + unknown);
        for (std::size_t i = 0; i < states.size(); ++i)
            if (states[i] != State::Dead)
                made.own[i] += each * static_cast<double>(group.on[i]);
    }
    return made;
}

const LossOfPower::Outcome& LossOfPower::outcome(std::size_t contents, const std::vector<State>& states) {
    const auto [it, isNew] = m_outcomes.try_emplace({contents, states});
    if (isNew)
        it->second = workOut(m_contents[contents], states);
    return it->second;
}

std::vector<LossOfPower::State> LossOfPower::statesOf(const RackUse& rack, const std::vector<State>& states) const {
    std::vector<State> found;
    for (const std::size_t node : rack.nodes)
        found.push_back(states[node]);
    return found;
}

// As drawnPower() has it.
void LossOfPower::noteConversion(const Context& context) {
    for (Node& node : m_nodes) {
        const auto efficiency = readEfficiency(context, *node.element);
        if (!efficiency)
            continue;
        node.efficiency = efficiency->value.typical();
        const Value fixed = plainPartNumber(context, node.element->part, kFixedLoss.key);
        if (!fixed.isUnknown())
            node.fixedLoss = fixed.typical();
    }
}

void LossOfPower::workOutLoads(const Context& context) {
    for (const RackUse& rack : m_racks) {
        const Outcome& whole = outcome(rack.contents, statesOf(rack, m_states));
        const auto& devices = m_contents[rack.contents].devices;
        for (std::size_t i = 0; i < rack.nodes.size(); ++i) {
            Node& node = m_nodes[rack.nodes[i]];
            node.load += whole.own[i];
            for (const Devices& group : devices)
                node.isLoadKnown = node.isLoadKnown && (group.watts || group.on[i] == 0);
        }
    }
    for (const FedUnit& fed : m_units)
        for (const std::size_t above : fed.node.above) {
            m_nodes[above].load += fed.watts.value_or(0) * shareOf(fed.node, above, m_states);
            m_nodes[above].isLoadKnown = m_nodes[above].isLoadKnown && fed.watts;
        }
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        const Node& node = m_nodes[i];
        for (const std::size_t above : node.above) {
            m_nodes[above].load += drawnFor(node, node.load) * shareOf(node, above, m_states);
            m_nodes[above].isLoadKnown = m_nodes[above].isLoadKnown && node.isLoadKnown;
            m_nodes[above].hasRing = m_nodes[above].hasRing || node.hasRing;
        }
    }
    const auto& upstream = context.lookUp<Upstream>();
    if (upstream.looseLoads() > 0)
        for (Node& node : m_nodes)
            if (upstream.lacksLoad(*node.element))
                node.isLoadKnown = false;
}

void LossOfPower::noteRatings(const Context& context) {
    for (Node& node : m_nodes)
        node.rating = lossRating(context, *node.element);
}

// Of circuits whose breaker and voltage are known. What an element of the wrong voltage draws follows from neither.
void LossOfPower::watchCircuits(const Context& context) {
    for (Node& node : m_nodes)
        if (node.element->kind == PowerElementKind::Ups)
            if (const auto power = batteryPowerOf(context, *node.element); power && power->isKnown())
                node.batteryPower = power->typical();
    const Value factor = continuousFactor<Value>(context).si();
    const Value powerFactor = setting<Value>(context, setting_of::powerFactor).si();
    if (!factor.isKnown() || !powerFactor.isKnown() || factor.typical() <= 0 || powerFactor.typical() <= 0)
        return;
    for (Node& node : m_nodes) {
        const PowerElement& element = *node.element;
        const auto voltage = inputVoltageOf(context, element);
        std::size_t circuit = 0; // in the order of `above`
        for (const PowerLink* link : context.linksTo(element.id)) {
            const auto from = m_places.find(link->from);
            if (circuit >= node.above.size() || from == m_places.end() || node.above[circuit] != from->second)
                continue;
            const std::size_t place = circuit++;
            std::optional<Current> breaker = link->breaker;
            if (element.breaker && (!breaker || *element.breaker < *breaker))
                breaker = element.breaker;
            if (!breaker || breaker->si() <= 0 || !voltage || voltage->si() <= 0 || !link->scope.isPresent() ||
                isOfOtherVoltage(context, element))
                continue;
            const double lines = element.phases == 3 ? std::sqrt(3.0) : 1.0;
            const double busiest =
                element.phases == 3 ? std::ranges::max(context.lookUp<PhaseLoads>().shape(element.id)) : 1.0;
            node.breakers.push_back({place, breaker->si(), breaker->si() * factor.typical(),
                                     busiest / (lines * voltage->si() * powerFactor.typical())});
        }
    }
}

// 80 % of the energy is left at the end of a battery's life; the losses are those of the UPS.
void LossOfPower::noteBatteries(const Context& context) {
    const Value efficiency = setting<Value>(context, setting_of::upsEfficiency).si();
    for (Node& node : m_nodes) {
        if (node.element->kind != PowerElementKind::Ups)
            continue;
        std::set<const PowerElement*> batteries;
        const auto note = [&](Id<PowerElement> id) {
            const PowerElement* each = context.design().powerElements.find(id);
            if (each && each->scope.isPresent() && isStoring(*each))
                batteries.insert(each);
        };
        for (const PowerLink* link : context.linksTo(node.element->id))
            note(link->from);
        for (const PowerLink* link : context.linksFrom(node.element->id))
            note(link->to);
        for (const PowerElement* each : batteries)
            node.batteries.push_back(each->id);
        std::ranges::sort(node.batteries);
        if (node.element->storedEnergy)
            batteries.insert(node.element);
        node.hasBattery = true;
        double energy = 0;
        bool isKnown = !batteries.empty() && node.load > 0;
        for (const PowerElement* each : batteries) {
            isKnown = isKnown && each->storedEnergy;
            energy += each->storedEnergy ? each->storedEnergy->si() : 0;
        }
        // A load that is at least so much empties a battery sooner: no one knows when.
        node.hasBridgedLess = isKnown && !node.isLoadKnown;
        if (isKnown && node.isLoadKnown)
            node.bridge = {0.8 * energy * efficiency.low() / node.load, energy * efficiency.high() / node.load};
    }
}

bool LossOfPower::carries(Id<PowerElement> element) const {
    const auto found = m_places.find(element);
    if (found == m_places.end())
        return false;
    const Node& node = m_nodes[found->second];
    return !node.below.empty() || !node.racks.empty() || !node.units.empty();
}

// From the lost ones downwards; gives back all nodes whose state or circuits changed.
std::vector<std::size_t> LossOfPower::die(const std::vector<std::size_t>& lost) {
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> next;
    std::set<std::size_t> seen;
    std::vector<std::size_t> changed;
    const auto kill = [&](std::size_t at, State state) {
        m_states[at] = state;
        m_dirty.push_back(at);
        for (const std::size_t below : m_nodes[at].below)
            if (seen.insert(below).second)
                next.push(below);
    };
    for (const std::size_t each : lost)
        if (m_states[each] != State::Dead) {
            m_rides[each] = {};
            m_lost.insert(each);
            seen.insert(each);
            changed.push_back(each);
            kill(each, State::Dead);
        }
    while (!next.empty()) {
        const std::size_t at = next.top();
        next.pop();
        if (m_states[at] == State::Dead)
            continue;
        changed.push_back(at);
        const State state = stateOf(m_nodes[at], m_states);
        if (state == m_states[at])
            continue;
        kill(at, state);
        if (state != State::Dead)
            continue;
        Ride ride;
        for (const std::size_t above : m_nodes[at].above)
            if (const auto it = m_rides.find(above);
                it != m_rides.end() && (!it->second.isKnown || it->second.low >= ride.low))
                ride = it->second;
        if (m_nodes[at].bridge && m_nodes[at].bridge->first >= ride.low)
            ride = {m_nodes[at].bridge->first, m_nodes[at].bridge->second, true, {}};
        else if (m_nodes[at].hasBattery && !m_nodes[at].bridge)
            ride = {0, 0, false,
                    m_nodes[at].hasBridgedLess
                        ? missingLoad(m_nodes[at])
                        : Message("losses.missing.battery").with("name", elementName(*m_nodes[at].element))};
        m_rides[at] = ride;
    }
    return changed;
}

void LossOfPower::takeRacks(const std::vector<std::size_t>& changed, HallTaken& taken) {
    std::set<std::size_t> racks;
    for (const std::size_t at : changed)
        if (m_states[at] != m_nodes[at].state)
            racks.insert(m_nodes[at].racks.begin(), m_nodes[at].racks.end());
    std::optional<Ride> first;
    std::set<const Outcome*> told;
    for (const std::size_t place : racks) {
        const RackUse& rack = m_racks[place];
        const Outcome& before = outcome(rack.contents, [&] {
            std::vector<State> states;
            for (const std::size_t node : rack.nodes)
                states.push_back(m_nodes[node].state);
            return states;
        }());
        const Outcome& after = outcome(rack.contents, statesOf(rack, m_states));
        for (std::size_t i = 0; i < rack.nodes.size(); ++i)
            m_more[rack.nodes[i]] += after.own[i] - before.own[i];
        const auto take = [&](std::int64_t devices, std::int64_t accelerators, TakenRacks& into,
                              std::vector<Id<Rack>>& list) {
            if (devices <= 0)
                return;
            ++into.racks;
            into.accelerators += accelerators;
            list.push_back(rack.rack);
        };
        take(after.dark - before.dark, after.darkAccelerators - before.darkAccelerators, taken.dark, taken.darkRacks);
        if (after.dark > before.dark) {
            taken.throttled.accelerators += after.throttledAccelerators;
        } else if (after.throttled > 0) {
            take(after.throttled, after.throttledAccelerators, taken.throttled, taken.throttledRacks);
            taken.throttledIn.push_back(after.throttledAccelerators);
        }
        take(after.open, after.openAccelerators, taken.open, taken.openRacks);
        if (told.insert(&after).second)
            for (const Message& message : after.missing)
                lack(taken, message);
        // Of what hangs on circuits that nobody knows no heat is told, as if it ran on.
        std::int64_t devices = 0;
        for (const Devices& group : m_contents[rack.contents].devices)
            devices += group.count;
        if (devices > 0 && after.dark + after.unsure == devices)
            taken.emptyRacks.push_back(rack.rack);
        if (after.dark <= before.dark)
            continue;
        const Ride ride = longest(rack.nodes);
        if (!first || !ride.isKnown || (first->isKnown && ride.low < first->low))
            first = ride;
    }
    if (!first)
        return;
    taken.seconds = first->seconds();
    if (first->missing)
        lack(taken, *first->missing);
}

LossOfPower::Ride LossOfPower::longest(const std::vector<std::size_t>& nodes) const {
    Ride ride;
    for (const std::size_t node : nodes)
        if (const auto it = m_rides.find(node);
            it != m_rides.end() && (!it->second.isKnown || (ride.isKnown && it->second.low >= ride.low)))
            ride = it->second;
    return ride;
}

// A unit that is left on fewer circuits draws as much from them.
void LossOfPower::takeUnits(const std::vector<std::size_t>& changed, HallTaken& taken) {
    std::set<std::size_t> units;
    for (const std::size_t at : changed)
        if (m_states[at] != m_nodes[at].state)
            units.insert(m_nodes[at].units.begin(), m_nodes[at].units.end());
    std::optional<Ride> first;
    for (const std::size_t place : units) {
        const FedUnit& fed = m_units[place];
        const State state = stateOf(fed.node, m_states);
        const std::set<std::size_t> above(fed.node.above.begin(), fed.node.above.end());
        for (const std::size_t each : above)
            m_more[each] += fed.watts.value_or(0) *
                            (shareOf(fed.node, each, m_states) - shareOf(fed.node, each, m_rest)) *
                            static_cast<double>(std::ranges::count(fed.node.above, each));
        if (state == State::Unknown && fed.node.state == State::Live)
            lack(taken, Message("losses.missing.circuits"));
        if (state != State::Dead)
            continue;
        taken.darkUnits.push_back(fed.unit);
        const Ride ride = longest(fed.node.above);
        if (!first || !ride.isKnown || (first->isKnown && ride.low < first->low))
            first = ride;
    }
    if (!first)
        return;
    taken.unitSeconds = first->seconds();
    if (first->missing)
        lack(taken, *first->missing);
}

void LossOfPower::noteOverload(const Node& node, double after, HallTaken& taken) const {
    const std::string name = elementName(*node.element);
    if (!node.rating) {
        // One name stands for all.
        if (std::ranges::none_of(taken.missing, [](const Message& each) { return each.id == "losses.missing.rating"; }))
            lack(taken, Message("losses.missing.rating").with("name", name));
        return;
    }
    if (after > *node.rating * (1 + 1e-9)) {
        taken.overloads.push_back({Subject(node.element->id), name, node.load, after, *node.rating, !node.isLoadKnown});
        return;
    }
    if (node.isLoadKnown)
        return;
    Message missing = missingLoad(node);
    if (std::ranges::find(taken.missing, missing.id, &Message::id) == taken.missing.end())
        lack(taken, std::move(missing));
}

// What is too much with nothing lost is no matter of the loss, and what is more than the element is for, or more than
// what feeds it is for, is an overload of these.
void LossOfPower::noteTrips(const Node& node, double after) {
    const Subject subject(node.element->id);
    const auto isOver = [](double found, double limit) { return found > limit * (1 + 1e-9); };
    if (node.rating && isOver(after, *node.rating))
        return;
    for (const Breaker& each : node.breakers) {
        const std::size_t above = node.above[each.circuit];
        if (m_states[above] == State::Dead)
            continue;
        const double before = drawnFor(node, node.load) * shareOf(node, above, m_rest) * each.perWatt;
        const double carried = drawnFor(node, after) * shareOf(node, above, m_states);
        if (m_nodes[above].rating && isOver(carried, *m_nodes[above].rating))
            continue;
        const double now = carried * each.perWatt;
        if (isOver(now, each.carried) && !isOver(before, each.carried) && now > before)
            m_trips.push_back({subject, elementName(*m_nodes[above].element), now, each.carried, each.amperes});
    }
    if (node.batteryPower && isOver(drawnFor(node, after), *node.batteryPower) &&
        !isOver(drawnFor(node, node.load), *node.batteryPower))
        m_trips.push_back({subject, {}, drawnFor(node, after), *node.batteryPower, std::nullopt});
}

Message LossOfPower::missingLoad(const Node& node) const {
    return node.hasRing ? Message("losses.missing.ring").with("name", m_ring)
                        : Message("losses.missing.load").with("name", elementName(*node.element));
}

// From the racks upwards.
void LossOfPower::moveLoads(const std::vector<std::size_t>& changed, HallTaken& taken) {
    for (const std::size_t at : changed)
        m_more.try_emplace(at, 0);
    while (!m_more.empty()) {
        const auto last = std::prev(m_more.end());
        const auto [at, more] = *last;
        m_more.erase(last);
        const Node& node = m_nodes[at];
        const bool isDead = m_states[at] == State::Dead;
        const double after = isDead ? 0 : node.load + more;
        m_after[at] = after;
        if (!isDead && after > node.load + kLeastWatts)
            noteOverload(node, after, taken);
        if (!isDead && (!node.breakers.empty() || node.batteryPower))
            noteTrips(node, after);
        if (m_loads == LoadsAfterLoss::Noted && (isDead || std::abs(after - node.load) > kLeastWatts))
            taken.loads.push_back({Subject(node.element->id),
                                   isDead || node.isLoadKnown ? Value(after) : Value(after) + Value::unknown(),
                                   isDead});
        for (std::size_t i = 0; i < node.above.size(); ++i) {
            const std::size_t above = node.above[i];
            if (m_states[above] == State::Dead)
                continue;
            const double now = isDead ? 0 : drawnFor(node, after) * shareOf(node, above, m_states);
            const double was = drawnFor(node, node.load) * shareOf(node, above, m_rest);
            if (std::abs(now - was) > 1e-6)
                m_more[above] += now - was;
        }
    }
}

// As the load of a generator has it: a circuit from it beside a mains carries what that does not any more.
std::vector<double> LossOfPower::standbyLoads(const std::vector<State>& states,
                                              const std::vector<double>& loads) const {
    std::vector<State> withoutMains = states;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (!m_nodes[i].isStandby)
            withoutMains[i] = State::Dead;
    std::vector<double> more(m_nodes.size());
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        const Node& node = m_nodes[i];
        if (!node.isStandby || states[i] == State::Dead)
            continue;
        for (const std::size_t at : node.below) { // one a circuit
            const Node& below = m_nodes[at];
            const double share = shareOf(below, i, states);
            if (states[at] == State::Dead)
                continue;
            more[i] += share > 0 ? more[at] / below.efficiency * share
                                 : drawnFor(below, loads[at]) * shareOf(below, i, withoutMains);
        }
        for (const std::size_t place : node.units) {
            const FedUnit& fed = m_units[place];
            if (shareOf(fed.node, i, states) <= 0)
                more[i] += fed.watts.value_or(0) * shareOf(fed.node, i, withoutMains) *
                           static_cast<double>(std::ranges::count(fed.node.above, i));
        }
    }
    return more;
}

// What stands by carries nothing while the mains are there; it is shown with what it is to carry when they fail.
void LossOfPower::noteStandby(HallTaken& taken) const {
    std::vector<double> loads(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        loads[i] = m_nodes[i].load;
    const std::vector<double> before = standbyLoads(m_rest, loads);
    for (const auto& [at, after] : m_after)
        loads[at] = after;
    const std::vector<double> now = standbyLoads(m_states, loads);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        if (!node.isStandby || m_states[i] == State::Dead)
            continue;
        const double carried = loads[i] + now[i];
        if (std::abs(carried - node.load - before[i]) <= kLeastWatts)
            continue;
        const Value watts = node.isLoadKnown ? Value(carried) : Value(carried) + Value::unknown();
        const auto known = std::ranges::find(taken.loads, Subject(node.element->id), &LoadAfterLoss::subject);
        if (known == taken.loads.end())
            taken.loads.push_back({Subject(node.element->id), watts, false});
        else
            known->watts = watts;
    }
}

// Which nodes something other than generators feeds.
std::vector<bool> LossOfPower::onMains(const std::vector<State>& states) const {
    std::vector<bool> mains(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        const bool isFed = node.above.empty()
                               ? !node.isStandby
                               : std::ranges::any_of(node.above, [&](std::size_t above) { return mains[above]; });
        mains[i] = isFed && states[i] != State::Dead;
    }
    return mains;
}

// Batteries carry their UPS from the moment that its mains is lost, until generators run or they are empty.
void LossOfPower::noteBridging(HallTaken& taken) const {
    const std::vector<bool> before = onMains(m_rest), now = onMains(m_states);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        if (node.batteries.empty() || !before[i] || now[i] || m_lost.contains(i))
            continue;
        const auto moved = std::ranges::find(taken.loads, Subject(node.element->id), &LoadAfterLoss::subject);
        const bool hasMoved = moved != taken.loads.end() && !moved->isDark;
        const double load = hasMoved ? moved->watts.typical() : node.load;
        const Value drawn(drawnFor(node, load) / static_cast<double>(node.batteries.size()));
        for (const Id<PowerElement> battery : node.batteries) {
            LoadAfterLoss each{Subject(battery), node.isLoadKnown ? drawn : drawn + Value::unknown(), false};
            const auto known = std::ranges::find(taken.loads, each.subject, &LoadAfterLoss::subject);
            if (known == taken.loads.end())
                taken.loads.push_back(std::move(each));
            else // of several UPS
                known->watts = known->watts + each.watts;
        }
    }
}

HallTaken LossOfPower::without(std::span<const Id<PowerElement>> lost) {
    std::vector<std::size_t> places;
    for (const Id<PowerElement> each : lost)
        if (const auto it = m_places.find(each); it != m_places.end())
            places.push_back(it->second);
    HallTaken taken;
    m_trips.clear();
    const std::vector<std::size_t> changed = die(places);
    takeRacks(changed, taken);
    takeUnits(changed, taken);
    moveLoads(changed, taken);
    if (m_loads == LoadsAfterLoss::Noted) {
        noteStandby(taken);
        noteBridging(taken);
    }
    for (const std::size_t at : changed) {
        if (m_states[at] == State::Dead)
            taken.darkElements.emplace_back(m_nodes[at].element->id);
        if (m_states[at] == State::Unknown && m_nodes[at].state != State::Unknown)
            lack(taken, m_ring.empty() ? Message("losses.missing.circuits")
                                       : Message("losses.missing.ring").with("name", m_ring));
    }
    std::ranges::stable_sort(taken.overloads, [](const LossOverload& a, const LossOverload& b) {
        return a.after / a.rating > b.after / b.rating;
    });
    for (const std::size_t at : m_dirty)
        m_states[at] = m_nodes[at].state;
    m_dirty.clear();
    m_after.clear();
    m_lost.clear();
    m_rides.clear();
    return taken;
}

} // namespace rackwright
