// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the fabric: the smallest step that breaks it, one that just passes, and a case that cannot be checked.
#include "model/design/cabled.h"
#include "solvers/network/lossless_checklist.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/solvers/rule_cases.h"

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(FabricHall&)>;

struct Case {
    std::string name, rule;
    Bend bend;
    RuleState state = RuleState::Passed;
    Severity severity = Severity::Note;
    std::string message{};
};

void noPorts(FabricHall& hall) {
    hall.changePart(hall.memberPart, [](Part& part) { part.portGroups.clear(); });
}
void noSpeed(FabricHall& hall) {
    hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].speed = Fact<DataRate>::unknown(); });
}
void ask(FabricHall& hall, std::string figure, Comparison comparison = Comparison::AtMost, double target = 1) {
    Requirement requirement;
    requirement.id = hall.ids.take<Requirement>();
    requirement.figure = std::move(figure);
    requirement.comparison = comparison;
    requirement.target = target;
    hall.project.requirements = hall.project.requirements.with(requirement);
}
/// Cards of PCIe 5.0 in slots of a generation; 0: of one that is not known.
Bend slots(double generation) {
    return [generation](FabricHall& hall) {
        embed(hall.project, hall.ids,
              part("test-card", PartCategory::Accelerator, Mounting::InDevice,
                   {word("host-interface", "PCIe 5.0 x16"), word("form-factor", "PCIe dual-slot")}));
        hall.changePart(hall.memberPart, [generation](Part& part) {
            part.attributes.push_back(word("accelerator-model", "test-card"));
            if (generation > 0)
                part.attributes.push_back(number("slot-generation", generation));
        });
    };
}
void askNonBlocking(FabricHall& hall) { ask(hall, "fabric.oversubscription.leaf"); }
/// Half of each trunk.
void tapered(FabricHall& hall) {
    for (std::size_t i = 1; i < hall.trunks.size(); i += 2)
        hall.design.cables = hall.design.cables.without(hall.trunks[i]);
}
/// Without the first of the trunks.
void cut(FabricHall& hall, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        hall.design.cables = hall.design.cables.without(hall.trunks[i]);
}
/// More leaves that differ than are solved one by one, and a port whose lanes go to two of them: no bound holds then.
void unlikeLeaves(FabricHall& hall) {
    hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 600; });
    hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
    for (std::uint16_t l = 0; l < 60; ++l) {
        const Id<Device> leaf = hall.addUnplaced(hall.fabricSwitchPart, "odd-" + std::to_string(l), "leaf");
        for (std::uint16_t n = 0; n <= l; ++n)
            hall.join({hall.addUnplaced(hall.memberPart, "end", "compute"), static_cast<std::uint16_t>(n % 2), 0},
                      {leaf, n, 0});
        hall.join({leaf, 500, 0}, {hall.spines[0], static_cast<std::uint16_t>(100 + l), 0});
        hall.join({leaf, 501, 0}, {hall.spines[1], static_cast<std::uint16_t>(100 + l), 0});
    }
    const Id<Device> split = hall.addUnplaced(hall.memberPart, "split", "compute");
    for (std::uint8_t lane = 0; lane < 2; ++lane)
        hall.join({split, 0, lane}, {hall.leaves[lane], 400, 0});
}
/// Each leaf with two nodes on a spine of its own, and the spines joined: the least Dragonfly+.
void groups(FabricHall& hall) {
    hall.design.cables = {};
    for (std::uint16_t g = 0; g < 2; ++g) {
        for (std::uint16_t n = 0; n < 2; ++n)
            for (std::uint16_t port = 0; port < 2; ++port)
                hall.join({hall.members[2U * g + n], port, 0},
                          {hall.leaves[g], static_cast<std::uint16_t>(2 * n + port), 0});
        for (std::uint16_t t = 0; t < 4; ++t)
            hall.join({hall.leaves[g], static_cast<std::uint16_t>(4 + t), 0}, {hall.spines[g], t, 0});
    }
    for (std::uint16_t t = 4; t < 8; ++t)
        hall.join({hall.spines[0], t, 0}, {hall.spines[1], t, 0});
}
/// Both leaves as routers of two nodes each, with so many cables between them and no spines.
Bend routers(std::uint16_t cables) {
    return [=](FabricHall& hall) {
        cut(hall, hall.trunks.size());
        const std::vector<Cable> ends(hall.design.cables.begin(), hall.design.cables.end());
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const auto node =
                static_cast<std::size_t>(std::ranges::find(hall.members, ends[i].a.device) - hall.members.begin());
            hall.change(&Design::cables, ends[i].id, [&](Cable& cable) {
                cable.b = {hall.leaves[node / 2], static_cast<std::uint16_t>(node % 2 * 2 + cable.a.port), 0};
            });
        }
        for (const Id<Device> leaf : hall.leaves)
            hall.change(&Design::devices, leaf, [](Device& device) { device.role = "router"; });
        for (std::uint16_t c = 0; c < cables; ++c) {
            const auto port = static_cast<std::uint16_t>(4 + c);
            hall.join({hall.leaves[0], port, 0}, {hall.leaves[1], port, 0});
        }
    };
}
void serve(FabricHall& hall) {
    hall.change(&Design::networks, hall.network, [](Network& network) { network.role = NetworkRole::Storage; });
}
/// Two nodes on either leaf of a storage network, with so many cables between the leaves alone.
Bend storagePair(std::uint16_t cables) {
    return [=](FabricHall& hall) {
        routers(cables)(hall);
        serve(hall);
        for (const Id<Device> leaf : hall.leaves)
            hall.change(&Design::devices, leaf, [](Device& device) { device.role = "leaf"; });
    };
}
/// Four nodes more on two leaves of their own, with the same rails, and four spines with a cable to each leaf.
void withUnit(FabricHall& hall) {
    for (const char* name : {"spine-3", "spine-4"})
        hall.spines.push_back(hall.addUnplaced(hall.fabricSwitchPart, name, "spine"));
    for (const char* name : {"leaf-3", "leaf-4"})
        hall.leaves.push_back(hall.addUnplaced(hall.fabricSwitchPart, name, "leaf"));
    cut(hall, hall.trunks.size());
    for (std::uint16_t l = 0; l < 4; ++l)
        for (std::uint16_t s = 0; s < 4; ++s)
            hall.join({hall.leaves[l], static_cast<std::uint16_t>(4 + s), 0}, {hall.spines[s], l, 0});
    for (std::uint16_t n = 0; n < 4; ++n) {
        const Id<Device> node = hall.addUnplaced(hall.memberPart, "more-" + std::to_string(n), "compute");
        for (std::uint16_t rail = 0; rail < 2; ++rail)
            hall.join({node, rail, 0}, {hall.leaves[2U + rail], n, 0});
    }
}
Bend target(
    std::string share, Bend further = [](FabricHall&) {}) {
    return [=](FabricHall& hall) {
        hall.setSetting("fabric.fault-target", share);
        further(hall);
    };
}

