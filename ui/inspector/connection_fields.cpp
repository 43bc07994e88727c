// SPDX-License-Identifier: GPL-3.0-or-later
// What feeds, serves and cools: the connections of power elements, cooling units and racks, and cooling loops.
#include "ui/inspector/connection_fields.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "solvers/cooling/figures.h"
#include "ui/inspector/field_binder.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/plan/subject_name.h"
#include "ui/supply/circuit_list.h"
#include "ui/supply/connect_palette.h"
#include "ui/supply/connections.h"
#include "ui/supply/link_list.h"
#include "ui/text/to_text.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace rackwright {

template <>
struct RowKind<CoolingLoop> : RowsOf<SubjectKind::CoolingLoop, &Design::coolingLoops> {};

namespace {

/// Rows that connect the selected things with another one, gathered by that other one.
template <class Row>
struct Gathered {
    std::vector<Id<Row>> rows;
    std::size_t things = 0;
};

template <class Row>
using ByOther = std::map<std::uint64_t, Gathered<Row>>;

// "3 of 20": how many of the selected things hang on it; nothing for all.
QString countNote(std::size_t count, std::size_t of, const Texts& texts) {
    return count == of ? QString()
                       : toText(texts.sentence(Message("supply.count").with("count", count).with("all", of)));
}

Done commitOne(StudioDocument& document, const Edit& edit) {
    const Done made = document.commit(edit);
    document.closeMerge();
    return made;
}

std::vector<LinkEntry> circuitEntries(StudioDocument& document, const Texts& texts, const ByOther<PowerLink>& found,
                                      std::size_t of) {
    std::vector<LinkEntry> entries;
    for (const auto& [other, links] : found)
        entries.push_back({subjectName(document.shownDesign(), {SubjectKind::PowerElement, other}, texts),
                           countNote(links.things > 0 ? links.things : links.rows.size(), of, texts),
                           {SubjectKind::PowerElement, other},
                           [&document, rows = links.rows] {
                               return commitOne(
                                   document, edits::removePowerLinks(edits::activeTarget(*document.project()), rows));
                           }});
    return entries;
}

// The circuits that feed cooling units, by what feeds them.
ByOther<PowerLink> circuitsTo(const Design& design, const std::vector<Id<CoolingUnit>>& units) {
    std::unordered_set<std::uint64_t> chosen;
    for (const Id<CoolingUnit> id : units)
        chosen.insert(id.value);
    ByOther<PowerLink> found;
    for (const PowerLink& link : design.powerLinks)
        if (!link.to && chosen.contains(link.unit.value))
            found[link.from.value].rows.push_back(link.id);
    return found;
}

// The circuits from or to elements, by their other end.
ByOther<PowerLink> circuitsOf(const Design& design, const std::vector<Id<PowerElement>>& elements, bool areFeeding) {
    std::unordered_set<std::uint64_t> chosen;
    for (const Id<PowerElement> id : elements)
        chosen.insert(id.value);
    ByOther<PowerLink> found;
    for (const PowerLink& link : design.powerLinks)
        if (link.to && chosen.contains((areFeeding ? link.to : link.from).value))
            found[(areFeeding ? link.from : link.to).value].rows.push_back(link.id);
    return found;
}

// The cooling units on circuits of elements.
std::vector<LinkEntry> unitEntries(StudioDocument& document, const Texts& texts,
                                   const std::vector<Id<PowerElement>>& elements) {
    const Design& design = document.shownDesign();
    std::map<std::uint64_t, std::vector<Id<PowerLink>>> found;
    for (const PowerLink& link : design.powerLinks)
        if (!link.to && link.unit && std::ranges::count(elements, link.from) > 0)
            found[link.unit.value].push_back(link.id);
    std::vector<LinkEntry> entries;
    for (const auto& [unit, links] : found)
        entries.push_back({subjectName(design, {SubjectKind::CoolingUnit, unit}, texts),
                           QString(),
                           {SubjectKind::CoolingUnit, unit},
                           [&document, links] {
                               return commitOne(
                                   document, edits::removePowerLinks(edits::activeTarget(*document.project()), links));
                           }});
    return entries;
}

void addList(FieldBinder& bind, const char* section, LinkList::Read read, std::optional<ConnectWay> way) {
    bind.form().addSection(section);
    auto* list = new LinkList(QLatin1String(section), bind.document(), bind.texts(), std::move(read));
    if (way) {
        const std::string id = "supply.add." + std::string(enumName(*way));
        list->setAdd(bind.text(id), [&document = bind.document(), &texts = bind.texts(), list, way] {
            openConnectPalette(document, texts, list->window(), way);
        });
    }
    bind.form().addWidget(list);
}

// Breaker, poles and the like of all circuits that feed the selected elements.
void addSharedCircuits(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const Texts& texts = bind.texts();
    const auto circuits = [&document] {
        std::vector<PowerLink> found;
        const Design& design = document.shownDesign();
        for (const auto& [other, links] : circuitsOf(design, FieldBinder::ids<PowerElement>(document), true))
            for (const Id<PowerLink> id : links.rows)
                found.push_back(*design.powerLinks.find(id));
        return found;
    };
    const auto write = [&document, &texts, circuits](const std::string& id, const auto& change) {
        std::vector<Edit> edits;
        for (PowerLink link : circuits()) {
            change(link);
            edits.push_back(edits::putPowerLink(edits::activeTarget(*document.project()), std::move(link)));
        }
        return FieldBinder::commit(document, texts, id, std::move(edits));
    };
    bind.form().addQuantity(
        "circuit-breaker", "A", QuantityField::Empty::Allowed,
        [circuits] {
            std::vector<std::optional<double>> values;
            for (const PowerLink& link : circuits())
                values.push_back(link.breaker ? std::optional(link.breaker->si()) : std::nullopt);
            return values;
        },
        [write](std::optional<double> si) {
            return write("circuit-breaker",
                         [si](PowerLink& link) { link.breaker = si ? std::optional(Current(*si)) : std::nullopt; });
        });
    bind.form().addText(
        "circuit-connector",
        [circuits] {
            std::vector<QString> values;
            for (const PowerLink& link : circuits())
                values.push_back(toText(link.connector));
            return values;
        },
        [write](const QString& typed) {
            return write("circuit-connector",
                         [&typed](PowerLink& link) { link.connector = typed.trimmed().toStdString(); });
        });
    bind.form().addQuantity(
        "circuit-whip", "m", QuantityField::Empty::Allowed,
        [circuits] {
            std::vector<std::optional<double>> values;
            for (const PowerLink& link : circuits())
                values.push_back(link.whip ? std::optional(link.whip->inMetres()) : std::nullopt);
            return values;
        },
        [write](std::optional<double> si) {
            return write("circuit-whip", [si](PowerLink& link) {
                link.whip = si ? std::optional(Length::nearest(*si)) : std::nullopt;
            });
        });
}

// The circuits that feed the one selected thing, and a button for one more.
void addCircuits(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const Texts& texts = bind.texts();
    bind.form().addSection("fed-from");
    bind.form().addWidget(new CircuitList(document.selection().front(), document, texts));
    auto* add = new QToolButton;
    add->setObjectName(QStringLiteral("inspector.fed-from.add"));
    add->setText(bind.text("supply.add.fed-from"));
    QObject::connect(add, &QToolButton::clicked, add, [&document, &texts, add] {
        openConnectPalette(document, texts, add->window(), ConnectWay::FedFrom);
    });
    bind.form().addWidget(add);
}

std::vector<Id<PowerElement>> elementsOfRacks(StudioDocument& document) {
    std::vector<Id<PowerElement>> found;
    for (const Id<Rack> rack : FieldBinder::ids<Rack>(document))
        for (const Id<PowerElement> element : rackElements(document.shownDesign(), rack))
            found.push_back(element);
    return found;
}

/// Services of racks by unit, or of units by rack.
std::vector<LinkEntry> serviceEntries(StudioDocument& document, const Texts& texts, bool areRacks) {
    const Design& design = document.shownDesign();
    ByOther<CoolingService> found;
    std::size_t of = 0;
    if (areRacks)
        for (const Id<Rack> rack : FieldBinder::ids<Rack>(document)) {
            ++of;
            std::unordered_set<std::uint64_t> seen;
            design.coolingServices.forEachWith<ServicesByRack>(rack, [&](const CoolingService& service) {
                Gathered<CoolingService>& at = found[service.unit.value];
                at.rows.push_back(service.id);
                at.things += seen.insert(service.unit.value).second ? 1 : 0;
            });
        }
    else
        for (const Id<CoolingUnit> unit : FieldBinder::ids<CoolingUnit>(document)) {
            ++of;
            std::unordered_set<std::uint64_t> seen;
            design.coolingServices.forEachWith<ServicesByUnit>(unit, [&](const CoolingService& service) {
                Gathered<CoolingService>& at = found[service.rack.value];
                at.rows.push_back(service.id);
                at.things += seen.insert(service.rack.value).second ? 1 : 0;
            });
        }
    std::vector<LinkEntry> entries;
    const SubjectKind kind = areRacks ? SubjectKind::CoolingUnit : SubjectKind::Rack;
    for (const auto& [other, services] : found)
        entries.push_back({subjectName(design, {kind, other}, texts),
                           countNote(services.things, of, texts),
                           {kind, other},
                           [&document, rows = services.rows] {
                               return commitOne(document,
                                                edits::removeServices(edits::activeTarget(*document.project()), rows));
                           }});
    return entries;
}

// The loops on one side of the selected units.
std::vector<LinkEntry> loopEntries(StudioDocument& document, const Texts& texts, Id<CoolingLoop> CoolingUnit::*side) {
    const auto units = FieldBinder::rows<CoolingUnit>(document);
    std::map<std::uint64_t, std::vector<Id<CoolingUnit>>> found;
    for (const CoolingUnit* unit : units)
        if (unit->*side)
            found[(unit->*side).value].push_back(unit->id);
    std::vector<LinkEntry> entries;
    for (const auto& [loop, of] : found)
        entries.push_back({subjectName(document.shownDesign(), {SubjectKind::CoolingLoop, loop}, texts),
                           countNote(of.size(), units.size(), texts),
                           {SubjectKind::CoolingLoop, loop},
                           [&document, &texts, of, side] {
                               std::vector<Edit> edits;
                               for (const Id<CoolingUnit> id : of)
                                   if (const CoolingUnit* unit = document.design().coolingUnits.find(id)) {
                                       CoolingUnit next = *unit;
                                       next.*side = {};
                                       edits.push_back(edits::putCoolingUnit(edits::activeTarget(*document.project()),
                                                                             std::move(next)));
                                   }
                               return FieldBinder::commit(document, texts, "section.loops", std::move(edits));
                           }});
    return entries;
}

template <class Read, class Write>
void addLoopQuantity(FieldBinder& bind, const char* id, const char* unit, Read read, Write write) {
    StudioDocument& document = bind.document();
    bind.quantity<CoolingLoop>(
        id, unit, QuantityField::Empty::Allowed, read,
        [&document, write](const edits::Target&, std::optional<double> si) {
            return putEach<CoolingLoop>(
                document,
                [](const edits::Target& target, CoolingLoop row) { return edits::putCoolingLoop(target, row); },
                [si, write](CoolingLoop& row) { write(row, si); });
        });
}

template <class Quantity>
auto readOf(std::optional<Quantity> CoolingLoop::*member) {
    return [member](const CoolingLoop& loop) {
        return loop.*member ? std::optional<double>((loop.*member)->si()) : std::nullopt;
    };
}
template <class Quantity>
auto writeOf(std::optional<Quantity> CoolingLoop::*member) {
    return [member](CoolingLoop& loop, std::optional<double> si) {
        loop.*member = si ? std::optional(Quantity(*si)) : std::nullopt;
    };
}
auto readOf(std::optional<Temperature> CoolingLoop::*member) {
    return [member](const CoolingLoop& loop) {
        return loop.*member ? std::optional<double>((loop.*member)->inKelvin()) : std::nullopt;
    };
}
auto writeOf(std::optional<Temperature> CoolingLoop::*member) {
    return [member](CoolingLoop& loop, std::optional<double> si) {
        loop.*member = si ? std::optional(Temperature::kelvin(*si)) : std::nullopt;
    };
}

void addLoopText(FieldBinder& bind, const char* id, std::string CoolingLoop::*member) {
    StudioDocument& document = bind.document();
    bind.text<CoolingLoop>(
        id, [member](const CoolingLoop& loop) { return loop.*member; },
        [&document, member](const edits::Target&, const std::string& typed) {
            return putEach<CoolingLoop>(
                document,
                [](const edits::Target& target, CoolingLoop row) { return edits::putCoolingLoop(target, row); },
                [member, &typed](CoolingLoop& row) { row.*member = typed; });
        });
}

/// What stands in a field of a temperature and is not what the loop has: it was refused beside the other one. Unset
/// where there is nothing of the kind.
std::optional<double> refusedTemperature(const FieldForm& form, const char* id, const std::optional<Temperature>& has,
                                         const Texts& texts) {
    const auto* field = form.findChild<QLineEdit*>(QStringLiteral("inspector.") + QLatin1String(id));
    if (!field || field->text().trimmed().isEmpty())
        return std::nullopt;
    constexpr double kShown = 0.05; // K; temperatures are entered in tenths
    const Result<double> typed = typedQuantity(field->text(), "C", texts);
    if (!typed || (has && std::abs(*typed - has->inKelvin()) < kShown))
        return std::nullopt;
    return *typed;
}

// Supply and return limit are judged together: one that was refused beside the other is taken with it as soon as both
// hold.
void addLoopTemperature(FieldBinder& bind, const FieldForm& form, const char* id,
                        std::optional<Temperature> CoolingLoop::*member, const char* otherId,
                        std::optional<Temperature> CoolingLoop::*other) {
    StudioDocument& document = bind.document();
    const Texts& texts = bind.texts();
    bind.quantity<CoolingLoop>(
        id, "C", QuantityField::Empty::Allowed, readOf(member),
        [&document, &form, &texts, member, otherId, other](const edits::Target&, std::optional<double> si) {
            const bool isOne = document.selection().size() == 1;
            return putEach<CoolingLoop>(
                document,
                [](const edits::Target& target, CoolingLoop row) { return edits::putCoolingLoop(target, row); },
                [&, si](CoolingLoop& row) {
                    writeOf(member)(row, si);
                    const auto refused =
                        isOne ? refusedTemperature(form, otherId, row.*other, texts) : std::optional<double>();
                    if (!refused)
                        return;
                    CoolingLoop both = row;
                    writeOf(other)(both, refused);
                    if (edits::checkLoop(both))
                        row = both;
                });
        });
}

} // namespace

