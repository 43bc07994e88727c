// SPDX-License-Identifier: GPL-3.0-or-later
// The review page of the samples in both editions: one file that asks nobody for anything, well formed, with the sums
// of the bill and nothing internal in the customer's.
#include "model/file/design_text.h"
#include "solvers/cost/bill_schedules.h"
#include "solvers/domains.h"
#include "solvers/engine/schedule_columns.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/report_fixture.h"
#include "tests/support/suite.h"
#include "ui/report/export.h"
#include "ui/report/schedule_files.h"
#include "ui/review/review_page.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace rackwright;

namespace {

constexpr qsizetype kLargest = 5'000'000; // bytes

struct Solved {
    SolutionPtr solution; // what the input points into
    ReportInput input;
};

/// A sample as it is exported; solved once for all tests.
const ReportInput& inputOf(const QString& sample, Edition edition) {
    static std::map<std::pair<QString, Edition>, Solved> made;
    const auto known = made.find({sample, edition});
    if (known != made.end())
        return known->second.input;
    QFile file(QStringLiteral(RW_SOURCE_DIR "/resources/samples/") + sample);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no such sample");
    const auto document = readDesignText(file.readAll().toStdString(), sample.toStdString());
    if (!document)
        qFatal("a sample cannot be read");
    Solved solved;
    solved.solution = solve(snapshotOf(document->project), joined(programDomains()));
    ReportRequest request;
    request.date = "2026-06-18";
    request.designHash = "0123456789abcdef";
    request.edition = edition;
    request.needs = needsOf({ExportFormat::Html});
    solved.input = reportInputOf(solved.solution, std::move(request), Texts::of("en"));
    return made.emplace(std::pair(sample, edition), std::move(solved)).first->second.input;
}

/// What stands between two marks, each time.
QStringList between(const QString& text, const QString& from, const QString& to) {
    QStringList found;
    for (qsizetype at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
        const qsizetype start = at + from.size();
        found << text.mid(start, text.indexOf(to, start) - start);
    }
    return found;
}

/// The words that a reader sees, without tags, script and style sheet.
QString wordsOf(QString page) {
    static const QRegularExpression hidden(QStringLiteral("<(style|script)[^>]*>.*?</\\1>"),
                                           QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
    page.remove(hidden).replace(tag, QStringLiteral("\n"));
    return page.replace(QStringLiteral("&lt;"), QStringLiteral("<"))
        .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
        .replace(QStringLiteral("&amp;"), QStringLiteral("&"));
}

QString hashed(const QString& text) {
    return QStringLiteral("'sha256-%1'")
        .arg(QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toBase64()));
}

/// Elements that open and are not closed in their order; empty where all are.
QString unbalanced(const QString& page) {
    static const QSet<QString> single = {QStringLiteral("meta"), QStringLiteral("br"), QStringLiteral("input"),
                                         QStringLiteral("img")};
    static const QRegularExpression element(
        QStringLiteral("<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^\"<>]|\"[^\"<]*\")*?)(/?)>"));
    static const QRegularExpression raw(QStringLiteral("(<(style|script)[^>]*>).*?(</\\2>)"),
                                        QRegularExpression::DotMatchesEverythingOption);
    QString text = page;
    text.replace(raw, QStringLiteral("\\1\\3"));
    QStringList open;
    auto found = element.globalMatch(text);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        const QString name = match.captured(2);
        if (single.contains(name) || match.captured(4) == QLatin1String("/"))
            continue;
        if (match.captured(1).isEmpty())
            open << name;
        else if (open.isEmpty() || open.takeLast() != name)
            return name + QStringLiteral(" at ") + text.mid(match.capturedStart() - 80, 160);
    }
    text.remove(element);
    text.remove(QStringLiteral("<!DOCTYPE html>"));
    return open.isEmpty() && !text.contains(QLatin1Char('<'))
               ? QString()
               : open.join(QLatin1Char(' ')) + text.section(QLatin1Char('<'), 1).left(80);
}

