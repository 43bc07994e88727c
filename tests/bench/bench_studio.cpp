// SPDX-License-Identifier: GPL-3.0-or-later
// What a person waits for in the studio: a frame while panning, an edit to its picture and to its figures, the start.
// bench_studio [-iterations N]; run it offscreen or under a real display. Targets are in the README.
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
            while (studio->document().isStale())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }
    void startToWindow() {
        QBENCHMARK { Studio studio; }
    }
};

QTEST_MAIN(BenchStudio)
#include "bench_studio.moc"
