// SPDX-License-Identifier: GPL-3.0-or-later
// The text form of a design: it reads back to the equal document, writes to equal bytes, and says what is wrong and
// where.
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "tests/support/random_document.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;
using namespace rackwright::testing;

namespace {

std::string argument(const Message& message, std::string_view name) {
    for (const Argument& a : message.arguments)
        if (a.name == name)
            if (const auto* text = std::get_if<std::string>(&a.value))
                return *text;
    return {};
}

// Text with ' for ", so that it can be read here.
std::string json(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return text;
}

// One room, one rack in it with a device and a part, as a person would read it.
const std::string kSmall = json("{\n"
                                "'format': 'rackwright design',\n"
                                "'version': 3,\n"
                                "'nextId': 9,\n"
                                "'project': {'name': 'Small', 'activeOption': 1},\n"
                                "'parts': [\n"
                                "{'id': 2, 'part': {'id': 'own-node', 'vendor': 'Own'}}\n"
                                "],\n"
                                "'options': [\n"
                                "{'id': 1, 'name': 'A',\n"
                                "'rooms': [\n"
                                "{'id': 3, 'name': 'Hall'}\n"
                                "],\n"
                                "'racks': [\n"
                                "{'id': 4, 'name': 'R01', 'room': 3, 'centre': {'x_um': 600000}}\n"
                                "],\n"
                                "'devices': [\n"
                                "{'id': 5, 'part': 2, 'placement': {'in-rack': {'rack': 4, 'unit': 12}}}\n"
                                "]}\n"
                                "]\n"
                                "}\n");

/// `from` and `to` have ' for ".
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(json(from));
    if (at == std::string::npos)
        qFatal("the text has no %s", from.c_str());
    return text.replace(at, from.size(), json(to));
}

} // namespace

