// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ChipRow: chips of which one is chosen, side by side; where the room is short, the same choice as a list to pull down.

#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QComboBox;

namespace rackwright {

class ChipRow : public QWidget {
    Q_OBJECT
public:
    ChipRow(const QString& name, const QString& accessibleName, QWidget* parent = nullptr);

    /// A checkable button; it becomes a child of the row.
    void add(QAbstractButton* chip);
    /// Whether the chips are shown, not the list.
    bool isSpread() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* m_row = nullptr;
    QButtonGroup* m_chips = nullptr;
    QComboBox* m_list = nullptr;
};

} // namespace rackwright
