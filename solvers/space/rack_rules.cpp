// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/occupancy.h"
#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "solvers/engine/judging.h"
#include "solvers/space/causes.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace rackwright {

namespace {

Subject subjectOf(const Occupant& occupant) {
    switch (occupant.kind) {
    case OccupantKind::Device:
        return {SubjectKind::Device, occupant.id};
    case OccupantKind::PowerElement:
        return {SubjectKind::PowerElement, occupant.id};
    case OccupantKind::CoolingUnit:
        return {SubjectKind::CoolingUnit, occupant.id};
    }
    RW_CHECK(false, "every kind of occupant is a subject");
}

Message openMessage(const std::string& name) { return Message("rule.not-checked").with("subject", name); }

// Racks of one likeness are all free of conflicts or none is.
struct RackPlaces {
    static constexpr std::array<std::string_view, 1> kReads = {"rack_contents"};

    explicit RackPlaces(const Context& context, const RackPlaces* before = nullptr) : parts(context.stampOf("parts")) {
        const bool isTakenOver = before && before->parts == parts;
        for (const Rack* rack : context.racks()) {
            const Fingerprint likeness = context.contents(rack->id).likeness;
            const auto [it, isNew] = isFree.try_emplace(likeness);
            if (!isNew)
                continue;
            const bool* known = isTakenOver ? before->find(likeness) : nullptr;
            it->second = known ? *known : placeConflicts(context.project(), context.design(), *rack).empty();
        }
    }
    const bool* find(Fingerprint likeness) const {
        const auto it = isFree.find(likeness);
        return it == isFree.end() ? nullptr : &it->second;
    }
    std::unordered_map<Fingerprint, bool, FingerprintHash> isFree;
    std::uint64_t parts = 0; ///< stamp of their table
};

// RACK-01: everything has its own place within the rack.
void places(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (!rackSpace(context.project(), rack)) {
        verdicts.push_back(notChecked(subjectOf(rack), partKey(context, rack.part, attribute::rackHeightUnits.key),
                                      openMessage(rack.name)));
        return;
    }
    if (context.lookUp<RackPlaces>().isFree.at(context.contents(rack.id).likeness)) {
        verdicts.push_back(passed(subjectOf(rack)));
        return;
    }
    bool isHeld = true;
    for (const PlaceConflict& conflict : placeConflicts(context.project(), context.design(), rack)) {
        if (conflict.fault == PlaceFault::WrongMounting)
            continue;
        isHeld = false;
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.subject = subjectOf(conflict.first);
        verdict.others = {subjectOf(rack)};
        if (conflict.second)
            verdict.others.push_back(subjectOf(*conflict.second));
        verdict.message = Message("rule.RACK-01.conflict")
                              .with("subject", conflict.first.name)
                              .with("rack", rack.name)
                              .with("unit", conflict.unit)
                              .with("other", conflict.second ? conflict.second->name : rack.name);
        verdict.cause = "place:" + std::to_string(rack.id.value) + ":" + std::to_string(conflict.first.id) + ":" +
                        std::to_string(conflict.second ? conflict.second->id : 0);
        verdicts.push_back(std::move(verdict));
    }
    if (isHeld)
        verdicts.push_back(passed(subjectOf(rack)));
}

// What waits in the tray of the unplaced stands in no rack and on no floor: its power, weight and heat burden nothing,
// and its cables have no length.
std::vector<Verdict> unplacedDevices(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Device& device : context.design().devices) {
        if (!std::holds_alternative<Unplaced>(device.placement) || !device.scope.isPresent())
            continue;
        const Part* part = context.part(device.part);
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.severity = Severity::Warning;
        verdict.subject = Subject(device.id);
        verdict.message = Message("rule.RACK-01.unplaced").with("subject", device.name);
        verdict.cause = "unplaced:" + (part ? part->id : std::string());
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

/// As a sentence has it: "19-inch".
std::string_view spoken(Mounting mounting) {
    constexpr std::array<std::string_view, EnumNames<Mounting>::names.size()> words = {
        "19-inch", "Open Rack 21-inch", "MGX", "0U", "whole-rack", "floor", "in-device", "no"};
    return words[static_cast<std::size_t>(mounting)];
}

Verdict wrongMounting(const Rack& rack, Subject subject, const std::string& name, const Part& part, Mounting rails) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subject;
    verdict.others = {subjectOf(rack)};
    verdict.message = Message("rule.RACK-02.mounting")
                          .with("subject", name)
                          .with("rack", rack.name)
                          .with("mounting", spoken(part.mounting))
                          .with("rails", spoken(rails));
    verdict.cause = "part:" + part.id + ":" + std::string(enumName(rails));
    return verdict;
}

Verdict wrongForm(const Rack& rack, Subject subject, const std::string& name, const Part& part, const Part& rackPart) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subject;
    verdict.others = {subjectOf(rack)};
    verdict.message = Message("rule.RACK-02.form").with("subject", name).with("rack", rack.name);
    verdict.cause = "form:" + part.id + ":" + rackPart.id;
    return verdict;
}

