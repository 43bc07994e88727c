// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/export.h"

#include "model/base/check.h"
#include "model/file/disk.h"
#include "solvers/cabling/cable_schedules.h"
#include "solvers/engine/guarded_async.h"
#include "solvers/exchange/air_topology.h"
#include "solvers/exchange/netbox_set.h"
#include "solvers/fabric/nccl_settings.h"
#include "solvers/fabric/slurm_topology.h"
#include "solvers/jobfiles/job_files.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/drawio_writer.h"
#include "ui/paint/dxf_writer.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/paint/hall_section.h"
#include "ui/paint/rack_elevation.h"
#include "ui/paint/svg_writer.h"
#include "ui/report/edition.h"
#include "ui/report/gltf_hall.h"
#include "ui/report/label_sheets.h"
#include "ui/report/pdf_file.h"
#include "ui/report/plan_page.h"
#include "ui/report/proposal.h"
#include "ui/report/registers.h"
#include "ui/report/review_content.h"
#include "ui/report/runbook_file.h"
#include "ui/report/schedule_files.h"
#include "ui/review/review_page.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <thread>

namespace rackwright {

namespace {

constexpr std::size_t kPiece = 8'192;         // rows of a long list made at a time
constexpr std::size_t kPieceOfSwitches = 256; // their ports
constexpr int kCableFiles = 4;
constexpr int kMostFailuresInRow = 3;             // then the folder takes nothing
constexpr std::size_t kRacksADrawing = 20;        // in elevation
constexpr std::size_t kCablesOfWorkbook = 50'000; // beyond, a workbook takes minutes
constexpr std::size_t kCablesOfSheets = 10'000;   // in one PDF file of labels: 500 sheets
constexpr std::size_t kMostCablesOnSheets = 50'000;
constexpr std::uint64_t kLargestMarked = 256ULL * 1024 * 1024; // bytes of a file that is asked whose it is
constexpr double kElevationScale = 1.0 / 15;                   // what is smaller cannot be read
constexpr double kDotsPerMm = 8;                               // 200 dots an inch
constexpr QSizeF kPlanPaper(386, 245);                         // what an A3 sheet leaves for a plan
constexpr const char* kDrawioFile = "networks.drawio";
constexpr const char* kHallFile = "hall.glb";

/// As many as the machine works on side by side.
std::size_t atOnce() { return std::max(1U, std::thread::hardware_concurrency()); }

/// The parts of a list in their order; those after the next are made while it is taken.
template <class Part>
class Ahead {
public:
    /// `make` makes a part by its place in the list, on any thread; `further` parts are made ahead of the one asked
    /// for.
    Ahead(std::size_t count, std::size_t further, std::function<Part(std::size_t)> make)
        : m_make(std::move(make)), m_count(count), m_further(further),
          m_how(count > 1 ? std::launch::async : std::launch::deferred) {}

    bool isAtEnd() const { return m_begun == m_count && m_ahead.empty(); }
    /// Waits; throws what making it threw.
    Part next() {
        for (; m_begun < m_count && m_ahead.size() <= m_further; ++m_begun)
            m_ahead.emplace_back(m_how, [this, place = m_begun] { return m_make(place); });
        GuardedAsync<Part> first = std::move(m_ahead.front());
        m_ahead.pop_front();
        return first.get();
    }

private:
    std::function<Part(std::size_t)> m_make;
    std::size_t m_count, m_further, m_begun = 0;
    std::launch m_how;
    std::deque<GuardedAsync<Part>> m_ahead;
};

/// Letters and digits of a name in ASCII, anything else a dash: no separator and no "..", whatever the name holds.
std::string fileNamePart(const std::string& name) {
    std::string part;
    for (const char c : name) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (isPlain)
            part += c;
        else if (!part.empty() && part.back() != '-')
            part += '-';
        if (part.size() >= 40)
            break;
    }
    while (!part.empty() && part.back() == '-')
        part.pop_back();
    return part;
}

bool isDiskFull(const Error& error) {
    return error.message.id == "file.disk-full" || error.message.id == "file.quota-used";
}

} // namespace

/// Holds the tally while a file is written: who stops the export and then counts finds no file under way.
class ExportWriting {
public:
    explicit ExportWriting(ExportTally& tally) : m_tally(tally), m_lock(tally.m_mutex) {}
    void add(const std::string& name) { m_tally.m_written.push_back(name); }

private:
    ExportTally& m_tally;
    std::lock_guard<std::mutex> m_lock;
};

