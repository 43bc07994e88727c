// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobfiles/job_scripts.h"

#include "model/design/facility_rows.h"
#include "solvers/workload/job.h"

#include <vector>

namespace rackwright::jobfiles {

namespace {

constexpr std::int64_t kRendezvousPort = 29500; ///< torchrun's usual one
constexpr std::int64_t kServingPort = 8000;
constexpr std::int64_t kRestarts = 8;
constexpr const char* kTimeLimit = "72:00:00";
constexpr double kDaysOfLimit = 3;

bool hasWord(const Workload& workload, std::string_view name, std::string_view word) {
    return parameterWord(workload.parameters, name, "") == word;
}

/// Of Megatron-LM: what the plan splits, and that a notice ends the run with a checkpoint.
std::vector<std::string> planArguments(const ClusterJob& job) {
    std::vector<std::string> all = {"--exit-signal-handler"};
    if (!job.plan)
        return all;
    const ParallelPlan& plan = *job.plan;
    const auto add = [&all](const char* name, std::int64_t value, std::int64_t usual = -1) {
        if (value != usual)
            all.push_back(std::string("--") + name + " " + numberText(value));
    };
    add("tensor-model-parallel-size", plan.tensor);
    add("pipeline-model-parallel-size", plan.pipeline);
    add("num-virtual-stages-per-pipeline-rank", plan.interleave, 1);
    add("context-parallel-size", plan.context, 1);
    add("expert-model-parallel-size", plan.expert, 1);
    add("expert-tensor-parallel-size", plan.expertTensor, plan.expert > 1 ? plan.tensor : 1);
    if (plan.sequenceParallel)
        all.emplace_back("--sequence-parallel");
    if (plan.zeroStage > 0)
        all.emplace_back("--use-distributed-optimizer");
    if (plan.recompute == Recompute::Full)
        all.emplace_back("--recompute-granularity full --recompute-method uniform --recompute-num-layers 1");
    else if (plan.recompute == Recompute::Selective)
        all.emplace_back("--recompute-granularity selective");
    add("seq-length", plan.sequence);
    add("micro-batch-size", plan.microBatch);
    add("global-batch-size", plan.globalBatch());
    return all;
}

std::string planComment(const ClusterJob& job) {
    if (!job.plan)
        return "# The design knows no plan: enter the degrees of parallelism.\n";
    const ParallelPlan& plan = *job.plan;
    std::string text = "# Plan: TP " + numberText(plan.tensor) + " x PP " + numberText(plan.pipeline) + " x CP " +
                       numberText(plan.context) + " x DP " + numberText(plan.data);
    if (plan.expert > 1)
        text += ", EP " + numberText(plan.expert);
    text += ", ZeRO " + numberText(plan.zeroStage) + "; arguments in the words of Megatron-LM.\n";
    if (plan.zeroStage > 1)
        text += "# ZeRO " + numberText(plan.zeroStage) +
                " needs FSDP (or DeepSpeed): take its words in the place of the distributed optimiser.\n";
    return text;
}

/// "8.5" days.
std::string daysText(double days) {
    const auto tenths = static_cast<std::int64_t>(days * 10 + 0.5);
    return numberText(tenths / 10) + "." + numberText(tenths % 10);
}

std::string indented(const std::vector<std::string>& arguments, const std::string& between) {
    std::string text;
    for (const std::string& argument : arguments)
        text += between + argument;
    return text;
}

std::string directives(const ClusterJob& job, const std::string& name, bool isPreemptible) {
    const HostGroup& group = *job.group;
    const bool fillsNodes = job.perNode == group.accelerators;
    // A job on part of a node leaves the others their share of its processors and memory.
    std::string share;
    if (!fillsNodes && group.cores && *group.cores >= group.accelerators)
        share += "#SBATCH --cpus-per-gpu=" + numberText(*group.cores / group.accelerators) + "\n";
    if (!fillsNodes && group.memory)
        share += "#SBATCH --mem-per-gpu=" + numberText(*group.memory / group.accelerators) + "M\n";
    return "#SBATCH --job-name=" + name + "\n#SBATCH --partition=" + (isPreemptible ? "preemptible" : "training") +
           "\n#SBATCH --nodes=" + numberText(job.nodes) +
           "\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=" + job.group->type() + ":" +
           numberText(job.perNode) + "\n" + (fillsNodes ? std::string("#SBATCH --exclusive\n") : share);
}

std::string headNode() { return "head_node=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n"; }

/// One launcher a node, one process an accelerator; the first host is the meeting place of all. `isArray`: a run for
/// each line of a file.
std::string trainingScript(const ClusterJob& job, bool isArray) {
    std::string text = "#!/bin/bash\n# " + numberText(job.nodes) + " nodes x " + numberText(job.perNode) + " = " +
                       numberText(job.ranks()) + " ranks\n" + planComment(job);
    if (job.days > 0)
        text += "# Expected: " + daysText(job.days) + " days" +
                (job.days > kDaysOfLimit ? ", over several time limits: the job queues again by itself" : "") + ".\n";
    if (isArray)
        text += "# Each line of sweep.txt holds the arguments of one run; " + numberText(job.atOnce) +
                (job.atOnce == 1 ? " fits" : " fit") + " at a time:\n#   sbatch --array=1-$(wc -l < sweep.txt)%" +
                numberText(job.atOnce) + " job-" + job.name + "-array.sbatch\n";
    text += directives(job, job.name + (isArray ? "-array" : ""), isArray) + "#SBATCH --time=" + kTimeLimit +
            "\n#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --signal=B:USR1@" + numberText(kNoticeSeconds) +
            "\n#SBATCH --output=%x-" + (isArray ? "%A-%a" : "%j") + ".log\n";
    if (isArray)
        text += "#SBATCH --array=1-8%" + numberText(job.atOnce) + "\n";
    text += "set -euo pipefail\n" + headNode() + "export TRAIN_SCRIPT=${TRAIN_SCRIPT:?the training program}\n";
    if (isArray)
        text += "read -ra sweep < <(sed -n \"${SLURM_ARRAY_TASK_ID}p\" \"${SWEEP_FILE:-sweep.txt}\")\n";
    text += "# The notice before the time limit or a preemption: the trainers end their step, write a checkpoint and "
            "leave.\n"
            "# It goes to them alone, since torchrun would end them after 30 s; then the job queues again.\n"
            "noticed=\nnotice() {\n    noticed=yes\n"
            "    srun --overlap --ntasks-per-node=1 pkill -TERM -f -- \"python[^ ]* -u $TRAIN_SCRIPT\" || true\n"
            "    wait \"$step\" || true\n    scontrol requeue \"$SLURM_JOB_ID\"\n}\ntrap notice USR1\n"
            "srun --kill-on-bad-exit=1 --cpu-bind=none torchrun \\\n    --nnodes=\"$SLURM_NNODES\" --nproc-per-node=" +
            numberText(job.perNode) +
            " \\\n    --rdzv-id=\"$SLURM_JOB_ID\" --rdzv-backend=c10d --rdzv-endpoint=\"$head_node:" +
            numberText(kRendezvousPort) + "\" \\\n    \"$TRAIN_SCRIPT\"" + indented(planArguments(job), " \\\n    ") +
            (isArray ? " \\\n    ${sweep[@]+\"${sweep[@]}\"}" : "") +
            " \\\n    \"$@\" &\nstep=$!\n"
            "wait \"$step\" || [ -n \"$noticed\" ]\n";
    return text;
}

std::vector<std::string> servingArguments(const ClusterJob& job) {
    const Workload& workload = *job.workload;
    std::vector<std::string> all = {"--tensor-parallel-size " + numberText(job.tensor)};
    if (job.pipeline > 1)
        all.push_back("--pipeline-parallel-size " + numberText(job.pipeline));
    if (hasWord(workload, "precision", "fp8"))
        all.emplace_back("--quantization fp8");
    if (hasWord(workload, "kv-precision", "fp8"))
        all.emplace_back("--kv-cache-dtype fp8");
    all.push_back("--port " + numberText(kServingPort));
    return all;
}

std::string servedModel(const ClusterJob& job) {
    return job.workload->model.empty() ? "the model of the design" : oneLine(job.workload->model);
}

/// An instance for each task of an array. One that spans nodes meets in Ray.
std::string servingScript(const ClusterJob& job) {
    std::string text = "#!/bin/bash\n# " + numberText(job.replicas) + " instances of " + servedModel(job) +
                       ", each on " + numberText(job.nodes) + " x " + numberText(job.perNode) + " accelerators: TP " +
                       numberText(job.tensor) + " x PP " + numberText(job.pipeline) + ".\n" +
                       directives(job, job.name, false) +
                       "#SBATCH --time=UNLIMITED\n#SBATCH --requeue\n"
                       "#SBATCH --output=%x-%A-%a.log\n#SBATCH --array=1-" +
                       numberText(job.replicas) + "\nset -euo pipefail\n: \"${MODEL:?where the weights lie}\"\n";
    const std::string arguments = indented(servingArguments(job), " \\\n    ") + " \"$@\"\n";
    if (job.nodes == 1)
        return text + "srun vllm serve \"$MODEL\"" + arguments;
    return text + headNode() +
           "export head_node\nsrun --nodes=1 --ntasks=1 --relative=0 ray start --head --port=6379 --block &\n"
           "srun --nodes=" +
           numberText(job.nodes - 1) + " --ntasks=" + numberText(job.nodes - 1) +
           " --relative=1 ray start --address=\"$head_node:6379\" --block &\n"
           "until ray status --address=\"$head_node:6379\" > /dev/null 2>&1; do sleep 5; done\n"
           "srun --overlap --nodes=1 --ntasks=1 --relative=0 vllm serve \"$MODEL\"" +
           " --distributed-executor-backend ray" + arguments;
}

/// Lines of a manifest, each moved in by so many blanks.
std::string inBy(std::size_t blanks, const std::string& lines) {
    std::string text;
    std::size_t from = 0;
    while (from < lines.size()) {
        const std::size_t to = lines.find('\n', from);
        text += std::string(blanks, ' ') + lines.substr(from, to - from) + "\n";
        from = to == std::string::npos ? lines.size() : to + 1;
    }
    return text;
}

/// What runs in a pod of training, the same in all manifests; `rank` and `endpoint` as the operator names them.
std::string trainingContainer(const ClusterJob& job, const std::string& name, const std::string& rendezvous) {
    return "containers:\n  - name: " + name +
           "\n    image: registry.example/training:TODO # the training image\n"
           "    command: [\"/bin/bash\", \"-c\"]\n    args:\n      - >-\n        torchrun --nnodes=" +
           numberText(job.nodes) + " --nproc-per-node=" + numberText(job.perNode) + rendezvous + " $(TRAIN_SCRIPT)" +
           indented(planArguments(job), " ") +
           "\n    env:\n      - name: TRAIN_SCRIPT\n        value: /workspace/train.py\n    resources:\n      limits:\n"
           "        " +
           job.group->resource() + ": " + numberText(job.perNode) +
           "\n    # Adapters of the compute network: the resource that the RDMA device plugin of the cluster offers, "
           "one\n"
           "    # each, beside the accelerators.\n"
           "    securityContext:\n      capabilities:\n        add: [\"IPC_LOCK\"]\n"
           "    volumeMounts:\n      - name: shm\n        mountPath: /dev/shm\nvolumes:\n  - name: shm\n"
           "    emptyDir:\n      medium: Memory\n";
}

std::string rendezvous(const ClusterJob& job, const std::string& endpoint) {
    return " --rdzv-id=" + job.name + " --rdzv-backend=c10d --rdzv-endpoint=" + endpoint + ":" +
           numberText(kRendezvousPort);
}

std::string manifestHead(const ClusterJob& job, const std::string& who) {
    return "# " + numberText(job.nodes) + " pods x " + numberText(job.perNode) + " = " + numberText(job.ranks()) +
           " ranks, as job-" + job.name + ".sbatch. " + who + "\n" + planComment(job);
}

std::string jobSet(const ClusterJob& job) {
    return manifestHead(job, "JobSet; Kueue admits all pods or none (queue \"training\").") +
           "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata:\n  name: " + job.name +
           "\n  labels:\n    kueue.x-k8s.io/queue-name: training\nspec:\n  suspend: true\n  network:\n"
           "    enableDNSHostnames: true\n    subdomain: " +
           job.name + "\n  failurePolicy:\n    maxRestarts: " + numberText(kRestarts) +
           "\n  replicatedJobs:\n    - name: trainer\n      replicas: 1\n      template:\n        spec:\n"
           "          completionMode: Indexed\n          completions: " +
           numberText(job.nodes) + "\n          parallelism: " + numberText(job.nodes) +
           "\n          backoffLimit: 0\n          template:\n            spec:\n              restartPolicy: Never\n"
           "              terminationGracePeriodSeconds: " +
           numberText(kNoticeSeconds) + "\n" +
           inBy(14, trainingContainer(job, "trainer", rendezvous(job, job.name + "-trainer-0-0." + job.name)));
}

std::string volcanoJob(const ClusterJob& job) {
    return manifestHead(job, "Volcano starts all pods or none (minAvailable).") +
           "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata:\n  name: " + job.name +
           "\nspec:\n  schedulerName: volcano\n  queue: default\n  minAvailable: " + numberText(job.nodes) +
           "\n  maxRetry: " + numberText(kRestarts) +
           "\n  plugins:\n    svc: []\n    env: []\n  policies:\n    - event: PodEvicted\n      action: RestartJob\n"
           "    - event: PodFailed\n      action: RestartJob\n  tasks:\n    - name: trainer\n      replicas: " +
           numberText(job.nodes) +
           "\n      template:\n        spec:\n          restartPolicy: Never\n          "
           "terminationGracePeriodSeconds: " +
           numberText(kNoticeSeconds) + "\n" +
           inBy(10, trainingContainer(job, "trainer", rendezvous(job, job.name + "-trainer-0." + job.name)));
}

// The operator sets the meeting place and each pod's rank (PET_...); torchrun reads them.
std::string pyTorchJob(const ClusterJob& job) {
    const auto replica = [&](const char* role, std::int64_t count) {
        return std::string("    ") + role + ":\n      replicas: " + numberText(count) +
               "\n      restartPolicy: OnFailure\n      template:\n        spec:\n          "
               "terminationGracePeriodSeconds: " +
               numberText(kNoticeSeconds) + "\n" + inBy(10, trainingContainer(job, "pytorch", ""));
    };
    return manifestHead(job, "Kubeflow training operator.") +
           "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata:\n  name: " + job.name +
           "\n  labels:\n    kueue.x-k8s.io/queue-name: training\nspec:\n  nprocPerNode: \"" + numberText(job.perNode) +
           "\"\n  runPolicy:\n    backoffLimit: " + numberText(kRestarts) + "\n  pytorchReplicaSpecs:\n" +
           replica("Master", 1) + (job.nodes > 1 ? replica("Worker", job.nodes - 1) : std::string());
}

std::string servingContainer(const ClusterJob& job, const std::string& command) {
    return "containers:\n  - name: serve\n    image: vllm/vllm-openai:TODO # pin a release\n" + command +
           "    env:\n      - name: MODEL\n        value: /models/TODO # where the weights of " + servedModel(job) +
           " lie\n    ports:\n      - containerPort: " + numberText(kServingPort) +
           "\n    readinessProbe:\n      httpGet:\n        path: /health\n        port: " + numberText(kServingPort) +
           "\n    resources:\n      limits:\n        " + job.group->resource() + ": " + numberText(job.perNode) +
           "\n    volumeMounts:\n      - name: shm\n        mountPath: /dev/shm\nvolumes:\n  - name: shm\n"
           "    emptyDir:\n      medium: Memory\n";
}

std::string serviceOf(const ClusterJob& job) {
    return "---\napiVersion: v1\nkind: Service\nmetadata:\n  name: " + job.name +
           "\nspec:\n  selector:\n    app: " + job.name +
           "\n  ports:\n    - port: 80\n      targetPort: " + numberText(kServingPort) + "\n";
}

std::string servingManifest(const ClusterJob& job) {
    const std::string head = "# " + numberText(job.replicas) + " instances of " + numberText(job.ranks()) +
                             " accelerators, as job-" + job.name + ".sbatch: TP " + numberText(job.tensor) + " x PP " +
                             numberText(job.pipeline) + ".\n";
    if (job.nodes == 1)
        return head + "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: " + job.name +
               "\nspec:\n  replicas: " + numberText(job.replicas) +
               "\n  selector:\n    matchLabels:\n      app: " + job.name +
               "\n  template:\n    metadata:\n      labels:\n        app: " + job.name + "\n    spec:\n" +
               inBy(6, servingContainer(job, "    command: [\"/bin/bash\", \"-c\"]\n    args: [\"vllm serve $(MODEL)" +
                                                 indented(servingArguments(job), " ") + "\"]\n")) +
               serviceOf(job);
    // An instance that spans nodes is a group of pods: the leader serves, the others join its Ray cluster.
    const std::string join =
        "    command: [\"/bin/bash\", \"-c\"]\n    args: [\"ray start --address=$(LWS_LEADER_ADDRESS)"
        ":6379 --block\"]\n";
    const std::string lead =
        "    command: [\"/bin/bash\", \"-c\"]\n    args: [\"ray start --head --port=6379 && vllm serve "
        "$(MODEL) --distributed-executor-backend ray" +
        indented(servingArguments(job), " ") + "\"]\n";
    return head + "apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata:\n  name: " + job.name +
           "\nspec:\n  replicas: " + numberText(job.replicas) +
           "\n  leaderWorkerTemplate:\n    size: " + numberText(job.nodes) +
           "\n    restartPolicy: RecreateGroupOnPodRestart\n    leaderTemplate:\n      metadata:\n        labels:\n"
           "          app: " +
           job.name + "\n      spec:\n" + inBy(8, servingContainer(job, lead)) + "    workerTemplate:\n      spec:\n" +
           inBy(8, servingContainer(job, join)) + serviceOf(job);
}

} // namespace

void addJob(std::vector<JobFile>& files, const ClusterJob& job) {
    const Id<Workload> id = job.workload->id;
    if (!isTraining(*job.workload)) {
        files.push_back({"job-" + job.name + ".sbatch", servingScript(job), id});
        files.push_back({"k8s-" + job.name + ".yaml", servingManifest(job), id});
        return;
    }
    files.push_back({"job-" + job.name + ".sbatch", trainingScript(job, false), id});
    files.push_back({"job-" + job.name + "-array.sbatch", trainingScript(job, true), id});
    files.push_back({"k8s-" + job.name + "-jobset.yaml", jobSet(job), id});
    files.push_back({"k8s-" + job.name + "-volcano.yaml", volcanoJob(job), id});
    files.push_back({"k8s-" + job.name + "-kubeflow.yaml", pyTorchJob(job), id});
}

} // namespace rackwright::jobfiles
