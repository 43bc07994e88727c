// SPDX-License-Identifier: GPL-3.0-or-later
// The house has five floors and one direction: app -> ui -> solvers, catalog -> model. Every include of the tree is
// read, and an arrow that is not in the table fails.
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

using namespace rackwright;

namespace {

using Names = std::set<std::string, std::less<>>;

const std::map<std::string, Names, std::less<>> kFloorsBelow = {
    {"model", {"model"}},
    {"catalog", {"catalog", "model"}},
    {"solvers", {"solvers", "model"}},
    {"ui", {"ui", "solvers", "catalog", "model"}},
    {"app", {"app", "ui", "solvers", "catalog", "model"}},
    {"tests", {"tests", "app", "ui", "solvers", "catalog", "model"}},
};

/// The folders of solvers/, each of which includes only itself and those before it: engine and graphs below, what is
/// worked out of one trade above them (networks, cables, parallelism, pools, jobs), then its figures and rules (fabric,
/// cabling, training, storage), documents on top.
constexpr std::array kSolverOrder = std::to_array<std::string_view>(
    {"engine",  "graph",   "space",     "power",      "cooling",   "airflow",  "node",        "families",
     "network", "cables",  "facility",  "generation", "cost",      "workload", "parallelism", "pools",
     "jobs",    "storage", "training",  "inference",  "fabric",    "cabling",  "exchange",    "requirements",
     "recipes", "advice",  "readiness", "jobfiles",   "programme", "changes",  "sizing"});

/// Modules of Qt that a folder may include; the longest folder that fits decides.
const std::map<std::string, Names, std::less<>> kQtModules = {
    {"model", {}},
    {"model/file", {"QtCore"}},
    {"catalog", {"QtCore", "QtSql"}},
    {"solvers", {"QtCore"}},
    {"ui", {"QtCore", "QtGui", "QtWidgets", "QtSvg", "QtSvgWidgets", "QtPrintSupport", "QtConcurrent"}},
    {"ui/text", {"QtCore"}},
    {"ui/paint", {"QtCore", "QtGui", "QtSvg"}},
    {"ui/report", {"QtCore", "QtGui", "QtSvg"}},
    {"ui/review", {"QtCore", "QtGui"}},
    {"app", {"QtCore", "QtGui", "QtWidgets"}},
};

template <class Map>
auto deepest(const Map& folders, const std::string& path) {
    auto best = folders.end();
    for (auto it = folders.begin(); it != folders.end(); ++it)
        if (path.starts_with(it->first + "/") && (best == folders.end() || it->first.size() > best->first.size()))
            best = it;
    return best;
}

std::string floorOf(std::string_view path) { return std::string(path.substr(0, path.find('/'))); }

/// "QtGui" for QPainter or QtGui/QPainter; empty when the name is no header of Qt. Read from the installed headers.
std::string qtModule(const std::string& name) {
    if (name.starts_with("Qt") && name.find('/') != std::string::npos)
        return name.substr(0, name.find('/'));
    static std::map<std::string, std::string> known;
    if (const auto it = known.find(name); it != known.end())
        return it->second;
    std::string module;
    const QDir headers(QLibraryInfo::path(QLibraryInfo::HeadersPath));
    for (const QString& folder : headers.entryList({QStringLiteral("Qt*")}, QDir::Dirs))
        if (QFileInfo(headers.filePath(folder + QLatin1Char('/') + QString::fromStdString(name))).isFile())
            module = folder.toStdString();
    return known[name] = module;
}

bool isOneOfOurFloors(const std::string& include) { return kFloorsBelow.contains(floorOf(include)); }

/// What is wrong with one include of a file; empty when nothing is.
std::string wrongArrow(const std::string& path, const Include& include) {
    if (isOneOfOurFloors(include.name)) {
        const auto& below = kFloorsBelow.at(floorOf(path));
        return below.contains(floorOf(include.name)) ? "" : "an arrow against the floors";
    }
    if (include.isOurs && !include.name.ends_with(".moc"))
        return "an include that is not written from the root";
    if (floorOf(path) == "tests")
        return {};
    if (include.name.find("qcustomplot") != std::string::npos && !path.starts_with("ui/charts/"))
        return "QCustomPlot outside ui/charts";
    if (include.name == "sqlite3.h" && !path.starts_with("model/file/"))
        return "SQLite's own interface outside model/file";
    const std::string module = qtModule(include.name);
    if (!module.empty() && !deepest(kQtModules, path)->second.contains(module))
        return module + " in a folder that does not know it";
    return {};
}

/// "fabric" of solvers/fabric/fabric_rules.cpp.
std::string_view solverFolder(std::string_view path) {
    const std::string_view inside = path.substr(std::string_view("solvers/").size());
    return inside.substr(0, inside.find('/'));
}

std::size_t placeInOrder(std::string_view folder) {
    return static_cast<std::size_t>(std::ranges::find(kSolverOrder, folder) - kSolverOrder.begin());
}

/// What is wrong with one include among the solvers; empty when nothing is.
std::string wrongOrder(const std::string& path, const Include& include) {
    if (!path.starts_with("solvers/") || !include.name.starts_with("solvers/"))
        return {};
    if (path.find('/', std::string_view("solvers/").size()) == std::string::npos)
        return {}; // beside the folders stands what lists them all
    const std::size_t here = placeInOrder(solverFolder(path)), there = placeInOrder(solverFolder(include.name));
    if (here == kSolverOrder.size() || there == kSolverOrder.size())
        return "a folder that has no place in the order of solvers";
    return there <= here ? "" : "a folder above its own";
}

/// A literal that begins a statement of SQL.
bool isSql(const std::string& literal) {
    static const testing::Pattern statement(
        "^\\s*(SELECT\\s|INSERT\\s|CREATE\\s|PRAGMA\\s|DELETE\\sFROM\\s|UPDATE\\s|DROP\\s|"
        "ATTACH\\s|BEGIN\\b|COMMIT\\b|ROLLBACK\\b|VACUUM\\b|WITH\\sRECURSIVE\\s)");
    return statement.isIn(literal);
}

bool mayHoldSql(const SourceFile& file) {
    return file.isUnder("catalog") || file.isUnder("model/file") || file.isUnder("tests");
}

} // namespace

