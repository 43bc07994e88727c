// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FieldBinder: joins fields of the inspector to the selected rows: what they read and which edit a change makes. Only
// the files of inspector_fields.h use it.

#include "model/design/cabled.h"
#include "model/edits/combined_edit.h"
#include "model/edits/target.h"
#include "model/project/value_limits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/inspector/field_form.h"
#include "ui/text/short_figure.h"

#include <cmath>

namespace rackwright {

template <SubjectKind kSubject, auto kTable>
struct RowsOf {
    static constexpr SubjectKind subject = kSubject;
    static constexpr auto table = kTable;
};
template <class Row>
struct RowKind;
template <>
struct RowKind<Rack> : RowsOf<SubjectKind::Rack, &Design::racks> {};
template <>
struct RowKind<Device> : RowsOf<SubjectKind::Device, &Design::devices> {};
template <>
struct RowKind<PowerElement> : RowsOf<SubjectKind::PowerElement, &Design::powerElements> {};
template <>
struct RowKind<CoolingUnit> : RowsOf<SubjectKind::CoolingUnit, &Design::coolingUnits> {};
template <>
struct RowKind<RoomObject> : RowsOf<SubjectKind::RoomObject, &Design::roomObjects> {};
template <>
struct RowKind<Cable> : RowsOf<SubjectKind::Cable, &Design::cables> {};
template <>
struct RowKind<Network> : RowsOf<SubjectKind::Network, &Design::networks> {};
/// A stretch or a point of a pathway; an id is of one table only.
template <>
struct RowKind<PathSegment> : RowsOf<SubjectKind::Pathway, &Design::pathSegments> {};
template <>
struct RowKind<PathNode> : RowsOf<SubjectKind::Pathway, &Design::pathNodes> {};

/// The fields of one form: what they read and how they write.
class FieldBinder {
public:
    FieldBinder(FieldForm& form, StudioDocument& document, StudioServices& services)
        : m_form(form), m_document(document), m_services(services) {}

