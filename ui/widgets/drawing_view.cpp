// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/drawing_view.h"

#include "model/base/check.h"
#include "ui/paint/crop_far.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/painter_state.h"
#include "ui/widgets/background.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

constexpr int kTilePixels = 384;
constexpr double kLeastZoom = 0.0005;
constexpr double kMostZoom = 4.0;
constexpr double kWheelStep = 1.2;

std::uint64_t tileKey(QPoint tile) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(tile.x())) << 32) |
           static_cast<std::uint32_t>(tile.y());
}

QRect tilesUnder(const QRectF& world, double zoom) {
    const double mm = kTilePixels / zoom;
    const auto at = [mm](double v) { return static_cast<int>(std::floor(v / mm)); };
    return {QPoint(at(world.left()), at(world.top())), QPoint(at(world.right()), at(world.bottom()))};
}

} // namespace

// A drawing made for one zoom, with its items sorted into tiles.
struct DrawingView::Scene {
    quint64 serial = 0;
    double zoom = 1;
    Drawing drawing;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> itemsByTile;
    std::vector<std::uint32_t> wide;                 ///< items that would lie in too many tiles; looked at for each
    std::unordered_map<std::uint64_t, bool> differs; ///< tiles that show something else than in the scene before
    bool isAllNew = true;

    /// In painting order.
    std::vector<std::uint32_t> itemsOf(QPoint tile) const {
        const auto it = itemsByTile.find(tileKey(tile));
        std::vector<std::uint32_t> items = it == itemsByTile.end() ? std::vector<std::uint32_t>() : it->second;
        if (!wide.empty()) {
            items.insert(items.end(), wide.begin(), wide.end());
            std::ranges::sort(items);
        }
        return items;
    }
};

namespace {

using ItemsByTile = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

// A wall across a hall lies in some dozens of tiles, a hall that is looked at closely in hundreds.
constexpr qint64 kMostTiles = 4096;

ItemsByTile sortedIntoTiles(const Drawing& drawing, double zoom, std::vector<std::uint32_t>& wide) {
    ItemsByTile tiles;
    for (std::size_t i = 0; i < drawing.items.size(); ++i) {
        const QRect range = tilesUnder(boxOf(drawing.items[i]), zoom);
        if (qint64{range.width()} * range.height() > kMostTiles) {
            wide.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        for (int y = range.top(); y <= range.bottom(); ++y)
            for (int x = range.left(); x <= range.right(); ++x)
                tiles[tileKey({x, y})].push_back(static_cast<std::uint32_t>(i));
    }
    return tiles;
}

bool sameTile(const Drawing& a, const std::vector<std::uint32_t>& ia, const Drawing& b,
              const std::vector<std::uint32_t>& ib) {
    return std::ranges::equal(ia, ib, [&](std::uint32_t x, std::uint32_t y) { return a.items[x] == b.items[y]; });
}

QImage renderedTile(const Drawing& drawing, const std::vector<std::uint32_t>& items, QPoint tile, double zoom,
                    double ratio, const Theme& theme) {
    const int side = static_cast<int>(std::ceil(kTilePixels * ratio));
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(theme.surface());
    if (items.empty())
        return image;
    QPainter painter(&image);
    QTransform transform;
    transform.scale(static_cast<double>(side) / kTilePixels, static_cast<double>(side) / kTilePixels);
    transform.translate(-tile.x() * static_cast<double>(kTilePixels), -tile.y() * static_cast<double>(kTilePixels));
    transform.scale(zoom, zoom);
    paintItems(painter, drawing, items, transform, theme.palette());
    return image;
}

} // namespace

DrawingView::DrawingView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(240, 100);
}

void DrawingView::setMaker(Maker maker) {
    m_maker = std::move(maker);
    makeScene();
}

void DrawingView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    m_tiles.clear();
    m_oldTiles.clear();
    m_pending.clear();
    m_scene.reset();
    makeScene();
    update();
}

