// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/calc.h"

#include "app/arguments.h"
#include "app/echo.h"
#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/batch.h"
#include "model/units/number_text.h"
#include "solvers/domains.h"
#include "ui/text/derivation_text.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

const ArgumentSpec kSpec{
    {{"QUANTITY", Count::Optional}, {"KEY=VALUE", Count::AnyNumber}},
    {{"--batch", "CSV", "option.batch"}, {"--json", {}, "option.json"}, {"--list", {}, "option.list"}}};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Done addInput(GivenInputs& inputs, std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
        return usageError(Message("calc.no-part").with("part", part));
    const std::string key(trimmed(part.substr(0, equals)));
    if (key.empty())
        return usageError(Message("calc.empty-key").with("part", part));
    if (!inputs.emplace(key, trimmed(part.substr(equals + 1))).second)
        return usageError(Message("calc.key-twice").with("key", key));
    return done();
}

// "-" marks a pure number in the source tables; a person needs no mark.
std::string_view shownUnit(std::string_view unit) { return unit == "-" ? std::string_view{} : unit; }

std::string inputUnit(const Formula& formula, const std::string& key) {
    for (const FormulaInput& input : formula.inputs)
        if (input.matches(key))
            return std::string(shownUnit(input.unit));
    return {};
}

std::string inputMeaning(const Formula& formula, const std::string& key) {
    for (const FormulaInput& input : formula.inputs)
        if (input.matches(key))
            return input.meaning;
    return {};
}

// "10.2 kW" was given with its unit; "1,2" counts in the formula's.
bool hasUnit(std::string_view value) { return value.find_first_not_of("0123456789.,+-eE ") != std::string_view::npos; }

double withoutNegativeZero(double value) { return value + 0.0; }

double plainAnswer(const Traced& traced) { return withoutNegativeZero(traced.value().typical()); }

constexpr int kShownDigits = 6;

std::string shownAnswer(const Solved<Traced>& solved) {
    if (const auto* word = std::get_if<std::string>(&solved.answer))
        return *word;
    const std::string_view unit = shownUnit(solved.formula->unit);
    const std::string digits = roundedDigits(plainAnswer(std::get<Traced>(solved.answer)), kShownDigits);
    return unit.empty() ? digits : digits + " " + std::string(unit);
}

/// The algorithm that gave the answer, or null where it is a formula in numbers.
const Derivation* algorithmOf(const Solved<Traced>& solved) {
    const auto* traced = std::get_if<Traced>(&solved.answer);
    const Derivation* inner = traced ? traced->node()->inputs.front().get() : nullptr;
    return inner && inner->operation == Operation::Computed ? inner : nullptr;
}

std::string numbersPutIn(const Solved<Traced>& solved, const Texts& texts) {
    const auto* traced = std::get_if<Traced>(&solved.answer);
    return traced && !algorithmOf(solved) ? formulaInNumbers(*traced->node(), texts) : std::string();
}

std::string asText(const Solved<Traced>& solved, const Texts& texts) {
    const Formula& formula = *solved.formula;
    TextTable facts({Align::Left, Align::Left}, 2);
    facts.add({texts.text("calc.label.formula"), formula.text});
    if (const std::string numbers = numbersPutIn(solved, texts); !numbers.empty())
        facts.add({texts.text("calc.label.numbers"), numbers});
    if (const Derivation* computed = algorithmOf(solved))
        facts.add({texts.text("calc.label.algorithm"),
                   texts.text(computed->reference) + "; " + witnessText(*computed, texts)});
    facts.add({texts.text("calc.label.reference"), texts.text(formula.reference)});
    TextTable inputs({Align::Left, Align::Right, Align::Left, Align::Left}, 4);
    for (const auto& [key, value] : solved.used)
        inputs.add({key, value, hasUnit(value) ? "" : inputUnit(formula, key), inputMeaning(formula, key)});
    return formula.name + " = " + shownAnswer(solved) + "\n" + facts.text() + "  " + texts.text("calc.label.inputs") +
           "\n" + inputs.text();
}

std::string asJson(const Solved<Traced>& solved, const Texts& texts) {
    const Formula& formula = *solved.formula;
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).member("quantity", formula.name);
    if (const auto* word = std::get_if<std::string>(&solved.answer))
        json.member("value", *word);
    else
        json.member("value", plainAnswer(std::get<Traced>(solved.answer)));
    json.member("unit", formula.unit)
        .member("formula", formula.text)
        .member("numbers", numbersPutIn(solved, texts))
        .member("reference", texts.text(formula.reference))
        .key("inputs")
        .beginArray();
    for (const auto& [key, value] : solved.used)
        json.beginObject()
            .member("key", key)
            .member("value", value)
            .member("unit", inputUnit(formula, key))
            .member("meaning", inputMeaning(formula, key))
            .endObject();
    return json.endArray().endObject().take();
}

std::string inputsOf(const Formula& formula, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Left, Align::Left}, 2);
    for (const FormulaInput& input : formula.inputs) {
        if (input.kind == InputKind::Remark)
            continue;
        std::string otherwise;
        if (input.otherwise)
            otherwise = texts.sentence(Message("calc.label.otherwise").with("value", *input.otherwise));
        table.add({input.listedKey(), std::string(shownUnit(input.unit)), input.meaning, otherwise});
    }
    return table.text();
}

// After a missing key, what the quantity takes: the person is probably asking just that.
void printNeeds(const FormulaRegistry& registry, const std::string& quantity, Streams& streams, const Texts& texts) {
    for (const Formula& formula : registry.forms(quantity))
        streams.err << texts.sentence(Message("calc.needs").with("quantity", quantity)) << "  " << formula.text << '\n'
                    << inputsOf(formula, texts);
}

