// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_workspace.h"

#include "model/edits/rack_type_edits.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/svg_writer.h"
#include "ui/rack/fill_dialog.h"
#include "ui/rack/rack_panel.h"
#include "ui/rack/rack_strip.h"
#include "ui/rack/rack_type_dialog.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/scalable_unit.h"
#include "ui/rack/unplaced_tray.h"
#include "ui/share/design_tables.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr const char* kRackTypes = "rack-types";
constexpr ActionRow kRackActions[] = {
    {"rack.unplace", MenuId::Edit, "Ctrl+Backspace", "", false, false, "", KeyReach::Chosen},
    {"rack.fill", MenuId::Design, "", "", false, true},
    {"rack.type.save", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.type.apply", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.type.edit", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.type.detach", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.type.remove", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.unit.make", MenuId::Design, "", "", false, true, kRackTypes},
    {"rack.unit.place", MenuId::Design, "", "", false, false, kRackTypes},
    {"rack.unit.remove", MenuId::Design, "", "", false, false, kRackTypes},
};

QToolButton* buttonFor(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setObjectName(QStringLiteral("button.") + action->objectName());
    button->setProperty("chip", true);
    return button;
}

/// The one of several rows of a design that a person picks; the only one at once.
template <class Row>
Id<Row> pickOne(QWidget* parent, const Texts& texts, const char* title, const Table<Row>& table) {
    if (table.size() == 1)
        return table.begin()->id;
    std::vector<std::pair<std::string, std::uint64_t>> choices;
    for (const Row& row : table)
        choices.emplace_back(row.name, row.id.value);
    return Id<Row>{pickFrom(parent, texts, QString::fromStdString(texts.text(title)), choices).value_or(0)};
}

QFrame* panelOf(QWidget* content) {
    auto* panel = new QFrame;
    panel->setProperty("panel", true);
    auto* inside = new QVBoxLayout(panel);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addWidget(content);
    return panel;
}

} // namespace

RackWorkspace::RackWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services), m_actions(actions) {
    m_strip = new RackStrip(document, services.texts());
    m_view = new RackView(document, services);
    m_tray = new UnplacedTray(document, services.texts());
    m_view->setTray(m_tray);
    addActions(actions);
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("rack.workspace.title"));
    m_title->setProperty("title", true);
    m_detail = new ElidedLabel;
    m_detail->setObjectName(QStringLiteral("rack.workspace.detail"));
    m_detail->setProperty("subdued", true);
    const FaceChips chips = makeFaceChips(m_view, services.texts(), this);
    auto* names = new QWidget;
    auto* inNames = new QHBoxLayout(names);
    inNames->setContentsMargins(0, 0, 0, 0);
    inNames->setSpacing(kSpace);
    inNames->addWidget(m_title);
    inNames->addWidget(m_detail, 1);
    auto* buttons = new QWidget;
    auto* inButtons = new QHBoxLayout(buttons);
    inButtons->setContentsMargins(0, 0, 0, 0);
    inButtons->setSpacing(kSpace);
    inButtons->addWidget(buttonFor(actions.action("rack.fill")));
    m_types = new QToolButton;
    m_types->setObjectName(QStringLiteral("rack.types"));
    m_types->setText(text(Message("rack.types")));
    m_types->setProperty("chip", true);
    m_types->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_types);
    menu->setToolTipsVisible(true);
    for (const char* id :
         {"rack.type.save", "rack.type.apply", "rack.type.edit", "rack.type.detach", "rack.type.remove"})
        menu->addAction(actions.action(id));
    menu->addSeparator();
    for (const char* id : {"rack.unit.make", "rack.unit.place", "rack.unit.remove"})
        menu->addAction(actions.action(id));
    m_types->setMenu(menu);
    inButtons->addWidget(m_types);
    inButtons->addSpacing(kSpace);
    inButtons->addWidget(chips.front);
    inButtons->addWidget(chips.rear);
    // Below each other where the view is narrow.
    auto* headLine = new FlowLayout(kSpace);
    headLine->setJustified(true);
    headLine->addWidget(names);
    headLine->addWidget(buttons);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->addLayout(headLine, 1);
    auto* middle = new QWidget;
    auto* inside = new QVBoxLayout(middle);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addLayout(head);
    inside->addWidget(m_view, 1);
    auto* right = new QVBoxLayout;
    right->setSpacing(kSpace);
    right->addWidget(panelOf(middle), 1);
    right->addWidget(panelOf(m_tray));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace);
    row->addWidget(panelOf(m_strip));
    row->addLayout(right, 1);

    connect(m_strip, &RackStrip::chosenByHand, this, [this](const std::vector<Id<Rack>>& racks) {
        std::vector<Subject> subjects;
        for (const Id<Rack> rack : racks)
            subjects.push_back(Subject(rack));
        m_isChoosing = true;
        m_document.select(std::move(subjects));
        m_isChoosing = false;
        showRacks(racks);
    });
    setFocusProxy(m_view);
    connect(m_view, &RackView::hinted, this, &RackWorkspace::hinted);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this,
            [this](QPoint at) { showMenu(m_view->mapToGlobal(at)); });
    connect(&m_document, &StudioDocument::opened, this, &RackWorkspace::startAnew);
    connect(&m_document, &StudioDocument::changed, this, &RackWorkspace::dropGone);
    connect(&m_document, &StudioDocument::selectionChanged, this, &RackWorkspace::followSelection);
    refreshActions();
}

