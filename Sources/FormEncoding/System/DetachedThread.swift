import Foundation

/// Runs `body` on a thread of its own; false if the system gives no more threads, which `Thread` does not report.
package func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let work = Unmanaged.passRetained(Work(run: body))
    let error = pthread_create(
        &thread, nil,
        { context in
            pthread_detach(pthread_self())
            // Only on Linux is it optional already.
            let context: UnsafeMutableRawPointer? = context
            context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue() }?.run()
            return nil
        }, work.toOpaque())
    if error != 0 { work.release() }
    return error == 0
}

/// What a thread is to run, as an object that is handed to it.
private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
