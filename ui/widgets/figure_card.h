// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FigureCard: one headline figure: title, value against target, small print. While a drag previews it shows old -> new; a
// figure older than the design is drawn faint. A click asks for its derivation.

#include "ui/theme/theme.h"

#include <QWidget>

namespace rackwright {

/// What a card shows; texts are ready to print.
struct CardContent {
    QString title;
    QString value;
    QString candidate; ///< value of the preview; empty: the same, or no preview
    QString detail;
    /// How it fares against its target; plain without one.
    enum class Mood { Plain, Good, Warning, Bad } mood = Mood::Plain;
    bool isStale = false;
    bool operator==(const CardContent&) const = default;
};

class FigureCard : public QWidget {
    Q_OBJECT
public:
    explicit FigureCard(QString figureLabel, QWidget* parent = nullptr);

    const QString& figureLabel() const { return m_label; }
    const CardContent& content() const { return m_content; }
    void setContent(const CardContent& content);
    /// Title and value alone, for windows that are not high.
    void setCompact(bool isCompact);

    /// At which neither its title nor its value is cut.
    int wholeWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Wants to know how the figure came about.
    void asked(const QString& figureLabel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_label;
    CardContent m_content;
    bool m_isHovered = false;
    bool m_isCompact = false;
};

} // namespace rackwright
