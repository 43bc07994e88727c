// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of what a build costs over its years, in every number type: operating cost, depreciation, lease, total cost
// of ownership, and when it is cheaper than the cloud. Money is in units of the quote's currency, undiscounted unless
// said.

#include "solvers/cost/cloud_kernels.h"

namespace rackwright {

/// The price less what the build is still worth at the end, in equal parts over the years of use (straight line).
template <class N>
N depreciationOfYear(const Context& context) {
    const N kept = N(1.0) - setting<N>(context, setting_key::residual).si();
    return totalPrice<N>(context) * kept / setting<N>(context, setting_key::years).si();
}

/// Rent of a month: the lessor takes interest on the price and the residual value at the end of the term.
/// (P - R (1 + i)^-n) i / (1 - (1 + i)^-n); i = 0: (P - R) / n.
template <class N>
N leaseOfMonth(const Context& context) {
    const N price = totalPrice<N>(context);
    const N residual = price * setting<N>(context, setting_key::residual).si();
    const N months = N(12.0) * setting<N>(context, setting_key::years).si();
    const N interest = setting<N>(context, setting_key::interest).si();
    if (typicalOf(interest) <= 0)
        return (price - residual) / months;
    const N monthly = interest / N(12.0);
    const N paidOff = N(0.0) - exponentialLessOne((N(0.0) - months) * logOfOnePlus(monthly)); // 1 - (1 + i)^-n
    return (price - residual * (N(1.0) - paidOff)) * monthly / paidOff;
}

/// Price and running cost of these years.
template <class N>
N ownedFor(const Context& context, const N& years) {
    return totalPrice<N>(context) + runningCost<N>(context) * years;
}

/// Of one accelerator of the design.
template <class N>
N runningHour(const Context& context) {
    return runningCost<N>(context) / standingAccelerators<N>(context) / N(kHoursPerYear);
}

/// What the cloud takes for an hour of one accelerator, in the quote's currency: as a person has set it, else by the
/// row of the accelerators that stand in the design, else as the setting assumes.
template <class N>
N cloudHourOf(const Context& context, const setting_key::Plain& tier, CloudUse use) {
    return cloudHourIn<N>(context, tier, use, context.groups()) * dollar<N>(context);
}

/// Hours of use of each accelerator after which buying it is cheaper than renting: price / (cloud - running cost) of an
/// hour. Unknown where the cloud takes no more than running our own: then it never is.
template <class N>
N breakEvenHours(const Context& context, const setting_key::Plain& tier, CloudUse use) {
    const N cloud = cloudHourOf<N>(context, tier, use);
    if (isUnknownNumber(cloud))
        return cloud;
    const N saved = cloud - runningHour<N>(context);
    if (!(typicalOf(saved) > 0))
        return Numbers<N>::given(Value::unknown(), {"hours until the purchase is cheaper: never", "h", 1}, {});
    return totalPrice<N>(context) / boughtAccelerators<N>(context) / saved;
}

/// Share of the hours in use at which an hour of our own costs what the cloud takes; above 1 it never does.
template <class N>
N breakEvenShare(const Context& context, const setting_key::Plain& tier, CloudUse use) {
    return availableHour<N>(context) / cloudHourOf<N>(context, tier, use);
}

} // namespace rackwright
