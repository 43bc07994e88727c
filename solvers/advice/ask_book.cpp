// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/ask_book.h"

#include "solvers/advice/guide_words.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::size_t kMostHits = 5;
constexpr std::size_t kLeastStem = 4; ///< letters of a word that longer ones may begin with
constexpr double kLeastShare = 0.5; ///< of a question that a hit must say to be shown
constexpr double kNearBest = 0.6;   ///< of the best hit's score; what says less is noise beside it

std::vector<std::string> meaningfulTokens(std::string_view text) {
    std::vector<std::string> tokens = guideTokens(text);
    std::erase_if(tokens, isSmallWord);
    return tokens;
}

struct BookLine {
    BookHit hit;
    std::vector<std::string> tokens;
};

std::string rowText(const GuideTable& table, const std::vector<std::string>& row) {
    std::string text = row.front();
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i].empty())
            continue;
        std::string head = table.header[i];
        std::ranges::replace(head, '_', ' ');
        text.append(i == 1 ? ": " : "; ").append(head).append(" ").append(row[i]);
    }
    return text;
}

std::vector<BookLine> linesOf(const GuideBook& book) {
    std::vector<BookLine> lines;
    std::vector<const GuideTable*> done;
    for (const Guide& guide : book.guides()) {
        const std::string about = guide.title + " " + guide.question;
        for (const GuideRule& rule : guide.rules) {
            const std::string text = rule.reason.empty() ? rule.text : rule.text + ". " + rule.reason;
            if (text.find('{') != std::string::npos || rule.level == GuideLevel::Points)
                continue; // says nothing without its values
            lines.push_back({{&guide, text, rule.source, rule.grade, 0}, meaningfulTokens(about + " " + text)});
        }
        for (const GuideTable* table : guide.tables) {
            if (std::ranges::count(done, table) > 0)
                continue;
            done.push_back(table);
            for (const auto& row : table->rows) {
                const std::string text = rowText(*table, row);
                lines.push_back({{&guide, table->title + ": " + text, table->source, table->grade, 0},
                                 meaningfulTokens(table->title + " " + text)});
            }
        }
    }
    return lines;
}

std::vector<BookHit> searched(const GuideBook& book, const std::string& question) {
    const std::vector<std::string> tokens = meaningfulTokens(question);
    std::vector<BookLine> lines = linesOf(book);
    // "roce" asks for RoCEv2 too.
    const auto says = [](const BookLine& line, const std::string& token) {
        return std::ranges::any_of(line.tokens, [&](const std::string& each) {
            return isSameWord(each, token) || (token.size() >= kLeastStem && each.starts_with(token));
        });
    };
    // A word that few lines say tells more; one that none says takes part all the same, so that what answers half of
    // a question does not pass for an answer.
    std::vector<double> weights;
    double all = 0;
    for (const std::string& token : tokens) {
        const auto count = std::ranges::count_if(lines, [&](const BookLine& line) { return says(line, token); });
        weights.push_back(std::log(1 + static_cast<double>(lines.size()) / (1 + static_cast<double>(count))));
        all += weights.back();
    }
    std::vector<BookHit> hits;
    for (BookLine& line : lines) {
        double score = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            score += says(line, tokens[i]) ? weights[i] : 0;
        line.hit.score = all > 0 ? score / all : 0;
        if (line.hit.score >= kLeastShare)
            hits.push_back(std::move(line.hit));
    }
    std::ranges::stable_sort(hits, [](const BookHit& a, const BookHit& b) { return a.score > b.score; });
    if (hits.size() > kMostHits)
        hits.resize(kMostHits);
    std::erase_if(hits, [&](const BookHit& hit) { return hit.score < kNearBest * hits.front().score; });
    return hits;
}

/// How a guide answers: what it read of the question, most first.
struct Attempt {
    Advice advice;
    std::size_t unread = 0;
};

std::size_t readKeys(const Advice& advice) {
    return static_cast<std::size_t>(
        std::ranges::count(advice.inputs, false, &AdviceInput::isAssumed));
}

} // namespace

BookAnswer askBook(const GuideBook& book, const std::string& question, const GivenInputs& given,
                   const FormulaRegistry& formulas, std::span<const MarketOffer> offers) {
    BookAnswer answer;
    const auto attempt = [&](const Guide& guide) -> std::optional<Attempt> {
        GivenInputs asked = given;
        asked[std::string(kSentenceKey)] = question;
        if (Result<Advice> advice = advise(book, guide, asked, formulas, offers)) {
            const std::size_t unread = advice->unread.size();
            return Attempt{std::move(*advice), unread};
        }
        return std::nullopt;
    };
    const auto ranking = book.guidesAbout(question);
    // Of guides whose topics say equally much of the question the one that reads most of it.
    for (std::size_t from = 0; from < ranking.size() && !answer.advice;) {
        std::size_t to = from;
        std::optional<Attempt> best;
        for (; to < ranking.size() && ranking[to].first == ranking[from].first; ++to)
            if (auto tried = attempt(*ranking[to].second); tried && (!best || tried->unread < best->unread))
                best = std::move(tried);
        if (best)
            answer.advice = std::move(best->advice);
        from = to;
    }
    const std::size_t words = meaningfulTokens(question).size();
    if (!answer.advice && ranking.empty()) {
        // No topic names a guide: one that reads more than half of the words, by two things at least.
        std::optional<Attempt> best;
        for (const Guide& guide : book.guides())
            if (auto tried = attempt(guide); tried && readKeys(tried->advice) >= 2 && 2 * tried->unread < words &&
                                             (!best || tried->unread < best->unread))
                best = std::move(tried);
        if (best)
            answer.advice = std::move(best->advice);
    }
    if (answer.advice)
        return answer;
    if (!ranking.empty()) {
        answer.about = ranking.front().second;
        // What a guide says without being told anything answers a question of no values: "how do the parts relate".
        if (Result<Advice> plain = advise(book, *answer.about, given, formulas, offers)) {
            plain->unread = meaningfulTokens(question);
            answer.advice = std::move(*plain);
            return answer;
        }
    }
    answer.hits = searched(book, question);
    return answer;
}

} // namespace rackwright
