// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rackwright {

/// The name of a design as a file or folder may be called: without the ending of a design file and what no file system
/// takes.
QString plainFileName(QString name);

} // namespace rackwright
