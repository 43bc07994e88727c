// SPDX-License-Identifier: GPL-3.0-or-later
// The verb size: the questions that people ask with what any right answer satisfies, the properties that a search must
// keep, the file that it makes, and wrong words.
#include "model/file/design_file.h"
#include "model/project/site_fields.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/sizing/question.h"
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>

using namespace rackwright;

namespace {

constexpr auto kQuestions = RW_TEST_DATA "/oracles/sizing_questions.csv";

std::string contentsOf(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> split(const std::string& text, const std::string& at) {
    std::vector<std::string> parts;
    for (std::size_t from = 0;;) {
        const std::size_t end = text.find(at, from);
        parts.push_back(text.substr(from, end == std::string::npos ? end : end - from));
        if (end == std::string::npos)
            return parts;
        from = end + at.size();
    }
}

std::set<std::string> membersOf(const std::string& text) {
    std::set<std::string> members;
    const bool isSet = text.starts_with("{");
    for (const std::string& each : split(isSet ? text.substr(1, text.size() - 2) : text, "; "))
        if (!each.empty())
            members.insert(each);
    return members;
}

/// The facts of one question, and the conditions that they are held against.
class Answered {
public:
    explicit Answered(const CsvTable& rows) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            m_facts[rows.cell(row, "quantity")] = rows.cell(row, "value");
    }
    std::optional<std::string> fact(const std::string& name) const {
        const auto found = m_facts.find(name);
        return found == m_facts.end() ? std::nullopt : std::optional(found->second);
    }
    double number(const std::string& name) const { return plainNumber(fact(name).value_or("")).value_or(std::nan("")); }

    /// Empty where the condition holds; else what was found.
    std::string against(const std::string& condition) const {
        constexpr std::array kOperators = {" == ", " <= ", " >= ", " in ", " hasone ", " has ", " lacks ", " within "};
        for (const char* each : kOperators) {
            const std::size_t at = condition.rfind(each);
            if (at == std::string::npos)
                continue;
            const std::string wanted = condition.substr(at + std::string(each).size());
            for (const std::string& found : valuesOf(condition.substr(0, at)))
                if (!holds(found, std::string(each), wanted))
                    return condition + ", found " + found;
            return {};
        }
        return "no condition: " + condition;
    }

private:
    /// Of the whole question, of the answer that is named, or of every answer that uses the part in brackets.
    std::vector<std::string> valuesOf(const std::string& quantity) const {
        if (const auto whole = fact(quantity))
            return {*whole};
        std::string name = quantity, part;
        std::vector<std::string> goals = {"cheapest", "fastest", "safest"};
        for (const std::string& goal : goals)
            if (name.starts_with(goal + ".")) {
                name = name.substr(goal.size() + 1);
                goals = {goal};
                break;
            }
        if (name.ends_with("]") && !name.starts_with("nearest[")) {
            part = name.substr(name.find('[') + 1);
            part.pop_back();
            name = name.substr(0, name.find('['));
        }
        std::vector<std::string> values;
        for (const std::string& goal : goals) {
            const auto type = fact(goal + ".type"), system = fact(goal + ".system");
            if (!type || (!part.empty() && part != *type && part != *system))
                continue;
            values.push_back(fact(goal + "." + name).value_or("missing"));
        }
        return values;
    }
    static bool holds(const std::string& found, const std::string& op, const std::string& wanted) {
        const auto number = plainNumber(found), limit = plainNumber(wanted);
        const std::set<std::string> have = membersOf(found), want = membersOf(wanted);
        const auto isIn = [&have](const std::string& each) { return have.contains(each); };
        if (op == " == ")
            return number && limit ? std::abs(*number - *limit) < 1e-9 : have == want;
        if (op == " <= ")
            return number && limit && *number <= *limit;
        if (op == " >= ")
            return number && limit && *number >= *limit;
        if (op == " in ") {
            const std::vector<std::string> ends = split(wanted, "..");
            return number && *number >= *plainNumber(ends.at(0)) && *number <= *plainNumber(ends.at(1));
        }
        if (op == " hasone ")
            return std::ranges::any_of(want, isIn);
        if (op == " has ")
            return std::ranges::all_of(want, isIn);
        if (op == " lacks ")
            return std::ranges::none_of(want, isIn);
        return std::ranges::includes(want, have);
    }

    std::map<std::string, std::string> m_facts;
};

} // namespace

