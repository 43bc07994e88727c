// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/figure_numbers.h"

#include "model/base/check.h"

#include <QFile>

#include <algorithm>
#include <map>

static void initialiseFigureResource() { Q_INIT_RESOURCE(figures); }

namespace rackwright {

namespace {

std::vector<std::pair<int, std::string>> numbersOfFile() {
    initialiseFigureResource();
    QFile file(QStringLiteral(":/figures/numbers.csv"));
    RW_CHECK(file.open(QIODevice::ReadOnly), "the numbers of figures are built in");
    std::vector<std::pair<int, std::string>> numbers;
    file.readLine(); // number,figure
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        const qsizetype comma = line.indexOf(',');
        if (comma > 0)
            numbers.emplace_back(line.left(comma).toInt(), line.mid(comma + 1).toStdString());
    }
    std::ranges::sort(numbers);
    return numbers;
}

} // namespace

const std::vector<std::pair<int, std::string>>& figureNumbers() {
    static const std::vector<std::pair<int, std::string>> numbers = numbersOfFile();
    return numbers;
}

int figureNumber(std::string_view name) {
    static const auto byName = [] {
        std::map<std::string, int, std::less<>> made;
        for (const auto& [number, figure] : figureNumbers())
            made.emplace(figure, number);
        return made;
    }();
    const auto it = byName.find(name);
    return it == byName.end() ? 0 : it->second;
}

} // namespace rackwright
