// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long all solvers take on designs of the cluster recipe at 1,024 and 131,072 accelerators: cold and after
// edits, through Solver::ask as the studio asks, also while a drag asks faster than it is answered. It judges nothing:
// bench_solve CATALOGUE [ACCELERATORS [EDITS [WORD]]]: with a word the edits that have it in their name, alone.
#include "model/base/memory_use.h"
#include "solvers/domains.h"
#include "solvers/engine/solution.h"
#include "solvers/workload/own_model.h"
#include "tests/support/sample_designs.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

using namespace rackwright;

namespace {

template <class Work>
double milliseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Resident memory of this process in MB, as the system counts it; 0 where it does not say.
double memoryMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::atof(line.c_str() + 6) / 1024;
    return 0;
}

struct Bench {
    Document document;
    IdSource ids{1};
    Cable taken;

    const Design& design() const { return *activeOption(*document.project).design; }
    void set(Design next) {
        document.project = withDesign(*document.project, document.project->activeOption,
                                      std::make_shared<const Design>(std::move(next)));
    }
    Snapshot snapshot() const { return snapshotOf(document.project); }

    void moveRack(std::int64_t millimetres) {
        Design next = design();
        Rack rack = *next.racks.begin();
        rack.centre.x += Length::millimetres(millimetres);
        next.racks = next.racks.with(rack);
        set(std::move(next));
    }
    void addDevice() {
        Design next = design();
        Device device = *next.devices.begin();
        device.id = ids.take<Device>();
        device.name = "added-" + std::to_string(device.id.value);
        next.devices = next.devices.with(device);
        set(std::move(next));
    }
    void removeDevice() {
        Design next = design();
        const auto last = std::ranges::max_element(next.devices, {}, &Device::id);
        next.devices = next.devices.without(last->id);
        set(std::move(next));
    }
    /// A cable between switches, which makes a Clos uneven; and back again.
    void takeCable() {
        Design next = design();
        const auto isSwitch = [&](Id<Device> id) {
            const Device* device = next.devices.find(id);
            return device && (device->role == "leaf" || device->role == "spine");
        };
        taken = *std::ranges::find_if(
            next.cables, [&](const Cable& cable) { return isSwitch(cable.a.device) && isSwitch(cable.b.device); });
        next.cables = next.cables.without(taken.id);
        set(std::move(next));
    }
    void putCable() {
        Design next = design();
        next.cables = next.cables.with(taken);
        set(std::move(next));
    }
    void set(std::string_view key, std::string value) {
        Project next = *document.project;
        next.settings = next.settings.with({ids.take<Setting>(), std::string(key), std::move(value), "bench"});
        document.project = std::make_shared<const Project>(std::move(next));
    }
    /// Of the first workload, as a person enters it.
    void setPlan(std::string_view parameter, std::string value) {
        Design next = design();
        Workload workload = *next.workloads.begin();
        setParameter(workload.parameters, parameter, std::move(value));
        next.workloads = next.workloads.with(workload);
        set(std::move(next));
    }
    void rename() {
        Project next = *document.project;
        next.quote.number += "1";
        document.project = std::make_shared<const Project>(std::move(next));
    }
};

/// How often each edit is made, and which.
struct Edits {
    int times = 10;
    std::string_view word; ///< of their names; empty: all
    bool has(std::string_view name) const { return name.find(word) != std::string_view::npos; }
};

/// Asks and waits, as the studio's worker does.
class Asker {
public:
    explicit Asker(const DomainsPtr& domains)
        : m_solver(domains, m_thread, [this](SolutionPtr solution) { take(std::move(solution)); }) {}

    double ask(const Bench& bench) {
        return milliseconds([&] {
            post(bench);
            wait();
        });
    }
    void post(const Bench& bench) {
        const std::lock_guard lock(m_mutex);
        m_wanted = bench.document.project;
        m_solver.ask(bench.snapshot());
    }
    void wait() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_seen == m_wanted; });
    }
    SolutionPtr latest() const { return m_solver.latest(); }

private:
    void take(SolutionPtr solution) {
        const std::lock_guard lock(m_mutex);
        m_seen = solution->context().snapshot().project;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    ProjectPtr m_wanted, m_seen;
    ThreadExecutor m_thread;
    Solver m_solver;
};

