// SPDX-License-Identifier: GPL-3.0-or-later
// COST-01, COST-02, COST-05: how far the prices of a quote can be relied on and what it leaves out.
#include "model/text/date.h"
#include "model/units/number_text.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/cost/price_quality.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

Verdict verdict(RuleState state, Severity severity = Severity::Warning) {
    Verdict made;
    made.state = state;
    made.severity = severity;
    return made;
}

// A sentence says a number as precisely as the figure that stands beside it.
double asFiguresPrint(double value) {
    constexpr int digits = 3;
    return plainNumber(roundedDigits(value, digits)).value_or(value);
}

// The window takes no such date; a file may hold any.
bool endsBeforeItsDate(const QuoteHeader& quote) {
    return isDate(quote.date) && isDate(quote.validUntil) && quote.validUntil < quote.date;
}

Verdict endedBefore(const QuoteHeader& quote) {
    Verdict failed = verdict(RuleState::Failed, Severity::Error);
    failed.message = Message("rule.cost-01.valid-until").with("valid", quote.validUntil).with("date", quote.date);
    failed.cause = "valid-until";
    return failed;
}

std::vector<Verdict> priceVerdicts(const Bill& bill, const QuoteHeader& quote) {
    const PriceQuality quality = priceQuality(bill, quote);
    if (quality.lines == 0)
        return {verdict(RuleState::NotApplicable)};
    if (quality.planning + quality.unpriced == 0) {
        const bool hasExpiry = std::ranges::any_of(
            bill.lines, [](const BillLine& line) { return line.price && !line.price->validUntil.empty(); });
        if (!hasExpiry || !quote.date.empty())
            return {verdict(RuleState::Passed)};
        Verdict unchecked = verdict(RuleState::NotChecked);
        unchecked.message = Message("rule.cost-01.no-date");
        unchecked.missing = "quote.date";
        return {unchecked};
    }
    Verdict failed = verdict(RuleState::Failed);
    failed.limit = Value(0.0);
    // Without every price nobody knows the value, nor a share of it: lines are counted.
    if (quality.unpriced > 0) {
        const BillTotal all = total(bill);
        const std::int64_t withoutPrice = quality.unpriced - quality.unrated;
        failed.message = Message(quality.unrated == 0 ? "rule.cost-01.unpriced"
                                 : withoutPrice == 0  ? "rule.cost-01.unrated"
                                                      : "rule.cost-01.unpriced-unrated")
                             .with("planning", quality.planning)
                             .with("unpriced", withoutPrice)
                             .with("unrated", quality.unrated)
                             .with("from", all.unratedFrom)
                             .with("to", std::string(bill.currency.code()))
                             .with("typed", quality.typed)
                             .with("firm", quality.firm)
                             .with("lines", quality.lines);
        failed.measured = Value(static_cast<double>(quality.planning + quality.unpriced));
        return {failed};
    }
    failed.message = Message("rule.cost-01.failed")
                         .with("share", UnitNumber{asFiguresPrint(100 * quality.planningShare()), "%"})
                         .with("planning", quality.planning)
                         .with("typed", quality.typed)
                         .with("firm", quality.firm)
                         .with("lines", quality.lines);
    failed.measured = Value(quality.planningShare());
    failed.unit = "%";
    return {failed};
}

std::vector<Verdict> checkPriceQuality(const Context& context) {
    const QuoteHeader& quote = context.project().quote;
    std::vector<Verdict> verdicts = priceVerdicts(billIn(context), quote);
    if (endsBeforeItsDate(quote))
        verdicts.push_back(endedBefore(quote));
    return verdicts;
}

/// One verdict for each reason against a firm quote, with the number of lines and the first of them.
Verdict firmVerdict(std::string id, std::int64_t count, std::int64_t first) {
    if (count == 0)
        return verdict(RuleState::Passed, Severity::Error);
    Verdict failed = verdict(RuleState::Failed, Severity::Error);
    failed.cause = id;
    failed.message = Message(std::move(id)).with("count", count).with("line", first);
    failed.measured = Value(static_cast<double>(count));
    failed.limit = Value(0.0);
    return failed;
}

