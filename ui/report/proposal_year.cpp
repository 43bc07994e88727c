// SPDX-License-Identifier: GPL-3.0-or-later
// The year of the cooling plant in a proposal: its figures, and the hours at each temperature as a chart. Nothing where
// climate or plant are not known.
#include "solvers/cooling/figures.h"
#include "solvers/cooling/year_domain.h"
#include "ui/charts/year_chart.h"
#include "ui/report/proposal_parts.h"

#include <array>

namespace rackwright::proposal {

static void addYearOfPlant(Draft& draft) {
    const auto& basis = draft.context().lookUp<YearBasis>();
    if (basis.missing())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.year", QStringLiteral("year"));
    Cards cards;
    for (const FigureHandle& of :
         {figure_of::coolingYearPue, figure_of::coolingYearWue, figure_of::coolingYearEnergy,
          figure_of::coolingYearWater, figure_of::coolingYearCarbon, figure_of::coolingYearHoursFree})
        if (const ReportFigure* figure = draft.input.find(of))
            cards.cards.push_back(cardOf(draft, *figure));
    if (!cards.cards.empty())
        draft.add(std::move(cards));
    constexpr double kChartWidth = 150; // mm
    const Chart chart = yearChart(basis, draft.words.texts());
    draft.add(Space{3});
    draft.add(DrawingBlock{chartDrawing(chart, kChartWidth), chart.title, false});
    if (const Chart months = monthChart(draft.context(), basis, draft.words.texts()); !months.bars.empty()) {
        draft.add(Space{3});
        draft.add(DrawingBlock{chartDrawing(months, kChartWidth), months.title, false});
    }
    addNotes(draft, yearSchedule(draft.context(), basis));
}

std::vector<Section> yearSections() { return {{"year", 45, addYearOfPlant}}; }

} // namespace rackwright::proposal
