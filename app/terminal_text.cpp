// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal_text.h"

#include <utility>

namespace rackwright {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd"; // U+FFFD
constexpr char kLeadOfC1 = '\xc2';                        // U+0080 to U+009F are C2 80 to C2 9F
constexpr char kLeadOfDirections = '\xe2'; // U+202A to U+202E are E2 80 AA to AE, U+2066 to U+2069 E2 81 A6 to A9
constexpr char kEmbeddings = '\x80', kIsolates = '\x81';

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

bool isWithin(char c, unsigned char first, unsigned char last) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= first && byte <= last;
}

// "\u202e" of its last two bytes; empty for any other character.
std::string directionEscape(char second, char third) {
    const bool isEmbedding = second == kEmbeddings && isWithin(third, 0xaa, 0xae);
    const bool isIsolate = second == kIsolates && isWithin(third, 0xa6, 0xa9);
    if (!isEmbedding && !isIsolate)
        return {};
    constexpr std::string_view hex = "0123456789abcdef";
    const auto low = static_cast<std::size_t>(static_cast<unsigned char>(third) & 0x3f);
    const std::size_t tens = (isEmbedding ? 0 : 4) + low / 16;
    return std::string("\\u20") + hex[tens] + hex[low % 16];
}

} // namespace

void TerminalText::put(char c) {
    const std::string held = std::exchange(m_held, {});
    if (held == "\r") {
        m_clean += c == '\n' ? std::string_view("\r") : kReplacement;
    } else if (!held.empty() && held.front() == kLeadOfC1) {
        if (isWithin(c, 0x80, 0x9f)) {
            m_clean += kReplacement;
            return;
        }
        m_clean += held;
    } else if (held.size() == 1) {
        if (c == kEmbeddings || c == kIsolates) {
            m_held = held + c;
            return;
        }
        m_clean += held;
    } else if (held.size() == 2) {
        if (const std::string escape = directionEscape(held.back(), c); !escape.empty()) {
            m_clean += escape;
            return;
        }
        m_clean += held;
    }
    begin(c);
}

void TerminalText::begin(char c) {
    if (c == '\r' || c == kLeadOfC1 || c == kLeadOfDirections)
        m_held = c;
    else if (isControl(c))
        m_clean += kReplacement;
    else
        m_clean += c;
}

TerminalText::int_type TerminalText::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof()))
        return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TerminalText::xsputn(const char* text, std::streamsize size) {
    m_clean.clear();
    for (std::streamsize i = 0; i < size; ++i)
        put(text[i]);
    m_out.write(m_clean.data(), static_cast<std::streamsize>(m_clean.size()));
    return m_out ? size : 0;
}

int TerminalText::sync() {
    m_out.flush();
    return m_out ? 0 : -1;
}

void TerminalText::finish() {
    const std::string held = std::exchange(m_held, {});
    const std::string_view last = held == "\r" ? kReplacement : std::string_view(held);
    m_out.write(last.data(), static_cast<std::streamsize>(last.size()));
}

} // namespace rackwright
