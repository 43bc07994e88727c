// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Speeds that somebody could have measured, worked out from what a case says: the uncalibrated forecast with the class
// of measurements that it belongs to, and the calibrated one. No row ever sees a measured value of its own.

#include "solvers/parallelism/offline_throughput.h"
#include "solvers/parallelism/step_time.h"
#include "solvers/parallelism/training_case.h"

#include <optional>

namespace rackwright {

/// What one factor of calibration is for.
struct SpeedClass {
    std::string rows;        ///< whose measurements: "megatron-bridge", "framework fsdp"; "" of a run that names none
    std::string accelerator; ///< id of the part
    std::string precision;   ///< "bf16", "fp8", "fp4"; "" in the class of all
    std::string kind;        ///< "dense" or "moe"
    std::string task;        ///< "pretrain", "LoRA", "SFT", "inference"
    auto operator<=>(const SpeedClass&) const = default;

    SpeedClass ofAccelerator() const { return {rows, accelerator, {}, {}, {}}; }
    SpeedClass ofRows() const { return {rows, {}, {}, {}, {}}; }
    /// Servers of one precision: how far their kernels have come differs most by it.
    SpeedClass ofPrecision() const {
        return task == "inference" ? SpeedClass{{}, {}, precision, {}, task} : SpeedClass{};
    }
    /// All servers: what training runs reach says little of generation. Training runs share the class of all.
    SpeedClass ofService() const { return {{}, {}, {}, {}, task == "inference" ? task : std::string()}; }
};

/// A speed or time by first principles, in the unit of its quantity.
struct Forecast {
    double value = 0; ///< before calibration
    SpeedClass speedClass;
    bool isTime = false; ///< a time shrinks where a rate grows
    /// What the dense peak allows, where the whole run is known: no calibration is faster than the accelerators.
    std::optional<double> bound{};
};

/// Quantities that are forecast, by the name of the quantity.
Result<Forecast> forecast(std::string_view quantity, const TrainingCase& input);

/// The run that a case describes, with the defaults for what it leaves open.
Result<TrainingRun> trainingRun(const TrainingCase& input);

/// The serving instance that a case describes, with its batch.
Result<GenerationRun> generationRun(const TrainingCase& input);
/// Requests that all instances of a case answer together: those said, those that meet its targets, or those that fit.
Result<double> usersServed(const TrainingCase& input);
/// Accelerators that they take, with those that read prompts alone.
Result<double> servingAccelerators(const TrainingCase& input);

/// Throughput against latency as they would be measured; batches and rates of all instances.
struct ServingCurve {
    double instances = 1;
    ServingTargets targets;
    std::vector<ServingPoint> points;
    std::optional<ServingPoint>
        crossing{}; ///< the largest batch that meets the targets; unset: none does, or none is asked
};
Result<ServingCurve> servingCurve(const TrainingCase& input);

/// Tokens of one sequence where a case says none: what models of the kind were trained on.
double usualSequence(const ModelArchitecture& model);

} // namespace rackwright
