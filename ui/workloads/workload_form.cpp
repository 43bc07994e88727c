// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_form.h"

#include "model/edits/workload_edits.h"
#include "model/file/text_file.h"
#include "solvers/inference/serving.h"
#include "solvers/jobs/training_job.h"
#include "solvers/workload/model_config.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// The degrees entered must divide what they split; the others are taken as one.
Done checkDegrees(const Workload& workload) {
    const WorkloadModel model = modelOf(workload);
    if (!model)
        return done();
    const EnteredPlan entered = enteredPlan(workload);
    const auto degree = [](double value) { return std::max<std::int64_t>(1, std::llround(value)); };
    ParallelPlan plan;
    plan.tensor = degree(entered.tensor);
    plan.pipeline = degree(entered.pipeline);
    plan.context = degree(entered.context);
    plan.expert = degree(entered.expert);
    const auto sequence = parameterValue(workload.parameters, "sequence", "");
    plan.sequence = sequence && sequence->isKnown() ? degree(sequence->typical()) : plan.context;
    return checkPlan(model->architecture, plan);
}

QString millions(std::int64_t count, const Texts& texts) {
    return toText(texts.sentence(
        Message("workloads.parameters").with("count", UnitNumber{static_cast<double>(count) / 1e9, ""})));
}

} // namespace

WorkloadForm::WorkloadForm(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RowForm(document, services, parent) {}

const Workload* WorkloadForm::workload() const { return document().shownDesign().workloads.find(m_workload); }

WorkloadForm::Shape WorkloadForm::shape() const {
    const Workload* row = workload();
    if (!row)
        return {};
    const WorkloadModel model = modelOf(*row);
    return {m_workload,
            isTraining(*row),
            hasOwnDimensions(*row),
            model && model->architecture.moe,
            model && model->architecture.latent,
            isDisaggregated(*row)};
}

void WorkloadForm::show(Id<Workload> workload) {
    m_workload = workload;
    refresh();
}

void WorkloadForm::refresh() {
    if (const Shape now = shape(); !form() || now != m_shape) {
        m_shape = now;
        layOut(QStringLiteral("workload.form"), [this] { addFields(); });
    }
    readFields();
}

Done WorkloadForm::commit(const std::string& id, const std::function<void(Workload&)>& change, const Check& check) {
    const Workload* row = workload();
    if (!row)
        return done();
    Workload next = *row;
    change(next);
    if (check)
        if (const Done checked = check(next); !checked)
            return checked;
    return commitField(edits::putWorkload(edits::activeTarget(*document().project()), std::move(next)), id, row->name);
}

// A plan that divides may not become one that does not; one that came from a file may be mended step by step.
ParameterFields WorkloadForm::parameters() {
    return {*form(), services().texts(),
            [this]() -> const std::vector<Parameter>* { return workload() ? &workload()->parameters : nullptr; },
            [this](const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
                const bool isLegal = workload() && checkDegrees(*workload());
                return commit(
                    field, [&](Workload& row) { change(row.parameters); }, isLegal ? Check(checkDegrees) : Check());
            }};
}

void WorkloadForm::addFields() {
    if (!workload())
        return;
    addRun();
    addModel();
    if (m_shape.isTraining)
        addTraining();
    else
        addServing();
}

void WorkloadForm::addRun() {
    form()->addText(
        "workload.name",
        [this]() -> std::vector<QString> { return {workload() ? toText(workload()->name) : QString()}; },
        [this](const QString& typed) {
            return commit("workload.name", [&](Workload& row) { row.name = typed.trimmed().toStdString(); });
        });
    std::vector<QString> kinds;
    for (const std::string_view kind : EnumNames<WorkloadKind>::names)
        kinds.push_back(text("workload.kind." + std::string(kind)));
    form()->addChoice(
        "workload.kind", kinds,
        [this]() -> std::vector<int> { return {workload() ? static_cast<int>(workload()->kind) : -1}; },
        [this](int index) {
            return commit("workload.kind", [&](Workload& row) { row.kind = static_cast<WorkloadKind>(index); });
        });
    form()->addQuantity(
        "workload.share", "%", QuantityField::Empty::Refused,
        [this]() -> std::vector<std::optional<double>> {
            return {workload() ? std::optional(workload()->acceleratorShare) : std::nullopt};
        },
        [this](std::optional<double> si) {
            return commit("workload.share", [&](Workload& row) { row.acceleratorShare = *si; });
        });
    form()->addQuantity(
        "workload.phase", "", QuantityField::Empty::Refused,
        [this]() -> std::vector<std::optional<double>> {
            return {workload() ? std::optional(static_cast<double>(workload()->phase)) : std::nullopt};
        },
        [this](std::optional<double> value) -> Done {
            if (const Done counted = ParameterFields::checkCount(value); !counted)
                return counted;
            return commit("workload.phase", [&](Workload& row) { row.phase = static_cast<std::int64_t>(*value); });
        });
}

void WorkloadForm::addModel() {
    form()->addSection("model");
    std::vector<QString> names;
    for (const ModelPreset& preset : modelPresets())
        names.push_back(toText(preset.architecture.name));
    // A name that is no preset's stands last: a model of one's own.
    const Workload& now = *workload();
    const bool isPreset = findModelPreset(now.model) && !m_shape.hasOwnModel;
    if (!isPreset)
        names.push_back(toText(services().texts().sentence(
            Message("workloads.own-model").with("model", now.model.empty() ? std::string("–") : now.model))));
    form()->addChoice(
        "workload.model", names,
        [this]() -> std::vector<int> {
            const Workload* row = workload();
            const ModelPreset* preset = row && !m_shape.hasOwnModel ? findModelPreset(row->model) : nullptr;
            return {preset ? static_cast<int>(preset - modelPresets().data())
                           : static_cast<int>(modelPresets().size())};
        },
        [this](int index) -> Done {
            if (static_cast<std::size_t>(index) >= modelPresets().size())
                return done();
            return commit("workload.model", [&](Workload& row) {
                enterPreset(row, modelPresets()[static_cast<std::size_t>(index)].architecture.name);
            });
        });
    form()->addFact("workload.parameters", [this] {
        const WorkloadModel model = workload() ? modelOf(*workload()) : nullptr;
        if (!model)
            return text("workloads.no-model");
        const std::int64_t all = totalParameters(model->architecture), active = activeParameters(model->architecture);
        return all == active ? millions(all, services().texts())
                             : toText(services().texts().sentence(
                                   Message("workloads.parameters.active")
                                       .with("count", UnitNumber{static_cast<double>(all) / 1e9, ""})
                                       .with("active", UnitNumber{static_cast<double>(active) / 1e9, ""})));
    });
    auto* buttons = new QWidget;
    buttons->setProperty("bare", true);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const char* name, const char* tip, auto action) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name));
        button->setText(text(name));
        button->setToolTip(text(tip));
        button->setProperty("chip", true);
        connect(button, &QToolButton::clicked, this, action);
        row->addWidget(button);
    };
    add("workloads.read-config", "workloads.read-config.tip", [this] { readConfig(); });
    if (!m_shape.hasOwnModel)
        add("workloads.describe-own", "workloads.describe-own.tip", [this] { describeOwn(); });
    row->addStretch();
    form()->addWidget(buttons);
    if (m_shape.hasOwnModel)
        addDimensions();
}

