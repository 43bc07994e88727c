// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CornerList: the corners of a room as coordinates to type, one line each, in the inspector. It follows the document;
// each change is one edit.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <vector>

namespace rackwright {

class QuantityField;

class CornerList : public QWidget {
    Q_OBJECT
public:
    CornerList(Id<Room> room, StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

private:
    struct Line {
        QuantityField* x;
        QuantityField* y;
    };

    void refresh();
    void rebuild(std::size_t count);
    QuantityField* addField(std::size_t corner, Length Point::*axis, const char* name);
    Done put(std::size_t corner, Length Point::*axis, Length value);
    void insertAfter(std::size_t corner);
    void remove(std::size_t corner);

    Id<Room> m_room;
    StudioDocument& m_document;
    const Texts& m_texts;
    QWidget* m_rows = nullptr;
    std::vector<Line> m_lines;
};

} // namespace rackwright
