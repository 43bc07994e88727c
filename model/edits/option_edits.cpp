// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/option_edits.h"

namespace rackwright::edits {

namespace {

std::string optionName(const Project& project, std::uint64_t id) {
    const Option* option = findOption(project, id);
    return option ? option->name : std::string();
}

Error noOption(std::uint64_t id) { return inputError(Message("edit.no-option").with("option", id)); }

bool isNameTaken(const Project& project, const std::string& name, std::uint64_t except) {
    return std::ranges::any_of(project.options,
                               [&](const Option& option) { return option.name == name && option.id != except; });
}

// The next letter after the last option, then counted names.
std::string nextOptionName(const Project& project) {
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (!isNameTaken(project, std::string(1, letter), 0))
            return std::string(1, letter);
    std::unordered_set<std::string> taken;
    for (const Option& option : project.options)
        taken.insert(option.name);
    return freeName("A1", taken);
}

// `change` gets the project to change and the option in it.
template <class Change>
Edit changeOption(Message text, std::uint64_t id, Change change, std::string mergeKey = {}) {
    auto apply = [id, change = std::move(change)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        auto next = std::make_shared<Project>(project);
        const auto it = std::ranges::find(next->options, id, &Option::id);
        if (it == next->options.end())
            return noOption(id);
        if (Done changed = change(*next, *it, ids); !changed)
            return changed.error();
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

} // namespace

Edit renameProject(std::string name, std::string description) {
    auto apply = [name = std::move(name), description = std::move(description)](const Project& project,
                                                                                IdSource&) -> Result<ProjectPtr> {
        if (name.empty())
            return badValue("edit.name-empty");
        auto next = std::make_shared<Project>(project);
        next->name = name;
        next->description = description;
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.project.rename"), "rename-project", std::move(apply)};
}

Edit setProfile(std::string profile) {
    auto apply = [profile = std::move(profile)](const Project& project, IdSource&) -> Result<ProjectPtr> {
        auto next = std::make_shared<Project>(project);
        next->profile = profile;
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.project.profile"), {}, std::move(apply)};
}

Edit copyOption(const Project& project, std::uint64_t option, std::string name) {
    return changeOption(Message("undo.option.copy").with("name", optionName(project, option)), option,
                        [name = std::move(name)](Project& next, const Option& original, IdSource& ids) -> Done {
                            Option copy = original;
                            copy.id = ids.take<Option>().value;
                            copy.name = name.empty() ? nextOptionName(next) : name;
                            if (isNameTaken(next, copy.name, 0))
                                return inputError(Message("edit.name-taken").with("name", copy.name));
                            next.options.push_back(std::move(copy));
                            return done();
                        });
}

Edit renameOption(const Project& project, std::uint64_t option, std::string name, std::string description) {
    return changeOption(
        Message("undo.option.rename").with("name", optionName(project, option)), option,
        [name = std::move(name), description = std::move(description)](Project& next, Option& row, IdSource&) -> Done {
            if (name.empty())
                return badValue("edit.name-empty");
            if (isNameTaken(next, name, row.id))
                return inputError(Message("edit.name-taken").with("name", name));
            row.name = name;
            row.description = description;
            return done();
        },
        "rename-option:" + std::to_string(option));
}

Edit removeOption(const Project& project, std::uint64_t option) {
    return changeOption(Message("undo.option.remove").with("name", optionName(project, option)), option,
                        [option](Project& next, const Option& row, IdSource&) -> Done {
                            if (next.options.size() == 1)
                                return inputError(Message("edit.last-option").with("name", row.name));
                            std::erase_if(next.options, [option](const Option& each) { return each.id == option; });
                            if (next.activeOption == option)
                                next.activeOption = next.options.front().id;
                            return done();
                        });
}

Edit moveOption(const Project& project, std::uint64_t option, std::size_t position) {
    return changeOption(Message("undo.option.move").with("name", optionName(project, option)), option,
                        [option, position](Project& next, const Option&, IdSource&) -> Done {
                            const auto from = std::ranges::find(next.options, option, &Option::id);
                            const auto to = next.options.begin() +
                                            static_cast<std::ptrdiff_t>(std::min(position, next.options.size() - 1));
                            if (from < to)
                                std::rotate(from, from + 1, to + 1);
                            else
                                std::rotate(to, from, from + 1);
                            return done();
                        });
}

Edit activateOption(const Project& project, std::uint64_t option) {
    return changeOption(Message("undo.option.activate").with("name", optionName(project, option)), option,
                        [option](Project& next, const Option&, IdSource&) {
                            next.activeOption = option;
                            return done();
                        });
}

} // namespace rackwright::edits
