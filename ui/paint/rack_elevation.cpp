// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/rack_elevation.h"

#include "ui/paint/rack_faces.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace rackwright {

namespace {

constexpr double kNumberMargin = 5; // paper mm left of a rack for its unit numbers
constexpr double kGap = 3;
constexpr double kCaptionHeight = 6.5; // grows with the scale

/// A name as text before its last run of digits, the number, and the text after it.
struct SplitName {
    std::string head;
    std::int64_t number = -1;
    std::string tail;
};

SplitName splitName(const std::string& name) {
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t end = name.size();
    while (end > 0 && !isDigit(name[end - 1]))
        --end;
    std::size_t start = end;
    while (start > 0 && end - start < 15 && isDigit(name[start - 1]))
        --start;
    if (start == end)
        return {name, -1, {}};
    return {name.substr(0, start), std::stoll(name.substr(start, end - start)), name.substr(end)};
}

bool comesBefore(const Rack* a, const Rack* b) {
    const SplitName x = splitName(a->name);
    const SplitName y = splitName(b->name);
    return std::tie(x.head, x.number, x.tail, a->id) < std::tie(y.head, y.number, y.tail, b->id);
}

/// Text that is equal for racks that look the same on an elevation.
std::string appearanceOf(const Project& project, const Design& design, const Rack& rack) {
    std::string text = std::to_string(rack.part.value) + "/" + std::to_string(static_cast<int>(rack.scope.status));
    for (const Occupant& occupant : occupants(project, design, rack.id)) {
        text += "|" + std::to_string(static_cast<int>(occupant.kind)) + ":" + (occupant.part ? occupant.part->id : "") +
                ":" + (occupant.part ? std::to_string(occupant.part->revision) : "");
        if (const auto* place = std::get_if<InRack>(&occupant.placement))
            text += ":u" + std::to_string(place->unit) + "." + std::to_string(place->column) + "." +
                    std::to_string(static_cast<int>(place->face));
        if (const auto* place = std::get_if<ZeroU>(&occupant.placement))
            text += ":z" + std::to_string(static_cast<int>(place->side)) + "." + std::to_string(place->slot);
    }
    return text;
}

QString captionOf(const std::vector<const Rack*>& racks, const Words& words) {
    if (racks.size() == 1)
        return QString::fromStdString(racks.front()->name);
    constexpr std::size_t kMostRuns = 8;
    std::vector<std::string> names;
    for (const Rack* rack : racks)
        names.push_back(rack->name);
    const std::vector<std::string> runs = nameRuns(std::move(names), words.texts());
    std::string list;
    for (std::size_t i = 0; i < std::min(runs.size(), kMostRuns); ++i)
        list += (i ? ", " : "") + runs[i];
    if (runs.size() > kMostRuns)
        list += ", \u2026";
    return words.text(Message("elevation.alike").with("racks", list).with("count", racks.size()));
}

/// A caption in as many lines as it takes; what is beyond the last ends in an ellipsis.
constexpr std::size_t kMostCaptionLines = 4;
QStringList captionLines(const QString& caption, double width) {
    QStringList lines(1);
    for (const QString& word : caption.split(QLatin1Char(' '))) {
        const QString longer = lines.back().isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        const bool isLast = static_cast<std::size_t>(lines.size()) == kMostCaptionLines;
        if (isLast || lines.back().isEmpty() || textWidth(longer, Weight::Medium) <= width)
            lines.back() = longer;
        else
            lines << word;
    }
    lines.back() = elided(lines.back(), Weight::Medium, width);
    return lines;
}

constexpr double kCaptionSize = 2.2, kCaptionStep = 2.7; // mm, grow with the scale

void addCaption(Sketch& sketch, const elevation::RackInput& input, const Rack& rack, const QStringList& caption,
                const QRectF& frame) {
    sketch.enter(Layer::Labels, rack.id.value);
    const OverlayReading* reading = input.overlay.find(rack.id.value);
    const double k = elevation::growth(sketch);
    for (qsizetype i = 0; i < caption.size(); ++i) {
        const double above = 4.6 + kCaptionStep * static_cast<double>(caption.size() - 1 - i);
        sketch.text({frame.left(), frame.top() - sketch.world(above * k)}, caption[i],
                    {kCaptionSize * k, Weight::Medium, TextAlign::Left, Ink::Text});
    }
    if (!reading || reading->power.isEmpty())
        return;
    const LoadBand band = loadBand(reading->load);
    const Ink ink = band == LoadBand::Red ? Ink::Bad : band == LoadBand::Amber ? Ink::Warning : Ink::Subdued;
    sketch.text({frame.left(), frame.top() - sketch.world(1.7 * k)}, reading->power,
                {2.0 * k, Weight::Regular, TextAlign::Left, ink});
}

// Between the world heights of head and rack there is room for one line, or two from afar enough; letters follow the
// scale and never leave the room.
void addPlacedCaption(Sketch& sketch, const elevation::RackInput& input, const Rack& rack, const QString& caption,
                      const QRectF& frame) {
    sketch.enter(Layer::Labels, rack.id.value);
    const double head = sketch.paper(kElevationHead);
    const double legible = input.options.legibleSize;
    if (head < legible * 1.2)
        return;
    const double size = std::max(legible, std::min(2.6 * elevation::growth(sketch), head * 0.42));
    const double foot = frame.top() - sketch.world(size * 0.8);
    const OverlayReading* reading = input.overlay.find(rack.id.value);
    double room = sketch.paper(frame.width());
    if (reading && !reading->power.isEmpty()) {
        const LoadBand band = loadBand(reading->load);
        const Ink ink = band == LoadBand::Red ? Ink::Bad : band == LoadBand::Amber ? Ink::Warning : Ink::Subdued;
        const Lettering lettering{size * 0.9, Weight::Regular, TextAlign::Right, ink};
        const double width = sketch.paper(sketch.widthOf(reading->power, lettering));
        const bool isBeside = width + textWidth(caption, Weight::Medium) * size + 1 < room;
        if (isBeside) {
            sketch.text({frame.right(), foot}, reading->power, lettering);
            room -= width + 1;
        } else if (width < room && size * 2.4 < head) {
            sketch.text({frame.left(), foot}, reading->power,
                        {lettering.size, lettering.weight, TextAlign::Left, lettering.ink});
            sketch.text({frame.left(), foot - sketch.world(size * 1.25)}, elided(caption, Weight::Medium, room / size),
                        {size, Weight::Medium, TextAlign::Left, Ink::Text});
            return;
        }
    }
    sketch.text({frame.left(), foot}, elided(caption, Weight::Medium, room / size),
                {size, Weight::Medium, TextAlign::Left, Ink::Text});
}

} // namespace

