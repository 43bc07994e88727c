// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sizing/sizing_text.h"

#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/settings.h"
#include "solvers/sizing/answer_facts.h"
#include "solvers/sizing/currency_words.h"
#include "solvers/workload/row_parameters.h"

#include "model/figures/value.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kDay = 86400, kWeek = 604800;

// In `unit`, to the digits that a decision needs.
std::string measured(const Texts& texts, double value, const std::string& unit) {
    return texts.figure(Value(value), unit);
}

class Words {
public:
    Words(const SizingQuestion& question, const SizingResult& result, const Texts& texts)
        : m_q(question), m_r(result), m_t(texts) {}

    std::vector<SizingBlock> blocks() const {
        std::vector<SizingBlock> all{verdict()};
        const auto put = [&all](SizingBlock block) {
            if (!block.rows.empty() || !block.sentences.empty())
                all.push_back(std::move(block));
        };
        if (!m_r.answers.empty()) {
            put(answers());
            for (const SizingAnswer& answer : m_r.answers)
                put(limits(answer));
        }
        put(jobs());
        put(losers());
        put(notes());
        return all;
    }

private:
    std::string printed(double value, const std::string& unit) const {
        if (unit == "USD")
            return measured(m_t, std::round(value / 1000) * 1000, unit);
        if (unit == "kW")
            return measured(m_t, value / 1e3, unit);
        if (unit == "d")
            return measured(m_t, value / kDay, unit);
        if (unit == "weeks")
            return measured(m_t, value / kWeek, unit);
        return measured(m_t, value, unit);
    }
    /// With a digit more than figures have: it lies close to the limit that was said.
    std::string nearest(double value, const std::string& unit) const {
        if (unit == "kW")
            return roundedDigits(value / 1e3, 4) + " kW";
        return unit == "d" ? roundedDigits(value / kDay, 4) + " d" : printed(value, unit);
    }
    std::string band(const SizedFigures::Band& band, const std::string& unit) const {
        if (band.isKnown)
            return printed(band.typical, unit);
        // The sum of what is known of it.
        return band.typical > 0 ? m_t.sentence(Message("sizing.at-least").with("value", printed(band.typical, unit)))
                                : m_t.text("sizing.not-known");
    }
    std::string limitName(SizingLimit limit) const { return m_t.text("sizing.limit." + std::string(enumName(limit))); }
    std::string goalsOf(const SizingAnswer& answer) const {
        std::string text;
        for (const SizingGoal goal : answer.goals)
            text += (text.empty() ? "" : ", ") + m_t.text("sizing.goal." + std::string(enumName(goal)));
        return text.empty() ? m_t.text("sizing.goal.other") : text;
    }
    std::string quoted(SizingLimit limit) const { return limitName(limit) + ": " + wordsOf(m_q, limit); }

    SizingBlock verdict() const {
        SizingBlock block;
        if (m_r.wasCancelled)
            block.sentences.push_back(m_t.text("sizing.cancelled"));
        switch (m_r.verdict) {
        case SizingVerdict::Fits:
            block.sentences.push_back(m_t.sentence(Message("sizing.fits").with("count", m_r.answers.size())));
            addCertainty(block);
            break;
        case SizingVerdict::Unknown:
            block.sentences.push_back(m_t.text("sizing.fits-unknown"));
            break;
        case SizingVerdict::FitsNot:
            if (m_r.wasCancelled)
                break;
            block.sentences.push_back(m_t.text(m_r.collisions.empty() ? "sizing.fits-not.reason" : "sizing.fits-not"));
            if (!m_r.collisions.empty())
                block.rows.push_back({m_t.text("sizing.column.limit"), m_t.text("sizing.column.nearest")});
            for (const SizingCollision& collision : m_r.collisions)
                block.rows.push_back({quoted(collision.limit), collision.nearest > 0
                                                                   ? nearest(collision.nearest, collision.unit)
                                                                   : m_t.text("sizing.none-alone")});
            break;
        }
        block.sentences.push_back(
            m_t.sentence(Message("sizing.tried").with("considered", m_r.considered).with("solved", m_r.solved)));
        return block;
    }

    /// Answers keep their limits by typical values; only the safest keeps them at the far ends of its ranges.
    void addCertainty(SizingBlock& block) const {
        if (m_q.limits.empty())
            return;
        const SizingAnswer* safest = m_r.answer(SizingGoal::Safest);
        block.sentences.push_back(m_t.text(!safest                  ? "sizing.certain.none"
                                           : m_r.answers.size() > 1 ? "sizing.certain.safest"
                                                                    : "sizing.certain.all"));
        if (safest)
            return;
        std::string limits;
        for (const SizingLimit limit : m_r.outOfSafest)
            limits += (limits.empty() ? "" : "; ") + quoted(limit);
        block.sentences.push_back(limits.empty() ? m_t.text("sizing.certain.unstated")
                                                 : m_t.sentence(Message("sizing.certain.by").with("limits", limits)));
    }

