// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartOverlay: the user's own parts and overrides in a file of their own over the catalogue. Append-only: each change
// is a revision, nothing is overwritten, a roll-back is a change too; so it survives updates of the catalogue. It knows
// no catalogue file: part_library.h puts the two together.

#include "catalog/catalog_rows.h"
#include "catalog/store/catalog_sql.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Who changed what, when and why; the caller gives the time.
struct ChangeNote {
    std::string at; ///< ISO 8601
    std::string author;
    std::string text;
    bool operator==(const ChangeNote&) const = default;
};

/// A value that the user puts in the place of a catalogue part's. The key is that of a property, "power.maximum",
/// "ports.compute" (all ports of a role) or "price.each" (all prices of a basis) and their like; one of the four kinds
/// of value is set.
struct PartOverride {
    std::string partId;
    std::string key;
    Fact<double> number = {}; ///< SI
    Fact<std::string> words = {};
    std::string note = {};
    std::vector<PortGroup> ports = {}; ///< of the key's role
    std::vector<Price> prices = {};    ///< of the key's basis
    bool operator==(const PartOverride&) const = default;
    /// Exactly one kind of value is set.
    bool hasOneValue() const {
        return int{!number.isUnknown()} + int{!words.isUnknown()} + int{!ports.empty()} + int{!prices.empty()} == 1;
    }
};

/// What a person did to own parts or overrides.
enum class OverlayChangeKind : std::uint8_t { OwnPart, WithdrawPart, SetOverride, ClearOverride, RollBack };
template <>
struct EnumNames<OverlayChangeKind> {
    static constexpr std::array<std::string_view, 5> names = {"own-part", "withdraw-part", "set-override",
                                                              "clear-override", "roll-back"};
};

/// One entry of the log; `key` is empty but for overrides.
struct OverlayChange {
    std::int64_t sequence = 0;
    OverlayChangeKind kind = OverlayChangeKind::OwnPart;
    std::string partId;
    std::string key;
    ChangeNote note;
    std::optional<std::int64_t> rolledBackTo;
    bool isStanding = true; ///< false: a roll-back took it away
    bool operator==(const OverlayChange&) const = default;
};

/// A copy to be edited as a part of one's own: it keeps its figures and their sources, and is no planning class.
Part duplicatedPart(const Part& original, std::string newId);

/// The user's own parts and overrides in a file of their own. Every change is logged and can be rolled back.
class PartOverlay {
public:
    /// Opens the file, or makes it when there is none.
    static Result<std::unique_ptr<PartOverlay>> open(const std::string& path);
    ~PartOverlay();
    PartOverlay(const PartOverlay&) = delete;
    PartOverlay& operator=(const PartOverlay&) = delete;

    /// Adds parts or new revisions of parts, all or none; each gets the next revision of its id. `written` hears how
    /// many are.
    Done putParts(std::vector<PartListing> parts, const ChangeNote& note,
                  const std::function<void(std::size_t)>& written = {});
    Done withdrawPart(const std::string& id, const ChangeNote& note);
    Done setOverride(const PartOverride& value, const ChangeNote& note);
    Done clearOverride(const std::string& partId, const std::string& key, const ChangeNote& note);
    /// Back to the state after `sequence`; 0 is the empty overlay.
    Done rollBackTo(std::int64_t sequence, const ChangeNote& note);

    /// Own parts that stand, in the order of their first appearance.
    const std::vector<PartSummary>& parts() const { return m_parts; }
    bool wasWithdrawn(std::string_view id) const;
    Result<PartListing> listing(std::string_view id) const;
    Result<PartListing> listing(std::string_view id, std::int64_t revision) const;
    /// Own parts that answer an expression of search_words.h.
    Result<std::vector<PartSummary>> matching(const std::string& expression) const;
    const std::vector<PartOverride>& overrides() const { return m_overrides; }
    /// All changes, the first first; rolled back ones stay, not standing.
    const std::vector<OverlayChange>& history() const { return m_history; }

private:
    explicit PartOverlay(std::unique_ptr<SqlConnection> connection);
    Done prepare();
    Done refresh();

    std::unique_ptr<SqlConnection> m_connection;
    PartTables m_tables;
    std::vector<OverlayChange> m_history;
    std::vector<PartSummary> m_parts;
    std::vector<std::string> m_withdrawn;
    std::vector<PartOverride> m_overrides;
};

} // namespace rackwright
