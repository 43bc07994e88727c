// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What both directions of the NetBox set share: the files with their columns, NetBox's words for interfaces, inlets and
// states, and the "key=value" remarks in which the set keeps what NetBox has no column for. Internal to the exchange.
// Columns and words: NetBox documentation, bulk import of NetBox 4.1 and later.

#include "model/design/design.h"
#include "model/parts/port_list.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright::netbox {

/// The files in the order in which NetBox takes them.
enum class File : std::uint8_t {
    Sites,
    Locations,
    Manufacturers,
    RackRoles,
    RackTypes,
    Racks,
    DeviceRoles,
    DeviceTypes,
    Devices,
    DeviceBays,
    Interfaces,
    PowerPorts,
    PowerOutlets,
    PowerPanels,
    PowerFeeds,
    Cables,
    FeedCables
};
inline constexpr std::size_t kFiles = 17;

struct FileForm {
    std::string_view name;
    std::vector<std::string> columns;
    std::vector<std::string> needed; ///< without which the file says nothing
    bool isNeeded = false;           ///< without which there is no set
};
/// Of a file.
const FileForm& formOf(File file);

/// A kind of interface as NetBox names it.
struct InterfaceKind {
    std::string_view type;
    double gigabits = 0;
    std::string_view connector;
    FabricProtocol protocol = FabricProtocol::Ethernet;
};
inline constexpr std::string_view kOtherType = "other";
/// Null for a word that is none of ours ("virtual", "lag", "other").
const InterfaceKind* interfaceKind(std::string_view type);
/// The word for a port; "other" where NetBox has none.
std::string interfaceType(double gigabits, const std::string& connector, FabricProtocol protocol);

/// "C14" as "iec-60320-c14"; "other" for what NetBox does not list.
std::string inletType(std::string_view inlet);
/// The other way; empty for "other".
std::string inletOfType(std::string_view type);

/// "Rack row A" as "rack-row-a": letters, digits and hyphens; "x" where nothing is left.
std::string slugOf(std::string_view name);

/// Names that nothing else has: a second "A01" becomes "A01 (2)".
class UniqueNames {
public:
    std::string operator()(std::string name);

private:
    std::set<std::string> m_taken;
    std::map<std::string, int> m_next;
};

/// "x=1200; y=600": remarks of ours in a text that a person may have added to.
class Remarks {
public:
    Remarks() = default;
    /// What is no "key=value" is passed over.
    explicit Remarks(std::string_view text);
    void add(std::string_view key, std::string_view value);
    void add(std::string_view key, Length millimetres);
    void addPlace(Point place, Angle turn);
    /// Empty where there is none.
    std::string operator[](std::string_view key) const;
    std::optional<Length> length(std::string_view key) const;
    std::optional<std::int64_t> count(std::string_view key) const;
    /// x and y, where both are there.
    std::optional<Point> place() const;
    Angle turn() const;
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    std::map<std::string, std::string, std::less<>> m_values;
};

/// Millimetres to a thousandth, "1200" or "482.6".
std::string millimetres(Length length);
std::optional<Length> lengthOf(std::string_view millimetres);
/// Corners of a polygon: "0,0 6000,0 6000,4000".
std::string outlineText(const std::vector<Point>& outline);
/// Empty where the text is none.
std::vector<Point> outlineOf(std::string_view text);

/// A port of a thing as a row of interfaces, without the thing's name.
struct Interface {
    std::string name, type;
    std::string speed; ///< kbit/s; empty: not known
    bool isManagement = false;
    std::string role; ///< word of the port's role
    bool operator==(const Interface&) const = default;
};
/// A power supply as a row of power ports.
struct PowerPort {
    std::string name, type, maximum, allocated; ///< W
    bool operator==(const PowerPort&) const = default;
};
/// An outlet of a rack PDU.
struct Outlet {
    std::string name, type;
    bool operator==(const Outlet&) const = default;
};
/// Of a part, by its ports, in the order of the faceplate; names are made different.
std::vector<Interface> interfacesOf(const Part& part);
std::vector<PowerPort> powerPortsOf(const Part& part);
/// By the counts of outlets, under the labels that the vendor prints where the part lists them.
std::vector<Outlet> outletsOf(const Part& part);
/// The lane of a port that is broken out into `lanes`.
Interface laneOf(const Part& part, const Interface& port, std::int64_t number, std::int64_t lane, std::int64_t lanes);
/// "swp1s0" of "swp1".
std::string laneName(const std::string& port, std::int64_t lane);

/// What a row of device types or rack types says of a part.
std::vector<std::string> deviceTypeCells(const Part& part, const std::string& model, std::string_view subdevice);
std::vector<std::string> rackTypeCells(const Part& part, const std::string& model);

/// Whole U or halves; empty where not known.
std::string unitsText(const Part& part);

/// "planned", "active", "decommissioning" of racks and devices; "connected" instead of active of cables.
std::string statusText(const Scope& scope, bool isCable = false);
Scope scopeOf(std::string_view status);

/// Roles under which plant is listed among devices: "power/ups", "cooling/cdu-row".
inline constexpr std::string_view kPowerRole = "power/";
inline constexpr std::string_view kCoolingRole = "cooling/";
inline constexpr std::string_view kNoRole = "unassigned";
/// Ids of parts that were made of NetBox's word for a cable.
inline constexpr std::string_view kCablePartPrefix = "netbox-cable-";
/// Maker of what no part is known of.
inline constexpr std::string_view kNoMaker = "Generic";

} // namespace rackwright::netbox
