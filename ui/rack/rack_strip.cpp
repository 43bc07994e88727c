// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_strip.h"

#include "model/design/occupancy.h"
#include "ui/actions/focus_keys.h"
#include "ui/paint/rack_faces.h"
#include "ui/report/overlays.h"
#include "ui/report/rack_readings.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace rackwright {

namespace {

constexpr QSize kTile(46, 84);
constexpr int kHead = 26;
constexpr int kMargin = 8;
constexpr int kGap = 4;

Ink fillOf(const Occupant& occupant) {
    if (occupant.kind == OccupantKind::PowerElement)
        return Ink::PowerLine;
    if (occupant.kind == OccupantKind::CoolingUnit)
        return Ink::CoolingLine;
    switch (occupant.part ? occupant.part->category : PartCategory::Other) {
    case PartCategory::GpuNode:
    case PartCategory::PcieGpuNode:
    case PartCategory::RackScaleSystem:
    case PartCategory::Tray:
        return Ink::Accelerator;
    case PartCategory::Switch:
        return Ink::SwitchLine;
    case PartCategory::StorageNode:
    case PartCategory::StorageSystem:
        return Ink::StorageLine;
    default:
        return Ink::OtherLine;
    }
}

} // namespace

RackStrip::RackStrip(StudioDocument& document, const Texts& texts, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("rack.strip"));
    setAccessibleName(toText(texts.text("rack.strip")));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    FocusKeys::letChosenHear(this);
    viewport()->setMouseTracking(true);
    setFixedWidth(4 * kTile.width() + 3 * kGap + 2 * kMargin + 12);
    connect(&m_document, &StudioDocument::opened, this, &RackStrip::rebuild);
    connect(&m_document, &StudioDocument::changed, this, &RackStrip::rebuild);
    connect(&m_document, &StudioDocument::solved, this, &RackStrip::forget);
}

// Room by room; rows by their labels, racks of no row last; within a row by place along it.
void RackStrip::rebuild() {
    if (!isVisible())
        return;
    const Design& design = m_document.shownDesign();
    std::vector<const Rack*> racks;
    for (const Rack& rack : design.racks)
        racks.push_back(&rack);
    std::ranges::stable_sort(racks, [](const Rack* a, const Rack* b) {
        const auto key = [](const Rack* rack) {
            return std::tuple(rack->room.value, rack->row.empty(), rack->row.size(), std::string_view(rack->row),
                              rack->name.size(), std::string_view(rack->name));
        };
        return key(a) < key(b);
    });
    m_tiles.clear();
    m_sections.clear();
    for (const Rack* rack : racks) {
        if (m_sections.empty() || m_sections.back().row != rack->row || m_sections.back().room != rack->room)
            m_sections.push_back({rack->room, rack->row, {}, m_tiles.size(), m_tiles.size()});
        m_tiles.push_back({rack->id, {}});
        m_sections.back().end = m_tiles.size();
    }
    m_hovered.reset();
    layOut();
    forget();
}

void RackStrip::forget() {
    m_readings.clear();
    viewport()->update();
}

