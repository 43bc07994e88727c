// SPDX-License-Identifier: GPL-3.0-or-later
// Cooling in a proposal: the loops as a drawing and as a table.
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"

#include <algorithm>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostLoopSheets = 24; // the table has all loops

void addLoopDrawings(Draft& draft) {
    const LoopDiagram diagram = loopDiagramOf(draft.design());
    const PageFormat format = draft.drawingSheet();
    const Margins margins;
    constexpr double head = 18; // mm
    const QSizeF room(format.size().width() - 2 * margins.side,
                      format.size().height() - margins.top - margins.bottom - head);
    const auto sheets = loopSheets(diagram, room / kLoopsEnlarged);
    int number = 400;
    for (std::size_t i = 0; i < std::min(sheets.size(), kMostLoopSheets); ++i) {
        Drawing drawing = enlarged(
            loopDrawing(diagram, draft.design(), draft.input.loops, draft.words.texts(), sheets[i]), kLoopsEnlarged);
        const QString sheet = QStringLiteral("A-%1").arg(++number);
        draft.drawings.push_back({sheet, drawing.title, draft.words.text("report.not-to-scale"), paperName(format)});
        draft.add(PageBreak{format, sheet, drawing.title});
        draft.add(Heading{drawing.title, i == 0 ? 1 : 2, QStringLiteral("loops:%1").arg(number)});
        draft.add(DrawingBlock{std::move(drawing), {}, true});
    }
    if (sheets.size() > kMostLoopSheets)
        draft.addText(Message("report.loops.more").with("count", sheets.size() - kMostLoopSheets), Ink::Subdued);
}

} // namespace

static void addLoops(Draft& draft) {
    const auto& loops = draft.design().coolingLoops;
    if (std::ranges::none_of(loops, [](const CoolingLoop& loop) { return loop.scope.isPresent(); }))
        return;
    addLoopDrawings(draft);
    const Schedule* table = draft.input.schedule("loops");
    if (!table || table->rows.empty())
        return;
    draft.add(PageBreak{{draft.input.paper, true}, {}, {}});
    draft.add(Heading{draft.words.text(table->title), 2, QStringLiteral("loops")});
    draft.add(tableOf(*table, {}, draft.words));
    addNotes(draft, *table);
}

std::vector<Section> coolingSections() { return {{"loops", 46, addLoops}}; }

} // namespace rackwright::proposal
