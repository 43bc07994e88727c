// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the scale-up domain (NVLink, Infinity Fabric): the level below all networks, inside of nodes or racks. Its
// links are those of the products, so that the figures come from data sheets and not from cables.
#include "solvers/engine/define_figure.h"
#include "solvers/fabric/report_figures.h"
#include "solvers/training/training_job.h"

namespace rackwright::fabric_figures {

namespace {

bool hasAccelerators(const Context& context, Subject) { return !jobGroups(context).empty(); }

template <class Kernel>
void add(std::vector<FigureDefinition>& figures, const char* name, const char* unit, const char* formula,
         Kernel kernel) {
    FigureDefinition definition =
        figureRow(name, SubjectKind::Design, unit, formula, "data sheets of the accelerators", Reads());
    definition.applies = hasAccelerators;
    figures.push_back(figure(std::move(definition), kernel));
}

} // namespace

void addScaleUp(std::vector<FigureDefinition>& figures) {
    add(figures, "fabric.scale-up.domain", "", "accelerators of one domain, of the smallest",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Ratio<N>(leastOver<N>(context, JobFact::ScaleUpDomain));
        });
    add(figures, "fabric.scale-up.bandwidth", "GB/s", "scale-up bandwidth of both directions / 2, of the slowest",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Quantity<dim::DataRate, N>(leastOver<N>(context, JobFact::ScaleUp));
        });
    add(figures, "fabric.scale-up.whole", "TB/s", "accelerators of a domain x bandwidth one way",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Quantity<dim::DataRate, N>(leastOver<N>(context, JobFact::ScaleUpDomain) *
                                              leastOver<N>(context, JobFact::ScaleUp));
        });
    add(figures, "fabric.scale-up.half", "TB/s", "half of the accelerators of a domain x bandwidth one way",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Quantity<dim::DataRate, N>(leastOver<N>(context, JobFact::ScaleUpDomain) / constant<N>(2) *
                                              leastOver<N>(context, JobFact::ScaleUp));
        });
}

} // namespace rackwright::fabric_figures
