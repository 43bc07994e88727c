// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which service offers stand beside the total of a bill.

namespace rackwright::setting_key {

/// A word: "none", "turnkey", "managed", "rental" or "all".
inline constexpr auto kServiceOffersKey = "cost.service-offers";

} // namespace rackwright::setting_key
