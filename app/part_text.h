// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A part of the catalogue for the verbs: every fact with its grade and source, as lines for people and as JSON for
// machines. It reads no database.

#include "app/json_writer.h"
#include "catalog/catalog_rows.h"
#include "model/parts/part.h"
#include "ui/text/texts.h"

#include <string>
#include <vector>

namespace rackwright {

/// `keys` give the units in which properties print; one that is not among them prints in SI.
std::string partText(const Part& part, const std::vector<AttributeKey>& keys, const Texts& texts);

/// The part as one object.
void writePart(JsonWriter& json, const Part& part, const std::vector<AttributeKey>& keys);

} // namespace rackwright
