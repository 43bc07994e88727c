// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/site_fields.h"

#include "model/units/limits.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

const SiteFieldDefinition* findSiteFieldDefinition(std::string_view key) {
    const auto it = std::ranges::find(kSiteFields, key, &SiteFieldDefinition::key);
    return it == kSiteFields.end() ? nullptr : &*it;
}

// Narrower than the unit alone: water between ice and steam, air that people work in, land between the Dead Sea and the
// highest towns, heights and widths within a building.
Limits limitsOf(const SiteFieldDefinition& field) {
    if (field.key == site::waterSupply || field.key == site::waterReturnLimit)
        return {273.15, 373.15};
    if (field.key == site::supplyAir)
        return {223.15, 373.15};
    if (field.key == site::altitude)
        return {-500, 9000};
    return field.unit == "mm" ? Limits{0, 100} : limitsOfUnit(field.unit);
}

const SiteField* findSiteField(const Project& project, std::string_view key) {
    for (const SiteField& field : project.site)
        if (field.key == key)
            return &field;
    return nullptr;
}

std::optional<double> siteNumber(const Project& project, std::string_view key) {
    const SiteField* field = findSiteField(project, key);
    if (!field || field->knowledge == Knowledge::Unknown)
        return std::nullopt;
    return plainNumber(field->value);
}

std::string siteText(const Project& project, std::string_view key) {
    const SiteField* field = findSiteField(project, key);
    return field && field->knowledge != Knowledge::Unknown ? field->value : std::string();
}

} // namespace rackwright
