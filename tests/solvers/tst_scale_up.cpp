// SPDX-License-Identifier: GPL-3.0-or-later
// Scale-up domains of racks that hold trays of several kinds, and what domains send together.
#include "solvers/fabric/fabric_domain.h"
#include "solvers/node/scale_up_domains.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <set>

using namespace rackwright;
using fixture::number;
using fixture::word;

namespace {

/// A rack for trays of `each` accelerators that are of one domain up to `domain`, with `both` B/s in both directions.
struct Trays {
    fixture::Hall hall;
    Id<Rack> rack = hall.addRack("A01", "A", {}, {});
    std::int64_t unit = 1;

    Id<PartRow> addTray(const std::string& name, double each, double domain, double both) {
        fixture::embed(hall.project, hall.ids,
                       fixture::part(name + "-gpu", PartCategory::Accelerator, Mounting::InDevice,
                                     {number("scale-up-domain", domain), number("scale-up-bandwidth", both),
                                      word("scale-up-link", "NVLink 5")}));
        return fixture::embed(hall.project, hall.ids,
                              fixture::part(name, PartCategory::Tray, Mounting::Eia19,
                                            {number("accelerator-count", each), number("rack-units", 1),
                                             word("accelerator-model", name + "-gpu")}));
    }
    Id<PartRow> addSwitch() {
        return fixture::embed(hall.project, hall.ids,
                              fixture::networkSwitch("leaf", 64, 400, FabricProtocol::InfiniBand));
    }
    Id<PartRow> addSwitchTray() {
        Part made = fixture::part("switch-tray", PartCategory::Tray, Mounting::Eia19, {number("rack-units", 1)});
        made.portGroups = {fixture::ports(PortRole::ScaleUp, 72, 400, FabricProtocol::NvLink)};
        return fixture::embed(hall.project, hall.ids, std::move(made));
    }
    void put(Id<PartRow> part, int count) {
        for (int i = 0; i < count; ++i, ++unit)
            hall.addDevice(rack, part, unit, "tray-" + std::to_string(unit));
    }
    ScaleUpLevel level() const { return scaleUpLevel(hall.project, hall.design); }
};

double figure(const fixture::Hall& hall, const char* name) {
    const DomainsPtr domains = joined({fabricDomain()});
    return domains->findFigure(name)->plain(Context(hall.snapshot()), {}).typical();
}

} // namespace

class TestScaleUp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSwitchIsOfOneDomain() {
        Trays trays;
        const Id<PartRow> a = trays.addTray("tray-a", 4, 36, 1800e9), b = trays.addTray("tray-b", 4, 36, 1800e9);
        trays.put(a, 9);
        trays.put(b, 9);
        trays.put(trays.addSwitchTray(), 9);
        const ScaleUpLevel level = trays.level();
        QCOMPARE(level.domains.size(), std::size_t{2});
        std::set<Id<Device>> seen;
        for (const ScaleUpDomain& domain : level.domains) {
            QCOMPARE(domain.systems.size(), std::size_t{9});
            QVERIFY(domain.switches.size() == 4 || domain.switches.size() == 5);
            for (const Id<Device> each : domain.switches)
                QVERIFY2(seen.insert(each).second, "a switch belongs to two domains");
        }
        QCOMPARE(seen.size(), std::size_t{9});
    }
    void domainsSendWhatTheirOwnKindSends() {
        Trays trays;
        trays.put(trays.addTray("tray-fast", 4, 4, 1800e9), 1);
        trays.put(trays.addTray("tray-many", 8, 8, 600e9), 1);
        // 4 x 900 = 3.6 TB/s and 8 x 300 = 2.4 TB/s one way; 4 x 300 is of neither.
        QCOMPARE(figure(trays.hall, "fabric.scale-up.whole"), 2.4e12);
        QCOMPARE(figure(trays.hall, "fabric.scale-up.half"), 1.2e12);
    }
    void thereIsNoLevelWithoutDevicesThatHaveAccelerators() {
        Trays trays;
        const Id<PartRow> tray = trays.addTray("tray-a", 4, 36, 1800e9);
        trays.put(trays.addSwitch(), 1);
        QVERIFY(!holdsAccelerators(trays.hall.project, trays.hall.design));
        trays.put(tray, 1);
        QVERIFY(holdsAccelerators(trays.hall.project, trays.hall.design));
        QCOMPARE(trays.level().domains.size(), std::size_t{1});
    }
};

RW_SUITE(TestScaleUp)
#include "tst_scale_up.moc"
