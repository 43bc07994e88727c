// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace Storage by mouse and key in the real window: demand against supply, the slowest hop, checkpoints as edits.
#include "tests/app/studio_fixture.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/point_chart.h"
#include "ui/panels/evidence_panel.h"
#include "ui/storage/path_chain.h"
#include "ui/storage/storage_form.h"
#include "ui/storage/storage_workspace.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/figure_rows.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

using namespace rackwright;

namespace {

StorageWorkspace& openStorage(Studio& studio, const char* sample = "hall-1024-h200") {
    studio.openSample(sample);
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.storage")), Qt::LeftButton);
    return *static_cast<StorageWorkspace*>(studio.window().workspace(QStringLiteral("storage")));
}

FigureCard& card(Studio& studio, const char* name) {
    return studio.child<FigureCard>(QStringLiteral("card:storage.") + QLatin1String(name));
}

std::string parameterOf(Studio& studio, std::string_view name) {
    const std::string* text = findParameter(studio.design().workloads.begin()->parameters, name);
    return text ? *text : std::string();
}

void enter(Studio& studio, const char* field, const char* text) {
    auto& line = studio.child<QLineEdit>(QStringLiteral("inspector.") + QLatin1String(field));
    line.setFocus();
    line.selectAll();
    QTest::keyClicks(&line, QLatin1String(text));
    QTest::keyClick(&line, Qt::Key_Return);
    studio.settle();
}

} // namespace

