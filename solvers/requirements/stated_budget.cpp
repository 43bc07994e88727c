// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/requirements/stated_budget.h"

#include "solvers/cost/figures.h"
#include "solvers/requirements/requirements.h"

#include <algorithm>

namespace rackwright {

namespace {

std::int64_t standingInDesign(const Context& context, const RoomTemplate& of) {
    std::int64_t count = 0;
    if (of.part) {
        for (const PartCount& group : context.groups())
            count += group.part == of.part ? group.count : 0;
        return count;
    }
    for (const LikeRacks& like : context.likeRacks())
        if (std::ranges::any_of(like.racks, [&](const Rack* rack) { return rack->id == of.rack; }))
            count = like.count();
    return count;
}

} // namespace

std::optional<RoomBudget> statedBudget(const Context& context, const FigureTable& figures, const RoomTemplate& of) {
    const std::int64_t standing = standingInDesign(context, of);
    std::optional<RoomBudget> budget;
    for (const RequirementAnswer& answer : requirementAnswers(context, figures)) {
        const bool isBudget = answer.requirement->figure == figure_of::costPriceTotal.name &&
                              answer.requirement->comparison == Comparison::AtMost;
        if (!isBudget || standing == 0 || !answer.figure || answer.target.isUnknown())
            continue;
        if (!budget || answer.target.typical() < budget->stated.typical())
            budget = RoomBudget{answer.target, answer.figure->value, standing};
    }
    return budget;
}

} // namespace rackwright
