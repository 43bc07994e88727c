// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobfiles/cluster_hosts.h"

#include "solvers/fabric/slurm_cluster.h"
#include "solvers/inference/serving.h"
#include "solvers/jobs/training_job.h"
#include "solvers/power/cap_plan.h"
#include "solvers/space/inventory.h"
#include "solvers/training/run_length.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rackwright::jobfiles {

namespace {

constexpr std::size_t kLongestWord = 40;
constexpr double kSecondsOfDay = 86'400;

/// W of an accelerator: what its node's cap leaves it, else what the site's limit asks of all; nothing where neither
/// asks for less than its own limit.
std::optional<double> capOf(const Context& context, const PartCount& system) {
    const Value limit = plainPartNumber(context, acceleratorPart(context, system.part), attribute::tdp.key);
    if (!limit.isKnown() || limit.typical() <= 0)
        return std::nullopt;
    const double own = limit.typical();
    if (system.powerCap) {
        const Value node = devicePower<Value>(context, {system.part, 1, std::nullopt}, LoadKind::Peak).si(),
                    count = plainPartNumber(context, system.part, attribute::acceleratorCount.key);
        if (!node.isKnown() || !count.isKnown() || count.typical() < 1)
            return std::nullopt;
        const double less = std::max(0.0, node.typical() - system.powerCap->si()) / count.typical();
        return less > 0 && less < own ? std::optional(std::floor(own - less)) : std::nullopt;
    }
    const Value needed = capForSite<Value>(context).si();
    return needed.isKnown() && needed.typical() < own - 0.5 ? std::optional(std::floor(needed.typical()))
                                                            : std::nullopt;
}

constexpr double kMemoryShare = 0.95; ///< of a node's memory that jobs may ask for
constexpr double kMebibyte = 1'048'576;

/// Of one host, in whole numbers; nothing where the system does not say.
std::optional<std::int64_t> ofHost(const HostGroup& group, std::string_view key, double factor = 1) {
    const Attribute* found = group.system ? findAttribute(*group.system, key) : nullptr;
    const auto typical = found ? found->number.typical() : std::nullopt;
    if (!typical || *typical <= 0)
        return std::nullopt;
    return static_cast<std::int64_t>(*typical * factor / static_cast<double>(group.hostsOfSystem));
}

void readHost(HostGroup& group) {
    group.sockets = ofHost(group, attribute::cpuCount.key);
    group.cores = ofHost(group, "cpu-cores");
    group.memory = ofHost(group, attribute::systemMemory.key, kMemoryShare / kMebibyte);
}

/// Whole number of a workload's kernel; `otherwise` where it is not known.
std::int64_t whole(const Value& value, std::int64_t otherwise) {
    return value.isKnown() && std::isfinite(value.typical()) && value.typical() >= 1 ? std::llround(value.typical())
                                                                                     : otherwise;
}

/// Nodes and accelerators of each for so many ranks: whole nodes where they fill them, else the fewest that share
/// evenly.
void spread(ClusterJob& job, std::int64_t ranks) {
    const std::int64_t each = job.group->accelerators;
    const auto most = std::max<std::int64_t>(1, std::ssize(job.group->hosts));
    ranks = std::clamp<std::int64_t>(ranks, 1, each * most);
    job.nodes = (ranks + each - 1) / each;
    while (job.nodes < most && ranks % job.nodes != 0)
        ++job.nodes;
    job.perNode = std::max<std::int64_t>(1, ranks / job.nodes);
}

void readTraining(const Context& context, ClusterJob& job, std::int64_t accelerators) {
    const WorkloadModel model = modelOf(*job.workload);
    const auto numbers = model ? jobNumbers(context, *job.workload) : std::nullopt;
    if (numbers)
        job.plan = plannedJob(model->architecture, enteredPlan(*job.workload), *numbers).plan();
    spread(job, job.plan ? job.plan->accelerators() : accelerators);
    // Copies that no even number of processes a node makes are left out.
    while (job.plan && job.ranks() != job.plan->accelerators() && job.plan->data > 1) {
        --job.plan->data;
        spread(job, job.plan->accelerators());
    }
    const Value duration = jobDuration<Value>(context, *job.workload).si();
    if (duration.isKnown() && std::isfinite(duration.typical()))
        job.days = duration.typical() / kSecondsOfDay;
}

void readServing(const Context& context, ClusterJob& job) {
    job.tensor = whole(tensorDegree<Value>(context, *job.workload), job.group->accelerators);
    job.pipeline = whole(pipelineDegree<Value>(*job.workload), 1);
    job.replicas = whole(instanceCount<Value>(context, *job.workload), 1);
    spread(job, job.tensor * job.pipeline);
}

} // namespace

std::string numberText(std::int64_t n) { return std::to_string(n); }

