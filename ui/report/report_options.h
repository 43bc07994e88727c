// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person chooses about the documents of one issue, and how a run tells its progress and is stopped. Plain
// values: nothing here changes a figure; the studio's preview and the command line fill one each.

#include "model/base/fields.h"
#include "model/base/result.h"
#include "solvers/engine/schedule.h"
#include "ui/report/document.h"
#include "ui/text/texts.h"

#include <filesystem>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The documents of one issue: what a customer signs, what a reviewer checks, what a crew builds by, and the data.
enum class ReportVolume : std::uint8_t { Proposal, Review, Build, Data };
template <>
struct EnumNames<ReportVolume> {
    static constexpr std::array<std::string_view, 4> names = {"proposal", "review", "build", "data"};
};
/// Those that are printed.
inline constexpr std::array kPrintedVolumes = {ReportVolume::Proposal, ReportVolume::Review, ReportVolume::Build};

/// Ids of the sections of a volume that can be left out, in reading order ("checks", "plans", "bill", ...); the cover
/// is always there.
std::vector<std::string> reportSections(ReportVolume volume);
/// Of all volumes, each once.
std::vector<std::string> reportSections();

/// Fields of the title block; an empty one takes what the project says (quote header, issued revision).
struct TitleBlockFields {
    std::string company; ///< left of the head, where there is no logo
    std::string number;  ///< of the document
    std::string revision;
    std::string status; ///< "for review"
    std::string preparedBy, checkedBy, approvedBy;
    bool operator==(const TitleBlockFields&) const = default;
};

/// Everything that a person can choose about a report. `paper` is the sheet of the text pages; drawings take the larger
/// sheet of the same family, landscape. `sections` holds the ids of what is printed, a section without data is left out
/// all the same. `locale` decides the marks of numbers in documents ("en", "de-CH"); CSV and JSON always have the
/// point. `logo` stands at the head of every page (see logoFromFile). `titleBlock` overrides what the project says.
struct ReportOptions {
    Paper paper = Paper::A4;
    std::set<std::string, std::less<>> sections = allSections();
    std::set<ReportVolume> volumes = {ReportVolume::Proposal}; ///< whose PDF files an export writes
    std::string locale = "en";
    UnitSystem units =
        UnitSystem::Metric; ///< of documents and drawings; files with schedules keep their headers' units
    PicturePtr logo;
    TitleBlockFields titleBlock;
    /// The internal edition has our own bill with price sources behind the customer's, and says so on every page.
    Edition edition = Edition::Customer;

    static std::set<std::string, std::less<>> allSections();
    /// What documents and drawings are written with; heat is in kW there.
    Texts reading(const Texts& texts) const {
        return Texts(texts.catalogue(), NumberFormat::ofLocale(locale), {units, HeatUnit::Kilowatts});
    }
    /// Whether the section with this id is to be printed.
    bool has(std::string_view section) const { return sections.contains(section); }
    bool operator==(const ReportOptions&) const = default;
};

/// How far a report is: `done` of `total` pages, sections, files or drawings of the stage.
enum class ReportStage : std::uint8_t { Sections, Layout, Pages, File, Tables, Drawings };
template <>
struct EnumNames<ReportStage> {
    static constexpr std::array<std::string_view, 6> names = {"sections", "layout", "pages",
                                                              "file",     "tables", "drawings"};
};
struct ReportProgress {
    ReportStage stage = ReportStage::Sections;
    int done = 0;
    int total = 0;
};

/// Progress is called on the thread that makes the report; a stop ends it with the Error "report.stopped" at the next
/// section or page. A section, drawing or page that a fault of ours prevents is told to `failed` and says so in its
/// place; the rest is made.
struct ReportRun {
    std::function<void(const ReportProgress&)> progress{};
    std::function<void(const Error&)> failed{};
    std::stop_token stop{};

    bool isStopped() const { return stop.stop_requested(); }
    /// Calls `progress` where somebody listens.
    void tell(ReportStage stage, int done, int total) const {
        if (progress)
            progress({stage, done, total});
    }
    void tellFailure(const Error& error) const {
        if (failed)
            failed(error);
    }
};
/// What a stopped report ends with.
Error reportStopped();

inline constexpr std::uintmax_t kLargestLogo = 2 * 1024 * 1024; ///< bytes
inline constexpr int kLongestLogoSide = 4096;                   ///< dots of a PNG

/// A PNG or SVG picture. Refused: other formats, files and pictures above the limits, and an SVG that names other files
/// or declares entities.
Result<PicturePtr> logoFromFile(const std::filesystem::path& file);

} // namespace rackwright
