// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes with the real catalogue: parameters and their errors, sizes, and that what is made holds together: places,
// ports, cooling, floor. The sample files are as their recipes and hand edits make them.
#include "catalog/catalog.h"
#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "model/parts/port_list.h"
#include "model/project/site_fields.h"
#include "solvers/facility/losses.h"
#include "solvers/recipes/hall_layout.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

using namespace rackwright;

namespace {

const Design& designOf(const Document& document) { return *activeOption(*document.project).design; }

std::int64_t acceleratorsOf(const Document& document, std::string_view role) {
    double total = 0;
    for (const Device& device : designOf(document).devices)
        if (device.role == role)
            total += fact(*findPart(*document.project, device.part), attribute::acceleratorCount).typical().value_or(0);
    return static_cast<std::int64_t>(total);
}

struct Shape {
    std::string name;
    std::vector<Point> outline;
};

std::map<Id<Room>, std::vector<Shape>> shapesOf(const Project& project, const Design& design) {
    std::map<Id<Room>, std::vector<Shape>> shapes;
    for (const Rack& rack : design.racks)
        shapes[rack.room].push_back({rack.name, corners(*footprintOf(project, rack))});
    for (const CoolingUnit& unit : design.coolingUnits)
        if (const auto* floor = std::get_if<OnFloor>(&unit.placement))
            shapes[floor->room].push_back({unit.name, corners(*footprintOf(*findPart(project, unit.part), *floor))});
    for (const RoomObject& object : design.roomObjects)
        if (const auto* column = std::get_if<Column>(&object.shape))
            shapes[object.room].push_back({object.name, column->outline});
    return shapes;
}

} // namespace

