// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/advise.h"

#include "app/arguments.h"
#include "app/echo.h"
#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/batch.h"
#include "app/verbs/calc.h"
#include "app/verbs/design_argument.h"
#include "model/units/number_text.h"
#include "solvers/advice/advise.h"
#include "solvers/advice/ask_book.h"
#include "solvers/advice/design_inputs.h"
#include "solvers/domains.h"
#include "solvers/sizing/model_size.h"
#include "solvers/sizing/said_measures.h"
#include "solvers/workload/accelerators.h"
#include "solvers/workload/model_presets.h"
#include "ui/advice/advice_text.h"
#include "ui/advice/guide_table_text.h"
#include "ui/advice/market_offers.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

const ArgumentSpec kSpec{{{"GUIDE", Count::Optional}, {"KEY=VALUE", Count::AnyNumber}},
                         {{"--batch", "CSV", "option.batch"},
                          {"--file", "FILE", "option.advise-file"},
                          kOptionOption,
                          {"--tables", {}, "option.advise-tables"},
                          {"--json", {}, "option.json"},
                          {"--list", {}, "option.list"}}};

std::vector<MarketOffer> offersOf(Session& session) {
    const Result<CatalogAccess*> access = session.catalog();
    return access ? marketOffers((*access)->catalog) : std::vector<MarketOffer>();
}

std::string indented(const std::string& text) { return "  " + text + "\n"; }

std::string tableText(const GuideTable& table, const Texts& texts) {
    const ReadableTable readable = readableTable(table);
    TextTable shown(std::vector<Align>(readable.header.size(), Align::Left), 2);
    shown.add(readable.header);
    for (const auto& row : readable.rows)
        shown.add(row);
    std::string out = "\n" + table.title + " (" + table.source + ", " + texts.grade(table.grade) + ")\n" + shown.text();
    if (!table.remark.empty())
        out += indented(texts.sentence(Message("advice.remark").with("text", table.remark)));
    return out;
}

std::string asText(const Advice& advice, const Texts& texts, bool withTables) {
    std::string out = advice.guide->title + ": " + advice.verdict + "\n";
    if (!advice.reason.empty())
        out += indented(advice.reason);
    out += indented(texts.sentence(
        Message("advice.source").with("source", advice.source).with("grade", texts.grade(advice.grade))));
    TextTable inputs({Align::Left, Align::Left, Align::Left}, 4);
    for (const AdviceInput& input : advice.inputs)
        inputs.add({input.key->key, adviceInputText(input), input.isAssumed ? texts.text("advice.assumed") : ""});
    if (!inputs.isEmpty())
        out += indented(texts.text("advice.given")) + inputs.text();
    if (!advice.points.empty()) {
        out += indented(texts.text("advice.points"));
        for (const AdvicePoints& each : advice.points)
            out += indented("  " + advicePointsText(each));
    }
    if (!advice.sums.empty()) {
        out += indented(texts.text("advice.computed"));
        for (const AdviceSum& sum : advice.sums)
            out += indented("  " + adviceSumText(sum, texts));
    }
    for (const AdviceLine& line : advice.beside)
        out += indented(adviceLineText(line, texts));
    if (!advice.unread.empty())
        out += indented(texts.sentence(Message("advice.unread").with("words", WordList{advice.unread})));
    if (withTables)
        for (const GuideTable* table : advice.guide->tables)
            out += tableText(*table, texts);
    else if (!advice.guide->tables.empty())
        out += indented(texts.sentence(Message("advice.tables-there").with("option", "--tables")));
    return out;
}

