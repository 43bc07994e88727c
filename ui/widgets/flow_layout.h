// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FlowLayout: widgets side by side that wrap to the next line where the width ends, for chips.

#include <QLayout>

#include <memory>
#include <vector>

namespace rackwright {

class FlowLayout : public QLayout {
    Q_OBJECT
public:
    explicit FlowLayout(int spacing, QWidget* parent = nullptr);
    ~FlowLayout() override;
    /// The first of a line is as narrow as it may be, or takes what the others leave: the last ends at the right edge.
    void setJustified(bool isJustified) { m_isJustified = isJustified; }

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;

private:
    enum class Apply { Measure, Place };
    int arranged(const QRect& rect, Apply apply) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap;
    bool m_isJustified = false;
};

} // namespace rackwright
