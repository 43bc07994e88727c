// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/exchange/netbox_format.h"

#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/power/outlets.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rackwright::netbox {

namespace {

using Columns = std::vector<std::string>;

// In the order of File.
const std::array<FileForm, kFiles>& forms() {
    static const std::array<FileForm, kFiles> all = {{
        {"netbox-01-sites.csv", Columns{"name", "slug", "status"}, Columns{"name"}, true},
        {"netbox-02-locations.csv", Columns{"site", "name", "slug", "status", "description"}, Columns{"site", "name"}},
        {"netbox-03-manufacturers.csv", Columns{"name", "slug"}, Columns{"name"}},
        {"netbox-04-rack-roles.csv", Columns{"name", "slug", "color"}, Columns{"name"}},
        {"netbox-05-rack-types.csv",
         Columns{"manufacturer", "model", "slug", "form_factor", "width", "u_height", "outer_width", "outer_depth",
                 "outer_unit", "weight", "max_weight", "weight_unit", "comments"},
         Columns{"manufacturer", "model"}},
        {"netbox-06-racks.csv",
         Columns{"site", "location", "name", "status", "role", "rack_type", "width", "u_height", "description",
                 "comments"},
         Columns{"site", "name"}, true},
        {"netbox-07-device-roles.csv", Columns{"name", "slug", "color"}, Columns{"name"}},
        {"netbox-08-device-types.csv",
         Columns{"manufacturer", "model", "slug", "part_number", "u_height", "is_full_depth", "subdevice_role",
                 "airflow", "weight", "weight_unit", "description", "comments"},
         Columns{"manufacturer", "model"}},
        {"netbox-09-devices.csv",
         Columns{"name", "role", "manufacturer", "device_type", "status", "site", "location", "rack", "position",
                 "face", "comments"},
         Columns{"name", "role", "device_type", "site"}, true},
        {"netbox-10-device-bays.csv", Columns{"device", "name", "installed_device"}, Columns{"device", "name"}},
        {"netbox-11-interfaces.csv", Columns{"device", "name", "type", "speed", "enabled", "mgmt_only", "description"},
         Columns{"device", "name", "type"}},
        {"netbox-12-power-ports.csv", Columns{"device", "name", "type", "maximum_draw", "allocated_draw"},
         Columns{"device", "name"}},
        {"netbox-13-power-outlets.csv", Columns{"device", "name", "type", "power_port"}, Columns{"device", "name"}},
        {"netbox-14-power-panels.csv", Columns{"site", "location", "name", "description"}, Columns{"site", "name"}},
        {"netbox-15-power-feeds.csv",
         Columns{"site", "power_panel", "location", "rack", "name", "status", "type", "supply", "phase", "voltage",
                 "amperage", "max_utilization"},
         Columns{"power_panel", "name"}},
        {"netbox-16-cables.csv",
         Columns{"side_a_device", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name", "type",
                 "status", "label", "color", "length", "length_unit", "description"},
         Columns{"side_a_device", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name"}},
        {"netbox-17-feed-cables.csv",
         Columns{"side_a_power_panel", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name"},
         Columns{"side_a_power_panel", "side_a_name", "side_b_device", "side_b_name"}},
    }};
    return all;
}

// Names of NetBox's interface types; those that it has for other media are no port of a data centre.
constexpr InterfaceKind kKinds[] = {
    {"100base-tx", 0.1, "RJ45"},
    {"1000base-t", 1, "RJ45"},
    {"2.5gbase-t", 2.5, "RJ45"},
    {"5gbase-t", 5, "RJ45"},
    {"10gbase-t", 10, "RJ45"},
    {"1000base-x-sfp", 1, "SFP"},
    {"10gbase-x-sfpp", 10, "SFP+"},
    {"25gbase-x-sfp28", 25, "SFP28"},
    {"50gbase-x-sfp56", 50, "SFP56"},
    {"40gbase-x-qsfpp", 40, "QSFP+"},
    {"100gbase-x-qsfp28", 100, "QSFP28"},
    {"100gbase-x-sfpdd", 100, "SFP-DD"},
    {"100gbase-x-qsfpdd", 100, "QSFP-DD"},
    {"200gbase-x-qsfp56", 200, "QSFP56"},
    {"200gbase-x-qsfpdd", 200, "QSFP-DD"},
    {"400gbase-x-qsfp112", 400, "QSFP112"},
    {"400gbase-x-qsfpdd", 400, "QSFP-DD"},
    {"400gbase-x-osfp", 400, "OSFP"},
    {"400gbase-x-osfp-rhs", 400, "OSFP flat-top (RHS)"},
    {"800gbase-x-qsfpdd", 800, "QSFP-DD"},
    {"800gbase-x-osfp", 800, "OSFP"},
    {"infiniband-sdr", 10, "QSFP+", FabricProtocol::InfiniBand},
    {"infiniband-ddr", 20, "QSFP+", FabricProtocol::InfiniBand},
    {"infiniband-qdr", 40, "QSFP+", FabricProtocol::InfiniBand},
    {"infiniband-fdr", 56, "QSFP+", FabricProtocol::InfiniBand},
    {"infiniband-edr", 100, "QSFP28", FabricProtocol::InfiniBand},
    {"infiniband-hdr", 200, "QSFP56", FabricProtocol::InfiniBand},
    {"infiniband-ndr", 400, "OSFP", FabricProtocol::InfiniBand},
    {"infiniband-xdr", 800, "OSFP", FabricProtocol::InfiniBand},
};

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

/// One word a cage, however it is written: "Twin-port OSFP" is an OSFP.
std::string_view cageOf(const std::string& connector) {
    const std::string lower = lowerCase(connector);
    const auto has = [&lower](std::string_view part) { return lower.find(part) != std::string::npos; };
    if (has("osfp"))
        return has("rhs") || has("flat") ? "OSFP flat-top (RHS)" : "OSFP";
    struct Cage {
        std::string_view part, name;
    };
    constexpr Cage kCages[] = {{"qsfp-dd", "QSFP-DD"}, {"qsfpdd", "QSFP-DD"}, {"qsfp112", "QSFP112"},
                               {"qsfp56", "QSFP56"},   {"qsfp28", "QSFP28"},  {"qsfp", "QSFP+"},
                               {"sfp-dd", "SFP-DD"},   {"sfp56", "SFP56"},    {"sfp28", "SFP28"},
                               {"sfp+", "SFP+"},       {"sfp", "SFP"},        {"rj45", "RJ45"},
                               {"rj-45", "RJ45"},      {"base-t", "RJ45"}};
    for (const Cage& cage : kCages)
        if (has(cage.part))
            return cage.name;
    return {};
}

std::string speedText(double gigabits) {
    constexpr double kKilobits = 1e6; // in a gigabit
    return gigabits > 0 ? std::to_string(std::llround(gigabits * kKilobits)) : std::string();
}

double gigabitsOf(const PortGroup& group) {
    const std::optional<DataRate> speed = group.speed.typical();
    return speed ? speed->si() / DataRate(unit::gigabitPerSecond).si() : 0;
}

std::string wattsText(double watts) { return std::to_string(static_cast<std::int64_t>(std::ceil(watts - 1e-6))); }

std::string numberText(const Fact<double>& fact, double perUnit = 1) {
    const std::optional<double> value = fact.typical();
    constexpr int kDigits = 9;
    return value ? roundedDigits(*value * perUnit, kDigits) : std::string();
}

struct OutletEntry {
    std::string label, type;
};

/// "A1-A6=C13, B1=C19" label by label.
std::vector<OutletEntry> outletLabels(const std::string& text) {
    std::vector<OutletEntry> all;
    constexpr std::size_t kMost = 1000;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        std::string entry = text.substr(from, comma - from);
        from = comma + 1;
        std::erase(entry, ' ');
        const std::size_t equals = entry.find('=');
        if (equals == std::string::npos)
            return {};
        const std::string labels = entry.substr(0, equals), type = entry.substr(equals + 1);
        const std::size_t dash = labels.rfind('-');
        const auto split = [](const std::string& label) {
            const std::size_t last = label.find_last_not_of("0123456789");
            const std::size_t at = last == std::string::npos ? 0 : last + 1;
            return std::pair(label.substr(0, at), label.substr(at));
        };
        if (dash != std::string::npos && dash > 0) {
            const auto [firstWord, first] = split(labels.substr(0, dash));
            const auto [lastWord, last] = split(labels.substr(dash + 1));
            const auto low = plainNumber(first), high = plainNumber(last);
            if (firstWord == lastWord && low && high && *low <= *high && *high - *low < real(std::int64_t{kMost})) {
                for (auto n = static_cast<std::int64_t>(*low); n <= static_cast<std::int64_t>(*high); ++n)
                    all.push_back({firstWord + std::to_string(n), type});
                continue;
            }
        }
        all.push_back({labels, type});
        if (all.size() > kMost)
            return {};
    }
    return all;
}

} // namespace

const FileForm& formOf(File file) { return forms()[static_cast<std::size_t>(file)]; }

const InterfaceKind* interfaceKind(std::string_view type) {
    const auto* found = std::ranges::find(kKinds, type, &InterfaceKind::type);
    return found == std::end(kKinds) ? nullptr : found;
}

std::string interfaceType(double gigabits, const std::string& connector, FabricProtocol protocol) {
    const std::string_view cage = cageOf(connector);
    const bool isInfiniband = protocol == FabricProtocol::InfiniBand;
    if (protocol != FabricProtocol::Ethernet && protocol != FabricProtocol::Either && !isInfiniband)
        return std::string(kOtherType);
    for (const InterfaceKind& kind : kKinds)
        if (std::abs(kind.gigabits - gigabits) < 1e-6 &&
            (kind.protocol == FabricProtocol::InfiniBand) == isInfiniband && (isInfiniband || kind.connector == cage))
            return std::string(kind.type);
    return std::string(kOtherType);
}

std::string inletType(std::string_view inlet) {
    constexpr std::array<std::string_view, 6> kListed = {"c6", "c8", "c14", "c16", "c20", "c22"};
    const std::string lower = lowerCase(inlet);
    return std::ranges::find(kListed, lower) == kListed.end() ? std::string(kOtherType) : "iec-60320-" + lower;
}

std::string inletOfType(std::string_view type) {
    constexpr std::string_view kIec = "iec-60320-";
    if (!type.starts_with(kIec))
        return {};
    std::string inlet(type.substr(kIec.size()));
    for (char& c : inlet)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return inlet;
}

std::string slugOf(std::string_view name) {
    std::string slug;
    for (const char c : lowerCase(name)) {
        const bool isGood = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (isGood)
            slug += c;
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    constexpr std::size_t kLongest = 100;
    slug = slug.substr(0, kLongest);
    while (!slug.empty() && slug.back() == '-')
        slug.pop_back();
    return slug.empty() ? "x" : slug;
}

std::string UniqueNames::operator()(std::string name) {
    if (m_taken.insert(name).second)
        return name;
    int& next = m_next.try_emplace(name, 2).first->second;
    std::string other;
    do {
        other = name + " (" + std::to_string(next++) + ")";
    } while (!m_taken.insert(other).second);
    return other;
}

Remarks::Remarks(std::string_view text) {
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t end = std::min(text.find_first_of(";\n", from), text.size());
        std::string_view entry = text.substr(from, end - from);
        from = end + 1;
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos)
            continue;
        std::string_view key = entry.substr(0, equals), value = entry.substr(equals + 1);
        const auto trim = [](std::string_view& word) {
            while (!word.empty() && (word.front() == ' ' || word.front() == '\r'))
                word.remove_prefix(1);
            while (!word.empty() && (word.back() == ' ' || word.back() == '\r'))
                word.remove_suffix(1);
        };
        trim(key);
        trim(value);
        m_values.try_emplace(std::string(key), std::string(value));
    }
}

void Remarks::add(std::string_view key, std::string_view value) {
    if (!m_text.empty())
        m_text += "; ";
    m_text.append(key).append("=").append(value);
}

void Remarks::add(std::string_view key, Length length) { add(key, std::string_view(millimetres(length))); }

void Remarks::addPlace(Point place, Angle turn) {
    add("x", place.x);
    add("y", place.y);
    constexpr int kDigits = 6;
    add("turn", std::string_view(roundedDigits(turn.inDegrees(), kDigits)));
}

std::string Remarks::operator[](std::string_view key) const {
    const auto it = m_values.find(key);
    return it == m_values.end() ? std::string() : it->second;
}

std::optional<Length> Remarks::length(std::string_view key) const { return lengthOf((*this)[key]); }

std::optional<std::int64_t> Remarks::count(std::string_view key) const {
    const std::optional<double> number = plainNumber((*this)[key]);
    constexpr double kMost = 1e9;
    return number && *number >= 0 && *number <= kMost && *number == std::floor(*number)
               ? std::optional(static_cast<std::int64_t>(*number))
               : std::nullopt;
}

std::optional<Point> Remarks::place() const {
    const auto x = length("x"), y = length("y");
    return x && y ? std::optional(Point{*x, *y}) : std::nullopt;
}

Angle Remarks::turn() const {
    const std::optional<double> degrees = plainNumber((*this)["turn"]);
    constexpr double kMost = 360;
    return degrees && std::abs(*degrees) <= kMost ? Angle::millidegrees(std::llround(*degrees * 1000)) : Angle();
}

std::string millimetres(Length length) {
    const std::int64_t um = length.inMicrometres();
    const std::uint64_t size = um < 0 ? 0 - static_cast<std::uint64_t>(um) : static_cast<std::uint64_t>(um);
    std::string text = (um < 0 ? "-" : "") + std::to_string(size / 1000);
    if (const std::uint64_t rest = size % 1000; rest > 0) {
        std::string digits = std::to_string(rest + 1000).substr(1);
        while (digits.back() == '0')
            digits.pop_back();
        text += "." + digits;
    }
    return text;
}

std::optional<Length> lengthOf(std::string_view text) {
    const std::optional<double> number = plainNumber(text);
    constexpr double kMost = 1e7; // the side of a site, mm
    return number && std::abs(*number) <= kMost ? std::optional(Length::micrometres(std::llround(*number * 1000)))
                                                : std::nullopt;
}

std::string outlineText(const std::vector<Point>& outline) {
    std::string text;
    for (const Point& corner : outline)
        text.append(text.empty() ? "" : " ").append(millimetres(corner.x)).append(",").append(millimetres(corner.y));
    return text;
}

std::vector<Point> outlineOf(std::string_view text) {
    std::vector<Point> corners;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t end = std::min(text.find(' ', from), text.size());
        const std::string_view corner = text.substr(from, end - from);
        from = end + 1;
        const std::size_t comma = corner.find(',');
        const auto x = lengthOf(corner.substr(0, comma));
        const auto y = comma == std::string_view::npos ? std::nullopt : lengthOf(corner.substr(comma + 1));
        if (!x || !y)
            return {};
        corners.push_back({*x, *y});
    }
    return corners.size() >= 3 ? corners : std::vector<Point>();
}

