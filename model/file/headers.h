// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a project and an option are beside their tables, as described rows, so that text, SQLite and journal write them
// like any other row.

#include "model/project/project.h"

namespace rackwright {

struct ProjectHeader {
    std::string name;
    std::string description;
    std::string profile;
    std::uint64_t activeOption = 0;
    QuoteHeader quote;
    static constexpr void fields(auto&& visit) {
        visit(field("name", &ProjectHeader::name), field("description", &ProjectHeader::description),
              field("profile", &ProjectHeader::profile), field("activeOption", &ProjectHeader::activeOption),
              field("quote", &ProjectHeader::quote));
    }
    bool operator==(const ProjectHeader&) const = default;
};

struct OptionHeader {
    std::uint64_t id = 0;
    std::string name;
    std::string description;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &OptionHeader::id), field("name", &OptionHeader::name),
              field("description", &OptionHeader::description));
    }
    bool operator==(const OptionHeader&) const = default;
};

inline ProjectHeader headerOf(const Project& project) {
    return {project.name, project.description, project.profile, project.activeOption, project.quote};
}

inline void setHeader(Project& project, ProjectHeader header) {
    project.name = std::move(header.name);
    project.description = std::move(header.description);
    project.profile = std::move(header.profile);
    project.activeOption = header.activeOption;
    project.quote = std::move(header.quote);
}

inline OptionHeader headerOf(const Option& option) { return {option.id, option.name, option.description}; }

} // namespace rackwright
