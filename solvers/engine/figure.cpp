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

template <class Row>
void addSubjects(std::vector<Subject>& subjects, SubjectKind kind, const Table<Row>& table) {
    for (const Row& row : table)
        subjects.push_back({kind, row.id.value});
}

std::string nameOf(const Design& design, Subject subject) {
    switch (subject.kind) {
    case SubjectKind::Design:
        return {};
    case SubjectKind::Room:
        return rowName(design.rooms, subject.id);
    case SubjectKind::Rack:
        return rowName(design.racks, subject.id);
    case SubjectKind::Device:
        return rowName(design.devices, subject.id);
    case SubjectKind::PowerElement:
        return rowName(design.powerElements, subject.id);
    case SubjectKind::CoolingUnit:
        return rowName(design.coolingUnits, subject.id);
    case SubjectKind::CoolingLoop:
        return rowName(design.coolingLoops, subject.id);
    case SubjectKind::Workload:
        return rowName(design.workloads, subject.id);
    case SubjectKind::Section:
        return std::string(EnumNames<QuoteSection>::names[subject.id]);
    case SubjectKind::RoomObject:
        return rowName(design.roomObjects, subject.id);
    case SubjectKind::Pathway:
        return rowName(design.pathSegments, subject.id);
    case SubjectKind::StoragePool:
        return rowName(design.storagePools, subject.id);
    case SubjectKind::Network:
        return rowName(design.networks, subject.id);
    case SubjectKind::Cable:
        return std::to_string(subject.id); // cables have no names; labels are derived
    }
    RW_CHECK(false, "every kind of subject is named above");
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
    const Cable* cable = subject.kind == SubjectKind::Cable ? design.cables.find(Id<Cable>{subject.id}) : nullptr;
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
    switch (kind) {
    case SubjectKind::Design:
        subjects.push_back({});
        break;
    case SubjectKind::Room:
        addSubjects(subjects, kind, design.rooms);
        break;
    case SubjectKind::Rack:
        for (const Rack* rack : context.racks())
            subjects.push_back({kind, rack->id.value});
        break;
    case SubjectKind::Device:
        addSubjects(subjects, kind, design.devices);
        break;
    case SubjectKind::PowerElement:
        addSubjects(subjects, kind, design.powerElements);
        break;
    case SubjectKind::CoolingUnit:
        addSubjects(subjects, kind, design.coolingUnits);
        break;
    case SubjectKind::CoolingLoop:
        addSubjects(subjects, kind, design.coolingLoops);
        break;
    case SubjectKind::Workload:
        addSubjects(subjects, kind, design.workloads);
        break;
    case SubjectKind::Section:
        for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i)
            subjects.push_back({kind, i});
        break;
    case SubjectKind::RoomObject:
        addSubjects(subjects, kind, design.roomObjects);
        break;
    case SubjectKind::Pathway:
        addSubjects(subjects, kind, design.pathSegments);
        break;
    case SubjectKind::StoragePool:
        addSubjects(subjects, kind, design.storagePools);
        break;
    case SubjectKind::Network:
        addSubjects(subjects, kind, design.networks);
        break;
    case SubjectKind::Cable:
        addSubjects(subjects, kind, design.cables);
        break;
    }
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
