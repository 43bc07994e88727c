// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_line.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMouseEvent>
#include <QStatusBar>
#include <QStringList>

namespace rackwright {

namespace {

constexpr int kLongestMilliseconds = 8000;
constexpr int kReadMilliseconds = 4000; // of a sentence or two

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

StatusLine::StatusLine(QMainWindow* window) : QObject(window), m_window(window) {
    qApp->installEventFilter(this);
    // The tip of a menu, or the end of a message's time, clears the bar: what is kept comes back.
    connect(m_window->statusBar(), &QStatusBar::messageChanged, this, [this](const QString& text) {
        m_window->statusBar()->setToolTip(text); // what a narrow bar cuts off
        if (m_isShowing || !text.isEmpty())
            return;
        m_passing.clear();
        m_remark.clear();
        m_isKeptShown = false;
        show();
    });
}

void StatusLine::show() {
    const bool isKeptShown = !m_kept.isEmpty() && m_passing.isEmpty();
    if (isKeptShown && !m_isKeptShown)
        m_keptShown.start();
    m_isKeptShown = isKeptShown;
    QStringList parts;
    const QString standing = m_passing.isEmpty() ? m_standing : QString();
    for (const QString& part : {m_guidance, m_passing.isEmpty() ? m_kept : m_passing, standing, m_remark})
        if (!part.isEmpty())
            parts << part;
    const bool isPassing = !m_passing.isEmpty() || !m_remark.isEmpty();
    m_isShowing = true;
    m_window->statusBar()->showMessage(parts.join(QStringLiteral("   ")), isPassing ? kLongestMilliseconds : 0);
    m_isShowing = false;
}

void StatusLine::say(const QString& text) {
    m_passing = text;
    show();
}

void StatusLine::remark(const QString& text) {
    m_remark = text;
    show();
}

void StatusLine::keep(const QString& text, Until until) {
    m_kept = text;
    m_until = until;
    m_isKeptShown = false; // it has its own time
    m_passing.clear();
    m_remark.clear();
    show();
}

void StatusLine::edited() {
    if (m_kept.isEmpty() || m_until != Until::Edited)
        return;
    m_kept.clear();
    show();
}

void StatusLine::stand(const QString& text) {
    if (text == m_standing && m_passing.isEmpty())
        return;
    m_standing = text;
    m_passing.clear();
    show();
}

void StatusLine::guide(const QString& text) {
    const bool wasGuiding = !m_guidance.isEmpty();
    m_guidance = text;
    if (text.isEmpty() && !wasGuiding)
        return;
    m_passing.clear();
    show();
}

void StatusLine::leave(bool isOnLine) {
    m_passing.clear();
    m_remark.clear();
    if (isOnLine || (m_isKeptShown && m_keptShown.hasExpired(kReadMilliseconds)))
        m_kept.clear();
    show();
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
    const bool isInput = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::ShortcutOverride;
    if (isInput && !m_window->statusBar()->currentMessage().isEmpty() && isAct(watched, event, *m_window))
        leave(watched == m_window->statusBar());
    return false;
}

} // namespace rackwright