std::vector<Interface> interfacesOf(const Part& part) {
    std::vector<Interface> all;
    UniqueNames unique;
    for (const Port& port : portList(part)) {
        const PortGroup& group = part.portGroups[port.group];
        const double gigabits = gigabitsOf(group);
        all.push_back({unique(port.name), interfaceType(gigabits, group.connector, group.protocol), speedText(gigabits),
                       group.role == PortRole::Management, std::string(enumName(group.role))});
    }
    return all;
}

Interface laneOf(const Part& part, const Interface& port, std::int64_t number, std::int64_t lane, std::int64_t lanes) {
    Interface row = port;
    row.name = laneName(port.name, lane);
    if (const PortGroup* group = portGroupOf(part, number)) {
        const double gigabits = gigabitsOf(*group) / real(lanes);
        row.type = interfaceType(gigabits, group->connector, group->protocol);
        row.speed = speedText(gigabits);
    }
    return row;
}

std::string laneName(const std::string& port, std::int64_t lane) { return port + "s" + std::to_string(lane); }

// What a device draws is shared by its supplies; the rating of a supply is no draw.
std::vector<PowerPort> powerPortsOf(const Part& part) {
    std::int64_t count = 0;
    for (const PowerInput& input : part.powerInputs)
        count += input.count;
    const auto share = [&](PowerModeKind kind) {
        const std::optional<Power> power = powerIn(part, kind).typical();
        return power && count > 0 ? wattsText(power->si() / real(count)) : std::string();
    };
    const std::string maximum = share(PowerModeKind::Maximum);
    std::string allocated = share(PowerModeKind::Typical);
    // NetBox refuses an allocated draw above the maximum.
    if (!allocated.empty() && (maximum.empty() || std::stoll(allocated) > std::stoll(maximum)))
        allocated = maximum;
    std::vector<PowerPort> all;
    for (const PowerInput& input : part.powerInputs)
        for (std::int64_t i = 0; i < input.count; ++i)
            all.push_back({"PSU" + std::to_string(all.size() + 1), inletType(input.inlet), maximum, allocated});
    return all;
}

