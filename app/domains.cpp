// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/domains.h"

namespace rackwright {

std::vector<Domain> programDomains() { return {}; }

} // namespace rackwright
