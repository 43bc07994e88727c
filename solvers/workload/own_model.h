// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A model that a person describes: dimensions entered for a workload ("model-layers"), over those of the preset that it
// names or on their own. It judges only whether they make a model; what they cost is counted elsewhere.

#include "model/design/facility_rows.h"
#include "solvers/workload/model_presets.h"

#include <memory>
#include <span>

namespace rackwright {

/// A dimension or flag by the name of its parameter; flags are 0 or 1.
struct ModelDimension {
    std::string_view parameter;
    bool isFlag = false;
    std::int64_t (*get)(const ModelArchitecture&);
    void (*set)(ModelArchitecture&, std::int64_t);
};
/// In the order of the form.
std::span<const ModelDimension> modelDimensions();

/// The model of a workload: its preset with what was entered over it, null when neither makes a model.
using WorkloadModel = std::shared_ptr<const ModelPreset>;
WorkloadModel modelOf(const Workload& workload);

/// Whether any dimension was entered.
bool hasOwnDimensions(const Workload& workload);

/// Names the model and enters all of its dimensions; those of a preset need not be entered.
void enterModel(Workload& workload, const ModelArchitecture& model);
/// The model of that name as it is: entered dimensions go.
void enterPreset(Workload& workload, const std::string& name);

/// Sets a parameter of a row; an empty value takes it away.
void setParameter(std::vector<Parameter>& parameters, std::string_view name, std::string value);

} // namespace rackwright
