// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/context.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rackwright {

namespace {

using GroupKey = std::pair<Id<PartRow>, double>;

GroupKey keyOf(const PartCount& group) { return {group.part, group.powerCap ? group.powerCap->si() : -1.0}; }

// A rack holds few kinds of devices, so that a search along the list is the quickest look-up.
void addTo(std::vector<PartCount>& groups, const Device& device) {
    const auto it = std::ranges::find_if(groups, [&device](const PartCount& group) {
        return group.part == device.part && group.powerCap == device.powerCap;
    });
    if (it != groups.end())
        ++it->count;
    else
        groups.push_back({device.part, 1, device.powerCap});
}

void sortGroups(std::vector<PartCount>& groups) { std::ranges::sort(groups, {}, keyOf); }

void addStamp(std::vector<std::uint64_t>& stamps, std::uint64_t stamp) {
    if (stamps.empty() || stamps.back() != stamp)
        stamps.push_back(stamp);
}

// A tray counts in the rack of the device that holds it; a chain of hosts is followed at most this deep.
constexpr int kDeepestNesting = 4;

Id<Rack> rackOfPlacement(const Placement& placement) {
    if (const auto* in = std::get_if<InRack>(&placement))
        return in->rack;
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return beside->rack;
    return {};
}

bool isRatedAsWhole(const Part& part) {
    return part.category == PartCategory::RackScaleSystem || !powerIn(part, PowerModeKind::Maximum).isUnknown();
}

// Rows by the chunk that they lie in, so that each visit knows the chunk's stamp.
template <class Row, class Visit>
void forEachWithStamp(const Table<Row>& table, Visit&& visit) {
    for (const auto& chunk : table.chunks())
        for (const Row& row : chunk->rows())
            visit(row, chunk->stamp());
}

// Everything that a sum over a rack reads of it, as numbers.
std::vector<std::uint64_t> likeness(const Rack& rack, const RackContents& contents) {
    const auto watts = [](const std::optional<Power>& power) {
        return power ? static_cast<std::uint64_t>(power->si() * 1000) : UINT64_MAX;
    };
    std::vector<std::uint64_t> key{rack.part.value, watts(rack.powerCap), contents.groups.size()};
    for (const PartCount& group : contents.groups)
        key.insert(key.end(), {group.part.value, static_cast<std::uint64_t>(group.count), watts(group.powerCap)});
    key.push_back(contents.elements.size());
    for (const PowerElement* element : contents.elements)
        key.insert(key.end(), {element->part.value, static_cast<std::uint64_t>(element->kind), watts(element->rating)});
    for (const CoolingUnit* unit : contents.coolingUnits)
        key.insert(key.end(), {unit->part.value, static_cast<std::uint64_t>(unit->kind), watts(unit->rating)});
    return key;
}

} // namespace

Snapshot snapshotOf(ProjectPtr project) {
    const Option& option = activeOption(*project);
    const std::uint64_t id = option.id;
    DesignPtr design = option.design;
    return {std::move(project), id, std::move(design)};
}

Snapshot snapshotOf(ProjectPtr project, std::uint64_t option) {
    const Option* found = findOption(*project, option);
    RW_CHECK(found, "a snapshot is taken of an option of the project");
    DesignPtr design = found->design;
    return {std::move(project), option, std::move(design)};
}

struct Context::Tally {
    std::map<GroupKey, PartCount> all;
    std::map<std::pair<Id<Room>, GroupKey>, PartCount> byRoom;

    static void add(PartCount& total, const Device& device) {
        total.part = device.part;
        total.powerCap = device.powerCap;
        ++total.count;
    }
};

