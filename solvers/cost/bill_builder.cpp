// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/bill_builder.h"

#include "model/parts/part_family.h"

namespace rackwright {

namespace {

std::string scopeSuffix(const Scope& scope) {
    std::string suffix;
    if (scope.phase != 1)
        suffix += ";phase" + std::to_string(scope.phase);
    if (scope.status != Status::New)
        suffix += ";" + std::string(enumName(scope.status));
    if (scope.suppliedBy != Party::Us)
        suffix += ";" + std::string(enumName(scope.suppliedBy));
    return suffix;
}

LineType typeOf(PartCategory category) {
    if (category == PartCategory::Software)
        return LineType::Software;
    return category == PartCategory::Service ? LineType::Service : LineType::Hardware;
}

void describe(BillLine& line, const Part& part) {
    line.type = typeOf(part.category);
    line.manufacturer = part.vendor;
    line.partNumber = part.partNumber;
    line.partNumberConfidence = part.partNumberConfidence;
    line.description = part.description.empty() ? part.model : part.description;
    line.leadTime = fact(part, attribute::leadTime).typical();
    line.mass = fact(part, attribute::weight).typical();
    line.power = powerIn(part, PowerModeKind::Maximum).typical();
}

} // namespace

QuoteSection sectionOf(PartCategory category) {
    switch (familyOf(category)) {
    case PartFamily::Compute:
        return QuoteSection::Compute;
    case PartFamily::Storage:
        return QuoteSection::Storage;
    case PartFamily::Network:
        return QuoteSection::Network;
    case PartFamily::Cabling:
        return QuoteSection::CablesAndOptics;
    case PartFamily::Racks:
        return QuoteSection::Racks;
    case PartFamily::PowerChain:
        return QuoteSection::PowerEquipment;
    case PartFamily::Cooling:
        return QuoteSection::CoolingEquipment;
    case PartFamily::Software:
        return QuoteSection::SoftwareAndSupport;
    case PartFamily::Service:
        return QuoteSection::Services;
    }
    RW_CHECK(false, "every family of parts has a section above");
}

BillLine& BillBuilder::line(const std::string& key) {
    const auto [it, isNew] = m_lines.try_emplace(key);
    if (isNew)
        it->second.key = key;
    return it->second;
}

// A person's change names the catalogue part, so that it outlives the adoption of a newer revision. Where a project
// embeds two revisions of one part, the later row is told apart by its id.
std::string BillBuilder::partKey(Id<PartRow> id) const {
    const Part* part = m_context.part(id);
    if (!part)
        return "unknown";
    for (const PartRow& row : m_context.project().parts)
        if (row.part && row.part->id == part->id)
            return row.id == id ? part->id : part->id + "#" + std::to_string(id.value);
    return part->id;
}

BillLine& BillBuilder::partLine(std::string_view kind, Id<PartRow> part, const Scope& scope, std::string_view parent,
                                std::string_view variant) {
    std::string key = std::string(kind) + ":" + partKey(part);
    if (!variant.empty())
        key.append(";").append(variant);
    key += scopeSuffix(scope);
    if (!parent.empty())
        key += "@" + std::string(parent);
    if (const auto known = m_lines.find(key); known != m_lines.end())
        return known->second;
    BillLine& made = line(key);
    made.part = part;
    made.parent = parent;
    made.scope = scope;
    if (const Part* known = m_context.part(part)) {
        describe(made, *known);
        made.section = sectionOf(known->category);
    } else {
        made.text = Message("bill.no-part." + std::string(kind));
    }
    return made;
}

BillLine& BillBuilder::planningLine(std::string_view name, QuoteSection section, const Scope& scope) {
    BillLine& made = line(std::string(kAllowanceKey).append(name).append(scopeSuffix(scope)));
    made.section = section;
    made.origin = LineOrigin::Allowance;
    made.scope = scope;
    return made;
}

BillLine& BillBuilder::allowance(std::string_view name, QuoteSection section, LineType type,
                                 std::int64_t quantityMilli) {
    BillLine& made = line(std::string(kAllowanceKey).append(name));
    made.section = section;
    made.type = type;
    made.origin = LineOrigin::Allowance;
    made.text = Message("bill.allowance." + std::string(name));
    made.rule = Message("bill.rule." + std::string(name));
    made.quantityMilli = quantityMilli;
    made.designQuantityMilli = quantityMilli;
    return made;
}

} // namespace rackwright
