import FormEncoding
import FormUpload

extension Messages {
    /// The parts of the request that the next one leaves out.
    static func consequences(
        of notice: RedirectNotice, _ content: BodyContent
    ) -> [String] {
        guard let next = notice.next else { return [] }
        let (source, target) = (WrittenURL(notice.source), WrittenURL(next.urlBytes))
        var texts: [String] = []
        if notice.dropsBody {
            let isNear = source.halves.origin == target.halves.origin
            texts.append(
                "\(notice.head.status) from \(shown(source.halves.target)): continuing with "
                    + "\(shown(next.effectiveMethod)) \(shown(isNear ? target.halves.target : next.urlBytes)), "
                    + "without \(content.noun)")
        }
        if !notice.withheld.isEmpty {
            let names = notice.withheld.map { shown($0) }.joined(separator: ", ")
            let isUpgrade = source.host == target.host && source.scheme != target.scheme
            let remedy =
                isUpgrade
                ? "write it in the URL, or use --location-trusted" : "--location-trusted would"
            texts.append("\(names) not sent to \(shown(target.halves.origin)) (\(remedy))")
        }
        return texts
    }
}
