/// The variables of `-w`.
extension Texts {
    static let writeOutVariables = #"""
        certs | The server's certificates, as lines of fields and as PEM.
        content_type | The `Content-Type` of the response.
        errormsg | The error message; empty after a success.
        exitcode | The exit status.
        filename_effective | The file that `-o` writes, with its directory; empty for standard
          output.
        http_code | The old name of `response_code`.
        http_connect | The status that a proxy answered to CONNECT.
        http_version | The HTTP version of the response: `1`, `1.1`, `2` or `3`; `0` without one.
        local_ip | The local IP address of the connection.
        local_port | The local port of the connection.
        method | The method of the last request.
        num_certs | The number of certificates that the server sent.
        num_connects | The number of connections that were opened.
        num_headers | The number of headers in the last response.
        num_redirects | The number of redirects that were followed.
        num_retries | The number of retries.
        proxy_ssl_verify_result | As `ssl_verify_result`, for an https proxy.
        redirect_url | Where a redirect leads that was not followed, as an absolute URL.
        referer | The `Referer` that was sent.
        remote_ip | The IP address of the server or the proxy.
        remote_port | The port of the server or the proxy.
        response_code | The status of the last response, with three digits; `000` without one.
        scheme | The scheme of the last URL, as libcurl writes it: `HTTP` before 8.0, `http` after.
        size_download | The size of the response body, in bytes.
        size_header | The size of all response headers, in bytes.
        size_request | The size of all request headers, in bytes.
        size_upload | The bytes of the body that were sent; with `--resumable` or `--tus`, by all
          requests for the upload.
        speed_download | The average speed of the download, in bytes per second.
        speed_upload | The average speed of the upload, in bytes per second.
        ssl_verify_result | OpenSSL's result for the server's certificate; 0 is good.
        time_appconnect | Seconds until the TLS handshake was complete.
        time_connect | Seconds until the connection was open.
        time_namelookup | Seconds until the host was resolved.
        time_pretransfer | Seconds until the request could be sent.
        time_redirect | Seconds for all requests before the last redirect.
        time_starttransfer | Seconds until the first byte of the response.
        time_total | Seconds for the whole transfer.
        upload_file | The file that the request sends: the file of `--each` or `-T`, or the only one
          of a form or of `-d`; otherwise empty.
        upload_url | The address that the server has given the upload, as an absolute URL: with
          `--tus` that of the file, with `--resumable` that of the upload resource. It is not
          masked; anyone who has it can add to an unfinished upload or delete it.
        url | The URL as it was given.
        url_effective | The URL of the last request.
        urlnum | The number of the request, starting with 0.
        json | All of these variables as one JSON object, without `upload_url`.
        header_json | The headers of the last response as a JSON object: each name in lower case,
          with a list of its values.
        stdout, stderr | The text that follows is printed to standard output or standard error.
        onerror | The text that follows is printed only if the exit status is not 0.
        """#

    /// The variables whose values do not come from libcurl.
    static let variablesWithoutHooks = """
        content_type errormsg exitcode filename_effective header_json http_code method num_headers
        num_redirects num_retries response_code size_download size_upload speed_download speed_upload
        time_total upload_file upload_url url url_effective urlnum
        """

    /// The variables that curl 7.88.1 lacks.
    static let variablesUnknownToCurl = "num_retries upload_file upload_url"

    /// The variables of curl that formpost lacks.
    static let curlVariables = """
        conn_id curl_version easy_id ftp_entry_path proxy_used time_posttransfer time_queue
        tls_earlydata xfer_id
        """
}
