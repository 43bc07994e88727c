// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of workloads and storage pools of an option.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Adds or replaces a workload; the shares of the workloads of one phase may not pass 1 together.
Edit putWorkload(const Target& target, Workload workload);
Edit removeWorkload(const Target& target, Id<Workload> workload);

/// Adds or replaces a pool; each member is a device of the design and in one pool only.
Edit putStoragePool(const Target& target, StoragePool pool);
Edit removeStoragePool(const Target& target, Id<StoragePool> pool);

} // namespace rackwright::edits
