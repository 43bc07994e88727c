// SPDX-License-Identifier: GPL-3.0-or-later
// The first pages of a customer's proposal: the cover, and on one page what was asked, what is offered, what that
// achieves and needs, its price, its lead time and what is open.
#include "solvers/cost/cost_kernels.h"
#include "solvers/node/node_inside.h"
#include "solvers/node/node_kinds.h"
#include "ui/paint/node_diagram.h"
#include "ui/report/edition.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/readiness.h"
#include "ui/report/registers.h"
#include "ui/report/text_lines.h"
#include "ui/text/figure_title.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostAsked = 7;    // requirements on the page; the technical review has them all
constexpr std::size_t kMostRisks = 4;    // the register has them all
constexpr std::size_t kMostResults = 4;  // cards
constexpr std::size_t kMostNetworks = 4; // in the words of the offer

QString said(const std::string& text) { return QString::fromStdString(text); }

TableBlock compact(std::vector<TableColumn> columns) {
    TableBlock table;
    table.size = 2.2;
    table.columns = std::move(columns);
    return table;
}

const char* verdictOf(const RequirementAnswer& answer) {
    switch (answer.compliance) {
    case Compliance::Met:
        return "report.compliance.met";
    case Compliance::NotMet:
        return "report.compliance.not-met";
    case Compliance::Unknown:
        break;
    }
    return "report.compliance.open";
}

void addAsked(Draft& draft) {
    const std::vector<RequirementAnswer>& answers = draft.input.requirements;
    // That we noted none is no news to who asked.
    if (answers.empty() && draft.options.edition == Edition::Customer)
        return;
    draft.addHeading("report.answer.asked", {}, 2);
    if (answers.empty())
        return draft.addText(Message("report.answer.nothing-asked"), Ink::Subdued);
    TableBlock table = compact({{draft.words.text("report.answer.requirement"), TextAlign::Left, true},
                                {draft.words.text("report.answer.target")},
                                {draft.words.text("report.answer.offer")},
                                {draft.words.text("report.column.result")}});
    for (const RequirementAnswer& answer : answers) {
        if (table.rows.size() == kMostAsked)
            break;
        const ReportFigure* figure = draft.input.find(answer.requirement->figure);
        table.rows.push_back({{{said(abridged(answer.requirement->text))},
                               {said(targetText(*answer.requirement, draft.words.texts()))},
                               figure ? figureCell(draft, *figure) : TableCell{},
                               {draft.words.text(verdictOf(answer)), verdictInk(answer.compliance), Weight::Medium}}});
    }
    draft.add(std::move(table));
    if (answers.size() > kMostAsked)
        draft.addText(Message("report.answer.more-asked").with("count", answers.size() - kMostAsked), Ink::Subdued);
}

QString figureText(const Draft& draft, std::string_view label) {
    const ReportFigure* figure = draft.input.find(label);
    return figure && !figure->value.isUnknown() ? printedReading(*figure, draft.words.texts()) : QString();
}

/// For the word that goes with a figure; of what is not known more than one.
std::int64_t countOf(const ReportFigure* figure) {
    constexpr std::int64_t many = 2;
    return figure && figure->value.isKnown() ? std::llround(figure->value.typical()) : many;
}

QString computeOffer(const Draft& draft) {
    QStringList kinds;
    const ScaleUpLevel level = scaleUpLevel(draft.project(), draft.design());
    for (const NodeKind& kind : nodeKinds(draft.project(), draft.design())) {
        const auto scaleUp = std::ranges::find(level.kinds, kind.system, &ScaleUpKind::system);
        if (scaleUp != level.kinds.end())
            kinds << nodeTitle(nodeInside(draft.project(), *scaleUp), draft.project(), draft.words.texts());
    }
    const QString used = figureText(draft, figure_of::designAcceleratorsInUse);
    if (used.isEmpty())
        return kinds.join(QStringLiteral("; "));
    const ReportFigure* spare = draft.input.find(figure_of::designAcceleratorsSpare);
    const bool hasSpares = spare && spare->value.isKnown() && spare->value.typical() > 0;
    return draft.words.text(
        Message(hasSpares ? "report.offer.compute" : "report.offer.compute-no-spare")
            .with("used", used.toStdString())
            .with("spare", hasSpares ? printedReading(*spare, draft.words.texts()).toStdString() : std::string())
            .with("nodes", figureText(draft, figure_of::designNodes).toStdString())
            .with("node-count", countOf(draft.input.find(figure_of::designNodes)))
            .with("used-count", countOf(draft.input.find(figure_of::designAcceleratorsInUse)))
            .with("kinds", kinds.join(QStringLiteral("; ")).toStdString()));
}

