// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/fabric_view.h"

#include "model/design/cabled.h"
#include "solvers/engine/judging.h"
#include "ui/fabric/key_strip.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QToolTip>

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kReach = 4;     ///< pixels beside a bundle that still hit it
constexpr double kGraspable = 9; ///< pixels across, from which on a device is drawn on rather than the ground moved
constexpr std::size_t kMostPeerLines = 512;

FabricDrawingOptions optionsFor(double pixelsPerMm, FabricColouring colouring) {
    return {pixelsPerMm / kScreenDotsPerMm, kLegiblePixels / kScreenDotsPerMm, colouring};
}

} // namespace

FabricView::FabricView(StudioDocument& document, StudioServices& services, QWidget* parent)
    : DrawingView(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric"));
    setAccessibleName(QString::fromStdString(services.texts().text("fabric.view")));
    connect(&m_document, &StudioDocument::selectionChanged, this, &FabricView::findPeers);
    constexpr int restMilliseconds = 350; // on the way across a device nothing opens
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, &FabricView::openFaceplate);
}

void FabricView::showFabric(std::shared_ptr<const FabricLayout> layout, Id<Network> network) {
    const bool isAnother = network != m_network;
    m_layout = std::move(layout);
    m_network = network;
    m_readings.reset();
    letGo();
    m_chosen.clear();
    m_hoveredBundles.clear();
    m_hovered = {};
    if (m_layout && !m_layout->isEmpty()) {
        setWorldBounds(m_layout->bounds);
        if (isAnother)
            zoomToFit();
    }
    findPeers();
    redraw();
}

void FabricView::setColouring(FabricColouring colouring, std::shared_ptr<const FabricReadings> readings) {
    m_colouring = colouring;
    m_readings = std::move(readings);
    redraw();
}

void FabricView::setFailed(std::vector<Id<Device>> devices) {
    m_failed = std::move(devices);
    update();
}

void FabricView::setChosenBundles(std::vector<std::size_t> bundles) {
    m_chosen = std::move(bundles);
    update();
}

std::optional<QRectF> FabricView::selectedPlace() const {
    if (m_layout)
        for (const Subject subject : m_document.selection())
            if (const auto box = isCabledKind(subject.kind) ? m_layout->boxOf({subject.id}) : std::nullopt) {
                const FabricFrame* frame = m_layout->frameAt(box->center());
                return frame ? frame->box : *box;
            }
    return std::nullopt;
}

Drawing FabricView::drawing() const {
    return m_layout ? fabricDrawing(*m_layout, m_document.shownDesign(), m_services.texts(),
                                    optionsFor(pixelsPerMm(), m_colouring), m_readings.get())
                    : Drawing{};
}

void FabricView::redraw() {
    m_legend = m_layout ? fabricLegend(*m_layout, m_services.texts(), m_colouring, m_readings.get())
                        : std::vector<OverlayKey>();
    setMaker([layout = m_layout, project = m_document.shownProject(), texts = m_services.texts(),
              colouring = m_colouring, readings = m_readings](double pixelsPerMm) {
        return layout ? fabricDrawing(*layout, *activeOption(*project).design, texts,
                                      optionsFor(pixelsPerMm, colouring), readings.get())
                      : Drawing{};
    });
    update();
}

// Lines from the selected device to whom it is joined in this network.
void FabricView::findPeers() {
    m_peerLines.clear();
    if (m_layout)
        for (const Subject subject : m_document.selection()) {
            const Cable* selected =
                subject.kind == SubjectKind::Cable ? m_document.shownDesign().cables.find({subject.id}) : nullptr;
            if (selected && m_peerLines.size() < kMostPeerLines) {
                const auto a = m_layout->boxOf(selected->a.device), b = m_layout->boxOf(selected->b.device);
                if (a && b)
                    m_peerLines.emplace_back(a->center(), b->center());
            }
            const Id<Device> device{subject.id};
            const auto from = isCabledKind(subject.kind) ? m_layout->boxOf(device) : std::nullopt;
            if (!from)
                continue;
            m_document.shownDesign().cables.forEachWith<CablesByDevice>(device, [&](const Cable& cable) {
                const Id<Device> peer = cable.a.device == device ? cable.b.device : cable.a.device;
                if (const auto to = m_layout->boxOf(peer);
                    to && cable.network == m_network && m_peerLines.size() < kMostPeerLines)
                    m_peerLines.emplace_back(from->center(), to->center());
            });
        }
    update();
}

