// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/question.h"

#include "model/base/letter_case.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/sizing/currency_words.h"
#include "solvers/sizing/model_size.h"
#include "solvers/sizing/said_measures.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"
#include "solvers/workload/row_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rackwright {

namespace {

/// Tokens to train on where nobody knows: 20 a parameter (Hoffmann et al. 2022, arXiv 2203.15556).
constexpr double kTokensPerParameter = 20;

class Reader {
public:
    explicit Reader(const std::vector<Parameter>& words) {
        for (const Parameter& each : words) {
            const std::string key = sizingKeyOf(each.name);
            if (!each.value.empty() && !m_words.emplace(key, each.value).second)
                m_twice = key;
        }
    }

    Result<SizingQuestion> read(const std::optional<ModelArchitecture>& configuration) {
        for (const auto& [key, value] : m_words)
            if (Done known = checkKey(key); !known)
                return known.error();
        if (!m_twice.empty())
            return usageError(Message("calc.key-twice").with("key", m_twice));
        if (Done jobs = readJobs(configuration); !jobs)
            return jobs.error();
        for (const auto step : {&Reader::readSite, &Reader::readLimits, &Reader::readKept, &Reader::readPreferences})
            if (Done read = (this->*step)(); !read)
                return read.error();
        noteSaid();
        return std::move(m_question);
    }

private:
    Done checkKey(const std::string& key) const {
        const std::string base = withoutJobNumber(key);
        if (isSizingKey(base))
            return done();
        const std::vector<std::string> known(sizingKeys().begin(), sizingKeys().end());
        std::vector<std::string> near = nearestWords(key, known);
        return usageError(
            Message("sizing.unknown-key").with("key", key).with("nearest", WordList{near.empty() ? known : near}));
    }

    /// All that was said, as a form has it: the first job, the next ones, then the rest.
    void noteSaid() {
        const auto placeOf = [](const std::string& key) {
            const std::string base = withoutJobNumber(key);
            const auto known = std::ranges::find(sizingKeys(), base);
            const int job = base == key ? 1 : key.back() - '0';
            return std::tuple(isSizingKeyOfJob(base) ? job : 10, known - sizingKeys().begin(), key);
        };
        for (const auto& [key, words] : m_words)
            m_question.said.push_back({key, words});
        std::ranges::sort(m_question.said,
                          [&](const Parameter& a, const Parameter& b) { return placeOf(a.name) < placeOf(b.name); });
    }

    /// The words of a key; null where nothing was said. What is said to be unknown is noted.
    const std::string* find(const std::string& key) {
        const auto found = m_words.find(key);
        if (found == m_words.end())
            return nullptr;
        const std::string low = lowerCase(found->second);
        if (low == "unknown" || low == "?" || low == "not known" || low == "open") {
            if (std::ranges::find(m_question.unknown, key) == m_question.unknown.end())
                m_question.unknown.push_back(key);
            return nullptr;
        }
        if (low == "none" || low == "no limit" || low == "any")
            return nullptr;
        return &found->second;
    }

    /// Notes a key that is needed; one that was said to be unknown stands there already.
    void lack(std::string key) {
        if (std::ranges::find(m_question.unknown, key) == m_question.unknown.end())
            m_question.lacking.push_back(std::move(key));
    }

    static Error unread(std::string_view key, std::string_view words) {
        return usageError(Message("sizing.unread").with("key", key).with("words", words));
    }

    /// In SI; a number without a unit counts in `otherwise`.
    static Result<double> measure(std::string_view key, const std::string& words, UnitWords units, double otherwise) {
        const std::optional<NumberIn> number = numberIn(words);
        constexpr double kMost = 1e15; // of any SI unit: beyond what a site could ever be asked
        if (!number || number->value <= 0 || hasForeignUnit(number->rest, units) || number->value > kMost)
            return unread(key, words);
        return number->value * unitFactor(number->rest, units).value_or(otherwise);
    }

    void limit(SizingLimit which, const std::string& words, double scale = 1) {
        m_question.limits.emplace(which, words);
        m_question.scales.emplace(which, scale);
    }
    /// What one unit of the words stands for.
    static double scaleOf(const std::string& words, UnitWords units, double otherwise) {
        const std::optional<NumberIn> number = numberIn(words);
        return number ? unitFactor(number->rest, units).value_or(otherwise) : otherwise;
    }

