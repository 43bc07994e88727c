// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/standard_recipes.h"

#include "solvers/recipes/cluster_record.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr double kMostAccelerators = 131'072;
// kg/m2: the 250 psf class of data center floors.
constexpr double kUsualFloor = 1221;

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

// What the recipe also works out, as the text of the parameter offers, though its default is a number.
RecipeParameter orAuto(RecipeParameter parameter) {
    parameter.takesAuto = true;
    return parameter;
}

Length millimetres(double value) { return Length::nearest(value / 1000); }

AirCooling airCooling(const RecipeValues& values) {
    return enumFromName<AirCooling>(values.text("cooling")).value_or(AirCooling::Perimeter);
}

Workload workloadOn(std::string name, std::string model, WorkloadKind kind, double share,
                    std::vector<Parameter> parameters) {
    Workload workload;
    workload.name = std::move(name);
    workload.model = std::move(model);
    workload.kind = kind;
    workload.acceleratorShare = share;
    workload.parameters = std::move(parameters);
    return workload;
}

Workload preTrainingOf(std::string model, double share, std::string dataset) {
    return workloadOn("Pre-training", std::move(model), WorkloadKind::PreTraining, share,
                      {{"modality", "tokens"},
                       {"dataset-size", std::move(dataset)},
                       {"tokens", "15e12"}, // as Llama 3.1 was trained on
                       {"checkpoint-mode", "async"}});
}
// As many sequences at a time as keep every accelerator busy.
Workload servingOf(std::string model, double share, double accelerators) {
    constexpr double kSequencesEach = 16;
    return workloadOn(
        "Inference", std::move(model), WorkloadKind::Inference, share,
        {{"precision", "fp8"},
         {"kv-precision", "fp8"},
         {"prompt-tokens", "2048"},
         {"output-tokens", "512"},
         {"concurrency", std::to_string(static_cast<std::int64_t>(kSequencesEach * share * accelerators))},
         {"ttft-target", "1 s"},
         {"tpot-target", "50 ms"}});
}
// Small jobs can wait for their checkpoints.
Workload fineTuningOf(std::string model, double share, std::string dataset) {
    return workloadOn("Fine-tuning", std::move(model), WorkloadKind::FineTuning, share,
                      {{"modality", "tokens"},
                       {"dataset-size", std::move(dataset)},
                       {"tokens", "1e9"},
                       {"checkpoint-mode", "sharded"}});
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

// The fastest port of a role, Gb/s; unset where the node has none or its speed is not known.
std::optional<double> gigabitsOf(const Part& node, PortRole role) {
    std::optional<double> fastest;
    for (const PortGroup& group : node.portGroups)
        if (const auto speed = group.speed.typical(); group.role == role && speed)
            fastest = std::max(fastest.value_or(0), speed->in(unit::gigabitPerSecond));
    return fastest;
}

// The fabric switch of a node: of its port speed and, where the node can, InfiniBand.
std::string fabricSwitchFor(const Part& node, std::int64_t endpoints) {
    const auto ports = std::ranges::find(node.portGroups, PortRole::Compute, &PortGroup::role);
    if (ports == node.portGroups.end())
        return "nvidia-qm9700";
    const double gigabits = gigabitsOf(node, PortRole::Compute).value_or(400);
    if (ports->protocol == FabricProtocol::Ethernet)
        return gigabits <= 100 ? "nvidia-sn4600c" : "nvidia-sn5600";
    if (gigabits >= 799)
        return "nvidia-q3400-ra";
    // 64 ports of 400 Gb/s reach 65,536 endpoints over three tiers; twice as many need 128.
    return endpoints > 65'536 ? "nvidia-sn5600" : "nvidia-qm9700";
}

// The in-band switch of a node whose ports run faster than those of the usual one.
std::string inBandLeafFor(const Part& node, std::string usual) {
    return gigabitsOf(node, PortRole::InBand).value_or(0) > 100 ? "plan-leaf-64x400" : usual;
}

// Scratch storage: a server for 16 nodes.
std::int64_t storageNodesFor(std::int64_t nodes) { return nodes >= 2 ? std::max<std::int64_t>(3, nodes / 16) : 1; }

// The parameters that recipes share, as far as a recipe has them; "auto" leaves what the spec says.
ClusterSpec specOf(const RecipeValues& values) {
    ClusterSpec spec;
    const auto isGiven = [&values](std::string_view name) { return values.has(name) && !values.isAuto(name); };
    const std::pair<const char*, std::string*> texts[] = {
        {"name", &spec.name},          {"node", &spec.node},
        {"rack", &spec.rack},          {"fabric-switch", &spec.fabricSwitch},
        {"rear-door", &spec.rearDoor}, {"coolant-unit", &spec.cdu},
    };
    for (const auto& [name, field] : texts)
        if (isGiven(name))
            *field = values.text(name);
    const std::pair<const char*, std::int64_t*> counts[] = {
        {"nodes-per-rack", &spec.nodesPerRack},
        {"spare-nodes", &spec.spareNodes},
        {"head-nodes", &spec.headNodes},
        {"storage-nodes", &spec.storageNodes},
        {"archive-nodes", &spec.archiveNodes},
        {"fabric-ports", &spec.fabricPorts},
        {"feeds", &spec.feeds},
        {"racks-per-hall", &spec.placesPerHall},
        {"busways", &spec.existingBusways},
    };
    for (const auto& [name, field] : counts)
        if (isGiven(name))
            *field = values.count(name);
    if (isGiven("water-supply"))
        spec.waterCelsius = values.number("water-supply");
    if (isGiven("rows"))
        spec.rows = values.count("rows");
    if (isGiven("room-width"))
        spec.roomWidth = millimetres(values.number("room-width"));
    if (isGiven("room-depth"))
        spec.roomDepth = millimetres(values.number("room-depth"));
    spec.supply = supplyParts(values.text("supply"));
    return spec;
}

// The design of the spec, with the record that goes with it.
Result<Document> made(const ClusterSpec& spec, const RecipeSource& source, RecordRequest request) {
    Result<Document> built = buildCluster(spec, source);
    if (!built)
        return built;
    return recorded(spec, std::move(*built), std::move(request));
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
        ClusterSpec spec = specOf(values);
        const Result<std::int64_t> nodes = nodesFor(source, spec.node, values.count("accelerators"));
        if (!nodes)
            return nodes.error();
        const Result<PartPtr> node = source.part(spec.node);
        spec.nodes = *nodes;
        // One spare for 32 nodes from 64 nodes on (rule TRAIN-05), and scratch storage for 16 nodes a server.
        if (values.isAuto("spare-nodes") && *nodes >= 64)
            spec.spareNodes = std::max<std::int64_t>(2, *nodes / 32);
        if (values.isAuto("storage-nodes"))
            spec.storageNodes = storageNodesFor(*nodes);
        spec.storagePorts = spec.inBandPorts = *nodes > 1024 ? 1 : 2;
        if (values.isAuto("fabric-switch"))
            spec.fabricSwitch = fabricSwitchFor(**node, values.count("accelerators"));
        spec.inBandLeaf = inBandLeafFor(**node, spec.inBandLeaf);
        spec.air = airCooling(values);
        if (!values.isAuto("cooling-unit"))
            (spec.air == AirCooling::Perimeter ? spec.crah
             : spec.air == AirCooling::InRow   ? spec.inRow
                                               : spec.rearDoor) = values.text("cooling-unit");
        spec.hasRaisedFloor = values.text("floor") == "raised";
        return made(spec, source,
                    {values.number("floor-rating"),
                     {preTrainingOf("Llama-3.1-70B", 0.9, "60 TB"),
                      servingOf("Llama-3.1-70B", 0.1, values.number("accelerators"))},
                     {}});
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
        ClusterSpec spec = specOf(values);
        spec.nodes = values.count("racks");
        if (values.isAuto("storage-nodes"))
            spec.storageNodes = std::max<std::int64_t>(4, spec.nodes);
        spec.crah = values.text("cooling-unit");
        spec.inBandLeaf = "plan-leaf-64x400"; // trays come with 200 Gb/s
        spec.placesPerHall = 200;
        spec.coldAisle = Length::millimetres(1800);
        return made(spec, source, {values.number("floor-rating"), {preTrainingOf("Llama-3.1-405B", 1.0, "62 TB")}, {}});
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
                         orAuto(count("storage-nodes", "4", 0, 256)),
                         part("rack", "plan-rack-48u-600"),
                         part("rear-door", "plan-rear-door-active"),
                         orAuto(number("room-width", "mm", "18000", 3000, 500'000)),
                         orAuto(number("room-depth", "mm", "12000", 3000, 500'000)),
                         count("columns", "3", 0, 50),
                         count("busways", "2", 1, kMostBusways),
                         word("supply", {"400", "415"}),
                         number("water-supply", "C", "20", 5, 45),
                         number("floor-rating", "kg/m2", "1220", 200, 10'000)};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec = specOf(values);
        const Result<std::int64_t> nodes = nodesFor(source, spec.node, values.count("accelerators"));
        if (!nodes)
            return nodes.error();
        spec.nodes = *nodes;
        spec.air = AirCooling::RearDoor;
        // Busways in pairs give each rack two feeds, each of which carries half of its load.
        spec.feeds = spec.existingBusways % 2 == 0 ? 2 : 1;
        spec.isExistingHall = true;
        spec.clearHeight = Length::millimetres(3600);
        spec.columnsIn = [columns = values.count("columns")](Length width, Length depth) {
            return columnGrid(width, depth, columns, Length::millimetres(400));
        };
        if (values.isAuto("storage-nodes"))
            spec.storageNodes = storageNodesFor(*nodes);
        return made(spec, source,
                    {values.number("floor-rating"),
                     {preTrainingOf("Llama-3.1-70B", 0.8, "60 TB"), fineTuningOf("Llama-3.1-70B", 0.2, "2 TB")},
                     {}});
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
        ClusterSpec spec = specOf(values);
        spec.nodes = values.count("nodes");
        spec.fabricPorts = 2; // two NDR ports a node
        spec.headNodes = 2;   // highly available pair
        spec.storageNodes = values.count("scratch-nodes");
        spec.crah = "plan-crah-100";
        return made(
            spec, source,
            {kUsualFloor,
             {fineTuningOf("Llama-3.1-70B", 1.0, "2 TB")},
             {"Scratch (BeeGFS or Lustre on NVMe) reads 10 GB/s or more; archive is parallel HDD or object storage.",
              "Typical clusters ask for 512 to 768 GB of system memory a node; the chosen node comes with more."}});
    };
    return recipe;
}

// single-node

Recipe singleNodeRecipe() {
    Recipe recipe{"single-node", "recipe.single-node.makes", {}, {}};
    recipe.parameters = {text("name", "Fine-tuning node"), part("node", "nv-dgx-h200"),
                         orAuto(count("storage-nodes", "1", 0, 8)), word("supply", {"415", "400"})};
    recipe.build = [](const RecipeValues& values, const RecipeSource& source) -> Result<Document> {
        ClusterSpec spec = specOf(values);
        spec.nodes = 1; // alone: no compute fabric (source document 000)
        if (values.isAuto("storage-nodes"))
            spec.storageNodes = storageNodesFor(spec.nodes);
        spec.nodesPerRack = 1;
        spec.headNodes = 1;
        spec.rack = "plan-rack-42u-600";
        spec.crah = "plan-crah-100";
        return made(spec, source, {kUsualFloor, {fineTuningOf("Llama-3.1-8B", 1.0, "500 GB")}, {}});
    };
    return recipe;
}

} // namespace

std::vector<Recipe> standardRecipes() {
    return {clusterRecipe(), nvl72Recipe(), existingHallRecipe(), typicalRecipe(), singleNodeRecipe()};
}

} // namespace rackwright
