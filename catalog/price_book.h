// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceBookStore: dated prices of parts with currency, range, basis, region and validity, in a file of their own.
// Entries are only added; a roll-back hides a revision and can itself be rolled back. A quote copies the entries that
// it pins.

#include "catalog/overlay.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class PriceKind : std::uint8_t { List, Cost }; ///< what the maker asks, what we pay
template <>
struct EnumNames<PriceKind> {
    static constexpr std::array<std::string_view, 2> names = {"list", "cost"};
};

/// One price in the user's price book, with where it comes from.
struct PriceEntry {
    std::int64_t number = 0; ///< never used twice; what a quote pins
    std::int64_t revision = 0;
    std::string partId;
    PriceKind kind = PriceKind::List;
    Price price;
    std::string supplier;
    std::string quoteReference;
    bool operator==(const PriceEntry&) const = default;
};

/// One change of the price book; it can be rolled back.
struct PriceBookRevision {
    std::int64_t number = 0;
    ChangeNote note;
    std::optional<std::int64_t> rolledBackTo;
    std::int64_t entries = 0;
    bool isStanding = true;
    bool operator==(const PriceBookRevision&) const = default;
};

/// What a look-up asks for; empty text is "any".
struct PriceQuestion {
    std::string partId;
    std::string date; ///< ISO 8601: entries not yet dated or no longer valid then are left out
    std::string currency;
    std::string region;
    std::string basis;
    std::optional<PriceKind> kind;
};

class PriceBookStore {
public:
    /// Opens the file, or makes it when there is none.
    static Result<std::unique_ptr<PriceBookStore>> open(const std::string& path);
    ~PriceBookStore();
    PriceBookStore(const PriceBookStore&) = delete;
    PriceBookStore& operator=(const PriceBookStore&) = delete;

    /// One new revision with all entries, or none; their number and revision are given here.
    Result<std::int64_t> add(std::vector<PriceEntry> entries, const ChangeNote& note);
    /// Back to the state after `revision`; 0 is the empty book.
    Done rollBackTo(std::int64_t revision, const ChangeNote& note);

    /// Entries that stand, in the order in which they were added.
    const std::vector<PriceEntry>& entries() const { return m_entries; }
    /// Those that answer the question, best first: the region asked for before none, the newest date first.
    std::vector<PriceEntry> answers(const PriceQuestion& question) const;
    const std::vector<PriceBookRevision>& revisions() const { return m_revisions; }

private:
    explicit PriceBookStore(std::unique_ptr<SqlConnection> connection);
    Done refresh();

    std::unique_ptr<SqlConnection> m_connection;
    PartTables m_tables;
    std::vector<PriceEntry> m_entries;
    std::vector<PriceBookRevision> m_revisions;
    std::int64_t m_lastNumber = 0;
};

/// A price list read from CSV with the columns part, price [CUR], price-low, price-high, kind, basis, region, date,
/// valid-until, supplier, quote, grade, source-publisher, source-title, note. Planning changes nothing.
struct PriceImportProblem {
    std::size_t line = 0;
    std::string column;
    Message reason;
};
struct PriceImportPlan {
    std::vector<PriceEntry> entries;
    std::vector<PriceImportProblem> problems;
    /// Whether it may be imported.
    bool isSound() const { return problems.empty() && !entries.empty(); }
};

/// `knownIds` are the ids of the library; a price of an unknown part is a fault with the nearest ids.
PriceImportPlan planPriceImport(std::string_view csv, const std::vector<std::string>& knownIds);

} // namespace rackwright
