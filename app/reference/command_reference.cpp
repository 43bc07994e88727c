// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/reference/command_reference.h"

#include "model/figures/formula_registry.h"
#include "solvers/advice/guide_book.h"
#include "solvers/domains.h"
#include "solvers/families/family.h"
#include "solvers/parallelism/training_case.h"
#include "solvers/recipes/recipe.h"
#include "solvers/sizing/question_keys.h"

#include <algorithm>
#include <array>
#include <set>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 2> kShells = {"bash", "zsh"};

/// Options that stand before or without a verb.
constexpr std::array<std::string_view, 5> kCommonOptions = {"--help", "--lang", "--version", "--manual-page",
                                                            "--completion"};

std::vector<std::string> splitAt(std::string_view text, std::string_view separators) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        if (end > at)
            pieces.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return pieces;
}

bool isWordOfChoice(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || (c >= '0' && c <= '9'); });
}

/// "a4|a3|letter" or "pdf,csv": the words; nothing of "DIR" or "quantity=NAME".
std::vector<std::string> choices(std::string_view token) {
    if (token.find_first_of("|,") == std::string_view::npos)
        return {};
    std::vector<std::string> words = splitAt(token, "|,");
    std::erase_if(words, [](const std::string& word) { return !isWordOfChoice(word); });
    return words;
}

std::string joinedBy(const std::vector<std::string>& words, const char* separator) {
    std::string line;
    for (const std::string& word : words)
        line.append(line.empty() ? "" : separator).append(word);
    return line;
}

// A backslash, and a point or an apostrophe at the start of a line, are commands of the markup; a plain "-" may be set
// as a hyphen, which nobody can paste into a shell.
std::string inManual(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
            out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '|') // a list of words may be broken there
            out += "|\\:";
        else
            out += c;
    }
    return out;
}

/// Words, each once, in the order in which they came.
class WordsOnce {
public:
    void add(std::string word) {
        if (m_seen.insert(word).second)
            m_words.push_back(std::move(word));
    }
    void addKey(std::string_view key) { add(std::string(key) + "="); }
    std::vector<std::string> take() { return std::move(m_words); }

private:
    std::vector<std::string> m_words;
    std::set<std::string> m_seen;
};

void addRecipes(WordsOnce& words) {
    for (const Recipe& recipe : recipes())
        words.add(recipe.name);
}

void addSizingKeys(WordsOnce& words) {
    for (const std::string_view key : sizingKeys())
        words.addKey(key);
}

void addTrainingKeys(WordsOnce& words) {
    for (const std::string_view key : TrainingCase::columns())
        words.addKey(key);
}

void addFormulas(WordsOnce& words) {
    const FormulaRegistry registry = formulasOfAllDomains();
    for (const std::string& name : registry.names())
        words.add(name);
    for (const std::string& key : registry.keys())
        words.addKey(key);
}

void addFamilies(WordsOnce& words) {
    words.addKey("graph_file");
    for (const FamilyExample& example : familyExamples()) {
        words.add("family=" + std::string(example.family));
        for (const std::string& pair : splitAt(example.params, ";"))
            if (const std::size_t sign = pair.find('='); sign != std::string::npos)
                words.addKey(std::string_view(pair).substr(0, sign));
    }
}

void addGuides(WordsOnce& words) {
    for (const Guide& guide : guideBook().guides())
        words.add(guide.name);
    for (const Guide& guide : guideBook().guides())
        for (const GuideKey& key : guide.keys)
            words.addKey(key.key);
}

/// Verbs that take names and keys of a table: the table.
struct VerbTable {
    std::string_view verb;
    void (*add)(WordsOnce&);
};
constexpr std::array<VerbTable, 6> kVerbTables = {{{"recipes", addRecipes},
                                                   {"size", addSizingKeys},
                                                   {"train", addTrainingKeys},
                                                   {"calc", addFormulas},
                                                   {"fabric", addFamilies},
                                                   {"advise", addGuides}}};

/// What a verb takes in the place of a word: of its usage and of its table.
std::vector<std::string> wordsOfVerb(const Verb& verb) {
    WordsOnce words;
    for (std::string& word : usageWords(verb.usage).words)
        words.add(std::move(word));
    if (const auto table = std::ranges::find(kVerbTables, verb.name, &VerbTable::verb); table != kVerbTables.end())
        table->add(words);
    return words.take();
}

