// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/provisioning_guides.h"

#include "solvers/storage/storage_job.h"

#include <array>

namespace rackwright {

namespace {

constexpr double kGigabyte = 1e9, kTerabyte = 1e12;

/// Source document 002, by the size of the data set; the lower bound belongs to the row.
struct DatasetBand {
    double from;      ///< B
    double bandwidth; ///< B/s, at least
    bool isPerNode;
    const char* id;
};
constexpr std::array<DatasetBand, 4> kBands = {{{0, 10 * kGigabyte, true, "guide.dataset.local"},
                                                {10 * kTerabyte, 100 * kGigabyte, false, "guide.dataset.parallel"},
                                                {100 * kTerabyte, 500 * kGigabyte, false, "guide.dataset.object"},
                                                {10'000 * kTerabyte, 1'000 * kGigabyte, false, "guide.dataset.tiered"}}};
constexpr const char* kSuperPod = "NVIDIA RA-11333-001 V11, table 6";
constexpr double kUnitNodes = 32;

// The rules speak of nodes with eight accelerators; a rack-scale system counts as nine of them.
double nodesOf(const Context& context, const Workload& workload) {
    return jobAccelerators<Value>(context, workload).si().typical() / 8;
}

} // namespace

std::vector<ProvisioningGuide> readGuides(const Context& context, const Workload& workload) {
    const double nodes = nodesOf(context, workload);
    const double accelerators = jobAccelerators<Value>(context, workload).si().typical();
    std::vector<ProvisioningGuide> guides = {
        {"guide.superpod.read", kSuperPod, 15 * kGigabyte * nodes / kUnitNodes, 125 * kGigabyte * nodes / kUnitNodes},
        {"guide.node", "source document 001", 2 * kGigabyte * nodes, 4 * kGigabyte * nodes},
        {"guide.accelerators", "source document 000", 10 * kGigabyte * accelerators / 128,
         50 * kGigabyte * accelerators / 128}};
    const Value dataset = datasetSize<Value>(workload).si();
    if (dataset.isKnown()) {
        const DatasetBand* band = &kBands.front();
        for (const DatasetBand& each : kBands)
            if (dataset.typical() >= each.from)
                band = &each;
        guides.push_back(
            {band->id, "source document 002", band->bandwidth * (band->isPerNode ? nodes : 1), std::nullopt});
    }
    return guides;
}

std::vector<ProvisioningGuide> writeGuides(const Context& context, const Workload& workload) {
    const double units = nodesOf(context, workload) / kUnitNodes;
    return {{"guide.superpod.write", kSuperPod, 7 * kGigabyte * units, 62 * kGigabyte * units},
            {"guide.checklist", "source document 002", 100 * kGigabyte, std::nullopt}};
}

} // namespace rackwright
