// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report input made by hand for the hall of the tests: figures with derivations, findings of every state, schedules
// of both editions, registers. The internal schedule holds words that no customer's output may contain.

#include "tests/support/pictures.h"
#include "ui/report/report_input.h"

#include <array>

namespace rackwright::fixture {

/// Texts of the internal edition only.
inline const std::array<std::string, 4> kSecrets = {"Secret Supplier AG", "271828.18", "31.4159", "hidden-price-list"};

inline const std::vector<Rule>& testRules() {
    static const std::vector<Rule> rules = [] {
        std::vector<Rule> made(3);
        made[0].id = "COOL-01";
        made[0].title = "report.checks";
        made[0].advice = "report.terms";
        made[0].reference = "ASHRAE TC 9.9, 2021, table 2.1";
        made[1].id = "FLOOR-03";
        made[1].title = "report.floor-plan";
        made[1].advice = "report.terms";
        made[1].reference = "site survey";
        made[2].id = "COST-01";
        made[2].title = "report.bill";
        made[2].advice = "report.terms";
        return made;
    }();
    return rules;
}

inline ReportFigure testFigure(int number, std::string label, Traced traced, std::string unit, double factor) {
    ReportFigure made;
    made.number = number;
    made.label = std::move(label);
    made.value = traced.value();
    made.unit = std::move(unit);
    made.unitFactor = factor;
    made.definition = "report.derivations-note";
    made.formula = "sum of count x power";
    made.reference = "vendor data sheets";
    made.derivation = traced.node();
    made.isHeadline = true;
    return made;
}

inline std::vector<ReportFigure> testFigures() {
    using T = Numbers<Traced>;
    const Source sheet{"Vendor", "Data sheet of the node", "2025-03", "page 2"};
    const Source survey{"Customer", "Site survey", "2026-05-04", "section 3"};
    const Traced node = T::given(Value(10'200, Grade::Vendor), {"test-node, power maximum", "kW", 1000}, sheet);
    const Traced leaf = T::given(Value(1'700, Grade::Estimate), {"switch-64, power maximum", "kW", 1000}, sheet);
    const Traced it = T::named(T::repeated(Traced(128.0) * node, 128) + T::repeated(Traced(24.0) * leaf, 24),
                               {"power.it.peak", "kW", 1000});
    const Traced pue = T::assumed(Value::range(1.15, 1.21, 1.3, Grade::Assumption), {"PUE", "", 1}, "power.pue");
    const Traced weight = T::given(Value(130, Grade::Vendor), {"test-node, weight", "kg", 1}, sheet);
    const Traced unknown = T::given(Value::unknown(Grade::Vendor), {"switch-64, weight", "kg", 1}, {});
    const Traced floor = T::given(Value(1'220, Grade::SiteSurvey), {"site.floor-uniform", "kg/m2", 1}, survey);
    return {testFigure(3, "power.it.peak", it, "kW", 1000),
            testFigure(7, "power.utility.peak", T::named(it * pue, {"power.utility.peak", "kW", 1000}), "kW", 1000),
            testFigure(12, "rack.weight@rack:A07",
                       T::named(T::repeated(Traced(4.0) * weight, 4) + T::repeated(Traced(2.0) * unknown, 2),
                                {"rack.weight@rack:A07", "kg", 1}),
                       "kg", 1),
            testFigure(19, "floor.limit", T::named(floor, {"floor.limit", "kg/m2", 1}), "kg/m2", 1)};
}

inline Schedule testBill(Edition edition, std::size_t lines) {
    Schedule made;
    made.id = edition == Edition::Customer ? "bom-customer" : "bom-internal";
    made.title = Message("report.bill");
    made.edition = edition;
    made.columns = {{"Line", ColumnKind::Number, {}, 4},
                    {"Section", ColumnKind::Text, {}, 4},
                    {"Part number", ColumnKind::Text, {}, 4},
                    {"Description", ColumnKind::Text, {}, 4},
                    {"Qty", ColumnKind::Number, {}, 4},
                    {"Unit price (USD)", ColumnKind::Number, {}, 4},
                    {"Net total (USD)", ColumnKind::Number, {}, 4}};
    if (edition == Edition::Internal)
        made.columns.insert(made.columns.end(), {{"Cost (USD)", ColumnKind::Number, {}, 4},
                                                 {"Margin %", ColumnKind::Number, {}, 4},
                                                 {"Supplier", ColumnKind::Text, {}, 4},
                                                 {"Price source", ColumnKind::Text, {}, 4}});
    for (std::size_t i = 0; i < lines; ++i) {
        const auto count = static_cast<std::int64_t>(i + 1);
        ScheduleRow row{"line-" + std::to_string(i),
                        RowRole::Line,
                        {},
                        {count, Message("report.section.compute"), GivenText{"PN-" + std::to_string(1000 + i)},
                         GivenText{i % 7 == 3 ? "8x accelerator node with rails, power cords and 36 months of support, "
                                                "delivered to the hall and installed"
                                              : "64 x 400G switch"},
                         Thousandths{count * 500}, PriceRate(38'000'500'000'000, Currency::usd()),
                         Money(3'800'050 * count, Currency::usd())}};
        if (edition == Edition::Internal)
            row.cells.insert(row.cells.end(), {Money(27'182'818, Currency::usd()), Value(31.4159),
                                               GivenText{kSecrets[0]}, GivenText{kSecrets[3]}});
        made.rows.push_back(std::move(row));
    }
    made.rows.push_back({"total",
                         RowRole::Total,
                         {},
                         {std::monostate{}, std::monostate{}, std::monostate{}, GivenText{"Total"}, std::monostate{},
                          std::monostate{}, BoundedMoney{Money(4'480'000'000, Currency::usd()), 2, 9}}});
    return made;
}

inline CheckReport testChecks(const DrawnHall& hall) {
    CheckReport report;
    report.passed = 212;
    report.failed = 8;
    report.accepted = 1;
    report.notApplicable = 14;
    report.notChecked = 5;
    Finding hot;
    hot.rule = &testRules()[0];
    hot.key = "COOL-01/1";
    hot.message = Message("report.total").with("amount", "1").with("unpriced", 8).with("lines", 48);
    for (std::size_t i = 4; i < 12; ++i)
        hot.subjects.push_back(Subject(hall.racks[i]));
    hot.measured = Value(41'200, Grade::Vendor);
    hot.limit = Value(40'000, Grade::Vendor);
    hot.unit = "kW";
    Finding accepted = hot;
    accepted.rule = &testRules()[1];
    accepted.key = "FLOOR-03/1";
    accepted.state = RuleState::Accepted;
    accepted.severity = Severity::Warning;
    accepted.subjects.resize(1);
    accepted.acceptance =
        AcceptedFinding{{9}, accepted.key, "", "R. Meier", "2026-06-01", "aisle widened at the next step"};
    Finding open;
    open.rule = &testRules()[2];
    open.key = "COST-01/1";
    open.state = RuleState::NotChecked;
    open.message = Message("report.no-bill");
    report.findings = {hot, accepted, open};
    return report;
}

inline void addPaperwork(Project& project) {
    QuoteHeader& quote = project.quote;
    quote.number = "Q-2026-0142";
    quote.revision = "C";
    quote.customer = "Example Research Institute";
    quote.seller = "Example Systems";
    quote.validUntil = "2026-12-31";
    quote.date = "2026-06-18";
    quote.exclusions = {"Building works", "Fire suppression"};
    Requirement power;
    power.id = {9001};
    power.number = 1;
    power.text = "IT load within the contract";
    power.figure = "power.it.peak";
    power.comparison = Comparison::AtMost;
    power.target = 1800;
    power.unit = "kW";
    power.givenBy = {"A. Customer", "2026-05-04", "RFP section 4"};
    Requirement weight = power;
    weight.id = {9002};
    weight.number = 2;
    weight.text = "Rack A07 below the rolling limit";
    weight.figure = "rack.weight@rack:A07";
    weight.target = 1000;
    weight.unit = "kg";
    project.requirements = project.requirements.with({power, weight});
    Assumption assumption;
    assumption.id = {9003};
    assumption.number = 1;
    assumption.statement = "Power usage effectiveness over the year";
    assumption.low = 1.15;
    assumption.typical = 1.21;
    assumption.high = 1.3;
    assumption.owner = "Customer";
    project.assumptions = project.assumptions.with(assumption);
    Rfi rfi;
    rfi.id = {9004};
    rfi.number = 4;
    rfi.question = "Who checks the structure of the building?";
    rfi.about = "unchecked.structural";
    rfi.owner = "Landlord";
    project.rfis = project.rfis.with(rfi);
    IssuedRevision issue;
    issue.id = {9005};
    issue.revision = "C";
    issue.purpose = "issued for review";
    issue.preparedBy = "AB";
    issue.checkedBy = "CD";
    issue.approvedBy = "EF";
    project.revisions = project.revisions.with(issue);
}

inline ReportInput testInput(const DrawnHall& hall, std::size_t billLines = 12) {
    Project project = hall.project;
    project.name = "1,024-GPU training cluster, Hall A";
    addPaperwork(project);
    project.options.front().design = std::make_shared<const Design>(hall.design);
    ReportInput input;
    input.context = std::make_shared<const Context>(snapshotOf(std::make_shared<const Project>(project)));
    input.figures = testFigures();
    for (const Requirement& requirement : input.context->project().requirements) {
        RequirementAnswer answer;
        answer.requirement = &requirement;
        answer.target = Value(requirement.target);
        answer.unit = requirement.unit;
        if (const ReportFigure* figure = input.find(requirement.figure))
            answer.compliance =
                complianceOf(figure->value, requirement.comparison, requirement.target * figure->unitFactor);
        input.requirements.push_back(answer);
    }
    input.checks = testChecks(hall);
    for (const Rule& rule : testRules())
        input.rules.push_back({&rule});
    input.rules[0].failed = 8;
    input.rules[0].notChecked = 5;
    input.rules[1].accepted = 1;
    input.rules[1].passed = 212;
    input.schedules = {testBill(Edition::Customer, billLines), testBill(Edition::Internal, billLines)};
    input.sections = {{QuoteSection::Compute, Money(3'465'216'000, Currency::usd()), 0, 4, false},
                      {QuoteSection::Network, Money(164'160'000, Currency::usd()), 0, 2, false},
                      {QuoteSection::Storage, Money(174'800'000, Currency::usd()), 1, 3, true},
                      {QuoteSection::Services, Money(0, Currency::usd()), 2, 2, true}};
    input.total = {QuoteSection::Compute, Money(3'804'176'000, Currency::usd()), 3, 11, true};
    input.overlay = readingsOf(hall);
    input.designHash = "7f3a0c55aa91d2e4c1";
    input.date = "2026-06-18";
    return input;
}

} // namespace rackwright::fixture