    Done readJobs(const std::optional<ModelArchitecture>& configuration) {
        int last = 1;
        for (const auto& [key, value] : m_words)
            if (const std::string base = withoutJobNumber(key); base != key)
                last = std::max(last, key.back() - '0');
        for (int number = 1; number <= last; ++number) {
            const std::string suffix = number == 1 ? "" : " " + std::to_string(number);
            const auto isOfIt = [&](const auto& word) {
                const std::string base = withoutJobNumber(word.first);
                return base != word.first && word.first.ends_with(suffix) && isSizingKeyOfJob(base);
            };
            if (number > 1 && std::ranges::none_of(m_words, isOfIt))
                continue;
            if (Done job = readJob(suffix, number == 1 ? configuration : std::nullopt); !job)
                return job;
        }
        return shareMachine();
    }

    // Who said no share of several jobs: training has the machine at once in equal parts, serving has the whole of it
    // when training is done. Where shares were said, the rest is parted among the others as long as there is a rest.
    Done shareMachine() {
        std::vector<Workload>& jobs = m_question.jobs;
        const auto isOpen = [](const Workload& job) { return job.acceleratorShare <= 0; };
        const auto isServed = [](const Workload& job) { return job.kind == WorkloadKind::Inference; };
        double shared = 0;
        for (const Workload& job : jobs)
            shared += isOpen(job) || job.phase > 1 ? 0 : job.acceleratorShare;
        if (shared > 1 + 1e-9)
            return usageError(Message("sizing.shares"));
        // With the rest in turn, the one job of a phase has the whole of it: nothing is assumed.
        const auto hasCompany = [&](const Workload& job) {
            return isOpen(job) && job.phase == 1 &&
                   std::ranges::any_of(jobs, [&](const Workload& other) { return &other != &job && other.phase == 1; });
        };
        const bool isLater = shared <= 0 && std::ranges::any_of(jobs, [&](const Workload& job) {
                                 return !isServed(job) && job.phase == 1;
                             });
        m_question.areSharesAssumed = std::ranges::any_of(jobs, hasCompany);
        std::array<std::int64_t, 2> open{};
        for (Workload& job : jobs)
            if (isOpen(job)) {
                job.phase = job.phase > 1 || (isLater && isServed(job)) || shared > 1 - 1e-9 ? 2 : 1;
                ++open[job.phase > 1 ? 1 : 0];
            }
        for (Workload& job : jobs)
            if (isOpen(job))
                job.acceleratorShare = (job.phase > 1 ? 1 : 1 - shared) /
                                       static_cast<double>(std::max<std::int64_t>(1, open[job.phase > 1 ? 1 : 0]));
        return done();
    }

    // "pre-train, later serve" are two jobs of one model.
    Done readJob(const std::string& suffix, const std::optional<ModelArchitecture>& configuration) {
        const std::string* kind = find("job" + suffix);
        if (kind && std::ranges::any_of(*kind, [](char c) { return c >= '0' && c <= '9'; }))
            return usageError(Message("sizing.job-sentence").with("words", *kind));
        std::string what = kind ? lowerCase(*kind) : std::string(find("users" + suffix) ? "serve" : "pre-train");
        const bool isServed = saysAny(what, {"serv", "infer", "chat", "rag"});
        // "serve the fine-tuned model" trains nothing.
        for (const std::string_view done : {"fine-tuned", "finetuned", "tuned", "pre-trained", "trained"})
            for (std::size_t at = what.find(done); isServed && at != std::string::npos; at = what.find(done))
                what.erase(at, done.size());
        const bool isTuned = saysAny(what, {"tun", "lora", "sft", "dpo", "adapt"});
        const bool isTrained = says(what, "train");
        if (isTuned || isTrained || !isServed)
            if (Done job = readJobOf(isTuned ? WorkloadKind::FineTuning : WorkloadKind::PreTraining, suffix, what,
                                     configuration);
                !job)
                return job;
        return isServed ? readJobOf(WorkloadKind::Inference, suffix, what, configuration) : done();
    }

