// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cabling/cable_schedules.h"

#include "model/design/cabled.h"
#include "model/project/site_fields.h"
#include "solvers/cabling/cable_rails.h"
#include "solvers/cabling/cable_rows.h"
#include "solvers/engine/schedule_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rackwright {

namespace {

void taken(const Schedule& schedule, const RowTaker& take, ScheduleRow row) { take(schedule, row); }

std::vector<ScheduleColumn> endColumns(const std::string& mark) {
    return {textColumn(mark + " site"), textColumn(mark + " room"), textColumn(mark + " row"),
            textColumn(mark + " rack"), numberColumn(mark + " U"),  textColumn(mark + " device"),
            textColumn(mark + " port"), textColumn(mark + " cage")};
}

void addEnd(std::vector<ScheduleCell>& cells, const std::string& site, const CableRows::Place& place) {
    cells.push_back(place.device.empty() ? ScheduleCell() : textCell(site));
    for (const std::string& text : {place.room, place.row, place.rack})
        cells.push_back(textCell(text));
    cells.push_back(place.unit > 0 ? ScheduleCell(place.unit) : ScheduleCell());
    for (const std::string& text : {place.device, place.port, place.cage})
        cells.push_back(textCell(text));
}

/// Planned where it is new, else what its scope says.
ScheduleCell stateCell(const CableRows& rows, const CableLine& line) {
    const Status status = line.detail == kNowhere ? Status::New : rows.ends().details[line.detail].scope.status;
    return wordCell("cabling.state.", status);
}

// To the millimetre.
ScheduleCell metres(double length, bool isKnown) {
    return isKnown ? ScheduleCell(Value(std::round(length * 1000) / 1000, Grade::Assumption))
                   : ScheduleCell(Value::unknown(Grade::Assumption));
}

std::string fibreText(const LinkOption& option) {
    if (!hasTransceivers(option.medium))
        return {};
    std::string text = option.medium == CableMedium::Multimode ? "OM4" : "OS2";
    if (option.linksPerFibre > 1)
        return text.append(" 1:").append(std::to_string(option.linksPerFibre));
    // A duplex cable has two fibres, one of an MPO-12 plug twelve.
    const std::string fibres = option.medium == CableMedium::SingleModeLc ? "2" : "12";
    if (option.fibresPerLink > 1)
        return text.append(", ").append(std::to_string(option.fibresPerLink)).append(" x ").append(fibres) + " fibres";
    return text.append(", ").append(fibres).append(" fibres");
}

/// What is plugged in at an end: the module's kind of a cable with its ends on, else the fibre's plug with its polish.
std::string connectorText(const CableRows& rows, const LinkOption& option, const LinkKind& kind, bool isA) {
    if (option.direct != kNoProduct) {
        const CableProduct& direct = *rows.product(option.direct);
        // The single end of a splitter fits one kind of cage, its legs another.
        const std::vector<CageKind>& cages = (isA != option.isSplitAtB) ? direct.cagesA : direct.cagesB;
        const CageKind cage = (isA ? kind.a : kind.b).cage;
        return std::string(
            enumName(cages.empty() || std::ranges::find(cages, cage) != cages.end() ? cage : cages.front()));
    }
    const CableProduct* fibre = rows.product(option.fibre);
    const CableProduct* module = rows.product(isA ? option.a : option.b);
    const bool isAngled = fibre ? fibre->isAngled : module && module->isAngled;
    const bool isLc = option.medium == CableMedium::SingleModeLc;
    return std::string(isLc ? "LC" : "MPO-12").append(isAngled ? "/APC" : "");
}

/// Transmitters face receivers: parallel fibres are crossed from plug to plug (type B of TIA-568), duplex ones from A
/// to B; copper has none.
std::string polarityText(const LinkOption& option) {
    if (!hasTransceivers(option.medium))
        return {};
    return option.medium == CableMedium::SingleModeLc ? "A-B" : "B";
}

constexpr std::size_t kCableColumns = 48; ///< and some more

ScheduleCell fabricCell(const CableRows& rows, Id<Network> id) {
    const Network* network = rows.context().design().networks.find(id);
    return network ? wordCell("fabric.level-name.", network->role) : ScheduleCell();
}

ScheduleCell railCell(int rail) { return rail > 0 ? ScheduleCell(std::int64_t{rail}) : ScheduleCell(); }

std::string routeText(const CableRows& rows, std::size_t index) {
    std::string text;
    for (const Id<PathSegment> id : rows.plan().route(rows.ends(), index))
        text.append(text.empty() ? "" : " ").append(std::to_string(id.value));
    return text;
}

/// Blank where a cable is to be taken away.
ScheduleCell speedCell(const CableRows& rows, const CableLine& line) {
    if (!line.isPresent)
        return {};
    return line.isWhole() ? Value(rows.ends().links[line.link].kind.gigabits) : Value();
}

/// Links of two cages that one cable with its ends on takes together are bought and laid once and listed link by link:
/// the first of them, for the others. Null: the cable is that, or a piece of its own.
Id<Cable> firstOfPiece(const CableRows& rows, const Cable& cable, std::size_t index) {
    const CableLine& line = rows.ends().cables[index];
    const LinkOption* option = rows.plan().option(rows.ends(), index);
    if (!option || option->direct == kNoProduct || !line.isWhole() || !line.isPresent ||
        rows.plan().legOf(rows.ends(), index) || rows.ends().cages[line.a.cage].links < 2)
        return {};
    const std::int64_t from = cable.a.port - line.a.inCage, count = rows.ends().portsOf(line.a).perCage;
    Id<Cable> first = cable.id;
    const Design& design = rows.context().design();
    design.cables.forEachWith<CablesByDevice>(cable.a.device, [&](const Cable& other) {
        if (!isPresent(design, other))
            return;
        for (const PortRef& end : {other.a, other.b})
            if (end.device == cable.a.device && end.port >= from && end.port < from + count)
                first = std::min(first, other.id);
    });
    return first == cable.id ? Id<Cable>() : first;
}

ScheduleRow cableRow(const CableRows& rows, const CableRails& rails, const std::string& site, const Cable& cable,
                     std::size_t index, bool saysWhy) {
    const CableLine& line = rows.ends().cables[index];
    const PlannedCable& planned = rows.plan().cables[index];
    const LinkOption* option = rows.plan().option(rows.ends(), index);
    const CableDetail* detail = line.detail == kNowhere ? nullptr : &rows.ends().details[line.detail];
    const CableRows::Place a = rows.place(cable.a, line.a), b = rows.place(cable.b, line.b);
    const auto order = static_cast<double>(planned.order), route = static_cast<double>(planned.route);
    std::vector<ScheduleCell> cells;
    cells.reserve(kCableColumns);
    cells.emplace_back(static_cast<std::int64_t>(cable.id.value));
    for (const CableRows::Place* place : {&a, &b})
        cells.push_back(textCell(detail && !detail->label.empty() ? detail->label : place->label));
    cells.push_back(fabricCell(rows, cable.network));
    cells.push_back(textCell(rows.network(cable.network)));
    cells.push_back(railCell(rails.of(line)));
    addEnd(cells, site, a);
    addEnd(cells, site, b);
    const bool isFibre = option && hasTransceivers(option->medium);
    const CableProduct* cableItself = !option ? nullptr : rows.product(isFibre ? option->fibre : option->direct);
    const Part* pinned = detail ? rows.context().part(detail->part) : nullptr;
    cells.push_back(option ? textCell(std::string(enumName(option->medium))) : ScheduleCell());
    cells.push_back(textCell(pinned && !option ? (pinned->partNumber.empty() ? pinned->model : pinned->partNumber)
                             : isFibre && !cableItself ? std::string("class-fibre-").append(enumName(option->medium))
                                                       : rows.orderNumber(cableItself, planned.isKnown() ? order : 0)));
    cells.push_back(isFibre ? textCell(rows.partNumber(rows.product(option->a))) : ScheduleCell());
    cells.push_back(isFibre ? textCell(rows.partNumber(rows.product(option->b))) : ScheduleCell());
    cells.push_back(option ? textCell(fibreText(*option)) : ScheduleCell());
    for (const bool isA : {true, false})
        cells.push_back(option ? textCell(connectorText(rows, *option, rows.ends().links[line.link].kind, isA))
                               : ScheduleCell());
    cells.push_back(option ? textCell(polarityText(*option)) : ScheduleCell());
    cells.push_back(speedCell(rows, line));
    const std::optional<SplitLeg> leg = rows.plan().legOf(rows.ends(), index);
    cells.push_back(leg ? ScheduleCell(leg->leg + 1) : ScheduleCell());
    cells.push_back(textCell(routeText(rows, index)));
    cells.push_back(textCell(std::string(enumName(planned.basis))));
    for (const double length : {route, rows.plan().slack(rows.ends(), index), order})
        cells.push_back(line.isPresent ? metres(length, planned.isKnown()) : ScheduleCell());
    cells.push_back(detail ? textCell(detail->colour) : ScheduleCell());
    cells.push_back(textCell(a.rack.empty() || b.rack.empty() ? std::string() : a.rack + "-" + b.rack));
    cells.push_back(saysWhy ? rows.reason(index) : ScheduleCell());
    cells.push_back(stateCell(rows, line));
    cells.resize(cells.size() + 2); // tested by, date
    const Id<Cable> first = firstOfPiece(rows, cable, index);
    cells.push_back(first ? ScheduleCell(Message("schedule.cables.same-piece").with("cable", first.value))
                          : ScheduleCell());
    return {"cable:" + std::to_string(cable.id.value), RowRole::Line, Subject(cable.id), std::move(cells)};
}

} // namespace

