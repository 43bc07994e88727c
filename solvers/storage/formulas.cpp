// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/formulas.h"

#include <array>
#include <cmath>
#include <string>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative(), kShare = Allowed::share();

FormulaInput sizeTb() { return number("size_tb", "TB", "size of the checkpoint", kNotNegative); }
FormulaInput sizeGb() { return number("size_gb", "GB", "size of the checkpoint", kNotNegative); }
FormulaInput checkpointTb() { return number("ckpt_tb", "TB", "size of a checkpoint", kNotNegative); }
FormulaInput parameters() { return number("params", "", "parameters, not billions", kNotNegative); }
FormulaInput bytesPerParameter() {
    return number("bytes_per_param", "B", "bytes kept per parameter: 12 to 14 with optimiser state", kNotNegative);
}
FormulaInput kept(const char* key, const char* meaning) { return number(key, "", meaning, kNotNegative); }
FormulaInput rate(const char* key, const char* unit, const char* meaning) {
    return number(key, unit, meaning, kNotNegative);
}
FormulaInput divisorRate(const char* key, const char* unit, const char* meaning) {
    return number(key, unit, meaning, kPositive);
}

void addDemand(FormulaRegistry& registry) {
    registry.add(formula("read_bw_per_accelerator_gbs", "GB/s", "batch*record_bytes/step_s/1e9",
                         {rate("batch", "", "samples per accelerator and step"),
                          rate("record_bytes", "B", "bytes of a sample"), divisorRate("step_s", "s", "time of a step")},
                         "calc-reference.read-bw-per-accelerator-gbs", []<class N>(const Inputs<N>& in) {
                             return in("batch") * in("record_bytes") / in("step_s") / N(1e9);
                         }));
    registry.add(
        formula("implied_accelerator_utilisation", "-", "samples_per_s*step_s/(accelerators*batch)",
                {divisorRate("accelerators", "", "accelerators"),
                 rate("samples_per_s", "1/s", "samples per second of all accelerators"),
                 divisorRate("batch", "", "samples per accelerator and step"), rate("step_s", "s", "time of a step")},
                "calc-reference.implied-accelerator-utilisation", []<class N>(const Inputs<N>& in) {
                    return in("samples_per_s") * in("step_s") / (in("accelerators") * in("batch"));
                }));
    registry.add(
        formula("storage_throughput_gbs", "GB/s", "samples_per_s*record_bytes/1e9",
                {rate("samples_per_s", "1/s", "samples per second"), rate("record_bytes", "B", "bytes of a sample")},
                "calc-reference.storage-throughput-gbs",
                []<class N>(const Inputs<N>& in) { return in("samples_per_s") * in("record_bytes") / N(1e9); }));
    registry.add(formula("max_accelerators_for_bw", "accelerators", "floor(bw_gbs/(per_accel_gbs*au))",
                         {rate("bw_gbs", "GB/s", "bandwidth of the storage"),
                          divisorRate("per_accel_gbs", "GB/s", "need of an accelerator that never waits"),
                          number("au", "-", "accelerator utilisation that is enough", Allowed::efficiency())},
                         "calc-reference.max-accelerators-for-bw", []<class N>(const Inputs<N>& in) {
                             return floorOf(in("bw_gbs") / (in("per_accel_gbs") * in("au")));
                         }));
    const FormulaInput bytesPerToken = rate("bytes_per_token", "B", "bytes of a stored token, 2 to 4");
    registry.add(formula("llm_read_bw_mbs", "MB/s", "tokens_per_s*bytes_per_token/1e6",
                         {rate("tokens_per_s", "1/s", "tokens per second of the whole job"), bytesPerToken},
                         "calc-reference.tokenised-text", []<class N>(const Inputs<N>& in) {
                             return in("tokens_per_s") * in("bytes_per_token") / N(1e6);
                         }));
    registry.add(formula("llm_read_bw_mbs", "MB/s", "gpus*tokens_per_s_per_gpu*bytes_per_token/1e6",
                         {rate("gpus", "", "accelerators"),
                          rate("tokens_per_s_per_gpu", "1/s", "tokens per second of an accelerator"), bytesPerToken},
                         "calc-reference.tokenised-text", []<class N>(const Inputs<N>& in) {
                             return in("gpus") * in("tokens_per_s_per_gpu") * in("bytes_per_token") / N(1e6);
                         }));
    registry.add(formula("metadata_ops_per_s", "ops/s", "samples_per_s/samples_per_file*ops_per_file",
                         {rate("samples_per_s", "1/s", "samples per second"),
                          divisorRate("samples_per_file", "", "samples in a file"),
                          rate("ops_per_file", "", "operations per file: open, stat, close")},
                         "calc-reference.metadata-ops-per-s", []<class N>(const Inputs<N>& in) {
                             return in("samples_per_s") / in("samples_per_file") * in("ops_per_file");
                         }));
    registry.add(
        formula("per_gpu_sustained_mbs", "MB/s", "total_tbs*1e6/gpus",
                {rate("total_tbs", "TB/s", "sustained rate of the storage"), divisorRate("gpus", "", "accelerators")},
                "calc-reference.per-gpu-sustained-mbs",
                []<class N>(const Inputs<N>& in) { return in("total_tbs") * N(1e6) / in("gpus"); }));
    registry.add(
        formula("dataset_epoch_time", "s", "dataset_tb*1000/bandwidth_gb_s",
                {rate("dataset_tb", "TB", "data set"), divisorRate("bandwidth_gb_s", "GB/s", "read bandwidth")},
                "calc-reference.dataset-epoch-time",
                []<class N>(const Inputs<N>& in) { return in("dataset_tb") * N(1000) / in("bandwidth_gb_s"); }));
    for (const std::string key : {"gb_s_per_node_low", "gb_s_per_node_high"})
        registry.add(formula("hot_tier_read", "GB/s", "nodes*" + key,
                             {rate("nodes", "", "nodes"), number(key, "GB/s", "read rate of a node", kNotNegative)},
                             "calc-reference.rate-per-node",
                             [key]<class N>(const Inputs<N>& in) { return in("nodes") * in(key); }));
    registry.add(formula("unit_gbs_from_mibs", "GB/s", "mib_s*1048576/1e9",
                         {number("mib_s", "MiB/s", "rate", Allowed::any())}, "calc-reference.unit-gbs-from-mibs",
                         []<class N>(const Inputs<N>& in) { return in("mib_s") * N(1048576) / N(1e9); }));
}