void addPowerConnections(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const Texts& texts = bind.texts();
    const auto entries = [&document, &texts](bool areFeeding) {
        return [&document, &texts, areFeeding] {
            const auto elements = FieldBinder::ids<PowerElement>(document);
            auto found = circuitEntries(document, texts, circuitsOf(document.shownDesign(), elements, areFeeding),
                                        areFeeding ? elements.size() : 1);
            if (!areFeeding)
                std::ranges::move(unitEntries(document, texts, elements), std::back_inserter(found));
            return found;
        };
    };
    if (bind.isOne()) {
        addCircuits(bind);
        addList(bind, "feeds", entries(false), ConnectWay::Feeds);
        return;
    }
    addList(bind, "fed-from", entries(true), ConnectWay::FedFrom);
    addSharedCircuits(bind);
}

void addRackSupply(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    const Texts& texts = bind.texts();
    addList(
        bind, "fed-from",
        [&document, &texts] {
            const Design& design = document.shownDesign();
            auto found = circuitsOf(design, elementsOfRacks(document), true);
            // "8 of 16" PDUs would read as half of the racks without a feed: racks are counted, as they were chosen.
            for (auto& [other, links] : found) {
                std::set<Id<Rack>> fed;
                for (const Id<PowerLink> id : links.rows)
                    if (const PowerElement* pdu = design.powerElements.find(design.powerLinks.find(id)->to))
                        fed.insert(rackOf(pdu->placement));
                links.things = fed.size();
            }
            return circuitEntries(document, texts, found, FieldBinder::ids<Rack>(document).size());
        },
        ConnectWay::FedFrom);
    addList(
        bind, "cooled-by", [&document, &texts] { return serviceEntries(document, texts, true); }, ConnectWay::CooledBy);
}

