// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long all single losses of power and cooling take: bench_losses CATALOGUE [ACCELERATORS].
#include "solvers/engine/solution.h"
#include "solvers/facility/losses.h"
#include "tests/support/sample_designs.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>
#include <string>

using namespace rackwright;

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    if (argc < 2)
        return std::fputs("usage: bench_losses CATALOGUE [ACCELERATORS]\n", stderr), 2;
    const auto catalog = Catalog::open(argv[1]);
    if (!catalog)
        return std::fputs("the catalogue cannot be read\n", stderr), 2;
    const std::string accelerators = argc > 2 ? argv[2] : "131072";
    const Result<Document> made =
        makeFromRecipe("cluster", {{"accelerators", accelerators}, {"node", "nv-dgx-h200"}}, recipeSource(**catalog));
    if (!made)
        return std::fputs("the recipe makes no design\n", stderr), 1;
    for (int i = 0; i < 5; ++i) {
        const Context context(snapshotOf(made->project)); // remembers losses of power
        const auto start = std::chrono::steady_clock::now();
        const HallLosses losses(context);
        const double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        std::printf("%s accelerators, %zu power elements, %zu cooling units: %.1f ms, %zu kinds of loss\n",
                    accelerators.c_str(), context.design().powerElements.size(), context.design().coolingUnits.size(),
                    took, losses.losses().size());
    }
    return 0;
}
