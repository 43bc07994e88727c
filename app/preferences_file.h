// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The preferences on disk: INI as Qt writes it, but checked to the last byte before it takes the place of what was kept
// before, so that a full disk never empties them. Used by the session's services.

#include <QSettings>
#include <QString>

#include <memory>

namespace rackwright {

/// Of a file; empty: the user's own. What could not be written says so by its status().
std::unique_ptr<QSettings> openPreferences(const QString& file = {});

} // namespace rackwright