void FabricView::paintBundle(QPainter& painter, std::size_t index, const QColor& colour) const {
    const FabricBundle& bundle = m_layout->bundles[index];
    QPolygonF line;
    for (const QPointF& point : bundle.line)
        line.append(toView(point));
    QPen pen(colour, std::max(2.0, bundle.width * pixelsPerMm() + 3));
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawPolyline(line);
}

void FabricView::paintOver(QPainter& painter) {
    if (!m_layout)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::current();
    QColor wash = theme.ink(Ink::Accent);
    wash.setAlpha(90);
    for (const std::size_t index : m_hoveredBundles)
        paintBundle(painter, index, wash);
    wash.setAlpha(170);
    for (const std::size_t index : m_chosen)
        if (index < m_layout->bundles.size())
            paintBundle(painter, index, wash);
    if (!m_peerLines.empty()) {
        painter.setPen(QPen(wash, 1));
        for (const auto& [from, to] : m_peerLines)
            painter.drawLine(toView(from), toView(to));
    }
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](Id<Device> device, double width) {
        if (const auto box = m_layout->boxOf(device)) {
            painter.setPen(QPen(theme.ink(Ink::Accent), width));
            painter.drawRoundedRect(toView(*box).adjusted(-1, -1, 1, 1), 2, 2);
        }
    };
    for (const Subject subject : m_document.selection())
        if (isCabledKind(subject.kind))
            outline({subject.id}, 2);
    if (m_hovered)
        outline(m_hovered, 1);
    for (const Id<Device> device : m_failed)
        if (const auto box = m_layout->boxOf(device)) {
            const QRectF place = toView(*box);
            QColor washed = theme.surface();
            washed.setAlpha(170);
            painter.fillRect(place, washed);
            painter.setPen(QPen(theme.ink(Ink::Bad), 2));
            painter.drawRect(place);
            painter.drawLine(place.topLeft(), place.bottomRight());
            painter.drawLine(place.topRight(), place.bottomLeft());
        }
    paintKeyStrip(painter, size(), m_legend);
    if (m_cable)
        paintCable(painter);
}

// Where it may end is lit, what is in the way is said at the pointer.
void FabricView::paintCable(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const QRectF whole(rect());
    QColor lit = theme.ink(Ink::Good);
    painter.setPen(QPen(lit, 2));
    lit.setAlpha(60);
    painter.setBrush(lit);
    constexpr double leastRounded = 6; // pixels
    QList<QRectF> small;
    for (const Id<Device> device : m_cable->found())
        if (const auto box = m_layout->boxOf(device); box && toView(*box).intersects(whole)) {
            if (toView(*box).width() < leastRounded)
                small.append(toView(*box));
            else
                painter.drawRoundedRect(toView(*box), 2, 2);
        }
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawRects(small);
    painter.restore();
    const auto from = m_layout->boxOf(m_cable->start().device);
    const auto [over, port] = dropPlace();
    const bool isLegal = over && m_cable->isLegal(over, port);
    if (m_faceplate)
        m_faceplate->paint(painter, m_cable->at);
    const QColor ink = theme.ink(isLegal ? Ink::Good : over ? Ink::Bad : Ink::Accent);
    painter.setPen(QPen(ink, 2.5, isLegal ? Qt::SolidLine : Qt::DashLine));
    if (from)
        painter.drawLine(toView(from->center()), m_cable->at);
    painter.setBrush(ink);
    painter.drawEllipse(m_cable->at, 4, 4);
    const QString hint = cableHint();
    if (hint.isEmpty())
        return;
    constexpr int widest = 340, margin = 8;
    painter.setFont(studioFont(12));
    const QRectF text = painter.boundingRect(QRectF(0, 0, widest, 200), Qt::TextWordWrap, hint);
    QRectF box(m_cable->at + QPointF(16, 16), QSizeF(text.width() + 2 * margin, text.height() + margin));
    box.moveRight(std::min(box.right(), whole.right() - margin));
    box.moveBottom(std::min(box.bottom(), whole.bottom() - margin));
    if (m_faceplate && box.intersects(m_faceplate->around()))
        box.moveTop(m_faceplate->around().bottom() + margin);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(theme.surface());
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(isLegal ? theme.ink(Ink::Text) : ink);
    painter.drawText(box.adjusted(margin, margin / 2.0, -margin, -margin / 2.0), Qt::TextWordWrap, hint);
}