std::vector<Outlet> outletsOf(const Part& part) {
    const auto count = [&part](std::string_view key) {
        const std::optional<double> number = numberFact(part, key).typical();
        constexpr double kMost = 1000;
        return number ? static_cast<std::int64_t>(std::clamp(*number, 0.0, kMost)) : 0;
    };
    const std::array<std::pair<std::string_view, std::int64_t>, 2> kinds = {
        {{"C13", count(attribute::outletsC13.key)}, {"C19", count(attribute::outletsC19.key)}}};
    const std::vector<OutletEntry> labels = outletLabels(fact(part, kOutletLabels).typical().value_or(""));
    std::vector<Outlet> all;
    UniqueNames unique;
    for (const auto& [kind, number] : kinds) {
        std::vector<std::string> printed;
        for (const OutletEntry& entry : labels)
            if (entry.type == kind)
                printed.push_back(entry.label);
        const bool isPrinted = static_cast<std::int64_t>(printed.size()) == number;
        for (std::int64_t i = 0; i < number; ++i)
            all.push_back({unique(isPrinted ? printed[static_cast<std::size_t>(i)]
                                            : std::string(kind).append("-").append(std::to_string(i + 1))),
                           "iec-60320-" + lowerCase(kind)});
    }
    return all;
}

std::string unitsText(const Part& part) {
    const std::string units = numberText(fact(part, attribute::rackUnits));
    if (units.empty() && part.mounting != Mounting::Eia19 && part.mounting != Mounting::OpenRack21 &&
        part.mounting != Mounting::Mgx)
        return "0";
    return units;
}

