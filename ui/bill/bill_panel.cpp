// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/bill_panel.h"

#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "model/parts/part_title.h"
#include "model/units/parse.h"
#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/figures.h"
#include "solvers/cost/price.h"
#include "ui/bill/decimal_mark.h"
#include "ui/bill/quote_line_dialog.h"
#include "ui/panels/evidence_panel.h"
#include "ui/prices/price_dialog.h"
#include "ui/prices/rates_dialog.h"
#include "ui/report/edition.h"
#include "ui/report/schedule_files.h"
#include "ui/share/share_menu.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr int kRowHeight = 28;
constexpr std::array<int, BillModel::ColumnCount> kWidths = {44, 240, 148, 70, 54, 92, 72, 72, 116, 176, 112, 84, 200};
constexpr int kLeastDescription = 180;
constexpr auto kPersonKey = "person/name";

// Headings on the panel's ground, a chip on allowances, the accent on what a drag changes.
class BillDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::current();
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const auto kind = static_cast<BillModel::RowKind>(index.data(BillModel::KindRole).toInt());
        const bool isSelected = item.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(item.rect, isSelected                             ? theme.selection()
                                     : kind != BillModel::RowKind::Line     ? theme.ink(Ink::Panel)
                                     : item.state & QStyle::State_MouseOver ? theme.hover()
                                                                            : theme.surface());
        painter->setPen(theme.ink(Ink::Rule));
        painter->drawLine(item.rect.bottomLeft(), item.rect.bottomRight());
        const QString chip =
            index.column() == BillModel::DescriptionColumn ? index.data(BillModel::ChipRole).toString() : QString();
        QRect words = item.rect.adjusted(8, 0, -8, -1);
        if (!chip.isEmpty())
            words.setRight(paintChip(*painter, words, chip, theme) - 6);
        painter->setFont(item.font);
        painter->setPen(inkOf(index, theme));
        painter->drawText(words, static_cast<int>(item.displayAlignment),
                          painter->fontMetrics().elidedText(item.text, Qt::ElideRight, words.width()));
        if (item.state & QStyle::State_HasFocus) {
            painter->setPen(theme.ink(Ink::Accent));
            painter->drawRect(item.rect.adjusted(0, 0, -1, -2));
        }
        painter->restore();
    }

private:
    static QColor inkOf(const QModelIndex& index, const Theme& theme) {
        const int column = index.column();
        if (index.data(BillModel::ChangedRole).toBool() || index.data().toString().contains(QStringLiteral(" → ")))
            return theme.ink(Ink::Accent);
        if (index.data(BillModel::OwnRole).toBool() &&
            (column == BillModel::QuantityColumn || column == BillModel::PriceColumn ||
             column == BillModel::DiscountColumn || column == BillModel::MarginColumn))
            return theme.ink(Ink::Accent);
        if (column == BillModel::NotesColumn && index.data(BillModel::OpenRole).toBool())
            return theme.ink(Ink::Warning);
        const bool isSmall = column == BillModel::NumberColumn || column == BillModel::RangeColumn ||
                             column == BillModel::NotesColumn || column == BillModel::GradeColumn ||
                             column == BillModel::UnitColumn;
        return theme.ink(isSmall ? Ink::Subdued : Ink::Text);
    }

    static int paintChip(QPainter& painter, const QRect& room, const QString& word, const Theme& theme) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(studioFont(10, QFont::Medium));
        const int width = painter.fontMetrics().horizontalAdvance(word) + 12;
        const QRectF chip(room.right() - width, room.center().y() - 7.5, width, 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ink(Ink::WarningWash));
        painter.drawRoundedRect(chip, 4, 4);
        painter.setPen(theme.ink(Ink::Warning));
        painter.drawText(chip, Qt::AlignCenter, word);
        return static_cast<int>(chip.left());
    }
};

const QuoteLine* ownLine(const Design& design, const BillLine& line) {
    for (const QuoteLine& each : design.quoteLines)
        if (each.derivedKey == line.key || "line:" + std::to_string(each.id.value) == line.key)
            return &each;
    return nullptr;
}

QuoteLine changeOf(const Design& design, const BillLine& line) {
    if (const QuoteLine* own = ownLine(design, line))
        return *own;
    QuoteLine change;
    change.derivedKey = line.key;
    change.section = line.section;
    return change;
}

