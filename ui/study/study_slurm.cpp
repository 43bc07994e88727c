// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_slurm.h"

#include "model/file/disk.h"

#include <QProcess>

namespace rackwright {

namespace {

constexpr int kPatience = 60'000; ///< ms that a command of Slurm may take

std::string quotedForShell(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

struct Answered {
    int code = 0;
    std::string out, err;
};
Result<Answered> answerOf(const QString& command, const QStringList& words) {
    QProcess process;
    process.start(command, words);
    if (!process.waitForStarted(kPatience))
        return systemError(Message("study.no-slurm").with("command", command.toStdString()));
    if (!process.waitForFinished(kPatience))
        return systemError(Message("study.slurm-silent").with("command", command.toStdString()));
    return Answered{process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                    process.readAllStandardOutput().trimmed().toStdString(),
                    process.readAllStandardError().trimmed().toStdString()};
}

} // namespace

std::string arrayScript(const StudyFolder& folder, const std::filesystem::path& program) {
    const std::string path = std::filesystem::absolute(folder.path()).string();
    return "#!/bin/sh\n"
           "#SBATCH --job-name=rackwright-study\n"
           "#SBATCH --ntasks=1\n"
           "#SBATCH --cpus-per-task=1\n"
           "# Element N works out the designs of tasks/000N.csv and writes results/000N.csv.\n"
           "folder=" +
           quotedForShell(path) + "\nexec " + quotedForShell(program.string()) +
           " study --task \"$folder/tasks/$(printf %04d \"$SLURM_ARRAY_TASK_ID\").csv\" "
           ">\"$folder/log/$SLURM_ARRAY_TASK_ID.txt\" 2>&1\n";
}

std::string arrayIndices(const std::vector<StudyTask>& tasks) {
    std::string text;
    for (std::size_t i = 0; i < tasks.size();) {
        std::size_t end = i;
        while (end + 1 < tasks.size() && tasks[end + 1].number == tasks[end].number + 1)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(tasks[i].number);
        if (end > i)
            text += "-" + std::to_string(tasks[end].number);
        i = end + 1;
    }
    return text;
}

Result<SlurmJob> submitted(const StudyFolder& folder, const std::vector<StudyTask>& tasks,
                           const std::filesystem::path& program, const std::vector<std::string>& options) {
    const std::filesystem::path script = folder.path() / "array.sh";
    std::error_code problem;
    if (!std::filesystem::create_directories(folder.path() / "log", problem) && problem)
        return systemError(
            Message("study.cannot-make").with("folder", shownPath(folder.path() / "log")).with("reason", problem.message()));
    if (const Done written = writeAtomically(script, arrayScript(folder, program), Links::Refuse); !written)
        return written.error();
    // What Slurm itself writes of an element says no more than its log.
    QStringList words{QStringLiteral("--parsable"), QStringLiteral("--output=/dev/null"),
                      QStringLiteral("--array=") + QString::fromStdString(arrayIndices(tasks))};
    for (const std::string& option : options)
        words << QString::fromStdString(option);
    words << QString::fromStdString(script.string());
    const Result<Answered> answer = answerOf(QStringLiteral("sbatch"), words);
    if (!answer)
        return answer.error();
    // "12" or "12;cluster".
    const std::string id = answer->out.substr(0, answer->out.find(';'));
    if (answer->code != 0 || id.empty() || id.find_first_not_of("0123456789") != std::string::npos)
        return systemError(Message("study.slurm-refused").with("said", answer->err.empty() ? answer->out : answer->err));
    return SlurmJob{id};
}

Result<bool> isUnderWay(const SlurmJob& job) {
    const Result<Answered> answer = answerOf(
        QStringLiteral("squeue"), {QStringLiteral("--noheader"), QStringLiteral("--jobs=") + QString::fromStdString(job.id),
                                   QStringLiteral("--format=%i")});
    if (!answer)
        return answer.error();
    // Jobs that ended long ago are not known any more.
    if (answer->code != 0 && answer->err.find("Invalid job id") != std::string::npos)
        return false;
    if (answer->code != 0)
        return systemError(Message("study.slurm-refused").with("said", answer->err));
    return !answer->out.empty();
}

} // namespace rackwright