    /// Goals of one design, and why fewer than three designs stand where no other is there.
    void addCoinciding(SizingBlock& block) const {
        const bool isBeside =
            std::ranges::any_of(m_r.answers, [](const SizingAnswer& answer) { return answer.goals.empty(); });
        const char* what = isBeside                 ? "sizing.coincide"
                           : m_r.answers.size() > 1 ? "sizing.coincide.each"
                                                    : "sizing.coincide.alone";
        for (const SizingAnswer& answer : m_r.answers)
            if (answer.goals.size() > 1)
                block.sentences.push_back(m_t.sentence(Message(what).with("goals", goalsOf(answer))));
    }

    SizingBlock answers() const {
        SizingBlock block;
        block.heading = m_t.text("sizing.answers");
        addCoinciding(block);
        std::vector<std::string> head{""};
        for (const SizingAnswer& answer : m_r.answers)
            head.push_back(goalsOf(answer));
        block.rows.push_back(std::move(head));
        const auto row = [&](const char* id, const auto& cell) {
            std::vector<std::string> cells{m_t.text(id)};
            for (const SizingAnswer& answer : m_r.answers)
                cells.push_back(cell(answer));
            block.rows.push_back(std::move(cells));
        };
        row("sizing.row.system", [](const SizingAnswer& a) { return a.candidate.system->name; });
        row("sizing.row.accelerators", [&](const SizingAnswer& a) {
            return measured(m_t, static_cast<double>(a.candidate.nodes * a.candidate.system->accelerators), "") + " " +
                   a.candidate.system->type;
        });
        row("sizing.row.nodes", [&](const SizingAnswer& a) {
            return m_t.sentence(
                Message("sizing.nodes").with("nodes", a.candidate.nodes).with("spares", a.candidate.spares));
        });
        row("sizing.row.racks", [&](const SizingAnswer& a) {
            return m_t.sentence(
                Message("sizing.racks").with("racks", a.figures.racks).with("compute", a.figures.acceleratorRacks));
        });
        row("sizing.row.cooling", [&](const SizingAnswer& a) {
            return m_t.text(a.candidate.system->liquidShare > 0
                                ? "sizing.cooling.liquid"
                                : "sizing.cooling." + std::string(enumName(a.candidate.air)));
        });
        row("sizing.row.fabric", [&](const SizingAnswer& a) {
            return a.candidate.nodes < 2 ? m_t.text("sizing.no-fabric")
                                         : std::string(a.candidate.isEthernet ? "Ethernet" : "InfiniBand");
        });
        row("sizing.row.it", [&](const SizingAnswer& a) { return band(a.figures.itPeak, "kW"); });
        row("sizing.row.utility", [&](const SizingAnswer& a) { return band(a.figures.utilityPeak, "kW"); });
        row("sizing.row.price", [&](const SizingAnswer& a) { return band(a.figures.price, "USD"); });
        row("sizing.row.quote", [&](const SizingAnswer& a) { return band(a.figures.quote, "USD"); });
        if (m_q.budgetScope == BudgetScope::QuoteWithTax)
            row("sizing.row.quote-tax", [&](const SizingAnswer& a) { return band(a.figures.quoteWithTax, "USD"); });
        row("sizing.row.lead", [&](const SizingAnswer& a) { return band(a.figures.leadTime, "weeks"); });
        if (m_r.answers.front().figures.seconds > 0) {
            row("sizing.row.days", [&](const SizingAnswer& a) { return printed(a.figures.seconds, "d"); });
            row("sizing.row.days-slow", [&](const SizingAnswer& a) { return printed(a.figures.slowSeconds, "d"); });
            row("sizing.row.mfu",
                [&](const SizingAnswer& a) { return measured(m_t, 100 * a.figures.utilisation, "%"); });
            row("sizing.row.plan", [&](const SizingAnswer& a) {
                return a.plan.sequences > 0 ? m_t.sentence(Message("sizing.plan")
                                                               .with("plan", a.plan.words.empty() ? "1" : a.plan.words)
                                                               .with("sequences", a.plan.sequences))
                                            : m_t.text("sizing.not-known");
            });
        }
        if (m_r.answers.front().figures.secondsPerToken > 0)
            row("sizing.row.token",
                [&](const SizingAnswer& a) { return measured(m_t, a.figures.secondsPerToken * 1e3, "ms"); });
        if (m_r.answers.front().figures.secondsPerToken > 0)
            row("sizing.row.instance", [&](const SizingAnswer& a) {
                const std::int64_t each = instanceOf(a);
                return each > 0 ? measured(m_t, static_cast<double>(each), "") : m_t.text("sizing.not-known");
            });
        if (m_q.jobs.size() > 1)
            row("sizing.row.binding-job", [&](const SizingAnswer& a) {
                std::string names;
                for (const std::string& name : a.bindingJobs)
                    names += (names.empty() ? "" : ", ") + name;
                return names.empty() ? m_t.text("sizing.no-binding-job") : names;
            });
        row("sizing.row.runs", [&](const SizingAnswer& a) {
            const std::size_t runs = publishedRunsOf(a.candidate.system->accelerator->id);
            return runs > 0 ? measured(m_t, static_cast<double>(runs), "") : m_t.text("sizing.no-runs");
        });
        row("sizing.row.power-stated", [&](const SizingAnswer& a) {
            return m_t.text(a.candidate.system->isPowerStated ? "sizing.power.stated" : "sizing.power.estimated");
        });
        return block;
    }

