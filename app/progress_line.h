// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ProgressLine: one line of a terminal that is written over and over, and gone in the end. Without a terminal it is
// silent.

#include "app/streams.h"
#include "ui/text/texts.h"

#include <ostream>

namespace rackwright {

class ProgressLine {
public:
    ProgressLine(Streams& streams, const Texts& texts) : m_streams(streams), m_texts(texts) {}
    ~ProgressLine() {
        if (m_isShown)
            *m_streams.terminal << kLineStart << std::flush;
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// In place of what stood there.
    void show(const Message& message) {
        if (!m_streams.terminal)
            return;
        m_isShown = true;
        *m_streams.terminal << kLineStart << m_texts.sentence(message) << std::flush;
    }

private:
    static constexpr const char* kLineStart = "\r\x1b[K"; ///< and nothing behind it

    Streams& m_streams;
    const Texts& m_texts;
    bool m_isShown = false;
};

} // namespace rackwright
