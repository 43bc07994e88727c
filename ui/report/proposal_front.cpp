// SPDX-License-Identifier: GPL-3.0-or-later
// The front of a proposal: cover with headline figures, plans, elevations and what was checked.
#include "ui/paint/hall_section.h"
#include "ui/paint/rack_elevation.h"
#include "ui/paint/sketch.h"
#include "ui/report/edition.h"
#include "ui/report/finding_counts.h"
#include "ui/report/page_layout.h"
#include "ui/report/plan_page.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/registers.h"
#include "ui/report/subject_text.h"
#include "ui/report/text_lines.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <array>
#include <span>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostCards = 8;
constexpr double kCoverPlanHeight = 124;                 // mm
constexpr std::array kElevationScales = {0.1, 1.0 / 15}; // smaller ones could not be read

// What the customer asked for and whether the design holds it, in the words of the matrix.
QString verdictDetail(const Draft& draft, const RequirementAnswer& answer) {
    return draft.words.text(Message("report.card-target")
                                .with("target", targetText(*answer.requirement, draft.words.texts()))
                                .with("verdict", verdictText(answer, draft.words.texts())));
}

// "7.75–11.3 M USD", as the studio's card says it.
QString priceRange(const ReportFigure& figure, const Texts& texts) {
    const Value& value = figure.value;
    const Value range = Value::range(value.low(), value.typical(), value.high(), value.grade());
    return QString::fromStdString(shortFigure(range, figure.unit, figure.unitFactor, texts).spread);
}

Card priceCard(const Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    const SectionPrice& total = draft.input.total;
    Card card;
    card.caption =
        draft.words.text(quote.quoteClass == QuoteClass::Firm ? "report.price-firm" : "report.price-budgetary");
    card.value = total.unpriced >= total.lines ? draft.words.text("report.not-priced")
                                               : printedPrice(total, draft.words.texts());
    const ReportFigure* figure = draft.input.find(kPriceFigure);
    const RequirementAnswer* answer = worstAnswer(draft.input.requirements, kPriceFigure);
    QStringList details;
    if (answer)
        details << verdictDetail(draft, *answer);
    if (figure && figure->value.isRange())
        details << priceRange(*figure, draft.words.texts());
    details << priceDetail(draft);
    card.detail = details.join(QStringLiteral(" \u00b7 "));
    card.detailInk = total.unpriced > 0 ? Ink::Warning : Ink::Subdued;
    if (answer && (total.unpriced == 0 || answer->compliance == Compliance::NotMet))
        card.detailInk = verdictInk(answer->compliance);
    card.link = QStringLiteral("bill");
    if (figure && isDerivedIn(draft.options.edition, figure->label)) {
        card.note = figure->number;
        card.link = derivationAnchor(*figure);
    }
    return card;
}

Cards headlineCards(const Draft& draft) {
    Cards cards;
    std::vector<const ReportFigure*> shown;
    // What the customer asked for comes first.
    for (const ReportFigure& figure : draft.input.figures)
        if (figure.label != kPriceFigure && worstAnswer(draft.input.requirements, figure.label))
            shown.push_back(&figure);
    const auto add = [&](const ReportFigure* figure) {
        if (figure && figure->label != kPriceFigure && !std::ranges::count(shown, figure))
            shown.push_back(figure);
    };
    for (const std::string_view label : kCoverFigures)
        add(draft.input.find(label));
    for (const ReportFigure& figure : draft.input.figures)
        if (figure.isHeadline)
            add(&figure);
    const bool hasPrice = draft.input.total.lines > 0;
    const std::size_t room = kMostCards - (hasPrice ? 1 : 0);
    for (std::size_t i = 0; i < std::min(shown.size(), room); ++i)
        cards.cards.push_back(cardOf(draft, *shown[i]));
    if (hasPrice)
        cards.cards.push_back(priceCard(draft));
    return cards;
}

