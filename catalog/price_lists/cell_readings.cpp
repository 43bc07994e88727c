// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/cell_readings.h"

#include "model/base/letter_case.h"
#include "model/units/number_text.h"

#include <QDate>
#include <QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace rackwright {

namespace {

constexpr std::int64_t kNano = 1'000'000'000;
constexpr std::int64_t kLargestUnits = 9'000'000'000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// One kind of blank, minus, apostrophe and dash.
std::string plainMarks(std::string_view text) {
    std::string plain(text);
    for (const std::string_view blank : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x82", "\t"})
        replaceAll(plain, blank, " ");
    for (const std::string_view nothing : {"\xE2\x80\x8B", "\xE2\x81\xA0", "\xEF\xBB\xBF", "\xC2\xAD"})
        replaceAll(plain, nothing, "");
    for (const std::string_view minus :
         {"\xE2\x88\x92", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x91", "\xE2\x80\x90"})
        replaceAll(plain, minus, "-");
    for (const std::string_view mark : {"\xE2\x80\x99", "\xCA\xBC", "\xC2\xB4", "`"})
        replaceAll(plain, mark, "'");
    return plain;
}

struct Mark {
    char sign;
    std::size_t at;
};

/// Digits with marks between them, read by their own form; nothing when it is no number at all.
struct NumberForm {
    std::string digits;                      ///< with a point for the decimal mark
    ListDecimal mark = ListDecimal::Unknown; ///< what the form shows
    bool isTwofold = false;                  ///< "1,234": grouping or decimal
    std::string whole;                       ///< of a twofold one, both marks dropped
};

bool hasSoundGroups(std::string_view whole, char sign) {
    std::vector<std::size_t> sizes{0};
    for (const char c : whole) {
        if (c == sign)
            sizes.push_back(0);
        else
            ++sizes.back();
    }
    if (sizes.size() == 1)
        return true;
    if (sizes.front() < 1 || sizes.front() > 3 || sizes.back() != 3)
        return false;
    // Groups of two before the last are those of India.
    const bool isWestern = std::all_of(sizes.begin() + 1, sizes.end(), [](std::size_t size) { return size == 3; });
    const bool isIndian = sizes.front() <= 2 &&
                          std::all_of(sizes.begin() + 1, sizes.end() - 1, [](std::size_t size) { return size == 2; });
    return isWestern || isIndian;
}

std::string without(std::string_view text, char sign) {
    std::string plain(text);
    std::erase(plain, sign);
    return plain;
}

std::optional<NumberForm> numberForm(std::string_view text) {
    if (text.empty() || !isDigit(text.back()) || !(isDigit(text.front()) || text.front() == '.' || text.front() == ','))
        return std::nullopt;
    std::string body(text);
    // Blanks and apostrophes only ever group.
    for (const char grouping : {' ', '\''}) {
        if (body.find(grouping) == std::string::npos)
            continue;
        const std::string whole = body.substr(0, body.find_first_of(".,"));
        if (body.rfind(grouping) >= whole.size() || !hasSoundGroups(whole, grouping))
            return std::nullopt;
        std::erase(body, grouping);
        const std::size_t mark = body.find_first_of(".,");
        if (mark != std::string::npos && body.find_first_of(".,", mark + 1) != std::string::npos)
            return std::nullopt;
        NumberForm form;
        form.digits = body;
        if (mark != std::string::npos) {
            form.mark = body[mark] == '.' ? ListDecimal::Point : ListDecimal::Comma;
            form.digits[mark] = '.';
        }
        return form;
    }
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] == '.' || body[i] == ',')
            marks.push_back({body[i], i});
        else if (!isDigit(body[i]))
            return std::nullopt;
    }
    NumberForm form;
    form.digits = body;
    if (marks.empty())
        return form;
    const char last = marks.back().sign;
    const bool isMixed = std::ranges::any_of(marks, [last](const Mark& mark) { return mark.sign != last; });
    const ListDecimal lastIsDecimal = last == '.' ? ListDecimal::Point : ListDecimal::Comma;
    const ListDecimal otherIsDecimal = last == '.' ? ListDecimal::Comma : ListDecimal::Point;
    if (isMixed) {
        const char grouping = last == '.' ? ',' : '.';
        const std::string whole = body.substr(0, marks.back().at);
        if (whole.find(last) != std::string::npos || !hasSoundGroups(whole, grouping))
            return std::nullopt;
        form.digits = without(whole, grouping) + '.' + body.substr(marks.back().at + 1);
        form.mark = lastIsDecimal;
        return form;
    }
    if (marks.size() > 1) {
        if (!hasSoundGroups(body, last))
            return std::nullopt;
        form.digits = without(body, last);
        form.mark = otherIsDecimal;
        return form;
    }
    const std::size_t at = marks.front().at;
    const std::size_t after = body.size() - at - 1;
    form.digits[at] = '.';
    // "0,123" and "1234,567" cannot be groups.
    if (after != 3 || at > 3 || at == 0 || (at == 1 && body[0] == '0')) {
        form.mark = lastIsDecimal;
        return form;
    }
    form.isTwofold = true;
    form.whole = without(body, last);
    form.mark = ListDecimal::Unknown;
    return form;
}

/// Digits with at most one point, as 1e-9.
std::optional<std::int64_t> nanoOf(std::string_view digits) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    std::int64_t whole = 0;
    for (const char c : digits.substr(0, point)) {
        whole = whole * 10 + (c - '0');
        if (whole > kLargestUnits)
            return std::nullopt;
    }
    std::int64_t nano = 0, scale = kNano / 10;
    for (std::size_t i = point + 1; i < digits.size() && scale > 0; ++i, scale /= 10)
        nano += (digits[i] - '0') * scale;
    return whole * kNano + nano;
}

