// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/proposal_maker.h"

#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/widgets/background.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace rackwright {

namespace {

const std::string kLane = "make";

// The other options of the project are solved too, so that the proposal can compare them.
ReportInput inputOf(const ProposalRequest& request, const ReportNeeds& needs, const Texts& texts,
                    const std::stop_token& token) {
    const Snapshot& snapshot = request.solution->context().snapshot();
    const Project& project = *snapshot.project;
    ReportRequest wanted;
    wanted.needs = needs;
    wanted.stop = token;
    wanted.date = request.date;
    wanted.edition = request.edition;
    if (needs.proposal)
        wanted.designHash = designHash(project, *findOption(project, snapshot.option));
    if (needs.proposal && project.options.size() > 1 && request.options.has("options"))
        for (const Option& option : project.options) {
            if (token.stop_requested())
                break;
            wanted.options.push_back(option.id == snapshot.option
                                         ? request.solution
                                         : solve(snapshotOf(snapshot.project, option.id), request.domains));
        }
    return reportInputOf(request.solution, std::move(wanted), texts);
}

ReportNeeds pageNeeds(const ProposalRequest& request) {
    ReportNeeds needs;
    needs.tables = needs.drawings = false;
    needs.longSchedules = request.print == PrintContent::Schedules;
    needs.derivations = request.print ? request.print == PrintContent::Review : request.volume == ReportVolume::Review;
    return needs;
}

/// What would be replaced and needs a question first.
struct Question {
    std::size_t count = 0;
    std::string project;
};
std::optional<Question> questionOf(const std::filesystem::path& folder, const std::vector<std::string>& names,
                                   const std::string& project, Replaces replaces) {
    if (replaces == Replaces::Anything)
        return std::nullopt;
    const auto count = std::ranges::count_if(names, [&folder](const std::string& name) {
        std::error_code ignored;
        return std::filesystem::exists(folder / name, ignored);
    });
    if (count == 0)
        return std::nullopt;
    const std::optional<std::string> whose = projectOfDocuments(folder);
    const bool isFree = whose ? *whose == project && replaces != Replaces::Nothing : replaces == Replaces::NotOthers;
    return isFree ? std::nullopt : std::optional(Question{static_cast<std::size_t>(count), whose.value_or("")});
}

} // namespace

ProposalMaker::ProposalMaker(QObject* parent) : QObject(parent) {}

void ProposalMaker::stop() { Background::instance().drop(this, kLane); }

bool ProposalMaker::isBusy() const { return Background::instance().isBusy(this, kLane); }

ReportRun ProposalMaker::runOf(const Background::Run& beside, const Failures& failures) {
    ReportRun run;
    run.stop = beside.stop;
    run.failed = [failures](const Error& failure) { failures->push_back(failure); };
    run.progress = [this, beside](const ReportProgress& progress) {
        beside.tell([this, progress] { Q_EMIT progressed(progress); });
    };
    return run;
}

void ProposalMaker::start(const Texts& texts, std::function<Told(const Background::Run&)> work) {
    Background::instance().ask(
        {this, kLane, texts.text("report.proposal")}, std::move(work), [](const Told& told) { told(); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void ProposalMaker::startPages(
    ProposalRequest request, const Texts& texts,
    std::function<Result<Told>(const ProposalRequest&, const ReportDocument&, Pages, const ReportRun&)> use) {
    start(texts, [this, request = std::move(request), texts, use = std::move(use)](const Background::Run& beside) {
        // The pages say themselves what is missing.
        const ReportRun run = runOf(beside, std::make_shared<std::vector<Error>>());
        const Texts reading = request.options.reading(texts);
        const ReportInput input = inputOf(request, pageNeeds(request), reading, run.stop);
        const ReportDocument document = request.print ? printedOf(*request.print, input, request.options, reading, run)
                                                      : volumeOf(request.volume, input, request.options, reading, run);
        Result<Pages> pages = run.isStopped()           ? Result<Pages>(reportStopped())
                              : document.blocks.empty() ? Result<Pages>(inputError(Message("print.empty")))
                                                        : laidOut(document, run);
        const Result<Told> told = pages ? use(request, document, std::move(*pages), run) : Result<Told>(pages.error());
        return told ? *told : Told([this, error = told.error()] { Q_EMIT failed(error); });
    });
}

void ProposalMaker::makePages(ProposalRequest request, const Texts& texts) {
    startPages(
        std::move(request), texts,
        [this](const ProposalRequest& made, const ReportDocument&, Pages pages, const ReportRun&) -> Result<Told> {
            const auto all = std::make_shared<const ProposalPages>(ProposalPages{made, std::move(pages)});
            return Told([this, all] { Q_EMIT pagesMade(all); });
        });
}

void ProposalMaker::makePdf(ProposalRequest request, const Texts& texts, std::filesystem::path file) {
    startPages(std::move(request), texts,
               [this, file = std::move(file)](const ProposalRequest&, const ReportDocument& document,
                                              const Pages& pages, const ReportRun& run) -> Result<Told> {
                   const Result<QByteArray> bytes = pdfOf(document, pages, run);
                   if (!bytes)
                       return bytes.error();
                   const std::string_view content(bytes->constData(), static_cast<std::size_t>(bytes->size()));
                   if (const Done saved = writeAtomically(file, content); !saved)
                       return saved.error();
                   return Told([this, file] { Q_EMIT written({file}, {}); });
               });
}

void ProposalMaker::write(ProposalRequest request, const Texts& texts, std::filesystem::path folder,
                          std::vector<ExportFormat> formats, Replaces replaces) {
    m_tally = std::make_shared<ExportTally>();
    start(texts,
          [this, request = std::move(request), texts, folder = std::move(folder), formats = std::move(formats),
           replaces, tally = m_tally](const Background::Run& beside) -> Told {
              const auto failures = std::make_shared<std::vector<Error>>();
              const ReportRun run = runOf(beside, failures);
              const Texts reading = request.options.reading(texts);
              const ReportInput input = inputOf(request, needsOf(formats, request.options.volumes), reading, run.stop);
              std::vector<std::string> names = exportNames(input, request.options, formats, reading);
              const std::string& project = request.solution->context().project().name;
              if (const auto question = questionOf(folder, names, project, replaces))
                  return [this, question = *question] { Q_EMIT wouldReplace(question.count, question.project); };
              tally->plan(std::move(names));
              const ExportOutcome outcome = exportFiles(input, request.options, folder, formats, reading, run, tally);
              return [this, outcome, failures] {
                  if (!outcome.error)
                      Q_EMIT written(outcome.written, *failures);
                  else if (!outcome.written.empty())
                      Q_EMIT partlyDone(outcome);
                  else
                      Q_EMIT failed(*outcome.error);
              };
          });
}

} // namespace rackwright
