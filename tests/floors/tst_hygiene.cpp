// SPDX-License-Identifier: GPL-3.0-or-later
// What every file of the tree keeps to: licence line, include guard, no names spilled from headers, no paths of a
// machine.
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace rackwright;

namespace {

constexpr std::string_view kLicenceLine = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

QStringList filesWhere(const std::vector<SourceFile>& files, const std::function<bool(const SourceFile&)>& isWrong) {
    QStringList wrong;
    for (const SourceFile& file : files)
        if (isWrong(file))
            wrong << QString::fromStdString(file.path);
    return wrong;
}

bool isScript(const SourceFile& file) { return file.text.starts_with("#!"); }

bool lacksLicence(const SourceFile& file) {
    if (file.isCode())
        return !file.text.starts_with(kLicenceLine);
    return isScript(file) && file.text.find("# SPDX-License-Identifier: GPL-3.0-or-later\n") == std::string::npos;
}

bool lacksGuard(const SourceFile& file) {
    return file.isHeader() && !file.text.starts_with(std::string(kLicenceLine) + "#pragma once\n");
}

bool spillsNames(const SourceFile& file) {
    return file.isHeader() && withoutComments(file.text).find("using namespace") != std::string::npos;
}

bool includesAnUmbrella(const SourceFile& file) {
    static const testing::Pattern umbrella("Qt[A-Z][A-Za-z]*|bits/stdc\\+\\+\\.h");
    const auto includes = file.isCode() ? includesOf(file.text) : std::vector<Include>();
    return std::ranges::any_of(includes, [](const Include& i) { return umbrella.isWhole(i.name); });
}

// Written apart, so that this file does not find itself.
bool namesAMachine(const SourceFile& file) {
    static const testing::Pattern path("(^|[^A-Za-z0-9_.])/(wo"
                                 "rk|ho"
                                 "me|ro"
                                 "ot|Us"
                                 "ers)/[A-Za-z0-9]");
    static const testing::Pattern origin("\\bse"
                                   "ed [0-9]{3}\\b|(^|[^A-Za-z])\\.\\./sh"
                                   "ared\\b");
    return path.isIn(file.text) || origin.isIn(file.text);
}

// A file that a person names may be a pipe, which is waited for without end: readTextFile() looks first. What is built
// into the program is read as it is.
bool readsUnseenFiles(const SourceFile& file) {
    static const testing::Pattern reads("QFile [a-z]+\\((?!QStringLiteral\\(\":/|resource)[^;]*;\\s*(if|RW_CHECK) ?"
                                        "\\(!?[a-z]+\\.open\\(QIODevice::ReadOnly");
    return file.isCode() && file.isUnder("ui") && reads.isIn(file.text);
}

bool hasTabsOrTrailingBlanks(const SourceFile& file) {
    static const testing::Pattern untidy("\t|[ \t]+\n|\r");
    return file.isCode() && untidy.isIn(file.text);
}

/// Edits that no view and no verb reaches yet: none.
const std::set<std::string> kUnreached = {};

/// Names of the functions of a header that give an edit.
std::set<std::string> editsOf(const SourceFile& header) {
    static const testing::Pattern declaration("(^|\n)(?:inline )?Edit ([a-z][A-Za-z0-9]*)\\(");
    const std::string code = withoutLiterals(header.text);
    std::set<std::string> names;
    for (const testing::Match& each : declaration.all(code))
        names.insert(each.groups[2]);
    return names;
}

/// What the model can do to a design: all edits but the helpers that edits are made of.
std::set<std::string> allEdits(const std::vector<SourceFile>& files) {
    std::set<std::string> names;
    for (const SourceFile& file : files)
        if (file.isHeader() && file.isUnder("model/edits") && !file.path.ends_with("/target.h") &&
            file.path.find("/combined") == std::string::npos)
            names.merge(editsOf(file));
    return names;
}

/// Those that the code of a floor calls.
std::set<std::string> calledEdits(const std::vector<SourceFile>& files, const std::set<std::string>& edits) {
    static const testing::Pattern call("\\b([a-z][A-Za-z0-9]*)\\(");
    std::set<std::string> called;
    for (const SourceFile& file : files) {
        if (!file.isCode() || (!file.isUnder("ui") && !file.isUnder("app")))
            continue;
        const std::string code = withoutLiterals(file.text);
        for (const testing::Match& each : call.all(code))
            if (edits.contains(each.groups[1]))
                called.insert(each.groups[1]);
    }
    return called;
}

} // namespace

class TestHygiene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_files = sourceTree(RW_SOURCE_DIR); }

    void theChecksSeeWhatIsWrong() {
        QVERIFY(readsUnseenFiles({"ui/a.cpp", "QFile file(path);\n    if (!file.open(QIODevice::ReadOnly))\n"}));
        QVERIFY(!readsUnseenFiles(
            {"ui/a.cpp", "QFile file(QStringLiteral(\":/a\"));\n    if (!file.open(QIODevice::ReadOnly))\n"}));
        QVERIFY(lacksLicence({"a.cpp", "#include <x>\n"}));
        QVERIFY(lacksLicence({"packaging/x", "#!/bin/sh\necho\n"}));
        QVERIFY(lacksGuard({"a.h", std::string(kLicenceLine) + "\n#pragma once\n"}));
        QVERIFY(spillsNames({"a.h", "using namespace std;\n"}));
        QVERIFY(!spillsNames({"a.h", "// using namespace std;\n"}));
        QVERIFY(includesAnUmbrella({"a.h", "#include <QtCore>\n"}));
        QVERIFY(!includesAnUmbrella({"a.h", "#include <QtTest/QTest>\n"}));
        QVERIFY(namesAMachine({"a.cpp", std::string("\"/ho") + "me/someone/x\""}));
        QVERIFY(!namesAMachine({"a.cpp", "\"/usr/share/x\""}));
        QVERIFY(hasTabsOrTrailingBlanks({"a.cpp", "int a; \n"}));
    }
    void everyFileNamesItsLicence() { expectNone(lacksLicence); }
    void everyHeaderIsGuarded() { expectNone(lacksGuard); }
    void noHeaderSpillsNames() { expectNone(spillsNames); }
    void noUmbrellaIsIncluded() { expectNone(includesAnUmbrella); }
    void noWindowWaitsForAPipe() { expectNone(readsUnseenFiles); }
    void noFileNamesAMachine() { expectNone(namesAMachine); }
    // What the model can do a person can do: by a view or a verb.
    void everyEditIsReached() {
        const std::set<std::string> edits = allEdits(m_files);
        QVERIFY(edits.contains("moveRacks") && edits.contains("putRoom") && edits.size() > 80);
        const std::set<std::string> called = calledEdits(m_files, edits);
        QStringList wrong;
        for (const std::string& name : edits)
            if (called.contains(name) == kUnreached.contains(name))
                wrong << QString::fromStdString(name) + (called.contains(name)
                                                             ? QStringLiteral(" is reached: take it off the list")
                                                             : QStringLiteral(" is reached by no view and no verb"));
        for (const std::string& name : kUnreached)
            if (!edits.contains(name))
                wrong << QString::fromStdString(name) + QStringLiteral(" is no edit");
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void noTabsOrTrailingBlanks() { expectNone(hasTabsOrTrailingBlanks); }

private:
    void expectNone(const std::function<bool(const SourceFile&)>& isWrong) {
        const QStringList wrong = filesWhere(m_files, isWrong);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    std::vector<SourceFile> m_files;
};

RW_CORE_SUITE(TestHygiene)
#include "tst_hygiene.moc"
