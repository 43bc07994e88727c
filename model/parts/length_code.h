// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Part numbers of cables that stand for all their lengths ("MFP7E10-Nxxx"), and the code of one length in them:
// whole metres as three digits, half a metre as "A" in the place of the last (NVIDIA LinkX order codes).

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// Whether a part number stands for several lengths: it ends in "xxx".
bool isFamilyNumber(std::string_view partNumber);

/// The order code of one length of a family, in metres: "MFP7E10-N010"; the number as it is where it is no family's or
/// the length has no code.
std::string numberOfLength(std::string_view partNumber, double metres);

/// Metres that an order code of a family says, blanks, dashes and the case of letters aside; nothing of another part's
/// code, or of one that says no length.
std::optional<double> lengthOfNumber(std::string_view partNumber, std::string_view code);

/// What the price of one length of a part is filed under among pinned prices: "mfp7e10;10m".
std::string priceItemOfLength(std::string_view partId, double metres);

} // namespace rackwright
