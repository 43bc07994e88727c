// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_type_dialog.h"

#include "model/edits/combined.h"
#include "model/edits/part_edits.h"
#include "ui/parts/part_picker.h"
#include "ui/rack/rack_drops.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

enum SlotColumn { UnitColumn, FaceColumn, PlaceColumn, PartColumn, RoleColumn, NameColumn, SlotColumnCount };
enum EffectColumn { EffectKindColumn, EffectRackColumn, EffectDeviceColumn, EffectWhatColumn, EffectColumnCount };

QString partName(const Project& project, Id<PartRow> row) {
    const Part* part = findPart(project, row);
    return part ? toText(part->model.empty() ? part->id : part->model) : QString();
}

QTableWidget* tableOf(const char* name, const QStringList& heads) {
    auto* table = new QTableWidget(0, static_cast<int>(heads.size()));
    table->setObjectName(QLatin1String(name));
    table->setHorizontalHeaderLabels(heads);
    table->horizontalHeader()->setHighlightSections(false);
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    return table;
}

QString placeText(const Placement& placement) {
    if (const auto* in = std::get_if<InRack>(&placement))
        return QStringLiteral("U%1").arg(in->unit);
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return QStringLiteral("0U %1%2")
            .arg(beside->side == Side::Left ? QStringLiteral("L") : QStringLiteral("R"))
            .arg(beside->slot + 1);
    return QStringLiteral("–");
}

} // namespace

