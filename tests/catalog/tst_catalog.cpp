// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled catalogue as its readers see it: parts complete with grades and sources, reference tables, search.

#include "catalog/catalog.h"
#include "catalog/search_words.h"
#include "model/parts/attribute_limits.h"
#include "model/parts/port_list.h"
#include "model/project/value_limits.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace rackwright;

class TestCatalog : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;

    Part part(const char* id) {
        const Result<PartPtr> found = m_catalog->part(id);
        if (!found)
            qFatal("no part %s", id);
        return **found;
    }
    std::vector<std::string> ids(const char* text) {
        std::vector<std::string> found;
        const auto parts = m_catalog->search(text);
        for (const PartSummary& summary : *parts)
            found.push_back(summary.id);
        return found;
    }
    bool finds(const char* text, const char* id) {
        const auto found = ids(text);
        return std::ranges::find(found, id) != found.end();
    }

private Q_SLOTS:
    void init() {
        Result<std::unique_ptr<Catalog>> catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
    }

    void aPartIsComplete() {
        const Part dgx = part("nv-dgx-h200");
        QCOMPARE(fact(dgx, attribute::rackUnits).typical(), 8.0);
        QCOMPARE(fact(dgx, attribute::weight).typical()->si(), 130.45);
        QCOMPARE(powerIn(dgx, PowerModeKind::Maximum).typical()->si(), 10200.0);
        QCOMPARE(powerIn(dgx, PowerModeKind::Maximum).grade, Grade::Vendor);
        QVERIFY(powerIn(dgx, PowerModeKind::Idle).isUnknown());
        QCOMPARE(powerIn(dgx, PowerModeKind::Maximum).source->publisher, std::string("NVIDIA"));
        QCOMPARE(dgx.powerInputs.size(), std::size_t{1});
        QCOMPARE(dgx.powerInputs[0].count, 6);
        QCOMPARE(dgx.powerInputs[0].required, std::optional<std::int64_t>(4));
        QCOMPARE(fact(dgx, attribute::acceleratorModel).typical(), std::string("nv-h200-sxm-141"));
        QVERIFY(std::abs(fact(dgx, attribute::airflow).typical()->si() - 1105 * 0.00047194745) < 1e-9);
        QCOMPARE(dgx.heatPath, HeatPath::Air);
        QCOMPARE(dgx.mounting, Mounting::Eia19);
    }

    // What the program itself offers is never refused by what it lets in.
    void everyPartLiesWithinTheLimits() {
        for (const PartSummary& summary : m_catalog->parts()) {
            const auto breach = limitBreach(part(summary.id.c_str()));
            QVERIFY2(!breach, (summary.id + ": " + (breach ? breach->field : std::string())).c_str());
        }
    }
    void everyNumberOfAPartHasLimits() {
        for (const AttributeKey& key : m_catalog->attributeKeys()) {
            const AttributeLimits* limits = findAttributeLimits(key.key);
            QCOMPARE(limits != nullptr, key.kind == AttributeKind::Number);
            if (limits)
                QCOMPARE(std::string(limits->unit), key.unit);
        }
        QVERIFY(std::ranges::is_sorted(attributeLimits(), {}, &AttributeLimits::key));
    }

    void countsOfAPartAreWhole() {
        Part dgx = part("nv-dgx-h200");
        for (Attribute& attribute : dgx.attributes)
            if (attribute.key == attribute::acceleratorCount.key)
                attribute.number = Fact<double>::known(8.5, Grade::Measured);
        const auto breach = limitBreach(dgx);
        QVERIFY(breach);
        QCOMPARE(breach->kind, LimitBreach::Kind::NoCount);
        QVERIFY2(breach->field.starts_with("attributes/") && breach->field.ends_with("/accelerator-count"),
                 breach->field.c_str());
    }

    void portsStandInFaceplateOrder() {
        const std::vector<Port> ports = portList(part("nv-dgx-h100"));
        QStringList names;
        for (const Port& port : ports)
            names += QString::fromStdString(port.name);
        QCOMPARE(names.join(u','),
                 QStringLiteral("compute 1/1,compute 1/2,compute 2/1,compute 2/2,compute 3/1,compute 3/2,"
                                "compute 4/1,compute 4/2,storage 1,storage 2,storage 3,storage 4,"
                                "in-band 1,in-band 2,host,bmc"));
        const Part leaf = part("nvidia-qm9700");
        QCOMPARE(portsOfRole(leaf, PortRole::Data).size(), std::size_t{64});
        QCOMPARE(portList(leaf)[63].name, std::string("32/2"));
        QCOMPARE(portList(leaf).back().name, std::string("console"));
    }

    void theTradesWordsAreOne_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"GPFS", "Spectrum Scale", "Storage Scale", "StorageScale", "spectrum scale", "gpfs"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void theTradesWordsAreOne() {
        QFETCH(QString, word);
        const auto found = ids(word.toUtf8().constData());
        QCOMPARE(found, ids("IBM Storage Scale"));
        QCOMPARE(found.front(), std::string("ibm-storage-scale"));
    }

    void otherAliases() {
        QVERIFY(finds("Pixis", "pyxis") && finds("Pyxis", "pyxis"));
        QVERIFY(finds("Pure Storage//E", "pure-flashblade-e") && finds("FlashBlade//E", "pure-flashblade-e"));
        QVERIFY(finds("CX-7", "nvidia-cx7-400-osfp") && finds("ConnectX-8", "nvidia-cx8-800"));
        QVERIFY(finds("RDHx", "plan-rear-door-active") && finds("CRAC", "plan-crah-100"));
        QCOMPARE(m_catalog->preferredWords("TTFB"), std::string("TTFT"));
        QCOMPARE(ids("dgx h100").front(), std::string("nv-dgx-h100"));
        QCOMPARE(ids("sys-821ge").front(), std::string("smc-sys-821ge-tnhr"));
    }

    void whatIsNotThereIsNotFound() {
        QVERIFY(ids("").empty() && ids("//").empty());
        QVERIFY(ids("zzzz").empty());
        QVERIFY(ids("\" OR id:* NEAR(").empty());
        const auto near = m_catalog->nearestSearchWords("quantom");
        QVERIFY(std::ranges::find(near, "quantum") != near.end());
        const Result<PartPtr> wrong = m_catalog->part("nv-dgx-h20");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().kind, ErrorKind::Usage);
        const auto& nearest = std::get<WordList>(wrong.error().message.arguments[1].value).words;
        QVERIFY(std::ranges::find(nearest, "nv-dgx-h200") != nearest.end());
    }

    // "So many of these" is written in many ways: with the sign, a letter, together or apart.
    void countsBeforeAThingAreFound() {
        for (const char* words : {"8\u00d7H200", "8xH200", "8x H200", "8 H200", "64x400G", "64\u00d7400G"}) {
            const auto parts = m_catalog->search(words);
            QVERIFY(parts);
            QVERIFY2(!parts->empty(), words);
        }
        QCOMPARE(searchTokens("8\u00d7H200"), (std::vector<std::string>{"8", "h200"}));
    }
    // What is pasted by mistake is answered too: it is cut to what a part could have.
    void aSearchHasAnEnd() {
        std::string pasted = "rack pdu";
        for (int i = 0; i < 20'000; ++i)
            pasted += " a word" + std::to_string(i);
        QCOMPARE(wordsAsked(pasted).size(), kMostSearchWords);
        QCOMPARE(wordsAsked("GPU gpu Gpu"), std::vector<std::string>{"gpu"});
        QCOMPARE(wordsAsked(std::string(1000, 'x')).front().size(), kLongestSearchWord);
        QVERIFY(ids(pasted.c_str()).empty());
        QCOMPARE(ids("pdu pdu pdu pdu"), ids("pdu"));
    }

    // An amount is written with its unit or apart from it.
    void anAmountIsFoundWithItsUnit() {
        QVERIFY(!ids("rack PDU 63A").empty());
        QCOMPARE(ids("rack PDU 63A"), ids("rack PDU 63 A"));
        QVERIFY(finds("rack PDU 63A", ids("Rack PDU 63").front().c_str()));
    }

    // A vendor makes many kinds of things: servers are looked for before what cools them and parts that go into them.
    void aVendorsNameFindsServersFirst() {
        const auto parts = m_catalog->search("Supermicro");
        QVERIFY(parts && parts->size() > 5);
        const auto first = [&](PartCategory category) {
            return std::ranges::find(*parts, category, &PartSummary::category) - parts->begin();
        };
        QVERIFY(parts->front().category != PartCategory::Cdu);
        for (const PartCategory server : {PartCategory::GpuNode, PartCategory::CpuNode, PartCategory::RackScaleSystem})
            QVERIFY(first(server) < first(PartCategory::StorageNode));
        QVERIFY(first(PartCategory::StorageNode) < first(PartCategory::Cdu));
        QVERIFY(first(PartCategory::Cdu) < first(PartCategory::Tray));
        // Whoever asks for a thing by its own name gets it first, whatever it is.
        QCOMPARE(ids("supermicro cdu").front(), std::string("supermicro-cdu-inrack"));
    }

    void referenceTables() {
        QCOMPARE(m_catalog->norms().size(), std::size_t{42});
        QCOMPARE(m_catalog->norm("norm-ocp1-uniform-load-optimum")->value.typical(), 1221.0);
        QCOMPARE(m_catalog->norm("norm-ada")->value.grade, Grade::Recalled);
        QCOMPARE(m_catalog->norm("norm-ocp1-cold-aisle-acceptable")->value.typical(), 1.2);
        QCOMPARE(m_catalog->coolingMethods().size(), std::size_t{11});
        QCOMPARE(m_catalog->waterClasses().size(), std::size_t{5});
        QVERIFY(std::abs(m_catalog->waterClasses()[2].supplyMaximum.inCelsius() - 32) < 1e-9);
        QCOMPARE(m_catalog->pipeSizes().size(), std::size_t{4});
        QCOMPARE(m_catalog->pipeSizes()[1].capacity.si(), 215e3);
        QCOMPARE(m_catalog->costLines().size(), std::size_t{45});
        QVERIFY(m_catalog->costLine("freight")->rate.isUnknown());
        QCOMPARE(m_catalog->costLine("nvaie-1y")->rate.typical()->inUnits(), 4500.0);
        QVERIFY(m_catalog->costLine("nvaie-cloud")->rate.low()->inUnits() == 1.0);
    }

    void severalSourcesDisagree() {
        const Part b200 = part("nv-b200-sxm-180");
        QCOMPARE(fact(b200, attribute::memoryBandwidth).typical()->si(), 8e12);
        const auto disagreeing = std::ranges::count(b200.assertions, "memory-bandwidth", &Assertion::key);
        QCOMPARE(disagreeing, 2);
    }

    void onlyACatalogueIsOpened() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x.sqlite")).toStdString();
        QCOMPARE(Catalog::open(path).error().message.id, std::string("catalog.file.missing"));
        std::ofstream(path) << "no database at all, but long enough to be looked at as one";
        QVERIFY(!Catalog::open(path));
        const std::string foreign = folder.filePath(QStringLiteral("y.sqlite")).toStdString();
        {
            const auto connection = SqlConnection::open(foreign, SqlAccess::ReadWrite);
            QVERIFY((*connection)->execute("CREATE TABLE part(id)").has_value());
        }
        QCOMPARE(Catalog::open(foreign).error().message.id, std::string("catalog.file.foreign"));
        {
            const auto connection = SqlConnection::open(foreign, SqlAccess::ReadWrite);
            QVERIFY((*connection)->execute("PRAGMA application_id = 1381450561; PRAGMA user_version = 99").has_value());
        }
        QCOMPARE(Catalog::open(foreign).error().message.id, std::string("catalog.file.version"));
    }

    void itIsFoundBesideTheProgram() {
        QTemporaryDir folder;
        QCOMPARE(findCatalogFile(folder.path().toStdString()).error().message.id,
                 std::string("catalog.file.not-found"));
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("share/rackwright")));
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("bin")));
        QVERIFY(QFile::copy(QStringLiteral(RW_CATALOG_FILE),
                            folder.filePath(QStringLiteral("share/rackwright/catalog.sqlite"))));
        const Result<std::string> found = findCatalogFile(folder.filePath(QStringLiteral("bin")).toStdString());
        QVERIFY(found.has_value() && Catalog::open(*found).has_value());
    }
};

RW_CORE_SUITE(TestCatalog)
#include "tst_catalog.moc"