QString RackWorkspace::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

void RackWorkspace::addActions(Actions& actions) {
    actions.add(kRackActions);
    actions.connectTo("rack.unplace", this, [this] { m_view->unplaceSelected(); });
    actions.connectTo("rack.fill", this, [this] { fill(); });
    actions.connectTo("rack.type.save", this, [this] { saveType(); });
    actions.connectTo("rack.type.apply", this, [this] { applyType(); });
    actions.connectTo("rack.type.edit", this, [this] { editType(); });
    actions.connectTo("rack.type.detach", this, [this] {
        std::vector<Id<Rack>> racks = targetRacks();
        std::erase_if(racks, [this](Id<Rack> rack) { return !typeOf(rack); });
        apply(edits::detachRacks(edits::activeTarget(*m_document.project()), std::move(racks)));
    });
    actions.connectTo("rack.unit.make", this, [this] { makeUnit(); });
    actions.connectTo("rack.unit.place", this, [this] { placeUnit(); });
    // The edit says why one that is in use stays.
    actions.connectTo("rack.type.remove", this, [this] {
        if (const auto type = pickOne(window(), m_services.texts(), "rack.type.pick", m_document.design().rackTypes))
            apply(edits::removeRackType(edits::activeTarget(*m_document.project()), type));
    });
    actions.connectTo("rack.unit.remove", this, [this] {
        if (const auto unit =
                pickOne(window(), m_services.texts(), "rack.unit.pick", m_document.design().scalableUnits))
            apply(edits::removeScalableUnit(edits::activeTarget(*m_document.project()), unit));
    });
}

Id<RackType> RackWorkspace::typeOf(Id<Rack> rack) const {
    const Rack* row = m_document.design().racks.find(rack);
    return row ? row->rackType : Id<RackType>();
}

void RackWorkspace::fill() {
    std::vector<Id<Rack>> racks = targetRacks();
    if (racks.empty())
        return;
    FillDialog dialog(m_document, m_services, std::move(racks), window());
    if (dialog.exec() != QDialog::Accepted || !dialog.edit())
        return;
    apply(*dialog.edit());
}

void RackWorkspace::saveType() {
    const std::vector<Id<Rack>> racks = targetRacks();
    const Rack* rack = racks.size() == 1 ? m_document.design().racks.find(racks.front()) : nullptr;
    if (!rack)
        return;
    const Id<Rack> id = rack->id;
    const auto name = askName(window(), m_services.texts(), "dialog.save-type", text(Message("rack.type.save.title")),
                              text(Message("rack.type.proposal").with("rack", rack->name)));
    if (name)
        apply(edits::saveRackType(edits::activeTarget(*m_document.project()), id, *name));
}

