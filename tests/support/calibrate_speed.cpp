// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the calibration of speed forecasts from published rows:
//   calibrate_speed SPEED.csv > resources/workload/calibration.csv
//   calibrate_speed SPEED.csv --accuracy      the table of the README
#include "tests/support/speed_accuracy.h"

#include <fstream>
#include <iostream>
#include <iterator>

using namespace rackwright;

int main(int count, char** words) {
    if (count < 2) {
        std::cerr << "calibrate_speed SPEED.csv [--accuracy]\n";
        return 2;
    }
    std::ifstream file(words[1], std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const Result<std::vector<MeasuredSpeed>> measured = measuredSpeeds(text);
    if (!file || !measured || measured->empty()) {
        std::cerr << "calibrate_speed: no rows in " << words[1] << '\n';
        return 2;
    }
    if (count > 2 && std::string_view(words[2]) == "--accuracy") {
        const SpeedErrors strangers = strangersErrors(text);
        std::cout << accuracyTable(speedErrors(*measured)) << '\n'
                  << strangers.errors.size() << " runs without their source, by the factor of all other tables: median "
                  << 100 * medianOf(strangers.errors) << " %, " << 100 * shareWithin(strangers.errors, 0.2)
                  << " % within 20 %\n";
    } else
        std::cout << calibrationText(calibrate(*measured));
    return 0;
}