class TestRecipes : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;
    RecipeSource m_source;

    Result<Document> make(std::string_view recipe, std::vector<Parameter> set) {
        return makeFromRecipe(recipe, set, m_source);
    }
    std::string refusal(const char* recipe, std::vector<Parameter> set) {
        const auto made = make(recipe, std::move(set));
        return made ? std::string() : made.error().message.id;
    }

    void verifySound(const Document& document) {
        const Project& project = *document.project;
        const Design& design = designOf(document);
        QVERIFY(checkDocument(document, "test").has_value());
        for (const Rack& rack : design.racks) {
            QVERIFY2(placeConflicts(project, design, rack).empty(), rack.name.c_str());
            QVERIFY2(!design.coolingServices.allWith<ServicesByRack>(rack.id).empty(), rack.name.c_str());
            QVERIFY2(!design.powerElements.allWith<PowerElementsByRack>(rack.id).empty(), rack.name.c_str());
        }
        for (const Device& device : design.devices)
            QVERIFY2(rackOf(device), device.name.c_str());
        std::set<PortRef> used;
        for (const Cable& cable : design.cables) {
            QVERIFY(used.insert(cable.a).second);
            QVERIFY(used.insert(cable.b).second);
        }
        verifyFloor(project, design);
        verifyCoolingIsFed(document);
    }

    // Units on the floor hang on every UPS of their hall, or on the mains where there is none: none stands still with a
    // feed.
    void verifyCoolingIsFed(const Document& document) {
        const Design& design = designOf(document);
        std::set<FeedSide> sides;
        for (const PowerElement& element : design.powerElements)
            if (element.kind == PowerElementKind::Ups)
                sides.insert(element.side);
        for (const CoolingUnit& unit : design.coolingUnits) {
            std::set<FeedSide> feeds;
            for (const PowerLink& link : design.powerLinks)
                if (!link.to && link.unit == unit.id)
                    feeds.insert(design.powerElements.find(link.from)->side);
            if (std::holds_alternative<OnFloor>(unit.placement))
                QVERIFY2(feeds == (sides.empty() ? std::set{FeedSide::None} : sides), unit.name.c_str());
        }
        const Context context(snapshotOf(document.project));
        if (sides.size() > 1)
            for (const PowerElement& element : design.powerElements)
                if (element.kind == PowerElementKind::Ups) {
                    const auto loss = lossOf(context, Subject(element.id));
                    QVERIFY2(loss && loss->taken.darkUnits.empty() && loss->taken.heat <= 0, element.name.c_str());
                }
    }

    // Racks, floor units and columns lie in their room, do not meet each other and leave the doors free.
    void verifyFloor(const Project& project, const Design& design) {
        const auto shapes = shapesOf(project, design);
        for (const RoomObject& object : design.roomObjects)
            if (const auto* door = std::get_if<Door>(&object.shape)) {
                constexpr Length within = Length::millimetres(1000);
                const std::vector<Point> before =
                    rectangleOutline({door->from.x, door->from.y - within}, {door->to.x, door->to.y});
                for (const Shape& shape : shapes.at(object.room))
                    QVERIFY2(!overlap(shape.outline, before), (shape.name + " before " + object.name).c_str());
            }
        for (const auto& [room, all] : shapes) {
            const std::vector<Point>& outline = design.rooms.find(room)->outline;
            for (std::size_t i = 0; i < all.size(); ++i) {
                QVERIFY2(isWithin(all[i].outline, outline), all[i].name.c_str());
                for (std::size_t j = i + 1; j < all.size(); ++j)
                    QVERIFY2(!overlap(all[i].outline, all[j].outline), (all[i].name + " meets " + all[j].name).c_str());
            }
        }
    }

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
        m_source = recipeSource(*m_catalog);
    }

    void badInputNamesTheNearestWords() {
        const auto unknown = make("clutser", {});
        QCOMPARE(unknown.error().message.id, std::string("recipe.unknown"));
        const auto& words = std::get<WordList>(unknown.error().message.arguments.back().value).words;
        QVERIFY(std::ranges::find(words, "cluster") != words.end());
        QCOMPARE(refusal("cluster", {{"acelerators", "8"}}), std::string("recipe.unknown-parameter"));
        QCOMPARE(refusal("cluster", {{"accelerators", "many"}}), std::string("recipe.bad-whole-number"));
        QCOMPARE(refusal("cluster", {{"accelerators", "2.5"}}), std::string("recipe.bad-whole-number"));
        QCOMPARE(refusal("cluster", {{"accelerators", "131073"}}), std::string("recipe.out-of-range"));
        QCOMPARE(refusal("cluster", {{"cooling", "rain"}}), std::string("recipe.bad-word"));
        QCOMPARE(refusal("cluster", {{"nodes-per-rack", "9"}}), std::string("recipe.too-many-in-rack"));
        QCOMPARE(refusal("cluster", {{"room-width", "5000"}, {"room-depth", "5000"}}),
                 std::string("recipe.room-too-small"));
        QVERIFY(!make("cluster", {{"node", "no-such-part"}}).has_value());
    }

    void numbersAreReadAsPeopleWriteThem() {
        const Recipe& cluster = **findRecipe("cluster");
        const auto read = [&](const char* name, const char* text) { return checkedValues(cluster, {{name, text}}); };
        QCOMPARE(read("accelerators", "1,024")->count("accelerators"), std::int64_t{1024});
        QCOMPARE(read("accelerators", "2k")->count("accelerators"), std::int64_t{2000});
        QCOMPARE(read("room-width", "18 m")->number("room-width"), 18'000.0);
        QCOMPARE(read("water-supply", "64.4 F")->number("water-supply"), 18.0);
        QVERIFY(!read("room-width", "18 kg"));
    }

    void whatIsWorkedOutIsSaidAsPeopleSayIt() {
        for (const Recipe& recipe : recipes())
            for (const RecipeParameter& parameter : recipe.parameters)
                if (parameter.takesAuto || parameter.defaultValue == "auto")
                    for (const char* word : {"auto", "AUTO", " Auto ", ""}) {
                        const auto read = checkedValues(recipe, {{parameter.name, word}});
                        QVERIFY2(read.has_value() && read->isAuto(parameter.name), parameter.name.c_str());
                    }
        QCOMPARE(refusal("cluster", {{"accelerators", "auto"}}), std::string("recipe.bad-whole-number"));
        QCOMPARE(refusal("cluster", {{"accelerators", ""}}), std::string("recipe.bad-whole-number"));
        const auto made = make("existing-hall", {{"room-width", "auto"}, {"room-depth", ""}});
        QVERIFY(made.has_value());
        verifySound(*made);
    }

    // The room that is advised has its columns off the aisles, and the doors of the racks open.
    void theAdvisedRoomDoes() {
        std::vector<Parameter> set = {
            {"accelerators", "1024"}, {"nodes-per-rack", "2"}, {"columns", "5"}, {"busways", "50"}};
        std::vector<Parameter> small = set;
        small.push_back({"room-width", "5000"});
        small.push_back({"room-depth", "5000"});
        const auto refused = make("existing-hall", small);
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("recipe.room-too-small"));
        for (const Argument& argument : refused.error().message.arguments)
            if (const auto* size = std::get_if<UnitNumber>(&argument.value))
                set.push_back({"room-" + argument.name, std::to_string(size->value) + " m"});
        QCOMPARE(set.size(), std::size_t(6));
        // It does as it is read, in hundredths of an inch too.
        for (const Argument& argument : refused.error().message.arguments)
            if (const auto* size = std::get_if<UnitNumber>(&argument.value)) {
                const double hundredths = size->value / 0.000254;
                QVERIFY2(std::abs(hundredths - std::round(hundredths)) < 1e-3, argument.name.c_str());
            }
        const auto made = make("existing-hall", set);
        QVERIFY(made.has_value());
        for (const RoomObject& aisle : designOf(*made).roomObjects)
            for (const RoomObject& column : designOf(*made).roomObjects)
                if (std::holds_alternative<Aisle>(aisle.shape) && std::holds_alternative<Column>(column.shape))
                    QVERIFY2(!overlap(std::get<Aisle>(aisle.shape).outline, std::get<Column>(column.shape).outline),
                             aisle.name.c_str());
    }

    // Trays and busways over the rows keep clear of the columns of the hall.
    void waysPassTheColumns() {
        for (const char* accelerators : {"64", "128", "256"})
            for (const char* columns : {"1", "3", "5"}) {
                const auto made = make("existing-hall", {{"accelerators", accelerators}, {"columns", columns}});
                QVERIFY2(made.has_value(), accelerators);
                const Design& design = designOf(*made);
                for (const PathSegment& segment : design.pathSegments) {
                    const Point from = design.pathNodes.find(segment.from)->place;
                    const Point to = design.pathNodes.find(segment.to)->place;
                    const Length aside = segment.width / 2;
                    const bool isAlongRow = from.y == to.y;
                    const Point low{std::min(from.x, to.x) - (isAlongRow ? Length() : aside),
                                    std::min(from.y, to.y) - (isAlongRow ? aside : Length())};
                    const Point high{std::max(from.x, to.x) + (isAlongRow ? Length() : aside),
                                     std::max(from.y, to.y) + (isAlongRow ? aside : Length())};
                    for (const RoomObject& object : design.roomObjects)
                        if (const auto* column = std::get_if<Column>(&object.shape))
                            QVERIFY2(!overlap(rectangleOutline(low, high), column->outline), segment.name.c_str());
                }
            }
    }
    // More columns than racks stand between: the advised room is wider than the search nearby goes.
    void aRoomIsFoundForManyColumns() {
        const auto refused =
            make("existing-hall",
                 {{"accelerators", "256"}, {"columns", "12"}, {"room-width", "5000"}, {"room-depth", "5000"}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("recipe.room-too-small"));
    }

    void tooFewBuswaysSayHowManyWouldDo() {
        const std::vector<Parameter> hall = {
            {"accelerators", "1024"}, {"room-width", "30000"}, {"room-depth", "15000"}};
        std::vector<Parameter> few = hall, enough = hall;
        few.push_back({"busways", "2"});
        const auto refused = make("existing-hall", few);
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("recipe.busways-too-few"));
        const auto* count = std::get_if<std::int64_t>(&refused.error().message.arguments.back().value);
        QVERIFY(count && *count > 2);
        enough.push_back({"busways", std::to_string(*count)});
        QVERIFY(make("existing-hall", enough).has_value());
    }

    // A busway carries half at half the voltage: a hall of 208 V takes about twice as many.
    void aHallOfALowVoltageTakesMoreBusways() {
        const auto buswaysAt = [this](const char* volts) {
            const auto made = make("cluster", {{"accelerators", "512"}, {"supply", volts}});
            return made ? std::ranges::count(designOf(*made).powerElements, PowerElementKind::Busway,
                                             &PowerElement::kind)
                        : 0;
        };
        QVERIFY(buswaysAt("415") > 0);
        QVERIFY(buswaysAt("208") > buswaysAt("415"));
    }

    // Of one feed the PDUs stand on both sides of a rack, as many as its cords ask for: sixteen of C14 take three with
    // six C13 each.
    void aSingleFeedHasOutletsForAllCords() {
        const auto made = make("cluster", {{"accelerators", "64"}, {"feeds", "1"}});
        QVERIFY(made.has_value());
        std::map<Id<Rack>, std::int64_t> pdus, cords;
        std::set<std::tuple<Id<Rack>, Side, std::int64_t>> places;
        for (const PowerElement& element : designOf(*made).powerElements)
            if (const auto* at = std::get_if<ZeroU>(&element.placement)) {
                ++pdus[at->rack];
                QVERIFY2(places.insert({at->rack, at->side, at->slot}).second, element.name.c_str());
            }
        for (const Device& device : designOf(*made).devices)
            if (const auto* at = std::get_if<InRack>(&device.placement))
                for (const PowerInput& input : findPart(*made->project, device.part)->powerInputs)
                    cords[at->rack] += input.inlet.starts_with("C14") ? input.count : 0;
        std::int64_t most = 0;
        for (const auto& [rack, count] : cords) {
            QVERIFY(count <= 6 * pdus[rack]);
            most = std::max(most, pdus[rack]);
        }
        QCOMPARE(most, std::int64_t{3});
    }

    // What nobody said is assumed or asked; no customer, requirement, quote number or date is made up.
    void aRecipePutsNoWordIntoTheCustomersMouth() {
        for (const Recipe& recipe : recipes()) {
            const auto made = make(recipe.name, {});
            const Project& project = *made->project;
            QVERIFY(project.requirements.isEmpty());
            for (const SiteField& field : project.site) {
                QVERIFY2(field.knowledge != Knowledge::Known, field.key.c_str());
                QVERIFY(field.givenBy == GivenBy{});
                QVERIFY2(field.knowledge == Knowledge::Unknown || !field.note.empty(), field.key.c_str());
            }
            for (const std::string_view key : {site::powerLimit, site::rackLimit, site::climate}) {
                QVERIFY(!siteNumber(project, key));
                QVERIFY(std::ranges::any_of(project.rfis, [key](const Rfi& rfi) { return rfi.about == key; }));
            }
            for (const Rfi& rfi : project.rfis)
                QVERIFY(rfi.neededBy.empty() &&
                        rfi.effect.find("PUE and free-cooling hours are not stated") == std::string::npos);
            const QuoteHeader& quote = project.quote;
            for (const std::string* text : {&quote.number, &quote.customer, &quote.date, &quote.validUntil,
                                            &quote.paymentTerms, &quote.warranty, &quote.destinationCountry})
                QVERIFY2(text->empty(), text->c_str());
        }
    }

    void everyRecipeMakesASoundDesign() {
        for (const Recipe& recipe : recipes()) {
            const auto made = make(recipe.name, {});
            QVERIFY2(made.has_value(), recipe.name.c_str());
            verifySound(*made);
        }
    }

    void clusters_data() {
        QTest::addColumn<int>("accelerators");
        QTest::addColumn<QString>("cooling");
        for (const char* cooling : {"perimeter", "in-row", "rear-door"})
            for (const int size : {8, 64, 256, 2048})
                QTest::addRow("%d %s", size, cooling) << size << QString::fromLatin1(cooling);
    }
    void clusters() {
        QFETCH(int, accelerators);
        QFETCH(QString, cooling);
        const auto made =
            make("cluster", {{"accelerators", std::to_string(accelerators)}, {"cooling", cooling.toStdString()}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        verifySound(*made);
        QCOMPARE(acceleratorsOf(*made, "compute"), std::int64_t(accelerators));
    }

    void hallsOfAClusterAreAlikeAndTheirCopperStaysAtHome() {
        const auto made = make("cluster", {{"accelerators", "8192"}, {"racks-per-hall", "120"}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        verifySound(*made);
        const Design& design = designOf(*made);
        QVERIFY(design.rooms.size() > 2);
        const Box first = boundingBox(design.rooms.begin()->outline);
        for (const Room& room : design.rooms) {
            const Box box = boundingBox(room.outline);
            QCOMPARE((box.high.x - box.low.x).inMillimetres(), (first.high.x - first.low.x).inMillimetres());
            QCOMPARE((box.high.y - box.low.y).inMillimetres(), (first.high.y - first.low.y).inMillimetres());
        }
        // Trays and busways of every hall run in it, not over another one.
        for (const PathNode& node : design.pathNodes) {
            const Room& room = *design.rooms.find(node.room);
            const Box box = boundingBox(room.outline);
            QVERIFY2(node.place.x >= box.low.x && node.place.x <= box.high.x && node.place.y >= box.low.y &&
                         node.place.y <= box.high.y,
                     room.name.c_str());
        }
        const auto network = std::ranges::find(design.networks, NetworkRole::OutOfBand, &Network::role);
        QVERIFY(network != design.networks.end());
        const auto roomOf = [&](const Device& device) {
            const auto* floor = std::get_if<OnFloor>(&device.placement);
            return floor ? floor->room : design.racks.find(rackOf(device))->room;
        };
        int atHome = 0;
        std::set<Id<Device>> managed;
        for (const Cable& cable : design.cables) {
            const Cabled a = findCabled(design, cable.a.device), b = findCabled(design, cable.b.device);
            const Device &end = *a, &leaf = *b;
            if (cable.network == network->id)
                managed.insert(end.id);
            if (cable.network != network->id || leaf.role != "leaf" || end.name.starts_with("oob-"))
                continue;
            QVERIFY2(roomOf(end) == roomOf(leaf), (end.name + " to " + leaf.name).c_str());
            ++atHome;
        }
        QVERIFY(atHome >= 1024); // every node is managed
        for (const PowerElement& element : design.powerElements)
            QVERIFY2(element.kind != PowerElementKind::RackPdu || managed.contains(cabledId(element.id)),
                     element.name.c_str());
    }

    // Devices of several ports hang on two leaves of storage and in-band networks, pools on more than one pair.
    void devicesHangOnTwoLeaves_data() {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("size");
        QTest::newRow("1,024") << "cluster"
                               << "1024";
        QTest::newRow("256") << "cluster"
                             << "256";
        QTest::newRow("nvl72") << "nvl72"
                               << "";
        QTest::newRow("existing hall") << "existing-hall"
                                       << "512";
        QTest::newRow("typical") << "typical-llm-cluster"
                                 << "";
    }
    void devicesHangOnTwoLeaves() {
        QFETCH(QString, recipe);
        QFETCH(QString, size);
        const auto made =
            make(recipe.toStdString(), size.isEmpty() ? std::vector<Parameter>()
                                                      : std::vector<Parameter>{{"accelerators", size.toStdString()}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        const Design& design = designOf(*made);
        std::map<std::pair<Id<Network>, Id<Device>>, std::set<Id<Device>>> leaves;
        std::map<std::pair<Id<Network>, std::string>, std::set<Id<Device>>> ofPool, members;
        std::map<Id<Network>, std::set<Id<Device>>> all;
        for (const Cable& cable : design.cables) {
            const NetworkRole role = design.networks.find(cable.network)->role;
            const Device *a = design.devices.find(cable.a.device), *b = design.devices.find(cable.b.device);
            if ((role != NetworkRole::Storage && role != NetworkRole::InBand) || !a || !b || b->role != "leaf" ||
                a->role == "leaf" || a->role == "spine")
                continue;
            leaves[{cable.network, a->id}].insert(b->id);
            ofPool[{cable.network, a->role}].insert(b->id);
            members[{cable.network, a->role}].insert(a->id);
            all[cable.network].insert(b->id);
        }
        QVERIFY(!leaves.empty());
        for (const auto& [device, on] : leaves)
            QVERIFY2(on.size() > 1, design.devices.find(device.second)->name.c_str());
        for (const auto& [pool, on] : ofPool)
            if (pool.second != "spare" && members[pool].size() > 1 && all[pool.first].size() > 2)
                QVERIFY2(on.size() > 2, pool.second.c_str());
    }

    // As many management switches as the ports need, with a few for the shares of halls, however few nodes a rack has.
    void managementSwitchesAreShared_data() {
        QTest::addColumn<QString>("accelerators");
        QTest::addColumn<QString>("perRack");
        for (const char* size : {"64", "576", "1024", "2048"})
            for (const char* each : {"1", "4"})
                QTest::addRow("%s, %s", size, each) << QString::fromLatin1(size) << QString::fromLatin1(each);
    }
    void managementSwitchesAreShared() {
        QFETCH(QString, accelerators);
        QFETCH(QString, perRack);
        const auto made =
            make("cluster", {{"accelerators", accelerators.toStdString()}, {"nodes-per-rack", perRack.toStdString()}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        const Design& design = designOf(*made);
        const auto network = std::ranges::find(design.networks, NetworkRole::OutOfBand, &Network::role);
        std::int64_t ends = 0, leaves = 0;
        std::set<Id<Device>> managed;
        for (const Device& device : design.devices)
            leaves += device.role == "leaf" && device.name.starts_with("oob-") ? 1 : 0;
        for (const Cable& cable : design.cables) {
            const Device* leaf = design.devices.find(cable.b.device);
            if (cable.network != network->id || leaf->role != "leaf")
                continue;
            ++ends;
            managed.insert(cable.a.device);
        }
        const std::int64_t least = (ends + 47) / 48;
        QVERIFY2(leaves <= least + 1 + least / 8,
                 (std::to_string(leaves) + " switches for " + std::to_string(ends) + " ports").c_str());
        for (const PowerElement& element : design.powerElements)
            QVERIFY2(element.kind != PowerElementKind::RackPdu || managed.contains(cabledId(element.id)),
                     element.name.c_str());
    }

    void aRackScaleSystemIsManaged() {
        const auto made = make("nvl72", {});
        QVERIFY(made.has_value());
        const Design& design = designOf(*made);
        std::map<NetworkRole, std::map<Id<Device>, std::set<std::uint16_t>>> ports;
        for (const Cable& cable : design.cables)
            for (const PortRef& end : {cable.a, cable.b})
                if (const Device* device = design.devices.find(end.device); device && device->role == "compute")
                    ports[design.networks.find(cable.network)->role][device->id].insert(end.port);
        for (const Device& device : design.devices)
            if (device.role == "compute") {
                QCOMPARE(ports[NetworkRole::Compute][device.id].size(), std::size_t(72));
                QCOMPARE(ports[NetworkRole::Storage][device.id].size(), std::size_t(36)); // two of each tray
                QCOMPARE(ports[NetworkRole::InBand][device.id].size(), std::size_t(36));
                QCOMPARE(ports[NetworkRole::OutOfBand][device.id].size(), std::size_t(27)); // trays and switch trays
            }
    }

    // Air comes from water that is colder than it, also where cold plates take warm water.
    // Doors take the air heat of racks whose cold plates hang on CDUs: these hang on circuits too, and doors on a loop.
    void doorsBesideCdusLeaveNoneUnconnected() {
        const auto made =
            make("cluster", {{"cooling", "rear-door"}, {"accelerators", "64"}, {"node", "dell-xe9780l-b300"}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        std::set<CoolingUnitKind> kinds;
        for (const CoolingUnit& unit : designOf(*made).coolingUnits) {
            kinds.insert(unit.kind);
            QVERIFY2(designOf(*made).coolingLoops.contains(unit.primary), unit.name.c_str());
        }
        QCOMPARE(kinds, (std::set{CoolingUnitKind::RearDoor, CoolingUnitKind::CduRow}));
        verifyCoolingIsFed(*made);
    }
    void airUnitsGetWaterColderThanTheAir_data() {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("cooling");
        QTest::addColumn<QString>("water");
        QTest::addColumn<bool>("isChilled");
        QTest::newRow("nvl72") << "nvl72"
                               << ""
                               << "25" << true;
        QTest::newRow("nvl72, cold") << "nvl72"
                                     << ""
                                     << "18" << false;
        for (const char* cooling : {"perimeter", "in-row", "rear-door"}) {
            QTest::addRow("%s, 18", cooling) << "cluster" << cooling << "18" << false;
            QTest::addRow("%s, 20", cooling) << "cluster" << cooling << "20" << false;
            QTest::addRow("%s, 22", cooling) << "cluster" << cooling << "22" << true;
            QTest::addRow("%s, 40", cooling) << "cluster" << cooling << "40" << true;
        }
    }
    void airUnitsGetWaterColderThanTheAir() {
        QFETCH(QString, recipe);
        QFETCH(QString, cooling);
        QFETCH(QString, water);
        QFETCH(bool, isChilled);
        std::vector<Parameter> set = {{"water-supply", water.toStdString()}};
        if (!cooling.isEmpty()) {
            set.push_back({"cooling", cooling.toStdString()});
            set.push_back({"accelerators", "64"});
        }
        const auto made = make(recipe.toStdString(), set);
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        const Design& design = designOf(*made);
        const auto air = siteNumber(*made->project, site::supplyAir);
        QVERIFY(air);
        std::set<Id<CoolingLoop>> ofAir;
        for (const CoolingUnit& unit : design.coolingUnits) {
            const CoolingLoop* loop = design.coolingLoops.find(unit.primary);
            QVERIFY2(loop && loop->isFacilityWater, unit.name.c_str());
            if (unit.kind == CoolingUnitKind::CduRow) {
                QCOMPARE(loop->supply->inKelvin(), water.toDouble() + 273.15);
                continue;
            }
            QVERIFY2(loop->supply->inKelvin() <= *air - 2 + 1e-9, unit.name.c_str());
            ofAir.insert(loop->id);
        }
        QCOMPARE(ofAir.size(), std::size_t(1));
        const CoolingLoop& loop = *design.coolingLoops.find(*ofAir.begin());
        QCOMPARE(loop.name, std::string(isChilled ? "Chilled water" : "Facility water"));
        QVERIFY(loop.returnLimit->inKelvin() > loop.supply->inKelvin());
    }

    // Cords of C14 find as many C13 outlets, as far as a rack has places for PDUs: two on each side.
    void racksHaveOutletsForTheirCords_data() {
        QTest::addColumn<QString>("recipe");
        for (const char* recipe : {"nvl72", "typical-llm-cluster", "existing-hall", "single-node", "cluster"})
            QTest::newRow(recipe) << QString::fromLatin1(recipe);
    }
    void racksHaveOutletsForTheirCords() {
        QFETCH(QString, recipe);
        const auto made = make(recipe.toStdString(), {});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.id.c_str());
        const Project& project = *made->project;
        const Design& design = designOf(*made);
        std::map<Id<Rack>, std::int64_t> small, large;
        for (const Device& device : design.devices)
            for (const PowerInput& input : findPart(project, device.part)->powerInputs) {
                small[rackOf(device)] += input.inlet.starts_with("C14") ? input.count : 0;
                large[rackOf(device)] += input.inlet.starts_with("C20") ? input.count : 0;
            }
        std::size_t judged = 0;
        for (const Rack& rack : design.racks) {
            double pdus = 0, c13 = 0, c19 = 0;
            for (const PowerElement* element : design.powerElements.allWith<PowerElementsByRack>(rack.id)) {
                if (element->kind != PowerElementKind::RackPdu)
                    continue;
                const Part& part = *findPart(project, element->part);
                c13 += fact(part, attribute::outletsC13).typical().value_or(0);
                c19 += fact(part, attribute::outletsC19).typical().value_or(0);
                ++pdus;
            }
            if (pdus == 0 || (pdus == 4 && recipe == QLatin1String("cluster")))
                continue; // a rack of 20 small switches and servers there has no place for more
            QVERIFY2(static_cast<double>(small[rack.id]) <= c13, rack.name.c_str());
            QVERIFY2(static_cast<double>(large[rack.id]) <= c19, rack.name.c_str());
            judged += small[rack.id] > 0 || large[rack.id] > 0 ? 1 : 0;
        }
        QVERIFY(judged > 0);
    }

    void aServerWithoutKnownPortsIsNamed() {
        QCOMPARE(refusal("cluster", {{"accelerators", "64"}, {"node", "graphcore-bow-2000"}}),
                 std::string("recipe.no-compute-ports"));
    }

    void everyAcceleratorSystemMakesACluster_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("lacks"); // the message of the one missing fact
        const std::map<std::string, const char*> refused = {{"graphcore-bow-2000", "recipe.no-compute-ports"},
                                                            {"nv-dgx-b300-busbar", "recipe.no-mgx-rack"},
                                                            {"nv-dgx-rubin-nvl8", "recipe.no-rack-units"},
                                                            {"smc-ars-821gl", "recipe.no-accelerators"}};
        for (const PartCategory category :
             {PartCategory::GpuNode, PartCategory::PcieGpuNode, PartCategory::RackScaleSystem})
            for (const PartSummary& part : m_catalog->parts(category)) {
                const auto lacks = refused.find(part.id);
                QTest::addRow("%s", part.id.c_str()) << QString::fromStdString(part.id)
                                                     << QString::fromUtf8(lacks == refused.end() ? "" : lacks->second);
            }
    }
    void everyAcceleratorSystemMakesACluster() {
        QFETCH(QString, node);
        QFETCH(QString, lacks);
        const auto made = make("cluster", {{"accelerators", "144"}, {"node", node.toStdString()}});
        QCOMPARE(made ? QString() : QString::fromStdString(made.error().message.id), lacks);
        if (!made)
            return;
        // Each node that works has cables of every network that its ports want.
        const Design& design = designOf(*made);
        std::map<Id<Device>, std::set<NetworkRole>> networks;
        for (const Cable& cable : design.cables)
            for (const PortRef& end : {cable.a, cable.b})
                networks[end.device].insert(design.networks.find(cable.network)->role);
        for (const Device& device : design.devices) {
            if (device.role != "compute")
                continue;
            const Part& part = *findPart(*made->project, device.part);
            const std::set<NetworkRole>& has = networks[device.id];
            QVERIFY(has.contains(NetworkRole::Compute));
            QCOMPARE(has.contains(NetworkRole::Storage), !portsOfRole(part, PortRole::Storage).empty());
            QCOMPARE(has.contains(NetworkRole::InBand), !portsOfRole(part, PortRole::InBand).empty());
        }
    }

    void networkCardsThatTheProgramChoseAreAnAssumption() {
        const auto made = make("cluster", {{"accelerators", "64"}, {"node", "hpe-xd685"}});
        QVERIFY(made.has_value());
        QVERIFY(std::ranges::any_of(made->project->assumptions, [](const Assumption& assumption) {
            return assumption.statement.find("8 x ConnectX-7 400G single-port OSFP (compute)") != std::string::npos &&
                   assumption.statement.find("not quoted by its maker") != std::string::npos;
        }));
        const auto known = make("cluster", {{"accelerators", "64"}, {"node", "nv-dgx-h200"}});
        QVERIFY(std::ranges::none_of(known->project->assumptions, [](const Assumption& assumption) {
            return assumption.statement.find("Network cards") != std::string::npos;
        }));
    }

    void ethernetPortsGetEthernetSwitches() {
        for (const char* node : {"smc-as-8126gs-tnmr-mi350x", "dell-xe9680-gaudi3", "amd-helios-mi455x"}) {
            const auto made = make("cluster", {{"accelerators", "144"}, {"node", node}});
            QVERIFY(made.has_value());
            for (const Network& network : designOf(*made).networks)
                QVERIFY(network.protocol == FabricProtocol::Ethernet);
        }
    }

    void theTypicalClusterIsAsTheSourceSays() {
        const auto made = make("typical-llm-cluster", {});
        QVERIFY(made.has_value());
        const Design& design = designOf(*made);
        QCOMPARE(acceleratorsOf(*made, "compute"), std::int64_t(32));
        QCOMPARE(std::ranges::count(design.devices, "compute", &Device::role), 4);
        QCOMPARE(std::ranges::count(design.devices, "head", &Device::role), 2);
        int fabricPorts = 0;
        for (const Cable& cable : design.cables)
            if (design.networks.find(cable.network)->role == NetworkRole::Compute)
                fabricPorts += design.devices.find(cable.a.device)->role == "compute";
        QCOMPARE(fabricPorts, 8);
    }

    void aSingleNodeHasNoComputeFabric() {
        const auto made = make("single-node", {});
        QVERIFY(made.has_value());
        for (const Network& network : designOf(*made).networks)
            QVERIFY(network.role != NetworkRole::Compute);
    }

    void theSameParametersGiveTheSameText() {
        const auto first = make("cluster", {{"accelerators", "256"}}),
                   second = make("cluster", {{"accelerators", "256"}});
        QVERIFY(designText(*first) == designText(*second));
    }

    void samplesAreAsTheyAreMade_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < sampleDesigns().size(); ++i)
            QTest::newRow(sampleDesigns()[i].name.c_str()) << static_cast<int>(i);
    }
    void samplesAreAsTheyAreMade() {
        QFETCH(int, index);
        const SampleDesign& sample = sampleDesigns()[static_cast<std::size_t>(index)];
        const auto made = sample.make(m_source);
        QVERIFY(made.has_value());
        std::ifstream file(std::string(RW_SOURCE_DIR "/resources/samples/") + sample.name + ".rkw.json",
                           std::ios::binary);
        QVERIFY(file.good());
        std::ostringstream text;
        text << file.rdbuf();
        QVERIFY2(text.str() == designText(*made), "write the samples anew with make_samples and read the difference");
        QVERIFY(readDesignText(text.str(), sample.name).has_value());
        if (sample.name != "mistakes")
            verifySound(*made);
    }
};

RW_SUITE(TestRecipes)
#include "tst_recipes.moc"
