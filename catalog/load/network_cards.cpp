// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/network_cards.h"

#include "catalog/load/port_rules.h"
#include "model/parts/network_cards.h"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::string_view kOwnSource = "rackwright-planning";
constexpr PartAttribute<double> kSlotGeneration{"slot-generation", ""};
// A port for storage and one for in-band management, as the reference architectures of the makers of accelerators have.
constexpr double kStorageGigabits = 200;
constexpr double kInBandGigabits = 100;
// Slower in-band ports are those of the main board: RJ45 for its installation.
constexpr double kLeastInBandGigabits = 25;

constexpr std::int64_t kPortsOfTwoAdapters = 4;

double gigabits(const PortGroup& group) {
    const auto speed = group.speed.typical();
    return speed ? speed->in(unit::gigabitPerSecond) : 0;
}

bool hasPorts(const Part& part, PortRole role, double leastGigabits = 0) {
    return std::ranges::any_of(part.portGroups, [&](const PortGroup& group) {
        return group.role == role && group.count > 0 && gigabits(group) >= leastGigabits;
    });
}

// "PCIe 5.0 x16" and "PCIe Gen5 x16": 5.
std::optional<double> hostGeneration(const Part& part) {
    const auto text = textFact(part, "host-interface").typical();
    if (!text || !text->starts_with("PCIe"))
        return std::nullopt;
    const auto digit = std::ranges::find_if(*text, [](unsigned char c) { return std::isdigit(c) != 0; });
    return digit == text->end() ? std::nullopt : std::optional<double>(*digit - '0');
}

// Cards for a PCIe slot with one group of ports. Those with processors of their own are no default.
bool isSlotCard(const Part& part) {
    const std::string form = textFact(part, "form-factor").typical().value_or("");
    return part.category == PartCategory::Nic && part.lifecycle == Lifecycle::Available &&
           textFact(part, "kind").typical() == "nic" && part.portGroups.size() == 1 && hostGeneration(part) &&
           (form.find("HHHL") != std::string::npos || form.starts_with("FHHL"));
}

double priceOf(const Part& part) {
    const auto rate = part.prices.empty() ? std::nullopt : part.prices.front().rate.typical();
    return rate ? rate->inUnits() : 1e12; // of what nobody prices: last
}

struct ChosenCard {
    const Part* card = nullptr;
    std::int64_t cards = 0;
    std::int64_t ports = 0;
    PortRole role = PortRole::Compute;
    double gigabits = 0; ///< that they run at
};

/// Chooses for one server.
class CardChooser {
public:
    CardChooser(const CatalogContent& content, const Part& node) : m_content(content), m_node(node) {
        const std::string model = fact(node, attribute::acceleratorModel).typical().value_or("");
        if (const CatalogPart* accelerator = content.find(model)) {
            m_vendor = accelerator->part.vendor;
            m_generation = hostGeneration(accelerator->part).value_or(0);
        }
        m_generation = std::max(m_generation, fact(node, kSlotGeneration).typical().value_or(0));
    }

    std::vector<ChosenCard> choose() const {
        const bool lacksCompute = !hasPorts(m_node, PortRole::Compute);
        const bool lacksStorage = !hasPorts(m_node, PortRole::Storage);
        // Of two adapters with two ports each, as DGX systems have them, one port is for in-band management.
        const bool lacksInBand = !hasPorts(m_node, PortRole::InBand, kLeastInBandGigabits) &&
                                 (hasPorts(m_node, PortRole::InBand) || storagePorts() < kPortsOfTwoAdapters);
        std::vector<ChosenCard> chosen;
        if (lacksCompute) {
            const auto accelerators =
                static_cast<std::int64_t>(fact(m_node, attribute::acceleratorCount).typical().value_or(0));
            const std::int64_t ports = m_node.category == PartCategory::GpuNode ? accelerators : (accelerators + 1) / 2;
            add(chosen, PortRole::Compute, card(1, {}), ports, ports);
            if (chosen.empty())
                return {};
        }
        if (lacksStorage)
            add(chosen, PortRole::Storage, card(2, kStorageGigabits), 1, 2);
        if (lacksInBand)
            add(chosen, PortRole::InBand, card(2, kInBandGigabits), 1, 2);
        fitSlots(chosen);
        return chosen;
    }

private:
    static void add(std::vector<ChosenCard>& chosen, PortRole role, const Part* card, std::int64_t cards,
                    std::int64_t ports) {
        if (card && cards > 0)
            chosen.push_back({card, cards, ports, role, gigabits(card->portGroups.front())});
    }

    std::int64_t storagePorts() const {
        std::int64_t count = 0;
        for (const PortGroup& group : m_node.portGroups)
            count += group.role == PortRole::Storage ? group.count : 0;
        return count;
    }

    // The fastest card of so many ports that the slots drive, at most of a speed; of like ones that of the
    // accelerators' maker, of the oldest generation and cheapest.
    const Part* card(std::int64_t ports, std::optional<double> mostGigabits) const {
        const Part* best = nullptr;
        const auto rank = [this](const Part& part) {
            return std::tuple(-gigabits(part.portGroups.front()), !part.vendor.starts_with(m_vendor),
                              *hostGeneration(part), priceOf(part));
        };
        for (const CatalogPart& entry : m_content.parts) {
            const Part& part = entry.part;
            if (!isSlotCard(part) || part.portGroups.front().count != ports || *hostGeneration(part) > m_generation)
                continue;
            if (mostGigabits && gigabits(part.portGroups.front()) > *mostGigabits)
                continue;
            if (!best || rank(part) < rank(*best))
                best = &part;
        }
        return best;
    }

