import FormEncoding
import Testing

@testable import FormUpload

#if os(Linux)
    /// The libcurl options of a request.
    @Suite struct CURLSettingTests {
        private func settings(
            _ request: UploadRequest, _ options: UploadOptions = UploadOptions()
        ) -> [CURLSetting.Option: CURLSetting.Value] {
            // libcurl takes the last of each.
            Dictionary(
                CURLSetting.all(for: request, options: options).map { ($0.option, $0.value) }
            ) { $1 }
        }

        private let body = EncodedBody(bytes: "12345", contentType: .json)

        /// A large one for what takes long; with a rate limit libcurl's smallest.
        @Test(
            arguments: [
                (nil, nil, 131072), (16_777_216, nil, 131072), (16_777_217, nil, 393216),
                (1_099_511_627_776, 1000, 16384), (nil, 1000, 16384),
            ] as [(Int64?, Int64?, Int64)])
        func theBufferIsLargeForLargeBodies(length: Int64?, rate: Int64?, size: Int64) {
            var options = UploadOptions()
            if let rate { options.curlSettings = [CURLSetting(.sendSpeed, .number(rate))] }
            #expect(options.uploadBufferSize(for: length) == size)
        }

        /// Never 0, which is libcurl's default of five minutes, and never more than a long holds.
        @Test(arguments: [
            (Duration.milliseconds(1), Int64(1)), (.microseconds(1), 1), (.seconds(2), 2000),
            (.seconds(1 << 40), Int64(Int32.max)),
        ])
        func connectingIsLimitedInMilliseconds(limit: Duration, milliseconds: Int64) {
            let options = UploadOptions { $0.limits.connecting = limit }
            let settings = settings(UploadRequest(url: "http://h/", body: body), options)
            #expect(settings[.connectTimeout] == .number(milliseconds))
        }
    }
#endif
