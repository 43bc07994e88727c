// SPDX-License-Identifier: GPL-3.0-or-later
// The levels of the fabric workspace in the real window: chips of the networks on one line, and the scale-up domains
// inside nodes and racks as a level of their own.
#include "tests/app/fabric_pages.h"
#include "tests/support/drawing_checks.h"
#include "ui/charts/bar_chart.h"
#include "ui/fabric/scale_up_panel.h"
#include "ui/fabric/scale_up_stage.h"
#include "ui/panels/evidence_panel.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/figure_rows.h"

#include <QLabel>
#include <QToolButton>

using namespace rackwright;

namespace {

/// Shows the scale-up level of a sample by its chip.
ScaleUpView& openScaleUp(Studio& studio, const char* sample) {
    studio.openSample(sample);
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.fabric")), Qt::LeftButton);
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.scale-up")), Qt::LeftButton);
    if (!isDrawn(studio))
        qFatal("the scale-up level is not drawn");
    return *fabricOf(studio).scaleUp();
}

QList<QToolButton*> chipsOf(Studio& studio) {
    return studio.child<QWidget>(QStringLiteral("fabric.levels")).findChildren<QToolButton*>();
}

} // namespace

class TestStudioFabricLevels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void chipsStandOnOneLineAndSayTheirWholeName() {
        Studio studio;
        openFabric(studio);
        for (const int width : {1440, 1366}) {
            studio.window().resize(width, 900);
            QTRY_COMPARE(studio.window().width(), width);
            const QList<QToolButton*> chips = chipsOf(studio);
            QCOMPARE(chips.size(), qsizetype(5));
            QTRY_VERIFY(chips.back()->y() == chips.front()->y());
            for (const QToolButton* chip : chips)
                QVERIFY2(chip->geometry().right() <= chip->parentWidget()->width(), qPrintable(chip->text()));
        }
        const QToolButton* inBand = nullptr;
        for (const Network& network : studio.design().networks)
            if (network.role == NetworkRole::InBand)
                inBand = &studio.child<QToolButton>(QStringLiteral("fabric.network.%1").arg(network.id.value));
        QVERIFY(inBand);
        QVERIFY2(QStringLiteral("In-band").startsWith(inBand->text().left(3)), qPrintable(inBand->text()));
        QCOMPARE(inBand->toolTip(), QStringLiteral("In-band management"));
        QCOMPARE(inBand->accessibleName(), QStringLiteral("In-band management"));
    }
    void theScaleUpLevelShowsItsDomains() {
        Studio studio;
        ScaleUpView& view = openScaleUp(studio, "hall-1024-h200");
        QVERIFY(view.isVisible());
        const ScaleUpLevel& level = view.scaleUp()->level;
        QCOMPARE(level.kinds.size(), std::size_t(1));
        QCOMPARE(level.domains.size(), std::size_t(132)); // with the spare nodes
        QCOMPARE(level.kinds[0].accelerators, std::int64_t(8));
        QCOMPARE(level.kinds[0].joining, ScaleUpJoining::Switches);
        const QStringList texts = textsOf(view.drawing());
        QVERIFY2(texts.contains(QStringLiteral("132 domains of 8 × H200 SXM 141GB")), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.contains(QStringLiteral("NVLink 4, switched")), qPrintable(texts.join(u'|')));
        QVERIFY(studio.child<QLabel>(QStringLiteral("fabric.summary")).text().startsWith(QStringLiteral("1,056 ")));
        auto& domain = studio.child<FigureCard>(QStringLiteral("fabric.card.fabric.scale-up.domain"));
        QVERIFY(domain.isVisible());
        QCOMPARE(domain.content().value, QStringLiteral("8"));
        QVERIFY(!studio.child<FigureCard>(QStringLiteral("fabric.card.fabric.endpoints")).isVisible());
        // And back to a network.
        QTest::mouseClick(chipsOf(studio).front(), Qt::LeftButton);
        QVERIFY(isDrawn(studio));
        QVERIFY(fabricOf(studio).view()->isVisible() && !view.isVisible() && !domain.isVisible());
    }
    // Cards of two levels never stand side by side: they would widen a small window for good.
    void aSmallWindowKeepsItsWidth() {
        Studio studio;
        openScaleUp(studio, "hall-1024-h200");
        studio.window().resize(1440, 900);
        QTRY_COMPARE(studio.window().width(), 1440);
        for (int i = 0; i < 2; ++i)
            for (QToolButton* chip : chipsOf(studio)) {
                QTest::mouseClick(chip, Qt::LeftButton);
                QVERIFY(isDrawn(studio));
                QCOMPARE(studio.window().width(), 1440);
            }
    }
    void aClickOnADomainSelectsItsDeviceAndLeadsToThePlan() {
        Studio studio;
        ScaleUpView& view = openScaleUp(studio, "hall-1024-h200");
        const ScaleUpDomain& domain = view.scaleUp()->level.domains[17];
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView(view.scaleUp()->boxes[17].center()).toPoint());
        const Id<Device> device = domain.systems.front();
        QVERIFY(studio.document().isSelected(Subject(device)));
        QCOMPARE(view.chosen(), std::optional<std::size_t>(17));
        QCOMPARE(studio.child<QLabel>(QStringLiteral("scale-up.panel.title")).text(),
                 QString::fromStdString(studio.design().devices.find(device)->name));
        const QString place = studio.child<QLabel>(QStringLiteral("scale-up.panel.detail")).text();
        QVERIFY2(place.contains(QString::fromStdString(studio.design().racks.find(domain.rack)->name)),
                 qPrintable(place));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("scale-up.panel.place")), Qt::LeftButton);
        QTRY_VERIFY(studio.plan().isVisible());
        QVERIFY(studio.document().isSelected(Subject(device)));
    }
    void figuresOfADomainExplainThemselves() {
        Studio studio;
        openScaleUp(studio, "hall-1024-h200");
        QTest::mouseClick(&studio.child<FigureCard>(QStringLiteral("fabric.card.fabric.scale-up.whole")),
                          Qt::LeftButton);
        auto& evidence = studio.child<EvidencePanel>(QStringLiteral("panel.evidence"));
        QTRY_VERIFY(evidence.isVisible());
        QVERIFY2(evidence.figureLabel().startsWith(QStringLiteral("fabric.scale-up.whole")),
                 qPrintable(evidence.figureLabel()));
    }
    void theLadderOfANodeExplainsItself() {
        Studio studio;
        openScaleUp(studio, "hall-1024-h200");
        auto& ladder = studio.child<BarChart>(QStringLiteral("node.ladder"));
        QTRY_COMPARE(ladder.chart().bars.size(), std::size_t(5));
        // H200 SXM: 4.8 TB/s of memory, 450 GB/s of NVLink one way, 16 lanes of PCIe 5.0, a port of 400 Gb/s.
        const QStringList known{QStringLiteral("4,800 GB/s"), QStringLiteral("450 GB/s"), QStringLiteral("64 GB/s"),
                                QStringLiteral("50 GB/s")};
        for (int i = 0; i < known.size(); ++i)
            QCOMPARE(ladder.chart().bars[static_cast<std::size_t>(i)].printed, known[i]);
        auto* plot = ladder.findChild<QWidget*>(QStringLiteral("node.ladder.plot"));
        QVERIFY(plot);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFrom(&ladder, ladder.placeOf(3)));
        auto& evidence = studio.child<EvidencePanel>(QStringLiteral("panel.evidence"));
        QTRY_VERIFY(evidence.isVisible());
        QVERIFY2(evidence.figureLabel().startsWith(QStringLiteral("node.ladder.network@device:")),
                 qPrintable(evidence.figureLabel()));
    }
    void storageThatFallsShortIsRed() {
        Studio studio;
        openScaleUp(studio, "hall-1024-h200");
        auto& ladder = studio.child<BarChart>(QStringLiteral("node.ladder"));
        auto& figures = studio.child<FigureRows>(QStringLiteral("node.figures"));
        QTRY_COMPARE(ladder.chart().bars.size(), std::size_t(5));
        QVERIFY(!ladder.chart().bars.back().isBad);
        QVERIFY(!figures.rows().front().isBad);
        // 100 samples of 50 MB a second ask for 5 GB/s an accelerator of the job.
        QVERIFY(studio.document().commit(designEdit(
            Message("undo.network.remove.many").with("count", 1), studio.document().option(),
            [](const Project&, const Design& design, IdSource&) -> Result<Design> {
                Design next = design;
                Workload job = *design.workloads.begin();
                job.parameters = {{"modality", "samples"}, {"sample-size", "50 MB"}, {"sample-rate", "100 Hz"}};
                next.workloads = next.workloads.with(job);
                return next;
            })));
        QTRY_VERIFY(ladder.chart().bars.back().isBad);
        QTRY_VERIFY(figures.rows().front().isBad);
    }
    void theInsideOfANodeIsDrawn() {
        Studio studio;
        openScaleUp(studio, "hall-1024-h200");
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("node.show.node")), Qt::LeftButton);
        QVERIFY(isDrawn(studio));
        const NodeView& node = *fabricOf(studio).scaleUpStage()->node();
        QVERIFY(node.isVisible());
        const QStringList texts = textsOf(node.wholeDrawing());
        for (const char* wanted : {"rail 1", "rail 8", "400G", "141 GB"})
            QVERIFY2(texts.contains(QString::fromLatin1(wanted)), wanted);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("node.show.domains")), Qt::LeftButton);
        QVERIFY(fabricOf(studio).scaleUp()->isVisible());
    }
    void aRackOfSeventyTwoIsOneDomain() {
        Studio studio;
        ScaleUpView& view = openScaleUp(studio, "nvl72-8-racks");
        const ScaleUpLevel& level = view.scaleUp()->level;
        QCOMPARE(level.domains.size(), std::size_t(8));
        QCOMPARE(level.kinds.front().accelerators, std::int64_t(72));
        QCOMPARE(view.scaleUp()->shapes.front().accelerators.size(), std::size_t(72));
        const QStringList facts = fabricOf(studio).scaleUpPanel()->facts();
        QVERIFY2(facts.contains(QStringLiteral("Link: NVLink 5")), qPrintable(facts.join(u'|')));
    }
    void oneNodeIsOneDomainAndNeedsNoNetwork() {
        Studio studio;
        ScaleUpView& view = openScaleUp(studio, "single-node-fine-tuning");
        QCOMPARE(view.scaleUp()->level.domains.size(), std::size_t(1));
        QCOMPARE(view.scaleUp()->domainAt(view.scaleUp()->blocks.front().sample.center()), std::size_t(0));
        QVERIFY(studio.document().commit(
            designEdit(Message("undo.network.remove.many").with("count", 3), studio.document().option(),
                       [](const Project&, const Design& design, IdSource&) -> Result<Design> {
                           Design next = design;
                           next.cables = {};
                           next.networks = {};
                           return next;
                       })));
        studio.settle();
        QVERIFY(studio.design().networks.isEmpty());
        QVERIFY(view.isVisible());
        QCOMPARE(chipsOf(studio).size(), qsizetype(1));
    }
};

RW_WINDOW_SUITE(TestStudioFabricLevels)
#include "tst_studio_fabric_levels.moc"
