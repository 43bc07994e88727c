// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/batch.h"

#include "app/text_file.h"

#include <charconv>
#include <fstream>

namespace rackwright {

namespace {

/// Names in a batch are words of others; a negative number stays one.
std::string safeCell(const std::string& text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && end == text.data() + text.size();
    return isNumber ? text : csvTextCell(text);
}

// Pipes and devices are read as far as the limit; the size of a file is looked at first.
Result<std::string> batchText(const std::string& file, std::istream& standardInput) {
    if (file == "-")
        return readTextStream(standardInput, file);
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
        std::filesystem::is_directory(status))
        return readTextFile(file);
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return inputError(Message("calc.no-file").with("file", file));
    return readTextStream(stream, file);
}

} // namespace

Result<CsvTable> readBatch(const std::string& file, std::istream& standardInput, const Texts& texts) {
    const Result<std::string> text = batchText(file, standardInput);
    if (!text)
        return text.error();
    Result<CsvTable> table = CsvTable::read(*text);
    return table ? std::move(table) : Result<CsvTable>(inFile(file, table.error(), texts));
}

std::string batchLine(const BatchAnswer& answer) {
    std::string line = csvCell(safeCell(answer.id));
    for (const std::string* cell : {&answer.quantity, &answer.value, &answer.unit, &answer.error})
        line.append(",").append(csvCell(safeCell(*cell)));
    return line.append("\n");
}

} // namespace rackwright
