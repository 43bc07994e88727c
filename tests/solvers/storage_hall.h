// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The hall of hall_fixture.h with storage: eight storage nodes on one leaf switch with the 16 nodes (128 accelerators),
// one training job of 70B parameters. Read 320 GB/s and write 160 GB/s at the nodes; 800 TB raw, 600 usable with 6+2.

#include "tests/solvers/hall_fixture.h"

#include <optional>

namespace rackwright::fixture {

struct StorageHall : Hall {
    Id<PartRow> storePart, leafPart, acceleratorPart;
    Id<StoragePool> pool;
    Id<Workload> job;
    Id<Network> network;

    /// Sets a parameter of the job or the pool; an empty value takes it away.
    template <class Row>
    void parameter(Table<Row> Design::*table, Id<Row> id, std::string name, std::string value) {
        change(table, id, [&](Row& row) {
            std::erase_if(row.parameters, [&](const Parameter& each) { return each.name == name; });
            row.parameters.push_back({name, value});
        });
    }
    void ofJob(std::string name, std::string value) { parameter(&Design::workloads, job, std::move(name), std::move(value)); }
    void ofPool(std::string name, std::string value) {
        parameter(&Design::storagePools, pool, std::move(name), std::move(value));
    }
};

inline Part storageServer() {
    Part made = withPower(part("test-store", PartCategory::StorageNode, Mounting::Eia19,
                               {number("rack-units", 2), number("width", 0.482), number("depth", 0.8),
                                number("weight", 30), number("read-bandwidth", 40e9), number("write-bandwidth", 20e9),
                                number("raw-capacity", 100e12), number("drive-count", 24)}),
                          1'200);
    made.portGroups = {ports(PortRole::Storage, 2, 200, FabricProtocol::Ethernet)};
    return made;
}

/// 80 GB and 1,000 TFLOP/s dense BF16.
inline Part accelerator() {
    Part made = part("test-gpu", PartCategory::Accelerator, Mounting::None,
                     {number("memory", 80e9), number("memory-bandwidth", 3'350e9)});
    made.rates.push_back({Precision::Bf16, UnitClass::Matrix, Sparsity::Dense,
                          Fact<OperationRate>::known(1'000 * unit::teraflops, Grade::Vendor)});
    return made;
}

inline StorageHall storageHall() {
    StorageHall made;
    static_cast<Hall&>(made) = hall();
    made.acceleratorPart = embed(made.project, made.ids, accelerator());
    made.changePart(made.nodePart, [](Part& node) {
        node.attributes.push_back({"accelerator-model", Fact<double>::unknown(),
                                   Fact<std::string>::known("test-gpu", Grade::Vendor), {}});
        node.attributes.push_back(number("local-storage", 30e12));
    });
    made.storePart = embed(made.project, made.ids, storageServer());
    made.leafPart = embed(made.project, made.ids, networkSwitch("test-leaf", 64, 200, FabricProtocol::Ethernet));
    made.network = made.ids.take<Network>();
    made.design.networks =
        made.design.networks.with({made.network, "Storage", NetworkRole::Storage, FabricProtocol::Ethernet, {}});
    const Id<Device> leaf = made.addDevice(made.racks[0], made.leafPart, 42, "storage-leaf", "leaf");
    std::uint16_t port = 0;
    const auto connect = [&](Id<Device> device, std::uint16_t first) {
        for (std::uint16_t i = 0; i < 2; ++i)
            made.design.cables = made.design.cables.with(
                {made.ids.take<Cable>(), {device, static_cast<std::uint16_t>(first + i), 0}, {leaf, port++, 0}, made.network, 0});
    };
    std::vector<Id<Device>> nodes;
    for (const Device& device : made.design.devices)
        if (device.part == made.nodePart)
            nodes.push_back(device.id);
    for (const Id<Device> node : nodes)
        connect(node, 8); // behind the eight compute ports
    StoragePool pool;
    pool.id = made.pool = made.ids.take<StoragePool>();
    pool.name = "Scratch";
    pool.parameters = {{"data", "6"}, {"parity", "2"}};
    for (std::size_t i = 0; i < 8; ++i) {
        pool.members.push_back(
            made.addDevice(made.racks[i], made.storePart, 30, "store-" + std::to_string(i + 1), "storage"));
        connect(pool.members.back(), 0);
    }
    made.design.storagePools = made.design.storagePools.with(pool);
    Workload job;
    job.id = made.job = made.ids.take<Workload>();
    job.name = "Job";
    job.model = "Llama-3.1-70B";
    job.parameters = {{"dataset-size", "60 TB"}};
    made.design.workloads = made.design.workloads.with(job);
    return made;
}

/// The same with eight accelerators joined at 900 GB/s: what a step of the job takes is known.
inline StorageHall trainingHall() {
    StorageHall made = storageHall();
    made.changePart(made.acceleratorPart, [](Part& part) {
        part.attributes.push_back(number("scale-up-bandwidth", 900e9));
        part.attributes.push_back(number("scale-up-domain", 8));
    });
    return made;
}

} // namespace rackwright::fixture