void writeTables(JsonWriter& json, const Guide& guide) {
    json.key("tables").beginArray();
    for (const GuideTable* table : guide.tables) {
        json.beginObject()
            .member("id", table->id)
            .member("title", table->title)
            .member("source", table->source)
            .member("grade", gradeName(table->grade))
            .member("remark", table->remark)
            .key("rows")
            .beginArray();
        for (const auto& row : table->rows) {
            json.beginObject();
            for (std::size_t c = 0; c < row.size(); ++c)
                json.member(table->header[c], row[c]);
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

std::string asJson(const Advice& advice) {
    JsonWriter json;
    json.beginObject()
        .member("schema", std::int64_t{1})
        .member("guide", advice.guide->name)
        .member("verdict", advice.verdict)
        .member("reason", advice.reason)
        .member("source", advice.source)
        .member("grade", gradeName(advice.grade))
        .key("inputs")
        .beginArray();
    for (const AdviceInput& input : advice.inputs)
        json.beginObject()
            .member("key", input.key->key)
            .member("value", input.value)
            .member("unit", input.key->unit)
            .member("assumed", input.isAssumed)
            .endObject();
    json.endArray().key("points").beginArray();
    for (const AdvicePoints& each : advice.points)
        json.beginObject().member("option", each.option).member("points", each.points).endObject();
    json.endArray().key("computed").beginArray();
    for (const AdviceSum& sum : advice.sums) {
        json.beginObject()
            .member("key", sum.sum->key)
            .member("title", sum.sum->title)
            .member("value", sum.value)
            .member("unit", sum.sum->unit)
            .member("formula", sum.sum->formula)
            .member("inputs", sum.inputs);
        if (sum.ranking) {
            json.key("ranking").beginArray();
            for (const RankedOffer& each : sum.ranking->offers)
                json.beginObject()
                    .member("name", each.offer->name)
                    .member("value", each.value)
                    .member("unit", sum.ranking->unit)
                    .endObject();
            json.endArray();
        }
        json.endObject();
    }
    json.endArray().key("beside").beginArray();
    for (const AdviceLine& line : advice.beside)
        json.beginObject()
            .member("level", enumName(line.rule->level))
            .member("severity", enumName(line.rule->severity))
            .member("text", line.text)
            .member("reason", line.reason)
            .member("source", line.rule->source)
            .member("grade", gradeName(line.rule->grade))
            .endObject();
    json.endArray().key("unread").beginArray();
    for (const std::string& word : advice.unread)
        json.text(word);
    json.endArray();
    writeTables(json, *advice.guide);
    return json.endObject().take();
}

/// Words with "=" are keys, all others the sentence.
Result<GivenInputs> givenOf(std::span<const std::string> words) {
    GivenInputs given;
    std::string sentence;
    for (const std::string& word : words) {
        const bool isKey = word.find('=') != std::string::npos && word.find('=') < word.find(' ');
        if (!isKey) {
            sentence.append(sentence.empty() ? "" : " ").append(word);
            continue;
        }
        const Result<GivenInputs> read = splitInputs(word);
        if (!read)
            return read.error();
        for (const auto& [key, value] : *read)
            if (!given.emplace(key, value).second)
                return usageError(Message("calc.key-twice").with("key", key));
    }
    if (!sentence.empty() && !given.emplace(kSentenceKey, sentence).second)
        return usageError(Message("calc.key-twice").with("key", kSentenceKey));
    return given;
}

struct Asked {
    const Guide* guide = nullptr;
    GivenInputs given;
};

Result<Asked> askedOf(const std::vector<std::string>& words) {
    const GuideBook& book = guideBook();
    Asked asked;
    const Result<const Guide*> guide = book.guide(words.front());
    if (!guide)
        return guide.error();
    asked.guide = *guide;
    Result<GivenInputs> given = givenOf(std::span(words).subspan(1));
    if (!given)
        return given.error();
    asked.given = std::move(*given);
    return asked;
}

/// What a guide takes.
std::string keysText(const Guide& guide, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Left, Align::Left}, 2);
    for (const GuideKey& key : guide.keys) {
        std::string words;
        for (const std::string& word : acceptedWords(key))
            words.append(words.empty() ? "" : " | ").append(word);
        table.add({key.key, words, key.meaning,
                   key.otherwise.empty()
                       ? ""
                       : texts.sentence(Message("calc.label.otherwise").with("value", key.otherwise))});
    }
    return guide.name + ": " + guide.question + "\n" + table.text();
}

std::string hitsText(const BookAnswer& answer, const Texts& texts) {
    std::string out = texts.text("advice.nearest-lines") + "\n";
    for (const BookHit& hit : answer.hits)
        out += indented(texts.sentence(Message("advice.line")
                                           .with("text", hit.text)
                                           .with("source", hit.source)
                                           .with("grade", texts.grade(hit.grade))
                                           .with("guide", hit.guide->name)));
    return out;
}

std::string hitsJson(const BookAnswer& answer) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("lines").beginArray();
    for (const BookHit& hit : answer.hits)
        json.beginObject()
            .member("guide", hit.guide->name)
            .member("text", hit.text)
            .member("source", hit.source)
            .member("grade", gradeName(hit.grade))
            .member("share", hit.score)
            .endObject();
    return json.endArray().endObject().take();
}

