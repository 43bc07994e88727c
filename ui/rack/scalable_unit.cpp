// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/scalable_unit.h"

#include "model/edits/rack_type_edits.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/quantity_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

/// Whether the rack stands one more step along the member, or sets the step of a member of one.
bool continues(ScalableUnitMember& member, const Rack& rack, Point offset) {
    if (member.rackType != rack.rackType || member.rotation != rack.rotation)
        return false;
    const Point last{member.offset.x + member.step.x * (member.count - 1),
                     member.offset.y + member.step.y * (member.count - 1)};
    const Point step{offset.x - last.x, offset.y - last.y};
    if (member.count > 1 && step != member.step)
        return false;
    if (member.count == 1 && step.x != Length() && step.y != Length())
        return false;
    member.step = step;
    ++member.count;
    return true;
}

} // namespace

Result<ScalableUnit> scalableUnitOf(const Design& design, const std::vector<Id<Rack>>& racks, std::string name) {
    std::vector<const Rack*> rows;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = design.racks.find(id)) {
            if (!design.rackTypes.contains(rack->rackType))
                return inputError(Message("rack.unit.no-type").with("rack", rack->name));
            rows.push_back(rack);
        }
    if (rows.empty())
        return inputError(Message("edit.missing.rack"));
    std::ranges::stable_sort(rows, [](const Rack* a, const Rack* b) {
        return std::pair(a->centre.y, a->centre.x) < std::pair(b->centre.y, b->centre.x);
    });
    ScalableUnit unit;
    unit.name = std::move(name);
    const Point origin = rows.front()->centre;
    for (const Rack* rack : rows) {
        const Point offset{rack->centre.x - origin.x, rack->centre.y - origin.y};
        if (!unit.members.empty() && continues(unit.members.back(), *rack, offset))
            continue;
        ScalableUnitMember member;
        member.rackType = rack->rackType;
        member.offset = offset;
        member.rotation = rack->rotation;
        unit.members.push_back(member);
    }
    return unit;
}

PlaceUnitDialog::PlaceUnitDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.place-unit"));
    const auto text = [&services](const char* id) { return toText(services.texts().text(id)); };
    setWindowTitle(text("rack.unit.place"));
    setMinimumWidth(380);
    const Design& design = document.design();
    m_unit = new QComboBox;
    m_unit->setObjectName(QStringLiteral("unit.unit"));
    for (const ScalableUnit& unit : design.scalableUnits)
        m_unit->addItem(toText(unit.name), QVariant::fromValue(unit.id.value));
    m_room = new QComboBox;
    m_room->setObjectName(QStringLiteral("unit.room"));
    for (const Room& room : design.rooms)
        m_room->addItem(toText(room.name), QVariant::fromValue(room.id.value));
    const auto metres = [](const char* name) {
        auto* field = new QLineEdit;
        field->setObjectName(QLatin1String(name));
        return field;
    };
    m_x = metres("unit.x");
    m_y = metres("unit.y");
    // Clear of what stands there: one aisle beyond the last rack.
    Length left, low;
    bool isFirst = true;
    for (const Rack& rack : design.racks) {
        left = isFirst ? rack.centre.x : std::min(left, rack.centre.x);
        low = isFirst ? rack.centre.y : std::max(low, rack.centre.y);
        isFirst = false;
    }
    const Length apart = Length::millimetres(1500);
    m_proposed = {isFirst ? apart : left, isFirst ? apart : low + Length::millimetres(2400)};
    m_x->setText(lengthText(m_proposed.x, "m", services.texts()));
    m_y->setText(lengthText(m_proposed.y, "m", services.texts()));
    for (QLineEdit* each : {m_x, m_y})
        showUnitOfPlainNumber(*each, "m", services.texts());
    m_row = new QLineEdit;
    m_row->setObjectName(QStringLiteral("unit.row"));
    m_row->setMaxLength(8);
    m_outcome = new QLabel;
    m_outcome->setObjectName(QStringLiteral("unit.outcome"));
    m_outcome->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(text("rack.unit.unit"), m_unit);
    form->addRow(text("rack.unit.room"), m_room);
    form->addRow(text("rack.unit.x"), m_x);
    form->addRow(text("rack.unit.y"), m_y);
    form->addRow(text("rack.unit.row"), m_row);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("rack.unit.place.do"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(kSpace);
    column->addLayout(form);
    column->addWidget(m_outcome);
    column->addWidget(buttons);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &PlaceUnitDialog::previewNow);
    connect(m_room, &QComboBox::currentIndexChanged, this, &PlaceUnitDialog::previewNow);
    connect(m_x, &QLineEdit::textChanged, this, &PlaceUnitDialog::previewNow);
    connect(m_y, &QLineEdit::textChanged, this, &PlaceUnitDialog::previewNow);
    connect(m_row, &QLineEdit::textChanged, this, &PlaceUnitDialog::previewNow);
    previewNow();
}

PlaceUnitDialog::~PlaceUnitDialog() { m_document.dropPreview(); }

void PlaceUnitDialog::previewNow() {
    const Id<ScalableUnit> unit{m_unit->currentData().toULongLong()};
    const Id<Room> room{m_room->currentData().toULongLong()};
    const Texts& texts = m_services.texts();
    const Result<Length> x = typedLength(m_x->text(), "m", texts, m_proposed.x);
    const Result<Length> y = typedLength(m_y->text(), "m", texts, m_proposed.y);
    const auto placedAt = [&](Point origin) {
        m_edit = edits::placeScalableUnit(edits::activeTarget(*m_document.project()), unit, room, origin,
                                          m_row->text().trimmed().toStdString());
        return m_document.preview(*m_edit);
    };
    const Done shown = !x ? Done(x.error()) : !y ? Done(y.error()) : placedAt({*x, *y});
    m_ok->setEnabled(static_cast<bool>(shown));
    if (!shown) {
        m_edit.reset();
        m_document.dropPreview();
        m_outcome->setText(toText(texts.sentence(shown.error().message)));
        return;
    }
    const auto count =
        static_cast<std::int64_t>(m_document.shownDesign().racks.size() - m_document.design().racks.size());
    m_outcome->setText(toText(texts.sentence(count == 1 ? Message("rack.unit.outcome-one")
                                                        : Message("rack.unit.outcome").with("count", count))));
}

} // namespace rackwright
