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

Value total(const Value& more, const RoomLimits& limits) {
    const Value sum = more + Value(static_cast<double>(limits.of.standing));
    // Fewer than none cannot stand there.
    return sum.isUnknown() ? sum : maximum(sum, Value(0.0));
}

} // namespace

std::string countText(const Value& count, const Texts& texts) {
    if (count.isUnknown())
        return texts.text("room-limit.unknown");
    const auto digits = [&](double number) { return texts.figure(Value(number), {}, 1, {15, false}); };
    return count.isRange()
               ? texts.sentence(
                     Message("room-limit.range").with("low", digits(count.low())).with("high", digits(count.high())))
               : digits(count.typical());
}

std::string moreText(const Value& more, bool isAtLeast, const Texts& texts) {
    if (more.isUnknown() || more.low() >= 0)
        return countText(more, texts);
    const auto over = [&](double low, double high) {
        return countText(Value::range(low, low, high, more.grade()), texts);
    };
    if (isAtLeast)
        return texts.sentence(Message("room-limit.over.at-least").with("over", over(-more.high(), -more.high())));
    if (more.high() < 0)
        return texts.sentence(Message("room-limit.over").with("over", over(-more.high(), -more.low())));
    return texts.sentence(Message("room-limit.over.to-more")
                              .with("over", over(-more.low(), -more.low()))
                              .with("more", over(more.high(), more.high())));
}

RoomLimitRow roomLimitRow(const RoomLimit& limit, const RoomLimits& limits, const Context& context,
                          const Texts& texts) {
    const double factor = limit.unit == kMoneyUnit || limit.unit.empty() ? 1 : siPerUnit(limit.unit);
    const auto amount = [&](const Value& si) { return texts.figure(si, unitText(context, limit.unit), factor); };
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
    return row;
}

std::string roomLimitHead(const RoomLimits& limits, const Context& context, const Texts& texts) {
    const Room* room = context.design().rooms.find(limits.room);
    const RoomLimit* binding = limits.binding();
    const double more = binding ? binding->more.typical() : 0;
    const std::string over = binding ? overText(*binding, context, texts) : std::string();
    Message message(!binding             ? "room-limit.head.unknown"
                    : !over.empty()      ? more < 0 ? "room-limit.head.over-still" : "room-limit.head.over-others"
                    : binding->isAtLeast ? "room-limit.head.over-at-least"
                    : more < 0           ? "room-limit.head.over"
                    : binding->more.high() <= 0 ? "room-limit.head.full"
                    : !limits.isWholly()        ? "room-limit.head.at-most"
                                                : "room-limit.head");
    message.with("room", room ? room->name : std::string())
        .with("template", limits.of.name)
        .with("standing", limits.of.standing);
    if (binding)
        message.with("limit", nameOf(*binding, texts))
            .with("more", countText(binding->isAtLeast ? Value(-more)
                                    : more < 0         ? Value(0.0) - binding->more
                                                       : binding->more,
                                    texts))
            .with("total", countText(total(binding->more, limits), texts))
            .with("over", over);
    return texts.sentence(message);
}

RoomStepRow roomStepRow(const RoomStep& step, const RoomLimits& limits, const Texts& texts) {
    RoomStepRow row;
    row.what = texts.sentence(step.what);
    if (!step.ofIt.isUnknown())
        row.ofIt = moreText(step.ofIt, false, texts);
    row.more = moreText(step.more, step.next && step.next->isAtLeast, texts);
    row.total = countText(total(step.more, limits), texts);
    row.next = step.next ? nameOf(*step.next, texts) : texts.text("room-limit.next.none");
    return row;
}

} // namespace rackwright
