// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DesignClip: rows of a design on the system's clipboard: the text of a small design file under a type of our own, so
// that another window reads it with the same care as a file, and the names as plain text for everyone else.

#include "model/edits/clip_edits.h"
#include "solvers/engine/figure.h"

#include <QString>

#include <vector>

class QMimeData;

namespace rackwright {

inline constexpr const char* kClipMime = "application/x-rackwright-design+json";

/// What of a selection can be copied.
edits::ClipRows clipRowsOf(const Design& design, const std::vector<Subject>& subjects);
bool isEmpty(const edits::ClipRows& rows);

/// The caller or the clipboard owns it.
QMimeData* mimeOf(const Document& clip);
/// Refused where it is no design text, or one that is wrong in any way.
Result<Document> clipFrom(const QMimeData& data);

} // namespace rackwright
