// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SizingPage: a workload and the limits of a site as a person says them, with the first answer beside while they are
// typed, the search on demand, and its answers as one project. It sizes nothing itself and opens nothing.

#include "model/project/project.h"
#include "solvers/sizing/search.h"
#include "solvers/sizing/sentence.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <optional>
#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTextBrowser;

namespace rackwright {

class ProblemLabel;

class SizingPage : public QDialog {
    Q_OBJECT
public:
    explicit SizingPage(StudioServices& services, QWidget* parent = nullptr);

    /// Reads a customer's text into the form, and begins the search where that makes a question.
    void take(const QString& said);

Q_SIGNALS:
    /// The answers as the options of one project, to be opened.
    void projectMade(const Document& document);

private:
    struct Field {
        std::string key; ///< with the number of its job
        QLineEdit* edit = nullptr;
        QWidget* box = nullptr; ///< what stands in the form: the line, or the list of choices that it is the line of
    };
    static QWidget* withChoices(QLineEdit* edit, const std::vector<std::string>& choices);
    void addField(const std::string& base, int job, int row);
    void addDimensions();
    void addJob();
    QWidget* form();
    QWidget* customerText();
    void readText();
    void fillIn(const SentenceReading& reading);
    QWidget* modelButtons();
    QWidget* anotherJob();
    QWidget* answerSide();
    Result<SizingQuestion> question() const;
    void typed();
    void find();
    void stop();
    void openAnswers();
    void takeConfiguration();
    void setSearching(bool isSearching);
    QString text(const char* id) const;

    StudioServices& m_services;
    std::vector<Field> m_fields;
    QFormLayout* m_rows = nullptr;
    QPushButton* m_another = nullptr;
    int m_jobs = 1;
    std::optional<ModelArchitecture> m_configuration;
    std::optional<SizingResult> m_result;
    bool m_findsWhenRead = false;
    QPlainTextEdit* m_said = nullptr;
    QLabel* m_unread = nullptr;
    QLabel* m_configured = nullptr;
    QLabel* m_progress = nullptr;
    QTextBrowser* m_answer = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_find = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_open = nullptr;
};

} // namespace rackwright
