// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the text of a design: what is read is solved, and every figure is finite or unknown.
#include "model/base/check.h"
#include "model/file/design_text.h"
#include "tests/support/sample_findings.h"

#include <cmath>

using namespace rackwright;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const DomainsPtr domains = sampleDomains();
    const auto document = readDesignText(std::string(reinterpret_cast<const char*>(data), size), "f");
    if (!document || document->project->options.empty())
        return 0;
    const SolutionPtr solution = solve(snapshotOf(document->project), domains, {{}, 1});
    for (const FigureBlock& block : solution->figures())
        for (const FigureResult& result : *block.results) {
            RW_CHECK(!result.error || result.error->kind != ErrorKind::Internal, "no check of a figure fails");
            for (const double number : {result.value.low(), result.value.typical(), result.value.high()})
                RW_CHECK(std::isfinite(number), "what leaves the range of numbers is unknown");
        }
    RW_CHECK(solution->report().internalErrors.empty(), "no check of a rule fails");
    return 0;
}