Schedule cableSchedule(const Context& context, SchedulePiece piece) {
    return collected([&](const RowTaker& take) { return cableSchedule(context, piece, take); });
}

Schedule cableSchedule(const Context& context, SchedulePiece piece, const RowTaker& take) {
    Schedule schedule;
    schedule.id = "cables";
    schedule.title = Message("schedule.cables");
    schedule.columns = {textColumn("Cable ID"), textColumn("Label A"), textColumn("Label B"),
                        textColumn("Fabric"),   textColumn("Network"), numberColumn("Rail/plane")};
    for (const std::string mark : {"A", "B"})
        for (ScheduleColumn& column : endColumns(mark))
            schedule.columns.push_back(std::move(column));
    for (const char* header : {"Medium", "PN", "Transceiver PN A", "Transceiver PN B", "Fibre type and count",
                               "Connector and polish A", "Connector and polish B", "Polarity"})
        schedule.columns.push_back(textColumn(header));
    schedule.columns.push_back(numberColumn("Speed (Gb/s)"));
    schedule.columns.push_back(numberColumn("Breakout leg"));
    schedule.columns.push_back(textColumn("Route (tray ids)"));
    schedule.columns.push_back(textColumn("Route basis"));
    for (const char* header : {"Route m", "Slack m", "Order length m"})
        schedule.columns.push_back(numberColumn(header, "m"));
    for (const std::string_view header : std::initializer_list<std::string_view>{
             "Colour", "Bundle", column_of::chosenBecause, "Status", "Tested by", "Tested on", column_of::notes})
        schedule.columns.push_back(textColumn(header));
    const CableRows rows(context);
    const auto& rails = context.lookUp<CableRails>();
    const std::string site = siteText(context.project(), site::name);
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        if (index >= piece.from + piece.count)
            break;
        if (index >= piece.from)
            taken(schedule, take, cableRow(rows, rails, site, cable, index, piece.saysWhy));
        ++index;
    }
    schedule.notes = {Message("schedule.note.cable-lengths"), Message("schedule.note.cable-classes")};
    return schedule;
}

