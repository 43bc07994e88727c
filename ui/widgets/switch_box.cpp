// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/switch_box.h"

#include <utility>

namespace rackwright {

SwitchBox::SwitchBox(std::array<QString, 3> words, QWidget* parent) : QCheckBox(parent), m_words(std::move(words)) {
    setState(std::nullopt);
}

void SwitchBox::setState(std::optional<bool> isOn) {
    setTristate(!isOn);
    setCheckState(!isOn ? Qt::PartiallyChecked : *isOn ? Qt::Checked : Qt::Unchecked);
    setText(m_words[!isOn ? 2 : *isOn ? 1 : 0]);
}

void SwitchBox::nextCheckState() { setState(checkState() != Qt::Checked); }

} // namespace rackwright
