// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Design: one option of a project as an immutable value of tables. An edit makes a new one; undo is the old one. What
// is common to all options (parts, site, requirements, quote header) is in Project.

#include "model/design/facility_rows.h"

#include <memory>
#include <string_view>

namespace rackwright {

extern template class Table<Room>;
extern template class Table<RoomObject>;
extern template class Table<PathNode>;
extern template class Table<PathSegment>;
extern template class Table<RackType>;
extern template class Table<ScalableUnit>;
extern template class Table<Rack>;
extern template class Table<Device>;
extern template class Table<Module>;
extern template class Table<Network>;
extern template class Table<Cable>;
extern template class Table<CableDetail>;
extern template class Table<FabricGenerator>;
extern template class Table<PowerElement>;
extern template class Table<PowerLink>;
extern template class Table<CordOverride>;
extern template class Table<CoolingLoop>;
extern template class Table<CoolingUnit>;
extern template class Table<CoolingService>;
extern template class Table<Workload>;
extern template class Table<StoragePool>;
extern template class Table<QuoteLine>;

/// One option's design: everything drawn, connected or planned. Ids are unique across its tables and those of the
/// project.
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

    // All tables at once are much code; it stands in design.cpp, not in every file that copies a design.
    Design();
    Design(const Design&);
    Design(Design&&) noexcept;
    Design& operator=(const Design&);
    Design& operator=(Design&&) noexcept;
    ~Design();
    bool operator==(const Design&) const;
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

/// Calls visit(DesignTable<Row>) for each table, in the order of the file.
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
