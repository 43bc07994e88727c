// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LevelChips: a chip for each network of the design and one for the scale-up level below them, of which one is shown.
// Names are short where that leaves them apart, and end in an ellipsis before the chips need a second line; the whole
// name stands in the tool tip.

#include "ui/document/studio_services.h"

#include "model/design/rack_rows.h"

#include <QWidget>

#include <vector>

class QButtonGroup;
class QToolButton;

namespace rackwright {

class FlowLayout;

/// A chip that stays down while it is chosen.
QToolButton* makeChip(const QString& name, const QString& text);

class LevelChips : public QWidget {
    Q_OBJECT
public:
    explicit LevelChips(StudioServices& services, QWidget* parent = nullptr);

    void setNetworks(const Table<Network>& networks, bool hasScaleUp);
    /// The key Tab goes from the chips to this.
    void setFollowedBy(QWidget* next) { m_next = next; }
    /// Null: the scale-up level.
    void setChosen(Id<Network> network);

Q_SIGNALS:
    /// Null: the scale-up level.
    void levelChosen(rackwright::Id<rackwright::Network> network);
    void menuAsked(rackwright::Id<rackwright::Network> network, QPoint globalPlace);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Level {
        Id<Network> network; ///< null: the scale-up level
        QString name;
        QString shortName;
        bool operator==(const Level&) const = default;
    };
    std::vector<Level> levelsOf(const Table<Network>& networks, bool hasScaleUp) const;
    void makeChips();
    /// Shortens the longest texts until all chips stand on one line, but none below a few letters.
    void fit();

    StudioServices& m_services;
    FlowLayout* m_row = nullptr;
    QButtonGroup* m_group = nullptr;
    QWidget* m_next = nullptr;
    std::vector<Level> m_levels;
    std::vector<QToolButton*> m_chips; ///< of the levels
};

} // namespace rackwright
