// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/exchange_commands.h"

#include "model/file/disk.h"
#include "solvers/exchange/netbox_set.h"
#include "ui/exchange/cable_list_dialog.h"
#include "ui/exchange/known_parts.h"
#include "ui/text/to_text.h"

#include <QApplication>
#include <QFileInfo>

namespace rackwright {

namespace {

constexpr std::uint64_t kMostExchangeBytes = std::uint64_t{512} << 20;

/// While a file is read the pointer says so.
class WaitPointer {
public:
    WaitPointer() { QApplication::setOverrideCursor(Qt::WaitCursor); }
    ~WaitPointer() { QApplication::restoreOverrideCursor(); }
    WaitPointer(const WaitPointer&) = delete;
    WaitPointer& operator=(const WaitPointer&) = delete;
};

struct ExchangeDesk {
    StudioDocument& document;
    StudioServices& services;
    ExchangeWindow window;

    QString text(const char* id) const { return toText(services.texts().text(id)); }

    Result<NetboxDesign> readSet(const std::filesystem::path& folder) const {
        std::vector<ExchangeFile> files;
        for (const std::string& name : netboxFileNames()) {
            std::error_code ignored;
            const bool isNumbered = std::filesystem::exists(folder / name, ignored);
            const std::filesystem::path path = folder / (isNumbered ? name : netboxPlainName(name));
            if (!std::filesystem::exists(path, ignored))
                continue;
            Result<std::string> content = readWholeFile(path, kMostExchangeBytes);
            if (!content)
                return content.error();
            files.push_back({name, std::move(*content)});
        }
        NetboxReading reading;
        reading.source = shownPath(folder.filename());
        if (const PartLibrary* library = services.library())
            reading.partOf = partsBySlug(*library);
        std::string file;
        Result<NetboxDesign> read = readNetboxSet(files, reading, file);
        if (!read && !file.empty())
            return inputError(Message("exchange.in-file")
                                  .with("file", file)
                                  .with("reason", services.texts().sentence(read.error().message)));
        return read;
    }

    void importNetbox() const {
        const QString folder = services.dialogs().folder(window.window, text("import-netbox.title"));
        if (folder.isEmpty())
            return;
        const Result<NetboxDesign> read = [&] {
            const WaitPointer waits;
            return readSet(folder.toStdString());
        }();
        if (!read)
            return window.refuse(read.error());
        QString said = toText(services.texts().sentence(Message("import-netbox.done")
                                                            .with("racks", read->racks)
                                                            .with("devices", read->devices)
                                                            .with("cables", read->cables)
                                                            .with("parts", read->parts)
                                                            .with("known", read->known)));
        for (const Message& left : read->leftOut)
            said += QLatin1Char(' ') + toText(services.texts().sentence(left));
        window.open(read->document, QFileInfo(folder).fileName());
        window.say(said);
    }

    void importCables() const {
        const QString path =
            services.dialogs().openFile(window.window, text("cable-list.title"), text("cable-list.files"));
        if (path.isEmpty())
            return;
        const Result<std::string> list = readWholeFile(path.toStdString(), kMostExchangeBytes);
        if (!list)
            return window.refuse(list.error());
        CableListDialog dialog(*list, document, services, window.window);
        if (const Error* problem = dialog.problem())
            return window.refuse(inputError(Message("exchange.in-file")
                                                .with("file", QFileInfo(path).fileName().toStdString())
                                                .with("reason", services.texts().sentence(problem->message))));
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (const Done done = document.commit(dialog.edit()); !done)
            return window.refuse(done.error());
        window.say(dialog.said());
    }
};

} // namespace

void connectExchangeActions(Actions& actions, StudioDocument& document, StudioServices& services,
                            const ExchangeWindow& window) {
    const ExchangeDesk desk{document, services, window};
    actions.connectTo("file.import-netbox", window.window, [desk] { desk.importNetbox(); });
    actions.connectTo("file.import-cables", window.window, [desk] { desk.importCables(); });
}

} // namespace rackwright
