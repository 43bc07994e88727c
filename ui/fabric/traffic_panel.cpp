// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/traffic_panel.h"

#include "model/edits/record_edits.h"
#include "model/project/value_limits.h"
#include "solvers/engine/setting_text.h"
#include "solvers/fabric/figures.h"
#include "solvers/fabric/sharded_collectives.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/network/interconnect_class.h"
#include "solvers/network/settings.h"
#include "solvers/network/traffic_patterns.h"
#include "ui/fabric/traffic_rows.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/scrolled.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

double settingOf(const Project& project, std::string_view key, double otherwise) {
    const Setting* row = givenSetting(project, key);
    const std::optional<Value> given = row ? settingNumber(row->value) : std::nullopt;
    return given ? given->typical() : otherwise;
}

/// The edit to another number: its source stays, and so does its range where the number lies in it.
Edit settingEdit(const Project& project, std::string_view key, double si) {
    const Setting* row = givenSetting(project, key);
    const std::optional<Value> given = row ? settingNumber(row->value) : std::nullopt;
    const bool isInRange = given && given->low() <= si && si <= given->high();
    return edits::putSetting(std::string(key),
                             isInRange ? settingText(given->low(), si, given->high()) : settingText(si, si, si),
                             row ? row->source : std::string());
}

} // namespace

TrafficPanel::TrafficPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.traffic"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(kHalfSpace);
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("fabric.traffic.spreading"));
    m_choice->setAccessibleName(text("fabric.traffic.spreading"));
    m_choice->setToolTip(m_choice->accessibleName());
    for (const std::string_view name : EnumNames<Spreading>::names)
        m_choice->addItem(text(std::string("fabric.spreading.").append(name)));
    connect(m_choice, &QComboBox::currentIndexChanged, this,
            [this](int index) { setSpreading(static_cast<Spreading>(index)); });
    column->addWidget(m_choice);
    m_assumed = new QLabel;
    m_assumed->setObjectName(QStringLiteral("fabric.traffic.assumed"));
    m_assumed->setProperty("subdued", true);
    m_assumed->setWordWrap(true);
    column->addWidget(m_assumed);
    m_flows = addSetting(column, "fabric.traffic.flows", setting_of::flowsPerEndpoint.key, "");
    m_flowsRow = m_flows->parentWidget();
    m_loads = addGroup(column, "fabric.traffic.loads");
    m_ways = addGroup(column, "fabric.traffic.ways");
    m_interconnect = new QLabel;
    m_interconnect->setObjectName(QStringLiteral("fabric.traffic.interconnect"));
    m_interconnect->setProperty("subdued", true);
    m_interconnect->setWordWrap(true);
    column->addWidget(m_interconnect);
    m_collectives = addGroup(column, "fabric.traffic.collectives");
    m_message = addSetting(column, "fabric.traffic.message", setting_of::messageSize.key, "GB");
    // Between the title of its figures and these.
    column->removeWidget(m_message->parentWidget());
    column->insertWidget(column->indexOf(m_collectives), m_message->parentWidget());
    addSharp(column);
    m_scaleUp = addGroup(column, "fabric.traffic.scale-up");
    column->addStretch();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolled(content));
    connect(&document, &StudioDocument::solved, this, &TrafficPanel::refresh);
    connect(&document, &StudioDocument::changed, this, &TrafficPanel::refresh);
    connect(&document, &StudioDocument::opened, this, &TrafficPanel::refresh);
}

QString TrafficPanel::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

FigureRows* TrafficPanel::addGroup(QVBoxLayout* column, const char* name) {
    auto* title = new QLabel(text(name));
    title->setProperty("title", true);
    column->addSpacing(kHalfSpace);
    column->addWidget(title);
    auto* rows = new FigureRows(QLatin1String(name), FigureRows::Shape::List);
    connect(rows, &FigureRows::asked, this, &TrafficPanel::figureAsked);
    column->addWidget(rows);
    return rows;
}

// A setting of the project that the figures rest on, to be changed where they are read.
QuantityField* TrafficPanel::addSetting(QVBoxLayout* column, const char* name, std::string_view key,
                                        std::string_view unit) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(text(name));
    title->setProperty("subdued", true);
    title->setWordWrap(true);
    line->addWidget(title, 1);
    auto* field =
        new QuantityField(QLatin1String(name), title->text(), unit, QuantityField::Empty::Refused, m_services.texts());
    field->setFixedWidth(110);
    field->setCommitValue([this, key = std::string(key), unit = std::string(unit)](std::optional<double> si) -> Done {
        if (!si || !std::isfinite(*si) || *si <= 0)
            return inputError(Message("fabric.traffic.positive"));
        if (Done checked = checkLimits(*si, settingLimits(key, unit), unit); !checked)
            return checked;
        const Done done = m_document.commit(settingEdit(*m_document.project(), key, *si));
        m_document.closeMerge();
        return done;
    });
    line->addWidget(field);
    column->addWidget(row);
    return field;
}

