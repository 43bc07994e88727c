// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/texts.h"

#include "model/base/check.h"
#include "model/units/number_text.h"
#include "model/units/units.h"
#include "ui/text/figure_title.h"
#include "ui/text/inches.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

// Units that are words stand in the plural after all numbers but 1.
std::string withUnit(std::string number, std::string_view unit, const MessageCatalogue& catalogue) {
    if (unit.empty())
        return number;
    const std::string* plural = number == "1" ? nullptr : catalogue.find("unit.plural." + std::string(unit));
    number += ' ';
    if (unit == "C" || unit == "F") // the letters alone are a charge and a capacity
        number += "\u00b0";
    return number += plural ? std::string_view(*plural) : unit;
}

// Lengths of a reader of inches are written in one way: 6' 2 1/2".
bool isInInches(const ShownUnit& shown) { return shown.symbol == "in" || shown.symbol == "ft"; }

double metresOf(std::string_view unit) {
    const Unit* found = findUnit(unit);
    return found ? found->factor() : 1;
}

const Argument* findArgument(const Message& message, std::string_view name) {
    const auto it = std::ranges::find(message.arguments, name, &Argument::name);
    return it == message.arguments.end() ? nullptr : &*it;
}

} // namespace

Texts::Texts(MessageCatalogue catalogue, NumberFormat numbers, DisplayUnits units)
    : m_catalogue(std::make_shared<const MessageCatalogue>(std::move(catalogue))), m_numbers(std::move(numbers)),
      m_units(units) {}

namespace {

// A field, and a row without a name, are called as forms call them where a title of theirs is known.
std::optional<Message> titleOf(const MessageCatalogue& catalogue, const Message& message, const Argument& argument) {
    const auto given = [&message](std::string_view name) {
        const Argument* found = findArgument(message, name);
        const auto* text = found ? std::get_if<std::string>(&found->value) : nullptr;
        return text ? *text : std::string();
    };
    if (argument.name == "field")
        if (const std::string key = given("key"); !key.empty())
            for (const char* group : {"field-title.", "site-field."})
                if (const std::string id = group + key; catalogue.find(id))
                    return Message(id);
    if (argument.name == "name")
        if (const std::string id = "row-title." + given("table"); catalogue.find(id))
            if (const Argument* row = findArgument(message, "row"))
                return Message(id).with("row", row->value);
    // Where in a design file: only what there is of table, row and field.
    if (argument.name == "file-place")
        return Message("file.place." + given("file-place"))
            .with("table", given("table"))
            .with("row", given("row"))
            .with("field", given("field"));
    return std::nullopt;
}

} // namespace

Texts Texts::with(NumberFormat numbers, DisplayUnits units) const {
    Texts other = *this;
    other.m_numbers = std::move(numbers);
    other.m_units = units;
    return other;
}

Texts Texts::of(std::string_view language, NumberFormat numbers, DisplayUnits units) {
    auto catalogue = MessageCatalogue::builtIn(language);
    if (!catalogue)
        catalogue = MessageCatalogue::builtIn("en");
    RW_CHECK(catalogue.has_value(), "the built-in English texts were checked by a test");
    return Texts(std::move(*catalogue), std::move(numbers), units);
}

namespace {

// "bill.open-lines.one.unpriced" is the text for one unpriced line; of a text without such a form there is but one.
const std::string* textOf(const MessageCatalogue& catalogue, const Message& message) {
    for (const Argument& argument : message.arguments)
        if (const auto* count = std::get_if<std::int64_t>(&argument.value); count && *count == 1)
            if (const std::string* one = catalogue.find(message.id + ".one." + argument.name))
                return one;
    return catalogue.find(message.id);
}

/// A count that is printed may come as a number or as its digits.
bool isOne(const ArgumentValue& value) {
    if (const auto* count = std::get_if<std::int64_t>(&value))
        return *count == 1;
    const auto* text = std::get_if<std::string>(&value);
    return text && *text == "1";
}

} // namespace

bool isMoneyUnit(std::string_view unit) {
    if (unit.starts_with("M "))
        unit.remove_prefix(2);
    return Currency::parse(unit.substr(0, unit.find_first_of("/ "))) && !findUnit(unit);
}