void addCoolingConnections(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const Texts& texts = bind.texts();
    const auto units = FieldBinder::rows<CoolingUnit>(document);
    if (std::ranges::all_of(units, [](const CoolingUnit* unit) { return bool(heatTakenBy(unit->kind)); }))
        addList(
            bind, "serves", [&document, &texts] { return serviceEntries(document, texts, false); }, ConnectWay::Serves);
    addList(
        bind, "gives-heat-to", [&document, &texts] { return loopEntries(document, texts, &CoolingUnit::primary); },
        ConnectWay::GivesHeatTo);
    if (std::ranges::all_of(units, [](const CoolingUnit* unit) { return suppliesLoop(unit->kind); }))
        addList(
            bind, "supplies", [&document, &texts] { return loopEntries(document, texts, &CoolingUnit::secondary); },
            ConnectWay::Supplies);
    if (bind.isOne())
        addCircuits(bind);
    else
        addList(
            bind, "fed-from",
            [&document, &texts] {
                const auto chosen = FieldBinder::ids<CoolingUnit>(document);
                return circuitEntries(document, texts, circuitsTo(document.shownDesign(), chosen), chosen.size());
            },
            ConnectWay::FedFrom);
}

void addLoopFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    const Texts& texts = bind.texts();
    form.addSection("facts");
    if (bind.isOne())
        addLoopText(bind, "name", &CoolingLoop::name);
    addLoopText(bind, "fluid", &CoolingLoop::fluid);
    bind.flag<CoolingLoop>(
        "facility-water", [](const CoolingLoop& loop) { return loop.isFacilityWater; },
        [&document](const edits::Target&, bool isOn) {
            return putEach<CoolingLoop>(
                document,
                [](const edits::Target& target, CoolingLoop row) { return edits::putCoolingLoop(target, row); },
                [isOn](CoolingLoop& row) { row.isFacilityWater = isOn; });
        });
    form.addSection("supply");
    addLoopTemperature(bind, form, "supply", &CoolingLoop::supply, "return-limit", &CoolingLoop::returnLimit);
    addLoopTemperature(bind, form, "return-limit", &CoolingLoop::returnLimit, "supply", &CoolingLoop::supply);
    addLoopQuantity(bind, "flow", "L/min", readOf(&CoolingLoop::flow), writeOf(&CoolingLoop::flow));
    addLoopQuantity(bind, "pressure-difference", "kPa", readOf(&CoolingLoop::pressureDifference),
                    writeOf(&CoolingLoop::pressureDifference));
    addLoopQuantity(bind, "volume", "m3", readOf(&CoolingLoop::volume), writeOf(&CoolingLoop::volume));
    addLoopText(bind, "loop-redundancy", &CoolingLoop::redundancy);
    if (!bind.isOne())
        return;
    const Id<CoolingLoop> only{document.selection().front().id};
    addList(
        bind, "loop-units",
        [&document, &texts, only] {
            std::vector<LinkEntry> entries;
            for (const CoolingUnit& unit : document.shownDesign().coolingUnits)
                if (unit.primary == only || unit.secondary == only)
                    entries.push_back(
                        {toText(unit.name),
                         toText(texts.text(unit.secondary == only ? "supply.keeps-it" : "supply.heats-it")),
                         Subject(unit.id),
                         {}});
            return entries;
        },
        std::nullopt);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("inspector.loop.remove"));
    remove->setText(bind.text("supply.loop.remove"));
    auto* problem = new QLabel;
    problem->setObjectName(QStringLiteral("inspector.loop.problem"));
    problem->setWordWrap(true);
    QObject::connect(remove, &QToolButton::clicked, remove, [&document, &texts, only, problem] {
        const Done taken =
            commitOne(document, edits::removeCoolingLoop(edits::activeTarget(*document.project()), only));
        // Where it is gone so are these fields, with the next event.
        problem->setText(taken ? QString() : toText(texts.sentence(taken.error().message)));
    });
    form.addWidget(remove);
    form.addWidget(problem);
    form.addSection("figures");
    for (const FigureHandle name : {figure_of::coolingLoopHeat, figure_of::coolingLoopFlow})
        bind.figure(name, Subject(only));
}

} // namespace rackwright
