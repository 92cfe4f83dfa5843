import Testing

/// Every code block of the page is compiled and run by the tests of this folder.
@Suite struct PageTests {
    @Test func hasTheCodeOfTheTests() throws {
        let page = try PageRegions()
        #expect(page.duplicates == [])
        #expect(page.blocks.count == page.regions.count)
        for block in page.blocks where !page.regions.values.contains(block) {
            Issue.record("no test has this code of the page:\n\(block)")
        }
        for (name, region) in page.regions where !page.blocks.contains(region) {
            Issue.record("the page lacks '\(name)':\n\(region)")
        }
    }
}