    Done readJobOf(WorkloadKind kind, const std::string& suffix, const std::string& what,
                   const std::optional<ModelArchitecture>& configuration) {
        Workload job;
        job.kind = kind;
        job.name = kind == WorkloadKind::Inference    ? "Serving"
                   : kind == WorkloadKind::FineTuning ? "Fine-tuning"
                                                      : "Pre-training";
        if (std::ranges::any_of(m_question.jobs, [&](const Workload& other) { return other.name == job.name; }))
            job.name += suffix.empty() ? " 1" : suffix;
        if (Done model = readModel(job, suffix, configuration); !model)
            return model;
        job.acceleratorShare = 0;
        // Of a job that trains and serves, the share is of the training.
        const bool isSecond = kind == WorkloadKind::Inference && what.find("train") != std::string::npos;
        if (Done share = isSecond ? done() : readShare(job, suffix); !share)
            return share;
        if (isSecond && saysAny(what, {"later", "after", "then"}))
            job.phase = 2; // "pre-train, later serve"
        const std::string* precision = find("precision" + suffix);
        const std::string numbers = precision ? lowerCase(*precision) : std::string();
        if (kind == WorkloadKind::Inference)
            return readServing(job, suffix, numbers);
        return readTraining(job, suffix, what, numbers);
    }

    Done readShare(Workload& job, const std::string& suffix) {
        const std::string* share = find("share" + suffix);
        if (!share)
            return done();
        const std::string low = lowerCase(*share);
        if (saysAny(low, {"later", "after", "time-shared", "time shared", "in turn"})) {
            job.phase = 2;
            return done();
        }
        const std::optional<NumberIn> number = numberIn(*share);
        if (!number)
            return unread("share", *share);
        job.acceleratorShare = number->rest.starts_with("%") ? number->value / 100 : number->value;
        if (job.acceleratorShare <= 0 || job.acceleratorShare > 1)
            return unread("share", *share);
        return done();
    }

    /// Dimensions without a preset: heads of the usual size, each with keys and values of its own unless said.
    static Done checkOwn(Workload& job) {
        const auto number = [&job](std::string_view dimension) {
            const std::string* text = findParameter(job.parameters, dimension);
            return text ? plainNumber(*text).value_or(0) : 0;
        };
        const double heads = number("model-heads");
        if (heads > 0 && !findParameter(job.parameters, "model-kv-heads"))
            setParameter(job.parameters, "model-kv-heads", shortestDigits(heads));
        if (heads > 0 && !findParameter(job.parameters, "model-head-dim"))
            setParameter(job.parameters, "model-head-dim", shortestDigits(std::floor(number("model-hidden") / heads)));
        WordList missing;
        for (const char* dimension : {"model-layers", "model-hidden", "model-heads", "model-vocabulary"})
            if (number(dimension) < 1)
                missing.words.emplace_back(dimension);
        if (number("model-ffn") < 1 && number("model-experts") < 1)
            missing.words.emplace_back("model-ffn");
        if (number("model-experts") >= 1)
            for (const char* dimension : {"model-top-k", "model-expert-ffn"})
                if (number(dimension) < 1)
                    missing.words.emplace_back(dimension);
        if (!missing.words.empty())
            return usageError(Message("sizing.own-model-lacks").with("missing", missing));
        return modelOf(job) ? done() : Done(usageError(Message("sizing.own-model-none")));
    }

