// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// QuoteLineDialog: one line of the quote in full: what it is, how it is counted or of what it is a percentage, its
// price and terms, whether it is optional or stands in for another. It makes a line; putting it is its caller's
// business.

#include "solvers/cost/bill.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <functional>
#include <string>
#include <vector>

class QFormLayout;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class QuoteLineDialog : public QDialog {
    Q_OBJECT
public:
    /// `line` as it is now; the bill gives the lines that it may stand in for.
    QuoteLineDialog(const QuoteLine& line, const Bill& bill, ProjectPtr project, StudioServices& services,
                    QWidget* parent = nullptr);

    /// What is entered, or what is wrong with it.
    Result<QuoteLine> line() const;

private:
    struct Field {
        std::string key;
        QWidget* widget;
        std::function<std::string()> read; ///< as withLineWord takes it
    };
    void addField(QFormLayout& form, const std::string& key, const Bill& bill);
    void addText(QFormLayout& form, const std::string& key);
    void addSwitch(QFormLayout& form, const std::string& key);
    /// `words` are values and what a person reads for them.
    void addChoice(QFormLayout& form, const std::string& key,
                   const std::vector<std::pair<std::string, QString>>& words);
    void check();
    QString text(const std::string& id) const;

    QuoteLine m_line;
    ProjectPtr m_project;
    StudioServices& m_services;
    std::vector<Field> m_fields;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