template <class Predicate>
Verdict firmCheck(const Bill& bill, std::string id, Predicate isWrong) {
    std::int64_t count = 0;
    std::int64_t first = 0; // as the bill numbers it; what an allowance is called is known above alone
    for (const BillLine& line : bill.lines)
        if (line.counts() && isWrong(line)) {
            if (count++ == 0)
                first = line.number;
        }
    return firmVerdict(std::move(id), count, first);
}

std::vector<Verdict> checkFirmQuote(const Context& context) {
    const Bill& bill = billIn(context);
    const QuoteHeader& quote = context.project().quote;
    if (quote.quoteClass != QuoteClass::Firm || bill.lines.empty())
        return {verdict(RuleState::NotApplicable, Severity::Error)};
    const auto with = [&quote](bool LineQuality::*flag) {
        return [&quote, flag](const BillLine& line) { return qualityOf(line, quote.date).*flag; };
    };
    std::vector<Verdict> verdicts = {
        firmCheck(bill, "rule.cost-02.unquoted",
                  [&quote](const BillLine& line) {
                      const LineQuality quality = qualityOf(line, quote.date);
                      return quality.isUnpriced && !quality.isUnrated;
                  }),
        firmCheck(bill, "rule.cost-02.estimated",
                  [&quote](const BillLine& line) {
                      const LineQuality quality = qualityOf(line, quote.date);
                      return quality.isEstimated || quality.isRecalled || quality.isUndated;
                  }),
        firmCheck(bill, "rule.cost-02.no-part-number", [](const BillLine& line) {
            return line.type == LineType::Hardware && line.section != QuoteSection::Spares && line.partNumber.empty();
        })};
    if (Verdict unrated = firmCheck(bill, "rule.cost-02.unrated", with(&LineQuality::isUnrated));
        unrated.state == RuleState::Failed)
        verdicts.push_back(std::move(unrated));
    if (quote.date.empty()) {
        Verdict unchecked = verdict(RuleState::NotChecked, Severity::Error);
        unchecked.message = Message("rule.cost-02.no-date");
        unchecked.missing = "quote.date";
        verdicts.push_back(unchecked);
    } else {
        verdicts.push_back(firmCheck(bill, "rule.cost-02.expired", with(&LineQuality::isExpired)));
    }
    return verdicts;
}

/// What a complete quote has, the allowance that stands for it and the section in which a person would enter it.
struct NeededItem {
    std::string_view id;
    std::string_view allowance;
    QuoteSection section;
};
constexpr std::array<NeededItem, 4> kNeeded = {{
    {"rule.cost-05.support", "allowance:support", QuoteSection::SoftwareAndSupport},
    {"rule.cost-05.spares", "allowance:spares", QuoteSection::Spares},
    {"rule.cost-05.freight", "allowance:freight", QuoteSection::Services},
    {"rule.cost-05.installation", "allowance:installation", QuoteSection::Services},
}};

bool isEntered(const Bill& bill, QuoteSection section) {
    return std::ranges::any_of(bill.lines, [section](const BillLine& line) {
        return line.origin == LineOrigin::Quote && line.section == section && line.counts() && line.quantityMilli > 0;
    });
}

Verdict leftOut(std::string_view id) {
    Verdict failed = verdict(RuleState::Failed);
    failed.cause = id;
    failed.message = Message(std::string(id));
    return failed;
}

