// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/port_rules.h"

#include <algorithm>

namespace rackwright {

namespace {

int faceplateRank(PortRole role) {
    switch (role) {
    case PortRole::Compute:
        return 0;
    case PortRole::ScaleUp:
        return 1;
    case PortRole::Storage:
        return 2;
    case PortRole::Data:
        return 3;
    case PortRole::Uplink:
        return 4;
    case PortRole::InBand:
        return 5;
    case PortRole::Management:
        return 6;
    case PortRole::Console:
        return 7;
    }
    return 8;
}

std::string numbered(const PortGroup& group, const std::string& word) {
    if (group.portsPerCage > 1)
        return word + " {cage}/{in}";
    return group.count == 1 ? word : word + " {n}";
}

std::string switchPattern(const PortGroup& group) {
    switch (group.role) {
    case PortRole::Management:
        return group.count == 1 ? "mgmt" : "mgmt{n}";
    case PortRole::Console:
        return group.count == 1 ? "console" : "console{n}";
    case PortRole::Uplink:
        return "up{n}";
    default:
        return group.portsPerCage > 1 ? "{cage}/{in}" : "{n}";
    }
}

} // namespace

std::string portNamePattern(PartCategory category, const PortGroup& group) {
    if (!group.namePattern.empty())
        return group.namePattern;
    if (category == PartCategory::Switch)
        return switchPattern(group);
    if (category == PartCategory::Nic)
        return numbered(group, "port");
    if (group.role == PortRole::Management)
        return numbered(group, category == PartCategory::RackPdu ? "net" : "bmc");
    return numbered(group, std::string(enumName(group.role)));
}

void sortToFaceplateOrder(std::vector<PortGroup>& groups) {
    std::ranges::stable_sort(groups, {}, [](const PortGroup& group) { return faceplateRank(group.role); });
}

} // namespace rackwright
