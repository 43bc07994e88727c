// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ScaleUpView: the drawing of the scale-up domains on the screen: hover names a domain, a click selects its devices, a
// double click looks at its row of racks. It lays out what is shown on a thread of its own and changes nothing.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/scale_up_drawing.h"
#include "ui/widgets/drawing_view.h"

#include <memory>

namespace rackwright {

class ScaleUpView : public DrawingView {
    Q_OBJECT
public:
    ScaleUpView(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Null until the first is made.
    const std::shared_ptr<const ScaleUpLayout>& scaleUp() const { return m_layout; }
    /// What is shown is of the shown design, and drawn.
    bool isCurrent() const { return m_shown == source() && isUpToDate(); }
    /// The domain whose devices are selected, all of them.
    std::optional<std::size_t> chosen() const;
    /// The drawing as the view shows it now.
    Drawing drawing() const;
    const std::vector<OverlayKey>& legend() const { return m_legend; }

Q_SIGNALS:
    /// Another layout, or other domains are chosen.
    void chosenChanged();
    /// A sample stands for all domains of its kind.
    void kindChosen(std::size_t kind);

protected:
    void showEvent(QShowEvent* event) override;
    QMargins fitMargins() const override;
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// What a layout was made from; equal, the layout holds.
    struct Source {
        std::uint64_t devices = 0, modules = 0, racks = 0, parts = 0;
        bool operator==(const Source&) const = default;
    };
    Source source() const;
    void refresh();
    void take(const Source& source, std::shared_ptr<const ScaleUpLayout> layout);
    void takeSelection();
    void hoverAt(QPointF place);
    QString hoverText() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::shared_ptr<const ScaleUpLayout> m_layout;
    std::vector<OverlayKey> m_legend;
    std::vector<std::size_t> m_selected; ///< domains of selected devices
    std::optional<std::size_t> m_hovered;
    Source m_asked, m_shown;
    bool m_isPressed = false;
    bool m_isDragged = false;
    QPointF m_pressedAt;
};

} // namespace rackwright
