// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/cluster_builder.h"

#include "model/edits/part_edits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace rackwright {

namespace {

std::size_t digitsOf(std::int64_t count) { return std::max<std::size_t>(2, std::to_string(count).size()); }

} // namespace

double typicalSi(const Part& part, const PartAttribute<Power>& key) {
    const auto value = fact(part, key).typical();
    return value ? value->si() : 0;
}

double planningWatts(const Part& part) {
    if (const auto maximum = powerIn(part, PowerModeKind::Maximum).typical())
        return maximum->si();
    const auto typical = powerIn(part, PowerModeKind::Typical).typical();
    return typical ? typical->si() : 0;
}

double liquidShare(const Part& part) { return fact(part, attribute::liquidShare).typical().value_or(0); }

double continuousWatts(const Part& part) {
    const double continuous = typicalSi(part, attribute::continuousPower);
    return continuous > 0 ? continuous : typicalSi(part, attribute::ratedPower);
}

double continuousWatts(const Part& part, double volts) {
    const auto own = fact(part, attribute::inputVoltage).typical();
    return continuousWatts(part) * (own && own->si() > volts ? volts / own->si() : 1);
}

std::string padded(std::int64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

ClusterBuilder::ClusterBuilder(const ClusterSpec& spec, const RecipeSource& source, std::int64_t copperLeaves)
    : m_spec(spec), m_source(source), m_document(emptyDocument(spec.name)), m_project(*m_document.project),
      m_ids(m_document.nextId), m_copperLeaves(copperLeaves) {}

Result<Document> ClusterBuilder::build() {
    for (const auto step : {&ClusterBuilder::embedParts, &ClusterBuilder::makeServers, &ClusterBuilder::drawNetworks,
                            &ClusterBuilder::planRacks, &ClusterBuilder::placeRacks, &ClusterBuilder::supplyPower,
                            &ClusterBuilder::supplyCooling})
        if (Done done = (this->*step)(); !done)
            return done.error();
    managePlant();
    addTrays();
    return finish();
}

Done ClusterBuilder::embed(EmbeddedPart& into, const std::string& id) {
    Result<PartPtr> part = m_source.part(id);
    if (!part)
        return part.error();
    into = {edits::embedPart(m_project, m_ids, *part), *part};
    return done();
}

Done ClusterBuilder::embedParts() {
    m_project.description = m_spec.description;
    std::vector<CostLine> lines = m_source.costLines;
    for (CostLine& line : lines)
        line.id = m_ids.take<CostLine>();
    m_project.costLines = m_project.costLines.with(std::move(lines));
    if (Done found = embed(m_node, m_spec.node); !found)
        return found;
    m_isRackScale = m_node.part->category == PartCategory::RackScaleSystem;
    if (Done found = embed(m_rack, m_spec.rack); !found)
        return found;
    if (Done found = embedRails(); !found)
        return found;
    return embed(m_tapOff, m_isRackScale ? m_spec.supply.heavyTapOff : m_spec.supply.tapOff);
}

// Nodes for 21-inch rails stand in open racks and take direct current from power shelves; of MGX frames the catalogue
// knows none.
Done ClusterBuilder::embedRails() {
    const Part& node = *m_node.part;
    if (m_isRackScale)
        return done();
    if (!fact(node, attribute::rackUnits).typical())
        return inputError(Message("recipe.no-rack-units").with("part", node.model));
    if (node.mounting == Mounting::Mgx)
        return inputError(Message("recipe.no-mgx-rack").with("part", node.model));
    if (node.mounting != Mounting::OpenRack21)
        return done();
    if (Done found = embed(m_shelf, "orv3-hpr-shelf-33"); !found)
        return found;
    return embed(m_openRack, "orv3-hpr");
}

std::size_t ClusterBuilder::addDevice(const EmbeddedPart& part, std::string name, std::string role,
                                      std::int64_t group) {
    Device device;
    device.id = m_ids.take<Device>();
    device.name = std::move(name);
    device.part = part.row;
    device.role = std::move(role);
    device.group = group;
    m_devices.push_back(std::move(device));
    return m_devices.size() - 1;
}

void ClusterBuilder::addServers(const EmbeddedPart& part, std::int64_t count, const std::string& prefix,
                                const std::string& role) {
    const std::size_t digits = digitsOf(count);
    for (std::int64_t i = 1; i <= count; ++i)
        addDevice(part, prefix + padded(i, digits), role, 0);
}

Done ClusterBuilder::makeServers() {
    m_nodeEnd = static_cast<std::size_t>(m_spec.nodes + m_spec.spareNodes);
    addServers(m_node, m_spec.nodes, "node-", "compute");
    addServers(m_node, m_spec.spareNodes, "spare-", "spare");
    const std::array<std::tuple<std::int64_t, std::string, const char*, const char*>, 3> servers = {{
        {m_spec.headNodes, m_spec.headNode, "head-", "head"},
        {m_spec.storageNodes, m_spec.storageNode, "storage-", "storage"},
        {m_spec.archiveNodes, m_spec.archiveNode, "archive-", "archive"},
    }};
    for (const auto& [count, id, prefix, role] : servers) {
        if (count == 0)
            continue;
        EmbeddedPart part;
        if (Done found = embed(part, id); !found)
            return found;
        addServers(part, count, prefix, role);
    }
    return done();
}

const Part& ClusterBuilder::partOf(const Device& device) const { return *findPart(m_project, device.part); }

// Parts that the cables of the networks may take; a catalogue that lacks one leaves its place to a planning class.
void ClusterBuilder::embedCabling() {
    if (m_cables.empty())
        return;
    constexpr std::array<const char*, 14> kKit = {
        "mma4z00-ns", "mma4z00-ns-flt", "mma4z00-ns400", "mma1z00-ns400", "mms4x00-ns", "mms4x00-nm", "mms4x00-ns400",
        "mms4x50-nm", "mcp4y10",        "mca4j80",       "mfp7e10",       "mfp7e20",    "mfp7e30",    "mfp7e40"};
    for (const char* id : kKit) {
        EmbeddedPart part;
        if (!embed(part, id))
            continue;
    }
}

Result<Document> ClusterBuilder::finish() {
    embedCabling();
    m_design.roomObjects = m_design.roomObjects.with(std::move(m_objects));
    m_design.pathNodes = m_design.pathNodes.with(std::move(m_nodes));
    m_design.pathSegments = m_design.pathSegments.with(std::move(m_segments));
    m_design.racks = m_design.racks.with(std::move(m_rackRows));
    m_design.devices = m_design.devices.with(std::move(m_devices));
    m_design.cables = m_design.cables.with(std::move(m_cables));
    m_design.powerElements = m_design.powerElements.with(std::move(m_elements));
    m_design.powerLinks = m_design.powerLinks.with(std::move(m_links));
    m_design.coolingUnits = m_design.coolingUnits.with(std::move(m_units));
    m_design.coolingServices = m_design.coolingServices.with(std::move(m_services));
    const std::uint64_t option = m_project.activeOption;
    m_document.project = withDesign(m_project, option, std::make_shared<const Design>(std::move(m_design)));
    m_document.nextId = m_ids.next();
    return std::move(m_document);
}

Result<Document> buildCluster(const ClusterSpec& spec, const RecipeSource& source) {
    // How many PDUs there are shows when the racks are full; the leaves that they need take rack units themselves.
    std::optional<Result<Document>> best;
    constexpr int kMostTries = 16;
    std::int64_t copperLeaves = 0;
    for (int tries = 0; tries < kMostTries; ++tries) {
        ClusterBuilder builder(spec, source, copperLeaves);
        Result<Document> made = builder.build();
        if (!made && best)
            break; // no room for them all: the rules say so
        const std::int64_t wanted = made ? builder.copperLeavesWanted() : 0;
        best = std::move(made);
        if (wanted == 0)
            break;
        copperLeaves = std::max(wanted, copperLeaves + 1);
    }
    return std::move(*best);
}

SupplyParts supplyParts(std::string_view volts) {
    if (volts == "400")
        return {400, "plan-pdu-63", "plan-tapoff-63", "tapoff-250", "plan-busway-800-400", "iec"};
    if (volts == "208")
        return {208, "plan-pdu-60-208", "plan-tapoff-63", "tapoff-250", "plan-busway-800-415", "nec"};
    return {415, "plan-pdu-60-415", "plan-tapoff-63", "tapoff-250", "plan-busway-800-415", "nec"};
}

} // namespace rackwright
