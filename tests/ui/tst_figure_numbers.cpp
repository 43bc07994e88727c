// SPDX-License-Identifier: GPL-3.0-or-later
// The number of a figure is frozen: none changes, goes to another figure or is missing. A new figure takes the next
// number, in its handle; tests/data/figure_numbers.golden holds those of the last release. Each has a title.
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/domains.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/support/suite.h"
#include "ui/text/figure_numbers.h"
#include "ui/text/figure_title.h"
#include "ui/text/texts.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>

using namespace rackwright;

class TestFigureNumbers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noNumberChanges() {
        QFile golden(QStringLiteral(RW_TEST_DATA "/figure_numbers.golden"));
        QVERIFY(golden.open(QIODevice::ReadOnly));
        golden.readLine();
        int count = 0;
        while (!golden.atEnd()) {
            const QByteArray line = golden.readLine().trimmed();
            if (line.isEmpty())
                continue;
            const qsizetype comma = line.indexOf(',');
            const std::string name = line.mid(comma + 1).toStdString();
            QVERIFY2(figureNumber(name) == line.left(comma).toInt(), line.constData());
            ++count;
        }
        QVERIFY(count >= 119);
    }
    void noNumberIsUsedTwice() {
        std::set<int> numbers;
        std::set<std::string> names;
        for (const auto& [number, name] : figureNumbers()) {
            QVERIFY2(number > 0 && numbers.insert(number).second, name.c_str());
            QVERIFY2(names.insert(name).second, name.c_str());
        }
    }
    void numbersAreGivenInOrder() {
        int last = 0;
        for (const auto& [number, name] : figureNumbers())
            QVERIFY2(number == ++last, name.c_str());
    }
    void everyFigureHasANumber() {
        const DomainsPtr domains =
            joined({spaceDomain(), powerDomain(), coolingDomain(), costDomain(), cablingDomain()});
        for (const Domain& domain : domains->list())
            for (const FigureDefinition& figure : domain.figures)
                QVERIFY2(figureNumber(figure.name) > 0, figure.name.c_str());
        QCOMPARE(figureNumber("no.such.figure"), 0);
    }
    void everyFigureHasItsTexts() {
        const auto catalogue = MessageCatalogue::builtIn("en");
        QVERIFY(catalogue.has_value());
        std::set<std::string> formulas;
        for (const Domain& domain : programDomains())
            for (const FigureDefinition& figure : domain.figures) {
                for (const std::string& id : {figure.definition, figure.formula, figure.reference})
                    QVERIFY2(catalogue->find(id), (figure.name + ": " + id).c_str());
                formulas.insert(figure.formula);
            }
        // Messages about formulas have one word behind the point, names of figures have more.
        for (const std::string& id : catalogue->ids())
            QVERIFY2(!id.starts_with("formula.") || id.find('.') == id.rfind('.') || formulas.contains(id), id.c_str());
    }
    void everyFigureHasATitle() {
        const auto catalogue = MessageCatalogue::builtIn("en");
        QVERIFY(catalogue.has_value());
        const Texts texts(*catalogue);
        std::set<std::string> ofTheDesign;
        for (const auto& [number, name] : figureNumbers()) {
            const std::string title = figureTitle(name, texts);
            QVERIFY2(title != name, name.c_str());
            QVERIFY2(title.size() <= 44, title.c_str());
            // Requirements choose among the figures of the design by title.
            const bool isOfADesign = !name.starts_with("room.") && !name.starts_with("rack.") &&
                                     !name.starts_with("feed.") && !name.starts_with("cooling-");
            QVERIFY2(!isOfADesign || ofTheDesign.insert(title).second, title.c_str());
        }
        QCOMPARE(figureTitle("rack.power.peak@rack:A01", texts), std::string("Expected peak · A01"));
        QCOMPARE(figureTitle("no.such.figure", texts), std::string("no.such.figure"));
    }
};

RW_CORE_SUITE(TestFigureNumbers)
#include "tst_figure_numbers.moc"
