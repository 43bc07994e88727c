// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/cluster_record.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/recipes/record.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

// The least memory of an accelerator that the customer takes.
constexpr double kLeastGigabytes = 80;
constexpr double kConcentratedLoad = 680; ///< kg, the usual rating of a tile for data centers
constexpr double kMostPue = 1.4;

std::string siText(double value) { return shortestDigits(value); }

double upTo(double value, double step) { return std::ceil(value / step) * step; }

/// Peak power as planned, by rack: the sum over the devices of their maximum (else typical) power.
struct PlannedPower {
    double total = 0;
    double worstRack = 0;
};

PlannedPower plannedPower(const Document& document) {
    const Project& project = *document.project;
    PlannedPower planned;
    std::map<Id<Rack>, double> racks;
    for (const Device& device : activeOption(project).design->devices) {
        const Part* of = findPart(project, device.part);
        const auto maximum = powerIn(*of, PowerModeKind::Maximum).high();
        const auto typical = powerIn(*of, PowerModeKind::Typical).high();
        const double watts = maximum ? maximum->si() : typical ? typical->si() : 0;
        planned.total += watts;
        if (const Id<Rack> rack = rackOf(device))
            planned.worstRack = std::max(planned.worstRack, racks[rack] += watts);
    }
    return planned;
}

/// Limits that leave a tenth free, in the round steps in which sites are rated.
struct Limits {
    double site = 0, rack = 0; ///< W
};

Limits limitsOf(const PlannedPower& planned) {
    return {upTo(planned.total * 1.1, 50'000), upTo(planned.worstRack * 1.05, 5'000)};
}

std::string redundancyWord(const ClusterSpec& spec) {
    if (spec.feeds < 2)
        return "N";
    return spec.existingBusways > 0 ? "shared" : "2N";
}

/// Site fields that every design states; those that only a survey can tell are requests for information.
void recordSite(RecordWriter& record, const ClusterSpec& spec, const Limits& limits) {
    record.known(site::kind, spec.isExistingHall ? "own-hall" : "new-build")
        .known(site::region, spec.supply.region)
        .known(site::country, spec.supply.region == "nec" ? "US" : "DE")
        .known(site::voltage, std::to_string(spec.supply.volts))
        .known(site::redundancy, redundancyWord(spec))
        .known(site::powerLimit, siText(limits.site), "IT")
        .known(site::rackLimit, siText(limits.rack), "contracted maximum")
        .known(site::waterSupply, siText(spec.waterCelsius + 273.15))
        .known(site::waterFluid, "water")
        .known(site::clearHeight, siText(spec.clearHeight.inMetres()))
        .known(site::doorHeight, "2.7")
        .known(site::doorWidth, "1.8")
        .known(site::plenumHeight, spec.hasRaisedFloor ? "0.6" : "0")
        .assumed(site::supplyAir, siText(22 + 273.15), "Middle of the recommended range of ASHRAE TC 9.9 (18 to 27 C)")
        .assumed(site::waterReturnLimit, siText(spec.waterCelsius + 12 + 273.15), "12 K above the supply")
        .assumed(site::altitude, "100", "Below 900 m air needs no density correction")
        .assumed(site::hasDock, "yes", "Racks are delivered on pallets")
        .assumed(site::isSeismic, "no", "No seismic zone was named")
        .unknown(site::climate, "Which weather station stands for the site?",
                 "PUE and free-cooling hours are not stated")
        .unknown(site::waterFlow, "Which facility water flow is available?", "The water balance is not confirmed")
        .unknown(site::waterPressure, "Which pressure difference is available at the building interface?",
                 "Pumps of the coolant units are not confirmed")
        .unknown(site::waterPipe, "Which size and standard have the facility water connections?",
                 "Couplings at the building interface are not chosen")
        .unknown(site::liftLoad, "Is there a lift between dock and hall, and what does it carry?",
                 "Delivery on another level than the dock is not confirmed");
}

void recordFloor(RecordWriter& record, double uniform) {
    record.known(site::floorUniform, siText(uniform))
        .known(site::floorConcentrated, siText(kConcentratedLoad))
        .known(site::floorRolling, siText(kConcentratedLoad));
}

void recordRequirements(RecordWriter& record, const Limits& limits, std::int64_t accelerators, double budget) {
    const auto count = static_cast<double>(accelerators);
    record
        .requirement("Accelerators for jobs, spare ones not counted", "design.accelerators.in-use", Comparison::AtLeast,
                     count, "")
        .requirement("Accelerator memory of 80 GB or more each", "design.memory.gpu", Comparison::AtLeast,
                     count * kLeastGigabytes, "GB")
        .requirement("IT power stays within the site's limit", "power.it.peak", Comparison::AtMost, limits.site / 1000,
                     "kW")
        .requirement("No rack exceeds the site's limit for a rack", "power.rack.worst", Comparison::AtMost,
                     limits.rack / 1000, "kW")
        .requirement("The purchase stays within the budget", "cost.price.total", Comparison::AtMost,
                     upTo(budget, 100'000), "USD")
        .requirement("Annual PUE", "power.pue", Comparison::AtMost, kMostPue, "", Need::Wish);
}

void recordAssumptions(RecordWriter& record, const ClusterSpec& spec) {
    record.assumption("Utility supply, generators and UPS are by the customer; our scope begins at the busways.")
        .assumption("Facility water is by the customer up to the valves of the cooling units.")
        .assumption("Maximum powers are the vendors' values; no power caps are set.")
        .assumption("Cable lengths follow trays above the rows, with 10 % to spare.");
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
    const Limits limits = limitsOf(plannedPower(built));
    RecordWriter record(std::move(built));
    recordSite(record, spec, limits);
    recordFloor(record, request.floorUniform);
    recordAssumptions(record, spec);
    for (std::string& assumption : request.assumptions)
        record.assumption(std::move(assumption));
    for (Workload& workload : request.workloads)
        record.workload(std::move(workload));
    recordPools(record, spec);
    recordRequirements(record, limits, request.accelerators, request.budget);
    record.quote(std::move(request.quoteNumber), commonExclusions());
    return record.done();
}

} // namespace rackwright
