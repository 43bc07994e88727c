// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/message_catalogue.h"

#include "model/text/csv.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr std::string_view kPlaceCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

bool isName(std::string_view name) {
    return !name.empty() && name.find_first_not_of(kPlaceCharacters) == std::string_view::npos;
}

// A place of a word has both forms and nothing else.
bool isSound(std::string_view between) {
    const MessagePlace place = placeOf(between);
    if (between.find(':') == std::string_view::npos)
        return isName(between);
    return isName(place.name) && !place.one.empty() && !place.many.empty() &&
           place.many.find_first_of("|:{") == std::string_view::npos;
}

// A place is an opening brace, what stands between and a closing brace; any other brace is an error of the text.
bool hasSoundPlaces(std::string_view text) {
    for (std::size_t at = text.find_first_of("{}"); at != std::string_view::npos; at = text.find_first_of("{}", at)) {
        const std::size_t end = text.find('}', at);
        if (text[at] == '}' || end == std::string_view::npos || !isSound(text.substr(at + 1, end - at - 1)))
            return false;
        at = end + 1;
    }
    return true;
}

std::string_view accented(char c) {
    static constexpr std::pair<char, std::string_view> kAccents[] = {
        {'a', "á"}, {'e', "é"}, {'i', "í"}, {'o', "ó"}, {'u', "ú"}, {'c', "ç"}, {'n', "ñ"}, {'y', "ý"},
        {'A', "Á"}, {'E', "É"}, {'I', "Í"}, {'O', "Ó"}, {'U', "Ú"}, {'C', "Ç"}, {'N', "Ñ"}, {'Y', "Ý"}};
    for (const auto& [plain, accent] : kAccents)
        if (plain == c)
            return accent;
    return {};
}

std::string pseudoText(std::string_view text) {
    std::string out = "⟦";
    std::size_t letters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{') {
            const std::size_t end = text.find('}', i);
            out += text.substr(i, end - i + 1);
            i = end;
            continue;
        }
        const std::string_view accent = accented(text[i]);
        if (accent.empty())
            out += text[i];
        else
            out += accent;
        ++letters;
    }
    for (std::size_t i = 0; i < letters / 3; ++i)
        out += '~';
    return out + "⟧";
}

} // namespace

Result<MessageCatalogue> MessageCatalogue::parse(std::string_view csv) {
    const auto table = CsvTable::read(csv);
    if (!table)
        return table.error();
    for (const char* column : {"id", "text"})
        if (!table->hasColumn(column))
            return inputError(Message("messages.no-column").with("column", column));
    MessageCatalogue catalogue;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& id = table->cell(row, "id");
        const std::string& text = table->cell(row, "text");
        const auto problem = [&](std::string message) {
            return inputError(Message(std::move(message)).with("id", id).with("line", table->line(row)));
        };
        if (id.empty() || text.empty())
            return problem("messages.empty");
        if (!hasSoundPlaces(text))
            return problem("messages.bad-place");
        if (!catalogue.m_texts.emplace(id, text).second)
            return problem("messages.twice");
    }
    return catalogue;
}

Result<MessageCatalogue> MessageCatalogue::builtIn(std::string_view language) {
    const bool isPseudo = language == "pseudo";
    const QString name =
        QString::fromUtf8(isPseudo ? "en" : language.data(), isPseudo ? 2 : qsizetype(language.size()));
    QFile file(QStringLiteral(":/messages/") + name + QStringLiteral(".csv"));
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Message("messages.no-language")
                              .with("language", std::string(language))
                              .with("known", WordList{builtInLanguages()}));
    const QByteArray csv = file.readAll();
    auto catalogue = parse({csv.constData(), static_cast<std::size_t>(csv.size())});
    return isPseudo && catalogue ? Result<MessageCatalogue>(catalogue->pseudo()) : catalogue;
}

std::vector<std::string> MessageCatalogue::builtInLanguages() { return {"en", "pseudo"}; }

MessageCatalogue MessageCatalogue::pseudo() const {
    MessageCatalogue other;
    for (const auto& [id, text] : m_texts)
        other.m_texts.emplace(id, pseudoText(text));
    return other;
}

const std::string* MessageCatalogue::find(std::string_view id) const {
    const auto it = m_texts.find(id);
    return it == m_texts.end() ? nullptr : &it->second;
}

std::vector<std::string> MessageCatalogue::ids() const {
    std::vector<std::string> all;
    for (const auto& entry : m_texts)
        all.push_back(entry.first);
    return all;
}

MessagePlace placeOf(std::string_view between) {
    const std::size_t colon = between.find(':');
    if (colon == std::string_view::npos)
        return {between, {}, {}};
    const std::string_view words = between.substr(colon + 1);
    const std::size_t bar = words.find('|');
    if (bar == std::string_view::npos)
        return {between.substr(0, colon), words, {}};
    return {between.substr(0, colon), words.substr(0, bar), words.substr(bar + 1)};
}

std::vector<std::string> placesOf(std::string_view text) {
    std::vector<std::string> places;
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos)
            break;
        places.emplace_back(placeOf(text.substr(at + 1, end - at - 1)).name);
    }
    return places;
}

} // namespace rackwright