    template <class Row>
    static std::vector<const Row*> rows(StudioDocument& document) {
        std::vector<const Row*> found;
        for (const Subject subject : document.selection())
            if (subject.kind == RowKind<Row>::subject)
                if (const Row* row = (document.shownDesign().*RowKind<Row>::table).find({subject.id}))
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
    QString text(const std::string& id) const { return QString::fromStdString(texts().text(id)); }

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
                    values.push_back(QString::fromStdString(read(*row)));
                return values;
            },
            [&document, make, id, &texts = texts()](const QString& typed) -> Done {
                Result<std::vector<Edit>> made =
                    make(edits::activeTarget(*document.project()), typed.trimmed().toStdString());
                return made ? commit(document, texts, id, std::move(*made)) : Done(made.error());
            });
    }

    /// `step`, where it is given, makes the edit that takes each row so far from where it is.
    template <class Row, class Read, class MakeEdit, class MakeStep = std::nullptr_t>
    void quantity(const std::string& id, std::string_view unit, QuantityField::Empty empty, Read read, MakeEdit make,
                  MakeStep step = {}) {
        StudioDocument& document = m_document;
        const auto committing = [&document, id, &texts = texts()](auto makes) -> QuantityField::CommitValue {
            return [&document, makes, id, &texts](std::optional<double> si) -> Done {
                Result<std::vector<Edit>> made = makes(edits::activeTarget(*document.project()), si);
                return made ? commit(document, texts, id, std::move(*made)) : Done(made.error());
            };
        };
        QuantityField::CommitValue stepping;
        if constexpr (!std::is_null_pointer_v<MakeStep>)
            stepping = committing(step);
        m_form.addQuantity(
            id, unit, empty,
            [&document, read] {
                std::vector<std::optional<double>> values;
                for (const Row* row : rows<Row>(document))
                    values.push_back(read(*row));
                return values;
            },
            committing(make), std::move(stepping));
    }

    /// What is yes or no.
    template <class Row, class Read, class MakeEdit>
    void flag(const std::string& id, Read read, MakeEdit make) {
        StudioDocument& document = m_document;
        m_form.addSwitch(
            id,
            [&document, read] {
                std::vector<int> values;
                for (const Row* row : rows<Row>(document))
                    values.push_back(read(*row) ? 1 : 0);
                return values;
            },
            [&document, make, id, &texts = texts()](bool isOn) -> Done {
                Result<std::vector<Edit>> made = make(edits::activeTarget(*document.project()), isOn);
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
        m_form.addFigure(text("inspector.figure." + std::string(name)), QString::fromStdString(label),
                         [&document = m_document, &texts = texts(), definition, subject] {
                             const SolutionPtr& newest = document.newestSolution();
                             const FigureResult* result = newest ? newest->find(definition->name, subject) : nullptr;
                             if (!result)
                                 return QStringLiteral("…");
                             if (result->error)
                                 return QString::fromStdString(texts.sentence(result->error->message));
                             return QString::fromStdString(shortFigureOf(definition->name, result->value,
                                                                         unitText(newest->context(), definition->unit),
                                                                         siPerUnit(definition->unit), texts)
                                                               .amount);
                         });
    }

    /// Scope of everything that is selected, whatever it is.
    void scopes();

    FieldForm& form() { return m_form; }
    StudioDocument& document() { return m_document; }
    StudioServices& services() { return m_services; }

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
        addScopes<RoomObject>(document, scopes);
        addScopes<PathSegment>(document, scopes);
        for (const Cable* cable : rows<Cable>(document))
            scopes.push_back(decisionsFor(document.shownDesign(), cable->id).scope);
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

/// What a person calls the part of a row.
std::string partNameOf(const StudioDocument& document, Id<PartRow> id, const Texts& texts);

/// Name of the parts of all rows, or "several values".
template <class Row>
QString namesOfParts(StudioDocument& document, const Texts& texts) {
    QString name;
    for (const Row* row : FieldBinder::rows<Row>(document)) {
        const QString own = QString::fromStdString(partNameOf(document, row->part, texts));
        if (name.isEmpty())
            name = own;
        else if (name != own)
            return QString::fromStdString(texts.text("inspector.mixed"));
    }
    return name;
}

/// Word of the kind of all rows by the texts that begin so, or "several values".
template <class Row>
QString kindOfRows(StudioDocument& document, const Texts& texts, const std::string& words) {
    const auto rows = FieldBinder::rows<Row>(document);
    if (rows.empty())
        return {};
    const bool isOne = std::ranges::all_of(rows, [&](const Row* row) { return row->kind == rows.front()->kind; });
    return QString::fromStdString(
        texts.text(isOne ? words + std::string(enumName(rows.front()->kind)) : std::string("inspector.mixed")));
}

inline std::optional<double> optionalSi(const std::optional<Power>& power) {
    return power ? std::optional<double>(power->si()) : std::nullopt;
}
inline std::optional<Power> optionalPower(std::optional<double> si) {
    return si ? std::optional<Power>(Power(*si)) : std::nullopt;
}

/// An angle as a person types it: up to a turn to either side, as files hold it.
inline Result<Angle> typedAngle(double degrees) {
    if (Done checked = checkLimits(degrees, {-360, 360}, ""); !checked)
        return checked.error();
    return Angle::millidegrees(std::llround(degrees * 1000));
}

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

/// x, y and rotation of one thing that stands on the floor.
template <class Row, class Move>
void addFloorPlaceFields(FieldBinder& bind, Move move) {
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
    const auto step = [write](Length Point::*axis) {
        return write([axis](OnFloor& at, double by) { at.centre.*axis += Length::nearest(by); });
    };
    bind.quantity<Row>("x", "m", QuantityField::Empty::Refused,
                       read([](const OnFloor& at) { return at.centre.x.inMetres(); }),
                       write([](OnFloor& at, double si) { at.centre.x = Length::nearest(si); }), step(&Point::x));
    bind.quantity<Row>("y", "m", QuantityField::Empty::Refused,
                       read([](const OnFloor& at) { return at.centre.y.inMetres(); }),
                       write([](OnFloor& at, double si) { at.centre.y = Length::nearest(si); }), step(&Point::y));
    bind.quantity<Row>(
        "rotation", "", QuantityField::Empty::Refused, read([](const OnFloor& at) { return at.rotation.inDegrees(); }),
        [write](const edits::Target& target, std::optional<double> degrees) -> Result<std::vector<Edit>> {
            const Result<Angle> angle = typedAngle(*degrees);
            if (!angle)
                return angle.error();
            return write([angle](OnFloor& at, double) { at.rotation = *angle; })(target, degrees);
        });
}

template <class Row>
bool areAllOnFloor(StudioDocument& document) {
    return std::ranges::all_of(FieldBinder::rows<Row>(document),
                               [](const Row* row) { return std::holds_alternative<OnFloor>(row->placement); });
}

QString placementText(const StudioDocument& document, const Placement& placement, const Texts& texts);

} // namespace rackwright
