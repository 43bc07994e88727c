// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/requirements/requirement_text.h"

#include "model/base/letter_case.h"
#include "model/units/units.h"
#include "solvers/cost/figures.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "solvers/training/figures.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <utility>

namespace rackwright {

namespace {

struct ComparingWords {
    std::string_view words;
    Comparison comparison;
};
constexpr std::array<ComparingWords, 26> kBefore = {{{"<=", Comparison::AtMost},
                                                     {"\u2264", Comparison::AtMost},
                                                     {">=", Comparison::AtLeast},
                                                     {"\u2265", Comparison::AtLeast},
                                                     {"<", Comparison::AtMost},
                                                     {">", Comparison::AtLeast},
                                                     {"=", Comparison::Equal},
                                                     {"at most", Comparison::AtMost},
                                                     {"at least", Comparison::AtLeast},
                                                     {"no more than", Comparison::AtMost},
                                                     {"not more than", Comparison::AtMost},
                                                     {"no less than", Comparison::AtLeast},
                                                     {"not less than", Comparison::AtLeast},
                                                     {"not exceed", Comparison::AtMost},
                                                     {"less than", Comparison::AtMost},
                                                     {"more than", Comparison::AtLeast},
                                                     {"within", Comparison::AtMost},
                                                     {"up to", Comparison::AtMost},
                                                     {"below", Comparison::AtMost},
                                                     {"under", Comparison::AtMost},
                                                     {"maximum of", Comparison::AtMost},
                                                     {"minimum of", Comparison::AtLeast},
                                                     {"max", Comparison::AtMost},
                                                     {"min", Comparison::AtLeast},
                                                     {"exactly", Comparison::Equal},
                                                     {"equal to", Comparison::Equal}}};
constexpr std::array<ComparingWords, 6> kBehind = {{{"or less", Comparison::AtMost},
                                                    {"or fewer", Comparison::AtMost},
                                                    {"at most", Comparison::AtMost},
                                                    {"or more", Comparison::AtLeast},
                                                    {"or better", Comparison::AtLeast},
                                                    {"at least", Comparison::AtLeast}}};

/// A figure that words of the trade mean, where the amount is of its kind.
struct Topic {
    std::string_view figure;
    std::array<std::string_view, 6> words;
};
constexpr std::array<Topic, 9> kTopics = {
    {{figure_of::powerPue, {"pue"}},
     {figure_of::powerRackWorst, {"rack", "racks"}},
     {figure_of::designRackHeaviest, {"rack", "racks"}},
     {figure_of::powerItPeak, {"it"}},
     {figure_of::powerUtilityPeak, {"utility", "grid"}},
     {figure_of::costPriceTotal, {"budget", "price", "purchase", "capex"}},
     {figure_of::costLeadTimeLongest, {"delivered", "delivery", "lead"}},
     {figure_of::trainingDuration, {"train", "trained", "training", "trains", "pre-training", "workload"}},
     {figure_of::designAcceleratorsInUse, {"accelerators", "gpus"}}}};

// ASCII alone, so that a locale's rules (of a dotless i) change no word of the trade.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.'; }

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\n.;") - first + 1);
}

bool standsAlone(std::string_view text, std::size_t at, std::size_t length) {
    const bool isWord = std::isalpha(static_cast<unsigned char>(text[at]));
    return !isWord ||
           ((at == 0 || !isWordByte(text[at - 1])) && (at + length >= text.size() || !isWordByte(text[at + length])));
}

/// Where an amount begins at the head of the text: a digit, with a currency before it at most.
bool beginsAmount(std::string_view text) {
    for (const std::string_view sign : {"\u20ac", "$", "\u00a3", "\u00a5"})
        if (text.starts_with(sign))
            text = trimmed(text.substr(sign.size()));
    if (text.size() > 3 && Currency::parse(text.substr(0, 3)))
        text = trimmed(text.substr(3));
    return !text.empty() && isDigit(text.front());
}

struct Found {
    Comparison comparison = Comparison::AtMost;
    std::size_t start = 0;   ///< of the comparing words
    std::string_view amount; ///< from its first byte to the end of the text
};

std::optional<Found> comparedAmount(std::string_view sentence) {
    const std::string small = lowerCase(sentence);
    std::optional<Found> best;
    const auto consider = [&](std::string_view words, Comparison comparison) {
        for (std::size_t at = small.find(words); at != std::string::npos; at = small.find(words, at + 1)) {
            const std::string_view rest = trimmed(sentence.substr(at + words.size()));
            if (!standsAlone(small, at, words.size()) || !beginsAmount(rest))
                continue;
            if (!best || at < best->start)
                best = Found{comparison, at, rest};
            return;
        }
    };
    for (const ComparingWords& one : kBefore)
        consider(one.words, one.comparison);
    if (!best)
        consider("in", Comparison::AtMost); // "trained in 45 days"; times alone, as the figure must be one
    if (best)
        return best;
    for (std::size_t at = 0; at < sentence.size(); ++at)
        if (isDigit(sentence[at]) && (at == 0 || sentence[at - 1] == ' '))
            for (const ComparingWords& one : kBehind)
                if (small.find(one.words, at) != std::string::npos)
                    return Found{one.comparison, at, sentence.substr(at)};
    return std::nullopt;
}

struct AmountReading {
    TargetReading target;
    std::size_t length = 0;
};

bool startsWithMoney(std::string_view unit) { return unit.starts_with(kMoneyUnit); }

// A number alone says nothing of a figure with a unit.
bool namesUnit(std::string_view amount) {
    return std::ranges::any_of(amount, [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80 || c == '%' ||
               c == '$';
    });
}

/// The longest head of the text that is an amount of the figure's kind, by whole words.
std::optional<AmountReading> amountFor(std::string_view text, const Context& context, const FigureDefinition& figure,
                                       DecimalMark mark) {
    constexpr int kMostWords = 4;
    std::array<std::size_t, kMostWords> ends{};
    std::size_t at = 0;
    for (std::size_t& end : ends) {
        end = std::min(text.find(' ', at), text.size());
        at = std::min(end + 1, text.size());
    }
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        const std::string_view amount = trimmed(text.substr(0, *end));
        if (!figure.unit.empty() && !namesUnit(amount))
            continue;
        if (Result<TargetReading> read = readTarget(amount, context, figure, mark))
            return AmountReading{*read, *end};
    }
    return std::nullopt;
}

