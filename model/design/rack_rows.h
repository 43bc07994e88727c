// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of what is installed: racks, rack types, scalable units, devices with their modules, networks and cables.

#include "model/design/room_rows.h"
#include "model/design/table.h"
#include "model/parts/part.h"

namespace rackwright {

struct Rack;
struct Device;

/// Places beside the rails, of a rack type or in a device.
inline constexpr Limits kSlotLimits{0, 10'000};
/// Places side by side in one rack unit.
inline constexpr Limits kColumnLimits{0, 47};

/// One revision of a part, embedded in the project so that the design solves for ever with the same numbers.
struct PartRow {
    Id<PartRow> id;
    PartPtr part;
    static constexpr void fields(auto&& visit) { visit(field("id", &PartRow::id), field("part", &PartRow::part)); }
    bool operator==(const PartRow& other) const {
        return id == other.id && (part == other.part || (part && other.part && *part == *other.part));
    }
};

/// Of a rack: its cold and its hot side.
enum class Face : std::uint8_t { Front, Rear };
/// Of a rack, for places beside the rails.
enum class Side : std::uint8_t { Left, Right };
template <>
struct EnumNames<Face> {
    static constexpr std::array<std::string_view, 2> names = {"front", "rear"};
};
template <>
struct EnumNames<Side> {
    static constexpr std::array<std::string_view, 2> names = {"left", "right"};
};

/// A slot of a rack type: what stands where in every rack of that type.
struct RackSlot {
    std::int64_t slot = 0; ///< stable number within the type
    std::int64_t unit = 1; ///< lowest rack unit, from 1 at the bottom; 0: a 0U place
    Face face = Face::Front;
    std::int64_t column = 0; ///< for half-width and sleds: 0 from the left
    Side side = Side::Left;  ///< for 0U places
    Id<PartRow> part;
    std::string namePattern; ///< "{rack}-n{n}"
    std::string role;
    static constexpr void fields(auto&& visit) {
        visit(field("slot", &RackSlot::slot, kSlotLimits), field("unit", &RackSlot::unit, Limits{0, kMostRackUnits}),
              field("face", &RackSlot::face), field("column", &RackSlot::column, kColumnLimits),
              field("side", &RackSlot::side), field("part", &RackSlot::part),
              field("namePattern", &RackSlot::namePattern), field("role", &RackSlot::role));
    }
    bool operator==(const RackSlot&) const = default;
};

/// What every rack of the type holds. Each change counts `version` up; a rack says by `typeVersion` which it follows.
struct RackType {
    Id<RackType> id;
    std::string name;
    std::int64_t version = 1;
    Id<PartRow> part;
    std::vector<RackSlot> slots;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &RackType::id), field("name", &RackType::name), field("version", &RackType::version),
              field("part", &RackType::part), field("slots", &RackType::slots));
    }
    bool operator==(const RackType&) const = default;
};

/// `count` racks of a type: the first at `offset` from the unit's origin, each further one by `step`.
struct ScalableUnitMember {
    Id<RackType> rackType;
    std::int64_t count = 1;
    Point offset;
    Point step;
    Angle rotation;
    static constexpr void fields(auto&& visit) {
        visit(field("rackType", &ScalableUnitMember::rackType),
              field("count", &ScalableUnitMember::count, Limits{1, 10'000}),
              field("offset", &ScalableUnitMember::offset), field("step", &ScalableUnitMember::step),
              field("rotation", &ScalableUnitMember::rotation, "mdeg"));
    }
    bool operator==(const ScalableUnitMember&) const = default;
};

/// A name with a value, for recipe and generator parameters ("leaf-radix" = "64").
struct Parameter {
    std::string name;
    std::string value;
    static constexpr void fields(auto&& visit) {
        visit(field("name", &Parameter::name), field("value", &Parameter::value));
    }
    bool operator==(const Parameter&) const = default;
};

/// A block of racks that is placed at once (a pod, an SU), with the fabric that goes with it.
struct ScalableUnit {
    Id<ScalableUnit> id;
    std::string name;
    std::vector<ScalableUnitMember> members;
    std::string fabricRecipe;
    std::vector<Parameter> fabricParameters;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &ScalableUnit::id), field("name", &ScalableUnit::name),
              field("members", &ScalableUnit::members), field("fabricRecipe", &ScalableUnit::fabricRecipe),
              field("fabricParameters", &ScalableUnit::fabricParameters));
    }
    bool operator==(const ScalableUnit&) const = default;
};

