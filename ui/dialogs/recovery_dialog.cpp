// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/recovery_dialog.h"

#include "model/file/disk.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

/// What is not as it should be, a line each.
QString troubleOf(const LeftBehind& left, const Texts& texts) {
    if (left.problem)
        return toText(texts.sentence(left.problem->message));
    QStringList lines;
    for (const Message& remark : left.remarks)
        lines << toText(texts.sentence(remark));
    return lines.join(QLatin1Char('\n'));
}

QString timeOf(const LeftBehind& left) { return QLocale::system().toString(left.time, QLocale::ShortFormat); }

/// What goes when it is discarded: the design, how much of it, and from when.
Message questionAbout(const LeftBehind& left) {
    if (left.isOnlyHere && left.changes == 0)
        return Message("recovery.discard.whole")
            .with("name", shownPath(left.origin.name.toStdString()))
            .with("time", timeOf(left).toStdString());
    return Message(left.problem ? "recovery.discard.unread" : "recovery.discard.ask")
        .with("count", left.changes)
        .with("name", shownPath(left.origin.name.toStdString()))
        .with("time", timeOf(left).toStdString());
}
} // namespace

RecoveryDialog::RecoveryDialog(std::vector<LeftBehind> found, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_texts(texts) {
    setObjectName(QStringLiteral("recovery"));
    setMinimumSize(620, 300);
    const auto text = [&texts](const char* id) { return toText(texts.text(id)); };
    setWindowTitle(text("recovery.title"));
    auto* question = new QLabel(text("recovery.question"));
    question->setWordWrap(true);
    question->setFont(studioFont(14, QFont::Medium));
    m_list = new QTreeWidget;
    m_list->setObjectName(QStringLiteral("recovery.list"));
    m_list->setAccessibleName(text("recovery.title"));
    m_list->ensurePolished(); // rows get their height from the style
    m_list->setRootIsDecorated(false);
    m_list->setHeaderLabels({text("recovery.name"), text("recovery.time"), text("recovery.changes")});
    m_list->header()->resizeSection(0, 280);
    m_list->header()->resizeSection(1, 150);
    // What is amiss is read whole before anything is decided; a row would cut it.
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("recovery.state"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &RecoveryDialog::check);
    auto* later = new QPushButton(text("recovery.later"));
    later->setObjectName(QStringLiteral("recovery.later"));
    connect(later, &QPushButton::clicked, this, &QDialog::reject);
    m_discard = new QPushButton(text("recovery.discard"));
    m_discard->setObjectName(QStringLiteral("recovery.discard"));
    connect(m_discard, &QPushButton::clicked, this, &RecoveryDialog::askToDiscard);
    m_recover = new QPushButton(text("recovery.recover"));
    m_recover->setObjectName(QStringLiteral("recovery.recover"));
    m_recover->setProperty("primary", true);
    m_recover->setDefault(true);
    connect(m_recover, &QPushButton::clicked, this, [this] {
        const LeftBehind left = *current();
        accept();
        Q_EMIT recoverAsked(left);
    });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(later);
    buttons->addStretch();
    buttons->addWidget(m_discard);
    buttons->addWidget(m_recover);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(question);
    column->addWidget(m_list, 1);
    column->addWidget(m_state);
    column->addLayout(buttons);
    show(std::move(found));
}

void RecoveryDialog::show(std::vector<LeftBehind> found) {
    const LeftBehind* before = current();
    const std::filesystem::path chosen = before ? before->stem : std::filesystem::path();
    m_found.clear(); // rows that go must find no stem of theirs
    m_list->clear();
    m_found = std::move(found);
    for (const LeftBehind& left : m_found) {
        auto* item =
            new QTreeWidgetItem(m_list, {toText(shownPath(left.origin.name.toStdString())), timeOf(left),
                                         left.problem ? QStringLiteral("\u2013") : QString::number(left.changes)});
        item->setToolTip(0, toText(shownPath(left.origin.file)));
        item->setData(0, Qt::UserRole, troubleOf(left, m_texts));
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    choose(chosen);
    check();
    if (m_found.empty())
        accept();
}

void RecoveryDialog::choose(const std::filesystem::path& stem) {
    const auto at = std::ranges::find(m_found, stem, &LeftBehind::stem);
    if (at != m_found.end())
        m_list->setCurrentItem(m_list->topLevelItem(static_cast<int>(at - m_found.begin())));
}

// Nothing brings it back: Enter keeps it.
void RecoveryDialog::askToDiscard() {
    const LeftBehind left = *current();
    auto* box = new QMessageBox(this);
    box->setObjectName(QStringLiteral("ask.discard-recovered"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(toText(m_texts.sentence(questionAbout(left))));
    std::error_code ignored;
    if (std::filesystem::exists(left.origin.file, ignored)) // an empty path is not there
        box->setInformativeText(
            toText(m_texts.sentence(Message("recovery.discard.file").with("file", shownPath(left.origin.file)))));
    QPushButton* yes = box->addButton(toText(m_texts.text("recovery.discard")), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("ask.discard-recovered.yes"));
    QPushButton* keep = box->addButton(toText(m_texts.text("recovery.keep")), QMessageBox::RejectRole);
    keep->setObjectName(QStringLiteral("ask.discard-recovered.keep"));
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(yes, &QPushButton::clicked, this, [this, left] { discard(left); });
    box->open();
}

void RecoveryDialog::discard(const LeftBehind& left) {
    Q_EMIT discardAsked(left);
    std::vector<LeftBehind> rest = m_found;
    std::erase_if(rest, [&left](const LeftBehind& each) { return each.stem == left.stem; });
    show(std::move(rest));
}

const LeftBehind* RecoveryDialog::current() const {
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row < 0 ? nullptr : &m_found[static_cast<std::size_t>(row)];
}

void RecoveryDialog::check() {
    const LeftBehind* left = current();
    m_state->setText(left ? m_list->currentItem()->data(0, Qt::UserRole).toString() : QString());
    m_state->setVisible(!m_state->text().isEmpty());
    m_discard->setEnabled(left != nullptr);
    m_recover->setEnabled(left && !left->problem);
}

} // namespace rackwright
