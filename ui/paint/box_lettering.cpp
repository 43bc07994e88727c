// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/box_lettering.h"

#include <algorithm>

namespace rackwright {

bool letterIn(Sketch& sketch, const QRectF& box, QStringList lines, const BoxLettering& lettering) {
    constexpr double largest = 3.2, margin = 0.6; // paper mm
    lines.removeAll(QString());
    while (!lines.isEmpty()) {
        double widest = 0;
        for (qsizetype i = 0; i < lines.size(); ++i)
            widest = std::max(widest, textWidth(lines[i], i == 0 ? lettering.first : Weight::Regular));
        const double high = sketch.paper(box.height()) / (kLineHeight * static_cast<double>(lines.size()));
        const double wide = (sketch.paper(box.width()) - 2 * margin) / std::max(widest, 0.1);
        const double size = std::min({largest, high, wide});
        if (size >= lettering.legibleSize) {
            const double step = sketch.world(size * kLineHeight);
            const double x = lettering.align == TextAlign::Left ? box.left() + sketch.world(margin) : box.center().x();
            double y = box.center().y() - step * static_cast<double>(lines.size() - 1) / 2;
            for (qsizetype i = 0; i < lines.size(); ++i, y += step)
                sketch.text({x, y}, lines[i],
                            {size, i == 0 ? lettering.first : Weight::Regular, lettering.align,
                             i == 0 ? lettering.ink : Ink::Subdued});
            return true;
        }
        lines.removeLast();
    }
    return false;
}

QString numberAtEnd(const QString& name) {
    qsizetype from = name.size();
    while (from > 0 && !name[from - 1].isLetter())
        --from;
    while (from < name.size() && !name[from].isDigit())
        ++from;
    return name.mid(from);
}

QString initialsAndNumber(const QString& name) {
    const QString number = numberAtEnd(name);
    if (number.isEmpty())
        return number;
    QString made;
    bool isFirst = true;
    for (const QChar c : QStringView(name).chopped(number.size())) {
        if (c.isLetter() && isFirst)
            made += c;
        isFirst = !c.isLetterOrNumber();
    }
    return made + number;
}

} // namespace rackwright
