// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The questions to the customer about the fields of the site record: one wording for recipes, new designs and the
// register of requests. A field that nobody has given becomes a request for information.

#include "model/project/project.h"

#include <span>
#include <string_view>
#include <vector>

namespace rackwright {

/// What is asked about a field, and what hangs on the answer.
struct SiteQuestion {
    std::string_view field, question, effect;
};

/// In the order of the site record; none about fields that change nothing.
std::span<const SiteQuestion> siteQuestions();
/// Null where nothing is asked about a field.
const SiteQuestion* siteQuestionOf(std::string_view field);

/// A request to the customer without id, for each question whose field is unknown and about which the project has no
/// request yet, under the numbers that follow its last one.
std::vector<Rfi> unaskedSiteQuestions(const Project& project);

} // namespace rackwright
