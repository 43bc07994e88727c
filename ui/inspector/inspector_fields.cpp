// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_fields.h"

#include "model/edits/combined_edit.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/option_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "ui/inspector/field_form.h"
#include "ui/text/short_figure.h"

#include <array>
#include <cmath>

namespace rackwright {

namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }
std::string plainText(const QString& text) { return text.trimmed().toStdString(); }

template <class Row>
struct Kind;
template <>
struct Kind<Rack> {
    static constexpr SubjectKind subject = SubjectKind::Rack;
    static constexpr auto table = &Design::racks;
};
template <>
struct Kind<Device> {
    static constexpr SubjectKind subject = SubjectKind::Device;
    static constexpr auto table = &Design::devices;
};
template <>
struct Kind<PowerElement> {
    static constexpr SubjectKind subject = SubjectKind::PowerElement;
    static constexpr auto table = &Design::powerElements;
};
template <>
struct Kind<CoolingUnit> {
    static constexpr SubjectKind subject = SubjectKind::CoolingUnit;
    static constexpr auto table = &Design::coolingUnits;
};

/// The fields of one form: what they read and how they write.
class FieldBinder {
public:
    FieldBinder(FieldForm& form, StudioDocument& document, StudioServices& services)
        : m_form(form), m_document(document), m_services(services) {}

    template <class Row>
    static std::vector<const Row*> rows(StudioDocument& document) {
        std::vector<const Row*> found;
        for (const Subject subject : document.selection())
            if (subject.kind == Kind<Row>::subject)
                if (const Row* row = (document.shownDesign().*Kind<Row>::table).find({subject.id}))
                    found.push_back(row);
        return found;
    }

    template <class Row>
    static std::vector<Id<Row>> ids(StudioDocument& document) {
        std::vector<Id<Row>> found;
        for (const Row* row : rows<Row>(document))
            found.push_back(row->id);
        return found;
    }

    bool isOne() const { return m_document.selection().size() == 1; }
    const Texts& texts() const { return m_services.texts(); }
    QString text(const std::string& id) const { return toText(texts().text(id)); }

    /// One step of the history, whatever the number of edits.
    static Done commit(StudioDocument& document, const Texts& texts, const std::string& id, std::vector<Edit> edits) {
        if (edits.empty())
            return done();
        const std::string field = texts.text("inspector." + id);
        const Edit edit =
            edits.size() == 1
                ? std::move(edits.front())
                : edits::combined(Message("undo.inspector.many").with("field", field).with("count", edits.size()),
                                  std::move(edits));
        const Done committed = document.commit(edit);
        document.closeMerge();
        return committed;
    }

    /// A text of each row; `edit` makes one edit for all.
    template <class Row, class Read, class MakeEdit>
    void text(const std::string& id, Read read, MakeEdit make) {
        StudioDocument& document = m_document;
        m_form.addText(
            id,
            [&document, read] {
                std::vector<QString> values;
                for (const Row* row : rows<Row>(document))
                    values.push_back(toText(read(*row)));
                return values;
            },
            [&document, make, id, &texts = texts()](const QString& typed) {
                return commit(document, texts, id, make(edits::activeTarget(*document.project()), plainText(typed)));
            });
    }

    template <class Row, class Read, class MakeEdit>
    void quantity(const std::string& id, std::string_view unit, QuantityField::Empty empty, Read read, MakeEdit make) {
        StudioDocument& document = m_document;
        m_form.addQuantity(
            id, unit, empty,
            [&document, read] {
                std::vector<std::optional<double>> values;
                for (const Row* row : rows<Row>(document))
                    values.push_back(read(*row));
                return values;
            },
            [&document, make, id, &texts = texts()](std::optional<double> si) -> Done {
                Result<std::vector<Edit>> made = make(edits::activeTarget(*document.project()), si);
                return made ? commit(document, texts, id, std::move(*made)) : Done(made.error());
            });
    }

