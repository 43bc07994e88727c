// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/row_dialogs.h"

#include "model/edits/combined_edit.h"
#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "solvers/cooling/figures.h"
#include "ui/rack/rack_drops.h"
#include "ui/supply/connections.h"
#include "ui/text/to_text.h"
#include "ui/widgets/bounded_scroll.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

namespace rackwright {

namespace {

// Stands for the loop that is made with the CDUs.
constexpr std::uint64_t kNewWater = std::numeric_limits<std::uint64_t>::max();
// Stands for all units on the floor of the rooms of the row.
constexpr std::uint64_t kAllOfRoom = kNewWater - 1;

/// Units that cool the air of the rooms that racks stand in.
std::vector<Id<CoolingUnit>> airUnitsAround(const Design& design, const std::vector<Id<Rack>>& racks) {
    std::set<Id<Room>> rooms;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = design.racks.find(id))
            rooms.insert(rack->room);
    std::vector<Id<CoolingUnit>> found;
    for (const CoolingUnit& unit : design.coolingUnits) {
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        if (floor && rooms.contains(floor->room) && unit.scope.isPresent() && heatTakenBy(unit.kind) == HeatKind::Air &&
            unit.kind != CoolingUnitKind::RearDoor)
            found.push_back(unit.id);
    }
    return found;
}

constexpr QSize kMostClaimed(300, 220); // by the fields, on a small screen

template <class Row>
Id<Row> idIn(const QComboBox& box) {
    return {box.currentData().toULongLong()};
}

void offer(QComboBox& box, const QString& name, std::uint64_t id) { box.addItem(name, QVariant::fromValue(id)); }

template <class Row>
std::size_t added(const Table<Row>& before, const Table<Row>& after) {
    return after.size() - std::min(before.size(), after.size());
}

/// The heat that a conversion leads into liquid: what the racks give to it, and where they are cooled by air so far all
/// of it, W; unset where it is not known.
std::optional<double> heatForLiquid(const SolutionPtr& solution, const std::vector<Id<Rack>>& racks) {
    double liquid = 0, all = 0;
    for (const Id<Rack> rack : racks)
        for (const FigureHandle figure : {figure_of::rackHeatLiquid, figure_of::rackHeatAir}) {
            const FigureResult* heat = solution ? solution->find(figure, Subject(rack)) : nullptr;
            if (!heat || heat->error || heat->value.isUnknown())
                return std::nullopt;
            all += heat->value.typical();
            liquid += figure == figure_of::rackHeatLiquid ? heat->value.typical() : 0;
        }
    return liquid > 0 ? liquid : all;
}

// Of two CDUs for N+1 each carries all: the smallest that does, else the largest there is.
void proposeCdu(QComboBox& box, const PartLibrary* library, const SolutionPtr& solution,
                const std::vector<Id<Rack>>& racks) {
    const std::optional<double> heat = heatForLiquid(solution, racks);
    if (!library || !heat)
        return;
    std::optional<std::pair<bool, double>> best; // whether it is too small, and by what it is judged
    for (int i = 0; i < box.count(); ++i) {
        const Result<PartPtr> part = library->part(box.itemData(i).toString().toStdString());
        const auto watts = part ? fact(**part, attribute::coolingCapacity).typical() : std::nullopt;
        if (!watts)
            continue;
        const bool isSmall = watts->si() < *heat;
        const std::pair rank(isSmall, isSmall ? -watts->si() : watts->si());
        if (best && *best <= rank)
            continue;
        best = rank;
        box.setCurrentIndex(i);
    }
}

} // namespace

