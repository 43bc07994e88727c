// SPDX-License-Identifier: GPL-3.0-or-later
// The calculators in the real window: found from the start page and by words, answered while one types, copied as text.
#include "tests/app/studio_fixture.h"
#include "ui/calc/calculation.h"
#include "ui/calc/calculators_dialog.h"
#include "ui/text/count_text.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>

using namespace rackwright;

namespace {

CalculatorsDialog& openCalculators(Studio& studio) {
    QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.calculators")), Qt::LeftButton);
    return studio.child<CalculatorsDialog>(QStringLiteral("calculators"));
}

void type(CalculatorsDialog& dialog, const char* key, const char* text) {
    auto* line = dialog.findChild<QLineEdit*>(QStringLiteral("calculators.input.") + QLatin1String(key));
    QVERIFY2(line, key);
    line->selectAll();
    QTest::keyClicks(line, QLatin1String(text));
}

QString labelText(CalculatorsDialog& dialog, const char* name) {
    return dialog.findChild<QLabel*>(QLatin1String(name))->text();
}

int shownFormulas(const QTreeWidget& list) {
    int shown = 0;
    for (int g = 0; g < list.topLevelItemCount(); ++g)
        for (int i = 0; i < list.topLevelItem(g)->childCount(); ++i)
            shown += list.topLevelItem(g)->child(i)->isHidden() ? 0 : 1;
    return shown;
}

} // namespace

class TestStudioCalculators : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCheckpointIsWorkedOutAndCopied() {
        Studio studio;
        CalculatorsDialog& dialog = openCalculators(studio);
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.answer(), QStringLiteral("–"));
        QVERIFY(labelText(dialog, "calculators.missing").startsWith(QStringLiteral("To enter")));
        type(dialog, "params_b", "70.6");
        type(dialog, "bytes_per_param", "14");
        QCOMPARE(dialog.answer(), QStringLiteral("988.4 GB"));
        QVERIFY(dialog.findChild<QPlainTextEdit*>(QStringLiteral("calculators.derivation"))
                    ->toPlainText()
                    .contains(QStringLiteral("70.6")));
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("calculators.copy")), Qt::LeftButton);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY(copied.startsWith(QStringLiteral("checkpoint_size = 988.4 GB")));
        QVERIFY(copied.contains(QStringLiteral("params_b*bytes_per_param")));
    }
    void formulasAreFoundByWords() {
        Studio studio;
        CalculatorsDialog& dialog = openCalculators(studio);
        auto& list = *dialog.findChild<QTreeWidget*>(QStringLiteral("calculators.list"));
        const int all = shownFormulas(list);
        QVERIFY(all > 150);
        auto* search = dialog.findChild<QLineEdit*>(QStringLiteral("calculators.search"));
        QTest::keyClicks(search, QStringLiteral("kv cache"));
        const int found = shownFormulas(list);
        QVERIFY(found >= 1 && found < 12);
        search->clear();
        QCOMPARE(shownFormulas(list), all);
    }
    void namesAndCountsReadAsPeopleWriteThem() {
        QCOMPARE(nameInWords("checkpoint_size_tb"), QStringLiteral("Checkpoint size"));
        QCOMPARE(nameInWords("kv_cache"), QStringLiteral("KV cache"));
        QCOMPARE(nameInWords("training_gpu_hours"), QStringLiteral("Training GPU hours"));
        Studio studio;
        CalculatorsDialog& dialog = openCalculators(studio);
        dialog.choose(QStringLiteral("training_days"));
        for (const auto& [key, typed] :
             {std::pair("params_b", "70"), {"gpus", "1024"}, {"peak_tflops", "989"}, {"mfu", "0.4"}})
            type(dialog, key, typed);
        type(dialog, "tokens_b", "1500");
        const QString billions = dialog.answer();
        type(dialog, "tokens_b", "1.5 T");
        QCOMPARE(dialog.answer(), billions);
        QVERIFY(billions.endsWith(QStringLiteral(" days")));
        type(dialog, "gpus", "1.024k");
        QCOMPARE(dialog.answer(), billions);
        QCOMPARE(shortCount(1.5e13).value_or(QString()), QStringLiteral("15 T"));
        QCOMPARE(shortCount(4e6).value_or(QString()), QStringLiteral("4 M"));
        QVERIFY(!shortCount(4194304) && !shortCount(8192));
        QVERIFY(!plainCount(QStringLiteral("300 K")) && !plainCount(QStringLiteral("3 h")));
    }
    void assumptionsAreSaidAndMistakesNamed() {
        Studio studio;
        CalculatorsDialog& dialog = openCalculators(studio);
        dialog.choose(QStringLiteral("young_interval_s"));
        type(dialog, "write_s", "60");
        type(dialog, "mtti_s", "3 h");
        QCOMPARE(dialog.answer(), QStringLiteral("1138.42 s")); // sqrt(2 x 60 x 10,800)
        type(dialog, "mtti_s", "often");
        QCOMPARE(dialog.answer(), QStringLiteral("–"));
        QVERIFY(!labelText(dialog, "calculators.problem").isEmpty());
    }
    // Every formula of every domain can be chosen and has its fields.
    void everyFormulaHasItsCalculator() {
        Studio studio;
        CalculatorsDialog& dialog = openCalculators(studio);
        for (const std::string& name : formulasOfAllDomains().names()) {
            dialog.choose(QString::fromStdString(name));
            const QString title = labelText(dialog, "calculators.name");
            QVERIFY2(title.size() > 2 && !title.contains(QLatin1Char('_')) && !title.front().isLower(), name.c_str());
        }
        std::size_t grouped = 0;
        for (const FormulaGroup& group : formulaGroups())
            grouped += group.formulas.names().size();
        QVERIFY(grouped >= formulasOfAllDomains().names().size());
    }
    void listsStandForManyKeys() {
        const FormulaRegistry registry = formulasOfAllDomains();
        const Formula& chain = registry.forms("chain_input_power_kw").front();
        const GivenInputs named = givenInputs(chain, {{"it_kw", "100"}, {"eta_", "ups=0.9, pdu=0.5"}});
        QCOMPARE(named.at("eta_ups"), std::string("0.9"));
        QCOMPARE(named.at("eta_pdu"), std::string("0.5"));
        const Formula& split = registry.forms("duct_flow_split").front();
        const GivenInputs numbered = givenInputs(split, {{"g", "1, 2"}});
        QCOMPARE(numbered.at("g1"), std::string("1"));
        QCOMPARE(numbered.at("g2"), std::string("2"));
    }
};

RW_WINDOW_SUITE(TestStudioCalculators)
#include "tst_studio_calculators.moc"
