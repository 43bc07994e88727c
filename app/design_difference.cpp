// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/design_difference.h"

#include "solvers/engine/whole_figures.h"

#include <utility>

namespace rackwright {

namespace {

template <class Row>
std::string nameOf(const Row& row) {
    if constexpr (requires { std::string(row.name); })
        return row.name;
    else if constexpr (requires { std::string(row.key); })
        return row.key;
    else
        return {};
}

template <class Row>
void addRows(std::vector<RowDifference>& found, std::string_view table, const Table<Row>& before,
             const Table<Row>& after) {
    forEachDifference(before, after, [&](const Row* a, const Row* b) {
        const ChangeKind kind = !a ? ChangeKind::Added : !b ? ChangeKind::Removed : ChangeKind::Changed;
        const Row& row = b ? *b : *a;
        found.push_back({table, row.id.value, nameOf(row), kind});
    });
}

/// The rows of `after`, those that are equal in both taken from `before`.
template <class Row>
Table<Row> sharingRows(const Table<Row>& before, const Table<Row>& after) {
    std::vector<Row> put;
    std::vector<Id<Row>> take;
    forEachDifference(before, after, [&](const Row* a, const Row* b) {
        if (b)
            put.push_back(*b);
        else
            take.push_back(a->id);
    });
    return before.with(std::move(put), std::move(take));
}

} // namespace

Snapshot sharingRows(const Snapshot& before, const Snapshot& after) {
    auto design = std::make_shared<Design>(*after.design);
    forEachDesignTable([&](const auto& table) {
        (*design).*table.member = sharingRows((*before.design).*table.member, (*design).*table.member);
    });
    auto project = std::make_shared<Project>(*after.project);
    forEachProjectTable([&](const auto& table) {
        (*project).*table.member = sharingRows((*before.project).*table.member, (*project).*table.member);
    });
    return snapshotOf(withDesign(*project, after.option, std::move(design)), after.option);
}

std::vector<RowDifference> rowDifferences(const Snapshot& before, const Snapshot& after) {
    std::vector<RowDifference> found;
    forEachProjectTable([&](const auto& table) {
        addRows(found, table.name, (*before.project).*table.member, (*after.project).*table.member);
    });
    forEachDesignTable([&](const auto& table) {
        addRows(found, table.name, (*before.design).*table.member, (*after.design).*table.member);
    });
    return found;
}

std::vector<FigureDifference> figureDifferences(const Solution& before, const Solution& after) {
    std::vector<FigureDifference> found;
    for (const FigureBlock& block : after.figures()) {
        if (!block.results || !isOfTheWhole(*block.definition))
            continue;
        for (const FigureResult& now : *block.results) {
            const FigureResult* old = before.find(block.definition->name, now.subject);
            if (old && !(old->value == now.value))
                found.push_back({block.definition, now.subject, old->value, now.value});
        }
    }
    return found;
}

} // namespace rackwright
