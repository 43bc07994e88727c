// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/part_choice.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "ui/inspector/field_binder.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/parts/part_picker.h"
#include "ui/text/to_text.h"
#include "ui/widgets/problem_label.h"

#include <QPointer>
#include <QPushButton>

#include <algorithm>
#include <memory>

namespace rackwright {

namespace {

std::vector<PartCategory> categoriesOf(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility: // the grid's
    case PowerElementKind::TransferSwitch:
        return {};
    case PowerElementKind::Transformer:
        return {PartCategory::Transformer};
    case PowerElementKind::Generator:
        return {PartCategory::Generator};
    case PowerElementKind::Switchgear:
        return {PartCategory::Switchgear};
    case PowerElementKind::Ups:
        return {PartCategory::Ups};
    case PowerElementKind::Battery:
        return {PartCategory::Battery};
    case PowerElementKind::RemotePowerPanel:
        return {PartCategory::RemotePowerPanel};
    case PowerElementKind::Busway:
        return {PartCategory::Busway};
    case PowerElementKind::TapOff:
        return {PartCategory::BuswayTapOff};
    case PowerElementKind::RackPdu:
        return {PartCategory::RackPdu};
    case PowerElementKind::PowerShelf:
        return {PartCategory::PowerShelf};
    }
    return {};
}

std::vector<PartCategory> categoriesOf(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
        return {PartCategory::Crah};
    case CoolingUnitKind::InRow:
        return {PartCategory::InRowCooler};
    case CoolingUnitKind::RearDoor:
        return {PartCategory::RearDoorExchanger};
    case CoolingUnitKind::FanWall:
        return {PartCategory::FanWall};
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
        return {PartCategory::Cdu};
    case CoolingUnitKind::ImmersionTank:
        return {PartCategory::ImmersionTank};
    case CoolingUnitKind::Chiller:
        return {PartCategory::Chiller};
    case CoolingUnitKind::DryCooler:
        return {PartCategory::DryCooler};
    case CoolingUnitKind::CoolingTower:
        return {};
    case CoolingUnitKind::Pump:
        return {PartCategory::PumpUnit};
    }
    return {};
}

bool states(const Part& part, std::string_view key) { return findAttribute(part, key) != nullptr; }

/// What was typed in the place of facts that the part states.
void followPart(PowerElement& element, const Part& part) {
    const bool hasPower = states(part, attribute::ratedPower.key) || states(part, attribute::continuousPower.key);
    if (hasPower || states(part, attribute::ratedCurrent.key))
        element.rating.reset();
    if (hasPower && states(part, "runtime"))
        element.storedEnergy.reset();
}
void followPart(CoolingUnit& unit, const Part& part) {
    if (states(part, attribute::coolingCapacity.key))
        unit.rating.reset();
    if (states(part, attribute::suppliedAirflow.key) || states(part, attribute::secondaryFlow.key))
        unit.flow.reset();
    if (states(part, attribute::availableHead.key))
        unit.head.reset();
    if (!part.powerModes.empty())
        unit.draw.reset();
}

template <class Row, class Put>
void addChoice(FieldBinder& bind, Put put) {
    StudioDocument& document = bind.document();
    StudioServices& services = bind.services();
    const auto rows = FieldBinder::rows<Row>(document);
    if (rows.empty() || std::ranges::any_of(rows, [&](const Row* row) { return row->kind != rows.front()->kind; }))
        return;
    const std::vector<PartCategory> categories = categoriesOf(rows.front()->kind);
    if (categories.empty())
        return;
    auto* button = new QPushButton(bind.text("inspector.choose-part"));
    button->setObjectName(QStringLiteral("inspector.choose-part"));
    button->setToolTip(bind.text("inspector.choose-part.tip"));
    bind.form().addWidget(button);
    auto* problem = new ProblemLabel(QStringLiteral("inspector.choose-part.problem"), 0);
    bind.form().addWidget(problem);
    QObject::connect(button, &QPushButton::clicked, problem, [&document, &services, problem, button, categories, put] {
        PartPicker picker(services, categories, button->window());
        const QPointer<ProblemLabel> said(problem);
        const PartPtr part = picker.exec() == QDialog::Accepted ? picker.part() : nullptr;
        if (!part)
            return;
        const edits::Target target = edits::activeTarget(*document.project());
        std::vector<Edit> edits;
        for (const Row* row : FieldBinder::rows<Row>(document)) {
            Row next = *row;
            followPart(next, *part);
            edits.push_back(put(target, std::move(next), part));
        }
        const Done done = FieldBinder::commit(document, services.texts(), "part", std::move(edits));
        if (said) // the form may have been made anew
            said->say(done ? QString() : toText(services.texts().sentence(done.error().message)));
    });
}

} // namespace

void addPowerPartChoice(FieldBinder& bind) {
    addChoice<PowerElement>(bind, [](const edits::Target& target, PowerElement row, PartPtr part) {
        return edits::putPowerElement(target, std::move(row), std::move(part));
    });
}

void addCoolingPartChoice(FieldBinder& bind) {
    addChoice<CoolingUnit>(bind, [](const edits::Target& target, CoolingUnit row, PartPtr part) {
        return edits::putCoolingUnit(target, std::move(row), std::move(part));
    });
}

} // namespace rackwright
