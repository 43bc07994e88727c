// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The source tree as tests read it: its files, their includes and their string literals. It knows no rule; the floor,
// hygiene and message tests do.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct SourceFile {
    std::string path; ///< from the root, with "/"
    std::string text;
    bool isHeader() const { return path.ends_with(".h"); }
    bool isCode() const { return isHeader() || path.ends_with(".cpp"); }
    bool isUnder(std::string_view folder) const { return path.starts_with(std::string(folder) + "/"); }
};

/// Every text file of ours (code, CMake, scripts, data) under the root, sorted by path.
std::vector<SourceFile> sourceTree(const std::filesystem::path& root);

struct Include {
    std::string name;
    bool isOurs = false; ///< written with quotation marks
};
std::vector<Include> includesOf(std::string_view code);

/// The code with comments blanked out; literals and line breaks stay.
std::string withoutComments(std::string_view code);

/// The code with the insides of string and character literals blanked out too, and all lines of the preprocessor.
std::string withoutLiterals(std::string_view code);

struct Literal {
    std::string text;    ///< without escapes undone, adjacent literals not joined
    std::size_t at = 0;  ///< of its opening quotation mark
    std::size_t end = 0; ///< after its closing one
};
/// String literals of code without comments; raw strings too.
std::vector<Literal> literalsOf(std::string_view code);

std::size_t lineOf(std::string_view text, std::size_t at);

} // namespace rackwright
