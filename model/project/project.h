// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Project: what a design file holds, as an immutable value: what all options share and the ordered list of options.
// Undo is over the project. The id counter is beside it (Document), since it never goes back.

#include "model/design/design.h"
#include "model/project/project_rows.h"

#include <memory>

namespace rackwright {

/// One alternative of the project, with a design of its own.
struct Option {
    std::uint64_t id = 0;
    std::string name;
    std::string description;
    DesignPtr design; ///< never null
    bool operator==(const Option& other) const {
        return id == other.id && name == other.name && description == other.description &&
               (design == other.design || *design == *other.design);
    }
};

extern template class Table<PartRow>;
extern template class Table<CostLine>;
extern template class Table<PinnedPrice>;
extern template class Table<Setting>;
extern template class Table<SiteField>;
extern template class Table<Requirement>;
extern template class Table<Assumption>;
extern template class Table<Rfi>;
extern template class Table<AcceptedFinding>;
extern template class Table<IssuedRevision>;

/// Passed on as ProjectPtr and not changed from then on: edits make a new one that shares its tables.
struct Project {
    std::string name;
    std::string description;
    std::string profile; ///< name of the company profile that documents use
    QuoteHeader quote;
    Table<PartRow> parts;
    Table<CostLine> costLines;
    Table<PinnedPrice> prices;
    Table<Setting> settings;
    Table<SiteField> site;
    Table<Requirement> requirements;
    Table<Assumption> assumptions;
    Table<Rfi> rfis;
    Table<AcceptedFinding> acceptedFindings;
    Table<IssuedRevision> revisions;
    std::vector<Option> options; ///< at least one
    std::uint64_t activeOption = 0;

    // In project.cpp for the same reason as those of Design.
    Project();
    Project(const Project&);
    Project(Project&&) noexcept;
    Project& operator=(const Project&);
    Project& operator=(Project&&) noexcept;
    ~Project();
    bool operator==(const Project&) const;
};

using ProjectPtr = std::shared_ptr<const Project>;

/// A project with the next free id of its counter: what is written to a file.
struct Document {
    ProjectPtr project;
    std::uint64_t nextId = 1;
};

/// A table of Project with the name that the file uses.
template <class Row>
struct ProjectTable {
    using RowType = Row;
    std::string_view name;
    Table<Row> Project::*member;
};

template <class Take>
constexpr auto withProjectTables(Take&& take) {
    return take(
        ProjectTable<PartRow>{"parts", &Project::parts}, ProjectTable<CostLine>{"cost_lines", &Project::costLines},
        ProjectTable<PinnedPrice>{"prices", &Project::prices}, ProjectTable<Setting>{"settings", &Project::settings},
        ProjectTable<SiteField>{"site", &Project::site},
        ProjectTable<Requirement>{"requirements", &Project::requirements},
        ProjectTable<Assumption>{"assumptions", &Project::assumptions}, ProjectTable<Rfi>{"rfis", &Project::rfis},
        ProjectTable<AcceptedFinding>{"accepted_findings", &Project::acceptedFindings},
        ProjectTable<IssuedRevision>{"revisions", &Project::revisions});
}

/// Calls visit(ProjectTable<Row>) for each shared table, in the order of the file; not for those of the options.
template <class Visit>
constexpr void forEachProjectTable(Visit&& visit) {
    withProjectTables([&visit](const auto&... each) { (visit(each), ...); });
}

/// The same as a tuple, for code that works on the types. A template, so that it costs nothing where it is not used.
template <int = 0>
constexpr auto projectTables() {
    return withProjectTables([](const auto&... each) { return std::tuple{each...}; });
}

/// Null where there is none.
const Option* findOption(const Project& project, std::uint64_t id);
/// By its exact name, the first of them; null where there is none.
const Option* findOption(const Project& project, std::string_view name);
/// The active option; a project always has one.
const Option& activeOption(const Project& project);

/// An empty project with one option "A".
Document emptyDocument(std::string name);

/// The project with the design of one option replaced.
ProjectPtr withDesign(const Project& project, std::uint64_t option, DesignPtr design);

/// The part revision that a row embeds, or null.
const Part* findPart(const Project& project, Id<PartRow> id);

} // namespace rackwright
