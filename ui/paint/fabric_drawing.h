// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One network as a drawing: bands of switches, boxes of pods and units with their counts, cables as bundles. What is
// too small to read is drawn as the count of what it holds, so that 8 and 131,072 endpoints are both legible.

#include "ui/paint/drawing.h"
#include "ui/paint/fabric_layout.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include <QStringList>

#include <optional>

namespace rackwright {

/// The first three follow from the layout; the others need readings.
enum class FabricColouring : std::uint8_t { Tier, Rail, Speed, Medium, Load, Failure, Cut };
template <>
struct EnumNames<FabricColouring> {
    static constexpr std::array<std::string_view, 7> names = {"tier", "rail",    "speed", "medium",
                                                              "load", "failure", "cut"};
};
/// Whether fabricDrawing() is to be given FabricReadings for it.
constexpr bool needsReadings(FabricColouring colouring) { return colouring >= FabricColouring::Medium; }

/// What bundles are coloured by where their shape does not say it; the lists are as long as the layout's bundles.
struct FabricReadings {
    /// Cables of a bundle by key: media in the order of CableMedium, last those without; or those left and those lost
    /// or cut.
    std::vector<std::vector<std::int64_t>> counts;
    std::vector<std::optional<double>> loads; ///< of the fullest cable, share of its capacity
    double worst = 0;                         ///< load of all
    std::int64_t marked = 0;                  ///< cables lost or cut
    std::vector<Id<Cable>> cables;            ///< that are cut
};

/// At what scale a network is drawn, and in which colours.
struct FabricDrawingOptions {
    double scale = 0.04;       ///< paper mm per mm of the layout
    double legibleSize = 1.95; ///< smallest font size in paper mm
    FabricColouring colouring = FabricColouring::Tier;
};

/// Without readings, colours that need them are those of an unknown.
Drawing fabricDrawing(const FabricLayout& layout, const Design& design, const Texts& texts,
                      const FabricDrawingOptions& options, const FabricReadings* readings = nullptr);

/// One network fitted to paper (mm), titled; nothing where no cable is of it.
std::optional<Drawing> fabricSheet(const Project& project, const Design& design, const Network& network,
                                   const Texts& texts, QSizeF paper);

/// What the colours of the bundles mean.
std::vector<OverlayKey> fabricLegend(const FabricLayout& layout, const Texts& texts, FabricColouring colouring,
                                     const FabricReadings* readings = nullptr);

/// "1 cable", "2,048 cables".
QString cablesText(std::size_t count, const Texts& texts);

/// "128 nodes", "32 leaves": what some cells hold, from below.
QStringList countTexts(const FabricLayout& layout, const std::vector<std::size_t>& cells, const Texts& texts);
/// "256 × 400 Gb/s", "300 cables" where speeds differ.
QString bundleText(const FabricLayout& layout, const FabricBundle& bundle, const Texts& texts);
/// "Pod 3", "Unit 12"; empty where devices say no number
QString frameText(const FabricFrame& frame, const Texts& texts);

} // namespace rackwright
