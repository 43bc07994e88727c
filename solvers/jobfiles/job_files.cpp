// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the cluster: what Slurm knows of its nodes, what a kernel is told, and power caps.
#include "solvers/jobfiles/job_files.h"

#include "solvers/jobfiles/cluster_hosts.h"
#include "solvers/jobfiles/job_scripts.h"
#include "solvers/jobs/training_job.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

using namespace jobfiles;

namespace {

/// Hosts of jobs, and spare ones after them.
std::vector<std::string> allHosts(const HostGroup& group) {
    std::vector<std::string> all = group.hosts;
    all.insert(all.end(), group.spares.begin(), group.spares.end());
    return all;
}

void addNode(std::string& text, const HostGroup& group, const std::vector<std::string>& hosts, bool isSpare) {
    if (hosts.empty())
        return;
    text += "NodeName=" + slurmHostList(hosts);
    const bool isKnown = group.sockets && group.cores && *group.sockets > 0 && *group.cores >= *group.sockets;
    if (isKnown)
        text +=
            " Sockets=" + numberText(*group.sockets) + " CoresPerSocket=" + numberText(*group.cores / *group.sockets);
    if (group.memory)
        text += " RealMemory=" + numberText(*group.memory);
    if (group.accelerators > 0)
        text += " Gres=gpu:" + group.type() + ":" + numberText(group.accelerators);
    // The scheduler takes nodes of the least weight first.
    text += std::string(isSpare ? " Weight=1000" : "") + " State=UNKNOWN\n";
    if (!isKnown)
        text += "#TODO " + hosts.front() + ": Sockets, CoresPerSocket and ThreadsPerCore, as `slurmd -C` prints them\n";
}

std::string slurmConf(const Context& context, const ClusterHosts& cluster) {
    std::string text = "# slurm.conf as the design says it. Lines with TODO want what the design does not know;\n"
                       "# `slurmd -C` on a node prints its processors and memory.\nClusterName=" +
                       plainWord(context.project().name, "cluster") + "\n";
    if (cluster.heads.empty())
        text += "#TODO SlurmctldHost=HEAD\n";
    for (const std::string& head : cluster.heads)
        text += "SlurmctldHost=" + head + "\n";
    text +=
        "AuthType=auth/munge\nStateSaveLocation=/var/spool/slurmctld\nSlurmdSpoolDir=/var/spool/slurmd\n"
        "ProctrackType=proctrack/cgroup\nTaskPlugin=task/cgroup,task/affinity\nSelectType=select/cons_tres\n"
        "SelectTypeParameters=CR_Core_Memory\nSchedulerType=sched/backfill\nPriorityType=priority/multifactor\n"
        "ReturnToService=1\nGresTypes=gpu\nPrologFlags=Alloc,Contain\n"
        "# With slurmdbd, which counts the hours of accelerators:\n"
        "#AccountingStorageType=accounting_storage/slurmdbd\n#AccountingStorageTRES=gres/gpu\n"
        "# Jobs of the partition \"preemptible\" make room for those of \"training\": they get the signal that their\n"
        "# script asks for, have GraceTime to write a checkpoint, and queue again.\n"
        "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
        "SlurmctldParameters=preempt_send_user_signal\n";
    if (cluster.hasTopology)
        text +=
            "# topology-tree.conf of this package, as topology.conf beside this file\nTopologyPlugin=topology/tree\n";
    std::string all;
    for (const HostGroup& group : cluster.groups) {
        addNode(text, group, group.hosts, false);
        addNode(text, group, group.spares, true);
        all += (all.empty() ? "" : ",") + slurmHostList(allHosts(group));
    }
    return text + "PartitionName=training Nodes=" + all +
           " Default=YES PriorityTier=10 OverSubscribe=EXCLUSIVE MaxTime=INFINITE State=UP\n"
           "PartitionName=preemptible Nodes=" +
           all + " PriorityTier=1 GraceTime=" + numberText(kNoticeSeconds) + " MaxTime=INFINITE State=UP\n";
}

std::string deviceFiles(const HostGroup& group) {
    const std::int64_t last = group.accelerators - 1;
    const auto range = [](const std::string& head, std::int64_t from, std::int64_t to) {
        return from == to ? head + numberText(from) : head + "[" + numberText(from) + "-" + numberText(to) + "]";
    };
    if (group.isNvidia())
        return range("/dev/nvidia", 0, last);
    if (group.isAmd())
        return range("/dev/dri/renderD", 128, 128 + last);
    return group.accelerator && group.accelerator->model.starts_with("Gaudi") ? range("/dev/accel/accel", 0, last)
                                                                              : std::string();
}

std::string gresConf(const ClusterHosts& cluster) {
    std::string text = "# gres.conf: kind and count of accelerators of each node\n";
    for (const HostGroup& group : cluster.groups) {
        const std::string line = "NodeName=" + slurmHostList(allHosts(group)) + " Name=gpu Type=" + group.type();
        if (group.accelerators == 0) {
            text += "#TODO " + line + " Count=\n";
            continue;
        }
        const std::string files = deviceFiles(group);
        text += line + " Count=" + numberText(group.accelerators) + (files.empty() ? "" : " File=" + files) + "\n";
    }
    return text;
}

constexpr std::string_view kCgroupConf =
    "# cgroup.conf: a job sees the accelerators, cores and memory that it was given, "
    "and no others\nConstrainDevices=yes\nConstrainCores=yes\n"
    "ConstrainRAMSpace=yes\n";

// Source document 002, kernel parameters. The scheduler's granularity left sysctl in kernel 5.13.
constexpr std::string_view kSysctl = "# /etc/sysctl.d/90-accelerators.conf\n"
                                     "# Buffers of TCP (storage, management); RDMA does not use them.\n"
                                     "net.core.rmem_max = 134217728\nnet.core.wmem_max = 134217728\n"
                                     "net.ipv4.tcp_rmem = 4096 87380 134217728\n"
                                     "net.ipv4.tcp_wmem = 4096 65536 134217728\nnet.core.netdev_budget = 600\n"
                                     "# Loader workers map many files.\nvm.max_map_count = 1048576\n"
                                     "# Pages stay where their process pinned them.\nkernel.numa_balancing = 0\n"
                                     "# The kernel has this key no more since 5.13; older ones alone take it.\n"
                                     "#kernel.sched_min_granularity_ns = 10000000\n";

/// Boot parameters; mitigations are switched off only where somebody says that the cluster has one tenant.
std::string bootParameters(const Context& context) {
    const Setting* tenancy = context.setting(kTenancyKey);
    const bool isDedicated = tenancy && tenancy->value == "dedicated";
    const std::string parameters = "intel_idle.max_cstate=1 transparent_hugepage=madvise";
    std::string text =
        "# Kernel command line of the nodes: less latency from idle states, huge pages on request only.\n"
        "# In /etc/default/grub: GRUB_CMDLINE_LINUX=\"...\", then update-grub or grub2-mkconfig.\n";
    if (isDedicated)
        return text + parameters + " mitigations=off\n";
    return text + parameters + "\n# mitigations=off is for clusters of one tenant alone: say so with the setting " +
           kTenancyKey + ".\n";
}

std::string capScript(const HostGroup& group) {
    const std::string watts = numberText(std::llround(*group.cap));
    return "#!/bin/sh\n# The power cap that the design asks of every " +
           (group.accelerator ? oneLine(group.accelerator->vendor + " " + group.accelerator->model)
                              : std::string("accelerator")) +
           ": " + watts + " W.\n# Nodes: " + slurmHostList(allHosts(group)) + "\nset -e\n" +
           (group.isNvidia() ? "nvidia-smi -pm 1\nnvidia-smi -pl " + watts + "\n"
                             : "rocm-smi --autorespond y --setpoweroverdrive " + watts + "\n");
}

std::string capUnit(const HostGroup& group, const std::string& name) {
    return "# /etc/systemd/system/" + name + ".service, with " + name +
           ".sh in /usr/local/sbin. A cap is lost when a node boots.\n[Unit]\nDescription=Power cap of accelerators\n" +
           (group.isNvidia() ? "After=nvidia-persistenced.service\n" : "After=systemd-modules-load.service\n") +
           "Before=slurmd.service kubelet.service\n\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
           "ExecStart=/usr/local/sbin/" +
           name + ".sh\n\n[Install]\nWantedBy=multi-user.target\n";
}

void addCaps(std::vector<JobFile>& files, const ClusterHosts& cluster) {
    std::set<std::string> used;
    for (const HostGroup& group : cluster.groups) {
        if (!group.cap || !(group.isNvidia() || group.isAmd()))
            continue;
        std::string name = "power-cap-" + group.type();
        if (!used.insert(name).second)
            used.insert(name.append("-").append(numberText(std::llround(*group.cap))));
        files.push_back({name + ".sh", capScript(group)});
        files.push_back({name + ".service", capUnit(group, name)});
    }
}

} // namespace