namespace {

/// A condition that rests on a fact which the catalogue has otherwise, with what holds in its place.
struct Correction {
    std::string_view question, condition, corrected;
};
constexpr std::array<Correction, 1> kCorrections = {{
    // "MI355X servers of the catalogue are liquid" no longer: three publishers have them on air (PowerEdge XE9785,
    // AS-A126GS-TNMR, G893-ZX1-AAX4). At 2,500 TFLOP/s the row's own reckoning gives 6.0 to 19.7, whole nodes of eight.
    {"SZ-09", "types within {MI300X; MI325X; MI350X}",
     "types within {MI300X; MI325X; MI350X; MI355X} && cheapest.accelerators[MI355X] in 8..24"},
}};

std::string correctedMust(const std::string& question, std::string must) {
    for (const Correction& correction : kCorrections)
        if (correction.question == question)
            if (const std::size_t at = must.find(correction.condition); at != std::string::npos)
                must.replace(at, correction.condition.size(), correction.corrected);
    return must;
}

} // namespace

class TestSize : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyQuestionMeetsItsConditions_data() {
        QTest::addColumn<int>("row");
        const CsvTable table = *CsvTable::read(contentsOf(kQuestions));
        for (std::size_t row = 0; row < table.size(); ++row)
            QTest::newRow(table.cell(row, "id").c_str()) << static_cast<int>(row);
    }
    void everyQuestionMeetsItsConditions() {
        QFETCH(int, row);
        const CsvTable table = *CsvTable::read(contentsOf(kQuestions));
        const auto at = static_cast<std::size_t>(row);
        std::string json;
        for (const char c : table.cell(at, "json"))
            json += c == '"' ? std::string("\"\"") : std::string(1, c);
        const CommandRun run = m_line.run(
            {"size", "--batch", m_line.write("row.csv", "id,json\n" + table.cell(at, "id") + ",\"" + json + "\"\n")});
        QCOMPARE(run.code, 0);
        const Answered answered(*CsvTable::read(run.out));
        std::string missed;
        for (const std::string& condition : split(correctedMust(table.cell(at, "id"), table.cell(at, "must")), " && "))
            if (const std::string found = answered.against(condition); !found.empty())
                missed += found + "\n";
        QVERIFY2(missed.empty(), missed.c_str());
    }

    // Relaxing a limit never makes an answer worse, and more work never needs fewer accelerators.
    void moreBudgetTimeAndPowerAreNeverWorse() {
        const Answered base = asked({"budget=20 M USD", "deadline=90 days", "site power=1.2 MW IT"});
        QCOMPARE(base.fact("feasible"), std::optional<std::string>("yes"));
        const Answered richer = asked({"budget=40 M USD", "deadline=90 days", "site power=1.2 MW IT"});
        QVERIFY(richer.number("cheapest.price_usd") <= base.number("cheapest.price_usd") * (1 + 1e-9));
        QVERIFY(richer.number("fastest.days") <= base.number("fastest.days") * (1 + 1e-9));
        const Answered later = asked({"budget=20 M USD", "deadline=120 days", "site power=1.2 MW IT"});
        QVERIFY(later.number("cheapest.price_usd") <= base.number("cheapest.price_usd") * (1 + 1e-9));
        const Answered stronger = asked({"budget=20 M USD", "deadline=90 days", "site power=2 MW IT"});
        QVERIFY(stronger.number("fastest.days") <= base.number("fastest.days") * (1 + 1e-9));
        const Answered longer = asked({"deadline=90 days", "tokens=2T"});
        QVERIFY(longer.number("cheapest.accelerators") >= base.number("cheapest.accelerators"));
    }
    // Where the basis is not known, the answer keeps both readings.
    void anUnknownBasisKeepsEachReading() {
        const Answered open = asked({"deadline=90 days", "site power=0.3 MW"});
        QCOMPARE(open.fact("readings[site power basis]"), std::optional<std::string>("{IT; utility}"));
        QVERIFY(open.number("fastest.utility_kw") <= 300);
        const Answered it = asked({"deadline=90 days", "site power=0.3 MW IT"});
        QVERIFY(it.number("fastest.accelerators") >= open.number("fastest.accelerators"));
    }
    // Two sentences that collide; without either one something fits.
    void aCollisionNamesItsSentencesAndTheNearestThatWorks() {
        const Answered none = asked({"deadline=45 days", "most accelerators=64"});
        QCOMPARE(none.fact("collides"), std::optional<std::string>("{45 days; 64}"));
        const double nearest = none.number("nearest[64]");
        QVERIFY(nearest > 64);
        QCOMPARE(
            asked({"deadline=45 days", "most accelerators=" + std::to_string(std::lround(nearest))}).fact("feasible"),
            std::optional<std::string>("yes"));
        QCOMPARE(asked({"deadline=45 days"}).fact("feasible"), std::optional<std::string>("yes"));
        QCOMPARE(asked({"most accelerators=64"}).fact("feasible"), std::optional<std::string>("yes"));
    }
    void theSameQuestionGivesTheSameBytes() {
        const std::vector<std::string> words = {"size",        "model=Llama-3.1-8B", "job=LoRA fine-tuning",
                                                "tokens=100M", "systems=DGX H200",   "deadline=2 days",
                                                "--json"};
        QCOMPARE(m_line.run(words).out, m_line.run(words).out);
    }

    // Every answer is an option that opens, without an error finding, with the figures that were printed.
    void theAnswersAreOptionsOfOneFile() {
        const std::string file = m_line.path("sized.rkw");
        std::vector<std::string> words = question({"deadline=90 days", "site power=1.2 MW IT", "budget=30 M USD"});
        words.insert(words.end(), {"--output", file});
        const CommandRun run = m_line.run(words);
        QCOMPARE(run.code, 0);
        const Answered answered = asked({"deadline=90 days", "site power=1.2 MW IT", "budget=30 M USD"});
        for (const char* goal : {"Cheapest", "Fastest"}) {
            const std::string key = goal == std::string("Cheapest") ? "cheapest" : "fastest";
            const std::string name = optionOf(file, goal);
            QVERIFY2(!name.empty(), run.out.c_str());
            QCOMPARE(m_line.run({"check", file, "--option", name, "--fail-on", "error"}).code, 0);
            QCOMPARE(m_line.run({"check", file, "--option", goal, "--fail-on", "error"}).code, 0); // by its beginning
            const QJsonObject solved = m_line.run({"solve", file, "--option", name, "--json"}).json();
            double accelerators = 0, watts = 0;
            for (const QJsonValue& figure : solved[QLatin1String("figures")].toArray()) {
                const QString figureName = figure[QLatin1String("name")].toString();
                if (figureName == QLatin1String("design.accelerators.in-use"))
                    accelerators = figure[QLatin1String("value")].toDouble();
                if (figureName == QLatin1String("power.it.peak"))
                    watts = figure[QLatin1String("value")].toDouble();
            }
            QCOMPARE(accelerators, answered.number(key + ".accelerators"));
            QVERIFY(std::abs(watts - answered.number(key + ".it_kw")) < 0.01);
        }
    }

    // One site serves options on air and on liquid alike: none of them has an error once the file is opened.
    void optionsOfOtherCoolingShareTheirSite() {
        const std::string file = m_line.path("mixed.rkw");
        for (const char* systems : {"DGX GB200 NVL72 or DGX B200", "DGX B200 or DGX GB200 NVL72"}) {
            const CommandRun run = m_line.run({"size", "model=Llama 3.1 70B", "tokens=1T", "deadline=60 days",
                                               std::string("systems=") + systems, "--output", file, "--force"});
            QVERIFY2(run.code == 0, run.err.c_str());
            const Result<Document> document = readDesign(file);
            QVERIFY(document);
            std::set<double> waters;
            for (const Option& option : document->project->options) {
                const CommandRun checked = m_line.run({"check", file, "--option", option.name, "--fail-on", "error"});
                QVERIFY2(checked.code == 0, (option.name + "\n" + checked.out).c_str());
                for (const CoolingLoop& loop : option.design->coolingLoops)
                    if (loop.isFacilityWater && loop.supply)
                        waters.insert(loop.supply->inCelsius());
            }
            QVERIFY(waters.size() > 1); // else nothing was tried
        }
    }

    // Two jobs are held and sized both: whoever needs more sets the size, and serving waits for the training unless a
    // share is said.
    void severalJobsAreSizedTogether() {
        const std::vector<std::string> train = {"model=Llama 3.1 8B", "tokens=50B", "deadline=60 days",
                                                "systems=DGX H200"};
        const auto with = [&](std::vector<std::string> more) {
            more.insert(more.begin(), train.begin(), train.end());
            return facts(more);
        };
        const Answered alone = with({});
        const Answered both = with({"job 2=serve", "users 2=4000", "context 2=8192", "speed 2=20 tokens/s"});
        QCOMPARE(both.fact("feasible"), std::optional<std::string>("yes"));
        QCOMPARE(both.number("share[Pre-training]"), 100.0);
        QCOMPARE(both.number("share[Serving]"), 100.0);
        QVERIFY(both.number("phase[Serving]") > both.number("phase[Pre-training]"));
        QVERIFY(both.number("cheapest.accelerators") > alone.number("cheapest.accelerators"));
        QCOMPARE(both.fact("cheapest.binding_jobs"), std::optional<std::string>("{Serving}"));
        QVERIFY(both.number("cheapest.ms_per_token") <= 50);
        QVERIFY(both.number("cheapest.days") <= 60);
        // At once, each with a part of the machine, they need more of it.
        const Answered atOnce = with(
            {"share=50 %", "job 2=serve", "users 2=4000", "context 2=8192", "speed 2=20 tokens/s", "share 2=50 %"});
        QCOMPARE(atOnce.number("share[Serving]"), 50.0);
        QCOMPARE(atOnce.number("phase[Serving]"), 1.0);
        QVERIFY(atOnce.number("cheapest.accelerators") > both.number("cheapest.accelerators"));
    }
    // "and later we serve it" in the words of the one job is a second job, not another one.
    void aJobThatTrainsAndServesIsTwo() {
        const auto read = [](std::vector<Parameter> words) {
            words.push_back({"model", "Llama 3.1 70B"});
            return readSizingQuestion(words);
        };
        const Result<SizingQuestion> both =
            read({{"job", "pre-train, later serve it"}, {"tokens", "2T"}, {"users", "64"}});
        QVERIFY(both);
        QCOMPARE(both->jobs.size(), std::size_t{2});
        QCOMPARE(both->jobs[0].kind, WorkloadKind::PreTraining);
        QCOMPARE(both->jobs[1].kind, WorkloadKind::Inference);
        QCOMPARE(both->jobs[1].phase, std::int64_t{2});
        QCOMPARE(read({{"job", "serve the fine-tuned model"}, {"users", "8"}})->jobs.size(), std::size_t{1});
        // The model of a second job is the first one's unless it has its own; its other keys alone name it too.
        QCOMPARE(read({{"tokens", "2T"}, {"users 2", "64"}})->jobs.at(1).model, std::string("Llama-3.1-70B"));
        QVERIFY(!read({{"tokens", "2T"}, {"share", "80 %"}, {"job 2", "serve"}, {"share 2", "40 %"}}));
    }
    // A large model is sized by a plan as large runs have, with a batch that grows as theirs: Meta trained 405B on 15T
    // tokens in some 80 days of 16,384 H100 (30.84 M accelerator-hours), at 38 to 43 % of the peak.
    void aLargeModelIsSizedByAWholePlan() {
        const std::vector<std::string> base = {"model=Llama 3.1 405B", "tokens=15T", "systems=DGX GB200 NVL72",
                                               "deadline=90 days"};
        const Answered sized = facts(base);
        QCOMPARE(sized.fact("feasible"), std::optional<std::string>("yes"));
        const double flop = 6 * 405.9e9 * 15e12, peak = 2.5e15; // dense, of a GB200
        const double bound = flop / (90 * 86400.0 * peak);
        QVERIFY(sized.number("cheapest.accelerators") >= bound / 0.6);
        QVERIFY(sized.number("cheapest.accelerators") <= bound / 0.3);
        QVERIFY(sized.number("cheapest.mfu") > 0.3);
        std::vector<std::string> small = base;
        small.push_back("batch=4M");
        QVERIFY(facts(small).number("cheapest.accelerators") > sized.number("cheapest.accelerators"));
    }
    // The nearest value of a limit asks less than what was said.
    void theNearestValueIsBeyondTheLimit() {
        const Answered none = facts({"model=Llama-3.1-70B", "tokens=1T", "deadline=90 days", "systems=DGX H200",
                                     "rack power=10 kW", "cooling=air only"});
        QCOMPARE(none.fact("feasible"), std::optional<std::string>("no"));
        QVERIFY(!none.fact("nearest[10 kW]") || none.number("nearest[10 kW]") > 10);
    }
    // A limit just above what a node takes leaves no rack with a margin.
    void aRackLimitAtTheNodeIsAnswered() {
        const CommandRun run = m_line.run({"size", "model=Llama-3.1-8B", "tokens=1T", "deadline=60 days",
                                           "rack power=10.5 kW", "systems=nv-dgx-h200"});
        QVERIFY2(run.code == 0 || run.code == 1, run.err.c_str());
        QVERIFY(!run.out.empty());
    }

    // A sign, a unit of something else, an answer given twice and a text in the field of the job: none is guessed at.
    void wordsThatMeanSomethingElseAreRefused() {
        const auto read = [](std::vector<Parameter> words) {
            words.insert(words.end(), {{"model", "Llama 3.1 8B"}, {"tokens 2", "1T"}});
            return readSizingQuestion(words);
        };
        for (const auto& [key, words] : std::vector<std::pair<const char*, const char*>>{{"deadline", "-5 days"},
                                                                                         {"deadline", "5 kg"},
                                                                                         {"deadline", "5 dogs"},
                                                                                         {"site power", "-1 MW"},
                                                                                         {"site power", "1 m"},
                                                                                         {"tokens", "-1"},
                                                                                         {"budget", "-1"},
                                                                                         {"most nodes", "-2"},
                                                                                         {"spares", "-1"},
                                                                                         {"rack power", "20 km"}}) {
            const Result<SizingQuestion> refused = read({{key, words}});
            QVERIFY2(!refused, words);
            QCOMPARE(refused.error().message.id, std::string("sizing.unread"));
        }
        QCOMPARE(read({{"tokens", "1T"}, {"TOKENS", "2T"}}).error().message.id, std::string("calc.key-twice"));
        QCOMPARE(read({{"site power", "1 MW"}, {"power", "2 MW"}}).error().message.id, std::string("calc.key-twice"));
        QCOMPARE(read({{"job", "Train a 70B model on 2T tokens"}}).error().message.id,
                 std::string("sizing.job-sentence"));
        QVERIFY(read({{"deadline", "45 working days"}}));
        QVERIFY(read({{"COOLING", "AIR ONLY"}, {"SITE POWER", "1 MW IT"}}));
    }
    // Who doubts the basis has said none; who says that serving comes later has said how the jobs share.
    void whatIsDoubtedIsAskedAndWhatIsSaidIsNot() {
        for (const char* words :
             {"1.2 MW", "1.2 MW, unclear whether IT or utility", "1.2 MW, not sure if IT", "1 MW IT?"})
            QCOMPARE(readSizingQuestion({{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"site power", words}})->basis,
                     SitePowerBasis::Unknown);
        const Result<SizingQuestion> later =
            readSizingQuestion({{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"job", "pre-train, later serve"}});
        QVERIFY(later && !later->areSharesAssumed);
        QCOMPARE(later->jobs.at(1).phase, std::int64_t(2));
        QVERIFY(
            !readSizingQuestion({{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"job 2", "serve"}, {"share 2", "later"}})
                 ->areSharesAssumed);
        QVERIFY(
            readSizingQuestion({{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"job 2", "serve"}})->areSharesAssumed);
    }
    void aSizeNamesTheNearestDenseModel() {
        const auto modelOfWords = [](const char* words) {
            const Result<SizingQuestion> read = readSizingQuestion({{"model", words}, {"tokens", "1B"}});
            return read ? read->jobs.front().model : std::string();
        };
        QCOMPARE(modelOfWords("70B"), std::string("Llama-3.1-70B"));
        QCOMPARE(modelOfWords("a 405B model"), std::string("Llama-3.1-405B"));
        QCOMPARE(modelOfWords("1T parameters"), std::string("GPT-1T"));
        QCOMPARE(modelOfWords("Mystery 70B"), std::string());
        QCOMPARE(modelOfWords("100T"), std::string("100T")); // a dense model of that size
        const Answered asked = facts({"model=8B", "tokens=10B", "deadline=30 days", "systems=DGX H200"});
        QVERIFY(asked.against("rfi has {model}").empty());
        const CommandRun told = m_line.run({"size", "model=8B", "tokens=10B", "deadline=30 days", "systems=DGX H200"});
        QVERIFY2(told.out.find("Llama-3.1-8B") != std::string::npos, told.out.c_str());
    }
    void ownDimensionsMakeAModelAndSayWhatLacks() {
        std::vector<Parameter> words = {{"tokens", "1B"},      {"model-layers", "32"}, {"model-hidden", "4,096"},
                                        {"model-heads", "32"}, {"model-ffn", "14336"}, {"model-vocabulary", "128256"}};
        QVERIFY(readSizingQuestion(words));
        words.pop_back();
        const Result<SizingQuestion> lacking = readSizingQuestion(words);
        QVERIFY(!lacking);
        QCOMPARE(lacking.error().message.id, std::string("sizing.own-model-lacks"));
    }
    // A budget is held against what the proposal prints, unless it is said to be for the equipment.
    void aBudgetIsHeldAgainstTheQuote() {
        const Answered open = asked({"deadline=90 days"});
        const double equipment = open.number("cheapest.price_usd"), quote = open.number("cheapest.quote_usd");
        QVERIFY(quote > equipment * 1.05);
        const std::string between = "budget=" + std::to_string(std::lround((equipment + quote) / 2)) + " USD";
        const Answered ofAll = asked({"deadline=90 days", between});
        QCOMPARE(ofAll.fact("budget_pays"), std::optional<std::string>("quote"));
        QVERIFY(ofAll.fact("feasible") != std::optional<std::string>("yes") ||
                ofAll.number("cheapest.quote_usd") <= (equipment + quote) / 2);
        const Answered ofEquipment = asked({"deadline=90 days", between + " for the equipment"});
        QCOMPARE(ofEquipment.fact("budget_pays"), std::optional<std::string>("equipment"));
        QCOMPARE(ofEquipment.fact("feasible"), std::optional<std::string>("yes"));
        QCOMPARE(ofEquipment.number("cheapest.price_usd"), equipment);
    }
    // Options differ: where one design is the best in several, others stand beside it, and it is said.
    void optionsThatCoincideHaveOthersBeside() {
        const std::vector<std::string> words = {"model=Llama 3.1 8B", "tokens=10B", "deadline=30 days", "most nodes=1",
                                                "systems=DGX H200 or DGX H100"};
        const Answered asked = facts(words);
        QCOMPARE(asked.number("cheapest.accelerators"), asked.number("fastest.accelerators"));
        QCOMPARE(asked.fact("cheapest.system"), asked.fact("safest.system"));
        QVERIFY(asked.fact("cheapest.system") != asked.fact("fastest.system"));
        QVERIFY(!asked.fact("beside").has_value());
        const Answered other = facts({"model=Mistral-7B", "tokens=1T", "deadline=60 days", "vendor=AMD only",
                                      "cooling=no liquid", "fabric=InfiniBand refused", "rack power=40 kW a rack"});
        QVERIFY(other.fact("beside").has_value());
        std::vector<std::string> all = words;
        all.insert(all.begin(), "size");
        const std::string file = m_line.path("beside.rkw");
        all.insert(all.end(), {"--output", file});
        const CommandRun told = m_line.run(all);
        QVERIFY2(told.out.find("one design is the best in each") != std::string::npos, told.out.c_str());
        const Result<Document> made = readDesign(file);
        QVERIFY(made);
        std::set<std::string> names;
        for (const Option& option : made->project->options)
            names.insert(option.name);
        QCOMPARE(names.size(), made->project->options.size());
    }
    // Servers that are sold with several accelerators answer for the one that they are in the catalogue with.
    void anAcceleratorThatIsNamedIsTheOneThatAnswers() {
        for (const char* type : {"H200", "B300"}) {
            const Answered asked =
                facts({"model=Llama 3.1 8B", "tokens=500B", "deadline=60 days", std::string("systems=") + type});
            QCOMPARE(asked.fact("feasible"), std::optional<std::string>("yes"));
            QCOMPARE(asked.fact("types"), std::optional<std::string>("{" + std::string(type) + "}"));
        }
    }
    // The design holds the brief: the site and the limits as they were said, assumptions with ranges, and what to ask.
    void theDesignKeepsTheBrief() {
        const std::string file = m_line.path("brief.rkw");
        const CommandRun run =
            m_line.run({"size", "model=8B", "tokens=10B", "deadline=30 days", "systems=DGX H200", "site=colocation",
                        "site power=1.2 MW", "rack power=20 kW a rack", "budget=30 M USD", "region=Germany",
                        "data=patient texts", "cooling=air only", "--output", file});
        QCOMPARE(run.code, 0);
        const Result<Document> made = readDesign(file);
        QVERIFY(made);
        const Project& project = *made->project;
        const SiteField* kind = findSiteField(project, "site.kind");
        QVERIFY(kind && kind->knowledge == Knowledge::Known);
        QCOMPARE(kind->value, std::string("colocation"));
        std::set<std::string> texts, asked;
        for (const Requirement& row : project.requirements) {
            QCOMPARE(row.givenBy.person, std::string("Customer"));
            texts.insert(row.text);
        }
        for (const char* said :
             {"Model: 8B; tokens: 10B", "Deadline: 30 days", "Budget: 30 M USD", "Site power: 1.2 MW",
              "Rack power: 20 kW a rack", "Cooling: air only", "Systems: DGX H200", "Data: patient texts"})
            QVERIFY2(texts.contains(said), said);
        bool hasRange = false;
        for (const Assumption& row : project.assumptions)
            hasRange = hasRange || (row.low && row.high && *row.low < *row.high);
        QVERIFY(hasRange);
        std::size_t ofPower = 0;
        for (const Rfi& rfi : project.rfis) {
            ofPower += rfi.about == "site.power-limit" ? 1 : 0;
            asked.insert(rfi.question);
        }
        QCOMPARE(ofPower, std::size_t{1});
        QVERIFY(asked.contains("Which model is it?"));
    }

    // How many racks a room takes, what stops the next one, and how big a room must be.
    void aRoomIsFilledAndSized() {
        const CommandRun empty = m_line.run({"fit", "width=18 m", "depth=12 m"});
        QCOMPARE(empty.code, 0);
        QVERIFY2(empty.out.find("112 racks") != std::string::npos, empty.out.c_str());
        QVERIFY2(empty.out.find("FLOOR-05") != std::string::npos, empty.out.c_str());
        const CommandRun size = m_line.run({"fit", "racks=52", "depth=12 m"});
        QVERIFY2(size.out.find("10.2 m") != std::string::npos, size.out.c_str());
        QCOMPARE(m_line.run({"fit", "racks=52", "dpeth=12 m"}).code, 2);
        QVERIFY(m_line.run({"fit", "racks=52", "dpeth=12 m"}).err.find("depth") != std::string::npos);
        QCOMPARE(m_line.run({"fit"}).code, 2);
        const CommandRun wide = m_line.run({"fit", "width=900 m", "depth=12 m"});
        QVERIFY2(wide.code == 2 && wide.err.find("500 m") != std::string::npos, wide.err.c_str());
        QCOMPARE(m_line.run({"fit", "--list"}).code, 0);
    }

    void wordsThatAreWrongSayWhat() {
        const CommandRun key = m_line.run({"size", "model=Llama-3.1-8B", "dedline=3 days"});
        QCOMPARE(key.code, 2);
        QVERIFY2(key.err.find("deadline") != std::string::npos, key.err.c_str());
        const CommandRun words = m_line.run({"size", "model=Llama-3.1-8B", "tokens=1B", "deadline=soon"});
        QCOMPARE(words.code, 2);
        QVERIFY2(words.err.find("soon") != std::string::npos, words.err.c_str());
        QCOMPARE(m_line.run({"size", "model=Mystery-9B"}).code, 2);
        QCOMPARE(m_line.run({"size"}).code, 2);
        QCOMPARE(m_line.run({"size", "--list"}).code, 0);
    }

    void numbersAreReadAsPeopleWriteThem() {
        const auto read = [](std::vector<Parameter> words) {
            words.push_back({"model", "Llama 3.1 70B"});
            return readSizingQuestion(words);
        };
        QCOMPARE(read({{"tokens", "1B"}, {"deadline", "6 weeks"}})->deadline, 6 * 604800.0);
        QCOMPARE(read({{"tokens", "1B"}, {"budget", "30 M USD"}})->budget, 30e6);
        QCOMPARE(read({{"tokens", "1B"}, {"site-power", "1.2 MW IT"}})->sitePower, 1.2e6);
        QCOMPARE(read({{"tokens", "1B"}, {"site power", "1.2 MW"}})->basis, SitePowerBasis::Unknown);
        QCOMPARE(read({{"tokens", "1B"}, {"site power", "800 kVA utility"}})->basis, SitePowerBasis::Utility);
        QCOMPARE(read({{"tokens", "1B"}, {"room", "18 x 12 m"}})->roomDepth, 12.0);
        QCOMPARE(read({{"tokens", "1B"}, {"room", "60 racks"}})->mostRacks, 60);
        QCOMPARE(read({{"tokens", "1B"}, {"most nodes", "one DGX H100"}})->mostNodes, 1);
        QCOMPARE(read({{"tokens", "1B"}, {"systems", "DGX H100, H200 or B200"}})->systems.at(1),
                 (std::vector<std::string>{"dgx", "h200"}));
        QCOMPARE(read({{"tokens", "1B"}, {"cooling", "no liquid"}})->isLiquidAllowed, false);
        QVERIFY(read({{"deadline", "45 days"}})->areTokensAssumed);
        QVERIFY(!read({{"tokens", "1B"}, {"rack power", "much"}}));
    }

