// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/figures.h"

#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "ui/text/figure_numbers.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{}, {kJsonOption}};

// "power.it.peak", "rack.power.peak@rack:NAME".
std::string nameWithSubject(const FigureDefinition& figure) {
    if (figure.subject == SubjectKind::Design)
        return figure.name;
    return figure.name + "@" + std::string(enumName(figure.subject)) + ":NAME";
}

std::string asJson(const Session& session) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("figures").beginArray();
    for (const Domain& domain : session.domains()->list())
        for (const FigureDefinition& figure : domain.figures)
            json.beginObject()
                .member("name", figure.name)
                .member("number", static_cast<std::int64_t>(figureNumber(figure.name)))
                .member("subject", enumName(figure.subject))
                .member("unit", figure.unit)
                .member("domain", domain.name)
                .member("definition", session.texts().text(figure.definition))
                .member("formula", session.texts().text(figure.formula))
                .member("reference", session.texts().text(figure.reference))
                .endObject();
    return json.endArray().endObject().take();
}

std::string asText(const Session& session) {
    TextTable table({Align::Left, Align::Left, Align::Left});
    for (const Domain& domain : session.domains()->list())
        for (const FigureDefinition& figure : domain.figures)
            table.add({nameWithSubject(figure), figure.unit, session.texts().text(figure.definition)});
    return table.text();
}

} // namespace

int runFigures(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    streams.out << (arguments->has("--json") ? asJson(session) : asText(session));
    return kExitDone;
}

} // namespace rackwright
