// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/schedule_table.h"

#include "ui/report/schedule_files.h"
#include "ui/text/to_text.h"

#include <QHeaderView>
#include <QTableWidget>

namespace rackwright {

void fillTable(QTableWidget& table, const Schedule& schedule, const Texts& texts) {
    table.clear();
    table.setColumnCount(static_cast<int>(schedule.columns.size()));
    table.setRowCount(static_cast<int>(schedule.rows.size()));
    QStringList titles;
    for (const ScheduleColumn& each : schedule.columns)
        titles << toText(each.header);
    table.setHorizontalHeaderLabels(titles);
    for (std::size_t row = 0; row < schedule.rows.size(); ++row)
        for (std::size_t i = 0; i < schedule.columns.size(); ++i) {
            auto* cell =
                new QTableWidgetItem(toText(cellText(schedule.columns[i], schedule.rows[row].cells[i], texts)));
            const bool isNumber = schedule.columns[i].kind == ColumnKind::Number;
            cell->setTextAlignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
            table.setItem(static_cast<int>(row), static_cast<int>(i), cell);
        }
    table.resizeColumnsToContents();
}

} // namespace rackwright
