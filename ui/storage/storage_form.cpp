// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storage/storage_form.h"

#include "model/edits/workload_edits.h"
#include "solvers/storage/checkpoint.h"
#include "ui/text/to_text.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <unordered_set>

namespace rackwright {

std::vector<Id<Device>> freeStorageNodes(const Project& project, const Design& design) {
    std::unordered_set<std::uint64_t> taken;
    for (const StoragePool& pool : design.storagePools)
        for (const Id<Device> member : pool.members)
            taken.insert(member.value);
    std::vector<Id<Device>> nodes;
    for (const Device& device : design.devices) {
        const Part* part = findPart(project, device.part);
        const bool isStorage =
            part && (part->category == PartCategory::StorageNode || part->category == PartCategory::StorageSystem);
        if (isStorage && !taken.contains(device.id.value))
            nodes.push_back(device.id);
    }
    return nodes;
}

namespace {

/// A field is named as its parameter.
void addWords(ParameterFields& fields, const char* parameter, const std::vector<std::string>& words) {
    fields.addWords(std::string("storage.").append(parameter), parameter, words);
}

} // namespace

StorageForm::StorageForm(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RowForm(document, services, parent) {}

void StorageForm::show(Id<StoragePool> pool, Id<Workload> workload) {
    const Design& design = document().shownDesign();
    const Workload* job = design.workloads.find(workload);
    const Shape now{pool, workload, job && isTraining(*job),
                    freeStorageNodes(*document().shownProject(), design).size(), design.storagePools.size()};
    if (!form() || now != m_shape) {
        m_shape = now;
        layOut(QStringLiteral("storage.form"), [this] {
            if (this->workload())
                addJob();
            if (this->pool())
                addPool();
        });
    }
    readFields();
}

Done StorageForm::commitPool(const std::string& field, const std::function<void(StoragePool&)>& change) {
    const StoragePool* row = pool();
    if (!row)
        return done();
    StoragePool next = *row;
    change(next);
    return commitField(edits::putStoragePool(edits::activeTarget(*document().project()), std::move(next)), field,
                       row->name);
}

Done StorageForm::commitWorkload(const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
    const Workload* row = workload();
    if (!row)
        return done();
    Workload next = *row;
    change(next.parameters);
    return commitField(edits::putWorkload(edits::activeTarget(*document().project()), std::move(next)), field,
                       row->name);
}

void StorageForm::addPool() {
    form()->addSection("pool");
    form()->addText(
        "storage.name", [this]() -> std::vector<QString> { return {pool() ? toText(pool()->name) : QString()}; },
        [this](const QString& typed) {
            return commitPool("storage.name", [&](StoragePool& row) { row.name = typed.trimmed().toStdString(); });
        });
    form()->addText(
        "storage.product", [this]() -> std::vector<QString> { return {pool() ? toText(pool()->product) : QString()}; },
        [this](const QString& typed) {
            return commitPool("storage.product",
                              [&](StoragePool& row) { row.product = typed.trimmed().toStdString(); });
        });
    form()->addFact("storage.members", [this] {
        const auto count = static_cast<std::int64_t>(pool() ? pool()->members.size() : 0);
        return toText(services().texts().sentence(Message("storage.members").with("count", count)));
    });
    if (m_shape.freeNodes > 0) {
        auto* take = new QToolButton;
        take->setObjectName(QStringLiteral("storage.take-nodes"));
        take->setText(toText(services().texts().sentence(
            Message("storage.take-nodes").with("count", static_cast<std::int64_t>(m_shape.freeNodes)))));
        take->setProperty("chip", true);
        connect(take, &QToolButton::clicked, this, &StorageForm::takeNodes);
        form()->addWidget(take);
    }
    ParameterFields fields(
        *form(), services().texts(),
        [this]() -> const std::vector<Parameter>* { return pool() ? &pool()->parameters : nullptr; },
        [this](const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
            return commitPool(field, [&](StoragePool& row) { change(row.parameters); });
        });
    addWords(fields, "tier", {"", "archive"});
    addWords(fields, "media", {"", "hdd"});
    fields.addQuantity("storage.data", "data", "");
    fields.addQuantity("storage.parity", "parity", "");
    addWords(fields, "code-domain", {"", "node"});
    fields.addQuantity("storage.spare", "spare", "");
}

void StorageForm::addJob() {
    form()->addSection(m_shape.isTraining ? "checkpoints" : "data");
    ParameterFields fields(
        *form(), services().texts(),
        [this]() -> const std::vector<Parameter>* { return workload() ? &workload()->parameters : nullptr; },
        [this](const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
            return commitWorkload(field, change);
        });
    if (m_shape.isTraining) {
        std::vector<std::string> modes{""};
        for (const std::string_view mode : EnumNames<CheckpointMode>::names)
            modes.emplace_back(mode);
        addWords(fields, "checkpoint-mode", modes);
        fields.addQuantity("storage.checkpoint-interval", "checkpoint-interval", "min");
        fields.addQuantity("storage.checkpoint-steps", "checkpoint-steps", "");
        fields.addQuantity("storage.checkpoint-bytes", "checkpoint-bytes", "B");
        fields.addQuantity("storage.checkpoint-window", "checkpoint-window", "s");
        addWords(fields, "checkpoint-target", {"", "local"});
        std::vector<std::string> backends{""};
        for (const std::string_view backend : EnumNames<CheckpointBackend>::names)
            backends.emplace_back(backend);
        addWords(fields, "checkpoint-backend", backends);
        form()->addFact("storage.checkpoint-backend-risk", [this] {
            const auto backend = workload() ? checkpointBackendOf(*workload()) : std::nullopt;
            return toText(
                services().texts().text(backend ? "checkpoint-backend." + std::string(enumName(*backend)) + ".risk"
                                                : std::string("checkpoint-backend.unsaid")));
        });
        fields.addQuantity("storage.kept-hot", "kept-hot", "");
        fields.addQuantity("storage.kept-warm", "kept-warm", "");
        fields.addQuantity("storage.kept-cold", "kept-cold", "");
        form()->addSection("data");
        std::vector<std::string> modalities{""};
        for (const std::string_view modality : EnumNames<Modality>::names)
            if (modality != "tokens")
                modalities.emplace_back(modality);
        addWords(fields, "modality", modalities);
        fields.addQuantity("storage.dataset-size", "dataset-size", "TB");
        fields.addQuantity("storage.token-bytes", "token-bytes", "B");
        fields.addQuantity("storage.sample-size", "sample-size", "B");
        fields.addQuantity("storage.sample-rate", "sample-rate", "Hz");
        fields.addQuantity("storage.samples-per-file", "samples-per-file", "");
        addWords(fields, "cache", {"", "full"});
    } else {
        fields.addQuantity("storage.load-time", "load-time", "s");
    }
    if (m_shape.pools > 1)
        fields.addText("storage.pool", "pool");
}

void StorageForm::takeNodes() {
    const std::vector<Id<Device>> nodes = freeStorageNodes(*document().project(), document().design());
    const Done taken = commitPool("storage.members", [&](StoragePool& row) {
        row.members.insert(row.members.end(), nodes.begin(), nodes.end());
    });
    if (!taken)
        hint(taken.error());
}

} // namespace rackwright
