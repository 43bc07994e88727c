// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SmallScreens: no dialog opens larger than its screen, so that the buttons at its end are within reach.

#include <QObject>
#include <QSize>

class QWidget;

namespace rackwright {

class SmallScreens : public QObject {
    Q_OBJECT
public:
    /// Watches every dialog of the program from now on.
    explicit SmallScreens(QObject* parent);
    /// Makes a window fit a screen of this size, its frame included.
    static void fit(QWidget& window, QSize screen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace rackwright
