// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/changes/change_log.h"

#include "model/edits/quote_words.h"
#include "model/edits/record_edits.h"
#include "model/file/issued_design.h"
#include "model/file/stored.h"
#include "solvers/cost/bill_difference.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/power/loads.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

/// Of a table with more changes than this one row says how many there are: nobody reads them singly.
constexpr std::size_t kMostSingleRows = 200;
constexpr int kPriceDigits = 12;

const std::vector<ScheduleColumn>& changeColumns() {
    static const std::vector<ScheduleColumn> columns = {
        textColumn("Object"),       textColumn("Place"),      textColumn("Before"),  textColumn("After"),
        numberColumn("kW", "kW"),   numberColumn("kg", "kg"), numberColumn("Price"), textColumn("Reason"),
        textColumn("Requested by"), textColumn("Kind"),       textColumn("Property")};
    return columns;
}
/// Tables that a customer does not read of: how prices are made, and what we said among ourselves.
constexpr std::array<std::string_view, 6> kInternalTables = {"prices",      "cost_lines",  "settings",
                                                             "assumptions", "quote_lines", "accepted_findings"};

bool isFor(Edition edition, std::string_view table) {
    return edition == Edition::Internal || std::ranges::find(kInternalTables, table) == kInternalTables.end();
}

enum : std::size_t { kObject, kPlace, kBefore, kAfter, kPower, kMass, kPrice, kReason, kRequestedBy, kKind, kProperty };

/// What people call a row; empty where it has no name of any kind.
template <class Row>
std::string changeName(const Row& row) {
    if constexpr (std::same_as<Row, PartRow>)
        return partText(row.part.get());
    else if constexpr (requires { std::string(row.name); })
        return row.name;
    else if constexpr (requires { std::string(row.statement); })
        return row.statement.empty() ? row.key : row.statement;
    else if constexpr (requires { std::string(row.key); })
        return row.key;
    else if constexpr (requires { std::string(row.description); })
        return row.description;
    else if constexpr (requires { std::string(row.item); })
        return row.item;
    else if constexpr (requires { std::string(row.question); })
        return row.question;
    else if constexpr (requires { std::string(row.text); })
        return row.text;
    else
        return {};
}

/// "powerCap" as words.
std::string wordsOfField(std::string_view field) {
    std::string words;
    for (const char c : field) {
        if ('A' <= c && c <= 'Z')
            words += std::string(" ") + static_cast<char>(c - 'A' + 'a');
        else
            words += c;
    }
    return words;
}

std::string placeText(const Context& context, const Placement& placement) {
    const Design& design = context.design();
    const auto rack = [&design](Id<Rack> id) {
        const Rack* found = design.racks.find(id);
        return found ? nameOr(found->name, id.value) : std::string();
    };
    if (const auto* in = std::get_if<InRack>(&placement))
        return rack(in->rack) + " U" + std::to_string(in->unit);
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return rack(beside->rack);
    if (const auto* floor = std::get_if<OnFloor>(&placement)) {
        const Room* room = design.rooms.find(floor->room);
        return room ? room->name : std::string();
    }
    if (const auto* inside = std::get_if<InDevice>(&placement)) {
        const Device* host = design.devices.find(inside->device);
        return host ? host->name : std::string();
    }
    return {};
}

template <class Row>
std::string placeOfRow(const Context& context, const Row& row) {
    if constexpr (requires { std::get_if<InRack>(&row.placement); }) {
        return placeText(context, row.placement);
    } else if constexpr (requires { context.design().rooms.find(row.room); }) {
        const Room* room = context.design().rooms.find(row.room);
        std::string place = room ? room->name : std::string();
        if constexpr (std::same_as<Row, Rack>)
            if (!row.row.empty())
                place += (place.empty() ? "" : " ") + row.row;
        return place;
    } else {
        return {};
    }
}

ScheduleCell amountCell(double value, std::string_view unit) {
    return Message("change.amount").with("value", UnitNumber{value, std::string(unit)});
}

UnitNumber inMetres(Length length) { return {length.inMetres(), "m"}; }

double degreesOf(Angle angle) { return static_cast<double>(angle.inMillidegrees()) / 1000; }

