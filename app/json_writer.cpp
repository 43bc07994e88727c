// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json_writer.h"

#include "model/base/check.h"
#include "model/units/number_text.h"

#include <cmath>
#include <utility>

namespace rackwright {

namespace {

std::string quoted(std::string_view value) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text = "\"";
    for (const char c : value) {
        switch (c) {
        case '"':
            text += "\\\"";
            break;
        case '\\':
            text += "\\\\";
            break;
        case '\n':
            text += "\\n";
            break;
        case '\t':
            text += "\\t";
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20) {
                text += "\\u00";
                text += kHex[c >> 4];
                text += kHex[c & 15];
            } else {
                text += c;
            }
        }
    }
    return text + '"';
}

} // namespace

void JsonWriter::newLine() {
    m_text += '\n';
    m_text.append(m_levels.size(), ' ');
}

void JsonWriter::beforeValue() {
    if (std::exchange(m_afterKey, false) || m_levels.empty())
        return;
    if (!std::exchange(m_levels.back().isEmpty, false))
        m_text += ',';
    newLine();
}

JsonWriter& JsonWriter::beginObject() {
    beforeValue();
    m_text += '{';
    m_levels.emplace_back();
    return *this;
}

JsonWriter& JsonWriter::endObject() {
    RW_CHECK(!m_levels.empty(), "an object is closed after it was opened");
    const bool isEmpty = m_levels.back().isEmpty;
    m_levels.pop_back();
    if (!isEmpty)
        newLine();
    m_text += '}';
    return *this;
}

JsonWriter& JsonWriter::beginArray() {
    beforeValue();
    m_text += '[';
    m_levels.emplace_back();
    return *this;
}

JsonWriter& JsonWriter::endArray() {
    RW_CHECK(!m_levels.empty(), "an array is closed after it was opened");
    const bool isEmpty = m_levels.back().isEmpty;
    m_levels.pop_back();
    if (!isEmpty)
        newLine();
    m_text += ']';
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    beforeValue();
    m_text += quoted(name) + ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
    beforeValue();
    m_text += quoted(value);
    return *this;
}

JsonWriter& JsonWriter::number(double value) {
    if (!std::isfinite(value))
        return null();
    beforeValue();
    m_text += shortestDigits(value);
    return *this;
}

JsonWriter& JsonWriter::number(std::int64_t value) {
    beforeValue();
    m_text += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::flag(bool value) {
    beforeValue();
    m_text += value ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null() {
    beforeValue();
    m_text += "null";
    return *this;
}

std::string JsonWriter::take() {
    RW_CHECK(m_levels.empty(), "every object and array is closed before the text is taken");
    return std::exchange(m_text, {}) + '\n';
}

} // namespace rackwright
