// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Palette: what each ink of a drawing looks like. Drawings name inks by meaning, never colours, so that one drawing
// serves light documents and a dark screen.

#include <QColor>

#include <array>
#include <cstddef>
#include <cstdint>

namespace rackwright {

/// What a colour means in a drawing.
enum class Ink : std::uint8_t {
    Paper,
    Panel,
    Text,
    Subdued,
    Faint,
    Rule,
    Accent,
    Wall,
    Grid,
    Dimension,
    Column,
    KeepOut,
    RaisedFloor,
    ColdAisle,
    ColdText,
    HotAisle,
    HotText,
    PlainAisle,
    RackFill,
    RackLine,
    RackEmpty,
    LoadAmber,
    LoadRed,
    LoadAmberLine,
    LoadRedLine,
    ComputeFill,
    ComputeLine,
    Accelerator,
    SwitchFill,
    SwitchLine,
    Cage,
    StorageFill,
    StorageLine,
    PowerFill,
    PowerLine,
    CoolingFill,
    CoolingLine,
    OtherFill,
    OtherLine,
    FeedA,
    FeedB,
    Tray,
    FibreDuct,
    Busway,
    PipeSupply,
    PipeReturn,
    Conduit,
    Removed,
    Good,
    Warning,
    Bad,
    Note,
    GoodWash,
    WarningWash,
    BadWash,
    NoteWash,
    Bar,
    /// Amounts from small to large, one hue.
    Ramp1,
    Ramp2,
    Ramp3,
    Ramp4,
    Ramp5
};
inline constexpr std::size_t kInkCount = static_cast<std::size_t>(Ink::Ramp5) + 1;

/// A colour for every ink.
struct Palette {
    std::array<QColor, kInkCount> colours;
    QColor operator[](Ink ink) const { return colours[static_cast<std::size_t>(ink)]; }
    bool operator==(const Palette&) const = default;
};

/// For documents, and the studio's light theme.
Palette lightPalette();
Palette darkPalette();

} // namespace rackwright