Drawing planOf(const Draft& draft, const Room& room, QSizeF paper, bool isFull) {
    FloorPlanOptions options;
    options.showDimensions = isFull;
    options.showReferences = isFull;
    options.legibleSize = kLeastPrint;
    return planOnPaper(draft.project(), draft.design(), room, draft.input.overlay, draft.words.texts(), paper, options);
}

const Room* roomWithMostRacks(const Design& design) {
    const Room* best = nullptr;
    std::size_t most = 0;
    for (const Room& room : design.rooms) {
        const auto count = static_cast<std::size_t>(std::ranges::count(design.racks, room.id, &Rack::room));
        if (room.outline.size() >= 3 && (!best || count > most)) {
            best = &room;
            most = count;
        }
    }
    return best;
}

// Of findings, as the window and the verbs count them; how many places were checked stands beside the list of rules.
std::vector<Chip> countChips(const Draft& draft) {
    const FindingCounts counts = findingCounts(draft.input.checks);
    const auto chip = [&](const char* id, std::int64_t count, Ink ink, Ink ground) {
        const bool isQuiet = count == 0;
        return Chip{draft.words.text(Message(id).with("count", count)), isQuiet ? Ink::Subdued : ink,
                    isQuiet ? Ink::Panel : ground};
    };
    return {chip("report.count.errors", counts.errors, Ink::Bad, Ink::BadWash),
            chip("report.count.warnings", counts.warnings, Ink::Warning, Ink::WarningWash),
            chip("report.count.notes", counts.notes, Ink::Note, Ink::NoteWash),
            chip("report.count.not-checked", counts.notChecked, Ink::Warning, Ink::WarningWash),
            chip("report.count.accepted", counts.accepted, Ink::Note, Ink::NoteWash)};
}

TableCell severityCell(const Draft& draft, const Finding& finding) {
    if (finding.state == RuleState::NotChecked)
        return {draft.words.text("report.state.not-checked"), Ink::Warning, Weight::Medium, Ink::WarningWash};
    if (finding.state == RuleState::Accepted)
        return {draft.words.text("report.state.accepted"), Ink::Note, Weight::Medium, Ink::NoteWash};
    const QString text = draft.words.text("report.severity." + std::string(enumName(finding.severity)));
    switch (finding.severity) {
    case Severity::Error:
        return {text, Ink::Bad, Weight::Medium, Ink::BadWash};
    case Severity::Warning:
        return {text, Ink::Warning, Weight::Medium, Ink::WarningWash};
    case Severity::Note:
        break;
    }
    return {text, Ink::Note, Weight::Medium, Ink::NoteWash};
}

/// Names of any length leave the sentence its meaning.
Message withShortNames(Message message) {
    for (Argument& argument : message.arguments)
        if (auto* name = std::get_if<std::string>(&argument.value))
            *name = abridged(*name);
    return message;
}

TableRow findingRow(const Draft& draft, const Finding& finding) {
    const Texts& texts = draft.words.texts();
    QString what = draft.words.text(withShortNames(findingMessage(finding, draft.project(), texts)));
    if (finding.acceptance)
        what += QLatin1Char('\n') + draft.words.text(Message("report.accepted-by")
                                                         .with("person", finding.acceptance->person)
                                                         .with("date", finding.acceptance->date)
                                                         .with("reason", finding.acceptance->reason));
    const auto amount = [&](const std::optional<Value>& value) {
        if (!value || !value->isLowerBound() || value->isUnknown())
            return QString::fromStdString(amountOf(draft.context(), value, finding.unit, texts));
        const Value bound = Value::range(value->low(), value->typical(), value->high(), value->grade());
        return draft.words.text(Message(isMoneyUnit(finding.unit) ? "amount.from" : "report.at-least")
                                    .with("amount", amountOf(draft.context(), bound, finding.unit, texts)));
    };
    return {{severityCell(draft, finding),
             {QString::fromStdString(finding.rule->id)},
             {what},
             {QString::fromStdString(placesOf(draft.context(), finding.subjects, texts))},
             {amount(finding.measured)},
             {amount(finding.limit)}}};
}

