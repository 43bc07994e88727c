// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_offers_dialog.h"

#include "model/edits/quote_edits.h"
#include "model/parts/part_title.h"
#include "ui/prices/price_words.h"
#include "ui/prices/rates_dialog.h"
#include "ui/text/to_text.h"
#include "ui/widgets/dialog_buttons.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace rackwright {

PriceOffersDialog::PriceOffersDialog(PriceBookStore& book, StudioDocument& document, StudioServices& services,
                                     QWidget* parent)
    : QDialog(parent), m_book(book), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.price-offers"));
    setWindowTitle(text("price-offers.title"));
    resize(860, 460);
    m_basis = new QComboBox;
    m_basis->setObjectName(QStringLiteral("price-offers.basis"));
    m_basis->setAccessibleName(text("price-offers.basis"));
    for (const std::string_view name : EnumNames<PriceKind>::names)
        m_basis->addItem(text("price-kind." + std::string(name)), toText(std::string(name)));
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("price-offers.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setRootIsDecorated(false);
    m_table->setHeaderLabels({text("price-offers.part"), text("price-offers.now"), text("price-offers.offer"),
                              text("price-offers.book"), text("price-offers.date"), text("price-offers.valid-until")});
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("price-offers.pin"));
    m_pin = buttons->button(QDialogButtonBox::Ok);
    m_pin->setObjectName(QStringLiteral("price-offers.pin"));
    disconnect(buttons, &QDialogButtonBox::accepted, nullptr, nullptr);
    connect(buttons, &QDialogButtonBox::accepted, this, &PriceOffersDialog::pin);
    connect(m_basis, &QComboBox::currentIndexChanged, this, &PriceOffersDialog::fill);
    auto* form = new QFormLayout;
    form->addRow(text("price-offers.basis"), m_basis);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    fill();
}

QString PriceOffersDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void PriceOffersDialog::fill() {
    const Project& project = *m_document.project();
    PriceQuestion question;
    question.date = project.quote.date.empty() ? m_services.today() : project.quote.date;
    question.region = project.quote.destinationCountry;
    question.kind = enumFromName<PriceKind>(m_basis->currentData().toString().toStdString());
    m_offers = priceOffers(project, m_book, question);
    m_table->clear();
    const auto amount = [this](const Price& price) {
        return price.rate.isUnknown() ? QString() : priceText(*price.rate.typical(), m_services.texts());
    };
    for (const PriceOffer& offer : m_offers) {
        const auto row = std::ranges::find_if(
            project.parts, [&](const PartRow& part) { return part.part && part.part->id == offer.partId; });
        QString name = row == project.parts.end() ? toText(offer.partId) : toText(partTitle(*row->part));
        if (offer.metres)
            name = toText(m_services.texts().sentence(
                Message("bill.cable").with("part", name.toStdString()).with("length", UnitNumber{*offer.metres, "m"})));
        auto* item = new QTreeWidgetItem(
            m_table, {name, offer.pinned ? amount(*offer.pinned) : text("price-offers.none"), amount(offer.entry.price),
                      toText(offer.entry.book), toText(offer.entry.price.date), toText(offer.entry.price.validUntil)});
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(0, offer.isTyped ? Qt::Unchecked : Qt::Checked);
    }
    m_pin->setEnabled(!m_offers.empty());
}

void PriceOffersDialog::pin() {
    std::vector<edits::ItemPrice> chosen;
    for (int i = 0; i < m_table->topLevelItemCount(); ++i)
        if (m_table->topLevelItem(i)->checkState(0) == Qt::Checked) {
            const PriceOffer& offer = m_offers[static_cast<std::size_t>(i)];
            chosen.push_back({offer.item, offer.entry.price});
        }
    // Without a rate of its currency a price would take its line out of the total.
    std::map<std::string, bool> hasRate;
    for (const edits::ItemPrice& each : chosen)
        if (const std::string code = each.price.currency.code(); !hasRate.contains(code))
            hasRate[code] = haveRate(each.price.currency, m_document, m_services, this);
    std::erase_if(chosen, [&](const edits::ItemPrice& each) { return !hasRate[each.price.currency.code()]; });
    if (chosen.empty() || !m_document.commit(edits::pinPrices(std::move(chosen))))
        return;
    accept();
}

} // namespace rackwright
