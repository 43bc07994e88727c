// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "model/base/check.h"
#include "model/base/nearest.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr std::pair<std::string_view, std::string_view> kShort[] = {{"-o", "--output"}};

std::string longName(std::string_view word) {
    for (const auto& [brief, full] : kShort)
        if (brief == word)
            return std::string(full);
    return std::string(word);
}

Error unknownOption(const ArgumentSpec& spec, const std::string& name) {
    std::vector<std::string> known;
    for (const OptionSpec& option : spec.options)
        known.emplace_back(option.name);
    std::vector<std::string> near = nearestWords(name, known);
    return usageError(Message("arguments.unknown-option")
                          .with("option", name)
                          .with("nearest", WordList{near.empty() ? known : near}));
}

std::size_t leastCount(const ArgumentSpec& spec) {
    return static_cast<std::size_t>(
        std::ranges::count(spec.positionals, PositionalSpec::Count::One, &PositionalSpec::count));
}

bool isUnlimited(const ArgumentSpec& spec) {
    return std::ranges::find(spec.positionals, PositionalSpec::Count::AnyNumber, &PositionalSpec::count) !=
           spec.positionals.end();
}

} // namespace

Result<Arguments> Arguments::parse(const ArgumentSpec& spec, std::span<const std::string> words) {
    Arguments arguments;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (optionsEnded || word.size() < 2 || word.front() != '-') {
            arguments.m_positionals.push_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnded = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = longName(std::string_view(word).substr(0, equals));
        const auto option = std::ranges::find(spec.options, name, &OptionSpec::name);
        if (option == spec.options.end())
            return unknownOption(spec, name);
        std::vector<std::string>& values = arguments.m_options[name];
        if (!values.empty() && option->occurrence == Occurrence::Once)
            return usageError(Message("arguments.option-twice").with("option", name));
        if (option->valueName.empty()) {
            if (equals != std::string::npos)
                return usageError(Message("arguments.flag-with-value").with("option", name));
            values.emplace_back();
        } else if (equals != std::string::npos) {
            values.push_back(word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            values.push_back(words[++i]);
        } else {
            return usageError(Message("arguments.no-value").with("option", name).with("value", option->valueName));
        }
    }
    if (arguments.m_positionals.size() < leastCount(spec))
        return usageError(
            Message("arguments.missing").with("name", spec.positionals[arguments.m_positionals.size()].name));
    if (!isUnlimited(spec) && arguments.m_positionals.size() > spec.positionals.size())
        return usageError(Message("arguments.too-many").with("word", arguments.m_positionals[spec.positionals.size()]));
    return arguments;
}

std::optional<std::string> Arguments::option(std::string_view name) const {
    const auto it = m_options.find(name);
    return it == m_options.end() ? std::nullopt : std::optional(it->second.front());
}

std::vector<std::string> Arguments::all(std::string_view option) const {
    const auto it = m_options.find(option);
    return it == m_options.end() ? std::vector<std::string>() : it->second;
}

const std::string& Arguments::positional(std::size_t index) const {
    RW_CHECK(index < m_positionals.size(), "parse() refuses a line without the words that the verb demands");
    return m_positionals[index];
}

std::string usageLine(const ArgumentSpec& spec, std::span<const std::string_view> required) {
    std::string line;
    const auto add = [&line](const std::string& word) { line += (line.empty() ? "" : " ") + word; };
    for (const PositionalSpec& positional : spec.positionals) {
        const std::string name(positional.name);
        add(positional.count == PositionalSpec::Count::One        ? name
            : positional.count == PositionalSpec::Count::Optional ? "[" + name + "]"
                                                                  : "[" + name + "]...");
    }
    for (const OptionSpec& option : spec.options) {
        std::string word(option.name);
        if (!option.valueName.empty())
            word += " " + std::string(option.valueName);
        const bool isRequired = std::ranges::find(required, option.name) != required.end();
        add((isRequired ? word : "[" + word + "]") + (option.occurrence == Occurrence::Many ? "..." : ""));
    }
    return line;
}

Result<KeyValue> keyValue(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return usageError(Message("arguments.no-pair").with("word", word));
    return KeyValue{std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))};
}

} // namespace rackwright
