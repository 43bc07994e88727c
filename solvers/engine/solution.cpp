// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/solution.h"

#include "solvers/engine/rules.h"

#include <algorithm>
#include <array>
#include <thread>
#include <tuple>
#include <utility>

namespace rackwright {

namespace {

// Read by every figure and rule.
constexpr std::array<std::string_view, 4> kAlwaysRead = {"parts", "settings", "site", "assumptions"};
// The rows that RackContents holds.
constexpr std::array<std::string_view, 6> kRackTables = {"racks",         "devices",          "power_elements",
                                                         "cooling_units", "cooling_services", "cord_overrides"};

struct BlockAnswer {
    std::vector<FigureResult> results;
    std::vector<std::vector<std::uint64_t>> rackStamps; ///< beside the results, for figures of racks
};

struct RuleAnswer {
    std::vector<Verdict> verdicts;
};

template <class T>
const T* as(const TaskValue& value) {
    return static_cast<const T*>(value.get());
}

std::string_view tableOf(SubjectKind kind) {
    switch (kind) {
    case SubjectKind::Room:
        return "rooms";
    case SubjectKind::Rack:
        return "racks";
    case SubjectKind::Device:
        return "devices";
    case SubjectKind::PowerElement:
        return "power_elements";
    case SubjectKind::CoolingUnit:
        return "cooling_units";
    case SubjectKind::CoolingLoop:
        return "cooling_loops";
    case SubjectKind::Workload:
        return "workloads";
    case SubjectKind::Design:
    case SubjectKind::Section:
        return {};
    }
    RW_CHECK(false, "every kind of subject has its table");
}

FigureResult resultOf(const FigureDefinition& definition, const Context& context, Subject subject) {
    FigureResult result{&definition, subject, {}, {}};
    const Done worked = guarded(definition.name, [&] { result.value = definition.plain(context, subject); });
    if (!worked)
        result.error = worked.error();
    return result;
}

// A stop is looked for once in so many subjects.
constexpr std::size_t kStopStride = 64;

TaskValue blockOf(const FigureDefinition& definition, const TaskInput& in) {
    auto block = std::make_shared<BlockAnswer>();
    const std::vector<Subject> subjects = subjectsOf(in.context, definition.subject);
    const BlockAnswer* before = in.isPreviousComparable ? as<BlockAnswer>(in.previous) : nullptr;
    block->results.reserve(subjects.size());
    std::size_t old = 0;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        if (i % kStopStride == 0 && in.stop.stop_requested())
            return nullptr;
        if (!definition.reads.ownRack) {
            block->results.push_back(resultOf(definition, in.context, subjects[i]));
            continue;
        }
        const auto& stamps = in.context.contents(Id<Rack>{subjects[i].id}).stamps;
        while (before && old < before->results.size() && before->results[old].subject < subjects[i])
            ++old;
        const bool isKnown = before && old < before->results.size() && before->results[old].subject == subjects[i] &&
                             before->rackStamps[old] == stamps;
        block->results.push_back(isKnown ? before->results[old] : resultOf(definition, in.context, subjects[i]));
        block->rackStamps.push_back(stamps);
    }
    return block;
}

Task figureTask(const FigureDefinition& definition) {
    const Reads& reads = definition.reads;
    Task task;
    task.name = definition.name;
    task.readsEverything = reads.everything;
    if (!reads.everything) {
        task.tables.assign(kAlwaysRead.begin(), kAlwaysRead.end());
        task.tables.insert(task.tables.end(), reads.tables.begin(), reads.tables.end());
        if (reads.header)
            task.tables.push_back("header");
        task.sharedTables = task.tables;
        if (reads.ownRack)
            task.tables.insert(task.tables.end(), kRackTables.begin(), kRackTables.end());
        if (const std::string_view table = tableOf(definition.subject); !table.empty())
            task.tables.push_back(table);
    }
    RW_CHECK(!reads.ownRack || definition.subject == SubjectKind::Rack, "only a figure of racks reads its own rack");
    task.run = [&definition](const TaskInput& in) { return blockOf(definition, in); };
    task.isEqual = [](const void* a, const void* b) {
        return static_cast<const BlockAnswer*>(a)->results == static_cast<const BlockAnswer*>(b)->results;
    };
    return task;
}

const FigureResult* findIn(const std::vector<FigureResult>& results, Subject subject) {
    const auto it = std::ranges::lower_bound(results, subject, {}, &FigureResult::subject);
    return it != results.end() && it->subject == subject ? &*it : nullptr;
}

const FigureResult* findByLabel(const FigureTable& table, const Domains& domains, const Context& context,
                                std::string_view label) {
    const Result<FigureName> named = figureNamed(domains, context, label);
    return named ? table.find(named->definition->name, named->subject) : nullptr;
}

// The figures that a rule is given while the solve is still running.
class UpstreamFigures : public FigureTable {
public:
    UpstreamFigures(const Domains& domains, const TaskInput& in) : m_domains(domains), m_in(in) {}
    const FigureResult* find(std::string_view name, Subject subject) const override {
        const auto matches = [name](const TaskValue& value) {
            const auto* block = as<BlockAnswer>(value);
            return block && !block->results.empty() && block->results.front().definition->name == name;
        };
        const auto it = std::ranges::find_if(m_in.upstream, matches);
        return it == m_in.upstream.end() ? nullptr : findIn(as<BlockAnswer>(*it)->results, subject);
    }
    const FigureResult* find(std::string_view label) const override {
        return findByLabel(*this, m_domains, m_in.context, label);
    }

private:
    const Domains& m_domains;
    const TaskInput& m_in;
};

Task ruleTask(const Rule& rule, const Domains& domains, std::size_t figureCount) {
    RW_CHECK(static_cast<bool>(rule.check) != static_cast<bool>(rule.checkFigures), "a rule has one function");
    Task task;
    task.name = rule.id;
    task.readsEverything = rule.reads.everything;
    if (!rule.reads.everything) {
        task.tables.assign(kAlwaysRead.begin(), kAlwaysRead.end());
        task.tables.insert(task.tables.end(), rule.reads.tables.begin(), rule.reads.tables.end());
        if (rule.reads.header)
            task.tables.push_back("header");
    }
    if (rule.checkFigures)
        for (std::size_t i = 0; i < figureCount; ++i)
            task.upstream.push_back(i);
    task.run = [&rule, &domains](const TaskInput& in) -> TaskValue {
        auto answer = std::make_shared<RuleAnswer>();
        answer->verdicts =
            rule.check ? rule.check(in.context) : rule.checkFigures(in.context, UpstreamFigures(domains, in));
        return answer;
    };
    task.isEqual = [](const void* a, const void* b) {
        return static_cast<const RuleAnswer*>(a)->verdicts == static_cast<const RuleAnswer*>(b)->verdicts;
    };
    return task;
}

Task reportTask(std::vector<const Rule*> rules, std::size_t firstRule) {
    Task task;
    task.name = "report";
    task.tables = {"accepted_findings"};
    for (std::size_t i = 0; i < rules.size(); ++i)
        task.upstream.push_back(firstRule + i);
    task.run = [rules = std::move(rules)](const TaskInput& in) -> TaskValue {
        std::vector<RuleVerdicts> answers;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto* answer = as<RuleAnswer>(in.upstream[i]);
            std::optional<Error> error;
            if (!answer)
                error = in.upstreamErrors[i];
            answers.push_back({rules[i], answer ? &answer->verdicts : nullptr, error});
        }
        return std::make_shared<const CheckReport>(reportOf(answers, in.context.project().acceptedFindings));
    };
    task.isEqual = [](const void* a, const void* b) {
        return *static_cast<const CheckReport*>(a) == *static_cast<const CheckReport*>(b);
    };
    return task;
}

