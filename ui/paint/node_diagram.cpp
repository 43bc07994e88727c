// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/node_diagram.h"

#include "ui/paint/box_lettering.h"
#include "ui/paint/words.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace rackwright {

namespace {

constexpr QSizeF kCell(100, 62);
constexpr double kGap = 14;
constexpr double kNames = 170; ///< column of the names of the rows
constexpr double kBand = 56, kWordBand = 40, kArcs = 150;
constexpr double kPlainColumns = 10; ///< wider drawings have larger words, since they are looked at from farther
constexpr double kReach = 34;        ///< from row to row, where links are
constexpr std::size_t kMostColumns = 18;

double asNumber(std::size_t n) { return static_cast<double>(n); }

/// Where everything lies. Accelerators and ports stand in lines of as many as there are columns.
struct NodePlan {
    std::size_t columns = 1;
    double names = kNames;
    QRectF bounds;
    QRectF scaleUp; ///< band, or the room of the arcs
    QRectF words;   ///< of the scale-up link
    QRectF host;
    QRectF storage; ///< empty: no such ports
    std::vector<QRectF> accelerators, ports;
    bool hasArcs = false;

    explicit NodePlan(const NodeInside& node) {
        const auto cells = static_cast<std::size_t>(std::max<std::int64_t>(1, node.accelerators));
        columns = std::min(kMostColumns, std::max({cells, node.network.size(), std::size_t{3}}));
        hasArcs = node.kind.joining == ScaleUpJoining::Mesh && cells <= columns && cells > 1;
        const bool hasBand = !hasArcs && node.kind.joining != ScaleUpJoining::None;
        const double width = asNumber(columns) * (kCell.width() + kGap) - kGap;
        const double grown = std::max(1.0, asNumber(columns) / kPlainColumns);
        names = kNames * grown;
        double y = 0;
        words = QRectF(names, y, width, (hasBand ? kBand : kWordBand) * grown);
        scaleUp = hasArcs ? QRectF(names, words.bottom(), width, kArcs) : words;
        y = scaleUp.bottom() + (hasArcs ? 0 : kReach);
        accelerators = lines(cells, y);
        y = accelerators.back().bottom() + kReach;
        host = QRectF(names, y, width, kBand * grown);
        y = host.bottom() + kReach;
        ports = lines(std::max(node.network.size(), std::size_t{1}), y);
        y = ports.back().bottom();
        if (!node.storage.empty()) {
            storage = QRectF(names, y + kReach, width, kWordBand * grown);
            y = storage.bottom();
        }
        bounds = QRectF(0, 0, names + width, y);
    }

private:
    // The last line stands in the middle where it is not full.
    std::vector<QRectF> lines(std::size_t count, double top) const {
        std::vector<QRectF> cells;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t line = i / columns;
            const std::size_t inLine = std::min(columns, count - line * columns);
            const double pitch = kCell.width() + kGap;
            const double left = names + (asNumber(columns - inLine) / 2 + asNumber(i % columns)) * pitch;
            cells.emplace_back(left, top + asNumber(line) * (kCell.height() + kGap), kCell.width(), kCell.height());
        }
        return cells;
    }
};

class NodePainter {
public:
    NodePainter(const NodeInside& node, const Project& project, const Texts& texts, const NodeDiagramOptions& options)
        : m_node(node), m_project(project), m_words(texts), m_options(options), m_plan(node),
          m_sketch(nodeTitle(node, project, texts), options.scale) {}

    Drawing draw() && {
        m_sketch.setBounds(m_plan.bounds);
        addLinks();
        addScaleUp();
        addAccelerators();
        addHost();
        addPorts();
        addStorage();
        return std::move(m_sketch).take();
    }

private:
    void letters(const QRectF& box, QStringList lines, TextAlign align = TextAlign::Centre, Ink ink = Ink::Text) {
        m_sketch.enter(Layer::Labels);
        letterIn(m_sketch, box, std::move(lines), {m_options.legibleSize, align, ink});
    }

    void name(const char* id, double top, double bottom, const QString& count = {}) {
        letters({0, top, m_plan.names - kGap, bottom - top}, {m_words.text(id), count}, TextAlign::Left, Ink::Subdued);
    }

    QString amount(double si, const char* unit, double factor) const {
        return QString::fromStdString(shortFigure(Value(si), unit, factor, m_words.texts()).amount);
    }

