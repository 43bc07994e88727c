// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// KeyPlacing: a part of the catalogue on its way by keyboard: it shows where the part would go, arrow keys move it, Enter
// places it, Escape gives it up. Into racks it goes by their free places, onto the floor by the grid of the room.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace rackwright {

class KeyPlacing : public QObject {
    Q_OBJECT
public:
    KeyPlacing(StudioDocument& document, StudioServices& services, QObject* parent);

    /// Where it may go: into one of the racks (into all of several that were chosen on a plan), else onto the floor.
    struct Ground {
        QWidget* view = nullptr; ///< takes the keys while it lasts
        std::vector<Id<Rack>> racks;
        bool fillsAll = false; ///< into each of the racks
        Id<Room> room;
        Point at;    ///< where one looks at the floor
        Length step; ///< of an arrow key
    };
    void begin(const QString& partId, Ground ground);
    bool isUnderWay() const { return m_part != nullptr; }

Q_SIGNALS:
    /// A sentence for the status bar.
    void hinted(const QString& text);
    /// What the keys do while it is under way; empty at its end.
    void guided(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void findPlaces();
    std::optional<Edit> editHere() const;
    std::optional<Edit> floorEdit(Point at) const;
    bool findFloor();
    void show();
    Message keysHere() const;
    void moveBy(int right, int up);
    void place();
    void giveUp();
    void end();
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    PartPtr m_part;
    Ground m_ground;
    QPointer<QWidget> m_view;
    std::vector<Placement> m_places; ///< free ones of the rack, from below
    std::size_t m_rack = 0;          ///< of the racks
    std::size_t m_place = 0;         ///< of m_places
};

} // namespace rackwright
