// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_workspace.h"

#include "model/edits/rack_edits.h"
#include "ui/plan/array_dialog.h"
#include "ui/plan/plan_edits.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr ActionRow kPlanActions[] = {
    {"plan.zoom-fit", MenuId::View, "Ctrl+0", "", false, true},
    {"plan.zoom-in", MenuId::View, "Ctrl++", ""},
    {"plan.zoom-out", MenuId::View, "Ctrl+-", ""},
    {"plan.dimensions", MenuId::View, "", "", true},
    {"plan.rotate", MenuId::Design, "R", ""},
    {"plan.mirror-across", MenuId::Design, "", ""},
    {"plan.mirror-down", MenuId::Design, "", ""},
    {"plan.array", MenuId::Design, "Ctrl+R", ""},
    {"plan.align-left", MenuId::Design, "", "", false, true},
    {"plan.align-right", MenuId::Design, "", ""},
    {"plan.align-top", MenuId::Design, "", ""},
    {"plan.align-bottom", MenuId::Design, "", ""},
    {"plan.align-centre-x", MenuId::Design, "", ""},
    {"plan.align-centre-y", MenuId::Design, "", ""},
    {"plan.distribute-x", MenuId::Design, "", ""},
    {"plan.distribute-y", MenuId::Design, "", ""},
};

struct AlignRow {
    const char* id;
    edits::Alignment alignment;
};
constexpr AlignRow kAlignRows[] = {
    {"plan.align-left", edits::Alignment::Left},         {"plan.align-right", edits::Alignment::Right},
    {"plan.align-top", edits::Alignment::Top},           {"plan.align-bottom", edits::Alignment::Bottom},
    {"plan.align-centre-x", edits::Alignment::CentreX},  {"plan.align-centre-y", edits::Alignment::CentreY},
};
/// Commands that need so many selected racks.
struct NeedRow {
    const char* id;
    std::size_t racks;
};
constexpr NeedRow kNeeds[] = {
    {"plan.rotate", 1},     {"plan.mirror-across", 1}, {"plan.mirror-down", 1},    {"plan.array", 1},
    {"plan.align-left", 2}, {"plan.align-right", 2},   {"plan.align-top", 2},      {"plan.align-bottom", 2},
    {"plan.align-centre-x", 2}, {"plan.align-centre-y", 2}, {"plan.distribute-x", 3}, {"plan.distribute-y", 3},
};

// One command for each thing to draw, of the table of tools.
std::vector<ActionRow> insertCommands() {
    std::vector<ActionRow> rows;
    for (const DrawTool& tool : drawTools())
        rows.push_back({tool.id, MenuId::Insert, "", "", true, tool.beginsGroup});
    return rows;
}

} // namespace

PlanWorkspace::PlanWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services), m_actions(actions) {
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
    head->setSpacing(kSpace);
    head->addWidget(m_title);
    head->addWidget(m_rooms);
    head->addWidget(m_size);
    head->addStretch();
    auto* chips = new QButtonGroup(this);
    for (std::size_t i = 0; i < EnumNames<OverlayKind>::names.size(); ++i) {
        const auto kind = static_cast<OverlayKind>(i);
        const QString name = QString::fromLatin1(enumName(kind).data(), static_cast<qsizetype>(enumName(kind).size()));
        auto* chip = new QToolButton;
        chip->setObjectName(QStringLiteral("plan.overlay.") + name);
        chip->setText(QString::fromStdString(services.texts().text("plan.overlay." + name.toStdString())));
        chip->setCheckable(true);
        chip->setChecked(kind == OverlayKind::Load);
        chip->setProperty("chip", true);
        connect(chip, &QToolButton::clicked, this, [this, kind] { m_view->setOverlay(kind); });
        chips->addButton(chip);
        head->addWidget(chip);
    }
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
    connectLayout();
    connectTools();
    connect(m_view, &PlanView::menuAsked, this, &PlanWorkspace::showMenu);
    connect(&document, &StudioDocument::opened, this, &PlanWorkspace::refreshHead);
    connect(&document, &StudioDocument::changed, this, &PlanWorkspace::refreshHead);
    refreshHead();
}

void PlanWorkspace::apply(const Edit& edit) {
    if (const Done done = m_document.commit(edit); !done)
        Q_EMIT m_view->hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
    m_document.closeMerge();
}

