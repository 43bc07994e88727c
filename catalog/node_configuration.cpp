// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/node_configuration.h"

#include "catalog/load/port_rules.h"
#include "model/parts/network_cards.h"
#include "model/parts/part_title.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kGigabyte = 1e9;
constexpr double kTerabyte = 1e12;
constexpr std::int64_t kSupportOfBase = 3; ///< years that list prices of servers hold, as those of DGX systems do
constexpr std::int64_t kLongestSupport = 10;

struct Spread {
    double low = 0, typical = 0, high = 0;
};

// Ours, for what the catalogue has no parts of. Registered DDR5 modules of 64 to 128 GB draw 4 to 11 W and were asked
// 8 to 30 USD a GB in 2026, when memory had doubled; NVMe drives draw 12 to 25 W and cost 163 to 870 USD a raw TB (the
// span of the storage systems of this catalogue); a supply of 2 to 3 kW weighs 1.2 to 3.5 kg.
constexpr Spread kModuleWatts{4, 7, 11};
constexpr Spread kModuleKilograms{0.03, 0.045, 0.06};
constexpr Spread kMemoryDollars{8, 16, 30}; ///< a GB
constexpr Spread kDriveWatts{12, 18, 25};
constexpr Spread kDriveKilograms{0.08, 0.15, 0.25};
constexpr Spread kDriveDollars{163, 380, 870}; ///< a TB
constexpr Spread kSupplyKilograms{1.2, 2, 3.5};
constexpr Spread kSupplyDollars{300, 550, 1100};
constexpr Spread kRailKilograms{4, 8, 15};
constexpr Spread kRailDollars{100, 250, 600};
constexpr Spread kCardKilograms{0.2, 0.3, 0.5};
constexpr Spread kSupportShare{0.03, 0.06, 0.10}; ///< of the hardware's price, a year

const Source& planningSource() {
    static const Source source{"Rackwright", "Configuration of a server from the catalogue's figures", {}, {}};
    return source;
}

Spread times(const Spread& one, double count) {
    Spread all{one.low * count, one.typical * count, one.high * count};
    if (all.low > all.high)
        std::swap(all.low, all.high);
    return all;
}

Spread plus(const Spread& a, const Spread& b) { return {a.low + b.low, a.typical + b.typical, a.high + b.high}; }

/// What a figure changes by; unset once a share of it is not known.
class Change {
public:
    void add(const std::optional<Spread>& share) {
        if (share && m_sum)
            m_sum = plus(*m_sum, *share);
        else
            m_sum.reset();
        m_isTouched = true;
    }
    const std::optional<Spread>& sum() const { return m_sum; }
    bool isTouched() const { return m_isTouched; }

private:
    std::optional<Spread> m_sum = Spread{};
    bool m_isTouched = false;
};

std::optional<double> typicalNumber(const Part& part, std::string_view key) { return numberFact(part, key).typical(); }

std::string typicalText(const Part& part, std::string_view key) { return textFact(part, key).typical().value_or(""); }

bool isDigitAt(const std::string& text, std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// The whole numbers of a text in their order, each with what stands behind it.
struct NumberInText {
    std::int64_t number = 0;
    std::string after;
};
std::vector<NumberInText> numbersIn(const std::string& text) {
    std::vector<NumberInText> found;
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigitAt(text, i)) {
            ++i;
            continue;
        }
        std::int64_t number = 0;
        while (isDigitAt(text, i) && number < 100'000)
            number = number * 10 + (text[i++] - '0');
        while (isDigitAt(text, i))
            ++i;
        found.push_back({number, text.substr(i)});
    }
    return found;
}

/// "8x 2.5in NVMe", "up to 16x E3.S or 10x U.2": the greatest number before an x; else the first number.
std::optional<std::int64_t> countIn(const std::string& text) {
    std::optional<std::int64_t> most;
    const std::vector<NumberInText> numbers = numbersIn(text);
    for (const NumberInText& each : numbers)
        if (each.after.starts_with("x") || each.after.starts_with(" x"))
            most = std::max(most.value_or(0), each.number);
    if (!most && !numbers.empty())
        most = numbers.front().number;
    return most;
}

