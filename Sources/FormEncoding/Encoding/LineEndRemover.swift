/// Leaves out CR, LF and NUL, as curl does with `-d @file`.
struct LineEndRemover: CountingEncoder {
    @inline(__always)
    func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int {
        for byte in input where byte != 0x0A && byte != 0x0D && byte != 0 { output.put(byte) }
        return input.count
    }
}
