// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/checkpoint_interval.h"

#include <cmath>

namespace rackwright {

double youngInterval(const FailureModel& failures) { return std::sqrt(2 * failures.stall * failures.mtbf); }

double dalyInterval(const FailureModel& failures) {
    const double c = failures.stall, m = failures.mtbf;
    if (c >= 2 * m)
        return m;
    const double ratio = c / (2 * m);
    return std::sqrt(2 * c * m) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - c;
}

double goodputAt(double work, const FailureModel& failures) {
    const double m = failures.mtbf;
    return work / (m * std::exp(failures.restart / m) * std::expm1((work + failures.stall) / m));
}

double exactInterval(const FailureModel& failures) {
    // The share of useful time has one maximum in log(work); golden section to 1e-12 of it.
    const auto goodput = [&](double logWork) { return goodputAt(std::exp(logWork), failures); };
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double low = std::log(failures.stall) - 10, high = std::log(failures.mtbf) + 5;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double atA = goodput(a), atB = goodput(b);
    while (high - low > 1e-9) {
        if (atA > atB) {
            high = b;
            b = a;
            atB = atA;
            a = high - golden * (high - low);
            atA = goodput(a);
        } else {
            low = a;
            a = b;
            atA = atB;
            b = low + golden * (high - low);
            atB = goodput(b);
        }
    }
    return std::exp((low + high) / 2);
}

} // namespace rackwright