/// What an option takes: the words of the usage, or names and parameters of recipes.
std::vector<std::string> wordsOfOption(const UsageOption& option, const UsageWords& usage) {
    if (!option.words.empty())
        return option.words;
    const bool isOfRecipes =
        std::ranges::find(usage.options, std::string_view("--recipe"), &UsageOption::name) != usage.options.end();
    std::vector<std::string> words;
    std::set<std::string> seen;
    for (const Recipe& recipe : recipes()) {
        if (option.name == "--recipe")
            words.push_back(recipe.name);
        if (option.name == "--set" && isOfRecipes)
            for (const RecipeParameter& parameter : recipe.parameters)
                if (seen.insert(parameter.name).second)
                    words.push_back(parameter.name + "=");
    }
    return words;
}

// A word of ours in single quotes of a shell; keys like "site power=" have blanks, which are kept by a line each.
std::string quoted(const std::vector<std::string>& words) {
    std::string text = "'";
    for (const char c : joinedBy(words, "\n"))
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// The cases of both shells: what may stand after the word before, and else what the verb takes.
std::string cases(std::span<const Verb> verbs) {
    std::string text = "    case $verb in\n";
    for (const Verb& verb : verbs) {
        const UsageWords usage = usageWords(verb.usage);
        std::vector<std::string> names;
        std::string values, files;
        for (const UsageOption& option : usage.options) {
            names.push_back(option.name);
            if (option.value.empty())
                continue;
            const std::vector<std::string> words = wordsOfOption(option, usage);
            if (words.empty())
                files += (files.empty() ? "" : "|") + option.name;
            else
                values += "        " + option.name + ") choices=" + quoted(words) + " ;;\n";
        }
        names.emplace_back("--help");
        names.emplace_back("--lang");
        text += "    " + std::string(verb.name) + ")\n        case $before in\n" + values;
        if (!files.empty())
            text += "        " + files + ") ;;\n";
        text += "        *) choices=" + quoted(wordsOfVerb(verb)) + " options=" + quoted(names) +
                " ;;\n        esac ;;\n";
    }
    return text + "    esac\n";
}

std::string verbNames(std::span<const Verb> verbs) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs)
        names.emplace_back(verb.name);
    for (const std::string_view option : kCommonOptions)
        names.emplace_back(option);
    return quoted(names);
}

// Bash hands over "key", "=" and "value" as three words, since "=" parts words. Where nothing of ours fits, it completes
// the names of files.
std::string bashScript(std::span<const Verb> verbs) {
    return "# bash completion for rackwright, made by: rackwright --completion bash\n"
           "_rackwright() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
           "    local choices= options= word\n"
           "    COMPREPLY=()\n"
           "    [[ $before == --lang || $before == = || $current == = ]] && return\n"
           "    current=${current//\\\\/}\n"
           "    if [ \"$before\" = --completion ]; then\n"
           "        choices=" +
           quoted({kShells.begin(), kShells.end()}) +
           "\n"
           "    elif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        choices=" +
           verbNames(verbs) + "\n    else\n" + cases(verbs) +
           "    fi\n"
           "    [[ $current == -* ]] && choices=$choices$'\\n'$options\n"
           "    while IFS= read -r word; do\n"
           "        [[ -n $word && $word == \"$current\"* ]] || continue\n"
           "        printf -v word %q \"$word\"\n"
           "        COMPREPLY+=(\"${word//\\\\=/=}\")\n"
           "    done <<<\"$choices\"\n"
           "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
           "}\n"
           "complete -o default -F _rackwright rackwright\n";
}

std::string zshScript(std::span<const Verb> verbs) {
    return "#compdef rackwright\n"
           "# zsh completion for rackwright, made by: rackwright --completion zsh\n"
           "_rackwright() {\n"
           "    local before=${words[CURRENT-1]} verb=${words[2]} choices= options=\n"
           "    local -a keys names\n"
           "    if [[ $before == --completion ]]; then\n"
           "        choices=" +
           quoted({kShells.begin(), kShells.end()}) +
           "\n"
           "    elif (( CURRENT == 2 )); then\n"
           "        choices=" +
           verbNames(verbs) + "\n    else\n" + cases(verbs) +
           "    fi\n"
           "    [[ ${words[CURRENT]} == -* ]] && choices=$choices$'\\n'$options\n"
           "    keys=(${(M)${(f)choices}:#*=})\n"
           "    names=(${${(f)choices}:#*=})\n"
           "    (( $#keys )) && compadd -S '' -- $keys\n"
           "    (( $#names )) && compadd -- $names\n"
           "    [[ ${words[CURRENT]} == -* ]] || _files\n"
           "}\n"
           "_rackwright \"$@\"\n";
}

} // namespace