bool FabricView::isGraspable(Id<Device> device) const {
    const auto box = device ? m_layout->boxOf(device) : std::nullopt;
    return box && box->width() * pixelsPerMm() >= kGraspable && !m_document.isPreviewing();
}

void FabricView::beginCable(const CableStart& start) {
    if (!m_layout)
        return;
    QToolTip::hideText();
    m_cable = std::make_unique<CableDrag>(m_document, *m_layout, m_network, start);
    m_litShown.start();
    setFocus();
    lightEnds();
}

// In small steps between the moves of the hand, so that the window never stands still.
void FabricView::lightEnds() {
    constexpr std::chrono::milliseconds step(6), untilShown(60);
    if (!m_cable)
        return;
    const bool isMore = m_cable->findMore(step);
    // Thousands of lit ends take longer to paint than to find, so that not every step is shown.
    if (!isMore || m_litShown.hasExpired(untilShown.count())) {
        m_litShown.start();
        update();
    }
    if (isMore)
        QTimer::singleShot(0, this, &FabricView::lightEnds);
}

void FabricView::moveCable(QPointF place) {
    if (!m_cable)
        return;
    m_cable->at = place;
    rest();
    update();
}

// A device that can end the cable shows its ports when the cable rests on it; they stay while the pointer is near.
void FabricView::rest() {
    if (m_faceplate && m_faceplate->keeps(m_cable->at))
        return;
    m_faceplate.reset();
    const Id<Device> over = m_layout->deviceAt(toWorld(m_cable->at));
    const Id<Device> now = over && m_cable->isLegal(over) ? over : Id<Device>();
    if (now == m_restsOn)
        return;
    m_restsOn = now;
    m_rest.stop();
    if (now)
        m_rest.start();
}

void FabricView::openFaceplate() {
    const auto box = m_cable && m_restsOn ? m_layout->boxOf(m_restsOn) : std::nullopt;
    const Cabled device = findCabled(m_document.shownDesign(), m_restsOn);
    if (!box || !device)
        return;
    PortFaceplate plate(*m_document.shownProject(), m_document.shownDesign(), *m_cable, m_restsOn, toView(*box),
                        QRectF(rect()), QString::fromStdString(device->name));
    if (!plate.isEmpty())
        m_faceplate = std::move(plate);
    update();
}

FabricView::DropPlace FabricView::dropPlace() const {
    if (m_faceplate && m_faceplate->frame().contains(m_cable->at)) {
        const auto port = m_faceplate->portAt(m_cable->at);
        return {port ? m_faceplate->device() : Id<Device>(), port};
    }
    return {m_layout->deviceAt(toWorld(m_cable->at)), {}};
}

QString FabricView::cableHint() const {
    if (!m_cable)
        return {};
    const auto [over, port] = dropPlace();
    if (!over || (over == m_cable->start().device && !m_cable->start().lifted))
        return {};
    const Result<Edit> edit = m_cable->dropOn(over, port);
    return QString::fromStdString(m_services.texts().sentence(edit ? edit->text : edit.error().message));
}

void FabricView::dropCable() {
    if (!m_cable)
        return;
    const auto [over, port] = dropPlace();
    const std::unique_ptr<CableDrag> cable = std::move(m_cable);
    abortCable();
    if (!over || !rect().contains(cable->at.toPoint()) || (over == cable->start().device && !cable->start().lifted))
        return;
    const Result<Edit> edit = cable->dropOn(over, port);
    const Done done = edit ? m_document.commit(*edit) : Done(edit.error());
    if (!done)
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
}