QString networkOffer(const Draft& draft) {
    QStringList networks;
    for (const Network& network : draft.design().networks) {
        const auto count = [&](FigureHandle figure) {
            const ReportFigure* found = draft.input.find(figure, Subject(network.id));
            return found ? printedReading(*found, draft.words.texts()).toStdString() : std::string();
        };
        const auto number = [&](FigureHandle figure) { return countOf(draft.input.find(figure, Subject(network.id))); };
        const std::string endpoints = count(figure_of::fabricEndpoints);
        if (endpoints.empty()) // of those that jobs do not wait for the name is enough
            networks << said(abridged(network.name));
        else
            networks << draft.words.text(Message("report.offer.network")
                                             .with("network", abridged(network.name))
                                             .with("endpoints", endpoints)
                                             .with("switches", count(figure_of::fabricSwitches))
                                             .with("cables", count(figure_of::fabricCables))
                                             .with("endpoint-count", number(figure_of::fabricEndpoints))
                                             .with("switch-count", number(figure_of::fabricSwitches))
                                             .with("cable-count", number(figure_of::fabricCables)));
        if (static_cast<std::size_t>(networks.size()) == kMostNetworks)
            break;
    }
    return networks.join(QStringLiteral("; "));
}

QString storageOffer(const Draft& draft) {
    QStringList pools;
    for (const StoragePool& pool : draft.design().storagePools) {
        QStringList facts;
        for (const FigureHandle& figure : {figure_of::poolCapacityUsable, figure_of::poolRead})
            if (const ReportFigure* found = draft.input.find(figure, Subject(pool.id));
                found && !found->value.isUnknown())
                facts << said(figureTitle(figure.name, draft.words.texts())).toLower() + QLatin1Char(' ') +
                             printedReading(*found, draft.words.texts());
        pools << said(abridged(pool.name)) +
                     (facts.isEmpty() ? QString() : QStringLiteral(": ") + facts.join(QStringLiteral(", ")));
        if (static_cast<std::size_t>(pools.size()) == kMostNetworks)
            break;
    }
    return pools.join(QStringLiteral("; "));
}

QString rackOffer(const Draft& draft) {
    const QString racks = figureText(draft, figure_of::designRacks);
    return racks.isEmpty()
               ? QString()
               : draft.words.text(Message("report.offer.racks")
                                      .with("racks", racks.toStdString())
                                      .with("rows", figureText(draft, figure_of::designRows).toStdString())
                                      .with("devices", figureText(draft, figure_of::designDevices).toStdString())
                                      .with("rack-count", countOf(draft.input.find(figure_of::designRacks)))
                                      .with("row-count", countOf(draft.input.find(figure_of::designRows)))
                                      .with("device-count", countOf(draft.input.find(figure_of::designDevices))));
}

QString coolingOffer(const Draft& draft) {
    QStringList units;
    for (std::size_t i = 0; i < EnumNames<CoolingUnitKind>::names.size(); ++i) {
        const auto kind = static_cast<CoolingUnitKind>(i);
        const auto count = std::ranges::count_if(draft.design().coolingUnits, [kind](const CoolingUnit& unit) {
            return unit.kind == kind && unit.scope.isPresent();
        });
        if (count > 0)
            units << draft.words.count(count) + QStringLiteral(" \u00d7 ") +
                         draft.words.text("report.item.cooling." + std::string(enumName(kind)));
    }
    return units.join(QStringLiteral(", "));
}

void addOffered(Draft& draft) {
    draft.addHeading("report.answer.offered", {}, 2);
    TableBlock table = termTable({{draft.words.text("section.compute"), computeOffer(draft)},
                                  {draft.words.text("report.part.networks"), networkOffer(draft)},
                                  {draft.words.text("section.storage"), storageOffer(draft)},
                                  {draft.words.text("section.racks"), rackOffer(draft)},
                                  {draft.words.text("section.cooling"), coolingOffer(draft)}});
    table.size = 2.2;
    draft.add(std::move(table));
}

