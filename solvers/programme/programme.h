// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The programme of a build from its order to ready for service: lead times of what is delivered, site works,
// installation in waves of racks, commissioning by levels 1 to 5 and the acceptance of the cluster, with the path that
// decides. Times are ranges; a lead time that nobody knows leaves a bound from below, never nothing.

#include "model/design/quote_terms.h"
#include "model/figures/value.h"
#include "solvers/engine/context.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

enum class ActivityKind : std::uint8_t {
    Order,
    Engineering,
    Delivery,
    SiteWorks,
    PlantInstallation,
    Installation, ///< of a wave of racks with what is in them and their cables
    Level1,       ///< factory acceptance, before what is tested is shipped
    Level2,       ///< inspection on site
    Level3,       ///< start-up of each system
    Level4,       ///< functional tests of each system
    Level5,       ///< all systems together, under failure
    Acceptance,   ///< burn-in and tests of the cluster
    Ready
};
template <>
struct EnumNames<ActivityKind> {
    static constexpr std::array<std::string_view, 13> names = {
        "order",   "engineering", "delivery", "site-works", "plant-installation", "installation", "level-1",
        "level-2", "level-3",     "level-4",  "level-5",    "acceptance",         "ready"};
};

/// One line of the programme; times in seconds from the order.
struct Activity {
    std::string key; ///< "phase1:delivery:compute"
    ActivityKind kind = ActivityKind::Order;
    std::int64_t phase = 1;
    std::optional<QuoteSection> section; ///< of a delivery
    std::int64_t wave = 0, racks = 0;    ///< of an installation; wave 0: there is one only
    std::vector<std::size_t> after;      ///< places of what it waits for
    Value duration = Value(0.0), start = Value(0.0), finish = Value(0.0);
    double slack = 0; ///< how much later it may end by typical times; of what has no known end unknown, and 0
    bool isCritical = false;
    std::string item;         ///< of a delivery: what takes longest
    std::int64_t unknown = 0; ///< of a delivery: lines without a lead time
};

struct Programme {
    std::vector<Activity> activities; ///< each after those that it waits for
    /// Ready for service of all phases; unknown without a known lead time.
    Value ready() const;
    /// ready() as a person is told it: of a bound its typical weeks, which "not before" goes with.
    Value readyTold() const;
    /// Of one phase.
    const Activity* readyOf(std::int64_t phase) const;
};

/// Empty where the bill has no hardware of ours. Kept with the snapshot.
const Programme& programmeOf(const Context& context);

/// What falls due and when: shares at the order, at each delivery and at acceptance, by phase, as the customer pays.
struct Payment {
    Value time; ///< s from the order
    std::int64_t phase = 1;
    ActivityKind at = ActivityKind::Order;
    std::optional<QuoteSection> section;
    std::int64_t minorUnits = 0;
    std::int64_t lines = 0, unpriced = 0;
};
/// By time, those without a known time last. None where the quote's own words are the plan (quoteStatesPlan()).
std::vector<Payment> paymentsOf(const Context& context);

/// Shares of the price at the order, at delivery and at ready for service.
struct PaymentShares {
    double order = 0, delivery = 0, ready = 0;
};
PaymentShares paymentSharesOf(const Context& context);
/// Whether the payment terms of the quote name shares themselves, and nobody has set others: then they alone apply.
bool quoteStatesPlan(const Context& context);

} // namespace rackwright
