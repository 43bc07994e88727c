// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/focus_keys.h"

#include "ui/widgets/drawing_view.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QTextDocument>
#include <QTextEdit>

#include <algorithm>
#include <array>
#include <optional>

namespace rackwright {

namespace {

constexpr auto kHearsChosen = "hearsChosen";

bool takesText(const QWidget& widget) {
    const auto* box = qobject_cast<const QComboBox*>(&widget);
    return (box && box->isEditable()) || qobject_cast<const QLineEdit*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QPlainTextEdit*>(&widget) ||
           qobject_cast<const QTextEdit*>(&widget);
}

KeyReach hearing(const QWidget& widget) {
    if (widget.property(kHearsChosen).toBool())
        return KeyReach::Chosen;
    if (qobject_cast<const DrawingView*>(&widget))
        return KeyReach::Drawing;
    return takesText(widget) ? KeyReach::Window : KeyReach::Untyped;
}

// Whether the field has something of its own to take back or to do again; nothing where it is no field.
std::optional<bool> hasOwnStep(QWidget* widget, bool isRedo) {
    if (const auto* line = qobject_cast<QLineEdit*>(widget))
        return isRedo ? line->isRedoAvailable() : line->isUndoAvailable();
    if (const auto* edit = qobject_cast<QPlainTextEdit*>(widget))
        return isRedo ? edit->document()->isRedoAvailable() : edit->document()->isUndoAvailable();
    return std::nullopt;
}

// Ctrl and a letter that no program takes from a text.
bool isCommandInText(const QKeyEvent& key) {
    constexpr std::array ofEveryText = {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste,
                                        QKeySequence::SelectAll};
    return key.modifiers() == Qt::ControlModifier && key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z &&
           std::ranges::none_of(ofEveryText, [&key](QKeySequence::StandardKey each) { return key.matches(each); });
}

} // namespace

FocusKeys::FocusKeys(const Actions& actions, QMainWindow* window)
    : QObject(window), m_actions(actions), m_window(window) {
    qApp->installEventFilter(this);
}

void FocusKeys::letChosenHear(QWidget* list) { list->setProperty(kHearsChosen, true); }

// The window itself has the focus where nothing in it wants it.
bool FocusKeys::belongsToFocus(const QWidget& focused, const QKeyEvent& key) const {
    const QKeySequence pressed(QKeyCombination(key.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(key.key())));
    const KeyReach heard = &focused == m_window ? KeyReach::Drawing : hearing(focused);
    return std::ranges::any_of(m_actions.all(), [&](const QAction* action) {
        return action->shortcut() == pressed && m_actions.reach(*action) > heard;
    });
}

// Some desktops have a line move its caret by Ctrl+E and the like; the commands of the window come first.
bool FocusKeys::belongsToWindow(const QWidget& focused, const QKeyEvent& key) const {
    const QKeySequence pressed(QKeyCombination(key.modifiers(), static_cast<Qt::Key>(key.key())));
    return takesText(focused) && isCommandInText(key) &&
           std::ranges::any_of(m_actions.all(), [&](const QAction* action) {
               return action->shortcut() == pressed && m_actions.reach(*action) == KeyReach::Window;
           });
}

bool FocusKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    auto* focused = qobject_cast<QWidget*>(watched);
    const bool isOurs = focused && (focused->window() == m_window || (qobject_cast<QDockWidget*>(focused->window()) &&
                                                                      m_window->isAncestorOf(focused->window())));
    if (!isOurs)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    const bool isRedo = key->matches(QKeySequence::Redo);
    if (isRedo || key->matches(QKeySequence::Undo)) {
        // The line would keep the key though it can do nothing with it.
        if (hasOwnStep(focused, isRedo) != false)
            return false;
        key->ignore();
        return true;
    }
    if (belongsToWindow(*focused, *key)) {
        m_passed = focused;
        key->ignore();
        return true;
    }
    if (m_passed && focused->isAncestorOf(m_passed) && focused != QApplication::focusWidget())
        return false;
    if (!belongsToFocus(*focused, *key)) {
        m_passed = focused;
        return false;
    }
    m_passed = nullptr;
    key->accept();
    return true;
}

} // namespace rackwright
