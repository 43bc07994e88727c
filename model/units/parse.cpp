// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/parse.h"

#include "model/base/check.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

constexpr std::size_t kLongestText = 500;
constexpr int kDeepestNesting = 32;
constexpr RuntimeDimension kNoDimension = runtimeDimension<dim::None>();
constexpr RuntimeDimension kTemperatureDimension = runtimeDimension<dim::Temperature>();

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Marks between groups of three digits, as people paste them: no-break space, thin spaces and apostrophes. Beside them
// the decimal mark of the other number format, as the program itself writes "1,024".
constexpr std::string_view kGroupMarks[] = {"\u00a0", "\u202f", "\u2009", "'", "\u2019"};

constexpr std::string_view otherMark(char mark) { return mark == '.' ? "," : "."; }

// What people write behind a count or an amount of money: "30 M USD", "70B parameters".
struct Multiplier {
    std::string_view word;
    int exponent; ///< of ten
};
constexpr Multiplier kMultipliers[] = {
    {"k", 3},   {"K", 3},       {"thousand", 3}, {"M", 6},  {"m", 6}, {"mn", 6},      {"mln", 6}, {"Mio", 6},
    {"mio", 6}, {"million", 6}, {"bn", 9},       {"Bn", 9}, {"B", 9}, {"billion", 9}, {"T", 12},  {"trillion", 12}};

const Multiplier* findMultiplier(std::string_view word) {
    const auto it = std::ranges::find(kMultipliers, word, &Multiplier::word);
    return it == std::end(kMultipliers) ? nullptr : it;
}

bool isLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 60;
    if (text.size() <= kShown)
        return std::string(text);
    std::size_t end = kShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // never cut inside a UTF-8 sequence
    return std::string(text.substr(0, end)) + "...";
}

/// What an operand is: a number without unit, a quantity, or a point on a temperature scale.
enum class Kind { Bare, Measured, Absolute };

struct Term {
    double si = 0;
    RuntimeDimension dimension;
    Kind kind = Kind::Bare;
};

// expression = product {(+|-) product}; product = factor {(*|x|/) factor};
// factor = [sign] (number | "(" expression ")") [unit], after "/" also a unit alone ("10 kWh/day").
class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const Unit& field, DecimalMark mark)
        : m_text(text), m_field(field), m_mark(static_cast<char>(mark)) {}

    Result<Term> whole() {
        if (m_text.size() > kLongestText)
            return inputError(Message("parse.too-long").with("limit", kLongestText));
        skipBlanks();
        if (isAtEnd())
            return inputError(Message("parse.empty"));
        Result<Term> term = expression();
        if (!term)
            return term;
        if (!isAtEnd())
            return trailing();
        return term;
    }