void PlanWorkspace::connectLayout() {
    const auto target = [this] { return edits::activeTarget(*m_document.project()); };
    const auto racks = [this] { return racksOf(m_document.selection()); };
    m_actions.action("plan.dimensions")->setChecked(true);
    m_actions.connectTo("plan.dimensions", this,
                        [this] { m_view->setShowsDimensions(m_actions.action("plan.dimensions")->isChecked()); });
    m_actions.connectTo("plan.rotate", this, [=, this] { apply(edits::rotateRacks(target(), racks(), Angle::degrees(90))); });
    m_actions.connectTo("plan.mirror-across", this, [=, this] {
        apply(edits::mirrorRacks(target(), racks(), edits::MirrorLine::Across, selectionMiddle().y));
    });
    m_actions.connectTo("plan.mirror-down", this, [=, this] {
        apply(edits::mirrorRacks(target(), racks(), edits::MirrorLine::Down, selectionMiddle().x));
    });
    for (const AlignRow& row : kAlignRows)
        m_actions.connectTo(row.id, this, [=, this, alignment = row.alignment] {
            apply(edits::alignRacks(target(), racks(), alignment));
        });
    m_actions.connectTo("plan.distribute-x", this,
                        [=, this] { apply(edits::distributeRacks(target(), racks(), edits::Direction::X)); });
    m_actions.connectTo("plan.distribute-y", this,
                        [=, this] { apply(edits::distributeRacks(target(), racks(), edits::Direction::Y)); });
    m_actions.connectTo("plan.array", this, [this] { askForArray(); });
    const auto enable = [this] {
        const std::size_t count = racksOf(m_document.selection()).size();
        for (const NeedRow& need : kNeeds)
            m_actions.action(need.id)->setEnabled(count >= need.racks);
    };
    connect(&m_document, &StudioDocument::selectionChanged, this, enable);
    enable();
}

void PlanWorkspace::connectTools() {
    m_actions.add(insertCommands());
    for (const DrawTool& tool : drawTools())
        m_actions.connectTo(tool.id, this, [this, &tool] {
            m_view->setTool(m_actions.action(tool.id)->isChecked() ? &tool : nullptr);
            m_view->setFocus();
        });
    connect(m_view, &PlanView::toolChanged, this, [this] {
        for (const DrawTool& tool : drawTools())
            m_actions.action(tool.id)->setChecked(m_view->tool() == &tool);
        const Texts& texts = m_services.texts();
        if (m_view->tool())
            Q_EMIT m_view->hinted(QString::fromStdString(texts.text(
                m_view->tool()->gesture == DrawGesture::Polyline ? "plan.hint.polyline" : "plan.hint.shape")));
    });
    const auto enable = [this] {
        for (const DrawTool& tool : drawTools())
            m_actions.action(tool.id)->setEnabled(m_document.design().rooms.contains(m_view->room()));
    };
    connect(&m_document, &StudioDocument::opened, this, enable);
    connect(&m_document, &StudioDocument::changed, this, enable);
    enable();
}

// What one does most with a selection; all of it stands in the menus too.
void PlanWorkspace::showMenu(QPoint place) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("plan.menu"));
    for (const char* id : {"edit.duplicate", "plan.array", "plan.rotate", "plan.mirror-across", "plan.mirror-down"})
        menu.addAction(m_actions.action(id));
    QMenu* align = menu.addMenu(QString::fromStdString(m_services.texts().text("plan.menu.align")));
    for (const AlignRow& row : kAlignRows)
        align->addAction(m_actions.action(row.id));
    align->addAction(m_actions.action("plan.distribute-x"));
    align->addAction(m_actions.action("plan.distribute-y"));
    menu.addSeparator();
    menu.addAction(m_actions.action("edit.delete"));
    menu.addSeparator();
    menu.addAction(m_actions.action("edit.select-all"));
    menu.addAction(m_actions.action("plan.zoom-fit"));
    menu.exec(place);
}

Point PlanWorkspace::selectionMiddle() const {
    std::vector<Point> centres;
    for (const Id<Rack> id : racksOf(m_document.selection()))
        if (const Rack* rack = m_document.design().racks.find(id))
            centres.push_back(rack->centre);
    if (centres.empty())
        return {};
    const Box box = boundingBox(centres);
    return {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
}

// Copies stand shoulder to shoulder along the row, unless the person says otherwise.
void PlanWorkspace::askForArray() {
    const std::vector<Id<Rack>> racks = racksOf(m_document.selection());
    const Rack* rack = racks.empty() ? nullptr : m_document.design().racks.find(racks.front());
    if (!rack)
        return;
    Point pitch{Length::millimetres(600), {}};
    if (const auto footprint = footprintOf(*m_document.project(), *rack)) {
        const bool isTurned = rack->rotation.inMillidegrees() / 90'000 % 2 == 1;
        pitch = isTurned ? Point{{}, footprint->width} : Point{footprint->width, {}};
    }
    ArrayDialog dialog(m_document, m_services, rack->id, pitch, this);
    const bool isMade = dialog.exec() == QDialog::Accepted;
    const Result<Edit> edit = dialog.edit();
    m_document.dropPreview();
    if (isMade && edit)
        apply(*edit);
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
