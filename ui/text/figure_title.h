// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a figure is called among people: "Expected peak · A01" for "rack.power.peak@rack:A01". What is no figure
// keeps its name; files and the command line always use the figures' own names.

#include <string>
#include <string_view>

namespace rackwright {

class Texts;

/// Of a figure's name or label (name@kind:subject).
std::string figureTitle(std::string_view label, const Texts& texts);

/// What a setting means, without the remarks behind it; a key that is none stays.
std::string settingTitle(std::string_view key, const Texts& texts);

} // namespace rackwright