/// Ports of 400 Gb/s that do 200 over Ethernet.
void halfEthernet(FabricHall& hall) {
    hall.changePart(hall.memberPart, [](Part& part) {
        part.attributes.push_back(number("ethernet-link-max", (200 * unit::gigabitPerSecond).si()));
    });
}

/// A training job that splits its layers over so many accelerators, of which a scale-up domain joins 8.
Bend tensor(int accelerators) {
    return [=](FabricHall& hall) {
        embed(hall.project, hall.ids,
              part("test-gpu", PartCategory::Accelerator, Mounting::None, {number("scale-up-domain", 8)}));
        hall.changePart(hall.memberPart, [](Part& node) {
            node.attributes.push_back({"accelerator-model",
                                       Fact<double>::unknown(),
                                       Fact<std::string>::known("test-gpu", Grade::Vendor),
                                       {}});
        });
        Workload job;
        job.id = hall.ids.take<Workload>();
        job.name = "Job";
        job.model = "Llama-3.1-70B";
        job.parameters = {{"tp", std::to_string(accelerators)}};
        hall.design.workloads = hall.design.workloads.with(job);
    };
}

/// A host on a free port of the first spine.
void withHead(FabricHall& hall) {
    Part head = part("test-head", PartCategory::HeadNode, Mounting::Eia19, {number("rack-units", 1)});
    head.portGroups = {ports(PortRole::Compute, 1, 400, FabricProtocol::InfiniBand)};
    const Id<PartRow> row = embed(hall.project, hall.ids, std::move(head));
    hall.join({hall.addUnplaced(row, "head-1", "head"), 0, 0}, {hall.spines[0], 7, 0});
}
/// Management ports of the nodes, so many of them on an out-of-band switch, beside a subnet manager.
Bend managed(std::uint16_t count) {
    return [=](FabricHall& hall) {
        withHead(hall);
        hall.changePart(hall.memberPart, [](Part& part) {
            part.portGroups.push_back(ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45"));
        });
        Part leaf = part("test-mgmt", PartCategory::Switch, Mounting::Eia19, {number("rack-units", 1)});
        leaf.portGroups = {ports(PortRole::Data, 8, 1, FabricProtocol::Ethernet, "RJ45"),
                           ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
        const Id<PartRow> row = embed(hall.project, hall.ids, std::move(leaf));
        const Id<Device> manager = hall.addUnplaced(row, "oob-1", "leaf");
        Network network;
        network.id = hall.ids.take<Network>();
        network.name = "Out of band";
        network.role = NetworkRole::OutOfBand;
        network.protocol = FabricProtocol::Ethernet;
        hall.design.networks = hall.design.networks.with(network);
        std::swap(hall.network, network.id);
        for (std::uint16_t n = 0; n < count; ++n)
            hall.join({hall.members[n], 2, 0}, {manager, n, 0});
        std::swap(hall.network, network.id);
    };
}
/// Beside the nodes a rack PDU and a CDU with management ports, so many of both cabled to the out-of-band switch.
Bend withPlant(std::uint16_t cabled) {
    return [=](FabricHall& hall) {
        managed(4)(hall);
        const auto managedPart = [&](const char* id, PartCategory category) {
            Part made = part(id, category, Mounting::ZeroU, {});
            made.portGroups = {ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
            return embed(hall.project, hall.ids, std::move(made));
        };
        PowerElement pdu;
        pdu.id = hall.ids.take<PowerElement>();
        pdu.name = "pdu-1";
        pdu.part = managedPart("test-pdu", PartCategory::RackPdu);
        hall.design.powerElements = hall.design.powerElements.with(pdu);
        CoolingUnit cdu;
        cdu.id = hall.ids.take<CoolingUnit>();
        cdu.name = "cdu-1";
        cdu.kind = CoolingUnitKind::CduRow;
        cdu.part = managedPart("test-cdu", PartCategory::Cdu);
        hall.design.coolingUnits = hall.design.coolingUnits.with(cdu);
        const auto isManager = [](const Device& device) { return device.name == "oob-1"; };
        const Id<Device> manager = std::ranges::find_if(hall.design.devices, isManager)->id;
        const Id<Network> network = std::ranges::find(hall.design.networks, NetworkRole::OutOfBand, &Network::role)->id;
        const std::array ends = {cabledId(pdu.id), cabledId(cdu.id)};
        for (std::uint16_t n = 0; n < cabled; ++n)
            hall.design.cables = hall.design.cables.with(Cable{
                hall.ids.take<Cable>(), {ends[n], 0, 0}, {manager, static_cast<std::uint16_t>(4 + n), 0}, network, 0});
    };
}
void withStore(FabricHall& hall) {
    Part store = part("test-store", PartCategory::StorageNode, Mounting::Eia19, {number("rack-units", 2)});
    store.portGroups = {ports(PortRole::Storage, 1, 400, FabricProtocol::InfiniBand)};
    const Id<PartRow> row = embed(hall.project, hall.ids, std::move(store));
    hall.join({hall.addUnplaced(row, "store-1", "storage"), 0, 0}, {hall.spines[0], 7, 0});
}
/// An Ethernet network with so many steps of its checklist done, and who says so.
Bend ethernet(std::size_t steps, std::string signedBy = "A. Network, 2026-05-04") {
    return [=](FabricHall& hall) {
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::Ethernet; });
        for (std::size_t i = 0; i < steps; ++i)
            hall.setSetting(kLosslessSteps[i], std::string(kStepDone), signedBy);
    };
}

/// The cable of a node's port goes to another leaf, or away.
Bend moved(std::size_t node, std::uint16_t port, std::optional<std::size_t> leaf) {
    return [=](FabricHall& hall) {
        for (const Cable& cable : std::vector<Cable>(hall.design.cables.begin(), hall.design.cables.end()))
            if (cable.a.device == hall.members[node] && cable.a.port == port) {
                if (leaf)
                    hall.change(&Design::cables, cable.id, [&](Cable& row) {
                        row.b = {hall.leaves[*leaf], static_cast<std::uint16_t>(4 + node), 0};
                    });
                else
                    hall.design.cables = hall.design.cables.without(cable.id);
            }
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 16; });
    };
}
/// Servers of one port each on these leaves.
Bend servers(std::vector<std::size_t> leaves) {
    return [=](FabricHall& hall) {
        Part store = part("test-store", PartCategory::StorageNode, Mounting::Eia19, {number("rack-units", 2)});
        store.portGroups = {ports(PortRole::Compute, 1, 400, FabricProtocol::InfiniBand)};
        const Id<PartRow> row = embed(hall.project, hall.ids, std::move(store));
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 16; });
        std::uint16_t port = 8;
        for (const std::size_t leaf : leaves)
            hall.join({hall.addUnplaced(row, "store-" + std::to_string(port), "storage"), 0, 0},
                      {hall.leaves[leaf], port++, 0});
    };
}
/// Racks of servers of one port each, on these leaves, fed by these sides.
Bend racked(std::vector<std::vector<std::size_t>> leaves, std::vector<FeedSide> sides = {}) {
    return [=](FabricHall& hall) {
        Part store = part("test-store", PartCategory::StorageNode, Mounting::Eia19, {number("rack-units", 2)});
        store.portGroups = {ports(PortRole::Compute, 1, 400, FabricProtocol::InfiniBand)};
        const Id<PartRow> row = embed(hall.project, hall.ids, std::move(store));
        const Id<PartRow> pdu = embed(hall.project, hall.ids, rackPdu());
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 16; });
        std::uint16_t port = 8;
        for (std::size_t r = 0; r < leaves.size(); ++r) {
            Rack rack;
            rack.id = hall.ids.take<Rack>();
            rack.name = "servers-" + std::to_string(r);
            hall.design.racks = hall.design.racks.with(rack);
            // The first rack by these sides, the others by both.
            for (const FeedSide side : r == 0 && !sides.empty() ? sides : std::vector{FeedSide::A, FeedSide::B}) {
                PowerElement element;
                element.id = hall.ids.take<PowerElement>();
                element.part = pdu;
                element.placement = ZeroU{rack.id};
                element.side = side;
                hall.design.powerElements = hall.design.powerElements.with(element);
            }
            std::int64_t unit = 1;
            for (const std::size_t leaf : leaves[r]) {
                const Id<Device> server = hall.addUnplaced(row, "store-" + std::to_string(port), "storage");
                hall.change(&Design::devices, server, [&](Device& device) {
                    device.placement = InRack{rack.id, unit, Face::Front, 0};
                });
                unit += 2;
                hall.join({server, 0, 0}, {hall.leaves[leaf], port++, 0});
            }
        }
    };
}
/// The nodes of two ports each, on two leaves, in one rack.
void nodesInARack(FabricHall& hall) {
    Rack rack;
    rack.id = hall.ids.take<Rack>();
    rack.name = "nodes";
    hall.design.racks = hall.design.racks.with(rack);
    for (std::size_t n = 0; n < 4; ++n)
        hall.change(&Design::devices, hall.members[n], [&](Device& device) {
            device.placement = InRack{rack.id, 1 + 8 * static_cast<std::int64_t>(n), Face::Front, 0};
        });
}
/// With two leaves more.
Bend wider(Bend further) {
    return [=](FabricHall& hall) {
        withUnit(hall);
        further(hall);
    };
}
Bend losses(
    std::string word, Bend further = [](FabricHall&) {}) {
    return [=](FabricHall& hall) {
        hall.setSetting("fabric.single-loss.compute", word);
        further(hall);
    };
}
/// Each leaf in a rack of its own, which is fed by the sides of `sides`, and the nodes in one that is fed by both.
Bend fed(std::vector<FeedSide> sides) {
    return [=](FabricHall& hall) {
        const Id<PartRow> pdu = embed(hall.project, hall.ids, rackPdu());
        const auto rackOn = [&](const std::vector<FeedSide>& feeds) {
            Rack rack;
            rack.id = hall.ids.take<Rack>();
            rack.name = "rack-" + std::to_string(rack.id.value);
            hall.design.racks = hall.design.racks.with(rack);
            for (const FeedSide side : feeds) {
                PowerElement element;
                element.id = hall.ids.take<PowerElement>();
                element.name = "PDU";
                element.part = pdu;
                element.placement = ZeroU{rack.id};
                element.side = side;
                hall.design.powerElements = hall.design.powerElements.with(element);
            }
            return rack.id;
        };
        const auto put = [&](Id<Device> device, Id<Rack> rack, std::int64_t unit) {
            hall.change(&Design::devices, device, [&](Device& row) {
                row.placement = InRack{rack, unit, Face::Front, 0};
            });
        };
        const Id<Rack> nodes = rackOn({FeedSide::A, FeedSide::B});
        for (std::size_t n = 0; n < hall.members.size(); ++n)
            put(hall.members[n], nodes, 1 + 8 * static_cast<std::int64_t>(n));
        for (std::size_t l = 0; l < hall.leaves.size(); ++l)
            put(hall.leaves[l], rackOn({sides[l]}), 1);
    };
}

