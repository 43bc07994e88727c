// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/echo.h"

#include "app/reference/command_reference.h"
#include "app/terminal_text.h"
#include "app/text_table.h"
#include "app/verbs/advise.h"
#include "app/verbs/calc.h"
#include "app/verbs/catalog.h"
#include "app/verbs/check.h"
#include "app/verbs/convert.h"
#include "app/verbs/diff.h"
#include "app/verbs/explain.h"
#include "app/verbs/export.h"
#include "app/verbs/fabric.h"
#include "app/verbs/figures.h"
#include "app/verbs/fit.h"
#include "app/verbs/import.h"
#include "app/verbs/limits.h"
#include "app/verbs/losses.h"
#include "app/verbs/new.h"
#include "app/verbs/options.h"
#include "app/verbs/prices.h"
#include "app/verbs/quote.h"
#include "app/verbs/readiness.h"
#include "app/verbs/recipes.h"
#include "app/verbs/revisions.h"
#include "app/verbs/schedule.h"
#include "app/verbs/size.h"
#include "app/verbs/solve.h"
#include "app/verbs/study.h"
#include "app/verbs/tasks.h"
#include "app/verbs/train.h"
#include "app/verbs/year.h"
#include "model/base/check.h"
#include "model/base/nearest.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <ostream>

namespace rackwright {

namespace {

constexpr std::array kVerbs = {
    kNewVerb,     kSizeVerb,      kFitVerb,       kRecipesVerb, kFiguresVerb,  kSolveVerb,  kExplainVerb,
    kCheckVerb,   kLimitsVerb,    kLossesVerb,    kYearVerb,    kScheduleVerb, kQuoteVerb,  kPricesVerb,
    kOptionsVerb, kRevisionsVerb, kReadinessVerb, kExportVerb,  kImportVerb,   kDiffVerb,   kConvertVerb,
    kStudyVerb,   kCatalogVerb,   kCalcVerb,      kTrainVerb,   kFabricVerb,   kAdviseVerb,
};

constexpr std::string_view kVersion = RACKWRIGHT_VERSION;

/// What the tasks of a verb take, a line a task, its name first.
struct VerbTasks {
    std::string_view verb;
    std::vector<std::string> (*tasks)();
};
constexpr std::array kTasksOfVerbs = {VerbTasks{"catalog", catalogTasks}, VerbTasks{"prices", priceTasks}};

struct Line {
    std::vector<std::string> words; ///< without --lang and its value
    std::optional<std::string> language;
};

Result<Line> splitLine(std::span<const std::string> words) {
    Line line;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].starts_with("--lang=")) {
            line.language = words[i].substr(7);
        } else if (words[i] == "--lang") {
            if (i + 1 == words.size())
                return usageError(Message("arguments.no-value").with("option", "--lang").with("value", "LANGUAGE"));
            line.language = words[++i];
        } else {
            line.words.push_back(words[i]);
        }
    }
    return line;
}

bool asksForHelp(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

int printHelp(Streams& streams, const Texts& texts) {
    TextTable table({Align::Left, Align::Left}, 2);
    for (const Verb& verb : verbs())
        table.add({std::string(verb.name), texts.text(verb.summary)});
    streams.out << texts.text("help.what") << "\n\n  rackwright VERB ...\n  rackwright VERB --help\n\n"
                << table.text() << '\n'
                << texts.text("help.common") << '\n';
    return kExitDone;
}

std::vector<std::string> tasksOf(const Verb& verb) {
    for (const VerbTasks& row : kTasksOfVerbs)
        if (row.verb == verb.name)
            return row.tasks();
    return {};
}

/// `words` may name a task of the verb: then what that one takes stands alone.
int printVerbHelp(const Verb& verb, std::span<const std::string> words, Streams& streams, const Texts& texts) {
    std::vector<std::string> tasks = tasksOf(verb);
    const auto isAsked = [&words](const std::string& line) {
        return std::ranges::find(words, line.substr(0, line.find(' '))) != words.end();
    };
    if (std::ranges::any_of(tasks, isAsked))
        std::erase_if(tasks, [&isAsked](const std::string& line) { return !isAsked(line); });
    for (const std::string& line : tasks)
        streams.out << "rackwright " << verb.name << ' ' << line << '\n';
    if (tasks.empty())
        streams.out << "rackwright " << verb.name << (verb.usage.empty() ? "" : " ") << verb.usage << '\n';
    streams.out << '\n' << texts.text(verb.summary) << '\n';
    if (!verb.batch.empty())
        streams.out << texts.text(verb.batch) << '\n';
    for (const std::string_view group : verb.keys)
        streams.out << "\n" << texts.text(group) << '\n';
    return kExitDone;
}

// A word that looks like a file asks for the studio.
bool looksLikeAFile(std::string_view word) {
    return word.ends_with(".rkw") || word.ends_with(".rkw.json") || word.find('/') != std::string_view::npos;
}

Error noVerb(const std::string& word) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs())
        names.emplace_back(verb.name);
    const std::vector<std::string> near = nearestWords(word, names);
    return usageError(
        Message("command-line.unknown-verb").with("verb", word).with("nearest", WordList{near.empty() ? names : near}));
}

} // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* verbOf(std::span<const std::string> words) {
    const auto line = splitLine(words);
    if (!line || line->words.empty())
        return nullptr;
    const auto it = std::ranges::find(kVerbs, line->words.front(), &Verb::name);
    return it == kVerbs.end() ? nullptr : &*it;
}

