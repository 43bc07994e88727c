// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/fabric_panel.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/engine/judging.h"
#include "ui/actions/focus_keys.h"
#include "ui/fabric/cable_reason.h"
#include "ui/fabric/short_names.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rackwright {

FabricPanel::FabricPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.panel"));
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("fabric.panel.title"));
    m_title->setProperty("title", true);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("fabric.panel.detail"));
    m_detail->setProperty("subdued", true);
    m_detail->setWordWrap(true);
    m_reason = new QLabel;
    m_reason->setObjectName(QStringLiteral("fabric.panel.reason"));
    m_reason->setProperty("subdued", true);
    m_reason->setWordWrap(true);
    m_place = new QToolButton;
    m_place->setObjectName(QStringLiteral("fabric.panel.place"));
    m_place->setText(text(Message("fabric.panel.place")));
    m_place->setProperty("chip", true);
    connect(m_place, &QToolButton::clicked, this,
            [this] { Q_EMIT placeAsked(m_listed.empty() ? m_places : waysOf(m_listed)); });
    m_table = new QTableWidget;
    m_table->setObjectName(QStringLiteral("fabric.panel.table"));
    m_table->setAccessibleName(text(Message("fabric.panel.table")));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->viewport()->installEventFilter(this);
    FocusKeys::letChosenHear(m_table);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &FabricPanel::selectRows);
    connect(&m_document, &StudioDocument::solved, this, [this] { showReason(m_reasoned); });
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setHighlightSections(false);
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row, int) {
        const quint64 device = m_table->item(row, 0)->data(Qt::UserRole).toULongLong();
        if (isCabled(m_document.design(), {device}))
            m_document.select({cabledSubject(m_document.design(), {device})});
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_place);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kHalfSpace);
    column->addLayout(head);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 0, 12, kHalfSpace);
    below->addWidget(m_detail);
    column->addLayout(below);
    column->addWidget(m_table, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(12, 0, 12, kHalfSpace);
    foot->addWidget(m_reason);
    column->addLayout(foot);
    column->addStretch(); // while there is no table
    setMinimumWidth(220);
    showHint();
}

QString FabricPanel::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

QString FabricPanel::nameOf(Id<Device> device) const {
    const Cabled row = findCabled(m_document.shownDesign(), device);
    return row ? QString::fromStdString(row->name) : QString();
}

// "P12", "P12/2" for a lane of a breakout.
QString FabricPanel::portName(const PortRef& end) const {
    const Cabled device = findCabled(m_document.shownDesign(), end.device);
    const Part* part = device ? findPart(*m_document.shownProject(), device->part) : nullptr;
    const PortGroup* group = part ? portGroupOf(*part, end.port) : nullptr;
    if (!group)
        return QString::number(end.port + 1);
    const std::vector<Port> ports = portList(*part);
    const auto port = std::ranges::find(ports, static_cast<std::int64_t>(end.port), &Port::number);
    QString name =
        port == ports.end() || port->name.empty() ? QString::number(end.port + 1) : QString::fromStdString(port->name);
    if (group->maximumSplit > 1 && end.lane > 0)
        name += QLatin1Char('/') + QString::number(end.lane + 1);
    return name;
}

namespace {

constexpr int kDeviceRole = Qt::UserRole, kCableRole = Qt::UserRole + 1, kPortRole = Qt::UserRole + 2,
              kOwnDeviceRole = Qt::UserRole + 3;

} // namespace

// The cables of the chosen rows are what is selected, so that they can be deleted.
void FabricPanel::selectRows() {
    if (m_isFilling)
        return;
    std::vector<Subject> cables;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        if (const quint64 cable = index.data(kCableRole).toULongLong(); m_document.design().cables.contains({cable}))
            cables.push_back({SubjectKind::Cable, cable});
    showReason(cables.size() == 1 ? Id<Cable>{cables.front().id} : Id<Cable>{});
    if (!cables.empty())
        m_document.select(std::move(cables));
}

// Why a chosen cable is what it is, by the newest figures.
void FabricPanel::showReason(Id<Cable> cable) {
    m_reasoned = cable;
    const SolutionPtr& solution = m_document.newestSolution();
    const QStringList lines =
        cable && solution ? cableReason(solution->context(), cable, m_services.texts()) : QStringList();
    m_reason->setText(lines.join(QLatin1Char('\n')));
    m_reason->setVisible(!lines.isEmpty());
}

