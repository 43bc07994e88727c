// SPDX-License-Identifier: GPL-3.0-or-later
// Bill lines of what connects racks to their power: cords, whips, tap-offs that are counted from the drawn chain. The
// catalogue has no prices of them: they have planning prices of the settings until the project pins one.
#include "solvers/cost/bill_builder.h"

#include "model/base/letter_case.h"
#include "solvers/cost/cost_settings.h"
#include "solvers/power/cord_takeoff.h"

#include <algorithm>
#include <cctype>

namespace rackwright {

namespace {

class PowerCordLines {
public:
    PowerCordLines(BillBuilder& builder, const PriceBook& book) : m_builder(builder), m_book(book) {}

    void addAll() {
        const CordTakeoff takeoff = cordTakeoff(m_builder.context());
        for (const CordOrder& cord : takeoff.cords)
            addCord(cord);
        for (const RackPieces& devices : takeoff.unknownSupplies)
            addPieces("open-supplies", Message("bill.open-supplies"), Message("bill.rule.open-supplies"), devices,
                      &setting_key::cordsOfDevice);
        for (const WhipOrder& whip : takeoff.whips)
            addWhip(whip);
        for (const RackPieces& tapOffs : takeoff.tapOffs)
            addPieces("tap-off", Message("bill.tap-off"), Message("bill.rule.tap-off"), tapOffs, &setting_key::tapOff);
    }

private:
    static UnitNumber metres(std::int64_t count) { return {static_cast<double>(count), "m"}; }
    static std::string lengthMark(std::int64_t count) {
        return count > 0 ? ";" + std::to_string(count) + "m" : std::string();
    }
    void addCord(const CordOrder& cord) {
        if (cord.connector.empty()) {
            addPieces("open-cords", Message("bill.open-cords"), Message("bill.rule.open-cords"), cord.pieces,
                      &setting_key::cordAny);
            return;
        }
        const std::string name =
            "cord-" + lowerCase(cord.connector) + "-" + lowerCase(cord.plug) + lengthMark(cord.metres);
        Message text = cord.metres > 0 ? Message("bill.cord") : Message("bill.cord.no-length");
        text.with("connector", cord.connector).with("plug", cord.plug);
        if (cord.metres > 0)
            text.with("length", metres(cord.metres));
        const bool isSmall = cord.connector == "C13" || cord.connector == "C15";
        addPieces(name, std::move(text), Message("bill.rule.cord"), cord.pieces,
                  isSmall ? &setting_key::cordC13 : &setting_key::cordC19);
    }

    void addWhip(const WhipOrder& whip) {
        const bool isNamed = !whip.connector.empty(), isMeasured = whip.metres > 0;
        Message text = isNamed ? (isMeasured ? Message("bill.whip") : Message("bill.whip.no-length"))
                               : (isMeasured ? Message("bill.whip.no-connector") : Message("bill.whip.open"));
        if (isNamed)
            text.with("connector", whip.connector);
        if (isMeasured)
            text.with("length", metres(whip.metres));
        const std::string kind = isNamed ? "whip-" + lowerCase(whip.connector) : std::string("whip");
        addPieces(kind + lengthMark(whip.metres), std::move(text), Message("bill.rule.whip"), whip.pieces,
                  &setting_key::whip);
    }

    void addPieces(const std::string& name, Message text, Message rule, const RackPieces& pieces,
                   const setting_key::Plain* planned) {
        BillLine& line = m_builder.planningLine(name, QuoteSection::PowerEquipment, pieces.scope);
        line.text = std::move(text);
        line.rule = std::move(rule);
        line.price = m_book.pinned(name, "each");
        if (!line.price) {
            const ReadFact read = readSetting(m_builder.context(), settingFact(*planned));
            const ReadFact spread = readSetting(m_builder.context(), settingFact(setting_key::estimateSpread));
            line.price = planningPrice("each", read.value, read.source.value_or(Source{}), read.assumption,
                                       spread.value.typical());
        }
        line.goods = Goods::Passive;
        line.quantityMilli += pieces.count * 1000;
        line.designQuantityMilli = line.quantityMilli;
        line.installedMilli += isInstalledByUs(pieces.scope) ? pieces.count * 1000 : 0;
        line.racks.insert(line.racks.end(), pieces.racks.begin(), pieces.racks.end());
    }

    BillBuilder& m_builder;
    const PriceBook& m_book;
};

} // namespace

void addPowerCordLines(BillBuilder& builder, const PriceBook& book) { PowerCordLines(builder, book).addAll(); }

} // namespace rackwright