// "12 failed, 48 not checked": all that a reader must know of a rule; what passed and does not apply only where that is
// all there is.
TableCell ruleResult(const Draft& draft, const RuleCounts& counts) {
    if (counts.isBroken)
        return {draft.words.text("report.result.broken"), Ink::Warning};
    QStringList parts;
    const auto add = [&](const char* id, std::size_t count) {
        if (count > 0)
            parts << draft.words.text(Message(id).with("count", count));
    };
    add("report.count.failed", counts.failed);
    add("report.count.accepted", counts.accepted);
    add("report.count.not-checked", counts.notChecked);
    add("report.count.passed", counts.passed);
    const Ink ink = counts.failed > 0       ? Ink::Bad
                    : counts.notChecked > 0 ? Ink::Warning
                    : counts.accepted > 0   ? Ink::Note
                                            : Ink::Good;
    return {parts.join(QStringLiteral(", ")), ink};
}

bool isWithoutSubject(const RuleCounts& counts) {
    return !counts.isBroken && counts.passed + counts.failed + counts.accepted + counts.notChecked == 0;
}

/// The rules that have nothing to judge here share one line, so that they do not fill a page.
void addRulesWithoutSubject(Draft& draft) {
    QStringList names;
    for (const RuleCounts& counts : draft.input.rules)
        if (isWithoutSubject(counts))
            names << QString::fromStdString(counts.rule->id);
    if (names.isEmpty())
        return;
    draft.add(Space{1});
    draft.add(Paragraph{
        draft.words.text(
            Message("report.rules-without-subject").with("rules", names.join(QStringLiteral(", ")).toStdString())),
        2.4, Ink::Subdued, Weight::Regular, 0.6});
}

TableBlock ruleTable(const Draft& draft) {
    TableBlock table;
    table.columns = {{draft.words.text("report.column.rule")},
                     {draft.words.text("report.column.check"), TextAlign::Left, true},
                     {draft.words.text("report.column.result")},
                     {draft.words.text("report.column.basis")}};
    for (const RuleCounts& counts : draft.input.rules) {
        if (isWithoutSubject(counts))
            continue;
        table.rows.push_back({{{QString::fromStdString(counts.rule->id)},
                               {draft.words.text(counts.rule->title)},
                               ruleResult(draft, counts),
                               {QString::fromStdString(referenceOfEdition(
                                    draft.words.texts().text(counts.rule->reference), draft.options.edition)),
                                Ink::Subdued}}});
    }
    return table;
}

} // namespace

Card cardOf(const Draft& draft, const ReportFigure& figure) {
    Card card;
    card.caption = captionOf(figure, draft.words);
    // What is not known stands below the figure, which itself has its own place.
    const bool isBound = figure.value.isLowerBound() && !figure.value.isUnknown();
    card.value = isBound ? printedBound(figure, draft.words.texts()) : printedFigure(figure, draft.words.texts());
    if (isDerivedIn(draft.options.edition, figure.label)) {
        card.note = figure.number;
        card.link = derivationAnchor(figure);
    }
    if (const RequirementAnswer* answer = worstAnswer(draft.input.requirements, figure.label)) {
        card.detail = verdictDetail(draft, *answer);
        card.detailInk = verdictInk(answer->compliance);
        return card;
    }
    if (isBound)
        card.detail = draft.words.text(Message("report.card-bound")
                                           .with("unknown", figure.value.unknownTerms())
                                           .with("terms", figure.value.terms()));
    else if (figure.value.isUnknown())
        card.detail = draft.words.text("report.card-unknown");
    else
        card.detail = draft.words.text(
            Message("report.card-grade").with("grade", draft.words.texts().grade(figure.value.grade())));
    if (isBound || figure.value.isUnknown())
        card.detailInk = Ink::Warning;
    return card;
}

