// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/quote_words.h"

#include "model/base/nearest.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace rackwright {

namespace {

constexpr Share kWholeShare{1'000'000'000};

constexpr std::array<std::string_view, 17> kQuoteKeys = {
    "number",        "revision",    "class",          "customer", "contact",        "seller",
    "date",          "valid-until", "currency",       "country",  "delivery-place", "incoterm",
    "payment-terms", "warranty",    "support-months", "tax",      "tax-included"};
constexpr std::array<std::string_view, 5> kNeededQuoteKeys = {"customer", "contact", "seller", "valid-until",
                                                              "currency"};
constexpr std::array<std::string_view, 3> kTermKeys = {"discount", "margin", "mark-up"};
constexpr std::array<std::string_view, 23> kLineKeys = {
    "section", "description", "manufacturer", "part-number",  "quantity",    "per",   "per-month", "term",
    "unit",    "price",       "price-source", "price-date",   "percent",     "of",    "discount",  "margin",
    "mark-up", "net",         "optional",     "alternate-to", "supplied-by", "phase", "note"};

template <std::size_t n>
Error unknownKey(std::string_view key, const std::array<std::string_view, n>& known) {
    std::vector<std::string> words(known.begin(), known.end());
    const std::vector<std::string> near = nearestWords(key, words);
    return inputError(Message("quote.unknown-key")
                          .with("key", std::string(key))
                          .with("known", WordList{near.empty() ? words : near}));
}

template <NamedEnum E>
Result<E> wordOf(std::string_view key, std::string_view text) {
    if (const auto value = enumFromName<E>(text))
        return *value;
    WordList known;
    for (const std::string_view name : EnumNames<E>::names)
        known.words.emplace_back(name);
    return inputError(Message("quote.unknown-word")
                          .with("key", std::string(key))
                          .with("text", std::string(text))
                          .with("known", std::move(known)));
}

Result<bool> yesOrNo(std::string_view key, std::string_view text) {
    if (text == "yes" || text == "true" || text == "1")
        return true;
    if (text.empty() || text == "no" || text == "false" || text == "0")
        return false;
    return inputError(Message("quote.unknown-word")
                          .with("key", std::string(key))
                          .with("text", std::string(text))
                          .with("known", WordList{{"yes", "no"}}));
}

std::string said(bool isSo) { return isSo ? "yes" : "no"; }

Result<std::int64_t> months(std::string_view key, std::string_view text) {
    std::int64_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size() || count < 0 || count > kLongestTerm)
        return inputError(Message("quote.no-count")
                              .with("key", std::string(key))
                              .with("text", std::string(text))
                              .with("most", kLongestTerm));
    return count;
}

/// The member that holds a header's text; null of all other keys.
std::string QuoteHeader::*textMember(std::string_view key) {
    struct Row {
        std::string_view key;
        std::string QuoteHeader::*member;
    };
    static constexpr std::array<Row, 12> kRows = {{{"number", &QuoteHeader::number},
                                                   {"revision", &QuoteHeader::revision},
                                                   {"customer", &QuoteHeader::customer},
                                                   {"contact", &QuoteHeader::contact},
                                                   {"seller", &QuoteHeader::seller},
                                                   {"date", &QuoteHeader::date},
                                                   {"valid-until", &QuoteHeader::validUntil},
                                                   {"country", &QuoteHeader::destinationCountry},
                                                   {"delivery-place", &QuoteHeader::deliveryPlace},
                                                   {"incoterm", &QuoteHeader::incoterm},
                                                   {"payment-terms", &QuoteHeader::paymentTerms},
                                                   {"warranty", &QuoteHeader::warranty}}};
    const auto it = std::ranges::find(kRows, key, &Row::key);
    return it == kRows.end() ? nullptr : it->member;
}

struct TermKey {
    std::string_view word; ///< of kTermKeys
    ClassTerms of;
};

/// "margin.compute.hardware"; nothing for what is no such key.
std::optional<TermKey> termKey(std::string_view key) {
    TermKey found;
    std::size_t at = key.find('.');
    found.word = key.substr(0, at);
    if (std::ranges::find(kTermKeys, found.word) == kTermKeys.end())
        return std::nullopt;
    while (at != std::string_view::npos) {
        const std::size_t from = at + 1;
        at = key.find('.', from);
        const std::string_view word = key.substr(from, at == std::string_view::npos ? at : at - from);
        const auto section = enumFromName<QuoteSection>(word);
        const auto type = enumFromName<LineType>(word);
        if (section && !found.of.section && !found.of.type)
            found.of.section = section;
        else if (type && !found.of.type)
            found.of.type = type;
        else
            return std::nullopt;
    }
    return found;
}

const ClassTerms* findTerms(const QuoteHeader& header, const ClassTerms& of) {
    const auto it = std::ranges::find_if(header.terms, [&of](const ClassTerms& each) { return each.isSameClass(of); });
    return it == header.terms.end() ? nullptr : &*it;
}

Error unknownTerm(std::string_view key) {
    WordList classes;
    for (const std::string_view name : EnumNames<QuoteSection>::names)
        classes.words.emplace_back(name);
    for (const std::string_view name : EnumNames<LineType>::names)
        classes.words.emplace_back(name);
    return inputError(Message("quote.unknown-class").with("key", std::string(key)).with("known", std::move(classes)));
}

Share mostOf(std::string_view word) {
    return word == "discount" ? kWholeShare : word == "margin" ? kLargestMargin : kLargestMarkup;
}

Result<QuoteHeader> withTerm(QuoteHeader header, const TermKey& key, std::string_view text, DecimalMark mark) {
    const Result<Share> share = parseShare(text.empty() ? "0" : text, mostOf(key.word), mark);
    if (!share)
        return share.error();
    const ClassTerms* known = findTerms(header, key.of);
    ClassTerms terms = known ? *known : key.of;
    if (key.word == "discount") {
        terms.discount = *share;
    } else {
        const MarginKind kind = key.word == "margin" ? MarginKind::Margin : MarginKind::Markup;
        // An emptied field takes back its own word, never that of the other kind.
        if (share->ppb != 0 || terms.marginKind == kind) {
            terms.margin = *share;
            terms.marginKind = share->ppb != 0 ? kind : MarginKind::Margin;
        }
    }
    std::erase_if(header.terms, [&](const ClassTerms& each) { return each.isSameClass(key.of); });
    if (terms.discount.ppb != 0 || terms.margin.ppb != 0)
        header.terms.push_back(terms);
    std::ranges::sort(header.terms, {}, [](const ClassTerms& each) { return std::pair(each.section, each.type); });
    return header;
}

std::string termText(Share discount, Share margin, MarginKind kind, std::string_view word) {
    if (word == "discount")
        return discount.ppb == 0 ? std::string() : shareText(discount);
    const bool isKind = (kind == MarginKind::Margin) == (word == "margin");
    return margin.ppb != 0 && isKind ? shareText(margin) : std::string();
}

Result<QuoteLine> withPrice(QuoteLine line, std::string_view text, Currency currency, DecimalMark mark) {
    if (text.empty()) {
        line.price.reset();
        return line;
    }
    const Result<PriceRate> rate = parsePriceRate(text, currency, mark);
    if (!rate)
        return rate.error();
    line.price = *rate;
    return line;
}

Result<QuoteLine> withQuantity(QuoteLine line, std::string_view text, DecimalMark mark) {
    if (text.empty()) {
        line.quantityMilli.reset();
        return line;
    }
    const Result<double> typed = parseSi(text, fieldUnit("", RuntimeDimension{}), mark);
    if (!typed)
        return typed.error();
    if (!(*typed >= 0 && *typed <= 1e9))
        return inputError(Message("edit.line-quantity"));
    line.quantityMilli = std::llround(*typed * 1000);
    return line;
}

Result<QuoteLine> withLineTerm(QuoteLine line, std::string_view key, std::string_view text, DecimalMark mark) {
    const Result<Share> share = parseShare(text.empty() ? "0" : text, mostOf(key), mark);
    if (!share)
        return share.error();
    if (key == "discount") {
        line.discount = *share;
        return line;
    }
    const MarginKind kind = key == "margin" ? MarginKind::Margin : MarginKind::Markup;
    if (share->ppb != 0 || line.marginKind == kind) {
        line.margin = *share;
        line.marginKind = share->ppb != 0 ? kind : MarginKind::Margin;
    }
    return line;
}

Result<QuoteLine> withFlag(QuoteLine line, bool QuoteLine::*member, std::string_view key, std::string_view text) {
    const Result<bool> isSo = yesOrNo(key, text);
    if (!isSo)
        return isSo.error();
    line.*member = *isSo;
    return line;
}

template <NamedEnum E>
Result<QuoteLine> withWord(QuoteLine line, E QuoteLine::*member, std::string_view key, std::string_view text) {
    const Result<E> word = wordOf<E>(key, text);
    if (!word)
        return word.error();
    line.*member = *word;
    return line;
}

std::string QuoteLine::*lineText(std::string_view key) {
    struct Row {
        std::string_view key;
        std::string QuoteLine::*member;
    };
    static constexpr std::array<Row, 8> kRows = {{{"description", &QuoteLine::description},
                                                  {"manufacturer", &QuoteLine::manufacturer},
                                                  {"part-number", &QuoteLine::partNumber},
                                                  {"unit", &QuoteLine::unit},
                                                  {"price-source", &QuoteLine::priceSource},
                                                  {"price-date", &QuoteLine::priceDate},
                                                  {"alternate-to", &QuoteLine::alternateTo},
                                                  {"note", &QuoteLine::note}}};
    const auto it = std::ranges::find(kRows, key, &Row::key);
    return it == kRows.end() ? nullptr : it->member;
}

Result<QuoteLine> withScope(QuoteLine line, std::string_view key, std::string_view text) {
    if (key == "supplied-by") {
        const Result<Party> party = wordOf<Party>(key, text.empty() ? enumName(Party::Us) : text);
        if (!party)
            return party.error();
        line.scope.suppliedBy = *party;
        return line;
    }
    const Result<std::int64_t> phase = months(key, text.empty() ? "1" : text);
    if (!phase)
        return phase.error();
    line.scope.phase = std::max<std::int64_t>(1, *phase);
    return line;
}

} // namespace

