// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One record of the recovery journal as one line of JSON: what differs between two documents. Applying it to the first
// gives the second; the journal itself (recovery_journal.h) adds checksums and the file.

#include "model/base/result.h"
#include "model/project/project.h"

#include <string>
#include <string_view>

namespace rackwright {

/// Empty when the documents are equal.
std::string differenceText(const Document& before, const Document& after);

/// `name` is the journal's, for messages.
Result<Document> withDifference(const Document& before, std::string_view difference, const std::string& name);

} // namespace rackwright
