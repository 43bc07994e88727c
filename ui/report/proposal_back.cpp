// SPDX-License-Identifier: GPL-3.0-or-later
// The back of a proposal: bill, matrices, registers, terms, exclusions, derivations and sources.
#include "ui/charts/chart.h"
#include "ui/report/edition.h"
#include "ui/report/gathered_bill.h"
#include "ui/report/option_table.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/registers.h"
#include "ui/report/text_lines.h"
#include "ui/text/derivation_text.h"

#include "model/figures/traced.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/cost/figures.h"
#include "solvers/cost/price.h"
#include "solvers/engine/schedule_columns.h"
#include "solvers/power/figures.h"
#include "solvers/programme/programme.h"
#include "solvers/space/figures.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace rackwright::proposal {

namespace {

constexpr double kChartWidth = 150;
constexpr std::size_t kMostSteps = 60; // of one derivation; beyond it the reader is sent to `explain`

/// What options are compared by.
struct Criterion {
    std::string_view figure;
    bool isMoreBetter = false;
};
constexpr std::array kCriteria = {Criterion{figure_of::designAccelerators, true},
                                  Criterion{figure_of::designComputeBf16, true},
                                  Criterion{figure_of::designMemoryGpu, true},
                                  Criterion{figure_of::powerItPeak},
                                  Criterion{figure_of::powerUtilityPeak},
                                  Criterion{figure_of::powerRackWorst},
                                  Criterion{figure_of::designRackHeaviest},
                                  Criterion{figure_of::costLeadTimeLongest},
                                  Criterion{figure_of::costPriceTotal}};

constexpr double kTextRow = 0.5; // of a page: rows whose text is what the table is for
constexpr std::string_view kTermColumn = "Term (months)", kOptionColumn = "Option";

constexpr std::array<std::string_view, 9> kUnchecked = {"cfd",     "structural", "short-circuit", "earthing", "fire",
                                                        "seismic", "acoustics",  "water",         "code"};

QString inMillions(const SectionPrice& section, const Words& words) {
    const std::string digits = QString::number(section.amount.inUnits() / 1e6, 'f', 2).toStdString();
    const std::string amount = withMarks(digits, words.texts().numbers()) + " M " + section.amount.currency().code();
    return section.isLowerBound || section.unpriced > 0 ? words.text(Message("amount.from").with("amount", amount))
                                                        : QString::fromStdString(amount);
}

Chart priceChart(const Draft& draft) {
    Chart chart{draft.words.text("report.price-by-section"), {}};
    // One unit for all bars, with as many decimals.
    const bool isLarge = std::ranges::any_of(
        draft.input.sections, [](const SectionPrice& section) { return section.amount.inUnits() >= 1e6; });
    for (const SectionPrice& section : draft.input.sections) {
        const bool isBound = section.isLowerBound || section.unpriced > 0;
        const QString printed = section.unpriced >= section.lines ? draft.words.text("report.not-priced")
                                : isLarge                         ? inMillions(section, draft.words)
                                                                  : printedPrice(section, draft.words.texts());
        chart.bars.push_back({draft.words.text("report.section." + std::string(enumName(section.section))),
                              section.amount.inUnits(), printed, isBound});
    }
    return chart;
}

/// A section with nothing in it is left out.
bool addRegister(Draft& draft, const char* heading, const char* anchor, const char* id) {
    const Schedule* schedule = draft.input.schedule(id);
    if (!schedule || schedule->rows.empty())
        return false;
    draft.addHeading(heading, QString::fromLatin1(anchor));
    TableBlock table = tableOf(*schedule, {}, draft.words);
    table.tallestRow = kTextRow;
    draft.add(std::move(table));
    return true;
}

/// The remarks of the lines as numbers, each said once below the table.
void gatherRemarks(Draft& draft, TableBlock& table, std::vector<QString>& remarks) {
    const auto column = std::ranges::find(table.columns, toText(std::string(column_of::notes)), &TableColumn::header);
    if (column == table.columns.end())
        return;
    const auto at = static_cast<std::size_t>(column - table.columns.begin());
    *column = {draft.words.text("report.column.remark"), TextAlign::Left, false};
    for (TableRow& row : table.rows) {
        if (row.role != TableRowRole::Line || at >= row.cells.size() || row.cells[at].text.isEmpty())
            continue;
        QString& text = row.cells[at].text;
        auto known = std::ranges::find(remarks, text);
        if (known == remarks.end())
            known = remarks.insert(remarks.end(), text);
        text = QString::number(known - remarks.begin() + 1);
    }
}

/// Columns of money say their currency, which stands in a column of its own in the files.
void nameCurrency(TableBlock& table, const QString& code) {
    for (TableColumn& column : table.columns)
        for (const std::string_view money : {column_of::unitPrice, column_of::netUnit, column_of::netTotal})
            if (column.header == toText(std::string(money)))
                column.header += QStringLiteral(", ") + code;
}

/// The shares of the plan with what the quote says of each invoice; the quote's own words where they are the plan.
QString paymentText(const Draft& draft) {
    const std::string& terms = draft.project().quote.paymentTerms;
    if (quoteStatesPlan(draft.context()) || paymentsOf(draft.context()).empty())
        return QString::fromStdString(terms);
    const PaymentShares shares = paymentSharesOf(draft.context());
    const auto percent = [&](double share) { return draft.words.texts().figure(Value(share), "%", 0.01, {3}); };
    const QString milestones = draft.words.text(Message("report.terms.milestones")
                                                    .with("order", percent(shares.order))
                                                    .with("delivery", percent(shares.delivery))
                                                    .with("rest", percent(shares.ready)));
    return terms.empty() ? milestones
                         : draft.words.text(Message("report.terms.milestones-due")
                                                .with("milestones", milestones.toStdString())
                                                .with("terms", terms));
}

TableBlock termsTable(const Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    TableBlock table;
    table.tallestRow = 1; // what is agreed is not cut
    table.columns = {{draft.words.text("report.column.term")},
                     {draft.words.text("report.column.value"), TextAlign::Left, true}};
    const auto add = [&](const char* id, const QString& value) {
        table.rows.push_back({{{draft.words.text(id), Ink::Subdued},
                               {value.isEmpty() ? draft.words.text("report.not-stated") : value,
                                value.isEmpty() ? Ink::Warning : Ink::Text}}});
    };
    const auto given = [](const std::string& text) { return QString::fromStdString(text); };
    add("report.term.number", given(quote.number));
    add("report.term.revision", given(quote.revision));
    add("report.term.class",
        draft.words.text(quote.quoteClass == QuoteClass::Firm ? "report.firm" : "report.budgetary"));
    add("report.term.customer", given(quote.customer));
    add("report.term.contact", given(quote.contact));
    add("report.term.seller", given(quote.seller));
    add("report.term.date", given(quote.date));
    add("report.term.valid-until", given(quote.validUntil));
    add("report.term.currency", given(quote.currency.code()));
    // Only what the prices rest on: a later rate takes the place of an earlier one.
    for (const ExchangeRate& rate : quote.exchangeRates)
        if (exchangeFrom(quote, rate.from) == &rate)
            add("report.term.exchange-rate",
                draft.words.text(Message("report.exchange-rate")
                                     .with("from", rate.from.code())
                                     .with("to", rate.to.code())
                                     .with("rate", static_cast<double>(rate.nanoRate) / 1e9)
                                     .with("date", rate.date)));
    add("report.term.delivery", given(quote.deliveryPlace));
    add("report.term.incoterm", given(quote.incoterm));
    add("report.term.tax", draft.words.text(quote.isTaxIncluded ? "report.tax-in" : "report.tax-out"));
    add("report.term.payment", paymentText(draft));
    add("report.term.warranty", given(quote.warranty));
    add("report.term.support", draft.words.text(Message("report.months").with("count", quote.supportMonths)));
    return table;
}

TableBlock uncheckedTable(const Draft& draft) {
    TableBlock table;
    table.columns = {{draft.words.text("report.column.subject"), TextAlign::Left, true},
                     {draft.words.text("report.column.owner")},
                     {draft.words.text("report.column.rfi")}};
    for (const std::string_view item : kUnchecked) {
        const std::string key = "unchecked." + std::string(item);
        QString owner = draft.words.text("report.owner-open");
        QString rfi;
        Ink ink = Ink::Warning;
        for (const Rfi& asked : draft.project().rfis)
            if (asked.about == key) {
                rfi = QStringLiteral("RFI %1").arg(asked.number);
                if (!asked.owner.empty()) {
                    owner = QString::fromStdString(asked.owner);
                    ink = Ink::Text;
                }
            }
        table.rows.push_back({{{draft.words.text("report.unchecked." + std::string(item))}, {owner, ink}, {rfi}}});
    }
    return table;
}

/// The customer is not sent to documents of ours.
bool isNamed(const Draft& draft, const Source& source) {
    return draft.options.edition == Edition::Internal || !isOwnDocument(source);
}

bool isSourceOfPrice(const Part& part, const Source& source) {
    return std::ranges::any_of(part.prices, [&source](const Price& price) { return price.rate.source == source; });
}

/// Source as its number in the list at the end, and grade. The customer is not told where a price comes from. The
/// method of an algorithm stands beside the first step that it makes.
QString originOf(Draft& draft, const DerivationStep& step, std::set<std::string>& methods) {
    const Derivation& node = *step.node;
    const std::string grade = gradeText(node, draft.words.texts());
    if (step.spelledOutIn != 0)
        return draft.words.text(Message("report.origin-above").with("number", step.spelledOutIn));
    if (isPriceLeaf(node) || (node.operation == Operation::Computed && !methods.insert(node.reference).second))
        return QString::fromStdString(grade);
    if (node.operation == Operation::Assumed)
        return draft.words.text("grade.assumption");
    const bool isLeaf = node.inputs.empty();
    if (node.source && !sourceText(*node.source).empty() && isNamed(draft, *node.source))
        return draft.words.text(
            Message("report.origin-source").with("number", draft.numberOf(*node.source)).with("grade", grade));
    if (isLeaf && node.value.isUnknown())
        return {};
    if (isLeaf && node.value.grade() == Grade::Measured && node.operation != Operation::Computed)
        return draft.words.text("report.origin-counted");
    const bool isOpen = referenceOfEdition(step.origin, draft.options.edition) == step.origin;
    return QString::fromStdString(isOpen ? step.origin : grade);
}

/// Keys as words; titles of figures and names of things and parts stay.
QString labelText(const std::string& label) {
    QString text = QString::fromStdString(label);
    text.replace(QStringLiteral("Planning class Planning: "), QStringLiteral("Planning class: "));
    const bool isKey = !text.contains(QLatin1Char(' ')) && text == text.toLower();
    return isKey ? text.replace(QLatin1Char('-'), QLatin1Char(' ')).replace(QLatin1Char('.'), QLatin1Char(' ')) : text;
}

void addDerivation(Draft& draft, const ReportFigure& figure, StepsSpelledOut& spelledOut) {
    const Texts& texts = draft.words.texts();
    const QString number = figure.number > 0 ? QString::number(figure.number) + QStringLiteral("  ") : QString();
    draft.add(
        Heading{QStringLiteral("%1%2: %3").arg(number, captionOf(figure, draft.words), printedFigure(figure, texts)), 2,
                derivationAnchor(figure)});
    draft.add(Paragraph{draft.words.text(figure.definition), 2.6, Ink::Text, Weight::Regular, 0.4});
    QStringList basis;
    if (!figure.formula.empty())
        basis.append(draft.words.text(Message("explain.formula").with("formula", figure.formula)));
    if (!figure.reference.empty())
        basis.append(draft.words.text(Message("explain.reference").with("reference", figure.reference)));
    if (!basis.isEmpty())
        draft.add(Paragraph{basis.join(QStringLiteral(". ")), 2.4, Ink::Subdued, Weight::Regular, 1.4});
    if (!figure.derivation) {
        draft.addText(Message("report.no-derivation"), Ink::Warning);
        return;
    }
    TableBlock table;
    table.size = 2.4;
    table.tallestRow = kTextRow; // formulas
    table.columns = {{draft.words.text("report.column.quantity")},
                     {draft.words.text("report.column.formula"), TextAlign::Left, true},
                     {draft.words.text("report.column.value"), TextAlign::Right},
                     {draft.words.text("report.column.source")}};
    const std::vector<DerivationStep> steps = derivationSteps(*figure.derivation, texts, figure.number, spelledOut);
    std::set<std::string> methods;
    for (std::size_t i = 0; i < std::min(steps.size(), kMostSteps); ++i) {
        TableCell label{labelText(steps[i].label)};
        label.indent = std::min(steps[i].depth, 8) * 1.8;
        label.text = QString::fromStdString(abridged(label.text.toStdString()));
        if (i == 0)
            label.weight = Weight::Medium;
        table.rows.push_back({{label,
                               {QString::fromStdString(steps[i].formula)},
                               {QString::fromStdString(steps[i].amount)},
                               {originOf(draft, steps[i], methods), Ink::Subdued}}});
    }
    draft.add(std::move(table));
    if (steps.size() > kMostSteps)
        draft.addText(Message("report.steps-left-out").with("count", steps.size() - kMostSteps), Ink::Subdued);
}

// What stands behind the prices, for ourselves.
void addOwnBill(Draft& draft) {
    const Schedule* own = draft.options.edition == Edition::Internal ? draft.input.schedule("bom-internal") : nullptr;
    if (!own || own->rows.empty())
        return;
    draft.addHeading("report.own-bill", QStringLiteral("own-bill"), 2);
    draft.add(tableOf(*own,
                      {column_of::line, column_of::partNumber, column_of::qty, column_of::qtyInDesign, column_of::spare,
                       column_of::partNumberConfidence, column_of::priceSource, column_of::priceDate,
                       column_of::validUntil, column_of::cost, column_of::margin, column_of::supplier,
                       column_of::whereUsed, column_of::kilograms, column_of::wattsMax},
                      draft.words));
}

} // namespace

