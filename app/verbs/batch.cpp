// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/batch.h"

#include "app/echo.h"
#include "app/text_file.h"
#include "model/base/nearest.h"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <fstream>
#include <ostream>
#include <unistd.h>

namespace rackwright {

namespace {

/// Names in a batch are words of others; a negative number stays one.
std::string safeCell(const std::string& text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && end == text.data() + text.size();
    return isNumber ? text : csvTextCell(text);
}

// A person types a table and ends it; any other device has no end or nothing to read.
bool isTerminal(const std::string& file) {
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const bool isOne = fd >= 0 && ::isatty(fd) == 1;
    if (fd >= 0)
        ::close(fd);
    return isOne;
}

// What the shell or the system holds open for us ("<(...)") is read as far as the limit. A pipe by its name has a
// writer only perhaps: nobody waits for one.
Result<std::string> batchText(const std::string& file, std::istream& standardInput) {
    if (file == "-")
        return readTextStream(standardInput, file);
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    const bool isOpenElsewhere = file.starts_with("/dev/") || file.starts_with("/proc/");
    const bool isDevice =
        (std::filesystem::is_character_file(status) && !isTerminal(file)) || std::filesystem::is_block_file(status);
    if (!isOpenElsewhere || !std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
        std::filesystem::is_directory(status) || isDevice)
        return readTextFile(file);
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return inputError(Message("calc.no-file").with("file", file));
    return readTextStream(stream, file);
}

std::string plainName(std::string_view column) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = column.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    std::string name(column.substr(first, column.find_last_not_of(kBlanks) - first + 1));
    for (char& c : name)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return name;
}

/// The key that a column which is not read was meant to be; empty: none.
std::string_view meantBy(const std::string& column, const CsvTable& table, const BatchKeys& keys) {
    const std::string name = plainName(column);
    for (const std::string_view key : keys.guarded)
        if (name == key)
            return key;
    for (const std::string_view key : keys.guarded)
        if (!name.empty() && !table.hasColumn(key) && editDistance(name, key) <= 1)
            return key;
    return {};
}

} // namespace

Done checkColumns(const CsvTable& table, const BatchKeys& keys, const std::string& file, Streams& streams,
                  const Texts& texts) {
    std::string others;
    for (const std::string& column : table.header()) {
        if (std::ranges::find(keys.read, column) != keys.read.end())
            continue;
        if (const std::string_view key = meantBy(column, table, keys); !key.empty())
            return inputError(Message("batch.column-meant").with("file", file).with("column", column).with("key", key));
        if (!plainName(column).empty())
            others.append(others.empty() ? "" : ", ").append(onOneLine(column));
    }
    if (!others.empty())
        streams.err << texts.sentence(Message("batch.columns-not-read").with("columns", others)) << '\n';
    return done();
}

Result<CsvTable> readBatch(const std::string& file, std::istream& standardInput, const Texts& texts) {
    const Result<std::string> text = batchText(file, standardInput);
    if (!text)
        return text.error();
    Result<CsvTable> table = CsvTable::read(*text);
    return table ? std::move(table) : Result<CsvTable>(inFile(file, table.error(), texts));
}

int batchExit(std::size_t rows, std::size_t failed, Streams& streams, const Texts& texts) {
    if (failed > 0)
        streams.err << texts.sentence(Message("batch.failed")
                                          .with("failed", static_cast<std::int64_t>(failed))
                                          .with("rows", static_cast<std::int64_t>(rows)))
                    << '\n';
    return failed > 0 && failed == rows ? kExitWrong : kExitDone;
}

std::string batchLine(const BatchAnswer& answer) {
    std::string line = csvCell(safeCell(answer.id));
    for (const std::string* cell : {&answer.quantity, &answer.value, &answer.unit, &answer.error})
        line.append(",").append(csvCell(safeCell(*cell)));
    return line.append("\n");
}

} // namespace rackwright
