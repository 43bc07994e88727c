// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WorkloadForm: everything that a workload enters, as fields that commit one undoable edit each: who runs, the model with
// its dimensions, precision, plan, batch, or what is served. A field that is empty shows what the program chooses.

#include "ui/forms/parameter_fields.h"
#include "ui/forms/row_form.h"

namespace rackwright {

class WorkloadForm : public RowForm {
    Q_OBJECT
public:
    WorkloadForm(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void show(Id<Workload> workload);
    using QWidget::show;
    /// Reads all fields again; another kind of workload or model brings other fields.
    void refresh();

private:
    /// What decides which fields there are.
    struct Shape {
        Id<Workload> workload;
        bool isTraining = true, hasOwnModel = false, hasExperts = false, hasLatent = false, isDisaggregated = false;
        bool operator==(const Shape&) const = default;
    };
    /// A plan or batch that it would make, judged before it is entered.
    using Check = std::function<Done(const Workload&)>;

    Shape shape() const;
    const Workload* workload() const;
    void addFields();
    void addRun();
    void addModel();
    void addDimensions();
    void addTraining();
    void addServing();
    ParameterFields parameters();
    Done commit(const std::string& id, const std::function<void(Workload&)>& change, const Check& check = {});
    void readConfig();
    void describeOwn();

    Id<Workload> m_workload;
    Shape m_shape;
};

} // namespace rackwright
