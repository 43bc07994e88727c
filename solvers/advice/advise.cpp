// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/advise.h"

#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "solvers/advice/guide_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr int kShownDigits = 4;
constexpr std::string_view kRanking = "rank:";
constexpr std::string_view kOfOffer = "offer:"; ///< a measure of the accelerator that the key "gpu" names

struct AdviceValue {
    std::string text;
    bool isAssumed = false;
};

std::string withoutBlanks(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string()
                                          : std::string(text.substr(from, text.find_last_not_of(" \t") - from + 1));
}

class Asking {
public:
    Asking(const GuideBook& book, const Guide& guide, const FormulaRegistry& formulas,
           std::span<const MarketOffer> offers)
        : m_book(book), m_guide(guide), m_formulas(formulas), m_offers(offers) {
        m_advice.guide = &guide;
    }

    Result<Advice> ask(const GivenInputs& given) {
        for (const auto& [key, text] : given)
            if (guideKeyName(key) != kSentenceKey)
                if (const Done read = readKey(key, text); !read)
                    return read.error();
        // What is given by name stands; a sentence fills the rest.
        for (const auto& [key, text] : given)
            if (guideKeyName(key) == kSentenceKey)
                if (const Done read = readSentence(text); !read)
                    return read.error();
        for (const GuideKey& key : m_guide.keys)
            if (!key.otherwise.empty())
                m_values.try_emplace(key.key, AdviceValue{key.otherwise, true});
        for (const GuideKey& key : m_guide.keys)
            if (const auto it = m_values.find(key.key); it != m_values.end())
                m_advice.inputs.push_back({&key, it->second.text, it->second.isAssumed});
        workOut();
        takeRules();
        if (m_advice.verdict.empty())
            return undecided();
        return std::move(m_advice);
    }

private:
    Done readKey(std::string_view name, const std::string& text) {
        // "cloud country!=TR" is split at its first "=".
        const bool isNegated = name.ends_with('!');
        const GuideKey* key = m_guide.key(withoutBlanks(isNegated ? name.substr(0, name.size() - 1) : name));
        if (!key) {
            std::vector<std::string> known;
            for (const GuideKey& each : m_guide.keys)
                known.push_back(each.key);
            known.emplace_back(kSentenceKey);
            const std::vector<std::string> near = nearestWords(guideKeyName(name), known);
            return usageError(Message("advice.unknown-key")
                                  .with("guide", m_guide.name)
                                  .with("key", name)
                                  .with("nearest", WordList{near.empty() ? known : near}));
        }
        Result<std::string> value = valueOf(*key, withoutBlanks(text));
        if (!value)
            return value.error();
        if (isNegated) {
            if (key->kind == GuideKeyKind::Flag)
                *value = *value == "yes" ? "no" : "yes";
            else if (key->kind == GuideKeyKind::Country || key->kind == GuideKeyKind::Word)
                value->insert(0, "!");
            else
                return badValue(*key, text);
        }
        m_values[key->key] = {std::move(*value), false};
        return done();
    }

    Error badValue(const GuideKey& key, const std::string& text) const {
        std::vector<std::string> known = acceptedWords(key);
        if (key.kind == GuideKeyKind::Word)
            if (std::vector<std::string> near = nearestWords(text, known); !near.empty())
                known = std::move(near);
        return usageError(Message("advice.bad-value")
                              .with("key", key.key)
                              .with("value", text)
                              .with("meaning", key.meaning)
                              .with("nearest", WordList{std::move(known)}));
    }

    Result<std::string> valueOf(const GuideKey& key, const std::string& text) {
        switch (key.kind) {
        case GuideKeyKind::Number:
            return numberOf(key, text);
        case GuideKeyKind::Country: {
            std::string code = countryCode(text);
            return code.empty() ? Result<std::string>(badValue(key, text)) : Result<std::string>(std::move(code));
        }
        case GuideKeyKind::Flag: {
            const std::string word = guideKeyName(text);
            for (const char* yes : {"yes", "true", "1", "on", "y"})
                if (word == yes)
                    return std::string("yes");
            for (const char* no : {"no", "false", "0", "off", "n", "none"})
                if (word == no)
                    return std::string("no");
            return badValue(key, text);
        }
        case GuideKeyKind::Word:
            break;
        }
        for (const std::string& word : key.words)
            if (guideTokens(word) == guideTokens(text))
                return word;
        // "100GbE TCP" says the fabric and, beside it, the speed.
        GuideHits read = readPhrases(m_guide, guideTokens(text), &key);
        const auto hit = std::ranges::find(read.hits, &key, &GuideHit::key);
        if (hit == read.hits.end())
            return badValue(key, text);
        for (const GuideHit& each : read.hits)
            if (each.key != &key)
                m_values.try_emplace(each.key->key, AdviceValue{each.value, false});
        std::ranges::move(read.unread, std::back_inserter(m_advice.unread));
        return hit->value;
    }

