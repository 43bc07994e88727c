// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a count of nodes does with the jobs of a question, by the solvers that judge a drawn design, before any network
// or room is drawn: whether they fit into memory and by which plan, and how long they take or how fast they answer.

#include "solvers/sizing/systems.h"

#include <map>

namespace rackwright {

/// Middle of a forecast, or the slow end that four of five runs are faster than.
enum class ForecastEnd : std::uint8_t { Median, Slow };

/// The jobs on a count of nodes.
struct JobForecast {
    bool fits = false;          ///< every job finds its memory
    bool isUnknown = false;     ///< the catalogue lacks what a forecast needs of the system
    double seconds = 0;         ///< of the longest training, without checkpoints and interruptions; 0: none trains
    double slowSeconds = 0;     ///< at the slow end
    double secondsPerToken = 0; ///< of the slowest served user; 0: nobody is served
    double slowSecondsPerToken = 0;
    double firstToken = 0;      ///< s
    std::int64_t instance = 0;  ///< accelerators of one copy of the served model
    double memory = 0;          ///< bytes that an accelerator needs, of the job that needs most
    std::vector<Workload> jobs; ///< of the question, with the plan that they run by
};

/// Forecasts of one system for the jobs of a question, each count worked out once.
class JobForecasts {
public:
    JobForecasts(const SizingSystem& system, const SizingQuestion& question);
    const JobForecast& of(std::int64_t nodes);
    /// Counts worked out so far.
    std::size_t size() const { return m_known.size(); }

private:
    JobForecast forecast(std::int64_t nodes) const;
    const SizingSystem& m_system;
    std::vector<Workload> m_jobs;
    double m_latency = 0;
    std::map<std::int64_t, JobForecast> m_known;
};

/// Whether the jobs keep what the question asks of their time; `share` of the time is useful work.
bool keepsTimes(const JobForecast& forecast, const SizingQuestion& question, ForecastEnd end, double share = 1);

/// Least accelerators before whole nodes by each bound, and which of them is the highest.
struct LeastAccelerators {
    double byWork = 0, byMemory = 0, byRate = 0;
    std::string_view highest() const;
};
LeastAccelerators leastAccelerators(const SizingSystem& system, const SizingQuestion& question);

} // namespace rackwright
