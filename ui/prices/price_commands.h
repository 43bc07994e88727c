// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The commands of prices: import of a list, prices of the books for the quote, exchange rates. The window adds them to
// its own and says where their dialogs belong.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <functional>
#include <span>

class QWidget;

namespace rackwright {

std::span<const ActionRow> priceActions();

/// Connects them; `say` takes what was done for the status line. What needs books is off where the program keeps none.
void connectPriceActions(Actions& actions, StudioDocument& document, StudioServices& services, QWidget* window,
                         std::function<void(const QString&)> say);

} // namespace rackwright