private:
    static std::vector<std::string> question(std::vector<std::string> more) {
        std::vector<std::string> words = {"size", "job=pre-train", "model=Llama 3.1 70B", "systems=DGX H100 or H200"};
        if (std::ranges::none_of(more, [](const std::string& word) { return word.starts_with("tokens="); }))
            words.emplace_back("tokens=1T");
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    Answered asked(std::vector<std::string> more) const { return facts(question(std::move(more))); }
    Answered facts(const std::vector<std::string>& words) const {
        std::string json = "{";
        for (const std::string& word : words) {
            const std::size_t at = word.find('=');
            if (at != std::string::npos)
                json += std::string(json.size() > 1 ? ", " : "") + "\"\"" + word.substr(0, at) + "\"\": \"\"" +
                        word.substr(at + 1) + "\"\"";
        }
        const CommandRun run =
            m_line.run({"size", "--batch", m_line.write("asked.csv", "id,json\nA,\"" + json + "}\"\n")});
        return Answered(*CsvTable::read(run.out));
    }
    /// The name of the option that is best in a goal; empty where none is.
    static std::string optionOf(const std::string& file, const std::string& goal) {
        const Result<Document> document = readDesign(file);
        if (document)
            for (const Option& option : document->project->options)
                if (option.name.find(goal) != std::string::npos)
                    return option.name;
        return {};
    }

    CommandLine m_line;
};

RW_CORE_SUITE(TestSize)
#include "tst_size.moc"
