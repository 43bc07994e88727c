// SPDX-License-Identifier: GPL-3.0-or-later
// Terms of a quote worked by hand: discounts and margins by class and line, lines by rule and percentage, what is
// offered beside the total, and that a customer reads neither cost nor margin.
#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/terms.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

std::int64_t cents(const Bill& bill, std::string_view key) {
    const BillLine* line = bill.find(key);
    return line && line->amount ? line->amount->typical.minorUnits() : -1;
}

std::int64_t costCents(const Bill& bill, std::string_view key) {
    const BillLine* line = bill.find(key);
    return line && line->cost ? line->cost->typical.minorUnits() : -1;
}

ClassTerms terms(std::optional<QuoteSection> section, double discount, double margin,
                 MarginKind kind = MarginKind::Margin) {
    ClassTerms made;
    made.section = section;
    made.discount = Share::percent(discount);
    made.margin = Share::percent(margin);
    made.marginKind = kind;
    return made;
}

std::string put(Builder& b, QuoteLine line) { return "line:" + std::to_string(b.put(b.design.quoteLines, line).value); }

QuoteLine service(const char* description, double price) {
    QuoteLine line;
    line.section = QuoteSection::Services;
    line.description = description;
    line.price = dollars(price);
    return line;
}

} // namespace

class TstQuoteTerms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 4 x 400,000 less 12 % is 1,408,000 to us; at a margin of 8 % it sells at 1,408,000 / 0.92 = 1,530,434.78. The
    // rack has the margin alone: 4,500 / 0.92 = 4,891.30.
    void discountAndMargin() {
        Builder b = fourNodes();
        b.project.quote.terms = {terms({}, 0, 8), terms(QuoteSection::Compute, 12, 0)};
        const Bill bill = billOf(b.context());
        QCOMPARE(costCents(bill, "device:test-node"), 140'800'000);
        QCOMPARE(cents(bill, "device:test-node"), 153'043'478);
        QCOMPARE(costCents(bill, "rack:test-rack"), 450'000);
        QCOMPARE(cents(bill, "rack:test-rack"), 489'130);
        const BillTotal compute = total(bill, QuoteSection::Compute);
        QCOMPARE(compute.cost.minorUnits(), 140'800'000);
        QVERIFY(std::abs(*compute.margin() - 0.08) < 1e-8);
    }
    // Freight is 2 % of the hardware as it is sold, to us 2 % of what it costs; neither margin nor discount of the
    // whole quote works on it twice.
    void percentagesFollowTheirBasis() {
        Builder b = fourNodes();
        const Bill before = billOf(b.context());
        b.project.quote.terms = {terms({}, 10, 20)};
        const Bill after = billOf(b.context());
        std::int64_t sold = 0, bought = 0;
        for (const BillLine& line : after.lines)
            if (line.counts() && line.type == LineType::Hardware && !line.share) {
                sold += line.amount->typical.minorUnits();
                bought += line.cost->typical.minorUnits();
            }
        QCOMPARE(cents(after, "allowance:freight"), (sold * 2 + 50) / 100);
        QCOMPARE(costCents(after, "allowance:freight"), (bought * 2 + 50) / 100);
        // 0.9 / 0.8 of what it was, up to the rounding of the lines.
        const double was = static_cast<double>(cents(before, "allowance:freight"));
        QVERIFY(std::abs(static_cast<double>(cents(after, "allowance:freight")) - was * 1.125) < 5);
    }
    void theNearestWordWins_data() {
        QTest::addColumn<double>("own");
        QTest::addColumn<bool>("isNet");
        QTest::addColumn<std::int64_t>("expected");
        QTest::newRow("section before all lines") << 0.0 << false << std::int64_t(360'000);
        QTest::newRow("line before section") << 50.0 << false << std::int64_t(225'000);
        QTest::newRow("net line has no class") << 0.0 << true << std::int64_t(450'000);
        QTest::newRow("net line keeps its own") << 10.0 << true << std::int64_t(405'000);
    }
    void theNearestWordWins() {
        QFETCH(double, own);
        QFETCH(bool, isNet);
        QFETCH(std::int64_t, expected);
        Builder b = fourNodes();
        b.project.quote.terms = {terms({}, 5, 0), terms(QuoteSection::Racks, 20, 0)};
        QuoteLine change;
        change.derivedKey = "rack:test-rack";
        change.discount = Share::percent(own);
        change.isNet = isNet;
        b.put(b.design.quoteLines, change);
        QCOMPARE(cents(billOf(b.context()), "rack:test-rack"), expected);
    }
    void typesAreClasses() {
        Builder b = fourNodes();
        ClassTerms services = terms({}, 50, 0);
        services.type = LineType::Service;
        b.project.quote.terms = {services};
        const Bill bill = billOf(b.context());
        QCOMPARE(cents(bill, "allowance:installation"), 240'350); // half of 4,807.00
        QCOMPARE(cents(bill, "rack:test-rack"), 450'000);
    }
    // 4,500 and 10 % on top are 4,950; of a margin of all there would be no price.
    void markUpAndItsLimits() {
        Builder b = fourNodes();
        b.project.quote.terms = {terms(QuoteSection::Racks, 0, 10, MarginKind::Markup)};
        QCOMPARE(cents(billOf(b.context()), "rack:test-rack"), 495'000);
        b.project.quote.terms = {terms(QuoteSection::Racks, 0, 100)};
        QVERIFY(billOf(b.context()).find("rack:test-rack")->gap == PriceGap::TooLarge);
    }
    // Once, half away from zero, after all: 3 x 0.05 less 10 % is 0.135 to us, 0.14; at a margin of 10 % 0.15.
    void roundsOncePerLine() {
        Builder b = fourNodes();
        QuoteLine small = service("Label", 0.05);
        small.quantityMilli = 3000;
        small.discount = Share::percent(10);
        small.margin = Share::percent(10);
        const std::string key = put(b, small);
        const Bill bill = billOf(b.context());
        QCOMPARE(costCents(bill, key), 14);
        QCOMPARE(cents(bill, key), 15);
    }
    // 4 nodes of 8 accelerators in one rack; 36 months of support.
    void quantitiesByRule_data() {
        QTest::addColumn<int>("rule");
        QTest::addColumn<bool>("isPerMonth");
        QTest::addColumn<std::int64_t>("term");
        QTest::addColumn<std::int64_t>("expected");
        const auto row = [](const char* name, QuantityRule rule, bool isPerMonth, std::int64_t term,
                            std::int64_t expected) {
            QTest::newRow(name) << static_cast<int>(rule) << isPerMonth << term << expected;
        };
        row("fixed", QuantityRule::Fixed, false, 0, 2'000);
        row("node", QuantityRule::PerNode, false, 0, 8'000);
        row("rack", QuantityRule::PerRack, false, 0, 2'000);
        row("accelerator", QuantityRule::PerAccelerator, false, 0, 64'000);
        row("accelerator and month", QuantityRule::PerAccelerator, true, 0, 2'304'000);
        row("month of an own term", QuantityRule::Fixed, true, 12, 24'000);
    }
    void quantitiesByRule() {
        QFETCH(int, rule);
        QFETCH(bool, isPerMonth);
        QFETCH(std::int64_t, term);
        QFETCH(std::int64_t, expected);
        Builder b = fourNodes();
        QuoteLine line = service("Licence", 10);
        line.section = QuoteSection::SoftwareAndSupport;
        line.quantityMilli = 2000;
        line.quantityRule = static_cast<QuantityRule>(rule);
        line.isPerMonth = isPerMonth;
        line.termMonths = term;
        const std::string key = put(b, line);
        const Bill bill = billOf(b.context());
        QCOMPARE(bill.find(key)->quantityMilli, expected);
        QCOMPARE(cents(bill, key), expected);
        QCOMPARE(bill.find(key)->type, isPerMonth ? LineType::Subscription : LineType::Software);
    }
    // 10 % of the services: installation of 4,807.00 and a survey of 1,000; not of itself, nor of freight, which is a
    // percentage too.
    void percentOfAStatedBasis() {
        Builder b = fourNodes();
        put(b, service("Site survey", 1000));
        QuoteLine contingency = service("Contingency", 0);
        contingency.price.reset();
        contingency.quantityRule = QuantityRule::Percent;
        contingency.percent = Share::percent(10);
        contingency.percentBasis = ShareBasis::Services;
        const std::string key = put(b, contingency);
        QCOMPARE(cents(billOf(b.context()), key), 58'070);
    }
    // Trays, racks and cables are no equipment that fails: 2 % of 1,600,000 + 24,960 + 7,200.
    void sparesAndSupportCountEquipmentAlone() {
        Builder b = fourNodes();
        const Bill bill = billOf(b.context());
        QCOMPARE(bill.find("allowance:spares")->share->base.typical.minorUnits(), 163'216'000);
        QCOMPARE(bill.find("allowance:support")->share->base.typical.minorUnits(), 163'216'000);
        QCOMPARE(bill.find("allowance:optic-spares")->share->base.typical.minorUnits(), 2'784'400);
        QCOMPARE(bill.find("allowance:support")->unit, std::string("month"));
        QCOMPARE(bill.find("allowance:support")->quantityMilli, 36'000);
    }
    void optionalAndAlternateStandBeside() {
        Builder b = fourNodes();
        const std::int64_t before = total(billOf(b.context())).typical.minorUnits();
        QuoteLine optional = service("Training", 3000);
        optional.isOptional = true;
        put(b, optional);
        QuoteLine alternate = service("Other rack", 5000);
        alternate.section = QuoteSection::Racks;
        alternate.alternateTo = "rack:test-rack";
        const std::string key = put(b, alternate);
        const Bill bill = billOf(b.context());
        const BillTotal all = total(bill);
        QCOMPARE(all.typical.minorUnits(), before);
        QCOMPARE(all.besides, std::int64_t(2));
        QCOMPARE(all.beside.minorUnits(), 800'000);
        const Context context = b.context();
        const Schedule schedule = billForCustomer(context, bill);
        const auto row = std::ranges::find(schedule.rows, key, &ScheduleRow::key);
        QVERIFY(row != schedule.rows.end());
        QVERIFY(row->cells[18] ==
                ScheduleCell(Message("bill.alternate-to").with("line", bill.find("rack:test-rack")->number)));
        // The total stands without them, and beside it what it is with each: an alternate takes the place of its line.
        const BillLine* rack = bill.find("rack:test-rack");
        for (const BillLine& line : bill.lines) {
            if (!line.isBeside()) {
                QVERIFY(!totalWith(bill, line));
                continue;
            }
            const std::int64_t with = before + line.amount->typical.minorUnits() -
                                      (line.alternateTo.empty() ? 0 : rack->amount->typical.minorUnits());
            QCOMPARE(totalWith(bill, line)->minorUnits(), with);
            const auto said = [&](const Message& note) {
                return std::ranges::find(note.arguments, Argument{"total", MoneyNumber{with, "USD"}}) !=
                       note.arguments.end();
            };
            QVERIFY2(std::ranges::any_of(schedule.notes, said), line.key.c_str());
        }
    }
    // The customer reads the price that is left after discount and margin, and no other from which one could be told.
    void customerReadsNoMargin() {
        Builder b = fourNodes();
        b.project.quote.terms = {terms({}, 12, 8), terms(QuoteSection::Racks, 0, 20)};
        const Context context = b.context();
        const Bill bill = billOf(context);
        const Schedule customer = billForCustomer(context, bill);
        const auto cell = [&](std::string_view key, std::size_t column) {
            return std::ranges::find(customer.rows, key, &ScheduleRow::key)->cells[column];
        };
        // 400,000 x 0.88 / 0.92 stands alone: list price and discount would tell the margin.
        const PriceRate asked = *PriceRate::nearest(400'000 * 0.88 / 0.92, Currency::usd());
        QVERIFY(cell("device:test-node", 10) == ScheduleCell(asked));
        QVERIFY(cell("device:test-node", 11) == ScheduleCell(std::monostate{}));
        QVERIFY(cell("device:test-node", 12) == ScheduleCell(asked));
        QCOMPARE(effectiveDiscount({Share::percent(12), Share::percent(8), MarginKind::Margin}).ppb, 43'478'261);
        // Dearer than the list: 4,500 x 0.88 / 0.8 stands alone.
        QVERIFY(cell("rack:test-rack", 10) == ScheduleCell(dollars(4'950)));
        QVERIFY(cell("rack:test-rack", 11) == ScheduleCell(std::monostate{}));
        for (const ScheduleRow& row : customer.rows)
            for (const ScheduleCell& each : row.cells)
                for (const BillLine& line : bill.lines)
                    QVERIFY2(line.cost == line.amount || !(each == ScheduleCell(line.cost->typical)), line.key.c_str());
        QVERIFY(std::ranges::find(customer.notes, std::string("bill.note.rounding"), &Message::id) ==
                customer.notes.end());
        // Among ourselves the list price stands with what is off it, and a discount without a margin is passed on.
        const Schedule own = billForUs(context, bill);
        const auto node = std::ranges::find(own.rows, std::string_view("device:test-node"), &ScheduleRow::key);
        QVERIFY(node->cells[10] == ScheduleCell(dollars(400'000)));
        QVERIFY(std::abs(std::get<Value>(node->cells[11]).typical() - (1 - 0.88 / 0.92)) < 1e-8);
        b.project.quote.terms = {terms({}, 12, 0)};
        const Context passed = b.context();
        const Schedule given = billForCustomer(passed, billOf(passed));
        const auto listed = std::ranges::find(given.rows, std::string_view("device:test-node"), &ScheduleRow::key);
        QVERIFY(listed->cells[10] == ScheduleCell(dollars(400'000)));
        QVERIFY(listed->cells[11] == ScheduleCell(Value(0.12)));
        const auto at = std::ranges::find(own.rows, std::string_view("rack:test-rack"), &ScheduleRow::key);
        QVERIFY(std::ranges::count(at->cells, ScheduleCell(Money(396'000, Currency::usd()))) == 1);
    }
    void taxComesLast() {
        Builder b = fourNodes();
        b.project.quote.tax = Share::percent(19);
        const Context context = b.context();
        const Schedule schedule = billForCustomer(context, billOf(context));
        const auto note = std::ranges::find(schedule.notes, std::string("bill.note.tax"), &Message::id);
        QVERIFY(note != schedule.notes.end()); // 2,006,273.76 x 0.19 = 381,192.0144
        QVERIFY(*note == Message("bill.note.tax")
                             .with("rate", UnitNumber{100 * Share::percent(19).fraction(), "%"})
                             .with("tax", MoneyNumber{38'119'201, "USD"})
                             .with("total", MoneyNumber{238'746'577, "USD"}));
    }
};

RW_SUITE(TstQuoteTerms)
#include "tst_quote_terms.moc"
