// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/check.h"

#include "app/echo.h"
#include "app/finding_text.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_hash.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}}, {{"--fail-on", "error|warning"}, kOptionOption, kJsonOption}};

Result<std::optional<Severity>> failingSeverity(const Arguments& arguments) {
    const std::optional<std::string> word = arguments.option("--fail-on");
    if (!word)
        return std::optional<Severity>();
    const std::optional<Severity> severity = enumFromName<Severity>(*word);
    if (!severity || *severity == Severity::Note)
        return usageError(
            Message("check.no-severity").with("word", *word).with("known", WordList{{"error", "warning"}}));
    return severity;
}

std::string asJson(const OpenDesign& design, const Solution& solution, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1});
    json.key("design").beginObject();
    json.member("hash", designHash(*design.snapshot.project, design.option()))
        .member("option", design.option().name)
        .endObject();
    writeReport(json, solution.context(), solution.report(), texts);
    writeRules(json, ruleCounts(solution), texts);
    writeRequirements(json, solution.context(), solution);
    return json.endObject().take();
}

std::string asText(const Solution& solution, const Texts& texts) {
    std::string out;
    for (const Finding& finding : solution.report().findings)
        out += findingText(solution.context(), finding, texts);
    for (const Error& error : solution.report().internalErrors)
        out += onOneLine(texts.sentence(error.message)) + '\n';
    return out + (out.empty() ? "" : "\n") + ruleLines(ruleCounts(solution), texts) + '\n' +
           countsLines(solution.report(), texts) + '\n';
}

} // namespace

int runCheck(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto failOn = failingSeverity(*arguments);
    if (!failOn)
        return refused(failOn.error(), streams, session);
    const auto solved = openSolved(*arguments, session);
    if (!solved)
        return refused(solved.error(), streams, session);
    streams.out << (arguments->has("--json") ? asJson(solved->design, *solved->solution, session.texts())
                                             : asText(*solved->solution, session.texts()));
    const bool fails = *failOn && std::ranges::any_of(solved->solution->report().findings, [&](const Finding& finding) {
        return finding.state == RuleState::Failed && finding.severity >= **failOn;
    });
    if (!solved->solution->report().internalErrors.empty())
        return kExitInternal;
    return fails ? kExitFindings : kExitDone;
}

} // namespace rackwright