    SizingBlock limits(const SizingAnswer& answer) const {
        SizingBlock block;
        if (answer.limits.empty())
            return block;
        block.heading = m_t.sentence(Message("sizing.binds").with("answer", goalsOf(answer)));
        block.rows.push_back({m_t.text("sizing.column.limit"), m_t.text("sizing.column.used"),
                              m_t.text("sizing.column.left"), m_t.text("sizing.column.state"),
                              m_t.text("sizing.column.change")});
        for (const SizingSlack& slack : answer.limits) {
            const double left = slack.most > 0 ? 100 * (slack.most - slack.used) / slack.most : 0;
            std::string change;
            if (slack.nearest > 0)
                change = m_t.sentence(Message("sizing.change").with("value", nearest(slack.nearest, slack.unit)));
            if (slack.nearest > 0 && !slack.buys.id.empty())
                change += " " + m_t.sentence(slack.buys);
            block.rows.push_back({quoted(slack.limit), printed(slack.used, slack.unit),
                                  printed(slack.most - slack.used, slack.unit) + " (" + measured(m_t, left, "%") + ")",
                                  m_t.text(slack.binds ? "sizing.state.binds" : "sizing.state.slack"), change});
        }
        return block;
    }

    SizingBlock losers() const {
        SizingBlock block;
        for (const SizingLoser& loser : m_r.losers) {
            std::string reason;
            for (const SizingLimit limit : loser.limits)
                reason += (reason.empty() ? "" : "; ") + quoted(limit);
            const std::string why = m_t.sentence(loser.reason);
            block.rows.push_back({loser.system, loser.type, reason.empty() ? why : why + " " + reason,
                                  loser.price > 0 ? printed(loser.price, "USD") : std::string(),
                                  loser.total > 0 ? printed(loser.total, "USD") : std::string()});
        }
        if (block.rows.empty())
            return block;
        block.heading = m_t.text("sizing.losers");
        block.rows.insert(block.rows.begin(), {m_t.text("sizing.row.system"), m_t.text("sizing.column.type"),
                                               m_t.text("sizing.column.reason"), m_t.text("sizing.row.price"),
                                               m_t.text("sizing.column.budgeted")});
        return block;
    }

    /// How the jobs have the machine, where there are several.
    SizingBlock jobs() const {
        SizingBlock block;
        if (m_q.jobs.size() < 2)
            return block;
        block.heading = m_t.text("sizing.jobs");
        if (m_q.areSharesAssumed)
            block.sentences.push_back(m_t.text("sizing.shares-assumed"));
        block.rows.push_back({m_t.text("sizing.column.job"), m_t.text("sizing.column.model"),
                              m_t.text("sizing.column.share"), m_t.text("sizing.column.when")});
        for (const Workload& job : m_q.jobs)
            block.rows.push_back({job.name, job.model, m_t.figure(Value(job.acceleratorShare), "%", 0.01),
                                  m_t.text(job.phase > 1 ? "sizing.when.after" : "sizing.when.at-once")});
        return block;
    }

