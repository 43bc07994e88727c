// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of storage: the smallest step that breaks it, one that just passes, and a case that cannot be checked, each
// as a bend of the hall of storage_hall.h. One checkpoint is 70,553,706,496 x 14 B = 987.75 GB.
#include "tests/solvers/rule_cases.h"
#include "tests/solvers/storage_hall.h"

#include <algorithm>

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(StorageHall&)>;

Bend job(std::vector<Parameter> parameters) {
    return [=](StorageHall& hall) {
        for (const Parameter& each : parameters)
            hall.ofJob(each.name, each.value);
    };
}
Bend pool(std::vector<Parameter> parameters) {
    return [=](StorageHall& hall) {
        for (const Parameter& each : parameters)
            hall.ofPool(each.name, each.value);
    };
}
Bend store(std::string_view key, std::optional<double> si) {
    return [=](StorageHall& hall) {
        hall.changePart(hall.storePart, [&](Part& part) {
            std::erase_if(part.attributes, [&](const Attribute& attribute) { return attribute.key == key; });
            if (si)
                part.attributes.push_back(number(key, *si));
        });
    };
}
Bend kind(std::string_view word, PartCategory category) {
    return [=](StorageHall& hall) {
        hall.changePart(hall.storePart, [&](Part& part) {
            part.category = category;
            if (!word.empty())
                part.attributes.push_back({"storage-kind", Fact<double>::unknown(),
                                           Fact<std::string>::known(std::string(word), Grade::Vendor), {}});
        });
    };
}
// Reads samples of 1 MB, so many a second and accelerator.
Bend samples(std::string rate) {
    return job({{"modality", "samples"}, {"sample-size", "1 MB"}, {"sample-rate", std::move(rate)}});
}
void nothing(StorageHall&) {}
void noCables(StorageHall& hall) { hall.design.cables = {}; }
void noPool(StorageHall& hall) { hall.design.storagePools = {}; }
void noMembers(StorageHall& hall) {
    hall.change(&Design::storagePools, hall.pool, [](StoragePool& pool) { pool.members.clear(); });
}
void otherModel(StorageHall& hall) {
    hall.change(&Design::workloads, hall.job, [](Workload& workload) { workload.model = "House model"; });
}

struct Case {
    const char* name;
    const char* rule;
    Bend bend;
    RuleState state;
    Severity severity = Severity::Note;
    const char* message = "";
};

