// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/palette.h"

namespace rackwright {

namespace {

struct InkColours {
    Ink ink;
    QRgb light;
    QRgb dark;
};

constexpr std::array<InkColours, kInkCount> kInks = {{
    {Ink::Paper, 0xffffffff, 0xff171b21},       {Ink::Panel, 0xfff6f8fa, 0xff1e242c},
    {Ink::Text, 0xff17202c, 0xffe8ecf1},        {Ink::Subdued, 0xff5f6b7a, 0xff9aa7b6},
    {Ink::Faint, 0xff98a2b0, 0xff647180},       {Ink::Rule, 0xffdfe4ea, 0xff313a45},
    {Ink::Accent, 0xff1f6feb, 0xff4c8ff5},      {Ink::Wall, 0xff3b4654, 0xff9aa7b6},
    {Ink::Grid, 0xffeff2f5, 0xff212830},        {Ink::Dimension, 0xff7a8696, 0xff8592a1},
    {Ink::Column, 0xff8b95a3, 0xff6b7785},      {Ink::KeepOut, 0xffc98a86, 0xffb06a66},
    {Ink::RaisedFloor, 0xffb9c2cd, 0xff4a5562}, {Ink::ColdAisle, 0xffe8f1fd, 0xff17293f},
    {Ink::ColdText, 0xff3f78b5, 0xff79aee6},    {Ink::HotAisle, 0xfffdecea, 0xff3b1f1f},
    {Ink::HotText, 0xffb9584d, 0xffe58a80},     {Ink::PlainAisle, 0xfff4f6f8, 0xff1d232a},
    {Ink::RackFill, 0xffdfe5ee, 0xff33404f},    {Ink::RackLine, 0xff97a3b4, 0xff64748a},
    {Ink::RackEmpty, 0xfff7f9fb, 0xff1f262e},   {Ink::LoadAmber, 0xfff1b257, 0xff9a6a1d},
    {Ink::LoadRed, 0xffe5544b, 0xffa8332c},     {Ink::LoadAmberLine, 0xffb77f2a, 0xffd39b47},
    {Ink::LoadRedLine, 0xffa8322b, 0xffe06b63}, {Ink::ComputeFill, 0xffdfe8fc, 0xff21324f},
    {Ink::ComputeLine, 0xff8ba5d6, 0xff5573a8}, {Ink::Accelerator, 0xff5a8dee, 0xff5a8dee},
    {Ink::SwitchFill, 0xffe4e8ee, 0xff303a46},  {Ink::SwitchLine, 0xff929eae, 0xff66758a},
    {Ink::Cage, 0xff6e7b8c, 0xff8c99aa},        {Ink::StorageFill, 0xffdcece4, 0xff1f3a2f},
    {Ink::StorageLine, 0xff7fb29a, 0xff4c8067}, {Ink::PowerFill, 0xffe4ebd7, 0xff2f3a22},
    {Ink::PowerLine, 0xff93ad6e, 0xff6d8a48},   {Ink::CoolingFill, 0xffd0e7f5, 0xff17364a},
    {Ink::CoolingLine, 0xff74a9cb, 0xff4383a8}, {Ink::OtherFill, 0xffefeaf5, 0xff322b3d},
    {Ink::OtherLine, 0xffa797bd, 0xff7a6a93},   {Ink::FeedA, 0xffe39b9b, 0xffa04e4e},
    {Ink::FeedB, 0xff9bb3e3, 0xff4d68a3},       {Ink::Tray, 0xffa9977a, 0xff8b7a5d},
    {Ink::FibreDuct, 0xffe2b73a, 0xffb8922c},   {Ink::Busway, 0xffd0a96a, 0xffa07d43},
    {Ink::PipeSupply, 0xff4a90c8, 0xff5aa2dc},  {Ink::PipeReturn, 0xffc4655b, 0xffd9776c},
    {Ink::Conduit, 0xff9aa3ae, 0xff77818d},     {Ink::Removed, 0xffb23a32, 0xffe06b63},
    {Ink::Good, 0xff1f7a44, 0xff5fc48a},        {Ink::Warning, 0xff8a5a00, 0xffe3ae4e},
    {Ink::Bad, 0xffb3261e, 0xfff08a82},         {Ink::Note, 0xff1f58b5, 0xff86b1f5},
    {Ink::GoodWash, 0xffdff3e6, 0xff193626},    {Ink::WarningWash, 0xfffdf0cf, 0xff3d3014},
    {Ink::BadWash, 0xfffce0dd, 0xff46201d},     {Ink::NoteWash, 0xffe3eefd, 0xff1a2c47},
    {Ink::Bar, 0xff1f6feb, 0xff4c8ff5},         {Ink::Ramp1, 0xffe8f0fb, 0xff1b2a3f},
    {Ink::Ramp2, 0xffc9dcf7, 0xff213c61},       {Ink::Ramp3, 0xffa6c5f2, 0xff284f85},
    {Ink::Ramp4, 0xff82adeb, 0xff2f62a8},       {Ink::Ramp5, 0xff5f95e3, 0xff3569b3},
}};

constexpr bool inksAreInOrder() {
    for (std::size_t i = 0; i < kInkCount; ++i)
        if (static_cast<std::size_t>(kInks[i].ink) != i)
            return false;
    return true;
}
static_assert(inksAreInOrder());

Palette paletteOf(QRgb InkColours::*shade) {
    Palette palette;
    for (const InkColours& entry : kInks)
        palette.colours[static_cast<std::size_t>(entry.ink)] = QColor::fromRgb(entry.*shade);
    return palette;
}

} // namespace

Palette lightPalette() { return paletteOf(&InkColours::light); }
Palette darkPalette() { return paletteOf(&InkColours::dark); }

} // namespace rackwright
