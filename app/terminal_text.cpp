// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal_text.h"

#include <utility>

namespace rackwright {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd"; // U+FFFD
constexpr char kLeadOfC1 = '\xc2';                        // U+0080 to U+009F are C2 80 to C2 9F

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

} // namespace

void TerminalText::put(char c) {
    const char held = std::exchange(m_held, 0);
    if (held == '\r')
        m_clean += c == '\n' ? std::string_view("\r") : kReplacement;
    if (held == kLeadOfC1) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80 && byte < 0xa0) {
            m_clean += kReplacement;
            return;
        }
        m_clean += held;
    }
    if (c == '\r' || c == kLeadOfC1)
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
    if (const char held = std::exchange(m_held, 0); held == '\r')
        m_out.write(kReplacement.data(), static_cast<std::streamsize>(kReplacement.size()));
    else if (held != 0)
        m_out.put(held);
}

} // namespace rackwright
