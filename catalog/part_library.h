// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartLibrary: catalogue and overlay as one: own parts beside the catalogue's, overrides laid over its figures, and the
// status of the revisions that a project keeps. It writes nothing; adopting a newer revision is an edit of the project.

#include "catalog/catalog.h"
#include "catalog/overlay.h"
#include "catalog/part_difference.h"

namespace rackwright {

enum class PartStatus : std::uint8_t { UpToDate, Outdated, Withdrawn, Missing };
template <>
struct EnumNames<PartStatus> {
    static constexpr std::array<std::string_view, 4> names = {"current", "outdated", "withdrawn", "missing"};
};

/// How an embedded revision compares with the library's. Differences lead from the embedded part to the library's.
struct PartStatusReport {
    std::string partId;
    PartStatus status = PartStatus::UpToDate;
    PartPtr libraryPart; ///< null when missing
    std::vector<PartDifference> differences;
};

/// What the studio and recipes take parts from.
class PartLibrary {
public:
    /// `overlay` may be null; both must outlive the library.
    PartLibrary(const Catalog& catalog, const PartOverlay* overlay) : m_catalog(catalog), m_overlay(overlay) {}

    /// Catalogue parts, then own parts; an own part hides a catalogue part of the same id.
    std::vector<PartSummary> parts() const;
    /// With overrides and the parts that it consists of; an unknown id fails as Catalog::listing() does.
    Result<PartPtr> part(std::string_view id) const;
    /// Own parts first, then the catalogue's, each as Catalog::search().
    Result<std::vector<PartSummary>> search(std::string_view text) const;

    /// Whether an override may be set: known part, known property, a value of its kind.
    Done checkOverride(const PartOverride& value) const;

    /// By the id of the part: withdrawn, missing, or by whether any figure differs.
    PartStatusReport statusOf(const Part& embedded) const;

private:
    const Catalog& m_catalog;
    const PartOverlay* m_overlay;
};

} // namespace rackwright