// Between the message and the figures that rest on it.
void TrafficPanel::addSharp(QVBoxLayout* column) {
    m_sharp = new QCheckBox(text("fabric.traffic.sharp"));
    m_sharp->setObjectName(QStringLiteral("fabric.traffic.sharp"));
    m_sharp->setAccessibleName(m_sharp->text());
    m_sharpNote = new QLabel;
    m_sharpNote->setObjectName(QStringLiteral("fabric.traffic.sharp.note"));
    m_sharpNote->setProperty("subdued", true);
    m_sharpNote->setWordWrap(true);
    for (QWidget* widget : {static_cast<QWidget*>(m_sharp), static_cast<QWidget*>(m_sharpNote)})
        column->insertWidget(column->indexOf(m_collectives), widget);
    connect(m_sharp, &QCheckBox::clicked, this, [this](bool isOn) {
        const Setting* row = givenSetting(*m_document.project(), kSharpKey);
        const Done done = m_document.commit(edits::putSetting(
            std::string(kSharpKey), std::string(isOn ? kSharpOn : kSharpOff), row ? row->source : std::string()));
        m_document.closeMerge();
        if (!done)
            refreshSharp();
    });
}

// What the project says holds for InfiniBand alone: elsewhere the field says why it does nothing.
void TrafficPanel::refreshSharp() {
    const Network* network = m_document.shownDesign().networks.find(m_network);
    const bool isOfJobs = network && network->role == NetworkRole::Compute;
    const bool isInfiniBand = isOfJobs && network->protocol == FabricProtocol::InfiniBand;
    const Setting* row = givenSetting(*m_document.shownProject(), kSharpKey);
    m_sharp->setEnabled(isInfiniBand);
    m_sharp->setChecked(isInfiniBand && row && row->value == kSharpOn);
    m_sharpNote->setText(text(isInfiniBand ? "fabric.traffic.sharp.assumed"
                              : isOfJobs   ? "fabric.traffic.sharp.ethernet"
                                           : "fabric.traffic.sharp.role"));
    m_sharp->setToolTip(m_sharpNote->text());
}

// What links of this speed are good for, in words.
void TrafficPanel::refreshInterconnect() {
    const SolutionPtr& solution = m_document.newestSolution();
    const Network* network = solution ? solution->context().design().networks.find(m_network) : nullptr;
    QStringList sentences;
    if (network)
        for (const Message& note : interconnectNotes(solution->context(), *network))
            sentences.append(QString::fromStdString(m_services.texts().sentence(note)));
    m_interconnect->setText(sentences.join(QLatin1Char(' ')));
    m_interconnect->setVisible(!sentences.isEmpty());
}

void TrafficPanel::setNetwork(Id<Network> network) {
    m_network = network;
    refresh();
}

void TrafficPanel::setSpreading(Spreading spreading) {
    m_spreading = spreading;
    m_choice->setCurrentIndex(static_cast<int>(spreading));
    refresh();
    Q_EMIT assumptionChanged();
}

double TrafficPanel::flowsPerPair() const {
    return std::max(1.0, std::round(settingOf(*m_document.project(), setting_of::flowsPerEndpoint.key,
                                              setting_of::flowsPerEndpoint.defaultSi)));
}

void TrafficPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void TrafficPanel::fill(FigureRows* rows, Subject subject, const std::vector<std::string>& names) const {
    rows->setRows(trafficRows(m_document, m_services, subject, names));
}

void TrafficPanel::refresh() {
    if (!isVisible())
        return;
    m_assumed->setText(text(std::string("fabric.spreading.").append(enumName(m_spreading)).append(".detail")));
    const bool isHashed = m_spreading == Spreading::Hashed || m_spreading == Spreading::Hashed99;
    m_flowsRow->setVisible(isHashed);
    const Project& project = *m_document.project();
    m_flows->setValue(settingOf(project, setting_of::flowsPerEndpoint.key, setting_of::flowsPerEndpoint.defaultSi));
    m_message->setValue(settingOf(project, setting_of::messageSize.key, setting_of::messageSize.defaultSi));
    refreshSharp();
    refreshInterconnect();
    const Subject network(m_network);
    std::vector<std::string> loads;
    for (const std::string_view pattern : EnumNames<TrafficPattern>::names) {
        loads.push_back(std::string("fabric.load.").append(pattern));
        if (m_spreading != Spreading::Ideal)
            loads.back().append(".").append(enumName(m_spreading));
    }
    fill(m_loads, network, loads);
    fill(m_ways, network,
         {figure_of::fabricThroughputAllToAll, figure_of::fabricDiameter, figure_of::fabricDistanceMean,
          figure_of::fabricLatency});
    fill(m_scaleUp, {},
         {figure_of::fabricScaleUpDomain, figure_of::fabricScaleUpBandwidth, figure_of::fabricScaleUpWhole,
          figure_of::fabricScaleUpHalf});
    fill(m_collectives, network,
         {figure_of::fabricAllreduceRing, figure_of::fabricAllGather, figure_of::fabricReduceScatter,
          figure_of::fabricAllreduceTree, figure_of::fabricAllreduceInNetwork, figure_of::fabricAllreduceAlgbw,
          figure_of::fabricAllreduceBusbw, figure_of::fabricAllreduceWire, figure_of::fabricAllreduceVolume,
          figure_of::fabricAllreduceSharpBound});
}

} // namespace rackwright