Schedule pointToPoint(const Context& context, SchedulePiece piece) {
    return collected([&](const RowTaker& take) { return pointToPoint(context, piece, take); });
}

Schedule pointToPoint(const Context& context, SchedulePiece piece, const RowTaker& take) {
    Schedule schedule;
    schedule.id = "point-to-point";
    schedule.title = Message("schedule.point-to-point");
    for (const std::string side : {"Source", "Destination"}) {
        schedule.columns.push_back(textColumn(side + " rack"));
        schedule.columns.push_back(numberColumn(side + " U"));
        schedule.columns.push_back(textColumn(side + " device"));
        schedule.columns.push_back(textColumn(side + " port"));
    }
    schedule.columns.push_back(textColumn("Network"));
    schedule.columns.push_back(numberColumn("Speed (Gb/s)"));
    schedule.columns.push_back(textColumn("Cable ID"));
    schedule.columns.push_back(textColumn("Found"));
    const CableRows rows(context);
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        const std::size_t at = index++;
        if (at < piece.from)
            continue;
        if (at >= piece.from + piece.count)
            break;
        const CableLine& line = rows.ends().cables[at];
        if (!line.isPresent)
            continue;
        std::vector<ScheduleCell> cells;
        for (const CableRows::Place& place : {rows.place(cable.a, line.a), rows.place(cable.b, line.b)}) {
            cells.push_back(textCell(place.rack));
            cells.push_back(place.unit > 0 ? ScheduleCell(place.unit) : ScheduleCell());
            cells.push_back(textCell(place.device));
            cells.push_back(textCell(place.port));
        }
        cells.push_back(textCell(rows.network(cable.network)));
        cells.push_back(speedCell(rows, line));
        cells.push_back(textCell(std::to_string(cable.id.value)));
        cells.push_back(ScheduleCell()); // by who verifies it
        taken(schedule, take,
              {std::string("point:").append(std::to_string(cable.id.value)), RowRole::Line, Subject(cable.id),
               std::move(cells)});
    }
    return schedule;
}

