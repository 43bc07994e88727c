// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long the plan of all cables takes on a design of the cluster recipe: ends, then routes, media and orders,
// cold and after a rack is moved. It judges nothing: bench_cabling CATALOGUE [ACCELERATORS].
#include "solvers/cables/cable_plan.h"
#include "solvers/cost/bill.h"
#include "tests/support/sample_designs.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>
#include <ctime>

using namespace rackwright;

namespace {

/// Wall time and the time of this process's threads, which a busy machine does not stretch.
template <class Work>
void timed(const char* what, Work work) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t ticks = std::clock();
    work();
    const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    const double busy = 1000.0 * static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
    std::printf("  %-28s %8.1f ms (processor %.1f ms)\n", what, wall, busy);
    std::fflush(stdout);
}

Document withMovedRack(const Document& document) {
    Document moved = document;
    Design design = *activeOption(*document.project).design;
    Rack rack = *design.racks.begin();
    rack.centre.x += Length::millimetres(40);
    design.racks = design.racks.with(rack);
    moved.project = withDesign(*document.project, document.project->activeOption,
                               std::make_shared<const Design>(std::move(design)));
    return moved;
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    if (argc < 2)
        return std::fputs("usage: bench_cabling CATALOGUE [ACCELERATORS]\n", stderr), 2;
    const auto catalog = Catalog::open(argv[1]);
    if (!catalog)
        return std::fputs("the catalogue cannot be read\n", stderr), 2;
    const std::string accelerators = argc > 2 ? argv[2] : "131072";
    const auto made =
        makeFromRecipe("cluster", {{"accelerators", accelerators}, {"node", "nv-dgx-h200"}}, recipeSource(**catalog));
    if (!made)
        return std::fprintf(stderr, "%s\n", made.error().message.id.c_str()), 1;
    const Context context(snapshotOf(made->project));
    std::printf("%s accelerators, %zu cables\n", accelerators.c_str(), context.design().cables.size());
    timed("ends", [&] { context.lookUp<CableEnds>(); });
    timed("routes, media, orders", [&] { context.lookUp<CablePlan>(); });
    timed("bill", [&] { billOf(context); });
    const Document moved = withMovedRack(*made);
    const Context after(snapshotOf(moved.project), &context);
    timed("a rack is moved: plan", [&] { after.lookUp<CablePlan>(); });
    timed("a rack is moved: bill", [&] { billOf(after); });
    const CablePlan& plan = after.lookUp<CablePlan>();
    std::printf(
        "  %zu orders, %zu places, %zu segments in use, fullest %.1f %%, longest %.0f m, %lld without a medium\n",
        plan.orders.size(), plan.spots.size(), plan.fill.size(), plan.fullest() ? 100 * plan.fullest()->used : 0.0,
        plan.longest, static_cast<long long>(plan.without));
    return 0;
}
