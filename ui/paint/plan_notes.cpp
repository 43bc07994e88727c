// SPDX-License-Identifier: GPL-3.0-or-later
// What explains the floor plan: dimension chains, legend and scale bar.
#include "ui/paint/plan_layers.h"

#include "model/design/occupancy.h"
#include "ui/text/inches.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright::plan {

QString planLength(const PlanInput& input, double mm) {
    if (input.words.texts().units().system == UnitSystem::Metric)
        return input.words.count(std::lround(mm));
    constexpr double inch = 0.0254;
    return QString::fromStdString(inchText(static_cast<double>(std::lround(mm / 25.4)) * inch, kFeetFirst));
}

namespace {

constexpr double kSameCut = 20; // mm: cuts nearer than this are one

/// Boxes of the rack rows of a room: racks of one row label and one direction.
std::vector<QRectF> rowBoxes(const PlanInput& input) {
    std::map<std::pair<std::string, std::int64_t>, QRectF> rows;
    for (const Rack& rack : input.design.racks) {
        if (rack.room != input.room.id || !rack.scope.isPresent() || !rack.rotation.isQuarterTurn())
            continue;
        const auto footprint = footprintOf(input.project, rack);
        if (!footprint)
            continue;
        const QRectF box = boxOf(inMm(corners(*footprint)));
        const auto key = std::pair(rack.row.empty() ? rack.name : rack.row, rack.rotation.inMillidegrees());
        const auto [it, isNew] = rows.emplace(key, box);
        if (!isNew)
            it->second = it->second.united(box);
    }
    std::vector<QRectF> boxes;
    for (const auto& [key, box] : rows)
        boxes.push_back(box);
    return boxes;
}

std::vector<double> cutsOf(std::vector<double> cuts) {
    std::ranges::sort(cuts);
    std::vector<double> distinct;
    for (const double cut : cuts)
        if (distinct.empty() || cut - distinct.back() > kSameCut)
            distinct.push_back(cut);
    return distinct;
}

void addChain(Sketch& sketch, const PlanInput& input, const std::vector<double>& cuts, QPointF origin, QPointF way,
              double offset) {
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        addDimension(sketch, origin + way * cuts[i], origin + way * cuts[i + 1], offset,
                     planLength(input, cuts[i + 1] - cuts[i]));
}

/// One entry of the legend: a swatch and its text.
struct Entry {
    std::optional<Ink> fill;
    std::optional<PaperPen> pen;
    bool isLine = false;
    bool isHatched = false;
    QString text;
};

std::vector<Entry> loadEntries(const PlanInput& input, const Shown& shown) {
    std::vector<Entry> entries;
    if (input.options.colouring == PlanColouring::Load && !input.overlay.legend.empty()) {
        for (const OverlayKey& key : input.overlay.legend)
            entries.push_back({key.fill, PaperPen{Ink::RackLine, 0.2}, false, false, key.text});
        return entries;
    }
    const bool isRead = shown.bands.contains(LoadBand::Neutral) || shown.bands.contains(LoadBand::Amber) ||
                        shown.bands.contains(LoadBand::Red) || shown.hasUnknownLoad;
    if (input.options.colouring != PlanColouring::Load || !isRead)
        return entries;
    entries.push_back(
        {Ink::RackFill, PaperPen{Ink::RackLine, 0.2}, false, false, input.words.text("plan.load-neutral")});
    entries.push_back(
        {Ink::LoadAmber, PaperPen{Ink::LoadAmberLine, 0.2}, false, false, input.words.text("plan.load-amber")});
    entries.push_back({Ink::LoadRed, PaperPen{Ink::LoadRedLine, 0.2}, false, false, input.words.text("plan.load-red")});
    if (shown.hasUnknownLoad)
        entries.push_back(
            {Ink::WarningWash, PaperPen{Ink::RackLine, 0.2}, false, false, input.words.text("plan.load-unknown")});
    return entries;
}

std::vector<Entry> entriesOf(const PlanInput& input, const Shown& shown) {
    const Words& words = input.words;
    std::vector<Entry> entries = loadEntries(input, shown);
    const auto line = [&](const PaperPen& pen, std::string_view id) {
        entries.push_back({{}, pen, true, false, words.text(id)});
    };
    if (shown.statuses.contains(Status::Existing))
        entries.push_back({Ink::RackEmpty, penFor({Status::Existing}, Ink::RackLine), false, false,
                           words.text("plan.status-existing")});
    if (shown.statuses.contains(Status::Moved))
        entries.push_back({{}, penFor({Status::Moved}, Ink::RackLine), false, false, words.text("plan.status-moved")});
    if (shown.statuses.contains(Status::Removed))
        entries.push_back(
            {{}, penFor({Status::Removed}, Ink::RackLine), false, false, words.text("plan.status-removed")});
    if (shown.hasKeepOut)
        entries.push_back({{}, PaperPen{Ink::KeepOut, 0.15}, false, true, words.text("plan.keep-out")});
    if (shown.hasContainment)
        line({Ink::HotText, 0.3, Dash::Dashed}, "plan.containment");
    for (const FeedSide side : shown.busways) {
        PaperPen pen = pathwayPen(PathwayKind::Busway);
        pen.ink = buswayInk(side);
        line(pen, side == FeedSide::A ? "plan.busway-a" : side == FeedSide::B ? "plan.busway-b" : "plan.busway");
    }
    if (shown.pathways.contains(PathwayKind::CableTray))
        line(pathwayPen(PathwayKind::CableTray), "plan.tray");
    if (shown.pathways.contains(PathwayKind::FibreDuct))
        line(pathwayPen(PathwayKind::FibreDuct), "plan.fibre-duct");
    if (shown.pathways.contains(PathwayKind::Conduit))
        line(pathwayPen(PathwayKind::Conduit), "plan.conduit");
    if (shown.hasSupplyPipe)
        line({Ink::PipeSupply, 0.5}, "plan.pipe-supply");
    if (shown.hasReturnPipe)
        line({Ink::PipeReturn, 0.5}, "plan.pipe-return");
    if (shown.hasCloud)
        entries.push_back({{}, PaperPen{Ink::Bad, 0.3}, true, false, input.overlay.cloudNote});
    return entries;
}

void addScaleBar(Sketch& sketch, const PlanInput& input, QPointF at) {
    const ScaleBar bar = scaleBarFor(sketch.scale(), 35);
    const double part = bar.length / bar.parts;
    const double height = sketch.world(0.9);
    for (int i = 0; i < bar.parts; ++i)
        sketch.rectangle({at.x() + i * part, at.y() - height / 2, part, height}, i % 2 ? Ink::Paper : Ink::Wall,
                         PaperPen{Ink::Wall, 0.12});
    const QString text = input.words.text(Message("plan.scale")
                                              .with("length", UnitNumber{bar.length / 1000, "m"})
                                              .with("scale", scaleName(sketch.scale()).toStdString()));
    sketch.text(at + QPointF(bar.length + sketch.world(1.6), 0), text,
                {2.12, Weight::Regular, TextAlign::Left, Ink::Text});
}

constexpr Lettering kEntryLettering{2.12, Weight::Regular, TextAlign::Left, Ink::Text};

double entryWidth(const Sketch& sketch, const Entry& entry) {
    return sketch.world(5.2) + sketch.widthOf(entry.text, kEntryLettering);
}

int linesFor(const Sketch& sketch, const std::vector<Entry>& entries, double room) {
    double x = 0;
    int lines = 1;
    for (const Entry& entry : entries) {
        const double width = entryWidth(sketch, entry);
        if (x > 0 && x + width > room) {
            x = 0;
            ++lines;
        }
        x += width + sketch.world(4);
    }
    return lines;
}

// Entries from the left, wrapping to further lines; returns the lines used.
int addEntries(Sketch& sketch, const std::vector<Entry>& entries, double left, double right, double top) {
    const double swatch = sketch.world(4);
    const double pitch = sketch.world(4.2);
    double x = left;
    int line = 0;
    for (const Entry& entry : entries) {
        const double width = entryWidth(sketch, entry);
        if (x > left && x + width > right) {
            x = left;
            ++line;
        }
        const double y = top + line * pitch;
        const QRectF box(x, y - sketch.world(1.2), swatch, sketch.world(2.4));
        if (entry.isLine)
            sketch.line({x, y}, {x + swatch, y}, *entry.pen);
        else
            sketch.rectangle(box, entry.fill, entry.pen, 0.3);
        if (entry.isHatched)
            sketch.lines(
                hatchOf({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()}, sketch.world(0.9)),
                {entry.pen->ink, 0.12});
        sketch.text({x + swatch + sketch.world(1.2), y}, entry.text, kEntryLettering);
        x += width + sketch.world(4);
    }
    return line + 1;
}

} // namespace

