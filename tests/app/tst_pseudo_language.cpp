// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb in the pseudo language: what is not in its brackets must be data (names, figures, units, paths), or a text
// has bypassed the message catalogue.
#include "tests/support/command_line.h"

#include "app/command_line.h"
#include "model/units/units.h"
#include "solvers/domains.h"
#include "solvers/recipes/recipe.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace rackwright;

namespace {

std::string sample() { return samplePath("single-node-fine-tuning.rkw.json"); }

// What stands outside the brackets of the pseudo language, which nest.
QString outsideBrackets(const QString& text) {
    QString out;
    int depth = 0;
    for (const QChar c : text) {
        depth += c == QChar(0x27E6) ? 1 : 0;
        out += depth == 0 ? c : QLatin1Char(' ');
        depth -= c == QChar(0x27E7) ? 1 : 0;
    }
    return out;
}

QStringList words(const QString& text) {
    static const QRegularExpression word(QStringLiteral("\\p{L}+"));
    QStringList found;
    for (auto it = word.globalMatch(text); it.hasNext();)
        found << it.next().captured();
    return found;
}

} // namespace

class TestPseudoLanguage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        addWords(fileText(sample()));
        // Names that machines read: figures, subjects, verbs with their usage, units.
        for (const QJsonValue figure : m_line.run({"figures", "--json"}).json()[QStringLiteral("figures")].toArray())
            for (const char* key : {"name", "subject", "unit", "domain"})
                addWords(figure.toObject()[QLatin1String(key)].toString());
        for (const Verb& verb : verbs())
            addWords(QString::fromStdString(std::string(verb.name) + " " + std::string(verb.usage)));
        for (const Unit& unit : unitTable())
            addWords(QString::fromUtf8(unit.symbol.data(), qsizetype(unit.symbol.size())));
        for (const Domain& domain : programDomains())
            for (const Rule& rule : domain.rules)
                addWords(QString::fromStdString(rule.id));
        for (const Recipe& recipe : recipes()) {
            addWords(QString::fromStdString(recipe.name));
            for (const RecipeParameter& parameter : recipe.parameters) {
                addWords(QString::fromStdString(parameter.name + " " + parameter.defaultValue + " " + parameter.unit));
                for (const std::string& word : parameter.words)
                    addWords(QString::fromStdString(word));
            }
        }
        addWords(QStringLiteral("rackwright VERB help NAME max min sqrt exp ln ceil floor"));
    }
    void theReaderSeesWhatBypasses() {
        QCOMPARE(words(outsideBrackets(QStringLiteral("a ⟦b ⟦c⟧ d⟧ e 1.5"))),
                 QStringList({QStringLiteral("a"), QStringLiteral("e")}));
        QVERIFY(!m_data.contains(QStringLiteral("bypassing")));
    }
    void everyVerbSpeaksThroughTheCatalogue_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"--help", "solve --help", "figures", "solve SAMPLE", "solve SAMPLE --all", "check SAMPLE",
              "explain SAMPLE power.it.peak", "diff SAMPLE SAMPLE", "recipes", "recipes cluster", "slove", "solve",
              "solve nothing.rkw", "solve SAMPLE --jsn", "explain SAMPLE power.it.peek"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void everyVerbSpeaksThroughTheCatalogue() {
        QFETCH(QString, line);
        std::vector<std::string> list = {"--lang", "pseudo"};
        for (const QString& word : line.split(QLatin1Char(' ')))
            list.push_back(word == QStringLiteral("SAMPLE") ? sample() : word.toStdString());
        const CommandRun answer = m_line.run(list);
        const QString all = QString::fromStdString(answer.out + answer.err);
        QVERIFY(all.contains(QChar(0x27E6)));
        QStringList bypassing;
        for (const QString& word : words(outsideBrackets(all)))
            if (!m_data.contains(word) && !bypassing.contains(word))
                bypassing << word;
        QVERIFY2(bypassing.isEmpty(), qPrintable(bypassing.join(QLatin1Char(' '))));
    }

private:
    static QString fileText(const std::string& path) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    void addWords(const QString& text) {
        for (const QString& word : words(text))
            m_data.insert(word);
    }

    CommandLine m_line;
    QSet<QString> m_data;
};

RW_CORE_SUITE(TestPseudoLanguage)
#include "tst_pseudo_language.moc"
