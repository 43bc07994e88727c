// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceBookStore: dated prices with currency, range, basis, region and validity, in books that stand in an order of
// precedence, in a file of their own. Entries are only added; a roll-back hides a revision and can itself be rolled
// back. It also keeps what a person said of codes and of layouts. A quote copies the entries that it pins.

#include "catalog/overlay.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What a price rests on: what the maker asks, what we pay, what is paid in the market, what a contract with the
/// customer or supplier says, what we plan with.
enum class PriceKind : std::uint8_t { List, Cost, Street, Contract, Planning };
template <>
struct EnumNames<PriceKind> {
    static constexpr std::array<std::string_view, 5> names = {"list", "cost", "street", "contract", "planning"};
};

/// The book of entries that name none.
inline constexpr std::string_view kDefaultPriceBook = "Prices";

/// One price in the user's price book, with where it comes from.
struct PriceEntry {
    std::int64_t number = 0; ///< never used twice; what a quote pins
    std::int64_t revision = 0;
    std::string partId; ///< empty: of a code that no part has yet
    PriceKind kind = PriceKind::List;
    Price price;
    std::string supplier;
    std::string quoteReference;
    std::string book = std::string(kDefaultPriceBook);
    std::string code; ///< as the list printed it; empty where the part was named by its id
    std::string description;
    std::string discountClass;
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

/// What a person said once of a code that no part of the library has.
struct CodeMatch {
    std::string code; ///< without blanks and dashes, in small letters (plainCode())
    std::string partId;
    bool operator==(const CodeMatch&) const = default;
};

/// What a person said once of the columns of a layout.
struct RememberedLayout {
    std::string key;  ///< layoutKey() of its header
    std::string text; ///< columnMapText()
    bool operator==(const RememberedLayout&) const = default;
};

/// What a look-up asks for; empty text is "any".
struct PriceQuestion {
    std::string partId;
    std::string date; ///< ISO 8601: entries not yet dated or no longer valid then are left out
    std::string currency;
    std::string region;
    std::string basis;
    std::optional<PriceKind> kind;
    /// Entries of this code are of the part too, whatever part they were filed under: one length of a cord.
    std::string partNumber = {};
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

    /// The names of the books, those that are asked first first; a book that is not named comes after them.
    Done orderBooks(const std::vector<std::string>& names, const ChangeNote& note);
    /// Its prices answer no question until it is taken in again; its entries stay.
    Done takeBookOut(const std::string& name, const ChangeNote& note);
    Done takeBookIn(const std::string& name, const ChangeNote& note);
    /// From now on the code means the part; entries that wait for one are then of it. An empty part forgets the code.
    Done rememberCode(const CodeMatch& match, const ChangeNote& note);
    Done rememberLayout(const RememberedLayout& layout, const ChangeNote& note);

    /// Books that hold entries, in their order of precedence.
    const std::vector<std::string>& books() const { return m_books; }
    /// Whether its prices answer questions.
    bool isInUse(const std::string& book) const { return !m_unused.contains(book); }
    const std::vector<CodeMatch>& codes() const { return m_codes; }
    const std::vector<RememberedLayout>& layouts() const { return m_layouts; }

    /// Entries that stand, in the order in which they were added, each with the part that its code now means.
    const std::vector<PriceEntry>& entries() const { return m_entries; }
    /// Those that answer the question, best first: the region asked for before none, the earlier book before the later,
    /// the newest date first.
    std::vector<PriceEntry> answers(const PriceQuestion& question) const;
    const std::vector<PriceBookRevision>& revisions() const { return m_revisions; }

private:
    explicit PriceBookStore(std::unique_ptr<SqlConnection> connection);
    Done refresh();
    Done refreshNotes(const std::set<std::int64_t>& standing);
    Done placeBooks(const std::vector<std::string>& first, const std::set<std::string>& unused, const ChangeNote& note);
    Done appendChange(const ChangeNote& note, const std::function<Done(std::int64_t)>& write);

    std::unique_ptr<SqlConnection> m_connection;
    PartTables m_tables;
    std::vector<std::string> m_books;
    std::set<std::string> m_unused; ///< books that were taken out
    std::vector<CodeMatch> m_codes;
    std::vector<RememberedLayout> m_layouts;
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
