// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/field.h"

#include "model/base/check.h"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rackwright {

namespace {

/// Sweeps end when no cell changes by more than this, K.
constexpr double kSettled = 1e-8;
constexpr std::size_t kMostSweeps = 20'000;
/// Of all flow: a part of the network may be out of balance by rounding only.
constexpr double kBalanced = 1e-9;

using SparseMatrix = Eigen::SparseMatrix<double>;

/// The parts of a network that air joins, by the least cell of each.
std::vector<std::uint32_t> airParts(const AirNetwork& network) {
    std::vector<std::uint32_t> root(network.cells);
    std::iota(root.begin(), root.end(), std::uint32_t(0));
    const auto find = [&root](std::uint32_t cell) {
        while (root[cell] != cell)
            cell = root[cell] = root[root[cell]];
        return cell;
    };
    for (const AirFace& face : network.faces) {
        if (face.conductance <= 0)
            continue;
        const std::uint32_t a = find(face.from), b = find(face.to);
        root[std::max(a, b)] = std::min(a, b);
    }
    for (std::uint32_t cell = 0; cell < network.cells; ++cell)
        root[cell] = find(cell);
    return root;
}

void addPorts(std::vector<double>& sources, const AirPorts& ports, double flow) {
    for (const AirPort& port : ports)
        sources[port.cell] += port.share * flow;
}

std::vector<double> airSources(const AirNetwork& network, const AirStreams& streams) {
    std::vector<double> sources(network.cells, 0.0);
    for (const AirStream& supply : streams.supplies)
        addPorts(sources, supply.ports, supply.flow);
    for (const AirStream& leaving : streams.returns)
        addPorts(sources, leaving.ports, -leaving.flow);
    for (const AirArc& arc : streams.arcs) {
        addPorts(sources, arc.exhaust, arc.flow);
        addPorts(sources, arc.intake, -arc.flow);
    }
    return sources;
}

double mixedAt(const AirPorts& ports, const std::vector<double>& cells) {
    double sum = 0;
    for (const AirPort& port : ports)
        sum += port.share * cells[port.cell];
    return sum;
}

} // namespace

struct AirFactor::Inside {
    std::vector<std::uint32_t> parts; ///< least cell of the part of each cell, whose potential is 0
    Eigen::SimplicialLDLT<SparseMatrix> laplacian;
};

AirFactor::AirFactor(const AirNetwork& network) {
    auto inside = std::make_unique<Inside>();
    inside->parts = airParts(network);
    const auto isPinned = [&](std::uint32_t cell) { return inside->parts[cell] == cell; };
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(network.faces.size() * 3 + network.cells);
    for (std::uint32_t cell = 0; cell < network.cells; ++cell)
        if (isPinned(cell))
            entries.emplace_back(cell, cell, 1.0);
    for (const AirFace& face : network.faces) {
        if (face.conductance <= 0)
            continue;
        const bool isFromFree = !isPinned(face.from), isToFree = !isPinned(face.to);
        if (isFromFree)
            entries.emplace_back(face.from, face.from, face.conductance);
        if (isToFree)
            entries.emplace_back(face.to, face.to, face.conductance);
        if (isFromFree && isToFree) // the lower half alone is read
            entries.emplace_back(std::max(face.from, face.to), std::min(face.from, face.to), -face.conductance);
    }
    const auto size = static_cast<Eigen::Index>(network.cells);
    SparseMatrix matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    inside->laplacian.compute(matrix);
    RW_CHECK(network.cells == 0 || inside->laplacian.info() == Eigen::Success,
             "the Laplacian of a network with one cell of each part held is positive definite");
    m_inside = std::move(inside);
}

AirFactor::~AirFactor() = default;

std::optional<AirFlow> airFlow(const AirNetwork& network, const AirFactor& factor, const AirStreams& streams) {
    const std::vector<double> sources = airSources(network, streams);
    const auto& parts = factor.inside().parts;
    RW_CHECK(parts.size() == network.cells, "a factor serves the network that it was made of");
    std::vector<double> balance(network.cells, 0.0);
    double all = 0;
    for (std::size_t cell = 0; cell < network.cells; ++cell) {
        balance[parts[cell]] += sources[cell];
        all += std::abs(sources[cell]);
    }
    if (std::ranges::any_of(balance, [&](double part) { return std::abs(part) > kBalanced * all; }))
        return std::nullopt;
    Eigen::VectorXd right(static_cast<Eigen::Index>(network.cells));
    for (std::size_t cell = 0; cell < network.cells; ++cell)
        right[static_cast<Eigen::Index>(cell)] = parts[cell] == cell ? 0.0 : sources[cell];
    AirFlow flow;
    flow.potential.assign(network.cells, 0.0);
    if (network.cells > 0) {
        const Eigen::VectorXd potential = factor.inside().laplacian.solve(right);
        std::copy(potential.data(), potential.data() + potential.size(), flow.potential.begin());
    }
    std::vector<double> left = sources;
    flow.through.reserve(network.faces.size());
    for (const AirFace& face : network.faces) {
        const double through = face.conductance * (flow.potential[face.from] - flow.potential[face.to]);
        flow.through.push_back(through);
        left[face.from] -= through;
        left[face.to] += through;
    }
    for (const double each : left)
        flow.residual = std::max(flow.residual, std::abs(each));
    return flow;
}

