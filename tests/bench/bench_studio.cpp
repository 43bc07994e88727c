// SPDX-License-Identifier: GPL-3.0-or-later
// What a person waits for in the studio: a frame while panning, an edit to its picture and to its figures, the start.
// bench_studio [-iterations N]; run it offscreen or under a real display. Targets are in the README.
#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"

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
        Result<Document> document =
            makeFromRecipe("cluster", {{"accelerators", accelerators.toStdString()}}, *source);
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
    void startToWindow() {
        QBENCHMARK { Studio studio; }
    }
};

QTEST_MAIN(BenchStudio)
#include "bench_studio.moc"
