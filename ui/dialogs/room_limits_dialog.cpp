// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/room_limits_dialog.h"

#include "solvers/requirements/stated_budget.h"
#include "ui/report/room_limit_text.h"
#include "ui/share/share_menu.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

struct RoomLimitsDialog::Answer {
    SolutionPtr solution;
    std::vector<RoomTemplate> templates;
    std::optional<RoomLimits> limits; ///< nothing where the design holds no template
    QString failure;
};

RoomLimitsDialog::RoomLimitsDialog(StudioDocument& document, StudioServices& services, Id<Room> room, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_room(room) {
    setObjectName(QStringLiteral("dialog.room-limits"));
    setWindowTitle(text("room-limit.title"));
    resize(1240, 700);
    m_rooms = new QComboBox;
    m_rooms->setObjectName(QStringLiteral("room-limits.room"));
    m_rooms->setAccessibleName(text("room-limit.room"));
    m_templates = new QComboBox;
    m_templates->setObjectName(QStringLiteral("room-limits.template"));
    m_templates->setAccessibleName(text("room-limit.template"));
    auto* form = new QFormLayout;
    form->addRow(m_rooms->accessibleName(), m_rooms);
    form->addRow(m_templates->accessibleName(), m_templates);
    m_head = new QLabel;
    m_head->setObjectName(QStringLiteral("room-limits.head"));
    m_head->setWordWrap(true);
    m_head->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_head->setFont(studioFont(15, QFont::Medium));
    m_limits = makeTable("room-limits.limits", "room-limit.title",
                         {"limit", "capacity", "used", "left", "each", "more", "total", "missing"});
    m_steps = makeTable("room-limits.steps", "room-limit.column.step", {"step", "of-it", "more", "total", "next"});
    auto* buttons = new QDialogButtonBox;
    m_copy = buttons->addButton(text("room-limit.copy"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(QStringLiteral("room-limits.copy"));
    auto* close = buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {m_copy, close})
        button->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &RoomLimitsDialog::copyAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_head);
    column->addWidget(m_limits, 3);
    column->addWidget(m_steps, 2);
    column->addWidget(buttons);
    connect(m_rooms, &QComboBox::activated, this, [this](int row) {
        m_room = {m_rooms->itemData(row).toULongLong()};
        ask();
    });
    connect(m_templates, &QComboBox::activated, this, [this](int row) {
        m_of = m_templates->itemData(row).toString().toStdString();
        ask();
    });
    connect(&m_document, &StudioDocument::solved, this, &RoomLimitsDialog::ask);
    connect(&m_document, &StudioDocument::changed, this, &RoomLimitsDialog::listRooms);
    connect(&m_document, &StudioDocument::opened, this, &QDialog::reject);
    listRooms();
    ask();
}

void RoomLimitsDialog::bringUp(StudioDocument& document, StudioServices& services, Id<Room> room, QWidget* parent) {
    auto* dialog = parent->findChild<RoomLimitsDialog*>();
    if (!dialog) {
        dialog = new RoomLimitsDialog(document, services, room, parent);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    } else if (room) {
        dialog->showRoom(room);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void RoomLimitsDialog::showRoom(Id<Room> room) {
    m_room = room;
    listRooms();
    ask();
}

void RoomLimitsDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_limits)
        fill();
}

QString RoomLimitsDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QTreeWidget* RoomLimitsDialog::makeTable(const char* name, const char* title, const std::vector<const char*>& columns) {
    auto* table = new QTreeWidget;
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(text(title));
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    QStringList heads;
    for (const char* column : columns)
        heads << text(std::string("room-limit.column.") + column);
    table->setHeaderLabels(heads);
    table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->header()->setStretchLastSection(true);
    return table;
}

void RoomLimitsDialog::listRooms() {
    const QSignalBlocker blocker(m_rooms);
    m_rooms->clear();
    for (const Room& room : m_document.shownDesign().rooms)
        if (room.scope.isPresent())
            m_rooms->addItem(toText(roomName(m_document.shownDesign(), room, m_services.texts())),
                             QVariant::fromValue<qulonglong>(room.id.value));
    const int at = m_rooms->findData(QVariant::fromValue<qulonglong>(m_room.value));
    m_rooms->setCurrentIndex(std::max(at, 0));
    m_room = {m_rooms->currentData().toULongLong()};
}

// Beside the window, over the newest solution: the price of the bill is a figure of it.
void RoomLimitsDialog::ask() {
    const SolutionPtr solution = m_document.newestSolution();
    if (!solution)
        return;
    const auto work = [solution, room = m_room, code = m_of](const Background::Run&) {
        const Context& context = solution->context();
        auto answer = std::make_shared<Answer>();
        answer->solution = solution;
        if (context.design().rooms.contains(room)) {
            answer->templates = roomTemplates(context, room);
            const auto chosen = std::ranges::find(answer->templates, code, &RoomTemplate::code);
            if (!answer->templates.empty()) {
                const RoomTemplate& of = chosen == answer->templates.end() ? answer->templates.front() : *chosen;
                answer->limits = roomLimits(context, room, of, statedBudget(context, *solution, of));
            }
        }
        return std::shared_ptr<const Answer>(answer);
    };
    Background::instance().ask(
        {this, "limits", windowTitle().toStdString()}, work,
        [this](const std::shared_ptr<const Answer>& answer) { take(answer); },
        [this](const Error& failure) {
            auto answer = std::make_shared<Answer>();
            answer->failure = toText(m_services.texts().sentence(failure.message));
            take(answer);
        });
}

void RoomLimitsDialog::take(const std::shared_ptr<const Answer>& answer) {
    m_answer = answer;
    fill();
}

void RoomLimitsDialog::fill() {
    if (!m_answer)
        return;
    const Answer& answer = *m_answer;
    const Texts& texts = m_services.texts();
    {
        const QSignalBlocker blocker(m_templates);
        m_templates->clear();
        for (const RoomTemplate& of : answer.templates)
            m_templates->addItem(
                toText(texts.sentence(
                    Message("room-limit.choice").with("template", of.name).with("standing", of.standing))),
                toText(of.code));
        if (answer.limits)
            m_templates->setCurrentIndex(m_templates->findData(toText(answer.limits->of.code)));
    }
    m_limits->clear();
    m_steps->clear();
    m_copy->setEnabled(answer.limits.has_value());
    m_steps->setVisible(answer.limits && !answer.limits->steps.empty());
    if (!answer.limits) {
        m_head->setText(!answer.failure.isEmpty() ? answer.failure
                                                  : text(m_room ? "limits.no-templates" : "limits.no-rooms"));
        return;
    }
    const Context& context = answer.solution->context();
    const RoomLimits& limits = *answer.limits;
    m_head->setText(toText(roomLimitHead(limits, context, texts)));
    for (const RoomLimit& limit : limits.limits) {
        const RoomLimitRow row = roomLimitRow(limit, limits, context, texts);
        auto* item =
            new QTreeWidgetItem(m_limits, {toText(row.what), toText(row.capacity), toText(row.used), toText(row.left),
                                           toText(row.each), toText(row.more), toText(row.total), toText(row.missing)});
        const bool isBinding = &limit == limits.binding();
        for (int column = 0; column < item->columnCount(); ++column) {
            item->setToolTip(column, toText(row.basis));
            if (column > 0 && column < item->columnCount() - 1)
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
            if (isBinding)
                item->setFont(column, studioFont(13, QFont::Medium));
            item->setForeground(column, Theme::current().ink(isBinding                ? Ink::Accent
                                                             : limit.more.isUnknown() ? Ink::Subdued
                                                                                      : Ink::Text));
        }
        if (isBinding)
            item->setText(0, toText(texts.sentence(Message("room-limit.binding").with("limit", row.what))));
    }
    for (const RoomStep& step : limits.steps) {
        const RoomStepRow row = roomStepRow(step, limits, texts);
        auto* item = new QTreeWidgetItem(
            m_steps, {toText(row.what), toText(row.ofIt), toText(row.more), toText(row.total), toText(row.next)});
        for (const int column : {1, 2, 3})
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
}

void RoomLimitsDialog::copyAll() const {
    QString all = m_head->text() + QStringLiteral("\n\n");
    for (const QTreeWidget* table : {m_limits, m_steps}) {
        if (table->topLevelItemCount() == 0)
            continue;
        for (const QStringList& row : tableOf(*table))
            all += row.join(QLatin1Char('\t')) + QLatin1Char('\n');
        all += QLatin1Char('\n');
    }
    QApplication::clipboard()->setText(all);
}

} // namespace rackwright