std::optional<std::string> studioFile(std::span<const std::string> words) {
    const auto line = splitLine(words);
    if (!line || line->words.size() > 1)
        return std::nullopt;
    if (line->words.empty())
        return std::string();
    return looksLikeAFile(line->words.front()) ? std::optional(line->words.front()) : std::nullopt;
}

int refused(const Error& error, Streams& streams, const Session& session) {
    streams.err << "rackwright: " << session.texts().sentence(withShortEchoes(error.message)) << '\n';
    return kExitWrong;
}

namespace {

int runLine(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto line = splitLine(words);
    if (!line)
        return refused(line.error(), streams, session);
    if (line->language) {
        auto catalogue = MessageCatalogue::builtIn(*line->language);
        if (!catalogue)
            return refused(catalogue.error(), streams, session);
        session.setTexts(Texts(std::move(*catalogue), session.texts().numbers()));
    }
    if (studioFile(words))
        return refused(usageError(Message("command-line.no-display")), streams, session);
    const std::string& first = line->words.front();
    const std::span<const std::string> rest = std::span(line->words).subspan(1);
    const Verb* verb = verbOf(line->words);
    if (asksForHelp(first)) {
        const Verb* asked = rest.empty() ? nullptr : verbOf(rest);
        return asked ? printVerbHelp(*asked, rest.subspan(1), streams, session.texts()) : printHelp(streams, session.texts());
    }
    if (first == "--version") {
        streams.out << "rackwright " << kVersion << '\n';
        return kExitDone;
    }
    if (first == "--manual-page") {
        streams.out << manualPage(verbs(), session.texts(), kVersion);
        return kExitDone;
    }
    if (first == "--completion") {
        const Result<std::string> script = completionScript(verbs(), rest.empty() ? std::string() : rest.front());
        if (!script)
            return refused(script.error(), streams, session);
        streams.out << *script;
        return kExitDone;
    }
    if (!verb)
        return refused(noVerb(first), streams, session);
    if (std::ranges::any_of(rest, asksForHelp))
        return printVerbHelp(*verb, rest, streams, session.texts());
    return verb->run(rest, streams, session);
}

} // namespace

int runCommandLine(std::span<const std::string> words, Streams& streams, Session& session) {
    try {
        TerminalText cleanOut(streams.out), cleanErr(streams.err);
        std::ostream out(&cleanOut), err(&cleanErr);
        Streams clean{streams.in, out, err, streams.terminal};
        int code = kExitInternal;
        const std::string asked = words.empty() ? std::string() : words.front();
        const Done worked = guarded(asked, [&] { code = runLine(words, clean, session); });
        if (!worked)
            (void)refused(worked.error(), clean, session);
        // A stream swallows what is thrown while it writes.
        if (code != kExitInternal || !err.bad())
            return code;
    } catch (const std::bad_alloc&) {
        // There was no memory for the sentence either.
    }
    streams.err.clear();
    streams.err << "rackwright: internal error: not enough memory for what was asked\n"; // takes none
    return kExitInternal;
}

} // namespace rackwright
