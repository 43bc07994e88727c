// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RegisterPage: a table of rows with a search line and buttons to add, change and remove, live with the document. Each
// register (requirements, assumptions, requests, settings) says what its rows are.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace rackwright {

class RegisterPage : public QWidget {
    Q_OBJECT
public:
    /// `id` names the page ("requirements"): objects "<id>.table", "<id>.add" and messages "basis.<id>...". A column
    /// of width 0 takes what the others leave.
    RegisterPage(const char* id, const std::vector<std::pair<const char*, int>>& columns, StudioDocument& document,
                 StudioServices& services, QWidget* parent = nullptr);

    QTreeWidget* table() const { return m_table; }
    /// Reads all rows again.
    void refresh();

Q_SIGNALS:
    void figureAsked(const QString& label);

protected:
    /// Adds the items of all rows, each with its id in Qt::UserRole of column 0.
    virtual void fill() = 0;
    virtual void addRow() {}
    virtual void changeRow(QTreeWidgetItem* item) = 0;
    virtual void removeRow(QTreeWidgetItem*) {}

    QToolButton* addButton(const char* id, std::function<void()> run, bool needsRow);
    QTreeWidgetItem* addItem(const QVariant& id, const QStringList& cells);
    void commit(const Edit& edit);
    QString text(const std::string& id) const;
    QString person() const;
    void showEvent(QShowEvent* event) override;

    StudioDocument& m_document;
    StudioServices& m_services;

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Columns as wide as what stands in them; where there is no room for all, the widest give way. A width that a
    /// person has set stays.
    void fitColumns();
    void applySearch();
    void refreshButtons();

    std::string m_id;
    QTreeWidget* m_table = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_problem = nullptr;
    QLayout* m_bar = nullptr;
    std::vector<QToolButton*> m_needRow;
    int m_stretched = 0; ///< the column that takes what the others leave
    bool m_isFitting = false, m_hasOwnWidths = false;
};

} // namespace rackwright