bool isPlaceholder(std::int64_t nano) {
    if (nano == kNano / 100)
        return true;
    const std::string digits = std::to_string(nano / kNano);
    const std::int64_t cents = nano % kNano / (kNano / 100);
    return digits.size() >= 4 && digits.find_first_not_of('9') == std::string::npos && (cents == 0 || cents == 99);
}

constexpr std::array<std::string_view, 62> kCodes = {
    "USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF",
    "RON", "BGN", "TRY", "ILS", "AED", "SAR", "QAR", "KWD", "BHD", "OMR", "EGP", "ZAR", "NGN", "KES", "MAD", "INR",
    "PKR", "BDT", "LKR", "SGD", "MYR", "THB", "IDR", "PHP", "VND", "KRW", "TWD", "HKD", "MOP", "BRL", "MXN", "ARS",
    "CLP", "COP", "PEN", "UYU", "UAH", "KZT", "RSD", "GEL", "AMD", "AZN", "JOD", "TND", "XOF", "CRC"};

struct SignOf {
    std::string_view sign;
    std::string_view code; ///< empty: shared
};
constexpr std::array kSigns = {SignOf{"us$", "USD"},
                               SignOf{"usd$", "USD"},
                               SignOf{"ca$", "CAD"},
                               SignOf{"c$", "CAD"},
                               SignOf{"au$", "AUD"},
                               SignOf{"a$", "AUD"},
                               SignOf{"nz$", "NZD"},
                               SignOf{"s$", "SGD"},
                               SignOf{"hk$", "HKD"},
                               SignOf{"nt$", "TWD"},
                               SignOf{"r$", "BRL"},
                               SignOf{"mx$", "MXN"},
                               SignOf{"$", ""},
                               SignOf{"\xE2\x82\xAC", "EUR"},
                               SignOf{"\xC2\xA3", "GBP"},
                               SignOf{"\xC2\xA5", ""},
                               SignOf{"\xE2\x82\xB9", "INR"},
                               SignOf{"\xE2\x82\xA9", "KRW"},
                               SignOf{"\xE2\x82\xAA", "ILS"},
                               SignOf{"\xE2\x82\xBA", "TRY"},
                               SignOf{"kr", ""},
                               SignOf{"kr.", ""},
                               SignOf{"fr.", "CHF"},
                               SignOf{"sfr.", "CHF"},
                               SignOf{"sfr", "CHF"},
                               SignOf{"z\xC5\x82", "PLN"},
                               SignOf{"k\xC4\x8D", "CZK"},
                               SignOf{"rs.", "INR"},
                               SignOf{"euro", "EUR"},
                               SignOf{"euros", "EUR"},
                               SignOf{"us dollar", "USD"},
                               SignOf{"us dollars", "USD"},
                               SignOf{"dollar", ""},
                               SignOf{"dollars", ""},
                               SignOf{"pound sterling", "GBP"},
                               SignOf{"pounds", "GBP"}};

