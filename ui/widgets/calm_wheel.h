// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CalmWheel: where a form or a table scrolls, the wheel scrolls it and turns no choice and no number that nobody meant
// to turn.

#include <QObject>

namespace rackwright {

class CalmWheel : public QObject {
    Q_OBJECT
public:
    /// Watches every window of the program from now on.
    explicit CalmWheel(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace rackwright
