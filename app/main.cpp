// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/studio.h"
#include "model/base/memory_use.h"

#include <QApplication>
#include <QGuiApplication>
#include <QHashSeed>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace rackwright;

// Nothing is shown, so that a missing folder for sockets of a session concerns nobody.
void printQtMessage(QtMsgType, const QMessageLogContext&, const QString& text) {
    if (!text.startsWith(QStringLiteral("QStandardPaths: XDG_RUNTIME_DIR")))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

// Qt ends the program by a signal where there is no room for its plugins: that is known before it begins.
void askForRoomOfQt() {
    constexpr std::size_t kRoom = std::size_t{16} << 20;
    void* const room = ::mmap(nullptr, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        throw std::bad_alloc();
    ::munmap(room, kRoom);
}

// Verbs draw into files, never on a screen, so that they look the same with and without one.
std::unique_ptr<QCoreApplication> application(int& argc, char** argv, const Verb* verb) {
    if (!verb || verb->needs == Verb::Needs::Core)
        return std::make_unique<QCoreApplication>(argc, argv);
    // A PDF orders its fonts by Qt's hashes: with a fixed seed the same design gives the same bytes in every run.
    QHashSeed::setDeterministicGlobalSeed();
    askForRoomOfQt();
    qInstallMessageHandler(printQtMessage);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QGuiApplication>(argc, argv);
}

// Qt ends the program when there is no display; a sentence is better.
bool hasDisplay() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

// Qt takes over the locale of the system, also for the numbers that C libraries write into files.
void printNumbersWithThePoint() { std::setlocale(LC_NUMERIC, "C"); }

// Memory that is not enough for what was asked ends that action, not the program and the work in it.
class StudioApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::bad_alloc&) {
            std::fputs("rackwright: the memory is not enough for what was asked; nothing of it was done\n", stderr);
            return false;
        }
    }
};

int runWindow(int& argc, char** argv, const std::string& file) {
    askForRoomOfQt();
    StudioApplication application(argc, argv);
    printNumbersWithThePoint();
    QCoreApplication::setApplicationName(QStringLiteral("rackwright"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Rackwright"));
    Session session(Texts::of("en", NumberFormat::ofLocale("en")), Places::ofProgram());
    return runStudio(application, session, file);
}

int tellNoMemory() {
    constexpr std::string_view kNoMemory = "rackwright: internal error: not enough memory to go on\n";
    (void)!::write(STDERR_FILENO, kNoMemory.data(), kNoMemory.size()); // takes no memory itself
    return kExitInternal;
}

int runVerb(const std::vector<std::string>& words) {
    Streams streams{std::cin, std::cout, std::cerr, ::isatty(STDERR_FILENO) ? &std::cerr : nullptr};
    Session session(Texts::of("en"), Places::ofProgram());
    const int code = runCommandLine(words, streams, session);
    // An answer that did not get out (a full disk, a closed pipe) is none.
    if (std::cout.flush())
        return code;
    std::cerr << "rackwright: standard output could not be written: the answer is not whole. Check the free space of "
                 "what it goes to and run this again.\n";
    return code == 0 ? 2 : code;
}

int runProgram(int argc, char** argv) {
    shareMemoryPools();
    loadUnwinder();
    std::signal(SIGXFSZ, SIG_IGN); // a file that may grow no further is a write that failed, and told like one
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (const auto file = studioFile(words); file && hasDisplay())
        return runWindow(argc, argv, *file);
    const auto app = application(argc, argv, verbOf(words));
    printNumbersWithThePoint();
    QCoreApplication::setApplicationName(QStringLiteral("rackwright"));
    try {
        return runVerb(words);
    } catch (const std::bad_alloc&) {
        // The end of Qt's application reads fonts once more, for which there may be no memory either.
        ::_exit(tellNoMemory());
    }
}

} // namespace

int main(int argc, char** argv) {
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        return tellNoMemory();
    }
}
