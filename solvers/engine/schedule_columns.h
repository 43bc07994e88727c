// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Columns of schedules that documents choose among. Their headers stand here once: who fills a schedule and who takes
// some of its columns call them by these. Headers are untranslated, since files are read by machines too.

#include <string_view>

namespace rackwright::column_of {

// Bill of materials.
inline constexpr std::string_view line = "Line";
inline constexpr std::string_view partNumber = "Part number";
inline constexpr std::string_view description = "Description";
inline constexpr std::string_view qty = "Qty";
inline constexpr std::string_view unit = "Unit";
inline constexpr std::string_view unitPrice = "Unit price";
inline constexpr std::string_view discount = "Discount %";
inline constexpr std::string_view netUnit = "Net unit";
inline constexpr std::string_view netTotal = "Net total";
inline constexpr std::string_view leadTime = "Lead time (weeks)";
inline constexpr std::string_view notes = "Notes";
inline constexpr std::string_view qtyInDesign = "Qty in design";
inline constexpr std::string_view spare = "Spare %";
inline constexpr std::string_view partNumberConfidence = "Part-number confidence";
inline constexpr std::string_view priceSource = "Price source";
inline constexpr std::string_view priceDate = "Price date";
inline constexpr std::string_view validUntil = "Valid until";
inline constexpr std::string_view cost = "Cost";
inline constexpr std::string_view margin = "Margin %";
inline constexpr std::string_view supplier = "Supplier";
inline constexpr std::string_view whereUsed = "Where used (racks)";
inline constexpr std::string_view kilograms = "kg";
inline constexpr std::string_view wattsMax = "W max";

// Acceptance tests and failures.
inline constexpr std::string_view network = "Network";
inline constexpr std::string_view nodes = "Nodes";
inline constexpr std::string_view accelerators = "Accelerators";
inline constexpr std::string_view reach = "Reach";
inline constexpr std::string_view algorithm = "Algorithm";
inline constexpr std::string_view expectedAlgbw = "Expected algbw GB/s";
inline constexpr std::string_view expectedBusbw = "Expected busbw GB/s";
inline constexpr std::string_view expectedTime = "Expected time ms";
inline constexpr std::string_view measuredBusbw = "Measured busbw GB/s";
inline constexpr std::string_view date = "Date";
inline constexpr std::string_view signature = "Signature";
inline constexpr std::string_view messageGB = "Message GB";
inline constexpr std::string_view program = "Program";
inline constexpr std::string_view command = "Command";
inline constexpr std::string_view element = "Element";
inline constexpr std::string_view alike = "Alike";
inline constexpr std::string_view whatIsLost = "What is lost";
inline constexpr std::string_view nextElement = "Next element by load";
inline constexpr std::string_view bisectionLeft = "Bisection left %";
inline constexpr std::string_view verdict = "Verdict";

// Checkpoints.
inline constexpr std::string_view workload = "Workload";
inline constexpr std::string_view mode = "Mode";
inline constexpr std::string_view chosen = "Chosen";
inline constexpr std::string_view stall = "Stall s";
inline constexpr std::string_view timeToSafe = "Time to safe s";
inline constexpr std::string_view risk = "Risk";

// Cables, for ourselves.
inline constexpr std::string_view chosenBecause = "Chosen because";
inline constexpr std::string_view planningPrice = "Planning price (USD)";

} // namespace rackwright::column_of
