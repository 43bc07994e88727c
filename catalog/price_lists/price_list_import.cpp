// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/price_list_import.h"

#include "catalog/price_lists/cell_readings.h"
#include "model/parts/length_code.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

constexpr std::size_t kLongestText = 300;

std::string shortened(const std::string& text) {
    std::size_t size = std::min(text.size(), kLongestText);
    while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
        --size;
    return text.substr(0, size);
}

/// As bills and pinned prices write a unit.
std::string basisOf(const std::string& unit) { return unit == "m" ? "metre" : unit == "ft" ? "foot" : unit; }

/// What the list says beside the price: a term belongs to the price as printed.
std::string noteOf(const PriceListLine& line, bool isList) {
    std::string note;
    const auto add = [&note](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
    if (line.termMonths)
        add(std::to_string(*line.termMonths) + " mo");
    if (line.per != 1)
        add("/" + std::to_string(line.per));
    if (!line.lifecycle.empty())
        add(shortened(line.lifecycle));
    if (line.discountPercent && !isList)
        add("list less " + shortestDigits(*line.discountPercent) + " %");
    if (line.leadTimeWeeks)
        add("lead time " + shortestDigits(std::round(*line.leadTimeWeeks * 10) / 10) + " weeks");
    else if (!line.leadTime.empty())
        add("lead time " + shortened(line.leadTime));
    return note;
}

bool isTyped(const Price& price) { return price.rate.grade == Grade::CustomerStatement; }

} // namespace

Result<PriceRate> ratePerUnit(std::int64_t nano, std::int64_t per, Currency currency) {
    if (per < 1 || nano < 0)
        return inputError(Message("prices.line.price-unit").with("text", per));
    return PriceRate(nano / per + (nano % per >= per - nano % per ? 1 : 0), currency);
}