bool FabricPanel::eventFilter(QObject* watched, QEvent* event) {
    auto* mouse = dynamic_cast<QMouseEvent*>(event);
    if (!mouse)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
        m_pressedAt = mouse->position().toPoint();
        m_pressedRow = m_table->rowAt(m_pressedAt->y());
        m_isDragging = false;
        return false;
    }
    if (event->type() == QEvent::MouseMove && m_pressedAt && mouse->buttons() & Qt::LeftButton) {
        const QPoint place = mouse->globalPosition().toPoint();
        const QTableWidgetItem* item = m_pressedRow >= 0 ? m_table->item(m_pressedRow, 0) : nullptr;
        const bool isPort = item && item->data(kPortRole).isValid();
        const bool isFar =
            (mouse->position().toPoint() - *m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
        if (isPort && isFar && !m_isDragging) {
            m_isDragging = true;
            const uint port = item->data(kPortRole).toUInt();
            Q_EMIT portDragged({{item->data(kOwnDeviceRole).toULongLong()},
                                static_cast<std::uint16_t>(port >> 8),
                                static_cast<std::uint8_t>(port & 0xffU)},
                               {item->data(kCableRole).toULongLong()}, place);
        }
        if (m_isDragging)
            Q_EMIT portMoved(place);
        return isPort; // no rubber band of rows
    }
    if (event->type() == QEvent::MouseButtonRelease) {
        m_pressedAt.reset();
        if (std::exchange(m_isDragging, false)) {
            Q_EMIT portDropped();
            return true;
        }
    }
    return false;
}

void FabricPanel::begin(const QString& title, const QString& detail, const std::vector<const char*>& columns) {
    m_title->setText(title);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    showReason({});
    m_table->setVisible(!columns.empty());
    m_isFilling = true;
    m_table->clear();
    m_table->setRowCount(0);
    m_isFilling = false;
    m_table->setColumnCount(static_cast<int>(columns.size()));
    QStringList names;
    for (const char* column : columns)
        names.append(text(Message(column)));
    m_table->setHorizontalHeaderLabels(names);
    m_place->setVisible(!m_places.empty() || !m_listed.empty());
}

void FabricPanel::addRow(const QStringList& cells, Id<Device> leadsTo, Id<Cable> cable, const PortRef& port) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    for (int column = 0; column < cells.size(); ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        item->setToolTip(cells[column]);
        if (column == 0) {
            item->setData(kDeviceRole, QVariant::fromValue(leadsTo.value));
            item->setData(kCableRole, QVariant::fromValue(cable.value));
            if (port.device) {
                item->setData(kOwnDeviceRole, QVariant::fromValue(port.device.value));
                item->setData(kPortRole, uint{port.port} << 8 | port.lane);
            }
        }
        m_table->setItem(row, column, item);
    }
}

void FabricPanel::showHint() {
    m_places.clear();
    m_listed.clear();
    begin(text(Message("fabric.panel.empty.title")), text(Message("fabric.panel.empty")), {});
}

void FabricPanel::showPorts(const Device& device) {
    m_places = {cabledSubject(m_document.shownDesign(), device.id)};
    m_listed.clear();
    const Part* part = findPart(*m_document.shownProject(), device.part);
    const Design& design = m_document.shownDesign();
    // A cable to be taken away is shown where no other takes its place, and holds nothing.
    std::map<std::pair<std::uint16_t, std::uint8_t>, const Cable*> joined;
    std::set<std::uint16_t> used;
    design.cables.forEachWith<CablesByDevice>(device.id, [&](const Cable& cable) {
        const bool stays = isPresent(design, cable);
        for (const PortRef* end : {&cable.a, &cable.b})
            if (end->device == device.id) {
                const Cable*& there = joined[{end->port, end->lane}];
                there = stays || !there ? &cable : there;
                if (stays)
                    used.insert(end->port);
            }
    });
    const std::vector<Port> ports = part ? portList(*part) : std::vector<Port>();
    begin(QString::fromStdString(device.name),
          text(Message("fabric.panel.ports")
                   .with("part", part ? part->model : std::string())
                   .with("used", static_cast<std::int64_t>(used.size()))
                   .with("ports", static_cast<std::int64_t>(ports.size()))),
          {"fabric.column.port", "fabric.column.peer", "fabric.column.peer-port", "fabric.column.speed",
           "fabric.column.cage"});
    for (const Port& port : ports) {
        if (static_cast<std::size_t>(m_table->rowCount()) >= kMostRows)
            break;
        const auto number = static_cast<std::uint16_t>(port.number);
        const PortGroup& group = part->portGroups[port.group];
        const QString cage = QString::fromStdString(m_services.texts().sentence(
            Message("fabric.cage").with("cage", port.cage + 1).with("connector", group.connector)));
        auto it = joined.lower_bound({number, 0});
        if (it == joined.end() || it->first.first != number) {
            const auto speed = group.speed.typical();
            addRow({portName({device.id, number, 0}), text(Message("fabric.port.free")), QString(),
                    speed ? text(Message("fabric.speed")
                                     .with("speed", UnitNumber{speed->in(unit::gigabitPerSecond), "Gb/s"}))
                          : QString(),
                    cage},
                   {}, {}, {device.id, number, 0});
            continue;
        }
        for (; it != joined.end() && it->first.first == number; ++it) {
            const Cable& cable = *it->second;
            const PortRef here{device.id, number, it->first.second};
            const PortRef& peer = cable.a == here ? cable.b : cable.a;
            const double speed = speedOf(*m_document.shownProject(), m_document.shownDesign(), cable);
            const QString peerName =
                isPresent(design, cable)
                    ? nameOf(peer.device)
                    : text(Message("fabric.port.removed").with("peer", nameOf(peer.device).toStdString()));
            addRow({portName(here), peerName, portName(peer),
                    text(Message("fabric.speed").with("speed", UnitNumber{speed, "Gb/s"})), cage},
                   peer.device, cable.id, here);
        }
    }
    m_table->resizeColumnsToContents();
}