std::optional<Spread> spreadOf(const Fact<Power>& fact) {
    if (fact.isUnknown())
        return std::nullopt;
    return Spread{fact.low()->si(), fact.typical()->si(), fact.high()->si()};
}

std::optional<Spread> dollarsOf(const Part& part) {
    for (const Price& price : part.prices)
        if (price.currency == Currency::usd() && price.basis == "each" && !price.rate.isUnknown())
            return Spread{price.rate.low()->inUnits(), price.rate.typical()->inUnits(), price.rate.high()->inUnits()};
    return std::nullopt;
}

std::optional<Spread> wattsOfProcessor(const Part& processor) {
    const auto tdp = fact(processor, attribute::tdp).typical();
    return tdp ? std::optional(Spread{tdp->si(), tdp->si(), tdp->si()}) : std::nullopt;
}

/// The word of a processor's name that tells it from its brothers: "9575F", "6787P", "8480+", "Grace".
std::string ownWord(const Part& processor) {
    const std::size_t blank = processor.model.rfind(' ');
    return blank == std::string::npos ? processor.model : processor.model.substr(blank + 1);
}

bool isOfVendor(const std::string& family, const Part& processor) {
    for (const std::string_view vendor : {"AMD", "Intel", "NVIDIA"})
        if (family.find(vendor) != std::string::npos)
            return processor.vendor == vendor;
    return true; // the data sheet names none
}

// EPYC 9005: the first digit and the last tell the family, as in 9575F. Xeon 6700P: the first two and the letter, as in
// 6787P. Xeon Scalable gen 4 and 5: the second digit, as in 8480+.
bool isOfFamily(const std::string& family, const Part& processor) {
    const std::string own = ownWord(processor);
    if (!isOfVendor(family, processor))
        return false;
    if (family.find(own) != std::string::npos)
        return true;
    if (!isDigitAt(own, 3))
        return numbersIn(family).empty();
    bool isToldFamily = false;
    if (processor.vendor == "AMD") {
        for (const NumberInText& each : numbersIn(family)) {
            if (each.number < 1000 || each.number > 9999)
                continue;
            isToldFamily = true;
            const std::string digits = std::to_string(each.number);
            if (digits[0] == own[0] && digits[3] == own[3])
                return true;
        }
        if (const auto gen = family.find("gen ");
            !isToldFamily && gen != std::string::npos && isDigitAt(family, gen + 4))
            return family[gen + 4] == own[3];
        return !isToldFamily;
    }
    for (const NumberInText& each : numbersIn(family)) {
        if (each.number < 1000 || each.number > 9999)
            continue;
        isToldFamily = true;
        const std::string digits = std::to_string(each.number);
        const bool isOfLetter = each.after.empty() || own.size() < 5 ||
                                !std::isupper(static_cast<unsigned char>(each.after[0])) || each.after[0] == own[4];
        if (digits.substr(0, 2) == own.substr(0, 2) && isOfLetter)
            return true;
    }
    if (const auto gen = family.find("gen "); !isToldFamily && gen != std::string::npos) {
        const std::string generations = family.substr(gen + 4, 3);
        return generations.find(own[1]) != std::string::npos && own[0] != '6';
    }
    return !isToldFamily;
}

/// The processors of a data sheet that names one of the shelf; null where it names a family.
const Part* namedProcessor(const Part& chassis, const ComponentShelf& shelf) {
    const std::string text = typicalText(chassis, attribute::cpuModel.key);
    const Part* found = nullptr;
    for (const PartPtr& processor : shelf.processors)
        if (isOfVendor(text, *processor) && text.find(ownWord(*processor)) != std::string::npos)
            found = found ? nullptr : processor.get();
    return found;
}

