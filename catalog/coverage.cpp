// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/coverage.h"

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

bool isOneOf(PartCategory category, std::initializer_list<PartCategory> categories) {
    return std::ranges::find(categories, category) != categories.end();
}

bool isProduct(const Part& part) {
    return !part.isPlanningClass && part.procurement != Procurement::CloudOnly &&
           !isOneOf(part.category,
                    {PartCategory::Software, PartCategory::Service, PartCategory::CloudInstance, PartCategory::Other});
}

bool isServer(PartCategory category) {
    return isOneOf(category, {PartCategory::GpuNode, PartCategory::PcieGpuNode, PartCategory::CpuNode,
                              PartCategory::HeadNode, PartCategory::ManagementNode, PartCategory::RackScaleSystem,
                              PartCategory::Tray, PartCategory::StorageNode, PartCategory::StorageSystem});
}

bool isCord(PartCategory category) {
    return isOneOf(category, {PartCategory::Transceiver, PartCategory::CopperCable, PartCategory::OpticalCable,
                              PartCategory::Fibre});
}

bool drawsPower(PartCategory category) {
    return isServer(category) || isOneOf(category, {PartCategory::Switch, PartCategory::Nic, PartCategory::Transceiver,
                                                    PartCategory::Cdu, PartCategory::Crah, PartCategory::FanWall,
                                                    PartCategory::InRowCooler, PartCategory::PumpUnit});
}

bool isInRackUnits(const Part& part) {
    return part.mounting == Mounting::Eia19 || part.mounting == Mounting::OpenRack21 || part.mounting == Mounting::Mgx;
}

bool isAskedOf(CoverageField field, const Part& part) {
    const bool isInside = isCord(part.category) || part.category == PartCategory::Accelerator ||
                          part.category == PartCategory::Processor || part.category == PartCategory::Nic;
    switch (field) {
    case CoverageField::Weight:
    case CoverageField::Depth:
        return !isInside;
    case CoverageField::RackUnits:
        return isInRackUnits(part);
    case CoverageField::MaximumPower:
        return drawsPower(part.category);
    case CoverageField::TypicalPower:
        return drawsPower(part.category) && part.category != PartCategory::Transceiver;
    case CoverageField::Ports:
        return isServer(part.category) || part.category == PartCategory::Switch || part.category == PartCategory::Nic;
    case CoverageField::OrderCode:
    case CoverageField::Price:
    case CoverageField::Lifecycle:
    case CoverageField::LeadTime:
        return true;
    }
    return false;
}

template <class Q>
std::optional<Grade> gradeOf(const Fact<Q>& fact) {
    return fact.isUnknown() ? std::nullopt : std::optional(fact.grade);
}

// The grade at which a part has a field; unset: it has not.
std::optional<Grade> gradeOf(CoverageField field, const Part& part) {
    switch (field) {
    case CoverageField::OrderCode:
        if (part.partNumber.empty())
            return std::nullopt;
        return part.partNumberConfidence == PartNumberConfidence::Confirmed ? Grade::ThirdParty : Grade::Estimate;
    case CoverageField::Price:
        return part.prices.empty() ? std::nullopt : gradeOf(part.prices.front().rate);
    case CoverageField::Weight:
        return gradeOf(fact(part, attribute::weight));
    case CoverageField::RackUnits:
        return gradeOf(fact(part, attribute::rackUnits));
    case CoverageField::Depth:
        return gradeOf(fact(part, attribute::depth));
    case CoverageField::MaximumPower: // of a module: what it takes from its cage
        if (part.category == PartCategory::Transceiver)
            return gradeOf(numberFact(part, "end-power"));
        return gradeOf(powerIn(part, PowerModeKind::Maximum));
    case CoverageField::TypicalPower:
        return gradeOf(powerIn(part, PowerModeKind::Typical));
    case CoverageField::Ports: {
        std::optional<Grade> best;
        for (const PortGroup& group : part.portGroups)
            if (group.role != PortRole::Management && group.role != PortRole::Console)
                best = std::min(best.value_or(group.speed.grade), group.speed.grade);
        return best;
    }
    case CoverageField::Lifecycle:
        return part.lifecycle == Lifecycle::Unknown ? std::nullopt : std::optional(Grade::ThirdParty);
    case CoverageField::LeadTime:
        return gradeOf(fact(part, attribute::leadTime));
    }
    return std::nullopt;
}

} // namespace

std::vector<CategoryCoverage> coverageOf(const std::vector<PartPtr>& parts) {
    std::vector<CategoryCoverage> coverage;
    for (const PartPtr& part : parts) {
        if (!isProduct(*part))
            continue;
        auto row = std::ranges::find(coverage, part->category, &CategoryCoverage::category);
        if (row == coverage.end())
            row = coverage.insert(coverage.end(), {part->category, 0, {}});
        ++row->parts;
        for (std::size_t f = 0; f < row->fields.size(); ++f) {
            const auto field = static_cast<CoverageField>(f);
            if (!isAskedOf(field, *part))
                continue;
            ++row->fields[f].asked;
            const std::optional<Grade> grade = gradeOf(field, *part);
            row->fields[f].known += grade ? 1 : 0;
            row->fields[f].estimated += grade == Grade::Estimate ? 1 : 0;
        }
    }
    std::ranges::sort(coverage, {}, &CategoryCoverage::category);
    return coverage;
}

} // namespace rackwright
