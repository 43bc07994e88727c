// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The text form of a design file (.rkw.json): canonical JSON, one row a line, tables in their order and rows by id, for
// git, samples and golden files. The first option is written whole, the others as differences from it.

#include "model/base/result.h"
#include "model/file/migrations.h"
#include "model/project/project.h"

#include <string>

namespace rackwright {

/// Equal documents give equal bytes. `document` has passed checkDocument().
std::string designText(const Document& document);

/// `name` is the file's, for messages. Of a text that is wrong in any way nothing is kept.
Result<Document> readDesignText(std::string text, const std::string& name,
                                std::span<const Migration> steps = migrations());

} // namespace rackwright
