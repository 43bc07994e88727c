// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ClusterBuilder: makes the design of a ClusterSpec step by step: parts and servers, networks, racks, halls, power,
// cooling; one source file a step. Internal to the recipes, which call buildCluster().

#include "solvers/generation/plain_cabler.h"
#include "solvers/recipes/cluster_spec.h"
#include "solvers/recipes/hall_layout.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rackwright {

struct EmbeddedPart {
    Id<PartRow> row;
    PartPtr part;
};

// What the steps ask of a part; 0 where nobody states it.
double typicalSi(const Part& part, const PartAttribute<Power>& key);
/// What a device is planned at: its maximum, else its typical power.
double planningWatts(const Part& part);
double liquidShare(const Part& part);
double continuousWatts(const Part& part);
/// The same at a voltage that may be below the part's own, of what is rated by current.
double continuousWatts(const Part& part, double volts);
/// "07" of 7 in two digits.
std::string padded(std::int64_t number, std::size_t digits);

class ClusterBuilder {
public:
    /// `copperLeaves`: of the out-of-band network at least, for the ports of PDUs and CDUs.
    ClusterBuilder(const ClusterSpec& spec, const RecipeSource& source, std::int64_t copperLeaves = 0);
    /// Once for each builder; fails with the first step that does.
    Result<Document> build();
    /// With how many such leaves all of them could be cabled; 0: with those that there are.
    std::int64_t copperLeavesWanted() const { return m_copperLeavesWanted; }

private:
    /// Air units that share the load of one part of a hall.
    static constexpr std::int64_t kMostUnitsInZone = 8;
    /// Of a leaf of the out-of-band network in a cluster that fills halls.
    static constexpr std::int64_t kSpareCopperPorts = 2;
    static constexpr std::uint32_t kOutOfBandKey = 4; ///< of the generators of a cluster

    /// One rack to be: devices by index with their units, before it has a place.
    struct PlannedRack {
        std::string role;
        std::vector<std::pair<std::size_t, std::int64_t>> contents; ///< device index, lowest unit
        double watts = 0;
        double liquidWatts = 0;
        bool isInRowUnit = false;
        bool isRackScale = false;
    };
    struct Hall {
        Id<Room> room;
        std::size_t from = 0, to = 0; ///< of m_racks
        Point origin;                 ///< on the plan of the floor that all halls share
        HallLayout layout;            ///< on that plan
        std::int64_t crahs = 0, cdus = 0;
    };

    // parts and servers
    Done embed(EmbeddedPart& into, const std::string& id);
    Done embedParts();
    Done embedRails();
    std::size_t addDevice(const EmbeddedPart& part, std::string name, std::string role, std::int64_t group);
    void addServers(const EmbeddedPart& part, std::int64_t count, const std::string& prefix, const std::string& role);
    Done makeServers();
    const Part& partOf(const Device& device) const;
    void embedCabling();
    Result<Document> finish();

    // networks
    Id<Network> addNetwork(std::string name, NetworkRole role, FabricProtocol protocol);
    void take(DrawnFabric drawn);
    void askNothingOfLosses();
    Done drawNetworks();
    Done drawCompute();
    std::vector<TreeEnd> endsOf(PortRole role, std::int64_t mostOfNode) const;
    Done drawLeafTree(std::vector<TreeEnd> ends, const std::string& leafId, const std::string& name, NetworkRole role,
                      std::uint32_t key, std::int64_t mostUplinks);
    Done drawLeafTreeUnder(std::vector<TreeEnd> ends, const std::string& leafId, const std::string& upperId,
                           const std::string& name, NetworkRole role, std::uint32_t key, std::int64_t mostUplinks);
    Done drawStorage();
    Done drawInBand();
    Done drawOutOfBand();

    // out-of-band network, once everything has its place
    struct CopperLeaf;
    const Network* outOfBand() const;
    static bool isCopperLeaf(const Device& device);
    std::int64_t mostCopperPorts() const; ///< of a leaf
    std::vector<CopperLeaf> copperLeaves() const;
    void keepCopperInHalls();
    void managePlant();

    // what stands in which rack
    static std::int64_t heightOf(const Part& rack);
    std::int64_t rackHeight() const { return heightOf(*m_rack.part); }
    /// Power shelves of each feed that a rack of such nodes needs with one of their rectifiers lost; 0: it has none.
    std::int64_t shelvesFor(double watts) const;
    Done planRacks();
    Done planComputeRacks();
    bool hasPods() const;
    std::vector<double> waysAlong() const;
    std::vector<std::size_t> orderAlong() const; ///< of all devices
    void packDevices(std::vector<PlannedRack>& network, std::vector<PlannedRack>& others) const;
    void joinRacks(std::vector<PlannedRack> network, std::vector<PlannedRack> others);
    void insertInRowUnits();
    const EmbeddedPart& rackPart(const PlannedRack& rack) const;

