// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that comes from outside, one after the other, as nobody means it: below and above its limits, huge,
// tiny, not a number. What reads it refuses with the name of the field, or the answer is finite and comes soon.
#include "app/session.h"
#include "app/solution_json.h"
#include "model/design/parameter_limits.h"
#include "model/file/design_text.h"
#include "model/file/stored.h"
#include "model/file/value_format.h"
#include "model/parts/attribute_limits.h"
#include "model/project/field_limits.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/domains.h"
#include "tests/support/processor_time.h"
#include "tests/support/random_document.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sys/resource.h>

using namespace rackwright;

namespace {

// What a number is replaced by, as it stands in a text; of whole numbers other forms are refused one like the other.
const std::vector<std::string> kHostile = {"-1", "0", "1e9", "1e15", "1e308", "NaN", "1e-308", "-0.0"};
const std::vector<std::string> kHostileWhole = {"-1", "0", "1000000000", "1000000000000000", "1e308", "NaN"};
const std::vector<std::string> kHostileEntered = {"-1",  "0",   "1e9",    "1e15", "1e308",
                                                  "nan", "inf", "1e-308", "-0.0", "1e999"};

struct NumberPlace {
    std::string path; ///< without the numbers of rows and items: "racks/centre/x_um", "parts/attributes[weight]/value"
    std::size_t from = 0, length = 0;
    bool isQuoted = false; ///< a number in a text: "30 min"
};

} // namespace

// Before it is used, which instantiates what this specialises.
Q_DECLARE_METATYPE(NumberPlace)

namespace {

std::string labelOf(const std::string& path) {
    const std::size_t from = path.find('['), to = path.find(']');
    return from == std::string::npos ? std::string() : path.substr(from + 1, to - from - 1);
}

// The networks of the samples are those of recipes.
const ParameterLimits* parameterAt(const std::string& path) {
    const bool isNetwork = path.find("/fabric_generators/") != std::string::npos;
    return findGeneratorLimits(isNetwork ? "clos-2" : "", labelOf(path));
}

// Finds the numbers of a text that is known to be sound.
class NumberFinder {
public:
    explicit NumberFinder(const std::string& text) : m_text(text) { value(std::string()); }
    std::vector<NumberPlace> places() const { return m_places; }

private:
    void space() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])))
            ++m_at;
    }
    bool takes(char c) {
        space();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    std::string word() {
        std::string read;
        for (++m_at; m_text[m_at] != '"'; ++m_at) {
            if (m_text[m_at] == '\\')
                ++m_at;
            read += m_text[m_at];
        }
        ++m_at;
        return read;
    }
    void value(const std::string& path) {
        space();
        if (m_text[m_at] == '{')
            object(path);
        else if (m_text[m_at] == '[') {
            for (takes('['); !takes(']'); takes(','))
                value(path);
        } else
            leaf(path);
    }
    void object(std::string path) {
        const bool hasLabel =
            path.ends_with("/attributes") || path.ends_with("/parameters") || path == "/site" || path == "/assumptions";
        for (takes('{'); !takes('}'); takes(',')) {
            space();
            const std::string key = word();
            takes(':');
            space();
            if (hasLabel && (key == "key" || key == "name"))
                path += "[" + m_text.substr(m_at + 1, m_text.find('"', m_at + 1) - m_at - 1) + "]";
            value(path + "/" + key);
        }
    }
    void leaf(const std::string& path) {
        const std::size_t from = m_at;
        if (m_text[m_at] == '"') {
            const std::string text = word();
            const bool isEntered = path.find(']') != std::string::npos && path.ends_with("/value");
            // "2N" is a word, "60 TB" a number with its unit.
            const bool isMeasured = path.find("/parameters[") != std::string::npos && parameterAt(path) &&
                                    !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
            const bool isNumber =
                isMeasured || (!text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos);
            if (isEntered && isNumber)
                m_places.push_back({path, from + 1, m_at - from - 2, true});
            return;
        }
        m_at = m_text.find_first_of(",}] \n", m_at);
        if (m_text[from] != 't' && m_text[from] != 'f')
            m_places.push_back({path, from, m_at - from, false});
    }

    const std::string& m_text;
    std::size_t m_at = 0;
    std::vector<NumberPlace> m_places;
};

