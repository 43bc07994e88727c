// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// "Connect to…": one line that finds what the chosen things may be connected to, by any of its words.

#include "ui/supply/connections.h"

class QWidget;

namespace rackwright {

class StudioDocument;

/// What is chosen becomes connected, as one step. `way` given, that one alone is offered.
void openConnectPalette(StudioDocument& document, const Texts& texts, QWidget* window,
                        std::optional<ConnectWay> way = {});

} // namespace rackwright
