// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_import_dialog.h"

#include "catalog/price_lists/cell_readings.h"
#include "model/text/date.h"
#include "ui/prices/price_words.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::array kMappedRoles = {ListRole::Code,      ListRole::ListPrice, ListRole::NetPrice,
                                     ListRole::Discount,  ListRole::Currency,  ListRole::Unit,
                                     ListRole::PriceUnit, ListRole::LeadTime,  ListRole::ValidUntil};
constexpr int kLineIndex = Qt::UserRole;
constexpr int kMostShown = 5'000; ///< rows of the preview; the summary counts all

} // namespace

PriceImportDialog::PriceImportDialog(const QString& fileName, ListFile file, std::vector<MatchablePart> parts,
                                     PriceBookStore& book, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_fileName(fileName), m_file(std::move(file)), m_parts(std::move(parts)), m_book(book),
      m_services(services) {
    setObjectName(QStringLiteral("dialog.price-import"));
    setWindowTitle(text("price-import.title"));
    resize(1120, 680);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("price-import.summary"));
    m_summary->setProperty("title", true);
    m_summary->setWordWrap(true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("price-import.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    QStringList titles;
    for (const char* id : {"line", "outcome", "code", "part", "list", "net", "change", "remark"})
        titles += text(std::string("price-import.") + id);
    m_table->setHeaderLabels(titles);
    auto* fields = new QFormLayout;
    addFields(fields);
    auto* columns = new QFormLayout;
    addColumns(columns);
    for (QFormLayout* form : {fields, columns}) // the lines of the list need the room
        form->setVerticalSpacing(4);
    auto* top = new QHBoxLayout;
    top->setSpacing(24);
    top->addLayout(fields, 1);
    top->addLayout(columns, 1);
    m_part = new QComboBox;
    m_part->setObjectName(QStringLiteral("price-import.choice"));
    m_part->setAccessibleName(text("price-import.choice"));
    m_part->setEditable(true);
    m_part->setInsertPolicy(QComboBox::NoInsert);
    m_match = new QPushButton(text("price-import.match"));
    m_match->setObjectName(QStringLiteral("price-import.match"));
    m_match->setAutoDefault(false);
    auto* choice = new QHBoxLayout;
    choice->addWidget(new QLabel(text("price-import.choice")));
    choice->addWidget(m_part, 1);
    choice->addWidget(m_match);
    m_problem = new ProblemLabel(QStringLiteral("price-import.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("price-import.import"));
    m_import = buttons->button(QDialogButtonBox::Ok);
    m_import->setObjectName(QStringLiteral("price-import.import"));
    disconnect(buttons, &QDialogButtonBox::accepted, nullptr, nullptr);
    connect(buttons, &QDialogButtonBox::accepted, this, &PriceImportDialog::import);
    connect(m_match, &QPushButton::clicked, this, &PriceImportDialog::matchChosen);
    connect(m_table, &QTreeWidget::itemSelectionChanged, this, &PriceImportDialog::showChosen);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_summary);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addLayout(choice);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    readAgain();
}

QString PriceImportDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QLineEdit* PriceImportDialog::line(const char* id, const QString& value) {
    auto* field = new QLineEdit(value);
    field->setObjectName(QStringLiteral("price-import.field.") + QLatin1String(id));
    field->setAccessibleName(text(std::string("price-import.") + id));
    connect(field, &QLineEdit::editingFinished, this, &PriceImportDialog::readAgain);
    return field;
}

void PriceImportDialog::addFields(QFormLayout* form) {
    m_bookName = line("book", QFileInfo(m_fileName).completeBaseName());
    m_supplier = line("supplier", {});
    m_currency = line("currency", {});
    m_until = line("valid-until", {});
    form->addRow(text("price-import.book"), m_bookName);
    form->addRow(text("price-import.supplier"), m_supplier);
    form->addRow(text("price-import.currency"), m_currency);
    form->addRow(text("price-import.valid-until"), m_until);
    m_decimals = choice("decimals", {"point", "comma"});
    m_dates = choice("dates", {"day-first", "month-first"});
    form->addRow(text("price-import.decimals"), m_decimals);
    form->addRow(text("price-import.dates"), m_dates);
}

QComboBox* PriceImportDialog::choice(const char* id, std::initializer_list<const char*> words) {
    const std::string name = std::string("price-import.") + id;
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("price-import.field.") + QLatin1String(id));
    box->setAccessibleName(text(name));
    box->addItem(text("price-import.as-found"));
    for (const char* word : words)
        box->addItem(text(name + "." + word));
    connect(box, &QComboBox::activated, this, &PriceImportDialog::readAgain);
    return box;
}

void PriceImportDialog::addColumns(QFormLayout* form) {
    for (const ListRole role : kMappedRoles) {
        const std::string name(enumName(role));
        auto* box = new QComboBox;
        box->setObjectName(QStringLiteral("price-import.column.") + toText(name));
        box->setAccessibleName(text("price-column." + name));
        form->addRow(text("price-column." + name), box);
        m_columns[role] = box;
        connect(box, &QComboBox::activated, this, [this, role, box] {
            m_map[role] = box->currentData().toString().toStdString();
            readAgain();
        });
    }
}

PriceListTerms PriceImportDialog::terms() const {
    PriceListTerms terms;
    if (const QString name = m_bookName->text().trimmed(); !name.isEmpty())
        terms.book = name.toStdString();
    terms.supplier = m_supplier->text().trimmed().toStdString();
    terms.fileName = m_fileName.toStdString();
    terms.today = m_services.today();
    return terms;
}

void PriceImportDialog::readAgain() {
    PriceListOptions options;
    options.map = m_map;
    options.remembered = rememberedLayouts(m_book);
    const std::string currency = m_currency->text().trimmed().toUpper().toStdString();
    const std::string until = m_until->text().trimmed().toStdString();
    Message problem;
    if (!currency.empty() && !isCurrencyCode(currency))
        problem = Message("prices.currency.unknown").with("text", currency);
    else
        options.currency = currency;
    if (!until.empty() && !isDate(until))
        problem = Message("edit.no-date").with("text", until);
    else
        options.validUntil = until;
    options.decimalMark = static_cast<ListDecimal>(m_decimals->currentIndex());
    options.dateOrder = static_cast<DateOrder>(m_dates->currentIndex());
    std::map<std::string, std::string> codes = rememberedCodes(m_book);
    for (const auto& [code, part] : m_matched)
        codes[code] = part;
    m_list = readPriceList(m_file, PartMatcher(m_parts, std::move(codes)), options);
    if (!m_list)
        problem = m_list.error().message;
    m_problem->say(problem.id.empty() ? QString() : toText(m_services.texts().sentence(problem)));
    // The header that was read, or the likeliest one for a person to say what its columns are.
    std::optional<ListHeader> header;
    if (m_list)
        header = m_list->tables.front().header;
    else
        for (const ListSheet& sheet : m_file.sheets)
            if (!header)
                header = likeliestHeader(sheet);
    for (const auto& [role, box] : m_columns) {
        const QSignalBlocker blocker(box);
        box->clear();
        box->addItem(text("price-column.none"), QString());
        for (const std::string& title : header ? header->titles : std::vector<std::string>())
            if (!title.empty())
                box->addItem(toText(title), toText(title));
        const auto at = header ? header->column(role) : std::nullopt;
        const auto chosen = m_map.find(role);
        const QString title = chosen != m_map.end() ? toText(chosen->second)
                              : at                  ? toText(header->titles[*at])
                                                    : QString();
        box->setCurrentIndex(std::max(box->findData(title), 0));
    }
    showLines();
}

void PriceImportDialog::showLines() {
    m_table->clear();
    showSummary();
    showChosen();
    if (!m_list)
        return;
    std::map<std::size_t, double> changes;
    for (const PriceListChange& change : changesOf(*m_list, terms(), m_book))
        if (const auto share = change.change(); share && *share != 0)
            changes[change.line] = *share;
    const Texts& texts = m_services.texts();
    for (std::size_t i = 0; i < m_list->lines.size() && m_table->topLevelItemCount() < kMostShown; ++i) {
        const PriceListLine& line = m_list->lines[i];
        if (line.isLayout)
            continue;
        const auto amount = [&](const std::optional<std::int64_t>& nano) {
            const Result<Currency> currency = Currency::parse(line.currency);
            return nano && currency ? priceText(PriceRate(*nano, *currency), texts) : QString();
        };
        QString remark = line.reason.id.empty() ? QString() : toText(texts.sentence(line.reason));
        const bool isWaiting = line.outcome == LineOutcome::Taken && line.parts.empty();
        if (isWaiting)
            remark = text("price-import.waiting");
        const auto changed = changes.find(i);
        const QString change =
            changed == changes.end()
                ? QString()
                : toText(texts.sentence(Message(changed->second > 0 ? "price-import.dearer" : "price-import.cheaper")
                                            .with("share", UnitNumber{std::abs(changed->second) * 100, "%"})));
        auto* item = new QTreeWidgetItem(
            m_table, {QString::number(line.line),
                      text("price-outcome." + std::string(line.outcome == LineOutcome::Taken     ? "taken"
                                                          : line.outcome == LineOutcome::LeftOut ? "left-out"
                                                                                                 : "decision")),
                      toText(line.code.empty() ? line.model : line.code),
                      line.parts.size() == 1 ? toText(line.parts.front()) : QString(), amount(line.listNano),
                      amount(line.netNano), change, remark});
        item->setData(0, kLineIndex, static_cast<int>(i));
        item->setToolTip(7, remark);
        const Ink ink = line.outcome == LineOutcome::Taken     ? (isWaiting ? Ink::Warning : Ink::Good)
                        : line.outcome == LineOutcome::LeftOut ? Ink::Subdued
                                                               : Ink::Bad;
        item->setForeground(1, Theme::current().ink(ink));
    }
    for (int column = 0; column < 7; ++column)
        m_table->resizeColumnToContents(column);
}

void PriceImportDialog::showSummary() {
    m_import->setEnabled(m_list && m_list->count(LineOutcome::Taken) > 0);
    if (!m_list) {
        m_summary->setText(m_fileName);
        return;
    }
    const auto waiting = std::ranges::count_if(m_list->lines, [](const PriceListLine& line) {
        return line.outcome == LineOutcome::Taken && line.parts.empty();
    });
    QString said = toText(m_services.texts().sentence(Message("price-import.head")
                                                          .with("file", m_fileName.toStdString())
                                                          .with("taken", m_list->count(LineOutcome::Taken))
                                                          .with("waiting", static_cast<std::int64_t>(waiting))
                                                          .with("left", m_list->count(LineOutcome::LeftOut))
                                                          .with("open", m_list->count(LineOutcome::NeedsDecision))));
    if (std::vector<std::string> unread = m_list->unreadColumns(); !unread.empty())
        said +=
            QLatin1Char(' ') +
            toText(m_services.texts().sentence(Message("prices.unread").with("columns", WordList{std::move(unread)})));
    m_summary->setText(said);
}

void PriceImportDialog::showChosen() {
    m_part->clear();
    const QTreeWidgetItem* item = m_table->currentItem();
    const bool isLine = item && m_list;
    m_part->setEnabled(isLine);
    m_match->setEnabled(isLine);
    if (!isLine)
        return;
    const PriceListLine& line = m_list->lines[static_cast<std::size_t>(item->data(0, kLineIndex).toInt())];
    for (const std::string& part : line.parts)
        m_part->addItem(toText(part));
    for (const std::string& part : line.candidates)
        if (m_part->findText(toText(part)) < 0)
            m_part->addItem(toText(part));
}

void PriceImportDialog::matchChosen() {
    const QTreeWidgetItem* item = m_table->currentItem();
    if (!item || !m_list)
        return;
    const PriceListLine& line = m_list->lines[static_cast<std::size_t>(item->data(0, kLineIndex).toInt())];
    const std::string part = m_part->currentText().trimmed().toStdString();
    if (std::ranges::find(m_parts, part, &MatchablePart::id) == m_parts.end())
        return m_problem->say(toText(m_services.texts().sentence(Message("price-import.no-part").with("part", part))));
    const std::string code = plainCode(line.code.empty() ? line.model : line.code);
    if (code.empty())
        return m_problem->say(toText(m_services.texts().text("price-import.no-code")));
    const int row = m_table->indexOfTopLevelItem(m_table->currentItem());
    m_matched[code] = part;
    readAgain();
    m_table->setCurrentItem(m_table->topLevelItem(row));
}

void PriceImportDialog::import() {
    if (!m_list)
        return;
    const ChangeNote note{m_services.today(), {}, m_fileName.toStdString()};
    const auto failed = [this](const Error& error) {
        m_problem->say(toText(m_services.texts().sentence(error.message)));
    };
    std::vector<PriceEntry> entries = entriesOf(*m_list, terms());
    const std::size_t count = m_list->count(LineOutcome::Taken);
    if (entries.empty())
        return;
    if (const auto added = m_book.add(std::move(entries), note); !added)
        return failed(added.error());
    for (const auto& [code, part] : m_matched)
        if (const Done done = m_book.rememberCode({code, part}, note); !done)
            return failed(done.error());
    if (!m_map.empty())
        if (const Done done =
                m_book.rememberLayout({layoutKey(m_list->tables.front().header), columnMapText(m_map)}, note);
            !done)
            return failed(done.error());
    m_said = Message("price-import.done").with("count", count).with("book", terms().book);
    accept();
}

} // namespace rackwright