AirTransport airTransport(const AirNetwork& network, const AirFlow& flow, const AirStreams& streams,
                          const AirProperties& properties) {
    AirTransport transport;
    const std::size_t cells = network.cells;
    transport.order.resize(cells);
    std::iota(transport.order.begin(), transport.order.end(), std::uint32_t(0));
    std::ranges::stable_sort(transport.order,
                             [&](std::uint32_t a, std::uint32_t b) { return flow.potential[a] > flow.potential[b]; });
    transport.place.resize(cells);
    for (std::uint32_t place = 0; place < cells; ++place)
        transport.place[transport.order[place]] = place;

    struct Inflow {
        std::uint32_t to, from;
        double flow;
    };
    std::vector<Inflow> inflows;
    inflows.reserve(network.faces.size() * 2 + streams.arcs.size() * 16);
    for (std::size_t i = 0; i < network.faces.size(); ++i) {
        const AirFace& face = network.faces[i];
        const std::uint32_t from = transport.place[face.from], to = transport.place[face.to];
        const double eddies = properties.eddies * face.mixing;
        const double forth = std::max(flow.through[i], 0.0) + eddies, back = std::max(-flow.through[i], 0.0) + eddies;
        if (forth > 0)
            inflows.push_back({to, from, forth});
        if (back > 0)
            inflows.push_back({from, to, back});
    }
    transport.outOfRoom.assign(cells, 0.0);
    for (const AirStream& leaving : streams.returns)
        for (const AirPort& port : leaving.ports)
            transport.outOfRoom[transport.place[port.cell]] += port.share * leaving.flow;
    for (const AirArc& arc : streams.arcs)
        for (const AirPort& in : arc.intake) {
            const std::uint32_t from = transport.place[in.cell];
            if (arc.isHeld)
                transport.outOfRoom[from] += in.share * arc.flow;
            else
                for (const AirPort& out : arc.exhaust)
                    inflows.push_back({transport.place[out.cell], from, in.share * out.share * arc.flow});
        }

    transport.diagonal = transport.outOfRoom;
    transport.rowStart.assign(cells + 1, 0);
    for (const Inflow& each : inflows) {
        transport.diagonal[each.from] += each.flow;
        ++transport.rowStart[each.to + 1];
    }
    std::partial_sum(transport.rowStart.begin(), transport.rowStart.end(), transport.rowStart.begin());
    transport.inflow.resize(inflows.size());
    transport.inflowFrom.resize(inflows.size());
    std::vector<std::size_t> next(transport.rowStart.begin(), transport.rowStart.end() - 1);
    for (const Inflow& each : inflows) {
        const std::size_t at = next[each.to]++;
        transport.inflow[at] = each.flow;
        transport.inflowFrom[at] = each.from;
    }
    return transport;
}

