// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BillPanel: the bill of materials as a table with filter, sections and sorting; quantities, unit prices, discounts and
// margins are typed in their cells, lines are added and changed in a dialog, a click on an amount asks how it came
// about. The workspace and the dock show one each.

#include "ui/bill/bill_feed.h"
#include "ui/bill/bill_model.h"
#include "ui/document/studio_services.h"
#include "ui/share/share_menu.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace rackwright {

class EmptyNote;

class BillPanel : public QWidget {
    Q_OBJECT
public:
    /// `name` tells the two apart: object names begin with it ("bill", "dock.bill").
    BillPanel(const QString& name, BillFeed& feed, StudioDocument& document, StudioServices& services,
              QWidget* parent = nullptr);

    BillModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    /// Brings the heading of a section to the top.
    void showSection(QuoteSection section);
    /// Devices or racks that a line counts.
    std::vector<Subject> subjectsOfLine(const BillLine& line) const;
    Shareable shareable();

Q_SIGNALS:
    void figureAsked(const QString& label);
    void placeAsked(const std::vector<rackwright::Subject>& subjects);
    void hinted(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshButtons();
    void refreshFilter();
    void setSpans();
    void fitColumns();
    void take(const QString& key, int column, const QString& text);
    /// Whether the typed price waits for the rate of its currency, which is then asked for.
    bool asksForItsRate(const BillLine& line, const QString& key, const QString& text);
    Result<Edit> quantityEdit(const BillLine& line, const QString& text) const;
    Result<Edit> priceEdit(const BillLine& line, const QString& text) const;
    /// Asks for a price with its reason, source and validity.
    void statePrice(const QString& key);
    void askEvidence(const QModelIndex& index);
    Result<Edit> termEdit(const BillLine& line, int column, const QString& text) const;
    Result<Edit> shareEdit(const BillLine& line, const QString& text) const;
    void commit(const Result<Edit>& edit);
    QWidget* lineButtons(const QString& name);
    /// Asks for a line: the one that is given, changed, or a new one.
    void askLine(const QuoteLine& line);
    void addLine();
    void changeLine();
    void toggleOptional();
    void removeLine();
    void showMenu(QPoint at);
    const BillLine* currentLine() const;

    BillFeed& m_feed;
    StudioDocument& m_document;
    StudioServices& m_services;
    BillModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_filter = nullptr;
    QToolButton* m_clear = nullptr; ///< the filter
    EmptyNote* m_empty = nullptr;
    QToolButton* m_place = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_change = nullptr;
    QToolButton* m_optional = nullptr;
    QToolButton* m_remove = nullptr;
    QLabel* m_total = nullptr;
    QLabel* m_problem = nullptr;
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< the person set a width: from then on all stay
};

} // namespace rackwright
