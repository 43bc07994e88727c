// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Part: one revision of something one can buy, complete enough to design with. The catalogue makes it, a project embeds
// it, solvers read it; it knows neither database nor price book. Rates, power modes, ports and prices are rows.

#include "model/base/fields.h"
#include "model/figures/fact.h"
#include "model/units/length.h"
#include "model/units/money.h"
#include "model/units/quantity.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

enum class PartCategory : std::uint8_t {
    GpuNode,
    PcieGpuNode,
    CpuNode,
    HeadNode,
    ManagementNode,
    RackScaleSystem,
    Tray,
    StorageNode,
    StorageSystem,
    Switch,
    Nic,
    Accelerator,
    Processor,
    Drive,
    Transceiver,
    CopperCable,
    OpticalCable,
    Fibre,
    Rack,
    RackPdu,
    PowerShelf,
    BatteryShelf,
    BuswayTapOff,
    Busway,
    RemotePowerPanel,
    Ups,
    Battery,
    Transformer,
    Switchgear,
    Generator,
    DcPower,
    Cdu,
    Crah,
    FanWall,
    InRowCooler,
    RearDoorExchanger,
    Manifold,
    PumpUnit,
    Chiller,
    DryCooler,
    ImmersionTank,
    Containment,
    CableManagement,
    Software,
    Service,
    CloudInstance,
    Other
};

enum class Lifecycle : std::uint8_t { Announced, Available, Discontinued, Withdrawn, Unknown };
enum class Procurement : std::uint8_t { OnPremises, CloudOnly, Unknown };
enum class PartNumberConfidence : std::uint8_t { Confirmed, Estimate, Unknown };
enum class HeatPath : std::uint8_t { Air, Liquid, Hybrid, Unknown };
enum class Airflow : std::uint8_t { FrontToRear, RearToFront, SideToSide, None, Unknown };
enum class Mounting : std::uint8_t { Eia19, OpenRack21, Mgx, ZeroU, WholeRack, Floor, InDevice, None };

enum class Precision : std::uint8_t { Fp64, Fp32, Tf32, Bf16, Fp16, Fp8, Fp4, Int8 };
enum class UnitClass : std::uint8_t { Vector, Matrix };
enum class Sparsity : std::uint8_t { Dense, Structured };
enum class PowerModeKind : std::uint8_t { Idle, Typical, Maximum, Peak };
enum class PortRole : std::uint8_t { Compute, Storage, InBand, Management, ScaleUp, Data, Uplink, Console };
enum class FabricProtocol : std::uint8_t { InfiniBand, Ethernet, Either, NvLink, InfinityFabric, Other };

