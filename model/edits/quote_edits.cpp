// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/quote_edits.h"

#include "model/text/date.h"

#include <algorithm>

namespace rackwright::edits {

namespace {

constexpr std::int64_t kWhole = 1'000'000'000;

bool isMargin(Share margin, MarginKind kind) {
    return margin.ppb >= 0 && margin <= (kind == MarginKind::Margin ? kLargestMargin : kLargestMarkup);
}

Done checkLine(const Project&, const Design&, const QuoteLine& line) {
    if (line.derivedKey.empty() && !line.part && line.description.empty())
        return badValue("edit.line-empty");
    if (line.quantityMilli && *line.quantityMilli < 0)
        return badValue("edit.line-quantity");
    if (line.discount.ppb < 0 || line.discount.ppb > kWhole)
        return badValue("edit.line-discount");
    if (!isMargin(line.margin, line.marginKind))
        return badValue("edit.margin");
    if (line.termMonths < 0 || line.termMonths > kLongestTerm)
        return badValue("edit.line-term");
    if (line.quantityRule == QuantityRule::Percent && (line.percent.ppb <= 0 || line.percent.ppb > kWhole))
        return badValue("edit.line-percent");
    if (!line.alternateTo.empty() && line.alternateTo == line.derivedKey)
        return badValue("edit.line-alternate");
    return done();
}

Done checkTerms(const std::vector<ClassTerms>& terms) {
    for (const ClassTerms& each : terms) {
        if (each.discount.ppb < 0 || each.discount.ppb > kWhole)
            return badValue("edit.line-discount");
        if (!isMargin(each.margin, each.marginKind))
            return badValue("edit.margin");
        if (std::ranges::count_if(terms, [&each](const ClassTerms& other) { return other.isSameClass(each); }) > 1)
            return badValue("edit.class-twice");
    }
    return done();
}

Done checkHeader(const QuoteHeader& header, const QuoteHeader& before) {
    if (header.tax.ppb < 0 || header.tax.ppb > kWhole)
        return badValue("edit.tax");
    if (header.supportMonths < 0 || header.supportMonths > kLongestTerm)
        return badValue("edit.support-months");
    for (const auto member : {&QuoteHeader::date, &QuoteHeader::validUntil})
        if (const std::string& date = header.*member; !date.empty() && date != before.*member && !isDate(date))
            return inputError(Message("edit.no-date").with("text", date));
    const bool isNew = header.date != before.date || header.validUntil != before.validUntil;
    if (isNew && isDate(header.date) && isDate(header.validUntil) && header.validUntil < header.date)
        return inputError(Message("edit.valid-until").with("valid", header.validUntil).with("date", header.date));
    for (const ExchangeRate& rate : header.exchangeRates)
        if (rate.nanoRate <= 0 || rate.date.empty())
            return inputError(Message("edit.exchange-rate").with("from", rate.from.code()).with("to", rate.to.code()));
    return checkTerms(header.terms);
}

} // namespace

Edit setQuoteHeader(QuoteHeader header) {
    auto apply = [header = std::move(header)](const Project& project, IdSource&) -> Result<ProjectPtr> {
        if (Done checked = checkHeader(header, project.quote); !checked)
            return checked.error();
        auto next = std::make_shared<Project>(project);
        next->quote = header;
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.quote.header"), "quote-header", std::move(apply)};
}

Edit putQuoteLine(const Target& target, QuoteLine line) {
    Message text = Message(line.id ? "undo.quote.change-line" : "undo.quote.add-line");
    auto apply = [line = std::move(line)](const Project& project, const Design& design,
                                          IdSource& ids) -> Result<Design> {
        if (Done checked = checkLine(project, design, line); !checked)
            return checked.error();
        QuoteLine put = line;
        for (const QuoteLine& other : design.quoteLines)
            if (!put.id && !put.derivedKey.empty() && other.derivedKey == put.derivedKey)
                put.id = other.id;
        if (!put.id)
            put.id = ids.take<QuoteLine>();
        Design next = design;
        next.quoteLines = design.quoteLines.with(std::move(put));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removeQuoteLines(const Target& target, std::vector<Id<QuoteLine>> lines) {
    Message text = Message("undo.quote.remove-lines").with("count", lines.size());
    auto apply = [lines = std::move(lines)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<QuoteLine>> rows = rowsOf(design.quoteLines, lines, "quote-line"); !rows)
            return rows.error();
        Design next = design;
        next.quoteLines = design.quoteLines.with({}, lines);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit pinPrice(std::string item, Price price) {
    Message text = Message("undo.price.pin").with("item", item);
    auto apply = [item = std::move(item), price = std::move(price)](const Project& project,
                                                                    IdSource& ids) -> Result<ProjectPtr> {
        if (item.empty() || price.rate.isUnknown())
            return badValue("edit.price-empty");
        PinnedPrice pin{{}, item, price};
        for (const PinnedPrice& other : project.prices)
            if (other.item == item)
                pin.id = other.id;
        if (!pin.id)
            pin.id = ids.take<PinnedPrice>();
        auto next = std::make_shared<Project>(project);
        next->prices = project.prices.with(std::move(pin));
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

Edit unpinPrice(Id<PinnedPrice> price) {
    return takeShared(Message("undo.price.unpin"), &Project::prices, price, "price");
}

Edit putCostLine(CostLine line) {
    Message text = Message("undo.cost-line.put").with("item", line.item);
    return putShared(std::move(text), &Project::costLines, std::move(line), [](const Project&, const CostLine& row) {
        return row.item.empty() ? Done(badValue("edit.name-empty")) : done();
    });
}

Edit removeCostLine(Id<CostLine> line) {
    return takeShared(Message("undo.cost-line.remove"), &Project::costLines, line, "cost-line");
}

} // namespace rackwright::edits