    Done readModel(Workload& job, const std::string& suffix, const std::optional<ModelArchitecture>& configuration) {
        if (configuration) {
            enterModel(job, *configuration);
            return done();
        }
        const std::string* name = find("model" + suffix);
        for (const ModelDimension& dimension : modelDimensions())
            if (const auto entered = m_words.find(std::string(dimension.parameter) + suffix);
                entered != m_words.end()) {
                if (const auto number = numberIn(entered->second))
                    setParameter(job.parameters, dimension.parameter, shortestDigits(number->value));
                else
                    return unread(dimension.parameter, entered->second);
            }
        if (!name && job.parameters.empty() && !m_question.jobs.empty()) {
            // "later we serve the model"
            const Workload& first = m_question.jobs.front();
            job.model = first.model;
            for (const Parameter& each : first.parameters)
                if (each.name.starts_with("model-"))
                    job.parameters.push_back(each);
            return done();
        }
        if (!name && job.parameters.empty())
            return usageError(Message("sizing.no-model"));
        if (!name) {
            job.model = "Own model";
            return checkOwn(job);
        }
        const std::vector<std::string> wanted = nameWords(*name);
        const auto isNamed = [&wanted](std::string_view known) { return nameWords(known) == wanted; };
        for (const ModelPreset& preset : modelPresets())
            if (isNamed(preset.architecture.name) || std::ranges::any_of(preset.aliases, isNamed)) {
                job.model = preset.architecture.name;
                return done();
            }
        if (!job.parameters.empty()) {
            job.model = *name;
            return checkOwn(job);
        }
        if (const ModelPreset* nearest = presetOfSize(*name)) {
            job.model = nearest->architecture.name;
            if (std::ranges::find(m_question.assumedModels, *name, &AssumedModel::said) ==
                m_question.assumedModels.end())
                m_question.assumedModels.push_back(
                    {"model" + suffix, *name, job.model, static_cast<double>(totalParameters(nearest->architecture))});
            return done();
        }
        if (const std::optional<double> size = sizeSaid(*name)) {
            job.model = *name;
            for (const Parameter& each : dimensionsOfSize(*size))
                setParameter(job.parameters, each.name, each.value);
            if (std::ranges::find(m_question.assumedModels, *name, &AssumedModel::said) ==
                m_question.assumedModels.end())
                m_question.assumedModels.push_back({"model" + suffix, *name, "a usual dense transformer", *size});
            return checkOwn(job);
        }
        return usageError(Message("sizing.unknown-model").with("model", *name).with("nearest", nearestPresets(*name)));
    }

    Done readServing(Workload job, const std::string& suffix, const std::string& numbers) {
        std::string format = "bf16";
        if (says(numbers, "fp8") || says(numbers, "8-bit"))
            format = "fp8";
        else if (saysAny(numbers, {"int4", "fp4", "4-bit"}))
            format = says(numbers, "int4") ? "int4" : "fp4";
        else if (says(numbers, "int8"))
            format = "int8";
        setParameter(job.parameters, "precision", format);
        setParameter(job.parameters, "kv-precision", format == "bf16" ? "bf16" : "fp8");
        double context = 2560;
        if (const std::string* words = find("context" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value < 2)
                return unread("context", *words);
            context = number->value * multiplier(number->rest);
        }
        const double output = std::min(512.0, std::floor(context / 2));
        setParameter(job.parameters, "prompt-tokens", shortestDigits(context - output));
        setParameter(job.parameters, "output-tokens", shortestDigits(output));
        double users = 1;
        if (const std::string* words = find("users" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value < 1)
                return unread("users", *words);
            users = number->value * multiplier(number->rest);
        } else {
            lack("users" + suffix);
        }
        setParameter(job.parameters, "concurrency", shortestDigits(std::floor(users)));
        if (const std::string* words = find("speed" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value <= 0)
                return unread("speed", *words);
            m_question.speed = std::max(m_question.speed, number->value);
            limit(SizingLimit::Speed, *words);
        }
        if (const std::string* words = find("latency" + suffix)) {
            const Result<double> seconds = measure("latency", *words, timeWords(), 1);
            if (!seconds)
                return seconds.error();
            m_question.latency = m_question.latency > 0 ? std::min(m_question.latency, *seconds) : *seconds;
            limit(SizingLimit::Latency, *words, scaleOf(*words, timeWords(), 1));
        }
        m_question.jobs.push_back(std::move(job));
        return done();
    }

