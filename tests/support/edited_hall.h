// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EditedHall: a document with one empty hall that a suite of edits works on, each edit through the history as in the
// studio. Refusals come back as the id of their message.

#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "tests/support/part_fixture.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rackwright::fixture {

struct EditedHall {
    std::unique_ptr<History> history;
    PartPtr cabinet = std::make_shared<const Part>(rack(48));
    Id<Room> hall;

    static Point millimetres(std::int64_t x, std::int64_t y) {
        return {Length::millimetres(x), Length::millimetres(y)};
    }
    const Project& project() const { return *history->current(); }
    const Design& design() const { return *activeOption(project()).design; }
    edits::Target target() const { return edits::activeTarget(project()); }

    /// Of millimetres; empty: it was done.
    std::string begin(std::int64_t width, std::int64_t depth) {
        history = std::make_unique<History>(emptyDocument("test"));
        Room room;
        room.name = "Hall";
        room.outline = {millimetres(0, 0), millimetres(width, 0), millimetres(width, depth), millimetres(0, depth)};
        std::string refusal = commit(edits::putRoom(target(), room));
        hall = newestOf(design().rooms);
        return refusal;
    }
    /// Empty: it was done.
    std::string commit(const Edit& edit) {
        const Done answer = history->commit(edit);
        return answer ? std::string() : answer.error().message.id;
    }
    template <class Row>
    static Id<Row> newestOf(const Table<Row>& rows) {
        Id<Row> last;
        for (const Row& each : rows)
            last = each.id;
        return last;
    }
    Id<Rack> addRack(std::int64_t x, std::int64_t y) {
        Rack made;
        made.row = "A";
        made.room = hall;
        made.centre = millimetres(x, y);
        commit(edits::placeRack(target(), made, cabinet));
        return newestOf(design().racks);
    }
};

} // namespace rackwright::fixture
