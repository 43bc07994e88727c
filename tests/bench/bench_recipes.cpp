// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long recipes and the cabler take: bench_recipes CATALOGUE.
#include "model/project/change_set.h"
#include "solvers/generation/plain_cabler.h"
#include "tests/support/part_fixture.h"
#include "tests/support/sample_designs.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>

using namespace rackwright;

namespace {

template <class Work>
double milliseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void benchRecipe(const RecipeSource& source, const char* accelerators, const char* node) {
    Result<Document> made;
    const double took = milliseconds([&] {
        made = makeFromRecipe("cluster", {{"accelerators", accelerators}, {"node", node}}, source);
    });
    if (!made)
        return static_cast<void>(
            std::printf("recipe %s %s: %s\n", accelerators, node, made.error().message.id.c_str()));
    const Design& design = *activeOption(*made->project).design;
    std::printf("recipe cluster %6s %-12s %8.1f ms  %zu racks, %zu devices, %zu cables\n", accelerators, node, took,
                design.racks.size(), design.devices.size(), design.cables.size());
}

void benchCabler() {
    const Part part = [] {
        Part made = fixture::networkSwitch("switch", 128, 400, FabricProtocol::InfiniBand);
        return made;
    }();
    std::vector<PortRef> ends;
    for (std::uint64_t n = 1; n <= 16'384; ++n)
        for (std::uint16_t rail = 0; rail < 8; ++rail)
            ends.push_back({Id<Device>{n}, rail, 0});
    IdSource ids(20'000);
    std::size_t cables = 0;
    const double took = milliseconds([&] {
        const auto plan = planRailClos(16'384, 8, 128);
        auto drawn = drawRailClos(*plan, ends, 400 * unit::gigabitPerSecond, {Id<PartRow>{1}, &part},
                                  {Id<Network>{1}, 1, "c"}, ids);
        const Design design = withFabric(Design{}, std::move(*drawn));
        cables = design.cables.size();
    });
    std::printf("cabler 131,072 endpoints over three tiers, into the design: %.1f ms, %zu cables\n", took, cables);
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    if (argc != 2)
        return std::fputs("usage: bench_recipes CATALOGUE\n", stderr), 2;
    const auto catalog = Catalog::open(argv[1]);
    if (!catalog)
        return std::fputs("the catalogue cannot be read\n", stderr), 2;
    const RecipeSource source = recipeSource(**catalog);
    benchCabler();
    benchRecipe(source, "1024", "nv-dgx-h200");
    benchRecipe(source, "131072", "nv-dgx-h200");
    return 0;
}
