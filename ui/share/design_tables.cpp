// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/share/design_tables.h"

#include "model/parts/part_title.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "ui/text/to_text.h"

#include <algorithm>

namespace rackwright {

namespace {

QStringList header(const Texts& texts, std::initializer_list<const char*> ids) {
    QStringList cells;
    for (const char* id : ids)
        cells << toText(texts.text(id));
    return cells;
}

QString figureCell(const SolutionPtr& solution, FigureHandle figure, Subject subject, double factor, int digits) {
    const FigureResult* result = solution ? solution->find(figure, subject) : nullptr;
    return result && !result->error && !result->value.isUnknown()
               ? QString::number(result->value.typical() / factor, 'f', digits)
               : QString();
}

} // namespace

std::vector<QStringList> rackTable(const StudioDocument& document, Id<Room> room, const Texts& texts) {
    std::vector<QStringList> rows{
        header(texts, {"rack-table.name", "rack-table.row", "rack-table.role", "rack-table.x", "rack-table.y",
                       "rack-table.rotation", "rack-table.power", "rack-table.weight", "rack-table.units"})};
    const SolutionPtr& solution = document.solution();
    for (const Rack& rack : document.design().racks) {
        if (rack.room != room)
            continue;
        const Subject subject(rack.id);
        rows.push_back({toText(rack.name), toText(rack.row), toText(rack.role),
                        QString::number(rack.centre.x.inMillimetres(), 'f', 0),
                        QString::number(rack.centre.y.inMillimetres(), 'f', 0),
                        QString::number(rack.rotation.inDegrees(), 'f', 0),
                        figureCell(solution, figure_of::rackPowerPeak, subject, 1000, 2),
                        figureCell(solution, figure_of::rackWeight, subject, 1, 0),
                        figureCell(solution, figure_of::rackUnitsUsed, subject, 1, 0)});
    }
    return rows;
}

std::vector<QStringList> deviceTable(const StudioDocument& document, const std::vector<Id<Rack>>& racks,
                                     const Texts& texts) {
    std::vector<QStringList> rows{header(texts, {"rack-table.name", "device-table.unit", "device-table.face",
                                                 "device-table.device", "device-table.part", "rack-table.role"})};
    const Design& design = document.design();
    for (const Id<Rack> id : racks) {
        const Rack* rack = design.racks.find(id);
        if (!rack)
            continue;
        std::vector<const Device*> inside;
        design.devices.forEachWith<DevicesByRack>(id, [&inside](const Device& device) { inside.push_back(&device); });
        // From the top down, as one reads an elevation; what has no unit comes last.
        const auto unitOf = [](const Device* device) {
            const auto* in = std::get_if<InRack>(&device->placement);
            return in ? in->unit : 0;
        };
        std::ranges::stable_sort(inside, std::ranges::greater(), unitOf);
        for (const Device* device : inside) {
            const auto* in = std::get_if<InRack>(&device->placement);
            const Part* part = findPart(*document.project(), device->part);
            rows.push_back(
                {toText(rack->name), in ? QString::number(in->unit) : QString(),
                 in ? toText(texts.text(in->face == Face::Front ? "inspector.face.front" : "inspector.face.rear"))
                    : QString(),
                 toText(device->name), part ? toText(partTitle(*part)) : QString(), toText(device->role)});
        }
    }
    return rows;
}

} // namespace rackwright
