// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/target.h"

#include <charconv>

namespace rackwright::edits {

std::string countedName(std::string_view name, std::int64_t steps) {
    std::size_t digits = 0;
    while (digits < name.size() && digits < 9 && name[name.size() - 1 - digits] >= '0' &&
           name[name.size() - 1 - digits] <= '9')
        ++digits;
    if (digits == 0)
        return std::string(name) + ' ' + std::to_string(steps + 1);
    std::int64_t number = 0;
    const std::string_view tail = name.substr(name.size() - digits);
    std::from_chars(tail.data(), tail.data() + tail.size(), number);
    std::string counted = std::to_string(number + steps);
    if (counted.size() < digits)
        counted.insert(0, digits - counted.size(), '0');
    return std::string(name.substr(0, name.size() - digits)) + counted;
}

std::string freeName(std::string name, std::unordered_set<std::string>& taken) {
    std::string candidate = name;
    for (std::int64_t steps = 1; !taken.insert(candidate).second; ++steps)
        candidate = countedName(name, steps);
    return candidate;
}

} // namespace rackwright::edits