template <>
struct EnumNames<PartCategory> {
    static constexpr std::array<std::string_view, 47> names = {"gpu-node",
                                                               "pcie-gpu-node",
                                                               "cpu-node",
                                                               "head-node",
                                                               "management-node",
                                                               "rack-scale",
                                                               "tray",
                                                               "storage-node",
                                                               "storage-system",
                                                               "switch",
                                                               "nic",
                                                               "accelerator",
                                                               "processor",
                                                               "drive",
                                                               "transceiver",
                                                               "copper-cable",
                                                               "optical-cable",
                                                               "fibre",
                                                               "rack",
                                                               "rack-pdu",
                                                               "power-shelf",
                                                               "battery-shelf",
                                                               "busway-tapoff",
                                                               "busway",
                                                               "rpp",
                                                               "ups",
                                                               "battery",
                                                               "transformer",
                                                               "switchgear",
                                                               "generator",
                                                               "dc-power",
                                                               "cdu",
                                                               "crah",
                                                               "fan-wall",
                                                               "in-row-cooler",
                                                               "rear-door",
                                                               "manifold",
                                                               "pump-unit",
                                                               "chiller",
                                                               "dry-cooler",
                                                               "immersion-tank",
                                                               "containment",
                                                               "cable-management",
                                                               "software",
                                                               "service",
                                                               "cloud-instance",
                                                               "other"};
};
template <>
struct EnumNames<Lifecycle> {
    static constexpr std::array<std::string_view, 5> names = {"announced", "available", "discontinued", "withdrawn",
                                                              "unknown"};
};
template <>
struct EnumNames<Procurement> {
    static constexpr std::array<std::string_view, 3> names = {"on-premises", "cloud-only", "unknown"};
};
template <>
struct EnumNames<PartNumberConfidence> {
    static constexpr std::array<std::string_view, 3> names = {"confirmed", "estimate", "unknown"};
};
template <>
struct EnumNames<HeatPath> {
    static constexpr std::array<std::string_view, 4> names = {"air", "liquid", "hybrid", "unknown"};
};
template <>
struct EnumNames<Airflow> {
    static constexpr std::array<std::string_view, 5> names = {"front-to-rear", "rear-to-front", "side-to-side", "none",
                                                              "unknown"};
};
template <>
struct EnumNames<Mounting> {
    static constexpr std::array<std::string_view, 8> names = {"eia-19",     "open-rack-21", "mgx",       "zero-u",
                                                              "whole-rack", "floor",        "in-device", "none"};
};
template <>
struct EnumNames<Precision> {
    static constexpr std::array<std::string_view, 8> names = {"fp64", "fp32", "tf32", "bf16",
                                                              "fp16", "fp8",  "fp4",  "int8"};
};
template <>
struct EnumNames<UnitClass> {
    static constexpr std::array<std::string_view, 2> names = {"vector", "matrix"};
};
template <>
struct EnumNames<Sparsity> {
    static constexpr std::array<std::string_view, 2> names = {"dense", "structured"};
};
template <>
struct EnumNames<PowerModeKind> {
    static constexpr std::array<std::string_view, 4> names = {"idle", "typical", "maximum", "peak"};
};
template <>
struct EnumNames<PortRole> {
    static constexpr std::array<std::string_view, 8> names = {"compute",  "storage", "in-band", "management",
                                                              "scale-up", "data",    "uplink",  "console"};
};
template <>
struct EnumNames<FabricProtocol> {
    static constexpr std::array<std::string_view, 6> names = {"infiniband", "ethernet",        "either",
                                                              "nvlink",     "infinity-fabric", "other"};
};

/// Greatest counts of what figures, drawings and checks go through one by one.
inline constexpr double kMostPorts = 4096;    ///< of one group, and of a part in all
inline constexpr double kMostSupplies = 1000; ///< of one set of power supplies or cords
inline constexpr double kMostRackUnits = 200;
inline constexpr Limits kPhaseLimits{0, 3}; ///< 0: direct current

/// One property: its key, its fact in SI (or text), and a note for the reader.
struct Attribute {
    std::string key;
    Fact<double> number;    ///< SI, or a count; unknown for a text attribute
    Fact<std::string> text; ///< unknown for a number
    std::string note;
    static constexpr void fields(auto&& visit) {
        visit(field("key", &Attribute::key), field("number", &Attribute::number), field("text", &Attribute::text),
              field("note", &Attribute::note));
    }
    bool operator==(const Attribute&) const = default;
};

/// Another sourced value for a property than the one kept ("3 sources disagree").
struct Assertion {
    std::string key;
    std::string value; ///< as the source prints it
    Source source;
    Grade grade = Grade::ThirdParty;
    std::string note;
    static constexpr void fields(auto&& visit) {
        visit(field("key", &Assertion::key), field("value", &Assertion::value), field("source", &Assertion::source),
              field("grade", &Assertion::grade), field("note", &Assertion::note));
    }
    bool operator==(const Assertion&) const = default;
};

struct ComputeRate {
    Precision precision = Precision::Bf16;
    UnitClass unitClass = UnitClass::Matrix;
    Sparsity sparsity = Sparsity::Dense;
    Fact<OperationRate> rate;
    static constexpr void fields(auto&& visit) {
        visit(field("precision", &ComputeRate::precision), field("unitClass", &ComputeRate::unitClass),
              field("sparsity", &ComputeRate::sparsity), field("rate", &ComputeRate::rate, "op/s"));
    }
    bool operator==(const ComputeRate&) const = default;
};

struct PowerMode {
    PowerModeKind kind = PowerModeKind::Maximum;
    Fact<Power> power;
    std::string condition;
    static constexpr void fields(auto&& visit) {
        visit(field("kind", &PowerMode::kind), field("power", &PowerMode::power, "W"),
              field("condition", &PowerMode::condition));
    }
    bool operator==(const PowerMode&) const = default;
};