    template <class Row, class Read, class MakeEdit>
    void choice(const std::string& id, const std::vector<QString>& choices, Read read, MakeEdit make) {
        StudioDocument& document = m_document;
        m_form.addChoice(
            id, choices,
            [&document, read] {
                std::vector<int> values;
                for (const Row* row : rows<Row>(document))
                    values.push_back(read(*row));
                return values;
            },
            [&document, make, id, &texts = texts()](int index) -> Done {
                Result<std::vector<Edit>> made = make(edits::activeTarget(*document.project()), index);
                return made ? commit(document, texts, id, std::move(*made)) : Done(made.error());
            });
    }

    void figure(std::string_view name, Subject subject) {
        const FigureDefinition* definition = m_services.domains()->findFigure(name);
        if (!definition)
            return;
        const SolutionPtr& solution = m_document.newestSolution();
        const std::string label = solution ? figureLabel(solution->context(), *definition, subject) : std::string(name);
        m_form.addFigure(text("inspector.figure." + std::string(name)), toText(label),
                         [&document = m_document, &texts = texts(), definition, subject] {
                             const SolutionPtr& newest = document.newestSolution();
                             const FigureResult* result = newest ? newest->find(definition->name, subject) : nullptr;
                             if (!result)
                                 return QStringLiteral("…");
                             if (result->error)
                                 return toText(texts.sentence(result->error->message));
                             return toText(shortFigure(result->value, unitText(newest->context(), definition->unit),
                                                       siPerUnit(definition->unit), texts)
                                               .amount);
                         });
    }

    /// Scope of everything that is selected, whatever it is.
    void scopes();

    FieldForm& form() { return m_form; }
    StudioDocument& document() { return m_document; }

private:
    template <class Row>
    static void addScopes(StudioDocument& document, std::vector<Scope>& scopes) {
        for (const Row* row : rows<Row>(document))
            scopes.push_back(row->scope);
    }
    static std::vector<Scope> scopesOf(StudioDocument& document) {
        std::vector<Scope> scopes;
        addScopes<Rack>(document, scopes);
        addScopes<Device>(document, scopes);
        addScopes<PowerElement>(document, scopes);
        addScopes<CoolingUnit>(document, scopes);
        return scopes;
    }
    static Done changeScopes(StudioDocument& document, const Texts& texts, const std::string& id,
                             const std::function<void(Scope&)>& change);
    template <class E>
    void scopeChoice(const std::string& id, const std::string& words, E Scope::*member);

    FieldForm& m_form;
    StudioDocument& m_document;
    StudioServices& m_services;
};

/// Rows that end with one scope are one edit.
template <class Row>
std::vector<std::pair<Scope, std::vector<Id<Row>>>> byScope(StudioDocument& document,
                                                            const std::function<void(Scope&)>& change) {
    std::vector<std::pair<Scope, std::vector<Id<Row>>>> groups;
    for (const Row* row : FieldBinder::rows<Row>(document)) {
        Scope scope = row->scope;
        change(scope);
        const auto same = std::ranges::find(groups, scope, [](const auto& group) { return group.first; });
        if (same != groups.end())
            same->second.push_back(row->id);
        else
            groups.push_back({scope, {row->id}});
    }
    return groups;
}

Done FieldBinder::changeScopes(StudioDocument& document, const Texts& texts, const std::string& id,
                               const std::function<void(Scope&)>& change) {
    const edits::Target target = edits::activeTarget(*document.project());
    std::vector<Edit> list;
    for (auto& [scope, racks] : byScope<Rack>(document, change))
        list.push_back(edits::setRackScope(target, std::move(racks), scope));
    for (auto& [scope, devices] : byScope<Device>(document, change))
        list.push_back(edits::setDeviceScope(target, std::move(devices), scope));
    for (const PowerElement* row : rows<PowerElement>(document)) {
        PowerElement element = *row;
        change(element.scope);
        list.push_back(edits::putPowerElement(target, std::move(element)));
    }
    for (const CoolingUnit* row : rows<CoolingUnit>(document)) {
        CoolingUnit unit = *row;
        change(unit.scope);
        list.push_back(edits::putCoolingUnit(target, std::move(unit)));
    }
    return commit(document, texts, id, std::move(list));
}

