// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The limits of a room in words: one row a constraint and one a next step, for the window and the command line.

#include "solvers/facility/room_limits.h"
#include "ui/text/more_text.h"
#include "ui/text/texts.h"

#include <string>
#include <vector>

namespace rackwright {

struct RoomLimitRow {
    std::string what;  ///< "Feed: Busway 1 A"
    std::string basis; ///< how its capacity counts
    std::string capacity, used, left, each;
    std::string more;  ///< "28 to 29 too many", or "not known"
    std::string total; ///< with those that stand there
    std::string missing;
};

RoomLimitRow roomLimitRow(const RoomLimit& limit, const RoomLimits& limits, const Context& context, const Texts& texts);
/// The name of a room; where another one has it too, with its id.
std::string roomName(const Design& design, const Room& room, const Texts& texts);
/// What binds and how many more fit, as a sentence.
std::string roomLimitHead(const RoomLimits& limits, const Context& context, const Texts& texts);

struct RoomStepRow {
    std::string what;
    std::string ofIt; ///< more by the raised constraint alone; empty where there is none
    std::string more, total;
    std::string next; ///< what binds then
};
RoomStepRow roomStepRow(const RoomStep& step, const RoomLimits& limits, const Texts& texts);

} // namespace rackwright
