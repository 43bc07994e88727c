// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/link_list.h"

#include "ui/document/studio_document.h"
#include "ui/text/texts.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr std::size_t kMostLines = 12; // more are counted

} // namespace

LinkList::LinkList(const QString& name, StudioDocument& document, const Texts& texts, Read read, QWidget* parent)
    : QWidget(parent), m_name(QStringLiteral("inspector.") + name), m_document(document), m_texts(texts),
      m_read(std::move(read)) {
    setObjectName(m_name);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(kHalfSpace);
    m_rows = new QWidget;
    m_column->addWidget(m_rows);
    m_problem = new ProblemLabel(m_name + QStringLiteral(".problem"), 0);
    m_column->addWidget(m_problem);
    connect(&m_document, &StudioDocument::changed, this, &LinkList::rebuild);
    rebuild();
}

void LinkList::setAdd(const QString& words, std::function<void()> add) {
    m_add = new QToolButton;
    m_add->setObjectName(m_name + QStringLiteral(".add"));
    m_add->setText(words);
    connect(m_add, &QToolButton::clicked, this, [add = std::move(add)] { add(); });
    m_column->addWidget(m_add);
}

void LinkList::say(const Done& done) {
    m_problem->say(done ? QString() : toText(m_texts.sentence(done.error().message)));
}

void LinkList::rebuild() {
    const std::vector<LinkEntry> entries = m_read();
    std::vector<std::pair<QString, Subject>> shown;
    for (const LinkEntry& entry : entries)
        shown.emplace_back(entry.name + entry.note, entry.subject);
    if (m_isShown && shown == m_shown)
        return;
    m_shown = std::move(shown);
    m_isShown = true;
    // A line may be in the middle of its own click.
    auto* rows = new QWidget;
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    for (std::size_t i = 0; i < std::min(entries.size(), kMostLines); ++i) {
        const LinkEntry& entry = entries[i];
        const QString number = QString::number(entry.subject.id);
        const int row = static_cast<int>(i);
        auto* name = new QPushButton(entry.name);
        name->setObjectName(m_name + QStringLiteral(".to:") + number);
        name->setProperty("link", true);
        name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        name->setToolTip(entry.name);
        connect(name, &QPushButton::clicked, this, [this, subject = entry.subject] { m_document.select({subject}); });
        grid->addWidget(name, row, 0);
        auto* note = new QLabel(entry.note);
        note->setProperty("subdued", true);
        grid->addWidget(note, row, 1);
        if (!entry.remove)
            continue;
        auto* remove = new QToolButton;
        remove->setObjectName(m_name + QStringLiteral(".remove:") + number);
        remove->setText(QStringLiteral("×"));
        remove->setAccessibleName(
            toText(m_texts.sentence(Message("supply.remove").with("name", entry.name.toStdString()))));
        remove->setToolTip(remove->accessibleName());
        connect(remove, &QToolButton::clicked, this, [this, take = entry.remove] { say(take()); });
        grid->addWidget(remove, row, 2);
    }
    if (entries.empty() || entries.size() > kMostLines) {
        auto* words = new QLabel(
            entries.empty()
                ? toText(m_texts.text("supply.none"))
                : toText(m_texts.sentence(Message("supply.more").with("count", entries.size() - kMostLines))));
        words->setProperty("subdued", true);
        grid->addWidget(words, static_cast<int>(kMostLines), 0);
    }
    delete layout()->replaceWidget(m_rows, rows);
    m_rows->hide();
    m_rows->deleteLater();
    m_rows = rows;
}

} // namespace rackwright
