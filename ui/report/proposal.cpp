// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/proposal.h"

#include "model/base/check.h"
#include "model/units/heat_unit.h"
#include "solvers/cabling/cable_schedules.h"
#include "solvers/cost/bill_schedules.h"
#include "ui/report/edition.h"
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

TitleBlock titleBlockOf(const ReportInput& input, const ReportOptions& options, const Words& words) {
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
    block.number = number.empty() ? words.text("report.proposal") : QString::fromStdString(number);
    block.footer =
        joinedParts({labelled(words, "report.revision", revision),
                     status.empty() ? words.text("report.draft") : QString::fromStdString(status),
                     isSigned ? labelled(words, "report.signatures", people[0] + " / " + people[1] + " / " + people[2])
                              : words.text("report.signatures-open"),
                     labelled(words, "report.design-hash", shortHash(input.designHash).toStdString()),
                     QString::fromStdString(input.date)});
    block.notice = words.text(quote.quoteClass == QuoteClass::Firm ? "report.class-firm" : "report.class-budgetary");
    if (options.edition == Edition::Internal)
        block.notice = words.text("report.internal-notice");
    return block;
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
        made.role = row.role == RowRole::Heading ? TableRowRole::Group
                    : row.role == RowRole::Line  ? TableRowRole::Line
                                                 : TableRowRole::Total;
        for (const std::size_t column : columns) {
            TableCell cell{shown(row, column)};
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

const std::vector<Section>& sections() {
    static const std::vector<Section> all = [] {
        std::vector<Section> found;
        for (const std::vector<Section>& some :
             {frontSections(), limitSections(), networkSections(), workloadSections(), powerSections(),
              coolingSections(), yearSections(), backSections()})
            found.insert(found.end(), some.begin(), some.end());
        std::ranges::sort(found, {}, &Section::place);
        return found;
    }();
    return all;
}

} // namespace proposal

std::vector<std::string> reportSections() {
    std::vector<std::string> ids;
    for (const proposal::Section& section : proposal::sections())
        ids.emplace_back(section.id);
    return ids;
}

ReportDocument proposalOf(const ReportInput& input, const Texts& texts) {
    ReportOptions options;
    options.paper = input.paper;
    return proposalOf(input, options, texts);
}

namespace {

// The frame of every document, its insides added by `fill`; unfinished when it is stopped.
ReportDocument filled(const ReportInput& given, const ReportOptions& options, const Texts& givenTexts,
                      const ReportRun& run, const std::function<void(Draft&)>& fill) {
    const Texts texts = textsOfEdition(givenTexts, options.edition);
    ReportInput input = given;
    input.paper = options.paper;
    addRegisters(input, texts);
    if (!input.schedule("bom-customer"))
        input.schedules.push_back(billForCustomer(*input.context, billOf(*input.context)));
    const Words words(texts);
    const Project& project = input.context->project();
    ReportDocument document;
    document.title = QString::fromStdString(project.name);
    document.author = QString::fromStdString(project.quote.seller);
    document.subject = words.text("report.proposal");
    document.date = QString::fromStdString(input.date);
    document.format = {options.paper, false};
    document.titleBlock = titleBlockOf(input, options, words);
    document.failureNote = words.text("report.failure-note");
    Draft draft{input, words, document, options, run};
    fill(draft);
    if (run.isStopped())
        return document;
    typeset(document);
    return document;
}

void addSections(Draft& draft) {
    const ReportRun& run = draft.run;
    draft.attempt(draft.words.text("report.part.cover"), [&draft] { addCover(draft); });
    const std::vector<Section>& all = sections();
    int done = 0;
    for (const Section& section : all) {
        if (run.isStopped())
            return;
        run.tell(ReportStage::Sections, done++, static_cast<int>(all.size()));
        if (draft.options.has(section.id))
            draft.attempt(draft.words.text("report.part." + std::string(section.id)), [&] { section.add(draft); });
    }
    run.tell(ReportStage::Sections, done, static_cast<int>(all.size()));
}

// Lists of many columns in smaller print, so that words stay whole.
double printSize(std::size_t columns) { return columns <= 8 ? 2.4 : columns <= 12 ? 2.0 : 1.6; }

void addSchedule(Draft& draft, const Schedule& schedule) {
    if (schedule.rows.empty())
        return;
    TableBlock table = tableOf(schedule, {}, draft.words);
    table.size = printSize(table.columns.size());
    draft.add(Heading{draft.words.text(schedule.title), 1, {}});
    draft.add(std::move(table));
    addNotes(draft, schedule);
}

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
        draft.attempt(draft.words.text(schedule->title), [&] { addSchedule(draft, *schedule); });
    }
}

} // namespace

ReportDocument proposalOf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                          const ReportRun& run) {
    return filled(input, options, texts, run, addSections);
}

ReportDocument printedOf(PrintContent content, const ReportInput& input, const ReportOptions& options,
                         const Texts& texts, const ReportRun& run) {
    return filled(input, options, texts, run, [content](Draft& draft) {
        draft.drawsOnItsPaper = true;
        switch (content) {
        case PrintContent::Proposal:
            return addSections(draft);
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

Result<QByteArray> proposalPdf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                               const ReportRun& run) {
    if (const Done ready = loadBundledFonts(); !ready)
        return ready.error();
    const Texts reading = options.reading(texts);
    const ReportDocument document = proposalOf(input, options, reading, run);
    if (run.isStopped())
        return reportStopped();
    return pdfOf(document, run);
}

} // namespace rackwright
