// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_workspace.h"

#include "model/edits/combined_edit.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "ui/dialogs/room_dialog.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/hall_section.h"
#include "ui/paint/svg_writer.h"
#include "ui/plan/array_dialog.h"
#include "ui/plan/busways_dialog.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/room_fit_dialog.h"
#include "ui/plan/shape_handles.h"
#include "ui/plan/subject_name.h"
#include "ui/plan/underlay_edits.h"
#include "ui/plan/underlay_layers_dialog.h"
#include "ui/plan/underlay_scale_dialog.h"
#include "ui/report/loss_overlay.h"
#include "ui/report/plan_page.h"
#include "ui/share/design_tables.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/out_of_service_strip.h"
#include "ui/supply/supply_commands.h"
#include "ui/widgets/chip_row.h"
#include "ui/widgets/elided_label.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QLabel>
#include <QMenu>
#include <QShowEvent>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr const char* kArrange = "arrange";
constexpr const char* kPicture = "picture";
constexpr ActionRow kPlanActions[] = {
    {"plan.dimensions", MenuId::View, "", "", true, true},
    {"plan.overhead", MenuId::View, "", "", true},
    {"plan.underfloor", MenuId::View, "", "", true},
    {"plan.clouds", MenuId::View, "", "", true},
    {"plan.rotate", MenuId::Design, "R", "", false, true, "", KeyReach::Chosen},
    {"plan.array", MenuId::Design, "Ctrl+R", "", false, false, "", KeyReach::Chosen},
    {"plan.move-to-room", MenuId::Design, "Ctrl+Shift+M", "", false, false, "", KeyReach::Chosen},
    {"plan.mirror-across", MenuId::Design, "", "", false, false, kArrange},
    {"plan.mirror-down", MenuId::Design, "", "", false, false, kArrange},
    {"plan.align-left", MenuId::Design, "", "", false, true, kArrange},
    {"plan.align-right", MenuId::Design, "", "", false, false, kArrange},
    {"plan.align-top", MenuId::Design, "", "", false, false, kArrange},
    {"plan.align-bottom", MenuId::Design, "", "", false, false, kArrange},
    {"plan.align-centre-x", MenuId::Design, "", "", false, false, kArrange},
    {"plan.align-centre-y", MenuId::Design, "", "", false, false, kArrange},
    {"plan.distribute-x", MenuId::Design, "", "", false, true, kArrange},
    {"plan.distribute-y", MenuId::Design, "", "", false, false, kArrange},
    {"plan.room.fit", MenuId::Design, "", "", false, true},
    {"plan.room.select", MenuId::Design, "", ""},
    {"plan.room.remove", MenuId::Design, "", ""},
    {"tools.measure", MenuId::Tools, "M", "", true, false, "", KeyReach::Untyped},
    {"underlay.scale", MenuId::Design, "", "", false, false, kPicture},
    {"underlay.select", MenuId::Design, "", "", false, false, kPicture},
    {"underlay.lock", MenuId::Design, "", "", true, false, kPicture},
    {"underlay.remove", MenuId::Design, "", "", false, false, kPicture},
};

/// Behind the tools of the Insert menu.
constexpr ActionRow kInsertActions[] = {
    {"insert.busways", MenuId::Insert, "", "", false, true},
    {"insert.underlay", MenuId::Insert, "", ""},
};

struct AlignRow {
    const char* id;
    edits::Alignment alignment;
};
constexpr AlignRow kAlignRows[] = {
    {"plan.align-left", edits::Alignment::Left},        {"plan.align-right", edits::Alignment::Right},
    {"plan.align-top", edits::Alignment::Top},          {"plan.align-bottom", edits::Alignment::Bottom},
    {"plan.align-centre-x", edits::Alignment::CentreX}, {"plan.align-centre-y", edits::Alignment::CentreY},
};
/// Commands that need so many selected racks.
struct NeedRow {
    const char* id;
    std::size_t racks;
};
constexpr NeedRow kNeeds[] = {
    {"plan.mirror-across", 1},  {"plan.mirror-down", 1},  {"plan.array", 1},        {"plan.align-left", 2},
    {"plan.align-right", 2},    {"plan.align-top", 2},    {"plan.align-bottom", 2}, {"plan.align-centre-x", 2},
    {"plan.align-centre-y", 2}, {"plan.distribute-x", 3}, {"plan.distribute-y", 3},
};

