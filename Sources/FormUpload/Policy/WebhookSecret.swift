import FormEncoding

/// Tokens in the paths of URLs, as chat services have them.
enum WebhookSecret {
    /// Returns the secret that follows a slash.
    static func secret(in text: [UInt8], at slash: Int) -> Secret? {
        let path = text[slash...]
        if let bot = path.botToken ?? path.webhookToken {
            return Secret(name: "bot_token", range: bot)
        }
        let hook = path.slackToken ?? path.teamsToken ?? path.mattermostToken
        return hook.map { Secret(name: "webhook_token", range: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// The token in `/bot123456:ABC/sendDocument`, as Telegram has it.
    fileprivate var botToken: Range<Int>? {
        guard let start = after("/bot") else { return nil }
        let number = start.prefix(while: \.isDigit)
        let rest = self[number.endIndex...].prefix(while: \.isInSegment)
        guard !number.isEmpty, [":", "%3A", "%3a"].contains(where: { rest.starts(with: $0.utf8) })
        else { return nil }
        return number.startIndex..<rest.endIndex
    }

    /// The token in `/webhooks/123456/abc`, as Discord has it.
    fileprivate var webhookToken: Range<Int>? {
        guard let start = after("/webhooks/") else { return nil }
        let number = start.prefix(while: \.isDigit)
        guard !number.isEmpty, self[number.endIndex...].first == UInt8(ascii: "/") else {
            return nil
        }
        let token = self[(number.endIndex + 1)...].prefix(while: \.isInSegment)
        return token.isEmpty ? nil : token.indices
    }

    /// The end of `/services/T123/B456/abc`, as Slack has it; its workflows are `/workflows/…` and
    /// `/triggers/…`.
    fileprivate var slackToken: Range<Int>? {
        guard let start = after("/services/") ?? after("/workflows/") ?? after("/triggers/"),
            let first = start.first, "TE".utf8.contains(first)
        else { return nil }
        let team = start.prefix(while: \.isInSlackName)
        guard self[team.endIndex...].first == UInt8(ascii: "/") else { return nil }
        let channel = self[(team.endIndex + 1)...].prefix(while: \.isInSlackName)
        guard !channel.isEmpty, self[channel.endIndex...].first == UInt8(ascii: "/") else {
            return nil
        }
        return self[(channel.endIndex + 1)...].restOfPath
    }

    /// The end of `/webhookb2/abc@def/IncomingWebhook/…`, as Teams has it.
    fileprivate var teamsToken: Range<Int>? {
        if let start = after("/webhookb2/") { return start.restOfPath }
        guard let start = after("/webhook/"),
            start.prefix(while: \.isInSegment).contains(UInt8(ascii: "@"))
        else { return nil }
        return start.restOfPath
    }

    /// The token in `/hooks/xyz`, as Mattermost has it: 26 letters and digits.
    fileprivate var mattermostToken: Range<Int>? {
        guard let token = after("/hooks/")?.prefix(while: \.isInSegment), token.count >= 16,
            token.allSatisfy(\.isLetterOrDigit)
        else { return nil }
        return token.indices
    }

    private func after(_ start: StaticString) -> ArraySlice<UInt8>? {
        let bytes = UnsafeRawBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)
        return starts(with: bytes) ? dropFirst(bytes.count) : nil
    }

    private var restOfPath: Range<Int>? {
        let rest = prefix(while: \.isInParameter)
        return rest.isEmpty ? nil : rest.indices
    }
}

extension UInt8 {
    fileprivate var isInSegment: Bool { isInParameter && self != UInt8(ascii: "/") }

    fileprivate var isInSlackName: Bool {
        isDigit || isLetter && lowercased != self
    }
}
