// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the catalogue that are no parts: norms (threshold data for rules), cooling methods, water classes, pipe
// sizes, cost lines, cloud prices, words that mean the same, and the list of property keys. Plain values; used by the
// loader, the store and every reader of the catalogue.

#include "model/figures/fact.h"
#include "model/units/money.h"
#include "model/units/quantity.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// A threshold as a standard or guide states it; `value` is in SI, `unit` is how a person reads it.
struct Norm {
    std::string id;
    std::string subject;
    Fact<double> value;
    std::string unit;
    std::string comparison;     ///< ">=" or "<="
    std::string thresholdClass; ///< acceptable, optimum, hyperscale, vendor, stated
    std::string note;
    bool operator==(const Norm&) const = default;
};

/// A way to cool a rack, with the band of rack power that a source gives it. `rank` orders the six of the source table
/// from the lowest grade; the others have none.
struct CatalogCoolingMethod {
    std::string id;
    std::string name;
    std::optional<Power> low;
    std::optional<Power> high;
    std::string qualifier; ///< "<", "~", "+" as the source prints it
    std::optional<Power> fanPowerLow;
    std::optional<Power> fanPowerHigh;
    std::string capex;
    std::string opex;
    std::string complexity;
    std::optional<int> rank;
    Grade grade = Grade::ThirdParty;
    std::vector<Source> sources;
    std::string note;
    bool operator==(const CatalogCoolingMethod&) const = default;
};

/// A link technology as a source compares them: speed one way, latency of a hop.
struct LinkTechnology {
    std::string id;
    std::string name;
    Fact<DataRate> speed;
    std::string basis; ///< per link, per GPU
    std::optional<TimeSpan> latencyLow;
    std::optional<TimeSpan> latencyHigh;
    std::string qualifier; ///< of the latency: "<"
    std::string topology;
    std::string useCase;
    std::vector<Source> sources;
    std::string note;
    bool operator==(const LinkTechnology&) const = default;
};

/// A class of facility water by the warmest supply that it allows (W17, W32, ...).
struct WaterClass {
    std::string id; ///< W17
    std::string publisher;
    Temperature supplyMaximum;
    Grade grade = Grade::ThirdParty;
    std::vector<Source> sources;
    std::string note;
    bool operator==(const WaterClass&) const = default;
};

/// The heat that a pipe carries at a rise of temperature, as its source states it.
struct PipeSize {
    std::string id; ///< DN50
    std::string name;
    Power capacity;
    TemperatureDifference temperatureRise;
    std::string fluid;
    std::string condition;
    Grade grade = Grade::ThirdParty;
    std::vector<Source> sources;
    std::string note;
    bool operator==(const PipeSize&) const = default;
};

/// A line of a quote that is no part: software, labour, support, freight. What no source gives stays unknown.
struct CatalogCostLine {
    std::string id;
    std::string category;
    std::string description;
    std::string unitBasis; ///< GPU, rack, cable, MW heat, order, ...
    Fact<PriceRate> rate;
    Fact<double> share; ///< 0..1 of percentBasis
    std::string percentBasis;
    std::optional<TimeSpan> labourPerUnit;
    std::optional<double> termYears;
    std::optional<TimeSpan> leadTime;
    Grade grade = Grade::Estimate;
    std::vector<Source> sources;
    std::string note;
    bool operator==(const CatalogCostLine&) const = default;
};

/// An hourly price of renting one accelerator.
struct CloudPrice {
    std::string partId;
    std::string tier; ///< cheapest, mid, hyperscaler, spot
    Fact<PriceRate> rate;
    std::string qualifier; ///< "+" : at least
    std::string basis;
    std::string provider;
    std::string date;
    std::string period;
    bool operator==(const CloudPrice&) const = default;
};

/// Phrases of one group mean the same thing; the first of a group is the trade's preferred word.
struct AliasGroup {
    std::string id;
    std::vector<std::string> phrases;
    bool operator==(const AliasGroup&) const = default;
};

/// How the value of a property is written.
enum class AttributeKind : std::uint8_t { Number, Text };

/// A property that parts may have; a number's unit is how people read it, its dimension what may be written.
struct AttributeKey {
    std::string key;
    AttributeKind kind = AttributeKind::Number;
    std::string unit;
    std::string title;
    bool operator==(const AttributeKey&) const = default;
};

/// Where one row of a collected table went.
struct LoadRow {
    std::string file;
    std::string row;
    std::string kind;   ///< part, norm, method, water class, pipe size, cost line
    std::string target; ///< id of what carries it
    std::int64_t values = 0;
    std::int64_t recalled = 0;
    std::int64_t estimates = 0;
    std::int64_t assertions = 0;
    bool operator==(const LoadRow&) const = default;
};

/// A violation of a plausibility check that is shown with its reason instead of refused.
struct ExplainedViolation {
    std::string check;
    std::string subject;
    std::string reason;
    bool operator==(const ExplainedViolation&) const = default;
};

} // namespace rackwright
