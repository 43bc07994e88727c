// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/answer_facts.h"

#include "model/units/number_text.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kDay = 86400;

std::string setOf(const std::vector<std::string>& members) {
    std::string text = "{";
    for (const std::string& member : members)
        text += (text.size() > 1 ? "; " : "") + member;
    return text + "}";
}

std::string setOf(const SizingQuestion& question, const std::vector<SizingLimit>& limits) {
    std::vector<std::string> words;
    for (const SizingLimit limit : limits)
        words.push_back(wordsOf(question, limit));
    return setOf(words);
}

class Facts {
public:
    Facts(const SizingQuestion& question, const SizingResult& result) : m_q(question), m_r(result) {}

    std::vector<SizingFact> all() {
        wholeQuestion();
        for (const SizingSystemRow& row : m_r.systems)
            systemFacts(row);
        typeFacts();
        for (const SizingGoal goal : {SizingGoal::Cheapest, SizingGoal::Fastest, SizingGoal::Safest}) {
            const std::string prefix(enumName(goal));
            if (const SizingAnswer* answer = m_r.answer(goal))
                answerFacts(prefix + ".", *answer);
            else
                add(prefix, "none");
            if (goal == SizingGoal::Safest && !m_r.answer(goal) && !m_r.outOfSafest.empty())
                add("safest.out", setOf(m_q, m_r.outOfSafest));
        }
        return std::move(m_facts);
    }

private:
    void add(std::string quantity, std::string value, std::string unit = {}) {
        m_facts.push_back({std::move(quantity), std::move(value), std::move(unit)});
    }
    void number(std::string quantity, double value, std::string unit = {}) {
        add(std::move(quantity), roundedDigits(value, 7), std::move(unit));
    }
    void count(std::string quantity, std::int64_t value) { add(std::move(quantity), std::to_string(value)); }
    double inWords(SizingLimit limit, double value) const {
        const auto scale = m_q.scales.find(limit);
        return scale == m_q.scales.end() ? value : value / scale->second;
    }

    void wholeQuestion() {
        add("feasible", m_r.verdict == SizingVerdict::Fits      ? "yes"
                        : m_r.verdict == SizingVerdict::FitsNot ? "no"
                                                                : "unknown");
        std::vector<std::string> collides;
        for (const SizingCollision& collision : m_r.collisions)
            collides.push_back(wordsOf(m_q, collision.limit));
        add("collides", setOf(collides));
        for (const SizingCollision& collision : m_r.collisions)
            if (collision.nearest > 0)
                number("nearest[" + wordsOf(m_q, collision.limit) + "]", inWords(collision.limit, collision.nearest));
        if (!m_r.readings.empty())
            add("readings[site power basis]", setOf(m_r.readings));
        add("rfi", setOf(m_r.requests));
        add("compliance", setOf(m_r.compliance));
        number("breaker_factor", m_r.breakerFactor);
        if (m_q.rackPower > 0)
            number("rack_kw_limit", m_q.rackPower / 1e3, "kW");
        if (m_r.checkpointBytes > 0)
            number("checkpoint_gb", m_r.checkpointBytes / 1e9, "GB");
        for (const Workload& job : m_q.jobs)
            if (m_q.jobs.size() > 1) {
                number("share[" + job.name + "]", 100 * job.acceleratorShare, "%");
                number("phase[" + job.name + "]", static_cast<double>(job.phase));
            }
        std::vector<std::string> others;
        for (const SizingAnswer& answer : m_r.answers)
            if (answer.goals.empty())
                others.push_back(answer.candidate.system->name);
        if (!others.empty())
            add("beside", setOf(others));
        if (m_q.budget > 0)
            add("budget_pays", std::string(enumName(m_q.budgetScope)));
        std::vector<std::string> types, missed;
        for (const SizingAnswer& answer : m_r.answers) {
            const SizingSystem& system = *answer.candidate.system;
            if (std::ranges::find(types, system.type) == types.end())
                types.push_back(system.type);
            const std::vector<std::string> vendors = nameWords(system.node->vendor + " " + system.accelerator->vendor);
            for (const std::string& wish : m_q.wishes)
                if (std::ranges::find(vendors, wish) == vendors.end() &&
                    std::ranges::find(missed, wish) == missed.end())
                    missed.push_back(wish);
        }
        std::ranges::sort(types);
        add("types", setOf(types));
        add("wishes_missed", setOf(missed));
    }