/// Where exactly a thing stands: of a move within a room or a rack nothing else tells.
ScheduleCell placementCell(const Context& context, const Placement& placement) {
    const std::string place = placeText(context, placement);
    if (const auto* floor = std::get_if<OnFloor>(&placement)) {
        const bool isTurned = floor->rotation != Angle();
        Message text = Message(isTurned ? "change.place.turned" : "change.place.floor")
                           .with("place", place)
                           .with("x", inMetres(floor->centre.x))
                           .with("y", inMetres(floor->centre.y));
        return isTurned ? text.with("degrees", degreesOf(floor->rotation)) : text;
    }
    if (const auto* in = std::get_if<InRack>(&placement); in && (in->face != Face::Front || in->column != 0))
        return Message("change.place.rack")
            .with("place", place)
            .with("face", std::string(enumName(in->face)))
            .with("column", in->column + 1);
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return Message("change.place.zero-u")
            .with("place", place)
            .with("side", std::string(enumName(beside->side)))
            .with("slot", beside->slot + 1);
    if (const auto* inside = std::get_if<InDevice>(&placement))
        return Message("change.place.device").with("place", place).with("slot", inside->slot);
    return textCell(place);
}

/// Where something drawn begins and ends; blank for what is no drawing of the floor.
ScheduleCell shapeCell(const RoomObjectShape& shape) {
    const auto box = [](Point low, Point high) -> ScheduleCell {
        return Message("change.box")
            .with("x", inMetres(low.x))
            .with("y", inMetres(low.y))
            .with("right", inMetres(high.x))
            .with("bottom", inMetres(high.y));
    };
    return std::visit(
        [&](const auto& each) -> ScheduleCell {
            if constexpr (requires { each.outline; }) {
                const Box reach = boundingBox(each.outline);
                return box(reach.low, reach.high);
            } else if constexpr (requires { each.place; }) {
                return std::monostate{};
            } else {
                return box(each.from, each.to);
            }
        },
        shape);
}

/// A field's value as a person reads it; blank for lists and what else has no short form.
template <class T>
ScheduleCell valueCell(const Context& context, const T& value, std::string_view unit) {
    if constexpr (std::same_as<T, std::string>) {
        return textCell(value);
    } else if constexpr (std::same_as<T, bool>) {
        return Message(value ? "diff.yes" : "diff.no");
    } else if constexpr (NamedEnum<T>) {
        return GivenText{std::string(enumName(value))};
    } else if constexpr (std::same_as<T, Id<PartRow>>) {
        return textCell(partText(context.part(value)));
    } else if constexpr (isId<T>) {
        std::string name;
        forEachDesignTable([&](const auto& table) {
            using Row = typename std::remove_cvref_t<decltype(table)>::RowType;
            if constexpr (std::same_as<T, Id<Row>>)
                if (const Row* row = (context.design().*table.member).find(value))
                    name = changeName(*row);
        });
        return textCell(name);
    } else if constexpr (std::same_as<T, Placement>) {
        return placementCell(context, value);
    } else if constexpr (std::same_as<T, RoomObjectShape>) {
        return shapeCell(value);
    } else if constexpr (std::same_as<T, Length>) {
        return amountCell(value.inMetres() * 1000, "mm");
    } else if constexpr (std::same_as<T, Point>) {
        return Message("change.point").with("x", inMetres(value.x)).with("y", inMetres(value.y));
    } else if constexpr (std::same_as<T, Angle>) {
        return Message("change.angle").with("degrees", degreesOf(value));
    } else if constexpr (std::same_as<T, Scope>) {
        return GivenText{std::string(enumName(value.status)) + ", " + std::string(enumName(value.suppliedBy))};
    } else if constexpr (isOptional<T>) {
        return value ? valueCell(context, *value, unit) : ScheduleCell();
    } else if constexpr (std::integral<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::same_as<T, double>) {
        return unit.empty() ? ScheduleCell(Value(value)) : amountCell(value, unit);
    } else if constexpr (requires { value.si(); }) {
        return unit.empty() ? ScheduleCell(Value(value.si()))
                            : amountCell(static_cast<double>(Stored<T>::to(value)), unit);
    } else {
        return std::monostate{};
    }
}

template <class Row>
constexpr bool isPlacedThing = std::same_as<Row, Device> || std::same_as<Row, Rack> ||
                               std::same_as<Row, PowerElement> || std::same_as<Row, CoolingUnit>;

/// Of a device at expected peak; nothing of other rows.
template <class Row>
std::optional<Value> powerOfRow(const Context& context, const Row* row) {
    if constexpr (std::same_as<Row, Device>) {
        if (!row || !row->scope.isPresent() || !drawsPower(context.part(row->part)))
            return Value(0);
        return devicePower<Value>(context, {row->part, 1, row->powerCap}, LoadKind::Peak).si();
    } else {
        return std::nullopt;
    }
}

