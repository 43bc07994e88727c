// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/supply_page.h"

#include "ui/paint/drawing_painter.h"
#include "ui/paint/svg_writer.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/out_of_service_strip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

SupplyView::SupplyView(const QString& name, const QString& title, StudioDocument& document, const Texts& texts,
                       QWidget* parent)
    : DrawingView(parent), m_document(document), m_texts(texts) {
    setObjectName(name);
    setAccessibleName(title);
    connect(&document, &StudioDocument::selectionChanged, this, qOverload<>(&QWidget::update));
}

void SupplyView::paintSelected(QPainter& painter, const QRectF& box) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().ink(Ink::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(toView(box).adjusted(-2, -2, 2, 2), 4, 4);
}

void SupplyView::reveal(Subject subject) {
    if (const std::optional<QRectF> place = placeOf(subject))
        bringIntoSight(*place);
}

void SupplyView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    m_pressed = event->position();
}

void SupplyView::mouseReleaseEvent(QMouseEvent* event) {
    const bool wasPanning = isPanning();
    DrawingView::mouseReleaseEvent(event);
    const QPointF way = event->position() - m_pressed;
    if (wasPanning || event->button() != Qt::LeftButton || way.manhattanLength() >= QApplication::startDragDistance())
        return;
    std::optional<Box> box = boxAt(toWorld(event->position()));
    std::vector<Subject> chosen = box ? std::move(box->subjects) : std::vector<Subject>();
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier))
        chosen.insert(chosen.end(), m_document.selection().begin(), m_document.selection().end());
    m_document.select(std::move(chosen));
}

void SupplyView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::optional<Box> box = boxAt(toWorld(event->position()));
    zoomIntoOrOut(box ? std::optional(box->place.adjusted(-40, -30, 40, 30)) : std::nullopt);
}

// Right of what is chosen already, all of that is meant.
void SupplyView::contextMenuEvent(QContextMenuEvent* event) {
    std::optional<Box> box = boxAt(toWorld(event->pos()));
    if (box && std::ranges::none_of(box->subjects, [this](Subject each) { return m_document.isSelected(each); }))
        m_document.select(std::move(box->subjects));
    Q_EMIT menuAsked(event->globalPos());
}

SupplyTable::SupplyTable(StudioDocument& document, const StudioServices& services, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_services(services), m_out(OutOfService::of(document)) {}

void SupplyTable::setRows(std::vector<Subject> rows) {
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = std::move(rows);
    m_places.clear();
    m_places.reserve(m_rows.size());
    for (const Subject each : m_rows)
        m_places.emplace_back(each, static_cast<int>(m_places.size()));
    std::ranges::sort(m_places);
    endResetModel();
}

void SupplyTable::refreshLoads() {
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int SupplyTable::rowOf(Subject subject) const {
    const auto found = std::ranges::lower_bound(m_places, subject, {}, &std::pair<Subject, int>::first);
    return found == m_places.end() || found->first != subject ? -1 : found->second;
}

int SupplyTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

SupplyPage::SupplyPage(Names names, StudioDocument& document, StudioServices& services, Actions& actions,
                       QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services), m_actions(actions), m_names(std::move(names)) {}

QTableView& SupplyPage::makeList(SupplyView& drawing, SupplyTable& table, const Words& words) {
    m_drawing = &drawing;
    m_rows = &table;
    m_list = new QTableView;
    m_list->setObjectName(m_names.page + QStringLiteral(".list"));
    m_list->setAccessibleName(words.list);
    m_list->setModel(m_rows);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->verticalHeader()->hide();
    m_list->setShowGrid(false);
    m_list->setWordWrap(false);
    m_list->horizontalHeader()->setStretchLastSection(true);
    new EmptyNote(m_list, words.noRows);
    return *m_list;
}

void SupplyPage::layOut(const Words& words, QLabel& beside, QWidget& rest, QWidget* further) {
    auto* title = new QLabel(words.title);
    title->setProperty("title", true);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->setSpacing(12);
    head->addWidget(title);
    head->addWidget(&beside);
    if (further)
        head->addWidget(further, 1);
    else
        head->addStretch();
    auto* strip = new OutOfServiceStrip(m_names.page + QStringLiteral(".out-of-service"), m_document, m_services);
    strip->standOver(*m_drawing);
    strip->standOver(*m_list);
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addLayout(head);
    inside->addWidget(strip);
    inside->addWidget(&rest, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card);
    setFocusProxy(m_drawing);
    followDocument();
}

void SupplyPage::followDocument() {
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SupplyPage::takeSelection);
    connect(m_drawing, &SupplyView::menuAsked, this, &SupplyPage::showMenu);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this,
            [this](QPoint place) { showMenu(m_list->viewport()->mapToGlobal(place)); });
    connect(&OutOfService::of(m_document), &OutOfService::changed, this, &SupplyPage::refreshLoads);
    connect(&m_document, &StudioDocument::opened, this, &SupplyPage::refresh);
    connect(&m_document, &StudioDocument::changed, this, &SupplyPage::refresh);
    connect(&m_document, &StudioDocument::solved, this, &SupplyPage::refreshLoads);
    connect(&m_document, &StudioDocument::selectionChanged, this, &SupplyPage::showSelection);
}