void DrawingView::setWorldBounds(const QRectF& bounds) {
    if (bounds == m_bounds)
        return;
    m_bounds = bounds;
    if (m_isFitted)
        refit();
}

QTransform DrawingView::worldToView() const {
    QTransform transform;
    transform.scale(m_zoom, m_zoom);
    transform.translate(-m_origin.x(), -m_origin.y());
    return transform;
}

QPointF DrawingView::toWorld(QPointF view) const { return view / m_zoom + m_origin; }
QPointF DrawingView::toView(QPointF world) const { return (world - m_origin) * m_zoom; }
QRectF DrawingView::toView(const QRectF& world) const { return worldToView().mapRect(world); }

void DrawingView::zoomToFit() {
    zoomTo(m_bounds, fitMargins());
    m_isFitted = m_isWhole = true;
}

void DrawingView::setReadable(double zoom, QPointF first) {
    m_readableZoom = zoom;
    m_readableFirst = first;
}

void DrawingView::showFitted() {
    m_isWhole = false;
    refit();
}

// A drawing that is too large to be read as a whole begins at its upper edge, with its first thing in the middle as far
// as the drawing reaches.
void DrawingView::refit() {
    const QRectF room = QRectF(rect().marginsRemoved(fitMargins()));
    const QSizeF seen = room.size() / std::max(m_readableZoom, kLeastZoom);
    const bool isReadable = m_bounds.width() <= seen.width() && m_bounds.height() <= seen.height();
    if (m_isWhole || m_readableZoom <= 0 || isReadable || room.isEmpty()) {
        const bool isWhole = m_isWhole;
        zoomToFit();
        m_isWhole = isWhole;
        return;
    }
    const auto begin = [](double least, double extent, double sight, double middle) {
        return extent <= sight ? least + (extent - sight) / 2
                               : std::clamp(middle - sight / 2, least, least + extent - sight);
    };
    const QPointF corner(begin(m_bounds.left(), m_bounds.width(), seen.width(), m_readableFirst.x()),
                         begin(m_bounds.top(), m_bounds.height(), seen.height(), m_bounds.top()));
    setView(m_readableZoom, corner - room.topLeft() / m_readableZoom);
    m_isFitted = true;
}

void DrawingView::zoomTo(const QRectF& world) { zoomTo(world, {16, 16, 16, 16}); }

void DrawingView::zoomTo(const QRectF& world, const QMargins& margins) {
    const QRectF room = QRectF(rect().marginsRemoved(margins));
    if (world.isEmpty() || room.isEmpty())
        return;
    const double zoom = std::min(room.width() / world.width(), room.height() / world.height());
    const double z = std::clamp(zoom, kLeastZoom, kMostZoom);
    m_isFitted = false;
    setView(z, world.center() - room.center() / z);
}

void DrawingView::zoomIntoOrOut(const std::optional<QRectF>& world) {
    if (world && world->width() * pixelsPerMm() < 0.9 * width())
        zoomTo(*world);
    else
        zoomToFit();
}

void DrawingView::zoomBy(double factor, QPointF anchor) {
    const double zoom = std::clamp(m_zoom * factor, kLeastZoom, kMostZoom);
    const QPointF world = toWorld(anchor);
    m_isFitted = false;
    setView(zoom, world - anchor / zoom);
}

void DrawingView::zoomStep(ZoomStep step) {
    constexpr double factor = 1.25;
    if (step == ZoomStep::Fit)
        zoomToFit();
    else if (step != ZoomStep::Selection)
        zoomBy(step == ZoomStep::In ? factor : 1 / factor, QRectF(rect()).center());
}

Drawing DrawingView::wholeDrawing() const {
    if (!m_maker)
        return {};
    Drawing drawing = m_maker(m_zoom);
    drawing.bounds = m_bounds;
    drawing.scale = m_zoom * 25.4 / 96;
    return drawing;
}

void DrawingView::panBy(QPointF viewDistance) {
    m_isFitted = false;
    setView(m_zoom, m_origin - viewDistance / m_zoom);
}

