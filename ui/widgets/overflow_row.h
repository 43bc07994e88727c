// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OverflowRow: checkable chips in one line. Those that the width has no room for stand in the menu of a "»" at its end,
// where they can be switched as well; the row never takes a second line.

#include <QWidget>

#include <vector>

class QToolButton;

namespace rackwright {

class OverflowRow : public QWidget {
    Q_OBJECT
public:
    OverflowRow(const QString& name, const QString& accessibleName, int gap, QWidget* parent = nullptr);

    /// It becomes a child of the row; the first ones stay the longest.
    void add(QToolButton* chip);
    /// A chip that nobody needs now is neither in the line nor in the menu.
    void setWanted(QToolButton* chip, bool isWanted);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Entry {
        QToolButton* chip;
        bool isWanted = true;
        bool isInMenu = false;
    };
    void arrange();
    void fillMenu();

    int m_gap;
    std::vector<Entry> m_entries;
    QToolButton* m_more = nullptr;
};

} // namespace rackwright
