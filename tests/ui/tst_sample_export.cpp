// SPDX-License-Identifier: GPL-3.0-or-later
// Real samples through all solvers into every document: nothing overlaps or leaves its page, and links lead somewhere.
#include "model/file/design_text.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/training/training_domain.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/pictures.h"
#include "tests/support/suite.h"
#include "ui/paint/single_line.h"
#include "ui/report/export.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal.h"
#include "ui/report/schedule_files.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

using namespace rackwright;

class TestSampleExport : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));

    Result<ReportInput> inputOf(const QString& sample, Edition edition = Edition::Customer, bool withNodes = false,
                                const std::function<void(Project&)>& change = {}) const {
        const QString path = QStringLiteral(RW_SOURCE_DIR "/resources/samples/") + sample;
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return systemError(Message("report.no-folder").with("folder", path.toStdString()).with("reason", ""));
        const auto document = readDesignText(file.readAll().toStdString(), sample.toStdString());
        if (!document)
            return document.error();
        const DomainsPtr domains =
            withNodes ? joined({spaceDomain(), fabricDomain(), storageDomain(), trainingDomain()})
                      : joined({spaceDomain(), powerDomain(), coolingDomain(), costDomain(), cablingDomain()});
        ReportRequest request;
        request.date = "2026-06-18";
        request.edition = edition;
        request.designHash = "0123456789abcdef";
        auto project = std::make_shared<Project>(*document->project);
        if (change)
            change(*project);
        return reportInputOf(solve(snapshotOf(ProjectPtr(std::move(project))), domains), std::move(request), texts);
    }

    /// Cells of the internal bill that the customer's bill does not have: sources of prices, suppliers, cost, margins.
    static QSet<QString> internalTexts(const Context& context) {
        const Bill bill = billOf(context);
        const Schedule internal = billForUs(context, bill);
        const Texts plain = Texts::of("en");
        QSet<QString> texts;
        for (std::size_t i = 0; i < internal.columns.size(); ++i) {
            const std::string& header = internal.columns[i].header;
            static const std::array<std::string_view, 5> kInternal = {"Price source", "Cost", "Margin", "Supplier",
                                                                      "Quote ref"};
            if (std::ranges::none_of(kInternal, [&](std::string_view name) { return header.starts_with(name); }))
                continue;
            for (const ScheduleRow& row : internal.rows) {
                if (row.role != RowRole::Line || i >= row.cells.size())
                    continue;
                const QString text = QString::fromStdString(cellText(internal.columns[i], row.cells[i], plain));
                if (text.simplified().size() >= 6) // shorter ones are numbers that stand anywhere
                    texts.insert(text.simplified());
            }
        }
        const Schedule customer = billForCustomer(context, bill);
        const auto told = [&](std::size_t column, const ScheduleCell& cell) {
            texts.remove(QString::fromStdString(cellText(customer.columns[column], cell, plain)).simplified());
        };
        for (const ScheduleRow& row : customer.rows)
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                told(i, row.cells[i]);
                // "from 1,200": where nothing is earned the cost is that very amount.
                if (const auto* bound = std::get_if<BoundedMoney>(&row.cells[i]))
                    told(i, bound->money);
            }
        return texts;
    }
    static QString outputOf(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        process.waitForFinished();
        return QString::fromUtf8(process.readAllStandardOutput());
    }
    static QString contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Characters instead of the references and escapes that stand for them in a page, a sheet or a drawing.
    static QString unescaped(QString text) {
        static const QRegularExpression code(QStringLiteral("\\\\(?:u([0-9a-f]{4})|([0-9a-f]{2,6}) )"));
        QString plain;
        qsizetype from = 0;
        for (auto each = code.globalMatch(text); each.hasNext();) {
            const QRegularExpressionMatch found = each.next();
            const char32_t character = (found.captured(1) + found.captured(2)).toUInt(nullptr, 16);
            plain += QStringView(text).mid(from, found.capturedStart() - from);
            plain += QString::fromUcs4(&character, 1);
            from = found.capturedEnd();
        }
        text = plain + QStringView(text).mid(from).toString();
        text.replace(QLatin1String("&lt;"), QLatin1String("<")).replace(QLatin1String("&gt;"), QLatin1String(">"));
        text.replace(QLatin1String("&quot;"), QLatin1String("\"")).replace(QLatin1String("&#39;"), QLatin1String("'"));
        return text.replace(QLatin1String("&amp;"), QLatin1String("&"));
    }
    /// What a page says of its design: all of it but the page's own script, which is the same in every page, and the
    /// rules of its style sheet, of which the strings stay: they are printed in the margins.
    static QString saidByPage(QString page) {
        QFile script(QStringLiteral(":/review/page.js"));
        const QString own =
            script.open(QIODevice::ReadOnly) ? QString::fromUtf8(script.readAll()) : QStringLiteral("none");
        page.remove(QStringLiteral("<script>") + own + QStringLiteral("</script>"));
        static const QRegularExpression style(QStringLiteral("<style>(.*?)</style>"),
                                              QRegularExpression::DotMatchesEverythingOption);
        static const QRegularExpression string(QStringLiteral("\"([^\"]*)\""));
        for (QRegularExpressionMatch rules = style.match(page); rules.hasMatch(); rules = style.match(page)) {
            QStringList strings;
            for (auto found = string.globalMatch(rules.captured(1)); found.hasNext();)
                strings << found.next().captured(1);
            page.replace(rules.capturedStart(), rules.capturedLength(), strings.join(QLatin1Char('\n')));
        }
        return unescaped(page);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void proposalOfASample_data() {
        QTest::addColumn<QString>("sample");
        for (const QString& name :
             QDir(QStringLiteral(RW_SOURCE_DIR "/resources/samples")).entryList({QStringLiteral("*.rkw.json")}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void proposalOfASample() {
        QFETCH(QString, sample);
        const auto input = inputOf(sample);
        QVERIFY2(input.has_value(), input ? "" : texts.sentence(input.error().message).c_str());
        const ReportDocument document = volumeOf(ReportVolume::Review, *input, texts);
        const Pages pages = laidOut(document);
        for (const Page& page : pages.pages) {
            QCOMPARE(overlappingTexts(page.content), QStringList());
            for (const auto& [item, text] : shapesOf<TextShape>(page.content))
                QVERIFY2(page.content.bounds.contains(boxOf(*text)), qPrintable(text->text));
            // In the design full of mistakes racks stand in one another, and so do their names.
            for (const PlacedDrawing& placed : page.drawings)
                if (!sample.startsWith(QStringLiteral("mistakes")))
                    QVERIFY2(overlappingTexts(placed.drawing).isEmpty(),
                             qPrintable(overlappingTexts(placed.drawing).join(QStringLiteral("; "))));
            for (const LinkArea& link : page.links)
                QVERIFY2(pages.anchors.contains(link.target), qPrintable(link.target));
        }
        const auto bytes = pdfOf(document, pages);
        QVERIFY(bytes.has_value());
        fixture::keepPicture(QString(sample).replace(QStringLiteral(".rkw.json"), QStringLiteral(".pdf")), *bytes);
    }
    // 128 like nodes are one block: their drawing, their ladder and their figures.
    void aKindOfNodesHasOneBlock() {
        const auto input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"), Edition::Customer, true);
        QVERIFY(input.has_value());
        const ReportDocument document = volumeOf(ReportVolume::Review, *input, texts);
        const auto isOfNodes = [](const Block& block) {
            const auto* heading = std::get_if<Heading>(&block);
            return heading && heading->anchor.startsWith(QStringLiteral("node:"));
        };
        QCOMPARE(std::ranges::count_if(document.blocks, isOfNodes), 1);
        auto at = std::ranges::find_if(document.blocks, isOfNodes);
        QCOMPARE(std::get<Heading>(*at).text, QStringLiteral("DGX H200: 8 \u00d7 H200 SXM 141GB"));
        const auto* node = std::get_if<DrawingBlock>(&*++at);
        QVERIFY(node && textsOf(node->drawing).contains(QStringLiteral("rail 8")));
        ++at; // the space between
        const auto* ladder = std::get_if<DrawingBlock>(&*++at);
        QVERIFY(ladder && textsOf(ladder->drawing).contains(QStringLiteral("4,800 GB/s")));
        const auto* cards = std::get_if<Cards>(&*++at);
        QVERIFY(cards);
        QCOMPARE(cards->cards.size(), std::size_t{8});
        for (const DrawingBlock* each : {node, ladder})
            QCOMPARE(overlappingTexts(each->drawing), QStringList());
    }
    // What nobody knows is printed as unknown, never as 0 and never as nothing: the sample says nothing of the files
    // that its text lies in.
    void unknownIsPrintedAsUnknown() {
        const auto input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"), Edition::Customer, true);
        QVERIFY(input.has_value());
        QStringList printed;
        for (const Block& block : volumeOf(ReportVolume::Review, *input, texts).blocks)
            if (const auto* table = std::get_if<TableBlock>(&block))
                for (const TableRow& row : table->rows)
                    if (!row.cells.empty() && row.cells.front().text == QStringLiteral("Metadata ops/s"))
                        for (std::size_t i = 1; i < row.cells.size(); ++i)
                            printed << row.cells[i].text;
        QVERIFY(!printed.isEmpty());
        QVERIFY2(printed.contains(QStringLiteral("unknown")), qPrintable(printed.join(QLatin1Char('|'))));
        QVERIFY2(!printed.contains(QStringLiteral("0")), qPrintable(printed.join(QLatin1Char('|'))));
    }
    void unknownCellsOfSamplesSaySo_data() { proposalOfASample_data(); }
    void unknownCellsOfSamplesSaySo() {
        QFETCH(QString, sample);
        for (const bool withNodes : {false, true}) {
            const auto input = inputOf(sample, Edition::Internal, withNodes);
            QVERIFY(input.has_value());
            for (const Schedule& schedule : input->schedules)
                for (const ScheduleRow& row : schedule.rows)
                    for (std::size_t i = 0; i < row.cells.size(); ++i)
                        if (const auto* value = std::get_if<Value>(&row.cells[i]); value && value->isUnknown())
                            QCOMPARE(cellText(schedule.columns[i], row.cells[i], texts), texts.text("figure.unknown"));
        }
    }
    void loopsHaveTheirDrawingAndTable() {
        const auto input = inputOf(QStringLiteral("nvl72-8-racks.rkw.json"));
        QVERIFY(input.has_value());
        const ReportDocument document = volumeOf(ReportVolume::Review, *input, texts);
        auto at = std::ranges::find_if(document.blocks, [](const Block& block) {
            const auto* heading = std::get_if<Heading>(&block);
            return heading && heading->anchor.startsWith(QStringLiteral("loops:"));
        });
        QVERIFY(at != document.blocks.end());
        const auto* drawing = std::get_if<DrawingBlock>(&*++at);
        QVERIFY(drawing);
        const QStringList said = textsOf(drawing->drawing);
        for (const CoolingLoop& loop : input->context->design().coolingLoops)
            QVERIFY2(said.contains(QString::fromStdString(loop.name)), loop.name.c_str());
        QVERIFY(said.contains(QStringLiteral("CDU 1")));
        at = std::ranges::find_if(at, document.blocks.end(),
                                  [](const Block& block) { return std::holds_alternative<TableBlock>(block); });
        QVERIFY(at != document.blocks.end());
        QCOMPARE(std::get<TableBlock>(*at).rows.size(), input->context->design().coolingLoops.size());
    }
    void theSingleLineHasItsDrawingAndFile() {
        const auto input = inputOf(QStringLiteral("nvl72-8-racks.rkw.json"));
        QVERIFY(input.has_value());
        const Design& design = input->context->design();
        const ReportDocument document = volumeOf(ReportVolume::Review, *input, texts);
        auto at = std::ranges::find_if(document.blocks, [](const Block& block) {
            const auto* heading = std::get_if<Heading>(&block);
            return heading && heading->anchor.startsWith(QStringLiteral("power:"));
        });
        QVERIFY(at != document.blocks.end());
        QCOMPARE(std::get<Heading>(*at).text, QStringLiteral("Single-line diagram"));
        // What its bars mean stands before it.
        const auto* drawing = std::get_if<DrawingBlock>(&*(at += 2));
        QVERIFY(drawing);
        QCOMPARE(overlappingTexts(drawing->drawing), QStringList());
        // A load by its rating stands in it; every element stands in one box.
        QVERIFY(!textsOf(drawing->drawing).filter(QStringLiteral(" kW of ")).isEmpty());
        std::size_t elements = 0;
        for (const SingleLineBox& box : singleLineSheets(design, QSizeF(386, 227)).line.boxes)
            elements += box.elements.size();
        QCOMPARE(elements, design.powerElements.size());
        const auto names = exportNames(*input, ReportOptions(), {ExportFormat::Svg, ExportFormat::Png}, texts);
        for (const char* name : {"single-line-1.svg", "single-line-1.png"})
            QVERIFY2(std::ranges::count(names, name) == 1, name);
    }
    // Air handlers on both UPS stand below these, not below the line of the tap-offs; no line crosses a box on its way.
    void unitsStandBelowWhatFeedsThem() {
        Design design;
        std::uint64_t next = 0;
        const auto link = [&](Id<PowerElement> from, Id<PowerElement> to, Id<CoolingUnit> unit) {
            PowerLink circuit;
            circuit.id = {++next};
            circuit.from = from;
            circuit.to = to;
            circuit.unit = unit;
            design.powerLinks = design.powerLinks.with(circuit);
        };
        const auto add = [&](PowerElementKind kind, FeedSide side, Id<PowerElement> feeder) {
            PowerElement element;
            element.id = {++next};
            element.name = "E" + std::to_string(next);
            element.kind = kind;
            element.side = side;
            design.powerElements = design.powerElements.with(element);
            if (feeder)
                link(feeder, element.id, {});
            return element.id;
        };
        std::vector<Id<PowerElement>> feeders;
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            feeders.push_back(add(PowerElementKind::Ups, side, add(PowerElementKind::Utility, side, {})));
            for (int row = 0; row < 2; ++row) {
                const auto busway = add(PowerElementKind::Busway, side, feeders.back());
                for (int rack = 0; rack < 4; ++rack)
                    add(PowerElementKind::RackPdu, side, add(PowerElementKind::TapOff, side, busway));
            }
        }
        for (int i = 0; i < 2; ++i) {
            CoolingUnit unit;
            unit.id = {++next};
            unit.name = "Air " + std::to_string(i + 1);
            unit.kind = CoolingUnitKind::PerimeterAir;
            design.coolingUnits = design.coolingUnits.with(unit);
            for (const Id<PowerElement> feeder : feeders)
                link(feeder, {}, unit.id);
        }
        const SingleLine line = singleLineOf(design);
        const SingleLineBox* units = line.of(Subject(design.coolingUnits.begin()->id));
        QVERIFY(units && units->units.size() == 2);
        for (const Id<PowerElement> feeder : feeders)
            QCOMPARE(units->level, line.of(Subject(feeder))->level + 1);
        const Drawing drawing = singleLineDrawing(line, design, {}, texts);
        for (const auto& [item, shape] : shapesOf<LinesShape>(drawing))
            for (const std::vector<QPointF>& way : shape->lines)
                for (std::size_t i = 1; i < way.size(); ++i)
                    for (const SingleLineBox& box : line.boxes) {
                        const QRectF inside = box.box.adjusted(0.1, 0.1, -0.1, -0.1);
                        const QRectF piece = QRectF(way[i - 1], way[i]).normalized().adjusted(-0.01, -0.01, 0.01, 0.01);
                        QVERIFY(!inside.intersects(piece));
                    }
    }
    void aHallOfManyFeedersIsAFewSheetsOfItsSingleLine() {
        Design design;
        std::uint64_t next = 0;
        const auto add = [&](PowerElementKind kind, FeedSide side, Id<PowerElement> feeder) {
            PowerElement element;
            element.id = {++next};
            element.name = "E" + std::to_string(next);
            element.kind = kind;
            element.side = side;
            design.powerElements = design.powerElements.with(element);
            if (feeder) {
                PowerLink link;
                link.id = {++next};
                link.from = feeder;
                link.to = element.id;
                design.powerLinks = design.powerLinks.with(link);
            }
            return element.id;
        };
        for (const FeedSide side : {FeedSide::A, FeedSide::B})
            for (int ups = 0; ups < 12; ++ups) {
                const auto above = add(PowerElementKind::Ups, side, add(PowerElementKind::Utility, side, {}));
                for (int row = 0; row < 10; ++row) {
                    const auto busway = add(PowerElementKind::Busway, side, above);
                    for (int rack = 0; rack < 12; ++rack)
                        add(PowerElementKind::RackPdu, side, add(PowerElementKind::TapOff, side, busway));
                }
            }
        for (const QSizeF room : {QSizeF(386, 227), QSizeF(263, 140)}) {
            const SingleLineSheets sheets = singleLineSheets(design, room);
            QVERIFY(!sheets.parts.empty() && sheets.parts.size() <= 4);
            std::size_t drawn = 0, elements = 0;
            for (const QRectF& part : sheets.parts) {
                const Drawing drawing = singleLineDrawing(sheets.line, design, {}, texts, part);
                QVERIFY(paperSize(drawing).width() * 0.9 <= room.width());
                QVERIFY(paperSize(drawing).height() * 0.9 <= room.height());
                QCOMPARE(overlappingTexts(drawing), QStringList());
                for (const auto& [item, shape] : shapesOf<RectangleShape>(drawing))
                    QVERIFY(drawing.bounds.contains(shape->box));
                for (const SingleLineBox& box : sheets.line.boxes)
                    if (part.contains(box.box.center())) {
                        ++drawn;
                        elements += box.elements.size();
                    }
            }
            QCOMPARE(drawn, sheets.line.boxes.size());
            QCOMPARE(elements, design.powerElements.size());
        }
    }
    void noInternalValueReachesTheCustomer_data() { proposalOfASample_data(); }
    void noInternalValueReachesTheCustomer() {
        QFETCH(QString, sample);
        const QString toText = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        const QString unzip = QStandardPaths::findExecutable(QStringLiteral("unzip"));
        if (toText.isEmpty() || unzip.isEmpty())
            QSKIP("pdftotext (poppler-utils) and unzip are not installed");
        const auto input = inputOf(sample);
        QVERIFY(input.has_value());
        const QSet<QString> secrets = internalTexts(*input->context);
        // The price sources of a sample that buys anything are never none.
        QVERIFY(sample.startsWith(QStringLiteral("mistakes")) || secrets.size() > 2);
        QTemporaryDir folder;
        const auto written = exportAll(
            *input, folder.path().toStdString(),
            {ExportFormat::Pdf, ExportFormat::Html, ExportFormat::Csv, ExportFormat::Svg, ExportFormat::Xlsx}, texts);
        QVERIFY(written.has_value());
        QVERIFY(written->size() > 10);
        for (const auto& path : *written) {
            const QString name = QString::fromStdString(path.string());
            QString text;
            if (name.endsWith(QStringLiteral(".pdf")))
                text = outputOf(toText, {QStringLiteral("-layout"), name, QStringLiteral("-")});
            else if (name.endsWith(QStringLiteral(".xlsx")))
                text = unescaped(outputOf(unzip, {QStringLiteral("-p"), name}));
            else if (name.endsWith(QStringLiteral(".html")))
                text = saidByPage(contentOf(name));
            else
                text = contentOf(name);
            QVERIFY2(text.size() > 20, qPrintable(name));
            // A column that is not there cannot leak: headers of the internal bill are missing as well.
            text = text.simplified();
            for (const QString& secret : secrets)
                QVERIFY2(!text.contains(secret), qPrintable(name + QStringLiteral(" holds ") + secret));
            for (const char* header : {"Margin %", "Price source", "Quote ref", "Supplier,", ">Supplier<", ",Cost,"})
                QVERIFY2(!text.contains(QLatin1String(header)), qPrintable(name + QLatin1String(header)));
        }
    }
    // With discount and margin on every line: no word and no number of how prices are made, no name of a planning
    // class, in any file of any sample.
    void noInternalWordReachesTheCustomer_data() { proposalOfASample_data(); }
    void noInternalWordReachesTheCustomer() {
        QFETCH(QString, sample);
        const QString toText = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        const QString unzip = QStandardPaths::findExecutable(QStringLiteral("unzip"));
        if (toText.isEmpty() || unzip.isEmpty())
            QSKIP("pdftotext (poppler-utils) and unzip are not installed");
        const auto input = inputOf(sample, Edition::Customer, false, [](Project& project) {
            ClassTerms terms;
            terms.discount = Share::percent(12);
            terms.margin = Share::percent(8);
            project.quote.terms = {terms};
        });
        QVERIFY(input.has_value());
        QTemporaryDir folder;
        const auto written = exportAll(*input, folder.path().toStdString(),
                                       {ExportFormat::Pdf, ExportFormat::Html, ExportFormat::Csv, ExportFormat::Svg,
                                        ExportFormat::Xlsx, ExportFormat::Slurm, ExportFormat::Labels},
                                       texts);
        QVERIFY(written.has_value());
        static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
        static const QRegularExpression internal(
            QStringLiteral("\\b(margin|mark-up|class-[a-z]+-|price source|own estimate|dearer|wages?|"
                           "interest rate|4\\.348|0\\.0434)"),
            QRegularExpression::CaseInsensitiveOption);
        static const QRegularExpression planningClass(QStringLiteral("[Pp]lanning (class|price)"));
        for (const auto& path : *written) {
            const QString name = QString::fromStdString(path.string());
            QString text = contentOf(name);
            if (name.endsWith(QStringLiteral(".html")))
                text = saidByPage(text);
            else if (name.endsWith(QStringLiteral(".pdf")))
                text = outputOf(toText, {QStringLiteral("-layout"), name, QStringLiteral("-")});
            else if (name.endsWith(QStringLiteral(".xlsx")))
                text = outputOf(unzip, {QStringLiteral("-p"), name}).replace(tag, QStringLiteral("\n"));
            QVERIFY2(!name.endsWith(QStringLiteral(".html")) || text.contains(QStringLiteral("\"things\"")),
                     qPrintable(name));
            for (const QRegularExpression& words : {internal, planningClass}) {
                const QRegularExpressionMatch found = words.match(text);
                const QString around = text.mid(std::max<qsizetype>(0, found.capturedStart() - 80), 200);
                QVERIFY2(!found.hasMatch(), qPrintable(name + QStringLiteral(": ") + around));
            }
        }
    }
    void theInternalEditionHoldsThem() {
        // What the test above looks for does stand in the files of the internal edition.
        auto input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"), Edition::Internal);
        QVERIFY(input.has_value());
        QTemporaryDir folder;
        QVERIFY(exportAll(*input, folder.path().toStdString(), {ExportFormat::Csv}, texts).has_value());
        const QString text = contentOf(folder.filePath(QStringLiteral("bom-internal.csv"))).simplified();
        qsizetype found = 0;
        for (const QString& secret : internalTexts(*input->context))
            found += text.contains(secret);
        QVERIFY(found > 0);
        QVERIFY(text.contains(QStringLiteral("Price source")));
    }
    void filesOfASampleRepeat() {
        const auto input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"));
        QVERIFY(input.has_value());
        QTemporaryDir first, second;
        const auto write = [&](const QTemporaryDir& folder) {
            return exportAll(*input, folder.path().toStdString(),
                             {ExportFormat::Csv, ExportFormat::Svg, ExportFormat::Xlsx}, texts);
        };
        const auto names = write(first);
        QVERIFY(names && write(second));
        for (const auto& path : *names) {
            const QString name = QString::fromStdString(path.filename().string());
            QFile a(first.filePath(name)), b(second.filePath(name));
            QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
            QVERIFY2(a.readAll() == b.readAll(), qPrintable(name));
        }
    }
};

RW_WINDOW_SUITE(TestSampleExport)
#include "tst_sample_export.moc"