// The tasks of the domains that are asked for: figures, rules, the report.
struct Plan {
    std::unique_ptr<Scheduler> scheduler;
    std::vector<std::size_t> figureTasks; ///< task of each figure of Domains::figures(); SIZE_MAX: not asked for
    std::size_t report = 0;
};

Plan planFor(const Domains& domains, const std::vector<std::string>& only) {
    Plan plan;
    std::vector<Task> tasks;
    std::vector<const Rule*> rules;
    for (const Domain& domain : domains.list()) {
        const bool isAsked = only.empty() || std::ranges::find(only, domain.name) != only.end();
        for (const FigureDefinition& figure : domain.figures) {
            plan.figureTasks.push_back(isAsked ? tasks.size() : SIZE_MAX);
            if (isAsked)
                tasks.push_back(figureTask(figure));
        }
        for (const Rule& rule : domain.rules)
            if (isAsked)
                rules.push_back(&rule);
    }
    const std::size_t figureCount = tasks.size();
    for (const Rule* rule : rules)
        tasks.push_back(ruleTask(*rule, domains, figureCount));
    plan.report = tasks.size();
    tasks.push_back(reportTask(std::move(rules), figureCount));
    plan.scheduler = std::make_unique<Scheduler>(std::move(tasks));
    return plan;
}

Stamps stampsOf(const Snapshot& snapshot, std::uint64_t headerStamp) {
    Stamps stamps;
    forEachDesignTable([&](const auto& table) { stamps[table.name] = ((*snapshot.design).*table.member).stamp(); });
    forEachProjectTable([&](const auto& table) { stamps[table.name] = ((*snapshot.project).*table.member).stamp(); });
    stamps["header"] = headerStamp;
    return stamps;
}