namespace {

std::string airflowText(Airflow airflow) {
    switch (airflow) {
    case Airflow::FrontToRear:
        return "front-to-rear";
    case Airflow::RearToFront:
        return "rear-to-front";
    case Airflow::SideToSide:
        return "mixed";
    case Airflow::None:
        return "passive";
    case Airflow::Unknown:
        break;
    }
    return {};
}

std::string lengthText(const Part& part, const PartAttribute<Length>& key) {
    const std::optional<double> metres = numberFact(part, key.key).typical();
    return metres ? std::to_string(std::llround(*metres * 1000)) : std::string();
}

std::string massText(const Part& part, const PartAttribute<Mass>& key) {
    const std::string text = numberText(numberFact(part, key.key));
    const std::optional<double> number = plainNumber(text);
    constexpr double kHundredths = 100; // of a kilogram are what NetBox keeps
    return number ? shortestDigits(std::round(*number * kHundredths) / kHundredths) : std::string();
}

std::string makerOf(const Part& part) { return part.vendor.empty() ? std::string(kNoMaker) : part.vendor; }

} // namespace

std::vector<std::string> deviceTypeCells(const Part& part, const std::string& model, std::string_view subdevice) {
    const std::string weight = massText(part, attribute::weight);
    const std::optional<double> depth = numberFact(part, attribute::depthShare.key).typical();
    Remarks remarks;
    remarks.add("category", enumName(part.category));
    remarks.add("mounting", enumName(part.mounting));
    if (const std::string count = numberText(numberFact(part, attribute::acceleratorCount.key)); !count.empty())
        remarks.add("accelerators", count);
    if (const auto accelerator = textFact(part, attribute::acceleratorModel.key).typical())
        remarks.add("accelerator", *accelerator);
    return {makerOf(part),
            model,
            slugOf(part.id),
            part.partNumber,
            unitsText(part),
            depth && *depth <= 0.5 ? "false" : "true",
            std::string(subdevice),
            airflowText(part.airflow),
            weight,
            weight.empty() ? "" : "kg",
            part.description,
            remarks.text()};
}

