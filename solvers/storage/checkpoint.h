// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Checkpoints of a training job: size, how long they take and hold the job up in each mode, how often to write them and
// what share of the time is then useful work. Rates come from the pool's path; the job's plan is no part of it.

#include "solvers/jobs/training_job.h"
#include "solvers/parallelism/state_recipe.h"
#include "solvers/pools/pool_path.h"
#include "solvers/storage/storage_job.h"
#include "solvers/workload/range_evaluation.h"

namespace rackwright {

/// Sync: one copy of the state is written by the nodes that hold it, the job waits. Sharded: every node writes its
/// part, the job waits. Async: the job waits for the copy to the hosts alone. In-memory: the copy goes on to the memory
/// of another node. Continuous: as async, of what has changed.
enum class CheckpointMode : std::uint8_t { Sync, Sharded, Async, InMemory, Continuous };
template <>
struct EnumNames<CheckpointMode> {
    static constexpr std::array<std::string_view, 5> names = {"sync", "sharded", "async", "in-memory", "continuous"};
};
/// "checkpoint-mode" of the workload; asynchronous when it says nothing.
CheckpointMode checkpointModeOf(const Workload& workload);
/// Whether the job waits until the checkpoint is written.
bool isBlocking(CheckpointMode mode);

/// Bytes of one whole checkpoint: parameters that are trained times "checkpoint-bytes". Of adapters the weights that
/// they sit on are not kept again.
template <class N>
Quantity<dim::Data, N> checkpointSize(const Context& context, const Workload& workload) {
    const N whole = modelParameters<N>(workload).si() *
                    parameterOr<N>(context, workload, "checkpoint-bytes", setting_of::checkpointBytes).si();
    const double trained = numbersOf(recipeOf(workload)).trainedShare;
    if (trained >= 1)
        return Quantity<dim::Data, N>(whole);
    return Quantity<dim::Data, N>(
        whole * ownField<N>(trained, "adapters, of the parameters of " + workload.name, "%", Grade::Assumption));
}

/// Nodes that hold one copy of the training state (16 B a parameter in nine tenths of their memory).
template <class N>
N replicaNodes(const Context& context, const Workload& workload) {
    const N state = modelParameters<N>(workload).si() * constant<N>(16);
    const N memory = groupsMemory<N>(context, jobGroups(context)).si() * jobShare<N>(workload) * constant<N>(0.9);
    const N nodes = jobNodes<N>(context, workload).si();
    return minimum(nodes, ceiling(state / (memory / nodes)));
}

/// What some of a job's nodes get of its pool: the pool's rate, and no more than the storage ports of those nodes
/// carry.
template <class N>
N ratePool(const Context& context, const Workload& workload, Direction direction, const N& nodes) {
    const StoragePool* pool = poolOf(context, workload);
    if (!pool)
        return Numbers<N>::given(Value::unknown(), {"pool of " + workload.name, "GB/s", 1e9}, {});
    const N rate = named(poolRate<N>(context, *pool, direction), pool->name, "GB/s").si();
    const PoolNetwork& network = networkOf(context, *pool);
    if (network.clients.empty())
        return rate;
    const N each = clientRate<N>(context, *pool).si() / counted<N>(network.clientNodes, "client nodes");
    return minimum(rate, nodes * each);
}

template <class N>
N writeRate(const Context& context, const Workload& workload, CheckpointMode mode) {
    return ratePool<N>(context, workload, Direction::Write,
                       mode == CheckpointMode::Sync ? replicaNodes<N>(context, workload)
                                                    : jobNodes<N>(context, workload).si());
}

/// What of the state one checkpoint carries.
template <class N>
N carriedSize(const Context& context, const Workload& workload, CheckpointMode mode) {
    const N size = checkpointSize<N>(context, workload).si();
    return mode == CheckpointMode::Continuous
               ? size * parameterOr<N>(context, workload, "changed-share", setting_of::changedShare).si()
               : size;
}

template <class N>
Quantity<dim::Time, N> writeTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    return Quantity<dim::Time, N>(carriedSize<N>(context, workload, mode) / writeRate<N>(context, workload, mode));
}

/// Copy of the state to the memory of the hosts.
template <class N>
Quantity<dim::Time, N> snapshotTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    const N rate = parameterOr<N>(context, workload, "snapshot-rate", setting_of::snapshotRate).si();
    return Quantity<dim::Time, N>(carriedSize<N>(context, workload, mode) /
                                  (jobAccelerators<N>(context, workload).si() * rate));
}

/// Copy to the memory of another node over the compute ports.
template <class N>
Quantity<dim::Time, N> replicationTime(const Context& context, const Workload& workload) {
    Sum<dim::DataRate, N> ports;
    for (const PartCount& group : jobGroups(context)) {
        const Part* part = context.part(group.part);
        ports.add(times(group.count, partName<N>(context, group.part),
                        Quantity<dim::DataRate, N>(Numbers<N>::given(
                            part ? portRate(*part, PortRole::Compute) : Value::unknown(),
                            {"compute ports of " + partName<N>(context, group.part), "Gb/s", 1.25e8}, {}))));
    }
    return Quantity<dim::Time, N>(checkpointSize<N>(context, workload).si() /
                                  (ports.total().si() * jobShare<N>(workload)));
}

