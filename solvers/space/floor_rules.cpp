// SPDX-License-Identifier: GPL-3.0-or-later
// FLOOR-06 to FLOOR-08: what the floor bears, the way in, and the height; all rules of the floor in their order.
#include "solvers/space/floor_rules.h"
#include "model/design/occupancy.h"
#include "model/project/site_fields.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/subject_name.h"
#include "solvers/space/floor_ways.h"
#include "solvers/space/inventory.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <array>
#include <optional>
#include <set>
#include <utility>

namespace rackwright {

namespace {

std::string openLoad(const Context& context, const Rack& rack) {
    const std::string key = missingNumber(context, context.contents(rack.id).groups, attribute::weight.key);
    return key.empty() ? partKey(context, rack.part, attribute::weight.key) : key;
}

// FLOOR-06: loads against the ratings of the floor, each on its own basis.
void floorLoads(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value slack = Value(1.0) + plainSetting(context, settingFact(setting_of::ratingTolerance));
    const std::string ofFeet = unreadableSetting(context, setting_of::ratingTolerance, setting_of::feetPerRack,
                                                 setting_of::worstFoot, setting_of::shippedBuilt);
    const std::string ofArea = unreadableSetting(context, setting_of::ratingTolerance);
    const auto judge = [&](const Value& load, const Value& rating, std::string_view key, std::string unit,
                           std::string failure, const std::string& setting) {
        std::string missing = !setting.empty()   ? setting
                              : rating.isKnown() ? openLoad(context, rack)
                                                 : std::string(key);
        verdicts.push_back(judged({subjectOf(rack), rack.name, load, rating * slack, Bound::AtMost, std::move(unit),
                                   std::move(failure), Severity::Error, std::move(missing)}));
    };
    judge(areaLoadWithAisles<Value>(context, rack).si(),
          siteQuantity<Value, dim::AreaLoad>(context, site::floorUniform).si(), site::floorUniform, "kg/m2",
          "rule.FLOOR-06.uniform", ofArea);
    judge(pointLoad<Value>(context, rack).si(), siteQuantity<Value, dim::Mass>(context, site::floorConcentrated).si(),
          site::floorConcentrated, "kg", "rule.FLOOR-06.concentrated", ofFeet);
    // What rolls in loaded is weighed loaded; other racks roll in empty.
    const bool isOpen = plainSetting(context, settingFact(setting_of::shippedBuilt)).isUnknown();
    const Value rolling = isOpen ? Value::unknown()
                          : rollsInLoaded(context, rack)
                              ? pointLoad<Value>(context, rack).si()
                              : (partNumber<Value>(context, rack.part, attribute::weight).si() /
                                 plainSetting(context, settingFact(setting_of::feetPerRack))) *
                                    plainSetting(context, settingFact(setting_of::worstFoot));
    judge(rolling, siteQuantity<Value, dim::Mass>(context, site::floorRolling).si(), site::floorRolling, "kg",
          "rule.FLOOR-06.rolling", ofFeet);
    verdicts.push_back(judged({subjectOf(rack), rack.name, areaLoad<Value>(context, rack).si(),
                               plainSetting(context, settingFact(setting_of::footprintNote)), Bound::AtMost, "kg/m2",
                               "rule.FLOOR-06.footprint", Severity::Note,
                               unreadableSetting(context, setting_of::footprintNote).empty()
                                   ? openLoad(context, rack)
                                   : std::string(setting_of::footprintNote.key),
                               "footprint", true}));
}

// The smallest door on the delivery path, from the plan or the site record.
struct DeliveryDoor {
    static constexpr std::array<std::string_view, 1> kReads = {"room_objects"};