std::vector<std::string> rackTypeCells(const Part& part, const std::string& model) {
    const std::string weight = massText(part, attribute::weight);
    // What stands in it may weigh so much, which is what NetBox's maximum weight says.
    const std::string most = massText(part, attribute::staticLoad);
    const std::string width = lengthText(part, attribute::width), depth = lengthText(part, attribute::depth);
    Remarks remarks;
    remarks.add("category", enumName(part.category));
    remarks.add("mounting", enumName(part.mounting));
    return {makerOf(part),
            model,
            slugOf(part.id),
            "4-post-cabinet",
            part.mounting == Mounting::OpenRack21 ? "21" : "19",
            numberText(numberFact(part, attribute::rackHeightUnits.key)),
            width,
            depth,
            width.empty() && depth.empty() ? "" : "mm",
            weight,
            most.empty() ? "" : std::to_string(static_cast<std::int64_t>(std::ceil(*plainNumber(most)))),
            weight.empty() && most.empty() ? "" : "kg",
            remarks.text()};
}

std::string statusText(const Scope& scope, bool isCable) {
    switch (scope.status) {
    case Status::New:
    case Status::Moved:
        break;
    case Status::Existing:
        return isCable ? "connected" : "active";
    case Status::Removed:
        return "decommissioning";
    }
    return "planned";
}

Scope scopeOf(std::string_view status) {
    Scope scope;
    if (status == "decommissioning" || status == "deprecated")
        scope.status = Status::Removed;
    else if (status != "planned" && status != "staged" && status != "reserved" && status != "available" &&
             !status.empty())
        scope.status = Status::Existing;
    return scope;
}

} // namespace rackwright::netbox
