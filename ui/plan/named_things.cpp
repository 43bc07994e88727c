// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/named_things.h"

#include "solvers/engine/subject_name.h"
#include "ui/plan/subject_name.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

constexpr std::size_t kMostOfAKind = 200;

class Gathering {
public:
    Gathering(const Design& design, const Texts& texts, const QString& words,
              const std::function<bool(const QString&)>& isMeant)
        : m_design(design), m_texts(texts), m_words(words.simplified()), m_isMeant(isMeant) {}

    std::vector<NamedThing> all() {
        const auto word = [this](const std::string& id) { return toText(m_texts.text(id)); };
        const auto none = [](const auto&) { return QString(); };
        each(m_design.racks, "palette.rack", "", [](const Rack& rack) { return toText(rack.role); });
        each(m_design.rooms, "palette.room", "", none);
        each(m_design.powerElements, "palette.power", "power",
             [&](const PowerElement& element) { return word("power-kind." + std::string(enumName(element.kind))); });
        each(m_design.coolingUnits, "palette.cooling-unit", "cooling",
             [&](const CoolingUnit& unit) { return word("cooling-unit." + std::string(enumName(unit.kind))); });
        each(m_design.coolingLoops, "palette.loop", "cooling",
             [](const CoolingLoop& loop) { return toText(loop.fluid); });
        each(m_design.networks, "palette.network", "", none);
        each(m_design.workloads, "palette.workload", "", none);
        each(m_design.storagePools, "palette.pool", "", none);
        each(m_design.devices, "palette.device", "racks", [this](const Device& device) {
            const Rack* rack = m_design.racks.find(rackOf(device));
            return rack ? toText(rack->name) : QString();
        });
        each(m_design.roomObjects, "palette.drawn", "", none);
        each(m_design.pathSegments, "palette.drawn", "", none);
        addCircuits();
        return std::move(m_found);
    }

private:
    bool isTaken(const QString& name, std::size_t count) const {
        if (name.isEmpty() || (count >= kMostOfAKind && name.compare(m_words, Qt::CaseInsensitive) != 0))
            return false;
        return m_isMeant(name);
    }

    template <class Row, class Note>
    void each(const Table<Row>& rows, const char* group, const char* workspace, const Note& note) {
        std::size_t count = 0;
        for (const Row& row : rows) {
            const QString name = toText(row.name);
            if (!isTaken(name, count))
                continue;
            ++count;
            m_found.push_back({group, name, note(row), Subject(row.id), workspace});
        }
    }

    // A circuit is called by its ends.
    void addCircuits() {
        std::size_t count = 0;
        for (const PowerLink& link : m_design.powerLinks) {
            const Subject fed = link.to ? Subject(link.to) : Subject(link.unit);
            const QString name = toText(m_texts.sentence(Message("palette.circuit.name")
                                                             .with("from", subjectName(m_design, Subject(link.from)))
                                                             .with("to", subjectName(m_design, fed))));
            if (!isTaken(name, count))
                continue;
            ++count;
            m_found.push_back({"palette.circuit", name, toText(link.connector), fed, "power"});
        }
    }

    const Design& m_design;
    const Texts& m_texts;
    QString m_words;
    const std::function<bool(const QString&)>& m_isMeant;
    std::vector<NamedThing> m_found;
};

} // namespace

std::vector<NamedThing> namedThings(const Design& design, const Texts& texts, const QString& words,
                                    const std::function<bool(const QString&)>& isMeant) {
    return Gathering(design, texts, words, isMeant).all();
}

} // namespace rackwright
