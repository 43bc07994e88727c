// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/port_list.h"

#include <algorithm>

namespace rackwright {

namespace {

std::string replaced(std::string text, std::string_view place, const std::string& with) {
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + with.size()))
        text.replace(at, place.size(), with);
    return text;
}

std::string portName(const PortGroup& group, std::int64_t index) {
    const std::int64_t perCage = std::max<std::int64_t>(1, group.portsPerCage);
    const std::string pattern =
        group.namePattern.empty() ? std::string(enumName(group.role)) + "{n}" : group.namePattern;
    std::string name = replaced(pattern, "{n}", std::to_string(index + 1));
    name = replaced(std::move(name), "{cage}", std::to_string(index / perCage + 1));
    return replaced(std::move(name), "{in}", std::to_string(index % perCage + 1));
}

} // namespace

std::vector<Port> portList(const Part& part) {
    std::vector<Port> ports;
    for (std::size_t g = 0; g < part.portGroups.size(); ++g) {
        const PortGroup& group = part.portGroups[g];
        const std::int64_t perCage = std::max<std::int64_t>(1, group.portsPerCage);
        for (std::int64_t i = 0; i < group.count; ++i)
            ports.push_back({static_cast<std::int64_t>(ports.size()), portName(group, i), g, i / perCage, i % perCage});
    }
    return ports;
}

std::int64_t portCount(const Part& part) {
    std::int64_t count = 0;
    for (const PortGroup& group : part.portGroups)
        count += group.count;
    return count;
}

const PortGroup* portGroupOf(const Part& part, std::int64_t number) {
    if (number < 0)
        return nullptr;
    for (const PortGroup& group : part.portGroups) {
        if (number < group.count)
            return &group;
        number -= group.count;
    }
    return nullptr;
}

std::vector<std::int64_t> portsOfRole(const Part& part, PortRole role) {
    std::vector<std::int64_t> numbers;
    std::int64_t first = 0;
    for (const PortGroup& group : part.portGroups) {
        for (std::int64_t i = 0; group.role == role && i < group.count; ++i)
            numbers.push_back(first + i);
        first += group.count;
    }
    return numbers;
}

} // namespace rackwright