// Where a thing on the floor stands when it is turned about its own middle; nothing for what stands elsewhere.
template <class Row>
std::optional<Placement> turnedOnFloor(const Row* row, Angle by) {
    const auto* place = row ? std::get_if<OnFloor>(&row->placement) : nullptr;
    if (!place)
        return std::nullopt;
    OnFloor turned = *place;
    turned.rotation = turned.rotation + by;
    return turned;
}

bool canBeTurned(const Design& design, Subject subject) {
    const auto standsOnFloor = [](const auto* row) { return turnedOnFloor(row, {}).has_value(); };
    switch (subject.kind) {
    case SubjectKind::Rack:
        return true;
    case SubjectKind::Device:
        return standsOnFloor(design.devices.find({subject.id}));
    case SubjectKind::PowerElement:
        return standsOnFloor(design.powerElements.find({subject.id}));
    case SubjectKind::CoolingUnit:
        return standsOnFloor(design.coolingUnits.find({subject.id}));
    default:
        return false;
    }
}

// Racks and whatever else stands on the floor, each about its own middle; nothing where none of it can be turned.
std::optional<Edit> turnEdit(const edits::Target& target, const std::vector<Subject>& subjects, Angle by) {
    const Design& design = *target.design();
    std::vector<Edit> edits;
    if (std::vector<Id<Rack>> racks = racksOf(subjects); !racks.empty())
        edits.push_back(edits::rotateRacks(target, std::move(racks), by));
    for (const Subject subject : subjects) {
        if (subject.kind == SubjectKind::Device) {
            if (const auto place = turnedOnFloor(design.devices.find({subject.id}), by))
                edits.push_back(edits::moveDevice(target, {subject.id}, *place));
        } else if (subject.kind == SubjectKind::PowerElement) {
            if (const auto place = turnedOnFloor(design.powerElements.find({subject.id}), by))
                edits.push_back(edits::movePowerElement(target, {subject.id}, *place));
        } else if (subject.kind == SubjectKind::CoolingUnit) {
            if (const auto place = turnedOnFloor(design.coolingUnits.find({subject.id}), by))
                edits.push_back(edits::moveCoolingUnit(target, {subject.id}, *place));
        }
    }
    if (edits.empty())
        return std::nullopt;
    if (edits.size() == 1)
        return std::move(edits.front());
    return edits::combined(Message("undo.things.turn").with("count", subjects.size()), std::move(edits));
}

const char* hintOf(const DrawTool& tool) {
    if (tool.keepsNothing)
        return "plan.hint.measure";
    if (tool.gesture == DrawGesture::Outline)
        return "plan.hint.outline";
    if (!tool.make)
        return "plan.hint.scale";
    return tool.gesture == DrawGesture::Polyline    ? "plan.hint.polyline"
           : tool.gesture == DrawGesture::Place     ? "plan.hint.place"
           : tool.gesture == DrawGesture::Rectangle ? "plan.hint.rectangle"
                                                    : "plan.hint.shape";
}

// Two points of the picture; the distance is typed.
constexpr DrawTool kScaleTool{"underlay.scale", DrawGesture::Line};
// Two points; the distance stands at the pointer.
constexpr DrawTool kMeasureTool{"tools.measure", DrawGesture::Line, nullptr, false, "", true};

// One command for each thing to draw, of the table of tools.
std::vector<ActionRow> insertCommands() {
    std::vector<ActionRow> rows{{"insert.room", MenuId::Insert, "Ctrl+Shift+N", ""}};
    for (const DrawTool& tool : drawTools())
        rows.push_back({tool.id, MenuId::Insert, "", "", true, tool.beginsGroup, tool.submenu});
    return rows;
}

} // namespace

