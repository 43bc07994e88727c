// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/workload_edits.h"

#include <cmath>

namespace rackwright::edits {

namespace {

// Shares are typed by people; a sum of thirds may pass 1 by rounding.
constexpr double kShareSlack = 1e-6;

Done checkWorkload(const Project&, const Design& design, const Workload& workload) {
    if (workload.name.empty())
        return badValue("edit.name-empty");
    if (!std::isfinite(workload.acceleratorShare) || workload.acceleratorShare < 0 || workload.acceleratorShare > 1)
        return badValue("edit.share");
    double total = workload.acceleratorShare;
    for (const Workload& other : design.workloads)
        if (other.id != workload.id && other.phase == workload.phase)
            total += other.acceleratorShare;
    if (total > 1 + kShareSlack)
        return inputError(Message("edit.shares-over-one").with("phase", workload.phase).with("percent", total * 100));
    return done();
}

Done checkPool(const Project&, const Design& design, const StoragePool& pool) {
    if (pool.name.empty())
        return badValue("edit.name-empty");
    for (const Id<Device> member : pool.members) {
        const Device* device = design.devices.find(member);
        if (!device)
            return missingRow("device");
        for (const StoragePool& other : design.storagePools)
            if (other.id != pool.id && std::ranges::find(other.members, member) != other.members.end())
                return inputError(Message("edit.in-other-pool").with("device", device->name).with("pool", other.name));
    }
    return done();
}

} // namespace

Edit putWorkload(const Target& target, Workload workload) {
    Message text = Message(workload.id ? "undo.workload.change" : "undo.workload.add").with("name", workload.name);
    return putRow(target, std::move(text), &Design::workloads, std::move(workload), checkWorkload);
}

Edit removeWorkload(const Target& target, Id<Workload> workload) {
    auto apply = [workload](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (!design.workloads.contains(workload))
            return missingRow("workload");
        Design next = design;
        next.workloads = design.workloads.without(workload);
        return next;
    };
    return designEdit(namedText(target, "undo.workload.remove.", &Design::workloads, std::vector{workload}),
                      target.option, apply);
}

Edit putStoragePool(const Target& target, StoragePool pool) {
    Message text = Message(pool.id ? "undo.pool.change" : "undo.pool.add").with("name", pool.name);
    return putRow(target, std::move(text), &Design::storagePools, std::move(pool), checkPool);
}

Edit removeStoragePool(const Target& target, Id<StoragePool> pool) {
    auto apply = [pool](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (!design.storagePools.contains(pool))
            return missingRow("storage-pool");
        Design next = design;
        next.storagePools = design.storagePools.without(pool);
        return next;
    };
    return designEdit(namedText(target, "undo.pool.remove.", &Design::storagePools, std::vector{pool}), target.option,
                      apply);
}

} // namespace rackwright::edits