    void addLinks() {
        std::vector<std::vector<QPointF>> links;
        const auto down = [&links](double x, double from, double to) { links.push_back({{x, from}, {x, to}}); };
        const bool hasBand = !m_plan.hasArcs && m_node.kind.joining != ScaleUpJoining::None;
        m_sketch.enter(Layer::Racks);
        for (std::size_t i = 0; hasBand && i < m_plan.accelerators.size(); ++i)
            down(m_plan.accelerators[i].center().x(), m_plan.scaleUp.bottom(), m_plan.accelerators[i].top());
        for (std::size_t i = 0; m_plan.hasArcs && i < m_plan.accelerators.size(); ++i)
            for (std::size_t other = 0; other < i; ++other)
                links.push_back(arc(other, i));
        if (!links.empty())
            m_sketch.lines(std::exchange(links, {}), {Ink::Accelerator, m_plan.hasArcs ? 0.25 : 0.6});
        for (const QRectF& cell : m_plan.accelerators)
            down(cell.center().x(), cell.bottom(), m_plan.host.top());
        for (const QRectF& cell : m_plan.ports)
            down(cell.center().x(), m_plan.host.bottom(), cell.top());
        m_sketch.lines(std::move(links), {Ink::RackLine, 0.25});
    }

    // The farther apart, the higher.
    std::vector<QPointF> arc(std::size_t from, std::size_t to) const {
        const QRectF& a = m_plan.accelerators[from];
        const QRectF& b = m_plan.accelerators[to];
        const double reach = (b.center().x() - a.center().x()) / 2;
        const double widest = (m_plan.accelerators.back().center().x() - m_plan.accelerators.front().center().x()) / 2;
        const double high = (kArcs - kGap) * reach / widest;
        constexpr int steps = 24;
        std::vector<QPointF> line;
        for (int step = 0; step <= steps; ++step) {
            const double turn = std::numbers::pi * step / steps;
            line.emplace_back(a.center().x() + reach * (1 - std::cos(turn)), a.top() - high * std::sin(turn));
        }
        return line;
    }

    QString linkText() const {
        const std::string link =
            m_node.kind.link.empty() ? m_words.texts().text("scale-up.link.unknown") : m_node.kind.link;
        if (m_node.kind.joining == ScaleUpJoining::None)
            return m_words.text("node.link.none");
        const char* id = m_node.kind.joining == ScaleUpJoining::Switches ? "scale-up.band.switches" : "scale-up.band";
        const std::string joined = m_words.text(Message(id).with("link", link)).toStdString();
        if (!m_node.bothDirections)
            return m_words.text(Message("node.link.unknown").with("link", joined));
        return m_words.text(Message("node.link")
                                .with("link", joined)
                                .with("rate", amount(*m_node.bothDirections, "GB/s", 1e9).toStdString()));
    }

    // Of a domain that reaches over several nodes.
    QString domainText() const {
        const ScaleUpKind& kind = m_node.kind;
        if (kind.systems <= 1)
            return {};
        const Part* part = findPart(m_project, kind.switchPart);
        Message message(kind.switches > 0 && part ? "node.domain.switches" : "node.domain");
        message.with("accelerators", kind.accelerators).with("nodes", kind.systems);
        if (kind.switches > 0 && part)
            message.with("count", kind.switches).with("part", part->model);
        return m_words.text(message);
    }

    void addScaleUp() {
        const ScaleUpJoining joining = m_node.kind.joining;
        name("node.row.scale-up", m_plan.words.top(), m_plan.words.bottom());
        if (!m_plan.hasArcs && joining != ScaleUpJoining::None) {
            const bool isOpen = joining == ScaleUpJoining::Unknown;
            m_sketch.enter(Layer::Devices);
            m_sketch.rectangle(m_plan.scaleUp, isOpen ? Ink::Paper : Ink::SwitchFill,
                               PaperPen{Ink::SwitchLine, 0.2, isOpen ? Dash::Dashed : Dash::Solid}, 0.6);
        }
        letters(m_plan.words, {linkText(), domainText()});
    }

    void addAccelerators() {
        name("node.row.accelerators", m_plan.accelerators.front().top(), m_plan.accelerators.back().bottom());
        const QString memory = m_node.memory ? amount(*m_node.memory, "GB", 1e9) : QString();
        for (std::size_t i = 0; i < m_plan.accelerators.size(); ++i) {
            m_sketch.enter(Layer::Devices);
            m_sketch.rectangle(m_plan.accelerators[i], Ink::ComputeFill, PaperPen{Ink::ComputeLine, 0.2}, 0.5);
            if (m_node.accelerators > 0)
                letters(m_plan.accelerators[i], {QString::number(i), memory});
        }
    }

