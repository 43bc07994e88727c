// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `train`: memory, FLOP, checkpoints and speed of one training or inference run, or of every row of a CSV. The
// quantities and their definitions are the solver's; this reads words and prints answers.

#include "app/verbs/verb.h"

namespace rackwright {

int runTrain(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr std::string_view kTrainKeys[] = {"verb.train.keys-model",   "verb.train.keys-run",
                                                  "verb.train.keys-plan",    "verb.train.keys-memory",
                                                  "verb.train.keys-serving", "verb.train.keys-words"};

inline constexpr Verb kTrainVerb{
    "train",
    "[quantity=NAME] KEY=VALUE... [--config FILE] [--json] [--search | --curve] | --batch CSV | --list",
    "verb.train",
    runTrain,
    Verb::Needs::Core,
    "verb.train.batch",
    kTrainKeys};

} // namespace rackwright
