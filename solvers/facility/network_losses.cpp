// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss of a switch takes: devices that reach their network through it alone are cut off, others lose a part of
// their ports. A switch above others cuts off those that have no other way up. What is left of the bandwidth stands in
// the failure table of networks.
#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/facility/accelerator_counts.h"
#include "solvers/facility/losses.h"

#include <algorithm>
#include <map>
#include <set>

namespace rackwright {

namespace {

struct HangsOn {
    std::set<Id<Device>> switches; ///< that a device hangs on
};

/// Of one network.
struct NetworkWays {
    std::map<Id<Device>, HangsOn> devices;
    std::map<Id<Device>, std::set<Id<Device>>> held;   ///< devices by switch
    std::map<Id<Device>, std::set<Id<Device>>> trunks; ///< switches by switch
};

bool isTrafficPort(const Context& context, const Device& device, std::uint16_t port) {
    const Part* part = context.part(device.part);
    const PortGroup* group = part && part->category == PartCategory::Switch ? portGroupOf(*part, port) : nullptr;
    return group && (group->role == PortRole::Data || group->role == PortRole::Uplink);
}

std::map<Id<Network>, NetworkWays> waysOf(const Context& context) {
    std::map<Id<Network>, NetworkWays> networks;
    const Design& design = context.design();
    for (const Cable& cable : presentCables(design)) {
        const Device* a = design.devices.find(cable.a.device);
        const Device* b = design.devices.find(cable.b.device);
        const Network* network = design.networks.find(cable.network);
        // Jobs run on without management.
        if (!a || !b || !network || network->role == NetworkRole::OutOfBand || !a->scope.isPresent() ||
            !b->scope.isPresent())
            continue;
        const bool isA = isTrafficPort(context, *a, cable.a.port), isB = isTrafficPort(context, *b, cable.b.port);
        NetworkWays& ways = networks[network->id];
        if (isA && isB) {
            ways.trunks[a->id].insert(b->id);
            ways.trunks[b->id].insert(a->id);
        } else if (isA || isB) {
            const Device* leaf = isA ? a : b;
            const Device* end = isA ? b : a;
            ways.devices[end->id].switches.insert(leaf->id);
            ways.held[leaf->id].insert(end->id);
        }
    }
    return networks;
}

class SwitchLosses {
public:
    SwitchLosses(const Context& context, const Network& network, const NetworkWays& ways)
        : m_context(context), m_network(network), m_ways(ways), m_accelerators(context) {}

    std::vector<HallLoss> all() const {
        std::set<Id<Device>> switches;
        for (const auto& [id, held] : m_ways.held)
            switches.insert(id);
        for (const auto& [id, others] : m_ways.trunks)
            switches.insert(id);
        std::vector<HallLoss> losses;
        for (const Id<Device> id : switches)
            losses.push_back(of(*m_context.design().devices.find(id)));
        return losses;
    }

private:
    /// Switches that reach others through this one alone.
    std::set<Id<Device>> cutOff(Id<Device> lost) const {
        std::set<Id<Device>> cut;
        const auto it = m_ways.trunks.find(lost);
        if (it == m_ways.trunks.end() || m_ways.held.contains(lost))
            return cut;
        for (const Id<Device> below : it->second)
            if (m_ways.trunks.at(below).size() == 1)
                cut.insert(below);
        return cut;
    }

    HallLoss of(const Device& lost) const {
        HallLoss loss;
        loss.trade = LossTrade::OfNetwork;
        const auto held = m_ways.held.find(lost.id);
        loss.kind = Message(held != m_ways.held.end() ? "failures.kind.leaf" : "failures.kind.spine");
        loss.name = (lost.name.empty() ? std::to_string(lost.id.value) : lost.name) + ", " + m_network.name;
        loss.lost = {Subject(lost.id)};
        std::set<Id<Device>> gone = cutOff(lost.id);
        gone.insert(lost.id);
        std::set<Id<Device>> touched;
        for (const Id<Device> each : gone)
            if (const auto it = m_ways.held.find(each); it != m_ways.held.end())
                touched.insert(it->second.begin(), it->second.end());
        std::set<Id<Rack>> dark, slow;
        for (const Id<Device> id : touched) {
            const Device& device = *m_context.design().devices.find(id);
            const auto& switches = m_ways.devices.at(id).switches;
            const bool isDark = std::ranges::all_of(switches, [&](Id<Device> each) { return gone.contains(each); });
            TakenRacks& into = isDark ? loss.taken.dark : loss.taken.throttled;
            const Id<Rack> rack = m_context.rackHolding(device);
            into.accelerators += m_accelerators.of(m_context, device, m_context.contents(rack).devices);
            if (rack)
                (isDark ? dark : slow).insert(rack);
        }
        for (const Id<Rack> rack : dark)
            slow.erase(rack);
        const auto list = [](const std::set<Id<Rack>>& racks, TakenRacks& into, std::vector<Id<Rack>>& named) {
            into.racks = static_cast<std::int64_t>(racks.size());
            named.assign(racks.begin(), racks.end());
        };
        list(dark, loss.taken.dark, loss.taken.darkRacks);
        list(slow, loss.taken.throttled, loss.taken.throttledRacks);
        judgeLoss(loss, false);
        return loss;
    }

    const Context& m_context;
    const Network& m_network;
    const NetworkWays& m_ways;
    const AcceleratorCounts m_accelerators;
};

} // namespace

std::vector<HallLoss> networkLosses(const Context& context) {
    std::vector<HallLoss> losses;
    for (const auto& [id, ways] : waysOf(context))
        std::ranges::move(SwitchLosses(context, *context.design().networks.find(id), ways).all(),
                          std::back_inserter(losses));
    return grouped(std::move(losses));
}

std::optional<HallLoss> networkLossOf(const Context& context, Id<Device> device) {
    std::vector<HallLoss> losses;
    for (const auto& [id, ways] : waysOf(context))
        for (HallLoss& loss : SwitchLosses(context, *context.design().networks.find(id), ways).all())
            if (loss.lost.front() == Subject(device))
                losses.push_back(std::move(loss));
    if (losses.empty())
        return std::nullopt;
    return std::move(grouped(std::move(losses)).front());
}

} // namespace rackwright
