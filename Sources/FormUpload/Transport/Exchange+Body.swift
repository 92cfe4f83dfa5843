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

    func received(bytes: UnsafeRawBufferPointer) -> Receipt {
        guard deliverUndecidedHead() else { return .aborted }
        guard hasRoom else { return .notNow }
        return received(body: Array(bytes)) ? .taken : .aborted
    }

    /// Ends the exchange with the fault; always false.
    func refuse(_ fault: ResponseFault) -> Bool {
        fail(.badResponse(fault, soFar))
        return false
    }
}
