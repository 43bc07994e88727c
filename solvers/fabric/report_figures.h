// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the figures of networks are made of: the report of a network, a number that an algorithm found with its witness,
// and a figure that reads the report. Internal to the fabric domain.

#include "solvers/engine/figure_handle.h"
#include "solvers/engine/reader.h"
#include "solvers/network/network_report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright::fabric_figures {

inline constexpr std::string_view kEcmp = "reference.fluid-ecmp";
inline constexpr double kGbps = 1.25e8; ///< B/s

const NetworkReport* reportIn(const Context& context, Subject subject);
bool hasCables(const Context& context, Subject subject);
/// Compute and storage networks with cables: whole devices, faults and job traffic are a matter of these.
bool carriesJobs(const Context& context, Subject subject);

/// A number that an algorithm found, with what it was found from and a witness.
template <class N>
N found(const std::optional<double>& si, const NetworkReport& report, std::string_view unit, std::string_view reference,
        Witness witness) {
    const Value value = si ? Value(*si, report.grade) : Value::unknown(report.grade);
    if constexpr (std::is_same_v<N, Value>) {
        return value;
    } else {
        return computed(value, {"network", std::string(unit), siPerUnit(unit)}, std::string(reference),
                        std::move(witness),
                        {counted<N>(report.endpoints, "endpoints"), counted<N>(report.switches, "switches"),
                         counted<N>(report.cables, "cables")});
    }
}

/// Without its kernel: of networks with cables, read from devices, cables, networks and plant.
FigureDefinition base(FigureHandle of, std::string unit, std::string_view reference);
/// Of a name that is put together.
FigureDefinition base(std::string name, std::string unit, std::string_view reference);

/// A figure of a network's report; `kernel` is asked for networks with cables only.
template <class Kernel>
FigureDefinition ofReport(FigureDefinition definition, Kernel kernel) {
    return figure(std::move(definition),
                  [kernel]<class N>(std::type_identity<N> type, const Context& context, Subject subject) {
                      const NetworkReport* report = reportIn(context, subject);
                      RW_CHECK(report, "a figure of a network is asked where it has cables");
                      if constexpr (requires { kernel(type, context, *report); })
                          return kernel(type, context, *report);
                      else
                          return kernel(type, *report);
                  });
}

/// Loads of traffic patterns, distances and collectives.
void addTraffic(std::vector<FigureDefinition>& figures);
void addCollectives(std::vector<FigureDefinition>& figures);
/// The level inside of nodes and racks.
void addScaleUp(std::vector<FigureDefinition>& figures);
/// What surrounds an accelerator of each kind of node.
void addNodes(std::vector<FigureDefinition>& figures);

} // namespace rackwright::fabric_figures