/// Doors and manifolds are made for racks of one form. A planning class stands for a product that is yet to be chosen.
bool isFormOpen(const Part& part) {
    const bool isMadeForOne =
        part.category == PartCategory::RearDoorExchanger || part.category == PartCategory::Manifold;
    return isMadeForOne && !part.isPlanningClass && !fact(part, kRackForm).typical();
}

// Parts that were embedded before the catalogue knew the form lack it.
Verdict openForm(const Rack& rack, Subject subject, const std::string& name, const Part& part) {
    return notChecked(
        subject, "part:" + part.id + ":" + std::string(kRackForm.key),
        Message("rule.RACK-02.form-open").with("subject", name).with("rack", rack.name).with("part", partTitle(part)));
}

// Shelves between the rails, and doors and other equipment that is made for racks of one form.
void equipmentMountings(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Part* rackPart = context.part(rack.part);
    const auto space = rackSpace(context.project(), rack);
    const auto judge = [&](const auto& row, Subject subject) {
        const Part* part = context.part(row.part);
        if (!part || !rackPart)
            return;
        const bool isOnRails = std::holds_alternative<InRack>(row.placement) && part->mounting != Mounting::None &&
                               part->mounting != Mounting::ZeroU && part->category != PartCategory::RearDoorExchanger;
        if (!fitsRackForm(*part, *rackPart))
            verdicts.push_back(wrongForm(rack, subject, row.name, *part, *rackPart));
        else if (isOnRails && space && !fitsRails(part->mounting, space->mounting))
            verdicts.push_back(wrongMounting(rack, subject, row.name, *part, space->mounting));
        else if (isFormOpen(*part))
            verdicts.push_back(openForm(rack, subject, row.name, *part));
    };
    const RackContents& contents = context.contents(rack.id);
    for (const PowerElement* element : contents.elements)
        judge(*element, Subject(element->id));
    for (const CoolingUnit* unit : contents.coolingUnits)
        judge(*unit, Subject(unit->id));
}

// RACK-02: rails take the part's mounting, and the rack is of the form that its equipment is made for.
void mountings(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const auto space = rackSpace(context.project(), rack);
    for (const Device* device : context.contents(rack.id).devices) {
        const auto* in = std::get_if<InRack>(&device->placement);
        const Part* part = context.part(device->part);
        const Subject subject(device->id);
        if (!in) {
            verdicts.push_back(notApplicable(subject));
            continue;
        }
        if (!space || !part) {
            verdicts.push_back(
                notChecked(subject, partKey(context, device->part, "mounting"), openMessage(device->name)));
            continue;
        }
        const Part& rackPart = *context.part(rack.part);
        // What the catalogue gives no mounting stands where a person puts it.
        if (!fitsRackForm(*part, rackPart))
            verdicts.push_back(wrongForm(rack, subject, device->name, *part, rackPart));
        else if (part->mounting != Mounting::None && !fitsRails(part->mounting, space->mounting))
            verdicts.push_back(wrongMounting(rack, subject, device->name, *part, space->mounting));
        else if (isFormOpen(*part))
            verdicts.push_back(openForm(rack, subject, device->name, *part));
        else
            verdicts.push_back(passed(subject));
    }
    equipmentMountings(context, rack, verdicts);
}

// RACK-03: devices and the space behind them fit the depth of the rack.
void depths(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value allowance = plainSetting(context, settingFact(setting_of::rearAllowance));
    const Value usable = plainPartNumber(context, rack.part, attribute::depth.key);
    for (const PartCount& group : context.contents(rack.id).groups) {
        const Part* part = context.part(group.part);
        if (part && (part->mounting == Mounting::ZeroU || part->mounting == Mounting::WholeRack ||
                     part->mounting == Mounting::None))
            continue;
        const Value depth = plainPartNumber(context, group.part, attribute::depth.key);
        Judged comparison;
        comparison.subject = subjectOf(rack);
        comparison.name = rack.name;
        comparison.measured = depth;
        comparison.limit = usable;
        comparison.unit = "mm";
        comparison.failure = "rule.RACK-03.too-deep";
        comparison.missing = depth.isKnown() ? partKey(context, rack.part, attribute::depth.key)
                                             : partKey(context, group.part, attribute::depth.key);
        comparison.cause = "part:" + (part ? part->id : std::string());
        Verdict verdict = judged(comparison);
        if (verdict.state == RuleState::Passed) {
            comparison.measured = depth + allowance;
            if (allowance.isUnknown())
                comparison.missing = setting_of::rearAllowance.key;
            comparison.failure = "rule.RACK-03.rear-space";
            comparison.severity = Severity::Warning;
            verdict = judged(std::move(comparison));
        }
        verdicts.push_back(std::move(verdict));
    }
    if (!hasManifold(context, context.contents(rack.id)))
        return;
    std::string missing = unreadableSetting(context, setting_of::manifoldRackDepth);
    if (missing.empty())
        missing = partKey(context, rack.part, attribute::depth.key);
    verdicts.push_back(
        judged({subjectOf(rack), rack.name, usable, plainSetting(context, settingFact(setting_of::manifoldRackDepth)),
                Bound::AtLeast, "mm", "rule.RACK-03.manifold", Severity::Warning, std::move(missing), "manifold"}));
}

