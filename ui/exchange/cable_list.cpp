// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/cable_list.h"

#include "model/base/nearest.h"
#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "model/parts/port_list.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/cabling/cable_schedules.h"
#include "ui/report/schedule_files.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::size_t kMostListRows = 1'000'000;
constexpr CsvLimits kListTextLimits{std::size_t{512} << 20, 256};

/// A line of the list as it is to be done.
struct ListedCable {
    std::size_t line = 0;
    Id<Cable> id; ///< null: new
    PortRef a, b;
    Id<Network> network;
    bool movesEnds = false;
    bool hasDetail = false; ///< `detail` is to be put
    CableDetail detail;
};

Error listError(const char* id, std::size_t line, const std::string& what,
                const std::vector<std::string>& nearest = {}) {
    return inputError(Message(id)
                          .with("line", line)
                          .with("what", what)
                          .with("nearest", nearest.empty() ? std::string("none") : nearest.front()));
}

/// All of a list at once: two cables may change their ends with one another.
Result<Design> withListed(const Project& project, const Design& design, IdSource& ids,
                          const std::vector<ListedCable>& listed, const std::vector<Id<Cable>>& removed,
                          std::size_t& line) {
    Design next = design;
    std::vector<Id<Cable>> out = removed;
    std::vector<Id<CableDetail>> outDetails;
    for (const Id<Cable> id : removed)
        design.cableDetails.forEachWith<DetailsByCable>(
            id, [&](const CableDetail& detail) { outDetails.push_back(detail.id); });
    for (const ListedCable& each : listed)
        if (each.id && each.movesEnds)
            out.push_back(each.id);
    next.cables = design.cables.with({}, out);
    next.cableDetails = design.cableDetails.with({}, outDetails);
    for (const ListedCable& each : listed) {
        line = each.line;
        Cable cable;
        if (each.id) {
            const Cable* known = design.cables.find(each.id);
            if (!known)
                return edits::missingRow("cable");
            cable = *known;
        } else {
            cable.id = ids.take<Cable>();
        }
        if (!each.id || each.movesEnds) {
            if (const Done joins = edits::canConnect(project, next, each.a, each.b); !joins)
                return joins.error();
            cable.a = each.a;
            cable.b = each.b;
            cable.generatorKey = 0;
        }
        cable.network = each.network;
        next.cables = next.cables.with(cable);
        if (!each.hasDetail)
            continue;
        CableDetail detail = each.detail;
        detail.cable = cable.id;
        if (!detail.id)
            detail.id = ids.take<CableDetail>();
        next.cableDetails = next.cableDetails.with(std::move(detail));
    }
    return next;
}

class ListComparer {
public:
    ListComparer(const Context& context, const Texts& texts, const CableListReading& reading)
        : m_context(context), m_design(context.design()), m_texts(texts), m_reading(reading) {}