private:
    Result<Term> expression() {
        Result<Term> left = product();
        while (left && !isAtEnd()) {
            if (take("+"))
                left = combined(*left, product(), &ExpressionParser::sum);
            else if (take("-") || take("\u2212"))
                left = combined(*left, product(), &ExpressionParser::difference);
            else
                break;
        }
        return left;
    }

    Result<Term> product() {
        Result<Term> left = factor();
        while (left && !isAtEnd()) {
            if (take("*") || take("\u00d7") || take("\u00b7") || takeLetterX())
                left = combined(*left, factor(), &ExpressionParser::multiplied);
            else if (take("/"))
                left = combined(*left, divisor(), &ExpressionParser::divided);
            else
                break;
        }
        return left;
    }

    Result<Term> divisor() {
        if (const UnitMatch match = unitAtStart(rest()); match.unit && !match.unit->isAbsolute() && !startsNumber()) {
            advance(match.length);
            return Term{match.unit->factor(), match.unit->dimension, Kind::Measured};
        }
        return factor();
    }

    Result<Term> factor() {
        if (take("-") || take("\u2212")) {
            Result<Term> term = unsignedFactor(-1);
            return term;
        }
        take("+");
        return unsignedFactor(1);
    }

    Result<Term> unsignedFactor(double sign) {
        Result<Term> term = take("(") ? parenthesis() : number();
        if (!term)
            return term;
        term->si *= sign;
        return withUnit(*term);
    }

    Result<Term> parenthesis() {
        if (++m_depth > kDeepestNesting)
            return inputError(Message("parse.too-deep").with("limit", kDeepestNesting));
        Result<Term> inside = expression();
        --m_depth;
        if (inside && !take(")"))
            return inputError(Message("parse.open-parenthesis").with("text", quoted(m_text)));
        return inside;
    }

    Result<Term> withUnit(Term term) {
        if (const Multiplier* multiplier = takeMultiplier(); multiplier && term.kind == Kind::Bare)
            return finite({term.si * std::pow(10.0, multiplier->exponent), term.dimension, term.kind});
        const UnitMatch match = unitAtStart(rest());
        if (!match.unit)
            return startsWord() ? unknownUnit() : Result<Term>(term);
        if (term.kind != Kind::Bare)
            return inputError(Message("parse.two-units").with("text", quoted(m_text)));
        advance(match.length);
        const Unit& unit = *match.unit;
        return finite({unit.toSi(term.si), unit.dimension, unit.isAbsolute() ? Kind::Absolute : Kind::Measured});
    }

    // In fields of plain numbers alone: elsewhere "K" is a kelvin and "T" no word.
    const Multiplier* takeMultiplier() {
        if (!m_field.symbol.empty())
            return nullptr;
        const std::string_view tail = rest();
        const auto end = std::ranges::find_if_not(tail, isLetter);
        const Multiplier* found = findMultiplier({tail.begin(), end});
        if (found && (end == tail.end() || (!isDigit(*end) && *end != '/')))
            advance(found->word.size());
        else
            found = nullptr;
        return found;
    }

    Result<Term> number() {
        if (!startsNumber())
            return inputError(
                Message("parse.number-expected").with("text", quoted(m_text)).with("rest", quoted(rest())));
        std::string digits;
        takeWholeDigits(digits);
        if (!isAtEnd() && rest().front() == m_mark) {
            digits += '.';
            ++m_at;
            takeDigits(digits);
        }
        if (!isAtEnd() && (rest().front() == '.' || rest().front() == ','))
            return inputError(
                Message("parse.wrong-mark").with("text", quoted(m_text)).with("mark", std::string(1, m_mark)));
        takeExponent(digits);
        skipBlanks();
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::result_out_of_range)
            return inputError(Message("parse.out-of-range").with("text", quoted(m_text)));
        if (error != std::errc{} || end != digits.data() + digits.size())
            return inputError(
                Message("parse.number-expected").with("text", quoted(m_text)).with("rest", quoted(digits)));
        return Term{value, kNoDimension, Kind::Bare};
    }

    void takeDigits(std::string& digits) {
        while (!isAtEnd() && isDigit(rest().front()))
            digits += m_text[m_at++];
    }

    // "1 200 000" with no-break spaces or apostrophes: every mark must be followed by exactly three digits.
    void takeWholeDigits(std::string& digits) {
        takeDigits(digits);
        if (digits.empty() || digits.size() > 3)
            return;
        for (const std::string_view mark : kGroupMarks)
            takeGroups(mark, digits);
        if (digits.front() != '0') // "0,125" is a fraction in another number format
            takeGroups(otherMark(m_mark), digits);
    }

    void takeGroups(std::string_view mark, std::string& digits) {
        while (isGroup(mark)) {
            m_at += mark.size();
            takeDigits(digits);
        }
    }

    bool isGroup(std::string_view mark) const {
        if (!rest().starts_with(mark))
            return false;
        const std::string_view group = rest().substr(mark.size());
        const auto end = std::find_if_not(group.begin(), group.end(), isDigit);
        return end - group.begin() == 3;
    }

    void takeExponent(std::string& digits) {
        const std::string_view tail = rest();
        if (tail.empty() || (tail.front() != 'e' && tail.front() != 'E'))
            return;
        const std::size_t sign = tail.size() > 1 && (tail[1] == '-' || tail[1] == '+') ? 1 : 0;
        if (tail.size() <= 1 + sign || !isDigit(tail[1 + sign]))
            return;
        digits += 'e';
        if (sign && tail[1] == '-')
            digits += '-';
        m_at += 1 + sign;
        takeDigits(digits);
    }

    using Step = Result<Term> (ExpressionParser::*)(const Term&, const Term&) const;

    Result<Term> combined(const Term& left, const Result<Term>& right, Step step) {
        if (!right)
            return right;
        return (this->*step)(left, *right);
    }

    Result<Term> sum(const Term& a, const Term& b) const {
        if (a.kind == Kind::Absolute && b.kind == Kind::Absolute)
            return inputError(Message("parse.two-temperatures").with("text", quoted(m_text)));
        if (Done alike = sameDimension(a, b); !alike)
            return alike.error();
        return finite({a.si + b.si, a.dimension, std::max(a.kind, b.kind)});
    }

    Result<Term> difference(const Term& a, const Term& b) const {
        if (Done alike = sameDimension(a, b); !alike)
            return alike.error();
        if (b.kind == Kind::Absolute && a.kind != Kind::Absolute)
            return inputError(Message("parse.two-temperatures").with("text", quoted(m_text)));
        return finite({a.si - b.si, a.dimension, b.kind == Kind::Absolute ? Kind::Measured : a.kind});
    }

    Result<Term> multiplied(const Term& a, const Term& b) const {
        if (a.kind == Kind::Absolute || b.kind == Kind::Absolute)
            return inputError(Message("parse.two-temperatures").with("text", quoted(m_text)));
        return finite({a.si * b.si, a.dimension * b.dimension, std::max(a.kind, b.kind)});
    }

    Result<Term> divided(const Term& a, const Term& b) const {
        if (a.kind == Kind::Absolute || b.kind == Kind::Absolute)
            return inputError(Message("parse.two-temperatures").with("text", quoted(m_text)));
        if (b.si == 0)
            return inputError(Message("parse.division-by-zero").with("text", quoted(m_text)));
        return finite({a.si / b.si, a.dimension / b.dimension, std::max(a.kind, b.kind)});
    }

    // "2 + 3 kW" might mean 5 kW or 2 field units and 3 kW; we do not guess.
    Done sameDimension(const Term& a, const Term& b) const {
        if ((a.kind == Kind::Bare) != (b.kind == Kind::Bare))
            return inputError(Message("parse.unit-missing-in-sum").with("text", quoted(m_text)));
        if (a.dimension != b.dimension)
            return inputError(Message("parse.unlike-units").with("text", quoted(m_text)));
        return done();
    }

    Result<Term> finite(const Term& term) const {
        if (!std::isfinite(term.si))
            return inputError(Message("parse.out-of-range").with("text", quoted(m_text)));
        return term;
    }

    Error unknownUnit() const {
        const std::string_view tail = rest();
        const auto isWordEnd = [](char c) { return c == ' ' || c == ')' || c == '(' || c == '+' || c == '*'; };
        const std::string_view word(tail.begin(), std::find_if(tail.begin(), tail.end(), isWordEnd));
        return inputError(Message("parse.unknown-unit")
                              .with("unit", quoted(word))
                              .with("nearest", WordList{nearestUnits(word, m_field.dimension)}));
    }

    Error trailing() const {
        return inputError(Message("parse.trailing-text").with("text", quoted(m_text)).with("rest", quoted(rest())));
    }

    std::string_view rest() const { return m_text.substr(m_at); }
    bool isAtEnd() const { return m_at == m_text.size(); }
    bool startsNumber() const {
        const std::string_view tail = rest();
        return !tail.empty() && (isDigit(tail[0]) || (tail[0] == m_mark && tail.size() > 1 && isDigit(tail[1])));
    }
    bool startsWord() const {
        const auto first = static_cast<unsigned char>(isAtEnd() ? ' ' : rest().front());
        const bool isOperator = rest().starts_with("\u2212") || rest().starts_with("\u00d7") ||
                                rest().starts_with("\u00b7") || startsLetterX();
        return (std::isalpha(first) || first >= 0x80 || first == '_') && !isOperator;
    }
    bool startsLetterX() const {
        const std::string_view tail = rest();
        const bool isHexadecimal = m_at > 0 && m_text[m_at - 1] == '0' && (m_at < 2 || !isDigit(m_text[m_at - 2]));
        return tail.size() > 1 && tail[0] == 'x' && !isHexadecimal &&
               (tail[1] == ' ' || tail[1] == '(' || isDigit(tail[1]));
    }
    bool takeLetterX() { return startsLetterX() && take("x"); }
    bool take(std::string_view word) {
        if (!rest().starts_with(word))
            return false;
        advance(word.size());
        return true;
    }
    void advance(std::size_t bytes) {
        m_at += bytes;
        skipBlanks();
    }
    void skipBlanks() {
        while (!isAtEnd()) {
            if (rest().front() == ' ' || rest().front() == '\t')
                ++m_at;
            else if (rest().starts_with("\u00a0") || rest().starts_with("\u202f"))
                m_at += rest().starts_with("\u00a0") ? 2 : 3;
            else
                break;
        }
    }

    std::string_view m_text;
    const Unit& m_field;
    char m_mark;
    std::size_t m_at = 0;
    int m_depth = 0;
};

