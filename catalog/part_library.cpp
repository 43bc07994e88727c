// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/part_library.h"

#include "catalog/search_words.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::string_view kPowerPrefix = "power.";

Source sourceOrNone(const std::optional<Source>& source) { return source.value_or(Source{}); }

void overridePower(Part& part, const PartOverride& value) {
    const auto kind = enumFromName<PowerModeKind>(std::string_view(value.key).substr(kPowerPrefix.size()));
    if (!kind)
        return;
    PowerMode mode{*kind, Fact<Power>{Unknown{}, value.number.grade, value.number.source}, value.note};
    if (const auto* known = std::get_if<Known<double>>(&value.number.state))
        mode.power.state = Known<Power>{Power(known->value)};
    if (const auto* range = std::get_if<Range<double>>(&value.number.state))
        mode.power.state = Range<Power>{Power(range->low), Power(range->typical), Power(range->high)};
    const auto it = std::ranges::find(part.powerModes, *kind, &PowerMode::kind);
    if (it == part.powerModes.end()) {
        part.powerModes.push_back(std::move(mode));
        return;
    }
    if (const auto before = it->power.typical())
        part.assertions.push_back({value.key, shortestDigits(before->si()) + " W", sourceOrNone(it->power.source),
                                   it->power.grade, it->condition});
    *it = std::move(mode);
}

void overrideAttribute(Part& part, const PartOverride& value, const std::vector<AttributeKey>& keys) {
    Attribute attribute{value.key, value.number, value.words, value.note};
    const auto it = std::ranges::find(part.attributes, value.key, &Attribute::key);
    if (it == part.attributes.end()) {
        part.attributes.push_back(std::move(attribute));
        return;
    }
    if (const auto before = it->number.typical())
        part.assertions.push_back({value.key, attributeText(value.key, *before, keys), sourceOrNone(it->number.source),
                                   it->number.grade, it->note});
    else if (const auto words = it->text.typical())
        part.assertions.push_back({value.key, *words, sourceOrNone(it->text.source), it->text.grade, it->note});
    *it = std::move(attribute);
}

} // namespace

Part withOverrides(Part part, const std::vector<PartOverride>& overrides, const std::vector<AttributeKey>& keys) {
    for (const PartOverride& value : overrides) {
        if (value.partId != part.id)
            continue;
        if (value.key.starts_with(kPowerPrefix))
            overridePower(part, value);
        else
            overrideAttribute(part, value, keys);
    }
    return part;
}

std::vector<PartSummary> PartLibrary::parts() const {
    std::vector<PartSummary> all = m_catalog.parts();
    if (!m_overlay)
        return all;
    std::erase_if(all, [this](const PartSummary& part) {
        return std::ranges::find(m_overlay->parts(), part.id, &PartSummary::id) != m_overlay->parts().end();
    });
    all.insert(all.end(), m_overlay->parts().begin(), m_overlay->parts().end());
    return all;
}

Result<PartPtr> PartLibrary::part(std::string_view id) const {
    const bool isOwn =
        m_overlay && std::ranges::find(m_overlay->parts(), id, &PartSummary::id) != m_overlay->parts().end();
    Result<PartListing> found = isOwn ? m_overlay->listing(id) : m_catalog.listing(id);
    if (!found)
        return found.error();
    if (m_overlay)
        found->part = withOverrides(std::move(found->part), m_overlay->overrides(), m_catalog.attributeKeys());
    return std::make_shared<const Part>(std::move(found->part));
}

Result<std::vector<PartSummary>> PartLibrary::search(std::string_view text) const {
    Result<std::vector<PartSummary>> found = m_catalog.search(text);
    const std::string expression = searchExpression(text, m_catalog.aliases());
    if (!found || !m_overlay || expression.empty())
        return found;
    Result<std::vector<PartSummary>> own = m_overlay->matching(expression);
    if (!own)
        return own;
    std::erase_if(*found, [&](const PartSummary& part) {
        return std::ranges::find(m_overlay->parts(), part.id, &PartSummary::id) != m_overlay->parts().end();
    });
    found->insert(found->begin(), own->begin(), own->end());
    return found;
}

Done PartLibrary::checkOverride(const PartOverride& value) const {
    if (const Result<PartPtr> known = part(value.partId); !known)
        return known.error();
    if (value.key.starts_with(kPowerPrefix)) {
        const auto kind = enumFromName<PowerModeKind>(std::string_view(value.key).substr(kPowerPrefix.size()));
        const auto low = value.number.low();
        if (kind && low && *low >= 0)
            return done();
        return usageError(Message("catalog.overlay.no-value").with("text", std::string_view(value.key)));
    }
    const AttributeKey* key = m_catalog.attributeKey(value.key);
    if (!key) {
        std::vector<std::string> keys;
        for (const AttributeKey& known : m_catalog.attributeKeys())
            keys.push_back(known.key);
        return usageError(Message("catalog.attribute.not-found")
                              .with("text", std::string_view(value.key))
                              .with("nearest", ArgumentValue(WordList{nearestWords(value.key, keys)})));
    }
    const bool hasItsKind = key->kind == AttributeKind::Text ? !value.words.isUnknown() : !value.number.isUnknown();
    if (!hasItsKind)
        return usageError(Message("catalog.overlay.no-value").with("text", std::string_view(value.key)));
    return done();
}

PartStatusReport PartLibrary::statusOf(const Part& embedded) const {
    PartStatusReport report;
    report.partId = embedded.id;
    const Result<PartPtr> now = part(embedded.id);
    if (!now) {
        const bool wasWithdrawn = m_overlay && m_overlay->wasWithdrawn(embedded.id);
        report.status = wasWithdrawn ? PartStatus::Withdrawn : PartStatus::Missing;
        return report;
    }
    report.libraryPart = *now;
    report.differences = partDifferences(embedded, **now, m_catalog.attributeKeys());
    if ((*now)->lifecycle == Lifecycle::Withdrawn)
        report.status = PartStatus::Withdrawn;
    else
        report.status = report.differences.empty() ? PartStatus::UpToDate : PartStatus::Outdated;
    return report;
}

} // namespace rackwright
