// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/figure_title.h"

#include "ui/text/texts.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// Cards, the inspector and the fabric's cards name the figures that they show; the last group names all others.
constexpr std::array<std::string_view, 4> kGroups = {"report.card.", "inspector.figure.", "fabric.card.",
                                                     "figure-title."};

} // namespace

std::string figureTitle(std::string_view label, const Texts& texts) {
    const std::string_view name = label.substr(0, label.find('@'));
    std::string title;
    for (const std::string_view group : kGroups) {
        std::string id(group);
        id += name;
        if (title.empty() && texts.catalogue().find(id))
            title = texts.text(id);
    }
    if (title.empty())
        return std::string(label);
    if (name.size() == label.size())
        return title;
    const std::string_view subject = label.substr(name.size() + 1);
    const std::size_t colon = subject.find(':');
    title += " \u00b7 ";
    title += colon == std::string_view::npos ? subject : subject.substr(colon + 1);
    return title;
}

std::string settingTitle(std::string_view key, const Texts& texts) {
    std::string id = "setting.";
    id += key;
    const std::string* meaning = texts.catalogue().find(id);
    return meaning ? meaning->substr(0, std::min(meaning->find_first_of(".:"), meaning->size())) : std::string(key);
}

} // namespace rackwright
