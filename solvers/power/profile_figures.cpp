// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/profile_figures.h"
#include "solvers/power/plant.h"

#include "solvers/engine/define_figure.h"
#include "solvers/power/cap_plan.h"
#include "solvers/power/figures.h"
#include "solvers/power/ride_through.h"
#include "solvers/power/swing.h"
#include "solvers/power/year.h"

namespace rackwright {

namespace {

bool hasRideThrough(const Context& context, Subject subject) {
    const PowerElement& element = rowOf(context.design().powerElements, subject);
    return element.kind == PowerElementKind::Ups && element.scope.isPresent();
}

void addBatteries(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents", "power_elements", "power_links"});
    FigureDefinition each = figureRow(figure_of::feedRideThrough, "s", "reference.ups-autonomy", reads);
    each.applies = hasRideThrough;
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
    const auto add = [&figures](FigureHandle of, std::string unit, auto kernel,
                                Reads reads = Reads::only({"rack_contents"})) {
        figures.push_back(figure(figureRow(of, std::move(unit), "reference.linear-power", std::move(reads)), kernel));
    };
    add(figure_of::powerItYear, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return itPowerOfYear<N>(context, context.groups());
    });
    add(figure_of::powerEnergyItYear, "MWh",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return itEnergyOfYear<N>(context); });
    add(
        figure_of::powerEnergyYearUsed, "MWh",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return siteEnergyOfYear<N>(context); },
        readsPlant());
}

void addShortPeaks(std::vector<FigureDefinition>& figures) {
    constexpr std::string_view reference = "reference.sum-over-devices";
    const Reads reads = Reads::only({"rack_contents"});
    figures.push_back(figure(figureRow(figure_of::powerItShortPeak, "kW", reference, reads),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return shortPeak<N>(context, context.groups());
                             }));
    figures.push_back(figure(figureRow(figure_of::roomPowerItShortPeak, "kW", reference, reads),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return shortPeak<N>(context, context.groups(subject.as<Room>()));
                             }));
    figures.push_back(figure(figureRow(figure_of::rackPowerShortPeak, "kW", reference, Reads::rackLike()),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return shortPeak<N>(context, context.contents(subject.as<Rack>()).groups);
                             }));
}

bool isSynchronousJob(const Context& context, Subject subject) {
    return isSynchronous(rowOf(context.design().workloads, subject).kind);
}

// Of training jobs: all their accelerators rise and fall together.
void addSwing(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, std::string unit, auto kernel) {
        FigureDefinition definition =
            figureRow(of, std::move(unit), "reference.arxiv-2508-14318", Reads::only({"rack_contents", "workloads"}));
        definition.applies = isSynchronousJob;
        figures.push_back(figure(std::move(definition), [kernel]<class N>(std::type_identity<N> number,
                                                                          const Context& context, Subject subject) {
            return kernel(number, context, rowOf(context.design().workloads, subject));
        }));
    };
    add(figure_of::jobPowerPeak, "kW", []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
        return jobPeak<N>(context, job);
    });
    add(figure_of::jobPowerStep, "kW", []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
        return swingStep<N>(context, job);
    });
    add(figure_of::jobPowerStepShare, "%",
        []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
            return swingStep<N>(context, job) / itPower<N>(context, context.groups(), LoadKind::Peak);
        });
    add(figure_of::jobPowerShortPeak, "kW",
        []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
            return jobShortPeak<N>(context, job);
        });
    add(figure_of::jobPowerPeakRatio, "", []<class N>(std::type_identity<N>, const Context& context, const Workload&) {
        return jobPeakRatio<N>(context);
    });
    add(figure_of::jobPowerRamp, "kW/s",
        []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
            return jobRamp<N>(context, job);
        });
    add(figure_of::jobPowerBuffer, "s",
        []<class N>(std::type_identity<N>, const Context& context, const Workload& job) {
            return jobBuffer<N>(context, job);
        });
}

void addCaps(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents"});
    figures.push_back(
        figure(figureRow(figure_of::powerCapAccelerator, "W", "reference.site-record", reads),
               []<class N>(std::type_identity<N>, const Context& context, Subject) { return capForSite<N>(context); }));
    figures.push_back(figure(
        figureRow(figure_of::powerCapLoss, "%", "reference.cap-table", reads),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return capSpeedLoss<N>(context); }));
}

} // namespace

void addProfileFigures(std::vector<FigureDefinition>& figures) {
    addBatteries(figures);
    addYear(figures);
    addShortPeaks(figures);
    addSwing(figures);
    addCaps(figures);
}

} // namespace rackwright
