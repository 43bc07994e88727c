// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/quote.h"

#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "model/file/design_file.h"
#include "solvers/cost/cost_kernels.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kQuoteSpec{{{"FILE"}},
                              {{"--set", "KEY=VALUE", {}, Occurrence::Many},
                               {"--line", "KEY=VALUE;...", {}, Occurrence::Many},
                               {"--remove", "LINE", {}, Occurrence::Many},
                               {"--internal", {}},
                               {"--output", "FILE"},
                               kForceOption,
                               kOptionOption,
                               kJsonOption}};

/// A document that edits are applied to, one after the other.
struct Edited {
    Document document;
    std::uint64_t option = 0;

    edits::Target target() const { return {*document.project, option}; }
    const Design& design() const { return *findOption(*document.project, option)->design; }
    Done apply(const Edit& edit) {
        IdSource ids(document.nextId);
        Result<ProjectPtr> next = edit.apply(*document.project, ids);
        if (!next)
            return next.error();
        document = {std::move(*next), ids.next()};
        return done();
    }
};

/// The row of a line as the bill names it: a change of a derived line, or a line of its own ("line:1207").
const QuoteLine* rowOf(const Design& design, std::string_view key) {
    for (const QuoteLine& line : design.quoteLines)
        if ((!line.derivedKey.empty() && line.derivedKey == key) || "line:" + std::to_string(line.id.value) == key)
            return &line;
    return nullptr;
}

/// "key=device:a;phase2;discount=5 %": what has no "=" belongs to the value before it.
Result<std::vector<KeyValue>> pairsOf(std::string_view text) {
    std::vector<KeyValue> pairs;
    while (!text.empty()) {
        const std::size_t end = text.find(';');
        const std::string_view piece = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (!pairs.empty() && piece.find('=') == std::string_view::npos) {
            pairs.back().value.append(";").append(piece);
            continue;
        }
        Result<KeyValue> pair = keyValue(piece);
        if (!pair)
            return pair.error();
        while (pair->key.starts_with(' '))
            pair->key.erase(0, 1);
        pairs.push_back(std::move(*pair));
    }
    return pairs;
}

/// The line that "key=..." names, or a new one.
Result<QuoteLine> lineToChange(const Edited& edited, const Bill& bill, const std::vector<KeyValue>& pairs) {
    const auto key = std::ranges::find(pairs, "key", &KeyValue::key);
    if (key == pairs.end())
        return QuoteLine{};
    if (const QuoteLine* row = rowOf(edited.design(), key->value))
        return *row;
    const BillLine* derived = bill.find(key->value);
    if (!derived)
        return inputError(Message("quote.no-line").with("line", key->value));
    QuoteLine change;
    change.derivedKey = derived->key;
    change.section = derived->section;
    return change;
}

Done putLine(Edited& edited, const Bill& bill, std::string_view text) {
    const Result<std::vector<KeyValue>> pairs = pairsOf(text);
    if (!pairs)
        return pairs.error();
    Result<QuoteLine> line = lineToChange(edited, bill, *pairs);
    for (const KeyValue& pair : *pairs)
        if (line && pair.key != "key")
            line = withLineWord(std::move(*line), pair.key, pair.value, edited.document.project->quote.currency);
    if (!line)
        return line.error();
    return edited.apply(edits::putQuoteLine(edited.target(), std::move(*line)));
}

Done removeLine(Edited& edited, const std::string& key) {
    const QuoteLine* row = rowOf(edited.design(), key);
    if (!row)
        return inputError(Message("quote.no-line").with("line", key));
    return edited.apply(edits::removeQuoteLines(edited.target(), {row->id}));
}

Done setWords(Edited& edited, const std::vector<std::string>& words) {
    Result<QuoteHeader> header = edited.document.project->quote;
    for (const std::string& word : words) {
        const Result<KeyValue> pair = keyValue(word);
        if (!pair)
            return pair.error();
        header = withQuoteWord(std::move(*header), pair->key, pair->value);
        if (!header)
            return header.error();
    }
    return words.empty() ? done() : edited.apply(edits::setQuoteHeader(std::move(*header)));
}

Done applyAll(Edited& edited, const Arguments& arguments, const Bill& bill) {
    if (Done set = setWords(edited, arguments.all("--set")); !set)
        return set;
    for (const std::string& line : arguments.all("--line"))
        if (Done put = putLine(edited, bill, line); !put)
            return put;
    for (const std::string& line : arguments.all("--remove"))
        if (Done removed = removeLine(edited, line); !removed)
            return removed;
    return done();
}

std::string lineName(const BillLine& line, const Texts& texts) {
    return line.text.id.empty() ? line.description : texts.sentence(line.text);
}

std::string amountText(const BillTotal& total, const Texts& texts) {
    const std::string amount = texts.money(total.typical);
    return total.isLowerBound ? texts.sentence(Message("amount.from").with("amount", amount)) : amount;
}

std::string marginText(const BillTotal& total, const Texts& texts) {
    const std::optional<double> margin = total.margin();
    return margin ? texts.figure(Value(*margin), "%", 0.01) : std::string();
}

enum class View { Customer, Internal };

std::vector<std::string> totalCells(const std::string& name, const BillTotal& total, View view, const Texts& texts) {
    std::vector<std::string> cells = {name, std::to_string(total.lines), amountText(total, texts)};
    if (view == View::Internal) {
        cells.push_back(texts.money(total.cost));
        cells.push_back(marginText(total, texts));
    }
    return cells;
}