void RackWorkspace::applyType() {
    std::vector<Id<Rack>> racks = targetRacks();
    const Id<RackType> type = pickOne(window(), m_services.texts(), "rack.type.pick", m_document.design().rackTypes);
    if (type && !racks.empty())
        apply(edits::applyRackType(edits::activeTarget(*m_document.project()), type, std::move(racks)));
}

// The type of the racks in question, or one that the person picks.
void RackWorkspace::editType() {
    const std::vector<Id<Rack>> racks = targetRacks();
    Id<RackType> type = racks.empty() ? Id<RackType>() : typeOf(racks.front());
    if (!type)
        type = pickOne(window(), m_services.texts(), "rack.type.pick", m_document.design().rackTypes);
    if (!type)
        return;
    RackTypeDialog dialog(m_document, m_services, type, window());
    if (dialog.exec() != QDialog::Accepted || !dialog.edit())
        return;
    const Edit edit = *dialog.edit();
    m_document.dropPreview();
    apply(edit);
}

void RackWorkspace::makeUnit() {
    const std::vector<Id<Rack>> racks = targetRacks();
    Result<ScalableUnit> unit = scalableUnitOf(m_document.design(), racks, {});
    if (!unit) {
        Q_EMIT hinted(text(unit.error().message));
        return;
    }
    const auto name = askName(window(), m_services.texts(), "dialog.make-unit", text(Message("rack.unit.make.title")),
                              racks.size() == 1 ? text(Message("rack.unit.proposal-one"))
                                                : text(Message("rack.unit.proposal").with("count", racks.size())));
    if (!name)
        return;
    unit->name = *name;
    apply(edits::putScalableUnit(edits::activeTarget(*m_document.project()), std::move(*unit)));
}

void RackWorkspace::placeUnit() {
    Q_EMIT workspaceAsked(QStringLiteral("plan"));
    PlaceUnitDialog dialog(m_document, m_services, window());
    if (dialog.exec() == QDialog::Accepted && dialog.edit())
        apply(*dialog.edit());
}

bool RackWorkspace::canZoom(ZoomStep step) const {
    return !m_view->racks().empty() && (step != ZoomStep::Selection || !m_document.selection().empty());
}

void RackWorkspace::zoom(ZoomStep step) {
    if (step == ZoomStep::Selection)
        m_view->zoomToSelection();
    else
        m_view->zoomStep(step);
}

bool RackWorkspace::canSelectAll() const { return !m_view->racks().empty(); }

// What stands in the racks that are shown, not the racks.
std::vector<Subject> RackWorkspace::everything() const {
    const Design& design = m_document.design();
    std::vector<Subject> all;
    const auto add = [&](SubjectKind kind, const auto& table) {
        for (const auto& row : table)
            if (std::ranges::find(m_view->racks(), rackOf(row.placement)) != m_view->racks().end())
                all.push_back({kind, row.id.value});
    };
    add(SubjectKind::Device, design.devices);
    add(SubjectKind::PowerElement, design.powerElements);
    add(SubjectKind::CoolingUnit, design.coolingUnits);
    return all;
}

// The unplaced ones are listed below.
bool RackWorkspace::isInSight(const std::vector<Subject>& subjects) const {
    const Design& design = m_document.design();
    return std::ranges::all_of(subjects, [&](Subject subject) {
        if (subject.kind == SubjectKind::Rack)
            return std::ranges::find(m_view->racks(), subject.as<Rack>()) != m_view->racks().end();
        const Device* device = subject.kind == SubjectKind::Device ? design.devices.find({subject.id}) : nullptr;
        if (device && std::holds_alternative<Unplaced>(device->placement))
            return true;
        return QRectF(m_view->rect()).intersects(m_view->boxOf(subject));
    });
}