/// A rack on the plan. What it holds are rows of their own, which name it by their placement.
struct Rack {
    Id<Rack> id;
    std::string name;
    std::string row; ///< label of the rack row on the plan ("A")
    Id<Room> room;
    Id<PartRow> part;
    Point centre;
    Angle rotation; ///< 0: front towards the top of the plan
    std::string role;
    Id<RackType> rackType;
    std::int64_t typeVersion = 0;
    std::vector<std::string> overrides; ///< names of fields that a person changed against the type
    std::optional<Power> powerCap;      ///< contracted or set limit of this rack
    Id<Rack> copiedFrom;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Rack::id), field("name", &Rack::name), field("row", &Rack::row), field("room", &Rack::room),
              field("part", &Rack::part), field("centre", &Rack::centre), field("rotation", &Rack::rotation, "mdeg"),
              field("role", &Rack::role), field("rackType", &Rack::rackType), field("typeVersion", &Rack::typeVersion),
              field("overrides", &Rack::overrides), field("powerCap", &Rack::powerCap, "W"),
              field("copiedFrom", &Rack::copiedFrom), field("scope", &Rack::scope));
    }
    bool operator==(const Rack&) const = default;
};

/// Not yet placed: lies in the tray.
struct Unplaced {
    static constexpr void fields(auto&& visit) { visit(); }
    bool operator==(const Unplaced&) const = default;
};
/// Between the rails.
struct InRack {
    Id<Rack> rack;
    std::int64_t unit = 1; ///< lowest rack unit, from 1 at the bottom
    Face face = Face::Front;
    std::int64_t column = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("rack", &InRack::rack), field("unit", &InRack::unit, Limits{1, kMostRackUnits}),
              field("face", &InRack::face), field("column", &InRack::column, kColumnLimits));
    }
    bool operator==(const InRack&) const = default;
};
/// Vertical places beside the rails, at the rear unless the part says otherwise.
struct ZeroU {
    Id<Rack> rack;
    Side side = Side::Left;
    std::int64_t slot = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("rack", &ZeroU::rack), field("side", &ZeroU::side), field("slot", &ZeroU::slot, kSlotLimits));
    }
    bool operator==(const ZeroU&) const = default;
};
/// Standing in a room of its own right, in the room's coordinates.
struct OnFloor {
    Id<Room> room;
    Point centre;
    Angle rotation;
    static constexpr void fields(auto&& visit) {
        visit(field("room", &OnFloor::room), field("centre", &OnFloor::centre),
              field("rotation", &OnFloor::rotation, "mdeg"));
    }
    bool operator==(const OnFloor&) const = default;
};
/// A tray or sled in another device.
struct InDevice {
    Id<Device> device;
    std::int64_t slot = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("device", &InDevice::device), field("slot", &InDevice::slot, kSlotLimits));
    }
    bool operator==(const InDevice&) const = default;
};
using Placement = std::variant<Unplaced, InRack, ZeroU, OnFloor, InDevice>;
template <>
struct VariantKinds<Placement> {
    static constexpr std::array<std::string_view, 5> names = {"unplaced", "in-rack", "zero-u", "on-floor", "in-device"};
};

/// Any equipment with ports or load: server, switch, storage, sled. PDUs and cooling units have tables of their own.
struct Device {
    Id<Device> id;
    std::string name;
    Id<PartRow> part;
    Placement placement;
    std::string role;       ///< "compute", "leaf", "spine", "core", "storage", "head", "management", ...
    std::int64_t group = 0; ///< pod, plane or scalable unit, from 1; 0: none
    std::int64_t slot = 0;  ///< slot of the rack type that it came from; 0: none
    std::vector<std::string> overrides;
    std::optional<Power> powerCap;
    Id<Device> copiedFrom;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Device::id), field("name", &Device::name), field("part", &Device::part),
              field("placement", &Device::placement), field("role", &Device::role),
              field("group", &Device::group, Limits{0, 1'000'000}), field("slot", &Device::slot, kSlotLimits),
              field("overrides", &Device::overrides), field("powerCap", &Device::powerCap, "W"),
              field("copiedFrom", &Device::copiedFrom), field("scope", &Device::scope));
    }
    bool operator==(const Device&) const = default;
};

/// The rack that a thing stands or hangs in; null when it stands in none (or in another device).
Id<Rack> rackOf(const Placement& placement);
inline Id<Rack> rackOf(const Device& device) { return rackOf(device.placement); }

/// Index of what stands or hangs in a rack; not of sleds within devices (DevicesByHost).
struct DevicesByRack {
    using Key = Id<Rack>;
    template <class Emit>
    static void keys(const Device& device, Emit emit) {
        if (const Id<Rack> rack = rackOf(device))
            emit(rack);
    }
};
/// Index of the devices of a part revision.
struct DevicesByPart {
    using Key = Id<PartRow>;
    template <class Emit>
    static void keys(const Device& device, Emit emit) {
        emit(device.part);
    }
};
/// Index of the trays and sleds in a device.
struct DevicesByHost {
    using Key = Id<Device>;
    template <class Emit>
    static void keys(const Device& device, Emit emit) {
        if (const auto* in = std::get_if<InDevice>(&device.placement))
            emit(in->device);
    }
};
template <>
struct TableIndexes<Device> {
    using Indexes = std::tuple<DevicesByRack, DevicesByPart, DevicesByHost>;
};