namespace {

class Exporter {
public:
    Exporter(const ReportInput& input, const ReportOptions& options, std::filesystem::path folder, const Texts& texts,
             const ReportRun& run, std::shared_ptr<ExportTally> tally = {})
        : m_input(input), m_options(options), m_folder(std::move(folder)),
          m_plain(textsOfEdition(texts, input.edition).catalogue()), m_reading(options.reading(m_plain)), m_run(run),
          m_tally(tally ? std::move(tally) : std::make_shared<ExportTally>()) {}

    ExportOutcome run(const std::vector<ExportFormat>& formats) {
        const Done all = writeAll(formats);
        ExportOutcome outcome{std::move(m_written), std::move(m_unwritten), std::move(m_error)};
        if (all)
            return outcome;
        if (!outcome.error)
            outcome.error = all.error();
        for (std::string& name : names(formats)) {
            const bool isWritten = std::ranges::any_of(
                outcome.written, [&name](const std::filesystem::path& path) { return path.filename() == name; });
            if (!isWritten && std::ranges::find(outcome.unwritten, name) == outcome.unwritten.end())
                outcome.unwritten.push_back(std::move(name));
        }
        return outcome;
    }

    std::vector<std::string> names(const std::vector<ExportFormat>& formats) {
        std::vector<std::string> all;
        for (const ExportFormat format : formats)
            addNames(all, format);
        return all;
    }

private:
    Done writeAll(const std::vector<ExportFormat>& formats) {
        if (const Done ready = loadBundledFonts(); !ready)
            return ready.error();
        MadeFolder folder(m_folder);
        if (folder.error() || !std::filesystem::is_directory(m_folder))
            return systemError(
                Message("report.no-folder").with("folder", m_folder.string()).with("reason", folder.error().message()));
        for (const ExportFormat format : formats) {
            if (m_run.isStopped())
                return reportStopped();
            if (const Done written = write(format); !written)
                return written.error();
        }
        if (!m_hasFailed && !m_error)
            folder.keep();
        return done();
    }

    void addNames(std::vector<std::string>& names, ExportFormat format) {
        const Context& context = *m_input.context;
        const std::size_t cables = context.design().cables.size();
        switch (format) {
        case ExportFormat::Pdf:
            for (const auto& [volume, part] : volumes())
                names.push_back(volumeFile(volume, part, partsOf(volume, context.design())));
            return;
        case ExportFormat::Html:
            names.emplace_back(kReviewPageFile);
            return;
        case ExportFormat::Csv:
            for (const Table& table : tablesOfEdition())
                names.push_back(fileNamePart(table.id) + ".csv");
            if (cables > 0)
                names.insert(names.end(), {"cable-summary.csv", "cables.csv", "point-to-point.csv"});
            if (cables > 0 && cabledSwitches(context) > 0)
                names.emplace_back("port-map.csv");
            return;
        case ExportFormat::Xlsx:
            names.emplace_back("schedules.xlsx");
            return;
        case ExportFormat::Svg:
        case ExportFormat::Png:
        case ExportFormat::Dxf:
            return addDrawingNames(names, endingOf(format));
        case ExportFormat::Netbox:
            for (std::string& name : netboxFileNames())
                names.push_back(std::move(name));
            return;
        case ExportFormat::Drawio:
            if (cables > 0)
                names.emplace_back(kDrawioFile);
            return;
        case ExportFormat::Air: {
            int number = 0;
            for (const Network& network : context.design().networks)
                if (hasCables(network))
                    for (const char* ending : {".json", ".dot"})
                        names.push_back(nameOfAir(number += ending[1] == 'j', network) + ending);
            return;
        }
        case ExportFormat::Gltf:
            if (std::ranges::any_of(context.design().rooms, [](const Room& room) {
                    return room.outline.size() >= 3 && room.scope.isPresent();
                }))
                names.emplace_back(kHallFile);
            return;
        case ExportFormat::Slurm:
            for (const auto& [name, text] : schedulerFiles())
                if (!text.empty())
                    names.emplace_back(name);
            return;
        case ExportFormat::Jobs:
            for (const JobFile& file : clusterFiles())
                names.push_back(file.name);
            return;
        case ExportFormat::Labels:
            if (cables > 0)
                names.emplace_back("labels.csv");
            for (std::size_t from = 0; from < cables && cables <= kMostCablesOnSheets; from += kCablesOfSheets)
                names.push_back(nameOfSheets(from, cables));
            return;
        }
    }
    void addDrawingNames(std::vector<std::string>& names, const std::string& ending) {
        const Design& design = m_input.context->design();
        int rooms = 0, networks = 0;
        for (const Room& room : design.rooms)
            if (room.outline.size() >= 3)
                names.push_back(numberedName("plan-", ++rooms, room.name) + ending);
        int sections = 0;
        for (const Room& room : design.rooms)
            if (sectionOf(room))
                names.push_back(numberedName("section-", ++sections, room.name) + ending);
        for (const Network& network : design.networks)
            if (hasCables(network))
                names.push_back(numberedName("network-", ++networks, network.name) + ending);
        const std::size_t singleLines = singleLineSheets(design, kPlanPaper).parts.size();
        for (std::size_t i = 0; i < singleLines; ++i)
            names.push_back(nameOfSingleLine(i) + ending);
        for (std::size_t i = 0; i < loopHeights().size(); ++i)
            names.push_back(nameOfLoops(i) + ending);
        const std::size_t racks = alikeRacks(m_input.context->project(), design, m_reading).size();
        for (std::size_t from = 0; from < racks; from += kRacksADrawing)
            for (const Face face : {Face::Front, Face::Rear})
                names.push_back(nameOfElevation(face, from) + ending);
    }
    /// Of the sheets of cooling loops, where there are any.
    std::vector<std::pair<double, double>> loopHeights() const {
        const Design& design = m_input.context->design();
        if (std::ranges::none_of(design.coolingLoops, [](const CoolingLoop& loop) { return loop.scope.isPresent(); }))
            return {};
        return loopSheets(loopDiagramOf(design), kPlanPaper);
    }
    static std::string endingOf(ExportFormat format) { return "." + std::string(enumName(format)); }
    bool hasCables(const Network& network) const {
        return std::ranges::any_of(m_input.context->design().cables,
                                   [&network](const Cable& each) { return each.network == network.id; });
    }
    static std::string nameOfAir(int number, const Network& network) {
        return numberedName("air-", number, network.name);
    }
    static std::string nameOfSingleLine(std::size_t sheet) { return "single-line-" + std::to_string(sheet + 1); }
    static std::string nameOfLoops(std::size_t sheet) { return "cooling-loops-" + std::to_string(sheet + 1); }
    static std::string numberedName(const char* kind, int number, const std::string& of) {
        const std::string part = fileNamePart(of);
        return kind + std::to_string(number) + (part.empty() ? "" : "-" + part);
    }
    static std::string nameOfElevation(Face face, std::size_t from) {
        return "elevations-" + std::string(enumName(face)) + "-" + std::to_string(from / kRacksADrawing + 1);
    }
    static std::string nameOfSheets(std::size_t from, std::size_t cables) {
        return cables <= kCablesOfSheets
                   ? "labels.pdf"
                   : std::string("labels-").append(std::to_string(from / kCablesOfSheets + 1)).append(".pdf");
    }

