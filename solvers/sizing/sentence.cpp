// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/sentence.h"

#include "model/base/letter_case.h"
#include "solvers/sizing/model_size.h"
#include "solvers/sizing/said_measures.h"
#include "solvers/workload/model_presets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr auto kPlaces = std::to_array<std::string_view>(
    {"Australia",     "Austria",   "Belgium",      "Brazil",      "Bulgaria", "Canada",         "Chile",
     "China",         "Croatia",   "Cyprus",       "Czechia",     "Denmark",  "Dubai",          "Estonia",
     "Europe",        "Finland",   "France",       "Germany",     "Greece",   "Hong Kong",      "Hungary",
     "Iceland",       "India",     "Indonesia",    "Ireland",     "Israel",   "Italy",          "Japan",
     "Latvia",        "Lithuania", "Luxembourg",   "Malaysia",    "Mexico",   "Netherlands",    "New Zealand",
     "Norway",        "Poland",    "Portugal",     "Qatar",       "Romania",  "Saudi Arabia",   "Singapore",
     "Slovakia",      "Slovenia",  "South Africa", "South Korea", "Spain",    "Sweden",         "Switzerland",
     "Taiwan",        "Thailand",  "Turkey",       "UAE",         "UK",       "United Kingdom", "USA",
     "United States", "Vietnam"});

using Words = std::initializer_list<std::string_view>;

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    const auto last = text.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

/// A stretch of the text.
struct Span {
    std::size_t start = 0, end = 0;
    bool holds(std::size_t at) const { return at >= start && at < end; }
};

/// A word with its place; "16-bit", "in-band" and "MI300X" are one.
struct SaidWord {
    std::string low;
    Span span;
};

class SentenceReader {
public:
    SentenceReader(std::string_view text, const SentenceNames& names)
        : m_text(text), m_low(lowerCase(text)), m_names(names), m_isRead(text.size(), false) {
        splitWords();
        splitClauses();
    }

    SentenceReading result() {
        readJob();
        readModel();
        readStorage();
        readKeptNetwork();
        readSystems();
        readVendors();
        readNumbers();
        readPrecision();
        readPlace();
        readCooling();
        readFabric();
        readRest();
        return {inOrder(), unread()};
    }

private:
    void splitWords() {
        for (std::size_t i = 0; i < m_low.size();) {
            if (!isWordPart(m_low[i])) {
                ++i;
                continue;
            }
            std::size_t end = i;
            const auto joins = [this](std::size_t at) {
                return (m_low[at] == '-' || m_low[at] == '.') && at + 1 < m_low.size() && isWordPart(m_low[at + 1]);
            };
            while (end < m_low.size() && (isWordPart(m_low[end]) || joins(end)))
                ++end;
            m_said.push_back({m_low.substr(i, end - i), {i, end}});
            i = end;
        }
    }

