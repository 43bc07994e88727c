// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of all rows and tables of a project and its designs, built here and nowhere else.
#include "model/file/headers.h"
#include "model/file/table_format.h"
#include "model/file/value_format_of.h"

#include <algorithm>

namespace rackwright {

template const ValueFormat& valueFormat<ProjectHeader>();
template const ValueFormat& valueFormat<OptionHeader>();
template const ValueFormat& valueFormat<Part>();
template const ValueFormat& valueFormat<Source>();
template const ValueFormat& valueFormat<Grade>();
template const ValueFormat& valueFormat<Currency>();
template const ValueFormat& valueFormat<std::uint64_t>();

namespace {

template <class Row>
const Table<Row>& tableAt(const void* table) {
    return *static_cast<const Table<Row>*>(table);
}

template <class Row>
class RowsOf final : public RowList {
public:
    void* add() override { return &rows.emplace_back(); }
    std::size_t size() const override { return rows.size(); }
    std::uint64_t id(std::size_t i) const override { return rows[i].id.value; }
    void sortById() override {
        if (!std::ranges::is_sorted(rows, {}, &Row::id))
            std::ranges::stable_sort(rows, {}, &Row::id);
    }
    std::vector<Row> rows;
};

template <class Row>
void assign(void* table, const void* from, RowList& put, const std::vector<std::uint64_t>& take) {
    std::vector<Id<Row>> ids;
    ids.reserve(take.size());
    for (const std::uint64_t id : take)
        ids.push_back(Id<Row>{id});
    const Table<Row> base = from ? tableAt<Row>(from) : Table<Row>();
    *static_cast<Table<Row>*>(table) = base.with(std::move(static_cast<RowsOf<Row>&>(put).rows), std::move(ids));
}

template <class Owner, class Row>
TableFormat tableFormat(std::string_view name, Table<Row> Owner::*member) {
    static const Owner blank;
    TableFormat made;
    made.name = name;
    made.row = &rowFormat<Row>();
    made.rowSize = sizeof(Row);
    made.offset = reinterpret_cast<const char*>(&(blank.*member)) - reinterpret_cast<const char*>(&blank);
    made.isEmpty = [](const void* table) { return tableAt<Row>(table).isEmpty(); };
    made.contains = [](const void* table, std::uint64_t id) { return tableAt<Row>(table).contains(Id<Row>{id}); };
    made.forEach = [](const void* table, const TableFormat::Visit& visit) {
        for (const Row& row : tableAt<Row>(table))
            visit(&row);
    };
    made.forEachDifference = [](const void* before, const void* after, const TableFormat::VisitDifference& visit) {
        forEachDifference(tableAt<Row>(before), tableAt<Row>(after),
                          [&visit](const Row* old, const Row* now) { visit(old, now, (now ? now : old)->id.value); });
    };
    made.makeRows = []() -> std::unique_ptr<RowList> { return std::make_unique<RowsOf<Row>>(); };
    made.assign = assign<Row>;
    return made;
}

} // namespace

std::uint64_t RowList::twin() const {
    for (std::size_t i = 1; i < size(); ++i)
        if (id(i) == id(i - 1))
            return id(i);
    return 0;
}

const std::vector<TableFormat>& projectTableFormats() {
    static const std::vector<TableFormat> tables = [] {
        std::vector<TableFormat> all;
        forEachProjectTable([&all](const auto& table) { all.push_back(tableFormat(table.name, table.member)); });
        return all;
    }();
    return tables;
}

const std::vector<TableFormat>& designTableFormats() {
    static const std::vector<TableFormat> tables = [] {
        std::vector<TableFormat> all;
        forEachDesignTable([&all](const auto& table) { all.push_back(tableFormat(table.name, table.member)); });
        return all;
    }();
    return tables;
}

const TableFormat* findTable(const std::vector<TableFormat>& tables, std::string_view name) {
    const auto found = std::ranges::find(tables, name, &TableFormat::name);
    return found == tables.end() ? nullptr : &*found;
}

} // namespace rackwright