void RackStrip::layOut() {
    const int across = std::max(1, (viewport()->width() - 2 * kMargin + kGap) / (kTile.width() + kGap));
    int y = 0;
    for (Section& section : m_sections) {
        section.head = QRect(0, y, viewport()->width(), kHead);
        y += kHead;
        for (std::size_t i = section.first; i < section.end; ++i) {
            const int at = static_cast<int>(i - section.first);
            m_tiles[i].box = QRect(
                QPoint(kMargin + (at % across) * (kTile.width() + kGap), y + (at / across) * (kTile.height() + kGap)),
                kTile);
        }
        const int lines = (static_cast<int>(section.end - section.first) + across - 1) / across;
        y += lines * (kTile.height() + kGap) + kGap;
    }
    verticalScrollBar()->setRange(0, std::max(0, y - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(kTile.height() / 2);
}

QPoint RackStrip::offset() const { return {0, verticalScrollBar()->value()}; }

std::vector<Id<Rack>> RackStrip::order() const {
    std::vector<Id<Rack>> racks;
    for (const Tile& tile : m_tiles)
        racks.push_back(tile.rack);
    return racks;
}

void RackStrip::setChosen(const std::vector<Id<Rack>>& racks) {
    m_chosen = racks;
    m_isChosen.clear();
    for (const Id<Rack> rack : racks)
        m_isChosen[rack.value] = true;
    if (!racks.empty()) {
        const auto it = std::ranges::find(m_tiles, racks.front(), &Tile::rack);
        if (it != m_tiles.end())
            m_current = static_cast<std::size_t>(it - m_tiles.begin());
    }
    viewport()->update();
}

QRect RackStrip::boxOf(Id<Rack> rack) const {
    const auto it = std::ranges::find(m_tiles, rack, &Tile::rack);
    return it == m_tiles.end() ? QRect() : it->box.translated(-offset());
}

QRect RackStrip::headOf(const std::string& row) const {
    const auto it = std::ranges::find(m_sections, row, &Section::row);
    return it == m_sections.end() ? QRect() : it->head.translated(-offset());
}

QString RackStrip::headText(const Section& section) const {
    const QString row = toText(m_texts.sentence(
        section.row.empty() ? Message("rack.strip.no-row") : Message("rack.strip.row").with("row", section.row)));
    const Table<Room>& rooms = m_document.shownDesign().rooms;
    const Room* room = rooms.size() > 1 ? rooms.find(section.room) : nullptr;
    return room ? toText(room->name) + QStringLiteral(" · ") + row : row;
}

QStringList RackStrip::heads() const {
    QStringList heads;
    for (const Section& section : m_sections)
        heads << headText(section);
    return heads;
}

void RackStrip::choose(std::vector<Id<Rack>> racks) {
    const std::vector<Id<Rack>> all = order();
    std::unordered_map<std::uint64_t, bool> wanted;
    for (const Id<Rack> rack : racks)
        wanted[rack.value] = true;
    std::vector<Id<Rack>> sorted;
    for (const Id<Rack> rack : all)
        if (wanted.contains(rack.value))
            sorted.push_back(rack);
    setChosen(sorted);
    Q_EMIT chosenByHand(sorted);
}

std::optional<std::size_t> RackStrip::tileAt(QPoint at) const {
    const auto it = std::ranges::find_if(m_tiles, [at](const Tile& tile) { return tile.box.contains(at); });
    return it == m_tiles.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - m_tiles.begin()));
}

const RackStrip::Section* RackStrip::sectionAt(QPoint at) const {
    const auto it =
        std::ranges::find_if(m_sections, [at](const Section& section) { return section.head.contains(at); });
    return it == m_sections.end() ? nullptr : &*it;
}

void RackStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint at = event->pos() + offset();
    const bool adds = event->modifiers() & Qt::ControlModifier;
    if (const Section* section = sectionAt(at)) {
        std::vector<Id<Rack>> racks = adds ? m_chosen : std::vector<Id<Rack>>{};
        for (std::size_t i = section->first; i < section->end; ++i)
            racks.push_back(m_tiles[i].rack);
        m_anchor = m_current = section->first;
        return choose(std::move(racks));
    }
    const auto tile = tileAt(at);
    if (!tile)
        return;
    m_current = *tile;
    const Id<Rack> rack = m_tiles[*tile].rack;
    if (event->modifiers() & Qt::ShiftModifier) {
        std::vector<Id<Rack>> racks;
        const auto [low, high] = std::minmax(std::min(m_anchor, m_tiles.size() - 1), *tile);
        for (std::size_t i = low; i <= high; ++i)
            racks.push_back(m_tiles[i].rack);
        return choose(std::move(racks));
    }
    m_anchor = *tile;
    if (!adds)
        return choose({rack});
    std::vector<Id<Rack>> racks = m_chosen;
    if (std::erase(racks, rack) == 0)
        racks.push_back(rack);
    choose(std::move(racks));
}

void RackStrip::mouseMoveEvent(QMouseEvent* event) {
    const auto under = tileAt(event->pos() + offset());
    if (under == m_hovered)
        return;
    m_hovered = under;
    viewport()->update();
}

