import FormEncoding

/// The path of a URL with a token in it, as chat services have them.
struct WebhookPath {
    typealias Test = @Sendable (ArraySlice<UInt8>) -> Bool

    let start: [UInt8]
    let before: [Test]
    /// What the segment is in which the token begins.
    let isToken: Test
    /// Whether all that follows is the token, and not only its segment.
    let isRest: Bool
    let name: ByteString

    init(
        _ start: String, before: [Test] = [], isRest: Bool = false, _ name: ByteString,
        isToken: @escaping Test = { !$0.isEmpty }
    ) {
        self.start = Array(start.utf8)
        (self.before, self.isRest, self.name, self.isToken) = (before, isRest, name, isToken)
    }

    static let all = [
        // Telegram: `/bot123456:ABC/sendDocument`
        WebhookPath("/bot", "bot_token") { segment in
            let rest = segment.drop(while: \.isDigit)
            return rest.count < segment.count
                && [":", "%3A", "%3a"].contains { rest.starts(with: $0.utf8) }
        },
        // Discord: `/webhooks/123456/abc`
        WebhookPath("/webhooks/", before: [{ $0.allSatisfy(\.isDigit) }], "bot_token"),
        // Slack: `/services/T123/B456/abc`
        slack("/services/"), slack("/workflows/"), slack("/triggers/"),
        // Teams: `/webhookb2/abc@def/IncomingWebhook/…`
        WebhookPath("/webhookb2/", isRest: true, "webhook_token") { _ in true },
        WebhookPath("/webhook/", isRest: true, "webhook_token") { $0.contains(UInt8(ascii: "@")) },
        // Mattermost: `/hooks/xyz`, 26 letters and digits
        WebhookPath("/hooks/", "webhook_token") {
            $0.count >= 16 && $0.allSatisfy(\.isLetterOrDigit)
        },
    ]

    private static func slack(_ start: String) -> WebhookPath {
        let isName: Test = { $0.allSatisfy { $0.isDigit || $0.isLetter && $0.lowercased != $0 } }
        let isTeam: Test = { "TE".utf8.contains($0[$0.startIndex]) && isName($0) }
        return WebhookPath(start, before: [isTeam, isName], isRest: true, "webhook_token") { _ in
            true
        }
    }

    func secret(in path: ArraySlice<UInt8>) -> Secret? {
        guard path.starts(with: start) else { return nil }
        var rest = path.dropFirst(start.count)
        for test in before {
            let segment = rest.prefix(while: \.isInSegment)
            rest = rest[segment.endIndex...]
            guard !segment.isEmpty, test(segment), rest.popFirst() == UInt8(ascii: "/") else {
                return nil
            }
        }
        let segment = rest.prefix(while: \.isInSegment)
        guard isToken(segment) else { return nil }
        let token = isRest ? rest.prefix(while: \.isInParameter) : segment
        return token.isEmpty ? nil : Secret(name: name, range: token.indices)
    }
}
