// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/proposal_maker.h"

#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/widgets/guarded_work.h"

#include <QMetaObject>

#include <utility>

namespace rackwright {

namespace {

Texts readingTexts(const Texts& texts, const ReportOptions& options) {
    return Texts(texts.catalogue(), NumberFormat::ofLocale(options.locale));
}

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
    if (needs.proposal && project.options.size() > 1 && request.options.has(ReportSection::Options))
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
    return needs;
}

} // namespace

ProposalMaker::ProposalMaker(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

ProposalMaker::~ProposalMaker() {
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void ProposalMaker::stop() {
    m_stop.request_stop();
    m_pool.clear();
    m_isBusy = false;
}

std::stop_token ProposalMaker::begin() {
    stop();
    m_stop = std::stop_source();
    m_isBusy = true;
    return m_stop.get_token();
}

ReportRun ProposalMaker::runOf(const std::stop_token& token, const Failures& failures) {
    ReportRun run;
    run.stop = token;
    run.failed = [failures](const Error& failure) { failures->push_back(failure); };
    run.progress = [this, token](const ReportProgress& progress) {
        QMetaObject::invokeMethod(
            this,
            [this, token, progress] {
                if (!token.stop_requested())
                    Q_EMIT progressed(progress);
            },
            Qt::QueuedConnection);
    };
    return run;
}

void ProposalMaker::finish(const std::stop_token& token, std::function<void()> then) {
    QMetaObject::invokeMethod(
        this,
        [this, token, then = std::move(then)] {
            if (token.stop_requested())
                return;
            m_isBusy = false;
            then();
        },
        Qt::QueuedConnection);
}

void ProposalMaker::fail(const std::stop_token& token, const Error& error) {
    if (token.stop_requested())
        return;
    m_isBusy = false;
    Q_EMIT failed(error);
}

void ProposalMaker::startPages(
    ProposalRequest request, const Texts& texts,
    std::function<Result<Told>(const ProposalRequest&, const ReportDocument&, Pages, const ReportRun&)> use) {
    const std::stop_token token = begin();
    // The pages say themselves what is missing.
    const auto failures = std::make_shared<std::vector<Error>>();
    const auto work = [this, request = std::move(request), texts, token, use = std::move(use),
                       run = runOf(token, failures)] {
        const Texts reading = readingTexts(texts, request.options);
        const ReportInput input = inputOf(request, pageNeeds(request), reading, token);
        const ReportDocument document = request.print ? printedOf(*request.print, input, request.options, reading, run)
                                                      : proposalOf(input, request.options, reading, run);
        Result<Pages> pages = run.isStopped()           ? Result<Pages>(reportStopped())
                              : document.blocks.empty() ? Result<Pages>(inputError(Message("print.empty")))
                                                        : laidOut(document, run);
        const Result<Told> told = pages ? use(request, document, std::move(*pages), run) : Result<Told>(pages.error());
        finish(token, told ? *told : Told([this, error = told.error()] { Q_EMIT failed(error); }));
    };
    startGuarded(m_pool, this, texts.text("report.proposal"), work,
                 [this, token](const Error& error) { fail(token, error); });
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
                          std::vector<ExportFormat> formats) {
    const std::stop_token token = begin();
    const auto failures = std::make_shared<std::vector<Error>>();
    const auto work = [this, request = std::move(request), texts, folder = std::move(folder),
                       formats = std::move(formats), token, failures, run = runOf(token, failures)] {
        const Texts reading = readingTexts(texts, request.options);
        const ReportInput input = inputOf(request, needsOf(formats), reading, token);
        const auto files = exportAll(input, request.options, folder, formats, reading, run);
        finish(token, [this, files, failures] {
            if (files)
                Q_EMIT written(*files, *failures);
            else
                Q_EMIT failed(files.error());
        });
    };
    startGuarded(m_pool, this, texts.text("report.proposal"), work,
                 [this, token](const Error& error) { fail(token, error); });
}

} // namespace rackwright
