// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts of the catalogue by the slugs under which an exchange set names them.

#include "catalog/part_library.h"

#include <functional>
#include <string>

namespace rackwright {

/// Looks a slug up; null where no part of the library has it. The library must live as long; used on its thread.
std::function<PartPtr(const std::string& slug)> partsBySlug(const PartLibrary& library);

} // namespace rackwright
