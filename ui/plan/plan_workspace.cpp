// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_workspace.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr ActionRow kPlanActions[] = {
    {"plan.zoom-fit", MenuId::View, "Ctrl+0", "", false, true},
    {"plan.zoom-in", MenuId::View, "Ctrl++", ""},
    {"plan.zoom-out", MenuId::View, "Ctrl+-", ""},
};

} // namespace

PlanWorkspace::PlanWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    m_view = new PlanView(document, services);
    m_title = new QLabel;
    m_title->setProperty("title", true);
    m_size = new QLabel;
    m_size->setProperty("subdued", true);
    m_rooms = new QComboBox;
    m_rooms->setObjectName(QStringLiteral("plan.room"));
    m_rooms->setAccessibleName(QString::fromStdString(services.texts().text("plan.room")));
    connect(m_rooms, &QComboBox::activated, this,
            [this](int index) { m_view->setRoom({m_rooms->itemData(index).toULongLong()}); });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->addWidget(m_title);
    head->addWidget(m_rooms);
    head->addWidget(m_size);
    head->addStretch();
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addLayout(head);
    inside->addWidget(m_view, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card);

    actions.add(kPlanActions);
    constexpr double step = 1.25;
    const auto middle = [this] { return QRectF(m_view->rect()).center(); };
    actions.connectTo("plan.zoom-fit", this, [this] { m_view->zoomToFit(); });
    actions.connectTo("plan.zoom-in", this, [this, middle] { m_view->zoomBy(step, middle()); });
    actions.connectTo("plan.zoom-out", this, [this, middle] { m_view->zoomBy(1 / step, middle()); });
    connect(&document, &StudioDocument::opened, this, &PlanWorkspace::refreshHead);
    connect(&document, &StudioDocument::changed, this, &PlanWorkspace::refreshHead);
    refreshHead();
}

void PlanWorkspace::refreshHead() {
    const QSignalBlocker blocker(m_rooms);
    m_rooms->clear();
    for (const Room& room : m_document.shownDesign().rooms)
        m_rooms->addItem(QString::fromStdString(room.name), QVariant::fromValue(room.id.value));
    m_rooms->setCurrentIndex(m_rooms->findData(QVariant::fromValue(m_view->room().value)));
    m_rooms->setVisible(m_rooms->count() > 1);
    const Room* room = m_document.shownDesign().rooms.find(m_view->room());
    m_title->setVisible(m_rooms->count() <= 1);
    m_title->setText(room ? QString::fromStdString(room->name) : QString());
    if (!room || room->outline.empty()) {
        m_size->clear();
        return;
    }
    const Box box = boundingBox(room->outline);
    m_size->setText(QString::fromStdString(m_services.texts().sentence(
        Message("plan.size")
            .with("width", UnitNumber{(box.high.x - box.low.x).inMillimetres() / 1000, "m"})
            .with("depth", UnitNumber{(box.high.y - box.low.y).inMillimetres() / 1000, "m"}))));
}

} // namespace rackwright