template <class E>
void FieldBinder::scopeChoice(const std::string& id, const std::string& words, E Scope::*member) {
    std::vector<QString> choices;
    for (const std::string_view name : EnumNames<E>::names)
        choices.push_back(text(words + std::string(name)));
    StudioDocument& document = m_document;
    m_form.addChoice(
        id, choices,
        [&document, member] {
            std::vector<int> values;
            for (const Scope& scope : scopesOf(document))
                values.push_back(static_cast<int>(scope.*member));
            return values;
        },
        [&document, &texts = texts(), id, member](int index) {
            return changeScopes(document, texts, id,
                                [member, index](Scope& scope) { scope.*member = static_cast<E>(index); });
        });
}

void FieldBinder::scopes() {
    m_form.addSection("scope");
    scopeChoice("status", "report.status.", &Scope::status);
    scopeChoice("supplied", "party.", &Scope::suppliedBy);
    scopeChoice("installed", "party.", &Scope::installedBy);
    StudioDocument& document = m_document;
    m_form.addQuantity(
        "phase", "", QuantityField::Empty::Refused,
        [&document] {
            std::vector<std::optional<double>> values;
            for (const Scope& scope : scopesOf(document))
                values.emplace_back(static_cast<double>(scope.phase));
            return values;
        },
        [&document, &texts = texts()](std::optional<double> phase) -> Done {
            if (*phase < 1 || *phase > 1000 || *phase != std::floor(*phase))
                return usageError(Message("inspector.phase.wrong"));
            return changeScopes(document, texts, "phase",
                                [phase](Scope& scope) { scope.phase = static_cast<std::int64_t>(*phase); });
        });
}

std::string partName(const StudioDocument& document, Id<PartRow> id, const Texts& texts) {
    const Part* part = findPart(*document.shownProject(), id);
    return part ? part->vendor + " " + part->model : texts.text("inspector.unknown-part");
}

/// Name of the parts of all rows, or "several values".
template <class Row>
QString partNames(StudioDocument& document, const Texts& texts) {
    QString name;
    for (const Row* row : FieldBinder::rows<Row>(document)) {
        const QString own = toText(partName(document, row->part, texts));
        if (name.isEmpty())
            name = own;
        else if (name != own)
            return toText(texts.text("inspector.mixed"));
    }
    return name;
}

std::optional<double> siOf(const std::optional<Power>& power) {
    return power ? std::optional<double>(power->si()) : std::nullopt;
}
std::optional<Power> powerOf(std::optional<double> si) { return si ? std::optional<Power>(Power(*si)) : std::nullopt; }

/// Each row changed on its own and put back.
template <class Row, class Put, class Change>
Result<std::vector<Edit>> putEach(StudioDocument& document, Put put, Change change) {
    const edits::Target target = edits::activeTarget(*document.project());
    std::vector<Edit> list;
    for (const Row* row : FieldBinder::rows<Row>(document)) {
        Row next = *row;
        change(next);
        list.push_back(put(target, std::move(next)));
    }
    return list;
}

void addRackPlace(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const auto place = [&document](Length Point::*axis) {
        return [&document, axis](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            std::vector<Edit> list;
            for (const Rack* rack : FieldBinder::rows<Rack>(document)) {
                Point by;
                by.*axis = Length::nearest(*si) - rack->centre.*axis;
                list.push_back(edits::moveRacks(target, {rack->id}, by));
            }
            return list;
        };
    };
    bind.form().addSection("place");
    bind.quantity<Rack>(
        "x", "m", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.centre.x.inMetres()); }, place(&Point::x));
    bind.quantity<Rack>(
        "y", "m", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.centre.y.inMetres()); }, place(&Point::y));
    bind.quantity<Rack>(
        "rotation", "", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.rotation.inDegrees()); },
        [&document](const edits::Target& target, std::optional<double> degrees) -> Result<std::vector<Edit>> {
            const Angle wanted = Angle::millidegrees(std::llround(*degrees * 1000));
            std::vector<Edit> list;
            for (const Rack* rack : FieldBinder::rows<Rack>(document)) {
                const Angle by = Angle::millidegrees(wanted.inMillidegrees() - rack->rotation.inMillidegrees());
                list.push_back(edits::rotateRacks(target, {rack->id}, by));
            }
            return list;
        });
}

