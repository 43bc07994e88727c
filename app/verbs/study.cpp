// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/study.h"

#include "app/echo.h"
#include "app/progress_line.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "model/units/number_text.h"
#include "ui/charts/point_drawing.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/svg_writer.h"
#include "ui/study/study_folder.h"
#include "ui/study/study_slurm.h"
#include "ui/study/study_table.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ostream>
#include <thread>

namespace rackwright {

namespace {

constexpr double kStudyChartWidth = 180, kStudyChartHeight = 120; ///< mm
constexpr std::chrono::milliseconds kSlurmPause{500};             ///< between two questions to Slurm

const ArgumentSpec kStudySpec{{{"FILE", PositionalSpec::Count::Optional}},
                              {{"--recipe", "NAME"},
                               {"--size", {}},
                               {"--set", "KEY=VALUE", {}, Occurrence::Many},
                               {"--vary", "KEY=VALUES", {}, Occurrence::Many},
                               {"--sample", "N"},
                               {"--seed", "N"},
                               {"--goal", "KEY=least", {}, Occurrence::Many},
                               {"--figure", "NAME", {}, Occurrence::Many},
                               {"--to", "DIR"},
                               kForceOption,
                               {"--threads", "N"},
                               {"--slurm", {}},
                               {"--sbatch", "OPTION", {}, Occurrence::Many},
                               kOptionOption,
                               {"--resume", "DIR"},
                               {"--task", "FILE"}}};

volatile std::sig_atomic_t g_wasInterrupted = 0;
extern "C" void noteInterrupt(int) { g_wasInterrupted = 1; }

/// While it lives Ctrl+C asks the work to stop instead of ending the program.
class InterruptWatch {
public:
    InterruptWatch() {
        g_wasInterrupted = 0;
        m_before = std::signal(SIGINT, noteInterrupt);
        m_termination = std::signal(SIGTERM, noteInterrupt);
    }
    ~InterruptWatch() {
        std::signal(SIGINT, m_before);
        std::signal(SIGTERM, m_termination);
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    bool wasInterrupted() const { return g_wasInterrupted != 0; }

private:
    void (*m_before)(int);
    void (*m_termination)(int);
};

Result<std::size_t> countOption(const Arguments& arguments, std::string_view name, std::size_t otherwise, double most) {
    const auto text = arguments.option(name);
    if (!text)
        return otherwise;
    const auto number = plainNumber(*text);
    if (!number || *number < 1 || *number > most || std::floor(*number) < *number)
        return usageError(Message("study.count").with("option", name).with("value", *text).with("most", shortestDigits(most)));
    return static_cast<std::size_t>(*number);
}

Result<StudyBase> studyBase(const Arguments& arguments, const Session& session) {
    StudyBase base;
    const auto recipe = arguments.option("--recipe");
    if (recipe && arguments.has("--size"))
        return usageError(Message("study.recipe-or-size"));
    if (recipe) {
        const Result<const Recipe*> known = findRecipe(*recipe);
        if (!known)
            return known.error();
        base.maker = StudyMaker::Recipe;
        base.recipe = *recipe;
    } else if (arguments.has("--size")) {
        base.maker = StudyMaker::Sizing;
    }
    if (!arguments.positionals().empty()) {
        Result<OpenDesign> design = openDesign(arguments, session);
        if (!design)
            return design.error();
        base.option = design->option().id;
        base.design = std::move(design->document);
    } else if (base.maker == StudyMaker::Design) {
        return usageError(Message("study.of-what"));
    }
    return base;
}

// What all designs have in common is set once, where it is a setting or a field of the site by the same words as those
// that vary.
Result<Study> studyAsked(const Arguments& arguments, const Session& session) {
    Result<StudyBase> base = studyBase(arguments, session);
    if (!base)
        return base.error();
    Study study;
    std::vector<StudyAxis> axes;
    const auto isTwice = [&axes](const std::string& key) {
        return std::ranges::find(axes, key, &StudyAxis::key) != axes.end();
    };
    for (const char* option : {"--set", "--vary"})
        for (const std::string& word : arguments.all(option)) {
            const bool isFixed = std::string_view(option) == "--set";
            Result<KeyValue> pair = keyValue(word);
            if (!pair)
                return pair.error();
            Result<StudyAxis> axis = studyAxis(pair->key, isFixed ? std::string("x") : pair->value, *base, *session.domains());
            if (!axis)
                return axis.error();
            const bool isSet = std::ranges::find(base->set, pair->key, &Parameter::name) != base->set.end();
            if (isTwice(axis->key) || isSet)
                return usageError(Message("calc.key-twice").with("key", pair->key));
            if (isFixed && axis->kind == StudyKeyKind::Maker) {
                base->set.push_back({pair->key, pair->value});
                continue;
            }
            if (isFixed)
                axis->values = {pair->value};
            axes.push_back(std::move(*axis));
        }
    const Result<std::size_t> count = countOption(arguments, "--sample", 0, static_cast<double>(kMostStudyDesigns));
    const Result<std::size_t> seed = countOption(arguments, "--seed", 1, 1e15);
    if (!count || !seed)
        return !count ? count.error() : seed.error();
    if (*count > 0 && arguments.all("--vary").empty()) {
        for (StudyAxis& axis : uncertainAxes(*base, *session.domains()))
            if (!isTwice(axis.key))
                axes.push_back(std::move(axis));
        if (axes.empty())
            return usageError(Message("study.nothing-uncertain"));
    }
    if (axes.empty())
        return usageError(Message("study.vary-what"));
    if (*count > 0) {
        study.designs = sampled(axes, *count, *seed);
    } else {
        Result<std::vector<std::vector<std::string>>> all = everyCombination(axes);
        if (!all)
            return all.error();
        study.designs = std::move(*all);
    }
    for (const StudyAxis& axis : axes) {
        study.keys.push_back(axis.key);
        study.kinds.push_back(axis.kind);
    }
    for (const std::string& word : arguments.all("--goal")) {
        Result<StudyGoal> goal = studyGoal(word);
        if (!goal)
            return goal.error();
        study.goals.push_back(std::move(*goal));
    }
    if (study.goals.size() == 1)
        return usageError(Message("study.goal-count").with("most", 4));
    for (const std::string& name : arguments.all("--figure")) {
        if (const std::string plain = name.substr(0, name.find('@')); !session.domains()->findFigure(plain))
            return usageError(Message("study.no-figure").with("figure", name));
        study.figures.push_back(name);
    }
    study.base = std::move(*base);
    return study;
}

/// Sources for the threads of the work: each with a session, and so connections to the catalogue, of its own.
StudySource sourcesLike(const Session& session) {
    return [texts = session.texts(), places = session.places()]() -> Result<SizingSource> {
        auto own = std::make_shared<Session>(texts, places);
        Result<SizingSource> source = own->sizingSource();
        if (!source)
            return source;
        source->recipes.part = [own, read = source->recipes.part](std::string_view id) { return read(id); };
        return source;
    };
}

/// The program that other machines run: this one, or where a test stands for it the one beside.
std::filesystem::path programOf(const Session& session) {
    const std::filesystem::path beside = session.places().programFolder / "rackwright";
    std::error_code problem;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", problem);
    return problem || own.filename() != "rackwright" ? beside : own;
}

struct Worked {
    bool wasStopped = false;
};

Result<Worked> workHere(const StudyFolder& folder, const std::vector<StudyTask>& tasks, unsigned threads,
                        Streams& streams, Session& session) {
    InterruptWatch watch;
    std::stop_source stop;
    StudyRun run;
    run.stop = stop.get_token();
    run.threads = threads;
    std::size_t all = 0;
    for (const StudyTask& task : tasks)
        all += task.designs.size();
    ProgressLine line(streams, session.texts());
    run.tell = [&](std::size_t done) {
        if (watch.wasInterrupted())
            stop.request_stop();
        line.show(Message("study.progress").with("done", done).with("all", all));
    };
    const Done worked = workOut(
        folder.study(), tasks, sourcesLike(session), session.domains(), session.texts(),
        [&folder](const StudyTask& task, const std::vector<StudyRow>& rows) { return folder.keep(task, rows); }, run);
    if (!worked)
        return worked.error();
    return Worked{watch.wasInterrupted()};
}

// The job goes on where nobody waits for it any more; --resume collects what it has found by then.
Result<Worked> workThroughSlurm(const StudyFolder& folder, const std::vector<StudyTask>& tasks,
                                const std::vector<std::string>& options, Streams& streams, Session& session) {
    const Result<SlurmJob> job = submitted(folder, tasks, programOf(session), options);
    if (!job)
        return job.error();
    streams.err << session.texts().sentence(Message("study.submitted").with("job", job->id).with("tasks", tasks.size()))
                << '\n';
    InterruptWatch watch;
    ProgressLine line(streams, session.texts());
    std::vector<StudyTask> left = tasks;
    while (!watch.wasInterrupted()) {
        // Asked first: what ends between the two questions is then found by the next.
        const Result<bool> goesOn = isUnderWay(*job);
        if (!goesOn)
            return goesOn.error();
        std::erase_if(left, [&folder](const StudyTask& task) { return folder.found(task).has_value(); });
        line.show(Message("study.slurm-progress")
                      .with("job", job->id)
                      .with("done", tasks.size() - left.size())
                      .with("tasks", tasks.size()));
        if (!*goesOn)
            return Worked{false};
        std::this_thread::sleep_for(kSlurmPause);
    }
    streams.err << session.texts().sentence(Message("study.job-goes-on").with("job", job->id)) << '\n';
    return Worked{true};
}

struct StudyWriter {
    const StudyFolder& folder;
    const std::vector<StudyRow>& rows;
    const StudyRanks& ranks;
    Session& session;
    std::string written{}; ///< names of files

