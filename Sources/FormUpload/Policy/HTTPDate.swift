import Foundation

/// Dates in header fields.
enum HTTPDate {
    /// Returns the date in one of the formats of RFC 9110 §5.6.7, two of which are obsolete, or with an
    /// offset from GMT.
    static func parse(_ value: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        let formats = [
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
            "EEE MMM d HH:mm:ss yyyy", "EEE, dd MMM yyyy HH:mm:ss Z",
        ]
        return formats.lazy.compactMap { text in
            format.dateFormat = text
            return format.date(from: value)
        }.first
    }
}
