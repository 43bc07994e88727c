// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FigureRows: figures one below the other or, with colours, side by side as the legend of a chart. Each can be clicked
// for its derivation.

#include "ui/paint/palette.h"

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QToolButton;

namespace rackwright {

class FlowLayout;

/// One line; texts are ready to print.
struct FigureRow {
    QString title;
    QString amount;
    QString label; ///< what is asked for; empty: nothing can be
    QString tip{};
    std::optional<Ink> ink{}; ///< of the chart's part
    bool isBad = false;
    bool operator==(const FigureRow&) const = default;
};

class FigureRows : public QWidget {
    Q_OBJECT
public:
    enum class Shape { List, Legend };
    FigureRows(const QString& name, Shape shape, QWidget* parent = nullptr);

    void setRows(std::vector<FigureRow> rows);
    const std::vector<FigureRow>& rows() const { return m_rows; }

Q_SIGNALS:
    /// With FigureRow::label.
    void asked(const QString& figureLabel);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void dress(QToolButton& button, const FigureRow& row) const;

    Shape m_shape;
    std::vector<FigureRow> m_rows;
    QWidget* m_body = nullptr;
};

} // namespace rackwright
