// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The domain of job files: the setting that says whose the cluster is, and the runbook as a schedule of the documents.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain jobfilesDomain();

} // namespace rackwright