PlanWorkspace::PlanWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services), m_actions(actions) {
    m_view = new PlanView(document, services);
    connect(m_view, &PlanView::hinted, this, &Workspace::hinted);
    connect(m_view, &PlanView::rackOpened, this, [this](quint64 rack) {
        m_document.select({{SubjectKind::Rack, rack}});
        Q_EMIT workspaceAsked(QStringLiteral("racks"));
    });
    m_title = new ElidedLabel;
    m_title->setObjectName(QStringLiteral("plan.title"));
    m_title->setProperty("title", true);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_size = new QLabel;
    m_size->setProperty("subdued", true);
    m_rooms = new QComboBox;
    m_rooms->setObjectName(QStringLiteral("plan.room"));
    m_rooms->setAccessibleName(QString::fromStdString(services.texts().text("plan.room")));
    // As wide as the names, up to a third of a line of text.
    m_rooms->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rooms->setMaximumWidth(m_rooms->fontMetrics().averageCharWidth() * 48);
    connect(m_rooms, &QComboBox::activated, this, [this](int index) {
        const Id<Room> room{m_rooms->itemData(index).toULongLong()};
        m_view->setRoom(room);
        // What is shown is what one works on: the inspector tells of it, and keys are for the plan again.
        m_document.select({Subject(room)});
        m_view->setFocus();
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->setSpacing(kSpace);
    head->addWidget(m_title);
    head->addWidget(m_rooms);
    head->addWidget(m_size);
    head->addStretch();
    auto* chips =
        new ChipRow(QStringLiteral("plan.overlays"), QString::fromStdString(services.texts().text("plan.overlays")));
    head->addWidget(chips);
    for (std::size_t i = 0; i < EnumNames<OverlayKind>::names.size(); ++i) {
        const auto kind = static_cast<OverlayKind>(i);
        const QString name = QString::fromLatin1(enumName(kind).data(), static_cast<qsizetype>(enumName(kind).size()));
        auto* chip = new QToolButton;
        chip->setObjectName(QStringLiteral("plan.overlay.") + name);
        chip->setText(QString::fromStdString(services.texts().text("plan.overlay." + name.toStdString())));
        chip->setCheckable(true);
        chip->setChecked(kind == OverlayKind::Load);
        chip->setProperty("chip", true);
        connect(chip, &QToolButton::clicked, this, [this, kind] {
            OutOfService::of(m_document).leave(); // other colours are asked for
            m_view->setOverlay(kind);
        });
        chips->add(chip);
    }
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addLayout(head);
    inside->addWidget(new OutOfServiceStrip(QStringLiteral("plan.out-of-service"), document, services));
    inside->addWidget(m_view, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card);

    actions.add(kPlanActions);
    connectLayout();
    connectTools();
    connectRooms();
    connectPathways();
    connectUnderlay();
    auto* supply = new SupplyCommands(*m_view, document, services, actions);
    supply->setObjectName(QStringLiteral("plan.supply"));
    connect(supply, &SupplyCommands::hinted, this, &Workspace::hinted);
    connect(supply, &SupplyCommands::inspectorAsked, this, &Workspace::inspectorAsked);
    setFocusProxy(m_view);
    connect(&OutOfService::of(document), &OutOfService::changed, this, &PlanWorkspace::showLoss);
    connect(m_view, &PlanView::lossLeft, &OutOfService::of(document), &OutOfService::leave);
    connect(m_view, &PlanView::menuAsked, this, &PlanWorkspace::showMenu);
    connect(&document, &StudioDocument::opened, this, &PlanWorkspace::refreshHead);
    connect(&document, &StudioDocument::changed, this, &PlanWorkspace::refreshHead);
    refreshHead();
}

void PlanWorkspace::apply(const Edit& edit) { finish(m_document.commit(edit)); }

void PlanWorkspace::finish(const Done& done) {
    if (!done)
        Q_EMIT m_view->hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
    m_document.closeMerge();
}

void PlanWorkspace::connectLayout() {
    const auto target = [this] { return edits::activeTarget(*m_document.project()); };
    const auto racks = [this] { return racksOf(m_document.selection()); };
    m_actions.action("plan.dimensions")->setChecked(true);
    m_actions.connectTo("plan.dimensions", this,
                        [this] { m_view->setShowsDimensions(m_actions.action("plan.dimensions")->isChecked()); });
    m_actions.connectTo("plan.rotate", this, [=, this] {
        if (const auto turn = turnEdit(target(), m_document.selection(), Angle::degrees(90)))
            apply(*turn);
    });
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
        m_actions.action("plan.rotate")->setEnabled(std::ranges::any_of(m_document.selection(), [this](Subject each) {
            return canBeTurned(m_document.design(), each);
        }));
    };
    connect(&m_document, &StudioDocument::selectionChanged, this, enable);
    enable();
}

void PlanWorkspace::connectTools() {
    m_actions.add(insertCommands());
    m_actions.add(kInsertActions);
    for (const DrawTool& tool : drawTools())
        m_actions.connectTo(tool.id, this, [this, &tool] { takeTool(tool); });
    connect(m_view, &PlanView::toolChanged, this, [this] {
        for (const DrawTool& tool : drawTools())
            m_actions.action(tool.id)->setChecked(m_view->tool() == &tool);
        m_actions.action("tools.measure")->setChecked(m_view->tool() == &kMeasureTool);
        hintTool();
    });
    const auto enable = [this] {
        const bool hasRoom = m_document.design().rooms.contains(m_view->room());
        for (const DrawTool& tool : drawTools())
            m_actions.action(tool.id)->setEnabled(hasRoom);
        for (const char* id : {"tools.measure", "plan.room.fit", "plan.room.select", "plan.room.remove"})
            m_actions.action(id)->setEnabled(hasRoom);
    };
    connect(&m_document, &StudioDocument::opened, this, enable);
    connect(&m_document, &StudioDocument::changed, this, enable);
    enable();
}

// Its command is a switch that goes off when it is chosen again: a tool that left then would let the next drag move
// what lies under it. Escape or another tool ends it.
void PlanWorkspace::takeTool(const DrawTool& tool) {
    m_view->setTool(&tool);
    m_actions.action(tool.id)->setChecked(true);
    // The tool that is in the hand changes nothing that would bring the plan up.
    if (!isVisible())
        Q_EMIT workspaceAsked(QStringLiteral("plan"));
    hintTool();
    m_view->setFocus();
}

void PlanWorkspace::hintTool() {
    const DrawTool* tool = m_view->tool();
    Q_EMIT toolHinted(tool ? QString::fromStdString(m_services.texts().text(hintOf(*tool))) : QString());
}

void PlanWorkspace::hideEvent(QHideEvent* event) {
    Workspace::hideEvent(event);
    if (m_view->tool() && !event->spontaneous() && window()->isVisible())
        Q_EMIT toolHinted(QString());
}

void PlanWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    if (m_view->tool())
        hintTool();
}