void addAchieved(Draft& draft) {
    Cards cards;
    for (const Workload& workload : draft.design().workloads)
        for (const Card& card : resultCards(draft, workload))
            if (cards.cards.size() < kMostResults)
                cards.cards.push_back(card);
    for (const StoragePool& pool : draft.design().storagePools)
        if (const ReportFigure* read = draft.input.find(figure_of::poolRead, Subject(pool.id));
            read && cards.cards.size() < kMostResults) {
            Card card = shortCard(draft, *read);
            card.caption = said(figureTitle(figure_of::poolRead.name, draft.words.texts()));
            card.detail = said(abridged(pool.name));
            cards.cards.push_back(std::move(card));
            break;
        }
    draft.addHeading("report.answer.achieved", {}, 2);
    if (cards.cards.empty())
        return draft.addText(Message("report.answer.no-workload"), Ink::Subdued);
    draft.add(std::move(cards));
}

QString feedsText(const Draft& draft) {
    std::int64_t a = 0, b = 0;
    for (const PowerElement& element : draft.design().powerElements)
        if (element.kind == PowerElementKind::RackPdu && element.scope.isPresent()) {
            a += element.side == FeedSide::A ? 1 : 0;
            b += element.side == FeedSide::B ? 1 : 0;
        }
    return a + b == 0 ? QString() : draft.words.text(Message("report.answer.feeds").with("a", a).with("b", b));
}

/// Of a hall without liquid nobody asks how much of it there is.
bool isNoLiquid(std::string_view figure, const Value& value) {
    return (figure == figure_of::heatLiquid.name || figure == figure_of::coolingLiquidFlow.name) && value.isKnown() &&
           value.high() <= 0;
}

void addNeeded(Draft& draft) {
    draft.addHeading("report.answer.needed", {}, 2);
    std::vector<std::pair<QString, TableCell>> needs;
    const auto add = [&](QString caption, TableCell value) {
        value.weight = Weight::Medium;
        if (!value.text.isEmpty())
            needs.emplace_back(std::move(caption), std::move(value));
    };
    for (const std::string_view figure :
         {std::string_view(figure_of::powerItPeak), std::string_view(figure_of::powerUtilityPeak),
          std::string_view(figure_of::heatAir), std::string_view(figure_of::heatLiquid),
          std::string_view(figure_of::coolingLiquidFlow), std::string_view(figure_of::designWhiteSpace)})
        if (const ReportFigure* found = draft.input.find(figure);
            found && !found->value.isUnknown() && !isNoLiquid(figure, found->value))
            add(captionOf(*found, draft.words), figureCell(draft, *found));
    for (const ReportFigure& reading : draft.input.readings)
        if (reading.label.starts_with(kFloorLoad))
            add(draft.words.text("report.answer.floor-load"), figureCell(draft, reading));
    add(draft.words.text("report.answer.rack-feeds"), {feedsText(draft)});
    TableBlock table =
        compact({{QString()}, {QString(), TextAlign::Left, true}, {QString()}, {QString(), TextAlign::Left, true}});
    for (std::size_t i = 0; i < needs.size(); i += 2) {
        TableRow row;
        for (std::size_t k = i; k < std::min(i + 2, needs.size()); ++k) {
            row.cells.push_back({needs[k].first, Ink::Subdued});
            row.cells.push_back(needs[k].second);
        }
        table.rows.push_back(std::move(row));
    }
    draft.add(std::move(table));
}

std::string shareText(const Draft& draft, double share) {
    return draft.words.texts().figure(Value(share), "%", 0.01, {2});
}

void addPriceAndTime(Draft& draft) {
    draft.addHeading("report.answer.price", {}, 2);
    Cards cards;
    if (draft.input.total.lines > 0)
        cards.cards.push_back(offeredPrice(draft));
    const Readiness ready = readinessOf(draft.context(), draft.input.date);
    if (const ReportFigure* lead = draft.input.find(figure_of::costLeadTimeLongest)) {
        Card card = shortCard(draft, *lead);
        if (ready.longest)
            card.detail = said(abridged(ready.longestItem));
        cards.cards.push_back(std::move(card));
    }
    // A date that rests on what is known of the rest would be taken for a promise.
    Card date;
    date.caption = draft.words.text("report.answer.ready");
    const bool isOpen = ready.lastDelivery.empty() || ready.isDateOpen();
    date.value = isOpen ? draft.words.text("figure.unknown") : said(ready.lastDelivery);
    date.detailInk = ready.unknown > 0 ? Ink::Warning : Ink::Subdued;
    date.detail = draft.words.text(Message(ready.lastDelivery.empty() ? "report.answer.ready-unknown"
                                           : ready.isDateOpen()       ? "report.answer.ready-dearest"
                                           : ready.unknown > 0        ? "report.answer.ready-not-before"
                                                                      : "report.answer.ready-if-ordered")
                                       .with("date", ready.lastDelivery)
                                       .with("order", ready.order)
                                       .with("count", ready.unknown)
                                       .with("item", abridged(ready.dearestItem))
                                       .with("share", shareText(draft, ready.dearestShare)));
    cards.cards.push_back(std::move(date));
    if (const std::string& valid = draft.project().quote.validUntil; !valid.empty()) {
        Card until;
        until.caption = draft.words.text("report.quote.valid-until");
        until.value = said(valid);
        until.detail =
            draft.words.text(draft.project().quote.quoteClass == QuoteClass::Firm ? "report.firm" : "report.budgetary");
        cards.cards.push_back(std::move(until));
    }
    draft.add(std::move(cards));
}

