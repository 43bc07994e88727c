// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The volumes of an issue as documents: the proposal that a customer signs, the technical review with every schedule,
// check and derivation, and the build pack with a sheet a rack. Cost, margin, supplier and price source are printed in
// the internal edition alone, which says so on each page.

#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

namespace rackwright {

/// A build pack of very many racks is several files.
struct VolumePart {
    std::size_t index = 0;
};
inline constexpr std::size_t kRacksOfPart = 100;
/// How many files a volume is.
std::size_t partsOf(ReportVolume volume, const Design& design);

/// With a person's choices; unfinished when it is stopped. Of the data pack, which is no document, nothing.
ReportDocument volumeOf(ReportVolume volume, const ReportInput& input, const ReportOptions& options, const Texts& texts,
                        const ReportRun& run = {}, VolumePart part = {});
/// On the input's own paper, all sections, the texts' own numbers.
ReportDocument volumeOf(ReportVolume volume, const ReportInput& input, const Texts& texts);

/// What a person prints. Drawings of it stand on the chosen paper itself, landscape and true to scale, since a printer
/// has one paper: a proposal that is exported has them on the larger sheet.
enum class PrintContent : std::uint8_t { Proposal, Review, Build, Plans, Schedules };
template <>
struct EnumNames<PrintContent> {
    static constexpr std::array<std::string_view, 5> names = {"proposal", "review", "build", "plans", "schedules"};
};
ReportDocument printedOf(PrintContent content, const ReportInput& input, const ReportOptions& options,
                         const Texts& texts, const ReportRun& run = {});

/// The file, with numbers as the options' locale writes them. It may be made on any thread; an Error when stopped.
Result<QByteArray> volumePdf(ReportVolume volume, const ReportInput& input, const ReportOptions& options,
                             const Texts& texts, const ReportRun& run = {}, VolumePart part = {});

} // namespace rackwright
