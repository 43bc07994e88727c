// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackStrip: all racks as small pictures by row, with power and state, to choose which elevations are shown. It draws
// only what is in sight, so that thousands of racks cost no more than a screen of them.

#include "ui/document/studio_document.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include <QAbstractScrollArea>

#include <unordered_map>

namespace rackwright {

class RackStrip : public QAbstractScrollArea {
    Q_OBJECT
public:
    RackStrip(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void setChosen(const std::vector<Id<Rack>>& racks);
    const std::vector<Id<Rack>>& chosen() const { return m_chosen; }
    /// All racks in the order of the strip.
    std::vector<Id<Rack>> order() const;
    /// The picture of a rack or the head of its row, in the coordinates of viewport(); empty when there is none.
    QRect boxOf(Id<Rack> rack) const;
    QRect headOf(const std::string& row) const;
    /// What stands over the rows: their labels, with the room where racks stand in several.
    QStringList heads() const;

Q_SIGNALS:
    /// A person chose racks, in the order of the strip.
    void chosenByHand(const std::vector<rackwright::Id<rackwright::Rack>>& racks);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Tile {
        Id<Rack> rack;
        QRect box; ///< in the whole, not scrolled
    };
    struct Section {
        Id<Room> room;
        std::string row;
        QRect head;
        std::size_t first = 0, end = 0; ///< of m_tiles
    };
    enum class State : std::uint8_t { Good, Warning, Error };

    void rebuild();
    void forget();
    void layOut();
    std::optional<std::size_t> tileAt(QPoint at) const;
    const Section* sectionAt(QPoint at) const;
    QString headText(const Section& section) const;
    void choose(std::vector<Id<Rack>> racks);
    void paintTile(QPainter& painter, const Tile& tile);
    void bringIntoSight(const QRect& box);
    QPoint offset() const;

    StudioDocument& m_document;
    const Texts& m_texts;
    std::vector<Tile> m_tiles;
    std::vector<Section> m_sections;
    std::vector<Id<Rack>> m_chosen;
    std::unordered_map<std::uint64_t, bool> m_isChosen;
    std::unordered_map<std::uint64_t, OverlayReading> m_readings; ///< of tiles that were in sight since the last solve
    std::unordered_map<std::uint64_t, State> m_states;
    const Solution* m_statesOf = nullptr;
    std::size_t m_anchor = 0; ///< where a range begins
    std::size_t m_current = 0;
    std::optional<std::size_t> m_hovered;
};

} // namespace rackwright
