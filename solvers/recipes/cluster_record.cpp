// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/cluster_record.h"

#include "model/parts/network_cards.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/recipes/record.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kConcentratedLoad = 680; ///< kg, the usual rating of a tile for data centers

std::string siText(double value) { return shortestDigits(value); }

std::string redundancyWord(const ClusterSpec& spec) {
    if (spec.feeds < 2)
        return "N";
    return spec.existingBusways > 0 ? "shared" : "2N";
}

/// Site fields that every design needs, as the recipe takes them; those that only the customer or a survey can tell are
/// requests for information.
void recordSite(RecordWriter& record, const ClusterSpec& spec) {
    const std::string chosen = "Chosen for this design; to be confirmed by the customer";
    const auto assumed = [&](std::string_view key, std::string value) {
        record.assumed(key, std::move(value), chosen);
    };
    assumed(site::kind, spec.isExistingHall ? "own-hall" : "new-build");
    assumed(site::region, spec.supply.region);
    assumed(site::voltage, std::to_string(spec.supply.volts));
    assumed(site::redundancy, redundancyWord(spec));
    assumed(site::waterSupply, siText(spec.waterCelsius + 273.15));
    assumed(site::waterFluid, "water");
    assumed(site::clearHeight, siText(spec.clearHeight.inMetres()));
    assumed(site::doorHeight, "2.7");
    assumed(site::doorWidth, "1.8");
    assumed(site::plenumHeight, spec.hasRaisedFloor ? "0.6" : "0");
    record
        .assumed(site::supplyAir, siText(kSupplyAirCelsius + 273.15),
                 "Middle of the recommended range of ASHRAE TC 9.9 (18 to 27 C)")
        .assumed(site::waterReturnLimit, siText(spec.waterCelsius + 12 + 273.15), "12 K above the supply")
        .assumed(site::altitude, "100", "Below 900 m air needs no density correction")
        .assumed(site::hasDock, "yes", "Racks are delivered on pallets")
        .assumed(site::isSeismic, "no", "No seismic zone was named");
    // What only the customer or a survey can tell.
    for (const std::string_view key : {site::climate, site::waterFlow, site::waterPressure, site::waterPipe,
                                       site::liftLoad, site::powerLimit, site::rackLimit, site::country})
        record.unknown(key);
}

void recordFloor(RecordWriter& record, double uniform) {
    record.assumed(site::floorUniform, siText(uniform), "Chosen for this design; to be confirmed by the customer")
        .assumed(site::floorConcentrated, siText(kConcentratedLoad), "Usual rating of a tile for data centers")
        .assumed(site::floorRolling, siText(kConcentratedLoad), "Usual rating of a tile for data centers");
}

/// What no field of the site record holds.
void recordRequests(RecordWriter& record, bool areWorkloadsStated) {
    record.request("requirements", "Which accelerators, budget, PUE and dates does the customer require?",
                   "The design is held against no requirement");
    if (!areWorkloadsStated)
        record.request("workloads", "Which models are trained and served, on how much data, and how fast?",
                       "Times, storage and cost of jobs are of example workloads");
}

// Cards that the catalogue put into the slots of the node, which its maker leaves to the buyer; empty: none.
std::string chosenCards(const Document& built, const ClusterSpec& spec) {
    for (const PartRow& row : built.project->parts)
        if (row.part && row.part->id == spec.node)
            if (const auto cards = fact(*row.part, attribute::networkCards).typical())
                return "Network cards of each " + row.part->model +
                       " are chosen by the program and not quoted by its maker: " + *cards + ".";
    return {};
}

void recordAssumptions(RecordWriter& record, const ClusterSpec& spec) {
    record.assumption("Utility supply, generators and UPS are by the customer; our scope begins at the busways.")
        .assumption("Facility water is by the customer up to the valves of the cooling units.")
        .assumption("Maximum powers are the vendors' values; no power caps are set.")
        .assumption("Cable lengths follow trays above the rows, with 10 % to spare.");
    if (isAirWaterChilled(spec))
        record.assumption("Chilled water of " + shortestDigits(kChilledWaterCelsius) +
                          " C for the units that cool air is by the customer, beside the facility water.");
    if (redundancyWord(spec) == "shared")
        record.assumption("Either busway carries half of the load. When one is lost, jobs are stopped until the other "
                          "carries what is left; management and storage go on.");
    if (spec.spareNodes > 0)
        record.assumption("Spare nodes are powered and managed and join the compute fabric when one replaces a failed "
                          "node.");
}

// An erasure code over the nodes as wide as they allow; fewer than three nodes code over their drives.
void setCode(StoragePool& pool, std::int64_t nodes) {
    std::int64_t data = 8, parity = 2;
    if (nodes >= 3 && nodes < 10) {
        parity = nodes == 3 ? 1 : 2;
        data = std::min<std::int64_t>(4, nodes - parity);
    }
    pool.parameters.push_back({"data", std::to_string(data)});
    pool.parameters.push_back({"parity", std::to_string(parity)});
    pool.parameters.push_back({"code-domain", nodes < 3 ? "drive" : "node"});
}

void recordPools(RecordWriter& record, const ClusterSpec& spec) {
    StoragePool scratch;
    scratch.name = "Scratch";
    scratch.product = "Parallel file system on NVMe";
    scratch.parameters = {{"tier", "hot"}, {"media", "nvme"}};
    setCode(scratch, spec.storageNodes);
    record.storagePool(std::move(scratch), "storage");
    StoragePool archive;
    archive.name = "Archive";
    archive.product = "Object store on hard disks";
    archive.parameters = {{"tier", "archive"}, {"media", "hdd"}};
    setCode(archive, spec.archiveNodes);
    record.storagePool(std::move(archive), "archive");
}

std::vector<std::string> commonExclusions() {
    return {"Building works, fire protection and security", "Utility supply, generators and UPS",
            "Chillers, dry coolers and facility water piping", "Structural survey of the floor",
            "Data migration and application software"};
}

} // namespace

Document recorded(const ClusterSpec& spec, Document built, RecordRequest request) {
    std::string cards = chosenCards(built, spec);
    RecordWriter record(std::move(built));
    recordSite(record, spec);
    recordFloor(record, request.floorUniform);
    recordRequests(record, request.areWorkloadsStated);
    recordAssumptions(record, spec);
    if (!cards.empty())
        record.assumption(std::move(cards));
    for (std::string& assumption : request.assumptions)
        record.assumption(std::move(assumption));
    if (!request.areWorkloadsStated)
        record.assumption("Workloads are examples until the customer names models, tokens and data.");
    for (Workload& workload : request.workloads)
        record.workload(std::move(workload));
    recordPools(record, spec);
    record.exclusions(commonExclusions());
    return record.done();
}

} // namespace rackwright
