// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The change log: what one state of a design has otherwise than another, in rows, power, weight and money, as the
// schedule that documents print, verbs write and the window shows. It compares values; it does not know why.

#include "model/base/result.h"
#include "solvers/engine/context.h"
#include "solvers/engine/schedule.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What the whole has before and after. Power is the IT load at expected peak, weight that of all racks with what is in
/// them, the price that of the bill in its own currency.
struct ChangeTotals {
    Value powerBefore, powerAfter; ///< W
    Value massBefore, massAfter;   ///< kg
    Value priceBefore, priceAfter;
    std::string currencyBefore, currencyAfter;
};
ChangeTotals changeTotals(const Context& before, const Context& after);

/// By how much; unknown where one of the two is not wholly known.
Value changeOf(const Value& before, const Value& after);

/// Rows of every table, words of the quote and lines of the bill that differ: a line by its quantity, or by its price
/// where that alone changed. Of a table with very many changes, and of rows without a name, one row counts them. The
/// customer's edition has nothing of how prices are made: pinned prices, cost lines, settings, assumptions, changes of
/// quote lines, discounts and margins, accepted findings, and no reasons that were noted for ourselves.
Schedule changeSchedule(const Context& before, const Context& after, Edition edition = Edition::Internal);

/// The design as it was issued, to be compared with what a context is of: the newest issue of its option, or the one of
/// a letter. An Error where there is none or it was not kept.
Result<Snapshot> issuedSnapshot(const Project& project, const Option& option, const std::string& revision = {});

/// The newest issue of each option by its name, unpacked once for all contexts while no other is issued.
class IssuedDesigns {
public:
    static constexpr std::array<std::string_view, 1> kReads{"revisions"};
    explicit IssuedDesigns(const Context& context);
    /// Null where none was issued, or it was not kept.
    const Snapshot* of(const std::string& option) const;

private:
    std::map<std::string, Snapshot> m_byOption;
};

/// The things on the floor that changed since the newest issue of the option, those that are gone among them: racks by
/// what is in them too. Empty where nothing was issued.
std::vector<Subject> changedSinceIssue(const Context& now);

} // namespace rackwright