Result<Term> parsedTerm(std::string_view text, const Unit& field, DecimalMark mark) {
    Result<Term> term = ExpressionParser(text, field, mark).whole();
    if (!term)
        return term;
    if (term->kind == Kind::Bare)
        term = Term{field.toSi(term->si), field.dimension, field.isAbsolute() ? Kind::Absolute : Kind::Measured};
    if (!std::isfinite(term->si))
        return inputError(Message("parse.out-of-range").with("text", quoted(text)));
    if (term->dimension != field.dimension)
        return inputError(Message("parse.wrong-dimension").with("text", quoted(text)).with("unit", field.symbol));
    return term;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Amount {
    std::string_view digits;
    Currency currency;
    int exponent = 0; ///< of ten, by a word such as "M"
};

// Signs that stand for one currency; a dollar is the field's where that is one.
Result<Currency> currencyOfSign(std::string_view code, Currency field) {
    constexpr std::string_view kDollars[] = {"AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "USD"};
    if (code == "USD" && std::ranges::find(kDollars, field.code()) != std::end(kDollars))
        return field;
    return Currency::parse(code);
}

constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"\u20ac", "EUR"}, {"\u00a3", "GBP"}, {"\u00a5", "JPY"}, {"$", "USD"}};

std::string_view lastWord(std::string_view text) {
    std::size_t start = text.size();
    while (start > 0 && isLetter(text[start - 1]))
        --start;
    return text.substr(start);
}

