// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Commands that take what other programs hold: a NetBox set as a new design, an edited list of cables.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <functional>

namespace rackwright {

/// What the window does with what was read.
struct ExchangeWindow {
    QWidget* window = nullptr;
    std::function<void(const QString&)> say;
    std::function<void(const Error&)> refuse;
    std::function<void(Document, const QString& name)> open; ///< as a new design
};

void connectExchangeActions(Actions& actions, StudioDocument& document, StudioServices& services,
                            const ExchangeWindow& window);

} // namespace rackwright
