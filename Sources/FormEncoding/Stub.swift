#if canImport(Glibc)
import Glibc
#endif
public enum FormEncodingError: Error, Sendable, Equatable { case x }
public protocol ByteSource: AnyObject { func read(into: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int; func close() }
public struct EncodedBody: Sendable {
  public var contentType: ByteString? = "multipart/form-data; boundary=x"
  public var contentLength: Int64?
  public var path: String
  public init(path: String) { self.path = path; var st = stat(); stat(path, &st); contentLength = Int64(st.st_size) }
  public func makeSource() -> any ByteSource { F(path) }
}
final class F: ByteSource { let fd: Int32; init(_ p: String) { fd = open(p, O_RDONLY) }
 func read(into b: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int { Glibc.read(fd, b.baseAddress, b.count) }
 func close() { Glibc.close(fd) } }
