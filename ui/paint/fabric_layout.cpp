// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/fabric_layout.h"

#include "model/design/cabled.h"
#include "model/edits/hand_cabling.h"
#include "model/parts/port_list.h"
#include "solvers/node/lanes_in_use.h"
#include "solvers/node/leaf_rails.h"
#include "solvers/space/inventory.h"
#include "ui/paint/fabric_places.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

struct Member {
    Cabled device;
    const Part* part = nullptr;
    bool isSwitch = false; ///< carries traffic of this network, not only its own port
    int tier = -1;
    std::int64_t pod = 0;
    std::int64_t unit = 0;
    int rail = -1;
    std::vector<std::uint32_t> neighbours;
};

struct Link {
    Id<Cable> id;
    std::uint32_t a = 0, b = 0;
    double speed = 0;
};

double portSpeed(const Part* part, std::uint16_t port) {
    const PortGroup* group = part ? portGroupOf(*part, port) : nullptr;
    const auto speed = group ? group->speed.typical() : std::nullopt;
    return speed ? speed->in(unit::gigabitPerSecond) : 0;
}

double slower(double a, double b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }
double slowerEnd(const LaneSpeed& a, const LaneSpeed& b) { return slower(a.facing(b), b.facing(a)); }

LaneSpeed speedAt(const LanesInUse& lanes, const Part* part, const PortRef& end) {
    return lanes.at(part, end, portSpeed(part, end.port));
}

FabricEnds endsOf(const Member& member) {
    if (member.part)
        switch (member.part->category) {
        case PartCategory::GpuNode:
        case PartCategory::PcieGpuNode:
        case PartCategory::CpuNode:
        case PartCategory::HeadNode:
        case PartCategory::ManagementNode:
        case PartCategory::RackScaleSystem:
        case PartCategory::Tray:
            return FabricEnds::Nodes;
        case PartCategory::StorageNode:
        case PartCategory::StorageSystem:
            return FabricEnds::Storage;
        case PartCategory::Switch:
            return FabricEnds::Switches;
        case PartCategory::RackPdu:
        case PartCategory::PowerShelf:
        case PartCategory::Cdu:
            return FabricEnds::Plant;
        default:
            break;
        }
    return FabricEnds::Others;
}

/// Reads one network: who is in it, in which tier, pod and unit.
class FabricReader {
public:
    FabricReader(const Project& project, const Design& design, Id<Network> network)
        : m_project(project), m_design(design) {
        for (const Cable& cable : design.cables)
            if (cable.network == network)
                add(cable);
        findSpeeds();
        joinNeighbours();
        findTiers();
        findPods();
        findRails();
    }

    FabricLayout layout(Id<Network> network) {
        FabricLayout made;
        made.cables = m_links.size();
        makeCells(made);
        if (const Network* row = m_design.networks.find(network))
            addWaiting(made, row->role);
        makeBundles(made);
        return made;
    }

private:
    void add(const Cable& cable) {
        const auto a = memberOf(cable.a), b = memberOf(cable.b);
        if (!a || !b)
            return;
        m_links.push_back({cable.id, *a, *b, 0});
        m_refs.emplace_back(cable.a, cable.b);
        m_lanes.note(m_members[*a].part, cable.a);
        m_lanes.note(m_members[*b].part, cable.b);
    }

