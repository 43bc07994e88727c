// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_books_dialog.h"

#include "ui/text/to_text.h"
#include "ui/widgets/empty_note.h"
#include "ui/widgets/problem_label.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

QTreeWidget* table(const char* name, const QStringList& heads) {
    auto* made = new QTreeWidget;
    made->setObjectName(QLatin1String(name));
    made->setRootIsDecorated(false);
    made->setUniformRowHeights(true);
    made->setHeaderLabels(heads);
    made->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return made;
}

} // namespace

PriceBooksDialog::PriceBooksDialog(PriceBookStore& store, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_store(store), m_services(services) {
    setObjectName(QStringLiteral("dialog.price-books"));
    setWindowTitle(text("price-books.title"));
    resize(760, 560);
    auto* head = new QLabel(text("price-books.head"));
    head->setWordWrap(true);
    m_books = table("price-books.books", {text("price-books.book"), text("price-books.prices"),
                                          text("price-books.newest"), text("price-books.valid-until")});
    m_books->setAccessibleName(windowTitle());
    m_changes =
        table("price-books.changes", {text("price-books.change"), text("price-books.date"), text("price-books.what"),
                                      text("price-books.prices"), text("price-books.state")});
    m_changes->setAccessibleName(text("price-books.changes"));
    auto* changes = new QLabel(text("price-books.changes"));
    changes->setProperty("title", true);
    m_problem = new ProblemLabel(QStringLiteral("price-books.problem"));
    auto* buttons = new QDialogButtonBox;
    const auto button = [&](const char* id, QDialogButtonBox::ButtonRole role) {
        QPushButton* made = buttons->addButton(text(id), role);
        made->setObjectName(QLatin1String(id));
        made->setAutoDefault(false);
        return made;
    };
    m_up = button("price-books.up", QDialogButtonBox::ActionRole);
    m_down = button("price-books.down", QDialogButtonBox::ActionRole);
    m_back = button("price-books.back", QDialogButtonBox::ActionRole);
    button("dialog.close", QDialogButtonBox::RejectRole);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_back, &QPushButton::clicked, this, &PriceBooksDialog::goBack);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_books, &QTreeWidget::itemChanged, this, &PriceBooksDialog::use, Qt::QueuedConnection);
    connect(m_books, &QTreeWidget::itemSelectionChanged, this, &PriceBooksDialog::refreshButtons);
    connect(m_changes, &QTreeWidget::itemSelectionChanged, this, &PriceBooksDialog::refreshButtons);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(head);
    column->addWidget(m_books, 2);
    column->addWidget(changes);
    column->addWidget(m_changes, 3);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    new EmptyNote(m_books, text("price-books.empty"));
    fill();
}

QString PriceBooksDialog::text(const char* id) const { return toText(m_services.texts().text(id)); }

void PriceBooksDialog::fill() {
    fillBooks();
    fillChanges();
    refreshButtons();
}

void PriceBooksDialog::fillBooks() {
    const QTreeWidgetItem* before = m_books->currentItem();
    const QString chosen = before ? before->text(0) : QString();
    const QSignalBlocker blocker(m_books);
    m_books->clear();
    for (const std::string& name : m_store.books()) {
        std::int64_t count = 0;
        std::string newest, until;
        for (const PriceEntry& entry : m_store.entries())
            if (entry.book == name) {
                ++count;
                newest = std::max(newest, entry.price.date);
                until = std::max(until, entry.price.validUntil);
            }
        auto* item =
            new QTreeWidgetItem(m_books, {toText(name), QString::number(count), toText(newest), toText(until)});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(0, m_store.isInUse(name) ? Qt::Checked : Qt::Unchecked);
        if (toText(name) == chosen)
            m_books->setCurrentItem(item);
    }
}

// The newest stands on top.
void PriceBooksDialog::fillChanges() {
    const QSignalBlocker blocker(m_changes);
    m_changes->clear();
    for (const PriceBookRevision& each : m_store.revisions()) {
        const QString what = each.rolledBackTo
                                 ? toText(m_services.texts().sentence(
                                       Message("price-books.went-back").with("change", *each.rolledBackTo)))
                                 : toText(each.note.text);
        auto* item = new QTreeWidgetItem({QString::number(each.number), toText(each.note.at), what,
                                          each.entries > 0 ? QString::number(each.entries) : QString(),
                                          text(each.isStanding ? "price-books.stands" : "price-books.undone")});
        item->setTextAlignment(3, Qt::AlignRight | Qt::AlignVCenter);
        m_changes->insertTopLevelItem(0, item);
    }
}

void PriceBooksDialog::refreshButtons() {
    const int row = m_books->indexOfTopLevelItem(m_books->currentItem());
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_books->topLevelItemCount());
    m_back->setEnabled(m_changes->currentItem() != nullptr);
}

ChangeNote PriceBooksDialog::noteOf(const Message& message) const {
    return {m_services.today(), {}, m_services.texts().sentence(message)};
}

void PriceBooksDialog::take(const Done& done) {
    m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
    fill();
}

void PriceBooksDialog::move(int by) {
    std::vector<std::string> names = m_store.books();
    const int row = m_books->indexOfTopLevelItem(m_books->currentItem());
    const int to = row + by;
    if (row < 0 || to < 0 || to >= static_cast<int>(names.size()))
        return;
    const std::string name = names[static_cast<std::size_t>(row)];
    std::swap(names[static_cast<std::size_t>(row)], names[static_cast<std::size_t>(to)]);
    take(m_store.orderBooks(names, noteOf(Message("price-books.note.order").with("book", name))));
}

void PriceBooksDialog::use(QTreeWidgetItem* item, int column) {
    const int row = m_books->indexOfTopLevelItem(item);
    if (column != 0 || row < 0 || row >= static_cast<int>(m_store.books().size()))
        return;
    const std::string name = m_store.books()[static_cast<std::size_t>(row)];
    const bool isUsed = item->checkState(0) == Qt::Checked;
    if (isUsed == m_store.isInUse(name))
        return;
    const char* id = isUsed ? "price-books.note.used" : "price-books.note.unused";
    take(isUsed ? m_store.takeBookIn(name, noteOf(Message(id).with("book", name)))
                : m_store.takeBookOut(name, noteOf(Message(id).with("book", name))));
}

void PriceBooksDialog::goBack() {
    const QTreeWidgetItem* item = m_changes->currentItem();
    if (!item)
        return;
    const std::int64_t to = item->text(0).toLongLong() - 1;
    take(m_store.rollBackTo(to, noteOf(Message("price-books.went-back").with("change", to))));
}

} // namespace rackwright
