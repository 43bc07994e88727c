// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How often to write a checkpoint when the job fails now and then, and what share of the time is useful work. Times are
// in one unit of the caller's choice. Used by the training and storage solvers.

namespace rackwright {

/// The letters are those of Daly 2006.
struct FailureModel {
    double stall = 0;   ///< C: the job stands still for one checkpoint
    double mtbf = 0;    ///< M: of the whole job
    double restart = 0; ///< R: from a failure until work goes on
};

/// Work between checkpoints, sqrt(2*C*M) (Young 1974).
double youngInterval(const FailureModel& failures);
/// Daly 2006, higher order; M when C >= 2*M.
double dalyInterval(const FailureModel& failures);
/// The work time that minimises the expected time per unit of work (Daly 2006, eq. 20, minimised numerically).
double exactInterval(const FailureModel& failures);
/// Useful share of the time when `work` lies between checkpoints.
double goodputAt(double work, const FailureModel& failures);

} // namespace rackwright
