// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceBooksDialog: the user's price books in the order in which they are asked, which of them are in use, and what was
// imported when: every change can be gone back on, and that is itself a change.

#include "catalog/price_book.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace rackwright {

class ProblemLabel;

class PriceBooksDialog : public QDialog {
    Q_OBJECT
public:
    PriceBooksDialog(PriceBookStore& store, StudioServices& services, QWidget* parent = nullptr);

private:
    QString text(const char* id) const;
    void fill();
    void fillBooks();
    void fillChanges();
    void refreshButtons();
    void move(int by);
    void use(QTreeWidgetItem* item, int column);
    void goBack();
    ChangeNote noteOf(const Message& message) const;
    void take(const Done& done);

    PriceBookStore& m_store;
    StudioServices& m_services;
    QTreeWidget* m_books = nullptr;
    QTreeWidget* m_changes = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QPushButton* m_back = nullptr;
    ProblemLabel* m_problem = nullptr;
};

} // namespace rackwright
