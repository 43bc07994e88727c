// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line of a dialog that says what is wrong with what stands in it. It takes no room while nothing is, and the
// dialog grows with it instead of pressing its fields together.

#include <QLabel>

namespace rackwright {

class ProblemLabel : public QLabel {
    Q_OBJECT
public:
    explicit ProblemLabel(const QString& name, QWidget* parent = nullptr);

    /// Empty: nothing is wrong.
    void say(const QString& problem);
};

} // namespace rackwright
