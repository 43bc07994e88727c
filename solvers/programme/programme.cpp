// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/programme/programme.h"

#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/kernels.h"
#include "solvers/programme/settings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::int64_t kMostWaves = 12;
constexpr double kSlackTolerance = 3600; ///< s: below an hour an activity decides

/// Hardware that we bring and the customer waits for; planning lines for what is not drawn yet have no lead time.
bool isDelivered(const BillLine& line) {
    return line.counts() && line.type == LineType::Hardware && !line.isAllowance();
}

/// Of a line in seconds: the range of its part, else what the line says; unknown where nobody knows.
Value leadTimeOf(const Context& context, const BillLine& line) {
    if (!line.leadTime)
        return Value::unknown(Grade::Estimate);
    const Part* part = context.part(line.part);
    const auto its = part ? fact(*part, attribute::leadTime) : Fact<TimeSpan>();
    const auto low = its.low(), typical = its.typical(), high = its.high();
    if (!low || !typical || !high || typical->si() != line.leadTime->si())
        return Value(line.leadTime->si(), Grade::Estimate);
    return Value::range(low->si(), typical->si(), high->si(), its.grade);
}

struct DeliveryLines {
    Value longest;
    std::string item;
    std::int64_t lines = 0, unknown = 0;
};

struct PhaseGoods {
    std::map<QuoteSection, DeliveryLines> deliveries;
    std::int64_t racks = 0; ///< new and put in by us
    bool hasPlant() const {
        return deliveries.contains(QuoteSection::PowerEquipment) || deliveries.contains(QuoteSection::CoolingEquipment);
    }
};

class ProgrammeBuilder {
public:
    explicit ProgrammeBuilder(const Context& context) : m_context(context) { gather(); }

    Programme build() {
        std::int64_t order = 0;
        for (const auto& [phase, goods] : m_phases)
            addPhase(phase, goods, order++);
        passBack();
        return std::move(m_made);
    }

private:
    Value setting(const setting_of::Weeks& key) const { return rackwright::setting<Value>(m_context, key).si(); }
    double number(const setting_of::Count& key) const {
        const Value value = rackwright::setting<Value>(m_context, key).si();
        return value.isKnown() ? value.typical() : key.defaultSi;
    }

    void gather() {
        const Bill& bill = billIn(m_context);
        std::string installation(kAllowanceKey);
        installation += "installation";
        for (const BillLine& line : bill.lines) {
            if (line.key == installation && line.counts())
                m_hours = static_cast<double>(line.quantityMilli) / 1000;
            if (!isDelivered(line))
                continue;
            DeliveryLines& delivery = m_phases[line.scope.phase].deliveries[line.section];
            const Value lead = leadTimeOf(m_context, line);
            const double before = delivery.lines > 0 && !delivery.longest.isUnknown() ? delivery.longest.typical() : -1;
            if (lead.isKnown() && lead.typical() > before)
                delivery.item = line.description.empty() ? line.partNumber : line.description;
            delivery.longest = delivery.lines == 0 ? lead : maximum(delivery.longest, lead);
            ++delivery.lines;
            delivery.unknown += lead.isKnown() ? 0 : 1;
        }
        std::int64_t racks = 0;
        for (const Rack* rack : m_context.racks())
            if (rack->scope.status == Status::New && m_phases.contains(rack->scope.phase)) {
                ++m_phases[rack->scope.phase].racks;
                ++racks;
            }
        m_racks = racks;
    }

    std::size_t add(std::int64_t phase, ActivityKind kind, Value duration, std::vector<std::size_t> after) {
        Activity made;
        made.key = "phase" + std::to_string(phase) + ":" + std::string(enumName(kind));
        made.kind = kind;
        made.phase = phase;
        made.duration = duration;
        std::erase(after, kNone);
        bool isFirst = true;
        for (const std::size_t before : after) {
            const Value& end = m_made.activities[before].finish;
            made.start = isFirst ? end : maximum(made.start, end);
            isFirst = false;
        }
        made.finish = made.start + duration;
        made.after = std::move(after);
        m_made.activities.push_back(std::move(made));
        return m_made.activities.size() - 1;
    }
    Activity& at(std::size_t place) { return m_made.activities[place]; }

