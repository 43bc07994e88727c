// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/insight.h"

#include "ui/charts/chart_canvas.h"
#include "ui/share/chart_share.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

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
    m_cardRow = new QWidget;
    auto* row = new QHBoxLayout(m_cardRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        m_cards[i] = new FigureCard(name + QLatin1Char('.') + QLatin1String(kCardNames[i]));
        connect(m_cards[i], &FigureCard::asked, this, [this, i] {
            if (!m_labels[i].isEmpty())
                Q_EMIT figureAsked(m_labels[i]);
        });
        row->addWidget(m_cards[i]);
    }
    m_grid = new QGridLayout;
    m_grid->setSpacing(kSpace);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);
    m_column->addLayout(m_grid);
}

void Insight::show(Id<Workload> workload) {
    if (workload != m_workload) {
        m_workload = workload;
        reset();
    }
    refresh();
}

QString Insight::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

QString Insight::sentence(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

QString Insight::amount(double si, std::string_view unit, double factor) const {
    return QString::fromStdString(m_services.texts().figure(Value(si), unit, factor));
}

FigureReading Insight::figure(std::string_view name) const {
    return readFigure(m_document, m_services, name, {SubjectKind::Workload, m_workload.value});
}

void Insight::setCard(Card card, const FigureReading& figure, const QString& value, const QString& detail,
                      CardContent::Mood mood) {
    const auto index = static_cast<std::size_t>(card);
    m_labels[index] = figure.label;
    CardContent content = cardOf(m_document, figure, text(std::string("workloads.card.") + kCardNames[index]));
    if (!value.isEmpty())
        content.value = value;
    if (!detail.isEmpty())
        content.detail = detail;
    content.mood = figure.value ? mood : CardContent::Mood::Warning;
    m_cards[index]->setContent(content);
}

QVBoxLayout* Insight::addPanel(const char* titleId, int row, int column, int columns) {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* inside = new QVBoxLayout(frame);
    inside->setContentsMargins(12, 8, 8, 8);
    inside->setSpacing(kHalfSpace);
    auto* title = new QLabel(text(titleId));
    title->setProperty("title", true);
    inside->addWidget(title);
    m_grid->addWidget(frame, row, column, 1, columns);
    return inside;
}

void Insight::share(ChartCanvas& chart, const char* name) {
    shareChart(chart, QLatin1String(name), m_services, [this](const QString& said) { Q_EMIT hinted(said); });
}

} // namespace rackwright
