// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words: the texts of a language as QString, for drawings and documents. It adds nothing to Texts.

#include "ui/text/texts.h"

#include <QString>

namespace rackwright {

/// Keeps a reference to the texts.
class Words {
public:
    explicit Words(const Texts& texts) : m_texts(texts) {}

    const Texts& texts() const { return m_texts; }
    /// The whole sentence, as Texts::sentence().
    QString text(const Message& message) const { return QString::fromStdString(m_texts.sentence(message)); }
    QString text(std::string_view id) const { return QString::fromStdString(m_texts.text(id)); }
    /// With the reader's marks ("1,024").
    QString count(std::int64_t number) const { return QString::fromStdString(printed(number, m_texts.numbers())); }

private:
    const Texts& m_texts;
};

} // namespace rackwright
