// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceImportDialog: the dry run of a vendor's list: its lines with what goes in, what is left out and what needs a
// decision, the part that each code names and what it changes. Columns are mapped and codes matched here; what a person
// said is remembered for the next list of the same layout.

#include "catalog/price_lists/price_list_import.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class ProblemLabel;

class PriceImportDialog : public QDialog {
    Q_OBJECT
public:
    /// `parts` are those of the library; the book is changed when the dialog is accepted.
    PriceImportDialog(const QString& fileName, ListFile file, std::vector<MatchablePart> parts, PriceBookStore& book,
                      StudioServices& services, QWidget* parent = nullptr);

    /// What was done, for the status line.
    const Message& said() const { return m_said; }

private:
    void addFields(QFormLayout* form);
    void addColumns(QFormLayout* form);
    QLineEdit* line(const char* id, const QString& value);
    /// What a person says where the list leaves it open; the first choice is what the list shows.
    QComboBox* choice(const char* id, std::initializer_list<const char*> words);
    QString text(const std::string& id) const;
    PriceListTerms terms() const;
    void readAgain();
    void showLines();
    void showSummary();
    void showChosen();
    void matchChosen();
    void import();

    QString m_fileName;
    ListFile m_file;
    std::vector<MatchablePart> m_parts;
    PriceBookStore& m_book;
    StudioServices& m_services;
    std::map<std::string, std::string> m_matched; ///< by plain code, of this dialog
    ColumnMap m_map;                              ///< of this dialog
    Result<PriceList> m_list;
    Message m_said;
    std::map<ListRole, QComboBox*> m_columns;
    QLineEdit* m_bookName = nullptr;
    QLineEdit* m_supplier = nullptr;
    QLineEdit* m_currency = nullptr;
    QLineEdit* m_until = nullptr;
    QComboBox* m_decimals = nullptr;
    QComboBox* m_dates = nullptr;
    QTreeWidget* m_table = nullptr;
    QComboBox* m_part = nullptr;
    QPushButton* m_match = nullptr;
    QPushButton* m_import = nullptr;
    QLabel* m_summary = nullptr;
    ProblemLabel* m_problem = nullptr;
};

} // namespace rackwright