/// What is sold inside a device but chosen on its own: NICs, drives, processors, memory, licences.
struct Module {
    Id<Module> id;
    Id<Device> device;
    std::string slot;
    Id<PartRow> part;
    std::int64_t count = 1;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Module::id), field("device", &Module::device), field("slot", &Module::slot),
              field("part", &Module::part), field("count", &Module::count, Limits{1, 100'000}),
              field("scope", &Module::scope));
    }
    bool operator==(const Module&) const = default;
};
/// Index of what is chosen inside a device.
struct ModulesByDevice {
    using Key = Id<Device>;
    template <class Emit>
    static void keys(const Module& module, Emit emit) {
        emit(module.device);
    }
};
template <>
struct TableIndexes<Module> {
    using Indexes = std::tuple<ModulesByDevice>;
};

enum class NetworkRole : std::uint8_t { Compute, Storage, InBand, OutOfBand, ScaleUp };
template <>
struct EnumNames<NetworkRole> {
    static constexpr std::array<std::string_view, 5> names = {"compute", "storage", "in-band", "out-of-band",
                                                              "scale-up"};
};
/// A network of cables; which cables belong to it stands in the cables.
struct Network {
    Id<Network> id;
    std::string name;
    NetworkRole role = NetworkRole::Compute;
    FabricProtocol protocol = FabricProtocol::InfiniBand;
    std::string colour; ///< "#rrggbb"; empty: by role
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Network::id), field("name", &Network::name), field("role", &Network::role),
              field("protocol", &Network::protocol), field("colour", &Network::colour));
    }
    bool operator==(const Network&) const = default;
};

/// One end of a cable: a port of a device (or of plant, see cabled.h) and, after a breakout, its lane.
struct PortRef {
    Id<Device> device;
    std::uint16_t port = 0;
    std::uint8_t lane = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("device", &PortRef::device), field("port", &PortRef::port), field("lane", &PortRef::lane));
    }
    friend constexpr auto operator<=>(const PortRef&, const PortRef&) = default;
};

/// A small fixed row: there may be 400,000. Medium, part, length, route and label are derived; CableDetail holds those
/// that a person pinned.
struct Cable {
    Id<Cable> id;
    PortRef a;
    PortRef b;
    Id<Network> network;
    std::uint32_t generatorKey = 0; ///< which generator drew it (FabricGenerator::key); 0: by hand
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Cable::id), field("a", &Cable::a), field("b", &Cable::b), field("network", &Cable::network),
              field("generatorKey", &Cable::generatorKey));
    }
    bool operator==(const Cable&) const = default;
};
/// Index of the cables of a device or of plant, by either end.
struct CablesByDevice {
    using Key = Id<Device>;
    template <class Emit>
    static void keys(const Cable& cable, Emit emit) {
        emit(cable.a.device);
        if (cable.b.device != cable.a.device)
            emit(cable.b.device);
    }
};
template <>
struct TableIndexes<Cable> {
    using Indexes = std::tuple<CablesByDevice>;
};

/// What a person pinned of a cable. Its id is its own; `cable` names the cable.
struct CableDetail {
    Id<CableDetail> id;
    Id<Cable> cable;
    std::string label;
    std::string colour;
    Id<PartRow> part;
    std::optional<Length> length;
    std::vector<Id<PathSegment>> route;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CableDetail::id), field("cable", &CableDetail::cable), field("label", &CableDetail::label),
              field("colour", &CableDetail::colour), field("part", &CableDetail::part),
              field("length", &CableDetail::length, "um", Limits{0, 1e11}), field("route", &CableDetail::route),
              field("scope", &CableDetail::scope));
    }
    bool operator==(const CableDetail&) const = default;
};
/// Index of what a person pinned of a cable.
struct DetailsByCable {
    using Key = Id<Cable>;
    template <class Emit>
    static void keys(const CableDetail& detail, Emit emit) {
        emit(detail.cable);
    }
};
template <>
struct TableIndexes<CableDetail> {
    using Indexes = std::tuple<DetailsByCable>;
};

/// A generator that wrote cables (and perhaps switches), kept so that it can be run again.
struct FabricGenerator {
    Id<FabricGenerator> id;
    std::uint32_t key = 0;
    std::string family; ///< "clos-2", "clos-3", ...
    Id<Network> network;
    std::vector<Parameter> parameters;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &FabricGenerator::id), field("key", &FabricGenerator::key),
              field("family", &FabricGenerator::family), field("network", &FabricGenerator::network),
              field("parameters", &FabricGenerator::parameters));
    }
    bool operator==(const FabricGenerator&) const = default;
};

} // namespace rackwright