std::vector<PriceEntry> entriesOf(const PriceListLine& line, const PriceListTerms& terms) {
    std::vector<PriceEntry> entries;
    const Result<Currency> currency = Currency::parse(line.currency);
    if (line.outcome != LineOutcome::Taken || !currency || line.parts.size() > 1)
        return entries;
    for (const bool isList : {true, false}) {
        const std::optional<std::int64_t>& nano = isList ? line.listNano : line.netNano;
        if (!nano)
            continue;
        const Result<PriceRate> rate = ratePerUnit(*nano, line.per, *currency);
        if (!rate)
            continue;
        PriceEntry entry;
        entry.partId = line.parts.empty() ? std::string() : line.parts.front();
        entry.kind = isList ? terms.listKind : terms.netKind;
        entry.book = terms.book;
        entry.code = shortened(line.code.empty() ? line.model : line.code);
        entry.description = shortened(line.description);
        entry.discountClass = shortened(line.discountClass);
        entry.supplier = terms.supplier.empty() ? shortened(line.manufacturer) : terms.supplier;
        entry.price.currency = *currency;
        entry.price.date = line.validFrom.empty() ? terms.today : line.validFrom;
        entry.price.validUntil = line.validUntil;
        entry.price.basis = basisOf(line.unit);
        entry.price.region = line.region.size() == 2 ? line.region : terms.region;
        entry.price.note = noteOf(line, isList);
        entry.price.rate = Fact<PriceRate>::known(
            *rate, Grade::Vendor, Source{entry.supplier, terms.fileName, entry.price.date, std::to_string(line.line)});
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<PriceEntry> entriesOf(const PriceList& list, const PriceListTerms& terms) {
    std::vector<PriceEntry> all;
    for (const PriceListLine& line : list.lines)
        std::ranges::move(entriesOf(line, terms), std::back_inserter(all));
    return all;
}

std::optional<double> PriceListChange::change() const {
    if (!before || before->rate.isUnknown() || entry.price.rate.isUnknown())
        return std::nullopt;
    const double old = before->rate.typical()->inUnits();
    return old > 0 ? std::optional(entry.price.rate.typical()->inUnits() / old - 1) : std::nullopt;
}

std::vector<PriceListChange> changesOf(const PriceList& list, const PriceListTerms& terms, const PriceBookStore& book) {
    // The newest entry of each kind of goods; later ones overwrite.
    std::map<std::string, const PriceEntry*> before;
    const auto keyOf = [](const PriceEntry& entry) {
        const std::string goods = entry.code.empty() ? entry.partId : plainCode(entry.code);
        return goods + "|" + std::string(enumName(entry.kind)) + "|" + entry.price.currency.code() + "|" +
               entry.price.basis + "|" + entry.price.region;
    };
    for (const PriceEntry& entry : book.entries()) {
        const PriceEntry*& kept = before[keyOf(entry)];
        if (!kept || kept->price.date <= entry.price.date)
            kept = &entry;
    }
    std::vector<PriceListChange> changes;
    for (std::size_t i = 0; i < list.lines.size(); ++i)
        for (PriceEntry& entry : entriesOf(list.lines[i], terms)) {
            const auto it = before.find(keyOf(entry));
            std::optional<Price> old = it == before.end() ? std::nullopt : std::optional(it->second->price);
            changes.push_back({i, std::move(entry), std::move(old)});
        }
    return changes;
}

std::map<std::string, ColumnMap> rememberedLayouts(const PriceBookStore& book) {
    std::map<std::string, ColumnMap> layouts;
    for (const RememberedLayout& layout : book.layouts())
        if (const Result<ColumnMap> map = parseColumnMap(layout.text))
            layouts[layout.key] = *map;
    return layouts;
}

std::map<std::string, std::string> rememberedCodes(const PriceBookStore& book) {
    std::map<std::string, std::string> codes;
    for (const CodeMatch& match : book.codes())
        codes[match.code] = match.partId;
    return codes;
}

namespace {

bool isCable(PartCategory category) {
    return category == PartCategory::CopperCable || category == PartCategory::OpticalCable ||
           category == PartCategory::Fibre;
}

/// Unless it is what the project has pinned already.
void addOffer(std::vector<PriceOffer>& offers, const Project& project, PriceOffer offer) {
    for (const PinnedPrice& pin : project.prices)
        if (pin.item == offer.item) {
            offer.pinned = pin.price;
            offer.isTyped = isTyped(pin.price);
        }
    if (!offer.pinned || *offer.pinned != offer.entry.price)
        offers.push_back(std::move(offer));
}

/// The best answer of each length. A price whose code says no length is one of all, where it is under the part's own
/// number or under none.
void addOffersOfLengths(std::vector<PriceOffer>& offers, const Project& project, const Part& part,
                        const std::vector<PriceEntry>& answers) {
    std::map<double, const PriceEntry*> byLength;
    const PriceEntry* ofAll = nullptr;
    for (const PriceEntry& entry : answers) {
        if (const std::optional<double> metres = lengthOfNumber(part.partNumber, entry.code))
            byLength.emplace(*metres, &entry);
        else if (!ofAll && (entry.code.empty() || plainCode(entry.code) == plainCode(part.partNumber)))
            ofAll = &entry;
    }
    if (ofAll)
        addOffer(offers, project, {part.id, part.id, {}, *ofAll, {}, false});
    for (const auto& [metres, entry] : byLength)
        addOffer(offers, project, {part.id, priceItemOfLength(part.id, metres), metres, *entry, {}, false});
}

} // namespace

std::vector<PriceOffer> priceOffers(const Project& project, const PriceBookStore& book, const PriceQuestion& question) {
    std::vector<PriceOffer> offers;
    std::set<std::string> seen;
    for (const PartRow& row : project.parts) {
        if (!row.part || !seen.insert(row.part->id).second)
            continue;
        PriceQuestion asked = question;
        asked.partId = row.part->id;
        asked.partNumber = row.part->partNumber;
        if (asked.basis.empty())
            asked.basis = "each";
        std::vector<PriceEntry> answers = book.answers(asked);
        // What is sold by its length may be priced by the metre.
        if (question.basis.empty() && isCable(row.part->category))
            for (const char* basis : {"metre", "foot"}) {
                PriceQuestion byLength = asked;
                byLength.basis = basis;
                const std::vector<PriceEntry> found = book.answers(byLength);
                if (found.empty())
                    continue;
                addOffer(offers, project, {row.part->id, row.part->id, {}, found.front(), {}, false});
                break;
            }
        if (isFamilyNumber(row.part->partNumber)) {
            addOffersOfLengths(offers, project, *row.part, answers);
            continue;
        }
        std::set<std::string> codes;
        for (const PriceEntry& entry : answers)
            codes.insert(plainCode(entry.code));
        const std::string own = plainCode(row.part->partNumber);
        if (codes.size() > 1 && !own.empty() && codes.contains(own))
            std::erase_if(answers, [&](const PriceEntry& entry) { return plainCode(entry.code) != own; });
        if (!answers.empty())
            addOffer(offers, project, {row.part->id, row.part->id, {}, answers.front(), {}, false});
    }
    return offers;
}

} // namespace rackwright
