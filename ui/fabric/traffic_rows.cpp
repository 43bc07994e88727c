// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/traffic_rows.h"

#include "ui/widgets/figure_reading.h"

namespace rackwright {

std::vector<FigureRow> trafficRows(const StudioDocument& document, const StudioServices& services, Subject subject,
                                   const std::vector<std::string>& names) {
    const auto text = [&services](const std::string& id) { return QString::fromStdString(services.texts().text(id)); };
    std::vector<FigureRow> made;
    for (const std::string& name : names) {
        const FigureReading reading = readFigure(document, services, name, subject);
        if (reading.label.isEmpty())
            continue;
        FigureRow row{text(std::string("fabric.traffic.").append(name)), reading.amount, reading.label};
        row.tip = text(std::string("figure.").append(name));
        row.isBad = name.starts_with("fabric.load.") && reading.typical() > 1 + 1e-9;
        made.push_back(std::move(row));
    }
    return made;
}

} // namespace rackwright