    /// A file that a fault of ours prevents is told and left out; the others are written.
    template <class Make>
    Done attempt(const std::string& name, Make make) {
        Done written = done();
        const Done made = guarded(name, [&] { written = make(); });
        if (!made) {
            m_hasFailed = true;
            m_run.tellFailure(made.error());
            return done();
        }
        return written;
    }

    Done write(ExportFormat format) {
        switch (format) {
        case ExportFormat::Pdf:
            return writeVolumes();
        case ExportFormat::Html:
            return attempt(kReviewPageFile, [this] { return writePage(); });
        case ExportFormat::Csv:
            return writeTables();
        case ExportFormat::Xlsx:
            return writeWorkbook();
        case ExportFormat::Svg:
        case ExportFormat::Png:
        case ExportFormat::Dxf:
            return writeDrawings(format);
        case ExportFormat::Netbox:
            return attempt("netbox", [this] { return writeNetbox(); });
        case ExportFormat::Drawio:
            return attempt(kDrawioFile, [this] {
                return saveUnlessEmpty(kDrawioFile,
                                       drawioOf(m_input.context->project(), m_input.context->design(), m_reading));
            });
        case ExportFormat::Air:
            return attempt("air", [this] { return writeAir(); });
        case ExportFormat::Gltf:
            return attempt(kHallFile, [this] {
                return saveUnlessEmpty(kHallFile, QByteArray::fromStdString(gltfHall(*m_input.context)));
            });
        case ExportFormat::Slurm:
            return attempt("topology", [this] { return writeScheduler(); });
        case ExportFormat::Jobs:
            return attempt("jobs", [this] { return writeJobs(); });
        case ExportFormat::Labels:
            return attempt("labels", [this] { return writeLabels(); });
        }
        return done();
    }

