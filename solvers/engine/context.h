// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Context: what a kernel reads: one snapshot of a project and option, with look-ups that are built once and shared by all
// solvers of that snapshot. It is const and safe from several threads; it holds no result.

#include "model/project/project.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

struct Snapshot {
    ProjectPtr project;
    std::uint64_t option = 0;
    DesignPtr design;
};

/// The active option of a project, or the option asked for.
Snapshot snapshotOf(ProjectPtr project);
Snapshot snapshotOf(ProjectPtr project, std::uint64_t option);

/// Like devices counted together: same part, same cap.
struct PartCount {
    Id<PartRow> part;
    std::int64_t count = 0;
    std::optional<Power> powerCap;
};

/// What stands in a rack when the phase is done (nothing with status removed), trays inside devices included.
struct RackContents {
    std::vector<const Device*> devices;          ///< in the order of ids
    std::vector<const PowerElement*> elements;   ///< rack PDUs and power shelves in it
    std::vector<const CoolingUnit*> coolingUnits; ///< rear doors, in-rack CDUs
    std::vector<PartCount> groups;               ///< of devices, in the order of part ids
};

class Context {
public:
    explicit Context(Snapshot snapshot);

    const Snapshot& snapshot() const { return m_snapshot; }
    const Project& project() const { return *m_snapshot.project; }
    const Design& design() const { return *m_snapshot.design; }

    /// The part revision of a row; null when the row names none.
    const Part* part(Id<PartRow> id) const { return findPart(project(), id); }
    const RackContents& contents(Id<Rack> rack) const;
    /// All present devices, placed or not, as groups of like parts.
    const std::vector<PartCount>& groups() const { return m_groups; }
    /// Racks present, in the order of ids.
    const std::vector<const Rack*>& racks() const { return m_racks; }
    /// The assumption that a person entered for a key ("part:nv-dgx-h200:weight", "setting..."), or null.
    const Assumption* assumption(std::string_view key) const;
    /// Text of a setting that differs from its default, or null.
    const Setting* setting(std::string_view key) const;

private:
    Snapshot m_snapshot;
    std::unordered_map<Id<Rack>, RackContents> m_contents;
    std::vector<PartCount> m_groups;
    std::vector<const Rack*> m_racks;
    std::unordered_map<std::string_view, const Assumption*> m_assumptions;
    std::unordered_map<std::string_view, const Setting*> m_settings;
};

} // namespace rackwright