QString paperName(const PageFormat& format) {
    switch (format.paper) {
    case Paper::A4:
        return QStringLiteral("A4");
    case Paper::A3:
        return QStringLiteral("A3");
    case Paper::Letter:
        return QStringLiteral("Letter");
    case Paper::Tabloid:
        break;
    }
    return QStringLiteral("Tabloid");
}

void addCover(Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    const Option* option = findOption(draft.project(), draft.context().snapshot().option);
    draft.add(Heading{QString::fromStdString(draft.project().name), 0, QStringLiteral("cover")});
    QStringList subtitle{draft.words.text("report.volume.review")};
    if (!quote.customer.empty())
        subtitle.append(draft.words.text(Message("report.review-for").with("customer", abridged(quote.customer))));
    if (option && draft.project().options.size() > 1)
        subtitle.append(draft.words.text(Message("report.option")
                                             .with("option", abridged(option->name))
                                             .with("count", draft.project().options.size())));
    if (!draft.project().description.empty())
        subtitle.append(QString::fromStdString(draft.project().description));
    draft.add(Paragraph{subtitle.join(QStringLiteral(" \u00b7 ")), 2.75, Ink::Subdued, Weight::Regular, 4});
    draft.add(headlineCards(draft));
    draft.add(Space{1.5});
    draft.add(Chips{countChips(draft)});
    const Margins margins;
    const QSizeF sheet = PageFormat{draft.input.paper, false}.size();
    if (const Room* room = roomWithMostRacks(draft.design())) {
        draft.add(Heading{draft.words.text("report.floor-plan"), 3, {}});
        draft.attempt(draft.words.text(Message("report.plan-of").with("room", room->name)), [&] {
            draft.add(DrawingBlock{
                planOf(draft, *room, {sheet.width() - 2 * margins.side, kCoverPlanHeight}, false), {}, true});
        });
    }
    draft.add(Heading{draft.words.text("report.contents"), 3, {}});
    draft.add(Contents{});
}

static void addChecks(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.checks", QStringLiteral("checks"));
    draft.add(Chips{countChips(draft)});
    const CheckReport& report = draft.input.checks;
    draft.addText(Message("check.counts")
                      .with("passed", report.passed)
                      .with("failed", report.failed)
                      .with("accepted", report.accepted)
                      .with("not-applicable", report.notApplicable)
                      .with("not-checked", report.notChecked),
                  Ink::Subdued);
    TableBlock findings;
    findings.tallestRow = 0.3; // they name things and places
    findings.columns = {{draft.words.text("report.column.state")},
                        {draft.words.text("report.column.rule")},
                        {draft.words.text("report.column.what"), TextAlign::Left, true},
                        {draft.words.text("report.column.where")},
                        {draft.words.text("report.column.found"), TextAlign::Right},
                        {draft.words.text("report.column.limit"), TextAlign::Right}};
    for (const Finding& finding : draft.input.checks.findings)
        findings.rows.push_back(findingRow(draft, finding));
    if (findings.rows.empty())
        draft.addText(Message("report.no-findings"), Ink::Subdued);
    else
        draft.add(std::move(findings));
    if (draft.input.rules.empty())
        return;
    draft.addHeading("report.rules", QStringLiteral("rules"), 2);
    TableBlock table = ruleTable(draft);
    if (!table.rows.empty())
        draft.add(std::move(table));
    addRulesWithoutSubject(draft);
}

void addPlans(Draft& draft) {
    const PageFormat format = draft.drawingSheet();
    int number = 100;
    for (const Room& room : draft.design().rooms) {
        if (room.outline.size() < 3)
            continue;
        const QString title = draft.words.text(Message("report.plan-of").with("room", room.name));
        const QString sheet = QStringLiteral("A-%1").arg(++number);
        draft.attempt(title, [&] {
            Drawing plan = planOf(draft, room, planRoom(format), true);
            draft.drawings.push_back({sheet, title, scaleName(plan.scale), paperName(format)});
            draft.add(PageBreak{format, sheet, title, scaleName(plan.scale)});
            draft.add(Heading{plan.title + QStringLiteral(", ") + scaleName(plan.scale), 1,
                              QStringLiteral("plan:%1").arg(room.id.value)});
            draft.add(DrawingBlock{std::move(plan), {}, true});
        });
    }
}

