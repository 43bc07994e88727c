// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Network cards of accelerator servers that are sold with slots: the maker leaves them to the buyer, so a default is
// chosen from the cards of the catalogue that fit the slots. What is chosen stands in the part as an estimate of ours.

#include "catalog/load/content_builder.h"

namespace rackwright {

/// Gives each accelerator server without compute ports one card an accelerator where its accelerators share a board,
/// one for two of them in PCIe servers, and cards for storage and in-band management; one that lacks only some of these
/// gets those. Speeds are those of the fastest card for the slots. Servers that no card fits stay as they are.
void fitNetworkCards(ContentBuilder& builder);

} // namespace rackwright
