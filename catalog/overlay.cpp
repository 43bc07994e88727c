// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/overlay.h"

#include "catalog/overlay_copy.h"
#include "catalog/store/overlay_sql.h"
#include "catalog/store/revision_log.h"
#include "catalog/store/soundness.h"
#include "model/project/value_limits.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace rackwright {

Part duplicatedPart(const Part& original, std::string newId) {
    Part copy = original;
    copy.id = std::move(newId);
    copy.revision = 1;
    copy.isPlanningClass = false;
    return copy;
}

namespace {

// A change of a part whose row is gone: no statement of ours leaves that.
Error withoutPart(const SqlConnection& connection, const OverlayChange& change) {
    return damagedDatabase(connection.path(),
                           "change, row " + std::to_string(change.sequence) + ": part " + change.partId);
}

} // namespace

PartOverlay::PartOverlay(std::unique_ptr<SqlConnection> connection)
    : m_connection(std::move(connection)), m_tables(*m_connection) {}

PartOverlay::~PartOverlay() = default;

Result<std::unique_ptr<PartOverlay>> PartOverlay::open(const std::string& path) {
    // A database of no bytes is taken for a new one; where there were parts, they are gone.
    if (isEmptyBesideCopy(path))
        return damagedDatabase(path, "0 bytes");
    Result<std::unique_ptr<SqlConnection>> connection = SqlConnection::open(path, SqlAccess::ReadWrite);
    if (!connection)
        return connection.error();
    std::unique_ptr<PartOverlay> overlay(new PartOverlay(std::move(*connection)));
    Done ok = checkStructure(*overlay->m_connection);
    if (ok)
        ok = overlay->prepare();
    if (ok)
        ok = overlay->refresh();
    if (!ok)
        return ok.error();
    return overlay;
}

Done PartOverlay::prepare() { return prepareOverlay(*m_connection); }

Done PartOverlay::refresh() {
    if (const Done ok = m_tables.loadSources(); !ok)
        return ok;
    Result<OverlayLog> log = readOverlayLog(*m_connection, m_tables);
    if (!log)
        return log.error();
    Result<std::vector<PartSummary>> all = partSummaries(*m_connection);
    if (!all)
        return all.error();

    std::vector<LogEntry> entries;
    for (const OverlayChange& change : log->changes)
        entries.push_back({change.sequence, change.rolledBackTo});
    const std::set<std::int64_t> standing = standingChanges(entries);
    std::unordered_map<std::int64_t, const PartSummary*> summaries;
    for (const PartSummary& summary : *all)
        summaries[summary.key] = &summary;

    m_history = std::move(log->changes);
    m_overrides.clear();
    std::vector<const PartSummary*> own;                 // null: withdrawn
    std::unordered_map<std::string, std::size_t> places; // in `own`
    std::set<std::string> withdrawn;
    for (std::size_t i = 0; i < m_history.size(); ++i) {
        OverlayChange& change = m_history[i];
        change.isStanding = change.rolledBackTo || standing.contains(change.sequence);
        if (!standing.contains(change.sequence))
            continue;
        const auto isSameOverride = [&](const PartOverride& value) {
            return value.partId == change.partId && value.key == change.key;
        };
        switch (change.kind) {
        case OverlayChangeKind::OwnPart: {
            const auto summary = summaries.find(log->partKeys[i]);
            if (summary == summaries.end())
                return withoutPart(*m_connection, change);
            withdrawn.erase(change.partId);
            const auto [place, isNew] = places.try_emplace(change.partId, own.size());
            if (isNew)
                own.push_back(summary->second);
            else
                own[place->second] = summary->second;
            break;
        }
        case OverlayChangeKind::WithdrawPart:
            if (const auto place = places.find(change.partId); place != places.end()) {
                own[place->second] = nullptr;
                places.erase(place);
            }
            withdrawn.insert(change.partId);
            break;
        case OverlayChangeKind::SetOverride:
            std::erase_if(m_overrides, isSameOverride);
            m_overrides.push_back(*log->values[i]);
            break;
        case OverlayChangeKind::ClearOverride:
            std::erase_if(m_overrides, isSameOverride);
            break;
        case OverlayChangeKind::RollBack:
            break;
        }
    }
    m_parts.clear();
    for (const PartSummary* part : own)
        if (part)
            m_parts.push_back(*part);
    m_withdrawn.assign(withdrawn.begin(), withdrawn.end());
    keepGoodCopy(*m_connection);
    return done();
}

namespace {

/// Runs `append` in one transaction; a failure leaves the file as it was.
template <class Append>
Done inTransaction(const SqlConnection& connection, Append append) {
    const auto transaction = SqlTransaction::begin(connection);
    if (!transaction)
        return transaction.error();
    Done ok = append();
    if (ok)
        ok = keepChecksum(connection);
    return ok ? (*transaction)->commit() : ok;
}

} // namespace

