// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/more_text.h"

namespace rackwright {

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

} // namespace rackwright
