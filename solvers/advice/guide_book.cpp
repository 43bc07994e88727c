// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/guide_book.h"

#include "model/base/check.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "model/units/units.h"
#include "solvers/advice/guide_words.h"

#include <algorithm>
#include <array>
#include <set>

namespace rackwright {

namespace embedded {
extern const std::string_view adviceGuides;
extern const std::string_view adviceKeys;
extern const std::string_view adviceRules;
extern const std::string_view adviceSums;
extern const std::string_view adviceGroups;
extern const std::string_view adviceReferences;
extern const std::string_view adviceTables;
extern const std::string_view adviceCountries;
} // namespace embedded

namespace {

std::string_view stripped(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    return from == std::string_view::npos ? std::string_view() : text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1);
}

/// Not empty ones, without blanks around them.
std::vector<std::string> partsOf(std::string_view text, char mark) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(mark, at), text.size());
        if (const std::string_view part = stripped(text.substr(at, end - at)); !part.empty())
            parts.emplace_back(part);
        at = end + 1;
    }
    return parts;
}

Error wrongCell(std::string_view file, std::size_t line, std::string_view what, const std::string& word,
                const std::vector<std::string>& known) {
    const std::vector<std::string> near = nearestWords(word, known);
    return inputError(Message("advice.bad-cell")
                          .with("file", file)
                          .with("line", line)
                          .with("what", what)
                          .with("word", word)
                          .with("known", WordList{near.empty() ? known : near}));
}

template <class E>
std::vector<std::string> wordsOfEnum() {
    return {EnumNames<E>::names.begin(), EnumNames<E>::names.end()};
}

struct OperatorSign {
    std::string_view sign;
    GuideOperator op;
};
/// Those of two characters first.
constexpr std::array<OperatorSign, 6> kSigns = {OperatorSign{"!=", GuideOperator::IsNot},
                                                {"<=", GuideOperator::AtMost},
                                                {">=", GuideOperator::AtLeast},
                                                {"=", GuideOperator::Is},
                                                {"<", GuideOperator::Below},
                                                {">", GuideOperator::Above}};

/// Reads the tables one after the other; what is wrong first ends it.
class BookReader {
public:
    BookReader(std::vector<Guide>& guides, std::map<std::string, std::vector<std::string>, std::less<>>& groups,
               std::vector<std::unique_ptr<GuideTable>>& tables)
        : m_guides(guides), m_groups(groups), m_tables(tables) {}

    Done read(const GuideBookText& text) {
        using Step = Done (BookReader::*)(const CsvTable&);
        const std::array<std::tuple<const char*, std::string_view, Step>, 6> steps = {
            std::tuple{"groups.csv", text.groups, &BookReader::readGroups},
            {"guides.csv", text.guides, &BookReader::readGuides},
            {"keys.csv", text.keys, &BookReader::readKeys},
            {"sums.csv", text.sums, &BookReader::readSums},
            {"rules.csv", text.rules, &BookReader::readRules},
            {"references.csv", text.references, &BookReader::readReferences}};
        splitTables(text.tables);
        for (const auto& [file, content, step] : steps) {
            m_file = file;
            const Result<CsvTable> table = CsvTable::read(content);
            if (!table)
                return table.error();
            if (const Done done = (this->*step)(*table); !done)
                return done.error();
        }
        return wholeGuides();
    }

private:
    void splitTables(std::string_view text) {
        constexpr std::string_view kHead = "#table ";
        for (std::size_t at = text.find(kHead); at != std::string_view::npos;) {
            const std::size_t name = at + kHead.size(), end = text.find('\n', name);
            const std::size_t next = text.find("\n#table ", end);
            m_texts[std::string(stripped(text.substr(name, end - name)))] =
                text.substr(end + 1, next == std::string_view::npos ? next : next - end);
            at = next == std::string_view::npos ? next : next + 1;
        }
    }

