// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/json_reader.h"
#include "model/file/json_writer.h"

namespace rackwright {

std::string fileKey(std::string_view name, std::string_view unit) {
    std::string key(name);
    const bool isScale = unit.starts_with("1/"); // the name says it already
    if (unit.empty() || isScale)
        return key;
    key += '_';
    for (const char c : unit)
        key += c == '/' ? std::string_view("_per_") : std::string_view(&c, 1);
    return key;
}

namespace json {

void writeText(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else
            out += c;
    }
    out += '"';
}

bool wrongValue(Problem& problem, simdjson::error_code code, const char* expectedId) {
    switch (code) {
    case simdjson::INCORRECT_TYPE:
    case simdjson::NUMBER_ERROR:
    case simdjson::NUMBER_OUT_OF_RANGE:
        return problem.set(Message(expectedId));
    default:
        return problem.set(Message("file.not-json").with("detail", simdjson::error_message(code)));
    }
}

} // namespace json

} // namespace rackwright
