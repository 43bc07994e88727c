// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figure_reading.h"

#include "ui/text/short_figure.h"

namespace rackwright {

FigureReading readFigure(const StudioDocument& document, const StudioServices& services, std::string_view name,
                         Subject subject) {
    FigureReading reading;
    reading.amount = QStringLiteral("…");
    const FigureDefinition* definition = services.domains()->findFigure(name);
    const SolutionPtr& solution = document.newestSolution();
    if (!definition || !solution)
        return reading;
    const FigureResult* result = solution->find(name, subject);
    if (!result)
        return reading;
    reading.label = QString::fromStdString(figureLabel(solution->context(), *definition, subject));
    const Texts& texts = services.texts();
    if (result->error) {
        reading.amount = QString::fromStdString(texts.sentence(result->error->message));
        return reading;
    }
    const ShortFigure shown = shortFigureOf(name, result->value, unitText(solution->context(), definition->unit),
                                            siPerUnit(definition->unit), texts);
    reading.amount = QString::fromStdString(shown.amount);
    reading.spread = QString::fromStdString(shown.spread.empty() ? texts.grade(result->value.grade()) : shown.spread);
    if (result->value.isKnown())
        reading.value = result->value;
    return reading;
}

CardContent cardOf(const StudioDocument& document, const FigureReading& figure, const QString& title) {
    CardContent content;
    content.title = title;
    content.value = figure.amount;
    content.detail = figure.spread;
    content.isStale = document.isStale();
    return content;
}

} // namespace rackwright
