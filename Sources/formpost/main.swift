import Dispatch
import FormUpload
import Foundation

// A reader that goes away is a write that fails (23), not the end of the process.
signal(SIGPIPE, SIG_IGN)
Interruption.prepareFirstProcess()

Console.occupyClosedDescriptors()

// Not `await` here: with it even this much would run on a thread of libdispatch's, if it got one.
let work = Formpost.begin(
    arguments: CommandLine.rawArguments.dropFirst().map { $0 },
    environment: ProcessInfo.processInfo.environment,
    console: Console(hide: CommandLine.hide))
// Everything has been written; what URLSession still has in hand need not be taken down.
switch work {
case .done(let status): _exit(status)
case .upload(let upload):
    FoundationDirectories.avoid()
    Task.detached { _exit(await upload()) }
    dispatchMain()
}