void WorkloadForm::addDimensions() {
    form()->addText(
        "workload.model-name",
        [this]() -> std::vector<QString> { return {workload() ? toText(workload()->model) : QString()}; },
        [this](const QString& typed) {
            return commit("workload.model-name", [&](Workload& row) { row.model = typed.trimmed().toStdString(); });
        });
    const auto isShown = [this](std::string_view parameter) {
        const bool isLatent = parameter == "model-q-rank" || parameter == "model-kv-rank" ||
                              parameter == "model-nope-dim" || parameter == "model-rope-dim" ||
                              parameter == "model-v-dim";
        const bool isExpert = parameter == "model-top-k" || parameter == "model-expert-ffn" ||
                              parameter == "model-shared-experts" || parameter == "model-dense-layers" ||
                              parameter == "model-router-bias";
        return isLatent ? m_shape.hasLatent : !isExpert || m_shape.hasExperts;
    };
    for (const ModelDimension& each : modelDimensions()) {
        if (!isShown(each.parameter))
            continue;
        const std::string id = "workload." + std::string(each.parameter);
        const auto read = [this, &each]() -> std::optional<std::int64_t> {
            const WorkloadModel model = workload() ? modelOf(*workload()) : nullptr;
            return model ? std::optional(each.get(model->architecture)) : std::nullopt;
        };
        const auto write = [this, id, &each](double value) -> Done {
            if (value < 0 || value != std::floor(value) || value > 1e9)
                return inputError(Message("workloads.no-count"));
            // Both fields are named: only together they are wrong.
            if (const WorkloadModel model = workload() ? modelOf(*workload()) : nullptr) {
                ModelArchitecture wanted = model->architecture;
                each.set(wanted, static_cast<std::int64_t>(value));
                if (!headsShareEvenly(wanted.heads, wanted.keyValueHeads))
                    return unevenHeads(services().texts().text("inspector.workload.model-kv-heads"),
                                       wanted.keyValueHeads, services().texts().text("inspector.workload.model-heads"),
                                       wanted.heads);
            }
            const auto makesModel = [](const Workload& row) -> Done {
                return modelOf(row) ? done() : Done(inputError(Message("workloads.makes-no-model")));
            };
            return commit(
                id,
                [&](Workload& row) {
                    setParameter(row.parameters, each.parameter, std::to_string(static_cast<std::int64_t>(value)));
                },
                makesModel);
        };
        if (each.isFlag)
            form()->addSwitch(
                id, [read]() -> std::vector<int> { return {static_cast<int>(read().value_or(0))}; },
                [write](bool isOn) { return write(isOn ? 1 : 0); });
        else
            form()->addQuantity(
                id, "", QuantityField::Empty::Refused,
                [read]() -> std::vector<std::optional<double>> {
                    const auto value = read();
                    return {value ? std::optional(static_cast<double>(*value)) : std::nullopt};
                },
                [write](std::optional<double> value) { return write(*value); });
    }
}