    void systemFacts(const SizingSystemRow& row) {
        count("nodes_per_rack[" + row.system + "]", row.nodesPerRack);
        if (!row.out.empty())
            add("out[" + row.system + "]", setOf(m_q, row.out));
        add("least_by[" + row.system + "]", setOf({row.leastBy}));
        number("least[" + row.system + "]", row.least);
    }

    /// Of all systems with one type of accelerator: the most that any of them allows.
    void typeFacts() {
        std::vector<std::string> told;
        for (const SizingSystemRow& row : m_r.systems) {
            if (std::ranges::find(told, row.type) != told.end())
                continue;
            told.push_back(row.type);
            std::int64_t most = 0;
            for (const SizingSystemRow& other : m_r.systems)
                if (other.type == row.type)
                    most = std::max(most, other.nodesPerRack);
            count("nodes_per_rack[" + row.type + "]", most);
            add("least_by[" + row.type + "]", setOf({row.leastBy}));
            number("least[" + row.type + "]", row.least);
        }
    }

    void answerFacts(const std::string& prefix, const SizingAnswer& answer) {
        const SizingSystem& system = *answer.candidate.system;
        const SizedFigures& figures = answer.figures;
        const std::int64_t accelerators = answer.candidate.nodes * system.accelerators;
        add(prefix + "system", system.name);
        add(prefix + "type", system.type);
        count(prefix + "accelerators", accelerators);
        count(prefix + "new_accelerators", std::max<std::int64_t>(0, accelerators - m_q.keptAccelerators));
        count(prefix + "nodes", answer.candidate.nodes);
        count(prefix + "spares", answer.candidate.spares);
        count(prefix + "nodes_in_rack", answer.candidate.nodesPerRack);
        count(prefix + "racks", figures.acceleratorRacks);
        number(prefix + "it_kw", figures.itPeak.typical / 1e3, "kW");
        number(prefix + "utility_kw", figures.utilityPeak.typical / 1e3, "kW");
        number(prefix + "price_usd", figures.price.typical, "USD");
        number(prefix + "quote_usd", figures.quote.typical, "USD");
        add(prefix + "fabric", answer.candidate.nodes < 2    ? "none"
                               : answer.candidate.isEthernet ? "{Ethernet}"
                                                             : "{InfiniBand}");
        if (figures.seconds > 0)
            number(prefix + "days", figures.seconds / kDay, "d");
        if (figures.utilisation > 0)
            number(prefix + "mfu", figures.utilisation);
        if (figures.secondsPerToken > 0)
            number(prefix + "ms_per_token", figures.secondsPerToken * 1e3, "ms");
        if (const std::int64_t instance = instanceOf(answer); instance > 0)
            count(prefix + "instance_accelerators", instance);
        number(prefix + "storage_read_gb_s", figures.storageRead / 1e9, "GB/s");
        count(prefix + "storage_units", answer.candidate.storageNodes);
        if (m_q.jobs.size() > 1)
            add(prefix + "binding_jobs", setOf(answer.bindingJobs));
        std::vector<std::string> binds;
        for (const SizingSlack& slack : answer.limits)
            if (slack.binds)
                binds.push_back(wordsOf(m_q, slack.limit));
        add(prefix + "binds", setOf(binds));
        for (const SizingSlack& slack : answer.limits)
            if (slack.nearest > 0)
                number(prefix + "nearest[" + wordsOf(m_q, slack.limit) + "]", inWords(slack.limit, slack.nearest));
    }

    const SizingQuestion& m_q;
    const SizingResult& m_r;
    std::vector<SizingFact> m_facts;
};

} // namespace

std::int64_t instanceOf(const SizingAnswer& answer) {
    for (const Workload& job : activeOption(*answer.document.project).design->workloads)
        for (const Parameter& parameter : job.parameters)
            if (parameter.name == "tensor-parallel")
                if (const auto degree = plainNumber(parameter.value))
                    return std::llround(*degree);
    return 0;
}

std::string wordsOf(const SizingQuestion& question, SizingLimit limit) {
    const auto found = question.limits.find(limit);
    return found == question.limits.end() ? std::string(enumName(limit)) : found->second;
}

std::vector<SizingFact> sizingFacts(const SizingQuestion& question, const SizingResult& result) {
    return Facts(question, result).all();
}

} // namespace rackwright
