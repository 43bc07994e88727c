// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solution_json.h"

#include "app/figure_text.h"
#include "app/finding_text.h"
#include "model/file/design_hash.h"
#include "ui/report/edition.h"

namespace rackwright {

namespace {

void writeFigure(JsonWriter& json, const Context& context, const FigureResult& result, const Texts& texts,
                 Edition edition) {
    const std::string& name = result.definition->name;
    json.beginObject().member("name", figureLabel(context, *result.definition, result.subject));
    writeValue(json, context, result.error ? Value::unknown() : valueOfEdition(name, result.value, edition),
               result.definition->unit);
    json.member("definition", texts.text(result.definition->definition));
    if (result.error)
        json.member("error", texts.sentence(result.error->message));
    json.endObject();
}

} // namespace

std::string solutionJson(const OpenDesign& design, const Solution& solution, const Texts& texts, Edition edition) {
    const Context& context = solution.context();
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1});
    json.key("design").beginObject();
    json.member("hash", designHash(*design.snapshot.project, design.option()))
        .member("project", design.snapshot.project->name)
        .member("option", design.option().name)
        .endObject();
    json.key("figures").beginArray();
    for (const FigureBlock& block : solution.figures())
        if (block.results && isShownIn(edition, block.definition->name))
            for (const FigureResult& result : *block.results)
                writeFigure(json, context, result, texts, edition);
    json.endArray();
    writeReport(json, context, checksOfEdition(solution.report(), edition), texts, edition);
    writeRequirements(json, context, solution, edition);
    return json.endObject().take();
}

} // namespace rackwright
