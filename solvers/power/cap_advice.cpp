// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/cap_advice.h"

#include "model/parts/part_title.h"
#include "solvers/engine/reader.h"
#include "solvers/power/power_cap.h"
#include "solvers/space/inventory.h"

namespace rackwright {

namespace {

// Below this share of its limit nobody runs an accelerator; the table of the H100 SXM ends at 57 %.
constexpr double kLeastShare = 0.5;

} // namespace

double leastCapShare(const Part& accelerator) {
    return isOfCapTable(accelerator) ? kH100CapKnots.front().watts / kH100CapKnots.back().watts : kLeastShare;
}

std::optional<CapAdvice> capThatSaves(const Context& context, const std::vector<PartCount>& groups, double excess) {
    CapAdvice advice;
    double limits = 0, count = 0;
    bool isInTable = true;
    for (const PartCount& group : groups) {
        const double each = plainPartNumber(context, group.part, attribute::acceleratorCount.key).typical();
        if (!(each > 0))
            continue;
        const Id<PartRow> row = acceleratorPart(context, group.part);
        const Part* accelerator = context.part(row);
        const Value limit = plainPartNumber(context, row, attribute::tdp.key);
        if (!accelerator || !limit.isKnown() || group.powerCap)
            return std::nullopt;
        if (advice.accelerators.empty())
            advice.accelerators = partTitle(*accelerator);
        isInTable = isInTable && isOfCapTable(*accelerator);
        const double accelerators = each * static_cast<double>(group.count);
        count += accelerators;
        limits += accelerators * limit.typical();
    }
    if (limits <= excess || count <= 0)
        return std::nullopt;
    const double share = 1 - excess / limits;
    if (isInTable)
        advice.loss = capLossBand(share);
    if (isInTable ? !advice.loss : share < kLeastShare)
        return std::nullopt;
    advice.watts = (limits - excess) / count;
    return advice;
}

} // namespace rackwright
