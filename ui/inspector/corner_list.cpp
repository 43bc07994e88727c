// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/corner_list.h"

#include "model/edits/room_edits.h"
#include "ui/plan/room_walls.h"
#include "ui/plan/shape_handles.h"
#include "ui/text/to_text.h"
#include "ui/widgets/quantity_field.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

QToolButton* button(const QString& name, const QString& sign, const QString& does) {
    auto* made = new QToolButton;
    made->setObjectName(name);
    made->setText(sign);
    made->setAccessibleName(does);
    made->setToolTip(does);
    return made;
}

} // namespace

CornerList::CornerList(Id<Room> room, StudioDocument& document, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_room(room), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("inspector.corners"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_rows = new QWidget;
    column->addWidget(m_rows);
    connect(&m_document, &StudioDocument::changed, this, &CornerList::refresh);
    refresh();
}

void CornerList::refresh() {
    const Room* room = m_document.shownDesign().rooms.find(m_room);
    if (!room)
        return;
    if (room->outline.size() != m_lines.size())
        rebuild(room->outline.size());
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].x->setValue(room->outline[i].x.inMetres());
        m_lines[i].y->setValue(room->outline[i].y.inMetres());
    }
}

void CornerList::rebuild(std::size_t count) {
    // A line may be in the middle of its own change.
    for (CommitField* field : m_rows->findChildren<CommitField*>())
        field->setCommit({});
    auto* rows = new QWidget;
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    m_lines.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const QString number = QString::number(i);
        const int row = static_cast<int>(i);
        grid->addWidget(new QLabel(QString::number(i + 1)), row, 0);
        m_lines.push_back({addField(i, &Point::x, "x"), addField(i, &Point::y, "y")});
        grid->addWidget(m_lines.back().x, row, 1);
        grid->addWidget(m_lines.back().y, row, 2);
        QToolButton* add = button(QStringLiteral("inspector.corner.add:") + number, QStringLiteral("+"),
                                  toText(m_texts.text("inspector.corner.add")));
        connect(add, &QToolButton::clicked, this, [this, i] { insertAfter(i); });
        grid->addWidget(add, row, 3);
        QToolButton* remove = button(QStringLiteral("inspector.corner.remove:") + number, QStringLiteral("×"),
                                     toText(m_texts.text("inspector.corner.remove")));
        remove->setEnabled(count > 3);
        connect(remove, &QToolButton::clicked, this, [this, i] { this->remove(i); });
        grid->addWidget(remove, row, 4);
    }
    delete layout()->replaceWidget(m_rows, rows);
    m_rows->hide();
    m_rows->deleteLater();
    m_rows = rows;
}

QuantityField* CornerList::addField(std::size_t corner, Length Point::*axis, const char* name) {
    const QString title = toText(
        m_texts.sentence(Message("inspector.corner.title").with("number", corner + 1).with("axis", std::string(name))));
    auto* field = new QuantityField(QStringLiteral("inspector.corner.%1:%2").arg(QLatin1String(name)).arg(corner),
                                    title, "m", QuantityField::Empty::Refused, m_texts);
    field->setCommitValue(
        [this, corner, axis](std::optional<double> si) { return put(corner, axis, Length::nearest(*si)); },
        [this, corner, axis](std::optional<double> by) -> Done {
            const Room* room = m_document.design().rooms.find(m_room);
            if (!room || corner >= room->outline.size())
                return edits::missingRow("room");
            return put(corner, axis, room->outline[corner].*axis + Length::nearest(*by));
        });
    return field;
}

Done CornerList::put(std::size_t corner, Length Point::*axis, Length value) {
    const Room* found = m_document.design().rooms.find(m_room);
    if (!found || corner >= found->outline.size())
        return edits::missingRow("room");
    Room room = *found;
    room.outline[corner].*axis = value;
    const Done done = m_document.commit(putOutlineWithWalls(edits::activeTarget(*m_document.project()), std::move(room)));
    m_document.closeMerge();
    return done;
}

// In the middle of the side behind it.
void CornerList::insertAfter(std::size_t corner) {
    const Design& design = m_document.design();
    for (const ShapeHandle& handle : shapeHandles(design, Subject(m_room)))
        if (handle.isNew && handle.corner == corner)
            if (const auto edit =
                    moveShapeHandle(edits::activeTarget(*m_document.project()), Subject(m_room), handle, handle.place))
                (void)m_document.commit(*edit);
}

void CornerList::remove(std::size_t corner) {
    if (const auto edit = removeRoomCorner(edits::activeTarget(*m_document.project()), m_room, corner))
        (void)m_document.commit(*edit);
}

} // namespace rackwright