    Result<CableListDifference> compare(std::string_view text) {
        const Result<CsvTable> given = CsvTable::read(text, kListTextLimits);
        if (!given)
            return given.error();
        if (given->size() > kMostListRows)
            return inputError(Message("cable-list.too-many").with("limit", kMostListRows));
        for (const char* column : {"Cable ID", "A device", "A port", "B device", "B port"})
            if (!given->hasColumn(column))
                return inputError(Message("cable-list.no-column").with("column", column));
        const std::string own = cableListText(m_context, m_texts);
        const Result<CsvTable> present = CsvTable::read(own, kListTextLimits);
        if (!present)
            return present.error();
        std::unordered_map<std::string, std::size_t> rows;
        for (std::size_t row = 0; row < present->size(); ++row)
            rows[present->cell(row, "Cable ID")] = row;
        nameThings();
        std::set<std::string> seen;
        for (std::size_t row = 0; row < given->size(); ++row) {
            const std::string id = given->cell(row, "Cable ID");
            if (!id.empty() && !seen.insert(id).second)
                return listError("cable-list.twice", given->line(row), id);
            const auto known = rows.find(id);
            if (!id.empty() && known == rows.end())
                return listError("cable-list.no-cable", given->line(row), id);
            const Done read = id.empty() ? add(*given, row) : change(*given, row, *present, known->second);
            if (!read)
                return read.error();
        }
        return finish(*present, seen);
    }

private:
    // Without the apostrophe that keeps a spreadsheet from running a cell.
    static std::string plain(const std::string& cell) {
        constexpr std::string_view kRun = "=+-@\t\r";
        return cell.size() > 1 && cell[0] == '\'' && kRun.find(cell[1]) != std::string_view::npos ? cell.substr(1)
                                                                                                  : cell;
    }
    void nameThings() {
        forEachCabled(
            m_design, [this](Id<PartRow> part) { return m_context.part(part); },
            [this](const Device& device) {
                const Rack* rack = m_design.racks.find(m_context.rackHolding(device));
                m_devices.emplace(device.name, std::pair(rack ? rack->name : std::string(), device.id));
            });
        for (const Network& network : m_design.networks)
            m_networks.emplace(network.name, network.id);
    }
    Result<PortRef> endOf(const CsvTable& table, std::size_t row, const std::string& mark) {
        const std::string name = plain(table.cell(row, mark + " device")),
                          port = plain(table.cell(row, mark + " port")), rack = plain(table.cell(row, mark + " rack"));
        const auto [from, to] = m_devices.equal_range(name);
        if (from == to) {
            std::vector<std::string> names;
            constexpr std::size_t kMost = 5'000;
            for (const auto& [each, place] : m_devices)
                if (names.size() < kMost)
                    names.push_back(each);
            return listError("cable-list.no-device", table.line(row), name, nearestWords(name, names));
        }
        std::optional<Id<Device>> found;
        for (auto it = from; it != to; ++it) {
            if (std::next(from) != to && it->second.first != rack)
                continue;
            if (found)
                return listError("cable-list.two-devices", table.line(row), name);
            found = it->second.second;
        }
        if (!found)
            return listError("cable-list.two-devices", table.line(row), name);
        const Cabled device = findCabled(m_design, *found);
        const Part* part = device ? m_context.part(device->part) : nullptr;
        const std::vector<Port>& ports = part ? portsOf(*part) : m_none;
        const auto numbered = [&](const std::string& wanted) -> std::optional<std::uint16_t> {
            const auto at = std::ranges::find(ports, wanted, &Port::name);
            return at == ports.end() ? std::nullopt : std::optional(static_cast<std::uint16_t>(at->number));
        };
        if (const auto whole = numbered(port))
            return PortRef{*found, *whole, 0};
        // "swp1/2" is the second lane of swp1.
        const std::size_t slash = port.rfind('/');
        const auto lane = slash == std::string::npos ? std::nullopt : plainNumber(port.substr(slash + 1));
        const auto broken = lane && *lane >= 1 && *lane <= 64 && *lane == std::floor(*lane)
                                ? numbered(port.substr(0, slash))
                                : std::nullopt;
        if (broken)
            return PortRef{*found, *broken, static_cast<std::uint8_t>(*lane - 1)};
        std::vector<std::string> names;
        for (const Port& each : ports)
            names.push_back(each.name);
        return listError("cable-list.no-port", table.line(row), name + " " + port, nearestWords(port, names));
    }
    const std::vector<Port>& portsOf(const Part& part) {
        const auto [it, isNew] = m_ports.try_emplace(&part);
        if (isNew)
            it->second = portList(part);
        return it->second;
    }
    Result<Id<Network>> networkOf(const CsvTable& table, std::size_t row) const {
        const std::string name = plain(table.cell(row, "Network"));
        const auto found = m_networks.find(name);
        if (found != m_networks.end())
            return found->second;
        std::vector<std::string> names;
        for (const auto& [each, id] : m_networks)
            names.push_back(each);
        return listError("cable-list.no-network", table.line(row), name, nearestWords(name, names));
    }
    /// What the cells of a row pin: length, colour and label, where they differ from `before` or are new.
    Done takeDetail(const CsvTable& table, std::size_t row, ListedCable& cable, bool takesLength, bool takesColour,
                    bool takesLabel) {
        if (takesLength) {
            const std::string text = table.cell(row, "Order length m");
            const std::optional<double> metres = plainNumber(text);
            if (!text.empty() && (!metres || *metres <= 0 || *metres > 1e5))
                return listError("cable-list.no-length", table.line(row), text);
            cable.detail.length = text.empty() ? std::nullopt : std::optional(Length::nearest(*metres));
            cable.hasDetail = true;
        }
        if (takesColour) {
            const std::string colour = plain(table.cell(row, "Colour"));
            if (!colour.empty() && (colour.size() != 7 || colour[0] != '#' ||
                                    colour.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos))
                return listError("cable-list.no-colour", table.line(row), colour);
            cable.detail.colour = colour;
            cable.hasDetail = true;
        }
        if (takesLabel) {
            const std::string a = plain(table.cell(row, "Label A")), b = plain(table.cell(row, "Label B"));
            if (a != b)
                return listError("cable-list.two-labels", table.line(row), a);
            constexpr std::size_t kLongest = 255;
            if (a.size() > kLongest)
                return listError("cable-list.long-label", table.line(row), a.substr(0, 40));
            cable.detail.label = a;
            cable.hasDetail = true;
        }
        return done();
    }