// The pathways that the cables run through, and the racks that they join.
std::vector<Subject> FabricPanel::waysOf(const std::vector<Id<Cable>>& cables) const {
    const std::set<Id<Cable>> wanted(cables.begin(), cables.end());
    std::set<Id<Rack>> racks;
    std::set<Id<PathSegment>> segments;
    const SolutionPtr& solution = m_document.newestSolution();
    if (!solution)
        return {};
    const Context& context = solution->context();
    const CablePlan& plan = context.lookUp<CablePlan>();
    const CableEnds& ends = context.lookUp<CableEnds>();
    std::size_t place = 0;
    for (const Cable& cable : context.design().cables) {
        const std::size_t at = place++;
        if (!wanted.contains(cable.id))
            continue;
        for (const PortRef& end : {cable.a, cable.b})
            if (const Cabled device = findCabled(context.design(), end.device))
                if (const Id<Rack> rack = context.rackHolding(*device))
                    racks.insert(rack);
        for (const Id<PathSegment> segment : plan.route(ends, at))
            segments.insert(segment);
    }
    std::vector<Subject> places;
    for (const Id<Rack> rack : racks)
        places.push_back(Subject(rack));
    for (const Id<PathSegment> segment : segments)
        places.push_back({SubjectKind::Pathway, segment.value});
    return places;
}

void FabricPanel::showCables(const FabricLayout& layout, const std::vector<std::size_t>& bundles) {
    std::vector<Id<Cable>> cables;
    for (const std::size_t index : bundles)
        cables.insert(cables.end(), layout.bundles[index].cables.begin(), layout.bundles[index].cables.end());
    listCables(cablesText(cables.size(), m_services.texts()), QString(), cables);
}

void FabricPanel::showCut(const std::vector<Id<Cable>>& cables) {
    listCables(text(Message("fabric.cut.title").with("count", static_cast<std::int64_t>(cables.size()))),
               text(Message("fabric.cut.detail")), cables);
}

void FabricPanel::listCables(const QString& title, const QString& detail, const std::vector<Id<Cable>>& cables) {
    m_places.clear();
    m_listed = cables; // their ways, once somebody asks: there may be 100,000
    const QString more = cables.size() > kMostRows ? text(Message("fabric.panel.first")
                                                              .with("shown", static_cast<std::int64_t>(kMostRows))
                                                              .with("count", static_cast<std::int64_t>(cables.size())))
                                                   : QString();
    begin(title, detail.isEmpty() || more.isEmpty() ? detail + more : detail + QLatin1Char(' ') + more,
          {"fabric.column.from", "fabric.column.to", "fabric.column.speed"});
    const auto end = [this](const PortRef& ref, qsizetype from) {
        return text(Message("fabric.end")
                        .with("device", nameOf(ref.device).mid(from).toStdString())
                        .with("port", portName(ref).toStdString()));
    };
    for (const Id<Cable> id : cables) {
        const Cable* cable = m_document.shownDesign().cables.find(id);
        if (!cable || static_cast<std::size_t>(m_table->rowCount()) >= kMostRows)
            continue;
        const double speed = speedOf(*m_document.shownProject(), m_document.shownDesign(), *cable);
        const qsizetype same = sharedHead(nameOf(cable->a.device), nameOf(cable->b.device));
        addRow({end(cable->a, same), end(cable->b, same),
                text(Message("fabric.speed").with("speed", UnitNumber{speed, "Gb/s"}))},
               cable->b.device, id);
        for (const auto& [column, ref] : {std::pair(0, &cable->a), {1, &cable->b}})
            m_table->item(m_table->rowCount() - 1, column)->setToolTip(end(*ref, 0));
    }
    m_table->resizeColumnsToContents();
}

} // namespace rackwright
