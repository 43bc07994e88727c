// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The usual form of a design file (.rkw): an SQLite database as bytes. Tables and columns follow the field
// descriptions; the first option is written whole, the others as rows put and ids taken. Text is design_text.h.

#include "model/base/result.h"
#include "model/file/migrations.h"
#include "model/project/project.h"

#include <string>

namespace rackwright {

/// Equal documents give equal bytes with the same SQLite library. `document` has passed checkDocument().
Result<std::string> designDatabase(const Document& document);

/// Whether the bytes begin like an SQLite database.
bool looksLikeDatabase(std::string_view bytes);

/// `name` is the file's, for messages. Nothing in the file is run: its schema must be exactly that of its format.
Result<Document> readDesignDatabase(std::string bytes, const std::string& name,
                                    std::span<const Migration> steps = migrations());

} // namespace rackwright