Done PartOverlay::putParts(std::vector<PartListing> parts, const ChangeNote& note,
                           const std::function<void(std::size_t)>& written) {
    for (const PartListing& listing : parts)
        if (const auto breach = limitBreach(listing.part))
            return limitError(*breach);
    const Done ok = inTransaction(*m_connection, [&]() -> Done {
        PartWriter writer(*m_connection);
        auto sequence = static_cast<std::int64_t>(m_history.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            PartListing& listing = parts[i];
            const Result<std::int64_t> last = lastRevision(writer, listing.part.id);
            if (!last)
                return last.error();
            listing.part.revision = *last + 1;
            listing.family = "own";
            const Result<std::int64_t> key = writer.write(listing);
            if (!key)
                return key.error();
            const OverlayChange change{++sequence, OverlayChangeKind::OwnPart, listing.part.id, {}, note, {}, true};
            if (const Done appended = appendChange(writer, change, *key, nullptr); !appended)
                return appended;
            if (written)
                written(i + 1);
        }
        return done();
    });
    return ok ? refresh() : ok;
}

Done PartOverlay::withdrawPart(const std::string& id, const ChangeNote& note) {
    if (std::ranges::find(m_parts, id, &PartSummary::id) == m_parts.end())
        return usageError(Message("catalog.overlay.no-own-part").with("text", std::string_view(id)));
    const OverlayChange change{
        static_cast<std::int64_t>(m_history.size()) + 1, OverlayChangeKind::WithdrawPart, id, {}, note, {}, true};
    PartWriter writer(*m_connection);
    const Done ok = inTransaction(*m_connection, [&] { return appendChange(writer, change, {}, nullptr); });
    return ok ? refresh() : ok;
}

Done PartOverlay::setOverride(const PartOverride& value, const ChangeNote& note) {
    if (!value.hasOneValue())
        return usageError(Message("catalog.overlay.no-value").with("text", std::string_view(value.key)));
    const OverlayChange change{static_cast<std::int64_t>(m_history.size()) + 1,
                               OverlayChangeKind::SetOverride,
                               value.partId,
                               value.key,
                               note,
                               {},
                               true};
    PartWriter writer(*m_connection);
    const Done ok = inTransaction(*m_connection, [&]() -> Done {
        const Result<std::optional<std::int64_t>> rows = writeOverrideRows(writer, change.sequence, value);
        return rows ? appendChange(writer, change, *rows, &value) : Done(rows.error());
    });
    return ok ? refresh() : ok;
}

Done PartOverlay::clearOverride(const std::string& partId, const std::string& key, const ChangeNote& note) {
    const bool exists = std::ranges::any_of(
        m_overrides, [&](const PartOverride& value) { return value.partId == partId && value.key == key; });
    if (!exists)
        return usageError(Message("catalog.overlay.no-override")
                              .with("part", std::string_view(partId))
                              .with("text", std::string_view(key)));
    const OverlayChange change{
        static_cast<std::int64_t>(m_history.size()) + 1, OverlayChangeKind::ClearOverride, partId, key, note, {}, true};
    PartWriter writer(*m_connection);
    const Done ok = inTransaction(*m_connection, [&] { return appendChange(writer, change, {}, nullptr); });
    return ok ? refresh() : ok;
}

Done PartOverlay::rollBackTo(std::int64_t sequence, const ChangeNote& note) {
    const auto last = static_cast<std::int64_t>(m_history.size());
    if (sequence < 0 || sequence > last)
        return usageError(Message("catalog.overlay.no-revision")
                              .with("text", ArgumentValue(sequence))
                              .with("last", ArgumentValue(last)));
    const OverlayChange change{last + 1, OverlayChangeKind::RollBack, {}, {}, note, sequence, true};
    PartWriter writer(*m_connection);
    const Done ok = inTransaction(*m_connection, [&] { return appendChange(writer, change, {}, nullptr); });
    return ok ? refresh() : ok;
}

bool PartOverlay::wasWithdrawn(std::string_view id) const {
    return std::ranges::find(m_withdrawn, id) != m_withdrawn.end();
}

Result<PartListing> PartOverlay::listing(std::string_view id) const {
    const auto it = std::ranges::find(m_parts, id, &PartSummary::id);
    if (it == m_parts.end())
        return usageError(Message("catalog.overlay.no-own-part").with("text", id));
    return m_tables.read(it->key);
}

Result<PartListing> PartOverlay::listing(std::string_view id, std::int64_t revision) const {
    const Result<std::int64_t> key = partKey(*m_connection, std::string(id), revision);
    if (!key)
        return key.error();
    if (*key == 0)
        return usageError(Message("catalog.overlay.no-own-part").with("text", id));
    return m_tables.read(*key);
}

Result<std::vector<PartSummary>> PartOverlay::matching(const std::string& expression) const {
    Result<std::vector<PartSummary>> found = matchingParts(*m_connection, expression);
    if (found)
        std::erase_if(*found, [this](const PartSummary& part) {
            return std::ranges::find(m_parts, part.key, &PartSummary::key) == m_parts.end();
        });
    return found;
}

} // namespace rackwright
