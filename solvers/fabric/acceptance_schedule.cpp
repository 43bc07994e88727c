// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/schedule_columns.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/network/acceptance.h"
#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

/// Processes that a host runs, one an accelerator; 0: not known. A rack of trays has a host in each.
std::int64_t ranksOfHost(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    const Value accelerators = plainPartNumber(context, system, attribute::acceleratorCount.key);
    if (!part || !accelerators.isKnown())
        return 0;
    std::int64_t ports = 0;
    for (const PortGroup& group : part->portGroups)
        ports += group.role == PortRole::Compute ? group.count : 0;
    const std::int64_t hosts = joinsAsTrays(ports) ? ports / kTrayRails : 1;
    return std::llround(accelerators.typical()) / hosts;
}

/// The program that measures collectives of the accelerators' vendor; both take the same options.
std::string_view programOf(const Context& context, const CollectiveNodes& nodes) {
    std::string_view program;
    for (const EndDevices& ends : nodes.ends) {
        const Part* part = context.part(acceleratorPart(context, ends.part));
        const std::string_view own = !part                      ? ""
                                     : part->vendor == "NVIDIA" ? "nccl-tests"
                                     : part->vendor == "AMD"    ? "rccl-tests"
                                                                : "";
        if (own.empty() || (!program.empty() && own != program))
            return {};
        program = own;
    }
    return program;
}

/// "-b 7812500 -e 1000000000 -f 2": sizes double up to the message itself, which is a whole number of floats.
std::string sizesOf(double message) {
    constexpr std::int64_t kFloat = 4;
    constexpr int kMostSteps = 7;
    const std::int64_t last = std::max<std::int64_t>(1, std::llround(message) / kFloat) * kFloat;
    std::int64_t first = last;
    for (int step = 0; step < kMostSteps && first % (2 * kFloat) == 0; ++step)
        first /= 2;
    return std::string("-b ").append(std::to_string(first)).append(" -e ").append(std::to_string(last)).append(" -f 2");
}

/// One process with all accelerators on one host; else one each, by MPI.
std::string commandOf(const Context& context, const AcceptanceStep& step) {
    const auto ranks = std::llround(step.accelerators.typical());
    std::int64_t ofHost = ranksOfHost(context, step.nodes.ends.front().part);
    for (const EndDevices& ends : step.nodes.ends)
        ofHost = ranksOfHost(context, ends.part) == ofHost ? ofHost : 0;
    std::string command;
    const bool isOneHost = ranks == ofHost;
    if (!isOneHost) {
        command.append("mpirun -np ").append(std::to_string(ranks));
        if (ofHost > 0)
            command.append(" -N ").append(std::to_string(ofHost));
        command.append(" ");
    }
    return command.append("./build/all_reduce_perf ")
        .append(sizesOf(step.message.typical()))
        .append(" -g ")
        .append(std::to_string(isOneHost ? ranks : 1));
}

std::string nodeText(const Context& context, const CollectiveNodes& nodes) {
    std::string text;
    for (const EndDevices& ends : nodes.ends) {
        const Part* part = context.part(ends.part);
        text.append(text.empty() ? "" : " + ");
        if (nodes.ends.size() > 1)
            text.append(std::to_string(ends.count)).append(" x ");
        text.append(part ? part->model : std::to_string(ends.part.value));
    }
    return text;
}

ScheduleRow rowOf(const Context& context, const Network& network, const AcceptanceStep& step) {
    const std::string_view program = programOf(context, step.nodes);
    const bool canRun = !program.empty() && step.accelerators.isKnown();
    const ScheduleCell unknown = Message("figure.unknown");
    const ScheduleCell reach = step.nodes.count() == 1 ? ScheduleCell(Message("acceptance.reach.node"))
                                                       : wordCell("acceptance.reach.", step.nodes.reach);
    return {std::to_string(network.id.value).append(":").append(std::to_string(step.nodes.count())),
            RowRole::Line,
            Subject(network.id),
            {textCell(nameOr(network.name, network.id.value)), step.nodes.count(), step.accelerators,
             textCell(nodeText(context, step.nodes)), reach, step.message,
             step.time.isKnown() ? wordCell("acceptance.algorithm.", step.algorithm) : unknown, step.algbw, step.busbw,
             step.time, program.empty() ? unknown : textCell(std::string(program)),
             canRun ? textCell(commandOf(context, step)) : unknown, std::monostate{}, std::monostate{},
             std::monostate{}}};
}

} // namespace

Schedule acceptanceSchedule(const Context& context) {
    Schedule made;
    made.id = "acceptance";
    made.title = Message("schedule.acceptance");
    made.columns = {textColumn(column_of::network),
                    numberColumn(column_of::nodes),
                    numberColumn(column_of::accelerators),
                    textColumn("Node"),
                    textColumn(column_of::reach),
                    numberColumn(column_of::messageGB, "GB"),
                    textColumn(column_of::algorithm),
                    numberColumn(column_of::expectedAlgbw, "GB/s"),
                    numberColumn(column_of::expectedBusbw, "GB/s"),
                    numberColumn(column_of::expectedTime, "ms"),
                    textColumn(column_of::program),
                    textColumn(column_of::command),
                    numberColumn(column_of::measuredBusbw, "GB/s"),
                    textColumn(column_of::date),
                    textColumn(column_of::signature)};
    made.notes = {Message("schedule.acceptance.note"), Message("schedule.acceptance.run")};
    bool isAnyReduced = false;
    for (const Network& network : context.design().networks)
        for (const AcceptanceStep& step : acceptanceSteps(context, network)) {
            made.rows.push_back(rowOf(context, network, step));
            isAnyReduced = isAnyReduced || step.algorithm == CollectiveAlgorithm::InNetwork;
        }
    if (isAnyReduced)
        made.notes.push_back(Message("schedule.acceptance.sharp")
                                 .with("share", UnitNumber{sharpShare<Value>(context).typical() * 100, "%"}));
    return made;
}

} // namespace rackwright