/// A chassis with so many modules of a size that make up its memory, all slots where it comes out.
std::optional<std::pair<std::int64_t, double>> modulesOf(double bytes, std::optional<std::int64_t> slots) {
    constexpr std::array sizes = {16.0, 32.0, 48.0, 64.0, 96.0, 128.0, 256.0};
    std::optional<std::pair<std::int64_t, double>> best;
    for (const double size : sizes) {
        const double count = bytes / (size * kGigabyte);
        const auto whole = static_cast<std::int64_t>(std::llround(count));
        if (whole < 1 || std::abs(count - static_cast<double>(whole)) > 1e-6 || (slots && whole > *slots))
            continue;
        if (!best || whole > best->first)
            best = {whole, size * kGigabyte};
    }
    return best;
}

PortRole roleIn(const std::string& words) {
    return words.starts_with("compute")   ? PortRole::Compute
           : words.starts_with("storage") ? PortRole::Storage
           : words.starts_with("in-band") ? PortRole::InBand
                                          : PortRole::Data;
}

/// "8 x ConnectX-8 SuperNIC (compute); 1 x BlueField-3 B3220 (storage and in-band)"
std::vector<ConfiguredCards> cardsIn(const std::string& words, const ComponentShelf& shelf) {
    std::vector<ConfiguredCards> found;
    std::size_t at = 0;
    while (at < words.size()) {
        const std::size_t end = std::min(words.find("; ", at), words.size());
        const std::string line = words.substr(at, end - at);
        at = end + 2;
        const std::size_t x = line.find(" x "), open = line.rfind(" (");
        if (x == std::string::npos || open == std::string::npos || open < x)
            continue;
        const auto count = plainNumber(line.substr(0, x));
        const std::string model = line.substr(x + 3, open - x - 3);
        const auto card = std::ranges::find_if(shelf.cards, [&](const PartPtr& each) { return each->model == model; });
        if (count && card != shelf.cards.end())
            found.push_back({(*card)->id, static_cast<std::int64_t>(*count), roleIn(line.substr(open + 2))});
    }
    return found;
}

void setText(Part& part, std::string_view key, std::string words) {
    std::erase_if(part.attributes, [key](const Attribute& each) { return each.key == key; });
    if (!words.empty())
        part.attributes.push_back(
            {std::string(key), {}, Fact<std::string>::known(std::move(words), Grade::Estimate, planningSource()), {}});
}

void setNumber(Part& part, std::string_view key, double si) {
    std::erase_if(part.attributes, [key](const Attribute& each) { return each.key == key; });
    part.attributes.push_back({std::string(key), Fact<double>::known(si, Grade::Estimate, planningSource()), {}, {}});
}

std::string sizeText(double bytes) {
    return bytes < kTerabyte ? shortestDigits(bytes / kGigabyte) + " GB" : shortestDigits(bytes / kTerabyte) + " TB";
}

Error beyond(const char* what, const Part& chassis, std::int64_t asked, std::int64_t limit) {
    return usageError(Message(std::string("node-config.too-many.") + what)
                          .with("part", partTitle(chassis))
                          .with("asked", asked)
                          .with("limit", limit));
}

class Configurator {
public:
    Configurator(const Part& chassis, const NodeConfiguration& wanted, const ComponentShelf& shelf)
        : m_chassis(chassis), m_wanted(wanted), m_shelf(shelf), m_limits(nodeLimits(chassis)),
          m_standing(standingConfiguration(chassis, shelf)) {
        m_made.part = chassis;
    }

    Result<ConfiguredNode> run(const std::string& id) {
        if (!isConfigurable(m_chassis))
            return usageError(Message("node-config.no-server").with("part", partTitle(m_chassis)));
        for (const auto step : {&Configurator::setProcessors, &Configurator::setMemory, &Configurator::setCards,
                                &Configurator::setDrives, &Configurator::setSupplies, &Configurator::setSupport})
            if (const Done done = (this->*step)(); !done)
                return done.error();
        followPower();
        followWeight();
        followPrice();
        name(id);
        return std::move(m_made);
    }

private:
    void line(std::string what, const std::optional<Spread>& watts, const std::optional<Spread>& kilograms,
              const std::optional<Spread>& dollars) {
        const auto typical = [](const std::optional<Spread>& spread) {
            return spread ? std::optional(spread->typical) : std::nullopt;
        };
        m_watts.add(watts);
        m_kilograms.add(kilograms);
        m_dollars.add(dollars);
        m_made.lines.push_back({std::move(what), typical(watts), typical(kilograms), typical(dollars)});
    }

