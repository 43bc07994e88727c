// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of training: what breaks it, what just passes and what cannot be checked, each as a bend of the hall of
// storage_hall.h with 128 accelerators of 80 GB, eight in a scale-up domain of 450 GB/s one way, 200 Gb/s of network
// each.
#include "tests/solvers/rule_cases.h"
#include "tests/solvers/storage_hall.h"

namespace rackwright::fixture {

namespace {

using TrainingBend = std::function<void(StorageHall&)>;
using State = RuleState;

TrainingBend plan(std::vector<Parameter> parameters) {
    return [=](StorageHall& hall) {
        for (const Parameter& each : parameters)
            hall.ofJob(each.name, each.value);
    };
}

void asDrawn(StorageHall&) {}

void houseModel(StorageHall& hall) {
    hall.change(&Design::workloads, hall.job, [](Workload& workload) { workload.model = "House model"; });
}

TrainingBend lacking(std::string_view key, TrainingBend before = asDrawn) {
    return [=](StorageHall& hall) {
        before(hall);
        hall.changePart(hall.acceleratorPart, [&](Part& part) {
            std::erase_if(part.attributes, [&](const Attribute& attribute) { return attribute.key == key; });
        });
    };
}

// A node of another kind with accelerators of half the speed.
void mixedNodes(StorageHall& hall) {
    Part slow = accelerator();
    slow.id = "slow-gpu";
    slow.attributes.push_back(number("scale-up-bandwidth", 900e9));
    slow.attributes.push_back(number("scale-up-domain", 8));
    slow.rates.front().rate = Fact<OperationRate>::known(500 * unit::teraflops, Grade::Vendor);
    embed(hall.project, hall.ids, slow);
    Part node = *hall.project.parts.find(hall.nodePart)->part;
    node.id = "slow-node";
    for (Attribute& attribute : node.attributes)
        if (attribute.key == "accelerator-model")
            attribute.text = Fact<std::string>::known("slow-gpu", Grade::Vendor);
    const Id<PartRow> slowNode = embed(hall.project, hall.ids, node);
    hall.addDevice(hall.racks[0], slowNode, 20, "slow-n1");
}

// A node of the same accelerators with half the network.
void mixedPorts(StorageHall& hall) {
    Part node = *hall.project.parts.find(hall.nodePart)->part;
    node.id = "narrow-node";
    for (PortGroup& group : node.portGroups)
        if (group.role == PortRole::Compute)
            group = ports(PortRole::Compute, 4, 200, FabricProtocol::InfiniBand);
    hall.addDevice(hall.racks[0], embed(hall.project, hall.ids, node), 20, "narrow-n1");
}

// A compute network with all ports of all nodes on one switch, but for the last `bare` nodes.
TrainingBend cabledBut(int bare) {
    return [bare](StorageHall& hall) {
        const Id<Network> network = hall.ids.take<Network>();
        hall.design.networks =
            hall.design.networks.with({network, "Compute", NetworkRole::Compute, FabricProtocol::InfiniBand, {}});
        const Id<Device> leaf = hall.addDevice(
            hall.racks[0],
            embed(hall.project, hall.ids, networkSwitch("test-ib", 128, 200, FabricProtocol::InfiniBand)), 30,
            "ib-leaf", "leaf");
        std::vector<Id<Device>> nodes;
        for (const Device& device : hall.design.devices)
            if (device.part == hall.nodePart)
                nodes.push_back(device.id);
        std::uint16_t port = 0;
        for (std::size_t i = 0; i + static_cast<std::size_t>(bare) < nodes.size(); ++i)
            for (std::uint16_t own = 0; own < 8; ++own)
                hall.design.cables = hall.design.cables.with(
                    {hall.ids.take<Cable>(), {nodes[i], own, 0}, {leaf, port++, 0}, network, 0});
    };
}

TrainingBend and_(TrainingBend one, TrainingBend other) {
    return [=](StorageHall& hall) {
        one(hall);
        other(hall);
    };
}

// 64 nodes more, and a spare one where asked for.
TrainingBend manyNodes(bool hasSpare) {
    return [hasSpare](StorageHall& hall) {
        for (int i = 0; i < 64; ++i)
            hall.addDevice(hall.racks[0], hall.nodePart, i, "many-n" + std::to_string(i));
        if (hasSpare)
            hall.addDevice(hall.racks[0], hall.nodePart, 80, "many-spare", "spare");
    };
}

// Optimizer states leave 8-way split layers for the nodes, whose memory and drives are so large.
TrainingBend leaving(std::string_view home, double memory, double drives) {
    return [=](StorageHall& hall) {
        for (const auto& [name, value] : {std::pair<std::string, std::string>{"tp", "8"},
                                          {"pp", "1"},
                                          {"recompute", "full"},
                                          {"zero", "2"},
                                          {"offload", std::string(home)}})
            hall.ofJob(name, value);
        hall.changePart(hall.nodePart, [&](Part& node) {
            std::erase_if(node.attributes, [](const Attribute& attribute) {
                return attribute.key == "system-memory" || attribute.key == "local-storage";
            });
            if (memory > 0)
                node.attributes.push_back(number("system-memory", memory));
            node.attributes.push_back(number("local-storage", drives));
        });
    };
}

// Nodes with so much memory of their own for eight accelerators of 80 GB; none: not known.
TrainingBend hostMemory(double bytes) {
    return [=](StorageHall& hall) {
        hall.changePart(hall.acceleratorPart, [](Part& part) {
            std::erase_if(part.attributes, [](const Attribute& attribute) { return attribute.key == "memory"; });
            part.attributes.push_back(number("memory", 80e9));
        });
        hall.changePart(hall.nodePart, [&](Part& node) {
            std::erase_if(node.attributes, [](const Attribute& attribute) { return attribute.key == "system-memory"; });
            if (bytes > 0)
                node.attributes.push_back(number("system-memory", bytes));
        });
    };
}

struct TrainingCaseRow {
    const char* name;
    const char* rule;
    TrainingBend bend;
    RuleState state;
    Severity severity = Severity::Note;
    const char* message = "";
};

std::vector<TrainingCaseRow> trainingRows() {
    constexpr Severity error = Severity::Error, warning = Severity::Warning;
    return {
        {"TRAIN-01 plan of its own", "TRAIN-01", asDrawn, State::Passed},
        {"TRAIN-01 full recomputation", "TRAIN-01", plan({{"tp", "4"}, {"pp", "2"}, {"recompute", "full"}}),
         State::Passed},
        {"TRAIN-01 nothing recomputed", "TRAIN-01", plan({{"tp", "4"}, {"pp", "2"}, {"recompute", "none"}}),
         State::Failed, error, "rule.TRAIN-01.recompute"},
        {"TRAIN-01 not split", "TRAIN-01", plan({{"tp", "1"}, {"pp", "1"}}), State::Failed, error,
         "rule.TRAIN-01.split"},
        {"TRAIN-01 too long a sequence", "TRAIN-01", plan({{"sequence", "8000000"}}), State::Failed, error,
         "rule.TRAIN-01.more"},
        // 70B on the eight accelerators of a node: 1.1 TB of states and 2 TB of memory beside them.
        {"TRAIN-01 states fit beside the accelerators", "TRAIN-01",
         [](StorageHall& hall) {
             hall.change(&Design::workloads, hall.job, [](Workload& workload) { workload.acceleratorShare = 0.0625; });
         },
         State::Failed, error, "rule.TRAIN-01.offload-optimizer"},
        {"TRAIN-01 optimizer states in the nodes", "TRAIN-01",
         plan({{"tp", "8"}, {"pp", "1"}, {"recompute", "full"}, {"offload", "cpu"}, {"zero", "2"}}), State::Passed},
        {"TRAIN-01 states on drives", "TRAIN-01", leaving("nvme", 2e12, 30e12), State::Passed},
        {"TRAIN-01 nodes too small, accelerators hold them", "TRAIN-01",
         and_(leaving("cpu", 100e9, 1e12), plan({{"zero", "3"}, {"recompute", "full"}})), State::Failed, error,
         "rule.TRAIN-01.host.keep"},
        {"TRAIN-01 nodes too small, drives hold them", "TRAIN-01",
         and_(leaving("cpu", 700e9, 30e12), plan({{"zero", "0"}})), State::Failed, error, "rule.TRAIN-01.host.drives"},
        {"TRAIN-01 nodes and drives too small", "TRAIN-01", and_(leaving("cpu", 100e9, 100e9), plan({{"zero", "0"}})),
         State::Failed, error, "rule.TRAIN-01.host.more"},
        {"TRAIN-01 drives too small, nodes hold them", "TRAIN-01",
         and_(leaving("nvme", 20e12, 100e9), plan({{"zero", "0"}})), State::Failed, error, "rule.TRAIN-01.drives.host"},
        {"TRAIN-01 drives too small, accelerators hold them", "TRAIN-01",
         and_(leaving("nvme", 2e12, 10e9), plan({{"zero", "3"}, {"recompute", "full"}})), State::Failed, error,
         "rule.TRAIN-01.drives.keep"},
        {"TRAIN-01 drives and nodes too small", "TRAIN-01", and_(leaving("nvme", 1e12, 100e9), plan({{"zero", "0"}})),
         State::Failed, error, "rule.TRAIN-01.drives.more"},
        {"TRAIN-01 memory of the nodes unknown", "TRAIN-01", leaving("cpu", 0, 30e12), State::NotChecked},
        {"TRAIN-01 model unknown", "TRAIN-01", houseModel, State::NotChecked},
        {"TRAIN-01 memory unknown", "TRAIN-01", lacking("memory"), State::NotChecked},
        {"TRAIN-02 divides", "TRAIN-02", plan({{"tp", "8"}, {"pp", "4"}}), State::Passed},
        {"TRAIN-02 heads", "TRAIN-02", plan({{"tp", "12"}}), State::Failed, error, "training.does-not-divide"},
        {"TRAIN-02 a share that ends within a node", "TRAIN-02",
         and_(plan({{"tp", "8"}}),
              [](StorageHall& hall) {
                  hall.change(&Design::workloads, hall.job,
                              [](Workload& workload) { workload.acceleratorShare = 0.9; }); // 115 of 128: 112
              }),
         State::Passed},
        {"TRAIN-02 accelerators", "TRAIN-02", plan({{"tp", "8"}, {"pp", "5"}}), State::Failed, error,
         "training.does-not-divide"},
        {"TRAIN-02 precision lacking", "TRAIN-02", plan({{"recipe", "fp8"}}), State::Failed, error,
         "workload.no-precision"},
        {"TRAIN-02 weights leave alone", "TRAIN-02", plan({{"zero", "3"}, {"offload-weights", "cpu"}}), State::Failed,
         error, "training.weights-need-optimizer"},
        {"TRAIN-02 group divides", "TRAIN-02", plan({{"tp", "8"}, {"pp", "1"}, {"shard", "4"}}), State::Passed},
        {"TRAIN-02 group does not divide", "TRAIN-02", plan({{"tp", "8"}, {"pp", "1"}, {"shard", "3"}}), State::Failed,
         error, "training.does-not-divide"},
        {"TRAIN-02 no experts", "TRAIN-02", plan({{"ep", "8"}}), State::Failed, error, "training.no-experts"},
        {"TRAIN-02 nothing entered", "TRAIN-02", asDrawn, State::Passed},
        {"TRAIN-02 model unknown", "TRAIN-02", and_(plan({{"tp", "8"}}), houseModel), State::NotChecked},
        {"TRAIN-03 inside", "TRAIN-03", plan({{"tp", "8"}}), State::Passed},
        {"TRAIN-03 outside", "TRAIN-03", plan({{"tp", "16"}}), State::Failed, warning, "rule.TRAIN-03.outside"},
        {"TRAIN-03 domain unknown", "TRAIN-03", lacking("scale-up-domain", plan({{"tp", "16"}})), State::NotChecked},
        {"TRAIN-04 one kind", "TRAIN-04", asDrawn, State::Passed},
        {"TRAIN-04 two kinds", "TRAIN-04", mixedNodes, State::Failed, warning, "rule.TRAIN-04.mixed"},
        {"TRAIN-04 ports of two speeds", "TRAIN-04", mixedPorts, State::Failed, warning, "rule.TRAIN-04.ports"},
        {"TRAIN-04 all cabled", "TRAIN-04", cabledBut(0), State::Passed},
        {"TRAIN-04 one node without a cable", "TRAIN-04", cabledBut(1), State::Failed, error, "rule.TRAIN-04.cut-off"},
        {"TRAIN-04 nodes without a cable", "TRAIN-04", cabledBut(3), State::Failed, error,
         "rule.TRAIN-04.cut-off-many"},
        {"TRAIN-04 one domain needs no cable", "TRAIN-04",
         and_(cabledBut(1),
              [](StorageHall& hall) {
                  hall.changePart(hall.acceleratorPart, [](Part& part) {
                      for (Attribute& attribute : part.attributes)
                          if (attribute.key == "scale-up-domain")
                              attribute.number = Fact<double>::known(128, Grade::Vendor);
                  });
              }),
         State::Passed},
        {"TRAIN-04 rate unknown", "TRAIN-04",
         [](StorageHall& hall) { hall.changePart(hall.acceleratorPart, [](Part& part) { part.rates.clear(); }); },
         State::NotChecked},
        {"TRAIN-05 rare failures", "TRAIN-05", asDrawn, State::Passed},
        {"TRAIN-05 frequent failures", "TRAIN-05", plan({{"accelerator-mttf", "40 h"}}), State::Failed, warning,
         "rule.TRAIN-05.goodput"},
        {"TRAIN-05 many nodes without a spare", "TRAIN-05", manyNodes(false), State::Failed, warning,
         "rule.TRAIN-05.spare"},
        {"TRAIN-05 many nodes and a spare", "TRAIN-05", manyNodes(true), State::Passed},
        {"TRAIN-05 model unknown", "TRAIN-05", houseModel, State::NotChecked},
        {"TRAIN-06 as much as on the accelerators", "TRAIN-06", hostMemory(8 * 80e9), State::Passed},
        {"TRAIN-06 less than on the accelerators", "TRAIN-06", hostMemory(8 * 80e9 - 1e9), State::Failed,
         Severity::Note, "rule.TRAIN-06.less"},
        {"TRAIN-06 memory of the nodes unknown", "TRAIN-06", hostMemory(0), State::NotChecked},
    };
}

} // namespace

std::vector<RuleCase> trainingCases() {
    std::vector<RuleCase> list;
    for (const TrainingCaseRow& each : trainingRows())
        list.push_back({each.name, each.rule,
                        [bend = each.bend] {
                            StorageHall hall = storageHall();
                            hall.changePart(hall.acceleratorPart, [](Part& part) {
                                part.attributes.push_back(number("scale-up-bandwidth", 900e9));
                                part.attributes.push_back(number("scale-up-domain", 8));
                            });
                            hall.changePart(hall.nodePart, [](Part& node) {
                                node.attributes.push_back(number("system-memory", 2e12));
                                for (PortGroup& group : node.portGroups)
                                    if (group.role == PortRole::Compute)
                                        group = ports(PortRole::Compute, 8, 200, FabricProtocol::InfiniBand);
                            });
                            bend(hall);
                            return hall.snapshot();
                        },
                        each.state, each.severity, each.message});
    return list;
}

} // namespace rackwright::fixture