    /// `make` writes the file. One that cannot be written does not keep the others from it, unless they would fail as
    /// well.
    template <class Make>
    Done saveBy(const std::string& name, Make make) {
        ExportWriting writing(*m_tally);
        const std::filesystem::path path = m_folder / name;
        const Done saved = m_run.isStopped() ? Done(reportStopped()) : make(path);
        if (!saved)
            return leftOut(name, saved.error());
        m_written.push_back(path);
        writing.add(name);
        m_failuresInRow = 0;
        return done();
    }
    Done leftOut(const std::string& name, const Error& error) {
        if (m_run.isStopped())
            return reportStopped();
        m_unwritten.push_back(name);
        if (!m_error)
            m_error = error;
        return isDiskFull(error) || ++m_failuresInRow >= kMostFailuresInRow ? Done(error) : done();
    }
    Done save(const std::string& name, const QByteArray& bytes) {
        return saveBy(name, [&bytes](const std::filesystem::path& path) {
            const std::string_view content(bytes.constData(), static_cast<std::size_t>(bytes.size()));
            return writeAtomically(path, content, Links::Refuse);
        });
    }

    /// The documents that the options choose, in parts where one is several files.
    std::vector<std::pair<ReportVolume, VolumePart>> volumes() const {
        std::vector<std::pair<ReportVolume, VolumePart>> all;
        for (const ReportVolume volume : kPrintedVolumes)
            if (m_options.volumes.contains(volume))
                for (std::size_t i = 0; i < partsOf(volume, m_input.context->design()); ++i)
                    all.emplace_back(volume, VolumePart{i});
        return all;
    }
    Done writeVolumes() {
        for (const auto& [volume, part] : volumes()) {
            const std::string name = volumeFile(volume, part, partsOf(volume, m_input.context->design()));
            const Done written = attempt(name, [&, chosen = volume, piece = part] {
                const auto bytes = volumePdf(chosen, m_input, m_options, m_reading, m_run, piece);
                return bytes ? save(name, *bytes) : leftOut(name, bytes.error());
            });
            if (!written)
                return written;
        }
        return done();
    }

    Done writePage() {
        const ReviewContent content = reviewContentOf(m_input, m_options, m_reading, m_run);
        if (m_run.isStopped())
            return reportStopped();
        m_run.tell(ReportStage::File, 1, 1);
        return save(kReviewPageFile, reviewPageOf(content, textsOfEdition(m_reading, m_input.edition)));
    }

    /// A schedule of the files: one that the input holds, or one to be made for its file.
    struct Table {
        std::string id;
        const Schedule* held = nullptr;
        const ScheduleMaker* maker = nullptr;
    };
    /// In the order of files: those of the design, others that the input holds, the registers.
    std::vector<Table> tablesOfEdition() {
        if (m_registers.empty())
            for (Schedule& made : registersOf(m_input, m_plain))
                m_registers.push_back(scheduleOfEdition(std::move(made), m_input.edition));
        std::vector<Table> all;
        for (const ScheduleMaker& maker : m_input.tables)
            all.push_back({maker.id, m_input.schedule(maker.id), &maker});
        const auto hold = [&](const Schedule& schedule) {
            const bool isKnown =
                !m_input.tables.empty() && std::ranges::find(all, schedule.id, &Table::id) != all.end();
            if (!isKnown && (m_input.edition == Edition::Internal || schedule.edition == Edition::Customer))
                all.push_back({schedule.id, &schedule, nullptr});
        };
        std::ranges::for_each(m_input.schedules, hold);
        std::ranges::for_each(m_registers, hold);
        return all;
    }
    template <class Take>
    auto withTable(const Table& table, Take take) const {
        return table.held ? take(*table.held) : take(table.maker->make(m_run.stop));
    }
    Done writeTables() {
        const std::vector<Table> tables = tablesOfEdition();
        const int files = static_cast<int>(tables.size()) + kCableFiles;
        Ahead<QByteArray> texts(tables.size(), atOnce(), [&](std::size_t i) {
            return withTable(tables[i], [this](const Schedule& schedule) {
                return m_run.isStopped() ? QByteArray() : csvOf(schedule, m_plain);
            });
        });
        int written = 0;
        for (const Table& table : tables) {
            m_run.tell(ReportStage::Tables, written++, files);
            const std::string name = fileNamePart(table.id) + ".csv";
            const Done saved = attempt(name, [&] {
                const QByteArray text = texts.next();
                return m_run.isStopped() ? Done(reportStopped()) : save(name, text);
            });
            if (!saved)
                return saved;
        }
        return attempt("cables.csv", [&] { return writeCables(written, files); });
    }

