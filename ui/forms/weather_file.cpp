// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/weather_file.h"

#include "model/edits/record_edits.h"
#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/year_settings.h"

#include <QFile>
#include <QFileInfo>

namespace rackwright {

Result<AttachedWeather> attachWeather(const QString& path, const Texts& texts) {
    const std::string name = QFileInfo(path).fileName().toStdString();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return inputError(Message("text-file.unreadable").with("file", name));
    // One byte more than is allowed shows that there is too much, without reading all of it.
    const QByteArray bytes = file.read(static_cast<qint64>(kLargestClimateFile) + 1);
    const Result<Climate> climate = readClimateFile({bytes.constData(), static_cast<std::size_t>(bytes.size())}, name);
    if (!climate)
        return inputError(
            Message("text-file.refused").with("file", name).with("reason", texts.sentence(climate.error().message)));
    return AttachedWeather{edits::putSetting(std::string(setting_of::kClimate), climateText(*climate), name),
                           Message("weather.attached").with("name", climate->name).with("hours", climate->hours())};
}

} // namespace rackwright
