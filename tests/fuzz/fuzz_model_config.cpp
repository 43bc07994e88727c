// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a model's own configuration: refused, or a model whose parameters and operations can be counted.
#include "model/base/check.h"
#include "solvers/workload/model_config.h"
#include "solvers/workload/parameter_count.h"

#include <cmath>

using namespace rackwright;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto model = readModelConfig(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!model)
        return 0;
    const std::int64_t total = totalParameters(*model), active = activeParameters(*model);
    RW_CHECK(total >= 0 && active >= 0, "counts are within what whole numbers hold");
    RW_CHECK(std::isfinite(trainingFlopPerToken(*model, 1e9, AttentionFlop::Full)), "operations are finite");
    RW_CHECK(keyValueElementsPerToken(*model) >= 0, "counts are within what whole numbers hold");
    return 0;
}
