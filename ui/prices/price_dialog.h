// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceDialog: a price that a person states, with reason, source and validity, so that it stands firm in the quote
// until it expires. It asks; what it makes is an edit.

#include "model/edits/quote_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class PriceDialog : public QDialog {
    Q_OBJECT
public:
    /// `item` is what is pinned (a part id), `title` what a person calls it, `unit` the unit of its line, and `field`
    /// the currency of a plain number.
    PriceDialog(std::string item, const QString& title, std::string unit, Currency field, StudioDocument& document,
                StudioServices& services, QWidget* parent = nullptr);

private:
    void take();
    QLineEdit* line(const char* id, const QString& value);
    QString text(const std::string& id) const;

    std::string m_item, m_unit;
    Currency m_currency;
    StudioDocument& m_document;
    StudioServices& m_services;
    QLineEdit* m_price = nullptr;
    QLineEdit* m_reason = nullptr;
    QLineEdit* m_person = nullptr;
    QLineEdit* m_source = nullptr;
    QLineEdit* m_date = nullptr;
    QLineEdit* m_until = nullptr;
    ProblemLabel* m_problem = nullptr;
};

} // namespace rackwright
