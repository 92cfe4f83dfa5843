extension MediaType {
    /// The default type of a part, from the filename, else from the path.
    ///
    /// As in curl, a part with a filename always has a type, and a field that is read from a file
    /// is not `text/plain`. Without a filename only curl's own table is used, since the part is a
    /// field.
    package static func byDefault(
        filename: ByteString?, path: ByteString?, in table: [String: MediaType] = byExtension
    ) -> MediaType? {
        guard let filename else {
            let guess = path.flatMap { forFileExtension(of: $0, in: curlsByExtension) }
            return guess == plainText ? nil : guess
        }
        return forFileExtension(of: filename, in: table)
            ?? path.map { forFileExtension(of: $0, in: table) ?? octetStream }
    }

    /// The type that curl 7.88.1 gives such a part.
    package static func byCurl(filename: ByteString?, path: ByteString?) -> MediaType? {
        byDefault(filename: filename, path: path, in: curlsByExtension)
    }

    package static func forFileExtension(
        of name: ByteString, in table: [String: MediaType] = byExtension
    ) -> MediaType? {
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = name.bytes[(dot + 1)...]
        // No extension of the table is longer; the name can have any length.
        guard suffix.count <= 12 else { return nil }
        return table[String(decoding: suffix.map(\.lowercased), as: UTF8.self)]
    }

    package static var known: [String] { Set((curls + others).map(\.0)).sorted() }

    package static let byExtension = dictionary(curls + others)
    static let curlsByExtension = dictionary(curls)

    private static func dictionary(_ rows: [(String, String)]) -> [String: MediaType] {
        var table: [String: MediaType] = [:]
        for (type, extensions) in rows {
            for name in extensions.split(separator: " ") {
                table[String(name)] = MediaType(unchecked: ByteString(type))
            }
        }
        return table
    }

    /// The ten extensions that curl knows.
    private static let curls: [(String, String)] = [
        ("image/gif", "gif"),
        ("image/jpeg", "jpg jpeg"),
        ("image/png", "png"),
        ("image/svg+xml", "svg"),
        ("text/plain", "txt"),
        ("text/html", "htm html"),
        ("application/pdf", "pdf"),
        ("application/xml", "xml"),
    ]

    /// From IANA's registry; the few unregistered types are those in general use.
    private static let others: [(String, String)] = [
        // Documents
        ("application/epub+zip", "epub"),
        ("application/msword", "doc"),
        ("application/oxps", "oxps"),
        ("application/postscript", "ps eps"),
        ("application/rtf", "rtf"),
        ("application/vnd.amazon.mobi8-ebook", "azw3"),
        ("application/vnd.ms-excel", "xls xlt"),
        ("application/vnd.ms-excel.sheet.binary.macroEnabled.12", "xlsb"),
        ("application/vnd.ms-excel.sheet.macroEnabled.12", "xlsm"),
        ("application/vnd.ms-outlook", "msg"),
        ("application/vnd.ms-powerpoint", "ppt pps"),
        ("application/vnd.ms-powerpoint.presentation.macroEnabled.12", "pptm"),
        ("application/vnd.ms-project", "mpp"),
        ("application/vnd.ms-word.document.macroEnabled.12", "docm"),
        ("application/vnd.ms-xpsdocument", "xps"),
        ("application/vnd.oasis.opendocument.graphics", "odg"),
        ("application/vnd.oasis.opendocument.presentation", "odp"),
        ("application/vnd.oasis.opendocument.spreadsheet", "ods"),
        ("application/vnd.oasis.opendocument.text", "odt"),
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
        ("application/vnd.openxmlformats-officedocument.presentationml.slideshow", "ppsx"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.template", "xltx"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.template", "dotx"),
        ("application/vnd.visio", "vsd"),
        ("image/vnd.djvu", "djvu djv"),
        ("message/rfc822", "eml"),
        ("text/calendar", "ics"),
        ("text/markdown", "md markdown"),
        ("text/vcard", "vcf"),
        // Images
        ("image/apng", "apng"),
        ("image/avif", "avif"),
        ("image/bmp", "bmp"),
        ("image/emf", "emf"),
        ("image/heic", "heic"),
        ("image/heif", "heif"),
        ("image/jp2", "jp2"),
        ("image/jpeg", "jpe jfif"),
        ("image/jxl", "jxl"),
        ("image/ktx", "ktx"),
        ("image/tiff", "tif tiff"),
        ("image/vnd.adobe.photoshop", "psd"),
        ("image/vnd.dxf", "dxf"),
        ("image/vnd.microsoft.icon", "ico"),
        ("image/webp", "webp"),
        ("image/wmf", "wmf"),
        // Audio
        ("audio/aac", "aac"),
        ("audio/AMR", "amr"),
        ("audio/basic", "au snd"),
        ("audio/flac", "flac"),
        ("audio/midi", "mid midi"),
        ("audio/mp4", "m4a"),
        ("audio/mpeg", "mp3"),
        ("audio/ogg", "oga ogg opus"),
        ("audio/wav", "wav"),
        ("audio/webm", "weba"),
        ("audio/x-aiff", "aif aiff"),
        ("audio/x-ms-wma", "wma"),
        // Video
        ("video/3gpp", "3gp"),
        ("video/3gpp2", "3g2"),
        ("video/matroska", "mkv"),
        ("video/mp2t", "mts m2ts"),
        ("video/mp4", "mp4 m4v"),
        ("video/mpeg", "mpeg mpg"),
        ("video/ogg", "ogv"),
        ("video/quicktime", "mov qt"),
        ("video/webm", "webm"),
        ("video/x-flv", "flv"),
        ("video/x-ms-wmv", "wmv"),
        ("video/x-msvideo", "avi"),
        // Archives and packages
        ("application/gzip", "gz tgz"),
        ("application/java-archive", "jar"),
        ("application/vnd.android.package-archive", "apk"),
        ("application/vnd.apple.installer+xml", "mpkg"),
        ("application/vnd.debian.binary-package", "deb"),
        ("application/vnd.microsoft.portable-executable", "exe dll"),
        ("application/vnd.ms-cab-compressed", "cab"),
        ("application/vnd.rar", "rar"),
        ("application/x-7z-compressed", "7z"),
        ("application/x-apple-diskimage", "dmg"),
        ("application/x-bzip2", "bz2"),
        ("application/x-iso9660-image", "iso"),
        ("application/x-rpm", "rpm"),
        ("application/x-tar", "tar"),
        ("application/x-xz", "xz"),
        ("application/zip", "zip"),
        ("application/zstd", "zst"),
        // Code and data
        ("application/atom+xml", "atom"),
        ("application/cbor", "cbor"),
        ("application/geo+json", "geojson"),
        ("application/gpx+xml", "gpx"),
        ("application/json", "json"),
        ("application/jsonl", "jsonl"),
        ("application/ld+json", "jsonld"),
        ("application/manifest+json", "webmanifest"),
        ("application/n-triples", "nt"),
        ("application/pem-certificate-chain", "pem"),
        ("application/pgp-encrypted", "pgp"),
        ("application/pgp-signature", "sig asc"),
        ("application/pkcs10", "p10 csr"),
        ("application/pkcs12", "p12 pfx"),
        ("application/pkix-cert", "cer crt"),
        ("application/pkix-crl", "crl"),
        ("application/rdf+xml", "rdf"),
        ("application/rss+xml", "rss"),
        ("application/sql", "sql"),
        ("application/toml", "toml"),
        ("application/vnd.apache.parquet", "parquet"),
        ("application/vnd.google-earth.kml+xml", "kml"),
        ("application/vnd.google-earth.kmz", "kmz"),
        ("application/vnd.sqlite3", "sqlite sqlite3"),
        ("application/vnd.tcpdump.pcap", "pcap"),
        ("application/wasm", "wasm"),
        ("application/xhtml+xml", "xhtml xht"),
        ("application/xslt+xml", "xsl xslt"),
        ("application/x-ndjson", "ndjson"),
        ("application/x-sh", "sh"),
        ("application/x-subrip", "srt"),
        ("application/yaml", "yaml yml"),
        ("model/gltf+json", "gltf"),
        ("model/gltf-binary", "glb"),
        ("model/obj", "obj"),
        ("model/stl", "stl"),
        ("text/css", "css"),
        ("text/csv", "csv"),
        ("text/javascript", "js mjs"),
        ("text/n3", "n3"),
        ("text/plain", "text log conf ini"),
        ("text/tab-separated-values", "tsv"),
        ("text/turtle", "ttl"),
        ("text/vtt", "vtt"),
        // Fonts
        ("application/vnd.ms-fontobject", "eot"),
        ("font/collection", "ttc"),
        ("font/otf", "otf"),
        ("font/ttf", "ttf"),
        ("font/woff", "woff"),
        ("font/woff2", "woff2"),
    ]
}