template <class N>
Outcome<N> stallFraction(const Inputs<N>& in) {
    const bool isAsync = in.is("mode", "async");
    for (const char* key : {isAsync ? "snapshot_gbs_per_gpu" : "write_gbs", isAsync ? "gpus" : "write_gbs"})
        if (!in.has(key))
            return in.missing(key);
    const N rate = isAsync ? in("snapshot_gbs_per_gpu") * in("gpus") : in("write_gbs");
    const N stall = N(1000) * in("size_tb") / rate;
    return stall / (in("interval_s") + stall);
}

void addCheckpoints(FormulaRegistry& registry) {
    registry.add(
        formula("checkpoint_size_gib", "GiB",
                "bytes_per_param*(layers*(2*hidden^2+2*hidden*kv_heads*hidden/"
                "heads+3*hidden*ffn+2*hidden)+(1+untied_embeddings)*"
                "vocab*hidden+hidden)/2^30",
                {number("layers", "", "layers", Allowed::countFromOne()),
                 number("hidden", "", "hidden size", Allowed::countFromOne()),
                 number("ffn", "", "width of the feed-forward network", Allowed::count()),
                 number("heads", "", "attention heads", Allowed::countFromOne()),
                 number("kv_heads", "", "key and value heads", Allowed::countFromOne()),
                 number("vocab", "", "words of the vocabulary", Allowed::count()), bytesPerParameter(),
                 number("untied_embeddings", "", "1: separate output matrix, 0: shared", Allowed::oneOf({0, 1}))},
                "calc-reference.checkpoint-size-gib", []<class N>(const Inputs<N>& in) {
                    const N h = in("hidden");
                    const N layer =
                        N(2) * h * h + N(2) * h * in("kv_heads") * h / in("heads") + N(3) * h * in("ffn") + N(2) * h;
                    const N embeddings = (N(1) + in("untied_embeddings")) * in("vocab") * h;
                    return in("bytes_per_param") * (in("layers") * layer + embeddings + h) / N(1073741824);
                }));
    registry.add(formula("checkpoint_size_tb", "TB", "params*bytes_per_param/1e12", {parameters(), bytesPerParameter()},
                         "calc-reference.checkpoint-size-tb",
                         []<class N>(const Inputs<N>& in) { return in("params") * in("bytes_per_param") / N(1e12); }));
    registry.add(formula("checkpoint_volume_tb_per_day", "TB/day", "params*bytes_per_param/1e12*24/interval_h",
                         {parameters(), bytesPerParameter(), divisorRate("interval_h", "h", "between two checkpoints")},
                         "calc-reference.daily-volume", []<class N>(const Inputs<N>& in) {
                             return in("params") * in("bytes_per_param") / N(1e12) * N(24) / in("interval_h");
                         }));
    registry.add(formula("checkpoint_burst_gbs", "GB/s", "1000*size_tb/allowed_stall_s",
                         {sizeTb(), divisorRate("allowed_stall_s", "s", "stall that is allowed")},
                         "calc-reference.checkpoint-burst-gbs",
                         []<class N>(const Inputs<N>& in) { return N(1000) * in("size_tb") / in("allowed_stall_s"); }));
    const FormulaInput interval = divisorRate("interval_s", "s", "between two checkpoints");
    const auto onlyFor = [](FormulaInput input) {
        input.isOptional = true;
        return input;
    };
    registry.add(formula(
        "checkpoint_stall_fraction", "-",
        "t/(interval_s+t); mode=sync: t=1000*size_tb/write_gbs; mode=async: t=1000*size_tb/(snapshot_gbs_per_gpu*gpus)",
        {sizeTb(), interval,
         choice("mode", "training waits for storage (sync) or for the copy to the host (async)", {"sync", "async"}),
         onlyFor(divisorRate("write_gbs", "GB/s", "write rate of the storage, sync only")),
         onlyFor(divisorRate("snapshot_gbs_per_gpu", "GB/s", "copy rate of an accelerator to its host, async only")),
         onlyFor(divisorRate("gpus", "", "accelerators, async only"))},
        "calc-reference.checkpoint-stall-fraction", []<class N>(const Inputs<N>& in) { return stallFraction(in); }));
    registry.add(formula("restore_time_s", "s", "1000*size_tb/read_gbs",
                         {sizeTb(), divisorRate("read_gbs", "GB/s", "read rate of the storage")},
                         "calc-reference.restore-time-s",
                         []<class N>(const Inputs<N>& in) { return N(1000) * in("size_tb") / in("read_gbs"); }));
    registry.add(
        formula("retention_capacity_tb", "TB", "ckpt_tb*(hot+warm+cold)",
                {checkpointTb(), kept("hot", "checkpoints kept on the hot tier"),
                 kept("warm", "checkpoints kept on the warm tier"), kept("cold", "checkpoints kept on the cold tier")},
                "calc-reference.tiers",
                []<class N>(const Inputs<N>& in) { return in("ckpt_tb") * (in("hot") + in("warm") + in("cold")); }));
    registry.add(formula("retention_hot_tb", "TB", "ckpt_tb*(hot+in_flight)",
                         {checkpointTb(), kept("hot", "checkpoints kept on the hot tier"),
                          kept("in_flight", "checkpoints being written")},
                         "calc-reference.retention-hot-tb",
                         []<class N>(const Inputs<N>& in) { return in("ckpt_tb") * (in("hot") + in("in_flight")); }));
    registry.add(
        formula("young_interval_s", "s", "sqrt(2*write_s*mtti_s)",
                {rate("write_s", "s", "time to write a checkpoint"), rate("mtti_s", "s", "mean time to interruption")},
                "calc-reference.young-interval-s",
                []<class N>(const Inputs<N>& in) { return squareRoot(N(2) * in("write_s") * in("mtti_s")); }));
    registry.add(formula(
        "waste_fraction", "-", "write_s/interval_s+(interval_s/2+restart_s)/mtti_s",
        {rate("write_s", "s", "time to write a checkpoint"), interval, rate("restart_s", "s", "time to restart"),
         divisorRate("mtti_s", "s", "mean time to interruption")},
        "calc-reference.waste-fraction", []<class N>(const Inputs<N>& in) {
            return in("write_s") / in("interval_s") + (in("interval_s") / N(2) + in("restart_s")) / in("mtti_s");
        }));
    registry.add(formula("mtti_h", "h", "24*days/interruptions",
                         {rate("days", "d", "days observed"), divisorRate("interruptions", "", "interruptions seen")},
                         "calc-reference.mtti-h",
                         []<class N>(const Inputs<N>& in) { return N(24) * in("days") / in("interruptions"); }));
    registry.add(formula("mtti_h", "h", "device_mttf_h/devices",
                         {rate("device_mttf_h", "h", "mean time to failure of a device"),
                          divisorRate("devices", "", "devices of the job")},
                         "calc-reference.mtti-h-form",
                         []<class N>(const Inputs<N>& in) { return in("device_mttf_h") / in("devices"); }));
}

