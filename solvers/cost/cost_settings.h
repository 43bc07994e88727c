// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the bill and of what the build costs to own: our assumptions where neither a quote, a pinned price nor a
// cost line of the project says more. Each can be changed in the project. Prices are in US dollars.

#include "solvers/engine/domain.h"
#include "solvers/power/profile_settings.h"

namespace rackwright::setting_key {

inline constexpr std::string_view kOurs = "Rackwright";
inline constexpr std::string_view kPlanning = "Planning assumption, to be replaced by a quote";
inline constexpr std::string_view kEpoch = "Epoch AI";
inline constexpr std::string_view kEpochCosts = "Training cost trends, cost analysis";

using Plain = SettingKey<dim::None>;

// Share by which a price without a range of its own may be lower or higher where it is an estimate.
inline constexpr Plain estimateSpread{"cost.estimate-spread", "%", 0.30, Grade::Assumption, kOurs, kPlanning, {}};

// Allowances
inline constexpr Plain labourRate{"cost.labour-rate", "USD/h", 95, Grade::Assumption, kOurs, kPlanning, {}, 70, 140};
inline constexpr Plain freight{"cost.freight", "%", 0.02, Grade::Assumption, kOurs, kPlanning, {}, 0.01, 0.03};
inline constexpr Plain supportPerYear{
    "cost.support-per-year", "%", 0.06, Grade::Assumption, kOurs, kPlanning, {}, 0.03, 0.10};
inline constexpr Plain spares{"cost.spares", "%", 0.02, Grade::Assumption, kOurs, kPlanning, {}, 0.01, 0.04};
inline constexpr Plain opticSpares{"cost.optic-spares", "%", 0.03, Grade::Assumption, kOurs, kPlanning, {}, 0.02, 0.05};
inline constexpr Plain railKit{"cost.rail-kit", "USD", 150, Grade::Assumption, kOurs, kPlanning, {}, 80, 300};
inline constexpr Plain cordC13{"cost.cord-c13", "USD", 12, Grade::Assumption, kOurs, kPlanning, {}, 6, 25};
inline constexpr Plain cordC19{"cost.cord-c19", "USD", 25, Grade::Assumption, kOurs, kPlanning, {}, 12, 50};
// A cord of any kind, and all cords of a device of which nothing is known: two small ones to eight large ones.
inline constexpr Plain cordAny{"cost.cord-any", "USD", 20, Grade::Assumption, kOurs, kPlanning, {}, 6, 50};
inline constexpr Plain cordsOfDevice{
    "cost.cords-of-device", "USD", 80, Grade::Assumption, kOurs, kPlanning, {}, 12, 400};
inline constexpr Plain whip{"cost.whip", "USD", 600, Grade::Assumption, kOurs, kPlanning, {}, 300, 1200};
inline constexpr Plain tapOff{"cost.tap-off", "USD", 900, Grade::Assumption, kOurs, kPlanning, {}, 500, 2000};
inline constexpr Plain blankingPanel{"cost.blanking-panel", "USD", 8, Grade::Assumption, kOurs, kPlanning, {}, 4, 15};
inline constexpr Plain manifold{"cost.manifold", "USD", 2500, Grade::Assumption, kOurs, kPlanning, {}, 1500, 4000};
inline constexpr Plain hosePair{"cost.hose-pair", "USD", 400, Grade::Assumption, kOurs, kPlanning, {}, 250, 700};
inline constexpr Plain coolant{"cost.coolant", "USD", 10, Grade::Assumption, kOurs, kPlanning, "a litre", 6, 18};
inline constexpr Plain rackPrice{"cost.rack", "USD", 4500, Grade::Assumption, kOurs, kPlanning, {}, 3500, 6500};
inline constexpr Plain pduPrice{"cost.rack-pdu", "USD", 1800, Grade::Assumption, kOurs, kPlanning, {}, 1200, 2600};
inline constexpr SettingKey<dim::Power> pduPower{
    "cost.rack-pdu-power", "kW", 22e3, Grade::Assumption, kOurs, "Three phases, 400 V, 32 A: 22.2 kW", {}};
inline constexpr SettingKey<dim::Length> fibreLength{"cost.fibre-length", "m", 20, Grade::Assumption, kOurs,
                                                     kPlanning,           {}};
inline constexpr SettingKey<dim::Length> copperLength{
    "cost.copper-length", "m", 10, Grade::Assumption, kOurs, kPlanning, {}};

// Owning
inline constexpr Plain tariff{"cost.tariff",        "USD/kWh", 0.0826, Grade::ThirdParty, kEpoch, kEpochCosts,
                              "US industrial, 2025"};
inline constexpr Plain years{"cost.years", "", 4, Grade::Assumption, kOurs, kPlanning, {}};
inline constexpr Plain interest{"cost.interest", "%", 0.08, Grade::Assumption, kOurs, kPlanning, {}};
using setting_of::utilisation; // the energy of a year rests on it too
inline constexpr Plain racksPerPerson{"cost.racks-per-person", "", 100, Grade::Assumption, kOurs, kPlanning, {}};
inline constexpr Plain staffMinimum{"cost.staff-minimum",
                                    "",
                                    0,
                                    Grade::Assumption,
                                    kOurs,
                                    "0: the team exists; a new post round the clock takes 5",
                                    {}};
inline constexpr Plain staffCost{"cost.staff-cost", "USD", 120000, Grade::Assumption, kOurs, kPlanning, "a year"};
inline constexpr Plain residual{
    "cost.residual", "%", 0.10, Grade::Assumption, kOurs, kPlanning, "of the price, at the end of the years of use"};
inline constexpr Plain priceCorrelation{
    "cost.price-correlation", "%", 0.5, Grade::Assumption, kOurs, "How far the prices of lines move together", {}};

// Cloud, an accelerator-hour
inline constexpr std::string_view kCloudPrices = "GPU cloud price table, 2026-06-18";
inline constexpr Plain cloudOnDemand{"cost.cloud-on-demand",
                                     "USD/h",
                                     4.54,
                                     Grade::ThirdParty,
                                     kOurs,
                                     kCloudPrices,
                                     "mid-range providers: H200 SXM; H100 SXM to B200",
                                     2.89,
                                     6.02};
inline constexpr Plain cloudReserved{"cost.cloud-reserved",
                                     "USD/h",
                                     3.39,
                                     Grade::ThirdParty,
                                     kOurs,
                                     kCloudPrices,
                                     "lowest list price: B200; H100 SXM to H200 SXM",
                                     1.38,
                                     3.89};
inline constexpr Plain cloudSpot{
    "cost.cloud-spot", "USD/h", 2.12, Grade::ThirdParty, kOurs, kCloudPrices, "B200, may be taken back at any time"};

} // namespace rackwright::setting_key
