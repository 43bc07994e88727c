// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/brief.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/cost/figures.h"
#include "solvers/inference/figures.h"
#include "solvers/power/figures.h"
#include "solvers/sizing/currency_words.h"
#include "solvers/space/figures.h"
#include "solvers/training/figures.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"
#include "solvers/workload/row_parameters.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rackwright {

namespace {

constexpr double kSecondsOfDay = 86400;
// Tokens a parameter that models are trained on, around the 20 that are assumed.
constexpr double kFewestTokens = 0.5, kMostTokens = 10;
// Utility over IT power where nothing is known of the plant.
constexpr double kHighestRatio = 1.5, kLowestRatio = 1.05;

std::string wordOf(SitePowerBasis basis) {
    switch (basis) {
    case SitePowerBasis::It:
        return "IT";
    case SitePowerBasis::Contracted:
        return "contracted";
    case SitePowerBasis::Utility:
    case SitePowerBasis::Unknown:
        return "utility";
    }
    return {};
}

std::string capital(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

bool isUnknown(const SizingQuestion& question, const std::string& key) {
    return std::ranges::find(question.unknown, key) != question.unknown.end();
}

bool isLimit(const std::string& base) { return enumFromName<SizingLimit>(base).has_value(); }

class Brief {
public:
    Brief(RecordWriter& record, const SizingQuestion& question, const GivenBy& by)
        : m_record(record), m_q(question), m_by(by) {}

    void site() {
        if (m_q.sitePower > 0) {
            m_record.known(site::powerLimit, shortestDigits(m_q.sitePower), m_by, wordOf(m_q.basis));
            if (m_q.basis == SitePowerBasis::Unknown)
                m_record
                    .assumed(site::powerLimit, shortestDigits(m_q.sitePower),
                             "Read as utility power, the stricter of two readings, until the customer says which it is",
                             wordOf(m_q.basis))
                    .request(std::string(site::powerLimit),
                             "Is the power of the site (" + words(SizingLimit::SitePower) + ") IT or utility power?",
                             "The design keeps it as utility power; as IT power it would admit more accelerators");
        }
        if (m_q.rackPower > 0)
            m_record.known(site::rackLimit, shortestDigits(m_q.rackPower), m_by, "contracted maximum");
        if (m_q.floor > 0)
            m_record.known(site::floorUniform, shortestDigits(m_q.floor), m_by);
        if (!m_q.region.empty())
            m_record.known(site::country, m_q.region, m_by);
        if (!m_q.siteKind.empty())
            m_record.known(site::kind, m_q.siteKind, m_by);
    }

    void requirements() {
        jobs();
        for (const auto& [limit, said] : m_q.limits)
            limitOf(limit, said);
        for (const Parameter& each : m_q.said) {
            const std::string base = withoutJobNumber(each.name);
            const bool isTold = isSizingKeyOfJob(base) || isHeld(base) || isUnknown(m_q, each.name) ||
                                base == "site power basis" || (base == "site" && !m_q.siteKind.empty()) ||
                                base == "region";
            if (!isTold)
                plain(capital(base) + ": " + each.value, base == "vendor" ? Need::Wish : Need::Must);
        }
    }

private:
    const std::string& words(SizingLimit limit) const { return m_q.limits.at(limit); }
    bool isHeld(const std::string& base) const {
        const auto limit = enumFromName<SizingLimit>(base);
        return limit && m_q.limits.contains(*limit);
    }

    void put(std::string text, std::string figure, double target, std::string unit,
             Comparison comparison = Comparison::AtMost) {
        Requirement row;
        row.text = std::move(text);
        row.figure = std::move(figure);
        row.comparison = comparison;
        row.target = target;
        row.unit = std::move(unit);
        row.givenBy = m_by;
        m_record.requirement(std::move(row));
    }
    /// That no figure decides: a person judges it.
    void plain(std::string text, Need need = Need::Must) {
        Requirement row;
        row.text = std::move(text);
        row.need = need;
        row.givenBy = m_by;
        m_record.requirement(std::move(row));
    }

    /// A sentence for each job: its words without its limits.
    void jobs() {
        for (int number = 1; number <= 9; ++number) {
            const std::string suffix = number == 1 ? "" : " " + std::to_string(number);
            std::string text;
            for (const Parameter& each : m_q.said) {
                const std::string base = withoutJobNumber(each.name);
                const bool isOfIt = jobNumberOf(each.name) == suffix && isSizingKeyOfJob(base);
                if (isOfIt && !isLimit(base) && !isUnknown(m_q, each.name))
                    text += (text.empty() ? "" : "; ") + base + ": " + each.value;
            }
            if (!text.empty())
                plain(capital(std::move(text)));
        }
    }

    void ofJobs(WorkloadKind kind, bool isKind, FigureHandle figure, const std::string& text, double target,
                const std::string& unit) {
        for (const Workload& job : m_q.jobs)
            if ((job.kind == kind) == isKind)
                put(text, std::string(figure.name) + "@workload:" + job.name, target, unit);
    }

    void limitOf(SizingLimit limit, const std::string& said) {
        const std::string text = capital(std::string(enumName(limit))) + ": " + said;
        switch (limit) {
        case SizingLimit::Deadline:
            return ofJobs(WorkloadKind::Inference, false, figure_of::trainingDuration, text,
                          m_q.deadline / kSecondsOfDay, "d");
        case SizingLimit::Speed:
            return ofJobs(WorkloadKind::Inference, true, figure_of::inferenceTpot, text, 1e3 / m_q.speed, "ms");
        case SizingLimit::Latency:
            return ofJobs(WorkloadKind::Inference, true, figure_of::inferenceTtft, text, m_q.latency * 1e3, "ms");
        case SizingLimit::SitePower:
            return put(text,
                       std::string(m_q.basis == SitePowerBasis::It ? figure_of::powerItPeak.name
                                                                   : figure_of::powerUtilityPeak.name),
                       m_q.sitePower / 1e3, "kW");
        case SizingLimit::RackPower:
            return put(text, std::string(figure_of::powerRackWorst.name), m_q.rackPower / 1e3, "kW");
        case SizingLimit::Budget:
            if (m_q.budgetScope == BudgetScope::Equipment)
                return plain(text);
            return put(text,
                       std::string(m_q.budgetScope == BudgetScope::Quote ? figure_of::costPriceTotal.name
                                                                         : figure_of::costPriceWithTax.name),
                       m_q.budget, "USD");
        case SizingLimit::Accelerators:
            return put(text, std::string(figure_of::designAcceleratorsInUse.name),
                       static_cast<double>(m_q.mostAccelerators), "");
        case SizingLimit::Room:
            if (m_q.mostRacks > 0)
                return put(text, std::string(figure_of::designRacks.name), static_cast<double>(m_q.mostRacks), "");
            if (m_q.roomArea > 0)
                return put(text, std::string(figure_of::designWhiteSpace.name), m_q.roomArea, "m2");
            return plain(text);
        default:
            return plain(text);
        }
    }

    RecordWriter& m_record;
    const SizingQuestion& m_q;
    const GivenBy& m_by;
};

double tokensOf(const Workload& job) {
    const std::optional<Value> tokens = parameterValue(job.parameters, "tokens", "");
    return tokens && tokens->isKnown() ? tokens->typical() : 0;
}

void assumeReadings(RecordWriter& record, const SizingQuestion& question) {
    if (question.areTokensAssumed)
        for (const Workload& job : question.jobs)
            if (const double tokens = tokensOf(job); job.kind != WorkloadKind::Inference && tokens > 0)
                record.assumption(job.name + " reads 20 tokens for each parameter of its model; models are trained on "
                                             "10 to 200.",
                                  {kFewestTokens * tokens, tokens, kMostTokens * tokens, ""});
    for (const AssumedModel& model : question.assumedModels)
        record.assumption("\"" + model.said + "\" is sized as " + model.preset +
                              ", the dense model of the list that is nearest in parameters.",
                          {model.parameters, model.parameters, model.parameters, ""});
    if (question.sitePower > 0 && question.basis == SitePowerBasis::Unknown)
        record.assumption(
            "IT power that the site admits: the power that was said is utility power at the low end and IT "
            "power at the high end.",
            {question.sitePower / kHighestRatio, question.sitePower / kLowestRatio, question.sitePower, "kW"});
    if (!question.areSharesAssumed)
        return;
    std::string text = "Nobody said how the jobs share the accelerators:";
    for (const Workload& job : question.jobs)
        text += std::string(&job == &question.jobs.front() ? " " : "; ") + job.name + " has " +
                roundedDigits(100 * job.acceleratorShare, 3) + " %" +
                (job.phase > 1 ? " when the jobs before it are done" : "");
    record.assumption(text + ".")
        .request("sizing.share", "Do the jobs run at once or one after another, and with which share?",
                 "Jobs at once need more accelerators than jobs in turn");
}

std::string questionAbout(const std::string& key) {
    if (key.starts_with("model"))
        return "Which model is it?";
    if (key.starts_with("users"))
        return "How many users are served at once?";
    return "What is the " + key + "?";
}

} // namespace

void recordOpen(RecordWriter& record, const SizingQuestion& question) {
    // What the record of every site asks already.
    constexpr auto kAsked = std::to_array<std::string_view>({"site power", "site power basis", "rack power", "region"});
    for (const std::string& key : question.openKeys()) {
        if (std::ranges::find(kAsked, key) != kAsked.end())
            continue;
        if (key.starts_with("tokens"))
            record.request("workloads", "On how many tokens is the model trained?",
                           "20 tokens a parameter are assumed (range 10 to 200)");
        else if (key.starts_with("model"))
            record.request("workloads", questionAbout(key), "A model of the same size is taken for it");
        else if (key == "exchange rate")
            record.request("sizing.exchange rate", "At which exchange rate does the budget count?",
                           "A planning rate with its range is assumed");
        else if (key.starts_with("users"))
            record.request("workloads", questionAbout(key), "One user is served at a time");
        else
            record.request("sizing." + key, questionAbout(key), "It was not known and limits nothing");
    }
    assumeReadings(record, question);
    if (question.budget > 0) {
        constexpr std::array<std::string_view, EnumNames<BudgetScope>::names.size()> kPays = {
            "is held against the total of the quote, with software, support and services, before tax.",
            "is held against the total of the quote with tax.",
            "is for equipment: software, support, services and tax are beside it."};
        record.assumption("The budget of " + question.limits.at(SizingLimit::Budget) + " " +
                          std::string(kPays[static_cast<std::size_t>(question.budgetScope)]));
        if (const std::optional<SaidRate> rate = budgetRateOf(question))
            record.assumption("The budget is " + roundedDigits(question.budget, 4) + " USD at " +
                                  roundedDigits(rate->typical, 4) + " USD for a " + rate->currency +
                                  (rate->isAssumed ? ", a planning rate." : ", as the customer said."),
                              {rate->low, rate->typical, rate->high, ""});
    }
    if (!question.keptNetwork.empty())
        record.assumption("Kept as it is: " + question.keptNetwork +
                          ". Its switches are drawn as existing and not priced.");
    for (const std::string& wish : question.wishes)
        record.assumption("Preferred vendor, a wish and no limit: " + wish + ".");
}

void recordStated(RecordWriter& record, const SizingQuestion& question, const GivenBy& by) {
    Brief brief(record, question, by);
    brief.site();
    brief.requirements();
}

} // namespace rackwright