    void addPhase(std::int64_t phase, const PhaseGoods& goods, std::int64_t place) {
        const std::size_t order = add(phase, ActivityKind::Order, Value(0.0), {});
        if (place > 0) { // weeks after the first
            const Value later = setting(setting_of::programmePhaseInterval) * Value(static_cast<double>(place));
            at(order).start = at(order).finish = later;
        }
        std::map<QuoteSection, std::size_t> delivered;
        for (const auto& [section, delivery] : goods.deliveries) {
            const std::size_t made = add(phase, ActivityKind::Delivery, delivery.longest, {order});
            at(made).section = section;
            at(made).key += ":" + std::string(enumName(section));
            at(made).item = delivery.item;
            at(made).unknown = delivery.unknown;
            delivered[section] = made;
        }
        const auto of = [&](QuoteSection section) {
            const auto found = delivered.find(section);
            return found == delivered.end() ? kNone : found->second;
        };
        const std::size_t engineering =
            add(phase, ActivityKind::Engineering, setting(setting_of::programmeEngineering), {order});
        // What is tested in the factory is what is commissioned: plant where there is some, else the systems.
        addFactoryAcceptance(phase, order,
                             goods.hasPlant()
                                 ? std::vector{of(QuoteSection::PowerEquipment), of(QuoteSection::CoolingEquipment)}
                                 : std::vector{of(QuoteSection::Compute) != kNone ? of(QuoteSection::Compute)
                                                                                  : delivered.begin()->second});
        std::size_t ground = engineering, plant = kNone;
        if (goods.hasPlant()) {
            ground = add(phase, ActivityKind::SiteWorks, setting(setting_of::programmeSiteWorks), {engineering});
            plant = add(phase, ActivityKind::PlantInstallation, setting(setting_of::programmePlant),
                        {ground, of(QuoteSection::PowerEquipment), of(QuoteSection::CoolingEquipment)});
        }
        const std::vector<std::size_t> goodsOnSite = {of(QuoteSection::Compute),         of(QuoteSection::Network),
                                                      of(QuoteSection::CablesAndOptics), of(QuoteSection::Storage),
                                                      of(QuoteSection::Racks),           of(QuoteSection::Spares)};
        const std::size_t installed = addInstallation(phase, goods, goodsOnSite, {ground, plant});
        // Plant is commissioned while racks are still put in; without plant the racks themselves are.
        const std::size_t level2 = add(phase, ActivityKind::Level2, setting(setting_of::programmeLevel2),
                                       {plant != kNone ? plant : installed});
        const std::size_t level3 = add(phase, ActivityKind::Level3, setting(setting_of::programmeLevel3), {level2});
        const std::size_t level4 = add(phase, ActivityKind::Level4, setting(setting_of::programmeLevel4), {level3});
        const std::size_t level5 =
            add(phase, ActivityKind::Level5, setting(setting_of::programmeLevel5), {level4, installed});
        const std::size_t accepted =
            add(phase, ActivityKind::Acceptance, setting(setting_of::programmeAcceptance), {level5});
        add(phase, ActivityKind::Ready, Value(0.0), {accepted});
    }

    /// Before shipment, so within the lead time: it ends with the last of the deliveries that it tests.
    void addFactoryAcceptance(std::int64_t phase, std::size_t order, std::vector<std::size_t> tested) {
        std::erase(tested, kNone);
        const std::size_t made = add(phase, ActivityKind::Level1, setting(setting_of::programmeLevel1), {order});
        Activity& its = at(made);
        its.finish = at(tested.front()).finish;
        for (const std::size_t each : tested)
            its.finish = maximum(its.finish, at(each).finish);
        its.start = maximum(at(order).finish, its.finish - its.duration);
        m_tested[made] = std::move(tested);
    }