Result<Share> parseShare(std::string_view text, Share most, DecimalMark mark) {
    const Result<double> share = parseSi(text, fieldUnit("%", RuntimeDimension{}), mark);
    if (!share)
        return share.error();
    const double ppb = *share * 1e9;
    if (!(ppb >= 0 && ppb <= static_cast<double>(most.ppb) + 0.5))
        return inputError(Message("quote.share-range")
                              .with("text", std::string(text))
                              .with("most", UnitNumber{100 * most.fraction(), "%"}));
    return Share{std::llround(ppb)};
}

std::string shareText(Share share) { return roundedDigits(100 * share.fraction(), 9) + " %"; }

std::span<const std::string_view> quoteKeys() { return kQuoteKeys; }

std::span<const std::string_view> neededQuoteKeys() { return kNeededQuoteKeys; }

std::vector<std::string_view> missingQuoteKeys(const QuoteHeader& header) {
    std::vector<std::string_view> missing;
    for (const std::string_view key : kNeededQuoteKeys)
        if (quoteWord(header, key).find_first_not_of(" \t") == std::string::npos)
            missing.push_back(key);
    return missing;
}

std::string quoteWord(const QuoteHeader& header, std::string_view key) {
    if (const auto member = textMember(key))
        return header.*member;
    if (key == "class")
        return std::string(enumName(header.quoteClass));
    if (key == "currency")
        return header.currency.code();
    if (key == "support-months")
        return std::to_string(header.supportMonths);
    if (key == "tax")
        return header.tax.ppb == 0 ? std::string() : shareText(header.tax);
    if (key == "tax-included")
        return said(header.isTaxIncluded);
    const auto term = termKey(key);
    const ClassTerms* terms = term ? findTerms(header, term->of) : nullptr;
    return terms ? termText(terms->discount, terms->margin, terms->marginKind, term->word) : std::string();
}

