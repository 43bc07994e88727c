// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_line.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMouseEvent>
#include <QStatusBar>

namespace rackwright {

namespace {

constexpr int kLongestMilliseconds = 8000;

bool isModifier(int key) {
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr ||
           key == Qt::Key_Meta;
}

// Events that nobody wants go on to the parents; an act counts once, before anybody answers it.
bool isAct(QObject* watched, QEvent* event, const QMainWindow& window) {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != &window)
        return false;
    if (event->type() == QEvent::MouseButtonPress)
        return !widget->childAt(static_cast<QMouseEvent*>(event)->position().toPoint());
    // A shortcut is no key press to anybody; this is asked before both.
    const QWidget* focused = window.focusWidget() ? window.focusWidget() : &window;
    return event->type() == QEvent::ShortcutOverride && widget == focused &&
           !isModifier(static_cast<QKeyEvent*>(event)->key());
}

} // namespace

StatusLine::StatusLine(QMainWindow* window) : QObject(window), m_window(window) { qApp->installEventFilter(this); }

void StatusLine::show(const QString& text) {
    m_window->statusBar()->showMessage(text, m_guidance.isEmpty() ? kLongestMilliseconds : 0);
}

void StatusLine::say(const QString& text) {
    if (m_guidance.isEmpty())
        return show(text);
    show(text.isEmpty() ? m_guidance : m_guidance + QStringLiteral("   ") + text);
}

void StatusLine::guide(const QString& text) {
    const bool wasGuiding = !m_guidance.isEmpty();
    m_guidance = text;
    if (!text.isEmpty() || wasGuiding)
        show(text);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
    const bool isInput = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::ShortcutOverride;
    if (isInput && !m_window->statusBar()->currentMessage().isEmpty() && isAct(watched, event, *m_window))
        show(m_guidance);
    return false;
}

} // namespace rackwright
