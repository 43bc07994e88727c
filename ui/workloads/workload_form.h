// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WorkloadForm: everything that a workload enters, as fields that commit one undoable edit each: who runs, the model with
// its dimensions, precision, plan, batch, or what is served. A field that is empty shows what the program chooses.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/forms/parameter_fields.h"

#include <QWidget>

class QVBoxLayout;

namespace rackwright {

class WorkloadForm : public QWidget {
    Q_OBJECT
public:
    WorkloadForm(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void show(Id<Workload> workload);
    using QWidget::show;
    /// Reads all fields again; another kind of workload or model brings other fields.
    void refresh();
    /// What the program chooses where nothing is entered, by parameter ("tp" -> "8").
    void setChosen(const std::vector<Parameter>& chosen);

Q_SIGNALS:
    void hinted(const QString& text);

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
    void rebuild();
    void addRun();
    void addModel();
    void addDimensions();
    void addTraining();
    void addServing();
    ParameterFields parameters();
    Done commit(const std::string& id, const std::function<void(Workload&)>& change, const Check& check = {});
    void readConfig();
    void describeOwn();
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QVBoxLayout* m_column = nullptr;
    FieldForm* m_form = nullptr;
    Id<Workload> m_workload;
    Shape m_shape;
    std::vector<Parameter> m_chosen;
};

} // namespace rackwright
