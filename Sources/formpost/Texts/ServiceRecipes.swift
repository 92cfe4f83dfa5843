/// Recipes for services.
///
/// Lines that begin with `=` are the head of a recipe: its name and title, perhaps the documentation that
/// it was checked against, and the note. The command follows.
extension Texts {
    static let hostRecipes = #"""
        = catbox | Catbox
        = The answer is the link. A user hash is left empty for an anonymous upload.
        formpost -F reqtype=fileupload -F userhash= -F fileToUpload=@img.png \
          https://catbox.moe/user/api.php
        = 0x0 | 0x0.st | its page
        = The answer is the link. The token, with which the file can be deleted, is in a field of
        = the head: `-w` prints it on standard error.
        formpost -w '%{stderr}token: %header{x-token}\n' -F file=@log.txt \
          -F secret= -F expires=24 https://0x0.st
        = s3 | S3, by a presigned POST | boto3's reference
        = `presigned.json` is what the server of the application has made, with `url` and `fields`:
        = they come first, in their order, and the file last. S3 answers 204, or 201 with XML where
        = the policy says so.
        formpost --form-fields presigned.json -F file=@img.png
        = s3-put | S3, a presigned PUT
        = The URL is a secret, for one object, and its signature must cover the header with the
        = digest: S3 refuses what was damaged on the way, and headers with `x-amz-` that are not
        = signed.
        formpost --variable %UPLOAD_URL_SECRET --expand-url '{{UPLOAD_URL_SECRET}}' \
          --variable file@img.png \
          --expand-header 'x-amz-checksum-sha256: {{file:sha256:b64}}' -T img.png
        = ipfs | IPFS (Kubo) | Kubo's library boxo
        = All files of a directory as parts of one request, with their paths as filenames, escaped:
        = Kubo unescapes them.
        formpost --form-tree file=site --form-tree-escape \
          'http://127.0.0.1:5001/api/v0/add?wrap-with-directory=true'
        """#

    static let chatRecipes = #"""
        = discord | Discord, by a webhook | discord.js
        = The message is JSON in a file: in an argument its semicolons would need quotes. The
        = webhook's URL is a secret, and stays out of the list of processes.
        formpost --variable %WEBHOOK --expand-url '{{WEBHOOK}}' \
          -F 'payload_json=<message.json;type=application/json' \
          -F 'files[0]=@img.png'
        = telegram | Telegram, by a bot
        = The token is a part of the path, and is masked wherever a URL is shown.
        formpost --variable %TOKEN \
          --expand-url 'https://api.telegram.org/bot{{TOKEN}}/sendDocument' \
          -F chat_id=42 -F document=@report.pdf
        = slack | Slack | docs.slack.dev
        = Three requests: the answer to the first has the URL for the second, and the third shares
        = the file. What Slack refuses it answers with 200 and `"ok":false`, so each step says what
        = it expects; otherwise it is exit status 22.
        formpost --variable %SLACK_TOKEN --variable file@report.pdf \
          --expand-oauth2-bearer '{{SLACK_TOKEN}}' \
          -d filename=report.pdf --expand-data 'length={{file:size}}' \
          --expect json:/ok=true -o /dev/null \
          --capture upload_url=json:/upload_url --capture id=json:/file_id \
          https://slack.com/api/files.getUploadURLExternal \
          --next --expand-url '{{upload_url}}' -F filename=@report.pdf \
          --expect regex:OK -o /dev/null \
          --next --expand-oauth2-bearer '{{SLACK_TOKEN}}' --expect json:/ok=true \
          --expand-json '{"files":[{"id":"{{id:json}}"}],"channel_id":"C1"}' \
          https://slack.com/api/files.completeUploadExternal
        = jira | Jira, an attachment | its OpenAPI description
        = Without the header Jira answers 403. On Jira Cloud the user is an e-mail address, and the
        = password an API token.
        formpost --variable %JIRA_TOKEN \
          --expand-user 'anna@example.com:{{JIRA_TOKEN}}' \
          -H 'X-Atlassian-Token: no-check' -F file=@app.log \
          https://example.atlassian.net/rest/api/3/issue/APP-1/attachments
        """#

    static let packageRecipes = #"""
        = pypi | PyPI, and what takes uploads as it does | the description of its legacy API
        = One request for each wheel, with its digest. 400 names the field that is wrong.
        formpost --variable %PYPI_TOKEN --expand-user '__token__:{{PYPI_TOKEN}}' \
          -F :action=file_upload -F protocol_version=1 -F metadata_version=2.1 \
          -F name=example -F version=1.0 -F filetype=bdist_wheel \
          -F pyversion=py3 --expand-form 'sha256_digest={{each:sha256}}' \
          --each 'content=@dist/*.whl' https://upload.pypi.org/legacy/
        = nexus | Nexus Repository, a component
        = The answer is 204.
        formpost --variable %NEXUS_PASSWORD \
          --expand-user 'ci:{{NEXUS_PASSWORD}}' -F maven2.groupId=com.example \
          -F maven2.artifactId=app -F maven2.version=1.0 \
          -F maven2.asset1=@app.jar -F maven2.asset1.extension=jar \
          'https://nexus.example.com/service/rest/v1/components?repository=releases'
        = nexus-raw | Nexus Repository, files as they are
        = PUT, one request for each file, whose name is added to the URL. The answer is 201.
        formpost --variable %NEXUS_PASSWORD \
          --expand-user 'ci:{{NEXUS_PASSWORD}}' --each '@dist/*' \
          https://nexus.example.com/repository/raw/app/1.0/
        = artifactory | Artifactory | docs.jfrog.com
        = PUT, one request for each file, with its digest in a header: the server refuses what was
        = damaged on the way, unless the repository's policy is to trust its own checksums. The
        = file's name is added to the URL.
        formpost --variable %ARTIFACTORY_TOKEN \
          --expand-oauth2-bearer '{{ARTIFACTORY_TOKEN}}' \
          --expand-header 'X-Checksum-Sha256: {{each:sha256}}' --each '@dist/*.jar' \
          https://example.jfrog.io/artifactory/libs/com/example/app/1.0/
        = gitlab | GitLab, a generic package | docs.gitlab.com
        = PUT, one request after the other, as GitLab wants it for one version. In a job of GitLab's
        = CI the token is there; elsewhere it is a header `PRIVATE-TOKEN`. Neither is sent to
        = another host on a redirect.
        formpost --variable %CI_JOB_TOKEN \
          --expand-header 'JOB-TOKEN: {{CI_JOB_TOKEN}}' --each '@dist/*' \
          https://gitlab.com/api/v4/projects/42/packages/generic/app/1.0/
        = gitlab-upload | GitLab, a file for Markdown | docs.gitlab.com
        = The answer is JSON, with the Markdown that shows the file.
        formpost --variable %GITLAB_TOKEN \
          --expand-header 'PRIVATE-TOKEN: {{GITLAB_TOKEN}}' -F file=@img.png \
          https://gitlab.com/api/v4/projects/42/uploads
        = github | GitHub, an asset of a release | its OpenAPI description
        = The body is the file itself, and its type is obligatory. The answer is 201 with JSON.
        formpost --variable %GITHUB_TOKEN \
          --expand-oauth2-bearer '{{GITHUB_TOKEN}}' \
          -H 'Content-Type: application/gzip' --data-binary @app.tgz \
          'https://uploads.github.com/repos/anna/app/releases/1/assets?name=app.tgz'
        = dependency-track | Dependency-Track, a bill of materials
        = A text that begins with `<`, such as XML, needs `--form-string`; a file does not.
        formpost --variable %DT_KEY --expand-header 'X-Api-Key: {{DT_KEY}}' \
          -F autoCreate=true --form-string 'projectName=<app>' \
          -F projectVersion=1.0 -F bom=@bom.json \
          https://dtrack.example.com/api/v1/bom
        """#

    static let otherRecipes = #"""
        = openai | OpenAI, a transcription | developers.openai.com
        = Who says what. A recording of more than 30 seconds needs the chunking strategy, and only
        = `diarized_json` has the speakers. A semicolon in a text needs `--form-string`; `b64` makes
        = a data URL of a short file.
        formpost --variable %OPENAI_API_KEY \
          --expand-oauth2-bearer '{{OPENAI_API_KEY}}' \
          -F model=gpt-4o-transcribe-diarize -F chunking_strategy=auto \
          -F response_format=diarized_json -F file=@call.mp3 \
          --variable voice@anna.wav -F 'known_speaker_names[]=anna' \
          --expand-form-string \
            'known_speaker_references[]=data:audio/wav;base64,{{voice:b64}}' \
          https://api.openai.com/v1/audio/transcriptions
        = cloudflare | Cloudflare Workers | developers.cloudflare.com
        = PUT with a form. The name of each module's part is the one that the metadata has.
        formpost --variable %CLOUDFLARE_TOKEN \
          --expand-oauth2-bearer '{{CLOUDFLARE_TOKEN}}' -X PUT \
          -F 'metadata=@metadata.json;type=application/json' \
          -F 'main.js=@main.js;type=application/javascript+module' \
          https://api.cloudflare.com/client/v4/accounts/1/workers/scripts/app
        = resumable | A server with resumable uploads
        = The upload of a large form goes on where it was interrupted, also in a later call with the
        = same journal. A server that does not know the protocol takes the form as ever.
        formpost --resumable --retry 5 --journal uploads.journal \
          -F description=nightly -F file=@image.iso \
          https://example.com/uploads
        = tus | A server of tus 1.0
        = tusd, and services that speak the same protocol. The texts are metadata. A proxy in front of the
        = server often allows no more than 100 MB a request.
        formpost --tus --append-size 50M --retry 5 --journal uploads.journal \
          -F title=Nightly -F file=@video.mp4 https://tus.example.com/files/
        = ci | A job of continuous integration
        = Each artifact once, however often the job is repeated with the same journal; a busy server
        = is asked again. The token comes from the environment. In GitHub Actions it is a step with
        = `run:` and `env:`, in GitLab CI a line of `script:`.
        formpost --each 'file=@dist/*' --journal uploads.journal --retry 5 \
          --max-time 600 --variable %TOKEN \
          --expand-header 'Authorization: Bearer {{TOKEN}}' \
          https://example.com/artifacts
        """#
}
