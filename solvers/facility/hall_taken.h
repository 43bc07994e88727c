// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// HallTaken: what a loss takes from a hall.

#include "model/base/message.h"
#include "model/figures/value.h"
#include "solvers/engine/subject.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Powers that differ by less are equal; heat below it is none.
inline constexpr double kLeastWatts = 0.5;

/// What carries more after a loss than before, and more than its rating. W.
struct LossOverload {
    Subject subject;
    std::string name;
    double before = 0, after = 0, rating = 0;
    bool isAtLeast = false; ///< not all that hangs on it is known
    /// One of its loads as it is known.
    Value asKnown(double watts) const { return isAtLeast ? Value(watts) + Value::unknown() : Value(watts); }
};

/// What a power element or cooling unit carries once something is lost.
struct LoadAfterLoss {
    Subject subject;
    Value watts = Value::unknown();
    bool isDark = false; ///< lost itself, or without supply
};
/// Whether a loss says what each thing carries then, as one that is looked at alone does.
enum class LoadsAfterLoss : std::uint8_t { Left, Noted };

/// Racks with something dark or slow, and the accelerators of what is so.
struct TakenRacks {
    std::int64_t racks = 0, accelerators = 0;
    bool operator==(const TakenRacks&) const = default;
};

struct HallTaken {
    TakenRacks dark, throttled; ///< a rack with something dark in it is no throttled one, whatever is slow there
    TakenRacks open;            ///< of which is not known what becomes of them
    std::vector<LossOverload> overloads; ///< the worst by share of its rating first
    double heat = 0;                     ///< W that nothing takes away any more
    double heatMost = 0;                 ///< W at the upper ends of its range; no less than `heat`
    std::int64_t hotRacks = 0;           ///< that it comes from
    std::optional<Value> seconds; ///< until the first of it is dark or at its limit; unset: nothing comes to that
    std::vector<Message> missing; ///< what the answer lacks
    std::vector<Id<Rack>> darkRacks, throttledRacks, openRacks;
    std::vector<std::int64_t> throttledIn;  ///< accelerators in each of throttledRacks, where power is lost
    std::vector<Subject> darkElements;      ///< of the power chain, without supply
    std::vector<Id<CoolingUnit>> darkUnits; ///< without supply; what that takes is worked out on the loops
    std::vector<Id<Rack>> emptyRacks;       ///< those in which nothing is left running, as far as is known
    std::optional<Value> unitSeconds;       ///< that batteries hold the first of darkUnits
    std::vector<LoadAfterLoss> loads;       ///< that are not what they were; where they were asked for

    bool isOpen() const { return !missing.empty(); }
    /// Nothing is dark, overloaded or without cooling, as far as is known.
    bool isNothing() const { return dark.racks == 0 && overloads.empty() && heat <= 0; }
};

} // namespace rackwright
