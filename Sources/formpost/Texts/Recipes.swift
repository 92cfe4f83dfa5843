/// How to upload to services, and from jobs: `--help recipes`.
///
/// Lines that begin with `=` are the head of a recipe: its name and title, the reference that it follows and the day
/// on which that was read, and below them the note. The command, the script or the YAML of a pipeline follows.
extension Texts {
    static let recipes = #"""
        = catbox | Catbox | node-catbox | 2026-11-26
        = The answer is the link. A field `userhash` adds the file to an account.
        formpost -F reqtype=fileupload -F fileToUpload=@img.png \
          https://catbox.moe/user/api.php
        = 0x0 | 0x0.st | its page | 2026-11-24
        = The answer is the link. The token that deletes the file comes in a response header, which
        = `-w` prints on standard error.
        formpost -w '%{stderr}token: %header{x-token}\n' -F file=@log.txt \
          -F secret= -F expires=24 https://0x0.st
        = s3 | S3, by a presigned POST | boto3's reference | 2026-11-24
        = `presigned.json` comes from the application's server and has `url` and `fields`. The fields
        = are sent first, in their order, and the file last. S3 answers 204, or 201 with XML if the
        = policy says so.
        formpost --form-fields presigned.json -F file=@img.png
        = s3-put | S3, a presigned PUT | @aws-sdk/s3-request-presigner | 2026-11-26
        = The URL is a secret and names one object. Its signature must cover the header with the
        = digest: S3 refuses a file that was damaged on the way, and `x-amz-` headers that are not
        = signed.
        formpost --variable %UPLOAD_URL_SECRET --expand-url '{{UPLOAD_URL_SECRET}}' \
          --variable file@img.png \
          --expand-header 'x-amz-checksum-sha256: {{file:sha256:b64}}' -T img.png
        = ipfs | IPFS (Kubo) | Kubo's library boxo | 2026-11-24
        = All files of a directory in one request. Their paths are the filenames, escaped because
        = Kubo unescapes them.
        formpost --form-tree file=site --form-tree-escape \
          'http://127.0.0.1:5001/api/v0/add?wrap-with-directory=true'
        = discord | Discord, by a webhook | discord.js | 2026-11-24
        = The message is JSON in a file; in an argument its semicolons would need quotes. The
        = webhook's URL is a secret and stays out of the process list.
        formpost --variable %WEBHOOK --expand-url '{{WEBHOOK}}' \
          -F 'payload_json=<message.json;type=application/json' \
          -F 'files[0]=@img.png'
        = telegram | Telegram, by a bot | the crate tgbot | 2026-11-26
        = The token is part of the path and is masked wherever a URL is shown.
        formpost --variable %TOKEN \
          --expand-url 'https://api.telegram.org/bot{{TOKEN}}/sendDocument' \
          -F chat_id=42 -F document=@report.pdf
        = slack | Slack | docs.slack.dev | 2026-11-24
        = A script of three requests: the first asks for an address, the second sends the file there, the
        = third shares it. Slack answers 200 with `"ok":false` when it refuses something, so each request
        = says what it expects and otherwise fails with exit status 22.
        set -eu
        started=$(formpost -sS --bearer-env SLACK_TOKEN --variable file@report.pdf \
          -d filename=report.pdf --expand-data 'length={{file:size}}' \
          --expect json:/ok=true -o /dev/null \
          --capture url=json:/upload_url --capture id=json:/file_id \
          -w '%capture{url} %capture{id}' \
          https://slack.com/api/files.getUploadURLExternal)
        UPLOAD_URL=${started% *} formpost -sS --variable %UPLOAD_URL \
          --expand-url '{{UPLOAD_URL}}' -F filename=@report.pdf \
          --expect regex:OK -o /dev/null
        formpost -sS --bearer-env SLACK_TOKEN --expect json:/ok=true \
          --json "{\"files\":[{\"id\":\"${started#* }\"}],\"channel_id\":\"C1\"}" \
          https://slack.com/api/files.completeUploadExternal
        = jira | Jira, an attachment | its OpenAPI description | 2026-11-24
        = Without the header, Jira answers 403. On Jira Cloud the user is an e-mail address and the
        = password is an API token.
        formpost --variable %JIRA_TOKEN \
          --expand-user 'anna@example.com:{{JIRA_TOKEN}}' \
          -H 'X-Atlassian-Token: no-check' -F file=@app.log \
          https://example.atlassian.net/rest/api/3/issue/APP-1/attachments
        = pypi | PyPI and compatible indexes | the description of its legacy API | 2026-11-24
        = One request for each wheel, with its digest. A 400 names the field that is wrong.
        formpost --variable %PYPI_TOKEN --expand-user '__token__:{{PYPI_TOKEN}}' \
          -F :action=file_upload -F protocol_version=1 -F metadata_version=2.1 \
          -F name=example -F version=1.0 -F filetype=bdist_wheel \
          -F pyversion=py3 --expand-form 'sha256_digest={{each:sha256}}' \
          --each 'content=@dist/*.whl' https://upload.pypi.org/legacy/
        = nexus | Nexus Repository, a component | support.sonatype.com | 2026-11-26
        = The answer is 204.
        formpost --variable %NEXUS_PASSWORD \
          --expand-user 'ci:{{NEXUS_PASSWORD}}' -F maven2.groupId=com.example \
          -F maven2.artifactId=app -F maven2.version=1.0 \
          -F maven2.asset1=@app.jar -F maven2.asset1.extension=jar \
          'https://nexus.example.com/service/rest/v1/components?repository=releases'
        = nexus-raw | Nexus Repository, files as they are | support.sonatype.com | 2026-11-26
        = One PUT for each file, whose name is added to the URL. The answer is 201.
        formpost --variable %NEXUS_PASSWORD \
          --expand-user 'ci:{{NEXUS_PASSWORD}}' --each '@dist/*' \
          https://nexus.example.com/repository/raw/app/1.0/
        = artifactory | Artifactory | docs.jfrog.com | 2026-11-24
        = One PUT for each file, whose name is added to the URL. With the digest in the header, the
        = server refuses a file that was damaged on the way, unless the repository's policy is to
        = trust the server's own checksums.
        formpost --variable %ARTIFACTORY_TOKEN \
          --expand-oauth2-bearer '{{ARTIFACTORY_TOKEN}}' \
          --expand-header 'X-Checksum-Sha256: {{each:sha256}}' --each '@dist/*.jar' \
          https://example.jfrog.io/artifactory/libs/com/example/app/1.0/
        = gitlab | GitLab, a generic package | docs.gitlab.com | 2026-11-24
        = One PUT after the other, as GitLab requires for one version. A job of GitLab CI has the
        = token; elsewhere use the header `PRIVATE-TOKEN`. Neither header follows a redirect to
        = another host.
        formpost --variable %CI_JOB_TOKEN \
          --expand-header 'JOB-TOKEN: {{CI_JOB_TOKEN}}' --each '@dist/*' \
          https://gitlab.com/api/v4/projects/42/packages/generic/app/1.0/
        = gitlab-upload | GitLab, a file for Markdown | docs.gitlab.com | 2026-11-24
        = The answer is JSON with the Markdown that shows the file.
        formpost --variable %GITLAB_TOKEN \
          --expand-header 'PRIVATE-TOKEN: {{GITLAB_TOKEN}}' -F file=@img.png \
          https://gitlab.com/api/v4/projects/42/uploads
        = github | GitHub, an asset of a release | its OpenAPI description | 2026-11-24
        = The body is the file itself, and its media type is required. The answer is 201 with JSON.
        formpost --variable %GITHUB_TOKEN \
          --expand-oauth2-bearer '{{GITHUB_TOKEN}}' \
          -H 'Content-Type: application/gzip' --data-binary @app.tgz \
          'https://uploads.github.com/repos/anna/app/releases/1/assets?name=app.tgz'
        = dependency-track | Dependency-Track, a bill of materials | docs.dependencytrack.org | 2026-11-26
        = Text that begins with `<`, such as XML, needs `--form-string`; a file does not.
        formpost --variable %DT_KEY --expand-header 'X-Api-Key: {{DT_KEY}}' \
          -F autoCreate=true --form-string 'projectName=<app>' \
          -F projectVersion=1.0 -F bom=@bom.json \
          https://dtrack.example.com/api/v1/bom
        = openai | OpenAI, a transcription | developers.openai.com | 2026-11-24
        = A transcript with its speakers. A recording of more than 30 seconds needs the chunking
        = strategy, and only `diarized_json` names the speakers. Text with a semicolon needs
        = `--form-string`; `b64` turns a short file into a data URL.
        formpost --variable %OPENAI_API_KEY \
          --expand-oauth2-bearer '{{OPENAI_API_KEY}}' \
          -F model=gpt-4o-transcribe-diarize -F chunking_strategy=auto \
          -F response_format=diarized_json -F file=@call.mp3 \
          --variable voice@anna.wav -F 'known_speaker_names[]=anna' \
          --expand-form-string \
            'known_speaker_references[]=data:audio/wav;base64,{{voice:b64}}' \
          https://api.openai.com/v1/audio/transcriptions
        = cloudflare | Cloudflare Workers | developers.cloudflare.com | 2026-11-24
        = A form sent by PUT. Each module's part has the name that the metadata gives it.
        formpost --variable %CLOUDFLARE_TOKEN \
          --expand-oauth2-bearer '{{CLOUDFLARE_TOKEN}}' -X PUT \
          -F 'metadata=@metadata.json;type=application/json' \
          -F 'main.js=@main.js;type=application/javascript+module' \
          https://api.cloudflare.com/client/v4/accounts/1/workers/scripts/app
        = resumable | A server with resumable uploads
        = An interrupted upload continues where it stopped, also in a later call with the same
        = journal. A server that does not know the protocol handles the form as any other.
        formpost --resumable --retry 5 --journal uploads.journal \
          -F description=nightly -F file=@image.iso \
          https://example.com/uploads
        = tus | A server of tus 1.0 | tus.io | 2026-11-26
        = For tusd and services with the same protocol. Text fields become metadata. A proxy in
        = front of the server often allows no more than 100 MB a request.
        formpost --tus --append-size 50M --retry 5 --journal uploads.journal \
          -F title=Nightly -F file=@video.mp4 https://tus.example.com/files/
        = ci | A job of continuous integration
        = Each artifact is uploaded once, however often the job runs with the same journal, and
        = retried if the server is busy. The token comes from the environment.
        formpost --each 'file=@dist/*' --journal uploads.journal --retry 5 \
          --max-time 600 --variable %TOKEN \
          --expand-header 'Authorization: Bearer {{TOKEN}}' \
          https://example.com/artifacts
        = login | A site with a login (Django, Rails, Laravel) | docs.djangoproject.com | 2026-11-24
        = Four requests: the login page, the login, the page with the form, the upload. Each page has a
        = token against request forgery, which `--capture` reads by a pattern. Django names the field
        = `csrfmiddlewaretoken`, Rails `authenticity_token`, Laravel `_token`. Over https Django requires
        = the Referer. After a failure, such as a wrong password, nothing more is sent.
        formpost --fail-early -b '' -X GET -o /dev/null \
          --capture 'token=regex:name="csrfmiddlewaretoken" value="([^"]*)"' \
          https://example.com/login/ \
          --next -e https://example.com/login/ --expect-status 302 -o /dev/null \
          --expand-data-urlencode 'csrfmiddlewaretoken={{token}}' \
          -d username=anna --variable %PASSWORD \
          --expand-data-urlencode 'password={{PASSWORD}}' \
          https://example.com/login/ \
          --next -X GET -o /dev/null \
          --capture 'token=regex:name="csrfmiddlewaretoken" value="([^"]*)"' \
          https://example.com/upload/ \
          --next -e https://example.com/upload/ --expect-status 2xx,302,303 \
          --expand-form-string 'csrfmiddlewaretoken={{token}}' \
          -F file=@report.pdf https://example.com/upload/
        = github-actions | A step of GitHub Actions | github.blog, workflow syntax | 2026-11-26
        = The request is retried if the server is busy; after any other failure, a second call sends
        = the files that the journal does not list. The job's log has a line for each file and a
        = summary.
        - name: Upload
          env:
            TOKEN: ${{ secrets.UPLOAD_TOKEN }}
          run: |
            upload() {
              formpost --each 'file=@dist/*' --journal uploads.journal \
                --retry 5 --retry-max-time 600 --variable %TOKEN \
                --expand-header 'Authorization: Bearer {{TOKEN}}' \
                -o /dev/null https://example.com/artifacts
            }
            upload || { sleep 30; upload; }
        = gitlab-ci | A job of GitLab CI | GitLab's JSON schema | 2026-11-24
        = `TOKEN` is a masked variable of the project. The journal stays in the cache, so that a job
        = that is run again sends only the missing files. The journal compares contents, because a
        = fresh checkout has new modification times. The job's log has a line for each file and a
        = summary.
        upload:
          stage: deploy
          retry: 1
          cache:
            key: uploads-$CI_PIPELINE_ID
            paths: [uploads.journal]
            when: always
          script:
            - |
              formpost --each 'file=@dist/*' --journal uploads.journal \
                --journal-content --retry 5 --retry-max-time 600 \
                --variable %TOKEN \
                --expand-header 'Authorization: Bearer {{TOKEN}}' \
                -o /dev/null https://example.com/artifacts
        = shared-list | Many machines with one list
        = Each job of a matrix, or each task of an array job, runs this command. The journal is on a
        = file system that supports locks between machines, such as NFS. Each file is sent by one
        = job, and by another one if that job is killed. A job ends when all files are uploaded,
        = with exit status 0, or with its own first failure. With `--journal-content` each job can
        = have its own checkout.
        formpost --each 'file=@dist/**/*' \
          --journal /shared/uploads.journal --journal-content \
          --retry 5 --bearer-env TOKEN -o /dev/null \
          https://example.com/artifacts
        = gnu-parallel | GNU parallel, on several machines | its manual | 2026-11-26
        = The same command runs on each machine, and the journal divides the files among them, even
        = if a machine is slow or fails.
        parallel --nonall --tag -S node1,node2,node3 --workdir /shared --env TOKEN \
          "formpost --each 'file=@dist/**/*' --journal uploads.journal \
          --retry 5 --bearer-env TOKEN -o /dev/null \
          https://example.com/artifacts"
        = kubernetes | An indexed job of Kubernetes | kubernetes.io | 2026-11-26
        = Eight pods share the files of a volume that all of them can write to (ReadWriteMany). A pod
        = that is evicted is started again; meanwhile the others send its files.
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: upload
        spec:
          completionMode: Indexed
          completions: 8
          parallelism: 8
          backoffLimitPerIndex: 3
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: formpost
                  image: formpost
                  args:
                    - --each=file=@/shared/dist/**/*
                    - --journal=/shared/uploads.journal
                    - --retry=5
                    - --bearer-env=TOKEN
                    - --output=/dev/null
                    - https://example.com/artifacts
                  env:
                    - name: TOKEN
                      valueFrom:
                        secretKeyRef: {name: upload, key: token}
                  volumeMounts:
                    - {name: shared, mountPath: /shared}
              volumes:
                - name: shared
                  persistentVolumeClaim: {claimName: shared}
        """#
}