    // Where slots are fewer than cards, storage and in-band management share a card, and accelerators share more ports.
    void fitSlots(std::vector<ChosenCard>& chosen) const {
        const auto slots = fact(m_node, attribute::networkSlots).typical();
        std::int64_t wanted = 0;
        for (const ChosenCard& each : chosen)
            wanted += each.cards;
        const auto free = static_cast<std::int64_t>(slots.value_or(static_cast<double>(wanted)));
        if (wanted <= free)
            return;
        const auto storage = std::ranges::find(chosen, PortRole::Storage, &ChosenCard::role);
        const auto inBand = std::ranges::find(chosen, PortRole::InBand, &ChosenCard::role);
        if (storage != chosen.end() && inBand != chosen.end()) {
            storage->ports = inBand->ports = 1;
            inBand->card = storage->card;
            inBand->cards = 0; // the second port of the other's
            inBand->gigabits = std::min(inBand->gigabits, storage->gigabits);
            --wanted;
        }
        const auto compute = std::ranges::find(chosen, PortRole::Compute, &ChosenCard::role);
        if (compute == chosen.end())
            return;
        const std::int64_t left = std::max<std::int64_t>(1, free - (wanted - compute->cards));
        compute->cards = compute->ports = std::min(compute->cards, left);
    }

    const CatalogContent& m_content;
    const Part& m_node;
    std::string m_vendor;
    double m_generation = 0; ///< of the slots; 0: not known
};

PortGroup portsOf(const ChosenCard& chosen, const Part& node, const Source& source) {
    PortGroup group = chosen.card->portGroups.front();
    group.role = chosen.role;
    group.count = chosen.ports;
    group.speed =
        Fact<DataRate>::known(DataRate(unit::gigabitPerSecond.si() * chosen.gigabits), Grade::Estimate, source);
    if (group.role == PortRole::InBand)
        group.protocol = FabricProtocol::Ethernet;
    // Beside ports of the main board in the same role.
    group.namePattern = hasPorts(node, group.role) ? std::string(enumName(group.role)) + " card {n}" : std::string();
    group.namePattern = portNamePattern(node.category, group);
    return group;
}

std::string words(const std::vector<ChosenCard>& chosen) {
    std::string text;
    for (const ChosenCard& each : chosen) {
        if (each.cards == 0)
            continue; // said with the card that it shares
        const bool isShared =
            each.role == PortRole::Storage && std::ranges::count(chosen, std::int64_t{0}, &ChosenCard::cards) > 0;
        text += (text.empty() ? "" : "; ") + std::to_string(each.cards) + " x " + each.card->model + " (" +
                std::string(enumName(each.role)) + (isShared ? " and in-band" : "") + ")";
    }
    return text;
}

// What the cards add to the price of the server: listings begin at builds without them.
void addPrices(Part& node, const std::vector<ChosenCard>& chosen) {
    for (Price& price : node.prices) {
        auto low = price.rate.low(), typical = price.rate.typical(), high = price.rate.high();
        for (const ChosenCard& each : chosen) {
            const bool isPriced = !each.card->prices.empty() && each.card->prices.front().currency == price.currency &&
                                  !each.card->prices.front().rate.isUnknown();
            if (!isPriced || !low || price.basis != "each")
                return; // a part of a sum is no sum
            const Fact<PriceRate>& rate = each.card->prices.front().rate;
            const auto plus = [&](const PriceRate& sum, const PriceRate& more) {
                return PriceRate(sum.nanoUnits() + more.nanoUnits() * each.cards, price.currency);
            };
            low = plus(*low, *rate.low());
            typical = plus(*typical, *rate.typical());
            high = plus(*high, *rate.high());
        }
        price.rate.state = Range<PriceRate>{*low, *typical, *high};
        price.rate.grade = weakest(price.rate.grade, Grade::Estimate);
        price.note += (price.note.empty() ? "" : "; ") + std::string("with the network cards chosen by the program");
    }
}

} // namespace

void fitNetworkCards(ContentBuilder& builder) {
    const auto own = builder.content.sources.find(std::string(kOwnSource));
    if (own == builder.content.sources.end())
        return; // tables of a test without it
    for (CatalogPart& entry : builder.content.parts) {
        Part& node = entry.part;
        if (node.category != PartCategory::GpuNode && node.category != PartCategory::PcieGpuNode)
            continue;
        const std::vector<ChosenCard> chosen = CardChooser(builder.content, node).choose();
        if (chosen.empty())
            continue;
        for (const ChosenCard& each : chosen) {
            node.portGroups.push_back(portsOf(each, node, own->second));
            builder.countValue(entry, Grade::Estimate);
        }
        Attribute cards;
        cards.key = attribute::networkCards.key;
        cards.text = Fact<std::string>::known(words(chosen), Grade::Estimate, own->second);
        cards.note = "chosen by the program; not quoted by the maker, whose power and weight are kept";
        node.attributes.push_back(std::move(cards));
        builder.countValue(entry, Grade::Estimate);
        addPrices(node, chosen);
    }
}

} // namespace rackwright
