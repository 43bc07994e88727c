// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/bill_model.h"

#include "model/edits/quote_words.h"
#include "solvers/cost/price_quality.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rackwright {

namespace {

QString milliText(std::int64_t milli, const Texts& texts) {
    QString digits = QString::number(static_cast<double>(milli) / 1000, 'f', 3);
    while (digits.endsWith(QLatin1Char('0')))
        digits.chop(1);
    if (digits.endsWith(QLatin1Char('.')))
        digits.chop(1);
    return toText(withMarks(digits.toStdString(), texts.numbers()));
}

// Whole units of dear things, cents of cheap ones.
QString rateText(double units, const Texts& texts) {
    const int digits = std::abs(units) >= 1000 ? 0 : 2;
    return toText(withMarks(QString::number(units, 'f', digits).toStdString(), texts.numbers()));
}

QString termText(Share share, const Texts& texts) { return toText(withMarks(shareText(share), texts.numbers())); }

QString arrow(const QString& before, const QString& now) {
    return before == now ? now : (before.isEmpty() ? QStringLiteral("0") : before) + QStringLiteral(" → ") + now;
}

double sortNumber(const BillLine& line, int column) {
    switch (column) {
    case BillModel::QuantityColumn:
        return static_cast<double>(line.quantityMilli);
    case BillModel::PriceColumn:
        return line.price ? line.price->typical.inUnits() : -1;
    case BillModel::DiscountColumn:
        return line.discount.fraction();
    case BillModel::MarginColumn:
        return line.margin.fraction();
    case BillModel::TotalColumn:
        return line.amount ? line.amount->typical.inUnits() : -1;
    case BillModel::RangeColumn:
        return line.amount ? line.amount->high.inUnits() - line.amount->low.inUnits() : -1;
    case BillModel::GradeColumn:
        return static_cast<double>(line.grade());
    case BillModel::LeadColumn:
        return line.leadTime ? line.leadTime->si() : -1;
    default:
        return static_cast<double>(line.number);
    }
}

bool isTextColumn(int column) {
    return column == BillModel::DescriptionColumn || column == BillModel::PartNumberColumn ||
           column == BillModel::UnitColumn || column == BillModel::NotesColumn;
}

} // namespace

BillModel::BillModel(const Texts& texts, QObject* parent) : QAbstractTableModel(parent), m_texts(texts) {}

void BillModel::setBills(BillFeed::BillPtr shown, BillFeed::BillPtr committed) {
    if (shown == m_bill && committed == m_committed)
        return;
    // Rows point into the bill, so both go at once; the place in the table stays where rows are the same.
    beginResetModel();
    m_bill = std::move(shown);
    m_committed = std::move(committed);
    m_rows = rowsNow();
    endResetModel();
}

void BillModel::setFilter(const QString& words) {
    m_filter = words.trimmed();
    sortOut();
}

void BillModel::setGrouped(bool isGrouped) {
    m_isGrouped = isGrouped;
    sortOut();
}

void BillModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_order = order;
    sortOut();
}

void BillModel::sortOut() {
    beginResetModel();
    m_rows = rowsNow();
    endResetModel();
}

