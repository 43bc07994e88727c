// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ZoomStep: what the zoom commands ask of a view.

namespace rackwright {

/// Selection: to what is selected.
enum class ZoomStep { In, Out, Fit, Selection };

} // namespace rackwright
