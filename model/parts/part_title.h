// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The name of a part as people say it: vendor and model, without the vendor twice where the model begins with it.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace rackwright {

/// "Dell XE9680"; of the model "VAST Data" of VAST Data once.
inline std::string partTitle(std::string_view vendor, std::string_view model) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto isAlike = [&lower](char a, char b) { return lower(a) == lower(b); };
    const bool beginsWithVendor = model.size() >= vendor.size() &&
                                  std::equal(vendor.begin(), vendor.end(), model.begin(), isAlike) &&
                                  (model.size() == vendor.size() ||
                                   std::isalnum(static_cast<unsigned char>(model[vendor.size()])) == 0);
    if (vendor.empty() || beginsWithVendor)
        return std::string(model);
    return std::string(vendor) + " " + std::string(model);
}

/// Of a part, or of what is listed of one.
template <class PartLike>
std::string partTitle(const PartLike& part) {
    return partTitle(part.vendor, part.model);
}

} // namespace rackwright