    Done readGroups(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            std::vector<std::string> codes = partsOf(table.cell(row, "countries"), ' ');
            for (const std::string& code : codes)
                if (countryCode(code) != code)
                    return wrongCell(m_file, table.line(row), "country", code, {"TR", "DE", "US"});
            m_groups[table.cell(row, "group")] = std::move(codes);
        }
        return done();
    }

    Done readGuides(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            Guide guide;
            guide.name = table.cell(row, "guide");
            guide.title = table.cell(row, "title");
            guide.question = table.cell(row, "question");
            guide.workspace = table.cell(row, "workspace");
            for (const std::string& topic : partsOf(table.cell(row, "topics"), '|'))
                guide.topics.push_back(guideTokens(topic));
            if (guide.name.empty() || guide.title.empty() || guide.question.empty())
                return wrongCell(m_file, table.line(row), "guide", guide.name, {"name, title and question"});
            m_guides.push_back(std::move(guide));
        }
        return done();
    }

    /// The guide that a row is of.
    Result<Guide*> guideOf(const CsvTable& table, std::size_t row) {
        const std::string& name = table.cell(row, "guide");
        const auto it = std::ranges::find(m_guides, name, &Guide::name);
        if (it != m_guides.end())
            return &*it;
        return wrongCell(m_file, table.line(row), "guide", name, names());
    }
    std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (const Guide& guide : m_guides)
            list.push_back(guide.name);
        return list;
    }

    Done readKeys(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const Result<Guide*> guide = guideOf(table, row);
            if (!guide)
                return guide.error();
            GuideKey key;
            key.key = table.cell(row, "key");
            const auto kind = enumFromName<GuideKeyKind>(table.cell(row, "kind"));
            if (!kind)
                return wrongCell(m_file, table.line(row), "kind", table.cell(row, "kind"), wordsOfEnum<GuideKeyKind>());
            key.kind = *kind;
            key.unit = table.cell(row, "unit");
            key.meaning = table.cell(row, "meaning");
            key.otherwise = table.cell(row, "default");
            key.aliases = partsOf(table.cell(row, "aliases"), '|');
            key.low = plainNumber(table.cell(row, "low"));
            key.high = plainNumber(table.cell(row, "high"));
            if (key.kind == GuideKeyKind::Flag)
                key.words = {"yes", "no"};
            for (const std::string& part : partsOf(table.cell(row, "words"), ';'))
                if (const Done added = addWords(key, part, table.line(row)); !added)
                    return added.error();
            if (key.key.empty() || key.meaning.empty())
                return wrongCell(m_file, table.line(row), "key", key.key, {"key and meaning"});
            (*guide)->keys.push_back(std::move(key));
        }
        return done();
    }

    /// "chat=multi-turn|agents": a value with the phrases that say it; of a number its phrases alone.
    Done addWords(GuideKey& key, const std::string& part, std::size_t line) {
        const std::size_t mark = part.find('=');
        // Of numbers and countries the phrases alone: each has a place for what it reads.
        const bool hasPlace = key.kind == GuideKeyKind::Number || key.kind == GuideKeyKind::Country;
        const std::string value = hasPlace ? std::string() : part.substr(0, mark);
        if (key.kind == GuideKeyKind::Flag && value != "yes" && value != "no")
            return wrongCell(m_file, line, "word", value, {"yes", "no"});
        if (key.kind == GuideKeyKind::Word) {
            key.words.push_back(value);
            key.phrases.push_back({value, guideTokens(value), 1});
        }
        const std::string phrases = hasPlace ? part
                                    : mark == std::string::npos      ? std::string()
                                                                     : part.substr(mark + 1);
        for (const std::string& phrase : partsOf(phrases, '|')) {
            const std::size_t times = key.kind == GuideKeyKind::Number ? phrase.find('*') : std::string::npos;
            const auto factor = times == std::string::npos ? std::optional(1.0) : plainNumber(phrase.substr(times + 1));
            const bool hasNumber = phrase.find("{n}") != std::string::npos;
            const bool hasCountry = phrase.find("{c}") != std::string::npos;
            if (!factor || hasNumber != (key.kind == GuideKeyKind::Number) ||
                hasCountry != (key.kind == GuideKeyKind::Country))
                return wrongCell(m_file, line, "phrase", phrase, {"{n} nodes", "{n}t*1000", "processed in {c}"});
            key.phrases.push_back({value, guideTokens(phrase.substr(0, times)), *factor});
        }
        return done();
    }

    bool isKnown(const Guide& guide, std::string_view key) const {
        return guide.key(key) || std::ranges::any_of(guide.sums, [key](const GuideSum& sum) {
                   return sum.key == key || (sum.formula.starts_with("rank:") && key == sum.key + "_value");
               });
    }

    Result<std::vector<GuideCondition>> conditionsOf(const Guide& guide, const std::string& text, std::size_t line) {
        std::vector<GuideCondition> conditions;
        for (const std::string& part : partsOf(text, ';')) {
            const OperatorSign* sign = nullptr;
            std::size_t at = std::string::npos;
            for (const OperatorSign& each : kSigns)
                if (const std::size_t found = part.find(each.sign); found < at) {
                    at = found;
                    sign = &each;
                }
            if (!sign)
                return wrongCell(m_file, line, "condition", part, {"key=word", "key>=number"});
            GuideCondition condition{std::string(stripped(std::string_view(part).substr(0, at))), sign->op,
                                     partsOf(part.substr(at + sign->sign.size()), '|')};
            if (const Done fits = check(guide, condition, line); !fits)
                return fits.error();
            conditions.push_back(std::move(condition));
        }
        return conditions;
    }

    Done check(const Guide& guide, GuideCondition& condition, std::size_t line) const {
        if (!isKnown(guide, condition.key) || condition.values.empty())
            return wrongCell(m_file, line, "key", condition.key, keysOf(guide));
        if (condition.values.front() == "?") {
            if (condition.op != GuideOperator::Is && condition.op != GuideOperator::IsNot)
                return wrongCell(m_file, line, "condition", condition.key, {"key=?", "key!=?"});
            condition.op = condition.op == GuideOperator::Is ? GuideOperator::IsUnknown : GuideOperator::IsKnown;
            return done();
        }
        const GuideKey* key = guide.key(condition.key);
        const bool isOrder = condition.op != GuideOperator::Is && condition.op != GuideOperator::IsNot;
        for (const std::string& value : condition.values) {
            if (value.starts_with('@')) {
                if (!isKnown(guide, value.substr(1)))
                    return wrongCell(m_file, line, "key", value.substr(1), keysOf(guide));
            } else if (value.starts_with('#')) {
                if (!m_groups.contains(value.substr(1)))
                    return wrongCell(m_file, line, "group", value.substr(1), groupNames());
            } else if (isOrder || (key && key->kind == GuideKeyKind::Number)) {
                if (!plainNumber(value))
                    return wrongCell(m_file, line, "number", value, {"1", "0.5"});
            } else if (key && key->kind == GuideKeyKind::Country) {
                if (countryCode(value) != value)
                    return wrongCell(m_file, line, "country", value, {"TR", "DE", "US"});
            } else if (key && std::ranges::find(key->words, value) == key->words.end()) {
                return wrongCell(m_file, line, "word", value, key->words);
            }
        }
        return done();
    }
    static std::vector<std::string> keysOf(const Guide& guide) {
        std::vector<std::string> list;
        for (const GuideKey& key : guide.keys)
            list.push_back(key.key);
        return list;
    }
    std::vector<std::string> groupNames() const {
        std::vector<std::string> list;
        for (const auto& [name, codes] : m_groups)
            list.push_back(name);
        return list;
    }

    /// Every place in braces is a key of the guide.
    Done checkPlaces(const Guide& guide, const std::string& text, std::size_t line) const {
        for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
            const std::string key = text.substr(at + 1, text.find('}', at) - at - 1);
            if (!isKnown(guide, key))
                return wrongCell(m_file, line, "place", key, keysOf(guide));
        }
        return done();
    }

    Done readSums(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const Result<Guide*> guide = guideOf(table, row);
            if (!guide)
                return guide.error();
            GuideSum sum;
            sum.line = table.line(row);
            sum.key = table.cell(row, "key");
            sum.title = table.cell(row, "title");
            sum.unit = table.cell(row, "unit");
            sum.formula = table.cell(row, "formula");
            sum.inputs = table.cell(row, "inputs");
            auto conditions = conditionsOf(**guide, table.cell(row, "conditions"), sum.line);
            if (!conditions)
                return conditions.error();
            sum.conditions = std::move(*conditions);
            if (const Done places = checkPlaces(**guide, sum.inputs, sum.line); !places)
                return places.error();
            (*guide)->sums.push_back(std::move(sum));
        }
        return done();
    }

    Done readRules(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const Result<Guide*> guide = guideOf(table, row);
            if (!guide)
                return guide.error();
            GuideRule rule;
            rule.line = table.line(row);
            const auto level = enumFromName<GuideLevel>(table.cell(row, "level"));
            if (!level)
                return wrongCell(m_file, rule.line, "level", table.cell(row, "level"), wordsOfEnum<GuideLevel>());
            const auto severity = enumFromName<GuideSeverity>(table.cell(row, "severity"));
            if (!severity)
                return wrongCell(m_file, rule.line, "severity", table.cell(row, "severity"),
                                 wordsOfEnum<GuideSeverity>());
            const auto grade = gradeFromName(table.cell(row, "grade"));
            if (!grade)
                return wrongCell(m_file, rule.line, "grade", table.cell(row, "grade"),
                                 {kGradeNames.begin(), kGradeNames.end()});
            rule.level = *level;
            rule.severity = *severity;
            rule.grade = *grade;
            rule.weight = table.cell(row, "weight");
            rule.text = table.cell(row, "text");
            rule.reason = table.cell(row, "reason");
            rule.source = table.cell(row, "source");
            auto conditions = conditionsOf(**guide, table.cell(row, "conditions"), rule.line);
            if (!conditions)
                return conditions.error();
            rule.conditions = std::move(*conditions);
            for (const std::string* text : {&rule.text, &rule.reason})
                if (const Done places = checkPlaces(**guide, *text, rule.line); !places)
                    return places.error();
            const bool isWeighed = plainNumber(rule.weight) || (*guide)->key(rule.weight);
            if (rule.text.empty() || rule.source.empty() || (rule.level == GuideLevel::Points) != isWeighed)
                return wrongCell(m_file, rule.line, "rule", rule.text, {"text, source, and a weight of points alone"});
            (*guide)->rules.push_back(std::move(rule));
        }
        return done();
    }

    Done readReferences(const CsvTable& table) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            auto made = std::make_unique<GuideTable>();
            made->id = table.cell(row, "table");
            made->title = table.cell(row, "title");
            made->source = table.cell(row, "source");
            made->remark = table.cell(row, "remark");
            const auto grade = gradeFromName(table.cell(row, "grade"));
            const auto text = m_texts.find(made->id);
            if (!grade || text == m_texts.end())
                return wrongCell(m_file, table.line(row), "table", made->id, {kGradeNames.begin(), kGradeNames.end()});
            made->grade = *grade;
            const Result<std::vector<CsvRecord>> records = readCsv(text->second);
            if (!records)
                return records.error();
            for (const CsvRecord& record : *records)
                if (made->header.empty())
                    made->header = record.cells;
                else
                    made->rows.push_back(record.cells);
            for (auto& cells : made->rows)
                cells.resize(made->header.size());
            for (const std::string& name : partsOf(table.cell(row, "guides"), '|')) {
                const auto guide = std::ranges::find(m_guides, name, &Guide::name);
                if (guide == m_guides.end())
                    return wrongCell(m_file, table.line(row), "guide", name, names());
                guide->tables.push_back(made.get());
            }
            m_tables.push_back(std::move(made));
        }
        return done();
    }

    /// A guide without a rule that answers, and a default that its key does not take, are slips of the tables.
    Done wholeGuides() const {
        for (const Guide& guide : m_guides) {
            if (std::ranges::none_of(guide.rules, [](const GuideRule& rule) {
                    return rule.level == GuideLevel::Answer || rule.level == GuideLevel::Points;
                }))
                return wrongCell("rules.csv", 0, "guide", guide.name, {"a rule that answers"});
            for (const GuideKey& key : guide.keys)
                if (key.kind == GuideKeyKind::Number ? !key.otherwise.empty() && !plainNumber(key.otherwise)
                                                     : key.kind != GuideKeyKind::Country && !key.otherwise.empty() &&
                                                           !std::ranges::count(key.words, key.otherwise))
                    return wrongCell("keys.csv", 0, "default", key.otherwise, key.words);
        }
        return done();
    }

    std::vector<Guide>& m_guides;
    std::map<std::string, std::vector<std::string>, std::less<>>& m_groups;
    std::vector<std::unique_ptr<GuideTable>>& m_tables;
    std::map<std::string, std::string_view, std::less<>> m_texts;
    std::string_view m_file;
};

