// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/outlets.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 4> kOutletNames = {"", "C13", "C19", "Cx"};

/// The outlets of one PDU while cords are plugged.
class OutletBoard {
public:
    OutletBoard(const Context& context, const PowerElement& pdu)
        : m_context(context), m_part(pdu.part), m_banks(pdu.phases == 3 ? 3 : 1) {
        const OutletCounts counts = outletCountsOf(context, pdu.part);
        m_isTaken[static_cast<std::size_t>(OutletType::C13)].resize(sized(counts.c13.value_or(0)));
        m_isTaken[static_cast<std::size_t>(OutletType::C19)].resize(sized(counts.c19.value_or(0)));
        m_isTaken[static_cast<std::size_t>(OutletType::Both)].resize(sized(counts.both));
    }

    /// The outlet that a person named, where it is free.
    bool plugAsGiven(PluggedCord& cord, double watts) {
        const auto named = outletNamed(m_context, m_part, cord.given);
        const auto most = named ? static_cast<std::int64_t>(taken(named->first).size()) : 0;
        if (named && named->second <= most && !taken(named->first)[static_cast<std::size_t>(named->second) - 1]) {
            take(cord, named->first, static_cast<std::size_t>(named->second) - 1, watts);
            return true;
        }
        return false;
    }

    /// An outlet of the type in the bank with least load.
    bool plug(PluggedCord& cord, OutletType type, double watts) {
        const std::vector<bool>& isTaken = taken(type);
        std::optional<std::size_t> best;
        for (std::size_t bank = 0; bank < m_banks; ++bank) {
            if (best && m_watts[bank] >= m_watts[*best % m_banks])
                continue;
            for (std::size_t at = bank; at < isTaken.size(); at += m_banks)
                if (!isTaken[at]) {
                    best = at;
                    break;
                }
        }
        if (best)
            take(cord, type, *best, watts);
        return best.has_value();
    }

private:
    static std::size_t sized(std::int64_t count) {
        constexpr std::int64_t most = 1000; // as the catalogue allows
        return static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, most));
    }
    const std::vector<bool>& taken(OutletType type) const { return m_isTaken[static_cast<std::size_t>(type)]; }
    void take(PluggedCord& cord, OutletType type, std::size_t at, double watts) {
        m_isTaken[static_cast<std::size_t>(type)][at] = true;
        m_watts[at % m_banks] += watts;
        cord.outlet = type;
        cord.number = static_cast<std::int64_t>(at) + 1;
        cord.bank = m_banks > 1 ? static_cast<std::int64_t>(at % m_banks) + 1 : 0;
    }

    const Context& m_context;
    Id<PartRow> m_part;
    std::size_t m_banks;
    std::array<std::vector<bool>, 4> m_isTaken; ///< by OutletType
    std::array<double, 3> m_watts{};            ///< of each bank
};

OutletType ownOutlet(SupplyInlet inlet) {
    if (inlet == SupplyInlet::C14)
        return OutletType::C13;
    return inlet == SupplyInlet::C20 || inlet == SupplyInlet::C22 ? OutletType::C19 : OutletType::None;
}

constexpr std::array kOutletTypes = {OutletType::C13, OutletType::C19, OutletType::Both};

// From 1.
std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end && number >= 1 ? std::optional(number) : std::nullopt;
}