    /// Each row is written as soon as it is made: a list of rows that is held takes far more than its text.
    template <class MakePiece>
    std::string textOfPiece(MakePiece make, SchedulePiece piece) const {
        std::string text;
        std::optional<RowsOfEdition> shown;
        std::optional<CsvLines> lines;
        const auto show = [&](const Schedule& head) {
            shown.emplace(head.columns, m_input.edition);
            lines.emplace(shown->columns(), m_plain);
            if (piece.from == 0)
                lines->appendHeader(text);
        };
        const Schedule head = make(piece, [&](const Schedule& of, ScheduleRow& row) {
            if (!shown)
                show(of);
            shown->clear(row);
            lines->append(text, row);
        });
        if (!shown)
            show(head);
        return text;
    }
    /// The lists of cables are long: made in pieces, some at once, and written in their order under one header.
    template <class MakePiece>
    Done writeLong(const char* name, std::size_t rows, std::size_t rowsOfPiece, MakePiece make) {
        if (rows == 0)
            return done();
        Ahead<std::string> pieces((rows + rowsOfPiece - 1) / rowsOfPiece, atOnce(), [&](std::size_t i) {
            return textOfPiece(make, {i * rowsOfPiece, rowsOfPiece, m_input.edition == Edition::Internal});
        });
        const auto nextPiece = [&]() -> Result<std::optional<std::string>> {
            if (m_run.isStopped())
                return reportStopped();
            return pieces.isAtEnd() ? std::optional<std::string>() : std::optional(pieces.next());
        };
        return saveBy(name, [&nextPiece](const std::filesystem::path& path) {
            return writePieces(path, nextPiece, Links::Refuse);
        });
    }
    Done writeCables(int written, int files) {
        const Context& context = *m_input.context;
        const std::size_t cables = context.design().cables.size();
        if (cables == 0)
            return done();
        const auto tell = [&] { m_run.tell(ReportStage::Tables, written++, files); };
        tell();
        if (const Done saved =
                save("cable-summary.csv", csvOf(scheduleOfEdition(cableSummary(context), m_input.edition), m_plain));
            !saved)
            return saved;
        tell();
        if (const Done saved = writeLong(
                "cables.csv", cables, kPiece,
                [&](SchedulePiece piece, const RowTaker& take) { return cableSchedule(context, piece, take); });
            !saved)
            return saved;
        tell();
        if (const Done saved = writeLong(
                "point-to-point.csv", cables, kPiece,
                [&](SchedulePiece piece, const RowTaker& take) { return pointToPoint(context, piece, take); });
            !saved)
            return saved;
        tell();
        const Done saved =
            writeLong("port-map.csv", cabledSwitches(context), kPieceOfSwitches,
                      [&](SchedulePiece piece, const RowTaker& take) { return portMap(context, piece, take); });
        tell();
        return saved;
    }
    // A workbook holds all cables of a design of usual size; beyond, their totals, and the CSV files hold the lists.
    std::vector<std::function<Schedule()>> cablesOfWorkbook() const {
        const Context& context = *m_input.context;
        const std::size_t cables = context.design().cables.size();
        std::vector<std::function<Schedule()>> all;
        if (cables == 0)
            return all;
        all.push_back([&context] { return cableSummary(context); });
        if (cables > kCablesOfWorkbook)
            return all;
        all.push_back([&context, cables] { return cableSchedule(context, {0, cables}); });
        all.push_back([&context, cables] { return pointToPoint(context, {0, cables}); });
        all.push_back([&context] { return portMap(context, {0, cabledSwitches(context)}); });
        return all;
    }

    Done writeWorkbook() {
        return attempt("schedules.xlsx", [this] { return saveWorkbook(); });
    }
    Done saveWorkbook() {
        const std::vector<Table> tables = tablesOfEdition();
        const int count = static_cast<int>(tables.size()) + 1;
        int made = 0;
        XlsxWriter workbook;
        // No further ahead than one, since a schedule takes far more than its sheet.
        Ahead<std::optional<Schedule>> schedules(tables.size(), 1, [&](std::size_t i) {
            return tables[i].held ? std::nullopt : std::optional(tables[i].maker->make(m_run.stop));
        });
        for (const Table& table : tables) {
            if (m_run.isStopped())
                return reportStopped();
            m_run.tell(ReportStage::Tables, made++, count);
            if (std::optional<Schedule> schedule = schedules.next())
                workbook.add(std::move(*schedule), m_plain);
            else
                workbook.add(*table.held, m_plain);
        }
        m_run.tell(ReportStage::Tables, made, count);
        for (const auto& make : cablesOfWorkbook()) {
            if (m_run.isStopped())
                return reportStopped();
            workbook.add(scheduleOfEdition(make(), m_input.edition), m_plain);
        }
        if (m_run.isStopped())
            return reportStopped();
        return saveBy("schedules.xlsx", [&workbook](const std::filesystem::path& path) { return workbook.save(path); });
    }

    // Files for the scheduler; a design without a compute network has none.
    std::array<std::pair<const char*, std::string>, 4> schedulerFiles() const {
        const Context& context = *m_input.context;
        return {{{"topology-tree.conf", slurmTree(context)},
                 {"topology-block.conf", slurmBlocks(context)},
                 {"topology.yaml", slurmYaml(context)},
                 {"nccl.conf", ncclSettings(context)}}};
    }
    Done writeScheduler() {
        for (const auto& [name, text] : schedulerFiles())
            if (!text.empty())
                if (const Done written = save(name, QByteArray::fromStdString(text)); !written)
                    return written;
        return done();
    }

