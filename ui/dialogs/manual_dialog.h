// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ManualDialog: the pages of the manual beside their list, found by their words. Pages are files of resources/manual, one
// a task; they are ours alone, nothing that a person typed is shown as HTML here.

#include "ui/text/texts.h"

#include <QDialog>
#include <QString>

#include <vector>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace rackwright {

struct ManualPage {
    QString id;    ///< "place"
    QString title; ///< its first line
    QString text;  ///< as it is written
};

/// All pages, in the order in which one reads them.
std::vector<ManualPage> manualPages();

class ManualDialog : public QDialog {
    Q_OBJECT
public:
    ManualDialog(const Texts& texts, QWidget* parent = nullptr);

    void showPage(const QString& id);

private:
    void filter(const QString& words);

    std::vector<ManualPage> m_all;
    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
    QTextBrowser* m_page = nullptr;
};

} // namespace rackwright
