// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `calc`: one formula with its inputs and its derivation in numbers, or every row of a CSV. It knows no formula itself:
// they come from the registry of the domains.

#include "app/verbs/verb.h"
#include "model/figures/formula_registry.h"

namespace rackwright {

/// "a=1;b=x=y" to its keys: parts at ";", each at its first "=".
Result<GivenInputs> splitInputs(std::string_view inputs);

int runCalc(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kCalcVerb{
    "calc",           "QUANTITY KEY=VALUE... [--json] | --batch CSV | --list", "verb.calc", runCalc, Verb::Needs::Core,
    "verb.calc.batch"};

} // namespace rackwright
