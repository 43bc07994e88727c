// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/edition.h"

#include "model/text/csv.h"
#include "solvers/cabling/figures.h"
#include "solvers/cost/figures.h"
#include "solvers/cost/price.h"
#include "solvers/engine/schedule_columns.h"
#include "solvers/inference/figures.h"
#include "solvers/training/figures.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::string_view kOwnDocuments = "Rackwright source documents";
constexpr std::string_view kOwnCostModel = "AIDC-Studio project";
constexpr std::string_view kDocumentMark = "ource document"; // with a small or a large s
constexpr std::string_view kClassMark = "class-";
constexpr std::string_view kClassVendor = "Planning class"; ///< stands for the maker of parts of ours
constexpr std::string_view kOpenPart = "part to be confirmed";
/// Counts what we planned with in the place of parts.
constexpr std::string_view kPlannedWithClasses = figure_of::cablingCablesPlanning;
/// What else could have been bought, and what we reckon with.
constexpr std::array<std::string_view, 2> kOwnColumns = {column_of::chosenBecause, column_of::planningPrice};

/// Figures of money; lead times are none.
bool isOfMoney(std::string_view figure) {
    if (figure.starts_with("cost."))
        return !figure.starts_with("cost.lead-time");
    return figure.starts_with(figure_of::trainingCost) || figure.starts_with(figure_of::inferenceCost);
}

constexpr std::string_view kPlanning = "report.customer.planning";

/// Remarks of a line of the bill that say how far its price can be relied on, and how it came about.
constexpr std::array<std::string_view, 6> kOwnRemarks = {"bill.note.allowance", "bill.note.own-estimate",
                                                         "bill.note.estimate",  "bill.note.estimate-undated",
                                                         "bill.note.dated",     "bill.note.undated"};

/// Rules whose findings name prices or how prices came about.
bool isOfPrices(const Rule& rule) {
    constexpr std::array<std::string_view, 3> rules = {"NET-06", "COST-01", "COST-02"};
    return std::ranges::find(rules, rule.id) != rules.end();
}

std::int64_t countIn(const Message& message, std::string_view name) {
    const auto it = std::ranges::find(message.arguments, name, &Argument::name);
    const auto* count = it == message.arguments.end() ? nullptr : std::get_if<std::int64_t>(&it->value);
    return count ? *count : 0;
}

/// All prices, part of them, or none while those that are open are open for want of any price.
std::string toldOfPlanning(const Message& found, std::string told) {
    if (told != kPlanning)
        return told;
    if (countIn(found, "planning") == 0)
        return "report.customer.prices";
    return countIn(found, "firm") == 0 ? "report.customer.planning-all" : told;
}

/// What was found without a price or how it came about; never nothing.
Message customerMessage(const Finding& finding) {
    struct Told {
        std::string_view found, told;
    };
    constexpr std::array<Told, 15> table = {{{"rule.cost-01.failed", kPlanning},
                                             {"rule.cost-01.unpriced", kPlanning},
                                             {"rule.cost-01.unpriced-unrated", kPlanning},
                                             {"rule.cost-01.unrated", kPlanning},
                                             {"rule.cost-02.unrated", "report.customer.not-firm"},
                                             {"rule.cost-02.estimated", "report.customer.not-firm"},
                                             {"rule.cost-02.expired", "report.customer.not-firm"},
                                             {"rule.cost-02.unquoted", "report.customer.not-firm"},
                                             {"rule.cost-02.no-part-number", "report.customer.no-part-number"},
                                             {"rule.NET-06.cheaper", "report.customer.medium"},
                                             {"rule.NET-06.not-stocked", "rule.NET-06.not-stocked"},
                                             {"rule.NET-06.price-unknown", "rule.NET-06.price-unknown"},
                                             {"rule.cost-01.no-date", "rule.cost-01.no-date"},
                                             {"rule.cost-01.valid-until", "rule.cost-01.valid-until"},
                                             {"rule.cost-02.no-date", "rule.cost-02.no-date"}}};
    const auto it = std::ranges::find(table, finding.message.id, &Told::found);
    if (it == table.end())
        return Message("report.customer.prices");
    Message message{toldOfPlanning(finding.message, std::string(it->told))};
    for (const Argument& argument : finding.message.arguments)
        if (argument.name == "from" || argument.name == "to" || argument.name == "count" || argument.name == "length" ||
            argument.name == "stocked" || argument.name == "valid" || argument.name == "date")
            message.arguments.push_back(argument);
    return message;
}

