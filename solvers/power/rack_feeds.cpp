// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/rack_feeds.h"

#include "solvers/power/loads.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace rackwright {

namespace {

constexpr PartAttribute<std::string> kOtherOutlets{"outlets-other", ""};

// "12xeaton-c39", "18xhdot-cx": outlets whose contacts take the plugs of C13 and of C19.
std::int64_t combinedOutlets(std::string_view text) {
    const bool isBoth = text.ends_with("-c39") || text.ends_with("-cx");
    std::int64_t count = 0;
    for (const char digit : text.substr(0, text.find('x'))) {
        if (digit < '0' || digit > '9' || count > 1000)
            return 0;
        count = count * 10 + (digit - '0');
    }
    return isBoth ? count : 0;
}

// Outlets of a PDU that no cord is in yet; unset: nobody knows how many.
class FreeOutlets {
public:
    explicit FreeOutlets(const OutletCounts& counts) : m_own{counts.c13, counts.c19}, m_both(counts.both) {}

    bool takes(SupplyInlet inlet) const {
        const auto type = typeOf(inlet);
        return !type || !m_own[*type] || *m_own[*type] > 0 || m_both > 0;
    }
    void plug(SupplyInlet inlet) {
        const auto type = typeOf(inlet);
        if (!type || !m_own[*type])
            return;
        if (*m_own[*type] > 0)
            --*m_own[*type];
        else if (m_both > 0)
            --m_both;
    }

private:
    static std::optional<std::size_t> typeOf(SupplyInlet inlet) {
        if (inlet == SupplyInlet::C14)
            return 0;
        return inlet == SupplyInlet::C20 || inlet == SupplyInlet::C22 ? std::optional<std::size_t>(1) : std::nullopt;
    }
    std::array<std::optional<std::int64_t>, 2> m_own; ///< C13, C19
    std::int64_t m_both = 0;
};

class Plugging {
public:
    Plugging(const Context& context, const RackContents& contents)
        : m_context(context), m_contents(contents), m_sources(sourcesOf(contents)) {
        const PowerElement* before = nullptr;
        OutletCounts counts;
        for (const PowerElement* pdu : m_sources) {
            // Most racks have PDUs of one part.
            if (!before || before->part != pdu->part)
                counts = outletCounts(*pdu);
            m_free.emplace_back(counts);
            before = pdu;
        }
    }

    std::vector<FedDevice> run() {
        plugOverrides();
        std::vector<FedDevice> fed;
        for (const Device* device : m_contents.devices)
            if (isFedInRack(m_context, *device))
                fed.push_back({device, feedsOf(*device)});
        return fed;
    }

private:
    using Supply = std::pair<Id<Device>, std::int64_t>;

    OutletCounts outletCounts(const PowerElement& source) const {
        return source.kind == PowerElementKind::RackPdu ? outletCountsOf(m_context, source.part) : OutletCounts();
    }

    // What a person plugged has its outlet before anything else.
    void plugOverrides() {
        for (const CordOverride* cord : m_contents.cords) {
            const PowerElement* chosen = m_context.design().powerElements.find(cord->element);
            const Device* device = m_context.design().devices.find(cord->device);
            const Part* part = device ? m_context.part(device->part) : nullptr;
            const PowerInput* input = part ? inputOfSupply(*part, cord->supply) : nullptr;
            if (!chosen || !input)
                continue;
            m_chosen[{cord->device, cord->supply}] = chosen;
            if (const auto at = std::ranges::find(m_sources, chosen); at != m_sources.end())
                m_free[static_cast<std::size_t>(at - m_sources.begin())].plug(inletNamed(input->inlet));
        }
    }

    std::vector<const PowerElement*> feedsOf(const Device& device) {
        std::vector<const PowerElement*> feeds;
        const Part* part = m_context.part(device.part);
        if (!part || m_sources.empty())
            return feeds;
        std::int64_t supply = 0;
        for (const PowerInput& input : part->powerInputs) {
            const SupplyInlet inlet = inletNamed(input.inlet);
            for (std::int64_t i = 0; i < input.count; ++i, ++supply)
                feeds.push_back(feedOf({device.id, supply}, inlet));
        }
        return feeds;
    }

    const PowerElement* feedOf(const Supply& supply, SupplyInlet inlet) {
        const std::size_t turn = m_next++ % m_sources.size();
        if (!m_chosen.empty())
            if (const auto chosen = m_chosen.find(supply); chosen != m_chosen.end())
                return chosen->second;
        std::size_t at = turn;
        for (std::size_t i = 0; i < m_sources.size() && !m_free[turn].takes(inlet); ++i) {
            const std::size_t other = (turn + i) % m_sources.size();
            if (m_sources[other]->side == m_sources[turn]->side && m_free[other].takes(inlet)) {
                at = other;
                break;
            }
        }
        m_free[at].plug(inlet);
        return m_sources[at];
    }

    const Context& m_context;
    const RackContents& m_contents;
    std::vector<const PowerElement*> m_sources;
    std::vector<FreeOutlets> m_free; ///< of m_sources
    std::map<Supply, const PowerElement*> m_chosen;
    std::size_t m_next = 0;
};

} // namespace

SupplyInlet inletNamed(std::string_view name) {
    if (name.empty())
        return SupplyInlet::Unknown;
    if (name.starts_with("C14"))
        return SupplyInlet::C14;
    if (name.starts_with("C20"))
        return SupplyInlet::C20;
    return name.starts_with("C22") ? SupplyInlet::C22 : SupplyInlet::Other;
}

const PowerInput* inputOfSupply(const Part& part, std::int64_t supply) {
    for (const PowerInput& input : part.powerInputs) {
        if (supply >= 0 && supply < input.count)
            return &input;
        supply -= input.count;
    }
    return nullptr;
}

OutletCounts outletCountsOf(const Context& context, Id<PartRow> pdu) {
    OutletCounts counts;
    const auto whole = [&](std::string_view key) {
        const Value value = plainPartNumber(context, pdu, key);
        return value.isKnown() ? std::optional(static_cast<std::int64_t>(value.typical())) : std::nullopt;
    };
    counts.c13 = whole(attribute::outletsC13.key);
    counts.c19 = whole(attribute::outletsC19.key);
    if (const Part* part = context.part(pdu))
        if (const auto other = textFact(*part, kOtherOutlets.key).typical())
            counts.both = combinedOutlets(*other);
    return counts;
}

bool isFedInRack(const Context& context, const Device& device) {
    return !std::holds_alternative<InDevice>(device.placement) && drawsPower(context.part(device.part));
}

std::vector<const PowerElement*> sourcesOf(const RackContents& contents) {
    const auto ofKind = [&contents](PowerElementKind kind) {
        std::vector<const PowerElement*> found;
        for (const PowerElement* element : contents.elements)
            if (element->kind == kind)
                found.push_back(element);
        return found;
    };
    std::vector<const PowerElement*> pdus = ofKind(PowerElementKind::RackPdu);
    if (pdus.empty())
        pdus = ofKind(PowerElementKind::PowerShelf);
    std::map<FeedSide, int> seen;
    std::vector<std::tuple<int, FeedSide, const PowerElement*>> order;
    for (const PowerElement* pdu : pdus)
        order.emplace_back(seen[pdu->side]++, pdu->side, pdu);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::ranges::transform(order, pdus.begin(), [](const auto& entry) { return std::get<2>(entry); });
    return pdus;
}

std::vector<FedDevice> fedDevices(const Context& context, const RackContents& contents) {
    return Plugging(context, contents).run();
}

} // namespace rackwright
