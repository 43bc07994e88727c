// SPDX-License-Identifier: GPL-3.0-or-later
// What a person chooses about a report: paper, sections, numbers, logo, title block; a run off the GUI thread with
// progress, and one that is stopped.
#include "tests/support/drawing_checks.h"
#include "tests/support/report_fixture.h"
#include "tests/support/suite.h"
#include "ui/report/export.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/report/typeset.h"

#include <QBuffer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <thread>

using namespace rackwright;

class TestReportOptions : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    fixture::DrawnHall hall;
    QTemporaryDir folder;

    QStringList outlineOf(const ReportOptions& options, ReportVolume volume = ReportVolume::Review) const {
        QStringList anchors;
        const ReportDocument document = volumeOf(volume, fixture::testInput(hall), options, texts);
        for (const Block& block : document.blocks)
            if (const auto* heading = std::get_if<Heading>(&block); heading && heading->level == 1)
                anchors.append(heading->anchor);
        return anchors;
    }
    QStringList firstPage(const ReportOptions& options) const {
        return textsOf(
            laidOut(volumeOf(ReportVolume::Review, fixture::testInput(hall), options, texts)).pages.front().content);
    }
    std::filesystem::path file(const QString& name, const QByteArray& bytes) const {
        QFile made(folder.filePath(name));
        if (!made.open(QIODevice::WriteOnly) || made.write(bytes) != bytes.size())
            qFatal("the test folder cannot be written");
        return folder.filePath(name).toStdString();
    }
    static QByteArray png(QSize size) {
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::darkBlue);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        return bytes;
    }
    static QByteArray svg(const char* inside) {
        return QByteArray("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
                          "viewBox='0 0 60 20'>") +
               inside + "</svg>";
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void papers_data() {
        QTest::addColumn<int>("paper");
        QTest::addColumn<QSizeF>("text");
        QTest::addColumn<QSizeF>("drawing");
        QTest::newRow("A4") << int(Paper::A4) << QSizeF(210, 297) << QSizeF(420, 297);
        QTest::newRow("A3") << int(Paper::A3) << QSizeF(297, 420) << QSizeF(420, 297);
        QTest::newRow("Letter") << int(Paper::Letter) << QSizeF(215.9, 279.4) << QSizeF(431.8, 279.4);
        QTest::newRow("Tabloid") << int(Paper::Tabloid) << QSizeF(279.4, 431.8) << QSizeF(431.8, 279.4);
    }
    void papers() {
        QFETCH(int, paper);
        QFETCH(QSizeF, text);
        QFETCH(QSizeF, drawing);
        ReportOptions options;
        options.paper = static_cast<Paper>(paper);
        const Pages pages = laidOut(volumeOf(ReportVolume::Review, fixture::testInput(hall), options, texts));
        int drawings = 0;
        for (const Page& page : pages.pages) {
            const QSizeF size = page.content.bounds.size();
            QVERIFY(size == text || size == drawing);
            drawings += size == drawing && size != text;
            for (const PlacedDrawing& placed : page.drawings)
                QCOMPARE(placed.fit, 1.0); // else the scale that it prints were wrong
        }
        QVERIFY(drawings >= 3);
    }
    void onlyTheSectionsChosen() {
        ReportOptions options;
        const QStringList all = outlineOf(options);
        const QStringList offer = outlineOf(options, ReportVolume::Proposal);
        QVERIFY(offer.contains(QStringLiteral("bill")) && offer.contains(QStringLiteral("terms")));
        options.sections = {"bill"};
        QCOMPARE(outlineOf(options, ReportVolume::Proposal), QStringList{QStringLiteral("bill")});
        QCOMPARE(outlineOf(options), QStringList()); // the bill is no matter of the review
        options.sections = {"limits"};
        QCOMPARE(outlineOf(options), QStringList{QStringLiteral("limits")});
        options.sections = ReportOptions::allSections();
        options.sections.erase("derivations");
        QVERIFY(!outlineOf(options).contains(QStringLiteral("derivations")));
        QCOMPARE(outlineOf(options).size(), all.size() - 1);
    }
    void sectionsWithoutDataAreLeftOut() {
        ReportInput input = fixture::testInput(hall);
        Project project = input.context->project();
        project.revisions = {};
        project.quote.exclusions.clear();
        input.requirements.clear(); // of the project before
        input.context = std::make_shared<const Context>(snapshotOf(std::make_shared<const Project>(project)));
        for (const ReportVolume volume : kPrintedVolumes)
            for (const Block& block : volumeOf(volume, input, ReportOptions(), texts).blocks)
                if (const auto* heading = std::get_if<Heading>(&block))
                    QVERIFY(heading->anchor != QStringLiteral("revisions") &&
                            heading->anchor != QStringLiteral("exclusions") &&
                            heading->anchor != QStringLiteral("options"));
    }
    void numbersOfALocale() {
        ReportOptions options;
        options.sections = {"bill"};
        const auto bytes = volumePdf(ReportVolume::Proposal, fixture::testInput(hall), options, texts);
        options.locale = "de-CH";
        const auto swiss = volumePdf(ReportVolume::Proposal, fixture::testInput(hall), options, texts);
        QVERIFY(bytes && swiss && *bytes != *swiss);
    }
    void optionsAreCompared() {
        ReportInput input = fixture::testInput(hall);
        OptionColumn a{"A", input.figures}, b{"B", input.figures};
        for (ReportFigure& figure : b.figures)
            if (figure.label == "power.it.peak")
                figure.value = Value(1'000'000, Grade::Vendor);
        a.accelerators = "256 \u00d7 H200";
        b.accelerators = "256 \u00d7 H100";
        input.options = {a, b};
        const ReportDocument document = volumeOf(ReportVolume::Proposal, input, ReportOptions(), texts);
        for (std::size_t i = 0; i + 1 < document.blocks.size(); ++i) {
            const auto* heading = std::get_if<Heading>(&document.blocks[i]);
            if (!heading || heading->anchor != QStringLiteral("options"))
                continue;
            const auto& table = std::get<TableBlock>(document.blocks[i + 1]);
            QCOMPARE(table.columns.size(), std::size_t(4));
            // As many of another model are told apart.
            QCOMPARE(table.rows[0].cells[1].text, QStringLiteral("256 \u00d7 H200"));
            QCOMPARE(table.rows[0].cells[2].text, QStringLiteral("256 \u00d7 H100"));
            QCOMPARE(table.rows[1].cells[2].text, QStringLiteral("1 MW"));
            QCOMPARE(table.rows[1].cells[3].text, QStringLiteral("B"));
            QCOMPARE(table.rows[2].cells[3].text, QString()); // equal: none is the best
            return;
        }
        QFAIL("there is no table of options");
    }
    void titleBlockFields() {
        ReportOptions options;
        QVERIFY(firstPage(options).contains(QStringLiteral("Example Systems")));
        options.titleBlock = {"Own Company", "D-77", "F", "for tender", "XY", "", ""};
        const QString all = firstPage(options).join(QLatin1Char('\n'));
        for (const char* word : {"Own Company", "D-77", "revision F", "for tender", "XY /"})
            QVERIFY2(all.contains(QLatin1String(word)), word);
        QVERIFY(!all.contains(QStringLiteral("Example Systems")));
    }
    void logos() {
        for (const auto& path : {file(QStringLiteral("logo.png"), png({300, 100})),
                                 file(QStringLiteral("logo.svg"), svg("<rect width='60' height='20' fill='navy'/>"))}) {
            const auto logo = logoFromFile(path);
            QVERIFY2(logo.has_value(), path.c_str());
            QCOMPARE((*logo)->size.width() / (*logo)->size.height(), 3.0);
            ReportOptions options;
            options.logo = *logo;
            const Pages pages = laidOut(volumeOf(ReportVolume::Review, fixture::testInput(hall), options, texts));
            for (const Page& page : pages.pages) {
                QCOMPARE(page.pictures.size(), std::size_t(1));
                QVERIFY(page.content.bounds.contains(page.pictures.front().box));
            }
            QVERIFY(volumePdf(ReportVolume::Review, fixture::testInput(hall), options, texts).has_value());
        }
    }
    void logosRefused() {
        const auto idOf = [](const std::filesystem::path& path) {
            const auto logo = logoFromFile(path);
            return logo ? std::string() : logo.error().message.id;
        };
        QCOMPARE(idOf(folder.filePath(QStringLiteral("none.png")).toStdString()),
                 std::string("report.logo.not-readable"));
        QCOMPARE(idOf(file(QStringLiteral("a.gif"), "GIF89a")), std::string("report.logo.not-a-picture"));
        QCOMPARE(idOf(file(QStringLiteral("a.png"), "\x89PNG broken")), std::string("report.logo.not-readable"));
        QCOMPARE(idOf(file(QStringLiteral("b.png"), png({kLongestLogoSide + 1, 1}))),
                 std::string("report.logo.too-large"));
        QCOMPARE(idOf(file(QStringLiteral("c.png"), QByteArray(int(kLargestLogo) + 1, 'x'))),
                 std::string("report.logo.too-large"));
        for (const char* inside : {"<image xlink:href='file:///etc/passwd'/>", "<script>x</script>",
                                   "<use xlink:href='http://example.org/a.svg#b'/>"})
            QCOMPARE(idOf(file(QStringLiteral("d.svg"), svg(inside))), std::string("report.logo.not-self-contained"));
        QCOMPARE(idOf(file(QStringLiteral("e.svg"), "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg/>")),
                 std::string("report.logo.not-self-contained"));
    }
    void progressRunsThroughAllStages() {
        std::vector<ReportProgress> told;
        ReportRun run;
        run.progress = [&told](const ReportProgress& progress) { told.push_back(progress); };
        QVERIFY(volumePdf(ReportVolume::Review, fixture::testInput(hall), ReportOptions(), texts, run).has_value());
        std::set<ReportStage> stages;
        for (std::size_t i = 0; i < told.size(); ++i) {
            QVERIFY(told[i].done >= 0 && told[i].done <= told[i].total);
            if (i > 0 && told[i].stage == told[i - 1].stage)
                QVERIFY(told[i].done >= told[i - 1].done);
            stages.insert(told[i].stage);
        }
        QCOMPARE(stages.size(), std::size_t(4));
    }
    void aRunCanBeStopped() {
        for (const ReportStage stage : {ReportStage::Sections, ReportStage::Layout, ReportStage::Pages}) {
            std::stop_source source;
            ReportRun run;
            run.stop = source.get_token();
            int after = 0;
            run.progress = [&](const ReportProgress& progress) {
                after += source.stop_requested();
                if (progress.stage == stage && progress.done == 1)
                    source.request_stop();
            };
            const auto bytes = volumePdf(ReportVolume::Review, fixture::testInput(hall), ReportOptions(), texts, run);
            QVERIFY(!bytes.has_value());
            QCOMPARE(bytes.error().message.id, std::string("report.stopped"));
            QVERIFY(bytes.error().kind == ErrorKind::Cancelled);
            QVERIFY(after <= 1);
        }
    }
    void offTheGuiThread() {
        const ReportInput input = fixture::testInput(hall);
        const auto here = volumePdf(ReportVolume::Review, input, ReportOptions(), texts);
        QVERIFY(here.has_value());
        std::array<Result<QByteArray>, 2> there;
        {
            std::array<std::jthread, 2> threads;
            for (std::size_t i = 0; i < threads.size(); ++i)
                threads[i] =
                    std::jthread([&, i] { there[i] = volumePdf(ReportVolume::Review, input, ReportOptions(), texts); });
        }
        for (const auto& bytes : there)
            QVERIFY(bytes.has_value() && *bytes == *here);
    }
    void signsAreSet() {
        QCOMPARE(typeset(QStringLiteral(">= 612 kg/m2, 600 x 1,200 mm, 24 m x 14 m, 8 x H200, 12 m3/h")),
                 QStringLiteral("\u2265 612 kg/m\u00b2, 600 \u00d7 1,200 mm, 24 m \u00d7 14 m, 8 \u00d7 H200, "
                                "12 m\u00b3/h"));
        QCOMPARE(typeset(QStringLiteral("18 C, 64.4 F, 4 Ch, 2 C++")),
                 QStringLiteral("18 \u00b0C, 64.4 \u00b0F, 4 Ch, 2 C++"));
        QCOMPARE(typeset(QStringLiteral("node x spare, M2 slot, RAM21")),
                 QStringLiteral("node x spare, M2 slot, RAM21"));
    }
};

RW_WINDOW_SUITE(TestReportOptions)
#include "tst_report_options.moc"
