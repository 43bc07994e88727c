// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/manual_dialog.h"

#include "ui/actions/command_palette.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

// The resource lies in a static library, whose file of it nobody else refers to. Outside of the namespace, as Qt asks.
static void initialiseManualResource() { Q_INIT_RESOURCE(manual); }

namespace rackwright {

namespace {

constexpr std::array kOrder = {"start",  "room",    "place",     "racks",     "bulk",    "power",    "cooling",
                               "limits", "network", "cables",    "workloads", "storage", "findings", "evidence",
                               "basis",  "bill",    "catalogue", "advice",    "readiness", "report", "files",
                               "keys",   "accuracy", "glossary"};

} // namespace

std::vector<ManualPage> manualPages() {
    initialiseManualResource();
    std::vector<ManualPage> pages;
    for (const char* id : kOrder) {
        QFile file(QStringLiteral(":/manual/%1.md").arg(QLatin1String(id)));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        pages.push_back({QString::fromLatin1(id), text.section(QLatin1Char('\n'), 0, 0).mid(2), text});
    }
    return pages;
}

ManualDialog::ManualDialog(const Texts& texts, QWidget* parent) : QDialog(parent), m_all(manualPages()) {
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(QString::fromStdString(texts.text("manual.title")));
    resize(820, 560);
    m_words = new QLineEdit;
    m_words->setObjectName(QStringLiteral("manual.words"));
    m_words->setAccessibleName(QString::fromStdString(texts.text("manual.search")));
    m_words->setPlaceholderText(m_words->accessibleName());
    m_words->setClearButtonEnabled(true);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("manual.pages"));
    m_list->setAccessibleName(windowTitle());
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_page = new QTextBrowser;
    m_page->setObjectName(QStringLiteral("manual.page"));
    m_page->setAccessibleName(windowTitle());
    m_page->setFont(studioFont(14));
    m_page->document()->setDocumentMargin(16);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        const QString id = item ? item->data(Qt::UserRole).toString() : QString();
        const auto page = std::ranges::find(m_all, id, &ManualPage::id);
        m_page->setMarkdown(page == m_all.end() ? QString() : page->text);
    });
    connect(m_words, &QLineEdit::textChanged, this, &ManualDialog::filter);
    auto* left = new QVBoxLayout;
    left->addWidget(m_words);
    left->addWidget(m_list, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 16, 16, 16);
    row->setSpacing(kSpace);
    row->addLayout(left, 2);
    row->addWidget(m_page, 5);
    filter({});
    new EmptyNote(m_list, QString::fromStdString(texts.text("manual.none")));
}

void ManualDialog::showPage(const QString& id) {
    m_words->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == id)
            m_list->setCurrentRow(row);
}

void ManualDialog::filter(const QString& words) {
    m_list->clear();
    for (const ManualPage& page : m_all)
        if (holdsWords(page.text, words))
            (new QListWidgetItem(page.title, m_list))->setData(Qt::UserRole, page.id);
    m_list->setCurrentRow(m_list->count() > 0 ? 0 : -1);
}

} // namespace rackwright
