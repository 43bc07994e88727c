// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `study`: thousands of designs with other values of a few keys, solved on all cores or through Slurm, as one table, as
// Pareto charts, and the best of them as designs. The study itself is in ui/study.

#include "app/verbs/verb.h"

namespace rackwright {

int runStudy(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr std::string_view kStudyKeys[] = {"verb.study.keys"};

inline constexpr Verb kStudyVerb{
    "study",
    "[FILE] [--recipe NAME | --size] [--set KEY=VALUE]... [--vary KEY=VALUES]... [--sample N] [--seed N] "
    "[--goal KEY=least|KEY=most]... [--figure NAME]... --to DIR [--force] [--threads N] [--slurm] [--sbatch OPTION]... "
    "[--option NAME] | --resume DIR [--threads N] [--slurm] [--sbatch OPTION]... | --task FILE",
    "verb.study",
    runStudy,
    Verb::Needs::Painting,
    {},
    kStudyKeys};

} // namespace rackwright