const Schedule* customerBill(const ReportInput& input) {
    for (const Schedule& schedule : input.schedules)
        if (schedule.edition == Edition::Customer && schedule.id.starts_with("bom"))
            return &schedule;
    return nullptr;
}

void addNotes(Draft& draft, const Schedule& schedule) {
    for (const Message& note : schedule.notes)
        draft.add(Paragraph{draft.words.text(note), 2.4, Ink::Subdued, Weight::Regular, 0.6});
}

namespace {

void addPrice(Draft& draft) {
    if (draft.input.sections.empty())
        return;
    draft.addHeading("report.price-by-section", QStringLiteral("price-by-section"), 2);
    draft.add(DrawingBlock{chartDrawing(priceChart(draft), kChartWidth), {}, false});
    const SectionPrice& sum = draft.input.total;
    const std::int64_t withoutPrice = sum.unpriced - sum.unrated;
    const char* id = withoutPrice > 0  ? "report.total"
                     : sum.unrated > 0 ? "report.total-unrated"
                     : sum.outside > 0 ? "report.total-of"
                                       : "report.total-all";
    draft.addText(Message(id)
                      .with("amount", draft.words.texts().money(sum.amount))
                      .with("unpriced", withoutPrice)
                      .with("unrated", sum.unrated)
                      .with("from", sum.unratedFrom)
                      .with("to", std::string(sum.amount.currency().code()))
                      .with("lines", sum.lines)
                      .with("outside", sum.outside),
                  sum.unpriced > 0 ? Ink::Warning : Ink::Text);
    // With these the lines are as many as the bill has.
    if (sum.included > 0)
        draft.addText(Message("report.total-included").with("included", sum.included));
    if (withoutPrice > 0 && sum.unrated > 0)
        draft.addText(Message("report.also-unrated")
                          .with("unrated", sum.unrated)
                          .with("from", sum.unratedFrom)
                          .with("to", std::string(sum.amount.currency().code())),
                      Ink::Warning);
}

} // namespace

