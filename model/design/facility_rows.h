// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of power and cooling as graphs, workloads, storage pools and quote lines of one option.

#include "model/design/quote_terms.h"
#include "model/design/rack_rows.h"

namespace rackwright {

/// From the utility down to the rack.
enum class PowerElementKind : std::uint8_t {
    Utility,
    Transformer,
    Generator,
    Switchgear,
    Ups,
    Battery,
    RemotePowerPanel,
    Busway,
    TapOff,
    RackPdu,
    PowerShelf,
    TransferSwitch ///< takes the other of two circuits when one is lost
};
template <>
struct EnumNames<PowerElementKind> {
    static constexpr std::array<std::string_view, 12> names = {
        "utility", "transformer", "generator", "switchgear", "ups",         "battery",
        "rpp",     "busway",      "tap-off",   "rack-pdu",   "power-shelf", "transfer-switch"};
};
/// Which side of a redundant supply.
enum class FeedSide : std::uint8_t { None, A, B, C, D };
template <>
struct EnumNames<FeedSide> {
    static constexpr std::array<std::string_view, 5> names = {"none", "a", "b", "c", "d"};
};

/// A node of the power graph, from the utility to the rack PDU; PowerLink joins two.
struct PowerElement {
    Id<PowerElement> id;
    std::string name;
    PowerElementKind kind = PowerElementKind::RackPdu;
    Id<PartRow> part; ///< null: only the ratings below are known
    Placement placement;
    FeedSide side = FeedSide::None;
    std::optional<Power> rating; ///< overrides the part's
    std::optional<Current> breaker;
    std::optional<Voltage> voltage; ///< of what feeds it; line to line for three phases
    /// Of what it delivers, where that is another: of transformers, power shelves and direct current.
    std::optional<Voltage> outputVoltage;
    std::int64_t phases = 3;
    bool deliversDirectCurrent = false;
    std::optional<Energy> storedEnergy; ///< that a battery gives at its load when it is new
    std::string redundancyGroup;        ///< elements of one group share a load ("UPS N+1")
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &PowerElement::id), field("name", &PowerElement::name), field("kind", &PowerElement::kind),
              field("part", &PowerElement::part), field("placement", &PowerElement::placement),
              field("side", &PowerElement::side), field("rating", &PowerElement::rating, "W"),
              field("breaker", &PowerElement::breaker, "A"), field("voltage", &PowerElement::voltage, "V"),
              field("outputVoltage", &PowerElement::outputVoltage, "V"),
              field("phases", &PowerElement::phases, kPhaseLimits),
              field("deliversDirectCurrent", &PowerElement::deliversDirectCurrent),
              field("storedEnergy", &PowerElement::storedEnergy, "J"),
              field("redundancyGroup", &PowerElement::redundancyGroup), field("scope", &PowerElement::scope));
    }
    bool operator==(const PowerElement&) const = default;
};

/// Index of the elements that stand or hang in a rack (rack PDUs, power shelves).
struct PowerElementsByRack {
    using Key = Id<Rack>;
    template <class Emit>
    static void keys(const PowerElement& element, Emit emit) {
        if (const Id<Rack> rack = rackOf(element.placement))
            emit(rack);
    }
};
template <>
struct TableIndexes<PowerElement> {
    using Indexes = std::tuple<PowerElementsByRack>;
};

struct CoolingUnit;

/// A circuit from an element to the next one down, or to a cooling unit.
struct PowerLink {
    Id<PowerLink> id;
    Id<PowerElement> from;
    Id<PowerElement> to; ///< null: it feeds `unit`
    std::optional<Current> breaker;
    std::string poles; ///< of a panel, "1,3,5", or the phases themselves, "L1,L2"
    std::string connector;
    std::optional<Length> whip;
    Scope scope;
    Id<CoolingUnit> unit{}; ///< null where it feeds an element
    static constexpr void fields(auto&& visit) {
        visit(field("id", &PowerLink::id), field("from", &PowerLink::from), field("to", &PowerLink::to),
              field("unit", &PowerLink::unit), field("breaker", &PowerLink::breaker, "A"),
              field("poles", &PowerLink::poles), field("connector", &PowerLink::connector),
              field("whip", &PowerLink::whip, "um", Limits{0, 1e10}), field("scope", &PowerLink::scope));
    }
    bool operator==(const PowerLink&) const = default;
};

/// Which PDU feeds a power supply, where a person chose other than the rule (supplies spread evenly over the rack's
/// PDUs).
struct CordOverride {
    Id<CordOverride> id;
    Id<Device> device;
    std::int64_t supply = 0; ///< from 0
    Id<PowerElement> element;
    std::string outlet;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CordOverride::id), field("device", &CordOverride::device),
              field("supply", &CordOverride::supply, Limits{0, kMostSupplies - 1}),
              field("element", &CordOverride::element), field("outlet", &CordOverride::outlet));
    }
    bool operator==(const CordOverride&) const = default;
};

