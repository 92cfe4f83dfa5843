/// Where `-F` differs from curl 7.88.1, for the manual and the README.
///
/// A row completes 'curl …', 'formpost …' and 'with --form-lax it …'; literal text is in backticks.
enum FormDifferences {
    typealias Row = (
        argument: String, fault: String, curl: String, formpost: String, lax: String
    )

    static let introduction =
        "What curl sends wrongly, with or without a warning, is an error before anything is sent; the "
        + "message points at the place. `--form-lax` warns and sends curl's bytes."

    static let rows: [Row] = tableRows(
        """
        `a=John; Doe`, `a=b;foo=bar` | an unknown parameter | drops it and warns | exits with 2 |
          does as curl
        `a="b"c` | text after a closing quote | drops it and warns | exits with 2 | does as curl
        `a=<file;filename=f` | not allowed there | drops it and warns | exits with 2 | does as curl
        `a=(;filename=f`, `a=(;encoder=8bit` | not allowed on a group | drops it and warns | exits
          with 2 | does as curl
        `a=b;headers=@missing` | a header file that cannot be read | leaves it out and warns | exits
          with 26 | does as curl
        `smile=(:` | text where a group opens | makes an empty group | exits with 2 | does as curl
          and warns
        `a=(` without `=)` | a group that stays open | closes it | exits with 2 | does as curl and
          warns
        `a=b;headers=nocolon` | not a header | sends the line | exits with 2 | does as curl and
          warns
        `a=b;` | a `;` with nothing after it | drops it | does as curl and warns | does the same
        `a=b;headers=@file` | a line over 998 bytes | cuts it and warns | sends all of it | does as
          curl
        `a`, `=)` alone, `a=b;type=`, `a=b;type=x/` | incomplete | exits with 2 | exits with 2 |
          does the same
        `a=b;headers=@directory` | a directory | exits with 2 | exits with 2 | does the same
        `a=@missing` | a file that cannot be read | exits with 26 | exits with 26, before connecting
          | does the same
        `a=b;encoder=7bit` | a byte over 127 | exits with 26 | exits with 26, before connecting
          where it can be known | does the same
        `a=b;encoder=rot13` | an unknown encoder | exits with 43 | exits with 43, before connecting
          | does the same
        `a=b;type=png` | a type without a `/` | exits with 2; from 8.11.1 on sends it | exits with 2
          | sends it and warns
        """
    ).map { ($0[0], $0[1], $0[2], $0[3], $0[4]) }

    typealias StrictRow = (argument: String, curl: String, formpost: String)

    static let strictIntroduction =
        "These differ even with `--form-lax`, because curl's bytes would be corrupt or unsafe."

    static let strictRows: [StrictRow] = tableRows(
        """
        CR or LF in `type=` or `headers=` | sends it as a header of its own | exits with 2
        CR or LF in a name or filename with `--form-escape` | sends it as a header of its own |
          sends `%0D` or `%0A`, as without the option
        a NUL in `headers=@file` | sends the text before it | exits with 2
        `headers=` with nothing after it | ends the part's headers early | exits with 2
        `a=@directory`, `a=<directory` | sends an empty part | exits with 26
        `@-` or `<-` twice | hangs, or sends the second one empty | exits with 2
        a `/proc` file, whose size reads 0 | sends it empty | sends its content
        """
    ).map { ($0[0], $0[1], $0[2]) }
}
