// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/cooling_workspace.h"

#include "solvers/cooling/figures.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/svg_writer.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/out_of_service_strip.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr const char* kAirColumnNames[] = {"name", "kind", "airflow", "heat", "capacity", "share", "headroom"};

bool coolsAir(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::InRow ||
           kind == CoolingUnitKind::FanWall || kind == CoolingUnitKind::RearDoor;
}

std::vector<Subject> boxSubjects(const LoopBox& box) {
    std::vector<Subject> found;
    if (box.loop)
        found.push_back(Subject(box.loop));
    for (const Id<Rack> rack : box.racks)
        found.push_back(Subject(rack));
    if (!box.isRacks())
        for (const Id<CoolingUnit> unit : box.units)
            found.push_back(Subject(unit));
    return found;
}

QString heatWords(double watts, const Texts& texts) {
    return toText(shortFigureOf(figure_of::coolingUnitHeat, Value(watts), "kW", 1000, texts).amount);
}

} // namespace

LoopView::LoopView(StudioDocument& document, const Texts& texts, QWidget* parent)
    : DrawingView(parent), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("cooling.diagram"));
    setAccessibleName(toText(texts.text("loop-diagram.title")));
    connect(&document, &StudioDocument::selectionChanged, this, qOverload<>(&QWidget::update));
}

// Who has zoomed or moved the view keeps it.
void LoopView::show(std::shared_ptr<const LoopDiagram> diagram, LoopReadings readings) {
    m_diagram = std::move(diagram);
    m_readings = std::move(readings);
    setWorldBounds(m_diagram->bounds);
    setMaker([diagram = m_diagram, project = m_document.shownProject(), readings = m_readings, texts = m_texts](
                 double) { return loopDrawing(*diagram, *activeOption(*project).design, readings, texts); });
    update();
}

Drawing LoopView::drawing() const { return loopDrawing(*m_diagram, m_document.shownDesign(), m_readings, m_texts); }

void LoopView::paintOver(QPainter& painter) {
    if (m_document.selection().empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().ink(Ink::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    for (const LoopBox& box : m_diagram->boxes)
        if (std::ranges::any_of(boxSubjects(box), [this](Subject subject) { return m_document.isSelected(subject); }))
            painter.drawRoundedRect(toView(box.box).adjusted(-2, -2, 2, 2), 4, 4);
}

void LoopView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    m_pressed = event->position();
}

void LoopView::mouseReleaseEvent(QMouseEvent* event) {
    const bool wasPanning = isPanning();
    DrawingView::mouseReleaseEvent(event);
    const QPointF way = event->position() - m_pressed;
    if (wasPanning || event->button() != Qt::LeftButton || way.manhattanLength() >= QApplication::startDragDistance())
        return;
    const LoopBox* box = m_diagram->at(toWorld(event->position()));
    std::vector<Subject> chosen = box ? boxSubjects(*box) : std::vector<Subject>();
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier))
        chosen.insert(chosen.end(), m_document.selection().begin(), m_document.selection().end());
    m_document.select(std::move(chosen));
}

void LoopView::mouseDoubleClickEvent(QMouseEvent* event) {
    const LoopBox* box = m_diagram->at(toWorld(event->position()));
    zoomIntoOrOut(box ? std::optional(box->box.adjusted(-40, -30, 40, 30)) : std::nullopt);
}

// Right of what is chosen already, all of that is meant.
void LoopView::contextMenuEvent(QContextMenuEvent* event) {
    if (const LoopBox* box = m_diagram->at(toWorld(event->pos()))) {
        std::vector<Subject> meant = boxSubjects(*box);
        if (std::ranges::none_of(meant, [this](Subject subject) { return m_document.isSelected(subject); }))
            m_document.select(std::move(meant));
    }
    Q_EMIT menuAsked(event->globalPos());
}

