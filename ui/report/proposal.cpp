// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/proposal.h"

#include "solvers/schedules/schedules.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/registers.h"
#include "ui/report/schedule_files.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

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

TitleBlock titleBlockOf(const ReportInput& input, const Words& words) {
    const Project& project = input.context->project();
    const QuoteHeader& quote = project.quote;
    const IssuedRevision* issue = issueOf(project, quote.revision);
    TitleBlock block;
    block.headerLeft = QString::fromStdString(quote.seller);
    block.headerRight = joinedParts({labelled(words, "report.quote-number", quote.number),
                                     labelled(words, "report.revision", quote.revision),
                                     labelled(words, "report.valid-until", quote.validUntil)});
    block.number = quote.number.empty() ? words.text("report.proposal") : QString::fromStdString(quote.number);
    const std::string signatures = (issue ? issue->preparedBy : "") + " / " + (issue ? issue->checkedBy : "") + " / " +
                                   (issue ? issue->approvedBy : "");
    block.footer =
        joinedParts({labelled(words, "report.revision", quote.revision),
                     issue ? QString::fromStdString(issue->purpose) : words.text("report.draft"),
                     issue ? labelled(words, "report.signatures", signatures) : words.text("report.signatures-open"),
                     labelled(words, "report.design-hash", shortHash(input.designHash).toStdString()),
                     QString::fromStdString(input.date)});
    block.notice = words.text(quote.quoteClass == QuoteClass::Firm ? "report.class-firm" : "report.class-budgetary");
    return block;
}

} // namespace

namespace proposal {

void Draft::addHeading(std::string_view id, QString anchor, int level) {
    add(Heading{words.text(id), level, std::move(anchor)});
}

void Draft::addText(const Message& message, Ink ink) { add(Paragraph{words.text(message), 2.75, ink}); }

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

TableBlock tableOf(const Schedule& schedule, const std::vector<std::string_view>& headers, const Words& words) {
    std::vector<std::size_t> columns;
    if (headers.empty())
        for (std::size_t i = 0; i < schedule.columns.size(); ++i)
            columns.push_back(i);
    for (const std::string_view header : headers)
        for (std::size_t i = 0; i < schedule.columns.size(); ++i)
            if (schedule.columns[i].header.starts_with(header) && !std::ranges::count(columns, i)) {
                columns.push_back(i);
                break;
            }
    const auto shown = [&](const ScheduleRow& row, std::size_t column) {
        return column < row.cells.size()
                   ? QString::fromStdString(cellText(schedule.columns[column], row.cells[column], words.texts()))
                   : QString();
    };
    std::erase_if(columns, [&](std::size_t column) {
        return std::ranges::all_of(schedule.rows, [&](const ScheduleRow& row) { return shown(row, column).isEmpty(); });
    });
    TableBlock table;
    for (const std::size_t column : columns)
        table.columns.push_back(
            {QString::fromStdString(schedule.columns[column].header),
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
            if (row.role == RowRole::Heading && cell.text.isEmpty())
                continue; // a heading has one text, wherever it stands
            made.cells.push_back(std::move(cell));
        }
        if (!made.cells.empty())
            table.rows.push_back(std::move(made));
    }
    return table;
}

} // namespace proposal

ReportDocument proposalOf(const ReportInput& given, const Texts& texts) {
    ReportInput input = given;
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
    document.format = {input.paper, false};
    document.titleBlock = titleBlockOf(input, words);
    Draft draft{input, words, document};
    addCover(draft);
    addChecks(draft);
    addPlans(draft);
    addElevations(draft);
    addBill(draft);
    addMatrices(draft);
    addTerms(draft);
    addDerivations(draft);
    addSources(draft);
    return document;
}

} // namespace rackwright
