// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys with the stores outside the project: own parts, overrides, import, roll-back, the status of embedded
// revisions, and the price book.

#include "catalog/overlay_copy.h"
#include "catalog/part_import.h"
#include "catalog/part_library.h"
#include "catalog/price_book.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

using namespace rackwright;

namespace {

const ChangeNote kNote{"2026-11-21T08:00:00Z", "R. Tester", "a change"};
const Source kSurvey{"Site survey", "Weighing of the first rack", "2026-11-20", ""};

PartOverride weightOverride(double kilogram) {
    return {"nv-dgx-h200", "weight", Fact<double>::known(kilogram, Grade::SiteSurvey, kSurvey), {}, "weighed"};
}

PartOverride portsOverride(std::int64_t count) {
    PortGroup group;
    group.role = PortRole::Compute;
    group.count = count;
    group.speed = Fact<DataRate>::known(DataRate(800 * 1.25e8), Grade::SiteSurvey, kSurvey);
    group.connector = "OSFP";
    group.portsPerCage = 2;
    group.protocol = FabricProtocol::InfiniBand;
    return {.partId = "nv-dgx-b200", .key = "ports.compute", .note = "counted", .ports = {group}};
}

PartOverride priceOverride(double amount) {
    const auto euro = *Currency::parse("EUR");
    Price price;
    price.currency = euro;
    price.rate = Fact<PriceRate>::range(*PriceRate::nearest(amount * 0.9, euro), *PriceRate::nearest(amount, euro),
                                        *PriceRate::nearest(amount * 1.1, euro), Grade::Vendor, kSurvey);
    price.basis = "each";
    price.region = "DE";
    price.date = "2026-11-01";
    price.validUntil = "2026-12-31";
    price.note = "framework contract";
    return {.partId = "nv-dgx-b200", .key = "price.each", .note = "contract", .prices = {price}};
}

const char* const kGoodImport =
    "id,category,vendor,model,depth [mm],weight [kg],rack-units [U],mounting,power-maximum [W],power-idle [W],"
    "ports-data,ports-data-speed [Gb/s],ports-data-connector,price [EUR],price-low,price-high,source-title,grade\r\n"
    "own-switch,switch,Acme,\"S \"\"64\"\"\",600,15.5,1,eia-19,1500,400,64,400,QSFP-DD,12000.50,11000,13000,Acme sheet "
    "7,vendor\r\n"
    "own-node,gpu-node,Acme,N8,900,120,8,eia-19,9.5,,8,400,OSFP,250000,,,Acme sheet 8,vendor\r\n";

} // namespace

