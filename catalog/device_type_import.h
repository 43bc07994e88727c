// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads device types and module types of NetBox (YAML, any number of documents in a text) as own parts, into the same
// plan as a table of parts: first told, then done.

#include "catalog/part_import.h"

#include <optional>

namespace rackwright {

/// Whether a text looks like device types rather than a table.
bool isDeviceTypes(std::string_view text);

/// One part a document. NetBox has no categories: `category` is taken for all of them, or what the interfaces and
/// outlets say; a guess is among the doubts. `file` is named as the source. Power of a supply is read as its rating;
/// the device's own power is known where it has one supply.
PartImportPlan planDeviceTypeImport(std::string_view yaml, const PartImportContext& context,
                                    std::optional<PartCategory> category, const std::string& file);

} // namespace rackwright