double luminance(QRgb colour) {
    const auto part = [](int value) {
        const double share = value / 255.0;
        return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(qRed(colour)) + 0.7152 * part(qGreen(colour)) + 0.0722 * part(qBlue(colour));
}

double contrast(QColor a, QColor b) {
    const double x = luminance(a.rgb()), y = luminance(b.rgb());
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class TestReviewPage : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));

    QString pageOf(const ReportInput& input) const {
        ReportOptions options;
        options.edition = input.edition;
        return QString::fromUtf8(reviewPageOf(reviewContentOf(input, options, texts), texts));
    }
    QString pageOf(const QString& sample, Edition edition) const {
        static std::map<std::pair<QString, Edition>, QString> made;
        QString& page = made[{sample, edition}];
        if (page.isEmpty())
            page = pageOf(inputOf(sample, edition));
        return page;
    }
    static void addSamples() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<int>("edition");
        const QDir folder(QStringLiteral(RW_SOURCE_DIR "/resources/samples/"));
        for (const QString& name : folder.entryList({QStringLiteral("*.rkw.json")}))
            for (const Edition edition : {Edition::Customer, Edition::Internal})
                QTest::addRow("%s %d", qPrintable(name), int(edition)) << name << int(edition);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void thePageStandsAlone_data() { addSamples(); }
    void thePageStandsAlone() {
        QFETCH(QString, sample);
        QFETCH(int, edition);
        const QString page = pageOf(sample, static_cast<Edition>(edition));
        QVERIFY(page.startsWith(QStringLiteral("<!DOCTYPE html>")));
        QVERIFY2(page.toUtf8().size() <= kLargest, qPrintable(QString::number(page.toUtf8().size())));
        QCOMPARE(unbalanced(page), QString());
        // Its own script and style sheet, and nothing else, may act.
        const QStringList policy = between(page, QStringLiteral("Policy\" content=\""), QStringLiteral("\""));
        QCOMPARE(policy.size(), 1);
        const QStringList scripts = between(page, QStringLiteral("<script>"), QStringLiteral("</script>"));
        const QStringList styles = between(page, QStringLiteral("<style>"), QStringLiteral("</style>"));
        QCOMPARE(scripts.size(), 1);
        QCOMPARE(styles.size(), 1);
        QCOMPARE(policy.front(), QStringLiteral("default-src 'none'; script-src %1; style-src %2; img-src data:; "
                                                "base-uri 'none'; form-action 'none'")
                                     .arg(hashed(scripts.front()), hashed(styles.front())));
        static const QRegularExpression outside(
            QStringLiteral("\\b(?:src|href|action|srcset|data|poster)\\s*=\\s*\"(?!#|data:image/)|url\\(|@import|"
                           "\\sstyle=|\\son[a-z]+=\"|<(?:iframe|object|embed|link|base|form)\\b|fetch\\(|XMLHttp|"
                           "innerHTML|eval\\("));
        const QRegularExpressionMatch found = outside.match(page);
        QVERIFY2(!found.hasMatch(), qPrintable(page.mid(found.capturedStart(), 80)));
    }
    void linksLeadSomewhereAndIdsAreUnique_data() { addSamples(); }
    void linksLeadSomewhereAndIdsAreUnique() {
        QFETCH(QString, sample);
        QFETCH(int, edition);
        const QString page = pageOf(sample, static_cast<Edition>(edition));
        const QStringList ids = between(page, QStringLiteral(" id=\""), QStringLiteral("\""));
        const QSet<QString> unique(ids.begin(), ids.end());
        QCOMPARE(unique.size(), ids.size());
        for (const QString& target : between(page, QStringLiteral("href=\"#"), QStringLiteral("\"")))
            QVERIFY2(unique.contains(target), qPrintable(target));
    }
    // Headings in order, a name for whatever can be operated, heads for columns.
    void assistiveTechnologyReadsIt_data() { addSamples(); }
    void assistiveTechnologyReadsIt() {
        QFETCH(QString, sample);
        QFETCH(int, edition);
        const QString page = pageOf(sample, static_cast<Edition>(edition));
        QVERIFY(page.contains(QStringLiteral("<html lang=\"en\">")));
        static const QRegularExpression heading(QStringLiteral("<h([1-6])"));
        int last = 0, titles = 0;
        auto headings = heading.globalMatch(page.section(QStringLiteral("<dialog"), 0, 0));
        while (headings.hasNext()) {
            const int level = headings.next().captured(1).toInt();
            QVERIFY2(level <= last + 1, qPrintable(QString::number(level)));
            titles += level == 1;
            last = level;
        }
        QCOMPARE(titles, 1);
        static const QRegularExpression nameless(
            QStringLiteral("<button(?![^>]*aria-label=\"[^\"])[^>]*>\\s*</button>|<svg(?![^>]*aria-label=\"[^\"])|"
                           "<img(?![^>]*alt=)|role=\"group\"(?![^>]*aria-label=\"[^\"])"));
        const QRegularExpressionMatch found = nameless.match(page);
        QVERIFY2(!found.hasMatch(), qPrintable(page.mid(found.capturedStart(), 120)));
        QCOMPARE(page.count(QStringLiteral("<input")) + page.count(QStringLiteral("<select")),
                 page.count(QStringLiteral("<label")));
        QCOMPARE(page.count(QStringLiteral("<nav")) + page.count(QStringLiteral("<main")), 2);
    }
    void wordsCanBeReadInBothLights() {
        constexpr double least = 4.5;
        for (const Palette& palette : {lightPalette(), darkPalette()}) {
            for (const Ink ground : {Ink::Paper, Ink::Panel})
                for (const Ink ink : {Ink::Text, Ink::Subdued, Ink::Note, Ink::Good, Ink::Warning, Ink::Bad})
                    QVERIFY2(contrast(palette[ink], palette[ground]) >= least,
                             qPrintable(palette[ink].name() + palette[ground].name()));
            for (const auto& [ink, ground] :
                 {std::pair(Ink::Bad, Ink::BadWash), std::pair(Ink::Warning, Ink::WarningWash),
                  std::pair(Ink::Note, Ink::NoteWash), std::pair(Ink::Text, Ink::NoteWash)})
                QVERIFY2(contrast(palette[ink], palette[ground]) >= least, qPrintable(palette[ink].name()));
        }
    }

    // Volume and page are made of the same blocks: what the proposal says stands on the page.
    void thePageSaysWhatTheProposalSays() {
        for (const Edition edition : {Edition::Customer, Edition::Internal}) {
            const ReportInput& input = inputOf(QStringLiteral("hall-1024-h200.rkw.json"), edition);
            ReportOptions options;
            options.edition = edition;
            const ReportDocument volume = volumeOf(ReportVolume::Proposal, input, options, texts);
            const QString words = wordsOf(pageOf(QStringLiteral("hall-1024-h200.rkw.json"), edition));
            int said = 0;
            const auto verify = [&](const QString& text) {
                for (const QString& line : text.trimmed().split(QLatin1Char('\n'))) {
                    QVERIFY2(words.contains(line), qPrintable(line));
                    ++said;
                }
            };
            for (const Block& block : volume.blocks) {
                if (const auto* heading = std::get_if<Heading>(&block); heading && heading->level < 3)
                    verify(heading->text);
                else if (const auto* paragraph = std::get_if<Paragraph>(&block))
                    verify(paragraph->text);
                else if (const auto* cards = std::get_if<Cards>(&block))
                    for (const Card& card : cards->cards)
                        verify(card.value);
                else if (const auto* table = std::get_if<TableBlock>(&block))
                    for (const TableRow& row : table->rows)
                        for (const TableCell& cell : row.cells)
                            verify(cell.text);
                else if (const auto* drawing = std::get_if<DrawingBlock>(&block))
                    for (const QString& text : textsOf(drawing->drawing))
                        if (text == text.simplified())
                            verify(text);
            }
            QVERIFY(said > 1'000);
        }
    }
    // The sum of the lines by which the page sorts is the sum of the file.
    void theBillSumsUpToTheFile_data() { addSamples(); }
    void theBillSumsUpToTheFile() {
        QFETCH(QString, sample);
        QFETCH(int, edition);
        const ReportInput& input = inputOf(sample, static_cast<Edition>(edition));
        const Schedule bill = billForCustomer(*input.context, billOf(*input.context));
        const auto column = [&bill](std::string_view header) {
            return std::ranges::find(bill.columns, header, &ScheduleColumn::header) - bill.columns.begin();
        };
        const auto of = [](const QString& text) { return text.split(QLatin1Char('\n'), Qt::SkipEmptyParts).size(); };
        const QString csv = QString::fromUtf8(csvOf(bill, Texts::of("en")));
        double whole = 0;
        for (const ScheduleRow& row : bill.rows)
            if (const auto* money =
                    std::get_if<Money>(&row.cells[static_cast<std::size_t>(column(column_of::netTotal))]);
                money && row.role == RowRole::Line)
                whole += money->inUnits();
        ReportOptions options;
        options.edition = input.edition;
        double sum = 0;
        bool isBill = false;
        for (const Block& block : reviewContentOf(input, options, texts).document.blocks) {
            if (const auto* heading = std::get_if<Heading>(&block))
                isBill = heading->anchor == QStringLiteral("bill-lines");
            const auto* table = std::get_if<TableBlock>(&block);
            if (!isBill || !table)
                continue;
            for (std::size_t i = 0; i < table->columns.size(); ++i)
                if (table->columns[i].header.startsWith(QLatin1String(column_of::netTotal.data())))
                    for (const TableRow& row : table->rows)
                        if (row.role == TableRowRole::Line && i < row.cells.size())
                            sum += row.cells[i].number.value_or(0);
            isBill = false;
        }
        QVERIFY2(std::abs(sum - whole) < 0.005, qPrintable(QStringLiteral("%1 %2").arg(sum).arg(whole)));
        QVERIFY(of(csv) > 1 || whole == 0);
    }

    void everyFigureOfOursHasItsDerivation() {
        const QString own = pageOf(QStringLiteral("hall-1024-h200.rkw.json"), Edition::Internal);
        const QStringList figures =
            between(own, QStringLiteral("<details class=\"figure\" id=\""), QStringLiteral("\""));
        QVERIFY(figures.size() > 40);
        const QStringList cards = between(own, QStringLiteral("<a class=\"card\" href=\"#"), QStringLiteral("\""));
        QVERIFY(cards.size() > 8);
        for (const QString& card : cards)
            QVERIFY2(figures.contains(card), qPrintable(card));
        for (const QString& figure :
             between(own, QStringLiteral("<details class=\"figure\""), QStringLiteral("</details>")))
            QVERIFY2(figure.contains(QStringLiteral("<table")), qPrintable(figure.left(200)));
        // The customer's says what a figure means and no more.
        const QString theirs = pageOf(QStringLiteral("hall-1024-h200.rkw.json"), Edition::Customer);
        QVERIFY(theirs.contains(QStringLiteral("<a class=\"card\"")));
        for (const QString& figure :
             between(theirs, QStringLiteral("<details class=\"figure\""), QStringLiteral("</details>")))
            QVERIFY2(!figure.contains(QStringLiteral("<table")), qPrintable(figure.left(200)));
    }
    void checksAreOurs() {
        const QString own = wordsOf(pageOf(QStringLiteral("mistakes.rkw.json"), Edition::Internal));
        const QString theirs = wordsOf(pageOf(QStringLiteral("mistakes.rkw.json"), Edition::Customer));
        QVERIFY(own.contains(QStringLiteral("POWER-")) || own.contains(QStringLiteral("FLOOR-")));
        static const QRegularExpression rule(QStringLiteral("\\b(POWER|FLOOR|NET|COOL|COST|SPACE)-\\d\\d\\b"));
        QVERIFY(!theirs.contains(rule));
    }
    void nothingInternalReachesTheCustomer_data() { addSamples(); }
    void nothingInternalReachesTheCustomer() {
        QFETCH(QString, sample);
        const QString page = pageOf(sample, Edition::Customer);
        const QString words = wordsOf(page);
        static const std::array kInternal = {
            "class-",          "Price source",   "Margin",         "dearer",
            "ource document",  "Derivation",     "wage",           "staff",
            "AIDC-Studio",     "Allowance:",     "Planning price", "interest",
            "not checked",     "Planning class", "Chosen because", "least certain input",
            "Our own estimate"};
        for (const char* word : kInternal)
            QVERIFY2(!words.contains(QLatin1String(word)), word);
        QVERIFY(!words.contains(QRegularExpression(QStringLiteral("\\d failed"))));
        const Context& context = *inputOf(sample, Edition::Customer).context;
        for (const BillLine& line : billOf(context).lines)
            if (line.price && line.price->source) {
                const QString title = QString::fromStdString(line.price->source->title);
                if (title.size() > 12)
                    QVERIFY2(!page.contains(title), qPrintable(title));
            }
        QVERIFY(pageOf(sample, Edition::Internal).contains(QStringLiteral("class=\"notice\"")));
    }
    // The fixture's internal schedule holds words made for this.
    void ownSchedulesStayHere() {
        fixture::DrawnHall hall;
        const ReportInput input = fixture::testInput(hall);
        const QString page = pageOf(input);
        for (const std::string& secret : fixture::kSecrets)
            QVERIFY2(!page.contains(QString::fromStdString(secret)), secret.c_str());
    }

    // Whatever persons type is text, on the page, in its attributes, in its printed margins and in its script.
    void whatIsTypedIsText() {
        fixture::DrawnHall hall;
        ReportInput input = fixture::testInput(hall);
        auto project = std::make_shared<Project>(input.context->project());
        const std::string typed = "</style><script>alert(1)</script> \"A\" & 'B' \\ -->";
        project->name = typed;
        project->quote.seller = project->quote.customer = project->quote.number = typed;
        Design design = input.context->design();
        for (Rack rack : input.context->design().racks) {
            rack.name = typed + rack.name;
            design.racks = design.racks.with(rack);
        }
        project->options.front().design = std::make_shared<const Design>(std::move(design));
        const auto before = input.context; // the answers to requirements point into it
        input.context = std::make_shared<const Context>(snapshotOf(ProjectPtr(project)));
        const QString page = pageOf(input);
        QCOMPARE(page.count(QStringLiteral("<script")), 2);
        QCOMPARE(page.count(QStringLiteral("</script>")), 2);
        QCOMPARE(page.count(QStringLiteral("</style>")), 1);
        QVERIFY(!page.contains(QStringLiteral("alert(1)</")));
        QCOMPARE(unbalanced(page), QString());
        QVERIFY(page.contains(QStringLiteral("&lt;script&gt;alert(1)&lt;/script&gt; &quot;A&quot; &amp; ")));
        QCOMPARE(projectOfReviewPage(page.toStdString()), std::optional(typed));
        QVERIFY(!projectOfReviewPage("<html>").has_value());
    }
    void theSameBytesTwice() {
        const ReportInput& input = inputOf(QStringLiteral("typical-llm-cluster.rkw.json"), Edition::Internal);
        QCOMPARE(pageOf(input), pageOf(input));
    }

    // In a browser, where there is one: the script runs under the policy, and tables and drawings answer.
    void aBrowserRunsIt() {
        const QString browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
        if (browser.isEmpty())
            QSKIP("Chromium is not installed: the page is not opened.");
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("page.html")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pageOf(QStringLiteral("typical-llm-cluster.rkw.json"), Edition::Internal).toUtf8());
        file.close();
        QProcess process;
        process.start(browser, {QStringLiteral("--headless"), QStringLiteral("--no-sandbox"),
                                QStringLiteral("--disable-gpu"), QStringLiteral("--enable-logging=stderr"),
                                QStringLiteral("--user-data-dir=") + folder.filePath(QStringLiteral("profile")),
                                QStringLiteral("--dump-dom"), QStringLiteral("file://") + file.fileName()});
        QVERIFY(process.waitForFinished(60'000));
        const QString shown = QString::fromUtf8(process.readAllStandardOutput());
        const QString log = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(!log.contains(QStringLiteral("CONSOLE")), qPrintable(log));
        QVERIFY(shown.contains(QStringLiteral("aria-sort=\"none\"")));
        QVERIFY(shown.contains(QStringLiteral("<option value=")));
        QVERIFY(!shown.contains(QStringLiteral("<div class=\"tools\" hidden")));
    }
};

RW_WINDOW_SUITE(TestReviewPage)
#include "tst_review_page.moc"
