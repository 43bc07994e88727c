// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a job is started: a batch script of Slurm, and manifests of Kubernetes for the same nodes and processes.

#include "solvers/jobfiles/cluster_hosts.h"
#include "solvers/jobfiles/job_files.h"

namespace rackwright::jobfiles {

/// Before its end, in which a job writes a last checkpoint.
inline constexpr std::int64_t kNoticeSeconds = 300;

/// Appends the files of one job.
void addJob(std::vector<JobFile>& files, const ClusterJob& job);

} // namespace rackwright::jobfiles
