// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/size.h"

#include "app/echo.h"
#include "app/json_writer.h"
#include "app/progress_line.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/batch.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"
#include "model/units/number_text.h"
#include "solvers/sizing/answer_facts.h"
#include "solvers/workload/model_config.h"
#include "ui/sizing/sizing_text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <ostream>

namespace rackwright {

namespace {

using SizeCount = PositionalSpec::Count;

const ArgumentSpec kSizeSpec{{{"KEY=VALUE|TEXT", SizeCount::AnyNumber}},
                             {{"--batch", "CSV", "option.batch"},
                              {"--config", "FILE", "option.model-config"},
                              {"--json", {}, "option.json"},
                              {"--list", {}, "option.size-keys"},
                              {"--output", "FILE"},
                              kForceOption}};

/// What was asked: keys and words, and a customer's text where words without "=" stand among them.
struct Asked {
    std::vector<Parameter> words;
    std::string text;
};

bool isKeyValue(const std::string& word) {
    const std::size_t sign = word.find('=');
    return sign != std::string::npos && sign > 0 && isSizingKey(std::string_view(word).substr(0, sign));
}

// "bugdet=30" is a key that is misspelt, no text.
Result<Asked> askedBy(const std::vector<std::string>& words) {
    Asked asked;
    for (const std::string& word : words) {
        const bool isText = !isKeyValue(word) && word.find('=') > word.find(' ');
        if (isText || (word.find('=') == std::string::npos && words.size() > 1)) {
            asked.text += (asked.text.empty() ? "" : " ") + word;
            continue;
        }
        Result<KeyValue> pair = keyValue(word);
        if (!pair)
            return pair.error();
        if (pair->value.find_first_not_of(" \t") == std::string::npos)
            return usageError(Message("train.no-value").with("key", pair->key));
        asked.words.push_back({std::move(pair->key), std::move(pair->value)});
    }
    return asked;
}

/// The reading of a text with the keys that were named beside it, which win.
SentenceReading readingOf(const Asked& asked, const SizingSource& source) {
    SentenceReading reading = readSizingSentence(asked.text, sentenceNames(sizingSystems(source)));
    for (const Parameter& said : asked.words)
        std::erase_if(reading.words, [&said](const Parameter& read) { return read.name == sizingKeyOf(said.name); });
    reading.words.insert(reading.words.end(), asked.words.begin(), asked.words.end());
    return reading;
}

Result<std::optional<ModelArchitecture>> configuredModel(const Arguments& arguments, const Texts& texts) {
    const std::optional<std::string> file = arguments.option("--config");
    if (!file)
        return std::optional<ModelArchitecture>();
    const Result<std::string> text = readTextFile(*file, std::uintmax_t{1} << 20);
    if (!text)
        return text.error();
    Result<ModelArchitecture> model = readModelConfig(*text);
    return model ? Result<std::optional<ModelArchitecture>>(std::move(*model)) : inFile(*file, model.error(), texts);
}

void printBlocks(const std::vector<SizingBlock>& blocks, Streams& streams) {
    bool isFirst = true;
    for (const SizingBlock& block : blocks) {
        if (!isFirst)
            streams.out << '\n';
        isFirst = false;
        if (!block.heading.empty())
            streams.out << block.heading << '\n';
        for (const std::string& sentence : block.sentences)
            streams.out << sentence << '\n';
        if (block.rows.empty())
            continue;
        TextTable table(std::vector<Align>(block.rows.front().size(), Align::Left), 2);
        for (const std::vector<std::string>& row : block.rows)
            table.add(row);
        streams.out << table.text();
    }
}

void writeValue(JsonWriter& json, const SizingFact& fact) {
    if (fact.value.starts_with("{")) {
        json.beginArray();
        std::string_view rest(fact.value);
        rest = rest.substr(1, rest.size() - 2);
        while (!rest.empty()) {
            const std::size_t end = rest.find("; ");
            json.text(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
        }
        json.endArray();
    } else if (const auto number = plainNumber(fact.value)) {
        json.number(*number);
    } else {
        json.text(fact.value);
    }
}

std::string asJson(const SizingQuestion& question, const SizingResult& result, const SentenceReading& reading,
                   const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("words").beginObject();
    for (const Parameter& each : reading.words)
        json.member(each.name, each.value);
    json.endObject().key("unread").beginArray();
    for (const std::string& piece : reading.unread)
        json.text(piece);
    json.endArray().key("facts").beginArray();
    for (const SizingFact& fact : sizingFacts(question, result)) {
        json.beginObject().member("quantity", fact.quantity).key("value");
        writeValue(json, fact);
        json.member("unit", fact.unit).endObject();
    }
    json.endArray().key("losers").beginArray();
    for (const SizingLoser& loser : result.losers) {
        json.beginObject().member("system", loser.system).member("type", loser.type);
        json.member("reason", texts.sentence(loser.reason)).key("limits").beginArray();
        for (const SizingLimit limit : loser.limits)
            json.text(wordsOf(question, limit));
        json.endArray().endObject();
    }
    json.endArray().member("considered", result.considered).member("solved", result.solved);
    return json.endObject().take();
}

int runQuestion(const Arguments& arguments, Streams& streams, Session& session) {
    const std::optional<std::string> output = arguments.option("--output");
    if (output) {
        if (Done free = checkOutput(arguments, *output); !free)
            return refused(free.error(), streams, session);
    }
    const auto asked = askedBy(arguments.positionals());
    if (!asked)
        return refused(asked.error(), streams, session);
    const auto model = configuredModel(arguments, session.texts());
    if (!model)
        return refused(model.error(), streams, session);
    const Result<SizingSource> source = session.sizingSource();
    if (!source)
        return refused(source.error(), streams, session);
    const SentenceReading reading = readingOf(*asked, *source);
    if (!asked->text.empty() && !arguments.has("--json"))
        printBlocks({readingBlock(reading, session.texts()), {}}, streams);
    const Result<SizingQuestion> question = readSizingQuestion(reading.words, *model);
    if (!question)
        return refused(question.error(), streams, session);
    SizingResult result;
    {
        ProgressLine line(streams, session.texts());
        SizingRun run;
        run.tell = [&line](const SizingProgress& progress) {
            line.show(Message("sizing.progress")
                          .with("considered", progress.considered)
                          .with("solved", progress.solved)
                          .with("system", progress.system));
        };
        result = size(*question, *source, session.domains(), run);
    }
    if (arguments.has("--json"))
        streams.out << asJson(*question, result, reading, session.texts());
    else
        printBlocks(sizingBlocks(*question, result, session.texts()), streams);
    if (result.answers.empty())
        return kExitFindings;
    if (!output)
        return kExitDone;
    if (const Done written = writeDesign(*output, sizedProject(result), Links::Refuse); !written)
        return refused(written.error(), streams, session);
    if (!arguments.has("--json"))
        streams.out << '\n' << session.texts().sentence(Message("new.done").with("file", *output)) << '\n';
    return kExitDone;
}

Result<std::vector<Parameter>> wordsOfJson(const std::string& text) {
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
    if (!document.isObject())
        return inputError(Message("sizing.no-json"));
    std::vector<Parameter> words;
    const QJsonObject object = document.object();
    for (auto it = object.begin(); it != object.end(); ++it)
        words.push_back({it.key().toStdString(), it.value().toVariant().toString().toStdString()});
    return words;
}

int runSizeBatch(const std::string& file, Streams& streams, Session& session) {
    const Result<CsvTable> table = readBatch(file, streams.in, session.texts());
    if (!table)
        return refused(table.error(), streams, session);
    const bool isInWords = table->hasColumn("json");
    if (!table->hasColumn("id") || (!isInWords && !table->hasColumn("sentence")))
        return refused(inputError(Message("sizing.no-columns").with("file", file)), streams, session);
    const Result<SizingSource> source = session.sizingSource();
    if (!source)
        return refused(source.error(), streams, session);
    streams.out << kBatchHeader;
    std::size_t failed = 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& id = table->cell(row, "id");
        Result<std::vector<Parameter>> words =
            isInWords ? wordsOfJson(table->cell(row, "json"))
                      : readSizingSentence(table->cell(row, "sentence"), sentenceNames(sizingSystems(*source))).words;
        // What is not read is told in a line of its own: the answer does not rest on it.
        if (words)
            std::erase_if(*words, [&](const Parameter& each) {
                if (isSizingKey(each.name))
                    return false;
                streams.out << batchLine({id, each.name, {}, {}, session.texts().text("sizing.key-unread")});
                return true;
            });
        const Result<SizingQuestion> question =
            words ? readSizingQuestion(*words) : Result<SizingQuestion>(words.error());
        if (!question) {
            ++failed;
            streams.out << batchLine(
                {id, {}, {}, {}, session.texts().sentence(withShortEchoes(question.error().message))});
            continue;
        }
        const SizingResult result = size(*question, *source, session.domains());
        for (const SizingFact& fact : sizingFacts(*question, result))
            streams.out << batchLine({id, fact.quantity, fact.value, fact.unit, {}});
        streams.out << std::flush;
    }
    return batchExit(table->size(), failed, streams, session.texts());
}

int printKeys(Streams& streams, const Texts& texts) {
    TextTable table({Align::Left, Align::Left});
    for (const std::string_view key : sizingKeys())
        table.add({std::string(key), texts.text("sizing.key." + std::string(key))});
    streams.out << table.text();
    return kExitDone;
}

} // namespace

int runSize(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSizeSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    if (arguments->has("--list"))
        return printKeys(streams, session.texts());
    if (const auto file = arguments->option("--batch")) {
        if (!arguments->positionals().empty())
            return refused(usageError(Message("calc.batch-alone").with("word", arguments->positionals().front())),
                           streams, session);
        return runSizeBatch(*file, streams, session);
    }
    return runQuestion(*arguments, streams, session);
}

} // namespace rackwright
