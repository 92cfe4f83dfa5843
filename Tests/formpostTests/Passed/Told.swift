#if os(Linux)
    import FormEncoding
    import Glibc

    @testable import FormUpload
    @testable import formpost

    /// What a command line tells the transport, a line for each setting: libcurl's options by their
    /// names in curl.h (`IPRESOLVE 2`), those of `UploadOptions` by theirs (`retry.maximum 3`).
    struct Told {
        private(set) var lines: [String]

        /// From the arguments to libcurl as the command does it; nothing is sent.
        init(_ arguments: [String], environment: [String: ByteString] = [:]) throws {
            let url = arguments.contains("--url") ? [] : ["http://h/"]
            let all = arguments + ["--boundary", "B", "--dry-run", "-F", "a=b"] + url
            try self.init(
                Invocation.parse(all.map { ByteString($0) }, environment: environment),
                environment)
        }

        /// `--dry-run` must be among the settings: these tests have no hooks to send with.
        init(
            _ line: (run: RunSettings, operation: OperationLine),
            _ environment: [String: ByteString] = [:]
        ) throws {
            var line = line
            line.run.display.errorFile = nil
            let silence = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(silence) }
            let console = Console(output: silence, error: silence)
            let run = try Run(line.run, [line.operation], environment, console)
            var requests = Requests(run.operations[0], run.inputs)
            lines = []
            guard let job = try requests.next()?.get() else { return }
            lines =
                Self.lines(of: CURLSetting.all(for: job.upload, options: job.options))
                + Self.lines(of: job.options)
            guard let resumption = job.upload.resumption else { return }
            lines.append("resumption.protocol \(resumption.protocol.rawValue)")
            if let size = resumption.appendSize { lines.append("resumption.appendSize \(size)") }
        }

        /// The lines that are not those of a command line without options.
        var changes: [String] {
            get throws {
                let defaults = Set(try Told([]).lines)
                return lines.filter { !defaults.contains($0) }
            }
        }

        // MARK: libcurl's options

        /// As libcurl takes them: the last one of an option counts, lines and files of cookies add up.
        private static func lines(of settings: [CURLSetting]) -> [String] {
            var names: [String] = []
            var values: [String: String] = [:]
            var lists: [String: [String]] = [:]
            for setting in settings {
                let name = CURLOptionName.of(setting.option)
                if !names.contains(name) { names.append(name) }
                switch (setting.option, setting.value) {
                case (_, .lines(let lines)): lists[name, default: []] += lines.map(\.description)
                case (.cookieFile, .string(let file?)):
                    lists[name, default: []].append(file.description)
                case (_, .data(let data)): values[name] = "\(data.count) bytes"
                case (_, .number(let number)): values[name] = "\(number)"
                case (_, .string(nil)): values[name] = "nil"
                case (_, .string(let text?)):
                    values[name] = text.bytes.isEmpty ? "\"\"" : text.description
                }
            }
            return names.map {
                "\($0) \(lists[$0].map { "[\($0.joined(separator: ", "))]" } ?? values[$0] ?? "")"
            }
        }

        // MARK: The transport's own

        /// All others reach libcurl, and are shown as what they are there.
        private static func lines(of options: UploadOptions) -> [String] {
            lines(of: options.redirects, "redirects") + lines(of: options.retry, "retry")
                + lines(of: options.limits, "limits")
                + lines(of: options.reportsWire, "reportsWire")
                + lines(of: options.usesHooks, "usesHooks")
        }

        private static func lines(of value: Any, _ name: String) -> [String] {
            switch value {
            case let time as Duration: return ["\(name) \(time)"]
            case let numbers as Set<Int>: return ["\(name) \(numbers.sorted())"]
            case let words as Set<String>: return ["\(name) \(words.sorted())"]
            default: break
            }
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                return mirror.children.first.map { lines(of: $0.value, name) } ?? ["\(name) nil"]
            }
            guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
                return ["\(name) \(value)"]
            }
            return mirror.children.flatMap { lines(of: $0.value, "\(name).\($0.label ?? "")") }
        }
    }
#endif
