// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of cost: totals, shares, price quality, lead time and owning, worked by hand; plain and traced forms agree.
#include "solvers/cost/cloud_kernels.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/cost/owning_figures.h"
#include "solvers/cost/price_draws.h"
#include "solvers/cost/price_quality.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

const FigureDefinition& definition(const Domain& domain, std::string_view name) {
    for (const FigureDefinition& figure : domain.figures)
        if (figure.name == name)
            return figure;
    qFatal("no figure %s", std::string(name).c_str());
}

bool isNear(double a, double b, double relative = 1e-9) { return std::abs(a - b) <= relative * std::abs(b); }

} // namespace

class TstCost : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_domain = costDomain(); }
    void planningPricesFade();
    void totals();
    void rangeOfTheTotal();
    void bothFormsAgree_data();
    void bothFormsAgree();
    void unpricedMakesLowerBounds();
    void sharesOfUnpricedLinesAreNoFurtherLines();
    void perAccelerator();
    void quality();
    void expiry();
    void leadTime();
    void annuity();
    void ownHour();
    void ownHourAmongThoseOfTheCustomer();
    void idle();
    void staff();
    void tax();
    void otherCurrency();
    void moneyUnitIsTheQuotes();
    void overTheYears();
    void againstTheCloud();
    void cloudPricesOfItsOwnRow();
    void draws();
    void cashFlowAndTornado();

private:
    Value value(const Context& context, std::string_view name, Subject subject = {}) const {
        return definition(m_domain, name).plain(context, subject);
    }
    Domain m_domain;
};

// The bill of tst_bill: 2,006,273.76 in all, nodes 1,600,000.
void TstCost::planningPricesFade() {
    const auto dollars = [](double amount) { return *PriceRate::nearest(amount, Currency::usd()); };
    LinePrice price;
    price.low = dollars(80);
    price.typical = dollars(100);
    price.high = dollars(130);
    price.grade = Grade::Estimate;
    price.date = "2026-01-15";
    QCOMPARE(faded(price, "2026-07-31"), price); // six months and no more
    const LinePrice later = faded(price, "2026-10-01");
    QVERIFY(isNear(later.low.inUnits(), 80 * 0.94) && isNear(later.high.inUnits(), 130 * 1.06));
    QCOMPARE(later.typical, price.typical);
    const LinePrice old = faded(price, "2031-01-01"); // at most 30 %
    QVERIFY(isNear(old.low.inUnits(), 80 * 0.7) && isNear(old.high.inUnits(), 130 * 1.3));
    LinePrice told = price;
    told.grade = Grade::ThirdParty;
    QCOMPARE(faded(told, "2031-01-01"), told);
    told = price;
    told.origin = PriceOrigin::Pinned;
    QCOMPARE(faded(told, "2031-01-01"), told);
    told = price;
    told.date.clear();
    QCOMPARE(faded(told, "2031-01-01"), told);
    QCOMPARE(faded(price, ""), price);
}

void TstCost::totals() {
    const Context context = fourNodes().context();
    QVERIFY(isNear(value(context, "cost.price.total").typical(), 2'006'273.76));
    QVERIFY(isNear(value(context, "cost.price.accelerators").typical(), 1'600'000));
    QVERIFY(isNear(value(context, "cost.price.accelerators.share").typical(), 1'600'000 / 2'006'273.76));
    double sections = 0, shares = 0;
    for (const Subject subject : subjectsOf(context, SubjectKind::Section)) {
        sections += value(context, "cost.price.section", subject).typical();
        const Value share = value(context, "cost.price.section.share", subject);
        shares += share.typical();
        QVERIFY(share.typical() >= 0);
    }
    QVERIFY(isNear(sections, 2'006'273.76));
    QVERIFY(isNear(shares, 1));
}

