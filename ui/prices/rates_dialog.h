// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RatesDialog: the dated exchange rates of the quote, entered and removed one by one; each change is a step of history.
// It opens from the menu, and where a price in a currency without a rate is typed.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class ProblemLabel;

class RatesDialog : public QDialog {
    Q_OBJECT
public:
    /// `from` is the currency whose rate is wanted, and the dialog ends when it has one; empty: it stays open.
    RatesDialog(StudioDocument& document, StudioServices& services, const QString& from, QWidget* parent = nullptr);

private:
    void fill();
    void add();
    void remove();
    QLineEdit* line(const char* id, const QString& value);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    bool m_isAsked; ///< one rate is wanted, and the dialog ends with it
    QTreeWidget* m_table = nullptr;
    QLineEdit* m_from = nullptr;
    QLineEdit* m_rate = nullptr;
    QLineEdit* m_date = nullptr;
    QLineEdit* m_source = nullptr;
    QPushButton* m_remove = nullptr;
    ProblemLabel* m_problem = nullptr;
};

/// Whether prices in `from` count in the quote. Where they do not yet, it asks for the rate first; false when the
/// person turns back without one.
bool haveRate(Currency from, StudioDocument& document, StudioServices& services, QWidget* parent);

/// The same for all currencies in which this design has prices, one after the other; it ends where the person turns
/// back. Asked where the quote itself takes another currency.
bool haveAllRates(StudioDocument& document, StudioServices& services, QWidget* parent);

} // namespace rackwright
