// SPDX-License-Identifier: GPL-3.0-or-later
// The volumes of an issue, made of every sample: the customer proposal in its order and length, nothing internal in it,
// a sheet for every rack in the build pack, print that can be read on every paper, and facts of the issue in the file.
#include "model/file/design_text.h"
#include "solvers/cooling/figures.h"
#include "solvers/cost/bill_schedules.h"
#include "solvers/domains.h"
#include "solvers/engine/schedule_columns.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/report_fixture.h"
#include "tests/support/suite.h"
#include "ui/paint/rack_elevation.h"
#include "ui/report/export.h"
#include "ui/report/gathered_bill.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/report/readiness.h"
#include "ui/report/schedule_files.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <qpdf/QPDF.hh>

#include <array>
#include <iterator>
#include <map>

using namespace rackwright;

namespace {

constexpr double kSixPoints = 6 * 25.4 / 72; // mm

QString sampleFolder() { return QStringLiteral(RW_SOURCE_DIR "/resources/samples/"); }

/// A sample as customers are given it; solved once for all tests.
const ReportInput& inputOf(const QString& sample) {
    static std::map<QString, ReportInput> made;
    static std::map<QString, SolutionPtr> solutions; // what the inputs point into
    const auto known = made.find(sample);
    if (known != made.end())
        return known->second;
    QFile file(sampleFolder() + sample);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no such sample");
    const auto document = readDesignText(file.readAll().toStdString(), sample.toStdString());
    if (!document)
        qFatal("a sample cannot be read");
    const SolutionPtr solution = solve(snapshotOf(document->project), joined(programDomains()));
    solutions[sample] = solution;
    ReportRequest request;
    request.date = "2026-06-18";
    request.designHash = "0123456789abcdef";
    request.needs.longSchedules = false;
    return made.emplace(sample, reportInputOf(solution, std::move(request), Texts::of("en"))).first->second;
}

QStringList textsOfPage(const Page& page) {
    QStringList all = textsOf(page.content);
    for (const PlacedDrawing& placed : page.drawings)
        all += textsOf(placed.drawing);
    return all;
}

QString wordsOf(const Pages& pages) {
    QStringList all;
    for (const Page& page : pages.pages)
        all += textsOfPage(page);
    return all.join(QLatin1Char('\n'));
}

void addSamples() {
    QTest::addColumn<QString>("sample");
    for (const QString& name : QDir(sampleFolder()).entryList({QStringLiteral("*.rkw.json")}))
        QTest::newRow(qPrintable(name)) << name;
}

} // namespace