/// As it is asked.
Value withoutRange(const Value& value) {
    if (value.isUnknown())
        return value;
    const Value asked = Value(value.typical(), value.grade()).withTerms(value.terms() - value.unknownTerms());
    return value.isKnown() ? asked : asked + Value::unknown(value.grade()).withTerms(value.unknownTerms());
}

bool endsWord(char c) { return !(c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')); }

/// Ids of planning classes become words.
std::string withoutClassIds(const std::string& text) {
    std::string made;
    std::size_t from = 0;
    for (std::size_t at = text.find(kClassMark); at != std::string::npos; at = text.find(kClassMark, from)) {
        std::size_t end = at + kClassMark.size();
        while (end < text.size() && !endsWord(text[end]))
            ++end;
        const bool isWord = at == 0 || endsWord(text[at - 1]);
        made.append(text, from, at - from);
        made.append(isWord ? std::string(kOpenPart) : text.substr(at, end - at));
        from = end;
    }
    return made.append(text, from);
}

/// The numbers of our source documents, which a customer does not have: "source 000" and "sources 000, 002".
std::string withoutDocumentNumbers(const std::string& text) {
    constexpr std::string_view mark = "ource";
    const auto numberAt = [&text](std::size_t at) {
        return at + 3 <= text.size() && text[at] == '0' && text[at + 1] == '0' && text[at + 2] >= '0' &&
               text[at + 2] <= '9' && (at + 3 == text.size() || text[at + 3] < '0' || text[at + 3] > '9');
    };
    std::string made;
    std::size_t from = 0;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        if (at == 0 || (text[at - 1] != 's' && text[at - 1] != 'S'))
            continue;
        std::size_t end = at + mark.size();
        const bool isMany = end < text.size() && text[end] == 's';
        end += isMany ? 2 : 1;
        if (!numberAt(end))
            continue;
        for (end += 3;;) {
            const std::string_view rest = std::string_view(text).substr(end);
            std::size_t next = 0;
            for (const std::string_view joint :
                 {std::string_view(", "), std::string_view(" and "), std::string_view(" or ")})
                if (rest.starts_with(joint) && numberAt(end + joint.size()))
                    next = joint.size() + 3;
            if (next == 0)
                break;
            end += next;
        }
        made.append(text, from, at - 1 - from);
        const bool isCapital = text[at - 1] == 'S';
        made += isMany ? (isCapital ? "Published guides" : "published guides")
                       : (isCapital ? "A published guide" : "a published guide");
        from = end;
    }
    return from == 0 ? text : made.append(text, from);
}

void takeOutClasses(std::string& text) {
    text = withoutDocumentNumbers(text);
    for (std::size_t at = text.find(kClassVendor); at != std::string::npos; at = text.find(kClassVendor, at)) {
        const std::size_t end = at + kClassVendor.size();
        text.erase(at, kClassVendor.size() + (end < text.size() && text[end] == ' ' ? 1 : 0));
    }
    if (text.find(kClassMark) != std::string::npos)
        text = withoutClassIds(text);
}

void takeOutClasses(Message& message) {
    for (Argument& argument : message.arguments) {
        if (auto* text = std::get_if<std::string>(&argument.value))
            takeOutClasses(*text);
        else if (auto* list = std::get_if<WordList>(&argument.value))
            std::ranges::for_each(list->words, [](std::string& word) { takeOutClasses(word); });
    }
}

/// In the words of those who buy what we plan with.
void clearForCustomers(Message& note) {
    if (note.id == "schedule.note.cable-classes")
        note.id = "report.customer.cable-classes";
    takeOutClasses(note);
}

/// In its place: nearly all cells stay as they are.
void clearForCustomers(ScheduleCell& cell) {
    if (auto* given = std::get_if<GivenText>(&cell)) {
        const std::string& all = given->text;
        const auto holds = [&all](std::string_view mark) { return all.find(mark) != std::string::npos; };
        if (!holds(kDocumentMark) && !holds(kClassMark) && !holds(kClassVendor) && !holds("ource 0") &&
            !holds("ources 0"))
            return;
        std::string text = referenceOfEdition(all, Edition::Customer);
        takeOutClasses(text);
        if (text == kOpenPart)
            cell = Message("report.customer.part-open");
        else if (text != given->text)
            cell = textCell(std::move(text));
    } else if (auto* message = std::get_if<Message>(&cell)) {
        if (std::ranges::find(kOwnRemarks, message->id) != kOwnRemarks.end()) {
            cell = std::monostate{};
            return;
        }
        takeOutClasses(*message);
    }
}

} // namespace

