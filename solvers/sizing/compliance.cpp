// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/compliance.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// The European Economic Area, where Regulation (EU) 2016/679 holds.
constexpr auto kEuropeanEconomicArea = std::to_array<std::string_view>(
    {"austria",   "belgium",    "bulgaria", "croatia",     "cyprus",  "czechia", "denmark",  "estonia", "finland",
     "france",    "germany",    "greece",   "hungary",     "iceland", "ireland", "italy",    "latvia",  "liechtenstein",
     "lithuania", "luxembourg", "malta",    "netherlands", "norway",  "poland",  "portugal", "romania", "slovakia",
     "slovenia",  "spain",      "sweden",   "eu",          "europe",  "eea"});
// Destinations where shipments of large accelerators want a word with the vendor's export office.
constexpr auto kExportNoted =
    std::to_array<std::string_view>({"china", "hong", "macau", "russia", "belarus", "iran", "singapore", "dubai", "uae",
                                     "emirates", "malaysia", "saudi", "qatar", "turkey", "india", "vietnam"});

bool namesAnyOf(const std::vector<std::string>& words, const auto& known) {
    return std::ranges::any_of(
        words, [&known](const std::string& word) { return std::ranges::find(known, word) != known.end(); });
}

} // namespace

std::vector<std::string> complianceOf(const SizingQuestion& question) {
    const std::vector<std::string> region = nameWords(question.region), data = nameWords(question.data);
    constexpr auto kTurkey = std::to_array<std::string_view>({"turkey", "turkiye", "istanbul", "ankara"});
    constexpr auto kStates = std::to_array<std::string_view>({"usa", "us", "states"});
    constexpr auto kHealth = std::to_array<std::string_view>({"patient", "patients", "health", "medical", "hospital"});
    std::vector<std::string> rules;
    if (namesAnyOf(region, kEuropeanEconomicArea))
        rules.emplace_back("GDPR");
    if (namesAnyOf(region, kTurkey))
        rules.emplace_back("KVKK");
    if (namesAnyOf(region, kStates) && namesAnyOf(data, kHealth))
        rules.emplace_back("HIPAA");
    if (namesAnyOf(region, kExportNoted))
        rules.emplace_back("export control");
    return rules;
}

bool isNecRegion(const SizingQuestion& question) {
    constexpr auto kNec =
        std::to_array<std::string_view>({"usa", "us", "states", "canada", "mexico", "america", "nec"});
    return question.region.empty() || namesAnyOf(nameWords(question.region), kNec);
}

double breakerFactorOf(const SizingQuestion& question) { return isNecRegion(question) ? 0.8 : 1.0; }

} // namespace rackwright
