// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/yaml_reader.h"

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

constexpr std::size_t kDeepest = 32;

struct YamlLine {
    std::size_t number = 0;
    std::size_t indent = 0;
    std::string_view raw;  ///< as it stands
    std::string_view text; ///< without indent and blanks at its end; empty on a blank line
};

std::string_view withoutEndBlanks(std::string_view text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

// A number sign begins a comment at the beginning and behind a blank, outside quotes.
std::string_view withoutComment(std::string_view text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if ((c == '"' || c == '\'') && (i == 0 || text[i - 1] == ' '))
            quote = c;
        else if (c == '#' && (i == 0 || text[i - 1] == ' '))
            return withoutEndBlanks(text.substr(0, i));
    }
    return withoutEndBlanks(text);
}

Error atLine(std::size_t line, const char* reason) {
    return inputError(Message(std::string("catalog.yaml.") + reason).with("line", line));
}

/// Where the colon of "key: value" stands; npos when the text is no entry of a map.
std::size_t colonOf(std::string_view text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (i == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == ':' && (i + 1 == text.size() || text[i + 1] == ' '))
            return i;
    }
    return std::string_view::npos;
}

Result<std::string> scalarOf(std::string_view text, std::size_t line) {
    if (text.empty() || text == "~" || text == "null")
        return std::string();
    const char first = text.front();
    if (first == '"' || first == '\'') {
        if (text.size() < 2 || text.back() != first)
            return atLine(line, "open-quote");
        std::string plain;
        for (std::size_t i = 1; i + 1 < text.size(); ++i) {
            if (first == '\'' && text[i] == '\'')
                ++i; // two stand for one
            else if (first == '"' && text[i] == '\\' && i + 2 < text.size())
                ++i;
            plain += text[i];
        }
        return plain;
    }
    if (first == '&' || first == '*' || first == '!')
        return atLine(line, "anchor");
    if ((first == '[' || first == '{') && text != "[]" && text != "{}")
        return atLine(line, "flow");
    return text == "[]" || text == "{}" ? std::string() : std::string(text);
}

class YamlParser {
public:
    explicit YamlParser(std::string_view text) {
        std::size_t number = 0;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            const std::string_view raw = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            const std::size_t indent = std::min(raw.find_first_not_of(' '), raw.size());
            m_lines.push_back({++number, indent, raw, withoutComment(raw.substr(indent))});
        }
    }

    Result<std::vector<YamlNode>> documents() {
        std::vector<YamlNode> found;
        for (;;) {
            skipBlanks();
            while (!isAtEnd() && isMark(current()))
                ++m_at, skipBlanks();
            if (isAtEnd())
                return found;
            auto node = block(current().indent, 0);
            if (!node)
                return node.error();
            found.push_back(std::move(*node));
            skipBlanks();
            if (!isAtEnd() && !isMark(current()))
                return atLine(current().number, "indent");
        }
    }