template <class Row>
std::optional<Value> massOfRow(const Context& context, const Row* row) {
    if constexpr (isPlacedThing<Row>) {
        if (!row || !row->scope.isPresent() || !hasWeight(context.part(row->part)))
            return Value(0);
        return partNumber<Value>(context, row->part, attribute::weight).si();
    } else {
        return std::nullopt;
    }
}

/// What sums of floating numbers leave beyond a hundredth of a watt, kilogram or unit of money is nothing.
Value rounded(const Value& change) {
    return change.isKnown() ? Value(std::round(change.typical() * 100) / 100, change.grade()) : change;
}

ScheduleCell changeCell(const std::optional<Value>& before, const std::optional<Value>& after) {
    if (!before || !after || *before == *after)
        return std::monostate{};
    return rounded(changeOf(*before, *after));
}

template <class Row>
void addReason(ScheduleRow& line, const Row& row) {
    if constexpr (requires { std::string(row.reason); })
        line.cells[kReason] = textCell(row.reason);
    else if constexpr (requires { std::string(row.source); })
        line.cells[kReason] = textCell(row.source);
    else if constexpr (requires { std::string(row.givenBy.document); })
        line.cells[kReason] = textCell(row.givenBy.document);
    else if constexpr (requires { std::string(row.note); })
        line.cells[kReason] = textCell(row.note);
    if constexpr (requires { std::string(row.person); })
        line.cells[kRequestedBy] = textCell(row.person);
    else if constexpr (requires { std::string(row.givenBy.person); })
        line.cells[kRequestedBy] = textCell(row.givenBy.person);
}

template <class Row>
std::optional<Subject> subjectOfRow(const Row& row) {
    if constexpr (std::constructible_from<Subject, Id<Row>>)
        return Subject(row.id);
    else
        return std::nullopt;
}

class ChangeLines {
public:
    ChangeLines(const Context& before, const Context& after, Schedule& schedule)
        : m_before(before), m_after(after), m_schedule(schedule) {}

    template <class Row>
    void addTable(std::string_view table, const Table<Row>& before, const Table<Row>& after) {
        std::vector<std::pair<const Row*, const Row*>> differing;
        forEachDifference(before, after,
                          [&differing](const Row* old, const Row* now) { differing.emplace_back(old, now); });
        if (differing.empty())
            return;
        const bool hasNames = std::same_as<Row, RoomObject> || std::ranges::any_of(differing, [](const auto& each) {
                                  return !changeName(each.second ? *each.second : *each.first).empty();
                              });
        if (!hasNames || differing.size() > kMostSingleRows)
            return addCounted(table, differing, before.size(), after.size());
        for (const auto& [old, now] : differing)
            addRow(table, old, now);
    }

    void addBill() {
        for (const LineDifference& line : lineDifferences(billIn(m_before), billIn(m_after))) {
            ScheduleRow row = newLine("bill:" + line.key, "bill");
            row.cells[kObject] = line.text.id.empty() ? textCell(line.description) : ScheduleCell(line.text);
            // Of as many as before, what changed is the price.
            const bool isPrice = line.beforeMilli == line.afterMilli;
            row.cells[kBefore] = isPrice ? moneyCell(line.before, billIn(m_before).currency.code())
                                         : ScheduleCell(Thousandths{line.beforeMilli});
            row.cells[kAfter] = isPrice ? moneyCell(line.after, billIn(m_after).currency.code())
                                        : ScheduleCell(Thousandths{line.afterMilli});
            row.cells[kPrice] = changeCell(line.before, line.after);
            row.cells[kProperty] = Message(isPrice ? "change.price" : "change.quantity");
            m_schedule.rows.push_back(std::move(row));
        }
    }

