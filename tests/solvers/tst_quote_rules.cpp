// SPDX-License-Identifier: GPL-3.0-or-later
// COST-01, COST-02, COST-05, QUOTE-02 and REQ-01: each just passes, just fails and is not checked.
#include "model/edits/record_edits.h"
#include "model/units/number_text.h"
#include "solvers/cost/bill.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/requirements/requirement_text.h"
#include "solvers/requirements/requirements.h"
#include "solvers/requirements/requirements_domain.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

std::vector<Verdict> check(const Builder& b, std::string_view id) {
    for (const auto& rules : {costRules(), quoteRules()})
        for (const Rule& rule : rules)
            if (rule.id == id)
                return rule.check(b.context());
    qFatal("no rule %s", std::string(id).c_str());
}

const Verdict* withMessage(const std::vector<Verdict>& verdicts, std::string_view message) {
    const auto it = std::ranges::find_if(verdicts, [message](const Verdict& v) { return v.message.id == message; });
    return it == verdicts.end() ? nullptr : &*it;
}

bool allPassed(const std::vector<Verdict>& verdicts) {
    return std::ranges::all_of(
        verdicts, [](const Verdict& v) { return v.state == RuleState::Passed || v.state == RuleState::NotApplicable; });
}

/// Every line that counts gets a dated offer, by a change of the line.
Builder allOffered(Builder b) {
    for (const BillLine& line : billOf(b.context()).lines) {
        QuoteLine offer;
        offer.derivedKey = line.key;
        offer.price = dollars(100);
        offer.priceSource = "Offer 17";
        offer.priceDate = "2026-06-01";
        b.put(b.design.quoteLines, offer);
    }
    return b;
}

/// Devices and a rack alone: no allowance counts.
Builder firm() {
    Builder b = fourNodes();
    for (const BillLine& line : billOf(b.context()).lines)
        if (line.isAllowance()) {
            QuoteLine none;
            none.derivedKey = line.key;
            none.scope.suppliedBy = Party::Customer;
            b.put(b.design.quoteLines, none);
        }
    b.project.quote.quoteClass = QuoteClass::Firm;
    b.project.quote.date = "2026-06-15";
    return b;
}

Id<Requirement> require(Builder& b, std::string figure, Comparison comparison, double target, std::string unit,
                        Need need = Need::Must) {
    Requirement row;
    row.number = static_cast<std::int64_t>(b.project.requirements.size()) + 1;
    row.text = "Requirement";
    row.figure = std::move(figure);
    row.comparison = comparison;
    row.target = target;
    row.unit = std::move(unit);
    row.need = need;
    return b.put(b.project.requirements, row);
}

std::vector<RequirementAnswer> answers(const SolutionPtr& solution) {
    return requirementAnswers(solution->context(), *solution);
}

SolutionPtr solved(const Builder& b) {
    std::vector<Domain> domains;
    domains.push_back(costDomain());
    domains.push_back(requirementsDomain());
    return solve(b.snapshot(), joined(std::move(domains)), {});
}

} // namespace

class TstQuoteRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void priceQuality();
    void firmQuote();
    void firmQuoteReasons();
    void completeness();
    void completenessNotChecked();
    void licenceLeftOut();
    void partStates();
    void exportNote();
    void requirements();
    void lowerBoundsDecideOnlyWhatIsCertain();
    void rangesThatReachBeyondAreOpen();
    void requirementSeverity();
    void requirementsThatCannotBeJudged();
    void moneyTargetsInOtherCurrencies();
    void aPersonJudgesASentence();
    void oneAnswerForRuleAndCard();
    void targetsAsPeopleWriteThem();
    void sentences_data();
    void sentences();
    void aSentenceIsJudgedByWhatCameLater();
};