    void findSpeeds() {
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            const auto& [a, b] = m_refs[i];
            m_links[i].speed = slowerEnd(speedAt(m_lanes, m_members[m_links[i].a].part, a),
                                         speedAt(m_lanes, m_members[m_links[i].b].part, b));
        }
    }

    std::optional<std::uint32_t> memberOf(const PortRef& end) {
        const auto [it, isNew] = m_index.try_emplace(end.device, static_cast<std::uint32_t>(m_members.size()));
        if (isNew) {
            Member member;
            member.device = findCabled(m_design, end.device);
            if (!member.device) {
                m_index.erase(it);
                return std::nullopt;
            }
            member.part = findPart(m_project, member.device->part);
            m_members.push_back(std::move(member));
        }
        Member& member = m_members[it->second];
        const PortGroup* group = member.part ? portGroupOf(*member.part, end.port) : nullptr;
        const bool isNetworkSwitch = member.part && member.part->category == PartCategory::Switch;
        if (isNetworkSwitch && group && (group->role == PortRole::Data || group->role == PortRole::Uplink))
            member.isSwitch = true;
        return it->second;
    }

    void joinNeighbours() {
        for (const Link& link : m_links) {
            m_members[link.a].neighbours.push_back(link.b);
            m_members[link.b].neighbours.push_back(link.a);
        }
        for (Member& member : m_members) {
            std::ranges::sort(member.neighbours);
            const auto [from, to] = std::ranges::unique(member.neighbours);
            member.neighbours.erase(from, to);
        }
    }

    // By role, as generators write it; switches without one lie one above the lowest they are joined to.
    void findTiers() {
        std::vector<std::uint32_t> front;
        for (std::uint32_t i = 0; i < m_members.size(); ++i) {
            Member& member = m_members[i];
            const std::string& role = member.device->role;
            if (!member.isSwitch)
                member.tier = 0;
            else if (role == "leaf" || role == "spine" || role == "core")
                member.tier = role == "leaf" ? 1 : role == "spine" ? 2 : 3;
            if (member.tier == 0)
                front.push_back(i);
        }
        for (int tier = 1; tier <= 3; ++tier) {
            std::vector<std::uint32_t> next;
            for (const std::uint32_t i : front)
                for (const std::uint32_t n : m_members[i].neighbours) {
                    if (m_members[n].tier < 0)
                        m_members[n].tier = tier;
                    if (m_members[n].tier == tier)
                        next.push_back(n);
                }
            std::ranges::sort(next);
            next.erase(std::ranges::unique(next).begin(), next.end());
            front = std::move(next);
        }
        std::set<int> present;
        for (Member& member : m_members)
            if (member.tier = member.tier < 0 ? 1 : member.tier; member.tier > 0)
                present.insert(member.tier);
        // No band stays empty between two others.
        for (Member& member : m_members)
            if (member.tier > 0)
                member.tier = 1 + static_cast<int>(std::distance(present.begin(), present.find(member.tier)));
    }

    // A spine says its pod; a leaf is in the pod of its spines and says its unit; an end is where most of its leaves
    // are.
    void findPods() {
        for (Member& member : m_members)
            if (member.tier == 2)
                member.pod = member.device->group;
        for (Member& member : m_members)
            if (member.tier == 1) {
                for (const std::uint32_t n : member.neighbours)
                    if (m_members[n].tier == 2 && (member.pod == 0 || m_members[n].pod < member.pod))
                        member.pod = m_members[n].pod;
                member.unit = member.device->group > 0 ? member.device->group : member.pod;
            }
        for (Member& member : m_members)
            if (member.tier == 0) {
                std::map<std::pair<std::int64_t, std::int64_t>, int> votes;
                for (const std::uint32_t n : member.neighbours)
                    if (m_members[n].tier == 1)
                        ++votes[{m_members[n].pod, m_members[n].unit}];
                const auto most = std::ranges::max_element(
                    votes, {}, [](const auto& vote) { return vote.second; }); // the first of equals
                if (most != votes.end())
                    std::tie(member.pod, member.unit) = most->first;
            }
    }

    // By the ports of what hangs on the leaves, so that planes and pairs of leaves are no rails of their own.
    void findRails() {
        std::vector<LeafCable> cables;
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            const bool isLeafB = m_members[m_links[i].b].tier == 1;
            const std::uint32_t leaf = isLeafB ? m_links[i].b : m_links[i].a,
                                end = isLeafB ? m_links[i].a : m_links[i].b;
            if (m_members[leaf].tier == 1 && m_members[end].tier == 0)
                cables.push_back({leaf, m_members[end].part, (isLeafB ? m_refs[i].first : m_refs[i].second).port});
        }
        const LeafRails found = railsOfLeaves(m_members.size(), cables);
        constexpr int mostRails = 32;
        if (found.rails > mostRails)
            return;
        for (std::size_t m = 0; m < m_members.size(); ++m)
            m_members[m].rail = found.ofLeaf[m];
        m_rails = static_cast<std::size_t>(found.rails);
    }

    void makeCells(FabricLayout& made) {
        using Key = std::tuple<std::int64_t, std::int64_t, int, int>; // pod, unit, tier from above, kind of ends
        std::map<Key, std::vector<Id<Device>>> groups;
        for (const Member& member : m_members) {
            ++made.devices[static_cast<std::size_t>(member.tier)];
            groups[keyOf(member)].push_back(member.device->id);
        }
        for (auto& [key, devices] : groups) {
            const auto& [pod, unit, fromTop, kind] = key;
            std::ranges::sort(devices);
            FabricCell cell;
            cell.tier = static_cast<FabricTier>(3 - fromTop);
            cell.ends = static_cast<FabricEnds>(kind);
            cell.pod = pod;
            cell.unit = unit;
            cell.devices = std::move(devices);
            for (std::size_t slot = 0; slot < cell.devices.size(); ++slot)
                made.places[cell.devices[slot]] = {made.cells.size(), slot};
            made.cells.push_back(std::move(cell));
        }
    }

    // Devices that are meant for networks of this role and have none of their ports for one cabled: the next cables by
    // hand begin or end there.
    void addWaiting(FabricLayout& made, NetworkRole role) {
        const edits::FreePorts ports(m_project, m_design, role);
        std::unordered_map<Id<PartRow>, std::vector<std::uint8_t>> known; // which ports of a part are for the network
        const auto portsOf = [&](Id<PartRow> row) -> const std::vector<std::uint8_t>& {
            const auto [entry, isNew] = known.try_emplace(row);
            if (const Part* part = isNew ? findPart(m_project, row) : nullptr)
                for (const PortGroup& group : part->portGroups)
                    entry->second.insert(entry->second.end(), static_cast<std::size_t>(group.count),
                                         ports.takes(*part, group) ? 1 : 0);
            return entry->second;
        };
        const bool isForJobs = role == NetworkRole::Compute || role == NetworkRole::Storage;
        const auto isAccelerated = [&](const Device& device) {
            return isAcceleratorSystem(findPart(m_project, device.part));
        };
        const bool areAccelerated =
            role == NetworkRole::Compute && std::ranges::any_of(m_design.devices, isAccelerated);
        std::vector<Id<Device>> meant;
        std::unordered_map<Id<Device>, const std::vector<std::uint8_t>*> free; // with their ports for the network
        for (const Device& device : m_design.devices) {
            const Part* part = findPart(m_project, device.part);
            const bool isSwitch = part && part->category == PartCategory::Switch;
            if (!part || !device.scope.isPresent() || m_index.contains(device.id) ||
                (isForJobs && device.role == "spare") || (areAccelerated && !isSwitch && !isAccelerated(device)))
                continue;
            const std::vector<std::uint8_t>& mine = portsOf(device.part);
            if (std::ranges::count(mine, 1) == 0)
                continue;
            meant.push_back(device.id);
            free.emplace(device.id, &mine);
        }
        // All cables once: to ask for those of each device would look into every chunk of them each time.
        for (const Cable& cable : m_design.cables) {
            if (free.empty())
                return;
            for (const PortRef& end : {cable.a, cable.b})
                if (const auto found = free.find(end.device);
                    found != free.end() && end.port < found->second->size() && (*found->second)[end.port])
                    free.erase(found);
        }
        FabricCell cell;
        cell.ends = FabricEnds::Waiting;
        std::ranges::copy_if(meant, std::back_inserter(cell.devices), [&](Id<Device> id) { return free.contains(id); });
        if (cell.devices.empty())
            return;
        for (std::size_t slot = 0; slot < cell.devices.size(); ++slot)
            made.places[cell.devices[slot]] = {made.cells.size(), slot};
        made.cells.push_back(std::move(cell));
    }

    static std::tuple<std::int64_t, std::int64_t, int, int> keyOf(const Member& member) {
        const bool isCore = member.tier == 3;
        const bool isInUnit = member.tier <= 1;
        return {isCore ? -1 : member.pod, isInUnit ? member.unit : -1, 3 - member.tier,
                static_cast<int>(member.tier == 0 ? endsOf(member) : FabricEnds::Others)};
    }

    void makeBundles(FabricLayout& made) {
        std::set<double, std::greater<>> speeds;
        for (const Link& link : m_links)
            speeds.insert(link.speed);
        made.speeds.assign(speeds.begin(), speeds.end());
        made.rails = m_rails;
        std::vector<std::size_t> cellOf(m_members.size());
        for (std::size_t i = 0; i < m_members.size(); ++i)
            cellOf[i] = made.places.at(m_members[i].device->id).cell;
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> index;
        for (const Link& link : m_links) {
            const bool isUpward =
                std::pair(m_members[link.a].tier, cellOf[link.a]) <= std::pair(m_members[link.b].tier, cellOf[link.b]);
            const std::uint32_t lower = isUpward ? link.a : link.b, upper = isUpward ? link.b : link.a;
            const auto [it, isNew] = index.try_emplace({cellOf[lower], cellOf[upper]}, made.bundles.size());
            if (isNew) {
                FabricBundle bundle;
                bundle.lower = cellOf[lower];
                bundle.upper = cellOf[upper];
                bundle.byRail.assign(m_rails + 1, 0);
                bundle.bySpeed.assign(made.speeds.size(), 0);
                made.bundles.push_back(std::move(bundle));
            }
            FabricBundle& bundle = made.bundles[it->second];
            bundle.cables.push_back(link.id);
            const int rail = std::max(m_members[lower].rail, m_members[upper].rail);
            ++bundle.byRail[rail >= 0 ? static_cast<std::size_t>(rail) : m_rails];
            ++bundle.bySpeed[static_cast<std::size_t>(
                std::distance(made.speeds.begin(), std::ranges::find(made.speeds, link.speed)))];
        }
    }

    const Project& m_project;
    const Design& m_design;
    std::unordered_map<Id<Device>, std::uint32_t> m_index;
    std::vector<Member> m_members;
    std::vector<Link> m_links;
    std::vector<std::pair<PortRef, PortRef>> m_refs; ///< of each link
    LanesInUse m_lanes;
    std::size_t m_rails = 0;
};

