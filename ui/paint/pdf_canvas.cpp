// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/pdf_canvas.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>

#include <exception>
#include <new>
#include <utility>

namespace rackwright {

struct PdfCanvas::Parts {
    QByteArray bytes;
    QBuffer buffer{&bytes};
    QPdfWriter writer{&buffer};
    QPainter painter;
};

PdfCanvas::PdfCanvas() : m_parts(std::make_unique<Parts>()), m_exceptionsBefore(std::uncaught_exceptions()) {
    m_parts->buffer.open(QIODevice::WriteOnly);
}

PdfCanvas::~PdfCanvas() {
    if (!m_isPainting)
        return;
    bool isGivenUp = std::uncaught_exceptions() > m_exceptionsBefore;
    try {
        if (!isGivenUp)
            m_parts->painter.end();
    } catch (const std::bad_alloc&) {
        isGivenUp = true;
    }
    if (isGivenUp)
        (void)m_parts.release();
}

QPdfWriter& PdfCanvas::writer() { return m_parts->writer; }

QPainter& PdfCanvas::begin() {
    m_isPainting = true;
    m_parts->painter.begin(&m_parts->writer);
    return m_parts->painter;
}

QByteArray PdfCanvas::finish() {
    m_parts->painter.end();
    m_isPainting = false;
    return std::exchange(m_parts->bytes, QByteArray());
}

} // namespace rackwright