void addBillTable(Draft& draft, const Schedule& bill) {
    TableBlock table = tableOf(bill,
                               {column_of::line, column_of::partNumber, column_of::description, column_of::qty,
                                column_of::unit, kTermColumn, column_of::unitPrice, column_of::discount,
                                column_of::netTotal, column_of::leadTime, kOptionColumn, column_of::notes},
                               draft.words);
    table.size = 2.2; // long descriptions; 6.2 pt
    std::vector<QString> remarks;
    gatherRemarks(draft, table, remarks);
    nameCurrency(table, QString::fromStdString(draft.project().quote.currency.code()));
    draft.add(std::move(table));
    for (std::size_t i = 0; i < remarks.size(); ++i)
        draft.add(Paragraph{
            draft.words.text(Message("report.remark").with("number", i + 1).with("text", remarks[i].toStdString())),
            2.4, Ink::Subdued, Weight::Regular, 0.4});
    draft.add(Space{1});
    draft.add(Paragraph{draft.words.text("report.price-rounded"), 2.4, Ink::Subdued, Weight::Regular, 0.6});
    addNotes(draft, bill);
}

// On the page of the building's side, where that stands before it.
static void addBill(Draft& draft) {
    const QString* before = nullptr;
    bool isOnDrawing = false;
    for (const Block& block : draft.document.blocks)
        if (const auto* heading = std::get_if<Heading>(&block); heading && heading->level == 1)
            before = &heading->anchor;
        else if (const auto* pageBreak = std::get_if<PageBreak>(&block))
            isOnDrawing = !pageBreak->drawingNumber.isEmpty();
    if (isOnDrawing || !before || *before != QStringLiteral("interface"))
        draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.bill", QStringLiteral("bill"));
    addPrice(draft);
    draft.addHeading("report.bill-lines", QStringLiteral("bill-lines"), 2);
    const Schedule* bill = customerBill(draft.input);
    if (bill && !bill->rows.empty()) {
        const Schedule shown = gatheredOverLengths(*bill, draft.words.texts());
        addBillTable(draft, shown);
        if (shown.rows.size() < bill->rows.size())
            draft.add(Paragraph{draft.words.text("report.bill-gathered"), 2.4, Ink::Subdued, Weight::Regular, 0.6});
    } else {
        draft.addText(Message("report.no-bill"), Ink::Subdued);
    }
    addOwnBill(draft);
}

