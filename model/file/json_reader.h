// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads what json_writer.h wrote, driven by the types, so that depth and size of what is taken in are those of the
// model. Nothing unknown, doubled or of another type passes. Internal to model/file: it includes the parser (simdjson,
// chosen because it reads 400,000 rows without a tree in memory, checks UTF-8 and names the place of a mistake).

#include "model/file/problem.h"
#include "model/file/stored.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <simdjson.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <array>
#include <bitset>

namespace rackwright::json {

namespace od = simdjson::ondemand;

/// A value of another type, or a text that is no JSON at all.
bool wrongValue(Problem& problem, simdjson::error_code code, const char* expectedId);

template <class T>
bool read(od::value value, T& out, Problem& problem);

template <class T>
bool readNative(od::value value, T& out, const char* expectedId, Problem& problem) {
    const simdjson::error_code code = value.get(out);
    return code == simdjson::SUCCESS || wrongValue(problem, code, expectedId);
}

template <class Names>
WordList choices(const Names& names) {
    WordList list;
    for (const auto& name : names)
        list.words.emplace_back(name);
    return list;
}

template <Scalar T>
bool readScalar(od::value value, T& out, Problem& problem) {
    using Type = typename Stored<T>::Type;
    if constexpr (std::same_as<Type, bool>)
        return readNative(value, out, "file.flag-expected", problem);
    else if constexpr (std::same_as<Type, std::int64_t>) {
        std::int64_t number = 0;
        if (!readNative(value, number, "file.integer-expected", problem))
            return false;
        const std::optional<T> typed = Stored<T>::from(number);
        if constexpr (requires { Stored<T>::least; })
            if (!typed)
                return problem.set(Message("file.out-of-range")
                                       .with("value", std::to_string(number))
                                       .with("least", std::to_string(Stored<T>::least))
                                       .with("most", std::to_string(Stored<T>::most)));
        out = *typed;
        return true;
    } else if constexpr (std::same_as<Type, double>) {
        double number = 0;
        if (!readNative(value, number, "file.number-expected", problem))
            return false;
        out = *Stored<T>::from(number);
        return true;
    } else {
        std::string_view text;
        if (!readNative(value, text, "file.text-expected", problem))
            return false;
        std::optional<T> typed = Stored<T>::from(text);
        if (!typed) {
            if constexpr (NamedEnum<T>)
                return problem.set(
                    Message("file.unknown-word").with("word", text).with("choices", choices(EnumNames<T>::names)));
            else
                return problem.set(Message("file.bad-currency").with("word", text));
        }
        out = std::move(*typed);
        return true;
    }
}

/// Calls onField(key, value) for each field of an object; it returns false after a problem.
template <class OnField>
bool readEachField(od::value value, Problem& problem, OnField&& onField) {
    od::object object;
    if (const auto code = value.get_object().get(object))
        return wrongValue(problem, code, "file.object-expected");
    for (auto next : object) {
        od::field field;
        if (const auto code = std::move(next).get(field))
            return wrongValue(problem, code, "file.object-expected");
        std::string_view key;
        if (const auto code = field.unescaped_key().get(key))
            return wrongValue(problem, code, "file.object-expected");
        if (!onField(key, field.value()))
            return false;
    }
    return true;
}

template <class OnItem>
bool readEachItem(od::value value, Problem& problem, OnItem&& onItem) {
    od::array array;
    if (const auto code = value.get_array().get(array))
        return wrongValue(problem, code, "file.list-expected");
    for (auto next : array) {
        od::value item;
        if (const auto code = std::move(next).get(item))
            return wrongValue(problem, code, "file.list-expected");
        if (!onItem(item))
            return false;
    }
    return true;
}

/// Marks a key as seen; a second time is a problem.
template <std::size_t n>
bool firstTime(std::bitset<n>& seen, std::size_t i, std::string_view key, Problem& problem) {
    if (seen[i]) {
        problem.set(Message("file.field-twice"));
        return problem.within(key);
    }
    seen.set(i);
    return true;
}

template <class Names>
bool unknownField(std::string_view key, const Names& known, Problem& problem) {
    problem.set(Message("file.unknown-field").with("choices", choices(known)));
    return problem.within(key);
}

/// Reads the field `key` of a row; false with a problem when there is none of that name.
template <Described Row, std::size_t n>
bool readField(std::string_view key, od::value value, Row& row, std::bitset<n>& seen, Problem& problem) {
    const std::vector<std::string>& keys = fileKeys<Row>();
    std::size_t i = 0;
    bool isKnown = false;
    bool isRead = false;
    forEachField<Row>([&](const auto& f) {
        const std::size_t at = i++;
        if (isKnown || keys[at] != key)
            return;
        isKnown = true;
        isRead = firstTime(seen, at, key, problem) && (read(value, row.*f.member, problem) || problem.within(key));
    });
    return isKnown ? isRead : unknownField(key, keys, problem);
}

template <Described Row>
bool readObject(od::value value, Row& row, Problem& problem) {
    std::bitset<fieldCount<Row>() + 1> seen;
    return readEachField(value, problem, [&](std::string_view key, od::value field) {
        return readField(key, field, row, seen, problem);
    });
}

template <class Q>
bool readFact(od::value value, Fact<Q>& fact, Problem& problem) {
    static constexpr std::array<std::string_view, 6> keys = {"value", "low", "typical", "high", "grade", "source"};
    std::bitset<keys.size()> seen;
    std::array<Q, 4> numbers{};
    const auto onField = [&](std::string_view key, od::value field) {
        const std::size_t i = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
        if (i == keys.size())
            return unknownField(key, keys, problem);
        if (!firstTime(seen, i, key, problem))
            return false;
        const bool isRead = i < 4    ? read(field, numbers[i], problem)
                            : i == 4 ? read(field, fact.grade, problem)
                                     : read(field, fact.source.emplace(), problem);
        return isRead || problem.within(key);
    };
    if (!readEachField(value, problem, onField))
        return false;
    const bool isKnown = seen[0];
    const int ends = seen[1] + seen[2] + seen[3];
    if ((isKnown && ends > 0) || (!isKnown && ends != 0 && ends != 3))
        return problem.set(Message("file.half-range"));
    if (isKnown)
        fact.state = Known<Q>{std::move(numbers[0])};
    else if (ends == 3)
        fact.state = Range<Q>{std::move(numbers[1]), std::move(numbers[2]), std::move(numbers[3])};
    return true;
}

template <class V, std::size_t... i>
bool readAlternative(std::size_t kind, od::value value, V& variant, Problem& problem, std::index_sequence<i...>) {
    bool isRead = false;
    ((kind == i && (isRead = readObject(value, variant.template emplace<i>(), problem))), ...);
    return isRead;
}

template <class V>
bool readVariant(od::value value, V& variant, Problem& problem) {
    const auto& kinds = VariantKinds<V>::names;
    bool isSeen = false;
    const auto onField = [&](std::string_view key, od::value alternative) {
        const std::size_t kind = static_cast<std::size_t>(std::ranges::find(kinds, key) - kinds.begin());
        if (kind == kinds.size() || isSeen)
            return problem.set(Message("file.unknown-word").with("word", key).with("choices", choices(kinds)));
        isSeen = true;
        return readAlternative(kind, alternative, variant, problem,
                               std::make_index_sequence<std::variant_size_v<V>>()) ||
               problem.within(key);
    };
    if (!readEachField(value, problem, onField))
        return false;
    return isSeen || problem.set(Message("file.unknown-word").with("word", "").with("choices", choices(kinds)));
}

inline bool readPriceRate(od::value value, PriceRate& rate, Problem& problem) {
    static constexpr std::array<std::string_view, 2> keys = {"currency", "nano"};
    std::bitset<keys.size()> seen;
    Currency currency;
    std::int64_t nano = 0;
    const auto onField = [&](std::string_view key, od::value field) {
        const std::size_t i = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
        if (i == keys.size())
            return unknownField(key, keys, problem);
        return firstTime(seen, i, key, problem) &&
               ((i == 0 ? read(field, currency, problem) : read(field, nano, problem)) || problem.within(key));
    };
    if (!readEachField(value, problem, onField))
        return false;
    rate = PriceRate(nano, currency);
    return true;
}

template <class T>
bool readList(od::value value, std::vector<T>& list, Problem& problem) {
    return readEachItem(value, problem, [&](od::value item) {
        return problem.makeRoom(sizeof(T)) &&
               (read(item, list.emplace_back(), problem) || problem.within(std::to_string(list.size())));
    });
}

template <class T>
bool read(od::value value, T& out, Problem& problem) {
    if constexpr (Scalar<T>)
        return readScalar(value, out, problem);
    else if constexpr (Described<T>)
        return readObject(value, out, problem);
    else if constexpr (isOptional<T>)
        return read(value, out.emplace(), problem);
    else if constexpr (isVector<T>)
        return readList(value, out, problem);
    else if constexpr (isVariant<T>)
        return readVariant(value, out, problem);
    else if constexpr (isFact<T>)
        return readFact(value, out, problem);
    else if constexpr (std::same_as<T, PriceRate>)
        return readPriceRate(value, out, problem);
    else {
        static_assert(std::same_as<T, PartPtr>, "each type of field has a form in the file");
        auto part = std::make_shared<Part>();
        if (!problem.makeRoom(sizeof(Part)) || !readObject(value, *part, problem))
            return false;
        out = std::move(part);
        return true;
    }
}

/// Reads values from texts that stand alone: a cell of a table, a record of the journal.
class ValueReader {
public:
    template <class T>
    bool read(std::string_view text, T& out, Problem& problem) {
        m_text.assign(text);
        m_text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
        od::document document;
        if (const auto code = m_parser.iterate(m_text).get(document))
            return wrongValue(problem, code, "file.object-expected");
        od::value root;
        if (const auto code = document.get_value().get(root))
            return wrongValue(problem, code, "file.object-expected");
        if (!json::read(root, out, problem))
            return false;
        const char* rest = nullptr;
        return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS ||
               wrongValue(problem, simdjson::TAPE_ERROR, "file.object-expected");
    }

private:
    std::string m_text;
    od::parser m_parser;
};

} // namespace rackwright::json
