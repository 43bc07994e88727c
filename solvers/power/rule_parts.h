// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small pieces of the rules of power.

#include "model/project/site_fields.h"
#include "solvers/engine/context.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/rules.h"
#include "solvers/power/settings.h"

#include <string>
#include <vector>

namespace rackwright {

/// Null for an element that is not in the design or is removed.
inline const PowerElement* presentElement(const Context& context, Id<PowerElement> id) {
    const PowerElement* element = context.design().powerElements.find(id);
    return element && element->scope.isPresent() ? element : nullptr;
}

/// A site of mode N promises nothing for a loss.
inline bool promisesSurvival(const Context& context) { return siteText(context.project(), site::redundancy) != "N"; }

/// What the load of an element lacks: a setting that nobody can read, else the power of a device or cooling unit; empty
/// where a circuit is missing.
inline std::string missingFeedLoad(const Context& context) {
    std::string setting =
        unreadableSetting(context, setting_of::peakRatio, setting_of::coincidence, setting_of::continuousFactor,
                          setting_of::powerFactor, setting_of::upsEfficiency, setting_of::transformerEfficiency);
    return setting.empty() ? missingLoad(context) : setting;
}

/// What could not be judged for want of a rating says so: it may be entered at the element, whatever part it is of.
inline Verdict withRatingNamed(Verdict verdict, const PowerElement& element, const Value& rating) {
    if (verdict.state == RuleState::NotChecked && !rating.isKnown())
        verdict.message = Message("rule.not-checked.rating").with("subject", element.name);
    return verdict;
}

/// Where there was nothing to judge, that.
inline std::vector<Verdict> orNotApplicable(std::vector<Verdict> verdicts) {
    if (verdicts.empty())
        verdicts.push_back(notApplicable({}));
    return verdicts;
}

} // namespace rackwright
