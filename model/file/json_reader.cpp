// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/json_reader.h"

#include <algorithm>
#include <limits>

namespace rackwright::json {

namespace {

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

bool outOfRange(std::int64_t value, std::int64_t least, std::int64_t most, Problem& problem) {
    return problem.set(Message("file.out-of-range")
                           .with("value", std::to_string(value))
                           .with("least", std::to_string(least))
                           .with("most", std::to_string(most)));
}

bool readScalarOf(const ScalarFormat& format, od::value json, void* value, Problem& problem) {
    switch (format.as) {
    case StoredAs::Flag: {
        bool flag = false;
        if (!readNative(json, flag, "file.flag-expected", problem))
            return false;
        format.setFlag(value, flag);
        return true;
    }
    case StoredAs::Integer: {
        std::int64_t number = 0;
        if (!readNative(json, number, "file.integer-expected", problem))
            return false;
        return format.setInteger(value, number) || outOfRange(number, format.least, format.most, problem);
    }
    case StoredAs::Real: {
        double number = 0;
        if (!readNative(json, number, "file.number-expected", problem))
            return false;
        format.setReal(value, number);
        return true;
    }
    case StoredAs::Text:
        break;
    }
    std::string_view text;
    if (!readNative(json, text, "file.text-expected", problem))
        return false;
    if (format.setText(value, text))
        return true;
    return problem.set(format.words.empty()
                           ? Message("file.bad-currency").with("word", text)
                           : Message("file.unknown-word").with("word", text).with("choices", choices(format.words)));
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

bool readValue(const ValueFormat& format, od::value json, void* value, Problem& problem) {
    Value wrapped{json};
    return format.read(format, wrapped, value, problem);
}

// Fields come in the order in which they are declared, unless a person moved them: the search starts after the last.
bool readNextField(std::string_view key, od::value value, const RowFormat& format, void* row, std::size_t& next,
                   FieldsSeen& seen, Problem& problem) {
    const std::size_t count = format.fields.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = next + i < count ? next + i : next + i - count;
        const FieldFormat& field = format.fields[at];
        if (field.key != key)
            continue;
        next = at + 1;
        return firstTime(seen, at, key, problem) &&
               (readValue(*field.value, value, field.of(row), problem) || problem.within(key));
    }
    return unknownField(key, format.keys(), problem);
}

} // namespace

bool wrongValue(Problem& problem, simdjson::error_code code, const char* expectedId) {
    switch (code) {
    case simdjson::INCORRECT_TYPE:
    case simdjson::NUMBER_ERROR:
    case simdjson::NUMBER_OUT_OF_RANGE:
    case simdjson::SCALAR_DOCUMENT_AS_VALUE: // a whole cell of a database is one value
        return problem.set(Message(expectedId));
    default:
        return problem.set(Message("file.not-json").with("detail", simdjson::error_message(code)));
    }
}

bool readInteger(od::value value, std::int64_t& out, Problem& problem) {
    return readNative(value, out, "file.integer-expected", problem);
}

bool readText(od::value value, std::string& out, Problem& problem) {
    std::string_view text;
    if (!readNative(value, text, "file.text-expected", problem))
        return false;
    out = text;
    return true;
}

bool readRowField(std::string_view key, od::value value, const RowFormat& format, void* row, FieldsSeen& seen,
                  Problem& problem) {
    std::size_t next = 0;
    return readNextField(key, value, format, row, next, seen, problem);
}

bool readRow(od::value value, const RowFormat& format, void* row, Problem& problem) {
    FieldsSeen seen;
    std::size_t next = 0;
    return readEachField(value, problem, [&](std::string_view key, od::value field) {
        return readNextField(key, field, format, row, next, seen, problem);
    });
}

bool readIds(od::value value, std::vector<std::uint64_t>& ids, Problem& problem) {
    return readEachItem(value, problem, [&](od::value item) {
        std::int64_t id = 0;
        const bool isRead = problem.makeRoom(sizeof id) && readInteger(item, id, problem) &&
                            (id >= 0 || outOfRange(id, 0, std::numeric_limits<std::int64_t>::max(), problem));
        ids.push_back(static_cast<std::uint64_t>(id));
        return isRead || problem.within(std::to_string(ids.size()));
    });
}

bool readScalar(const ValueFormat& format, Value& json, void* value, Problem& problem) {
    return readScalarOf(*format.scalar, json.value, value, problem);
}

bool readRowValue(const ValueFormat& format, Value& json, void* value, Problem& problem) {
    return readRow(json.value, *format.row, value, problem);
}

bool readList(const ValueFormat& format, Value& json, void* value, Problem& problem) {
    std::size_t count = 0;
    return readEachItem(json.value, problem, [&](od::value item) {
        ++count;
        return problem.makeRoom(format.itemSize) &&
               (readValue(*format.items.front(), item, format.addItem(value, 0), problem) ||
                problem.within(std::to_string(count)));
    });
}

bool readOptional(const ValueFormat& format, Value& json, void* value, Problem& problem) {
    return readValue(*format.items.front(), json.value, format.addItem(value, 0), problem);
}

bool readVariant(const ValueFormat& format, Value& json, void* value, Problem& problem) {
    bool isSeen = false;
    const auto wrongKind = [&](std::string_view word) {
        return problem.set(Message("file.unknown-word").with("word", word).with("choices", choices(format.kinds)));
    };
    const auto onField = [&](std::string_view key, od::value alternative) {
        const auto kind = static_cast<std::size_t>(std::ranges::find(format.kinds, key) - format.kinds.begin());
        if (kind == format.kinds.size() || isSeen)
            return wrongKind(key);
        isSeen = true;
        return readValue(*format.items[kind], alternative, format.addItem(value, kind), problem) || problem.within(key);
    };
    if (!readEachField(json.value, problem, onField))
        return false;
    return isSeen || wrongKind("");
}

bool readPriceRate(const ValueFormat&, Value& json, void* value, Problem& problem) {
    static constexpr std::array<std::string_view, 2> keys = {"currency", "nano"};
    std::bitset<keys.size()> seen;
    Currency currency;
    std::int64_t nano = 0;
    const auto onField = [&](std::string_view key, od::value field) {
        const std::size_t i = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
        if (i == keys.size())
            return unknownField(key, keys, problem);
        return firstTime(seen, i, key, problem) &&
               ((i == 0 ? readValue(valueFormat<Currency>(), field, &currency, problem)
                        : readInteger(field, nano, problem)) ||
                problem.within(key));
    };
    if (!readEachField(json.value, problem, onField))
        return false;
    *static_cast<PriceRate*>(value) = PriceRate(nano, currency);
    return true;
}

bool readPart(const ValueFormat&, Value& json, void* value, Problem& problem) {
    auto part = std::make_shared<Part>();
    if (!problem.makeRoom(sizeof(Part)) || !readObject(json.value, *part, problem))
        return false;
    *static_cast<PartPtr*>(value) = std::move(part);
    return true;
}

FactState readFactFields(Value& json, const FactFields& fields, Problem& problem) {
    static constexpr std::array<std::string_view, 6> keys = {"value", "low", "typical", "high", "grade", "source"};
    std::bitset<keys.size()> seen;
    const auto onField = [&](std::string_view key, od::value field) {
        const std::size_t i = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
        if (i == keys.size())
            return unknownField(key, keys, problem);
        if (!firstTime(seen, i, key, problem))
            return false;
        const bool isRead = i < 4    ? readValue(*fields.number, field, fields.numbers[i], problem)
                            : i == 4 ? readValue(valueFormat<Grade>(), field, fields.grade, problem)
                                     : readObject(field, fields.makeSource(fields.fact), problem);
        return isRead || problem.within(key);
    };
    if (!readEachField(json.value, problem, onField))
        return FactState::Wrong;
    const bool isKnown = seen[0];
    const int ends = seen[1] + seen[2] + seen[3];
    if ((isKnown && ends > 0) || (!isKnown && ends != 0 && ends != 3)) {
        problem.set(Message("file.half-range"));
        return FactState::Wrong;
    }
    return isKnown ? FactState::Known : ends == 3 ? FactState::Range : FactState::Unknown;
}

bool ValueReader::read(std::string_view text, const ValueFormat& format, void* value, Problem& problem) {
    m_text.assign(text);
    m_text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    od::document document;
    if (const auto code = m_parser.iterate(m_text).get(document))
        return wrongValue(problem, code, "file.object-expected");
    od::value root;
    if (const auto code = document.get_value().get(root))
        return wrongValue(problem, code, "file.object-expected");
    if (!readValue(format, root, value, problem))
        return false;
    const char* rest = nullptr;
    return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS ||
           wrongValue(problem, simdjson::TAPE_ERROR, "file.object-expected");
}

} // namespace rackwright::json