void addRackCap(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    bind.quantity<Rack>(
        "cap", "kW", QuantityField::Empty::Allowed, [](const Rack& rack) { return siOf(rack.powerCap); },
        [&document](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            return std::vector{edits::setRackPowerCap(target, FieldBinder::ids<Rack>(document), powerOf(si))};
        });
}

QString placeText(const StudioDocument& document, const Placement& placement, const Texts& texts) {
    const Design& design = document.shownDesign();
    const auto nameOf = [](const auto* row) { return row ? toText(row->name) : QString(); };
    if (const auto* in = std::get_if<InRack>(&placement))
        return QStringLiteral("%1 · U%2").arg(nameOf(design.racks.find(in->rack))).arg(in->unit);
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return nameOf(design.racks.find(beside->rack)) + QStringLiteral(" · ") +
               toText(texts.sentence(
                   Message("inspector.place.zero-u")
                       .with("slot", beside->slot + 1)
                       .with("side", texts.text("inspector.side." + std::string(enumName(beside->side))))));
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return nameOf(design.rooms.find(floor->room));
    if (const auto* inside = std::get_if<InDevice>(&placement))
        return toText(texts.sentence(Message("inspector.place.in-device")
                                         .with("slot", inside->slot + 1)
                                         .with("host", nameOf(design.devices.find(inside->device)).toStdString())));
    return toText(texts.text("inspector.place.unplaced"));
}

/// x, y and rotation of one thing that stands on the floor.
template <class Row, class Move>
void addFloorPlace(FieldBinder& bind, Move move) {
    const auto onFloor = [](const Row& row) { return std::get_if<OnFloor>(&row.placement); };
    StudioDocument& document = bind.document();
    const auto write = [&document, move, onFloor](auto change) {
        return [&document, move, onFloor, change](const edits::Target& target,
                                                  std::optional<double> value) -> Result<std::vector<Edit>> {
            std::vector<Edit> list;
            for (const Row* row : FieldBinder::rows<Row>(document))
                if (const OnFloor* at = onFloor(*row)) {
                    OnFloor next = *at;
                    change(next, *value);
                    list.push_back(move(target, row->id, Placement(next)));
                }
            return list;
        };
    };
    const auto read = [onFloor](auto get) {
        return [onFloor, get](const Row& row) {
            const OnFloor* at = onFloor(row);
            return at ? std::optional<double>(get(*at)) : std::nullopt;
        };
    };
    bind.quantity<Row>("x", "m", QuantityField::Empty::Refused,
                       read([](const OnFloor& at) { return at.centre.x.inMetres(); }),
                       write([](OnFloor& at, double si) { at.centre.x = Length::nearest(si); }));
    bind.quantity<Row>("y", "m", QuantityField::Empty::Refused,
                       read([](const OnFloor& at) { return at.centre.y.inMetres(); }),
                       write([](OnFloor& at, double si) { at.centre.y = Length::nearest(si); }));
    bind.quantity<Row>(
        "rotation", "", QuantityField::Empty::Refused, read([](const OnFloor& at) { return at.rotation.inDegrees(); }),
        write([](OnFloor& at, double degrees) { at.rotation = Angle::millidegrees(std::llround(degrees * 1000)); }));
}

template <class Row>
bool allOnFloor(StudioDocument& document) {
    return std::ranges::all_of(FieldBinder::rows<Row>(document),
                               [](const Row* row) { return std::holds_alternative<OnFloor>(row->placement); });
}