    Done readTraining(Workload job, const std::string& suffix, const std::string& what, const std::string& numbers) {
        const std::string* method = find("method" + suffix);
        const std::string how = what + " " + (method ? lowerCase(*method) : std::string());
        std::string recipe = "bf16";
        if (says(how, "qlora"))
            recipe = "qlora";
        else if (says(how, "lora"))
            recipe = "lora";
        else if (says(how, "dpo"))
            recipe = "dpo";
        else if (saysAny(how, {"ppo", "rlhf", "grpo"}))
            recipe = "ppo";
        else if (saysAny(how + numbers, {"8-bit adam", "adam 8", "8-bit optimi"}))
            recipe = "adam-8bit";
        else if (says(numbers, "fp8"))
            recipe = "fp8";
        setParameter(job.parameters, "recipe", recipe);
        find("rank" + suffix);
        if (const std::string* words = find("sequence" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value < 1)
                return unread("sequence", *words);
            setParameter(job.parameters, "sequence", shortestDigits(number->value * multiplier(number->rest)));
        } else if (const WorkloadModel model = modelOf(job); model && model->architecture.isGpt()) {
            setParameter(job.parameters, "sequence", shortestDigits(usualSequence(model->architecture)));
        }
        if (const std::string* words = find("batch" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value < 1)
                return unread("batch", *words);
            setParameter(job.parameters, "batch", shortestDigits(number->value * multiplier(number->rest)));
        }
        if (const std::string* words = find("tokens" + suffix)) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value <= 0)
                return unread("tokens", *words);
            setParameter(job.parameters, "tokens", shortestDigits(number->value * multiplier(number->rest)));
        } else if (const WorkloadModel model = modelOf(job)) {
            lack("tokens" + suffix);
            m_question.areTokensAssumed = true;
            const double parameters = static_cast<double>(totalParameters(model->architecture));
            setParameter(job.parameters, "tokens", shortestDigits(kTokensPerParameter * parameters));
        }
        if (const std::string* words = find("deadline" + suffix)) {
            const Result<double> seconds = measure("deadline", *words, timeWords(), 86400);
            if (!seconds)
                return seconds.error();
            m_question.deadline = m_question.deadline > 0 ? std::min(m_question.deadline, *seconds) : *seconds;
            limit(SizingLimit::Deadline, *words, scaleOf(*words, timeWords(), 86400));
        }
        setParameter(job.parameters, "modality", "tokens");
        m_question.jobs.push_back(std::move(job));
        return done();
    }

    void readSiteKind() {
        const std::string* words = find("site");
        const std::string low = words ? lowerCase(*words) : std::string();
        if (saysAny(low, {"colo", "landlord", "rented", "cage"}))
            m_question.siteKind = "colocation";
        else if (saysAny(low, {"own", "existing", "our ", "present", "server room"}))
            m_question.siteKind = "own-hall";
        else if (saysAny(low, {"new", "green", "build"}))
            m_question.siteKind = "new-build";
    }

    Done readSite() {
        readSiteKind();
        if (const std::string* words = find("site power")) {
            const Result<double> watts = measure("site power", *words, powerWords(), 1e3);
            if (!watts)
                return watts.error();
            m_question.sitePower = *watts;
            limit(SizingLimit::SitePower, *words, scaleOf(*words, powerWords(), 1e3));
            const std::vector<std::string> named = nameWords(*words);
            const auto isNamed = [&named](std::string_view word) {
                return std::ranges::find(named, word) != named.end();
            };
            // "unclear whether IT or utility", "not sure if IT": who doubts says no basis.
            const bool isUtility = isNamed("utility") || isNamed("grid"), isIt = isNamed("it");
            const bool isDoubted = (isUtility && isIt) || says(*words, "?") ||
                                   saysAny(lowerCase(*words), {"unclear", "unknown", "not known", "not sure", "unsure",
                                                               "whether", "do not know", "don't know", "maybe"});
            m_question.basis = isDoubted               ? SitePowerBasis::Unknown
                               : isUtility             ? SitePowerBasis::Utility
                               : isNamed("contracted") ? SitePowerBasis::Contracted
                               : isIt                  ? SitePowerBasis::It
                                                       : SitePowerBasis::Unknown;
            const std::string* basis = find("site power basis");
            const std::string low = basis ? lowerCase(*basis) : std::string();
            if (saysAny(low, {"utility", "grid"}))
                m_question.basis = SitePowerBasis::Utility;
            else if (says(low, "contract"))
                m_question.basis = SitePowerBasis::Contracted;
            else if (low == "it" || low.starts_with("it "))
                m_question.basis = SitePowerBasis::It;
            if (m_question.basis == SitePowerBasis::Unknown)
                lack("site power basis");
        }
        if (const std::string* words = find("rack power")) {
            const Result<double> watts = measure("rack power", *words, powerWords(), 1e3);
            if (!watts)
                return watts.error();
            m_question.rackPower = *watts;
            limit(SizingLimit::RackPower, *words, scaleOf(*words, powerWords(), 1e3));
        }
        if (const std::string* words = find("cooling")) {
            const std::string low = lowerCase(*words);
            if (saysAny(low, {"no liquid", "without liquid", "air only", "only air", "no water"}) || low == "air") {
                m_question.isLiquidAllowed = m_question.isRearDoorAllowed = false;
            } else if (says(low, "rear door") && !saysAny(low, {"liquid", "facility water", "direct"})) {
                m_question.isLiquidAllowed = false;
            } else if (saysAny(low, {"liquid only", "only liquid"})) {
                m_question.isAirAllowed = false;
            }
            limit(SizingLimit::Cooling, *words);
        }
        return readRoom();
    }

    Done readRoom() {
        if (const std::string* words = find("room")) {
            const std::optional<NumberIn> first = numberIn(*words);
            if (!first || first->value <= 0)
                return unread("room", *words);
            const std::string rest = lowerCase(first->rest);
            const bool isMillimetres = says(rest, "mm");
            const double scale = isMillimetres ? 1e-3 : 1;
            if (rest.starts_with("rack")) {
                m_question.mostRacks = static_cast<std::int64_t>(first->value);
            } else if (rest.starts_with("x") || rest.starts_with("by") || rest.starts_with("m x") ||
                       rest.starts_with("m by")) {
                const std::optional<NumberIn> second = numberIn(*words, first->end);
                if (!second || second->value <= 0)
                    return unread("room", *words);
                m_question.roomWidth = first->value * scale;
                m_question.roomDepth = second->value * scale;
            } else if (saysAny(rest, {"m2", "sqm", "square"})) {
                m_question.roomArea = first->value;
            } else {
                return unread("room", *words);
            }
            limit(SizingLimit::Room, *words);
        }
        if (const std::string* words = find("floor")) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value <= 0)
                return unread("floor", *words);
            m_question.floor = number->value * (lowerCase(number->rest).starts_with("kn") ? 1000 / 9.80665 : 1);
            limit(SizingLimit::Floor, *words);
        }
        if (const std::string* words = find("region"))
            m_question.region = *words;
        if (const std::string* words = find("data"))
            m_question.data = *words;
        return done();
    }

    Done readLimits() {
        const auto count = [this](const char* key, SizingLimit which, std::int64_t& into) -> Done {
            const std::string* words = find(key);
            if (!words)
                return done();
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value < 1)
                return unread(key, *words);
            into = static_cast<std::int64_t>(number->value * multiplier(number->rest));
            limit(which, *words, multiplier(number->rest));
            return done();
        };
        if (Done read = count("most accelerators", SizingLimit::Accelerators, m_question.mostAccelerators); !read)
            return read;
        if (Done read = count("most nodes", SizingLimit::Nodes, m_question.mostNodes); !read)
            return read;
        if (const std::string* words = find("budget")) {
            const std::optional<NumberIn> number = numberIn(*words);
            if (!number || number->value <= 0)
                return unread("budget", *words);
            m_question.budget = number->value * multiplier(number->rest);
            const std::string low = lowerCase(*words);
            const std::string* said = find("exchange rate");
            const Result<std::optional<SaidRate>> rate =
                rateOf(*words, said ? std::string_view(*said) : std::string_view());
            if (!rate)
                return rate.error();
            const double dollars = *rate ? (*rate)->typical : 1;
            m_question.budget *= dollars;
            if (*rate && (*rate)->isAssumed)
                lack("exchange rate");
            m_question.budgetScope = saysAny(low, {"equipment", "hardware", "devices only"}) ? BudgetScope::Equipment
                                     : !saysAny(low, {"without", "before", "excl", "net of", "no tax"}) &&
                                             saysAny(low, {"tax", "vat", "gross", "kdv"})
                                         ? BudgetScope::QuoteWithTax
                                         : BudgetScope::Quote;
            limit(SizingLimit::Budget, *words, dollars * multiplier(number->rest));
        }
        find("exchange rate");
        if (const std::string* words = find("delivery")) {
            const Result<double> seconds = measure("delivery", *words, timeWords(), 604800);
            if (!seconds)
                return seconds.error();
            m_question.delivery = *seconds;
            limit(SizingLimit::Delivery, *words, scaleOf(*words, timeWords(), 604800));
        }
        if (const std::string* words = find("checkpoint")) {
            const Result<double> seconds = measure("checkpoint", *words, timeWords(), 1);
            if (!seconds)
                return seconds.error();
            m_question.checkpointWindow = *seconds;
            limit(SizingLimit::Checkpoint, *words, scaleOf(*words, timeWords(), 1));
        }
        if (const std::string* words = find("storage")) {
            const std::optional<NumberIn> number = numberIn(*words);
            const bool isCounted = number && number->end < 7 && !number->rest.empty();
            m_question.storageUnits = isCounted ? static_cast<std::int64_t>(number->value) : 0;
            for (std::string& word : nameWords(isCounted ? number->rest : std::string_view(*words)))
                if (word != "pair" && word != "pairs" && word != "unit" && word != "units" && word != "nodes" &&
                    word != "node" && word != "of" && word != "only")
                    m_question.storage.push_back(std::move(word));
            limit(SizingLimit::Storage, *words);
        }
        if (const std::string* words = find("spares")) {
            const std::optional<NumberIn> number = numberIn(*words);
            if ((!number && !lowerCase(*words).starts_with("no")) || (number && number->value < 0))
                return unread("spares", *words);
            m_question.spareNodes = number ? static_cast<std::int64_t>(number->value) : 0;
        }
        return done();
    }

    Done readKept() {
        if (const std::string* words = find("kept")) {
            const std::optional<NumberIn> number = numberIn(*words);
            const std::string low = lowerCase(*words);
            if (number && number->value >= 1 && !saysAny(low, {"network", "gbe", "ethernet", "switch"})) {
                m_question.keptAccelerators = static_cast<std::int64_t>(number->value);
                const std::vector<std::string> named = nameWords(number->rest);
                if (named.empty())
                    return unread("kept", *words);
                m_question.keptType = named.front();
                m_question.systems = {named};
            } else {
                m_question.keptNetwork = *words;
            }
            limit(SizingLimit::Kept, *words);
        }
        return done();
    }

    void readSystems(const std::string& words) {
        std::string text = lowerCase(words);
        for (const std::string_view filler : {"only ", "just ", "either "})
            if (const std::size_t at = text.find(filler); at != std::string::npos)
                text.erase(at, filler.size());
        std::vector<std::string> parts(1);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == ',' || text[i] == ';' || text[i] == '/') {
                parts.emplace_back();
            } else if (text.compare(i, 4, " or ") == 0) {
                parts.emplace_back();
                i += 3;
            } else if (text.compare(i, 5, " and ") == 0) {
                parts.emplace_back();
                i += 4;
            } else {
                parts.back() += text[i];
            }
        }
        std::vector<std::string> first;
        for (const std::string& part : parts) {
            std::vector<std::string> named = nameWords(part);
            std::erase_if(named, [](const std::string& word) {
                return word == "only" || word == "just" || word == "all" || word == "gpu" || word == "gpus" ||
                       word == "accelerator" || word == "accelerators" || word == "systems" || word == "nodes";
            });
            if (named.empty())
                continue;
            // "DGX H100, H200 or B200" are all DGX.
            if (named.size() == 1 && first.size() == 2)
                named.insert(named.begin(), first.front());
            if (first.empty())
                first = named;
            m_question.systems.push_back(std::move(named));
        }
    }

    Done readPreferences() {
        if (const std::string* words = find("systems")) {
            const std::string low = lowerCase(*words);
            m_question.isOfferedAnnounced = says(low, "announced");
            if (!low.starts_with("any")) {
                readSystems(*words);
                limit(SizingLimit::Systems, *words);
            }
        }
        if (const std::string* words = find("most nodes"))
            // "one DGX H100" names the system too; how many of it is the limit.
            if (const std::optional<NumberIn> number = numberIn(*words); number && m_question.systems.empty()) {
                const std::vector<std::string> named = nameWords(number->rest);
                if (named.size() > 1)
                    m_question.systems.push_back(named);
            }
        if (const std::string* words = find("vendor")) {
            const std::string low = lowerCase(*words);
            std::vector<std::string> named;
            for (std::string& word : nameWords(low))
                if (word != "only" && word != "or" && word != "and" && word != "prefer" && word != "preferred" &&
                    word != "no" && word != "not" && word != "refused" && word != "servers")
                    named.push_back(std::move(word));
            if (says(low, "prefer")) {
                m_question.wishes = std::move(named);
            } else {
                (low.starts_with("no") || says(low, "refused") ? m_question.refusedVendors : m_question.vendors) =
                    std::move(named);
                limit(SizingLimit::Vendor, *words);
            }
        }
        if (const std::string* words = find("fabric")) {
            const std::string low = lowerCase(*words);
            const bool isRefused = saysAny(low, {"refused", "no ", "not ", "without"});
            const bool isInfiniBand = saysAny(low, {"infiniband", "ndr", "xdr"});
            m_question.fabric = isInfiniBand != isRefused ? SizingFabric::InfiniBand : SizingFabric::Ethernet;
            limit(SizingLimit::Fabric, *words);
        }
        if (const std::string* words = find("operation"))
            limit(SizingLimit::Operation, *words);
        return done();
    }

    std::map<std::string, std::string> m_words;
    std::string m_twice; ///< a key with more than one answer
    SizingQuestion m_question;
};

} // namespace

