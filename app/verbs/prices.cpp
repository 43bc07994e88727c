// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/prices.h"

#include "app/echo.h"
#include "app/json_writer.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "app/verbs/tasks.h"
#include "catalog/price_lists/price_list_import.h"
#include "model/base/nearest.h"
#include "model/edits/quote_edits.h"
#include "model/file/design_file.h"
#include "model/text/csv.h"
#include "model/text/date.h"
#include "model/units/parse.h"
#include "solvers/cost/price.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

constexpr OptionSpec kDryRun{"--dry-run", {}};
constexpr OptionSpec kOutput{"--output", "FILE"};

const ArgumentSpec kImportSpec{{{"FILE"}},
                               {{"--book", "NAME"},
                                {"--map", "KEY=COLUMN,..."},
                                {"--currency", "CODE"},
                                {"--region", "COUNTRY"},
                                {"--supplier", "NAME"},
                                {"--valid-until", "DATE"},
                                {"--decimals", "point|comma"},
                                {"--dates", "day-first|month-first"},
                                {"--basis", "list|street|contract|planning"},
                                kDryRun,
                                {"--csv", {}},
                                kJsonOption}};
const ArgumentSpec kListSpec{{}, {{"--book", "NAME"}, {"--part", "ID"}, {"--unmatched", {}}, kJsonOption}};
const ArgumentSpec kBooksSpec{{}, {{"--order", "NAME,..."}, kJsonOption}};
const ArgumentSpec kMatchSpec{{{"CODE"}, {"PART"}}, {}};
const ArgumentSpec kUndoSpec{{}, {{"--to", "REVISION"}}};
const ArgumentSpec kApplySpec{
    {{"FILE"}},
    {{"--basis", "list|cost|street|contract|planning"}, {"--typed-too", {}}, kDryRun, kOutput, kForceOption}};
const ArgumentSpec kRateSpec{{{"FILE"}, {"FROM=RATE", Count::Optional}},
                             {{"--date", "DATE"}, {"--source", "TEXT"}, {"--to", "CODE"}, kOutput, kForceOption}};
const ArgumentSpec kSetSpec{{{"FILE"}, {"PART"}, {"PRICE"}},
                            {{"--reason", "TEXT"},
                             {"--source", "TEXT"},
                             {"--person", "NAME"},
                             {"--date", "DATE"},
                             {"--valid-until", "DATE"},
                             kOutput,
                             kForceOption}};

void say(Streams& streams, const Session& session, const Message& message) {
    streams.out << session.texts().sentence(withShortEchoes(message)) << '\n';
}

ChangeNote noteOf(const Session& session, std::string text) { return {session.places().today, {}, std::move(text)}; }

Result<std::string> dateOption(const Arguments& arguments, std::string_view name, const std::string& otherwise) {
    const std::string date = arguments.option(name).value_or(otherwise);
    if (!date.empty() && !isDate(date))
        return usageError(Message("edit.no-date").with("text", date));
    return date;
}

/// What a person says of numbers and dates that the list leaves open; Unknown without the option.
template <class Value>
Result<Value> readingOption(const Arguments& arguments, std::string_view name,
                            const std::array<std::pair<std::string_view, Value>, 2>& words) {
    const std::string said = arguments.option(name).value_or("");
    for (const auto& [word, value] : words)
        if (said == word)
            return value;
    if (said.empty())
        return Value::Unknown;
    return usageError(Message("prices.reading.unknown")
                          .with("option", std::string(name))
                          .with("text", said)
                          .with("words", WordList{{std::string(words[0].first), std::string(words[1].first)}}));
}

Result<PriceKind> basisOption(const Arguments& arguments) {
    const std::string word = arguments.option("--basis").value_or("list");
    if (const auto kind = enumFromName<PriceKind>(word))
        return *kind;
    std::vector<std::string> names(EnumNames<PriceKind>::names.begin(), EnumNames<PriceKind>::names.end());
    return usageError(Message("prices.basis.unknown").with("text", word).with("words", WordList{std::move(names)}));
}

std::string amountText(const std::optional<std::int64_t>& nano) { return nano ? plainAmount(*nano) : std::string(); }

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string reasonText(const PriceListLine& line, const Texts& texts) {
    return line.reason.id.empty() ? std::string() : texts.sentence(withShortEchoes(line.reason));
}