/// The verdict in its colour, the value leading to its derivation.
void addComplianceMarks(const Draft& draft, TableBlock& table) {
    std::size_t row = 0;
    for (const RequirementAnswer& answer : draft.input.requirements) {
        if (row >= table.rows.size() || table.rows[row].cells.size() < 2)
            return;
        const ReportFigure* figure = draft.input.find(answer.requirement->figure);
        TableCell& verdict = table.rows[row].cells.back();
        verdict.ink = verdictInk(answer.compliance);
        verdict.weight = Weight::Medium;
        if (figure && isDerivedIn(draft.options.edition, figure->label))
            table.rows[row].cells[table.rows[row].cells.size() - 2].link = derivationAnchor(*figure);
        ++row;
    }
}

static void addOptions(Draft& draft) {
    const std::vector<OptionColumn>& options = draft.input.options;
    if (options.size() < 2)
        return;
    TableBlock table;
    table.columns.push_back({draft.words.text("report.column.criterion"), TextAlign::Left, true});
    for (const OptionColumn& option : options)
        table.columns.push_back({QString::fromStdString(option.name), TextAlign::Right});
    table.columns.push_back({draft.words.text("report.column.best")});
    for (const Criterion& criterion : kCriteria) {
        const ReportFigure* best = nullptr;
        const OptionColumn* bestOption = nullptr;
        std::size_t known = 0, equal = 0;
        std::vector<const Value*> values;
        TableRow row{{{}}};
        for (const OptionColumn& option : options) {
            const auto found = std::ranges::find(option.figures, criterion.figure, &ReportFigure::label);
            row.cells.emplace_back();
            if (found == option.figures.end())
                continue;
            row.cells.front().text = captionOf(*found, draft.words);
            row.cells.back().text = printedFigure(*found, draft.words.texts());
            // A bound or an unknown figure is never the best of its line.
            if (found->value.isUnknown() || found->value.isLowerBound())
                continue;
            ++known;
            values.push_back(&found->value);
            const double value = found->value.typical();
            if (best && value == best->value.typical())
                ++equal;
            if (!best || (criterion.isMoreBetter ? value > best->value.typical() : value < best->value.typical())) {
                best = &*found;
                bestOption = &option;
            }
        }
        if (row.cells.front().text.isEmpty())
            continue;
        const bool isDecided = known == options.size() && equal == 0 && bestOption;
        const bool isWithinRange = isDecided && std::ranges::any_of(values, [best](const Value* value) {
                                       return value != &best->value && areWithinRange(*value, best->value);
                                   });
        row.cells.push_back({isWithinRange ? draft.words.text("options.within-range")
                             : isDecided   ? QString::fromStdString(bestOption->name)
                                           : QString()});
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty())
        return;
    // Of what models: as many of another one are not the same.
    TableRow models{{{draft.words.text("replace.accelerators")}}};
    for (const OptionColumn& option : options)
        models.cells.push_back({QString::fromStdString(option.accelerators)});
    models.cells.push_back({});
    if (std::ranges::any_of(options, [](const OptionColumn& option) { return !option.accelerators.empty(); }))
        table.rows.insert(table.rows.begin(), std::move(models));
    toTextSheet(draft);
    draft.addHeading("report.options", QStringLiteral("options"));
    draft.add(std::move(table));
}

