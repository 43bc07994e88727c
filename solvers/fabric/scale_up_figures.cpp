// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the scale-up domain (NVLink, Infinity Fabric): the level below all networks, inside of nodes or racks. Its
// links are those of the products, so that the figures come from data sheets and not from cables.
#include "solvers/engine/define_figure.h"
#include "solvers/fabric/figures.h"
#include "solvers/fabric/report_figures.h"
#include "solvers/jobs/training_job.h"

namespace rackwright::fabric_figures {

namespace {

bool hasAccelerators(const Context& context, Subject) { return !jobGroups(context).empty(); }

/// What a domain sends together, of the kind that sends least; times `share`.
template <class N>
Quantity<dim::DataRate, N> leastTogether(const Context& context, double share) {
    std::optional<N> least;
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const N one = partNumber<N>(context, accelerator, attribute::scaleUpDomain).si() * constant<N>(share) *
                      partNumber<N>(context, accelerator, attribute::scaleUpBandwidth).si() / constant<N>(2);
        least = least ? minimum(*least, one) : one;
    }
    return Quantity<dim::DataRate, N>(*least);
}

template <class Kernel>
void add(std::vector<FigureDefinition>& figures, FigureHandle of, const char* unit, Kernel kernel) {
    FigureDefinition definition = figureRow(of, unit, "reference.accelerator-sheets", Reads());
    definition.applies = hasAccelerators;
    figures.push_back(figure(std::move(definition), kernel));
}

} // namespace

void addScaleUp(std::vector<FigureDefinition>& figures) {
    add(figures, figure_of::fabricScaleUpDomain, "",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Ratio<N>(leastOver<N>(context, JobFact::ScaleUpDomain));
        });
    add(figures, figure_of::fabricScaleUpBandwidth, "GB/s",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Quantity<dim::DataRate, N>(leastOver<N>(context, JobFact::ScaleUp));
        });
    add(figures, figure_of::fabricScaleUpWhole, "TB/s",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return leastTogether<N>(context, 1); });
    add(figures, figure_of::fabricScaleUpHalf, "TB/s",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return leastTogether<N>(context, 0.5); });
}

} // namespace rackwright::fabric_figures
