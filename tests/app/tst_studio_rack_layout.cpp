// SPDX-License-Identifier: GPL-3.0-or-later
// Where the racks of a sample and what is in them are drawn, and that a point of the drawing finds it again.
#include "tests/app/studio_fixture.h"
#include "tests/support/suite.h"
#include "ui/rack/rack_layout.h"

#include <QTest>

using namespace rackwright;

class TestStudioRackLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLayoutKeepsItsPlacesAndHitsWhatItShows() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const std::vector<Id<Rack>> racks{studio.rackNamed("A01"), studio.rackNamed("A02"), studio.rackNamed("B01")};
        const Project& project = *studio.document().project();
        const RackLayout layout(project, studio.design(), racks, Face::Front, 2.0);
        QCOMPARE(layout.shown().size(), std::size_t(3));
        for (const RackThing& thing : layout.things())
            if (thing.subject.kind == SubjectKind::Device) {
                QVERIFY(layout.at(thing.box.center())->subject == thing.subject);
                QVERIFY(layout.placeAt(thing.box.center(), thing.part) == thing.placement);
            }
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = i + 1; k < 3; ++k)
                QVERIFY(!layout.shown()[i].frame.frame.intersects(layout.shown()[k].frame.frame));
    }
};

RW_WINDOW_SUITE(TestStudioRackLayout)
#include "tst_studio_rack_layout.moc"