bool saysWord(std::string_view small, std::string_view word) {
    for (std::size_t at = small.find(word); at != std::string_view::npos; at = small.find(word, at + 1))
        if (standsAlone(small, at, word.size()))
            return true;
    return false;
}

/// The subject that the sentence names, or the only one there is.
std::optional<std::string> labelFor(std::string_view sentence, const Context& context, const FigureDefinition& figure) {
    if (figure.subject == SubjectKind::Design)
        return figure.name;
    const std::vector<Subject> subjects = subjectsOf(context, figure);
    std::optional<std::string> named;
    for (const Subject subject : subjects) {
        const std::string label = subjectLabel(context, subject);
        const std::string name = label.substr(label.find(':') + 1);
        if (!saysWord(lowerCase(sentence), lowerCase(name)))
            continue;
        if (named)
            return std::nullopt;
        named = figureLabel(context, figure, subject);
    }
    if (!named && subjects.size() == 1)
        named = figureLabel(context, figure, subjects.front());
    return named;
}

} // namespace

Result<TargetReading> readTarget(std::string_view text, const Context& context, const FigureDefinition& figure,
                                 DecimalMark mark) {
    TargetReading reading;
    text = trimmed(text);
    for (const ComparingWords& one : kBefore)
        if (lowerCase(text.substr(0, one.words.size())) == one.words && standsAlone(text, 0, one.words.size())) {
            reading.comparison = one.comparison;
            text = trimmed(text.substr(one.words.size()));
            break;
        }
    if (!startsWithMoney(figure.unit)) {
        const Unit* unit = findUnit(figure.unit);
        const Result<double> si = parseSi(text, unit ? *unit : *findUnit(""), mark);
        if (!si)
            return si.error();
        reading.target = unit ? unit->fromSi(*si) : *si;
        reading.unit = figure.unit;
        return reading;
    }
    const std::string_view per = std::string_view(figure.unit).substr(kMoneyUnit.size());
    if (!per.empty() && text.ends_with(per))
        text = trimmed(text.substr(0, text.size() - per.size()));
    const Result<Money> money = parseMoney(text, context.project().quote.currency, mark);
    if (!money)
        return money.error();
    reading.target = money->inUnits();
    reading.unit = money->currency().code().append(per);
    return reading;
}