std::optional<Shareable> RackWorkspace::shareable() {
    if (m_view->racks().empty())
        return std::nullopt;
    constexpr double dotsPerMm = 8; // 200 dots an inch
    const Rack* only = m_view->racks().size() == 1 ? m_document.design().racks.find(m_view->racks().front()) : nullptr;
    Shareable what;
    what.name = only ? QString::fromStdString(only->name) : text(Message("rack.share.name"));
    what.table = [this] { return deviceTable(m_document, m_view->racks(), m_services.texts()); };
    what.picture = [this] { return pictureOf(m_view->wholeDrawing(), lightPalette(), dotsPerMm); };
    what.svg = [this] { return svgOf(m_view->wholeDrawing(), lightPalette()); };
    return what;
}

void RackWorkspace::showMenu(QPoint place) {
    const std::optional<Shareable> what = shareable();
    if (!what)
        return;
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("rack.menu"));
    menu.setToolTipsVisible(true);
    for (const char* id : {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "plan.move-to-room"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
    for (const char* id : {"rack.unplace", "edit.delete", "design.replace"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
    for (const char* id : {"rack.fill", "rack.type.save", "rack.type.apply"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
    for (const char* id : {"view.zoom-fit", "view.zoom-selection"})
        menu.addAction(m_actions.action(id));
    menu.addSeparator();
    addShareEntries(menu, *what, m_services, this, [this](const QString& said) { Q_EMIT hinted(said); });
    menu.exec(place);
}

std::vector<Id<Rack>> RackWorkspace::targetRacks() const {
    std::vector<Id<Rack>> racks;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::Rack)
            racks.push_back({subject.id});
    return racks.empty() && isVisible() ? m_view->racks() : racks;
}

void RackWorkspace::apply(const Edit& edit) {
    if (const Done done = m_document.commit(edit); !done)
        Q_EMIT hinted(text(done.error().message));
}

void RackWorkspace::showRacks(std::vector<Id<Rack>> racks) {
    m_chosen = std::move(racks);
    m_strip->setChosen(m_chosen);
    std::vector<Id<Rack>> shown = m_chosen;
    if (shown.size() > kMostShown)
        shown.resize(kMostShown);
    m_view->setRacks(std::move(shown));
    refreshHead();
    refreshActions();
}

// Racks that a person selects elsewhere are shown; so is the rack of a device that is selected but not in sight.
void RackWorkspace::followSelection() {
    refreshActions();
    if (m_isChoosing || !isVisible())
        return;
    std::vector<Id<Rack>> racks;
    for (const Subject subject : m_document.selection()) {
        if (subject.kind == SubjectKind::Rack)
            racks.push_back({subject.id});
        else if (const Device* device = subject.kind == SubjectKind::Device
                                            ? m_document.shownDesign().devices.find({subject.id})
                                            : nullptr)
            if (const Id<Rack> rack = rackOf(*device); rack && std::ranges::find(racks, rack) == racks.end())
                racks.push_back(rack);
    }
    const bool isInSight = std::ranges::all_of(
        racks, [this](Id<Rack> rack) { return std::ranges::find(m_view->racks(), rack) != m_view->racks().end(); });
    if (!isInSight)
        showRacks(std::move(racks));
}

void RackWorkspace::startAnew() {
    m_chosen.clear();
    m_view->setRacks({});
    if (isVisible())
        showEvent(nullptr);
}

// The chosen racks of the selection, else those that were shown before, else the first row.
void RackWorkspace::showEvent(QShowEvent* event) {
    if (event)
        Workspace::showEvent(event);
    std::vector<Id<Rack>> selected;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::Rack)
            selected.push_back({subject.id});
    if (!selected.empty())
        return showRacks(std::move(selected));
    if (!m_chosen.empty())
        return showRacks(m_chosen);
    const Design& design = m_document.design();
    std::vector<Id<Rack>> first;
    for (const Id<Rack> rack : m_strip->order())
        if (const Rack* row = design.racks.find(rack))
            if (first.empty() || row->row == design.racks.find(first.front())->row)
                first.push_back(rack);
    constexpr std::size_t most = 8;
    if (first.size() > most)
        first.resize(most);
    showRacks(std::move(first));
}

void RackWorkspace::dropGone() {
    const Design& design = m_document.shownDesign();
    std::vector<Id<Rack>> kept = m_chosen;
    std::erase_if(kept, [&design](Id<Rack> rack) { return !design.racks.contains(rack); });
    if (kept.size() != m_chosen.size() && !m_document.isPreviewing())
        showRacks(std::move(kept));
    refreshHead();
    refreshActions();
}

void RackWorkspace::refreshHead() {
    if (!isVisible())
        return;
    const Design& design = m_document.shownDesign();
    const Rack* only = m_chosen.size() == 1 ? design.racks.find(m_chosen.front()) : nullptr;
    m_title->setText(only ? text(Message("rack.title").with("name", only->name))
                          : text(Message("rack.count").with("count", m_chosen.size())));
    if (m_chosen.size() > kMostShown) {
        m_detail->setText(text(Message("rack.more").with("shown", kMostShown).with("count", m_chosen.size())));
        return;
    }
    if (only) {
        const Part* part = findPart(*m_document.shownProject(), only->part);
        const RackType* type = design.rackTypes.find(only->rackType);
        QString detail = part ? QString::fromStdString(part->model) : QString();
        if (type)
            detail += QStringLiteral(" · ") + text(Message("rack.of-type").with("name", type->name));
        if (const Room* room = design.rooms.size() > 1 ? design.rooms.find(only->room) : nullptr)
            detail += QStringLiteral(" · ") + QString::fromStdString(room->name);
        m_detail->setText(detail);
        return;
    }
    QStringList names;
    for (const Id<Rack> rack : m_chosen)
        if (const Rack* row = design.racks.find(rack))
            names << QString::fromStdString(row->name);
    constexpr qsizetype most = 8;
    const bool isLong = names.size() > most;
    m_detail->setText(names.mid(0, most).join(QStringLiteral(", ")) + (isLong ? QStringLiteral(" …") : QString()));
}

// Racks of a type can be detached and make units; one rack can become a type.
void RackWorkspace::refreshActions() {
    const std::vector<Id<Rack>> racks = targetRacks();
    const Design& design = m_document.design();
    const bool hasType = std::ranges::any_of(racks, [this](Id<Rack> rack) { return static_cast<bool>(typeOf(rack)); });
    const bool allTyped =
        !racks.empty() && std::ranges::all_of(racks, [this](Id<Rack> rack) { return static_cast<bool>(typeOf(rack)); });
    const auto enable = [this](const char* id, bool isEnabled) { m_actions.action(id)->setEnabled(isEnabled); };
    enable("rack.unplace", !m_view->selectedDevices().empty());
    enable("rack.fill", !racks.empty() && m_services.library());
    enable("rack.type.save", racks.size() == 1);
    enable("rack.type.apply", !racks.empty() && !design.rackTypes.isEmpty());
    enable("rack.type.edit", !design.rackTypes.isEmpty());
    enable("rack.type.detach", hasType);
    enable("rack.type.remove", !design.rackTypes.isEmpty());
    enable("rack.unit.remove", !design.scalableUnits.isEmpty());
    enable("rack.unit.make", allTyped);
    enable("rack.unit.place", !design.scalableUnits.isEmpty() && !design.rooms.isEmpty());
    m_types->setEnabled(!racks.empty() || !design.rackTypes.isEmpty() || !design.scalableUnits.isEmpty());
}

// Later, since a window that is destroyed hides its widgets when the document is gone.
void RackWorkspace::hideEvent(QHideEvent* event) {
    Workspace::hideEvent(event);
    QTimer::singleShot(0, this, &RackWorkspace::refreshActions);
}

WorkspaceFeature rackFeature() {
    return {"racks",
            {"view.show.racks", MenuId::View, "Ctrl+2", ""},
            WorkspaceRoom::WideDrawing,
            "racks",
            {},
            [](const WorkspaceSite& site) -> Workspace* {
                return new RackWorkspace(site.document, site.services, site.actions);
            }};
}

} // namespace rackwright