// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storage/storage_form.h"

#include "model/edits/workload_edits.h"
#include "solvers/storage/checkpoint.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <unordered_set>

namespace rackwright {

namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

} // namespace

std::vector<Id<Device>> freeStorageNodes(const Project& project, const Design& design) {
    std::unordered_set<std::uint64_t> taken;
    for (const StoragePool& pool : design.storagePools)
        for (const Id<Device> member : pool.members)
            taken.insert(member.value);
    std::vector<Id<Device>> nodes;
    for (const Device& device : design.devices) {
        const Part* part = findPart(project, device.part);
        if (part && part->category == PartCategory::StorageNode && !taken.contains(device.id.value))
            nodes.push_back(device.id);
    }
    return nodes;
}

StorageForm::StorageForm(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setProperty("bare", true);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(12, 4, 12, 12);
}

QString StorageForm::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void StorageForm::show(Id<StoragePool> pool, Id<Workload> workload) {
    const Design& design = m_document.shownDesign();
    const Workload* job = design.workloads.find(workload);
    const Shape now{pool, workload, job && isTraining(*job),
                    freeStorageNodes(*m_document.shownProject(), design).size(), design.storagePools.size()};
    if (!m_form || now != m_shape) {
        m_shape = now;
        rebuild();
    }
    m_form->refresh();
    setChosen(m_chosen);
}

void StorageForm::setChosen(const std::vector<Parameter>& chosen) {
    m_chosen = chosen;
    if (m_form)
        ParameterFields::showChosen(*m_form, chosen, m_services.texts());
}

Done StorageForm::commitPool(const std::string& field, const std::function<void(StoragePool&)>& change) {
    const StoragePool* row = pool();
    if (!row)
        return done();
    StoragePool next = *row;
    change(next);
    Edit edit = edits::putStoragePool(edits::activeTarget(*m_document.project()), std::move(next));
    edit.text = Message("undo.workload.field")
                    .with("field", m_services.texts().text("inspector." + field))
                    .with("name", row->name);
    const Done committed = m_document.commit(edit);
    m_document.closeMerge();
    return committed;
}

Done StorageForm::commitWorkload(const std::string& field,
                                 const std::function<void(std::vector<Parameter>&)>& change) {
    const Workload* row = workload();
    if (!row)
        return done();
    Workload next = *row;
    change(next.parameters);
    Edit edit = edits::putWorkload(edits::activeTarget(*m_document.project()), std::move(next));
    edit.text = Message("undo.workload.field")
                    .with("field", m_services.texts().text("inspector." + field))
                    .with("name", row->name);
    const Done committed = m_document.commit(edit);
    m_document.closeMerge();
    return committed;
}

void StorageForm::rebuild() {
    if (m_form) {
        m_form->hide();
        m_form->deleteLater();
    }
    m_form = new FieldForm(m_services.texts());
    m_form->setObjectName(QStringLiteral("storage.form"));
    m_column->addWidget(m_form);
    if (workload())
        addJob();
    if (pool())
        addPool();
    ParameterFields::keepNarrow(*m_form);
}

void StorageForm::addPool() {
    m_form->addSection("pool");
    m_form->addText(
        "storage.name", [this]() -> std::vector<QString> { return {pool() ? toText(pool()->name) : QString()}; },
        [this](const QString& typed) {
            return commitPool("storage.name", [&](StoragePool& row) { row.name = typed.trimmed().toStdString(); });
        });
    m_form->addText(
        "storage.product",
        [this]() -> std::vector<QString> { return {pool() ? toText(pool()->product) : QString()}; },
        [this](const QString& typed) {
            return commitPool("storage.product",
                              [&](StoragePool& row) { row.product = typed.trimmed().toStdString(); });
        });
    m_form->addFact("storage.members", [this] {
        const auto count = static_cast<std::int64_t>(pool() ? pool()->members.size() : 0);
        return toText(m_services.texts().sentence(Message("storage.members").with("count", count)));
    });
    if (m_shape.freeNodes > 0) {
        auto* take = new QToolButton;
        take->setObjectName(QStringLiteral("storage.take-nodes"));
        take->setText(toText(m_services.texts().sentence(
            Message("storage.take-nodes").with("count", static_cast<std::int64_t>(m_shape.freeNodes)))));
        take->setProperty("chip", true);
        connect(take, &QToolButton::clicked, this, &StorageForm::takeNodes);
        m_form->addWidget(take);
    }
    ParameterFields fields(
        *m_form, m_services.texts(),
        [this]() -> const std::vector<Parameter>* { return pool() ? &pool()->parameters : nullptr; },
        [this](const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
            return commitPool(field, [&](StoragePool& row) { change(row.parameters); });
        });
    fields.addWords("storage.tier", "tier", {"", "archive"});
    fields.addWords("storage.media", "media", {"", "hdd"});
    fields.addQuantity("storage.data", "data", "");
    fields.addQuantity("storage.parity", "parity", "");
    fields.addWords("storage.code-domain", "code-domain", {"", "node"});
    fields.addQuantity("storage.spare", "spare", "");
}

void StorageForm::addJob() {
    m_form->addSection(m_shape.isTraining ? "checkpoints" : "data");
    ParameterFields fields(
        *m_form, m_services.texts(),
        [this]() -> const std::vector<Parameter>* { return workload() ? &workload()->parameters : nullptr; },
        [this](const std::string& field, const std::function<void(std::vector<Parameter>&)>& change) {
            return commitWorkload(field, change);
        });
    if (m_shape.isTraining) {
        std::vector<std::string> modes{""};
        for (const std::string_view mode : EnumNames<CheckpointMode>::names)
            modes.emplace_back(mode);
        fields.addWords("storage.checkpoint-mode", "checkpoint-mode", modes);
        fields.addQuantity("storage.checkpoint-interval", "checkpoint-interval", "min");
        fields.addQuantity("storage.checkpoint-bytes", "checkpoint-bytes", "B");
        fields.addQuantity("storage.checkpoint-window", "checkpoint-window", "s");
        fields.addQuantity("storage.kept-hot", "kept-hot", "");
        fields.addQuantity("storage.kept-warm", "kept-warm", "");
        fields.addQuantity("storage.kept-cold", "kept-cold", "");
        m_form->addSection("data");
        std::vector<std::string> modalities{""};
        for (const std::string_view modality : EnumNames<Modality>::names)
            if (modality != "tokens")
                modalities.emplace_back(modality);
        fields.addWords("storage.modality", "modality", modalities);
        fields.addQuantity("storage.dataset-size", "dataset-size", "TB");
        fields.addQuantity("storage.sample-size", "sample-size", "B");
        fields.addWords("storage.cache", "cache", {"", "full"});
    } else {
        fields.addQuantity("storage.load-time", "load-time", "s");
    }
    if (m_shape.pools > 1)
        fields.addText("storage.pool", "pool");
}

void StorageForm::takeNodes() {
    const std::vector<Id<Device>> nodes =
        freeStorageNodes(*m_document.project(), m_document.design());
    const Done taken = commitPool("storage.members", [&](StoragePool& row) {
        row.members.insert(row.members.end(), nodes.begin(), nodes.end());
    });
    if (!taken)
        Q_EMIT hinted(toText(m_services.texts().sentence(taken.error().message)));
}

} // namespace rackwright
