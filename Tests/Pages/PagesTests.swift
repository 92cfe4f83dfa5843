import Foundation
import Testing

@testable import TestSupport

/// The code of the pages is that of the tests beside this one, which have the public interface only.
@Suite struct PagesTests {
    @Test(arguments: [
        ("ComingFrom", "FormUpload", 12),
        ("Errors", "FormUpload", 2),
        ("GoingOn", "FormUpload", 3),
        ("LargeFilesAndStreams", "FormUpload", 7),
        ("SendingAgain", "FormUpload", 2),
        ("TestYourApp", "FormUpload", 4),
        ("UploadAForm", "FormUpload", 8),
        ("WhatIsSent", "FormEncoding", 3),
    ])
    func haveTheCodeThatRuns(name: String, library: String, count: Int) throws {
        let page = try DocumentationPage(name, of: library)
        #expect(page.code.count == count)
        #expect(page.code == page.regions)
    }
}

func address(_ text: String) throws -> URL { try #require(URL(string: text)) }
