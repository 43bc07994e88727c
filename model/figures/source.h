// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a fact comes from: publisher, title, date and page, as it is printed on the sources page of a proposal.

#include "model/base/fields.h"

#include <string>

namespace rackwright {

/// Where a fact is printed.
struct Source {
    std::string publisher;
    std::string title;
    std::string date; ///< ISO 8601, as far as known ("2025", "2025-02"); empty: undated
    std::string page; ///< page, table, section or clause
    static constexpr void fields(auto&& visit) {
        visit(field("publisher", &Source::publisher), field("title", &Source::title), field("date", &Source::date),
              field("page", &Source::page));
    }
    bool operator==(const Source&) const = default;
    auto operator<=>(const Source&) const = default;
};

} // namespace rackwright
