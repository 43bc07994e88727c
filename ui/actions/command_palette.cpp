// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_palette.h"

#include "ui/text/texts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr int kMostShown = 60;
enum EntryRole { GroupRole = Qt::UserRole, NoteRole, OffRole };

// Name at the left, group and note subdued at the right.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, 30}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::current();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state & QStyle::State_Selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.selection());
            painter->drawRoundedRect(option.rect.adjusted(2, 1, -2, -1), 4, 4);
        }
        const QRect line = option.rect.adjusted(10, 0, -10, 0);
        const QString note = QStringList{index.data(NoteRole).toString(), index.data(GroupRole).toString()}
                                 .join(QStringLiteral("   "))
                                 .trimmed();
        painter->setFont(studioFont(11));
        painter->setPen(theme.ink(Ink::Subdued));
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);
        const int taken = painter->fontMetrics().horizontalAdvance(note) + 16;
        painter->setFont(studioFont(13));
        painter->setPen(theme.ink(index.data(OffRole).toBool() ? Ink::Subdued : Ink::Text));
        painter->drawText(
            line, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, line.width() - taken));
        painter->restore();
    }
};

// Without words that say nothing of what is looked for, unless no others are typed.
QStringList tellingWords(const QString& words, const QString& fillers) {
    const QStringList all = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QStringList empty = fillers.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QStringList telling = all;
    telling.removeIf([&empty](const QString& word) { return empty.contains(word, Qt::CaseInsensitive); });
    return telling.isEmpty() ? all : telling;
}

} // namespace

bool holdsWords(const QString& text, const QString& words, const QString& fillers) {
    return std::ranges::all_of(tellingWords(words, fillers),
                               [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

int answerRank(const QString& name, const QString& words) {
    QString plain = name.trimmed(), wanted = words.simplified();
    plain.remove(QStringLiteral("…"));
    if (plain.compare(wanted, Qt::CaseInsensitive) == 0)
        return 0;
    if (plain.startsWith(wanted, Qt::CaseInsensitive))
        return 1;
    static const QRegularExpression between(QStringLiteral("[^\\w.]+"));
    const QStringList inName = plain.split(between, Qt::SkipEmptyParts);
    const QStringList typed = wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const bool beginsWords = std::ranges::all_of(typed, [&inName](const QString& word) {
        return std::ranges::any_of(inName,
                                   [&](const QString& each) { return each.startsWith(word, Qt::CaseInsensitive); });
    });
    return beginsWords ? 2 : 3;
}

int rankByWords(const QString& phrases, const QString& words, const QString& fillers) {
    const QString telling = tellingWords(words, fillers).join(QLatin1Char(' '));
    int best = 3;
    for (const QString& phrase : phrases.split(QLatin1Char(','), Qt::SkipEmptyParts))
        best = std::min({best, answerRank(phrase, words), answerRank(phrase, telling)});
    // Each word begins one of some phrase.
    return std::min(best, answerRank(phrases, telling));
}

CommandPalette::CommandPalette(EntriesFor entriesFor, const Texts& texts, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), m_entriesFor(std::move(entriesFor)) {
    setObjectName(QStringLiteral("palette"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_words = new QLineEdit;
    m_words->setObjectName(QStringLiteral("palette.words"));
    m_words->setPlaceholderText(QString::fromStdString(texts.text("palette.prompt")));
    m_words->setAccessibleName(m_words->placeholderText());
    m_words->installEventFilter(this);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("palette.list"));
    m_list->setAccessibleName(m_words->placeholderText());
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::chooseCurrent);
    new EmptyNote(m_list, QString::fromStdString(texts.text("palette.none")));
    resize(620, 420);
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 96)));
    refresh();
    m_words->setFocus();
}

void CommandPalette::refresh() {
    m_entries = m_entriesFor(m_words->text());
    if (m_entries.size() > kMostShown)
        m_entries.resize(kMostShown);
    m_list->clear();
    for (const PaletteEntry& entry : m_entries) {
        auto* item = new QListWidgetItem(entry.name, m_list);
        item->setData(GroupRole, entry.group);
        item->setData(NoteRole, entry.note);
        item->setData(OffRole, entry.isOff);
    }
    m_list->setCurrentRow(m_entries.empty() ? -1 : 0);
}

void CommandPalette::chooseCurrent() {
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    const std::function<void()> choose = m_entries[static_cast<std::size_t>(row)].choose;
    close();
    choose();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
    if (step != 0) {
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        chooseCurrent();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace rackwright
