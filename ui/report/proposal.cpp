// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/proposal.h"

#include "model/base/check.h"
#include "model/units/heat_unit.h"
#include "solvers/cabling/cable_schedules.h"
#include "solvers/cost/bill_schedules.h"
#include "ui/report/edition.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/registers.h"
#include "ui/report/schedule_files.h"
#include "ui/report/typeset.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <type_traits>
#include <utility>

namespace rackwright {

namespace {

using namespace proposal;

QString joinedParts(const QStringList& parts) {
    QStringList shown;
    for (const QString& part : parts)
        if (!part.isEmpty())
            shown.append(part);
    return shown.join(QStringLiteral(" \u00b7 "));
}

const IssuedRevision* issueOf(const Project& project, const std::string& revision) {
    const IssuedRevision* found = nullptr;
    for (const IssuedRevision& issue : project.revisions)
        if (issue.revision == revision)
            found = &issue;
    return found;
}

QString shortHash(const std::string& hash) {
    const QString text = QString::fromStdString(hash);
    return text.size() > 12 ? text.left(6) + QStringLiteral("\u2026") + text.right(4) : text;
}

QString labelled(const Words& words, std::string_view id, const std::string& value) {
    return value.empty() ? QString() : words.text(Message(std::string(id)).with("value", value));
}

/// The first that is not empty.
const std::string& chosen(const std::string& own, const std::string& otherwise) {
    return own.empty() ? otherwise : own;
}

TitleBlock titleBlockOf(ReportVolume volume, const ReportInput& input, const ReportOptions& options,
                        const Words& words) {
    const Project& project = input.context->project();
    const QuoteHeader& quote = project.quote;
    const TitleBlockFields& own = options.titleBlock;
    const std::string& number = chosen(own.number, quote.number);
    const std::string& revision = chosen(own.revision, quote.revision);
    const IssuedRevision* found = issueOf(project, revision);
    const IssuedRevision issue = found ? *found : IssuedRevision();
    const std::array<std::string, 3> people = {chosen(own.preparedBy, issue.preparedBy),
                                               chosen(own.checkedBy, issue.checkedBy),
                                               chosen(own.approvedBy, issue.approvedBy)};
    const bool isSigned = std::ranges::any_of(people, [](const std::string& name) { return !name.empty(); });
    const std::string& status = chosen(own.status, issue.purpose);
    TitleBlock block;
    block.logo = options.logo;
    block.headerLeft = QString::fromStdString(chosen(own.company, quote.seller));
    block.headerRight =
        joinedParts({labelled(words, "report.quote-number", number), labelled(words, "report.revision", revision),
                     labelled(words, "report.valid-until", quote.validUntil)});
    const QString title = words.text("report.volume." + std::string(enumName(volume)));
    block.number = number.empty() || volume == ReportVolume::Build
                       ? title
                       : QString::fromStdString(number) + QStringLiteral(" \u00b7 ") + title;
    block.footer =
        joinedParts({labelled(words, "report.revision", revision),
                     status.empty() ? words.text("report.draft") : QString::fromStdString(status),
                     isSigned ? labelled(words, "report.signatures", people[0] + " / " + people[1] + " / " + people[2])
                              : words.text("report.signatures-open"),
                     labelled(words, "report.design-hash", shortHash(input.designHash).toStdString()),
                     QString::fromStdString(input.date)});
    // Who puts things up works by the issue; what the quotation is worth is no matter of theirs.
    const bool isForInstallers = volume == ReportVolume::Build;
    if (isForInstallers)
        block.headerRight = labelled(words, "report.revision", revision);
    else
        block.notice =
            words.text(quote.quoteClass == QuoteClass::Firm ? "report.class-firm" : "report.class-budgetary");
    if (options.edition == Edition::Internal)
        block.notice = words.text("report.internal-notice");
    const QString open = words.text("report.sheet.open");
    const auto orOpen = [&open](const std::string& text) { return text.empty() ? open : QString::fromStdString(text); };
    block.sheet = {
        {words.text("report.sheet.project"), QString::fromStdString(project.name)},
        {words.text("report.sheet.issue"),
         joinedParts({QString::fromStdString(revision),
                      status.empty() ? words.text("report.draft") : QString::fromStdString(status)})},
        {words.text("report.column.date"), QString::fromStdString(issue.date.empty() ? input.date : issue.date)},
        {words.text("report.sheet.people"),
         orOpen(people[0]) + QStringLiteral(" / ") + orOpen(people[1]) + QStringLiteral(" / ") + orOpen(people[2])}};
    block.titleCaption = words.text("report.column.title");
    block.numberCaption = words.text("report.sheet.number");
    block.scaleCaption = words.text("report.column.scale");
    block.sheetCaption = words.text("report.column.sheet");
    block.notToScale = words.text("report.not-to-scale");
    return block;
}

const IssuedRevision* issueOf(const Project& project, const ReportOptions& options) {
    return issueOf(project, chosen(options.titleBlock.revision, project.quote.revision));
}

// Who prepared the issue, for the seller.
QString authorOf(const Project& project, const ReportOptions& options) {
    const IssuedRevision* issue = issueOf(project, options);
    const std::string none;
    const std::string& person = chosen(options.titleBlock.preparedBy, issue ? issue->preparedBy : none);
    QStringList names;
    for (const std::string* name : {&person, &chosen(options.titleBlock.company, project.quote.seller)})
        if (!name->empty())
            names << QString::fromStdString(*name);
    return names.join(QStringLiteral(", "));
}

/// Of an issued revision its own day, else that of the documents.
const std::string& dateOfIssue(const Project& project, const ReportOptions& options, const ReportInput& input) {
    const IssuedRevision* issue = issueOf(project, options);
    return issue && !issue->date.empty() ? issue->date : input.date;
}

} // namespace

namespace proposal {

void Draft::addHeading(std::string_view id, QString anchor, int level) {
    add(Heading{words.text(id), level, std::move(anchor)});
}

int Draft::numberOf(const Source& source) {
    auto known = std::ranges::find(sources, source);
    if (known == sources.end())
        known = sources.insert(sources.end(), source);
    return static_cast<int>(known - sources.begin()) + 1;
}

void Draft::addText(const Message& message, Ink ink) { add(Paragraph{words.text(message), 2.75, ink}); }

void Draft::attempt(const QString& thing, const std::function<void()>& make) {
    const std::size_t before = document.blocks.size();
    const std::size_t drawn = drawings.size();
    const Done made = guarded(thing.toStdString(), make);
    if (made)
        return;
    document.blocks.resize(before);
    drawings.resize(drawn);
    add(Paragraph{words.text(made.error().message), 2.75, Ink::Bad});
    run.tellFailure(made.error());
}

QString derivationAnchor(const ReportFigure& figure) {
    return QStringLiteral("figure:") + QString::fromStdString(figure.label);
}

QString captionOf(const ReportFigure& figure, const Words& words) {
    const std::string name = figure.label.substr(0, figure.label.find('@'));
    const std::string own = "report.card." + name;
    if (words.texts().catalogue().find(own))
        return words.text(own);
    QString text = words.text(figure.definition);
    const qsizetype end = text.indexOf(QRegularExpression(QStringLiteral("[:;.(]")));
    return end > 0 ? text.left(end).trimmed() : text;
}

namespace {

/// Where a header names a unit as a word of its own; npos: nowhere.
std::size_t placeOfUnit(const std::string& header, const std::string& unit) {
    const auto isBorder = [&header](std::size_t at) {
        return at >= header.size() || header[at] == ' ' || header[at] == '(' || header[at] == ')';
    };
    for (std::size_t at = header.find(unit); at != std::string::npos; at = header.find(unit, at + 1))
        if ((at == 0 || isBorder(at - 1)) && isBorder(at + unit.size()))
            return at;
    return std::string::npos;
}

/// A column in the units of its reader, which its header then names. Plain counts stay as they are.
ScheduleColumn readersColumn(const Schedule& schedule, std::size_t index, const Texts& texts) {
    ScheduleColumn column = schedule.columns[index];
    const std::string symbol = shownUnit(column.unit, texts.units()).symbol;
    std::string named(writtenUnit(column.unit));
    if (named == "L/min" && placeOfUnit(column.header, named) == std::string::npos)
        named = "l/min"; // as some headers have it
    const std::size_t at = named.empty() ? std::string::npos : placeOfUnit(column.header, named);
    const bool hasCounts = std::ranges::any_of(schedule.rows, [index](const ScheduleRow& row) {
        return index < row.cells.size() && (std::holds_alternative<std::int64_t>(row.cells[index]) ||
                                            std::holds_alternative<Thousandths>(row.cells[index]));
    });
    if (symbol == writtenUnit(column.unit) || at == std::string::npos || hasCounts)
        return column;
    column.header.replace(at, named.size(), symbol);
    column.unit = symbol;
    return column;
}

/// The id of the thing that a row speaks of; 0: of none. A line of a bill names the first rack of those that have it.
std::uint64_t thingOf(const Schedule& schedule, const ScheduleRow& row) {
    const bool isOfThing = row.role == RowRole::Line && row.subject && row.subject->kind != SubjectKind::Design &&
                           row.subject->kind != SubjectKind::Section && !schedule.id.starts_with("bom");
    return isOfThing ? row.subject->id : 0;
}

} // namespace

TableBlock tableOf(const Schedule& schedule, const std::vector<std::string_view>& headers, const Words& words) {
    std::vector<std::size_t> columns;
    if (headers.empty())
        for (std::size_t i = 0; i < schedule.columns.size(); ++i)
            columns.push_back(i);
    for (const std::string_view header : headers)
        for (std::size_t i = 0; i < schedule.columns.size(); ++i)
            if (schedule.columns[i].header == header && !std::ranges::count(columns, i)) {
                columns.push_back(i);
                break;
            }
    std::vector<ScheduleColumn> readers;
    for (std::size_t i = 0; i < schedule.columns.size(); ++i)
        readers.push_back(readersColumn(schedule, i, words.texts()));
    const auto shown = [&](const ScheduleRow& row, std::size_t column) {
        return column < row.cells.size()
                   ? QString::fromStdString(cellText(readers[column], row.cells[column], words.texts()))
                   : QString();
    };
    std::erase_if(columns, [&](std::size_t column) {
        return std::ranges::all_of(schedule.rows, [&](const ScheduleRow& row) { return shown(row, column).isEmpty(); });
    });
    TableBlock table;
    for (const std::size_t column : columns)
        table.columns.push_back(
            {QString::fromStdString(readers[column].header),
             schedule.columns[column].kind == ColumnKind::Number ? TextAlign::Right : TextAlign::Left,
             schedule.columns[column].kind == ColumnKind::Text});
    for (const ScheduleRow& row : schedule.rows) {
        TableRow made;
        made.subject = thingOf(schedule, row);
        made.role = row.role == RowRole::Heading ? TableRowRole::Group
                    : row.role == RowRole::Line  ? TableRowRole::Line
                                                 : TableRowRole::Total;
        for (const std::size_t column : columns) {
            TableCell cell{shown(row, column)};
            if (column < row.cells.size())
                cell.number = cellNumber(readers[column], row.cells[column]);
            if (row.role != RowRole::Line)
                cell.weight = Weight::Medium;
            made.cells.push_back(std::move(cell));
        }
        if (row.role == RowRole::Heading) { // one text, in whatever column it stands
            made.cells.clear();
            for (std::size_t i = 0; i < row.cells.size() && made.cells.empty(); ++i)
                if (const QString text = shown(row, i); !text.isEmpty())
                    made.cells.push_back({text, Ink::Text, Weight::Medium});
        }
        if (!made.cells.empty())
            table.rows.push_back(std::move(made));
    }
    return table;
}

std::optional<Schedule> scheduleOf(const Draft& draft, std::string_view id) {
    std::optional<Schedule> found;
    if (const Schedule* held = draft.input.schedule(id)) {
        found = *held;
    } else {
        const auto maker = std::ranges::find(draft.input.tables, id, &ScheduleMaker::id);
        if (maker != draft.input.tables.end())
            found = maker->make(draft.run.stop);
    }
    return found && !found->rows.empty() ? std::move(found) : std::nullopt;
}

namespace {

constexpr double kColumnOfSchedule = 16; // mm: as narrow as most columns may be at the least print

// The columns from one on, after the first, which names the row.
TableBlock partOfTable(const TableBlock& table, std::size_t from, std::size_t count) {
    TableBlock part = table;
    const auto keep = [from, count](auto& cells) {
        std::remove_reference_t<decltype(cells)> kept;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (i == 0 || (i >= from && i < from + count))
                kept.push_back(std::move(cells[i]));
        cells = std::move(kept);
    };
    keep(part.columns);
    for (TableRow& row : part.rows)
        if (row.role != TableRowRole::Group)
            keep(row.cells);
    return part;
}

// The sheet that the draft is on.
QSizeF sheetOf(const Draft& draft) {
    PageFormat format = draft.document.format;
    for (const Block& block : draft.document.blocks)
        if (const auto* page = std::get_if<PageBreak>(&block))
            format = page->format;
    return format.size();
}

} // namespace

void toTextSheet(Draft& draft) {
    const PageFormat text{draft.input.paper, false};
    if (sheetOf(draft) != text.size())
        draft.add(PageBreak{text, {}, {}, {}});
}

void addSchedule(Draft& draft, const Schedule& schedule, int level, QString anchor) {
    TableBlock table = tableOf(schedule, {}, draft.words);
    const std::size_t columns = table.columns.size();
    table.size = columns <= 8 ? 2.4 : kLeastPrint;
    draft.add(Heading{draft.words.text(schedule.title), level, std::move(anchor)});
    const double width = sheetOf(draft).width() - 2 * Margins().side;
    const auto most = std::max<std::size_t>(2, static_cast<std::size_t>(width / kColumnOfSchedule));
    if (columns <= most) {
        draft.add(std::move(table));
    } else {
        // As many tables as it takes, of about as many columns.
        const std::size_t further = columns - 1, parts = (further + most - 2) / (most - 1);
        const std::size_t each = (further + parts - 1) / parts;
        for (std::size_t from = 1; from < columns; from += each)
            draft.add(partOfTable(table, from, each));
    }
    addNotes(draft, schedule);
}

Drawing enlarged(Drawing drawing, double times) {
    drawing.scale *= times;
    return drawing;
}

TableBlock termTable(const std::vector<std::pair<QString, QString>>& terms) {
    TableBlock table;
    table.tallestRow = 1; // what is agreed is not cut
    table.columns = {{QString()}, {QString(), TextAlign::Left, true}};
    for (const auto& [term, value] : terms)
        if (!value.isEmpty())
            table.rows.push_back({{{term, Ink::Subdued}, {value}}});
    return table;
}

const std::vector<Section>& sections() {
    static const std::vector<Section> all = [] {
        std::vector<Section> found;
        for (const std::vector<Section>& some :
             {frontSections(), limitSections(), networkSections(), workloadSections(), powerSections(),
              coolingSections(), yearSections(), backSections(), answerSections(), offerSections(),
              commercialSections(), reviewSections(), buildSections()})
            found.insert(found.end(), some.begin(), some.end());
        std::ranges::stable_sort(found, {}, [](const Section& each) { return std::pair(each.volume, each.place); });
        return found;
    }();
    return all;
}

} // namespace proposal

std::vector<std::string> reportSections(ReportVolume volume) {
    std::vector<std::string> ids;
    for (const proposal::Section& section : proposal::sections())
        if (section.volume == volume)
            ids.emplace_back(section.id);
    return ids;
}

std::vector<std::string> reportSections() {
    std::vector<std::string> ids;
    for (const proposal::Section& section : proposal::sections())
        if (std::ranges::find(ids, section.id) == ids.end())
            ids.emplace_back(section.id);
    return ids;
}

std::size_t partsOf(ReportVolume volume, const Design& design) {
    if (volume != ReportVolume::Build)
        return 1;
    return std::max<std::size_t>(1, (design.racks.size() + kRacksOfPart - 1) / kRacksOfPart);
}

ReportDocument volumeOf(ReportVolume volume, const ReportInput& input, const Texts& texts) {
    ReportOptions options;
    options.paper = input.paper;
    return volumeOf(volume, input, options, texts);
}

namespace {

/// Calls `visit` with every link of the document, empty ones too.
template <class Blocks, class Visit>
void forEachLink(Blocks& blocks, Visit visit) {
    for (auto& block : blocks) {
        if (auto* cards = std::get_if<Cards>(&block))
            for (auto& card : cards->cards)
                visit(card.link);
        else if (auto* table = std::get_if<TableBlock>(&block))
            for (auto& row : table->rows)
                for (auto& cell : row.cells)
                    visit(cell.link);
    }
}

/// Sections can be left out, and stand in one volume of several: what leads to them is plain text elsewhere.
void dropLinksToNowhere(ReportDocument& document) {
    std::set<QString> anchors;
    for (const Block& block : document.blocks) {
        if (const auto* heading = std::get_if<Heading>(&block))
            anchors.insert(heading->anchor);
        else if (const auto* table = std::get_if<TableBlock>(&block))
            for (const TableRow& row : table->rows)
                anchors.insert(row.anchor);
    }
    forEachLink(document.blocks, [&anchors](QString& link) {
        if (!anchors.contains(link))
            link.clear();
    });
}

void addFirstPage(Draft& draft, ReportVolume volume) {
    switch (volume) {
    case ReportVolume::Proposal:
        return addProposalCover(draft);
    case ReportVolume::Review:
        return addCover(draft);
    case ReportVolume::Build:
        return addBuildCover(draft);
    case ReportVolume::Data:
        return;
    }
}

} // namespace

namespace proposal {

std::set<QString> linkedAnchors(const ReportDocument& document) {
    std::set<QString> linked;
    forEachLink(document.blocks, [&linked](const QString& link) {
        if (!link.isEmpty())
            linked.insert(link);
    });
    return linked;
}

ReportDocument filled(ReportVolume volume, const ReportInput& given, const ReportOptions& options,
                      const Texts& givenTexts, const ReportRun& run, const std::function<void(Draft&)>& fill) {
    const Texts texts = textsOfEdition(givenTexts, options.edition);
    ReportInput input = given;
    input.paper = options.paper;
    addRegisters(input, texts);
    if (!input.schedule("bom-customer"))
        input.schedules.push_back(
            scheduleOfEdition(billForCustomer(*input.context, billOf(*input.context)), options.edition));
    const Words words(texts);
    const Project& project = input.context->project();
    ReportDocument document;
    document.title = QString::fromStdString(project.name);
    document.author = authorOf(project, options);
    document.subject = words.text("report.volume." + std::string(enumName(volume)));
    document.date = QString::fromStdString(dateOfIssue(project, options, input));
    document.language = QStringLiteral("en");
    document.format = {options.paper, false};
    document.titleBlock = titleBlockOf(volume, input, options, words);
    document.failureNote = words.text("report.failure-note");
    Draft draft{input, words, document, options, run};
    fill(draft);
    if (run.isStopped())
        return document;
    dropLinksToNowhere(document);
    if (options.edition == Edition::Customer)
        rewriteTexts(document, [](QString text) {
            const std::string plain = text.toStdString();
            const std::string shown = textOfEdition(plain, Edition::Customer);
            return shown == plain ? std::move(text) : QString::fromStdString(shown);
        });
    typeset(document);
    return document;
}

void addSection(Draft& draft, ReportVolume volume, std::string_view id) {
    for (const Section& section : sections())
        if (section.volume == volume && section.id == id && draft.options.has(id))
            draft.attempt(draft.words.text("report.part." + std::string(id)), [&] { section.add(draft); });
}

void addSections(Draft& draft, ReportVolume volume) {
    const ReportRun& run = draft.run;
    draft.attempt(draft.words.text("report.part.cover"), [&] { addFirstPage(draft, volume); });
    std::vector<Section> all;
    std::ranges::copy_if(sections(), std::back_inserter(all),
                         [volume](const Section& section) { return section.volume == volume; });
    int done = 0;
    for (const Section& section : all) {
        if (run.isStopped())
            return;
        run.tell(ReportStage::Sections, done++, static_cast<int>(all.size()));
        addSection(draft, volume, section.id);
    }
    run.tell(ReportStage::Sections, done, static_cast<int>(all.size()));
}

} // namespace proposal

namespace {

void addSchedules(Draft& draft) {
    constexpr std::size_t mostCables = 5'000; // about a hundred sheets
    const Edition edition = draft.options.edition;
    std::vector<Schedule> cables;
    if (const std::size_t count = draft.design().cables.size(); count > 0) {
        cables.push_back(scheduleOfEdition(cableSummary(draft.context()), edition));
        if (count <= mostCables)
            cables.push_back(scheduleOfEdition(cableSchedule(draft.context(), {0, count}), edition));
    }
    std::vector<const Schedule*> all;
    for (const Schedule& schedule : draft.input.schedules)
        if (edition == Edition::Internal || schedule.edition == Edition::Customer)
            all.push_back(&schedule);
    for (const Schedule& schedule : cables)
        all.push_back(&schedule);
    int done = 0;
    for (const Schedule* schedule : all) {
        if (draft.run.isStopped())
            return;
        draft.run.tell(ReportStage::Sections, done++, static_cast<int>(all.size()));
        draft.attempt(draft.words.text(schedule->title), [&] {
            if (!schedule->rows.empty())
                proposal::addSchedule(draft, *schedule, 1);
        });
    }
}

} // namespace

ReportDocument volumeOf(ReportVolume volume, const ReportInput& input, const ReportOptions& options, const Texts& texts,
                        const ReportRun& run, VolumePart part) {
    return filled(volume, input, options, texts, run, [volume, part](Draft& draft) {
        draft.part = part;
        addSections(draft, volume);
    });
}

ReportDocument printedOf(PrintContent content, const ReportInput& input, const ReportOptions& options,
                         const Texts& texts, const ReportRun& run) {
    const ReportVolume volume = content == PrintContent::Proposal ? ReportVolume::Proposal
                                : content == PrintContent::Build  ? ReportVolume::Build
                                                                  : ReportVolume::Review;
    return filled(volume, input, options, texts, run, [content, volume](Draft& draft) {
        draft.drawsOnItsPaper = true;
        switch (content) {
        case PrintContent::Proposal:
        case PrintContent::Review:
        case PrintContent::Build:
            return addSections(draft, volume);
        case PrintContent::Plans:
            draft.document.format = draft.drawingSheet();
            addPlans(draft);
            // A document begins on a page already.
            if (!draft.document.blocks.empty() && std::holds_alternative<PageBreak>(draft.document.blocks.front()))
                draft.document.blocks.erase(draft.document.blocks.begin());
            return;
        case PrintContent::Schedules:
            draft.document.format = {draft.input.paper, true};
            return addSchedules(draft);
        }
    });
}

Result<QByteArray> volumePdf(ReportVolume volume, const ReportInput& input, const ReportOptions& options,
                             const Texts& texts, const ReportRun& run, VolumePart part) {
    if (const Done ready = loadBundledFonts(); !ready)
        return ready.error();
    const Texts reading = options.reading(texts);
    const ReportDocument document = volumeOf(volume, input, options, reading, run, part);
    if (run.isStopped())
        return reportStopped();
    return pdfOf(document, run);
}

} // namespace rackwright
