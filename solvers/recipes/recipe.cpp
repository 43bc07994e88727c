// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/recipe.h"

#include "model/base/nearest.h"
#include "model/project/field_limits.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "solvers/recipes/standard_recipes.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

Error unknownWord(const char* id, std::string_view recipe, std::string_view word, std::vector<std::string> words) {
    std::vector<std::string> nearest = nearestWords(word, words);
    return usageError(Message(id)
                          .with("recipe", recipe)
                          .with("name", word)
                          .with("words", WordList{nearest.empty() ? std::move(words) : std::move(nearest)}));
}

/// In the unit of the parameter; also as people write it: "1,024", "18 m", "2k".
std::optional<double> numberOf(const RecipeParameter& parameter, const std::string& value) {
    if (const auto plain = plainNumber(value))
        return plain;
    const Unit* unit = findUnit(parameter.unit);
    const Result<double> si = unit ? parseSi(value, *unit) : Result<double>(inputError(Message("parse.empty")));
    if (!si)
        return std::nullopt;
    constexpr double kSteps = 1e6; // what units in decimals leave behind is no number that anybody wrote
    return std::round(unit->fromSi(*si) * kSteps) / kSteps;
}

Done checkNumber(const Recipe& recipe, const RecipeParameter& parameter, const std::string& value) {
    const auto number = numberOf(parameter, value);
    const bool isWhole = number && std::floor(*number) == *number;
    const bool mustBeWhole = parameter.kind == RecipeParameterKind::Count;
    if (!number || (mustBeWhole && !isWhole))
        return usageError(Message(mustBeWhole ? "recipe.bad-whole-number" : "recipe.bad-number")
                              .with("recipe", recipe.name)
                              .with("name", parameter.name)
                              .with("value", value));
    if (*number < parameter.low || *number > parameter.high)
        return usageError(Message("recipe.out-of-range")
                              .with("recipe", recipe.name)
                              .with("name", parameter.name)
                              .with("value", value)
                              .with("low", UnitNumber{parameter.low, parameter.unit})
                              .with("high", UnitNumber{parameter.high, parameter.unit}));
    return done();
}

/// "auto" as people write it, or nothing, where the recipe works the value out.
bool meansAuto(const RecipeParameter& parameter, const std::string& value) {
    if (!parameter.takesAuto && parameter.defaultValue != "auto")
        return false;
    std::string word;
    for (const char c : value)
        if (c != ' ')
            word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return word.empty() || word == "auto";
}

Done checkValue(const Recipe& recipe, const RecipeParameter& parameter, const std::string& value) {
    if (meansAuto(parameter, value))
        return done();
    switch (parameter.kind) {
    case RecipeParameterKind::Count:
    case RecipeParameterKind::Number:
        return checkNumber(recipe, parameter, value);
    case RecipeParameterKind::Word:
        if (std::ranges::find(parameter.words, value) == parameter.words.end())
            return unknownWord("recipe.bad-word", parameter.name, value, parameter.words);
        return done();
    case RecipeParameterKind::Text:
    case RecipeParameterKind::Part:
        // What stands in names, and could not be saved.
        if (static_cast<std::int64_t>(value.size()) > kLongestName)
            return usageError(Message("recipe.long-text")
                                  .with("recipe", recipe.name)
                                  .with("name", parameter.name)
                                  .with("most", kLongestName));
        return done();
    }
    return done();
}

} // namespace

const std::string& RecipeValues::text(std::string_view name) const {
    const auto it = m_values.find(name);
    RW_CHECK(it != m_values.end(), "a recipe asks for parameters that it lists");
    return it->second;
}

double RecipeValues::number(std::string_view name) const { return plainNumber(text(name)).value_or(0); }

std::int64_t RecipeValues::count(std::string_view name) const { return static_cast<std::int64_t>(number(name)); }

const std::vector<Recipe>& recipes() {
    static const std::vector<Recipe> all = standardRecipes();
    return all;
}

Result<const Recipe*> findRecipe(std::string_view name) {
    std::vector<std::string> names;
    for (const Recipe& recipe : recipes()) {
        if (recipe.name == name)
            return &recipe;
        names.push_back(recipe.name);
    }
    return unknownWord("recipe.unknown", {}, name, std::move(names));
}

Result<RecipeValues> checkedValues(const Recipe& recipe, const std::vector<Parameter>& set) {
    std::map<std::string, std::string, std::less<>> values;
    std::vector<std::string> names;
    for (const RecipeParameter& parameter : recipe.parameters) {
        values[parameter.name] = parameter.defaultValue;
        names.push_back(parameter.name);
    }
    for (const Parameter& given : set) {
        const auto it = std::ranges::find(recipe.parameters, given.name, &RecipeParameter::name);
        if (it == recipe.parameters.end())
            return unknownWord("recipe.unknown-parameter", recipe.name, given.name, names);
        if (Done checked = checkValue(recipe, *it, given.value); !checked)
            return checked.error();
        const bool isNumber = it->kind == RecipeParameterKind::Count || it->kind == RecipeParameterKind::Number;
        const auto number = isNumber ? numberOf(*it, given.value) : std::nullopt;
        values[given.name] = meansAuto(*it, given.value) ? "auto" : number ? shortestDigits(*number) : given.value;
    }
    return RecipeValues(std::move(values));
}

Result<Document> makeFromRecipe(std::string_view name, const std::vector<Parameter>& set, const RecipeSource& source) {
    const Result<const Recipe*> recipe = findRecipe(name);
    if (!recipe)
        return recipe.error();
    const Result<RecipeValues> values = checkedValues(**recipe, set);
    if (!values)
        return values.error();
    return (*recipe)->build(*values, source);
}

} // namespace rackwright