void DrawingView::bringIntoSight(const QRectF& world) {
    const QRectF room = QRectF(rect().marginsRemoved(fitMargins())), place = toView(world);
    const auto way = [](double least, double most, double from, double to) {
        return from < least || to - from > most - least ? least - from : std::min(0.0, most - to);
    };
    const QPointF moved(way(room.left(), room.right(), place.left(), place.right()),
                        way(room.top(), room.bottom(), place.top(), place.bottom()));
    if (!room.isEmpty() && !moved.isNull())
        panBy(moved);
}

void DrawingView::setView(double zoom, QPointF origin) {
    const bool zoomed = zoom != m_zoom;
    m_zoom = zoom;
    m_origin = origin;
    if (zoomed)
        makeScene();
    else
        renderMissing();
    update();
    Q_EMIT viewChanged();
}

// One drawing is made at a time; what is asked for meanwhile is made when it is done, and only the newest.
void DrawingView::makeScene() {
    if (!m_maker)
        return;
    if (m_isRequested) {
        m_needsRequest = true;
        return;
    }
    m_isRequested = true;
    m_needsRequest = false;
    const quint64 request = ++m_request;
    const QRect visible = visibleTiles();
    std::vector<QPoint> fresh;
    for (auto it = m_tiles.cbegin(); it != m_tiles.cend(); ++it)
        if (m_scene && it->scene == m_scene->serial && visible.contains(it.key()))
            fresh.push_back(it.key());
    const auto work = [request, zoom = m_zoom, maker = m_maker, before = m_scene, fresh = std::move(fresh),
                       ratio = devicePixelRatioF(), theme = Theme::current()](const Background::Run&) {
        auto scene = std::make_shared<Scene>();
        scene->serial = request;
        scene->zoom = zoom;
        scene->drawing = maker(zoom);
        scene->itemsByTile = sortedIntoTiles(scene->drawing, zoom, scene->wide);
        scene->isAllNew =
            !before || before->zoom != zoom || !sameTile(scene->drawing, scene->wide, before->drawing, before->wide);
        if (!scene->isAllNew) {
            static const std::vector<std::uint32_t> none;
            for (const auto& [key, items] : scene->itemsByTile) {
                const auto old = before->itemsByTile.find(key);
                if (!sameTile(scene->drawing, items, before->drawing,
                              old == before->itemsByTile.end() ? none : old->second))
                    scene->differs[key] = true;
            }
            for (const auto& [key, items] : before->itemsByTile)
                if (!scene->itemsByTile.contains(key))
                    scene->differs[key] = true;
        }
        // What an edit changed in sight comes along, so that the picture needs no second turn of the threads.
        std::vector<std::pair<QPoint, QImage>> drawn;
        for (const QPoint tile : fresh)
            if (!scene->isAllNew && scene->differs.contains(tileKey(tile)))
                drawn.emplace_back(tile,
                                   renderedTile(scene->drawing, scene->itemsOf(tile), tile, scene->zoom, ratio, theme));
        return std::pair(ScenePtr(scene), std::move(drawn));
    };
    Background::instance().queue(
        {this, "scene", accessibleName().toStdString()}, work,
        [this, request](const auto& made) { takeScene(request, made.first, made.second); },
        [this, request](const Error& failure) { takeFailure(request, failure); });
}

// What was drawn before would show what is no more.
void DrawingView::takeFailure(quint64 request, const Error& failure) {
    m_isRequested = false;
    if (request != m_request)
        return;
    m_failure = failure;
    auto empty = std::make_shared<Scene>();
    empty->serial = request;
    empty->zoom = m_zoom;
    m_scene = empty;
    m_tiles.clear();
    m_oldTiles.clear();
    m_pending.clear();
    renderMissing();
    update();
    if (m_needsRequest)
        makeScene();
}

