// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/profile_figures.h"

#include "solvers/engine/define_figure.h"
#include "solvers/power/figures.h"
#include "solvers/power/ride_through.h"
#include "solvers/power/year.h"

namespace rackwright {

namespace {

bool isUps(const Context& context, Subject subject) {
    const PowerElement& element = rowOf(context.design().powerElements, subject);
    return element.kind == PowerElementKind::Ups && element.scope.isPresent();
}

void addRideThrough(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents", "power_elements", "power_links"});
    FigureDefinition each = figureRow(figure_of::feedRideThrough, "s", "reference.ups-autonomy", reads);
    each.applies = isUps;
    figures.push_back(
        figure(std::move(each), []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            return rideThrough<N>(context, rowOf(context.design().powerElements, subject));
        }));
    figures.push_back(figure(
        figureRow(figure_of::powerRideThrough, "s", "reference.ups-autonomy", reads),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return leastRideThrough<N>(context); }));
    figures.push_back(figure(
        figureRow(figure_of::powerRideThroughNeeded, "s", "reference.restart-times", Reads::only({})),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return neededRideThrough<N>(context); }));
}

void addYear(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, std::string unit, auto kernel) {
        figures.push_back(
            figure(figureRow(of, std::move(unit), "reference.linear-power", Reads::only({"rack_contents"})), kernel));
    };
    add(figure_of::powerItYear, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return itPowerOfYear<N>(context, context.groups());
    });
    add(figure_of::powerEnergyItYear, "MWh",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return itEnergyOfYear<N>(context); });
    add(figure_of::powerEnergyYearUsed, "MWh",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return siteEnergyOfYear<N>(context); });
}

} // namespace

void addProfileFigures(std::vector<FigureDefinition>& figures) {
    addRideThrough(figures);
    addYear(figures);
}

} // namespace rackwright