Drawing rackElevationDrawing(const Project& project, const Design& design, const Rack& rack, Face face,
                             const Overlay& overlay, const Texts& texts, const ElevationOptions& options) {
    return rowElevationDrawing(project, design, {{rack.id, QString::fromStdString(rack.name)}}, face, overlay, texts,
                               options);
}

Drawing rowElevationDrawing(const Project& project, const Design& design, const std::vector<ElevationSubject>& racks,
                            Face face, const Overlay& overlay, const Texts& texts, const ElevationOptions& options) {
    const elevation::RackInput input{project, design, overlay, Words(texts), options, face};
    Sketch sketch(input.words.text(face == Face::Front ? "elevation.front" : "elevation.rear"), options.scale);
    double x = 0;
    double tallest = 0;
    qsizetype lines = 1;
    const double k = elevation::growth(sketch);
    for (const ElevationSubject& shown : racks) {
        const Rack* rack = design.racks.find(shown.rack);
        if (!rack)
            continue;
        x += sketch.world(kNumberMargin);
        const elevation::RackFrame frame = elevation::rackFrame(project, design, *rack, {x, 0});
        elevation::addRackFace(sketch, input, *rack, frame);
        const QStringList caption = captionLines(
            shown.caption, sketch.paper(frame.frame.width() + sketch.world(kNumberMargin)) / (kCaptionSize * k));
        addCaption(sketch, input, *rack, caption, frame.frame);
        lines = std::max(lines, caption.size());
        tallest = std::max(tallest, frame.frame.height());
        x = frame.frame.right() + sketch.world(kGap);
    }
    sketch.enter(Layer::Ground);
    sketch.line({0, 0}, {x, 0}, {Ink::Wall, 0.25});
    const double head = tallest + sketch.world((kCaptionHeight + kCaptionStep * static_cast<double>(lines - 1)) * k);
    sketch.setBounds({0, -head, std::max(x, sketch.world(10)), head + sketch.world(1.5)});
    return std::move(sketch).take();
}

