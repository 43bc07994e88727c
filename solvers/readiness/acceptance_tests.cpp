// SPDX-License-Identifier: GPL-3.0-or-later
// What is run before hand-over beside the collectives: health, burn-in, HPL and memory of each node, storage by pool.
// Expected figures come from the design; where it does not know one, the sheet leaves it open.
#include "solvers/engine/schedule_parts.h"
#include "solvers/readiness/readiness_domain.h"
#include "solvers/space/inventory.h"
#include "solvers/storage/figures.h"
#include "solvers/training/figures.h"

#include <cmath>

namespace rackwright {

namespace {

// Shares of the data sheet that a healthy system reaches, planning bands of ours: HPL in FP64 60 to 85 % (whole
// systems of the Top500 lie at 60 to 75 % of their peak, single nodes above), reads of memory 85 to 95 %.
constexpr double kHplLow = 0.60, kHplTypical = 0.72, kHplHigh = 0.85;
constexpr double kMemoryLow = 0.85, kMemoryTypical = 0.90, kMemoryHigh = 0.95;
constexpr double kStorageShare = 0.9; ///< of what the path gives, an acceptance run reaches
constexpr std::int64_t kBurnInHours = 24;

class TestRows {
public:
    explicit TestRows(Schedule& schedule) : m_schedule(schedule) {}
    void add(std::string key, const char* test, std::string of, ScheduleCell expected, const char* unit,
             std::string command, const char* limit) {
        m_schedule.rows.push_back({std::move(key), RowRole::Line, std::nullopt,
                                   {std::int64_t(m_schedule.rows.size() + 1), Message(test), textCell(std::move(of)),
                                    std::move(expected), textCell(unit), Message(limit), textCell(std::move(command)),
                                    std::monostate{}, std::monostate{}, std::monostate{}}});
    }

private:
    Schedule& m_schedule;
};

ScheduleCell band(double low, double typical, double high) {
    return typical > 0 ? ScheduleCell(Value::range(low, typical, high, Grade::Estimate))
                       : ScheduleCell(Value::unknown(Grade::Estimate));
}

void addNodeTests(TestRows& rows, const Context& context) {
    for (const PartCount& group : context.groups()) {
        const Part* system = context.part(group.part);
        if (!isAcceleratorSystem(system))
            continue;
        const Part* accelerator = context.part(acceleratorPart(context, group.part));
        const double each = fact(*system, attribute::acceleratorCount).typical().value_or(0);
        const std::string name = std::to_string(group.count) + " x " + system->model;
        const std::string key = "node:" + std::to_string(group.part.value) + ":";
        const bool isNvidia = accelerator && accelerator->vendor == "NVIDIA";
        rows.add(key + "health", "acceptance-test.health", name, std::monostate{}, "",
                 isNvidia ? "dcgmi diag -r 4" : "rocm-smi --showallinfo", "acceptance-test.health.limit");
        rows.add(key + "burn-in", "acceptance-test.burn-in", name, Value(static_cast<double>(kBurnInHours)), "h",
                 isNvidia ? "gpu_burn 86400" : "rvs -c gst_single.conf", "acceptance-test.burn-in.limit");
        const auto fp64 = accelerator ? computeRate(*accelerator, Precision::Fp64).typical() : std::nullopt;
        const double tflops = fp64 ? fp64->si() * each / 1e12 : 0;
        rows.add(key + "hpl", "acceptance-test.hpl", name,
                 band(kHplLow * tflops, kHplTypical * tflops, kHplHigh * tflops), "TFLOP/s",
                 isNvidia ? "mpirun -np " + std::to_string(std::llround(each)) + " ./hpl.sh --dat HPL.dat"
                          : "mpirun -np " + std::to_string(std::llround(each)) + " ./rochpl -f HPL.dat",
                 "acceptance-test.hpl.limit");
        const auto memory = accelerator ? fact(*accelerator, attribute::memoryBandwidth).typical() : std::nullopt;
        const double rate = memory ? memory->si() / 1e9 : 0;
        rows.add(key + "memory", "acceptance-test.memory", name,
                 band(kMemoryLow * rate, kMemoryTypical * rate, kMemoryHigh * rate), "GB/s",
                 isNvidia ? "nvbandwidth -t device_local_copy" : "babelstream", "acceptance-test.memory.limit");
    }
}

void addPoolTests(TestRows& rows, const Context& context, const FigureTable& figures) {
    for (const StoragePool& pool : context.design().storagePools) {
        const std::string key = "pool:" + std::to_string(pool.id.value) + ":";
        const std::string name = nameOr(pool.name, pool.id.value);
        for (const auto& [figure, test, verb] :
             {std::tuple{figure_of::poolRead, "acceptance-test.storage-read", "-r -e"},
              std::tuple{figure_of::poolWrite, "acceptance-test.storage-write", "-w -e"}}) {
            const Value found = valueOf(figures, figure, Subject(pool.id));
            const ScheduleCell expected =
                found.isUnknown() ? ScheduleCell(Value::unknown())
                                  : ScheduleCell(Value::range(kStorageShare * found.low() / 1e9,
                                                              kStorageShare * found.typical() / 1e9,
                                                              found.high() / 1e9, Grade::Estimate));
            rows.add(key + std::string(figure), test, name, expected, "GB/s",
                     std::string("ior -a POSIX -F -t 16m -b 64g -C ") + verb + " -o MOUNT/ior",
                     "acceptance-test.storage.limit");
        }
        rows.add(key + "metadata", "acceptance-test.metadata", name, std::monostate{}, "1/s",
                 "mdtest -n 10000 -F -u -d MOUNT/mdtest", "acceptance-test.metadata.limit");
    }
}

/// An hour of each job that is drawn, against its own forecast.
void addJobTests(TestRows& rows, const Context& context, const FigureTable& figures) {
    for (const Workload& workload : context.design().workloads) {
        if (workload.kind == WorkloadKind::Inference)
            continue;
        const Value rate = valueOf(figures, figure_of::trainingRate, Subject(workload.id));
        rows.add("job:" + std::to_string(workload.id.value), "acceptance-test.job",
                 nameOr(workload.name, workload.id.value), rate, "tokens/s", "", "acceptance-test.job.limit");
    }
}

} // namespace

Schedule acceptanceTestSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule(
        "acceptance-tests",
        {numberColumn("Step"), textColumn("Test"), textColumn("Of"), numberColumn("Expected"), textColumn("Unit"),
         textColumn("Limit"), textColumn("Command"), textColumn("Measured"), textColumn("By"), textColumn("Date")});
    TestRows rows(schedule);
    addNodeTests(rows, context);
    addPoolTests(rows, context, figures);
    addJobTests(rows, context, figures);
    schedule.notes = {Message("schedule.acceptance-tests.note")};
    return schedule;
}

} // namespace rackwright
