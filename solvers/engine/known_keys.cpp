// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/known_keys.h"

#include "model/base/nearest.h"
#include "model/project/site_fields.h"

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

} // namespace

Done checkKeys(const Project& project, const Domains& domains, const std::string& file) {
    for (const Setting& setting : project.settings) {
        if (setting.key.starts_with(kPictureKeys) || domains.findSetting(setting.key))
            continue;
        std::vector<std::string> known;
        for (const Domain& domain : domains.list())
            for (const SettingDefinition& each : domain.settings)
                known.push_back(each.key);
        return unknownKey(file, "settings", setting.key, known);
    }
    for (const SiteField& field : project.site) {
        if (findSiteFieldDefinition(field.key))
            continue;
        std::vector<std::string> known;
        for (const SiteFieldDefinition& each : kSiteFields)
            known.emplace_back(each.key);
        return unknownKey(file, "site", field.key, known);
    }
    return done();
}

} // namespace rackwright
