// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The proposal as a document: cover with headline figures, drawings, checks, bill, matrices, registers, derivations and
// sources. It is always the customer's edition: cost, margin, supplier and price source are not among its inputs'
// columns.

#include "ui/report/report_input.h"

namespace rackwright {

ReportDocument proposalOf(const ReportInput& input, const Texts& texts);

} // namespace rackwright
