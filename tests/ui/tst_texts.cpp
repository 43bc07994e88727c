// SPDX-License-Identifier: GPL-3.0-or-later
// Messages become sentences and figures become words, in each number format and in the pseudo language.
#include "model/units/heat_unit.h"
#include "solvers/facility/figures.h"
#include "tests/support/suite.h"
#include "ui/text/figure_title.h"
#include "ui/text/short_figure.h"
#include "ui/text/texts.h"

#include <QRegularExpression>
#include <QTest>

using namespace rackwright;

namespace {

Texts sample(NumberFormat numbers = NumberFormat::plain()) {
    const auto catalogue = MessageCatalogue::parse(
        "id,text\nfit,\"{thing} takes {power}, {share} more than {limit}.\"\nchoose,Choose {words}.\n"
        "list.last,{list} or {word}\nlist.next,\"{list}, {word}\"\nlist.none,nothing\n"
        "amount.unknown,unknown\namount.lower-bound,\">= {amount}, {unknown} of {terms} unknown\"\n"
        "amount.with-grade,{amount} ({grade})\ngrade.vendor,vendor\n"
        "unit.plural.week,weeks\nunit.plural.year,years\n");
    return Texts(*catalogue, std::move(numbers));
}

std::string chosen(std::vector<std::string> words) {
    return sample().sentence(Message("choose").with("words", WordList{std::move(words)}));
}

} // namespace

class TestTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sentenceWithArguments() {
        const Message message = Message("fit")
                                    .with("thing", "Rack A07")
                                    .with("power", UnitNumber{41.237, "kW"})
                                    .with("share", 3)
                                    .with("limit", MoneyNumber{-1234567, "USD"});
        QCOMPARE(sample().sentence(message), std::string("Rack A07 takes 41.24 kW, 3 more than -12345.67 USD."));
        QCOMPARE(sample(NumberFormat::ofLocale("de")).sentence(message),
                 std::string("Rack A07 takes 41,24 kW, 3 more than -12.345,67 USD."));
    }
    void numbersWithoutEndArePrintedByTheirPower() {
        const auto printed = [](double watts) {
            return sample().sentence(Message("fit")
                                         .with("thing", "Rack A07")
                                         .with("power", UnitNumber{watts, "kW"})
                                         .with("share", 3)
                                         .with("limit", MoneyNumber{0, "USD"}));
        };
        const auto starts = [&](double watts, std::string_view text) {
            const std::string whole = printed(watts);
            QVERIFY2(whole.starts_with(text), whole.c_str());
        };
        starts(1e300, "Rack A07 takes 1e300 kW,");
        starts(-2.34561e17, "Rack A07 takes -2.346e17 kW,");
        starts(9.99996e15, "Rack A07 takes 1e16 kW,");
    }
    // Findings about one device read as well as those about many.
    void findingsOfManagementReadWellOfOne() {
        const Texts english = Texts::of("en");
        const QRegularExpression wrong(QStringLiteral("\\b1 [A-Za-z ]*(devices|ports|PDUs)\\b"));
        for (const int count : {1, 2}) {
            const QString text = QString::fromStdString(
                english.sentence(Message("rule.NET-11.unmanaged").with("subject", "node-01").with("found", count)));
            QVERIFY2(text.contains(QStringLiteral("node-01")) && text.contains(QString::number(count)) &&
                         !text.contains(wrong),
                     qPrintable(text));
        }
    }
    // A text of a count reads well of one where it has a form for it.
    void countsOfOneReadWell_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("two");
        const auto row = [](const char* id, const char* argument, const char* one, const char* two) {
            QTest::newRow(id) << QString::fromUtf8(id) << QString::fromUtf8(argument) << QString::fromUtf8(one)
                              << QString::fromUtf8(two);
        };
        row("bill.open-lines", "unpriced", "1 of {lines} lines has no price; the total is a lower bound.",
            "2 of {lines} lines have no price; the total is a lower bound.");
        row("undo.things.move", "count", "Move 1 thing", "Move 2 things");
        row("report.months", "count", "1 month", "2 months");
    }
    void countsOfOneReadWell() {
        QFETCH(QString, id);
        QFETCH(QString, argument);
        QFETCH(QString, one);
        QFETCH(QString, two);
        const Texts english = Texts::of("en");
        const auto said = [&](int count) {
            return QString::fromStdString(
                english.sentence(Message(id.toStdString()).with(argument.toStdString(), count)));
        };
        QCOMPARE(said(1), one);
        QCOMPARE(said(2), two);
    }
    // How many more fit is a promise: a range shows both its ends, and below none it is said in words.
    void howManyMoreFitShowsBothEnds() {
        const Texts english = Texts::of("en");
        const auto said = [&](const Value& more) {
            const ShortFigure shown = shortFigureOf(figure_of::limitsMore.name, more, {}, 1, english);
            return QString::fromStdString(shown.amount + shown.spread);
        };
        QCOMPARE(said(Value::range(0, 0, 21, Grade::Assumption)), QStringLiteral("0 to 21"));
        QCOMPARE(said(Value(-14.0)), QStringLiteral("14 too many"));
        QCOMPARE(said(Value::range(-54, 7, 11, Grade::Assumption)), QStringLiteral("54 too many to 11 more"));
        QCOMPARE(said(Value::unknown()), QStringLiteral("not known"));
    }
    // People know figures by their titles.
    void figuresAreCalledByTheirTitles() {
        const Texts english = Texts::of("en");
        const Message open = Message("rule.req-01.unknown").with("number", 3).with("text", "at most 1 M USD");
        const auto said = [&](const char* figure) {
            Message message = open;
            return english.sentence(message.with("figure", figure));
        };
        QVERIFY(said("cost.price.total").find("cost.price") == std::string::npos);
        QVERIFY(said("cost.price.total").find(figureTitle("cost.price.total", english)) != std::string::npos);
        QVERIFY(said("no.such.figure").find("no.such.figure") != std::string::npos);
    }
    // Heat is read in BTU/h by who wants it, whichever message says it; electric power never is.
    void heatOfSentencesIsReadInTheReadersUnit() {
        DisplayUnits units;
        units.heat = HeatUnit::BtuPerHour;
        const Texts texts = Texts::of("en", NumberFormat::plain(), units);
        const auto said = [](const Texts& by, const char* id, std::string_view unit) {
            return by.sentence(Message(id)
                                   .with("subject", "A01")
                                   .with("found", UnitNumber{10, std::string(unit)})
                                   .with("heat", UnitNumber{10, std::string(unit)}));
        };
        for (const char* id : {"rule.COOL-08.no-air", "losses.summary.taken"}) {
            const std::string heat = said(texts, id, kHeatUnit);
            QVERIFY2(heat.find("34121 BTU/h") != std::string::npos && heat.find("kW") == std::string::npos,
                     heat.c_str());
            const std::string power = said(texts, id, "kW");
            QVERIFY2(power.find("10 kW") != std::string::npos && power.find("BTU") == std::string::npos, power.c_str());
            QCOMPARE(said(Texts::of("en"), id, kHeatUnit), said(Texts::of("en"), id, "kW"));
        }
        QVERIFY(texts.figure(Value(10e3), kHeatUnit, 1000).ends_with(" BTU/h"));
        QCOMPARE(texts.figure(Value(10e3), "kW", 1000), std::string("10 kW"));
        const std::string other = texts.sentence(Message("no.such").with("a", UnitNumber{10, "kW"}));
        QCOMPARE(other, std::string("no.such a=10 kW"));
    }
    void whatIsMissingShows() {
        QCOMPARE(sample().sentence(Message("no.such").with("a", 1)), std::string("no.such a=1"));
        QCOMPARE(sample().sentence(Message("choose")), std::string("Choose {words}."));
    }
    void argumentsAreNoTexts() {
        QCOMPARE(sample().sentence(Message("choose").with("words", "{thing}")), std::string("Choose {thing}."));
    }
    // A place in a design file has no dashes for a table or row that there is not.
    void placesInDesignFiles() {
        const Texts english = Texts::of("en");
        const auto said = [&](const char* form, const char* table, const char* row, const char* field) {
            return english.sentence(Message("file.integer-expected")
                                        .with("file", "x:4")
                                        .with("table", table)
                                        .with("row", row)
                                        .with("field", field)
                                        .with("file-place", form));
        };
        const std::string rest = ": a whole number is expected. Correct the value.";
        QCOMPARE(said("field", "-", "-", "nextId"), "x:4: field nextId" + rest);
        QCOMPARE(said("table-field", "project", "-", "activeOption"), "x:4: field activeOption of \"project\"" + rest);
        QCOMPARE(said("row-field", "A/racks", "4", "room"), "x:4: table A/racks, row 4, field room" + rest);
        QCOMPARE(said("whole", "-", "-", "-"), "x:4: the text as a whole" + rest);
    }
    void lists() {
        QCOMPARE(chosen({}), std::string("Choose nothing."));
        QCOMPARE(chosen({"a"}), std::string("Choose a."));
        QCOMPARE(chosen({"a", "b"}), std::string("Choose a or b."));
        QCOMPARE(chosen({"a", "b", "c"}), std::string("Choose a, b or c."));
    }
    void figures() {
        const Texts texts = sample();
        QCOMPARE(texts.figure(Value(10200), "kW", 1000), std::string("10.2 kW"));
        QCOMPARE(texts.figure(Value::range(9800, 10200, 10600, Grade::Vendor), "kW", 1000), std::string("9.8–10.6 kW"));
        QCOMPARE(texts.figure(Value(612).withTerms(5) + Value::unknown().withTerms(2), "kg"),
                 std::string(">= 612 kg, 2 of 7 unknown"));
        QCOMPARE(texts.figure(Value::unknown(), "kW", 1000), std::string("unknown"));
        QCOMPARE(texts.figure(Value(1024), ""), std::string("1024"));
        QCOMPARE(texts.figure(Value(1), "week"), std::string("1 week"));
        QCOMPARE(texts.figure(Value(14), "week"), std::string("14 weeks"));
        QCOMPARE(texts.figure(Value::range(1, 1.5, 2, Grade::Vendor), "year"), std::string("1–2 years"));
        QVERIFY(
            texts.figure(Value(14).withTerms(5) + Value::unknown().withTerms(2), "week").starts_with(">= 14 weeks"));
        QVERIFY(texts.sentence(Message("report.total").with("amount", UnitNumber{14, "week"})).find("14 weeks") !=
                std::string::npos);
        QCOMPARE(texts.figure(Value(1024), "", 1, {.significantDigits = 2}), std::string("1024"));
        QCOMPARE(texts.figure(Value(10200, Grade::Vendor), "kW", 1000, {.showsGrade = true}),
                 std::string("10.2 kW (vendor)"));
        // A range that rounds to one number reads as one number.
        QCOMPARE(texts.figure(Value::range(10.001, 10.002, 10.003, Grade::Vendor), "m"), std::string("10 m"));
    }
    void marks_data() {
        QTest::addColumn<QByteArray>("locale");
        QTest::addColumn<QByteArray>("digits");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("en") << QByteArray("en") << QByteArray("-1234567.25") << QByteArray("-1,234,567.25");
        QTest::newRow("de") << QByteArray("de") << QByteArray("1234.5") << QByteArray("1.234,5");
        QTest::newRow("de-CH") << QByteArray("de-CH") << QByteArray("1234.5") << QByteArray("1’234.5");
        QTest::newRow("region unknown") << QByteArray("de-XX") << QByteArray("999.5") << QByteArray("999,5");
        QTest::newRow("language unknown") << QByteArray("xx") << QByteArray("1000") << QByteArray("1,000");
        QTest::newRow("five digits") << QByteArray("es") << QByteArray("1234") << QByteArray("1234");
        QTest::newRow("exponent") << QByteArray("fr") << QByteArray("1.5e-9") << QByteArray("1,5e-9");
        QTest::newRow("no number") << QByteArray("de") << QByteArray("x1.5") << QByteArray("x1.5");
    }
    void marks() {
        QFETCH(QByteArray, locale);
        QFETCH(QByteArray, digits);
        QFETCH(QByteArray, shown);
        const NumberFormat format = NumberFormat::ofLocale(locale.toStdString());
        QCOMPARE(QByteArray::fromStdString(withMarks(digits.toStdString(), format)), shown);
    }
    void moneyByItsCurrency() {
        const NumberFormat en = NumberFormat::ofLocale("en");
        QCOMPARE(printed(Money(5, Currency::usd()), en), std::string("0.05 USD"));
        QCOMPARE(printed(Money(-123456, Currency::eur()), en), std::string("-1,234.56 EUR"));
        QCOMPARE(printed(Money(1234, *Currency::parse("JPY")), en), std::string("1,234 JPY"));
        QCOMPARE(printed(Money(1234, *Currency::parse("KWD")), en), std::string("1.234 KWD"));
    }
    // A text with several counts has the words of each beside it.
    void wordsFollowTheirCount() {
        const auto catalogue =
            MessageCatalogue::parse("id,text\na,\"{racks} {racks:rack|racks} with {nodes} {nodes:node|nodes}\"\n");
        QVERIFY(catalogue);
        QCOMPARE(placesOf(*catalogue->find("a")), (std::vector<std::string>{"racks", "racks", "nodes", "nodes"}));
        const Texts texts(*catalogue, NumberFormat::ofLocale("en"), {});
        const auto said = [&texts](std::int64_t racks, const std::string& nodes) {
            return texts.sentence(Message("a").with("racks", racks).with("nodes", nodes));
        };
        QCOMPARE(said(1, "16"), std::string("1 rack with 16 nodes"));
        QCOMPARE(said(0, "1"), std::string("0 racks with 1 node"));
    }
    void pseudoKeepsPlaces() {
        const auto pseudo = MessageCatalogue::parse("id,text\na,\"Open {file} again\"\n")->pseudo();
        QCOMPARE(*pseudo.find("a"), std::string("⟦Ópéñ {file} ágáíñ~~~⟧"));
    }
    void brokenFileIsRefused_data() {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("column") << QByteArray("id,words\n") << QByteArray("messages.no-column");
        QTest::newRow("twice") << QByteArray("id,text\na,x\na,y\n") << QByteArray("messages.twice");
        QTest::newRow("empty") << QByteArray("id,text\na,\n") << QByteArray("messages.empty");
        QTest::newRow("brace") << QByteArray("id,text\na,{b\n") << QByteArray("messages.bad-place");
        QTest::newRow("name") << QByteArray("id,text\na,{b c}\n") << QByteArray("messages.bad-place");
        QTest::newRow("no words") << QByteArray("id,text\na,{b:}\n") << QByteArray("messages.bad-place");
        QTest::newRow("one word") << QByteArray("id,text\na,{b:rack}\n") << QByteArray("messages.bad-place");
        QTest::newRow("three words") << QByteArray("id,text\na,{b:x|y|z}\n") << QByteArray("messages.bad-place");
        QTest::newRow("closing") << QByteArray("id,text\na,b}\n") << QByteArray("messages.bad-place");
    }
    void brokenFileIsRefused() {
        QFETCH(QByteArray, csv);
        QFETCH(QByteArray, id);
        const auto catalogue = MessageCatalogue::parse(csv.toStdString());
        QVERIFY(!catalogue);
        QCOMPARE(QByteArray::fromStdString(catalogue.error().message.id), id);
    }
    void builtInTextsLoad() {
        for (const std::string& language : MessageCatalogue::builtInLanguages())
            QVERIFY2(MessageCatalogue::builtIn(language), language.c_str());
        QCOMPARE(MessageCatalogue::builtIn("tlh").error().kind, ErrorKind::Usage);
        QCOMPARE(Texts::of("en").figure(Value::unknown(), "kW"), std::string("unknown"));
    }
};

RW_CORE_SUITE(TestTexts)
#include "tst_texts.moc"
