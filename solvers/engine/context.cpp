// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/context.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace rackwright {

namespace {

using GroupKey = std::pair<Id<PartRow>, double>;

double wattsOf(const std::optional<Power>& power) { return power ? power->si() : -1.0; }

GroupKey keyOf(const PartCount& group) { return {group.part, wattsOf(group.powerCap)}; }

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

// Counts of like devices in the order of parts, for a whole room or design.
class Tally {
public:
    void add(const Device& device) {
        // Like devices mostly come one after another.
        if (!m_last || m_last->part != device.part || m_last->powerCap != device.powerCap) {
            m_last = &m_groups[{device.part, wattsOf(device.powerCap)}];
            m_last->part = device.part;
            m_last->powerCap = device.powerCap;
        }
        ++m_last->count;
    }
    std::vector<PartCount> groups() const {
        std::vector<PartCount> list;
        for (const auto& [key, group] : m_groups)
            list.push_back(group);
        return list;
    }

private:
    std::map<GroupKey, PartCount> m_groups;
    PartCount* m_last = nullptr;
};

// A tray counts in the rack of the device that holds it; a chain of hosts is followed at most this deep.
constexpr int kDeepestNesting = 4;

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

// Where a thing is within its rack, without the rack's id.
void addPlace(Digest& digest, const Placement& placement) {
    digest.add(static_cast<std::uint64_t>(placement.index()));
    if (const auto* in = std::get_if<InRack>(&placement)) {
        digest.add(static_cast<std::uint64_t>(in->unit));
        digest.add(static_cast<std::uint64_t>(in->face));
        digest.add(static_cast<std::uint64_t>(in->column));
    } else if (const auto* beside = std::get_if<ZeroU>(&placement)) {
        digest.add(static_cast<std::uint64_t>(beside->side));
        digest.add(static_cast<std::uint64_t>(beside->slot));
    } else if (const auto* inside = std::get_if<InDevice>(&placement)) {
        digest.add(static_cast<std::uint64_t>(inside->slot));
    }
}

Fingerprint likenessOf(const Rack& rack, const RackContents& contents) {
    Digest digest;
    digest.add(rack.part.value);
    digest.add(wattsOf(rack.powerCap));
    digest.add(static_cast<std::uint64_t>(contents.devices.size()));
    for (const Device* device : contents.devices) {
        digest.add(device->part.value);
        digest.add(wattsOf(device->powerCap));
        addPlace(digest, device->placement);
    }
    // What the count of a tray hangs on, its host, shows in the groups.
    for (const PartCount& group : contents.groups) {
        digest.add(group.part.value);
        digest.add(static_cast<std::uint64_t>(group.count));
    }
    digest.add(static_cast<std::uint64_t>(contents.elements.size()));
    for (const PowerElement* element : contents.elements) {
        digest.add(element->part.value);
        digest.add(static_cast<std::uint64_t>(element->kind));
        digest.add(static_cast<std::uint64_t>(element->side));
        digest.add(wattsOf(element->rating));
        addPlace(digest, element->placement);
    }
    for (const CoolingUnit* unit : contents.coolingUnits) {
        digest.add(unit->part.value);
        digest.add(static_cast<std::uint64_t>(unit->kind));
        digest.add(wattsOf(unit->rating));
        addPlace(digest, unit->placement);
    }
    for (const CordOverride* cord : contents.cords) {
        digest.add(cord->device.value);
        digest.add(static_cast<std::uint64_t>(cord->supply));
        digest.add(cord->element.value);
    }
    return digest.value();
}

// Everything that a sum over a rack reads of it, as numbers.
Fingerprint classOf(const Rack& rack, const RackContents& contents) {
    const auto watts = [](const std::optional<Power>& power) {
        return power ? static_cast<std::uint64_t>(power->si() * 1000) : UINT64_MAX;
    };
    Digest digest;
    for (const std::uint64_t number : {rack.part.value, watts(rack.powerCap), contents.groups.size()})
        digest.add(number);
    for (const PartCount& group : contents.groups)
        for (const std::uint64_t number :
             {group.part.value, static_cast<std::uint64_t>(group.count), watts(group.powerCap)})
            digest.add(number);
    digest.add(static_cast<std::uint64_t>(contents.elements.size()));
    for (const PowerElement* element : contents.elements)
        for (const std::uint64_t number :
             {element->part.value, static_cast<std::uint64_t>(element->kind), watts(element->rating)})
            digest.add(number);
    for (const CoolingUnit* unit : contents.coolingUnits)
        for (const std::uint64_t number :
             {unit->part.value, static_cast<std::uint64_t>(unit->kind), watts(unit->rating)})
            digest.add(number);
    return digest.value();
}

bool sameHeader(const Project& a, const Project& b) {
    return std::tie(a.name, a.description, a.profile, a.quote) == std::tie(b.name, b.description, b.profile, b.quote);
}

constexpr std::array<std::string_view, 7> kHeldTables = {
    "racks", "devices", "power_elements", "cooling_units", "cooling_services", "cord_overrides", "parts"};

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

// What stands where, of the tables kHeldTables.
struct Context::Holdings {
    explicit Holdings(const Context& context);

