// SPDX-License-Identifier: GPL-3.0-or-later
// Documents on pages: tables that never split a row, title blocks, contents, links, and the proposal as a PDF file.
#include "tests/support/drawing_checks.h"
#include "tests/support/report_fixture.h"
#include "tests/support/suite.h"
#include "ui/charts/year_chart.h"
#include "ui/report/edition.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/report/registers.h"
#include "ui/report/table_layout.h"
#include "ui/report/text_lines.h"
#include "ui/report/typeset.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFOutlineDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

#include <functional>
#include <map>
#include <set>

using namespace rackwright;

class TestReport : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    fixture::DrawnHall hall;

    static TableBlock table(int rows) {
        TableBlock made;
        made.columns = {{QStringLiteral("Number"), TextAlign::Right},
                        {QStringLiteral("What"), TextAlign::Left, true},
                        {QStringLiteral("Amount"), TextAlign::Right}};
        for (int i = 0; i < rows; ++i)
            made.rows.push_back(
                {{{QStringLiteral("n%1").arg(i)},
                  {i % 9 == 4 ? QStringLiteral("a text that is long enough to take some lines, ").repeated(5)
                              : QStringLiteral("short")},
                  {QStringLiteral("e%1").arg(i)}}});
        return made;
    }
    static Pages pagesOf(std::vector<Block> blocks) {
        ReportDocument document;
        document.title = QStringLiteral("Test");
        document.titleBlock.number = QStringLiteral("T-1");
        document.blocks = std::move(blocks);
        return laidOut(document);
    }
    static int pageOf(const Pages& pages, const QString& text) {
        for (std::size_t i = 0; i < pages.pages.size(); ++i)
            if (textsOf(pages.pages[i].content).contains(text))
                return static_cast<int>(i);
        return -1;
    }
    static QStringList allTexts(const Pages& pages) {
        QStringList all;
        for (const Page& page : pages.pages) {
            all += textsOf(page.content);
            for (const PlacedDrawing& placed : page.drawings)
                all += textsOf(placed.drawing);
        }
        return all;
    }
    Pages proposalPages(std::size_t billLines = 12) const {
        return laidOut(volumeOf(ReportVolume::Review, fixture::testInput(hall, billLines), texts));
    }
    static QByteArray run(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        process.waitForFinished();
        return process.readAllStandardOutput();
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void linesFitTheirWidth_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << QStringLiteral("the quick brown fox jumps over the lazy dog");
        QTest::newRow("long word") << QString(500, QLatin1Char('W'));
        QTest::newRow("line ends") << QStringLiteral("one\r\ntwo\nthree\rfour");
        QTest::newRow("emoji") << QStringLiteral("\U0001F600").repeated(80);
        QTest::newRow("right to left") << QString::fromUtf8("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d ").repeated(30);
        QTest::newRow("empty") << QString();
    }
    void linesFitTheirWidth() {
        QFETCH(QString, text);
        const QStringList lines = brokenLines(text, Weight::Regular, 12);
        QVERIFY(!lines.isEmpty());
        QString kept;
        for (const QString& line : lines) {
            QVERIFY(textWidth(line, Weight::Regular) <= 12.01);
            kept += line;
        }
        const QRegularExpression blanks(QStringLiteral("\\s"));
        QCOMPARE(kept.remove(blanks), QString(text).remove(blanks));
    }
    void rowsAreNeverSplit_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {0, 1, 40, 1000})
            QTest::addRow("%d rows", rows) << rows;
    }
    void rowsAreNeverSplit() {
        QFETCH(int, rows);
        const Pages pages = pagesOf({Heading{QStringLiteral("Table"), 1, {}}, table(rows)});
        for (int i = 0; i < rows; ++i) {
            const int first = pageOf(pages, QStringLiteral("n%1").arg(i));
            QVERIFY(first >= 0);
            QCOMPARE(pageOf(pages, QStringLiteral("e%1").arg(i)), first);
        }
        int headers = 0;
        for (const Page& page : pages.pages) {
            headers += static_cast<int>(textsOf(page.content).count(QStringLiteral("What")));
            QCOMPARE(overlappingTexts(page.content), QStringList());
        }
        QCOMPARE(headers, static_cast<int>(pages.pages.size()));
        const QStringList all = allTexts(pages);
        QCOMPARE(all.filter(QRegularExpression(QStringLiteral("^n\\d+$"))).size(), rows);
    }
    void aRowTallerThanThePageIsCut() {
        TableBlock made = table(3);
        made.rows[1].cells[1].text = QStringLiteral("many words ").repeated(20000);
        const Pages pages = pagesOf({made});
        for (const Page& page : pages.pages)
            for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text.left(40)));
        QCOMPARE(allTexts(pages).filter(QChar(0x2026)).size(), 1);
        QVERIFY(pageOf(pages, QStringLiteral("e2")) >= 0);
    }
    void longNamesLeaveNoHeadingAlone() {
        TableBlock made = table(6);
        for (TableRow& row : made.rows)
            row.cells[1].text = QString(990, QLatin1Char('W'));
        made.columns[2].header = QString(990, QLatin1Char('H'));
        made.columns.push_back(made.columns[2]);
        const QString first = QStringLiteral("Part");
        const QString second = QStringLiteral("Names");
        const Pages pages = pagesOf({Paragraph{QStringLiteral("line\n").repeated(55)}, Heading{first, 1, {}},
                                     Paragraph{QStringLiteral("what it holds")}, Heading{second, 2, {}}, made});
        const int page = pageOf(pages, QStringLiteral("n0"));
        QVERIFY(page >= 0);
        QCOMPARE(pageOf(pages, first), page);
        QCOMPARE(pageOf(pages, second), page);
        QVERIFY(pages.pages.size() <= 4);
    }
    void theCardOfThePriceIsNotCut() {
        ReportInput input = fixture::testInput(hall);
        input.total = {QuoteSection::Compute, Money(3'804'176'000, Currency::usd()), 12, 51, true};
        input.total.unrated = 12;
        input.total.unratedFrom = "EUR";
        const Pages pages = laidOut(volumeOf(ReportVolume::Review, input, texts));
        const QString cover = textsOf(pages.pages.front().content).join(QLatin1Char(' '));
        QVERIFY2(cover.contains(QStringLiteral("not in this sum: 12 of 51 lines, no exchange rate")),
                 qPrintable(cover));
        QVERIFY2(cover.contains(QStringLiteral("from EUR to USD")), qPrintable(cover));
        QCOMPARE(overlappingTexts(pages.pages.front().content), QStringList());
    }
    // The lines that it names are as many as the bill has.
    void theTotalCountsLinesThatOthersInclude() {
        ReportInput input = fixture::testInput(hall);
        const auto isTold = [&](const QString& words) {
            for (const Block& block : volumeOf(ReportVolume::Proposal, input, texts).blocks)
                if (const auto* paragraph = std::get_if<Paragraph>(&block); paragraph && paragraph->text == words)
                    return true;
            return false;
        };
        const QString told = QStringLiteral("One further line is included in the price of another.");
        QVERIFY(!isTold(told));
        input.total.included = 1;
        QVERIFY(isTold(told));
        input.total.included = 2;
        QVERIFY(isTold(QStringLiteral("2 further lines are included in the price of others.")));
    }
    void columnsAreMeasuredOverAllRows() {
        TableBlock made = table(300);
        made.rows[299].cells[2].text = QStringLiteral("1,234,567,890.00");
        const TableMeasure measure = measured(made, 176, 200);
        QVERIFY(measure.widths[2] >= textWidth(made.rows[299].cells[2].text, Weight::Regular) * made.size);
        double whole = 0;
        for (const double width : measure.widths)
            whole += width;
        QVERIFY(std::abs(whole - 176) < 0.01);
        QCOMPARE(measure.lines[299][2].size(), 1);
    }
    void aHeadingStaysWithWhatFollows() {
        for (int filler = 30; filler < 60; ++filler) {
            std::vector<Block> blocks;
            for (int i = 0; i < filler; ++i)
                blocks.push_back(Paragraph{QStringLiteral("filler")});
            blocks.push_back(Heading{QStringLiteral("The heading"), 1, QStringLiteral("h")});
            blocks.push_back(table(1));
            const Pages pages = pagesOf(std::move(blocks));
            QCOMPARE(pageOf(pages, QStringLiteral("The heading")), pageOf(pages, QStringLiteral("n0")));
        }
    }

    void everyPageHasItsTitleBlock() {
        const Pages pages = proposalPages();
        QVERIFY(pages.pages.size() >= 7);
        for (std::size_t i = 0; i < pages.pages.size(); ++i) {
            const QStringList shown = textsOf(pages.pages[i].content);
            QVERIFY(shown.contains(QStringLiteral("%1 / %2").arg(i + 1).arg(pages.pages.size())));
            QVERIFY(!shown.filter(QStringLiteral("Budgetary quotation")).isEmpty());
            QVERIFY(!shown.filter(QStringLiteral("issued for review")).isEmpty());
            QVERIFY(!shown.filter(QStringLiteral("7f3a0c")).isEmpty());
            QVERIFY(!shown.filter(QStringLiteral("2026-06-18")).isEmpty());
        }
    }
    void contentsNameTheRightPages() {
        const Pages pages = proposalPages(200);
        const QStringList cover = textsOf(pages.pages.front().content) + textsOf(pages.pages[1].content);
        for (const OutlineEntry& entry : pages.outline) {
            QVERIFY(textsOf(pages.pages[static_cast<std::size_t>(entry.page)].content)
                        .join(QLatin1Char(' '))
                        .contains(entry.text.left(20)));
            if (entry.level != 1)
                continue;
            const auto at = cover.indexOf(entry.text);
            QVERIFY2(at >= 0, qPrintable(entry.text));
            QCOMPARE(cover[at + 1], QString::number(entry.page + 1));
        }
    }
    void nothingLeavesThePageOrOverlaps() {
        for (const Paper paper : {Paper::A4, Paper::Letter}) {
            ReportInput input = fixture::testInput(hall, 60);
            input.paper = paper;
            const Pages pages = laidOut(volumeOf(ReportVolume::Review, input, texts));
            for (const Page& page : pages.pages) {
                QCOMPARE(overlappingTexts(page.content), QStringList());
                for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                    QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text));
                for (const PlacedDrawing& placed : page.drawings) {
                    const QRectF box(placed.corner, paperSize(placed.drawing) * placed.fit);
                    QVERIFY(page.content.bounds.contains(box));
                    for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                        QVERIFY2(!box.intersects(boxOf(*text)), qPrintable(text->text));
                }
            }
        }
    }
    void everyFigureLinksToItsDerivation() {
        const Pages pages = proposalPages();
        for (const Page& page : pages.pages)
            for (const LinkArea& link : page.links)
                QVERIFY2(pages.anchors.contains(link.target), qPrintable(link.target));
        for (const ReportFigure& figure : fixture::testFigures()) {
            const QString anchor = QStringLiteral("figure:") + QString::fromStdString(figure.label);
            QVERIFY2(std::ranges::count(pages.pages.front().links, anchor, &LinkArea::target) == 1, qPrintable(anchor));
        }
    }
    void theProposalSaysWhatItMust() {
        const QStringList offer = allTexts(laidOut(volumeOf(ReportVolume::Proposal, fixture::testInput(hall), texts)));
        const QString all = (allTexts(proposalPages()) + offer).join(QLatin1Char('\n'));
        for (const char* text : {"1,024-GPU training cluster, Hall A",
                                 "1.35 MW",
                                 "\u2265 520 kg, 2 of 6 unknown",
                                 "1 error",
                                 "0 warnings",
                                 "212 passed",
                                 "8 failed",
                                 "1 accepted",
                                 "14 not applicable",
                                 "5 not checked",
                                 "A05, A06, A07, A08 and 4 more",
                                 "41.2 kW",
                                 "40 kW",
                                 "Accepted by R. Meier",
                                 "PN-1000",
                                 "at most 1.8 MW: met", // in the unit of the figure beside it
                                 "RFI 4",
                                 "Landlord",
                                 "Airflow by CFD",
                                 "Building works",
                                 "Vendor",
                                 "Data sheet of the node",
                                 "Site survey",
                                 "32 alike: A01 to A16, B01 to B16",
                                 "Rack elevations, rear",
                                 "12 U free",
                                 "24,000",
                                 "from 38.04 M USD",
                                 "not priced"})
            QVERIFY2(all.contains(QString::fromUtf8(text)), text);
    }
    void acceptanceStepsHaveRoomForWhatIsMeasured() {
        ReportInput input = fixture::testInput(hall);
        Schedule steps;
        steps.id = "acceptance";
        steps.columns = {{"Network", ColumnKind::Text, {}},
                         {"Nodes", ColumnKind::Number, {}},
                         {"Expected busbw GB/s", ColumnKind::Number, "GB/s"},
                         {"Command", ColumnKind::Text, {}},
                         {"Measured busbw GB/s", ColumnKind::Number, "GB/s"},
                         {"Date", ColumnKind::Text, {}},
                         {"Signature", ColumnKind::Text, {}}};
        ScheduleRow row;
        row.key = "1:4";
        row.cells = {
            GivenText{"Ring A"}, std::int64_t{4}, Value(321e9), GivenText{"./build/all_reduce_perf"}, {}, {}, {}};
        steps.rows = {row};
        input.schedules.push_back(std::move(steps));
        const QStringList all = allTexts(laidOut(volumeOf(ReportVolume::Review, input, texts)));
        for (const char* text :
             {"Acceptance of the compute networks", "Ring A", "321", "./build/all_reduce_perf", "Date", "Signature"})
            QVERIFY2(all.contains(QString::fromUtf8(text)), text);
        QCOMPARE(all.count(QStringLiteral("__________")), 3);
    }
    // Where climate and plant are known, and nowhere else.
    void theYearOfThePlantIsDrawn() {
        const QString title = QStringLiteral("Hours of a year of Here by outdoor temperature");
        QVERIFY(!allTexts(proposalPages()).contains(title));
        auto project = std::make_shared<Project>(hall.project);
        const auto set = [&project](std::uint64_t id, const char* key, const char* value) {
            project->settings = project->settings.with(Setting{Id<Setting>{id}, key, value, "test"});
        };
        set(900'001, "cooling.climate", "1;Here;9:5000:7|14:2000:12|19:1000:15|25:760:20");
        set(900'002, "power.plant", "midsize-chiller");
        ReportInput input = fixture::testInput(hall);
        const auto before = input.context; // the answers of the requirements lie in its project
        input.context = std::make_shared<const Context>(snapshotOf(project));
        const QStringList all = allTexts(laidOut(volumeOf(ReportVolume::Review, input, texts)));
        QVERIFY(all.contains(title));
        QVERIFY(all.contains(QStringLiteral("Annual performance of the cooling plant")));

        const auto& basis = input.context->lookUp<YearBasis>();
        const Chart chart = yearChart(basis, texts);
        QCOMPARE(chart.bars.size(), std::size_t(4)); // from 5, 10, 15 and 25 C
        QCOMPARE(chart.bars[0].value, 5000.0);
        QCOMPARE(chart.bars[3].value, 760.0);
        for (const Bar& bar : chart.bars) {
            QVERIFY(!bar.isBad);
            QVERIFY2(bar.printed.contains(QStringLiteral("on chillers")), qPrintable(bar.printed));
        }
    }
    void lowerBoundsNeverTurnGreen() {
        const auto judged = [](const Value& value, Comparison comparison) {
            return complianceOf(value, comparison, 1000);
        };
        QCOMPARE(judged(Value(500) + Value::unknown(), Comparison::AtMost), Compliance::Unknown);
        QCOMPARE(judged(Value(1500) + Value::unknown(), Comparison::AtMost), Compliance::NotMet);
        QCOMPARE(judged(Value(1500) + Value::unknown(), Comparison::AtLeast), Compliance::Met);
        QCOMPARE(judged(Value::unknown(), Comparison::AtLeast), Compliance::Unknown);
        QCOMPARE(judged(Value(1000), Comparison::AtMost), Compliance::Met);
        QCOMPARE(judged(Value(1000.001), Comparison::AtMost), Compliance::NotMet);
    }
    // The matrix prints what the judge says, never an answer of its own.
    void theMatrixPrintsTheJudgesAnswers() {
        ReportInput input = fixture::testInput(hall);
        const auto words = [&] {
            QStringList found;
            for (const ScheduleRow& row : complianceSchedule(input, texts).rows)
                found << QString::fromStdString(std::get<GivenText>(row.cells.back()).text);
            return found;
        };
        QCOMPARE(words(), (QStringList{QStringLiteral("met"), QStringLiteral("unknown")}));
        input.requirements.front().compliance = Compliance::NotMet;
        input.requirements.back().gap = ComplianceGap::NotJudged;
        QCOMPARE(words(), (QStringList{QStringLiteral("not met"), QStringLiteral("open")}));
    }
    // The number of a figure leads to where it is worked out: a customer's edition does not work prices out.
    void theMatrixNumbersWhatTheEditionDerives() {
        ReportInput input = fixture::testInput(hall);
        Requirement budget = *input.requirements.front().requirement;
        budget.figure = "cost.price.total";
        ReportFigure price = input.figures.front();
        price.label = budget.figure;
        price.number = 100;
        std::erase_if(input.figures, [&](const ReportFigure& figure) { return figure.label == budget.figure; });
        input.figures.push_back(price);
        input.requirements.front().requirement = &budget;
        const auto value = [&] {
            const ScheduleRow row = complianceSchedule(input, texts).rows.front();
            return QString::fromStdString(std::get<GivenText>(row.cells[3]).text);
        };
        input.edition = Edition::Customer;
        QVERIFY2(!value().isEmpty() && !value().contains(QStringLiteral("(no.")), qPrintable(value()));
        input.edition = Edition::Internal;
        QVERIFY2(value().contains(QStringLiteral("(no. 100)")), qPrintable(value()));
    }

    // The card on the cover says it in the matrix's words.
    void coverAndMatrixWordARequirementAlike() {
        ReportInput input = fixture::testInput(hall);
        input.requirements.front().compliance = Compliance::Unknown;
        input.requirements.front().gap = ComplianceGap::RangeReaches;
        const QString verdict = QString::fromStdString(verdictText(input.requirements.front(), texts));
        QVERIFY(verdict != QString::fromStdString(texts.text("report.compliance.unknown")));
        bool isOnCard = false;
        for (const Block& block : volumeOf(ReportVolume::Review, input, texts).blocks)
            if (const auto* cards = std::get_if<Cards>(&block))
                for (const Card& card : cards->cards)
                    isOnCard = isOnCard || card.detail.endsWith(verdict);
        QVERIFY(isOnCard);
    }

    static QList<Card> cardsOf(const ReportInput& input, const Texts& texts) {
        QList<Card> found;
        for (const Block& block : volumeOf(ReportVolume::Review, input, texts).blocks)
            if (const auto* cards = std::get_if<Cards>(&block))
                for (const Card& card : cards->cards)
                    found << card;
        return found;
    }

    // A budget is a requirement as any other: its card says whether the price holds it, and how far the price reaches.
    void thePriceCardAnswersTheBudget() {
        ReportInput input = fixture::testInput(hall);
        input.total.unpriced = 0;
        input.total.isLowerBound = false;
        input.figures.push_back(
            fixture::testFigure(23, "cost.price.total",
                                Numbers<Traced>::given(Value::range(31e6, 38.04e6, 45e6, Grade::Estimate),
                                                       {"cost.price.total", "USD", 1}, {}),
                                "USD", 1));
        Requirement budget = *input.requirements.front().requirement;
        budget.figure = "cost.price.total";
        budget.comparison = Comparison::AtMost;
        budget.target = 39;
        budget.unit = "M USD";
        RequirementAnswer answer;
        answer.requirement = &budget;
        answer.unit = budget.unit;
        const auto priceCard = [&](Compliance compliance, ComplianceGap gap) {
            answer.compliance = compliance;
            answer.gap = gap;
            ReportInput asked = input;
            asked.requirements.push_back(answer);
            const QList<Card> cards = cardsOf(asked, texts);
            const auto it =
                std::ranges::find(cards, QString::fromStdString(texts.text("report.price-budgetary")), &Card::caption);
            return it == cards.end() ? Card{} : *it;
        };
        const Card open = priceCard(Compliance::Unknown, ComplianceGap::RangeReaches);
        QVERIFY2(open.detail.contains(QString::fromStdString(verdictText(answer, texts))), qPrintable(open.detail));
        QVERIFY2(open.detail.contains(QStringLiteral("31\u201345 M USD")), qPrintable(open.detail));
        QCOMPARE(open.detailInk, Ink::Warning);
        const Card missed = priceCard(Compliance::NotMet, ComplianceGap::None);
        QVERIFY2(missed.detail.contains(QStringLiteral("at most 39 M USD: not met")), qPrintable(missed.detail));
        QCOMPARE(missed.detailInk, Ink::Bad);
        QCOMPARE(priceCard(Compliance::Met, ComplianceGap::None).detailInk, Ink::Good);
        // Nor does a budget that is missed hide behind lines without a price.
        input.total.unpriced = 3;
        QCOMPARE(priceCard(Compliance::NotMet, ComplianceGap::None).detailInk, Ink::Bad);
        QCOMPARE(priceCard(Compliance::Met, ComplianceGap::None).detailInk, Ink::Warning);
    }

    // A bound with a range reads alike wherever it stands; the cover leaves out how much is unknown alone.
    void boundsReadAlikeOnCoverAndInTheMatrix() {
        ReportInput input = fixture::testInput(hall);
        input.figures[0].value = Value::range(26'700, 26'800, 27'100, Grade::Vendor) + Value::unknown();
        const QString whole = printedFigure(input.figures[0], texts);
        const QString bound = printedBound(input.figures[0], texts);
        QCOMPARE(bound, QStringLiteral(">= 26.7\u201327.1 kW"));
        QVERIFY2(whole.startsWith(bound), qPrintable(whole));
        QStringList values;
        for (const Card& card : cardsOf(input, texts))
            values << card.value;
        QVERIFY2(values.contains(typeset(bound)), qPrintable(values.join(QLatin1Char('|'))));
    }

    void pdfHasOutlineLinksAndLabels() {
        const ReportDocument document = volumeOf(ReportVolume::Review, fixture::testInput(hall), texts);
        const Pages pages = laidOut(document);
        const auto bytes = pdfOf(document, pages);
        QVERIFY(bytes.has_value());
        fixture::keepPicture(QStringLiteral("proposal.pdf"), *bytes);
        QPDF pdf;
        pdf.processMemoryFile("proposal", bytes->constData(), static_cast<std::size_t>(bytes->size()));
        QVERIFY(!pdf.anyWarnings());
        auto sheets = QPDFPageDocumentHelper(pdf).getAllPages();
        QCOMPARE(sheets.size(), pages.pages.size());
        for (std::size_t i = 0; i < sheets.size(); ++i) {
            QPDFObjectHandle annotations = sheets[i].getObjectHandle().getKey("/Annots");
            const auto links = annotations.isArray() ? static_cast<std::size_t>(annotations.getArrayNItems()) : 0;
            QCOMPARE(links, pages.pages[i].links.size());
        }
        QPDFOutlineDocumentHelper outline(pdf);
        std::size_t entries = 0;
        for (auto& entry : outline.getTopLevelOutlines()) {
            ++entries;
            QVERIFY(entry.getDestPage().isPageObject());
            entries += entry.getKids().size();
        }
        QCOMPARE(entries, pages.outline.size());
        QVERIFY(pdf.getRoot().hasKey("/PageLabels"));
        QCOMPARE(pdf.getTrailer().getKey("/Info").getKey("/Title").getUTF8Value(), document.title.toStdString());
    }
    // Who does not see the pages is told what is a heading, a table and a figure, in the order of the document.
    void pdfIsTagged() {
        for (const ReportVolume volume : {ReportVolume::Proposal, ReportVolume::Review}) {
            const ReportDocument document = volumeOf(volume, fixture::testInput(hall), texts);
            const Pages pages = laidOut(document);
            const auto bytes = pdfOf(document, pages);
            QVERIFY(bytes.has_value());
            QPDF pdf;
            pdf.processMemoryFile("tagged", bytes->constData(), static_cast<std::size_t>(bytes->size()));
            QVERIFY(pdf.getRoot().getKey("/MarkInfo").getKey("/Marked").getBoolValue());
            std::map<std::string, std::size_t> roles;
            std::set<std::pair<int, long long>> owned; // page object and mark
            std::size_t parts = 0;
            const std::function<void(QPDFObjectHandle)> visit = [&](QPDFObjectHandle element) {
                if (element.isArray()) {
                    for (int i = 0; i < element.getArrayNItems(); ++i)
                        visit(element.getArrayItem(i));
                } else if (element.hasKey("/MCID")) {
                    ++parts;
                    owned.emplace(element.getKey("/Pg").getObjectID(), element.getKey("/MCID").getIntValue());
                } else {
                    const std::string role = element.getKey("/S").getName();
                    ++roles[role];
                    QVERIFY(role != "/Figure" || !element.getKey("/Alt").getUTF8Value().empty());
                    if (element.hasKey("/K"))
                        visit(element.getKey("/K"));
                }
            };
            visit(pdf.getRoot().getKey("/StructTreeRoot").getKey("/K"));
            QCOMPARE(owned.size(), parts); // none is of two elements
            std::size_t drawings = 0, marked = 0;
            auto sheets = QPDFPageDocumentHelper(pdf).getAllPages();
            for (std::size_t i = 0; i < sheets.size(); ++i) {
                drawings += pages.pages[i].drawings.size();
                QPDFObjectHandle sheet = sheets[i].getObjectHandle();
                const auto data = sheet.getKey("/Contents").getStreamData();
                const QByteArray content(reinterpret_cast<const char*>(data->getBuffer()),
                                         static_cast<qsizetype>(data->getSize()));
                QCOMPARE(content.count("BDC\n") + content.count("BMC\n"), content.count("EMC\n"));
                QVERIFY(!content.contains("-30000"));
                static const QRegularExpression mark(QStringLiteral("/MCID (\\d+)"));
                for (auto each = mark.globalMatch(QString::fromLatin1(content)); each.hasNext(); ++marked)
                    QVERIFY(owned.contains({sheet.getObjectID(), each.next().captured(1).toLongLong()}));
            }
            QCOMPARE(marked, parts);
            QCOMPARE(roles["/Figure"], drawings);
            std::size_t tables = 0;
            for (const Block& block : document.blocks)
                if (const auto* table = std::get_if<TableBlock>(&block))
                    tables += table->columns.empty() ? 0 : 1;
            QCOMPARE(roles["/Table"], tables);
            QVERIFY(roles["/H1"] > 0 && roles["/H2"] > 3 && roles["/P"] > 10 && roles["/TOCI"] > 5);
            QVERIFY(roles["/TD"] > roles["/TR"] && roles["/TH"] > roles["/Table"]);
        }
    }
    void pdfRepeatsByteByByte() {
        const auto once = pdfOf(volumeOf(ReportVolume::Review, fixture::testInput(hall), texts));
        const auto again = pdfOf(volumeOf(ReportVolume::Review, fixture::testInput(hall), texts));
        QVERIFY(once && again);
        QVERIFY(*once == *again);
    }
    void noInternalValueReachesTheCustomer() {
        const QString all = allTexts(proposalPages()).join(QLatin1Char('\n'));
        for (const std::string& secret : fixture::kSecrets)
            QVERIFY2(!all.contains(QString::fromStdString(secret)), secret.c_str());
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("poppler-utils is not installed");
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("p.pdf")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(*pdfOf(volumeOf(ReportVolume::Review, fixture::testInput(hall), texts)));
        file.close();
        const QString read = QString::fromUtf8(
            run(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), file.fileName(), QStringLiteral("-")}));
        QVERIFY(read.contains(QStringLiteral("PN-1000")));
        for (const std::string& secret : fixture::kSecrets)
            QVERIFY2(!read.contains(QString::fromStdString(secret)), secret.c_str());
    }
    // What is found of prices is told without them, and told: no row of a table is without words.
    void findingsOfPricesSayWhatIsOpen() {
        Rule rule;
        rule.title = "rule.cost-01.title";
        for (const auto& [id, found, told] :
             {std::tuple("COST-01", "rule.cost-01.failed", "report.customer.planning"),
              std::tuple("COST-01", "rule.cost-01.unpriced", "report.customer.planning"),
              std::tuple("COST-01", "rule.cost-01.no-date", "rule.cost-01.no-date"),
              std::tuple("COST-01", "rule.cost-01.valid-until", "rule.cost-01.valid-until"),
              std::tuple("COST-02", "rule.cost-02.unquoted", "report.customer.not-firm"),
              std::tuple("NET-06", "rule.NET-06.cheaper", "report.customer.medium")}) {
            rule.id = id;
            CheckReport report;
            report.findings.resize(1);
            report.findings[0].rule = &rule;
            report.findings[0].message = Message(found)
                                             .with("planning", 2)
                                             .with("firm", 1)
                                             .with("count", 3)
                                             .with("from", "a")
                                             .with("to", "b")
                                             .with("date", "2026-06-15")
                                             .with("valid", "2026-06-14")
                                             .with("price", "271828.18 USD");
            const CheckReport customer = checksOfEdition(report, Edition::Customer);
            const Message& message = customer.findings[0].message;
            QCOMPARE(message.id, std::string(told));
            const QString sentence = QString::fromStdString(texts.sentence(message));
            QVERIFY2(!sentence.contains(QLatin1Char('{')) && !sentence.contains(QStringLiteral("271828")),
                     qPrintable(sentence));
        }
    }
    // What a requirement on the price measures is the price as it is asked; other figures keep their range.
    void checksOfPricesHaveNoRange() {
        Rule rule;
        rule.id = "REQ-01";
        rule.title = "rule.req-01.title";
        CheckReport report;
        report.findings.resize(2);
        for (Finding& finding : report.findings) {
            finding.rule = &rule;
            finding.message = Message("rule.req-01.failed");
            finding.measured = Value::range(22e6, 24e6, 27e6, Grade::Estimate);
        }
        report.findings[0].unit = "USD";
        report.findings[1].unit = "kW";
        const CheckReport customer = checksOfEdition(report, Edition::Customer);
        QCOMPARE(*customer.findings[0].measured, Value(24e6, Grade::Estimate));
        QCOMPARE(customer.findings[1].measured, report.findings[1].measured);
        QCOMPARE(checksOfEdition(report, Edition::Internal).findings[0].measured, report.findings[0].measured);
    }
    // A customer is told how many of the prices are firm: part of them, or none.
    void aQuoteWithoutAnyOfferSaysSo() {
        Rule rule;
        rule.id = "COST-01";
        rule.title = "rule.cost-01.title";
        const auto told = [&](const char* found, int planning, int firm) {
            CheckReport report;
            report.findings.resize(1);
            report.findings[0].rule = &rule;
            report.findings[0].message = Message(found).with("planning", planning).with("firm", firm);
            return checksOfEdition(report, Edition::Customer).findings[0].message.id;
        };
        QCOMPARE(told("rule.cost-01.failed", 93, 0), std::string("report.customer.planning-all"));
        QCOMPARE(told("rule.cost-01.failed", 92, 1), std::string("report.customer.planning"));
        QCOMPARE(told("rule.cost-01.unpriced", 5, 0), std::string("report.customer.planning-all"));
        QCOMPARE(told("rule.cost-01.unpriced", 0, 5), std::string("report.customer.prices"));
    }
    void hostileTextsMakeAProposal() {
        Rack rack = *hall.design.racks.find(hall.racks[0]);
        rack.name = "<b>&\"\n=cmd " + std::string(400, 'x');
        hall.design.racks = hall.design.racks.with(rack);
        ReportInput input = fixture::testInput(hall);
        input.schedules[0].rows[0].cells[3] = GivenText{"<script>\t\x01 " + std::string(3000, 'W')};
        input.schedules[0].rows[1].cells[3] = GivenText{"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d =1+1"};
        for (const ReportVolume volume : kPrintedVolumes) {
            const ReportDocument document = volumeOf(volume, input, texts);
            const Pages pages = laidOut(document);
            for (const Page& page : pages.pages)
                for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                    QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text.left(60)));
            QVERIFY(pdfOf(document, pages).has_value());
        }
        hall = fixture::DrawnHall();
    }
    void anEmptyProjectHasAProposal() {
        ReportInput input;
        input.context = std::make_shared<const Context>(snapshotOf(emptyDocument("Empty").project));
        for (const ReportVolume volume : kPrintedVolumes)
            QVERIFY(pdfOf(volumeOf(volume, input, texts)).has_value());
    }
    void pseudoLanguageShowsNoTextOfOurs() {
        const Texts pseudo = Texts::of("pseudo");
        ReportInput input = fixture::testInput(hall);
        input.context = std::make_shared<const Context>(snapshotOf(emptyDocument("Empty").project));
        input.requirements.clear();
        input.figures.clear();
        input.schedules.clear();
        input.checks.findings.clear();
        for (const QString& text : allTexts(laidOut(volumeOf(ReportVolume::Review, input, pseudo))))
            QVERIFY2(text.contains(QChar(0x27e6)) || text.contains(QLatin1Char('~')) ||
                         !text.contains(QRegularExpression(QStringLiteral("[a-z]{3}"))) ||
                         QStringList({QStringLiteral("Empty")}).contains(text) ||
                         text.contains(QStringLiteral("COOL")) || text.contains(QStringLiteral("ASHRAE")) ||
                         text.contains(QStringLiteral("site survey")) || text.contains(QStringLiteral("USD")),
                     qPrintable(text));
    }
};

RW_WINDOW_SUITE(TestReport)
#include "tst_report.moc"