void DrawingView::takeScene(quint64 request, const ScenePtr& scene,
                            const std::vector<std::pair<QPoint, QImage>>& drawn) {
    m_isRequested = false;
    if (request != m_request)
        return;
    m_failure.reset();
    if (scene->isAllNew) {
        if (!m_tiles.isEmpty()) {
            m_oldTiles = std::exchange(m_tiles, {});
            m_oldZoom = m_scene ? m_scene->zoom : scene->zoom;
        }
    } else {
        for (auto it = m_tiles.begin(); it != m_tiles.end(); ++it)
            if (!scene->differs.contains(tileKey(it.key())) && m_scene && it->scene == m_scene->serial)
                it->scene = scene->serial;
    }
    m_scene = scene;
    m_pending.clear();
    for (const auto& [tile, image] : drawn)
        m_tiles[tile] = {image, scene->serial};
    if (!drawn.empty())
        update();
    renderMissing();
    if (m_needsRequest)
        makeScene();
}

QRect DrawingView::visibleTiles() const {
    return tilesUnder(QRectF(m_origin, QSizeF(width(), height()) / m_zoom), m_scene ? m_scene->zoom : m_zoom);
}

void DrawingView::renderMissing() {
    if (!m_scene)
        return;
    const QRect visible = visibleTiles();
    for (int y = visible.top(); y <= visible.bottom(); ++y)
        for (int x = visible.left(); x <= visible.right(); ++x) {
            const QPoint tile(x, y);
            const auto have = m_tiles.constFind(tile);
            if ((have != m_tiles.cend() && have->scene == m_scene->serial) || m_pending.contains(tile))
                continue;
            m_pending.insert(tile, m_scene->serial);
            const auto work = [tile, scene = m_scene, ratio = devicePixelRatioF(),
                               theme = Theme::current()](const Background::Run&) {
                return renderedTile(scene->drawing, scene->itemsOf(tile), tile, scene->zoom, ratio, theme);
            };
            const quint64 serial = m_scene->serial;
            Background::instance().ask(
                {this, "tile " + std::to_string(x) + ' ' + std::to_string(y), accessibleName().toStdString()}, work,
                [this, serial, tile](const QImage& image) { takeTile(serial, tile, image); },
                [this, serial](const Error& failure) {
                    if (m_scene && m_scene->serial == serial)
                        takeFailure(m_request, failure);
                });
        }
    // Tiles far from the view are dropped; a screen and its surroundings stay.
    constexpr int keep = 6;
    const QRect near = visible.adjusted(-keep, -keep, keep, keep);
    m_tiles.removeIf([&near](const QHash<QPoint, Tile>::iterator& it) { return !near.contains(it.key()); });
}

void DrawingView::takeTile(quint64 scene, QPoint tile, const QImage& image) {
    if (!m_scene || scene != m_scene->serial)
        return;
    m_pending.remove(tile);
    m_tiles[tile] = {image, scene};
    if (m_pending.isEmpty())
        m_oldTiles.clear();
    update();
}

bool DrawingView::isUpToDate() const {
    if (m_isRequested || m_needsRequest || !m_scene || m_scene->zoom != m_zoom)
        return false;
    const QRect visible = visibleTiles();
    for (int y = visible.top(); y <= visible.bottom(); ++y)
        for (int x = visible.left(); x <= visible.right(); ++x)
            if (const auto tile = m_tiles.constFind({x, y}); tile == m_tiles.cend() || tile->scene != m_scene->serial)
                return false;
    return true;
}

void DrawingView::paintTiles(QPainter& painter, const QHash<QPoint, Tile>& tiles, double zoom) {
    const double mm = kTilePixels / zoom;
    const double ratio = devicePixelRatioF();
    const bool isScaled = zoom != m_zoom;
    // Rounded once for all tiles: each by itself, two beside each other may go different ways at half a pixel, and a
    // line of the ground shows between them.
    const QPointF corner = toView(QPointF());
    const QPointF snapped(std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, isScaled);
    for (auto it = tiles.cbegin(); it != tiles.cend(); ++it) {
        const QRectF target = toView(QRectF(it.key().x() * mm, it.key().y() * mm, mm, mm));
        if (!target.intersects(QRectF(rect())))
            continue;
        if (isScaled) {
            painter.drawImage(target, it->image);
        } else {
            const QPointF place = snapped + QPointF(it.key()) * kTilePixels;
            painter.drawImage(QRectF(place, QSizeF(it->image.size()) / ratio), it->image);
        }
    }
}