/// A table of all lines with untranslated columns, for spreadsheets and scripts.
void printCsv(const PriceList& list, Streams& streams, const Texts& texts) {
    streams.out << csvLine({"sheet", "line", "outcome", "part", "price", "currency", "unit", "valid_until", "reason",
                            "code", "candidates", "net", "per", "valid_from", "term_months", "quantity", "parent",
                            "lifecycle"});
    for (const PriceListLine& line : list.lines) {
        std::string row;
        const auto add = [&row](const std::string& cell) {
            row += row.empty() ? "" : ",";
            appendCsvTextCell(row, cell);
        };
        // The first cell may be empty, and a separator must stand behind it all the same.
        appendCsvTextCell(row, line.sheet);
        row += ",";
        row += std::to_string(line.line);
        const bool isTaken = line.outcome == LineOutcome::Taken;
        add(std::string(enumName(line.outcome)));
        add(isTaken && !line.parts.empty() ? line.parts.front() : std::string());
        row += "," + amountText(line.listNano);
        add(line.currency);
        add(line.isLayout ? std::string() : line.unit);
        add(line.validUntil);
        add(reasonText(line, texts));
        add(line.code);
        add(joined(line.candidates));
        row += "," + amountText(line.netNano);
        row += "," + (line.isLayout ? std::string() : std::to_string(line.per));
        add(line.validFrom);
        row += "," + (line.termMonths ? std::to_string(*line.termMonths) : std::string());
        add(line.quantity);
        add(line.parent);
        add(line.lifecycle);
        streams.out << row << "\r\n";
    }
}

void printJson(const PriceList& list, Streams& streams, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("lines").beginArray();
    for (const PriceListLine& line : list.lines) {
        if (line.isLayout)
            continue;
        json.beginObject()
            .member("sheet", line.sheet)
            .member("line", line.line)
            .member("outcome", enumName(line.outcome));
        json.member("code", line.code)
            .member("currency", line.currency)
            .member("unit", line.unit)
            .member("per", line.per);
        json.member("validFrom", line.validFrom).member("validUntil", line.validUntil);
        json.member("price", amountText(line.listNano)).member("net", amountText(line.netNano));
        json.member("column", line.column).member("reason", reasonText(line, texts)).key("parts").beginArray();
        for (const std::string& part : line.parts)
            json.text(part);
        json.endArray().key("candidates").beginArray();
        for (const std::string& part : line.candidates)
            json.text(part);
        json.endArray().endObject();
    }
    json.endArray().key("unreadColumns").beginArray();
    for (const std::string& title : list.unreadColumns())
        json.text(title);
    streams.out << json.endArray().endObject().take();
}

std::string placeText(const PriceListLine& line, const Message& reason, const Texts& texts) {
    const std::string said = texts.sentence(withShortEchoes(reason));
    const bool hasSheet = !line.sheet.empty();
    Message place(line.column.empty() ? (hasSheet ? "prices.place.sheet-line" : "prices.place.line")
                                      : (hasSheet ? "prices.place.sheet-column" : "prices.place.column"));
    place.with("sheet", line.sheet).with("line", line.line).with("column", line.column).with("reason", said);
    return texts.sentence(withShortEchoes(place));
}

/// What is left out, what needs a decision, what waits for a part, and what changes.
void printText(const PriceList& list, const std::vector<PriceListChange>& changes, Streams& streams,
               const Texts& texts) {
    for (const PriceListLine& line : list.lines) {
        if (line.isLayout)
            continue;
        if (line.outcome == LineOutcome::LeftOut)
            streams.err << placeText(line, line.reason, texts) << '\n';
        if (line.outcome == LineOutcome::NeedsDecision)
            streams.err << placeText(
                               line,
                               Message("prices.decision").with("reason", texts.sentence(withShortEchoes(line.reason))),
                               texts)
                        << '\n';
        if (line.outcome == LineOutcome::Taken && line.parts.empty()) {
            const std::string& code = line.code.empty() ? line.model : line.code;
            streams.out << placeText(line,
                                     line.candidates.empty() ? Message("prices.unmatched").with("code", code)
                                                             : Message("prices.unmatched-near")
                                                                   .with("code", code)
                                                                   .with("parts", WordList{line.candidates}),
                                     texts)
                        << '\n';
        }
    }
    if (std::vector<std::string> unread = list.unreadColumns(); !unread.empty())
        streams.out << texts.sentence(
                           withShortEchoes(Message("prices.unread").with("columns", WordList{std::move(unread)})))
                    << '\n';
    for (const PriceListChange& change : changes)
        if (const auto share = change.change(); share && *share != 0)
            streams.out << texts.sentence(Message(*share > 0 ? "prices.dearer" : "prices.cheaper")
                                              .with("code", change.entry.code)
                                              .with("kind", enumName(change.entry.kind))
                                              .with("share", UnitNumber{std::abs(*share) * 100, "%"})
                                              .with("before", change.before->date))
                        << '\n';
}

