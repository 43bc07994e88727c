// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_ends.h"

#include "model/design/cabled.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr double kCageFrom = 25; // Gb/s: slower ports of unknown kind are RJ45
constexpr std::uint16_t kNoLink = 0xffff;

/// Rows of ascending ids by id: a table of places while ids lie close together, else a search.
class PlaceOfId {
public:
    explicit PlaceOfId(const std::vector<CabledDevice>& devices) : m_devices(devices) {
        if (devices.empty())
            return;
        m_first = devices.front().id.value;
        const std::uint64_t span = devices.back().id.value - m_first + 1;
        if (span > 64 * devices.size() + 1'000'000)
            return;
        m_places.assign(span, kNowhere);
        for (std::size_t i = 0; i < devices.size(); ++i)
            m_places[devices[i].id.value - m_first] = static_cast<std::uint32_t>(i);
    }
    std::uint32_t operator()(Id<Device> id) const {
        if (!m_places.empty()) {
            const std::uint64_t at = id.value - m_first; // wraps round for a smaller id
            return at < m_places.size() ? m_places[at] : kNowhere;
        }
        const auto found = std::ranges::lower_bound(m_devices, id, {}, &CabledDevice::id);
        return found != m_devices.end() && found->id == id ? static_cast<std::uint32_t>(found - m_devices.begin())
                                                           : kNowhere;
    }

private:
    const std::vector<CabledDevice>& m_devices;
    std::uint64_t m_first = 0;
    std::vector<std::uint32_t> m_places;
};

bool isCabledGroup(const PortGroup& group) {
    if (group.role == PortRole::ScaleUp || group.role == PortRole::Console)
        return false;
    return group.connector.find("backplane") == std::string::npos;
}

} // namespace

class CableEndsBuilder {
public:
    CableEndsBuilder(CableEnds& made, const Context& context) : m_made(made), m_context(context) {}

    void build(const CableEnds* before) {
        m_made.m_stamps = {m_context.stampOf("cables"), m_context.stampOf("cable_details"), m_context.stampOf("parts")};
        addDevices();
        if (before && before->m_stamps == m_made.m_stamps && takeOver(*before))
            return;
        addDetails();
        addCables();
        addSpeeds();
        m_made.cables = SharedList<CableLine>(std::move(m_lines));
    }

private:
    void addDevices() {
        const Design& design = m_context.design();
        m_made.devices.reserve(design.devices.size());
        std::unordered_map<Id<PartRow>, std::pair<std::uint32_t, std::uint32_t>> kindsOf;
        std::uint32_t cages = 0, ports = 0;
        const auto add = [&](const Device& device) {
            const Part* part = device.scope.isPresent() ? m_context.part(device.part) : nullptr;
            if (!part)
                return;
            const auto [kinds, isNew] = kindsOf.try_emplace(device.part);
            if (isNew) {
                kinds->second.first = static_cast<std::uint32_t>(m_made.ports.size());
                for (std::size_t group = 0; group < part->portGroups.size(); ++group)
                    m_made.ports.push_back(portKindOf(device.part, *part, group));
                kinds->second.second = static_cast<std::uint32_t>(part->portGroups.size());
            }
            m_made.devices.push_back(
                {device.id, kinds->second.first, kinds->second.second, cages, device.scope.isPriced(), false});
            m_firstPort.push_back(ports);
            for (std::uint32_t k = 0; k < kinds->second.second; ++k) {
                const PortKind& kind = m_made.ports[kinds->second.first + k];
                cages += static_cast<std::uint32_t>(kind.cages());
                ports += static_cast<std::uint32_t>(kind.count);
            }
        };
        forEachCabled(
            design, [&](Id<PartRow> row) { return m_context.part(row); }, add);
        m_cages = cages;
        m_allPorts = ports;
    }

