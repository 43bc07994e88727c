// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FocusKeys: gives a key to what has the focus before a command of the window takes it. Commands on what is chosen listen
// in drawings alone; a field undoes what is typed in it, and the design where nothing is.

#include "ui/actions/actions.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

class QKeyEvent;
class QMainWindow;

namespace rackwright {

class FocusKeys : public QObject {
    Q_OBJECT
public:
    /// Watches the keys of the window and of its panels that stand beside it.
    FocusKeys(const Actions& actions, QMainWindow* window);

    /// A list in which one chooses things of the design hears the commands on them; so does a drawing beside the
    /// workspace, which then does not hear those that mean the workspace.
    static void letChosenHear(QWidget* list);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool belongsToFocus(const QWidget& focused, const QKeyEvent& key) const;
    /// Whether a field must leave the key to a command that works while one types.
    bool belongsToWindow(const QWidget& focused, const QKeyEvent& key) const;

    const Actions& m_actions;
    QMainWindow* m_window;
    QPointer<QWidget> m_passed; ///< let a key through, which its parents are asked about next
};

} // namespace rackwright
