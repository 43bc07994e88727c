// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PathChain: the hops between drives and clients as boxes in a row, the slowest marked; each can be clicked for its
// derivation. It knows no design; who fills it says what a hop is.

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace rackwright {

struct ChainLink {
    QString name;
    QString amount;
    QString label; ///< of its figure
    bool counts = true; ///< else it is not in the way
    bool isSlowest = false;
    bool operator==(const ChainLink&) const = default;
};

class PathChain : public QWidget {
    Q_OBJECT
public:
    PathChain(const QString& name, const QString& title, QWidget* parent = nullptr);

    void setLinks(std::vector<ChainLink> links);
    const std::vector<ChainLink>& links() const { return m_links; }

Q_SIGNALS:
    void asked(const QString& figureLabel);

protected:
    void changeEvent(QEvent* event) override;

private:
    void dress();

    std::vector<ChainLink> m_links;
    std::vector<QToolButton*> m_boxes;
    std::vector<QLabel*> m_arrows;
};

} // namespace rackwright
