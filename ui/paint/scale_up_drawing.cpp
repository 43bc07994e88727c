// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/scale_up_drawing.h"

#include "solvers/engine/reader.h"
#include "ui/paint/box_lettering.h"
#include "ui/paint/words.h"
#include "ui/text/short_figure.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kLeastCell = 1.4;   ///< paper mm across, below which accelerators are not drawn one by one
constexpr double kLeastDomain = 1.7; ///< paper mm across, below which domains are not

std::string rateText(double bytesPerSecond, const char* unit, const Texts& texts) {
    return shortFigure(Value(bytesPerSecond), unit, siPerUnit(unit), texts).amount;
}

QString joiningText(const ScaleUpKind& kind, const Texts& texts) {
    const std::string link = kind.link.empty() ? texts.text("scale-up.link.unknown") : kind.link;
    const char* id = kind.joining == ScaleUpJoining::Switches ? "scale-up.band.switches" : "scale-up.band";
    return Words(texts).text(Message(id).with("link", link));
}

class ScaleUpPainter {
public:
    ScaleUpPainter(const ScaleUpLayout& layout, const Project& project, const Design& design, const Texts& texts,
                   const ScaleUpDrawingOptions& options)
        : m_layout(layout), m_project(project), m_design(design), m_texts(texts), m_options(options),
          m_sketch({}, options.scale) {}

    Drawing draw() && {
        m_sketch.setBounds(m_layout.bounds);
        for (std::size_t kind = 0; kind < m_layout.blocks.size(); ++kind) {
            const ScaleUpBlock& block = m_layout.blocks[kind];
            m_sketch.enter(Layer::Labels);
            lines(block.title,
                  {scaleUpTitle(m_layout.level, kind, m_project, m_texts),
                   scaleUpDetail(m_layout.level.kinds[kind], m_texts)},
                  TextAlign::Left, Ink::Text, Weight::Medium);
            if (block.count > 1)
                addDomain(kind, block.sample,
                          Words(m_texts).text(Message("scale-up.each").with("count", countOf(block.count))), true);
        }
        for (const ScaleUpFrame& frame : m_layout.frames)
            addFrame(frame);
        for (std::size_t d = 0; d < m_layout.boxes.size(); ++d)
            if (const std::size_t kind = m_layout.level.domains[d].kind; m_layout.blocks[kind].count == 1)
                addDomain(kind, m_layout.boxes[d], scaleUpName(m_layout.level.domains[d], m_design), true);
        return std::move(m_sketch).take();
    }

private:
    static std::int64_t countOf(std::size_t n) { return static_cast<std::int64_t>(n); }

    bool lines(const QRectF& box, const QStringList& text, TextAlign align, Ink ink, Weight first = Weight::Regular) {
        return letterIn(m_sketch, box, text, {m_options.legibleSize, align, ink, first});
    }

    void addFrame(const ScaleUpFrame& frame) {
        const Words words(m_texts);
        const QString row = frame.name.empty() ? words.text("scale-up.no-row")
                            : frame.isRoom     ? QString::fromStdString(frame.name)
                                               : words.text(Message("scale-up.row").with("row", frame.name));
        const QString count = words.text(
            frame.domains.size() == 1 ? Message("scale-up.domains.one")
                                      : Message("scale-up.domains").with("count", countOf(frame.domains.size())));
        const bool showsDomains = m_sketch.paper(m_layout.boxes[frame.domains.front()].width()) >= kLeastDomain;
        m_sketch.enter(Layer::Ground);
        m_sketch.rectangle(frame.box, showsDomains ? Ink::Panel : Ink::ComputeFill,
                           PaperPen{showsDomains ? Ink::Rule : Ink::ComputeLine, 0.2}, 0.8);
        m_sketch.enter(Layer::Labels);
        if (!showsDomains) {
            if (!lines(frame.box, {row, count}, TextAlign::Centre, Ink::Text, Weight::Medium))
                lines(frame.box, {numberAtEnd(QString::fromStdString(frame.name))}, TextAlign::Centre, Ink::Text);
            return;
        }
        if (!lines(frame.header,
                   {words.text(
                       Message("scale-up.frame").with("row", row.toStdString()).with("domains", count.toStdString()))},
                   TextAlign::Left, Ink::Subdued, Weight::Medium))
            lines(frame.header, {row}, TextAlign::Left, Ink::Subdued, Weight::Medium);
        for (const std::size_t domain : frame.domains)
            addDomain(frame.kind, m_layout.boxes[domain], scaleUpName(m_layout.level.domains[domain], m_design), false);
    }

