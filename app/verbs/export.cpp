// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/export.h"

#include "app/progress_line.h"
#include "app/solution_json.h"
#include "app/verbs/design_argument.h"
#include "model/base/nearest.h"
#include "model/edits/quote_words.h"
#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "ui/report/edition.h"
#include "ui/report/export.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}},
                         {{"--to", "DIR"},
                          {"--volumes", "LIST"},
                          {"--formats", "LIST"},
                          {"--edition", "customer|internal"},
                          {"--paper", "a4|a3|letter|tabloid"},
                          {"--units", "metric|imperial"},
                          {"--sections", "LIST"},
                          {"--logo", "FILE"},
                          {"--locale", "NAME"},
                          kForceOption,
                          kOptionOption}};

constexpr std::string_view kJsonFormat = "json";
constexpr const char* kJsonFile = "figures.json";
constexpr std::array<std::string_view, 2> kEditionNames = {"customer", "internal"};
constexpr std::array<std::string_view, 2> kUnitNames = {"metric", "imperial"};
constexpr std::array<std::string_view, 4> kPaperNames = {"a4", "a3", "letter", "tabloid"};

std::vector<std::string> formatNames() {
    std::vector<std::string> names;
    for (const std::string_view name : EnumNames<ExportFormat>::names)
        names.emplace_back(name);
    names.emplace_back(kJsonFormat);
    return names;
}

struct Order {
    std::filesystem::path folder;
    std::vector<ExportFormat> formats;
    bool writesJson = false;
    Edition edition = Edition::Customer;
    ReportOptions report;
};

/// The place of a word in a list of words, or an Error with those there are.
template <class Words>
Result<std::size_t> placeOf(const std::string& word, const Words& words, const char* option) {
    const auto it = std::ranges::find(words, word);
    if (it != words.end())
        return static_cast<std::size_t>(it - words.begin());
    return usageError(Message("arguments.bad-word")
                          .with("option", option)
                          .with("word", word)
                          .with("known", WordList{{words.begin(), words.end()}}));
}

Done addFormats(Order& order, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (name == kJsonFormat) {
            order.writesJson = true;
        } else if (const auto format = enumFromName<ExportFormat>(name)) {
            order.formats.push_back(*format);
        } else {
            return usageError(Message("export.no-format").with("format", name).with("known", WordList{formatNames()}));
        }
    }
    return done();
}

/// Documents are PDF files, the proposal a page too; all other formats are the data pack. What is not asked for by
/// volume is not written.
Done chooseVolumes(Order& order, const std::optional<std::string>& list, bool choosesFormats) {
    std::set<ReportVolume> chosen;
    for (const std::string& name : list ? listOf(*list) : std::vector<std::string>()) {
        const auto volume = placeOf(name, EnumNames<ReportVolume>::names, "--volumes");
        if (!volume)
            return volume.error();
        chosen.insert(static_cast<ReportVolume>(*volume));
    }
    if (!list)
        chosen = {ReportVolume::Proposal, ReportVolume::Review, ReportVolume::Build, ReportVolume::Data};
    const bool hasData = chosen.erase(ReportVolume::Data) > 0;
    const bool isAskedFor = !order.formats.empty() || order.writesJson;
    if (chosen.empty())
        std::erase(order.formats, ExportFormat::Pdf);
    if (!chosen.contains(ReportVolume::Proposal))
        std::erase(order.formats, ExportFormat::Html);
    if (!hasData) {
        std::erase_if(order.formats,
                      [](ExportFormat format) { return format != ExportFormat::Pdf && format != ExportFormat::Html; });
        order.writesJson = false;
    }
    order.report.volumes = std::move(chosen);
    if (choosesFormats && isAskedFor && order.formats.empty() && !order.writesJson)
        return usageError(Message("export.no-file-of-volumes"));
    return done();
}

Done chooseSections(Order& order, const std::optional<std::string>& list) {
    if (!list)
        return done();
    order.report.sections.clear();
    const std::vector<std::string> known = reportSections();
    for (const std::string& name : listOf(*list)) {
        const auto section = placeOf(name, known, "--sections");
        if (!section)
            return section.error();
        order.report.sections.insert(known[*section]);
    }
    return done();
}

Result<Order> orderOf(const Arguments& arguments) {
    Order order;
    const auto folder = arguments.option("--to");
    if (!folder || folder->empty())
        return usageError(Message("arguments.option-missing").with("option", "--to").with("value", "DIR"));
    order.folder = *folder;
    const auto formats = arguments.option("--formats");
    const Done added = addFormats(order, formats ? listOf(*formats) : formatNames());
    if (!added)
        return added.error();
    if (const Done chosen = chooseVolumes(order, arguments.option("--volumes"), formats.has_value()); !chosen)
        return chosen.error();
    const auto edition = placeOf(arguments.option("--edition").value_or("customer"), kEditionNames, "--edition");
    if (!edition)
        return edition.error();
    order.edition = order.report.edition = static_cast<Edition>(*edition);
    const auto paper = placeOf(arguments.option("--paper").value_or("a4"), kPaperNames, "--paper");
    if (!paper)
        return paper.error();
    order.report.paper = static_cast<Paper>(*paper);
    const auto units = placeOf(arguments.option("--units").value_or("metric"), kUnitNames, "--units");
    if (!units)
        return units.error();
    order.report.units = static_cast<UnitSystem>(*units);
    order.report.locale = arguments.option("--locale").value_or("en");
    if (const Done chosen = chooseSections(order, arguments.option("--sections")); !chosen)
        return chosen.error();
    if (const auto file = arguments.option("--logo")) {
        const auto logo = logoFromFile(*file);
        if (!logo)
            return logo.error();
        order.report.logo = *logo;
    }
    return order;
}

