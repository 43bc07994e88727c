// SPDX-License-Identifier: GPL-3.0-or-later
// Prices in the window: a vendor's list into a book, codes that are matched, prices of the books for the quote,
// exchange rates, and a price that a person states.
#include "tests/app/studio_fixture.h"
#include "ui/bill/bill_panel.h"
#include "ui/bill/bill_workspace.h"
#include "ui/prices/price_dialog.h"
#include "ui/prices/price_offers_dialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>

#include <algorithm>

using namespace rackwright;

namespace {

constexpr auto kHall = "existing-hall-512-b200";

template <class Widget>
Widget& within(QDialog& dialog, const char* name) {
    auto* found = dialog.findChild<Widget*>(QString::fromLatin1(name));
    if (!found)
        qFatal("no widget is called %s", name);
    return *found;
}

PriceBookStore& bookOf(Studio& studio) {
    auto* books = dynamic_cast<PriceBooks*>(&studio.services());
    if (!books || !books->priceBook())
        qFatal("the services keep no price books");
    return **books->priceBook();
}

BillPanel& billOf(Studio& studio) {
    studio.window().showWorkspace(QStringLiteral("bill"));
    auto* workspace = static_cast<BillWorkspace*>(studio.window().workspace(QStringLiteral("bill")));
    if (!QTest::qWaitFor([&] { return workspace->panel()->model().rowCount() > 0; }, 10'000))
        qFatal("the bill does not come");
    return *workspace->panel();
}

int rowOfDevices(BillModel& model) {
    for (int row = 0; row < model.rowCount(); ++row)
        if (const BillLine* line = model.line(row); line && line->key.starts_with("device:") && line->amount)
            return row;
    return -1;
}

void typePrice(BillPanel& bill, int row, const QString& text) {
    const QModelIndex index = bill.model().index(row, BillModel::PriceColumn);
    bill.table().scrollTo(index);
    bill.table().setCurrentIndex(index);
    bill.table().edit(index);
    auto* field = bill.table().viewport()->findChild<QLineEdit*>();
    if (!field)
        qFatal("the cell cannot be typed in");
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace

class TestStudioPrices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aListIsSeenMatchedAndImported() {
        Studio studio;
        studio.openSample(kHall);
        studio.dialogs().fileToOpen = QStringLiteral(RW_TEST_DATA "/price_lists/switches_title_block.xlsx");
        studio.whenAsked(QStringLiteral("dialog.price-import"), [](QDialog& dialog) {
            auto& table = within<QTreeWidget>(dialog, "price-import.table");
            QVERIFY(table.topLevelItemCount() >= 29);
            // A code without a part: its candidate is offered, and taken.
            const auto waiting = table.findItems(QStringLiteral("DCS-7060DX5-64S-R"), Qt::MatchExactly, 2);
            QCOMPARE(waiting.size(), qsizetype{1});
            QVERIFY(waiting.front()->text(3).isEmpty());
            table.setCurrentItem(waiting.front());
            auto& choice = within<QComboBox>(dialog, "price-import.choice");
            QCOMPARE(choice.currentText(), QStringLiteral("arista-7060dx5-64s"));
            within<QPushButton>(dialog, "price-import.match").click();
            const auto matched = table.findItems(QStringLiteral("DCS-7060DX5-64S-R"), Qt::MatchExactly, 2);
            QCOMPARE(matched.front()->text(3), QStringLiteral("arista-7060dx5-64s"));
            within<QLineEdit>(dialog, "price-import.field.book").setText(QStringLiteral("Switches"));
            within<QPushButton>(dialog, "price-import.import").click();
        });
        studio.window().actions().action("file.import-prices")->trigger();
        const PriceBookStore& book = bookOf(studio);
        QCOMPARE(book.books(), std::vector<std::string>{"Switches"});
        QVERIFY(book.entries().size() >= 26);
        QVERIFY(std::ranges::any_of(book.codes(),
                                    [](const CodeMatch& match) { return match.partId == "arista-7060dx5-64s"; }));
    }

    // Another currency of the quote asks for the rate of what is priced in the one before.
    void anotherCurrencyAsksForItsRate() {
        Studio studio;
        studio.openSample(kHall);
        billOf(studio);
        auto& currency = studio.child<QLineEdit>(QStringLiteral("quote.field.currency"));
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("dialog.rates"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            QCOMPARE(within<QLineEdit>(dialog, "rates.field.from").text(), QStringLiteral("USD"));
            within<QLineEdit>(dialog, "rates.field.rate").setText(QStringLiteral("0.92"));
            within<QPushButton>(dialog, "rates.add").click();
        });
        currency.selectAll();
        QTest::keyClicks(&currency, QStringLiteral("EUR"));
        QTest::keyClick(&currency, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked, 10'000);
        const QuoteHeader& quote = studio.document().project()->quote;
        QCOMPARE(quote.currency.code(), std::string("EUR"));
        QCOMPARE(quote.exchangeRates.size(), std::size_t{1});
        QCOMPARE(quote.exchangeRates.front().from.code(), std::string("USD"));
    }

    void columnsAreMappedInTheDialog() {
        Studio studio;
        const std::filesystem::path list = studio.folder() / "odd.csv";
        QFile file(QString::fromStdString(list.string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Ding;Was;Wieviel\nSN5600;Schalter;55.000,50\nQM9700;Schalter;30.000,00\n");
        file.close();
        studio.dialogs().fileToOpen = file.fileName();
        studio.whenAsked(QStringLiteral("dialog.price-import"), [](QDialog& dialog) {
            auto& import = within<QPushButton>(dialog, "price-import.import");
            QVERIFY(!import.isEnabled());
            const auto choose = [&](const char* name, const char* title) {
                auto& box = within<QComboBox>(dialog, name);
                box.setCurrentIndex(box.findText(QString::fromLatin1(title)));
                Q_EMIT box.activated(box.currentIndex());
            };
            choose("price-import.column.code", "Ding");
            choose("price-import.column.list-price", "Wieviel");
            QVERIFY(!import.isEnabled()); // no currency is named
            auto& currency = within<QLineEdit>(dialog, "price-import.field.currency");
            currency.setText(QStringLiteral("EUR"));
            Q_EMIT currency.editingFinished();
            QVERIFY(import.isEnabled());
            import.click();
        });
        studio.window().actions().action("file.import-prices")->trigger();
        QCOMPARE(bookOf(studio).entries().size(), std::size_t{2});
        QCOMPARE(bookOf(studio).layouts().size(), std::size_t{1});
    }

    // A price in a currency without a rate asks for the rate; turning back leaves the line as it was.
    void aPriceInAnotherCurrencyAsksForItsRate() {
        Studio studio;
        studio.openSample(kHall);
        BillPanel& bill = billOf(studio);
        const int row = rowOfDevices(bill.model());
        QVERIFY(row >= 0);
        const ProjectPtr before = studio.document().project();
        int asked = 0;
        studio.whenAsked(QStringLiteral("dialog.rates"), [&asked](QDialog& dialog) {
            ++asked;
            dialog.reject();
        });
        typePrice(bill, row, QStringLiteral("1000 SEK"));
        QTRY_COMPARE(asked, 1);
        QVERIFY(studio.document().project() == before);
        studio.whenAsked(QStringLiteral("dialog.rates"), [](QDialog& dialog) {
            QCOMPARE(within<QLineEdit>(dialog, "rates.field.from").text(), QStringLiteral("SEK"));
            auto& rate = within<QLineEdit>(dialog, "rates.field.rate");
            rate.setText(QStringLiteral("none"));
            within<QPushButton>(dialog, "rates.add").click();
            QVERIFY(dialog.isVisible());
            rate.setText(QStringLiteral("0.09"));
            within<QPushButton>(dialog, "rates.add").click();
        });
        typePrice(bill, row, QStringLiteral("1000 SEK"));
        QTRY_COMPARE(studio.document().project()->quote.exchangeRates.size(), std::size_t{1});
        studio.settle();
        const Project& project = *studio.document().project();
        QVERIFY(std::ranges::any_of(project.prices,
                                    [](const PinnedPrice& pin) { return pin.price.currency.code() == "SEK"; }));
        studio.settle();
        const BillLine* line = bill.model().line(rowOfDevices(bill.model()));
        QVERIFY(line && line->amount);
    }

    // Books in the order that a person gives them, one taken out, and an import gone back on, each undone again.
    void booksAreOrderedTakenOutAndGoneBackOn() {
        Studio studio;
        studio.openSample(kHall);
        PriceBookStore& store = bookOf(studio);
        PriceEntry entry;
        entry.partId = "nv-dgx-b200";
        entry.price.basis = "each";
        entry.price.date = "2026-06-01";
        entry.price.rate = Fact<PriceRate>::known(*PriceRate::nearest(1000, Currency::usd()), Grade::Vendor);
        for (const char* name : {"List", "Contract"}) {
            entry.book = name;
            QVERIFY(store.add({entry}, {"2026-06-01", {}, name}));
        }
        PriceQuestion question;
        question.partId = entry.partId;
        studio.whenAsked(QStringLiteral("dialog.price-books"), [&](QDialog& dialog) {
            auto& books = within<QTreeWidget>(dialog, "price-books.books");
            QCOMPARE(books.topLevelItemCount(), 2);
            QCOMPARE(store.answers(question).front().book, std::string("List"));
            books.setCurrentItem(books.topLevelItem(1));
            within<QPushButton>(dialog, "price-books.up").click();
            QCOMPARE(store.answers(question).front().book, std::string("Contract"));
            QCOMPARE(books.topLevelItem(0)->text(0), QStringLiteral("Contract"));
            books.topLevelItem(0)->setCheckState(0, Qt::Unchecked);
            QTRY_VERIFY(!store.isInUse("Contract"));
            QCOMPARE(store.answers(question).front().book, std::string("List"));
            QCOMPARE(store.books().front(), std::string("Contract"));
            auto& changes = within<QTreeWidget>(dialog, "price-books.changes");
            QCOMPARE(changes.topLevelItemCount(), 4);
            changes.setCurrentItem(changes.topLevelItem(2)); // the import of the contract
            within<QPushButton>(dialog, "price-books.back").click();
            QCOMPARE(books.topLevelItemCount(), 1);
            QCOMPARE(store.entries().size(), std::size_t{1});
            changes.setCurrentItem(changes.topLevelItem(0)); // the going back itself
            within<QPushButton>(dialog, "price-books.back").click();
            QCOMPARE(store.entries().size(), std::size_t{2});
            QVERIFY(!store.isInUse("Contract"));
            dialog.reject();
        });
        studio.window().actions().action("quote.price-books")->trigger();
    }

    // What is no rate is said in the words of rates, and nothing is taken.
    void aRateThatIsNoneIsSaid() {
        Studio studio;
        studio.openSample(kHall);
        studio.whenAsked(QStringLiteral("dialog.rates"), [](QDialog& dialog) {
            within<QLineEdit>(dialog, "rates.field.from").setText(QStringLiteral("EUR"));
            auto& rate = within<QLineEdit>(dialog, "rates.field.rate");
            auto& problem = within<QLabel>(dialog, "rates.problem");
            for (const char* typed : {"", "abc", "1.08 GBP", "0", "-1"}) {
                rate.setText(QLatin1String(typed));
                within<QPushButton>(dialog, "rates.add").click();
                QVERIFY2(problem.text().contains(QStringLiteral("how many USD one EUR is")),
                         qPrintable(problem.text()));
            }
            dialog.reject();
        });
        const ProjectPtr before = studio.document().project();
        studio.window().actions().action("quote.rates")->trigger();
        QVERIFY(studio.document().project() == before);
    }

    void ratesAreEnteredAndRemovedFromTheMenu() {
        Studio studio;
        studio.openSample(kHall);
        studio.whenAsked(QStringLiteral("dialog.rates"), [&studio](QDialog& dialog) {
            within<QLineEdit>(dialog, "rates.field.from").setText(QStringLiteral("eur"));
            within<QLineEdit>(dialog, "rates.field.rate").setText(QStringLiteral("1.085"));
            within<QLineEdit>(dialog, "rates.field.source").setText(QStringLiteral("central bank"));
            within<QPushButton>(dialog, "rates.add").click();
            auto& table = within<QTreeWidget>(dialog, "rates.table");
            QCOMPARE(table.topLevelItemCount(), 1);
            QCOMPARE(studio.document().project()->quote.exchangeRates.front().source, std::string("central bank"));
            table.setCurrentItem(table.topLevelItem(0));
            within<QPushButton>(dialog, "rates.remove").click();
            QCOMPARE(table.topLevelItemCount(), 0);
            within<QPushButton>(dialog, "rates.close").click();
        });
        studio.window().actions().action("quote.rates")->trigger();
        studio.settle();
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.document().project()->quote.exchangeRates.size(), std::size_t{1});
        studio.settle();
    }

    void aStatedPriceNeedsReasonSourceAndDate() {
        Studio studio;
        studio.openSample(kHall);
        const std::string part = studio.document().project()->parts.begin()->part->id;
        PriceDialog dialog(part, QStringLiteral("A part"), "each", Currency::usd(), studio.document(),
                           studio.services(), &studio.window());
        auto& take = within<QPushButton>(dialog, "price-entry.take");
        const auto type = [&](const char* name, const char* text) {
            within<QLineEdit>(dialog, name).setText(QString::fromLatin1(text));
        };
        dialog.open();
        type("price-entry.field.price", "1250.50");
        take.click();
        QVERIFY(dialog.isVisible());
        QVERIFY(studio.document().project()->prices.begin() == studio.document().project()->prices.end() ||
                !within<QLabel>(dialog, "price-entry.problem").text().isEmpty());
        type("price-entry.field.reason", "framework contract");
        type("price-entry.field.source", "offer 4711");
        type("price-entry.field.valid-until", "1999-01-01");
        take.click();
        QVERIFY(dialog.isVisible());
        type("price-entry.field.valid-until", "2099-01-01");
        take.click();
        QVERIFY(!dialog.isVisible());
        const Table<PinnedPrice>& prices = studio.document().project()->prices;
        const auto pin = std::ranges::find(prices, part, &PinnedPrice::item);
        QVERIFY(pin != prices.end());
        QCOMPARE(pin->price.note, std::string("framework contract"));
        QCOMPARE(pin->price.rate.source->title, std::string("offer 4711"));
        studio.settle();
    }

    void pricesOfTheBooksArePinned() {
        Studio studio;
        studio.openSample(kHall);
        PriceEntry entry;
        entry.partId = studio.document().project()->parts.begin()->part->id;
        entry.price.currency = Currency::usd();
        entry.price.rate = Fact<PriceRate>::known(*PriceRate::nearest(777, Currency::usd()), Grade::Vendor,
                                                  Source{"Vendor", "List", "2020-01-01", ""});
        entry.price.basis = "each";
        entry.price.date = "2020-01-01";
        QVERIFY(bookOf(studio).add({entry}, {"2020-01-01", "", "a list"}));
        studio.whenAsked(QStringLiteral("dialog.price-offers"), [](QDialog& dialog) {
            QCOMPARE(within<QTreeWidget>(dialog, "price-offers.table").topLevelItemCount(), 1);
            within<QPushButton>(dialog, "price-offers.pin").click();
        });
        studio.window().actions().action("quote.apply-prices")->trigger();
        const Table<PinnedPrice>& prices = studio.document().project()->prices;
        QVERIFY(std::ranges::find(prices, entry.partId, &PinnedPrice::item) != prices.end());
        studio.settle();
    }
};

RW_WINDOW_SUITE(TestStudioPrices)
#include "tst_studio_prices.moc"
