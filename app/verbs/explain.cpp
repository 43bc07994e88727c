// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/explain.h"

#include "app/figure_text.h"
#include "app/verbs/design_argument.h"
#include "ui/text/derivation_text.h"
#include "ui/text/figure_numbers.h"

#include <ostream>
#include <unordered_map>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}, {"FIGURE"}}, {kOptionOption, kJsonOption}};

void writeSource(JsonWriter& json, const Source& source) {
    json.beginObject()
        .member("publisher", source.publisher)
        .member("title", source.title)
        .member("date", source.date)
        .member("page", source.page)
        .endObject();
}

// Nodes are numbered in the order of working them out; a node that several others use is written once.
class NodeWriter {
public:
    NodeWriter(JsonWriter& json, const Texts& texts) : m_json(json), m_texts(texts) {}

    void write(const DerivationPtr& root) {
        m_json.key("nodes").beginArray();
        visitOnce(root, [this](const Derivation& node) { writeNode(node); });
        m_json.endArray();
    }

private:
    void writeNode(const Derivation& node) {
        const auto number = static_cast<std::int64_t>(m_numbers.size());
        m_numbers.emplace(&node, number);
        m_json.beginObject()
            .member("node", number)
            .member("operation", enumName(node.operation))
            .member("label", stepName(node, m_texts));
        writeAmount(node);
        if (node.source) {
            m_json.key("source");
            writeSource(m_json, *node.source);
        }
        if (!node.reference.empty())
            m_json.member("reference", m_texts.text(node.reference));
        if (const std::string witness = witnessText(node, m_texts); !witness.empty())
            m_json.member("witness", witness);
        if (!node.assumption.empty())
            m_json.member("assumption", node.assumption);
        m_json.key("inputs").beginArray();
        for (const DerivationPtr& input : node.inputs)
            m_json.number(m_numbers.at(input.get()));
        m_json.endArray().endObject();
    }

    void writeAmount(const Derivation& node) {
        const Value value = node.value / Value(node.unitFactor);
        const auto number = [&](const char* name, double v) {
            m_json.key(name);
            if (value.isUnknown())
                m_json.null();
            else
                m_json.number(v);
        };
        number("value", value.typical());
        number("low", value.low());
        number("high", value.high());
        m_json.member("unit", node.unit)
            .member("grade", gradeName(value.grade()))
            .member("unknown", value.unknownTerms())
            .member("terms", value.terms());
    }

    JsonWriter& m_json;
    const Texts& m_texts;
    std::unordered_map<const Derivation*, std::int64_t> m_numbers;
};

std::string asJson(const Context& context, const FigureName& figure, const Traced& traced, const Texts& texts) {
    JsonWriter json;
    json.beginObject()
        .member("schema", std::int64_t{1})
        .member("name", figureLabel(context, *figure.definition, figure.subject));
    writeValue(json, context, traced.value(), figure.definition->unit);
    if (const int number = figureNumber(figure.definition->name); number > 0)
        json.member("number", static_cast<std::int64_t>(number));
    json.member("definition", texts.text(figure.definition->definition))
        .member("formula", texts.text(figure.definition->formula))
        .member("reference", texts.text(figure.definition->reference));
    NodeWriter(json, texts).write(traced.node());
    return json.endObject().take();
}

std::string asText(const FigureName& figure, const Traced& traced, const Texts& texts) {
    const FigureDefinition& definition = *figure.definition;
    std::string out = texts.text(definition.definition) + '\n';
    if (const int number = figureNumber(definition.name); number > 0)
        out += texts.sentence(Message("explain.number").with("number", number)) + '\n';
    if (!definition.formula.empty())
        out += texts.sentence(Message("explain.formula").with("formula", texts.text(definition.formula))) + '\n';
    if (!definition.reference.empty())
        out += texts.sentence(Message("explain.reference").with("reference", texts.text(definition.reference))) + '\n';
    return out + '\n' + derivationTree(*traced.node(), texts);
}

} // namespace

int runExplain(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const Context context(design->snapshot);
    const auto figure = figureNamed(*session.domains(), context, arguments->positional(1));
    if (!figure)
        return refused(figure.error(), streams, session);
    const auto traced = derivationOf(context, *figure);
    if (!traced)
        return refused(traced.error(), streams, session);
    streams.out << (arguments->has("--json") ? asJson(context, *figure, *traced, session.texts())
                                             : asText(*figure, *traced, session.texts()));
    return kExitDone;
}

} // namespace rackwright