RowDialog::RowDialog(const char* name, StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
                     QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_racks(std::move(racks)) {
    setObjectName(QLatin1String(name));
    setMinimumWidth(460);
    m_form = new QFormLayout;
    m_form->setVerticalSpacing(8);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

RowDialog::~RowDialog() { m_document.dropPreview(); }

QString RowDialog::text(const char* id) const { return toText(m_services.texts().text(id)); }
QString RowDialog::sentence(const Message& message) const { return toText(m_services.texts().sentence(message)); }

void RowDialog::addRow(const char* id, QWidget* field) {
    field->setObjectName(QLatin1String(id));
    field->setAccessibleName(text(id));
    m_form->addRow(text(id), field);
}

QComboBox* RowDialog::addChoice(const char* id) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(24);
    addRow(id, box);
    connect(box, &QComboBox::currentIndexChanged, this, &RowDialog::check);
    return box;
}

QLineEdit* RowDialog::addLine(const char* id, const QString& value, std::string_view unit) {
    auto* line = new QLineEdit(value);
    addRow(id, line);
    if (!unit.empty()) {
        line->setPlaceholderText(text("busways.not-known"));
        showUnitOfPlainNumber(*line, unit, m_services.texts());
    }
    connect(line, &QLineEdit::textChanged, this, &RowDialog::check);
    return line;
}

QCheckBox* RowDialog::addBox(const char* id, bool isOn) {
    auto* box = new QCheckBox(text(id));
    box->setObjectName(QLatin1String(id));
    box->setChecked(isOn);
    m_form->addRow(box);
    connect(box, &QCheckBox::toggled, this, &RowDialog::check);
    return box;
}

void RowDialog::finish(const char* does) {
    const QString name = objectName().section(QLatin1Char('.'), 1);
    m_summary = new QLabel;
    m_summary->setObjectName(name + QStringLiteral(".summary"));
    m_summary->setWordWrap(true);
    m_problem = new ProblemLabel(name + QStringLiteral(".problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, m_services.texts(), text(does));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* fields = new QWidget;
    fields->setLayout(m_form);
    auto* scroll = new BoundedScroll(fields, kMostClaimed);
    // Room for the bar beside the fields, which a low screen makes scroll.
    scroll->setMinimumWidth(fields->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    column->addWidget(scroll, 1);
    column->addWidget(m_summary);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

void RowDialog::check() {
    if (!m_ok)
        return;
    const Result<Edit> made = edit();
    const Done shown = made ? m_document.preview(*made) : Done(made.error());
    if (!shown)
        m_document.dropPreview();
    m_problem->say(shown ? QString() : problem(shown.error()));
    m_summary->setText(shown ? summary(m_document.design(), m_document.shownDesign()) : QString());
    m_ok->setEnabled(bool(shown));
}

QString RowDialog::problem(const Error& error) const { return sentence(error.message); }

Result<std::optional<double>> RowDialog::numberIn(const QLineEdit& field, std::string_view unit) const {
    if (field.text().trimmed().isEmpty())
        return std::optional<double>();
    const Result<double> si = typedQuantity(field.text(), unit, m_services.texts());
    if (!si)
        return si.error();
    return std::optional<double>(*si);
}

void RowDialog::offerParts(QComboBox& box, PartCategory category, bool canBeNone) {
    if (canBeNone)
        box.addItem(text("row-supply.none"), QString());
    const PartLibrary* library = m_services.library();
    if (!library)
        return;
    for (const PartSummary& part : library->parts())
        if (part.category == category) {
            // Where descriptions begin alike the model tells them apart, and the tip has all of a line that is cut.
            const QString name = toText(part.description.empty() || part.description == part.model
                                            ? part.model
                                            : part.model + " · " + part.description);
            box.addItem(name, toText(part.id));
            box.setItemData(box.count() - 1, name, Qt::ToolTipRole);
        }
    box.view()->setTextElideMode(Qt::ElideMiddle);
}

PartPtr RowDialog::partIn(const QComboBox& box) const {
    const std::string id = box.currentData().toString().toStdString();
    const PartLibrary* library = m_services.library();
    if (id.empty() || !library)
        return {};
    const Result<PartPtr> part = library->part(id);
    return part ? *part : PartPtr();
}

ConnectRowDialog::ConnectRowDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
                                   QWidget* parent)
    : RowDialog("dialog.connect-row", document, services, std::move(racks), parent) {
    setWindowTitle(text("connect-row.title"));
    m_feedA = addChoice("connect-row.feed-a");
    offerFeeders(*m_feedA, FeedSide::A);
    m_feedB = addChoice("connect-row.feed-b");
    offerFeeders(*m_feedB, FeedSide::B);
    m_taps = addBox("connect-row.taps", true);
    m_tapPart = addChoice("connect-row.tap-part");
    offerParts(*m_tapPart, PartCategory::BuswayTapOff, true);
    m_breaker = addLine("connect-row.breaker", {}, "A");
    m_liquid = addChoice("connect-row.liquid");
    offerCooling(*m_liquid, HeatKind::Liquid);
    m_air = addChoice("connect-row.air");
    offerCooling(*m_air, HeatKind::Air);
    m_doors = addChoice("connect-row.doors");
    offerWater(*m_doors);
    finish("connect-row.make");
}

// Those of the side first, the nearest to racks before the ones above; the first of the side is proposed.
void ConnectRowDialog::offerFeeders(QComboBox& box, FeedSide side) {
    offer(box, text("row-supply.none"), 0);
    std::vector<const PowerElement*> feeders;
    const Design& design = m_document.design();
    for (const PowerElement& element : design.powerElements)
        if (edits::mayFeed(element.kind, PowerElementKind::RackPdu) && element.kind != PowerElementKind::TapOff &&
            (element.side == side || element.side == FeedSide::None))
            feeders.push_back(&element);
    std::ranges::stable_sort(feeders, [side](const PowerElement* a, const PowerElement* b) {
        const auto place = [side](const PowerElement* each) {
            return std::pair(each->side != side, -static_cast<int>(each->kind));
        };
        return place(a) < place(b);
    });
    for (const PowerElement* feeder : feeders)
        offer(box,
              toText(feeder->name) + QStringLiteral(" · ") +
                  connectionNote(design, Subject(feeder->id), m_services.texts()),
              feeder->id.value);
    // A busway that something else hangs on already may be another row's: the newest of the side is meant.
    for (int i = 1; i < box.count(); ++i)
        if (const PowerElement* feeder = design.powerElements.find({box.itemData(i).toULongLong()});
            feeder->side == side && feeder->kind == PowerElementKind::Busway)
            box.setCurrentIndex(i);
    // Where the row hangs on one already, the rest of it is to hang there too.
    if (const auto own = feedersOfRow(side); !own.empty())
        for (int i = 1; i < box.count(); ++i)
            if (box.itemData(i).toULongLong() == own.front().value)
                box.setCurrentIndex(i);
}

// What feeds elements of a side in the row, tap-offs passed over; that of most of them first.
std::vector<Id<PowerElement>> ConnectRowDialog::feedersOfRow(FeedSide side) const {
    const Design& design = m_document.design();
    const edits::SupplyChain chain(design);
    std::map<std::uint64_t, std::size_t> counts;
    for (const Id<Rack> rack : m_racks)
        for (const Id<PowerElement> id : rackElements(design, rack)) {
            const PowerElement* at = design.powerElements.find(id);
            if (at->side != side)
                continue;
            do {
                const auto& links = chain.feeding(at->id);
                at = links.empty() ? nullptr : design.powerElements.find(links.front()->from);
            } while (at && at->kind == PowerElementKind::TapOff);
            if (at)
                ++counts[at->id.value];
        }
    std::vector<Id<PowerElement>> found;
    for (const auto& [id, count] : counts)
        found.push_back({id});
    std::ranges::stable_sort(
        found, [&counts](Id<PowerElement> a, Id<PowerElement> b) { return counts.at(a.value) > counts.at(b.value); });
    return found;
}

bool ConnectRowDialog::isWholeRowFed() const {
    const Design& design = m_document.design();
    const edits::SupplyChain chain(design);
    bool isAny = false;
    for (const Id<Rack> rack : m_racks)
        for (const Id<PowerElement> id : rackElements(design, rack)) {
            if (chain.feeding(id).empty())
                return false;
            isAny = true;
        }
    return isAny;
}

QString ConnectRowDialog::problem(const Error& error) const {
    std::vector<std::string> names;
    for (const FeedSide side : {FeedSide::A, FeedSide::B, FeedSide::None})
        for (const Id<PowerElement> id : feedersOfRow(side))
            if (const std::string& name = m_document.design().powerElements.find(id)->name;
                std::ranges::find(names, name) == names.end())
                names.push_back(name);
    if (error.message.id != "edit.row-connected" || names.empty() || !isWholeRowFed())
        return RowDialog::problem(error);
    return sentence(Message("connect-row.already-fed").with("feeds", ArgumentValue(WordList{names})));
}

// Units one by one, and all units of a loop together.
void ConnectRowDialog::offerCooling(QComboBox& box, HeatKind heat) {
    offer(box, text("row-supply.none"), 0);
    const Design& design = m_document.design();
    std::map<std::uint64_t, std::size_t> ofLoop;
    for (const CoolingUnit& unit : design.coolingUnits)
        if (heatTakenBy(unit.kind) == heat && unit.kind != CoolingUnitKind::RearDoor) {
            const Id<CoolingLoop> loop = heat == HeatKind::Liquid ? unit.secondary : unit.primary;
            if (loop)
                ++ofLoop[loop.value];
        }
    for (const auto& [loop, count] : ofLoop)
        if (const CoolingLoop* row = design.coolingLoops.find({loop}))
            offer(box, sentence(Message("connect-row.units-of").with("loop", row->name).with("count", count)), loop);
    if (const std::size_t around = airUnitsAround(design, m_racks).size(); heat == HeatKind::Air && around > 1)
        offer(box, sentence(Message("connect-row.units-of-room").with("count", around)), kAllOfRoom);
    for (const CoolingUnit& unit : design.coolingUnits)
        if (heatTakenBy(unit.kind) == heat && unit.kind != CoolingUnitKind::RearDoor)
            offer(box, toText(unit.name), unit.id.value);
}

void ConnectRowDialog::offerWater(QComboBox& box) {
    offer(box, text("row-supply.none"), 0);
    for (const CoolingLoop& loop : m_document.design().coolingLoops)
        offer(box, toText(loop.name), loop.id.value);
}

Result<Edit> ConnectRowDialog::edit() const {
    edits::RowSupply row;
    row.racks = m_racks;
    row.feedA = idIn<PowerElement>(*m_feedA);
    row.feedB = idIn<PowerElement>(*m_feedB);
    row.hasTapOffs = m_taps->isChecked();
    row.tapOff = partIn(*m_tapPart);
    const Result<std::optional<double>> breaker = numberIn(*m_breaker, "A");
    if (!breaker)
        return breaker.error();
    if (*breaker)
        row.breaker = Current(**breaker);
    const auto units = [this](const QComboBox& box, HeatKind heat) {
        std::vector<Id<CoolingUnit>> found;
        const std::uint64_t chosen = box.currentData().toULongLong();
        if (chosen == kAllOfRoom)
            return airUnitsAround(m_document.design(), m_racks);
        for (const CoolingUnit& unit : m_document.design().coolingUnits) {
            const Id<CoolingLoop> loop = heat == HeatKind::Liquid ? unit.secondary : unit.primary;
            const bool isOfLoop = loop && loop.value == chosen && heatTakenBy(unit.kind) == heat &&
                                  unit.kind != CoolingUnitKind::RearDoor;
            if (chosen && (unit.id.value == chosen || isOfLoop))
                found.push_back(unit.id);
        }
        return found;
    };
    row.liquidUnits = units(*m_liquid, HeatKind::Liquid);
    row.airUnits = units(*m_air, HeatKind::Air);
    row.doorWater = idIn<CoolingLoop>(*m_doors);
    return edits::connectRow(edits::activeTarget(*m_document.project()), std::move(row));
}

// What comes, and how many PDUs of the row hang on nothing then.
QString ConnectRowDialog::summary(const Design& before, const Design& after) const {
    std::unordered_set<std::uint64_t> fed;
    for (const PowerLink& link : after.powerLinks)
        fed.insert(link.to.value);
    std::size_t unfed = 0;
    for (const Id<Rack> rack : m_racks)
        for (const Id<PowerElement> element : rackElements(after, rack))
            unfed += fed.contains(element.value) ? 0 : 1;
    QString told = sentence(Message("connect-row.summary")
                                .with("circuits", added(before.powerLinks, after.powerLinks))
                                .with("taps", added(before.powerElements, after.powerElements))
                                .with("services", added(before.coolingServices, after.coolingServices))
                                .with("unfed", unfed));
    const auto doors = std::ranges::count_if(after.coolingUnits, [&before](const CoolingUnit& unit) {
        const CoolingUnit* own = before.coolingUnits.find(unit.id);
        return own && unit.kind == CoolingUnitKind::RearDoor && own->primary != unit.primary;
    });
    if (doors > 0)
        told += QLatin1Char(' ') + sentence(Message("connect-row.summary-doors")
                                                .with("count", doors)
                                                .with("loop", m_doors->currentText().toStdString()));
    return told;
}

LiquidRowDialog::LiquidRowDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
                                 QWidget* parent)
    : RowDialog("dialog.liquid-row", document, services, std::move(racks), parent) {
    setWindowTitle(text("liquid-row.title"));
    m_cdu = addChoice("liquid-row.cdu");
    offerParts(*m_cdu, PartCategory::Cdu, false);
    proposeCdu(*m_cdu, m_services.library(), m_document.solution(), m_racks);
    m_count = new QSpinBox;
    m_count->setRange(1, 20);
    m_count->setValue(2);
    addRow("liquid-row.count", m_count);
    connect(m_count, &QSpinBox::valueChanged, this, &LiquidRowDialog::check);
    m_name = addLine("liquid-row.name", text("liquid-row.proposed-name"));
    m_fluid = addLine("liquid-row.fluid", QStringLiteral("PG25"));
    m_supply = addLine("liquid-row.supply", {}, "C");
    m_return = addLine("liquid-row.return", {}, "C");
    m_redundancy = addLine("liquid-row.redundancy", QStringLiteral("N+1"));
    addWater();
    m_manifold = addChoice("liquid-row.manifold");
    offerParts(*m_manifold, PartCategory::Manifold, true);
    finish("liquid-row.make");
}

// Where no loop of facility water is drawn yet a new one is meant: CDUs that give their heat to nothing cool nothing.
void LiquidRowDialog::addWater() {
    m_water = addChoice("liquid-row.water");
    offer(*m_water, text("row-supply.none"), 0);
    bool isThere = false;
    for (const CoolingLoop& loop : m_document.design().coolingLoops) {
        offer(*m_water, toText(loop.name), loop.id.value);
        if (loop.isFacilityWater)
            m_water->setCurrentIndex(m_water->count() - 1);
        isThere = isThere || loop.isFacilityWater;
    }
    offer(*m_water, text("liquid-row.new-water"), kNewWater);
    if (!isThere)
        m_water->setCurrentIndex(m_water->count() - 1);
    // What stays empty is that of the site.
    const auto ofSite = [this](std::string_view key) {
        const std::optional<double> known = siteNumber(*m_document.project(), key);
        return known ? quantityText(*known, "C", m_services.texts()) : QString();
    };
    m_waterSupply = addLine("liquid-row.water-supply", ofSite(site::waterSupply), "C");
    m_waterReturn = addLine("liquid-row.water-return", ofSite(site::waterReturnLimit), "C");
    const auto enable = [this] {
        for (QLineEdit* field : {m_waterSupply, m_waterReturn})
            field->setEnabled(isNewWater());
    };
    connect(m_water, &QComboBox::currentIndexChanged, this, enable);
    enable();
}

bool LiquidRowDialog::isNewWater() const { return m_water->currentData().toULongLong() == kNewWater; }

Result<CoolingLoop> LiquidRowDialog::loopIn(CoolingLoop loop, const QLineEdit& supply, const QLineEdit& back) const {
    for (const auto& [field, member] :
         {std::pair{&supply, &CoolingLoop::supply}, std::pair{&back, &CoolingLoop::returnLimit}}) {
        const Result<std::optional<double>> typed = numberIn(*field, "C");
        if (!typed)
            return typed.error();
        if (*typed)
            loop.*member = Temperature::kelvin(**typed);
    }
    return loop;
}

Result<Edit> LiquidRowDialog::edit() const {
    edits::LiquidRow row;
    row.racks = m_racks;
    row.cdu = partIn(*m_cdu);
    row.cdus = m_count->value();
    CoolingLoop coolant;
    coolant.name = m_name->text().trimmed().toStdString();
    coolant.fluid = m_fluid->text().trimmed().toStdString();
    coolant.redundancy = m_redundancy->text().trimmed().toStdString();
    Result<CoolingLoop> loop = loopIn(std::move(coolant), *m_supply, *m_return);
    if (!loop)
        return loop.error();
    row.loop = std::move(*loop);
    if (isNewWater()) {
        CoolingLoop water;
        water.name = m_services.texts().text("supply.facility-water");
        water.isFacilityWater = true;
        Result<CoolingLoop> typed = loopIn(std::move(water), *m_waterSupply, *m_waterReturn);
        if (!typed)
            return typed.error();
        row.newFacility = std::move(*typed);
    } else {
        row.facility = idIn<CoolingLoop>(*m_water);
    }
    const edits::Target target = edits::activeTarget(*m_document.project());
    Edit converted = edits::convertRowToLiquid(target, std::move(row));
    const PartPtr manifold = partIn(*m_manifold);
    if (!manifold)
        return converted;
    BulkDrop manifolds = dropIntoAll(*m_document.project(), manifold, m_racks);
    // A rack of switches that is full beside its rails keeps none back from the others; the summary names it.
    if (!manifolds.edit)
        return inputError(Message("edit.rack-full")
                              .with("rack", m_document.design().racks.find(manifolds.refused.front())->name)
                              .with("part", manifold->model.empty() ? manifold->id : manifold->model));
    Message words = converted.text;
    std::vector<Edit> both;
    both.push_back(std::move(converted));
    both.push_back(std::move(*manifolds.edit));
    return edits::combined(std::move(words), std::move(both));
}

// Whether the heat of all of them to liquid is known, and none.
bool LiquidRowDialog::givesNothingToLiquid() const {
    const SolutionPtr& solution = m_document.solution();
    return solution && std::ranges::all_of(m_racks, [&solution](Id<Rack> rack) {
               const FigureResult* heat = solution->find(figure_of::rackHeatLiquid, Subject(rack));
               return heat && !heat->error && heat->value.isKnown() && heat->value.typical() == 0;
           });
}

QString LiquidRowDialog::summary(const Design& before, const Design& after) const {
    const std::size_t cdus = added(before.coolingUnits, after.coolingUnits);
    const std::size_t manifolds = added(before.devices, after.devices);
    QString told = givesNothingToLiquid()
                       ? sentence(Message("liquid-row.no-heat").with("cdus", cdus).with("manifolds", manifolds))
                       : sentence(Message("liquid-row.summary")
                                      .with("cdus", cdus)
                                      .with("racks", m_racks.size())
                                      .with("manifolds", manifolds));
    std::vector<std::string> without;
    for (const Id<Rack> id : m_racks)
        if (const Rack* rack = after.racks.find(id);
            rack && partIn(*m_manifold) &&
            before.devices.allWith<DevicesByRack>(id).size() == after.devices.allWith<DevicesByRack>(id).size())
            without.push_back(rack->name);
    if (!without.empty())
        told += QLatin1Char(' ') +
                sentence(Message("liquid-row.without-manifold").with("racks", ArgumentValue(WordList{without})));
    return told;
}

} // namespace rackwright
