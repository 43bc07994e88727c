// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_plan.h"
#include "solvers/cost/bill_builder.h"
#include "solvers/cost/cable_takeoff.h"
#include "solvers/cost/cost_settings.h"
#include "solvers/cost/service_offers.h"
#include "solvers/engine/fingerprint.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace rackwright {

namespace {

const Source kCatalogueSource{"AIDC-Studio project", "AIDC-Studio catalogue", {}, {}};
const Source kCostModelSource{"AIDC-Studio project", "AIDC-Studio cost model", {}, {}};
const Source kLicenceSource{"NVIDIA", "Enterprise Licensing Guide, as summarised by third parties", {}, {}};

/// Planning prices of one speed class in US dollars: an optic, and cables as a fixed part and a part by metre.
struct SpeedPrices {
    SpeedClass speed;
    std::string_view opticItem; ///< catalogue part whose pinned price wins
    double optic;
    double fibreFixed, fibrePerMetre;
    const Source& source() const { return isOwnEstimate(opticItem) ? ownEstimate() : kCatalogueSource; }
};
// AIDC-Studio catalogue, classes of cables and optics (labelled estimates).
constexpr std::array<SpeedPrices, 6> kSpeedPrices = {{
    {25, "class-sfp28-sr", 60, 60, 2.5},
    {100, "class-mmf-100-sr4", 180, 60, 2.5},
    {200, "class-mmf-200-sr4", 340, 60, 2.5},
    {400, "class-mmf-400-sr4", 650, 70, 2.5},
    {800, "class-mmf-800-sr8", 1250, 120, 4.5},
    {1600, "class-smf-1600-dr8", 2900, 180, 2.8}, // no multimode at lanes of 200 Gb/s
}};
constexpr double kCopperFixed = 12, kCopperPerMetre = 0.9;       // class-cat6a-1g of the same catalogue
constexpr double kTrayPerRack = 1100;                            // AIDC-Studio cost model
constexpr double kContainmentWall = 380, kContainmentRoof = 320; // a square metre, AIDC-Studio cost model
constexpr double kContainmentHeight = 2.4;                       // m, over a rack of 48 U with its plinth

const SpeedPrices& pricesOf(SpeedClass speed) {
    const auto it = std::ranges::find(kSpeedPrices, speed, &SpeedPrices::speed);
    RW_CHECK(it != kSpeedPrices.end(), "every speed class has planning prices");
    return *it;
}

double settingValue(const Context& context, const setting_key::Plain& key) {
    return setting<Value>(context, key).si().typical();
}

/// What one rack brings with it that nobody drew.
struct RackNeeds {
    bool isWholeRack = false;     ///< a system that comes as a rack
    std::int64_t pdus = 0;        ///< 0 where they are drawn or nothing wants them
    std::int64_t emptyUnits = 0;  ///< between the devices of a rack of a known height
    std::int64_t loopDevices = 0; ///< each with a pair of hoses
    double hours = 0;             ///< of installation
};

class Allowances {
public:
    Allowances(BillBuilder& builder, const PriceBook& book)
        : m_builder(builder), m_context(builder.context()), m_book(book),
          m_spread(settingValue(m_context, setting_key::estimateSpread)),
          m_pduPower(setting<Value>(m_context, setting_key::pduPower).si().typical()) {}

    void addAll() {
        addRacksAndTrays();
        addPdus();
        addRails();
        addBlankingPanels();
        addLiquidParts();
        addContainment();
        addCables();
        addLicences();
        addLabour();
        addShares();
        addServiceOffers();
    }

private:
    void addRacksAndTrays();
    void addTrays(std::int64_t racks);
    bool isSettledByPerson(const BillLine& line) const;
    void addPdus();
    void addRails();
    void addBlankingPanels();
    void addLiquidParts();
    void addCoolant();
    void addContainment();
    void addCables();
    void addLicences();
    void addLabour();
    void addShares();
    void addServiceOffers();