// The limits of every number of the format by the path of its place.
class LimitsByPath {
public:
    LimitsByPath() {
        forEachProjectTable([&](const auto& table) { rows(table, "/"); });
        forEachDesignTable([&](const auto& table) { rows(table, "/options/"); });
    }
    const Limits* find(const std::string& path) const {
        const auto found = m_limits.find(path);
        return found == m_limits.end() ? nullptr : &found->second;
    }

private:
    template <class TableOf>
    void rows(const TableOf& table, const std::string& prefix) {
        described<typename std::remove_cvref_t<TableOf>::RowType>(prefix + std::string(table.name));
    }
    template <Described Row>
    void described(const std::string& path) {
        forEachField<Row>([&](const auto& f) {
            using Held = std::remove_cvref_t<decltype(std::declval<Row&>().*f.member)>;
            any<Held>(path + "/" + fileKey(f.name, f.unit), f.limits);
        });
    }
    template <class T>
    void any(const std::string& path, std::optional<Limits> limits) {
        if constexpr (Scalar<T>) {
            if (const auto own = limitsOfType<T>(); own && std::is_arithmetic_v<typename Stored<T>::Type>)
                m_limits.emplace(path, limits.value_or(*own));
        } else if constexpr (Described<T>)
            described<T>(path);
        else if constexpr (isOptional<T> || isVector<T>)
            any<typename T::value_type>(path, limits);
        else if constexpr (isVariant<T>)
            alternatives<T>(path, std::make_index_sequence<std::variant_size_v<T>>());
        else
            others<T>(path, limits, static_cast<T*>(nullptr));
    }
    template <class T, std::size_t... i>
    void alternatives(const std::string& path, std::index_sequence<i...>) {
        (described<std::variant_alternative_t<i, T>>(path + "/" + std::string(VariantKinds<T>::names[i])), ...);
    }
    template <class T, class Q>
    void others(const std::string& path, std::optional<Limits> limits, Fact<Q>*) {
        for (const char* number : {"/value", "/low", "/typical", "/high"})
            any<Q>(path + number, limits);
    }
    template <class T>
    void others(const std::string& path, std::optional<Limits>, PartPtr*) {
        described<Part>(path);
    }
    template <class T>
    void others(const std::string& path, std::optional<Limits>, PriceRate*) {
        m_limits.emplace(path + "/nano", kPriceLimits);
    }

    std::map<std::string, Limits> m_limits;
};

/// Of the number as it is stored in the text; nothing where a number is entered with its unit, or has no limits.
std::optional<Limits> limitsAt(const std::string& path) {
    static const LimitsByPath byPath;
    const std::string label = labelOf(path);
    if (path.find("/attributes[") != std::string::npos)
        if (const AttributeLimits* known = findAttributeLimits(label))
            return known->limits;
    if (path.find("/parameters[") != std::string::npos) {
        const ParameterLimits* known = parameterAt(path);
        const Unit* unit = known ? findUnit(known->unit) : nullptr;
        return unit ? std::optional(Limits{unit->fromSi(known->limits.least), unit->fromSi(known->limits.greatest)})
                    : std::nullopt;
    }
    if (path.starts_with("/site[")) {
        const SiteFieldDefinition* known = findSiteFieldDefinition(label);
        return known && known->kind == SiteFieldKind::Number ? std::optional(limitsOf(*known)) : std::nullopt;
    }
    const Limits* found = label.empty() ? byPath.find(path) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
}

// The smallest step that a place of this size shows.
double beyond(double limit, double direction) { return limit + direction * std::max(1.0, std::abs(limit) * 1e-3); }

std::string digitsOf(double value, bool isWhole) {
    if (isWhole && std::abs(value) < 9.2e18)
        return std::to_string(static_cast<std::int64_t>(value));
    return shortestDigits(value);
}

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Sample {
    std::string name, text;
};

constexpr std::size_t kRealSamples = 6;

// The smallest first, so that a place is tried where it costs least; at last what no sample has.
std::vector<Sample> samples() {
    std::vector<Sample> all;
    for (const char* name : {"single-node-fine-tuning", "typical-llm-cluster", "mistakes", "existing-hall-512-b200",
                             "nvl72-8-racks", "hall-1024-h200"})
        all.push_back({name, contents(RW_SOURCE_DIR "/resources/samples/" + std::string(name) + ".rkw.json")});
    for (const std::uint64_t seed : {1, 2, 3})
        all.push_back({"random " + std::to_string(seed), designText(testing::randomDocument(seed, {3, 1}))});
    return all;
}

bool isFinite(const Value& value) {
    return std::isfinite(value.low()) && std::isfinite(value.typical()) && std::isfinite(value.high());
}

/// A word of numbers that are none, as it stands in a sentence or a list.
bool saysNoNumber(const std::string& text) {
    for (const char* word : {"inf", "-inf", "nan", "-nan"})
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            const auto isPartOfWord = [](char c) {
                return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || (c & 0x80);
            };
            const std::size_t end = at + std::string_view(word).size();
            if ((at == 0 || !isPartOfWord(text[at - 1])) && (end >= text.size() || !isPartOfWord(text[end])))
                return true;
        }
    return false;
}

std::string argument(const Message& message, std::string_view name) {
    for (const Argument& each : message.arguments)
        if (const auto* text = std::get_if<std::string>(&each.value); text && each.name == name)
            return *text;
    return {};
}

