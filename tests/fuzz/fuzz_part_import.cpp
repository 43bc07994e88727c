// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds any bytes to the importers of parts and prices. They may refuse everything, but must not crash, hang, or let a
// figure through that is not finite.

#include "catalog/part_import.h"
#include "catalog/price_book.h"
#include "model/base/check.h"

#include <cmath>
#include <cstdint>

namespace {

const std::vector<rackwright::AttributeKey>& keys() {
    static const std::vector<rackwright::AttributeKey> all = {
        {"weight", rackwright::AttributeKind::Number, "kg", "Weight"},
        {"depth", rackwright::AttributeKind::Number, "mm", "Depth"},
        {"rack-units", rackwright::AttributeKind::Number, "U", "Height in rack units"},
        {"air-inlet-max", rackwright::AttributeKind::Number, "C", "Highest air inlet temperature"},
        {"cpu-model", rackwright::AttributeKind::Text, "", "CPU"}};
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const rackwright::PartImportPlan parts = rackwright::planPartImport(text, {keys(), {"nv-dgx-h200"}, "2026-11-21"});
    for (const rackwright::PartListing& listing : parts.parts)
        for (const rackwright::Attribute& attribute : listing.part.attributes)
            if (const auto value = attribute.number.typical())
                RW_CHECK(std::isfinite(*value), "plainNumber reads finite numbers only");
    const rackwright::PriceImportPlan prices = rackwright::planPriceImport(text, {"nv-dgx-h200"});
    RW_CHECK(prices.isSound() || !prices.problems.empty(), "a plan that is not sound says why");
    return 0;
}