void RackStrip::keyPressEvent(QKeyEvent* event) {
    if (m_tiles.empty())
        return QAbstractScrollArea::keyPressEvent(event);
    if (event->matches(QKeySequence::SelectAll))
        return choose(order());
    const int across = std::max(1, (viewport()->width() - 2 * kMargin + kGap) / (kTile.width() + kGap));
    const auto step = [&]() -> std::ptrdiff_t {
        switch (event->key()) {
        case Qt::Key_Left:
            return -1;
        case Qt::Key_Right:
            return 1;
        case Qt::Key_Up:
            return -across;
        case Qt::Key_Down:
            return across;
        default:
            return 0;
        }
    }();
    if (step == 0)
        return QAbstractScrollArea::keyPressEvent(event);
    const auto last = static_cast<std::ptrdiff_t>(m_tiles.size()) - 1;
    m_current =
        static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_current) + step, 0, last));
    bringIntoSight(m_tiles[m_current].box);
    std::vector<Id<Rack>> racks{m_tiles[m_current].rack};
    if (event->modifiers() & Qt::ShiftModifier)
        racks.insert(racks.end(), m_chosen.begin(), m_chosen.end());
    else
        m_anchor = m_current;
    choose(std::move(racks));
}

void RackStrip::bringIntoSight(const QRect& box) {
    QScrollBar* bar = verticalScrollBar();
    if (box.top() < bar->value())
        bar->setValue(box.top() - kGap);
    else if (box.bottom() > bar->value() + viewport()->height())
        bar->setValue(box.bottom() + kGap - viewport()->height());
}

void RackStrip::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void RackStrip::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    rebuild();
    if (!m_tiles.empty() && m_current < m_tiles.size())
        bringIntoSight(m_tiles[m_current].box);
}

void RackStrip::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

bool RackStrip::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave && m_hovered) {
        m_hovered.reset();
        viewport()->update();
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto tile = tileAt(help->pos() + offset());
        const Rack* rack = tile ? m_document.shownDesign().racks.find(m_tiles[*tile].rack) : nullptr;
        const RackType* type = rack ? m_document.shownDesign().rackTypes.find(rack->rackType) : nullptr;
        QString text = rack ? toText(rack->name) : QString();
        if (rack && m_readings[rack->id.value].power.size() > 0)
            text += QStringLiteral(" · ") + m_readings[rack->id.value].power;
        if (type)
            text += QStringLiteral("\n") + toText(type->name);
        const Table<Room>& rooms = m_document.shownDesign().rooms;
        if (const Room* room = rack && rooms.size() > 1 ? rooms.find(rack->room) : nullptr)
            text += QStringLiteral("\n") + toText(room->name);
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RackStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.surface());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-offset());
    const QRect sight(offset(), viewport()->size());
    if (const SolutionPtr& solution = m_document.solution(); solution && solution.get() != m_statesOf) {
        m_statesOf = solution.get();
        m_states.clear();
        const Design& design = solution->context().design();
        const auto note = [&](Id<Rack> rack, Severity severity) {
            State& state = m_states[rack.value];
            state = std::max(state, severity == Severity::Error ? State::Error : State::Warning);
        };
        for (const Finding& finding : solution->report().findings) {
            if (finding.state != RuleState::Failed || finding.severity == Severity::Note)
                continue;
            for (const Subject subject : finding.subjects)
                if (const Id<Rack> rack = rackOf(design, subject))
                    note(rack, finding.severity);
        }
    }
    std::vector<Id<Rack>> unread;
    for (const Section& section : m_sections) {
        if (section.head.intersects(sight)) {
            painter.setFont(studioFont(11, QFont::Medium));
            painter.setPen(theme.ink(Ink::Subdued));
            const QRect line = section.head.adjusted(kMargin, 4, -kMargin, 0);
            const QString count = QString::number(section.end - section.first);
            const int left = line.width() - painter.fontMetrics().horizontalAdvance(count) - kMargin;
            painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(headText(section), Qt::ElideMiddle, left));
            painter.setFont(studioFont(11));
            painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, count);
        }
        for (std::size_t i = section.first; i < section.end; ++i)
            if (m_tiles[i].box.intersects(sight) && !m_readings.contains(m_tiles[i].rack.value))
                unread.push_back(m_tiles[i].rack);
    }
    if (const SolutionPtr& solution = m_document.newestSolution(); solution && !unread.empty())
        for (auto& [id, reading] : overlayOf(*solution, m_texts, unread).readings)
            m_readings[id] = reading;
    for (const Tile& tile : m_tiles)
        if (tile.box.intersects(sight))
            paintTile(painter, tile);
}

