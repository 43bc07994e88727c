// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One option's changes taken over into another: what an option has otherwise than the one that it is held against, row
// by row and field by field, where the third has the same to change. What does not apply is named with its reason.

#include "model/edits/target.h"

namespace rackwright::edits {

/// A row of a design: the table as in the file, and its id.
struct RowKey {
    std::string_view table;
    std::uint64_t id = 0;
    auto operator<=>(const RowKey&) const = default;
};

/// Why a change is not taken over.
enum class Hindrance : std::uint8_t {
    NotThere,     ///< the option has no such row
    OtherChange,  ///< it has changed the same field in its own way
    NamesMissing, ///< the row names one that the option has not
    StillNamed    ///< other rows of the option name the one that would go
};

} // namespace rackwright::edits

template <>
struct rackwright::EnumNames<rackwright::edits::Hindrance> {
    static constexpr std::array<std::string_view, 4> names = {"not-there", "other-change", "names-missing",
                                                              "still-named"};
};

namespace rackwright::edits {

struct RefusedChange {
    RowKey row;
    std::string name; ///< empty for a row without one
    Hindrance why = Hindrance::NotThere;
};

/// What comes of it.
struct TakenChanges {
    Design design;
    std::vector<RowKey> taken; ///< rows of the design that are others now
    std::vector<RefusedChange> refused;
};

/// What `from` has otherwise than `base`, brought into `onto`; of `rows` alone where there are any. Changes that `onto`
/// has already are neither taken nor refused.
TakenChanges takenChanges(const Design& base, const Design& from, const Design& onto, const std::vector<RowKey>& rows);

/// The same as an edit of the option `onto`, one step for all rows. Refused where nothing applies.
Edit takeChanges(const Project& project, std::uint64_t base, std::uint64_t from, std::uint64_t onto,
                 std::vector<RowKey> rows);

} // namespace rackwright::edits
