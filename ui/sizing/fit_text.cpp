// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sizing/fit_text.h"

#include "model/base/nearest.h"
#include "model/units/parse.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <array>
#include <map>

namespace rackwright {

namespace {

constexpr auto kFitKeys = std::to_array<std::string_view>(
    {"room", "racks", "rack", "rack-power", "power", "keep", "rows-along", "cold-aisle", "hot-aisle", "row-ends",
     "containment", "cooling", "cooling-unit", "supply", "pdus", "busways", "trays", "width", "depth"});

template <class Enum>
std::vector<std::string> namesOfEnum() {
    return {EnumNames<Enum>::names.begin(), EnumNames<Enum>::names.end()};
}

Error wrongWord(std::string_view key, const std::string& word) {
    std::vector<std::string> words = fitWords(key);
    return usageError(
        Message("fit.word").with("key", std::string(key)).with("word", word).with("nearest", WordList{words}));
}

class FitReader {
public:
    Result<FitWords> read(const std::vector<Parameter>& words) {
        for (const Parameter& each : words) {
            if (std::ranges::find(kFitKeys, each.name) == kFitKeys.end()) {
                const std::vector<std::string> keys(kFitKeys.begin(), kFitKeys.end());
                return usageError(
                    Message("fit.key").with("key", each.name).with("nearest", WordList{nearestWords(each.name, keys)}));
            }
            if (!m_words.emplace(each.name, each.value).second)
                return usageError(Message("calc.key-twice").with("key", each.name));
        }
        RoomLayoutRequest& request = m_read.request;
        if (const std::string* room = find("room"))
            m_read.room = *room;
        if (const std::string* rack = find("rack"))
            request.rack = *rack;
        if (const std::string* unit = find("cooling-unit"))
            request.coolingUnit = *unit;
        if (Done done = readCount(); !done)
            return done.error();
        if (Done done = readKeep(); !done)
            return done.error();
        for (const auto& [key, field] : {std::pair{"cold-aisle", &request.coldAisle},
                                         {"hot-aisle", &request.hotAisle},
                                         {"row-ends", &request.rowEnds}})
            if (const std::string* word = find(key)) {
                const Result<Length> length = lengthOf(key, *word);
                if (!length)
                    return length.error();
                *field = *length;
            }
        for (const auto& [key, field] : {std::pair{"width", &m_read.width}, {"depth", &m_read.depth}})
            if (const std::string* word = find(key)) {
                const Result<Length> length = lengthOf(key, *word);
                if (!length)
                    return length.error();
                *field = *length;
            }
        for (const auto& [key, field] : {std::pair{"rack-power", &request.rackWatts}, {"power", &request.power}})
            if (const std::string* word = find(key)) {
                const Result<double> watts = parseSi(*word, *findUnit("kW"));
                if (!watts || *watts <= 0)
                    return usageError(Message("fit.number").with("key", key).with("word", *word));
                *field = *watts;
            }
        if (Done done = readWords(); !done)
            return done.error();
        return std::move(m_read);
    }

private:
    const std::string* find(std::string_view key) const {
        const auto found = m_words.find(std::string(key));
        return found == m_words.end() || found->second.empty() ? nullptr : &found->second;
    }

    static Result<Length> lengthOf(std::string_view key, const std::string& word) {
        // Nobody means a room of 18 mm.
        const bool isRoom = key == "width" || key == "depth";
        const Result<Length> length = parseLength(word, isRoom ? "m" : "mm");
        if (!length)
            return usageError(Message("fit.number").with("key", std::string(key)).with("word", word));
        if (*length < (isRoom ? Length::millimetres(500) : Length()) || *length > Length::metres(500))
            return usageError(Message("fit.outside")
                                  .with("key", std::string(key))
                                  .with("word", word)
                                  .with("low", isRoom ? "0.5 m" : "0 mm")
                                  .with("high", "500 m"));
        return *length;
    }

