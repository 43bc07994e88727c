// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes JSON for machines: members in the order given, shortest round-trip numbers, UTF-8. It reads nothing and knows
// no schema; the verbs' --json output uses it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    /// In an object; the value of the member follows.
    JsonWriter& key(std::string_view name);
    /// UTF-8, escaped here.
    JsonWriter& text(std::string_view value);
    JsonWriter& number(double value); ///< null when it is not finite
    JsonWriter& number(std::int64_t value);
    JsonWriter& flag(bool value);
    JsonWriter& null();

    JsonWriter& member(std::string_view name, std::string_view value) { return key(name).text(value); }
    JsonWriter& member(std::string_view name, const char* value) { return key(name).text(value); }
    JsonWriter& member(std::string_view name, double value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, std::int64_t value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, std::size_t value) {
        return key(name).number(static_cast<std::int64_t>(value));
    }
    JsonWriter& member(std::string_view name, bool value) { return key(name).flag(value); }

    /// The text written; every object and array is closed by then. Ends with a line end.
    std::string take();

private:
    void beforeValue();
    void newLine();

    struct Level {
        bool isEmpty = true;
    };
    std::string m_text;
    std::vector<Level> m_levels;
    bool m_afterKey = false;
};

} // namespace rackwright
