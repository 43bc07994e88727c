// SPDX-License-Identifier: GPL-3.0-or-later
// The guides: what their tables must hold, the decided cases of the source documents, boundaries and further cases of
// each guide, wrong words, and the sources' own tables beside the answers.
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/advice/advise.h"
#include "solvers/advice/ask_book.h"
#include "solvers/advice/design_inputs.h"
#include "solvers/advice/guide_formulas.h"
#include "solvers/advice/guide_words.h"
#include "solvers/domains.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>

using namespace rackwright;

namespace {

CsvTable tableOf(const QString& file) {
    QFile data(QStringLiteral(RW_TEST_DATA "/") + file);
    if (!data.open(QIODevice::ReadOnly))
        return {};
    return *CsvTable::read(data.readAll().toStdString());
}

/// As the verb splits them: at ";", each part at its first "=".
GivenInputs givenOf(std::string_view text) {
    GivenInputs given;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(';', at), text.size());
        std::string part(text.substr(at, end - at));
        part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
        if (const std::size_t mark = part.find('='); mark != std::string::npos)
            given[part.substr(0, mark)] = part.substr(mark + 1);
        at = end + 1;
    }
    return given;
}

/// Prices of the source documents, by hand: what the catalogue holds is tested where the catalogue is.
std::vector<MarketOffer> offers() {
    const auto offer = [](const char* name, double usd, double pflops, double gb, double domain, double hour,
                          std::optional<double> tokens, const char* system = "") {
        MarketOffer made;
        made.name = name;
        made.purchaseUsd = usd;
        made.densePflops = pflops;
        made.memoryGb = gb;
        made.domainSize = domain;
        made.system = system;
        made.cloudUsdPerHour["cheapest"] = hour;
        made.tokensPerS = tokens;
        return made;
    };
    return {offer("H100", 33500, 0.989, 80, 8, 1.38, 1200), offer("A100", 12500, 0.312, 80, 8, 1.07, 520),
            offer("B200", 65000, 2.25, 180, 8, 3.39, 4000), offer("MI300X", 15000, 1.307, 192, 8, 1.5, {}),
            offer("Gaudi 3", 15625, 1.835, 128, 8, 2, {}),
            offer("GB200", 42500, 2.5, 186, 72, 3.5, {}, "GB200 NVL72")};
}

Result<Advice> asked(const std::string& guide, std::string_view inputs) {
    static const FormulaRegistry formulas = guideFormulas();
    const Result<const Guide*> found = guideBook().guide(guide);
    if (!found)
        return found.error();
    static const std::vector<MarketOffer> market = offers();
    return advise(guideBook(), **found, givenOf(inputs), formulas, market);
}

std::string verdictOf(const std::string& guide, std::string_view inputs) {
    const Result<Advice> answer = asked(guide, inputs);
    return answer ? answer->verdict : "error " + answer.error().message.id;
}

bool standsBeside(const Advice& advice, GuideLevel level, std::string_view words) {
    return std::ranges::any_of(advice.beside, [&](const AdviceLine& line) {
        return line.rule->level == level && line.text.find(words) != std::string::npos;
    });
}

const GuideTable* tableNamed(std::string_view id) {
    for (const auto& table : guideBook().tables())
        if (table->id == id)
            return table.get();
    return nullptr;
}

/// The smallest book that reads, with one cell changed by a test.
struct SmallBook {
    std::string guides = "guide,title,question,workspace,topics\na,A,Is it?,plan,thing\n";
    std::string keys = "guide,key,kind,unit,meaning,words,default,aliases,low,high\na,n,number,,count,{n} things,,,1,9\n";
    std::string rules = "guide,level,severity,conditions,weight,text,reason,source,grade\n"
                        "a,answer,,n<5,,few,,us,estimate\na,answer,,n>=5,,many ({n}),,us,estimate\n";
    std::string sums = "guide,key,title,unit,conditions,formula,inputs\n";
    std::string groups = "group,countries,source,grade\n";
    std::string references = "table,title,source,grade,remark,guides\n";
    std::string tables;
    Result<GuideBook> read() const { return GuideBook::read({guides, keys, rules, sums, groups, references, tables}); }
};

