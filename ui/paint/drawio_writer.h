// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Networks as one file of draw.io (mxGraph XML), a page a network: each switch once, where its diagram has it, cables
// between two boxes as one line with their count. Beyond some thousand ends or lines the ends of a group are one box.

#include "ui/paint/drawing.h"
#include "ui/text/texts.h"

#include "model/project/project.h"

#include <QByteArray>

namespace rackwright {

/// UTF-8, canonical; empty where no cable is of any network.
QByteArray drawioOf(const Project& project, const Design& design, const Texts& texts);

} // namespace rackwright
