// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/step_text.h"

#include "ui/text/figure_title.h"
#include "ui/text/texts.h"

namespace rackwright {

std::string stepText(const Message& step, const Texts& texts) {
    Message named = step;
    for (Argument& argument : named.arguments)
        if (auto* key = std::get_if<std::string>(&argument.value); key && argument.name == "setting")
            *key = settingTitle(*key, texts);
    return texts.sentence(named);
}

} // namespace rackwright
