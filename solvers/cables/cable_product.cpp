// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_product.h"

#include "model/parts/part_family.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

using Medium = CableMedium;

struct ClassRow {
    std::string_view id;
    CableForm form;
    CableMedium medium;
    double over, gigabits;
    std::int64_t fibres, lanes; ///< optical ones
    double least, reach, watts;
    double each, fixed, perMetre; ///< US dollars; of a transceiver the last two are the link's fibre
};
// Classes of the AIDC-Studio catalogue (labelled estimates) with the reaches that the vendors' pages confirm: passive
// copper 3 m at lanes of 100 Gb/s and 2 m as twin-port, 400G and 800G multimode 50 m (docs.nvidia.com, MMA4Z00-NS400).
// 100G on one wavelength reaches 500 m, also as a leg of a split DR4 (IEEE 802.3cd, 100GBASE-DR); CWDM4 2 km at 3.5 W
// at most (100G CWDM4 MSA). Their prices are our own estimates, about twice the multimode class. One lane of 25G:
// copper 3 m without FEC and OM4 100 m (IEEE 802.3by), single-mode 10 km (IEEE 802.3cc); a third to a half of the
// prices of the 100G classes, estimates as well. The catalogue's classes of passive copper and multimode at 1.6T are
// none of these: the vendor makes neither at lanes of 200 Gb/s (docs.nvidia.com/networking/display/800g200gpam4list).
// One port of such lanes, four on one plug, has a class of our own: power and price to those of 1.6T as those of 400G
// DR4 are to 800G DR8.
constexpr ClassRow kClasses[] = {
    {"class-cat6a-1g", CableForm::Direct, Medium::TwistedPair, 0, 10, 0, 0, 0.5, 100, 0.5, 0, 12, 0.9},
    {"class-sfp28-dac", CableForm::Direct, Medium::PassiveCopper, 0, 25, 0, 0, 0.5, 3, 0.1, 0, 30, 8},
    {"class-dac-100", CableForm::Direct, Medium::PassiveCopper, 25, 100, 0, 0, 0.5, 5, 0.1, 0, 60, 18},
    {"class-dac-400", CableForm::Direct, Medium::PassiveCopper, 100, 400, 0, 0, 0.5, 3, 0.1, 0, 150, 55},
    {"class-dac-800", CableForm::Direct, Medium::PassiveCopper, 400, 800, 0, 0, 0.5, 2, 0.1, 0, 260, 90},
    {"class-acc-800", CableForm::Direct, Medium::ActiveCopper, 400, 800, 0, 0, 2.5, 5, 1.5, 0, 420, 60},
    {"class-acc-1600", CableForm::Direct, Medium::ActiveCopper, 800, 1600, 0, 0, 1.1, 3, 2.5, 0, 900, 120},
    {"class-aec-400", CableForm::Direct, Medium::ActiveElectrical, 100, 400, 0, 0, 1, 7, 10, 0, 450, 70},
    {"class-aec-800", CableForm::Direct, Medium::ActiveElectrical, 400, 800, 0, 0, 1, 7, 12, 0, 850, 110},
    {"class-aoc-100", CableForm::Direct, Medium::ActiveOptical, 25, 100, 0, 0, 3, 100, 2.5, 0, 220, 5},
    {"class-aoc-400", CableForm::Direct, Medium::ActiveOptical, 100, 400, 0, 0, 3, 30, 8, 0, 650, 14},
    {"class-aoc-800", CableForm::Direct, Medium::ActiveOptical, 400, 800, 0, 0, 3, 50, 7, 0, 2400, 18},
    {"class-sfp28-sr", CableForm::Transceiver, Medium::Multimode, 0, 25, 1, 1, 1, 100, 1, 60, 60, 2.5},
    {"class-mmf-100-sr4", CableForm::Transceiver, Medium::Multimode, 25, 100, 1, 4, 1, 100, 2.5, 180, 60, 2.5},
    {"class-mmf-400-sr4", CableForm::Transceiver, Medium::Multimode, 100, 400, 1, 4, 1, 50, 8, 650, 70, 2.5},
    {"class-mmf-800-sr8", CableForm::Transceiver, Medium::Multimode, 400, 800, 2, 8, 1, 50, 15, 1250, 120, 4.5},
    {"class-sfp28-lr", CableForm::Transceiver, Medium::SingleModeLc, 0, 25, 1, 1, 2, 10'000, 1.5, 120, 40, 1.2},
    {"class-smf-100-dr1", CableForm::Transceiver, Medium::SingleMode, 25, 100, 1, 1, 2, 500, 4.5, 400, 40, 1.2},
    {"class-smf-100-cwdm4", CableForm::Transceiver, Medium::SingleModeLc, 25, 100, 1, 4, 2, 2000, 3.5, 360, 40, 1.2},
    {"class-smf-400-dr4", CableForm::Transceiver, Medium::SingleMode, 100, 400, 1, 4, 1, 500, 9, 900, 60, 1.6},
    {"class-smf-800-dr8", CableForm::Transceiver, Medium::SingleMode, 400, 800, 2, 8, 1, 500, 17, 1600, 140, 2.2},
    {"class-smf-800-dr4", CableForm::Transceiver, Medium::SingleMode, 400, 800, 1, 4, 1, 500, 13.2, 1630, 60, 1.6},
    {"class-smf-1600-dr8", CableForm::Transceiver, Medium::SingleMode, 800, 1600, 2, 8, 1, 500, 25, 2900, 180, 2.8},
    {"class-smf-800-fr8", CableForm::Transceiver, Medium::SingleModeLc, 400, 800, 2, 8, 2, 2000, 17, 2100, 60, 1.2},
};

// The classes up to 400G stand for 200G too, which costs less: estimates of our own, the geometric mean of the classes
// of 100G and 400G; where there is none of 100G, the 0.6 of 400G that the others come to.
struct SlowerRow {
    std::string_view of, id;
    double gigabits, each, fixed, perMetre;
};
constexpr SlowerRow kSlowerClasses[] = {
    {"class-dac-400", "class-dac-200", 200, 0, 95, 31},
    {"class-aec-400", "class-aec-200", 200, 0, 270, 42},
    {"class-aoc-400", "class-aoc-200", 200, 0, 380, 8},
    {"class-mmf-400-sr4", "class-mmf-200-sr4", 200, 340, 60, 2.5},
    {"class-smf-400-dr4", "class-smf-200-dr4", 200, 600, 50, 1.4},
};

// Of the other classes these have no price in the catalogue.
constexpr std::string_view kOwnEstimates[] = {"class-sfp28-lr", "class-smf-100-dr1", "class-smf-100-cwdm4",
                                              "class-smf-800-dr4"};

// An MPO-12 takes four fibres each way, a duplex LC of more than 100 Gb/s four wavelengths.
constexpr std::int64_t kLanesOfPlug = 4;
constexpr double kSurelyWavelengths = 100; ///< Gb/s of a plug; up to it a duplex LC may as well be one lane (DR, FR)

double laneRate(const CableProduct& product, std::int64_t lanes) {
    return lanes > 0 ? product.gigabits / static_cast<double>(lanes) : 0;
}

CableProduct classOf(const ClassRow& row) {
    CableProduct made;
    made.id = row.id;
    made.form = row.form;
    made.medium = row.medium;
    made.overGigabits = row.over;
    made.gigabits = row.gigabits;
    made.fibres = row.fibres;
    made.opticalLanes = row.lanes;
    made.laneGigabits = laneRate(made, row.form == CableForm::Transceiver ? row.lanes
                                       : row.gigabits > 400               ? lanesOf(CageKind::Osfp)
                                       : row.gigabits > 25                ? lanesOf(CageKind::Qsfp112)
                                                                          : lanesOf(CageKind::Sfp));
    made.least = row.least;
    made.reach = row.reach;
    made.watts = row.watts;
    if (row.each > 0)
        made.each = row.each;
    made.fixed = row.fixed;
    made.perMetre = row.perMetre;
    if (const auto* slower = std::ranges::find(kSlowerClasses, row.id, &SlowerRow::of);
        slower != std::end(kSlowerClasses)) {
        made.slower = SlowerClass{std::string(slower->id), slower->gigabits, {}, slower->fixed, slower->perMetre};
        if (slower->each > 0)
            made.slower->each = slower->each;
    }
    if (row.medium == Medium::TwistedPair)
        made.cagesA = made.cagesB = {CageKind::Rj45};
    else if (row.gigabits <= 25)
        made.cagesA = made.cagesB = {CageKind::Sfp};
    return made;
}

struct KindWord {
    std::string_view word;
    CableForm form;
    CableMedium medium;
    bool isSplitter;
};
constexpr KindWord kKinds[] = {
    {"transceiver-mm", CableForm::Transceiver, Medium::Multimode, false},
    {"transceiver-sm", CableForm::Transceiver, Medium::SingleMode, false},
    {"dac", CableForm::Direct, Medium::PassiveCopper, false},
    {"dac-splitter", CableForm::Direct, Medium::PassiveCopper, true},
    {"acc", CableForm::Direct, Medium::ActiveCopper, false},
    {"acc-splitter", CableForm::Direct, Medium::ActiveCopper, true},
    {"aec", CableForm::Direct, Medium::ActiveElectrical, false},
    {"aoc", CableForm::Direct, Medium::ActiveOptical, false},
    {"fibre", CableForm::Fibre, Medium::Multimode, false},
    {"copper-rj45", CableForm::Direct, Medium::TwistedPair, false},
};

bool says(const std::string& text, std::string_view word) { return text.find(word) != std::string::npos; }

std::string word(const Part& part, std::string_view key) {
    return textFact(part, key).typical().value_or(std::string());
}

std::optional<double> number(const Part& part, std::string_view key) { return numberFact(part, key).typical(); }

/// 0: not known.
std::int64_t opticalLanesOf(const CableProduct& product, const std::string& fibre) {
    if (product.cagesA.front() == CageKind::Sfp)
        return 1;
    if ((fibre.empty() || says(fibre, "LC")) &&
        product.gigabits <= kSurelyWavelengths * static_cast<double>(product.fibres))
        return 0;
    return kLanesOfPlug * (says(fibre, "MPO-16") ? 2 : product.fibres);
}

HeatSink heatSinkOf(const std::string& connector) {
    return says(connector, "finned")     ? HeatSink::Finned
           : says(connector, "flat-top") ? HeatSink::FlatTop
                                         : HeatSink::Unknown;
}

/// The protocols of "NDR IB + 400GbE"; what stands in brackets is of other parts.
std::optional<FabricProtocol> protocolIn(const std::string& words) {
    const std::string own = words.substr(0, words.find('('));
    const bool isInfiniBand = says(own, "IB") || says(own, "InfiniBand");
    const bool isEthernet = says(own, "GbE") || says(own, "/EN") || says(own, "Ethernet");
    if (!isInfiniBand && !isEthernet)
        return std::nullopt;
    return isInfiniBand && isEthernet ? FabricProtocol::Either
           : isInfiniBand             ? FabricProtocol::InfiniBand
                                      : FabricProtocol::Ethernet;
}

void readPrices(CableProduct& made, const Part& part) {
    for (const Price& price : part.prices) {
        const auto rate = price.rate.typical();
        if (!rate || price.currency != Currency::usd())
            continue;
        std::optional<double>& into = says(price.basis, "fixed part") ? made.fixed
                                      : says(price.basis, "metre")    ? made.perMetre
                                                                      : made.each;
        if (!into)
            into = rate->inUnits();
        made.grade = price.rate.grade;
    }
}

} // namespace