    Done add(const CsvTable& given, std::size_t row) {
        ListedCable cable;
        cable.line = given.line(row);
        const Result<PortRef> a = endOf(given, row, "A"), b = endOf(given, row, "B");
        if (!a)
            return a.error();
        if (!b)
            return b.error();
        cable.a = *a;
        cable.b = *b;
        const Result<Id<Network>> network = networkOf(given, row);
        if (!network)
            return network.error();
        cable.network = *network;
        const auto has = [&](const char* column) { return !given.cell(row, column).empty(); };
        // A line that was copied has the labels of its ends, which are worked out.
        const bool hasLabel = has("Label A") && given.cell(row, "Label A") == given.cell(row, "Label B");
        if (const Done read = takeDetail(given, row, cable, has("Order length m"), has("Colour"), hasLabel); !read)
            return read;
        m_found.changes.push_back({CableListChange::Kind::Added,
                                   cable.line,
                                   {},
                                   {},
                                   {},
                                   plain(given.cell(row, "A device")) + " " + plain(given.cell(row, "A port")) + " - " +
                                       plain(given.cell(row, "B device")) + " " + plain(given.cell(row, "B port"))});
        ++m_found.added;
        m_listed.push_back(std::move(cable));
        return done();
    }

    Done change(const CsvTable& given, std::size_t row, const CsvTable& present, std::size_t own) {
        const std::string id = given.cell(row, "Cable ID");
        std::set<std::string> differing;
        for (const std::string& column : given.header())
            if (present.hasColumn(column) && given.cell(row, column) != present.cell(own, column))
                differing.insert(column);
        if (differing.empty()) {
            ++m_found.unchanged;
            return done();
        }
        const auto differs = [&](const char* column) { return differing.contains(column); };
        ListedCable cable;
        cable.line = given.line(row);
        cable.id = {static_cast<std::uint64_t>(plainNumber(id).value_or(0))};
        const Cable& known = *m_design.cables.find(cable.id);
        cable.a = known.a;
        cable.b = known.b;
        cable.network = known.network;
        m_design.cableDetails.forEachWith<DetailsByCable>(
            cable.id, [&cable](const CableDetail& detail) { cable.detail = detail; });
        for (const std::string mark : {"A", "B"})
            if (differs((mark + " device").c_str()) || differs((mark + " port").c_str())) {
                const Result<PortRef> end = endOf(given, row, mark);
                if (!end)
                    return end.error();
                (mark == "A" ? cable.a : cable.b) = *end;
                cable.movesEnds = true;
            }
        if (differs("Network")) {
            const Result<Id<Network>> network = networkOf(given, row);
            if (!network)
                return network.error();
            cable.network = *network;
        }
        if (const Done read = takeDetail(given, row, cable, differs("Order length m"), differs("Colour"),
                                         differs("Label A") || differs("Label B"));
            !read)
            return read;
        constexpr std::array<std::string_view, 9> kTaken = {
            "A device", "A port", "B device", "B port", "Network", "Colour", "Label A", "Order length m", "Label B"};
        bool isChanged = false;
        for (const std::string& column : given.header()) {
            if (!differs(column.c_str()))
                continue;
            const bool isTaken = std::ranges::find(kTaken, column) != kTaken.end();
            // Where an end goes, its rack and unit go with it.
            const bool follows = !isTaken && cable.movesEnds && (column.starts_with("A ") || column.starts_with("B "));
            if (follows)
                continue;
            m_found.changes.push_back({isTaken ? CableListChange::Kind::Changed : CableListChange::Kind::Ignored,
                                       cable.line, id, column, present.cell(own, column), given.cell(row, column)});
            isChanged = isChanged || isTaken;
            m_found.ignored += isTaken ? 0 : 1;
        }
        if (!isChanged) {
            ++m_found.unchanged;
            return done();
        }
        ++m_found.changed;
        m_listed.push_back(std::move(cable));
        return done();
    }

