// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/change_set.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class Row>
void addTable(ChangeSet& set, std::string_view name, const Table<Row>& before, const Table<Row>& after) {
    TableChanges found{name, {}};
    forEachDifference(before, after, [&found](const Row* a, const Row* b) {
        const ChangeKind kind = !a ? ChangeKind::Added : !b ? ChangeKind::Removed : ChangeKind::Changed;
        found.rows.push_back({(a ? a : b)->id.value, kind});
    });
    if (!found.rows.empty())
        set.tables.push_back(std::move(found));
}

bool sameHeader(const Project& a, const Project& b) {
    const auto sameLabels = [](const Option& x, const Option& y) {
        return x.id == y.id && x.name == y.name && x.description == y.description;
    };
    return a.name == b.name && a.description == b.description && a.profile == b.profile && a.quote == b.quote &&
           a.activeOption == b.activeOption && std::ranges::equal(a.options, b.options, sameLabels);
}

} // namespace

const TableChanges* ChangeSet::find(std::string_view table) const {
    const auto it = std::ranges::find(tables, table, &TableChanges::table);
    return it == tables.end() ? nullptr : &*it;
}

std::size_t ChangeSet::rowCount() const {
    std::size_t count = 0;
    for (const TableChanges& table : tables)
        count += table.rows.size();
    return count;
}

ChangeSet changes(const Design& before, const Design& after) {
    ChangeSet set;
    forEachDesignTable(
        [&](const auto& table) { addTable(set, table.name, before.*table.member, after.*table.member); });
    return set;
}

ProjectChanges changes(const Project& before, const Project& after) {
    ProjectChanges result;
    forEachProjectTable(
        [&](const auto& table) { addTable(result.shared, table.name, before.*table.member, after.*table.member); });
    result.shared.headerChanged = !sameHeader(before, after);
    for (const Option& old : before.options) {
        const Option* now = findOption(after, old.id);
        if (!now)
            result.options.push_back({old.id, ChangeKind::Removed, {}});
        else if (now->design != old.design)
            if (ChangeSet set = changes(*old.design, *now->design); !set.isEmpty())
                result.options.push_back({old.id, ChangeKind::Changed, std::move(set)});
    }
    for (const Option& now : after.options)
        if (!findOption(before, now.id))
            result.options.push_back({now.id, ChangeKind::Added, {}});
    return result;
}

} // namespace rackwright