Message summaryOf(const PriceList& list, const char* id) {
    std::int64_t matched = 0;
    for (const PriceListLine& line : list.lines)
        matched += line.outcome == LineOutcome::Taken && line.parts.size() == 1;
    const auto taken = static_cast<std::int64_t>(list.count(LineOutcome::Taken));
    return Message(id)
        .with("taken", taken)
        .with("matched", matched)
        .with("waiting", taken - matched)
        .with("left", list.count(LineOutcome::LeftOut))
        .with("open", list.count(LineOutcome::NeedsDecision));
}

int import(const Arguments& arguments, Streams& streams, Session& session) {
    const std::string& path = arguments.positional(0);
    const auto bytes = readTextFile(path, ListLimits{}.bytes);
    if (!bytes)
        return refused(bytes.error(), streams, session);
    const auto map = parseColumnMap(arguments.option("--map").value_or(""));
    const auto until = dateOption(arguments, "--valid-until", {});
    const auto basis = basisOption(arguments);
    const auto decimals = readingOption<ListDecimal>(arguments, "--decimals",
                                                     {{{"point", ListDecimal::Point}, {"comma", ListDecimal::Comma}}});
    const auto dates = readingOption<DateOrder>(
        arguments, "--dates", {{{"day-first", DateOrder::DayFirst}, {"month-first", DateOrder::MonthFirst}}});
    for (const Error* error :
         {map ? nullptr : &map.error(), until ? nullptr : &until.error(), basis ? nullptr : &basis.error(),
          decimals ? nullptr : &decimals.error(), dates ? nullptr : &dates.error()})
        if (error)
            return refused(*error, streams, session);
    const std::string currency = arguments.option("--currency").value_or("");
    if (!currency.empty() && !isCurrencyCode(currency))
        return refused(usageError(Message("prices.currency.unknown").with("text", currency)), streams, session);
    const auto access = session.catalog();
    const auto book = session.priceBook();
    if (!access || !book)
        return refused(access ? book.error() : access.error(), streams, session);
    const auto file = readListFile(*bytes);
    if (!file)
        return refused(inFile(path, file.error(), session.texts()), streams, session);
    PriceListOptions options;
    options.map = *map;
    options.currency = currency;
    options.validUntil = *until;
    options.decimalMark = *decimals;
    options.dateOrder = *dates;
    options.remembered = rememberedLayouts(**book);
    const PartMatcher matcher(matchableParts(*(*access)->library), rememberedCodes(**book));
    const auto list = readPriceList(*file, matcher, options);
    if (!list)
        return refused(inFile(path, list.error(), session.texts()), streams, session);
    PriceListTerms terms;
    terms.book = arguments.option("--book").value_or(std::string(kDefaultPriceBook));
    terms.region = arguments.option("--region").value_or("");
    terms.supplier = arguments.option("--supplier").value_or("");
    terms.fileName = std::filesystem::path(path).filename().string();
    terms.today = session.places().today;
    terms.listKind = *basis;
    const std::vector<PriceListChange> changes = changesOf(*list, terms, **book);
    if (arguments.has("--csv"))
        printCsv(*list, streams, session.texts());
    else if (arguments.has("--json"))
        printJson(*list, streams, session.texts());
    else
        printText(*list, changes, streams, session.texts());
    const bool isText = !arguments.has("--csv") && !arguments.has("--json");
    if (changes.empty())
        return refused(inputError(Message("prices.import-nothing").with("file", terms.fileName)), streams, session);
    if (arguments.has("--dry-run")) {
        if (isText)
            say(streams, session, summaryOf(*list, "prices.import-dry"));
        return kExitDone;
    }
    std::vector<PriceEntry> entries;
    for (const PriceListChange& change : changes)
        entries.push_back(change.entry);
    if (const auto added = (*book)->add(std::move(entries), noteOf(session, terms.fileName)); !added)
        return refused(added.error(), streams, session);
    if (!map->empty())
        if (const Done kept = (*book)->rememberLayout({layoutKey(list->tables.front().header), columnMapText(*map)},
                                                      noteOf(session, terms.fileName));
            !kept)
            return refused(kept.error(), streams, session);
    if (isText)
        say(streams, session, summaryOf(*list, "prices.import-done").with("book", terms.book));
    return kExitDone;
}

