// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cloud_prices.h"

#include "model/base/check.h"
#include "model/base/letter_case.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

namespace embedded {
extern const std::string_view cloudPriceTable;
} // namespace embedded

namespace {

std::vector<CloudTier> tiersOf(CloudUse use) {
    switch (use) {
    case CloudUse::Any:
        return {CloudTier::Cheapest, CloudTier::Mid, CloudTier::Hyperscaler};
    case CloudUse::OnDemand:
        return {CloudTier::Mid, CloudTier::Hyperscaler};
    case CloudUse::Reserved:
        return {CloudTier::Cheapest};
    case CloudUse::Spot:
        return {CloudTier::Spot};
    }
    return {};
}

} // namespace

Result<std::vector<CloudPriceRow>> readCloudPriceRows(std::string_view csv) {
    const auto table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<CloudPriceRow> rows;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto tier = enumFromName<CloudTier>(table->cell(row, "tier"));
        const auto low = plainNumber(table->cell(row, "low"));
        const auto high = plainNumber(table->cell(row, "high"));
        if (!tier || !low || table->cell(row, "currency") != "USD" || table->cell(row, "basis") != "accelerator-hour")
            return inputError(Message("cloud-price.bad-row")
                                  .with("row", static_cast<std::int64_t>(row + 1))
                                  .with("part", table->cell(row, "part")));
        rows.push_back({table->cell(row, "part"), table->cell(row, "name"), *tier, *low, high.value_or(*low),
                        table->cell(row, "qualifier") == "+", table->cell(row, "provider"), table->cell(row, "date"),
                        "GPU cloud price table"});
    }
    return rows;
}

std::span<const CloudPriceRow> cloudPriceRows() {
    static const std::vector<CloudPriceRow> rows = [] {
        Result<std::vector<CloudPriceRow>> read = readCloudPriceRows(embedded::cloudPriceTable);
        RW_CHECK(read, "the table of cloud prices of this build is unreadable");
        return std::move(*read);
    }();
    return rows;
}

const CloudPriceRow* cloudPriceRow(std::string_view part, CloudTier tier) {
    const auto rows = cloudPriceRows();
    const auto found =
        std::ranges::find_if(rows, [&](const CloudPriceRow& row) { return row.part == part && row.tier == tier; });
    return found == rows.end() ? nullptr : &*found;
}

std::string cloudPriceText(const CloudPriceRow* row) {
    if (!row)
        return {};
    std::string text = shortestDigits(row->low);
    if (row->high > row->low)
        text.append("\u2013").append(shortestDigits(row->high));
    return row->isAtLeast ? text + "+" : text;
}

std::vector<std::string> cloudPriceParts() {
    std::vector<std::string> parts;
    for (const CloudPriceRow& row : cloudPriceRows())
        if (parts.empty() || parts.back() != row.part)
            parts.push_back(row.part);
    return parts;
}

std::string cloudPricePart(std::string_view word) {
    // "H100 SXM" and "h100-sxm5" are the same letters.
    const auto letters = [](std::string_view text) {
        std::string kept;
        for (const char letter : lowerCase(text))
            if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'))
                kept += letter;
        return kept;
    };
    const std::string wanted = letters(word);
    // "B200" is no part of "GB200": a name begins where the id has a dash.
    for (const std::string& part : cloudPriceParts())
        for (std::size_t dash = part.find('-'); !wanted.empty() && dash != std::string::npos;
             dash = part.find('-', dash + 1))
            if (letters(part.substr(dash)).starts_with(wanted) || letters(part) == wanted)
                return part;
    return {};
}

std::optional<CloudHour> cloudHour(std::string_view part, CloudUse use) {
    if (std::ranges::none_of(cloudPriceRows(), [part](const CloudPriceRow& row) { return row.part == part; }))
        return std::nullopt;
    CloudHour hour{Value::unknown(Grade::ThirdParty), false, {}};
    double low = 0, high = 0, typical = 0;
    bool isMid = false;
    for (const CloudTier tier : tiersOf(use)) {
        const CloudPriceRow* row = cloudPriceRow(part, tier);
        if (!row)
            continue;
        const double middle = (row->low + row->high) / 2;
        if (hour.source.title.empty()) {
            low = row->low;
            high = row->high;
            typical = middle;
            hour.source = {row->provider, row->title, row->date, {}};
        } else {
            low = std::min(low, row->low);
            high = std::max(high, row->high);
            hour.source.publisher.clear(); // of several
        }
        // Mid-range providers are the usual choice; without them the middle of what there is.
        if (tier == CloudTier::Mid)
            typical = middle;
        isMid = isMid || tier == CloudTier::Mid;
        hour.isAtLeast = hour.isAtLeast || row->isAtLeast;
    }
    if (hour.source.title.empty())
        return hour;
    if (!isMid)
        typical = (low + high) / 2;
    hour.source.page = hour.isAtLeast ? "upper end at least" : "";
    hour.value = Value::range(low, typical, high, Grade::ThirdParty);
    return hour;
}

} // namespace rackwright
