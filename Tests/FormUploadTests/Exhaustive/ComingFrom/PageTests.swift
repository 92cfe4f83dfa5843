import Foundation
import TestSupport
import Testing

/// Every code block of the page is compiled and run by the tests of this folder.
@Suite struct PageTests {
    @Test func hasTheCodeOfTheTests() throws {
        let folder = "Tests/FormUploadTests/Exhaustive/ComingFrom"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: "\(Repository.path)/\(folder)")
        let page = try DocumentationPage(
            "ComingFrom", of: "FormUpload", files: files.map { "Exhaustive/ComingFrom/\($0)" })
        #expect(page.code.count > 10)
        #expect(page.code == page.regions)
    }
}
