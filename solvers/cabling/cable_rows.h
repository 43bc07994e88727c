// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableRows: what the rows of cables in schedules and on labels are made of: where each end is with its label, names,
// part numbers, and why the cable is what it is. For the schedules of cables.

#include "model/parts/port_list.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/cables/label_pattern.h"
#include "solvers/engine/schedule_parts.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// What the rows of cables read, with the names of ports kept.
class CableRows {
public:
    explicit CableRows(const Context& context) : CableRows(context, labelPatterns(context).end) {}
    CableRows(const Context& context, LabelPattern pattern);

    const CableEnds& ends() const { return m_ends; }
    const CablePlan& plan() const { return m_plan; }
    const Context& context() const { return m_context; }

    /// Where an end is, in words; empty what is not known.
    struct Place {
        std::string room, row, rack, device, port, cage;
        std::string label; ///< by the pattern of the project
        std::int64_t unit = 0;
    };
    Place place(const PortRef& ref, const CableEnd& end) const;

    std::string network(Id<Network> id) const;
    /// Of CablePlan::products; null for kNoProduct.
    const CableProduct* product(std::int32_t index) const {
        return index == kNoProduct ? nullptr : &m_plan.products[static_cast<std::size_t>(index)];
    }
    /// The number one orders by, or what stands in for it.
    static std::string partNumber(const CableProduct* product);
    /// What is ordered: of a part that stands for several lengths the number of this one. 0: the length is not known.
    static std::string orderNumber(const CableProduct* product, double metres);
    /// Why a cable is what it is: what it saves, or what would have been chosen had no person done it, and of each
    /// other medium what it would cost more or which rule excludes it.
    ScheduleCell reason(std::size_t index) const;

private:
    /// What is the same at every port of a device.
    struct Holder {
        bool isThere = false;
        std::string room, row, rack, device, unitText;
        std::int64_t unit = 0;
        const std::vector<Port>* ports = nullptr; ///< of its part, if it is known
    };
    const std::vector<Port>& portsOf(const Part& part) const;
    const Holder& holder(Id<Device> id) const;
    Holder holderOf(Id<Device> id) const;

    const Context& m_context;
    const CableEnds& m_ends;
    const CablePlan& m_plan;
    LabelPattern m_pattern;
    mutable std::unordered_map<const Part*, std::vector<Port>> m_ports;
    mutable std::unordered_map<Id<Device>, Holder> m_holders;
    /// By link, option, whether a person chose it, order length, and the route where it is shorter than what is sold.
    mutable std::map<std::tuple<std::uint16_t, std::uint16_t, bool, std::int64_t, std::int64_t>, ScheduleCell>
        m_reasons;
};

/// A schedule with its rows, of one that gives them away.
template <class Make>
Schedule collected(Make make) {
    std::vector<ScheduleRow> rows;
    Schedule schedule = make([&rows](const Schedule&, ScheduleRow& row) { rows.push_back(std::move(row)); });
    schedule.rows = std::move(rows);
    return schedule;
}

} // namespace rackwright