void addCheckpointCalculators(FormulaRegistry& registry) {
    registry.add(formula("checkpoint_write_bandwidth", "GB/s", "size_gb/write_time_s",
                         {sizeGb(), divisorRate("write_time_s", "s", "time to write")},
                         "calc-reference.checkpoint-write-bandwidth",
                         []<class N>(const Inputs<N>& in) { return in("size_gb") / in("write_time_s"); }));
    registry.add(
        formula("checkpoint_stall_share", "%", "t=size_gb/bandwidth_gb_s; 100*t/(60*interval_min+t)",
                {sizeGb(), divisorRate("bandwidth_gb_s", "GB/s", "write bandwidth"),
                 number("interval_min", "min", "between two checkpoints", kNotNegative), remark("mode", "sync")},
                "calc-reference.checkpoint-stall-share", []<class N>(const Inputs<N>& in) {
                    const N stall = in("size_gb") / in("bandwidth_gb_s");
                    return N(100) * stall / (N(60) * in("interval_min") + stall);
                }));
    registry.add(formula("async_stall", "s", "size_gb/ranks/local_gb_s",
                         {sizeGb(), divisorRate("ranks", "", "ranks that copy"),
                          divisorRate("local_gb_s", "GB/s", "copy rate of a rank")},
                         "calc-reference.async-stall",
                         []<class N>(const Inputs<N>& in) { return in("size_gb") / in("ranks") / in("local_gb_s"); }));
    registry.add(formula("flash_checkpoint_time", "s", "sync_time_s/speedup",
                         {rate("sync_time_s", "s", "time of a synchronous checkpoint"),
                          divisorRate("speedup", "", "factor by which it becomes shorter")},
                         "calc-reference.flash-checkpoint-time",
                         []<class N>(const Inputs<N>& in) { return in("sync_time_s") / in("speedup"); }));
    registry.add(formula(
        "checkpoint_retention", "TB", "size_gb*(hot+warm+cold)/1000",
        {sizeGb(), kept("hot", "checkpoints kept on the hot tier"), kept("warm", "checkpoints kept on the warm tier"),
         kept("cold", "checkpoints kept on the cold tier")},
        "calc-reference.tiers",
        []<class N>(const Inputs<N>& in) { return in("size_gb") * (in("hot") + in("warm") + in("cold")) / N(1000); }));
}

