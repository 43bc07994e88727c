// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReviewContent: what the review page says, as a value: the blocks of the customer proposal, unchanged, and behind them
// what a reader may ask of it. It makes no HTML; ui/review does.

#include "ui/report/report_input.h"
#include "ui/report/report_options.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace rackwright {

struct ReviewContent {
    ReportDocument document;
    /// So many blocks are the proposal; those after them stand behind it and are not printed.
    std::size_t proposalBlocks = 0;
    std::map<std::uint64_t, QString> things; ///< names of what drawings and rows of tables speak of, by its id
};

/// Of the customer's edition what figures mean, and schedules that a customer is handed; of ours the checks and how
/// every figure of the proposal is worked out too. Unfinished when it is stopped.
ReviewContent reviewContentOf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                              const ReportRun& run = {});

} // namespace rackwright
