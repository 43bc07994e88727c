// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/batch.h"

#include "app/text_file.h"

#include <charconv>
#include <fstream>
#include <ostream>

namespace rackwright {

namespace {

/// Names in a batch are words of others; a negative number stays one.
std::string safeCell(const std::string& text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && end == text.data() + text.size();
    return isNumber ? text : csvTextCell(text);
}

// What the shell or the system holds open for us ("<(...)", a device) is read as far as the limit. A pipe by its name
// has a writer only perhaps: nobody waits for one.
Result<std::string> batchText(const std::string& file, std::istream& standardInput) {
    if (file == "-")
        return readTextStream(standardInput, file);
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    const bool isOpenElsewhere = file.starts_with("/dev/") || file.starts_with("/proc/");
    if (!isOpenElsewhere || !std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
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