/// How long the job stands still for one checkpoint.
template <class N>
Quantity<dim::Time, N> stallTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    return isBlocking(mode) ? writeTime<N>(context, workload, mode) : snapshotTime<N>(context, workload, mode);
}

/// From the start of a checkpoint until the loss of a node no longer takes it along.
template <class N>
Quantity<dim::Time, N> safeTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    switch (mode) {
    case CheckpointMode::Sync:
    case CheckpointMode::Sharded:
        return writeTime<N>(context, workload, mode);
    case CheckpointMode::Async:
    case CheckpointMode::Continuous:
        return snapshotTime<N>(context, workload, mode) + writeTime<N>(context, workload, mode);
    case CheckpointMode::InMemory:
        return snapshotTime<N>(context, workload, mode) + replicationTime<N>(context, workload);
    }
    RW_CHECK(false, "every mode of checkpoint has its time to safe");
}

/// Mean time to interruption of the job, independent failures.
template <class N>
Quantity<dim::Time, N> interruptionTime(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(
        parameterOr<N>(context, workload, "accelerator-mttf", setting_of::acceleratorMttf).si() /
        jobAccelerators<N>(context, workload).si());
}

template <class N>
Quantity<dim::Time, N> restoreTime(const Context& context, const Workload& workload) {
    const N read = checkpointSize<N>(context, workload).si() /
                   ratePool<N>(context, workload, Direction::Read, jobNodes<N>(context, workload).si());
    return Quantity<dim::Time, N>(read +
                                  parameterOr<N>(context, workload, "restart-time", setting_of::restartTime).si());
}

/// What the loaders get with node-local caches: time per byte adds, so the mean of the two rates is harmonic.
template <class N>
Quantity<dim::DataRate, N> cachedRate(const Context& context, const Workload& workload) {
    const N nodes = jobNodes<N>(context, workload).si();
    const N hit = cacheHit<N>(context, workload).si();
    const N local = nodes * setting<N>(context, setting_of::localRead).si();
    const N pool = ratePool<N>(context, workload, Direction::Read, nodes);
    return Quantity<dim::DataRate, N>(
        evaluated<N>("rate with node-local caches", "GB/s", "reference.cached-rate", {hit, local, pool},
                     [](const std::vector<double>& in) { return 1 / (in[0] / in[1] + (1 - in[0]) / in[2]); }));
}

/// Young 1974: sqrt(2 C M).
template <class N>
Quantity<dim::Time, N> youngTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    return Quantity<dim::Time, N>(squareRoot(constant<N>(2) * stallTime<N>(context, workload, mode).si() *
                                             interruptionTime<N>(context, workload).si()));
}

double dalyOf(double stall, double interruption);
double optimumOf(double stall, double interruption);
double usefulShare(double work, double stall, double interruption, double restart);

template <class N>
Quantity<dim::Time, N> dalyTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    return Quantity<dim::Time, N>(
        evaluated<N>("Daly interval", "s", "reference.daly-interval",
                     {stallTime<N>(context, workload, mode).si(), interruptionTime<N>(context, workload).si()},
                     [](const std::vector<double>& in) { return dalyOf(in[0], in[1]); }));
}

/// The work time that minimises M e^(R/M) (e^((tau+C)/M) - 1) / tau.
template <class N>
Quantity<dim::Time, N> optimumTime(const Context& context, const Workload& workload, CheckpointMode mode) {
    return Quantity<dim::Time, N>(
        evaluated<N>("optimum interval", "s", "reference.optimum-interval",
                     {stallTime<N>(context, workload, mode).si(), interruptionTime<N>(context, workload).si()},
                     [](const std::vector<double>& in) { return optimumOf(in[0], in[1]); }));
}

/// "checkpoint-interval" of the workload, else its "checkpoint-steps" times a step; unset where neither is entered.
template <class N>
std::optional<N> enteredInterval(const Context& context, const Workload& workload) {
    if (auto given = givenParameter<N>(workload.parameters, workload.name, "checkpoint-interval", "min"))
        return given;
    const auto steps = givenParameter<N>(workload.parameters, workload.name, "checkpoint-steps", "");
    return steps ? std::optional<N>(*steps * jobStep<N>(context, workload).si()) : std::nullopt;
}

/// Where the last checkpoint is written to ("checkpoint-backend"); unset where nobody says it.
enum class CheckpointBackend : std::uint8_t { ParallelFs, Nfs, Object, LocalNvme };
template <>
struct EnumNames<CheckpointBackend> {
    static constexpr std::array<std::string_view, 4> names = {"parallel-fs", "nfs", "object", "local-nvme"};
};
std::optional<CheckpointBackend> checkpointBackendOf(const Workload& workload);

