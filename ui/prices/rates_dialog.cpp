// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/rates_dialog.h"

#include "model/edits/quote_edits.h"
#include "model/units/parse.h"
#include "solvers/cost/price.h"
#include "ui/prices/price_words.h"
#include "ui/text/to_text.h"
#include "ui/widgets/problem_label.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rackwright {

namespace {

/// The currency of prices of this design that has no rate yet; empty when all have.
QString missingCurrency(const Project& project) {
    for (const PinnedPrice& pin : project.prices)
        if (pin.price.currency != project.quote.currency && !exchangeFrom(project.quote, pin.price.currency))
            return toText(pin.price.currency.code());
    const Currency dollars = Currency::usd(); // what the catalogue's prices are in
    return project.quote.currency == dollars || exchangeFrom(project.quote, dollars) ? QString()
                                                                                     : toText(dollars.code());
}

} // namespace

RatesDialog::RatesDialog(StudioDocument& document, StudioServices& services, const QString& from, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_isAsked(!from.isEmpty()) {
    setObjectName(QStringLiteral("dialog.rates"));
    setWindowTitle(text("rates.title"));
    resize(640, 420);
    auto* head = new QLabel(
        toText(services.texts().sentence(Message("rates.head").with("to", document.project()->quote.currency.code()))));
    head->setObjectName(QStringLiteral("rates.head"));
    head->setWordWrap(true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("rates.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setRootIsDecorated(false);
    m_table->setHeaderLabels({text("rates.pair"), text("rates.rate"), text("rates.date"), text("rates.source")});
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* form = new QFormLayout;
    m_from = line("from", from.isEmpty() ? missingCurrency(*document.project()) : from);
    m_rate = line("rate", {});
    m_date = line("date", toText(services.today()));
    m_source = line("source", {});
    form->addRow(text("rates.from"), m_from);
    form->addRow(toText(services.texts().sentence(
                     Message("rates.one-is").with("to", document.project()->quote.currency.code()))),
                 m_rate);
    form->addRow(text("rates.date"), m_date);
    form->addRow(text("rates.source"), m_source);
    m_problem = new ProblemLabel(QStringLiteral("rates.problem"));
    auto* buttons = new QDialogButtonBox;
    auto* add = buttons->addButton(text("rates.add"), QDialogButtonBox::ActionRole);
    add->setObjectName(QStringLiteral("rates.add"));
    add->setDefault(true);
    m_remove = buttons->addButton(text("rates.remove"), QDialogButtonBox::ActionRole);
    m_remove->setObjectName(QStringLiteral("rates.remove"));
    m_remove->setAutoDefault(false);
    auto* close = buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole);
    close->setObjectName(QStringLiteral("rates.close"));
    close->setAutoDefault(false);
    connect(add, &QPushButton::clicked, this, &RatesDialog::add);
    connect(m_remove, &QPushButton::clicked, this, &RatesDialog::remove);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_table, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_remove->setEnabled(m_table->currentItem() != nullptr); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(head);
    column->addWidget(m_table, 1);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::changed, this, &RatesDialog::fill);
    fill();
    (m_from->text().isEmpty() ? m_from : m_rate)->setFocus();
}

QString RatesDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QLineEdit* RatesDialog::line(const char* id, const QString& value) {
    auto* field = new QLineEdit(value);
    field->setObjectName(QStringLiteral("rates.field.") + QLatin1String(id));
    field->setAccessibleName(text(std::string("rates.") + id));
    return field;
}

void RatesDialog::fill() {
    m_table->clear();
    const QuoteHeader& quote = m_document.project()->quote;
    for (const ExchangeRate& rate : quote.exchangeRates) {
        const bool isUsed = exchangeFrom(quote, rate.from) == &rate;
        const auto pair = Message(isUsed ? "rates.pair-used" : "rates.pair-older")
                              .with("from", rate.from.code())
                              .with("to", rate.to.code());
        new QTreeWidgetItem(m_table,
                            {toText(m_services.texts().sentence(pair)), rateText(rate.nanoRate, m_services.texts()),
                             toText(rate.date), toText(rate.source)});
    }
    m_remove->setEnabled(false);
}

void RatesDialog::add() {
    const auto failed = [this](const Error& error) {
        m_problem->say(toText(m_services.texts().sentence(error.message)));
    };
    const Currency to = m_document.project()->quote.currency;
    const Result<Currency> from = Currency::parse(m_from->text().trimmed().toUpper().toStdString());
    if (!from)
        return failed(from.error());
    // What a price may say beside its number is no matter of a rate, and neither are its errors.
    const std::string typed = m_rate->text().trimmed().toStdString();
    const Result<PriceRate> amount = parsePriceRate(typed, to, typedMark(m_services.texts()));
    if (!amount || amount->currency() != to || amount->nanoUnits() <= 0)
        return failed(inputError(Message(typed.empty() ? "rates.no-rate" : "rates.bad-rate")
                                     .with("text", typed)
                                     .with("from", from->code())
                                     .with("to", to.code())));
    ExchangeRate rate;
    rate.from = *from;
    rate.to = to;
    rate.nanoRate = amount->nanoUnits();
    rate.date = m_date->text().trimmed().toStdString();
    rate.source = m_source->text().trimmed().toStdString();
    if (const Done done = m_document.commit(edits::putExchangeRate(std::move(rate))); !done)
        return failed(done.error());
    m_problem->say({});
    m_rate->clear();
    if (m_isAsked)
        accept();
}

void RatesDialog::remove() {
    const int row = m_table->indexOfTopLevelItem(m_table->currentItem());
    const std::vector<ExchangeRate>& rates = m_document.project()->quote.exchangeRates;
    if (row < 0 || row >= static_cast<int>(rates.size()))
        return;
    const ExchangeRate rate = rates[static_cast<std::size_t>(row)];
    if (const Done done = m_document.commit(edits::removeExchangeRate(rate)); !done)
        m_problem->say(toText(m_services.texts().sentence(done.error().message)));
}

bool haveRate(Currency from, StudioDocument& document, StudioServices& services, QWidget* parent) {
    const auto isThere = [&] {
        const QuoteHeader& quote = document.project()->quote;
        return from == quote.currency || exchangeFrom(quote, from) != nullptr;
    };
    if (isThere())
        return true;
    RatesDialog dialog(document, services, toText(from.code()), parent);
    dialog.exec();
    return isThere();
}

bool haveAllRates(StudioDocument& document, StudioServices& services, QWidget* parent) {
    for (QString missing = missingCurrency(*document.project()); !missing.isEmpty();
         missing = missingCurrency(*document.project())) {
        const Result<Currency> from = Currency::parse(missing.toStdString());
        if (!from || !haveRate(*from, document, services, parent))
            return false;
    }
    return true;
}

} // namespace rackwright
