// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a picture below a plan: refused, or drawn in the size that it says.
#include "model/base/check.h"
#include "ui/paint/picture_cache.h"

#include <QLoggingCategory>

using namespace rackwright;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool isQuiet = (QLoggingCategory::setFilterRules(QStringLiteral("qt.gui.imageio*=false")), true);
    const auto picture = EmbeddedPicture::fromPng(std::string(reinterpret_cast<const char*>(data), size));
    if (!picture || !isQuiet)
        return 0;
    const QImage pixels = pixelsOf(*picture);
    RW_CHECK(pixels.isNull() || pixels.width() == static_cast<int>(picture->width()), "a picture has its own size");
    return 0;
}
