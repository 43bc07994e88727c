// SPDX-License-Identifier: GPL-3.0-or-later
// The list of figures is frozen: a name never changes its unit or meaning, and none gets lost.
// tests/data/figures.golden holds those of the last release, in their order; a new figure joins them with the next.
// Code calls figures by the handles of their domains alone.
#include "solvers/domains.h"
#include "tests/support/command_line.h"
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

using namespace rackwright;

namespace {

/// "rack.power.peak of Rack in power"
std::string sayingOf(const std::string& name, const std::string& kind, const std::string& domain) {
    return name + " of " + kind + " in " + domain;
}

/// A list of handles: solvers/<domain>/figures.h.
bool isList(const SourceFile& file) { return file.isUnder("solvers") && file.path.ends_with("/figures.h"); }

std::string domainOf(const SourceFile& list) {
    const std::size_t begin = list.path.find('/') + 1;
    return list.path.substr(begin, list.path.rfind('/') - begin);
}

/// What the handles of a list say, one line each; a handle that is written in another way has a line that says so.
std::vector<std::string> handlesIn(const SourceFile& list) {
    static const testing::Pattern any("\\bFigureHandle\\s+(\\w+)([^;]*);");
    static const testing::Pattern usual("\\{\\s*\\d+,\\s*\"([^\"]+)\",\\s*SubjectKind::(\\w+)\\s*\\}");
    const std::string code = withoutComments(list.text);
    std::vector<std::string> lines;
    for (const testing::Match& each : any.all(code)) {
        const auto parts = usual.whole(each.groups[2]);
        lines.push_back(parts ? sayingOf(parts->groups[1], parts->groups[2], domainOf(list))
                              : list.path + ": " + each.groups[1] + " has no plain name and kind");
    }
    return lines;
}

/// The names of the enumerators of SubjectKind as code writes them, in their order.
std::vector<std::string> subjectKinds(const SourceFile& header) {
    static const testing::Pattern whole("enum class SubjectKind[^{]*\\{([^}]*)\\}");
    static const testing::Pattern word("\\w+");
    const std::string code = withoutComments(header.text);
    const auto match = whole.first(code);
    if (!match)
        return {};
    std::vector<std::string> names;
    for (const testing::Match& each : word.all(match->groups[1]))
        names.push_back(each.groups[0]);
    return names;
}

/// A text that is a figure's name by chance.
struct Namesake {
    std::string path, text;
    const char* reason;
};
const std::vector<Namesake> kNamesakes = {
    {"ui/paint/fabric_drawing.cpp", "fabric.cables", "the message of how many cables a line stands for"},
    {"ui/storage/storage_workspace.cpp", "storage.restore", "the message under the card of the restore"},
    {"ui/workloads/training_insight.cpp", "training.step", "the name of the chart's object"}};

bool callsByHandle(const SourceFile& file) {
    const bool fillsSchedules = file.text.find("solvers/engine/schedule_parts.h") != std::string::npos;
    return file.isCode() && (file.isUnder("ui") || file.isUnder("app") || (file.isUnder("solvers") && fillsSchedules));
}

/// Literals of the file that are names of figures, "ui/a.cpp:3 power.pue".
QStringList namesWrittenIn(const SourceFile& file, const std::set<std::string>& names) {
    const std::string code = withoutComments(file.text);
    QStringList found;
    for (const Literal& literal : literalsOf(code)) {
        const bool isNamesake = std::ranges::any_of(
            kNamesakes, [&](const Namesake& known) { return known.path == file.path && known.text == literal.text; });
        if (names.contains(literal.text) && !isNamesake)
            found << QString::fromStdString(file.path + ":" + std::to_string(lineOf(code, literal.at)) + " " +
                                            literal.text);
    }
    return found;
}

std::set<std::string> figureNames() {
    std::set<std::string> names;
    for (const Domain& domain : programDomains())
        for (const FigureDefinition& figure : domain.figures)
            names.insert(figure.name);
    return names;
}

} // namespace

class TestFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theListIsFrozen() {
        QFile golden(QStringLiteral(RW_TEST_DATA "/figures.golden"));
        QVERIFY(golden.open(QIODevice::ReadOnly));
        const QStringList expected = QString::fromUtf8(golden.readAll()).split(QLatin1Char('\n'));
        const QStringList found = QString::fromStdString(CommandLine().run({"figures"}).out).split(QLatin1Char('\n'));
        auto place = found.begin();
        for (const QString& line : expected) {
            QVERIFY2(found.contains(line), qPrintable(QStringLiteral("gone or changed: ") + line));
            place = std::find(place, found.end(), line);
            QVERIFY2(place != found.end(), qPrintable(QStringLiteral("moved: ") + line));
        }
        QVERIFY(expected.size() >= 300);
    }
    void everyFigureSaysWhatItIs() {
        const QJsonArray figures = CommandLine().run({"figures", "--json"}).json()[QStringLiteral("figures")].toArray();
        QVERIFY(figures.size() > 30);
        for (const QJsonValue& value : figures) {
            const QJsonObject figure = value.toObject();
            const QString name = figure[QStringLiteral("name")].toString();
            QVERIFY2(figure[QStringLiteral("definition")].toString().size() > 10, qPrintable(name));
            QVERIFY2(figure[QStringLiteral("definition")] != figure[QStringLiteral("name")], qPrintable(name));
        }
    }
    void theReaderSeesHandles() {
        const SourceFile list{"solvers/power/figures.h",
                              "// constexpr FigureHandle no{1, \"no.such\", SubjectKind::Rack};\n"
                              "inline constexpr FigureHandle pue{2, \"power.pue\", SubjectKind::Design};\n"
                              "inline constexpr FigureHandle peak{3, \"rack.power.peak\",\n    SubjectKind::Rack};\n"
                              "inline constexpr FigureHandle other = pue;\n"};
        QVERIFY(isList(list) && !isList({"ui/power/figures.h", {}}));
        QCOMPARE(handlesIn(list),
                 (std::vector<std::string>{"power.pue of Design in power", "rack.power.peak of Rack in power",
                                           "solvers/power/figures.h: other has no plain name and kind"}));
    }
    void eachFigureHasOneHandle() {
        std::vector<std::string> kinds, handles, defined;
        for (const SourceFile& file : sourceTree(RW_SOURCE_DIR)) {
            if (file.path == "solvers/engine/subject.h")
                kinds = subjectKinds(file);
            if (isList(file))
                std::ranges::move(handlesIn(file), std::back_inserter(handles));
        }
        QCOMPARE(kinds.size(), EnumNames<SubjectKind>::names.size());
        for (const Domain& domain : programDomains())
            for (const FigureDefinition& figure : domain.figures)
                defined.push_back(
                    sayingOf(figure.name, kinds[static_cast<std::size_t>(figure.subject)], std::string(domain.name)));
        QVERIFY(defined.size() > 30);
        std::map<std::string, std::ptrdiff_t> surplus;
        for (const std::string& handle : handles)
            ++surplus[handle];
        for (const std::string& figure : defined)
            --surplus[figure];
        QStringList wrong;
        for (const auto& [line, count] : surplus)
            if (count != 0)
                wrong << QString::fromStdString((count > 0 ? "a handle without a figure: " : "no handle: ") + line);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void theReaderSeesWrittenNames() {
        const SourceFile file{"ui/a.cpp", "// \"power.pue\"\nshow(\"power.pue.share\",\n     \"power.pue\");\n"};
        QCOMPARE(namesWrittenIn(file, {"power.pue"}), QStringList{QStringLiteral("ui/a.cpp:3 power.pue")});
        for (const Namesake& known : kNamesakes) {
            const std::string code = "f(\"" + known.text + "\");";
            QVERIFY2(namesWrittenIn({known.path, code}, {known.text}).isEmpty(), known.reason);
            QCOMPARE(namesWrittenIn({"ui/other.cpp", code}, {known.text}).size(), 1);
        }
    }
    void figuresAreCalledByTheirHandles() {
        const std::set<std::string> names = figureNames();
        QStringList wrong;
        std::set<std::string> unseen; // namesakes
        for (const Namesake& known : kNamesakes)
            unseen.insert(known.path + " " + known.text);
        std::size_t count = 0;
        for (const SourceFile& file : sourceTree(RW_SOURCE_DIR)) {
            if (!callsByHandle(file))
                continue;
            ++count;
            wrong << namesWrittenIn(file, names);
            for (const Literal& literal : literalsOf(withoutComments(file.text)))
                unseen.erase(file.path + " " + literal.text);
        }
        QVERIFY2(count > 50, "the reader has lost its way");
        for (const std::string& gone : unseen)
            wrong << QString::fromStdString("no longer there: " + gone);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
};

RW_CORE_SUITE(TestFigures)
#include "tst_figures.moc"
