// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/interconnect_class.h"

#include "model/base/check.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/network/lossless_checklist.h"
#include "solvers/network/network_report.h"
#include "solvers/space/inventory.h"

#include <algorithm>

namespace rackwright {

namespace embedded {
extern const std::string_view interconnectClassTable;
}

namespace {

/// 0: no accelerators are on the network, or a speed is not known.
double slowestPort(const Context& context, const NetworkReport& report) {
    double slowest = 0;
    for (const EndDevices& ends : report.ends)
        if (isAcceleratorSystem(context.part(ends.part)) && (slowest == 0 || ends.portGbps < slowest))
            slowest = ends.portGbps;
    return slowest;
}

// Accelerators wait 20 to 40 % longer over Ethernet that drops what it cannot take (source document 001).
bool mayDrop(const Context& context, const Network& network) {
    return network.protocol == FabricProtocol::Ethernet &&
           !std::ranges::all_of(kLosslessSteps,
                                [&](std::string_view step) { return isSignedOff(context.setting(step)); });
}

} // namespace

Result<std::vector<InterconnectClass>> readInterconnectClasses(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<InterconnectClass> classes;
    for (std::size_t row = 0; row < table->size(); ++row) {
        bool isGood = true;
        const auto number = [&](std::string_view column) {
            const auto value = plainNumber(table->cell(row, column));
            isGood = isGood && value && *value > 0;
            return value.value_or(0);
        };
        InterconnectClass made;
        made.name = table->cell(row, "class");
        made.protocol =
            table->cell(row, "protocol") == "ethernet" ? FabricProtocol::Ethernet : FabricProtocol::InfiniBand;
        made.gbps = number("link_gbit_per_s");
        made.bandwidth = 1e9 * number("bandwidth_gb_per_s");
        made.latency = 1e-6 * number("latency_us");
        made.isBelow = table->cell(row, "latency_qualifier") == "<";
        if (!isGood || made.name.empty())
            return inputError(Message("fabric.interconnect.bad-row").with("line", table->line(row)));
        classes.push_back(std::move(made));
    }
    return classes;
}

std::span<const InterconnectClass> interconnectClasses() {
    static const std::vector<InterconnectClass> classes = [] {
        Result<std::vector<InterconnectClass>> read = readInterconnectClasses(embedded::interconnectClassTable);
        RW_CHECK(read && !read->empty(), "the built-in classes of links are tested");
        return std::move(*read);
    }();
    return classes;
}

const InterconnectClass& interconnectClassOf(double gbps) {
    const std::span<const InterconnectClass> classes = interconnectClasses();
    const InterconnectClass* found = &classes.front();
    for (const InterconnectClass& each : classes)
        if (gbps >= each.gbps)
            found = &each;
    return *found;
}

std::vector<Message> interconnectNotes(const Context& context, const Network& network) {
    const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
    const double gbps = network.role == NetworkRole::Compute && report ? slowestPort(context, *report) : 0;
    if (gbps <= 0)
        return {};
    const InterconnectClass& of = interconnectClassOf(gbps);
    Message figures(of.protocol != network.protocol ? "fabric.interconnect.bandwidth"
                    : of.isBelow                    ? "fabric.interconnect.below"
                                                    : "fabric.interconnect.about");
    figures.with("link", UnitNumber{of.gbps, "Gb/s"}).with("bandwidth", UnitNumber{of.bandwidth / 1e9, "GB/s"});
    if (of.protocol == network.protocol)
        figures.with("latency", UnitNumber{of.latency * 1e6, "us"});
    std::vector<Message> notes = {Message("fabric.interconnect." + of.name).with("speed", UnitNumber{gbps, "Gb/s"}),
                                  std::move(figures)};
    if (mayDrop(context, network))
        notes.emplace_back("fabric.interconnect.wait");
    return notes;
}

} // namespace rackwright