    /// Worked out once for all racks of one likeness.
    const RackNeeds& needsOf(const Rack& rack);
    RackNeeds gathered(const Rack& rack) const;
    std::int64_t pdusOf(const RackContents& contents) const;
    std::int64_t emptyUnitsOf(const Rack& rack) const;
    double rackHours(const Rack& rack, bool isWholeRack) const;
    double deviceHours() const;
    double hours(std::string_view item, double fallback) const;
    double cableHours(bool isOptical) const {
        return isOptical ? hours("lab-optical", 0.4) : hours("lab-copper", 0.25);
    }

    // A price of ours in US dollars, unless the project pins one for the item.
    void price(BillLine& line, std::string_view item, std::string_view unit, const Value& dollars, const Source& source,
               std::string assumption = {}) {
        line.unit = unit;
        if (auto pinned = m_book.pinned(item, unit)) {
            line.price = std::move(pinned);
            return;
        }
        line.price = planningPrice(unit, dollars, source, std::move(assumption), m_spread);
    }
    void priceBySetting(BillLine& line, std::string_view item, std::string_view unit, const setting_key::Plain& key) {
        const ReadFact read = readSetting(m_context, settingFact(key));
        price(line, item, unit, read.value, read.source.value_or(Source{}), read.assumption);
    }
    /// The cost line's rate where the project has one, else false.
    bool priceByCostLine(BillLine& line, std::string_view item, std::string_view unit) {
        const CostLine* known = m_book.costLine(item);
        if (!known || known->rate.isUnknown() || m_book.pinned(item, unit))
            return false;
        LinePrice rate;
        rate.low = *known->rate.low();
        rate.typical = *known->rate.typical();
        rate.high = *known->rate.high();
        rate.basis = unit;
        rate.grade = known->rate.grade;
        rate.source = known->rate.source;
        rate.origin = PriceOrigin::CostLine;
        line.unit = unit;
        line.price = std::move(rate);
        return true;
    }
    void share(std::string_view name, QuoteSection section, LineType type, std::string_view item, ShareBasis basis,
               const setting_key::Plain& key, double years);
    bool isOurs(const Rack& rack) const { return rack.scope.isPriced(); }
    bool holdsWholeRack(const Rack& rack) const;
    template <class Predicate>
    bool holds(const Rack& rack, Predicate predicate) const {
        return std::ranges::any_of(m_context.contents(rack.id).groups, [&](const PartCount& group) {
            const Part* part = m_context.part(group.part);
            return part && predicate(*part);
        });
    }

