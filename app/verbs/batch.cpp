// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/batch.h"

#include <fstream>
#include <sstream>

namespace rackwright {

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
    std::string line = csvCell(answer.id);
    for (const std::string* cell : {&answer.quantity, &answer.value, &answer.unit})
        line.append(",").append(csvCell(*cell));
    return line.append(",").append(csvCell(csvTextCell(answer.error))).append("\n");
}

} // namespace rackwright