namespace {

/// A cable seen from one of its ends; kFree: nothing is plugged in.
constexpr std::size_t kFree = ~std::size_t{0};
struct PortUse {
    std::size_t cable = 0;
    bool isA = true;
};

using UsesOfPorts = std::map<std::pair<std::uint16_t, std::uint8_t>, PortUse>;

/// The ports of a device that a cable can be plugged into, and the legs of those broken out, that have none.
void addFree(const CableEnds& ends, const CabledDevice& device, UsesOfPorts& uses) {
    std::uint16_t port = 0;
    for (std::uint32_t k = device.firstKind; k < device.firstKind + device.kinds; ++k) {
        const PortKind& kind = ends.ports[k];
        for (std::int64_t i = 0; i < kind.count; ++i, ++port) {
            if (!kind.isCabled)
                continue;
            const auto next = uses.upper_bound({port, 0xff});
            const bool isUsed = next != uses.begin() && std::prev(next)->first.first == port;
            const unsigned legs = isUsed ? std::bit_ceil(std::prev(next)->first.second + 1U) : 1;
            for (unsigned lane = 0; lane < legs; ++lane)
                uses.try_emplace({port, static_cast<std::uint8_t>(lane)}, PortUse{kFree, true});
        }
    }
}

/// An end as if a cable were plugged in there.
CableEnd endAt(const CableEnds& ends, std::uint32_t device, std::uint16_t port, std::uint8_t lane) {
    CableEnd end;
    end.device = device;
    end.lane = lane;
    const CabledDevice& at = ends.devices[device];
    std::int64_t number = port;
    std::uint32_t cage = at.firstCage;
    for (std::uint32_t k = at.firstKind; k < at.firstKind + at.kinds; ++k) {
        const PortKind& kind = ends.ports[k];
        if (number < kind.count) {
            end.ports = static_cast<std::uint16_t>(k);
            end.cage = cage + static_cast<std::uint32_t>(number / kind.perCage);
            return end;
        }
        number -= kind.count;
        cage += static_cast<std::uint32_t>(kind.cages());
    }
    return end;
}

/// Of a port that is broken out its lane, else the leg of a splitter that takes its whole cage.
ScheduleCell legCell(const CableRows& rows, std::size_t cable, const CableEnd& end, bool isSplitPort) {
    const std::optional<SplitLeg> leg = rows.plan().legOf(rows.ends(), cable);
    const bool isHere = leg && leg->cage == end.cage;
    if (isSplitPort || (isHere && end.lane > 0))
        return std::int64_t{end.lane} + 1;
    return isHere ? ScheduleCell(leg->leg + 1) : ScheduleCell();
}

std::string portKey(const PortRef& port) {
    return std::string("port:")
        .append(std::to_string(port.device.value))
        .append(":")
        .append(std::to_string(port.port))
        .append(":")
        .append(std::to_string(port.lane));
}

ScheduleRow freePort(const CableRows& rows, std::uint32_t device, const PortRef& port, bool isSplit) {
    const CableEnd end = endAt(rows.ends(), device, port.port, port.lane);
    const CableRows::Place here = rows.place(port, end);
    const double speed = rows.ends().portsOf(end).gigabits;
    const ScheduleCell none;
    return {portKey(port),
            RowRole::Line,
            Subject(port.device),
            {textCell(here.device), textCell(here.port), textCell(here.cage),
             isSplit ? ScheduleCell(std::int64_t{port.lane} + 1) : none,
             speed > 0 ? ScheduleCell(Value(speed)) : ScheduleCell(Value()), none, none, none, none, none, none, none,
             none, Message("cabling.state.free")}};
}

ScheduleRow usedPort(const CableRows& rows, const CableRails& rails, const Cable& cable, const PortUse& use,
                     bool isSplit) {
    const CableLine& line = rows.ends().cables[use.cable];
    const PortRef& own = use.isA ? cable.a : cable.b;
    const CableEnd& end = use.isA ? line.a : line.b;
    const CableRows::Place here = rows.place(own, end);
    const CableRows::Place there = rows.place(use.isA ? cable.b : cable.a, use.isA ? line.b : line.a);
    const LinkOption* option = rows.plan().option(rows.ends(), use.cable);
    const auto module = [&](bool atA) {
        return option ? textCell(rows.partNumber(rows.product(atA ? option->a : option->b))) : ScheduleCell();
    };
    return {portKey(own),
            RowRole::Line,
            Subject(own.device),
            {textCell(here.device), textCell(here.port), textCell(here.cage), legCell(rows, use.cable, end, isSplit),
             speedCell(rows, line), textCell(there.device), textCell(there.port), textCell(rows.network(cable.network)),
             railCell(rails.of(line)), textCell(std::to_string(cable.id.value)), module(use.isA), module(!use.isA),
             ScheduleCell(), stateCell(rows, line)}};
}

bool isSwitchDevice(const CableEnds& ends, const CabledDevice& device) {
    return device.isCabled && device.kinds > 0 && ends.ports[device.firstKind].isSwitch;
}

} // namespace