    explicit DeliveryDoor(const Context& context);
    Value width, height;
    std::set<Id<Room>> rooms;          ///< with a door of the path
    std::set<Id<Room>> roomsWithDoor;  ///< with any door
    std::set<Id<Room>> roomsWithLoose; ///< with one of the path that hangs in no wall
};

DeliveryDoor::DeliveryDoor(const Context& context)
    : width(siteQuantity<Value, dim::Length>(context, site::doorWidth).si()),
      height(siteQuantity<Value, dim::Length>(context, site::doorHeight).si()) {
    const auto take = [](Value& least, double metres) {
        if (!least.isKnown() || metres < least.typical())
            least = Value(metres);
    };
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* door = std::get_if<Door>(&object.shape);
        if (!door || !object.scope.isPresent())
            continue;
        roomsWithDoor.insert(object.room);
        if (!door->isDeliveryPath)
            continue;
        (hangs(context.design(), object.room, *door) ? rooms : roomsWithLoose).insert(object.room);
        take(width, distance(door->from, door->to).inMetres());
        take(height, door->height.inMetres());
    }
}

// The way from the door to a rack's place cannot be followed before the door is drawn, whatever the site record says.
std::optional<Verdict> withoutDoor(const Context& context, const DeliveryDoor& door, const Rack& rack) {
    const Room* room = context.design().rooms.find(rack.room);
    if (!room || door.rooms.contains(room->id))
        return std::nullopt;
    const char* why = door.roomsWithLoose.contains(room->id)  ? "rule.FLOOR-07.loose-door"
                      : door.roomsWithDoor.contains(room->id) ? "rule.FLOOR-07.no-delivery-door"
                                                              : "rule.FLOOR-07.no-door";
    Verdict verdict = notChecked(subjectOf(rack), "room.doors", Message(why).with("room", room->name));
    verdict.cause = std::to_string(room->id.value);
    return verdict;
}

// What is too large to be looked through has not been.
Verdict inTooLargeRoom(const Context& context, const Rack& rack) {
    Verdict verdict = notChecked(subjectOf(rack), "room.size",
                                 Message("rule.FLOOR-07.too-large")
                                     .with("room", subjectName(context, Subject(rack.room)))
                                     .with("limit", UnitNumber{WalkGrid::kMostSquareMetres, "m2"}));
    verdict.cause = "too-large:" + std::to_string(rack.room.value);
    return verdict;
}

// A door on the way that nobody has put on the delivery path.
Verdict throughTightDoor(const Rack& rack, const FloorWays::TightDoor& tight) {
    const auto metres = [](Length a, Length b) { return UnitNumber{((a + b) / 2).inMetres(), "m"}; };
    const Door& door = tight.door;
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subjectOf(rack);
    verdict.others = {Subject(tight.object)};
    verdict.message = Message("rule.FLOOR-07.inner-door")
                          .with("subject", rack.name)
                          .with("x", metres(door.from.x, door.to.x))
                          .with("y", metres(door.from.y, door.to.y))
                          .with("width", inUnit(distance(door.from, door.to).inMetres(), "mm"))
                          .with("height", inUnit(door.height.inMetres(), "mm"));
    verdict.cause = "inner-door:" + std::to_string(tight.object.value);
    return verdict;
}

// FLOOR-07: racks pass the doors and the lift between dock and place, and the walls of their room.
void delivery(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const DeliveryDoor& door = context.lookUp<DeliveryDoor>();
    if (rack.scope.status == Status::Existing) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    auto doorless = withoutDoor(context, door, rack);
    const auto judge = [&](const PartAttribute<Length>& key, const Value& opening, std::string_view siteKey,
                           std::string failure) {
        if (doorless && opening.isUnknown()) // the door that is to be drawn has a size
            return;
        const Value size = plainPartNumber(context, rack.part, key.key);
        verdicts.push_back(
            judged({subjectOf(rack), rack.name, size, opening, Bound::AtMost, "mm", std::move(failure), Severity::Error,
                    opening.isKnown() ? partKey(context, rack.part, key.key) : std::string(siteKey)}));
    };
    judge(attribute::height, door.height, site::doorHeight, "rule.FLOOR-07.height");
    judge(attribute::width, door.width, site::doorWidth, "rule.FLOOR-07.width");
    if (doorless)
        verdicts.push_back(std::move(*doorless));
    if (context.lookUp<FloorWays>().unsearchedDeliveries().contains(rack.room))
        verdicts.push_back(inTooLargeRoom(context, rack));
    if (context.lookUp<FloorWays>().isWalledIn(rack.id)) {
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.subject = subjectOf(rack);
        verdict.message = Message("rule.FLOOR-07.walled-in").with("subject", rack.name);
        verdict.cause = "walled-in:" + std::to_string(rack.room.value);
        verdicts.push_back(std::move(verdict));
    }
    if (const FloorWays::TightDoor* tight = context.lookUp<FloorWays>().tightDoor(rack.id))
        verdicts.push_back(throughTightDoor(rack, *tight));
    // A hall on the ground floor has none: a lift is judged where one is stated. Racks come empty, rack-scale systems
    // and racks that are shipped built whole.
    const Value lift = siteQuantity<Value, dim::Mass>(context, site::liftLoad).si();
    if (!lift.isKnown())
        return;
    if (std::string setting = unreadableSetting(context, setting_of::shippedBuilt); !setting.empty()) {
        verdicts.push_back(
            notChecked(subjectOf(rack), std::move(setting), Message("rule.not-checked").with("subject", rack.name)));
        return;
    }
    const bool isWhole = rollsInLoaded(context, rack);
    const Value load =
        isWhole ? plainRackWeight(context, rack) : plainPartNumber(context, rack.part, attribute::weight.key);
    verdicts.push_back(
        judged({subjectOf(rack), rack.name, load, lift, Bound::AtMost, "kg", "rule.FLOOR-07.lift", Severity::Error,
                isWhole ? openLoad(context, rack) : partKey(context, rack.part, attribute::weight.key)}));
}

// FLOOR-08: space above the racks, and clear height of the room.
void heights(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value height = rackHeight<Value>(context, rack).si();
    const Value clear = clearHeightOf(context, context.design().rooms.find(rack.room));
    // A rack that does not stand upright is no matter of advised space.
    if (height.isKnown() && clear.isKnown() && height.typical() > clear.typical()) {
        verdicts.push_back(judged({subjectOf(rack), rack.name, height, clear, Bound::AtMost, "mm",
                                   "rule.FLOOR-08.no-room", Severity::Error, std::string(site::clearHeight)}));
        return;
    }
    verdicts.push_back(judged(
        {subjectOf(rack), rack.name, height + plainSetting(context, settingFact(setting_of::overRack)), clear,
         Bound::AtMost, "mm", "rule.FLOOR-08.over-rack", Severity::Warning,
         !plainSetting(context, settingFact(setting_of::overRack)).isKnown() ? std::string(setting_of::overRack.key)
         : clear.isKnown() ? partKey(context, rack.part, attribute::height.key)
                           : std::string(site::clearHeight)}));
}

std::vector<Verdict> roomHeights(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Room& room : context.design().rooms)
        if (room.scope.isPresent())
            verdicts.push_back(judged({Subject(room.id), room.name, clearHeightOf(context, &room),
                                       plainSetting(context, settingFact(setting_of::clearHeightLeast)), Bound::AtLeast,
                                       "mm", "rule.FLOOR-08.room", Severity::Warning,
                                       unreadableSetting(context, setting_of::clearHeightLeast).empty()
                                           ? std::string(site::clearHeight)
                                           : std::string(setting_of::clearHeightLeast.key)}));
    return verdicts;
}

} // namespace

Value clearHeightOf(const Context& context, const Room* room) {
    return room && room->clearHeight ? Value(room->clearHeight->inMetres())
                                     : siteQuantity<Value, dim::Length>(context, site::clearHeight).si();
}

std::vector<Rule> floorRules() {
    std::vector<Rule> rules{overlapRule()};
    for (Rule& rule : aisleRules())
        rules.push_back(std::move(rule));
    rules.push_back(makeRackRule("FLOOR-06", PowerBasis::None, "reference.floor-ratings", floorLoads, readsOfFloor()));
    rules.push_back(makeRackRule("FLOOR-07", PowerBasis::None, "reference.ocp-ready", delivery,
                                 Reads::rackOnly({"rooms", "room_objects"})));
    rules.push_back(makeRackRule("FLOOR-08", PowerBasis::None, "reference.ocp-ready", heights,
                                 Reads::rackOnly({"rooms"}), roomHeights));
    return rules;
}

} // namespace rackwright
