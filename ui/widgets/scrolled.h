// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A page that is higher than its place, without a frame of its own.

class QScrollArea;
class QWidget;

namespace rackwright {

/// Takes the content; it fills the width and scrolls up and down.
QScrollArea* scrolled(QWidget* content);

} // namespace rackwright