    Done readCount() {
        const std::string* word = find("racks");
        if (!word || *word == "most")
            return done();
        const std::optional<NumberIn> number = numberIn(*word);
        if (!number || number->value < 1 || number->value > 20'000)
            return usageError(Message("fit.number").with("key", "racks").with("word", *word));
        m_read.request.count = static_cast<std::int64_t>(number->value);
        return done();
    }

    // "all", "none", or names of racks.
    Done readKeep() {
        const std::string* word = find("keep");
        m_read.keepsAll = !word || *word == "all";
        m_read.request.movesRacks = !m_read.keepsAll;
        if (m_read.keepsAll || *word == "none")
            return done();
        std::string name;
        for (const char c : *word + ",") {
            if (c != ',') {
                name += c;
                continue;
            }
            const auto first = name.find_first_not_of(' '), last = name.find_last_not_of(' ');
            if (first != std::string::npos)
                m_read.keep.push_back(name.substr(first, last - first + 1));
            name.clear();
        }
        return done();
    }

    template <class Enum>
    Done take(const char* key, Enum& into) const {
        const std::string* word = find(key);
        if (!word)
            return done();
        const auto value = enumFromName<Enum>(*word);
        if (!value)
            return wrongWord(key, *word);
        into = *value;
        return done();
    }
    Done take(const char* key, bool& into) const {
        const std::string* word = find(key);
        if (!word)
            return done();
        if (*word != "yes" && *word != "no")
            return wrongWord(key, *word);
        into = *word == "yes";
        return done();
    }

    Done readWords() {
        RoomLayoutRequest& request = m_read.request;
        for (const Done& each : {take("rows-along", request.along), take("containment", request.containment),
                                 take("cooling", request.cooling), take("pdus", request.hasPdus),
                                 take("busways", request.hasBusways), take("trays", request.hasTrays)})
            if (!each)
                return each;
        if (const std::string* word = find("supply")) {
            if (*word != "400" && *word != "415" && *word != "208")
                return wrongWord("supply", *word);
            request.supply = *word;
        }
        return done();
    }

    std::map<std::string, std::string> m_words;
    FitWords m_read;
};

std::vector<std::string> racksNamed(const Design& design) {
    std::vector<std::string> names;
    for (const Rack& rack : design.racks)
        names.push_back(rack.name);
    return names;
}

} // namespace

std::span<const std::string_view> fitKeys() { return kFitKeys; }

std::string fitDefault(std::string_view key) {
    static const std::map<std::string_view, std::string> kDefaults = {
        {"racks", "most"},      {"rack", "plan-rack-48u-600"},
        {"keep", "all"},        {"rows-along", "any"},
        {"cold-aisle", "1200 mm"}, {"hot-aisle", "1200 mm"},
        {"row-ends", "1200 mm"}, {"containment", "cold"},
        {"cooling", "none"},    {"supply", "415"},
        {"pdus", "yes"},        {"busways", "yes"},
        {"trays", "yes"}};
    const auto found = kDefaults.find(key);
    return found == kDefaults.end() ? std::string() : found->second;
}

std::vector<std::string> fitWords(std::string_view key) {
    if (key == "rows-along")
        return namesOfEnum<RowsAlong>();
    if (key == "containment")
        return namesOfEnum<FitContainment>();
    if (key == "cooling")
        return namesOfEnum<FitCooling>();
    if (key == "supply")
        return {"415", "400", "208"};
    if (key == "pdus" || key == "busways" || key == "trays")
        return {"yes", "no"};
    return {};
}

Result<FitWords> readFitWords(const std::vector<Parameter>& words) { return FitReader().read(words); }

Result<RoomLayoutRequest> fitRequestIn(const FitWords& words, const Design& design) {
    RoomLayoutRequest request = words.request;
    std::vector<std::string> names;
    for (const Room& room : design.rooms) {
        names.push_back(room.name);
        if (room.name == words.room || (words.room.empty() && design.rooms.size() == 1))
            request.room = room.id;
    }
    if (!request.room)
        return usageError(Message(names.empty()        ? "fit.no-room"
                                  : words.room.empty() ? "fit.which-room"
                                                       : "fit.unknown-room")
                              .with("name", words.room)
                              .with("nearest", WordList{words.room.empty() ? names : nearestWords(words.room, names)}));
    for (const std::string& name : words.keep) {
        const auto rack = std::ranges::find(design.racks, name, &Rack::name);
        if (rack == design.racks.end())
            return usageError(Message("fit.unknown-rack")
                                  .with("name", name)
                                  .with("nearest", WordList{nearestWords(name, racksNamed(design))}));
        request.pinned.push_back(rack->id);
    }
    return request;
}

std::vector<std::string> fitSentences(const RoomLayout& layout, const RoomLayoutRequest& request, const Texts& texts) {
    std::vector<std::string> said;
    const auto say = [&](Message message) { said.push_back(texts.sentence(message)); };
    const auto placed = static_cast<std::int64_t>(layout.fit.places.size());
    say(Message("fit.count").with("count", placed).with("rows", layout.fit.rows.size()).with("room", layout.byRoom));
    switch (layout.limit) {
    case FitLimit::Asked:
        say(Message("fit.limit.asked").with("count", request.count).with("room", layout.byRoom));
        break;
    case FitLimit::SitePower:
        say(Message("fit.limit.power")
                .with("count", *layout.byPower)
                .with("power", UnitNumber{request.power / 1e3, "kW"})
                .with("each", UnitNumber{request.rackWatts / 1e3, "kW"})
                .with("next", UnitNumber{request.rackWatts * static_cast<double>(*layout.byPower + 1) / 1e3, "kW"}));
        break;
    case FitLimit::CoolingUnits:
        say(Message("fit.limit.cooling").with("count", *layout.byCooling));
        break;
    case FitLimit::Room:
        say(Message(request.count > layout.byRoom ? "fit.limit.room-asked" : "fit.limit.room")
                .with("count", request.count));
        for (const FitShortage& shortage : layout.shortages)
            say(messageOf(shortage));
        if (layout.shortages.empty())
            say(Message("fit.stop.none"));
        break;
    }
    if (layout.kept > 0)
        say(Message("fit.kept").with("count", layout.kept));
    if (layout.moved > 0)
        say(Message("fit.moved").with("count", layout.moved));
    if (layout.unplaced > 0)
        say(Message("fit.unplaced").with("count", layout.unplaced));
    if (layout.leftOut > 0)
        say(Message("fit.left-out").with("count", layout.leftOut));
    if (request.cooling == FitCooling::Perimeter)
        say(Message("fit.units").with("count", layout.units).with("wanted", layout.unitsWanted));
    if (request.rackWatts <= 0)
        say(Message("fit.power-unknown"));
    return said;
}

} // namespace rackwright
