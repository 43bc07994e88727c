// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/insight.h"

#include "ui/text/sureness.h"

#include "ui/charts/chart_canvas.h"
#include "ui/share/chart_share.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace rackwright {

namespace {
constexpr std::array<const char*, 4> kCardNames = {"fits", "fast", "long", "costs"};
}

Insight::Insight(const QString& name, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(name);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(kSpace);
    m_cards = new CardRow(name, {kCardNames[0], kCardNames[1], kCardNames[2], kCardNames[3]});
    connect(m_cards, &CardRow::asked, this, &Insight::figureAsked);
    m_grid = panelGrid();
    m_column->addLayout(m_grid);
    // Another project counts its workloads from the same numbers.
    connect(&document, &StudioDocument::opened, this, [this] { turnTo({}); });
}

void Insight::show(Id<Workload> workload) {
    if (workload != m_workload)
        turnTo(workload);
    else
        Q_EMIT chosen(m_chosen); // the other view may have spoken since
    refresh();
}

void Insight::turnTo(Id<Workload> workload) {
    m_workload = workload;
    reset();
    keepChosen({});
}

void Insight::keepChosen(std::vector<Parameter> parameters) {
    m_chosen = std::move(parameters);
    Q_EMIT chosen(m_chosen);
}

QString Insight::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

QString Insight::sentence(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

QString Insight::howSure(const Value& forecast) const { return sentence(surenessOf(forecast)); }

QString Insight::amount(double si, std::string_view unit, double factor) const {
    return QString::fromStdString(m_services.texts().figure(Value(si), unit, factor));
}

FigureReading Insight::figure(std::string_view name) const {
    return readFigure(m_document, m_services, name, Subject(m_workload));
}

void Insight::setCard(Card card, const FigureReading& figure, const QString& value, const QString& detail,
                      CardContent::Mood mood) {
    const auto index = static_cast<std::size_t>(card);
    CardContent content = cardOf(m_document, figure, text(std::string("workloads.card.") + kCardNames[index]));
    if (!value.isEmpty())
        content.value = value;
    if (!detail.isEmpty())
        content.detail = detail;
    content.mood = figure.value ? mood : CardContent::Mood::Warning;
    m_cards->setCard(index, figure.label, content);
}

QVBoxLayout* Insight::addPanel(const char* titleId, int row, int column, int columns) {
    return addTitledPanel(*m_grid, text(titleId), row, column, columns);
}

void Insight::share(ChartCanvas& chart, const char* name) {
    shareChart(chart, QLatin1String(name), m_services, [this](const QString& said) { Q_EMIT hinted(said); });
}

} // namespace rackwright
