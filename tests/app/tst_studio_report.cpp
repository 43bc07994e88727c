// SPDX-License-Identifier: GPL-3.0-or-later
// The report in the window: pages that follow the design and the set-up, stale ones visibly so, and the export.
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/print/page_printer.h"
#include "ui/print/print_dialog.h"
#include "ui/proposal/export_dialog.h"
#include "ui/proposal/page_view.h"
#include "ui/proposal/report_setup.h"
#include "ui/proposal/report_workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPrinter>
#include <QPrinterInfo>
#include <QPushButton>
#include <QSettings>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

using namespace rackwright;

namespace {

constexpr auto kSample = "single-node-fine-tuning";
constexpr int kPatience = 20'000;

struct OpenReport {
    explicit OpenReport(Studio& studio) {
        studio.window().showWorkspace(QStringLiteral("report"));
        workspace = static_cast<ReportWorkspace*>(studio.window().workspace(QStringLiteral("report")));
        wait();
    }
    void wait() const {
        if (!QTest::qWaitFor([this] { return workspace->isUpToDate(); }, kPatience))
            qFatal("the pages do not come");
    }
    PageView& pages() const { return *workspace->pages(); }
    ReportWorkspace* workspace = nullptr;
};

// Width and height of each sheet of a PDF file, in whole mm.
std::vector<QSize> sheetsOf(const QString& file) {
    QPDF pdf;
    pdf.processFile(file.toLocal8Bit().constData());
    std::vector<QSize> sheets;
    for (QPDFPageObjectHelper page : QPDFPageDocumentHelper(pdf).getAllPages()) {
        QPDFObjectHandle box = page.getAttribute("/MediaBox", false);
        constexpr double mmPerPoint = 25.4 / 72;
        sheets.push_back(QSizeF(box.getArrayItem(2).getNumericValue() * mmPerPoint,
                                box.getArrayItem(3).getNumericValue() * mmPerPoint)
                             .toSize());
    }
    return sheets;
}

} // namespace

class TestStudioReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Without a printer the window says so, and the plan comes out on the paper that was chosen, true to scale.
    void thePlanIsPrintedToScaleOnTheChosenPaper() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        QTest::keyClick(&studio.window(), Qt::Key_P, Qt::ControlModifier);
        auto* dialog = studio.window().findChild<PrintDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        const auto button = [dialog](const char* name) { return dialog->findChild<QPushButton*>(QLatin1String(name)); };
        auto* state = dialog->findChild<QLabel*>(QStringLiteral("print.state"));
        if (QPrinterInfo::availablePrinterNames().isEmpty()) {
            QVERIFY(state->text().contains(QStringLiteral("No printer")));
            QVERIFY(!button("print.do")->isEnabled());
        }
        dialog->findChild<QComboBox*>(QStringLiteral("print.content"))
            ->setCurrentIndex(static_cast<int>(PrintContent::Plans));
        dialog->findChild<QComboBox*>(QStringLiteral("print.paper"))->setCurrentText(QStringLiteral("A4"));
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "plan.pdf").string());
        button("print.pdf")->click();
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(QStringLiteral("plan.pdf")), kPatience);
        const std::vector<QSize> sheets = sheetsOf(studio.dialogs().fileToSave);
        QCOMPARE(sheets.size(), std::size_t(1));
        QCOMPARE(sheets.front(), QSize(297, 210));
    }

    // What is printed is the customer's edition unless ours is chosen, as in an export.
    void theEditionIsChosenForPrintingToo() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        QTest::keyClick(&studio.window(), Qt::Key_P, Qt::ControlModifier);
        auto* dialog = studio.window().findChild<PrintDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* edition = dialog->findChild<QComboBox*>(QStringLiteral("print.edition"));
        QVERIFY(edition);
        QCOMPARE(edition->currentData().toInt(), int(Edition::Customer));
        QCOMPARE(edition->count(), 2);
        auto* state = dialog->findChild<QLabel*>(QStringLiteral("print.state"));
        std::vector<std::size_t> pages;
        for (const Edition wanted : {Edition::Customer, Edition::Internal}) {
            edition->setCurrentIndex(edition->findData(int(wanted)));
            const QString name = QStringLiteral("edition-%1.pdf").arg(int(wanted));
            studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / name.toStdString()).string());
            dialog->findChild<QPushButton*>(QStringLiteral("print.pdf"))->click();
            QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(name), kPatience);
            pages.push_back(sheetsOf(studio.dialogs().fileToSave).size());
        }
        QVERIFY2(pages[0] != pages[1], qPrintable(QStringLiteral("%1 pages of both").arg(pages[0])));
    }

    // What a printer gets: every page on the one paper that it has, and a drawing at the scale that it names.
    void pagesComeOutOfAPrinterAtTheirSize() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        for (const PrintContent content : {PrintContent::Proposal, PrintContent::Review, PrintContent::Build,
                                           PrintContent::Plans, PrintContent::Schedules}) {
            ProposalRequest request = report.workspace->request();
            request.print = content;
            request.options.paper = Paper::A3;
            ProposalMaker maker;
            ProposalPagesPtr made;
            connect(&maker, &ProposalMaker::pagesMade, this, [&made](const ProposalPagesPtr& pages) { made = pages; });
            maker.makePages(request, studio.services().texts());
            QTRY_VERIFY_WITH_TIMEOUT(made, kPatience);
            for (const Page& page : made->pages.pages) {
                QVERIFY(page.content.bounds.size() == QSizeF(297, 420) ||
                        page.content.bounds.size() == QSizeF(420, 297));
                for (const PlacedDrawing& drawing : page.drawings)
                    QVERIFY(content != PrintContent::Plans || drawing.fit == 1);
            }
            QPrinter printer(QPrinter::HighResolution);
            printer.setOutputFormat(QPrinter::PdfFormat);
            const QString file = QString::fromStdString((studio.folder() / "printed.pdf").string());
            printer.setOutputFileName(file);
            setPaper(printer, Paper::A3);
            QVERIFY(printPages(printer, made->pages));
            const std::vector<QSize> sheets = sheetsOf(file);
            QCOMPARE(sheets.size(), made->pages.pages.size());
            for (const QSize& sheet : sheets)
                QCOMPARE(sheet, QSize(297, 420));
        }
    }

    void pagesCome() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        QVERIFY(report.pages().pageCount() > 3);
        QVERIFY(!report.pages().isStale());
        auto& list = studio.child<QListWidget>(QStringLiteral("report.list"));
        QVERIFY(list.count() > 2);
        list.setCurrentRow(list.count() - 1);
        QTRY_VERIFY(report.pages().currentPage() > 0);
    }

    void anEditMakesPagesStaleUntilNewOnesCome() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        const Id<Rack> rack = studio.design().racks.begin()->id;
        QVERIFY(studio.document().commit(
            edits::renameRack(edits::activeTarget(*studio.document().project()), rack, "another name")));
        QVERIFY(report.pages().isStale());
        report.wait();
        QVERIFY(!report.pages().isStale());
    }

    void fewerSectionsAreFewerPages() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        auto& volume = studio.child<QComboBox>(QStringLiteral("report.volume"));
        volume.setCurrentIndex(volume.findData(static_cast<int>(ReportVolume::Review)));
        report.wait();
        const int all = report.pages().pageCount();
        studio.child<QCheckBox>(QStringLiteral("report.part.derivations")).click();
        report.wait();
        QVERIFY(report.pages().pageCount() < all);
        QCOMPARE(studio.services().preferences().value(QStringLiteral("report/left-out")).toStringList(),
                 QStringList{QStringLiteral("derivations")});
    }

    // One choice shows another document, with its own sections.
    void everyVolumeIsShown() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        auto& volume = studio.child<QComboBox>(QStringLiteral("report.volume"));
        QCOMPARE(volume.count(), 3);
        const auto isOffered = [&](const char* section) {
            return studio.child<QCheckBox>(QStringLiteral("report.part.") + QLatin1String(section))
                .isVisibleTo(report.workspace);
        };
        QVERIFY(isOffered("answer") && !isOffered("derivations") && !isOffered("rack-sheets"));
        QStringList contents;
        for (int i = 0; i < volume.count(); ++i) {
            volume.setFocus();
            QTest::keyClick(&volume, i == 0 ? Qt::Key_Home : Qt::Key_Down);
            QCOMPARE(volume.currentIndex(), i);
            report.wait();
            auto& list = studio.child<QListWidget>(QStringLiteral("report.list"));
            QVERIFY(list.count() > 0);
            contents << list.item(list.count() - 1)->text();
        }
        QCOMPARE(contents.removeDuplicates(), 0);
        QVERIFY(isOffered("rack-sheets") && !isOffered("answer"));
    }

    // All documents and the data pack by two presses.
    void oneButtonChoosesTheWholeIssue() {
        Studio studio;
        studio.openSample(kSample);
        const QString folder = QString::fromStdString((studio.folder() / "issue").string());
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->setText(folder);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.all")), Qt::LeftButton);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.start")), Qt::LeftButton);
        auto* files = dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        QTRY_VERIFY_WITH_TIMEOUT(files->count() > 3, kPatience);
        for (const char* name : {"proposal.pdf", "technical-review.pdf", "build-pack.pdf", "schedules.xlsx"})
            QVERIFY2(!files->findItems(QLatin1String(name), Qt::MatchExactly).isEmpty(), name);
    }

    void paperChangesTheSheet() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        auto& paper = studio.child<QComboBox>(QStringLiteral("report.paper"));
        for (const char* name : {"A3", "Letter", "Tabloid", "A4"}) {
            paper.setCurrentText(QString::fromLatin1(name));
            report.wait();
            QVERIFY2(report.pages().pageCount() > 3, name);
        }
    }

    void aQuoteFieldIsAnEdit() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        auto& field = studio.child<QLineEdit>(QStringLiteral("report.quote.customer"));
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("Example Ltd"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(studio.document().project()->quote.customer, std::string("Example Ltd"));
        QVERIFY(studio.document().history().canUndo());
        studio.document().undo();
        QVERIFY(studio.document().project()->quote.customer != "Example Ltd");
    }

    void aDateThatIsNoneIsRefusedAtItsField() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        auto& field = studio.child<QLineEdit>(QStringLiteral("report.quote.valid-until"));
        auto& problem = studio.child<QLabel>(QStringLiteral("report.quote.valid-until.problem"));
        const std::string before = studio.document().project()->quote.validUntil;
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("banana"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(studio.document().project()->quote.validUntil, before);
        QVERIFY(problem.isVisibleTo(report.workspace) && problem.text().contains(QStringLiteral("banana")));
        QVERIFY(field.property("invalid").toBool());
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("2031-02-03"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(studio.document().project()->quote.validUntil, std::string("2031-02-03"));
        QVERIFY(!problem.isVisibleTo(report.workspace));
        QVERIFY(!field.property("invalid").toBool());
    }

    void aBadLogoIsRefused() {
        Studio studio;
        studio.openSample(kSample);
        OpenReport report(studio);
        const QString path = QString::fromStdString((studio.folder() / "logo.png").string());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no picture");
        file.close();
        studio.dialogs().fileToOpen = path;
        studio.child<QAbstractButton>(QStringLiteral("report.logo.pick")).click();
        QVERIFY(!studio.child<QLabel>(QStringLiteral("report.problem")).text().isEmpty());
        QVERIFY(!report.workspace->setup()->options().logo);
    }

    void exportWritesTheFiles() {
        Studio studio;
        studio.openSample(kSample);
        const QString folder = QString::fromStdString((studio.folder() / "proposal").string());
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->setText(folder);
        dialog->findChild<QCheckBox*>(QStringLiteral("export.csv"))->setChecked(true);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.start")), Qt::LeftButton);
        auto* files = dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        QTRY_VERIFY_WITH_TIMEOUT(files->count() > 1, kPatience);
        QStringList names;
        for (int i = 0; i < files->count(); ++i)
            names << files->item(i)->text();
        QVERIFY(names.contains(QStringLiteral("proposal.pdf")));
        QFile pdf(folder + QStringLiteral("/proposal.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.read(8).startsWith("%PDF-"));
    }

    // What the quote lacks is asked for once, where it goes out, and becomes part of the design.
    void exportAsksForWhatTheQuoteLacks() {
        Studio studio;
        studio.openSample(kSample);
        const auto opened = [&studio] {
            studio.window().actions().action("file.export")->trigger();
            return studio.window().findChild<ExportDialog*>();
        };
        ExportDialog* dialog = opened();
        QVERIFY(dialog);
        const auto* missing = dialog->findChild<QLabel*>(QStringLiteral("export.quote.missing"));
        QVERIFY(missing);
        QVERIFY2(missing->text().contains(QStringLiteral("Seller")) &&
                     missing->text().contains(QStringLiteral("Contact")),
                 qPrintable(missing->text()));
        QVERIFY(!missing->text().contains(QStringLiteral("Currency")));
        const auto type = [dialog](const char* name, const QString& text) {
            auto* line = dialog->findChild<QLineEdit*>(QLatin1String(name));
            line->setFocus();
            line->selectAll();
            QTest::keyClicks(line, text);
        };
        type("export.quote.seller", QStringLiteral("Example Systems"));
        type("export.quote.contact", QStringLiteral("A. Buyer"));
        QVERIFY2(!missing->text().contains(QStringLiteral("Seller")), qPrintable(missing->text()));
        type("export.quote.valid-until", QStringLiteral("banana"));
        const QString folder = QString::fromStdString((studio.folder() / "asked").string());
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->setText(folder);
        dialog->findChild<QCheckBox*>(QStringLiteral("export.html"))->setChecked(true);
        auto* start = dialog->findChild<QPushButton*>(QStringLiteral("export.start"));
        QTest::mouseClick(start, Qt::LeftButton);
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("export.state"))->text().contains(QStringLiteral("banana")));
        QVERIFY(studio.document().project()->quote.seller.empty() && !QFile::exists(folder));
        type("export.quote.valid-until", QStringLiteral("2031-02-03"));
        QTest::mouseClick(start, Qt::LeftButton);
        auto* files = dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        QTRY_VERIFY_WITH_TIMEOUT(files->count() > 1, kPatience);
        QCOMPARE(studio.document().project()->quote.seller, std::string("Example Systems"));
        QCOMPARE(studio.document().project()->quote.contact, std::string("A. Buyer"));
        QFile page(folder + QStringLiteral("/review-page.html"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray written = page.readAll();
        QVERIFY(written.contains("Example Systems") && written.contains("2031-02-03"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.cancel")), Qt::LeftButton);
        QTRY_VERIFY(!studio.window().findChild<ExportDialog*>());
        studio.document().undo();
        QVERIFY(studio.document().project()->quote.seller.empty());
        studio.document().redo();
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isStale(), kPatience);
        dialog = opened();
        QVERIFY(dialog && !dialog->findChild<QLabel*>(QStringLiteral("export.quote.missing")));
    }

    // What could not be written takes some lines: the dialog grows, and nothing above them is pressed together.
    void aFailedExportLeavesTheFormatsReadable() {
        Studio studio;
        studio.openSample(kSample);
        const QString path = QString::fromStdString((studio.folder() / "taken").string());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        auto* state = dialog->findChild<QLabel*>(QStringLiteral("export.state"));
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))
            ->setText(path + QStringLiteral("/a folder of a name that wraps").repeated(6));
        auto* start = dialog->findChild<QPushButton*>(QStringLiteral("export.start"));
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled() && !state->text().isEmpty(), kPatience);
        QTRY_VERIFY(state->height() >= state->heightForWidth(state->width()));
        const QCheckBox* above = nullptr;
        for (const char* name : {"export.volume.proposal", "export.xlsx", "export.csv"}) {
            const auto* box = dialog->findChild<QCheckBox*>(QLatin1String(name));
            QVERIFY2(box->height() >= box->minimumSizeHint().height(), name);
            above = box;
        }
        QVERIFY(above->mapTo(dialog, above->rect().bottomLeft()).y() < state->y());
    }

    // Tables stay metric under the imperial preference, and who chooses both is told where it is chosen.
    void exportSaysWhichFilesStayMetric() {
        Studio studio;
        studio.openSample(kSample);
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        auto* csv = dialog->findChild<QCheckBox*>(QStringLiteral("export.csv"));
        auto* xlsx = dialog->findChild<QCheckBox*>(QStringLiteral("export.xlsx"));
        auto* units = dialog->findChild<QComboBox*>(QStringLiteral("export.units"));
        auto* scope = dialog->findChild<QLabel*>(QStringLiteral("export.units.scope"));
        QVERIFY(csv && xlsx && units && scope);
        csv->setChecked(false);
        xlsx->setChecked(false);
        units->setCurrentIndex(0);
        QVERIFY(!scope->isVisible());
        units->setFocus();
        QTest::keyClick(units, Qt::Key_Down);
        QCOMPARE(units->currentIndex(), 1);
        QVERIFY(!scope->isVisible()); // the proposal alone is in feet
        csv->setFocus();
        QTest::keyClick(csv, Qt::Key_Space);
        QVERIFY(csv->isChecked());
        QTRY_VERIFY(scope->isVisible());
        QVERIFY2(scope->text().contains(QStringLiteral("metric")), qPrintable(scope->text()));
        units->setFocus();
        QTest::keyClick(units, Qt::Key_Up);
        QTRY_VERIFY(!scope->isVisible());
    }

    // Each design has a folder of its own, and another one's documents are replaced after one question.
    void exportAsksBeforeItReplacesAnotherDesign() {
        Studio studio;
        studio.openSample(kSample);
        const QString folder = QString::fromStdString((studio.folder() / "proposal").string());
        const auto opened = [&studio] {
            studio.window().actions().action("file.export")->trigger();
            return studio.window().findChild<ExportDialog*>();
        };
        const auto startOf = [](ExportDialog* dialog) {
            return dialog->findChild<QPushButton*>(QStringLiteral("export.start"));
        };
        const auto filesOf = [](ExportDialog* dialog) {
            return dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        };
        const auto close = [&studio](ExportDialog* dialog) {
            QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.cancel")), Qt::LeftButton);
            QTRY_VERIFY(!studio.window().findChild<ExportDialog*>());
        };
        ExportDialog* dialog = opened();
        QVERIFY(dialog);
        QVERIFY(
            dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->text().contains(QLatin1String(kSample)));
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->setText(folder);
        for (int again = 0; again < 2; ++again) {
            filesOf(dialog)->clear();
            QTest::mouseClick(startOf(dialog), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(filesOf(dialog)->count() > 0, kPatience);
        }
        close(dialog);
        const std::string own = studio.document().project()->name;
        studio.openSample("typical-llm-cluster");
        studio.settle();
        dialog = opened();
        QVERIFY(dialog);
        auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"));
        QVERIFY2(line->text() != folder, qPrintable(line->text()));
        line->setText(folder);
        QFile pdf(folder + QStringLiteral("/proposal.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray before = pdf.readAll();
        pdf.close();
        QTest::mouseClick(startOf(dialog), Qt::LeftButton);
        auto* state = dialog->findChild<QLabel*>(QStringLiteral("export.state"));
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(QString::fromStdString(own)), kPatience);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.readAll() == before);
        pdf.close();
        QCOMPARE(startOf(dialog)->text(), QStringLiteral("Replace"));
        QTest::mouseClick(startOf(dialog), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(filesOf(dialog)->count() > 0, kPatience);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.readAll() != before);
        close(dialog);
    }

    // Where one file cannot be written the others are, and the dialog names what is missing.
    void exportNamesWhatItCouldNotWrite() {
        Studio studio;
        studio.openSample(kSample);
        const QString folder = QString::fromStdString((studio.folder() / "partly").string());
        QVERIFY(QDir().mkpath(folder + QStringLiteral("/proposal.pdf")));
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))->setText(folder);
        dialog->findChild<QCheckBox*>(QStringLiteral("export.csv"))->setChecked(true);
        auto* start = dialog->findChild<QPushButton*>(QStringLiteral("export.start"));
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(start->text(), QStringLiteral("Replace"), kPatience); // of whom nobody knows
        QTest::mouseClick(start, Qt::LeftButton);
        auto* files = dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        QTRY_VERIFY_WITH_TIMEOUT(files->count() > 1, kPatience);
        QVERIFY(files->findItems(QStringLiteral("proposal.pdf"), Qt::MatchExactly).isEmpty());
        const QString said = dialog->findChild<QLabel*>(QStringLiteral("export.state"))->text();
        QVERIFY2(said.contains(QStringLiteral("Files written: %1. Not written: proposal.pdf;").arg(files->count())),
                 qPrintable(said));
    }

    void exportCanBeStopped() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"))
            ->setText(QString::fromStdString((studio.folder() / "stopped").string()));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.start")), Qt::LeftButton);
        QVERIFY(dialog->isBusy());
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("export.cancel")), Qt::LeftButton);
        QVERIFY(!dialog->isBusy());
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("export.state"))->text().isEmpty());
    }

    void nothingToWriteCannotStart() {
        Studio studio;
        studio.openSample(kSample);
        studio.window().actions().action("file.export")->trigger();
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QCheckBox*>(QStringLiteral("export.volume.proposal"))->setChecked(false);
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("export.start"))->isEnabled());
    }
};

RW_WINDOW_SUITE(TestStudioReport)
#include "tst_studio_report.moc"
