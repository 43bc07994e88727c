// SPDX-License-Identifier: GPL-3.0-or-later
// The session guards the work of the person: when a check of the model fails, the program ends with all that was
// recorded on the disk.
#include "app/session.h"
#include "model/file/design_text.h"
#include "model/file/recovery_journal.h"
#include "model/project/history.h"
#include "solvers/engine/setting_text.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rackwright;
namespace fs = std::filesystem;

namespace {

// So much in all that the journal's thread is still busy with it when the check fails.
constexpr std::size_t kManyTexts = 84;

Document described(const Document& base, const std::string& text) {
    auto project = std::make_shared<Project>(*base.project);
    project->description = text;
    return {project, base.nextId + 1};
}

/// With long statements, each as long as a text may be.
Document longWinded(const Document& base, char letter) {
    auto project = std::make_shared<Project>(*base.project);
    std::uint64_t next = base.nextId;
    for (std::size_t i = 0; i < kManyTexts; ++i) {
        Assumption row;
        row.id = {next++};
        row.number = static_cast<std::int64_t>(i) + 1;
        row.statement = std::string(100'000, letter);
        project->assumptions = project->assumptions.with(std::move(row));
    }
    return {project, next};
}

/// Runs `work` in a child process whose messages go to `messages`; its status as waitpid() gives it.
template <class Work>
int statusOfChild(const fs::path& messages, Work work) {
    std::fflush(nullptr);
    const ::pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        const ::rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        const int file = ::open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || ::dup2(file, STDERR_FILENO) < 0)
            ::_exit(3);
        work();
        ::_exit(4);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

[[noreturn]] void failACheck(const Document& document) {
    History(document).jumpTo(99);
    ::_exit(5);
}

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private Q_SLOTS:
    void aFailedCheckLeavesTheWholeJournal() {
        const Document base = emptyDocument("hall");
        const Document last = longWinded(base, 'x');
        const int status = statusOfChild(path("messages"), [&] {
            Session session(Texts::of("en"));
            if (!session.startJournal(path("journal"), base, "hash"))
                return;
            session.journal()->record(described(base, "first"));
            session.journal()->record(last);
            failACheck(base);
        });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGABRT);
        const std::string told = contents(path("messages"));
        QVERIFY2(told.find("a jump leads to a step of the list") != std::string::npos, told.c_str());
        const auto found = recovered(path("journal"), base, "hash");
        QVERIFY(found);
        QCOMPARE(found->lost, std::size_t(0));
        QCOMPARE(designText(found->document), designText(last));
    }

