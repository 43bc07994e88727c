// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/figure.h"
#include "solvers/engine/subject_name.h"

#include "model/base/nearest.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class Row>
std::string rowName(const Table<Row>& table, std::uint64_t id) {
    const Row* row = table.find(Id<Row>{id});
    return row && !row->name.empty() ? row->name : std::to_string(id);
}

std::string nameOf(const Design& design, Subject subject) {
    if (subject.kind == SubjectKind::Section)
        return std::string(EnumNames<QuoteSection>::names[subject.id]);
    std::string name;
    forEachTableOf(subject.kind, [&]<class Row>(Table<Row> Design::*table) {
        if constexpr (requires(const Row& row) { row.name; }) {
            if (name.empty() && (design.*table).contains(Id<Row>{subject.id}))
                name = rowName(design.*table, subject.id);
        }
    });
    // Without a name of its own, as cables are, whose labels are derived.
    return name.empty() && subject.kind != SubjectKind::Design ? std::to_string(subject.id) : name;
}

} // namespace

Reads Reads::rackOnly(std::vector<std::string_view> further) {
    Reads reads = only(std::move(further));
    reads.ownRack = true;
    reads.scope = [](const Context& context, Subject rack) { return context.contents(Id<Rack>{rack.id}).rows; };
    return reads;
}

Reads Reads::rackLike(std::vector<std::string_view> further) {
    Reads reads = only(std::move(further));
    reads.ownRack = true;
    reads.scope = [](const Context& context, Subject rack) { return context.contents(Id<Rack>{rack.id}).likeness; };
    reads.isShared = true;
    return reads;
}

Reads Reads::within(std::vector<std::string_view> tables, std::function<Fingerprint(const Context&, Subject)> scope) {
    Reads reads = only({});
    reads.scoped = std::move(tables);
    reads.scope = std::move(scope);
    return reads;
}

std::vector<std::string_view> Reads::watched() const {
    std::vector<std::string_view> all = tables;
    all.insert(all.end(), scoped.begin(), scoped.end());
    const bool hasContents = std::ranges::find(all, "rack_contents") != all.end();
    if (ownRack || hasContents)
        all.insert(all.end(), kRackTables.begin(), kRackTables.end());
    return all;
}

std::string subjectName(const Context& context, Subject subject) { return subjectName(context.design(), subject); }

std::string subjectName(const Design& design, Subject subject) {
    if (subject.kind == SubjectKind::Design)
        return {};
    // A person knows a cable by what it joins.
    const Cable* cable = subject.kind == SubjectKind::Cable ? design.cables.find(subject.as<Cable>()) : nullptr;
    if (cable)
        return rowName(design.devices, cable->a.device.value)
            .append(" \u2013 ")
            .append(rowName(design.devices, cable->b.device.value));
    return nameOf(design, subject);
}

std::string subjectLabel(const Context& context, Subject subject) {
    if (subject.kind == SubjectKind::Design)
        return {};
    return std::string(enumName(subject.kind)) + ":" + nameOf(context.design(), subject);
}

std::vector<Subject> subjectsOf(const Context& context, SubjectKind kind) {
    std::vector<Subject> subjects;
    const Design& design = context.design();
    if (kind == SubjectKind::Design)
        return {Subject()};
    if (kind == SubjectKind::Section)
        for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i)
            subjects.emplace_back(kind, i);
    if (kind == SubjectKind::Rack) // those present alone
        for (const Rack* rack : context.racks())
            subjects.emplace_back(rack->id);
    else
        forEachTableOf(kind, [&]<class Row>(Table<Row> Design::*table) {
            // Points of pathways are chosen, and named, but no figure is theirs.
            if constexpr (!std::is_same_v<Row, PathNode>)
                for (const Row& row : design.*table)
                    subjects.emplace_back(row.id);
        });
    return subjects;
}

std::vector<Subject> subjectsOf(const Context& context, const FigureDefinition& definition) {
    std::vector<Subject> subjects = subjectsOf(context, definition.subject);
    if (definition.applies)
        std::erase_if(subjects, [&](Subject subject) { return !definition.applies(context, subject); });
    return subjects;
}

Result<Subject> subjectFromLabel(const Context& context, SubjectKind kind, std::string_view label) {
    std::vector<std::string> names;
    for (const Subject subject : subjectsOf(context, kind)) {
        names.push_back(nameOf(context.design(), subject));
        if (names.back() == label || std::to_string(subject.id) == label)
            return subject;
    }
    return usageError(Message("figure.no-subject")
                          .with("kind", enumName(kind))
                          .with("label", label)
                          .with("nearest", WordList{nearestWords(label, names)}));
}

std::string unitText(const Context& context, std::string_view unit) {
    std::string text(unit);
    if (const auto at = text.find(kMoneyUnit); at != std::string::npos)
        text.replace(at, kMoneyUnit.size(), context.project().quote.currency.code());
    return text;
}

std::string figureLabel(const Context& context, const FigureDefinition& definition, Subject subject) {
    const std::string label = subjectLabel(context, subject);
    return label.empty() ? definition.name : definition.name + "@" + label;
}

} // namespace rackwright
