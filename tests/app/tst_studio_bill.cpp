// SPDX-License-Identifier: GPL-3.0-or-later
// The bill in the window: sections and sums, filter and sorting, what is typed in its cells, what a drag would change,
// and the charts beside it.
#include "model/edits/device_edits.h"
#include "model/edits/quote_edits.h"
#include "model/edits/rack_edits.h"
#include "solvers/cost/cost_kernels.h"
#include "tests/app/studio_fixture.h"
#include "ui/bill/bill_workspace.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/rack_profile_chart.h"
#include "ui/charts/span_chart.h"
#include "ui/panels/evidence_panel.h"
#include "ui/share/share_menu.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/panel_dock.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QToolButton>

using namespace rackwright;

namespace {

constexpr auto kHall = "existing-hall-512-b200";

/// The bill of a studio, shown and worked out.
struct OpenBill {
    explicit OpenBill(Studio& studio) {
        studio.window().showWorkspace(QStringLiteral("bill"));
        workspace = static_cast<BillWorkspace*>(studio.window().workspace(QStringLiteral("bill")));
        if (!QTest::qWaitFor([&] { return model().rowCount() > 0; }, 10'000))
            qFatal("the bill does not come");
    }
    BillModel& model() { return workspace->panel()->model(); }
    QTableView& table() { return workspace->panel()->table(); }
    int rowOfDevices() {
        for (int row = 0; row < model().rowCount(); ++row)
            if (const BillLine* line = model().line(row); line && line->key.starts_with("device:") && line->amount)
                return row;
        return -1;
    }
    void type(int row, int column, const QString& text) {
        const QModelIndex index = model().index(row, column);
        table().scrollTo(index);
        table().setCurrentIndex(index);
        table().edit(index);
        auto* field = table().viewport()->findChild<QLineEdit*>();
        if (!field)
            qFatal("the cell cannot be typed in");
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    const BillLine* line(const std::string& key) {
        return workspace->panel()->model().bill() ? model().bill()->find(key) : nullptr;
    }
    BillWorkspace* workspace = nullptr;
};

} // namespace

class TestStudioBill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void totalsAreThoseOfTheBill() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const BillTotal all = total(billIn(studio.document().solution()->context()));
        const QString shown = studio.child<QLabel>(QStringLiteral("bill.total")).text();
        QVERIFY2(shown.contains(bill.model().totalText(all)), qPrintable(shown));
        const int last = bill.model().rowCount() - 1;
        QCOMPARE(bill.model().index(last, BillModel::TotalColumn).data().toString(), bill.model().totalText(all));
    }

