// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/batch.h"

#include <charconv>
#include <fstream>
#include <sstream>

namespace rackwright {

namespace {

/// Names in a batch are words of others; a negative number stays one.
std::string safeCell(const std::string& text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && end == text.data() + text.size();
    return isNumber ? text : csvTextCell(text);
}

} // namespace

Result<CsvTable> readBatch(const std::string& file, std::istream& standardInput) {
    std::ostringstream text;
    if (file == "-") {
        text << standardInput.rdbuf();
    } else {
        std::ifstream stream(file, std::ios::binary);
        if (!stream || !(text << stream.rdbuf()))
            return inputError(Message("calc.no-file").with("file", file));
    }
    return CsvTable::read(text.str());
}

std::string batchLine(const BatchAnswer& answer) {
    std::string line = csvCell(safeCell(answer.id));
    for (const std::string* cell : {&answer.quantity, &answer.value, &answer.unit, &answer.error})
        line.append(",").append(csvCell(safeCell(*cell)));
    return line.append("\n");
}

} // namespace rackwright
