// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// QuoteTermsPage: what the quote says beside its lines: seller, customer, dates, currency and terms as fields, and the
// discount, margin and mark-up of each class of lines as a table. Every change is an edit of the header.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QFormLayout;
class QTableWidget;

namespace rackwright {

class ProblemLabel;

class QuoteTermsPage : public QWidget {
    Q_OBJECT
public:
    QuoteTermsPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    void hinted(const QString& text);

private:
    void addField(QFormLayout& form, const std::string& key);
    void addChoice(QFormLayout& form, const std::string& key, const std::vector<std::string>& words);
    QWidget* classTable();
    void takeTerm(int row, int column);
    void refresh();
    /// One step of history.
    Done put(const std::string& key, const QString& text);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<std::function<void()>> m_refreshers;
    QTableWidget* m_classes = nullptr;
    ProblemLabel* m_problem = nullptr;
};

} // namespace rackwright
