// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/recirculation.h"

#include "model/base/check.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

Eigen::Index indexOf(std::size_t i) { return static_cast<Eigen::Index>(i); }

// With theta = T - T_supply the balance of inlet j is K_j theta_j = sum_i A_ij (K_i theta_i + P_i).
struct Balance {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd heat;
};

Balance balanceOf(const Recirculation& system) {
    const std::size_t n = system.powerKw.size();
    RW_CHECK(system.flowKwPerK.size() == n && system.crossing.size() == n, "the caller checks the sizes");
    Balance balance{Eigen::MatrixXd::Zero(indexOf(n), indexOf(n)), Eigen::VectorXd::Zero(indexOf(n))};
    for (std::size_t j = 0; j < n; ++j) {
        balance.matrix(indexOf(j), indexOf(j)) = system.flowKwPerK[j];
        for (std::size_t i = 0; i < n; ++i) {
            balance.matrix(indexOf(j), indexOf(i)) -= system.crossing[i][j] * system.flowKwPerK[i];
            balance.heat(indexOf(j)) += system.crossing[i][j] * system.powerKw[i];
        }
    }
    return balance;
}

} // namespace

std::optional<std::vector<double>> recirculationInlets(const Recirculation& system) {
    const Balance balance = balanceOf(system);
    const Eigen::FullPivLU<Eigen::MatrixXd> factored(balance.matrix);
    if (!factored.isInvertible())
        return std::nullopt;
    const Eigen::VectorXd rise = factored.solve(balance.heat);
    std::vector<double> inlets;
    for (Eigen::Index i = 0; i < rise.size(); ++i)
        inlets.push_back(system.supplyC + rise(i));
    return inlets;
}

double recirculationResidual(const Recirculation& system, const std::vector<double>& inletsC) {
    const Balance balance = balanceOf(system);
    Eigen::VectorXd rise(indexOf(inletsC.size()));
    for (std::size_t i = 0; i < inletsC.size(); ++i)
        rise(indexOf(i)) = inletsC[i] - system.supplyC;
    return (balance.matrix * rise - balance.heat).cwiseAbs().maxCoeff();
}

} // namespace rackwright