private:
    bool isAtEnd() const { return m_at >= m_lines.size(); }
    const YamlLine& current() const { return m_lines[m_at]; }
    static bool isMark(const YamlLine& line) { return line.indent == 0 && (line.text == "---" || line.text == "..."); }
    void skipBlanks() {
        while (!isAtEnd() && current().text.empty())
            ++m_at;
    }
    bool isInBlock(std::size_t indent) {
        skipBlanks();
        return !isAtEnd() && !isMark(current()) && current().indent == indent;
    }

    Result<YamlNode> block(std::size_t indent, std::size_t depth) {
        if (depth > kDeepest)
            return atLine(current().number, "deep");
        if (current().text.front() == '\t')
            return atLine(current().number, "tab");
        return isItem(current().text) ? list(indent, depth) : map(indent, depth);
    }

    static bool isItem(std::string_view text) { return text == "-" || text.starts_with("- "); }

    Result<YamlNode> list(std::size_t indent, std::size_t depth) {
        YamlNode node;
        node.kind = YamlNode::Kind::List;
        node.line = current().number;
        while (isInBlock(indent) && isItem(current().text)) {
            const std::string_view rest = current().text.substr(std::min<std::size_t>(current().text.size(), 2));
            const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
            const std::string_view inner = rest.substr(blanks);
            if (inner.empty()) {
                ++m_at;
                skipBlanks();
                if (isAtEnd() || current().indent <= indent)
                    return atLine(node.line, "empty-item");
                auto item = block(current().indent, depth + 1);
                if (!item)
                    return item.error();
                node.items.push_back(std::move(*item));
            } else if (colonOf(inner) != std::string_view::npos || isItem(inner)) {
                // What stands behind the hyphen is the first line of a block that is indented as far.
                YamlLine& line = m_lines[m_at];
                line.indent = indent + 2 + blanks;
                line.text = inner;
                auto item = block(line.indent, depth + 1);
                if (!item)
                    return item.error();
                node.items.push_back(std::move(*item));
            } else {
                auto words = scalarOf(inner, current().number);
                if (!words)
                    return words.error();
                YamlNode item;
                item.line = current().number;
                item.scalar = std::move(*words);
                node.items.push_back(std::move(item));
                ++m_at;
            }
        }
        return node;
    }

    Result<YamlNode> map(std::size_t indent, std::size_t depth) {
        YamlNode node;
        node.kind = YamlNode::Kind::Map;
        node.line = current().number;
        while (isInBlock(indent) && !isItem(current().text)) {
            const YamlLine line = current();
            if (line.text.front() == '\t')
                return atLine(line.number, "tab");
            const std::size_t colon = colonOf(line.text);
            if (colon == std::string_view::npos)
                return atLine(line.number, "no-entry");
            auto key = scalarOf(line.text.substr(0, colon), line.number);
            if (!key)
                return key.error();
            std::string_view value = line.text.substr(colon + 1);
            value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
            ++m_at;
            auto entry = valueOf(value, indent, line.number, depth);
            if (!entry)
                return entry.error();
            if (node.find(*key))
                return atLine(line.number, "twice");
            node.entries.push_back({std::move(*key), std::move(*entry)});
        }
        return node;
    }

    Result<YamlNode> valueOf(std::string_view value, std::size_t indent, std::size_t number, std::size_t depth) {
        YamlNode node;
        node.line = number;
        if (!value.empty() && (value.front() == '|' || value.front() == '>')) {
            node.scalar = longText(value.front() == '>', indent);
            return node;
        }
        if (value.empty()) {
            skipBlanks();
            // A list may stand as far left as its key.
            const bool isBelow = !isAtEnd() && !isMark(current()) &&
                                 (current().indent > indent || (current().indent == indent && isItem(current().text)));
            return isBelow ? block(current().indent, depth + 1) : Result<YamlNode>(node);
        }
        // A plain text may go on in lines that are indented further.
        std::string words(value);
        const bool isQuoted = value.front() == '"' || value.front() == '\'';
        const auto isOpen = [&] { return isQuoted && (words.size() < 2 || words.back() != value.front()); };
        while (!isAtEnd() && !current().text.empty() && !isMark(current()) && current().indent > indent &&
               (!isQuoted || isOpen())) {
            words += ' ';
            words += current().text;
            ++m_at;
        }
        auto scalar = scalarOf(words, number);
        if (!scalar)
            return scalar.error();
        node.scalar = std::move(*scalar);
        return node;
    }

    std::string longText(bool isFolded, std::size_t indent) {
        std::string text;
        std::optional<std::size_t> own;
        bool isAfterBlank = true;
        while (!isAtEnd()) {
            const YamlLine& line = current();
            const std::string_view raw = withoutEndBlanks(line.raw);
            if (!raw.empty() && line.indent <= indent)
                break;
            if (!raw.empty() && !own)
                own = line.indent;
            const std::string_view words = raw.substr(std::min(own.value_or(0), raw.size()));
            if (isFolded && !words.empty())
                text += (text.empty() || isAfterBlank ? "" : " ") + std::string(words);
            else if (isFolded)
                text += text.empty() ? "" : "\n";
            else
                text += std::string(words) + "\n";
            isAfterBlank = words.empty();
            ++m_at;
        }
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        return text;
    }

    std::vector<YamlLine> m_lines;
    std::size_t m_at = 0;
};

} // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
    const auto it = std::ranges::find(entries, key, &YamlEntry::key);
    return it == entries.end() ? nullptr : &it->node;
}

std::string YamlNode::text(std::string_view key) const {
    const YamlNode* entry = find(key);
    return entry && entry->kind == Kind::Scalar ? entry->scalar : std::string();
}

Result<std::vector<YamlNode>> readYaml(std::string_view text) { return YamlParser(text).documents(); }

} // namespace rackwright