bool holdsAll(const std::vector<std::string>& words, const std::vector<std::string>& wanted) {
    return !wanted.empty() && std::ranges::all_of(wanted, [&words](const std::string& each) {
        return std::ranges::find(words, each) != words.end();
    });
}
bool holdsAny(const std::vector<std::string>& words, std::initializer_list<std::string_view> stems) {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::any_of(stems, [&word](std::string_view stem) { return word.starts_with(stem); });
    });
}

/// The system of the catalogue whose price a question asks for, the one with most words of those that it names whole;
/// null where it names none.
PartPtr pricedSystem(const std::string& question, Session& session) {
    const std::vector<std::string> words = nameWords(question);
    if (!holdsAny(words, {"price", "cost", "costs", "expensive"}) ||
        holdsAny(words, {"hour", "cloud", "rent", "token"}))
        return nullptr;
    const Result<SizingSource> source = session.sizingSource();
    if (!source)
        return nullptr;
    PartPtr best;
    std::size_t most = 1; // "B200" alone is the accelerator
    for (const PartPtr& system : source->systems) {
        std::string name = system->model; // "DGX B300 (AC PSU)": what stands in brackets tells variants apart
        name.erase(std::min(name.find('('), name.size()));
        if (const std::vector<std::string> named = nameWords(name); named.size() > most && holdsAll(words, named)) {
            most = named.size();
            best = system;
        }
    }
    return best;
}

int printPrice(const Part& system, bool isJson, Streams& streams, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).member("part", system.id).key("prices").beginArray();
    std::string text;
    for (const Price& price : system.prices) {
        const auto typical = price.rate.typical();
        if (!typical)
            continue;
        const std::string currency(typical->currency().code());
        json.beginObject()
            .member("value", typical->inUnits())
            .member("unit", currency)
            .member("basis", price.basis)
            .member("date", price.date)
            .member("grade", gradeName(price.rate.grade))
            .endObject();
        text += texts.sentence(Message("advice.system-price")
                                   .with("system", system.vendor + " " + system.model)
                                   .with("price", UnitNumber{typical->inUnits(), currency})
                                   .with("basis", price.basis)
                                   .with("grade", texts.grade(price.rate.grade))) +
                "\n";
    }
    if (text.empty())
        text = texts.sentence(Message("advice.system-unpriced").with("system", system.model)) + "\n";
    text += texts.sentence(Message("advice.system-more").with("id", system.id)) + "\n";
    streams.out << (isJson ? json.endArray().endObject().take() : text);
    return kExitDone;
}

/// The command of another verb that answers a question which no guide decides; empty: none is known.
std::string commandOf(const std::string& question) {
    const std::vector<std::string> words = nameWords(question);
    const bool isTuned = holdsAny(words, {"finetun", "tuning", "tune", "lora", "qlora", "sft"});
    const bool isTrained = isTuned || holdsAny(words, {"train", "pretrain"});
    const bool isServed = holdsAny(words, {"serv", "infer"});
    std::string model = "Llama-3.1-70B";
    for (const std::string& word : words)
        if (const ModelPreset* preset = word.ends_with('b') ? presetOfSize(word) : nullptr)
            model = preset->architecture.name;
    std::string gpu = "H100";
    double count = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i];
        if (word.size() > 3 && word.back() == 's')
            word.pop_back();
        if (const Result<AcceleratorSpec> part = acceleratorIn(word); part && word.size() > 2)
            gpu = part->names.back();
        if (const auto number = plainNumber(words[i]); number && *number >= 2)
            count = *number;
    }
    if (holdsAny(words, {"memory", "vram", "ram", "fit"}) && (isTrained || isServed)) {
        const char* task = holdsAny(words, {"qlora"})  ? "QLoRA"
                           : holdsAny(words, {"lora"}) ? "LoRA"
                           : isTuned                   ? "SFT"
                           : isServed                  ? "inference"
                                                       : "pretrain";
        return "rackwright train quantity=peak_memory_per_gpu model=" + model + " task=" + task + " gpu=\"" + gpu +
               "\" num_gpus=" + shortestDigits(count > 0 ? count : 8);
    }
    if (holdsAny(words, {"switch", "leaf", "leaves", "spine", "cable"}) && count > 0) {
        const double nodes = std::ceil(count / 8);
        const double unit = std::min(32.0, nodes);
        return "rackwright fabric \"family=rail-optimised 2-tier Clos\" SU=" + shortestDigits(std::ceil(nodes / unit)) +
               " nodes_per_SU=" + shortestDigits(unit) + " rails=8 radix=64";
    }
    if (holdsAny(words, {"pue", "wue"}))
        return "rackwright year DESIGN.rkw --weather PLACE.epw";
    if (holdsAny(words, {"fast", "speed", "throughput", "mfu"}) && isTrained)
        return "rackwright train quantity=tokens_per_sec_per_gpu model=" + model + " gpu=\"" + gpu +
               "\" num_gpus=" + shortestDigits(count > 0 ? count : 64);
    if (isTrained || isServed)
        return "rackwright size \"" + question + "\"";
    return {};
}