UsageWords usageWords(std::string_view usage) {
    UsageWords read;
    const std::vector<std::string> tokens = splitAt(usage, " [].\"");
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        std::string token = tokens[i];
        if (token == "|") // parts of a usage that exclude one another
            continue;
        if (!token.starts_with("--")) {
            for (std::string& word : choices(token))
                read.words.push_back(std::move(word));
            continue;
        }
        // "--json|--csv" are two flags.
        const std::vector<std::string> names = splitAt(token, "|");
        for (const std::string& name : names) {
            UsageOption option{name, {}, {}};
            const bool hasValue = names.size() == 1 && i + 1 < tokens.size() && tokens[i + 1] != "|" &&
                                  !tokens[i + 1].starts_with("--");
            if (hasValue) {
                option.value = tokens[i + 1];
                option.words = choices(option.value);
            }
            if (std::ranges::find(read.options, name, &UsageOption::name) == read.options.end())
                read.options.push_back(option);
        }
        if (names.size() == 1 && !read.options.empty() && read.options.back().name == token &&
            !read.options.back().value.empty())
            ++i;
    }
    return read;
}

std::string manualPage(std::span<const Verb> verbs, const Texts& texts, std::string_view version) {
    std::string page = ".TH RACKWRIGHT 1 \"\" \"Rackwright " + std::string(version) + "\" \"\"\n.ad l\n.SH NAME\nrackwright \\- " +
                       inManual(texts.text("manual-page.name")) + "\n.SH SYNOPSIS\n.B rackwright\n.RI [ FILE ]\n.br\n.B "
                       "rackwright\n.I VERB\n\\&...\n.br\n.B rackwright\n.I VERB\n.B \\-\\-help\n.SH DESCRIPTION\n" +
                       inManual(texts.text("help.what")) + "\n.PP\n" + inManual(texts.text("manual-page.studio")) +
                       "\n.PP\n" + inManual(texts.text("help.common")) + "\n.SH VERBS\n";
    for (const Verb& verb : verbs) {
        page += ".TP\n.B rackwright " + inManual(verb.name) + "\n";
        if (!verb.usage.empty())
            page += inManual(verb.usage) + "\n.br\n";
        page += inManual(texts.text(verb.summary)) + "\n";
        if (!verb.batch.empty())
            page += ".IP\n" + inManual(texts.text(verb.batch)) + "\n";
        for (const std::string_view group : verb.keys)
            page += ".IP\n" + inManual(texts.text(group)) + "\n";
    }
    page += ".SH OPTIONS\n";
    for (const auto& [option, meaning] : {std::pair("--help", "manual-page.help"),
                                          std::pair("--lang LANGUAGE", "manual-page.lang"),
                                          std::pair("--version", "manual-page.version"),
                                          std::pair("--manual-page", "manual-page.manual-page"),
                                          std::pair("--completion SHELL", "manual-page.completion")})
        page += std::string(".TP\n.B ") + inManual(option) + "\n" + inManual(texts.text(meaning)) + "\n";
    return page + ".SH FILES\n.TP\n.I ~/.local/share/rackwright\n" + inManual(texts.text("manual-page.files")) +
           "\n.SH EXIT STATUS\n" + inManual(texts.text("manual-page.exit")) + "\n";
}

std::span<const std::string_view> completionShells() { return kShells; }

Result<std::string> completionScript(std::span<const Verb> verbs, std::string_view shell) {
    if (shell == "bash")
        return bashScript(verbs);
    if (shell == "zsh")
        return zshScript(verbs);
    return usageError(Message("command-line.no-shell")
                          .with("shell", shell)
                          .with("known", WordList{{kShells.begin(), kShells.end()}}));
}

} // namespace rackwright