std::string plainWord(const std::string& text, const std::string& otherwise) {
    std::string word;
    for (const char c : text) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : isPlain ? c : '-';
        if ((lower != '-' || (!word.empty() && word.back() != '-')) && word.size() < kLongestWord)
            word += lower;
    }
    while (word.ends_with('-'))
        word.pop_back();
    return word.empty() ? otherwise : word;
}

std::string oneLine(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ')
            c = ' ';
    return text;
}

std::string HostGroup::type() const {
    if (!accelerator)
        return "gpu";
    std::string model = accelerator->model;
    if (constexpr std::string_view line = "Instinct "; model.starts_with(line))
        model.erase(0, line.size());
    const std::size_t first = model.find(' ');
    // "Gaudi 3": the number is part of the name.
    return plainWord(model.substr(0, model.starts_with("Gaudi") ? model.find(' ', first + 1) : first), "gpu");
}

std::string HostGroup::resource() const {
    if (isNvidia())
        return "nvidia.com/gpu";
    if (isAmd())
        return "amd.com/gpu";
    return accelerator && accelerator->model.starts_with("Gaudi") ? "habana.ai/gaudi" : "vendor.example/accelerator";
}

ClusterHosts clusterHosts(const Context& context) {
    ClusterHosts cluster;
    const SlurmCluster joined = slurmCluster(context);
    cluster.hasTopology = !joined.hosts.empty();
    std::multimap<Id<Device>, std::string> namesOf;
    std::set<std::string> used(joined.hosts.begin(), joined.hosts.end());
    for (std::size_t i = 0; i < joined.hosts.size(); ++i)
        namesOf.emplace(joined.devices[i], joined.hosts[i]);
    std::map<std::pair<Id<PartRow>, double>, std::size_t> groupOf;
    for (const Device& device : context.design().devices) {
        if (!device.scope.isPresent())
            continue;
        if (device.role == "head")
            cluster.heads.push_back(slurmHostName(device));
        if (!isAcceleratorSystem(context.part(device.part)))
            continue;
        if (!namesOf.contains(device.id)) { // on no compute network
            std::string name = slurmHostName(device);
            if (!used.insert(name).second)
                used.insert(name.append("-").append(numberText(static_cast<std::int64_t>(device.id.value))));
            namesOf.emplace(device.id, std::move(name));
        }
        const double cap = device.powerCap ? device.powerCap->si() : -1;
        const auto [group, isNew] = groupOf.try_emplace({device.part, cap}, cluster.groups.size());
        const auto [from, to] = namesOf.equal_range(device.id);
        if (isNew) {
            HostGroup made;
            made.system = context.part(device.part);
            const Id<PartRow> accelerator = acceleratorPart(context, device.part);
            made.accelerator = context.part(accelerator);
            made.hostsOfSystem = std::distance(from, to);
            made.accelerators =
                whole(plainPartNumber(context, device.part, attribute::acceleratorCount.key), 0) / made.hostsOfSystem;
            made.cap = capOf(context, {device.part, 1, device.powerCap});
            if (const Value own = plainPartNumber(context, accelerator, attribute::tdp.key); own.isKnown())
                made.ownLimit = own.typical();
            readHost(made);
            cluster.groups.push_back(std::move(made));
        }
        HostGroup& its = cluster.groups[group->second];
        for (auto host = from; host != to; ++host)
            (device.role == "spare" ? its.spares : its.hosts).push_back(host->second);
    }
    // A job runs where most hosts are.
    std::ranges::stable_sort(cluster.groups, std::ranges::greater(), [](const HostGroup& group) {
        return group.hosts.size() * static_cast<std::size_t>(group.accelerators);
    });
    return cluster;
}

std::vector<ClusterJob> clusterJobs(const Context& context, const ClusterHosts& cluster) {
    std::vector<ClusterJob> jobs;
    if (cluster.groups.empty() || cluster.groups.front().accelerators == 0 || cluster.groups.front().hosts.empty())
        return jobs;
    const HostGroup& group = cluster.groups.front();
    std::set<std::string> used;
    for (const Workload& workload : context.design().workloads) {
        ClusterJob job;
        job.workload = &workload;
        job.group = &group;
        job.name = plainWord(workload.name, "job");
        if (job.name.front() >= '0' && job.name.front() <= '9') // names of services begin with a letter
            job.name.insert(0, "job-");
        if (!used.insert(job.name).second)
            used.insert(job.name.append("-").append(numberText(static_cast<std::int64_t>(workload.id.value))));
        if (isTraining(workload))
            readTraining(context, job, whole(jobAccelerators<Value>(context, workload).si(), group.accelerators));
        else
            readServing(context, job);
        job.atOnce = std::max<std::int64_t>(1, std::ssize(group.hosts) / job.nodes);
        jobs.push_back(std::move(job));
    }
    return jobs;
}

} // namespace rackwright::jobfiles