class TestFloors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_files = sourceTree(RW_SOURCE_DIR);
        QVERIFY(std::ranges::count_if(m_files, &SourceFile::isCode) > 50);
    }
    void theReaderSeesAWrongArrow() {
        QVERIFY(!wrongArrow("model/design/x.h", {"solvers/engine/figure.h", true}).empty());
        QVERIFY(!wrongArrow("catalog/x.cpp", {"solvers/engine/figure.h", true}).empty());
        QVERIFY(!wrongArrow("solvers/x.cpp", {"catalog/catalogue.h", true}).empty());
        QVERIFY(!wrongArrow("ui/paint/x.cpp", {"app/session.h", true}).empty());
        QVERIFY(!wrongArrow("ui/paint/x.cpp", {"drawing.h", true}).empty());
        QVERIFY(!wrongArrow("solvers/x.cpp", {"QPainter", false}).empty());
        QVERIFY(!wrongArrow("model/design/x.cpp", {"QString", false}).empty());
        QVERIFY(!wrongArrow("ui/report/x.cpp", {"QtWidgets/QLabel", false}).empty());
        QVERIFY(!wrongArrow("ui/panels/x.cpp", {"qcustomplot.h", false}).empty());
        QVERIFY(!wrongArrow("app/x.cpp", {"QSqlQuery", false}).empty());
        QVERIFY(wrongArrow("ui/paint/x.cpp", {"QPainter", false}).empty());
        QVERIFY(wrongArrow("ui/paint/x.cpp", {"solvers/engine/figure.h", true}).empty());
        QVERIFY(wrongArrow("catalog/x.cpp", {"QSqlQuery", false}).empty());
        QCOMPARE(includesOf("#include \"a/b.h\"\n  #  include <QPainter>\n").size(), std::size_t(2));
    }
    void everyIncludeFollowsTheFloors() {
        QStringList wrong;
        for (const SourceFile& file : m_files) {
            if (!file.isCode())
                continue;
            for (const Include& include : includesOf(file.text))
                if (const std::string problem = wrongArrow(file.path, include); !problem.empty())
                    wrong << QString::fromStdString(file.path + " includes " + include.name + ": " + problem);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void theReaderSeesAWrongOrder() {
        QVERIFY(!wrongOrder("solvers/graph/x.cpp", {"solvers/fabric/fabric_domain.h", true}).empty());
        QVERIFY(!wrongOrder("solvers/cables/x.h", {"solvers/cost/bill.h", true}).empty());
        QVERIFY(!wrongOrder("solvers/newcomer/x.h", {"solvers/engine/figure.h", true}).empty());
        QVERIFY(wrongOrder("solvers/fabric/x.cpp", {"solvers/graph/graph.h", true}).empty());
        QVERIFY(wrongOrder("ui/paint/x.cpp", {"solvers/fabric/fabric_domain.h", true}).empty());
        QVERIFY(wrongOrder("solvers/domains.cpp", {"solvers/cost/formulas.h", true}).empty());
        QVERIFY(!wrongOrder("solvers/cost/x.cpp", {"solvers/domains.h", true}).empty());
    }
    void foldersOfSolversFollowTheirOrder() {
        QStringList wrong;
        for (const SourceFile& file : m_files) {
            if (!file.isCode())
                continue;
            for (const Include& include : includesOf(file.text))
                if (const std::string problem = wrongOrder(file.path, include); !problem.empty())
                    wrong << QString::fromStdString(file.path + " includes " + include.name + ": " + problem);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void theReaderSeesSql() {
        QVERIFY(isSql("SELECT id FROM parts"));
        QVERIFY(isSql("  PRAGMA user_version"));
        QVERIFY(!isSql("Select a part"));
        QVERIFY(!isSql("UPDATED"));
    }
    void sqlStandsOnlyWhereItMay() {
        QStringList wrong;
        for (const SourceFile& file : m_files) {
            if (!file.isCode() || mayHoldSql(file))
                continue;
            const std::string code = withoutComments(file.text);
            for (const Literal& literal : literalsOf(code))
                if (isSql(literal.text))
                    wrong << QString::fromStdString(file.path + ":" + std::to_string(lineOf(code, literal.at)));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

private:
    std::vector<SourceFile> m_files;
};

RW_CORE_SUITE(TestFloors)
#include "tst_floors.moc"
