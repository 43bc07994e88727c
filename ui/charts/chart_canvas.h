// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ChartCanvas: what charts on the screen have in common: a plot in the inks of the theme, a reading under the pointer, a
// click or Enter that selects, and their picture. Its subclasses draw; only this folder knows QCustomPlot.

#include <QImage>
#include <QStringList>
#include <QWidget>

#include <vector>

class QCustomPlot;

namespace rackwright {

class ChartCanvas : public QWidget {
    Q_OBJECT
public:
    explicit ChartCanvas(const QString& name, QWidget* parent = nullptr);

    QImage picture() const;
    QByteArray svg() const;
    /// What it shows as rows, the header first.
    virtual std::vector<QStringList> table() const = 0;
    /// The middle of a bar on this widget; for who points at one.
    virtual QPoint placeOf(int index) const = 0;
    /// The reading under the pointer; empty: none.
    const QString& reading() const { return m_reading; }
    int hovered() const { return m_hovered; }

Q_SIGNALS:
    void chosen(int index);
    void menuAsked(QPoint global);

protected:
    QCustomPlot& plot() const { return *m_plot; }
    virtual int count() const = 0;
    /// The bar at a place of the plot; -1: none.
    virtual int indexAt(QPointF place) const = 0;
    virtual QString readingOf(int index) const = 0;
    /// Makes the plot anew: other values or another theme.
    virtual void rebuild() = 0;
    virtual void mark(int index) = 0;

    void dress();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void hover(int index);

    QCustomPlot* m_plot;
    QString m_reading;
    int m_hovered = -1;
    QPoint m_pressedAt;
};

} // namespace rackwright
