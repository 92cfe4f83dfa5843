/// Services that take files of any kind.
extension Recipe {
    static let hosts = [
        Recipe(
            "catbox", "Catbox",
            "The answer is the link. A user hash is left empty for an anonymous upload.",
            """
            formpost -F reqtype=fileupload -F userhash= -F fileToUpload=@img.png \\
              https://catbox.moe/user/api.php
            """),
        Recipe(
            "0x0", "0x0.st",
            "The answer is the link. The token, with which the file can be deleted, is in a field of "
                + "the head: `-w` prints it on standard error.",
            checkedAgainst: "its page",
            """
            formpost -w '%{stderr}token: %header{x-token}\\n' -F file=@log.txt \\
              -F secret= -F expires=24 https://0x0.st
            """),
        Recipe(
            "s3", "S3, by a presigned POST",
            "`presigned.json` is what the server of the application has made, with `url` and "
                + "`fields`: they come first, in their order, and the file last. S3 answers 204, or "
                + "201 with XML where the policy says so.",
            checkedAgainst: "boto3's reference",
            """
            formpost --form-fields presigned.json -F file=@img.png
            """),
        Recipe(
            "s3-put", "S3, a presigned PUT",
            "The URL is a secret, for one object, and its signature must cover the header with the digest: "
                + "S3 refuses what was damaged on the way, and headers with `x-amz-` that are not signed.",
            """
            formpost --variable %UPLOAD_URL_SECRET --expand-url '{{UPLOAD_URL_SECRET}}' \\
              --variable file@img.png \\
              --expand-header 'x-amz-checksum-sha256: {{file:sha256:b64}}' -T img.png
            """),
        Recipe(
            "ipfs", "IPFS (Kubo)",
            "All files of a directory as parts of one request, with their paths as filenames, escaped: "
                + "Kubo unescapes them.",
            checkedAgainst: "Kubo's library boxo",
            """
            formpost --form-tree file=site --form-tree-escape \\
              'http://127.0.0.1:5001/api/v0/add?wrap-with-directory=true'
            """),
    ]
}
