// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/recipes.h"

#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/units/number_text.h"
#include "solvers/recipes/recipe.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"NAME", PositionalSpec::Count::Optional}}, {kJsonOption}};

bool hasRange(const RecipeParameter& parameter) {
    return parameter.kind == RecipeParameterKind::Count || parameter.kind == RecipeParameterKind::Number;
}

// "1..131072 mm", "air|liquid", empty for any text.
std::string validValues(const RecipeParameter& parameter) {
    if (hasRange(parameter))
        return shortestDigits(parameter.low) + ".." + shortestDigits(parameter.high) +
               (parameter.unit.empty() ? "" : " " + parameter.unit);
    std::string text;
    for (const std::string& word : parameter.words)
        text += (text.empty() ? "" : "|") + word;
    return text;
}

std::string listText(const Texts& texts) {
    TextTable table({Align::Left, Align::Left});
    for (const Recipe& recipe : recipes())
        table.add({recipe.name, texts.text(recipe.makes)});
    return table.text() + '\n' + texts.text("recipes.next") + '\n';
}

std::string recipeText(const Recipe& recipe, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Left, Align::Left}, 2);
    for (const RecipeParameter& parameter : recipe.parameters)
        table.add(
            {parameter.name, "= " + parameter.defaultValue, validValues(parameter), texts.text(parameter.meaning)});
    return texts.text(recipe.makes) + "\n\n" + table.text();
}

std::string asJson(std::span<const Recipe> shown, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("recipes").beginArray();
    for (const Recipe& recipe : shown) {
        json.beginObject().member("name", recipe.name).member("makes", texts.text(recipe.makes));
        json.key("parameters").beginArray();
        for (const RecipeParameter& parameter : recipe.parameters) {
            json.beginObject()
                .member("name", parameter.name)
                .member("unit", parameter.unit)
                .member("default", parameter.defaultValue)
                .member("meaning", texts.text(parameter.meaning));
            if (hasRange(parameter))
                json.member("low", parameter.low).member("high", parameter.high);
            json.key("words").beginArray();
            for (const std::string& word : parameter.words)
                json.text(word);
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace

int runRecipes(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    if (arguments->positionals().empty()) {
        streams.out << (arguments->has("--json") ? asJson(recipes(), session.texts()) : listText(session.texts()));
        return kExitDone;
    }
    const auto recipe = findRecipe(arguments->positional(0));
    if (!recipe)
        return refused(recipe.error(), streams, session);
    streams.out << (arguments->has("--json") ? asJson(std::span(*recipe, 1), session.texts())
                                             : recipeText(**recipe, session.texts()));
    return kExitDone;
}

} // namespace rackwright