/// A whole question: the guide that answers it, else what rules and tables say nearest to it.
int runQuestion(const std::vector<std::string>& words, const Arguments& arguments, Streams& streams,
                Session& session) {
    Result<GivenInputs> given = givenOf(std::span(words).subspan(1));
    if (!given)
        return refused(given.error(), streams, session);
    const std::string& question = words.front();
    if (const PartPtr system = pricedSystem(question, session))
        return printPrice(*system, arguments.has("--json"), streams, session.texts());
    const BookAnswer answer = askBook(guideBook(), question, *given, formulasOfAllDomains(), offersOf(session));
    const Texts& texts = session.texts();
    if (answer.advice) {
        streams.out << (arguments.has("--json") ? asJson(*answer.advice)
                                                : asText(*answer.advice, texts, arguments.has("--tables")));
        return kExitDone;
    }
    if (const std::string command = commandOf(question); !command.empty()) {
        JsonWriter json;
        if (arguments.has("--json"))
            streams.out
                << json.beginObject().member("schema", std::int64_t{1}).member("command", command).endObject().take();
        else
            streams.out << texts.sentence(Message("advice.other-verb").with("command", command)) << '\n';
        return kExitDone;
    }
    if (answer.hits.empty() && !answer.about)
        return refused(usageError(Message("advice.no-topic").with("question", question)), streams, session);
    if (!answer.hits.empty())
        streams.out << (arguments.has("--json") ? hitsJson(answer) : hitsText(answer, texts));
    if (answer.about && !arguments.has("--json"))
        (answer.hits.empty() ? streams.err : streams.out)
            << texts.sentence(Message("advice.say-more").with("guide", answer.about->title)) << "\n"
            << keysText(*answer.about, texts);
    return answer.hits.empty() ? kExitWrong : kExitDone;
}

int runSingle(const std::vector<std::string>& words, const Arguments& arguments, Streams& streams, Session& session) {
    const Result<Asked> asked = askedOf(words);
    if (!asked)
        return refused(asked.error(), streams, session);
    const FormulaRegistry formulas = formulasOfAllDomains();
    const std::vector<MarketOffer> offers = offersOf(session);
    const Result<Advice> advice = advise(guideBook(), *asked->guide, asked->given, formulas, offers);
    if (!advice) {
        const int code = refused(advice.error(), streams, session);
        if (advice.error().message.id == "advice.undecided" || advice.error().message.id == "advice.unknown-key")
            streams.err << keysText(*asked->guide, session.texts());
        return code;
    }
    streams.out << (arguments.has("--json") ? asJson(*advice)
                                            : asText(*advice, session.texts(), arguments.has("--tables")));
    return kExitDone;
}

/// Every guide that a design answers by itself.
int runDesign(const Arguments& arguments, const std::string& file, Streams& streams, Session& session) {
    const auto opened = session.open(file, arguments.option("--option"));
    if (!opened)
        return refused(opened.error(), streams, session);
    const Result<SolutionPtr> solution = session.solve(opened->snapshot);
    if (!solution)
        return refused(solution.error(), streams, session);
    const FormulaRegistry formulas = formulasOfAllDomains();
    const std::vector<MarketOffer> offers = offersOf(session);
    const std::vector<DesignAdvice> all =
        designAdvice(guideBook(), (*solution)->context(), **solution, formulas, offers);
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("advice").beginArray();
    std::string text;
    for (const DesignAdvice& each : all) {
        text += (text.empty() ? "" : "\n") + asText(each.advice, session.texts(), arguments.has("--tables"));
        json.beginObject()
            .member("guide", each.advice.guide->name)
            .member("verdict", each.advice.verdict)
            .member("reason", each.advice.reason)
            .member("source", each.advice.source)
            .member("grade", gradeName(each.advice.grade))
            .endObject();
    }
    streams.out << (arguments.has("--json") ? json.endArray().endObject().take() : text);
    return kExitDone;
}

