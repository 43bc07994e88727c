// SPDX-License-Identifier: GPL-3.0-or-later
// The list of figures is frozen: a name never changes its unit or meaning, and none gets lost. A new figure is a new
// line of tests/data/figures.golden, read by a person.
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace rackwright;

class TestFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theListIsFrozen() {
        QFile golden(QStringLiteral(RW_TEST_DATA "/figures.golden"));
        QVERIFY(golden.open(QIODevice::ReadOnly));
        const QStringList expected = QString::fromUtf8(golden.readAll()).split(QLatin1Char('\n'));
        const QStringList found = QString::fromStdString(CommandLine().run({"figures"}).out).split(QLatin1Char('\n'));
        for (const QString& line : expected)
            QVERIFY2(found.contains(line), qPrintable(QStringLiteral("gone or changed: ") + line));
        for (const QString& line : found)
            QVERIFY2(expected.contains(line), qPrintable(QStringLiteral("new: ") + line));
        QCOMPARE(found, expected);
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
};

RW_CORE_SUITE(TestFigures)
#include "tst_figures.moc"