    // Files of the cluster and its jobs, with the runbook; a design without accelerators has none.
    std::vector<JobFile> clusterFiles() const {
        const Context& context = *m_input.context;
        std::vector<JobFile> files = jobFiles(context);
        if (std::string text = runbookMarkdown(runbookSchedule(context), m_plain); !text.empty())
            files.push_back({kRunbookFile, std::move(text)});
        return files;
    }
    Done writeJobs() {
        for (const JobFile& file : clusterFiles())
            if (const Done written = save(file.name, QByteArray::fromStdString(file.text)); !written)
                return written;
        return done();
    }
    Done saveUnlessEmpty(const std::string& name, const QByteArray& bytes) {
        return bytes.isEmpty() ? done() : save(name, bytes);
    }
    Done writeNetbox() {
        const std::vector<ExchangeFile> files = netboxSet(*m_input.context);
        int made = 0;
        for (const ExchangeFile& file : files) {
            m_run.tell(ReportStage::Tables, ++made, static_cast<int>(files.size()));
            if (const Done written = save(file.name, QByteArray::fromStdString(file.text)); !written)
                return written;
        }
        return done();
    }
    Done writeAir() {
        int number = 0;
        for (const Network& network : m_input.context->design().networks) {
            if (!hasCables(network))
                continue;
            ++number;
            const AirTopology topology = airTopology(*m_input.context, network.id);
            for (const auto& [ending, text] : {std::pair(".json", &topology.json), {".dot", &topology.dot}})
                if (const Done written =
                        saveUnlessEmpty(nameOfAir(number, network) + ending, QByteArray::fromStdString(*text));
                    !written)
                    return written;
        }
        return done();
    }

    // Sheets to print and the same list for a label printer; of a very large design the list only, which would be
    // thousands of sheets. A pattern that cannot be read is said, not replaced.
    Done writeLabels() {
        const Context& context = *m_input.context;
        const std::size_t cables = context.design().cables.size();
        const LabelPatterns patterns = labelPatterns(context);
        if (!patterns.problems.empty())
            return leftOut("labels.csv", inputError(patterns.problems.front()));
        if (const Done written =
                writeLong("labels.csv", cables, kPiece,
                          [&](SchedulePiece piece, const RowTaker& take) { return labelList(context, piece, take); });
            !written)
            return written;
        for (std::size_t from = 0; from < cables && cables <= kMostCablesOnSheets; from += kCablesOfSheets) {
            const SchedulePiece piece{from, std::min(kCablesOfSheets, cables - from)};
            const auto title = m_reading.sentence(Message("labels.sheets.title")
                                                      .with("first", static_cast<std::int64_t>(from) + 1)
                                                      .with("last", static_cast<std::int64_t>(from + piece.count)));
            const auto bytes = labelSheetsPdf(cableLabels(context, piece, patterns), m_options.paper,
                                              QString::fromStdString(title), m_input.date, m_run);
            const std::string name = nameOfSheets(from, cables);
            if (const Done written = bytes ? save(name, *bytes) : leftOut(name, bytes.error()); !written)
                return written;
        }
        return done();
    }