void addDevicePlace(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const auto devices = FieldBinder::rows<Device>(document);
    if (devices.empty())
        return;
    bind.form().addSection("place");
    if (allOnFloor<Device>(document))
        return addFloorPlace<Device>(bind, [](const edits::Target& target, Id<Device> id, const Placement& placement) {
            return edits::moveDevice(target, id, placement);
        });
    bind.form().addFact("place", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Device>(document);
        return rows.size() == 1 ? placeText(document, rows.front()->placement, texts)
                                : toText(texts.text("inspector.mixed"));
    });
    if (!bind.isOne() || !std::holds_alternative<InRack>(devices.front()->placement))
        return;
    const auto inRack = [](const Device& device) { return std::get_if<InRack>(&device.placement); };
    bind.quantity<Device>(
        "unit", "", QuantityField::Empty::Refused,
        [inRack](const Device& device) {
            const InRack* in = inRack(device);
            return in ? std::optional<double>(static_cast<double>(in->unit)) : std::nullopt;
        },
        [&document, inRack](const edits::Target& target, std::optional<double> unit) -> Result<std::vector<Edit>> {
            if (*unit < 1 || *unit > 1000 || *unit != std::floor(*unit))
                return usageError(Message("inspector.unit.wrong"));
            std::vector<Edit> list;
            for (const Device* device : FieldBinder::rows<Device>(document))
                if (const InRack* in = inRack(*device)) {
                    InRack next = *in;
                    next.unit = static_cast<std::int64_t>(*unit);
                    list.push_back(edits::moveDevice(target, device->id, next));
                }
            return list;
        });
    bind.choice<Device>(
        "face", {bind.text("inspector.face.front"), bind.text("inspector.face.rear")},
        [inRack](const Device& device) {
            const InRack* in = inRack(device);
            return in ? static_cast<int>(in->face) : -1;
        },
        [&document, inRack](const edits::Target& target, int index) -> Result<std::vector<Edit>> {
            std::vector<Edit> list;
            for (const Device* device : FieldBinder::rows<Device>(document))
                if (const InRack* in = inRack(*device)) {
                    InRack next = *in;
                    next.face = static_cast<Face>(index);
                    list.push_back(edits::moveDevice(target, device->id, next));
                }
            return list;
        });
}

void addDeviceCap(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    bind.quantity<Device>(
        "cap", "kW", QuantityField::Empty::Allowed, [](const Device& device) { return siOf(device.powerCap); },
        [&document](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            return std::vector{edits::setDevicePowerCap(target, FieldBinder::ids<Device>(document), powerOf(si))};
        });
}

} // namespace

void addRackFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Rack>(
            "name", [](const Rack& rack) { return rack.name; },
            [&document](const edits::Target& target, std::string name) {
                return std::vector{
                    edits::renameRack(target, FieldBinder::ids<Rack>(document).front(), std::move(name))};
            });
    bind.text<Rack>(
        "row", [](const Rack& rack) { return rack.row; },
        [&document](const edits::Target& target, std::string row) {
            return std::vector{edits::setRackRow(target, FieldBinder::ids<Rack>(document), std::move(row))};
        });
    bind.text<Rack>(
        "role", [](const Rack& rack) { return rack.role; },
        [&document](const edits::Target& target, std::string role) {
            return std::vector{edits::setRackRole(target, FieldBinder::ids<Rack>(document), std::move(role))};
        });
    form.addFact("part", [&document, &texts = bind.texts()] { return partNames<Rack>(document, texts); });
    if (bind.isOne() && FieldBinder::rows<Rack>(document).front()->rackType)
        form.addFact("rack-type", [&document] {
            const auto rows = FieldBinder::rows<Rack>(document);
            const RackType* type =
                rows.empty() ? nullptr : document.shownDesign().rackTypes.find(rows.front()->rackType);
            return type ? toText(type->name) : QString();
        });
    addRackCap(bind);
    addRackPlace(bind);
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const char* name : {"rack.power.peak", "rack.power.nameplate", "rack.heat.air", "rack.heat.liquid",
                             "rack.airflow", "rack.weight", "rack.load.area", "rack.units.free"})
        bind.figure(name, document.selection().front());
}

void addDeviceFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Device>(
            "name", [](const Device& device) { return device.name; },
            [&document](const edits::Target& target, std::string name) {
                return std::vector{
                    edits::renameDevice(target, FieldBinder::ids<Device>(document).front(), std::move(name))};
            });
    form.addFact("part", [&document, &texts = bind.texts()] { return partNames<Device>(document, texts); });
    bind.text<Device>(
        "role", [](const Device& device) { return device.role; },
        [&document](const edits::Target& target, std::string role) {
            return std::vector{edits::setDeviceRole(target, FieldBinder::ids<Device>(document), std::move(role))};
        });
    addDeviceCap(bind);
    addDevicePlace(bind);
    bind.scopes();
}

void addPowerFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = PowerElement;
    const auto put = [](const edits::Target& target, Row row) {
        return edits::putPowerElement(target, std::move(row));
    };
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Row>(
            "name", [](const Row& row) { return row.name; },
            [&document, put](const edits::Target&, const std::string& name) {
                return *putEach<Row>(document, put, [&name](Row& row) { row.name = name; });
            });
    form.addFact("kind", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Row>(document);
        return rows.empty() ? QString() : toText(texts.text("power-kind." + std::string(enumName(rows.front()->kind))));
    });
    form.addFact("part", [&document, &texts = bind.texts()] { return partNames<Row>(document, texts); });
    std::vector<QString> sides;
    for (const std::string_view side : EnumNames<FeedSide>::names)
        sides.push_back(bind.text("inspector.feed." + std::string(side)));
    bind.choice<Row>(
        "feed", sides, [](const Row& row) { return static_cast<int>(row.side); },
        [&document, put](const edits::Target&, int index) {
            return putEach<Row>(document, put, [index](Row& row) { row.side = static_cast<FeedSide>(index); });
        });
    form.addSection("supply");
    bind.quantity<Row>(
        "rating", "kW", QuantityField::Empty::Allowed, [](const Row& row) { return siOf(row.rating); },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [si](Row& row) { row.rating = powerOf(si); });
        });
    bind.quantity<Row>(
        "breaker", "A", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.breaker ? std::optional<double>(row.breaker->si()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put,
                                [si](Row& row) { row.breaker = si ? std::optional(Current(*si)) : std::nullopt; });
        });
    bind.quantity<Row>(
        "voltage", "V", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.voltage ? std::optional<double>(row.voltage->si()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put,
                                [si](Row& row) { row.voltage = si ? std::optional(Voltage(*si)) : std::nullopt; });
        });
    bind.quantity<Row>(
        "phases", "", QuantityField::Empty::Refused,
        [](const Row& row) { return std::optional<double>(static_cast<double>(row.phases)); },
        [&document, put](const edits::Target&, std::optional<double> count) -> Result<std::vector<Edit>> {
            if (*count != 1 && *count != 3)
                return usageError(Message("inspector.phases.wrong"));
            return putEach<Row>(document, put, [count](Row& row) { row.phases = static_cast<std::int64_t>(*count); });
        });
    bind.text<Row>(
        "redundancy", [](const Row& row) { return row.redundancyGroup; },
        [&document, put](const edits::Target&, const std::string& group) {
            return *putEach<Row>(document, put, [&group](Row& row) { row.redundancyGroup = group; });
        });
    if (allOnFloor<Row>(document)) {
        form.addSection("place");
        addFloorPlace<Row>(bind, [](const edits::Target& target, Id<Row> id, const Placement& placement) {
            return edits::movePowerElement(target, id, placement);
        });
    }
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const char* name :
         {"feed.power.peak", "feed.power.nameplate", "feed.power.other-lost", "feed.rating", "feed.share"})
        bind.figure(name, document.selection().front());
}

void addCoolingFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = CoolingUnit;
    const auto put = [](const edits::Target& target, Row row) { return edits::putCoolingUnit(target, std::move(row)); };
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Row>(
            "name", [](const Row& row) { return row.name; },
            [&document, put](const edits::Target&, const std::string& name) {
                return *putEach<Row>(document, put, [&name](Row& row) { row.name = name; });
            });
    form.addFact("kind", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Row>(document);
        return rows.empty() ? QString()
                            : toText(texts.text("cooling-unit." + std::string(enumName(rows.front()->kind))));
    });
    form.addFact("part", [&document, &texts = bind.texts()] { return partNames<Row>(document, texts); });
    form.addSection("supply");
    bind.quantity<Row>(
        "rating", "kW", QuantityField::Empty::Allowed, [](const Row& row) { return siOf(row.rating); },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [si](Row& row) { row.rating = powerOf(si); });
        });
    bind.quantity<Row>(
        "supply", "C", QuantityField::Empty::Allowed,
        [](const Row& row) { return row.supply ? std::optional<double>(row.supply->inKelvin()) : std::nullopt; },
        [&document, put](const edits::Target&, std::optional<double> si) {
            return putEach<Row>(document, put, [si](Row& row) {
                row.supply = si ? std::optional(Temperature::kelvin(*si)) : std::nullopt;
            });
        });
    if (allOnFloor<Row>(document)) {
        form.addSection("place");
        addFloorPlace<Row>(bind, [](const edits::Target& target, Id<Row> id, const Placement& placement) {
            return edits::moveCoolingUnit(target, id, placement);
        });
    }
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const char* name : {"cooling-unit.heat", "cooling-unit.rating", "cooling-unit.share"})
        bind.figure(name, document.selection().front());
}

void addSharedFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder(form, document, services).scopes();
}

void addRoomFields(FieldForm& form, StudioDocument& document, StudioServices& services, Id<Room> id) {
    FieldBinder bind(form, document, services);
    const auto room = [&document, id] { return document.shownDesign().rooms.find(id); };
    const auto commit = [&document, room](const std::function<void(Room&)>& change) -> Done {
        const Room* found = room();
        if (!found)
            return edits::missingRow("room");
        Room next = *found;
        change(next);
        const Done committed =
            document.commit(edits::putRoom(edits::activeTarget(*document.project()), std::move(next)));
        document.closeMerge();
        return committed;
    };
    const auto length = [&](const char* field, QuantityField::Empty empty, auto get, auto set) {
        form.addQuantity(
            field, "mm", empty,
            [room, get] {
                const Room* found = room();
                return found ? std::vector<std::optional<double>>{get(*found)} : std::vector<std::optional<double>>{};
            },
            [commit, set](std::optional<double> si) { return commit([&](Room& next) { set(next, si); }); });
    };
    form.addSection("room");
    form.addText(
        "name", [room] { return room() ? std::vector{toText(room()->name)} : std::vector<QString>{}; },
        [commit](const QString& name) { return commit([&](Room& next) { next.name = plainText(name); }); });
    length(
        "clear-height", QuantityField::Empty::Allowed,
        [](const Room& row) {
            return row.clearHeight ? std::optional<double>(row.clearHeight->inMetres()) : std::nullopt;
        },
        [](Room& next, std::optional<double> si) {
            next.clearHeight = si ? std::optional(Length::nearest(*si)) : std::nullopt;
        });
    length(
        "grid", QuantityField::Empty::Refused,
        [](const Room& row) { return std::optional<double>(row.gridPitch.inMetres()); },
        [](Room& next, std::optional<double> si) { next.gridPitch = Length::nearest(*si); });
    length(
        "elevation", QuantityField::Empty::Refused,
        [](const Room& row) { return std::optional<double>(row.elevation.inMetres()); },
        [](Room& next, std::optional<double> si) { next.elevation = Length::nearest(*si); });
    form.addSection("figures");
    for (const char* name : {"room.area", "room.racks", "room.accelerators", "room.power.it.peak", "room.heat.air",
                             "room.heat.liquid", "room.cooling.capacity.air", "room.weight"})
        bind.figure(name, {SubjectKind::Room, id.value});
}

void addDesignFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    const auto rename = [&document](const std::string& name, const std::string& description) {
        const Done committed = document.commit(edits::renameProject(name, description));
        document.closeMerge();
        return committed;
    };
    form.addSection("design");
    form.addText(
        "name", [&document] { return std::vector{toText(document.shownProject()->name)}; },
        [&document, rename](const QString& name) { return rename(plainText(name), document.project()->description); });
    form.addText(
        "description", [&document] { return std::vector{toText(document.shownProject()->description)}; },
        [&document, rename](const QString& words) { return rename(document.project()->name, plainText(words)); });
    form.addText(
        "option", [&document] { return std::vector{toText(activeOption(*document.shownProject()).name)}; },
        [&document](const QString& name) {
            const Option& option = activeOption(*document.project());
            const Done committed = document.commit(
                edits::renameOption(*document.project(), option.id, plainText(name), option.description));
            document.closeMerge();
            return committed;
        });
    const Table<Room>& rooms = document.shownDesign().rooms;
    if (rooms.size() == 1)
        addRoomFields(form, document, services, (*rooms.begin()).id);
    form.addSection("whole");
    for (const char* name :
         {"design.accelerators", "design.racks", "power.it.peak", "power.utility.peak", "cost.price.total"})
        bind.figure(name, {});
}

} // namespace rackwright