template <class Edit>
void repeated(const char* what, Bench& bench, Asker& asker, const Edits& edits, Edit edit) {
    if (!edits.has(what))
        return;
    std::vector<double> took;
    const std::clock_t before = std::clock();
    for (int i = 0; i < edits.times; ++i) {
        edit(i);
        took.push_back(asker.ask(bench));
    }
    const double used = 1000 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    std::ranges::sort(took);
    std::printf("  %-34s %8.1f ms (worst %.1f, of %d; processor %.1f each)\n", what, took[took.size() / 2], took.back(),
                edits.times, used / edits.times);
    std::fflush(stdout);
}

// A candidate every 8 ms for half a second, then the release.
void drag(Bench& bench, Asker& asker) {
    const double took = milliseconds([&] {
        for (int i = 0; i < 60; ++i) {
            bench.moveRack(1);
            asker.post(bench);
            std::this_thread::sleep_for(std::chrono::milliseconds(8));
        }
    });
    bench.moveRack(1);
    const double release = asker.ask(bench);
    std::printf("  %-34s %8.1f ms after its %.0f ms\n", "release of a drag", release, took);
}

void run(Bench bench, const DomainsPtr& domains, const Edits& edits) {
    const double before = memoryMegabytes();
    const double context = milliseconds([&] { const Context made(bench.snapshot()); });
    Asker asker(domains);
    const double cold = asker.ask(bench);
    std::size_t results = 0;
    for (const FigureBlock& block : asker.latest()->figures())
        results += block.results->size();
    const CheckReport& report = asker.latest()->report();
    std::printf("  %zu racks, %zu devices, %zu power elements, %zu cables; %zu figures, %zu verdicts, %zu findings\n",
                bench.design().racks.size(), bench.design().devices.size(), bench.design().powerElements.size(),
                bench.design().cables.size(), results,
                report.passed + report.failed + report.accepted + report.notApplicable + report.notChecked,
                report.findings.size());
    std::printf("  %-34s %8.1f ms (look-ups alone %.1f)\n", "cold", cold, context);
    std::fflush(stdout);
    repeated("a rack is moved", bench, asker, edits, [&](int i) { bench.moveRack(i % 2 ? -40 : 40); });
    repeated("a device is added or removed", bench, asker, edits,
             [&](int i) { i % 2 ? bench.removeDevice() : bench.addDevice(); });
    repeated("a cable is taken out or put back", bench, asker, edits,
             [&](int i) { i % 2 ? bench.putCable() : bench.takeCable(); });
    repeated("a setting of one domain", bench, asker, edits,
             [&](int i) { bench.set("cost.tariff", i % 2 ? "0.08" : "0.09"); });
    repeated("the plan of a training job", bench, asker, edits, [&](int i) { bench.setPlan("tp", i % 2 ? "4" : "8"); });
    repeated("the quote's number", bench, asker, edits, [&](int) { bench.rename(); });
    if (edits.has("drag"))
        drag(bench, asker);
    std::printf("  %-34s %8.1f MB (design alone %.1f)\n", "memory", memoryMegabytes(), before);
}

} // namespace

int main(int argc, char** argv) {
    shareMemoryPools(); // as the program does
    QCoreApplication application(argc, argv);
    if (argc < 2)
        return std::fputs("usage: bench_solve CATALOGUE [ACCELERATORS [EDITS [WORD]]]\n", stderr), 2;
    const auto catalog = Catalog::open(argv[1]);
    if (!catalog)
        return std::fputs("the catalogue cannot be read\n", stderr), 2;
    const DomainsPtr domains = joined(programDomains());
    std::vector<std::string> sizes = {"1024", "131072"};
    if (argc > 2)
        sizes = {argv[2]};
    for (const std::string& accelerators : sizes) {
        auto made = makeFromRecipe("cluster", {{"accelerators", accelerators}, {"node", "nv-dgx-h200"}},
                                   recipeSource(**catalog));
        if (!made)
            return std::fprintf(stderr, "%s\n", made.error().message.id.c_str()), 1;
        std::printf("%s accelerators\n", accelerators.c_str());
        Bench bench{*made, IdSource(made->nextId), {}};
        run(std::move(bench), domains, {argc > 3 ? std::atoi(argv[3]) : 10, argc > 4 ? argv[4] : ""});
    }
    return 0;
}
