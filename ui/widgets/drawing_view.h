// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DrawingView: shows a Drawing with pan and zoom at 60 frames a second whatever its size: items are drawn once into cached
// tiles on worker threads; ghosts, selection and hover are painted over them by the subclass. It knows no model.

#include "model/base/result.h"
#include "ui/paint/drawing.h"
#include "ui/theme/theme.h"
#include "ui/widgets/zoom_step.h"

#include <QHash>
#include <QMargins>
#include <QImage>
#include <QPoint>
#include <QRectF>
#include <QTransform>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rackwright {

/// World coordinates are mm, those of the view logical pixels.
class DrawingView : public QWidget {
    Q_OBJECT
public:
    /// Makes the drawing for a screen scale (logical pixels per world mm). Runs on a worker thread, so it owns what it
    /// reads (a snapshot).
    using Maker = std::function<Drawing(double pixelsPerMm)>;

    explicit DrawingView(QWidget* parent = nullptr);

    /// A new drawing of the same place: only tiles whose items differ are drawn again.
    void setMaker(Maker maker);

    /// World bounds that "fit" shows; set with the maker's first drawing and by hand.
    void setWorldBounds(const QRectF& bounds);
    const QRectF& worldBounds() const { return m_bounds; }

    double pixelsPerMm() const { return m_zoom; }
    QPointF toWorld(QPointF view) const;
    QPointF toView(QPointF world) const;
    QRectF toView(const QRectF& world) const;

    /// The whole.
    void zoomToFit();
    /// What is shown by itself: the whole, or as much of it as can be read, and from then on what fits the window.
    void showFitted();
    /// showFitted() goes no further out than `zoom`, and where the whole is larger it keeps the world point `first` in
    /// sight.
    void setReadable(double zoom, QPointF first);
    void zoomTo(const QRectF& world);
    /// Into a box, or out to all where there is none or the box fills the view already: what a double click does.
    void zoomIntoOrOut(const std::optional<QRectF>& world);
    /// Keeps the world point under `anchor` (view coordinates) where it is.
    void zoomBy(double factor, QPointF anchor);
    void panBy(QPointF viewDistance);
    /// Moves as little as shows a place whole at the present zoom; of one that is too large its left upper corner.
    void bringIntoSight(const QRectF& world);
    /// In, out or fit, about the middle.
    void zoomStep(ZoomStep step);
    /// Without it the wheel goes to what the view stands in, and zooms with Ctrl alone.
    void setTakesWheel(bool takesWheel) { m_takesWheel = takesWheel; }
    /// The whole drawing as it is made for the present zoom, for copies and files.
    Drawing wholeDrawing() const;

    /// What stands in the view when its drawing could not be made: the sentence of an Error.
    using FailureWords = std::function<QString(const Error&)>;
    void setFailureWords(FailureWords words) { m_failureWords = std::move(words); }

    /// No tile is missing or older than the drawing.
    bool isUpToDate() const;

Q_SIGNALS:
    void viewChanged();
    void pointerAt(QPointF world);

protected:
    /// What a fitted drawing leaves free at the edges of the view, for what is painted over it there.
    virtual QMargins fitMargins() const { return {16, 16, 16, 16}; }
    /// Over the tiles, in view coordinates.
    virtual void paintOver(QPainter& painter);
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool isPanning() const { return m_isPanning; }

private:
    struct Scene;
    struct Tile {
        QImage image;
        quint64 scene = 0; ///< serial of the scene that it shows
    };
    using ScenePtr = std::shared_ptr<const Scene>;

    void makeScene();
    void takeScene(quint64 request, const ScenePtr& scene, const std::vector<std::pair<QPoint, QImage>>& drawn);
    void renderMissing();
    void takeTile(quint64 scene, QPoint tile, const QImage& image);
    QRect visibleTiles() const;
    QTransform worldToView() const;
    void setView(double zoom, QPointF origin);
    void paintTiles(QPainter& painter, const QHash<QPoint, Tile>& tiles, double zoom);
    void takeFailure(quint64 request, const Error& failure);
    void zoomTo(const QRectF& world, const QMargins& margins);
    void refit();

    Maker m_maker;
    QRectF m_bounds{0, 0, 10000, 10000};
    double m_readableZoom = 0;
    QPointF m_readableFirst;
    bool m_isWhole = false; ///< somebody asked for the whole, readable or not
    bool m_isFitted = true; ///< until the person zooms or pans, the view follows the size of the window
    double m_zoom = 0.05;   ///< logical pixels per world mm
    QPointF m_origin;       ///< world mm at the left top of the view
    ScenePtr m_scene;       ///< the newest scene that has arrived
    quint64 m_request = 0;
    bool m_isRequested = false;
    bool m_needsRequest = false;
    QHash<QPoint, Tile> m_tiles; ///< of m_scene's zoom
    QHash<QPoint, Tile> m_oldTiles; ///< of the zoom before, shown scaled until theirs arrive
    double m_oldZoom = 0;
    QHash<QPoint, quint64> m_pending;
    std::optional<Error> m_failure; ///< of the newest drawing
    FailureWords m_failureWords;
    bool m_isPanning = false;
    bool m_takesWheel = true;
    bool m_spaceHeld = false;
    QPointF m_panFrom;
};

} // namespace rackwright
