// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/judgement.h"

namespace rackwright {

namespace {

constexpr std::string_view kPrefix = "requirement:";

} // namespace

std::string judgementKey(Id<Requirement> requirement) {
    return std::string(kPrefix) + std::to_string(requirement.value);
}

bool isJudgement(const Assumption& assumption) { return assumption.key.starts_with(kPrefix); }

const Assumption* judgementOf(const Project& project, const Requirement& requirement) {
    const std::string key = judgementKey(requirement.id);
    for (const Assumption& assumption : project.assumptions)
        if (assumption.key == key && assumption.statement == requirement.text && assumption.typical)
            return &assumption;
    return nullptr;
}

Judgement judgementIn(const Assumption* judged) {
    if (!judged || !judged->typical)
        return Judgement::Open;
    return *judged->typical > 0 ? Judgement::Met : Judgement::NotMet;
}

} // namespace rackwright