    /// In waves of racks; one crew does all of them, phase after phase.
    std::size_t addInstallation(std::int64_t phase, const PhaseGoods& goods, const std::vector<std::size_t>& arrived,
                                std::vector<std::size_t> before) {
        const double share = m_racks > 0 ? static_cast<double>(goods.racks) / static_cast<double>(m_racks)
                                         : 1.0 / static_cast<double>(m_phases.size());
        const Value crew = rackwright::setting<Value>(m_context, setting_of::programmeCrew).si();
        const Value hours = rackwright::setting<Value>(m_context, setting_of::programmeHours).si();
        const double atATime = std::max(1.0, std::floor(number(setting_of::programmeWaveRacks)));
        const auto waves = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(std::ceil(static_cast<double>(goods.racks) / atATime)), 1, kMostWaves);
        // More people take less time.
        const Value whole = Value(m_hours * share * setting_of::kWeek, Grade::Estimate) / (crew * hours);
        std::size_t last = m_installed;
        for (std::int64_t wave = 1; wave <= waves; ++wave) {
            std::vector<std::size_t> after = before;
            after.push_back(last);
            after.insert(after.end(), arrived.begin(), arrived.end());
            const std::size_t made =
                add(phase, ActivityKind::Installation, whole / Value(static_cast<double>(waves)), std::move(after));
            Activity& its = at(made);
            if (waves > 1) {
                its.wave = wave;
                its.key += ":wave" + std::to_string(wave);
                // The goods of a wave come some weeks after those of the first.
                const Value later = setting(setting_of::programmeWaveInterval) * Value(static_cast<double>(wave - 1));
                for (const std::size_t goodsIn : arrived)
                    if (goodsIn != kNone)
                        its.start = maximum(its.start, at(goodsIn).finish + later);
                its.finish = its.start + its.duration;
            }
            its.racks = goods.racks / waves + (wave <= goods.racks % waves ? 1 : 0);
            last = made;
        }
        m_installed = last;
        return last;
    }

    /// How much later each may end by typical times before its phase is ready later.
    void passBack() {
        std::vector<Activity>& all = m_made.activities;
        std::vector<double> latest(all.size(), std::numeric_limits<double>::infinity());
        for (std::size_t i = all.size(); i-- > 0;) {
            if (all[i].kind == ActivityKind::Ready)
                latest[i] = all[i].finish.typical();
            for (const std::size_t before : all[i].after) {
                // A wave may wait for its own goods beyond the end of what it follows.
                const double begins = latest[i] - all[i].duration.typical();
                const double waits =
                    all[i].kind == ActivityKind::Installation && all[before].kind == ActivityKind::Delivery
                        ? std::max(0.0, all[i].start.typical() - all[before].finish.typical())
                        : 0;
                const bool isLaterWave = all[i].wave > 1 && waits > 0;
                latest[before] = std::min(latest[before], begins - (isLaterWave ? laterOf(all[i]) : 0));
            }
        }
        for (const auto& [test, deliveries] : m_tested)
            for (const std::size_t each : deliveries)
                latest[test] = std::min(latest[test], latest[each]);
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].slack = std::max(0.0, latest[i] - all[i].finish.typical());
            all[i].isCritical = all[i].slack < kSlackTolerance;
        }
    }
    double laterOf(const Activity& wave) const {
        return setting(setting_of::programmeWaveInterval).typical() * static_cast<double>(wave.wave - 1);
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    const Context& m_context;
    std::map<std::int64_t, PhaseGoods> m_phases;
    double m_hours = 0; ///< of installation in all phases
    std::int64_t m_racks = 0;
    std::size_t m_installed = kNone; ///< the last that the crew did
    std::map<std::size_t, std::vector<std::size_t>> m_tested; ///< deliveries by the factory acceptance before them
    Programme m_made;
};

struct ProgrammeLookUp {
    Programme programme;
    explicit ProgrammeLookUp(const Context& context) : programme(ProgrammeBuilder(context).build()) {}
};

} // namespace