Context::Context(Snapshot snapshot) : m_snapshot(std::move(snapshot)) {
    for (const PartRow& row : project().parts) {
        m_parts.emplace(row.id, row.part.get());
        if (row.part)
            m_partIds[row.part->id] = row.id;
    }
    for (const PowerLink& link : design().powerLinks) {
        if (!link.scope.isPresent())
            continue;
        m_linksFrom[link.from].push_back(&link);
        m_linksTo[link.to].push_back(&link);
    }
    m_contents.reserve(design().racks.size());
    forEachWithStamp(design().racks, [this](const Rack& rack, std::uint64_t stamp) {
        if (!rack.scope.isPresent())
            return;
        m_racks.push_back(&rack);
        m_contents[rack.id].stamps.push_back(stamp);
    });
    Tally tally;
    addDevices(tally);
    addEquipment();
    addServices();
    for (auto& [id, contents] : m_contents)
        sortGroups(contents.groups);
    for (auto& [key, group] : tally.all)
        m_groups.push_back(group);
    for (auto& [key, group] : tally.byRoom)
        m_roomGroups[key.first].push_back(group);
    classifyRacks();
    for (const Assumption& assumption : project().assumptions)
        m_assumptions[assumption.key] = &assumption;
    for (const Setting& setting : project().settings)
        m_settings[setting.key] = &setting;
}

Id<Rack> Context::rackHolding(const Device& device) const {
    const Device* at = &device;
    for (int depth = 0; at && depth < kDeepestNesting; ++depth) {
        const auto* in = std::get_if<InDevice>(&at->placement);
        if (!in)
            return rackOf(*at);
        at = design().devices.find(in->device);
    }
    return {};
}

void Context::addDevices(Tally& tally) {
    forEachWithStamp(design().devices, [&](const Device& device, std::uint64_t stamp) {
        if (!device.scope.isPresent())
            return;
        bool isCounted = true;
        if (const auto* in = std::get_if<InDevice>(&device.placement)) {
            const Device* host = design().devices.find(in->device);
            const Part* hostPart = host ? part(host->part) : nullptr;
            isCounted = !hostPart || !isRatedAsWhole(*hostPart);
        }
        if (isCounted)
            Tally::add(tally.all[{device.part, device.powerCap ? device.powerCap->si() : -1.0}], device);
        Id<Room> room;
        const Id<Rack> rack = rackHolding(device);
        if (const auto found = m_contents.find(rack); found != m_contents.end()) {
            found->second.devices.push_back(&device);
            addStamp(found->second.stamps, stamp);
            if (isCounted)
                addTo(found->second.groups, device);
            room = design().racks.find(rack)->room;
        } else if (const auto* floor = std::get_if<OnFloor>(&device.placement)) {
            room = floor->room;
        }
        if (room && isCounted)
            Tally::add(tally.byRoom[{room, {device.part, device.powerCap ? device.powerCap->si() : -1.0}}], device);
    });
}

void Context::addEquipment() {
    forEachWithStamp(design().powerElements, [this](const PowerElement& element, std::uint64_t stamp) {
        const auto it = m_contents.find(rackOfPlacement(element.placement));
        if (it == m_contents.end() || !element.scope.isPresent())
            return;
        it->second.elements.push_back(&element);
        addStamp(it->second.stamps, stamp);
    });
    forEachWithStamp(design().coolingUnits, [this](const CoolingUnit& unit, std::uint64_t stamp) {
        const auto it = m_contents.find(rackOfPlacement(unit.placement));
        if (it == m_contents.end() || !unit.scope.isPresent())
            return;
        it->second.coolingUnits.push_back(&unit);
        addStamp(it->second.stamps, stamp);
    });
}

void Context::addServices() {
    forEachWithStamp(design().coolingServices, [this](const CoolingService& service, std::uint64_t stamp) {
        const auto it = m_contents.find(service.rack);
        const CoolingUnit* unit = design().coolingUnits.find(service.unit);
        if (it == m_contents.end() || !unit || !unit->scope.isPresent())
            return;
        it->second.services.push_back(&service);
        addStamp(it->second.stamps, stamp);
        addStamp(it->second.stamps, design().coolingUnits.stampAt(service.unit));
        m_servedBy[service.unit].push_back(&service);
    });
    forEachWithStamp(design().cordOverrides, [this](const CordOverride& cord, std::uint64_t stamp) {
        const Device* device = design().devices.find(cord.device);
        const auto it = device ? m_contents.find(rackHolding(*device)) : m_contents.end();
        if (it == m_contents.end())
            return;
        it->second.cords.push_back(&cord);
        addStamp(it->second.stamps, stamp);
    });
}

