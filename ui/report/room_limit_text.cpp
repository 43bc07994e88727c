// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/room_limit_text.h"

#include "solvers/engine/figure.h"
#include "solvers/engine/reader.h"
#include "ui/report/subject_text.h"

#include <algorithm>

namespace rackwright {

namespace {

std::string nameOf(const RoomLimit& limit, const Texts& texts) {
    const std::string kind = texts.text("room-limit.kind." + std::string(enumName(limit.kind)));
    if (limit.name.empty())
        return kind;
    Message name(limit.others > 0 ? "room-limit.of.pool" : limit.isOfPart ? "room-limit.of.part" : "room-limit.of");
    name.with("kind", kind).with("name", limit.name);
    if (limit.others > 0)
        name.with("count", limit.others);
    return texts.sentence(name);
}

// By how much a limit stays exceeded without what is asked about; empty: by nothing that is known.
std::string overText(const RoomLimit& limit, const Context& context, const Texts& texts) {
    if (limit.over.isUnknown() || limit.over.typical() <= 0)
        return {};
    const double factor = limit.unit == kMoneyUnit || limit.unit.empty() ? 1 : siPerUnit(limit.unit);
    return texts.figure(limit.over, unitText(context, limit.unit), factor);
}

// Of what it is not known: the first by name, and how many more.
std::string unknownParts(const RoomLimit& limit, const Texts& texts) {
    std::string names;
    for (const std::string& name : limit.unknownOf)
        names += (names.empty() ? "" : ", ") + name;
    const std::int64_t further = limit.unknowns - static_cast<std::int64_t>(limit.unknownOf.size());
    return further > 0
               ? texts.sentence(Message("room-limit.unknown.further").with("names", names).with("count", further))
               : names;
}

Value total(const Value& more, const RoomLimits& limits) {
    const Value sum = more + Value(static_cast<double>(limits.of.standing));
    // Fewer than none cannot stand there.
    return sum.isUnknown() ? sum : maximum(sum, Value(0.0));
}

} // namespace

RoomLimitRow roomLimitRow(const RoomLimit& limit, const RoomLimits& limits, const Context& context,
                          const Texts& texts) {
    const double factor = limit.unit == kMoneyUnit || limit.unit.empty() ? 1 : siPerUnit(limit.unit);
    // No reader counts the zeros of a billionth of a kilowatt.
    constexpr double kLeast = 0.001;
    const auto amount = [&](const Value& si) {
        const bool isTiny = si.isKnown() && si.low() > 0 && si.high() < kLeast * factor;
        const std::string words =
            texts.figure(isTiny ? Value(kLeast * factor) : si, unitText(context, limit.unit), factor);
        return isTiny ? texts.sentence(Message("room-limit.under").with("amount", words)) : words;
    };
    RoomLimitRow row;
    row.what = nameOf(limit, texts);
    row.basis = texts.sentence(limit.basis);
    row.capacity = amount(limit.capacity);
    row.used = amount(limit.used);
    // The typical one is what lists and drawings call headroom.
    const Value left = limit.left();
    row.left = amount(left);
    if (left.isRange())
        row.left = texts.sentence(
            Message("room-limit.typical")
                .with("typical", texts.figure(Value(left.typical()), unitText(context, limit.unit), factor, {3}))
                .with("range", row.left));
    row.each = amount(limit.each);
    row.more = moreText(limit.more, limit.isAtLeast, texts);
    if (const std::string over = overText(limit, context, texts); !over.empty())
        row.more = texts.sentence(Message(limit.more.high() < 0 ? "room-limit.over.still" : "room-limit.over.others")
                                      .with("more", row.more)
                                      .with("over", over));
    if (!limit.isOfPart && !limit.isAtLeast)
        row.total = countText(total(limit.more, limits), texts);
    if (!limit.missing.empty())
        row.missing = inputText(limit.missing, context.project(), texts);
    if (const std::string of = unknownParts(limit, texts); !of.empty())
        row.missing =
            row.missing.empty()
                ? of
                : texts.sentence(Message("room-limit.unknown.of").with("what", row.missing).with("names", of));
    return row;
}

std::string roomName(const Design& design, const Room& room, const Texts& texts) {
    const bool isAlone = std::ranges::none_of(design.rooms, [&](const Room& other) {
        return other.id != room.id && other.scope.isPresent() && other.name == room.name;
    });
    return isAlone
               ? room.name
               : texts.sentence(
                     Message("room-limit.same-name").with("name", room.name).with("id", std::to_string(room.id.value)));
}

std::string roomLimitHead(const RoomLimits& limits, const Context& context, const Texts& texts) {
    const Room* room = context.design().rooms.find(limits.room);
    const RoomLimit* binding = limits.binding();
    const Value more = limits.more();
    const bool isWhole = limits.isWholly();
    const std::string over = binding && more.high() <= 0 ? overText(*binding, context, texts) : std::string();
    Message message(!binding        ? "room-limit.head.unknown"
                    : !over.empty() ? more.high() < 0 ? "room-limit.head.over-still" : "room-limit.head.over-others"
                    : binding->isAtLeast        ? "room-limit.head.over-at-least"
                    : more.high() < 0           ? "room-limit.head.over"
                    : more.low() < 0 && isWhole ? "room-limit.head.between"
                    : more.low() < 0            ? "room-limit.head.between-at-most"
                    : more.high() <= 0          ? "room-limit.head.full"
                    : !isWhole                  ? "room-limit.head.at-most"
                                                : "room-limit.head");
    message.with("room", room ? roomName(context.design(), *room, texts) : std::string())
        .with("template", limits.of.name)
        .with("standing", limits.of.standing);
    if (!binding)
        return texts.sentence(message);
    // Where limits are not known the upper end alone is said, as such.
    const bool isMost = !isWhole && more.high() >= 0;
    const Value most(more.high());
    const Value tooMany = binding->isAtLeast ? Value(-more.high()) : Value(0.0) - more;
    return texts.sentence(message.with("limit", nameOf(*binding, texts))
                              .with("more", countText(more.high() < 0            ? tooMany
                                                      : isMost || more.low() < 0 ? most
                                                                                 : more,
                                                      texts))
                              .with("less", countText(Value(std::max(0.0, -more.low())), texts))
                              .with("total", countText(total(isMost ? most : more, limits), texts))
                              .with("over", over));
}

RoomStepRow roomStepRow(const RoomStep& step, const RoomLimits& limits, const Texts& texts) {
    RoomStepRow row;
    row.what = texts.sentence(step.what);
    if (!step.ofIt.isUnknown())
        row.ofIt = moreText(step.ofIt, false, texts);
    const bool isMost = !step.isWhole && !step.more.isUnknown() && step.more.high() >= 0;
    const auto atMost = [&](const Value& count) {
        return texts.sentence(Message("room-limit.at-most").with("count", countText(Value(count.high()), texts)));
    };
    const Value all = total(step.more, limits);
    row.more = isMost ? atMost(step.more) : moreText(step.more, step.next && step.next->isAtLeast, texts);
    row.total = isMost ? atMost(all) : countText(all, texts);
    row.next = step.next ? nameOf(*step.next, texts) : texts.text("room-limit.next.none");
    return row;
}

} // namespace rackwright
