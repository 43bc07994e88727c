// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GenerateDialog: a network from its purpose, family and switches. While one chooses it shows what the network would be
// and what would change; what cannot be says which bound it breaks. Plans are made on a worker thread.

#include "solvers/generation/generate_network.h"
#include "solvers/generation/network_target.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <memory>
#include <optional>
#include <set>
#include <string>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTreeWidget;
class QTreeWidgetItem;

namespace rackwright {

class GenerateDialog : public QDialog {
    Q_OBJECT
public:
    /// Begins with the network, or with a new one of its kind where it is null.
    GenerateDialog(Id<Network> network, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// The network that was drawn; null before.
    Id<Network> network() const { return m_drawn; }
    /// The plan that is shown is of what is chosen.
    bool isUpToDate() const { return m_asked == m_answered; }
    void done(int result) override;

private:
    struct Answer {
        Result<NetworkPlan> plan;
        std::optional<Bisection> bisection;
        std::optional<Message> ratio; ///< why it is not as asked for
    };

    void buildForm(QFormLayout& form);
    void chooseNetwork();
    void chooseFamily();
    std::set<std::string> switchesWaiting() const;
    void beginNodes(bool isNew);
    void listNodes();
    void chooseNodes();
    std::optional<std::vector<std::string>> chosenNodes() const;
    bool canTakeAll(const NetworkRequest& request) const;
    void listSwitches(const NetworkRequest& request);
    PartPtr upperFor(const Part& leaf) const;
    void bringUpper();
    void bringLeaf();
    void listTrunkSpeeds(double chosenGbps);
    std::vector<PartPtr> orderableCabling() const;
    void showMeaning();
    void ask();
    void take(int number, std::shared_ptr<const Answer> answer);
    void showPlan(const Answer& answer);
    NetworkRequest request() const;
    void addRow(const char* id, const QString& value, bool isStrong = false);
    void tell(const QString& text, bool isProblem);
    void addHead(const char* id);
    void listNodesWithout();
    void listCables(const char* head, const std::vector<Cable>& cables, const Project& project, const Design& design);
    QString text(const std::string& id) const;
    QString sentence(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    NetworkRequest m_request; ///< as it was read; the fields are laid over it
    std::vector<PartPtr> m_switches;
    std::vector<NodeGroup> m_groups; ///< as listed in m_nodes
    int m_asked = 0, m_answered = 0;
    bool m_isFilling = false;
    bool m_isSwitchChosen = false; ///< by a person or by the network as it is; else proposed
    Id<Network> m_drawn;

    QFormLayout* m_form = nullptr;
    QComboBox* m_network = nullptr;
    QListWidget* m_nodes = nullptr;
    QComboBox* m_family = nullptr;
    QLabel* m_meaning = nullptr;
    QComboBox* m_leaf = nullptr;
    QComboBox* m_upper = nullptr;
    QComboBox* m_speed = nullptr;
    QSpinBox* m_ports = nullptr;
    QSpinBox* m_devices = nullptr;
    QDoubleSpinBox* m_ratio = nullptr;
    QDoubleSpinBox* m_spineRatio = nullptr;
    QComboBox* m_rule = nullptr;
    QSpinBox* m_planes = nullptr;
    QLineEdit* m_shape = nullptr;
    QSpinBox* m_trunk = nullptr;
    QSpinBox* m_spines = nullptr;
    QSpinBox* m_groupLinks = nullptr;
    QSpinBox* m_leafSpineLinks = nullptr;
    QComboBox* m_placing = nullptr;
    QTreeWidget* m_table = nullptr;
    QLabel* m_problem = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_apply = nullptr;
    QTreeWidgetItem* m_head = nullptr;
};

} // namespace rackwright