void SupplyPage::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    refresh();
}

void SupplyPage::refresh() {
    if (!isVisible())
        return;
    const int at = m_list->verticalScrollBar()->value();
    m_isSelecting = true;
    m_rows->refresh();
    m_isSelecting = false;
    refreshLoads();
    m_list->verticalScrollBar()->setValue(at);
    showSelection();
}

void SupplyPage::refreshLoads() {
    if (!isVisible())
        return;
    showLoads();
    m_rows->refreshLoads();
    m_list->horizontalHeader()->viewport()->update();
}

void SupplyPage::showMenu(QPoint place) {
    QMenu menu(this);
    menu.setObjectName(m_names.page + QStringLiteral(".menu"));
    addSupplyTo(menu, m_names.page + QStringLiteral(".menu.out"), m_document, m_services, m_actions);
    menu.exec(place);
}

void SupplyPage::takeSelection() {
    if (m_isSelecting)
        return;
    std::vector<Subject> chosen;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        chosen.push_back(m_rows->subject(index.row()));
    m_isSelecting = true;
    m_document.select(std::move(chosen));
    m_isSelecting = false;
    if (!m_document.selection().empty())
        m_drawing->reveal(m_document.selection().front());
}

// Rows that follow one another are selected as one range: of a large hall all are selected at once.
void SupplyPage::showSelection() {
    if (!isVisible() || m_isSelecting)
        return;
    std::vector<int> rows;
    for (const Subject subject : m_document.selection())
        if (const int row = m_rows->rowOf(subject); row >= 0)
            rows.push_back(row);
    const int first = rows.empty() ? -1 : rows.front();
    std::ranges::sort(rows);
    QItemSelection ranges;
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
        for (to = from + 1; to < rows.size() && rows[to] == rows[to - 1] + 1;)
            ++to;
        ranges.select(m_rows->index(rows[from], 0), m_rows->index(rows[to - 1], m_rows->columnCount() - 1));
    }
    m_isSelecting = true;
    m_list->selectionModel()->select(ranges, QItemSelectionModel::ClearAndSelect);
    if (first >= 0)
        m_list->scrollTo(m_rows->index(first, 0));
    m_isSelecting = false;
    if (!m_document.selection().empty())
        m_drawing->reveal(m_document.selection().front());
}

std::optional<Shareable> SupplyPage::shareable() {
    constexpr double dotsPerMm = 8; // 200 dots an inch
    Shareable what;
    what.name = m_names.file;
    what.table = [this] { return tableOf(*m_list); };
    what.picture = [this] { return pictureOf(m_drawing->drawing(), lightPalette(), dotsPerMm); };
    what.svg = [this] { return svgOf(m_drawing->drawing(), lightPalette()); };
    return what;
}

} // namespace rackwright