std::size_t cabledSwitches(const Context& context) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    return static_cast<std::size_t>(
        std::ranges::count_if(ends.devices, [&](const CabledDevice& device) { return isSwitchDevice(ends, device); }));
}

Schedule portMap(const Context& context, SchedulePiece piece) {
    return collected([&](const RowTaker& take) { return portMap(context, piece, take); });
}

Schedule portMap(const Context& context, SchedulePiece piece, const RowTaker& take) {
    Schedule schedule;
    schedule.id = "port-map";
    schedule.title = Message("schedule.port-map");
    schedule.columns = {textColumn("Switch"),
                        textColumn("Port"),
                        textColumn("Cage"),
                        numberColumn("Split leg"),
                        numberColumn("Speed (Gb/s)"),
                        textColumn("Peer device"),
                        textColumn("Peer port"),
                        textColumn("Network"),
                        numberColumn("Rail"),
                        textColumn("Cable ID"),
                        textColumn("Transceiver PN this end"),
                        textColumn("Transceiver PN peer"),
                        textColumn("VLAN/PKey"),
                        textColumn("State")};
    const CableRows rows(context);
    const CableEnds& ends = rows.ends();
    // The switches of the piece, then their cables by port.
    std::vector<std::pair<std::uint32_t, UsesOfPorts>> uses;
    std::vector<std::uint32_t> placeOf(ends.devices.size(), kNowhere); // in it, of a device
    std::size_t at = 0;
    for (std::uint32_t d = 0; d < ends.devices.size(); ++d)
        if (isSwitchDevice(ends, ends.devices[d])) {
            if (at >= piece.from && at < piece.from + piece.count) {
                placeOf[d] = static_cast<std::uint32_t>(uses.size());
                uses.emplace_back(d, UsesOfPorts());
            }
            ++at;
        }
    const auto usesOf = [&](std::uint32_t device) -> UsesOfPorts* {
        const std::uint32_t place = device == kNowhere ? kNowhere : placeOf[device];
        return place == kNowhere ? nullptr : &uses[place].second;
    };
    std::vector<const Cable*> cables;
    cables.reserve(ends.cables.size());
    for (const Cable& cable : context.design().cables) {
        const CableLine& line = ends.cables[cables.size()];
        if (UsesOfPorts* found = usesOf(line.a.device); found && line.isPresent)
            (*found)[{cable.a.port, cable.a.lane}] = {cables.size(), true};
        if (UsesOfPorts* found = usesOf(line.b.device); found && line.isPresent)
            (*found)[{cable.b.port, cable.b.lane}] = {cables.size(), false};
        cables.push_back(&cable);
    }
    const auto& rails = context.lookUp<CableRails>();
    for (auto& [device, ports] : uses) {
        addFree(ends, ends.devices[device], ports);
        for (const auto& [port, use] : ports) {
            const bool isSplit = ports.contains({port.first, 1});
            taken(schedule, take,
                  use.cable == kFree
                      ? freePort(rows, device, PortRef{ends.devices[device].id, port.first, port.second}, isSplit)
                      : usedPort(rows, rails, *cables[use.cable], use, isSplit));
        }
    }
    return schedule;
}