void FabricView::letGo() {
    m_cable.reset();
    m_faceplate.reset();
    m_restsOn = {};
    m_rest.stop();
}

void FabricView::abortCable() {
    letGo();
    m_isPressed = false;
    update();
}

void FabricView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_cable)
        return abortCable();
    DrawingView::keyPressEvent(event);
}

// The legend stands below the drawing.
QMargins FabricView::fitMargins() const { return {8, 8, 8, std::max(40, keyStripHeight(m_legend, width()))}; }

void FabricView::hoverAt(QPointF place) {
    const QPointF world = toWorld(place);
    const Id<Device> device = m_layout ? m_layout->deviceAt(world) : Id<Device>();
    std::vector<std::size_t> bundles;
    if (m_layout && !device && !m_layout->cellAt(world))
        bundles = m_layout->bundlesAt(world, kReach / pixelsPerMm());
    if (device == m_hovered && bundles == m_hoveredBundles)
        return;
    m_hovered = device;
    m_hoveredBundles = std::move(bundles);
    setCursor(m_hovered || !m_hoveredBundles.empty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QToolTip::showText(mapToGlobal(place.toPoint()), hoverText(), this);
    update();
}

QString FabricView::hoverText() const {
    if (const Cabled device = findCabled(m_document.shownDesign(), m_hovered))
        return QString::fromStdString(device->name);
    if (m_hoveredBundles.size() == 1) {
        const FabricBundle& bundle = m_layout->bundles[m_hoveredBundles.front()];
        return bundleText(*m_layout, bundle, m_services.texts());
    }
    return {};
}

void FabricView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton || isPanning())
        return;
    m_isPressed = true;
    m_isDragged = false;
    m_pressedAt = event->position();
    m_pressedDevice = m_layout ? m_layout->deviceAt(toWorld(m_pressedAt)) : Id<Device>();
}

// From a device a cable is drawn; the ground is taken by hand and moved.
void FabricView::mouseMoveEvent(QMouseEvent* event) {
    DrawingView::mouseMoveEvent(event);
    if (m_cable)
        return moveCable(event->position());
    if (!m_isPressed || isPanning()) {
        hoverAt(event->position());
        return;
    }
    const QPointF way = event->position() - m_pressedAt;
    if (!m_isDragged && way.manhattanLength() < QApplication::startDragDistance())
        return;
    if (!m_isDragged && isGraspable(m_pressedDevice)) {
        m_isDragged = true;
        beginCable({m_pressedDevice, {}, {}});
        return moveCable(event->position());
    }
    m_isDragged = true;
    panBy(way);
    m_pressedAt = event->position();
}

void FabricView::mouseReleaseEvent(QMouseEvent* event) {
    DrawingView::mouseReleaseEvent(event);
    if (m_cable && event->button() == Qt::LeftButton) {
        m_isPressed = false;
        moveCable(event->position());
        return dropCable();
    }
    if (!std::exchange(m_isPressed, false) || m_isDragged || !m_layout || event->button() != Qt::LeftButton)
        return;
    const QPointF world = toWorld(event->position());
    if (const Id<Device> device = m_layout->deviceAt(world)) {
        if (m_isFailing && m_layout->cells[m_layout->places.at(device).cell].tier != FabricTier::Ends) {
            Q_EMIT failureToggled(device);
            return;
        }
        m_document.select({cabledSubject(m_document.shownDesign(), device)});
        return;
    }
    m_document.select({});
    const bool isOnCell = m_layout->cellAt(world) != nullptr;
    Q_EMIT bundlesChosen(isOnCell ? std::vector<std::size_t>() : m_layout->bundlesAt(world, kReach / pixelsPerMm()));
}

void FabricView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!m_layout || event->button() != Qt::LeftButton)
        return;
    const FabricFrame* frame = m_layout->frameAt(toWorld(event->position()));
    zoomIntoOrOut(frame ? std::optional(frame->box) : std::nullopt);
}

void FabricView::leaveEvent(QEvent* event) {
    DrawingView::leaveEvent(event);
    m_hovered = {};
    m_hoveredBundles.clear();
    update();
}

} // namespace rackwright
