// SPDX-License-Identifier: GPL-3.0-or-later
// The fabric workspace by mouse in the real window: what is shown, clicked and listed is what the design holds.
#include "model/edits/cable_edits.h"
#include "model/edits/record_edits.h"
#include "solvers/cables/label_pattern.h"
#include "solvers/network/settings.h"
#include "tests/app/fabric_pages.h"
#include "tests/app/studio_fixture.h"
#include "tests/support/drawing_checks.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/fabric_workspace.h"
#include "ui/fabric/failure_panel.h"
#include "ui/fabric/label_dialog.h"
#include "ui/fabric/traffic_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/quantity_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>

using namespace rackwright;

class TestStudioFabric : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDrawingShowsTiersWithTheirCounts() {
        Studio studio;
        FabricView& view = openFabric(studio);
        std::size_t leaves = 0, spines = 0;
        for (const Device& device : studio.design().devices) {
            leaves += device.name.starts_with("compute-leaf");
            spines += device.name.starts_with("compute-spine");
        }
        const QString summary = studio.child<QLabel>(QStringLiteral("fabric.summary")).text();
        QVERIFY2(summary.contains(QString::number(leaves) + QStringLiteral(" leaves")), qPrintable(summary));
        QVERIFY2(summary.contains(QString::number(spines) + QStringLiteral(" spines")), qPrintable(summary));
        QVERIFY2(summary.contains(QStringLiteral("128 nodes")), qPrintable(summary));
        const QStringList texts = textsOf(view.drawing());
        QVERIFY2(texts.contains(QString::number(spines) + QStringLiteral(" spines")), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.contains(QStringLiteral("8 leaves")), qPrintable(texts.join(u'|')));
    }
    void aClickOnALeafSelectsItAndShowsItsPorts() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Device& leaf = deviceNamed(studio, "compute-leaf-1-1");
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, leaf.id));
        QVERIFY(studio.document().isSelected(Subject(leaf.id)));
        const Cable* first = nullptr;
        studio.design().cables.forEachWith<CablesByDevice>(leaf.id, [&](const Cable& cable) {
            for (const PortRef& end : {cable.a, cable.b})
                if (end.device == leaf.id && end.port == 0 && end.lane == 0)
                    first = &cable;
        });
        QVERIFY(first);
        const Id<Device> peer = first->a.device == leaf.id ? first->b.device : first->a.device;
        QTableWidget& ports = *fabricOf(studio).panel()->table();
        QVERIFY(ports.isVisible());
        QCOMPARE(ports.item(0, 1)->text(), QString::fromStdString(studio.design().devices.find(peer)->name));
        QVERIFY(ports.item(0, 3)->text().endsWith(QStringLiteral("Gb/s")));
        QCOMPARE(studio.child<QLabel>(QStringLiteral("fabric.panel.title")).text(), QStringLiteral("compute-leaf-1-1"));
    }
    void patternsOfLabelsAreCheckedShownAndTaken() {
        Studio studio;
        openFabric(studio);
        QTimer::singleShot(0, &studio.window(), [&studio] {
            auto* dialog = qobject_cast<LabelDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* end = dialog->findChild<QLineEdit*>(QStringLiteral("labels.end"));
            auto* save = dialog->findChild<QPushButton*>(QStringLiteral("labels.save"));
            auto* problem = dialog->findChild<QLabel*>(QStringLiteral("labels.problem"));
            QVERIFY(!dialog->shown().empty());
            end->setText(QStringLiteral("{rack}/{shelf}"));
            QVERIFY(!save->isEnabled());
            QVERIFY(problem->isVisible() && problem->text().contains(QStringLiteral("shelf")));
            end->setText(QStringLiteral("{rack}/"));
            QTest::mouseClick(dialog->findChild<QToolButton*>(QStringLiteral("labels.end.port")), Qt::LeftButton);
            QCOMPARE(end->text(), QStringLiteral("{rack}/{port}"));
            QVERIFY(!problem->isVisible());
            const std::string line = dialog->shown().front()[1];
            QVERIFY2(line.find('/') != std::string::npos && line.find('.') == std::string::npos, line.c_str());
            QTest::mouseClick(save, Qt::LeftButton);
        });
        studio.window().actions().action("design.cable-labels")->trigger();
        QCOMPARE(studio.document().project()->settings.size(), std::size_t(1));
        QCOMPARE((*studio.document().project()->settings.begin()).value, std::string("{rack}/{port}"));
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(studio.document().project()->settings.isEmpty());
    }
    // Only what was changed becomes a row, and where it is from stays.
    void patternsKeepTheirSource() {
        Studio studio;
        openFabric(studio);
        QVERIFY(studio.document().commit(edits::putSetting(std::string(kEndLabelKey), "{rack}:{port}", "manual")));
        const std::size_t steps = studio.document().history().steps().size();
        const auto saveWith = [&studio](const QString& pattern) {
            QTimer::singleShot(0, &studio.window(), [&studio, pattern] {
                auto* dialog = qobject_cast<LabelDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                dialog->findChild<QLineEdit*>(QStringLiteral("labels.end"))->setText(pattern);
                QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("labels.save")), Qt::LeftButton);
            });
            studio.window().actions().action("design.cable-labels")->trigger();
        };
        saveWith(QStringLiteral("{rack}:{port}"));
        QCOMPARE(studio.document().history().steps().size(), steps);
        saveWith(QStringLiteral("{rack}/{port}"));
        const auto& settings = studio.document().project()->settings;
        QCOMPARE(settings.size(), std::size_t(1));
        QCOMPARE((*settings.begin()).value, std::string("{rack}/{port}"));
        QCOMPARE((*settings.begin()).source, std::string("manual"));
    }
    // Where there are fewer networks than cables to show, the networks show more of theirs.
    void labelsOfOneNetworkFillThePreview() {
        Studio studio;
        openFabric(studio);
        QVERIFY(studio.document().commit(
            designEdit(Message("undo.network.remove.many").with("count", 3), studio.document().option(),
                       [](const Project&, const Design& design, IdSource&) -> Result<Design> {
                           Design next = design;
                           const Id<Network> kept = design.networks.begin()->id;
                           std::vector<Id<Cable>> cables;
                           for (const Cable& cable : design.cables)
                               if (cable.network != kept)
                                   cables.push_back(cable.id);
                           std::vector<Id<Network>> networks;
                           for (const Network& network : design.networks)
                               if (network.id != kept)
                                   networks.push_back(network.id);
                           next.cables = design.cables.with({}, cables);
                           next.networks = design.networks.with({}, networks);
                           return next;
                       })));
        studio.settle();
        QCOMPARE(studio.design().networks.size(), std::size_t(1));
        LabelDialog dialog(studio.document(), studio.services());
        QCOMPARE(dialog.shown().size(), std::size_t(6));
    }
    void chipsComeBeforeTheColoursForTheKeyTab() {
        Studio studio;
        openFabric(studio);
        const auto& colours = studio.child<QComboBox>(QStringLiteral("fabric.colour"));
        const Table<Network>& networks = studio.design().networks;
        const QWidget* at =
            &studio.child<QToolButton>(QStringLiteral("fabric.network.") + QString::number(networks.begin()->id.value));
        QStringList order;
        for (; at != &colours && order.size() < 100; at = at->nextInFocusChain())
            if (at->focusPolicy() != Qt::NoFocus)
                order.append(at->toolTip());
        QStringList names;
        for (const Network& network : networks)
            names.append(QString::fromStdString(network.name));
        names.append(studio.child<QToolButton>(QStringLiteral("fabric.scale-up")).toolTip());
        QCOMPARE(order, names);
    }
    // A number typed here changes neither the range that holds it nor its source, and each is a step of its own.
    void aTypedSettingKeepsItsRangeAndSource() {
        Studio studio;
        openFabric(studio);
        const std::string key(setting_of::messageSize.key);
        QVERIFY(studio.document().commit(edits::putSetting(key, "1000000000/2000000000/4000000000", "trace of jobs")));
        studio.document().closeMerge();
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.traffic")), Qt::LeftButton);
        auto& message = *fabricOf(studio).traffic()->message();
        const auto type = [&message](const char* text) {
            message.line()->setText(QLatin1String(text));
            message.line()->setModified(true);
            message.commitNow();
        };
        const auto row = [&studio] { return *studio.document().project()->settings.begin(); };
        type("3 GB");
        QCOMPARE(row().value, std::string("1000000000/3000000000/4000000000"));
        QCOMPARE(row().source, std::string("trace of jobs"));
        type("8 GB");
        QCOMPARE(row().value, std::string("8000000000"));
        QCOMPARE(row().source, std::string("trace of jobs"));
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(row().value, std::string("1000000000/3000000000/4000000000"));
        // What a file that holds it would be refused for is not taken here either.
        type("0.5 B");
        QCOMPARE(row().value, std::string("1000000000/3000000000/4000000000"));
    }
    void trafficIsReadUnderTheAssumptionsChosenThere() {
        Studio studio;
        openFabric(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.traffic")), Qt::LeftButton);
        TrafficPanel& panel = *fabricOf(studio).traffic();
        QVERIFY(panel.isVisible());
        const auto rowOf = [](const FigureRows& rows, const char* figure) -> const FigureRow* {
            for (const FigureRow& row : rows.rows())
                if (row.label.startsWith(QLatin1String(figure) + u'@'))
                    return &row;
            return nullptr;
        };
        QVERIFY(rowOf(*panel.loads(), "fabric.load.ring"));
        const FigureRow* ideal = rowOf(*panel.loads(), "fabric.load.permutation");
        QVERIFY(ideal);
        const QString spray = ideal->amount;
        studio.child<QComboBox>(QStringLiteral("fabric.traffic.spreading"))
            .setCurrentIndex(static_cast<int>(Spreading::Hashed));
        const FigureRow* hashed = rowOf(*panel.loads(), "fabric.load.permutation.hashed");
        QVERIFY(hashed && !rowOf(*panel.loads(), "fabric.load.permutation"));
        QVERIFY(hashed->amount != spray);
        // A larger message takes longer.
        const QString time = rowOf(*panel.collectives(), "fabric.allreduce.ring")->amount;
        auto& message = *panel.message();
        message.line()->setText(QStringLiteral("0"));
        message.line()->setModified(true);
        message.commitNow();
        QVERIFY(!message.problem().isEmpty());
        message.line()->setText(QStringLiteral("8 GB"));
        message.line()->setModified(true);
        message.commitNow();
        studio.settle();
        QVERIFY(rowOf(*panel.collectives(), "fabric.allreduce.ring")->amount != time);
        QCOMPARE((*studio.document().project()->settings.begin()).value, std::string("8000000000"));
        // A click opens the evidence.
        for (auto* button : panel.loads()->findChildren<QToolButton*>())
            if (button->objectName().contains(QStringLiteral("fabric.load.ring")))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(studio.child<EvidencePanel>(QStringLiteral("panel.evidence"))
                    .figureLabel()
                    .startsWith(QStringLiteral("fabric.load.ring")));
    }
    void whatLinksAndSwitchesCanDoStandsAtTheFigures() {
        Studio studio;
        openFabric(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.traffic")), Qt::LeftButton);
        TrafficPanel& panel = *fabricOf(studio).traffic();
        auto& box = studio.child<QCheckBox>(QStringLiteral("fabric.traffic.sharp"));
        auto& note = studio.child<QLabel>(QStringLiteral("fabric.traffic.sharp.note"));
        const auto amount = [&panel](const char* figure) {
            for (const FigureRow& row : panel.collectives()->rows())
                if (row.label.startsWith(QLatin1String(figure) + u'@'))
                    return row.amount;
            return QString();
        };
        const QString links = studio.child<QLabel>(QStringLiteral("fabric.traffic.interconnect")).text();
        QVERIFY2(links.contains(QStringLiteral("400 Gb/s a port: recommended for training of large models")),
                 qPrintable(links));
        QVERIFY(box.isEnabled() && !box.isChecked());
        const QString sent = amount("fabric.allreduce.volume");
        QVERIFY(!sent.isEmpty() && sent != QStringLiteral("1 GB"));
        QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(8, box.height() / 2));
        studio.settle();
        QVERIFY(box.isChecked());
        QCOMPARE((*studio.document().project()->settings.begin()).key, std::string("fabric.sharp"));
        QCOMPARE((*studio.document().project()->settings.begin()).value, std::string("on"));
        QCOMPARE(amount("fabric.allreduce.volume"), QStringLiteral("1 GB"));
        const auto& card = studio.child<FigureCard>(QStringLiteral("fabric.card.fabric.allreduce.ring"));
        QCOMPARE(card.content().value, amount("fabric.allreduce.in-network"));
        QVERIFY2(card.content().detail.contains(QStringLiteral("SHARP")), qPrintable(card.content().detail));
        // Ethernet: the field is off and says why.
        Network network = *studio.design().networks.begin();
        network.protocol = FabricProtocol::Ethernet;
        QVERIFY(
            studio.document().commit(edits::putNetwork(edits::activeTarget(*studio.document().project()), network)));
        studio.settle();
        QVERIFY(!box.isEnabled() && !box.isChecked());
        QVERIFY2(note.text().contains(QStringLiteral("InfiniBand")), qPrintable(note.text()));
        studio.window().actions().action("edit.undo")->trigger();
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(box.isEnabled() && !box.isChecked());
        QVERIFY(studio.document().project()->settings.isEmpty());
    }
    void aSelectionMadeElsewhereShowsItsPorts() {
        Studio studio;
        openFabric(studio);
        const Device& spine = deviceNamed(studio, "compute-spine-2");
        studio.document().select({Subject(spine.id)});
        QCOMPARE(studio.child<QLabel>(QStringLiteral("fabric.panel.title")).text(), QStringLiteral("compute-spine-2"));
        studio.document().select({});
        QVERIFY(!fabricOf(studio).panel()->table()->isVisible());
    }
    void aClickOnABundleListsItsCables() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const auto& bundles = view.fabric()->bundles;
        const auto bundle = std::ranges::find_if(bundles, [&](const FabricBundle& each) {
            return view.fabric()->cells[each.lower].tier == FabricTier::Ends;
        });
        const QPointF middle = (bundle->line[0] + bundle->line[1]) / 2;
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView(middle).toPoint());
        QTableWidget& cables = *fabricOf(studio).panel()->table();
        QCOMPARE(static_cast<std::size_t>(cables.rowCount()), std::min<std::size_t>(500, bundle->cables.size()));
        const Cable& first = *studio.design().cables.find(bundle->cables.front());
        QVERIFY(cables.item(0, 0)->text().startsWith(
            QString::fromStdString(studio.design().devices.find(first.a.device)->name)));
        // A click on one of them says why it is what it is: what was taken, and what became of the others.
        cables.selectRow(0);
        const auto* why = fabricOf(studio).panel()->findChild<QLabel*>(QStringLiteral("fabric.panel.reason"));
        QVERIFY2(why->isVisible() && why->text().contains(QStringLiteral(" is the cheapest that serves")),
                 qPrintable(why->text()));
        QVERIFY2(why->text().contains(QStringLiteral("ordered")), qPrintable(why->text()));
        QVERIFY2(why->text().contains(QStringLiteral("Ruled out: ")), qPrintable(why->text()));
    }
    void chipsSwitchNetworks() {
        Studio studio;
        FabricView& view = openFabric(studio);
        for (const Network& network : studio.design().networks) {
            QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.network.%1").arg(network.id.value)),
                              Qt::LeftButton);
            QVERIFY(isDrawn(studio));
            QCOMPARE(fabricOf(studio).network(), network.id);
            std::size_t cables = 0;
            for (const Cable& cable : studio.design().cables)
                cables += cable.network == network.id;
            QCOMPARE(view.fabric()->cables, cables);
        }
    }
    void aDoubleClickZoomsIntoAUnitAndOut() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const double whole = view.pixelsPerMm();
        const QPointF middle = view.fabric()->frames.front().header.center();
        QTest::mouseDClick(&view, Qt::LeftButton, {}, view.toView(middle).toPoint());
        QVERIFY(view.pixelsPerMm() > 1.5 * whole);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(4, 4));
        QCOMPARE(view.pixelsPerMm(), whole);
    }
    void undoOfARemovedSwitchBringsItBack() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const std::size_t cables = view.fabric()->cables;
        studio.document().select({Subject(leaf)});
        studio.agreeToDelete();
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(isDrawn(studio));
        QVERIFY(!view.fabric()->boxOf(leaf));
        QVERIFY(view.fabric()->cables < cables);
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(isDrawn(studio));
        QCOMPARE(view.fabric()->cables, cables);
    }
    void cardsShowTheFiguresAndOpenTheirEvidence() {
        Studio studio;
        openFabric(studio);
        const auto card = [&studio](const char* name) -> FigureCard& {
            return studio.child<FigureCard>(QStringLiteral("fabric.card.") + QLatin1String(name));
        };
        QCOMPARE(card("fabric.endpoints").content().value, QStringLiteral("1,024"));
        QCOMPARE(card("fabric.throughput.all-to-all").content().value, QStringLiteral("100 %"));
        QVERIFY(card("fabric.allreduce.ring").content().value.endsWith(QStringLiteral("ms")));
        QVERIFY2(card("fabric.bisection.lower").content().value.startsWith(QStringLiteral("20")),
                 qPrintable(card("fabric.bisection.lower").content().value));
        QVERIFY2(card("fabric.bisection.lower").content().detail.contains(QStringLiteral("exact, 100 %")),
                 qPrintable(card("fabric.bisection.lower").content().detail));
        QTest::mouseClick(&card("fabric.bisection.lower"), Qt::LeftButton);
        QVERIFY(studio.child<EvidencePanel>(QStringLiteral("panel.evidence"))
                    .figureLabel()
                    .startsWith(QStringLiteral("fabric.bisection.lower")));
    }
    void aBundleShowsItsWayOnThePlan() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const auto& bundles = view.fabric()->bundles;
        const auto bundle = std::ranges::find_if(bundles, [&](const FabricBundle& each) {
            return view.fabric()->cells[each.lower].tier == FabricTier::Ends;
        });
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView((bundle->line[0] + bundle->line[1]) / 2).toPoint());
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.panel.place")), Qt::LeftButton);
        QVERIFY(studio.window().workspace(QStringLiteral("plan"))->isVisible());
        std::size_t racks = 0, ways = 0;
        for (const Subject subject : studio.document().selection()) {
            racks += subject.kind == SubjectKind::Rack;
            ways += subject.kind == SubjectKind::Pathway;
        }
        QVERIFY(racks > 16); // the nodes of a unit, two a rack, and their leaves
        QVERIFY(ways > 0);
    }
    void lossesStandInOneTableAndInThePicture() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Design before = studio.design();
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.failures")), Qt::LeftButton);
        FailurePanel& failures = *fabricOf(studio).failures();
        QVERIFY(QTest::qWaitFor([&] { return failures.isUpToDate() && failures.table()->rowCount() > 1; }, 30'000));
        const auto cell = [&failures](const QString& what, int column) {
            for (int row = 0; row < failures.table()->rowCount(); ++row)
                if (failures.table()->item(row, 0)->text().startsWith(what))
                    return failures.table()->item(row, column)->text();
            return QString();
        };
        QCOMPARE(cell(QStringLiteral("Nothing"), 1), QStringLiteral("100 %"));
        // All leaves alike: one takes its 32 of 1,024 endpoints with it.
        QCOMPARE(cell(QStringLiteral("32 × Leaf"), 1), QStringLiteral("96.9 %"));
        // One of 16 spines: 15/16 of the way up.
        QCOMPARE(cell(QStringLiteral("16 × Spine"), 2), QStringLiteral("93.8 %"));
        QCOMPARE(cell(QStringLiteral("8 × Rail"), 1), QStringLiteral("87.5 %"));
        QVERIFY(!cell(QStringLiteral("512 × Module"), 2).isEmpty());
        // Cables to nodes and cables to spines are classes of their own.
        QVERIFY(!cell(QStringLiteral("1,024 × End cable"), 2).isEmpty());
        QVERIFY(!cell(QStringLiteral("1,024 × Trunk cable"), 2).isEmpty());
        for (int row = 0; row < failures.table()->rowCount(); ++row) // no name makes its row higher
            QCOMPARE(failures.table()->rowHeight(row), failures.table()->rowHeight(0));
        // A click fails a switch in the picture and shows the figures; the design stays.
        const Id<Device> spine = deviceNamed(studio, "compute-spine-3").id;
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QCOMPARE(view.failed(), std::vector<Id<Device>>{spine});
        QVERIFY(QTest::qWaitFor([&] { return failures.isUpToDate(); }, 30'000));
        // Its cables are red until it works again; then the colours are as before.
        QVERIFY(isDrawn(studio));
        QCOMPARE(view.colouring(), FabricColouring::Failure);
        QVERIFY(view.readings());
        QCOMPARE(view.readings()->marked, std::int64_t{64});
        const auto& under = studio.child<QLabel>(QStringLiteral("fabric.failures.under"));
        QVERIFY2(under.text().contains(QStringLiteral("93.8 %")), qPrintable(under.text()));
        QVERIFY(studio.design() == before);
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(view.failed().empty());
        QTRY_COMPARE(view.colouring(), FabricColouring::Tier);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.ports")), Qt::LeftButton);
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(view.failed().empty());
        QVERIFY(studio.document().isSelected(Subject(spine)));
    }
    // What the names of both ends begin with is left out, so that they fit the narrow panel beside the speed.
    void cablesOfABundleFitTheirPanel() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const auto& bundles = view.fabric()->bundles;
        const auto trunk = std::ranges::find_if(bundles, [&view](const FabricBundle& bundle) {
            return view.fabric()->cells[bundle.lower].tier == FabricTier::Leaf;
        });
        QVERIFY(trunk != bundles.end());
        Q_EMIT view.bundlesChosen({static_cast<std::size_t>(trunk - bundles.begin())});
        const QTableWidget& table = *fabricOf(studio).panel()->table();
        QVERIFY(table.rowCount() > 0);
        QVERIFY2(table.item(0, 0)->text().startsWith(QStringLiteral("leaf-1-1, ")),
                 qPrintable(table.item(0, 0)->text()));
        QVERIFY(table.item(0, 0)->toolTip().startsWith(QStringLiteral("compute-leaf-1-1, ")));
    }
    void lossesFollowTheDesign() {
        Studio studio;
        FabricView& view = openFabric(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.side.failures")), Qt::LeftButton);
        FailurePanel& failures = *fabricOf(studio).failures();
        const auto hasRow = [&failures](const QString& what) {
            for (int row = 0; row < failures.table()->rowCount(); ++row)
                if (failures.table()->item(row, 0)->text().startsWith(what))
                    return true;
            return false;
        };
        QVERIFY(QTest::qWaitFor([&] { return hasRow(QStringLiteral("16 × Spine")); }, 30'000));
        const Id<Device> spine = deviceNamed(studio, "compute-spine-3").id;
        QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(QTest::qWaitFor([&] { return failures.isUpToDate(); }, 30'000));
        // With a switch failed in the picture, another is taken out of the design: the table is of 15 spines then.
        studio.document().select({{SubjectKind::Device, deviceNamed(studio, "compute-spine-9").id.value}});
        studio.agreeToDelete();
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return hasRow(QStringLiteral("15 × Spine")); }, 30'000));
        QVERIFY(!hasRow(QStringLiteral("16 × Spine")));
        // A cable that was chosen is lost in the fabric of before only.
        for (int row = 0; row < failures.table()->rowCount(); ++row)
            if (failures.table()->item(row, 0)->text().contains(QStringLiteral("cable")))
                failures.table()->selectRow(row);
        QVERIFY(!failures.loss().cables.empty());
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return hasRow(QStringLiteral("16 × Spine")); }, 30'000));
        QVERIFY(failures.loss().cables.empty());
    }
    void aDesignWithoutNetworksSaysSo() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.window().openNew(emptyDocument("Empty"), QStringLiteral("empty"));
        studio.settle();
        studio.window().showWorkspace(QStringLiteral("fabric"));
        QVERIFY(studio.child<QLabel>(QStringLiteral("fabric.empty")).isVisible());
    }
};

RW_WINDOW_SUITE(TestStudioFabric)
#include "tst_studio_fabric.moc"
