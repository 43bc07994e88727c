// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/option_edits.h"

#include "model/edits/copying.h"
#include "model/edits/part_edits.h"

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

/// Brings rows of another project under ids of this one.
class OptionImport {
public:
    OptionImport(const Project& source, Project& project, IdSource& ids)
        : m_source(source), m_project(project), m_ids(ids) {
        for (const PartRow& row : source.parts)
            if (row.part)
                m_parts[row.id.value] = embedPart(project, ids, row.part);
    }

    Design design(const Design& old) {
        // In the order of the tables, so that the rows of each keep theirs whichever row names them first.
        forEachDesignTable([&](const auto& table) {
            for (const auto& row : old.*table.member)
                m_made[row.id.value] = m_ids.take<Option>().value;
        });
        Design made;
        forEachDesignTable([&](const auto& table) {
            using Row = typename std::remove_cvref_t<decltype(table)>::RowType;
            std::vector<Row> rows;
            rows.reserve((old.*table.member).size());
            for (const Row& row : old.*table.member)
                rows.push_back(renewed(row));
            (made.*table.member) = Table<Row>().with(std::move(rows));
        });
        return made;
    }

    /// What the project has nothing of: prices and cost lines by what they are of, facts of parts by their key.
    void addFacts() {
        addNew(&Project::prices, [](const PinnedPrice& row) { return row.item; });
        addNew(&Project::costLines, [](const CostLine& row) { return row.item; });
        addNew(&Project::assumptions,
               [](const Assumption& row) { return row.key.starts_with("part:") ? row.key : std::string(); });
    }

    /// Settings by their key, assumptions and requests by what they say.
    void addRecord() {
        addNew(&Project::settings, [](const Setting& row) { return row.key; });
        addNew(&Project::assumptions, [](const Assumption& row) { return row.key + '\n' + row.statement; });
        addNew(&Project::rfis, [](const Rfi& row) { return row.question; });
    }

private:
    template <class Row>
    Row renewed(Row row) {
        const auto renew = [this](auto& id) {
            using Type = std::remove_cvref_t<decltype(id)>;
            if (!id)
                return;
            if constexpr (std::same_as<Type, Id<PartRow>>) {
                id = m_parts[id.value];
            } else {
                std::uint64_t& made = m_made[id.value];
                if (made == 0)
                    made = m_ids.take<Option>().value;
                id.value = made;
            }
        };
        forEachId(row, renew);
        if constexpr (requires { row.copiedFrom; })
            row.copiedFrom = {};
        return row;
    }

    template <class Row, class KeyOf>
    void addNew(Table<Row> Project::*table, KeyOf keyOf) {
        std::unordered_set<std::string> held;
        std::int64_t last = 0;
        for (const Row& row : m_project.*table) {
            held.insert(keyOf(row));
            if constexpr (requires { row.number; })
                last = std::max(last, row.number);
        }
        std::vector<Row> rows;
        for (Row row : m_source.*table) {
            const std::string key = keyOf(row);
            if (key.empty() || held.contains(key))
                continue;
            row.id = m_ids.take<Row>();
            if constexpr (requires { row.number; })
                row.number = ++last;
            rows.push_back(std::move(row));
        }
        (m_project.*table) = (m_project.*table).with(std::move(rows));
    }

    const Project& m_source;
    Project& m_project;
    IdSource& m_ids;
    std::unordered_map<std::uint64_t, Id<PartRow>> m_parts;
    std::unordered_map<std::uint64_t, std::uint64_t> m_made;
};

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

Edit addOption(const Document& source, std::uint64_t option, std::string name, OptionBrings brings) {
    auto apply = [project = source.project, option, name = std::move(name),
                  brings](const Project& before, IdSource& ids) -> Result<ProjectPtr> {
        const Option* added = findOption(*project, option);
        if (!added)
            return noOption(option);
        auto next = std::make_shared<Project>(before);
        Option made;
        made.id = ids.take<Option>().value;
        made.name = name.empty() ? nextOptionName(before) : name;
        made.description = added->description;
        if (isNameTaken(before, made.name, 0))
            return inputError(Message("edit.name-taken").with("name", made.name));
        OptionImport import(*project, *next, ids);
        made.design = std::make_shared<const Design>(import.design(*added->design));
        import.addFacts();
        if (brings == OptionBrings::Record)
            import.addRecord();
        next->options.push_back(std::move(made));
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.option.add").with("name", source.project->name), {}, std::move(apply)};
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