Result<QuoteHeader> withQuoteWord(QuoteHeader header, std::string_view key, std::string_view text, DecimalMark mark) {
    if (const auto member = textMember(key)) {
        header.*member = std::string(text);
        return header;
    }
    if (key == "class") {
        const Result<QuoteClass> quoteClass = wordOf<QuoteClass>(key, text);
        if (!quoteClass)
            return quoteClass.error();
        header.quoteClass = *quoteClass;
        return header;
    }
    if (key == "currency") {
        const Result<Currency> currency = Currency::parse(text);
        if (!currency)
            return currency.error();
        header.currency = *currency;
        return header;
    }
    if (key == "support-months") {
        const Result<std::int64_t> count = months(key, text.empty() ? "0" : text);
        if (!count)
            return count.error();
        header.supportMonths = *count;
        return header;
    }
    if (key == "tax") {
        const Result<Share> tax = parseShare(text.empty() ? "0" : text, kWholeShare, mark);
        if (!tax)
            return tax.error();
        header.tax = *tax;
        return header;
    }
    if (key == "tax-included") {
        const Result<bool> isIn = yesOrNo(key, text);
        if (!isIn)
            return isIn.error();
        header.isTaxIncluded = *isIn;
        return header;
    }
    if (const auto term = termKey(key))
        return withTerm(std::move(header), *term, text, mark);
    if (std::ranges::find(kTermKeys, key.substr(0, key.find('.'))) != kTermKeys.end())
        return unknownTerm(key);
    return unknownKey(key, kQuoteKeys);
}

