// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_folder.h"

#include "model/base/check.h"
#include "model/base/memory_use.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace rackwright {

namespace {

// Enough tasks for the cores of a large machine, as few as a program has to be started for, and no more than a job array
// of Slurm has elements by default (1001).
constexpr std::size_t kMostTasks = 256, kUsualTasks = 64, kUsualDesigns = 8;
constexpr const char* kStudyFile = "study.json";
constexpr const char* kBaseFile = "base.rkw.json";
constexpr const char* kResultHeader = "design,key,unit,low,typical,high,unknown,terms,grade,error\r\n";
constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;

std::string fourDigits(std::size_t number) {
    std::string digits = std::to_string(number);
    return digits.size() < 4 ? std::string(4 - digits.size(), '0') + digits : digits;
}

std::filesystem::path resultFile(const std::filesystem::path& folder, std::size_t task) {
    return folder / "results" / (fourDigits(task) + ".csv");
}

QString fromText(const std::string& text) { return QString::fromStdString(text); }
std::string asText(const QJsonValue& value) { return value.toString().toStdString(); }

std::string studyJson(const Study& study) {
    QJsonArray set, keys, goals, figures;
    for (const Parameter& each : study.base.set)
        set.append(QJsonObject{{QStringLiteral("key"), fromText(each.name)}, {QStringLiteral("value"), fromText(each.value)}});
    for (std::size_t i = 0; i < study.keys.size(); ++i)
        keys.append(QJsonObject{{QStringLiteral("key"), fromText(study.keys[i])},
                                {QStringLiteral("kind"), static_cast<int>(study.kinds[i])}});
    for (const StudyGoal& goal : study.goals)
        goals.append(fromText(goal.key + (goal.isMost ? "=most" : "=least")));
    for (const std::string& figure : study.figures)
        figures.append(fromText(figure));
    const QJsonObject object{{QStringLiteral("format"), QStringLiteral("rackwright study")},
                             {QStringLiteral("version"), 1},
                             {QStringLiteral("maker"), fromText(std::string(enumName(study.base.maker)))},
                             {QStringLiteral("recipe"), fromText(study.base.recipe)},
                             {QStringLiteral("option"), QString::number(study.base.option)},
                             {QStringLiteral("hasBase"), study.base.design.has_value()},
                             {QStringLiteral("designs"), static_cast<qint64>(study.designs.size())},
                             {QStringLiteral("set"), set},
                             {QStringLiteral("keys"), keys},
                             {QStringLiteral("goals"), goals},
                             {QStringLiteral("figures"), figures}};
    return QJsonDocument(object).toJson().toStdString();
}

std::string taskText(const Study& study, const StudyTask& task) {
    std::vector<std::string> header{"design"};
    header.insert(header.end(), study.keys.begin(), study.keys.end());
    std::string text = csvLine(header);
    for (const std::size_t design : task.designs) {
        std::vector<std::string> cells{std::to_string(design)};
        const std::vector<std::string>& values = study.designs[design - 1];
        cells.insert(cells.end(), values.begin(), values.end());
        text += csvLine(cells);
    }
    return text;
}

Error damaged(const std::filesystem::path& file) {
    return inputError(Message("study.damaged").with("file", shownPath(file)));
}

Result<Study> studyOf(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / kStudyFile;
    const Result<std::string> text = readWholeFile(file, kLargestFile);
    if (!text)
        return inputError(Message("study.no-folder").with("folder", shownPath(folder)));
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    const auto maker = enumFromName<StudyMaker>(asText(object[QStringLiteral("maker")]));
    const qint64 designs = object[QStringLiteral("designs")].toInteger();
    if (object[QStringLiteral("format")] != QStringLiteral("rackwright study") ||
        object[QStringLiteral("version")].toInt() != 1 || !maker || designs < 1 ||
        designs > static_cast<qint64>(kMostStudyDesigns))
        return damaged(file);
    Study study;
    study.base.maker = *maker;
    study.base.recipe = asText(object[QStringLiteral("recipe")]);
    study.base.option = object[QStringLiteral("option")].toString().toULongLong();
    for (const QJsonValue each : object[QStringLiteral("set")].toArray())
        study.base.set.push_back({asText(each[QStringLiteral("key")]), asText(each[QStringLiteral("value")])});
    for (const QJsonValue each : object[QStringLiteral("keys")].toArray()) {
        const int kind = each[QStringLiteral("kind")].toInt(-1);
        if (kind < 0 || kind > static_cast<int>(StudyKeyKind::Site))
            return damaged(file);
        study.keys.push_back(asText(each[QStringLiteral("key")]));
        study.kinds.push_back(static_cast<StudyKeyKind>(kind));
    }
    for (const QJsonValue each : object[QStringLiteral("goals")].toArray()) {
        const std::string goal = asText(each);
        const std::size_t sign = goal.rfind('=');
        study.goals.push_back({goal.substr(0, sign), sign != std::string::npos && goal.substr(sign) == "=most"});
    }
    for (const QJsonValue each : object[QStringLiteral("figures")].toArray())
        study.figures.push_back(asText(each));
    study.designs.resize(static_cast<std::size_t>(designs));
    if (object[QStringLiteral("hasBase")].toBool()) {
        Result<Document> design = readDesign(folder / kBaseFile);
        if (!design)
            return design.error();
        if (!findOption(*design->project, study.base.option))
            return damaged(file);
        study.base.design = std::move(*design);
    }
    return study;
}

Done readTask(const std::filesystem::path& file, Study& study, const StudyTask& task) {
    const Result<std::string> text = readWholeFile(file, kLargestFile);
    if (!text)
        return text.error();
    const Result<std::vector<CsvRecord>> records = readCsv(*text);
    if (!records || records->size() != task.designs.size() + 1)
        return damaged(file);
    for (std::size_t i = 0; i < task.designs.size(); ++i) {
        const std::vector<std::string>& cells = (*records)[i + 1].cells;
        if (cells.size() != study.keys.size() + 1 || cells.front() != std::to_string(task.designs[i]))
            return damaged(file);
        study.designs[task.designs[i] - 1].assign(cells.begin() + 1, cells.end());
    }
    return done();
}

std::optional<Value> valueOf(const std::vector<std::string>& cells) {
    std::vector<double> numbers;
    for (std::size_t i = 3; i < 9; ++i) {
        const auto number = plainNumber(cells[i]);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    const auto grade = static_cast<Grade>(static_cast<int>(numbers[5]));
    if (!(numbers[4] >= 1) || !(numbers[3] >= 0))
        return std::nullopt;
    const auto unknown = static_cast<std::int64_t>(numbers[3]), terms = static_cast<std::int64_t>(numbers[4]);
    if (unknown >= terms)
        return Value::unknown(grade).withTerms(terms);
    const Value known = Value::range(numbers[0], numbers[1], numbers[2], grade);
    return unknown == 0 ? known.withTerms(terms)
                        : known.withTerms(terms - unknown) + Value::unknown(grade).withTerms(unknown);
}

std::string resultText(const std::vector<StudyRow>& rows) {
    std::string text = kResultHeader;
    for (const StudyRow& row : rows) {
        const std::string design = std::to_string(row.design);
        if (!row.error.empty() || row.figures.empty())
            text += csvLine({design, {}, {}, {}, {}, {}, {}, {}, {}, row.error});
        for (const StudyFigure& figure : row.figures) {
            const Value& value = figure.value;
            text += csvLine({design, figure.key, figure.unit, shortestDigits(value.low()),
                             shortestDigits(value.typical()), shortestDigits(value.high()),
                             std::to_string(value.unknownTerms()), std::to_string(value.terms()),
                             std::to_string(static_cast<int>(value.grade())), {}});
        }
    }
    return text;
}

} // namespace

std::vector<StudyTask> tasksFor(std::size_t count) {
    const auto share = [count](std::size_t tasks) { return (count + tasks - 1) / tasks; };
    const std::size_t each = std::max(share(kMostTasks), std::min(kUsualDesigns, share(kUsualTasks)));
    std::vector<StudyTask> tasks;
    for (std::size_t design = 1; design <= count; ++design) {
        if (tasks.empty() || tasks.back().designs.size() == each)
            tasks.push_back({tasks.size() + 1, {}});
        tasks.back().designs.push_back(design);
    }
    return tasks;
}

std::filesystem::path StudyFolder::taskFile(const StudyTask& task) const {
    return m_path / "tasks" / (fourDigits(task.number) + ".csv");
}

Result<std::pair<std::filesystem::path, std::size_t>> StudyFolder::taskOf(const std::filesystem::path& file) {
    const auto number = plainNumber(file.stem().string());
    std::error_code problem;
    const std::filesystem::path whole = std::filesystem::absolute(file, problem);
    if (problem || !number || *number < 1 || *number > static_cast<double>(kMostTasks) ||
        whole.parent_path().filename() != "tasks")
        return usageError(Message("study.no-task").with("file", shownPath(file)));
    return std::pair(whole.parent_path().parent_path(), static_cast<std::size_t>(*number));
}

Result<StudyFolder> StudyFolder::make(const std::filesystem::path& path, Study study, WhenOther whenOther) {
    StudyFolder folder;
    folder.m_path = path;
    folder.m_tasks = tasksFor(study.designs.size());
    folder.m_study = std::move(study);
    std::error_code problem;
    const bool isThere = std::filesystem::exists(path / kStudyFile, problem);
    if (!isThere && std::filesystem::exists(path, problem) && !std::filesystem::is_empty(path, problem))
        return usageError(Message("study.folder-holds-other").with("folder", shownPath(path)));
    if (isThere) {
        const Result<StudyFolder> other = open(path);
        const bool isSame = other && studyJson(other->m_study) == studyJson(folder.m_study) &&
                            other->m_study.designs == folder.m_study.designs &&
                            other->m_study.base.design.has_value() == folder.m_study.base.design.has_value() &&
                            (!folder.m_study.base.design ||
                             *other->m_study.base.design->project == *folder.m_study.base.design->project);
        if (isSame)
            return folder;
        if (whenOther == WhenOther::Refuse)
            return usageError(Message("study.folder-of-other").with("folder", shownPath(path)));
        std::filesystem::remove_all(path / "tasks", problem);
        std::filesystem::remove_all(path / "results", problem);
    }
    for (const char* part : {"tasks", "results"})
        if (!std::filesystem::create_directories(path / part, problem) && problem)
            return systemError(Message("study.cannot-make").with("folder", shownPath(path)).with("reason", problem.message()));
    if (folder.m_study.base.design)
        if (Done written = writeDesign(path / kBaseFile, *folder.m_study.base.design, Links::Refuse); !written)
            return written.error();
    for (const StudyTask& task : folder.m_tasks)
        if (Done written = writeAtomically(folder.taskFile(task), taskText(folder.m_study, task), Links::Refuse); !written)
            return written.error();
    // Last, so that a folder with it is whole.
    if (Done written = writeAtomically(path / kStudyFile, studyJson(folder.m_study), Links::Refuse); !written)
        return written.error();
    return folder;
}

Result<StudyFolder> StudyFolder::open(const std::filesystem::path& path) {
    Result<Study> study = studyOf(path);
    if (!study)
        return study.error();
    StudyFolder folder;
    folder.m_path = path;
    folder.m_study = std::move(*study);
    folder.m_tasks = tasksFor(folder.m_study.designs.size());
    for (const StudyTask& task : folder.m_tasks)
        if (Done read = readTask(folder.taskFile(task), folder.m_study, task); !read)
            return read.error();
    return folder;
}

std::optional<std::vector<StudyRow>> StudyFolder::found(const StudyTask& task) const {
    const Result<std::string> text = readWholeFile(resultFile(m_path, task.number), kLargestFile);
    const Result<std::vector<CsvRecord>> records = text ? readCsv(*text) : Result<std::vector<CsvRecord>>(text.error());
    if (!records || records->empty())
        return std::nullopt;
    std::vector<StudyRow> rows;
    for (std::size_t i = 1; i < records->size(); ++i) {
        const std::vector<std::string>& cells = (*records)[i].cells;
        if (cells.size() != 10)
            return std::nullopt;
        if (rows.empty() || std::to_string(rows.back().design) != cells.front()) {
            if (rows.size() == task.designs.size() || cells.front() != std::to_string(task.designs[rows.size()]))
                return std::nullopt;
            rows.push_back({task.designs[rows.size()], {}, {}});
        }
        if (cells[1].empty()) {
            rows.back().error = cells[9];
            continue;
        }
        const auto value = valueOf(cells);
        if (!value)
            return std::nullopt;
        rows.back().figures.push_back({cells[1], cells[2], *value});
    }
    return rows.size() == task.designs.size() ? std::optional(std::move(rows)) : std::nullopt;
}

Done StudyFolder::keep(const StudyTask& task, const std::vector<StudyRow>& rows) const {
    return writeAtomically(resultFile(m_path, task.number), resultText(rows), Links::Refuse);
}

std::vector<StudyTask> StudyFolder::missing() const {
    std::vector<StudyTask> tasks;
    for (const StudyTask& task : m_tasks)
        if (!found(task))
            tasks.push_back(task);
    return tasks;
}

std::vector<StudyRow> StudyFolder::rows() const {
    std::vector<StudyRow> all;
    for (const StudyTask& task : m_tasks)
        if (auto rows = found(task))
            std::ranges::move(*rows, std::back_inserter(all));
    return all;
}

Done workOut(const Study& study, const std::vector<StudyTask>& tasks, const StudySource& source,
             const DomainsPtr& domains, const Texts& texts,
             const std::function<Done(const StudyTask&, std::vector<StudyRow>)>& keep, const StudyRun& run) {
    std::mutex lock;
    std::optional<Error> problem;
    std::size_t worked = 0;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> hasFailed{false};
    const auto fail = [&](Error error) {
        const std::scoped_lock hold(lock);
        hasFailed = true;
        if (!problem)
            problem = std::move(error);
    };
    const auto isOver = [&] { return run.stop.stop_requested() || hasFailed.load(); };
    const auto workOne = [&] {
        Result<SizingSource> own = source();
        if (!own)
            return fail(own.error());
        StudyWorker worker(study, std::move(*own), domains, texts);
        while (!isOver()) {
            const std::size_t index = next.fetch_add(1);
            if (index >= tasks.size())
                return;
            std::vector<StudyRow> rows;
            for (const std::size_t design : tasks[index].designs) {
                if (isOver())
                    return;
                rows.push_back(worker.row(design, study.designs[design - 1]));
                const std::scoped_lock hold(lock);
                ++worked;
                if (run.tell)
                    run.tell(worked);
            }
            const std::scoped_lock hold(lock);
            if (const Done kept = keep(tasks[index], std::move(rows)); !kept && !problem) {
                hasFailed = true;
                problem = kept.error();
            }
        }
    };
    const std::size_t wanted = run.threads > 0 ? run.threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(wanted, tasks.size()); ++i)
        threads.emplace_back([&] {
            if (const Done ended = guarded("study", workOne); !ended)
                fail(ended.error());
        });
    threads.clear(); // waits
    return problem ? Done(*problem) : done();
}

} // namespace rackwright