/// A set of like power supplies or cords. "4+2" is required 4, count 6.
struct PowerInput {
    std::int64_t count = 0;
    Fact<Power> rating;
    std::optional<std::int64_t> required; ///< supplies that must work; unset: not known
    std::string inlet;                    ///< C14, C20, busbar, plug name
    Fact<Voltage> voltageLow;
    Fact<Voltage> voltageHigh;
    std::int64_t phases = 1;
    static constexpr void fields(auto&& visit) {
        visit(field("count", &PowerInput::count, Limits{0, kMostSupplies}), field("rating", &PowerInput::rating, "W"),
              field("required", &PowerInput::required, Limits{0, kMostSupplies}), field("inlet", &PowerInput::inlet),
              field("voltageLow", &PowerInput::voltageLow, "V"), field("voltageHigh", &PowerInput::voltageHigh, "V"),
              field("phases", &PowerInput::phases, kPhaseLimits));
    }
    bool operator==(const PowerInput&) const = default;
};

/// Flow that a part needs at one inlet temperature (many vendors give a curve).
struct LiquidPoint {
    Fact<double> inletCelsius;
    Fact<VolumeFlow> flow;
    Fact<Pressure> pressureDrop;
    std::string condition;
    static constexpr void fields(auto&& visit) {
        visit(field("inletCelsius", &LiquidPoint::inletCelsius, Limits{-100, 200}),
              field("flow", &LiquidPoint::flow, "m3/s"), field("pressureDrop", &LiquidPoint::pressureDrop, "Pa"),
              field("condition", &LiquidPoint::condition));
    }
    bool operator==(const LiquidPoint&) const = default;
};

/// Like ports in faceplate order. Ports are numbered through all groups from 0: see port_list.h.
struct PortGroup {
    PortRole role = PortRole::Data;
    std::int64_t count = 0;
    Fact<DataRate> speed; ///< one way
    std::string connector;
    std::int64_t portsPerCage = 1;
    FabricProtocol protocol = FabricProtocol::Ethernet;
    std::int64_t maximumSplit = 1; ///< largest breakout of one port (1, 2, 4, 8)
    std::string namePattern; ///< "{n}" is the number in the group from 1, "{cage}" and "{in}" cage and place in it
    static constexpr void fields(auto&& visit) {
        visit(field("role", &PortGroup::role), field("count", &PortGroup::count, Limits{0, kMostPorts}),
              field("speed", &PortGroup::speed, "B/s"), field("connector", &PortGroup::connector),
              field("portsPerCage", &PortGroup::portsPerCage, Limits{1, 64}), field("protocol", &PortGroup::protocol),
              field("maximumSplit", &PortGroup::maximumSplit, Limits{1, 64}),
              field("namePattern", &PortGroup::namePattern));
    }
    bool operator==(const PortGroup&) const = default;
};

/// A dated price per unit of `basis`; never overwritten, only added to.
struct Price {
    Currency currency;
    Fact<PriceRate> rate;
    std::string basis; ///< each, per GPU, per rack, per metre, per hour, ...
    std::string region;
    std::string date;       ///< ISO 8601; empty: undated
    std::string validUntil; ///< ISO 8601; empty: open
    std::string note;
    static constexpr void fields(auto&& visit) {
        visit(field("currency", &Price::currency), field("rate", &Price::rate), field("basis", &Price::basis),
              field("region", &Price::region), field("date", &Price::date), field("validUntil", &Price::validUntil),
              field("note", &Price::note));
    }
    bool operator==(const Price&) const = default;
};