namespace {

/// Where figures are looked up: by the whole label, and the definition of a name.
struct FigureLookUp {
    std::function<std::optional<std::pair<const FigureDefinition*, Subject>>(std::string_view label)> named;
    std::function<const FigureDefinition*(std::string_view name)> definition;
};

std::optional<PromiseReading> promiseOf(std::string_view sentence, const Context& context, const FigureLookUp& figures,
                                        DecimalMark mark) {
    sentence = trimmed(sentence);
    const std::optional<Found> found = comparedAmount(sentence);
    if (!found)
        return std::nullopt;
    const auto reading = [&](const FigureDefinition& definition,
                             const std::string& label) -> std::optional<PromiseReading> {
        std::optional<AmountReading> amount = amountFor(found->amount, context, definition, mark);
        if (!amount)
            return std::nullopt;
        amount->target.comparison = found->comparison;
        return PromiseReading{&definition, label, std::move(amount->target),
                              std::string(trimmed(found->amount.substr(0, amount->length)))};
    };
    // "rack.power.peak@rack:A07 <= 12 kW": the figure's own name before the comparing words.
    if (const auto named = figures.named(trimmed(sentence.substr(0, found->start))))
        return reading(*named->first, figureLabel(context, *named->first, named->second));
    const std::string small = lowerCase(sentence);
    std::optional<PromiseReading> only;
    for (const Topic& topic : kTopics) {
        const bool isMeant = std::ranges::any_of(
            topic.words, [&](std::string_view word) { return !word.empty() && saysWord(small, word); });
        const FigureDefinition* definition = isMeant ? figures.definition(topic.figure) : nullptr;
        const auto label = definition ? labelFor(sentence, context, *definition) : std::nullopt;
        std::optional<PromiseReading> one = label ? reading(*definition, *label) : std::nullopt;
        if (one && only)
            return std::nullopt;
        if (one)
            only = std::move(one);
    }
    return only;
}

/// Of figures of the design and of jobs, which are all that sentences speak of.
const FigureDefinition* definitionIn(const FigureTable& figures, const Context& context, std::string_view name) {
    const FigureResult* found = figures.find(name, Subject{});
    for (const Workload& job : context.design().workloads)
        if (!found)
            found = figures.find(name, Subject{SubjectKind::Workload, job.id.value});
    return found ? found->definition : nullptr;
}

} // namespace

std::optional<PromiseReading> readPromise(std::string_view sentence, const Context& context, const Domains& domains,
                                          DecimalMark mark) {
    using Named = std::optional<std::pair<const FigureDefinition*, Subject>>;
    return promiseOf(sentence, context,
                     {[&](std::string_view label) -> Named {
                          const Result<FigureName> named = figureNamed(domains, context, label);
                          return named ? Named({named->definition, named->subject}) : std::nullopt;
                      },
                      [&](std::string_view name) { return domains.findFigure(name); }},
                     mark);
}

std::optional<PromiseReading> readPromise(std::string_view sentence, const Context& context, const FigureTable& figures,
                                          DecimalMark mark) {
    using Named = std::optional<std::pair<const FigureDefinition*, Subject>>;
    return promiseOf(sentence, context,
                     {[&](std::string_view label) -> Named {
                          const FigureResult* named = label.empty() ? nullptr : figures.find(label);
                          return named ? Named({named->definition, named->subject}) : std::nullopt;
                      },
                      [&](std::string_view name) { return definitionIn(figures, context, name); }},
                     mark);
}

std::optional<PromiseReading> proposedPromise(std::string_view amount, const Context& context, const Domains& domains,
                                              DecimalMark mark) {
    constexpr std::array<std::string_view, 5> likely = {figure_of::costPriceTotal, figure_of::powerUtilityPeak,
                                                        figure_of::trainingDuration, figure_of::costLeadTimeLongest,
                                                        figure_of::designRackHeaviest};
    if (!namesUnit(amount))
        return std::nullopt;
    for (const std::string_view name : likely) {
        const FigureDefinition* definition = domains.findFigure(name);
        const auto label = definition ? labelFor(amount, context, *definition) : std::nullopt;
        if (!label)
            continue;
        if (Result<TargetReading> target = readTarget(amount, context, *definition, mark)) {
            target->comparison = target->comparison.value_or(Comparison::AtMost);
            return PromiseReading{definition, *label, std::move(*target), std::string(trimmed(amount))};
        }
    }
    return std::nullopt;
}

} // namespace rackwright
