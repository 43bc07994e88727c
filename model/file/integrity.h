// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What must hold of every document: ids from the counter, references that lead to a row, finite numbers, texts in
// UTF-8. Asked of every file that is read, and of every document before it is written, so that what is saved can be
// opened.

#include "model/base/result.h"
#include "model/project/project.h"

#include <string>

namespace rackwright {

/// Coordinates and sizes beyond this are a mistake, and would overflow sums of products.
inline constexpr Length kLargestLength = Length::metres(1'000'000);
/// Counts beyond this are a mistake.
inline constexpr std::int64_t kLargestCount = 1'000'000'000'000'000;
/// Ids stay below this, so that they fit any integer of a file.
inline constexpr std::uint64_t kLargestId = std::uint64_t{1} << 62;

/// `name` is the file's, for the message.
Done checkDocument(const Document& document, const std::string& name);

} // namespace rackwright
