// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sections of a proposal: values that proposalOf goes through in reading order, listed by the file that makes them.

#include "ui/paint/words.h"
#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

#include <functional>
#include <string_view>
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

/// A section of the proposal, titled "report.part.ID", that can be left out.
struct Section {
    std::string_view id; ///< "bill"
    int place;           ///< in reading order, lowest first
    void (*add)(Draft&); ///< adds its blocks; nothing where the design has nothing for it
};
std::vector<Section> frontSections();
std::vector<Section> limitSections();
std::vector<Section> networkSections();
std::vector<Section> workloadSections();
std::vector<Section> powerSections();
std::vector<Section> coolingSections();
std::vector<Section> yearSections();
std::vector<Section> backSections();
/// All of them in reading order.
const std::vector<Section>& sections();

void addCover(Draft& draft);
void addPlans(Draft& draft);
/// What is in the nodes, of the section of networks.
void addNodes(Draft& draft);

/// "A3"
QString paperName(const PageFormat& format);
/// Anchor of a figure's derivation.
QString derivationAnchor(const ReportFigure& figure);
/// Short name of a figure ("IT power, expected peak").
QString captionOf(const ReportFigure& figure, const Words& words);

/// A figure with its verdict or grade and the way to its derivation.
Card cardOf(const Draft& draft, const ReportFigure& figure);

/// What stands below a schedule, in small print.
void addNotes(Draft& draft, const Schedule& schedule);

/// Columns of a schedule by the beginning of their header, in that order; none given: all. Blank columns are left out.
TableBlock tableOf(const Schedule& schedule, const std::vector<std::string_view>& headers, const Words& words);

} // namespace rackwright::proposal