struct Risk {
    QString what, owner, neededBy;
};

/// What one failure takes the most of, first; other findings of the same severity follow in their order.
constexpr std::array<std::string_view, 8> kLargestLosses = {"COOL-10",  "COOL-05",  "COOL-09", "POWER-05",
                                                            "POWER-13", "POWER-12", "NET-17",  "FLOOR-06"};

std::size_t lossPlace(const Finding& finding) {
    return static_cast<std::size_t>(std::ranges::find(kLargestLosses, finding.rule->id) - kLargestLosses.begin());
}

/// Failed ones of a severity, the largest loss first; how firm prices are is said by the class of the quote, and what
/// is not met stands as a requirement.
std::vector<const Finding*> worstFindings(const Draft& draft, Severity severity) {
    std::vector<const Finding*> found;
    for (const Finding& finding : draft.input.checks.findings)
        if (finding.state == RuleState::Failed && finding.severity == severity &&
            !finding.rule->id.starts_with("COST-") && !finding.rule->id.starts_with("REQ-"))
            found.push_back(&finding);
    std::ranges::stable_sort(found, {}, [](const Finding* finding) { return lossPlace(*finding); });
    return found;
}

/// What is not met or endangers the result, the worst first; then what nobody has said yet.
std::vector<Risk> risksOf(const Draft& draft) {
    std::vector<Risk> risks;
    const std::string& seller = draft.project().quote.seller;
    const QString ours = seller.empty() ? draft.words.text("report.term.seller") : said(seller);
    const auto addRequirements = [&](Compliance state) {
        for (const RequirementAnswer& answer : draft.input.requirements)
            if (answer.compliance == state)
                risks.push_back(
                    {draft.words.text(Message(state == Compliance::NotMet ? "report.risk.not-met" : "report.risk.open")
                                          .with("requirement", abridged(answer.requirement->text))),
                     ours,
                     {}});
    };
    const auto addFindings = [&](Severity severity) {
        for (const Finding* finding : worstFindings(draft, severity)) {
            const QString what = draft.words.text(finding->message);
            risks.push_back({finding->subjects.size() < 2
                                 ? what
                                 : draft.words.text(Message("report.risk.alike")
                                                        .with("finding", what.toStdString())
                                                        .with("count", finding->subjects.size() - 1)),
                             ours,
                             {}});
        }
    };
    addRequirements(Compliance::NotMet);
    addFindings(Severity::Error);
    const std::size_t before = risks.size();
    addFindings(Severity::Warning);
    constexpr std::size_t mostWarnings = 2; // a lead time that nobody knows is as large
    const auto firstWarnings =
        risks.begin() + static_cast<std::ptrdiff_t>(std::min(risks.size(), before + mostWarnings));
    const Readiness ready = readinessOf(draft.context(), draft.input.date);
    if (ready.isDateOpen())
        risks.insert(firstWarnings, {draft.words.text(Message("report.risk.lead-time")
                                                          .with("item", abridged(ready.dearestItem))
                                                          .with("share", shareText(draft, ready.dearestShare))),
                                     ours,
                                     {}});
    addRequirements(Compliance::Unknown);
    addFindings(Severity::Note);
    return risks;
}