void RackStrip::paintTile(QPainter& painter, const Tile& tile) {
    const Theme& theme = Theme::current();
    const Rack* rack = m_document.shownDesign().racks.find(tile.rack);
    if (!rack)
        return;
    const bool isChosen = m_isChosen.contains(tile.rack.value);
    const bool isCurrent = hasFocus() && m_current < m_tiles.size() && m_tiles[m_current].rack == tile.rack;
    const bool isHovered = m_hovered && m_tiles[*m_hovered].rack == tile.rack;
    painter.setPen(isChosen || isCurrent ? QPen(theme.ink(Ink::Accent), isChosen ? 1.5 : 1) : QPen(Qt::NoPen));
    painter.setBrush(isChosen ? theme.selection() : isHovered ? theme.hover() : QColor(Qt::transparent));
    painter.drawRoundedRect(QRectF(tile.box).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);

    const QRectF frame(tile.box.center().x() - 12.5, tile.box.top() + 5, 26, 48);
    painter.setPen(QPen(theme.ink(Ink::RackLine), 1));
    painter.setBrush(theme.ink(Ink::Paper));
    painter.drawRoundedRect(frame, 1.5, 1.5);
    const Project& project = *m_document.shownProject();
    const auto space = rackSpace(project, *rack);
    const auto units = static_cast<double>(space ? space->units : 48);
    painter.setPen(Qt::NoPen);
    for (const Occupant& occupant : occupants(project, m_document.shownDesign(), rack->id)) {
        painter.setBrush(theme.ink(fillOf(occupant)));
        if (const auto* beside = std::get_if<ZeroU>(&occupant.placement)) {
            const double x = beside->side == Side::Left ? frame.left() + 1.5 : frame.right() - 2.5;
            painter.drawRect(QRectF(x, frame.top() + 4, 1, frame.height() - 8));
            continue;
        }
        const auto* place = std::get_if<InRack>(&occupant.placement);
        if (!place)
            continue;
        const bool isWhole = occupant.part && occupant.part->mounting == Mounting::WholeRack;
        const RackClaim claim = isWhole && space ? RackClaim{1, space->units}
                                : occupant.part  ? rackClaim(*occupant.part, *place)
                                                 : RackClaim{place->unit, place->unit};
        const double pitch = (frame.height() - 4) / units;
        const double width = (frame.width() - 8) / static_cast<double>(claim.columns);
        const double top = frame.bottom() - 2 - static_cast<double>(claim.top) * pitch;
        const double height = static_cast<double>(claim.top - claim.bottom + 1) * pitch;
        painter.drawRect(QRectF(frame.left() + 4 + static_cast<double>(claim.column) * width, top + 0.25, width,
                                std::max(0.8, height - 0.5)));
    }
    const auto reading = m_readings.find(tile.rack.value);
    painter.setFont(studioFont(11, QFont::Medium));
    painter.setPen(theme.ink(isChosen ? Ink::Accent : Ink::Text));
    const QRect name(tile.box.left() + 1, tile.box.top() + 54, tile.box.width() - 2, 15);
    painter.drawText(name, Qt::AlignCenter,
                     painter.fontMetrics().elidedText(toText(rack->name), Qt::ElideMiddle, name.width()));
    if (reading != m_readings.end() && !reading->second.power.isEmpty()) {
        const LoadBand band = loadBand(reading->second.load);
        painter.setFont(studioFont(10));
        painter.setPen(theme.ink(band == LoadBand::Red     ? Ink::Bad
                                 : band == LoadBand::Amber ? Ink::Warning
                                                           : Ink::Subdued));
        QString power = reading->second.power;
        power.replace(QStringLiteral(">= "), QStringLiteral("≥"));
        const QRect line = name.translated(0, 13);
        painter.drawText(line, Qt::AlignCenter, painter.fontMetrics().elidedText(power, Qt::ElideRight, line.width()));
    }
    if (const auto state = m_states.find(tile.rack.value); state != m_states.end() && state->second != State::Good) {
        painter.setPen(QPen(theme.surface(), 1.5));
        painter.setBrush(theme.ink(state->second == State::Error ? Ink::Bad : Ink::Warning));
        painter.drawEllipse(QPointF(frame.right() + 1, frame.top() + 1), 4, 4);
    }
}

} // namespace rackwright
