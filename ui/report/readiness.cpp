// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/readiness.h"

#include "solvers/cost/cost_kernels.h"

#include <algorithm>

namespace rackwright {

namespace {

bool isDelivered(const BillLine& line) { return line.counts() && line.type == LineType::Hardware; }

double amountOf(const BillLine& line) { return line.amount ? line.amount->typical.inUnits() : 0; }

std::string itemName(const BillLine& line) { return line.description.empty() ? line.partNumber : line.description; }

} // namespace

Readiness readinessOf(const Context& context, const std::string& today) {
    Readiness ready;
    const std::string& quoted = context.project().quote.date;
    ready.order = quoted.empty() ? today : quoted;
    double price = 0, dearest = 0;
    for (const BillLine& line : billIn(context).lines) {
        price += line.counts() ? amountOf(line) : 0;
        if (!isDelivered(line))
            continue;
        if (ready.sections.empty() || ready.sections.back().section != line.section)
            ready.sections.push_back({line.section, {}, {}, 0, {}});
        SectionReadiness& section = ready.sections.back();
        if (!line.leadTime) {
            ++section.unknown;
            ++ready.unknown;
            if (amountOf(line) > dearest) {
                dearest = amountOf(line);
                ready.dearestItem = itemName(line);
            }
            continue;
        }
        if (!section.longest || *section.longest < *line.leadTime) {
            section.longest = line.leadTime;
            section.item = itemName(line);
        }
        if (!ready.longest || *ready.longest < *line.leadTime) {
            ready.longest = line.leadTime;
            ready.longestItem = itemName(line);
        }
    }
    ready.dearestShare = price > 0 ? dearest / price : 0;
    for (SectionReadiness& section : ready.sections)
        if (section.longest)
            section.delivery = dayAfter(ready.order, *section.longest);
    if (ready.longest)
        ready.lastDelivery = dayAfter(ready.order, *ready.longest);
    return ready;
}

} // namespace rackwright
