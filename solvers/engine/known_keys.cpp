// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/known_keys.h"

#include "model/base/nearest.h"
#include "model/project/site_fields.h"
#include "model/project/value_limits.h"
#include "model/units/limits.h"
#include "model/units/number_text.h"
#include "solvers/engine/setting_text.h"

#include <algorithm>
#include <set>
#include <vector>

namespace rackwright {

namespace {

Error unknownKey(const std::string& file, std::string_view table, const std::string& key,
                 const std::vector<std::string>& known) {
    return inputError(Message("file.unknown-key")
                          .with("file", file)
                          .with("table", table)
                          .with("key", key)
                          .with("nearest", WordList{nearestWords(key, known)}));
}

std::vector<std::string> splitWords(std::string_view words) {
    std::vector<std::string> list;
    while (!words.empty()) {
        const auto bar = words.find('|');
        list.emplace_back(words.substr(0, bar));
        words = bar == std::string_view::npos ? std::string_view() : words.substr(bar + 1);
    }
    return list;
}

// A value may be as long as a picture.
std::string beginningOf(const std::string& value) {
    std::size_t most = 60;
    if (value.size() <= most)
        return value;
    while (most > 0 && (static_cast<unsigned char>(value[most]) & 0xC0) == 0x80)
        --most;
    return value.substr(0, most) + "\u2026";
}

bool isNumberSetting(const SettingDefinition& setting) { return setting.words.empty() && setting.defaultWord.empty(); }

/// The end of a setting that lies outside; nothing where none does.
std::optional<double> endOutside(const Value& value, const Limits& limits) {
    for (const double end : {value.low(), value.high()})
        if (!limits.contain(end))
            return end;
    return std::nullopt;
}

Done checkValue(const SettingDefinition& definition, const std::string& value, const std::string& file) {
    const std::vector<std::string> words = splitWords(definition.words);
    if (!words.empty() && std::ranges::find(words, value) == words.end())
        return inputError(Message("file.setting-word")
                              .with("file", file)
                              .with("key", definition.key)
                              .with("value", beginningOf(value))
                              .with("choices", WordList{words}));
    if (!isNumberSetting(definition))
        return done();
    const std::optional<Value> number = settingNumber(value);
    if (!number)
        return inputError(Message("file.setting-number")
                              .with("file", file)
                              .with("key", definition.key)
                              .with("value", beginningOf(value)));
    const Limits limits = settingLimits(definition.key, definition.unit);
    if (const auto outside = endOutside(*number, limits))
        return inputError(Message("file.setting-outside")
                              .with("file", file)
                              .with("key", definition.key)
                              .with("value", saidShortly(shownIn(*outside, definition.unit)))
                              .with("low", saidShortly(shownIn(limits.least, definition.unit)))
                              .with("high", saidShortly(shownIn(limits.greatest, definition.unit))));
    return done();
}

// A number is checked against its limits where the file is read.
Done checkValue(const SiteFieldDefinition& definition, const SiteField& field, const std::string& file) {
    if (field.knowledge == Knowledge::Unknown)
        return done();
    const std::vector<std::string> words = splitWords(definition.words);
    if (definition.kind == SiteFieldKind::Word && std::ranges::find(words, field.value) == words.end())
        return inputError(Message("file.site-word")
                              .with("file", file)
                              .with("key", field.key)
                              .with("value", beginningOf(field.value))
                              .with("choices", WordList{words}));
    if (definition.kind == SiteFieldKind::Number && !plainNumber(field.value)) {
        const Unit* unit = findUnit(definition.unit);
        const Unit* stored = unit ? coherentUnit(unit->dimension) : nullptr;
        return inputError(Message("file.site-number")
                              .with("file", file)
                              .with("key", field.key)
                              .with("value", beginningOf(field.value))
                              .with("unit", stored ? stored->symbol : definition.unit));
    }
    return done();
}

Error keyTwice(const std::string& file, std::string_view table, const std::string& key) {
    return inputError(Message("file.key-twice").with("file", file).with("table", table).with("key", key));
}

} // namespace

Done checkSetting(const SettingDefinition& definition, const std::string& value) {
    if (!isNumberSetting(definition))
        return done();
    const std::optional<Value> number = settingNumber(value);
    if (!number)
        return inputError(Message("edit.setting-number").with("key", definition.key).with("value", beginningOf(value)));
    const Limits limits = settingLimits(definition.key, definition.unit);
    const auto outside = endOutside(*number, limits);
    return outside ? checkLimits(*outside, limits, definition.unit) : done();
}

Done checkKeys(const Project& project, const Domains& domains, const std::string& file) {
    std::set<std::string_view> settings, fields;
    for (const Setting& setting : project.settings) {
        if (!settings.insert(setting.key).second)
            return keyTwice(file, "settings", setting.key);
        if (setting.key.starts_with(kPictureKeys))
            continue;
        if (const SettingDefinition* definition = domains.findSetting(setting.key)) {
            if (Done readable = checkValue(*definition, setting.value, file); !readable)
                return readable;
            continue;
        }
        std::vector<std::string> known;
        for (const Domain& domain : domains.list())
            for (const SettingDefinition& each : domain.settings)
                known.push_back(each.key);
        return unknownKey(file, "settings", setting.key, known);
    }
    for (const SiteField& field : project.site) {
        if (!fields.insert(field.key).second)
            return keyTwice(file, "site", field.key);
        if (const SiteFieldDefinition* definition = findSiteFieldDefinition(field.key)) {
            if (Done readable = checkValue(*definition, field, file); !readable)
                return readable;
            continue;
        }
        std::vector<std::string> known;
        for (const SiteFieldDefinition& each : kSiteFields)
            known.emplace_back(each.key);
        return unknownKey(file, "site", field.key, known);
    }
    return done();
}

} // namespace rackwright
