// SPDX-License-Identifier: GPL-3.0-or-later
// Vendors' price lists to their expected outcome, line by line; single readings; hostile files; and the way of a list
// into the price book and on to the prices of a quote.

#include "catalog/price_lists/price_list_import.h"
#include "model/edits/quote_edits.h"
#include "model/parts/length_code.h"
#include "model/text/csv.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rackwright;

namespace {

const ChangeNote kNote{"2026-11-21T08:00:00Z", "R. Tester", "a list"};

std::string bytesOf(const QString& name) {
    QFile file(QStringLiteral(RW_TEST_DATA "/price_lists/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

ListCell text(std::string value) {
    ListCell cell;
    cell.text = std::move(value);
    return cell;
}

std::optional<double> perUnit(const std::string& amount, const std::string& per) {
    if (amount.empty())
        return std::nullopt;
    return std::stod(amount) / (per.empty() ? 1 : std::stod(per));
}

std::optional<double> perUnit(const std::optional<std::int64_t>& nano, std::int64_t per) {
    return nano ? std::optional(static_cast<double>(*nano) / 1e9 / static_cast<double>(per)) : std::nullopt;
}

bool isClose(const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() == b.has_value() && (!a || std::abs(*a - *b) < 1e-6);
}

} // namespace

class TestPriceLists : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;
    std::unique_ptr<PartMatcher> m_matcher;
    QTemporaryDir m_folder;

    Result<PriceList> listOf(const std::string& bytes, const PriceListOptions& options = {}) {
        const Result<ListFile> file = readListFile(bytes);
        return file ? readPriceList(*file, *m_matcher, options) : Result<PriceList>(file.error());
    }

    /// What differs from the expectation; empty when nothing does.
    std::string difference(const CsvTable& expected, std::size_t row, const PriceListLine& line) const {
        const auto cell = [&](const char* column) { return expected.cell(row, column); };
        const std::string outcome(enumName(line.outcome));
        if (outcome != cell("outcome"))
            return cell("also_right").find(outcome) != std::string::npos ? std::string()
                                                                         : "outcome " + outcome + ", " + line.reason.id;
        if (line.outcome != LineOutcome::Taken)
            return {};
        // The library has since learnt some numbers that the expectation names as candidates only.
        const std::string part = line.parts.empty() ? std::string() : line.parts.front();
        if (part != cell("part") && (part != cell("candidates") || !cell("part").empty()))
            return "part " + part;
        if (line.currency != cell("currency") || line.unit != cell("unit"))
            return "currency or unit " + line.currency + " " + line.unit;
        if (line.validFrom != cell("valid_from") || line.validUntil != cell("valid_until"))
            return "validity " + line.validFrom + " to " + line.validUntil;
        if (!isClose(perUnit(line.listNano, line.per), perUnit(cell("price"), cell("per"))))
            return "list price";
        return isClose(perUnit(line.netNano, line.per), perUnit(cell("net"), cell("per"))) ? std::string()
                                                                                           : "net price";
    }

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog);
        m_catalog = std::move(*catalog);
        m_matcher = std::make_unique<PartMatcher>(matchableParts(PartLibrary(*m_catalog, nullptr)));
    }

    void listsAreReadToTheirExpectedOutcome_data() {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("expectation");
        for (const char* name :
             {"distributor_semicolon.csv", "quote_export.csv", "switches_title_block.xlsx", "reseller_faults.csv",
              "optics_packs_tabs.txt", "pathways_two_headers.csv", "pdus_units_row.csv", "servers_utf16.txt",
              "network_merged_headers.xlsx", "cables_old_mac.csv", "pdus_italian.txt", "tariff_tax_columns.csv",
              "switches_spanish.csv", "sheets_with_cover.xlsx", "cables_merged_groups.xlsx", "optics_by_quantity.txt"})
            QTest::newRow(name) << QString::fromLatin1(name)
                                << QString::fromLatin1(name).section(QLatin1Char('.'), 0, 0) +
                                       QStringLiteral(".expected.csv");
    }
    void listsAreReadToTheirExpectedOutcome() {
        QFETCH(QString, list);
        QFETCH(QString, expectation);
        const Result<PriceList> read = listOf(bytesOf(list));
        QVERIFY(read);
        const Result<CsvTable> expected = CsvTable::read(bytesOf(expectation));
        QVERIFY(expected && expected->size() >= 9);
        std::string wrong;
        std::size_t found = 0;
        for (std::size_t row = 0; row < expected->size(); ++row)
            for (const PriceListLine& line : read->lines)
                if (std::to_string(line.line) == expected->cell(row, "line") &&
                    line.sheet == expected->cell(row, "sheet")) {
                    ++found;
                    if (const std::string what = difference(*expected, row, line); !what.empty())
                        wrong += "line " + std::to_string(line.line) + ", " + expected->cell(row, "reason") + ": " +
                                 what + "\n";
                }
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(found + 2 >= expected->size()); // but for empty lines
    }