bool isOwnEstimate(std::string_view classId) {
    return std::ranges::find(kSlowerClasses, classId, &SlowerRow::id) != std::end(kSlowerClasses) ||
           std::ranges::find(kOwnEstimates, classId) != std::end(kOwnEstimates);
}

std::int64_t lanesOf(CageKind cage) {
    switch (cage) {
    case CageKind::Unknown:
    case CageKind::Rj45:
    case CageKind::CoPackaged:
        return 0;
    case CageKind::Sfp:
        return 1;
    case CageKind::Qsfp28:
    case CageKind::Qsfp56:
    case CageKind::Qsfp112:
        return 4;
    case CageKind::QsfpDd:
    case CageKind::Osfp:
        return 8;
    }
    return 0;
}

bool areFastLanes(double laneGigabits) { return laneGigabits > 100.5; }

bool isMadeForFastLanes(CableMedium medium) {
    return medium != CableMedium::PassiveCopper && medium != CableMedium::Multimode &&
           medium != CableMedium::ActiveOptical;
}

bool mayCarry(const CableProduct& product, FabricProtocol protocol) {
    const bool isAsked = protocol == FabricProtocol::InfiniBand || protocol == FabricProtocol::Ethernet;
    return !isAsked || !product.protocol || *product.protocol == FabricProtocol::Either ||
           *product.protocol == protocol;
}

