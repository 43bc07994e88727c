// SPDX-License-Identifier: GPL-3.0-or-later
// What stands and runs in a room: racks and floor-standing units on the floor plan.
#include "ui/paint/plan_layers.h"

#include "model/design/occupancy.h"
#include "model/parts/part_family.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace rackwright::plan {

namespace {

struct UnitInks {
    Ink fill, line;
};

constexpr UnitInks kCooling{Ink::CoolingFill, Ink::CoolingLine};
constexpr UnitInks kPower{Ink::PowerFill, Ink::PowerLine};
constexpr UnitInks kOther{Ink::OtherFill, Ink::OtherLine};

UnitInks inksOf(PartCategory category) {
    const PartFamily family = familyOf(category);
    return family == PartFamily::Cooling ? kCooling : family == PartFamily::PowerChain ? kPower : kOther;
}

// A thing of unknown size: its place and name, no shape that nobody has measured.
void addMarker(Sketch& sketch, QPointF centre, const QString& name, Ink ink) {
    const double r = sketch.world(1.6);
    sketch.lines({{centre - QPointF(r, 0), centre + QPointF(r, 0)}, {centre - QPointF(0, r), centre + QPointF(0, r)}},
                 {ink, 0.25});
    sketch.text(centre + QPointF(0, sketch.world(3.2)), name, {2.12, Weight::Regular, TextAlign::Centre, Ink::Subdued});
}

// Sides of a quarter-turned rectangle stay a rectangle, so that targets can draw it with round corners.
void addBody(Sketch& sketch, const Footprint& footprint, Ink fill, const PaperPen& pen) {
    const std::vector<QPointF> points = inMm(corners(footprint));
    if (footprint.rotation.isQuarterTurn())
        sketch.rectangle(boxOf(points), fill, pen, std::min(0.5, sketch.paper(footprint.width.inMillimetres()) * 0.08));
    else
        sketch.polygon(points, fill, pen);
}

void addFrontEdge(Sketch& sketch, const Footprint& footprint, Ink ink) {
    const Length inset = Length::micrometres(static_cast<std::int64_t>(sketch.world(0.45) * 1000));
    const Length half = footprint.width / 2 - inset;
    const Length front = -(footprint.depth / 2) + inset;
    sketch.line(inMm(placed(footprint, {-half, front})), inMm(placed(footprint, {half, front})), {ink, 0.5});
}

struct Space {
    QPointF centre;
    double width = 0, height = 0; ///< world mm, upright on the page
};

Space spaceIn(const Footprint& footprint) {
    const QRectF box = boxOf(inMm(corners(footprint)));
    if (footprint.rotation.isQuarterTurn())
        return {box.center(), box.width(), box.height()};
    const double side = std::min(footprint.width.inMillimetres(), footprint.depth.inMillimetres());
    return {box.center(), side * 0.9, side * 0.9};
}

/// The largest size up to `wanted` at which the text fits the width; 0 when none is legible.
double fittingSize(const QString& text, Weight weight, double paperWidth, double wanted, double legible) {
    const double em = textWidth(text, weight);
    if (em <= 0)
        return 0;
    const double size = std::min(wanted, paperWidth / em);
    return size >= legible ? size : 0;
}

void addUnitName(Sketch& sketch, const PlanInput& input, const Footprint& footprint, const QString& name) {
    const Space space = spaceIn(footprint);
    const double legible = input.options.legibleSize;
    const double wanted = 2.3;
    const double flat = fittingSize(name, Weight::Regular, sketch.paper(space.width) * 0.9, wanted, legible);
    const double upright = fittingSize(name, Weight::Regular, sketch.paper(space.height) * 0.9, wanted, legible);
    const bool turns = flat < upright && sketch.paper(space.width) > upright * 1.3;
    const double size = turns ? upright : flat;
    if (size > 0 && sketch.paper(turns ? space.width : space.height) >= size * 1.2)
        sketch.text(space.centre, name, {size, Weight::Regular, TextAlign::Centre, Ink::Text, turns ? -90.0 : 0});
}

struct FloorUnit {
    std::uint64_t id;
    const std::string& name;
    Id<PartRow> part;
    UnitInks inks;
    const Placement& placement;
    const Scope& scope;
};

void addFloorUnit(Sketch& sketch, const PlanInput& input, const FloorUnit& unit, Shown& shown) {
    const auto* place = std::get_if<OnFloor>(&unit.placement);
    if (!place || place->room != input.room.id)
        return;
    sketch.enter(Layer::Equipment, unit.id);
    shown.statuses.insert(unit.scope.status);
    const QString name = QString::fromStdString(unit.name);
    const Part* part = findPart(input.project, unit.part);
    const auto footprint = part ? footprintOf(*part, *place) : std::nullopt;
    if (!footprint) {
        addMarker(sketch, inMm(place->centre), name, unit.inks.line);
        return;
    }
    const bool isDimmed = unit.scope.status == Status::Existing || unit.scope.status == Status::Removed;
    addBody(sketch, *footprint, isDimmed ? Ink::RackEmpty : unit.inks.fill, penFor(unit.scope, unit.inks.line));
    addUnitName(sketch, input, *footprint, name);
    if (unit.scope.status == Status::Removed)
        addRemovalCross(sketch, inMm(corners(*footprint)));
}

struct RackInks {
    Ink fill, line;
};

RackInks rackInks(const Rack& rack, LoadBand band, bool isEmpty) {
    if (rack.scope.status == Status::Existing || rack.scope.status == Status::Removed)
        return {Ink::RackEmpty, Ink::RackLine};
    switch (band) {
    case LoadBand::Amber:
        return {Ink::LoadAmber, Ink::LoadAmberLine};
    case LoadBand::Red:
        return {Ink::LoadRed, Ink::LoadRedLine};
    case LoadBand::Neutral:
    case LoadBand::Unknown:
        break;
    }
    return {isEmpty ? Ink::RackEmpty : Ink::RackFill, Ink::RackLine};
}

/// One size for all racks of a room, so that no row stands out; 0: left out.
struct RackLettering {
    double name = 0;
    double power = 0;
    bool isBare = false; ///< figures without their unit
};

constexpr double kLabelShare = 0.82;                // of a rack's width
constexpr double kNameSize = 2.3, kLargestName = 4; // mm of paper

/// The size at which all but one text in twenty fit; 0 when that is not legible.
double commonSize(std::vector<double> fits, double wanted, double legible) {
    if (fits.empty())
        return 0;
    std::ranges::sort(fits);
    const double size = std::min(wanted, fits[fits.size() / 20]);
    return size >= legible ? size : 0;
}

RackLettering rackLettering(const Sketch& sketch, const PlanInput& input) {
    std::vector<double> names, powers, bare, widths;
    const auto add = [](std::vector<double>& fits, const QString& text, Weight weight, double width) {
        if (const double em = textWidth(oneLine(text), weight); em > 0)
            fits.push_back(width / em);
    };
    for (const Rack& rack : input.design.racks) {
        const auto footprint = rack.room == input.room.id ? footprintOf(input.project, rack) : std::nullopt;
        if (!footprint)
            continue;
        widths.push_back(sketch.paper(spaceIn(*footprint).width));
        const double width = widths.back() * kLabelShare;
        add(names, QString::fromStdString(rack.name), Weight::Medium, width);
        if (const OverlayReading* reading = input.overlay.find(rack.id.value)) {
            add(powers, reading->power, Weight::Regular, width);
            add(bare, reading->powerShort, Weight::Regular, width);
        }
    }
    const double legible = input.options.legibleSize;
    // Letters grow with racks that are drawn large; figures are a little smaller than names.
    std::ranges::sort(widths);
    const double wide = widths.empty() ? 0 : widths[widths.size() / 2];
    const double name = std::clamp(wide * 0.15, std::max(kNameSize, legible), kLargestName);
    const double power = std::max(name * 0.87, legible);
    RackLettering made{commonSize(names, name, legible), commonSize(powers, power, legible), false};
    if (made.power <= 0) {
        made.power = commonSize(bare, power, legible);
        made.isBare = true;
    }
    return made;
}

/// Whether a text of a size fits; a longer one takes a smaller size of its own while that is legible.
double ownSize(const QString& text, Weight weight, double width, double common, double legible) {
    return common > 0 ? fittingSize(text, weight, width, common, legible) : 0;
}

bool meets(const QLineF& line, const QRectF& box) {
    // The share of the line that lies within each pair of sides.
    double from = 0, to = 1;
    const auto narrow = [&](double start, double way, double low, double high) {
        if (way == 0)
            return start >= low && start <= high;
        const double a = (low - start) / way, b = (high - start) / way;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from <= to;
    };
    return narrow(line.x1(), line.dx(), box.left(), box.right()) &&
           narrow(line.y1(), line.dy(), box.top(), box.bottom());
}

/// Writes on racks; where a pathway hangs over them it is parted around the letters.
struct Writer {
    Sketch& sketch;
    const std::vector<QLineF>& over;
    Ink ground;

