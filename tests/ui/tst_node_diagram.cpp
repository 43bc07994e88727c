// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of nodes as drawings, for products of the catalogue that are joined in different ways, and the ladder of
// their bandwidths as a chart.
#include "catalog/catalog.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/suite.h"
#include "ui/charts/ladder_chart.h"
#include "ui/paint/node_diagram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace rackwright;

namespace {

struct Hall : fixture::Hall {
    Id<PartRow> embed(const Catalog& catalog, const char* id) {
        return fixture::embed(project, ids, **catalog.part(id));
    }
    NodeInside inside(Id<PartRow> system) const {
        const ScaleUpLevel level = scaleUpLevel(project, design);
        const auto kind = std::ranges::find(level.kinds, system, &ScaleUpKind::system);
        const auto device = std::ranges::find(design.devices, system, &Device::part);
        return nodeInside(project, design, *kind, device->id);
    }
};

struct Counts {
    qsizetype accelerators = 0, ports = 0, bands = 0, arcs = 0;
};

Counts countsOf(const Drawing& drawing) {
    Counts counts;
    for (const DrawingItem& item : drawing.items) {
        if (std::holds_alternative<RectangleShape>(item.shape) && item.stroke) {
            const bool isBand = std::get<RectangleShape>(item.shape).box.width() > 200;
            counts.accelerators += item.stroke->ink == Ink::ComputeLine;
            counts.ports += item.stroke->ink == Ink::SwitchLine && !isBand;
            counts.bands += item.stroke->ink == Ink::SwitchLine && isBand;
        } else if (const auto* lines = std::get_if<LinesShape>(&item.shape)) {
            for (const std::vector<QPointF>& line : lines->lines)
                counts.arcs += line.size() > 2;
        }
    }
    return counts;
}

} // namespace

