import Foundation
import TestSupport

/// What `formpost` is in the commands of a scenario.
enum Program: String, Sendable {
    case formpost
    case curl

    /// Directories with a link `formpost` to each, for PATH.
    struct Links: Sendable {
        private let directory: TemporaryDirectory
        /// Scripts that the commands may call.
        private let scripts = Repository.path + "/Tests/Scenarios/bin"

        init() throws {
            directory = try TemporaryDirectory()
            let targets = [Program.formpost: BuiltCommand.formpost, .curl: Command.curl().path]
            for (program, target) in targets {
                let link = "\(try directory.directory(program.rawValue))/formpost"
                let path = URL(fileURLWithPath: target).path
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            }
            let formpost = directory.path("formpost/formpost")
            guard FileManager.default.isExecutableFile(atPath: formpost) else {
                throw SupportError.missing(BuiltCommand.formpost)
            }
        }

        func searchPath(for program: Program) -> String {
            let others = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return "\(directory.path(program.rawValue)):\(scripts):\(others)"
        }
    }
}
