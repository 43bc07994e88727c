// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/connect_palette.h"

#include "model/edits/supply_edits.h"
#include "ui/actions/command_palette.h"
#include "ui/document/studio_document.h"
#include "ui/plan/subject_name.h"
#include "ui/supply/new_elements.h"
#include "ui/text/to_text.h"

#include <QLineEdit>

#include <algorithm>
#include <memory>

namespace rackwright {

namespace {

/// The chosen elements, where all of them may hang on a utility feed; else none.
std::vector<Id<PowerElement>> feedableByUtility(const StudioDocument& document) {
    std::vector<Id<PowerElement>> elements;
    for (const Subject subject : document.selection()) {
        const PowerElement* element =
            subject.kind == SubjectKind::PowerElement ? document.design().powerElements.find({subject.id}) : nullptr;
        if (!element || !edits::mayFeed(PowerElementKind::Utility, element->kind))
            return {};
        elements.push_back(element->id);
    }
    return elements;
}

} // namespace

void openConnectPalette(StudioDocument& document, const Texts& texts, QWidget* window, std::optional<ConnectWay> way) {
    const ProjectPtr project = document.project();
    struct Line {
        std::function<Edit()> make;
        QString group, name, note;
    };
    auto lines = std::make_shared<std::vector<Line>>();
    for (ConnectChoice& choice : connectChoices(edits::activeTarget(*project), document.selection(), way)) {
        const QString group = toText(texts.text("supply.way." + std::string(enumName(choice.way))));
        const QString name = subjectName(document.design(), choice.subject, texts);
        const QString note = connectionNote(document.design(), choice.subject, texts);
        lines->push_back({std::move(choice.make), group, name, note});
    }
    // Where nothing is drawn yet that could feed them, the grid is.
    if (const auto fed = feedableByUtility(document);
        !fed.empty() && way.value_or(ConnectWay::FedFrom) == ConnectWay::FedFrom)
        lines->push_back({[target = edits::activeTarget(*project), fed,
                           utility = newElement(document.design(), PowerElementKind::Utility, texts)] {
                              return edits::feedFromNew(target, utility, fed);
                          },
                          toText(texts.text("supply.way.fed-from")), toText(texts.text("supply.new-utility")),
                          QString()});
    // The edits read the project that they were offered for.
    const auto entries = [lines, project, &document](const QString& words) {
        std::vector<const Line*> found;
        for (const Line& line : *lines)
            if (holdsWords(line.group + QLatin1Char(' ') + line.name + QLatin1Char(' ') + line.note, words))
                found.push_back(&line);
        std::ranges::stable_sort(found, {}, [&words](const Line* line) { return answerRank(line->name, words); });
        std::vector<PaletteEntry> shown;
        for (const Line* line : found)
            shown.push_back({line->group, line->name, line->note, [lines, project, line, &document] {
                                 (void)document.commit(line->make());
                                 document.closeMerge();
                             }});
        return shown;
    };
    auto* palette = new CommandPalette(entries, texts, window);
    palette->setObjectName(QStringLiteral("supply.palette"));
    if (auto* field = palette->findChild<QLineEdit*>(QStringLiteral("palette.words"))) {
        field->setPlaceholderText(toText(texts.text("supply.palette.prompt")));
        field->setAccessibleName(field->placeholderText());
    }
    palette->show();
}

} // namespace rackwright
