// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/families/formulas.h"

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

FormulaInput endpoints() { return number("endpoints", "", "ports of the fabric that carry load", kNotNegative); }
FormulaInput radix() { return number("radix", "", "ports of a switch", kPositive); }
FormulaInput nonblocking() { return number("nonblocking", "", "1: as much capacity up as down", Allowed::oneOf({1})); }
FormulaInput lineRate() { return number("gbit_s", "Gb/s", "rate of a port, one way", kNotNegative); }

} // namespace

void addFabricFormulas(FormulaRegistry& registry) {
    registry.add(formula("gbit_to_gbyte", "GB/s", "gbit_s/8", {number("gbit_s", "Gb/s", "rate", Allowed::any())},
                         "calc-reference.gbit-to-gbyte",
                         []<class N>(const Inputs<N>& in) { return in("gbit_s") / N(8); }));
    registry.add(formula("node_injection", "GB/s", "nics*gbit_s/8",
                         {number("nics", "", "network ports of a node", kNotNegative), lineRate()},
                         "calc-reference.node-injection",
                         []<class N>(const Inputs<N>& in) { return in("nics") * in("gbit_s") / N(8); }));
    registry.add(formula("ib_hbm_ratio", "%", "100*nics_per_gpu*nic_gbit_s/8/hbm_gb_s",
                         {number("nic_gbit_s", "Gb/s", "rate of a network port, one way", kNotNegative),
                          number("nics_per_gpu", "", "network ports of an accelerator", kNotNegative),
                          number("hbm_gb_s", "GB/s", "memory bandwidth of an accelerator", kPositive)},
                         "calc-reference.bandwidth-sizing", []<class N>(const Inputs<N>& in) {
                             return N(100) * in("nics_per_gpu") * in("nic_gbit_s") / N(8) / in("hbm_gb_s");
                         }));
    registry.add(formula("ib_hbm_required", "GB/s", "hbm_gb_s*ratio",
                         {number("hbm_gb_s", "GB/s", "memory bandwidth of an accelerator", kNotNegative),
                          number("ratio", "-", "share that the network must reach", kNotNegative)},
                         "calc-reference.bandwidth-sizing",
                         []<class N>(const Inputs<N>& in) { return in("hbm_gb_s") * in("ratio"); }));
    registry.add(formula("fat_tree_2l_max_endpoints", "ports", "radix^2/2", {radix()},
                         "calc-reference.fat-tree-2l-max-endpoints",
                         []<class N>(const Inputs<N>& in) { return in("radix") * in("radix") / N(2); }));
    registry.add(formula("fat_tree_leaves", "switch", "ceil(endpoints/(radix/2))",
                         {endpoints(), radix(), nonblocking()}, "calc-reference.folded-clos",
                         []<class N>(const Inputs<N>& in) { return ceiling(in("endpoints") / (in("radix") / N(2))); }));
    registry.add(formula("fat_tree_spines", "switch", "ceil(endpoints/radix)", {endpoints(), radix(), nonblocking()},
                         "calc-reference.folded-clos",
                         []<class N>(const Inputs<N>& in) { return ceiling(in("endpoints") / in("radix")); }));
    registry.add(formula(
        "bisection", "GB/s", "endpoints/2*gbit_s/8/oversub",
        {endpoints(), lineRate(), number("oversub", "", "oversubscription, 1 = non-blocking", kPositive)},
        "calc-reference.bisection",
        []<class N>(const Inputs<N>& in) { return in("endpoints") / N(2) * in("gbit_s") / N(8) / in("oversub"); }));
    registry.add(formula("ring_allreduce_time", "s", "2*(ranks-1)/ranks*bytes_gb/bus_gb_s",
                         {number("bytes_gb", "GB", "data of a rank", kNotNegative),
                          number("ranks", "", "ranks of the ring", Allowed::countFromOne()),
                          number("bus_gb_s", "GB/s", "bandwidth of a rank, one way", kPositive)},
                         "calc-reference.ring-allreduce-time", []<class N>(const Inputs<N>& in) {
                             return N(2) * (in("ranks") - N(1)) / in("ranks") * in("bytes_gb") / in("bus_gb_s");
                         }));
    for (const char* half : {"all_gather_time", "reduce_scatter_time"})
        registry.add(formula(half, "s", "(ranks-1)/ranks*bytes_gb/bus_gb_s",
                             {number("bytes_gb", "GB", "data of all ranks together", kNotNegative),
                              number("ranks", "", "ranks of the ring", Allowed::countFromOne()),
                              number("bus_gb_s", "GB/s", "bandwidth of a rank, one way", kPositive)},
                             "calc-reference.ring-allreduce-time", []<class N>(const Inputs<N>& in) {
                                 return (in("ranks") - N(1)) / in("ranks") * in("bytes_gb") / in("bus_gb_s");
                             }));
    registry.add(formula("nvlink_over_pcie", "x", "nvlink_gb_s/pcie_gb_s",
                         {number("nvlink_gb_s", "GB/s", "NVLink, both ways", kNotNegative),
                          number("pcie_gb_s", "GB/s", "PCIe, both ways", kPositive)},
                         "calc-reference.nvlink-over-pcie",
                         []<class N>(const Inputs<N>& in) { return in("nvlink_gb_s") / in("pcie_gb_s"); }));
}

} // namespace rackwright