class TestDesignText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void smallTextIsCanonical() {
        const auto document = readDesignText(kSmall, "small.rkw.json");
        QVERIFY(document);
        QCOMPARE(designText(*document), kSmall);
        const Design& design = *document->project->options.front().design;
        const Device* device = design.devices.find({5});
        QVERIFY(device);
        QCOMPARE(std::get<InRack>(device->placement).unit, 12);
        QCOMPARE(rackOf(*device).value, std::uint64_t(4));
        QCOMPARE(design.racks.find({4})->centre.x.inMicrometres(), 600000);
    }

    void saveLoadSaveIsEqual() {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const Document document = randomDocument(seed);
            QVERIFY(checkDocument(document, "random"));
            const std::string text = designText(document);
            const auto read = readDesignText(text, "random");
            if (!read)
                qFatal("seed %d: %s at %s/%s/%s", int(seed), read.error().message.id.c_str(),
                       argument(read.error().message, "table").c_str(), argument(read.error().message, "row").c_str(),
                       argument(read.error().message, "field").c_str());
            QVERIFY(*read->project == *document.project);
            QCOMPARE(read->nextId, document.nextId);
            QCOMPARE(designText(*read), text);
        }
    }

    void optionsShareWhatIsEqual() {
        Document document = randomDocument(7);
        auto project = std::make_shared<Project>(*document.project);
        project->options.resize(1);
        project->activeOption = project->options.front().id;
        project->options.push_back({document.nextId, "B", {}, project->options.front().design});
        const auto read = readDesignText(designText({project, document.nextId + 1}), "two");
        QVERIFY(read);
        const auto& options = read->project->options;
        QCOMPARE(options[0].design->racks.stamp(), options[1].design->racks.stamp());
    }

    void orderOfRowsAndFieldsIsFree() {
        const std::string shuffled = replaced(
            kSmall, "{'id': 2, 'part': {'id': 'own-node', 'vendor': 'Own'}}",
            "{'part':{'vendor':'Own','id':'own-node'},'id':7},{'id': 2, 'part': {'id': 'own-node', 'vendor': 'Own'}}");
        const auto read = readDesignText(shuffled, "s");
        QVERIFY(read);
        QCOMPARE(read->project->parts.size(), std::size_t(2));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* from, const char* to, const char* id, const char* place) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(id)
                                << QString::fromUtf8(place);
        };
        const auto outside = [&row](const char* name, const char* from, const char* to, const char* place) {
            row(name, from, to, "file.outside-limits", place);
        };
        row("unknown field", "'name': 'R01'", "'nmae': 'R01'", "file.unknown-field", "A/racks 4 nmae");
        row("field twice", "'name': 'R01'", "'name': 'R01', 'name': 'R2'", "file.field-twice", "A/racks 4 name");
        row("text for id", "'room': 3", "'room': '3'", "file.integer-expected", "A/racks 4 room");
        row("fraction for unit", "'unit': 12", "'unit': 12.5", "file.integer-expected",
            "A/devices 5 placement/in-rack/unit");
        row("number for text", "'name': 'Hall'", "'name': 7", "file.text-expected", "A/rooms 3 name");
        row("null", "'name': 'Hall'", "'name': null", "file.text-expected", "A/rooms 3 name");
        row("list for object", "{'x_um': 600000}", "[600000]", "file.object-expected", "A/racks 4 centre");
        row("unknown kind", "'in-rack'", "'on-rack'", "file.unknown-word", "A/devices 5 placement");
        row("unknown word", "'vendor': 'Own'", "'category': 'toaster'", "file.unknown-word", "parts 2 part/category");
        row("unknown table", "'racks': [", "'raks': [", "file.unknown-field", "A/raks - raks");
        row("unknown shared table", "'parts': [", "'prts': [", "file.unknown-field", "prts - prts");
        row("id 0", "'id': 4", "'id': 0", "file.no-id", "A/racks #1 id");
        row("no id", "'id': 4, ", "", "file.no-id", "A/racks #1 id");
        row("negative id", "'id': 4", "'id': -4", "file.out-of-range", "A/racks #1 id");
        row("id too large", "'id': 5", "'id': 9", "file.id-not-below-next", "A/devices 9 id");
        row("id twice", "{'id': 3, 'name': 'Hall'}", "{'id': 3}, {'id': 3, 'name': 'Hall'}", "file.id-twice",
            "A/rooms 3 id");
        // Cables name what they end at by the number alone.
        row("device and power element of one id", "'racks': [",
            "'power_elements': [\n{'id': 5, 'name': 'P'}\n],\n'racks': [", "file.id-in-two-tables",
            "A/power_elements 5 id");
        row("device and cooling unit of one id", "'racks': [",
            "'cooling_units': [\n{'id': 5, 'name': 'C'}\n],\n'racks': [", "file.id-in-two-tables",
            "A/cooling_units 5 id");
        row("power element and cooling unit of one id", "'racks': [",
            "'cooling_units': [\n{'id': 6, 'name': 'C'}\n],\n'power_elements': [\n{'id': 6, 'name': 'P'}\n],\n'racks': "
            "[",
            "file.id-in-two-tables", "A/cooling_units 6 id");
        row("dangling rack", "'rack': 4", "'rack': 3", "file.dangling", "A/devices 5 placement/rack");
        row("dangling part", "'part': 2", "'part': 3", "file.dangling", "A/devices 5 part");
        row("no option", "'activeOption': 1", "'activeOption': 2", "file.dangling", "project - activeOption");
        row("too far", "'x_um': 600000", "'x_um': 9000000000000000000", "file.out-of-range", "A/racks 4 centre/x");
        row("not finite", "'room': 3", "'room': 3, 'powerCap_W': 1e999", "file.number-expected",
            "A/racks 4 powerCap_W");
        outside("no power", "'room': 3", "'room': 3, 'powerCap_W': -5000", "A/racks 4 powerCap");
        outside("power beyond all", "'room': 3", "'room': 3, 'powerCap_W': 1e308", "A/racks 4 powerCap");
        outside("unit 0", "'unit': 12", "'unit': 0", "A/devices 5 placement/in-rack/unit");
        outside("unit beyond racks", "'unit': 12", "'unit': 1000000000", "A/devices 5 placement/in-rack/unit");
        row("a thousand turns", "'name': 'R01'", "'name': 'R01', 'rotation_mdeg': 360000000", "file.out-of-range",
            "A/racks 4 rotation_mdeg");
        row("a turn to the left", "'name': 'R01'", "'name': 'R01', 'rotation_mdeg': -360000", "file.out-of-range",
            "A/racks 4 rotation_mdeg");
        outside("place beyond sites", "'x_um': 600000", "'x_um': 20000000000", "A/racks 4 centre/x");
        outside("ports below 0", "'vendor': 'Own'", "'portGroups': [{'count': -1}]", "parts 2 part/portGroups/1/count");
        outside("ports beyond switches", "'vendor': 'Own'", "'portGroups': [{'count': 1000000000}]",
                "parts 2 part/portGroups/1/count");
        outside("ports in all", "'vendor': 'Own'", "'portGroups': [{'count': 4000}, {'count': 97}]",
                "parts 2 part/portGroups");
        outside("supplies", "'vendor': 'Own'", "'powerInputs': [{'count': 1000000000}]",
                "parts 2 part/powerInputs/1/count");
        outside("accelerators", "'vendor': 'Own'",
                "'attributes': [{'key': 'accelerator-count', 'number': {'value': 1e9}}]",
                "parts 2 part/attributes/1/accelerator-count");
        outside("rack height", "'vendor': 'Own'",
                "'attributes': [{'key': 'rack-height-units', 'number': {'value': 1e9}}]",
                "parts 2 part/attributes/1/rack-height-units");
        outside("power mode", "'vendor': 'Own'", "'powerModes': [{'power_W': {'value': -5}}]",
                "parts 2 part/powerModes/1/power");
        outside("price below 0", "'vendor': 'Own'", "'prices': [{'rate': {'value': {'currency': 'EUR', 'nano': -1}}}]",
                "parts 2 part/prices/1/rate");
        row("typical above high", "'vendor': 'Own'", "'powerModes': [{'power_W': {'low': 1, 'typical': 3, 'high': 2}}]",
            "file.range-order", "parts 2 part/powerModes/1/power");
        outside("altitude", "'parts': [",
                "'site': [{'id': 7, 'key': 'site.altitude', 'knowledge': 'known', 'value': '1e9'}],\n'parts': [",
                "site 7 site.altitude");
        outside("prompt of no token", "'rooms': [",
                "'workloads': [{'id': 7, 'parameters': [{'name': 'prompt-tokens', 'value': '0'}]}],\n'rooms': [",
                "A/workloads 7 parameters/prompt-tokens");
        row("newer", "'version': 3", "'version': 4", "file.newer-format", "- - -");
        row("version of no number", "'version': 3", "'version': 0.5", "file.version-form", "- - -");
        row("version in words", "'version': 3", "'version': 'one'", "file.version-form", "- - -");
        row("format of no text", "'rackwright design'", "5", "file.not-a-design", "- - -");
        row("foreign", "'rackwright design'", "'something else'", "file.not-a-design", "- - -");
        row("cut", "'devices': [", "", "file.not-json-text", "");
        row("no quote", "'Hall'", "'Hall", "file.not-json-text", "");
        row("bad UTF-8", "Hall", "H\xFFll", "file.not-json-text", "");
        row("behind the end", "]\n}\n", "]\n}\n{}", "file.not-json-text", "");
    }
    void mistakesAreNamed() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, id);
        QFETCH(QString, place);
        const std::string text = replaced(kSmall, from.toStdString(), to.toStdString());
        const auto read = readDesignText(text, "small.rkw.json");
        QVERIFY(!read);
        const Message& message = read.error().message;
        QCOMPARE(QString::fromStdString(message.id), id);
        const std::string found =
            argument(message, "table") + " " + argument(message, "row") + " " + argument(message, "field");
        if (!place.isEmpty())
            QCOMPARE(QString::fromStdString(found), place);
        QVERIFY(argument(message, "file").starts_with("small.rkw.json"));
    }

    void brokenTextNamesLineAndColumn() {
        const auto placeOf = [](const std::string& text) {
            const auto read = readDesignText(text, "small.rkw.json");
            return read ? std::string("read")
                        : argument(read.error().message, "line") + ":" + argument(read.error().message, "column");
        };
        QCOMPARE(QString::fromStdString(placeOf("{\n\"format\" 1}")), QStringLiteral("2:11"));
        QCOMPARE(QString::fromStdString(placeOf("")), QStringLiteral("1:1"));
        // A control character within a string, which not every reader minds.
        QCOMPARE(QString::fromStdString(placeOf(replaced(kSmall, "'Hall'", "'Ha\x1B[31mll'"))),
                 QStringLiteral("12:22"));
        QCOMPARE(QString::fromStdString(placeOf(replaced(kSmall, "'Hall'", "'\\\\\\'\tl'"))), QStringLiteral("12:24"));
    }
    void theNextIdHasOneRange() {
        for (const char* wrong : {"-1", "0", "9000000000000000000"}) {
            std::string text(designText(*readDesignText(replaced(kSmall, "'Hall'", "'Hall'"), "small.rkw.json")));
            const std::size_t at = text.find("\"nextId\": ") + 10;
            text.replace(at, text.find_first_of(",\n}", at) - at, wrong);
            const auto read = readDesignText(text, "small.rkw.json");
            QVERIFY(!read);
            QCOMPARE(read.error().message.id, std::string("file.out-of-range"));
            QCOMPARE(argument(read.error().message, "value"), std::string(wrong));
            QCOMPARE(argument(read.error().message, "least"), std::string("1"));
            QCOMPARE(argument(read.error().message, "most"), std::string("4611686018427387904"));
        }
    }

    // Other programs write a quarter turn to the left as -90 degrees.
    void turnsAreKeptWithinOne() {
        const auto read = readDesignText(replaced(kSmall, "'name': 'R01'", "'name': 'R01', 'rotation_mdeg': -90000"),
                                         "small.rkw.json");
        QVERIFY(read);
        QCOMPARE(activeOption(*read->project).design->racks.begin()->rotation.inMillidegrees(), std::int64_t(270'000));
    }

    // Five bytes of text ask for hundreds in memory: reading ends before they are taken.
    void listsThatWouldFillMemoryAreRefused() {
        std::string empty = "{}";
        for (int i = 0; i < 3'000'000; ++i)
            empty += ",{}";
        std::string text = replaced(kSmall, "'vendor': 'Own'", "'attributes': []");
        text.insert(text.find("[]") + 1, empty);
        const auto read = readDesignText(text, "many.rkw.json");
        QVERIFY(!read);
        QCOMPARE(read.error().message.id, std::string("file.too-much"));
        QVERIFY(argument(read.error().message, "field").starts_with("part/attributes"));
    }

    // A name of 100 kB stands in every list and drawing; what people write may be pages.
    void textsHaveLimits() {
        const auto named = [](std::size_t characters) {
            return readDesignText(replaced(kSmall, "'name': 'R01'", "'name': '" + std::string(characters, 'x') + "'"),
                                  "long.rkw.json");
        };
        QVERIFY(named(1000));
        const auto refused = named(1001);
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("file.long-text"));
        QCOMPARE(argument(refused.error().message, "field"), std::string("name"));
        QCOMPARE(argument(refused.error().message, "row"), std::string("4"));
        std::string umlauts;
        for (int i = 0; i < 1000; ++i)
            umlauts += "\xC3\xBC"; // characters count, not bytes
        QVERIFY(readDesignText(replaced(kSmall, "'name': 'R01'", "'name': '" + umlauts + "'"), "umlauts"));
        const auto noted = [](std::size_t characters) {
            return readDesignText(
                replaced(kSmall, "'vendor': 'Own'", "'vendor': 'Own', 'notes': '" + std::string(characters, 'x') + "'"),
                "long.rkw.json");
        };
        QVERIFY(noted(100'000));
        QVERIFY(!noted(100'001));
        QVERIFY(!readDesignText(replaced(kSmall, "'name': 'A'", "'name': '" + std::string(1001, 'x') + "'"), "option"));
        QVERIFY(!readDesignText(replaced(kSmall, "'name': 'Small'", "'name': '" + std::string(1001, 'x') + "'"),
                                "project"));
    }

    void lineIsNamed() {
        const auto read = readDesignText(replaced(kSmall, "'room': 3", "'room': true"), "small.rkw.json");
        QVERIFY(!read);
        QCOMPARE(argument(read.error().message, "file"), std::string("small.rkw.json:15"));
    }

    // What only the whole shows has its line too, and a place names no table and row that there is not.
    void mistakesOfTheWholeHaveTheirLine_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("where");
        QTest::newRow("next id") << QByteArray("'nextId': 9") << QByteArray("'nextId': 0")
                                 << QStringLiteral("x:4 field - - nextId");
        QTest::newRow("next id of no number")
            << QByteArray("'nextId': 9") << QByteArray("'nextId': 'nine'") << QStringLiteral("x:4 field - - nextId");
        QTest::newRow("active option") << QByteArray("'activeOption': 1") << QByteArray("'activeOption': 7")
                                       << QStringLiteral("x:5 table-field project - activeOption");
        QTest::newRow("header on lines of its own")
            << QByteArray("'name': 'Small', 'activeOption': 1") << QByteArray("\n'name': 'Small',\n\n'activeOption': 7")
            << QStringLiteral("x:8 table-field project - activeOption");
        QTest::newRow("option") << QByteArray("'id': 1, 'name': 'A'") << QByteArray("'id': 90, 'name': 'A'")
                                << QStringLiteral("x:5 table-field project - activeOption");
        QTest::newRow("part") << QByteArray("'id': 2, 'part'") << QByteArray("'id': 12, 'part'")
                              << QStringLiteral("x:7 row-field parts 12 id");
        QTest::newRow("device") << QByteArray("'part': 2, 'placement'") << QByteArray("'part': 6, 'placement'")
                                << QStringLiteral("x:18 row-field A/devices 5 part");
        QTest::newRow("no object") << QByteArray("{'name': 'Small', 'activeOption': 1}") << QByteArray("[1]")
                                   << QStringLiteral("x:5 table project - -");
        QTest::newRow("unknown table") << QByteArray("'racks': [") << QByteArray("'raks': [")
                                       << QStringLiteral("x:14 table-field A/raks - raks");
    }
    void mistakesOfTheWholeHaveTheirLine() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, where);
        const auto read = readDesignText(replaced(kSmall, from.toStdString(), to.toStdString()), "x");
        QVERIFY(!read);
        const Message& said = read.error().message;
        std::string found = argument(said, "file");
        for (const char* part : {"file-place", "table", "row", "field"})
            found += " " + argument(said, part);
        QCOMPARE(QString::fromStdString(found), where);
    }
    void aRowOfASecondOptionHasItsLine() {
        const std::string second = replaced(kSmall, "]}\n]\n}\n",
                                            "]},\n{'id': 6, 'name': 'B',\n'racks': {'put': [\n"
                                            "{'id': 7, 'name': 'R02', 'room': 3},\n"
                                            "{'id': 4, 'name': 'R01', 'room': 8}\n]}}\n]\n}\n");
        const auto read = readDesignText(second, "x");
        QVERIFY(!read);
        QCOMPARE(argument(read.error().message, "table"), std::string("B/racks"));
        QCOMPARE(argument(read.error().message, "file"), std::string("x:23"));
    }

    // Any text, cut or with a byte changed, is read or refused; it never ends the program.
    void brokenTextsAreRefused() {
        const std::string text = designText(randomDocument(3, {4, 2}));
        std::mt19937_64 random(5);
        for (int i = 0; i < 3000; ++i) {
            std::string broken = text;
            if (i % 2 == 0)
                broken.resize(random() % text.size());
            else
                broken[random() % text.size()] = static_cast<char>(random());
            if (const auto read = readDesignText(broken, "broken"))
                QCOMPARE(designText(*readDesignText(designText(*read), "again")), designText(*read));
        }
    }

    void deepNestingIsRefused() {
        const std::string deep(1'000'000, '[');
        QVERIFY(!readDesignText(deep, "deep"));
        QVERIFY(!readDesignText(replaced(kSmall, "'name': 'Hall'", "\"name\": " + deep), "deep"));
        QVERIFY(!readDesignText("", "empty"));
        QVERIFY(!readDesignText(std::string(100, '\0'), "zeros"));
    }
};

RW_CORE_SUITE(TestDesignText)
#include "tst_design_text.moc"
