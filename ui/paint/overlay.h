// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Overlay: the figures that a drawing shows beside the design: a printed reading and share of the own limit or colour.
// Made from solver results by whoever asks for a drawing.

#include "ui/paint/palette.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// What is written on a rack or device, and how loaded it is.
struct OverlayReading {
    QString power;                ///< printed with unit ("21 kW", ">= 12 kW"); empty: not known
    QString powerShort;           ///< without unit, for narrow places
    std::optional<double> load;   ///< share of its own limit, 1 = 100 %
    std::optional<Ink> fill = {}; ///< of an overlay with a legend of its own
};

/// A colour of an overlay and what it means.
struct OverlayKey {
    Ink fill = Ink::RackFill;
    QString text = {};
};

/// Tiles of the floor in colours, row by row from the upper left; those without one show what lies below.
struct OverlayField {
    double left = 0, top = 0, tile = 0; ///< world mm
    std::size_t columns = 0;
    std::vector<std::optional<Ink>> inks = {};
};

/// Empty: the design without figures.
struct Overlay {
    std::unordered_map<std::uint64_t, OverlayReading> readings; ///< by id of the rack or device
    std::vector<OverlayKey> legend = {};                        ///< empty: racks are coloured by their load
    std::unordered_map<std::uint64_t, Ink> pathways = {}; ///< by id of the segment: its colour instead of its kind's
    OverlayField field = {};                              ///< under all that stands on the floor
    std::vector<QString> notes = {};                      ///< below the legend
    QString bareNote = {};                                ///< said where figures stand without their unit
    std::vector<std::uint64_t> clouds = {};               ///< ids of what changed since the last issue
    QString cloudNote = {};                               ///< which issue that is

    /// Null where nothing is to be shown.
    const OverlayReading* find(std::uint64_t id) const {
        const auto it = readings.find(id);
        return it == readings.end() ? nullptr : &it->second;
    }
};

/// How near a load is to its limit.
enum class LoadBand : std::uint8_t { Unknown, Neutral, Amber, Red };

/// Neutral below 80 %, amber to 100 %, red above.
constexpr LoadBand loadBand(const std::optional<double>& load) {
    if (!load)
        return LoadBand::Unknown;
    return *load > 1 ? LoadBand::Red : *load >= 0.8 ? LoadBand::Amber : LoadBand::Neutral;
}

} // namespace rackwright
