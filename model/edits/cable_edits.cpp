// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/cable_edits.h"

#include "model/design/cabled.h"
#include "model/edits/removal.h"
#include "model/parts/port_list.h"

#include <cmath>

namespace rackwright::edits {

namespace {

const PortGroup* groupOf(const Project& project, const Design& design, const PortRef& end) {
    const auto device = findCabled(design, end.device);
    const Part* part = device ? findPart(project, device->part) : nullptr;
    return part ? portGroupOf(*part, end.port) : nullptr;
}

const Cable* cableAt(const Design& design, const PortRef& end) {
    const Cable* found = nullptr;
    design.cables.forEachWith<CablesByDevice>(end.device, [&](const Cable& cable) {
        if ((cable.a == end || cable.b == end) && isPresent(design, cable))
            found = &cable;
    });
    return found;
}

bool shareProtocol(FabricProtocol a, FabricProtocol b) {
    if (a == b)
        return true;
    const auto takesBoth = [](FabricProtocol p) {
        return p == FabricProtocol::InfiniBand || p == FabricProtocol::Ethernet;
    };
    return (a == FabricProtocol::Either && takesBoth(b)) || (b == FabricProtocol::Either && takesBoth(a));
}

Message portMessage(const char* id, const Project& project, const Design& design, const PortRef& port) {
    return Message(id).with("port", portLabel(project, design, port));
}

Done checkEnd(const Project& project, const Design& design, const PortRef& end) {
    if (!isCabled(design, end.device))
        return missingRow("device");
    const PortGroup* group = groupOf(project, design, end);
    if (!group || end.lane >= std::max<std::int64_t>(1, group->maximumSplit))
        return inputError(portMessage("edit.no-port", project, design, end));
    if (const Cable* cable = cableAt(design, end)) {
        const PortRef other = cable->a == end ? cable->b : cable->a;
        return inputError(
            portMessage("edit.port-taken", project, design, end).with("other", portLabel(project, design, other)));
    }
    return done();
}

} // namespace

std::string portLabel(const Project& project, const Design& design, const PortRef& port) {
    const auto device = findCabled(design, port.device);
    const Part* part = device ? findPart(project, device->part) : nullptr;
    const std::string name = device ? device->name : std::string();
    if (!part || port.port >= portCount(*part))
        return name + ' ' + std::to_string(port.port + 1);
    return name + ' ' + portList(*part)[port.port].name;
}

bool shareSpeed(const PortGroup& a, const PortGroup& b) {
    const auto speedA = a.speed.typical(), speedB = b.speed.typical();
    if (!speedA || !speedB)
        return true;
    for (std::int64_t splitA = 1; splitA <= a.maximumSplit; splitA *= 2)
        for (std::int64_t splitB = 1; splitB <= b.maximumSplit; splitB *= 2) {
            const double ratio =
                speedA->si() / static_cast<double>(splitA) / (speedB->si() / static_cast<double>(splitB));
            if (std::abs(ratio - 1) < 1e-9)
                return true;
        }
    return false;
}

Edit putNetwork(const Target& target, Network network) {
    Message text = Message("undo.network.put").with("name", network.name);
    return putRow(target, std::move(text), &Design::networks, std::move(network),
                  [](const Project&, const Design&, const Network& row) -> Done {
                      return row.name.empty() ? Done(badValue("edit.name-empty")) : done();
                  });
}

Edit removeNetwork(const Target& target, Id<Network> network) {
    auto apply = [network](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (!design.networks.contains(network))
            return missingRow("network");
        Design next = design;
        takeCables(next, idsWhere(design.cables, [network](const Cable& cable) { return cable.network == network; }));
        next.fabricGenerators = design.fabricGenerators.with(
            {},
            idsWhere(design.fabricGenerators, [network](const FabricGenerator& g) { return g.network == network; }));
        next.networks = design.networks.without(network);
        return next;
    };
    return designEdit(namedText(target, "undo.network.remove.", &Design::networks, std::vector{network}), target.option,
                      apply);
}

Done canConnect(const Project& project, const Design& design, const PortRef& a, const PortRef& b) {
    if (a.device == b.device)
        return inputError(portMessage("edit.same-device", project, design, a));
    for (const PortRef& end : {a, b})
        if (Done fits = checkEnd(project, design, end); !fits)
            return fits;
    const PortGroup& groupA = *groupOf(project, design, a);
    const PortGroup& groupB = *groupOf(project, design, b);
    const auto mismatch = [&](const char* id) {
        return inputError(portMessage(id, project, design, a).with("other", portLabel(project, design, b)));
    };
    if (!shareSpeed(groupA, groupB))
        return mismatch("edit.no-common-speed");
    if (!shareProtocol(groupA.protocol, groupB.protocol))
        return mismatch("edit.no-common-protocol");
    return done();
}

Edit connectPorts(const Target& target, PortRef a, PortRef b, Id<Network> network) {
    const Design* seen = target.design();
    Message text = Message("undo.cable.connect")
                       .with("a", seen ? portLabel(target.project, *seen, a) : std::string())
                       .with("b", seen ? portLabel(target.project, *seen, b) : std::string());
    auto apply = [a, b, network](const Project& project, const Design& design, IdSource& ids) -> Result<Design> {
        if (!design.networks.contains(network))
            return missingRow("network");
        if (Done fits = canConnect(project, design, a, b); !fits)
            return fits.error();
        Design next = design;
        next.cables = design.cables.with(Cable{ids.take<Cable>(), a, b, network, 0});
        return next;
    };
    return designEdit(std::move(text), target.option, apply);
}

Edit removeCables(const Target& target, std::vector<Id<Cable>> cables) {
    Message text = Message("undo.cable.remove").with("count", cables.size());
    auto apply = [cables = std::move(cables)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<Cable>> rows = rowsOf(design.cables, cables, "cable"); !rows)
            return rows.error();
        Design next = design;
        takeCables(next, cables);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit pinCables(const Target& target, std::vector<CableDetail> details) {
    Message text = Message("undo.cable.pin").with("count", details.size());
    auto apply = [details = std::move(details)](const Project& project, const Design& design,
                                                IdSource& ids) -> Result<Design> {
        std::vector<CableDetail> put;
        std::vector<Id<CableDetail>> gone;
        for (const CableDetail& detail : details) {
            if (!design.cables.contains(detail.cable))
                return missingRow("cable");
            if (detail.part && !findPart(project, detail.part))
                return missingRow("part");
            if (detail.length && *detail.length <= Length())
                return badValue("edit.cable-length");
            const auto earlier = design.cableDetails.allWith<DetailsByCable>(detail.cable);
            CableDetail pinned = detail;
            pinned.id = earlier.empty() ? Id<CableDetail>() : earlier.front()->id;
            CableDetail nothing;
            nothing.id = pinned.id;
            nothing.cable = pinned.cable;
            if (pinned != nothing) {
                pinned.id = pinned.id ? pinned.id : ids.take<CableDetail>();
                put.push_back(std::move(pinned));
            } else if (pinned.id) {
                gone.push_back(pinned.id);
            }
        }
        Design next = design;
        next.cableDetails = design.cableDetails.with(std::move(put), std::move(gone));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