/// What is wrong with the answer for a design; empty: nothing.
std::string wrongIn(const Document& document, const Session& session) {
    testing::ProcessorTime time;
    const OpenDesign design{"hostile", document, snapshotOf(document.project)};
    const SolutionPtr solution = solve(design.snapshot, session.domains(), {{}, 1});
    for (const FigureBlock& block : solution->figures())
        for (const FigureResult& result : *block.results) {
            const std::string label = figureLabel(solution->context(), *block.definition, result.subject);
            if (result.error && result.error->kind == ErrorKind::Internal)
                return label + ": " + argument(result.error->message, "what") + result.error->message.id;
            if (!isFinite(result.value))
                return label + " is not finite";
        }
    if (!solution->report().internalErrors.empty())
        return "a rule fails";
    if (saysNoNumber(solutionJson(design, *solution, session.texts())))
        return "the answer has a number that is none";
    constexpr qint64 kLongest = 5000;
    return time.elapsed() < kLongest ? std::string() : "it takes " + std::to_string(time.elapsed()) + " ms";
}

} // namespace

class TestHostileNumbers : public QObject {
    Q_OBJECT

    const Session m_session{Texts::of("en"), {RW_BINARY_DIR, {}, "2026-01-15"}};
    const std::vector<Sample> m_samples = samples();

    void tryPlace(const std::string& text, const NumberPlace& place, const std::string& hostile, bool mustBeRefused) {
        std::string changed = text;
        changed.replace(place.from, place.length, hostile);
        const auto read = readDesignText(std::move(changed), "hostile");
        if (!read) {
            const Message& why = read.error().message;
            QVERIFY2(!argument(why, "file").empty(), why.id.c_str());
            QVERIFY2(why.id == "file.not-json" || !argument(why, "field").empty(), why.id.c_str());
            QVERIFY2(!saysNoNumber(m_session.texts().sentence(why)) || hostile.find_first_of("nN") != std::string::npos,
                     m_session.texts().sentence(why).c_str());
            return;
        }
        QVERIFY2(!mustBeRefused, (hostile + " is read").c_str());
        const std::string wrong = wrongIn(*read, m_session);
        QVERIFY2(wrong.empty(), (hostile + ": " + wrong).c_str());
    }

    static bool isSlowed() {
#ifdef RACKWRIGHT_SANITIZED
        return true;
#else
        return false;
#endif
    }

private Q_SLOTS:
    void everyNumberOfADesign_data() {
        QTest::addColumn<int>("sample");
        QTest::addColumn<NumberPlace>("place");
        std::set<std::string> seen;
        for (std::size_t i = 0; i < m_samples.size(); ++i)
            for (const NumberPlace& place : NumberFinder(m_samples[i].text).places())
                // Random documents have keys that nobody reads; they are here for fields that no sample has.
                if ((i < kRealSamples || labelOf(place.path).empty()) && seen.insert(place.path).second)
                    QTest::newRow((place.path + " of " + m_samples[i].name).c_str()) << static_cast<int>(i) << place;
        QVERIFY(seen.size() > 320);
    }
    void everyNumberOfADesign() {
        QFETCH(int, sample);
        QFETCH(NumberPlace, place);
        const std::string& text = m_samples[static_cast<std::size_t>(sample)].text;
        const bool isWhole = text.substr(place.from, place.length).find_first_of(".eE") == std::string::npos;
        const bool isCount = isWhole && limitsAt(place.path) && !place.path.ends_with("/value");
        const bool isParameter = place.path.find("/parameters[") != std::string::npos && limitsAt(place.path);
        for (const std::string& hostile : place.isQuoted ? kHostileEntered : isCount ? kHostileWhole : kHostile) {
            const bool isNone = hostile == "nan" || hostile == "inf" || hostile == "1e999";
            tryPlace(text, place, hostile, isParameter && (isNone || hostile == "1e308"));
            if (QTest::currentTestFailed())
                return;
        }
        if (const auto limits = limitsAt(place.path)) {
            for (const double outside : {beyond(limits->least, -1), beyond(limits->greatest, 1)})
                tryPlace(text, place, digitsOf(outside, isWhole), true);
            for (const double end : {limits->least, limits->greatest})
                tryPlace(text, place, digitsOf(end, isWhole), false);
        }
    }
    void noneTookMuchMemory() {
        if (isSlowed())
            QSKIP("sanitizers take memory of their own");
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        constexpr long most = 1 << 20; // 1 GiB in KiB
        QVERIFY2(used.ru_maxrss < most, std::to_string(used.ru_maxrss).c_str());
    }
};

RW_SUITE(TestHostileNumbers)
#include "tst_hostile_numbers.moc"
