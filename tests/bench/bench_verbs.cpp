// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long each verb on a file takes on a design of the cluster recipe, with its processor time and the most
// memory that it held: solve, diff, and export in each format alone. It judges nothing:
// bench_verbs RACKWRIGHT [ACCELERATORS].
#include <QTemporaryDir>

#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// False when the program could not be run or refused.
bool timed(const std::string& what, std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        if (const int nothing = ::open("/dev/null", O_WRONLY); nothing >= 0)
            ::dup2(nothing, STDOUT_FILENO);
        ::execv(arguments.front(), arguments.data());
        ::_exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || ::wait4(child, &status, 0, &used) != child)
        return false;
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("  %-16s %7.2f s (processor %6.2f s) %7.0f MB\n", what.c_str(), wall,
                seconds(used.ru_utime) + seconds(used.ru_stime), static_cast<double>(used.ru_maxrss) / 1024);
    std::fflush(stdout);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2)
        return std::fputs("usage: bench_verbs RACKWRIGHT [ACCELERATORS]\n", stderr), 2;
    const std::string program = argv[1], accelerators = argc > 2 ? argv[2] : "131072";
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("design.rkw")).toStdString();
    const std::string out = folder.filePath(QStringLiteral("out")).toStdString();
    std::printf("%s accelerators\n", accelerators.c_str());
    bool isDone = timed("new", {program, "new", "--recipe", "cluster", "--set", "accelerators=" + accelerators, "--set",
                                "node=nv-dgx-h200", "-o", file}) &&
                  timed("solve", {program, "solve", file}) && timed("diff", {program, "diff", file, file});
    for (const char* format : {"slurm", "labels", "csv", "xlsx", "svg", "png", "json", "pdf"})
        isDone = isDone &&
                 timed(std::string("export ") + format, {program, "export", file, "--to", out, "--formats", format});
    return isDone ? 0 : 1;
}