bool saysNothing(const QuoteLine& line) {
    QuoteLine bare;
    bare.id = line.id;
    bare.derivedKey = line.derivedKey;
    bare.section = line.section;
    return line == bare;
}

/// A price of a part holds for every line of it, that of one length for that length.
const std::string& itemOfPrice(const BillLine& line, const Part& part) {
    return line.priceItem.empty() ? part.id : line.priceItem;
}

// A change that says nothing any more goes; another replaces the one before.
Edit putOrRemove(const edits::Target& target, const QuoteLine& line) {
    if (!line.derivedKey.empty() && saysNothing(line))
        return edits::removeQuoteLines(target,
                                       line.id ? std::vector<Id<QuoteLine>>{line.id} : std::vector<Id<QuoteLine>>{});
    return edits::putQuoteLine(target, line);
}

} // namespace

BillPanel::BillPanel(const QString& name, BillFeed& feed, StudioDocument& document, StudioServices& services,
                     QWidget* parent)
    : QWidget(parent), m_feed(feed), m_document(document), m_services(services) {
    const Texts& texts = services.texts();
    setObjectName(QStringLiteral("panel.") + name);
    m_model = new BillModel(texts, this);
    m_table = new QTableView;
    m_table->setObjectName(name + QStringLiteral(".table"));
    m_table->setAccessibleName(toText(texts.text("panel.bill")));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new BillDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setShowGrid(false);
    m_table->setMouseTracking(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    for (int column = 0; column < BillModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, kWidths[static_cast<std::size_t>(column)]);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) {
        QHeaderView* header = m_table->horizontalHeader();
        header->setSortIndicatorShown(true);
        m_model->sort(column, header->sortIndicatorOrder());
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this] { m_hasOwnWidths = !m_isFitting; });
    connect(m_model, &BillModel::typed, this, &BillPanel::take, Qt::QueuedConnection);
    connect(m_table, &QTableView::clicked, this, &BillPanel::askEvidence);
    connect(m_table, &QTableView::customContextMenuRequested, this, &BillPanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &BillPanel::refreshButtons);

    m_filter = new QLineEdit;
    m_filter->setObjectName(name + QStringLiteral(".filter"));
    m_filter->setAccessibleName(toText(texts.text("bill.filter")));
    m_filter->setPlaceholderText(toText(texts.text("bill.filter")));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(260);
    m_filter->setMinimumWidth(120);
    connect(m_filter, &QLineEdit::textChanged, m_model, &BillModel::setFilter);
    connect(m_filter, &QLineEdit::textChanged, this, &BillPanel::refreshFilter);
    m_clear = new QToolButton;
    m_clear->setObjectName(name + QStringLiteral(".clear-filter"));
    m_clear->setText(toText(texts.text("bill.clear-filter")));
    m_clear->hide();
    connect(m_clear, &QToolButton::clicked, m_filter, &QLineEdit::clear);
    auto* grouped = new QToolButton;
    grouped->setObjectName(name + QStringLiteral(".grouped"));
    grouped->setText(toText(texts.text("bill.grouped")));
    grouped->setCheckable(true);
    grouped->setChecked(true);
    grouped->setProperty("chip", true);
    connect(grouped, &QToolButton::toggled, m_model, &BillModel::setGrouped);
    m_place = new QToolButton;
    m_place->setObjectName(name + QStringLiteral(".place"));
    m_place->setText(toText(texts.text("bill.place")));
    connect(m_place, &QToolButton::clicked, this, [this] {
        if (const BillLine* line = currentLine())
            Q_EMIT placeAsked(subjectsOfLine(*line));
    });
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(m_filter);
    bar->addWidget(m_clear);
    bar->addWidget(grouped);
    bar->addWidget(m_place);
    m_total = new QLabel;
    m_total->setObjectName(name + QStringLiteral(".total"));
    m_total->setProperty("title", true);
    m_problem = new QLabel;
    m_problem->setObjectName(name + QStringLiteral(".problem"));
    m_problem->setProperty("problem", true);
    bar->addWidget(m_problem, 1);
    bar->addWidget(m_total);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->addLayout(bar);
    column->addWidget(lineButtons(name));
    column->addWidget(m_table, 1);
    m_empty = new EmptyNote(m_table, toText(texts.text("bill.empty")));
    m_feed.addViewer(this);
    connect(&m_feed, &BillFeed::changed, this, &BillPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, &BillPanel::setSpans);
    refresh();
}

void BillPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitColumns();
    m_feed.refresh();
}

void BillPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

// The description takes what the others leave; where there is no room for all, everything up to the total is in sight.
void BillPanel::fitColumns() {
    if (m_hasOwnWidths)
        return;
    int all = 0, upToTotal = 0;
    for (int column = 0; column < BillModel::ColumnCount; ++column) {
        const int width = column == BillModel::DescriptionColumn ? 0 : kWidths[static_cast<std::size_t>(column)];
        all += width;
        if (column <= BillModel::TotalColumn)
            upToTotal += width;
    }
    const int room = m_table->viewport()->width();
    const int rest = room - all >= kLeastDescription ? room - all : room - upToTotal;
    m_isFitting = true;
    m_table->setColumnWidth(BillModel::DescriptionColumn, std::max(kLeastDescription, rest));
    m_isFitting = false;
}

void BillPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_table->viewport()->update();
}

const BillLine* BillPanel::currentLine() const { return m_model->line(m_table->currentIndex().row()); }

// A new bill keeps the line that was current, and the place in the table.
void BillPanel::refresh() {
    const BillLine* current = currentLine();
    const std::string key = current ? current->key : std::string();
    const int column = m_table->currentIndex().column();
    const BillFeed::BillPtr shown = m_feed.shown();
    const BillFeed::BillPtr base = m_feed.isPreviewing() ? m_feed.committed() : BillFeed::BillPtr();
    if (shown != m_model->bill() || base) {
        m_model->setBills(shown, base);
        if (const int row = key.empty() ? -1 : m_model->rowOf(key); row >= 0)
            m_table->setCurrentIndex(m_model->index(row, column));
    }
    m_total->setEnabled(!m_feed.isStale());
    m_table->setEnabled(shown != nullptr);
    const Texts& texts = m_services.texts();
    if (!shown) {
        m_total->clear();
        return refreshButtons();
    }
    const BillTotal now = total(*shown);
    QString amount = m_model->totalText(now);
    if (base)
        if (const QString before = m_model->totalText(total(*base)); before != amount)
            amount = before + QStringLiteral(" → ") + amount;
    m_total->setText(toText(texts.sentence(
        Message("bill.total-line").with("amount", amount.toStdString()).with("currency", shown->currency.code()))));
    m_total->setToolTip(openLinesText(now, texts));
    refreshButtons();
}

// A table that a filter empties says so, and how all lines come back.
void BillPanel::refreshFilter() {
    const QString words = m_filter->text().trimmed();
    const Texts& texts = m_services.texts();
    m_clear->setVisible(!words.isEmpty());
    m_empty->setText(words.isEmpty()
                         ? toText(texts.text("bill.empty"))
                         : toText(texts.sentence(Message("bill.no-line-matches").with("words", words.toStdString()))));
}

void BillPanel::refreshButtons() {
    const BillLine* line = currentLine();
    m_place->setEnabled(line && !subjectsOfLine(*line).empty());
    m_change->setEnabled(line);
    m_optional->setEnabled(line);
    m_optional->setChecked(line && line->isOptional);
    m_remove->setEnabled(line && ownLine(m_document.design(), *line));
}

// The name of a section may run over the empty cells beside it.
void BillPanel::setSpans() {
    m_table->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (!m_model->line(row))
            m_table->setSpan(row, BillModel::DescriptionColumn, 1,
                             BillModel::TotalColumn - BillModel::DescriptionColumn);
}

void BillPanel::showSection(QuoteSection section) {
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->sectionOf(row) == section) {
            m_table->setCurrentIndex(m_model->index(row, BillModel::DescriptionColumn));
            m_table->scrollTo(m_model->index(row, BillModel::DescriptionColumn), QAbstractItemView::PositionAtTop);
            return;
        }
}

std::vector<Subject> BillPanel::subjectsOfLine(const BillLine& line) const {
    const Design& design = m_document.design();
    std::vector<Subject> subjects;
    const QString key = toText(line.key);
    if (line.part && key.startsWith(QLatin1String("device:"))) {
        for (const Device& device : design.devices)
            if (device.part == line.part && device.scope == line.scope)
                subjects.push_back(Subject(device.id));
        return subjects;
    }
    for (const Id<Rack> rack : line.racks)
        if (design.racks.contains(rack))
            subjects.push_back(Subject(rack));
    return subjects;
}

