// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StatusLine: what the window says in its status bar. A message leaves when the person acts again, at the latest after
// some seconds; guidance through a step stays until the step ends, and messages stand behind it.

#include <QObject>
#include <QString>

class QMainWindow;
class QStatusBar;

namespace rackwright {

class StatusLine : public QObject {
    Q_OBJECT
public:
    explicit StatusLine(QMainWindow* window);

    void say(const QString& text);
    /// Empty ends it.
    void guide(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QString& text);

    QMainWindow* m_window;
    QString m_guidance;
};

} // namespace rackwright
