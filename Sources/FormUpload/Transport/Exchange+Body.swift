import FormEncoding

/// The body of the response as the hooks receive it.
extension Exchange {
    /// The result of handing over received bytes.
    enum Receipt {
        case taken
        /// All of the bytes are to come again when the transport is resumed.
        case notNow
        case aborted
    }

    /// Decodes and reports bytes of the body.
    func received(coded bytes: UnsafeRawBufferPointer) -> Receipt {
        guard deliverUndecidedHead() else { return .aborted }
        // A response that is not delivered is only read, not decoded.
        guard let decoder, !isUndelivered else {
            guard hasRoom else { return .notNow }
            return received(body: Array(bytes)) ? .taken : .aborted
        }
        while true {
            guard hasRoom else { return .notNow }
            do throws(ResponseFault) {
                let piece = try decoder.next(of: bytes)
                if piece.isEmpty { return .taken }
                guard received(body: piece) else { return .aborted }
            } catch {
                _ = refuse(error)
                return .aborted
            }
        }
    }

    /// Ends the exchange with the fault; always false.
    func refuse(_ fault: ResponseFault) -> Bool {
        fail(.badResponse(fault, soFar))
        return false
    }
}
