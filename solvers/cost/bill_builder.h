// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the makers of bill lines share: the lines collected so far by key and how a part becomes a line. Internal to
// solvers/cost.

#include "solvers/cost/bill.h"

#include <cmath>
#include <map>

namespace rackwright {

/// A quantity as bill lines hold it.
inline std::int64_t milli(double quantity) { return std::llround(quantity * 1000); }

class BillBuilder {
public:
    explicit BillBuilder(const Context& context) : m_context(context) {}

    const Context& context() const { return m_context; }

    /// The line of a key, made on first use.
    BillLine& line(const std::string& key);
    /// The line of a part in a scope ("device:nv-dgx-h200;phase2"); like things add to its quantity.
    /// `variant` tells lines of one part apart that are ordered apart ("10m").
    BillLine& partLine(std::string_view kind, Id<PartRow> part, const Scope& scope, std::string_view parent = {},
                       std::string_view variant = {});
    /// A planning line for what is drawn but has no part that one could order.
    BillLine& planningLine(std::string_view name, QuoteSection section, const Scope& scope);
    BillLine& allowance(std::string_view name, QuoteSection section, LineType type, std::int64_t quantityMilli);

    std::map<std::string, BillLine>& lines() { return m_lines; }

private:
    std::string partKey(Id<PartRow> part) const;

    const Context& m_context;
    std::map<std::string, BillLine> m_lines;
};

/// Our hours go into it. Who supplies it decides on its price, not on the work.
inline bool isInstalledByUs(const Scope& scope) {
    return scope.status == Status::New && scope.installedBy == Party::Us;
}

/// Racks, devices, modules, power elements, cooling units, containment and pathways as they are drawn.
void addDesignLines(BillBuilder& builder);
/// Cables, fibres and transceivers of the drawn cables.
void addCableLines(BillBuilder& builder, const PriceBook& book);
/// Power cords, whips and tap-offs of the drawn power that are counted, not drawn.
void addPowerCordLines(BillBuilder& builder, const PriceBook& book);
/// Racks, PDUs, rails, optics and cables of ports that nothing is plugged into, licences, support, freight, spares and
/// labour that the drawing does not show yet.
void addAllowances(BillBuilder& builder, const PriceBook& book);

QuoteSection sectionOf(PartCategory category);

} // namespace rackwright