void addRisks(Draft& draft) {
    std::vector<Risk> risks = risksOf(draft);
    std::vector<Risk> questions;
    for (const Rfi& rfi : draft.project().rfis)
        if (statusOf(draft.project(), rfi) == RfiStatus::Open)
            questions.push_back(
                {draft.words.text(Message(rfi.effect.empty() ? "report.risk.question" : "report.risk.question-effect")
                                      .with("number", rfi.number)
                                      .with("question", abridged(rfi.question))
                                      .with("effect", abridged(rfi.effect))),
                 said(rfi.owner), said(rfi.neededBy)});
    // One question that only the customer can answer stands there too.
    const std::size_t most = questions.empty() ? kMostRisks : kMostRisks - 1;
    const std::size_t shown = std::min(risks.size(), most);
    risks.insert(risks.begin() + static_cast<std::ptrdiff_t>(shown), questions.begin(), questions.end());
    draft.addHeading("report.answer.risks", {}, 2);
    if (risks.empty())
        return draft.addText(Message("report.answer.no-risks"), Ink::Subdued);
    TableBlock table = compact({{draft.words.text("report.column.what"), TextAlign::Left, true},
                                {draft.words.text("report.column.owner")},
                                {draft.words.text("report.answer.needed-by")}});
    for (std::size_t i = 0; i < std::min(risks.size(), kMostRisks); ++i)
        table.rows.push_back({{{risks[i].what},
                               {risks[i].owner.isEmpty() ? draft.words.text("report.owner-open") : risks[i].owner},
                               {risks[i].neededBy}}});
    draft.add(std::move(table));
    if (risks.size() > kMostRisks)
        draft.addText(Message("report.answer.more-risks").with("count", risks.size() - kMostRisks), Ink::Subdued);
}

void addAnswer(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.part.answer", QStringLiteral("answer"));
    addAsked(draft);
    addOffered(draft);
    addAchieved(draft);
    addNeeded(draft);
    addPriceAndTime(draft);
    addRisks(draft);
}

} // namespace

QString printedReading(const ReportFigure& figure, const Texts& texts) {
    return figure.value.isLowerBound() && !figure.value.isUnknown() ? printedBound(figure, texts)
                                                                    : printedFigure(figure, texts);
}

QString linkTo(const Draft& draft, const ReportFigure& figure) {
    return isDerivedIn(draft.options.edition, figure.label) ? derivationAnchor(figure) : QString();
}

TableCell figureCell(const Draft& draft, const ReportFigure& figure) {
    TableCell cell{printedReading(figure, draft.words.texts())};
    cell.link = linkTo(draft, figure);
    if (figure.value.isKnown())
        cell.number = figure.value.typical();
    return cell;
}

Card shortCard(const Draft& draft, const ReportFigure& figure) {
    const ShortFigure shown = shortFigure(figure.value, figure.unit, figure.unitFactor, draft.words.texts());
    Card card;
    card.caption = captionOf(figure, draft.words);
    card.link = linkTo(draft, figure);
    card.value = said(shown.amount);
    card.detail = said(shown.spread);
    if (figure.value.isUnknown()) {
        card.detail = draft.words.text("report.card-unknown");
        card.detailInk = Ink::Warning;
    }
    return card;
}

std::vector<Card> resultCards(const Draft& draft, const Workload& workload) {
    std::vector<Card> cards;
    for (const std::string_view name : kResultFigures) {
        const ReportFigure* figure =
            draft.input.find(std::string(name).append("@").append(subjectLabel(draft.context(), Subject(workload.id))));
        if (!figure)
            continue;
        Card card = shortCard(draft, *figure);
        card.caption = said(figureTitle(name, draft.words.texts()));
        if (figure->unit == "1/s")
            for (QString* text : {&card.value, &card.detail})
                text->replace(QLatin1String(" 1/s"), QStringLiteral(" tokens/s"));
        if (draft.design().workloads.size() > 1) {
            const QString whose = said(abridged(workload.name));
            card.detail = card.detail.isEmpty() ? whose : whose + QStringLiteral(" \u00b7 ") + card.detail;
        }
        cards.push_back(std::move(card));
    }
    return cards;
}

QString priceDetail(const Draft& draft) {
    const SectionPrice& total = draft.input.total;
    if (total.unpriced == 0)
        return draft.words.text(draft.project().quote.isTaxIncluded ? "report.tax-in" : "report.tax-out");
    const std::int64_t withoutPrice = total.unpriced - total.unrated;
    const char* id = total.unrated == 0  ? "report.lines-unpriced"
                     : withoutPrice == 0 ? "report.lines-unrated"
                                         : "report.lines-unpriced-unrated";
    return draft.words.text(Message(id)
                                .with("unpriced", withoutPrice == 0 ? total.unrated : withoutPrice)
                                .with("unrated", total.unrated)
                                .with("lines", total.lines)
                                .with("from", total.unratedFrom)
                                .with("to", std::string(total.amount.currency().code())));
}

