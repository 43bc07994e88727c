// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/ride_through.h"

#include <algorithm>

namespace rackwright {

std::vector<const PowerElement*> batteriesOf(const Context& context, const PowerElement& element) {
    std::vector<const PowerElement*> batteries;
    if (element.storedEnergy)
        batteries.push_back(&element);
    // A battery may have several circuits.
    const auto add = [&](Id<PowerElement> id) {
        const PowerElement* battery = context.design().powerElements.find(id);
        if (battery && battery->scope.isPresent() && battery->kind == PowerElementKind::Battery &&
            std::ranges::find(batteries, battery) == batteries.end())
            batteries.push_back(battery);
    };
    for (const PowerLink* link : context.linksTo(element.id))
        add(link->from);
    for (const PowerLink* link : context.linksFrom(element.id))
        add(link->to);
    return batteries;
}

std::vector<const PowerElement*> bridgingUps(const Context& context) {
    std::vector<const PowerElement*> found;
    for (const PowerElement& element : context.design().powerElements) {
        if (element.kind != PowerElementKind::Ups || !element.scope.isPresent() || !context.feeds(element.id))
            continue;
        const Value load = elementPower<Value>(context, element, LoadKind::Peak).si();
        if (!load.isKnown() || load.high() > 0)
            found.push_back(&element);
    }
    return found;
}

} // namespace rackwright
