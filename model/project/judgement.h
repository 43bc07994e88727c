// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person says of a requirement that no figure decides: met or not met, by name. It is kept as the assumption
// "requirement:ID" with the sentence that was judged; another sentence is open again.

#include "model/project/project.h"

namespace rackwright {

/// Of a requirement by a person; open while nobody has judged it as it reads now.
enum class Judgement : std::uint8_t { Open, Met, NotMet };
template <>
struct EnumNames<Judgement> {
    static constexpr std::array<std::string_view, 3> names = {"open", "met", "not-met"};
};

/// Key of the assumption that holds it.
std::string judgementKey(Id<Requirement> requirement);
/// Registers of assumptions leave it out: it stands beside its requirement.
bool isJudgement(const Assumption& assumption);
/// Of the requirement as it reads now; null while it is open.
const Assumption* judgementOf(const Project& project, const Requirement& requirement);
/// Open without one.
Judgement judgementIn(const Assumption* judged);

} // namespace rackwright