bool sameHeader(const Project& a, const Project& b) {
    return std::tie(a.name, a.description, a.profile, a.quote) == std::tie(b.name, b.description, b.profile, b.quote);
}

unsigned threadsOf(const SolveOptions& options) {
    return options.threads ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

} // namespace

Solution::Solution(DomainsPtr domains, std::shared_ptr<const Context> context,
                   std::shared_ptr<const SchedulerMemo> memo, std::vector<std::size_t> figureTasks,
                   std::size_t reportTask)
    : m_domains(std::move(domains)), m_context(std::move(context)), m_memo(std::move(memo)) {
    static const CheckReport none;
    for (std::size_t i = 0; i < figureTasks.size(); ++i) {
        const auto* block = figureTasks[i] == SIZE_MAX ? nullptr : as<BlockAnswer>(m_memo->tasks[figureTasks[i]].value);
        m_blocks.push_back({m_domains->figures()[i], block ? &block->results : nullptr});
    }
    const auto* report = as<CheckReport>(m_memo->tasks[reportTask].value);
    m_report = report ? report : &none;
}

const FigureResult* Solution::find(std::string_view name, Subject subject) const {
    const auto index = m_domains->figureIndex(name);
    return index && m_blocks[*index].results ? findIn(*m_blocks[*index].results, subject) : nullptr;
}

const FigureResult* Solution::find(std::string_view label) const {
    return findByLabel(*this, *m_domains, *m_context, label);
}

std::vector<const FigureResult*> Solution::failures() const {
    std::vector<const FigureResult*> failed;
    for (const FigureBlock& block : m_blocks)
        if (block.results)
            for (const FigureResult& result : *block.results)
                if (result.error)
                    failed.push_back(&result);
    return failed;
}

SolutionPtr solve(const Snapshot& snapshot, const DomainsPtr& domains, const SolveOptions& options) {
    Plan plan = planFor(*domains, options.only);
    auto context = std::make_shared<const Context>(snapshot);
    auto memo = plan.scheduler->run(*context, stampsOf(snapshot, 1), nullptr, threadsOf(options), {});
    return std::make_shared<const Solution>(domains, std::move(context), std::move(memo), std::move(plan.figureTasks),
                                            plan.report);
}

struct Solver::State {
    DomainsPtr domains;
    Plan plan;
    SolveOptions options;
    std::function<void(SolutionPtr)> onSolved;

    mutable std::mutex mutex;
    std::uint64_t generation = 0;
    std::stop_source running;
    ProjectPtr headerOf;
    std::uint64_t headerStamp = 1;
    std::shared_ptr<const SchedulerMemo> memo;
    SolutionPtr latest;

    void solveGeneration(const Snapshot& snapshot, std::uint64_t asked, std::uint64_t header,
                         const std::stop_token& stop);
};

void Solver::State::solveGeneration(const Snapshot& snapshot, std::uint64_t asked, std::uint64_t header,
                                    const std::stop_token& stop) {
    std::shared_ptr<const SchedulerMemo> before;
    {
        const std::lock_guard lock(mutex);
        if (asked != generation)
            return;
        before = memo;
    }
    auto context = std::make_shared<const Context>(snapshot);
    auto after = plan.scheduler->run(*context, stampsOf(snapshot, header), before.get(), threadsOf(options), stop);
    if (!after)
        return;
    auto solution = std::make_shared<const Solution>(domains, std::move(context), after, plan.figureTasks, plan.report);
    {
        const std::lock_guard lock(mutex);
        if (asked != generation)
            return;
        memo = std::move(after);
        latest = solution;
    }
    if (onSolved)
        onSolved(std::move(solution));
}

Solver::Solver(DomainsPtr domains, Executor& executor, std::function<void(SolutionPtr)> onSolved, SolveOptions options)
    : m_state(std::make_shared<State>()), m_executor(executor) {
    m_state->plan = planFor(*domains, options.only);
    m_state->domains = std::move(domains);
    m_state->options = std::move(options);
    m_state->onSolved = std::move(onSolved);
}

Solver::~Solver() {
    const std::lock_guard lock(m_state->mutex);
    ++m_state->generation;
    m_state->running.request_stop();
}

void Solver::ask(Snapshot snapshot) {
    std::uint64_t asked = 0, header = 0;
    std::stop_token stop;
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->running.request_stop();
        m_state->running = std::stop_source();
        stop = m_state->running.get_token();
        asked = ++m_state->generation;
        if (m_state->headerOf && !sameHeader(*m_state->headerOf, *snapshot.project))
            ++m_state->headerStamp;
        m_state->headerOf = snapshot.project;
        header = m_state->headerStamp;
    }
    m_executor.post([state = m_state, snapshot = std::move(snapshot), asked, header, stop] {
        state->solveGeneration(snapshot, asked, header, stop);
    });
}

SolutionPtr Solver::latest() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->latest;
}

} // namespace rackwright
