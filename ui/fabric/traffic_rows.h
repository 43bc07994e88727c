// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of the fabric as rows under short titles, for the panels beside its drawings.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_rows.h"

#include <string>
#include <vector>

namespace rackwright {

/// Each row can be asked by a click; what the subject has not is left out.
std::vector<FigureRow> trafficRows(const StudioDocument& document, const StudioServices& services, Subject subject,
                                   const std::vector<std::string>& names);

} // namespace rackwright
