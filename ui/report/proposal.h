// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The proposal as a document: cover with headline figures, drawings, checks, bill, matrices, registers, derivations and
// sources. Cost, margin, supplier and price source are printed in the internal edition alone, which says so on each
// page.

#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

namespace rackwright {

/// The input's own paper, all sections, the texts' own numbers.
ReportDocument proposalOf(const ReportInput& input, const Texts& texts);

/// With a person's choices; unfinished when it is stopped.
ReportDocument proposalOf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                          const ReportRun& run = {});

/// What a person prints. Drawings of it stand on the chosen paper itself, landscape and true to scale, since a printer
/// has one paper: a proposal that is exported has them on the larger sheet.
enum class PrintContent : std::uint8_t { Proposal, Plans, Schedules };
template <>
struct EnumNames<PrintContent> {
    static constexpr std::array<std::string_view, 3> names = {"proposal", "plans", "schedules"};
};
ReportDocument printedOf(PrintContent content, const ReportInput& input, const ReportOptions& options,
                         const Texts& texts, const ReportRun& run = {});

/// The file, with numbers as the options' locale writes them. It may be made on any thread; an Error when stopped.
Result<QByteArray> proposalPdf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                               const ReportRun& run = {});

} // namespace rackwright
