// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/components.h"
#include "model/parts/part_title.h"
#include "solvers/engine/judging.h"
#include "solvers/space/causes.h"
#include "solvers/space/inventory.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <algorithm>

namespace rackwright {

namespace {

// What a device consists of is embedded with it, since rates and memory stand in the row of its accelerator.
Verdict components(const Context& context, const Device& device) {
    const Subject subject(device.id);
    const Part* part = context.part(device.part);
    if (!part || !isAcceleratorSystem(part))
        return notApplicable(subject);
    const std::vector<std::string> named = componentIds(*part);
    if (named.empty())
        return notChecked(subject, partKey(context, device.part, attribute::acceleratorModel.key),
                          Message("rule.not-checked").with("subject", device.name));
    const auto lacking = std::ranges::find_if(named, [&](const std::string& id) { return !context.partOf(id); });
    if (lacking == named.end())
        return passed(subject);
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = subject;
    verdict.message = Message("rule.PART-01.component")
                          .with("subject", device.name)
                          .with("part", partTitle(*part))
                          .with("component", *lacking);
    verdict.cause = "component:" + part->id + ":" + *lacking;
    return verdict;
}

// A rack that is a system of its own counts by the system in it (isRackScale()).
Verdict system(const Context& context, const Rack& rack) {
    const Subject subject(rack.id);
    const auto& devices = context.contents(rack.id).devices;
    const bool holdsSystem = std::ranges::any_of(devices, [&](const Device* device) {
        const Part* part = context.part(device->part);
        return device->part == rack.part || (part && part->category == PartCategory::RackScaleSystem);
    });
    if (holdsSystem)
        return passed(subject);
    const Part& part = *context.part(rack.part);
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subject;
    verdict.message = Message(cause_of::systemNotPlaced).with("subject", rack.name).with("part", partTitle(part));
    verdict.cause = "system:" + part.id;
    return verdict;
}

// PART-01: what was placed is there as a whole.
std::vector<Verdict> wholeParts(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Device& device : context.design().devices)
        if (device.scope.isPresent())
            verdicts.push_back(components(context, device));
    for (const Rack* rack : context.racks())
        if (isRackScaleRack(context, *rack))
            verdicts.push_back(system(context, *rack));
    return verdicts;
}

} // namespace

std::vector<Rule> partRules() {
    return {makeRule("PART-01", PowerBasis::None, "reference.vendor-sheets", wholeParts,
                     Reads::only({"racks", "devices"}))};
}

} // namespace rackwright