Verdict neededVerdict(const Bill& bill, std::string_view id, std::string_view allowance, QuoteSection section) {
    if (isEntered(bill, section))
        return verdict(RuleState::Passed);
    const BillLine* line = bill.find(allowance);
    if (!line || !line->counts() || line->quantityMilli == 0)
        return leftOut(id);
    if (line->amount)
        return line->amount->high.minorUnits() > 0 ? verdict(RuleState::Passed) : leftOut(id);
    // "freight": what a person calls the line, not its key.
    const std::string item(id.substr(id.rfind('.') + 1));
    Verdict unchecked = verdict(RuleState::NotChecked);
    if (line->gap == PriceGap::NoExchangeRate && line->price) {
        const std::string from(line->price->currency().code());
        unchecked.message =
            Message("rule.cost-05.no-rate." + item).with("from", from).with("to", std::string(bill.currency.code()));
        unchecked.missing = "quote.exchange:" + from;
        return unchecked;
    }
    unchecked.message = Message("rule.cost-05.no-price." + item);
    unchecked.missing = "price:" + line->key;
    return unchecked;
}

Verdict licenceVerdict(const Context& context, const Bill& bill) {
    const bool hasLicence =
        bill.find("allowance:licences-bundled") || isEntered(bill, QuoteSection::SoftwareAndSupport);
    if (hasLicence)
        return verdict(RuleState::Passed);
    const bool isDerived = bill.find("allowance:licences") != nullptr;
    const bool hasAccelerators = std::ranges::any_of(
        bill.lines, [&context](const BillLine& line) { return line.counts() && holdsAccelerators(context, line); });
    if (!hasAccelerators)
        return verdict(RuleState::NotApplicable);
    return isDerived
               ? neededVerdict(bill, "rule.cost-05.licence", "allowance:licences", QuoteSection::SoftwareAndSupport)
               : leftOut("rule.cost-05.licence");
}

Verdict networkVerdict(const Bill& bill) {
    std::int64_t nodes = 0;
    for (const BillLine& line : bill.lines)
        if (line.section == QuoteSection::Compute && line.parent.empty() && line.counts())
            nodes += line.quantityMilli / 1000;
    if (nodes < 2)
        return verdict(RuleState::NotApplicable);
    const bool hasNetwork = std::ranges::any_of(
        bill.lines, [](const BillLine& line) { return line.section == QuoteSection::Network && line.parent.empty(); });
    return hasNetwork ? verdict(RuleState::Passed) : leftOut("rule.cost-05.network");
}

Verdict staffVerdict(const Context& context) {
    const Value staff = staffOfYear<Value>(context);
    if (staff.isKnown())
        return staff.high() > 0 ? verdict(RuleState::Passed) : leftOut("rule.cost-05.staff");
    Verdict unchecked = verdict(RuleState::NotChecked);
    unchecked.message = Message("rule.cost-05.no-staff");
    unchecked.missing = "quote.exchange:USD";
    return unchecked;
}

std::vector<Verdict> checkCompleteness(const Context& context) {
    const Bill& bill = billIn(context);
    const bool isPriced = std::ranges::any_of(bill.lines, [](const BillLine& line) { return line.counts(); });
    if (!isPriced)
        return {verdict(RuleState::NotApplicable)};
    std::vector<Verdict> verdicts;
    for (const NeededItem& item : kNeeded)
        verdicts.push_back(neededVerdict(bill, item.id, item.allowance, item.section));
    verdicts.push_back(networkVerdict(bill));
    verdicts.push_back(licenceVerdict(context, bill));
    verdicts.push_back(staffVerdict(context));
    return verdicts;
}

Rule rule(std::string id, std::string message, std::string reference, std::vector<Verdict> (*check)(const Context&)) {
    Rule made;
    made.id = std::move(id);
    made.title = "rule." + message + ".title";
    made.advice = "rule." + message + ".advice";
    made.reference = std::move(reference);
    made.check = check;
    return made;
}

} // namespace

std::vector<Rule> costRules() {
    return {rule("COST-01", "cost-01", "reference.quoting-dates", checkPriceQuality),
            rule("COST-02", "cost-02", "reference.quoting-firm", checkFirmQuote),
            rule("COST-05", "cost-05", "reference.hidden-cost", checkCompleteness)};
}

} // namespace rackwright
