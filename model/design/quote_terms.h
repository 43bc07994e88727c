// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The words in which a quote is agreed: sections and types of lines, what a percentage is a share of, how a quantity
// follows from the design, and the discounts and margins of a class of lines. Rows hold them; solvers/cost applies them.

#include "model/base/fields.h"
#include "model/units/money.h"

#include <cstdint>
#include <optional>

namespace rackwright {

/// Sections of the bill, in the order of the documents.
enum class QuoteSection : std::uint8_t {
    Compute,
    Network,
    CablesAndOptics,
    Storage,
    Racks,
    PowerEquipment,
    CoolingEquipment,
    SoftwareAndSupport,
    Services,
    Spares
};
template <>
struct EnumNames<QuoteSection> {
    static constexpr std::array<std::string_view, 10> names = {
        "compute", "network", "cables-optics",    "storage",  "racks",
        "power",   "cooling", "software-support", "services", "spares"};
};

enum class LineType : std::uint8_t { Hardware, Software, Subscription, Service };
template <>
struct EnumNames<LineType> {
    static constexpr std::array<std::string_view, 4> names = {"hardware", "software", "subscription", "service"};
};

/// What a percentage line is a share of. None of them counts percentage lines, spares, or what is not in the total.
enum class ShareBasis : std::uint8_t {
    Hardware,  ///< all goods
    Optics,    ///< cables and transceivers that have no spares by the piece, without pathways
    Equipment, ///< goods that can fail: without racks, rails, containment, pathways, cables, cords
    Compute,   ///< hardware of the section, as the next two
    Network,
    Storage,
    Software, ///< software and subscriptions
    Services, ///< of the section Services
    All       ///< every line
};
template <>
struct EnumNames<ShareBasis> {
    static constexpr std::array<std::string_view, 9> names = {
        "hardware", "optics", "equipment", "compute", "network", "storage", "software", "services", "all"};
};

/// What the quantity of a line is counted by.
enum class QuantityRule : std::uint8_t { Fixed, PerNode, PerRack, PerAccelerator, Percent };
template <>
struct EnumNames<QuantityRule> {
    static constexpr std::array<std::string_view, 5> names = {"fixed", "node", "rack", "accelerator", "percent"};
};

/// A margin is a share of the price that the customer pays; a mark-up is a share of what we pay.
enum class MarginKind : std::uint8_t { Margin, Markup };
template <>
struct EnumNames<MarginKind> {
    static constexpr std::array<std::string_view, 2> names = {"margin", "mark-up"};
};

/// The largest margin, and the largest mark-up, that a quote takes (95 %, 1,000 %).
inline constexpr Share kLargestMargin = Share::percent(95);
inline constexpr Share kLargestMarkup = Share::percent(1000);
/// What a file may hold in the field of either.
inline constexpr Limits kMarginLimits{0, 1e10};
/// The longest term of a line, in months.
inline constexpr std::int64_t kLongestTerm = 1200;

/// Discount and margin of a class of lines: of a section, of a type, of both, or, where neither is set, of the quote.
struct ClassTerms {
    std::optional<QuoteSection> section;
    std::optional<LineType> type;
    Share discount; ///< off the list price, to us
    Share margin;
    MarginKind marginKind = MarginKind::Margin;
    static constexpr void fields(auto&& visit) {
        visit(field("section", &ClassTerms::section), field("type", &ClassTerms::type),
              field("discount", &ClassTerms::discount, "ppb"), field("margin", &ClassTerms::margin, "ppb", kMarginLimits),
              field("marginKind", &ClassTerms::marginKind));
    }
    bool isSameClass(const ClassTerms& other) const { return section == other.section && type == other.type; }
    bool operator==(const ClassTerms&) const = default;
};

} // namespace rackwright