// Accelerators dominate the capital of a cluster; the range is that of the lines in quadrature, never their plain sum.
void TstCost::rangeOfTheTotal() {
    const Context context = fourNodes().context();
    const Value total = value(context, "cost.price.total");
    QVERIFY(total.low() < total.typical() && total.typical() < total.high());
    double plainHigh = 0, squares = 0, variance = 0;
    for (const BillLine& line : billOf(context).lines) {
        const double above = line.amount->high.inUnits() - line.amount->typical.inUnits();
        const double below = line.amount->low.inUnits() - line.amount->typical.inUnits();
        plainHigh += above;
        squares += above * above;
        variance += (below * below + above * above - below * above) / 18;
    }
    QVERIFY(isNear(total.high() - total.typical(), std::sqrt(squares), 1e-6));
    QVERIFY(total.high() - total.typical() < plainHigh);
    QVERIFY(isNear(value(context, "cost.price.deviation").typical(), std::sqrt(variance)));
}

void TstCost::bothFormsAgree_data() {
    QTest::addColumn<int>("variant");
    QTest::newRow("priced") << 0;
    QTest::newRow("unpriced line") << 1;
    QTest::newRow("empty") << 2;
    QTest::newRow("euro") << 3;
}

void TstCost::bothFormsAgree() {
    QFETCH(int, variant);
    Builder b = variant == 2 ? Builder() : fourNodes();
    if (variant == 1)
        b.addDevice(b.addPart(node()), b.design.racks.begin()->id, 33);
    if (variant == 3) {
        b.project.quote.currency = Currency::eur();
        b.project.quote.exchangeRates = {{Currency::usd(), Currency::eur(), 920'000'000, "2026-06-01", "bank"}};
    }
    const Context context = b.context();
    for (const FigureDefinition& figure : m_domain.figures)
        for (const Subject subject : subjectsOf(context, figure.subject)) {
            const Value plain = figure.plain(context, subject);
            const Traced traced = figure.traced(context, subject);
            QVERIFY2(plain == traced.value(), figure.name.c_str());
            QVERIFY2(!firstUnreproducible(*traced.node()), figure.name.c_str());
            QVERIFY2(!figure.definition.empty() && !figure.formula.empty() && !figure.reference.empty(),
                     figure.name.c_str());
        }
}

