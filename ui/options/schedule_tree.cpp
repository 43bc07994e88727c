// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/options/schedule_tree.h"

#include "ui/report/schedule_files.h"
#include "ui/share/share_menu.h"
#include "ui/text/to_text.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace rackwright {

namespace {

/// A long text gives way, and is whole under the pointer: amounts at the end of a row stay in sight.
constexpr int kWidestColumn = 240;
constexpr int kRowPlace = Qt::UserRole;
} // namespace

QString changeHeading(const std::string& header, const Texts& texts) {
    std::string id;
    for (const char c : header)
        id += c == ' ' ? '-' : static_cast<char>('A' <= c && c <= 'Z' ? c - 'A' + 'a' : c);
    return toText(texts.text("compare.column." + id));
}

ScheduleTree::ScheduleTree(const QString& name, StudioServices& services, QWidget* parent)
    : QTreeWidget(parent), m_services(services) {
    setObjectName(name);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
}

void ScheduleTree::setSchedule(Schedule schedule, const std::function<QString(const std::string&)>& heading) {
    m_schedule = std::move(schedule);
    const Texts& texts = m_services.texts();
    setAccessibleName(toText(texts.sentence(m_schedule.title)));
    clear();
    setColumnCount(static_cast<int>(m_schedule.columns.size()));
    QStringList heads;
    for (const ScheduleColumn& column : m_schedule.columns)
        heads << (heading ? heading(column.header) : toText(column.header));
    setHeaderLabels(heads);
    std::vector<bool> isUsed(m_schedule.columns.size(), false);
    QList<QTreeWidgetItem*> items;
    for (std::size_t row = 0; row < m_schedule.rows.size(); ++row) {
        auto* item = new QTreeWidgetItem;
        item->setData(0, kRowPlace, QVariant::fromValue<qulonglong>(row));
        QFont font = item->font(0);
        font.setBold(m_schedule.rows[row].role != RowRole::Line);
        for (std::size_t i = 0; i < m_schedule.columns.size(); ++i) {
            const auto column = static_cast<int>(i);
            const std::string shown = cellText(m_schedule.columns[i], m_schedule.rows[row].cells[i], texts);
            isUsed[i] = isUsed[i] || !shown.empty();
            item->setText(column, toText(shown));
            item->setToolTip(column, toText(shown));
            item->setFont(column, font);
            if (m_schedule.columns[i].kind == ColumnKind::Number)
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        items << item;
    }
    addTopLevelItems(items);
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        const auto column = static_cast<int>(i);
        setColumnHidden(column, !isUsed[i] && !m_schedule.rows.empty());
        resizeColumnToContents(column);
        setColumnWidth(column, std::min(columnWidth(column), kWidestColumn));
    }
}

std::vector<const ScheduleRow*> ScheduleTree::chosen() const {
    std::vector<std::size_t> places;
    for (const QTreeWidgetItem* item : selectedItems())
        places.push_back(static_cast<std::size_t>(item->data(0, kRowPlace).toULongLong()));
    std::ranges::sort(places);
    std::vector<const ScheduleRow*> rows;
    for (const std::size_t place : places)
        if (place < m_schedule.rows.size())
            rows.push_back(&m_schedule.rows[place]);
    return rows;
}

std::vector<QStringList> ScheduleTree::rows() const { return tableOf(*this); }

void ScheduleTree::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("schedule.menu"));
    Shareable what;
    what.name = toText(m_schedule.id);
    what.table = [this] { return rows(); };
    what.csv = [this] { return csvOf(m_schedule, m_services.texts()); };
    what.picture = [this] { return pictureOf(*this); };
    addShareEntries(menu, what, m_services, this, [this](const QString& told) { Q_EMIT said(told); });
    menu.exec(event->globalPos());
}

} // namespace rackwright