void DrawingView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::current().surface());
    if (!m_oldTiles.isEmpty())
        paintTiles(painter, m_oldTiles, m_oldZoom);
    if (m_scene)
        paintTiles(painter, m_tiles, m_scene->zoom);
    const Done painted = guarded(accessibleName().toStdString(), [&] {
        const PainterState state(painter);
        paintOver(painter);
    });
    const Error* failure = m_failure ? &*m_failure : !painted ? &painted.error() : nullptr;
    if (!failure || !m_failureWords)
        return;
    painter.setPen(Theme::current().ink(Ink::Bad));
    painter.drawText(QRectF(rect()).adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap,
                     m_failureWords(*failure));
}

void DrawingView::paintOver(QPainter&) {}

// What lies in the middle stays there, at the zoom that somebody chose. What was in sight as a whole stays so, though
// smaller.
void DrawingView::resizeEvent(QResizeEvent* event) {
    const QSizeF before = event->oldSize(), now = event->size();
    if (m_isFitted)
        return refit();
    if (before.isEmpty() || now.isEmpty() || before == now)
        return renderMissing();
    const bool wasWhole = QRectF(m_origin, before / m_zoom).contains(m_bounds);
    const QSizeF moved = (before - now) / 2 / m_zoom;
    const QPointF origin = m_origin + QPointF(moved.width(), moved.height());
    if (wasWhole && !QRectF(origin, now / m_zoom).contains(m_bounds))
        return zoomToFit();
    setView(m_zoom, origin);
}

void DrawingView::wheelEvent(QWheelEvent* event) {
    if (!m_takesWheel && !(event->modifiers() & Qt::ControlModifier)) {
        event->ignore();
        return;
    }
    const bool isTouchpadPan = event->source() == Qt::MouseEventSynthesizedBySystem ||
                               (!event->pixelDelta().isNull() && !(event->modifiers() & Qt::ControlModifier));
    if (isTouchpadPan)
        panBy(event->pixelDelta());
    else if (event->modifiers() & Qt::ShiftModifier)
        panBy(QPointF(event->angleDelta().y() + event->angleDelta().x(), 0));
    else
        zoomBy(std::pow(kWheelStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void DrawingView::mousePressEvent(QMouseEvent* event) {
    const bool isPan = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld);
    if (!isPan) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_isPanning = true;
    m_panFrom = event->position();
    setCursor(Qt::ClosedHandCursor);
}

void DrawingView::mouseMoveEvent(QMouseEvent* event) {
    Q_EMIT pointerAt(toWorld(event->position()));
    if (!m_isPanning)
        return;
    panBy(event->position() - m_panFrom);
    m_panFrom = event->position();
}

void DrawingView::mouseReleaseEvent(QMouseEvent*) {
    if (!m_isPanning)
        return;
    m_isPanning = false;
    unsetCursor();
}

void DrawingView::keyPressEvent(QKeyEvent* event) {
    constexpr double step = 48;
    switch (event->key()) {
    case Qt::Key_Space:
        m_spaceHeld = true;
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kWheelStep, QRectF(rect()).center());
        return;
    case Qt::Key_Minus:
        zoomBy(1 / kWheelStep, QRectF(rect()).center());
        return;
    case Qt::Key_PageUp:
        panBy({0, step * 4});
        return;
    case Qt::Key_PageDown:
        panBy({0, -step * 4});
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void DrawingView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_spaceHeld = false;
    QWidget::keyReleaseEvent(event);
}

} // namespace rackwright
