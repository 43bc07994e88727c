// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/replacement.h"

#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/removal.h"
#include "model/parts/port_list.h"

#include <map>

namespace rackwright::edits {

namespace {

/// Leads from a port of the old part to that of the new one: same role, same place among the ports of the role.
class PortMap {
public:
    PortMap(const Part& before, const Part& after) : m_before(before), m_after(after) {}

    std::optional<std::uint16_t> operator()(std::uint16_t port, std::uint8_t lane) const {
        const PortGroup* group = portGroupOf(m_before, port);
        if (!group)
            return std::nullopt;
        const std::vector<std::int64_t> old = portsOfRole(m_before, group->role), now = portsOfRole(m_after, group->role);
        const auto at = static_cast<std::size_t>(std::ranges::find(old, std::int64_t{port}) - old.begin());
        if (at >= now.size())
            return std::nullopt;
        const PortGroup* next = portGroupOf(m_after, now[at]);
        if (!next || lane >= std::max<std::int64_t>(1, next->maximumSplit))
            return std::nullopt;
        return static_cast<std::uint16_t>(now[at]);
    }

private:
    const Part& m_before;
    const Part& m_after;
};

class Replacer {
public:
    Replacer(Project& project, Design design, const PartPtr& part, Id<PartRow> row)
        : m_project(project), m_design(std::move(design)), m_part(part), m_row(row) {}

    Done run(const std::vector<Id<Device>>& ids) {
        Result<std::vector<Device>> rows = rowsOf(m_design.devices, ids, "device");
        if (!rows)
            return rows.error();
        // From the bottom up, so that larger parts push those above them and not those below.
        std::ranges::stable_sort(*rows, {}, [](const Device& device) {
            const auto* in = std::get_if<InRack>(&device.placement);
            return in ? in->unit : 0;
        });
        for (const Device& device : *rows)
            lift(device);
        for (const Device& device : *rows)
            put(device);
        for (auto& [role, balance] : m_balances)
            m_outcome.ports.push_back(balance);
        return done();
    }

    ReplacementOutcome takeOutcome() { return std::move(m_outcome); }
    Design takeDesign() { return std::move(m_design); }

private:
    PortBalance& balanceOf(PortRole role) {
        PortBalance& balance = m_balances[role];
        balance.role = role;
        return balance;
    }

    // The new part with its cables, in nobody's way.
    void lift(const Device& row) {
        ReplacedDevice replaced{row.id, PlaceEffect::Kept, 0, 0};
        const Part* before = findPart(m_project, row.part);
        if (before) {
            for (const PortGroup& group : before->portGroups)
                balanceOf(group.role).before += group.count;
            moveCables(row.id, *before, replaced);
        }
        for (const PortGroup& group : m_part->portGroups)
            balanceOf(group.role).after += group.count;
        dropCords(row.id);
        Device device = row;
        device.part = m_row;
        device.placement = Unplaced{};
        markOverride(device, "part");
        m_design.devices = m_design.devices.with(std::move(device));
        m_outcome.devices.push_back(replaced);
    }

    void moveCables(Id<Device> id, const Part& before, ReplacedDevice& replaced) {
        const PortMap map(before, *m_part);
        std::vector<Cable> moved;
        std::vector<Id<Cable>> lost;
        m_design.cables.forEachWith<CablesByDevice>(id, [&](Cable cable) {
            bool isKept = true;
            for (PortRef* end : {&cable.a, &cable.b}) {
                if (end->device != id)
                    continue;
                const PortGroup* group = portGroupOf(before, end->port);
                const auto port = map(end->port, end->lane);
                if (group) {
                    ++balanceOf(group->role).used;
                    balanceOf(group->role).lost += port ? 0 : 1;
                }
                isKept = isKept && port;
                if (port)
                    end->port = *port;
            }
            if (isKept)
                moved.push_back(cable);
            else
                lost.push_back(cable.id);
        });
        replaced.cablesMoved = static_cast<std::int64_t>(moved.size());
        replaced.cablesLost = static_cast<std::int64_t>(lost.size());
        m_design.cables = m_design.cables.with(std::move(moved));
        if (!lost.empty())
            takeCables(m_design, lost);
    }

    void dropCords(Id<Device> id) {
        std::int64_t supplies = 0;
        for (const PowerInput& input : m_part->powerInputs)
            supplies += input.count;
        const auto gone = idsWhere(m_design.cordOverrides, [&](const CordOverride& cord) {
            return cord.device == id && cord.supply >= supplies;
        });
        m_outcome.cordsLost += static_cast<std::int64_t>(gone.size());
        if (!gone.empty())
            m_design.cordOverrides = m_design.cordOverrides.with({}, gone);
    }

    // Where it was, else the next free place above, else the lowest of its rack, else the tray.
    void put(const Device& row) {
        const Candidate thing{row.name, m_part.get(), OccupantKind::Device, row.id.value};
        Placement placement = row.placement;
        PlaceEffect effect = PlaceEffect::Kept;
        if (!canPlace(m_project, m_design, thing, placement)) {
            effect = PlaceEffect::Unplaced;
            placement = Unplaced{};
            const auto* in = std::get_if<InRack>(&row.placement);
            const Rack* rack = in ? m_design.racks.find(in->rack) : nullptr;
            auto unit = rack ? firstFreeUnit(m_project, m_design, *rack, *m_part, in->face, in->unit) : std::nullopt;
            if (rack && !unit)
                unit = firstFreeUnit(m_project, m_design, *rack, *m_part, in->face);
            if (const InRack next{in ? in->rack : Id<Rack>{}, unit.value_or(1), in ? in->face : Face::Front, 0};
                unit && canPlace(m_project, m_design, thing, next)) {
                effect = PlaceEffect::Moved;
                placement = next;
            }
        }
        Device device = *m_design.devices.find(row.id);
        device.placement = placement;
        if (effect != PlaceEffect::Kept)
            markOverride(device, "placement");
        m_design.devices = m_design.devices.with(std::move(device));
        std::ranges::find(m_outcome.devices, row.id, &ReplacedDevice::device)->place = effect;
    }

    Project& m_project;
    Design m_design;
    const PartPtr& m_part;
    Id<PartRow> m_row;
    std::map<PortRole, PortBalance> m_balances;
    ReplacementOutcome m_outcome;
};

} // namespace

Result<ReplacementOutcome> withReplacedPart(const Project& project, std::uint64_t option,
                                            const std::vector<Id<Device>>& devices, const PartPtr& part, IdSource& ids) {
    const Option* found = findOption(project, option);
    if (!found)
        return inputError(Message("edit.no-option").with("option", option));
    auto next = std::make_shared<Project>(project);
    const Id<PartRow> row = embedPart(*next, ids, part);
    Replacer replacer(*next, *found->design, part, row);
    if (Done replaced = replacer.run(devices); !replaced)
        return replaced.error();
    ReplacementOutcome outcome = replacer.takeOutcome();
    outcome.project = withDesign(*next, option, std::make_shared<const Design>(replacer.takeDesign()));
    return outcome;
}

Edit replaceDevices(const Target& target, std::vector<Id<Device>> devices, PartPtr part) {
    Message text = namedText(target, "undo.part.replace.", &Design::devices, devices).with("part", part->model);
    auto apply = [option = target.option, devices = std::move(devices),
                  part = std::move(part)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        Result<ReplacementOutcome> outcome = withReplacedPart(project, option, devices, part, ids);
        if (!outcome)
            return outcome.error();
        return std::move(outcome->project);
    };
    return {std::move(text), {}, std::move(apply)};
}

} // namespace rackwright::edits
