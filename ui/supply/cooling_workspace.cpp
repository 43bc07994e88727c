// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/cooling_workspace.h"

#include "solvers/cooling/figures.h"
#include "ui/supply/out_of_service.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
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
    : SupplyView(QStringLiteral("cooling.diagram"), toText(texts.text("loop-diagram.title")), document, texts, parent) {
}

// Who has zoomed or moved the view keeps it.
void LoopView::show(std::shared_ptr<const LoopDiagram> diagram, LoopReadings readings) {
    m_diagram = std::move(diagram);
    m_readings = std::move(readings);
    setReadable(kReadableZoom, m_diagram->boxes.empty() ? QPointF() : m_diagram->boxes.front().box.center());
    setWorldBounds(m_diagram->bounds);
    setMaker([diagram = m_diagram, project = m_document.shownProject(), readings = m_readings, texts = m_texts](
                 double) { return loopDrawing(*diagram, *activeOption(*project).design, readings, texts); });
    update();
}

Drawing LoopView::drawing() const { return loopDrawing(*m_diagram, m_document.shownDesign(), m_readings, m_texts); }

void LoopView::paintOver(QPainter& painter) {
    if (m_document.selection().empty())
        return;
    for (const LoopBox& box : m_diagram->boxes)
        if (std::ranges::any_of(boxSubjects(box), [this](Subject subject) { return m_document.isSelected(subject); }))
            paintSelected(painter, box.box);
}

std::optional<SupplyView::Box> LoopView::boxAt(QPointF world) const {
    const LoopBox* box = m_diagram->at(world);
    return box ? std::optional(Box{box->box, boxSubjects(*box)}) : std::nullopt;
}

std::optional<QRectF> LoopView::placeOf(Subject subject) const {
    const LoopBox* box = nullptr;
    if (subject.kind == SubjectKind::CoolingUnit)
        box = m_diagram->of(Id<CoolingUnit>{subject.id});
    else if (subject.kind == SubjectKind::CoolingLoop)
        box = m_diagram->of(Id<CoolingLoop>{subject.id});
    return box ? std::optional(box->box) : std::nullopt;
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

UnitLoad AirUnitTable::loadNow(const Solution& solution, Id<CoolingUnit> unit) const {
    UnitLoad load = unitLoadOf(solution, unit);
    if (const LoadAfterLoss* then = m_out.loadOf(Subject(unit)))
        load.heat = then->watts;
    return load;
}

void AirUnitTable::refresh() {
    std::vector<Subject> units;
    for (const CoolingUnit& unit : m_document.shownDesign().coolingUnits)
        if (coolsAir(unit.kind) && unit.scope.isPresent())
            units.push_back(Subject(unit.id));
    setRows(std::move(units));
}

int AirUnitTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant AirUnitTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole && section >= Airflow)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return toText(m_services.texts().text(std::string("cooling.column.") + kAirColumnNames[section]));
}

QVariant AirUnitTable::data(const QModelIndex& index, int role) const {
    const CoolingUnit* unit = m_document.shownDesign().coolingUnits.find({subject(index.row()).id});
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
    : SupplyPage({QStringLiteral("cooling"), QStringLiteral("cooling-loops")}, document, services, actions, parent) {
    const Texts& texts = services.texts();
    const Words words = {toText(texts.text("loop-diagram.title")), toText(texts.text("cooling.list")),
                         toText(texts.text("cooling.no-air-units"))};
    m_open = new QLabel;
    m_open->setObjectName(QStringLiteral("cooling.open"));
    m_open->setProperty("doubt", true);
    m_open->setToolTip(toText(texts.text("cooling.open.tip")));
    m_view = new LoopView(document, texts);
    m_view->setMinimumSize(160, 120);
    m_empty = new QLabel(toText(texts.text("cooling.empty")));
    m_empty->setObjectName(QStringLiteral("cooling.empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setMinimumSize(160, 120);
    QTableView& list = makeList(*m_view, *new AirUnitTable(document, services, this), words);
    list.setMinimumSize(140, 80);
    list.horizontalHeader()->resizeSection(AirUnitTable::Name, 170);
    list.horizontalHeader()->resizeSection(AirUnitTable::Kind, 140);
    auto* listTitle = new QLabel(words.list);
    listTitle->setProperty("title", true);
    auto* beside = new QWidget;
    auto* besideColumn = new QVBoxLayout(beside);
    besideColumn->setContentsMargins(8, 0, 0, 0);
    besideColumn->addWidget(listTitle);
    besideColumn->addWidget(&list, 1);
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
    split->setSizes({700, 300}); // shares: the drawing needs its columns side by side, the table scrolls
    layOut(words, *m_open, *split);
    connect(&document, &StudioDocument::opened, m_view, &DrawingView::showFitted);
}

void CoolingWorkspace::showLoads() {
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
}

std::vector<Subject> CoolingWorkspace::everything() const {
    std::vector<Subject> all;
    for (const CoolingUnit& unit : m_document.design().coolingUnits)
        all.push_back(Subject(unit.id));
    return all;
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
