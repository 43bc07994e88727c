// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/standard_recipes.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/recipes/cluster_spec.h"
#include "solvers/recipes/record.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kMostAccelerators = 131'072;

RecipeParameter count(std::string name, std::string defaultValue, double low, double high) {
    std::string meaning = "recipe.parameter." + name;
    return {std::move(name),   RecipeParameterKind::Count, {}, std::move(defaultValue), low, high, {},
            std::move(meaning)};
}
RecipeParameter number(std::string name, std::string unit, std::string defaultValue, double low, double high) {
    std::string meaning = "recipe.parameter." + name;
    return {std::move(name),   RecipeParameterKind::Number, std::move(unit), std::move(defaultValue), low, high, {},
            std::move(meaning)};
}
RecipeParameter word(std::string name, std::vector<std::string> words) {
    std::string meaning = "recipe.parameter." + name;
    std::string first = words.front();
    return {std::move(name),  RecipeParameterKind::Word, {}, std::move(first), 0, 0,
            std::move(words), std::move(meaning)};
}
RecipeParameter part(std::string name, std::string defaultValue) {
    std::string meaning = "recipe.parameter." + name;
    return {std::move(name), RecipeParameterKind::Part, {}, std::move(defaultValue), 0, 0, {}, std::move(meaning)};
}
RecipeParameter text(std::string name, std::string defaultValue) {
    std::string meaning = "recipe.parameter." + name;
    return {std::move(name), RecipeParameterKind::Text, {}, std::move(defaultValue), 0, 0, {}, std::move(meaning)};
}

std::string siText(double value) { return shortestDigits(value); }

Length millimetres(double value) { return Length::nearest(value / 1000); }

AirCooling airCooling(const RecipeValues& values) {
    return enumFromName<AirCooling>(values.text("cooling")).value_or(AirCooling::Perimeter);
}

/// Peak power as planned, for requirements and the site record: the sum over the devices of their maximum (else
/// typical).
double plannedWatts(const Document& document) {
    const Project& project = *document.project;
    double watts = 0;
    for (const Device& device : activeOption(project).design->devices) {
        const Part* of = findPart(project, device.part);
        const auto maximum = powerIn(*of, PowerModeKind::Maximum).high();
        const auto typical = powerIn(*of, PowerModeKind::Typical).high();
        watts += maximum ? maximum->si() : typical ? typical->si() : 0;
    }
    return watts;
}

double upTo(double value, double step) { return std::ceil(value / step) * step; }

