// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/overlays.h"

#include "model/edits/record_edits.h"
#include "solvers/airflow/figures.h"
#include "solvers/airflow/inlet_rules.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/changes/change_log.h"
#include "ui/report/air_field.h"
#include "ui/report/rack_readings.h"
#include "ui/text/short_figure.h"

#include "model/design/occupancy.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "solvers/space/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <unordered_map>

namespace rackwright {

namespace {

/// All racks, or those of one room.
std::vector<const Rack*> racksIn(const Context& context, Id<Room> room) {
    std::vector<const Rack*> racks = context.racks();
    if (room)
        std::erase_if(racks, [room](const Rack* rack) { return rack->room != room; });
    return racks;
}

constexpr std::array kRamp = {Ink::Ramp1, Ink::Ramp2, Ink::Ramp3, Ink::Ramp4, Ink::Ramp5};

const Value* knownOf(const Solution& solution, std::string_view name, const Rack& rack) {
    const FigureResult* found = solution.find(name, Subject(rack.id));
    return found && !found->error && !found->value.isUnknown() ? &found->value : nullptr;
}

/// What an amount is, and how it is written.
struct ShownAmount {
    std::string_view figure;
    std::string unit;
    double factor = 1;
    const char* bareNote;
};
const ShownAmount kPower{figure_of::rackPowerPeak, "kW", 1000, "plan.bare-figures"};
const ShownAmount kWeight{figure_of::rackWeight, "kg", 1, "plan.bare-kg"};
const ShownAmount kUnits{figure_of::rackUnitsUsed, "U", 1, "plan.bare-units"};

OverlayReading readingOf(const Value& value, const ShownAmount& amount, const Texts& texts) {
    if (value.isUnknown())
        return {};
    const Value typical(value.typical());
    const std::string prefix = value.isLowerBound() ? "\u2265 " : "";
    return {QString::fromStdString(prefix + texts.figure(typical, amount.unit, amount.factor)),
            QString::fromStdString(prefix + texts.figure(typical, "", amount.factor)),
            {}};
}

/// The least of 1, 2, 2.5 and 5 times a power of ten that is not below.
double roundStep(double atLeast) {
    if (!(atLeast > 0))
        return 1;
    const double decade = std::pow(10, std::floor(std::log10(atLeast)));
    for (const double step : {1.0, 2.0, 2.5, 5.0})
        if (step * decade >= atLeast * (1 - 1e-9))
            return step * decade;
    return 10 * decade;
}

Overlay amounts(const Solution& solution, const ShownAmount& given, Id<Room> room, const Texts& texts) {
    Overlay overlay;
    ShownAmount amount = given;
    const ReadableUnit shown = inReadersUnit(given.unit, given.factor, texts);
    amount.unit = shown.symbol;
    amount.factor = shown.factor;
    double most = 0;
    // One ramp for all rooms, so that they compare.
    for (const Rack* rack : solution.context().racks())
        if (const Value* value = knownOf(solution, amount.figure, *rack))
            most = std::max(most, value->typical() / amount.factor);
    const double step = roundStep(most / static_cast<double>(kRamp.size()));
    bool hasUnknown = false;
    for (const Rack* rack : racksIn(solution.context(), room)) {
        const Value* value = knownOf(solution, amount.figure, *rack);
        if (!value) {
            OverlayReading unknown;
            unknown.fill = Ink::WarningWash;
            overlay.readings[rack->id.value] = std::move(unknown);
            hasUnknown = true;
            continue;
        }
        OverlayReading reading = readingOf(*value, amount, texts);
        const double band = std::ceil(value->typical() / amount.factor / step - 1e-9) - 1;
        reading.fill = kRamp[static_cast<std::size_t>(std::clamp(band, 0.0, static_cast<double>(kRamp.size() - 1)))];
        overlay.readings[rack->id.value] = std::move(reading);
    }
    for (std::size_t i = 0; i < kRamp.size() && static_cast<double>(i) * step < most; ++i) {
        const auto edge = [&](std::size_t k) { return texts.figure(Value(static_cast<double>(k) * step), ""); };
        overlay.legend.push_back({kRamp[i], QString::fromStdString(edge(i) + "\u2013" + edge(i + 1) + " ") +
                                                QString::fromStdString(amount.unit)});
    }
    if (hasUnknown)
        overlay.legend.push_back({Ink::WarningWash, QString::fromStdString(texts.text("plan.amount-unknown"))});
    overlay.bareNote = QString::fromStdString(texts.text(amount.bareNote));
    return overlay;
}

void addRackLoad(Overlay& overlay, const Solution& solution, const Rack& rack, const Texts& texts) {
    const Value* power = knownOf(solution, figure_of::rackPowerPeak, rack);
    OverlayReading reading = power ? readingOf(*power, kPower, texts) : OverlayReading{};
    reading.load = rackLoad(solution, rack);
    overlay.readings[rack.id.value] = std::move(reading);
}

void addDevicePower(Overlay& overlay, const Context& context, const Device& device, const Texts& texts) {
    const Value watts = devicePower<Value>(context, {device.part, 1, device.powerCap}, LoadKind::Limited).si();
    if (watts.isKnown())
        overlay.readings[device.id.value] = readingOf(watts, kPower, texts);
}

Overlay loads(const Solution& solution, Id<Room> room, const Texts& texts) {
    const Context& context = solution.context();
    Overlay overlay;
    for (const Rack* rack : racksIn(context, room))
        addRackLoad(overlay, solution, *rack, texts);
    // A plan shows what stands on its floor; what stands in racks is read for elevations only.
    for (const Device& device : context.design().devices) {
        const auto* place = std::get_if<OnFloor>(&device.placement);
        if (!room || (place && place->room == room))
            addDevicePower(overlay, context, device, texts);
    }
    overlay.bareNote = QString::fromStdString(texts.text(kPower.bareNote));
    return overlay;
}

Overlay feeds(const Solution& solution, Id<Room> room, const Texts& texts) {
    const Context& context = solution.context();
    const Design& design = context.design();
    struct Look {
        Ink ink;
        const char* id;
    };
    // By the sides that are there: bit 0 is A, bit 1 is B.
    static constexpr std::array<Look, 4> kLooks = {{{Ink::RackEmpty, "plan.feed-none"},
                                                    {Ink::FeedA, "plan.feed-a"},
                                                    {Ink::FeedB, "plan.feed-b"},
                                                    {Ink::RackFill, "plan.feed-both"}}};
    static constexpr std::array<const char*, 4> kShort = {"\u2013", "A", "B", "A+B"};
    Overlay overlay;
    std::array<bool, 4> isShown{};
    for (const Rack* rack : racksIn(context, room)) {
        std::size_t sides = 0;
        for (const Occupant& occupant : occupants(context.project(), design, rack->id))
            if (const PowerElement* element =
                    occupant.kind == OccupantKind::PowerElement ? design.powerElements.find({occupant.id}) : nullptr)
                sides |= element->side == FeedSide::A ? 1U : element->side == FeedSide::B ? 2U : 0U;
        isShown[sides] = true;
        OverlayReading reading{QString::fromUtf8(kShort[sides]), QString::fromUtf8(kShort[sides]), {}};
        reading.fill = kLooks[sides].ink;
        overlay.readings[rack->id.value] = std::move(reading);
    }
    for (const std::size_t sides : {3U, 1U, 2U, 0U})
        if (isShown[sides])
            overlay.legend.push_back({kLooks[sides].ink, QString::fromStdString(texts.text(kLooks[sides].id))});
    return overlay;
}

/// Of the pathways that may carry cables: how full they are, as a share of what the project allows.
Overlay trays(const Solution& solution, Id<Room> room, const Texts& texts) {
    struct Band {
        double most;
        Ink ink;
        const char* id;
    };
    constexpr double kEmpty = 1e-9;
    static constexpr std::array<Band, 5> kBands = {{{kEmpty, Ink::Conduit, "plan.trays.empty"},
                                                    {0.5, Ink::StorageLine, "plan.trays.half"},
                                                    {0.8, Ink::FibreDuct, "plan.trays.most"},
                                                    {1 + 1e-9, Ink::LoadAmberLine, "plan.trays.full"},
                                                    {1e300, Ink::LoadRedLine, "plan.trays.over"}}};
    const Context& context = solution.context();
    std::unordered_map<std::uint64_t, double> shares;
    for (const PathwayFill& fill : context.lookUp<CablePlan>().fill)
        shares[fill.segment.value] = fill.share();
    Overlay overlay;
    std::array<bool, kBands.size()> isShown{};
    for (const PathSegment& segment : context.design().pathSegments) {
        if (!mayRunIn(segment, Strand::Copper) && !mayRunIn(segment, Strand::Fibre))
            continue;
        const PathNode* from = context.design().pathNodes.find(segment.from);
        if (!from || (room && from->room != room))
            continue;
        const auto share = shares.find(segment.id.value);
        std::size_t band = 0;
        while (share != shares.end() && share->second > kBands[band].most)
            ++band;
        isShown[band] = true;
        overlay.pathways[segment.id.value] = kBands[band].ink;
    }
    for (const Rack* rack : racksIn(context, room)) {
        OverlayReading reading;
        reading.fill = Ink::RackFill;
        overlay.readings[rack->id.value] = std::move(reading);
    }
    overlay.legend.push_back({Ink::RackFill, QString::fromStdString(texts.text("plan.trays.rack"))});
    for (std::size_t band = 0; band < kBands.size(); ++band)
        if (isShown[band])
            overlay.legend.push_back({kBands[band].ink, QString::fromStdString(texts.text(kBands[band].id))});
    return overlay;
}

Overlay findings(const Solution& solution, Id<Room> room, const Texts& texts) {
    const Context& context = solution.context();
    struct Tally {
        std::size_t count = 0;
        int worst = 0;       ///< 0 none, 1 note, 2 warning, 3 error
        bool isOpen = false; ///< a rule could not check it
    };
    std::unordered_map<std::uint64_t, Tally> tallies;
    for (const Finding& finding : solution.report().findings) {
        if (finding.state != RuleState::Failed && finding.state != RuleState::NotChecked)
            continue;
        const int rank = finding.severity == Severity::Error ? 3 : finding.severity == Severity::Warning ? 2 : 1;
        for (const Subject& subject : finding.subjects)
            if (const std::uint64_t rack = rackOf(context.design(), subject).value) {
                if (finding.state == RuleState::NotChecked) {
                    tallies[rack].isOpen = true;
                    continue;
                }
                Tally& tally = tallies[rack];
                ++tally.count;
                tally.worst = std::max(tally.worst, rank);
            }
    }
    static constexpr std::array<Ink, 4> kInks = {Ink::RackFill, Ink::NoteWash, Ink::LoadAmber, Ink::LoadRed};
    Overlay overlay;
    bool hasOpen = false;
    for (const Rack* rack : racksIn(context, room)) {
        const Tally& tally = tallies[rack->id.value];
        const QString count =
            tally.count > 0 ? QString::fromStdString(printed(static_cast<std::int64_t>(tally.count), texts.numbers()))
                            : QString();
        OverlayReading reading{count, count, {}};
        const bool isOpen = tally.worst == 0 && tally.isOpen;
        reading.fill = isOpen ? Ink::WarningWash : kInks[static_cast<std::size_t>(tally.worst)];
        hasOpen = hasOpen || isOpen;
        overlay.readings[rack->id.value] = std::move(reading);
    }
    overlay.legend = {{Ink::LoadRed, QString::fromStdString(texts.text("plan.finding-error"))},
                      {Ink::LoadAmber, QString::fromStdString(texts.text("plan.finding-warning"))},
                      {Ink::NoteWash, QString::fromStdString(texts.text("plan.finding-note"))},
                      {Ink::RackFill, QString::fromStdString(texts.text("plan.finding-none"))}};
    if (hasOpen)
        overlay.legend.push_back({Ink::WarningWash, QString::fromStdString(texts.text("plan.finding-open"))});
    return overlay;
}

/// Bands of inlets, C: cool, up to the upper ends that ASHRAE recommends and allows (class A1), and above.
constexpr std::array kInletEdges = {22.0, 27.0, 32.0};
/// What reads as the edge of a band belongs to the band below it.
constexpr double kPrintedDegree = 0.05;
constexpr std::array kInletInks = {Ink::Ramp3, Ink::Ramp1, Ink::LoadAmber, Ink::LoadRed};

std::size_t inletBand(double inlet, double limit) {
    if (inlet > limit)
        return kInletEdges.size();
    return static_cast<std::size_t>(std::ranges::lower_bound(kInletEdges, inlet - kPrintedDegree) -
                                    kInletEdges.begin());
}

std::vector<OverlayKey> inletKeys(const Texts& texts) {
    const bool isMetric = texts.units().system == UnitSystem::Metric;
    const auto degrees = [&](double celsius) { return texts.figure(Value(celsius), "C", 1, {3}); };
    // A difference of temperatures has no offset.
    const std::string accuracy = isMetric ? texts.figure(Value(kInletAccuracy), "K")
                                          : texts.figure(Value(kInletAccuracy * 1.8), "") + " \u00b0F";
    const auto text = [&](const Message& message) { return QString::fromStdString(texts.sentence(message)); };
    return {{kInletInks[0], text(Message("plan.inlet.cool").with("to", degrees(kInletEdges[0])))},
            {kInletInks[1], text(Message("plan.inlet.recommended").with("to", degrees(kInletEdges[1])))},
            {kInletInks[2], text(Message("plan.inlet.allowable").with("to", degrees(kInletEdges[2])))},
            {kInletInks[3],
             text(Message("plan.inlet.over").with("from", degrees(kInletEdges[2])).with("accuracy", accuracy))}};
}

Overlay inlets(const Solution& solution, Id<Room> room, const Texts& texts) {
    const Context& context = solution.context();
    Overlay overlay;
    bool hasUnknown = false, hasIdle = false;
    for (const Rack* rack : racksIn(context, room)) {
        OverlayReading reading;
        if (!solution.find(figure_of::rackInletTemperature, Subject(rack->id))) {
            reading.fill = Ink::RackFill; // it draws no air
            hasIdle = true;
        } else if (const Value* inlet = knownOf(solution, figure_of::rackInletTemperature, *rack)) {
            reading.power = QString::fromStdString(texts.figure(Value(inlet->typical()), "C", 1, {3}));
            reading.powerShort = reading.power.section(QLatin1Char(' '), 0, 0);
            reading.fill = kInletInks[inletBand(inlet->typical(), inletLimit(context, rack->id).typical())];
        } else {
            reading.fill = Ink::WarningWash;
            hasUnknown = true;
        }
        overlay.readings[rack->id.value] = std::move(reading);
    }
    overlay.legend = inletKeys(texts);
    if (hasUnknown)
        overlay.legend.push_back({Ink::WarningWash, QString::fromStdString(texts.text("plan.inlet.unknown"))});
    if (hasIdle)
        overlay.legend.push_back({Ink::RackFill, QString::fromStdString(texts.text("plan.inlet.idle"))});
    if (const RoomAir* air = room ? context.lookUp<RoomAirs>().room(room) : nullptr) {
        overlay.field = airField(*air);
        std::ranges::move(airFieldKeys(overlay.field, texts), std::back_inserter(overlay.legend));
        overlay.notes = airNotes(*air, texts);
    }
    const bool isMetric = texts.units().system == UnitSystem::Metric;
    overlay.bareNote = QString::fromStdString(texts.text(isMetric ? "plan.bare-celsius" : "plan.bare-fahrenheit"));
    return overlay;
}

} // namespace

const Overlay& SharedOverlay::get() const {
    std::call_once(m_made, [this] {
        if (m_solution)
            m_overlay = overlayOf(*m_solution, m_kind, m_texts, m_room);
    });
    return m_overlay;
}

Overlay overlayOf(const Solution& solution, const Texts& texts, const std::vector<Id<Rack>>& racks) {
    const Context& context = solution.context();
    Overlay overlay;
    for (const Id<Rack> id : racks) {
        const Rack* rack = context.design().racks.find(id);
        if (!rack)
            continue;
        addRackLoad(overlay, solution, *rack, texts);
        for (const Device* device : context.contents(id).devices)
            addDevicePower(overlay, context, *device, texts);
    }
    return overlay;
}

namespace {

Overlay figuresOf(const Solution& solution, OverlayKind kind, const Texts& texts, Id<Room> room) {
    switch (kind) {
    case OverlayKind::Load:
        return loads(solution, room, texts);
    case OverlayKind::PeakPower:
        return amounts(solution, kPower, room, texts);
    case OverlayKind::Weight:
        return amounts(solution, kWeight, room, texts);
    case OverlayKind::Units:
        return amounts(solution, kUnits, room, texts);
    case OverlayKind::Feed:
        return feeds(solution, room, texts);
    case OverlayKind::Findings:
        return findings(solution, room, texts);
    case OverlayKind::Trays:
        return trays(solution, room, texts);
    case OverlayKind::Inlet:
        return inlets(solution, room, texts);
    }
    return {};
}

// Whatever the colours say, what changed since the last issue has its clouds.
void addClouds(Overlay& overlay, const Context& context, const Texts& texts) {
    for (const Subject subject : changedSinceIssue(context))
        overlay.clouds.push_back(subject.id);
    const Option* option = findOption(context.project(), context.snapshot().option);
    const IssuedRevision* issue = option ? edits::lastIssue(context.project(), option->name) : nullptr;
    if (issue && !overlay.clouds.empty())
        overlay.cloudNote =
            QString::fromStdString(texts.sentence(Message("plan.clouds.since").with("revision", issue->revision)));
}

} // namespace

Overlay overlayOf(const Solution& solution, OverlayKind kind, const Texts& texts, Id<Room> room) {
    Overlay overlay = figuresOf(solution, kind, texts, room);
    addClouds(overlay, solution.context(), texts);
    return overlay;
}

} // namespace rackwright