    // At what parts sentences: not the point and comma of a number, not the point of a name ("Llama 3.1").
    void splitClauses() {
        std::size_t start = 0;
        for (std::size_t i = 0; i <= m_low.size(); ++i) {
            const bool isEnd = i == m_low.size();
            const bool isParting = !isEnd && holdsChar(".,;:()!?\n", m_low[i]) &&
                                   !((m_low[i] == '.' || m_low[i] == ',' || m_low[i] == ':') && i > 0 &&
                                     i + 1 < m_low.size() && isWordPart(m_low[i - 1]) && isWordPart(m_low[i + 1]));
            if (!isEnd && (!isParting || isShortened(i)))
                continue;
            if (!trimmed(std::string_view(m_low).substr(start, i - start)).empty())
                m_clauses.push_back({start, i});
            start = i + 1;
        }
    }
    // "incl. VAT"
    bool isShortened(std::size_t point) const {
        constexpr auto kShort = std::to_array<std::string_view>(
            {"incl", "excl", "approx", "max", "min", "ca", "e.g", "i.e", "mio", "mill", "mln", "mrd"});
        return m_low[point] == '.' && std::ranges::any_of(kShort, [&](std::string_view word) {
                   return point >= word.size() && m_low.compare(point - word.size(), word.size(), word) == 0 &&
                          (point == word.size() || !isWordPart(m_low[point - word.size() - 1]));
               });
    }
    static bool holdsChar(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

    Span clauseOf(std::size_t at) const {
        const auto found = std::ranges::find_if(m_clauses, [at](const Span& span) { return span.holds(at); });
        return found == m_clauses.end() ? Span{at, at} : *found;
    }
    std::string_view low(Span span) const { return std::string_view(m_low).substr(span.start, span.end - span.start); }
    /// From the last full stop or semicolon to a place.
    std::string_view sentenceBefore(std::size_t at) const {
        std::size_t start = 0;
        for (const Span& clause : m_clauses)
            if (clause.start <= at && clause.start > 0 && holdsChar(".;!?\n", m_low[clause.start - 1]))
                start = clause.start;
        return low({start, at});
    }

    void take(Span span) {
        for (std::size_t i = span.start; i < std::min(span.end, m_isRead.size()); ++i)
            m_isRead[i] = true;
    }
    bool isTaken(std::size_t at) const { return at < m_isRead.size() && m_isRead[at]; }
    std::string said(Span span) const { return std::string(trimmed(m_text.substr(span.start, span.end - span.start))); }

    void put(const std::string& key, std::string words) { m_found.emplace(key, std::move(words)); }
    void putSaid(const std::string& key, Span span) {
        put(key, said(span));
        take(span);
    }

    /// The first of some words or phrases, as whole words.
    std::optional<Span> find(Words phrases) const {
        for (const std::string_view phrase : phrases)
            for (std::size_t at = m_low.find(phrase); at != std::string::npos; at = m_low.find(phrase, at + 1))
                if ((at == 0 || !isWordPart(m_low[at - 1])) &&
                    (at + phrase.size() == m_low.size() || !isWordPart(m_low[at + phrase.size()])))
                    return Span{at, at + phrase.size()};
        return std::nullopt;
    }
    /// The same at the beginning of words: "fine-tun" of "fine-tuning".
    std::optional<Span> findStart(Words stems) const {
        for (const std::string_view stem : stems)
            for (const SaidWord& word : m_said)
                if (word.low.starts_with(stem))
                    return word.span;
        return std::nullopt;
    }

    // "the fine-tuned model", "a trained model": what it is, not what is to be done.
    bool isAdjective(std::size_t index) const {
        constexpr auto kThings = std::to_array<std::string_view>({"model", "models", "weights", "checkpoint", "llm"});
        return m_said[index].low.ends_with("ed") && index + 1 < m_said.size() &&
               std::ranges::find(kThings, m_said[index + 1].low) != kThings.end();
    }

    void readJob() {
        std::string tuned, trained, served;
        for (std::size_t i = 0; i < m_said.size(); ++i) {
            const std::string& word = m_said[i].low;
            const auto begins = [&word](Words stems) {
                return std::ranges::any_of(stems, [&word](std::string_view stem) { return word.starts_with(stem); });
            };
            if (isAdjective(i))
                continue;
            if (begins({"qlora", "lora", "dpo", "sft", "ppo", "rlhf", "grpo"}))
                tuned = m_said[i].low.starts_with("sft") ? "full fine-tuning" : said(m_said[i].span) + " fine-tuning";
            else if (begins({"fine-tun", "finetun", "tune", "tuning", "adapt"}) && tuned.empty())
                tuned = "full fine-tuning";
            else if (word == "fine" && i + 1 < m_said.size() && m_said[i + 1].low.starts_with("tun"))
                tuned = tuned.empty() ? "full fine-tuning" : tuned;
            else if (begins({"pre-train", "pretrain", "train"}))
                trained = "pre-train";
            else if (begins({"serve", "serving", "inference", "infer", "chatbot"}) && word != "server" &&
                     word != "servers")
                served = "serve";
            else
                continue;
            take(m_said[i].span);
        }
        std::string job = !tuned.empty() ? tuned : trained;
        if (!served.empty())
            job += job.empty() ? served : ", later serve";
        if (!job.empty())
            put("job", std::move(job));
    }

    // A name of the list, the longest that stands there; else a size: "a 70B model".
    void readModel() {
        std::size_t longest = 0;
        Span place;
        std::string known; // the name of the list, where another is said
        const auto consider = [&](std::string_view name, std::string_view whole) {
            const std::vector<std::string> wanted = nameWords(name);
            for (std::size_t i = 0; !wanted.empty() && i < m_said.size(); ++i) {
                std::vector<std::string> here;
                std::size_t last = i;
                for (; last < m_said.size() && here.size() < wanted.size(); ++last)
                    for (std::string& word : nameWords(m_said[last].low))
                        here.push_back(std::move(word));
                // "DeepSeek-V3-like" is sized as what it is like.
                if (here.size() == wanted.size() + 1 &&
                    (here.back() == "like" || here.back() == "style" || here.back() == "class"))
                    here.pop_back();
                if (here == wanted && name.size() > longest) {
                    longest = name.size();
                    known = whole;
                    place = {m_said[i].span.start, m_said[last - 1].span.end};
                }
            }
        };
        for (const ModelPreset& preset : modelPresets()) {
            consider(preset.architecture.name, preset.architecture.name);
            // "Qwen3-235B" of "Qwen3-235B-A22B"
            if (const std::size_t active = preset.architecture.name.rfind("-A"); active != std::string::npos)
                consider(std::string_view(preset.architecture.name).substr(0, active), preset.architecture.name);
            for (const std::string& alias : preset.aliases)
                consider(alias, alias);
        }
        if (longest > 0) {
            put("model", findModelPreset(said(place)) ? said(place) : known);
            take(place);
            return readSecondModel(place.end);
        }
        // "a 1T-parameter MoE with 32B active"
        if (const auto active = find({"active", "activated"})) {
            const Span clause = clauseOf(active->start);
            const auto first = std::ranges::find_if(m_said, [&](const SaidWord& word) {
                return clause.holds(word.span.start) && isDigit(word.low.front()) &&
                       sizeSaid(nameWords(word.low).front()).has_value();
            });
            if (first != m_said.end() && first->span.start < active->end &&
                presetOfSize(low({first->span.start, active->end}))) {
                putSaid("model", {first->span.start, std::max(active->end, first->span.end)});
                return readSecondModel(active->end);
            }
        }
        for (std::size_t i = 0; i < m_said.size(); ++i) {
            const std::string& word = m_said[i].low;
            const bool isCount = i + 1 < m_said.size() &&
                                 m_said[i + 1].span.start < clauseOf(m_said[i].span.start).end &&
                                 (m_said[i + 1].low.starts_with("token") || m_said[i + 1].low.starts_with("usd"));
            const bool isMoney = m_said[i].span.start > 0 && m_low[m_said[i].span.start - 1] == '$';
            if (isDigit(word.front()) && word.back() == 'b' && !isCount && !isMoney && sizeSaid(word)) {
                putSaid("model", m_said[i].span);
                return readSecondModel(m_said[i].span.end);
            }
        }
    }

    // "train a 7B and at the same time serve the 70B": two jobs, the second of the size that stands behind its verb.
    void readSecondModel(std::size_t from) {
        const auto job = m_found.find("job");
        if (job == m_found.end() || !job->second.ends_with(", later serve"))
            return;
        const auto verb = std::ranges::find_if(m_said, [from](const SaidWord& word) {
            return word.span.start >= from &&
                   (word.low.starts_with("serve") || word.low.starts_with("serving") || word.low.starts_with("infer"));
        });
        for (auto word = verb; word != m_said.end(); ++word) {
            const auto next = word + 1;
            const bool isCount = next != m_said.end() && next->low.starts_with("token");
            if (!isDigit(word->low.front()) || word->low.back() != 'b' || isCount || !sizeSaid(word->low))
                continue;
            job->second.erase(job->second.find(", later serve"));
            put("job 2", "serve");
            putSaid("model 2", word->span);
            if (find({"same time", "in parallel", "at once", "simultaneously", "alongside"})) {
                put("share", "50 %");
                put("share 2", "50 %");
            }
            return;
        }
    }

    /// "H100s" is H100.
    bool isOf(const std::vector<std::string>& known, const std::string& word) const {
        const bool isPlural = word.size() > 3 && word.back() == 's' && isDigit(word[word.size() - 2]);
        return std::ranges::find(known, word) != known.end() ||
               (isPlural && std::ranges::find(known, word.substr(0, word.size() - 1)) != known.end());
    }

    // "one AFF A90 pair stays the only shared storage"
    void readStorage() {
        for (const Span& clause : m_clauses) {
            const std::string_view text = low(clause);
            const std::size_t stays = std::min({text.find(" stays"), text.find(" remains"), text.find(" is kept")});
            if (stays == std::string_view::npos || !says(text.substr(stays), "storage"))
                continue;
            const std::size_t joined = text.substr(0, stays).rfind("and ");
            const std::size_t start = clause.start + (joined == std::string_view::npos ? 0 : joined + 4);
            putSaid("storage", {start, clause.start + stays});
            take(clause);
            return;
        }
    }

    // "the 25 GbE in-band network stays"
    void readKeptNetwork() {
        for (const Span& clause : m_clauses) {
            const std::string_view text = low(clause);
            if (saysAny(text, {" stay", " remain", " kept", "keep ", "existing", "reuse"}) &&
                saysAny(text, {"network", "gbe", "ethernet", "switch"}) && !isTaken(clause.start)) {
                putSaid("kept", clause);
                return;
            }
        }
    }

    /// Of a run of words that name a system: its count, where one stands before it.
    std::optional<NumberIn> countBefore(std::size_t index) const {
        if (index == 0)
            return std::nullopt;
        const SaidWord& word = m_said[index - 1];
        const std::optional<NumberIn> number = numberIn(word.low);
        return number && number->start == 0 && number->end == word.low.size() ? number : std::nullopt;
    }

    void readSystems() {
        std::string systems;
        bool isOnly = false;
        for (std::size_t i = 0; i < m_said.size();) {
            if (std::ranges::all_of(m_said[i].low, isDigit)) { // a count, though it stands in some name too
                ++i;
                continue;
            }
            std::size_t end = i;
            bool hasType = false, isPlatform = false;
            const std::size_t clauseEnd = clauseOf(m_said[i].span.start).end;
            for (; end < m_said.size() && m_said[end].span.start < clauseEnd && !isTaken(m_said[end].span.start) &&
                   isOf(m_names.systems, m_said[end].low);
                 ++end) {
                const bool isType = isOf(m_names.types, m_said[end].low);
                hasType = hasType || isType;
                isPlatform = isPlatform || (!isType && !isOf(m_names.vendors, m_said[end].low));
            }
            if (end == i || !hasType) {
                i = std::max(end, i + 1);
                continue;
            }
            const Span run{m_said[i].span.start, m_said[end - 1].span.end};
            const std::string_view clause = low(clauseOf(run.start));
            const std::optional<NumberIn> count = countBefore(i);
            const Span counted{count ? m_said[i - 1].span.start : run.start, run.end};
            if (count && isPlatform) {
                putSaid("most nodes", counted);
            } else if (count && saysAny(clause, {"have", "own ", "our ", "existing", "kept", "keep", " stay"})) {
                putSaid("kept", counted);
            } else {
                if (count)
                    putCount(m_said[i - 1].span, clause);
                systems += (systems.empty() ? "" : " or ") + said(run);
                isOnly = isOnly || says(clause, "only");
                take(counted);
            }
            i = end;
        }
        if (!systems.empty())
            put("systems", (isOnly ? "only " : "") + systems);
    }

    /// "at most 100" is a limit; a count that is only named is what is asked for.
    void putCount(Span span, std::string_view clause) {
        const bool isLimit = saysAny(clause, {"at most", "max", "up to", "no more", "not more", "limit", "less than",
                                              "fewer", "only", "within", "under "});
        put("most accelerators", (isLimit ? "" : "exactly ") + said(span));
        take(span);
    }

    void readVendors() {
        for (std::size_t i = 0; i < m_said.size(); ++i) {
            if (isTaken(m_said[i].span.start) || !isOf(m_names.vendors, m_said[i].low))
                continue;
            const Span clause = clauseOf(m_said[i].span.start);
            const std::string_view text = low(clause);
            const std::string name = said(m_said[i].span);
            const bool isRefused = i > 0 && (m_said[i - 1].low == "no" || m_said[i - 1].low == "not");
            put("vendor", isRefused                         ? "no " + name
                          : says(text, "prefer")            ? "preferred: " + name
                          : saysAny(text, {"only", "all "}) ? name + " only"
                                                            : name);
            take(m_said[i].span);
        }
    }

    void readNumbers() {
        for (std::size_t from = 0;;) {
            const std::optional<NumberIn> number = numberIn(m_text, from);
            if (!number)
                return;
            if (!isTaken(number->start))
                readNumber(*number);
            from = std::max(number->end, from + 1);
        }
    }

    /// From a number to the end of the words that are its unit: at most so many, within its clause.
    Span withWords(const NumberIn& number, std::size_t most) const {
        Span span{number.start, number.end};
        const std::size_t end = clauseOf(number.start).end;
        for (const SaidWord& word : m_said)
            if (word.span.start >= number.start && word.span.end <= end && most > 0) {
                span.end = std::max(span.end, word.span.end);
                most -= word.span.start >= number.end ? 1 : 0;
            }
        return span;
    }
    /// A number with the word that stands behind it, or is grown to it.
    Span unitSpan(const NumberIn& number) const {
        std::size_t end = number.end;
        while (end < m_low.size() && m_low[end] == ' ')
            ++end;
        while (end < m_low.size() && std::isalpha(static_cast<unsigned char>(m_low[end])))
            ++end;
        return {number.start, end};
    }
    /// From a number to a word behind it.
    Span upTo(const NumberIn& number, std::string_view word) const {
        const std::size_t at = m_low.find(word, number.end);
        return {number.start, at + word.size()};
    }

    /// "8k" with its letter.
    Span withThousands(const NumberIn& number) const {
        const bool isLetter = number.end < m_low.size() && isWordPart(m_low[number.end]) &&
                              (number.end + 1 == m_low.size() || !isWordPart(m_low[number.end + 1]));
        return {number.start, number.end + (isLetter ? 1 : 0)};
    }

    void readNumber(const NumberIn& number) {
        const Span clause = clauseOf(number.start);
        const std::string_view around = low(clause);
        const std::string_view before = low({clause.start, number.start});
        // What follows the number, and what follows the word of its thousands.
        const std::string_view rest = trimmed(low({number.end, clause.end}));
        std::string_view unit = rest;
        if (multiplier(rest) > 1) {
            const std::size_t blank = unit.find_first_of(" /");
            unit = blank == std::string_view::npos ? std::string_view() : trimmed(unit.substr(blank));
        }
        readBusways(number, rest, before);
        if (isTaken(number.start))
            return;
        if (readCount(number, unit, around, before) || readPower(number, rest, around) ||
            readTime(number, rest, around) || readMoney(number, unit, around) || readRoom(number, rest))
            return;
    }

    bool readCount(const NumberIn& number, std::string_view unit, std::string_view around, std::string_view before) {
        // What stands between the number before and this one.
        const std::size_t last = before.find_last_of("0123456789");
        const auto tail = last == std::string_view::npos ? before : before.substr(last + 1);
        const bool isContext = says(tail, "context") || says(tail, "prompt"), isSequence = says(tail, "sequence");
        if (saysStart(unit, {"tokens/s", "tokens per s", "tokens a s", "tok/s"}))
            putSaid("speed", withWords(number, unit.starts_with("tok/s") || unit.starts_with("tokens/s") ? 2 : 3));
        else if (isContext)
            putSaid("context", unit.starts_with("token") ? upTo(number, "tokens") : withThousands(number));
        else if (isSequence)
            putSaid("sequence", withThousands(number));
        else if (unit.starts_with("context") || unit.starts_with("ctx"))
            putSaid("context", withThousands(number));
        else if (unit.starts_with("token") && says(unit.substr(0, 16), "context"))
            putSaid("context", upTo(number, "token"));
        else if (unit.starts_with("token") && (says(tail, "batch") || says(unit.substr(0, 20), "batch")))
            putSaid("batch", {number.start, upTo(number, "token").end - 5});
        else if (unit.starts_with("token"))
            putSaid("tokens", {number.start, upTo(number, "token").end - 5});
        else if (tail.ends_with("rank ") || tail.ends_with("rank = ") || tail.ends_with("rank=") ||
                 tail.ends_with(" r=") || tail.ends_with(" r = "))
            putSaid("rank", {number.start, number.end});
        else if (unit.starts_with("spare") || says(tail, "spare"))
            putSaid("spares", {number.start, number.end});
        else if (saysStart(unit, {"user", "concurrent", "people", "session", "seat", "request"}))
            putSaid("users", withWords(number, saysStart(unit, {"users at once"}) ? 3
                                               : unit.starts_with("concurrent")   ? 2
                                                                                  : 1));
        else if (saysStart(unit, {"accelerator", "gpu", "card", "chip"}))
            if (saysAny(around, {"we have", "existing", "that we own"}))
                putSaid("kept", withWords(number, 1));
            else
                putCount(withWords(number, 1), around);
        else if (saysStart(unit, {"node", "server", "system", "machine"}))
            putSaid("most nodes", withWords(number, 1));
        else
            return false;
        return true;
    }
    static bool saysStart(std::string_view text, Words stems) {
        return std::ranges::any_of(stems, [text](std::string_view stem) { return text.starts_with(stem); });
    }

    bool readPower(const NumberIn& number, std::string_view rest, std::string_view around) {
        if (!saysStart(rest, {"kw", "mw", "gw", "kva", "mva"}))
            return false;
        const Span near = withWords(number, 4);
        for (const std::string_view cabinet : {"rack", "cabinet"})
            if (const std::size_t rack = low(near).find(cabinet); rack != std::string_view::npos) {
                putSaid("rack power", {number.start, near.start + rack + cabinet.size()});
                return true;
            }
        // "2 racks with 15 kW each", "16 racks at 50 kW"
        const std::string_view ahead = low({clauseOf(number.start).start, number.start});
        const std::size_t racks = std::max(ahead.rfind("racks") + 1, ahead.rfind("cabinets") + 1);
        const bool isOfRacks = racks > 0 && saysAny(ahead.substr(racks - 1), {" at ", " with ", " of ", " x ", "@"});
        if (isOfRacks || (racks > 0 && says(low(near), "each"))) {
            put("rack power", said(unitSpan(number)) + " a rack");
            take(withWords(number, says(low(near), "each") ? 2 : 1));
            return true;
        }
        putSaid("site power", withWords(number, 1));
        const auto named = nameWords(around);
        const auto isSaid = [&named](std::string_view word) { return std::ranges::find(named, word) != named.end(); };
        if (saysAny(m_low, {"unclear", "do not know whether", "don't know whether", "not known whether",
                            "unknown whether", "not sure whether", "not clear whether", "it or utility",
                            "utility or it", "it or grid", "grid or it", "it or facility", "facility or it"}))
            put("site power basis", "unknown");
        else if (isSaid("utility") || isSaid("grid"))
            put("site power basis", "utility");
        else if (isSaid("contracted"))
            put("site power basis", "contracted");
        else if (isSaid("it"))
            put("site power basis", "IT");
        if (m_found.contains("site power basis"))
            for (const std::string_view word : {"unclear", "whether", "utility", "grid", "don't know", "not sure"})
                if (const auto at = find({word}))
                    take(clauseOf(at->start));
        return true;
    }

    bool readTime(const NumberIn& number, std::string_view rest, std::string_view around) {
        const std::optional<double> unit = unitFactor(rest, timeWords());
        const std::size_t letters = static_cast<std::size_t>(std::ranges::find_if_not(rest, isWordPart) - rest.begin());
        const std::string_view word = rest.substr(0, letters);
        const bool isUnit =
            unit && (letters > 2 || word == "s" || word == "ms" || word == "d" || word == "h" || word == "w");
        if (!isUnit)
            return false;
        const Span span{number.start, static_cast<std::size_t>(rest.data() - m_low.data()) + letters};
        if (says(sentenceBefore(number.start), "checkpoint") && *unit < 3600) {
            putSaid("checkpoint", span);
            if (const auto named = findStart({"checkpoint"}))
                take(*named);
        } else if (saysAny(around, {"deliver", "lead time", "arrive", "on site within", "on site in", "installed in"}))
            putSaid("delivery", span);
        else if (saysAny(around, {"first token", "latency", "ttft"}) ||
                 (*unit < 60 && saysAny(around, {"answer", "respon", "reply", "replies"})))
            putSaid("latency", span);
        else if (*unit >= 60 && !saysAny(around, {"rto", "rpo", "backup", "autonomy", "ride"}))
            putSaid("deadline", span);
        else
            return false;
        return true;
    }

    bool readMoney(const NumberIn& number, std::string_view unit, std::string_view around) {
        constexpr auto kCurrencies = std::to_array<std::string_view>(
            {"us$", "usd", "eur", "gbp", "chf", "try", "tl", "jpy", "cny", "cad", "aud", "inr", "sgd",
             "sek", "nok", "dkk", "pln", "aed", "sar", "$",  "€",   "£",   "₺",   "₹",   "¥"});
        const std::string_view before = trimmed(low({clauseOf(number.start).start, number.start}));
        const auto sign =
            std::ranges::find_if(kCurrencies, [&](std::string_view word) { return before.ends_with(word); });
        const bool isSigned = sign != kCurrencies.end();
        const auto isCurrency = [&](std::string_view word) {
            return unit.starts_with(word) && (unit.size() == word.size() || !isWordPart(unit[word.size()]) ||
                                              !std::isalpha(static_cast<unsigned char>(word.back())));
        };
        const bool isNamed = saysStart(unit, {"dollar", "euro", "pound", "franc", "lira", "yen", "rupee", "dirham",
                                              "riyal", ". euro", ". eur"}) ||
                             std::ranges::any_of(kCurrencies, isCurrency);
        if (!isSigned && !isNamed && !says(around, "budget"))
            return false;
        // The rest of the clause says what it pays.
        const Span clause = clauseOf(number.start);
        const std::size_t start = isSigned ? m_low.rfind(*sign, number.start) : number.start;
        putSaid("budget", {start, clause.end});
        take(clause);
        return true;
    }

    bool readRoom(const NumberIn& number, std::string_view rest) {
        if (saysStart(rest, {"kg/m", "kg per", "kg a sq", "kn/m"})) {
            putSaid("floor", upTo(number, saysStart(rest, {"kg per", "kg a"}) ? "m" : "/m2"));
            return true;
        }
        if (rest.starts_with("rack")) {
            putSaid("room", withWords(number, 1));
            return true;
        }
        if (saysStart(rest, {"m2", "m²", "sqm", "square m"})) {
            putSaid("room", withWords(number, rest.starts_with("square") ? 2 : 1));
            return true;
        }
        const bool isBy = saysStart(rest, {"x ", "by ", "m x ", "m by ", "x"});
        const std::optional<NumberIn> second = isBy ? numberIn(m_text, number.end) : std::nullopt;
        if (!second || second->start > number.end + 8 || !second->rest.starts_with('m'))
            return false;
        putSaid("room", {number.start, upTo(*second, "m").end});
        return true;
    }

    void readPrecision() {
        constexpr auto kFormats = std::to_array<std::string_view>(
            {"bf16", "fp16", "fp8", "fp4", "nvfp4", "mxfp4", "mxfp8", "int8", "int4", "16-bit", "8-bit", "4-bit"});
        constexpr auto kWith =
            std::to_array<std::string_view>({"weights", "cache", "base", "and", "kv", "activations"});
        for (std::size_t i = 0; i < m_said.size(); ++i)
            if (std::ranges::find(kFormats, m_said[i].low) != kFormats.end() && !isTaken(m_said[i].span.start)) {
                std::size_t last = i;
                while (last + 1 < m_said.size() && std::ranges::find(kWith, m_said[last + 1].low) != kWith.end() &&
                       m_said[last + 1].span.end <= clauseOf(m_said[i].span.start).end)
                    ++last;
                while (last > i && m_said[last].low == "and")
                    --last;
                return putSaid("precision", {m_said[i].span.start, m_said[last].span.end});
            }
    }

    void readPlace() {
        if (const auto colocation = findStart({"colocation", "co-location", "colo", "landlord", "cage"})) {
            put("site", "colocation");
            take(*colocation);
        } else if (const auto own =
                       find({"own hall", "our hall", "existing hall", "own data center", "own data centre",
                             "our data center", "our data centre", "own server room", "our server room"})) {
            put("site", "own hall");
            take(*own);
        } else if (const auto made = find(
                       {"new build", "new building", "greenfield", "new hall", "new data center", "new data centre"})) {
            put("site", "new build");
            take(*made);
        }
        for (const std::string_view place : kPlaces)
            if (const auto at = find({lowerCase(place)}))
                putSaid("region", *at);
        for (const std::string_view word : {"patient", "patients", "medical", "personal"})
            if (const auto at = find({word})) {
                const auto next =
                    std::ranges::find_if(m_said, [&](const SaidWord& w) { return w.span.start >= at->end; });
                putSaid("data", {at->start, next == m_said.end() ? at->end : next->span.end});
            }
    }

    void readCooling() {
        if (const auto plain =
                find({"air only", "only air", "no liquid", "without liquid", "no water", "liquid only", "only liquid"}))
            putSaid("cooling", *plain);
        if (const auto door = find({"rear doors", "rear door", "rear-door", "rear-doors"})) {
            put("cooling", "rear doors");
            take(*door);
        }
        if (const auto liquid =
                find({"facility water", "direct liquid", "direct-to-chip", "liquid cooling", "liquid-cooled",
                      "liquid cooled", "liquid is allowed", "liquid allowed", "liquid ok", "liquid is ok",
                      "liquid possible", "liquid is possible", "liquid is fine"}))
            putSaid("cooling", *liquid);
        if (const auto air = find({"on air", "air-cooled", "air cooled", "air cooling"})) {
            put("cooling", "air only");
            take(*air);
        }
    }

    void readFabric() {
        for (const SaidWord& word : m_said) {
            if (isTaken(word.span.start) || (word.low != "infiniband" && word.low != "ethernet" && word.low != "roce"))
                continue;
            const Span clause = clauseOf(word.span.start);
            const std::string_view text = low(clause);
            const std::string name = said(word.span);
            put("fabric", saysAny(text, {"refused", "no " + std::string(word.low), "not ", "without"})
                              ? name + " refused"
                          : says(text, "only") ? name + " only"
                                               : name);
            take(word.span);
        }
        if (const auto caps = find({"no power caps", "no power cap", "without power caps"}))
            putSaid("operation", *caps);
    }

    /// Words that say nothing of their own: "only" beside a system, "money is no limit", a greeting.
    void readRest() {
        constexpr auto kGreetings = std::to_array<std::string_view>(
            {"hi", "hello", "dear", "hey", "thanks", "thank", "regards", "cheers", "please", "best", "kind", "many"});
        for (const Span& clause : m_clauses) {
            if (saysAny(low(clause), {"cheap as possible", "cheaply as possible", "fast as possible", "lowest price",
                                      "best price", "as soon as possible"}))
                take(clause);
            if (saysAny(low(clause), {"money is no limit", "no limit of money", "on sale today", "are on sale"}))
                take(clause);
            const std::vector<std::string> words = nameWords(low(clause));
            if (!words.empty() && words.size() <= 4 && std::ranges::find(kGreetings, words.front()) != kGreetings.end())
                take(clause);
        }
        readUnknowns();
        readSpans();
        if (!m_found.contains("job") && m_found.contains("model") && m_found.contains("tokens") &&
            !m_found.contains("users"))
            put("job", "pre-train");
    }

    // "budget unknown", "tokens: not known yet"
    void readUnknowns() {
        constexpr auto kKeys = std::to_array<std::pair<std::string_view, std::string_view>>({{"budget", "budget"},
                                                                                             {"money", "budget"},
                                                                                             {"token", "tokens"},
                                                                                             {"user", "users"},
                                                                                             {"deadline", "deadline"}});
        for (const Span& clause : m_clauses) {
            const std::string_view text = low(clause);
            if (!saysAny(text, {"unknown", "not known", "unclear", "tbd", "don't know", "dont know", "do not know",
                                "not decided", "not fixed", "still open", "no idea"}))
                continue;
            for (const auto& [word, key] : kKeys)
                if (says(text, word) && !m_found.contains(std::string(key))) {
                    put(std::string(key), "unknown");
                    take(clause);
                }
        }
    }

    // Times that are said without a number.
    void readSpans() {
        constexpr auto kSpans =
            std::to_array<std::pair<std::string_view, std::string_view>>({{"over the weekend", "2 days"},
                                                                          {"in a weekend", "2 days"},
                                                                          {"a weekend", "2 days"},
                                                                          {"overnight", "12 hours"},
                                                                          {"half a year", "6 months"},
                                                                          {"in a year", "1 year"},
                                                                          {"in a month", "1 month"},
                                                                          {"within a month", "1 month"},
                                                                          {"in a week", "1 week"},
                                                                          {"within a week", "1 week"},
                                                                          {"a quarter", "3 months"}});
        for (const auto& [phrase, time] : kSpans)
            if (const auto at = find({phrase}); at && !isTaken(at->start) && !m_found.contains("deadline")) {
                put("deadline", std::string(time) + ": " + said(*at));
                take(*at);
            }
    }

    // What the busways of a hall carry: of two one feeds side A and one side B, each for the whole load. Eight tenths
    // of their current are continuous by the National Electrical Code (215.3), at 415 V.
    void readBusways(const NumberIn& number, std::string_view unit, std::string_view before) {
        if (!saysAny(unit.substr(0, std::min<std::size_t>(unit.size(), 24)), {"busway", "busbar", "bus bar"}) ||
            !unit.starts_with("a"))
            return;
        const std::vector<std::string> words = nameWords(before);
        const std::optional<NumberIn> count = words.empty() ? std::nullopt : numberIn(words.back());
        const double pairs = std::max(1.0, std::floor(count ? count->value / 2 : 1));
        const double kilowatts = pairs * number.value * 415 * 1.732 * 0.8 / 1000;
        const Span clause = clauseOf(number.start);
        put("site power", std::to_string(static_cast<long long>(kilowatts)) + " kW IT: " + said(clause) +
                              ", as feeds A and B at 415 V and 80 %");
        put("site power basis", "IT");
        take(clause);
    }

    /// Of two jobs the second is the one that is served: what is asked of serving is asked of it.
    std::vector<Parameter> inOrder() const {
        const bool hasSecond = m_found.contains("job 2");
        std::vector<Parameter> words;
        for (const int job : {1, 2})
            for (const std::string_view key : sizingKeys()) {
                const bool isServed = key == "users" || key == "context" || key == "speed" || key == "latency";
                const std::string name = std::string(key) + (job == 2 ? " 2" : "");
                const auto found = m_found.find(job == 2 && isServed && hasSecond ? std::string(key) : name);
                if (found != m_found.end() && !(job == 1 && isServed && hasSecond))
                    words.push_back({name, found->second});
            }
        return words;
    }

    /// Clauses of which nothing was read, or with a number that nothing was read of.
    std::vector<std::string> unread() const {
        std::vector<std::string> pieces;
        for (const Span& clause : m_clauses) {
            bool isRead = false;
            for (std::size_t i = clause.start; i < clause.end; ++i)
                isRead = isRead || m_isRead[i];
            for (std::optional<NumberIn> number = numberIn(m_text.substr(0, clause.end), clause.start);
                 number && isRead; number = numberIn(m_text.substr(0, clause.end), number->end))
                isRead = !isDigit(m_text[number->start]) || isTaken(number->start);
            // A name with a number in it ("X100") that nothing was read of.
            for (const SaidWord& word : m_said) {
                const bool isName = std::isalpha(static_cast<unsigned char>(word.low.front())) != 0 &&
                                    std::ranges::any_of(word.low, isDigit);
                isRead = isRead && !(isName && clause.holds(word.span.start) && !isTaken(word.span.start));
            }
            // "Budget:" before what it is.
            const bool isLabel =
                clause.end < m_low.size() && m_low[clause.end] == ':' && nameWords(low(clause)).size() <= 3;
            if (!isRead && !isLabel)
                pieces.push_back(said(clause));
        }
        return pieces;
    }

    std::string_view m_text;
    std::string m_low; ///< the text in lower case, byte by byte
    const SentenceNames& m_names;
    std::vector<bool> m_isRead;
    std::vector<SaidWord> m_said;
    std::vector<Span> m_clauses;
    std::map<std::string, std::string> m_found;
};

} // namespace

SentenceNames sentenceNames(const std::vector<SizingSystem>& systems) {
    std::set<std::string> types, words, vendors;
    const auto addVendor = [&vendors](const std::string& vendor) {
        if (const std::vector<std::string> named = nameWords(vendor); !named.empty())
            vendors.insert(named.front());
    };
    for (const SizingSystem& system : systems) {
        // A number alone names none: "Gaudi 3" is told by its name.
        for (std::string& word : nameWords(system.type))
            if (!std::ranges::all_of(word, isDigit))
                types.insert(std::move(word));
        words.insert(system.words.begin(), system.words.end());
        addVendor(system.node->vendor);
        addVendor(system.accelerator->vendor);
    }
    words.insert(types.begin(), types.end());
    // Words that stand in names and in sentences alike.
    for (const char* word :
         {"a", "ai", "and", "for", "gpu", "in", "node", "on", "rack", "server", "system", "the", "x", "air", "liquid"})
        words.erase(word);
    return {{types.begin(), types.end()}, {words.begin(), words.end()}, {vendors.begin(), vendors.end()}};
}

SentenceReading readSizingSentence(std::string_view text, const SentenceNames& names) {
    return SentenceReader(text, names).result();
}

} // namespace rackwright