static void addCompliance(Draft& draft) {
    if (addRegister(draft, "report.compliance", "compliance", "compliance"))
        addComplianceMarks(draft, std::get<TableBlock>(draft.document.blocks.back()));
}
static void addResponsibility(Draft& draft) {
    if (addRegister(draft, "report.responsibility", "responsibility", "responsibility"))
        addNotes(draft, *draft.input.schedule("responsibility"));
}
static void addAssumptions(Draft& draft) { addRegister(draft, "report.assumptions", "assumptions", "assumptions"); }

/// What is invoiced when; it adds up to the price.
static void addPaymentPlan(Draft& draft) {
    const auto payments = scheduleOf(draft, "payments");
    if (!payments || draft.input.total.lines == 0)
        return;
    TableBlock table = tableOf(*payments, {"Phase", "Invoiced at", "Date", "Amount", "Currency"}, draft.words);
    table.size = 2.4;
    constexpr std::size_t mostPayments = 12;
    const std::size_t all = table.rows.size();
    if (all > mostPayments)
        table.rows.resize(mostPayments);
    draft.addHeading("report.payment-plan", QStringLiteral("payment-plan"), 2);
    draft.add(std::move(table));
    if (all > mostPayments)
        draft.addText(Message("report.payment-plan.more").with("count", all - mostPayments), Ink::Subdued);
}