std::string nearestOf(const Error& error) {
    std::string list;
    for (const Argument& argument : error.message.arguments)
        if (const auto* words = std::get_if<WordList>(&argument.value))
            for (const std::string& word : words->words)
                list += word + ";";
    return list;
}

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyDecidedCaseComesOut() {
        const CsvTable cases = tableOf(QStringLiteral("advice/cases.csv"));
        QVERIFY(cases.size() > 60);
        QStringList wrong;
        for (std::size_t row = 0; row < cases.size(); ++row) {
            const std::string found = verdictOf(cases.cell(row, "guide"), cases.cell(row, "inputs"));
            if (found != cases.cell(row, "expected_verdict"))
                wrong << QString::fromStdString(cases.cell(row, "case_id") + ": " + found + " instead of " +
                                                cases.cell(row, "expected_verdict"));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void furtherCasesOfEachGuide_data() {
        QTest::addColumn<QString>("guide");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* guide, const char* inputs, const char* verdict) {
            QTest::newRow((std::string(guide) + " " + inputs).c_str())
                << QString::fromUtf8(guide) << QString::fromUtf8(inputs) << QString::fromUtf8(verdict);
        };
        row("fabric_by_nodes", "nodes=12", "InfiniBand NDR first, RoCEv2 400GbE as cost option");
        row("fabric_by_nodes", "nodes=5", "either; RoCEv2 400GbE on cost");
        row("fabric_by_nodes", "nodes=4;fabric=plain ethernet;params_b=8",
            "finding: medium (TCP without RDMA: 20-40 % more wait)");
        row("fabric_by_nodes", "nodes=9;fabric=RoCEv2 400GbE;model_params_b=70;lossless_tuned=no",
            "finding: medium (RoCE with the tuning list)");
        row("fabric_by_nodes", "nodes=1;fabric=100GbE TCP;model_params_b=70", "none (NVLink only)");
        row("storage_by_dataset", "dataset_tb=9.99", "Local NVMe; > 10 GB/s per node");
        row("storage_by_dataset", "dataset_tb=12 PB", "Tiered (NVMe cache + parallel FS + object); > 1 TB/s");
        row("cooling_by_kw", "kw_per_rack=29.9", "Air cooling (in-row); containment required");
        row("cooling_by_kw", "kw_per_rack=19.9 kW", "Air cooling (in-row)");
        row("cooling_by_kw", "kw_per_rack=20;rack_scale=yes", "Direct-to-chip liquid (cold plate)");
        row("os_by_use_case", "use_case=vanilla kubernetes", "Ubuntu 22.04 LTS + Flatcar (workers)");
        row("os_by_use_case", "os=flatcar;filesystem=lustre", "finding: no Lustre client for Flatcar / Bottlerocket");
        row("serving_engine", "case=RAG chatbot", "SGLang");
        row("serving_engine", "case=fixed model;vendor=MI300X", "vLLM");
        row("serving_engine", "engine=TGI", "legacy: existing deployments only; plan migration to vLLM or SGLang");
        row("scheduler", "case=hyperparameter sweep", "Slurm job arrays");
        row("scheduler", "case=Kubernetes training with Kueue",
            "Kubernetes with kueue can train; Slurm is the usual choice");
        row("framework", "case=pre-training params_b=405", "Megatron-LM (or both)");
        row("framework", "case=fine-tuning params_b=13", "PyTorch FSDP");
        row("gpus_for_task", "case=QLoRA 70B", "1 x H100 or A100");
        row("gpus_for_task", "case=LoRA 34B", "2 x H100 SXM5");
        row("gpus_for_task", "case=LoRA 70B;gpu=H200", "2 x H200");
        row("gpus_for_task", "case=full SFT 70B",
            "32 x H100 (16 hold the states alone); the source's 8 fit only with 8-bit Adam");
        row("gpus_for_task", "case=full fine-tuning 13B", "4-8 GPUs");
        row("gpus_for_task", "case=pre-training 70B", "64 to 128 GPUs");
        row("gpus_for_task", "case=DPO 8B", "2 x H100 minimum");
        row("compliance", "case=personal data;site country=TR;cloud country=DE", "finding: data transfer (KVKK)");
        row("compliance", "case=personal data;site country=Germany;cloud country=US", "finding: data transfer (GDPR)");
        row("compliance", "case=personal data;site country=DE;cloud country=FR",
            "no transfer abroad: data stay within the EEA");
        row("compliance", "case=personal data;site country=BR;cloud country=US",
            "finding: data transfer (local law)");
        row("compliance", "case=personal data;site country=TR;cloud country=TR",
            "no transfer abroad: data stay in Turkey");
        row("compliance", "sector=bank", "on-premises may be mandated: finding");
        row("compliance", "destination=Hong Kong;listed_part=yes", "finding: check the export licence for Hong Kong");
        row("compliance", "destination=DE;listed_part=yes",
            "no licence requirement known for Germany; confirm with the vendor");
        row("scenario_winner", "case=cloud training", "Gaudi 3");
        row("scenario_winner", "case=cost no object", "GB200 NVL72");
        row("interconnect", "link_gbps=100", "marginally sufficient for small models");
        row("mig", "gpu=L40S", "finding: L40S has no MIG: error in a design");
        row("driver_cuda", "driver=535;cuda=12.5", "finding: CUDA 12.5 needs driver 550 or later by the source");
        row("containers", "case=Slurm", "Enroot + Pyxis");
        row("containers", "case=Kubernetes", "containerd + CDI (or nvidia-container-runtime)");
        row("spot", "case=training without checkpoints",
            "finding: spot without checkpoints loses the run with the machine");
        row("gpu_choice", "case=fine-tune 7B on a budget", "A100 SXM4 80 GB");
        row("gpu_choice", "case=pre-training 1T", "B300 (288 GB): 62 accelerators hold the states instead of 93 of 192 GB");
        row("gpu_choice", "case=inference 128K context", "H200 rather than H100");
        row("api_limits", "rpm=20000", "above: requests a minute");
        row("api_limits", "rpm=500;tpm=5000000", "within the bands");
        row("deployment", "privacy=required", "on-premises; managed only with contract; API excluded");
        row("deployment", "latency_ms=5", "on-premises");
        row("deployment", "purchase_usd=25000;cloud_usd_per_h=2.89", "buying pays after 8651 hours of use");
        row("rack_density", "server=DGX H100;servers=6", "61.2 kW computed (source: 45-50 kW for six)");
        row("power_cap", "cap_w=550", "15-25 % loss at 500 W, less above");
        row("fine_tune_or_pretrain", "case=from scratch", "pre-training: 8-256+ nodes, weeks to months");
        row("storage_format", "files=50;file_kb=100", "Pack the files into shards (WebDataset tars or Parquet)");
        row("glossary", "term=rpo", "checkpoint interval = RPO: the work that a failure may cost");
    }
    void furtherCasesOfEachGuide() {
        QFETCH(QString, guide);
        QFETCH(QString, inputs);
        QFETCH(QString, verdict);
        QCOMPARE(QString::fromStdString(verdictOf(guide.toStdString(), inputs.toStdString())), verdict);
    }
    void findingsConditionsAndOptionsStandBeside() {
        const auto tcp = asked("fabric_by_nodes", "nodes=9;fabric=100GbE TCP;model_params_b=70");
        QVERIFY(tcp && standsBeside(*tcp, GuideLevel::Finding, "100 Gb/s a port is 12.5 GB/s one way"));
        const auto large = asked("fabric_by_nodes", "nodes=512");
        QVERIFY(large && standsBeside(*large, GuideLevel::Note, "viable above 1,000"));
        const auto warm = asked("cooling_by_kw", "kw_per_rack=120");
        QVERIFY(warm && standsBeside(*warm, GuideLevel::Option, "Immersion (single-phase): capex high"));
        const auto old = asked("cooling_by_kw", "kw_per_rack=25;retrofit=yes");
        QVERIFY(old && standsBeside(*old, GuideLevel::Option, "Rear-door heat exchanger first"));
        const auto lora = asked("gpus_for_task", "case=LoRA 7B");
        QVERIFY(lora && standsBeside(*lora, GuideLevel::Option, "A100 SXM4 80 GB: cost-efficient"));
        const auto dpo = asked("gpus_for_task", "case=DPO 70B");
        QVERIFY(dpo && standsBeside(*dpo, GuideLevel::Finding, "no headroom"));
        const auto old134 = asked("scheduler", "case=inference;scheduler=kubernetes;k8s_version=1.33");
        QVERIFY(old134 && standsBeside(*old134, GuideLevel::Note, "count accelerators only"));
    }
    void computedValuesStandBesideTheSourcesOwn() {
        const auto guide = asked("sizing", "params_b=70");
        QVERIFY(guide);
        QVERIFY(guide->verdict.starts_with("64 accelerators at least, 128 recommended: 19.2"));
        std::set<std::string> formulas;
        for (const AdviceSum& sum : guide->sums)
            formulas.insert(sum.sum->formula);
        QVERIFY(formulas.contains("training_days") && formulas.contains("implied_mfu"));
        QVERIFY(std::ranges::any_of(guide->guide->tables, [](const GuideTable* table) { return table->id == "sizing_guide"; }));
        // The accelerators asked for, not the guide's.
        QVERIFY(verdictOf("sizing", "params_b=7;gpus=16").starts_with("7.68"));
    }
    void pointsFollowTheWeights() {
        const auto first = asked("ib_vs_roce", "ethernet_team=yes;nodes=12;cost_sensitive=no");
        QVERIFY(first);
        QCOMPARE(first->verdict, std::string("RoCEv2"));
        QCOMPARE(verdictOf("ib_vs_roce", "ethernet_team=yes;cost_sensitive=no;scale_weight=10;sharp=yes"),
                 std::string("InfiniBand"));
        QCOMPARE(first->guide->tables.front()->rows.size(), std::size_t(4));
    }
    void wrongWordsNameTheNearest() {
        const auto guide = asked("fabrik_by_nodes", "nodes=3");
        QVERIFY(!guide && nearestOf(guide.error()).starts_with("fabric_by_nodes;"));
        const auto key = asked("fabric_by_nodes", "nods=3");
        QVERIFY(!key && nearestOf(key.error()).starts_with("nodes;"));
        const auto word = asked("mig", "gpu=H10");
        QVERIFY(!word && nearestOf(word.error()).find("H100;") != std::string::npos);
        QCOMPARE(verdictOf("cooling_by_kw", "kw_per_rack=much"), std::string("error advice.bad-value"));
        QCOMPARE(verdictOf("cooling_by_kw", "kw_per_rack=-4"), std::string("error advice.out-of-range"));
        QCOMPARE(verdictOf("cooling_by_kw", "kw_per_rack=nan"), std::string("error advice.bad-value"));
        QCOMPARE(verdictOf("compliance", "destination=Atlantis"), std::string("error advice.bad-value"));
        QCOMPARE(verdictOf("serving_engine", "case=purple elephants"), std::string("error advice.unread-sentence"));
    }
    void whatDecidesNothingAsksForWhatWould() {
        const auto answer = asked("storage_by_dataset", "nodes=4");
        QVERIFY(!answer);
        QCOMPARE(answer.error().message.id, std::string("advice.undecided"));
        QCOMPARE(nearestOf(answer.error()), std::string("Size of the data set (dataset_tb=TB);"));
    }
    void wordsThatNoRuleReadsAreTold() {
        const auto answer = asked("serving_engine", "case=chat for purple elephants");
        QVERIFY(answer);
        QCOMPARE(answer->unread, (std::vector<std::string>{"purple", "elephants"}));
    }
    void plainQuestionsFindTheirGuide_data() {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("guide");
        for (const auto& [question, guide] :
             {std::pair("Do I need InfiniBand for 12 nodes?", "fabric_by_nodes"),
              {"Slurm or Kubernetes for training and serving?", "scheduler"},
              {"Which operating system for a Slurm cluster?", "os_by_use_case"},
              {"Which serving engine for chat?", "serving_engine"},
              {"How many GPUs to fine-tune a 70B model?", "gpus_for_task"},
              {"Megatron or FSDP?", "framework"}})
            QTest::newRow(question) << QString::fromUtf8(question) << QString::fromUtf8(guide);
    }
    void plainQuestionsFindTheirGuide() {
        QFETCH(QString, question);
        QFETCH(QString, guide);
        const BookAnswer found = askBook(guideBook(), question.toStdString(), {}, guideFormulas());
        const Guide* about = found.advice ? found.advice->guide : found.about;
        QVERIFY(about);
        QCOMPARE(QString::fromStdString(about->name), guide);
        const BookAnswer none = askBook(guideBook(), "What is the weather?", {}, guideFormulas());
        QVERIFY(!none.advice && !none.about && none.hits.empty());
    }
    // As strangers ask: no key, no name of a guide.
    void plainQuestionsAreAnswered_data() {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("answer");
        for (const auto& [question, answer] :
             {std::pair("export control for delivery to China", "finding: check the export licence for China"),
              {"deliver H200 to Hong Kong", "finding: check the export licence for Hong Kong"},
              {"personal data of Turkish customers processed in Germany", "finding: data transfer (KVKK)"},
              {"bank in Turkey wants a cloud", "on-premises may be mandated: finding"},
              {"is an A100 good enough for 13B", "A100 80 GB: enough for 7B to 13B at the least cost"},
              {"can I train on Inferentia", "finding: Inferentia 2 is for inference; take Trainium, or a GPU, to train"},
              {"H100 or H200 for long context", "H200 rather than H100"},
              {"does FP16 need loss scaling", "FP16 needs loss scaling; BF16 does not"},
              {"which CPU for a GPU node", "two sockets: AMD EPYC 9654 or Intel Xeon 8480+"},
              {"how many ranks for 64 nodes", "512 ranks: 64 nodes x 8"},
              {"gang scheduling 7 of 8 nodes", "all nodes of a job or none: Slurm does so by itself, Kubernetes with "
                                               "Kueue or Volcano"},
              {"cold start of a model", "on-premises and API: none; managed endpoints: 30 s to 5 min"},
              {"MIG on L40S", "finding: L40S has no MIG: error in a design"},
              {"B200 with CUDA 12.4", "finding: CUDA 12.4 holds no code for B200; 12.8 is the first that does"},
              {"spot price of B200", "no spot price of B200 is in the price book"}})
            QTest::newRow(question) << QString::fromUtf8(question) << QString::fromUtf8(answer);
    }
    void plainQuestionsAreAnswered() {
        QFETCH(QString, question);
        QFETCH(QString, answer);
        const std::vector<MarketOffer> market = offers();
        const BookAnswer found = askBook(guideBook(), question.toStdString(), {}, guideFormulas(), market);
        QVERIFY(found.advice);
        QCOMPARE(QString::fromStdString(found.advice->verdict), answer);
    }
    // What no guide decides is looked up in rules and tables, with their source.
    void whatNoGuideDecidesIsLookedUp() {
        const BookAnswer found = askBook(guideBook(), "MinIO bandwidth of a gateway", {}, guideFormulas());
        QVERIFY(!found.advice && !found.hits.empty());
        QVERIFY(found.hits.front().text.find("MinIO") != std::string::npos);
        QVERIFY(!found.hits.front().source.empty());
        for (std::size_t i = 1; i < found.hits.size(); ++i)
            QVERIFY(found.hits[i].score <= found.hits[i - 1].score);
    }
    void everyGuideIsWhole() {
        const FormulaRegistry formulas = guideFormulas(), all = formulasOfAllDomains();
        const std::vector<std::string> names = formulas.names(), allNames = all.names();
        std::set<std::string> measures;
        for (const std::string& name : marketMeasures())
            measures.insert({"rank:" + name, "offer:" + name});
        for (const Guide& guide : guideBook().guides()) {
            QVERIFY2(!guide.keys.empty() && !guide.topics.empty(), guide.name.c_str());
            for (const GuideSum& sum : guide.sums) {
                const bool isKnown = std::ranges::count(names, sum.formula) + std::ranges::count(allNames, sum.formula) == 2;
                QVERIFY2(isKnown || measures.contains(sum.formula), (guide.name + " " + sum.formula).c_str());
                for (const auto& [key, value] : givenOf(sum.inputs))
                    QVERIFY2(formulas.knowsKey(key), (guide.name + " " + key).c_str());
            }
            for (const GuideRule& rule : guide.rules)
                QVERIFY2(rule.grade <= Grade::Assumption && !rule.source.empty(), guide.name.c_str());
        }
    }
    // Numbers and names of the sources' tables stand as they are; sentences are our own.
    void tablesAreThoseOfTheSources_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QStringList>("columns");
        for (const auto& [table, columns] :
             {std::pair("ib_vs_roce", "factor"), {"haink_fabric_by_nodes", "nodes_low,nodes_high,recommended,alternative"},
              {"storage_by_dataset", "dataset_tb_low,dataset_tb_high,recommended_storage,bandwidth_gb_per_s_min,bandwidth_basis"},
              {"cooling_methods", "method,kw_per_rack_low,kw_per_rack_high,capex,opex,complexity"},
              {"power_density", "configuration,tdp_per_node_kw_as_given,racks_as_given,kw_per_rack_low,kw_per_rack_high"},
              {"power_capping", "configuration,limit_w,throughput_loss_percent_low,throughput_loss_percent_high"},
              {"operating_systems", "os,nvidia_driver_major_min,cuda,lustre_client"},
              {"os_by_use_case", "use_case,os"},
              {"kubernetes_components", "component"},
              {"sizing_guide", "params_billion_low,min_gpus,recommended_gpus,days_low,days_high"},
              {"time_to_train", "model,gpu_count,precision,days_low,days_high,cost_usd"},
              {"throughput_inference", "model,gpu_count,precision,batch,tokens_per_s_low,tokens_per_s_high"},
              {"scaling_efficiency", "gpu_count,node_count,efficiency_percent"},
              {"inference_optimizations", "technique,throughput_factor_low,throughput_factor_high,memory_reduction_percent"},
              {"inference_servers", "tool,use_case"},
              {"serving_engines", "engine"},
              {"api_limits", "limit,value_low,value_high,unit"},
              {"deployment_models", "dimension"},
              {"haink_training_sizes", "task,params_billion_low,gpus_low,gpus_high,gpu"},
              {"haink_fine_tune_vs_pretrain", "aspect"},
              {"component_overview", "subgraph,node,label"},
              {"price_performance_scenarios", "scenario,winner"},
              {"inference_cost", "gpu,usd_per_h,tokens_per_s,usd_per_million_tokens"},
              {"constraints_containers", "constraint"},
              {"constraints_gpu_drivers", "constraint"},
              {"constraints_network", "constraint"},
              {"constraints_storage", "constraint"},
              {"constraints_firmware", "constraint"},
              {"streaming_patterns", "pattern"},
              {"checkpoint_backends", "backend"}})
            QTest::newRow(table) << QString::fromUtf8(table)
                                 << QString::fromUtf8(columns).split(QLatin1Char(','));
    }
    void tablesAreThoseOfTheSources() {
        QFETCH(QString, table);
        QFETCH(QStringList, columns);
        const GuideTable* ours = tableNamed(table.toStdString());
        QVERIFY(ours);
        const CsvTable source = tableOf(QStringLiteral("seed_tables/") + table + QStringLiteral(".csv"));
        QCOMPARE(ours->rows.size(), source.size());
        for (const QString& column : columns) {
            const auto at = std::ranges::find(ours->header, column.toStdString());
            QVERIFY2(at != ours->header.end(), qPrintable(column));
            for (std::size_t row = 0; row < source.size(); ++row)
                QCOMPARE(QString::fromStdString(ours->rows[row][static_cast<std::size_t>(at - ours->header.begin())]),
                         QString::fromStdString(source.cell(row, column.toStdString())));
        }
    }
    void slipsOfTheTablesAreRefused() {
        QVERIFY(SmallBook().read());
        const auto refuses = [](auto change) {
            SmallBook book;
            change(book);
            const auto read = book.read();
            return !read && read.error().message.id == "advice.bad-cell";
        };
        QVERIFY(refuses([](SmallBook& book) { book.rules += "b,answer,,,,x,,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answers,,,,x,,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answer,,m=1,,x,,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answer,,n>few,,x,,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answer,,,,x {m},,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answer,,,,x,,us,guess\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,answer,,,,x,,,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.rules += "a,points,,,,x,,us,estimate\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.keys += "a,k,colour,,is,,,,,\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.keys += "a,k,word,,is,x;y,z,,,\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.groups += "eu,Atlantis,us,vendor\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.references += "t,T,us,estimate,,a\n"; }));
        QVERIFY(refuses([](SmallBook& book) { book.guides += "b,B,Is it?,plan,\n"; }));
    }
    void aDesignAnswersWhatItSays() {
        fixture::FabricHall hall = fixture::fabricHall();
        const Snapshot snapshot = hall.snapshot();
        const SolutionPtr solution = solve(snapshot, joined(programDomains()));
        const GivenInputs given = designInputs(solution->context(), *solution);
        QVERIFY(given.contains("nodes"));
        QVERIFY(given.at("fabric") == "infiniband" || given.at("fabric") == "roce");
        const auto all = designAdvice(guideBook(), solution->context(), *solution, guideFormulas());
        QVERIFY(std::ranges::any_of(all, [](const DesignAdvice& each) { return each.advice.guide->name == "fabric_by_nodes"; }));
        QVERIFY(std::ranges::none_of(all, [](const DesignAdvice& each) { return each.advice.guide->name == "glossary"; }));
    }
};

RW_CORE_SUITE(TestAdvice)
#include "tst_advice.moc"
