// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/bill_workspace.h"

#include "solvers/cost/figures.h"
#include "ui/bill/cost_page.h"
#include "ui/bill/programme_page.h"
#include "ui/bill/quote_terms_page.h"
#include "ui/charts/bar_chart.h"
#include "ui/share/chart_share.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bounded_scroll.h"

#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr int kSideWidth = 340;
constexpr int kLeastSideWidth = 280;
constexpr int kLeastSideHeight = 160;
constexpr int kCardPadding = 12;

QFrame* card() {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    return frame;
}

QLabel* titled(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("title", true);
    return label;
}

/// A page that asks for more than a small window has.
QScrollArea* inScroll(QWidget* page) {
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    page->setProperty("bare", true);
    area->setWidget(page);
    return area;
}

QLabel* amount(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

BillWorkspace::BillWorkspace(BillFeed& feed, StudioDocument& document, StudioServices& services, QWidget* parent)
    : Workspace(parent), m_feed(feed), m_services(services) {
    const Texts& texts = services.texts();
    const auto text = [&texts](const char* id) { return toText(texts.text(id)); };
    m_panel = new BillPanel(QStringLiteral("bill"), feed, document, services);
    connect(m_panel, &BillPanel::placeAsked, this, &Workspace::placeAsked);
    connect(m_panel, &BillPanel::hinted, this, &Workspace::hinted);
    auto* terms = new QuoteTermsPage(document, services);
    connect(terms, &QuoteTermsPage::hinted, this, &Workspace::hinted);
    auto* cost = new CostPage(feed, services);
    connect(cost, &CostPage::figureAsked, this, &Workspace::figureAsked);
    auto* programme = new ProgrammePage(feed, services);
    connect(programme, &ProgrammePage::figureAsked, this, &Workspace::figureAsked);
    connect(programme, &ProgrammePage::hinted, this, &Workspace::hinted);
    auto* left = card();
    auto* inside = new QVBoxLayout(left);
    inside->setContentsMargins(1, kHalfSpace, 1, 1);
    inside->setSpacing(0);
    auto* pages = new QTabWidget;
    pages->setObjectName(QStringLiteral("quote.pages"));
    pages->setAccessibleName(text("workspace.bill"));
    pages->setDocumentMode(true);
    pages->addTab(m_panel, text("quote.page.lines"));
    pages->addTab(inScroll(terms), text("quote.page.terms"));
    pages->addTab(inScroll(cost), text("quote.page.cost"));
    pages->addTab(inScroll(programme), text("quote.page.programme"));
    inside->addWidget(pages);

    auto* sums = card();
    auto* sumColumn = new QVBoxLayout(sums);
    sumColumn->setContentsMargins(kCardPadding, 10, kCardPadding, kCardPadding);
    sumColumn->addWidget(titled(text("bill.sums")));
    m_typical = amount("bill.typical");
    m_typical->setFont(studioFont(16, QFont::Bold));
    m_low = amount("bill.low");
    m_high = amount("bill.high");
    m_open = new QLabel;
    m_open->setObjectName(QStringLiteral("bill.open"));
    m_open->setWordWrap(true);
    m_open->setProperty("subdued", true);
    auto* form = m_sums = new QFormLayout;
    form->setVerticalSpacing(6);
    form->addRow(text("bill.typical"), m_typical);
    form->addRow(text("bill.low"), m_low);
    form->addRow(text("bill.high"), m_high);
    m_cost = amount("quote.cost");
    m_margin = amount("quote.margin");
    m_beside = amount("quote.beside");
    form->addRow(text("quote.cost"), m_cost);
    form->addRow(text("quote.field.margin"), m_margin);
    form->addRow(text("quote.beside"), m_beside);
    sumColumn->addLayout(form);
    sumColumn->addWidget(m_open);
    auto* why = new QToolButton;
    why->setObjectName(QStringLiteral("bill.why"));
    why->setText(text("bill.why"));
    connect(why, &QToolButton::clicked, this, [this] { Q_EMIT figureAsked(toText(figure_of::costPriceTotal)); });
    sumColumn->addWidget(why, 0, Qt::AlignLeft);

    auto* split = card();
    auto* splitColumn = new QVBoxLayout(split);
    splitColumn->setContentsMargins(12, 10, 12, 8);
    splitColumn->addWidget(titled(text("bill.split")));
    m_split = new BarChart(QStringLiteral("bill.split"));
    splitColumn->addWidget(m_split, 1);
    connect(m_split, &BarChart::chosen, this,
            [this](int index) { m_panel->showSection(m_sections[static_cast<std::size_t>(index)]); });
    shareChart(*m_split, QStringLiteral("cost-split"), m_services,
               [this](const QString& said) { Q_EMIT m_panel->hinted(said); });

    auto* side = new QWidget;
    auto* sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(kSpace);
    sideColumn->addWidget(sums);
    sideColumn->addWidget(split, 1);
    auto* splitter = new QSplitter;
    splitter->setObjectName(QStringLiteral("bill.splitter"));
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    // On a low screen the sums and the chart scroll; the table beside them keeps its height.
    auto* sideScroll = new BoundedScroll(side, {kSideWidth, kLeastSideHeight});
    sideScroll->setObjectName(QStringLiteral("bill.side"));
    sideScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    splitter->addWidget(sideScroll);
    splitter->setStretchFactor(0, 1);
    side->setMinimumWidth(kLeastSideWidth);
    splitter->setSizes({900, kSideWidth});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    connect(m_panel, &BillPanel::figureAsked, this, &BillWorkspace::figureAsked);
    connect(&m_feed, &BillFeed::changed, this, &BillWorkspace::refresh);
    refresh();
}

void BillWorkspace::refresh() {
    const BillFeed::BillPtr bill = m_feed.shown();
    if (!bill) {
        for (QLabel* label : {m_typical, m_low, m_high, m_cost, m_margin, m_beside, m_open})
            label->clear();
        m_split->setChart({});
        return;
    }
    const Texts& texts = m_services.texts();
    const std::string code = bill->currency.code();
    const BillTotal all = total(*bill);
    const auto shortText = [&](const Money& money, bool isLowerBound) {
        if (isLowerBound && money.minorUnits() == 0) // no line of it has a price
            return toText(texts.text("figure.unknown"));
        const Value value(money.inUnits());
        return toText(
            shortFigure(isLowerBound ? value + Value::unknown(Grade::Estimate) : value, code, 1, texts).amount);
    };
    QString typical = shortText(all.typical, all.isLowerBound);
    const BillFeed::BillPtr base = m_feed.isPreviewing() ? m_feed.committed() : nullptr;
    if (base) {
        const BillTotal old = total(*base);
        if (old.typical != all.typical)
            typical = shortText(old.typical, old.isLowerBound) + QStringLiteral(" → ") + typical;
    }
    m_typical->setText(typical);
    m_low->setText(shortText(all.low, all.isLowerBound));
    m_high->setText(shortText(all.high, all.isLowerBound));
    m_cost->setText(shortText(all.cost, all.isLowerBound));
    const std::optional<double> margin = all.margin();
    m_margin->setText(margin ? toText(texts.figure(Value(*margin), "%", 0.01)) : QString());
    m_beside->setText(shortText(all.beside, false));
    m_sums->setRowVisible(m_beside, all.besides > 0);
    for (QLabel* label : {m_typical, m_low, m_high, m_cost, m_margin, m_beside})
        label->setEnabled(!m_feed.isStale());
    m_open->setText(openLinesText(all, texts));
    // A layout within a scroll asks wrapped lines for no height; they would press the amounts together.
    m_open->setMinimumHeight(m_open->heightForWidth(kLeastSideWidth - 2 * kCardPadding));
    Chart chart;
    chart.title = toText(texts.text("bill.split"));
    std::vector<double> before;
    m_sections.clear();
    const double whole = all.typical.inUnits();
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        const auto section = static_cast<QuoteSection>(i);
        const BillTotal part = total(*bill, section);
        if (part.lines == 0)
            continue;
        const double units = part.typical.inUnits();
        QString printed = shortText(part.typical, part.isLowerBound);
        // Of a total with unknown lines nobody knows a share.
        if (whole > 0 && !all.isLowerBound)
            printed += QStringLiteral(" · ") + toText(texts.figure(Value(units / whole), "%", 0.01, {2}));
        chart.bars.push_back(
            {toText(texts.text("section." + std::string(enumName(section)))), units, printed, part.isLowerBound});
        if (base)
            before.push_back(total(*base, section).typical.inUnits());
        m_sections.push_back(section);
    }
    m_split->setChart(std::move(chart), std::move(before));
}

WorkspaceFeature billFeature() {
    return {"bill",
            {"view.show.bill", MenuId::View, "Ctrl+6", ""},
            WorkspaceRoom::Document,
            "bill",
            {SubjectKind::Section},
            [](const WorkspaceSite& site) -> Workspace* {
                return new BillWorkspace(site.bill, site.document, site.services);
            }};
}

} // namespace rackwright