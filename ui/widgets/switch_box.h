// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SwitchBox: a check box for what is yes or no, or not stated yet. It says so in words, and a click states it: from
// "not stated" to yes, then to and fro.

#include <QCheckBox>

#include <array>
#include <optional>

namespace rackwright {

class SwitchBox : public QCheckBox {
    Q_OBJECT
public:
    /// Words of no, yes, and of what is neither.
    explicit SwitchBox(std::array<QString, 3> words, QWidget* parent = nullptr);

    void setState(std::optional<bool> isOn);

protected:
    void nextCheckState() override;

private:
    std::array<QString, 3> m_words;
};

} // namespace rackwright