    // halls, racks on the floor
    std::vector<std::int64_t> copperAcross() const; ///< by rack: the border before it
    std::vector<std::size_t> hallBorders() const;   ///< of m_racks: where each hall begins, and the end
    Done placeRacks();
    double airWatts(const Hall& hall) const;
    double liquidWatts(const Hall& hall) const;
    std::int64_t unitsFor(const Hall& hall, double watts, double capacity, std::int64_t mostInZone) const;
    Done addWallUnits(HallRequest& request, EmbeddedPart& part, const std::string& id, const Hall& hall, double watts,
                      std::int64_t mostInZone, std::int64_t& count);
    Done layOut(Hall& hall, const HallLayout* alike = nullptr); ///< `alike`: of the same rows and walls
    void addObject(Id<Room> room, std::string name, RoomObjectShape shape);
    static Scope existing();
    void addRoom(Hall& hall, std::string name);
    void addDoors(const Hall& hall);
    void addAisles(const Hall& hall);
    void addRacks(const Hall& hall, std::int64_t firstRow);
    void addInRowUnit(Id<Room> room, const RackPlace& place, const std::string& name);
    std::string hallMark(const Hall& hall) const;
    const std::string& rackName(std::size_t r) const;

    // trays
    struct TrayUse;
    TrayUse trayUse() const;
    void addTrays();
    std::vector<Id<PathNode>> addHallTrays(const Hall& hall, const TrayUse& use, std::size_t h);
    Id<PathNode> addNode(Id<Room> room, PathNodeKind kind, Point place, Length height);
    PathSegment& addSegment(std::string name, PathwayKind kind, Id<PathNode> from, Id<PathNode> to, Length width,
                            Length height);

    // power
    Id<PowerElement> addElement(PowerElement element);
    void addLink(Id<PowerElement> from, Id<PowerElement> to, std::optional<Current> breaker = {});
    PowerElement element(std::string name, PowerElementKind kind, FeedSide side) const;
    Done supplyPower();
    bool hasCabinets() const;
    FeedSide sideOf(std::int64_t feed) const;
    std::string sideName(std::int64_t feed) const;
    Id<PowerElement> addUps(const Hall& hall, std::int64_t feed, double watts);
    Done supplyHall(const Hall& hall);
    /// Racks up to `to` that hang on one busway of each feed.
    struct Stretch {
        std::size_t to = 0;
        double watts = 0;
    };
    std::vector<Stretch> stretchesOf(const Hall& hall, std::int64_t busways) const;
    bool carries(const Stretch& stretch) const;
    Error tooFewBusways() const;
    Done supplyFromExisting(const Hall& hall);
    Id<PowerElement> addBusway(const Hall& hall, std::size_t from, std::size_t to, std::int64_t feed,
                               const Scope& scope);
    Done feedRacks(std::size_t from, std::size_t to, Id<PowerElement> run, std::int64_t feed);
    Id<PowerElement> addTapOff(std::size_t r, Id<PowerElement> run, std::int64_t feed, const EmbeddedPart& part,
                               const std::string& mark);
    void feedSystem(std::size_t r, Id<PowerElement> run, std::int64_t feed);
    std::optional<Power> shelfRating() const;
    std::int64_t pdusForCords(const PlannedRack& rack) const;
    Done feedCabinet(std::size_t r, Id<PowerElement> run, std::int64_t feed);
    bool isOnShelves(const PlannedRack& rack) const { return m_shelf.part && rack.role == "compute"; }
    void feedShelves(std::size_t r, Id<PowerElement> run, std::int64_t feed);

    // cooling
    Id<CoolingLoop> addLoop(std::string name, std::string fluid, double supply, double rise, bool isFacilityWater);
    Id<CoolingLoop> waterForAir(Id<CoolingLoop> facility);
    Done supplyCooling();
    Id<CoolingUnit> addWallUnit(const Hall& hall, std::size_t place, std::string name, CoolingUnitKind kind,
                                const EmbeddedPart& part, Id<CoolingLoop> primary, Id<CoolingLoop> secondary);
    void serve(Id<Rack> rack, Id<CoolingUnit> unit, HeatKind heat);
    void coolLiquid(const Hall& hall, Id<CoolingLoop> water);
    void coolByCrahs(const Hall& hall, Id<CoolingLoop> water);
    Done coolByDoors(Id<CoolingLoop> water);
    void coolInRow();
    double coolingDraw(const Hall& hall) const;
    void feedCooling();

    const ClusterSpec& m_spec;
    const RecipeSource& m_source;
    Document m_document;
    Project m_project;
    IdSource m_ids;
    Design m_design;
    bool m_isRackScale = false;
    EmbeddedPart m_node, m_rack, m_openRack, m_shelf, m_pdu, m_tapOff, m_lightTapOff, m_busway, m_crah, m_cdu;
    std::size_t m_nodeEnd = 0; ///< devices before it are nodes and spares
    std::vector<Device> m_devices;
    std::vector<Cable> m_cables;
    std::vector<PlannedRack> m_compute, m_racks;
    std::vector<Id<Rack>> m_rackIds; ///< by index into m_racks; null for in-row units
    std::vector<Rack> m_rackRows;
    std::vector<Hall> m_halls;
    std::vector<RoomObject> m_objects;
    std::vector<PathNode> m_nodes;
    std::vector<PathSegment> m_segments;
    std::vector<PowerElement> m_elements;
    std::vector<PowerLink> m_links;
    std::vector<CoolingUnit> m_units;
    std::vector<CoolingService> m_services;
    Id<PowerElement> m_utility;
    std::map<Id<Room>, std::vector<Id<PowerElement>>> m_sources; ///< of cooling units, one a feed
    std::int64_t m_busways = 0;
    std::int64_t m_copperLeaves = 0, m_copperLeavesWanted = 0;
};

} // namespace rackwright