    Result<CableListDifference> finish(const CsvTable& present, const std::set<std::string>& seen) {
        std::vector<Id<Cable>> removed;
        for (std::size_t row = 0; row < present.size(); ++row) {
            const std::string& id = present.cell(row, "Cable ID");
            if (seen.contains(id))
                continue;
            ++m_found.missing;
            if (!m_reading.removesMissing)
                continue;
            removed.push_back({static_cast<std::uint64_t>(plainNumber(id).value_or(0))});
            m_found.changes.push_back({CableListChange::Kind::Removed,
                                       0,
                                       id,
                                       {},
                                       present.cell(row, "A device") + " " + present.cell(row, "A port") + " - " +
                                           present.cell(row, "B device") + " " + present.cell(row, "B port"),
                                       {}});
            ++m_found.removed;
        }
        // Tried before it is shown, so that what is shown can be taken.
        IdSource ids(std::uint64_t{1} << 61);
        std::size_t line = 0;
        if (const Result<Design> tried = withListed(m_context.project(), m_design, ids, m_listed, removed, line);
            !tried) {
            // The reason stands in the words of the edit, behind the line.
            return inputError(Message("cable-list.refused")
                                  .with("line", line)
                                  .with("reason", m_texts.sentence(tried.error().message)));
        }
        const Message said =
            Message("undo.cable-list").with("count", m_found.added + m_found.changed + m_found.removed);
        m_found.edit =
            designEdit(said, m_context.snapshot().option,
                       [listed = m_listed, removed](const Project& project, const Design& design, IdSource& fresh) {
                           std::size_t at = 0;
                           return withListed(project, design, fresh, listed, removed, at);
                       });
        return std::move(m_found);
    }

    const Context& m_context;
    const Design& m_design;
    const Texts& m_texts;
    const CableListReading& m_reading;
    std::multimap<std::string, std::pair<std::string, Id<Device>>> m_devices;
    std::map<std::string, Id<Network>> m_networks;
    std::unordered_map<const Part*, std::vector<Port>> m_ports;
    const std::vector<Port> m_none;
    std::vector<ListedCable> m_listed;
    CableListDifference m_found;
};

} // namespace

std::string cableListText(const Context& context, const Texts& texts) {
    const Texts plain(texts.catalogue());
    std::string text;
    std::optional<CsvLines> lines;
    const auto open = [&](const Schedule& head) {
        if (lines)
            return;
        lines.emplace(head.columns, plain);
        lines->appendHeader(text);
    };
    const Schedule head =
        cableSchedule(context, {0, context.design().cables.size()}, [&](const Schedule& of, ScheduleRow& row) {
            open(of);
            lines->append(text, row);
        });
    open(head);
    return text;
}

Result<CableListDifference> cableListDifference(const Context& context, const Texts& texts, std::string_view list,
                                                const CableListReading& reading) {
    return ListComparer(context, texts, reading).compare(list);
}

} // namespace rackwright
