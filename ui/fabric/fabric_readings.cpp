// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/fabric_readings.h"

#include "solvers/cables/cable_plan.h"
#include "solvers/network/cut_cables.h"

#include <algorithm>
#include <unordered_map>

namespace rackwright {

namespace {

using BundleOf = std::unordered_map<std::uint64_t, std::uint32_t>;

BundleOf bundlesByCable(const FabricLayout& layout) {
    BundleOf of;
    of.reserve(layout.cables);
    for (std::size_t b = 0; b < layout.bundles.size(); ++b)
        for (const Id<Cable> cable : layout.bundles[b].cables)
            of.emplace(cable.value, static_cast<std::uint32_t>(b));
    return of;
}

class Reader {
public:
    Reader(const Context& context, const FabricLayout& layout, Id<Network> network, const FabricQuestion& question,
           const std::stop_token& stop)
        : m_context(context), m_layout(layout), m_network(network), m_question(question), m_stop(stop),
          m_bundleOf(bundlesByCable(layout)) {}

    FabricReadings read() {
        switch (m_question.colouring) {
        case FabricColouring::Medium:
            readMedia();
            break;
        case FabricColouring::Load:
            readLoads();
            break;
        case FabricColouring::Failure:
            readLosses();
            break;
        case FabricColouring::Cut:
            readCut();
            break;
        case FabricColouring::Tier:
        case FabricColouring::Rail:
        case FabricColouring::Speed:
            break;
        }
        return std::move(m_readings);
    }

private:
    std::size_t bundleOf(Id<Cable> cable) const {
        const auto found = m_bundleOf.find(cable.value);
        return found == m_bundleOf.end() ? m_layout.bundles.size() : found->second;
    }

    void count(Id<Cable> cable, std::size_t key) {
        if (const std::size_t bundle = bundleOf(cable); bundle < m_readings.counts.size())
            ++m_readings.counts[bundle][key];
    }

    void readMedia() {
        constexpr std::size_t media = EnumNames<CableMedium>::names.size();
        m_readings.counts.assign(m_layout.bundles.size(), std::vector<std::int64_t>(media + 1, 0));
        const CablePlan& plan = m_context.lookUp<CablePlan>();
        const CableEnds& ends = m_context.lookUp<CableEnds>();
        std::size_t place = 0;
        for (const Cable& cable : m_context.design().cables) {
            const std::size_t at = place++;
            if (cable.network != m_network)
                continue;
            const LinkOption* option = plan.option(ends, at);
            count(cable.id, option ? static_cast<std::size_t>(option->medium) : media);
        }
    }

    void readLoads() {
        m_readings.loads.assign(m_layout.bundles.size(), std::nullopt);
        const NetworkFabric whole = networkFabric(m_context, m_network, m_stop);
        const NetworkFabric fabric = withoutLoss(whole, m_question.loss);
        if (m_stop.stop_requested())
            return;
        const auto loads =
            NetworkTraffic(fabric).loads(m_question.pattern, m_question.spreading, m_question.flowsPerPair);
        if (!loads || !loads->isConnected)
            return;
        const std::vector<double> each = cableLoads(fabric, *loads);
        for (std::size_t c = 0; c < each.size(); ++c)
            if (const std::size_t bundle = bundleOf(fabric.cables[c].id); bundle < m_readings.loads.size()) {
                std::optional<double>& most = m_readings.loads[bundle];
                most = std::max(most.value_or(0), each[c]);
                m_readings.worst = std::max(m_readings.worst, each[c]);
            }
    }

    void readLosses() {
        m_readings.counts.assign(m_layout.bundles.size(), std::vector<std::int64_t>(2, 0));
        const NetworkFabric whole = networkFabric(m_context, m_network, m_stop);
        const std::vector<std::uint8_t> isLost = lostCables(whole, m_question.loss);
        for (std::size_t c = 0; c < whole.cables.size(); ++c) {
            count(whole.cables[c].id, isLost[c]);
            m_readings.marked += isLost[c];
        }
    }

    // The cut that the upper bound was counted on.
    void readCut() {
        m_readings.counts.assign(m_layout.bundles.size(), std::vector<std::int64_t>(2, 0));
        const NetworkFabric fabric = networkFabric(m_context, m_network, m_stop);
        const std::vector<std::uint8_t> isCut =
            m_question.cut ? cutCables(fabric, *m_question.cut, m_question.level) : cutCables(fabric, m_question.level);
        for (std::size_t c = 0; c < isCut.size(); ++c) {
            count(fabric.cables[c].id, isCut[c]);
            if (isCut[c]) {
                ++m_readings.marked;
                m_readings.cables.push_back(fabric.cables[c].id);
            }
        }
    }

    const Context& m_context;
    const FabricLayout& m_layout;
    const Id<Network> m_network;
    const FabricQuestion& m_question;
    const std::stop_token& m_stop;
    const BundleOf m_bundleOf;
    FabricReadings m_readings;
};

} // namespace

FabricReadings fabricReadings(const Solution& solution, const FabricLayout& layout, Id<Network> network,
                              const FabricQuestion& question, const std::stop_token& stop) {
    return Reader(solution.context(), layout, network, question, stop).read();
}

} // namespace rackwright