double distanceTo(QPointF p, const std::vector<QPointF>& line) {
    double least = 1e300;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const QPointF a = line[i], way = line[i + 1] - a;
        const double length = QPointF::dotProduct(way, way);
        const double t = length > 0 ? std::clamp(QPointF::dotProduct(p - a, way) / length, 0.0, 1.0) : 0;
        const QPointF off = p - (a + way * t);
        least = std::min(least, std::hypot(off.x(), off.y()));
    }
    return least;
}

} // namespace

QRectF FabricCell::slotAt(std::size_t index) const {
    constexpr double gap = 8;
    const auto column = static_cast<double>(index % columns), row = static_cast<double>(index / columns);
    return QRectF(firstSlot + QPointF(column * slot.width(), row * slot.height()), slot).adjusted(gap, gap, -gap, -gap);
}

std::optional<QRectF> FabricLayout::boxOf(Id<Device> device) const {
    const auto it = places.find(device);
    return it == places.end() ? std::nullopt : std::optional(cells[it->second.cell].slotAt(it->second.slot));
}

const FabricCell* FabricLayout::cellAt(QPointF at) const {
    const auto it = std::ranges::find_if(cells, [at](const FabricCell& cell) { return cell.box.contains(at); });
    return it == cells.end() ? nullptr : &*it;
}

