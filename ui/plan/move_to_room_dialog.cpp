// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/move_to_room_dialog.h"

#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace rackwright {

MoveToRoomDialog::MoveToRoomDialog(const Texts& texts, const std::vector<Room>& rooms, Judge judge, QWidget* parent)
    : QDialog(parent), m_judge(std::move(judge)) {
    setObjectName(QStringLiteral("dialog.move-to-room"));
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("move-to-room.title"));
    setMinimumWidth(360);
    m_rooms = new QListWidget;
    m_rooms->setObjectName(QStringLiteral("move-to-room.rooms"));
    m_rooms->setAccessibleName(text("move-to-room.room"));
    for (const Room& room : rooms) {
        auto* item = new QListWidgetItem(QString::fromStdString(room.name), m_rooms);
        item->setData(Qt::UserRole, QVariant::fromValue(room.id.value));
    }
    auto* keeps = new QLabel(text("move-to-room.keeps"));
    keeps->setWordWrap(true);
    keeps->setProperty("subdued", true);
    m_problem = new ProblemLabel(QStringLiteral("move-to-room.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("move-to-room.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_rooms);
    column->addWidget(keeps);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(m_rooms, &QListWidget::currentRowChanged, this, &MoveToRoomDialog::check);
    connect(m_rooms, &QListWidget::itemActivated, m_ok, &QPushButton::click);
    m_rooms->setCurrentRow(0);
    m_rooms->setFocus();
    check();
}

Id<Room> MoveToRoomDialog::room() const {
    const QListWidgetItem* item = m_rooms->currentItem();
    return item ? Id<Room>{item->data(Qt::UserRole).toULongLong()} : Id<Room>();
}

void MoveToRoomDialog::check() {
    const QString problem = room() ? m_judge(room()) : QString();
    m_problem->say(problem);
    m_ok->setEnabled(room() && problem.isEmpty());
}

} // namespace rackwright
