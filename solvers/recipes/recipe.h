// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recipes: a whole design from parameters. The mechanism: named parameters as text, checked against kind, range and
// words; the parts come from a source that the caller gives, so that recipes know no catalogue.

#include "model/project/project.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

using PartSource = std::function<Result<PartPtr>(std::string_view partId)>;

/// What a recipe draws on besides its parameters.
struct RecipeSource {
    PartSource part;
    std::vector<CostLine> costLines; ///< copied into the project, for labour, freight, support and allowances
};

/// How the text of a parameter is checked.
enum class RecipeParameterKind : std::uint8_t { Count, Number, Word, Text, Part };

/// One parameter that a recipe takes.
struct RecipeParameter {
    std::string name;
    RecipeParameterKind kind = RecipeParameterKind::Count;
    std::string unit;         ///< of a number, as entered
    std::string defaultValue; ///< "auto" where the recipe works it out
    double low = 0, high = 0; ///< of a count or number
    std::vector<std::string> words;
    std::string meaning;    ///< message id
    bool takesAuto = false; ///< the recipe works it out where "auto" or nothing is given
};

/// Checked values of all parameters of a recipe.
class RecipeValues {
public:
    explicit RecipeValues(std::map<std::string, std::string, std::less<>> values) : m_values(std::move(values)) {}
    bool has(std::string_view name) const { return m_values.contains(name); }
    /// Of a parameter that the recipe lists; of another a check fails. So do the two below.
    const std::string& text(std::string_view name) const;
    bool isAuto(std::string_view name) const { return text(name) == "auto"; }
    /// 0 where the text is "auto".
    double number(std::string_view name) const;
    std::int64_t count(std::string_view name) const;
    const std::map<std::string, std::string, std::less<>>& all() const { return m_values; }

private:
    std::map<std::string, std::string, std::less<>> m_values;
};

/// A kind of design that can be made from parameters.
struct Recipe {
    std::string name;
    std::string makes; ///< message id
    std::vector<RecipeParameter> parameters;
    std::function<Result<Document>(const RecipeValues&, const RecipeSource&)> build;
};

/// All recipes of the program, in the order of the list.
const std::vector<Recipe>& recipes();

/// A recipe by name, or an Error with the nearest names.
Result<const Recipe*> findRecipe(std::string_view name);

/// Defaults overlaid with `set`; an Error for an unknown name (nearest names), a bad number, word or range.
Result<RecipeValues> checkedValues(const Recipe& recipe, const std::vector<Parameter>& set);

/// The document that a recipe makes.
Result<Document> makeFromRecipe(std::string_view name, const std::vector<Parameter>& set, const RecipeSource& source);

} // namespace rackwright
