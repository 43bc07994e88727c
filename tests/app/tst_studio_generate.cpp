// SPDX-License-Identifier: GPL-3.0-or-later
// Generating networks by mouse and key in the real window: what the dialog promises is what the design then holds.
#include "model/edits/part_edits.h"
#include "solvers/network/design_fabric.h"
#include "solvers/network/network_report.h"
#include "tests/app/studio_fixture.h"
#include "ui/fabric/fabric_cards.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/fabric_workspace.h"
#include "ui/fabric/generate_dialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

#include <functional>

using namespace rackwright;

namespace {

FabricWorkspace& fabricOf(Studio& studio) {
    return *static_cast<FabricWorkspace*>(studio.window().workspace(QStringLiteral("fabric")));
}

void openFabric(Studio& studio) {
    studio.openSample("hall-1024-h200");
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.fabric")), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&studio] { return fabricOf(studio).isUpToDate(); }, 30'000));
}

template <class Widget>
Widget& in(QDialog& dialog, const char* name) {
    auto* found = dialog.findChild<Widget*>(QLatin1String(name));
    if (!found)
        qFatal("no widget is called %s", name);
    return *found;
}

bool isPlanned(QDialog& dialog) {
    return QTest::qWaitFor([&dialog] { return static_cast<GenerateDialog&>(dialog).isUpToDate(); }, 30'000);
}

/// The value beside a row of the plan; empty where it is not listed.
QString valueOf(QDialog& dialog, const char* row) {
    for (QTreeWidgetItem* item : in<QTreeWidget>(dialog, "generate.plan")
                                     .findItems(QStringLiteral("*"), Qt::MatchWildcard | Qt::MatchRecursive))
        if (item->data(0, Qt::UserRole).toString() == QLatin1String(row))
            return item->text(1);
    return {};
}

/// Leaves the devices alone: no switch, no cable, no network.
void takeNetworksAway(Studio& studio) {
    const Edit edit = designEdit(Message("undo.network.remove.many").with("count", 4), studio.document().option(),
                                 [](const Project&, const Design& design, IdSource&) -> Result<Design> {
                                     Design next = design;
                                     std::vector<Id<Device>> switches;
                                     for (const Device& device : design.devices)
                                         if (device.role == "leaf" || device.role == "spine" || device.role == "core")
                                             switches.push_back(device.id);
                                     next.devices = design.devices.with({}, switches);
                                     next.cables = {};
                                     next.cableDetails = {};
                                     next.networks = {};
                                     next.fabricGenerators = {};
                                     return next;
                                 });
    QVERIFY(studio.document().commit(edit));
}

/// Puts so many of a part of the catalogue into the tray of unplaced devices.
void addUnplaced(Studio& studio, const char* part, int count) {
    const auto found = studio.services().library()->part(part);
    QVERIFY2(found, part);
    const auto apply = [part = *found, count,
                        option = studio.document().option()](const Project& now, IdSource& ids) -> Result<ProjectPtr> {
        Project next = now;
        const Id<PartRow> row = edits::embedPart(next, ids, part);
        Design design = *findOption(next, option)->design;
        std::vector<Device> added;
        for (int i = 0; i < count; ++i) {
            Device device;
            device.id = ids.take<Device>();
            device.name = "added-" + std::to_string(i + 1);
            device.part = row;
            device.role = "compute";
            added.push_back(std::move(device));
        }
        design.devices = design.devices.with(std::move(added));
        return withDesign(next, option, std::make_shared<const Design>(std::move(design)));
    };
    QVERIFY(studio.document().commit({Message("undo.network.remove.many").with("count", count), {}, apply}));
}

/// Clicks the box before a row.
void tick(QListWidget& list, int row) {
    QStyleOptionViewItem option;
    option.initFrom(&list);
    option.rect = list.visualItemRect(list.item(row));
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    const QRect box = list.style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &list);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, box.center());
}

QString problemOf(QDialog& dialog) { return in<QLabel>(dialog, "generate.problem").text(); }

