// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StatusLine: what the window says in its status bar. A message leaves when the person acts again, at the latest after
// some seconds. What matters (a failure, how to take something back) stays until it could be read: a message covers it
// for its time alone, a remark stands behind it. So does what a tool in the hand takes. Guidance through a step stays
// until the step ends, and all else stands behind it.

#include <QElapsedTimer>
#include <QObject>
#include <QString>

class QMainWindow;
class QStatusBar;

namespace rackwright {

class StatusLine : public QObject {
    Q_OBJECT
public:
    explicit StatusLine(QMainWindow* window);

    /// Empty ends the message, not what is kept.
    void say(const QString& text);
    /// What comes by itself, such as a price that moved: hides nothing.
    void remark(const QString& text);
    /// Until it could be read, or another is kept; what holds of the design as it is, no longer than it is so.
    enum class Until { Read, Edited };
    void keep(const QString& text, Until until);
    /// The design is another now.
    void edited();
    /// What the pointer does now, such as a tool of the plan: stays, but a message covers it for its time. Empty ends
    /// it.
    void stand(const QString& text);
    /// Empty ends it.
    void guide(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show();
    /// The person acts: on the line itself, or elsewhere.
    void leave(bool isOnLine);

    QMainWindow* m_window;
    QString m_guidance;
    QString m_standing;
    QString m_passing;
    QString m_remark;
    QString m_kept;
    Until m_until = Until::Read;
    bool m_isKeptShown = false;
    QElapsedTimer m_keptShown; ///< since it came into sight
    bool m_isShowing = false;
};

} // namespace rackwright