std::string missingWeight(const Context& context, const Rack& rack) {
    const RackContents& contents = context.contents(rack.id);
    for (const auto& groups : {contents.groups, equipmentOf(contents)})
        if (std::string key = missingNumber(context, groups, attribute::weight.key); !key.empty())
            return key;
    return partKey(context, rack.part, attribute::weight.key);
}

// Whether racks are shipped built decides what is judged: a setting that nobody can read leaves that open.
bool isShippingOpen(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    std::string setting = unreadableSetting(context, setting_of::shippedBuilt);
    if (setting.empty())
        return false;
    verdicts.push_back(notChecked(subjectOf(rack), std::move(setting), openMessage(rack.name)));
    return true;
}

// RACK-04: payload against the static load of the rack.
void payloads(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const bool isShippedBuilt = plainSetting(context, settingFact(setting_of::shippedBuilt)).typical() > 0.5;
    if (isRackScaleRack(context, rack)) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    const Value load = rackPayload<Value>(context, rack).si();
    const auto judge = [&](std::string_view key, std::string failure) {
        const Value limit = plainPartNumber(context, rack.part, key);
        verdicts.push_back(
            judged({subjectOf(rack), rack.name, load, limit, Bound::AtMost, "kg", std::move(failure), Severity::Error,
                    limit.isKnown() ? missingWeight(context, rack) : partKey(context, rack.part, key)}));
    };
    const bool hasStatic = plainPartNumber(context, rack.part, attribute::staticLoad.key).isKnown();
    judge(hasStatic ? attribute::staticLoad.key : attribute::payload.key, "rule.RACK-04.over-static");
    if (!isShippingOpen(context, rack, verdicts) && isShippedBuilt)
        judge(attribute::dynamicLoad.key, "rule.RACK-04.over-dynamic");
}

// RACK-05: centre of mass in the lower half.
void massCentres(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const bool isSeismic = siteText(context.project(), site::isSeismic) == "yes";
    const bool isShippedBuilt = plainSetting(context, settingFact(setting_of::shippedBuilt)).typical() > 0.5;
    if (isRackScaleRack(context, rack) || context.contents(rack.id).devices.empty()) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    if (!isSeismic && isShippingOpen(context, rack, verdicts))
        return;
    const Value height = rackHeight<Value>(context, rack).si();
    verdicts.push_back(
        judged({subjectOf(rack), rack.name, massCentre<Value>(context, rack).si(), height / Value(2.0), Bound::AtMost,
                "mm", "rule.RACK-05.high", isSeismic || isShippedBuilt ? Severity::Warning : Severity::Note,
                height.isKnown() ? missingWeight(context, rack) : partKey(context, rack.part, attribute::height.key)}));
}

// A device whose exhaust leaves through the front of the rack blows into the cold aisle: a front-mounted one with
// rear-to-front air, or a rear-mounted one with front-to-rear air.
Verdict airDirection(const Context& context, const Rack& rack, const Device& device) {
    const Subject subject(device.id);
    const auto* in = std::get_if<InRack>(&device.placement);
    const Part* part = context.part(device.part);
    const bool takesNoAir = part && (part->airflow == Airflow::None || part->powerModes.empty());
    if (!in || takesNoAir)
        return notApplicable(subject);
    if (!part)
        return notChecked(subject, partKey(context, device.part, "airflow"), openMessage(device.name));
    Verdict verdict;
    verdict.subject = subject;
    verdict.others = {subjectOf(rack)};
    if (part->airflow == Airflow::Unknown)
        return notChecked(subject, partKey(context, device.part, "airflow-direction"),
                          Message("rule.RACK-06.unknown").with("subject", device.name).with("part", part->model));
    const bool blowsToFront =
        in->face == Face::Front ? part->airflow == Airflow::RearToFront : part->airflow == Airflow::FrontToRear;
    if (!blowsToFront)
        return passed(subject);
    verdict.state = RuleState::Failed;
    verdict.message = Message(cause_of::blowsIntoColdAisle).with("subject", device.name).with("rack", rack.name);
    verdict.cause = "part:" + part->id + ":" + std::string(enumName(in->face));
    return verdict;
}

void airDirections(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    for (const Device* device : context.contents(rack.id).devices)
        verdicts.push_back(airDirection(context, rack, *device));
}

} // namespace

std::vector<Rule> rackRules() {
    const Reads reads = Reads::rackOnly();
    return {makeRackRule("RACK-01", PowerBasis::None, "reference.rack-places", places, reads, unplacedDevices),
            makeRackRule("RACK-02", PowerBasis::None, "reference.rack-sheets", mountings, reads),
            makeRackRule("RACK-03", PowerBasis::None, "reference.ocp-manifold", depths, reads),
            makeRackRule("RACK-04", PowerBasis::None, "reference.rack-loads", payloads, reads),
            makeRackRule("RACK-05", PowerBasis::None, "reference.practice", massCentres, reads),
            makeRackRule("RACK-06", PowerBasis::None, "reference.vendor-manuals", airDirections, reads)};
}

} // namespace rackwright
