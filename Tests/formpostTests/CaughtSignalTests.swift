import Dispatch
import Foundation
import Testing

@testable import formpost

struct CaughtSignalTests {
    /// The source listens some time after it is made.
    @Test(arguments: [SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM])
    func isNotLostBeforeTheSourceListens(number: Int32) {
        let came = DispatchSemaphore(value: 0)
        CaughtSignal.handle(number) { came.signal() }
        kill(getpid(), number)
        #expect(came.wait(timeout: .now() + 60) == .success)
    }
}