void PlanWorkspace::connectRooms() {
    m_actions.connectTo("insert.room", this, [this] { addRoom(); });
    m_actions.connectTo("plan.room.fit", this, [this] { fitToRoom(); });
    m_actions.connectTo("plan.room.select", this, [this] {
        m_document.select({Subject(m_view->room())});
        m_view->setFocus();
    });
    // The edit says why one that is in use stays.
    m_actions.connectTo("plan.room.remove", this, [this] {
        apply(edits::removeRoom(edits::activeTarget(*m_document.project()), m_view->room()));
    });
    m_actions.connectTo("tools.measure", this, [this] { takeTool(kMeasureTool); });
    connect(m_view, &PlanView::roomChanged, this, &PlanWorkspace::refreshHead);
}

void PlanWorkspace::fitToRoom() {
    RoomFitDialog dialog(m_document, m_services, m_view->room(), racksOf(m_document.selection()), window());
    const bool isMade = dialog.exec() == QDialog::Accepted;
    const std::optional<Edit> edit = dialog.edit();
    m_document.dropPreview();
    if (isMade && edit)
        apply(*edit);
}

// A room more in this design; it is shown and selected, so that its outline can be drawn or typed.
void PlanWorkspace::addRoom() {
    RoomDialog dialog(m_services.texts(), window());
    auto taken = edits::namesOf(m_document.design().rooms);
    dialog.propose(QString::fromStdString(edits::freeName(m_services.texts().text("new.room"), taken)));
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<Room> made = dialog.room();
    if (!made)
        return;
    Room room = *made;
    auto names = edits::namesOf(m_document.design().rooms);
    room.name = edits::freeName(room.name, names);
    if (const Room* shown = m_document.design().rooms.find(m_view->room()))
        room.elevation = shown->elevation;
    const std::uint64_t next = m_document.history().nextId();
    apply(edits::putRoom(edits::activeTarget(*m_document.project()), std::move(room)));
    for (const Room& each : m_document.design().rooms)
        if (each.id.value >= next) {
            m_view->setRoom(each.id);
            m_document.select({Subject(each.id)});
            break;
        }
}

