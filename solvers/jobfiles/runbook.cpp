// SPDX-License-Identifier: GPL-3.0-or-later
// The runbook: the commands of operation, with the design's own nodes, jobs and caps filled in.
#include "solvers/engine/schedule_parts.h"
#include "solvers/jobfiles/cluster_hosts.h"
#include "solvers/jobfiles/job_files.h"
#include "solvers/jobfiles/jobfiles_domain.h"
#include "solvers/workload/job.h"

#include <cmath>
#include <set>

namespace rackwright {

using namespace jobfiles;

namespace {

class RunbookWriter {
public:
    RunbookWriter() {
        m_schedule = emptySchedule("runbook", {textColumn("Area"), textColumn("Command"), textColumn("What for")});
    }
    /// `id` is that of the message "runbook.ID".
    void add(const char* area, std::string command, Message what) {
        const std::string key = "runbook:" + numberText(std::ssize(m_schedule.rows) + 1);
        m_schedule.rows.push_back(
            {key,
             RowRole::Line,
             std::nullopt,
             {Message(std::string("runbook.area.") + area), GivenText{std::move(command)}, std::move(what)}});
    }
    void add(const char* area, std::string command, const char* id) {
        add(area, std::move(command), Message(std::string("runbook.") + id));
    }
    Schedule take() { return std::move(m_schedule); }

private:
    Schedule m_schedule;
};

void addNodes(RunbookWriter& book, const ClusterHosts& cluster) {
    const HostGroup& group = cluster.groups.front();
    const std::string host = group.hosts.empty() ? group.spares.front() : group.hosts.front();
    book.add("nodes", "sinfo -N -l", "nodes.state");
    book.add("nodes", "scontrol show node " + host, "nodes.why");
    book.add("nodes", "scontrol update nodename=" + host + " state=drain reason=\"WHY\"", "nodes.drain");
    book.add("nodes", "scontrol update nodename=" + host + " state=resume", "nodes.resume");
}

void addJobs(RunbookWriter& book, const std::vector<ClusterJob>& jobs) {
    for (const ClusterJob& job : jobs) {
        const Message what =
            isTraining(*job.workload)
                ? Message("runbook.jobs.submit").with("ranks", job.ranks()).with("nodes", job.nodes)
                : Message("runbook.jobs.serve").with("instances", job.replicas).with("ranks", job.ranks());
        book.add("jobs", "sbatch job-" + job.name + ".sbatch", what);
    }
    for (const ClusterJob& job : jobs)
        if (isTraining(*job.workload))
            book.add("jobs",
                     "sbatch --array=1-$(wc -l < sweep.txt)%" + numberText(job.atOnce) + " job-" + job.name +
                         "-array.sbatch",
                     Message("runbook.jobs.array").with("count", job.atOnce));
    book.add("jobs", "squeue -u $USER", "jobs.list");
    book.add("jobs", "srun --overlap --jobid=ID --pty bash", "jobs.look");
    book.add("jobs", "scancel --batch --signal=USR1 ID", "jobs.notice");
    book.add("jobs", "scancel ID", "jobs.end");
    book.add("jobs", "sacct -j ID --format=JobID,State,Elapsed,MaxRSS,ExitCode", "jobs.after");
    for (const ClusterJob& job : jobs)
        book.add("jobs", "kubectl apply -f k8s-" + job.name + (isTraining(*job.workload) ? "-jobset.yaml" : ".yaml"),
                 Message("runbook.jobs.kubernetes").with("ranks", job.ranks()));
}

/// A line for each kind of accelerator: its cap, else its own limit.
void addCap(RunbookWriter& book, const HostGroup& group) {
    const std::optional<double> watts = group.cap ? group.cap : group.ownLimit;
    if (!watts)
        return;
    const std::int64_t whole = std::llround(*watts);
    const std::string name = group.accelerator->vendor + " " + group.accelerator->model;
    const Message what = Message(group.cap ? "runbook.accelerators.cap" : "runbook.accelerators.own-limit")
                             .with("accelerator", name)
                             .with("watts", whole);
    book.add("accelerators",
             (group.isNvidia() ? "nvidia-smi -pl " : "rocm-smi --setpoweroverdrive ") + numberText(whole), what);
}

void addAccelerators(RunbookWriter& book, const ClusterHosts& cluster) {
    std::set<std::string> done;
    bool isNvidia = false, isAmd = false;
    for (const HostGroup& group : cluster.groups) {
        isNvidia = isNvidia || group.isNvidia();
        isAmd = isAmd || group.isAmd();
    }
    if (isNvidia) {
        book.add("accelerators", "nvidia-smi -pm 1", "accelerators.persistence");
        for (const HostGroup& group : cluster.groups)
            if (group.isNvidia())
                addCap(book, group);
        book.add("accelerators", "nvidia-smi -q -d SUPPORTED_CLOCKS", "accelerators.clocks");
        book.add("accelerators", "nvidia-smi -ac MEMORY_MHZ,GRAPHICS_MHZ", "accelerators.lock");
        book.add("accelerators", "nvidia-smi -rac", "accelerators.unlock");
        book.add("accelerators", "nvidia-smi --gpu-reset -i N", "accelerators.reset");
        book.add("accelerators", "nvidia-smi -q -d TEMPERATURE,PERFORMANCE,ECC", "accelerators.throttle");
        book.add("accelerators", "nvidia-smi topo -m", "accelerators.topology");
        book.add("accelerators", "dcgmi diag -r 3", "accelerators.diagnose");
    }
    if (isAmd) {
        for (const HostGroup& group : cluster.groups)
            if (group.isAmd())
                addCap(book, group);
        book.add("accelerators", "rocm-smi --showtemp --showpower --showras all", "accelerators.throttle");
        book.add("accelerators", "rocm-smi --gpureset -d N", "accelerators.reset");
        book.add("accelerators", "rocm-smi --showtopo", "accelerators.topology");
    }
    for (const HostGroup& group : cluster.groups)
        if (group.cap && (group.isNvidia() || group.isAmd()) && done.insert(group.type()).second)
            book.add("accelerators", "systemctl enable --now power-cap-" + group.type() + ".service",
                     "accelerators.unit");
}

void addNetworks(RunbookWriter& book, const Context& context, const ClusterHosts& cluster) {
    bool isInfiniBand = false, isEthernet = false;
    for (const Network& network : context.design().networks)
        if (network.role == NetworkRole::Compute) {
            isInfiniBand = isInfiniBand || network.protocol == FabricProtocol::InfiniBand;
            isEthernet = isEthernet || network.protocol == FabricProtocol::Ethernet;
        }
    const HostGroup& group = cluster.groups.front();
    if (group.accelerators > 0 && (group.isNvidia() || group.isAmd()))
        book.add("networks", "all_reduce_perf -b 8M -e 8G -f 2 -g " + numberText(group.accelerators),
                 "networks.collectives");
    if (isInfiniBand) {
        book.add("networks", "ibstat", "networks.ports");
        book.add("networks", "ibdiagnet", "networks.fabric");
    }
    if (isEthernet)
        book.add("networks", "ethtool -S PORT | grep -i pause", "networks.pause");
}

} // namespace

Schedule runbookSchedule(const Context& context) {
    RunbookWriter book;
    const ClusterHosts cluster = clusterHosts(context);
    if (cluster.groups.empty())
        return book.take();
    addNodes(book, cluster);
    addJobs(book, clusterJobs(context, cluster));
    addAccelerators(book, cluster);
    addNetworks(book, context, cluster);
    book.add("system", "sysctl --system", "system.sysctl");
    book.add("system", "scontrol reconfigure", "system.reconfigure");
    Schedule made = book.take();
    made.notes = {Message("runbook.note")};
    return made;
}

Domain jobfilesDomain() {
    Domain domain;
    domain.name = "jobfiles";
    SettingDefinition tenancy;
    tenancy.key = kTenancyKey;
    tenancy.source = {"Rackwright", "Nobody has said that the cluster has one tenant alone", {}, {}};
    tenancy.meaning = "setting.cluster.tenancy";
    tenancy.words = "shared|dedicated";
    tenancy.defaultWord = "shared";
    domain.settings = {tenancy};
    domain.schedules = {{"runbook", 96, [](const ScheduleInput& in) { return runbookSchedule(in.context); }}};
    return domain;
}

} // namespace rackwright
