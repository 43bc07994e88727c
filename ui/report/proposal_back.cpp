// SPDX-License-Identifier: GPL-3.0-or-later
// The back of a proposal: bill, matrices, registers, terms, exclusions, derivations and sources.
#include "ui/charts/chart.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/registers.h"
#include "ui/text/derivation_text.h"

#include "model/figures/traced.h"
#include "solvers/cost/cost_kernels.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace rackwright::proposal {

namespace {

constexpr double kChartWidth = 150;
constexpr std::size_t kMostSteps = 120; // of one derivation; beyond it the reader is sent to `explain`

constexpr std::array<std::string_view, 9> kUnchecked = {"cfd",     "structural", "short-circuit", "earthing", "fire",
                                                        "seismic", "acoustics",  "water",         "code"};

const Schedule* customerBill(const ReportInput& input) {
    for (const Schedule& schedule : input.schedules)
        if (schedule.edition == Edition::Customer && schedule.id.starts_with("bom"))
            return &schedule;
    return nullptr;
}

Chart priceChart(const Draft& draft) {
    Chart chart{draft.words.text("report.price-by-section"), {}};
    for (const SectionPrice& section : draft.input.sections) {
        const bool isBound = section.isLowerBound || section.unpriced > 0;
        const QString printed = section.unpriced >= section.lines ? draft.words.text("report.not-priced")
                                                                  : printedPrice(section, draft.words.texts());
        chart.bars.push_back({draft.words.text("report.section." + std::string(enumName(section.section))),
                              section.amount.inUnits(), printed, isBound});
    }
    return chart;
}

void addNotes(Draft& draft, const Schedule& schedule) {
    for (const Message& note : schedule.notes)
        draft.add(Paragraph{draft.words.text(note), 2.4, Ink::Subdued, Weight::Regular, 0.6});
}

void addRegister(Draft& draft, const char* heading, const char* anchor, const char* none, const char* id) {
    draft.addHeading(heading, QString::fromLatin1(anchor));
    const Schedule* schedule = draft.input.schedule(id);
    if (!schedule || schedule->rows.empty()) {
        draft.addText(Message(none), Ink::Subdued);
        return;
    }
    draft.add(tableOf(*schedule, {}, draft.words));
    addNotes(draft, *schedule);
}

TableBlock termsTable(const Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    TableBlock table;
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
    for (const ExchangeRate& rate : quote.exchangeRates)
        add("report.term.exchange-rate", draft.words.text(Message("report.exchange-rate")
                                                              .with("from", rate.from.code())
                                                              .with("to", rate.to.code())
                                                              .with("rate", static_cast<double>(rate.nanoRate) / 1e9)
                                                              .with("date", rate.date)));
    add("report.term.delivery", given(quote.deliveryPlace));
    add("report.term.incoterm", given(quote.incoterm));
    add("report.term.tax", draft.words.text(quote.isTaxIncluded ? "report.tax-in" : "report.tax-out"));
    add("report.term.payment", given(quote.paymentTerms));
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

bool isSourceOfPrice(const Part& part, const Source& source) {
    return std::ranges::any_of(part.prices, [&source](const Price& price) { return price.rate.source == source; });
}

// A proposal goes to the customer, who is not told where a price comes from; its grade stays.
std::string originForCustomer(const DerivationStep& step, const Texts& texts) {
    return isPriceLeaf(*step.node) ? texts.grade(step.node->value.grade()) : step.origin;
}

void addDerivation(Draft& draft, const ReportFigure& figure) {
    const Texts& texts = draft.words.texts();
    draft.add(Heading{QStringLiteral("%1  %2: %3")
                          .arg(figure.number)
                          .arg(captionOf(figure, draft.words), printedFigure(figure, texts)),
                      2, derivationAnchor(figure)});
    draft.add(Paragraph{draft.words.text(figure.definition), 2.6, Ink::Text, Weight::Regular, 0.4});
    const std::string basis =
        figure.reference.empty() ? figure.formula : figure.formula + " (" + figure.reference + ")";
    draft.add(Paragraph{QString::fromStdString(figure.label + (basis.empty() ? "" : " = " + basis)), 2.4, Ink::Subdued,
                        Weight::Regular, 1.4});
    if (!figure.derivation) {
        draft.addText(Message("report.no-derivation"), Ink::Warning);
        return;
    }
    TableBlock table;
    table.size = 2.4;
    table.columns = {{draft.words.text("report.column.quantity")},
                     {draft.words.text("report.column.formula"), TextAlign::Left, true},
                     {draft.words.text("report.column.value"), TextAlign::Right},
                     {draft.words.text("report.column.source")}};
    const std::vector<DerivationStep> steps = derivationSteps(*figure.derivation, texts);
    for (std::size_t i = 0; i < std::min(steps.size(), kMostSteps); ++i) {
        TableCell label{QString::fromStdString(steps[i].label)};
        label.indent = std::min(steps[i].depth, 8) * 1.8;
        if (i == 0)
            label.weight = Weight::Medium;
        table.rows.push_back({{label,
                               {QString::fromStdString(steps[i].formula)},
                               {QString::fromStdString(steps[i].amount)},
                               {QString::fromStdString(originForCustomer(steps[i], texts)), Ink::Subdued}}});
    }
    draft.add(std::move(table));
    if (steps.size() > kMostSteps)
        draft.addText(Message("report.steps-left-out").with("count", steps.size() - kMostSteps), Ink::Subdued);
}

} // namespace

void addBill(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.bill", QStringLiteral("bill"));
    const Schedule* bill = customerBill(draft.input);
    if (bill && !bill->rows.empty()) {
        draft.add(tableOf(*bill,
                          {"Line", "Part number", "Description", "Qty", "Unit", "Unit price", "Discount %", "Net total",
                           "Lead time", "Notes"},
                          draft.words));
        addNotes(draft, *bill);
    } else {
        draft.addText(Message("report.no-bill"), Ink::Subdued);
    }
    if (draft.input.sections.empty())
        return;
    draft.addHeading("report.price-by-section", QStringLiteral("price-by-section"), 2);
    draft.add(DrawingBlock{chartDrawing(priceChart(draft), kChartWidth), {}, false});
    draft.addText(Message("report.total")
                      .with("amount", draft.words.texts().money(draft.input.total.amount))
                      .with("unpriced", draft.input.total.unpriced)
                      .with("lines", draft.input.total.lines),
                  draft.input.total.unpriced > 0 ? Ink::Warning : Ink::Text);
}

/// The verdict in its colour, the value leading to its derivation.
void addComplianceMarks(const Draft& draft, TableBlock& table) {
    std::size_t row = 0;
    for (const Requirement& requirement : draft.project().requirements) {
        if (row >= table.rows.size() || table.rows[row].cells.size() < 2)
            return;
        const ReportFigure* figure = draft.input.find(requirement.figure);
        TableCell& verdict = table.rows[row].cells.back();
        const Compliance compliance = complianceOf(requirement, figure);
        verdict.ink = compliance == Compliance::Met      ? Ink::Good
                      : compliance == Compliance::NotMet ? Ink::Bad
                                                         : Ink::Warning;
        verdict.weight = Weight::Medium;
        if (figure)
            table.rows[row].cells[table.rows[row].cells.size() - 2].link = derivationAnchor(*figure);
        ++row;
    }
}

void addMatrices(Draft& draft) {
    addRegister(draft, "report.compliance", "compliance", "report.no-requirements", "compliance");
    if (auto* table = std::get_if<TableBlock>(&draft.document.blocks.back()))
        addComplianceMarks(draft, *table);
    addRegister(draft, "report.responsibility", "responsibility", "report.no-items", "responsibility");
    addRegister(draft, "report.assumptions", "assumptions", "report.no-assumptions", "assumptions");
}

void addTerms(Draft& draft) {
    draft.addHeading("report.terms", QStringLiteral("terms"));
    draft.add(termsTable(draft));
    draft.addHeading("report.exclusions", QStringLiteral("exclusions"));
    for (const std::string& exclusion : draft.project().quote.exclusions)
        draft.add(Paragraph{QStringLiteral("\u2013 ") + QString::fromStdString(exclusion), 2.75, Ink::Text,
                            Weight::Regular, 0.6});
    if (draft.project().quote.exclusions.empty())
        draft.addText(Message("report.no-exclusions"), Ink::Subdued);
    draft.addHeading("report.unchecked", QStringLiteral("unchecked"));
    draft.add(uncheckedTable(draft));
}

void addDerivations(Draft& draft) {
    if (draft.input.figures.empty())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.derivations", QStringLiteral("derivations"));
    draft.addText(Message("report.derivations-note"), Ink::Subdued);
    for (const ReportFigure& figure : draft.input.figures)
        addDerivation(draft, figure);
}

void addSources(Draft& draft) {
    std::set<Source> sources;
    for (const ReportFigure& figure : draft.input.figures)
        if (figure.derivation)
            visitOnce(figure.derivation, [&sources](const Derivation& node) {
                if (node.source && !isPriceLeaf(node))
                    sources.insert(*node.source);
            });
    for (const PartCount& group : draft.context().groups())
        if (const Part* part = draft.context().part(group.part))
            std::ranges::copy_if(part->sources, std::inserter(sources, sources.end()),
                                 [part](const Source& source) { return !isSourceOfPrice(*part, source); });
    draft.addHeading("report.sources", QStringLiteral("sources"));
    if (sources.empty()) {
        draft.addText(Message("report.no-sources"), Ink::Subdued);
        return;
    }
    TableBlock table;
    table.size = 2.4;
    table.columns = {{draft.words.text("report.column.number"), TextAlign::Right},
                     {draft.words.text("report.column.publisher")},
                     {draft.words.text("report.column.title"), TextAlign::Left, true},
                     {draft.words.text("report.column.date")},
                     {draft.words.text("report.column.page")}};
    int number = 0;
    for (const Source& source : sources)
        table.rows.push_back({{{QString::number(++number)},
                               {QString::fromStdString(source.publisher)},
                               {QString::fromStdString(source.title)},
                               {QString::fromStdString(source.date)},
                               {QString::fromStdString(source.page)}}});
    draft.add(std::move(table));
}

} // namespace rackwright::proposal