    void filterAndGroups() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int rows = bill.model().rowCount();
        const int row = bill.rowOfDevices();
        const QString word =
            bill.model().index(row, BillModel::DescriptionColumn).data().toString().section(QLatin1Char(' '), 0, 1);
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("bill.filter")), word);
        QVERIFY(bill.model().rowCount() < rows);
        for (int i = 0; i < bill.model().rowCount(); ++i)
            if (bill.model().line(i))
                QVERIFY(bill.model().index(i, BillModel::DescriptionColumn).data().toString().contains(word));
        studio.child<QLineEdit>(QStringLiteral("bill.filter")).clear();
        QCOMPARE(bill.model().rowCount(), rows);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.grouped")), Qt::LeftButton);
        for (int i = 0; i + 1 < bill.model().rowCount(); ++i)
            QVERIFY(bill.model().line(i));
    }

    // A filter that nothing matches says so, and a click shows all lines again.
    void aFilterThatNothingMatchesSaysSo() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int rows = bill.model().rowCount();
        auto& clear = studio.child<QToolButton>(QStringLiteral("bill.clear-filter"));
        QVERIFY(clear.isHidden());
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("bill.filter")), QStringLiteral("no such thing"));
        QCOMPARE(bill.model().rowCount(), 0);
        auto& note = studio.child<QLabel>(QStringLiteral("bill.table.empty"));
        QVERIFY(note.isVisible());
        QVERIFY2(note.text().contains(QStringLiteral("no such thing")), qPrintable(note.text()));
        QTest::mouseClick(&clear, Qt::LeftButton);
        QCOMPARE(bill.model().rowCount(), rows);
        QVERIFY(clear.isHidden() && note.isHidden());
    }

    // What is optional says so at its description, and leaves the total.
    void anOptionalLineIsMarked() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.rowOfDevices();
        const std::string key = bill.model().line(row)->key;
        const Money amount = bill.model().line(row)->amount->typical;
        const Money before = total(*bill.model().bill()).typical;
        const auto chip = [&] {
            const int at = bill.model().rowOf(key);
            return bill.model().index(at, BillModel::DescriptionColumn).data(BillModel::ChipRole).toString();
        };
        QVERIFY(chip().isEmpty());
        bill.table().setCurrentIndex(bill.model().index(row, BillModel::DescriptionColumn));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.optional-line")), Qt::LeftButton);
        QTRY_COMPARE(chip(), QStringLiteral("optional"));
        QVERIFY(total(*bill.model().bill()).typical.minorUnits() <= before.minorUnits() - amount.minorUnits());
    }

    // On a screen of 1,920 x 1,080 at 200 % the names of the sections stand apart and can be scrolled to.
    void sectionsAreReadOnALowScreen() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().resize(960, 516);
        OpenBill bill(studio);
        auto& chart = studio.child<BarChart>(QStringLiteral("bill.split"));
        const int rows = static_cast<int>(chart.chart().bars.size());
        QVERIFY(rows > 5);
        QTRY_VERIFY2(chart.height() >= 15 * rows, qPrintable(QString::number(chart.height())));
        QTRY_VERIFY(chart.placeOf(1).y() - chart.placeOf(0).y() >= 13);
        QVERIFY(studio.window().minimumSizeHint().height() <= 516);
        // The last one is a turn of the wheel away.
        auto& side = studio.child<QScrollArea>(QStringLiteral("bill.side"));
        QTRY_VERIFY(side.verticalScrollBar()->maximum() > 0);
        side.ensureWidgetVisible(&chart);
        side.verticalScrollBar()->setValue(side.verticalScrollBar()->maximum());
        const QPoint last = chart.mapTo(side.viewport(), chart.placeOf(rows - 1));
        QVERIFY(side.viewport()->rect().contains(last));
    }

    // Metres of drawn tray are in the allowance per rack until a price by the metre is typed in their line.
    void trayIsPricedByTheMetreOnceItIsTyped() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.model().rowOf("tray:unknown");
        QVERIFY(row >= 0);
        QVERIFY(bill.line("tray:unknown")->isInAllowance());
        QCOMPARE(bill.model().index(row, BillModel::TotalColumn).data().toString(), QString());
        const int allowance = bill.model().rowOf("allowance:trays");
        QVERIFY(allowance >= 0);
        QCOMPARE(bill.model().index(allowance, BillModel::UnitColumn).data().toString(), QStringLiteral("rack"));
        bill.type(row, BillModel::PriceColumn, QStringLiteral("200"));
        QTRY_VERIFY(bill.line("tray:unknown") && bill.line("tray:unknown")->amount);
        QCOMPARE(bill.line("tray:unknown")->price->typical.inUnits(), 200.0);
        QVERIFY(!bill.line("allowance:trays"));
    }

    void sortsByTotalWithinAll() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.grouped")), Qt::LeftButton);
        bill.model().sort(BillModel::TotalColumn, Qt::DescendingOrder);
        double before = 1e300;
        for (int i = 0; i < bill.model().rowCount(); ++i)
            if (const BillLine* line = bill.model().line(i); line && line->amount) {
                QVERIFY(line->amount->typical.inUnits() <= before);
                before = line->amount->typical.inUnits();
            }
    }

    // Keys pressed in the table are the table's: nothing that stands elsewhere is selected or goes.
    void keysInTheTableStayThere() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const ProjectPtr before = studio.document().project();
        const QModelIndex cell = bill.model().index(bill.rowOfDevices(), BillModel::DescriptionColumn);
        bill.table().scrollTo(cell);
        QTest::mouseClick(bill.table().viewport(), Qt::LeftButton, {}, bill.table().visualRect(cell).center());
        QVERIFY(bill.table().hasFocus());
        QTest::keyClick(&bill.table(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(studio.document().selection().empty());
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        for (const auto& [key, modifiers] :
             {std::pair(Qt::Key_Delete, Qt::KeyboardModifiers()),
              std::pair(Qt::Key_D, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_Backspace, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_Right, Qt::KeyboardModifiers()), std::pair(Qt::Key_R, Qt::KeyboardModifiers())})
            QTest::keyClick(&bill.table(), key, modifiers);
        QCOMPARE(studio.document().project(), before);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(studio.document().selection().size(), std::size_t{1});
    }

    // By the menu one can; what is not in sight is named first, and nothing goes by a slip.
    void theMenuAsksBeforeItDeletesWhatIsNotInSight() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const std::size_t racks = studio.design().racks.size();
        std::vector<Subject> all;
        for (const Rack& rack : studio.design().racks)
            all.push_back(Subject(rack.id));
        studio.document().select(all);
        QString asked;
        studio.whenAsked(QStringLiteral("ask.delete"), [&asked](QDialog& dialog) {
            asked = static_cast<QMessageBox&>(dialog).text();
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY2(asked.contains(QStringLiteral("%1 racks").arg(racks)), qPrintable(asked));
        QVERIFY2(asked.contains(QStringLiteral("devices")), qPrintable(asked));
        QCOMPARE(studio.design().racks.size(), racks);
        studio.whenAsked(QStringLiteral("ask.delete"), [](QDialog& dialog) {
            for (QAbstractButton* button : static_cast<QMessageBox&>(dialog).buttons())
                if (static_cast<QMessageBox&>(dialog).buttonRole(button) == QMessageBox::DestructiveRole)
                    button->click();
        });
        studio.window().actions().action("edit.delete")->trigger();
        QCOMPARE(studio.design().racks.size(), std::size_t{0});
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("%1 racks").arg(racks)));
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().racks.size(), racks);
    }

    void aTypedQuantityIsAnEdit() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.rowOfDevices();
        const std::string key = bill.model().line(row)->key;
        const std::int64_t designed = bill.model().line(row)->designQuantityMilli;
        bill.type(row, BillModel::QuantityColumn, QStringLiteral("2*5"));
        QTRY_VERIFY(bill.line(key) && bill.line(key)->quantityMilli == 10'000);
        QCOMPARE(studio.document().history().steps().size(), std::size_t{2});
        QCOMPARE(studio.design().quoteLines.size(), std::size_t{1});
        studio.document().undo();
        QTRY_VERIFY(bill.line(key) && bill.line(key)->quantityMilli == designed);
    }

    void nonsenseIsRefusedWithTheReason() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        bill.type(bill.rowOfDevices(), BillModel::QuantityColumn, QStringLiteral("ten"));
        QTRY_VERIFY(!studio.child<QLabel>(QStringLiteral("bill.problem")).text().isEmpty());
        QVERIFY(!studio.document().history().canUndo());
    }

    void aTypedPriceIsPinned() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.rowOfDevices();
        const std::string key = bill.model().line(row)->key;
        bill.type(row, BillModel::PriceColumn, QStringLiteral("123456.5"));
        QTRY_VERIFY(bill.line(key) && bill.line(key)->price && bill.line(key)->price->origin == PriceOrigin::Pinned);
        QCOMPARE(bill.line(key)->price->typical.inUnits(), 123456.5);
        // It is that price: no spread, and called by what it is.
        QVERIFY(bill.line(key)->price->low == bill.line(key)->price->high);
        const int typed = bill.model().rowOf(key);
        QCOMPARE(bill.model().index(typed, BillModel::GradeColumn).data().toString(), QStringLiteral("typed price"));
        QCOMPARE(bill.model().index(typed, BillModel::RangeColumn).data().toString(), QString());
        QCOMPARE(studio.document().project()->prices.size(), std::size_t{1});
    }

    void aDragShowsOldAndNew() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const QString before = studio.child<QLabel>(QStringLiteral("bill.total")).text();
        const Id<Rack> rack = studio.rackNamed("A01");
        QVERIFY(
            studio.document().preview(edits::removeRacks(edits::activeTarget(*studio.document().project()), {rack})));
        QTRY_VERIFY(studio.child<QLabel>(QStringLiteral("bill.total")).text().contains(QStringLiteral(" → ")));
        studio.document().dropPreview();
        QTRY_COMPARE(studio.child<QLabel>(QStringLiteral("bill.total")).text(), before);
    }

    // A price moves by what comes and by what goes; both are said while the drag still can be dropped.
    void aDragSaysWhichLinesComeAndGo() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        studio.settle();
        std::vector<Id<Rack>> racks;
        for (const Rack& rack : studio.design().racks)
            racks.push_back(rack.id);
        const auto detail = [&studio] {
            return studio.child<FigureCard>(QStringLiteral("card:cost.price.total")).content().detail;
        };
        QVERIFY(
            studio.document().preview(edits::removeRacks(edits::activeTarget(*studio.document().project()), racks)));
        QTRY_VERIFY_WITH_TIMEOUT(detail().startsWith(QStringLiteral("No longer in the bill:")), 10'000);
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("DGX H200")));
        QVERIFY2(detail().contains(QStringLiteral("Changed: ")), qPrintable(detail())); // shares of what went
        studio.document().dropPreview();
        QTRY_VERIFY(!detail().contains(QStringLiteral("in the bill")));
        studio.settle();
    }

    void aLineIsShownOnThePlan() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.rowOfDevices();
        const auto subjects = bill.workspace->panel()->subjectsOfLine(*bill.model().line(row));
        QVERIFY(!subjects.empty());
        bill.table().setCurrentIndex(bill.model().index(row, 0));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.place")), Qt::LeftButton);
        QCOMPARE(studio.document().selection(), subjects);
        QVERIFY(studio.window().workspace(QStringLiteral("plan"))->isVisible());
    }

    void anAmountAsksItsEvidence() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const QModelIndex cell = bill.model().index(bill.rowOfDevices(), BillModel::TotalColumn);
        const QString line = QString::fromStdString(bill.model().line(cell.row())->description);
        QVERIFY(!line.isEmpty());
        bill.table().scrollTo(cell);
        QTest::mouseClick(bill.table().viewport(), Qt::LeftButton, {}, bill.table().visualRect(cell).center());
        QTRY_COMPARE(studio.child<QLabel>(QStringLiteral("evidence.title")).text(), line);
        // The line is chosen already: a click on it brings its evidence back all the same.
        auto& evidence = studio.child<QWidget>(QStringLiteral("panel.evidence"));
        QTRY_VERIFY(evidence.isVisible());
        studio.window().dock(QStringLiteral("evidence"))->close();
        QTRY_VERIFY(!evidence.isVisible());
        QTest::mouseClick(bill.table().viewport(), Qt::LeftButton, {}, bill.table().visualRect(cell).center());
        QTRY_VERIFY(evidence.isVisible());
    }

    void theSplitAddsUp() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        auto& chart = studio.child<BarChart>(QStringLiteral("bill.split"));
        double sum = 0;
        for (const Bar& bar : chart.chart().bars)
            sum += bar.value;
        QVERIFY(std::abs(sum - total(*bill.model().bill()).typical.inUnits()) < 1);
        QTRY_VERIFY(chart.isVisible() && chart.width() > 100);
        QVERIFY(!chart.picture().isNull());
        QVERIFY(chart.svg().contains("<svg"));
        QCOMPARE(chart.table().size(), chart.chart().bars.size() + 1);
    }

    // A part without a price is unknown in its row, and makes bounds of all ends of the total; the card, the sum and
    // the notes count the same lines.
    void anUnpricedLineIsUnknownEverywhere() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const BillLine* priced = bill.model().line(bill.rowOfDevices());
        const std::string key = priced->key;
        const std::int64_t before = total(*bill.model().bill()).unpriced;
        Part unpriced = *studio.document().solution()->context().part(priced->part);
        unpriced.id = "own-unpriced";
        unpriced.prices.clear();
        Device device;
        device.name = "Unpriced";
        device.placement = Unplaced{};
        const edits::Target target = edits::activeTarget(*studio.document().project());
        QVERIFY(studio.document().commit(edits::placeDevice(target, device, std::make_shared<const Part>(unpriced))));
        QTRY_VERIFY(bill.line("device:own-unpriced"));
        studio.settle();
        const BillTotal all = total(*bill.model().bill());
        QCOMPARE(all.unpriced, before + 1);
        const int row = bill.model().rowOf("device:own-unpriced");
        QCOMPARE(bill.model().index(row, BillModel::TotalColumn).data().toString(), QStringLiteral("unknown"));
        for (const char* name : {"bill.low", "bill.typical", "bill.high"}) {
            const QString shown = studio.child<QLabel>(QString::fromLatin1(name)).text();
            QVERIFY2(shown.startsWith(QStringLiteral("from ")), qPrintable(shown));
        }
        // Nor is a section's range or its share of the total told as if it were whole.
        const int section = std::max(0, row) - 1;
        int heading = section;
        while (heading > 0 && bill.model().line(heading))
            --heading;
        const QString range = bill.model().index(heading, BillModel::RangeColumn).data().toString();
        QVERIFY2(range.isEmpty() || range.startsWith(QStringLiteral("from ")), qPrintable(range));
        for (const Bar& bar : studio.child<BarChart>(QStringLiteral("bill.split")).chart().bars)
            QVERIFY2(!bar.printed.contains(QLatin1Char('%')), qPrintable(bar.printed));
        const QString counted = QStringLiteral("%1 of %2").arg(all.unpriced).arg(all.lines);
        QVERIFY(studio.child<QLabel>(QStringLiteral("bill.open")).text().contains(counted));
        const FigureResult* card = studio.document().solution()->find("cost.price.total");
        QVERIFY(card);
        QCOMPARE(card->value.unknownTerms(), all.unpriced);
        QCOMPARE(card->value.terms(), all.lines);
    }
    // Cords follow from supplies and PDUs. No list has a price of them: planned ones stand until a person types one.
    void powerCordsArePlannedUntilSomebodyPricesThem() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        std::int64_t supplies = 0;
        for (const Device& device : studio.design().devices)
            for (const PowerInput& input : findPart(*studio.document().project(), device.part)->powerInputs)
                supplies += input.inlet.starts_with("C20") ? input.count : 0;
        const std::string key = "allowance:cord-c19-c20;2m";
        QVERIFY(bill.line(key));
        QCOMPARE(bill.line(key)->quantityMilli, supplies * 1000);
        const int row = bill.model().rowOf(key);
        QCOMPARE(bill.line(key)->price->origin, PriceOrigin::Allowance);
        QVERIFY(bill.model()
                    .index(row, BillModel::DescriptionColumn)
                    .data()
                    .toString()
                    .contains(QStringLiteral("C19 to C20")));
        bill.type(row, BillModel::PriceColumn, QStringLiteral("18"));
        QTRY_VERIFY(bill.line(key) && bill.line(key)->price->origin != PriceOrigin::Allowance);
        QCOMPARE(bill.line(key)->amount->typical.inUnits(), 18.0 * static_cast<double>(supplies));
    }
    // Lines that have a price wait for a rate, and the window says for which one and where it stands.
    void aMissingExchangeRateIsNoMissingPrice() {
        Studio studio;
        studio.openSample(kHall);
        QuoteHeader header = studio.document().project()->quote;
        header.currency = Currency::eur();
        header.exchangeRates.clear();
        QVERIFY(studio.document().commit(edits::setQuoteHeader(header)));
        OpenBill bill(studio);
        QTRY_VERIFY(bill.model().bill() && total(*bill.model().bill()).unrated > 0);
        studio.settle();
        const BillTotal all = total(*bill.model().bill());
        const QString said = studio.child<QLabel>(QStringLiteral("bill.open")).text();
        QVERIFY2(said.contains(QStringLiteral("in USD")) && said.contains(QStringLiteral("rate to EUR")) &&
                     said.contains(QStringLiteral("Exchange rates")),
                 qPrintable(said));
        // Nothing has an amount then: that is no lower bound, and no line is told to have no price.
        QCOMPARE(all.unpriced, all.lines);
        QVERIFY2(said.contains(QStringLiteral("total is not known")) && !said.contains(QStringLiteral("lower bound")) &&
                     !said.contains(QStringLiteral("no price")),
                 qPrintable(said));
    }

    // A discount typed in its cell, a margin in the table of classes; each is one step that can be taken back.
    void termsAreTypedWhereTheyStand() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        const int row = bill.rowOfDevices();
        const std::string key = bill.model().line(row)->key;
        const double before = bill.line(key)->amount->typical.inUnits();
        bill.type(row, BillModel::DiscountColumn, QStringLiteral("12"));
        QTRY_COMPARE(bill.line(key)->discount, Share::percent(12));
        studio.settle();
        QVERIFY(std::abs(bill.line(key)->amount->typical.inUnits() - before * 0.88) < 1);
        auto& pages = studio.child<QTabWidget>(QStringLiteral("quote.pages"));
        pages.setCurrentIndex(1);
        auto& classes = studio.child<QTableWidget>(QStringLiteral("quote.classes"));
        classes.item(0, 1)->setText(QStringLiteral("8 %"));
        QTRY_COMPARE(studio.document().project()->quote.terms.size(), std::size_t(1));
        QCOMPARE(studio.document().project()->quote.terms.front().margin, Share::percent(8));
        QTRY_VERIFY(bill.line(key) && bill.line(key)->margin == Share::percent(8));
        QVERIFY(std::abs(bill.line(key)->cost->typical.inUnits() - before * 0.88) < 1);
        studio.settle();
        QVERIFY(!studio.child<QLabel>(QStringLiteral("quote.margin")).text().isEmpty());
        // Refused, with the reason, and nothing changed.
        classes.item(0, 1)->setText(QStringLiteral("99 %"));
        QTRY_VERIFY(studio.child<QLabel>(QStringLiteral("quote.terms.problem")).text().contains(QStringLiteral("95")));
        QCOMPARE(studio.document().project()->quote.terms.front().margin, Share::percent(8));
        studio.document().undo();
        QVERIFY(studio.document().project()->quote.terms.empty());
        studio.document().undo();
        QTRY_VERIFY(bill.line(key) && bill.line(key)->discount == Share{});
    }
    // A line of one's own by the dialog, then optional by its button, then gone.
    void linesAreAddedMadeOptionalAndRemoved() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        studio.settle();
        studio.whenAsked(QStringLiteral("dialog.quote-line"), [](QDialog& dialog) {
            const auto pick = [&dialog](const char* name, const char* value) {
                auto* box = dialog.findChild<QComboBox*>(QString::fromLatin1(name));
                box->setCurrentIndex(box->findData(QString::fromLatin1(value)));
            };
            const auto type = [&dialog](const char* name, const char* text) {
                dialog.findChild<QLineEdit*>(QString::fromLatin1(name))->setText(QString::fromLatin1(text));
            };
            auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
            QVERIFY(!ok->isEnabled()); // it says nothing yet
            pick("quote-line.section", "services");
            type("quote-line.description", "Commissioning");
            pick("quote-line.per", "rack");
            type("quote-line.price", "1000");
            QVERIFY(ok->isEnabled());
            ok->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.add-line")), Qt::LeftButton);
        QCOMPARE(studio.design().quoteLines.size(), std::size_t(1));
        const std::string key = "line:" + std::to_string(studio.design().quoteLines.begin()->id.value);
        QTRY_VERIFY(bill.line(key));
        studio.settle();
        QVERIFY(bill.line(key)->quantityMilli >= 1000);
        bill.table().setCurrentIndex(bill.model().index(bill.model().rowOf(key), BillModel::DescriptionColumn));
        auto& optional = studio.child<QToolButton>(QStringLiteral("bill.optional-line"));
        QTRY_VERIFY(optional.isEnabled());
        QTest::mouseClick(&optional, Qt::LeftButton);
        QTRY_VERIFY(bill.line(key) && bill.line(key)->isOptional);
        studio.settle();
        bill.table().setCurrentIndex(bill.model().index(bill.model().rowOf(key), BillModel::DescriptionColumn));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("bill.remove-line")), Qt::LeftButton);
        QVERIFY(studio.design().quoteLines.isEmpty());
    }
    void costOverTimeIsShown() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        studio.child<QTabWidget>(QStringLiteral("quote.pages")).setCurrentIndex(2);
        auto& flow = studio.child<QTableWidget>(QStringLiteral("quote.cash-flow"));
        QTRY_COMPARE(flow.rowCount(), 6);
        auto& tornado = studio.child<BarChart>(QStringLiteral("quote.tornado"));
        QCOMPARE(tornado.chart().bars.size(), std::size_t(5));
        auto& years = studio.child<QToolButton>(QStringLiteral("quote.figure.cost.owned.five-years"));
        QVERIFY(years.text().contains(QStringLiteral("USD")));
        QTest::mouseClick(&years, Qt::LeftButton);
        QTRY_VERIFY(studio.child<QWidget>(QStringLiteral("panel.evidence")).isVisible());
    }

    void theProgrammeIsShown() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        auto& pages = studio.child<QTabWidget>(QStringLiteral("quote.pages"));
        pages.setCurrentIndex(pages.count() - 1);
        auto& activities = studio.child<QTableWidget>(QStringLiteral("programme.activities"));
        QTRY_VERIFY(activities.rowCount() >= 10);
        const auto& chart = studio.child<SpanChart>(QStringLiteral("programme.gantt"));
        QCOMPARE(static_cast<int>(chart.lanes().lanes.size()), activities.rowCount());
        QVERIFY(studio.child<QLabel>(QStringLiteral("programme.ready"))
                    .text()
                    .contains(QStringLiteral("Ready for service")));
        QVERIFY(studio.child<QTableWidget>(QStringLiteral("programme.payments")).rowCount() >= 2);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("programme.why")), Qt::LeftButton);
        QTRY_VERIFY(studio.child<QWidget>(QStringLiteral("panel.evidence")).isVisible());
    }

    void theProfileReadsAndSelects() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().dock(QStringLiteral("profile"))->bringUp();
        auto& chart = studio.child<RackProfileChart>(QStringLiteral("profile.chart"));
        QTRY_COMPARE(chart.profile().bars.size(), studio.design().racks.size());
        QTRY_VERIFY(chart.height() > 60);
        QWidget& plot = studio.child<QWidget>(QStringLiteral("profile.chart.plot"));
        chart.picture(); // lays the plot out
        const int index = 3;
        const ProfileBar bar = chart.profile().bars[index];
        QTest::mouseMove(&plot, chart.placeOf(index));
        QTRY_COMPARE(chart.hovered(), index);
        QVERIFY(chart.reading().contains(bar.name));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, chart.placeOf(index));
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{{SubjectKind::Rack, bar.subject}}));
    }

    void aTableGoesToTheClipboard() {
        Studio studio;
        studio.openSample(kHall);
        OpenBill bill(studio);
        QMenu menu;
        Shareable what;
        what.name = QStringLiteral("bill");
        what.table = [&] { return tableOf(bill.table()); };
        QString said;
        addShareEntries(menu, what, studio.services(), &studio.window(), [&](const QString& text) { said = text; });
        menu.actions().first()->trigger();
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(static_cast<int>(lines.size()), bill.model().rowCount() + 1);
        QCOMPARE(lines.first().count(QLatin1Char('\t')), static_cast<qsizetype>(BillModel::ColumnCount - 1));
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "bill.csv").string());
        menu.findChild<QAction*>(QStringLiteral("share.save-csv"))->trigger();
        QVERIFY(std::filesystem::file_size(studio.folder() / "bill.csv") > 100);
        QVERIFY(said.contains(QStringLiteral("bill.csv")));
    }
};

RW_WINDOW_SUITE(TestStudioBill)
#include "tst_studio_bill.moc"
