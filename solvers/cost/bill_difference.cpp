// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/bill_difference.h"

namespace rackwright {

namespace {

bool isInTotal(const BillLine* line) { return line && line->counts() && line->quantityMilli != 0; }

LineDifference differenceOf(const BillLine* before, const BillLine* after) {
    const BillLine& line = after ? *after : *before;
    LineDifference difference{line.key, line.description, line.text, LineChange::Changed, 0, 0,
                              Value(0), Value(0),         line.unit};
    if (before) {
        difference.beforeMilli = before->quantityMilli;
        difference.before = before->value();
    }
    if (after) {
        difference.afterMilli = after->quantityMilli;
        difference.after = after->value();
    }
    if (isInTotal(before) != isInTotal(after))
        difference.change = isInTotal(after) ? LineChange::Came : LineChange::Went;
    return difference;
}

} // namespace

std::vector<LineDifference> lineDifferences(const Bill& before, const Bill& after) {
    std::vector<LineDifference> found;
    const auto add = [&found](const BillLine* old, const BillLine* now) {
        const LineDifference difference = differenceOf(old, now);
        if (difference.beforeMilli != difference.afterMilli || !(difference.before == difference.after))
            found.push_back(difference);
    };
    for (const BillLine& line : before.lines)
        add(&line, after.find(line.key));
    for (const BillLine& line : after.lines)
        if (!before.find(line.key))
            add(nullptr, &line);
    return found;
}

} // namespace rackwright