    // The sample is always drawn to its accelerators; of the others what can be seen.
    void addDomain(std::size_t kind, const QRectF& box, const QString& name, bool isSample) {
        const ScaleUpShape& shape = m_layout.shapes[kind];
        const double grown = box.width() / shape.size.width();
        const auto placed = [&](const QRectF& inside) {
            return QRectF(box.topLeft() + inside.topLeft() * grown, inside.size() * grown);
        };
        const double cell = shape.accelerators.empty() ? 0 : shape.accelerators.front().width() * grown;
        m_sketch.enter(Layer::Racks);
        if (m_sketch.paper(cell) < kLeastCell) {
            m_sketch.rectangle(box, Ink::ComputeFill, PaperPen{Ink::ComputeLine, 0.15}, 0.4);
            m_sketch.enter(Layer::Labels);
            lines(box, {name, Words(m_texts).count(m_layout.level.kinds[kind].accelerators)}, TextAlign::Centre,
                  Ink::Text);
            return;
        }
        m_sketch.rectangle(box, Ink::Paper, PaperPen{Ink::Rule, 0.2}, 0.8);
        addLinks(shape, box.topLeft(), grown);
        if (!shape.band.isEmpty()) {
            const bool isOpen = m_layout.level.kinds[kind].joining == ScaleUpJoining::Unknown;
            m_sketch.rectangle(placed(shape.band), isOpen ? Ink::Paper : Ink::SwitchFill,
                               PaperPen{Ink::SwitchLine, 0.2, isOpen ? Dash::Dashed : Dash::Solid}, 0.6);
        }
        m_sketch.enter(Layer::Devices);
        for (const QRectF& device : shape.switches)
            m_sketch.rectangle(placed(device), Ink::Paper, PaperPen{Ink::SwitchLine, 0.15}, 0.3);
        for (const QRectF& system : shape.systems)
            m_sketch.rectangle(placed(system), Ink::Panel, PaperPen{Ink::RackLine, 0.15}, 0.4);
        for (const QRectF& accelerator : shape.accelerators)
            m_sketch.rectangle(placed(accelerator), Ink::ComputeFill, PaperPen{Ink::ComputeLine, 0.18}, 0.4);
        m_sketch.enter(Layer::Labels);
        lines(placed(shape.header), {name}, TextAlign::Centre, Ink::Text, isSample ? Weight::Medium : Weight::Regular);
        addBandText(kind, placed(shape.band));
        if (isSample)
            for (std::size_t i = 0; i < shape.accelerators.size(); ++i)
                lines(placed(shape.accelerators[i]), {QString::number(i)}, TextAlign::Centre, Ink::Text);
    }

    // Drawn switches are counted in their band.
    void addBandText(std::size_t index, const QRectF& band) {
        const ScaleUpKind& kind = m_layout.level.kinds[index];
        if (band.isEmpty())
            return;
        QString text = joiningText(kind, m_texts);
        if (kind.switches > 0) {
            const Words words(m_texts);
            const Part* part = findPart(m_project, kind.switchPart);
            text = words.text(Message("scale-up.switches")
                                  .with("count", kind.switches)
                                  .with("part", part ? part->model : std::string()));
            // On a plate of its own, for the boxes of the switches lie below.
            const double width = std::min(band.width(), m_sketch.widthOf(text, {3.2}) * 1.1);
            QRectF plate(0, 0, width, band.height() * 0.5);
            plate.moveCenter(band.center());
            if (m_sketch.paper(plate.height()) < m_options.legibleSize * kLineHeight)
                return;
            m_sketch.rectangle(plate, Ink::SwitchFill, std::nullopt, 0.3);
            lines(plate, {text}, TextAlign::Centre, Ink::Text);
            return;
        }
        lines(band, {text}, TextAlign::Centre, Ink::Text);
    }