std::string slurmHostList(const std::vector<std::string>& hosts) {
    constexpr std::size_t kMostDigits = 9;
    struct Run {
        std::string head;
        std::vector<std::string> digits;
    };
    std::vector<Run> runs;
    for (const std::string& host : hosts) {
        std::size_t at = host.size();
        while (at > 0 && host[at - 1] >= '0' && host[at - 1] <= '9' && host.size() - at < kMostDigits)
            --at;
        const std::string head = host.substr(0, at), digits = host.substr(at);
        if (runs.empty() || runs.back().head != head || digits.empty() || runs.back().digits.empty())
            runs.push_back({head, {}});
        if (!digits.empty())
            runs.back().digits.push_back(digits);
    }
    // "9" and "10" follow each other; "09" and "9" are different hosts.
    const auto follows = [](const std::string& a, const std::string& b) {
        return std::stoll(b) == std::stoll(a) + 1 && (a.size() == b.size() || (a.front() != '0' && b.front() != '0'));
    };
    std::string list;
    for (const Run& run : runs) {
        list += (list.empty() ? "" : ",") + run.head;
        if (run.digits.size() == 1)
            list += run.digits.front();
        if (run.digits.size() < 2)
            continue;
        list += '[';
        for (std::size_t from = 0; from < run.digits.size();) {
            std::size_t to = from;
            while (to + 1 < run.digits.size() && follows(run.digits[to], run.digits[to + 1]))
                ++to;
            list += (from == 0 ? "" : ",") + run.digits[from] + (to > from ? "-" + run.digits[to] : "");
            from = to + 1;
        }
        list += ']';
    }
    return list;
}

std::vector<JobFile> jobFiles(const Context& context) {
    const ClusterHosts cluster = clusterHosts(context);
    if (cluster.groups.empty())
        return {};
    std::vector<JobFile> files = {{"slurm.conf", slurmConf(context, cluster)},
                                  {"gres.conf", gresConf(cluster)},
                                  {"cgroup.conf", std::string(kCgroupConf)}};
    for (const ClusterJob& job : clusterJobs(context, cluster))
        addJob(files, job);
    files.push_back({"90-accelerators.conf", std::string(kSysctl)});
    files.push_back({"boot-parameters.txt", bootParameters(context)});
    addCaps(files, cluster);
    return files;
}

} // namespace rackwright