struct Part {
    std::string id;            ///< stable catalogue id, "nv-dgx-h200"
    std::int64_t revision = 1; ///< grows with each change of the catalogue's row
    PartCategory category = PartCategory::Other;
    std::string vendor;
    std::string model;
    std::string description;
    std::string partNumber;
    PartNumberConfidence partNumberConfidence = PartNumberConfidence::Unknown;
    Lifecycle lifecycle = Lifecycle::Unknown;
    Procurement procurement = Procurement::Unknown;
    Mounting mounting = Mounting::None;
    HeatPath heatPath = HeatPath::Unknown;
    Airflow airflow = Airflow::Unknown;
    bool isPlanningClass = false; ///< ours, low/typical/high at grade estimate, where vendors are silent
    std::vector<Attribute> attributes;
    std::vector<ComputeRate> rates;
    std::vector<PowerMode> powerModes;
    std::vector<PowerInput> powerInputs;
    std::vector<LiquidPoint> liquidPoints;
    std::vector<PortGroup> portGroups;
    std::vector<Price> prices;
    std::vector<Assertion> assertions;
    std::vector<Source> sources;
    std::string notes;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Part::id), field("revision", &Part::revision, Limits{1, 1e9}),
              field("category", &Part::category), field("vendor", &Part::vendor), field("model", &Part::model),
              field("description", &Part::description), field("partNumber", &Part::partNumber),
              field("partNumberConfidence", &Part::partNumberConfidence), field("lifecycle", &Part::lifecycle),
              field("procurement", &Part::procurement), field("mounting", &Part::mounting),
              field("heatPath", &Part::heatPath), field("airflow", &Part::airflow),
              field("isPlanningClass", &Part::isPlanningClass), field("attributes", &Part::attributes),
              field("rates", &Part::rates), field("powerModes", &Part::powerModes),
              field("powerInputs", &Part::powerInputs), field("liquidPoints", &Part::liquidPoints),
              field("portGroups", &Part::portGroups), field("prices", &Part::prices),
              field("assertions", &Part::assertions), field("sources", &Part::sources), field("notes", &Part::notes));
    }
    bool operator==(const Part&) const = default;
};

using PartPtr = std::shared_ptr<const Part>;

/// A typed property key. Q is Length, Temperature, Quantity, double (a count) or std::string.
template <class Q>
struct PartAttribute {
    std::string_view key;
    std::string_view unit; ///< how a person reads it
};

namespace attribute {
inline constexpr PartAttribute<double> rackUnits{"rack-units", "U"};
inline constexpr PartAttribute<Length> height{"height", "mm"};
inline constexpr PartAttribute<Length> width{"width", "mm"};
inline constexpr PartAttribute<Length> depth{"depth", "mm"};
inline constexpr PartAttribute<double> widthShare{"width-share", ""}; ///< 0.5: half of a rack's width
inline constexpr PartAttribute<double> depthShare{"depth-share", ""}; ///< 0.5: half depth, front or rear
inline constexpr PartAttribute<Mass> weight{"weight", "kg"};
inline constexpr PartAttribute<std::string> weightBasis{"weight-basis", ""};
inline constexpr PartAttribute<double> acceleratorCount{"accelerator-count", ""};
inline constexpr PartAttribute<std::string> acceleratorModel{"accelerator-model", ""};
inline constexpr PartAttribute<DataSize> memory{"memory", "GB"};
inline constexpr PartAttribute<DataSize> usableMemory{"memory-usable", "GB"};
inline constexpr PartAttribute<DataRate> memoryBandwidth{"memory-bandwidth", "GB/s"};
inline constexpr PartAttribute<DataRate> scaleUpBandwidth{"scale-up-bandwidth", "GB/s"}; ///< sum of both directions
inline constexpr PartAttribute<double> scaleUpDomain{"scale-up-domain", ""};
inline constexpr PartAttribute<Power> tdp{"tdp", "W"};
inline constexpr PartAttribute<double> cpuCount{"cpu-count", ""};
inline constexpr PartAttribute<std::string> cpuModel{"cpu-model", ""};
inline constexpr PartAttribute<DataSize> systemMemory{"system-memory", "GB"};
inline constexpr PartAttribute<DataSize> localStorage{"local-storage", "TB"};
inline constexpr PartAttribute<double> liquidShare{"liquid-share", "%"}; ///< of heat, 0..1
inline constexpr PartAttribute<VolumeFlow> airflow{"airflow", "m3/h"};
inline constexpr PartAttribute<Power> statedHeat{"heat-stated", "BTU/h"};
inline constexpr PartAttribute<Temperature> inletMinimum{"air-inlet-min", "C"};
inline constexpr PartAttribute<Temperature> inletMaximum{"air-inlet-max", "C"};
inline constexpr PartAttribute<DataRate> readBandwidth{"read-bandwidth", "GB/s"};
inline constexpr PartAttribute<DataRate> writeBandwidth{"write-bandwidth", "GB/s"};
inline constexpr PartAttribute<DataSize> rawCapacity{"raw-capacity", "TB"};
inline constexpr PartAttribute<DataSize> usableCapacity{"usable-capacity", "TB"};
// racks
inline constexpr PartAttribute<double> rackHeightUnits{"rack-height-units", "U"};
inline constexpr PartAttribute<Length> unitPitch{"unit-pitch", "mm"};
inline constexpr PartAttribute<Length> mountingDepth{"mounting-depth", "mm"};
inline constexpr PartAttribute<Mass> staticLoad{"static-load", "kg"};
inline constexpr PartAttribute<Mass> dynamicLoad{"dynamic-load", "kg"};
inline constexpr PartAttribute<Mass> payload{"payload", "kg"};
inline constexpr PartAttribute<Length> clearanceFront{"clearance-front", "mm"};
inline constexpr PartAttribute<Length> clearanceRear{"clearance-rear", "mm"};
// power equipment
inline constexpr PartAttribute<Power> ratedPower{"rated-power", "kW"};
inline constexpr PartAttribute<Power> continuousPower{"continuous-power", "kW"};
inline constexpr PartAttribute<Current> ratedCurrent{"rated-current", "A"};
inline constexpr PartAttribute<Voltage> inputVoltage{"input-voltage", "V"};
inline constexpr PartAttribute<double> phases{"phases", ""};
inline constexpr PartAttribute<double> continuousFactor{"continuous-factor", ""};
inline constexpr PartAttribute<double> efficiency{"efficiency", "%"}; ///< 0..1
inline constexpr PartAttribute<double> outletsC13{"outlets-c13", ""};
inline constexpr PartAttribute<double> outletsC19{"outlets-c19", ""};
// cooling equipment
inline constexpr PartAttribute<Power> coolingCapacity{"cooling-capacity", "kW"};
inline constexpr PartAttribute<TemperatureDifference> approach{"approach", "K"};
inline constexpr PartAttribute<VolumeFlow> secondaryFlow{"secondary-flow", "L/min"};
inline constexpr PartAttribute<VolumeFlow> primaryFlow{"primary-flow", "L/min"};
inline constexpr PartAttribute<Pressure> availableHead{"available-head", "kPa"};
inline constexpr PartAttribute<VolumeFlow> suppliedAirflow{"supplied-airflow", "m3/h"};
// buying
inline constexpr PartAttribute<TimeSpan> leadTime{"lead-time", "weeks"};
inline constexpr PartAttribute<TimeSpan> installTime{"install-time", "h"};
} // namespace attribute