    void write(QPointF centre, const QString& text, const Lettering& lettering) {
        constexpr double kLine = 1.25, kAside = 0.35; // of the size; mm of paper
        const QSizeF upright(sketch.widthOf(text, lettering) + 2 * sketch.world(kAside),
                             sketch.world(lettering.size * kLine));
        const QSizeF size = lettering.turn == 0 ? upright : upright.transposed();
        const QRectF box(centre - QPointF(size.width() / 2, size.height() / 2), size);
        if (std::ranges::any_of(over, [&box](const QLineF& line) { return meets(line, box); })) {
            sketch.rectangle(box, Ink::Paper, std::nullopt); // washes let what is below them through
            sketch.rectangle(box, ground, std::nullopt);
        }
        sketch.text(centre, text, lettering);
    }
};

void addRackLabels(Sketch& sketch, const PlanInput& input, const Footprint& footprint, const QString& name,
                   const OverlayReading* reading, Ink powerInk, Ink ground, const RackLettering& lettering,
                   Shown& shown) {
    Writer writer{sketch, shown.overRacks, ground};
    const Space space = spaceIn(footprint);
    const double width = sketch.paper(space.width) * kLabelShare;
    const double height = sketch.paper(space.height);
    const double legible = input.options.legibleSize;
    const double nameSize = ownSize(name, Weight::Medium, width, lettering.name, legible);
    if (nameSize <= 0 || height < nameSize * 1.3) {
        // Along the depth of the rack while the width takes a line.
        const double upright = fittingSize(name, Weight::Medium, height * 0.9, kNameSize, legible);
        if (upright > 0 && sketch.paper(space.width) >= upright * 1.15)
            writer.write(space.centre, name, {upright, Weight::Medium, TextAlign::Centre, Ink::Text, -90.0});
        return;
    }
    const QString power = !reading ? QString() : lettering.isBare ? reading->powerShort : reading->power;
    const double powerSize = ownSize(power, Weight::Regular, width, lettering.power, legible);
    if (powerSize <= 0 || height < (nameSize + powerSize) * 1.45) {
        writer.write(space.centre, name, {nameSize, Weight::Medium, TextAlign::Centre, Ink::Text});
        return;
    }
    shown.hasBareFigures |= lettering.isBare;
    const double rise = sketch.world(0.62 * std::max(nameSize, powerSize));
    writer.write(space.centre - QPointF(0, rise), name, {nameSize, Weight::Medium, TextAlign::Centre, Ink::Text});
    writer.write(space.centre + QPointF(0, rise), power, {powerSize, Weight::Regular, TextAlign::Centre, powerInk});
}

/// Racks with anything in them, whatever its status. One pass over the rows: a look-up per rack asks every chunk.
using FilledRacks = std::unordered_set<Id<Rack>>;

FilledRacks filledRacks(const Design& design) {
    FilledRacks filled;
    filled.reserve(design.racks.size());
    Id<Rack> last; // rows of one rack mostly come one after another
    const auto note = [&filled, &last](const auto& row) {
        if (const Id<Rack> rack = rackOf(row.placement); rack != last) {
            filled.insert(rack);
            last = rack;
        }
    };
    std::ranges::for_each(design.devices, note);
    std::ranges::for_each(design.powerElements, note);
    std::ranges::for_each(design.coolingUnits, note);
    return filled;
}

/// What is written on a rack when all bodies and what hangs over them are drawn.
struct RackLabel {
    const Rack& rack;
    Footprint footprint;
    const OverlayReading* reading = nullptr;
    Ink ink = Ink::Subdued;
    Ink ground = Ink::RackFill;
};

std::optional<RackLabel> addRack(Sketch& sketch, const PlanInput& input, const Rack& rack, bool isEmpty, Shown& shown) {
    const QString name = QString::fromStdString(rack.name);
    sketch.enter(Layer::Racks, rack.id.value);
    shown.statuses.insert(rack.scope.status);
    const auto footprint = footprintOf(input.project, rack);
    if (!footprint) {
        addMarker(sketch, inMm(rack.centre), name, Ink::RackLine);
        return std::nullopt;
    }
    const OverlayReading* reading = input.overlay.find(rack.id.value);
    const bool isColoured = input.options.colouring == PlanColouring::Load && reading;
    const LoadBand band = isColoured ? loadBand(reading->load) : LoadBand::Unknown;
    shown.bands.insert(band);
    RackInks inks = rackInks(rack, band, isEmpty);
    const bool isKeyed = isColoured && !input.overlay.legend.empty() && rack.scope.isPresent();
    if (isKeyed) {
        inks.fill = reading->fill.value_or(Ink::RackEmpty);
    } else if (isColoured && band == LoadBand::Unknown && !isEmpty && rack.scope.status == Status::New) {
        // A rack without a limit that is known is not below it.
        inks.fill = Ink::WarningWash;
        shown.hasUnknownLoad = true;
    }
    addBody(sketch, *footprint, inks.fill, penFor(rack.scope, inks.line));
    if (sketch.paper(footprint->width.inMillimetres()) > 2.5)
        addFrontEdge(sketch, *footprint, inks.line);
    const bool isStrong = isKeyed || inks.fill == Ink::LoadAmber || inks.fill == Ink::LoadRed;
    return RackLabel{rack, *footprint, reading, isStrong ? Ink::Text : Ink::Subdued, inks.fill};
}

} // namespace

