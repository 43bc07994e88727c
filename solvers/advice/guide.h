// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A guide: one question that has an answer by rule ("which fabric for so many nodes"), as data: the keys that it asks
// for, its rules in order, what is worked out beside them, and the tables of its sources. The tables are in
// resources/advice; guide_book.h reads and checks them, advise.h asks them.

#include "model/figures/grade.h"
#include "model/text/csv.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// What may stand for a key: a number in its unit, one of its words, yes or no, or a country.
enum class GuideKeyKind : std::uint8_t { Number, Word, Flag, Country };
template <>
struct EnumNames<GuideKeyKind> {
    static constexpr std::array<std::string_view, 4> names = {"number", "word", "flag", "country"};
};

/// Words of a sentence that say a value: "shared prefixes" is chat. Of a number the token with {n} holds it, and
/// `factor` is what one of it counts ("{n}t" is 1,000 billion).
struct GuidePhrase {
    std::string value;
    std::vector<std::string> tokens; ///< as guideTokens() makes them
    double factor = 1;
};

struct GuideKey {
    std::string key; ///< "model_params_b"
    GuideKeyKind kind = GuideKeyKind::Word;
    std::string unit; ///< of a number: a symbol of the unit table, or what is counted
    std::string meaning;
    std::string otherwise;            ///< taken where nobody says; empty: unknown
    std::optional<double> low, high;  ///< outside them a number is a slip
    std::vector<std::string> aliases; ///< other names of the key
    std::vector<std::string> words;   ///< of a word: all values
    std::vector<GuidePhrase> phrases;
};

enum class GuideOperator : std::uint8_t { Is, IsNot, Below, AtMost, Above, AtLeast, IsUnknown, IsKnown };

/// "nodes>=2", "task=training|serving", "cloud_country!=@site_country", "site_country=#eu-eea", "power=?".
struct GuideCondition {
    std::string key;
    GuideOperator op = GuideOperator::Is;
    std::vector<std::string> values; ///< one of them; a word, a number, @key or #group of countries
};

/// Answer: the first that holds is the verdict. Points: those that hold count for the option that they name, and the
/// one with most is the verdict where no answer holds. All others that hold stand beside the verdict.
enum class GuideLevel : std::uint8_t { Answer, Points, Finding, Condition, Option, Note };
template <>
struct EnumNames<GuideLevel> {
    static constexpr std::array<std::string_view, 6> names = {"answer", "points", "finding",
                                                              "condition", "option", "note"};
};
enum class GuideSeverity : std::uint8_t { None, High, Medium, Low };
template <>
struct EnumNames<GuideSeverity> {
    static constexpr std::array<std::string_view, 4> names = {"", "high", "medium", "low"};
};

struct GuideRule {
    GuideLevel level = GuideLevel::Answer;
    GuideSeverity severity = GuideSeverity::None;
    std::vector<GuideCondition> conditions; ///< all hold
    std::string weight;                     ///< of points: a number or a key
    std::string text;                       ///< places in braces are values: "{gpus} x {gpu}"
    std::string reason;
    std::string source;
    Grade grade = Grade::SourceDocument;
    std::size_t line = 0; ///< of its table
};

/// Something worked out beside the rules: by a formula of the program, or a ranking of what the catalogue prices
/// ("rank:cloud-usd-per-mtok"). Rules may ask for it and name it like a key.
struct GuideSum {
    std::string key;
    std::string title;
    std::string unit;
    std::vector<GuideCondition> conditions;
    std::string formula; ///< a name of the registry, or "rank:METRIC"
    std::string inputs;  ///< "params_b={params_b};tokens_b=100"
    std::size_t line = 0;
};

/// A table of a source, shown beside what is worked out; it decides nothing.
struct GuideTable {
    std::string id; ///< of its file
    std::string title;
    std::string source;
    std::string remark; ///< what is known to be wrong or dated in it
    Grade grade = Grade::SourceDocument;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

struct Guide {
    std::string name; ///< "fabric_by_nodes"
    std::string title;
    std::string question;
    std::string workspace;                       ///< beside which it is read: the id of a workspace
    std::vector<std::vector<std::string>> topics; ///< tokens by which a sentence is known to be about it
    std::vector<GuideKey> keys;
    std::vector<GuideRule> rules;
    std::vector<GuideSum> sums;
    std::vector<const GuideTable*> tables;

    /// By its name or another of its names, blanks and dashes counting as "_"; null where it has none.
    const GuideKey* key(std::string_view text) const;
};

} // namespace rackwright
