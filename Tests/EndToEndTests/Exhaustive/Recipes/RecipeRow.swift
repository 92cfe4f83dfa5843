import TestSupport

/// What a service documents of an upload, and how it answers.
struct RecipeRow: Sendable {
    typealias Row = RecipeRow

    let name: String
    /// In the recipe; in the test it is the server's.
    let host: String
    var environment: [String: String]
    var files: [String: String]
    /// One for each request.
    var answers: [Answer]
    /// The requests, with a blank line between.
    var sent: String
    var stdout: String
    /// A part of it.
    var stderr: String

    init(
        _ name: String, _ host: String, environment: [String: String] = [:],
        files: [String: String], answer: Answer, then others: Answer..., sent: String,
        stdout: String = "", stderr: String = ""
    ) {
        (self.name, self.host, self.environment) = (name, host, environment)
        (self.files, answers, self.sent) = (files, [answer] + others, sent)
        (self.stdout, self.stderr) = (stdout, stderr)
    }

    static let all = services + logins

    private static let services = [
        Row(
            "catbox", "https://catbox.moe", files: ["img.png": "picture"],
            answer: .respond(body: "https://files.catbox.moe/abc123.png"),
            sent: """
                POST /user/api.php
                reqtype: fileupload
                userhash:\(" ")
                fileToUpload (img.png, image/png): picture
                """,
            stdout: "https://files.catbox.moe/abc123.png"),
        Row(
            "0x0", "https://0x0.st", files: ["log.txt": "line"],
            answer: .respond(headers: ["X-Token": "t0k"], body: "https://0x0.st/abc.txt\n"),
            sent: """
                POST /
                file (log.txt, text/plain): line
                secret:\(" ")
                expires: 24
                """,
            stdout: "https://0x0.st/abc.txt\n", stderr: "HTTP/1.1 200 OK\ntoken: t0k\n"),
        Row(
            "s3", "https://s3.example.com",
            files: [
                "img.png": "picture",
                "presigned.json":
                    #"{"url":"https://s3.example.com/bucket","fields":{"key":"a/b","policy":"p=="}}"#,
            ],
            answer: .respond(204),
            sent: """
                POST /bucket
                key: a/b
                policy: p==
                file (img.png, image/png): picture
                """),
        Row(
            "s3-put", "https://bucket.s3.example.com",
            environment: [
                "UPLOAD_URL_SECRET": "https://bucket.s3.example.com/a.png?X-Amz-Signature=5ec"
            ],
            files: ["img.png": "picture"], answer: .respond(),
            sent: """
                PUT /a.png?X-Amz-Signature=5ec
                x-amz-checksum-sha256 = LOonTQvtw57Eq2up5Z7IiePtb7VqHPCIpk2bODN43Jc=
                picture
                """),
        Row(
            "ipfs", "http://127.0.0.1:5001",
            files: ["site/c++.html": "<p>", "site/css/b.css": "p{}"],
            answer: .respond(body: #"{"Name":"site","Hash":"Qm"}"#),
            sent: """
                POST /api/v0/add?wrap-with-directory=true
                file (site%2Fc%2B%2B.html, text/html): <p>
                file (site%2Fcss%2Fb.css, text/css): p{}
                """,
            stdout: #"{"Name":"site","Hash":"Qm"}"#),
        Row(
            "discord", "https://discord.com",
            environment: ["WEBHOOK": "https://discord.com/api/webhooks/1/s3cret"],
            files: ["message.json": #"{"content":"done; see file"}"#, "img.png": "picture"],
            answer: .respond(204),
            sent: """
                POST /api/webhooks/1/s3cret
                payload_json (application/json): {"content":"done; see file"}
                files[0] (img.png, image/png): picture
                """),
        Row(
            "telegram", "https://api.telegram.org", environment: ["TOKEN": "1:AA"],
            files: ["report.pdf": "%PDF"], answer: .respond(body: #"{"ok":true}"#),
            sent: """
                POST /bot1:AA/sendDocument
                chat_id: 42
                document (report.pdf, application/pdf): %PDF
                """,
            stdout: #"{"ok":true}"#),
        Row(
            "slack", "https://slack.com", environment: ["SLACK_TOKEN": "xoxb-1"],
            files: ["report.pdf": "%PDF"],
            answer: [
                .readBody,
                .choose { request in
                    let url = "http:\\/\\/\(request.header("Host") ?? "")\\/upload\\/v1\\/abc"
                    let text = #"{"ok":true,"upload_url":"\#(url)","file_id":"F1"}"#
                    return [.respond(200, body: text)]
                },
            ],
            then: .respond(body: "OK - 4"), .respond(body: #"{"ok":true}"#),
            sent: """
                POST /api/files.getUploadURLExternal
                Authorization = Bearer xoxb-1
                Content-Type = application/x-www-form-urlencoded
                filename=report.pdf&length=4

                POST /upload/v1/abc
                filename (report.pdf, application/pdf): %PDF

                POST /api/files.completeUploadExternal
                Authorization = Bearer xoxb-1
                Content-Type = application/json
                {"files":[{"id":"F1"}],"channel_id":"C1"}
                """,
            stdout: #"{"ok":true}"#),
        Row(
            "jira", "https://example.atlassian.net", environment: ["JIRA_TOKEN": "t0k"],
            files: ["app.log": "line"], answer: .respond(body: "[]"),
            sent: """
                POST /rest/api/3/issue/APP-1/attachments
                Authorization = Basic YW5uYUBleGFtcGxlLmNvbTp0MGs=
                X-Atlassian-Token = no-check
                file (app.log, text/plain): line
                """,
            stdout: "[]"),
        Row(
            "pypi", "https://upload.pypi.org", environment: ["PYPI_TOKEN": "pypi-1"],
            files: ["dist/a-1.0-py3-none-any.whl": "wheel"], answer: .respond(),
            sent: """
                POST /legacy/
                Authorization = Basic X190b2tlbl9fOnB5cGktMQ==
                :action: file_upload
                protocol_version: 1
                metadata_version: 2.1
                name: example
                version: 1.0
                filetype: bdist_wheel
                pyversion: py3
                sha256_digest: ba59926159d2aa256eb8739b8da7e2b574b960e1202c6d624cbe981cef996c91
                content (a-1.0-py3-none-any.whl, application/octet-stream): wheel
                """,
            stderr: "a-1.0-py3-none-any.whl: 200"),
        Row(
            "nexus", "https://nexus.example.com", environment: ["NEXUS_PASSWORD": "pa55"],
            files: ["app.jar": "jar"], answer: .respond(204),
            sent: """
                POST /service/rest/v1/components?repository=releases
                Authorization = Basic Y2k6cGE1NQ==
                maven2.groupId: com.example
                maven2.artifactId: app
                maven2.version: 1.0
                maven2.asset1 (app.jar, application/java-archive): jar
                maven2.asset1.extension: jar
                """),
        Row(
            "nexus-raw", "https://nexus.example.com", environment: ["NEXUS_PASSWORD": "pa55"],
            files: ["dist/a.txt": "one", "dist/b c.txt": "two"], answer: .respond(201),
            then: .respond(201),
            sent: """
                PUT /repository/raw/app/1.0/a.txt
                Authorization = Basic Y2k6cGE1NQ==
                one

                PUT /repository/raw/app/1.0/b%20c.txt
                Authorization = Basic Y2k6cGE1NQ==
                two
                """),
        Row(
            "artifactory", "https://example.jfrog.io", environment: ["ARTIFACTORY_TOKEN": "t0k"],
            files: ["dist/app.jar": "jar"], answer: .respond(201, body: "{}"),
            sent: """
                PUT /artifactory/libs/com/example/app/1.0/app.jar
                Authorization = Bearer t0k
                X-Checksum-Sha256 = 0163f1eea7894350060624d315234d40c508ab251ba121714e234503045faadd
                jar
                """,
            stdout: "{}"),
        Row(
            "gitlab", "https://gitlab.com", environment: ["CI_JOB_TOKEN": "t0k"],
            files: ["dist/app.tgz": "archive"], answer: .respond(201, body: "{}"),
            sent: """
                PUT /api/v4/projects/42/packages/generic/app/1.0/app.tgz
                JOB-TOKEN = t0k
                archive
                """,
            stdout: "{}"),
        Row(
            "gitlab-upload", "https://gitlab.com", environment: ["GITLAB_TOKEN": "t0k"],
            files: ["img.png": "picture"], answer: .respond(201, body: "{}"),
            sent: """
                POST /api/v4/projects/42/uploads
                PRIVATE-TOKEN = t0k
                file (img.png, image/png): picture
                """,
            stdout: "{}"),
        Row(
            "github", "https://uploads.github.com", environment: ["GITHUB_TOKEN": "t0k"],
            files: ["app.tgz": "archive\n"], answer: .respond(201, body: "{}"),
            sent: """
                POST /repos/anna/app/releases/1/assets?name=app.tgz
                Authorization = Bearer t0k
                Content-Type = application/gzip
                archive

                """,
            stdout: "{}"),
        Row(
            "dependency-track", "https://dtrack.example.com", environment: ["DT_KEY": "t0k"],
            files: ["bom.json": "{}"], answer: .respond(body: #"{"token":"1"}"#),
            sent: """
                POST /api/v1/bom
                X-Api-Key = t0k
                autoCreate: true
                projectName: <app>
                projectVersion: 1.0
                bom (bom.json, application/json): {}
                """,
            stdout: #"{"token":"1"}"#),
        Row(
            "openai", "https://api.openai.com", environment: ["OPENAI_API_KEY": "t0k"],
            files: ["call.mp3": "sound", "anna.wav": "voice"], answer: .respond(body: "{}"),
            sent: """
                POST /v1/audio/transcriptions
                Authorization = Bearer t0k
                model: gpt-4o-transcribe-diarize
                chunking_strategy: auto
                response_format: diarized_json
                file (call.mp3, audio/mpeg): sound
                known_speaker_names[]: anna
                known_speaker_references[]: data:audio/wav;base64,dm9pY2U=
                """,
            stdout: "{}"),
        Row(
            "cloudflare", "https://api.cloudflare.com", environment: ["CLOUDFLARE_TOKEN": "t0k"],
            files: [
                "metadata.json": #"{"main_module":"main.js"}"#, "main.js": "export default {}",
            ],
            answer: .respond(body: #"{"success":true}"#),
            sent: """
                PUT /client/v4/accounts/1/workers/scripts/app
                Authorization = Bearer t0k
                metadata (metadata.json, application/json): {"main_module":"main.js"}
                main.js (main.js, application/javascript+module): export default {}
                """,
            stdout: #"{"success":true}"#),
        Row(
            "resumable", "https://example.com", files: ["image.iso": "image"],
            answer: .respond(headers: ["Upload-Complete": "?1"], body: "stored\n"),
            sent: """
                POST /uploads
                Upload-Complete = ?1
                Upload-Draft-Interop-Version = 8
                Upload-Length = 319
                description: nightly
                file (image.iso, application/x-iso9660-image): image
                """,
            stdout: "stored\n", stderr: "1 uploaded"),
        Row(
            "tus", "https://tus.example.com", files: ["video.mp4": "video"],
            answer: .respond(204, headers: ["Tus-Resumable": "1.0.0", "Tus-Version": "1.0.0"]),
            then: .respond(201, headers: ["Location": "/files/24e533e02ec3"]),
            .respond(204, headers: ["Upload-Offset": "5"]),
            sent: """
                OPTIONS /files/

                POST /files/
                Tus-Resumable = 1.0.0
                Upload-Length = 5
                Upload-Metadata = title TmlnaHRseQ==,filename dmlkZW8ubXA0,filetype dmlkZW8vbXA0

                PATCH /files/24e533e02ec3
                Content-Type = application/offset+octet-stream
                Tus-Resumable = 1.0.0
                Upload-Offset = 0
                video
                """,
            stderr: "1 uploaded"),
        Row(
            "ci", "https://example.com", environment: ["TOKEN": "t0k"],
            files: ["dist/a.zip": "zip"],
            answer: .respond(201),
            sent: """
                POST /artifacts
                Authorization = Bearer t0k
                file (a.zip, application/zip): zip
                """,
            stderr: "1 uploaded"),
    ]
}