    void note(const char* id, const std::string& what = {}) {
        m_made.notes.push_back(
            Message(std::string("node-config.") + id).with("what", what).with("part", partTitle(m_chassis)));
    }

    Done setProcessors() {
        if (!m_wanted.processor && !m_wanted.processors)
            return done();
        const Part* before = m_standing.processor ? m_shelf.find(*m_standing.processor) : nullptr;
        const Part* now = m_wanted.processor ? m_shelf.find(*m_wanted.processor) : before;
        if (m_wanted.processor && (!now || now->category != PartCategory::Processor))
            return usageError(Message("node-config.no-processor").with("text", *m_wanted.processor));
        const std::int64_t stood = m_standing.processors.value_or(0);
        const std::int64_t count = m_wanted.processors.value_or(stood);
        if (count < 1 || count > m_limits.sockets.value_or(count))
            return beyond("processors", m_chassis, count, m_limits.sockets.value_or(count));
        const std::string family = typicalText(m_chassis, attribute::cpuModel.key);
        if (m_wanted.processor && !isOfFamily(family, *now))
            return usageError(Message("node-config.wrong-processor")
                                  .with("processor", partTitle(*now))
                                  .with("part", partTitle(m_chassis))
                                  .with("family", family));
        if (now == before && count == stood)
            return done();
        const auto change = [&](auto&& figure) -> std::optional<Spread> {
            if (!now || !before)
                return std::nullopt;
            const std::optional<Spread> is = figure(*now), was = figure(*before);
            if (!is || !was)
                return std::nullopt;
            const double a = static_cast<double>(count), b = static_cast<double>(stood);
            Spread moved{is->low * a - was->low * b, is->typical * a - was->typical * b, is->high * a - was->high * b};
            if (moved.low > moved.high)
                std::swap(moved.low, moved.high);
            return moved;
        };
        const std::string what = std::to_string(count) + " x " + (now ? now->model : family);
        line(what, change(wattsOfProcessor), Spread{}, change(dollarsOf));
        if (!before)
            note("base-processors", family);
        Part& part = m_made.part;
        setNumber(part, attribute::cpuCount.key, static_cast<double>(count));
        if (now) {
            setText(part, attribute::cpuModel.key, partTitle(*now));
            if (const auto cores = typicalNumber(*now, "cores"))
                setNumber(part, "cpu-cores", *cores * static_cast<double>(count));
            else
                std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "cpu-cores"; });
        }
        m_words.push_back(what);
        return done();
    }

    Done setMemory() {
        if (!m_wanted.modules && !m_wanted.moduleBytes)
            return done();
        if (!(m_wanted.modules || m_standing.modules) || !(m_wanted.moduleBytes || m_standing.moduleBytes))
            return usageError(Message("node-config.memory-size").with("part", partTitle(m_chassis)));
        const std::int64_t count = m_wanted.modules.value_or(m_standing.modules.value_or(0));
        const double size = m_wanted.moduleBytes.value_or(m_standing.moduleBytes.value_or(0));
        if (count < 1 || count > m_limits.memorySlots.value_or(count))
            return beyond("modules", m_chassis, count, m_limits.memorySlots.value_or(count));
        if (size < kGigabyte || size > 4 * kTerabyte)
            return usageError(Message("node-config.module-size").with("size", sizeText(size)));
        const double bytes = static_cast<double>(count) * size;
        const auto before = typicalNumber(m_chassis, attribute::systemMemory.key);
        if (before && std::abs(*before - bytes) < 1 && count == m_standing.modules)
            return done();
        const double more = static_cast<double>(count - m_standing.modules.value_or(count));
        const bool isKnown = before && m_standing.modules;
        const std::string what = std::to_string(count) + " x " + sizeText(size) + " DDR5";
        line(what, isKnown ? std::optional(times(kModuleWatts, more)) : std::nullopt,
             isKnown ? std::optional(times(kModuleKilograms, more)) : std::nullopt,
             before ? std::optional(times(kMemoryDollars, (bytes - *before) / kGigabyte)) : std::nullopt);
        if (!isKnown)
            note("base-memory");
        setNumber(m_made.part, attribute::systemMemory.key, bytes);
        m_words.push_back(what);
        return done();
    }

    Done setCards() {
        if (m_wanted.cards.empty())
            return done();
        std::int64_t slots = 0;
        for (const ConfiguredCards& standing : m_standing.cards)
            if (!isChanged(standing.role))
                slots += standing.count;
        std::string words;
        const auto tell = [&words](const ConfiguredCards& cards, const Part& card) {
            words += (words.empty() ? "" : "; ") + std::to_string(cards.count) + " x " + card.model + " (" +
                     std::string(enumName(cards.role)) + ")";
        };
        for (const ConfiguredCards& standing : m_standing.cards)
            if (!isChanged(standing.role))
                tell(standing, *m_shelf.find(standing.part));
        Part& part = m_made.part;
        for (const ConfiguredCards& wanted : m_wanted.cards) {
            const Part* card = m_shelf.find(wanted.part);
            if (!card || card->category != PartCategory::Nic || card->portGroups.empty())
                return usageError(Message("node-config.no-card").with("text", wanted.part));
            if (wanted.count < 0)
                return beyond("cards", m_chassis, wanted.count, m_limits.cardSlots.value_or(0));
            slots += wanted.count;
        }
        if (slots > m_limits.cardSlots.value_or(slots))
            return beyond("cards", m_chassis, slots, *m_limits.cardSlots);
        if (!m_limits.cardSlots)
            note("slots-unknown");
        for (const PortRole role : {PortRole::Compute, PortRole::Storage, PortRole::InBand, PortRole::Data})
            if (isChanged(role))
                std::erase_if(part.portGroups, [role](const PortGroup& group) { return group.role == role; });
        for (const ConfiguredCards& wanted : m_wanted.cards) {
            const Part& card = *m_shelf.find(wanted.part);
            if (wanted.count == 0)
                continue;
            for (PortGroup group : card.portGroups) {
                if (group.role == PortRole::Management || group.role == PortRole::Console)
                    continue;
                group.role = wanted.role;
                group.count *= wanted.count;
                if (wanted.role == PortRole::InBand)
                    group.protocol = FabricProtocol::Ethernet;
                const bool isSecond = std::ranges::any_of(
                    part.portGroups, [&](const PortGroup& other) { return other.role == wanted.role; });
                group.namePattern = isSecond ? std::string(enumName(wanted.role)) + " card {n}" : std::string();
                group.namePattern = portNamePattern(part.category, group);
                part.portGroups.push_back(std::move(group));
            }
            tell(wanted, card);
        }
        sortToFaceplateOrder(part.portGroups);
        changeOfCards();
        setText(part, attribute::networkCards.key, words);
        m_words.push_back(words);
        return done();
    }

    bool isChanged(PortRole role) const {
        return std::ranges::find(m_wanted.cards, role, &ConfiguredCards::role) != m_wanted.cards.end();
    }

    // Against the cards that stood in the changed roles.
    void changeOfCards() {
        const auto sum = [&](const std::vector<ConfiguredCards>& cards, auto&& figure) -> std::optional<Spread> {
            Spread all;
            for (const ConfiguredCards& each : cards) {
                if (!isChanged(each.role))
                    continue;
                const Part* card = m_shelf.find(each.part);
                const std::optional<Spread> one = card ? figure(*card) : std::nullopt;
                if (!one)
                    return std::nullopt;
                all = plus(all, times(*one, static_cast<double>(each.count)));
            }
            return all;
        };
        // Ports of a role without known cards are the board's, or of cards that the maker chose.
        const bool isBaseKnown = std::ranges::all_of(m_wanted.cards, [&](const ConfiguredCards& wanted) {
            const bool hadPorts = std::ranges::any_of(
                m_chassis.portGroups, [&](const PortGroup& group) { return group.role == wanted.role; });
            return !hadPorts ||
                   std::ranges::find(m_standing.cards, wanted.role, &ConfiguredCards::role) != m_standing.cards.end();
        });
        const auto change = [&](auto&& figure) -> std::optional<Spread> {
            const auto is = sum(m_wanted.cards, figure), was = sum(m_standing.cards, figure);
            if (!isBaseKnown || !is || !was)
                return std::nullopt;
            Spread moved{is->low - was->low, is->typical - was->typical, is->high - was->high};
            if (moved.low > moved.high)
                std::swap(moved.low, moved.high);
            return moved;
        };
        if (!isBaseKnown)
            note("base-cards");
        std::string what;
        for (const ConfiguredCards& each : m_wanted.cards)
            what += (what.empty() ? "" : ", ") + std::to_string(each.count) + " x " + m_shelf.find(each.part)->model;
        line(what, change([](const Part& card) { return spreadOf(powerIn(card, PowerModeKind::Maximum)); }),
             change([](const Part&) { return std::optional(kCardKilograms); }), change(dollarsOf));
    }

    Done setDrives() {
        if (!m_wanted.drives && !m_wanted.driveBytes)
            return done();
        if (!(m_wanted.drives || m_standing.drives) || !(m_wanted.driveBytes || m_standing.driveBytes))
            return usageError(Message("node-config.drive-size").with("part", partTitle(m_chassis)));
        const std::int64_t count = m_wanted.drives.value_or(m_standing.drives.value_or(0));
        const double size = m_wanted.driveBytes.value_or(m_standing.driveBytes.value_or(0));
        if (count < 0 || count > m_limits.driveBays.value_or(count))
            return beyond("drives", m_chassis, count, m_limits.driveBays.value_or(count));
        const bool isKnown = m_standing.drives.has_value();
        const double more = static_cast<double>(count - m_standing.drives.value_or(0));
        const double bytes = static_cast<double>(count) * size;
        const auto before = typicalNumber(m_chassis, attribute::localStorage.key);
        const std::string what = std::to_string(count) + " x " + sizeText(size) + " NVMe";
        line(what, isKnown ? std::optional(times(kDriveWatts, more)) : std::nullopt,
             isKnown ? std::optional(times(kDriveKilograms, more)) : std::nullopt,
             before ? std::optional(times(kDriveDollars, (bytes - *before) / kTerabyte)) : std::nullopt);
        if (!isKnown || !before)
            note("base-drives");
        setNumber(m_made.part, attribute::localStorage.key, bytes);
        setText(m_made.part, "data-drives", what);
        m_words.push_back(what);
        return done();
    }

    Done setSupplies() {
        if (!m_wanted.supplies || m_chassis.powerInputs.empty() || m_wanted.supplies == m_standing.supplies)
            return done();
        const std::int64_t count = *m_wanted.supplies, needed = m_limits.suppliesNeeded.value_or(1);
        if (count > m_limits.supplies.value_or(count))
            return beyond("supplies", m_chassis, count, *m_limits.supplies);
        if (count < needed)
            return usageError(Message("node-config.too-few-supplies")
                                  .with("part", partTitle(m_chassis))
                                  .with("asked", count)
                                  .with("limit", needed));
        const double more = static_cast<double>(count - m_standing.supplies.value_or(count));
        m_made.part.powerInputs.front().count = count;
        const std::string what = std::to_string(count) + " supplies, " + std::to_string(needed) + " needed";
        line(what, Spread{}, times(kSupplyKilograms, more), times(kSupplyDollars, more));
        m_words.push_back(what);
        return done();
    }

    Done setSupport() {
        if (m_wanted.hasRails) {
            line(*m_wanted.hasRails ? "rails" : "no rails", Spread{}, *m_wanted.hasRails ? kRailKilograms : Spread{},
                 *m_wanted.hasRails ? kRailDollars : Spread{});
            m_words.emplace_back(*m_wanted.hasRails ? "rails" : "no rails");
        }
        if (!m_wanted.supportYears)
            return done();
        const std::int64_t years = *m_wanted.supportYears;
        if (years < 0 || years > kLongestSupport)
            return beyond("support", m_chassis, years, kLongestSupport);
        m_words.push_back("support " + std::to_string(years) + " years");
        const std::optional<Spread> price = dollarsOf(m_chassis);
        std::optional<Spread> change;
        if (price) {
            const double more = static_cast<double>(years - kSupportOfBase);
            change = times({price->low * kSupportShare.low, price->typical * kSupportShare.typical,
                            price->high * kSupportShare.high},
                           more);
        }
        line(m_words.back(), Spread{}, Spread{}, change);
        return done();
    }

    void followPower() {
        if (!m_watts.isTouched())
            return;
        if (!m_watts.sum()) {
            note("power-stays");
            return;
        }
        for (PowerMode& mode : m_made.part.powerModes) {
            const bool isMost = mode.kind == PowerModeKind::Maximum || mode.kind == PowerModeKind::Peak;
            const auto base = spreadOf(mode.power);
            if (!base || (!isMost && mode.kind != PowerModeKind::Typical))
                continue;
            const auto most = spreadOf(powerIn(m_chassis, PowerModeKind::Maximum));
            // What is drawn typically moves as far as it stands below the most.
            const double share = isMost || !most ? 1 : base->typical / most->typical;
            const Spread moved = plus(*base, times(*m_watts.sum(), share));
            if (moved.low <= 0)
                continue;
            setFact(mode.power, moved, [](double si) { return Power(si); });
        }
    }

    template <class Q, class Make>
    static void setFact(Fact<Q>& fact, const Spread& moved, Make make) {
        const Grade grade = weakest(fact.grade, Grade::Estimate);
        fact = moved.low == moved.high
                   ? Fact<Q>::known(make(moved.typical), grade, planningSource())
                   : Fact<Q>::range(make(moved.low), make(moved.typical), make(moved.high), grade, planningSource());
    }

    void followWeight() {
        const auto base = std::ranges::find(m_made.part.attributes, attribute::weight.key, &Attribute::key);
        if (!m_kilograms.isTouched() || base == m_made.part.attributes.end() || base->number.isUnknown())
            return;
        if (!m_kilograms.sum()) {
            note("weight-stays");
            return;
        }
        const Spread was{*base->number.low(), *base->number.typical(), *base->number.high()};
        const Spread moved = plus(was, *m_kilograms.sum());
        const bool isSame = m_kilograms.sum()->low == 0 && m_kilograms.sum()->high == 0;
        if (!isSame && moved.low > 0)
            setFact(base->number, moved, [](double si) { return si; });
    }

    void followPrice() {
        if (!m_dollars.isTouched())
            return;
        if (!m_dollars.sum()) {
            note("price-stays");
            return;
        }
        for (Price& price : m_made.part.prices) {
            if (price.currency != Currency::usd() || price.basis != "each" || price.rate.isUnknown())
                continue;
            const Spread was{price.rate.low()->inUnits(), price.rate.typical()->inUnits(),
                             price.rate.high()->inUnits()};
            const Spread moved = plus(was, *m_dollars.sum());
            const auto low = PriceRate::nearest(moved.low, price.currency),
                       typical = PriceRate::nearest(moved.typical, price.currency),
                       high = PriceRate::nearest(moved.high, price.currency);
            if (moved.low <= 0 || !low || !typical || !high)
                continue;
            price.rate.state = Range<PriceRate>{*low, *typical, *high};
            price.rate.grade = weakest(price.rate.grade, Grade::Estimate);
            price.note += (price.note.empty() ? "" : "; ") + std::string("as configured");
        }
    }

    void name(const std::string& id) {
        Part& part = m_made.part;
        std::string words;
        for (const std::string& each : m_words)
            words += (words.empty() ? "" : "; ") + each;
        part.id = id;
        part.revision = 1;
        if (words.empty())
            return;
        setText(part, "configuration", words);
        part.description += ", configured: " + words;
    }

    const Part& m_chassis;
    const NodeConfiguration& m_wanted;
    const ComponentShelf& m_shelf;
    NodeLimits m_limits;
    NodeConfiguration m_standing;
    ConfiguredNode m_made;
    std::vector<std::string> m_words;
    Change m_watts, m_kilograms, m_dollars;
};

} // namespace

