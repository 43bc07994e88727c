// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes in a proposal: of each kind with accelerators what is in it, the ladder of its bandwidths and their figures.
#include "solvers/node/node_inside.h"
#include "ui/charts/ladder_chart.h"
#include "ui/paint/node_diagram.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"

#include <algorithm>
#include <utility>

namespace rackwright::proposal {

namespace {

const ReportFigure* figureOf(const Draft& draft, const NodeKind& kind, std::string_view name) {
    return draft.input.find(std::string(name) + "@" + subjectLabel(draft.context(), kind.subject()));
}

Drawing diagramOf(const Draft& draft, const NodeKind& kind, const ScaleUpKind& scaleUp, double width) {
    const NodeInside node = nodeInside(draft.project(), draft.design(), scaleUp, kind.first);
    NodeDiagramOptions options;
    options.scale = width / nodeDiagramBounds(node).width();
    options.legibleSize = kLeastPrint;
    return nodeDiagram(node, draft.project(), draft.words.texts(), options);
}

std::optional<Drawing> ladderOf(const Draft& draft, const NodeKind& kind, double width) {
    std::vector<RungReading> rungs;
    for (std::size_t i = 0; i < EnumNames<LadderRung>::names.size(); ++i) {
        const auto rung = static_cast<LadderRung>(i);
        if (const ReportFigure* figure = figureOf(draft, kind, ladderFigure(rung)))
            rungs.push_back({rung, figure->value});
    }
    if (rungs.empty())
        return std::nullopt;
    const ReportFigure* demand = figureOf(draft, kind, kStorageDemandFigure);
    return chartDrawing(ladderChart(rungs, demand ? std::optional(demand->value) : std::nullopt, draft.words.texts()),
                        width);
}

Cards cardsOf(const Draft& draft, const NodeKind& kind) {
    Cards cards;
    const std::string end = "@" + subjectLabel(draft.context(), kind.subject());
    for (const ReportFigure& figure : draft.input.figures)
        if (figure.label.starts_with(kNodeFigures) && figure.label.ends_with(end))
            cards.cards.push_back(cardOf(draft, figure));
    return cards;
}

} // namespace

void addNodes(Draft& draft) {
    const std::vector<NodeKind> kinds = nodeKinds(draft.project(), draft.design());
    const ScaleUpLevel level = scaleUpLevel(draft.project(), draft.design());
    const Margins margins;
    const PageFormat format{draft.input.paper, false};
    const double width = format.size().width() - 2 * margins.side;
    constexpr double kLadderWidth = 130; // mm
    bool isFirst = true;
    for (const NodeKind& kind : kinds) {
        const auto scaleUp = std::ranges::find(level.kinds, kind.system, &ScaleUpKind::system);
        if (scaleUp == level.kinds.end())
            continue;
        if (std::exchange(isFirst, false)) {
            draft.add(PageBreak{format, {}, {}});
            draft.addHeading("report.nodes", QStringLiteral("nodes"));
            draft.addText(Message("report.nodes.note"), Ink::Subdued);
        }
        const QString anchor = QStringLiteral("node:%1").arg(kind.system.value);
        draft.add(
            Heading{nodeTitle(nodeInside(draft.project(), *scaleUp), draft.project(), draft.words.texts()), 2, anchor});
        draft.add(DrawingBlock{diagramOf(draft, kind, *scaleUp, width), {}, false});
        if (const auto ladder = ladderOf(draft, kind, kLadderWidth)) {
            draft.add(Space{3});
            draft.add(DrawingBlock{*ladder, draft.words.text("node.ladder"), false});
        }
        if (Cards cards = cardsOf(draft, kind); !cards.cards.empty())
            draft.add(std::move(cards));
    }
}

} // namespace rackwright::proposal