/// Words before or after an amount that only repeat what a price is.
bool isPriceWord(std::string_view word) {
    constexpr std::array<std::string_view, 12> kWords = {"net",  "netto", "excl", "excl.", "plus", "ea",
                                                         "each", "ea.",   "list", "pcs",   "stk",  "st."};
    return std::ranges::find(kWords, word) != kWords.end();
}

bool isEstimateWord(std::string_view word) {
    constexpr std::array<std::string_view, 17> kWords = {
        "~",  "ca",    "ca.",    "approx", "approx.",  "about",     "est",      "est.", "from",
        "ab", "circa", "around", "budget", "estimate", "estimated", "starting", "up"};
    return std::ranges::find(kWords, word) != kWords.end();
}

/// Parts a text into the first number-like run with what stands before and after it.
struct Pieces {
    std::string before, number, after;
};
Pieces pieces(const std::string& text) {
    std::size_t start = 0;
    while (start < text.size() && !isDigit(text[start]))
        ++start;
    if (start > 0 && start < text.size() && (text[start - 1] == '.' || text[start - 1] == ',') &&
        (start == 1 || text[start - 2] == ' ' || text[start - 2] == '$'))
        --start;
    std::size_t end = start;
    while (end < text.size()) {
        const char c = text[end];
        const bool isGroup =
            (c == ' ' || c == '\'' || c == '.' || c == ',') && end + 1 < text.size() && isDigit(text[end + 1]);
        if (!isDigit(c) && !isGroup)
            break;
        ++end;
    }
    return {trimmedText(text.substr(0, start)), text.substr(start, end - start), trimmedText(text.substr(end))};
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ' && c != '(' && c != ')' && c != '[' && c != ']') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

AmountReading open(const char* reason) { return {Certainty::Open, 0, {}, {}, reason}; }
AmountReading none(const char* reason) { return {Certainty::None, 0, {}, {}, reason}; }

AmountReading checkedAmount(AmountReading reading) {
    if (reading.nano == 0)
        reading.reason = "prices.line.zero";
    else if (isPlaceholder(reading.nano))
        reading.reason = "prices.line.placeholder";
    reading.certainty = reading.reason.empty() ? Certainty::Sure : Certainty::Open;
    return reading;
}

AmountReading storedAmount(const ListCell& cell) {
    if (cell.kind == ListCellKind::Date)
        return open("prices.line.date-as-price");
    if (cell.kind == ListCellKind::Percent)
        return none("prices.line.percent");
    if (cell.kind != ListCellKind::Number)
        return none(cell.kind == ListCellKind::Fault ? "prices.line.cell-error" : "prices.line.words");
    if (cell.number < 0)
        return none("prices.line.negative");
    if (!(cell.number <= static_cast<double>(kLargestUnits)))
        return open("prices.line.too-large");
    AmountReading reading;
    // Stored values carry the noise of formulas: to 1e-6 of the currency.
    reading.nano = std::llround(cell.number * 1e6) * 1000;
    reading.money = cell.money;
    return checkedAmount(std::move(reading));
}

/// "/m", "per metre", "p.a.": the unit behind an amount; nothing when the words say something else.
std::optional<std::string> unitAfter(std::string text) {
    if (text.starts_with('/'))
        return trimmedText(text.substr(1));
    for (const std::string_view word : {"per ", "pro ", "je "})
        if (text.starts_with(word))
            return trimmedText(text.substr(word.size()));
    if (text == "p.a." || text == "pa" || text == "p.a")
        return "year";
    return std::nullopt;
}

/// What stands before or after the number: a currency, a unit, words of a price. False when it is anything else.
bool takeBeside(const std::string& beside, AmountReading& reading) {
    std::string rest = lowerCase(beside);
    // ".-" and ",--" stand for no minor units.
    for (const std::string_view dash : {",--", ".--", ",-", ".-", "--"})
        if (rest.starts_with(dash))
            rest = trimmedText(rest.substr(dash.size()));
    if (rest.empty())
        return true;
    if (const CurrencyReading money = readCurrency(rest); money.certainty != Certainty::None) {
        if (!reading.money.empty() && !readCurrency(reading.money).fits(money.code.empty() ? money.sign : money.code))
            reading.reason = "prices.line.currencies-disagree";
        if (reading.money.empty() || !money.code.empty())
            reading.money = rest;
        return true;
    }
    if (const auto unit = unitAfter(rest)) {
        if (reading.unit.empty())
            reading.unit = *unit;
        return true;
    }
    const std::size_t slash = rest.find('/');
    if (slash != std::string::npos && slash > 0 && takeBeside(trimmedText(rest.substr(0, slash)), reading)) {
        reading.unit = trimmedText(rest.substr(slash + 1));
        return true;
    }
    for (const std::string& word : wordsOf(rest)) {
        if (isPriceWord(word))
            continue;
        const CurrencyReading money = readCurrency(word);
        if (money.certainty == Certainty::None)
            return false;
        reading.money = word;
    }
    return true;
}

bool isMultiplier(std::string_view word) {
    constexpr std::array<std::string_view, 11> kWords = {"k",       "m",   "mn",   "mio",      "mio.", "mln",
                                                         "million", "tsd", "tsd.", "thousand", "bn"};
    return std::ranges::find(kWords, word) != kWords.end();
}

AmountReading textAmount(const std::string& cell, ListDecimal mark) {
    const std::string text = plainMarks(cell);
    const std::string lower = lowerCase(text);
    if (std::ranges::none_of(text, isDigit))
        return none(text.empty()            ? "prices.line.blank"
                    : text.starts_with('#') ? "prices.line.cell-error"
                                            : "prices.line.words");
    if (text.front() == '=' || (text.front() == '+' && text.size() > 1 && isLetter(text[1])))
        return none("prices.line.formula");
    if (text.find('%') != std::string::npos)
        return none("prices.line.percent");
    if (text.starts_with('#'))
        return none("prices.line.cell-error");
    Pieces piece = pieces(text);
    // "(1,234.00)", "-5", "5-" and "USD -5" are negative; "1.234,-" is not.
    const bool isBracketed = text.front() == '(' && text.back() == ')';
    const bool hasMinus = piece.before.ends_with('-') || (piece.after == "-" || piece.after.starts_with("- "));
    const Pieces second = pieces(piece.after);
    const bool isRange =
        !second.number.empty() &&
        (second.before == "-" || second.before == ".." || second.before == "..." || lowerCase(second.before) == "to" ||
         lowerCase(second.before) == "bis" || lowerCase(second.before).ends_with("-") || second.before == "/");
    if (isRange && lowerCase(second.before) != "e-") // "1e-30" is one number
        return open("prices.line.range");
    if (isBracketed || hasMinus)
        return none("prices.line.negative");
    const std::string before = lowerCase(piece.before), after = lowerCase(piece.after);
    if (before.find('~') != std::string::npos || before.find('<') != std::string::npos ||
        before.find('>') != std::string::npos || before.find("\xE2\x89\x88") != std::string::npos ||
        after.starts_with('+'))
        return open("prices.line.estimate");
    for (const std::string& word : wordsOf(before + " " + after))
        if (isEstimateWord(word))
            return open("prices.line.estimate");
    const std::vector<std::string> afterWords = wordsOf(after);
    if (!afterWords.empty() && isMultiplier(afterWords.front()))
        return open("prices.line.multiplier");
    if (after.starts_with("e+") || after.starts_with("e-") ||
        (after.starts_with("e") && after.size() > 1 && isDigit(after[1])))
        return open("prices.line.exponent");
    AmountReading reading;
    if (!second.number.empty()) {
        // "4.85/100 m" and "12 per 10": the price of several.
        std::optional<std::string> unit = unitAfter(after);
        if (!unit)
            return open("prices.line.unclear");
        reading.unit = *unit;
        piece.after.clear();
    }
    if (!takeBeside(piece.before, reading) || !takeBeside(piece.after, reading))
        return open("prices.line.unclear");
    if (!reading.reason.empty())
        return open(reading.reason.c_str());
    const std::optional<NumberForm> form = numberForm(piece.number);
    if (!form)
        return open("prices.line.unclear");
    std::string digits = form->digits;
    if (form->isTwofold) {
        const bool isComma = piece.number.find(',') != std::string::npos;
        if (mark == ListDecimal::Unknown)
            return open("prices.line.two-readings");
        if ((mark == ListDecimal::Comma) != isComma)
            digits = form->whole;
    }
    const std::optional<std::int64_t> nano = nanoOf(digits);
    if (!nano)
        return open("prices.line.too-large");
    reading.nano = *nano;
    return checkedAmount(std::move(reading));
}

struct UnitWords {
    std::string_view unit;
    std::int64_t per;
    std::string_view words; ///< parted by blanks
};
constexpr std::array kUnitWords = {
    UnitWords{
        "each", 1,
        " each ea st stk stck stuck stueck pc pcs pce pcs piece pieces unit units un u ud pz pza set kit system "
        "sys nr no "
        "szt ks kpl lic licence license lizenz stuks stuk rack node server gpu item unidad unidades unite unites unita "
        "pieza piezas pezzo pezzi juego jgo "},
    UnitWords{"each", 2, " pair pr paar "},
    UnitWords{"each", 12, " dozen dz dtz "},
    UnitWords{"each", 100, " hundred cent "},
    UnitWords{"each", 1000, " thousand mille "},
    UnitWords{"m", 1, " m mtr mtrs meter meters metre metres metern metro metros metri lfm lm mt "},
    UnitWords{"m", 1000, " km "},
    UnitWords{"ft", 1, " ft foot feet lf "},
    UnitWords{"year", 1, " y yr yrs year years jahr jahre an ano annum annual annually yearly anno "},
    UnitWords{"month", 1, " mo mon month months monat monate mth monthly mois mes mese "}};

std::optional<UnitReading> unitWord(const std::string& word) {
    for (const UnitWords& row : kUnitWords)
        if (row.words.find(" " + word + " ") != std::string_view::npos)
            return UnitReading{Certainty::Sure, std::string(row.unit), row.per};
    return std::nullopt;
}

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

int monthNamed(const std::string& word) {
    constexpr std::array<std::pair<std::string_view, int>, 12> kOthers = {
        std::pair{"mai", 5},  std::pair{"okt", 10}, std::pair{"dez", 12}, std::pair{"maer", 3},
        std::pair{"fev", 2},  std::pair{"avr", 4},  std::pair{"aou", 8},  std::pair{"juin", 6},
        std::pair{"juil", 7}, std::pair{"ene", 1},  std::pair{"abr", 4},  std::pair{"dic", 12}};
    if (word.size() < 3 || isDigit(word.front()))
        return 0;
    for (const auto& [name, month] : kOthers)
        if (word.starts_with(name))
            return month;
    for (std::size_t i = 0; i < kMonths.size(); ++i)
        if (word.starts_with(kMonths[i]))
            return static_cast<int>(i) + 1;
    return 0;
}

/// The numbers and words of a date.
std::vector<std::string> dateParts(std::string_view text) {
    std::vector<std::string> parts;
    std::string part;
    const auto kind = [](char c) { return isDigit(c) ? 1 : isLetter(c) ? 2 : 0; };
    for (const char c : text) {
        if (!part.empty() && kind(c) != kind(part.back())) {
            parts.push_back(part);
            part.clear();
        }
        if (kind(c) != 0)
            part += c;
    }
    if (!part.empty())
        parts.push_back(part);
    // "1st", "2nd", "de" and names of days say nothing.
    std::erase_if(parts, [](const std::string& p) {
        constexpr std::array<std::string_view, 12> kNothing = {"st",  "nd",  "rd",  "th",  "de",  "of",
                                                               "mon", "tue", "wed", "thu", "fri", "sat"};
        return std::ranges::find(kNothing, p) != kNothing.end();
    });
    return parts;
}

int yearOf(const std::string& part) {
    const int year = std::stoi(part);
    return part.size() == 2 ? 2000 + year : year;
}

DateReading dateOf(int year, int month, int day) {
    const QDate date(year, month, day);
    if (!date.isValid() || year < 1990 || year > 2199)
        return {Certainty::Open, {}, "prices.line.no-such-date"};
    return {Certainty::Sure, date.toString(Qt::ISODate).toStdString(), {}};
}

DateReading monthOf(int year, int month, DateEnd end) {
    const QDate first(year, month, 1);
    if (!first.isValid())
        return {Certainty::Open, {}, "prices.line.no-such-date"};
    return dateOf(year, month, end == DateEnd::First ? 1 : first.daysInMonth());
}

bool isNumbers(const std::vector<std::string>& parts) {
    return std::ranges::all_of(parts,
                               [](const std::string& part) { return isDigit(part.front()) && part.size() <= 4; });
}

/// Day and month of three numbers with the year behind them, parted by '/' or '-' (a point is day first).
bool isOpenOrder(std::string_view text, const std::vector<std::string>& parts) {
    return parts.size() == 3 && isNumbers(parts) && parts[0].size() <= 2 && parts[1].size() <= 2 &&
           text.find('.') == std::string_view::npos;
}

std::string withoutTime(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::string(text);
    const std::size_t end = text.find_last_of(" T", colon);
    return std::string(text.substr(0, end == std::string_view::npos ? 0 : end));
}

} // namespace