int list(const Arguments& arguments, Streams& streams, Session& session) {
    const auto book = session.priceBook();
    if (!book)
        return refused(book.error(), streams, session);
    const std::string name = arguments.option("--book").value_or(""), part = arguments.option("--part").value_or("");
    TextTable table({Align::Left, Align::Left, Align::Left, Align::Left, Align::Right, Align::Left, Align::Left,
                     Align::Left, Align::Left, Align::Left});
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("prices").beginArray();
    for (const PriceEntry& entry : (*book)->entries()) {
        const bool isShown = (name.empty() || entry.book == name) && (part.empty() || entry.partId == part) &&
                             (!arguments.has("--unmatched") || entry.partId.empty());
        if (!isShown || entry.price.rate.isUnknown())
            continue;
        const std::string amount = plainAmount(entry.price.rate.typical()->nanoUnits());
        table.add({entry.book, entry.partId.empty() ? "-" : entry.partId, entry.code, std::string(enumName(entry.kind)),
                   amount, entry.price.currency.code(), entry.price.basis, entry.price.date, entry.price.validUntil,
                   entry.price.note});
        json.beginObject().member("number", entry.number).member("revision", entry.revision).member("book", entry.book);
        json.member("part", entry.partId)
            .member("code", entry.code)
            .member("kind", enumName(entry.kind))
            .member("price", amount);
        json.member("currency", entry.price.currency.code())
            .member("basis", entry.price.basis)
            .member("region", entry.price.region);
        json.member("date", entry.price.date)
            .member("validUntil", entry.price.validUntil)
            .member("discountClass", entry.discountClass)
            .member("note", entry.price.note);
        json.member("supplier", entry.supplier).endObject();
    }
    const std::string text = json.endArray().endObject().take();
    if (arguments.has("--json"))
        streams.out << text;
    else if (table.isEmpty())
        say(streams, session, Message("prices.none"));
    else
        streams.out << table.text();
    return kExitDone;
}

int books(const Arguments& arguments, Streams& streams, Session& session) {
    const auto book = session.priceBook();
    if (!book)
        return refused(book.error(), streams, session);
    if (const auto order = arguments.option("--order"))
        if (const Done done = (*book)->orderBooks(listOf(*order), noteOf(session, {})); !done)
            return refused(done.error(), streams, session);
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("books").beginArray();
    TextTable table({Align::Right, Align::Left, Align::Right});
    std::int64_t place = 0;
    for (const std::string& name : (*book)->books()) {
        const auto count = std::ranges::count((*book)->entries(), name, &PriceEntry::book);
        table.add({std::to_string(++place), name, std::to_string(count)});
        json.beginObject().member("name", name).member("prices", static_cast<std::int64_t>(count)).endObject();
    }
    json.endArray().key("revisions").beginArray();
    for (const PriceBookRevision& revision : (*book)->revisions()) {
        json.beginObject()
            .member("number", revision.number)
            .member("date", revision.note.at)
            .member("note", revision.note.text);
        json.member("prices", revision.entries).member("stands", revision.isStanding).endObject();
    }
    const std::string text = json.endArray().endObject().take();
    if (arguments.has("--json"))
        streams.out << text;
    else if (table.isEmpty())
        say(streams, session, Message("prices.none"));
    else
        streams.out << table.text();
    return kExitDone;
}

int match(const Arguments& arguments, Streams& streams, Session& session) {
    const auto access = session.catalog();
    const auto book = session.priceBook();
    if (!access || !book)
        return refused(access ? book.error() : access.error(), streams, session);
    const auto part = (*access)->library->part(arguments.positional(1));
    if (!part)
        return refused(part.error(), streams, session);
    const Done done =
        (*book)->rememberCode({arguments.positional(0), (*part)->id}, noteOf(session, arguments.positional(0)));
    if (!done)
        return refused(done.error(), streams, session);
    say(streams, session, Message("prices.matched").with("code", arguments.positional(0)).with("part", (*part)->id));
    return kExitDone;
}