    /// Whether the cables find their devices, ports and cages where they were: then nothing else has changed for them.
    bool takeOver(const CableEnds& before) {
        if (before.m_hasLooseEnds)
            return false;
        std::size_t count = before.devices.size();
        while (count > 0 && !before.devices[count - 1].isCabled)
            --count;
        if (count > m_made.devices.size())
            return false;
        for (std::size_t i = 0; i < count; ++i) {
            CabledDevice& device = m_made.devices[i];
            device.isCabled = before.devices[i].isCabled;
            if (device != before.devices[i])
                return false;
            for (std::uint32_t k = device.firstKind; k < device.firstKind + device.kinds; ++k)
                if (m_made.ports[k].row != before.ports[k].row)
                    return false;
        }
        // Cages that no cable is in are all alike.
        m_made.cages = before.cages;
        m_made.cages.resize(m_cages);
        m_made.cables = before.cables;
        m_made.links = before.links;
        m_made.details = before.details;
        m_made.isDrawn = before.isDrawn;
        return true;
    }

    void addDetails() {
        for (const CableDetail& detail : m_context.design().cableDetails) {
            m_detailOf[detail.cable] = static_cast<std::uint32_t>(m_made.details.size());
            m_made.details.push_back(detail);
        }
    }

    CableEnd endOf(const PlaceOfId& placeOf, const PortRef& ref, bool isPresent, std::uint32_t& port) {
        CableEnd end;
        end.device = placeOf(ref.device);
        end.lane = ref.lane;
        if (end.device == kNowhere)
            return end;
        CabledDevice& device = m_made.devices[end.device];
        std::int64_t number = ref.port;
        std::uint32_t cage = device.firstCage;
        for (std::uint32_t k = 0; k < device.kinds; ++k) {
            const PortKind& kind = m_made.ports[device.firstKind + k];
            if (number < kind.count) {
                end.ports = static_cast<std::uint16_t>(device.firstKind + k);
                end.cage = cage + static_cast<std::uint32_t>(number / kind.perCage);
                end.inCage = static_cast<std::uint8_t>(number % kind.perCage);
                port = m_firstPort[end.device] + ref.port;
                device.isCabled = true;
                if (!isPresent)
                    return end;
                m_lanes[port] = std::max(m_lanes[port], static_cast<std::uint8_t>(ref.lane + 1));
                if (!kind.isSwitch)
                    m_made.isDrawn[static_cast<std::size_t>(kind.role)] = true;
                return end;
            }
            number -= kind.count;
            cage += static_cast<std::uint32_t>(kind.cages());
        }
        return end;
    }

    void addCables() {
        m_made.cages.resize(m_cages);
        m_lanes.assign(m_allPorts, 0);
        const PlaceOfId placeOf(m_made.devices);
        const Table<Cable>& cables = m_context.design().cables;
        m_lines.reserve(cables.size());
        m_ports.reserve(cables.size());
        for (const Cable& cable : cables) {
            CableLine line;
            line.id = cable.id;
            if (!m_detailOf.empty())
                if (const auto found = m_detailOf.find(cable.id); found != m_detailOf.end()) {
                    const CableDetail& detail = m_made.details[found->second];
                    line.detail = found->second;
                    line.isPinned = static_cast<bool>(detail.part);
                    line.isPriced = detail.scope.isPriced();
                    line.isPresent = detail.scope.isPresent();
                }
            std::uint32_t portA = kNowhere, portB = kNowhere;
            line.a = endOf(placeOf, cable.a, line.isPresent, portA);
            line.b = endOf(placeOf, cable.b, line.isPresent, portB);
            m_made.m_hasLooseEnds = m_made.m_hasLooseEnds || line.a.cage == kNowhere || line.b.cage == kNowhere;
            m_lines.push_back(line);
            m_ports.push_back({portA, portB});
        }
    }

    // A port that is split carries in each lane its share.
    double laneSpeed(const CableEnd& end, std::uint32_t port) const {
        const PortKind& kind = m_made.ports[end.ports];
        const std::uint8_t lanes = m_lanes[port];
        return lanes > 1 ? kind.gigabits / static_cast<double>(std::bit_ceil(static_cast<unsigned>(lanes)))
                         : kind.gigabits;
    }