    BillBuilder& m_builder;
    const Context& m_context;
    const PriceBook& m_book;
    double m_spread, m_pduPower;
    std::unordered_map<Fingerprint, RackNeeds, FingerprintHash> m_needs;
};

/// A device with a loop in it, that is no whole rack with its own piping.
bool isOnLoop(const Part& part) {
    return (part.heatPath == HeatPath::Liquid || part.heatPath == HeatPath::Hybrid) && part.mounting == Mounting::Eia19;
}

const RackNeeds& Allowances::needsOf(const Rack& rack) {
    const auto [it, isNew] = m_needs.try_emplace(m_context.contents(rack.id).likeness);
    if (isNew)
        it->second = gathered(rack);
    return it->second;
}

RackNeeds Allowances::gathered(const Rack& rack) const {
    const RackContents& contents = m_context.contents(rack.id);
    RackNeeds needs;
    needs.isWholeRack = holdsWholeRack(rack);
    needs.hours = rackHours(rack, needs.isWholeRack);
    if (needs.isWholeRack)
        return needs;
    needs.pdus = pdusOf(contents);
    needs.emptyUnits = emptyUnitsOf(rack);
    for (const PartCount& group : contents.groups)
        if (const Part* part = m_context.part(group.part); part && isOnLoop(*part))
            needs.loopDevices += group.count;
    return needs;
}

// Two sides, each of which carries the whole rack when the other is lost.
std::int64_t Allowances::pdusOf(const RackContents& contents) const {
    if (contents.devices.empty() || !contents.elements.empty())
        return 0;
    double load = 0;
    for (const PartCount& group : contents.groups)
        if (const Part* part = m_context.part(group.part))
            load += static_cast<double>(group.count) *
                    powerIn(*part, PowerModeKind::Maximum).high().value_or(Power(0)).si();
    return 2 * std::max<std::int64_t>(1, static_cast<std::int64_t>(ceiling(load / m_pduPower)));
}

std::int64_t Allowances::emptyUnitsOf(const Rack& rack) const {
    const Part* own = m_context.part(rack.part);
    if (!own || own->mounting == Mounting::OpenRack21 || m_context.contents(rack.id).devices.empty())
        return 0;
    const auto units = fact(*own, attribute::rackHeightUnits).typical();
    return units ? std::max<std::int64_t>(0, static_cast<std::int64_t>(*units) - usedUnits(m_context, rack)) : 0;
}

bool Allowances::holdsWholeRack(const Rack& rack) const {
    const Part* own = m_context.part(rack.part);
    return (own && own->category == PartCategory::RackScaleSystem) || holds(rack, [](const Part& part) {
               return part.mounting == Mounting::WholeRack || part.category == PartCategory::RackScaleSystem;
           });
}

void Allowances::addRacksAndTrays() {
    std::int64_t racks = 0, withoutPart = 0;
    std::vector<Id<Rack>> where;
    for (const Rack* rack : m_context.racks()) {
        racks += isOurs(*rack) ? 1 : 0;
        if (isOurs(*rack) && !rack->part && !needsOf(*rack).isWholeRack) {
            ++withoutPart;
            where.push_back(rack->id);
        }
    }
    if (withoutPart > 0) {
        BillLine& line = m_builder.allowance("racks", QuoteSection::Racks, LineType::Hardware, withoutPart * 1000);
        line.racks = std::move(where);
        line.goods = Goods::Passive;
        priceBySetting(line, "rack", "each", setting_key::rackPrice);
    }
    addTrays(racks);
}

/// Whether a person says what the line costs or that it is not ours to pay.
bool Allowances::isSettledByPerson(const BillLine& line) const {
    return std::ranges::any_of(m_context.design().quoteLines, [&line](const QuoteLine& entered) {
        return entered.derivedKey == line.key && (entered.price || entered.isOptional || entered.scope != Scope{});
    });
}

// Nobody quotes trays before their take-off: what has no price by the metre yet is in the price for each rack, for its
// share of what is drawn.
void Allowances::addTrays(std::int64_t racks) {
    bool areDrawn = false;
    std::int64_t drawnMilli = 0, openMilli = 0;
    std::vector<BillLine*> open;
    for (auto& [key, line] : m_builder.lines()) {
        if (line.text.id != "bill.pathway.tray" && line.text.id != "bill.pathway.fibre-duct")
            continue;
        areDrawn = true;
        if (!line.scope.isPriced())
            continue;
        line.price = m_book.pinned("cable-tray", line.unit);
        drawnMilli += line.quantityMilli;
        if (line.price || isSettledByPerson(line))
            continue;
        openMilli += line.quantityMilli;
        open.push_back(&line);
    }
    const double share =
        drawnMilli > 0 ? static_cast<double>(openMilli) / static_cast<double>(drawnMilli) : (areDrawn ? 0.0 : 1.0);
    const std::int64_t quantity = milli(static_cast<double>(racks) * share);
    if (quantity == 0)
        return;
    BillLine& perRack = m_builder.allowance("trays", QuoteSection::CablesAndOptics, LineType::Hardware, quantity);
    perRack.goods = Goods::Pathway;
    if (areDrawn)
        perRack.rule = Message("bill.rule.trays-drawn");
    price(perRack, "cable-tray", "rack", Value(kTrayPerRack, Grade::Estimate), kCostModelSource);
    for (BillLine* line : open) {
        line->gap = PriceGap::Included;
        line->parent = perRack.key;
    }
}

void Allowances::addPdus() {
    std::int64_t pdus = 0;
    std::vector<Id<Rack>> where;
    for (const Rack* rack : m_context.racks()) {
        const std::int64_t here = isOurs(*rack) ? needsOf(*rack).pdus : 0;
        pdus += here;
        if (here > 0)
            where.push_back(rack->id);
    }
    if (pdus == 0)
        return;
    BillLine& line = m_builder.allowance("rack-pdus", QuoteSection::PowerEquipment, LineType::Hardware, pdus * 1000);
    line.racks = std::move(where);
    priceBySetting(line, "rack-pdu", "each", setting_key::pduPrice);
}

void Allowances::addRails() {
    std::int64_t kits = 0;
    for (const Device& device : m_context.design().devices) {
        const Part* part = m_context.part(device.part);
        const bool isRacked = std::holds_alternative<InRack>(device.placement);
        kits += device.scope.isPriced() && isRacked && part && part->mounting == Mounting::Eia19 ? 1 : 0;
    }
    if (kits == 0)
        return;
    BillLine& line = m_builder.allowance("rails", QuoteSection::Racks, LineType::Hardware, kits * 1000);
    line.goods = Goods::Passive;
    priceBySetting(line, "rail-kit", "each", setting_key::railKit);
}

// Of one unit each, for what stands empty in a rack that holds something: air goes through the devices alone then.
void Allowances::addBlankingPanels() {
    std::int64_t panels = 0;
    std::vector<Id<Rack>> where;
    for (const Rack* rack : m_context.racks()) {
        const std::int64_t empty = isOurs(*rack) ? needsOf(*rack).emptyUnits : 0;
        if (empty <= 0)
            continue;
        panels += empty;
        where.push_back(rack->id);
    }
    if (panels == 0)
        return;
    BillLine& line = m_builder.allowance("blanking-panels", QuoteSection::Racks, LineType::Hardware, panels * 1000);
    line.racks = std::move(where);
    line.goods = Goods::Passive;
    priceBySetting(line, "blanking-panel", "each", setting_key::blankingPanel);
}

// A pair of manifolds for each rack with liquid-cooled devices, a pair of hoses for each of them, unless manifolds are
// drawn as parts.
void Allowances::addLiquidParts() {
    const bool areDrawn = std::ranges::any_of(m_builder.lines(), [this](const auto& entry) {
        const Part* part = m_context.part(entry.second.part);
        return part && part->category == PartCategory::Manifold;
    });
    std::int64_t hoses = 0;
    std::vector<Id<Rack>> where;
    for (const Rack* rack : m_context.racks()) {
        const std::int64_t here = isOurs(*rack) ? needsOf(*rack).loopDevices : 0;
        hoses += here;
        if (here > 0)
            where.push_back(rack->id);
    }
    if (hoses > 0) {
        const auto add = [&](std::string_view name, std::int64_t count, const setting_key::Plain& key) {
            BillLine& line =
                m_builder.allowance(name, QuoteSection::CoolingEquipment, LineType::Hardware, count * 1000);
            line.racks = where;
            line.goods = Goods::Passive;
            priceBySetting(line, name, "pair", key);
        };
        if (!areDrawn)
            add("manifolds", static_cast<std::int64_t>(where.size()), setting_key::manifold);
        add("hoses", hoses, setting_key::hosePair);
    }
    addCoolant();
}

// The first fill of the loops whose volume is known; the building fills its own water.
void Allowances::addCoolant() {
    double litres = 0;
    for (const CoolingLoop& loop : m_context.design().coolingLoops)
        if (loop.volume && !loop.isFacilityWater && loop.scope.isPriced() && loop.fluid != "air")
            litres += loop.volume->si() * 1000;
    if (litres <= 0)
        return;
    BillLine& line = m_builder.allowance("coolant", QuoteSection::CoolingEquipment, LineType::Hardware, milli(litres));
    line.goods = Goods::Passive;
    priceBySetting(line, "coolant", "litre", setting_key::coolant);
}

void Allowances::addContainment() {
    double roof = 0, wall = 0;
    for (const RoomObject& object : m_context.design().roomObjects) {
        const auto* aisle = std::get_if<Aisle>(&object.shape);
        if (!aisle || !aisle->isContained || !object.scope.isPriced() || aisle->outline.size() < 3)
            continue;
        const Box box = boundingBox(aisle->outline);
        const Length width = std::min(box.high.x - box.low.x, box.high.y - box.low.y);
        roof += area(aisle->outline).si();
        wall += 2 * width.inMetres() * kContainmentHeight;
    }
    if (roof <= 0)
        return;
    const auto add = [this](std::string_view name, double squareMetres, std::string_view item, double dollars) {
        BillLine& line =
            m_builder.allowance(name, QuoteSection::CoolingEquipment, LineType::Hardware, milli(squareMetres));
        line.goods = Goods::Passive;
        price(line, item, "m2", Value(dollars, Grade::Estimate), kCostModelSource);
    };
    add("containment-roof", roof, "containment-roof", kContainmentRoof);
    add("containment-doors", wall, "containment-wall", kContainmentWall);
}

void Allowances::addCables() {
    const CableTakeoff takeoff = undrawnCables(m_context, TakeoffOf::SuppliedByUs);
    const auto add = [this](std::string_view kind, SpeedClass speed, std::int64_t count) -> BillLine& {
        const std::string name = std::string(kind) + "-" + std::to_string(speed);
        BillLine& line = m_builder.allowance(name, QuoteSection::CablesAndOptics, LineType::Hardware, count * 1000);
        line.text = Message("bill.allowance." + std::string(kind)).with("speed", speed);
        line.rule = Message("bill.rule." + std::string(kind));
        return line;
    };
    const double fibre = setting<Value>(m_context, setting_key::fibreLength).si().typical();
    const double copper = setting<Value>(m_context, setting_key::copperLength).si().typical();
    for (const auto& [speed, count] : takeoff.transceivers)
        price(add("transceivers", speed, count), pricesOf(speed).opticItem, "each",
              Value(pricesOf(speed).optic, Grade::Estimate), pricesOf(speed).source());
    for (const auto& [speed, count] : takeoff.fibres) {
        const SpeedPrices& prices = pricesOf(speed);
        BillLine& line = add("fibres", speed, count);
        line.goods = Goods::Passive;
        line.text.with("length", UnitNumber{std::round(fibre), "m"});
        price(line, "fibre-" + std::to_string(speed), "each",
              Value(prices.fibreFixed + fibre * prices.fibrePerMetre, Grade::Estimate), prices.source());
    }
    if (takeoff.copper > 0) {
        BillLine& line =
            m_builder.allowance("copper", QuoteSection::CablesAndOptics, LineType::Hardware, takeoff.copper * 1000);
        line.goods = Goods::Passive;
        line.text.with("length", UnitNumber{std::round(copper), "m"});
        price(line, "class-cat6a-1g", "each", Value(kCopperFixed + copper * kCopperPerMetre, Grade::Estimate),
              kCatalogueSource);
    }
}

/// Whether the licence comes with the system, as the licensing guide says of DGX.
bool hasBundledLicence(const Part& part) { return part.vendor == "NVIDIA" && part.model.starts_with("DGX"); }

bool isNvidia(const Part& part) {
    const auto accelerator = fact(part, attribute::acceleratorModel).typical();
    return part.vendor == "NVIDIA" ||
           (accelerator && (accelerator->starts_with("nv-") || accelerator->find("NVIDIA") != std::string::npos));
}

void Allowances::addLicences() {
    std::int64_t sold = 0, bundled = 0;
    for (const Device& device : m_context.design().devices) {
        const Part* part = m_context.part(device.part);
        if (!part || !device.scope.isPriced() || !isNvidia(*part) || part->category == PartCategory::Tray ||
            part->category == PartCategory::Accelerator)
            continue;
        const auto count = static_cast<std::int64_t>(fact(*part, attribute::acceleratorCount).typical().value_or(0));
        (hasBundledLicence(*part) ? bundled : sold) += count;
    }
    const std::int64_t months = m_context.project().quote.supportMonths;
    const auto addLine = [&](std::string_view name, std::int64_t quantityMilli) -> BillLine& {
        BillLine& line =
            m_builder.allowance(name, QuoteSection::SoftwareAndSupport, LineType::Subscription, quantityMilli);
        line.manufacturer = "NVIDIA";
        line.termMonths = months;
        return line;
    };
    if (sold > 0) {
        BillLine& line = addLine("licences", sold * months * 1000 / 12);
        if (!priceByCostLine(line, "nvaie-1y", "accelerator year"))
            price(line, "nvaie-1y", "accelerator year", Value(4500.0, Grade::ThirdParty), kLicenceSource);
    }
    if (bundled > 0)
        price(addLine("licences-bundled", bundled * 1000), "nvaie-bundled", "accelerator",
              Value(0.0, Grade::ThirdParty), kLicenceSource);
}

double Allowances::hours(std::string_view item, double fallback) const {
    const CostLine* line = m_book.costLine(item);
    return line ? line->hoursPerUnit.typical().value_or(fallback) : fallback;
}

// Hours by kind of rack: AIDC-Studio cost model.
double Allowances::rackHours(const Rack& rack, bool isWholeRack) const {
    if (isWholeRack)
        return hours("lab-gpu-rack", 60);
    const bool hasNodes = holds(rack, [](const Part& part) { return part.category == PartCategory::GpuNode; });
    const bool isLiquid = holds(
        rack, [](const Part& part) { return part.heatPath == HeatPath::Liquid || part.heatPath == HeatPath::Hybrid; });
    const Part* own = m_context.part(rack.part);
    const bool isOpenRack = own && own->mounting == Mounting::OpenRack21;
    const double place = hasNodes     ? hours("lab-gpu-rack-air", 40)
                         : isOpenRack ? hours("lab-rack-orv3", 10)
                                      : hours("lab-rack-19", 6);
    return place + (isLiquid ? hours("lab-liquid-rack", 6) : 0);
}

// Nodes go in with their rack; switches and what states its own time are counted one by one.
double Allowances::deviceHours() const {
    double total = 0;
    for (const auto& [key, line] : m_builder.lines()) {
        const Part* part = m_context.part(line.part);
        if (!part || line.installedMilli == 0 || part->category == PartCategory::Rack)
            continue;
        const std::int64_t units = rackUnitsOf(*part);
        const double byHeight = units <= 1   ? hours("lab-switch-1u", 3)
                                : units <= 2 ? hours("lab-switch-2u", 4)
                                             : hours("lab-switch-4u", 6);
        const double usual = part->category == PartCategory::Switch ? byHeight : 0;
        const auto stated = fact(*part, attribute::installTime).typical();
        total += static_cast<double>(line.installedMilli) / 1000 * (stated ? stated->in(unit::hour) : usual);
    }
    return total;
}

void Allowances::addLabour() {
    double total = deviceHours();
    for (const Rack* rack : m_context.racks())
        if (isInstalledByUs(rack->scope))
            total += needsOf(*rack).hours;
    const CableTakeoff undrawn = undrawnCables(m_context, TakeoffOf::InstalledByUs);
    total += static_cast<double>(undrawn.copper) * cableHours(false);
    for (const auto& [speed, count] : undrawn.fibres)
        total += static_cast<double>(count) * cableHours(true);
    for (const CableOrder& order : m_context.lookUp<CablePlan>().orders)
        if (order.form != CableForm::Transceiver && isInstalledByUs(order.scope))
            total += static_cast<double>(order.count) * cableHours(isGlass(order.medium));
    if (total <= 0)
        return;
    BillLine& line = m_builder.allowance("installation", QuoteSection::Services, LineType::Service, milli(total));
    if (!priceByCostLine(line, "labour-rate", "hour"))
        priceBySetting(line, "labour-rate", "hour", setting_key::labourRate);
}

void Allowances::share(std::string_view name, QuoteSection section, LineType type, std::string_view item,
                       ShareBasis basis, const setting_key::Plain& key, double years) {
    BillLine& line = m_builder.allowance(name, section, type, 1000);
    line.unit = section == QuoteSection::Spares ? "set" : "shipment";
    if (auto pinned = m_book.pinned(item, "order")) {
        line.unit = "order";
        line.price = std::move(pinned);
        return;
    }
    LineShare made;
    made.basis = basis;
    const CostLine* known = m_book.costLine(item);
    Fact<double> percent = known ? known->percent : Fact<double>::unknown();
    if (percent.isUnknown()) {
        const ReadFact read = readSetting(m_context, settingFact(key));
        percent = Fact<double>::range(read.value.low(), read.value.typical(), read.value.high(), read.value.grade(),
                                      read.source);
        made.assumption = read.assumption;
    }
    const bool hasRange = *percent.low() < *percent.high();
    const double typical = *percent.typical() * years;
    made.low = Share::percent(100 * (hasRange ? *percent.low() * years : typical * (1 - m_spread)));
    made.typical = Share::percent(100 * typical);
    made.high = Share::percent(100 * (hasRange ? *percent.high() * years : typical * (1 + m_spread)));
    made.grade = percent.grade;
    made.source = percent.source;
    line.share = std::move(made);
}

void Allowances::addShares() {
    const double years = static_cast<double>(m_context.project().quote.supportMonths) / 12;
    share("freight", QuoteSection::Services, LineType::Service, "freight", ShareBasis::Hardware, setting_key::freight,
          1);
    share("spares", QuoteSection::Spares, LineType::Hardware, "spares", ShareBasis::Equipment, setting_key::spares, 1);
    share("optic-spares", QuoteSection::Spares, LineType::Hardware, "optic-spares", ShareBasis::Optics,
          setting_key::opticSpares, 1);
    if (years > 0) {
        share("support", QuoteSection::SoftwareAndSupport, LineType::Service, "hw-support", ShareBasis::Equipment,
              setting_key::supportPerYear, years);
        BillLine& support = m_builder.line("allowance:support");
        support.termMonths = m_context.project().quote.supportMonths;
        if (support.share) {
            support.unit = "month";
            support.quantityMilli = support.designQuantityMilli = support.termMonths * 1000;
        }
    }
}

/// Ways to take the whole as a service, beside the total: nobody has priced them until a person or a cost line does.
void Allowances::addServiceOffers() {
    const Setting* said = m_context.setting(setting_key::kServiceOffersKey);
    const std::string offer = said ? said->value : std::string();
    const auto add = [&](const char* name, const char* unit, std::int64_t quantityMilli) {
        if ((offer != name && offer != "all") || quantityMilli <= 0)
            return;
        BillLine& line = m_builder.allowance(name, QuoteSection::Services, LineType::Service, quantityMilli);
        line.unit = unit;
        line.isOptional = true;
        if (!priceByCostLine(line, name, unit))
            if (auto pinned = m_book.pinned(name, unit))
                line.price = std::move(pinned);
    };
    const std::int64_t months = m_context.project().quote.supportMonths;
    const Value accelerators = groupsAccelerators<Value>(m_context, m_context.groups()).si();
    add("turnkey", "order", 1000);
    add("managed", "month", months * 1000);
    add("rental", "accelerator-month",
        accelerators.isKnown() ? milli(accelerators.typical() * static_cast<double>(months)) : 0);
}

} // namespace

void addAllowances(BillBuilder& builder, const PriceBook& book) {
    const bool isEmpty =
        std::ranges::none_of(
            builder.lines(),
            [](const auto& entry) { return entry.second.scope.isPriced() || entry.second.installedMilli > 0; }) &&
        builder.context().racks().empty();
    if (!isEmpty)
        Allowances(builder, book).addAll();
}

} // namespace rackwright
