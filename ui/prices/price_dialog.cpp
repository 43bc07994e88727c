// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_dialog.h"

#include "model/units/parse.h"
#include "ui/prices/price_words.h"
#include "ui/prices/rates_dialog.h"
#include "ui/text/to_text.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace rackwright {

PriceDialog::PriceDialog(std::string item, const QString& title, std::string unit, Currency field,
                         StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_item(std::move(item)), m_unit(std::move(unit)), m_currency(field), m_document(document),
      m_services(services) {
    setObjectName(QStringLiteral("dialog.price"));
    setWindowTitle(text("price-entry.title"));
    auto* head = new QLabel(title);
    head->setObjectName(QStringLiteral("price-entry.item"));
    head->setProperty("title", true);
    head->setWordWrap(true);
    const PinnedPrice* before = nullptr;
    for (const PinnedPrice& pin : document.project()->prices)
        if (pin.item == m_item)
            before = &pin;
    const bool isStated = before && before->price.rate.grade == Grade::CustomerStatement;
    const std::optional<Source> source = isStated ? before->price.rate.source : std::nullopt;
    m_price = line("price", {});
    m_price->setPlaceholderText(toText(field.code()));
    m_reason = line("reason", isStated ? toText(before->price.note) : QString());
    m_source = line("source", source ? toText(source->title) : QString());
    m_person = line("person", services.preferences().value(QLatin1String(kPricePerson)).toString());
    m_date = line("date", toText(services.today()));
    m_until = line("valid-until", isStated ? toText(before->price.validUntil) : QString());
    auto* form = new QFormLayout;
    form->addRow(text("price-entry.price"), m_price);
    form->addRow(text("price-entry.reason"), m_reason);
    form->addRow(text("price-entry.source"), m_source);
    form->addRow(text("price-entry.person"), m_person);
    form->addRow(text("price-entry.date"), m_date);
    form->addRow(text("price-entry.valid-until"), m_until);
    m_problem = new ProblemLabel(QStringLiteral("price-entry.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("price-entry.take"));
    QPushButton* use = buttons->button(QDialogButtonBox::Ok);
    use->setObjectName(QStringLiteral("price-entry.take"));
    disconnect(buttons, &QDialogButtonBox::accepted, nullptr, nullptr);
    connect(buttons, &QDialogButtonBox::accepted, this, &PriceDialog::take);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(head);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    resize(520, sizeHint().height());
    m_price->setFocus();
}

QString PriceDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QLineEdit* PriceDialog::line(const char* id, const QString& value) {
    auto* field = new QLineEdit(value);
    field->setObjectName(QStringLiteral("price-entry.field.") + QLatin1String(id));
    field->setAccessibleName(text(std::string("price-entry.") + id));
    return field;
}

void PriceDialog::take() {
    const auto failed = [this](const Message& message) {
        m_problem->say(toText(m_services.texts().sentence(message)));
    };
    const auto typed = [](const QLineEdit* field) { return field->text().trimmed().toStdString(); };
    const Result<PriceRate> rate = parsePriceRate(typed(m_price), m_currency, typedMark(m_services.texts()));
    if (!rate)
        return failed(rate.error().message);
    const edits::PriceStatement statement{typed(m_reason), typed(m_person), typed(m_source), typed(m_date),
                                          typed(m_until)};
    if (statement.reason.empty() || statement.document.empty() || statement.date.empty())
        return failed(Message("price-entry.missing"));
    if (const Done sound = edits::checkStatement(statement); !sound)
        return failed(sound.error().message);
    if (!haveRate(rate->currency(), m_document, m_services, this))
        return failed(Message("price-entry.no-rate")
                          .with("from", rate->currency().code())
                          .with("to", m_document.project()->quote.currency.code()));
    if (const Done pinned = m_document.commit(edits::pinPrice(m_item, edits::statedPrice(*rate, m_unit, statement)));
        !pinned)
        return failed(pinned.error().message);
    accept();
}

} // namespace rackwright
