// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/register_page.h"

#include "ui/theme/theme.h"
#include "ui/widgets/empty_note.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShowEvent>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

RegisterPage::RegisterPage(const char* id, const std::vector<std::pair<const char*, int>>& columns,
                           StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services), m_id(id) {
    const QString name = QString::fromLatin1(id);
    setObjectName(QStringLiteral("page.") + name);
    auto* title = new QLabel(text("basis." + m_id));
    title->setProperty("title", true);
    title->setFont(studioFont(15, QFont::Medium));
    auto* hint = new QLabel(text("basis." + m_id + ".hint"));
    hint->setProperty("subdued", true);
    hint->setWordWrap(true);
    m_search = new QLineEdit;
    m_search->setObjectName(name + QStringLiteral(".search"));
    m_search->setAccessibleName(text("basis.search"));
    m_search->setPlaceholderText(text("basis.search"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(260);
    connect(m_search, &QLineEdit::textChanged, this, &RegisterPage::applySearch);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_search);
    bar->addStretch();
    m_bar = bar;
    m_problem = new QLabel;
    m_problem->setObjectName(name + QStringLiteral(".problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_table = new QTreeWidget;
    m_table->setObjectName(name + QStringLiteral(".table"));
    m_table->setAccessibleName(text("basis." + m_id));
    m_table->setRootIsDecorated(false);
    m_table->setIndentation(0);
    m_table->setUniformRowHeights(true);
    QStringList heads;
    for (const auto& [column, width] : columns)
        heads << text(std::string("record.") + column);
    m_table->setHeaderLabels(heads);
    m_table->header()->setStretchLastSection(false);
    for (int i = 0; i < static_cast<int>(columns.size()); ++i) {
        if (const int width = columns[static_cast<std::size_t>(i)].second; width > 0)
            m_table->header()->resizeSection(i, width);
        else
            m_table->header()->setSectionResizeMode(m_stretched = i, QHeaderView::Stretch);
    }
    m_table->viewport()->installEventFilter(this);
    connect(m_table->header(), &QHeaderView::sectionResized, this, [this](int column) {
        m_hasOwnWidths = m_hasOwnWidths || (!m_isFitting && column != m_stretched && m_table->isVisible());
    });
    connect(m_table, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { changeRow(item); });
    connect(m_table, &QTreeWidget::currentItemChanged, this, &RegisterPage::refreshButtons);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->addWidget(title);
    column->addWidget(hint);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    column->addWidget(m_problem); // below: what is clicked stays where it is
    new EmptyNote(m_table, text("basis." + m_id + ".none"));
    for (const auto signal : {&StudioDocument::opened, &StudioDocument::solved})
        connect(&m_document, signal, this, &RegisterPage::refresh);
    connect(&m_document, &StudioDocument::changed, this, &RegisterPage::refresh);
}

QString RegisterPage::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

QString RegisterPage::person() const {
    return m_services.preferences().value(QStringLiteral("person/name")).toString();
}

QToolButton* RegisterPage::addButton(const char* id, std::function<void()> run, bool needsRow) {
    auto* button = new QToolButton;
    button->setObjectName(QString::fromStdString(m_id) + QLatin1Char('.') + QLatin1String(id));
    button->setText(text(std::string("basis.") + id));
    connect(button, &QToolButton::clicked, this, [run = std::move(run)] { run(); });
    m_bar->addWidget(button);
    if (needsRow)
        m_needRow.push_back(button);
    refreshButtons();
    return button;
}

QTreeWidgetItem* RegisterPage::addItem(const QVariant& id, const QStringList& cells) {
    auto* item = new QTreeWidgetItem(m_table, cells);
    item->setData(0, Qt::UserRole, id);
    for (int i = 0; i < cells.size(); ++i)
        item->setToolTip(i, cells[i]);
    return item;
}

bool RegisterPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void RegisterPage::fitColumns() {
    if (m_hasOwnWidths)
        return;
    constexpr int leastText = 200, narrowest = 60;
    const QAbstractItemView* view = m_table; // where it tells the widths of what it holds
    std::vector<int> wanted(static_cast<std::size_t>(m_table->columnCount()), 0);
    int sum = 0;
    for (int i = 0; i < m_table->columnCount(); ++i) {
        if (m_table->isColumnHidden(i))
            continue;
        int& width = wanted[static_cast<std::size_t>(i)];
        width = std::max(view->sizeHintForColumn(i), m_table->header()->sectionSizeHint(i));
        if (i == m_stretched)
            width = std::max(width, leastText);
        sum += width;
    }
    const int room = m_table->viewport()->width();
    // No column wider than this: the narrow ones keep what they need, the stretched one takes what is left.
    int most = *std::ranges::max_element(wanted);
    while (sum > room && most > narrowest) {
        --most;
        sum = 0;
        for (const int width : wanted)
            sum += std::min(width, most);
    }
    m_isFitting = true;
    for (int i = 0; i < m_table->columnCount(); ++i)
        if (const int width = wanted[static_cast<std::size_t>(i)]; width > 0 && i != m_stretched)
            m_table->header()->resizeSection(i, std::min(width, most));
    m_isFitting = false;
}

void RegisterPage::refresh() {
    if (!isVisible())
        return;
    const QVariant chosen = m_table->currentItem() ? m_table->currentItem()->data(0, Qt::UserRole) : QVariant();
    m_table->clear();
    fill();
    for (int i = 0; i < m_table->topLevelItemCount(); ++i)
        if (chosen.isValid() && m_table->topLevelItem(i)->data(0, Qt::UserRole) == chosen)
            m_table->setCurrentItem(m_table->topLevelItem(i));
    applySearch();
    refreshButtons();
    fitColumns();
}

void RegisterPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RegisterPage::applySearch() {
    const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_table->topLevelItem(i);
        QString all;
        for (int column = 0; column < m_table->columnCount(); ++column)
            all += item->text(column) + QLatin1Char(' ');
        bool isFound = true;
        for (const QString& word : words)
            isFound = isFound && all.contains(word, Qt::CaseInsensitive);
        item->setHidden(!isFound);
    }
}

void RegisterPage::refreshButtons() {
    for (QToolButton* button : m_needRow)
        button->setEnabled(m_table->currentItem() != nullptr);
}

void RegisterPage::commit(const Edit& edit) {
    const Done done = m_document.commit(edit);
    m_document.closeMerge();
    m_problem->setText(done ? QString() : QString::fromStdString(m_services.texts().sentence(done.error().message)));
    m_problem->setVisible(!done);
}

} // namespace rackwright