    void addLinks(const ScaleUpShape& shape, QPointF corner, double grown) {
        std::vector<std::vector<QPointF>> placed;
        placed.reserve(shape.links.size());
        for (const std::vector<QPointF>& link : shape.links) {
            std::vector<QPointF> line;
            for (const QPointF& point : link)
                line.push_back(corner + point * grown);
            placed.push_back(std::move(line));
        }
        if (!placed.empty())
            m_sketch.lines(std::move(placed), {Ink::Accelerator, std::clamp(m_sketch.paper(14 * grown), 0.2, 1.2)});
    }

    const ScaleUpLayout& m_layout;
    const Project& m_project;
    const Design& m_design;
    const Texts& m_texts;
    const ScaleUpDrawingOptions& m_options;
    Sketch m_sketch;
};

} // namespace

Drawing scaleUpDrawing(const ScaleUpLayout& layout, const Project& project, const Design& design, const Texts& texts,
                       const ScaleUpDrawingOptions& options) {
    return ScaleUpPainter(layout, project, design, texts, options).draw();
}

std::vector<OverlayKey> scaleUpLegend(const ScaleUpLayout& layout, const Texts& texts) {
    const Words words(texts);
    const auto any = [&](auto isSo) { return std::ranges::any_of(layout.level.kinds, isSo); };
    std::vector<OverlayKey> keys{{Ink::ComputeLine, words.text("scale-up.key.accelerator")}};
    if (any([](const ScaleUpKind& kind) { return kind.joining != ScaleUpJoining::None; }))
        keys.push_back({Ink::Accelerator, words.text("scale-up.key.link")});
    if (any([](const ScaleUpKind& kind) { return kind.joining == ScaleUpJoining::Switches; }))
        keys.push_back({Ink::SwitchLine, words.text("scale-up.key.switch")});
    return keys;
}

QString scaleUpTitle(const ScaleUpLevel& level, std::size_t kind, const Project& project, const Texts& texts) {
    const Part* part = findPart(project, level.kinds[kind].accelerator);
    const std::size_t count = level.count(kind);
    return Words(texts).text(Message(count == 1 ? "scale-up.title.one" : "scale-up.title")
                                 .with("count", static_cast<std::int64_t>(count))
                                 .with("accelerators", level.kinds[kind].accelerators)
                                 .with("part", part ? part->model : texts.text("scale-up.accelerator.unknown")));
}

QString scaleUpDetail(const ScaleUpKind& kind, const Texts& texts) {
    const Words words(texts);
    if (kind.joining == ScaleUpJoining::None)
        return words.text(Message("scale-up.detail.none").with("link", kind.link));
    const QString link = joiningText(kind, texts);
    if (!kind.oneWay)
        return words.text(Message("scale-up.detail.unknown").with("link", link.toStdString()));
    return words.text(Message("scale-up.detail")
                          .with("link", link.toStdString())
                          .with("each", rateText(*kind.oneWay, "GB/s", texts))
                          .with("whole", rateText(*kind.whole(), "TB/s", texts)));
}

QString scaleUpName(const ScaleUpDomain& domain, const Design& design) {
    const Rack* rack = domain.systems.size() > 1 ? design.racks.find(domain.rack) : nullptr;
    const Device* device = domain.systems.empty() ? nullptr : design.devices.find(domain.systems.front());
    QString name = QString::fromStdString(rack ? rack->name : device ? device->name : std::string());
    if (domain.number > 0)
        name += QStringLiteral(" · ") + QString::number(domain.number);
    return name;
}

} // namespace rackwright