void choose(QDialog& dialog, const char* name, const QString& item) {
    auto& box = in<QComboBox>(dialog, name);
    box.setCurrentIndex(box.findText(item));
    QVERIFY2(box.currentText() == item, qPrintable(item));
}

/// Closes the dialog at the end of its script, also where a check stopped it.
struct Closing {
    QDialog& dialog;
    ~Closing() {
        if (dialog.isVisible())
            dialog.reject();
    }
};

void cancel(QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); }

/// Opens the dialog on the hall's networks, and does `work` in it once its first plan is there.
void inDialog(Studio& studio, const std::function<void(QDialog&)>& work) {
    openFabric(studio);
    studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
        const Closing closing{dialog};
        QVERIFY(isPlanned(dialog));
        work(dialog);
    });
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.generate")), Qt::LeftButton);
}

} // namespace

class TestStudioGenerate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theNetworkThatIsThereChangesNothing() {
        Studio studio;
        openFabric(studio);
        const Design before = studio.design();
        bool wasAsked = false;
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            wasAsked = true;
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("nothing would change")), qPrintable(problemOf(dialog)));
            QVERIFY(!in<QPushButton>(dialog, "generate.apply").isEnabled());
            QCOMPARE(valueOf(dialog, "network.row.leaves"), QStringLiteral("32"));
            QCOMPARE(valueOf(dialog, "network.row.kept"), QStringLiteral("2,048"));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("fabric.generate")), Qt::LeftButton);
        QVERIFY(wasAsked);
        QVERIFY(studio.design() == before);
    }
    void theDialogSaysWhatIsDrawnAndUndoTakesItBack() {
        Studio studio;
        openFabric(studio);
        const Design before = studio.design();
        QString removed, added;
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            in<QDoubleSpinBox>(dialog, "generate.ratio").setValue(2);
            in<QSpinBox>(dialog, "generate.devices").setValue(32);
            QVERIFY(isPlanned(dialog));
            QCOMPARE(valueOf(dialog, "network.row.oversubscription"), QStringLiteral("2 : 1"));
            QVERIFY2(valueOf(dialog, "network.row.bisection").contains(QStringLiteral("50 %")),
                     qPrintable(valueOf(dialog, "network.row.bisection")));
            // Each that goes and comes is named.
            const auto heads = in<QTreeWidget>(dialog, "generate.plan").findItems(QStringLiteral("Cables that go"), {});
            QCOMPARE(heads.size(), qsizetype{1});
            QVERIFY(heads.front()->childCount() > 1);
            QVERIFY2(heads.front()->child(0)->text(1).contains(QStringLiteral("compute-")),
                     qPrintable(heads.front()->child(0)->text(1)));
            removed = valueOf(dialog, "network.row.removed");
            added = valueOf(dialog, "network.row.added");
            QTest::mouseClick(&in<QPushButton>(dialog, "generate.apply"), Qt::LeftButton);
        });
        studio.window().actions().action("design.generate-network")->trigger();
        studio.settle();
        std::int64_t now = 0, then = 0;
        for (const Cable& cable : before.cables)
            then += studio.design().cables.contains(cable.id) ? 0 : 1;
        for (const Cable& cable : studio.design().cables)
            now += before.cables.contains(cable.id) ? 0 : 1;
        QCOMPARE(QString(removed).remove(u','), QString::number(then));
        QCOMPARE(QString(added).remove(u','), QString::number(now));
        studio.window().actions().action("edit.undo")->trigger();
        studio.settle();
        QVERIFY(studio.design() == before);
    }
    // The speeds that both switches have; a choice goes into the plan and stays with the network.
    void trunkSpeedsAreThoseOfBothSwitches() {
        Studio studio;
        inDialog(studio, [&](QDialog& dialog) {
            auto& speed = in<QComboBox>(dialog, "generate.trunk-speed");
            QVERIFY(speed.isVisible());
            QCOMPARE(speed.currentText(), QStringLiteral("automatic"));
            QVERIFY(speed.findText(QStringLiteral("400 Gb/s")) > 0);
            QVERIFY(speed.findText(QStringLiteral("800 Gb/s")) < 0);
            choose(dialog, "generate.trunk-speed", QStringLiteral("200 Gb/s"));
            QVERIFY(isPlanned(dialog));
            QCOMPARE(valueOf(dialog, "network.row.leaf-cables"), QStringLiteral("2,048"));
            choose(dialog, "generate.family", QStringLiteral("Rail-only"));
            QVERIFY(isPlanned(dialog));
            QVERIFY(!speed.isVisible());
            cancel(dialog);
        });
        studio.settle();
    }
    // A leaf takes with it a spine of its technology and speed, and a spine a leaf.
    void leafAndSpineAreOfOneTechnology() {
        Studio studio;
        inDialog(studio, [&](QDialog& dialog) {
            auto& leaf = in<QComboBox>(dialog, "generate.leaf");
            auto& upper = in<QComboBox>(dialog, "generate.upper");
            const QString infiniBand = QStringLiteral("nvidia-qm9700"), ethernet = QStringLiteral("plan-leaf-64x400");
            QCOMPARE(upper.currentData().toString(), infiniBand);
            QVERIFY(leaf.findData(ethernet) >= 0);
            leaf.setCurrentIndex(leaf.findData(ethernet));
            QCOMPARE(upper.currentData().toString(), ethernet);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(), qPrintable(problemOf(dialog)));
            upper.setCurrentIndex(upper.findData(infiniBand));
            QCOMPARE(leaf.currentData().toString(), infiniBand);
            QVERIFY(isPlanned(dialog));
            // No leaf of the list joins a switch of 1 Gb/s: the form says so.
            upper.setCurrentIndex(upper.findData(QStringLiteral("plan-mgmt-48x1")));
            QCOMPARE(leaf.currentData().toString(), infiniBand);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("different protocols")), qPrintable(problemOf(dialog)));
            QVERIFY(!in<QPushButton>(dialog, "generate.apply").isEnabled());
            cancel(dialog);
        });
        studio.settle();
    }
    void whatCannotBeSaysWhyAndCannotBeDrawn() {
        Studio studio;
        openFabric(studio);
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            in<QSpinBox>(dialog, "generate.devices").setValue(50);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("At most 32 devices")), qPrintable(problemOf(dialog)));
            QVERIFY(!in<QPushButton>(dialog, "generate.apply").isEnabled());
            in<QSpinBox>(dialog, "generate.devices").setValue(0);
            choose(dialog, "generate.family", QStringLiteral("Torus, 2D or 3D"));
            in<QLineEdit>(dialog, "generate.shape").setText(QStringLiteral("2x2"));
            QVERIFY(isPlanned(dialog));
            QVERIFY2(!problemOf(dialog).isEmpty(), "a torus of four holds no 128 nodes");
            // No usual shape of InfiniBand, and drawn all the same; Dragonfly+ and tiers are usual.
            const auto& meaning = in<QLabel>(dialog, "generate.meaning");
            const QString unusual = QStringLiteral("Not a usual shape of InfiniBand");
            QVERIFY2(meaning.text().contains(unusual), qPrintable(meaning.text()));
            QVERIFY(meaning.height() >= meaning.heightForWidth(meaning.width()));
            for (const char* usual : {"Dragonfly+", "Leaf-spine"}) {
                choose(dialog, "generate.family", QString::fromLatin1(usual));
                QVERIFY2(!meaning.text().contains(unusual), usual);
            }
            choose(dialog, "generate.family", QStringLiteral("Torus, 2D or 3D"));
            QVERIFY(!in<QPushButton>(dialog, "generate.apply").isEnabled());
            in<QLineEdit>(dialog, "generate.shape").setText(QStringLiteral("4x4x4"));
            QVERIFY(isPlanned(dialog));
            QCOMPARE(valueOf(dialog, "network.row.routers"), QStringLiteral("64"));
            QVERIFY(in<QPushButton>(dialog, "generate.apply").isEnabled());
            cancel(dialog);
        });
        studio.window().actions().action("design.generate-network")->trigger();
    }
    // A Dragonfly of 19 groups leaves an interval; the card says so, refines it aside, and ends with bounds that hold.
    void anIntervalIsRefinedAside() {
        Studio studio;
        openFabric(studio);
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            choose(dialog, "generate.family", QStringLiteral("Dragonfly"));
            in<QLineEdit>(dialog, "generate.shape").setText(QStringLiteral("6x3x19"));
            QVERIFY(isPlanned(dialog));
            QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(), qPrintable(problemOf(dialog)));
            QTest::mouseClick(&in<QPushButton>(dialog, "generate.apply"), Qt::LeftButton);
        });
        studio.window().actions().action("design.generate-network")->trigger();
        auto& cards = studio.child<FabricCards>(QStringLiteral("fabric.cards"));
        const auto detail = [&cards] { return cards.cards().front()->content().detail; };
        QTRY_VERIFY_WITH_TIMEOUT(!cards.isUpToDate(), 60'000);
        QVERIFY2(detail().contains(QStringLiteral("being refined")), qPrintable(detail()));
        QTRY_VERIFY_WITH_TIMEOUT(cards.isUpToDate(), 60'000);
        QVERIFY2(detail().startsWith(QStringLiteral("refined: ")) || detail().startsWith(QStringLiteral("exact")),
                 qPrintable(detail()));
        // The cut that is shown is that of the bound that is shown.
        auto& colours = studio.child<QComboBox>(QStringLiteral("fabric.colour"));
        colours.setCurrentIndex(static_cast<int>(FabricColouring::Cut));
        QVERIFY(QTest::qWaitFor([&studio] { return fabricOf(studio).isUpToDate(); }, 30'000));
        const Solution& solution = *studio.document().newestSolution();
        const NetworkFabric fabric = networkFabric(solution.context(), fabricOf(studio).network());
        double gbps = 0;
        for (const Id<Cable> id : fabricOf(studio).view()->readings()->cables)
            gbps += std::ranges::find(fabric.cables, id, &NetworkCable::id)->gbps();
        const std::shared_ptr<const Cut> cut = cards.refinedCut();
        const double upper =
            cut ? static_cast<double>(countCut(fabric.endpointGraph, *cut).capacity) * fabric.endpointGraph.unitGbps
                : solution.find("fabric.bisection.upper", Subject(fabricOf(studio).network()))->value.typical() /
                      1.25e8;
        QCOMPARE(gbps, upper);
    }
    // What the dialog proposes for a network of any purpose can be drawn as it is, storage and in-band on pairs of
    // leaves.
    void whatIsProposedCanBeDrawn() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            for (const char* network :
                 {"New compute network", "New storage network", "New in-band network", "New out-of-band network"}) {
                choose(dialog, "generate.network", QString::fromLatin1(network));
                QVERIFY(isPlanned(dialog));
                QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(),
                         qPrintable(QString::fromLatin1(network) + QStringLiteral(": ") + problemOf(dialog)));
            }
            choose(dialog, "generate.network", QStringLiteral("New in-band network"));
            QVERIFY(isPlanned(dialog));
            QCOMPARE(in<QComboBox>(dialog, "generate.family").currentText(), QStringLiteral("Dual leaf (dual ToR)"));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
    }
    // No box can choose nodes whose ports nobody knows; that they stay without is said all the same.
    void nodesOfUnknownPortsAreNamed() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        addUnplaced(studio, "graphcore-bow-2000", 3);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            QCOMPARE(valueOf(dialog, "without-known-ports"), QStringLiteral("3, ports not known"));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
    }
    // Nodes of two port speeds: the larger group is proposed and can be drawn, the other stays without until it is
    // ticked; who is left out stays so when the network is drawn again.
    void nodesAreChosenByTheirPorts() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        addUnplaced(studio, "nv-dgx-gb300-nvl72", 2);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            auto& nodes = in<QListWidget>(dialog, "generate.nodes");
            QVERIFY(nodes.isVisible());
            QCOMPARE(nodes.count(), 2);
            const int trays = nodes.item(0)->text().contains(QStringLiteral("NVL72")) ? 0 : 1;
            QVERIFY2(nodes.item(trays)->text().startsWith(QStringLiteral("2 × ")),
                     qPrintable(nodes.item(trays)->text()));
            QVERIFY2(nodes.item(trays)->text().contains(QStringLiteral("72 × 800 Gb/s")),
                     qPrintable(nodes.item(trays)->text()));
            QCOMPARE(nodes.item(trays)->checkState(), Qt::Unchecked);
            QCOMPARE(nodes.item(1 - trays)->checkState(), Qt::Checked);
            // Each row has one box: nothing is drawn before it.
            const QImage drawn = nodes.viewport()->grab().toImage();
            const QRect row = nodes.visualItemRect(nodes.item(1));
            for (int y = row.top() + 2; y < row.bottom() - 1; ++y)
                for (int x = row.left() + 1; x < row.left() + 6; ++x)
                    QCOMPARE(drawn.pixel(x, y), drawn.pixel(row.left(), y));
            QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(), qPrintable(problemOf(dialog)));
            QCOMPARE(valueOf(dialog, "network.row.devices"), QStringLiteral("128 with 1,024 ports"));
            QCOMPARE(valueOf(dialog, "without"), QStringLiteral("2"));
            // The other ones by mouse and key.
            tick(nodes, 1 - trays);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("No nodes are chosen")), qPrintable(problemOf(dialog)));
            QVERIFY(!in<QPushButton>(dialog, "generate.apply").isEnabled());
            nodes.setFocus();
            QTest::keyClick(&nodes, trays == 0 ? Qt::Key_Home : Qt::Key_End);
            QTest::keyClick(&nodes, Qt::Key_Space);
            QCOMPARE(nodes.item(trays)->checkState(), Qt::Checked);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(), qPrintable(problemOf(dialog)));
            QCOMPARE(valueOf(dialog, "without"), QStringLiteral("128"));
            QTest::mouseClick(&in<QPushButton>(dialog, "generate.apply"), Qt::LeftButton);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
        QCOMPARE(studio.design().networks.size(), std::size_t{1});
        for (const Device& device : studio.design().devices)
            if (device.role == "compute") {
                std::size_t cables = 0;
                studio.design().cables.forEachWith<CablesByDevice>(device.id, [&](const Cable&) { ++cables; });
                QCOMPARE(cables > 0, device.name.starts_with("added-"));
            }
        QVERIFY(QTest::qWaitFor([&studio] { return fabricOf(studio).isUpToDate(); }, 30'000));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("nothing would change")), qPrintable(problemOf(dialog)));
            QCOMPARE(valueOf(dialog, "without"), QStringLiteral("128"));
            cancel(dialog);
        });
        studio.window().actions().action("design.generate-network")->trigger();
    }
    // Whichever box is ticked first, the switch that is proposed is that of the nodes.
    void theProposalIsNotOfTheOrderOfTicks() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        addUnplaced(studio, "nv-dgx-gb300-nvl72", 2);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            auto& nodes = in<QListWidget>(dialog, "generate.nodes");
            const auto& leaf = in<QComboBox>(dialog, "generate.leaf");
            const int trays = nodes.item(0)->text().contains(QStringLiteral("NVL72")) ? 0 : 1;
            const QString first = leaf.currentText();
            tick(nodes, trays);
            const QString both = leaf.currentText();
            tick(nodes, trays);
            QCOMPARE(leaf.currentText(), first);
            tick(nodes, 1 - trays);
            tick(nodes, trays);
            tick(nodes, 1 - trays);
            QCOMPARE(leaf.currentText(), both);
            tick(nodes, trays);
            QCOMPARE(leaf.currentText(), first);
            QVERIFY(isPlanned(dialog));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
    }
    // Neither one whose cables nobody can order nor one that the nodes refuse, whatever was proposed before.
    void whatIsProposedCanBeCabled() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        addUnplaced(studio, "nv-dgx-gb300-nvl72", 2);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            auto& nodes = in<QListWidget>(dialog, "generate.nodes");
            const auto& leaf = in<QComboBox>(dialog, "generate.leaf");
            const int trays = nodes.item(0)->text().contains(QStringLiteral("NVL72")) ? 0 : 1;
            // A port of 800 Gb/s does no Ethernet as fast.
            tick(nodes, trays);
            QVERIFY2(leaf.currentText().contains(QStringLiteral("Quantum")), qPrintable(leaf.currentText()));
            tick(nodes, 1 - trays);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(leaf.currentText().contains(QStringLiteral("Quantum")), qPrintable(leaf.currentText()));
            QVERIFY2(!leaf.currentText().contains(QStringLiteral("Photonics")), qPrintable(leaf.currentText()));
            QVERIFY2(!problemOf(dialog).contains(QStringLiteral("no part to order")), qPrintable(problemOf(dialog)));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
    }
    // What waits in the design comes first, before larger ones of the catalogue.
    void switchesThatWaitAreProposed() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        addUnplaced(studio, "nvidia-qm9700", 2);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            QCOMPARE(in<QComboBox>(dialog, "generate.leaf").currentData().toString(), QStringLiteral("nvidia-qm9700"));
            cancel(dialog);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
    }
    // The nodes stay on their leaves, and 2 to 1 is what is drawn.
    void theRatioThatIsAskedForIsDrawn() {
        Studio studio;
        inDialog(studio, [&](QDialog& dialog) {
            in<QDoubleSpinBox>(dialog, "generate.ratio").setValue(2);
            QVERIFY(isPlanned(dialog));
            QCOMPARE(valueOf(dialog, "network.row.oversubscription"), QStringLiteral("2 : 1"));
            // 32 ends cannot have 2.1 : 1 with whole cables.
            in<QDoubleSpinBox>(dialog, "generate.ratio").setValue(2.1);
            QVERIFY(isPlanned(dialog));
            QVERIFY2(problemOf(dialog).contains(QStringLiteral("2.1 : 1")) ||
                         problemOf(dialog).contains(QStringLiteral("more than asked for")),
                     qPrintable(problemOf(dialog)));
            cancel(dialog);
        });
    }
    void aDesignWithoutNetworksGetsOne() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        takeNetworksAway(studio);
        studio.window().showWorkspace(QStringLiteral("fabric"));
        studio.whenAsked(QStringLiteral("dialog.generate"), [&](QDialog& dialog) {
            const Closing closing{dialog};
            QVERIFY(isPlanned(dialog));
            QVERIFY2(in<QPushButton>(dialog, "generate.apply").isEnabled(), qPrintable(problemOf(dialog)));
            QCOMPARE(valueOf(dialog, "network.row.kept"), QStringLiteral("0"));
            QTest::mouseClick(&in<QPushButton>(dialog, "generate.apply"), Qt::LeftButton);
        });
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("fabric.generate.first")), Qt::LeftButton);
        QCOMPARE(studio.design().networks.size(), std::size_t{1});
        QCOMPARE(studio.design().cables.size(), std::size_t{2048});
        QVERIFY(QTest::qWaitFor([&studio] { return fabricOf(studio).isUpToDate(); }, 30'000));
        QCOMPARE(fabricOf(studio).view()->fabric()->cables, std::size_t{2048});
        // They stand where the room for them is.
        for (const Device& device : studio.design().devices)
            if (device.role == "leaf")
                QVERIFY2(rackOf(device), device.name.c_str());
    }
};

RW_WINDOW_SUITE(TestStudioGenerate)
#include "tst_studio_generate.moc"