enum class Output { Text, Json };

int runSingle(const std::vector<std::string>& words, Output output, Streams& streams, const Session& session) {
    const std::string& quantity = words.front();
    GivenInputs inputs;
    for (const std::string& word : std::span(words).subspan(1))
        if (Done added = addInput(inputs, word); !added)
            return refused(added.error(), streams, session);
    const FormulaRegistry registry = formulasOfAllDomains();
    const Result<Solved<Traced>> solved = registry.explain(quantity, inputs, NumberText::WithUnits);
    if (!solved) {
        const int code = refused(solved.error(), streams, session);
        if (solved.error().message.id == "formula.missing-key")
            printNeeds(registry, quantity, streams, session.texts());
        return code;
    }
    streams.out << (output == Output::Json ? asJson(*solved, session.texts()) : asText(*solved, session.texts()));
    return kExitDone;
}

struct BatchColumns {
    std::string_view id, quantity, inputs;
};
constexpr BatchColumns kBatchForms[] = {{"id", "quantity", "inputs"}, {"case_id", "function", "inputs"}};

const BatchColumns* columnsOf(const CsvTable& table) {
    for (const BatchColumns& form : kBatchForms)
        if (table.hasColumn(form.id) && table.hasColumn(form.quantity) && table.hasColumn(form.inputs))
            return &form;
    return nullptr;
}

Result<Solved<double>> solvedRow(const FormulaRegistry& registry, const std::string& quantity,
                                 const std::string& inputs) {
    if (quantity.empty())
        return usageError(Message("calc.row-without-quantity"));
    const Result<GivenInputs> given = splitInputs(inputs);
    if (!given)
        return given.error();
    return registry.solve(quantity, *given, NumberText::Plain);
}

BatchAnswer answerOf(const std::string& id, const std::string& quantity, const Result<Solved<double>>& solved,
                     const Texts& texts) {
    BatchAnswer row{id, quantity, {}, {}, {}};
    if (!solved) {
        row.error = texts.sentence(withShortEchoes(solved.error().message));
        return row;
    }
    row.unit = solved->formula->unit;
    if (const auto* word = std::get_if<std::string>(&solved->answer))
        row.value = *word;
    else
        row.value = shortestDigits(withoutNegativeZero(std::get<double>(solved->answer)));
    return row;
}

int runBatch(const std::string& file, Streams& streams, const Session& session) {
    const Result<CsvTable> table = readBatch(file, streams.in, session.texts());
    if (!table)
        return refused(table.error(), streams, session);
    const BatchColumns* columns = columnsOf(*table);
    if (!columns)
        return refused(inputError(Message("calc.no-columns").with("file", file)), streams, session);
    const BatchKeys keys{{columns->id, columns->quantity, columns->inputs}, {columns->quantity, columns->inputs}};
    if (Done checked = checkColumns(*table, keys, file, streams, session.texts()); !checked)
        return refused(checked.error(), streams, session);
    const FormulaRegistry registry = formulasOfAllDomains();
    streams.out << kBatchHeader;
    std::size_t failed = 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string quantity(trimmed(table->cell(row, columns->quantity)));
        const BatchAnswer answer =
            answerOf(table->cell(row, columns->id), quantity,
                     solvedRow(registry, quantity, table->cell(row, columns->inputs)), session.texts());
        failed += answer.error.empty() ? 0 : 1;
        streams.out << batchLine(answer);
    }
    return batchExit(table->size(), failed, streams, session.texts());
}

int runList(Output output, Streams& streams, const Texts& texts) {
    const FormulaRegistry registry = formulasOfAllDomains();
    TextTable table({Align::Left, Align::Left, Align::Left});
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("quantities").beginArray();
    for (const std::string& name : registry.names())
        for (const Formula& formula : registry.forms(name)) {
            table.add({name, std::string(shownUnit(formula.unit)), formula.text});
            json.beginObject()
                .member("quantity", name)
                .member("unit", formula.unit)
                .member("formula", formula.text)
                .member("reference", texts.text(formula.reference))
                .key("inputs")
                .beginArray();
            for (const FormulaInput& input : formula.inputs)
                if (input.kind != InputKind::Remark)
                    json.beginObject()
                        .member("key", input.listedKey())
                        .member("unit", input.unit)
                        .member("meaning", input.meaning)
                        .endObject();
            json.endArray().endObject();
        }
    streams.out << (output == Output::Json ? json.endArray().endObject().take() : table.text());
    return kExitDone;
}

} // namespace

Result<GivenInputs> splitInputs(std::string_view text) {
    GivenInputs inputs;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(';', at), text.size());
        const std::string_view part = trimmed(text.substr(at, end - at));
        if (!part.empty())
            if (Done added = addInput(inputs, part); !added)
                return added.error();
        at = end + 1;
    }
    return inputs;
}

int runCalc(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const Output output = arguments->has("--json") ? Output::Json : Output::Text;
    const std::vector<std::string>& positionals = arguments->positionals();
    if (const auto file = arguments->option("--batch")) {
        if (!positionals.empty())
            return refused(usageError(Message("calc.batch-alone").with("word", positionals.front())), streams, session);
        return runBatch(*file, streams, session);
    }
    if (arguments->has("--list"))
        return runList(output, streams, session.texts());
    if (positionals.empty())
        return refused(usageError(Message("calc.no-quantity")), streams, session);
    return runSingle(positionals, output, streams, session);
}

} // namespace rackwright
