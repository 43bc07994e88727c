// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/diff.h"

#include "app/design_difference.h"
#include "app/figure_text.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_hash.h"
#include "solvers/cost/bill_difference.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/whole_figures.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}, {"FILE"}}, {kOptionOption, {"--second-option", "NAME"}, kJsonOption}};

constexpr std::size_t kNamesShown = 8;
constexpr std::array<std::string_view, 3> kKindNames = {"added", "removed", "changed"};

std::string_view kindName(ChangeKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

struct Comparison {
    OpenDesign before, after;
    SolutionPtr beforeSolved, afterSolved;
};

Result<Comparison> comparison(const Arguments& arguments, const Session& session) {
    auto before = session.open(arguments.positional(0), arguments.option("--option"));
    if (!before)
        return before.error();
    auto after =
        session.open(arguments.positional(1), arguments.has("--second-option") ? arguments.option("--second-option")
                                                                               : arguments.option("--option"));
    if (!after)
        return after.error();
    after->snapshot = sharingRows(before->snapshot, after->snapshot);
    after->document.project = after->snapshot.project;
    const std::vector<SolutionPtr> solved = solveWholes({before->snapshot, after->snapshot}, session.domains());
    return Comparison{std::move(*before), std::move(*after), solved.front(), solved.back()};
}

std::vector<LineDifference> billDifferences(const Comparison& both) {
    return lineDifferences(billIn(both.beforeSolved->context()), billIn(both.afterSolved->context()));
}

std::string lineName(const LineDifference& line, const Texts& texts) {
    return line.text.id.empty() ? line.description : texts.sentence(line.text);
}

std::string fieldTitle(const FieldDifference& field, const Texts& texts) {
    return texts.text("diff.field." + field.field);
}

std::string asJson(const Comparison& both, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1});
    for (const auto& [name, design] : {std::pair("before", &both.before), std::pair("after", &both.after)}) {
        json.key(name).beginObject();
        json.member("hash", designHash(*design->snapshot.project, design->option()))
            .member("option", design->option().name)
            .endObject();
    }
    json.member("equal", areEqual(both.before.snapshot, both.after.snapshot)).key("fields").beginArray();
    for (const FieldDifference& field : fieldDifferences(both.before.snapshot, both.after.snapshot, texts))
        json.beginObject()
            .member("field", field.field)
            .member("title", fieldTitle(field, texts))
            .member("before", field.before)
            .member("after", field.after)
            .endObject();
    json.endArray().key("rows").beginArray();
    for (const RowDifference& row : rowDifferences(both.before.snapshot, both.after.snapshot))
        json.beginObject()
            .member("table", row.table)
            .member("id", static_cast<std::int64_t>(row.id))
            .member("name", row.name)
            .member("change", kindName(row.kind))
            .endObject();
    json.endArray().key("bill").beginArray();
    for (const LineDifference& line : billDifferences(both)) {
        json.beginObject()
            .member("line", line.key)
            .member("what", lineName(line, texts))
            .member("change", enumName(line.change))
            .member("unit", line.unit)
            .member("quantityBefore", static_cast<double>(line.beforeMilli) / 1000)
            .member("quantityAfter", static_cast<double>(line.afterMilli) / 1000);
        json.key("before").beginObject();
        writeValue(json, both.beforeSolved->context(), line.before, kMoneyUnit);
        json.endObject().key("after").beginObject();
        writeValue(json, both.afterSolved->context(), line.after, kMoneyUnit);
        json.endObject().endObject();
    }
    json.endArray().key("figures").beginArray();
    for (const FigureDifference& figure : figureDifferences(*both.beforeSolved, *both.afterSolved)) {
        json.beginObject().member("name", figureLabel(both.afterSolved->context(), *figure.definition, figure.subject));
        json.key("before").beginObject();
        writeValue(json, both.beforeSolved->context(), figure.before, figure.definition->unit);
        json.endObject().key("after").beginObject();
        writeValue(json, both.afterSolved->context(), figure.after, figure.definition->unit);
        json.endObject().endObject();
    }
    return json.endArray().endObject().take();
}