class TestOverlay : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Catalog> m_catalog;
    std::unique_ptr<PartOverlay> m_overlay;

    std::string path(const char* name) { return m_folder->filePath(QString::fromLatin1(name)).toStdString(); }
    static QByteArray contents(const std::string& file) {
        QFile in(QString::fromStdString(file));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    static void write(const std::string& file, const QByteArray& bytes) {
        QFile out(QString::fromStdString(file));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
    }
    PartLibrary library() const { return PartLibrary(*m_catalog, m_overlay.get()); }
    void reopen() {
        m_overlay.reset();
        auto overlay = PartOverlay::open(path("overlay.sqlite"));
        QVERIFY(overlay.has_value());
        m_overlay = std::move(*overlay);
    }
    /// Opens a copy of the catalogue that differs by the statements, as one of a later release would.
    void updateCatalogue(const char* statements) {
        const QString copy = m_folder->filePath(QStringLiteral("newer.sqlite"));
        if (!QFile::exists(copy))
            QVERIFY(QFile::copy(QStringLiteral(RW_CATALOG_FILE), copy));
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
        QVERIFY((*SqlConnection::open(copy.toStdString(), SqlAccess::ReadWrite))->execute(statements));
        auto catalog = Catalog::open(copy.toStdString());
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
    }
    PartImportContext context() {
        std::vector<std::string> ids;
        for (const PartSummary& part : m_catalog->parts())
            ids.push_back(part.id);
        return {m_catalog->attributeKeys(), ids, "2026-11-21"};
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
        reopen();
    }

    void aPartSurvivesTheStore() {
        std::vector<PartListing> listings;
        for (const PartSummary& summary : m_catalog->parts())
            listings.push_back(*m_catalog->listing(summary.id));
        QVERIFY(m_overlay->putParts(listings, kNote).has_value());
        reopen();
        for (PartListing& listing : listings) {
            listing.part.revision = 1; // the store counts its own
            QVERIFY2(m_overlay->listing(listing.part.id)->part == listing.part, listing.part.id.c_str());
        }
    }

    // The file damaged or emptied: that is said, its last good state is there, and the damaged file is kept.
    void theLastGoodStateIsKept_data() {
        QTest::addColumn<bool>("isEmpty");
        QTest::newRow("damaged") << false;
        QTest::newRow("of no byte") << true;
    }
    void theLastGoodStateIsKept() {
        QFETCH(bool, isEmpty);
        const Part own = duplicatedPart(**m_catalog->part("nv-dgx-h200"), "acme-own");
        QVERIFY(m_overlay->putParts({{own, {}, {}}}, kNote).has_value());
        QVERIFY(m_overlay->setOverride(weightOverride(131), kNote).has_value());
        m_overlay.reset();
        QFile file(QString::fromStdString(path("overlay.sqlite")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        if (isEmpty) {
            QVERIFY(file.resize(0));
        } else {
            QVERIFY(file.seek(4096 + 8));
            QVERIFY(file.write(QByteArray(3000, 'x')) == 3000);
        }
        file.close();
        const auto refused = PartOverlay::open(path("overlay.sqlite"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("catalog.database.damaged"));
        const auto good = goodCopy(path("overlay.sqlite"));
        QVERIFY(good);
        QCOMPARE(good->parts, std::size_t(1));
        QCOMPARE(good->changes, std::int64_t(2));
        const auto aside = restoreGoodCopy(path("overlay.sqlite"));
        QVERIFY(aside);
        QCOMPARE(QFileInfo(QString::fromStdString(*aside)).size() == 0, isEmpty);
        reopen();
        QVERIFY(m_overlay->listing("acme-own"));
        QCOMPARE(m_overlay->overrides().size(), std::size_t(1));
    }

    // One bit of a name or number leaves the tables whole: whatever bit flips, the file is refused or reads as before.
    void aFlippedBitIsSeen() {
        const Part own = duplicatedPart(**m_catalog->part("nv-dgx-h200"), "acme-flipped");
        QVERIFY(m_overlay->putParts({{own, {"the box"}, {}}}, kNote));
        QVERIFY(m_overlay->setOverride(weightOverride(131), kNote));
        const auto history = m_overlay->history();
        const PartListing listing = *m_overlay->listing("acme-flipped");
        const auto overrides = m_overlay->overrides();
        m_overlay.reset();
        const QByteArray sound = contents(path("overlay.sqlite"));
        std::set<qsizetype> places;
        for (qsizetype at = sound.indexOf("acme-flipped"); at >= 0; at = sound.indexOf("acme-flipped", at + 1))
            for (qsizetype i = 0; i < 12; i += 5)
                places.insert(at + i);
        QVERIFY(places.size() > 6);
        constexpr qsizetype kStep = 1531;
        for (qsizetype at = 100; at < sound.size(); at += kStep)
            places.insert(at);
        int refused = 0;
        for (const qsizetype at : places) {
            QByteArray flipped = sound;
            flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 7)));
            write(path("flipped.sqlite"), flipped);
            const auto opened = PartOverlay::open(path("flipped.sqlite"));
            const QByteArray place = QByteArray::number(at);
            if (!opened) {
                ++refused;
                QVERIFY2(opened.error().message.id.starts_with("catalog."), place);
                continue;
            }
            QVERIFY2((*opened)->history() == history && (*opened)->overrides() == overrides, place);
            const auto read = (*opened)->listing("acme-flipped");
            QVERIFY2(read && read->part == listing.part && read->aliases == listing.aliases, place);
            QVERIFY2((*opened)->matching("acme")->size() == 1, place);
        }
        QVERIFY(refused > 10);
    }
    void aFlippedBitOfAPriceIsSeen() {
        const std::string file = path("prices.sqlite");
        {
            auto book = PriceBookStore::open(file);
            QVERIFY(book);
            const PriceImportPlan plan = planPriceImport(
                "part,price [USD],date,quote,note\nnv-dgx-h200,301234,2026,Q,flip me\n", {"nv-dgx-h200"});
            QVERIFY(plan.isSound());
            QVERIFY((*book)->add(plan.entries, kNote));
        }
        QByteArray bytes = contents(file);
        const qsizetype at = bytes.indexOf("flip me");
        QVERIFY(at > 0);
        bytes[at] = 'g';
        write(file, bytes);
        const auto damaged = PriceBookStore::open(file);
        QVERIFY(!damaged);
        QCOMPARE(damaged.error().message.id, std::string("catalog.price-book.damaged"));
        // What the sentence says brings the prices back.
        write(file, contents(file + ".good"));
        const auto back = PriceBookStore::open(file);
        QVERIFY(back);
        QCOMPARE((*back)->entries().size(), std::size_t{1});
        QCOMPARE((*back)->entries().front().price.note, std::string("flip me"));
    }

    // Without a copy own parts begin anew, and the damaged file is kept all the same.
    void withoutACopyOwnPartsBeginAnew() {
        m_overlay.reset();
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("overlay.sqlite.good"))));
        QFile file(QString::fromStdString(path("overlay.sqlite")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(QByteArray(9000, 'x')) == 9000);
        file.close();
        QVERIFY(!PartOverlay::open(path("overlay.sqlite")));
        QVERIFY(!goodCopy(path("overlay.sqlite")));
        const auto aside = restoreGoodCopy(path("overlay.sqlite"));
        QVERIFY(aside);
        QCOMPARE(QFileInfo(QString::fromStdString(*aside)).size(), qint64{9000});
        reopen();
        QVERIFY(m_overlay->parts().empty());
    }

    void duplicateAndEdit() {
        Part own = duplicatedPart(**m_catalog->part("plan-8gpu-4u-liquid-b200"), "acme-4u");
        QVERIFY(!own.isPlanningClass);
        own.vendor = "Acme";
        QVERIFY(m_overlay->putParts({{own, {}, {"water beast"}}}, kNote).has_value());
        own.notes = "second look";
        QVERIFY(m_overlay->putParts({{own, {}, {"water beast"}}}, kNote).has_value());
        reopen();
        const Result<PartPtr> found = library().part("acme-4u");
        QVERIFY(found.has_value());
        QCOMPARE((*found)->revision, 2);
        QCOMPARE((*found)->notes, std::string("second look"));
        QCOMPARE(m_overlay->listing("acme-4u", 1)->part.notes, (*m_catalog->part("plan-8gpu-4u-liquid-b200"))->notes);
        QCOMPARE(library().search("water beast")->front().id, std::string("acme-4u"));
        QCOMPARE(library().search("water beast")->size(), std::size_t{1});
        QCOMPARE(library().parts().size(), m_catalog->parts().size() + 1);
    }

    void anOverrideStandsInThePlaceOfTheFigure() {
        const PartPtr before = *library().part("nv-dgx-h200");
        QVERIFY(library().checkOverride(weightOverride(128.2)).has_value());
        QVERIFY(m_overlay->setOverride(weightOverride(128.2), kNote).has_value());
        const PartOverride power{
            "nv-dgx-h200", "power.typical", Fact<double>::known(8100, Grade::CustomerStatement, kSurvey), {}, "meter"};
        QVERIFY(m_overlay->setOverride(power, kNote).has_value());
        reopen(); // as after an update of the catalogue: the overlay is a file of its own
        const PartPtr now = *library().part("nv-dgx-h200");
        QCOMPARE(fact(*now, attribute::weight).typical()->si(), 128.2);
        QCOMPARE(fact(*now, attribute::weight).grade, Grade::SiteSurvey);
        QCOMPARE(powerIn(*now, PowerModeKind::Typical).typical()->si(), 8100.0);
        const auto kept = std::ranges::find(now->assertions, "weight", &Assertion::key);
        QVERIFY(kept != now->assertions.end());
        QCOMPARE(kept->value, std::string("130.45 kg"));
        QCOMPARE(kept->grade, Grade::Vendor);

        const PartStatusReport status = library().statusOf(*before);
        QCOMPARE(status.status, PartStatus::Outdated);
        const auto difference = std::ranges::find(status.differences, "weight", &PartDifference::key);
        QVERIFY(difference != status.differences.end());
        QVERIFY(difference->before.starts_with("130.45 kg (vendor, NVIDIA"));
        QVERIFY(difference->after.starts_with("128.2 kg (site-survey"));

        QVERIFY(m_overlay->clearOverride("nv-dgx-h200", "weight", kNote).has_value());
        QVERIFY(m_overlay->clearOverride("nv-dgx-h200", "power.typical", kNote).has_value());
        QCOMPARE(library().statusOf(*before).status, PartStatus::UpToDate);
        QCOMPARE(m_overlay->clearOverride("nv-dgx-h200", "weight", kNote).error().message.id,
                 std::string("catalog.overlay.no-override"));
    }

    void portsAndPricesAreOverriddenToo() {
        const PartPtr before = *library().part("nv-dgx-b200");
        const PartOverride ports = portsOverride(16), price = priceOverride(400000);
        QVERIFY(library().checkOverride(ports) && library().checkOverride(price));
        QVERIFY(m_overlay->setOverride(ports, kNote) && m_overlay->setOverride(price, kNote));
        reopen();
        QCOMPARE(m_overlay->overrides().size(), std::size_t{2});
        QVERIFY(m_overlay->overrides()[0] == ports && m_overlay->overrides()[1] == price);
        const PartPtr now = *library().part("nv-dgx-b200");
        const auto isCompute = [](const PortGroup& group) { return group.role == PortRole::Compute; };
        QCOMPARE(std::ranges::count_if(now->portGroups, isCompute), 1);
        const PortGroup& group = *std::ranges::find_if(now->portGroups, isCompute);
        QCOMPARE(group.count, 16);
        QCOMPARE(group.namePattern, std::string("compute {cage}/{in}"));
        QCOMPARE(group.speed, ports.ports[0].speed);
        QCOMPARE(std::ranges::count_if(before->portGroups, std::not_fn(isCompute)),
                 std::ranges::count_if(now->portGroups, std::not_fn(isCompute)));
        QCOMPARE(std::ranges::count(now->prices, "each", &Price::basis), 1);
        QVERIFY(*std::ranges::find(now->prices, "each", &Price::basis) == price.prices[0]);
        const auto keptPorts = std::ranges::find(now->assertions, "ports.compute", &Assertion::key);
        QVERIFY(keptPorts != now->assertions.end());
        QCOMPARE(keptPorts->value, std::string("8 x 400 Gb/s OSFP (twin-port)"));
        const auto keptPrice = std::ranges::find(now->assertions, "price.each", &Assertion::key);
        QVERIFY(keptPrice != now->assertions.end());
        QVERIFY2(keptPrice->value.find("USD, each") != std::string::npos, keptPrice->value.c_str());

        QCOMPARE(library().statusOf(*before).status, PartStatus::Outdated);
        // The rows of an override are no part that a person finds.
        QCOMPARE(library().parts().size(), m_catalog->parts().size());
        QVERIFY(library().search("override")->empty());
        QVERIFY(m_overlay->clearOverride("nv-dgx-b200", "ports.compute", kNote));
        QVERIFY(m_overlay->clearOverride("nv-dgx-b200", "price.each", kNote));
        QVERIFY(**library().part("nv-dgx-b200") == *before);
    }

    // A newer catalogue brings a figure, ports and prices of its own: the user's stand, and the newer ones show beside.
    void overridesSurviveAnUpdateOfTheCatalogue() {
        PartOverride weight = weightOverride(128.2);
        weight.partId = "nv-dgx-b200";
        for (const PartOverride& value : {weight, portsOverride(16), priceOverride(400000)})
            QVERIFY(m_overlay->setOverride(value, kNote));
        const Part before = **library().part("nv-dgx-b200");
        updateCatalogue("UPDATE attribute SET typical = 150 WHERE name = 'weight' AND part = (SELECT key FROM part "
                        "WHERE id = 'nv-dgx-b200');"
                        "UPDATE port_group SET count = 10 WHERE role = 'compute' AND part = (SELECT key FROM part "
                        "WHERE id = 'nv-dgx-b200');"
                        "UPDATE price SET typical_nano = 500000000000000, low_nano = NULL, high_nano = NULL, "
                        "date = '2026-11-20' WHERE part = (SELECT key FROM part WHERE id = 'nv-dgx-b200');"
                        "UPDATE part SET revision = revision + 1 WHERE id = 'nv-dgx-b200'");
        reopen();
        const Part now = **library().part("nv-dgx-b200");
        QCOMPARE(now.revision, before.revision + 1);
        QCOMPARE(fact(now, attribute::weight), fact(before, attribute::weight));
        QVERIFY(now.portGroups == before.portGroups);
        QVERIFY(now.prices == before.prices);
        const auto shown = [&](std::string_view key) {
            const auto it = std::ranges::find(now.assertions, key, &Assertion::key);
            return it == now.assertions.end() ? std::string() : it->value;
        };
        QCOMPARE(shown("weight"), std::string("150 kg"));
        QCOMPARE(shown("ports.compute"), std::string("10 x 400 Gb/s OSFP (twin-port)"));
        QCOMPARE(shown("price.each"), std::string("500000 USD, each, 2026-11-20"));
        // Without the override the newer catalogue shows.
        QVERIFY(m_overlay->clearOverride("nv-dgx-b200", "ports.compute", kNote));
        const Part cleared = **library().part("nv-dgx-b200");
        QCOMPARE(std::ranges::find(cleared.portGroups, PortRole::Compute, &PortGroup::role)->count, 10);
        // A catalogue that no longer has the part takes nothing from the overlay.
        updateCatalogue("UPDATE part SET id = 'gone' WHERE id = 'nv-dgx-b200'");
        reopen();
        QVERIFY(!library().part("nv-dgx-b200"));
        QCOMPARE(m_overlay->overrides().size(), std::size_t{2});
    }

    void awkwardPortsAndPricesAreRefused() {
        const auto isRefused = [&](const PartOverride& value) { return !library().checkOverride(value); };
        PartOverride ports = portsOverride(16);
        ports.ports[0].role = PortRole::Storage; // another role than the key names
        QVERIFY(isRefused(ports));
        QVERIFY(isRefused(portsOverride(0)) && isRefused(portsOverride(4097)) && isRefused(portsOverride(1)));
        QVERIFY(!isRefused(portsOverride(4096)) && !isRefused(portsOverride(2)));
        ports = portsOverride(8);
        ports.key = "ports.cmpute";
        QVERIFY(isRefused(ports));
        ports = portsOverride(8);
        ports.ports.clear();
        QVERIFY(isRefused(ports) && !m_overlay->setOverride(ports, kNote));
        PartOverride price = priceOverride(1);
        price.prices[0].basis = "per GPU";
        QVERIFY(isRefused(price));
        price = priceOverride(1);
        price.prices[0].currency = Currency::usd(); // the rate is in euro
        QVERIFY(isRefused(price));
        QVERIFY(isRefused(priceOverride(-1)));
        price = priceOverride(1);
        price.prices[0].rate = Fact<PriceRate>::unknown();
        QVERIFY(isRefused(price));
        PartOverride both = priceOverride(1);
        both.ports = portsOverride(8).ports;
        QVERIFY(isRefused(both) && !m_overlay->setOverride(both, kNote));
        QVERIFY(m_overlay->history().empty());
    }

    void anOlderOverlayIsBroughtUpToDate() {
        QVERIFY(m_overlay->setOverride(weightOverride(128.2), kNote));
        m_overlay.reset();
        QVERIFY(
            (*SqlConnection::open(path("overlay.sqlite"), SqlAccess::ReadWrite))->execute("PRAGMA user_version = 1"));
        reopen();
        QVERIFY(m_overlay->setOverride(priceOverride(5), kNote));
        reopen();
        QCOMPARE(m_overlay->overrides().size(), std::size_t{2});
        // A version that kept no checksum wrote behind ours.
        m_overlay.reset();
        QVERIFY((*SqlConnection::open(path("overlay.sqlite"), SqlAccess::ReadWrite))
                    ->execute("UPDATE change SET author = 'B'; PRAGMA user_version = 2"));
        reopen();
        QCOMPARE(m_overlay->history().front().note.author, std::string("B"));
        m_overlay.reset();
        QVERIFY(
            (*SqlConnection::open(path("overlay.sqlite"), SqlAccess::ReadWrite))->execute("PRAGMA user_version = 99"));
        QCOMPARE(PartOverlay::open(path("overlay.sqlite")).error().message.id, std::string("catalog.file.version"));
    }

    void awkwardOverridesAreRefused() {
        PartOverride wrong = weightOverride(100);
        wrong.partId = "nv-dgx-h2000";
        QCOMPARE(library().checkOverride(wrong).error().message.id, std::string("catalog.part.not-found"));
        wrong = weightOverride(100);
        wrong.key = "wieght";
        const auto unknown = library().checkOverride(wrong);
        QCOMPARE(unknown.error().message.id, std::string("catalog.attribute.not-found"));
        QCOMPARE(std::get<WordList>(unknown.error().message.arguments[1].value).words.front(), std::string("weight"));
        wrong.key = "cpu-model";
        QCOMPARE(library().checkOverride(wrong).error().message.id, std::string("catalog.overlay.no-value"));
        wrong.number = Fact<double>::unknown();
        QVERIFY(!m_overlay->setOverride(wrong, kNote));
        QVERIFY(m_overlay->history().empty());
    }

    void rollBackIsAChangeToo() {
        Part own = duplicatedPart(**m_catalog->part("nvidia-qm9700"), "own-leaf");
        QVERIFY(m_overlay->putParts({{own, {}, {}}}, kNote).has_value());      // 1
        QVERIFY(m_overlay->setOverride(weightOverride(1), kNote).has_value()); // 2
        QVERIFY(m_overlay->withdrawPart("own-leaf", kNote).has_value());       // 3
        QCOMPARE(library().statusOf(own).status, PartStatus::Withdrawn);
        QVERIFY(m_overlay->rollBackTo(1, kNote).has_value()); // 4
        QVERIFY(library().part("own-leaf").has_value() && m_overlay->overrides().empty());
        QVERIFY(m_overlay->rollBackTo(3, kNote).has_value()); // 5: the roll-back rolled back
        reopen();
        QVERIFY(!library().part("own-leaf") && m_overlay->overrides().size() == 1);
        QVERIFY(m_overlay->rollBackTo(0, kNote).has_value());
        QVERIFY(m_overlay->parts().empty() && m_overlay->overrides().empty());
        QCOMPARE(library().statusOf(own).status, PartStatus::Missing);
        QCOMPARE(m_overlay->history().size(), std::size_t{6});
        QVERIFY(!m_overlay->history()[0].isStanding);
        QCOMPARE(m_overlay->history()[0].note, kNote);
        QVERIFY(!m_overlay->rollBackTo(7, kNote) && !m_overlay->rollBackTo(-1, kNote));
    }

    void theStatusOfEmbeddedParts() {
        const Part current = **m_catalog->part("nv-dgx-b200");
        QCOMPARE(library().statusOf(current).status, PartStatus::UpToDate);
        Part older = current;
        older.prices.clear();
        older.revision = 0;
        const PartStatusReport outdated = library().statusOf(older);
        QCOMPARE(outdated.status, PartStatus::Outdated);
        QCOMPARE(outdated.differences.size(), std::size_t{2});
        QCOMPARE(outdated.differences[1].key, std::string("price.0"));
        QVERIFY(outdated.differences[1].before.empty() && outdated.differences[1].after.starts_with("404000 USD / 485000 USD"));
        QCOMPARE(library().statusOf(**m_catalog->part("len-sr685a-v3")).status, PartStatus::Withdrawn);
        Part gone = current;
        gone.id = "never-heard-of";
        QCOMPARE(library().statusOf(gone).status, PartStatus::Missing);
    }

    void importIsPlannedThenDone() {
        const PartImportPlan plan = planPartImport(kGoodImport, context());
        QVERIFY(plan.isSound());
        QVERIFY(m_overlay->parts().empty()); // the plan is the dry run
        QCOMPARE(plan.parts.size(), std::size_t{2});
        const Part& leaf = plan.parts[0].part;
        QCOMPARE(leaf.model, std::string("S \"64\""));
        QCOMPARE(fact(leaf, attribute::depth).typical(), std::optional(Length::millimetres(600)));
        QCOMPARE(leaf.prices[0].rate.typical()->nanoUnits(), std::int64_t{12000'500'000'000});
        QCOMPARE(leaf.prices[0].currency.code(), std::string("EUR"));
        QCOMPARE(leaf.portGroups[0].speed.typical()->si(), 400 * 1.25e8);
        QVERIFY(importParts(*m_overlay, plan, kNote).has_value());
        reopen();
        QCOMPARE(m_overlay->parts().size(), std::size_t{2});
        QVERIFY(m_overlay->listing("own-switch")->part == leaf);
    }

    // As many rows as a table may have: the time grows with the rows, and each is told.
    void aLargeImportIsWrittenRowByRow() {
        constexpr int kRows = 20'000;
        std::string csv =
            "id,category,vendor,model,weight [kg],power-maximum [W],ports-data,price [USD],source-title\n";
        for (int i = 0; i < kRows; ++i)
            csv += "own-" + std::to_string(i) + ",cpu-node,Acme,M" + std::to_string(i) + ",20,500,2," +
                   std::to_string(1000 + i) + ",list " + std::to_string(i % 50) + "\n";
        PartImportPlan plan = planPartImport(csv, context());
        QVERIFY(plan.isSound());
        std::vector<std::size_t> heard;
        QVERIFY(importParts(*m_overlay, plan, kNote, [&heard](std::size_t done) { heard.push_back(done); }));
        QCOMPARE(heard.size(), std::size_t{kRows});
        QCOMPARE(heard.front(), std::size_t{1});
        QCOMPARE(heard.back(), std::size_t{kRows});
        reopen();
        QCOMPARE(m_overlay->parts().size(), std::size_t{kRows});
        for (const std::size_t row : {std::size_t{0}, std::size_t{777}, std::size_t{kRows - 1}}) {
            const PartListing& written = plan.parts[row];
            QCOMPARE(m_overlay->parts()[row].id, written.part.id);
            QVERIFY(m_overlay->listing(written.part.id)->part == written.part);
        }
    }
    // A part that was withdrawn and comes again stands last; one that is changed keeps its place.
    void partsStandInTheOrderOfTheirAppearance() {
        const auto put = [this](const char* id) {
            return m_overlay->putParts({{duplicatedPart(**m_catalog->part("nvidia-qm9700"), id), {}, {}}}, kNote);
        };
        for (const char* id : {"a", "b", "c", "b"})
            QVERIFY(put(id));
        QVERIFY(m_overlay->withdrawPart("a", kNote));
        QVERIFY(m_overlay->wasWithdrawn("a"));
        QVERIFY(put("a"));
        QVERIFY(!m_overlay->wasWithdrawn("a"));
        std::string order;
        for (const PartSummary& part : m_overlay->parts())
            order += part.id + " ";
        QCOMPARE(order, std::string("b c a "));
        QCOMPARE(m_overlay->listing("b")->part.revision, std::int64_t{2});
    }

    void doubtsAreShown() {
        const PartImportPlan plan = planPartImport("id,category,vendor,model,rack-units [U],weight [kg],source-title\n"
                                                   "x,switch,V,M,1,4000,sheet\n",
                                                   context());
        QVERIFY(plan.isSound());
        QCOMPARE(plan.doubts.size(), std::size_t{1});
        QCOMPARE(plan.doubts[0].line, std::size_t{2});
        QCOMPARE(plan.doubts[0].reason.id, std::string("catalog.check.weight-implausible"));
    }

    void faultyImportsChangeNothing_data() {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("column");
        const QByteArray head = "id,category,vendor,model,source-title,weight [kg]\n";
        const auto row = [](const char* name, const QByteArray& csv, const char* id, int line, const char* column) {
            QTest::newRow(name) << csv << QString::fromLatin1(id) << line << QString::fromLatin1(column);
        };
        row("empty", "", "csv.no-header", 1, "");
        row("header only", head, "catalog.import.no-rows", 1, "");
        row("open quote", head + "x,switch,\"V,M,s,1\n", "csv.unclosed-quotation", 1, "");
        row("unknown column", "id,category,vendor,model,source-title,wieght [kg]\nx,switch,V,M,s,1\n",
            "catalog.import.column-unknown", 1, "wieght [kg]");
        row("missing column", "id,vendor,model,source-title\nx,V,M,s\n", "catalog.import.column-missing", 1,
            "category");
        row("wrong unit", "id,category,vendor,model,source-title,weight [mm]\nx,switch,V,M,s,1\n",
            "catalog.cell.wrong-unit", 1, "weight [mm]");
        row("no such unit", "id,category,vendor,model,source-title,weight [stone]\nx,switch,V,M,s,1\n",
            "catalog.cell.no-unit", 1, "weight [stone]");
        row("twice by unit", "id,category,vendor,model,source-title,weight [kg],weight [t]\nx,switch,V,M,s,1,1\n",
            "csv.column-twice", 1, "weight [t]");
        row("no number", head + "x,switch,V,M,s,heavy\n", "catalog.cell.no-number", 2, "weight [kg]");
        row("nan", head + "x,switch,V,M,s,nan\n", "catalog.cell.no-number", 2, "weight [kg]");
        row("infinity", head + "x,switch,V,M,s,1e999\n", "catalog.cell.no-number", 2, "weight [kg]");
        row("huge", head + "x,switch,V,M,s,1e300\n", "catalog.cell.too-large", 2, "weight [kg]");
        row("comma number", head + "x,switch,V,M,s,\"1,5\"\n", "catalog.cell.no-number", 2, "weight [kg]");
        row("beyond all", head + "x,switch,V,M,s,1e12\n", "limit.outside", 2, "weight [kg]");
        row("negative", head + "x,switch,V,M,s,-1\n", "catalog.import.negative", 2, "weight [kg]");
        row("bad id", head + "../etc,switch,V,M,s,1\n", "catalog.import.bad-id", 2, "id");
        row("catalogue id", head + "nv-dgx-h200,gpu-node,V,M,s,1\n", "catalog.import.catalogue-id", 2, "id");
        row("id twice", head + "x,switch,V,M,s,1\nx,switch,V,M,s,1\n", "catalog.id.twice", 3, "id");
        row("bad category", head + "x,toaster,V,M,s,1\n", "catalog.cell.unknown-word", 2, "category");
        row("no source", head + "x,switch,V,M,,1\n", "catalog.source.none", 2, "source-title");
        row("control character", head + QByteArray("x,switch,V\x07,M,s,1\n"), "catalog.import.control-character", 2,
            "vendor");
        row("long text", head + "x,switch," + QByteArray(5000, 'v') + ",M,s,1\n", "catalog.import.text-too-long", 2,
            "vendor");
        row("ports", "id,category,vendor,model,source-title,ports-data\nx,switch,V,M,s,99999\n",
            "catalog.cell.no-count", 2, "ports-data");
        row("currency", "id,category,vendor,model,source-title,price [gold]\nx,switch,V,M,s,1\n", "money.bad-currency",
            2, "price [gold]");
        row("second row only", head + "x,switch,V,M,s,1\ny,switch,V,M,s,?\n", "catalog.cell.no-number", 3,
            "weight [kg]");
    }
    void faultyImportsChangeNothing() {
        QFETCH(QByteArray, csv);
        QFETCH(QString, id);
        QFETCH(int, line);
        QFETCH(QString, column);
        const PartImportPlan plan = planPartImport(csv.toStdString(), context());
        QVERIFY(!plan.isSound());
        const auto it = std::ranges::find_if(plan.problems,
                                             [&](const ImportProblem& p) { return p.reason.id == id.toStdString(); });
        QVERIFY2(it != plan.problems.end(), plan.problems.empty() ? "no problem" : plan.problems[0].reason.id.c_str());
        QCOMPARE(it->line, static_cast<std::size_t>(line));
        QCOMPARE(it->column, column.toStdString());
        QVERIFY(!importParts(*m_overlay, plan, kNote));
        QVERIFY(m_overlay->parts().empty() && m_overlay->history().empty());
    }

    // What follows from a refusal is no second one.
    void aCellIsRefusedOnce() {
        const std::string head = "id,category,vendor,model,source-title\n";
        const auto refusals = [&](const std::string& rows) {
            std::vector<std::string> all;
            for (const ImportProblem& problem : planPartImport(head + rows, context()).problems)
                all.push_back(std::to_string(problem.line) + " " + problem.column + " " + problem.reason.id);
            return all;
        };
        const std::string tooLong(5'000, 'x');
        QCOMPARE(refusals("x,switch," + tooLong + ",M,s\n"),
                 (std::vector<std::string>{"2 vendor catalog.import.text-too-long"}));
        QCOMPARE(refusals("x,switch,V,M\t,\ts\n"),
                 (std::vector<std::string>{"2 model catalog.import.control-character",
                                           "2 source-title catalog.import.control-character"}));
        QCOMPARE(refusals(",switch,V,M,s\n,switch,V,N,s\n"),
                 (std::vector<std::string>{"2 id catalog.cell.empty", "3 id catalog.cell.empty"}));
        const PriceImportPlan prices = planPriceImport("part,price [USD],date,valid-until,quote\n"
                                                       "nv-dgx-h200,1,2026-06,1.5.2026,Q\n",
                                                       {"nv-dgx-h200"});
        QCOMPARE(prices.problems.size(), std::size_t{1});
        QCOMPARE(prices.problems[0].reason.id, std::string("catalog.import.bad-date"));
    }

    // Seeded, so that a failure comes again: bytes of a good table replaced, dropped and doubled.
    void tornTablesAreRefusedOrReadWhole() {
        std::mt19937 random(20261121);
        const PartImportContext within = context();
        for (int round = 0; round < 400; ++round) {
            std::string text = kGoodImport;
            for (int k = 0; k < 1 + round % 8; ++k) {
                const std::size_t at = random() % text.size();
                switch (random() % 3) {
                case 0:
                    text[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    text.erase(at, 1 + random() % 5);
                    break;
                default:
                    text.insert(at, text.substr(at, random() % 20));
                }
            }
            const PartImportPlan plan = planPartImport(text, within);
            QVERIFY(plan.isSound() || !plan.problems.empty());
            for (const PartListing& listing : plan.parts)
                for (const Attribute& attribute : listing.part.attributes)
                    QVERIFY(attribute.number.isUnknown() || std::isfinite(*attribute.number.typical()));
        }
    }

    void aForeignFileIsLeftAlone() {
        const std::string foreign = path("foreign.sqlite");
        {
            const auto connection = SqlConnection::open(foreign, SqlAccess::ReadWrite);
            QVERIFY((*connection)->execute("CREATE TABLE letters(text)").has_value());
        }
        QCOMPARE(PartOverlay::open(foreign).error().message.id, std::string("catalog.overlay.foreign"));
        QCOMPARE(PriceBookStore::open(foreign).error().message.id, std::string("catalog.price-book.foreign"));
        QCOMPARE(PriceBookStore::open(path("overlay.sqlite")).error().message.id,
                 std::string("catalog.price-book.foreign"));
    }

    void prices() {
        const std::vector<std::string> ids = {"nv-dgx-h200", "nvidia-qm9700"};
        const PriceImportPlan plan =
            planPriceImport("part,price [EUR],price-low,price-high,kind,region,date,valid-until,supplier,quote\n"
                            "nvidia-qm9700,31000,30000,32500,cost,DE,2026-06-01,2026-12-31,Reseller,Q-17\n"
                            "nvidia-qm9700,38000.125,,,list,,2026-01-01,,Maker,L-3\n"
                            "nv-dgx-h200,400000,,,list,,2025-01-01,2025-12-31,Maker,L-1\n",
                            ids);
        QVERIFY(plan.isSound());
        auto book = PriceBookStore::open(path("prices.sqlite"));
        QVERIFY(book.has_value());
        QCOMPARE(*(*book)->add(plan.entries, kNote), 1);
        PriceEntry again = plan.entries[1];
        again.price.date = "2026-08-01";
        QCOMPARE(*(*book)->add({again}, kNote), 2);
        book = PriceBookStore::open(path("prices.sqlite"));
        QVERIFY(book.has_value());
        QCOMPARE((*book)->entries().size(), std::size_t{4});
        QCOMPARE((*book)->entries()[0].price.rate, plan.entries[0].price.rate);
        QCOMPARE((*book)->entries()[0].supplier, std::string("Reseller"));

        auto found = (*book)->answers({"nvidia-qm9700", "2026-11-21", "EUR", "DE", "each", {}});
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found[0].number, 1);                                                     // the region asked for
        QCOMPARE(found[1].number, 4);                                                     // the newest
        QVERIFY((*book)->answers({"nv-dgx-h200", "2026-11-21", {}, {}, {}, {}}).empty()); // no longer valid
        QVERIFY((*book)->answers({"nvidia-qm9700", "2026-11-21", "USD", {}, {}, {}}).empty());
        found = (*book)->answers({"nvidia-qm9700", "2026-03-01", {}, {}, {}, PriceKind::List});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].price.rate.typical()->nanoUnits(), std::int64_t{38000'125'000'000});

        QVERIFY((*book)->rollBackTo(1, kNote).has_value());
        QCOMPARE((*book)->entries().size(), std::size_t{3});
        QVERIFY((*book)->rollBackTo(2, kNote).has_value());
        QCOMPARE((*book)->entries().size(), std::size_t{4});
        QCOMPARE(*(*book)->add({again}, kNote), 5);
        QCOMPARE((*book)->entries().back().number, 5); // numbers are never used twice
        QCOMPARE((*book)->revisions().size(), std::size_t{5});
    }

    void faultyPriceLists_data() {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QString>("id");
        QTest::newRow("no price") << QByteArray("part,date\nnv-dgx-h200,2026\n")
                                  << QStringLiteral("catalog.import.column-missing");
        QTest::newRow("unknown part") << QByteArray("part,price [USD],date,quote\nnv-dgx-h20,1,2026,Q\n")
                                      << QStringLiteral("catalog.part.not-found");
        QTest::newRow("no date") << QByteArray("part,price [USD],date,quote\nnv-dgx-h200,1,,Q\n")
                                 << QStringLiteral("catalog.cell.empty");
        QTest::newRow("bad date") << QByteArray("part,price [USD],date,quote\nnv-dgx-h200,1,1.6.2026,Q\n")
                                  << QStringLiteral("catalog.import.bad-date");
        QTest::newRow("order") << QByteArray(
                                      "part,price [USD],price-low,price-high,date,quote\nnv-dgx-h200,1,2,3,2026,Q\n")
                               << QStringLiteral("catalog.import.price-order");
        QTest::newRow("validity") << QByteArray(
                                         "part,price [USD],date,valid-until,quote\nnv-dgx-h200,1,2026-06,2026-05,Q\n")
                                  << QStringLiteral("catalog.import.ends-before-it-begins");
        QTest::newRow("too dear") << QByteArray("part,price [USD],date,quote\nnv-dgx-h200,1e30,2026,Q\n")
                                  << QStringLiteral("money.too-large");
        QTest::newRow("no source") << QByteArray("part,price [USD],date\nnv-dgx-h200,1,2026\n")
                                   << QStringLiteral("catalog.source.none");
    }
    void faultyPriceLists() {
        QFETCH(QByteArray, csv);
        QFETCH(QString, id);
        const PriceImportPlan plan = planPriceImport(csv.toStdString(), {"nv-dgx-h200"});
        QVERIFY(!plan.isSound());
        QCOMPARE(plan.problems[0].reason.id, id.toStdString());
    }
};

RW_CORE_SUITE(TestOverlay)
#include "tst_overlay.moc"
