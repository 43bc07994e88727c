// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of pathways that are there, and pictures that a design carries: what they do and what they refuse.
#include "model/design/embedded_picture.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/pathway_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/room_edits.h"
#include "tests/support/edited_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <memory>

using namespace rackwright;
using namespace rackwright::edits;

namespace {

// A grey dot: one pixel of one byte.
constexpr auto kDot = "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
                      "0000000a49444154789c636800000082008177cd72b6"
                      "0000000049454e44ae426082";

std::string dotBytes() { return QByteArray::fromHex(kDot).toStdString(); }

std::string refusal(const Result<EmbeddedPicture>& picture) {
    return picture ? std::string() : picture.error().message.id;
}

} // namespace

class TestPathwayEdits : public QObject, protected fixture::EditedHall {
    Q_OBJECT

    PartPtr node = std::make_shared<const Part>(fixture::node());

    void addRun(PathwayKind kind, std::vector<Point> places) {
        PathSegment pattern;
        pattern.name = "Run";
        pattern.kind = kind;
        pattern.width = pattern.height = Length::millimetres(100);
        QCOMPARE(commit(addPathway(target(), hall, std::move(places), Length::millimetres(2'500), pattern)),
                 std::string());
    }
    const PathNode* tap() const {
        for (const PathNode& each : design().pathNodes)
            if (each.kind == PathNodeKind::Tap || each.kind == PathNodeKind::Drop)
                return &each;
        return nullptr;
    }

private Q_SLOTS:
    void init() { QCOMPARE(begin(20'000, 12'000), std::string()); }

    void aTapPartsItsStretchAndTakingItOutJoinsItAgain() {
        addRun(PathwayKind::Busway, {millimetres(1'000, 2'000), millimetres(9'000, 2'000)});
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(4'020, 2'150), Length::millimetres(400))),
                 std::string());
        QCOMPARE(design().pathSegments.size(), 2u);
        QVERIFY(tap());
        QCOMPARE(tap()->kind, PathNodeKind::Tap);
        QCOMPARE(tap()->place, millimetres(4'020, 2'000));
        QCOMPARE(tap()->height, Length::millimetres(2'500));
        QVERIFY(!tap()->hasValve);
        QCOMPARE(commit(removePathNodes(target(), {tap()->id})), std::string());
        QCOMPARE(design().pathSegments.size(), 1u);
        const PathSegment& whole = *design().pathSegments.begin();
        QCOMPARE(design().pathNodes.find(whole.from)->place, millimetres(1'000, 2'000));
        QCOMPARE(design().pathNodes.find(whole.to)->place, millimetres(9'000, 2'000));
    }
    void aPipeIsTappedWithAValveAndATrayGetsADrop() {
        addRun(PathwayKind::PipeMain, {millimetres(1'000, 2'000), millimetres(9'000, 2'000)});
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(3'000, 2'000), Length::millimetres(100))),
                 std::string());
        QVERIFY(tap() && tap()->hasValve);
        init();
        addRun(PathwayKind::CableTray, {millimetres(1'000, 2'000), millimetres(9'000, 2'000)});
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(3'000, 2'000), Length::millimetres(100))),
                 std::string());
        QCOMPARE(tap()->kind, PathNodeKind::Drop);
    }
    void tapsAreRefusedBesideThePathwayAndOnItsPoints() {
        addRun(PathwayKind::Busway, {millimetres(1'000, 2'000), millimetres(9'000, 2'000)});
        const Length reach = Length::millimetres(400);
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(4'000, 2'401), reach)),
                 std::string("edit.no-pathway-here"));
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(9'100, 2'000), reach)),
                 std::string("edit.pathway-point-there"));
        QCOMPARE(commit(addPathTap(target(), hall, millimetres(4'000, 2'400), reach)), std::string());
    }
    void movedPointsTakeTheirStretchesAlong() {
        addRun(PathwayKind::CableTray, {millimetres(0, 0), millimetres(5'000, 0), millimetres(5'000, 4'000)});
        const PathSegment& first = *design().pathSegments.begin();
        QCOMPARE(commit(movePathNodes(target(), {first.to}, millimetres(1'000, 500))), std::string());
        QCOMPARE(design().pathNodes.find(first.to)->place, millimetres(6'000, 500));
        QCOMPARE(design().pathSegments.size(), 2u);
    }
    void theEndOfARunTakesItsStretchAndAJunctionIsRefused() {
        addRun(PathwayKind::CableTray, {millimetres(0, 0), millimetres(5'000, 0), millimetres(9'000, 0)});
        const Id<PathNode> middle = design().pathSegments.begin()->to;
        QCOMPARE(removePathNodes(target(), {design().pathSegments.begin()->from}).text.id,
                 std::string("undo.pathway.take-points"));
        QCOMPARE(commit(removePathNodes(target(), {design().pathSegments.begin()->from})), std::string());
        QCOMPARE(design().pathSegments.size(), 1u);
        QCOMPARE(design().pathNodes.size(), 2u);
        // The step says what goes: all of the run.
        QCOMPARE(removePathNodes(target(), {middle}).text.id, std::string("undo.pathway.remove.one"));
        QCOMPARE(commit(removePathNodes(target(), {middle})), std::string());
        QVERIFY(design().pathSegments.isEmpty());
        QVERIFY(design().pathNodes.isEmpty());
    }
    void stretchesAreChecked() {
        addRun(PathwayKind::CableTray, {millimetres(0, 0), millimetres(5'000, 0)});
        PathSegment tray = *design().pathSegments.begin();
        tray.width = Length();
        QCOMPARE(commit(putPathSegments(target(), {tray})), std::string("edit.pathway-size"));
        tray.width = Length::millimetres(1);
        tray.fillLimit = 1.01;
        QCOMPARE(commit(putPathSegments(target(), {tray})), std::string("edit.pathway-fill"));
        tray.fillLimit = 1;
        QCOMPARE(commit(putPathSegments(target(), {tray})), std::string());
    }

    void buswaysOfBothFeedsHangOverTheRowWithATapAtEachRackAndFeedItsPdus() {
        const std::vector<Id<Rack>> racks{addRack(2'000, 3'000), addRack(2'600, 3'000), addRack(3'200, 3'000)};
        PowerElement pdu;
        pdu.name = "PDU A";
        pdu.kind = PowerElementKind::RackPdu;
        pdu.side = FeedSide::A;
        pdu.placement = ZeroU{racks[1], Side::Left, 0};
        QCOMPARE(commit(putPowerElement(target(), pdu)), std::string());
        const Id<PowerElement> pduId = design().powerElements.begin()->id;
        BuswaysOverRow row;
        row.racks = racks;
        row.nameA = "Busway A";
        row.nameB = "Busway B";
        row.rating = Current(800);
        QCOMPARE(commit(addBuswaysOverRow(target(), row)), std::string());
        QCOMPARE(design().powerElements.size(), 3u);
        QCOMPARE(design().powerLinks.size(), 1u);
        const PowerElement& busway = *design().powerElements.find(design().powerLinks.begin()->from);
        QCOMPARE(busway.name, std::string("Busway A"));
        QCOMPARE(busway.side, FeedSide::A);
        QCOMPARE(busway.breaker, std::optional(Current(800)));
        QCOMPARE(design().powerLinks.begin()->to, pduId);
        QCOMPARE(design().pathNodes.size(), 2u * 5);
        QCOMPARE(design().pathSegments.size(), 2u * 4);
        // A before the middle of the row, B behind it and higher; both reach 300 mm beyond the row's 1.8 m.
        const PathNode& first = *design().pathNodes.begin();
        QCOMPARE(first.place, millimetres(1'400, 2'750));
        QCOMPARE(first.height, Length::millimetres(2'400));
        std::size_t taps = 0;
        for (const PathNode& each : design().pathNodes)
            taps += each.kind == PathNodeKind::Tap;
        QCOMPARE(taps, 6u);
        for (const PathSegment& each : design().pathSegments)
            QVERIFY(each.busway && each.kind == PathwayKind::Busway);
        row.nameB.clear();
        QCOMPARE(commit(addBuswaysOverRow(target(), row)), std::string("edit.name-empty"));
    }

    // A rack that goes takes the taps over it along; the runs go on from the tap before to the one behind.
    void tapsGoWithTheirRack() {
        const std::vector<Id<Rack>> racks{addRack(2'000, 3'000), addRack(2'600, 3'000), addRack(3'200, 3'000)};
        BuswaysOverRow row;
        row.racks = racks;
        row.nameA = "Busway A";
        row.nameB = "Busway B";
        QCOMPARE(commit(addBuswaysOverRow(target(), row)), std::string());
        const auto taps = [this] {
            std::vector<Length> places;
            for (const PathNode& each : design().pathNodes)
                if (each.kind == PathNodeKind::Tap)
                    places.push_back(each.place.x);
            std::ranges::sort(places);
            return places;
        };
        QCOMPARE(taps().size(), 6u);
        QCOMPARE(commit(removeRacks(target(), {racks[1]})), std::string());
        const Length first = Length::millimetres(2'000), last = Length::millimetres(3'200);
        QCOMPARE(taps(), (std::vector<Length>{first, first, last, last}));
        QCOMPARE(design().pathSegments.size(), 2u * 3);
        for (const PathSegment& each : design().pathSegments)
            QVERIFY(design().pathNodes.contains(each.from) && design().pathNodes.contains(each.to));
        history->undo();
        QCOMPARE(taps().size(), 6u);
    }

    void aRearDoorTakesTheAirHeatOfItsRackAndFollowsIt() {
        const Id<Rack> first = addRack(2'000, 3'000), second = addRack(2'600, 3'000);
        CoolingUnit wall;
        wall.name = "Wall";
        QCOMPARE(commit(putCoolingUnit(target(), wall)), std::string());
        QCOMPARE(commit(serveRacks(target(), design().coolingUnits.begin()->id, {first, second}, HeatKind::Air)),
                 std::string());
        CoolingUnit door;
        door.name = "Door";
        door.kind = CoolingUnitKind::RearDoor;
        door.placement = InRack{first, 1, Face::Rear, 0};
        QCOMPARE(commit(hangRearDoor(target(), door, nullptr)), std::string());
        QCOMPARE(commit(hangRearDoor(target(), door, nullptr)), std::string("edit.rear-door-there"));
        Id<CoolingUnit> hung;
        for (const CoolingUnit& unit : design().coolingUnits)
            hung = unit.id;
        const auto servedBy = [&](Id<Rack> rack) {
            std::vector<Id<CoolingUnit>> units;
            for (const CoolingService* service : design().coolingServices.allWith<ServicesByRack>(rack))
                units.push_back(service->unit);
            return units;
        };
        QCOMPARE(servedBy(first), std::vector{hung});
        QCOMPARE(commit(moveCoolingUnit(target(), hung, InRack{second, 1, Face::Rear, 0})), std::string());
        QVERIFY(servedBy(first).empty());
        QCOMPARE(servedBy(second), std::vector{hung});
    }

    void savingATypeKeepsNamesThatNoPatternGives() {
        const Id<Rack> rack = addRack(2'000, 3'000);
        Device device;
        device.name = "storage head";
        device.placement = InRack{rack, 1, Face::Front, 0};
        QCOMPARE(commit(placeDevice(target(), device, node)), std::string());
        QCOMPARE(commit(saveRackType(target(), rack, "Head")), std::string());
        RackType type = *design().rackTypes.begin();
        type.slots[0].role = "head";
        QCOMPARE(commit(changeRackType(target(), type)), std::string());
        QCOMPARE(design().devices.begin()->name, std::string("storage head"));
        QCOMPARE(design().devices.begin()->role, std::string("head"));
    }

    void picturesAreCheckedBeforeTheyEnter_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("id");
        const QByteArray dot = QByteArray::fromStdString(dotBytes());
        const auto with = [&dot](int at, const QByteArray& bytes) {
            return QByteArray(dot).replace(at, bytes.size(), bytes);
        };
        QTest::newRow("whole") << dot << "";
        QTest::newRow("empty") << QByteArray() << "picture.no-png";
        QTest::newRow("another format") << QByteArray("GIF89a") << "picture.no-png";
        QTest::newRow("cut") << dot.chopped(1) << "picture.no-png";
        QTest::newRow("something behind it") << dot + "x"
                                             << "picture.no-png";
        QTest::newRow("no width") << with(16, QByteArray(4, 0)) << "picture.no-png";
        QTest::newRow("a chunk longer than the file")
            << with(33, QByteArray("\x7f\xff\xff\xff", 4)) << "picture.no-png";
        QTest::newRow("too wide") << with(16, QByteArray("\0\0\x20\x01", 4)) << "picture.too-many-pixels";
        QTest::newRow("widest") << with(16, QByteArray("\0\0\x20\0", 4)) << "";
        QTest::newRow("a bomb") << with(16, QByteArray("\0\0\x20\0\0\0\x20\0", 8)) << "picture.too-many-pixels";
        QTest::newRow("too long") << QByteArray((8 << 20) + 1, 'x') << "picture.too-many-bytes";
    }
    void picturesAreCheckedBeforeTheyEnter() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, id);
        QCOMPARE(QString::fromStdString(refusal(EmbeddedPicture::fromPng(bytes.toStdString()))), id);
    }
};

RW_CORE_SUITE(TestPathwayEdits)
#include "tst_pathway_edits.moc"
