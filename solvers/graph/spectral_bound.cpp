// SPDX-License-Identifier: GPL-3.0-or-later
// References: Fiedler 1973 and Mohar 1991 (second eigenvalue, in its form with vertex weights); Donath and Hoffman,
// Lower bounds for the partitioning of graphs, IBM Journal of Research and Development 1973 (potentials), raised along
// subgradients with the step of Polyak 1969.
#include "solvers/graph/lower_bounds.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace rackwright {

namespace {

using Potentials = std::vector<double>; ///< one a switch, summing to zero; empty: none

/// y = P (c - D^-1/2 (L + U) D^-1/2) P x: P takes out what is along the endpoint weights D, U are the potentials.
class ShiftedLaplacian {
public:
    using Scalar = double;

    explicit ShiftedLaplacian(const SwitchGraph& graph, const Potentials& potentials = {})
        : m_graph(graph), m_scale(graph.adjacency.size()) {
        m_first.resize(static_cast<Eigen::Index>(size()));
        for (std::uint32_t v = 0; v < size(); ++v) {
            m_scale[v] = 1 / std::sqrt(static_cast<double>(graph.weight[v]));
            m_first[v] = 1 / m_scale[v];
            double degree = 0;
            for (const auto& edge : graph.adjacency.of(v))
                degree += static_cast<double>(edge.capacity);
            const double raised = degree + (potentials.empty() ? 0 : potentials[v]);
            m_diagonal.push_back(raised * m_scale[v] * m_scale[v]);
            m_shift = std::max(m_shift, (degree + std::max(raised, degree)) * m_scale[v] * m_scale[v]);
        }
        m_first.normalize();
    }
    std::size_t size() const { return m_scale.size(); }
    Eigen::Index rows() const { return static_cast<Eigen::Index>(size()); }
    Eigen::Index cols() const { return rows(); }
    double shift() const { return m_shift; }
    double scale(std::uint32_t v) const { return m_scale[v]; }
    const Eigen::VectorXd& first() const { return m_first; }

    void perform_op(const double* in, double* out) const {
        Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(in, rows());
        x -= m_first.dot(x) * m_first;
        Eigen::Map<Eigen::VectorXd> y(out, rows());
        for (std::uint32_t v = 0; v < size(); ++v) {
            double pulled = 0;
            for (const auto& edge : m_graph.adjacency.of(v))
                pulled += static_cast<double>(edge.capacity) * m_scale[edge.to] * x[edge.to];
            y[v] = (m_shift - m_diagonal[v]) * x[v] + m_scale[v] * pulled;
        }
        y -= m_first.dot(y) * m_first;
    }

private:
    const SwitchGraph& m_graph;
    std::vector<double> m_scale, m_diagonal;
    Eigen::VectorXd m_first;
    double m_shift = 0;
};

struct Pair {
    double eigenvalue = 0, residual = 0;
    Eigen::VectorXd vector; ///< unit length, in the scale of the operator

