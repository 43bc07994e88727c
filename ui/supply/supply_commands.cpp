// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/supply_commands.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "ui/plan/busways_dialog.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_view.h"
#include "ui/report/loss_overlay.h"
#include "ui/supply/connect_layer.h"
#include "ui/supply/connect_palette.h"
#include "ui/supply/new_elements.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/row_dialogs.h"
#include "ui/text/to_text.h"

#include <QMenu>

#include <algorithm>

namespace rackwright {

namespace {

constexpr const char* kSupply = "supply";
constexpr ActionRow kSupplyActions[] = {
    {"supply.connect", MenuId::Design, "K", "", true, true, kSupply, KeyReach::Untyped},
    {"supply.connect-to", MenuId::Design, "Ctrl+Shift+K", "", false, false, kSupply, KeyReach::Chosen},
    {"supply.connect-row", MenuId::Design, "", "", false, true, kSupply},
    {"supply.liquid-row", MenuId::Design, "", "", false, false, kSupply},
    {"supply.loop", MenuId::Design, "", "", false, true, kSupply},
    {"supply.out", MenuId::Design, "Ctrl+Shift+L", "", true, true, kSupply, KeyReach::Untyped},
};

bool canBeConnected(Subject subject) {
    return subject.kind == SubjectKind::Rack || subject.kind == SubjectKind::PowerElement ||
           subject.kind == SubjectKind::CoolingUnit;
}

} // namespace

SupplyCommands::SupplyCommands(PlanView& view, StudioDocument& document, StudioServices& services, Actions& actions)
    : QObject(&view), m_view(view), m_document(document), m_services(services), m_actions(actions) {
    m_layer = new ConnectLayer(view, document, services);
    connect(m_layer, &ConnectLayer::hinted, this, &SupplyCommands::hinted);
    actions.add(kSupplyActions);
    actions.connectTo("supply.connect", this, [this] {
        m_layer->setActive(m_actions.action("supply.connect")->isChecked());
        m_view.setFocus();
    });
    connect(m_layer, &ConnectLayer::activeChanged, this,
            [this] { m_actions.action("supply.connect")->setChecked(m_layer->isActive()); });
    actions.connectTo("supply.connect-to", this,
                      [this] { openConnectPalette(m_document, m_services.texts(), m_view.window()); });
    actions.connectTo("supply.connect-row", this, [this] { connectRow(); });
    actions.connectTo("supply.liquid-row", this, [this] { convertRow(); });
    actions.connectTo("supply.loop", this, [this] { addLoop(); });
    actions.connectTo("supply.out", this, [this] { takeOutOfService(); });
    for (const NewElement& each : newElements()) {
        actions.add({&each.row, 1});
        actions.connectTo(each.row.id, this, [this, kind = each.kind] { addElement(kind); });
    }
    OutOfService& out = OutOfService::of(document);
    connect(&out, &OutOfService::changed, this, &SupplyCommands::enable);
    connect(&out, &OutOfService::changed, this, &SupplyCommands::sayLoss);
    connect(&out, &OutOfService::failed, this,
            [this](const Message& why) { Q_EMIT hinted(toText(m_services.texts().sentence(why))); });
    for (const auto signal : {&StudioDocument::opened, &StudioDocument::selectionChanged})
        connect(&document, signal, this, &SupplyCommands::enable);
    connect(&document, &StudioDocument::changed, this, &SupplyCommands::enable);
    enable();
}

void SupplyCommands::enable() {
    const std::vector<Subject>& chosen = m_document.selection();
    const bool hasRacks = !racksOf(chosen).empty();
    m_actions.action("supply.connect")->setEnabled(m_document.design().rooms.contains(m_view.room()));
    m_actions.action("supply.connect-to")->setEnabled(!chosen.empty() && std::ranges::all_of(chosen, canBeConnected));
    m_actions.action("supply.connect-row")->setEnabled(hasRacks);
    m_actions.action("supply.liquid-row")->setEnabled(hasRacks);
    const auto lost = OutOfService::of(m_document).thing();
    const auto thing = chosenLosable();
    m_actions.action("supply.out")->setEnabled(lost || !chosen.empty()); // of other things it says why
    m_actions.action("supply.out")->setChecked(lost && (!thing || thing == lost));
}

// Several stretches of one busway are one thing.
std::optional<Subject> SupplyCommands::chosenLosable() const {
    std::optional<Subject> thing;
    for (const Subject subject : m_document.selection()) {
        const auto each = OutOfService::losable(m_document, subject);
        if (!each || (thing && thing != each))
            return std::nullopt;
        thing = each;
    }
    return thing;
}

bool SupplyCommands::hasLosable() const {
    return std::ranges::any_of(m_document.selection(), [this](Subject subject) {
        return OutOfService::losable(m_document, subject).has_value();
    });
}

// Another thing takes the place of the one that is out; chosen again, or with nothing chosen, that is put back.
void SupplyCommands::takeOutOfService() {
    OutOfService& out = OutOfService::of(m_document);
    const auto thing = chosenLosable();
    if (thing && thing != out.thing())
        out.take(*thing);
    else if (out.thing())
        out.leave();
    else if (!m_document.selection().empty())
        Q_EMIT hinted(toText(m_services.texts().text(hasLosable() ? "supply.out.one" : "supply.out.none")));
    enable();
}

void SupplyCommands::sayLoss() {
    const OutOfService& out = OutOfService::of(m_document);
    const Texts& texts = m_services.texts();
    if (!out.thing())
        Q_EMIT hinted({});
    else if (out.loss())
        Q_EMIT hinted(toText(lossWords(*out.loss(), texts) + " " + texts.text("supply.out.leave")));
}

void SupplyCommands::addTo(QMenu& menu) const {
    for (const char* id : {"supply.connect-to", "supply.connect-row", "supply.liquid-row"})
        if (m_actions.action(id)->isEnabled())
            menu.addAction(m_actions.action(id));
    menu.addAction(m_actions.action("supply.connect"));
    if (chosenLosable() || OutOfService::of(m_document).thing())
        menu.addAction(m_actions.action("supply.out"));
    menu.addSeparator();
}

void SupplyCommands::commit(const Edit& edit) {
    const Done made = m_document.commit(edit);
    m_document.closeMerge();
    if (!made)
        Q_EMIT hinted(toText(m_services.texts().sentence(made.error().message)));
}

void SupplyCommands::connectRow() {
    ConnectRowDialog dialog(m_document, m_services, rackRowOf(m_document.design(), racksOf(m_document.selection())),
                            m_view.window());
    const bool isMade = dialog.exec() == QDialog::Accepted;
    const Result<Edit> edit = dialog.edit();
    m_document.dropPreview();
    if (isMade && edit)
        commit(*edit);
}

void SupplyCommands::convertRow() {
    LiquidRowDialog dialog(m_document, m_services, rackRowOf(m_document.design(), racksOf(m_document.selection())),
                           m_view.window());
    const bool isMade = dialog.exec() == QDialog::Accepted;
    const Result<Edit> edit = dialog.edit();
    m_document.dropPreview();
    if (isMade && edit)
        commit(*edit);
}

// Selected, so that side, rating and voltage can be typed in the inspector.
void SupplyCommands::addElement(PowerElementKind kind) {
    const std::uint64_t next = m_document.history().nextId();
    commit(edits::putPowerElement(edits::activeTarget(*m_document.project()),
                                  newElement(m_document.design(), kind, m_services.texts())));
    for (const PowerElement& each : m_document.design().powerElements)
        if (each.id.value >= next)
            m_document.select({Subject(each.id)});
    Q_EMIT inspectorAsked();
}

// Selected, so that its temperatures can be typed in the inspector.
void SupplyCommands::addLoop() {
    CoolingLoop loop;
    auto names = edits::namesOf(m_document.design().coolingLoops);
    loop.name = edits::freeName(m_services.texts().text("supply.loop.name"), names);
    const std::uint64_t next = m_document.history().nextId();
    commit(edits::putCoolingLoop(edits::activeTarget(*m_document.project()), std::move(loop)));
    for (const CoolingLoop& each : m_document.design().coolingLoops)
        if (each.id.value >= next)
            m_document.select({Subject(each.id)});
    Q_EMIT inspectorAsked();
}

} // namespace rackwright
