// SPDX-License-Identifier: GPL-3.0-or-later
// A customer's text read into the keys of a question: it asks what the keys that a person made of it ask.
#include "model/text/csv.h"
#include "solvers/sizing/sentence.h"
#include "solvers/workload/model_presets.h"
#include "solvers/workload/parameter_count.h"
#include "tests/support/suite.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace rackwright;

namespace {

const SentenceNames kNames{{"h100", "h200", "b200", "gb200", "mi300x", "l40s"},
                           {"dgx", "hgx", "nvl72", "nvidia", "8", "h100", "h200", "b200", "gb200", "mi300x", "l40s"},
                           {"nvidia", "amd", "dell", "supermicro"}};

std::map<std::string, std::string> read(std::string_view text) {
    std::map<std::string, std::string> words;
    for (const Parameter& each : readSizingSentence(text, kNames).words)
        words[each.name] = each.value;
    return words;
}

CsvTable questions() {
    std::ifstream file(RW_TEST_DATA "/oracles/sizing_questions.csv");
    return *CsvTable::read(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// What a question asks, without the words that it was asked with.
std::string asked(const SizingQuestion& q) {
    std::string text;
    const auto add = [&text](const char* name, const auto& value) {
        if constexpr (requires { std::to_string(value); })
            text += std::string(name) + " " + std::to_string(value) + "\n";
        else
            text += std::string(name) + " " + std::string(value) + "\n";
    };
    const auto addAll = [&](const char* name, std::vector<std::string> values) {
        std::ranges::sort(values);
        for (const std::string& value : values)
            add(name, value);
    };
    for (const Workload& job : q.jobs) {
        add("job", std::string(enumName(job.kind)) + " of " + job.model);
        std::vector<std::string> parameters;
        for (const Parameter& each : job.parameters)
            parameters.push_back(each.name + "=" + each.value);
        addAll("parameter", parameters);
    }
    add("deadline", q.deadline);
    add("speed", q.speed);
    add("budget", q.budget);
    add("site power", q.sitePower);
    add("basis", static_cast<int>(q.basis));
    add("rack power", q.rackPower);
    add("cooling", std::string(q.isLiquidAllowed ? "liquid " : "") + (q.isRearDoorAllowed ? "doors " : "") +
                       (q.isAirAllowed ? "air" : ""));
    std::vector<std::string> systems;
    for (const std::vector<std::string>& words : q.systems) {
        std::string name;
        for (const std::string& word : words)
            name += word + " ";
        systems.push_back(name);
    }
    addAll("system", systems);
    addAll("vendor", q.vendors);
    addAll("refused", q.refusedVendors);
    add("accelerators", q.mostAccelerators);
    add("nodes", q.mostNodes);
    add("racks", q.mostRacks);
    add("width", q.roomWidth);
    add("depth", q.roomDepth);
    add("floor", q.floor);
    add("fabric", static_cast<int>(q.fabric));
    add("checkpoint", q.checkpointWindow);
    addAll("storage", q.storage);
    add("storage units", q.storageUnits);
    add("kept", std::to_string(q.keptAccelerators) + " " + q.keptType);
    add("network is kept", q.keptNetwork.empty() ? 0 : 1);
    add("site", q.siteKind);
    add("region", q.region);
    add("data", q.data);
    addAll("unknown", q.unknown);
    return text;
}

} // namespace

class TestSizingSentence : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSentenceAsksWhatItsKeysAsk_data() {
        QTest::addColumn<int>("row");
        const CsvTable table = questions();
        for (std::size_t row = 0; row < table.size(); ++row)
            QTest::newRow(table.cell(row, "id").c_str()) << static_cast<int>(row);
    }
    void aSentenceAsksWhatItsKeysAsk() {
        QFETCH(int, row);
        const CsvTable table = questions();
        const auto at = static_cast<std::size_t>(row);
        std::vector<Parameter> words;
        const QJsonObject keys = QJsonDocument::fromJson(QByteArray::fromStdString(table.cell(at, "json"))).object();
        for (auto it = keys.begin(); it != keys.end(); ++it)
            words.push_back({it.key().toStdString(), it.value().toString().toStdString()});
        const Result<SizingQuestion> byKeys = readSizingQuestion(words);
        const Result<SizingQuestion> bySentence =
            readSizingQuestion(readSizingSentence(table.cell(at, "sentence"), kNames).words);
        QVERIFY(byKeys && bySentence);
        QCOMPARE(asked(*bySentence), asked(*byKeys));
    }

    void aCustomersMailIsRead() {
        const auto words =
            read("Train a 70B model on 2T tokens in 45 days; 1.2 MW, unclear whether IT or utility; 20 kW a "
                 "rack on air in a colocation; the 25 GbE in-band network stays; 30 M USD; later we serve "
                 "the model.");
        const std::map<std::string, std::string> expected = {{"job", "pre-train, later serve"},
                                                             {"model", "70B"},
                                                             {"tokens", "2T"},
                                                             {"deadline", "45 days"},
                                                             {"site power", "1.2 MW"},
                                                             {"site power basis", "unknown"},
                                                             {"rack power", "20 kW a rack"},
                                                             {"cooling", "air only"},
                                                             {"site", "colocation"},
                                                             {"kept", "the 25 GbE in-band network stays"},
                                                             {"budget", "30 M USD"}};
        QCOMPARE(words, expected);
    }
    // "512 H100s" are accelerators, and no 512 hours or days; what is no name of the list is told.
    void severalOfATypeAreNamed() {
        for (const char* said : {"Train a 70B model on 2T tokens on H100s", "Train 70B on 2T tokens using H100s only"})
            QVERIFY2(read(said).contains("systems"), said);
        const auto counted = read("Need 512 H100s in Germany, train a 70B on 2T tokens");
        QCOMPARE(counted.at("most accelerators"), std::string("exactly 512"));
        QVERIFY(!counted.contains("deadline") && counted.contains("systems"));
        QCOMPARE(readSizingSentence("Train a 70B model on X100s", kNames).unread.size(), std::size_t{1});
        for (const char* systems : {"H100s", "H100s only", "H100"}) {
            const Result<SizingQuestion> q =
                readSizingQuestion({{"model", "70B"}, {"tokens", "2T"}, {"systems", systems}});
            QVERIFY(q && q->systems.size() == 1 && q->systems.front().size() == 1);
        }
        QVERIFY(!readSizingQuestion({{"model", "70B"}, {"tokens", "2T"}, {"deadline", "512 H100s"}}));
        QVERIFY(!readSizingQuestion({{"model", "70B"}, {"tokens", "2T"}, {"deadline", "1e308"}}));
    }
    // A count before a name is a count, though it stands in the name of some system too.
    void aCountBeforeANameIsNoName() {
        const auto words = read("LoRA of Llama 3.1 8B on one server with 8 H100 within 2 days");
        QCOMPARE(words.at("systems"), std::string("H100"));
        QCOMPARE(words.at("most accelerators"), std::string("8"));
        QCOMPARE(words.at("most nodes"), std::string("one server"));
    }
    void modelsAreNamedAsPeopleNameThem() {
        QCOMPARE(read("Train Qwen3-235B on 2T tokens").at("model"), std::string("Qwen3-235B-A22B"));
        QCOMPARE(read("Train a DeepSeek-V3-like model on 2T tokens").at("model"), std::string("DeepSeek-V3"));
        const auto mixture =
            read("Pre-train a 1T-parameter MoE with 32B active on 2T tokens, global batch of 16M tokens");
        QCOMPARE(mixture.at("model"), std::string("1T-parameter MoE with 32B active"));
        QCOMPARE(mixture.at("tokens"), std::string("2T"));
        QCOMPARE(mixture.at("batch"), std::string("16M"));
        const Result<SizingQuestion> q = readSizingQuestion({{"model", mixture.at("model")}, {"tokens", "2T"}});
        QVERIFY(q);
        const ModelArchitecture& model = findModelPreset(q->jobs.front().model)->architecture;
        QVERIFY(model.moe && std::abs(static_cast<double>(activeParameters(model)) / 32e9 - 1) < 0.2);
    }
    void theSameIsSaidInOtherWords() {
        QCOMPARE(read("$30M for everything incl. VAT").at("budget"), std::string("$30M for everything incl. VAT"));
        QCOMPARE(read("Budget: USD 4.5 million").at("budget"), std::string("USD 4.5 million"));
        QCOMPARE(read("no more than 15 kW per rack").at("rack power"), std::string("15 kW per rack"));
        QCOMPARE(read("2 MW from the grid").at("site power basis"), std::string("utility"));
        QCOMPARE(read("finish training within three weeks").at("deadline"), std::string("three weeks"));
        QCOMPARE(read("300 concurrent users").at("users"), std::string("300 concurrent users"));
        QCOMPARE(read("at least 20 tokens per second for each").at("speed"), std::string("20 tokens per second"));
        QCOMPARE(read("first token in 2 seconds").at("latency"), std::string("2 seconds"));
        QCOMPARE(read("context of 128k tokens").at("context"), std::string("128k tokens"));
        QCOMPARE(read("chat for 200 users with the fine-tuned model").count("job"), std::size_t(0));
        QCOMPARE(read("QLoRA of Llama 3.1 8B").at("job"), std::string("QLoRA fine-tuning"));
        QCOMPARE(read("prefer Dell").at("vendor"), std::string("preferred: Dell"));
        QCOMPARE(read("no Supermicro").at("vendor"), std::string("no Supermicro"));
        QCOMPARE(read("two DGX B200").at("most nodes"), std::string("two DGX B200"));
        QCOMPARE(read("we have 64 H100").at("kept"), std::string("64 H100"));
        QCOMPARE(read("delivered in 12 weeks").at("delivery"), std::string("12 weeks"));
        QCOMPARE(read("hall of 400 m2").at("room"), std::string("400 m2"));
    }
    void sloppyWordsAreReadToo() {
        QCOMPARE(read("2 racks with 15 kW each").at("rack power"), std::string("15 kW a rack"));
        QCOMPARE(read("16 racks at 50kW").at("rack power"), std::string("50kW a rack"));
        QCOMPARE(read("max 25kW per cabinet").at("rack power"), std::string("25kW per cabinet"));
        QCOMPARE(read("1.2MW total (IT or utility? don't know)").at("site power basis"), std::string("unknown"));
        QCOMPARE(read("300 users, 4k context each").at("context"), std::string("4k"));
        QCOMPARE(read("a chatbot that answers within 2 seconds").at("latency"), std::string("2 seconds"));
        QCOMPARE(read("done over the weekend").at("deadline"), std::string("2 days: over the weekend"));
        QCOMPARE(read("LoRA r=32 of Llama 3.1 8B").at("rank"), std::string("32"));
        QCOMPARE(read("Budget unknown").at("budget"), std::string("unknown"));
        QCOMPARE(read("30 Mio. Euro").at("budget"), std::string("30 Mio. Euro"));
        QCOMPARE(read("3 trillion tokens, MI355X").at("tokens"), std::string("3 trillion"));
        // A comma before one or two digits is a decimal one.
        QCOMPARE(readSizingQuestion({{"model", "8B"}, {"tokens", "1T"}, {"site power", "1,2 MW IT"}})->sitePower,
                 1.2e6);
        QCOMPARE(readSizingQuestion({{"model", "8B"}, {"tokens", "1T"}, {"site power", "1,200 kW"}})->sitePower, 1.2e6);
        const auto two = read("Train 7B on 300B tokens and at the same time serve the 70B to 200 users");
        QCOMPARE(two.at("model"), std::string("7B"));
        QCOMPARE(two.at("model 2"), std::string("70B"));
        QCOMPARE(two.at("job 2"), std::string("serve"));
        QCOMPARE(two.at("users 2"), std::string("200 users"));
        QCOMPARE(two.at("share 2"), std::string("50 %"));
        // A count that is no limit is what is asked for.
        QCOMPARE(read("we want 512 H200").at("most accelerators"), std::string("exactly 512"));
        QCOMPARE(read("at most 512 H200").at("most accelerators"), std::string("512"));
        // Of two busways one feeds each side.
        QVERIFY(read("hall with two 800 A busways").at("site power").starts_with("460 kW IT"));
        QVERIFY(readSizingSentence("Hi, train Llama 3.1 8B on 1T tokens. Budget: USD 3 million. Thanks", kNames)
                    .unread.empty());
    }
    void moneyOfOtherCurrenciesCountsByItsRate() {
        const auto budgetOf = [](const char* words, const char* rate) {
            const Result<SizingQuestion> question = readSizingQuestion(
                {{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"budget", words}, {"exchange rate", rate}});
            return question ? question->budget : -1;
        };
        QCOMPARE(budgetOf("10 M EUR", "1 EUR = 1.20 USD"), 12e6);
        QCOMPARE(budgetOf("€8m incl. VAT", "1.25"), 10e6);
        QCOMPARE(budgetOf("GBP 4.5M", "1.3"), 4.5e6 * 1.3);
        QCOMPARE(budgetOf("30 M USD", ""), 30e6);
        QCOMPARE(budgetOf("5 M AED", ""), 5e6 * 0.2723);
        QCOMPARE(budgetOf("5 M EUR", "unreadable"), -1.0);
        const Result<SizingQuestion> open =
            readSizingQuestion({{"model", "Llama 3.1 8B"}, {"tokens", "1T"}, {"budget", "CHF 2.5 Mio"}});
        QVERIFY(open.has_value());
        QCOMPARE(open->openKeys(), std::vector<std::string>{"exchange rate"});
    }
    // What no key was found in is told; nothing is made up for it.
    void whatIsNotReadIsTold() {
        const SentenceReading reading =
            readSizingSentence("Train Llama 3.1 8B on 1T tokens. We love 17 cats! RTO 4 h", kNames);
        QCOMPARE(reading.unread, (std::vector<std::string>{"We love 17 cats", "RTO 4 h"}));
        QVERIFY(readSizingSentence("", kNames).words.empty());
        QVERIFY(readSizingSentence("\xff\xfe \"(", kNames).words.empty());
    }
    void anyTextIsRead() {
        // Cut anywhere, a sentence still reads without leaving its bounds.
        const CsvTable table = questions();
        for (std::size_t row = 0; row < table.size(); ++row) {
            const std::string& text = table.cell(row, "sentence");
            for (std::size_t end = 0; end <= text.size(); ++end) {
                readSizingSentence(std::string_view(text).substr(0, end), kNames);
                readSizingSentence(std::string_view(text).substr(end), kNames);
            }
        }
    }
};

RW_SUITE(TestSizingSentence)
#include "tst_sizing_sentence.moc"