static void addTerms(Draft& draft) {
    draft.addHeading("report.terms", QStringLiteral("terms"));
    draft.add(termsTable(draft));
    addPaymentPlan(draft);
}

static void addExclusions(Draft& draft) {
    if (draft.project().quote.exclusions.empty())
        return;
    draft.addHeading("report.exclusions", QStringLiteral("exclusions"));
    for (const std::string& exclusion : draft.project().quote.exclusions)
        draft.add(Paragraph{QStringLiteral("\u2013 ") + QString::fromStdString(exclusion), 2.75, Ink::Text,
                            Weight::Regular, 0.6});
}

static void addUnchecked(Draft& draft) {
    draft.addHeading("report.unchecked", QStringLiteral("unchecked"));
    TableBlock table = uncheckedTable(draft);
    // Where no question is asked yet, there is no column of their numbers.
    if (std::ranges::all_of(table.rows, [](const TableRow& row) { return row.cells.back().text.isEmpty(); })) {
        table.columns.pop_back();
        for (TableRow& row : table.rows)
            row.cells.pop_back();
    }
    draft.add(std::move(table));
}

static void addDrawingList(Draft& draft) {
    if (draft.drawings.empty())
        return;
    const QString revision = QString::fromStdString(draft.project().quote.revision);
    TableBlock table;
    table.columns = {
        {draft.words.text("report.column.number")},   {draft.words.text("report.column.title"), TextAlign::Left, true},
        {draft.words.text("report.column.scale")},    {draft.words.text("report.column.sheet")},
        {draft.words.text("report.column.revision")}, {draft.words.text("report.column.date")}};
    for (const DrawingEntry& drawing : draft.drawings)
        table.rows.push_back({{{drawing.number},
                               {drawing.title},
                               {drawing.scale},
                               {drawing.sheet},
                               {revision},
                               {QString::fromStdString(draft.input.date)}}});
    draft.addHeading("report.drawings", QStringLiteral("drawings"));
    draft.add(std::move(table));
}

static void addRevisions(Draft& draft) {
    TableBlock table;
    table.columns = {{draft.words.text("report.column.revision")},
                     {draft.words.text("report.column.date")},
                     {draft.words.text("report.column.purpose")},
                     {draft.words.text("report.column.prepared")},
                     {draft.words.text("report.column.checked")},
                     {draft.words.text("report.column.approved")},
                     {draft.words.text("report.column.change"), TextAlign::Left, true}};
    for (const IssuedRevision& issue : draft.project().revisions) {
        TableRow row;
        for (const std::string* text : {&issue.revision, &issue.date, &issue.purpose, &issue.preparedBy,
                                        &issue.checkedBy, &issue.approvedBy, &issue.note})
            row.cells.push_back({QString::fromStdString(*text)});
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty())
        return;
    draft.addHeading("report.revisions", QStringLiteral("revisions"));
    draft.add(std::move(table));
}

