// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Causes of findings by which a remedy is chosen: the ids of their messages.

namespace rackwright::cause_of {

inline constexpr const char* fitsWithRecompute = "rule.TRAIN-01.recompute";
inline constexpr const char* fitsWithSplit = "rule.TRAIN-01.split";
inline constexpr const char* fitsWithOptimizerOutside = "rule.TRAIN-01.offload-optimizer";
inline constexpr const char* fitsWithDrives = "rule.TRAIN-01.offload-drives";
inline constexpr const char* fitsWithOffload = "rule.TRAIN-01.offload";
inline constexpr const char* hostFullKeep = "rule.TRAIN-01.host.keep";
inline constexpr const char* drivesFullKeep = "rule.TRAIN-01.drives.keep";
inline constexpr const char* hostFullToDrives = "rule.TRAIN-01.host.drives";
inline constexpr const char* drivesFullToHost = "rule.TRAIN-01.drives.host";

} // namespace rackwright::cause_of
