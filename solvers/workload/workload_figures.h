// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How figures of workloads are defined: a row with name, unit and reference, the kind of job that has it, and a
// kernel that takes the workload itself. Used by the domains of training, inference and storage.

#include "solvers/engine/figure.h"
#include "solvers/workload/job.h"

namespace rackwright {

/// The texts of a figure's definition.
struct FigureRowText {
    std::string name, unit;
    std::string_view reference; ///< message id
};

inline FigureDefinition definitionOf(FigureRowText row, SubjectKind subject, Reads reads) {
    FigureDefinition definition;
    nameFigure(definition, std::move(row.name));
    definition.subject = subject;
    definition.unit = std::move(row.unit);
    definition.reference = row.reference;
    definition.reads = std::move(reads);
    return definition;
}

/// Of the workloads that `hasIt` says yes of; of all without it.
template <class Kernel>
FigureDefinition figureOfWorkload(FigureRowText row, Reads reads, bool (*hasIt)(const Workload&), Kernel kernel) {
    FigureDefinition definition = definitionOf(std::move(row), SubjectKind::Workload, std::move(reads));
    if (hasIt)
        definition.applies = [hasIt](const Context& context, Subject subject) {
            return hasIt(workloadOf(context, subject));
        };
    return figure(std::move(definition),
                  [kernel]<class N>(std::type_identity<N> number, const Context& context, Subject subject) {
                      return kernel(number, context, workloadOf(context, subject));
                  });
}

} // namespace rackwright