Texts textsOfEdition(const Texts& texts, Edition edition) {
    if (edition == Edition::Internal)
        return texts;
    const std::string own = "grade." + std::string(gradeName(Grade::SourceDocument));
    std::string csv = csvLine({"id", "text"});
    for (const std::string& id : texts.catalogue().ids())
        csv += csvLine({id, *texts.catalogue().find(id == own ? "grade.planning-value" : id)});
    const auto catalogue = MessageCatalogue::parse(csv);
    return catalogue ? Texts(*catalogue, texts.numbers(), texts.units()) : texts;
}

Schedule scheduleOfEdition(Schedule schedule, Edition edition) {
    const RowsOfEdition shown(std::move(schedule.columns), edition);
    for (ScheduleRow& row : schedule.rows)
        shown.clear(row);
    schedule.columns = shown.columns();
    if (edition == Edition::Customer)
        for (Message& note : schedule.notes)
            clearForCustomers(note);
    return schedule;
}

RowsOfEdition::RowsOfEdition(std::vector<ScheduleColumn> columns, Edition edition)
    : m_edition(edition), m_columns(std::move(columns)) {
    if (edition == Edition::Internal)
        return;
    for (std::size_t i = m_columns.size(); i-- > 0;)
        if (std::ranges::find(kOwnColumns, m_columns[i].header) != kOwnColumns.end()) {
            m_own.push_back(i);
            m_columns.erase(m_columns.begin() + static_cast<std::ptrdiff_t>(i));
        }
}

void RowsOfEdition::clear(ScheduleRow& row) const {
    if (m_edition == Edition::Internal)
        return;
    for (const std::size_t i : m_own)
        if (i < row.cells.size())
            row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(i));
    for (ScheduleCell& cell : row.cells)
        clearForCustomers(cell);
}

CheckReport checksOfEdition(CheckReport report, Edition edition) {
    if (edition == Edition::Internal)
        return report;
    for (Finding& finding : report.findings) {
        if (isOfPrices(*finding.rule)) {
            finding.message = customerMessage(finding);
            finding.measured.reset();
            finding.limit.reset();
        } else if (finding.measured && isMoneyUnit(finding.unit)) {
            finding.measured = withoutRange(*finding.measured);
        }
        clearForCustomers(finding.message);
    }
    return report;
}

Value valueOfEdition(std::string_view figure, const Value& value, Edition edition) {
    if (edition == Edition::Internal || !isOfMoney(figure))
        return value;
    return withoutRange(value);
}

bool isShownIn(Edition edition, std::string_view figure) {
    if (edition == Edition::Internal)
        return true;
    if (!isOfMoney(figure))
        return figure != kPlannedWithClasses;
    constexpr std::array<std::string_view, 3> asked = {figure_of::costPriceTotal, figure_of::costPriceSection,
                                                       figure_of::costPriceWithTax};
    return std::ranges::any_of(asked, [figure](std::string_view name) {
        return figure == name || (figure.starts_with(name) && figure[name.size()] == '@');
    });
}

bool isDerivedIn(Edition edition, std::string_view figure) {
    return edition == Edition::Internal || !isOfMoney(figure);
}

std::string textOfEdition(std::string text, Edition edition) {
    if (edition == Edition::Customer)
        takeOutClasses(text);
    return text;
}

std::string referenceOfEdition(const std::string& reference, Edition edition) {
    if (edition == Edition::Internal || reference.find(kDocumentMark) == std::string::npos)
        return reference;
    std::string kept;
    for (std::size_t from = 0; from <= reference.size();) {
        const std::size_t end = std::min(reference.find(';', from), reference.size());
        std::string_view part = std::string_view(reference).substr(from, end - from);
        while (part.starts_with(' '))
            part.remove_prefix(1);
        if (!part.empty() && part.find(kDocumentMark) == std::string_view::npos)
            kept.append(kept.empty() ? "" : "; ").append(part);
        from = end + 1;
    }
    return kept;
}

bool isOwnDocument(const Source& source) {
    return source.publisher == kOwnDocuments || source.publisher.find(kDocumentMark) != std::string::npos ||
           source.publisher == kOwnCostModel || source == ownEstimate();
}

} // namespace rackwright