void WorkloadForm::addTraining() {
    ParameterFields fields = parameters();
    form()->addSection("training");
    std::vector<std::string> recipes{""};
    for (const std::string_view recipe : EnumNames<TrainingRecipe>::names)
        recipes.emplace_back(recipe);
    fields.addWords("workload.recipe", "recipe", recipes);
    fields.addQuantity("workload.tokens", "tokens", "");
    fields.addQuantity("workload.batch", "batch", "");
    fields.addQuantity("workload.sequence", "sequence", "");
    fields.addQuantity("workload.micro-batch", "micro-batch", "");
    form()->addSection("plan");
    for (const char* degree : {"tp", "pp", "vp", "dp", "cp", "ep", "etp"})
        fields.addQuantity(std::string("workload.").append(degree), degree, "");
    fields.addWords("workload.zero", "zero", {"", "0", "1", "2", "3"});
    fields.addQuantity("workload.shard", "shard", "");
    fields.addWords("workload.offload", "offload", {"", "cpu", "nvme"});
    fields.addWords("workload.offload-weights", "offload-weights", {"", "cpu", "nvme"});
    fields.addWords("workload.offload-activations", "offload-activations", {"", "cpu", "nvme"});
    fields.addWords("workload.loss", "loss", {"", "tiled"});
    fields.addWords("workload.recompute", "recompute", {"", "none", "selective", "full"});
    fields.addWords("workload.overlap", "overlap", {"", "no"});
    std::vector<std::string> faults{""};
    for (const std::string_view fault : EnumNames<JobFault>::names)
        if (fault != enumName(JobFault::None))
            faults.emplace_back(fault);
    fields.addWords("workload.fault", "fault", faults);
}

void WorkloadForm::addServing() {
    ParameterFields fields = parameters();
    form()->addSection("serving");
    std::vector<std::string> formats{""};
    for (const std::string_view format : EnumNames<ServedFormat>::names)
        formats.emplace_back(format);
    fields.addWords("workload.precision", "precision", formats);
    fields.addWords("workload.kv-precision", "kv-precision", formats);
    fields.addQuantity("workload.prompt-tokens", "prompt-tokens", "");
    fields.addQuantity("workload.output-tokens", "output-tokens", "");
    fields.addQuantity("workload.concurrency", "concurrency", "");
    fields.addQuantity("workload.tensor-parallel", "tensor-parallel", "");
    fields.addQuantity("workload.pipeline-parallel", "pipeline-parallel", "");
    fields.addQuantity("workload.memory-share", "memory-share", "%");
    fields.addQuantity("workload.prefix-share", "prefix-share", "%");
    fields.addQuantity("workload.speculation", "speculation", "");
    fields.addQuantity("workload.prefill-chunk", "prefill-chunk", "");
    fields.addWords("workload.dp-attention", "dp-attention", {"", "yes", "no"});
    fields.addWords("workload.serving", "serving", {"", "disaggregated"});
    if (m_shape.isDisaggregated)
        fields.addQuantity("workload.prefill-share", "prefill-share", "%");
    fields.addQuantity("workload.ttft-target", "ttft-target", "ms");
    fields.addQuantity("workload.tpot-target", "tpot-target", "ms");
    fields.addQuantity("workload.e2e-target", "e2e-target", "s");
    fields.addQuantity("workload.rate-target", "rate-target", "Hz");
}

void WorkloadForm::describeOwn() {
    const WorkloadModel model = workload() ? modelOf(*workload()) : nullptr;
    ModelArchitecture architecture = model ? model->architecture : findModelPreset("Llama-3.1-8B")->architecture;
    const Done entered = commit("workload.model", [&](Workload& row) {
        architecture.name = services().texts().sentence(Message("workloads.own-name").with("model", architecture.name));
        enterModel(row, architecture);
    });
    if (!entered)
        hint(entered.error());
}

void WorkloadForm::readConfig() {
    const QString path =
        services().dialogs().openFile(this, text("workloads.read-config.title"), text("workloads.read-config.files"));
    if (path.isEmpty())
        return;
    const Result<std::string> file = readTextFile(QFile::encodeName(path).toStdString(), std::uintmax_t{1} << 20);
    const Result<ModelArchitecture> read = file ? readModelConfig(*file) : Result<ModelArchitecture>(file.error());
    const Done entered = read ? commit("workload.model",
                                       [&](Workload& row) {
                                           ModelArchitecture model = *read;
                                           if (model.name.empty())
                                               model.name = QFileInfo(path).dir().dirName().toStdString();
                                           enterModel(row, model);
                                       })
                              : Done(read.error());
    if (!entered)
        hint(entered.error());
}

} // namespace rackwright
