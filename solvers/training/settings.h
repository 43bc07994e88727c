// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the training figures with their defaults; a workload may enter its own value for each that its comment
// names. A default without a source is an assumption of ours.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// "sequence": tokens of one sequence.
inline constexpr SettingKey<dim::None> trainingSequence{
    "training.sequence", "", 8192, Grade::ThirdParty, "Meta", "Llama 3: sequence of pre-training", "8,192 tokens"};
/// "batch": tokens of one step.
inline constexpr SettingKey<dim::None> trainingBatch{
    "training.batch", "", 4e6, Grade::ThirdParty, "Meta", "Llama 3: tokens of a step", "four million at the beginning"};
/// Measured over computed speed of the published runs (resources/workload/calibration.csv).
inline constexpr SettingKey<dim::None> trainingSpeed{"training.speed-factor",
                                                     "%",
                                                     0.73,
                                                     Grade::Measured,
                                                     "Published runs",
                                                     "Median of measured over computed speed",
                                                     "374 runs; named in the table of calibration",
                                                     0.60,
                                                     0.85};
/// What frameworks and fragmentation leave of an accelerator's memory.
inline constexpr SettingKey<dim::None> trainingMemoryShare{"training.usable-memory",
                                                           "%",
                                                           0.95,
                                                           Grade::Assumption,
                                                           "Rackwright",
                                                           "Share of an accelerator's memory that a job can use",
                                                           "driver and reserve taken off"};
/// Price of an accelerator-hour elsewhere, to compare with.
inline constexpr SettingKey<dim::None> cloudHour{"training.cloud-hour",
                                                 "USD/h",
                                                 3.0,
                                                 Grade::Assumption,
                                                 "Rackwright",
                                                 "Price of an accelerator-hour of the cloud",
                                                 "on demand to reserved",
                                                 1.4,
                                                 4.0};

} // namespace rackwright::setting_of
