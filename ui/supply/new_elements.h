// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What supplies a hall and needs no part to be in a design: utility feeds, generators, transformers, switchgear. They
// stand outside of the plan until they are given a place; side, rating and voltages are typed in the inspector.

#include "model/design/design.h"
#include "ui/actions/actions.h"
#include "ui/text/texts.h"

#include <span>

namespace rackwright {

struct NewElement {
    ActionRow row;
    PowerElementKind kind;
};
/// One command for each kind, of the menu for what is put in.
std::span<const NewElement> newElements();

/// Named after its kind, with the next number, on no side and without ratings. What the utility delivers is there.
PowerElement newElement(const Design& design, PowerElementKind kind, const Texts& texts);

} // namespace rackwright
