#if os(Linux)
    import FormEncoding
    import TestSupport
    import Testing

    @testable import formpost

    /// What each option tells libcurl and the transport.
    @Suite struct PassedOptionTests {
        @Test func withoutOptionsTheDefaultsAreTold() throws {
            let lines = try Told([]).lines
            #expect(
                lines == [
                    "URL http://h/", "DEFAULT_PROTOCOL http", "CUSTOMREQUEST POST",
                    "USERAGENT formpost/\(Version.number)", "REFERER nil",
                    "HTTPHEADER [Content-Type: multipart/form-data; boundary=B, Expect:]",
                    "BUFFERSIZE 131072", "HTTP_CONTENT_DECODING 0",
                    "TCP_KEEPALIVE 1", "MAXREDIRS 50", "SSL_VERIFYPEER 1", "SSL_VERIFYHOST 2",
                    "PROXY_SSL_VERIFYPEER 1", "PROXY_SSL_VERIFYHOST 2",
                    "CONNECTTIMEOUT_MS 60000", "UPLOAD 1", "INFILESIZE_LARGE 59",
                    "UPLOAD_BUFFERSIZE 131072", "redirects.follows false",
                    "redirects.maximum 50",
                    "redirects.repeatsBodyAfter []", "redirects.sendsCredentialsToEveryHost false",
                    "redirects.secretHeaders []", "redirects.credentials.added []",
                    "redirects.schemes [\"http\", \"https\"]", "redirects.leavesTLS false",
                    "redirects.setsReferer false", "redirects.keepsDotSegments false",
                    "retry.maximum 0", "retry.delay nil",
                    "retry.addsJitter false", "retry.totalTime nil",
                    "retry.alsoAfter.rawValue 0",
                    "retry.base.rawValue 17", "retry.isRepeatable false",
                    "retry.createsResource false", "retry.mayBeInProgress false",
                    "limits.attempt nil", "limits.began nil",
                    "limits.connecting nil", "limits.stall 60.0 seconds",
                    "limits.response nil", "limits.speed nil",
                    "reportsWire false", "usesHooks true",
                ])
        }

        @Test(arguments: PassedRow.all)
        func anOptionTells(row: PassedRow) throws {
            for arguments in row.spellings {
                let told = try Told(arguments, environment: row.environment)
                #expect(Set(try told.changes) == Set(row.told), "\(arguments)")
            }
        }

        /// By each of its names.
        @Test(arguments: Self.passedOn)
        func everyOptionThatIsPassedOnHasItsRow(long: String) throws {
            let row = try #require(OptionTable.row(long: long))
            var names = Set(["--" + long])
            if let short = row.shortName { names.insert(short) }
            if row.isNegatable { names.insert("--no-" + long) }
            #expect(names.subtracting(PassedRow.words) == [], "no row has these")
        }

        private static let passedOn = OptionTable.sections
            .filter { [.request, .redirects, .retry, .connection, .tls].contains($0.group) }
            .flatMap(\.rows).filter { $0.prominence != .hidden }.map(\.long)

        /// Options of the other groups that have no row above.
        @Test(arguments: Self.others)
        func anyOtherOptionTellsNothing(long: String) throws {
            let row = try #require(OptionTable.row(long: long))
            var line = try Invocation.parse(
                ["--boundary", "B", "--dry-run", "-F", "a=b", "http://h/"])
            try Self.apply(row, to: &line)
            // The form is not what this is about.
            let aboutForm = ["HTTPHEADER ", "INFILESIZE_LARGE "]
            let changes = try Told(line).changes.filter { change in
                !aboutForm.contains(where: change.hasPrefix)
            }
            #expect(changes == [], "it reaches libcurl: add a row for it")
        }

        private static let others = OptionTable.all.filter { row in
            row.prominence != .hidden && !["dry-run", "upload-file"].contains(row.long)
                && !passedOn.contains(row.long)
                && !PassedRow.words.contains("--" + row.long)
        }.filter { row in
            switch row.effect {
            case .operation, .run: true
            case .input, .action, .next: false
            }
        }.map(\.long)

        /// With the first value that it takes.
        private static func apply(
            _ row: OptionSpec, to line: inout (run: RunSettings, operation: OperationLine)
        ) throws {
            let option = "--" + row.long
            // Files are opened, and must not be left behind.
            let directory = ByteString("x=\(Fixtures.path("snapshots"))")
            let values: [ByteString] =
                row.long == "form-tree"
                ? [directory]
                : [.field, .data, .variable].contains(row.secrecy)
                    ? ["x=y"]
                    : ["each", "form-glob"].contains(row.long)
                        ? ["x=@/dev/null"]
                        : ["/dev/null", "1", "2xx", "auto", "man", "x=cookie:y", "regex:x"]
            for value in values {
                let isFlag = row.argument == .none
                do throws(Failure) {
                    let use = OptionUse(option: option, argument: isFlag ? nil : value)
                    switch row.effect {
                    case .operation: try line.operation.apply(use)
                    case .run(let effect): try effect(&line.run, use)
                    case .input, .action, .next: break
                    }
                    return
                } catch {
                    // Allowed only as the first word of a line.
                    if row.long == "disable" { return }
                }
            }
            Issue.record("no value here suits \(option)")
        }
    }
#endif
