// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/node/host_link.h"

#include <array>
#include <charconv>
#include <regex>

namespace rackwright {

std::optional<HostLink> hostLinkIn(std::string_view words) {
    static const std::regex pcie(R"(PCIe (?:Gen ?)?([1-9])(?:\.0)? x(\d{1,2})(?: to .*)?)");
    static const std::regex rated(R"(.* (\d{1,5}(?:\.\d+)?) GB/s)");
    std::match_results<std::string_view::const_iterator> found;
    HostLink link;
    if (std::regex_match(words.begin(), words.end(), found, pcie)) {
        link.generation = std::stoi(found.str(1));
        link.lanes = std::stoi(found.str(2));
        return link.lanes > 0 ? std::optional(link) : std::nullopt;
    }
    if (std::regex_match(words.begin(), words.end(), found, rated)) {
        double rate = 0; // with the point, whatever the locale
        std::from_chars(&*found[1].first, &*found[1].first + found.length(1), rate);
        link.bothDirections = rate * 1e9;
        return link;
    }
    return std::nullopt;
}

std::optional<double> pcieLaneRate(int generation) {
    constexpr int first = 3;
    constexpr std::array transfers = {8e9, 16e9, 32e9, 64e9}; // a second, of a bit each
    const int at = generation - first;
    return at >= 0 && at < static_cast<int>(transfers.size())
               ? std::optional(transfers[static_cast<std::size_t>(at)] / 8)
               : std::nullopt;
}

std::string pcieName(int generation) { return "PCIe " + std::to_string(generation) + ".0"; }

} // namespace rackwright