    Result<std::string> numberOf(const GuideKey& key, const std::string& text) const {
        std::optional<double> number = plainNumber(text);
        if (const Unit* unit = number || key.unit.empty() ? nullptr : findUnit(key.unit))
            if (const Result<double> si = parseSi(text, *unit); si)
                number = unit->fromSi(*si);
        if (!number)
            for (const GuideHit& hit : readPhrases(m_guide, guideTokens(text), &key).hits)
                if (hit.key == &key)
                    number = plainNumber(hit.value);
        if (!number || !std::isfinite(*number))
            return badValue(key, text);
        if ((key.low && *number < *key.low) || (key.high && *number > *key.high))
            return usageError(Message("advice.out-of-range")
                                  .with("key", key.key)
                                  .with("value", text)
                                  .with("low", key.low.value_or(0))
                                  .with("high", key.high.value_or(1e12)));
        return shortestDigits(*number);
    }

    Done readSentence(const std::string& text) {
        // "params_b=70" may stand within a sentence.
        std::string words;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find(' ', at), text.size());
            const std::string word = text.substr(at, end - at);
            const std::size_t mark = word.find('=');
            if (mark != std::string::npos && mark > 0) {
                const std::string value = word.substr(mark + 1);
                // Of alternatives the first stands for all.
                if (const Done read = readKey(word.substr(0, mark), value.substr(0, value.find('|'))); !read)
                    return read.error();
            } else {
                words.append(word).append(" ");
            }
            at = end + 1;
        }
        const std::vector<std::string> tokens = guideTokens(words);
        GuideHits read = readPhrases(m_guide, tokens);
        if (read.hits.empty() && !tokens.empty() && m_values.empty())
            return usageError(Message("advice.unread-sentence")
                                  .with("guide", m_guide.title)
                                  .with("sentence", text)
                                  .with("nearest", WordList{nearestPhrases(tokens)}));
        for (const GuideHit& hit : read.hits)
            m_values.try_emplace(hit.key->key, AdviceValue{hit.value, false});
        std::ranges::move(read.unread, std::back_inserter(m_advice.unread));
        return done();
    }

    std::vector<std::string> nearestPhrases(const std::vector<std::string>& tokens) const {
        std::vector<std::string> known;
        for (const GuideKey& key : m_guide.keys)
            for (const std::string& word : acceptedWords(key))
                if (key.kind == GuideKeyKind::Word)
                    known.push_back(word);
        if (known.empty())
            for (const GuideKey& key : m_guide.keys)
                known.push_back(key.key);
        std::string all;
        for (const std::string& token : tokens)
            all.append(all.empty() ? "" : " ").append(token);
        std::vector<std::string> near = nearestWords(all, known);
        return near.empty() ? known : near;
    }

    const std::string* textOf(std::string_view key) const {
        const GuideKey* known = m_guide.key(key);
        const auto it = m_values.find(known ? known->key : std::string(key));
        return it == m_values.end() ? nullptr : &it->second.text;
    }

    /// Nothing where a value that it asks for is not known.
    std::optional<bool> equals(const std::string& own, const std::string& value) const {
        if (value.starts_with('@')) {
            const std::string* other = textOf(value.substr(1));
            if (!other || other->empty())
                return std::nullopt;
            if (own.starts_with('!') != other->starts_with('!')) { // any but X beside X, or beside who knows what
                const std::string& any = own.starts_with('!') ? own : *other;
                const std::string& one = own.starts_with('!') ? *other : own;
                return any.substr(1) == one ? std::optional(false) : std::nullopt;
            }
            return own.starts_with('!') ? std::nullopt : std::optional(own == *other);
        }
        if (value.starts_with('#')) {
            const auto* codes = m_book.group(value.substr(1));
            return codes && !own.starts_with('!') ? std::optional(std::ranges::count(*codes, own) > 0) : std::nullopt;
        }
        if (own.starts_with('!'))
            return own.substr(1) == value ? std::optional(false) : std::nullopt;
        const auto a = plainNumber(own), b = plainNumber(value);
        return a && b ? *a == *b : own == value;
    }

    bool holds(const GuideCondition& condition) const {
        const std::string* own = textOf(condition.key);
        if (condition.op == GuideOperator::IsUnknown || condition.op == GuideOperator::IsKnown)
            return (own == nullptr) == (condition.op == GuideOperator::IsUnknown);
        if (!own)
            return false;
        if (condition.op == GuideOperator::Is)
            return std::ranges::any_of(condition.values,
                                       [&](const std::string& value) { return equals(*own, value) == true; });
        if (condition.op == GuideOperator::IsNot)
            return std::ranges::all_of(condition.values,
                                       [&](const std::string& value) { return equals(*own, value) == false; });
        const std::string& given = condition.values.front();
        const std::string* other = given.starts_with('@') ? textOf(given.substr(1)) : &given;
        const auto a = plainNumber(*own), b = other ? plainNumber(*other) : std::nullopt;
        if (!a || !b)
            return false;
        switch (condition.op) {
        case GuideOperator::Below:
            return *a < *b;
        case GuideOperator::AtMost:
            return *a <= *b;
        case GuideOperator::Above:
            return *a > *b;
        default:
            return *a >= *b;
        }
    }
    bool hold(const std::vector<GuideCondition>& conditions) const {
        return std::ranges::all_of(conditions, [this](const GuideCondition& each) { return holds(each); });
    }

    /// The text with its places filled; nothing where a value is not known.
    std::optional<std::string> filled(const std::string& text, int digits) const {
        std::string made;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t open = std::min(text.find('{', at), text.size());
            made.append(text, at, open - at);
            if (open == text.size())
                break;
            const std::size_t close = text.find('}', open);
            const std::string name = text.substr(open + 1, close - open - 1);
            const std::string* value = textOf(name);
            if (!value)
                return std::nullopt;
            const auto number = plainNumber(*value);
            const GuideKey* key = m_guide.key(name);
            made += number && digits > 0                          ? roundedDigits(*number, digits)
                    : key && key->kind == GuideKeyKind::Country ? countryName(*value)
                                                                  : *value;
            at = close + 1;
        }
        return made;
    }

    void workOut() {
        for (const GuideSum& sum : m_guide.sums) {
            if (m_values.contains(sum.key) || !hold(sum.conditions))
                continue;
            if (sum.formula.starts_with(kRanking)) {
                takeRanking(sum);
                continue;
            }
            if (sum.formula.starts_with(kOfOffer)) {
                takeOffer(sum);
                continue;
            }
            const std::optional<std::string> inputs = filled(sum.inputs, 0);
            if (!inputs)
                continue;
            GivenInputs given;
            for (std::size_t at = 0; at < inputs->size();) {
                const std::size_t end = std::min(inputs->find(';', at), inputs->size());
                const std::string part = inputs->substr(at, end - at);
                const std::size_t mark = part.find('=');
                given[part.substr(0, mark)] = part.substr(mark + 1);
                at = end + 1;
            }
            // What has no answer for these numbers (no count of 24 GB accelerators holds 30 GB a rank) stays unknown.
            const Result<Solved<double>> solved = m_formulas.solve(sum.formula, given, NumberText::Plain);
            if (!solved)
                continue;
            const auto* number = std::get_if<double>(&solved->answer);
            const std::string value = number ? shortestDigits(*number) : std::get<std::string>(solved->answer);
            m_values[sum.key] = {value, false};
            m_advice.sums.push_back(
                {&sum, number ? roundedDigits(*number, kShownDigits) : value, *inputs, std::nullopt});
        }
    }

    void takeRanking(const GuideSum& sum) {
        auto ranking = ranked(m_offers, std::string_view(sum.formula).substr(kRanking.size()));
        if (!ranking || ranking->offers.empty())
            return;
        const MarketOffer& winner = *ranking->offers.front().offer;
        const std::string name = winner.system.empty() || !ranking->isHighestBest ? winner.name : winner.system;
        m_values[sum.key] = {name, false};
        m_values[sum.key + "_value"] = {shortestDigits(ranking->offers.front().value), false};
        m_advice.sums.push_back({&sum, name, {}, std::move(ranking)});
    }

    void takeOffer(const GuideSum& sum) {
        const std::string* gpu = textOf("gpu");
        const auto value =
            gpu ? offerMeasure(m_offers, *gpu, std::string_view(sum.formula).substr(kOfOffer.size())) : std::nullopt;
        if (!value)
            return;
        m_values[sum.key] = {shortestDigits(*value), false};
        m_advice.sums.push_back({&sum, roundedDigits(*value, kShownDigits), {}, std::nullopt});
    }

    void takeRules() {
        std::map<std::string, AdvicePoints> points;
        for (const GuideRule& rule : m_guide.rules) {
            if ((rule.level == GuideLevel::Answer && !m_advice.verdict.empty()) || !hold(rule.conditions))
                continue;
            const auto text = filled(rule.text, kShownDigits), reason = filled(rule.reason, kShownDigits);
            if (!text || !reason)
                continue;
            if (rule.level == GuideLevel::Answer) {
                m_advice.verdict = *text;
                m_advice.reason = *reason;
                m_advice.source = rule.source;
                m_advice.grade = rule.grade;
            } else if (rule.level == GuideLevel::Points) {
                const std::string* weight = textOf(rule.weight);
                AdvicePoints& of = points[*text];
                of.option = *text;
                of.points += plainNumber(weight ? *weight : rule.weight).value_or(0);
                of.reasons.push_back(*reason);
                m_advice.grade = m_advice.verdict.empty() ? weakest(m_advice.grade, rule.grade) : m_advice.grade;
                m_pointSource = rule.source;
            } else {
                m_advice.beside.push_back({&rule, *text, *reason});
            }
        }
        std::ranges::stable_sort(m_advice.beside, {}, [](const AdviceLine& line) { return line.rule->level; });
        for (auto& [name, each] : points)
            m_advice.points.push_back(std::move(each));
        std::ranges::stable_sort(m_advice.points, [](const auto& a, const auto& b) { return a.points > b.points; });
        if (m_advice.verdict.empty() && !m_advice.points.empty())
            takePoints();
    }

    void takePoints() {
        const AdvicePoints& first = m_advice.points.front();
        m_advice.verdict = first.option;
        for (std::size_t i = 1; i < m_advice.points.size() && m_advice.points[i].points == first.points; ++i)
            m_advice.verdict.append(" or ").append(m_advice.points[i].option);
        for (const std::string& reason : first.reasons)
            m_advice.reason.append(m_advice.reason.empty() ? "" : "; ").append(reason);
        m_advice.source = m_pointSource;
    }

    /// Which keys would decide, with what they take.
    Error undecided() const {
        WordList missing;
        for (const GuideRule& rule : m_guide.rules)
            for (const GuideCondition& condition : rule.conditions)
                if (const GuideKey* key = m_guide.key(condition.key);
                    rule.level == GuideLevel::Answer && key && !m_values.contains(key->key)) {
                    std::string words;
                    for (const std::string& word : acceptedWords(*key))
                        words.append(words.empty() ? "" : "|").append(word);
                    // Called as the field of the form is, with the key for who types it.
                    std::string shown = key->meaning + " (" + key->key + "=" + words + ")";
                    if (!std::ranges::count(missing.words, shown))
                        missing.words.push_back(std::move(shown));
                }
        if (missing.words.empty())
            return usageError(Message("advice.no-rule").with("guide", m_guide.title));
        return usageError(Message("advice.undecided").with("guide", m_guide.title).with("missing", std::move(missing)));
    }

    const GuideBook& m_book;
    const Guide& m_guide;
    const FormulaRegistry& m_formulas;
    std::span<const MarketOffer> m_offers;
    std::map<std::string, AdviceValue, std::less<>> m_values;
    std::string m_pointSource;
    Advice m_advice;
};

} // namespace

bool isOfMarket(const GuideSum& sum) { return sum.formula.starts_with(kRanking) || sum.formula.starts_with(kOfOffer); }

Result<Advice> advise(const GuideBook& book, const Guide& guide, const GivenInputs& given,
                      const FormulaRegistry& formulas, std::span<const MarketOffer> offers) {
    return Asking(book, guide, formulas, offers).ask(given);
}

std::vector<std::string> acceptedWords(const GuideKey& key) {
    switch (key.kind) {
    case GuideKeyKind::Number:
        return {key.unit.empty() ? "NUMBER" : key.unit};
    case GuideKeyKind::Country:
        return {"COUNTRY"};
    default:
        return key.words;
    }
}

} // namespace rackwright
