// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests ask of a drawing: its texts, its rectangles, and which texts lie over one another.

#include "ui/paint/drawing.h"
#include "ui/paint/sketch.h"

#include <QStringList>

namespace rackwright {

template <class Shape>
std::vector<std::pair<const DrawingItem*, const Shape*>> shapesOf(const Drawing& drawing) {
    std::vector<std::pair<const DrawingItem*, const Shape*>> found;
    for (const DrawingItem& item : drawing.items)
        if (const auto* shape = std::get_if<Shape>(&item.shape))
            found.emplace_back(&item, shape);
    return found;
}

inline QStringList textsOf(const Drawing& drawing) {
    QStringList texts;
    for (const auto& [item, text] : shapesOf<TextShape>(drawing))
        texts.append(text->text);
    return texts;
}

inline QRectF boxOf(const TextShape& text) { return boxOf(outlineOf(text)); }

/// "A over B" for each pair of texts that overlap.
inline QStringList overlappingTexts(const Drawing& drawing) {
    QStringList pairs;
    const auto texts = shapesOf<TextShape>(drawing);
    std::vector<QRectF> boxes;
    for (const auto& [item, text] : texts)
        boxes.push_back(boxOf(*text));
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            if (boxes[i].intersects(boxes[k]))
                pairs.append(texts[i].second->text + QStringLiteral(" over ") + texts[k].second->text);
    return pairs;
}

} // namespace rackwright