// Of each room with racks along its longest row.
static void addHallSections(Draft& draft) {
    const PageFormat format = draft.drawingSheet();
    int number = 150;
    for (const Room& room : draft.design().rooms) {
        const auto row = room.outline.size() < 3 ? std::nullopt : longestRow(draft.project(), draft.design(), room.id);
        if (!row)
            continue;
        const QString title = draft.words.text(Message("report.section-of").with("room", room.name));
        const QString sheet = QStringLiteral("A-%1").arg(++number);
        draft.attempt(title, [&] {
            Drawing section =
                hallSectionDrawing(draft.project(), draft.design(), *row, draft.words.texts(), planRoom(format));
            draft.drawings.push_back({sheet, title, scaleName(section.scale), paperName(format)});
            draft.add(PageBreak{format, sheet, title, scaleName(section.scale)});
            const QStringList heading{section.title, QString::fromStdString(room.name), scaleName(section.scale)};
            draft.add(Heading{heading.join(QStringLiteral(", ")), 1, QStringLiteral("section:%1").arg(room.id.value)});
            draft.add(DrawingBlock{std::move(section), {}, true});
        });
    }
}

static void addElevations(Draft& draft) {
    const std::vector<AlikeRacks> groups = alikeRacks(draft.project(), draft.design(), draft.words.texts());
    const PageFormat format = draft.drawingSheet();
    const Margins margins;
    const QSizeF room(format.size().width() - 2 * margins.side,
                      format.size().height() - margins.top - margins.bottom - 18);
    std::vector<ElevationSubject> all;
    for (const AlikeRacks& group : groups)
        all.push_back({group.racks.front(), group.caption});
    const auto row = [&](std::span<const ElevationSubject> shown, Face face, double scale) {
        return rowElevationDrawing(draft.project(), draft.design(), {shown.begin(), shown.end()}, face,
                                   draft.input.overlay, draft.words.texts(), {scale, kLeastPrint});
    };
    // The largest scale at which all fit on one sheet a face; more racks take more sheets at the smallest.
    double scale = kElevationScales.back();
    for (const double larger : kElevationScales) {
        const QSizeF size = paperSize(row(all, Face::Front, larger));
        if (size.width() <= room.width() && size.height() <= room.height()) {
            scale = larger;
            break;
        }
    }
    int sheetNumber = 200;
    for (std::size_t from = 0; from < all.size();) {
        std::size_t count = 1;
        while (from + count < all.size() &&
               paperSize(row(std::span(all).subspan(from, count + 1), Face::Front, scale)).width() <= room.width())
            ++count;
        for (const Face face : {Face::Front, Face::Rear}) {
            Drawing drawing = row(std::span(all).subspan(from, count), face, scale);
            const QString title = drawing.title + QStringLiteral(", ") + scaleName(scale);
            const QString sheet = QStringLiteral("A-%1").arg(++sheetNumber);
            draft.drawings.push_back({sheet, drawing.title, scaleName(scale), paperName(format)});
            draft.add(PageBreak{format, sheet, drawing.title, scaleName(scale)});
            const QString anchor = QStringLiteral("elevations:%1").arg(sheetNumber);
            draft.add(Heading{title, from == 0 ? 1 : 2, anchor});
            draft.add(DrawingBlock{std::move(drawing), {}, false});
        }
        from += count;
    }
}

std::vector<Section> frontSections() {
    return {{"checks", 10, addChecks},
            {"plans", 20, addPlans},
            {"sections", 25, addHallSections},
            {"elevations", 30, addElevations}};
}

} // namespace rackwright::proposal