/// Without case and blanks around it; letters that are not ASCII stay as they are.
std::string plainCountry(std::string_view text) {
    std::string plain(stripped(text));
    for (char& c : plain)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

struct CountryWords {
    std::map<std::string, std::string, std::less<>> codes; ///< by plain name, other name or code
    std::map<std::string, std::string, std::less<>> names; ///< by code
};

/// Codes and names of ISO 3166-1, and what people also say.
const CountryWords& countryWords() {
    static const CountryWords words = [] {
        CountryWords made;
        const Result<CsvTable> table = CsvTable::read(embedded::adviceCountries);
        RW_CHECK(table, "the built-in table of countries is tested");
        for (std::size_t row = 0; row < table->size(); ++row) {
            const std::string& code = table->cell(row, "code");
            const std::string& name = table->cell(row, "name");
            made.names[code] = name;
            made.codes[plainCountry(code)] = code;
            made.codes.try_emplace(plainCountry(name), code);
            for (const std::string& other : partsOf(table->cell(row, "other_names"), '|'))
                made.codes.try_emplace(plainCountry(other), code);
        }
        return made;
    }();
    return words;
}

} // namespace

std::string countryCode(std::string_view text) {
    const auto it = countryWords().codes.find(plainCountry(text));
    return it == countryWords().codes.end() ? std::string() : it->second;
}

