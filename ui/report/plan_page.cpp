// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/plan_page.h"

#include "ui/paint/plan_sheet.h"
#include "ui/report/page_layout.h"

#include <algorithm>

namespace rackwright {

QSizeF planRoom(const PageFormat& sheet) {
    constexpr double heading = 12;
    const Margins margins;
    return {sheet.size().width() - 2 * margins.side, sheet.size().height() - margins.top - margins.bottom - heading};
}

Drawing planOnPaper(const Project& project, const Design& design, const Room& room, const Overlay& overlay,
                    const Texts& texts, QSizeF paper, FloorPlanOptions options) {
    QSizeF asked = paper;
    for (int attempt = 0;; ++attempt) {
        options.scale = floorPlanScale(project, design, room, asked, options);
        Drawing plan = floorPlanDrawing(project, design, room, overlay, texts, options);
        const QSizeF over = paperSize(plan) - paper;
        constexpr int kAttempts = 4; // open doors and a long legend take room that the scale did not know
        if (attempt == kAttempts || (over.width() <= 0 && over.height() <= 0))
            return plan;
        asked -= QSizeF(std::max(0.0, over.width()), std::max(0.0, over.height()));
        asked = asked.expandedTo(paper / 4);
    }
}

} // namespace rackwright
