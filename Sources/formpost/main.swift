import FormUpload
import Foundation

// A reader that goes away is a write that fails (23), not the end of the process.
signal(SIGPIPE, SIG_IGN)
Interruption.prepareFirstProcess()

Console.occupyClosedDescriptors()
FoundationDirectories.avoid()

let status = await Formpost.run(
    arguments: CommandLine.rawArguments.dropFirst().map { $0 },
    environment: ProcessInfo.processInfo.environment,
    console: Console(hide: CommandLine.hide))
// Everything has been written; what URLSession still has in hand need not be taken down.
_exit(status)