int undo(const Arguments& arguments, Streams& streams, Session& session) {
    const auto book = session.priceBook();
    if (!book)
        return refused(book.error(), streams, session);
    auto to = static_cast<std::int64_t>((*book)->revisions().size()) - 1;
    if (const auto typed = arguments.option("--to")) {
        const bool isNumber =
            !typed->empty() && typed->size() < 10 && typed->find_first_not_of("0123456789") == std::string::npos;
        if (!isNumber)
            return refused(usageError(Message("catalog.overlay.no-revision")
                                          .with("text", *typed)
                                          .with("last", static_cast<std::int64_t>((*book)->revisions().size()))),
                           streams, session);
        to = std::stoll(*typed);
    }
    if (const Done done = (*book)->rollBackTo(std::max<std::int64_t>(to, 0), noteOf(session, {})); !done)
        return refused(done.error(), streams, session);
    say(streams, session,
        Message("prices.undone")
            .with("revision", std::max<std::int64_t>(to, 0))
            .with("count", (*book)->entries().size()));
    return kExitDone;
}

/// Applies an edit to a design and writes it, to --output or in the place of what was read.
int writeEdited(const Arguments& arguments, OpenDesign design, const Edit& edit, const Message& said, Streams& streams,
                Session& session) {
    const std::string& source = arguments.positional(0);
    const std::string output = arguments.option("--output").value_or(source);
    if (const Done free = checkOutput(arguments, output, source); !free)
        return refused(free.error(), streams, session);
    IdSource ids(design.document.nextId);
    const Result<ProjectPtr> edited = edit.apply(*design.document.project, ids);
    if (!edited)
        return refused(edited.error(), streams, session);
    design.document.project = *edited;
    design.document.nextId = ids.next();
    if (const Done written = writeDesign(output, design.document, Links::Refuse); !written)
        return refused(written.error(), streams, session);
    say(streams, session, said);
    return kExitDone;
}

/// Without a rate of its currency a price would take its line out of the total.
Done checkRate(const QuoteHeader& quote, Currency from) {
    if (from == quote.currency || exchangeFrom(quote, from))
        return done();
    return inputError(Message("price-entry.no-rate").with("from", from.code()).with("to", quote.currency.code()));
}

int apply(const Arguments& arguments, Streams& streams, Session& session) {
    const auto basis = basisOption(arguments);
    if (!basis)
        return refused(basis.error(), streams, session);
    auto design = openDesign(arguments, session);
    const auto book = session.priceBook();
    if (!design || !book)
        return refused(design ? book.error() : design.error(), streams, session);
    const Project& project = *design->document.project;
    PriceQuestion question;
    question.date = project.quote.date.empty() ? session.places().today : project.quote.date;
    question.region = project.quote.destinationCountry;
    question.kind = *basis;
    std::vector<edits::ItemPrice> prices;
    TextTable table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Left, Align::Left});
    for (const PriceOffer& offer : priceOffers(project, **book, question)) {
        const bool isKept = offer.isTyped && !arguments.has("--typed-too");
        const auto amountOf = [](const Price& price) {
            return plainAmount(price.rate.typical()->nanoUnits()) + " " + price.currency.code();
        };
        table.add({offer.item, offer.entry.book,
                   offer.pinned && !offer.pinned->rate.isUnknown() ? amountOf(*offer.pinned) : std::string("-"),
                   amountOf(offer.entry.price), offer.entry.price.date, offer.entry.price.validUntil});
        if (!isKept)
            prices.push_back({offer.item, offer.entry.price});
    }
    streams.out << table.text();
    if (arguments.has("--dry-run") || prices.empty()) {
        say(streams, session, Message("prices.apply-dry").with("count", prices.size()));
        return kExitDone;
    }
    for (const edits::ItemPrice& each : prices)
        if (const Done known = checkRate(project.quote, each.price.currency); !known)
            return refused(known.error(), streams, session);
    const Message said = Message("prices.applied").with("count", prices.size());
    return writeEdited(arguments, std::move(*design), edits::pinPrices(std::move(prices)), said, streams, session);
}

