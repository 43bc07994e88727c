// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// NodeView: the inside of a node of one kind on the screen. It draws what is shown on a thread of its own and changes
// nothing.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/node_diagram.h"
#include "ui/paint/scale_up_layout.h"
#include "ui/widgets/drawing_view.h"

#include <memory>

namespace rackwright {

class NodeView : public DrawingView {
    Q_OBJECT
public:
    NodeView(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Of a kind of domains, the node `domain` if one is chosen, else the first of the kind.
    void show(const std::shared_ptr<const ScaleUpLayout>& layout, std::size_t kind, std::optional<std::size_t> domain);
    /// What is shown is of the shown design, and drawn.
    bool isCurrent() const { return m_shown == source() && isUpToDate(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What a drawing was made from; equal, it holds.
    struct Source {
        std::uint64_t devices = 0, cables = 0, parts = 0;
        Id<Device> node;
        bool operator==(const Source&) const = default;
    };
    Source source() const;
    void refresh();

    StudioDocument& m_document;
    StudioServices& m_services;
    ScaleUpKind m_kind;
    Id<Device> m_node;
    Source m_shown;
};

} // namespace rackwright
