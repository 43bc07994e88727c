// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Design: one option of a project as an immutable value of tables. An edit makes a new one; undo is the old one. What
// is common to all options (parts, site, requirements, quote header) is in Project.

#include "model/design/facility_rows.h"

#include <memory>
#include <string_view>

namespace rackwright {

struct Design {
    Table<Room> rooms;
    Table<RoomObject> roomObjects;
    Table<PathNode> pathNodes;
    Table<PathSegment> pathSegments;
    Table<RackType> rackTypes;
    Table<ScalableUnit> scalableUnits;
    Table<Rack> racks;
    Table<Device> devices;
    Table<Module> modules;
    Table<Network> networks;
    Table<Cable> cables;
    Table<CableDetail> cableDetails;
    Table<FabricGenerator> fabricGenerators;
    Table<PowerElement> powerElements;
    Table<PowerLink> powerLinks;
    Table<CordOverride> cordOverrides;
    Table<CoolingLoop> coolingLoops;
    Table<CoolingUnit> coolingUnits;
    Table<CoolingService> coolingServices;
    Table<Workload> workloads;
    Table<StoragePool> storagePools;
    Table<QuoteLine> quoteLines;

    bool operator==(const Design&) const = default;
};

using DesignPtr = std::shared_ptr<const Design>;

/// A table of Design with the name that the file uses.
template <class Row>
struct DesignTable {
    using RowType = Row;
    std::string_view name;
    Table<Row> Design::*member;
};

/// All tables of a design, in the order of the file.
template <class Take>
constexpr auto withDesignTables(Take&& take) {
    return take(
        DesignTable<Room>{"rooms", &Design::rooms}, DesignTable<RoomObject>{"room_objects", &Design::roomObjects},
        DesignTable<PathNode>{"path_nodes", &Design::pathNodes},
        DesignTable<PathSegment>{"path_segments", &Design::pathSegments},
        DesignTable<RackType>{"rack_types", &Design::rackTypes},
        DesignTable<ScalableUnit>{"scalable_units", &Design::scalableUnits}, DesignTable<Rack>{"racks", &Design::racks},
        DesignTable<Device>{"devices", &Design::devices}, DesignTable<Module>{"modules", &Design::modules},
        DesignTable<Network>{"networks", &Design::networks}, DesignTable<Cable>{"cables", &Design::cables},
        DesignTable<CableDetail>{"cable_details", &Design::cableDetails},
        DesignTable<FabricGenerator>{"fabric_generators", &Design::fabricGenerators},
        DesignTable<PowerElement>{"power_elements", &Design::powerElements},
        DesignTable<PowerLink>{"power_links", &Design::powerLinks},
        DesignTable<CordOverride>{"cord_overrides", &Design::cordOverrides},
        DesignTable<CoolingLoop>{"cooling_loops", &Design::coolingLoops},
        DesignTable<CoolingUnit>{"cooling_units", &Design::coolingUnits},
        DesignTable<CoolingService>{"cooling_services", &Design::coolingServices},
        DesignTable<Workload>{"workloads", &Design::workloads},
        DesignTable<StoragePool>{"storage_pools", &Design::storagePools},
        DesignTable<QuoteLine>{"quote_lines", &Design::quoteLines});
}

template <class Visit>
constexpr void forEachDesignTable(Visit&& visit) {
    withDesignTables([&visit](const auto&... each) { (visit(each), ...); });
}

/// The same as a tuple, for code that works on the types. A template, so that it costs nothing where it is not used.
template <int = 0>
constexpr auto designTables() {
    return withDesignTables([](const auto&... each) { return std::tuple{each...}; });
}

} // namespace rackwright