class TestVolumes : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));

    Pages pagesOf(ReportVolume volume, const QString& sample, Paper paper = Paper::A4,
                  Edition edition = Edition::Customer) const {
        ReportOptions options;
        options.paper = paper;
        options.edition = edition;
        return laidOut(volumeOf(volume, inputOf(sample), options, texts));
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void theProposalIsShortAndInItsOrder_data() { addSamples(); }
    void theProposalIsShortAndInItsOrder() {
        QFETCH(QString, sample);
        const Pages pages = pagesOf(ReportVolume::Proposal, sample);
        QVERIFY2(pages.pages.size() <= 15, qPrintable(QString::number(pages.pages.size())));
        std::vector<qsizetype> places;
        QStringList anchors;
        for (const OutlineEntry& entry : pages.outline)
            anchors << entry.anchor;
        for (const char* anchor : {"answer", "architecture", "supply", "bill", "terms", "acceptance"})
            if (const auto at = anchors.indexOf(QLatin1String(anchor)); at >= 0)
                places.push_back(at);
        QVERIFY(places.size() >= 5);
        QVERIFY(std::ranges::is_sorted(places));
        for (const Page& page : pages.pages) {
            QCOMPARE(overlappingTexts(page.content), QStringList());
            for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text));
            for (const PlacedDrawing& placed : page.drawings)
                QVERIFY2(placed.fit > 0.999 || textsOf(page.content).contains(QStringLiteral("not to scale")),
                         "a drawing that names its scale stands at that scale");
        }
    }
    // That nobody noted a requirement is for us to know.
    void whatWasNotNotedIsNoSentenceToACustomer() {
        const QString said = QStringLiteral("No requirement has been stated yet.");
        ReportInput input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        QVERIFY(!input.requirements.empty());
        input.requirements.clear();
        const auto wordsFor = [&](Edition edition) {
            ReportOptions options;
            options.edition = edition;
            return wordsOf(laidOut(volumeOf(ReportVolume::Proposal, input, options, texts)));
        };
        const QString theirs = wordsFor(Edition::Customer);
        QVERIFY(!theirs.contains(said) && !theirs.contains(QStringLiteral("What was asked")));
        QVERIFY(wordsFor(Edition::Internal).contains(said));
    }
    // The answer takes one page on every paper, and the next begins with its own heading.
    void theAnswerIsOnePage_data() { addSamples(); }
    void theAnswerIsOnePage() {
        QFETCH(QString, sample);
        for (const Paper paper : {Paper::A4, Paper::Letter, Paper::A3, Paper::Tabloid}) {
            const Pages pages = pagesOf(ReportVolume::Proposal, sample, paper);
            const auto answer = std::ranges::find(pages.outline, QStringLiteral("answer"), &OutlineEntry::anchor);
            QVERIFY(answer != pages.outline.end());
            const auto next = std::find_if(answer + 1, pages.outline.end(),
                                           [](const OutlineEntry& entry) { return entry.level == 1; });
            QVERIFY(next != pages.outline.end());
            QCOMPARE(next->page, answer->page + 1);
        }
    }
    void resultsAndDatesAreSaid() {
        const QString words = wordsOf(pagesOf(ReportVolume::Proposal, QStringLiteral("hall-1024-h200.rkw.json")));
        for (const char* said : {"Time to train", "Tokens per second", "Model FLOP utilisation", "Longest lead time",
                                 "Ready for installation", "What was asked", "What it needs from the building"})
            QVERIFY2(words.contains(QLatin1String(said)), said);
    }
    // What a figure is on the page of the answer it is on every other.
    void theSameFigureHasTheSameDigits() {
        const ReportInput& input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        const QString price = printedPrice(input.total, texts);
        const Pages pages = pagesOf(ReportVolume::Proposal, QStringLiteral("hall-1024-h200.rkw.json"));
        const QString words = wordsOf(pages);
        QVERIFY2(words.contains(price), qPrintable(price));
        const ReportFigure* peak = input.find(figure_of::powerItPeak);
        QVERIFY(peak);
        const QString amount = printedFigure(*peak, texts).section(QLatin1Char(' '), 0, 0);
        QVERIFY2(words.count(amount) >= 2, qPrintable(amount));
    }

    void nothingInternalIsInTheProposal_data() { addSamples(); }
    void nothingInternalIsInTheProposal() {
        QFETCH(QString, sample);
        const QString words = wordsOf(pagesOf(ReportVolume::Proposal, sample));
        static const std::array kInternal = {
            "class-",          "Price source",   "Margin",      "dearer",         "ource document",
            "Derivation",      "interest",       "staff",       "wage",           "AIDC-Studio",
            "Allowance:",      "Planning price", "not checked", "Chosen because", "least certain input",
            "Our own estimate"};
        for (const char* word : kInternal)
            QVERIFY2(!words.contains(QLatin1String(word)), word);
        // Counts of our own checks; assumptions may well speak of a node that has failed.
        QVERIFY(!words.contains(QRegularExpression(QStringLiteral("\\d failed"))));
        const Context& context = *inputOf(sample).context;
        const Bill bill = billOf(context);
        const Texts plain = Texts::of("en");
        for (const BillLine& line : bill.lines)
            if (line.price && line.price->source) {
                const QString title = QString::fromStdString(line.price->source->title);
                if (title.size() > 12)
                    QVERIFY2(!words.contains(title), qPrintable(title));
            }
    }

    // One utility load decides, and the other says beside it what it is. Where the drawing decides there is one alone.
    void bothUtilityLoadsAreExplained() {
        const QString said = QStringLiteral("The single-line diagram shows");
        const auto wordsFor = [this](const char* sample) {
            return wordsOf(pagesOf(ReportVolume::Proposal, QLatin1String(sample))).simplified();
        };
        QVERIFY(wordsFor("hall-1024-h200.rkw.json").contains(said));
        QVERIFY(!wordsFor("single-node-fine-tuning.rkw.json").contains(said));
    }
    // Flow, heat and temperatures of a rack are those of its loop, on every page.
    void flowsOfRacksAreThoseOfTheirLoop() {
        const ReportInput& input = inputOf(QStringLiteral("nvl72-8-racks.rkw.json"));
        const ReportFigure* all = input.find(figure_of::coolingLiquidFlow);
        QVERIFY(all);
        for (const CoolingLoop& loop : input.context->design().coolingLoops)
            if (loop.flow)
                QVERIFY(std::abs(all->value.typical() / loop.flow->si() - 1) < 1e-6);
    }
    // The worst stands first, in the words of its finding; then what has no lead time; and a question to the customer.
    void theLargestRisksAreTheWorst() {
        const QString words =
            wordsOf(pagesOf(ReportVolume::Proposal, QStringLiteral("hall-1024-h200.rkw.json"))).simplified();
        const auto place = [&](const char* what) { return words.indexOf(QLatin1String(what)); };
        const auto risks = place("Largest risks");
        QVERIFY(risks > 0);
        QVERIFY(place("Without cooling, the inlets of room") > risks);
        QVERIFY(place("When a feed is lost, the supplies left in") > place("Without cooling, the inlets of room"));
        QVERIFY(place("The lead time of NVIDIA DGX H200") > place("When a feed is lost"));
        QVERIFY(place("RFI 1:") > place("The lead time of NVIDIA DGX H200"));
    }
    // What has no lead time is counted whole, the dearest of it named, and no day is given that rests on the rest.
    void whatHasNoLeadTimeIsNamed() {
        const QString sample = QStringLiteral("hall-1024-h200.rkw.json");
        const Context& context = *inputOf(sample).context;
        std::int64_t without = 0;
        for (const BillLine& line : billOf(context).lines)
            without += line.counts() && line.type == LineType::Hardware && !line.leadTime ? 1 : 0;
        const Readiness ready = readinessOf(context, "2030-01-01");
        QCOMPARE(ready.unknown, without);
        QVERIFY(without > 50);
        QVERIFY(ready.dearestItem.starts_with("NVIDIA DGX H200"));
        QVERIFY(ready.dearestShare > 0.7 && ready.dearestShare < 0.8 && ready.isDateOpen());
        const Pages pages = pagesOf(ReportVolume::Proposal, sample);
        const QStringList answer = textsOfPage(pages.pages[1]);
        const auto caption = answer.indexOf(QStringLiteral("Ready for installation"));
        QVERIFY(caption >= 0);
        QCOMPARE(answer[caption + 1], QStringLiteral("unknown"));
    }
    // One statement of what is paid when.
    void termsAndPaymentsAgree() {
        const QString words =
            wordsOf(pagesOf(ReportVolume::Proposal, QStringLiteral("hall-1024-h200.rkw.json"))).simplified();
        QVERIFY(
            words.contains(QStringLiteral("30 % at the order, 60 % at the delivery of each section, 10 % when ready "
                                          "for service; each invoice Net 30")));
        QVERIFY(words.contains(QStringLiteral("Payment plan")));
    }
    // Whatever a page cites stands in the register, and a budgetary proposal has nothing to sign.
    void citedQuestionsStandInTheRegister_data() { addSamples(); }
    void citedQuestionsStandInTheRegister() {
        QFETCH(QString, sample);
        const Pages pages = pagesOf(ReportVolume::Proposal, sample);
        const auto& rfis = inputOf(sample).context->project().rfis;
        QStringList cells;
        for (const Page& page : pages.pages)
            cells += textsOfPage(page);
        std::size_t shown = 0;
        for (const Rfi& rfi : rfis)
            shown += cells.contains(QStringLiteral("RFI %1").arg(rfi.number)) ? 1 : 0;
        QCOMPARE(shown, std::min<std::size_t>(rfis.size(), 16));
        if (inputOf(sample).context->project().quote.quoteClass != QuoteClass::Firm)
            QVERIFY(!cells.contains(QStringLiteral("Signature")));
    }
    // Racks of a kind are named in runs that hold no rack of another kind.
    void racksAreNamedInTrueRuns() {
        QCOMPARE(nameRuns({"B02", "A03", "A01", "A02", "B01", "B03", "A07"}, texts),
                 (std::vector<std::string>{"A01 to A03", "A07", "B01 to B03"}));
        const QString words =
            wordsOf(pagesOf(ReportVolume::Proposal, QStringLiteral("hall-1024-h200.rkw.json"))).simplified();
        QVERIFY(!words.contains(QStringLiteral("A01 to D13")));
    }
    // What others ask for is no part of an offer; nor are the program's keys in its advice.
    void customersReadNoMarketPrices() {
        const ReportInput& input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        for (const char* id : {"cloud-prices", "serving-references"})
            QVERIFY2(std::ranges::find(input.tables, id, &ScheduleMaker::id) == input.tables.end(), id);
        const Schedule* advice = input.schedule("advice");
        QVERIFY(advice && !advice->rows.empty());
        QString all;
        for (const ScheduleRow& row : advice->rows)
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                all += QString::fromStdString(cellText(advice->columns[i], row.cells[i], texts)) + QLatin1Char('\n');
        for (const char* key : {"gpus_per_node", "model_params_b", "1e9", "ource 00", "no cloud price of"})
            QVERIFY2(!all.contains(QLatin1String(key)), key);
        QVERIFY(all.contains(QStringLiteral("Accelerators of a node: 8")));
    }
    // Units of power of coolers are known to the building too.
    void coolersTellTheBuildingTheirPower() {
        const ReportInput& input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        const auto maker = std::ranges::find(input.tables, "building-interface", &ScheduleMaker::id);
        QVERIFY(maker != input.tables.end());
        const Schedule sheet = maker->make({});
        int coolers = 0;
        for (const ScheduleRow& row : sheet.rows)
            if (row.subject && row.subject->kind == SubjectKind::CoolingUnit) {
                const auto* power = std::get_if<Value>(&row.cells[1]);
                QVERIFY(power && power->isKnown());
                QCOMPARE(power->typical(), 14'000.0);
                ++coolers;
            }
        QCOMPARE(coolers, 5);
    }
    // What is weighed as it rolls in is what rolls, and a limit that nobody states is none of 0.
    void testSheetsWeighWhatRolls() {
        const Pages pages = pagesOf(ReportVolume::Build, QStringLiteral("nvl72-8-racks.rkw.json"));
        const QString words = wordsOf(pages);
        QVERIFY(words.contains(QStringLiteral("Expected: rolling kg")));
        for (const char* wrong : {"Expected: Expected", "Limit: Limit", "\u2265 0"})
            QVERIFY2(!words.contains(QString::fromUtf8(wrong)), wrong);
    }

    // Lines that differ by a length alone are one in the proposal: the sums stay, to the cent and the piece.
    void theBillIsGatheredOverLengths() {
        const ReportInput& input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        const Schedule whole = billForCustomer(*input.context, billOf(*input.context));
        const Schedule shown = gatheredOverLengths(whole, texts);
        const auto column = [&](std::string_view header) {
            return std::ranges::find(whole.columns, header, &ScheduleColumn::header) - whole.columns.begin();
        };
        const auto line = column(column_of::line), what = column(column_of::description), qty = column(column_of::qty),
                   total = column(column_of::netTotal);
        struct Sums {
            std::int64_t cents = 0, pieces = 0;
            bool operator==(const Sums&) const = default;
        };
        const auto sumsOf = [&](const Schedule& bill) {
            std::map<std::string, Sums> sums;
            std::string section;
            for (const ScheduleRow& row : bill.rows) {
                if (row.role == RowRole::Heading)
                    section = row.key;
                if (row.role != RowRole::Line)
                    continue;
                if (const auto* money = std::get_if<Money>(&row.cells[total]))
                    sums[section].cents += money->minorUnits();
                if (const auto* count = std::get_if<Thousandths>(&row.cells[qty]))
                    sums[section].pieces += count->milli;
            }
            return sums;
        };
        QVERIFY(shown.rows.size() + 30 < whole.rows.size());
        QVERIFY(sumsOf(shown) == sumsOf(whole));
        std::int64_t gathered = 0, lines = 0;
        for (const ScheduleRow& row : shown.rows) {
            if (row.role != RowRole::Line)
                continue;
            const auto* numbers = std::get_if<GivenText>(&row.cells[line]);
            if (!numbers) {
                ++lines;
                continue;
            }
            ++gathered;
            const QString description = QString::fromStdString(cellText(whole.columns[what], row.cells[what], texts));
            QVERIFY2(description.contains(QStringLiteral(" m to ")), qPrintable(description));
            for (const QString& part : QString::fromStdString(numbers->text).split(QStringLiteral(", "))) {
                const QStringList ends = part.split(QChar(0x2013));
                lines += ends.back().toInt() - ends.front().toInt() + 1;
            }
        }
        QVERIFY(gathered >= 6);
        QCOMPARE(lines, std::ranges::count(whole.rows, RowRole::Line, &ScheduleRow::role));
    }
    // A link leads somewhere whichever sections are printed.
    void noLinkLeadsNowhere() {
        ReportOptions options;
        for (const char* leftOut : {"bill", "schedules", "derivations", "sources"})
            options.sections.erase(leftOut);
        for (const ReportVolume volume : kPrintedVolumes) {
            const Pages pages =
                laidOut(volumeOf(volume, inputOf(QStringLiteral("typical-llm-cluster.rkw.json")), options, texts));
            for (const Page& page : pages.pages)
                for (const LinkArea& link : page.links)
                    QVERIFY2(pages.anchors.contains(link.target), qPrintable(link.target));
        }
    }

    void everyRackHasItsSheet_data() { addSamples(); }
    void everyRackHasItsSheet() {
        QFETCH(QString, sample);
        const Design& design = inputOf(sample).context->design();
        const Pages pages = pagesOf(ReportVolume::Build, sample);
        QStringList anchors;
        for (const OutlineEntry& entry : pages.outline)
            anchors << entry.anchor;
        for (const Rack& rack : design.racks)
            QCOMPARE(anchors.count(QStringLiteral("rack:%1").arg(rack.id.value)), 1);
        const QString words = wordsOf(pages);
        for (const Device& device : design.devices)
            if (rackOf(device.placement) && device.name.size() < 24)
                QVERIFY2(words.contains(QString::fromStdString(device.name)), device.name.c_str());
        for (const Page& page : pages.pages)
            for (const PlacedDrawing& placed : page.drawings) {
                QVERIFY(placed.fit > 0.999);
                const QRectF box(placed.corner, paperSize(placed.drawing) * placed.fit);
                QVERIFY(page.content.bounds.contains(box));
                for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                    QVERIFY2(!box.intersects(boxOf(*text)), qPrintable(text->text));
            }
    }
    // A rack of a few devices is one sheet, and installers read nothing of the quotation.
    void aRackOfAFewDevicesIsOneSheet() {
        const QString sample = QStringLiteral("hall-1024-h200.rkw.json");
        const Context& context = *inputOf(sample).context;
        const Pages pages = pagesOf(ReportVolume::Build, sample);
        std::vector<OutlineEntry> entries;
        std::ranges::copy_if(pages.outline, std::back_inserter(entries),
                             [](const OutlineEntry& entry) { return entry.level == 1; });
        int racks = 0;
        for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
            if (!entries[i].anchor.startsWith(QStringLiteral("rack:")))
                continue;
            const Id<Rack> rack{entries[i].anchor.mid(5).toULongLong()};
            if (context.contents(rack).devices.size() > 4)
                continue;
            QVERIFY2(entries[i + 1].page == entries[i].page + 1, qPrintable(entries[i].text));
            ++racks;
        }
        QVERIFY(racks > 60);
        const QString words = wordsOf(pages);
        for (const char* word : {"Budgetary", "alid until", "Quote RW"})
            QVERIFY2(!words.contains(QLatin1String(word)), word);
    }
    void manyRacksAreSeveralFiles() {
        Design design;
        for (std::uint64_t id = 1; id <= 2 * kRacksOfPart + 1; ++id) {
            Rack rack;
            rack.id = {id};
            design.racks = design.racks.with(rack);
        }
        QCOMPARE(partsOf(ReportVolume::Build, design), std::size_t{3});
        QCOMPARE(partsOf(ReportVolume::Proposal, design), std::size_t{1});
        QCOMPARE(volumeFile(ReportVolume::Build, {1}, 3), std::string("build-pack-2.pdf"));
        QCOMPARE(volumeFile(ReportVolume::Build, {}, 1), std::string("build-pack.pdf"));
    }

    void printCanBeRead_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<int>("paper");
        for (const QString& name : QDir(sampleFolder()).entryList({QStringLiteral("*.rkw.json")}))
            for (const Paper paper : {Paper::A4, Paper::A3, Paper::Letter, Paper::Tabloid})
                QTest::addRow("%s %d", qPrintable(name), int(paper)) << name << int(paper);
    }
    void printCanBeRead() {
        QFETCH(QString, sample);
        QFETCH(int, paper);
        for (const ReportVolume volume : kPrintedVolumes) {
            const Pages pages = pagesOf(volume, sample, static_cast<Paper>(paper));
            for (std::size_t i = 0; i < pages.pages.size(); ++i) {
                const auto isLarge = [&](const Drawing& drawing, double scale) {
                    for (const auto& [item, text] : shapesOf<TextShape>(drawing))
                        if (!text->text.isEmpty() && text->size * scale < kSixPoints - 0.005)
                            return QStringLiteral("%1, page %2: \"%3\" of %4 mm")
                                .arg(QString::fromLatin1(enumName(volume).data()))
                                .arg(i + 1)
                                .arg(text->text)
                                .arg(text->size * scale);
                    return QString();
                };
                QCOMPARE(isLarge(pages.pages[i].content, 1), QString());
                for (const PlacedDrawing& placed : pages.pages[i].drawings)
                    QCOMPARE(isLarge(placed.drawing, placed.drawing.scale * placed.fit), QString());
            }
        }
    }

    // Language, title, author and the day of the issue stand in the file, as text and as metadata.
    void theFileSaysWhatItIs() {
        fixture::DrawnHall hall;
        const ReportInput input = fixture::testInput(hall);
        const auto bytes = pdfOf(volumeOf(ReportVolume::Proposal, input, texts));
        QVERIFY(bytes.has_value());
        QPDF pdf;
        pdf.processMemoryFile("test", bytes->constData(), static_cast<std::size_t>(bytes->size()));
        QCOMPARE(pdf.getRoot().getKey("/Lang").getUTF8Value(), std::string("en"));
        QPDFObjectHandle info = pdf.getTrailer().getKey("/Info");
        QCOMPARE(info.getKey("/Title").getUTF8Value(), std::string("1,024-GPU training cluster, Hall A"));
        QCOMPARE(info.getKey("/Author").getUTF8Value(), std::string("AB, Example Systems"));
        QCOMPARE(info.getKey("/Subject").getUTF8Value(), std::string("Customer proposal"));
        QCOMPARE(info.getKey("/CreationDate").getStringValue(), std::string("D:20260618"));
        QPDFObjectHandle metadata = pdf.getRoot().getKey("/Metadata");
        QVERIFY(metadata.isStream());
        const auto buffer = metadata.getStreamData();
        const std::string xmp(reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize());
        for (const char* fact : {"dc:language", ">en<", "1,024-GPU training cluster, Hall A", "2026-06-18"})
            QVERIFY2(xmp.find(fact) != std::string::npos, fact);
    }
    void drawingsHaveATitleBlock() {
        fixture::DrawnHall hall;
        const Pages pages = laidOut(volumeOf(ReportVolume::Review, fixture::testInput(hall), texts));
        int drawings = 0;
        for (const Page& page : pages.pages) {
            const QStringList words = textsOf(page.content);
            if (!words.contains(QStringLiteral("Drawing no.")))
                continue;
            ++drawings;
            for (const char* field : {"Project", "Title", "Scale", "Issue", "Date", "Sheet"})
                QVERIFY2(words.contains(QLatin1String(field)), field);
            QVERIFY(words.contains(QStringLiteral("AB / CD / EF")));
        }
        QVERIFY(drawings >= 3);
    }

    void deliveriesCountFromTheDayOfTheQuote() {
        constexpr double week = 604'800;
        QCOMPARE(dayAfter("2026-11-16", TimeSpan(16 * week)), std::string("2027-03-08"));
        QCOMPARE(dayAfter("2026-11-16", TimeSpan(0.5 * 86'400)), std::string("2026-11-17"));
        QCOMPARE(dayAfter("soon", TimeSpan(week)), std::string());
        const Readiness ready = readinessOf(*inputOf(QStringLiteral("hall-1024-h200.rkw.json")).context, "2030-01-01");
        QCOMPARE(ready.order, std::string("2026-11-16"));
        QVERIFY(ready.longest && !ready.lastDelivery.empty());
        for (const SectionReadiness& section : ready.sections)
            QVERIFY(!section.longest || !(*ready.longest < *section.longest));
    }

    // The workbook's totals are formulas, and a spreadsheet program works out what the bill says.
    void aSpreadsheetWorksOutTheSameTotals() {
        const QString office = QStandardPaths::findExecutable(QStringLiteral("soffice"));
        if (office.isEmpty())
            QSKIP("LibreOffice is not installed: the workbook is not recalculated.");
        QTemporaryDir folder;
        const ReportInput& input = inputOf(QStringLiteral("typical-llm-cluster.rkw.json"));
        const Schedule* bill = input.schedule("bom-customer");
        QVERIFY(bill);
        const std::filesystem::path file = folder.filePath(QStringLiteral("bill.xlsx")).toStdString();
        QVERIFY(writeXlsx(file, {bill}, Texts::of("en")).has_value());
        // It keeps the stored results of a file that it takes for a known program's, unless its settings say otherwise.
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("own/user")));
        QFile settings(folder.filePath(QStringLiteral("own/user/registrymodifications.xcu")));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                       "<oor:items xmlns:oor=\"http://openoffice.org/2001/registry\">"
                       "<item oor:path=\"/org.openoffice.Office.Calc/Formula/Load\">"
                       "<prop oor:name=\"OOXMLRecalcMode\" oor:op=\"fuse\"><value>0</value></prop></item></oor:items>");
        settings.close();
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(office, {QStringLiteral("-env:UserInstallation=file://") + folder.path() + QStringLiteral("/own"),
                               QStringLiteral("--headless"), QStringLiteral("--convert-to"), QStringLiteral("csv"),
                               QString::fromStdString(file.string())});
        QVERIFY(process.waitForFinished(120'000));
        QFile made(folder.filePath(QStringLiteral("bill.csv")));
        QVERIFY(made.open(QIODevice::ReadOnly));
        const QString last = QString::fromUtf8(made.readAll()).trimmed().section(QLatin1Char('\n'), -1);
        const QString total = QString::number(input.total.amount.inUnits(), 'f', 2);
        QVERIFY2(QString(last).remove(QLatin1Char(',')).contains(total), qPrintable(last));
    }
};

RW_WINDOW_SUITE(TestVolumes)
#include "tst_volumes.moc"
