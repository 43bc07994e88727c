// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The weather file of a design: read, reduced to hours by temperature, and kept as a setting.

#include "model/project/history.h"
#include "ui/text/texts.h"

#include <QString>

namespace rackwright {

/// The edit that makes a weather file (EPW, or a table as CSV) the climate of the design, with what is to be said when
/// it is done. Errors name the file and the line.
struct AttachedWeather {
    Edit edit;
    Message said;
};
Result<AttachedWeather> attachWeather(const QString& path, const Texts& texts);

} // namespace rackwright
