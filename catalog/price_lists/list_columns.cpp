// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/list_columns.h"

#include "catalog/price_lists/cell_readings.h"

#include <QRegularExpression>

#include <algorithm>

namespace rackwright {

std::string columnLetters(std::size_t column) {
    std::string letters;
    for (std::size_t n = column + 1; n > 0; n = (n - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
    return letters;
}

namespace {

constexpr std::size_t kRowsLooked = 80;   ///< a title block is shorter
constexpr std::size_t kLongestTitle = 60; ///< longer cells are no titles

struct TitleWords {
    ListRole role;
    int weight; ///< the larger the likelier, where several columns claim a role
    std::string_view words;
};

// Whole titles, as plainWords() writes them, without currencies.
constexpr std::array kTitles = {
    TitleWords{ListRole::Code, 9,
               "|manufacturer part number|manufacturer part no|mfr part number|mfr part no|mfr part|mfg part "
               "number|mfg part no|mfg part|mpn|manufacturer number|hersteller artikelnr|hersteller "
               "artikelnummer|hersteller nr|herstellernummer|hersteller art nr|vendor part number|oem part number|mfr "
               "pn|vendor pn|ref fabricant|reference fabricant|manufacturer sku|vendor sku|herstellerartikelnummer|"},
    TitleWords{ListRole::Code, 7,
               "|part number|part no|part|part nr|partnumber|partno|pn|p n|part num|teilenummer|teile nr|"},
    TitleWords{ListRole::Code, 6,
               "|product number|product no|product code|product id|order code|ordering code|order number|order "
               "no|bestellnummer|bestell nr|material number|material|catalog number|catalogue number|cat no|option "
               "part number|model number|model no|bestellcode|productnumber|"},
    TitleWords{ListRole::Code, 5,
               "|sku|stock code|feature code|code|reference|ref|referencia|codigo|codice|codice articolo|code "
               "article|artikelcode|article code|"},
    TitleWords{ListRole::Code, 4,
               "|item number|item no|item|item code|article number|article no|article|artikelnummer|artikelnr|artikel "
               "nr|artikel|art nr|art no|produktnummer|materialnummer|"},
    TitleWords{ListRole::Code, 1, "|product|produkt|produit|producto|prodotto|"},
    TitleWords{ListRole::Model, 5, "|model|modell|modele|modelo|modello|model name|product name|type designation|typ|"},
    TitleWords{ListRole::Description, 5,
               "|description|product description|item "
               "description|bezeichnung|artikelbezeichnung|beschreibung|designation|descripcion|descrizione|"
               "omschrijving|long description|short description|name|text|libelle|produktbezeichnung|"},
    TitleWords{ListRole::Manufacturer, 5,
               "|manufacturer|vendor|hersteller|brand|marke|mfr|mfg|make|fabricant|marque|fabricante|oem|"},
    TitleWords{ListRole::ListPrice, 9,
               "|list price|unit list price|list unit price|listprice|price list|msrp|rrp|srp|gpl|global list "
               "price|gpl price|uvp|uvp netto|listenpreis|listenpreis netto|catalog price|catalogue price|prix "
               "public|prix catalogue|suggested retail price|list|public price|bruttolistenpreis|precio lista|prezzo "
               "di listino|new list price|list price each|retail price|liste|precio de lista|precio tarifa|precio de "
               "tarifa|tarifa|pvp|pvr|prezzo listino|listino|prix tarif|prix de base|brutoprijs|bruto "
               "prijs|adviesprijs|catalogusprijs|cena katalogowa|"},
    TitleWords{
        ListRole::ListPrice, 5,
        "|price|unit price|preis|einzelpreis|stuckpreis|price each|price per unit|prix|prix "
        "unitaire|precio|precio unitario|prezzo|prezzo unitario|prijs|prijs per stuk|eenheidsprijs|stuksprijs|pu "
        "ht|cena|new price|neuer preis|price each list|each|vk|vk netto|"},
    TitleWords{
        ListRole::NetPrice, 9,
        "|net price|unit net price|net unit price|hek|hek netto|ek|ek netto|ek "
        "preis|einkaufspreis|nettopreis|netto|net|your price|dealer price|dealer|reseller price|reseller|partner "
        "price|partner|price partner|price net|price dealer|price reseller|cost|unit cost|buy price|purchase "
        "price|special price|contract price|discounted price|prix net|prix d achat|handlerpreis|ihr preis|disti "
        "price|distributor price|haendlerpreis|customer price|net price each|transfer price|price your|price "
        "dist|precio neto|neto|precio distribuidor|precio de compra|su precio|prezzo netto|prezzo rivenditore|prezzo "
        "di acquisto|prix revendeur|prix partenaire|nettoprijs|netto prijs|inkoopprijs|uw prijs|cena netto|"},
    TitleWords{ListRole::Discount, 5,
               "|discount|disc|disc %|discount %|% discount|rabatt|rabatt %|rabatt in %|remise|remise %|discount "
               "percent|standard discount|off|% off|descuento|descuento %|dto|dto %|% dto|dcto|sconto|sconto "
               "%|korting|korting "
               "%|desconto|rab|rab %|taux remise|"},
    TitleWords{
        ListRole::Currency, 5,
        "|currency|curr|ccy|cur|wahrung|waehrung|whg|devise|moneda|valuta|monnaie|currency code|price currency|"},
    TitleWords{ListRole::Unit, 5,
               "|uom|unit|unit of measure|me|einheit|mengeneinheit|unite|unidad|um|u m|units|sales unit|selling "
               "unit|eh|unit of sale|verkaufseinheit|ud|unidad de medida|unita|unita di "
               "misura|eenheid|unite de vente|"},
    TitleWords{ListRole::PriceUnit, 6,
               "|pe|price unit|preiseinheit|per|price per|pricing unit|price quantity|price basis qty|pu|price uom "
               "qty|qty per price|preis je|preis pro|"},
    TitleWords{ListRole::PackSize, 5,
               "|pack size|packsize|pack qty|pack quantity|qty per pack|quantity per pack|units per pack|pieces per "
               "pack|pcs per pack|pcs pack|package size|package quantity|packaging unit|packing unit|pack unit|vpe|"
               "verpackungseinheit|packungsgrosse|packungsinhalt|inhalt|stuck vpe|stk vpe|stuck pro packung|"
               "conditionnement|carton qty|carton quantity|box qty|box quantity|case qty|case pack|"},
    TitleWords{ListRole::Quantity, 5,
               "|qty|quantity|menge|anzahl|qte|quantite|cantidad|uds|unidades|quantita|qta|aantal|"},
    TitleWords{ListRole::Term, 5,
               "|term|term months|term month|term mo|laufzeit|laufzeit monate|months|contract term|service "
               "term|duration months|duration|term in months|"},
    TitleWords{ListRole::ValidFrom, 5,
               "|valid from|gultig ab|gueltig ab|gultig von|effective|effective date|effective from|start "
               "date|from|valable du|price date|date|valid as of|preis ab|"},
    TitleWords{ListRole::ValidUntil, 5,
               "|valid until|valid to|valid thru|valid through|gultig bis|gueltig bis|expires|expiry|expiry "
               "date|expiration|expiration date|end date|until|to|valable jusqu au|price valid until|good "
               "through|valid till|"},
    TitleWords{ListRole::Parent, 5, "|parent|parent line|parent item|config parent|parent id|"},
    TitleWords{ListRole::Position, 5, "|line|line no|line number|pos|position|pos nr|no|#|nr|line #|item #|lfd nr|"},
    TitleWords{ListRole::LeadTime, 5,
               "|lead time|lead times|leadtime|lead time weeks|lead time wks|lead time wk|lead time days|lead time "
               "months|leadtime weeks|leadtime days|lt weeks|lt days|delivery|delivery time|delivery weeks|delivery "
               "time weeks|delivery time days|lieferzeit|lieferzeit wochen|lieferzeit tage|lieferzeit kw|delai|delai "
               "de livraison|delai semaines|delai jours|plazo de entrega|plazo entrega|tempo di consegna|tempi di "
               "consegna|levertijd|levertijd weken|levertijd dagen|termin dostawy|"},
    TitleWords{ListRole::Lifecycle, 5,
               "|status|life cycle|lifecycle|lifecycle status|eol|product status|lebenszyklus|availability status|life "
               "cycle status|"},
    TitleWords{ListRole::DiscountClass, 5,
               "|discount class|discount group|discount category|discount code|rabattgruppe|rabattklasse|price "
               "group|preisgruppe|price class|prodgroup|product discount category|"},
    TitleWords{ListRole::Region, 5, "|region|country|land|geo|territory|price region|"}};

bool hasWord(std::string_view words, std::string_view word) {
    return (" " + std::string(words) + " ").find(" " + std::string(word) + " ") != std::string::npos;
}

/// A row below the titles that says what the columns are counted in: "[EUR]", "(m)", "-".
bool isUnitRow(const ListRow& row) {
    bool hasMoney = false;
    for (const ListCell& cell : row.cells) {
        if (cell.isEmpty())
            continue;
        std::string text = cell.text;
        std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == '(' || c == ')' || c == ' '; });
        const bool isMoney = readCurrency(text).certainty == Certainty::Sure ||
                             readCurrency(text.substr(0, text.find('/'))).certainty == Certainty::Sure;
        const bool isUnit = text.empty() || text == "-" || text == "%" || readUnit(text).certainty == Certainty::Sure;
        if (!isMoney && !isUnit)
            return false;
        hasMoney = hasMoney || isMoney;
    }
    return hasMoney;
}

/// Prices that are none of a single piece now: sums, old ones, those with tax.
bool isOtherPrice(std::string_view words) {
    for (const std::string_view word :
         {"extended", "ext", "total", "gesamt", "gesamtpreis", "subtotal", "amount", "old", "previous", "alter", "alt",
          "bisher", "summe", "last", "change", "delta", "monthly", "recurring"})
        if (hasWord(words, word))
            return true;
    const bool isWithoutTax = hasWord(words, "excl") || hasWord(words, "exkl") || hasWord(words, "zzgl") ||
                              hasWord(words, "plus") || hasWord(words, "ohne") || hasWord(words, "ex") ||
                              hasWord(words, "ht") || hasWord(words, "sin") || hasWord(words, "senza") ||
                              hasWord(words, "hors");
    if (isWithoutTax)
        return false;
    for (const std::string_view word :
         {"brutto", "gross", "incl", "inkl", "vat", "mwst", "ttc", "tax", "ust", "gst", "iva", "tva", "btw"})
        if (hasWord(words, word))
            return true;
    return false;
}

/// The title without currencies, tax remarks and what stands in for "each".
std::string bareTitle(std::string_view words) {
    std::string bare;
    std::string word;
    for (const char c : std::string(words) + " ") {
        if (c != ' ') {
            word += c;
            continue;
        }
        std::string upper = word;
        std::ranges::transform(upper, upper.begin(),
                               [](char l) { return l >= 'a' && l <= 'z' ? static_cast<char>(l - 'a' + 'A') : l; });
        constexpr std::array<std::string_view, 16> kDropped = {"excl", "exkl", "vat",   "mwst", "zzgl", "ht",
                                                               "in",   "ohne", "tax",   "iva",  "tva",  "btw",
                                                               "sin",  "hors", "senza", "taxe"};
        if (!word.empty() && !isCurrencyCode(upper) && word != "euro" &&
            std::ranges::find(kDropped, word) == kDropped.end())
            bare += (bare.empty() ? "" : " ") + word;
        word.clear();
    }
    return bare;
}

struct RoleClaim {
    ListRole role;
    int weight;
    bool isWhole = false; ///< the title is known as it stands, not by some of its words
};

/// "unit price 1 9", "price 50", "preis ab 10 stk": a title that ends in the quantities that its price holds for.
struct TierTitle {
    std::string title;
    std::int64_t from = 1;
};
std::optional<TierTitle> tierOf(const std::string& bare) {
    static const QRegularExpression kTier(QStringLiteral(
        "^(.*[^\\d ]) (?:ab |from |desde |des |vanaf |qty |menge )?(\\d{1,6})(?: (?:bis |to |a )?\\d{1,6})?"
        "(?: (?:up|and up|pcs|pc|stk|stuck|units|uds|pieces|more|or more|und mehr))?$"));
    const QRegularExpressionMatch match = kTier.match(QString::fromStdString(bare));
    const std::int64_t from = match.captured(2).toLongLong();
    if (!match.hasMatch() || (from >= 1990 && from < 2200)) // "list price 2026"
        return std::nullopt;
    return TierTitle{match.captured(1).trimmed().toStdString(), from};
}

std::optional<RoleClaim> claimOf(const std::string& title) {
    if (title.empty() || title.size() > kLongestTitle)
        return std::nullopt;
    const std::string words = plainWords(title);
    const std::string bare = bareTitle(words);
    if (bare.empty())
        return std::nullopt;
    const auto known = [](const std::string& text) -> std::optional<RoleClaim> {
        for (const TitleWords& row : kTitles)
            if (row.words.find("|" + text + "|") != std::string_view::npos)
                return RoleClaim{row.role, row.weight, true};
        return std::nullopt;
    };
    const bool isPrice = std::ranges::any_of(
        std::array<std::string_view, 7>{"price", "preis", "prix", "precio", "prezzo", "prijs", "cena"},
        [&words](std::string_view word) { return words.find(word) != std::string::npos; });
    if (isPrice && isOtherPrice(words))
        return std::nullopt;
    auto claim = known(bare);
    // "Mfr Part #" is a part number.
    if (const std::size_t sign = bare.find('#'); !claim && sign != std::string::npos)
        for (const char* word : {"number", "no"})
            if (!claim)
                claim = known(std::string(bare).replace(sign, 1, word));
    // Of prices by quantity the one that a single piece has; the others hold for orders of that size alone.
    if (const auto tier = claim ? std::nullopt : tierOf(bare)) {
        const auto of = known(tier->title);
        if (of && (of->role == ListRole::ListPrice || of->role == ListRole::NetPrice)) {
            if (tier->from != 1)
                return std::nullopt;
            claim = of;
        }
    }
    if (claim) {
        const bool isAmount = claim->role == ListRole::ListPrice || claim->role == ListRole::NetPrice;
        return isAmount && isOtherPrice(words) ? std::nullopt : claim;
    }
    // A title with more words: "List price per unit, November".
    if (!isPrice)
        return std::nullopt;
    for (const std::string_view word :
         {"net", "netto", "neto", "dealer", "partner", "reseller", "your", "cost", "special", "contract", "discounted",
          "hek", "ek", "distribuidor", "rivenditore", "revendeur"})
        if (hasWord(words, word))
            return RoleClaim{ListRole::NetPrice, 3};
    for (const std::string_view word :
         {"list", "msrp", "uvp", "rrp", "gpl", "catalog", "public", "lista", "listino", "tarifa", "catalogue"})
        if (hasWord(words, word))
            return RoleClaim{ListRole::ListPrice, 4};
    for (const std::string_view word : {"date", "group", "class", "unit", "quantity", "book", "type", "level"})
        if (hasWord(words, word))
            return std::nullopt;
    return RoleClaim{ListRole::ListPrice, 2};
}

bool isTitleRow(const ListRow& row) {
    std::size_t texts = 0, others = 0;
    for (const ListCell& cell : row.cells) {
        if (cell.isEmpty())
            continue;
        const bool isText = cell.kind == ListCellKind::Text && cell.text.size() <= kLongestTitle;
        texts += isText;
        others += !isText;
    }
    return texts > 0 && others == 0;
}

/// The titles of one row, or of two that lie over each other; merged titles stand over each of their columns.
std::vector<std::string> titlesOf(const ListSheet& sheet, std::size_t first, std::size_t last) {
    std::vector<std::string> titles;
    for (std::size_t index = first; index <= last; ++index) {
        const ListRow& row = sheet.rows[index];
        std::vector<std::string> level(row.cells.size());
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            level[i] = row.cells[i].text;
        for (const ListSheet::Merge& merge : sheet.merges)
            if (merge.firstLine == row.line && merge.firstColumn < level.size() && merge.lastColumn < 512) {
                level.resize(std::max(level.size(), merge.lastColumn + 1));
                for (std::size_t i = merge.firstColumn + 1; i <= merge.lastColumn; ++i)
                    if (level[i].empty())
                        level[i] = level[merge.firstColumn];
            }
        titles.resize(std::max(titles.size(), level.size()));
        for (std::size_t i = 0; i < level.size(); ++i)
            if (!level[i].empty())
                titles[i] += (titles[i].empty() ? "" : " ") + level[i];
    }
    return titles;
}

/// Whether a merged heading of a row with several of them lies over the column; one alone is the title of the list.
bool isInGroup(const ListSheet& sheet, std::size_t first, std::size_t last, std::size_t column) {
    return std::ranges::any_of(sheet.merges, [&](const ListSheet::Merge& merge) {
        for (std::size_t index = first; index < last; ++index)
            if (merge.firstLine == sheet.rows[index].line && sheet.rows[index].filled() > 1 &&
                merge.firstColumn < merge.lastColumn && merge.firstColumn <= column && column <= merge.lastColumn)
                return true;
        return false;
    });
}

ListHeader headerOf(const ListSheet& sheet, std::size_t first, std::size_t last, const ColumnMap& map) {
    ListHeader header;
    header.firstRow = first;
    header.lastRow = last;
    header.titles = titlesOf(sheet, first, last);
    std::map<ListRole, int> weights;
    std::vector<std::pair<int, std::size_t>> codes;
    const std::vector<std::string> lowest = last > first ? titlesOf(sheet, last, last) : std::vector<std::string>();
    for (std::size_t i = 0; i < header.titles.size(); ++i) {
        auto claim = claimOf(header.titles[i]);
        // Below the heading of a group a title may say enough by itself: "Price / EUR", "Article / Maker".
        if ((!claim || !claim->isWhole) && i < lowest.size() && isInGroup(sheet, first, last, i) &&
            !isOtherPrice(plainWords(header.titles[i])))
            if (const auto below = claimOf(lowest[i]); below && (!claim || below->isWhole))
                claim = below;
        if (!claim)
            continue;
        if (claim->role == ListRole::Code)
            codes.emplace_back(-claim->weight, i);
        if (!weights.contains(claim->role) || weights[claim->role] < claim->weight) {
            weights[claim->role] = claim->weight;
            header.columns[claim->role] = i;
        }
    }
    for (const auto& [role, title] : map) {
        header.columns.erase(role);
        for (std::size_t i = 0; i < header.titles.size(); ++i)
            if (!title.empty() && plainWords(header.titles[i]) == plainWords(title) && !plainWords(title).empty() &&
                !header.columns.contains(role))
                header.columns[role] = i;
        for (std::size_t i = 0; i < std::max<std::size_t>(header.titles.size(), 26) && !title.empty(); ++i)
            if (!header.columns.contains(role) && columnLetters(i) == title)
                header.columns[role] = i;
    }
    std::ranges::stable_sort(codes);
    const auto code = header.column(ListRole::Code);
    // "Product" beside a better column of codes is what the thing is called.
    if (codes.size() > 1 && codes.back().first == -1 && code != codes.back().second) {
        if (!header.columns.contains(ListRole::Description))
            header.columns[ListRole::Description] = codes.back().second;
        codes.pop_back();
    }
    for (const auto& [weight, column] : codes)
        if (code != column)
            header.otherCodes.push_back(column);
    return header;
}

std::size_t understood(const ListHeader& header) { return header.columns.size(); }

bool isUsable(const ListHeader& header) {
    const bool isKnownBy =
        header.column(ListRole::Code) || header.column(ListRole::Model) || header.column(ListRole::Description);
    return header.hasPrice() && isKnownBy;
}

/// Whether the cells of a mapped row are titles that a person named.
bool namesAll(const ListHeader& header, const ColumnMap& map) {
    return std::ranges::all_of(
        map, [&](const auto& entry) { return entry.second.empty() || header.columns.contains(entry.first); });
}

} // namespace

std::optional<std::size_t> ListHeader::column(ListRole role) const {
    const auto it = columns.find(role);
    return it == columns.end() ? std::nullopt : std::optional(it->second);
}

Result<ColumnMap> parseColumnMap(std::string_view text) {
    ColumnMap map;
    std::string entry;
    for (const char c : std::string(text) + ",") {
        if (c != ',') {
            entry += c;
            continue;
        }
        const std::string plain = trimmedText(entry);
        entry.clear();
        if (plain.empty())
            continue;
        const std::size_t equals = plain.find('=');
        const auto role = enumFromName<ListRole>(trimmedText(plain.substr(0, std::min(equals, plain.size()))));
        if (!role || equals == std::string::npos) {
            std::vector<std::string> names(EnumNames<ListRole>::names.begin(), EnumNames<ListRole>::names.end());
            return usageError(Message("prices.map.unknown")
                                  .with("text", plain.substr(0, 80))
                                  .with("words", WordList{std::move(names)}));
        }
        map[*role] = trimmedText(plain.substr(equals + 1));
    }
    return map;
}

std::string columnMapText(const ColumnMap& map) {
    std::string text;
    for (const auto& [role, title] : map) {
        std::string plain = title;
        std::ranges::replace(plain, ',', ' ');
        text += (text.empty() ? "" : ",") + std::string(enumName(role)) + "=" + plain;
    }
    return text;
}

std::string layoutKey(const ListHeader& header) {
    std::string key;
    for (const std::string& title : header.titles)
        key += plainWords(title) + "|";
    return key;
}

std::optional<ListHeader> headerAt(const ListSheet& sheet, std::size_t row, const ColumnMap& map) {
    if (!isTitleRow(sheet.rows[row]) || sheet.rows[row].filled() < 2)
        return std::nullopt;
    ListHeader header = headerOf(sheet, row, row, map);
    return isUsable(header) && understood(header) >= 3 ? std::optional(std::move(header)) : std::nullopt;
}

std::optional<ListHeader> findHeader(const ListSheet& sheet, const ColumnMap& map) {
    std::optional<ListHeader> best;
    for (std::size_t i = 0; i < std::min(sheet.rows.size(), kRowsLooked); ++i) {
        if (!isTitleRow(sheet.rows[i]))
            continue;
        // A further row of titles adds to the first only where that one leaves columns open, or says the currency.
        for (std::size_t last = i; last < std::min(i + 3, sheet.rows.size()); ++last) {
            if (last > i && (!isTitleRow(sheet.rows[last]) || sheet.rows[last].line != sheet.rows[last - 1].line + 1))
                break;
            ListHeader header = headerOf(sheet, i, last, map);
            const bool isUnits = last > i && isUnitRow(sheet.rows[last]);
            if (isUsable(header) && namesAll(header, map) &&
                (!best || understood(header) > understood(*best) ||
                 (isUnits && best->lastRow + 1 == last && understood(header) == understood(*best))))
                best = std::move(header);
        }
    }
    return best;
}

std::optional<ListHeader> likeliestHeader(const ListSheet& sheet) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < std::min(sheet.rows.size(), kRowsLooked); ++i)
        if (isTitleRow(sheet.rows[i]) && (!best || sheet.rows[*best].filled() < sheet.rows[i].filled()))
            best = i;
    if (!best)
        return std::nullopt;
    return headerOf(sheet, *best, *best, {});
}

} // namespace rackwright
