// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of inference: the smallest step that breaks it, one that just passes, and a case that cannot be checked.
// The hall of storage_hall.h serves an 8B model: 16.06 GB of weights in BF16 on accelerators of 80 GB.
#include "tests/solvers/rule_cases.h"
#include "tests/solvers/storage_hall.h"

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(StorageHall&)>;

Bend serving(std::vector<Parameter> parameters, std::string model = "Llama-3.1-8B") {
    return [=](StorageHall& hall) {
        hall.change(&Design::workloads, hall.job, [&](Workload& job) {
            job.kind = WorkloadKind::Inference;
            job.model = model;
            job.parameters = parameters;
        });
    };
}

struct Case {
    const char* name;
    const char* rule;
    Bend bend;
    RuleState state;
    Severity severity = Severity::Note;
    const char* message = "";
};

std::vector<Case> cases() {
    using S = Severity;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    // Nine tenths of what weights leave of 80 GB hold 171 sequences of 2,560 tokens (335.5 MB each) on each of 128.
    return {
        {"INFER-01 as many as fit", "INFER-01", serving({{"concurrency", "21888"}}), held},
        {"INFER-01 one more", "INFER-01", serving({{"concurrency", "21889"}}), failed, S::Error, "rule.INFER-01.over"},
        {"INFER-01 70B on one accelerator", "INFER-01", serving({{"tensor-parallel", "1"}}, "Llama-3.1-70B"), failed,
         S::Error, "rule.INFER-01.over"},
        {"INFER-01 model unknown", "INFER-01", serving({}, "House model"), open},
        {"INFER-01 format unknown", "INFER-01", serving({{"precision", "fp7"}}), open},
        // 69.9 GB of 73.6 are 160 sequences on each.
        {"INFER-03 a twentieth left", "INFER-03", serving({{"concurrency", "20480"}}), held},
        {"INFER-03 less than a twentieth", "INFER-03", serving({{"concurrency", "20481"}}), failed, S::Warning,
         "rule.INFER-03.tight"},
        {"INFER-03 model unknown", "INFER-03", serving({}, "House model"), open},
        {"INFER-02 nothing asked", "INFER-02", serving({{"ttft-target", "200 ms"}}), held},
        // 2 x 7.5e9 x 2,048 FLOP at 70 % of 1,000 TFLOP/s and a step of the others.
        {"INFER-02 first token late", "INFER-02", serving({{"ttft-target", "50 ms"}}), failed, S::Warning,
         "rule.INFER-02.ttft"},
        // One sequence reads 16.06 GB and its cache at 80 % of 3.35 TB/s, with a millisecond of the host: 7.13 ms, and
        // published servers reach 87 % of that speed.
        {"INFER-02 tokens in time", "INFER-02", serving({{"tpot-target", "8.2 ms"}, {"concurrency", "128"}}), held},
        {"INFER-02 tokens late", "INFER-02", serving({{"tpot-target", "8.1 ms"}, {"concurrency", "128"}}), failed,
         S::Warning, "rule.INFER-02.tpot"},
        {"INFER-02 rate above the bound", "INFER-02", serving({{"rate-target", "10000000"}}), failed, S::Warning,
         "rule.INFER-02.bound"},
        {"INFER-02 rate below the bound", "INFER-02", serving({{"rate-target", "100000"}}), held},
        // One sequence: 56 ms for its prompt, 511 tokens of 8.15 ms.
        {"INFER-02 answer in time", "INFER-02", serving({{"e2e-target", "4.3 s"}, {"concurrency", "128"}}), held},
        {"INFER-02 answer late", "INFER-02", serving({{"e2e-target", "4.1 s"}, {"concurrency", "128"}}), failed,
         S::Warning, "rule.INFER-02.e2e"},
        // One sequence on each of 128 is read from memory 206 times a second: no more at that concurrency.
        {"INFER-02 rate above the bound of its concurrency", "INFER-02",
         serving({{"rate-target", "30000"}, {"concurrency", "128"}}), failed, S::Warning, "rule.INFER-02.bound"},
        {"INFER-02 rate within it", "INFER-02", serving({{"rate-target", "26000"}, {"concurrency", "128"}}), held},
        {"INFER-02 drafts that are accepted raise the bound", "INFER-02",
         serving({{"rate-target", "30000"}, {"concurrency", "128"}, {"speculation", "1.8"}}), held},
        {"INFER-02 a prompt in the cache is not read again", "INFER-02",
         serving({{"ttft-target", "50 ms"}, {"prefix-share", "50 %"}, {"concurrency", "128"}}), held},
        {"INFER-02 model unknown", "INFER-02", serving({{"tpot-target", "10 ms"}}, "House model"), open},
    };
}

} // namespace

std::vector<RuleCase> inferenceCases() {
    std::vector<RuleCase> list;
    for (const Case& each : cases())
        list.push_back({each.name, each.rule,
                        [bend = each.bend] {
                            StorageHall hall = storageHall();
                            bend(hall);
                            return hall.snapshot();
                        },
                        each.state, each.severity, each.message});
    return list;
}

} // namespace rackwright::fixture
