// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/value_format.h"

#include <algorithm>

namespace rackwright {

std::vector<std::string> RowFormat::keys() const {
    std::vector<std::string> all;
    for (const FieldFormat& field : fields)
        all.push_back(field.key);
    return all;
}

bool RowFormat::hasKey(std::string_view key) const {
    return std::ranges::any_of(fields, [&](const FieldFormat& field) { return field.key == key; });
}

bool RowFormat::areEqual(const void* a, const void* b) const {
    return std::ranges::all_of(
        fields, [&](const FieldFormat& field) { return field.value->isEqual(field.of(a), field.of(b)); });
}

std::string fileKey(std::string_view name, std::string_view unit) {
    std::string key(name);
    const bool isScale = unit.starts_with("1/"); // the name says it already
    if (unit.empty() || isScale)
        return key;
    key += '_';
    for (const char c : unit)
        key += c == '/' ? std::string_view("_per_") : std::string_view(&c, 1);
    return key;
}

} // namespace rackwright