    void addHost() {
        name("node.row.host", m_plan.host.top(), m_plan.host.bottom());
        m_sketch.enter(Layer::Devices);
        m_sketch.rectangle(m_plan.host, Ink::Panel, PaperPen{Ink::RackLine, 0.2}, 0.6);
        QStringList has;
        if (m_node.processors > 0)
            has.append(m_node.processor.empty()
                           ? m_words.text(Message("node.host.processors").with("count", m_node.processors))
                           : m_words.text(Message("node.host.processor")
                                              .with("count", m_node.processors)
                                              .with("model", m_node.processor)));
        if (m_node.hostMemory)
            has.append(m_words.text(
                Message("node.host.memory").with("amount", amount(*m_node.hostMemory, "GB", 1e9).toStdString())));
        if (m_node.localStorage)
            has.append(m_words.text(
                Message("node.host.drives").with("amount", amount(*m_node.localStorage, "TB", 1e12).toStdString())));
        const QString link = m_node.hostLink.empty()
                                 ? m_words.text("node.host.link.unknown")
                                 : m_words.text(Message("node.host.link").with("link", m_node.hostLink));
        letters(m_plan.host, {link, has.join(QStringLiteral(" · "))});
    }

    QString speedText(const NodePort& port) const {
        return port.gigabits > 0 ? m_words.text(Message("node.port").with("speed", std::llround(port.gigabits)))
                                 : m_words.text("node.port.unknown");
    }

    // "8 × 400G", "8 × 400G + 2 × 200G"
    QString countText(const std::vector<NodePort>& ports) const {
        std::vector<double> speeds;
        QStringList parts;
        for (const NodePort& port : ports) {
            if (std::ranges::find(speeds, port.gigabits) != speeds.end())
                continue;
            speeds.push_back(port.gigabits);
            parts.append(m_words.text(Message("node.ports")
                                          .with("count", static_cast<std::int64_t>(std::ranges::count(
                                                             ports, port.gigabits, &NodePort::gigabits)))
                                          .with("speed", speedText(port).toStdString())));
        }
        return parts.join(QStringLiteral(" + "));
    }

    void addPorts() {
        name("node.row.network", m_plan.ports.front().top(), m_plan.ports.back().bottom(), countText(m_node.network));
        if (m_node.network.empty()) {
            letters({m_plan.host.left(), m_plan.ports.front().top(), m_plan.host.width(), kCell.height()},
                    {m_words.text("node.ports.none")}, TextAlign::Centre, Ink::Subdued);
            return;
        }
        for (std::size_t i = 0; i < m_plan.ports.size(); ++i) {
            const NodePort& port = m_node.network[i];
            m_sketch.enter(Layer::Devices);
            m_sketch.rectangle(m_plan.ports[i], port.isCabled ? Ink::SwitchFill : Ink::Paper,
                               PaperPen{Ink::SwitchLine, 0.2, port.isCabled ? Dash::Solid : Dash::Dashed}, 0.5);
            const QString rail = port.rail > 0
                                     ? m_words.text(Message("node.port.rail").with("rail", std::int64_t{port.rail}))
                                 : port.isCabled ? QString()
                                                 : m_words.text("node.port.free");
            letters(m_plan.ports[i], {speedText(port), rail});
        }
    }

    void addStorage() {
        if (m_plan.storage.isEmpty())
            return;
        name("node.row.storage", m_plan.storage.top(), m_plan.storage.bottom());
        m_sketch.enter(Layer::Devices);
        m_sketch.rectangle(m_plan.storage, Ink::StorageFill, PaperPen{Ink::StorageLine, 0.2}, 0.6);
        const auto cabled = static_cast<std::int64_t>(std::ranges::count(m_node.storage, true, &NodePort::isCabled));
        letters(m_plan.storage, {m_words.text(Message("node.storage")
                                                  .with("ports", countText(m_node.storage).toStdString())
                                                  .with("cabled", cabled)
                                                  .with("count", static_cast<std::int64_t>(m_node.storage.size())))});
    }

    const NodeInside& m_node;
    const Project& m_project;
    Words m_words;
    const NodeDiagramOptions& m_options;
    NodePlan m_plan;
    Sketch m_sketch;
};

} // namespace

QRectF nodeDiagramBounds(const NodeInside& node) { return NodePlan(node).bounds; }

Drawing nodeDiagram(const NodeInside& node, const Project& project, const Texts& texts,
                    const NodeDiagramOptions& options) {
    return NodePainter(node, project, texts, options).draw();
}

QString nodeTitle(const NodeInside& node, const Project& project, const Texts& texts) {
    const Part* system = findPart(project, node.kind.system);
    const Part* accelerator = findPart(project, node.kind.accelerator);
    // "GB200 per GPU in NVL72" counts facts of one of them; behind a count the name alone is said.
    std::string name = accelerator ? accelerator->model : texts.text("scale-up.accelerator.unknown");
    name = name.substr(0, name.find(" per GPU in "));
    return Words(texts).text(Message("node.title")
                                 .with("node", system ? system->model : std::string())
                                 .with("count", node.accelerators)
                                 .with("accelerator", name));
}

} // namespace rackwright