std::string fieldsText(const std::vector<FieldDifference>& fields, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Left});
    if (!fields.empty())
        table.add({texts.text("diff.field"), texts.text("diff.before"), texts.text("diff.after")});
    const auto shown = [&texts](const std::string& value) { return value.empty() ? texts.text("diff.empty") : value; };
    for (const FieldDifference& field : fields)
        table.add({fieldTitle(field, texts), shown(field.before), shown(field.after)});
    return table.text();
}

// One line for each table and kind of change, with the first names.
std::string rowsText(const std::vector<RowDifference>& rows, const Texts& texts) {
    TextTable table({Align::Left, Align::Right, Align::Left, Align::Left});
    for (auto at = rows.begin(); at != rows.end();) {
        const auto end = std::find_if(at, rows.end(), [&](const RowDifference& row) { return row.table != at->table; });
        for (const ChangeKind kind : {ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed}) {
            std::int64_t count = 0;
            std::string names;
            for (auto row = at; row != end; ++row) {
                if (row->kind != kind)
                    continue;
                if (++count <= static_cast<std::int64_t>(kNamesShown) && !row->name.empty())
                    names += (names.empty() ? "" : ", ") + row->name;
            }
            if (count > static_cast<std::int64_t>(kNamesShown) && !names.empty())
                names += ", …";
            if (count > 0)
                table.add({std::string(at->table), printed(count, texts.numbers()),
                           texts.text("diff." + std::string(kindName(kind))), names});
        }
        at = end;
    }
    return table.text();
}

std::string difference(const Context& context, const FigureDifference& figure, const Texts& texts) {
    const Value change = figure.after - figure.before;
    if (change.isUnknown())
        return {};
    const std::string amount = texts.figure(Value(change.typical()) / Value(siPerUnit(figure.definition->unit)),
                                            unitText(context, figure.definition->unit));
    return change.typical() > 0 ? "+" + amount : amount;
}

std::string billText(const Comparison& both, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right});
    const auto quantity = [&](std::int64_t milli) {
        return texts.figure(Value(static_cast<double>(milli) / 1000), "");
    };
    for (const LineDifference& line : billDifferences(both)) {
        if (table.isEmpty())
            table.add({texts.text("diff.line"),
                       {},
                       texts.text("diff.before"),
                       texts.text("diff.after"),
                       texts.text("diff.before"),
                       texts.text("diff.after")});
        table.add({lineName(line, texts), texts.text("diff.line." + std::string(enumName(line.change))),
                   quantity(line.beforeMilli), quantity(line.afterMilli),
                   amountText(both.beforeSolved->context(), line.before, kMoneyUnit, texts),
                   amountText(both.afterSolved->context(), line.after, kMoneyUnit, texts)});
    }
    return table.text();
}

std::string figuresText(const Comparison& both, const Texts& texts) {
    TextTable table({Align::Left, Align::Right, Align::Right, Align::Right});
    const std::vector<FigureDifference> figures = figureDifferences(*both.beforeSolved, *both.afterSolved);
    if (!figures.empty())
        table.add({texts.text("diff.figure"), texts.text("diff.before"), texts.text("diff.after"),
                   texts.text("diff.change")});
    for (const FigureDifference& figure : figures)
        table.add({figureLabel(both.afterSolved->context(), *figure.definition, figure.subject),
                   amountText(both.beforeSolved->context(), figure.before, figure.definition->unit, texts),
                   amountText(both.afterSolved->context(), figure.after, figure.definition->unit, texts),
                   difference(both.afterSolved->context(), figure, texts)});
    return table.text();
}

std::string asText(const Comparison& both, const Texts& texts) {
    std::string out;
    for (const std::string& part :
         {fieldsText(fieldDifferences(both.before.snapshot, both.after.snapshot, texts), texts),
          rowsText(rowDifferences(both.before.snapshot, both.after.snapshot), texts), billText(both, texts),
          figuresText(both, texts)})
        if (!part.empty())
            out += (out.empty() ? "" : "\n") + part;
    if (!out.empty())
        return out;
    return texts.text(areEqual(both.before.snapshot, both.after.snapshot) ? "diff.equal" : "diff.equal-but-ids") + '\n';
}

} // namespace

int runDiff(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto both = comparison(*arguments, session);
    if (!both)
        return refused(both.error(), streams, session);
    streams.out << (arguments->has("--json") ? asJson(*both, session.texts()) : asText(*both, session.texts()));
    return kExitDone;
}

} // namespace rackwright