std::string_view withoutLast(std::string_view text, std::size_t bytes) {
    return trimmed(text.substr(0, text.size() - bytes));
}

/// Takes a sign or code of a currency from either end: "USD 12.50", "12.50 USD", "1.5 M\u20ac", "30 MEUR".
Result<Currency> takeCurrency(std::string_view& text, Currency field) {
    for (const auto& [sign, code] : kSigns) {
        const bool isBefore = text.starts_with(sign);
        if (!isBefore && !text.ends_with(sign))
            continue;
        text = isBefore ? trimmed(text.substr(sign.size())) : withoutLast(text, sign.size());
        return currencyOfSign(code, field);
    }
    if (!text.empty() && isLetter(text.front())) {
        const auto end = std::ranges::find_if_not(text, isLetter);
        const std::string_view code(text.begin(), end);
        text = trimmed(text.substr(code.size()));
        return Currency::parse(code);
    }
    std::string_view word = lastWord(text);
    if (word.empty() || findMultiplier(word))
        return field;
    if (word.size() == 4 && findMultiplier(word.substr(0, 1)))
        word = word.substr(1);
    text = withoutLast(text, word.size());
    return Currency::parse(word);
}

Error notAnAmount(std::string_view text) { return inputError(Message("parse.bad-amount").with("text", quoted(text))); }

Result<Amount> splitAmount(std::string_view text, Currency field) {
    text = trimmed(text);
    if (std::ranges::none_of(text, isDigit)) // "nan" is no currency, but neither is it an amount
        return notAnAmount(text);
    const Result<Currency> currency = takeCurrency(text, field);
    if (!currency)
        return currency.error();
    Amount amount{text, *currency};
    if (const std::string_view word = lastWord(text); const Multiplier* multiplier = findMultiplier(word)) {
        amount.exponent = multiplier->exponent;
        amount.digits = withoutLast(text, word.size());
    }
    return amount;
}