void Context::classifyRacks() {
    std::map<std::vector<std::uint64_t>, std::size_t> classes;
    for (const Rack* rack : m_racks) {
        const auto [it, isNew] = classes.try_emplace(likeness(*rack, contents(rack->id)), m_like.size());
        if (isNew)
            m_like.push_back({rack, {}});
        m_like[it->second].racks.push_back(rack);
        m_likeIndex[rack->id] = it->second;
    }
}

std::vector<LikeRacks> Context::likeRacks(Id<Room> room) const {
    std::vector<Id<Rack>> inRoom;
    for (const Rack* rack : m_racks)
        if (rack->room == room)
            inRoom.push_back(rack->id);
    return likeRacks(inRoom);
}

std::vector<LikeRacks> Context::likeRacks(const std::vector<Id<Rack>>& some) const {
    std::map<std::size_t, LikeRacks> classes;
    for (const Id<Rack> id : some)
        if (const auto it = m_likeIndex.find(id); it != m_likeIndex.end())
            classes[it->second].racks.push_back(design().racks.find(id));
    std::vector<LikeRacks> list;
    for (auto& [index, like] : classes) {
        std::ranges::sort(like.racks, {}, &Rack::id);
        like.first = like.racks.front();
        list.push_back(std::move(like));
    }
    return list;
}

const RackContents& Context::contents(Id<Rack> rack) const {
    static const RackContents none;
    const auto it = m_contents.find(rack);
    return it == m_contents.end() ? none : it->second;
}

const std::vector<PartCount>& Context::groups(Id<Room> room) const {
    static const std::vector<PartCount> none;
    const auto it = m_roomGroups.find(room);
    return it == m_roomGroups.end() ? none : it->second;
}

const std::vector<const CoolingService*>& Context::servedBy(Id<CoolingUnit> unit) const {
    static const std::vector<const CoolingService*> none;
    const auto it = m_servedBy.find(unit);
    return it == m_servedBy.end() ? none : it->second;
}

namespace {

const std::vector<const PowerLink*>&
linksOf(const std::unordered_map<Id<PowerElement>, std::vector<const PowerLink*>>& links, Id<PowerElement> element) {
    static const std::vector<const PowerLink*> none;
    const auto it = links.find(element);
    return it == links.end() ? none : it->second;
}

} // namespace

const std::vector<const PowerLink*>& Context::linksFrom(Id<PowerElement> element) const {
    return linksOf(m_linksFrom, element);
}
const std::vector<const PowerLink*>& Context::linksTo(Id<PowerElement> element) const {
    return linksOf(m_linksTo, element);
}

Id<PartRow> Context::partOf(std::string_view catalogueId) const {
    const auto it = m_partIds.find(catalogueId);
    return it == m_partIds.end() ? Id<PartRow>{} : it->second;
}

Context::Slot& Context::slotOf(std::type_index type) const {
    const std::lock_guard lock(m_slotsMutex);
    std::unique_ptr<Slot>& slot = m_slots[type];
    if (!slot)
        slot = std::make_unique<Slot>();
    return *slot;
}

const Assumption* Context::assumption(std::string_view key) const {
    const auto it = m_assumptions.find(key);
    return it == m_assumptions.end() ? nullptr : it->second;
}

const Setting* Context::setting(std::string_view key) const {
    const auto it = m_settings.find(key);
    return it == m_settings.end() ? nullptr : it->second;
}

} // namespace rackwright
