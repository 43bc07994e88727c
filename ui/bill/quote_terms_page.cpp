// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/quote_terms_page.h"

#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "ui/bill/decimal_mark.h"
#include "ui/prices/rates_dialog.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array<const char*, 3> kTerms = {"discount", "margin", "mark-up"};
constexpr int kFormWidth = 420;
constexpr int kTermWidth = 96;

/// The classes of the table by what their keys end with: all lines, types, sections.
std::vector<std::string> classKeys() {
    std::vector<std::string> keys = {std::string()};
    for (const std::string_view name : EnumNames<LineType>::names)
        keys.push_back("." + std::string(name));
    for (const std::string_view name : EnumNames<QuoteSection>::names)
        keys.push_back("." + std::string(name));
    return keys;
}

} // namespace

QuoteTermsPage::QuoteTermsPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("quote.terms"));
    auto* fields = new QWidget;
    auto* form = new QFormLayout(fields);
    for (const std::string_view key : quoteKeys())
        if (key == "class")
            addChoice(*form, std::string(key), {"budgetary", "firm"});
        else if (key == "tax-included")
            addChoice(*form, std::string(key), {"no", "yes"});
        else
            addField(*form, std::string(key));
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("quote.terms.fields"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fields->setProperty("bare", true);
    scroll->setWidget(fields);
    scroll->setMaximumWidth(kFormWidth);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    row->addWidget(scroll, 1);
    row->addWidget(classTable(), 1);
    connect(&m_document, &StudioDocument::opened, this, &QuoteTermsPage::refresh);
    connect(&m_document, &StudioDocument::changed, this, &QuoteTermsPage::refresh);
    refresh();
}

QString QuoteTermsPage::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void QuoteTermsPage::addField(QFormLayout& form, const std::string& key) {
    const QString title = text("quote.field." + key);
    auto* field = new CommitField(QStringLiteral("quote.field.") + toText(key), title, m_services.texts());
    field->setCommit([this, key](const QString& typed) { return put(key, typed); });
    m_refreshers.emplace_back(
        [this, field, key] { field->setShown(toText(quoteWord(m_document.project()->quote, key))); });
    form.addRow(title, field);
}

void QuoteTermsPage::addChoice(QFormLayout& form, const std::string& key, const std::vector<std::string>& words) {
    const QString title = text("quote.field." + key);
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("quote.field.") + toText(key));
    box->setAccessibleName(title);
    for (const std::string& word : words)
        box->addItem(text("quote.choice." + word), toText(word));
    connect(box, &QComboBox::activated, this, [this, box, key] {
        const Done done = put(key, box->currentData().toString());
        m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
    });
    m_refreshers.emplace_back(
        [this, box, key] { box->setCurrentIndex(box->findData(toText(quoteWord(m_document.project()->quote, key)))); });
    form.addRow(title, box);
}

QWidget* QuoteTermsPage::classTable() {
    const std::vector<std::string> keys = classKeys();
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    auto* head = new QLabel(text("quote.terms.title"));
    head->setProperty("title", true);
    auto* hint = new QLabel(text("quote.terms.hint"));
    hint->setProperty("subdued", true);
    hint->setWordWrap(true);
    m_classes = new QTableWidget(static_cast<int>(keys.size()), static_cast<int>(kTerms.size()));
    m_classes->setObjectName(QStringLiteral("quote.classes"));
    m_classes->setAccessibleName(text("quote.terms.title"));
    QStringList titles, names;
    for (const char* term : kTerms)
        titles << text(std::string("quote.field.") + term);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string word = keys[i].empty() ? std::string() : keys[i].substr(1);
        names << (word.empty()                   ? text("quote.terms.all")
                  : enumFromName<LineType>(word) ? text("line-type." + word)
                                                 : text("section." + word));
        for (int term = 0; term < m_classes->columnCount(); ++term) {
            auto* cell = new QTableWidgetItem;
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_classes->setItem(static_cast<int>(i), term, cell);
        }
    }
    m_classes->setHorizontalHeaderLabels(titles);
    m_classes->setVerticalHeaderLabels(names);
    m_classes->horizontalHeader()->setDefaultSectionSize(kTermWidth);
    connect(m_classes, &QTableWidget::cellChanged, this, &QuoteTermsPage::takeTerm, Qt::QueuedConnection);
    m_problem = new ProblemLabel(QStringLiteral("quote.terms.problem"));
    column->addWidget(head);
    column->addWidget(hint);
    column->addWidget(m_classes, 1);
    column->addWidget(m_problem);
    return side;
}

void QuoteTermsPage::takeTerm(int row, int column) {
    const std::string key = kTerms[static_cast<std::size_t>(column)] + classKeys()[static_cast<std::size_t>(row)];
    const Done done = put(key, m_classes->item(row, column)->text().trimmed());
    m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
    if (!done)
        Q_EMIT hinted(toText(m_services.texts().sentence(done.error().message)));
    refresh();
}

Done QuoteTermsPage::put(const std::string& key, const QString& typed) {
    const QuoteHeader& now = m_document.project()->quote;
    const Result<QuoteHeader> header =
        withQuoteWord(now, key, typed.trimmed().toStdString(), decimalMarkOf(m_services.texts()));
    if (!header)
        return header.error();
    if (*header == now)
        return done();
    const bool isOtherCurrency = header->currency != now.currency;
    const Done put = m_document.commit(edits::setQuoteHeader(*header));
    m_document.closeMerge();
    // Without rates every line would leave the total; asked once the field is done with its text.
    if (put && isOtherCurrency)
        QMetaObject::invokeMethod(
            this, [this] { haveAllRates(m_document, m_services, window()); }, Qt::QueuedConnection);
    return put;
}

void QuoteTermsPage::refresh() {
    for (const auto& each : m_refreshers)
        each();
    const QSignalBlocker blocker(m_classes);
    const std::vector<std::string> keys = classKeys();
    const QuoteHeader& quote = m_document.project()->quote;
    for (int row = 0; row < m_classes->rowCount(); ++row)
        for (int column = 0; column < m_classes->columnCount(); ++column) {
            const std::string key = kTerms[static_cast<std::size_t>(column)] + keys[static_cast<std::size_t>(row)];
            m_classes->item(row, column)
                ->setText(toText(withMarks(quoteWord(quote, key), m_services.texts().numbers())));
        }
}

} // namespace rackwright
