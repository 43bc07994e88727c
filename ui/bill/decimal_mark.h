// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How numbers that a person types into the quote are read. Internal to ui/bill.

#include "model/units/parse.h"
#include "ui/text/texts.h"

namespace rackwright {

inline DecimalMark decimalMarkOf(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

} // namespace rackwright