std::string headerText(const QuoteHeader& header, const Texts& texts) {
    TextTable fields({Align::Left, Align::Left});
    for (const std::string_view key : quoteKeys())
        if (const std::string word = quoteWord(header, key); !word.empty())
            fields.add({texts.text("quote.field." + std::string(key)), word});
    return fields.text();
}

std::string quoteText(const Context& context, View view, const Texts& texts) {
    const Bill& bill = billIn(context);
    std::string out = headerText(context.project().quote, texts) + '\n';
    std::vector<Align> columns = {Align::Left, Align::Right, Align::Right};
    std::vector<std::string> titles = {texts.text("quote.section"), texts.text("quote.lines"),
                                       texts.text("quote.price")};
    if (view == View::Internal) {
        columns.insert(columns.end(), {Align::Right, Align::Right});
        titles.push_back(texts.text("quote.cost"));
        titles.push_back(texts.text("quote.field.margin"));
    }
    TextTable sums(columns);
    sums.add(titles);
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        const auto section = static_cast<QuoteSection>(i);
        if (const BillTotal part = total(bill, section); part.lines > 0)
            sums.add(totalCells(texts.text("section." + std::string(enumName(section))), part, view, texts));
    }
    const BillTotal all = total(bill);
    sums.add(totalCells(texts.text("bill.total"), all, view, texts));
    out += sums.text();
    if (all.besides > 0)
        out += texts.sentence(Message("bill.note.beside")
                                  .with("count", all.besides)
                                  .with("amount", MoneyNumber{all.beside.minorUnits(), bill.currency.code()})) +
               '\n';
    for (const Message& open : openLines(all))
        out += texts.sentence(open) + '\n';
    return out;
}

void writeTotal(JsonWriter& json, const BillTotal& total, View view) {
    json.member("lines", total.lines)
        .member("unpriced", total.unpriced)
        .member("unrated", total.unrated)
        .member("price", total.typical.inUnits())
        .member("is_lower_bound", total.isLowerBound);
    if (view == View::Customer)
        return;
    json.member("low", total.low.inUnits()).member("high", total.high.inUnits()).member("cost", total.cost.inUnits());
    json.key("margin");
    if (const std::optional<double> margin = total.margin())
        json.number(*margin);
    else
        json.null();
}

void writeLine(JsonWriter& json, const BillLine& line, View view, const Texts& texts) {
    json.beginObject()
        .member("key", line.key)
        .member("line", line.number)
        .member("section", enumName(line.section))
        .member("type", enumName(line.type))
        .member("description", lineName(line, texts))
        .member("part_number", line.partNumber)
        .member("quantity", static_cast<double>(line.quantityMilli) / 1000)
        .member("unit", line.unit)
        .member("term_months", line.termMonths)
        .member("optional", line.isOptional)
        .member("alternate_to", line.alternateTo)
        .key("price");
    if (line.amount)
        json.number(line.amount->typical.inUnits());
    else
        json.null();
    if (view == View::Internal) {
        json.member("discount", line.discount.fraction())
            .member(enumName(line.marginKind) == "margin" ? "margin" : "mark_up", line.margin.fraction())
            .key("cost");
        if (line.cost)
            json.number(line.cost->typical.inUnits());
        else
            json.null();
    }
    json.endObject();
}

std::string quoteJson(const Context& context, View view, const Texts& texts) {
    const Bill& bill = billIn(context);
    const QuoteHeader& header = context.project().quote;
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("header").beginObject();
    for (const std::string_view key : quoteKeys())
        json.member(key, quoteWord(header, key));
    json.endObject();
    if (view == View::Internal) {
        json.key("terms").beginArray();
        for (const ClassTerms& terms : header.terms)
            json.beginObject()
                .member("section", terms.section ? enumName(*terms.section) : std::string_view())
                .member("type", terms.type ? enumName(*terms.type) : std::string_view())
                .member("discount", terms.discount.fraction())
                .member(terms.marginKind == MarginKind::Margin ? "margin" : "mark_up", terms.margin.fraction())
                .endObject();
        json.endArray();
    }
    json.key("sections").beginArray();
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        const auto section = static_cast<QuoteSection>(i);
        if (const BillTotal part = total(bill, section); part.lines > 0) {
            json.beginObject().member("section", enumName(section));
            writeTotal(json, part, view);
            json.endObject();
        }
    }
    const BillTotal all = total(bill);
    json.endArray().key("total").beginObject();
    writeTotal(json, all, view);
    json.member("beside", all.beside.inUnits()).member("beside_lines", all.besides).endObject();
    json.key("lines").beginArray();
    for (const BillLine& line : bill.lines)
        writeLine(json, line, view, texts);
    return json.endArray().endObject().take();
}

} // namespace

int runQuote(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kQuoteSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    Edited edited{design->document, design->snapshot.option};
    const Context before(design->snapshot);
    if (Done applied = applyAll(edited, *arguments, billIn(before)); !applied)
        return refused(applied.error(), streams, session);
    if (Done written = writeToOutput(*arguments, edited.document); !written)
        return refused(written.error(), streams, session);
    const Context context(snapshotOf(edited.document.project, edited.option));
    const View view = arguments->has("--internal") ? View::Internal : View::Customer;
    streams.out << (arguments->has("--json") ? quoteJson(context, view, session.texts())
                                             : quoteText(context, view, session.texts()));
    return kExitDone;
}

} // namespace rackwright