void TstQuoteRules::priceQuality() {
    Builder offered = allOffered(fourNodes());
    QVERIFY(allPassed(check(offered, "COST-01")));
    // One line back on its planning price is the smallest step.
    Builder one = offered;
    one.design.quoteLines = one.design.quoteLines.without(one.design.quoteLines.begin()->id);
    one.pin("test-node", dated(400'000, ""));
    const auto failed = check(one, "COST-01");
    QCOMPARE(failed.size(), std::size_t(1)); // one finding a quote
    QCOMPARE(failed.front().state, RuleState::Failed);
    QCOMPARE(failed.front().severity, Severity::Warning);
    QCOMPARE(failed.front().message.id, std::string("rule.cost-01.failed"));
    // The share has the digits of the figure beside it.
    for (const Argument& argument : failed.front().message.arguments)
        if (argument.name == "share") {
            const double share = std::get<UnitNumber>(argument.value).value;
            QCOMPARE(roundedDigits(share, 6), roundedDigits(100 * failed.front().measured->typical(), 3));
        }
    // A price without an exchange rate is a price: what is missing is the rate.
    Builder foreign = offered;
    foreign.project.quote.currency = Currency::eur();
    const Message unrated = check(foreign, "COST-01").front().message;
    QVERIFY2(unrated.id.ends_with("unrated"), unrated.id.c_str());
    QVERIFY(std::ranges::find(unrated.arguments, "from", &Argument::name) != unrated.arguments.end());
    // One that a person typed stays typed while it waits for its rate.
    Builder inDollars = fourNodes();
    inDollars.project.quote.currency = Currency::eur();
    inDollars.pin("test-node", dated(390'000, "2026-06-01", Grade::CustomerStatement));
    const Message waiting = check(inDollars, "COST-01").front().message;
    const auto count = std::ranges::find(waiting.arguments, "typed", &Argument::name);
    QVERIFY(count != waiting.arguments.end());
    QCOMPARE(std::get<std::int64_t>(count->value), std::int64_t(1));
    QCOMPARE(check(Builder(), "COST-01").front().state, RuleState::NotApplicable);
    // A line without a price leaves the value open: lines are counted, and no share is told.
    Builder open = offered;
    open.addDevice(open.addPart(networkSwitch("test-sw", 1, 400, FabricProtocol::Ethernet)),
                   open.design.racks.begin()->id, 33);
    const Verdict counted = check(open, "COST-01").front();
    QCOMPARE(counted.message.id, std::string("rule.cost-01.unpriced"));
    QVERIFY(counted.unit.empty());
    // Prices that a person typed are no planning prices of ours.
    Builder typed = offered;
    for (QuoteLine line : std::vector<QuoteLine>(offered.design.quoteLines.begin(), offered.design.quoteLines.end())) {
        line.priceSource.clear();
        typed.design.quoteLines = typed.design.quoteLines.with(line);
    }
    QVERIFY(allPassed(check(typed, "COST-01")));
    // A price with an end and a quote without a date.
    Builder undated = firm();
    Price ends = dated(400'000);
    ends.validUntil = "2026-12-31";
    undated.pin("test-node", ends);
    QVERIFY(allPassed(check(undated, "COST-01")));
    undated.project.quote.date.clear();
    QCOMPARE(check(undated, "COST-01").front().state, RuleState::NotChecked);
    QCOMPARE(check(undated, "COST-01").front().missing, std::string("quote.date"));
    // A file may say that the quote ends before its date; the day itself is a day of it.
    Builder ended = offered;
    ended.project.quote.date = "2026-06-15";
    ended.project.quote.validUntil = "2026-06-15";
    QVERIFY(!withMessage(check(ended, "COST-01"), "rule.cost-01.valid-until"));
    ended.project.quote.validUntil = "2026-06-14";
    const auto before = check(ended, "COST-01");
    QVERIFY(withMessage(before, "rule.cost-01.valid-until"));
    QCOMPARE(withMessage(before, "rule.cost-01.valid-until")->severity, Severity::Error);
}

void TstQuoteRules::firmQuote() {
    Builder b = firm();
    QVERIFY(allPassed(check(b, "COST-02")));
    b.project.quote.quoteClass = QuoteClass::Budgetary;
    QCOMPARE(check(b, "COST-02").front().state, RuleState::NotApplicable);
    b.project.quote.quoteClass = QuoteClass::Firm;
    b.project.quote.date.clear();
    const auto verdicts = check(b, "COST-02");
    const Verdict* unchecked = withMessage(verdicts, "rule.cost-02.no-date");
    QVERIFY(unchecked);
    QCOMPARE(unchecked->state, RuleState::NotChecked);
}

void TstQuoteRules::firmQuoteReasons() {
    Builder allowances = fourNodes();
    allowances.project.quote.quoteClass = QuoteClass::Firm;
    allowances.project.quote.date = "2026-06-15";
    const auto estimated = check(allowances, "COST-02");
    QVERIFY(withMessage(estimated, "rule.cost-02.estimated"));
    QCOMPARE(withMessage(estimated, "rule.cost-02.estimated")->severity, Severity::Error);
    // The line as the bill numbers it, no key of ours.
    for (const Argument& argument : withMessage(estimated, "rule.cost-02.estimated")->message.arguments)
        if (argument.name == "line")
            QVERIFY(std::holds_alternative<std::int64_t>(argument.value) && std::get<std::int64_t>(argument.value) > 0);

    Builder expired = firm();
    Price ends = dated(400'000);
    ends.validUntil = "2026-06-14";
    expired.pin("test-node", ends);
    QVERIFY(withMessage(check(expired, "COST-02"), "rule.cost-02.expired"));
    expired.project.quote.date = "2026-06-14";
    QVERIFY(!withMessage(check(expired, "COST-02"), "rule.cost-02.expired"));

    Builder nameless = firm();
    Part part = node();
    part.id = "test-nameless";
    part.prices.push_back(dated(1));
    nameless.addDevice(nameless.addPart(part), nameless.design.racks.begin()->id, 33);
    QVERIFY(withMessage(check(nameless, "COST-02"), "rule.cost-02.no-part-number"));

    Builder unpriced = firm();
    unpriced.addDevice(unpriced.addPart(networkSwitch("test-sw", 1, 400, FabricProtocol::Ethernet)),
                       unpriced.design.racks.begin()->id, 33);
    QVERIFY(withMessage(check(unpriced, "COST-02"), "rule.cost-02.unquoted"));
}

// The fixture has nodes without network and without a licence that is known for their accelerators.
void TstQuoteRules::completeness() {
    Builder b = fourNodes();
    b.addDevice(b.addPart(priced(networkSwitch("test-sw", 64, 400, FabricProtocol::InfiniBand), dated(40'000))),
                b.design.racks.begin()->id, 41);
    QuoteLine licence;
    licence.section = QuoteSection::SoftwareAndSupport;
    licence.price = dollars(1'000);
    b.put(b.design.quoteLines, licence);
    QVERIFY(allPassed(check(b, "COST-05")));
    QuoteLine noFreight;
    noFreight.derivedKey = "allowance:freight";
    noFreight.quantityMilli = 0;
    Builder left = b;
    left.put(left.design.quoteLines, noFreight);
    const auto verdicts = check(left, "COST-05");
    QCOMPARE(std::ranges::count(verdicts, RuleState::Failed, &Verdict::state), 1);
    QVERIFY(withMessage(verdicts, "rule.cost-05.freight"));
    QVERIFY(withMessage(check(fourNodes(), "COST-05"), "rule.cost-05.network"));
    Builder alone = b;
    alone.setSetting("cost.staff-cost", "0");
    QVERIFY(withMessage(check(alone, "COST-05"), "rule.cost-05.staff"));
    QCOMPARE(check(Builder(), "COST-05").front().state, RuleState::NotApplicable);
}

void TstQuoteRules::completenessNotChecked() {
    Builder b = fourNodes();
    b.project.quote.currency = Currency::eur(); // no rate: nobody knows whether installation costs anything
    QVERIFY(withMessage(check(b, "COST-05"), "rule.cost-05.no-staff"));
    const auto verdicts = check(b, "COST-05");
    const auto isOfRate = [](const Verdict& one) {
        return one.message.id.starts_with("rule.cost-05.no-rate.") && one.state == RuleState::NotChecked;
    };
    const auto unchecked = std::ranges::find_if(verdicts, isOfRate);
    QVERIFY(unchecked != verdicts.end());
    // By its name, not by its key.
    for (const Verdict& one : verdicts)
        for (const Argument& argument : one.message.arguments)
            if (const auto* text = std::get_if<std::string>(&argument.value))
                QVERIFY2(text->find("allowance:") == std::string::npos, text->c_str());
    QCOMPARE(unchecked->state, RuleState::NotChecked);
    QCOMPARE(unchecked->missing, std::string("quote.exchange:USD"));
}

void TstQuoteRules::licenceLeftOut() {
    const auto verdicts = check(fourNodes(), "COST-05");
    QVERIFY(withMessage(verdicts, "rule.cost-05.licence"));
    Builder b = fourNodes();
    Part gpuNode = *b.context().part(b.design.devices.begin()->part);
    gpuNode.id = "test-nv-node";
    Attribute model;
    model.key = "accelerator-model";
    model.text = Fact<std::string>::known("nv-h200-sxm-141", Grade::Vendor);
    gpuNode.attributes.push_back(model);
    b.addDevice(b.addPart(gpuNode), b.design.racks.begin()->id, 33);
    QVERIFY(!withMessage(check(b, "COST-05"), "rule.cost-05.licence"));
}

void TstQuoteRules::partStates() {
    Builder b = fourNodes();
    b.project.quote.destinationCountry = "US";
    QVERIFY(allPassed(check(b, "QUOTE-02")));
    const auto withPart = [&b](auto change) {
        Builder changed = b;
        Part part = priced(networkSwitch("test-odd", 4, 400, FabricProtocol::Ethernet), dated(10));
        change(part);
        changed.addDevice(changed.addPart(part), changed.design.racks.begin()->id, 41);
        return check(changed, "QUOTE-02");
    };
    const auto cloud = withPart([](Part& p) { p.procurement = Procurement::CloudOnly; });
    QCOMPARE(withMessage(cloud, "rule.quote-02.cloud-only")->severity, Severity::Warning);
    QCOMPARE(withMessage(cloud, "rule.quote-02.cloud-only")->subject.kind, SubjectKind::Device);
    QVERIFY(
        withMessage(withPart([](Part& p) { p.lifecycle = Lifecycle::Discontinued; }), "rule.quote-02.discontinued"));
    QVERIFY(withMessage(withPart([](Part& p) { p.attributes.front().number.grade = Grade::Recalled; }),
                        "rule.quote-02.unverified"));
    const auto unknown = withPart([](Part& p) { p.lifecycle = Lifecycle::Unknown; });
    QCOMPARE(withMessage(unknown, "rule.quote-02.unknown-state")->state, RuleState::NotChecked);
    QVERIFY(allPassed(withPart([](Part&) {})));
}

void TstQuoteRules::exportNote() {
    Builder b = fourNodes();
    const auto unchecked = check(b, "QUOTE-02");
    QCOMPARE(withMessage(unchecked, "rule.quote-02.no-country")->state, RuleState::NotChecked);
    b.project.quote.destinationCountry = "AE";
    const auto verdicts = check(b, "QUOTE-02");
    const Verdict* note = withMessage(verdicts, "rule.quote-02.export");
    QVERIFY(note);
    QCOMPARE(note->severity, Severity::Note);
}

// The total of the fixture is 2,006,273.76 and reaches to 2,207,802.86 with its allowances; its racks are 5,228 with
// rails and blanking panels, 4,940.78 at the least.
void TstQuoteRules::requirements() {
    Builder b = fourNodes();
    Rfi asked;
    asked.about = "requirements";
    QCOMPARE(statusOf(b.project, asked), RfiStatus::Open);
    require(b, "cost.price.total", Comparison::AtMost, 2'207'802.86, "USD");
    // A budget alone is one part of the answer.
    QCOMPARE(statusOf(b.project, asked), RfiStatus::Open);
    QCOMPARE(openPartsOf(b.project, asked), (std::vector<std::string_view>{"accelerators", "pue", "dates"}));
    Builder stated = b;
    require(stated, "design.accelerators", Comparison::AtLeast, 8, "");
    require(stated, "power.pue", Comparison::AtMost, 1.3, "");
    require(stated, "cost.lead-time.longest", Comparison::AtMost, 52, "wk");
    QCOMPARE(statusOf(stated.project, asked), RfiStatus::Answered);
    QVERIFY(openPartsOf(stated.project, asked).empty());
    asked.about = "workloads";
    QCOMPARE(statusOf(b.project, asked), RfiStatus::Open);
    require(b, "cost.price.total", Comparison::AtMost, 2'006'273.75, "USD");
    require(b, "cost.price.section@section:racks", Comparison::AtLeast, 4'940.77, "USD");
    require(b, "cost.price.section@section:racks", Comparison::AtLeast, 5'228.01, "USD");
    require(b, "cost.price.accelerators.share", Comparison::AtLeast, 79, "%");
    require(b, "cost.lines.unpriced", Comparison::Equal, 0, "");
    const SolutionPtr solution = solved(b);
    std::vector<Compliance> found;
    for (const RequirementAnswer& answer : answers(solution))
        found.push_back(answer.compliance);
    const std::vector<Compliance> expected = {Compliance::Met,    Compliance::NotMet, Compliance::Met,
                                              Compliance::NotMet, Compliance::Met,    Compliance::Met};
    QVERIFY(found == expected);
    const auto findings = std::ranges::count_if(solution->report().findings, [](const Finding& finding) {
        return finding.rule->id == "REQ-01" && finding.state == RuleState::Failed;
    });
    QCOMPARE(findings, 2);
}

void TstQuoteRules::lowerBoundsDecideOnlyWhatIsCertain() {
    Builder b = fourNodes();
    b.addDevice(b.addPart(networkSwitch("test-sw", 1, 400, FabricProtocol::Ethernet)), b.design.racks.begin()->id, 33);
    require(b, "cost.price.total", Comparison::AtMost, 3'000'000, "USD");
    require(b, "cost.price.total", Comparison::AtMost, 1'000'000, "USD");
    require(b, "cost.price.total", Comparison::AtLeast, 1'000'000, "USD");
    const SolutionPtr solution = solved(b);
    const auto found = answers(solution);
    QCOMPARE(found[0].compliance, Compliance::Unknown); // unknown is never met
    QCOMPARE(found[1].compliance, Compliance::NotMet);
    QCOMPARE(found[2].compliance, Compliance::Met);
}

// A promise is met only by the whole of its range; what its typical value breaks is broken.
void TstQuoteRules::rangesThatReachBeyondAreOpen() {
    const Value range = Value::range(90, 100, 110, Grade::Vendor);
    QCOMPARE(complianceOf(range, Comparison::AtMost, 110), Compliance::Met);
    QCOMPARE(complianceOf(range, Comparison::AtMost, 109), Compliance::Unknown);
    QCOMPARE(complianceOf(range, Comparison::AtMost, 99), Compliance::NotMet);
    QCOMPARE(complianceOf(range, Comparison::AtLeast, 90), Compliance::Met);
    QCOMPARE(complianceOf(range, Comparison::AtLeast, 91), Compliance::Unknown);
    QCOMPARE(complianceOf(range, Comparison::AtLeast, 101), Compliance::NotMet);

    // An allowance of the bill has a range: the total's typical value as the target is not kept by its high end.
    Builder b = fourNodes();
    const Value total = solved(b)->find("cost.price.total")->value;
    QVERIFY(total.low() < total.typical() && total.typical() < total.high());
    require(b, "cost.price.total", Comparison::AtMost, total.typical(), "USD");
    require(b, "cost.price.total", Comparison::AtMost, total.high(), "USD");
    const SolutionPtr solution = solved(b);
    const auto found = answers(solution);
    QCOMPARE(found[0].compliance, Compliance::Unknown);
    QCOMPARE(found[0].gap, ComplianceGap::RangeReaches);
    QCOMPARE(found[1].compliance, Compliance::Met);
    const auto& findings = solution->report().findings;
    QCOMPARE(std::ranges::count_if(findings, [](const Finding& f) { return f.rule->id == "REQ-01"; }), 1);
    QVERIFY(std::ranges::any_of(findings, [](const Finding& f) {
        return f.state == RuleState::NotChecked && f.message.id == "rule.req-01.range-reaches";
    }));
}

void TstQuoteRules::requirementSeverity() {
    Builder b = fourNodes();
    require(b, "cost.price.total", Comparison::AtMost, 1, "USD", Need::Must);
    require(b, "cost.price.total", Comparison::AtMost, 1, "USD", Need::Wish);
    const SolutionPtr solution = solved(b);
    std::vector<Severity> severities;
    for (const Finding& finding : solution->report().findings)
        if (finding.rule->id == "REQ-01")
            severities.push_back(finding.severity);
    QVERIFY((severities == std::vector<Severity>{Severity::Error, Severity::Warning}));
}

void TstQuoteRules::requirementsThatCannotBeJudged() {
    Builder b = fourNodes();
    require(b, "no.such.figure", Comparison::AtLeast, 1, "kW");
    require(b, "cost.price.total", Comparison::AtMost, 1, "kW");
    require(b, "cost.lead-time.longest", Comparison::AtMost, 20, "weeks");
    require(b, "", Comparison::AtLeast, 1, "");
    const SolutionPtr solution = solved(b);
    const auto found = answers(solution);
    QCOMPARE(found[0].gap, ComplianceGap::NoFigure);
    QCOMPARE(found[1].gap, ComplianceGap::OtherUnit);
    QCOMPARE(found[2].gap, ComplianceGap::UnknownValue);
    QCOMPARE(found[3].gap, ComplianceGap::NotJudged);
    for (const RequirementAnswer& answer : found)
        QCOMPARE(answer.compliance, Compliance::Unknown);
    for (const Finding& finding : solution->report().findings)
        if (finding.rule->id == "REQ-01")
            QCOMPARE(finding.state, RuleState::NotChecked);
}

void TstQuoteRules::moneyTargetsInOtherCurrencies() {
    Builder b = fourNodes();
    require(b, "cost.price.total", Comparison::AtMost, 2'100'000, "EUR");
    QCOMPARE(answers(solved(b)).front().gap, ComplianceGap::NoExchangeRate);
    b.project.quote.exchangeRates = {{Currency::eur(), Currency::usd(), 1'060'000'000, "2026-06-01", "bank"}};
    QCOMPARE(answers(solved(b)).front().compliance, Compliance::Met); // 2,226,000 USD
}

// "trained in 45 days" has no figure here: somebody says met or not met, and nothing turns green by itself.
void TstQuoteRules::aPersonJudgesASentence() {
    Builder b = fourNodes();
    const Id<Requirement> id = require(b, "", Comparison::AtLeast, 0, "");
    const auto judge = [&](Judgement judgement, GivenBy by) {
        IdSource ids(900);
        const Result<ProjectPtr> next = edits::judgeRequirement(id, judgement, std::move(by)).apply(b.project, ids);
        if (next)
            b.project = **next;
        return next.has_value();
    };
    QCOMPARE(answers(solved(b)).front().compliance, Compliance::Unknown);
    QVERIFY(!judge(Judgement::Met, {"", "2026-06-01", ""}));
    QVERIFY(judge(Judgement::Met, {"R. Meier", "2026-06-01", ""}));
    QCOMPARE(answers(solved(b)).front().compliance, Compliance::Met);
    QCOMPARE(answers(solved(b)).front().judged->givenBy.person, std::string("R. Meier"));
    QVERIFY(judge(Judgement::NotMet, {"R. Meier", "2026-06-02", ""}));
    const SolutionPtr failed = solved(b);
    QCOMPARE(answers(failed).front().compliance, Compliance::NotMet);
    QVERIFY(std::ranges::any_of(failed->report().findings, [](const Finding& finding) {
        return finding.message.id == "rule.req-01.failed-by-person" && finding.state == RuleState::Failed;
    }));
    // Another sentence is open again, and one that is taken away leaves nothing behind.
    Builder changed = b;
    Requirement other = *changed.project.requirements.find(id);
    other.text = "Trained in 30 days";
    changed.project.requirements = changed.project.requirements.with(other);
    QCOMPARE(answers(solved(changed)).front().gap, ComplianceGap::NotJudged);
    IdSource ids(950);
    const Result<ProjectPtr> without = edits::removeRequirement(id).apply(b.project, ids);
    QVERIFY(without && (*without)->assumptions.isEmpty() && (*without)->requirements.isEmpty());
    QVERIFY(judge(Judgement::Open, {}));
    QCOMPARE(answers(solved(b)).front().gap, ComplianceGap::NotJudged);
}

// After a change of currency target and value are in one unit: 2.1 M EUR are 2.226 M USD.
void TstQuoteRules::oneAnswerForRuleAndCard() {
    Builder b = fourNodes();
    require(b, "cost.price.total", Comparison::AtMost, 2'100'000, "EUR");
    require(b, "cost.price.total", Comparison::AtMost, 1, "USD");
    b.project.quote.exchangeRates = {{Currency::eur(), Currency::usd(), 1'060'000'000, "2026-06-01", "bank"}};
    const SolutionPtr solution = solved(b);
    const std::vector<RequirementAnswer> found = answers(solution);
    QCOMPARE(found[0].compliance, Compliance::Met);
    QCOMPARE(found[0].unit, std::string("USD"));
    QCOMPARE(found[0].target.typical(), 2'226'000.0);
    // A card says the worst of what is asked of its figure.
    const RequirementAnswer* worst = worstAnswer(found, "cost.price.total");
    QVERIFY(worst && worst->requirement->number == 2);
    QVERIFY(!worstAnswer(found, "power.it.peak"));
    for (const Finding& finding : solution->report().findings)
        if (finding.rule->id == "REQ-01")
            QCOMPARE(finding.unit, std::string("USD"));
}

void TstQuoteRules::targetsAsPeopleWriteThem() {
    const Builder b = fourNodes();
    const SolutionPtr solution = solved(b);
    const auto read = [&](const char* text, const char* figure) {
        return readTarget(text, solution->context(), *solution->domains().findFigure(figure));
    };
    QCOMPARE(read("30 M USD", "cost.price.total")->target, 30e6);
    QCOMPARE(read("<= 1.5 M€", "cost.price.total")->target, 1.5e6);
    QCOMPARE(read("<= 1.5 M€", "cost.price.total")->unit, std::string("EUR"));
    QCOMPARE(read("<= 1.5 M€", "cost.price.total")->comparison, std::optional(Comparison::AtMost));
    QCOMPARE(read("2.50 USD/h", "cost.accelerator-hour.used")->unit, std::string("USD/h"));
    QCOMPARE(read("45 d", "cost.lead-time.longest")->unit, std::string("week"));
    QVERIFY(std::abs(read("at most 42 d", "cost.lead-time.longest")->target - 6) < 1e-9);
    QVERIFY(!read("45 kW", "cost.lead-time.longest"));
}

void TstQuoteRules::sentences_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("figure");
    QTest::addColumn<double>("target");
    QTest::newRow("budget") << "The purchase stays within 30 M USD"
                            << "cost.price.total" << 30e6;
    QTest::newRow("euro") << "Budget: at most €1.5 million"
                          << "cost.price.total" << 1.5e6;
    QTest::newRow("delivery") << "Delivered in 12 weeks"
                              << "cost.lead-time.longest" << 12.0;
    QTest::newRow("by name") << "cost.lines.unpriced <= 0"
                             << "cost.lines.unpriced" << 0.0;
    QTest::newRow("with subject") << "cost.price.section@section:racks >= 5,100 USD"
                                  << "cost.price.section@section:racks" << 5100.0;
    QTest::newRow("behind") << "A price of 30 M USD or less"
                            << "cost.price.total" << 30e6;
    QTest::newRow("no figure") << "Trained in 45 days"
                               << "" << 0.0;
    QTest::newRow("no amount") << "The vendor trains our staff"
                               << "" << 0.0;
    QTest::newRow("other kind") << "Delivered with at most 12 people"
                                << "" << 0.0;
    QTest::newRow("no unit") << "Delivery within 12"
                             << "" << 0.0;
}

void TstQuoteRules::sentences() {
    QFETCH(QString, text);
    QFETCH(QString, figure);
    QFETCH(double, target);
    const SolutionPtr solution = solved(fourNodes());
    const auto promise = readPromise(text.toStdString(), solution->context(), solution->domains());
    QCOMPARE(QString::fromStdString(promise ? promise->figure : std::string()), figure);
    if (promise)
        QCOMPARE(promise->target.target, target);
}

// "Delivered in ..." was typed when nothing told the lead time: the figure decides as soon as it is there.
void TstQuoteRules::aSentenceIsJudgedByWhatCameLater() {
    Builder b = allOffered(fourNodes());
    Requirement typed;
    typed.number = 1;
    typed.text = "A price of 30 M USD or less";
    typed.need = Need::Must;
    b.put(b.project.requirements, typed);
    const auto judged = answers(solved(b));
    QCOMPARE(judged.size(), std::size_t{1});
    QVERIFY(judged.front().figure);
    QCOMPARE(judged.front().requirement->figure, std::string("cost.price.total"));
    QVERIFY(judged.front().requirement->comparison == Comparison::AtMost);
    QCOMPARE(judged.front().requirement->target, 30e6);
    QVERIFY(judged.front().compliance == Compliance::Met);
    // A sentence of no figure waits for a person.
    b.project.requirements = {};
    typed.text = "The vendor trains our staff";
    b.put(b.project.requirements, typed);
    QVERIFY(answers(solved(b)).front().gap == ComplianceGap::NotJudged);
}

RW_SUITE(TstQuoteRules)
#include "tst_quote_rules.moc"
