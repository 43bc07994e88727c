// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fit to room in words: what a person may ask for, by key, and what came of it, for the page and the verb alike.

#include "solvers/recipes/room_layout.h"
#include "ui/text/texts.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The keys of a request in the order of a form.
std::span<const std::string_view> fitKeys();
/// What a key has where nobody says otherwise, as it would be typed; empty: nothing.
std::string fitDefault(std::string_view key);
/// Words that a key takes, where it takes no others.
std::vector<std::string> fitWords(std::string_view key);

/// A request as people type it. Lengths are in millimetres and powers in kW where no unit stands behind them.
struct FitWords {
    RoomLayoutRequest request;
    std::string room;              ///< by name; empty: the only one
    std::vector<std::string> keep; ///< names of racks that stay
    bool keepsAll = true;
    std::optional<Length> width, depth; ///< of a room that is asked for, where no design is given
};
/// Fails on a key or word that is none, naming the nearest.
Result<FitWords> readFitWords(const std::vector<Parameter>& words);
/// Takes the room and the kept racks of a design into the request; an Error names what is not there.
Result<RoomLayoutRequest> fitRequestIn(const FitWords& words, const Design& design);

/// What came of it, a sentence each, the count and its limit first.
std::vector<std::string> fitSentences(const RoomLayout& layout, const RoomLayoutRequest& request, const Texts& texts);

} // namespace rackwright