Schedule cableSummary(const Context& context) {
    Schedule schedule;
    schedule.id = "cable-summary";
    schedule.title = Message("schedule.cable-summary");
    schedule.columns = {textColumn("Network"),
                        textColumn("Medium"),
                        numberColumn("Order length m", "m"),
                        numberColumn("Cables"),
                        numberColumn("Length in all m", "m"),
                        textColumn("PN"),
                        numberColumn("Spares"),
                        numberColumn(column_of::planningPrice)};
    const CableRows rows(context);
    struct Total {
        std::int64_t count = 0, unknown = 0; ///< of the second, length or medium
        double metres = 0, price = 0;
    };
    const auto dollars = [](double price) {
        return ScheduleCell(Value(std::round(price * 100) / 100, Grade::Estimate));
    };
    std::map<std::tuple<Id<Network>, std::string, std::int64_t>, Total> totals;
    Total all;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        const PlannedCable& planned = rows.plan().cables[index];
        const bool isPresent = rows.ends().cables[index].isPresent;
        const LinkOption* option = rows.plan().option(rows.ends(), index++);
        if (!isPresent)
            continue;
        const auto order = static_cast<double>(planned.order);
        Total& total = totals[{cable.network, option ? std::string(enumName(option->medium)) : std::string(),
                               planned.isKnown() ? std::llround(order * 100) : -1}];
        for (Total* into : {&total, &all}) {
            ++into->count;
            into->unknown += planned.isKnown() && option ? 0 : 1;
            into->metres += order;
            into->price += option ? option->price(order) : 0;
        }
    }
    for (const auto& [key, total] : totals) {
        const auto& [network, medium, length] = key;
        const bool isKnown = length >= 0;
        schedule.rows.push_back(
            {std::to_string(network.value) + ":" + medium + ":" + std::to_string(length),
             RowRole::Line,
             {},
             {textCell(rows.network(network)), textCell(medium), metres(static_cast<double>(length) / 100, isKnown),
              total.count, metres(total.metres, isKnown), ScheduleCell(), ScheduleCell(),
              medium.empty() ? ScheduleCell(Value::unknown(Grade::Estimate)) : dollars(total.price)}});
    }
    // Spares are of a part and a length, whichever network it serves.
    std::int64_t spares = 0;
    for (const CableOrder& made : rows.plan().orders) {
        if (made.spares == 0 || !made.scope.isPriced())
            continue;
        spares += made.spares;
        const double price = made.price * static_cast<double>(made.spares);
        all.price += price;
        const std::string part = made.product == kNoProduct ? std::string("class-fibre-").append(enumName(made.medium))
                                                            : rows.orderNumber(rows.product(made.product), made.metres);
        schedule.rows.push_back({std::string("spare:").append(std::to_string(&made - rows.plan().orders.data())),
                                 RowRole::Line,
                                 {},
                                 {Message("schedule.cables.spares"), textCell(std::string(enumName(made.medium))),
                                  made.metres > 0 ? metres(made.metres, true) : ScheduleCell(), ScheduleCell(),
                                  ScheduleCell(), textCell(part), made.spares, dollars(price)}});
    }
    schedule.rows.push_back({"total",
                             RowRole::Total,
                             {},
                             {Message("schedule.cables"), ScheduleCell(), ScheduleCell(), all.count,
                              metres(all.metres, true), ScheduleCell(), spares, dollars(all.price)}});
    schedule.notes = {Message("schedule.note.cable-lengths"), Message("schedule.note.cable-classes")};
    if (all.unknown > 0)
        schedule.notes.push_back(Message("schedule.note.cables-unknown").with("count", all.unknown));
    return schedule;
}

} // namespace rackwright