// What a box carries in full, and what its mark stands for.
bool LoopView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return DrawingView::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const LoopBox* box = m_diagram->at(toWorld(help->pos()));
    QStringList said;
    if (box) {
        if (const LoopReading* reading = box->isRacks() ? nullptr : worstReading(*box, m_readings))
            said << reading->words;
        if (const LoopReading* marked = worstMarked(*box, m_readings))
            said << marked->finding;
    }
    said.removeAll(QString());
    if (said.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), said.join(QLatin1Char('\n')), this);
    return true;
}

AirUnitTable::AirUnitTable(StudioDocument& document, const StudioServices& services, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_services(services), m_out(OutOfService::of(document)) {}

UnitLoad AirUnitTable::loadNow(const Solution& solution, Id<CoolingUnit> unit) const {
    UnitLoad load = unitLoadOf(solution, unit);
    if (const LoadAfterLoss* then = m_out.loadOf(Subject(unit)))
        load.heat = then->watts;
    return load;
}

void AirUnitTable::refresh() {
    std::vector<Id<CoolingUnit>> units;
    for (const CoolingUnit& unit : m_document.shownDesign().coolingUnits)
        if (coolsAir(unit.kind) && unit.scope.isPresent())
            units.push_back(unit.id);
    if (units == m_units)
        return refreshLoads();
    beginResetModel();
    m_units = std::move(units);
    endResetModel();
}

void AirUnitTable::refreshLoads() {
    if (!m_units.empty())
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_units.size()) - 1, Columns - 1));
}

int AirUnitTable::rowOf(Id<CoolingUnit> unit) const {
    const auto found = std::ranges::find(m_units, unit);
    return found == m_units.end() ? -1 : static_cast<int>(found - m_units.begin());
}

int AirUnitTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_units.size());
}
int AirUnitTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant AirUnitTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return toText(m_services.texts().text(std::string("cooling.column.") + kAirColumnNames[section]));
}

QVariant AirUnitTable::data(const QModelIndex& index, int role) const {
    const CoolingUnit* unit = m_document.shownDesign().coolingUnits.find(this->unit(index.row()));
    if (!unit)
        return {};
    const auto column = static_cast<Column>(index.column());
    const Texts& texts = m_services.texts();
    if (role == Qt::TextAlignmentRole && column >= Airflow)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole) {
        if (!text(*unit, column))
            return Theme::current().ink(Ink::Warning);
        const SolutionPtr& solution = m_document.newestSolution();
        const bool isOfLoad = column == Share || column == Headroom;
        const auto share = isOfLoad && solution ? loadNow(*solution, unit->id).share() : std::nullopt;
        return share && *share > 1 ? QVariant(Theme::current().ink(Ink::Bad)) : QVariant();
    }
    if (role == Qt::DisplayRole)
        return text(*unit, column).value_or(toText(texts.text("cooling.unknown")));
    if (role == Qt::ToolTipRole) {
        if (const auto known = text(*unit, column))
            return *known;
        return toText(texts.text(column == Airflow ? "cooling.no-airflow"
                                 : column == Heat  ? "cooling.no-heat"
                                                   : "cooling.no-capacity"));
    }
    return {};
}

