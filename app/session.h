// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Session: the one place that knows everybody: texts, domains, catalogue, files. It makes no figure and no sentence
// itself; verbs (and, with it, the studio) ask it for what they need.

#include "solvers/engine/domain.h"
#include "ui/text/texts.h"

#include <vector>

namespace rackwright {

class Session {
public:
    explicit Session(Texts texts);

    const Texts& texts() const { return m_texts; }
    /// Answers in another language from now on.
    void setTexts(Texts texts) { m_texts = std::move(texts); }

    /// Figures, rules and settings of every domain of this build, in the order in which they print.
    const std::vector<Domain>& domains() const { return m_domains; }

private:
    Texts m_texts;
    std::vector<Domain> m_domains;
};

} // namespace rackwright