void addDimensions(Sketch& sketch, const PlanInput& input) {
    for (const RoomObject& object : input.design.roomObjects) {
        const auto* drawn = std::get_if<DimensionLine>(&object.shape);
        if (!drawn || object.room != input.room.id)
            continue;
        sketch.enter(Layer::Dimensions, object.id.value);
        addDimension(sketch, inMm(drawn->from), inMm(drawn->to), drawn->offset.inMillimetres(),
                     planLength(input, distance(drawn->from, drawn->to).inMillimetres()));
    }
    if (!input.options.showDimensions)
        return;
    sketch.enter(Layer::Dimensions);
    const QRectF box = boxOf(inMm(input.room.outline));
    std::vector<double> xs{box.left(), box.right()}, ys{box.top(), box.bottom()};
    for (const QRectF& row : rowBoxes(input)) {
        xs.insert(xs.end(), {row.left(), row.right()});
        ys.insert(ys.end(), {row.top(), row.bottom()});
    }
    // Clear of the leaves of open doors.
    const QMarginsF doors = planReach(input.project, input.design, input.room);
    const double near = sketch.world(4.5), step = sketch.world(5);
    const double below = near + doors.bottom(), beside = near + doors.right();
    xs = cutsOf(std::move(xs));
    ys = cutsOf(std::move(ys));
    const bool hasRows = xs.size() > 2 || ys.size() > 2;
    if (hasRows) {
        addChain(sketch, input, xs, {0, box.bottom()}, {1, 0}, below);
        addChain(sketch, input, ys, {box.right(), 0}, {0, 1}, -beside);
    }
    const double outer = hasRows ? step : 0;
    addDimension(sketch, box.bottomLeft(), box.bottomRight(), below + outer, planLength(input, box.width()));
    addDimension(sketch, box.topRight(), box.bottomRight(), -beside - outer, planLength(input, box.height()));
}

