// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the fabric workspace by mouse in the real window: what the legend says is what the solver found.
#include "tests/app/fabric_pages.h"
#include "tests/app/studio_fixture.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/failure_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QTableWidget>

using namespace rackwright;

namespace {

QStringList legendOf(const FabricView& view) {
    QStringList texts;
    for (const OverlayKey& key : view.legend())
        texts.append(key.text);
    return texts;
}

bool colour(Studio& studio, const char* name) {
    const auto colouring = enumFromName<FabricColouring>(name);
    studio.child<QComboBox>(QStringLiteral("fabric.colour")).setCurrentIndex(static_cast<int>(colouring.value()));
    return isDrawn(studio);
}

} // namespace

class TestStudioFabricColours : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loadFollowsTheTraffic() {
        Studio studio;
        FabricView& view = openFabric(studio);
        auto& pattern = studio.child<QComboBox>(QStringLiteral("fabric.pattern"));
        QVERIFY(!pattern.isVisible());
        QVERIFY(colour(studio, "load"));
        QVERIFY(pattern.isVisible());
        // Nothing blocks: all cables are full at most when all send to all.
        QVERIFY2(legendOf(view).contains(QStringLiteral("Up to 100 %")), qPrintable(legendOf(view).join(u'|')));
        QVERIFY(!legendOf(view).contains(QStringLiteral("Above capacity")));
        // Within rails a unit stays below its leaf but for the share that goes to other units; rings leave it once.
        const auto trunkLoad = [&] {
            double most = 0;
            for (std::size_t b = 0; b < view.fabric()->bundles.size(); ++b)
                if (view.fabric()->cells[view.fabric()->bundles[b].upper].tier == FabricTier::Spine)
                    most = std::max(most, view.readings()->loads[b].value_or(0));
            return most;
        };
        const double all = trunkLoad();
        pattern.setCurrentIndex(static_cast<int>(TrafficPattern::Ring));
        QVERIFY(isDrawn(studio));
        QVERIFY2(std::abs(trunkLoad() - 1.0 / 32) < 1e-9, qPrintable(QString::number(trunkLoad())));
        QVERIFY(trunkLoad() < all);
        QVERIFY2(legendOf(view).contains(QStringLiteral("Up to 25 %")), qPrintable(legendOf(view).join(u'|')));
    }
    void mediaAreThoseOfThePlan() {
        Studio studio;
        FabricView& view = openFabric(studio);
        QVERIFY(colour(studio, "medium"));
        QVERIFY(!legendOf(view).isEmpty());
        std::int64_t cables = 0;
        for (const auto& counts : view.readings()->counts)
            for (const std::int64_t count : counts)
                cables += count;
        QCOMPARE(cables, static_cast<std::int64_t>(view.fabric()->cables));
        // Out of one rack into another far away: glass is among them.
        QVERIFY2(legendOf(view).join(u'|').contains(QStringLiteral("fibre")), qPrintable(legendOf(view).join(u'|')));
    }
    void theCutIsShownAndListed() {
        Studio studio;
        FabricView& view = openFabric(studio);
        QVERIFY(colour(studio, "cut"));
        // 204.8 Tb/s of cables with 400 Gb/s each.
        QCOMPARE(view.readings()->marked, std::int64_t{512});
        QVERIFY(legendOf(view).contains(QStringLiteral("512 cables cut")));
        QCOMPARE(studio.child<QLabel>(QStringLiteral("fabric.panel.title")).text(),
                 QStringLiteral("Cut of 512 cables"));
        QCOMPARE(fabricOf(studio).panel()->table()->rowCount(), 500);
        // A cable of the cut is taken out: the cut is found anew.
        const Id<Cable> cable = view.readings()->cables.front();
        studio.document().select({Subject(cable)});
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return isDrawn(studio) && view.readings()->marked <= 511; }, 30'000));
        const auto& cables = view.readings()->cables;
        QVERIFY(std::ranges::find(cables, cable) == cables.end());
    }
    void aFailedSpineLosesItsCables() {
        Studio studio;
        FabricView& view = openFabric(studio);
        QVERIFY(colour(studio, "failure"));
        QVERIFY2(legendOf(view).contains(QStringLiteral("0 cables lost")), qPrintable(legendOf(view).join(u'|')));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.failures")), Qt::LeftButton);
        const Id<Device> spine = deviceNamed(studio, "compute-spine-3").id;
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(isDrawn(studio));
        QVERIFY2(legendOf(view).contains(QStringLiteral("64 cables lost")), qPrintable(legendOf(view).join(u'|')));
        // What is left carries more.
        QVERIFY(colour(studio, "load"));
        QVERIFY2(legendOf(view).contains(QStringLiteral("Above capacity")), qPrintable(legendOf(view).join(u'|')));
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(isDrawn(studio));
        QVERIFY(!legendOf(view).contains(QStringLiteral("Above capacity")));
    }
    void aFailedLeafTakesItsEndpoints() {
        Studio studio;
        FabricView& view = openFabric(studio);
        QVERIFY(colour(studio, "failure"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.failures")), Qt::LeftButton);
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, deviceNamed(studio, "compute-leaf-1-1").id));
        QVERIFY(isDrawn(studio));
        QCOMPARE(view.readings()->marked, std::int64_t{64}); // 32 to nodes, 32 up
    }
};

RW_WINDOW_SUITE(TestStudioFabricColours)
#include "tst_studio_fabric_colours.moc"
