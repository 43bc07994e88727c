// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableProduct: what one buys to make a link (a cable with its ends on, a transceiver, a fibre) in the words that the
// choice of a medium needs, read from an embedded part, or a planning class of ours where the project embeds none. It
// chooses nothing.

#include "solvers/engine/context.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// In the order of reach; from Multimode on a link has a transceiver at each end and a fibre between them.
enum class CableMedium : std::uint8_t {
    TwistedPair,
    PassiveCopper,
    ActiveCopper,
    ActiveElectrical,
    ActiveOptical,
    Multimode,
    SingleMode,   ///< parallel, MPO
    SingleModeLc, ///< duplex, LC
};
template <>
struct EnumNames<CableMedium> {
    static constexpr std::array<std::string_view, 8> names = {"twisted-pair",      "passive-copper", "active-copper",
                                                              "active-electrical", "active-optical", "multimode",
                                                              "single-mode",       "single-mode-lc"};
};
/// As a sentence has it: "passive copper".
constexpr std::string_view spoken(CableMedium medium) {
    constexpr std::array<std::string_view, EnumNames<CableMedium>::names.size()> words = {
        "twisted pair",   "passive copper", "active copper", "active electrical",
        "active optical", "multimode",      "single-mode",   "single-mode LC"};
    return words[static_cast<std::size_t>(medium)];
}
/// Whether a link has modules at both ends and a fibre between them.
constexpr bool hasTransceivers(CableMedium medium) { return medium >= CableMedium::Multimode; }
/// Whether it is laid as fibre; active optical cables are too.
constexpr bool isGlass(CableMedium medium) { return medium >= CableMedium::ActiveOptical; }

/// The shape of what a plug goes into; co-packaged optics have sockets for fibre and take no module.
enum class CageKind : std::uint8_t { Unknown, Rj45, Sfp, Qsfp28, Qsfp56, Qsfp112, QsfpDd, Osfp, CoPackaged };
template <>
struct EnumNames<CageKind> {
    static constexpr std::array<std::string_view, 9> names = {"unknown", "RJ45",    "SFP",  "QSFP28",     "QSFP56",
                                                              "QSFP112", "QSFP-DD", "OSFP", "co-packaged"};
};
/// Bodies of OSFP modules: with fins for the air of a switch, flat where the host brings the heat sink.
enum class HeatSink : std::uint8_t { Unknown, Finned, FlatTop };
template <>
struct EnumNames<HeatSink> {
    static constexpr std::array<std::string_view, 3> names = {"unknown", "finned", "flat-top"};
};

/// A cable with its ends on, one module, or a fibre between modules.
enum class CableForm : std::uint8_t { Direct, Transceiver, Fibre };

/// What a planning class costs up to a speed below its own, under an id of its own; as in CableProduct.
struct SlowerClass {
    std::string id;
    double gigabits = 0;
    std::optional<double> each, fixed, perMetre;
    bool operator==(const SlowerClass&) const = default;
};

/// One thing to buy for a link, or a planning class that stands for such things.
struct CableProduct {
    std::string id;  ///< of the catalogue
    Id<PartRow> row; ///< null: a planning class
    const Part* part = nullptr;
    CableForm form = CableForm::Direct;
    CableMedium medium = CableMedium::PassiveCopper;
    double gigabits = 0;                  ///< of a whole end
    double overGigabits = 0;              ///< a planning class stands for all speeds above this up to its own
    double laneGigabits = 0;              ///< its speed shared by the lanes of its plug; 0: not known
    std::vector<CageKind> cagesA, cagesB; ///< that it fits; empty: any but RJ45 (a planning class)
    HeatSink heatSink = HeatSink::Unknown;
    HeatSink legHeatSink = HeatSink::Unknown; ///< of the far ends of a splitter with its ends on
    std::int64_t fibres = 1;                  ///< that plug into a transceiver
    std::int64_t opticalLanes = 0;            ///< of a transceiver: fibre pairs or wavelengths in use; 0: not known
    std::int64_t legs = 1;                    ///< far ends of a splitter
    bool isSplitter = false;
    /// That its maker names for it; nothing: none.
    std::optional<FabricProtocol> protocol;
    bool isForAdapters = false;            ///< "not for switches"
    bool isAngled = false;                 ///< APC polish is stated
    std::optional<double> reach, least;    ///< metres
    std::optional<double> watts;           ///< of one end, at most
    std::optional<double> each;            ///< US dollars
    std::optional<double> fixed, perMetre; ///< of the cable (of a transceiver: of the link's fibre), US dollars
    Grade grade = Grade::Estimate;         ///< of the price
    std::optional<SlowerClass> slower;     ///< of a planning class
    /// A planning class, which cannot be ordered.
    bool isClass() const { return !row; }
    /// That stands for a class at the speed of a cage; nothing where the class itself does, or no speed is known.
    const SlowerClass* slowerAt(double cageGigabits) const {
        return slower && cageGigabits > 0 && cageGigabits <= slower->gigabits ? &*slower : nullptr;
    }
    bool operator==(const CableProduct&) const = default;
};

/// Electrical lanes of a cage; 0 where it has none of its own.
std::int64_t lanesOf(CageKind cage);

/// Lanes above 100 Gb/s: optics made for them do not step down, and slower ones do not go with them.
bool areFastLanes(double laneGigabits);
/// Whether a medium is made for such lanes: neither passive copper (too short) nor multimode or active optical cables
/// (NVIDIA LinkX, cables and transceivers of 200G-PAM4).
bool isMadeForFastLanes(CableMedium medium);

/// Whether a product may carry a protocol: one that does not say may carry any.
bool mayCarry(const CableProduct& product, FabricProtocol protocol);

/// The cage kinds that a text of a data sheet names ("QSFP112/OSFP").
std::vector<CageKind> cageKindsOf(std::string_view connector);

/// What a part of the cabling family is; nothing when its facts do not say.
std::optional<CableProduct> cableProductOf(Id<PartRow> row, const Part& part);

/// Planning classes, in the order of media and speeds.
const std::vector<CableProduct>& cableClasses();
/// Whether the price of a class is an estimate of our own: the catalogue has none for it.
bool isOwnEstimate(std::string_view classId);

/// What links of a project can be made of: its embedded cabling parts, and the planning classes that none of them
/// replaces.
struct CableProducts {
    static constexpr std::array<std::string_view, 1> kReads = {"networks"};
    explicit CableProducts(const Context& context);
    std::vector<CableProduct> list;
};

} // namespace rackwright
