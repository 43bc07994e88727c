// SPDX-License-Identifier: GPL-3.0-or-later
// Bill lines of the drawn cables: what the plan of the cables orders, by part and length.
#include "solvers/cost/bill_builder.h"

#include "model/parts/length_code.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/cost/cost_settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

const Source kClassSource{"AIDC-Studio project", "AIDC-Studio catalogue", {}, {}};

std::string_view formWord(CableForm form) {
    return form == CableForm::Direct ? "cable" : form == CableForm::Fibre ? "fibre" : "optic";
}

std::optional<LinePrice> planned(double dollars, std::string_view classId) {
    const auto rate = PriceRate::nearest(dollars, Currency::usd());
    if (!rate || dollars <= 0)
        return std::nullopt;
    LinePrice price;
    price.low = price.typical = price.high = *rate;
    price.grade = Grade::Estimate;
    price.source = isOwnEstimate(classId) ? ownEstimate() : kClassSource;
    price.origin = PriceOrigin::Allowance;
    return price;
}

class CableLines {
public:
    CableLines(BillBuilder& builder, const PriceBook& book)
        : m_builder(builder), m_book(book), m_plan(builder.context().lookUp<CablePlan>()) {}

    void addAll() {
        for (const CableOrder& order : m_plan.orders)
            add(order);
        for (const OpenCables& open : m_plan.open)
            addOpen(open);
    }

private:
    void add(const CableOrder& order) {
        const std::string length = order.metres > 0 ? metresText(order.metres).append("m") : std::string();
        const CableProduct* product =
            order.product == kNoProduct ? nullptr : &m_plan.products[static_cast<std::size_t>(order.product)];
        BillLine& line =
            product && product->row ? partLine(order, *product, length) : classLine(order, product, length);
        line.goods = order.form == CableForm::Transceiver ? Goods::Equipment : Goods::Passive;
        line.quantityMilli += order.count * 1000;
        line.designQuantityMilli += order.count * 1000;
        line.installedMilli += isInstalledByUs(order.scope) ? order.count * 1000 : 0;
        if (order.spares > 0 && order.scope.isPriced())
            addSpares(order, product, length, line);
    }

    /// Without a price, so that the total says that it is a lower bound.
    void addOpen(const OpenCables& open) {
        BillLine& line = m_builder.planningLine(open.isKnown ? "cables-without-part" : "open-cables",
                                                QuoteSection::CablesAndOptics, open.scope);
        line.text = Message(open.isKnown ? "bill.cables-without-part" : "bill.open-cables");
        line.rule = Message(open.isKnown ? "bill.rule.cables-without-part" : "bill.rule.open-cables");
        line.goods = Goods::Passive;
        line.quantityMilli = line.designQuantityMilli = open.count * 1000;
    }

    /// A line of its own, priced as what it stands in for.
    void addSpares(const CableOrder& order, const CableProduct* product, const std::string& length, BillLine& of) {
        BillLine& line = product && product->row
                             ? m_builder.partLine("spare", product->row, order.scope, {}, length)
                             : m_builder.planningLine(std::string("spare;").append(className(order, product, length)),
                                                      QuoteSection::Spares, order.scope);
        line.section = QuoteSection::Spares;
        line.partNumber = of.partNumber;
        line.priceItem = of.priceItem;
        line.text = of.text;
        line.rule = Message("bill.rule.spare");
        line.price = of.price;
        line.quantityMilli += order.spares * 1000;
        line.designQuantityMilli += order.spares * 1000;
        of.hasSpareLine = true;
    }

    static std::string classId(const CableOrder& order, const CableProduct& product) {
        const SlowerClass* slower = product.slowerAt(order.gigabits);
        return slower ? slower->id : product.id;
    }

    static std::string className(const CableOrder& order, const CableProduct* product, const std::string& length) {
        std::string name =
            product ? classId(order, *product) : std::string("class-fibre-").append(enumName(order.medium));
        if (!length.empty())
            name.append(";").append(length);
        return name;
    }

    BillLine& partLine(const CableOrder& order, const CableProduct& product, const std::string& length) {
        BillLine& line = m_builder.partLine(formWord(order.form), product.row, order.scope, {}, length);
        line.section = QuoteSection::CablesAndOptics;
        const bool isOneLength = order.metres > 0 && isFamilyNumber(product.part->partNumber);
        if (order.metres > 0)
            line.text =
                Message("bill.cable").with("part", line.description).with("length", UnitNumber{order.metres, "m"});
        // A pinned or stated price wins, that of the length before that of the part; cables sold by length are priced
        // by their length.
        const bool isByLength = product.fixed && !product.each;
        if (isOneLength) {
            line.partNumber = numberOfLength(product.part->partNumber, order.metres);
            line.priceItem = priceItemOfLength(product.id, order.metres);
            line.price = m_book.pinned(line.priceItem, "each");
        }
        if (!line.price && (isByLength || !m_book.ofPart(*product.part, "each")))
            line.price = m_book.pinned(product.id, "each");
        if (!line.price && order.metres > 0 && !m_book.pinned(product.id, "each"))
            line.price = byMetre(product.id, order.metres);
        if (!line.price && (isByLength || !m_book.ofPart(*product.part, "each")))
            line.price = planned(order.price, product.id);
        return line;
    }

    /// What one length costs at a pinned price for a metre or a foot; nothing where none is pinned.
    std::optional<LinePrice> byMetre(std::string_view item, double metres) const {
        constexpr double kMetresPerFoot = 0.3048;
        for (const auto& [basis, length] : {std::pair{"metre", metres}, std::pair{"foot", metres / kMetresPerFoot}}) {
            const std::optional<LinePrice> unit = m_book.pinned(item, basis);
            if (!unit)
                continue;
            if (const Result<LinePrice> whole = scaled(*unit, length)) {
                LinePrice price = *whole;
                price.basis = "each";
                return price;
            }
        }
        return std::nullopt;
    }

    /// A class stands for all speeds up to its own: what is ordered is of the speed of its cages. Of twisted pair the
    /// class is that of the cable.
    static std::int64_t shownSpeed(const CableOrder& order, const CableProduct& product) {
        const bool isSlower = product.medium != CableMedium::TwistedPair && order.gigabits > 0;
        return std::llround(isSlower ? std::min(order.gigabits, product.gigabits) : product.gigabits);
    }

    BillLine& classLine(const CableOrder& order, const CableProduct* product, const std::string& length) {
        const std::string name = className(order, product, length);
        BillLine& line = m_builder.planningLine(name, QuoteSection::CablesAndOptics, order.scope);
        line.text = Message(std::string("bill.").append(formWord(order.form)).append(".class"))
                        .with("medium", std::string(spoken(order.medium)))
                        .with("speed", product ? shownSpeed(order, *product) : std::int64_t(0))
                        .with("length", UnitNumber{order.metres, "m"});
        line.rule = Message(std::string("bill.rule.").append(formWord(order.form)).append("-class"));
        const std::string item = product ? classId(order, *product) : name;
        line.price = m_book.pinned(item, "each");
        if (!line.price && order.metres > 0)
            line.price = byMetre(item, order.metres);
        if (!line.price)
            line.price = planned(order.price, item);
        return line;
    }

    BillBuilder& m_builder;
    const PriceBook& m_book;
    const CablePlan& m_plan;
};

} // namespace

void addCableLines(BillBuilder& builder, const PriceBook& book) { CableLines(builder, book).addAll(); }

} // namespace rackwright