bool BillModel::matches(const BillLine& line) const {
    if (m_filter.isEmpty())
        return true;
    const QString all = QStringList{description(line),       chip(line),   toText(line.manufacturer),
                                    toText(line.partNumber), remark(line), toText(m_texts.grade(line.grade()))}
                            .join(QLatin1Char(' '));
    return std::ranges::all_of(m_filter.split(QLatin1Char(' '), Qt::SkipEmptyParts),
                               [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

std::vector<BillModel::Row> BillModel::rowsNow() const {
    std::vector<Row> lines;
    if (!m_bill)
        return lines;
    for (const BillLine& line : m_bill->lines)
        if (matches(line))
            lines.push_back({RowKind::Line, line.section, &line});
    const auto isBefore = [this](const Row& a, const Row& b) {
        if (m_isGrouped && a.section != b.section)
            return a.section < b.section;
        if (m_sortColumn < 0)
            return a.line->number < b.line->number;
        const bool isDown = m_order == Qt::DescendingOrder;
        if (isTextColumn(m_sortColumn)) {
            const int order =
                QString::localeAwareCompare(lineText(*a.line, m_sortColumn), lineText(*b.line, m_sortColumn));
            return isDown ? order > 0 : order < 0;
        }
        const double x = sortNumber(*a.line, m_sortColumn), y = sortNumber(*b.line, m_sortColumn);
        return isDown ? x > y : x < y;
    };
    std::ranges::stable_sort(lines, isBefore);
    std::vector<Row> rows;
    for (const Row& row : lines) {
        if (m_isGrouped && (rows.empty() || rows.back().section != row.section))
            rows.push_back({RowKind::Section, row.section, nullptr});
        rows.push_back(row);
    }
    if (!rows.empty() && m_filter.isEmpty())
        rows.push_back({RowKind::Total, QuoteSection::Compute, nullptr});
    return rows;
}

const BillLine* BillModel::line(int row) const {
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].line : nullptr;
}

std::optional<QuoteSection> BillModel::sectionOf(int row) const {
    if (row < 0 || row >= rowCount() || m_rows[static_cast<std::size_t>(row)].kind == RowKind::Total)
        return std::nullopt;
    return m_rows[static_cast<std::size_t>(row)].section;
}

int BillModel::rowOf(const std::string& key) const {
    for (int row = 0; row < rowCount(); ++row)
        if (const BillLine* each = line(row); each && each->key == key)
            return row;
    return -1;
}

int BillModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString openLinesText(const BillTotal& total, const Texts& texts) {
    QString text;
    for (const Message& each : openLines(total))
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + toText(texts.sentence(each));
    return text.isEmpty() ? toText(texts.sentence(Message("bill.all-priced").with("lines", total.lines))) : text;
}

int BillModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

// What is offered beside the total says so where the line is read, whatever its remark is.
QString BillModel::chip(const BillLine& line) const {
    if (!line.alternateTo.empty())
        return toText(m_texts.text("bill.alternate"));
    if (line.isOptional)
        return toText(m_texts.text("bill.optional"));
    return line.isAllowance() ? toText(m_texts.text("bill.allowance")) : QString();
}

QString BillModel::description(const BillLine& line) const {
    return toText(line.text.id.empty() ? line.description : m_texts.sentence(line.text));
}

QString BillModel::remark(const BillLine& line) const {
    if (!line.note.empty())
        return toText(line.note);
    switch (line.gap) {
    case PriceGap::NotOurs:
        return toText(m_texts.text(notOursNote(line.scope)));
    case PriceGap::Included:
        return toText(m_texts.text(line.isInAllowance() ? "bill.in-allowance" : "bill.in-parent"));
    case PriceGap::NoPrice:
    case PriceGap::TooLarge:
        return toText(m_texts.text("bill.note.no-price"));
    case PriceGap::NoExchangeRate:
        return toText(
            m_texts.sentence(Message("bill.line-unrated")
                                 .with("from", line.price ? std::string(line.price->currency().code()) : std::string())
                                 .with("to", std::string(m_bill->currency.code()))));
    case PriceGap::None:
        break;
    }
    if (!line.alternateTo.empty()) {
        const BillLine* other = m_bill->find(line.alternateTo);
        return toText(other ? m_texts.sentence(Message("bill.alternate-to").with("line", other->number))
                            : m_texts.text("bill.alternate"));
    }
    if (line.isOptional)
        return toText(m_texts.text("bill.optional"));
    if (line.isAllowance() && !line.rule.id.empty()) {
        const std::string rule = m_texts.sentence(line.rule);
        const bool isOwn = line.price && line.price->isOwnEstimate();
        return toText(isOwn ? rule + " " + m_texts.text("bill.note.own-estimate") : rule);
    }
    return line.price && !line.price->date.empty()
               ? toText(m_texts.sentence(Message("bill.note.dated").with("date", line.price->date)))
               : QString();
}

QString BillModel::amountText(const Money& money) const { return rateText(money.inUnits(), m_texts); }

QString BillModel::fromText(const QString& amount) const {
    return toText(m_texts.sentence(Message("amount.from").with("amount", amount.toStdString())));
}

// What is not priced yet opens the range at its upper end.
QString BillModel::rangeText(const Money& low, const Money& high, bool isOpen) const {
    return isOpen ? fromText(amountText(low)) : amountText(low) + QStringLiteral("–") + amountText(high);
}

QString BillModel::totalText(const BillTotal& total) const {
    const QString amount = rateText(total.typical.inUnits(), m_texts);
    return total.isLowerBound ? fromText(amount) : amount;
}

// A line that counts and has no price is unknown, never blank; a share of unpriced lines is at least what it is.
QString BillModel::totalText(const BillLine& line) const {
    if (!line.amount)
        return line.gap == PriceGap::NotOurs || line.gap == PriceGap::Included ? QString()
                                                                               : toText(m_texts.text("amount.unknown"));
    const QString amount = amountText(line.amount->typical);
    return line.share && line.share->isLowerBound ? fromText(amount) : amount;
}

QString BillModel::lineText(const BillLine& line, int column) const {
    switch (column) {
    case NumberColumn:
        return QString::number(line.number);
    case DescriptionColumn:
        return description(line);
    case PartNumberColumn:
        return line.partNumber.empty() ? toText(line.manufacturer) : toText(line.manufacturer + " " + line.partNumber);
    case QuantityColumn:
        return line.share ? QString() : milliText(line.quantityMilli, m_texts);
    case UnitColumn:
        return toText(line.unit);
    case PriceColumn:
        if (line.share)
            return toText(m_texts.figure(Value(line.share->typical.fraction()), "%", 0.01));
        return line.price && line.gap != PriceGap::Included && line.gap != PriceGap::NotOurs
                   ? rateText(line.price->typical.inUnits(), m_texts) +
                         (line.price->currency() == m_bill->currency
                              ? QString()
                              : QLatin1Char(' ') + toText(line.price->currency().code()))
                   : QString();
    case DiscountColumn:
        return line.discount.ppb == 0 ? QString() : termText(line.discount, m_texts);
    case MarginColumn:
        if (line.margin.ppb == 0)
            return {};
        return line.marginKind == MarginKind::Margin
                   ? termText(line.margin, m_texts)
                   : toText(m_texts.sentence(
                         Message("bill.marked-up").with("share", termText(line.margin, m_texts).toStdString())));
    case TotalColumn:
        return totalText(line);
    case RangeColumn:
        return line.amount && line.amount->low != line.amount->high
                   ? rangeText(line.amount->low, line.amount->high, line.share && line.share->isLowerBound)
                   : QString();
    case GradeColumn:
        if (hasTypedPrice(line))
            return toText(m_texts.text("bill.grade.typed"));
        return line.price || line.share ? toText(m_texts.grade(line.grade())) : QString();
    case LeadColumn:
        return line.leadTime ? toText(m_texts.figure(Value(line.leadTime->si()), "week", siPerUnit("week"), {3}))
                             : QString();
    case NotesColumn:
        return remark(line);
    default:
        return {};
    }
}

const BillLine* BillModel::before(const BillLine& line) const {
    return m_committed ? m_committed->find(line.key) : nullptr;
}

QString BillModel::cellText(const BillLine& line, int column) const {
    const QString now = lineText(line, column);
    if (!m_committed || (column != QuantityColumn && column != TotalColumn))
        return now;
    const BillLine* old = before(line);
    return arrow(old ? lineText(*old, column) : QString(), now);
}

QString BillModel::sumText(const BillTotal& now, const BillTotal* old, int column) const {
    if (column == TotalColumn)
        return old ? arrow(totalText(*old), totalText(now)) : totalText(now);
    if (column == RangeColumn && now.low != now.high)
        return rangeText(now.low, now.high, now.isLowerBound);
    if (column == NotesColumn && now.unpriced > 0)
        return openLinesText(now, m_texts);
    return {};
}

QVariant BillModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isNumber = !isTextColumn(index.column()) && index.column() != GradeColumn;
    switch (role) {
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole:
        return studioFont(row.kind == RowKind::Line ? 12 : 13,
                          row.kind == RowKind::Line ? QFont::Normal : QFont::Medium);
    case KindRole:
        return static_cast<int>(row.kind);
    default:
        break;
    }
    if (!row.line) {
        if (role != Qt::DisplayRole)
            return {};
        if (index.column() == DescriptionColumn)
            return toText(m_texts.text(row.kind == RowKind::Total ? std::string("bill.total")
                                                                  : "section." + std::string(enumName(row.section))));
        const auto sum = [&](const Bill& bill) {
            return row.kind == RowKind::Total ? total(bill) : total(bill, row.section);
        };
        const BillTotal now = sum(*m_bill);
        if (!m_committed)
            return sumText(now, nullptr, index.column());
        const BillTotal old = sum(*m_committed);
        return sumText(now, &old, index.column());
    }
    const BillLine& line = *row.line;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(line, index.column());
    case Qt::EditRole:
        if (index.column() == PriceColumn && line.share)
            return termText(line.share->typical, m_texts);
        if (index.column() == PriceColumn && line.price)
            return QString::number(line.price->typical.inUnits(), 'f', 2);
        if (index.column() == DiscountColumn || index.column() == MarginColumn)
            return lineText(line, index.column());
        return index.column() == QuantityColumn
                   ? QVariant(QString::number(static_cast<double>(line.quantityMilli) / 1000))
                   : QVariant();
    case Qt::ToolTipRole:
        if (index.column() == GradeColumn && line.price && line.price->source)
            return toText(line.price->source->publisher + ", " + line.price->source->title);
        return index.column() == QuantityColumn && line.quantityMilli != line.designQuantityMilli
                   ? toText(m_texts.sentence(
                         Message("bill.in-design")
                             .with("quantity", milliText(line.designQuantityMilli, m_texts).toStdString())))
                   : QVariant(cellText(line, index.column()));
    case ChipRole:
        return chip(line);
    case ChangedRole: {
        if (!m_committed)
            return false;
        const BillLine* old = before(line);
        return !old || old->quantityMilli != line.quantityMilli || old->amount != line.amount;
    }
    case OwnRole:
        return line.isChanged &&
               (index.column() == QuantityColumn ? line.quantityMilli != line.designQuantityMilli : true);
    case OpenRole:
        return line.counts() && !line.amount;
    default:
        return {};
    }
}

