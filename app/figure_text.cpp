// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure_text.h"

#include "app/echo.h"
#include "model/units/heat_unit.h"
#include "model/units/units.h"
#include "solvers/engine/reader.h"

namespace rackwright {

Value inUnit(const Value& si, std::string_view unit) {
    const Unit* known = findUnit(unit);
    const Value shifted = known && known->isAbsolute() ? si - Value(known->offset) : si;
    return shifted / Value(siPerUnit(unit));
}

std::string amountText(const Context& context, const Value& si, std::string_view unit, const Texts& texts) {
    return texts.figure(si / Value(siPerUnit(unit)), unitText(context, unit));
}

std::string figureText(const Context& context, const FigureResult& result, const Texts& texts) {
    if (result.error)
        return onOneLine(texts.sentence(result.error->message));
    return amountText(context, result.value, result.definition->unit, texts);
}

void writeValue(JsonWriter& json, const Context& context, const Value& si, std::string_view unit) {
    const Value value = si / Value(siPerUnit(unit));
    const auto number = [&](const char* name, double v) {
        json.key(name);
        if (value.isUnknown())
            json.null();
        else
            json.number(v);
    };
    number("value", value.typical());
    json.member("unit", unitText(context, writtenUnit(unit)));
    number("low", value.low());
    number("high", value.high());
    json.member("grade", gradeName(value.grade()));
    json.member("unknown", value.unknownTerms()).member("terms", value.terms());
}

} // namespace rackwright