std::string countryName(std::string_view code) {
    const auto it = countryWords().names.find(code);
    return it == countryWords().names.end() ? std::string(code) : it->second;
}

std::vector<std::string> countryCodes() {
    std::vector<std::string> codes;
    for (const auto& [code, name] : countryWords().names)
        codes.push_back(code);
    return codes;
}

Result<GuideBook> GuideBook::read(const GuideBookText& text) {
    GuideBook book;
    BookReader reader(book.m_guides, book.m_groups, book.m_tables);
    if (const Done done = reader.read(text); !done)
        return done.error();
    return book;
}

const Guide* GuideBook::find(std::string_view name) const {
    const auto it = std::ranges::find(m_guides, name, &Guide::name);
    return it == m_guides.end() ? nullptr : &*it;
}

Result<const Guide*> GuideBook::guide(std::string_view name) const {
    if (const Guide* found = find(guideKeyName(name)))
        return found;
    std::vector<std::string> names;
    for (const Guide& each : m_guides)
        names.push_back(each.name);
    const std::vector<std::string> near = nearestWords(guideKeyName(name), names);
    return usageError(
        Message("advice.unknown-guide").with("guide", name).with("nearest", WordList{near.empty() ? names : near}));
}

std::vector<std::pair<std::size_t, const Guide*>> GuideBook::guidesAbout(std::string_view question) const {
    const std::vector<std::string> tokens = guideTokens(question);
    std::vector<std::pair<std::size_t, const Guide*>> ranking;
    for (const Guide& each : m_guides) {
        std::size_t score = 0;
        for (const auto& topic : each.topics)
            if (const std::size_t length = topicMatch(topic, tokens))
                score += length * length; // "how many gpus" says more than three words apart
        if (score > 0)
            ranking.emplace_back(score, &each);
    }
    std::ranges::stable_sort(ranking, [](const auto& a, const auto& b) { return a.first > b.first; });
    return ranking;
}

const std::vector<std::string>* GuideBook::group(std::string_view name) const {
    const auto it = m_groups.find(name);
    return it == m_groups.end() ? nullptr : &it->second;
}

const GuideBook& guideBook() {
    static const GuideBook book = [] {
        Result<GuideBook> read = GuideBook::read({embedded::adviceGuides, embedded::adviceKeys, embedded::adviceRules,
                                                  embedded::adviceSums, embedded::adviceGroups,
                                                  embedded::adviceReferences, embedded::adviceTables});
        RW_CHECK(read, "the built-in guides are tested");
        return std::move(*read);
    }();
    return book;
}

} // namespace rackwright
