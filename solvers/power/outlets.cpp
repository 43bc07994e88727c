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
    OutletBoard(const Context& context, const PowerElement& pdu) : m_banks(pdu.phases == 3 ? 3 : 1) {
        const OutletCounts counts = outletCountsOf(context, pdu.part);
        m_isTaken[static_cast<std::size_t>(OutletType::C13)].resize(sized(counts.c13.value_or(0)));
        m_isTaken[static_cast<std::size_t>(OutletType::C19)].resize(sized(counts.c19.value_or(0)));
        m_isTaken[static_cast<std::size_t>(OutletType::Both)].resize(sized(counts.both));
    }

    /// The outlet that a person named as we do ("C19-3"), where it is free.
    bool plugAsGiven(PluggedCord& cord, double watts) {
        const auto named = outletNamed(cord.given);
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

    std::size_t m_banks;
    std::array<std::vector<bool>, 4> m_isTaken; ///< by OutletType
    std::array<double, 3> m_watts{};            ///< of each bank
};

OutletType ownOutlet(SupplyInlet inlet) {
    if (inlet == SupplyInlet::C14)
        return OutletType::C13;
    return inlet == SupplyInlet::C20 || inlet == SupplyInlet::C22 ? OutletType::C19 : OutletType::None;
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

std::optional<std::pair<OutletType, std::int64_t>> outletNamed(std::string_view name) {
    for (const OutletType type : {OutletType::C13, OutletType::C19, OutletType::Both}) {
        const std::string prefix = std::string(outletTypeName(type)) + "-";
        if (!name.starts_with(prefix))
            continue;
        std::int64_t number = 0;
        const char* end = name.data() + name.size();
        const auto read = std::from_chars(name.data() + prefix.size(), end, number);
        if (read.ec == std::errc() && read.ptr == end && number >= 1)
            return std::pair(type, number);
    }
    return std::nullopt;
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
