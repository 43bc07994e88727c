// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes the documents of one issue into a folder: proposal, schedules and drawings in the formats asked for. File
// names are fixed and stay within the folder; the same input gives the same bytes.

#include "model/base/result.h"
#include "ui/report/proposal.h"
#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A kind of file. Pdf: the printed volumes that the options choose; Html: the review page, which is the proposal for a
/// browser; all others are the data pack. Slurm: topology files of the networks, Jobs: files of the
/// cluster, its jobs and the runbook, Labels: sheets for the printer, Dxf: the drawings for CAD, Netbox: the CSV set of
/// its bulk import, Drawio and Air: the networks for draw.io and NVIDIA Air, Gltf: the halls as boxes in space.
enum class ExportFormat : std::uint8_t {
    Pdf,
    Csv,
    Svg,
    Png,
    Xlsx,
    Slurm,
    Jobs,
    Labels,
    Html,
    Dxf,
    Netbox,
    Drawio,
    Air,
    Gltf
};
template <>
struct EnumNames<ExportFormat> {
    static constexpr std::array<std::string_view, 14> names = {"pdf",    "csv",    "svg",    "png",  "xlsx",
                                                               "slurm",  "jobs",   "labels", "html", "dxf",
                                                               "netbox", "drawio", "air",    "gltf"};
};

/// What these formats show. Files for a scheduler and labels show nothing that is worked out of figures.
ReportNeeds needsOf(const std::vector<ExportFormat>& formats,
                    const std::set<ReportVolume>& volumes = {kPrintedVolumes.begin(), kPrintedVolumes.end()});

/// The name of the file of a volume: "proposal.pdf", "build-pack-2.pdf" of one in several parts.
std::string volumeFile(ReportVolume volume, VolumePart part, std::size_t parts);

/// What the formats would write, by name; a file that turns out to hold nothing is left out when it is made.
std::vector<std::string> exportNames(const ReportInput& input, const ReportOptions& options,
                                     const std::vector<ExportFormat>& formats, const Texts& texts);

/// The name of the project whose documents lie in a folder, as one of them says it; nothing where none does.
std::optional<std::string> projectOfDocuments(const std::filesystem::path& folder);

/// What an export has written so far, for who stops it: between two files when count() returns.
class ExportTally {
public:
    void plan(std::vector<std::string> names);
    std::size_t count() const;
    /// Of those planned, without those that are written.
    std::vector<std::string> left() const;

private:
    friend class ExportWriting;
    mutable std::mutex m_mutex;
    std::vector<std::string> m_planned, m_written;
};

/// What an export leaves behind; `error` where something could not be written or it was stopped.
struct ExportOutcome {
    std::vector<std::filesystem::path> written; ///< in order
    std::vector<std::string> unwritten;         ///< names; what lay there under them is as it was
    std::optional<Error> error;
};
/// How much of an export was written and what was not, by name.
Message partlyWritten(std::size_t written, const std::vector<std::string>& unwritten);

/// Makes the folder if need be. A file that cannot be written is left out and the others are written, unless the disk
/// is full or refuses one after the other.
ExportOutcome exportFiles(const ReportInput& input, const ReportOptions& options, const std::filesystem::path& folder,
                          const std::vector<ExportFormat>& formats, const Texts& texts, const ReportRun& run = {},
                          const std::shared_ptr<ExportTally>& tally = {});

/// The same for who needs every file or the reason: the names written, in order. Fails with the file that could not be
/// written, or when it is stopped.
Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts);
Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const ReportOptions& options,
                                                     const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts,
                                                     const ReportRun& run = {});

} // namespace rackwright