    double safe() const { return eigenvalue - residual; }
};

/// The vector of the largest eigenvalue of the operator by Lanczos; nothing where it breaks down, as it does on regular
/// fabrics, whose few eigenvalues its vectors soon exhaust.
std::optional<Eigen::VectorXd> byLanczos(ShiftedLaplacian& laplacian, const Eigen::VectorXd* from) {
    const Eigen::Index kept = std::min<Eigen::Index>(24, laplacian.rows());
    Spectra::SymEigsSolver<ShiftedLaplacian> solver(laplacian, 1, kept);
    constexpr double kTolerance = 1e-4;
    constexpr Eigen::Index kRestarts = 60;
    try {
        if (from)
            solver.init(from->data());
        else
            solver.init();
        solver.compute(Spectra::SortRule::LargestAlge, kRestarts, kTolerance);
    } catch (const std::exception&) {
        return std::nullopt;
    }
    if (solver.info() != Spectra::CompInfo::Successful)
        return std::nullopt;
    Eigen::VectorXd vector = solver.eigenvectors(1).col(0);
    return vector.allFinite() ? std::optional(std::move(vector)) : std::nullopt;
}

/// The same by all eigenvectors of the whole matrix, of small fabrics.
std::optional<Eigen::VectorXd> byWholeMatrix(const ShiftedLaplacian& laplacian) {
    constexpr Eigen::Index kMost = 400;
    if (laplacian.rows() > kMost)
        return std::nullopt;
    Eigen::MatrixXd matrix(laplacian.rows(), laplacian.rows());
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(laplacian.rows());
    for (Eigen::Index i = 0; i < laplacian.rows(); ++i) {
        unit[i] = 1;
        laplacian.perform_op(unit.data(), matrix.col(i).data());
        unit[i] = 0;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    if (solver.info() != Eigen::Success)
        return std::nullopt;
    return Eigen::VectorXd(solver.eigenvectors().col(laplacian.rows() - 1)); // the largest comes last
}

std::optional<Pair> leastPair(ShiftedLaplacian& laplacian, const Eigen::VectorXd* from = nullptr) {
    std::optional<Eigen::VectorXd> found = byLanczos(laplacian, from);
    if (!found)
        found = byWholeMatrix(laplacian);
    if (!found)
        return std::nullopt;
    Pair pair;
    pair.vector = std::move(*found);
    Eigen::VectorXd y(pair.vector.size());
    pair.vector -= laplacian.first().dot(pair.vector) * laplacian.first();
    pair.vector.normalize();
    laplacian.perform_op(pair.vector.data(), y.data());
    const double shifted = pair.vector.dot(y);
    pair.eigenvalue = laplacian.shift() - shifted;
    pair.residual = (y - shifted * pair.vector).norm();
    return pair;
}

bool isOfUse(const SwitchGraph& graph) {
    constexpr std::size_t kFewest = 8;
    return graph.weight.size() >= kFewest && std::ranges::none_of(graph.weight, [](std::int64_t w) { return w == 0; });
}

SpectralBound boundOf(const ShiftedLaplacian& laplacian, const Pair& pair) {
    SpectralBound bound;
    bound.eigenvalue = pair.eigenvalue;
    bound.residual = pair.residual;
    for (std::uint32_t v = 0; v < laplacian.size(); ++v)
        bound.vector.push_back(pair.vector[v] * laplacian.scale(v));
    return bound;
}

double sumOf(const Potentials& potentials) {
    double sum = 0;
    for (const double each : potentials)
        sum += std::abs(each);
    return sum;
}

/// Whether no vector across the endpoint weights has a lower quotient: then the matrix less that value, with much added
/// along the weights, is positive definite (Finsler), which its Cholesky factors show.
bool isLeast(const SwitchGraph& graph, const Potentials& potentials, double value) {
    const ShiftedLaplacian laplacian(graph, potentials);
    const auto size = static_cast<Eigen::Index>(graph.weight.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    for (std::uint32_t v = 0; v < graph.weight.size(); ++v) {
        double degree = potentials[v];
        for (const auto& edge : graph.adjacency.of(v)) {
            degree += static_cast<double>(edge.capacity);
            matrix(v, edge.to) -= static_cast<double>(edge.capacity) * laplacian.scale(v) * laplacian.scale(edge.to);
        }
        matrix(v, v) += degree * laplacian.scale(v) * laplacian.scale(v) - value;
    }
    constexpr double kMuch = 1'000;
    matrix += kMuch * laplacian.shift() * laplacian.first() * laplacian.first().transpose();
    return Eigen::LLT<Eigen::MatrixXd>(matrix).info() == Eigen::Success;
}

/// A value that no quotient is below: proven by factors, or of large fabrics by searches that begin anew.
std::optional<double> provenLeast(const SwitchGraph& graph, const Potentials& potentials, const Pair& found) {
    constexpr std::size_t kMostFactored = 1'500;
    if (graph.weight.size() > kMostFactored) {
        ShiftedLaplacian laplacian(graph, potentials);
        const auto anew = leastPair(laplacian);
        return anew ? std::optional(std::min(anew->safe(), found.safe())) : std::nullopt;
    }
    double value = found.safe();
    constexpr int kTries = 6;
    for (int i = 0; i < kTries && value > 0; ++i, value *= 0.995)
        if (isLeast(graph, potentials, value))
            return value;
    return std::nullopt;
}

/// What a cut of the switches into `b` endpoints and the rest costs at least, with potentials: 4 times the cut is
/// x (L + U) x for x = 1 or -1, and the part of x along the weights meets U only.
double raisedCut(const SwitchGraph& graph, double eigenvalue, double potentials, std::int64_t b) {
    const auto total = static_cast<double>(graph.total);
    const double tilt = std::abs(total - 2 * static_cast<double>(b));
    return (eigenvalue * (total - tilt * tilt / total) - 2 * tilt / total * potentials) / 4;
}

} // namespace

std::optional<SpectralBound> spectralBound(const SwitchGraph& graph, std::int64_t onB) {
    if (!isOfUse(graph))
        return std::nullopt;
    ShiftedLaplacian laplacian(graph);
    const auto pair = leastPair(laplacian);
    if (!pair)
        return std::nullopt;
    SpectralBound bound = boundOf(laplacian, *pair);
    const double product = static_cast<double>(onB) * static_cast<double>(graph.total - onB);
    bound.capacity = withAccess(graph, std::max(0.0, pair->safe()) * product / static_cast<double>(graph.total), onB);
    return bound;
}

std::optional<SpectralBound> raisedSpectralBound(const SwitchGraph& graph, std::int64_t onB, std::int64_t upper,
                                                 const SpectralBound& plain, const std::stop_token& stop) {
    const std::size_t size = graph.weight.size();
    const double plainValue = std::max(0.0, plain.eigenvalue - plain.residual);
    const auto total = static_cast<double>(graph.total);
    // Endpoint cables may be cut instead, so that the switches stand in any balance.
    const auto capacityOf = [&](double eigenvalue, double potentials) {
        double least = raisedCut(graph, eigenvalue, potentials, onB);
        for (std::int64_t b = 0; graph.cheapestAccess && b < onB; ++b) {
            const double flat = plainValue * static_cast<double>(b) * static_cast<double>(graph.total - b) / total;
            least = std::min(least, std::max(flat, raisedCut(graph, eigenvalue, potentials, b)) +
                                        static_cast<double>(*graph.cheapestAccess * (onB - b)));
        }
        return cutRoundedUp(std::max(0.0, least), graph.unit);
    };
    Potentials potentials(size, 0);
    Potentials bestPotentials = potentials;
    std::optional<Pair> best;
    double step = 1;
    std::int64_t bestCapacity = 0;
    Eigen::VectorXd vector;
    constexpr int kPatience = 8;
    constexpr std::size_t kMostRounds = 150, kWork = 4'000'000;
    const std::size_t rounds = std::clamp<std::size_t>(kWork / graph.adjacency.edges.size(), 4, kMostRounds);
    const double target = 4 * static_cast<double>(upper) / total;
    int since = 0;
    for (std::size_t round = 0; round < rounds && step > 0.02 && !stop.stop_requested(); ++round) {
        ShiftedLaplacian laplacian(graph, potentials);
        const auto pair = leastPair(laplacian, vector.size() > 0 ? &vector : nullptr);
        if (!pair)
            break;
        vector = pair->vector;
        if (!best || pair->safe() > best->safe()) {
            since = 0;
            best = pair;
            bestPotentials = potentials;
            bestCapacity = capacityOf(pair->safe(), sumOf(potentials));
            if (bestCapacity >= upper)
                break;
        } else if (++since > kPatience) {
            step /= 2;
            since = 0;
        }
        // Raise where the vector stands out, lower where it does not; it is flat where it is a cut.
        double mean = 0, length = 0;
        std::vector<double> slope(size);
        for (std::uint32_t v = 0; v < size; ++v) {
            slope[v] = std::pow(pair->vector[v] * laplacian.scale(v), 2);
            mean += slope[v] / static_cast<double>(size);
        }
        for (double& each : slope) {
            each -= mean;
            length += each * each;
        }
        if (length <= 0)
            break;
        const double by = step * std::max(0.0, target - pair->eigenvalue) / length;
        for (std::size_t v = 0; v < size; ++v)
            potentials[v] += by * slope[v];
    }
    // The last search began near the vector before, and may have missed one below: what is claimed is proven anew.
    if (!best || bestCapacity <= plain.capacity)
        return std::nullopt;
    const auto value = provenLeast(graph, bestPotentials, *best);
    if (!value)
        return std::nullopt;
    SpectralBound bound = boundOf(ShiftedLaplacian(graph, bestPotentials), *best);
    bound.capacity = std::min(upper, capacityOf(*value, sumOf(bestPotentials)));
    return bound;
}

} // namespace rackwright
