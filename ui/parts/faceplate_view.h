// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FaceplateView: the front of a part drawn from its port groups: cages in their order, coloured by role, with a legend.
// It is a picture of what the data says, no photograph; used by the part's details and the part editor.

#include "model/parts/part.h"
#include "ui/text/texts.h"

#include <QWidget>

namespace rackwright {

class FaceplateView : public QWidget {
    Q_OBJECT
public:
    explicit FaceplateView(const Texts& texts, QWidget* parent = nullptr);

    void setPart(const PartPtr& part);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, 40}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Texts& m_texts;
    PartPtr m_part;
};

} // namespace rackwright