    /// What the quote says above its lines. Its number, letter and day change with every issue and tell nothing.
    void addQuote(Edition edition) {
        const QuoteHeader& old = m_before.project().quote;
        const QuoteHeader& now = m_after.project().quote;
        const auto add = [&](std::string key, ScheduleCell object, const std::string& before,
                             const std::string& after) {
            if (before == after)
                return;
            ScheduleRow row = newLine("quote:" + std::move(key), "quote");
            row.cells[kObject] = std::move(object);
            row.cells[kBefore] = textCell(before);
            row.cells[kAfter] = textCell(after);
            row.cells[kProperty] = Message("change.term");
            m_schedule.rows.push_back(std::move(row));
        };
        for (const std::string_view key : quoteKeys())
            if (key != "number" && key != "revision" && key != "date")
                add(std::string(key), Message("quote.field." + std::string(key)), quoteWord(old, key),
                    quoteWord(now, key));
        // How prices are made is ours.
        if (edition == Edition::Customer)
            return;
        std::vector<ClassTerms> classes = old.terms;
        for (const ClassTerms& each : now.terms)
            if (std::ranges::none_of(old.terms, [&](const ClassTerms& known) { return known.isSameClass(each); }))
                classes.push_back(each);
        for (const ClassTerms& each : classes) {
            std::string suffix, words;
            const auto name = [&](std::string_view word) {
                suffix += "." + std::string(word);
                words += (words.empty() ? "" : " ") + std::string(word);
            };
            if (each.section)
                name(enumName(*each.section));
            if (each.type)
                name(enumName(*each.type));
            for (const char* word : {"discount", "margin", "mark-up"}) {
                const std::string key = word + suffix;
                const Message object = Message(std::string("change.term.") + word + (words.empty() ? "-all" : ""));
                add(key, Message(object).with("class", words), quoteWord(old, key), quoteWord(now, key));
            }
        }
    }

    void addTotals() {
        const ChangeTotals totals = changeTotals(m_before, m_after);
        const auto add = [this](const char* id, const Value& before, const Value& after, std::size_t column,
                                const auto& shown) {
            if (before == after)
                return;
            ScheduleRow row{id, RowRole::Total, std::nullopt, std::vector<ScheduleCell>(changeColumns().size())};
            row.cells[kObject] = Message(id);
            row.cells[kBefore] = shown(before);
            row.cells[kAfter] = shown(after);
            row.cells[column] = rounded(changeOf(before, after));
            m_schedule.rows.push_back(std::move(row));
        };
        const auto in = [](std::string unit, double perUnit) {
            return [unit = std::move(unit), perUnit](const Value& value) -> ScheduleCell {
                if (!value.isKnown())
                    return Message("figure.unknown");
                return amountCell(value.typical() / perUnit, unit);
            };
        };
        constexpr double kilowatt = 1000;
        add("change.total.power", totals.powerBefore, totals.powerAfter, kPower, in("kW", kilowatt));
        add("change.total.mass", totals.massBefore, totals.massAfter, kMass, in("kg", 1));
        if (totals.currencyBefore == totals.currencyAfter)
            add("change.total.price", totals.priceBefore, totals.priceAfter, kPrice,
                [&totals](const Value& value) { return moneyCell(value, totals.currencyAfter); });
    }

private:
    /// To the cent, as the bill adds it up.
    static ScheduleCell moneyCell(const Value& value, const std::string& code) {
        const Result<Currency> currency = Currency::parse(code);
        double minor = value.isKnown() ? value.typical() : 0;
        for (int i = 0; currency && i < currency->minorDigits(); ++i)
            minor *= 10;
        if (!value.isKnown() || !currency || !(std::abs(minor) < 9e15))
            return Message("figure.unknown");
        return Message("bill.price-as-given").with("price", MoneyNumber{std::llround(minor), code});
    }

    static ScheduleRow newLine(std::string key, std::string_view table) {
        ScheduleRow row{std::move(key), RowRole::Line, std::nullopt, std::vector<ScheduleCell>(changeColumns().size())};
        row.cells[kKind] = Message("change.kind." + std::string(table));
        return row;
    }

    template <class Row>
    void addCounted(std::string_view table, const std::vector<std::pair<const Row*, const Row*>>& differing,
                    std::size_t before, std::size_t after) {
        std::int64_t added = 0, removed = 0, changed = 0;
        for (const auto& [old, now] : differing)
            ++(!old ? added : !now ? removed : changed);
        ScheduleRow row = newLine(std::string(table), table);
        row.cells[kObject] =
            Message("change.counts").with("added", added).with("removed", removed).with("changed", changed);
        row.cells[kBefore] = static_cast<std::int64_t>(before);
        row.cells[kAfter] = static_cast<std::int64_t>(after);
        row.cells[kProperty] = Message("change.count");
        if constexpr (isPlacedThing<Row>) {
            Value powerBefore(0), powerAfter(0), massBefore(0), massAfter(0);
            for (const auto& [old, now] : differing) {
                powerBefore = powerBefore + powerOfRow(m_before, old).value_or(Value(0));
                powerAfter = powerAfter + powerOfRow(m_after, now).value_or(Value(0));
                massBefore = massBefore + massOfRow(m_before, old).value_or(Value(0));
                massAfter = massAfter + massOfRow(m_after, now).value_or(Value(0));
            }
            row.cells[kPower] = changeCell(powerBefore, powerAfter);
            row.cells[kMass] = changeCell(massBefore, massAfter);
        }
        m_schedule.rows.push_back(std::move(row));
    }

