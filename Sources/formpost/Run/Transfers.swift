import FormEncoding
import FormUpload

/// The transfers of a run: they are checked at the beginning, and each is made when its turn comes.
final class Transfers {
    /// So many of the transfers that are made to be checked are kept and sent. The others are made again when
    /// their turn comes, since a list may have many.
    private static let mostKept = 256

    private let run: Run
    private var kept: [Int: Transfer] = [:]
    /// The last round made for each operation, for the next request of the same round.
    private var rounds: [Int: (place: Place, round: Round)] = [:]
    private var prepared: [Int: (place: Place, round: PreparedRound)] = [:]
    /// The lengths of the bodies, as far as they are known.
    private(set) var sizes = ExpectedSizes()
    /// Whether one of them sends a file, unlike a login.
    private(set) var haveUploads = false

    private struct Place: Equatable {
        let round: Int
        let isTrial: Bool
    }

    /// Checks the requests; of a long list only the first ones (`mostChecked`).
    init(_ run: Run) throws(Failure) {
        self.run = run
        var keys = IdempotencyKeys()
        for operation in run.plan.operations { try check(operation, &keys) }
    }

    /// Returns the transfer with a number, counted from 0, with the values of `--capture`.
    func transfer(_ number: Int, with captured: Captured = .toCome) throws(Failure) -> Transfer {
        if let transfer = kept.removeValue(forKey: number) { return transfer }
        let operation = run.plan.operation(of: number)
        do throws(Failure) {
            return try make(number, of: operation, captured, renewsLimit: true)
        } catch {
            // With another value it could be used.
            guard !operation.awaitedCaptures.isEmpty, error.status == ExitStatus.usage else {
                throw error
            }
            throw Failure(ExitStatus.badReply, error.text)
        }
    }

    /// Returns the place of a transfer that need not be made.
    func place(_ number: Int) -> RequestPlace {
        if let transfer = kept[number] { return transfer.place }
        var place = RequestPlace(number: number, count: run.plan.count)
        let operation = run.plan.operation(of: number)
        let (group, request) = operation.position(of: number)
        guard let round = try? round(group, of: operation) else { return place }
        let settings = round.request(request)
        place.url =
            (try? prepare(round, group, of: operation))?.url(of: settings) ?? settings.urlWithName
        place.name = settings.ownFile ?? place.url
        return place
    }

    private func check(
        _ operation: PlannedOperation, _ keys: inout IdempotencyKeys
    ) throws(Failure) {
        let isList = operation.isFixed && operation.files != nil
        if operation.isFixed {
            try failing { () throws(UsageError) in
                try keys.add(operation.line, count: operation.count)
            }
        }
        let replaces = operation.settings.replacesFiles
        if replaces, operation.isFixed { try checkURLs(of: operation) }
        var urls: Set<ByteString> = []
        let most = mostChecked(of: operation)
        let checked = min(operation.count, most)
        var last: Int64?
        for offset in 0..<checked {
            let number = operation.first + offset
            let transfer = try make(number, of: operation, .toCome)
            if !operation.isFixed {
                try failing { () throws(UsageError) in try keys.add(transfer.round.line) }
            }
            let url = transfer.request.url
            if replaces, !operation.isFixed, !urls.insert(url).inserted {
                throw replacing(transfer.settings.each.file ?? "", at: url, operation)
            }
            if run.settings.journal.path != nil, !JournalURL.isDistinguishable(transfer.request.url)
            {
                let option = run.settings.name(of: "journal")
                throw Failure(ExitStatus.notAvailable, Messages.journalWithoutDigest(option))
            }
            if offset < Self.mostKept, operation.awaitedCaptures.isEmpty {
                kept[number] = transfer
            }
            haveUploads = haveUploads || transfer.isUpload
            last = transfer.request.body.length
            sizes.append(last)
        }
        guard isList, let files = operation.files else {
            return sizes.append(last, count: operation.count - checked)
        }
        // All bodies of the list differ only in the file.
        let place = operation.position(of: operation.first + max(0, checked - 1)).group
        let others = last.flatMap { files.sizes[place] < 0 ? nil : $0 - files.sizes[place] }
        for offset in checked..<operation.count {
            let size = files.sizes[operation.position(of: operation.first + offset).group]
            sizes.append(size < 0 ? nil : others.map { $0 + size })
        }
    }

    /// Throws if two files of a list would be PUT to one URL.
    private func checkURLs(of operation: PlannedOperation) throws(Failure) {
        let round = try round(0, of: operation)
        for url in (0..<min(round.count, 1000)).compactMap({ round.request($0).url }) {
            // Hashes, since a list may have a million names.
            var seen: Set<Int> = []
            for path in operation.files?.paths ?? [] {
                let place = url.appendingName(of: path)
                guard seen.insert(place.hashValue).inserted else {
                    throw replacing(path, at: place, operation)
                }
            }
        }
    }

    private func replacing(
        _ path: ByteString, at url: ByteString, _ operation: PlannedOperation
    ) -> Failure {
        let option = operation.line.eachOption
        return .usage(Messages.replacesFile(path, at: url, option))
    }

    /// How many of an operation's transfers are made to be checked. Of a list without variables the first are
    /// enough, since its files were checked when it was read; of many URLs, since only the URLs differ.
    private func mostChecked(of operation: PlannedOperation) -> Int {
        guard operation.isFixed else { return 100_000 }
        if operation.files != nil {
            return max(Self.mostKept, min(1000, operation.count / operation.rounds))
        }
        return operation.settings.data.files.isEmpty ? 1000 : 100_000
    }

    private func make(
        _ number: Int, of operation: PlannedOperation, _ captured: Captured,
        renewsLimit: Bool = false
    ) throws(Failure) -> Transfer {
        let (group, request) = operation.position(of: number)
        let round = try round(group, of: operation, captured, renewsLimit: renewsLimit)
        let prepared = try prepare(round, group, of: operation, captured)
        var limits = prepared.options.limits
        if renewsLimit { limits.began = limits.began.map { _ in .now } }
        return try Transfer(
            round.request(request), of: prepared, number: number, run, until: limits.timeLimit)
    }

    private func round(
        _ number: Int, of operation: PlannedOperation, _ captured: Captured = .toCome,
        renewsLimit: Bool = false
    ) throws(Failure) -> Round {
        let place = Place(round: number, isTrial: captured == .toCome)
        if let last = rounds[operation.index], last.place == place { return last.round }
        let round = try operation.round(number, captured, renewsLimit: renewsLimit)
        rounds[operation.index] = (place, round)
        return round
    }

    private func prepare(
        _ round: Round, _ number: Int, of operation: PlannedOperation,
        _ captured: Captured = .toCome
    ) throws(Failure) -> PreparedRound {
        let place = Place(
            round: operation.isFixed ? 0 : number,
            isTrial: operation.isFixed || captured == .toCome)
        if let last = prepared[operation.index], last.place == place { return last.round }
        let hasOwnBodies =
            !round.settings.data.files.isEmpty || operation.isFixed && operation.files != nil
        let made = try PreparedRound(round, of: operation, sharesBody: !hasOwnBodies, run)
        prepared[operation.index] = (place, made)
        return made
    }
}
