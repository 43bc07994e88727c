// SPDX-License-Identifier: GPL-3.0-or-later
// The build pack: what a crew on the floor works by. Rows of racks, a sheet a rack with its faces, devices, plugs and
// the cables that leave it, what is picked for each delivery, and sheets on which tests are written down.
#include "model/design/cabled.h"
#include "solvers/cabling/cable_rows.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/schedule_columns.h"
#include "solvers/power/outlets.h"
#include "ui/paint/rack_elevation.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/readiness.h"
#include "ui/report/schedule_files.h"
#include "ui/report/text_lines.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

namespace rackwright::proposal {

namespace {

constexpr double kRackScale = 0.1, kSmallRackScale = 1.0 / 15; // 1:10 where the sheet is high enough
constexpr double kBetweenFaces = 8;                            // mm
constexpr std::size_t kRacksAbreast = 8;                       // in the elevation of a row
const QString kBlank(12, QLatin1Char('_'));

QString words(const std::string& text) { return QString::fromStdString(text); }

/// The racks of the draft's file, by room, row and name.
std::vector<const Rack*> racksOf(const Draft& draft) {
    std::vector<const Rack*> racks;
    for (const Rack& rack : draft.design().racks)
        racks.push_back(&rack);
    std::ranges::stable_sort(racks, {}, [](const Rack* rack) { return std::tie(rack->room.value, rack->row); });
    const std::size_t from = std::min(racks.size(), draft.part.index * kRacksOfPart);
    const std::size_t to = std::min(racks.size(), from + kRacksOfPart);
    return {racks.begin() + static_cast<std::ptrdiff_t>(from), racks.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// A title within another.
QString inSentence(QString title) { return title.isEmpty() ? title : title.replace(0, 1, title.front().toLower()); }

std::string rackName(const Rack& rack) { return nameOr(rack.name, rack.id.value); }

struct Shifted {
    QPointF by;
    Shape operator()(RectangleShape shape) const {
        shape.box.translate(by);
        return shape;
    }
    Shape operator()(PolygonShape shape) const {
        for (QPointF& point : shape.points)
            point += by;
        return shape;
    }
    Shape operator()(LinesShape shape) const {
        for (auto& line : shape.lines)
            for (QPointF& point : line)
                point += by;
        return shape;
    }
    Shape operator()(ArcShape shape) const {
        shape.centre += by;
        return shape;
    }
    Shape operator()(TextShape shape) const {
        shape.anchor += by;
        return shape;
    }
    Shape operator()(PictureShape shape) const {
        shape.centre += by;
        return shape;
    }
};

/// Front and rear of a rack side by side, each under its name; the rear is seen from behind, so that left is right.
Drawing facesOf(const Draft& draft, const Rack& rack, double scale) {
    Drawing both;
    for (const Face face : {Face::Front, Face::Rear}) {
        const QString title = draft.words.text(face == Face::Front ? "report.rack.front" : "report.rack.rear");
        Drawing one = rowElevationDrawing(draft.project(), draft.design(), {{rack.id, title}}, face,
                                          draft.input.overlay, draft.words.texts(), {scale, kLeastPrint});
        if (face == Face::Front) {
            both = std::move(one);
            continue;
        }
        const QPointF by(both.bounds.right() + kBetweenFaces / scale - one.bounds.left(), 0);
        for (DrawingItem& item : one.items) {
            item.shape = std::visit(Shifted{by}, std::move(item.shape));
            both.items.push_back(std::move(item));
        }
        both.bounds = both.bounds.united(one.bounds.translated(by));
    }
    return both;
}

/// Rows of a schedule by the rack that they are of.
class RowsByRack {
public:
    explicit RowsByRack(std::optional<Schedule> schedule) : m_schedule(std::move(schedule)) {
        if (m_schedule)
            for (const ScheduleRow& row : m_schedule->rows)
                if (row.subject && row.subject->kind == SubjectKind::Rack)
                    m_rows.try_emplace(row.subject->id, &row);
    }
    /// As a person reads it; empty where there is no such row or column.
    QString cell(Id<Rack> rack, std::string_view header, const Texts& texts) const {
        const auto row = m_rows.find(rack.value);
        if (row == m_rows.end())
            return {};
        for (std::size_t i = 0; i < m_schedule->columns.size() && i < row->second->cells.size(); ++i)
            if (m_schedule->columns[i].header == header)
                return words(cellText(m_schedule->columns[i], row->second->cells[i], texts));
        return {};
    }
    const Schedule* schedule() const { return m_schedule ? &*m_schedule : nullptr; }

private:
    std::optional<Schedule> m_schedule;
    std::unordered_map<std::uint64_t, const ScheduleRow*> m_rows;
};

TableBlock small(std::vector<TableColumn> columns) {
    TableBlock table;
    table.size = 2.2;
    table.columns = std::move(columns);
    return table;
}

void addFacts(Draft& draft, const Rack& rack, const RowsByRack& racks) {
    const Texts& texts = draft.words.texts();
    const Room* room = draft.design().rooms.find(rack.room);
    const Part* part = draft.context().part(rack.part);
    TableBlock table = small({{}, {QString(), TextAlign::Left, true}, {}, {QString(), TextAlign::Left, true}});
    std::vector<std::pair<QString, QString>> facts = {
        {draft.words.text("report.rack.room"), room ? words(abridged(room->name)) : QString()},
        {draft.words.text("report.rack.row"), words(rack.row)},
        {draft.words.text("report.rack.type"), words(partText(part))}};
    for (const char* header : {"kg total", "kg limit", "kW max", "kW air", "kW liquid", "l/min", "U used", "U free",
                               "Feed A", "Feed B", "Plugs"})
        facts.emplace_back(toText(std::string(header)), racks.cell(rack.id, header, texts));
    std::erase_if(facts, [](const auto& fact) { return fact.second.isEmpty(); });
    for (std::size_t i = 0; i < facts.size(); i += 2) {
        TableRow row;
        for (std::size_t k = i; k < std::min(i + 2, facts.size()); ++k) {
            row.cells.push_back({facts[k].first, Ink::Subdued});
            row.cells.push_back({facts[k].second});
        }
        table.rows.push_back(std::move(row));
    }
    draft.add(std::move(table));
}

/// Two lines of a long table in a row, read across, where a sheet has the width: most racks then are one sheet.
TableBlock abreast(TableBlock table) {
    constexpr std::size_t fewestLines = 8;
    if (table.rows.size() < fewestLines)
        return table;
    const std::size_t columns = table.columns.size();
    table.columns.push_back({QStringLiteral("  ")});
    for (std::size_t i = 0; i < columns; ++i)
        table.columns.push_back(TableColumn(table.columns[i]));
    std::vector<TableRow> rows;
    for (std::size_t i = 0; i < table.rows.size(); i += 2) {
        TableRow row = std::move(table.rows[i]);
        if (i + 1 < table.rows.size()) {
            row.cells.resize(columns + 1);
            std::ranges::move(table.rows[i + 1].cells, std::back_inserter(row.cells));
        }
        rows.push_back(std::move(row));
    }
    table.rows = std::move(rows);
    return table;
}

struct Standing {
    const Device* device = nullptr;
    std::int64_t unit = 0, height = 0;
    QString face;
};

/// From the top down, as a rack is read; what stands beside the units last.
std::vector<Standing> standingIn(const Draft& draft, const RackContents& contents) {
    std::vector<Standing> all;
    for (const Device* device : contents.devices) {
        const Part* part = draft.context().part(device->part);
        Standing made{device, 0, part ? std::max<std::int64_t>(1, rackUnitsOf(*part)) : 1, {}};
        if (const auto* in = std::get_if<InRack>(&device->placement)) {
            made.unit = in->unit;
            made.face = draft.words.text("face." + std::string(enumName(in->face)));
        }
        all.push_back(std::move(made));
    }
    std::ranges::stable_sort(all, std::greater(), &Standing::unit);
    return all;
}

QString unitsText(const Standing& standing) {
    if (standing.unit <= 0)
        return {};
    const QString low = QString::number(standing.unit);
    return standing.height <= 1 ? low
                                : low + QStringLiteral("\u2013") + QString::number(standing.unit + standing.height - 1);
}

void addDevices(Draft& draft, const RackContents& contents) {
    TableBlock table = small({{draft.words.text("report.rack.units")},
                              {draft.words.text("report.rack.face")},
                              {draft.words.text("report.rack.device"), TextAlign::Left, true},
                              {draft.words.text("report.rack.type"), TextAlign::Left, true},
                              {draft.words.text("report.rack.serial")}});
    for (const Standing& standing : standingIn(draft, contents))
        table.rows.push_back({{{unitsText(standing)},
                               {standing.face},
                               {words(abridged(nameOr(standing.device->name, standing.device->id.value)))},
                               {words(partText(draft.context().part(standing.device->part)))},
                               {kBlank, Ink::Subdued}}});
    for (const PowerElement* element : contents.elements)
        table.rows.push_back({{{},
                               {draft.words.text("side." + std::string(enumName(element->side)))},
                               {words(abridged(nameOr(element->name, element->id.value)))},
                               {words(partText(draft.context().part(element->part)))},
                               {kBlank, Ink::Subdued}}});
    for (const CoolingUnit* unit : contents.coolingUnits)
        table.rows.push_back({{{},
                               {},
                               {words(abridged(nameOr(unit->name, unit->id.value)))},
                               {words(partText(draft.context().part(unit->part)))},
                               {kBlank, Ink::Subdued}}});
    if (table.rows.empty())
        return draft.addText(Message("report.rack.empty"), Ink::Subdued);
    draft.addHeading("report.rack.devices", {}, 3);
    draft.add(std::move(table));
}

void addPlugs(Draft& draft, const RackContents& contents) {
    std::vector<PluggedCord> cords = pluggedCords(draft.context(), contents);
    if (cords.empty())
        return;
    std::ranges::stable_sort(cords, {}, [](const PluggedCord& cord) {
        return std::tuple(cord.device->name, cord.device->id.value, cord.supply);
    });
    TableBlock table = small({{draft.words.text("report.rack.device"), TextAlign::Left, true},
                              {draft.words.text("report.rack.supply"), TextAlign::Right},
                              {draft.words.text("report.rack.pdu"), TextAlign::Left, true},
                              {draft.words.text("report.rack.side")},
                              {draft.words.text("report.rack.bank"), TextAlign::Right},
                              {draft.words.text("report.rack.outlet")}});
    for (const PluggedCord& cord : cords) {
        const std::string outlet = cord.given.empty() ? outletName(cord) : cord.given;
        table.rows.push_back({{{words(abridged(nameOr(cord.device->name, cord.device->id.value)))},
                               {QString::number(cord.supply + 1)},
                               {words(abridged(nameOr(cord.pdu->name, cord.pdu->id.value)))},
                               {draft.words.text("side." + std::string(enumName(cord.pdu->side)))},
                               {cord.bank > 0 ? QString::number(cord.bank) : QString()},
                               {outlet.empty() ? draft.words.text("report.rack.no-outlet") : words(outlet),
                                outlet.empty() ? Ink::Warning : Ink::Text}}});
    }
    draft.addHeading("report.rack.plugs", {}, 3);
    draft.add(abreast(std::move(table)));
}

/// An end of a cable in a rack.
struct CableAt {
    const Cable* cable = nullptr;
    std::size_t index = 0;
    bool isA = true;
};
using CablesOfRacks = std::unordered_map<std::uint64_t, std::vector<CableAt>>;

CablesOfRacks cablesOf(const Draft& draft, const std::vector<const Rack*>& racks) {
    CablesOfRacks cables;
    for (const Rack* rack : racks)
        cables[rack->id.value];
    const CableEnds& ends = draft.context().lookUp<CableEnds>();
    const auto holder = [&](const PortRef& end) {
        const Cabled device = findCabled(draft.design(), end.device);
        return device ? draft.context().rackHolding(*device) : Id<Rack>();
    };
    std::size_t index = 0;
    for (const Cable& cable : draft.design().cables) {
        const std::size_t at = index++;
        if (!ends.cables[at].isPresent)
            continue;
        const Id<Rack> a = holder(cable.a), b = holder(cable.b);
        if (const auto found = cables.find(a.value); found != cables.end())
            found->second.push_back({&cable, at, true});
        if (const auto found = cables.find(b.value); found != cables.end() && a != b)
            found->second.push_back({&cable, at, false});
    }
    return cables;
}

void addCables(Draft& draft, const std::vector<CableAt>& cables, const CableRows& rows) {
    if (cables.empty())
        return draft.addText(Message("report.rack.no-cables"), Ink::Subdued);
    struct Line {
        CableRows::Place here, there;
        const CableAt* cable = nullptr;
    };
    std::vector<Line> lines;
    for (const CableAt& at : cables) {
        const CableLine& line = rows.ends().cables[at.index];
        CableRows::Place a = rows.place(at.cable->a, line.a), b = rows.place(at.cable->b, line.b);
        if (line.detail != kNowhere && !rows.ends().details[line.detail].label.empty())
            a.label = b.label = rows.ends().details[line.detail].label;
        lines.push_back(at.isA ? Line{std::move(a), std::move(b), &at} : Line{std::move(b), std::move(a), &at});
    }
    std::ranges::stable_sort(lines, [](const Line& a, const Line& b) {
        return std::tuple(-a.here.unit, a.here.device) < std::tuple(-b.here.unit, b.here.device);
    });
    TableBlock table = small({{draft.words.text("report.rack.cable")},
                              {draft.words.text("report.rack.here"), TextAlign::Left, true},
                              {draft.words.text("report.rack.far-end"), TextAlign::Left, true},
                              {draft.words.text("report.rack.medium")},
                              {draft.words.text("report.rack.length"), TextAlign::Right}});
    for (const Line& line : lines) {
        const PlannedCable& planned = rows.plan().cables[line.cable->index];
        const LinkOption* option = rows.plan().option(rows.ends(), line.cable->index);
        const std::string length = planned.isKnown()
                                       ? draft.words.texts().figure(Value(static_cast<double>(planned.order)), "m")
                                       : draft.words.texts().text("figure.unknown");
        table.rows.push_back({{{QString::number(line.cable->cable->id.value)},
                               {words(line.here.label)},
                               {words(line.there.label)},
                               {option ? words(std::string(enumName(option->medium))) : QString()},
                               {words(length)}}});
    }
    draft.add(Heading{draft.words.text(Message("report.rack.cables").with("count", cables.size())), 3, {}});
    draft.add(abreast(std::move(table)));
}

void addRackSheets(Draft& draft) {
    const std::vector<const Rack*> racks = racksOf(draft);
    if (racks.empty())
        return;
    const PageFormat format = draft.drawingSheet();
    const double high = format.size().height() - Margins().top - Margins().bottom - 14;
    const RowsByRack facts(scheduleOf(draft, "racks"));
    const CableRows rows(draft.context());
    const CablesOfRacks cables = cablesOf(draft, racks);
    std::size_t number = draft.part.index * kRacksOfPart;
    for (const Rack* rack : racks) {
        if (draft.run.isStopped())
            return;
        ++number;
        const QString title = draft.words.text(Message("report.rack.title").with("rack", rackName(*rack)));
        draft.attempt(title, [&] {
            Drawing faces = facesOf(draft, *rack, kRackScale);
            if (paperSize(faces).height() > high)
                faces = facesOf(draft, *rack, kSmallRackScale);
            draft.add(PageBreak{format, QStringLiteral("R-%1").arg(number, 3, 10, QLatin1Char('0')), title,
                                scaleName(faces.scale)});
            draft.add(Heading{title, 1, QStringLiteral("rack:%1").arg(rack->id.value)});
            draft.add(Aside{std::move(faces)});
            const RackContents& contents = draft.context().contents(rack->id);
            addFacts(draft, *rack, facts);
            addDevices(draft, contents);
            addPlugs(draft, contents);
            addCables(draft, cables.at(rack->id.value), rows);
        });
    }
}

void addRowElevations(Draft& draft) {
    std::map<std::pair<std::uint64_t, std::string>, std::vector<const Rack*>> byRow;
    for (const Rack* rack : racksOf(draft))
        byRow[{rack->room.value, rack->row}].push_back(rack);
    const PageFormat format = draft.drawingSheet();
    const double wide = format.size().width() - 2 * Margins().side;
    int number = 200;
    for (const auto& [row, racks] : byRow)
        for (std::size_t from = 0; from < racks.size();) {
            // As many on each sheet as on the next.
            const std::size_t left = racks.size() - from, sheets = (left + kRacksAbreast - 1) / kRacksAbreast;
            std::size_t count = (left + sheets - 1) / sheets;
            const auto drawn = [&](Face face) {
                std::vector<ElevationSubject> shown;
                for (const Rack* rack : std::span(racks).subspan(from, count))
                    shown.push_back({rack->id, words(abridged(rackName(*rack)))});
                if (face == Face::Rear) // who stands behind a row has its first rack at the right
                    std::ranges::reverse(shown);
                return rowElevationDrawing(draft.project(), draft.design(), shown, face, draft.input.overlay,
                                           draft.words.texts(), {kSmallRackScale, kLeastPrint});
            };
            while (count > 1 && paperSize(drawn(Face::Front)).width() > wide)
                --count;
            for (const Face face : {Face::Front, Face::Rear}) {
                Drawing drawing = drawn(face);
                const QString title = draft.words.text(Message("report.row.title")
                                                           .with("row", row.second)
                                                           .with("first", rackName(*racks[from]))
                                                           .with("last", rackName(*racks[from + count - 1]))
                                                           .with("face", inSentence(drawing.title).toStdString()));
                draft.add(PageBreak{format, QStringLiteral("A-%1").arg(++number), title, scaleName(drawing.scale)});
                draft.add(Heading{title, number == 201 ? 1 : 2, QStringLiteral("row:%1").arg(number)});
                draft.add(DrawingBlock{std::move(drawing), {}, false});
            }
            from += count;
        }
}

QString quantity(const Draft& draft, std::int64_t milli) {
    const ScheduleColumn column{{}, ColumnKind::Number, {}, 4};
    return words(cellText(column, Thousandths{milli}, draft.words.texts()));
}

/// "A01 to A06, B01"; past some runs how many racks there are.
QString racksInRuns(const Draft& draft, const std::vector<Id<Rack>>& racks) {
    constexpr std::size_t mostRuns = 8;
    std::vector<std::string> names;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = draft.design().racks.find(id))
            names.push_back(rackName(*rack));
    const std::vector<std::string> runs = nameRuns(std::move(names), draft.words.texts());
    if (runs.size() > mostRuns)
        return draft.words.text(Message("report.pick.many-racks").with("count", racks.size()));
    QStringList text;
    for (const std::string& run : runs)
        text << words(run);
    return text.join(QStringLiteral(", "));
}

/// What is picked, by the phase in which it is delivered and by section; services are no goods.
void addPickList(Draft& draft) {
    if (draft.part.index > 0)
        return;
    std::vector<const BillLine*> lines;
    for (const BillLine& line : billIn(draft.context()).lines)
        if (line.type == LineType::Hardware && line.section != QuoteSection::Services && line.quantityMilli > 0 &&
            line.scope.isPriced() && !line.isOptional)
            lines.push_back(&line);
    if (lines.empty())
        return;
    std::ranges::stable_sort(lines, {}, [](const BillLine* line) { return line->scope.phase; });
    const std::string order = readinessOf(draft.context(), draft.input.date).order;
    TableBlock table;
    table.size = 2.3;
    table.columns = {{draft.words.text("report.column.number"), TextAlign::Right},
                     {draft.words.text("report.pick.part-number")},
                     {draft.words.text("report.pick.what"), TextAlign::Left, true},
                     {draft.words.text("report.pick.quantity"), TextAlign::Right},
                     {draft.words.text("report.pick.unit")},
                     {draft.words.text("report.pick.due"), TextAlign::Right},
                     {draft.words.text("report.pick.racks"), TextAlign::Left, true},
                     {draft.words.text("report.pick.picked")},
                     {draft.words.text("report.pick.by")}};
    std::int64_t phase = -1;
    for (const BillLine* line : lines) {
        if (line->scope.phase != phase) {
            phase = line->scope.phase;
            table.rows.push_back(
                {{{draft.words.text(Message("report.pick.delivery").with("phase", phase)), Ink::Text, Weight::Medium}},
                 TableRowRole::Group});
        }
        const QString what = line->text.id.empty() ? words(abridged(line->description)) : draft.words.text(line->text);
        table.rows.push_back(
            {{{QString::number(line->number)},
              {words(line->partNumber)},
              {what},
              {quantity(draft, line->quantityMilli)},
              {words(line->unit)},
              {line->leadTime ? words(dayAfter(order, *line->leadTime)) : draft.words.text("figure.unknown")},
              {racksInRuns(draft, line->racks)},
              {kBlank.left(8), Ink::Subdued},
              {kBlank.left(8), Ink::Subdued}}});
    }
    draft.add(PageBreak{{draft.input.paper, true}, {}, {}, {}});
    draft.addHeading("report.part.pick-list", QStringLiteral("pick-list"));
    draft.addText(Message("report.pick.note").with("date", order), Ink::Subdued);
    draft.add(std::move(table));
}

/// A column of a test sheet by the header of the schedule that it is read from.
struct TestColumns {
    std::string_view step, expected, limit;
};

bool isOfPart(const Draft& draft, const std::unordered_map<std::uint64_t, bool>& racks, const ScheduleRow& row) {
    if (!row.subject)
        return draft.part.index == 0;
    Id<Rack> rack;
    if (row.subject->kind == SubjectKind::Rack)
        rack = {row.subject->id};
    else if (row.subject->kind == SubjectKind::PowerElement)
        if (const PowerElement* element = draft.design().powerElements.find({row.subject->id}))
            rack = rackOf(element->placement);
    return rack ? racks.contains(rack.value) : draft.part.index == 0;
}

void addTests(Draft& draft, const char* title, std::string_view id, const TestColumns& columns) {
    const auto schedule = scheduleOf(draft, id);
    if (!schedule)
        return;
    std::unordered_map<std::uint64_t, bool> racks;
    for (const Rack* rack : racksOf(draft))
        racks[rack->id.value] = true;
    const auto cell = [&](const ScheduleRow& row, std::string_view header) {
        for (std::size_t i = 0; i < schedule->columns.size() && i < row.cells.size(); ++i)
            if (schedule->columns[i].header == header)
                return words(cellText(schedule->columns[i], row.cells[i], draft.words.texts()));
        return QString();
    };
    TableBlock table;
    table.size = 2.3;
    const auto headed = [&](const char* words, std::string_view header) {
        const QString name = draft.words.text(words);
        const QString of = toText(std::string(header));
        if (header.empty())
            return name;
        return of.startsWith(name, Qt::CaseInsensitive) ? of : name + QStringLiteral(": ") + of;
    };
    table.columns = {{draft.words.text("report.test.step"), TextAlign::Left, true},
                     {headed("report.test.expected", columns.expected), TextAlign::Right},
                     {headed("report.test.limit", columns.limit), TextAlign::Right},
                     {draft.words.text("report.test.measured")},
                     {draft.words.text("report.test.by")},
                     {draft.words.text("report.column.date")}};
    for (const ScheduleRow& row : schedule->rows) {
        QString expected = cell(row, columns.expected);
        if (id == "acceptance-tests") {
            // What has no figure is judged by its limit alone; what nobody forecasts is the baseline of later runs.
            if (expected.isEmpty())
                expected = draft.words.text("report.test.passes");
            else if (expected != draft.words.text("figure.unknown"))
                expected += QLatin1Char(' ') + cell(row, "Unit");
        }
        if (row.role != RowRole::Line || expected.isEmpty() || !isOfPart(draft, racks, row))
            continue;
        QString step = cell(row, columns.step);
        if (id == "acceptance")
            step = draft.words.text(Message("report.test.nodes")
                                        .with("network", step.toStdString())
                                        .with("nodes", cell(row, column_of::nodes).toStdString())
                                        .with("algorithm", cell(row, column_of::algorithm).toStdString()));
        if (id == "acceptance-tests")
            step += QStringLiteral(": ") + cell(row, "Of");
        const QString limit = columns.limit.empty() ? draft.words.text("report.test.agreed") : cell(row, columns.limit);
        table.rows.push_back({{{step},
                               {expected},
                               {limit.isEmpty() ? draft.words.text("figure.unknown") : limit},
                               {kBlank, Ink::Subdued},
                               {kBlank.left(8), Ink::Subdued},
                               {kBlank.left(10), Ink::Subdued}}});
    }
    if (table.rows.empty())
        return;
    draft.addHeading(title, {}, 2);
    draft.add(std::move(table));
}

void addTestSheets(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.part.test-sheets", QStringLiteral("test-sheets"));
    draft.addText(Message("report.test.note"), Ink::Subdued);
    addTests(draft, "report.test.weights", "weights", {"Rack", "rolling kg", "rolling limit of the rack kg"});
    addTests(draft, "report.test.circuits", "power", {"PDU", "Design W", "Rating W"});
    if (draft.part.index > 0)
        return;
    addTests(draft, "report.test.loops", "loops", {"Loop", "Return C", "Return limit C"});
    addTests(draft, "report.test.networks", "acceptance", {column_of::network, column_of::expectedBusbw, {}});
    addTests(draft, "report.test.systems", "acceptance-tests", {"Test", "Expected", "Limit"});
}

/// The first file has it, whose readers bring the cluster up.
void addRunbook(Draft& draft) {
    if (draft.part.index > 0)
        return;
    const std::optional<Schedule> runbook = scheduleOf(draft, "runbook");
    if (!runbook || runbook->rows.empty())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    addSchedule(draft, *runbook, 1, QStringLiteral("runbook"));
}

} // namespace

void addBuildCover(Draft& draft) {
    const std::vector<const Rack*> racks = racksOf(draft);
    draft.add(Paragraph{draft.words.text("report.volume.build"), 3.6, Ink::Subdued, Weight::Medium, 2});
    draft.add(Heading{words(draft.project().name), 0, QStringLiteral("cover")});
    const std::size_t parts = partsOf(ReportVolume::Build, draft.design());
    if (parts > 1 && !racks.empty())
        draft.addText(Message("report.build.part")
                          .with("part", draft.part.index + 1)
                          .with("parts", parts)
                          .with("first", rackName(*racks.front()))
                          .with("last", rackName(*racks.back())));
    draft.addText(Message("report.build.note"), Ink::Subdued);
    draft.add(Heading{draft.words.text("report.contents"), 3, {}});
    draft.add(Contents{});
}

std::vector<Section> buildSections() {
    return {{"row-elevations", 10, addRowElevations, ReportVolume::Build},
            {"rack-sheets", 20, addRackSheets, ReportVolume::Build},
            {"pick-list", 30, addPickList, ReportVolume::Build},
            {"test-sheets", 40, addTestSheets, ReportVolume::Build},
            {"runbook", 50, addRunbook, ReportVolume::Build}};
}

} // namespace rackwright::proposal
