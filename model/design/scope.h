// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scope and time of a thing on the plan or the quote: only new things supplied by us are priced.

#include "model/base/fields.h"

#include <cstdint>

namespace rackwright {

/// Of a thing when its phase is done, against the site as found.
enum class Status : std::uint8_t { New, Existing, Moved, Removed };
/// Who supplies or installs; "us" is the one who quotes.
enum class Party : std::uint8_t { Us, Customer, Landlord, Other };

template <>
struct EnumNames<Status> {
    static constexpr std::array<std::string_view, 4> names = {"new", "existing", "moved", "removed"};
};
template <>
struct EnumNames<Party> {
    static constexpr std::array<std::string_view, 4> names = {"us", "customer", "landlord", "other"};
};

/// Who brings a thing and when. `phase` counts from 1.
struct Scope {
    Status status = Status::New;
    Party suppliedBy = Party::Us;
    Party installedBy = Party::Us;
    std::int64_t phase = 1;

    /// Whether it is in the bill.
    bool isPriced() const { return status == Status::New && suppliedBy == Party::Us; }
    /// Stands in the room when the phase is done.
    bool isPresent() const { return status != Status::Removed; }

    static constexpr void fields(auto&& visit) {
        visit(field("status", &Scope::status), field("suppliedBy", &Scope::suppliedBy),
              field("installedBy", &Scope::installedBy), field("phase", &Scope::phase, Limits{1, 1000}));
    }
    bool operator==(const Scope&) const = default;
};

} // namespace rackwright
