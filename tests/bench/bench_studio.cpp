// SPDX-License-Identifier: GPL-3.0-or-later
// What a person waits for in the studio: a frame while panning, an edit to its picture and to its figures, the start.
// bench_studio [-iterations N]; run it offscreen or under a real display. Targets are in the README.
#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "tests/app/fabric_pages.h"
#include "tests/app/studio_fixture.h"

#include <QElapsedTimer>
#include <QToolButton>

using namespace rackwright;

class BenchStudio : public QObject {
    Q_OBJECT

    static void addSizes() {
        QTest::addColumn<QString>("accelerators");
        QTest::newRow("1,024") << QStringLiteral("1024");
        QTest::newRow("131,072") << QStringLiteral("131072");
    }
    static std::unique_ptr<Studio> studioOf(const QString& accelerators) {
        auto studio = std::make_unique<Studio>();
        studio->window().resize(1920, 1080);
        const Result<RecipeSource> source = studio->services().recipeSource();
        Result<Document> document = makeFromRecipe("cluster", {{"accelerators", accelerators.toStdString()}}, *source);
        if (!document)
            qFatal("the recipe fails");
        studio->window().openNew(std::move(*document), accelerators);
        studio->settle();
        return studio;
    }
    // Moves the first rack to and fro; each move differs from the one before.
    static void moveFirstRack(Studio& studio, int& moves) {
        const Length by = Length::millimetres(++moves % 2 ? 600 : -600);
        const Done moved = studio.document().commit(edits::moveRacks(
            edits::activeTarget(*studio.document().project()), {studio.design().racks.begin()->id}, {by, Length()}));
        studio.document().closeMerge();
        if (!moved)
            qFatal("the rack does not move");
    }

    // A node that stands in a rack, and a rack of the same kind to carry it over.
    struct Carried {
        Id<Device> device;
        Placement from;
        Id<Rack> to;
    };
    static Carried firstNode(Studio& studio) {
        const Design& design = studio.design();
        for (const Device& device : design.devices) {
            const auto* in = std::get_if<InRack>(&device.placement);
            if (!in || device.role != "compute")
                continue;
            for (const Device& other : design.devices)
                if (const auto* there = std::get_if<InRack>(&other.placement);
                    there && other.role == "compute" && there->rack != in->rack)
                    return {device.id, device.placement, there->rack};
        }
        qFatal("no node stands in a rack");
    }
    // What the mouse does while it carries a node: a candidate that is no step, from unit to unit of another rack.
    static void carryNode(Studio& studio, const Carried& carried, int& moves) {
        InRack place = std::get<InRack>(carried.from);
        place.rack = carried.to;
        place.unit = 24 + ++moves % 8;
        const Done shown = studio.document().preview(
            edits::moveDevices(edits::activeTarget(*studio.document().project()), {{carried.device, place}}));
        if (!shown)
            qFatal("the node does not fit");
    }
    static void waitForFigures(Studio& studio) {
        while (studio.document().isStale())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    static FabricWorkspace& showFabric(Studio& studio) {
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.fabric")), Qt::LeftButton);
        if (!isDrawn(studio))
            qFatal("the network is not drawn");
        return fabricOf(studio);
    }
    // The last leaf: all of its ports may be taken, which is what most drags meet.
    static Id<Device> aSwitch(Studio& studio, const FabricView& view) {
        Id<Device> found;
        for (const Device& device : studio.design().devices)
            if (device.role == "leaf" && view.fabric()->boxOf(device.id))
                found = device.id;
        return found;
    }

private Q_SLOTS:
    void panFrame_data() { addSizes(); }
    void panFrame() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        PlanView& plan = studio->plan();
        int step = 0;
        QBENCHMARK {
            ++step;
            plan.panBy(QPointF(step % 40 < 20 ? 12 : -12, 4 - step % 9));
            plan.repaint();
        }
    }
    void zoomFrame_data() { addSizes(); }
    void zoomFrame() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        PlanView& plan = studio->plan();
        int step = 0;
        QBENCHMARK {
            plan.zoomBy(++step % 20 < 10 ? 1.1 : 1 / 1.1, QRectF(plan.rect()).center());
            plan.repaint();
        }
    }
    void editToPicture_data() { addSizes(); }
    void editToPicture() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        int moves = 0;
        QBENCHMARK {
            moveFirstRack(*studio, moves);
            while (!studio->plan().isUpToDate())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }
    void editToFigures_data() { addSizes(); }
    void editToFigures() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        int moves = 0;
        QBENCHMARK {
            moveFirstRack(*studio, moves);
            waitForFigures(*studio);
        }
    }
    // To the headline figures and to the table of findings, both painted.
    void dragToFindings_data() { addSizes(); }
    void dragToFindings() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        const Carried carried = firstNode(*studio);
        auto& findings = studio->child<QWidget>(QStringLiteral("findings.table"));
        auto& headlines = studio->child<QWidget>(QStringLiteral("headlines"));
        int moves = 0;
        QBENCHMARK {
            carryNode(*studio, carried, moves);
            waitForFigures(*studio);
            findings.repaint();
            headlines.repaint();
        }
        studio->document().dropPreview();
    }
    // A cable drawn out of a switch: from the grip until every legal end is lit, and the longest that the window stood
    // still meanwhile; the frame while the hand moves on.
    void cableEnds_data() { addSizes(); }
    void cableEnds() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        FabricView& view = *showFabric(*studio).view();
        const Id<Device> from = aSwitch(*studio, view);
        QElapsedTimer clock;
        qint64 longest = 0;
        QBENCHMARK {
            clock.start();
            view.beginCable({from, {}, {}});
            longest = std::max(longest, clock.nsecsElapsed());
            while (view.cable()->hasMore()) {
                clock.start();
                QCoreApplication::processEvents();
                longest = std::max(longest, clock.nsecsElapsed());
            }
        }
        qInfo("legal ends: %zu of %zu devices; longest stand-still %.1f ms", view.cable()->found().size(),
              view.fabric()->places.size(), static_cast<double>(longest) / 1e6);
        view.abortCable();
    }
    void cableFrame_data() { addSizes(); }
    void cableFrame() {
        QFETCH(QString, accelerators);
        const auto studio = studioOf(accelerators);
        FabricView& view = *showFabric(*studio).view();
        view.beginCable({aSwitch(*studio, view), {}, {}});
        while (view.cable()->hasMore())
            QCoreApplication::processEvents();
        int step = 0;
        QBENCHMARK {
            view.moveCable(QPointF(view.rect().center()) + QPointF(step % 200, step % 90));
            ++step;
            view.repaint();
        }
        view.abortCable();
    }
    void startToWindow() {
        QBENCHMARK { Studio studio; }
    }
};

QTEST_MAIN(BenchStudio)
#include "bench_studio.moc"
