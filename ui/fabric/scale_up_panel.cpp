// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/scale_up_panel.h"

#include "solvers/fabric/figures.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/ladder_chart.h"
#include "ui/fabric/traffic_rows.h"
#include "ui/paint/scale_up_drawing.h"
#include "ui/text/short_figure.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_reading.h"
#include "ui/widgets/scrolled.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

ScaleUpPanel::ScaleUpPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("scale-up.panel"));
    const auto label = [](const char* name, const char* property) {
        auto* made = new QLabel;
        made->setObjectName(QLatin1String(name));
        made->setProperty(property, true);
        made->setWordWrap(true);
        return made;
    };
    m_title = label("scale-up.panel.title", "title");
    m_detail = label("scale-up.panel.detail", "subdued");
    m_note = label("scale-up.panel.note", "subdued");
    m_place = new QToolButton;
    m_place->setObjectName(QStringLiteral("scale-up.panel.place"));
    m_place->setText(text(Message("fabric.panel.place")));
    m_place->setProperty("chip", true);
    connect(m_place, &QToolButton::clicked, this, [this] { Q_EMIT placeAsked(m_document.selection()); });
    m_figures = new FigureRows(QStringLiteral("scale-up.figures"), FigureRows::Shape::List);
    connect(m_figures, &FigureRows::asked, this, &ScaleUpPanel::figureAsked);
    m_ladderTitle = label("node.ladder.title", "subdued");
    m_ladderTitle->setText(text(Message("node.ladder")));
    m_ladder = new BarChart(QStringLiteral("node.ladder"));
    m_ladder->setToolTip(text(Message("node.click")));
    m_ladder->setFixedHeight(m_ladder->sizeHint().height());
    connect(m_ladder, &BarChart::chosen, this, [this](int bar) {
        if (const auto at = static_cast<std::size_t>(bar); at < m_rungs.size())
            Q_EMIT figureAsked(m_rungs[at]);
    });
    m_nodeFigures = new FigureRows(QStringLiteral("node.figures"), FigureRows::Shape::List);
    connect(m_nodeFigures, &FigureRows::asked, this, &ScaleUpPanel::figureAsked);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(kHalfSpace);
    column->addWidget(m_title);
    column->addWidget(m_detail);
    column->addWidget(m_place, 0, Qt::AlignLeft);
    column->addSpacing(kHalfSpace);
    column->addWidget(m_ladderTitle);
    column->addWidget(m_ladder);
    column->addWidget(m_nodeFigures);
    column->addWidget(m_figures);
    column->addWidget(m_note);
    column->addSpacing(kHalfSpace);
    m_facts = new QGridLayout;
    m_facts->setColumnStretch(1, 1);
    m_facts->setHorizontalSpacing(2 * kSpace);
    m_facts->setVerticalSpacing(kHalfSpace);
    column->addLayout(m_facts);
    column->addStretch();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolled(content));
    connect(&document, &StudioDocument::solved, this, &ScaleUpPanel::refresh);
    connect(&document, &StudioDocument::changed, this, &ScaleUpPanel::refresh);
}

QString ScaleUpPanel::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

void ScaleUpPanel::show(std::shared_ptr<const ScaleUpLayout> layout, std::size_t kind,
                        std::optional<std::size_t> domain) {
    m_layout = std::move(layout);
    m_kind = kind;
    m_domain = domain;
    refresh();
}

void ScaleUpPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

// "A01, units 1 to 8": from the lowest to the highest device.
QString ScaleUpPanel::placeOf(const ScaleUpDomain& domain) const {
    const Design& design = m_document.shownDesign();
    const Rack* rack = design.racks.find(domain.rack);
    if (!rack)
        return text(Message("scale-up.unplaced"));
    const auto names = [&](const std::vector<Id<Device>>& devices) {
        const Device* first = devices.empty() ? nullptr : design.devices.find(devices.front());
        const Device* last = devices.empty() ? nullptr : design.devices.find(devices.back());
        return first && last && first != last ? first->name + " … " + last->name : first ? first->name : std::string();
    };
    return text(Message("scale-up.place").with("rack", rack->name).with("devices", names(domain.systems)));
}

