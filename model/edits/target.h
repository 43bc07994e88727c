// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all edits share: the option that they are for, names for the undo text, and putting, finding and taking rows
// with one kind of error. Internal to model/edits; callers use the files by topic.

#include "model/project/history.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rackwright::edits {

/// The option that an edit is for, and the project as the person sees it, from which names for the undo text are read.
struct Target {
    const Project& project;
    std::uint64_t option;

    /// Null where the project has no such option.
    const Design* design() const {
        const Option* found = findOption(project, option);
        return found ? found->design.get() : nullptr;
    }
};

/// For the option that the project has open; keeps a reference to the project.
inline Target activeTarget(const Project& project) { return {project, activeOption(project).id}; }

/// Error "edit.missing.rack" and its like: the design (or project) has no such thing.
inline Error missingRow(std::string_view kind) { return inputError(Message("edit.missing." + std::string(kind))); }
inline Error badValue(std::string_view id) { return inputError(Message(std::string(id))); }

/// `id` ("undo.rack.move.") + "one" with the name of the only row, or + "many" with the count.
template <class Row>
Message namedText(const Target& target, std::string_view id, Table<Row> Design::*table,
                  const std::vector<Id<Row>>& rows) {
    if (rows.size() != 1)
        return Message(std::string(id) + "many").with("count", rows.size());
    const Design* design = target.design();
    const Row* row = design ? (design->*table).find(rows.front()) : nullptr;
    return Message(std::string(id) + "one").with("name", row ? row->name : std::string());
}

/// Merge key of an edit of the same rows: repeated arrow keys or typing become one step.
template <class Row>
std::string mergeKeyOf(std::string_view verb, const std::vector<Id<Row>>& rows) {
    std::string key(verb);
    for (const Id<Row> row : rows)
        key += ':' + std::to_string(row.value);
    return key;
}

/// All rows of the ids, or the error that one is not there.
template <class Row>
Result<std::vector<Row>> rowsOf(const Table<Row>& table, const std::vector<Id<Row>>& ids, std::string_view kind) {
    std::vector<Row> rows;
    rows.reserve(ids.size());
    for (const Id<Row> id : ids) {
        const Row* row = table.find(id);
        if (!row)
            return missingRow(kind);
        rows.push_back(*row);
    }
    return rows;
}

/// Changes each of the rows by a function that may refuse; nothing else of the design changes.
template <class Row, class Change>
Edit changeRows(const Target& target, Message text, Table<Row> Design::*table, std::vector<Id<Row>> ids,
                std::string kind, Change change, std::string mergeKey = {}) {
    auto apply = [table, ids = std::move(ids), kind = std::move(kind), change = std::move(change)](
                     const Project& project, const Design& design, IdSource&) -> Result<Design> {
        Result<std::vector<Row>> rows = rowsOf(design.*table, ids, kind);
        if (!rows)
            return rows.error();
        for (Row& row : *rows)
            if (Done changed = change(project, design, row); !changed)
                return changed.error();
        Design next = design;
        next.*table = (design.*table).with(std::move(*rows));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply), std::move(mergeKey));
}

/// Puts a row; one with id 0 is new and takes a fresh id.
template <class Row, class Check>
Edit putRow(const Target& target, Message text, Table<Row> Design::*table, Row row, Check check,
            std::string mergeKey = {}) {
    auto apply = [table, row = std::move(row), check = std::move(check)](const Project& project, const Design& design,
                                                                         IdSource& ids) -> Result<Design> {
        if (Done checked = check(project, design, row); !checked)
            return checked.error();
        Row put = row;
        if (!put.id)
            put.id = ids.take<Row>();
        Design next = design;
        next.*table = (design.*table).with(std::move(put));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply), std::move(mergeKey));
}

/// The same for a table that all options share.
template <class Row, class Check>
Edit putShared(Message text, Table<Row> Project::*table, Row row, Check check, std::string mergeKey = {}) {
    auto apply = [table, row = std::move(row), check = std::move(check)](const Project& project,
                                                                         IdSource& ids) -> Result<ProjectPtr> {
        if (Done checked = check(project, row); !checked)
            return checked.error();
        Row put = row;
        if (!put.id)
            put.id = ids.take<Row>();
        auto next = std::make_shared<Project>(project);
        (*next).*table = (project.*table).with(std::move(put));
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

template <class Row>
Edit takeShared(Message text, Table<Row> Project::*table, Id<Row> id, std::string kind) {
    auto apply = [table, id, kind = std::move(kind)](const Project& project, IdSource&) -> Result<ProjectPtr> {
        if (!(project.*table).contains(id))
            return missingRow(kind);
        auto next = std::make_shared<Project>(project);
        (*next).*table = (project.*table).without(id);
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

/// An edit of the option's design that may also embed parts or change other shared rows: `change` gets both to change.
template <class Change>
Edit changeBoth(const Target& target, Message text, Change change, std::string mergeKey = {}) {
    auto apply = [option = target.option, change = std::move(change)](const Project& project,
                                                                      IdSource& ids) -> Result<ProjectPtr> {
        const Option* found = findOption(project, option);
        if (!found)
            return inputError(Message("edit.no-option").with("option", option));
        auto next = std::make_shared<Project>(project);
        Design design = *found->design;
        if (Done changed = change(*next, design, ids); !changed)
            return changed.error();
        return withDesign(*next, option, std::make_shared<const Design>(std::move(design)));
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

/// Ids of the rows that a test picks.
template <class Row, class Pick>
std::vector<Id<Row>> idsWhere(const Table<Row>& table, Pick pick) {
    std::vector<Id<Row>> ids;
    for (const Row& row : table)
        if (pick(row))
            ids.push_back(row.id);
    return ids;
}

/// `name` with its trailing number counted up by `steps`, keeping its width: A07 -> A08, n9 -> n10; without a number
/// " 2" is put behind it.
std::string countedName(std::string_view name, std::int64_t steps);

/// `name`, or the first of its counted names that is not in `taken`, which it enters.
std::string freeName(std::string name, std::unordered_set<std::string>& taken);

/// All names that are taken, for freeName().
template <class Row>
std::unordered_set<std::string> namesOf(const Table<Row>& table) {
    std::unordered_set<std::string> names;
    for (const Row& row : table)
        names.insert(row.name);
    return names;
}

} // namespace rackwright::edits
