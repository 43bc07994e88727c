// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the sample designs and what the rules find in them anew: make_samples CATALOGUE FOLDER. The difference is read
// by a person before it is committed.
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "tests/support/sample_designs.h"
#include "tests/support/sample_findings.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>
#include <fstream>

using namespace rackwright;

namespace {

int failed(const std::string& what, const Error& error) {
    std::fprintf(stderr, "%s: %s\n", what.c_str(), error.message.id.c_str());
    for (const Argument& argument : error.message.arguments)
        if (const auto* text = std::get_if<std::string>(&argument.value))
            std::fprintf(stderr, "  %s: %s\n", argument.name.c_str(), text->c_str());
        else if (const auto* whole = std::get_if<std::int64_t>(&argument.value))
            std::fprintf(stderr, "  %s: %lld\n", argument.name.c_str(), static_cast<long long>(*whole));
        else if (const auto* amount = std::get_if<UnitNumber>(&argument.value))
            std::fprintf(stderr, "  %s: %g %s\n", argument.name.c_str(), amount->value, amount->unit.c_str());
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    if (argc != 3)
        return std::fputs("usage: make_samples CATALOGUE FOLDER\n", stderr), 2;
    const auto catalog = Catalog::open(argv[1]);
    if (!catalog)
        return failed(argv[1], catalog.error());
    const RecipeSource source = recipeSource(**catalog);
    for (const SampleDesign& sample : sampleDesigns()) {
        const auto start = std::chrono::steady_clock::now();
        const Result<Document> document = sample.make(source);
        if (!document)
            return failed(sample.name, document.error());
        if (const Done whole = checkDocument(*document, sample.name); !whole)
            return failed(sample.name, whole.error());
        const std::string text = designText(*document);
        std::ofstream file(std::string(argv[2]) + '/' + sample.name + ".rkw.json", std::ios::binary);
        file << text;
        const SolutionPtr solution = solve(snapshotOf(document->project), sampleDomains());
        std::ofstream findings(std::string(argv[2]) + '/' + sample.name + ".expected.csv", std::ios::binary);
        findings << findingsText(*solution);
        const Design& design = *activeOption(*document->project).design;
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        std::printf("%-26s %5zu racks %6zu devices %7zu cables %9zu bytes %8.1f ms %12.0f USD\n", sample.name.c_str(),
                    design.racks.size(), design.devices.size(), design.cables.size(), text.size(), took.count(),
                    solution->find("cost.price.total")->value.typical());
    }
    return 0;
}