    void addSpeeds() {
        std::vector<double> speeds(m_lines.size(), 0);
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const CableLine& line = m_lines[i];
            if (!line.isPlugged())
                continue;
            const PortKind& a = m_made.portsOf(line.a);
            const PortKind& b = m_made.portsOf(line.b);
            if (!a.isCabled || !b.isCabled)
                continue;
            speeds[i] = std::min(laneSpeed(line.a, m_ports[i].first), laneSpeed(line.b, m_ports[i].second));
            // One end of unknown speed follows the other.
            if (speeds[i] <= 0)
                speeds[i] = std::max(a.gigabits, b.gigabits);
            use(line.a.cage, line.b.cage, speeds[i], m_lanes[m_ports[i].first]);
            use(line.b.cage, line.a.cage, speeds[i], m_lanes[m_ports[i].second]);
        }
        m_hasBusyPeer.assign(m_cages, false);
        for (const CableLine& line : m_lines)
            if (line.isPlugged()) {
                m_hasBusyPeer[line.a.cage] = m_hasBusyPeer[line.a.cage] || m_made.cages[line.b.cage].links > 1;
                m_hasBusyPeer[line.b.cage] = m_hasBusyPeer[line.b.cage] || m_made.cages[line.a.cage].links > 1;
            }
        for (std::size_t i = 0; i < m_lines.size(); ++i)
            if (speeds[i] > 0)
                m_lines[i].link = linkOf(m_lines[i], speeds[i]);
    }

    bool isFan(std::uint32_t cage) const {
        const CageUse& use = m_made.cages[cage];
        return use.links > 1 && use.slowest == use.fastest && !m_hasBusyPeer[cage];
    }

    void use(std::uint32_t cage, std::uint32_t peer, double gigabits, std::uint8_t inUse) {
        CageUse& made = m_made.cages[cage];
        const auto lanes = static_cast<std::uint8_t>(std::bit_ceil(static_cast<unsigned>(inUse)));
        made.leastLanes = made.links == 0 ? lanes : std::min(made.leastLanes, lanes);
        made.mostLanes = std::max(made.mostLanes, lanes);
        const auto speed = static_cast<std::uint16_t>(std::min(gigabits, 60'000.0));
        made.peer = made.links == 0 || made.peer == peer ? peer : kNowhere;
        made.slowest = made.links == 0 ? speed : std::min(made.slowest, speed);
        made.fastest = std::max(made.fastest, speed);
        ++made.links;
    }

    std::uint16_t linkOf(const CableLine& line, double gigabits) {
        const CageUse& a = m_made.cages[line.a.cage];
        const CageUse& b = m_made.cages[line.b.cage];
        const bool isPaired = a.peer == line.b.cage && b.peer == line.a.cage;
        const CageFan fan = isFan(line.a.cage) ? CageFan::AtA : isFan(line.b.cage) ? CageFan::AtB : CageFan::None;
        // Few kinds make up all cables, and like cables follow each other.
        const Key key{line.a.ports, line.b.ports, gigabits, a.links, b.links, isPaired, fan};
        if (m_last != kNoLink && key == m_lastKey)
            return m_last;
        m_lastKey = key;
        const auto [known, isNew] = m_linkOf.try_emplace(key, static_cast<std::uint16_t>(m_made.links.size()));
        if (isNew) {
            if (m_made.links.size() >= kNoLink) {
                m_linkOf.erase(known);
                return m_last = kNoLink;
            }
            m_made.links.push_back({kindOf(line, key), line.a.ports, line.b.ports});
        }
        return m_last = known->second;
    }

    struct Key {
        std::uint16_t a = 0, b = 0;
        double gigabits = 0;
        std::uint16_t linksA = 0, linksB = 0;
        bool isPaired = false;
        CageFan fan = CageFan::None;
        auto operator<=>(const Key&) const = default;
    };

    LinkKind kindOf(const CableLine& line, const Key& key) const {
        const auto end = [&](const CableEnd& at, std::uint16_t links) {
            const PortKind& kind = m_made.portsOf(at);
            const double whole = kind.gigabits > 0 ? kind.gigabits : key.gigabits;
            return LinkEnd{kind.cage, kind.heatSink, kind.isSwitch, whole * static_cast<double>(kind.perCage),
                           0,         links};
        };
        LinkKind kind{end(line.a, key.linksA), end(line.b, key.linksB), key.gigabits, key.isPaired, key.fan};
        agreeOnLanes(line, kind);
        // A copper socket at one end wants a copper module at the other.
        if (kind.a.cage == CageKind::Rj45 || kind.b.cage == CageKind::Rj45)
            for (LinkEnd* at : {&kind.a, &kind.b})
                *at = {CageKind::Rj45, HeatSink::Unknown, at->isSwitch, key.gigabits, 0, 1};
        return kind;
    }

    /// Both ends run their lanes at the slower rate of the two; a cage of faster ones carries half as much then.
    void agreeOnLanes(const CableLine& line, LinkKind& kind) const {
        const PortKind& a = m_made.portsOf(line.a);
        const PortKind& b = m_made.portsOf(line.b);
        const FabricProtocol spoken = a.protocol == FabricProtocol::Either ? b.protocol : a.protocol;
        kind.a.protocol = kind.b.protocol = spoken;
        kind.a.laneGigabits = a.laneGigabits(spoken);
        kind.b.laneGigabits = b.laneGigabits(spoken);
        // One end of unknown lanes follows the other.
        for (LinkEnd* end : {&kind.a, &kind.b})
            if (end->laneGigabits <= 0)
                end->laneGigabits = std::max(kind.a.laneGigabits, kind.b.laneGigabits);
        const bool isFastA = areFastLanes(kind.a.laneGigabits), isFastB = areFastLanes(kind.b.laneGigabits);
        if (isFastA == isFastB)
            return;
        LinkEnd& fast = isFastA ? kind.a : kind.b;
        fast.laneGigabits /= 2;
        fast.cageGigabits /= 2;
    }

    CableEnds& m_made;
    const Context& m_context;
    std::uint32_t m_cages = 0, m_allPorts = 0;
    std::vector<CableLine> m_lines;
    std::vector<std::uint32_t> m_firstPort; ///< by device
    std::vector<std::uint8_t> m_lanes;      ///< in use, by port of the design
    std::vector<bool> m_hasBusyPeer;        ///< by cage: one that it has a link to has others, too
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_ports;
    std::unordered_map<Id<Cable>, std::uint32_t> m_detailOf;
    std::map<Key, std::uint16_t> m_linkOf;
    Key m_lastKey;
    std::uint16_t m_last = kNoLink;
};

PortKind portKindOf(Id<PartRow> row, const Part& part, std::size_t index) {
    const PortGroup& group = part.portGroups[index];
    PortKind kind;
    kind.row = row;
    kind.part = &part;
    kind.group = index;
    kind.count = group.count;
    kind.perCage = std::max<std::int64_t>(1, group.portsPerCage);
    kind.split = std::max<std::int64_t>(1, group.maximumSplit);
    if (const auto speed = group.speed.typical())
        kind.gigabits = speed->in(unit::gigabitPerSecond);
    kind.role = group.role;
    kind.protocol = group.protocol;
    kind.isSwitch = part.category == PartCategory::Switch;
    kind.isCabled = isCabledGroup(group);
    const std::vector<CageKind> kinds = cageKindsOf(group.connector);
    if (!kinds.empty())
        kind.cage = kinds.front();
    else if (group.connector.find("MPO") != std::string::npos)
        kind.cage = CageKind::CoPackaged;
    else if (kind.gigabits > 0 && kind.gigabits < kCageFrom)
        kind.cage = CageKind::Rj45;
    // Finned bodies are for the air of switches; adapters and cold plates bring their own heat sink (docs.nvidia.com).
    if (kind.cage == CageKind::Osfp) {
        if (!kind.isSwitch || group.connector.find("flat") != std::string::npos)
            kind.heatSink = HeatSink::FlatTop;
        else
            kind.heatSink = part.heatPath == HeatPath::Air      ? HeatSink::Finned
                            : part.heatPath == HeatPath::Liquid ? HeatSink::FlatTop
                                                                : HeatSink::Unknown;
    }
    return kind;
}

double PortKind::laneGigabits(FabricProtocol spoken) const {
    constexpr double kInfiniBandLanes = 4; // a link of 4X width
    const std::int64_t ofCage = lanesOf(cage);
    if (spoken == FabricProtocol::InfiniBand && cage != CageKind::Rj45)
        return gigabits / kInfiniBandLanes;
    return ofCage > 0 ? gigabits / static_cast<double>(std::max<std::int64_t>(1, ofCage / perCage)) : 0;
}

CableEnds::CableEnds(const Context& context, const CableEnds* before) {
    CableEndsBuilder(*this, context).build(before);
}

const CabledDevice* CableEnds::find(Id<Device> id) const {
    const auto found = std::ranges::lower_bound(devices, id, {}, &CabledDevice::id);
    return found != devices.end() && found->id == id ? &*found : nullptr;
}

} // namespace rackwright
