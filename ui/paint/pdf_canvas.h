// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A PDF file in memory while it is painted, by QPdfWriter. Used by drawings and by documents.

#include <QByteArray>

#include <memory>

class QPainter;
class QPdfWriter;

namespace rackwright {

/// Where memory ends on the way, painter and writer are given up as they are: their destructors would write the rest of
/// the file, and what Qt throws there for want of memory ends the program.
class PdfCanvas {
public:
    PdfCanvas();
    ~PdfCanvas();
    PdfCanvas(const PdfCanvas&) = delete;
    PdfCanvas& operator=(const PdfCanvas&) = delete;

    /// To be set up before begin().
    QPdfWriter& writer();
    QPainter& begin();
    /// Ends the last page. The bytes of the file.
    QByteArray finish();

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
    bool m_isPainting = false;
    int m_exceptionsBefore = 0; ///< that were on their way already
};

} // namespace rackwright
