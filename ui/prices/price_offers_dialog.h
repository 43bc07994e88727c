// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceOffersDialog: the prices that the books have for the parts of the design, beside those that the quote uses now;
// the chosen ones are pinned in one step. Typed prices stay unless they are chosen.

#include "catalog/price_lists/price_list_import.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QComboBox;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class PriceOffersDialog : public QDialog {
    Q_OBJECT
public:
    PriceOffersDialog(PriceBookStore& book, StudioDocument& document, StudioServices& services,
                      QWidget* parent = nullptr);

private:
    void fill();
    void pin();
    QString text(const std::string& id) const;

    PriceBookStore& m_book;
    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<PriceOffer> m_offers;
    QComboBox* m_basis = nullptr;
    QTreeWidget* m_table = nullptr;
    QPushButton* m_pin = nullptr;
};

} // namespace rackwright