    /// Numbers and sequence that a training is worked out with, said or not, and a run that is over before it begins.
    void addBasis(SizingBlock& block) const {
        for (const Workload& job : m_q.jobs) {
            if (job.kind == WorkloadKind::Inference) {
                const auto said = [&job](std::string_view name) {
                    const std::string* text = findParameter(job.parameters, name);
                    return text ? *text : std::string();
                };
                std::string format = said("precision");
                std::ranges::transform(format, format.begin(),
                                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
                block.sentences.push_back(m_t.sentence(
                    Message("sizing.basis-serving")
                        .with("job", job.name)
                        .with("format", std::move(format))
                        .with("prompt", static_cast<std::int64_t>(plainNumber(said("prompt-tokens")).value_or(0)))
                        .with("answer", static_cast<std::int64_t>(plainNumber(said("output-tokens")).value_or(0)))));
                continue;
            }
            const std::string* recipe = findParameter(job.parameters, "recipe");
            const std::string* sequence = findParameter(job.parameters, "sequence");
            const std::string* tokens = findParameter(job.parameters, "tokens");
            const double length =
                sequence ? plainNumber(*sequence).value_or(0) : setting_of::trainingSequence.defaultSi;
            block.sentences.push_back(
                m_t.sentence(Message(sequence ? "sizing.basis" : "sizing.basis-assumed")
                                 .with("job", job.name)
                                 .with("recipe", m_t.text("sizing.recipe." + (recipe ? *recipe : std::string("bf16"))))
                                 .with("sequence", static_cast<std::int64_t>(length))));
            if (const auto count = tokens ? plainNumber(*tokens) : std::nullopt;
                count && *count < setting_of::trainingBatch.defaultSi)
                block.sentences.push_back(
                    m_t.sentence(Message("sizing.short-run")
                                     .with("tokens", static_cast<std::int64_t>(*count))
                                     .with("batch", static_cast<std::int64_t>(setting_of::trainingBatch.defaultSi))));
        }
    }

    SizingBlock notes() const {
        SizingBlock block;
        addBasis(block);
        for (const AssumedModel& model : m_q.assumedModels)
            block.sentences.push_back(m_t.sentence(Message("sizing.model-assumed")
                                                       .with("said", model.said)
                                                       .with("model", model.preset)
                                                       .with("size", roundedDigits(model.parameters / 1e9, 3))));
        if (m_q.budget > 0)
            block.sentences.push_back(m_t.text("sizing.budget." + std::string(enumName(m_q.budgetScope))));
        if (const std::optional<SaidRate> rate = budgetRateOf(m_q))
            block.sentences.push_back(m_t.sentence(Message(rate->isAssumed ? "sizing.rate.assumed" : "sizing.rate.said")
                                                       .with("amount", printed(m_q.budget, "USD"))
                                                       .with("rate", roundedDigits(rate->typical, 4))
                                                       .with("low", roundedDigits(rate->low, 4))
                                                       .with("high", roundedDigits(rate->high, 4))
                                                       .with("currency", rate->currency)));
        if (!m_r.readings.empty())
            block.sentences.push_back(m_t.text("sizing.readings"));
        if (m_q.areTokensAssumed)
            block.sentences.push_back(m_t.text("sizing.tokens-assumed"));
        for (const std::string& key : m_r.requests)
            block.sentences.push_back(m_t.sentence(Message("sizing.request").with("key", key)));
        for (const std::string& rule : m_r.compliance)
            block.sentences.push_back(m_t.sentence(Message("sizing.compliance").with("rule", rule)));
        if (!block.sentences.empty())
            block.heading = m_t.text("sizing.notes");
        return block;
    }

    const SizingQuestion& m_q;
    const SizingResult& m_r;
    const Texts& m_t;
};

} // namespace

std::vector<SizingBlock> sizingBlocks(const SizingQuestion& question, const SizingResult& result, const Texts& texts) {
    return Words(question, result, texts).blocks();
}

SizingBlock outlookBlock(const std::vector<SizingOutlook>& outlook, const Texts& texts) {
    SizingBlock block;
    block.heading = texts.text("sizing.outlook");
    if (outlook.empty()) {
        block.sentences.push_back(texts.text("sizing.outlook.none"));
        return block;
    }
    block.rows.push_back({texts.text("sizing.column.type"), texts.text("sizing.row.system"),
                          texts.text("sizing.row.accelerators"), texts.text("sizing.row.days"),
                          texts.text("sizing.row.nodes-power")});
    for (const SizingOutlook& each : outlook)
        block.rows.push_back({each.type, each.system, measured(texts, static_cast<double>(each.accelerators), ""),
                              each.seconds > 0 ? measured(texts, each.seconds / kDay, "d")
                                               : measured(texts, each.secondsPerToken * 1e3, "ms"),
                              measured(texts, each.watts / 1e3, "kW")});
    return block;
}

SizingBlock readingBlock(const SentenceReading& reading, const Texts& texts) {
    SizingBlock block;
    block.heading = texts.text("sizing.read");
    for (const Parameter& each : reading.words)
        block.rows.push_back(
            {texts.text("sizing.field." + withoutJobNumber(each.name)) + jobNumberOf(each.name), each.value});
    if (!block.rows.empty())
        block.rows.insert(block.rows.begin(), {texts.text("sizing.column.key"), texts.text("sizing.column.words")});
    for (const std::string& piece : reading.unread)
        block.sentences.push_back(texts.sentence(Message("sizing.unread-piece").with("words", piece)));
    return block;
}

} // namespace rackwright
