// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StorageForm: what is entered of a pool (name, product, members, code, media) and of the checkpoints and data of a
// workload that it serves. Every field commits one undoable edit.

#include "ui/forms/parameter_fields.h"
#include "ui/forms/row_form.h"

namespace rackwright {

/// Devices of the design that are storage nodes and in no pool.
std::vector<Id<Device>> freeStorageNodes(const Project& project, const Design& design);

class StorageForm : public RowForm {
    Q_OBJECT
public:
    StorageForm(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Either may be null.
    void show(Id<StoragePool> pool, Id<Workload> workload);
    using QWidget::show;

private:
    /// What decides which fields there are.
    struct Shape {
        Id<StoragePool> pool;
        Id<Workload> workload;
        bool isTraining = false;
        std::size_t freeNodes = 0;
        std::size_t pools = 0;
        bool operator==(const Shape&) const = default;
    };

    const StoragePool* pool() const { return document().shownDesign().storagePools.find(m_shape.pool); }
    const Workload* workload() const { return document().shownDesign().workloads.find(m_shape.workload); }
    Done commitPool(const std::string& field, const std::function<void(StoragePool&)>& change);
    Done commitWorkload(const std::string& field, const std::function<void(std::vector<Parameter>&)>& change);
    void addPool();
    void addJob();
    void takeNodes();

    Shape m_shape;
};

} // namespace rackwright
