// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/line_drawing.h"

#include "ui/paint/picture_cache.h"

#include <QCryptographicHash>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

namespace rackwright {

namespace {

constexpr std::string_view kDrawingHead = "rackwright lines 1\n";
constexpr double kTenths = 10; // of a millimetre
constexpr std::size_t kMostDrawingPoints = 500'000;
constexpr std::int64_t kFurthestTenth = 1'000'000'000; // 100 km

void addTenths(std::string& text, double millimetres) {
    text.append(" ").append(std::to_string(std::llround(millimetres * kTenths)));
}

/// Numbers of a line one after the other.
std::optional<std::vector<std::int64_t>> wholeNumbers(std::string_view text) {
    std::vector<std::int64_t> numbers;
    while (!text.empty()) {
        if (text.front() == ' ') {
            text.remove_prefix(1);
            continue;
        }
        std::int64_t number = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec != std::errc() || number > kFurthestTenth || number < -kFurthestTenth)
            return std::nullopt;
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    }
    return numbers;
}

} // namespace

std::string lineDrawingText(const LineDrawing& drawing) {
    std::string text(kDrawingHead);
    text += "s";
    addTenths(text, drawing.width);
    addTenths(text, drawing.height);
    text += "\n";
    for (const std::string& layer : drawing.layers) {
        text += "l ";
        for (const char c : layer)
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        text += "\n";
    }
    for (const LineDrawing::Line& line : drawing.lines) {
        text.append(line.isClosed ? "c " : "p ").append(std::to_string(line.layer));
        for (const QPointF& point : line.points) {
            addTenths(text, point.x());
            addTenths(text, point.y());
        }
        text += "\n";
    }
    return text;
}

std::shared_ptr<const LineDrawing> lineDrawingOf(std::string_view text) {
    if (!text.starts_with(kDrawingHead))
        return {};
    auto drawing = std::make_shared<LineDrawing>();
    std::size_t at = kDrawingHead.size(), points = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (line.starts_with("l ")) {
            drawing->layers.emplace_back(line.substr(2));
            continue;
        }
        if (line.empty() || (line[0] != 's' && line[0] != 'p' && line[0] != 'c'))
            return {};
        const auto numbers = wholeNumbers(line.substr(1));
        if (!numbers)
            return {};
        if (line[0] == 's') {
            if (numbers->size() != 2)
                return {};
            drawing->width = static_cast<double>((*numbers)[0]) / kTenths;
            drawing->height = static_cast<double>((*numbers)[1]) / kTenths;
            continue;
        }
        if (numbers->size() < 5 || numbers->size() % 2 == 0 || numbers->front() < 0 ||
            static_cast<std::size_t>(numbers->front()) >= drawing->layers.size())
            return {};
        LineDrawing::Line made{static_cast<std::uint32_t>(numbers->front()), line[0] == 'c', {}};
        for (std::size_t i = 1; i + 1 < numbers->size(); i += 2)
            made.points.emplace_back(static_cast<double>((*numbers)[i]) / kTenths,
                                     static_cast<double>((*numbers)[i + 1]) / kTenths);
        points += made.points.size();
        if (points > kMostDrawingPoints)
            return {};
        drawing->lines.push_back(std::move(made));
    }
    return drawing->width > 0 && drawing->height > 0 ? drawing : nullptr;
}

std::shared_ptr<const LineDrawing> keptLineDrawing(const Project& project, const std::string& sha256) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const LineDrawing>> kept;
    const auto row = std::ranges::find(project.settings, pictureKey(sha256), &Setting::key);
    if (sha256.empty() || row == project.settings.end() || !row->value.starts_with(kDrawingHead))
        return {};
    const std::lock_guard lock(mutex);
    if (const auto found = kept.find(sha256); found != kept.end())
        return found->second;
    const QByteArray bytes = QByteArray::fromRawData(row->value.data(), static_cast<qsizetype>(row->value.size()));
    if (QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString() != sha256)
        return {};
    constexpr std::size_t most = 4;
    if (kept.size() == most)
        kept.erase(kept.begin());
    return kept[sha256] = lineDrawingOf(row->value);
}

} // namespace rackwright