/// From units of the room and rack to the plant outside.
enum class CoolingUnitKind : std::uint8_t {
    PerimeterAir,
    InRow,
    RearDoor,
    FanWall,
    CduRow,
    CduInRack,
    CduLiquidToAir,
    ImmersionTank,
    Chiller,
    DryCooler,
    CoolingTower,
    Pump
};
template <>
struct EnumNames<CoolingUnitKind> {
    static constexpr std::array<std::string_view, 12> names = {
        "perimeter-air",     "in-row",         "rear-door", "fan-wall",   "cdu-row",       "cdu-in-rack",
        "cdu-liquid-to-air", "immersion-tank", "chiller",   "dry-cooler", "cooling-tower", "pump"};
};

/// Liquid or air that goes round between units; the facility water is one.
struct CoolingLoop {
    Id<CoolingLoop> id;
    std::string name;
    std::string fluid; ///< "water", "PG25", "air"
    std::optional<Temperature> supply;
    std::optional<Temperature> returnLimit;
    std::optional<VolumeFlow> flow;
    std::optional<Pressure> pressureDifference;
    bool isFacilityWater = false;
    std::string redundancy;       ///< claimed: "N", "N+1", "2N"
    std::optional<Volume> volume; ///< of the liquid in it, tanks included
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CoolingLoop::id), field("name", &CoolingLoop::name), field("fluid", &CoolingLoop::fluid),
              field("supply", &CoolingLoop::supply, "K"), field("returnLimit", &CoolingLoop::returnLimit, "K"),
              field("flow", &CoolingLoop::flow, "m3/s"),
              field("pressureDifference", &CoolingLoop::pressureDifference, "Pa"),
              field("isFacilityWater", &CoolingLoop::isFacilityWater), field("redundancy", &CoolingLoop::redundancy),
              field("volume", &CoolingLoop::volume, "m3"), field("scope", &CoolingLoop::scope));
    }
    bool operator==(const CoolingLoop&) const = default;
};

/// Anything that takes heat from racks or passes it on, pumps included.
struct CoolingUnit {
    Id<CoolingUnit> id;
    std::string name;
    CoolingUnitKind kind = CoolingUnitKind::PerimeterAir;
    Id<PartRow> part;
    Placement placement;
    Id<CoolingLoop> primary;   ///< the loop that takes its heat away
    Id<CoolingLoop> secondary; ///< the loop that it supplies, for CDUs
    std::optional<Power> rating;
    std::optional<Temperature> supply; ///< set point of the air or liquid that it delivers
    std::optional<VolumeFlow> flow;    ///< of the air or liquid that it moves at its rating; overrides the part's
    std::optional<Pressure> head;      ///< that its pumps give at that flow
    std::optional<Power> draw;         ///< electric, of fans, pumps and compressors at most; overrides the part's
    std::string redundancyGroup;       ///< units of one group stand in for one another
    std::string redundancy;            ///< that its group is claimed to have: "N", "N+1", "2N"
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CoolingUnit::id), field("name", &CoolingUnit::name), field("kind", &CoolingUnit::kind),
              field("part", &CoolingUnit::part), field("placement", &CoolingUnit::placement),
              field("primary", &CoolingUnit::primary), field("secondary", &CoolingUnit::secondary),
              field("rating", &CoolingUnit::rating, "W"), field("supply", &CoolingUnit::supply, "K"),
              field("flow", &CoolingUnit::flow, "m3/s"), field("head", &CoolingUnit::head, "Pa"),
              field("draw", &CoolingUnit::draw, "W"), field("redundancyGroup", &CoolingUnit::redundancyGroup),
              field("redundancy", &CoolingUnit::redundancy), field("scope", &CoolingUnit::scope));
    }
    bool operator==(const CoolingUnit&) const = default;
};

/// Where the heat of a rack goes first.
enum class HeatKind : std::uint8_t { Air, Liquid };
template <>
struct EnumNames<HeatKind> {
    static constexpr std::array<std::string_view, 2> names = {"air", "liquid"};
};
/// Index of the units that stand in or hang on a rack (in-rack CDUs, rear doors).
struct CoolingUnitsByRack {
    using Key = Id<Rack>;
    template <class Emit>
    static void keys(const CoolingUnit& unit, Emit emit) {
        if (const Id<Rack> rack = rackOf(unit.placement))
            emit(rack);
    }
};
template <>
struct TableIndexes<CoolingUnit> {
    using Indexes = std::tuple<CoolingUnitsByRack>;
};