/// Without the marks between groups of three digits; as it is where they part other groups.
std::string ungrouped(std::string_view text, DecimalMark mark) {
    const std::size_t whole = std::min(text.find(static_cast<char>(mark)), text.size());
    std::string digits;
    std::size_t run = 0;
    bool isGrouped = false;
    for (std::size_t at = 0; at < whole;) {
        if (isDigit(text[at]) || (at == 0 && text[at] == '-')) {
            run += isDigit(text[at]) ? 1 : 0;
            digits += text[at++];
            continue;
        }
        std::size_t length = text.substr(at).starts_with(otherMark(static_cast<char>(mark))) || text[at] == ' ' ? 1 : 0;
        for (const std::string_view group : kGroupMarks)
            if (text.substr(at).starts_with(group))
                length = group.size();
        if (length == 0 || run == 0 || run > 3 || (isGrouped && run != 3))
            return std::string(text);
        isGrouped = true;
        run = 0;
        at += length;
    }
    if (isGrouped && (run != 3 || digits.starts_with('0')))
        return std::string(text);
    return digits.append(text.substr(whole));
}

// Decimal digits to an integer of 10^-decimals, exactly.
Result<std::int64_t> scaledInteger(std::string_view text, int decimals, DecimalMark mark, Currency currency) {
    const std::string plain = ungrouped(text, mark);
    const bool isNegative = plain.starts_with('-');
    const std::string_view digits = trimmed(std::string_view(plain).substr(isNegative ? 1 : 0));
    std::int64_t value = 0;
    int fraction = -1; // digits seen after the mark
    bool hasDigit = false;
    for (const char c : digits) {
        if (c == static_cast<char>(mark) && fraction < 0) {
            fraction = 0;
            continue;
        }
        if (!isDigit(c))
            return notAnAmount(text);
        hasDigit = true;
        if (fraction >= 0 && ++fraction > decimals)
            return inputError(Message("parse.too-many-decimals").with("text", quoted(text)).with("limit", decimals));
        if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
            __builtin_add_overflow(value, std::int64_t{c - '0'}, &value))
            return inputError(Message("money.too-large").with("currency", currency.code()));
    }
    if (!hasDigit)
        return notAnAmount(text);
    for (int i = std::max(fraction, 0); i < decimals; ++i)
        if (__builtin_mul_overflow(value, std::int64_t{10}, &value))
            return inputError(Message("money.too-large").with("currency", currency.code()));
    return isNegative ? -value : value;
}

} // namespace

const Unit& fieldUnit(std::string_view symbol, RuntimeDimension dimension) {
    const Unit* unit = findUnit(symbol);
    RW_CHECK(unit && unit->dimension == dimension, "the unit of a field is in the table and has the field's dimension");
    return *unit;
}

Result<double> parseSi(std::string_view text, const Unit& field, DecimalMark mark) {
    const Result<Term> term = parsedTerm(text, field, mark);
    if (!term)
        return term.error();
    if (term->kind == Kind::Absolute && !field.isAbsolute())
        return inputError(Message("parse.temperature-point").with("text", quoted(text)));
    return term->si;
}

Result<Length> parseLength(std::string_view text, std::string_view unit, DecimalMark mark) {
    const Result<Distance> metres = parseQuantity<Distance>(text, unit, mark);
    if (!metres)
        return metres.error();
    if (std::abs(metres->si()) > 9e12) // micrometres in 64 bits
        return inputError(Message("parse.out-of-range").with("text", quoted(text)));
    return Length::nearest(metres->si());
}

Result<Temperature> parseTemperature(std::string_view text, std::string_view unit, DecimalMark mark) {
    const Result<Term> term = parsedTerm(text, fieldUnit(unit, kTemperatureDimension), mark);
    if (!term)
        return term.error();
    if (term->si < 0)
        return inputError(Message("parse.below-absolute-zero").with("text", quoted(text)));
    return Temperature::kelvin(term->si);
}

Result<Money> parseMoney(std::string_view text, Currency field, DecimalMark mark) {
    const Result<Amount> amount = splitAmount(text, field);
    if (!amount)
        return amount.error();
    const Result<std::int64_t> minor =
        scaledInteger(amount->digits, amount->currency.minorDigits() + amount->exponent, mark, amount->currency);
    if (!minor)
        return minor.error();
    return Money(*minor, amount->currency);
}

Result<PriceRate> parsePriceRate(std::string_view text, Currency field, DecimalMark mark) {
    const Result<Amount> amount = splitAmount(text, field);
    if (!amount)
        return amount.error();
    const Result<std::int64_t> nano = scaledInteger(amount->digits, 9 + amount->exponent, mark, amount->currency);
    if (!nano)
        return nano.error();
    return PriceRate(*nano, amount->currency);
}

} // namespace rackwright
