// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/project.h"

#include <algorithm>

namespace rackwright {

template class Table<PartRow>;
template class Table<CostLine>;
template class Table<PinnedPrice>;
template class Table<Setting>;
template class Table<SiteField>;
template class Table<Requirement>;
template class Table<Assumption>;
template class Table<Rfi>;
template class Table<AcceptedFinding>;
template class Table<IssuedRevision>;

Project::Project() = default;
Project::Project(const Project&) = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(const Project&) = default;
Project& Project::operator=(Project&&) noexcept = default;
Project::~Project() = default;
bool Project::operator==(const Project&) const = default;

const Option* findOption(const Project& project, std::uint64_t id) {
    const auto it = std::ranges::find(project.options, id, &Option::id);
    return it == project.options.end() ? nullptr : &*it;
}

const Option* findOption(const Project& project, std::string_view name) {
    const auto it = std::ranges::find(project.options, name, &Option::name);
    return it == project.options.end() ? nullptr : &*it;
}

const Option& activeOption(const Project& project) {
    RW_CHECK(!project.options.empty(), "a project has at least one option");
    const Option* active = findOption(project, project.activeOption);
    return active ? *active : project.options.front();
}

Document emptyDocument(std::string name) {
    auto project = std::make_shared<Project>();
    project->name = std::move(name);
    project->options.push_back({1, "A", {}, std::make_shared<const Design>()});
    project->activeOption = 1;
    return {std::move(project), 2};
}

ProjectPtr withDesign(const Project& project, std::uint64_t option, DesignPtr design) {
    auto next = std::make_shared<Project>(project);
    const auto it = std::ranges::find(next->options, option, &Option::id);
    RW_CHECK(it != next->options.end(), "a design is put into an option of its project");
    it->design = std::move(design);
    return next;
}

const Part* findPart(const Project& project, Id<PartRow> id) {
    const PartRow* row = project.parts.find(id);
    return row ? row->part.get() : nullptr;
}

} // namespace rackwright