constexpr std::string_view kMoreColumns = ",reason,source,grade,beside\n";

/// A verdict, with what stands beside it behind the columns that every batch has.
std::string answeredLine(const std::string& id, const std::string& guide, const Advice& advice, const Texts& texts) {
    std::string line = batchLine({id, guide, advice.verdict, {}, {}});
    line.pop_back();
    std::string beside;
    for (const AdviceLine& each : advice.beside)
        beside.append(beside.empty() ? "" : " | ").append(adviceLineText(each, texts));
    for (const std::string& cell : {advice.reason, advice.source, std::string(gradeName(advice.grade)), beside})
        line.append(",").append(csvCell(csvTextCell(cell)));
    return line + "\n";
}

int runBatch(const std::string& file, Streams& streams, Session& session) {
    const Texts& texts = session.texts();
    const Result<CsvTable> table = readBatch(file, streams.in, texts);
    if (!table)
        return refused(table.error(), streams, session);
    const std::string_view id = table->hasColumn("id") ? "id" : "case_id";
    if (!table->hasColumn("guide") || !table->hasColumn("inputs"))
        return refused(inputError(Message("advice.no-columns").with("file", file)), streams, session);
    if (Done checked = checkColumns(*table, {{id, "guide", "inputs"}, {"guide", "inputs"}}, file, streams, texts);
        !checked)
        return refused(checked.error(), streams, session);
    const FormulaRegistry formulas = formulasOfAllDomains();
    const std::vector<MarketOffer> offers = offersOf(session);
    streams.out << kBatchHeader.substr(0, kBatchHeader.size() - 1) << kMoreColumns;
    std::size_t failed = 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& name = table->cell(row, "guide");
        const auto answer = [&]() -> Result<Advice> {
            const Result<const Guide*> guide = guideBook().guide(name);
            if (!guide)
                return guide.error();
            const Result<GivenInputs> given = splitInputs(table->cell(row, "inputs"));
            if (!given)
                return given.error();
            return advise(guideBook(), **guide, *given, formulas, offers);
        }();
        if (answer) {
            streams.out << answeredLine(table->cell(row, id), name, *answer, texts);
            continue;
        }
        ++failed;
        std::string line = batchLine({table->cell(row, id), name, {}, {}, texts.sentence(withShortEchoes(answer.error().message))});
        line.pop_back();
        streams.out << line << ",,,,\n";
    }
    return batchExit(table->size(), failed, streams, texts);
}

int runList(const std::vector<std::string>& words, Streams& streams, const Session& session, bool isJson) {
    const Texts& texts = session.texts();
    if (!words.empty()) {
        const Result<const Guide*> guide = guideBook().guide(words.front());
        if (!guide)
            return refused(guide.error(), streams, session);
        streams.out << keysText(**guide, texts);
        for (const GuideTable* table : (*guide)->tables)
            streams.out << tableText(*table, texts);
        return kExitDone;
    }
    TextTable list({Align::Left, Align::Left});
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("guides").beginArray();
    for (const Guide& guide : guideBook().guides()) {
        list.add({guide.name, guide.question});
        json.beginObject().member("guide", guide.name).member("question", guide.question).key("keys").beginArray();
        for (const GuideKey& key : guide.keys) {
            json.beginObject().member("key", key.key).member("unit", key.unit).member("meaning", key.meaning);
            json.key("words").beginArray();
            for (const std::string& word : key.words)
                json.text(word);
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    streams.out << (isJson ? json.endArray().endObject().take() : list.text());
    return kExitDone;
}

} // namespace

int runAdvise(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const std::vector<std::string>& positionals = arguments->positionals();
    if (const auto file = arguments->option("--batch")) {
        if (!positionals.empty())
            return refused(usageError(Message("calc.batch-alone").with("word", positionals.front())), streams, session);
        return runBatch(*file, streams, session);
    }
    if (arguments->has("--list"))
        return runList(positionals, streams, session, arguments->has("--json"));
    if (const auto file = arguments->option("--file"))
        return runDesign(*arguments, *file, streams, session);
    if (positionals.empty())
        return refused(usageError(Message("advice.no-guide")), streams, session);
    if (positionals.front().find(' ') != std::string::npos)
        return runQuestion(positionals, *arguments, streams, session);
    return runSingle(positionals, *arguments, streams, session);
}

} // namespace rackwright