Id<Device> FabricLayout::deviceAt(QPointF at) const {
    const FabricCell* cell = cellAt(at);
    if (!cell)
        return {};
    const QPointF in = at - cell->firstSlot;
    const double column = std::floor(in.x() / cell->slot.width()), row = std::floor(in.y() / cell->slot.height());
    if (column < 0 || row < 0 || column >= static_cast<double>(cell->columns))
        return {};
    const std::size_t index = static_cast<std::size_t>(row) * cell->columns + static_cast<std::size_t>(column);
    return index < cell->devices.size() && cell->slotAt(index).contains(at) ? cell->devices[index] : Id<Device>();
}

std::vector<std::size_t> FabricLayout::bundlesAt(QPointF at, double tolerance) const {
    double nearest = 1e300;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < bundles.size(); ++i)
        if (const double off = distanceTo(at, bundles[i].line) - bundles[i].width / 2;
            off < tolerance && off < nearest) {
            nearest = off;
            found = {i};
        }
    if (found.empty())
        for (const FabricTrunk& trunk : trunks)
            if (distanceTo(at, trunk.line) - trunk.width / 2 < tolerance)
                return trunk.bundles;
    return found;
}

const FabricFrame* FabricLayout::frameAt(QPointF at) const {
    const FabricFrame* least = nullptr;
    for (const FabricFrame& frame : frames)
        if (frame.box.contains(at) && (!least || frame.box.width() < least->box.width()))
            least = &frame;
    return least;
}

FabricLayout fabricLayout(const Project& project, const Design& design, Id<Network> network) {
    FabricLayout made = FabricReader(project, design, network).layout(network);
    placeFabric(made);
    return made;
}

double speedOf(const Project& project, const Design& design, const Cable& cable) {
    LanesInUse lanes;
    const auto partOf = [&](const PortRef& end) {
        const Cabled device = findCabled(design, end.device);
        return device ? findPart(project, device->part) : nullptr;
    };
    for (const PortRef& end : {cable.a, cable.b})
        design.cables.forEachWith<CablesByDevice>(end.device, [&](const Cable& other) {
            if (other.network == cable.network)
                for (const PortRef& used : {other.a, other.b})
                    if (used.device == end.device)
                        lanes.note(partOf(end), used);
        });
    return slowerEnd(speedAt(lanes, partOf(cable.a), cable.a), speedAt(lanes, partOf(cable.b), cable.b));
}

} // namespace rackwright