std::span<const std::string_view> lineKeys() { return kLineKeys; }

std::string lineWord(const QuoteLine& line, std::string_view key) {
    if (const auto member = lineText(key))
        return line.*member;
    if (key == "section")
        return std::string(enumName(line.section));
    if (key == "quantity")
        return line.quantityMilli ? shortestDigits(static_cast<double>(*line.quantityMilli) / 1000) : std::string();
    if (key == "per")
        return std::string(enumName(line.quantityRule));
    if (key == "per-month")
        return said(line.isPerMonth);
    if (key == "term")
        return line.termMonths == 0 ? std::string() : std::to_string(line.termMonths);
    if (key == "price")
        return line.price ? shortestDigits(line.price->inUnits()) + " " + line.price->currency().code() : std::string();
    if (key == "percent")
        return line.percent.ppb == 0 ? std::string() : shareText(line.percent);
    if (key == "of")
        return std::string(enumName(line.percentBasis));
    if (key == "net")
        return said(line.isNet);
    if (key == "optional")
        return said(line.isOptional);
    if (key == "supplied-by")
        return std::string(enumName(line.scope.suppliedBy));
    if (key == "phase")
        return std::to_string(line.scope.phase);
    return termText(line.discount, line.margin, line.marginKind, key);
}

Result<QuoteLine> withLineWord(QuoteLine line, std::string_view key, std::string_view text, Currency currency,
                               DecimalMark mark) {
    if (const auto member = lineText(key)) {
        line.*member = std::string(text);
        return line;
    }
    if (key == "section")
        return withWord(std::move(line), &QuoteLine::section, key, text);
    if (key == "quantity")
        return withQuantity(std::move(line), text, mark);
    if (key == "per")
        return withWord(std::move(line), &QuoteLine::quantityRule, key, text);
    if (key == "of")
        return withWord(std::move(line), &QuoteLine::percentBasis, key, text);
    if (key == "per-month")
        return withFlag(std::move(line), &QuoteLine::isPerMonth, key, text);
    if (key == "net")
        return withFlag(std::move(line), &QuoteLine::isNet, key, text);
    if (key == "optional")
        return withFlag(std::move(line), &QuoteLine::isOptional, key, text);
    if (key == "price")
        return withPrice(std::move(line), text, currency, mark);
    if (key == "supplied-by" || key == "phase")
        return withScope(std::move(line), key, text);
    if (std::ranges::find(kTermKeys, key) != kTermKeys.end())
        return withLineTerm(std::move(line), key, text, mark);
    if (key == "term") {
        const Result<std::int64_t> count = months(key, text.empty() ? "0" : text);
        if (!count)
            return count.error();
        line.termMonths = *count;
        return line;
    }
    if (key == "percent") {
        const Result<Share> percent = parseShare(text.empty() ? "0" : text, kWholeShare, mark);
        if (!percent)
            return percent.error();
        line.percent = *percent;
        return line;
    }
    return unknownKey(key, kLineKeys);
}

} // namespace rackwright
