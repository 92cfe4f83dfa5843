import TestSupport
import Testing

/// The code of the pages is what is compiled in Tests/Pages, and what the tests beside this one run.
@Suite struct PagesTests {
    @Test(arguments: [
        ("ComingFrom", "FormUpload", 12),
        ("Errors", "FormUpload", 2),
        ("GoingOn", "FormUpload", 2),
        ("LargeFilesAndStreams", "FormUpload", 7),
        ("UploadAForm", "FormUpload", 8),
        ("WhatIsSent", "FormEncoding", 3),
    ])
    func haveTheCodeThatRuns(name: String, library: String, count: Int) throws {
        let page = try DocumentationPage(name, of: library)
        #expect(page.code.count == count)
        #expect(page.code == page.regions)
    }
}
