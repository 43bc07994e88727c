// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BillModel: the bill as rows of a table: section headings with their sums, lines, the total. It shows what a drag
// would change as old -> new, sorts and filters; what a person types it hands on.

#include "ui/bill/bill_feed.h"
#include "ui/text/texts.h"

#include <QAbstractTableModel>

#include <optional>

namespace rackwright {

class BillModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        NumberColumn,
        DescriptionColumn,
        PartNumberColumn,
        QuantityColumn,
        UnitColumn,
        PriceColumn,
        DiscountColumn, ///< off the list price, to us
        MarginColumn,   ///< or the mark-up
        TotalColumn,
        RangeColumn,
        GradeColumn,
        LeadColumn,
        NotesColumn,
        ColumnCount
    };
    enum class RowKind : std::uint8_t { Section, Line, Total };
    enum Role {
        KindRole = Qt::UserRole,
        ChipRole,    ///< a word beside the description: an allowance, optional, an alternate
        ChangedRole, ///< differs from the committed design: what a drag would change
        OwnRole,     ///< a person changed what was derived
        OpenRole     ///< has no price yet
    };

    BillModel(const Texts& texts, QObject* parent);

    /// `committed` is what `shown` is compared with while previewing; null: nothing to compare.
    void setBills(BillFeed::BillPtr shown, BillFeed::BillPtr committed);
    void setFilter(const QString& words);
    void setGrouped(bool isGrouped);
    void sort(int column, Qt::SortOrder order) override;

    const BillFeed::BillPtr& bill() const { return m_bill; }
    /// Null when the row is a heading or the total.
    const BillLine* line(int row) const;
    std::optional<QuoteSection> sectionOf(int row) const;
    int rowOf(const std::string& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QString amountText(const Money& money) const;
    QString fromText(const QString& amount) const;
    QString rangeText(const Money& low, const Money& high, bool isOpen) const;
    QString totalText(const BillTotal& total) const;
    QString totalText(const BillLine& line) const;

Q_SIGNALS:
    /// A person typed a quantity or a unit price; empty text takes the own value back.
    void typed(const QString& key, int column, const QString& text);

private:
    struct Row {
        RowKind kind = RowKind::Line;
        QuoteSection section = QuoteSection::Compute;
        const BillLine* line = nullptr;
        bool operator==(const Row&) const = default;
    };
    std::vector<Row> rowsNow() const;
    void sortOut();
    bool matches(const BillLine& line) const;
    QString lineText(const BillLine& line, int column) const;
    QString cellText(const BillLine& line, int column) const;
    QString chip(const BillLine& line) const;
    QString description(const BillLine& line) const;
    QString remark(const BillLine& line) const;
    const BillLine* before(const BillLine& line) const;
    QString sumText(const BillTotal& now, const BillTotal* old, int column) const;

    const Texts& m_texts;
    BillFeed::BillPtr m_bill;
    BillFeed::BillPtr m_committed;
    QString m_filter;
    bool m_isGrouped = true;
    int m_sortColumn = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    std::vector<Row> m_rows;
};

/// How many lines have no amount and why, or that all have one.
QString openLinesText(const BillTotal& total, const Texts& texts);

} // namespace rackwright
