// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_options.h"
#include "model/file/text_file.h"

#include <QBuffer>
#include <QFile>
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>

namespace rackwright {

namespace {

Error badLogo(const std::filesystem::path& file, const char* problem) {
    return inputError(Message(problem).with("file", file.string()));
}

/// Names no other file and declares nothing: what is drawn stands in the file itself.
bool isSelfContained(const QByteArray& svg) {
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::DTD && !xml.entityDeclarations().isEmpty())
            return false;
        if (token != QXmlStreamReader::StartElement)
            continue;
        const QStringView name = xml.name();
        if (name == QLatin1String("image") || name == QLatin1String("script") ||
            name == QLatin1String("foreignObject") || name == QLatin1String("animate"))
            return false;
        for (const QXmlStreamAttribute& attribute : xml.attributes())
            if (attribute.name() == QLatin1String("href") && !attribute.value().startsWith(QLatin1Char('#')))
                return false;
    }
    return !xml.hasError();
}

Result<PicturePtr> svgLogo(const std::filesystem::path& file, const QByteArray& bytes) {
    if (!isSelfContained(bytes))
        return badLogo(file, "report.logo.not-self-contained");
    QSvgRenderer renderer(bytes);
    const QSizeF size = renderer.viewBoxF().size();
    if (!renderer.isValid() || !(size.width() > 0) || !(size.height() > 0))
        return badLogo(file, "report.logo.not-readable");
    Picture made;
    made.svg = bytes;
    made.size = size;
    return PicturePtr(std::make_shared<const Picture>(std::move(made)));
}

Result<PicturePtr> pngLogo(const std::filesystem::path& file, QByteArray& bytes) {
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer, "png");
    const QSize size = reader.size();
    if (!size.isValid())
        return badLogo(file, "report.logo.not-readable");
    if (size.width() > kLongestLogoSide || size.height() > kLongestLogoSide)
        return badLogo(file, "report.logo.too-large");
    Picture made;
    made.image = reader.read();
    made.size = size;
    if (made.image.isNull())
        return badLogo(file, "report.logo.not-readable");
    return PicturePtr(std::make_shared<const Picture>(std::move(made)));
}

} // namespace

std::set<std::string, std::less<>> ReportOptions::allSections() {
    const std::vector<std::string> all = reportSections();
    return {all.begin(), all.end()};
}

Error reportStopped() { return {Message("report.stopped"), ErrorKind::Cancelled}; }

Result<PicturePtr> logoFromFile(const std::filesystem::path& file) {
    std::error_code problem;
    if (const std::uintmax_t size = std::filesystem::file_size(file, problem); !problem && size > kLargestLogo)
        return badLogo(file, "report.logo.too-large");
    const Result<std::string> read = readTextFile(file, kLargestLogo);
    if (!read)
        return badLogo(file, "report.logo.not-readable");
    QByteArray bytes = QByteArray::fromStdString(*read);
    if (bytes.startsWith("\x89PNG"))
        return pngLogo(file, bytes);
    if (bytes.left(1024).contains("<svg") || bytes.left(1024).contains("<?xml"))
        return svgLogo(file, bytes);
    return badLogo(file, "report.logo.not-a-picture");
}

} // namespace rackwright