    template <class Row>
    void addRow(std::string_view table, const Row* old, const Row* now) {
        const Row& row = now ? *now : *old;
        const std::string key = std::string(table) + ":" + std::to_string(row.id.value);
        ScheduleRow line = newLine(key, table);
        line.subject = now ? subjectOfRow(*now) : std::nullopt;
        line.cells[kObject] = calledCell(row);
        line.cells[kPlace] = textCell(now ? placeOfRow(m_after, *now) : placeOfRow(m_before, *old));
        addReason(line, row);
        line.cells[kPower] = changeCell(powerOfRow(m_before, old), powerOfRow(m_after, now));
        line.cells[kMass] = changeCell(massOfRow(m_before, old), massOfRow(m_after, now));
        if (!old || !now) {
            line.cells[old ? kBefore : kAfter] = wholeCell(old ? m_before : m_after, row);
            line.cells[kProperty] = Message(old ? "change.removed" : "change.added");
            m_schedule.rows.push_back(std::move(line));
            return;
        }
        forEachField<Row>([&](const auto& f) {
            if ((*old).*f.member == (*now).*f.member)
                return;
            ScheduleRow each = line;
            each.key += ":" + std::string(f.name);
            each.cells[kBefore] = valueCell(m_before, (*old).*f.member, f.unit);
            each.cells[kAfter] = valueCell(m_after, (*now).*f.member, f.unit);
            each.cells[kProperty] = GivenText{wordsOfField(f.name)};
            m_schedule.rows.push_back(std::move(each));
            // What the row as a whole draws and weighs stands once.
            line.cells[kPower] = line.cells[kMass] = std::monostate{};
        });
    }

    /// By its name; something drawn without one by what it is.
    template <class Row>
    static ScheduleCell calledCell(const Row& row) {
        if constexpr (std::same_as<Row, RoomObject>)
            if (row.name.empty())
                return Message("room-object." + std::string(VariantKinds<RoomObjectShape>::names[row.shape.index()]));
        return GivenText{nameOr(changeName(row), row.id.value)};
    }

    /// What came or went: the part where the row has one, where something drawn lies.
    template <class Row>
    static ScheduleCell wholeCell(const Context& context, const Row& row) {
        if constexpr (requires { context.part(row.part)->vendor; })
            if (const Part* part = context.part(row.part))
                return textCell(partTitle(*part));
        if constexpr (requires { std::string(row.value); })
            return textCell(row.value);
        if constexpr (std::same_as<Row, RoomObject>)
            if (ScheduleCell cell = shapeCell(row.shape); !std::holds_alternative<std::monostate>(cell))
                return cell;
        return Message("change.there");
    }

    const Context& m_before;
    const Context& m_after;
    Schedule& m_schedule;
};

Value weightOfRacks(const Context& context) {
    Value sum(0);
    for (const LikeRacks& like : context.likeRacks())
        sum = sum + plainRackWeight(context, *like.first) * Value(static_cast<double>(like.count()));
    return sum;
}

} // namespace

ChangeTotals changeTotals(const Context& before, const Context& after) {
    const auto power = [](const Context& context) {
        return itPower<Value>(context, context.groups(), LoadKind::Peak).si();
    };
    return {power(before),
            power(after),
            weightOfRacks(before),
            weightOfRacks(after),
            totalPrice<Value>(before),
            totalPrice<Value>(after),
            billIn(before).currency.code(),
            billIn(after).currency.code()};
}

Value changeOf(const Value& before, const Value& after) {
    if (!before.isKnown() || !after.isKnown())
        return Value();
    return Value(after.typical() - before.typical(), weakest(before.grade(), after.grade()));
}