/// "A12" as "A" and 12; no number where it does not end in one.
struct OutletLabel {
    explicit OutletLabel(std::string_view text) {
        const std::size_t last = text.find_last_not_of("0123456789");
        const std::size_t at = last == std::string_view::npos ? 0 : last + 1;
        prefix = text.substr(0, at);
        number = numberIn(text.substr(at));
    }
    std::string_view prefix;
    std::optional<std::int64_t> number;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(' ');
    return from == std::string_view::npos ? std::string_view()
                                          : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

/// The labels of one entry, "A1-A6" or one alone: how many, and the place of a name among them from 0.
struct LabelRange {
    LabelRange(std::string_view labels, std::string_view name) {
        const OutletLabel wanted(name);
        for (std::size_t dash = labels.find('-'); dash != std::string_view::npos; dash = labels.find('-', dash + 1)) {
            const OutletLabel first(labels.substr(0, dash)), last(labels.substr(dash + 1));
            if (!first.number || !last.number || first.prefix != last.prefix || *last.number < *first.number)
                continue;
            count = *last.number - *first.number + 1;
            if (wanted.prefix == first.prefix && wanted.number && *wanted.number >= *first.number &&
                *wanted.number <= *last.number)
                place = *wanted.number - *first.number;
            return;
        }
        if (labels == name)
            place = 0;
    }
    std::int64_t count = 1;
    std::optional<std::int64_t> place;
};

std::optional<std::pair<OutletType, std::int64_t>> labelledOutlet(std::string_view labels, std::string_view name) {
    std::array<std::int64_t, kOutletNames.size()> before{};
    while (!labels.empty()) {
        const std::size_t comma = std::min(labels.find(','), labels.size());
        const std::string_view entry = labels.substr(0, comma);
        labels.remove_prefix(std::min(comma + 1, labels.size()));
        const std::size_t equal = entry.find('=');
        const auto type = equal == std::string_view::npos
                              ? kOutletNames.end()
                              : std::ranges::find(kOutletNames, trimmed(entry.substr(equal + 1)));
        if (type == kOutletNames.end() || type == kOutletNames.begin())
            continue;
        const auto at = static_cast<std::size_t>(type - kOutletNames.begin());
        const LabelRange range(trimmed(entry.substr(0, equal)), name);
        if (range.place)
            return std::pair(static_cast<OutletType>(at), before[at] + *range.place + 1);
        before[at] += range.count;
    }
    return std::nullopt;
}

/// A cord with what it carries of the device's maximum.
struct LoadedCord {
    PluggedCord cord;
    double watts = 0;
};

void plugAll(OutletBoard& board, std::vector<LoadedCord>& cords) {
    std::vector<LoadedCord*> open;
    for (LoadedCord& each : cords)
        if (each.cord.given.empty() || !board.plugAsGiven(each.cord, each.watts))
            open.push_back(&each);
    std::ranges::stable_sort(open, [](const LoadedCord* a, const LoadedCord* b) { return a->watts > b->watts; });
    const auto plugInto = [&](auto typeFor) {
        std::erase_if(open, [&](LoadedCord* each) {
            const OutletType type = typeFor(each->cord.inlet);
            return type != OutletType::None && board.plug(each->cord, type, each->watts);
        });
    };
    plugInto(ownOutlet);
    // C20 has no other; then C14, which a cord with a plug of C20 brings to a C19 that is left.
    plugInto(
        [](SupplyInlet inlet) { return ownOutlet(inlet) == OutletType::C19 ? OutletType::Both : OutletType::None; });
    plugInto([](SupplyInlet inlet) { return inlet == SupplyInlet::C14 ? OutletType::Both : OutletType::None; });
    plugInto([](SupplyInlet inlet) { return inlet == SupplyInlet::C14 ? OutletType::C19 : OutletType::None; });
}

} // namespace

std::string_view outletTypeName(OutletType type) { return kOutletNames[static_cast<std::size_t>(type)]; }

std::optional<std::pair<OutletType, std::int64_t>> outletNamed(const Context& context, Id<PartRow> pdu,
                                                               std::string_view name) {
    for (const OutletType type : kOutletTypes) {
        const std::string prefix = std::string(outletTypeName(type)) + "-";
        if (const auto number = name.starts_with(prefix) ? numberIn(name.substr(prefix.size())) : std::nullopt)
            return std::pair(type, *number);
    }
    const Part* part = context.part(pdu);
    const auto labels = part ? textFact(*part, kOutletLabels.key).typical() : std::nullopt;
    return labels ? labelledOutlet(*labels, name) : std::nullopt;
}

std::string givenOutlet(const RackContents& contents, Id<Device> device, std::int64_t supply) {
    for (const CordOverride* cord : contents.cords)
        if (cord->device == device && cord->supply == supply)
            return cord->outlet;
    return {};
}

std::string outletName(const PluggedCord& cord) {
    if (cord.outlet == OutletType::None)
        return {};
    return std::string(outletTypeName(cord.outlet)) + "-" + std::to_string(cord.number);
}

std::vector<PluggedCord> pluggedCords(const Context& context, const RackContents& contents) {
    std::map<Id<PowerElement>, std::vector<LoadedCord>> byPdu;
    for (const FedDevice& fed : fedDevices(context, contents)) {
        const Part* part = context.part(fed.device->part);
        const Value power = plainPartPower(context, fed.device->part, PowerModeKind::Maximum);
        const double watts = power.isKnown() ? power.typical() / static_cast<double>(fed.feeds.size()) : 0.0;
        for (std::size_t i = 0; part && i < fed.feeds.size(); ++i) {
            if (fed.feeds[i]->kind != PowerElementKind::RackPdu)
                continue;
            const auto supply = static_cast<std::int64_t>(i);
            const PowerInput* input = inputOfSupply(*part, supply);
            LoadedCord made;
            made.cord.device = fed.device;
            made.cord.supply = supply;
            made.cord.pdu = fed.feeds[i];
            made.cord.inlet = input ? inletNamed(input->inlet) : SupplyInlet::Unknown;
            made.cord.given = givenOutlet(contents, fed.device->id, supply);
            made.watts = watts;
            byPdu[fed.feeds[i]->id].push_back(std::move(made));
        }
    }
    std::vector<PluggedCord> all;
    for (auto& [id, cords] : byPdu) {
        OutletBoard board(context, *cords.front().cord.pdu);
        plugAll(board, cords);
        for (LoadedCord& each : cords)
            all.push_back(std::move(each.cord));
    }
    return all;
}

} // namespace rackwright