static void addDerivations(Draft& draft) {
    if (draft.input.figures.empty())
        return;
    draft.addHeading("report.derivations", QStringLiteral("derivations"));
    draft.addText(Message("report.derivations-note"), Ink::Subdued);
    StepsSpelledOut spelledOut;
    for (const ReportFigure& figure : draft.input.figures)
        if (isDerivedIn(draft.options.edition, figure.label))
            addDerivation(draft, figure, spelledOut);
    if (!draft.isPage)
        return;
    // The page leads from every figure to what is behind it, volumes from those that stand in their list alone.
    constexpr int kApart = 1000; // as figures of several things are numbered
    const std::set<QString> linked = linkedAnchors(draft.document);
    std::set<int> numbers;
    for (const ReportFigure& figure : draft.input.figures)
        numbers.insert(figure.number);
    for (const ReportFigure& reading : draft.input.readings) {
        if (!linked.contains(derivationAnchor(reading)) || draft.input.find(reading.label) != &reading)
            continue;
        ReportFigure numbered = reading;
        while (numbered.number > 0 && !numbers.insert(numbered.number).second)
            numbered.number += kApart;
        addDerivation(draft, numbered, spelledOut);
    }
}

static void addSources(Draft& draft) {
    std::vector<DerivationPtr> derived;
    for (const ReportFigure& figure : draft.input.figures)
        derived.push_back(figure.derivation);
    if (draft.isPage)
        for (const ReportFigure& reading : draft.input.readings)
            derived.push_back(reading.derivation);
    for (const DerivationPtr& derivation : derived)
        if (derivation)
            visitOnce(derivation, [&draft](const Derivation& node) {
                if (node.source && !isPriceLeaf(node) && !sourceText(*node.source).empty() &&
                    isNamed(draft, *node.source))
                    draft.numberOf(*node.source);
            });
    std::set<Source> ofParts;
    for (const PartCount& group : draft.context().groups())
        if (const Part* part = draft.context().part(group.part))
            std::ranges::copy_if(part->sources, std::inserter(ofParts, ofParts.end()),
                                 [part](const Source& source) { return !isSourceOfPrice(*part, source); });
    for (const Source& source : ofParts)
        if (!sourceText(source).empty() && isNamed(draft, source))
            draft.numberOf(source);
    if (draft.sources.empty())
        return;
    draft.addHeading("report.sources", QStringLiteral("sources"));
    TableBlock table;
    table.size = 2.4;
    table.columns = {{draft.words.text("report.column.number"), TextAlign::Right},
                     {draft.words.text("report.column.publisher")},
                     {draft.words.text("report.column.title"), TextAlign::Left, true},
                     {draft.words.text("report.column.date")},
                     {draft.words.text("report.column.page")}};
    int number = 0;
    for (const Source& source : draft.sources)
        table.rows.push_back({{{QString::number(++number)},
                               {QString::fromStdString(source.publisher)},
                               {QString::fromStdString(source.title)},
                               {QString::fromStdString(source.date)},
                               {QString::fromStdString(source.page)}}});
    draft.add(std::move(table));
}

/// What is read as text does not go on on the wide sheets of the schedules before it.
template <void (*fill)(Draft&)>
static void onTextSheet(Draft& draft) {
    toTextSheet(draft);
    fill(draft);
}

std::vector<Section> backSections() {
    return {{"options", 65, addOptions, ReportVolume::Proposal},
            {"bill", 70, addBill, ReportVolume::Proposal},
            {"responsibility", 100, addResponsibility, ReportVolume::Proposal},
            {"exclusions", 110, addExclusions, ReportVolume::Proposal},
            {"terms", 120, addTerms, ReportVolume::Proposal},
            {"compliance", 90, onTextSheet<addCompliance>},
            {"assumptions", 110, onTextSheet<addAssumptions>},
            {"unchecked", 140, onTextSheet<addUnchecked>},
            {"drawings", 150, onTextSheet<addDrawingList>},
            {"revisions", 160, onTextSheet<addRevisions>},
            {"derivations", 170, onTextSheet<addDerivations>},
            {"sources", 180, onTextSheet<addSources>}};
}

} // namespace rackwright::proposal
