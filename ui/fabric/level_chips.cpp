// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/level_chips.h"

#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"

#include <QButtonGroup>
#include <QEvent>
#include <QToolButton>

#include <algorithm>

namespace rackwright {

QToolButton* makeChip(const QString& name, const QString& text) {
    auto* chip = new QToolButton;
    chip->setObjectName(name);
    chip->setText(text);
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    return chip;
}

LevelChips::LevelChips(StudioServices& services, QWidget* parent) : QWidget(parent), m_services(services) {
    setObjectName(QStringLiteral("fabric.levels"));
    m_row = new FlowLayout(kHalfSpace, this);
    m_group = new QButtonGroup(this);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

// "In-band" for "In-band management", unless another network would be called the same.
std::vector<LevelChips::Level> LevelChips::levelsOf(const Table<Network>& networks, bool hasScaleUp) const {
    std::vector<Level> levels;
    for (const Network& network : networks) {
        const QString name = QString::fromStdString(network.name);
        const QString word = QString::fromStdString(
            m_services.texts().text(std::string("fabric.level-name.").append(enumName(network.role))));
        levels.push_back({network.id, name, name.startsWith(word, Qt::CaseInsensitive) ? word : name});
    }
    std::vector<QString> taken;
    for (const Level& level : levels)
        taken.push_back(level.shortName);
    for (Level& level : levels)
        if (std::ranges::count(taken, level.shortName) > 1)
            level.shortName = level.name;
    if (hasScaleUp)
        levels.push_back({{},
                          QString::fromStdString(m_services.texts().text("scale-up.level")),
                          QString::fromStdString(m_services.texts().text("fabric.level-name.scale-up"))});
    return levels;
}

void LevelChips::setNetworks(const Table<Network>& networks, bool hasScaleUp) {
    std::vector<Level> levels = levelsOf(networks, hasScaleUp);
    if (levels == m_levels)
        return;
    m_levels = std::move(levels);
    makeChips();
}

void LevelChips::setChosen(Id<Network> network) {
    for (std::size_t i = 0; i < m_levels.size(); ++i)
        m_chips[i]->setChecked(m_levels[i].network == network);
}

void LevelChips::makeChips() {
    for (QToolButton* chip : m_chips)
        delete chip;
    m_chips.clear();
    // The key Tab goes from what stands before the chips to these, and from them to what follows.
    QWidget* before = m_next ? m_next->previousInFocusChain() : this;
    while (before != m_next && before->focusPolicy() == Qt::NoFocus)
        before = before->previousInFocusChain();
    for (const Level& level : m_levels) {
        QToolButton* chip =
            makeChip(level.network ? QStringLiteral("fabric.network.") + QString::number(level.network.value)
                                   : QStringLiteral("fabric.scale-up"),
                     {});
        chip->setToolTip(level.name);
        chip->setAccessibleName(level.name);
        m_group->addButton(chip);
        m_row->addWidget(chip);
        setTabOrder(before, chip);
        before = chip;
        connect(chip, &QToolButton::clicked, this, [this, network = level.network] { Q_EMIT levelChosen(network); });
        if (level.network) {
            chip->setContextMenuPolicy(Qt::CustomContextMenu);
            connect(
                chip, &QToolButton::customContextMenuRequested, this,
                [this, chip, network = level.network](QPoint at) { Q_EMIT menuAsked(network, chip->mapToGlobal(at)); });
        }
        m_chips.push_back(chip);
    }
    fit();
}

void LevelChips::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void LevelChips::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void LevelChips::fit() {
    constexpr int narrowest = 56; // px of a text
    if (m_chips.empty())
        return;
    const QFontMetrics metrics = m_chips.front()->fontMetrics();
    std::vector<int> wide;
    for (const Level& level : m_levels)
        wide.push_back(metrics.horizontalAdvance(level.shortName));
    // What a chip adds to its text, and the gap that follows it.
    m_chips.front()->setText(m_levels.front().shortName);
    const int around = m_chips.front()->sizeHint().width() - wide.front() + m_row->spacing();
    const int room = width() + m_row->spacing() - around * static_cast<int>(m_chips.size());
    const auto widthAt = [&wide](int most) {
        int sum = 0;
        for (const int each : wide)
            sum += std::min(each, most);
        return sum;
    };
    int most = *std::ranges::max_element(wide);
    while (most > narrowest && widthAt(most) > room)
        --most;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        // An even width, so that a short name is never cut by rounding.
        const QString& name = m_levels[i].shortName;
        const QString text = wide[i] <= most ? name : metrics.elidedText(name, Qt::ElideMiddle, most);
        if (m_chips[i]->text() != text)
            m_chips[i]->setText(text);
    }
}

} // namespace rackwright