std::string plainWords(std::string_view text) {
    const QString decomposed = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
                                   .normalized(QString::NormalizationForm_KD)
                                   .toLower();
    std::string words;
    bool isParted = false;
    for (const QChar c : decomposed) {
        if (c.category() == QChar::Mark_NonSpacing)
            continue;
        if (c == QChar(0xDF)) {
            words += "ss";
        } else if (c.isLetterOrNumber() || c == QLatin1Char('%') || c == QLatin1Char('#')) {
            if (isParted && !words.empty())
                words += ' ';
            isParted = false;
            words += QString(c).toStdString();
            continue;
        } else {
            isParted = true;
        }
    }
    return words;
}

std::string plainCode(std::string_view text) {
    const QString decoded = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    std::string code;
    for (const QChar c : decoded) {
        const QChar::Category category = c.category();
        const bool isDropped = c.isSpace() || c == QLatin1Char('_') || category == QChar::Punctuation_Dash ||
                               category == QChar::Other_Format || category == QChar::Other_Control ||
                               c == QChar(0x2212);
        if (!isDropped)
            code += QString(c.toLower()).toStdString();
    }
    return code;
}

ListDecimal decimalMarkOf(std::span<const std::string> amounts) {
    std::size_t points = 0, commas = 0;
    for (const std::string& amount : amounts) {
        const std::string text = plainMarks(amount);
        if (text.find('%') != std::string::npos)
            continue;
        const std::optional<NumberForm> form = numberForm(pieces(text).number);
        if (!form || form->isTwofold)
            continue;
        points += form->mark == ListDecimal::Point;
        commas += form->mark == ListDecimal::Comma;
    }
    // One line written otherwise does not make the others doubtful.
    if (points > 4 * commas)
        return ListDecimal::Point;
    if (commas > 4 * points)
        return ListDecimal::Comma;
    return ListDecimal::Unknown;
}

