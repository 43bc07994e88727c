// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tasks of a study as a job array of Slurm, through its own commands (sbatch, squeue). It reads no result: the tasks
// write theirs into the folder of the study, which all machines see.

#include "model/base/result.h"
#include "ui/study/study_folder.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rackwright {

struct SlurmJob {
    std::string id;
};

/// The script of the array: element N runs `program study --task tasks/000N.csv`.
std::string arrayScript(const StudyFolder& folder, const std::filesystem::path& program);

/// "1-4,7": the numbers of tasks as sbatch takes them.
std::string arrayIndices(const std::vector<StudyTask>& tasks);

/// Writes the script into the folder and submits it for these tasks. An Error where there is no sbatch, with what it
/// said where it refuses.
Result<SlurmJob> submitted(const StudyFolder& folder, const std::vector<StudyTask>& tasks,
                           const std::filesystem::path& program, const std::vector<std::string>& options);

/// Whether elements of the job wait or run.
Result<bool> isUnderWay(const SlurmJob& job);

} // namespace rackwright
