// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/design_argument.h"

#include "model/file/design_file.h"

#include <filesystem>

namespace rackwright {

Result<OpenDesign> openDesign(const Arguments& arguments, const Session& session, std::size_t index) {
    return session.open(arguments.positional(index), arguments.option("--option"));
}

Result<SolvedDesign> openSolved(const Arguments& arguments, const Session& session) {
    auto design = openDesign(arguments, session);
    if (!design)
        return design.error();
    auto solution = session.solve(design->snapshot);
    if (!solution)
        return solution.error();
    return SolvedDesign{std::move(*design), std::move(*solution)};
}

Done checkReplacing(const Arguments& arguments, const std::string& output, const std::string& source) {
    std::error_code problem;
    if (arguments.has("--force") || !std::filesystem::is_regular_file(std::filesystem::symlink_status(output, problem)))
        return done();
    if (!source.empty() && std::filesystem::equivalent(output, source, problem))
        return done();
    return inputError(Message("file.is-there").with("file", output).with("option", "--force"));
}

Done checkOutput(const Arguments& arguments, const std::string& output, const std::string& source) {
    if (Done known = checkDesignName(output); !known)
        return known;
    return checkReplacing(arguments, output, source);
}

Done writeToOutput(const Arguments& arguments, const Document& document) {
    const auto output = arguments.option("--output");
    if (!output)
        return done();
    if (Done free = checkOutput(arguments, *output); !free)
        return free;
    return writeDesign(*output, document, Links::Refuse);
}

std::vector<std::string> listOf(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        std::string_view word = text.substr(0, comma);
        while (word.starts_with(' '))
            word.remove_prefix(1);
        while (word.ends_with(' '))
            word.remove_suffix(1);
        if (!word.empty())
            words.emplace_back(word);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return words;
}

} // namespace rackwright
