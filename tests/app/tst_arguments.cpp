// SPDX-License-Identifier: GPL-3.0-or-later
// Words after a verb: what is read, and what is refused with which message.
#include "app/arguments.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;

namespace {

const ArgumentSpec kSpec{{{"FILE"}, {"MORE", PositionalSpec::Count::Optional}},
                         {{"--to", "DIR"}, {"--json", {}}, {"--set", "K=V", {}, Occurrence::Many}, {"--output", "F"}}};

Result<Arguments> parsed(const std::vector<std::string>& words) { return Arguments::parse(kSpec, words); }

} // namespace

class TestArguments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyForm() {
        const auto a = parsed({"a.rkw", "--to", "out", "--json", "--set", "x=1", "--set=y=2", "-o", "g"});
        QVERIFY(a);
        QCOMPARE(a->positional(0), std::string("a.rkw"));
        QCOMPARE(*a->option("--to"), std::string("out"));
        QVERIFY(a->has("--json"));
        QVERIFY((a->all("--set") == std::vector<std::string>{"x=1", "y=2"}));
        QCOMPARE(*a->option("--output"), std::string("g"));
        QVERIFY(!parsed({"a.rkw"})->option("--to"));
    }
    void afterTwoDashesEverythingIsAWord() {
        const auto a = parsed({"--", "--json", "-x"});
        QVERIFY(a);
        QVERIFY(!a->has("--json"));
        QCOMPARE(a->positional(1), std::string("-x"));
    }
    void refused_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("id");
        QTest::newRow("missing") << QString() << QStringLiteral("arguments.missing");
        QTest::newRow("too many") << QStringLiteral("a b c") << QStringLiteral("arguments.too-many");
        QTest::newRow("unknown") << QStringLiteral("a --jsn") << QStringLiteral("arguments.unknown-option");
        QTest::newRow("no value") << QStringLiteral("a --to") << QStringLiteral("arguments.no-value");
        QTest::newRow("flag value") << QStringLiteral("a --json=1") << QStringLiteral("arguments.flag-with-value");
        QTest::newRow("twice") << QStringLiteral("a --to=x --to=y") << QStringLiteral("arguments.option-twice");
    }
    void refused() {
        QFETCH(QString, words);
        QFETCH(QString, id);
        std::vector<std::string> list;
        for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            list.push_back(word.toStdString());
        const auto a = parsed(list);
        QVERIFY(!a);
        QCOMPARE(QString::fromStdString(a.error().message.id), id);
        QCOMPARE(a.error().kind, ErrorKind::Usage);
    }
    void nearestOptionsAreNamed() {
        const auto a = parsed({"a", "--jsn"});
        QCOMPARE(std::get<WordList>(a.error().message.arguments[1].value).words.front(), std::string("--json"));
    }
    void pairs() {
        QCOMPARE(keyValue("a=b=c")->value, std::string("b=c"));
        QVERIFY(keyValue("a=")->value.empty());
        QVERIFY(!keyValue("a"));
        QVERIFY(!keyValue("=b"));
    }
};

RW_CORE_SUITE(TestArguments)
#include "tst_arguments.moc"
