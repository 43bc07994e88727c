// SPDX-License-Identifier: GPL-3.0-or-later
// What networks and cables show in the inspector: names and kinds, and what a person decides for a cable against the
// choice of the cabler.
#include "ui/inspector/inspector_fields.h"

#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "model/parts/part_family.h"
#include "ui/inspector/field_binder.h"
#include "ui/text/to_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

template <class Change>
Result<std::vector<Edit>> changedDetails(StudioDocument& document, Change change) {
    std::vector<CableDetail> details;
    for (const Cable* cable : FieldBinder::rows<Cable>(document))
        change(details.emplace_back(decisionsFor(document.design(), cable->id)));
    return std::vector{edits::pinCables(edits::activeTarget(*document.project()), std::move(details))};
}

/// Cables and fibres of the project that a cable can be: what a person may decide for.
std::vector<Id<PartRow>> cableParts(const Project& project) {
    std::vector<Id<PartRow>> rows;
    for (const PartRow& row : project.parts)
        if (row.part && familyOf(row.part->category) == PartFamily::Cabling &&
            row.part->category != PartCategory::Transceiver && !row.part->isPlanningClass)
            rows.push_back(row.id);
    return rows;
}

Done checkColour(const std::string& colour) {
    static const QRegularExpression form(QStringLiteral("^(#[0-9A-Fa-f]{6})?$"));
    return form.match(toText(colour)).hasMatch()
               ? done()
               : Done(inputError(Message("inspector.colour.wrong").with("text", colour)));
}

template <class Write>
Result<std::vector<Edit>> withColour(const std::string& colour, Write write) {
    if (Done right = checkColour(colour); !right)
        return right.error();
    return write();
}

void addEnds(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    for (const auto& [id, end] : {std::pair{"end-a", &Cable::a}, std::pair{"end-b", &Cable::b}})
        bind.form().addFact(id, [&document, end = end] {
            const auto rows = FieldBinder::rows<Cable>(document);
            return rows.size() == 1
                       ? toText(edits::portLabel(*document.shownProject(), document.shownDesign(), rows.front()->*end))
                       : QString();
        });
}

} // namespace

void addCableFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    form.addSection("facts");
    if (bind.isOne())
        addEnds(bind);
    form.addFact("network", [&document, &texts = bind.texts()] {
        QString name;
        for (const Cable* cable : FieldBinder::rows<Cable>(document)) {
            const Network* network = document.shownDesign().networks.find(cable->network);
            const QString own = network ? toText(network->name) : QString();
            if (!name.isEmpty() && own != name)
                return toText(texts.text("inspector.mixed"));
            name = own;
        }
        return name;
    });
    form.addSection("decided");
    const std::vector<Id<PartRow>> parts = cableParts(*document.shownProject());
    std::vector<QString> names{bind.text("inspector.cable-part.chosen")};
    for (const Id<PartRow> part : parts)
        names.push_back(toText(partNameOf(document, part, bind.texts())));
    bind.choice<Cable>(
        "cable-part", names,
        [&document, parts](const Cable& cable) {
            const auto found = std::ranges::find(parts, decisionsFor(document.shownDesign(), cable.id).part);
            return found == parts.end() ? 0 : static_cast<int>(found - parts.begin()) + 1;
        },
        [&document, parts](const edits::Target&, int index) {
            return changedDetails(document, [&](CableDetail& detail) {
                detail.part = index > 0 ? parts[static_cast<std::size_t>(index - 1)] : Id<PartRow>();
            });
        });
    bind.quantity<Cable>(
        "cable-length", "m", QuantityField::Empty::Allowed,
        [&document](const Cable& cable) {
            const auto length = decisionsFor(document.shownDesign(), cable.id).length;
            return length ? std::optional<double>(length->inMetres()) : std::nullopt;
        },
        [&document](const edits::Target&, std::optional<double> si) {
            return changedDetails(document, [si](CableDetail& detail) {
                detail.length = si ? std::optional(Length::nearest(*si)) : std::nullopt;
            });
        });
    bind.text<Cable>(
        "label", [&document](const Cable& cable) { return decisionsFor(document.shownDesign(), cable.id).label; },
        [&document](const edits::Target&, const std::string& label) {
            return changedDetails(document, [&label](CableDetail& detail) { detail.label = label; });
        });
    bind.text<Cable>(
        "colour", [&document](const Cable& cable) { return decisionsFor(document.shownDesign(), cable.id).colour; },
        [&document](const edits::Target&, const std::string& colour) {
            return withColour(colour, [&] {
                return changedDetails(document, [&colour](CableDetail& detail) { detail.colour = colour; });
            });
        });
    bind.scopes();
}

void addNetworkFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    const auto changed = [&document](auto change) { return putEach<Network>(document, &edits::putNetwork, change); };
    form.addSection("facts");
    bind.text<Network>(
        "name", [](const Network& row) { return row.name; },
        [changed](const edits::Target&, const std::string& name) {
            return changed([&name](Network& row) { row.name = name; });
        });
    form.addFact("role", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Network>(document);
        return rows.empty() ? QString()
                            : toText(texts.text("fabric.level-name." + std::string(enumName(rows.front()->role))));
    });
    static_assert(FabricProtocol{0} == FabricProtocol::InfiniBand && FabricProtocol{1} == FabricProtocol::Ethernet);
    const std::vector<QString> protocols = {bind.text("inspector.protocol.infiniband"),
                                            bind.text("inspector.protocol.ethernet")};
    bind.choice<Network>(
        "protocol", protocols, [](const Network& row) { return static_cast<int>(row.protocol); },
        [changed](const edits::Target&, int index) {
            return changed([index](Network& row) { row.protocol = static_cast<FabricProtocol>(index); });
        });
    bind.text<Network>(
        "colour", [](const Network& row) { return row.colour; },
        [changed](const edits::Target&, const std::string& colour) {
            return withColour(colour, [&] { return changed([&colour](Network& row) { row.colour = colour; }); });
        });
    form.addFact("cables", [&document, &texts = bind.texts()] {
        std::int64_t count = 0;
        for (const Network* network : FieldBinder::rows<Network>(document))
            count += std::ranges::count(document.shownDesign().cables, network->id, &Cable::network);
        return toText(texts.sentence(Message("network.count").with("count", count)));
    });
}

} // namespace rackwright
