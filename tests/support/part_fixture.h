// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small hand-made parts for tests that must not depend on the catalogue: round figures, each chosen so that a test can
// be worked out by hand. Not real products.

#include "model/parts/part.h"
#include "model/project/project.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace rackwright::fixture {

inline Attribute number(std::string_view key, double si) {
    return {std::string(key), Fact<double>::known(si, Grade::Vendor), Fact<std::string>::unknown(), {}};
}

inline Attribute word(std::string_view key, std::string text) {
    return {std::string(key), Fact<double>::unknown(), Fact<std::string>::known(std::move(text), Grade::Vendor), {}};
}

inline PortGroup ports(PortRole role, std::int64_t count, double gigabits, FabricProtocol protocol,
                       std::string connector = "OSFP") {
    PortGroup group;
    group.role = role;
    group.count = count;
    group.speed = Fact<DataRate>::known(gigabits * unit::gigabitPerSecond, Grade::Vendor);
    group.connector = std::move(connector);
    group.protocol = protocol;
    return group;
}

inline Part part(std::string id, PartCategory category, Mounting mounting, std::vector<Attribute> attributes) {
    Part made;
    made.id = std::move(id);
    made.category = category;
    made.vendor = "Test";
    made.model = made.id;
    made.mounting = mounting;
    made.attributes = std::move(attributes);
    return made;
}

inline Part withPower(Part base, double watts, std::int64_t supplies = 2) {
    base.powerModes.push_back({PowerModeKind::Maximum, Fact<Power>::known(Power(watts), Grade::Vendor), {}});
    PowerInput input;
    input.count = supplies;
    base.powerInputs.push_back(input);
    return base;
}

/// The node of the tests: 8U, 8 accelerators, 8 compute ports, 2 storage, 2 in-band, 1 management, 10 kW.
inline Part node() {
    Part made = withPower(part("test-node", PartCategory::GpuNode, Mounting::Eia19,
                               {number("rack-units", 8), number("width", 0.482), number("depth", 0.9),
                                number("weight", 130), number("accelerator-count", 8)}),
                          10'000, 6);
    made.heatPath = HeatPath::Air;
    made.airflow = Airflow::FrontToRear;
    made.portGroups = {ports(PortRole::Compute, 8, 400, FabricProtocol::InfiniBand),
                       ports(PortRole::Storage, 2, 200, FabricProtocol::Ethernet),
                       ports(PortRole::InBand, 2, 100, FabricProtocol::Ethernet),
                       ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
    return made;
}

/// A switch of `count` data ports with one management port.
inline Part networkSwitch(std::string id, std::int64_t count, double gigabits, FabricProtocol protocol) {
    Part made =
        withPower(part(std::move(id), PartCategory::Switch, Mounting::Eia19,
                       {number("rack-units", 1), number("width", 0.44), number("depth", 0.66), number("weight", 15)}),
                  1'500);
    made.heatPath = HeatPath::Air;
    made.portGroups = {ports(PortRole::Data, count, gigabits, protocol),
                       ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
    return made;
}

inline Part rack(std::int64_t units = 48, double widthMetres = 0.6) {
    return part("test-rack", PartCategory::Rack, Mounting::Eia19,
                {number("rack-height-units", static_cast<double>(units)), number("width", widthMetres),
                 number("depth", 1.2), number("height", 2.3), number("weight", 170), number("static-load", 1500)});
}

inline Part rackPdu() {
    return part("test-pdu", PartCategory::RackPdu, Mounting::ZeroU,
                {number("weight", 10), number("rated-power", 34'500)});
}

/// Embeds parts into a project, each under the next id.
inline Id<PartRow> embed(Project& project, IdSource& ids, Part made) {
    PartRow row{ids.take<PartRow>(), std::make_shared<const Part>(std::move(made))};
    project.parts = project.parts.with(row);
    return row.id;
}

} // namespace rackwright::fixture