std::vector<ScaleUpPanel::Fact> ScaleUpPanel::factsOf(const ScaleUpKind& kind) const {
    const Part* system = findPart(*m_document.shownProject(), kind.system);
    const std::string model = system ? system->model : std::string();
    std::vector<Fact> facts;
    facts.push_back({"scale-up.fact.link",
                     kind.link.empty() ? text(Message("scale-up.link.unknown")) : QString::fromStdString(kind.link)});
    const Part* switchPart = findPart(*m_document.shownProject(), kind.switchPart);
    if (kind.switches > 0)
        facts.push_back(
            {"scale-up.fact.switches", text(Message("scale-up.switches")
                                                .with("count", kind.switches)
                                                .with("part", switchPart ? switchPart->model : std::string()))});
    else
        facts.push_back(
            {"scale-up.fact.switches",
             text(Message(std::string("scale-up.switches.").append(enumName(kind.joining))).with("model", model))});
    if (const std::int64_t links = kind.links(); links > 0)
        facts.push_back(
            {"scale-up.fact.links",
             text(Message("scale-up.links")
                      .with("count", links)
                      .with("speed", shortFigure(Value(kind.switchPort), "GB/s", 1e9, m_services.texts()).amount)
                      .with("all", links * kind.accelerators))});
    if (kind.joining != ScaleUpJoining::None)
        facts.push_back({"scale-up.fact.cables", kind.cabling.empty()
                                                     ? text(Message("scale-up.cables.inside").with("model", model))
                                                     : QString::fromStdString(kind.cabling)});
    if (kind.largest > kind.accelerators)
        facts.push_back({"scale-up.fact.largest", text(Message("scale-up.largest").with("count", kind.largest))});
    return facts;
}

void ScaleUpPanel::fillFacts(const std::vector<Fact>& facts) {
    while (QLayoutItem* item = m_facts->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const auto& [name, value] : facts) {
        auto* title = new QLabel(text(Message(name)));
        title->setProperty("subdued", true);
        auto* words = new QLabel(value);
        words->setObjectName(QLatin1String(name));
        words->setWordWrap(true);
        m_facts->addWidget(title, row, 0, Qt::AlignTop);
        m_facts->addWidget(words, row, 1, Qt::AlignTop);
        ++row;
    }
}

QStringList ScaleUpPanel::facts() const {
    QStringList lines;
    for (int row = 0; row < m_facts->rowCount(); ++row)
        if (const QLayoutItem* title = m_facts->itemAtPosition(row, 0))
            lines.append(static_cast<QLabel*>(title->widget())->text() + QStringLiteral(": ") +
                         static_cast<QLabel*>(m_facts->itemAtPosition(row, 1)->widget())->text());
    return lines;
}

// Of the kind of nodes that the domains are made of; nothing while there are no figures of it.
void ScaleUpPanel::refreshLadder(const ScaleUpKind& kind) {
    const std::vector<NodeKind> kinds = nodeKinds(*m_document.shownProject(), m_document.shownDesign());
    const auto node = std::ranges::find(kinds, kind.system, &NodeKind::system);
    const Subject subject = node == kinds.end() ? Subject() : node->subject();
    std::vector<RungReading> rungs;
    m_rungs.clear();
    for (std::size_t i = 0; node != kinds.end() && i < EnumNames<LadderRung>::names.size(); ++i) {
        const auto rung = static_cast<LadderRung>(i);
        const FigureReading reading = readFigure(m_document, m_services, ladderFigure(rung), subject);
        if (reading.label.isEmpty())
            continue;
        rungs.push_back({rung, reading.value.value_or(Value::unknown())});
        m_rungs.push_back(reading.label);
    }
    m_ladder->setVisible(!rungs.empty());
    m_ladderTitle->setVisible(!rungs.empty());
    m_nodeFigures->setVisible(!rungs.empty());
    const FigureReading demand = readFigure(m_document, m_services, kStorageDemandFigure, subject);
    const Chart chart = ladderChart(rungs, demand.value, m_services.texts());
    m_ladder->setChart(chart);
    m_ladder->setFixedHeight(m_ladder->sizeHint().height());
    std::vector<FigureRow> rows = trafficRows(
        m_document, m_services, subject,
        {std::string(kStorageDemandFigure), std::string(kInjectionFigure), std::string(kScaleUpLatencyFigure)});
    for (FigureRow& row : rows)
        row.isBad = row.label == demand.label && std::ranges::any_of(chart.bars, &Bar::isBad);
    m_nodeFigures->setRows(std::move(rows));
}

void ScaleUpPanel::refresh() {
    if (!isVisible() || !m_layout || m_kind >= m_layout->level.kinds.size())
        return;
    const ScaleUpLevel& level = m_layout->level;
    const ScaleUpKind& kind = level.kinds[m_kind];
    const ScaleUpDomain* domain = m_domain && *m_domain < level.domains.size() ? &level.domains[*m_domain] : nullptr;
    m_title->setText(domain ? scaleUpName(*domain, m_document.shownDesign())
                            : scaleUpTitle(level, m_kind, *m_document.shownProject(), m_services.texts()));
    m_detail->setText(domain ? placeOf(*domain) : text(Message("scale-up.hint")));
    m_place->setVisible(domain && domain->rack);
    m_figures->setRows(trafficRows(m_document, m_services, {},
                                   {figure_of::fabricScaleUpDomain, figure_of::fabricScaleUpBandwidth,
                                    figure_of::fabricScaleUpWhole, figure_of::fabricScaleUpHalf}));
    m_note->setText(text(Message("scale-up.several").with("count", static_cast<std::int64_t>(level.kinds.size()))));
    m_note->setVisible(level.kinds.size() > 1);
    refreshLadder(kind);
    fillFacts(factsOf(kind));
}

} // namespace rackwright