    std::unordered_map<Id<Rack>, RackContents> contents;
    std::unordered_map<Id<Room>, std::vector<PartCount>> roomGroups;
    std::unordered_map<Id<CoolingUnit>, std::vector<const CoolingService*>> servedBy;
    std::vector<PartCount> groups;
    std::vector<const Rack*> racks;
    std::vector<LikeRacks> like;
    std::unordered_map<Id<Rack>, std::size_t> likeIndex;
    std::uint64_t stamp = 0; ///< of racks with their room and likeness, of groups of devices; by value

private:
    /// What is collected of a rack while its rows are gathered.
    struct Gathered {
        RackContents* contents = nullptr;
        Id<Room> room;
        Digest stamps;
        std::uint64_t lastStamp = 0;
        void addStamp(std::uint64_t next) {
            if (next != lastStamp)
                stamps.add(next);
            lastStamp = next;
        }
    };

    void addDevices(const Context& context);
    void addEquipment(const Design& design);
    void addServices(const Context& context);
    void classify();
    Gathered* gathered(Id<Rack> rack) {
        const auto it = m_gathered.find(rack);
        return it == m_gathered.end() ? nullptr : &it->second;
    }

    std::unordered_map<Id<Rack>, Gathered> m_gathered;
};

struct Context::Links {
    explicit Links(const Table<PowerLink>& table) : stamp(table.stamp()) {
        from.reserve(table.size());
        to.reserve(table.size());
        for (const PowerLink& link : table) {
            if (!link.scope.isPresent())
                continue;
            if (!link.to && link.unit) {
                unitsFrom[link.from].push_back(&link);
                toUnit[link.unit].push_back(&link);
                units.push_back(link.unit);
                continue;
            }
            from[link.from].push_back(&link);
            to[link.to].push_back(&link);
        }
        std::ranges::sort(units);
        const auto twins = std::ranges::unique(units);
        units.erase(twins.begin(), twins.end());
    }
    /// Of the table with what the units on its circuits are to them; by value as far as the units go.
    std::uint64_t stampWith(const Table<CoolingUnit>& table) const {
        if (units.empty())
            return stamp;
        Digest digest;
        digest.add(stamp);
        for (const Id<CoolingUnit> id : units) {
            const CoolingUnit* unit = table.find(id);
            digest.add(id.value);
            digest.add(std::uint64_t{unit && unit->scope.isPresent()});
            digest.add(unit ? unit->part.value : 0);
            digest.add(unit && unit->draw ? unit->draw->si() : -1.0);
            digest.add(std::string_view(unit ? unit->name : std::string()));
        }
        return digest.value().high ^ digest.value().low;
    }
    std::uint64_t stamp = 0; ///< of the table
    std::unordered_map<Id<PowerElement>, std::vector<const PowerLink*>> from, to, unitsFrom;
    std::unordered_map<Id<CoolingUnit>, std::vector<const PowerLink*>> toUnit;
    std::vector<Id<CoolingUnit>> units;
};

Context::Holdings::Holdings(const Context& context) {
    const Design& design = context.design();
    contents.reserve(design.racks.size());
    m_gathered.reserve(design.racks.size());
    forEachWithStamp(design.racks, [this](const Rack& rack, std::uint64_t chunk) {
        if (!rack.scope.isPresent())
            return;
        racks.push_back(&rack);
        Gathered& each = m_gathered[rack.id];
        each.contents = &contents[rack.id];
        each.room = rack.room;
        each.addStamp(chunk);
    });
    addDevices(context);
    addEquipment(design);
    addServices(context);
    Digest all;
    for (const Rack* rack : racks) {
        Gathered& each = *gathered(rack->id);
        std::ranges::sort(each.contents->groups, {}, keyOf);
        each.stamps.add(rack->id.value);
        each.contents->rows = each.stamps.value();
        each.contents->likeness = likenessOf(*rack, *each.contents);
        all.add(rack->id.value);
        all.add(rack->room.value);
        all.add(each.contents->likeness);
    }
    const auto addGroups = [&all](const std::vector<PartCount>& list) {
        for (const PartCount& group : list) {
            all.add(group.part.value);
            all.add(static_cast<std::uint64_t>(group.count));
            all.add(wattsOf(group.powerCap));
        }
    };
    addGroups(groups);
    for (const Room& room : design.rooms)
        if (const auto it = roomGroups.find(room.id); it != roomGroups.end()) {
            all.add(room.id.value);
            addGroups(it->second);
        }
    stamp = all.value().high ^ all.value().low;
    classify();
    m_gathered.clear();
}

void Context::Holdings::addDevices(const Context& context) {
    const Design& design = context.design();
    Tally all;
    std::unordered_map<Id<Room>, Tally> byRoom;
    forEachWithStamp(design.devices, [&](const Device& device, std::uint64_t chunk) {
        if (!device.scope.isPresent())
            return;
        bool isCounted = true;
        if (const auto* in = std::get_if<InDevice>(&device.placement)) {
            const Device* host = design.devices.find(in->device);
            const Part* hostPart = host ? context.part(host->part) : nullptr;
            isCounted = !hostPart || !isRatedAsWhole(*hostPart);
        }
        if (isCounted)
            all.add(device);
        Id<Room> room;
        if (Gathered* rack = gathered(context.rackHolding(device))) {
            rack->contents->devices.push_back(&device);
            rack->addStamp(chunk);
            if (isCounted)
                addTo(rack->contents->groups, device);
            room = rack->room;
            // The host decides whether a tray counts and where it is.
            if (const auto* in = std::get_if<InDevice>(&device.placement))
                rack->addStamp(design.devices.stampAt(in->device));
        } else if (const auto* floor = std::get_if<OnFloor>(&device.placement)) {
            room = floor->room;
        }
        if (room && isCounted)
            byRoom[room].add(device);
    });
    groups = all.groups();
    for (const auto& [room, tally] : byRoom)
        roomGroups.emplace(room, tally.groups());
}

void Context::Holdings::addEquipment(const Design& design) {
    forEachWithStamp(design.powerElements, [this](const PowerElement& element, std::uint64_t chunk) {
        if (!element.scope.isPresent())
            return;
        if (Gathered* rack = gathered(rackOf(element.placement))) {
            rack->contents->elements.push_back(&element);
            rack->addStamp(chunk);
        }
    });
    forEachWithStamp(design.coolingUnits, [this](const CoolingUnit& unit, std::uint64_t chunk) {
        if (!unit.scope.isPresent())
            return;
        if (Gathered* rack = gathered(rackOf(unit.placement))) {
            rack->contents->coolingUnits.push_back(&unit);
            rack->addStamp(chunk);
        }
    });
}

void Context::Holdings::addServices(const Context& context) {
    const Design& design = context.design();
    forEachWithStamp(design.coolingServices, [&](const CoolingService& service, std::uint64_t chunk) {
        Gathered* rack = gathered(service.rack);
        const CoolingUnit* unit = design.coolingUnits.find(service.unit);
        if (!rack || !unit || !unit->scope.isPresent())
            return;
        rack->contents->services.push_back(&service);
        rack->addStamp(chunk);
        rack->addStamp(design.coolingUnits.stampAt(service.unit));
        servedBy[service.unit].push_back(&service);
    });
    forEachWithStamp(design.cordOverrides, [&](const CordOverride& cord, std::uint64_t chunk) {
        const Device* device = design.devices.find(cord.device);
        Gathered* rack = device ? gathered(context.rackHolding(*device)) : nullptr;
        if (!rack)
            return;
        rack->contents->cords.push_back(&cord);
        rack->addStamp(chunk);
        rack->addStamp(design.powerElements.stampAt(cord.element));
    });
}

void Context::Holdings::classify() {
    std::unordered_map<Fingerprint, std::size_t, FingerprintHash> classes;
    likeIndex.reserve(racks.size());
    for (const Rack* rack : racks) {
        const auto [it, isNew] = classes.try_emplace(classOf(*rack, contents.at(rack->id)), like.size());
        if (isNew)
            like.push_back({rack, {}});
        like[it->second].racks.push_back(rack);
        likeIndex[rack->id] = it->second;
    }
}

Context::Context(Snapshot snapshot, const Context* before) : m_snapshot(std::move(snapshot)) {
    takeStamps(before);
    for (const PartRow& row : project().parts) {
        m_parts.emplace(row.id, row.part.get());
        if (row.part)
            m_partIds[row.part->id] = row.id;
    }
    for (const Assumption& assumption : project().assumptions)
        m_assumptions[assumption.key] = &assumption;
    for (const Setting& setting : project().settings)
        m_settings[setting.key] = &setting;
    const auto isSame = [&](std::string_view table) { return before && stampOf(table) == before->stampOf(table); };
    m_links = before && before->m_links->stamp == design().powerLinks.stamp()
                  ? before->m_links
                  : std::make_shared<const Links>(design().powerLinks);
    m_stamps["power_links"] = m_links->stampWith(design().coolingUnits);
    m_holdings =
        std::ranges::all_of(kHeldTables, isSame) ? before->m_holdings : std::make_shared<const Holdings>(*this);
    m_stamps["rack_contents"] = m_holdings->stamp;
    if (before)
        takeSlots(*before);
}

Context::~Context() {
    for (const std::atomic<Slot*>& slot : m_slots)
        delete slot.load(std::memory_order_acquire);
}

void Context::takeStamps(const Context* before) {
    forEachDesignTable([this](const auto& table) { m_stamps[table.name] = (design().*table.member).stamp(); });
    forEachProjectTable([this](const auto& table) { m_stamps[table.name] = (project().*table.member).stamp(); });
    m_stamps["header"] = before && sameHeader(project(), before->project()) ? before->stampOf("header") : freshStamp();
}

void Context::takeSlots(const Context& before) {
    const std::lock_guard lock(before.m_slotsMutex);
    for (std::size_t place = 0; place < kMostLookUps; ++place) {
        const Slot* slot = before.m_slots[place].load(std::memory_order_acquire);
        if (!slot)
            continue;
        auto mine = std::make_unique<Slot>();
        if (slot->isBuilt.load(std::memory_order_acquire))
            mine->former = std::make_shared<const Kept>(Kept{slot->content, slot->inputs, slot->settings});
        else
            mine->former = slot->former;
        if (mine->former)
            m_slots[place].store(mine.release(), std::memory_order_release);
    }
}

std::shared_ptr<const Context::Kept> Context::formerOf(const Slot& slot) const {
    const std::lock_guard lock(m_slotsMutex);
    return slot.former;
}

void Context::forgetFormer(Slot& slot) const {
    const std::lock_guard lock(m_slotsMutex);
    slot.former.reset();
}

std::uint64_t Context::stampOf(std::string_view table) const {
    const auto it = m_stamps.find(table);
    RW_CHECK(it != m_stamps.end(), "a reader names tables that a design or project has");
    return it->second;
}

std::vector<std::uint64_t> Context::inputsOf(const std::vector<std::string_view>& tables) const {
    std::vector<std::uint64_t> inputs;
    for (const std::string_view table : {"parts", "site", "assumptions"})
        inputs.push_back(stampOf(table));
    for (const std::string_view table : tables)
        inputs.push_back(stampOf(table));
    return inputs;
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

const std::vector<PartCount>& Context::groups() const { return m_holdings->groups; }
const std::vector<const Rack*>& Context::racks() const { return m_holdings->racks; }
const std::vector<LikeRacks>& Context::likeRacks() const { return m_holdings->like; }

std::vector<LikeRacks> Context::likeRacks(Id<Room> room) const {
    std::vector<Id<Rack>> inRoom;
    for (const Rack* rack : m_holdings->racks)
        if (rack->room == room)
            inRoom.push_back(rack->id);
    return likeRacks(inRoom);
}

std::vector<LikeRacks> Context::likeRacks(const std::vector<Id<Rack>>& some) const {
    std::map<std::size_t, LikeRacks> classes;
    for (const Id<Rack> id : some)
        if (const auto it = m_holdings->likeIndex.find(id); it != m_holdings->likeIndex.end())
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
    const auto it = m_holdings->contents.find(rack);
    return it == m_holdings->contents.end() ? none : it->second;
}

const std::vector<PartCount>& Context::groups(Id<Room> room) const {
    static const std::vector<PartCount> none;
    const auto it = m_holdings->roomGroups.find(room);
    return it == m_holdings->roomGroups.end() ? none : it->second;
}

const std::vector<const CoolingService*>& Context::servedBy(Id<CoolingUnit> unit) const {
    static const std::vector<const CoolingService*> none;
    const auto it = m_holdings->servedBy.find(unit);
    return it == m_holdings->servedBy.end() ? none : it->second;
}

namespace {

template <class Row>
const std::vector<const PowerLink*>& linksOf(const std::unordered_map<Id<Row>, std::vector<const PowerLink*>>& links,
                                             Id<Row> end) {
    static const std::vector<const PowerLink*> none;
    const auto it = links.find(end);
    return it == links.end() ? none : it->second;
}

} // namespace

const std::vector<const PowerLink*>& Context::linksFrom(Id<PowerElement> element) const {
    return linksOf(m_links->from, element);
}
const std::vector<const PowerLink*>& Context::linksTo(Id<PowerElement> element) const {
    return linksOf(m_links->to, element);
}
const std::vector<const PowerLink*>& Context::unitLinksFrom(Id<PowerElement> element) const {
    return linksOf(m_links->unitsFrom, element);
}
const std::vector<const PowerLink*>& Context::linksTo(Id<CoolingUnit> unit) const {
    return linksOf(m_links->toUnit, unit);
}
const std::vector<Id<CoolingUnit>>& Context::fedUnits() const { return m_links->units; }

Id<PartRow> Context::partOf(std::string_view catalogueId) const {
    const auto it = m_partIds.find(catalogueId);
    return it == m_partIds.end() ? Id<PartRow>{} : it->second;
}

std::size_t Context::nextPlace() {
    static std::atomic<std::size_t> next = 0;
    const std::size_t place = next++;
    RW_CHECK(place < kMostLookUps, "there are places for all look-ups of the program");
    return place;
}

Context::Slot& Context::newSlot(std::size_t place) const {
    const std::lock_guard lock(m_slotsMutex);
    Slot* slot = m_slots[place].load(std::memory_order_acquire);
    if (!slot) {
        slot = new Slot; // freed by the destructor
        m_slots[place].store(slot, std::memory_order_release);
    }
    return *slot;
}

const Assumption* Context::assumption(std::string_view key) const {
    const auto it = m_assumptions.find(key);
    return it == m_assumptions.end() ? nullptr : it->second;
}

const Setting* Context::setting(std::string_view key) const {
    const Setting* said = settingUnnoted(key);
    if (SettingsRead* reader = SettingsRecorder::current())
        reader->note(key, said);
    return said;
}

const Setting* Context::settingUnnoted(std::string_view key) const {
    const auto it = m_settings.find(key);
    return it == m_settings.end() ? nullptr : it->second;
}

} // namespace rackwright
