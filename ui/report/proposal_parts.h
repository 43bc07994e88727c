// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sections of a proposal: values that proposalOf goes through in reading order, listed by the file that makes them.

#include "ui/paint/words.h"
#include "ui/report/proposal.h"
#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright::proposal {

/// A line of the list of drawings.
struct DrawingEntry {
    QString number, title, scale, sheet;
};

/// What every section reads and where it puts its blocks.
struct Draft {
    const ReportInput& input;
    Words words;
    ReportDocument& document;
    const ReportOptions& options;
    const ReportRun& run;
    std::vector<Source> sources = {}; ///< cited so far; a source's number is its place

    std::vector<DrawingEntry> drawings = {}; ///< made so far
    bool drawsOnItsPaper = false;            ///< drawings on the paper of the text, not on the larger sheet
    VolumePart part = {};                    ///< of a build pack in several files
    bool isPage = false;                     ///< the page of the proposal, which has behind each figure what it means
    PageFormat drawingSheet() const {
        return drawsOnItsPaper ? PageFormat{input.paper, true} : drawingFormat(input.paper);
    }
    /// Number of a source in the list at the end; the first use takes the next one.
    int numberOf(const Source& source);
    /// What is printed, and nothing else is read.
    const Context& context() const { return *input.context; }
    const Project& project() const { return input.context->project(); }
    const Design& design() const { return input.context->design(); }
    void add(Block block) { document.blocks.push_back(std::move(block)); }
    void addHeading(std::string_view id, QString anchor, int level = 1);
    /// A paragraph of a message.
    void addText(const Message& message, Ink ink = Ink::Text);
    /// Adds what `make` adds; where a fault of ours prevents that, a note in its place.
    void attempt(const QString& thing, const std::function<void()>& make);
};

/// A section of a volume, titled "report.part.ID", that can be left out. Volumes may have sections of one id.
struct Section {
    std::string_view id; ///< "bill"
    int place;           ///< in reading order, lowest first
    void (*add)(Draft&); ///< adds its blocks; nothing where the design has nothing for it
    ReportVolume volume = ReportVolume::Review;
};
std::vector<Section> frontSections();
std::vector<Section> limitSections();
std::vector<Section> networkSections();
std::vector<Section> workloadSections();
std::vector<Section> powerSections();
std::vector<Section> coolingSections();
std::vector<Section> yearSections();
std::vector<Section> backSections();
std::vector<Section> answerSections();
std::vector<Section> offerSections();
std::vector<Section> commercialSections();
std::vector<Section> reviewSections();
std::vector<Section> buildSections();
/// All of them in reading order.
const std::vector<Section>& sections();

/// The frame of every document, its insides added by `fill`; unfinished when it is stopped.
ReportDocument filled(ReportVolume volume, const ReportInput& given, const ReportOptions& options, const Texts& texts,
                      const ReportRun& run, const std::function<void(Draft&)>& fill);
/// The first page of a volume and those of its sections that are chosen.
void addSections(Draft& draft, ReportVolume volume);
/// One section of a volume, where it is chosen.
void addSection(Draft& draft, ReportVolume volume, std::string_view id);

/// The first page of each volume.
void addCover(Draft& draft);
void addProposalCover(Draft& draft);
void addBuildCover(Draft& draft);
void addPlans(Draft& draft);
/// What is in the nodes, of the section of networks.
void addNodes(Draft& draft);

/// "A3"
QString paperName(const PageFormat& format);
/// The anchors that something in the document leads to.
std::set<QString> linkedAnchors(const ReportDocument& document);
/// Anchor of a figure's derivation.
QString derivationAnchor(const ReportFigure& figure);
/// Short name of a figure ("IT power, expected peak").
QString captionOf(const ReportFigure& figure, const Words& words);

/// A figure with its verdict or grade and the way to its derivation.
Card cardOf(const Draft& draft, const ReportFigure& figure);

/// A figure with its range, of a lower bound without the count of what is unknown.
QString printedReading(const ReportFigure& figure, const Texts& texts);
/// The anchor of what stands behind a figure; empty where the edition says nothing of it.
QString linkTo(const Draft& draft, const ReportFigure& figure);
/// printedReading() as a cell.
TableCell figureCell(const Draft& draft, const ReportFigure& figure);
/// A figure by its typical value, with its range in small print.
Card shortCard(const Draft& draft, const ReportFigure& figure);
/// What a workload achieves, as far as it is worked out.
std::vector<Card> resultCards(const Draft& draft, const Workload& workload);
/// What is not in the total and why, or whether tax is in it.
QString priceDetail(const Draft& draft);
/// The price as it is offered: of a budgetary one with the range of the whole.
Card offeredPrice(const Draft& draft);

/// The bill of the customer's edition; null where there is none.
const Schedule* customerBill(const ReportInput& input);
/// A bill as a table, with its remarks and notes below.
void addBillTable(Draft& draft, const Schedule& bill);

/// What stands below a schedule, in small print.
void addNotes(Draft& draft, const Schedule& schedule);

/// A schedule by its id, made where the input only says how; nothing where the design has none or it is empty.
std::optional<Schedule> scheduleOf(const Draft& draft, std::string_view id);

/// A new page of the paper of texts, where the draft stands on another: on that of wide schedules.
void toTextSheet(Draft& draft);

/// A schedule as a table with its heading, in several tables side by side where the sheet has no room for all columns.
void addSchedule(Draft& draft, const Schedule& schedule, int level, QString anchor = {});

/// Diagrams are drawn for a screen, in letters that are too small on paper: how much larger they are printed, so that
/// the least of them can be read. They name no scale.
inline constexpr double kLoopsEnlarged = 1.5, kSingleLineEnlarged = 1.3, kNetworkEnlarged = 1.15;
/// A diagram so many times larger.
Drawing enlarged(Drawing drawing, double times);

/// Two columns, a term and what it says; empty values are left out.
TableBlock termTable(const std::vector<std::pair<QString, QString>>& terms);

/// Columns of a schedule by the beginning of their header, in that order; none given: all. Blank columns are left out.
TableBlock tableOf(const Schedule& schedule, const std::vector<std::string_view>& headers, const Words& words);

} // namespace rackwright::proposal
