// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/hedge.h"

#include <array>

namespace rackwright {

namespace {

struct Hedge {
    std::string_view sign;
    std::string_view printed;
};
constexpr std::array kHedges = {Hedge{"<=", "\u2264 "}, Hedge{">=", "\u2265 "}, Hedge{"<", "< "},
                                Hedge{">", "> "},       Hedge{"~", "\u2248 "},  Hedge{"+", "\u2265 "}};

const Hedge* hedgeAt(std::string_view note) {
    const std::string_view word = note.substr(0, note.find(' '));
    for (const Hedge& hedge : kHedges)
        if (word == hedge.sign)
            return &hedge;
    return nullptr;
}

} // namespace

std::string_view hedgeOf(std::string_view note) {
    const Hedge* hedge = hedgeAt(note);
    return hedge ? hedge->sign : std::string_view();
}

std::string_view withoutHedge(std::string_view note) {
    const std::string_view sign = hedgeOf(note);
    if (sign.empty())
        return note;
    note.remove_prefix(sign.size());
    return note.starts_with(' ') ? note.substr(1) : note;
}

std::string hedged(std::string_view note, std::string value) {
    const Hedge* hedge = hedgeAt(note);
    return hedge ? std::string(hedge->printed) + std::move(value) : std::move(value);
}

} // namespace rackwright
