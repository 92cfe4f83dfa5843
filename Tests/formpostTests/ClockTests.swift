import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// What is shown of times that a clock measures which jumps from one end of its range to the other.
@Suite struct ClockTests {
    private static let jump = Duration.seconds(Int64.max) + .seconds(Int64.max)

    @Test func isShownWhateverItMeasures() {
        #expect(WriteOutVariables.seconds(Self.jump) == "9223372036854.775807")
        #expect(WriteOutVariables.seconds(.microseconds(1_500_000)) == "1.500000")
        #expect(WriteOutVariables.speed(10, Self.jump) == "0")
        #expect(WriteOutVariables.speed(.max, .microseconds(1)) == "1000000000000000000")
        #expect(WriteOutVariables.speed(10, .zero - Self.jump) == "0")
        #expect(Self.jump.inSeconds == "9.223372036854776e+15 s")
        #expect(Self.jump.wholeSeconds == "9223372036854776")
    }
}
