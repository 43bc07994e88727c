// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the fabric: the smallest step that breaks it, one that just passes, and a case that cannot be checked.
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
void askNonBlocking(FabricHall& hall) {
    Requirement requirement;
    requirement.id = hall.ids.take<Requirement>();
    requirement.figure = "fabric.oversubscription.leaf";
    requirement.comparison = Comparison::AtMost;
    requirement.target = 1;
    hall.project.requirements = hall.project.requirements.with(requirement);
}
/// Half of each trunk.
void tapered(FabricHall& hall) {
    for (std::size_t i = 1; i < hall.trunks.size(); i += 2)
        hall.design.cables = hall.design.cables.without(hall.trunks[i]);
}
Bend target(
    std::string share, Bend further = [](FabricHall&) {}) {
    return [=](FabricHall& hall) {
        hall.setSetting("fabric.fault-target", share);
        further(hall);
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
        {"NET-02 ports unknown", "NET-02", noPorts, open},
        {"NET-08 as much up as down", "NET-08", nothing, held},
        {"NET-08 2:1", "NET-08", tapered, failed, Severity::Note, "rule.NET-08.over"},
        {"NET-08 2:1 where 1:1 is asked", "NET-08",
         [](FabricHall& hall) {
             tapered(hall);
             askNonBlocking(hall);
         },
         failed, Severity::Error, "rule.NET-08.over"},
        {"NET-08 one cable less", "NET-08",
         [](FabricHall& hall) { hall.design.cables = hall.design.cables.without(hall.trunks[0]); }, failed,
         Severity::Warning, "rule.NET-08.uneven"},
        {"NET-08 speed unknown", "NET-08", noSpeed, open},
        // One of two leaves takes half of the endpoints with it.
        {"NET-12 half is enough", "NET-12", target("0.5"), held},
        {"NET-12 more is asked", "NET-12", target("0.51"), failed, Severity::Warning, "rule.NET-12.below"},
        {"NET-12 speed unknown", "NET-12", target("0.5", noSpeed), open},
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