    void aCheckThatFailsAfterTheSessionEndsInOrder() {
        const Document base = emptyDocument("hall");
        const int status = statusOfChild(path("messages"), [&] {
            {
                Session session(Texts::of("en"));
                if (!session.startJournal(path("journal"), base, "hash"))
                    return;
                session.journal()->discard();
            }
            failACheck(base);
        });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGABRT);
        QVERIFY(!fs::exists(path("journal")));
    }

    void theNewestJournalIsTheOneThatIsKept() {
        const Document base = emptyDocument("hall");
        const Document last = longWinded(base, 'y');
        const int status = statusOfChild(path("messages"), [&] {
            Session session(Texts::of("en"));
            if (!session.startJournal(path("one"), base, "1") || !session.startJournal(path("two"), base, "2"))
                return;
            session.journal()->record(last);
            failACheck(base);
        });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(recovered(path("one"), base, "1")->changes, std::size_t(0));
        QCOMPARE(designText(recovered(path("two"), base, "2")->document), designText(last));
    }

    // A setting or field that nobody reads would look as if it did something.
    void keysThatNobodyKnowsAreRefused_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("nearest"); // empty: it is read
        QTest::newRow("a setting") << "power.peak-ratio" << QString() << QString();
        QTest::newRow("a mistyped setting") << "power.peak-rato" << QString() << "power.peak-ratio";
        QTest::newRow("a picture of a plan") << "underlay.picture:00ff" << QString() << QString();
        QTest::newRow("a field") << QString() << "site.altitude" << QString();
        QTest::newRow("a mistyped field") << QString() << "site.altitud"
                                          << "site.altitude";
    }
    void keysThatNobodyKnowsAreRefused() {
        QFETCH(QString, setting);
        QFETCH(QString, field);
        QFETCH(QString, nearest);
        const Document base = emptyDocument("hall");
        auto project = std::make_shared<Project>(*base.project);
        if (!setting.isEmpty())
            project->settings = project->settings.with(Setting{{base.nextId}, setting.toStdString(), "1", "test"});
        if (!field.isEmpty()) {
            SiteField row;
            row.id = {base.nextId};
            row.key = field.toStdString();
            project->site = project->site.with(std::move(row));
        }
        const fs::path file = path("keys.rkw.json");
        std::ofstream(file, std::ios::binary) << designText({project, base.nextId + 1});
        const Session session(Texts::of("en"));
        const auto opened = session.open(file, std::nullopt);
        QCOMPARE(opened.has_value(), nearest.isEmpty());
        if (opened)
            return;
        QCOMPARE(opened.error().message.id, std::string("file.unknown-key"));
        const QString said = QString::fromStdString(session.texts().sentence(opened.error().message));
        QVERIFY2(said.contains(QStringLiteral("Nearest: ") + nearest), qPrintable(said));
    }

    // What cannot be read would be taken as the default, or as not known, and nobody would be told.
    void valuesThatNobodyCanReadAreRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("id"); // empty: it is read
        const auto row = [](const char* name, const char* key, const char* value, const char* id) {
            QTest::newRow(name) << key << value << id;
        };
        row("an efficiency", "power.rack-pdu-efficiency", "0.98", "");
        row("a range", "power.ups-efficiency", "0.9/0.95/0.99", "");
        row("a word", "power.plant", "dry-cooler", "");
        row("an efficiency of 5,000 %", "power.rack-pdu-efficiency", "50", "file.setting-outside");
        row("no efficiency", "power.rack-pdu-efficiency", "0", "file.setting-outside");
        row("an end beyond", "power.ups-efficiency", "0.9/0.95/1.1", "file.setting-outside");
        row("a performance of nearly nothing", "cooling.year.cop-air-chiller", "1e-300", "file.setting-outside");
        row("lights of 5,000 %", "cooling.year.lights", "50", "file.setting-outside");
        row("more than all is smoothed", "power.smoothed-share", "2", "file.setting-outside");
        row("no peak", "power.peak-ratio", "0", "file.setting-outside");
        row("more than all at once", "power.coincidence", "2", "file.setting-outside");
        row("water colder than the air", "cooling.year.dry-approach", "-5", "file.setting-outside");
        row("a huge approach", "cooling.year.dry-approach", "1e308", "file.setting-outside");
        row("letters", "power.peak-ratio", "abc", "file.setting-number");
        row("nothing", "power.peak-ratio", "", "file.setting-number");
        row("no number", "power.peak-ratio", "nan", "file.setting-number");
        row("a falling range", "power.ups-efficiency", "0.99/0.95/0.9", "file.setting-number");
        row("an unknown word", "power.plant", "dry-coolers", "file.setting-word");
        row("a number of a field", "site.power-limit", "100000", "");
        row("a field with its unit", "site.power-limit", "100 kW", "file.site-number");
        row("letters in a field", "site.altitude", "abc", "file.site-number");
        row("no number in a field", "site.altitude", "nan", "file.site-number");
        row("an unknown word of a field", "site.region", "moon", "file.site-word");
    }
    void valuesThatNobodyCanReadAreRefused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, id);
        const Document base = emptyDocument("hall");
        auto project = std::make_shared<Project>(*base.project);
        if (key.startsWith(QStringLiteral("site."))) {
            SiteField row;
            row.id = {base.nextId};
            row.key = key.toStdString();
            row.value = value.toStdString();
            row.knowledge = Knowledge::Known;
            project->site = project->site.with(std::move(row));
        } else {
            project->settings =
                project->settings.with(Setting{{base.nextId}, key.toStdString(), value.toStdString(), "test"});
        }
        const fs::path file = path("values.rkw.json");
        std::ofstream(file, std::ios::binary) << designText({project, base.nextId + 1});
        const Session session(Texts::of("en"));
        const auto opened = session.open(file, std::nullopt);
        QCOMPARE(opened ? QString() : QString::fromStdString(opened.error().message.id), id);
        if (opened)
            return;
        const QString said = QString::fromStdString(session.texts().sentence(opened.error().message));
        QVERIFY2(said.contains(key) && said.contains(QStringLiteral("values.rkw.json")), qPrintable(said));
    }
    void aKeyThatIsThereTwiceIsRefused() {
        const Document base = emptyDocument("hall");
        auto project = std::make_shared<Project>(*base.project);
        for (const std::uint64_t more : {0, 1})
            project->settings =
                project->settings.with(Setting{{base.nextId + more}, "power.peak-ratio", more ? "0.9" : "0.8", "me"});
        const fs::path file = path("twice.rkw.json");
        std::ofstream(file, std::ios::binary) << designText({project, base.nextId + 2});
        const auto opened = Session(Texts::of("en")).open(file, std::nullopt);
        QVERIFY(!opened);
        QCOMPARE(opened.error().message.id, std::string("file.key-twice"));
    }

    // A default that its own limits refuse could not be entered again.
    void defaultsOfSettingsLieWithinTheirLimits() {
        const Session session(Texts::of("en"));
        for (const Domain& domain : session.domains()->list())
            for (const SettingDefinition& each : domain.settings) {
                if (!each.words.empty() || !each.defaultWord.empty())
                    continue;
                const Limits limits = settingLimits(each.key, each.unit);
                for (const double number :
                     {each.defaultSi, each.lowSi.value_or(each.defaultSi), each.highSi.value_or(each.defaultSi)})
                    QVERIFY2(limits.contain(number), each.key.c_str());
                if (each.unit == "%")
                    QVERIFY2(limits.greatest <= 10, each.key.c_str());
            }
    }

    void aJournalThatCannotBeWrittenIsTold() {
        Session session(Texts::of("en"));
        QVERIFY(!session.startJournal(path("no-such-folder") / "journal", emptyDocument("hall"), ""));
        QVERIFY(!session.journal());
    }
};

RW_CORE_SUITE(TestSession)
#include "tst_session.moc"
