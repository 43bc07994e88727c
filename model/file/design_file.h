// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading and writing design files as a whole, in both forms. A form is recognised by the content when reading and
// chosen by the name when writing: ".json" is text (design_text.h), all else SQLite (design_database.h).

#include "model/base/result.h"
#include "model/project/project.h"

#include <filesystem>

namespace rackwright {

/// Opens nothing for writing and leaves no connection or lock behind.
Result<Document> readDesign(const std::filesystem::path& path);

/// Replaces the file as a whole; on any failure the old one is untouched.
Done writeDesign(const std::filesystem::path& path, const Document& document);

} // namespace rackwright