std::vector<Case> cases() {
    using S = Severity;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    const Bend sharded = job({{"checkpoint-mode", "sharded"}});
    const auto every = [](std::string interval, std::string mode = "async") {
        return job({{"checkpoint-interval", std::move(interval)}, {"checkpoint-mode", std::move(mode)}});
    };
    return {
        {"STOR-01 reads what the nodes give", "STOR-01", samples("2500"), held},
        {"STOR-01 reads more", "STOR-01", samples("2501"), failed, S::Error, "rule.STOR-01.read.node"},
        {"STOR-01 checkpoint within its window", "STOR-01", job({{"checkpoint-window", "6.18 s"}}), held},
        {"STOR-01 window too short", "STOR-01", job({{"checkpoint-window", "6.17 s"}}), failed, S::Error,
         "rule.STOR-01.write.node"},
        {"STOR-01 slow drives", "STOR-01",
         [](StorageHall& hall) {
             samples("2500")(hall);
             store("drive-count", 6)(hall);
         },
         failed, S::Error, "rule.STOR-01.read.disk"},
        {"STOR-01 slow ports", "STOR-01",
         [](StorageHall& hall) {
             samples("2500")(hall);
             hall.changePart(hall.storePart, [](Part& part) {
                 part.portGroups = {ports(PortRole::Storage, 2, 100, FabricProtocol::Ethernet)};
             });
         },
         failed, S::Error, "rule.STOR-01.read.port"},
        {"STOR-01 read figure unknown", "STOR-01", store("read-bandwidth", std::nullopt), open},
        {"STOR-01 no cables", "STOR-01", noCables, open},
        {"STOR-01 sample rate unknown", "STOR-01", job({{"modality", "samples"}}), open},
        // 6.1734 s at 160 GB/s: 5 % of 123.47 s.
        {"STOR-02 short stall", "STOR-02", every("118 s", "sharded"), held},
        {"STOR-02 long stall", "STOR-02", every("117 s", "sharded"), failed, S::Warning, "rule.STOR-02.stall"},
        {"STOR-02 written in time", "STOR-02", every("6.2 s"), held},
        {"STOR-02 written late", "STOR-02", every("6.1 s"), failed, S::Error, "rule.STOR-02.late"},
        {"STOR-02 write figure unknown", "STOR-02", store("write-bandwidth", std::nullopt), open},
        // Stall 1.5434 s, interruption every 395.9 h: optimum 34.94 min.
        {"STOR-03 near the optimum", "STOR-03", every("69 min"), held},
        {"STOR-03 too seldom", "STOR-03", every("71 min"), failed, S::Note, "rule.STOR-03.long"},
        {"STOR-03 too often", "STOR-03", every("17 min"), failed, S::Note, "rule.STOR-03.short"},
        {"STOR-03 model unknown", "STOR-03",
         [every](StorageHall& hall) {
             every("30 min")(hall);
             otherModel(hall);
         },
         open},
        // 18 checkpoints are 17.78 TB; four fifths of 600 TB are 480.
        {"STOR-04 fits", "STOR-04", job({{"dataset-size", "462 TB"}}), held},
        {"STOR-04 full", "STOR-04", job({{"dataset-size", "463 TB"}}), failed, S::Error, "rule.STOR-04.full"},
        {"STOR-04 data set unknown", "STOR-04", job({{"dataset-size", ""}}), open},
        {"STOR-05 as many nodes as strips", "STOR-05", nothing, held},
        {"STOR-05 more strips", "STOR-05", pool({{"data", "7"}}), failed, S::Error, "rule.STOR-05.code"},
        {"STOR-05 strips on drives", "STOR-05", pool({{"data", "8"}, {"code-domain", "drive"}}), held},
        {"STOR-05 product begins later", "STOR-05", store("min-units", 9), failed, S::Error, "rule.STOR-05.few"},
        {"STOR-05 product ends earlier", "STOR-05", store("max-units", 7), failed, S::Error, "rule.STOR-05.many"},
        // 525 TB are left of seven nodes.
        {"STOR-05 full after a loss", "STOR-05", job({{"dataset-size", "508 TB"}}), failed, S::Error,
         "rule.STOR-05.node-lost"},
        {"STOR-05 survives a loss", "STOR-05", job({{"dataset-size", "507 TB"}}), held},
        {"STOR-05 no members", "STOR-05", noMembers, open},
        {"STOR-06 write figure known", "STOR-06", nothing, held},
        {"STOR-06 write figure unknown", "STOR-06", store("write-bandwidth", std::nullopt), failed, S::Warning,
         "rule.STOR-06.unknown"},
        {"STOR-06 no members", "STOR-06", noMembers, open},
        {"STOR-07 just few enough", "STOR-07", samples("781"), held},
        {"STOR-07 too many", "STOR-07", samples("782"), failed, S::Warning, "rule.STOR-07.files"},
        {"STOR-07 in shards", "STOR-07",
         [](StorageHall& hall) {
             samples("782")(hall);
             job({{"samples-per-file", "1251"}})(hall);
         },
         held},
        {"STOR-07 rate unknown", "STOR-07", job({{"modality", "samples"}}), open},
        {"STOR-08 on the pool", "STOR-08", nothing, held},
        {"STOR-08 on the nodes alone", "STOR-08", job({{"checkpoint-target", "local"}}), failed, S::Warning,
         "rule.STOR-08.local"},
        {"STOR-08 no pool", "STOR-08", noPool, open},
        {"STOR-09 servers", "STOR-09", nothing, held},
        {"STOR-09 NAS head", "STOR-09", kind("nas", PartCategory::StorageSystem), failed, S::Warning,
         "rule.STOR-09.head"},
        {"STOR-09 block array", "STOR-09", kind("block-array", PartCategory::StorageSystem), failed, S::Warning},
        {"STOR-09 kind unknown", "STOR-09", kind("", PartCategory::StorageSystem), open},
    };
}

} // namespace

std::vector<RuleCase> storageCases() {
    std::vector<RuleCase> list;
    for (const Case& each : cases())
        list.push_back({each.name, each.rule,
                        [bend = each.bend] {
                            StorageHall hall = storageHall();
                            bend(hall);
                            return hall.snapshot();
                        },
                        each.state, each.severity, each.message});
    return list;
}

} // namespace rackwright::fixture