/// The raw attribute, or null.
const Attribute* findAttribute(const Part& part, std::string_view key);

Fact<double> numberFact(const Part& part, std::string_view key);
Fact<std::string> textFact(const Part& part, std::string_view key);

inline double fromSi(double si, const double*) { return si; }
inline Length fromSi(double si, const Length*) { return Length::nearest(si); }
inline Temperature fromSi(double si, const Temperature*) { return Temperature::kelvin(si); }
template <class D>
Quantity<D> fromSi(double si, const Quantity<D>*) {
    return Quantity<D>(si);
}

template <class Q>
Fact<Q> fact(const Part& part, const PartAttribute<Q>& key) {
    const Fact<double> raw = numberFact(part, key.key);
    Fact<Q> typed{Unknown{}, raw.grade, raw.source};
    const Q* tag = nullptr;
    if (const auto* k = std::get_if<Known<double>>(&raw.state))
        typed.state = Known<Q>{fromSi(k->value, tag)};
    else if (const auto* r = std::get_if<Range<double>>(&raw.state))
        typed.state = Range<Q>{fromSi(r->low, tag), fromSi(r->typical, tag), fromSi(r->high, tag)};
    return typed;
}
inline Fact<std::string> fact(const Part& part, const PartAttribute<std::string>& key) {
    return textFact(part, key.key);
}

/// The mode's power; unknown when the part has no such mode.
Fact<Power> powerIn(const Part& part, PowerModeKind kind);

/// Maximum dense (or structured) rate of the part in a precision; unknown when it has none.
Fact<OperationRate> computeRate(const Part& part, Precision precision, Sparsity sparsity = Sparsity::Dense);

/// Height in rack units, 0 for a part that takes none (0U, floor-standing, inside another).
std::int64_t rackUnitsOf(const Part& part);

} // namespace rackwright