void BillPanel::take(const QString& key, int column, const QString& text) {
    const BillLine* line = m_model->line(m_model->rowOf(key.toStdString()));
    if (!line)
        return;
    if (column == BillModel::PriceColumn && asksForItsRate(*line, key, text))
        return;
    if (column == BillModel::QuantityColumn)
        commit(quantityEdit(*line, text));
    else if (column == BillModel::PriceColumn)
        commit(line->share ? shareEdit(*line, text) : priceEdit(*line, text));
    else
        commit(termEdit(*line, column, text));
}

void BillPanel::commit(const Result<Edit>& edit) {
    const Done done = edit ? m_document.commit(*edit) : Done(edit.error());
    m_problem->setText(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
    if (!done)
        Q_EMIT hinted(m_problem->text());
}

// Empty takes the line's own word back: then that of its class holds again.
Result<Edit> BillPanel::termEdit(const BillLine& line, int column, const QString& text) const {
    const Project& project = *m_document.project();
    const bool isDiscount = column == BillModel::DiscountColumn;
    QuoteLine change = changeOf(m_document.design(), line);
    if (!isDiscount && text.isEmpty())
        change.marginKind = MarginKind::Margin;
    const Result<QuoteLine> typed =
        withLineWord(std::move(change), isDiscount ? "discount" : "margin", text.toStdString(), project.quote.currency,
                     decimalMarkOf(m_services.texts()));
    if (!typed)
        return typed.error();
    return putOrRemove(edits::activeTarget(project), *typed);
}

// A percentage of the basis that the line has, or a price in its place.
Result<Edit> BillPanel::shareEdit(const BillLine& line, const QString& text) const {
    if (!text.isEmpty() && !text.contains(QLatin1Char('%')))
        return priceEdit(line, text);
    const Project& project = *m_document.project();
    QuoteLine change = changeOf(m_document.design(), line);
    const Result<QuoteLine> typed = withLineWord(std::move(change), "percent", text.toStdString(),
                                                 project.quote.currency, decimalMarkOf(m_services.texts()));
    if (!typed)
        return typed.error();
    QuoteLine put = *typed;
    put.quantityRule = text.isEmpty() ? QuantityRule::Fixed : QuantityRule::Percent;
    put.percentBasis = text.isEmpty() ? ShareBasis::Hardware : line.share->basis;
    return putOrRemove(edits::activeTarget(project), put);
}

// In the dock, which is low, the menu of a line has them alone.
QWidget* BillPanel::lineButtons(const QString& name) {
    auto* row = new QWidget;
    auto* bar = new QHBoxLayout(row);
    bar->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const char* id, void (BillPanel::*act)()) {
        auto* button = new QToolButton;
        button->setObjectName(name + QLatin1Char('.') + QLatin1String(id));
        button->setText(toText(m_services.texts().text(std::string("bill.") + id)));
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, act);
        bar->addWidget(button);
        return button;
    };
    m_add = add("add-line", &BillPanel::addLine);
    m_change = add("change-line", &BillPanel::changeLine);
    m_optional = add("optional-line", &BillPanel::toggleOptional);
    m_optional->setCheckable(true);
    m_remove = add("remove-line", &BillPanel::removeLine);
    bar->addStretch(1);
    if (name != QLatin1String("bill"))
        row->hide();
    return row;
}