std::vector<CageKind> cageKindsOf(std::string_view connector) {
    // Longer words first: QSFP holds SFP, OSFP holds SFP.
    struct Word {
        std::string_view text;
        CageKind kind;
    };
    static constexpr Word kWords[] = {{"QSFP112", CageKind::Qsfp112}, {"QSFP56-DD", CageKind::QsfpDd},
                                      {"QSFP-DD", CageKind::QsfpDd},  {"QSFP56", CageKind::Qsfp56},
                                      {"QSFP28", CageKind::Qsfp28},   {"OSFP", CageKind::Osfp},
                                      {"SFP", CageKind::Sfp},         {"RJ45", CageKind::Rj45}};
    std::vector<CageKind> kinds;
    std::string rest(connector);
    for (const Word& word : kWords) {
        const auto at = rest.find(word.text);
        if (at == std::string::npos)
            continue;
        kinds.push_back(word.kind);
        for (auto next = at; next != std::string::npos; next = rest.find(word.text))
            rest.replace(next, word.text.size(), "_");
    }
    return kinds;
}

std::optional<CableProduct> cableProductOf(Id<PartRow> row, const Part& part) {
    if (familyOf(part.category) != PartFamily::Cabling || part.isPlanningClass)
        return std::nullopt;
    const std::string kind = word(part, "kind");
    const auto* known = std::ranges::find(kKinds, std::string_view(kind), &KindWord::word);
    const auto rate = number(part, "data-rate");
    if (known == std::end(kKinds) || !rate)
        return std::nullopt;
    CableProduct made;
    made.id = part.id;
    made.row = row;
    made.part = &part;
    made.form = known->form;
    made.medium = known->medium;
    made.isSplitter = known->isSplitter;
    made.gigabits = DataRate(*rate).in(unit::gigabitPerSecond);
    made.overGigabits = made.gigabits - 1;
    const std::string endA = word(part, "end-a-connector"), endB = word(part, "end-b-connector");
    const std::string fibre = word(part, "fibre-connector");
    if (made.form == CableForm::Fibre) {
        if (word(part, "medium") == "OS2")
            made.medium = says(endA, "LC") ? Medium::SingleModeLc : Medium::SingleMode;
        made.isSplitter = number(part, "end-b-count").value_or(1) > 1;
        made.isAngled = says(endA, "APC");
    } else {
        made.cagesA = cageKindsOf(endA);
        made.cagesB = made.form == CableForm::Direct ? cageKindsOf(endB) : made.cagesA;
        if (made.cagesA.empty() || made.cagesB.empty())
            return std::nullopt;
        made.heatSink = heatSinkOf(endA);
        if (made.form == CableForm::Direct && made.isSplitter) {
            made.legs = std::max<std::int64_t>(2, std::llround(number(part, "end-b-count").value_or(2)));
            made.legHeatSink = heatSinkOf(endB);
        }
        made.laneGigabits = laneRate(made, lanesOf(made.cagesA.front()));
        if (made.form == CableForm::Transceiver) {
            made.fibres = fibre.starts_with("2x") ? 2 : 1;
            made.opticalLanes = opticalLanesOf(made, fibre);
            made.laneGigabits = laneRate(made, made.opticalLanes);
            made.isAngled = says(fibre, "APC") || says(endB, "APC");
            if (made.medium == Medium::SingleMode && says(fibre, "LC"))
                made.medium = Medium::SingleModeLc;
        }
    }
    made.protocol = protocolIn(word(part, "link-protocols"));
    const std::string use = word(part, "use-rule");
    made.isForAdapters = says(use, "not for switches") || says(use, "adapters only");
    made.reach = number(part, "reach");
    made.least = number(part, "length-min");
    made.watts = number(part, "end-power");
    readPrices(made, part);
    return made;
}

const std::vector<CableProduct>& cableClasses() {
    static const std::vector<CableProduct> classes = [] {
        std::vector<CableProduct> made;
        for (const ClassRow& row : kClasses)
            made.push_back(classOf(row));
        return made;
    }();
    return classes;
}

CableProducts::CableProducts(const Context& context) {
    for (const PartRow& row : context.project().parts)
        if (row.part)
            if (auto product = cableProductOf(row.id, *row.part))
                list.push_back(std::move(*product));
    list.insert(list.end(), cableClasses().begin(), cableClasses().end());
}

} // namespace rackwright
