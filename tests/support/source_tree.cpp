// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_tree.h"

#include "tests/support/pattern.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace rackwright {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kFolders = {"app",       "catalog", "cmake", "model", "packaging",
                                                      "resources", "solvers", "tests", "ui"};

bool isText(const fs::path& path) {
    static constexpr std::array<std::string_view, 11> kKinds = {".h",    ".cpp", ".txt", ".cmake", ".sh", ".csv",
                                                                ".json", ".md",  ".svg", ".in",    ""};
    const std::string kind = path.extension().string();
    return std::ranges::find(kKinds, kind) != kKinds.end();
}

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Where the literal that opens at `at` ends (after its closing mark).
std::size_t literalEnd(std::string_view code, std::size_t at) {
    const bool isRaw = code[at] == '"' && at > 0 && code[at - 1] == 'R';
    if (isRaw) {
        const std::size_t open = code.find('(', at);
        const std::string close = ")" + std::string(code.substr(at + 1, open - at - 1)) + "\"";
        const std::size_t end = code.find(close, open);
        return end == std::string_view::npos ? code.size() : end + close.size();
    }
    for (std::size_t i = at + 1; i < code.size(); ++i) {
        if (code[i] == '\\')
            ++i;
        else if (code[i] == code[at] || code[i] == '\n')
            return i + 1;
    }
    return code.size();
}

bool opensLiteral(std::string_view code, std::size_t at) {
    if (code[at] == '"')
        return true;
    // An apostrophe between digits parts their groups.
    const bool isDigitMark = at > 0 && std::isxdigit(static_cast<unsigned char>(code[at - 1])) != 0;
    return code[at] == '\'' && !isDigitMark;
}

} // namespace

std::vector<SourceFile> sourceTree(const fs::path& root) {
    std::vector<SourceFile> files;
    for (const std::string_view folder : kFolders) {
        if (!fs::exists(root / folder))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && isText(entry.path()))
                files.push_back({fs::relative(entry.path(), root).generic_string(), contents(entry.path())});
    }
    for (const char* name : {"CMakeLists.txt", "CMakePresets.json", "README.md"})
        files.push_back({name, contents(root / name)});
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

std::vector<Include> includesOf(std::string_view code) {
    static const testing::Pattern pattern("(?:^|\n)[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"]");
    std::vector<Include> includes;
    for (const testing::Match& each : pattern.all(code))
        includes.push_back({each.groups[2], each.groups[1] == "\""});
    return includes;
}

std::string withoutComments(std::string_view code) {
    std::string out(code);
    for (std::size_t i = 0; i < out.size();) {
        if (opensLiteral(out, i)) {
            i = literalEnd(out, i);
            continue;
        }
        std::size_t end = i;
        if (out.compare(i, 2, "//") == 0)
            end = std::min(out.find('\n', i), out.size());
        else if (out.compare(i, 2, "/*") == 0)
            end = std::min(out.find("*/", i + 2), out.size() - 2) + 2;
        for (; i < end; ++i)
            if (out[i] != '\n')
                out[i] = ' ';
        ++i;
    }
    return out;
}

std::string withoutLiterals(std::string_view code) {
    std::string out = withoutComments(code);
    const auto blank = [&out](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            if (out[i] != '\n')
                out[i] = ' ';
    };
    bool isAtLineStart = true;
    for (std::size_t i = 0; i < out.size();) {
        if (opensLiteral(out, i)) {
            const std::size_t end = literalEnd(out, i);
            blank(i + 1, std::max(end, i + 2) - 1);
            isAtLineStart = false;
            i = end;
            continue;
        }
        if (isAtLineStart && out[i] == '#') {
            std::size_t end = std::min(out.find('\n', i), out.size());
            while (end < out.size() && out[end - 1] == '\\')
                end = std::min(out.find('\n', end + 1), out.size());
            blank(i, end);
            i = end;
            continue;
        }
        isAtLineStart = out[i] == '\n' || (isAtLineStart && (out[i] == ' ' || out[i] == '\t'));
        ++i;
    }
    return out;
}

std::vector<Literal> literalsOf(std::string_view code) {
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < code.size();) {
        if (!opensLiteral(code, i)) {
            ++i;
            continue;
        }
        const std::size_t end = literalEnd(code, i);
        if (code[i] == '"')
            literals.push_back({std::string(code.substr(i + 1, end - i - 2)), i, end});
        i = end;
    }
    return literals;
}

std::size_t lineOf(std::string_view text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

} // namespace rackwright
