// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/field_problem.h"

#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QStyle>

#include <algorithm>

namespace rackwright {

namespace {

bool isScroll(const QObject* object) { return qobject_cast<const QAbstractScrollArea*>(object) != nullptr; }

} // namespace

FieldProblem::FieldProblem(QWidget& field, const QString& name) : QObject(&field), m_field(field) {
    m_label = new QLabel(&field);
    m_label->setObjectName(name);
    m_label->setProperty("problem", true);
    m_label->setProperty("over", true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setFont(studioFont(11));
    m_label->setMargin(4);
    m_label->setAttribute(Qt::WA_TransparentForMouseEvents); // what it covers is clicked through it
    m_label->hide();
    field.installEventFilter(this);
}

FieldProblem::~FieldProblem() { delete m_label; }

QString FieldProblem::text() const { return m_label ? m_label->text() : QString(); }

void FieldProblem::say(const QString& problem) {
    if (!m_label || problem == m_label->text())
        return;
    m_label->setText(problem);
    m_field.setProperty("invalid", !problem.isEmpty());
    m_field.setAccessibleDescription(problem);
    m_field.style()->unpolish(&m_field);
    m_field.style()->polish(&m_field);
    if (problem.isEmpty())
        endTelling();
    else
        beginTelling();
    place();
}

// The key or press that left the field is still on its way when it is refused.
void FieldProblem::beginTelling() {
    m_isTold = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_isTold)
                qApp->installEventFilter(this);
        },
        Qt::QueuedConnection);
}

void FieldProblem::endTelling() {
    m_isTold = false;
    qApp->removeEventFilter(this);
}

bool FieldProblem::eventFilter(QObject* watched, QEvent* event) {
    const bool isField = watched == &m_field;
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
        if (m_isTold && !isField) {
            endTelling();
            place();
        }
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::Show:
    case QEvent::Hide:
        if (isField)
            place();
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::LayoutRequest:
        if (!text().isEmpty() && (isField || (m_label && watched == m_label->parent())))
            QMetaObject::invokeMethod(this, &FieldProblem::place, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return false;
}

QWidget& FieldProblem::host() const {
    QWidget* each = m_field.parentWidget();
    while (each && !each->isWindow() && !isScroll(each->parent()) &&
           !(each->parent() && isScroll(each->parent()->parent())))
        each = each->parentWidget();
    return each ? *each : *m_field.window();
}

void FieldProblem::place() {
    if (!m_label)
        return;
    const bool isWanted = m_isTold || m_field.hasFocus() || m_field.underMouse();
    if (m_label->text().isEmpty() || !isWanted || !m_field.isVisible()) {
        m_label->hide();
        return;
    }
    QWidget& over = host();
    if (m_label->parentWidget() != &over) {
        m_label->setParent(&over);
        over.installEventFilter(this);
    }
    m_label->ensurePolished();
    constexpr int narrowest = 240; // a few words a line
    const QRect field(m_field.mapTo(&over, QPoint()), m_field.size());
    const int width = std::min(std::max(field.width(), narrowest), over.width());
    const int height = m_label->heightForWidth(width);
    const int left = std::clamp(field.right() + 1 - width, 0, std::max(0, over.width() - width));
    QRect place(left, field.bottom() + 2, width, height);
    // Where somebody works meanwhile stays in sight.
    const QWidget* focus = QApplication::focusWidget();
    const bool isElsewhere = focus && focus != &m_field && over.isAncestorOf(focus);
    const bool isCovering = isElsewhere && QRect(focus->mapTo(&over, QPoint()), focus->size()).intersects(place);
    const int above = field.top() - 2 - height;
    if ((isCovering || place.bottom() >= over.height()) && above >= 0)
        place.moveTop(above);
    m_label->setGeometry(place);
    m_label->show();
    m_label->raise();
}

} // namespace rackwright