/// Without a rate the rates that there are.
int rate(const Arguments& arguments, Streams& streams, Session& session) {
    auto design = openDesign(arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const QuoteHeader& quote = design->document.project->quote;
    if (arguments.positionals().size() < 2) {
        TextTable table({Align::Left, Align::Left, Align::Right, Align::Left, Align::Left});
        for (const ExchangeRate& each : quote.exchangeRates)
            table.add({each.from.code(), each.to.code(), plainAmount(each.nanoRate), each.date, each.source});
        if (table.isEmpty())
            say(streams, session, Message("prices.no-rates").with("to", quote.currency.code()));
        streams.out << table.text();
        return kExitDone;
    }
    const auto pair = keyValue(arguments.positional(1));
    if (!pair)
        return refused(pair.error(), streams, session);
    ExchangeRate typed;
    const auto from = Currency::parse(pair->key);
    const auto to = Currency::parse(arguments.option("--to").value_or(quote.currency.code()));
    const auto date = dateOption(arguments, "--date", session.places().today);
    if (!from || !to || !date)
        return refused(!from ? from.error() : !to ? to.error() : date.error(), streams, session);
    const auto amount = parsePriceRate(pair->value, *to);
    if (!amount)
        return refused(amount.error(), streams, session);
    typed.from = *from;
    typed.to = *to;
    typed.nanoRate = amount->nanoUnits();
    typed.date = *date;
    typed.source = arguments.option("--source").value_or("");
    const Message said = Message("prices.rate-set")
                             .with("from", from->code())
                             .with("rate", plainAmount(typed.nanoRate))
                             .with("to", to->code())
                             .with("date", *date);
    return writeEdited(arguments, std::move(*design), edits::putExchangeRate(typed), said, streams, session);
}

int set(const Arguments& arguments, Streams& streams, Session& session) {
    auto design = openDesign(arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const Project& project = *design->document.project;
    const std::string& item = arguments.positional(1);
    std::vector<std::string> items;
    for (const PartRow& row : project.parts)
        items.push_back(row.part->id);
    for (const CostLine& line : project.costLines)
        items.push_back(line.item);
    if (std::ranges::find(items, item) == items.end())
        return refused(
            usageError(
                Message("prices.no-item").with("item", item).with("nearest", WordList{nearestWords(item, items)})),
            streams, session);
    const auto amount = parsePriceRate(arguments.positional(2), project.quote.currency);
    const auto date = dateOption(arguments, "--date", session.places().today);
    const auto until = dateOption(arguments, "--valid-until", {});
    if (!amount || !date || !until)
        return refused(!amount ? amount.error() : !date ? date.error() : until.error(), streams, session);
    if (const Done known = checkRate(project.quote, amount->currency()); !known)
        return refused(known.error(), streams, session);
    const edits::PriceStatement statement{arguments.option("--reason").value_or(""),
                                          arguments.option("--person").value_or(""),
                                          arguments.option("--source").value_or(""), *date, *until};
    if (statement.reason.empty() || statement.document.empty())
        return refused(usageError(Message("prices.statement-missing")), streams, session);
    if (const Done sound = edits::checkStatement(statement); !sound)
        return refused(sound.error(), streams, session);
    const Message said = Message("prices.set")
                             .with("item", item)
                             .with("price", plainAmount(amount->nanoUnits()))
                             .with("currency", amount->currency().code());
    return writeEdited(arguments, std::move(*design),
                       edits::pinPrice(item, edits::statedPrice(*amount, "each", statement)), said, streams, session);
}

struct PricesTask {
    std::string_view name;
    const ArgumentSpec* spec;
    int (*run)(const Arguments&, Streams&, Session&);
};

const std::array kTasks = {PricesTask{"import", &kImportSpec, import}, PricesTask{"list", &kListSpec, list},
                           PricesTask{"books", &kBooksSpec, books},    PricesTask{"match", &kMatchSpec, match},
                           PricesTask{"undo", &kUndoSpec, undo},       PricesTask{"apply", &kApplySpec, apply},
                           PricesTask{"rate", &kRateSpec, rate},       PricesTask{"set", &kSetSpec, set}};

Error noPricesTask(const std::string& word) {
    std::vector<std::string> names;
    for (const PricesTask& task : kTasks)
        names.emplace_back(task.name);
    const std::vector<std::string> near = nearestWords(word, names);
    return usageError(
        Message("catalog.no-task").with("word", word).with("nearest", WordList{near.empty() ? names : near}));
}

} // namespace

std::vector<std::string> priceTasks() {
    std::vector<std::string> lines;
    for (const PricesTask& task : kTasks)
        lines.push_back(std::string(task.name) + ' ' + usageLine(*task.spec));
    return lines;
}

int runPrices(std::span<const std::string> words, Streams& streams, Session& session) {
    const std::string first = words.empty() ? std::string() : words.front();
    const auto task = std::ranges::find(kTasks, first, &PricesTask::name);
    if (task == kTasks.end())
        return refused(noPricesTask(first), streams, session);
    const auto arguments = Arguments::parse(*task->spec, words.subspan(1));
    if (!arguments)
        return refused(arguments.error(), streams, session);
    return task->run(*arguments, streams, session);
}

} // namespace rackwright
