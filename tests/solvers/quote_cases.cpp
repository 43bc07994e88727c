// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of cost, quote and requirements: just passes, just fails, cannot be checked, each a small bill. The finer
// points are tested in tst_quote_rules.
#include "solvers/cost/bill.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/solvers/rule_cases.h"

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(Builder&)>;

/// Every line gets a dated offer, so that no planning price is left.
void offerAll(Builder& b) {
    for (const BillLine& line : billOf(b.context()).lines) {
        QuoteLine offer;
        offer.derivedKey = line.key;
        offer.price = dollars(100);
        offer.priceSource = "Offer 17";
        offer.priceDate = "2026-06-01";
        b.put(b.design.quoteLines, offer);
    }
}

/// A firm quote of devices and a rack alone: allowances are the customer's.
void makeFirm(Builder& b) {
    for (const BillLine& line : billOf(b.context()).lines)
        if (line.isAllowance()) {
            QuoteLine none;
            none.derivedKey = line.key;
            none.scope.suppliedBy = Party::Customer;
            b.put(b.design.quoteLines, none);
        }
    b.project.quote.quoteClass = QuoteClass::Firm;
    b.project.quote.date = "2026-06-15";
}

/// The nodes with a switch and a licence: nothing that people forget is left out.
void complete(Builder& b) {
    b.addDevice(b.addPart(priced(networkSwitch("test-sw", 64, 400, FabricProtocol::InfiniBand), dated(40'000))),
                b.design.racks.begin()->id, 41);
    QuoteLine licence;
    licence.section = QuoteSection::SoftwareAndSupport;
    licence.price = dollars(1'000);
    b.put(b.design.quoteLines, licence);
}

Bend priceEnds(std::string date) {
    return [=](Builder& b) {
        Price ends = dated(400'000);
        ends.validUntil = date;
        b.pin("test-node", ends);
    };
}

Bend leftOut(std::string derivedKey) {
    return [=](Builder& b) {
        QuoteLine line;
        line.derivedKey = derivedKey;
        line.quantityMilli = 0;
        b.put(b.design.quoteLines, line);
    };
}

void undated(Builder& b) { b.project.quote.date.clear(); }
void inEuros(Builder& b) { b.project.quote.currency = Currency::eur(); }
Bend shippedTo(std::string country) {
    return [=](Builder& b) { b.project.quote.destinationCountry = country; };
}
void planningPrice(Builder& b) {
    b.design.quoteLines = b.design.quoteLines.without(b.design.quoteLines.begin()->id);
    b.pin("test-node", dated(400'000, ""));
}
Bend oddSwitch(Lifecycle lifecycle) {
    return [=](Builder& b) {
        Part part = priced(networkSwitch("test-odd", 4, 400, FabricProtocol::Ethernet), dated(10));
        part.lifecycle = lifecycle;
        b.addDevice(b.addPart(part), b.design.racks.begin()->id, 41);
    };
}
Bend budget(double dollarsAtMost, Need need, std::string figure = "cost.price.total") {
    return [=](Builder& b) {
        Requirement row;
        row.number = 1;
        row.text = "Budget";
        row.figure = figure;
        row.comparison = Comparison::AtMost;
        row.target = dollarsAtMost;
        row.unit = "USD";
        row.need = need;
        b.put(b.project.requirements, row);
    };
}

RuleCase of(std::string name, std::string rule, std::vector<Bend> bends, RuleState state,
            Severity severity = Severity::Note, std::string message = {}) {
    return {std::move(name),
            std::move(rule),
            [bends = std::move(bends)] {
                Builder b = fourNodes();
                for (const Bend& bend : bends)
                    bend(b);
                return b.snapshot();
            },
            state,
            severity,
            std::move(message)};
}

} // namespace

std::vector<RuleCase> quoteCases() {
    using S = Severity;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    return {
        of("COST-01 every line offered", "COST-01", {offerAll}, held),
        of("COST-01 one planning price", "COST-01", {offerAll, planningPrice}, failed, S::Warning),
        of("COST-01 quote without a date", "COST-01", {makeFirm, priceEnds("2026-12-31"), undated}, open),
        of("COST-02 price ends on the day", "COST-02", {makeFirm, priceEnds("2026-06-15")}, held),
        of("COST-02 price ended the day before", "COST-02", {makeFirm, priceEnds("2026-06-14")}, failed, S::Error,
           "rule.cost-02.expired"),
        of("COST-02 quote without a date", "COST-02", {makeFirm, undated}, open, S::Note, "rule.cost-02.no-date"),
        of("COST-05 all there", "COST-05", {complete}, held),
        of("COST-05 freight left out", "COST-05", {complete, leftOut("allowance:freight")}, failed, S::Warning,
           "rule.cost-05.freight"),
        of("COST-05 no exchange rate", "COST-05", {complete, inEuros}, open),
        of("QUOTE-02 all sold, at home", "QUOTE-02", {shippedTo("US"), oddSwitch(Lifecycle::Available)}, held),
        of("QUOTE-02 no longer sold", "QUOTE-02", {shippedTo("US"), oddSwitch(Lifecycle::Discontinued)}, failed,
           S::Warning, "rule.quote-02.discontinued"),
        of("QUOTE-02 note on export", "QUOTE-02", {shippedTo("AE")}, failed, S::Note, "rule.quote-02.export"),
        of("QUOTE-02 state not known", "QUOTE-02", {shippedTo("US"), oddSwitch(Lifecycle::Unknown)}, open),
        of("REQ-01 just within the budget", "REQ-01", {budget(2'207'802.86, Need::Must)}, held),
        of("REQ-01 range one cent above", "REQ-01", {budget(2'207'802.85, Need::Must)}, open, S::Note,
           "rule.req-01.range-reaches"),
        of("REQ-01 one cent above", "REQ-01", {budget(2'006'273.75, Need::Must)}, failed, S::Error),
        of("REQ-01 one cent above a wish", "REQ-01", {budget(2'006'273.75, Need::Wish)}, failed, S::Warning),
        of("REQ-01 no such figure", "REQ-01", {budget(1, Need::Must, "no.such.figure")}, open),
    };
}

} // namespace rackwright::fixture
