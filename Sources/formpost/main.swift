import Dispatch
import FormUpload
import Foundation

// If a reader goes away, writing fails (exit 23); the process is not killed.
signal(SIGPIPE, SIG_IGN)
Interruption.prepareFirstProcess()

Console.occupyClosedDescriptors()

// No `await` here: it would run even this on a thread of libdispatch, if one can be created.
let work = Formpost.begin(
    arguments: CommandLine.rawArguments.dropFirst().map { $0 },
    environment: ProcessInfo.processInfo.environment,
    console: Console(hide: CommandLine.hide))
// Everything has been written; URLSession need not be shut down.
switch work {
case .done(let status): _exit(status)
case .upload(let upload):
    FoundationDirectories.avoid()
    Task.detached { _exit(await upload()) }
    dispatchMain()
}