namespace {

/// What each cell receives from outside in a second, m3 K/s, by place.
std::vector<double> gainsOf(const AirTransport& transport, const AirStreams& streams, const AirHeat& heat,
                            const AirProperties& properties) {
    std::vector<double> gains(transport.order.size(), 0.0);
    const auto add = [&](const AirPorts& ports, double amount) {
        for (const AirPort& port : ports)
            gains[transport.place[port.cell]] += port.share * amount;
    };
    for (std::size_t i = 0; i < streams.supplies.size(); ++i)
        add(streams.supplies[i].ports, streams.supplies[i].flow * heat.supplies[i]);
    for (std::size_t i = 0; i < streams.arcs.size(); ++i) {
        const AirArc& arc = streams.arcs[i];
        add(arc.exhaust, arc.isHeld ? arc.flow * heat.arcs[i] : heat.arcs[i] / properties.heatPerVolume);
    }
    return gains;
}

struct Sweeps {
    std::vector<double> values; ///< by place
    std::size_t count = 0;
    bool isSettled = false;
};

// Gauss-Seidel; after each sweep all cells are shifted so that as much leaves the room as comes in, since a shift of
// all is what sweeps are slowest to find.
Sweeps swept(const AirTransport& transport, const std::vector<double>& gains, std::vector<double> values) {
    const std::size_t cells = transport.order.size();
    Sweeps sweeps;
    const double gained = std::accumulate(gains.begin(), gains.end(), 0.0);
    const double leaves = std::accumulate(transport.outOfRoom.begin(), transport.outOfRoom.end(), 0.0);
    if (!(leaves > 0)) {
        sweeps.values = std::move(values);
        return sweeps;
    }
    while (sweeps.count < kMostSweeps && !sweeps.isSettled) {
        ++sweeps.count;
        double largest = 0, left = 0;
        for (std::size_t i = 0; i < cells; ++i) {
            if (transport.diagonal[i] <= 0)
                continue;
            double sum = gains[i];
            for (std::size_t at = transport.rowStart[i]; at < transport.rowStart[i + 1]; ++at)
                sum += transport.inflow[at] * values[transport.inflowFrom[at]];
            const double value = sum / transport.diagonal[i];
            largest = std::max(largest, std::abs(value - values[i]));
            values[i] = value;
            left += transport.outOfRoom[i] * value;
        }
        const double shift = (gained - left) / leaves;
        for (double& value : values)
            value += shift;
        sweeps.isSettled = largest < kSettled && std::abs(shift) < kSettled;
    }
    sweeps.values = std::move(values);
    return sweeps;
}

double startOf(const AirStreams& streams, const AirHeat& heat) {
    if (!heat.supplies.empty())
        return heat.supplies.front();
    for (std::size_t i = 0; i < streams.arcs.size(); ++i)
        if (streams.arcs[i].isHeld)
            return heat.arcs[i];
    return 0;
}

} // namespace

AirTemperatures airTemperatures(const AirTransport& transport, const AirStreams& streams, const AirHeat& heat,
                                const AirProperties& properties, const std::vector<double>* start) {
    const std::size_t cells = transport.order.size();
    RW_CHECK(heat.supplies.size() == streams.supplies.size() && heat.arcs.size() == streams.arcs.size(),
             "each supply has its temperature and each arc its heat");
    std::vector<double> values(cells, startOf(streams, heat));
    if (start && start->size() == cells)
        for (std::size_t i = 0; i < cells; ++i)
            values[i] = (*start)[transport.order[i]];
    const std::vector<double> gains = gainsOf(transport, streams, heat, properties);
    const Sweeps sweeps = swept(transport, gains, std::move(values));

    AirTemperatures found;
    found.sweeps = sweeps.count;
    found.isSettled = sweeps.isSettled;
    found.cells.resize(cells);
    for (std::size_t i = 0; i < cells; ++i)
        found.cells[transport.order[i]] = sweeps.values[i];
    double taken = 0, brought = 0, moved = 0;
    for (std::size_t i = 0; i < streams.arcs.size(); ++i) {
        const AirArc& arc = streams.arcs[i];
        const double inlet = mixedAt(arc.intake, found.cells);
        const double rise = arc.flow > 0 ? heat.arcs[i] / (properties.heatPerVolume * arc.flow) : 0;
        found.inlets.push_back(inlet);
        found.outlets.push_back(arc.isHeld ? heat.arcs[i] : inlet + rise);
        const double given = arc.isHeld ? arc.flow * (heat.arcs[i] - inlet) : arc.flow * rise;
        brought += given;
        moved += std::abs(given);
    }
    const double reference = startOf(streams, heat);
    for (const AirStream& leaving : streams.returns) {
        found.returns.push_back(mixedAt(leaving.ports, found.cells));
        taken += leaving.flow * (found.returns.back() - reference);
    }
    for (std::size_t i = 0; i < streams.supplies.size(); ++i)
        taken -= streams.supplies[i].flow * (heat.supplies[i] - reference);
    found.imbalance = std::abs(taken - brought) / std::max(moved, 1e-12);
    return found;
}

std::vector<double> airCapture(const AirNetwork& network, const AirFlow& flow, const AirStreams& streams,
                               const AirProperties& properties) {
    // Supplies carry 1 and exhausts 0: what a rack draws in is then the share that comes from supplies.
    AirStreams marked = streams;
    AirHeat marks;
    marks.supplies.assign(streams.supplies.size(), 1.0);
    marks.arcs.assign(streams.arcs.size(), 0.0);
    for (std::size_t i = 0; i < streams.arcs.size(); ++i) {
        marks.arcs[i] = streams.arcs[i].isHeld ? 1.0 : 0.0; // a door that holds its exhaust is a supply
        marked.arcs[i].isHeld = true;
    }
    return airTemperatures(airTransport(network, flow, marked, properties), marked, marks, properties).inlets;
}

} // namespace rackwright