Result<SizingQuestion> readSizingQuestion(const std::vector<Parameter>& words,
                                          const std::optional<ModelArchitecture>& configuration) {
    return Reader(words).read(configuration);
}

SizingQuestion SizingQuestion::without(SizingLimit limit) const {
    SizingQuestion question = *this;
    question.limits.erase(limit);
    switch (limit) {
    case SizingLimit::Deadline:
        question.deadline = 0;
        break;
    case SizingLimit::Speed:
        question.speed = 0;
        break;
    case SizingLimit::Latency:
        question.latency = 0;
        break;
    case SizingLimit::Budget:
        question.budget = 0;
        break;
    case SizingLimit::SitePower:
        question.sitePower = 0;
        break;
    case SizingLimit::RackPower:
        question.rackPower = 0;
        break;
    case SizingLimit::Cooling:
        question.isAirAllowed = question.isLiquidAllowed = question.isRearDoorAllowed = true;
        break;
    case SizingLimit::Systems:
        question.systems.clear();
        break;
    case SizingLimit::Vendor:
        question.vendors.clear();
        question.refusedVendors.clear();
        break;
    case SizingLimit::Accelerators:
        question.mostAccelerators = 0;
        break;
    case SizingLimit::Nodes:
        question.mostNodes = 0;
        break;
    case SizingLimit::Room:
        question.mostRacks = 0;
        question.roomWidth = question.roomDepth = question.roomArea = 0;
        break;
    case SizingLimit::Floor:
        question.floor = 0;
        break;
    case SizingLimit::Fabric:
        question.fabric = SizingFabric::Any;
        break;
    case SizingLimit::Operation:
        break;
    case SizingLimit::Checkpoint:
        question.checkpointWindow = 0;
        break;
    case SizingLimit::Storage:
        question.storage.clear();
        question.storageUnits = 0;
        break;
    case SizingLimit::Delivery:
        question.delivery = 0;
        break;
    case SizingLimit::Kept:
        if (keptAccelerators > 0 && !has(SizingLimit::Systems))
            question.systems.clear();
        question.keptAccelerators = 0;
        question.keptType.clear();
        question.keptNetwork.clear();
        break;
    }
    return question;
}

std::vector<std::string> SizingQuestion::openKeys() const {
    std::vector<std::string> keys = unknown;
    keys.insert(keys.end(), lacking.begin(), lacking.end());
    for (const AssumedModel& model : assumedModels)
        keys.push_back(model.key);
    return keys;
}

bool SizingQuestion::serves() const {
    return std::ranges::any_of(jobs, [](const Workload& job) { return job.kind == WorkloadKind::Inference; });
}

} // namespace rackwright
