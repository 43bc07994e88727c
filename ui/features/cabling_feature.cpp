// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "ui/inspector/inspector_fields.h"

namespace rackwright {

StudioFeature cablingStudio() {
    StudioFeature feature;
    feature.fields = {{SubjectKind::Pathway, addPathwayFields}, {SubjectKind::Cable, addCableFields}};
    return feature;
}

} // namespace rackwright