/// What a person entered of the workload; else the optimum, but no shorter than an asynchronous checkpoint takes or
/// than anybody writes them.
template <class N>
Quantity<dim::Time, N> checkpointInterval(const Context& context, const Workload& workload) {
    if (const auto given = enteredInterval<N>(context, workload))
        return Quantity<dim::Time, N>(*given);
    const CheckpointMode mode = checkpointModeOf(workload);
    const N optimum =
        maximum(optimumTime<N>(context, workload, mode).si(), setting<N>(context, setting_of::shortestInterval).si());
    return Quantity<dim::Time, N>(isBlocking(mode) ? optimum
                                                   : maximum(optimum, writeTime<N>(context, workload, mode).si()));
}

template <class N>
Ratio<N> stallFraction(const Context& context, const Workload& workload) {
    const CheckpointMode mode = checkpointModeOf(workload);
    return Ratio<N>(
        evaluated<N>("stall share", "%", "reference.stall-share",
                     {stallTime<N>(context, workload, mode).si(), checkpointInterval<N>(context, workload).si()},
                     [](const std::vector<double>& in) { return in[0] / (in[0] + in[1]); }));
}

/// Useful share of the time with the interval chosen; nothing but interruptions and checkpoints is counted.
template <class N>
Ratio<N> goodput(const Context& context, const Workload& workload) {
    const CheckpointMode mode = checkpointModeOf(workload);
    return Ratio<N>(
        evaluated<N>("goodput", "%", "reference.goodput-share",
                     {checkpointInterval<N>(context, workload).si(), stallTime<N>(context, workload, mode).si(),
                      interruptionTime<N>(context, workload).si(), restoreTime<N>(context, workload).si()},
                     [](const std::vector<double>& in) { return usefulShare(in[0], in[1], in[2], in[3]); }));
}

/// Over the time, bursts and pauses together.
template <class N>
Quantity<dim::DataRate, N> meanWriteRate(const Context& context, const Workload& workload) {
    return Quantity<dim::DataRate, N>(carriedSize<N>(context, workload, checkpointModeOf(workload)) /
                                      checkpointInterval<N>(context, workload).si());
}

/// Bandwidth that the pool must write: within the allowed stall when the job waits, else within the interval.
/// "checkpoint-window" of the workload says a time of its own.
template <class N>
Quantity<dim::DataRate, N> writeDemand(const Context& context, const Workload& workload) {
    if (!isTraining(workload))
        return Quantity<dim::DataRate, N>(constant<N>(0));
    const CheckpointMode mode = checkpointModeOf(workload);
    const N size = carriedSize<N>(context, workload, mode);
    if (const auto window = givenParameter<N>(workload.parameters, workload.name, "checkpoint-window", "s"))
        return Quantity<dim::DataRate, N>(size / *window);
    const N interval = checkpointInterval<N>(context, workload).si();
    if (!isBlocking(mode))
        return Quantity<dim::DataRate, N>(size / interval);
    const N share = setting<N>(context, setting_of::stallShare).si();
    return Quantity<dim::DataRate, N>(size * (constant<N>(1) - share) / (interval * share));
}

/// What the job's nodes can push at once.
template <class N>
Quantity<dim::DataRate, N> burstRate(const Context& context, const Workload& workload) {
    const StoragePool* pool = poolOf(context, workload);
    const PoolNetwork none;
    const PoolNetwork& network = pool ? networkOf(context, *pool) : none;
    if (network.clients.empty())
        return Quantity<dim::DataRate, N>(Numbers<N>::given(Value::unknown(), {"cables of clients", "GB/s", 1e9}, {}));
    return Quantity<dim::DataRate, N>(clientRate<N>(context, *pool).si() /
                                      counted<N>(network.clientNodes, "client nodes") *
                                      jobNodes<N>(context, workload).si());
}

/// How long a checkpoint is kept: hot on the pool, warm and cold on the archive.
enum class RetentionTier : std::uint8_t { Hot, Warm, Cold };
template <>
struct EnumNames<RetentionTier> {
    static constexpr std::array<std::string_view, 3> names = {"hot", "warm", "cold"};
};

/// Checkpoints kept in a tier at a time.
template <class N>
N keptCount(const Context& context, const Workload& workload, RetentionTier tier) {
    switch (tier) {
    case RetentionTier::Hot:
        return parameterOr<N>(context, workload, "kept-hot", setting_of::keptHot).si();
    case RetentionTier::Warm:
        return parameterOr<N>(context, workload, "kept-warm", setting_of::keptWarm).si();
    case RetentionTier::Cold:
        return parameterOr<N>(context, workload, "kept-cold", setting_of::keptCold).si();
    }
    RW_CHECK(false, "every tier keeps some");
}

/// Of one tier; the hot one has room for the checkpoint that is being written.
template <class N>
Quantity<dim::Data, N> retention(const Context& context, const Workload& workload, RetentionTier tier) {
    N count = keptCount<N>(context, workload, tier);
    if (tier == RetentionTier::Hot)
        count = count + constant<N>(1);
    return checkpointSize<N>(context, workload) * count;
}

} // namespace rackwright