class TestNodeDiagram : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    std::unique_ptr<Catalog> catalog;

    Drawing drawn(const NodeInside& node, const Hall& hall) const {
        return nodeDiagram(node, hall.project, texts, {0.2, 1.0});
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(loadBundledFonts().has_value());
        auto opened = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(opened.has_value());
        catalog = std::move(*opened);
    }

    void whatIsInside_data() {
        QTest::addColumn<QByteArray>("system");
        QTest::addColumn<QByteArray>("accelerator");
        QTest::addColumn<int>("accelerators");
        QTest::addColumn<int>("ports");
        QTest::addColumn<int>("bands");
        QTest::addColumn<int>("arcs");
        QTest::addColumn<QString>("link");
        const auto row = [](const char* name, const char* system, const char* accelerator, int accelerators, int ports,
                            int bands, int arcs, const char* link) {
            QTest::newRow(name) << QByteArray(system) << QByteArray(accelerator) << accelerators << ports << bands
                                << arcs << QString::fromUtf8(link);
        };
        // Source document 002: 8 GPUs, NVSwitch of 900 GB/s, 8 x NDR400.
        row("DGX H100", "nv-dgx-h100", "nv-h100-sxm5-80", 8, 8, 1, 0,
            "NVLink 4, switched · 900 GB/s an accelerator, both directions");
        // Each with each: 8 x 7 / 2 links.
        row("MI300X", "smc-as-8125gs-tnmr2", "amd-mi300x", 8, 8, 0, 28,
            "Infinity Fabric 4 (7 links, full mesh) · 896 GB/s an accelerator, both directions");
        row("L40S", "smc-sys-421ge-tnrt", "nv-l40s", 8, 4, 0, 0, "No link of their own: over the host");
        row("GB200 NVL72, the rack", "nv-dgx-gb200-nvl72", "nv-gb200-gpu", 72, 72, 1, 0,
            "NVLink 5, switched · 1,800 GB/s an accelerator, both directions");
    }
    void whatIsInside() {
        QFETCH(QByteArray, system);
        QFETCH(QByteArray, accelerator);
        Hall hall;
        const Id<Rack> rack = hall.addRack("A01", "A", {}, {});
        const Id<PartRow> node = hall.embed(*catalog, system);
        hall.embed(*catalog, accelerator);
        hall.addDevice(rack, node, 1, "node-1");
        const Drawing drawing = drawn(hall.inside(node), hall);
        const Counts counts = countsOf(drawing);
        QTEST(int(counts.accelerators), "accelerators");
        QTEST(int(counts.ports), "ports");
        QTEST(int(counts.bands), "bands");
        QTEST(int(counts.arcs), "arcs");
        QFETCH(QString, link);
        QVERIFY2(textsOf(drawing).contains(link), qPrintable(textsOf(drawing).join(QStringLiteral(" | "))));
        QCOMPARE(drawing.bounds, nodeDiagramBounds(hall.inside(node)));
    }

    void traysTellOfTheirDomain() {
        Hall hall;
        const Id<Rack> rack = hall.addRack("A01", "A", {}, {});
        const Id<PartRow> tray = hall.embed(*catalog, "nv-dgx-gb200-tray");
        const Id<PartRow> switchTray = hall.embed(*catalog, "nv-nvlink5-switch-tray");
        hall.embed(*catalog, "nv-gb200-gpu");
        for (int i = 0; i < 18; ++i)
            hall.addDevice(rack, tray, 1 + i, "tray-" + std::to_string(i));
        for (int i = 0; i < 9; ++i)
            hall.addDevice(rack, switchTray, 20 + i, "switch-" + std::to_string(i), "switch");
        const Drawing drawing = drawn(hall.inside(tray), hall);
        QCOMPARE(countsOf(drawing).accelerators, qsizetype(4));
        QCOMPARE(countsOf(drawing).ports, qsizetype(4));
        QVERIFY(textsOf(drawing).contains(QStringLiteral("72 accelerators in 18 nodes over 9 × NVLink 5 switch tray")));
    }

    // Rail k of every node is on leaf k; the second port of the first node is pulled.
    void portsTellTheirRails() {
        fixture::FabricHall made = fixture::fabricHall();
        made.changePart(made.memberPart, [](Part& part) {
            part.attributes.push_back(fixture::number("accelerator-count", 2));
            part.attributes.push_back(fixture::word("accelerator-model", "test-gpu"));
        });
        fixture::embed(made.project, made.ids,
                       fixture::part("test-gpu", PartCategory::Accelerator, Mounting::InDevice,
                                     {fixture::word("scale-up-link", "NVLink 4 bridge")}));
        const auto portsOf = [&made] {
            const ScaleUpLevel level = scaleUpLevel(made.project, made.design);
            return nodeInside(made.project, made.design, level.kinds.front(), made.members[0]).network;
        };
        QCOMPARE(portsOf(), (std::vector<NodePort>{{400, 1, true}, {400, 2, true}}));
        const auto second = std::ranges::find_if(made.design.cables, [&made](const Cable& cable) {
            return cable.a.device == made.members[0] && cable.a.port == 1;
        });
        made.design.cables = made.design.cables.without(second->id);
        QCOMPARE(portsOf(), (std::vector<NodePort>{{400, 1, true}, {400, 0, false}}));
    }

    void aLadderIsReadableFromTopToBottom() {
        const auto rung = [](LadderRung which, double gigabytes) { return RungReading{which, Value(gigabytes * 1e9)}; };
        std::vector<RungReading> rungs{rung(LadderRung::Memory, 3350), rung(LadderRung::ScaleUp, 900),
                                       rung(LadderRung::Host, 64), rung(LadderRung::Network, 50),
                                       rung(LadderRung::Storage, 2.5)};
        const Chart chart = ladderChart(rungs, Value(2.5e9), texts);
        QCOMPARE(chart.bars.front().printed, QStringLiteral("3,350 GB/s"));
        QVERIFY(std::ranges::none_of(chart.bars, &Bar::isBad)); // as much as is asked for is enough
        const BarScale scale = barScale(chart);
        // From 1 to 3,350: lengths go with the logarithm.
        QCOMPARE(scale.shares.front(), 1.0);
        QVERIFY(std::abs(scale.shares[3] - std::log10(50) / std::log10(3350)) < 1e-12);
        QVERIFY(std::abs(scale.shares[4] - std::log10(2.5) / std::log10(3350)) < 1e-12);
        QCOMPARE(scale.marks.size(), std::size_t{4}); // 1, 10, 100, 1,000
        QCOMPARE(scale.marks[2].value, 100.0);

        const Chart less = ladderChart(rungs, Value(2.6e9), texts);
        QVERIFY(less.bars.back().isBad && !less.bars[3].isBad);
        QCOMPARE(less.bars.back().printed, QStringLiteral("2.5 GB/s, short"));
        const auto isRed = [](const DrawingItem& item) { return item.fill == Ink::Bad; };
        QCOMPARE(std::ranges::count_if(chartDrawing(less, 100).items, isRed), 1);
        QCOMPARE(std::ranges::count_if(chartDrawing(chart, 100).items, isRed), 0);
    }

    void whatIsNotKnownHasNoBarAndNoVerdict() {
        const Chart chart = ladderChart({{LadderRung::Network, Value(50e9)}, {LadderRung::Storage, Value::unknown()}},
                                        Value(2e9), texts);
        QVERIFY(!chart.bars.back().isBad);
        QCOMPARE(barScale(chart).shares.back(), 0.0);
        const Chart open = ladderChart({{LadderRung::Storage, Value(1e9)}}, Value::unknown(), texts);
        QVERIFY(!open.bars.back().isBad);
        QVERIFY(barScale(ladderChart({}, std::nullopt, texts)).shares.empty());
    }
};

RW_WINDOW_SUITE(TestNodeDiagram)
#include "tst_node_diagram.moc"