    void everyFaultIsNamed() {
        const Result<PriceList> read = listOf(bytesOf(QStringLiteral("reseller_faults.csv")));
        QVERIFY(read);
        std::set<std::string> reasons;
        for (const PriceListLine& line : read->lines)
            if (line.outcome != LineOutcome::Taken && !line.isLayout) {
                QVERIFY2(!line.reason.id.empty(), std::to_string(line.line).c_str());
                reasons.insert(line.reason.id);
            }
        QVERIFY(reasons.size() >= 20);
        QVERIFY(read->count(LineOutcome::Taken) > 250);
    }

    void amounts_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("mark");
        QTest::addColumn<QString>("nano"); // empty: open or none
        const auto row = [](const char* cell, ListDecimal mark, const char* nano) {
            QTest::newRow(cell) << QString::fromUtf8(cell) << static_cast<int>(mark) << QString::fromLatin1(nano);
        };
        row("1.234,50", ListDecimal::Unknown, "1234.50");
        row("1,234", ListDecimal::Point, "1234.00");
        row("1.234", ListDecimal::Point, "1.234");
        row("1,234", ListDecimal::Unknown, "");
        row("1'234.50 CHF", ListDecimal::Unknown, "1234.50");
        row("12 345,60 \xE2\x82\xAC", ListDecimal::Unknown, "12345.60");
        row("1,23,456.00", ListDecimal::Point, "123456.00");
        row("$1,234,567.00", ListDecimal::Point, "1234567.00");
        row("1.234,-", ListDecimal::Comma, "1234.00");
        row("0,045", ListDecimal::Unknown, "0.045");
        row("USD 12.5 / m", ListDecimal::Point, "12.50");
        row("12 apples", ListDecimal::Point, "");
        row("100-200", ListDecimal::Point, "");
        row("1,234.56.78", ListDecimal::Point, "");
    }
    void amounts() {
        QFETCH(QString, cell);
        QFETCH(int, mark);
        QFETCH(QString, nano);
        const AmountReading read = readAmount(text(cell.toStdString()), static_cast<ListDecimal>(mark));
        QCOMPARE(read.certainty == Certainty::Sure, !nano.isEmpty());
        if (!nano.isEmpty())
            QCOMPARE(QString::fromStdString(plainAmount(read.nano)), nano);
        else
            QVERIFY(!read.reason.empty());
    }

    // "QM9700 (managed NDR, MQM9700-NS2F/NS2R)" holds two order codes; a sibling's own code is only like them.
    void aCodeWithinAModelIsThatPart() {
        for (const char* code : {"MQM9700-NS2F", "mqm9700 ns2r"})
            QCOMPARE(m_matcher->matches(code), std::vector<std::string>{"nvidia-qm9700"});
        QCOMPARE(m_matcher->matches("MQM9790-NS2F"), std::vector<std::string>{"nvidia-qm9790"});
        QCOMPARE(m_matcher->matches("G893-ZX1-AAX4"), std::vector<std::string>{"giga-g893-zx1-mi355x"});
        const std::vector<std::string> near = m_matcher->candidates("MQM9700-NS2RX");
        QVERIFY(!near.empty());
        QCOMPARE(near.front(), std::string("nvidia-qm9700"));
        QVERIFY(m_matcher->matches("NS2R").empty());
    }

    // A discount makes the net price, a lead time stands with the entry, and what nothing reads is named.
    void everyColumnIsReadOrNamed() {
        const Result<PriceList> read = listOf("Part Number;Description;List Price USD;Discount %;Lead time (weeks);"
                                              "Warehouse;Empty\n"
                                              "MQM9700-NS2F;Switch;31000.00;12;14;B;\n"
                                              "NEW-12345;Thing;1000.50;7.5;on request;C;\n"
                                              "NEW-12346;Thing;100.00;0;6-8;C;\n"
                                              "NEW-12347;Thing;100.00;much;3;C;\n");
        QVERIFY(read);
        QCOMPARE(read->unreadColumns(), std::vector<std::string>{"Warehouse"});
        std::vector<PriceListLine> lines;
        for (const PriceListLine& line : read->lines)
            if (!line.isLayout)
                lines.push_back(line);
        QCOMPARE(lines.size(), std::size_t(4));
        QCOMPARE(lines[0].parts, std::vector<std::string>{"nvidia-qm9700"});
        QCOMPARE(lines[0].netNano, std::optional<std::int64_t>(27'280'000'000'000));
        QCOMPARE(lines[1].netNano, std::optional<std::int64_t>(925'462'500'000));
        QVERIFY(!lines[2].netNano);
        QCOMPARE(lines[2].leadTimeWeeks, std::optional<double>(8));
        QCOMPARE(lines[3].outcome, LineOutcome::NeedsDecision);
        QCOMPARE(lines[3].reason.id, std::string("prices.line.no-discount"));
        const std::vector<PriceEntry> entries = entriesOf(*read, {});
        QCOMPARE(entries.size(), std::size_t(5));
        QCOMPARE(entries[0].price.note, std::string("lead time 14 weeks"));
        QCOMPARE(entries[1].price.note, std::string("list less 12 %; lead time 14 weeks"));
        QCOMPARE(entries[1].kind, PriceKind::Cost);
        QCOMPARE(entries[3].price.note, std::string("list less 7.5 %; lead time on request"));
        // Mapped by a person, in days and shares.
        PriceListOptions options;
        options.map = *parseColumnMap("discount=Off,lead-time=Span days");
        const Result<PriceList> mapped =
            listOf("Part Number;List Price USD;Off;Span days\nNEW-12345;1000.00;0.1;21\n", options);
        QVERIFY(mapped);
        QVERIFY(mapped->unreadColumns().empty());
        QCOMPARE(mapped->lines.back().netNano, std::optional<std::int64_t>(900'000'000'000));
        QCOMPARE(mapped->lines.back().leadTimeWeeks, std::optional<double>(3));
    }

    void datesLearnTheirOrderFromTheList() {
        const std::vector<std::string> american = {"11/09/2026", "12/20/2026"}, european = {"09/11/2026", "20/12/2026"};
        QVERIFY(dateOrderOf(american) == DateOrder::MonthFirst && dateOrderOf(european) == DateOrder::DayFirst);
        QCOMPARE(readDate(text("11/09/2026"), DateOrder::MonthFirst, DateEnd::First).date, std::string("2026-11-09"));
        QCOMPARE(readDate(text("11/09/2026"), DateOrder::Unknown, DateEnd::First).reason,
                 std::string("prices.line.two-dates"));
        QCOMPARE(readDate(text("Dec 2026"), DateOrder::Unknown, DateEnd::Last).date, std::string("2026-12-31"));
        QCOMPARE(readDate(text("1. M\xC3\xA4rz 2027"), DateOrder::Unknown, DateEnd::First).date,
                 std::string("2027-03-01"));
        QVERIFY(readDate(text("29.02.2027"), DateOrder::Unknown, DateEnd::First).certainty == Certainty::Open);
    }

    void columnsAreMappedByAPersonAndRemembered() {
        const std::string csv = "Ding;Was;Wieviel;Geld\nQM9700;Schalter;30.000,00;EUR\nSN5600;Schalter;55.000,00;EUR\n";
        const Result<PriceList> unknown = listOf(csv);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().message.id, std::string("prices.list.no-price-column"));
        PriceListOptions options;
        const auto map = parseColumnMap("code=Ding,list-price=Wieviel,currency=D");
        QVERIFY(map);
        options.map = *map;
        const Result<PriceList> read = listOf(csv, options);
        QVERIFY(read);
        QCOMPARE(read->count(LineOutcome::Taken), std::size_t{2});
        auto book = PriceBookStore::open(m_folder.filePath(QStringLiteral("layouts.sqlite")).toStdString());
        QVERIFY(book && (*book)->rememberLayout({layoutKey(read->tables.front().header), columnMapText(*map)}, kNote));
        PriceListOptions later;
        later.remembered = rememberedLayouts(**book);
        const Result<PriceList> again = listOf(csv, later);
        QVERIFY(again);
        QCOMPARE(again->count(LineOutcome::Taken), std::size_t{2});
        QVERIFY(!parseColumnMap("prize=B"));
    }

    void aListGoesIntoTheBookAndOnToTheQuote() {
        auto book = PriceBookStore::open(m_folder.filePath(QStringLiteral("book.sqlite")).toStdString());
        QVERIFY(book);
        const Result<PriceList> read = listOf(bytesOf(QStringLiteral("switches_title_block.xlsx")));
        QVERIFY(read);
        PriceListTerms terms;
        terms.book = "Arista 2026-11";
        terms.fileName = "switches_title_block.xlsx";
        terms.today = "2026-11-21";
        std::vector<PriceEntry> entries = entriesOf(*read, terms);
        const std::size_t count = entries.size();
        QVERIFY(count > 50);
        QVERIFY((*book)->add(std::move(entries), kNote));
        // The same list again changes nothing that it could name.
        for (const PriceListChange& change : changesOf(*read, terms, **book)) {
            QVERIFY(change.before);
            QCOMPARE(*change.change(), 0.0);
        }
        // A price for ten is kept for one.
        const auto sfp = std::ranges::find((*book)->entries(), "SFP-1G-T", &PriceEntry::code);
        QVERIFY(sfp != (*book)->entries().end() && sfp->partId.empty());
        QCOMPARE(sfp->price.rate.typical()->inUnits(), 195.0);
        // A code without a part waits for a person's word, which later lists know too.
        QVERIFY((*book)->rememberCode({"dcs-7060dx5-64s-r", "arista-7060dx5-64s"}, kNote));
        QCOMPARE(rememberedCodes(**book).at("dcs7060dx564sr"), std::string("arista-7060dx5-64s"));
        QVERIFY(std::ranges::any_of((*book)->entries(), [](const PriceEntry& entry) {
            return entry.code == "DCS-7060DX5-64S-R" && entry.partId == "arista-7060dx5-64s";
        }));
        // Books in an order: the one that is asked first wins, whatever its date.
        PriceEntry other = *std::ranges::find((*book)->entries(), "DCS-7060X6-64PE", &PriceEntry::code);
        other.book = "Framework contract";
        other.price.date = "2026-10-01";
        QVERIFY((*book)->add({other}, kNote));
        PriceQuestion question;
        question.partId = "arista-7060x6-64pe";
        question.date = "2026-11-21";
        question.basis = "each";
        question.kind = PriceKind::List;
        QCOMPARE((*book)->answers(question).front().book, std::string("Arista 2026-11"));
        QVERIFY((*book)->orderBooks({"Framework contract"}, kNote));
        QCOMPARE((*book)->answers(question).front().book, std::string("Framework contract"));
        QVERIFY(!(*book)->orderBooks({"No such book"}, kNote));
        // Nothing is overwritten: every change is rolled back by one of its own.
        QVERIFY((*book)->rollBackTo(1, kNote));
        QCOMPARE((*book)->entries().size(), count);
        QVERIFY((*book)->codes().empty());
        // Expired prices are no answer on a later day.
        question.date = "2027-02-01";
        QVERIFY((*book)->answers(question).empty());
        // A design takes the prices of its parts; a typed price stays marked.
        Document document = emptyDocument("Quote");
        auto project = std::make_shared<Project>(*document.project);
        const auto part = PartLibrary(*m_catalog, nullptr).part("arista-7060x6-64pe");
        QVERIFY(part);
        project->parts = project->parts.with(PartRow{Id<PartRow>{1}, *part});
        question.date = "2026-11-21";
        question.partId.clear();
        const std::vector<PriceOffer> offers = priceOffers(*project, **book, question);
        QCOMPARE(offers.size(), std::size_t{1});
        QVERIFY(!offers[0].pinned && !offers[0].isTyped);
        IdSource ids(10);
        const auto pinned = edits::pinPrices({{offers[0].partId, offers[0].entry.price}}).apply(*project, ids);
        QVERIFY(pinned);
        QVERIFY(priceOffers(**pinned, **book, question).empty());
    }

    // A part that stands for all lengths has a price for each length that a book has one of, and none for all.
    void pricesAreByPartAndLength() {
        QCOMPARE(numberOfLength("MFP7E10-Nxxx", 10), std::string("MFP7E10-N010"));
        QCOMPARE(numberOfLength("MCP4Y10-Nxxx", 1.5), std::string("MCP4Y10-N01A"));
        QCOMPARE(numberOfLength("MCP4Y10-Nxxx", 1.25), std::string("MCP4Y10-Nxxx"));
        QCOMPARE(numberOfLength("MFP7E10-N010", 10), std::string("MFP7E10-N010"));
        QCOMPARE(lengthOfNumber("MFP7E10-Nxxx", "mfp7e10 n010"), std::optional(10.0));
        QCOMPARE(lengthOfNumber("MCP4Y10-Nxxx", "MCP4Y10-N00A"), std::optional(0.5));
        QVERIFY(!lengthOfNumber("MFP7E10-Nxxx", "MFP7E20-N010"));
        QVERIFY(!lengthOfNumber("MFP7E10-Nxxx", "MFP7E10-N0B0"));
        auto book = PriceBookStore::open(m_folder.filePath(QStringLiteral("lengths.sqlite")).toStdString());
        QVERIFY(book);
        PriceEntry entry;
        entry.partId = "mfp7e10";
        entry.price.basis = "each";
        entry.price.date = "2026-11-01";
        std::vector<PriceEntry> entries;
        for (const auto& [code, units] : {std::pair{"MFP7E10-N010", 82.0}, {"MFP7E10-N030", 129.0}}) {
            entry.code = code;
            entry.price.rate = Fact<PriceRate>::known(*PriceRate::nearest(units, Currency::usd()), Grade::Vendor);
            entries.push_back(entry);
        }
        QVERIFY((*book)->add(entries, kNote));
        auto project = std::make_shared<Project>(*emptyDocument("Quote").project);
        const auto part = PartLibrary(*m_catalog, nullptr).part("mfp7e10");
        QVERIFY(part);
        project->parts = project->parts.with(PartRow{Id<PartRow>{1}, *part});
        PriceQuestion question;
        question.date = "2026-11-21";
        const std::vector<PriceOffer> offers = priceOffers(*project, **book, question);
        QCOMPARE(offers.size(), std::size_t{2});
        QCOMPARE(offers[0].item, std::string("mfp7e10;10m"));
        QCOMPARE(offers[1].item, std::string("mfp7e10;30m"));
        QCOMPARE(offers[1].entry.price.rate.typical()->inUnits(), 129.0);
        IdSource ids(10);
        const auto pinned = edits::pinPrices({{offers[0].item, offers[0].entry.price}}).apply(*project, ids);
        QVERIFY(pinned);
        QCOMPARE(priceOffers(**pinned, **book, question).size(), std::size_t{1});
        // A price by the metre is offered for the part, whatever its length.
        entry.code = "MFP7E10-BULK";
        entry.price.basis = "metre";
        QVERIFY((*book)->add({entry}, kNote));
        const std::vector<PriceOffer> byMetre = priceOffers(**pinned, **book, question);
        QCOMPARE(byMetre.size(), std::size_t{2});
        QCOMPARE(byMetre[0].item, std::string("mfp7e10"));
        QCOMPARE(byMetre[0].entry.price.basis, std::string("metre"));
    }

    void aBookOfTheFirstVersionIsBroughtUpToDate() {
        const std::string path = m_folder.filePath(QStringLiteral("old.sqlite")).toStdString();
        {
            auto book = PriceBookStore::open(path);
            QVERIFY(book);
            const auto connection = SqlConnection::open(path, SqlAccess::ReadWrite);
            QVERIFY(connection);
            for (const char* sql :
                 {"DROP TABLE note", "ALTER TABLE entry DROP COLUMN book", "ALTER TABLE entry DROP COLUMN code",
                  "ALTER TABLE entry DROP COLUMN description", "ALTER TABLE entry DROP COLUMN discount_class",
                  "INSERT INTO revision VALUES(1,'2026-01-01','','',NULL)",
                  "INSERT INTO entry "
                  "VALUES(1,1,'nv-dgx-h200','list','USD',NULL,300000000000000,NULL,'vendor',NULL,'each','','2026-01-01'"
                  ",'','','','')",
                  "PRAGMA user_version = 1"})
                QVERIFY2((*connection)->execute(sql), sql);
        }
        const auto book = PriceBookStore::open(path);
        QVERIFY(book);
        QCOMPARE((*book)->entries().size(), std::size_t{1});
        QCOMPARE((*book)->books(), std::vector<std::string>{std::string(kDefaultPriceBook)});
    }

    void hostileFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("id");
        const QByteArray workbook = QByteArray::fromStdString(bytesOf(QStringLiteral("switches_title_block.xlsx")));
        QTest::newRow("empty") << QByteArray() << QStringLiteral("prices.file.empty");
        QTest::newRow("binary") << QByteArray("a,b\0c", 5) << QStringLiteral("prices.file.no-list");
        QTest::newRow("old workbook") << QByteArray("\xD0\xCF\x11\xE0rest")
                                      << QStringLiteral("prices.file.old-workbook");
        QTest::newRow("cut workbook") << workbook.left(workbook.size() / 2)
                                      << QStringLiteral("prices.file.damaged-workbook");
        QTest::newRow("no prices") << QByteArray("a,b\n1,2\n") << QStringLiteral("prices.list.no-price-column");
    }
    void hostileFilesAreRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, id);
        const Result<PriceList> read = listOf(bytes.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message.id), id);
    }

    // Every byte of a small list and of a workbook changed, one at a time: refused or read, never worse.
    void damageNeverSpreads() {
        for (const char* name : {"switches_title_block.xlsx", "quote_export.csv"}) {
            const std::string bytes = bytesOf(QString::fromLatin1(name));
            for (std::size_t at = 0; at < bytes.size(); at += 331) {
                std::string changed = bytes;
                changed[at] = static_cast<char>(changed[at] ^ 0x41);
                (void)listOf(changed);
            }
        }
    }

    void limitsHoldBeforeMemoryIsTaken() {
        ListLimits limits;
        limits.rows = 10;
        QCOMPARE(readListFile(bytesOf(QStringLiteral("quote_export.csv")), limits).error().message.id,
                 std::string("prices.file.too-many-rows"));
        limits = {};
        limits.unpackedBytes = 1000;
        QCOMPARE(readListFile(bytesOf(QStringLiteral("switches_title_block.xlsx")), limits).error().message.id,
                 std::string("prices.file.member-too-large"));
        limits = {};
        limits.cells = 100;
        QCOMPARE(readListFile(bytesOf(QStringLiteral("switches_title_block.xlsx")), limits).error().message.id,
                 std::string("prices.file.too-many-cells"));
    }

    void typedPricesAndRatesAreEdits() {
        const Document document = emptyDocument("Quote");
        IdSource ids(document.nextId);
        const ExchangeRate rate{Currency::usd(), Currency::eur(), 920'000'000, "2026-11-20", "ECB reference rate"};
        const auto with = edits::putExchangeRate(rate).apply(*document.project, ids);
        QVERIFY(with && (*with)->quote.exchangeRates == std::vector{rate});
        ExchangeRate later = rate;
        later.date = "2026-11-21";
        const auto both = edits::putExchangeRate(later).apply(**with, ids);
        QVERIFY(both && (*both)->quote.exchangeRates.size() == 2);
        const auto one = edits::removeExchangeRate(rate).apply(**both, ids);
        QVERIFY(one && (*one)->quote.exchangeRates == std::vector{later});
        QVERIFY(!edits::removeExchangeRate(rate).apply(**one, ids));
        ExchangeRate wrong = rate;
        wrong.to = Currency::usd();
        QVERIFY(!edits::putExchangeRate(wrong).apply(*document.project, ids));
        wrong = rate;
        wrong.date = "soon";
        QVERIFY(!edits::putExchangeRate(wrong).apply(*document.project, ids));
        edits::PriceStatement statement{"framework contract", "R. Tester", "offer 4711", "2026-11-20", "2026-10-01"};
        QVERIFY(!edits::checkStatement(statement));
        statement.validUntil = "2026-12-31";
        QVERIFY(edits::checkStatement(statement));
        const Price price = edits::statedPrice(*PriceRate::nearest(100, Currency::eur()), "each", statement);
        QCOMPARE(price.note, statement.reason);
        QCOMPARE(price.rate.source->title, statement.document);
        QCOMPARE(price.validUntil, statement.validUntil);
        QVERIFY(price.rate.grade == Grade::CustomerStatement);
    }
};

RW_CORE_SUITE(TestPriceLists)
#include "tst_price_lists.moc"
