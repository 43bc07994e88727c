// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/new.h"

#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"
#include "solvers/recipes/recipe.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{
    {}, {{"--recipe", "NAME"}, {"--set", "KEY=VALUE", {}, Occurrence::Many}, {"--output", "FILE"}, kForceOption}};

Result<std::string> needed(const Arguments& arguments, const char* option, const char* value) {
    if (auto word = arguments.option(option))
        return *word;
    return usageError(Message("arguments.option-missing").with("option", option).with("value", value));
}

Result<std::vector<Parameter>> parametersOf(const Arguments& arguments) {
    std::vector<Parameter> parameters;
    for (const std::string& word : arguments.all("--set")) {
        auto pair = keyValue(word);
        if (!pair)
            return pair.error();
        if (std::ranges::find(parameters, pair->key, &Parameter::name) != parameters.end())
            return usageError(Message("calc.key-twice").with("key", pair->key));
        parameters.push_back({std::move(pair->key), std::move(pair->value)});
    }
    return parameters;
}

Result<std::string> makeFile(const Arguments& arguments, Session& session) {
    const auto recipe = needed(arguments, "--recipe", "NAME");
    if (!recipe)
        return recipe.error();
    const auto output = needed(arguments, "--output", "FILE");
    if (!output)
        return output.error();
    if (Done free = checkOutput(arguments, *output); !free)
        return free.error();
    const auto parameters = parametersOf(arguments);
    if (!parameters)
        return parameters.error();
    const auto source = session.recipeSource();
    if (!source)
        return source.error();
    const auto document = makeFromRecipe(*recipe, *parameters, *source);
    if (!document)
        return document.error();
    const Done written = writeDesign(*output, *document, Links::Refuse);
    if (!written)
        return written.error();
    return *output;
}

} // namespace

int runNew(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto file = makeFile(*arguments, session);
    if (!file)
        return refused(file.error(), streams, session);
    streams.out << session.texts().sentence(Message("new.done").with("file", *file)) << '\n';
    return kExitDone;
}

} // namespace rackwright
