import CProcess
import Dispatch
import FormUpload
import Foundation

Interruption.prepare()
// Writing to a closed pipe fails (exit 23) instead of killing the process.
signal(SIGPIPE, SIG_IGN)

Console.occupyClosedDescriptors()

let (arguments, environment) = (CommandLine.rawArguments, CommandLine.environment)
FoundationDirectories.avoidForCookies()
// An upload has a field and a URL at least, or the name of a file that has them.
if let answer = Completion.answer(arguments.dropFirst()) {
    _exit(
        (try? answer.bytes.write(to: STDOUT_FILENO, path: "-")) == nil ? ExitStatus.cannotWrite : 0)
}
if arguments.count > 2 {
    cprocess_run_ahead { @Sendable in Uploader.libcurlIsPrepared }
}
// libcurl converts host names to ASCII (IDNA) from the locale's character set.
_ = setlocale(LC_CTYPE, "C.UTF-8") ?? setlocale(LC_CTYPE, "")

// No `await` here: it would move this to a thread of libdispatch, which may not be available.
let work = Formpost.begin(arguments: Array(arguments.dropFirst()), environment: environment)
// `_exit`: all output is written, and URLSession need not be shut down.
switch work {
case .done(let status): _exit(status)
case .upload(let upload):
    FoundationDirectories.avoidForCaches()
    _ = Uploader.urlSessionIsPrepared
    Task.detached { _exit(await upload()) }
    dispatchMain()
}
