// SPDX-License-Identifier: GPL-3.0-or-later
// Networks in a proposal: figures and drawing of each, how they are accepted, and what one loss leaves of them.
#include "solvers/engine/schedule_columns.h"
#include "solvers/network/interconnect_class.h"
#include "solvers/network/network_report.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"

#include <algorithm>
#include <utility>

namespace rackwright::proposal {

namespace {

Cards figuresOf(const Draft& draft, const Network& network) {
    Cards cards;
    const std::string suffix = "@" + subjectLabel(draft.context(), Subject(network.id));
    // By whole nodes only where the ports alone say nothing: rails alone.
    const NetworkReport* report = draft.context().lookUp<NetworkReports>().find(network.id);
    const bool isByNodes = report && report->level() == BisectionLevel::Node;
    for (const std::string_view name : kNetworkFigures) {
        if (name.starts_with("fabric.bisection.nodes.") && !isByNodes)
            continue;
        if (const ReportFigure* figure = draft.input.find(std::string(name) + suffix))
            cards.cards.push_back(cardOf(draft, *figure));
    }
    return cards;
}

/// What links of the network's speed are good for; empty where that says nothing.
QString linksOf(const Draft& draft, const Network& network) {
    QStringList sentences;
    for (const Message& note : interconnectNotes(draft.context(), network))
        sentences.append(draft.words.text(note));
    return sentences.join(QLatin1Char(' '));
}

/// Columns that stay blank until somebody measures, with lines to write on.
void addBlanks(TableBlock& table, const Schedule& schedule, const std::vector<std::string_view>& headers) {
    for (const ScheduleColumn& column : schedule.columns)
        if (std::ranges::find(headers, column.header) != headers.end()) {
            table.columns.push_back({QString::fromStdString(column.header)});
            if (column.kind == ColumnKind::Number)
                table.columns.back().align = TextAlign::Right;
            for (TableRow& row : table.rows)
                row.cells.push_back({QString(10, QLatin1Char('_')), Ink::Subdued});
        }
}

void addAcceptance(Draft& draft) {
    const Schedule* steps = draft.input.schedule("acceptance");
    if (!steps || steps->rows.empty())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.acceptance", QStringLiteral("acceptance"));
    TableBlock table =
        tableOf(*steps,
                {column_of::network, column_of::nodes, column_of::accelerators, column_of::reach, column_of::algorithm,
                 column_of::expectedAlgbw, column_of::expectedBusbw, column_of::expectedTime},
                draft.words);
    addBlanks(table, *steps, {column_of::measuredBusbw, column_of::date, column_of::signature});
    draft.add(std::move(table));
    addNotes(draft, *steps);
    draft.addHeading("report.acceptance.commands", QString(), 2);
    draft.add(tableOf(
        *steps, {column_of::network, column_of::nodes, column_of::messageGB, column_of::program, column_of::command},
        draft.words));
}

void addFailures(Draft& draft) {
    const Schedule* failures = draft.input.schedule("failures");
    if (!failures || failures->rows.empty())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.failures", QStringLiteral("failures"));
    draft.add(tableOf(*failures,
                      {column_of::element, column_of::network, column_of::alike, column_of::whatIsLost,
                       column_of::nextElement, column_of::bisectionLeft, column_of::verdict},
                      draft.words));
    addNotes(draft, *failures);
}

} // namespace

static void addNetworks(Draft& draft) {
    const PageFormat format = draft.drawingSheet();
    const Margins margins;
    constexpr double kHead = 22, kRowOfCards = 19, kNote = 8; // mm
    constexpr int kColumns = 6;
    int number = 300;
    const auto addNetwork = [&](const Network& network) {
        Cards cards = figuresOf(draft, network);
        cards.columns = kColumns;
        const auto rows = static_cast<double>((cards.cards.size() + kColumns - 1) / kColumns);
        const QString note = linksOf(draft, network);
        const QSizeF room(format.size().width() - 2 * margins.side, format.size().height() - margins.top -
                                                                        margins.bottom - kHead - rows * kRowOfCards -
                                                                        (note.isEmpty() ? 0 : kNote));
        auto drawing =
            fabricSheet(draft.project(), draft.design(), network, draft.words.texts(), room / kNetworkEnlarged);
        if (!drawing)
            return;
        drawing = enlarged(std::move(*drawing), kNetworkEnlarged);
        const QString sheet = QStringLiteral("A-%1").arg(++number);
        draft.drawings.push_back({sheet, drawing->title, draft.words.text("report.not-to-scale"), paperName(format)});
        draft.add(PageBreak{format, sheet, drawing->title});
        draft.add(Heading{drawing->title, 1, QStringLiteral("network:%1").arg(network.id.value)});
        if (!cards.cards.empty())
            draft.add(std::move(cards));
        if (!note.isEmpty())
            draft.add(Paragraph{note, 2.75, Ink::Subdued});
        draft.add(DrawingBlock{*drawing, {}, true});
    };
    for (const Network& network : draft.design().networks)
        draft.attempt(QString::fromStdString(network.name), [&] { addNetwork(network); });
    addAcceptance(draft);
    addFailures(draft);
    addNodes(draft);
}

std::vector<Section> networkSections() { return {{"networks", 40, addNetworks}}; }

} // namespace rackwright::proposal
