// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The words after a verb, read against what the verb takes. It checks words only: what a file or key means is the
// verb's business. Every mistake is an Error with the nearest valid words.

#include "model/base/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class Occurrence { Once, Many };

struct OptionSpec {
    std::string_view name;      ///< "--to"
    std::string_view valueName; ///< "DIR"; empty: a flag without value
    std::string_view help = {}; ///< message id
    Occurrence occurrence = Occurrence::Once;
};

struct PositionalSpec {
    std::string_view name; ///< "FILE"
    enum class Count { One, Optional, AnyNumber } count = Count::One;
};

struct ArgumentSpec {
    std::vector<PositionalSpec> positionals;
    std::vector<OptionSpec> options;
};

/// A command line that fits its spec.
class Arguments {
public:
    /// "--name value" and "--name=value" are one; "--" ends the options; "-o" is read as the long option it shortens.
    static Result<Arguments> parse(const ArgumentSpec& spec, std::span<const std::string> words);

    /// By the long name ("--json").
    bool has(std::string_view option) const { return m_options.contains(option); }
    /// Its value, the first where it was given several times; nothing where it was not.
    std::optional<std::string> option(std::string_view name) const;
    /// All its values in their order.
    std::vector<std::string> all(std::string_view option) const;
    /// In the order of the command line.
    const std::vector<std::string>& positionals() const { return m_positionals; }
    /// The positional at `index`, which the spec demands.
    const std::string& positional(std::size_t index) const;

private:
    std::vector<std::string> m_positionals;
    std::map<std::string, std::vector<std::string>, std::less<>> m_options;
};

/// "FILE --to DIR [--formats LIST]"; options named in `required` stand without brackets.
std::string usageLine(const ArgumentSpec& spec, std::span<const std::string_view> required = {});

struct KeyValue {
    std::string key;
    std::string value;
};
/// "k=v", split at the first "=".
Result<KeyValue> keyValue(std::string_view word);

} // namespace rackwright
