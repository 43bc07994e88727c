// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/weather_file.h"

#include "model/edits/record_edits.h"
#include "model/file/text_file.h"
#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/year_settings.h"

#include <QFile>
#include <QFileInfo>

namespace rackwright {

Result<AttachedWeather> attachWeather(const QString& path, const Texts& texts) {
    const std::string name = QFileInfo(path).fileName().toStdString();
    const Result<std::string> bytes = readTextFile(QFile::encodeName(path).toStdString(), kLargestClimateFile);
    if (!bytes)
        return bytes.error();
    const Result<Climate> climate = readClimateFile(*bytes, name);
    if (!climate)
        return inputError(
            Message("text-file.refused").with("file", name).with("reason", texts.sentence(climate.error().message)));
    return AttachedWeather{edits::putSetting(std::string(setting_of::kClimate), climateText(*climate), name),
                           Message("weather.attached").with("name", climate->name).with("hours", climate->hours())};
}

} // namespace rackwright