Done writeJson(const std::filesystem::path& path, const std::string& text) {
    MadeFolder folder(path.parent_path());
    Done written = writeAtomically(path, text, Links::Refuse);
    if (written)
        folder.keep();
    return written;
}

void addJson(ExportOutcome& outcome, const std::filesystem::path& path, const std::string& text) {
    const Done written = writeJson(path, text);
    if (written)
        return outcome.written.push_back(path);
    outcome.unwritten.push_back(path.filename().string());
    if (!outcome.error)
        outcome.error = written.error();
}

/// Solves the other options of the project, so that the proposal can compare them.
Done addOptions(ReportRequest& request, const OpenDesign& design, const SolutionPtr& active, const Session& session) {
    const Project& project = *design.snapshot.project;
    if (project.options.size() < 2)
        return done();
    for (const Option& option : project.options) {
        if (option.id == design.snapshot.option) {
            request.options.push_back(active);
            continue;
        }
        const auto solved = session.solve(snapshotOf(design.snapshot.project, option.id));
        if (!solved)
            return solved.error();
        request.options.push_back(*solved);
    }
    return done();
}

Message progressMessage(const ReportProgress& progress) {
    return Message("export.progress." + std::string(enumName(progress.stage)))
        .with("done", static_cast<std::int64_t>(progress.done))
        .with("total", static_cast<std::int64_t>(progress.total));
}

/// Documents of one design do not silently become those of another.
Done checkFolder(const std::filesystem::path& folder, const OpenDesign& design) {
    const std::optional<std::string> project = projectOfDocuments(folder);
    if (!project || *project == design.snapshot.project->name)
        return done();
    return inputError(Message("export.other-design")
                          .with("folder", shownPath(folder))
                          .with("project", *project)
                          .with("option", "--force"));
}

Result<ExportOutcome> writeAll(const OpenDesign& design, const Order& order, const Session& session,
                               ProgressLine& progress, std::vector<Error>& failures) {
    const ReportNeeds needs = needsOf(order.formats, order.report.volumes);
    Result<SolutionPtr> solution = SolutionPtr();
    if (needs.figures() || order.writesJson) {
        progress.show(Message("export.progress.solving"));
        solution = session.solve(design.snapshot);
        if (!solution)
            return solution.error();
    }
    ExportOutcome outcome;
    if (!order.formats.empty()) {
        ReportRequest request;
        request.needs = needs;
        request.date = session.places().today;
        request.edition = order.edition;
        if (needs.proposal) {
            request.designHash = designHash(*design.snapshot.project, design.option());
            if (const Done added = addOptions(request, design, *solution, session); !added)
                return added.error();
        }
        const Texts reading = order.report.reading(session.texts());
        const ReportInput input = needs.figures() ? reportInputOf(*solution, std::move(request), reading)
                                                  : reportInputOf(design.snapshot, std::move(request));
        ReportRun run;
        run.failed = [&failures](const Error& failure) { failures.push_back(failure); };
        run.progress = [&progress](const ReportProgress& now) { progress.show(progressMessage(now)); };
        outcome = exportFiles(input, order.report, order.folder, order.formats, reading, run);
    }
    if (order.writesJson)
        addJson(outcome, order.folder / kJsonFile,
                solutionJson(design, **solution, textsOfEdition(session.texts(), order.edition), order.edition));
    return outcome;
}

/// What the documents print as not stated, so that it is known before they go out.
void tellOpenQuote(const QuoteHeader& quote, Streams& streams, const Session& session) {
    WordList open;
    for (const std::string_view key : missingQuoteKeys(quote))
        open.words.emplace_back(key);
    if (!open.words.empty())
        streams.err << "rackwright: "
                    << session.texts().sentence(Message("export.quote.left-open").with("fields", std::move(open)))
                    << '\n';
}

int tell(const ExportOutcome& outcome, Streams& streams, const Session& session) {
    for (const std::filesystem::path& file : outcome.written)
        streams.out << file.string() << '\n';
    if (!outcome.error)
        return kExitDone;
    const int code = refused(*outcome.error, streams, session);
    if (!outcome.written.empty())
        streams.err << "rackwright: "
                    << session.texts().sentence(partlyWritten(outcome.written.size(), outcome.unwritten)) << '\n';
    return code;
}

} // namespace

int runExport(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto order = orderOf(*arguments);
    if (!order)
        return refused(order.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    if (const Done free = arguments->has("--force") ? done() : checkFolder(order->folder, *design); !free)
        return refused(free.error(), streams, session);
    std::vector<Error> failures;
    const auto outcome = [&] {
        ProgressLine progress(streams, session.texts());
        return writeAll(*design, *order, session, progress, failures);
    }();
    if (!outcome)
        return refused(outcome.error(), streams, session);
    const int code = tell(*outcome, streams, session);
    if (!outcome->error && order->edition == Edition::Customer &&
        std::ranges::find(order->formats, ExportFormat::Pdf) != order->formats.end())
        tellOpenQuote(design->snapshot.project->quote, streams, session);
    for (const Error& failure : failures)
        refused(failure, streams, session);
    return failures.empty() ? code : kExitInternal;
}

} // namespace rackwright
