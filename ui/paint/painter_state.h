// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PainterState: saves a painter and restores it at the end of the block, however that ends: a failed check in the
// middle of a drawing leaves the painter as it was for the rest of the page.

#include <QPainter>

namespace rackwright {

class PainterState {
public:
    explicit PainterState(QPainter& painter) : m_painter(painter) { m_painter.save(); }
    ~PainterState() { m_painter.restore(); }
    PainterState(const PainterState&) = delete;
    PainterState& operator=(const PainterState&) = delete;

private:
    QPainter& m_painter;
};

} // namespace rackwright
