// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A Drawing as DXF of AutoCAD 2000 (AC1015): millimetres, y upwards, a layer for each class of things, a block for each
// thing that is asked for, and a title block. Canonical: the same drawing gives the same bytes.

#include "ui/paint/drawing.h"

#include <QByteArray>

#include <map>

namespace rackwright {

/// What the title block says.
struct DxfTitle {
    QString project, drawing, date;
};

/// ASCII text with CRLF; other letters are written as \U+XXXX. `blocks` names things by the id that their items show:
/// what is drawn of one becomes the block "RACK-<name>", inserted once. Fills are left out, and of what is only filled
/// the outline is drawn; pictures are left out.
QByteArray dxfOf(const Drawing& drawing, const DxfTitle& title, const std::map<std::uint64_t, QString>& blocks = {});

} // namespace rackwright