std::vector<Case> cases() {
    const auto nothing = [](FabricHall&) {};
    const auto held = RuleState::Passed;
    const auto failed = RuleState::Failed;
    const auto open = RuleState::NotChecked;
    return {
        {"NET-01 a port for each", "NET-01", nothing, held},
        {"NET-01 two in one port", "NET-01",
         [](FabricHall& hall) {
             hall.change(&Design::cables, hall.trunks[1],
                         [&](Cable& cable) { cable.a.port = hall.design.cables.find(hall.trunks[0])->a.port; });
         },
         failed, Severity::Error, "rule.NET-01.over"},
        {"NET-01 no such port", "NET-01",
         [](FabricHall& hall) { hall.change(&Design::cables, hall.trunks[1], [](Cable& cable) { cable.a.port = 8; }); },
         failed, Severity::Error, "rule.NET-01.over"},
        {"NET-01 no such lane", "NET-01",
         [](FabricHall& hall) { hall.change(&Design::cables, hall.trunks[1], [](Cable& cable) { cable.b.lane = 1; }); },
         failed, Severity::Error, "rule.NET-01.over"},
        {"NET-01 ports unknown", "NET-01", noPorts, open},
        {"NET-02 one protocol", "NET-02", nothing, held},
        {"NET-02 Ethernet on InfiniBand", "NET-02",
         [](FabricHall& hall) {
             hall.changePart(hall.memberPart,
                             [](Part& part) { part.portGroups[0].protocol = FabricProtocol::Ethernet; });
         },
         failed, Severity::Error, "rule.NET-02.mixed"},
        {"NET-02 either", "NET-02",
         [](FabricHall& hall) {
             hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].protocol = FabricProtocol::Either; });
         },
         held},
        {"NET-02 no common speed", "NET-02",
         [](FabricHall& hall) {
             hall.changePart(hall.memberPart,
                             [](Part& part) { part.portGroups[0].speed = fixture::ports({}, 1, 300, {}).speed; });
         },
         failed, Severity::Error, "rule.NET-02.speed"},
        {"NET-02 a common speed after a breakout", "NET-02",
         [](FabricHall& hall) {
             hall.changePart(hall.memberPart,
                             [](Part& part) { part.portGroups[0].speed = fixture::ports({}, 1, 200, {}).speed; });
             hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
         },
         held},
        {"NET-02 an adapter of no whole Ethernet port on InfiniBand", "NET-02", halfEthernet, held},
        {"NET-02 an adapter of no whole Ethernet port on Ethernet", "NET-02",
         [](FabricHall& hall) {
             halfEthernet(hall);
             ethernet(7)(hall);
             for (const Id<PartRow> row : {hall.memberPart, hall.fabricSwitchPart})
                 hall.changePart(row, [](Part& part) { part.portGroups[0].protocol = FabricProtocol::Ethernet; });
         },
         failed, Severity::Error, "rule.NET-02.whole-port"},
        {"NET-02 ports unknown", "NET-02", noPorts, open},
        {"NET-08 as much up as down", "NET-08", nothing, held},
        {"NET-08 2:1", "NET-08", tapered, failed, Severity::Note, "rule.NET-08.over"},
        {"NET-08 2:1 where 1:1 is asked", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             askNonBlocking(hall);
         },
         failed, Severity::Error, "rule.NET-08.over"},
        {"NET-08 2:1 where 1:1 is asked of this network", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             ask(hall, "fabric.oversubscription.leaf@network:" + hall.design.networks.find(hall.network)->name,
                 Comparison::Equal);
         },
         failed, Severity::Error, "rule.NET-08.over"},
        {"NET-08 2:1 where 1:1 is asked of another", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             ask(hall, "fabric.oversubscription.leaf@network:other");
         },
         failed, Severity::Note, "rule.NET-08.over"},
        {"NET-08 2:1 where no less than 1:1 is asked", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             ask(hall, "fabric.oversubscription.leaf", Comparison::AtLeast);
         },
         failed, Severity::Note, "rule.NET-08.over"},
        {"NET-08 2:1 where 3:1 is asked", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             ask(hall, "fabric.oversubscription.leaf", Comparison::AtMost, 3);
         },
         failed, Severity::Note, "rule.NET-08.over"},
        {"NET-08 one cable less", "NET-08",
         [](FabricHall& hall) { hall.design.cables = hall.design.cables.without(hall.trunks[0]); }, failed,
         Severity::Warning, "rule.NET-08.uneven"},
        {"NET-08 a trunk of one cable less", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             hall.design.cables = hall.design.cables.without(hall.trunks[0]);
         },
         failed, Severity::Warning, "rule.NET-08.uneven"},
        {"NET-08 a leaf without trunks", "NET-08", [](FabricHall& hall) { cut(hall, 4); }, failed, Severity::Warning,
         "rule.NET-08.uneven"},
        {"NET-08 rails alone", "NET-08",
         [](FabricHall& hall) {
             cut(hall, hall.trunks.size());
             askNonBlocking(hall);
         },
         held},
        {"NET-08 routers with half of the cables", "NET-08",
         [](FabricHall& hall) {
             routers(2)(hall);
             askNonBlocking(hall);
         },
         failed, Severity::Error, "rule.NET-08.bisection"},
        {"NET-08 routers with enough", "NET-08",
         [](FabricHall& hall) {
             routers(4)(hall);
             askNonBlocking(hall);
         },
         held},
        {"NET-08 two islands", "NET-08", [](FabricHall& hall) { routers(0)(hall); }, failed, Severity::Note,
         "rule.NET-08.apart"},
        {"NET-08 storage over cables between two leaves", "NET-08", storagePair(2), failed, Severity::Warning,
         "rule.NET-08.peers"},
        {"NET-08 storage over enough cables between two leaves", "NET-08", storagePair(3), held},
        {"NET-08 storage on two leaves that nothing joins", "NET-08", storagePair(0), failed, Severity::Warning,
         "rule.NET-08.apart"},
        {"NET-08 storage with a port on either leaf", "NET-08",
         [](FabricHall& hall) {
             cut(hall, hall.trunks.size());
             serve(hall);
             hall.join({hall.leaves[0], 4, 0}, {hall.leaves[1], 4, 0});
         },
         held},
        {"NET-08 speed unknown", "NET-08", noSpeed, open},
        // One of two leaves takes half of the endpoints with it.
        {"NET-09 port k on leaf k", "NET-09", nothing, held},
        {"NET-09 two ports of a node the other way", "NET-09",
         [](FabricHall& hall) {
             for (const Cable& cable : std::vector<Cable>(hall.design.cables.begin(), hall.design.cables.end()))
                 if (cable.a.device == hall.members[0])
                     hall.change(&Design::cables, cable.id,
                                 [](Cable& row) { row.a.port = static_cast<std::uint16_t>(1 - row.a.port); });
         },
         failed, Severity::Warning, "rule.NET-09.broken"},
        {"NET-09 a node without one rail", "NET-09",
         [](FabricHall& hall) {
             for (const Cable& cable : std::vector<Cable>(hall.design.cables.begin(), hall.design.cables.end()))
                 if (cable.a.device == hall.members[0] && cable.a.port == 1)
                     hall.design.cables = hall.design.cables.without(cable.id);
         },
         failed, Severity::Warning, "rule.NET-09.incomplete"},
        {"NET-09 a node on no compute network", "NET-09",
         [](FabricHall& hall) { hall.addUnplaced(hall.memberPart, "node-apart", "compute"); }, failed,
         Severity::Warning, "rule.NET-09.unserved"},
        {"NET-09 a host by one port", "NET-09", withHead, held},
        {"NET-09 tensor parallelism within a node", "NET-09", tensor(8), held},
        {"NET-09 tensor parallelism across nodes", "NET-09", tensor(16), failed, Severity::Warning,
         "rule.NET-09.tensor"},
        {"NET-09 ports unknown", "NET-09", noPorts, open},
        {"NET-10 compute alone", "NET-10", nothing, held},
        {"NET-10 a storage port on it", "NET-10", withStore, failed, Severity::Warning, "rule.NET-10.converged"},
        {"NET-10 checkpoints over it", "NET-10",
         [](FabricHall& hall) {
             withStore(hall);
             Workload job;
             job.id = hall.ids.take<Workload>();
             job.name = "Job";
             job.model = "Llama-3.1-70B";
             job.parameters = {{"checkpoint-window", "30"}};
             hall.design.workloads = hall.design.workloads.with(job);
         },
         failed, Severity::Warning, "rule.NET-10.burst"},
        {"NET-10 ports unknown", "NET-10", noPorts, open},
        {"NET-10 a port that a PDU does not have", "NET-10",
         [](FabricHall& hall) {
             withPlant(0)(hall);
             hall.join({cabledId(hall.design.powerElements.begin()->id), 99, 0}, {hall.spines[0], 7, 0});
         },
         open},
        {"NET-11 a host manages the subnet", "NET-11", withHead, held},
        {"NET-11 nobody manages the subnet", "NET-11", nothing, failed, Severity::Error, "rule.NET-11.no-manager"},
        {"NET-11 all nodes out of band", "NET-11", managed(4), held},
        {"NET-11 one node without", "NET-11", managed(3), failed, Severity::Error, "rule.NET-11.unmanaged"},
        {"NET-11 PDU and CDU out of band", "NET-11", withPlant(2), held},
        {"NET-11 a CDU whose cable is taken out", "NET-11",
         [](FabricHall& hall) {
             withPlant(2)(hall);
             for (const Cable& cable : std::vector<Cable>(hall.design.cables.begin(), hall.design.cables.end()))
                 if (cable.a.device == cabledId(hall.design.coolingUnits.begin()->id)) {
                     CableDetail detail;
                     detail.id = hall.ids.take<CableDetail>();
                     detail.cable = cable.id;
                     detail.scope.status = Status::Removed;
                     hall.design.cableDetails = hall.design.cableDetails.with(detail);
                 }
         },
         failed, Severity::Error, "rule.NET-11.unmanaged"},
        {"NET-11 a CDU without", "NET-11", withPlant(1), failed, Severity::Error, "rule.NET-11.unmanaged"},
        {"NET-11 a PDU of unknown ports", "NET-11",
         [](FabricHall& hall) {
             managed(4)(hall);
             PowerElement pdu;
             pdu.id = hall.ids.take<PowerElement>();
             pdu.part = embed(hall.project, hall.ids, part("test-pdu", PartCategory::RackPdu, Mounting::ZeroU, {}));
             hall.design.powerElements = hall.design.powerElements.with(pdu);
         },
         open},
        {"NET-11 a rack of trays without known management", "NET-11",
         [](FabricHall& hall) {
             withHead(hall);
             hall.changePart(hall.memberPart, [](Part& part) { part.category = PartCategory::RackScaleSystem; });
         },
         open},
        {"NET-11 ports unknown", "NET-11",
         [](FabricHall& hall) {
             withHead(hall);
             noPorts(hall);
         },
         open},
        {"NET-13 all steps signed off", "NET-13", ethernet(7), held},
        {"NET-13 one step open", "NET-13", ethernet(6), failed, Severity::Note, "rule.NET-13.open"},
        {"NET-13 done, but nobody stands for it", "NET-13", ethernet(7, {}), failed, Severity::Note,
         "rule.NET-13.open"},
        {"NET-13 ports unknown", "NET-13",
         [](FabricHall& hall) {
             ethernet(7)(hall);
             noPorts(hall);
         },
         open},
        {"NET-14 InfiniBand switches reduce", "NET-14", [](FabricHall& hall) { hall.setSetting("fabric.sharp", "on"); },
         held},
        {"NET-14 Ethernet switches do not", "NET-14",
         [](FabricHall& hall) {
             ethernet(7)(hall);
             hall.setSetting("fabric.sharp", "on");
         },
         failed, Severity::Note, "rule.NET-14.ethernet"},
        {"NET-14 nobody decided", "NET-14",
         [](FabricHall& hall) {
             hall.change(&Design::networks, hall.network,
                         [](Network& network) { network.protocol = FabricProtocol::Either; });
             hall.setSetting("fabric.sharp", "on");
         },
         failed, Severity::Note, "rule.NET-14.undecided"},
        {"NET-14 ports unknown", "NET-14",
         [](FabricHall& hall) {
             noPorts(hall);
             hall.setSetting("fabric.sharp", "on");
         },
         open},
        {"NET-15 InfiniBand in tiers", "NET-15", nothing, held},
        {"NET-15 Ethernet in tiers", "NET-15", ethernet(7), held},
        {"NET-15 InfiniBand routers", "NET-15", routers(4), failed, Severity::Note, "rule.NET-15.infiniband"},
        {"NET-15 Ethernet routers", "NET-15",
         [](FabricHall& hall) {
             routers(4)(hall);
             ethernet(7)(hall);
         },
         failed, Severity::Note, "rule.NET-15.ethernet"},
        {"NET-15 groups of InfiniBand", "NET-15", groups, held},
        {"NET-15 groups of Ethernet", "NET-15",
         [](FabricHall& hall) {
             groups(hall);
             ethernet(7)(hall);
         },
         failed, Severity::Note, "rule.NET-15.ethernet"},
        {"NET-15 a pair of leaves", "NET-15",
         [](FabricHall& hall) {
             ethernet(0)(hall);
             routers(2)(hall);
             for (const Id<Device> leaf : hall.leaves)
                 hall.change(&Design::devices, leaf, [](Device& device) { device.role = "leaf"; });
             hall.change(&Design::networks, hall.network,
                         [](Network& network) { network.role = NetworkRole::Storage; });
         },
         held},
        {"NET-15 ports unknown", "NET-15", noPorts, open},
        {"NET-15 speed unknown", "NET-15",
         [](FabricHall& hall) {
             routers(4)(hall);
             noSpeed(hall);
         },
         open},
        {"NET-16 slots as their cards", "NET-16", slots(5), held},
        {"NET-16 slots of the generation before", "NET-16", slots(4), failed, Severity::Warning, "rule.NET-16.slower"},
        {"NET-16 slots unknown", "NET-16", slots(0), open},
        {"NET-16 form of the accelerator unknown", "NET-16",
         [](FabricHall& hall) {
             slots(0)(hall);
             const auto card = std::ranges::find_if(
                 hall.project.parts, [](const PartRow& row) { return row.part && row.part->id == "test-card"; });
             hall.changePart(card->id, [](Part& part) {
                 std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "form-factor"; });
             });
         },
         open},
        {"NET-17 each node on two leaves", "NET-17", nothing, held},
        {"NET-17 a node on one leaf", "NET-17", moved(0, 1, 0), failed, Severity::Warning, "rule.NET-17.device"},
        {"NET-17 one of two ports of a node", "NET-17", moved(0, 1, std::nullopt), failed, Severity::Warning,
         "rule.NET-17.device"},
        {"NET-17 nothing asked", "NET-17", losses("none", moved(0, 1, 0)), held},
        {"NET-17 asked by hand", "NET-17", losses("degraded", moved(0, 1, 0)), failed, Severity::Error,
         "rule.NET-17.device"},
        {"NET-17 rails of one leaf", "NET-17", losses("no-loss"), failed, Severity::Error, "rule.NET-17.rail"},
        {"NET-17 servers on two leaves", "NET-17", servers({0, 1}), held},
        {"NET-17 servers on one leaf", "NET-17", servers({0, 0}), failed, Severity::Warning, "rule.NET-17.pool"},
        {"NET-17 one server is no pool", "NET-17", servers({0}), held},
        {"NET-17 one server without loss", "NET-17", losses("no-loss", servers({0})), failed, Severity::Error,
         "rule.NET-17.device"},
        {"NET-17 servers on three of four leaves", "NET-17", wider(servers({0, 1, 2})), held},
        {"NET-17 servers on one pair of four leaves", "NET-17", wider(servers({0, 1, 1})), failed, Severity::Warning,
         "rule.NET-17.pool-pair"},
        {"NET-17 leaves on both feeds", "NET-17", fed({FeedSide::A, FeedSide::B}), held},
        {"NET-17 leaves on one feed", "NET-17", fed({FeedSide::A, FeedSide::A}), failed, Severity::Warning,
         "rule.NET-17.feed"},
        {"NET-17 racks on both leaves", "NET-17", racked({{0, 1}, {0, 1}}), held},
        {"NET-17 a rack on one leaf", "NET-17", racked({{0, 0}, {0, 1}}), failed, Severity::Warning,
         "rule.NET-17.rack"},
        {"NET-17 one server is no rack", "NET-17", racked({{0}, {1}}), held},
        {"NET-17 racks over three of four leaves", "NET-17", wider(racked({{0, 1, 2}, {1, 2, 3}})), held},
        {"NET-17 a rack on one pair of four leaves", "NET-17", wider(racked({{0, 1}, {1, 2, 3}})), held},
        {"NET-17 a rack on one pair of four leaves, no loss", "NET-17", losses("no-loss", wider(nodesInARack)), failed,
         Severity::Error, "rule.NET-17.rack-pair"},
        {"NET-17 a rack on one feed", "NET-17", racked({{0, 1}, {0, 1}}, {FeedSide::A}), failed, Severity::Warning,
         "rule.NET-17.rack-feed"},
        {"NET-17 ports unknown", "NET-17", noPorts, open},
        {"NET-12 half is enough", "NET-12", target("0.5"), held},
        {"NET-12 more is asked", "NET-12", target("0.51"), failed, Severity::Warning, "rule.NET-12.below"},
        // A router takes half of the endpoints with it; one of four cables between the routers a quarter.
        {"NET-12 routers, half is enough", "NET-12", target("0.5", routers(4)), held},
        {"NET-12 routers, more is asked", "NET-12", target("0.51", routers(4)), failed, Severity::Warning,
         "rule.NET-12.below"},
        {"NET-12 one cable between routers", "NET-12", target("0.5", routers(1)), failed, Severity::Warning,
         "rule.NET-12.below-cable"},
        // Without one of two rails the nodes still reach each other over the other.
        {"NET-12 rails alone", "NET-12", target("0.5", [](FabricHall& hall) { cut(hall, hall.trunks.size()); }), held},
        // Two leaves a rail: the loss of one or of a spine takes a quarter, that of a rail half.
        {"NET-12 a rail of two leaves", "NET-12", target("0.6", withUnit), failed, Severity::Warning,
         "rule.NET-12.below-rail"},
        {"NET-12 speed unknown", "NET-12", target("0.5", noSpeed), open},
        {"NET-12 too many unlike leaves", "NET-12", target("0.01", unlikeLeaves), failed, Severity::Note,
         "rule.NET-12.left-out"},
    };
}

} // namespace

std::vector<RuleCase> fabricCases() {
    std::vector<RuleCase> list;
    for (const Case& each : cases())
        list.push_back({each.name, each.rule,
                        [bend = each.bend] {
                            FabricHall hall = fabricHall();
                            bend(hall);
                            return hall.snapshot();
                        },
                        each.state, each.severity, each.message});
    return list;
}

} // namespace rackwright::fixture
