// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TerminalText: what the program prints, without what a terminal would obey. Names come from files of others; an escape
// sequence in one could clear a screen, rename a window or hide a line.

#include <ostream>
#include <streambuf>
#include <string>

namespace rackwright {

/// Control characters (C0, DEL and C1 in UTF-8) become U+FFFD on their way to `out`; line ends and tabs stay. Those
/// that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069) become their escape, \u202e, which is
/// theirs in JSON too.
class TerminalText : public std::streambuf {
public:
    explicit TerminalText(std::ostream& out) : m_out(out) {}
    ~TerminalText() override { finish(); }

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    void put(char c);
    void begin(char c);
    void finish();

    std::ostream& m_out;
    std::string m_clean;
    std::string m_held; ///< bytes that the next one decides on: CR before LF, 0xC2 and 0xE2 of UTF-8
};

} // namespace rackwright