Value Programme::ready() const {
    std::optional<Value> last;
    for (const Activity& each : activities)
        if (each.kind == ActivityKind::Ready)
            last = last ? maximum(*last, each.finish) : each.finish;
    return last.value_or(Value::unknown(Grade::Estimate));
}

Value Programme::readyTold() const {
    const Value told = ready();
    return told.isUnknown() || told.isKnown() ? told : Value(told.typical(), told.grade());
}

const Activity* Programme::readyOf(std::int64_t phase) const {
    const auto found = std::ranges::find_if(
        activities, [phase](const Activity& each) { return each.kind == ActivityKind::Ready && each.phase == phase; });
    return found == activities.end() ? nullptr : &*found;
}

const Programme& programmeOf(const Context& context) { return context.lookUp<ProgrammeLookUp>().programme; }

PaymentShares paymentSharesOf(const Context& context) {
    const auto share = [&](const setting_of::Count& key) {
        const Value value = setting<Value>(context, key).si();
        return std::clamp(value.isKnown() ? value.typical() : key.defaultSi, 0.0, 1.0);
    };
    PaymentShares shares;
    shares.order = share(setting_of::programmeShareOrder);
    shares.delivery = std::min(1 - shares.order, share(setting_of::programmeShareDelivery));
    shares.ready = 1 - shares.order - shares.delivery;
    return shares;
}

bool quoteStatesPlan(const Context& context) {
    return context.project().quote.paymentTerms.find('%') != std::string::npos &&
           !context.setting(setting_of::programmeShareOrder.key) &&
           !context.setting(setting_of::programmeShareDelivery.key);
}

std::vector<Payment> paymentsOf(const Context& context) {
    if (quoteStatesPlan(context))
        return {};
    const Programme& programme = programmeOf(context);
    const auto [atOrder, atDelivery, atReady] = paymentSharesOf(context);
    const auto find = [&](std::int64_t phase, ActivityKind kind,
                          std::optional<QuoteSection> section) -> const Activity* {
        for (const Activity& each : programme.activities)
            if (each.phase == phase && each.kind == kind && each.section == section)
                return &each;
        return nullptr;
    };
    std::map<std::tuple<std::int64_t, ActivityKind, std::optional<QuoteSection>>, Payment> due;
    const auto pay = [&](std::int64_t phase, ActivityKind at, std::optional<QuoteSection> section, const BillLine& line,
                         std::int64_t minorUnits) {
        const Activity* its = find(phase, at, section);
        Payment& payment = due[{phase, at, section}];
        payment.time = its && !its->duration.isUnknown() ? its->finish : Value::unknown(Grade::Estimate);
        payment.phase = phase;
        payment.at = at;
        payment.section = section;
        payment.minorUnits += minorUnits;
        ++payment.lines;
        payment.unpriced += line.amount ? 0 : 1;
    };
    for (const BillLine& line : billIn(context).lines) {
        if (!line.counts())
            continue;
        const std::int64_t phase = programme.readyOf(line.scope.phase) ? line.scope.phase : 1;
        const std::int64_t all = line.amount ? line.amount->typical.minorUnits() : 0;
        const auto first = std::llround(static_cast<double>(all) * atOrder);
        const auto second = std::llround(static_cast<double>(all) * atDelivery);
        pay(phase, ActivityKind::Order, std::nullopt, line, first);
        // What is not delivered as goods is paid when the phase is ready, and so is the rest of all.
        if (isDelivered(line)) {
            pay(phase, ActivityKind::Delivery, line.section, line, second);
            pay(phase, ActivityKind::Ready, std::nullopt, line, all - first - second);
        } else {
            pay(phase, ActivityKind::Ready, std::nullopt, line, all - first);
        }
    }
    std::vector<Payment> payments;
    for (auto& [key, payment] : due)
        payments.push_back(payment);
    std::ranges::stable_sort(payments, {}, [](const Payment& payment) {
        return payment.time.isUnknown() ? std::numeric_limits<double>::infinity() : payment.time.typical();
    });
    return payments;
}

} // namespace rackwright
