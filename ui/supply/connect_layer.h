// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ConnectLayer: lies over the plan and draws what the selected things are connected with. With the tool "Connect" it
// takes the pointer: a drag from one thing to another makes the circuit, or the unit serve the rack; the pointer says
// what a release would do, or why it would do nothing.

#include "model/project/history.h"
#include "solvers/engine/subject.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace rackwright {

class PlanView;
class StudioDocument;
class StudioServices;

class ConnectLayer : public QWidget {
    Q_OBJECT
public:
    /// A child of the view, as large as it is.
    ConnectLayer(PlanView& view, StudioDocument& document, StudioServices& services);

    void setActive(bool isActive);
    bool isActive() const { return m_isActive; }
    /// What a drag began at; nothing while there is none.
    std::optional<Subject> origin() const { return m_from; }
    /// What stands at the pointer.
    QString words() const { return m_words; }
    /// Circuits or services of what is selected whose two ends have a place in the room, from their source.
    std::vector<QLineF> drawnLines(bool isPower) const;

Q_SIGNALS:
    void activeChanged();
    void hinted(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    struct Line {
        Subject from, to;
        bool isPower = false;
    };

    void gather();
    void drop();
    void aim(QPointF place);
    void connectTo(Subject to);
    std::optional<Subject> thingAt(QPointF place) const;
    std::vector<Subject> meantBy(Subject to) const;
    std::optional<QPointF> placeOf(Subject subject) const;

    PlanView& m_view;
    StudioDocument& m_document;
    StudioServices& m_services;
    bool m_isActive = false;
    bool m_isDragging = false;
    std::vector<Line> m_lines;
    std::optional<Subject> m_from;
    std::optional<Subject> m_over;
    QPointF m_pressed, m_pointer;
    QString m_words;
    bool m_canConnect = false;
};

} // namespace rackwright