    Done write(const std::string& name, std::string_view bytes) {
        const Done done = writeAtomically(folder.path() / name, bytes, Links::Refuse);
        if (done)
            written += (written.empty() ? "" : ", ") + name;
        return done;
    }
    Done writeCharts() {
        for (const StudyChart& chart : studyCharts(folder.study(), rows, ranks, session.texts())) {
            if (chart.field.points.empty())
                continue;
            const Drawing drawing = pointDrawing(chart.field, kStudyChartWidth, kStudyChartHeight);
            const QByteArray svg = svgOf(drawing, lightPalette()), pdf = pdfOf(drawing, lightPalette());
            if (Done done = write(chart.name + ".svg", {svg.constData(), static_cast<std::size_t>(svg.size())}); !done)
                return done;
            if (Done done = write(chart.name + ".pdf", {pdf.constData(), static_cast<std::size_t>(pdf.size())}); !done)
                return done;
        }
        return done();
    }
    Done writeDesignAs(const std::string& name, const Document& document) {
        const Done done = writeDesign(folder.path() / name, document, Links::Refuse);
        if (done)
            written += (written.empty() ? "" : ", ") + name;
        return done;
    }
    // The best are made anew from their values: a table is kept of thousands, designs of ten.
    Done writeBest() {
        if (ranks.best.empty())
            return done();
        const Result<SizingSource> source = session.sizingSource();
        if (!source)
            return source.error();
        const Study& study = folder.study();
        StudyWorker worker(study, *source, session.domains(), session.texts());
        std::vector<Document> documents;
        for (const std::size_t row : ranks.best) {
            Result<Document> made = worker.make(study.designs[rows[row].design - 1]);
            if (!made)
                return made.error();
            documents.push_back(std::move(*made));
        }
        const std::string name = session.texts().text("study.project");
        if (!study.variesProject()) {
            const Result<Document> project = bestProject(study, ranks, rows, documents, name);
            return project ? writeDesignAs("best.rkw.json", *project) : Done(project.error());
        }
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const std::string number = std::to_string(i + 1);
            Project named = *documents[i].project;
            named.name = name + " " + optionNameOf(study, rows[ranks.best[i]]);
            documents[i].project = std::make_shared<const Project>(std::move(named));
            if (Done done = writeDesignAs("best-" + std::string(number.size() < 2 ? "0" : "") + number + ".rkw.json", documents[i]); !done)
                return done;
        }
        return done();
    }
};

std::string bestText(const Study& study, const std::vector<StudyRow>& rows, const StudyRanks& ranks, const Texts& texts) {
    std::vector<Align> columns{Align::Right, Align::Right};
    std::vector<std::string> header{texts.text("study.column.best"), texts.text("study.column.design")};
    for (const std::string& key : study.keys) {
        columns.push_back(Align::Left);
        header.push_back(key);
    }
    for (const StudyGoal& goal : ranks.goals) {
        columns.push_back(Align::Right);
        header.push_back(studyTitle(goal.key, texts));
    }
    columns.push_back(Align::Right);
    header.push_back(studyTitle("errors", texts));
    TextTable table(columns, 2);
    table.add(header);
    const auto cell = [&texts](const StudyFigure* figure) {
        return figure ? texts.figure(figure->value, figure->unit, 1) : std::string();
    };
    for (std::size_t i = 0; i < ranks.best.size(); ++i) {
        const StudyRow& row = rows[ranks.best[i]];
        std::vector<std::string> cells{std::to_string(i + 1), std::to_string(row.design)};
        for (const std::string& value : study.designs[row.design - 1])
            cells.push_back(onOneLine(value));
        for (const StudyGoal& goal : ranks.goals)
            cells.push_back(cell(row.find(goal.key)));
        cells.push_back(cell(row.find("errors")));
        table.add(std::move(cells));
    }
    return table.text();
}

int tellStudy(const StudyFolder& folder, Streams& streams, Session& session) {
    const Texts& texts = session.texts();
    const std::vector<StudyRow> rows = folder.rows();
    const StudyRanks ranks = ranked(folder.study(), rows);
    if (const Done known = checkGoals(ranks.goals, rows); !known)
        return refused(known.error(), streams, session);
    StudyWriter writer{folder, rows, ranks, session};
    Done written = writer.write("study.csv", studyTable(folder.study(), rows, ranks));
    if (written)
        written = writer.writeCharts();
    if (written)
        written = writer.writeBest();
    if (!written)
        return refused(written.error(), streams, session);
    const auto failed = std::ranges::count_if(rows, [](const StudyRow& row) { return !row.error.empty(); });
    const auto first = std::ranges::count(ranks.fronts, std::size_t{1});
    streams.out << texts.sentence(Message("study.done")
                                      .with("designs", std::ssize(rows) - failed)
                                      .with("all", rows.size())
                                      .with("front", std::int64_t{first}))
                << '\n';
    if (failed > 0) {
        const auto example = std::ranges::find_if(rows, [](const StudyRow& row) { return !row.error.empty(); });
        streams.out << texts.sentence(Message("study.failed")
                                          .with("failed", std::int64_t{failed})
                                          .with("design", example->design)
                                          .with("error", example->error))
                    << '\n';
    }
    if (!ranks.best.empty())
        streams.out << '\n' << bestText(folder.study(), rows, ranks, texts);
    streams.out << '\n'
                << texts.sentence(Message("study.written")
                                      .with("folder", shownPath(folder.path()))
                                      .with("files", writer.written))
                << '\n';
    if (folder.study().variesProject() && !ranks.best.empty())
        streams.out << texts.text("study.best-apart") << '\n';
    return failed == std::ssize(rows) ? kExitWrong : kExitDone;
}

int workOnStudy(const StudyFolder& folder, const Arguments& arguments, Streams& streams, Session& session) {
    const Result<std::size_t> threads = countOption(arguments, "--threads", 0, 1024);
    if (!threads)
        return refused(threads.error(), streams, session);
    if (const std::vector<StudyTask> left = folder.missing(); !left.empty()) {
        const Result<Worked> worked =
            arguments.has("--slurm")
                ? workThroughSlurm(folder, left, arguments.all("--sbatch"), streams, session)
                : workHere(folder, left, static_cast<unsigned>(*threads), streams, session);
        if (!worked)
            return refused(worked.error(), streams, session);
        if (const std::size_t missing = folder.missing().size(); missing > 0) {
            streams.err << session.texts().sentence(Message(worked->wasStopped ? "study.stopped" : "study.missing")
                                                        .with("missing", missing)
                                                        .with("tasks", folder.tasks().size())
                                                        .with("folder", shownPath(folder.path())))
                        << '\n';
            return kExitFindings;
        }
    }
    return tellStudy(folder, streams, session);
}

int runTask(const std::string& file, Streams& streams, Session& session) {
    const auto place = StudyFolder::taskOf(file);
    if (!place)
        return refused(place.error(), streams, session);
    const Result<StudyFolder> folder = StudyFolder::open(place->first);
    if (!folder)
        return refused(folder.error(), streams, session);
    if (place->second > folder->tasks().size())
        return refused(usageError(Message("study.no-task").with("file", file)), streams, session);
    const StudyTask& task = folder->tasks()[place->second - 1];
    const Result<Worked> worked = workHere(*folder, {task}, 1, streams, session);
    if (!worked)
        return refused(worked.error(), streams, session);
    if (worked->wasStopped && !folder->found(task))
        return kExitFindings;
    streams.out << session.texts().sentence(Message("study.task-done").with("file", file).with("designs", task.designs.size()))
                << '\n';
    return kExitDone;
}

} // namespace

int runStudy(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kStudySpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    if (const auto file = arguments->option("--task"))
        return runTask(*file, streams, session);
    if (const auto path = arguments->option("--resume")) {
        const Result<StudyFolder> folder = StudyFolder::open(*path);
        return folder ? workOnStudy(*folder, *arguments, streams, session) : refused(folder.error(), streams, session);
    }
    const auto path = arguments->option("--to");
    if (!path)
        return refused(usageError(Message("arguments.option-missing").with("option", "--to").with("value", "DIR")), streams,
                       session);
    Result<Study> study = studyAsked(*arguments, session);
    if (!study)
        return refused(study.error(), streams, session);
    const Result<StudyFolder> folder = StudyFolder::make(
        *path, std::move(*study),
        arguments->has("--force") ? StudyFolder::WhenOther::Replace : StudyFolder::WhenOther::Refuse);
    return folder ? workOnStudy(*folder, *arguments, streams, session) : refused(folder.error(), streams, session);
}

} // namespace rackwright
