// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/solve.h"

#include "app/echo.h"
#include "app/figure_text.h"
#include "app/finding_text.h"
#include "app/solution_json.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}}, {{"--only", "LIST"}, {"--all", {}}, kOptionOption, kJsonOption}};

// Figures of the whole design, of rooms and of sections of the bill stand in the short list; those of the few workloads
// and pools where domains are asked for by name.
bool isShort(const FigureDefinition& figure, bool isNarrow) {
    if (figure.subject == SubjectKind::Workload || figure.subject == SubjectKind::StoragePool)
        return isNarrow;
    return figure.subject == SubjectKind::Design || figure.subject == SubjectKind::Room ||
           figure.subject == SubjectKind::Section;
}

bool hasInternalError(const Solution& solution) {
    return !solution.report().internalErrors.empty() ||
           std::ranges::any_of(solution.figures(), [](const FigureBlock& block) {
               return block.results && std::ranges::any_of(*block.results, [](const FigureResult& result) {
                          return result.error && result.error->kind == ErrorKind::Internal;
                      });
           });
}

struct Listing {
    bool showsAll = false;
    bool isNarrow = false;
};

std::string asText(const OpenDesign& design, const Solution& solution, const Texts& texts, Listing listing) {
    const Context& context = solution.context();
    std::string out = onOneLine(design.snapshot.project->name + ", " + design.option().name) + "\n\n";
    TextTable table({Align::Left, Align::Right, Align::Left});
    std::size_t left = 0;
    for (const FigureBlock& block : solution.figures()) {
        if (!block.results)
            continue;
        if (!listing.showsAll && !isShort(*block.definition, listing.isNarrow)) {
            left += block.results->size();
            continue;
        }
        for (const FigureResult& result : *block.results)
            table.add({figureLabel(context, *result.definition, result.subject), figureText(context, result, texts),
                       result.error || result.value.isUnknown() ? "" : texts.grade(result.value.grade())});
    }
    out += table.text() + '\n';
    if (left > 0)
        out += texts.sentence(Message("solve.more").with("count", left)) + '\n';
    return out + countsLines(solution.report(), texts) + '\n';
}

} // namespace

int runSolve(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const auto only = listOf(arguments->option("--only").value_or(""));
    const auto solution = session.solve(design->snapshot, only);
    if (!solution)
        return refused(solution.error(), streams, session);
    streams.out << (arguments->has("--json")
                        ? solutionJson(*design, **solution, session.texts())
                        : asText(*design, **solution, session.texts(), {arguments->has("--all"), !only.empty()}));
    for (const Error& error : (*solution)->report().internalErrors)
        streams.err << "rackwright: " << session.texts().sentence(withShortEchoes(error.message)) << '\n';
    return hasInternalError(**solution) ? kExitInternal : kExitDone;
}

} // namespace rackwright
