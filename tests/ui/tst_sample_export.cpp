// SPDX-License-Identifier: GPL-3.0-or-later
// Real samples through all solvers into every document: nothing overlaps or leaves its page, and links lead somewhere.
#include "model/file/design_text.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/pictures.h"
#include "ui/report/export.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace rackwright;

class TestSampleExport : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));

    Result<ReportInput> inputOf(const QString& sample) const {
        const QString path = QStringLiteral(RW_SOURCE_DIR "/resources/samples/") + sample;
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return systemError(Message("report.no-folder").with("folder", path.toStdString()).with("reason", ""));
        const auto document = readDesignText(file.readAll().toStdString(), sample.toStdString());
        if (!document)
            return document.error();
        const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain(), costDomain()});
        ReportRequest request;
        request.date = "2026-06-18";
        request.designHash = "0123456789abcdef";
        return reportInputOf(solve(snapshotOf(document->project), domains), std::move(request), texts);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void proposalOfASample_data() {
        QTest::addColumn<QString>("sample");
        for (const QString& name :
             QDir(QStringLiteral(RW_SOURCE_DIR "/resources/samples")).entryList({QStringLiteral("*.rkw.json")}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void proposalOfASample() {
        QFETCH(QString, sample);
        const auto input = inputOf(sample);
        QVERIFY2(input.has_value(), input ? "" : texts.sentence(input.error().message).c_str());
        const ReportDocument document = proposalOf(*input, texts);
        const Pages pages = laidOut(document);
        for (const Page& page : pages.pages) {
            QCOMPARE(overlappingTexts(page.content), QStringList());
            for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text));
            // In the design full of mistakes racks stand in one another, and so do their names.
            for (const PlacedDrawing& placed : page.drawings)
                if (!sample.startsWith(QStringLiteral("mistakes")))
                    QCOMPARE(overlappingTexts(placed.drawing), QStringList());
            for (const LinkArea& link : page.links)
                QVERIFY2(pages.anchors.contains(link.target), qPrintable(link.target));
        }
        const auto bytes = pdfOf(document, pages);
        QVERIFY(bytes.has_value());
        fixture::keepPicture(QString(sample).replace(QStringLiteral(".rkw.json"), QStringLiteral(".pdf")), *bytes);
    }
    void filesOfASampleRepeat() {
        const auto input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        QVERIFY(input.has_value());
        QTemporaryDir first, second;
        const auto write = [&](const QTemporaryDir& folder) {
            return exportAll(*input, folder.path().toStdString(),
                             {ExportFormat::Csv, ExportFormat::Svg, ExportFormat::Xlsx}, texts);
        };
        const auto names = write(first);
        QVERIFY(names && write(second));
        for (const auto& path : *names) {
            const QString name = QString::fromStdString(path.filename().string());
            QFile a(first.filePath(name)), b(second.filePath(name));
            QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
            QVERIFY2(a.readAll() == b.readAll(), qPrintable(name));
        }
    }
};

QTEST_MAIN(TestSampleExport)
#include "tst_sample_export.moc"
