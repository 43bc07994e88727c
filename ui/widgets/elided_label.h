// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ElidedLabel: one line of text that ends in an ellipsis where the room ends, and shows the whole in its tool tip then.
// It never widens the window.

#include <QLabel>

namespace rackwright {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_tellsAll = false; ///< the tool tip is the text, for want of room
};

} // namespace rackwright
