// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// AdviceDialog: the guides as pages: a question, fields for what decides it (filled from the design where it says), the
// verdict while one types, with reason, source and grade, what stands beside it, and the tables of the sources. It
// keeps nothing and changes nothing.

#include "solvers/advice/design_inputs.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <functional>
#include <map>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace rackwright {

/// The words by which people ask for a guide.
QString topicsText(const Guide& guide);

class AdviceDialog : public QDialog {
    Q_OBJECT
public:
    AdviceDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);
    /// The one of `parent`, in front; `help` opens its page of the manual.
    static AdviceDialog& bringUp(StudioDocument& document, StudioServices& services, QWidget* parent,
                                 std::function<void()> help);

    /// Shows a guide by its name ("cooling_by_kw").
    void choose(const QString& name);
    /// Shows the first guide that is read beside a workspace, where the one shown is of another.
    void chooseFor(const QString& workspace);
    QString verdict() const;

Q_SIGNALS:
    void manualAsked();

private:
    QWidget* buildList();
    QWidget* buildPage();
    void filter(const QString& words);
    void ask(const QString& question);
    void addField(const GuideKey& key, int row);
    void readDesign();
    void showDesignValues();
    void answer();
    /// What the guides say to the design as it stands, beside their names.
    void listAnswers();
    void backToDesign();
    QString text(const std::string& id) const;
    QTreeWidgetItem* itemOf(const QString& name) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    FormulaRegistry m_formulas;
    std::vector<MarketOffer> m_offers;
    const Guide* m_guide = nullptr;
    GivenInputs m_design;                     ///< what the design says to all guides
    GivenInputs m_ofDesign;                   ///< of the guide shown
    std::map<std::string, QWidget*> m_fields; ///< line or choice by key
    QLineEdit* m_search = nullptr;
    QTreeWidget* m_list = nullptr;
    QLabel* m_title = nullptr;
    QLineEdit* m_sentence = nullptr;
    QWidget* m_inputs = nullptr;
    QWidget* m_inputBox = nullptr;
    QGridLayout* m_grid = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_asDesigned = nullptr;
    QPushButton* m_back = nullptr;
    QTextBrowser* m_beside = nullptr;
    QPushButton* m_copy = nullptr;
    QString m_whole;
};

} // namespace rackwright