/// Site fields that every design states; those that only a survey can tell are requests for information.
void recordSite(RecordWriter& record, const ClusterSpec& spec, double watts) {
    record.known(site::kind, spec.isExistingHall ? "own-hall" : "new-build")
        .known(site::region, spec.supply.region)
        .known(site::country, spec.supply.region == "nec" ? "US" : "DE")
        .known(site::voltage, std::to_string(spec.supply.volts))
        .known(site::redundancy, spec.feeds == 2 ? "2N" : "N")
        .known(site::powerLimit, siText(upTo(watts * 1.1, 50'000)), "IT")
        .known(site::waterSupply, siText(spec.waterCelsius + 273.15))
        .known(site::clearHeight, siText(spec.clearHeight.inMetres()))
        .known(site::doorHeight, "2.7")
        .known(site::doorWidth, "1.8")
        .assumed(site::supplyAir, siText(22 + 273.15), "Middle of the recommended range of ASHRAE TC 9.9 (18 to 27 C)")
        .assumed(site::waterReturnLimit, siText(spec.waterCelsius + 12 + 273.15), "12 K above the supply")
        .assumed(site::altitude, "100", "Below 900 m air needs no density correction")
        .assumed(site::hasDock, "yes", "Racks are delivered on pallets")
        .assumed(site::isSeismic, "no", "No seismic zone was named")
        .unknown(site::climate, "Which weather station stands for the site?",
                 "PUE and free-cooling hours are not stated")
        .unknown(site::waterFlow, "Which facility water flow is available?", "The water balance is not confirmed")
        .unknown(site::waterPressure, "Which pressure difference is available at the building interface?",
                 "Pumps of the coolant units are not confirmed");
    if (spec.hasRaisedFloor)
        record.known(site::plenumHeight, "0.6");
}

void recordFloor(RecordWriter& record, double uniform, double concentrated, double rolling) {
    record.known(site::floorUniform, siText(uniform))
        .known(site::floorConcentrated, siText(concentrated))
        .known(site::floorRolling, siText(rolling));
}

void recordCommonAssumptions(RecordWriter& record) {
    record.assumption("Utility supply, generators and UPS are by the customer; our scope begins at the busways.")
        .assumption("Facility water is by the customer up to the valves of the cooling units.")
        .assumption("Maximum powers are the vendors' values; no power caps are set.")
        .assumption("Cable lengths follow trays above the rows, with 10 % to spare.");
}

std::vector<std::string> commonExclusions() {
    return {"Building works, fire protection and security", "Utility supply, generators and UPS",
            "Chillers, dry coolers and facility water piping", "Structural survey of the floor",
            "Data migration and application software"};
}

Workload trainingOf(std::string name, std::string model, WorkloadKind kind, double share) {
    Workload workload;
    workload.name = std::move(name);
    workload.model = std::move(model);
    workload.kind = kind;
    workload.acceleratorShare = share;
    return workload;
}

std::int64_t acceleratorsOf(const Part& node) {
    return static_cast<std::int64_t>(fact(node, attribute::acceleratorCount).typical().value_or(0));
}

Result<std::int64_t> nodesFor(const RecipeSource& source, const std::string& id, std::int64_t accelerators) {
    const Result<PartPtr> node = source.part(id);
    if (!node)
        return node.error();
    const std::int64_t each = acceleratorsOf(**node);
    if (each < 1)
        return inputError(Message("recipe.no-accelerators").with("part", (*node)->model));
    return (accelerators + each - 1) / each;
}

// The fabric switch of a node: of its port speed and, where the node can, InfiniBand.
std::string fabricSwitchFor(const Part& node, std::int64_t endpoints) {
    for (const PortGroup& group : node.portGroups) {
        if (group.role != PortRole::Compute)
            continue;
        const auto speed = group.speed.typical();
        const double gigabits = speed ? speed->in(unit::gigabitPerSecond) : 400;
        if (gigabits >= 799)
            return "nvidia-q3400-ra";
        // 64 ports of 400 Gb/s reach 65,536 endpoints over three tiers; twice as many need 128.
        return endpoints > 65'536 ? "nvidia-sn5600" : "nvidia-qm9700";
    }
    return "nvidia-qm9700";
}

Document recorded(const ClusterSpec& spec, Document built, double floorUniform, const std::string& quoteNumber,
                  std::vector<Workload> workloads) {
    const double watts = plannedWatts(built);
    RecordWriter record(std::move(built));
    recordSite(record, spec, watts);
    recordFloor(record, floorUniform, 680, 680);
    recordCommonAssumptions(record);
    for (Workload& workload : workloads)
        record.workload(std::move(workload));
    record.requirement("IT power stays within the site's limit", "power.it.peak", Comparison::AtMost,
                       upTo(watts * 1.1, 50'000) / 1000, "kW");
    record.quote(quoteNumber, commonExclusions());
    return record.done();
}

// cluster

Recipe clusterRecipe() {
    Recipe recipe{"cluster", "recipe.cluster.makes", {}, {}};
    recipe.parameters = {text("name", "Cluster"),
                         count("accelerators", "1024", 1, kMostAccelerators),
                         part("node", "nv-dgx-h200"),
                         count("nodes-per-rack", "2", 1, 16),
                         count("spare-nodes", "auto", 0, 1024),
                         count("head-nodes", "2", 0, 64),
                         count("storage-nodes", "auto", 0, 2048),
                         count("fabric-ports", "auto", 1, 72),
                         part("fabric-switch", "auto"),
                         part("rack", "plan-rack-48u-600"),
                         word("cooling", {"perimeter", "in-row", "rear-door"}),
                         part("cooling-unit", "auto"),
                         number("water-supply", "C", "18", 5, 45),
                         word("supply", {"415", "400", "208"}),
                         count("feeds", "2", 1, 2),
                         count("rows", "auto", 1, 200),
                         number("room-width", "mm", "auto", 3000, 500'000),
                         number("room-depth", "mm", "auto", 3000, 500'000),
                         count("racks-per-hall", "400", 10, 2000),
                         word("floor", {"slab", "raised"}),
                         number("floor-rating", "kg/m2", "1221", 200, 10'000)};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec;
        spec.name = values.text("name");
        spec.node = values.text("node");
        const Result<std::int64_t> nodes = nodesFor(source, spec.node, values.count("accelerators"));
        if (!nodes)
            return nodes.error();
        const Result<PartPtr> node = source.part(spec.node);
        spec.nodes = *nodes;
        // One spare for 32 nodes from 64 nodes on (rule TRAIN-05), and scratch storage for 16 nodes a server.
        spec.spareNodes = values.isAuto("spare-nodes") ? (*nodes >= 64 ? std::max<std::int64_t>(2, *nodes / 32) : 0)
                                                       : values.count("spare-nodes");
        spec.storageNodes = values.isAuto("storage-nodes") ? (*nodes >= 2 ? std::max<std::int64_t>(3, *nodes / 16) : 1)
                                                           : values.count("storage-nodes");
        spec.headNodes = values.count("head-nodes");
        spec.nodesPerRack = values.count("nodes-per-rack");
        spec.fabricPorts = values.isAuto("fabric-ports") ? 0 : values.count("fabric-ports");
        spec.storagePorts = spec.inBandPorts = *nodes > 1024 ? 1 : 2;
        spec.fabricSwitch = values.isAuto("fabric-switch") ? fabricSwitchFor(**node, values.count("accelerators"))
                                                           : values.text("fabric-switch");
        spec.rack = values.text("rack");
        spec.air = airCooling(values);
        if (!values.isAuto("cooling-unit"))
            (spec.air == AirCooling::Perimeter ? spec.crah
             : spec.air == AirCooling::InRow   ? spec.inRow
                                               : spec.rearDoor) = values.text("cooling-unit");
        spec.waterCelsius = values.number("water-supply");
        spec.supply = supplyParts(values.text("supply"));
        spec.feeds = values.count("feeds");
        if (!values.isAuto("rows"))
            spec.rows = values.count("rows");
        if (!values.isAuto("room-width"))
            spec.roomWidth = millimetres(values.number("room-width"));
        if (!values.isAuto("room-depth"))
            spec.roomDepth = millimetres(values.number("room-depth"));
        spec.placesPerHall = values.count("racks-per-hall");
        spec.hasRaisedFloor = values.text("floor") == "raised";
        Result<Document> built = buildCluster(spec, source);
        if (!built)
            return built;
        return recorded(spec, std::move(*built), values.number("floor-rating"), "RW-0001",
                        {trainingOf("Pre-training", "llama-3-70b", WorkloadKind::PreTraining, 0.9),
                         trainingOf("Inference", "llama-3-70b", WorkloadKind::Inference, 0.1)});
    };
    return recipe;
}

// nvl72

Recipe nvl72Recipe() {
    Recipe recipe{"nvl72", "recipe.nvl72.makes", {}, {}};
    recipe.parameters = {text("name", "NVL72 racks"),
                         count("racks", "8", 1, 1820),
                         part("node", "nv-dgx-gb200-nvl72"),
                         count("head-nodes", "2", 0, 64),
                         count("storage-nodes", "auto", 0, 2048),
                         part("coolant-unit", "vertiv-cdu-1350"),
                         part("cooling-unit", "generic-crah-100"),
                         number("water-supply", "C", "25", 5, 45),
                         word("supply", {"415", "400"}),
                         number("floor-rating", "kg/m2", "2000", 200, 10'000)};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec;
        spec.name = values.text("name");
        spec.node = values.text("node");
        spec.nodes = values.count("racks");
        spec.headNodes = values.count("head-nodes");
        spec.storageNodes =
            values.isAuto("storage-nodes") ? std::max<std::int64_t>(4, spec.nodes) : values.count("storage-nodes");
        spec.cdu = values.text("coolant-unit");
        spec.crah = values.text("cooling-unit");
        spec.waterCelsius = values.number("water-supply");
        spec.supply = supplyParts(values.text("supply"));
        spec.placesPerHall = 200;
        spec.coldAisle = Length::millimetres(1800);
        Result<Document> built = buildCluster(spec, source);
        if (!built)
            return built;
        return recorded(spec, std::move(*built), values.number("floor-rating"), "RW-0003",
                        {trainingOf("Pre-training", "llama-3-405b", WorkloadKind::PreTraining, 1.0)});
    };
    return recipe;
}

// existing-hall

// Square columns on a grid through the middle of the hall.
std::vector<std::vector<Point>> columnGrid(Length width, Length depth, std::int64_t count, Length side) {
    std::vector<std::vector<Point>> columns;
    for (std::int64_t i = 1; i <= count; ++i) {
        const Point centre{width * i / (count + 1), depth / 2};
        columns.push_back({{centre.x - side / 2, centre.y - side / 2},
                           {centre.x + side / 2, centre.y - side / 2},
                           {centre.x + side / 2, centre.y + side / 2},
                           {centre.x - side / 2, centre.y + side / 2}});
    }
    return columns;
}

Recipe existingHallRecipe() {
    Recipe recipe{"existing-hall", "recipe.existing-hall.makes", {}, {}};
    recipe.parameters = {text("name", "Existing hall"),
                         count("accelerators", "512", 1, 8192),
                         part("node", "nv-dgx-b200"),
                         count("nodes-per-rack", "3", 1, 16),
                         count("head-nodes", "2", 0, 64),
                         count("storage-nodes", "4", 0, 256),
                         part("rack", "plan-rack-48u-600"),
                         part("rear-door", "plan-rear-door-active"),
                         number("room-width", "mm", "18000", 3000, 500'000),
                         number("room-depth", "mm", "12000", 3000, 500'000),
                         count("columns", "3", 0, 50),
                         count("busways", "2", 1, 50),
                         word("supply", {"400", "415"}),
                         number("water-supply", "C", "20", 5, 45),
                         number("floor-rating", "kg/m2", "1220", 200, 10'000)};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec;
        spec.name = values.text("name");
        spec.node = values.text("node");
        const Result<std::int64_t> nodes = nodesFor(source, spec.node, values.count("accelerators"));
        if (!nodes)
            return nodes.error();
        spec.nodes = *nodes;
        spec.nodesPerRack = values.count("nodes-per-rack");
        spec.headNodes = values.count("head-nodes");
        spec.storageNodes = values.count("storage-nodes");
        spec.rack = values.text("rack");
        spec.air = AirCooling::RearDoor;
        spec.rearDoor = values.text("rear-door");
        spec.waterCelsius = values.number("water-supply");
        spec.supply = supplyParts(values.text("supply"));
        spec.feeds = 1;
        spec.existingBusways = values.count("busways");
        spec.isExistingHall = true;
        spec.clearHeight = Length::millimetres(3600);
        spec.roomWidth = millimetres(values.number("room-width"));
        spec.roomDepth = millimetres(values.number("room-depth"));
        spec.columns = columnGrid(*spec.roomWidth, *spec.roomDepth, values.count("columns"), Length::millimetres(400));
        Result<Document> built = buildCluster(spec, source);
        if (!built)
            return built;
        return recorded(spec, std::move(*built), values.number("floor-rating"), "RW-0004",
                        {trainingOf("Pre-training", "llama-3-70b", WorkloadKind::PreTraining, 0.8),
                         trainingOf("Fine-tuning", "llama-3-70b", WorkloadKind::FineTuning, 0.2)});
    };
    return recipe;
}

// typical-llm-cluster: source document 001, "Typical LLM cluster" (requirement S-297)

Recipe typicalRecipe() {
    Recipe recipe{"typical-llm-cluster", "recipe.typical-llm-cluster.makes", {}, {}};
    recipe.parameters = {text("name", "Typical LLM cluster"), count("nodes", "4", 1, 64),
                         part("node", "nv-dgx-h100"),         count("nodes-per-rack", "2", 1, 4),
                         count("scratch-nodes", "4", 1, 64),  count("archive-nodes", "2", 0, 64),
                         word("supply", {"415", "400"})};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec;
        spec.name = values.text("name");
        spec.node = values.text("node");
        spec.nodes = values.count("nodes");
        spec.nodesPerRack = values.count("nodes-per-rack");
        spec.fabricPorts = 2; // two NDR ports a node
        spec.headNodes = 2;   // highly available pair
        spec.storageNodes = values.count("scratch-nodes");
        spec.archiveNodes = values.count("archive-nodes");
        spec.supply = supplyParts(values.text("supply"));
        spec.crah = "plan-crah-100";
        Result<Document> built = buildCluster(spec, source);
        if (!built)
            return built;
        Document document = recorded(spec, std::move(*built), 1221, "RW-0002",
                                     {trainingOf("Fine-tuning", "llama-3-70b", WorkloadKind::FineTuning, 1.0)});
        RecordWriter record(std::move(document));
        record
            .assumption(
                "Scratch (BeeGFS or Lustre on NVMe) reads 10 GB/s or more; archive is parallel HDD or object storage.")
            .assumption("System memory of 512 to 768 GB a node was asked for; the chosen node comes with more.");
        return record.done();
    };
    return recipe;
}

// single-node

Recipe singleNodeRecipe() {
    Recipe recipe{"single-node", "recipe.single-node.makes", {}, {}};
    recipe.parameters = {text("name", "Fine-tuning node"), part("node", "nv-dgx-h200"),
                         count("storage-nodes", "1", 0, 8), word("supply", {"415", "400"})};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec;
        spec.name = values.text("name");
        spec.node = values.text("node");
        spec.nodes = 1; // alone: no compute fabric (source document 000)
        spec.nodesPerRack = 1;
        spec.headNodes = 1;
        spec.storageNodes = values.count("storage-nodes");
        spec.supply = supplyParts(values.text("supply"));
        spec.rack = "plan-rack-42u-600";
        spec.crah = "plan-crah-100";
        Result<Document> built = buildCluster(spec, source);
        if (!built)
            return built;
        return recorded(spec, std::move(*built), 1221, "RW-0005",
                        {trainingOf("Fine-tuning", "llama-3-8b", WorkloadKind::FineTuning, 1.0)});
    };
    return recipe;
}

} // namespace

std::vector<Recipe> standardRecipes() {
    return {clusterRecipe(), nvl72Recipe(), existingHallRecipe(), typicalRecipe(), singleNodeRecipe()};
}

} // namespace rackwright