template <class N>
Outcome<N> usableCapacity(const Inputs<N>& in) {
    if (in.plain("hot_spares") > in.plain("drives"))
        return in.outOfDomain("hot_spares", "<= drives");
    return floorOf((in("drives") - in("hot_spares")) / in("group")) * (in("group") - N(2)) * in("drive_tb");
}

void addCapacity(FormulaRegistry& registry) {
    const FormulaInput data = number("data", "", "data strips of a stripe", kPositive);
    const FormulaInput parity = number("parity", "", "parity strips of a stripe", kNotNegative);
    const FormulaInput drives = number("drives", "", "drives", Allowed::count());
    const FormulaInput driveTb = rate("drive_tb", "TB", "capacity of a drive");
    registry.add(formula("raw_capacity_tb", "TB", "usable_tb*(data+parity)/data/fill_limit",
                         {rate("usable_tb", "TB", "usable capacity"), data, parity,
                          number("fill_limit", "-", "share up to which it is filled", Allowed::efficiency())},
                         "calc-reference.raw-capacity-tb", []<class N>(const Inputs<N>& in) {
                             return in("usable_tb") * (in("data") + in("parity")) / in("data") / in("fill_limit");
                         }));
    registry.add(formula("usable_capacity_tb", "TB", "floor((drives-hot_spares)/group)*(group-2)*drive_tb",
                         {drives, driveTb, choice("raid", "code of a group", {"RAID6"}).orElse("RAID6"),
                          [] {
                              Allowed group = Allowed::countFromOne();
                              group.low = 3;
                              return number("group", "", "drives of a group, parity included", group);
                          }(),
                          number("hot_spares", "", "drives that stand by", Allowed::count())},
                         "calc-reference.usable-capacity-tb",
                         []<class N>(const Inputs<N>& in) { return usableCapacity(in); }));
    registry.add(formula("local_cache_tb", "TB", "drives*drive_tb",
                         {drives, driveTb, choice("raid", "code of the drives", {"RAID0"}).orElse("RAID0")},
                         "calc-reference.local-cache-tb",
                         []<class N>(const Inputs<N>& in) { return in("drives") * in("drive_tb"); }));
    registry.add(formula("per_server_tb", "TB", "total_pb*1000/servers",
                         {rate("total_pb", "PB", "capacity"), divisorRate("servers", "", "servers")},
                         "calc-reference.per-server-tb",
                         []<class N>(const Inputs<N>& in) { return in("total_pb") * N(1000) / in("servers"); }));
    registry.add(
        formula("write_amplification", "-", "(data+parity)/data",
                {data, parity, choice("mode", "how writes fall", {"full stripe", "full-stripe"}).orElse("full stripe")},
                "calc-reference.write-amplification",
                []<class N>(const Inputs<N>& in) { return (in("data") + in("parity")) / in("data"); }));
    registry.add(
        formula("cache_hit_fraction", "-",
                "min(1, cache_per_node_tb*(1-reserve_fraction)*(nodes if sharded=1, else 1)/dataset_tb)",
                {divisorRate("dataset_tb", "TB", "data set"), rate("nodes", "", "nodes"),
                 rate("cache_per_node_tb", "TB", "cache of a node"),
                 number("sharded", "", "1: each node sees its part, 0: every node sees all", Allowed::oneOf({0, 1})),
                 number("reserve_fraction", "-", "share of the cache kept free", kShare)},
                "calc-reference.cache-hit-fraction", []<class N>(const Inputs<N>& in) {
                    const N sharing = in.plain("sharded") == 1 ? in("nodes") : N(1);
                    const N cache = in("cache_per_node_tb") * (N(1) - in("reserve_fraction")) * sharing;
                    return minimum(N(1), cache / in("dataset_tb"));
                }));
}

