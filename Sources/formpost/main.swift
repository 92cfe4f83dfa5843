import FormEncoding
import FormUpload
import Glibc
signal(SIGPIPE, SIG_IGN)
let a = CommandLine.arguments
var o = UploadOptions()
o.usesHooks = getenv("NOHOOKS") == nil
do {
  let r = try await Uploader(options: o).upload(UploadRequest(url: ByteString(a[2]), body: EncodedBody(path: a[1]))) { e in
    if case .body(let b) = e { b.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) } } 
  }
  print("\(r.head.statusLine) sent \(r.bytesSent)\n")
} catch { print("\(error)\n") }
fflush(nil); _exit(0)
