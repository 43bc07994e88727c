// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the calibration of speed forecasts from published rows:
//   calibrate_speed SPEED.csv FRAMEWORKS.csv > resources/workload/calibration.csv
//   calibrate_speed SPEED.csv FRAMEWORKS.csv --accuracy      the tables of the README
#include "tests/support/speed_accuracy.h"

#include <fstream>
#include <iostream>
#include <iterator>

using namespace rackwright;

namespace {

std::string textOf(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::cerr << "calibrate_speed SPEED.csv FRAMEWORKS.csv [--accuracy]\n";
        return 2;
    }
    const std::string text = textOf(words[1]), frameworks = textOf(words[2]);
    const Result<std::vector<MeasuredSpeed>> own = measuredSpeeds(text), measured = measuredSpeeds(text, frameworks);
    if (!own || !measured || own->empty() || measured->size() == own->size()) {
        std::cerr << "calibrate_speed: no rows in " << words[1] << " or " << words[2] << '\n';
        return 2;
    }
    if (count > 3 && std::string_view(words[3]) == "--accuracy")
        std::cout << accuracyTable(speedErrors(*own)) << '\n' << strangersTable(strangersErrors(text));
    else if (count > 3 && std::string_view(words[3]) == "--rows")
        for (const StrangersError& one : strangersErrors(text))
            std::cout << one.rows << ',' << one.caseId << ',' << one.speedClass.accelerator << ','
                      << one.speedClass.precision << ',' << one.speedClass.kind << ',' << one.speedClass.task << ','
                      << one.ratio << ',' << one.factor << ',' << one.band << '\n';
    else
        std::cout << calibrationText(calibrate(*measured));
    return 0;
}
