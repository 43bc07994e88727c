// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/problem_label.h"

#include <QLayout>
#include <QScreen>

#include <algorithm>

namespace rackwright {

ProblemLabel::ProblemLabel(const QString& name, int keptLines, QWidget* parent) : QLabel(parent) {
    setObjectName(name);
    setProperty("problem", true);
    setWordWrap(true);
    if (keptLines > 0) {
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
        QSizePolicy kept = sizePolicy();
        kept.setRetainSizeWhenHidden(true);
        setSizePolicy(kept);
        setMinimumHeight(keptLines * fontMetrics().lineSpacing());
    }
    hide();
}

void ProblemLabel::say(const QString& problem) {
    setText(problem);
    setVisible(!problem.isEmpty());
    if (!problem.isEmpty())
        growForLines(*this);
}

void growForLines(const QWidget& widget) {
    QWidget* window = widget.window();
    QLayout* lines = window->layout();
    if (!lines || !window->isVisible())
        return;
    lines->activate();
    const int height =
        std::min(lines->totalMinimumHeightForWidth(window->width()), widget.screen()->availableSize().height());
    if (height > window->height())
        window->resize(window->width(), height);
}

} // namespace rackwright