// Source document 002, comparison of storage products: what one unit of each gives.
struct ProductRate {
    const char* product;
    double gbs;        ///< GB/s of a unit
    bool comesInPairs; ///< controllers
};
constexpr std::array<ProductRate, 5> kProductRates = {{{"WekaFS node", 8, false},
                                                       {"VAST cluster", 100, false},
                                                       {"Pure//E system", 50, false},
                                                       {"S3 gateway", 20, false},
                                                       {"NetApp AFF controller", 10, true}}};

template <class N>
Outcome<N> productRate(const Inputs<N>& in) {
    for (const ProductRate& row : kProductRates)
        if (in.is("product", row.product)) {
            if (row.comesInPairs && std::fmod(in.plain("units"), 2) != 0)
                return in.outOfDomain("units", "2, 4, 6, ...");
            return in("units") * N(row.gbs);
        }
    return in.missing("product");
}

FormulaInput hitShare() { return number("hit", "-", "share of what is read that the fast tier has", kShare); }

// Time per byte adds, so that the mean is harmonic; the linear mix is what parallel streams could reach at best.
void addTiers(FormulaRegistry& registry) {
    const FormulaInput fast = divisorRate("fast_gbs", "GB/s", "bandwidth of the fast tier, local NVMe"),
                       slow = divisorRate("slow_gbs", "GB/s", "bandwidth of what lies behind, object store");
    registry.add(formula("tier_bandwidth_gbs", "GB/s", "1/(hit/fast_gbs+(1-hit)/slow_gbs)", {hitShare(), fast, slow},
                         "calc-reference.tier-bandwidth", []<class N>(const Inputs<N>& in) {
                             return N(1) / (in("hit") / in("fast_gbs") + (N(1) - in("hit")) / in("slow_gbs"));
                         }));
    registry.add(formula("tier_bandwidth_bound_gbs", "GB/s", "hit*fast_gbs+(1-hit)*slow_gbs", {hitShare(), fast, slow},
                         "calc-reference.tier-bandwidth-bound", []<class N>(const Inputs<N>& in) {
                             return in("hit") * in("fast_gbs") + (N(1) - in("hit")) * in("slow_gbs");
                         }));
    registry.add(formula("checkpoint_interval_s", "s", "steps*step_s",
                         {rate("steps", "", "steps between two checkpoints"), rate("step_s", "s", "time of a step")},
                         "calc-reference.checkpoint-interval",
                         []<class N>(const Inputs<N>& in) { return in("steps") * in("step_s"); }));
    registry.add(formula("dataset_files", "files", "dataset_tb*1e9/file_kb",
                         {rate("dataset_tb", "TB", "data set"), divisorRate("file_kb", "kB", "size of a file")},
                         "calc-reference.dataset-files",
                         []<class N>(const Inputs<N>& in) { return in("dataset_tb") * N(1e9) / in("file_kb"); }));
    registry.add(
        formula("storage_product_gbs", "GB/s", "units*rate of a unit",
                {choice("product", "product, by its unit",
                        {"WekaFS node", "VAST cluster", "Pure//E system", "S3 gateway", "NetApp AFF controller"}),
                 number("units", "", "nodes, clusters, gateways or controllers", Allowed::countFromOne())},
                "calc-reference.storage-product", []<class N>(const Inputs<N>& in) { return productRate(in); }));
}