std::optional<QString> AirUnitTable::text(const CoolingUnit& unit, Column column) const {
    const Texts& texts = m_services.texts();
    const SolutionPtr& solution = m_document.newestSolution();
    if (column == Name)
        return toText(unit.name);
    if (column == Kind)
        return toText(texts.text("cooling-unit." + std::string(enumName(unit.kind))));
    if (!solution)
        return QStringLiteral("…");
    if (const LoadAfterLoss* then = m_out.loadOf(Subject(unit.id)); then && then->isDark && column != Capacity)
        return column == Heat ? toText(outWords(*m_out.loss(), Subject(unit.id), texts)) : QString();
    if (column == Airflow) {
        const auto flow = suppliedAirOf(solution->context(), unit);
        return flow ? std::optional(toText(texts.figure(Value(*flow), "m3/h", 1.0 / 3600, {3}))) : std::nullopt;
    }
    const UnitLoad load = loadNow(*solution, unit.id);
    switch (column) {
    case Heat:
        return load.heat.isUnknown()
                   ? std::nullopt
                   : std::optional(
                         toText(shortFigureOf(figure_of::coolingUnitHeat, load.heat, "kW", 1000, texts).amount));
    case Capacity:
        return load.capacity.isKnown() ? std::optional(heatWords(load.capacity.typical(), texts)) : std::nullopt;
    case Share:
        return load.share() ? std::optional(toText(texts.figure(Value(*load.share()), "%", 0.01, {3}))) : std::nullopt;
    case Headroom:
        return load.headroom() ? std::optional(heatWords(*load.headroom(), texts)) : std::nullopt;
    default:
        return QString();
    }
}

CoolingWorkspace::CoolingWorkspace(StudioDocument& document, StudioServices& services, Actions& actions,
                                   QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services), m_actions(actions) {
    const Texts& texts = services.texts();
    auto* title = new QLabel(toText(texts.text("loop-diagram.title")));
    title->setProperty("title", true);
    m_open = new QLabel;
    m_open->setObjectName(QStringLiteral("cooling.open"));
    m_open->setProperty("doubt", true);
    m_open->setToolTip(toText(texts.text("cooling.open.tip")));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->addWidget(title);
    head->addWidget(m_open);
    head->addStretch();
    m_view = new LoopView(document, texts);
    m_view->setMinimumSize(160, 120);
    m_empty = new QLabel(toText(texts.text("cooling.empty")));
    m_empty->setObjectName(QStringLiteral("cooling.empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setMinimumSize(160, 120);
    m_table = new AirUnitTable(document, services, this);
    m_list = new QTableView;
    m_list->setObjectName(QStringLiteral("cooling.list"));
    m_list->setAccessibleName(toText(texts.text("cooling.list")));
    m_list->setModel(m_table);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->verticalHeader()->hide();
    m_list->setShowGrid(false);
    m_list->setWordWrap(false);
    m_list->setMinimumSize(140, 80);
    m_list->horizontalHeader()->setStretchLastSection(true);
    m_list->horizontalHeader()->resizeSection(AirUnitTable::Name, 170);
    m_list->horizontalHeader()->resizeSection(AirUnitTable::Kind, 140);
    new EmptyNote(m_list, toText(texts.text("cooling.no-air-units")));
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_isSelecting)
            return;
        std::vector<Subject> chosen;
        for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
            chosen.push_back(Subject(m_table->unit(index.row())));
        m_isSelecting = true;
        m_document.select(std::move(chosen));
        m_isSelecting = false;
    });
    auto* listTitle = new QLabel(toText(texts.text("cooling.list")));
    listTitle->setProperty("title", true);
    auto* beside = new QWidget;
    auto* besideColumn = new QVBoxLayout(beside);
    besideColumn->setContentsMargins(8, 0, 0, 0);
    besideColumn->addWidget(listTitle);
    besideColumn->addWidget(m_list, 1);
    auto* stage = new QWidget;
    auto* stageColumn = new QVBoxLayout(stage);
    stageColumn->setContentsMargins(0, 0, 0, 0);
    stageColumn->addWidget(m_view, 1);
    stageColumn->addWidget(m_empty, 1);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(stage);
    split->addWidget(beside);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addLayout(head);
    auto* strip = new OutOfServiceStrip(QStringLiteral("cooling.out-of-service"), document, services);
    strip->standOver(*m_view);
    strip->standOver(*m_list);
    inside->addWidget(strip);
    inside->addWidget(split, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card);
    setFocusProxy(m_view);
    connect(m_view, &LoopView::menuAsked, this, &CoolingWorkspace::showMenu);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this,
            [this](QPoint place) { showMenu(m_list->viewport()->mapToGlobal(place)); });
    connect(&OutOfService::of(document), &OutOfService::changed, this, &CoolingWorkspace::refreshLoads);
    connect(&document, &StudioDocument::opened, this, [this] {
        refresh();
        m_view->zoomToFit();
    });
    connect(&document, &StudioDocument::changed, this, &CoolingWorkspace::refresh);
    connect(&document, &StudioDocument::solved, this, &CoolingWorkspace::refreshLoads);
    connect(&document, &StudioDocument::selectionChanged, this, &CoolingWorkspace::showSelection);
}

void CoolingWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    refresh();
}

void CoolingWorkspace::refresh() {
    if (!isVisible())
        return;
    const int at = m_list->verticalScrollBar()->value();
    m_isSelecting = true;
    m_table->refresh();
    m_isSelecting = false;
    refreshLoads();
    m_list->verticalScrollBar()->setValue(at);
    showSelection();
}

void CoolingWorkspace::refreshLoads() {
    if (!isVisible())
        return;
    const Texts& texts = m_services.texts();
    auto diagram = std::make_shared<const LoopDiagram>(loopDiagramOf(m_document.shownDesign()));
    const SolutionPtr& solution = m_document.newestSolution();
    LoopReadings readings = solution ? loopReadingsOf(*solution, texts) : LoopReadings();
    if (const auto& loss = OutOfService::of(m_document).loss(); loss && solution)
        addLossTo(readings, *solution, *loss, texts);
    std::size_t open = 0;
    for (const LoopBox& box : diagram->boxes) {
        const LoopReading* reading = box.isRacks() ? nullptr : worstReading(box, readings);
        open += reading && reading->isOpen ? 1 : 0;
    }
    m_open->setVisible(open > 0);
    m_open->setText(toText(texts.sentence(Message("cooling.open").with("count", open))));
    m_view->setVisible(!diagram->boxes.empty());
    m_empty->setVisible(diagram->boxes.empty());
    m_view->show(std::move(diagram), std::move(readings));
    m_table->refreshLoads();
}

void CoolingWorkspace::showMenu(QPoint place) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("cooling.menu"));
    addSupplyTo(menu, QStringLiteral("cooling.menu.out"), m_document, m_services, m_actions);
    menu.exec(place);
}

void CoolingWorkspace::showSelection() {
    if (!isVisible() || m_isSelecting)
        return;
    m_isSelecting = true;
    QItemSelection rows;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::CoolingUnit)
            if (const int row = m_table->rowOf({subject.id}); row >= 0)
                rows.select(m_table->index(row, 0), m_table->index(row, AirUnitTable::Columns - 1));
    m_list->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty())
        m_list->scrollTo(rows.indexes().front());
    m_isSelecting = false;
}

std::vector<Subject> CoolingWorkspace::everything() const {
    std::vector<Subject> all;
    for (const CoolingUnit& unit : m_document.design().coolingUnits)
        all.push_back(Subject(unit.id));
    return all;
}

std::optional<Shareable> CoolingWorkspace::shareable() {
    constexpr double dotsPerMm = 8; // 200 dots an inch
    Shareable what;
    what.name = QStringLiteral("cooling-loops");
    what.table = [this] { return tableOf(*m_list); };
    what.picture = [this] { return pictureOf(m_view->drawing(), lightPalette(), dotsPerMm); };
    what.svg = [this] { return svgOf(m_view->drawing(), lightPalette()); };
    return what;
}

WorkspaceFeature coolingFeature() {
    return {"cooling",
            {"view.show.cooling", MenuId::View, "Ctrl+Alt+6", ""},
            WorkspaceRoom::WideDrawing,
            "cooling",
            {SubjectKind::CoolingLoop},
            [](const WorkspaceSite& site) -> Workspace* {
                return new CoolingWorkspace(site.document, site.services, site.actions);
            }};
}

} // namespace rackwright
