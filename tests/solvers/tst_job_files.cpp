// SPDX-License-Identifier: GPL-3.0-or-later
// Files for the scheduler and its jobs: hosts and accelerators of the design, one launcher a node, ranks of the plan,
// doubtful kernel keys left out.
#include "solvers/jobfiles/cluster_hosts.h"
#include "solvers/jobfiles/job_files.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace rackwright;
using fixture::FabricHall;

namespace {

/// Four nodes of eight H200, a training job on all of them, a serving job.
FabricHall cluster() {
    FabricHall hall = fixture::fabricHall();
    Part accelerator = fixture::part("nv-h200", PartCategory::Accelerator, Mounting::None, {});
    accelerator.vendor = "NVIDIA";
    accelerator.model = "H200 SXM 141GB";
    for (const auto& [key, value] :
         {std::pair("tdp", 700.0), std::pair("memory", 141e9), std::pair("memory-bandwidth", 4.8e12),
          std::pair("scale-up-bandwidth", 900e9), std::pair("scale-up-domain", 8.0)})
        accelerator.attributes.push_back(fixture::number(key, value));
    accelerator.rates.push_back({Precision::Bf16, UnitClass::Matrix, Sparsity::Dense,
                                 Fact<OperationRate>::known(989 * unit::teraflops, Grade::Vendor)});
    fixture::embed(hall.project, hall.ids, std::move(accelerator));
    hall.changePart(hall.memberPart, [](Part& part) {
        part.attributes.push_back(fixture::number("accelerator-count", 8));
        part.attributes.push_back(fixture::word("accelerator-model", "nv-h200"));
    });
    for (const auto& [name, kind] :
         {std::pair("Pre-train 70B", WorkloadKind::PreTraining), std::pair("Chat", WorkloadKind::Inference)}) {
        Workload workload;
        workload.id = hall.ids.take<Workload>();
        workload.name = name;
        workload.kind = kind;
        hall.design.workloads = hall.design.workloads.with(workload);
    }
    return hall;
}

std::map<std::string, std::string> filesOf(const FabricHall& hall) {
    const Context context(hall.snapshot());
    std::map<std::string, std::string> files;
    for (const JobFile& file : jobFiles(context))
        files[file.name] = file.text;
    return files;
}

/// Commands of the runbook that begin with these words.
std::vector<std::string> commandsOf(const FabricHall& hall, std::string_view words) {
    const Context context(hall.snapshot());
    std::vector<std::string> found;
    for (const ScheduleRow& row : runbookSchedule(context).rows)
        if (const auto* command = std::get_if<GivenText>(&row.cells.at(1)); command && command->text.starts_with(words))
            found.push_back(command->text);
    return found;
}

bool holds(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

} // namespace

class TestJobFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hostsAreListedAsSlurmDoes() {
        QCOMPARE(slurmHostList({"node-1", "node-2", "node-4", "x", "rack-09", "rack-10"}),
                 std::string("node-[1-2,4],x,rack-[09-10]"));
        QCOMPARE(slurmHostList({"n8", "n9", "n10", "n11"}), std::string("n[8-11]"));
        QCOMPARE(slurmHostList({}), std::string());
    }
    void theClusterIsThatOfTheDesign() {
        const auto files = filesOf(cluster());
        QVERIFY(holds(files.at("slurm.conf"), "NodeName=node-[1-4]"));
        QVERIFY(holds(files.at("slurm.conf"), "Gres=gpu:h200:8"));
        QVERIFY(holds(files.at("slurm.conf"), "#TODO SlurmctldHost")); // no head node is drawn
        QCOMPARE(files.at("gres.conf").substr(files.at("gres.conf").find("NodeName")),
                 std::string("NodeName=node-[1-4] Name=gpu Type=h200 Count=8 File=/dev/nvidia[0-7]\n"));
    }
    void spareNodesAreTakenLast() {
        FabricHall hall = cluster();
        hall.addUnplaced(hall.memberPart, "spare-1", "spare");
        const auto files = filesOf(hall);
        QVERIFY(holds(files.at("slurm.conf"), "NodeName=spare-1 Gres=gpu:h200:8 Weight=1000 State=UNKNOWN\n"));
        QVERIFY(holds(files.at("slurm.conf"), "Nodes=node-[1-4],spare-1 Default=YES"));
        QVERIFY(holds(files.at("job-pre-train-70b.sbatch"), "#SBATCH --nodes=4\n")); // jobs do not count on them
    }
    void aJobStartsOneLauncherANode() {
        const std::string script = filesOf(cluster()).at("job-pre-train-70b.sbatch");
        QVERIFY(script.starts_with("#!/bin/bash\n# 4 nodes x 8 = 32 ranks\n"));
        for (const char* line :
             {"#SBATCH --nodes=4\n", "#SBATCH --ntasks-per-node=1\n", "#SBATCH --gpus-per-node=h200:8\n",
              "--nproc-per-node=8", "scontrol show hostnames \"$SLURM_JOB_NODELIST\"",
              "--rdzv-endpoint=\"$head_node:29500\"", "#SBATCH --requeue", "#SBATCH --signal=B:USR1@300",
              "trap notice USR1"})
            QVERIFY2(holds(script, line), line);
        QVERIFY(!holds(script, "--ntasks-per-node=8"));
        const std::string array = filesOf(cluster()).at("job-pre-train-70b-array.sbatch");
        QVERIFY(holds(array, "#SBATCH --array=1-8%1\n"));
        QVERIFY(holds(array, "#SBATCH --partition=preemptible\n"));
        QVERIFY(holds(array, "${SLURM_ARRAY_TASK_ID}p"));
    }
    void thePlanIsThatOfTheWorkload() {
        FabricHall hall = cluster();
        Workload job = *hall.design.workloads.begin();
        job.model = "Llama-3.1-8B";
        job.parameters = {{"tp", "2"}, {"pp", "2"}, {"micro-batch", "1"}, {"recompute", "full"}, {"batch", "65536"}};
        hall.design.workloads = hall.design.workloads.with(job);
        const Context context(hall.snapshot());
        const auto jobs = jobfiles::clusterJobs(context, jobfiles::clusterHosts(context));
        QVERIFY(jobs.front().plan.has_value());
        QCOMPARE(jobs.front().ranks(), jobs.front().plan->accelerators());
        const std::string script = filesOf(hall).at("job-pre-train-70b.sbatch");
        QVERIFY(holds(script, "# Plan: TP 2 x PP 2 x CP 1 x DP 8"));
        for (const char* words : {"--tensor-model-parallel-size 2 ", "--pipeline-model-parallel-size 2 ",
                                  "--recompute-granularity full", "--exit-signal-handler"})
            QVERIFY2(holds(script, words), words);
        const std::int64_t batch = jobs.front().plan->globalBatch();
        QVERIFY(holds(script, "--global-batch-size " + std::to_string(batch)));
        QCOMPARE(batch % (8 * jobs.front().plan->microBatch), std::int64_t{0});
        QVERIFY(
            holds(filesOf(hall).at("k8s-pre-train-70b-jobset.yaml"), "--global-batch-size " + std::to_string(batch)));
    }
    void aJobOnPartOfANodeLeavesTheRestToOthers() {
        FabricHall hall = cluster();
        Workload job = *hall.design.workloads.begin();
        job.acceleratorShare = 1.0 / 32;
        hall.design.workloads = hall.design.workloads.with(job);
        const std::string script = filesOf(hall).at("job-pre-train-70b.sbatch");
        QVERIFY(holds(script, "# 1 nodes x 1 = 1 ranks\n"));
        QVERIFY(holds(script, "--gpus-per-node=h200:1\n"));
        QVERIFY(!holds(script, "--exclusive"));
    }
    void manifestsSayTheSame() {
        const auto files = filesOf(cluster());
        const std::string& set = files.at("k8s-pre-train-70b-jobset.yaml");
        for (const char* line : {"kind: JobSet", "parallelism: 4\n", "completions: 4\n", "nvidia.com/gpu: 8\n",
                                 "kueue.x-k8s.io/queue-name: training", "--nnodes=4 --nproc-per-node=8",
                                 "suspend: true", "--rdzv-endpoint=pre-train-70b-trainer-0-0.pre-train-70b:29500"})
            QVERIFY2(holds(set, line), line);
        const std::string& volcano = files.at("k8s-pre-train-70b-volcano.yaml");
        for (const char* line :
             {"batch.volcano.sh/v1alpha1", "minAvailable: 4\n", "replicas: 4\n", "nvidia.com/gpu: 8\n"})
            QVERIFY2(holds(volcano, line), line);
        const std::string& kubeflow = files.at("k8s-pre-train-70b-kubeflow.yaml");
        for (const char* line :
             {"kind: PyTorchJob", "nprocPerNode: \"8\"", "      replicas: 1\n", "      replicas: 3\n"})
            QVERIFY2(holds(kubeflow, line), line);
        QVERIFY(holds(files.at("k8s-chat.yaml"), "kind: Deployment"));
    }
    void servingThatSpansNodesIsAGroupOfPods() {
        FabricHall hall = cluster();
        Workload chat = *std::next(hall.design.workloads.begin());
        chat.parameters = {{"tensor-parallel", "8"}, {"pipeline-parallel", "2"}};
        hall.design.workloads = hall.design.workloads.with(chat);
        const auto files = filesOf(hall);
        for (const char* line :
             {"kind: LeaderWorkerSet", "    size: 2\n", "  replicas: 2\n", "--pipeline-parallel-size 2"})
            QVERIFY2(holds(files.at("k8s-chat.yaml"), line), line);
        for (const char* line : {"#SBATCH --nodes=2\n", "#SBATCH --array=1-2\n", "ray start --head"})
            QVERIFY2(holds(files.at("job-chat.sbatch"), line), line);
    }
    void scriptsAreInTheShellsGrammar() {
        QTemporaryDir folder;
        int scripts = 0;
        for (const auto& [name, text] : filesOf(cluster())) {
            if (!text.starts_with("#!"))
                continue;
            QFile file(folder.filePath(QString::fromStdString(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(text));
            file.close();
            QProcess bash;
            bash.start(QStringLiteral("bash"), {QStringLiteral("-n"), file.fileName()});
            QVERIFY(bash.waitForFinished());
            QVERIFY2(bash.exitCode() == 0, bash.readAllStandardError().constData());
            ++scripts;
        }
        QCOMPARE(scripts, 3); // the job, its array, the service
    }
    void doubtfulKernelKeysAreLeftOut() {
        FabricHall hall = cluster();
        const auto files = filesOf(hall);
        QVERIFY(holds(files.at("90-accelerators.conf"), "vm.max_map_count = 1048576"));
        for (const auto& [name, text] : files)
            QVERIFY(!holds(text, "transparent_hugepages") && !holds(text, "\nkernel.sched_min_granularity"));
        QVERIFY(!holds(files.at("boot-parameters.txt"), " mitigations=off\n"));
        hall.setSetting(kTenancyKey, "dedicated", "A. Owner");
        QVERIFY(holds(filesOf(hall).at("boot-parameters.txt"), " mitigations=off\n"));
    }
    void aCapIsSetAtEachBoot() {
        FabricHall hall = cluster();
        QVERIFY(!filesOf(hall).contains("power-cap-h200.sh")); // nothing asks for one
        // Of 8 kW at most the nodes may draw 7.2 kW: each accelerator goes without 100 W.
        hall.changePart(hall.memberPart, [](Part& part) {
            PowerMode mode;
            mode.kind = PowerModeKind::Maximum;
            mode.power = Fact<Power>::known(Power(8000), Grade::Vendor);
            part.powerModes = {mode};
        });
        for (const Id<Device> id : hall.members) {
            Device capped = *hall.design.devices.find(id);
            capped.powerCap = Power(7200);
            hall.design.devices = hall.design.devices.with(capped);
        }
        const auto files = filesOf(hall);
        QVERIFY(holds(files.at("power-cap-h200.sh"), "nvidia-smi -pl 600\n"));
        QVERIFY(holds(files.at("power-cap-h200.service"), "ExecStart=/usr/local/sbin/power-cap-h200.sh\n"));
        QCOMPARE(commandsOf(hall, "nvidia-smi -pl"), std::vector<std::string>{"nvidia-smi -pl 600"});
    }
    void theRunbookHasVerbsAndCommands() {
        const FabricHall hall = cluster();
        for (const char* word : {"sbatch job-pre-train-70b.sbatch", "srun", "squeue", "sinfo", "nvidia-smi -pm 1",
                                 "nvidia-smi --gpu-reset", "nvidia-smi -ac", "scontrol show node node-1", "ibstat"})
            QVERIFY2(!commandsOf(hall, word).empty(), word);
        QCOMPARE(commandsOf(hall, "nvidia-smi -pl"), std::vector<std::string>{"nvidia-smi -pl 700"}); // its own limit
        QVERIFY(commandsOf(hall, "rocm-smi").empty());
    }
    void namesOfFilesArePlain() {
        FabricHall hall = cluster();
        for (const char* name : {"../../etc/passwd", "", "Ж", "Pre-train 70B"}) {
            Workload workload;
            workload.id = hall.ids.take<Workload>();
            workload.name = name;
            hall.design.workloads = hall.design.workloads.with(workload);
        }
        const Context context(hall.snapshot());
        std::vector<std::string> names;
        for (const JobFile& file : jobFiles(context)) {
            QVERIFY2(file.name.find('/') == std::string::npos && !file.name.starts_with('.'), file.name.c_str());
            QVERIFY2(!std::ranges::count(names, file.name), file.name.c_str());
            names.push_back(file.name);
        }
    }
    void withoutAcceleratorsThereAreNone() {
        FabricHall hall;
        const Context context(hall.snapshot());
        QVERIFY(jobFiles(context).empty());
        QVERIFY(runbookSchedule(context).rows.empty());
    }
};

RW_CORE_SUITE(TestJobFiles)
#include "tst_job_files.moc"