bool BillModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const BillLine* changed = line(index.row());
    if (role != Qt::EditRole || !changed || value == data(index, Qt::EditRole))
        return false;
    Q_EMIT typed(toText(changed->key), index.column(), value.toString().trimmed());
    return true;
}

Qt::ItemFlags BillModel::flags(const QModelIndex& index) const {
    const BillLine* at = line(index.row());
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const bool isInSystem = at && at->gap == PriceGap::Included && !at->isInAllowance();
    const bool isPriced = at && !isInSystem && at->gap != PriceGap::NotOurs;
    if (!isPriced || m_committed)
        return flags;
    // A percentage line is counted by its basis, which holds the margin too.
    const bool isOfShare = at->share.has_value();
    if (index.column() == PriceColumn || index.column() == DiscountColumn ||
        (!isOfShare && (index.column() == QuantityColumn || index.column() == MarginColumn)))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant BillModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr std::array<const char*, ColumnCount> names = {
        "number", "description", "part-number", "quantity", "unit", "price", "discount",
        "margin", "total",       "range",       "grade",    "lead", "notes"};
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isTextColumn(section) || section == GradeColumn ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::string currency = m_bill ? m_bill->currency.code() : std::string();
    return toText(m_texts.sentence(
        Message(std::string("bill.column.") + names[static_cast<std::size_t>(section)]).with("currency", currency)));
}

} // namespace rackwright
