// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/quote_edits.h"

#include "model/text/date.h"

#include <algorithm>
#include <map>

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
    Edit edit = pinPrices({{std::move(item), std::move(price)}});
    edit.text = std::move(text);
    return edit;
}

Edit pinPrices(std::vector<ItemPrice> prices) {
    Message text = Message("undo.price.pin-many").with("count", prices.size());
    auto apply = [prices = std::move(prices)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        std::map<std::string, Id<PinnedPrice>> pinned;
        for (const PinnedPrice& other : project.prices)
            pinned[other.item] = other.id;
        auto next = std::make_shared<Project>(project);
        for (const ItemPrice& each : prices) {
            if (each.item.empty() || each.price.rate.isUnknown())
                return badValue("edit.price-empty");
            Id<PinnedPrice>& id = pinned[each.item];
            if (!id)
                id = ids.take<PinnedPrice>();
            next->prices = next->prices.with(PinnedPrice{id, each.item, each.price});
        }
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

Price statedPrice(PriceRate rate, std::string basis, const PriceStatement& statement) {
    Price price;
    price.currency = rate.currency();
    price.rate = Fact<PriceRate>::known(rate, Grade::CustomerStatement);
    if (!statement.person.empty() || !statement.document.empty())
        price.rate.source = Source{statement.person, statement.document, statement.date, {}};
    price.basis = std::move(basis);
    price.date = statement.date;
    price.validUntil = statement.validUntil;
    price.note = statement.reason;
    return price;
}

Done checkStatement(const PriceStatement& statement) {
    for (const std::string* date : {&statement.date, &statement.validUntil})
        if (!date->empty() && !isDate(*date))
            return inputError(Message("edit.no-date").with("text", *date));
    if (!statement.validUntil.empty() && statement.validUntil < statement.date)
        return inputError(Message("edit.price-ends").with("valid", statement.validUntil).with("date", statement.date));
    return done();
}

Edit putExchangeRate(ExchangeRate rate) {
    Message text = Message("undo.quote.rate").with("from", rate.from.code()).with("to", rate.to.code());
    auto apply = [rate = std::move(rate)](const Project& project, IdSource&) -> Result<ProjectPtr> {
        if (rate.from == rate.to)
            return inputError(Message("edit.exchange-same").with("currency", rate.from.code()));
        if (!isDate(rate.date))
            return inputError(Message("edit.no-date").with("text", rate.date));
        if (rate.nanoRate <= 0)
            return inputError(Message("edit.exchange-rate").with("from", rate.from.code()).with("to", rate.to.code()));
        auto next = std::make_shared<Project>(project);
        std::erase_if(next->quote.exchangeRates, [&](const ExchangeRate& other) {
            return other.from == rate.from && other.to == rate.to && other.date == rate.date;
        });
        next->quote.exchangeRates.push_back(rate);
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

Edit removeExchangeRate(const ExchangeRate& rate) {
    Message text = Message("undo.quote.rate-removed").with("from", rate.from.code()).with("to", rate.to.code());
    auto apply = [rate](const Project& project, IdSource&) -> Result<ProjectPtr> {
        auto next = std::make_shared<Project>(project);
        if (std::erase(next->quote.exchangeRates, rate) == 0)
            return badValue("edit.exchange-missing");
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

Edit unpinPrice(Id<PinnedPrice> price) {
    return takeShared(Message("undo.price.unpin"), &Project::prices, price, "price");
}

} // namespace rackwright::edits