/// A cooling unit serves a rack's air or liquid heat. A rack served by several units of one kind shares its heat
/// evenly.
struct CoolingService {
    Id<CoolingService> id;
    Id<Rack> rack;
    Id<CoolingUnit> unit;
    HeatKind heat = HeatKind::Air;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CoolingService::id), field("rack", &CoolingService::rack),
              field("unit", &CoolingService::unit), field("heat", &CoolingService::heat));
    }
    bool operator==(const CoolingService&) const = default;
};
/// Index of the services of a rack.
struct ServicesByRack {
    using Key = Id<Rack>;
    template <class Emit>
    static void keys(const CoolingService& service, Emit emit) {
        emit(service.rack);
    }
};
/// Index of the services of a cooling unit.
struct ServicesByUnit {
    using Key = Id<CoolingUnit>;
    template <class Emit>
    static void keys(const CoolingService& service, Emit emit) {
        emit(service.unit);
    }
};
template <>
struct TableIndexes<CoolingService> {
    using Indexes = std::tuple<ServicesByRack, ServicesByUnit>;
};

/// What a workload does; decides which figures and rules it has.
enum class WorkloadKind : std::uint8_t { PreTraining, FineTuning, Inference };
template <>
struct EnumNames<WorkloadKind> {
    static constexpr std::array<std::string_view, 3> names = {"pre-training", "fine-tuning", "inference"};
};
/// A job that the design is to run; its parameters are entered by name (parameter_limits.h).
struct Workload {
    Id<Workload> id;
    std::string name;
    WorkloadKind kind = WorkloadKind::PreTraining;
    std::string model; ///< name of a model preset
    std::int64_t phase = 1;
    double acceleratorShare = 1; ///< of the option's accelerators, 0..1
    std::vector<Parameter> parameters;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Workload::id), field("name", &Workload::name), field("kind", &Workload::kind),
              field("model", &Workload::model), field("phase", &Workload::phase, Limits{1, 1000}),
              field("acceleratorShare", &Workload::acceleratorShare, kShareLimits),
              field("parameters", &Workload::parameters));
    }
    bool operator==(const Workload&) const = default;
};

/// Storage of one product over the devices `members`; its parameters are entered by name (parameter_limits.h).
struct StoragePool {
    Id<StoragePool> id;
    std::string name;
    std::string product;
    std::vector<Id<Device>> members;
    std::vector<Parameter> parameters;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &StoragePool::id), field("name", &StoragePool::name), field("product", &StoragePool::product),
              field("members", &StoragePool::members), field("parameters", &StoragePool::parameters));
    }
    bool operator==(const StoragePool&) const = default;
};

/// A line that a person added to the bill or changed on it. Lines that follow from the design are derived, not stored;
/// one with `derivedKey` overrides the derived line of that key.
struct QuoteLine {
    Id<QuoteLine> id;
    std::string derivedKey;
    QuoteSection section = QuoteSection::Services;
    Id<PartRow> part;
    std::string description;
    std::optional<std::int64_t> quantityMilli; ///< thousandths of the unit
    std::string unit;
    std::optional<PriceRate> price;
    Share discount;
    std::string priceSource;
    std::string priceDate;
    std::string note;
    bool isOptional = false; ///< offered beside the total
    std::string alternateTo; ///< key of the line that it may take the place of: offered beside the total
    Share margin;            ///< 0: that of its class
    MarginKind marginKind = MarginKind::Margin;
    bool isNet = false; ///< terms of its class and of the quote do not apply
    std::string manufacturer;
    std::string partNumber; ///< what one orders where it is no part of the catalogue
    QuantityRule quantityRule = QuantityRule::Fixed;
    bool isPerMonth = false;     ///< the quantity counts for each month of the term
    std::int64_t termMonths = 0; ///< 0: that of the quote, where the line has a term
    Share percent;               ///< of percentBasis, where the rule is Percent
    ShareBasis percentBasis = ShareBasis::Hardware;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &QuoteLine::id), field("derivedKey", &QuoteLine::derivedKey),
              field("section", &QuoteLine::section), field("part", &QuoteLine::part),
              field("description", &QuoteLine::description),
              field("quantityMilli", &QuoteLine::quantityMilli, "1/1000", Limits{0, 1e12}),
              field("unit", &QuoteLine::unit), field("price", &QuoteLine::price),
              field("discount", &QuoteLine::discount, "ppb"), field("priceSource", &QuoteLine::priceSource),
              field("priceDate", &QuoteLine::priceDate), field("note", &QuoteLine::note),
              field("isOptional", &QuoteLine::isOptional), field("alternateTo", &QuoteLine::alternateTo),
              field("margin", &QuoteLine::margin, "ppb", kMarginLimits), field("marginKind", &QuoteLine::marginKind),
              field("isNet", &QuoteLine::isNet), field("manufacturer", &QuoteLine::manufacturer),
              field("partNumber", &QuoteLine::partNumber), field("quantityRule", &QuoteLine::quantityRule),
              field("isPerMonth", &QuoteLine::isPerMonth),
              field("termMonths", &QuoteLine::termMonths, Limits{0, kLongestTerm}),
              field("percent", &QuoteLine::percent, "ppb"), field("percentBasis", &QuoteLine::percentBasis),
              field("scope", &QuoteLine::scope));
    }
    bool operator==(const QuoteLine&) const = default;
};

} // namespace rackwright