AmountReading readAmount(const ListCell& cell, ListDecimal mark) {
    return cell.kind == ListCellKind::Text ? textAmount(cell.text, mark) : storedAmount(cell);
}

bool isCurrencyCode(std::string_view code) { return std::ranges::find(kCodes, code) != kCodes.end(); }

bool CurrencyReading::fits(std::string_view other) const {
    if (!code.empty())
        return code == other || readCurrency(other).sign == sign;
    if (other == sign)
        return true;
    const auto isOneOf = [other](std::initializer_list<std::string_view> codes) {
        return std::ranges::find(codes, other) != codes.end();
    };
    if (sign == "$")
        return isOneOf({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU"});
    if (sign == "kr")
        return isOneOf({"SEK", "NOK", "DKK", "ISK"});
    return isOneOf({"JPY", "CNY"});
}

CurrencyReading readCurrency(std::string_view text) {
    std::string plain = lowerCase(trimmedText(text));
    if (plain.empty())
        return {};
    std::string upper = plain;
    std::ranges::transform(upper, upper.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const auto signOfCode = [](std::string_view code) -> std::string {
        for (const std::string_view dollars :
             {"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU"})
            if (code == dollars)
                return "$";
        return std::string(code);
    };
    if (isCurrencyCode(upper))
        return {Certainty::Sure, upper, signOfCode(upper)};
    for (const SignOf& row : kSigns)
        if (plain == row.sign) {
            const std::string shared = row.sign.starts_with("dollar") ? "$"
                                       : row.sign.starts_with("kr")   ? "kr"
                                                                      : std::string(row.sign);
            return {Certainty::Sure, std::string(row.code), row.code.empty() ? shared : signOfCode(row.code)};
        }
    // "USD $", "$USD"
    for (const SignOf& row : kSigns) {
        std::string rest = plain;
        const std::size_t at = rest.find(row.sign);
        if (at == std::string::npos || row.sign.size() >= rest.size())
            continue;
        rest = trimmedText(rest.erase(at, row.sign.size()));
        std::ranges::transform(rest, rest.begin(),
                               [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
        if (isCurrencyCode(rest))
            return {Certainty::Sure, rest, signOfCode(rest)};
    }
    return {};
}

std::string currencyIn(std::string_view text) {
    std::set<std::string> codes;
    std::string word;
    for (const char c : std::string(text) + " ") {
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || isDigit(c)) {
            word += c;
            continue;
        }
        if (isCurrencyCode(word))
            codes.insert(word);
        word.clear();
    }
    if (text.find("\xE2\x82\xAC") != std::string_view::npos || plainWords(text).find("euro") != std::string::npos)
        codes.insert("EUR");
    if (text.find("\xC2\xA3") != std::string_view::npos)
        codes.insert("GBP");
    return codes.size() == 1 ? *codes.begin() : std::string();
}

UnitReading readUnit(std::string_view text) {
    const std::string plain = plainWords(plainMarks(text));
    if (plain.empty())
        return {};
    if (const auto exact = unitWord(plain))
        return *exact;
    // "pk 10", "pack of 10", "100 stk", "box 100", "per 100 m", "10 pack"
    std::int64_t count = 0;
    std::string unit = "each";
    bool isKnown = true;
    std::string word;
    std::vector<std::string> words;
    for (const char c : plain + " ") {
        const bool isBreak = c == ' ' || (!word.empty() && isDigit(c) != isDigit(word.back()));
        if (isBreak && !word.empty()) {
            words.push_back(word);
            word.clear();
        }
        if (c != ' ')
            word += c;
    }
    constexpr std::string_view kPacks =
        " pk pkg pack packs pak package packung pakke paquet box bx case ct ctn carton karton "
        "bag beutel vpe ve bundle bund lot reel roll rolle drum ";
    constexpr std::string_view kSmallWords = " per pro je of x a le la l el il the par por al der die das pour ";
    bool isPack = false;
    for (const std::string& each : words) {
        if (isDigit(each.front())) {
            if (count != 0 || each.size() > 6)
                return {Certainty::Open, "each", 1};
            count = std::stoll(each);
            if (count == 0) // a price of none
                return {Certainty::Open, "each", 1};
        } else if (kSmallWords.find(" " + each + " ") != std::string_view::npos) {
            continue;
        } else if (kPacks.find(" " + each + " ") != std::string_view::npos) {
            isPack = true;
        } else if (const auto known = unitWord(each)) {
            unit = known->unit;
            if (known->per != 1)
                count = std::max<std::int64_t>(count, 1) * known->per;
        } else {
            isKnown = false;
        }
    }
    if (!isKnown || (isPack && count == 0))
        return {Certainty::Open, "each", 1, isKnown && isPack};
    if (count == 0)
        count = 1;
    return {Certainty::Sure, unit, count};
}

DateOrder dateOrderOf(std::span<const std::string> dates) {
    std::size_t dayFirst = 0, monthFirst = 0;
    for (const std::string& text : dates) {
        const std::string plain = lowerCase(withoutTime(plainMarks(text)));
        const std::vector<std::string> parts = dateParts(plain);
        if (!isOpenOrder(plain, parts))
            continue;
        const int first = std::stoi(parts[0]), second = std::stoi(parts[1]);
        dayFirst += first > 12 && second <= 12;
        monthFirst += second > 12 && first <= 12;
    }
    if (dayFirst > 0 && monthFirst == 0)
        return DateOrder::DayFirst;
    if (monthFirst > 0 && dayFirst == 0)
        return DateOrder::MonthFirst;
    return DateOrder::Unknown;
}

DateReading readDate(const ListCell& cell, DateOrder order, DateEnd end) {
    const DateReading unclear{Certainty::Open, {}, "prices.line.unclear-date"};
    if (cell.isEmpty())
        return {};
    if (cell.kind == ListCellKind::Date)
        return {Certainty::Sure, cell.text, {}};
    if (cell.kind == ListCellKind::Fault || cell.kind == ListCellKind::Logical)
        return unclear;
    const std::string text = lowerCase(withoutTime(plainMarks(cell.text)));
    const std::vector<std::string> parts = dateParts(text);
    if (std::ranges::none_of(text, isDigit)) {
        constexpr std::array<std::string_view, 14> kOpenEnds = {"-",
                                                                "--",
                                                                "---",
                                                                "n/a",
                                                                "na",
                                                                "none",
                                                                "open",
                                                                "tbd",
                                                                "unbefristet",
                                                                "offen",
                                                                "until further notice",
                                                                "bis auf weiteres",
                                                                "open ended",
                                                                "unlimited"};
        return std::ranges::find(kOpenEnds, text) != kOpenEnds.end() ? DateReading{} : unclear;
    }
    if (parts.size() == 1 && isDigit(parts[0].front())) {
        const std::string& digits = parts[0];
        if (digits.size() == 8)
            return dateOf(std::stoi(digits.substr(0, 4)), std::stoi(digits.substr(4, 2)), std::stoi(digits.substr(6)));
        // The day number of a spreadsheet, 2000 to 2099.
        if (digits.size() == 5 && digits >= "36526" && digits <= "73050")
            return {Certainty::Sure,
                    QDate(1899, 12, 30).addDays(std::stoi(digits)).toString(Qt::ISODate).toStdString(),
                    {}};
        return unclear;
    }
    if (isNumbers(parts) && parts.size() == 3) {
        if (parts[0].size() == 4)
            return dateOf(std::stoi(parts[0]), std::stoi(parts[1]), std::stoi(parts[2]));
        if (parts[0].size() > 2 || parts[1].size() > 2 || parts[2].size() == 3 || parts[2].size() == 1)
            return unclear;
        const int first = std::stoi(parts[0]), second = std::stoi(parts[1]), year = yearOf(parts[2]);
        const bool isPoint = text.find('.') != std::string::npos;
        if (isPoint || first > 12 || (first == second) || (second <= 12 && order == DateOrder::DayFirst))
            return dateOf(year, second, first);
        if (second > 12 || order == DateOrder::MonthFirst)
            return dateOf(year, first, second);
        return {Certainty::Open, {}, "prices.line.two-dates"};
    }
    if (isNumbers(parts) && parts.size() == 2) {
        if (parts[0].size() == 4 && parts[1].size() <= 2)
            return monthOf(std::stoi(parts[0]), std::stoi(parts[1]), end);
        if (parts[1].size() == 4 && parts[0].size() <= 2)
            return monthOf(std::stoi(parts[1]), std::stoi(parts[0]), end);
        return unclear;
    }
    // A month by its name among one or two numbers.
    int month = 0;
    std::vector<std::string> numbers;
    for (const std::string& part : parts) {
        if (isDigit(part.front()) && part.size() <= 4)
            numbers.push_back(part);
        else if (const int named = monthNamed(plainWords(part)); named != 0 && month == 0)
            month = named;
        else
            return unclear;
    }
    if (month == 0 || numbers.empty() || numbers.size() > 2)
        return unclear;
    if (numbers.size() == 1)
        return numbers[0].size() == 4 ? monthOf(std::stoi(numbers[0]), month, end) : unclear;
    const bool isYearFirst = numbers[0].size() == 4;
    const std::string& day = isYearFirst ? numbers[1] : numbers[0];
    const std::string& year = isYearFirst ? numbers[0] : numbers[1];
    if (day.size() > 2 || (year.size() != 2 && year.size() != 4))
        return unclear;
    return dateOf(yearOf(year), month, std::stoi(day));
}

} // namespace rackwright
