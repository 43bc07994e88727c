// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ProposalMaker: makes the pages of the proposal, and its files, beside the window; the newest request wins and an
// older one is stopped. It writes nothing but what an export asks for and asks no person.

#include "solvers/engine/solution.h"
#include "ui/report/export.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal.h"
#include "ui/text/texts.h"
#include "ui/widgets/background.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <optional>

namespace rackwright {

/// What pages are made of. Equal requests give equal pages.
struct ProposalRequest {
    SolutionPtr solution;
    DomainsPtr domains; ///< for the other options of the project
    ReportOptions options;
    std::string date;
    Edition edition = Edition::Customer;
    std::optional<PrintContent> print = {};       ///< pages for a printer, not those of the exported documents
    ReportVolume volume = ReportVolume::Proposal; ///< that pages are made of
};

struct ProposalPages {
    ProposalRequest request;
    Pages pages;
};
using ProposalPagesPtr = std::shared_ptr<const ProposalPages>;

/// What an export may replace without a question: anything; what no other design's name stands on; documents that bear
/// the design's own name; nothing.
enum class Replaces { Anything, NotOthers, Own, Nothing };

class ProposalMaker : public QObject {
    Q_OBJECT
public:
    explicit ProposalMaker(QObject* parent = nullptr);

    /// Pages for a preview; what was under way is stopped.
    void makePages(ProposalRequest request, const Texts& texts);
    /// The same pages as a PDF file; what was under way is stopped.
    void makePdf(ProposalRequest request, const Texts& texts, std::filesystem::path file);
    /// Writes files into a folder, or asks by wouldReplace() and writes none; what was under way is stopped.
    void write(ProposalRequest request, const Texts& texts, std::filesystem::path folder,
               std::vector<ExportFormat> formats, Replaces replaces);
    /// Of the newest write(); null before.
    const std::shared_ptr<ExportTally>& tally() const { return m_tally; }
    void stop();
    bool isBusy() const;

Q_SIGNALS:
    void progressed(const rackwright::ReportProgress& progress);
    void pagesMade(const rackwright::ProposalPagesPtr& pages);
    /// `failures`: parts that a fault of ours prevented.
    void written(const std::vector<std::filesystem::path>& files, const std::vector<rackwright::Error>& failures);
    /// Some files could not be written, the others are.
    void partlyDone(const rackwright::ExportOutcome& outcome);
    /// `project` is empty where the files do not say whose they are.
    void wouldReplace(std::size_t count, const std::string& project);
    /// Not when a newer request stopped it.
    void failed(const rackwright::Error& error);

private:
    using Failures = std::shared_ptr<std::vector<Error>>;
    ReportRun runOf(const Background::Run& beside, const Failures& failures);
    using Told = std::function<void()>;
    std::shared_ptr<ExportTally> m_tally;
    /// `work` runs beside; what it returns is done here.
    void start(const Texts& texts, std::function<Told(const Background::Run&)> work);
    /// Works on the pages of a request; `use` gets them there and returns what is told of them here.
    void
    startPages(ProposalRequest request, const Texts& texts,
               std::function<Result<Told>(const ProposalRequest&, const ReportDocument&, Pages, const ReportRun&)> use);
};

} // namespace rackwright