const Part* ComponentShelf::find(std::string_view id) const {
    for (const auto* parts : {&processors, &cards})
        for (const PartPtr& part : *parts)
            if (part->id == id)
                return part.get();
    return nullptr;
}

bool isConfigurable(const Part& part) {
    constexpr std::array kinds = {PartCategory::GpuNode,  PartCategory::PcieGpuNode,    PartCategory::CpuNode,
                                  PartCategory::HeadNode, PartCategory::ManagementNode, PartCategory::StorageNode};
    return std::ranges::find(kinds, part.category) != kinds.end();
}

NodeLimits nodeLimits(const Part& chassis) {
    NodeLimits limits;
    const auto count = [&](std::string_view key) -> std::optional<std::int64_t> {
        const auto number = typicalNumber(chassis, key);
        return number ? std::optional(static_cast<std::int64_t>(std::llround(*number))) : std::nullopt;
    };
    limits.sockets = count(attribute::cpuCount.key);
    const std::string slots = typicalText(chassis, "memory-slots");
    for (const NumberInText& each : numbersIn(slots))
        if (each.after.starts_with(" DIMM")) {
            limits.memorySlots = each.number;
            break;
        }
    limits.cardSlots = count(attribute::networkSlots.key);
    limits.driveBays = countIn(typicalText(chassis, "data-drives"));
    if (!chassis.powerInputs.empty()) {
        limits.supplies = chassis.powerInputs.front().count;
        limits.suppliesNeeded = chassis.powerInputs.front().required;
    }
    return limits;
}

