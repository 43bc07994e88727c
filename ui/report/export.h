// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes the documents of one issue into a folder: proposal, schedules and drawings in the formats asked for. File
// names are fixed and stay within the folder; the same input gives the same bytes.

#include "model/base/result.h"
#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A kind of file; Slurm: topology files of the networks, Labels: sheets for the printer.
enum class ExportFormat : std::uint8_t { Pdf, Csv, Svg, Png, Xlsx, Slurm, Labels };
template <>
struct EnumNames<ExportFormat> {
    static constexpr std::array<std::string_view, 7> names = {"pdf", "csv", "svg", "png", "xlsx", "slurm", "labels"};
};

/// What these formats show. Files for a scheduler and labels show nothing that is worked out of figures.
ReportNeeds needsOf(const std::vector<ExportFormat>& formats);

/// Makes the folder if need be; the names written, in order. Fails with the file that could not be written, or when it
/// is stopped.
Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts);
Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const ReportOptions& options,
                                                     const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts,
                                                     const ReportRun& run = {});

} // namespace rackwright
