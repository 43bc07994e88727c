// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_workspace.h"

#include "ui/rack/rack_panel.h"
#include "ui/rack/rack_strip.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/unplaced_tray.h"
#include "ui/theme/theme.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr ActionRow kRackActions[] = {
    {"rack.unplace", MenuId::Edit, "Ctrl+Backspace", ""},
};

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
    : QWidget(parent), m_document(document), m_services(services), m_actions(actions) {
    m_strip = new RackStrip(document, services.texts());
    m_view = new RackView(document, services);
    m_tray = new UnplacedTray(document, services.texts());
    m_view->setTray(m_tray);
    addActions(actions);
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("rack.workspace.title"));
    m_title->setProperty("title", true);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("rack.workspace.detail"));
    m_detail->setProperty("subdued", true);
    const FaceChips chips = makeFaceChips(m_view, services.texts(), this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->setSpacing(kSpace);
    head->addWidget(m_title);
    head->addWidget(m_detail, 1);
    head->addWidget(chips.front);
    head->addWidget(chips.rear);
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
            subjects.push_back({SubjectKind::Rack, rack.value});
        m_isChoosing = true;
        m_document.select(std::move(subjects));
        m_isChoosing = false;
        showRacks(racks);
    });
    connect(m_view, &RackView::hinted, this, &RackWorkspace::hinted);
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
        QWidget::showEvent(event);
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

void RackWorkspace::refreshActions() {
    m_actions.action("rack.unplace")->setEnabled(!m_view->selectedDevices().empty());
}

} // namespace rackwright
