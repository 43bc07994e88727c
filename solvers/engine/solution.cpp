// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/solution.h"

#include "solvers/engine/rules.h"
#include "solvers/engine/whole_figures.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

namespace rackwright {

namespace {

// Read by every figure and rule.
constexpr std::array<std::string_view, 3> kAlwaysRead = {"parts", "site", "assumptions"};

struct BlockAnswer {
    std::vector<FigureResult> results;
    std::vector<Fingerprint> scopes; ///< beside the results; empty for a figure without a scope
};

// The verdicts on one subject; most have nothing but passed.
struct SubjectVerdicts {
    std::size_t passed = 0, notApplicable = 0;
    std::shared_ptr<const std::vector<Verdict>> others;
    bool operator==(const SubjectVerdicts& other) const {
        return passed == other.passed && notApplicable == other.notApplicable &&
               (others == other.others || (others && other.others && *others == *other.others));
    }
};

struct RuleAnswer {
    std::vector<Subject> subjects;
    std::vector<Fingerprint> scopes;       ///< beside the subjects; empty for a rule without a scope
    std::vector<SubjectVerdicts> verdicts; ///< beside the subjects
    SubjectVerdicts rest;                  ///< of the design as a whole, for a rule with restTables
    Fingerprint restInputs;
    std::shared_ptr<const RuleSummary> summary;
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
    case SubjectKind::RoomObject:
        return "room_objects";
    case SubjectKind::Pathway:
        return "path_segments";
    case SubjectKind::StoragePool:
        return "storage_pools";
    case SubjectKind::Network:
        return "networks";
    case SubjectKind::Cable:
        return "cables";
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

// Walks the subjects of an answer and of the one before it, both in the order of ids, side by side.
template <class SubjectAt>
class Former {
public:
    Former(std::size_t size, SubjectAt subjectAt) : m_size(size), m_subjectAt(subjectAt) {}
    /// Place of a subject in the answer before.
    std::optional<std::size_t> find(Subject subject) {
        while (m_at < m_size && m_subjectAt(m_at) < subject)
            ++m_at;
        return m_at < m_size && m_subjectAt(m_at) == subject ? std::optional(m_at) : std::nullopt;
    }

private:
    std::size_t m_size, m_at = 0;
    SubjectAt m_subjectAt;
};

FigureResult about(Subject subject, FigureResult result) {
    result.subject = subject;
    return result;
}

TaskValue blockOf(const FigureDefinition& definition, const TaskInput& in) {
    const std::vector<Subject> subjects = subjectsOf(in.context, definition);
    const auto* before = in.isPreviousComparable ? as<BlockAnswer>(in.previous) : nullptr;
    const Reads& reads = definition.reads;
    auto block = std::make_shared<BlockAnswer>();
    if (reads.scope) {
        block->scopes.reserve(subjects.size());
        for (const Subject subject : subjects)
            block->scopes.push_back(reads.scope(in.context, subject));
        if (before && before->scopes == block->scopes &&
            std::ranges::equal(before->results, subjects, {}, &FigureResult::subject))
            return in.previous;
    }
    const bool isKept = before && !before->scopes.empty();
    Former former(isKept ? before->results.size() : 0, [&](std::size_t i) { return before->results[i].subject; });
    std::unordered_map<Fingerprint, std::size_t, FingerprintHash> known;
    block->results.reserve(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        if (i % kStopStride == 0 && in.stop.stop_requested())
            return nullptr;
        const auto old = former.find(subjects[i]);
        if (old && before->scopes[*old] == block->scopes[i]) {
            block->results.push_back(before->results[*old]);
            continue;
        }
        if (!reads.isShared) {
            block->results.push_back(resultOf(definition, in.context, subjects[i]));
            continue;
        }
        const auto [it, isNew] = known.try_emplace(block->scopes[i], i);
        block->results.push_back(isNew ? resultOf(definition, in.context, subjects[i])
                                       : about(subjects[i], block->results[it->second]));
    }
    return block;
}

// Tables that a task watches, from what a figure or rule declares.
void watch(Task& task, const Reads& reads) {
    task.readsEverything = reads.everything;
    if (reads.everything)
        return;
    task.tables.assign(kAlwaysRead.begin(), kAlwaysRead.end());
    task.tables.insert(task.tables.end(), reads.tables.begin(), reads.tables.end());
    if (reads.header)
        task.tables.push_back("header");
    task.sharedTables = task.tables;
    task.tables.insert(task.tables.end(), reads.scoped.begin(), reads.scoped.end());
    if (reads.ownRack)
        task.tables.insert(task.tables.end(), kRackTables.begin(), kRackTables.end());
}

Task figureTask(const FigureDefinition& definition) {
    const Reads& reads = definition.reads;
    RW_CHECK(!reads.ownRack || definition.subject == SubjectKind::Rack, "only a figure of racks reads its own rack");
    RW_CHECK(!reads.isShared || reads.scope, "answers are shared by fingerprint");
    Task task;
    task.name = definition.name;
    watch(task, reads);
    if (const std::string_view table = tableOf(definition.subject); !reads.everything && !table.empty())
        task.tables.push_back(table);
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

SubjectVerdicts counted(std::vector<Verdict> verdicts) {
    SubjectVerdicts sorted;
    sorted.passed = static_cast<std::size_t>(std::ranges::count(verdicts, RuleState::Passed, &Verdict::state));
    sorted.notApplicable =
        static_cast<std::size_t>(std::ranges::count(verdicts, RuleState::NotApplicable, &Verdict::state));
    if (sorted.passed + sorted.notApplicable == verdicts.size())
        return sorted;
    std::erase_if(verdicts, [](const Verdict& verdict) {
        return verdict.state == RuleState::Passed || verdict.state == RuleState::NotApplicable;
    });
    sorted.others = std::make_shared<const std::vector<Verdict>>(std::move(verdicts));
    return sorted;
}

SubjectVerdicts verdictsOn(const Rule& rule, const Context& context, Subject subject) {
    std::vector<Verdict> verdicts;
    rule.checkEach(context, subject, verdicts);
    return counted(std::move(verdicts));
}

Fingerprint inputsOf(const Context& context, const std::vector<std::string_view>& tables) {
    Digest digest;
    for (const std::string_view table : tables)
        digest.add(context.stampOf(table));
    return digest.value();
}

// What the rule says of the design beside its subjects, as found before where nothing that it reads has changed.
void judgeRest(const Rule& rule, const TaskInput& in, RuleAnswer& answer) {
    answer.restInputs = inputsOf(in.context, rule.restTables);
    const auto* before = in.isPreviousComparable ? as<RuleAnswer>(in.previous) : nullptr;
    answer.rest = before && before->restInputs == answer.restInputs ? before->rest : counted(rule.check(in.context));
}

/// False when it was stopped.
bool judgeEach(const Rule& rule, const TaskInput& in, RuleAnswer& answer) {
    answer.subjects = subjectsOf(in.context, rule.subject);
    if (rule.reads.scope)
        for (const Subject subject : answer.subjects)
            answer.scopes.push_back(rule.reads.scope(in.context, subject));
    const auto* before = in.isPreviousComparable ? as<RuleAnswer>(in.previous) : nullptr;
    const bool isKept = before && !before->scopes.empty();
    Former former(isKept ? before->subjects.size() : 0, [&](std::size_t i) { return before->subjects[i]; });
    answer.verdicts.reserve(answer.subjects.size());
    for (std::size_t i = 0; i < answer.subjects.size(); ++i) {
        if (i % kStopStride == 0 && in.stop.stop_requested())
            return false;
        const auto old = former.find(answer.subjects[i]);
        answer.verdicts.push_back(old && before->scopes[*old] == answer.scopes[i]
                                      ? before->verdicts[*old]
                                      : verdictsOn(rule, in.context, answer.subjects[i]));
    }
    return true;
}

TaskValue ruleAnswer(const Rule& rule, const Domains& domains, const TaskInput& in) {
    auto answer = std::make_shared<RuleAnswer>();
    if (rule.checkEach && !judgeEach(rule, in, *answer))
        return nullptr;
    const auto* before = as<RuleAnswer>(in.previous);
    if (before && !rule.check && !rule.checkFigures && before->subjects == answer->subjects &&
        before->verdicts == answer->verdicts) {
        answer->summary = before->summary;
        return answer;
    }
    VerdictSorter sorter;
    static const std::vector<Verdict> none;
    for (const SubjectVerdicts& each : answer->verdicts)
        sorter.add(each.passed, each.notApplicable, each.others ? *each.others : none);
    std::vector<Verdict> rest;
    if (rule.check && !rule.restTables.empty()) {
        judgeRest(rule, in, *answer);
        sorter.add(answer->rest.passed, answer->rest.notApplicable, answer->rest.others ? *answer->rest.others : none);
    } else if (rule.check)
        rest = rule.check(in.context);
    else if (rule.checkFigures)
        rest = rule.checkFigures(in.context, UpstreamFigures(domains, in));
    for (const Verdict& verdict : rest)
        sorter.add(verdict);
    answer->summary = std::make_shared<const RuleSummary>(sorter.summary(rule));
    return answer;
}

Task ruleTask(const Rule& rule, const Domains& domains, std::size_t figureCount) {
    RW_CHECK(rule.checkFigures ? !rule.check && !rule.checkEach : rule.check || rule.checkEach,
             "a rule judges subjects and the design, or figures");
    Task task;
    task.name = rule.id;
    watch(task, rule.reads);
    if (rule.checkFigures)
        for (std::size_t i = 0; i < figureCount; ++i)
            task.upstream.push_back(i);
    task.run = [&rule, &domains](const TaskInput& in) { return ruleAnswer(rule, domains, in); };
    task.isEqual = [](const void* a, const void* b) {
        const auto& one = static_cast<const RuleAnswer*>(a)->summary;
        const auto& other = static_cast<const RuleAnswer*>(b)->summary;
        return one == other || *one == *other;
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
        std::vector<RuleResult> results;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto* answer = as<RuleAnswer>(in.upstream[i]);
            std::optional<Error> error;
            if (!answer)
                error = in.upstreamErrors[i];
            results.push_back({rules[i], answer ? answer->summary.get() : nullptr, error});
        }
        return std::make_shared<const CheckReport>(reportOf(results, in.context.project().acceptedFindings));
    };
    task.isEqual = [](const void* a, const void* b) {
        return *static_cast<const CheckReport*>(a) == *static_cast<const CheckReport*>(b);
    };
    return task;
}

// The tasks of what is asked for: figures, rules, the report.
struct Plan {
    std::unique_ptr<Scheduler> scheduler;
    std::vector<std::size_t> figureTasks; ///< task of each figure of Domains::figures(); SIZE_MAX: not asked for
    std::size_t report = 0;
};

template <class IsFigureAsked, class IsRuleAsked>
Plan planFor(const Domains& domains, IsFigureAsked isFigureAsked, IsRuleAsked isRuleAsked) {
    Plan plan;
    std::vector<Task> tasks;
    std::vector<const Rule*> rules;
    for (const Domain& domain : domains.list()) {
        for (const FigureDefinition& figure : domain.figures) {
            const bool isAsked = isFigureAsked(domain, figure);
            plan.figureTasks.push_back(isAsked ? tasks.size() : SIZE_MAX);
            if (isAsked)
                tasks.push_back(figureTask(figure));
        }
        for (const Rule& rule : domain.rules)
            if (isRuleAsked(domain))
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

Plan planFor(const Domains& domains, const std::vector<std::string>& only) {
    const auto isAsked = [&only](const Domain& domain) {
        return only.empty() || std::ranges::find(only, domain.name) != only.end();
    };
    // One that judges figures and has none of its own, as requirements do, judges those of all.
    const bool needsAll = std::ranges::any_of(domains.list(), [&](const Domain& domain) {
        return isAsked(domain) && domain.figures.empty() &&
               std::ranges::any_of(domain.rules, [](const Rule& rule) { return bool(rule.checkFigures); });
    });
    return planFor(
        domains, [&](const Domain& domain, const FigureDefinition&) { return needsAll || isAsked(domain); }, isAsked);
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
    std::vector<Error> failed; // of whole figures, and of the report: what is missing is never taken for fine
    const auto note = [&](const TaskMemo& task) {
        if (task.error)
            failed.push_back(*task.error);
    };
    for (std::size_t i = 0; i < figureTasks.size(); ++i) {
        const auto* block = figureTasks[i] == SIZE_MAX ? nullptr : as<BlockAnswer>(m_memo->tasks[figureTasks[i]].value);
        m_blocks.push_back({m_domains->figures()[i], block ? &block->results : nullptr});
        if (figureTasks[i] != SIZE_MAX)
            note(m_memo->tasks[figureTasks[i]]);
    }
    note(m_memo->tasks[reportTask]);
    const auto* report = as<CheckReport>(m_memo->tasks[reportTask].value);
    m_report = report ? report : &none;
    if (failed.empty())
        return;
    auto whole = std::make_shared<CheckReport>(*m_report);
    whole->internalErrors.insert(whole->internalErrors.end(), failed.begin(), failed.end());
    m_withFailed = std::move(whole);
    m_report = m_withFailed.get();
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
    auto memo = plan.scheduler->run(*context, context->stamps(), nullptr, threadsOf(options), {});
    return std::make_shared<const Solution>(domains, std::move(context), std::move(memo), std::move(plan.figureTasks),
                                            plan.report);
}

bool isOfTheWhole(const FigureDefinition& figure) {
    return figure.subject == SubjectKind::Design || figure.subject == SubjectKind::Section;
}

std::vector<SolutionPtr> solveWholes(const std::vector<Snapshot>& snapshots, const DomainsPtr& domains) {
    const Plan plan = planFor(
        *domains, [](const Domain&, const FigureDefinition& figure) { return isOfTheWhole(figure); },
        [](const Domain&) { return false; });
    std::vector<SolutionPtr> solved;
    std::shared_ptr<const SchedulerMemo> memo;
    for (const Snapshot& snapshot : snapshots) {
        auto context = std::make_shared<const Context>(snapshot, solved.empty() ? nullptr : &solved.back()->context());
        memo = plan.scheduler->run(*context, context->stamps(), memo.get(), threadsOf({}), {});
        solved.push_back(
            std::make_shared<const Solution>(domains, std::move(context), memo, plan.figureTasks, plan.report));
    }
    return solved;
}

struct Solver::State {
    DomainsPtr domains;
    Plan plan;
    SolveOptions options;
    std::function<void(SolutionPtr)> onSolved;

    mutable std::mutex mutex;
    std::uint64_t generation = 0;
    std::stop_source running;
    std::shared_ptr<const SchedulerMemo> memo;
    SolutionPtr latest;

    void solveGeneration(const Snapshot& snapshot, std::uint64_t asked, const std::stop_token& stop);
};

void Solver::State::solveGeneration(const Snapshot& snapshot, std::uint64_t asked, const std::stop_token& stop) {
    std::shared_ptr<const SchedulerMemo> before;
    SolutionPtr former;
    {
        const std::lock_guard lock(mutex);
        if (asked != generation)
            return;
        before = memo;
        former = latest;
    }
    auto context = std::make_shared<const Context>(snapshot, former ? &former->context() : nullptr);
    auto after = plan.scheduler->run(*context, context->stamps(), before.get(), threadsOf(options), stop);
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
    std::uint64_t asked = 0;
    std::stop_token stop;
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->running.request_stop();
        m_state->running = std::stop_source();
        stop = m_state->running.get_token();
        asked = ++m_state->generation;
    }
    m_executor.post([state = m_state, snapshot = std::move(snapshot), asked, stop] {
        try {
            state->solveGeneration(snapshot, asked, stop);
        } catch (const std::bad_alloc&) {
            // What is shown stays marked as older than the design; the next edit asks again.
        }
    });
}

SolutionPtr Solver::latest() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->latest;
}

} // namespace rackwright
