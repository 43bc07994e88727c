// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/drawio_writer.h"

#include "model/design/cabled.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/paint/fabric_layout.h"
#include "ui/text/xml_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

// What the editor still moves without a wait.
constexpr std::size_t kMostDrawioEnds = 4'000, kMostDrawioLines = 20'000;
constexpr double kLeastDrawioWidth = 64, kLeastDrawioHeight = 24; // of a box with its name, points of the editor
constexpr double kLargestDrawio = 200'000;

QByteArray drawioAttribute(const char* name, const QString& value) {
    return QByteArray(" ") + name + "=\"" + oneLine(xmlText(value)).toHtmlEscaped().toUtf8() + "\"";
}
QByteArray drawioAttribute(const char* name, double value) {
    const double rounded = std::round(value * 100) / 100;
    return QByteArray(" ") + name + "=\"" + QByteArray::number(rounded == 0 ? 0.0 : rounded, 'g', 12) + "\"";
}

class DrawioPage {
public:
    DrawioPage(const Project& project, const Design& design, const Network& network, const Texts& texts)
        : m_project(project), m_design(design), m_network(network), m_texts(texts),
          m_layout(fabricLayout(project, design, network.id)) {}

    QByteArray write(int number) {
        if (m_layout.isEmpty())
            return {};
        chooseDetail();
        m_text = "  <diagram" + drawioAttribute("id", QStringLiteral("network-%1").arg(number)) +
                 drawioAttribute("name", QString::fromStdString(m_network.name)) + ">\n    <mxGraphModel grid=\"1\"" +
                 " gridSize=\"10\" page=\"0\" math=\"0\">\n      <root>\n        <mxCell id=\"0\"/>\n" +
                 "        <mxCell id=\"1\" parent=\"0\"/>\n";
        for (std::size_t i = 0; i < m_layout.frames.size(); ++i) {
            const FabricFrame& frame = m_layout.frames[i];
            vertex(QStringLiteral("f%1").arg(i), frameText(frame, m_texts), frame.box,
                   QStringLiteral("rounded=0;whiteSpace=wrap;verticalAlign=top;align=left;spacingLeft=4;fillColor=none;"
                                  "strokeColor=#9aa5b1;dashed=1;"));
        }
        addLines();
        addBoxes();
        return m_text + "      </root>\n    </mxGraphModel>\n  </diagram>\n";
    }

private:
    /// Whether the devices of a cell stand one by one.
    bool isSpread(const FabricCell& cell) const {
        return cell.tier != FabricTier::Ends || cell.ends == FabricEnds::Switches || m_spreadsEnds;
    }
    void chooseDetail() {
        std::size_t ends = 0;
        for (const FabricCell& cell : m_layout.cells)
            if (cell.tier == FabricTier::Ends && cell.ends != FabricEnds::Switches)
                ends += cell.devices.size();
        m_spreadsEnds = ends <= kMostDrawioEnds && m_layout.cables <= 20 * kMostDrawioLines;
        gather();
        if (m_spreadsEnds && m_lines.size() > kMostDrawioLines) {
            m_spreadsEnds = false;
            gather();
        }
        double width = 1e9, height = 1e9;
        for (const FabricCell& cell : m_layout.cells)
            if (isSpread(cell) && !cell.devices.empty() && cell.slot.width() > 0 && cell.slot.height() > 0) {
                width = std::min(width, cell.slot.width());
                height = std::min(height, cell.slot.height());
            }
        // One factor keeps the picture as it is.
        const double most = kLargestDrawio / std::max({1.0, m_layout.bounds.width(), m_layout.bounds.height()});
        m_factor = std::min(most, std::max(kLeastDrawioWidth / width, kLeastDrawioHeight / height));
    }
    /// The box that stands for a device; empty where it is not on the network.
    QString boxOf(Id<Device> device) const {
        const auto place = m_layout.places.find(device);
        if (place == m_layout.places.end())
            return {};
        return isSpread(m_layout.cells[place->second.cell]) ? QStringLiteral("d%1").arg(device.value)
                                                            : QStringLiteral("c%1").arg(place->second.cell);
    }
    void gather() {
        m_lines.clear();
        for (const Cable& cable : presentCables(m_design)) {
            if (cable.network != m_network.id)
                continue;
            QString a = boxOf(cable.a.device), b = boxOf(cable.b.device);
            if (a.isEmpty() || b.isEmpty())
                continue;
            if (b < a)
                std::swap(a, b);
            Line& line = m_lines[{a, b}];
            const double speed = speedOf(m_project, m_design, cable);
            line.isMixed = line.isMixed || (line.count > 0 && line.speed != speed);
            line.speed = speed;
            ++line.count;
        }
    }
    void vertex(const QString& id, const QString& text, const QRectF& box, const QString& style) {
        const QPointF corner = (box.topLeft() - m_layout.bounds.topLeft()) * m_factor;
        m_text += "        <mxCell" + drawioAttribute("id", id) + drawioAttribute("value", text) +
                  drawioAttribute("style", style) + " vertex=\"1\" parent=\"1\">\n          <mxGeometry" +
                  drawioAttribute("x", corner.x()) + drawioAttribute("y", corner.y()) +
                  drawioAttribute("width", box.width() * m_factor) +
                  drawioAttribute("height", box.height() * m_factor) + " as=\"geometry\"/>\n        </mxCell>\n";
    }
    static QString styleOf(const FabricCell& cell) {
        const bool isSwitch = cell.tier != FabricTier::Ends || cell.ends == FabricEnds::Switches;
        const QString colours =
            isSwitch                           ? QStringLiteral("fillColor=#dbe7f6;strokeColor=#3b6ea8;")
            : cell.ends == FabricEnds::Nodes   ? QStringLiteral("fillColor=#dcefe2;strokeColor=#3f7d56;")
            : cell.ends == FabricEnds::Storage ? QStringLiteral("fillColor=#e8def2;strokeColor=#77559c;")
                                               : QStringLiteral("fillColor=#eceff2;strokeColor=#6b7785;");
        return QStringLiteral("rounded=1;arcSize=8;whiteSpace=wrap;") + colours;
    }
    void addBoxes() {
        for (std::size_t i = 0; i < m_layout.cells.size(); ++i) {
            const FabricCell& cell = m_layout.cells[i];
            if (!isSpread(cell)) {
                vertex(QStringLiteral("c%1").arg(i), countTexts(m_layout, {i}, m_texts).join(QLatin1String(", ")),
                       cell.box, styleOf(cell));
                continue;
            }
            for (std::size_t slot = 0; slot < cell.devices.size(); ++slot) {
                const Cabled device = findCabled(m_design, cell.devices[slot]);
                vertex(QStringLiteral("d%1").arg(cell.devices[slot].value),
                       device ? QString::fromStdString(device->name) : QString(), cell.slotAt(slot), styleOf(cell));
            }
        }
    }
    // Before the boxes, so that these lie above them.
    void addLines() {
        int number = 0;
        for (const auto& [ends, line] : m_lines) {
            QString text = line.count > 1 ? QString::number(line.count) + QStringLiteral(" × ") : QString();
            if (line.speed > 0 && !line.isMixed)
                text += QString::number(line.speed) + QStringLiteral(" Gb/s");
            else if (line.count > 1)
                text = cablesText(static_cast<std::size_t>(line.count), m_texts);
            m_text += "        <mxCell" + drawioAttribute("id", QStringLiteral("e%1").arg(++number)) +
                      drawioAttribute("value", text) +
                      " style=\"endArrow=none;html=0;fontSize=8;strokeColor=#7b8794;\" edge=\"1\" parent=\"1\"" +
                      drawioAttribute("source", ends.first) + drawioAttribute("target", ends.second) +
                      ">\n          <mxGeometry relative=\"1\" as=\"geometry\"/>\n        </mxCell>\n";
        }
    }

    struct Line {
        int count = 0;
        double speed = 0;
        bool isMixed = false;
    };
    const Project& m_project;
    const Design& m_design;
    const Network& m_network;
    const Texts& m_texts;
    FabricLayout m_layout;
    bool m_spreadsEnds = true;
    double m_factor = 1;
    std::map<std::pair<QString, QString>, Line> m_lines;
    QByteArray m_text;
};

} // namespace

QByteArray drawioOf(const Project& project, const Design& design, const Texts& texts) {
    QByteArray pages;
    int number = 0;
    for (const Network& network : design.networks)
        pages += DrawioPage(project, design, network, texts).write(++number);
    if (pages.isEmpty())
        return {};
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mxfile host=\"Rackwright\">\n" + pages + "</mxfile>\n";
}

} // namespace rackwright