Drawing placedElevationsDrawing(const Project& project, const Design& design, const std::vector<PlacedElevation>& racks,
                                Face face, const Overlay& overlay, const Texts& texts,
                                const ElevationOptions& options) {
    const elevation::RackInput input{project, design, overlay, Words(texts), options, face};
    Sketch sketch(input.words.text(face == Face::Front ? "elevation.front" : "elevation.rear"), options.scale);
    QRectF bounds;
    for (const PlacedElevation& shown : racks) {
        const Rack* rack = design.racks.find(shown.rack);
        if (!rack)
            continue;
        const elevation::RackFrame frame = elevation::rackFrame(project, design, *rack, shown.foot);
        elevation::addRackFace(sketch, input, *rack, frame);
        addPlacedCaption(sketch, input, *rack, shown.caption, frame.frame);
        sketch.enter(Layer::Ground);
        sketch.line(frame.frame.bottomLeft(), frame.frame.bottomRight(), {Ink::Wall, 0.25});
        bounds = bounds.united(frame.frame.adjusted(-kElevationMargin, -kElevationHead, kElevationMargin / 2, 40));
    }
    sketch.setBounds(bounds);
    return std::move(sketch).take();
}

std::vector<std::string> nameRuns(std::vector<std::string> names, const Texts& texts) {
    std::ranges::stable_sort(names, [](const std::string& a, const std::string& b) {
        const SplitName x = splitName(a), y = splitName(b);
        return std::tie(x.head, x.number, x.tail) < std::tie(y.head, y.number, y.tail);
    });
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < names.size();) {
        std::size_t end = i + 1;
        const SplitName first = splitName(names[i]);
        while (end < names.size()) {
            const SplitName next = splitName(names[end]);
            if (first.number < 0 || next.head != first.head || next.tail != first.tail ||
                next.number != first.number + static_cast<std::int64_t>(end - i))
                break;
            ++end;
        }
        if (end - i > 2) {
            runs.push_back(
                texts.sentence(Message("elevation.range").with("first", names[i]).with("last", names[end - 1])));
        } else {
            for (std::size_t k = i; k < end; ++k)
                runs.push_back(names[k]);
        }
        i = end;
    }
    return runs;
}

std::vector<AlikeRacks> alikeRacks(const Project& project, const Design& design, const Texts& texts) {
    std::vector<const Rack*> racks;
    for (const Rack& rack : design.racks)
        racks.push_back(&rack);
    std::ranges::stable_sort(racks, comesBefore);
    std::map<std::string, std::size_t> places;
    std::vector<std::vector<const Rack*>> groups;
    for (const Rack* rack : racks) {
        const auto [it, isNew] = places.emplace(appearanceOf(project, design, *rack), groups.size());
        if (isNew)
            groups.emplace_back();
        groups[it->second].push_back(rack);
    }
    const Words words(texts);
    std::vector<AlikeRacks> alike;
    for (const auto& group : groups) {
        AlikeRacks made{{}, captionOf(group, words)};
        for (const Rack* rack : group)
            made.racks.push_back(rack->id);
        alike.push_back(std::move(made));
    }
    return alike;
}

} // namespace rackwright
