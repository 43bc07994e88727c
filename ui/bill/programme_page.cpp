// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/programme_page.h"

#include "model/text/date.h"
#include "solvers/programme/days.h"
#include "solvers/programme/figures.h"
#include "solvers/programme/programme.h"
#include "solvers/programme/programme_domain.h"
#include "solvers/programme/settings.h"
#include "ui/bill/schedule_table.h"
#include "ui/charts/programme_lanes.h"
#include "ui/charts/span_chart.h"
#include "ui/share/chart_share.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace rackwright {

/// What the page shows of one design.
struct ProgrammeShown {
    Programme programme;
    Schedule activities, payments;
    std::string order;
};

namespace {

QTableWidget* programmeTable(const char* name, const QString& title) {
    auto* table = new QTableWidget;
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(title);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->setMinimumHeight(140);
    return table;
}

} // namespace

ProgrammePage::ProgrammePage(BillFeed& feed, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_services(services) {
    setObjectName(QStringLiteral("quote.programme-page"));
    const Texts& texts = services.texts();
    const auto titled = [&texts](const char* id) {
        auto* label = new QLabel(toText(texts.text(id)));
        label->setProperty("title", true);
        return label;
    };
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    auto* head = new QHBoxLayout;
    m_ready = new QLabel;
    m_ready->setObjectName(QStringLiteral("programme.ready"));
    m_ready->setWordWrap(true);
    m_ready->setTextFormat(Qt::PlainText);
    head->addWidget(m_ready, 1);
    auto* why = new QToolButton;
    why->setObjectName(QStringLiteral("programme.why"));
    why->setText(toText(texts.text("bill.why")));
    connect(why, &QToolButton::clicked, this, [this] { Q_EMIT figureAsked(toText(figure_of::programmeReady)); });
    head->addWidget(why);
    column->addLayout(head);
    m_chart = new SpanChart(QStringLiteral("programme.gantt"));
    column->addWidget(m_chart);
    shareChart(*m_chart, QStringLiteral("programme"), m_services, [this](const QString& said) { Q_EMIT hinted(said); });
    m_activities = programmeTable("programme.activities", toText(texts.text("schedule.programme")));
    column->addWidget(m_activities, 2);
    m_notes = new QLabel;
    m_notes->setObjectName(QStringLiteral("programme.notes"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setProperty("subdued", true);
    column->addWidget(m_notes);
    column->addWidget(titled("schedule.payments"));
    m_payments = programmeTable("programme.payments", toText(texts.text("schedule.payments")));
    column->addWidget(m_payments, 1);
    m_feed.addViewer(this);
    connect(&m_feed, &BillFeed::changed, this, &ProgrammePage::refresh);
}

void ProgrammePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_feed.refresh();
    refresh();
}

// Only while somebody looks; what a drag would change is shown once it is done.
void ProgrammePage::refresh() {
    const SolutionPtr solution = m_feed.solution();
    if (!isVisible() || !solution || solution == m_shown)
        return;
    m_shown = solution;
    using Answer = std::shared_ptr<const ProgrammeShown>;
    const auto work = [solution, today = m_services.today()](const Background::Run&) -> Answer {
        const Context& context = solution->context();
        const std::string& quoted = context.project().quote.date;
        const std::string order = isDate(quoted) ? quoted : today;
        return std::make_shared<const ProgrammeShown>(ProgrammeShown{
            programmeOf(context), programmeSchedule(context, order), paymentSchedule(context, order), order});
    };
    const auto take = [this, solution](const Answer& shown) {
        if (solution == m_shown)
            show(*shown);
    };
    Background::instance().ask({this, "programme-page", "programme-page"}, work, take,
                               [this](const Error&) { m_shown.reset(); });
}

void ProgrammePage::show(const ProgrammeShown& shown) {
    const Texts& texts = m_services.texts();
    const Value ready = shown.programme.ready();
    const Message said =
        shown.programme.activities.empty()
            ? Message("programme.none")
            : Message(ready.isKnown() ? "programme.ready" : "programme.ready-bound")
                  .with("weeks", texts.figure(shown.programme.readyTold(), "week", setting_of::kWeek))
                  .with("date", ready.isUnknown() ? std::string() : dayAfter(shown.order, TimeSpan(ready.typical())));
    m_ready->setText(toText(texts.sentence(said)));
    TimeLanes lanes = programmeLanes(shown.programme, texts);
    m_chart->setLanes(std::move(lanes));
    m_chart->setMinimumHeight(m_chart->sizeHint().height());
    fillTable(*m_activities, shown.activities, texts);
    fillTable(*m_payments, shown.payments, texts);
    QStringList notes;
    for (const Schedule* each : {&shown.activities, &shown.payments})
        for (const Message& note : each->notes)
            notes << toText(texts.sentence(note));
    m_notes->setText(notes.join(QLatin1Char('\n')));
}

} // namespace rackwright