void BillPanel::askLine(const QuoteLine& line) {
    const BillFeed::BillPtr bill = m_feed.committed();
    if (!bill)
        return;
    QuoteLineDialog dialog(line, *bill, m_document.project(), m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<QuoteLine> made = dialog.line();
    commit(made ? Result<Edit>(putOrRemove(edits::activeTarget(*m_document.project()), *made))
                : Result<Edit>(made.error()));
}

void BillPanel::addLine() {
    const BillLine* line = currentLine();
    QuoteLine made;
    made.section = line ? line->section : QuoteSection::Services;
    made.quantityMilli = 1000;
    askLine(made);
}

void BillPanel::changeLine() {
    if (const BillLine* line = currentLine())
        askLine(changeOf(m_document.design(), *line));
}

void BillPanel::toggleOptional() {
    const BillLine* line = currentLine();
    if (!line)
        return;
    QuoteLine change = changeOf(m_document.design(), *line);
    change.isOptional = !line->isOptional;
    commit(putOrRemove(edits::activeTarget(*m_document.project()), change));
}

// A line of our own goes; of a derived one what a person said of it does.
void BillPanel::removeLine() {
    const BillLine* line = currentLine();
    const QuoteLine* own = line ? ownLine(m_document.design(), *line) : nullptr;
    if (own)
        commit(edits::removeQuoteLines(edits::activeTarget(*m_document.project()), {own->id}));
}

// Without the rate of its currency the line would fall out of the total. The dialog waits until the cell is closed: the
// loss of the focus would commit the cell a second time.
bool BillPanel::asksForItsRate(const BillLine& line, const QString& key, const QString& text) {
    const QuoteHeader& quote = m_document.project()->quote;
    const Currency field = line.price ? line.price->currency() : quote.currency;
    const Result<PriceRate> rate = parsePriceRate(text.toStdString(), field, decimalMarkOf(m_services.texts()));
    if (!rate || rate->currency() == quote.currency || exchangeFrom(quote, rate->currency()))
        return false;
    const auto ask = [this, key, text, from = rate->currency()] {
        if (haveRate(from, m_document, m_services, window()))
            return take(key, BillModel::PriceColumn, text);
        const Message message = Message("price-entry.no-rate")
                                    .with("from", from.code())
                                    .with("to", m_document.project()->quote.currency.code());
        m_problem->setText(toText(m_services.texts().sentence(message)));
        Q_EMIT hinted(m_problem->text());
    };
    QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
    return true;
}

Result<Edit> BillPanel::quantityEdit(const BillLine& line, const QString& text) const {
    const edits::Target target = edits::activeTarget(*m_document.project());
    QuoteLine change = changeOf(m_document.design(), line);
    if (text.isEmpty()) {
        change.quantityMilli.reset();
        return putOrRemove(target, change);
    }
    const Result<double> typed =
        parseSi(text.toStdString(), fieldUnit("", RuntimeDimension{}), decimalMarkOf(m_services.texts()));
    if (!typed)
        return typed.error();
    if (!(*typed >= 0 && *typed <= 1e9))
        return inputError(Message("edit.line-quantity"));
    const std::int64_t milli = std::llround(*typed * 1000);
    change.quantityMilli = milli;
    if (milli == line.designQuantityMilli && !change.derivedKey.empty())
        change.quantityMilli.reset();
    return putOrRemove(target, change);
}

// A part's price holds for every line of the part, so it is pinned; other lines keep their own.
Result<Edit> BillPanel::priceEdit(const BillLine& line, const QString& text) const {
    const Project& project = *m_document.project();
    const Part* part = findPart(project, line.part);
    const Currency field = line.price ? line.price->currency() : project.quote.currency;
    const edits::Target target = edits::activeTarget(project);
    QuoteLine change = changeOf(m_document.design(), line);
    if (text.isEmpty()) {
        if (part)
            for (const std::string& item : {line.priceItem, part->id})
                for (const PinnedPrice& pin : project.prices)
                    if (!item.empty() && pin.item == item)
                        return edits::unpinPrice(pin.id);
        change.price.reset();
        return putOrRemove(target, change);
    }
    const Result<PriceRate> rate = parsePriceRate(text.toStdString(), field, decimalMarkOf(m_services.texts()));
    if (!rate)
        return rate.error();
    if (part && line.origin == LineOrigin::Design) {
        Price price;
        price.currency = rate->currency();
        // What a person types is that price: stated, without a spread, under the name and day of that person.
        price.rate = Fact<PriceRate>::known(*rate, Grade::CustomerStatement);
        const std::string person =
            m_services.preferences().value(QLatin1String(kPersonKey)).toString().trimmed().toStdString();
        if (!person.empty())
            price.rate.source = Source{person, m_services.texts().text("bill.grade.typed"), m_services.today(), {}};
        price.basis = line.unit;
        price.date = m_services.today();
        return edits::pinPrice(itemOfPrice(line, *part), std::move(price));
    }
    change.price = *rate;
    change.priceDate = m_services.today();
    return putOrRemove(target, change);
}

void BillPanel::statePrice(const QString& key) {
    const BillLine* line = m_model->line(m_model->rowOf(key.toStdString()));
    const Part* part = line ? findPart(*m_document.project(), line->part) : nullptr;
    if (!part)
        return;
    const Currency field = line->price ? line->price->currency() : m_document.project()->quote.currency;
    const QString title = toText(line->priceItem.empty() ? partTitle(*part) : m_services.texts().sentence(line->text));
    PriceDialog dialog(itemOfPrice(*line, *part), title, line->unit, field, m_document, m_services, window());
    dialog.exec();
}

void BillPanel::askEvidence(const QModelIndex& index) {
    if (const BillLine* line = m_model->line(index.row())) {
        // Quantity and price are typed where they stand.
        if (index.column() == BillModel::LeadColumn)
            Q_EMIT figureAsked(toText(figure_of::costLeadTimeLongest));
        else if (!(m_model->flags(index) & Qt::ItemIsEditable) && index.column() != BillModel::QuantityColumn)
            Q_EMIT figureAsked(QLatin1String(kBillLineLabel) + toText(line->key));
        return;
    }
    const bool isAmount = index.column() == BillModel::TotalColumn || index.column() == BillModel::RangeColumn;
    if (!isAmount || index.data().toString().isEmpty())
        return;
    if (const auto section = m_model->sectionOf(index.row()))
        Q_EMIT figureAsked(QStringLiteral("cost.price.section@section:") + toText(std::string(enumName(*section))));
    else
        Q_EMIT figureAsked(toText(figure_of::costPriceTotal));
}

void BillPanel::showMenu(QPoint at) {
    const QModelIndex index = m_table->indexAt(at);
    if (index.isValid())
        m_table->setCurrentIndex(index);
    const Texts& texts = m_services.texts();
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("bill.menu"));
    const BillLine* line = currentLine();
    if (line) {
        QAction* place = menu.addAction(m_place->text(), m_place, &QToolButton::click);
        place->setEnabled(m_place->isEnabled());
        const QString key = toText(line->key);
        const bool isOwn = ownLine(m_document.design(), *line) != nullptr || line->price.has_value();
        QAction* back = menu.addAction(toText(texts.text("bill.take-back")), this,
                                       [this, key] { take(key, BillModel::QuantityColumn, {}); });
        back->setObjectName(QStringLiteral("bill.take-back"));
        back->setEnabled(isOwn && line->quantityMilli != line->designQuantityMilli);
        const Part* part = findPart(*m_document.project(), line->part);
        QAction* state = menu.addAction(toText(texts.text("bill.state-price")), this, [this, key] { statePrice(key); });
        state->setObjectName(QStringLiteral("bill.state-price"));
        state->setEnabled(part && line->origin == LineOrigin::Design);
        QAction* unpin = menu.addAction(toText(texts.text("bill.unpin")), this,
                                        [this, key] { take(key, BillModel::PriceColumn, {}); });
        unpin->setObjectName(QStringLiteral("bill.unpin"));
        unpin->setEnabled(line->price && (line->price->origin == PriceOrigin::Pinned ||
                                          line->price->origin == PriceOrigin::QuoteLine));
        menu.addSeparator();
        for (QToolButton* button : {m_add, m_change, m_optional, m_remove}) {
            QAction* action = menu.addAction(button->text(), button, &QToolButton::click);
            action->setEnabled(button->isEnabled());
        }
        menu.addSeparator();
    }
    addShareEntries(menu, shareable(), m_services, this, [this](const QString& said) { Q_EMIT hinted(said); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

Shareable BillPanel::shareable() {
    const SolutionPtr solution = m_feed.solution();
    const BillFeed::BillPtr bill = m_feed.committed();
    Shareable what;
    what.name = QStringLiteral("bill-of-materials");
    what.table = [this] { return tableOf(*m_table); };
    if (solution && bill)
        what.csv = [this, solution, bill] {
            return csvOf(scheduleOfEdition(billForCustomer(solution->context(), *bill), Edition::Customer),
                         m_services.texts());
        };
    what.picture = [this] { return pictureOf(*m_table); };
    return what;
}

} // namespace rackwright
