// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/cost_page.h"

#include "solvers/cost/figures.h"
#include "solvers/cost/owning_figures.h"
#include "ui/bill/schedule_table.h"
#include "ui/charts/bar_chart.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

/// What the page shows of one design.
struct CostOverTime {
    Schedule flow, cloud;
    std::vector<Swing> swings;
    std::string currency;
};

namespace {

constexpr std::array kFigures = {figure_of::costPriceP10,
                                 figure_of::costPriceP50,
                                 figure_of::costPriceP90,
                                 figure_of::costOperatingYear,
                                 figure_of::costDepreciationYear,
                                 figure_of::costLeaseMonth,
                                 figure_of::costOwnedThreeYears,
                                 figure_of::costOwned,
                                 figure_of::costOwnedFiveYears,
                                 figure_of::costAcceleratorHourAvailable,
                                 figure_of::costAcceleratorHourUsed,
                                 figure_of::costBreakEvenOnDemandHours,
                                 figure_of::costBreakEvenOnDemandShare,
                                 figure_of::costBreakEvenReservedHours,
                                 figure_of::costBreakEvenReservedShare,
                                 figure_of::costBreakEvenSpotHours,
                                 figure_of::costBreakEvenSpotShare,
                                 figure_of::costPriceWithTax};
constexpr int kColumns = 3;

QLabel* headed(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("title", true);
    return label;
}

} // namespace

CostPage::CostPage(BillFeed& feed, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_services(services) {
    setObjectName(QStringLiteral("quote.cost-page"));
    const Texts& texts = services.texts();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    auto* figures = new QGridLayout;
    for (std::size_t i = 0; i < kFigures.size(); ++i) {
        const std::string name(std::string_view{kFigures[i]});
        const int row = static_cast<int>(i) / kColumns, at = 2 * (static_cast<int>(i) % kColumns);
        auto* label = new QLabel(toText(texts.text("figure-title." + name)));
        label->setProperty("subdued", true);
        auto* value = new QToolButton;
        value->setObjectName(QStringLiteral("quote.figure.") + toText(name));
        value->setAccessibleName(label->text());
        value->setFocusPolicy(Qt::StrongFocus);
        value->setAutoRaise(true);
        connect(value, &QToolButton::clicked, this, [this, name] { Q_EMIT figureAsked(toText(name)); });
        figures->addWidget(label, row, at);
        figures->addWidget(value, row, at + 1, Qt::AlignRight);
        m_figures.push_back(value);
    }
    column->addLayout(figures);
    column->addWidget(headed(toText(texts.text("schedule.cash-flow"))));
    m_flow = new QTableWidget;
    m_flow->setObjectName(QStringLiteral("quote.cash-flow"));
    m_flow->setAccessibleName(toText(texts.text("schedule.cash-flow")));
    m_flow->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_flow->verticalHeader()->hide();
    column->addWidget(m_flow, 1);
    column->addWidget(headed(toText(texts.text("schedule.tornado"))));
    m_tornado = new BarChart(QStringLiteral("quote.tornado"));
    column->addWidget(m_tornado, 1);
    column->addWidget(headed(toText(texts.text("schedule.cloud-prices"))));
    m_cloud = new QTableWidget;
    m_cloud->setObjectName(QStringLiteral("quote.cloud-prices"));
    m_cloud->setAccessibleName(toText(texts.text("schedule.cloud-prices")));
    m_cloud->setToolTip(toText(texts.text("schedule.cloud-prices.note")));
    m_cloud->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_cloud->verticalHeader()->hide();
    column->addWidget(m_cloud, 1);
    m_feed.addViewer(this);
    connect(&m_feed, &BillFeed::changed, this, &CostPage::refresh);
}

void CostPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_feed.refresh();
    refresh();
}

// Only while somebody looks; what a drag would change is shown once it is done.
void CostPage::refresh() {
    const SolutionPtr solution = m_feed.solution();
    if (!isVisible() || !solution || solution == m_shown)
        return;
    m_shown = solution;
    showFigures();
    using Answer = std::shared_ptr<const CostOverTime>;
    const auto work = [solution](const Background::Run&) -> Answer {
        const Context& context = solution->context();
        return std::make_shared<const CostOverTime>(CostOverTime{cashFlow(context), cloudPriceSchedule(context),
                                                                 swingsOfHour(context),
                                                                 context.project().quote.currency.code()});
    };
    const auto take = [this, solution](const Answer& cost) {
        if (solution == m_shown)
            show(*cost);
    };
    Background::instance().ask({this, "cost-page", "cost-page"}, work, take, [this](const Error&) { m_shown.reset(); });
}

void CostPage::showFigures() {
    const Texts& texts = m_services.texts();
    const std::string currency = m_shown->context().project().quote.currency.code();
    for (std::size_t i = 0; i < kFigures.size(); ++i) {
        const FigureResult* result = m_shown->find(std::string_view{kFigures[i]});
        std::string unit = result ? result->definition->unit : std::string();
        if (unit.starts_with(kMoneyUnit))
            unit.replace(0, kMoneyUnit.size(), currency);
        const double factor = unit == "%" ? 0.01 : 1;
        m_figures[i]->setText(!result || result->error ? toText(texts.text("amount.unknown"))
                                                       : toText(texts.figure(result->value, unit, factor)));
    }
}

void CostPage::show(const CostOverTime& cost) {
    const Texts& texts = m_services.texts();
    fillTable(*m_flow, cost.flow, texts);
    fillTable(*m_cloud, cost.cloud, texts);
    Chart chart;
    chart.title = toText(texts.text("schedule.tornado"));
    const auto hour = [&](double units) { return texts.figure(Value(units), cost.currency + "/h"); };
    for (const Swing& swing : cost.swings)
        chart.bars.push_back(
            {toText(texts.text(swing.name)), swing.width(),
             toText(texts.sentence(
                 Message("tornado.from-to").with("low", hour(swing.hourAtLow)).with("high", hour(swing.hourAtHigh))))});
    m_tornado->setChart(std::move(chart));
}

} // namespace rackwright