void TstCost::unpricedMakesLowerBounds() {
    Builder b = fourNodes();
    Part unknown = node();
    unknown.id = "test-unpriced";
    b.addDevice(b.addPart(unknown), b.design.racks.begin()->id, 33);
    const Context context = b.context();
    QVERIFY(value(context, "cost.price.total").isLowerBound());
    QVERIFY(value(context, "cost.price.per-accelerator").isLowerBound());
    QCOMPARE(value(context, "cost.lines.unpriced").typical(), 1.0);
    QVERIFY(value(context, "cost.accelerator-hour.available").isLowerBound());
    // Of a sum with unknown lines nobody knows a share.
    QVERIFY(value(context, "cost.price.accelerators.share").isUnknown());
    QVERIFY(value(context, "cost.price.planning.share").isUnknown());
    for (const Subject subject : subjectsOf(context, SubjectKind::Section))
        QVERIFY(value(context, "cost.price.section.share", subject).isUnknown());
    // All that holds accelerators is priced in a currency without a rate: unknown, not 0 %.
    Builder foreign = fourNodes();
    Price euros = dated(500'000);
    euros.rate = Fact<PriceRate>::known(*PriceRate::nearest(500'000, Currency::eur()), Grade::CustomerStatement);
    euros.currency = Currency::eur();
    foreign.pin("test-node", euros);
    QVERIFY(value(foreign.context(), "cost.price.accelerators").isUnknown());
    QVERIFY(value(foreign.context(), "cost.price.accelerators.share").isUnknown());
}

// Support and freight are shares of hardware: with one node unpriced they are lower bounds, but one line lacks a price.
void TstCost::sharesOfUnpricedLinesAreNoFurtherLines() {
    Builder b = fourNodes();
    Part unknown = node();
    unknown.id = "test-unpriced";
    b.addDevice(b.addPart(unknown), b.design.racks.begin()->id, 33);
    const Context context = b.context();
    const Bill bill = billOf(context);
    QVERIFY(std::ranges::any_of(
        bill.lines, [](const BillLine& line) { return line.counts() && line.share && line.share->isLowerBound; }));
    const Value all = value(context, "cost.price.total");
    QCOMPARE(all.unknownTerms(), total(bill).unpriced);
    QCOMPARE(all.terms(), total(bill).lines);
    QCOMPARE(total(bill).unpriced, std::int64_t(1));
}

void TstCost::perAccelerator() {
    const Context context = fourNodes().context();
    QVERIFY(isNear(value(context, "cost.price.per-accelerator").typical(), 2'006'273.76 / 32));
    QVERIFY(value(Builder().context(), "cost.price.per-accelerator").isUnknown());
}

// Nodes and rack are dated offers of 1,604,500; all else are planning prices.
void TstCost::quality() {
    const Builder b = fourNodes();
    const Bill bill = billOf(b.context());
    const PriceQuality quality = priceQuality(bill, b.project.quote);
    QCOMPARE(quality.lines, std::int64_t(bill.lines.size()));
    QCOMPARE(quality.planning, std::int64_t(bill.lines.size()) - 2);
    QVERIFY(isNear(quality.planningShare(), (2'006'273.76 - 1'604'500.00) / 2'006'273.76));
    QVERIFY(isNear(value(b.context(), "cost.price.planning.share").typical(), quality.planningShare()));
}

void TstCost::expiry() {
    BillLine line;
    line.amount = Amount{Money(100, Currency::usd()), Money(100, Currency::usd()), Money(100, Currency::usd())};
    line.price = LinePrice{};
    line.price->grade = Grade::Vendor;
    line.price->date = "2026-01-01";
    line.price->validUntil = "2026-06-30";
    QVERIFY(!qualityOf(line, "2026-06-30").isExpired);
    QVERIFY(qualityOf(line, "2026-07-01").isExpired);
    QVERIFY(!qualityOf(line, "").isExpired);
}

void TstCost::leadTime() {
    Builder b = fourNodes();
    QVERIFY(value(b.context(), "cost.lead-time.longest").isUnknown());
    Part slow = priced(rackPdu(), dated(2'000));
    slow.attributes.push_back(number("lead-time", 26 * 604'800.0));
    PowerElement pdu;
    pdu.part = b.addPart(slow);
    pdu.placement = ZeroU{b.design.racks.begin()->id, Side::Left, 0};
    b.put(b.design.powerElements, pdu);
    const Context context = b.context();
    const Value longest = value(context, "cost.lead-time.longest");
    QCOMPARE(longest.typical(), 26 * 604'800.0);
    QVERIFY(longest.isLowerBound()); // nodes and rack have none
    QCOMPARE(longest.unknownTerms(), 2);
    QCOMPARE(longestLead(billOf(context))->key, std::string("rack-pdu:test-pdu"));
}

// 66,668,100 at 5 % over 36 months: 1,998,102.77 a month (Hamilton 2010); 0 %: a plain share.
void TstCost::annuity() {
    QVERIFY(isNear(yearlyPayment<double>(66'668'100, 0.05, 3) / 12, 1'998'102.77, 1e-8));
    QVERIFY(isNear(yearlyPayment<double>(900, 0, 3), 300));
    QVERIFY(isNear(yearlyPayment<double>(900, 1e-17, 3), 300)); // next to no interest
}

// Capital 32 M at 8 % over 4 years, 4 M a year, 1,024 accelerators: 1.49099268 an hour (published case).
void TstCost::ownHour() {
    const double hour = (yearlyPayment<double>(32e6, 0.08, 4) + 4e6) / (1024 * kHoursPerYear);
    QVERIFY(isNear(hour, 1.49099268, 1e-8));
    const Context context = fourNodes().context();
    // 40 kW x 0.76 on average, PUE 1.165 (above 1 / 0.931 of the chain), 8,766 h at 0.0826 a kWh.
    const double energy = 40 * 0.76 * 1.165 * 8766 * 0.0826;
    QVERIFY(isNear(value(context, "cost.energy.year").typical(), energy));
    // One rack: a hundredth of a person.
    const double expected = (yearlyPayment<double>(2'006'273.76, 0.08, 4) + energy + 1200) / (32 * kHoursPerYear);
    QVERIFY(isNear(value(context, "cost.accelerator-hour.available").typical(), expected));
    QVERIFY(isNear(value(context, "cost.accelerator-hour.used").typical(), expected / 0.8));
}

// Half of the nodes come from the customer: they take their half of energy and staff with them, and ours cost no more.
void TstCost::ownHourAmongThoseOfTheCustomer() {
    Builder b = fourNodes();
    int given = 0;
    for (Device device : Table<Device>(b.design.devices)) {
        if (given++ % 2 == 0)
            device.scope.suppliedBy = Party::Customer;
        b.design.devices = b.design.devices.with(device);
    }
    const Context context = b.context();
    QCOMPARE(boughtAccelerators<Value>(context).typical(), 16.0);
    const double payment = value(context, "cost.payment.year").typical();
    const double running = value(context, "cost.energy.year").typical() + value(context, "cost.staff.year").typical();
    const double hour = (payment / 16 + running / 32) / kHoursPerYear;
    QVERIFY(isNear(value(context, "cost.accelerator-hour.available").typical(), hour));
    QVERIFY(isNear(value(context, "cost.accelerator-hour.used").typical(), hour / 0.8));
    // With all of them ours, energy and staff of one are the same.
    const Context ours = fourNodes().context();
    const double own = value(ours, "cost.payment.year").typical() / 32;
    QVERIFY(isNear(value(ours, "cost.accelerator-hour.available").typical() * kHoursPerYear - own, running / 32, 1e-6));
}

void TstCost::idle() {
    QVERIFY(isNear(value(fourNodes().context(), "cost.idle.year").typical(),
                   0.2 * yearlyPayment<double>(1'600'000, 0.08, 4)));
    Builder busy = fourNodes();
    busy.setSetting("cost.utilisation", "1");
    QVERIFY(std::abs(value(busy.context(), "cost.idle.year").typical()) < 1e-9);
}

// 200 racks, 100 a person, at least 5 people of 120,000: 600,000.
void TstCost::staff() {
    Builder b;
    for (int i = 0; i < 200; ++i)
        b.addRack({});
    b.setSetting("cost.staff-minimum", "5");
    QCOMPARE(value(b.context(), "cost.staff.year").typical(), 600'000.0);
}

void TstCost::tax() {
    Builder b = fourNodes();
    b.project.quote.tax = Share::percent(8);
    QVERIFY(isNear(value(b.context(), "cost.price.with-tax").typical(), 2'006'273.76 * 1.08));
}

void TstCost::otherCurrency() {
    Builder b = fourNodes();
    b.project.quote.currency = Currency::eur();
    QVERIFY(value(b.context(), "cost.price.total").isUnknown()); // no rate: nothing is converted silently
    b.project.quote.exchangeRates = {{Currency::usd(), Currency::eur(), 920'000'000, "2026-06-01", "bank"}};
    QVERIFY(isNear(value(b.context(), "cost.price.accelerators").typical(), 1'472'000));
    QVERIFY(isNear(value(b.context(), "cost.staff.year").typical(), 1'104)); // 0.01 x 120,000 x 0.92
}

void TstCost::moneyUnitIsTheQuotes() {
    Builder b = fourNodes();
    b.project.quote.currency = Currency::eur();
    const Context context = b.context();
    QCOMPARE(definition(m_domain, "cost.accelerator-hour.used").traced(context, {}).node()->unit, std::string("EUR/h"));
}

// 10 % of the price is left after 4 years; the lessor finances the rest and takes interest on all.
void TstCost::overTheYears() {
    const Context context = fourNodes().context();
    const double price = 2'006'273.76;
    const double running = value(context, "cost.operating.year").typical();
    QVERIFY(
        isNear(running, value(context, "cost.energy.year").typical() + value(context, "cost.staff.year").typical()));
    QVERIFY(isNear(value(context, "cost.depreciation.year").typical(), price * 0.9 / 4));
    QVERIFY(isNear(value(context, "cost.owned").typical(), price + 4 * running));
    QVERIFY(isNear(value(context, "cost.owned.three-years").typical(), price + 3 * running));
    QVERIFY(isNear(value(context, "cost.owned.five-years").typical(), price + 5 * running));
    const double growth = std::pow(1 + 0.08 / 12, 48);
    const double rent = (price - 0.1 * price / growth) * (0.08 / 12) / (1 - 1 / growth);
    QVERIFY(isNear(value(context, "cost.lease.month").typical(), rent));
    Builder free = fourNodes();
    free.setSetting("cost.interest", "0");
    QVERIFY(isNear(value(free.context(), "cost.lease.month").typical(), price * 0.9 / 48));
}

// 25,000 a piece against 2.89 an hour are 8,650.5 hours where running costs nothing; a cloud below the running cost is
// never dearer.
void TstCost::againstTheCloud() {
    const Context context = fourNodes().context();
    const double each = 2'006'273.76 / 32;
    const double running = value(context, "cost.operating.year").typical() / 32 / kHoursPerYear;
    QVERIFY(isNear(value(context, "cost.break-even.spot.hours").typical(), each / (2.12 - running)));
    QVERIFY(isNear(value(context, "cost.break-even.on-demand.hours").typical(), each / (4.54 - running)));
    QVERIFY(isNear(value(context, "cost.break-even.spot.share").typical(),
                   value(context, "cost.accelerator-hour.available").typical() / 2.12));
    Builder cheap = fourNodes();
    cheap.setSetting("cost.cloud-spot", "0.001");
    QVERIFY(value(cheap.context(), "cost.break-even.spot.hours").isUnknown());
    QVERIFY(value(cheap.context(), "cost.break-even.spot.share").typical() > 1);
}

// Each accelerator by its own row of the table of 2026-06-18; a price that a person sets stands above it.
void TstCost::cloudPricesOfItsOwnRow() {
    const auto h200 = cloudHour("nv-h200-sxm-141", CloudUse::Any);
    QVERIFY(h200 && h200->isAtLeast);
    QCOMPARE(h200->value.low(), 3.89);
    QCOMPARE(h200->value.typical(), 4.54);
    QCOMPARE(h200->value.high(), 5.0);
    QCOMPARE(h200->source.date, std::string("2026-06-18"));
    QCOMPARE(cloudHour("nv-b200-sxm-180", CloudUse::Spot)->value.typical(), 2.12);
    QCOMPARE(cloudHour("nv-b200-sxm-180", CloudUse::Spot)->source.publisher, std::string("Spheron"));
    // The table has the H200 and no spot price of it: that is not known, and no other part's price stands for it.
    QVERIFY(cloudHour("nv-h200-sxm-141", CloudUse::Spot)->value.isUnknown());
    QVERIFY(!cloudHour("nv-rubin", CloudUse::Any));
    QCOMPARE(cloudPriceText(cloudPriceRow("nv-h200-sxm-141", CloudTier::Hyperscaler)), std::string("5+"));
    QCOMPARE(cloudPriceText(cloudPriceRow("nv-h100-sxm5-80", CloudTier::Mid)), std::string("2.89\u20133.29"));
    QCOMPARE(cloudPricePart("H200"), std::string("nv-h200-sxm-141"));
    QCOMPARE(cloudPricePart("h100 sxm"), std::string("nv-h100-sxm5-80"));
    QCOMPARE(cloudPricePart("B200"), std::string("nv-b200-sxm-180")); // and not the GB200
    QCOMPARE(cloudPricePart("GB200"), std::string("nv-gb200-gpu"));
    QCOMPARE(cloudPricePart("nobody"), std::string());
    QCOMPARE(cloudPriceParts().size(), std::size_t(9));
    const Schedule table = cloudPriceSchedule(fourNodes().context());
    QCOMPARE(table.rows.size(), std::size_t(9));
    QVERIFY(!readCloudPriceRows("part,tier,low,high,qualifier,currency,basis,provider,date\nx,mid,1,1,,EUR,"
                                "accelerator-hour,,2026-06-18\n"));
}

// Of one line the quantiles are those of its triangle: between 0, 1 and 2 the tenth is the root of 0.2.
void TstCost::draws() {
    QVERIFY(isNear(triangularAt(0, 1, 2, 0.1), std::sqrt(0.2)));
    QVERIFY(isNear(triangularAt(0, 1, 2, 0.5), 1));
    QVERIFY(isNear(triangularAt(0, 1, 2, 0.9), 2 - std::sqrt(0.2)));
    QCOMPARE(triangularAt(3, 3, 3, 0.7), 3.0);
    Bill bill;
    for (int i = 0; i < 100; ++i) {
        BillLine line;
        line.key = std::to_string(i);
        line.gap = PriceGap::None;
        line.amount = Amount{Money(0, {}), Money(100, {}), Money(200, {})};
        bill.lines.push_back(line);
    }
    // All as one: a hundred times the quantiles of one. Apart: near 100 +- 1.2816 x 10 x 0.408.
    // Each within three standard errors of a tenth of so many draws, sqrt(0.1 x 0.9 / n) over the density there.
    const PriceDraws together = priceDraws(priceSpread(bill), 1), apart = priceDraws(priceSpread(bill), 0);
    const double deviation = 10 * std::sqrt(1.0 / 6), three = 3 * 0.3 / std::sqrt(double{kPriceDraws});
    const double asOne = three / (std::sqrt(0.2) / 100), asMany = three / (0.1755 / deviation);
    QVERIFY(std::abs(together.p10.typical() - 100 * std::sqrt(0.2)) < asOne);
    QVERIFY(std::abs(together.p90.typical() - 100 * (2 - std::sqrt(0.2))) < asOne);
    QVERIFY(std::abs(apart.p10.typical() - (100 - 1.2816 * deviation)) < asMany);
    QVERIFY(std::abs(apart.p90.typical() - (100 + 1.2816 * deviation)) < asMany);
    QVERIFY(priceDraws(priceSpread(bill), 0.5).p90 == priceDraws(priceSpread(bill), 0.5).p90);
    bill.lines.front().amount.reset();
    QVERIFY(priceDraws(priceSpread(bill), 0.5).p50.isLowerBound());
    QVERIFY(priceDraws({}, 0.5).p50.isUnknown());
}

void TstCost::cashFlowAndTornado() {
    const Context context = fourNodes().context();
    const Schedule flow = cashFlow(context);
    QCOMPARE(flow.rows.size(), std::size_t(6));
    QVERIFY(flow.rows[0].cells[1] == ScheduleCell(Money(200'627'376, Currency::usd())));
    // After four years of use the residual value is left, and stays.
    QVERIFY(flow.rows[4].cells[6] == ScheduleCell(Money(20'062'738, Currency::usd())));
    QVERIFY(flow.rows[5].cells[6] == flow.rows[4].cells[6]);
    QVERIFY(flow.rows[5].cells[5] == ScheduleCell(Money(0, Currency::usd())));
    const std::vector<Swing> swings = swingsOfHour(context);
    QCOMPARE(swings.size(), std::size_t(5));
    for (std::size_t i = 1; i < swings.size(); ++i)
        QVERIFY(swings[i - 1].width() >= swings[i].width());
    const double hour = value(context, "cost.accelerator-hour.used").typical();
    for (const Swing& swing : swings)
        QVERIFY2(std::min(swing.hourAtLow, swing.hourAtHigh) < hour &&
                     std::max(swing.hourAtLow, swing.hourAtHigh) > hour,
                 swing.name.c_str());
    Builder empty;
    QVERIFY(cashFlow(empty.context()).rows.empty());
    QVERIFY(swingsOfHour(empty.context()).empty());
}

RW_SUITE(TstCost)
#include "tst_cost.moc"