namespace {

double addLegendItself(Sketch& sketch, const PlanInput& input, const Shown& shown, double top) {
    const QRectF box = boxOf(inMm(input.room.outline));
    sketch.enter(Layer::Legend);
    addScaleBar(sketch, input, {box.left(), top});
    QStringList notes;
    if (input.options.showDimensions)
        notes.append(input.words.text(input.words.texts().units().system == UnitSystem::Metric
                                          ? "plan.dimensions-note"
                                          : "plan.dimensions-note-feet"));
    if (shown.hasBareFigures)
        notes.append(input.overlay.bareNote.isEmpty() ? input.words.text("plan.bare-figures") : input.overlay.bareNote);
    const QString note = notes.join(QLatin1Char(' '));
    sketch.text({box.left(), top + sketch.world(4.2)}, note, {2.12, Weight::Regular, TextAlign::Left, Ink::Subdued});
    const std::vector<Entry> entries = entriesOf(input, shown);
    const double left = box.left() + sketch.world(78);
    // Beside the scale bar while two lines are enough, else below it.
    if (box.right() - left > sketch.world(30) && linesFor(sketch, entries, box.right() - left) <= 2)
        return sketch.world(4.2) * std::max(2, addEntries(sketch, entries, left, box.right(), top));
    const double gap = sketch.world(note.isEmpty() ? 5 : 9);
    return gap + sketch.world(4.2) * addEntries(sketch, entries, box.left(), box.right(), top + gap);
}

} // namespace

double addLegend(Sketch& sketch, const PlanInput& input, const Shown& shown, double top) {
    double high = addLegendItself(sketch, input, shown, top);
    for (const QString& note : input.overlay.notes) {
        sketch.text({boxOf(inMm(input.room.outline)).left(), top + high}, note,
                    {2.12, Weight::Regular, TextAlign::Left, Ink::Subdued});
        high += sketch.world(3.4);
    }
    return high;
}

} // namespace rackwright::plan
