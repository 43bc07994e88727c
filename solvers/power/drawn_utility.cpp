// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/drawn_utility.h"

#include "solvers/engine/subject_name.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/plant.h"
#include "solvers/power/power_ways.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/unit_circuits.h"
#include "solvers/power/upstream.h"

#include <algorithm>

namespace rackwright {

namespace {

// Of the power chain.
std::string openChain(const Context& context) {
    const auto& upstream = context.lookUp<Upstream>();
    if (upstream.looseLoads() > 0)
        return "no circuit leads to " + subjectName(context, upstream.firstLoose());
    bool hasUtility = false;
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || !context.feeds(element.id))
            continue;
        const bool isUtility = element.kind == PowerElementKind::Utility;
        hasUtility = hasUtility || isUtility;
        if (isUtility && !plainElementPower(context, element, LoadKind::Peak).isKnown())
            return "the load of " + element.name + " is not known";
        const bool bringsPower = element.kind != PowerElementKind::Battery && !hasFeed(context, element);
        if (bringsPower && !isUtility && !context.lookUp<PowerWays>().isStandby(element.id))
            return "no utility feed is drawn above " + element.name;
    }
    return hasUtility ? std::string() : "no utility feed is drawn";
}

// Of the plant.
std::string openPlant(const Context& context) {
    const auto& plant = context.lookUp<DrawnPlant>();
    if (!plant.open().empty())
        return "nothing is drawn that takes the heat of " + plant.open();
    if (!plant.isWhole())
        return "heat of racks that no cooling unit takes";
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent())
            continue;
        const Value draw = unitDraw<Value>(context, unit).si();
        if (!draw.isKnown())
            return "the electrical power of " + unit.name + " is not known";
        if (draw.typical() > 0 && !hangsOnCircuit(context, unit.id))
            return "no circuit leads to " + unit.name;
    }
    return {};
}

} // namespace

DrawnUtility::DrawnUtility(const Context& context) : m_open(openPlant(context)) {
    if (m_open.empty())
        m_open = openChain(context);
}

} // namespace rackwright
