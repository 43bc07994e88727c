// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/plan_text.h"

#include "ui/text/texts.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace rackwright {

std::string planText(const ParallelPlan& plan, const Texts& texts) {
    std::string text;
    const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " \u00b7 ") + word; };
    const auto addDegree = [&add](const char* letters, std::int64_t degree) {
        add(std::string(letters) + " " + std::to_string(degree));
    };
    const auto addFurther = [&addDegree](const char* letters, std::int64_t degree) {
        if (degree > 1)
            addDegree(letters, degree);
    };
    addDegree("TP", plan.tensor);
    addDegree("PP", plan.pipeline);
    addFurther("VP", plan.interleave);
    addDegree("DP", plan.data);
    addFurther("CP", plan.context);
    addFurther("EP", plan.expert);
    addDegree("ZeRO", plan.zeroStage);
    addFurther("MB", plan.microBatch);
    if (plan.recompute != Recompute::None) {
        std::string word =
            texts.text(plan.recompute == Recompute::Full ? "workload.recompute.full" : "workload.recompute.selective");
        if (!word.empty())
            word.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(word.front())));
        add(word);
    }
    return text;
}

} // namespace rackwright