NodeConfiguration standingConfiguration(const Part& chassis, const ComponentShelf& shelf) {
    NodeConfiguration standing;
    const NodeLimits limits = nodeLimits(chassis);
    standing.processors = limits.sockets;
    if (const Part* processor = namedProcessor(chassis, shelf))
        standing.processor = processor->id;
    if (const auto memory = typicalNumber(chassis, attribute::systemMemory.key))
        if (const auto modules = modulesOf(*memory, limits.memorySlots)) {
            standing.modules = modules->first;
            standing.moduleBytes = modules->second;
        }
    standing.cards = cardsIn(typicalText(chassis, attribute::networkCards.key), shelf);
    const auto storage = typicalNumber(chassis, attribute::localStorage.key);
    // "8x 3.84 TB U.2": a number of drives whose sizes make up the storage.
    if (storage && limits.driveBays && *limits.driveBays > 0) {
        standing.drives = limits.driveBays;
        standing.driveBytes = *storage / static_cast<double>(*limits.driveBays);
    }
    standing.supplies = limits.supplies;
    return standing;
}

std::vector<PartPtr> fittingProcessors(const Part& chassis, const ComponentShelf& shelf) {
    const std::string family = typicalText(chassis, attribute::cpuModel.key);
    std::vector<PartPtr> fitting;
    for (const PartPtr& processor : shelf.processors)
        if (isOfFamily(family, *processor))
            fitting.push_back(processor);
    return fitting;
}

Result<ConfiguredNode> configuredNode(const Part& chassis, const NodeConfiguration& wanted, const ComponentShelf& shelf,
                                      const std::string& id) {
    return Configurator(chassis, wanted, shelf).run(id);
}

} // namespace rackwright