    Done saveDrawing(const std::string& name, const Drawing& drawing, ExportFormat format) {
        if (m_run.isStopped())
            return reportStopped();
        ++m_drawings;
        m_run.tell(ReportStage::Drawings, m_drawings, std::max(m_drawings, m_drawingsInAll));
        if (format == ExportFormat::Svg)
            return save(name + ".svg", svgOf(drawing, lightPalette()));
        if (format == ExportFormat::Dxf)
            return save(name + ".dxf", dxfOf(drawing, titleOf(drawing), blocksOf()));
        return save(name + ".png", pngOf(drawing, lightPalette(), kDotsPerMm));
    }
    DxfTitle titleOf(const Drawing& drawing) const {
        return {QString::fromStdString(m_input.context->project().name), drawing.title,
                QString::fromStdString(m_input.date)};
    }
    /// Each rack is a block of its own.
    std::map<std::uint64_t, QString> blocksOf() const {
        std::map<std::uint64_t, QString> blocks;
        for (const Rack& rack : m_input.context->design().racks)
            blocks[rack.id.value] = QString::fromStdString(rack.name);
        return blocks;
    }
    /// Along the longest row of racks of a room.
    std::optional<SectionRow> sectionOf(const Room& room) const {
        if (room.outline.size() < 3)
            return std::nullopt;
        return longestRow(m_input.context->project(), m_input.context->design(), room.id);
    }
    Done writeSections(ExportFormat format) {
        const Design& design = m_input.context->design();
        int number = 0;
        for (const Room& room : design.rooms) {
            const auto row = sectionOf(room);
            if (!row)
                continue;
            const std::string name = numberedName("section-", ++number, room.name);
            const Done written = attempt(name, [&] {
                const Drawing section = hallSectionDrawing(m_input.context->project(), design, *row, m_reading,
                                                           planRoom(drawingFormat(m_options.paper)));
                return saveDrawing(name, section, format);
            });
            if (!written)
                return written;
        }
        return done();
    }
    Done writeSingleLine(ExportFormat format) {
        const Design& design = m_input.context->design();
        const SingleLineSheets sheets = singleLineSheets(design, kPlanPaper);
        for (std::size_t i = 0; i < sheets.parts.size(); ++i) {
            const std::string name = nameOfSingleLine(i);
            const Done written = attempt(name, [&] {
                const Drawing drawing =
                    singleLineDrawing(sheets.line, design, m_input.powers, m_reading, sheets.parts[i]);
                return saveDrawing(name, drawing, format);
            });
            if (!written)
                return written;
        }
        return done();
    }
    Done writeLoops(ExportFormat format) {
        const auto sheets = loopHeights();
        const Design& design = m_input.context->design();
        const LoopDiagram diagram = sheets.empty() ? LoopDiagram() : loopDiagramOf(design);
        for (std::size_t i = 0; i < sheets.size(); ++i) {
            const std::string name = nameOfLoops(i);
            const Done written = attempt(name, [&] {
                return saveDrawing(name, loopDrawing(diagram, design, m_input.loops, m_reading, sheets[i]), format);
            });
            if (!written)
                return written;
        }
        return done();
    }
    Done writeDrawings(ExportFormat format) {
        const Project& project = m_input.context->project();
        const Design& design = m_input.context->design();
        int number = 0;
        m_drawings = 0;
        m_drawingsInAll = static_cast<int>(2 * design.rooms.size() + design.networks.size());
        for (const Room& room : design.rooms) {
            if (room.outline.size() < 3)
                continue;
            const std::string name = numberedName("plan-", ++number, room.name);
            const Done written = attempt(name, [&] {
                const QSizeF paper = planRoom(drawingFormat(m_options.paper));
                const Drawing plan = planOnPaper(project, design, room, m_input.overlay, m_reading, paper);
                return saveDrawing(name, plan, format);
            });
            if (!written)
                return written;
        }
        if (const Done sections = writeSections(format); !sections)
            return sections;
        int networks = 0;
        for (const Network& network : design.networks) {
            const Done written = attempt("network-" + fileNamePart(network.name), [&] {
                const auto drawing = fabricSheet(project, design, network, m_reading, kPlanPaper);
                if (!drawing)
                    return done();
                return saveDrawing(numberedName("network-", ++networks, network.name), *drawing, format);
            });
            if (!written)
                return written;
        }
        if (const Done written = writeSingleLine(format); !written)
            return written;
        if (const Done written = writeLoops(format); !written)
            return written;
        return attempt("elevations", [&] {
            std::vector<ElevationSubject> shown;
            for (const AlikeRacks& group : alikeRacks(project, design, m_reading))
                shown.push_back({group.racks.front(), group.caption});
            m_drawingsInAll = m_drawings + 2 * static_cast<int>((shown.size() + kRacksADrawing - 1) / kRacksADrawing);
            return shown.empty() ? done() : writeElevations(shown, format);
        });
    }
    Done writeElevations(const std::vector<ElevationSubject>& shown, ExportFormat format) {
        for (std::size_t from = 0; from < shown.size(); from += kRacksADrawing) {
            const std::vector<ElevationSubject> part(
                shown.begin() + static_cast<std::ptrdiff_t>(from),
                shown.begin() + static_cast<std::ptrdiff_t>(std::min(from + kRacksADrawing, shown.size())));
            for (const Face face : {Face::Front, Face::Rear}) {
                const std::string name = nameOfElevation(face, from);
                const Done written = attempt(name, [&] {
                    const Drawing drawing =
                        rowElevationDrawing(m_input.context->project(), m_input.context->design(), part, face,
                                            m_input.overlay, m_reading, {kElevationScale, kLeastPrint});
                    return saveDrawing(name, drawing, format);
                });
                if (!written)
                    return written;
            }
        }
        return done();
    }

