// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a case of training says of its memory, and the range that follows. The verb `train` prints it.

#include "solvers/parallelism/peak_memory.h"
#include "solvers/parallelism/training_case.h"

namespace rackwright {

/// Whether a case that says nothing of recomputation works its layers out again: stacks that train adapters do
/// (gradient checkpointing in the examples of Hugging Face's PEFT and in Qwen's scripts of fine-tuning).
bool worksOutAgain(const TrainingCase& input);

/// ZeRO stage of a run: as said, else by the way of sharding, else 1 where copies can share.
Result<int> zeroStageOf(const TrainingCase& input, double copies);

/// What is trained: "pretrain" where nothing is said; an unknown word is an Error that names the known.
Result<std::string> taskOf(const TrainingCase& input);
/// LoRA or QLoRA: the weights stay as they are.
bool trainsAdapters(std::string_view task);

/// Bytes of a parameter that the expected peak rests on: as said, else by the task, gradients between their extremes.
Result<StateBytes> expectedStateBytes(const TrainingCase& input);

/// Everything but the plan.
Result<MemoryQuestion> memoryQuestionOf(const TrainingCase& input);

/// The plan that a case's peak is worked out for: as said; where an accelerator and their count are, that of the
/// forecast of its speed.
Result<ParallelPlan> planOfPeak(const TrainingCase& input);

/// Peak of the worst stage, of one instance that serves for the task "inference", or why it cannot be said.
Result<MemoryRange> peakMemoryOf(const TrainingCase& input);

} // namespace rackwright