Card offeredPrice(const Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    const SectionPrice& total = draft.input.total;
    const bool isFirm = quote.quoteClass == QuoteClass::Firm;
    Card card;
    card.caption = draft.words.text(isFirm ? "report.price-firm" : "report.price-budgetary");
    card.value = total.unpriced >= total.lines ? draft.words.text("report.not-priced")
                                               : printedPrice(total, draft.words.texts());
    QStringList details;
    const double low = total.low.inUnits(), high = total.high.inUnits();
    if (!isFirm && low > 0 && low < high) {
        const Value range = Value::range(low, total.amount.inUnits(), high, Grade::Estimate);
        details << said(shortFigure(range, total.amount.currency().code(), 1, draft.words.texts()).spread);
    }
    details << priceDetail(draft);
    card.detail = details.join(QStringLiteral(" \u00b7 "));
    card.detailInk = total.unpriced > 0 ? Ink::Warning : Ink::Subdued;
    card.link = QStringLiteral("bill");
    if (const ReportFigure* price = draft.input.find(kPriceFigure);
        draft.isPage && price && isDerivedIn(draft.options.edition, price->label))
        card.link = derivationAnchor(*price);
    return card;
}

void addProposalCover(Draft& draft) {
    const QuoteHeader& quote = draft.project().quote;
    const TitleBlockFields& own = draft.options.titleBlock;
    const Option* option = findOption(draft.project(), draft.context().snapshot().option);
    draft.add(Space{26});
    draft.add(Paragraph{draft.words.text(draft.options.edition == Edition::Internal ? "report.cover.internal"
                                                                                    : "report.volume.proposal"),
                        3.6, Ink::Subdued, Weight::Medium, 3});
    draft.add(Heading{said(draft.project().name), 0, QStringLiteral("cover")});
    if (!draft.project().description.empty())
        draft.add(Paragraph{said(draft.project().description).left(600), 2.9, Ink::Subdued, Weight::Regular, 4});
    draft.add(Space{8});
    const IssuedRevision* issue = nullptr;
    for (const IssuedRevision& each : draft.project().revisions)
        if (each.revision == (own.revision.empty() ? quote.revision : own.revision))
            issue = &each;
    const auto chosen = [](const std::string& first, const std::string& second) {
        return said(first.empty() ? second : first);
    };
    const std::string none;
    TableBlock facts = termTable({
        {draft.words.text("report.term.customer"), said(quote.customer)},
        {draft.words.text("report.term.contact"), said(quote.contact)},
        {draft.words.text("report.term.seller"), chosen(own.company, quote.seller)},
        {draft.words.text("report.cover.number"), chosen(own.number, quote.number)},
        {draft.words.text("report.sheet.issue"), chosen(own.revision, quote.revision)},
        {draft.words.text("report.block.status"), chosen(own.status, issue ? issue->purpose : none)},
        {draft.words.text("report.term.date"), chosen(quote.date, draft.input.date)},
        {draft.words.text("report.term.valid-until"), said(quote.validUntil)},
        {draft.words.text("report.term.class"),
         draft.words.text(quote.quoteClass == QuoteClass::Firm ? "report.firm" : "report.budgetary")},
        {draft.words.text("report.term.currency"), said(quote.currency.code())},
        {draft.words.text("report.cover.option"),
         option && draft.project().options.size() > 1 ? said(abridged(option->name)) : QString()},
        {draft.words.text("report.block.prepared"), chosen(own.preparedBy, issue ? issue->preparedBy : none)},
        {draft.words.text("report.block.checked"), chosen(own.checkedBy, issue ? issue->checkedBy : none)},
        {draft.words.text("report.block.approved"), chosen(own.approvedBy, issue ? issue->approvedBy : none)},
    });
    facts.size = 2.9;
    draft.add(std::move(facts));
    draft.add(Space{6});
    draft.add(Heading{draft.words.text("report.contents"), 3, {}});
    draft.add(Contents{});
}

std::vector<Section> answerSections() { return {{"answer", 10, addAnswer, ReportVolume::Proposal}}; }

} // namespace rackwright::proposal