    const ReportInput& m_input;
    const ReportOptions& m_options;
    std::filesystem::path m_folder;
    Texts m_plain;   ///< of tables: the point as decimal mark, no grouping
    Texts m_reading; ///< of documents and drawings
    const ReportRun& m_run;
    std::vector<Schedule> m_registers; ///< as files write them
    int m_drawings = 0, m_drawingsInAll = 0;
    bool m_hasFailed = false; ///< a file was left out by a fault of ours
    std::vector<std::filesystem::path> m_written;
    std::vector<std::string> m_unwritten; ///< each tried
    std::optional<Error> m_error;         ///< why the first of them is
    int m_failuresInRow = 0;
    std::shared_ptr<ExportTally> m_tally;
};

} // namespace

std::string volumeFile(ReportVolume volume, VolumePart part, std::size_t parts) {
    constexpr std::array<const char*, 3> kNames = {"proposal", "technical-review", "build-pack"};
    const std::string name = kNames[static_cast<std::size_t>(volume)];
    return name + (parts > 1 ? "-" + std::to_string(part.index + 1) : std::string()) + ".pdf";
}

ReportNeeds needsOf(const std::vector<ExportFormat>& formats, const std::set<ReportVolume>& volumes) {
    const auto hasAny = [&formats](std::initializer_list<ExportFormat> some) {
        return std::ranges::find_first_of(formats, some) != formats.end();
    };
    const bool hasTables = hasAny({ExportFormat::Csv, ExportFormat::Xlsx});
    const bool hasPage = hasAny({ExportFormat::Html});
    return {hasPage || hasAny({ExportFormat::Pdf}),
            hasTables,
            hasAny({ExportFormat::Svg, ExportFormat::Png, ExportFormat::Dxf}),
            false,
            hasTables || (hasAny({ExportFormat::Pdf}) && volumes.contains(ReportVolume::Review)),
            hasPage};
}

Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts) {
    ReportOptions options;
    options.paper = input.paper;
    return exportAll(input, options, folder, formats, texts);
}

Result<std::vector<std::filesystem::path>> exportAll(const ReportInput& input, const ReportOptions& options,
                                                     const std::filesystem::path& folder,
                                                     const std::vector<ExportFormat>& formats, const Texts& texts,
                                                     const ReportRun& run) {
    ExportOutcome outcome = exportFiles(input, options, folder, formats, texts, run);
    if (outcome.error)
        return std::move(*outcome.error);
    return std::move(outcome.written);
}

ExportOutcome exportFiles(const ReportInput& input, const ReportOptions& options, const std::filesystem::path& folder,
                          const std::vector<ExportFormat>& formats, const Texts& texts, const ReportRun& run,
                          const std::shared_ptr<ExportTally>& tally) {
    return Exporter(input, options, folder, texts, run, tally).run(formats);
}

std::vector<std::string> exportNames(const ReportInput& input, const ReportOptions& options,
                                     const std::vector<ExportFormat>& formats, const Texts& texts) {
    return Exporter(input, options, {}, texts, {}).names(formats);
}

Message partlyWritten(std::size_t written, const std::vector<std::string>& unwritten) {
    const auto count = static_cast<std::int64_t>(written);
    if (unwritten.empty())
        return Message("export.written").with("count", count);
    return Message(unwritten.size() == 1 ? "export.all-but" : "export.all-but-more")
        .with("count", count)
        .with("file", unwritten.front())
        .with("others", static_cast<std::int64_t>(unwritten.size()) - 1);
}

// The workbook, schedules and drawings name no project; a JSON file of figures, the volumes and the review page do.
std::optional<std::string> projectOfDocuments(const std::filesystem::path& folder) {
    if (const auto text = readWholeFile(folder / "figures.json", kLargestMarked)) {
        const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
        const QJsonValue name = all[QStringLiteral("design")].toObject()[QStringLiteral("project")];
        if (name.isString())
            return name.toString().toStdString();
    }
    for (const ReportVolume volume : kPrintedVolumes)
        for (const std::size_t parts : {std::size_t{1}, std::size_t{2}})
            if (const auto pdf = readWholeFile(folder / volumeFile(volume, {}, parts), kLargestMarked))
                return titleOfPdf(*pdf);
    const auto page = readWholeFile(folder / kReviewPageFile, kLargestMarked);
    return page ? projectOfReviewPage(*page) : std::nullopt;
}

void ExportTally::plan(std::vector<std::string> names) {
    const std::lock_guard lock(m_mutex);
    m_planned = std::move(names);
}

std::size_t ExportTally::count() const {
    const std::lock_guard lock(m_mutex);
    return m_written.size();
}

std::vector<std::string> ExportTally::left() const {
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> names;
    std::ranges::copy_if(m_planned, std::back_inserter(names), [this](const std::string& name) {
        return std::ranges::find(m_written, name) == m_written.end();
    });
    return names;
}

} // namespace rackwright