class TestStudioStorage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void demandStandsAgainstSupply() {
        Studio studio;
        openStorage(studio);
        QTRY_COMPARE(card(studio, "read").content().mood, CardContent::Mood::Good);
        QVERIFY(card(studio, "read").content().value.contains(QStringLiteral("GB/s")));
        QVERIFY(card(studio, "capacity").content().value.contains(QStringLiteral("B of")));
        QTest::mouseClick(&card(studio, "read"), Qt::LeftButton);
        QTRY_COMPARE(studio.child<EvidencePanel>(QStringLiteral("panel.evidence")).figureLabel(),
                     QStringLiteral("pool.read.share@pool:Scratch"));
    }
    // What its vendor sells as a storage system makes a pool as servers do.
    void systemsMakeAPoolToo() {
        Studio studio;
        openStorage(studio);
        Project project = *studio.window().document().project();
        Design design = studio.design();
        design.storagePools = {};
        const std::vector<Id<Device>> servers = freeStorageNodes(project, design);
        QVERIFY(!servers.empty());
        PartRow row = *project.parts.find(design.devices.find(servers.front())->part);
        Part system = *row.part;
        system.category = PartCategory::StorageSystem;
        row.part = std::make_shared<const Part>(std::move(system));
        project.parts = project.parts.with(row);
        QCOMPARE(freeStorageNodes(project, design), servers);
    }
    void theSlowestHopIsMarked() {
        Studio studio;
        openStorage(studio);
        for (const char* name : {"storage.path.read", "storage.path.write"}) {
            auto& chain = studio.child<PathChain>(QLatin1String(name));
            QTRY_COMPARE(chain.links().size(), std::size_t(5));
            QCOMPARE(std::ranges::count(chain.links(), true, &ChainLink::isSlowest), 1);
            const auto slowest = std::ranges::find(chain.links(), true, &ChainLink::isSlowest);
            QVERIFY(slowest->counts);
            auto* box = chain.findChild<QToolButton*>(QStringLiteral("figure:") + slowest->label);
            QVERIFY(box && box->text().contains(slowest->amount));
            QTest::mouseClick(box, Qt::LeftButton);
            QTRY_COMPARE(studio.child<EvidencePanel>(QStringLiteral("panel.evidence")).figureLabel(), slowest->label);
        }
    }
    void checkpointsAreEdits() {
        Studio studio;
        openStorage(studio);
        auto& chart = studio.child<PointChart>(QStringLiteral("storage.interval"));
        QTRY_COMPARE(chart.field().points.size(), std::size_t(4));
        const double best = chart.field().points.back().x;
        enter(studio, "storage.checkpoint-interval", "2 h");
        QCOMPARE(parameterOf(studio, "checkpoint-interval"), std::string("120 min"));
        QTRY_COMPARE(chart.field().points.back().x, 120.0);
        QVERIFY(chart.field().points.back().y < 99.9 && best < 120);
        // Another mode stalls longer; the figures follow and undo takes it back.
        auto& mode = studio.child<QComboBox>(QStringLiteral("inspector.storage.checkpoint-mode"));
        mode.setCurrentIndex(1);
        Q_EMIT mode.activated(1);
        studio.settle();
        QCOMPARE(parameterOf(studio, "checkpoint-mode"), std::string("sync"));
        QVERIFY(studio.window().actions().action("edit.undo")->text().contains(QStringLiteral("Mode")));
        const auto& stalls = studio.child<FigureRows>(QStringLiteral("storage.stalls")).rows();
        QCOMPARE(stalls.size(), std::size_t(5));
        QTRY_VERIFY(studio.child<FigureRows>(QStringLiteral("storage.stalls")).rows()[0].title.contains(QStringLiteral("chosen")));
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(parameterOf(studio, "checkpoint-mode"), std::string("async"));
    }
    // What the figures read of samples, tokens and landing has a field.
    void samplesAndLandingAreEntered() {
        Studio studio;
        openStorage(studio);
        enter(studio, "storage.token-bytes", "2 B");
        enter(studio, "storage.sample-rate", "120");
        enter(studio, "storage.samples-per-file", "1,000");
        QCOMPARE(parameterOf(studio, "token-bytes"), std::string("2 B"));
        QCOMPARE(parameterOf(studio, "sample-rate"), std::string("120 Hz"));
        QCOMPARE(parameterOf(studio, "samples-per-file"), std::string("1000"));
        auto& target = studio.child<QComboBox>(QStringLiteral("inspector.storage.checkpoint-target"));
        target.setCurrentIndex(1);
        Q_EMIT target.activated(1);
        studio.settle();
        QCOMPARE(parameterOf(studio, "checkpoint-target"), std::string("local"));
        QVERIFY(std::ranges::any_of(studio.document().solution()->report().findings, [](const Finding& finding) {
            return finding.message.id == "rule.STOR-08.local";
        }));
    }
    void nodesOfTheProductAreCounted() {
        Studio studio;
        openStorage(studio);
        auto& nodes = studio.child<BarChart>(QStringLiteral("storage.nodes"));
        // Present, to read, to write, to hold, and what the code is laid over: its strips alone need as many nodes.
        QTRY_COMPARE(nodes.chart().bars.size(), std::size_t(5));
        const auto needed = studio.child<FigureRows>(QStringLiteral("storage.pool.figures")).rows().front().amount;
        QCOMPARE(QString::number(nodes.chart().bars.back().value), needed);
        QCOMPARE(nodes.chart().bars.front().value, 8.0);
        enter(studio, "storage.parity", "1");
        QCOMPARE(*findParameter(studio.design().storagePools.begin()->parameters, "parity"), std::string("1"));
    }
    void poolsComeAndGo() {
        Studio studio;
        StorageWorkspace& view = openStorage(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("storage.remove")), Qt::LeftButton);
        QVERIFY(studio.design().storagePools.isEmpty());
        auto& first = studio.child<QPushButton>(QStringLiteral("storage.first"));
        QTRY_VERIFY(first.isVisible());
        QTest::mouseClick(&first, Qt::LeftButton);
        QCOMPARE(studio.design().storagePools.size(), std::size_t(1));
        QCOMPARE(studio.design().storagePools.find(view.pool())->members.size(), std::size_t(8));
    }
    void anEmptyDesignSaysWhatComesNext() {
        Studio studio;
        studio.window().openNew(emptyDocument("Nothing yet"), QStringLiteral("Nothing yet"));
        QTRY_VERIFY(!studio.document().isStale());
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.storage")), Qt::LeftButton);
        QVERIFY(studio.child<QLabel>(QStringLiteral("storage.empty")).isVisible());
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("storage.first")), Qt::LeftButton);
        QVERIFY(studio.window().workspace(QStringLiteral("plan"))->isVisible());
    }
};

RW_WINDOW_SUITE(TestStudioStorage)
#include "tst_studio_storage.moc"
