// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figure_rows.h"

#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

QIcon swatch(QColor colour) {
    constexpr int size = 20;
    QPixmap picture(size, size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().ink(Ink::Subdued), 1)); // some inks are close to the ground's
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(0.5, 0.5, size - 1, size - 1), 4, 4);
    return QIcon(picture);
}

bool haveSameShape(const std::vector<FigureRow>& a, const std::vector<FigureRow>& b) {
    return std::ranges::equal(a, b, {}, &FigureRow::title, &FigureRow::title);
}

} // namespace

FigureRows::FigureRows(const QString& name, Shape shape, QWidget* parent) : QWidget(parent), m_shape(shape) {
    setObjectName(name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
}

void FigureRows::setRows(std::vector<FigureRow> rows) {
    if (rows == m_rows)
        return;
    const bool isLike = m_body && haveSameShape(rows, m_rows);
    m_rows = std::move(rows);
    if (!isLike)
        return rebuild();
    const QList<QToolButton*> buttons = m_body->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
    for (qsizetype i = 0; i < buttons.size(); ++i)
        dress(*buttons[i], m_rows[static_cast<std::size_t>(i)]);
}

void FigureRows::dress(QToolButton& button, const FigureRow& row) const {
    const bool isLegend = m_shape == Shape::Legend;
    button.setObjectName(QStringLiteral("figure:") + row.label);
    button.setText(isLegend ? row.title + QStringLiteral("  ") + row.amount : row.amount);
    button.setAccessibleName(row.title + QStringLiteral(": ") + row.amount);
    button.setToolTip(row.tip.isEmpty() ? row.title + QStringLiteral(": ") + row.amount : row.tip);
    button.setCursor(row.label.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (row.ink)
        button.setIcon(swatch(Theme::current().ink(*row.ink)));
    QPalette palette = button.palette();
    palette.setColor(QPalette::ButtonText, Theme::current().ink(row.isBad ? Ink::Bad : Ink::Text));
    button.setPalette(palette);
}

void FigureRows::rebuild() {
    if (m_body) {
        m_body->hide();
        m_body->deleteLater();
    }
    m_body = new QWidget;
    m_body->setProperty("bare", true);
    layout()->addWidget(m_body);
    FlowLayout* flow = nullptr;
    QGridLayout* grid = nullptr;
    if (m_shape == Shape::Legend) {
        flow = new FlowLayout(2, m_body);
    } else {
        grid = new QGridLayout(m_body);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setVerticalSpacing(0);
        grid->setColumnStretch(0, 1);
    }
    int line = 0;
    for (const FigureRow& row : m_rows) {
        auto* button = new QToolButton(m_body);
        button->setProperty("quiet", true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({10, 10});
        if (m_shape == Shape::Legend) {
            button->setFont(studioFont(11));
            button->setFixedHeight(22);
        }
        dress(*button, row);
        connect(button, &QToolButton::clicked, this, [this, button] {
            const QString label = button->objectName().section(QLatin1Char(':'), 1);
            if (!label.isEmpty())
                Q_EMIT asked(label);
        });
        if (flow) {
            flow->addWidget(button);
            continue;
        }
        auto* title = new QLabel(row.title);
        title->setProperty("subdued", true);
        title->setWordWrap(true);
        button->setFont(studioFont(13, QFont::Medium));
        grid->addWidget(title, line, 0);
        grid->addWidget(button, line++, 1, Qt::AlignRight);
    }
    m_body->show();
}

void FigureRows::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_body)
        rebuild();
}

} // namespace rackwright
