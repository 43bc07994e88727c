// SPDX-License-Identifier: GPL-3.0-or-later
// Power in a proposal: the single line from the utility down to the racks.
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"

#include <algorithm>

namespace rackwright::proposal {

static void addSingleLine(Draft& draft) {
    constexpr std::size_t mostSheets = 24; // the exported drawings have all
    constexpr double head = 26;            // mm, with the note
    const PageFormat format = draft.drawingSheet();
    const Margins margins;
    const QSizeF room(format.size().width() - 2 * margins.side,
                      format.size().height() - margins.top - margins.bottom - head);
    const SingleLineSheets sheets = singleLineSheets(draft.design(), room / kSingleLineEnlarged);
    const QString title = draft.words.text("report.part.power");
    int number = 350;
    for (std::size_t i = 0; i < std::min(sheets.parts.size(), mostSheets); ++i) {
        Drawing drawing = enlarged(
            singleLineDrawing(sheets.line, draft.design(), draft.input.powers, draft.words.texts(), sheets.parts[i]),
            kSingleLineEnlarged);
        const QString sheet = QStringLiteral("A-%1").arg(++number);
        draft.drawings.push_back({sheet, title, draft.words.text("report.not-to-scale"), paperName(format)});
        draft.add(PageBreak{format, sheet, title});
        draft.add(Heading{title, i == 0 ? 1 : 2, QStringLiteral("power:%1").arg(number)});
        draft.addText(Message("report.power.note"), Ink::Subdued);
        draft.add(DrawingBlock{std::move(drawing), {}, true});
    }
    if (sheets.parts.size() > mostSheets)
        draft.addText(Message("report.power.more").with("count", sheets.parts.size() - mostSheets), Ink::Subdued);
}

std::vector<Section> powerSections() { return {{"power", 44, addSingleLine}}; }

} // namespace rackwright::proposal