PaperPen penFor(const Scope& scope, Ink ink, double width) {
    switch (scope.status) {
    case Status::New:
        return {ink, width, Dash::Solid};
    case Status::Existing:
        return {Ink::Subdued, width, Dash::Solid};
    case Status::Moved:
        return {Ink::Accent, width * 1.3, Dash::DashDotted};
    case Status::Removed:
        return {Ink::Removed, width, Dash::Dashed};
    }
    return {ink, width, Dash::Solid};
}

void addRemovalCross(Sketch& sketch, const std::vector<QPointF>& corners) {
    if (corners.size() == 4)
        sketch.lines({{corners[0], corners[2]}, {corners[1], corners[3]}}, {Ink::Removed, 0.15});
}

void addFloorUnits(Sketch& sketch, const PlanInput& input, Shown& shown) {
    for (const PowerElement& e : input.design.powerElements)
        addFloorUnit(sketch, input, {e.id.value, e.name, e.part, kPower, e.placement, e.scope}, shown);
    for (const CoolingUnit& u : input.design.coolingUnits)
        addFloorUnit(sketch, input, {u.id.value, u.name, u.part, kCooling, u.placement, u.scope}, shown);
    for (const Device& d : input.design.devices) {
        if (!std::holds_alternative<OnFloor>(d.placement))
            continue;
        const Part* part = findPart(input.project, d.part);
        addFloorUnit(sketch, input,
                     {d.id.value, d.name, d.part, part ? inksOf(part->category) : kOther, d.placement, d.scope}, shown);
    }
}

void addRacks(Sketch& sketch, const PlanInput& input, Shown& shown) {
    const RackLettering lettering = rackLettering(sketch, input);
    const FilledRacks filled = filledRacks(input.design);
    std::vector<RackLabel> labels;
    for (const Rack& rack : input.design.racks)
        if (rack.room == input.room.id)
            if (auto label = addRack(sketch, input, rack, !filled.contains(rack.id), shown))
                labels.push_back(*label);
    addPathwaysOverRacks(sketch, input, shown);
    for (const RackLabel& label : labels) {
        sketch.enter(Layer::Labels, label.rack.id.value);
        addRackLabels(sketch, input, label.footprint, QString::fromStdString(label.rack.name), label.reading, label.ink,
                      label.ground, lettering, shown);
        if (label.rack.scope.status == Status::Removed)
            addRemovalCross(sketch, inMm(corners(label.footprint)));
    }
}

} // namespace rackwright::plan
