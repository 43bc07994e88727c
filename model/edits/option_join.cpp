// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/option_join.h"

#include "model/edits/copying.h"
#include "model/edits/part_edits.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace rackwright::edits {

namespace {

/// Ids of the rows of one design, each given a new one at its first meeting.
class NewIdsOfDesign {
public:
    NewIdsOfDesign(const Project& source, Project& project, IdSource& ids) : m_ids(ids) {
        for (const PartRow& row : source.parts)
            m_new[row.id.value] = embedPart(project, ids, row.part).value;
    }
    void operator()(auto& id) {
        if (!id)
            return;
        std::uint64_t& now = m_new[id.value];
        if (now == 0)
            now = m_ids.take<Device>().value;
        id.value = now;
    }

private:
    IdSource& m_ids;
    std::unordered_map<std::uint64_t, std::uint64_t> m_new;
};

} // namespace

Document withOptionOf(const Document& into, const Document& from, const std::string& name) {
    Project project = *into.project;
    const Project& source = *from.project;
    IdSource ids(into.nextId);
    const Option& taken = activeOption(source);
    Option option;
    option.id = ids.take<Option>().value;
    option.name = name;
    option.description = taken.description;
    NewIdsOfDesign renew(source, project, ids);
    Design design;
    forEachDesignTable([&](const auto& each) {
        using Row = typename std::remove_cvref_t<decltype(each)>::RowType;
        std::vector<Row> rows;
        for (Row row : (*taken.design).*each.member) {
            forEachId(row, renew);
            if constexpr (requires { row.copiedFrom; })
                row.copiedFrom = {};
            rows.push_back(std::move(row));
        }
        // New ids are given as they are met, across tables: a table keeps its rows in their order.
        std::ranges::sort(rows, {}, &Row::id);
        (design.*each.member) = (design.*each.member).with(std::move(rows));
    });
    option.design = std::make_shared<const Design>(std::move(design));
    project.options.push_back(std::move(option));
    for (Assumption row : source.assumptions) {
        const bool isThere = std::ranges::any_of(project.assumptions, [&row](const Assumption& other) {
            return other.key == row.key && other.statement == row.statement;
        });
        if (isThere)
            continue;
        row.id = ids.take<Assumption>();
        row.number = static_cast<std::int64_t>(project.assumptions.size()) + 1;
        project.assumptions = project.assumptions.with(std::move(row));
    }
    for (Rfi row : source.rfis) {
        if (std::ranges::any_of(project.rfis, [&row](const Rfi& other) { return other.question == row.question; }))
            continue;
        row.id = ids.take<Rfi>();
        row.number = static_cast<std::int64_t>(project.rfis.size()) + 1;
        project.rfis = project.rfis.with(std::move(row));
    }
    for (Setting row : source.settings) {
        if (std::ranges::any_of(project.settings, [&row](const Setting& other) { return other.key == row.key; }))
            continue;
        row.id = ids.take<Setting>();
        project.settings = project.settings.with(std::move(row));
    }
    return {std::make_shared<const Project>(std::move(project)), ids.next()};
}

} // namespace rackwright::edits
