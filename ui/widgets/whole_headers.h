// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WholeHeaders: headings of all tables stand over the words of their columns, at the left unless a model says
// otherwise, and no column begins narrower than its heading is long, at whatever size letters are. A person may make it
// narrower afterwards.

#include <QObject>

class QHeaderView;

namespace rackwright {

class WholeHeaders : public QObject {
    Q_OBJECT
public:
    /// Watches all tables of the program.
    explicit WholeHeaders(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QHeaderView& header);
};

} // namespace rackwright
