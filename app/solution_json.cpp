// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solution_json.h"

#include "app/figure_text.h"
#include "app/finding_text.h"
#include "model/file/design_hash.h"

namespace rackwright {

namespace {

void writeFigure(JsonWriter& json, const Context& context, const FigureResult& result, const Texts& texts) {
    json.beginObject().member("name", figureLabel(context, *result.definition, result.subject));
    writeValue(json, context, result.error ? Value::unknown() : result.value, result.definition->unit);
    json.member("definition", texts.text(result.definition->definition));
    if (result.error)
        json.member("error", texts.sentence(result.error->message));
    json.endObject();
}

} // namespace

std::string solutionJson(const OpenDesign& design, const Solution& solution, const Texts& texts) {
    const Context& context = solution.context();
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1});
    json.key("design").beginObject();
    json.member("hash", designHash(*design.snapshot.project, design.option()))
        .member("option", design.option().name)
        .endObject();
    json.key("figures").beginArray();
    for (const FigureBlock& block : solution.figures())
        if (block.results)
            for (const FigureResult& result : *block.results)
                writeFigure(json, context, result, texts);
    json.endArray();
    writeReport(json, context, solution.report(), texts);
    writeRequirements(json, context, solution);
    return json.endObject().take();
}

} // namespace rackwright