std::string Texts::sentence(const Message& message) const {
    const std::string* text = textOf(*m_catalogue, message);
    if (!text) {
        std::string shown = message.id;
        for (const Argument& argument : message.arguments)
            shown += " " + argument.name + "=" + words(argument.value);
        return shown;
    }
    std::string out;
    std::size_t from = 0;
    for (std::size_t at = text->find('{'); at != std::string::npos; at = text->find('{', from)) {
        const std::size_t end = text->find('}', at);
        if (end == std::string::npos)
            break;
        out += text->substr(from, at - from);
        const MessagePlace place = placeOf(std::string_view(*text).substr(at + 1, end - at - 1));
        const Argument* argument = findArgument(message, place.name);
        from = end + 1;
        if (place.isWord()) {
            out += argument && isOne(argument->value) ? place.one : place.many;
            continue;
        }
        const std::optional<Message> title = argument ? titleOf(*m_catalogue, message, *argument) : std::nullopt;
        if (const auto* figure = argument ? std::get_if<std::string>(&argument->value) : nullptr;
            figure && argument->name == "figure")
            out += figureTitle(*figure, *this);
        else
            out += title ? sentence(*title) : argument ? words(argument->value) : text->substr(at, end - at + 1);
    }
    return out += text->substr(from);
}

std::string Texts::words(const ArgumentValue& value) const {
    struct Words {
        const Texts& texts;
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(std::int64_t count) const { return printed(count, texts.m_numbers); }
        std::string operator()(double number) const { return texts.number(number, 6); }
        std::string operator()(const UnitNumber& number) const {
            const ShownUnit shown = shownUnit(number.unit, texts.m_units);
            if (texts.m_units.system == UnitSystem::Imperial && isInInches(shown))
                return readInchText(number.value * metresOf(number.unit), texts.m_numbers);
            return withUnit(texts.number(number.value * shown.ratio + shown.offset, 4), shown.symbol,
                            *texts.m_catalogue);
        }
        std::string operator()(const MoneyNumber& amount) const {
            const Result<Currency> currency = Currency::parse(amount.currency);
            if (!currency)
                return printed(amount.minor, texts.m_numbers) + ' ' + amount.currency;
            return texts.money(Money(amount.minor, *currency));
        }
        std::string operator()(const WordList& list) const { return texts.list(list); }
    };
    return std::visit(Words{*this}, value);
}

std::string Texts::number(double value, int significantDigits) const {
    // Digits without end are no number that a person reads: from 1e15 on by its power of ten.
    constexpr double kLongest = 1e15;
    if (std::isfinite(value) && std::abs(value) >= kLongest) {
        double exponent = std::floor(std::log10(std::abs(value)));
        std::string digits = roundedDigits(value / std::pow(10, exponent), significantDigits);
        if (digits.starts_with("10") || digits.starts_with("-10")) {
            ++exponent;
            digits = value < 0 ? "-1" : "1";
        }
        return withMarks(digits, m_numbers) + "e" + std::to_string(static_cast<int>(exponent));
    }
    return withMarks(roundedDigits(value, significantDigits), m_numbers);
}

std::string Texts::figure(const Value& value, std::string_view unit, double unitFactor,
                          const FigureStyle& style) const {
    if (value.isUnknown())
        return text("amount.unknown");
    const ShownUnit shown = shownUnit(unit, m_units);
    const bool isInches = m_units.system == UnitSystem::Imperial && isInInches(shown);
    const auto digits = [&](double si) {
        if (isInches)
            return readInchText(si / unitFactor * metresOf(unit), m_numbers);
        return number(si / unitFactor * shown.ratio + shown.offset, style.significantDigits);
    };
    const std::string low = digits(value.low());
    const std::string high = digits(value.high());
    std::string amount = withUnit(value.isRange() && low != high ? low + "–" + high : digits(value.typical()),
                                  isInches ? std::string() : shown.symbol, *m_catalogue);
    if (value.isLowerBound())
        amount = sentence(Message(isMoneyUnit(unit) ? "amount.lower-bound.money" : "amount.lower-bound")
                              .with("amount", amount)
                              .with("unknown", value.unknownTerms())
                              .with("terms", value.terms()));
    if (style.showsGrade)
        amount = sentence(Message("amount.with-grade").with("amount", amount).with("grade", grade(value.grade())));
    return amount;
}

std::string Texts::grade(Grade grade) const { return text("grade." + std::string(gradeName(grade))); }

std::string Texts::list(const WordList& list) const {
    if (list.words.empty())
        return text("list.none");
    std::string joined = list.words.front();
    for (std::size_t i = 1; i < list.words.size(); ++i) {
        const char* id = i + 1 == list.words.size() ? "list.last" : "list.next";
        joined = sentence(Message(id).with("list", joined).with("word", list.words[i]));
    }
    return joined;
}

} // namespace rackwright
