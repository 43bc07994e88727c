// SPDX-License-Identifier: GPL-3.0-or-later
// The presets against the counts that their publishers give, and counts worked by hand for the parts that differ
// between families: biases, tied embeddings, grouped heads, experts, latent attention.
#include "solvers/workload/model_presets.h"
#include "solvers/workload/parameter_count.h"

#include <QTest>

#include <set>

using namespace rackwright;

namespace {

struct PublishedCount {
    const char* name;
    std::int64_t total, active, keyValueBytes;
};

// Totals: model hubs and papers; bytes per token at 16 bit: 2*L*k*d*2, DeepSeek-V3's 70 KB from its hardware paper.
constexpr PublishedCount kKnown[] = {
    {"Llama-2-7B", 6738415616, 6738415616, 524288},       {"Llama-2-13B", 13015864320, 13015864320, 819200},
    {"Llama-2-70B", 68976648192, 68976648192, 327680},    {"Llama-3/3.1-8B", 8030261248, 8030261248, 131072},
    {"Llama-3.1-70B", 70553706496, 70553706496, 327680},  {"Llama-3.1-405B", 405853388800, 405853388800, 516096},
    {"GPT-22B", 22074273792, 22074273792, 1179648},       {"GPT-3-175B", 174615846912, 174615846912, 4718592},
    {"MT-NLG-530B", 529600819200, 529600819200, 8601600}, {"GPT-1T", 1008038758400, 1008038758400, 13107200},
    {"Mistral-7B", 7241732096, 7241732096, 131072},       {"Mixtral-8x7B", 46702792704, 12879925248, 131072},
    {"Mixtral-8x22B", 140630071296, 39161468928, 229376}, {"Qwen2.5-7B", 7615616512, 7615616512, 57344},
    {"Qwen2.5-32B", 32763876352, 32763876352, 262144},    {"Qwen2.5-72B", 72706203648, 72706203648, 327680},
    {"Qwen3-30B-A3B", 30532122624, 3353032704, 98304},    {"Qwen3-235B-A22B", 235093634560, 22190763520, 192512},
    {"DeepSeek-R1", 671026419200, 37552282624, 70272}, // a token passes no bias of the router: 58*256 fewer
};

ModelArchitecture tiny(ModelFamily family) {
    ModelArchitecture model;
    model.family = family;
    model.layers = 2;
    model.hidden = 4;
    model.heads = 2;
    model.keyValueHeads = 1;
    model.headDim = 2;
    model.ffn = 8;
    model.vocabulary = 10;
    return model;
}

} // namespace

class TestModelPresets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsArePublished_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kKnown)); ++i)
            QTest::newRow(kKnown[i].name) << i;
    }
    void countsArePublished() {
        QFETCH(int, index);
        const PublishedCount& known = kKnown[index];
        const Result<ModelArchitecture> model = modelOfName(known.name);
        QVERIFY(model.has_value());
        QCOMPARE(totalParameters(*model), known.total);
        QCOMPARE(activeParameters(*model), known.active);
        QCOMPARE(2 * keyValueElementsPerToken(*model), known.keyValueBytes);
    }
    void everyPresetIsCountedHere() { QCOMPARE(modelPresets().size(), std::size(kKnown)); }
    void partsByHand() {
        // q 4*4, k and v 2*4*2, o 4*4; gated MLP 3*4*8; norms 2*4 a layer and 4 at the end; 10*4 in and out.
        QCOMPARE(totalParameters(tiny(ModelFamily::Llama)), 2 * (48 + 96 + 8) + 4 + 80);
        // Biases 4+2*2+4 and 8+4, plain MLP 2*4*8, LayerNorm 4*4 and 8, 2,048 positions, matrix tied.
        ModelArchitecture gpt = tiny(ModelFamily::Gpt);
        gpt.tiedEmbeddings = true;
        QCOMPARE(totalParameters(gpt), 2 * (48 + 12 + 64 + 12 + 16) + 8 + 40 + 2048 * 4);
        // One dense layer and one of 3 experts of width 5, of which a token passes 1 and the shared one.
        ModelArchitecture moe = tiny(ModelFamily::Llama);
        moe.moe = ExpertLayers{3, 1, 5, 1, 1, true};
        QCOMPARE(totalParameters(moe), 2 * (48 + 8) + 96 + 4 * 60 + 12 + 3 + 4 + 80);
        QCOMPARE(activeParameters(moe), 2 * (48 + 8) + 96 + 2 * 60 + 12 + 4 + 80);
    }
    void flopByHand() {
        // 2*(2*(48+96)+40) for the matrices; attention 4*L*a*d*s = 4*2*2*2*16 counted in full.
        const ModelArchitecture model = tiny(ModelFamily::Llama);
        QCOMPARE(forwardFlopPerToken(model, 16, AttentionFlop::Full), 656.0 + 512.0);
        QCOMPARE(forwardFlopPerToken(model, 16, AttentionFlop::CausalHalf), 656.0 + 256.0);
        QCOMPARE(trainingFlopPerToken(model, 16, AttentionFlop::Full), 3 * (656.0 + 512.0));
    }
    void namesAreUnique() {
        std::set<std::string> names;
        for (const ModelPreset& preset : modelPresets()) {
            QVERIFY(names.insert(preset.architecture.name).second);
            for (const std::string& alias : preset.aliases)
                QVERIFY(names.insert(alias).second);
        }
    }
    void unknownNamesTheNearest() {
        const Result<ModelArchitecture> model = modelOfName("Llama-3.1-80B");
        QVERIFY(!model);
        QCOMPARE(model.error().message.id, std::string("workload.unknown-model"));
        const auto& near = std::get<WordList>(model.error().message.arguments[1].value).words;
        QCOMPARE(near.front(), std::string("Llama-3.1-8B"));
    }
    void badTablesAreRefused() {
        const std::string header = "model,layers,hidden,heads,kv_heads,head_dim,ffn,vocab,tied_embeddings,source\n";
        QVERIFY(readModelPresets(header + "A,1,8,1,1,8,32,10,0,somewhere\n").has_value());
        for (const char* row : {"A,1.5,8,1,1,8,32,10,0,somewhere\n", "A,0,8,1,1,8,32,10,0,somewhere\n",
                                "A,1,8,1,1,8,32,x,0,somewhere\n", "A,1,8,1,1,8,32,10,0,\n", "A\n"})
            QVERIFY(!readModelPresets(header + row).has_value());
    }
};

QTEST_APPLESS_MAIN(TestModelPresets)
#include "tst_model_presets.moc"