void PlanWorkspace::showRoomMenu(QMenu& menu, QPoint place) {
    const std::vector<Subject>& chosen = m_document.selection();
    if (chosen.size() != 1 || chosen.front().kind != SubjectKind::Room)
        return;
    if (const auto corner = m_view->roomCornerAt(place)) {
        QAction* remove = menu.addAction(
            QString::fromStdString(m_services.texts().text("inspector.corner.remove")), this, [this, corner] {
                const auto edit = removeRoomCorner(edits::activeTarget(*m_document.project()), m_view->room(), *corner);
                if (edit)
                    apply(*edit);
            });
        remove->setObjectName(QStringLiteral("plan.menu.remove-corner"));
    }
    for (const char* id : {"insert.room-outline", "insert.room", "plan.room.remove"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
}

void PlanWorkspace::showLoss() {
    const OutOfService& out = OutOfService::of(m_document);
    if (!out.thing())
        return m_view->showLoss(nullptr);
    if (!out.loss())
        return; // the answer comes
    const Texts& texts = m_services.texts();
    PlanLoss shown{lossOverlay(out.solution()->context(), *out.loss(), texts), lossMarks(*out.loss(), texts)};
    m_view->showLoss(std::make_shared<const PlanLoss>(std::move(shown)));
}

// What one does most with a selection; all of it stands in the menus too.
void PlanWorkspace::showMenu(QPoint place) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("plan.menu"));
    menu.setToolTipsVisible(true);
    showRoomMenu(menu, place);
    for (const char* id : {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "plan.move-to-room"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
    if (const auto* supply = m_view->findChild<SupplyCommands*>())
        supply->addTo(menu);
    for (const char* id : {"plan.array", "plan.rotate", "plan.mirror-across", "plan.mirror-down"})
        menu.addAction(m_actions.action(id));
    QMenu* align = menu.addMenu(QString::fromStdString(m_services.texts().text("plan.menu.align")));
    align->setToolTipsVisible(true);
    for (const AlignRow& row : kAlignRows)
        align->addAction(m_actions.action(row.id));
    align->addAction(m_actions.action("plan.distribute-x"));
    align->addAction(m_actions.action("plan.distribute-y"));
    menu.addSeparator();
    menu.addAction(m_actions.action("edit.delete"));
    menu.addSeparator();
    addBelow(menu, place);
    menu.addAction(m_actions.action("edit.select-all"));
    menu.addAction(m_actions.action("view.zoom-fit"));
    menu.addAction(m_actions.action("view.zoom-selection"));
    menu.addSeparator();
    if (const std::optional<Shareable> section = sectionOfChosenRow()) {
        QMenu* below = menu.addMenu(QString::fromStdString(m_services.texts().text("plan.menu.section")));
        below->setObjectName(QStringLiteral("plan.menu.section"));
        addShareEntries(*below, *section, m_services, this,
                        [this](const QString& said) { Q_EMIT m_view->hinted(said); });
    }
    if (const std::optional<Shareable> what = shareable())
        addShareEntries(menu, *what, m_services, this, [this](const QString& said) { Q_EMIT m_view->hinted(said); });
    m_view->setMenuPlace(place);
    menu.exec(place);
    m_view->setMenuPlace(std::nullopt);
}

// What others hide: a pathway over or under a rack, an aisle below it.
void PlanWorkspace::addBelow(QMenu& menu, QPoint place) {
    const std::vector<Subject> here = m_view->thingsAt(place);
    if (here.size() < 2)
        return;
    QMenu* below = menu.addMenu(QString::fromStdString(m_services.texts().text("plan.menu.below")));
    below->setObjectName(QStringLiteral("plan.menu.below"));
    for (const Subject subject : here)
        below->addAction(subjectName(m_document.design(), subject, m_services.texts()), this,
                         [this, subject] { m_document.select({subject}); });
    menu.addSeparator();
}

void PlanWorkspace::connectPathways() {
    for (const char* id : {"plan.overhead", "plan.underfloor"}) {
        m_actions.action(id)->setChecked(true);
        m_actions.connectTo(id, this, [this] {
            m_view->setShowsLevels(m_actions.action("plan.overhead")->isChecked(),
                                   m_actions.action("plan.underfloor")->isChecked());
        });
    }
    m_actions.action("plan.clouds")->setChecked(true);
    m_actions.connectTo("plan.clouds", this,
                        [this] { m_view->setShowsClouds(m_actions.action("plan.clouds")->isChecked()); });
    m_actions.connectTo("insert.busways", this, [this] {
        BuswaysDialog dialog(m_document, m_services, rackRowOf(m_document.design(), racksOf(m_document.selection())),
                             window());
        const bool isMade = dialog.exec() == QDialog::Accepted;
        const Result<Edit> edit = dialog.edit();
        m_document.dropPreview();
        if (isMade && edit)
            apply(*edit);
    });
    const auto enable = [this] {
        m_actions.action("insert.busways")->setEnabled(!racksOf(m_document.selection()).empty());
    };
    connect(&m_document, &StudioDocument::selectionChanged, this, enable);
    enable();
}

const RoomObject* PlanWorkspace::underlay() const {
    std::vector<std::uint64_t> selected;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::RoomObject)
            selected.push_back(subject.id);
    return underlayOf(m_document.design(), m_view->room(), selected);
}

void PlanWorkspace::connectUnderlay() {
    m_actions.connectTo("insert.underlay", this, [this] { insertUnderlay(); });
    m_actions.connectTo("underlay.scale", this, [this] {
        m_view->setTool(&kScaleTool);
        m_view->setFocus();
    });
    connect(m_view, &PlanView::placesGiven, this, &PlanWorkspace::scaleUnderlay);
    m_actions.connectTo("underlay.select", this, [this] {
        if (const RoomObject* object = underlay())
            m_document.select({Subject(object->id)});
    });
    // Locked it lies below everything and the pointer passes through it; how one works, not what the design is.
    m_actions.action("underlay.lock")->setChecked(true);
    m_actions.connectTo("underlay.lock", this,
                        [this] { m_view->setUnderlayLocked(m_actions.action("underlay.lock")->isChecked()); });
    m_actions.connectTo("underlay.remove", this, [this] {
        if (const RoomObject* object = underlay())
            apply(removeUnderlay(edits::activeTarget(*m_document.project()), *object));
    });
    const auto enable = [this] {
        const RoomObject* object = underlay();
        for (const char* id : {"underlay.scale", "underlay.select", "underlay.lock", "underlay.remove"})
            m_actions.action(id)->setEnabled(object);
        m_actions.action("insert.underlay")->setEnabled(m_document.design().rooms.contains(m_view->room()));
    };
    for (const auto signal : {&StudioDocument::opened, &StudioDocument::selectionChanged})
        connect(&m_document, signal, this, enable);
    connect(&m_document, &StudioDocument::changed, this, enable);
    enable();
}

// The picture fills the room's width until it is set to scale, which is what one does next.
void PlanWorkspace::insertUnderlay() {
    const Texts& texts = m_services.texts();
    const Room* room = m_document.design().rooms.find(m_view->room());
    const QString path = m_services.dialogs().openFile(window(), QString::fromStdString(texts.text("underlay.choose")),
                                                       QString::fromStdString(texts.text("underlay.files")));
    if (!room || path.isEmpty())
        return;
    const bool isDrawing = path.endsWith(QLatin1String(".dxf"), Qt::CaseInsensitive);
    Result<Edit> made = isDrawing ? drawingBelow(path, *room)
                                  : rackwright::insertUnderlay(edits::activeTarget(*m_document.project()), path, *room);
    if (!made && made.error().kind == ErrorKind::Cancelled)
        return;
    if (!made) {
        Q_EMIT m_view->hinted(QString::fromStdString(texts.sentence(made.error().message)));
        return;
    }
    apply(*made);
    if (!isDrawing) // which is true to scale
        m_actions.action("underlay.scale")->trigger();
}

// The layers are asked about first: what lies below the plan, what becomes walls and columns.
Result<Edit> PlanWorkspace::drawingBelow(const QString& path, const Room& room) {
    const Result<DxfDrawing> drawing = planDrawing(path);
    if (!drawing)
        return drawing.error();
    UnderlayLayersDialog dialog(m_services.texts(), *drawing, window());
    if (dialog.exec() != QDialog::Accepted)
        return Error{Message("report.stopped"), ErrorKind::Cancelled};
    return insertDrawing(edits::activeTarget(*m_document.project()), QFileInfo(path).fileName().toStdString(), *drawing,
                         dialog.plan(), room);
}

void PlanWorkspace::scaleUnderlay(const std::vector<Point>& places) {
    const RoomObject* object = underlay();
    if (!object || places.size() < 2)
        return;
    const RoomObject before = *object;
    UnderlayScaleDialog dialog(m_services.texts(), distance(places.front(), places.back()), window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<Length> length = dialog.length();
    const Result<RoomObject> scaled =
        length ? scaledUnderlay(before, places.front(), places.back(), *length) : Result<RoomObject>(length.error());
    if (scaled)
        apply(edits::putRoomObject(edits::activeTarget(*m_document.project()), *scaled));
    else
        Q_EMIT m_view->hinted(QString::fromStdString(m_services.texts().sentence(scaled.error().message)));
}

bool PlanWorkspace::canZoom(ZoomStep step) const {
    return step != ZoomStep::Selection || !m_document.selection().empty();
}

void PlanWorkspace::zoom(ZoomStep step) {
    if (step == ZoomStep::Selection)
        m_view->zoomToSelection();
    else
        m_view->zoomStep(step);
}

std::vector<Subject> PlanWorkspace::everything() const {
    std::vector<Subject> all;
    for (const Rack& rack : m_document.design().racks)
        if (rack.room == m_view->room())
            all.push_back(Subject(rack.id));
    return all;
}

std::optional<Shareable> PlanWorkspace::shareable() {
    const Room* room = m_document.design().rooms.find(m_view->room());
    if (!room)
        return std::nullopt;
    constexpr double dotsPerMm = 8; // 200 dots an inch
    Shareable what;
    what.name = QString::fromStdString(room->name);
    what.table = [this] { return rackTable(m_document, m_view->room(), m_services.texts()); };
    what.picture = [this] { return pictureOf(m_view->sheet(), lightPalette(), dotsPerMm); };
    what.svg = [this] { return svgOf(m_view->sheet(), lightPalette()); };
    return what;
}

// Of the row that the first chosen rack stands in, as it is in the proposal.
std::optional<Shareable> PlanWorkspace::sectionOfChosenRow() const {
    const std::vector<Id<Rack>> racks = racksOf(m_document.selection());
    const auto row =
        racks.empty() ? std::nullopt : rowOfRack(*m_document.project(), m_document.design(), racks.front());
    if (!row)
        return std::nullopt;
    constexpr double dotsPerMm = 8; // 200 dots an inch
    const auto section = [this, row = *row] {
        return hallSectionDrawing(*m_document.project(), m_document.design(), row, m_services.texts(),
                                  planRoom(drawingFormat(Paper::A3)));
    };
    Shareable what;
    what.name = QStringLiteral("section-") + QString::fromStdString(row->name);
    what.picture = [section] { return pictureOf(section(), lightPalette(), dotsPerMm); };
    what.svg = [section] { return svgOf(section(), lightPalette()); };
    return what;
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
// One rack goes on along its row; a row is repeated across itself, behind an aisle.
Point PlanWorkspace::arrayPitch(const std::vector<Id<Rack>>& racks) const {
    constexpr Length aisle = Length::millimetres(1200);
    const Design& design = m_document.design();
    std::vector<Point> outline;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = design.racks.find(id))
            if (const auto footprint = footprintOf(*m_document.project(), *rack)) {
                if (racks.size() == 1) {
                    const bool isTurned = rack->rotation.inMillidegrees() / 90'000 % 2 == 1;
                    return isTurned ? Point{{}, footprint->width} : Point{footprint->width, {}};
                }
                const std::vector<Point> own = corners(*footprint);
                outline.insert(outline.end(), own.begin(), own.end());
            }
    if (outline.empty())
        return {Length::millimetres(600), {}};
    const Box box = boundingBox(outline);
    const Point size{box.high.x - box.low.x, box.high.y - box.low.y};
    return size.x >= size.y ? Point{{}, size.y + aisle} : Point{size.x + aisle, {}};
}

void PlanWorkspace::askForArray() {
    const std::vector<Id<Rack>> racks = racksOf(m_document.selection());
    if (racks.empty())
        return;
    ArrayDialog dialog(m_document, m_services, racks, arrayPitch(racks), this);
    const bool isMade = dialog.exec() == QDialog::Accepted;
    const Result<Edit> edit = dialog.edit();
    m_document.dropPreview();
    if (isMade && edit)
        finish(m_document.commitAndSelect(*edit));
}

// With its height above the building's datum, where rooms lie on several floors.
QString PlanWorkspace::roomTitle(const Room& room) const {
    const Table<Room>& rooms = m_document.shownDesign().rooms;
    const bool areLevel =
        std::ranges::all_of(rooms, [&room](const Room& each) { return each.elevation == room.elevation; });
    if (areLevel)
        return QString::fromStdString(room.name);
    return QString::fromStdString(m_services.texts().sentence(
        Message("plan.room.at").with("room", room.name).with("level", UnitNumber{room.elevation.inMetres(), "m"})));
}

void PlanWorkspace::refreshHead() {
    const QSignalBlocker blocker(m_rooms);
    m_rooms->clear();
    // Floor by floor, the lowest first.
    std::vector<const Room*> rooms;
    for (const Room& each : m_document.shownDesign().rooms)
        rooms.push_back(&each);
    std::ranges::stable_sort(rooms, {}, &Room::elevation);
    for (const Room* each : rooms)
        m_rooms->addItem(roomTitle(*each), QVariant::fromValue(each->id.value));
    m_rooms->setCurrentIndex(m_rooms->findData(QVariant::fromValue(m_view->room().value)));
    m_rooms->setVisible(m_rooms->count() > 1);
    for (int i = 0; i < m_rooms->count(); ++i)
        m_rooms->setItemData(i, m_rooms->itemText(i), Qt::ToolTipRole);
    m_rooms->setToolTip(m_rooms->currentText());
    if (m_rooms->count() > 0)
        m_rooms->view()->setMinimumWidth(std::min(m_rooms->view()->sizeHintForColumn(0), 2 * m_rooms->maximumWidth()));
    const Room* room = m_document.shownDesign().rooms.find(m_view->room());
    m_title->setVisible(m_rooms->count() <= 1);
    m_title->setText(room ? QString::fromStdString(room->name) : QString());
    // Names as people give them stay whole; of longer ones as much is shown as there is room for.
    for (QWidget* name : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_rooms)}) {
        name->ensurePolished();
        name->setMinimumWidth(std::min(name->sizeHint().width(), name->fontMetrics().averageCharWidth() * 24));
    }
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

WorkspaceFeature planFeature() {
    return {"plan",
            {"view.show.plan", MenuId::View, "Ctrl+1", "", false, true},
            WorkspaceRoom::Drawing,
            "place",
            {},
            [](const WorkspaceSite& site) -> Workspace* {
                return new PlanWorkspace(site.document, site.services, site.actions);
            }};
}

} // namespace rackwright