// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_commands.h"

#include "catalog/price_lists/price_list_import.h"
#include "model/file/text_file.h"
#include "ui/prices/price_books.h"
#include "ui/prices/price_books_dialog.h"
#include "ui/prices/price_import_dialog.h"
#include "ui/prices/price_offers_dialog.h"
#include "ui/prices/rates_dialog.h"
#include "ui/text/to_text.h"

#include <QFile>
#include <QFileInfo>

namespace rackwright {

namespace {

constexpr ActionRow kPriceActions[] = {
    {"file.import-prices", MenuId::Quote, "Ctrl+Alt+P", ""},
    {"quote.apply-prices", MenuId::Quote, "", ""},
    {"quote.price-books", MenuId::Quote, "", ""},
    {"quote.rates", MenuId::Quote, "Ctrl+Alt+X", ""},
};

struct PriceDesk {
    StudioDocument& document;
    StudioServices& services;
    QWidget* window;
    std::function<void(const QString&)> say;

    void sayMessage(const Message& message) const { say(toText(services.texts().sentence(message))); }

    PriceBookStore* book() const {
        auto* books = dynamic_cast<PriceBooks*>(&services);
        if (!books)
            return nullptr;
        const Result<PriceBookStore*> opened = books->priceBook();
        if (!opened)
            sayMessage(opened.error().message);
        return opened ? *opened : nullptr;
    }

    void importList() const {
        const auto text = [this](const char* id) { return toText(services.texts().text(id)); };
        const QString path =
            services.dialogs().openFile(window, text("price-import.title"), text("price-import.files"));
        if (path.isEmpty() || !services.library())
            return;
        PriceBookStore* store = book();
        if (!store)
            return;
        const Result<std::string> bytes = readTextFile(QFile::encodeName(path).toStdString(), ListLimits{}.bytes);
        if (!bytes)
            return sayMessage(bytes.error().message);
        Result<ListFile> list = readListFile(*bytes);
        if (!list)
            return sayMessage(list.error().message);
        PriceImportDialog dialog(QFileInfo(path).fileName(), std::move(*list), matchableParts(*services.library()),
                                 *store, services, window);
        if (dialog.exec() == QDialog::Accepted)
            sayMessage(dialog.said());
    }

    void applyPrices() const {
        if (PriceBookStore* store = book()) {
            PriceOffersDialog dialog(*store, document, services, window);
            dialog.exec();
        }
    }

    void arrangeBooks() const {
        if (PriceBookStore* store = book()) {
            PriceBooksDialog dialog(*store, services, window);
            dialog.exec();
        }
    }

    void enterRates() const {
        RatesDialog dialog(document, services, {}, window);
        dialog.exec();
    }
};

} // namespace

std::span<const ActionRow> priceActions() { return kPriceActions; }

void connectPriceActions(Actions& actions, StudioDocument& document, StudioServices& services, QWidget* window,
                         std::function<void(const QString&)> say) {
    const PriceDesk desk{document, services, window, std::move(say)};
    actions.connectTo("file.import-prices", window, [desk] { desk.importList(); });
    actions.connectTo("quote.apply-prices", window, [desk] { desk.applyPrices(); });
    actions.connectTo("quote.price-books", window, [desk] { desk.arrangeBooks(); });
    actions.connectTo("quote.rates", window, [desk] { desk.enterRates(); });
}

} // namespace rackwright