RackTypeDialog::RackTypeDialog(StudioDocument& document, StudioServices& services, Id<RackType> type, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_project(document.project()),
      m_nextId(document.history().nextId()), m_type(*document.design().rackTypes.find(type)) {
    setObjectName(QStringLiteral("dialog.rack-type"));
    const auto text = [&services](const std::string& id) { return toText(services.texts().text(id)); };
    setWindowTitle(text("rack.type.edit"));
    resize(820, 640);
    m_name = new QLineEdit(toText(m_type.name));
    m_name->setObjectName(QStringLiteral("type.name"));
    m_name->setAccessibleName(text("rack.name"));
    QStringList heads;
    for (const char* id : {"unit", "face", "place", "part", "role", "name"})
        heads << text(std::string("rack.type.slot.") + id);
    m_slots = tableOf("type.slots", heads);
    m_slots->setAccessibleName(text("rack.type.slots"));
    m_slots->horizontalHeader()->setSectionResizeMode(PartColumn, QHeaderView::Stretch);
    m_slots->verticalHeader()->setDefaultSectionSize(34);
    auto* add = new QPushButton(text("rack.type.slot.add"));
    add->setObjectName(QStringLiteral("type.slot.add"));
    auto* remove = new QPushButton(text("rack.type.slot.remove"));
    remove->setObjectName(QStringLiteral("type.slot.remove"));
    connect(add, &QPushButton::clicked, this, &RackTypeDialog::addSlot);
    connect(remove, &QPushButton::clicked, this, &RackTypeDialog::removeSlot);
    auto* tools = new QHBoxLayout;
    tools->addWidget(add);
    tools->addWidget(remove);
    tools->addStretch();
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("type.summary"));
    m_summary->setProperty("title", true);
    m_summary->setWordWrap(true);
    heads.clear();
    for (const char* id : {"effect", "rack", "device", "what"})
        heads << text(std::string("rack.type.effect.") + id);
    m_effects = tableOf("type.effects", heads);
    m_effects->setAccessibleName(text("rack.type.effects"));
    m_effects->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_effects->horizontalHeader()->setSectionResizeMode(EffectWhatColumn, QHeaderView::Stretch);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("rack.type.change"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* form = new QFormLayout;
    form->addRow(text("rack.name"), m_name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(kSpace);
    column->addLayout(form);
    column->addWidget(m_slots, 3);
    column->addLayout(tools);
    column->addWidget(m_summary);
    column->addWidget(m_effects, 2);
    column->addWidget(buttons);
    connect(m_name, &QLineEdit::textChanged, this, &RackTypeDialog::takeSlots);
    fillSlots();
    showEffects();
}

RackTypeDialog::~RackTypeDialog() { m_document.dropPreview(); }

// What takes the whole width between the rails stands at no side.
bool RackTypeDialog::hasSides(const RackSlot& slot) const {
    const Part* part = findPart(*m_project, slot.part);
    return slot.unit == 0 || (part && rackClaim(*part, {}).columns > 1);
}

void RackTypeDialog::fillSlots() {
    m_isFilling = true;
    const Texts& texts = m_services.texts();
    const Project& project = *m_project;
    m_slots->setRowCount(static_cast<int>(m_type.slots.size()));
    for (int row = 0; row < m_slots->rowCount(); ++row) {
        const RackSlot& slot = m_type.slots[static_cast<std::size_t>(row)];
        const auto put = [&](int column, QWidget* field) {
            field->setObjectName(QStringLiteral("slot.%1.%2").arg(row).arg(column));
            field->setAccessibleName(m_slots->horizontalHeaderItem(column)->text());
            m_slots->setCellWidget(row, column, field);
        };
        auto* unit = new QSpinBox;
        unit->setButtonSymbols(QAbstractSpinBox::NoButtons);
        unit->setRange(0, 120);
        unit->setSpecialValueText(QStringLiteral("0U"));
        unit->setValue(static_cast<int>(slot.unit));
        put(UnitColumn, unit);
        auto* face = new QComboBox;
        face->addItems({toText(texts.text("rack.face.front")), toText(texts.text("rack.face.rear"))});
        face->setCurrentIndex(slot.face == Face::Front ? 0 : 1);
        put(FaceColumn, face);
        // Across the width for things between the rails, place beside them for 0U.
        auto* place = new QComboBox;
        const auto sideText = [&](const char* id, int number) {
            return toText(texts.sentence(Message(id).with("number", number)));
        };
        place->addItems({sideText("rack.type.side.left", 1), sideText("rack.type.side.left", 2),
                         sideText("rack.type.side.right", 1), sideText("rack.type.side.right", 2)});
        const bool isLeft = slot.unit == 0 ? slot.side == Side::Left : slot.column == 0;
        place->setCurrentIndex((isLeft ? 0 : 2) + (slot.unit == 0 ? static_cast<int>(slot.column) : 0));
        place->setEnabled(hasSides(slot));
        put(PlaceColumn, place);
        auto* part = new QComboBox;
        for (const PartRow& each : project.parts)
            if (each.part && (goesIntoRacks(*each.part) || each.id == slot.part))
                part->addItem(partName(project, each.id), QVariant::fromValue(each.id.value));
        if (m_services.library()) {
            part->insertSeparator(part->count());
            part->addItem(toText(texts.text("rack.type.pick-part")), QVariant::fromValue(std::uint64_t{0}));
        }
        part->setCurrentIndex(part->findData(QVariant::fromValue(slot.part.value)));
        connect(part, &QComboBox::activated, this, [this, part, row] {
            if (part->currentData().toULongLong() == 0)
                pickPart(row);
        });
        put(PartColumn, part);
        auto* role = new QLineEdit(toText(slot.role));
        put(RoleColumn, role);
        auto* name = new QLineEdit(toText(slot.namePattern));
        put(NameColumn, name);
        connect(unit, &QSpinBox::valueChanged, this, &RackTypeDialog::takeSlots);
        for (QComboBox* box : {face, place, part})
            connect(box, &QComboBox::currentIndexChanged, this, &RackTypeDialog::takeSlots);
        for (QLineEdit* line : {role, name})
            connect(line, &QLineEdit::textChanged, this, &RackTypeDialog::takeSlots);
    }
    constexpr std::array<std::pair<int, int>, 5> widths = {
        {{UnitColumn, 74}, {FaceColumn, 92}, {PlaceColumn, 96}, {RoleColumn, 110}, {NameColumn, 130}}};
    for (const auto& [column, width] : widths)
        m_slots->setColumnWidth(column, width);
    m_isFilling = false;
}

void RackTypeDialog::takeSlots() {
    if (m_isFilling)
        return;
    m_type.name = m_name->text().trimmed().toStdString();
    for (int row = 0; row < m_slots->rowCount(); ++row) {
        RackSlot& slot = m_type.slots[static_cast<std::size_t>(row)];
        const auto box = [&](int column) { return static_cast<QComboBox*>(m_slots->cellWidget(row, column)); };
        const auto line = [&](int column) { return static_cast<QLineEdit*>(m_slots->cellWidget(row, column)); };
        slot.unit = static_cast<QSpinBox*>(m_slots->cellWidget(row, UnitColumn))->value();
        slot.face = box(FaceColumn)->currentIndex() == 0 ? Face::Front : Face::Rear;
        const int place = box(PlaceColumn)->currentIndex();
        slot.side = place < 2 ? Side::Left : Side::Right;
        if (const auto part = box(PartColumn)->currentData().toULongLong(); part != 0 && part != slot.part.value) {
            slot.part = {part};
            if (fitSlot(slot))
                return anew();
        }
        slot.column = slot.unit == 0 ? place % 2 : hasSides(slot) && place >= 2 ? 1 : 0;
        slot.role = line(RoleColumn)->text().trimmed().toStdString();
        slot.namePattern = line(NameColumn)->text().trimmed().toStdString();
        box(PlaceColumn)->setEnabled(hasSides(slot));
    }
    showEffects();
}

// What finds its place by itself goes there: a PDU beside the rails on the side with more room, as the next of its pair
// of feeds, a door onto the rear. False where the slot stays as it is.
bool RackTypeDialog::fitSlot(RackSlot& slot) const {
    const Part* part = findPart(*m_project, slot.part);
    if (!part)
        return false;
    if (part->category == PartCategory::RearDoorExchanger) {
        slot.unit = 1;
        slot.face = Face::Rear;
        slot.column = 0;
        slot.role.clear();
        slot.namePattern = "{rack}-RDHX";
        return true;
    }
    if (!hangsBeside(*part))
        return false;
    std::int64_t left = 0, right = 0, feeds = 0;
    for (const RackSlot& other : m_type.slots) {
        if (&other == &slot || other.unit != 0)
            continue;
        (other.side == Side::Left ? left : right) += 1;
        const Part* otherPart = findPart(*m_project, other.part);
        feeds += otherPart && otherPart->category == PartCategory::RackPdu ? 1 : 0;
    }
    slot.unit = 0;
    slot.side = left <= right ? Side::Left : Side::Right;
    slot.column = std::min(left, right);
    if (part->category == PartCategory::RackPdu) {
        slot.role = feeds % 2 == 0 ? "A" : "B";
        slot.namePattern = "{rack}-" + slot.role + std::to_string(feeds / 2 + 1);
    }
    return true;
}

// Not from within the field that asks, which is made anew.
void RackTypeDialog::anew() {
    QTimer::singleShot(0, this, [this] {
        fillSlots();
        showEffects();
    });
}

// A new slot continues upwards from the highest.
void RackTypeDialog::addSlot() {
    RackSlot slot;
    for (const RackSlot& each : m_type.slots) {
        slot.slot = std::max(slot.slot, each.slot);
        const Part* part = findPart(*m_project, each.part);
        const std::int64_t units = part ? std::max<std::int64_t>(1, rackUnitsOf(*part)) : 1;
        if (each.unit > 0 && each.unit + units > slot.unit) {
            slot.unit = each.unit + units;
            slot.part = each.part;
            slot.role = each.role;
        }
    }
    ++slot.slot;
    slot.namePattern = "{rack}-" + (slot.role.empty() ? std::string("d") : slot.role) + "{n}";
    if (!slot.part)
        for (const PartRow& each : m_project->parts)
            if (each.part && goesIntoRacks(*each.part) && each.part->category != PartCategory::RackPdu)
                slot.part = each.id;
    m_type.slots.push_back(std::move(slot));
    fillSlots();
    showEffects();
}

void RackTypeDialog::removeSlot() {
    const int row = m_slots->currentRow();
    if (row < 0 || row >= static_cast<int>(m_type.slots.size()))
        return;
    m_type.slots.erase(m_type.slots.begin() + row);
    fillSlots();
    showEffects();
}

QString RackTypeDialog::effectText(const edits::TypeEffectRow& row, const Design& after) const {
    const Texts& texts = m_services.texts();
    const Device* old = m_document.design().devices.find(row.device);
    const Device* now = after.devices.find(row.device);
    const QString field = row.field.empty() ? QString() : toText(texts.text("rack.type.field." + row.field));
    if (row.effect == edits::TypeEffect::Kept)
        return row.field.empty() ? toText(texts.text("rack.type.kept-device"))
                                 : toText(texts.sentence(Message("rack.type.kept").with("field", field.toStdString())));
    if (!row.thing.empty())
        return row.effect == edits::TypeEffect::Kept ? toText(texts.text("rack.type.kept-device")) : QString();
    if (!old && now)
        return placeText(now->placement) + QStringLiteral(", ") + partName(*m_project, now->part);
    if (!old || !now || row.field.empty())
        return field;
    const auto both = [&field](const QString& before, const QString& next) {
        return QStringLiteral("%1: %2 → %3").arg(field, before, next);
    };
    if (row.field == "placement")
        return both(placeText(old->placement), placeText(now->placement));
    if (row.field == "part")
        return both(partName(*m_project, old->part), partName(*m_project, now->part));
    if (row.field == "name")
        return both(toText(old->name), toText(now->name));
    return both(toText(old->role), toText(now->role));
}

void RackTypeDialog::showEffects() {
    const Texts& texts = m_services.texts();
    m_changed.reset();
    m_effects->setRowCount(0);
    const auto refuse = [&](const QString& why) {
        m_document.dropPreview();
        m_summary->setText(why);
        m_ok->setEnabled(false);
    };
    if (m_type == *m_document.design().rackTypes.find(m_type.id))
        return refuse(toText(texts.text("rack.type.unchanged")));
    if (m_type.name.empty())
        return refuse(toText(texts.text("edit.name-empty")));
    IdSource ids(m_nextId);
    const Result<edits::RackTypeOutcome> outcome = edits::withRackType(*m_project, m_document.design(), m_type, ids);
    if (!outcome)
        return refuse(toText(texts.sentence(outcome.error().message)));
    std::array<std::int64_t, 4> counts{};
    for (const edits::TypeEffectRow& effect : outcome->effects)
        ++counts[static_cast<std::size_t>(effect.effect)];
    m_summary->setText(toText(texts.sentence(Message("rack.type.summary")
                                                 .with("changed", counts[0])
                                                 .with("kept", counts[1])
                                                 .with("added", counts[2])
                                                 .with("removed", counts[3]))));
    constexpr std::size_t most = 500; // a table of all rows of a hall helps nobody
    const std::size_t shown = std::min(outcome->effects.size(), most);
    m_effects->setRowCount(static_cast<int>(shown));
    constexpr std::array<const char*, 4> names = {"rack.type.changed", "rack.type.kept-word", "rack.type.added",
                                                  "rack.type.removed"};
    for (std::size_t i = 0; i < shown; ++i) {
        const edits::TypeEffectRow& effect = outcome->effects[i];
        const Rack* rack = outcome->design.racks.find(effect.rack);
        const Device* now = outcome->design.devices.find(effect.device);
        const Device* device = now ? now : m_document.design().devices.find(effect.device);
        const std::array<QString, EffectColumnCount> cells = {
            toText(texts.text(names[static_cast<std::size_t>(effect.effect)])), rack ? toText(rack->name) : QString(),
            device ? toText(device->name) : toText(effect.thing), effectText(effect, outcome->design)};
        for (int column = 0; column < EffectColumnCount; ++column) {
            auto* item = new QTableWidgetItem(cells[static_cast<std::size_t>(column)]);
            if (column == EffectKindColumn && effect.effect == edits::TypeEffect::Kept)
                item->setForeground(Theme::current().ink(Ink::Warning));
            if (column == EffectKindColumn && effect.effect == edits::TypeEffect::Removed)
                item->setForeground(Theme::current().ink(Ink::Bad));
            m_effects->setItem(static_cast<int>(i), column, item);
        }
    }
    m_changed = m_type;
    m_ok->setEnabled(true);
    (void)m_document.preview(*edit());
}

// Parts come into the project in the order in which they were picked, and so get the ids that the slots name already.
std::optional<Edit> RackTypeDialog::edit() const {
    if (!m_changed)
        return std::nullopt;
    std::vector<Edit> steps;
    for (const PartPtr& part : m_picked)
        steps.push_back(edits::addPart(part));
    Edit change = edits::changeRackType(edits::activeTarget(*m_document.project()), *m_changed);
    if (steps.empty())
        return change;
    const Message text = change.text;
    steps.push_back(std::move(change));
    return edits::combined(text, std::move(steps));
}

void RackTypeDialog::pickPart(int row) {
    std::vector<PartCategory> categories;
    for (std::size_t i = 0; i < EnumNames<PartCategory>::names.size(); ++i) {
        Part kind;
        kind.category = static_cast<PartCategory>(i);
        if (goesIntoRacks(kind))
            categories.push_back(kind.category);
    }
    PartPicker picker(m_services, std::move(categories), this);
    const PartPtr part = picker.exec() == QDialog::Accepted ? picker.part() : nullptr;
    if (part && goesIntoRacks(*part)) {
        auto next = std::make_shared<Project>(*m_project);
        IdSource ids(m_nextId);
        RackSlot& slot = m_type.slots[static_cast<std::size_t>(row)];
        slot.part = edits::embedPart(*next, ids, part);
        if (ids.next() != m_nextId)
            m_picked.push_back(part);
        m_nextId = ids.next();
        m_project = std::move(next);
        fitSlot(slot);
    }
    anew();
}

} // namespace rackwright
