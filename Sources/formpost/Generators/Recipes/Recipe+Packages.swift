/// Stores of packages and of what a build has made.
extension Recipe {
    static let packages = [
        Recipe(
            "pypi", "PyPI, and what takes uploads as it does",
            "One request for each wheel, with its digest. 400 names the field that is wrong.",
            """
            formpost --variable %PYPI_TOKEN --expand-user '__token__:{{PYPI_TOKEN}}' \\
              -F :action=file_upload -F protocol_version=1 -F metadata_version=2.1 \\
              -F name=example -F version=1.0 -F filetype=bdist_wheel \\
              -F pyversion=py3 --expand-form 'sha256_digest={{each:sha256}}' \\
              --each 'content=@dist/*.whl' https://upload.pypi.org/legacy/
            """),
        Recipe(
            "nexus", "Nexus Repository, a component",
            "The answer is 204.",
            """
            formpost --variable %NEXUS_PASSWORD \\
              --expand-user 'ci:{{NEXUS_PASSWORD}}' -F maven2.groupId=com.example \\
              -F maven2.artifactId=app -F maven2.version=1.0 \\
              -F maven2.asset1=@app.jar -F maven2.asset1.extension=jar \\
              'https://nexus.example.com/service/rest/v1/components?repository=releases'
            """),
        Recipe(
            "nexus-raw", "Nexus Repository, files as they are",
            "PUT, one request for each file, whose name is added to the URL. The answer is 201.",
            """
            formpost --variable %NEXUS_PASSWORD \\
              --expand-user 'ci:{{NEXUS_PASSWORD}}' --each '@dist/*' \\
              https://nexus.example.com/repository/raw/app/1.0/
            """),
        Recipe(
            "artifactory", "Artifactory",
            "PUT, one request for each file, with its digest in a header: the server refuses what was "
                + "damaged on the way. The file's name is added to the URL.",
            """
            formpost --variable %ARTIFACTORY_TOKEN \\
              --expand-oauth2-bearer '{{ARTIFACTORY_TOKEN}}' \\
              --expand-header 'X-Checksum-Sha256: {{each:sha256}}' --each '@dist/*.jar' \\
              https://example.jfrog.io/artifactory/libs/com/example/app/1.0/
            """),
        Recipe(
            "gitlab", "GitLab, a generic package",
            "PUT, one request for each file. In a job of GitLab's CI the token is there; elsewhere it is "
                + "a header `PRIVATE-TOKEN`. Neither is sent to another host on a redirect.",
            """
            formpost --variable %CI_JOB_TOKEN \\
              --expand-header 'JOB-TOKEN: {{CI_JOB_TOKEN}}' --each '@dist/*' \\
              https://gitlab.com/api/v4/projects/42/packages/generic/app/1.0/
            """),
        Recipe(
            "gitlab-upload", "GitLab, a file for Markdown",
            "The answer is JSON, with the Markdown that shows the file.",
            """
            formpost --variable %GITLAB_TOKEN \\
              --expand-header 'PRIVATE-TOKEN: {{GITLAB_TOKEN}}' -F file=@img.png \\
              https://gitlab.com/api/v4/projects/42/uploads
            """),
        Recipe(
            "github", "GitHub, an asset of a release",
            "The body is the file itself, and its type is obligatory. The answer is 201 with JSON.",
            """
            formpost --variable %GITHUB_TOKEN \\
              --expand-oauth2-bearer '{{GITHUB_TOKEN}}' \\
              -H 'Content-Type: application/gzip' --data-binary @app.tgz \\
              'https://uploads.github.com/repos/anna/app/releases/1/assets?name=app.tgz'
            """),
        Recipe(
            "dependency-track", "Dependency-Track, a bill of materials",
            "A text that begins with `<`, such as XML, needs `--form-string`; a file does not.",
            """
            formpost --variable %DT_KEY --expand-header 'X-Api-Key: {{DT_KEY}}' \\
              -F autoCreate=true --form-string 'projectName=<app>' \\
              -F projectVersion=1.0 -F bom=@bom.json \\
              https://dtrack.example.com/api/v1/bom
            """),
    ]
}