Schedule changeSchedule(const Context& before, const Context& after, Edition edition) {
    Schedule schedule = emptySchedule("change-log", changeColumns());
    schedule.columns[kPrice].significantDigits = kPriceDigits;
    ChangeLines lines(before, after, schedule);
    forEachProjectTable([&](const auto& table) {
        // Issues are the record of changes, none of them.
        if constexpr (!std::same_as<typename std::remove_cvref_t<decltype(table)>::RowType, IssuedRevision>)
            if (isFor(edition, table.name))
                lines.addTable(table.name, before.project().*table.member, after.project().*table.member);
    });
    forEachDesignTable([&](const auto& table) {
        if (isFor(edition, table.name))
            lines.addTable(table.name, before.design().*table.member, after.design().*table.member);
    });
    lines.addQuote(edition);
    lines.addBill();
    lines.addTotals();
    if (edition == Edition::Customer)
        for (ScheduleRow& row : schedule.rows)
            row.cells[kReason] = row.cells[kRequestedBy] = std::monostate{};
    if (const std::string currency = billIn(after).currency.code(); !currency.empty())
        schedule.notes.push_back(Message("schedule.change-log.currency").with("currency", currency));
    return schedule;
}

Result<Snapshot> issuedSnapshot(const Project& project, const Option& option, const std::string& revision) {
    const IssuedRevision* issue = revision.empty() ? edits::lastIssue(project, option.name) : nullptr;
    for (const IssuedRevision& each : project.revisions)
        if (!revision.empty() && each.revision == revision)
            issue = &each;
    if (!issue) {
        std::vector<std::string> letters;
        for (const IssuedRevision& each : project.revisions)
            letters.push_back(each.revision);
        return revision.empty() ? inputError(Message("revisions.none-issued").with("option", option.name))
                                : usageError(Message("revisions.no-such")
                                                 .with("revision", revision)
                                                 .with("known", WordList{std::move(letters)}));
    }
    const Result<Document> issued = issuedDesign(project, *issue);
    if (!issued)
        return issued.error();
    return snapshotOf(issued->project);
}

IssuedDesigns::IssuedDesigns(const Context& context) {
    std::map<std::string, const IssuedRevision*> last;
    for (const IssuedRevision& each : context.project().revisions)
        if (const IssuedRevision* issue = edits::lastIssue(context.project(), each.option))
            last[each.option] = issue;
    for (const auto& [option, issue] : last)
        if (const Result<Document> issued = issuedDesign(context.project(), *issue))
            m_byOption.emplace(option, snapshotOf(issued->project));
}

const Snapshot* IssuedDesigns::of(const std::string& option) const {
    const auto it = m_byOption.find(option);
    return it == m_byOption.end() ? nullptr : &it->second;
}

std::vector<Subject> changedSinceIssue(const Context& now) {
    const Option* option = findOption(now.project(), now.snapshot().option);
    if (!option || now.project().revisions.isEmpty())
        return {};
    const Snapshot* issued = now.lookUp<IssuedDesigns>().of(option->name);
    if (!issued)
        return {};
    const Design& before = *issued->design;
    const Design& after = now.design();
    std::set<Subject> found;
    std::set<Id<PowerElement>> taps;
    const auto note = [&](const auto* row) {
        if constexpr (requires { rackOf(row->placement); }) {
            if (const Id<Rack> rack = rackOf(row->placement)) {
                if (after.racks.contains(rack))
                    found.insert(Subject(rack));
                return;
            }
        }
        if constexpr (requires { Subject(row->id); })
            found.insert(Subject(row->id));
        if constexpr (std::same_as<std::remove_cvref_t<decltype(*row)>, PowerElement>)
            if (row->kind == PowerElementKind::TapOff)
                taps.insert(row->id);
    };
    const auto look = [&](auto table) {
        forEachDifference(before.*table, after.*table,
                          [&](const auto* old, const auto* own) { note(own ? own : old); });
    };
    look(&Design::racks);
    look(&Design::devices);
    look(&Design::powerElements);
    look(&Design::coolingUnits);
    look(&Design::roomObjects);
    look(&Design::pathSegments);
    // A tap-off hangs over what it feeds.
    for (const Design* design : {&before, &after})
        for (const PowerLink& link : design->powerLinks)
            if (const PowerElement* fed = taps.contains(link.from) ? design->powerElements.find(link.to) : nullptr)
                if (const Id<Rack> rack = rackOf(fed->placement); after.racks.contains(rack))
                    found.insert(Subject(rack));
    // A stretch lies where its ends are.
    std::set<Id<PathNode>> moved;
    forEachDifference(before.pathNodes, after.pathNodes, [&moved](const PathNode* old, const PathNode* own) {
        if (old && own)
            moved.insert(own->id);
    });
    if (!moved.empty())
        for (const PathSegment& segment : after.pathSegments)
            if (moved.contains(segment.from) || moved.contains(segment.to))
                found.insert(Subject(segment.id));
    return {found.begin(), found.end()};
}

} // namespace rackwright