struct Guideline {
    int scalableUnits;
    const char* op;
    std::array<double, 3> goodBetterBest;
};
// NVIDIA RA-11333-001 V11 (DGX SuperPOD H100), table 6, GB/s.
constexpr std::array<Guideline, 4> kSuperPodGuidelines = {
    {{1, "read", {15, 40, 125}}, {1, "write", {7, 20, 62}}, {4, "read", {60, 160, 500}}, {4, "write", {30, 80, 250}}}};

template <class N>
Outcome<N> superPodGuideline(const Inputs<N>& in) {
    const std::size_t level = in.is("level", "good") ? 0 : in.is("level", "better") ? 1 : 2;
    for (const Guideline& row : kSuperPodGuidelines)
        if (row.scalableUnits == in.plain("scalable_units") && in.is("op", row.op))
            return tabulated<N>(row.goodBetterBest.at(level), {in.text("op") + ", " + in.text("level"), "GB/s"},
                                {in("scalable_units")});
    return in.outOfDomain("scalable_units", "1, 4");
}

void addNodes(FormulaRegistry& registry) {
    registry.add(formula(
        "storage_nodes_for_bw", "nodes", "ceil(demand_gbs/per_node_gbs)",
        {rate("demand_gbs", "GB/s", "bandwidth needed"), divisorRate("per_node_gbs", "GB/s", "bandwidth of a node")},
        "calc-reference.storage-nodes-for-bw",
        []<class N>(const Inputs<N>& in) { return ceiling(in("demand_gbs") / in("per_node_gbs")); }));
    registry.add(formula(
        "storage_nodes", "nodes",
        "max(ceil(read_gbs/node_read_gbs),ceil(write_gbs/node_write_gbs),ceil(usable_tb/node_usable_tb),"
        "min_nodes)+spare",
        {rate("read_gbs", "GB/s", "read bandwidth needed"), rate("write_gbs", "GB/s", "write bandwidth needed"),
         rate("usable_tb", "TB", "capacity needed"), divisorRate("node_read_gbs", "GB/s", "read bandwidth of a node"),
         divisorRate("node_write_gbs", "GB/s", "write bandwidth of a node"),
         divisorRate("node_usable_tb", "TB", "usable capacity of a node"),
         number("min_nodes", "", "least nodes of the erasure code", Allowed::count()),
         number("spare", "", "spare nodes", Allowed::count())},
        "calc-reference.storage-nodes", []<class N>(const Inputs<N>& in) {
            const N bandwidth =
                maximum(ceiling(in("read_gbs") / in("node_read_gbs")), ceiling(in("write_gbs") / in("node_write_gbs")));
            const N capacity = ceiling(in("usable_tb") / in("node_usable_tb"));
            return maximum(maximum(bandwidth, capacity), in("min_nodes")) + in("spare");
        }));
    const std::vector<FormulaInput> guideline = {
        number("scalable_units", "", "scalable units of 32 nodes", Allowed::oneOf({1, 4})),
        choice("level", "how demanding the data is", {"good", "better", "best"}),
        choice("op", "direction", {"read", "write"})};
    registry.add(formula("superpod_guideline_gbs", "GB/s",
                         "table (good/better/best): 1 SU read 15/40/125 write 7/20/62; 4 SU read 60/160/500 write "
                         "30/80/250",
                         guideline, "calc-reference.superpod-storage",
                         []<class N>(const Inputs<N>& in) { return superPodGuideline(in); }));
    std::vector<FormulaInput> perGpu = guideline;
    perGpu.push_back(number("nodes_per_su", "", "nodes of a scalable unit", Allowed::countFromOne()));
    perGpu.push_back(number("gpus_per_node", "", "accelerators of a node", Allowed::countFromOne()));
    registry.add(
        formula("superpod_per_gpu_gbs", "GB/s", "superpod_guideline_gbs/(scalable_units*nodes_per_su*gpus_per_node)",
                perGpu, "calc-reference.superpod-storage", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                    Outcome<N> all = superPodGuideline(in);
                    if (!all)
                        return all;
                    return std::get<N>(*all) / (in("scalable_units") * in("nodes_per_su") * in("gpus_per_node"));
                }));
}

} // namespace

void addStorageFormulas(FormulaRegistry& registry) {
    addDemand(registry);
    addCheckpoints(registry);
    addCheckpointCalculators(registry);
    addCapacity(registry);
    addTiers(registry);
    addNodes(registry);
}

} // namespace rackwright
