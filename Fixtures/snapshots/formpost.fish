# fish completion for formpost; made by formpost --generate complete-fish

# The value that is being completed, without the option it is attached to and an open quote.
function __formpost_value
    set -l token (string trim -l -c '\'"' -- (commandline -ct))
    string replace -r '^(--[a-z0-9.-]+=|-[A-Za-z0-9]*?[FdHw])' '' -- $token
end

# The files that begin with $argv[2], with $argv[1] in front of each.
function __formpost_files
    for path in (complete -C "__formpost_none "(string escape -n -- $argv[2]) | string replace -r '\t.*' '')
        printf '%s\n' $argv[1]$path
    end
end

# The same; names with one of ;," get the double quotes that -F needs.
function __formpost_quoted_files
    set -l typed (string replace -r '^"' '' -- $argv[2])
    for path in (__formpost_files '' (string replace -a '\\"' '"' -- $typed))
        if string match -qr '^"' -- $argv[2]; or string match -qr '[;,"]' -- $path
            set path '"'(string replace -a '"' '\\"' -- $path)
            string match -q '*/' -- $path; or set path $path'"'
        end
        printf '%s\n' $argv[1]$path
    end
end

# The value of -F or (each) --each: files behind =@ and =<, parameters behind a semicolon outside
# of double quotes.
function __formpost_form
    set -l value (__formpost_value)
    set -l found
    set -l before '^([^=]*=(?:"(?:[^"\\\\]|\\\\.)*"|[^"])*;'
    set -l file '((?:"(?:[^"\\\\]|\\\\.)*)?|[^";,]*)$'
    set -l list '^([^=]*=@(?:(?:"(?:[^"\\\\]|\\\\.)*"|[^";,])*,)*)'
    set -l input '^([^=]*=<)'
    test "$argv" = each
    and set list '^((?:[^=]*=)?@)' input '^((?:[^=]*=)?<)' file '((?:"(?:[^"\\\\]|\\\\.)*)?|[^";]*)$'
    if set found (string match -r $before'encoder=)[^;"]*$' -- $value)
        printf '%s\n' $found[2](string split ' ' -- 'binary 8bit 7bit base64 quoted-printable')
    else if set found (string match -r $before'type=)[^;"]*$' -- $value)
        printf '%s\n' $found[2](string split ' ' -- 'application/json application/octet-stream application/pdf image/jpeg image/png text/csv text/html text/plain')
    else if set found (string match -r $before'headers=[@<])'$file -- $value)
        __formpost_quoted_files $found[2] $found[3]
    else if set found (string match -r $before')[^;="]*$' -- $value)
        printf '%s\n' $found[2](string split ' ' -- 'type= filename= headers= encoder=')
    else if set found (string match -r $list$file -- $value)
        __formpost_quoted_files $found[2] $found[3]
    else if set found (string match -r $input$file -- $value)
        __formpost_quoted_files $found[2] $found[3]
    end
end

function __formpost_field_directory
    set -l found (string match -r '^([^=]*=)(.*)$' -- (__formpost_value))
    and for path in (__formpost_files $found[2] $found[3])
        string match -- '*/' $path
    end
end

function __formpost_capture
    set -l found (string match -r '^([^=]*=)[^=]*$' -- (__formpost_value))
    and printf '%s\n' $found[2](string split ' ' -- 'cookie: header: input: json:/ meta:')
end

function __formpost_write_out
    set -l found
    if set found (string match -r '^(.*%\\{)[^}]*$' -- (__formpost_value))
        printf '%s\n' $found[2](string split ' ' -- 'certs} content_type} errormsg} exitcode} filename_effective} header_json} http_code} http_connect} http_version} json} local_ip} local_port} method} num_certs} num_connects} num_headers} num_redirects} num_retries} onerror} proxy_ssl_verify_result} redirect_url} referer} remote_ip} remote_port} response_code} scheme} size_download} size_header} size_request} size_upload} speed_download} speed_upload} ssl_verify_result} stderr} stdout} time_appconnect} time_connect} time_namelookup} time_pretransfer} time_redirect} time_starttransfer} time_total} upload_url} url} url_effective} urlnum}')
    else
        __formpost_at_file
    end
end

function __formpost_at_file
    set -l found (string match -r '^(@)(.*)$' -- (__formpost_value))
    and __formpost_files $found[2] $found[3]
end

complete -c formpost -f
complete -c formpost -s F -l form -x -a '(__formpost_form)' -d 'Add text, @file or <file'
complete -c formpost -l form-string -x -d 'Add text, taken literally'
complete -c formpost -l form-tree -x -a '(__formpost_field_directory)' -d 'Add the files of a directory'
complete -c formpost -l form-tree-escape -d 'Escape the filenames of --form-tree as ipfs add does'
complete -c formpost -l no-form-tree-escape -d 'Opposite of --form-tree-escape'
complete -c formpost -l form-glob -x -a '(__formpost_form)' -d 'Add the files that match a pattern'
complete -c formpost -l form-fields -r -F -d 'Add the fields of a JSON object'
complete -c formpost -l form-escape -d 'Escape quotes in names with a backslash'
complete -c formpost -l no-form-escape -d 'Opposite of --form-escape'
complete -c formpost -l form-lax -d 'Warn where curl warns, and send what curl sends'
complete -c formpost -l no-form-lax -d 'Opposite of --form-lax'
complete -c formpost -l boundary -x -d 'Use this boundary between the parts'
complete -c formpost -l chunked -d 'Stream pipes with no length, and spool nothing'
complete -c formpost -l no-chunked -d 'Opposite of --chunked'
complete -c formpost -l allow-growth -d 'Send growing files as they were at the start'
complete -c formpost -l no-allow-growth -d 'Opposite of --allow-growth'
complete -c formpost -l max-spool -x -d 'Largest input to accept from a pipe'
complete -c formpost -s d -l data -x -a '(__formpost_at_file)' -d 'Send data, or @file'
complete -c formpost -l data-ascii -x -a '(__formpost_at_file)' -d 'Send data as -d does'
complete -c formpost -l data-raw -x -d 'Send data, taken literally'
complete -c formpost -l data-binary -x -a '(__formpost_at_file)' -d 'Send data, or @file byte for byte'
complete -c formpost -l data-urlencode -x -a '(__formpost_at_file)' -d 'Send data, URL-encoded'
complete -c formpost -l json -x -a '(__formpost_at_file)' -d 'Send JSON, or @file'
complete -c formpost -s G -l get -d 'Send the data in the URL of a GET request'
complete -c formpost -l no-get -d 'Opposite of --get'
complete -c formpost -s T -l upload-file -r -F -d 'Send a file with PUT'
complete -c formpost -s H -l header -x -a '(__formpost_at_file)' -d 'Add or remove a header'
complete -c formpost -s X -l request -x -d 'Use this method in place of the default'
complete -c formpost -s A -l user-agent -x -d 'Set User-Agent ("" sends none)'
complete -c formpost -s e -l referer -x -d 'Set Referer (";auto" updates it on redirects)'
complete -c formpost -l compressed -d 'Accept a compressed response and decode it'
complete -c formpost -l no-compressed -d 'Opposite of --compressed'
complete -c formpost -l expect100-timeout -x -d 'Longest wait for 100 Continue'
complete -c formpost -l url -x -a '(__formpost_at_file)' -d 'Upload to this URL'
complete -c formpost -l url-query -x -a '(__formpost_at_file)' -d 'Add data to the query of the URL'
complete -c formpost -l path-as-is -d 'Leave /../ and /./ in the URL'
complete -c formpost -l no-path-as-is -d 'Opposite of --path-as-is'
complete -c formpost -l request-target -x -d 'Send this as the request target'
complete -c formpost -s u -l user -x -d 'Log in to the server'
complete -c formpost -l basic -d 'Use HTTP Basic authentication (default)'
complete -c formpost -l no-basic -d 'Opposite of --basic'
complete -c formpost -l digest -d 'Use HTTP Digest authentication'
complete -c formpost -l no-digest -d 'Opposite of --digest'
complete -c formpost -l anyauth -d 'Use the best authentication method offered'
complete -c formpost -l oauth2-bearer -x -d 'Send this bearer token'
complete -c formpost -l bearer-env -x -d 'Send the bearer token of this variable'
complete -c formpost -s n -l netrc -d 'Read the login from ~/.netrc'
complete -c formpost -l no-netrc -d 'Opposite of --netrc'
complete -c formpost -l netrc-optional -d 'Read the login from ~/.netrc, if there is one'
complete -c formpost -l no-netrc-optional -d 'Opposite of --netrc-optional'
complete -c formpost -l netrc-file -r -F -d 'Read the login from this file'
complete -c formpost -s b -l cookie -r -F -d 'Send cookies: data or a file'
complete -c formpost -s c -l cookie-jar -r -F -d 'Save cookies to this file at the end'
complete -c formpost -s j -l junk-session-cookies -d 'Ignore session cookies of -b files'
complete -c formpost -l no-junk-session-cookies -d 'Opposite of --junk-session-cookies'
complete -c formpost -s ':' -l next -d 'Begin another request with options of its own'
complete -c formpost -l capture -x -a '(__formpost_capture)' -d 'Set a variable from the response'
complete -c formpost -l each -x -a '(__formpost_form each)' -d 'Send one request for each file'
complete -c formpost -l each-null -d 'Paths in the lists of --each end with NUL'
complete -c formpost -l no-each-null -d 'Opposite of --each-null'
complete -c formpost -s Z -l parallel -d 'Make the requests side by side'
complete -c formpost -l no-parallel -d 'Opposite of --parallel'
complete -c formpost -l parallel-max -x -d 'Most requests at a time with -Z'
complete -c formpost -l parallel-immediate -d 'Open connections rather than wait to share one'
complete -c formpost -l no-parallel-immediate -d 'Opposite of --parallel-immediate'
complete -c formpost -l journal -r -F -d 'Note uploaded files here, and skip noted ones'
complete -c formpost -l journal-content -d 'The journal knows files by content, not by time'
complete -c formpost -l no-journal-content -d 'Opposite of --journal-content'
complete -c formpost -l fail-early -d 'Stop at the first failure'
complete -c formpost -l no-fail-early -d 'Opposite of --fail-early'
complete -c formpost -l rate -x -d 'Most requests begun per s, m, h or d'
complete -c formpost -s L -l location -d 'Follow redirects'
complete -c formpost -l no-location -d 'Opposite of --location'
complete -c formpost -l location-trusted -d 'As -L, with credentials for any host'
complete -c formpost -l no-location-trusted -d 'Opposite of --location-trusted'
complete -c formpost -l max-redirs -x -d 'Most redirects to follow (-1: no limit)'
complete -c formpost -l post301 -d 'Send method and body again after 301'
complete -c formpost -l no-post301 -d 'Opposite of --post301'
complete -c formpost -l post302 -d 'Send method and body again after 302'
complete -c formpost -l no-post302 -d 'Opposite of --post302'
complete -c formpost -l post303 -d 'Send method and body again after 303'
complete -c formpost -l no-post303 -d 'Opposite of --post303'
complete -c formpost -l proto -x -d 'Protocols allowed (=https: only that, -http: not that)'
complete -c formpost -l proto-redir -x -d 'Protocols that redirects may lead to'
complete -c formpost -l retry -x -d 'Retry after a failure that may pass'
complete -c formpost -l retry-delay -x -d 'Wait this long before each retry'
complete -c formpost -l retry-max-time -x -d 'Stop retrying after this many seconds'
complete -c formpost -l retry-jitter -d 'Make each pause longer by a random part'
complete -c formpost -l no-retry-jitter -d 'Opposite of --retry-jitter'
complete -c formpost -l retry-connrefused -d 'Retry after a refused connection too'
complete -c formpost -l no-retry-connrefused -d 'Opposite of --retry-connrefused'
complete -c formpost -l retry-all-errors -d 'Retry after any failure or status over 399'
complete -c formpost -l no-retry-all-errors -d 'Opposite of --retry-all-errors'
complete -c formpost -l idempotency-key -d 'Send one key with all attempts of a request'
complete -c formpost -l resumable -d 'Go on where an upload was interrupted'
complete -c formpost -l no-resumable -d 'Opposite of --resumable'
complete -c formpost -l append-size -x -d 'Send at most this many bytes in a request'
complete -c formpost -l tus -d 'Upload one file by tus 1.0'
complete -c formpost -l no-tus -d 'Opposite of --tus'
complete -c formpost -l resume-cancel -d 'Delete interrupted uploads; upload nothing'
complete -c formpost -l no-resume-cancel -d 'Opposite of --resume-cancel'
complete -c formpost -s m -l max-time -x -d 'Time limit for each attempt'
complete -c formpost -l connect-timeout -x -d 'Time limit for connecting'
complete -c formpost -l stall-timeout -x -d 'Give up when sending stalls (60)'
complete -c formpost -s Y -l speed-limit -x -d 'Give up when slower than this'
complete -c formpost -s y -l speed-time -x -d 'Seconds below --speed-limit before giving up'
complete -c formpost -l limit-rate -x -d 'Send and receive no faster than this'
complete -c formpost -s x -l proxy -x -d 'Use this proxy'
complete -c formpost -s U -l proxy-user -x -d 'Log in to the proxy'
complete -c formpost -l proxy-header -x -a '(__formpost_at_file)' -d 'Add a header for the proxy only'
complete -c formpost -l noproxy -x -d 'Hosts to reach without a proxy'
complete -c formpost -s p -l proxytunnel -d 'Tunnel through the proxy with CONNECT'
complete -c formpost -l no-proxytunnel -d 'Opposite of --proxytunnel'
complete -c formpost -l proxy-insecure -d 'Accept any certificate of the proxy'
complete -c formpost -l no-proxy-insecure -d 'Opposite of --proxy-insecure'
complete -c formpost -l proxy-cacert -r -F -d 'CA certificates for the proxy (PEM)'
complete -c formpost -l preproxy -x -d 'Reach the proxy through this SOCKS proxy'
complete -c formpost -l socks5 -x -d 'Use this SOCKS5 proxy'
complete -c formpost -l socks5-hostname -x -d 'Use this SOCKS5 proxy, which resolves hosts'
complete -c formpost -s 4 -l ipv4 -d 'Use IPv4 addresses only'
complete -c formpost -s 6 -l ipv6 -d 'Use IPv6 addresses only'
complete -c formpost -l resolve -x -d 'Use this address for a host and port'
complete -c formpost -l connect-to -x -d 'Connect to HOST2:PORT2 instead of HOST1:PORT1'
complete -c formpost -l unix-socket -r -F -d 'Connect to this Unix domain socket'
complete -c formpost -l abstract-unix-socket -x -d 'Connect to this abstract Unix domain socket'
complete -c formpost -l interface -x -d 'Connect from this interface or address'
complete -c formpost -l local-port -x -d 'Connect from this local port or range'
complete -c formpost -l dns-servers -x -d 'DNS servers to ask'
complete -c formpost -l doh-url -x -d 'Resolve hosts through this DNS-over-HTTPS server'
complete -c formpost -l keepalive-time -x -d 'Interval between keepalive probes'
complete -c formpost -l keepalive -d 'Send TCP keepalive probes (default)'
complete -c formpost -l no-keepalive -d 'Opposite of --keepalive'
complete -c formpost -l tcp-nodelay -d 'Send small packets at once (default)'
complete -c formpost -l no-tcp-nodelay -d 'Opposite of --tcp-nodelay'
complete -c formpost -l tcp-fastopen -d 'Send data with the first packet (TCP Fast Open)'
complete -c formpost -l no-tcp-fastopen -d 'Opposite of --tcp-fastopen'
complete -c formpost -s 0 -l http1.0 -d 'Use HTTP/1.0'
complete -c formpost -l http1.1 -d 'Use HTTP/1.1'
complete -c formpost -l http2 -d 'Use HTTP/2 if the server offers it'
complete -c formpost -l http2-prior-knowledge -d 'Use HTTP/2 without asking'
complete -c formpost -l http3 -d 'Use HTTP/3 if the server offers it'
complete -c formpost -s k -l insecure -d 'Accept any server certificate'
complete -c formpost -l no-insecure -d 'Opposite of --insecure'
complete -c formpost -l cacert -r -F -d 'CA certificates to trust (PEM)'
complete -c formpost -l capath -x -a '(__fish_complete_directories)' -d 'Directory of trusted CA certificates'
complete -c formpost -l crlfile -r -F -d 'Certificate revocation list (PEM)'
complete -c formpost -l pinnedpubkey -r -F -d 'Public key that the server must have'
complete -c formpost -l cert-status -d 'Require a valid OCSP response from the server'
complete -c formpost -l no-cert-status -d 'Opposite of --cert-status'
complete -c formpost -l ssl-no-revoke -d 'Do not check certificates for revocation'
complete -c formpost -l no-ssl-no-revoke -d 'Opposite of --ssl-no-revoke'
complete -c formpost -s E -l cert -r -F -d 'Client certificate to present'
complete -c formpost -l cert-type -x -a 'PEM DER P12 ENG' -d 'Format of the client certificate'
complete -c formpost -l key -r -F -d 'Private key of the client certificate'
complete -c formpost -l key-type -x -a 'PEM DER ENG' -d 'Format of the private key'
complete -c formpost -l pass -x -d 'Passphrase of the private key'
complete -c formpost -s 1 -l tlsv1 -d 'Use TLS 1.0 or newer'
complete -c formpost -l tlsv1.0 -d 'Use TLS 1.0 or newer'
complete -c formpost -l tlsv1.1 -d 'Use TLS 1.1 or newer'
complete -c formpost -l tlsv1.2 -d 'Use TLS 1.2 or newer'
complete -c formpost -l tlsv1.3 -d 'Use TLS 1.3 or newer'
complete -c formpost -l tls-max -x -a 'default 1.0 1.1 1.2 1.3' -d 'Newest TLS version to use'
complete -c formpost -l ciphers -x -d 'Ciphers up to TLS 1.2'
complete -c formpost -l tls13-ciphers -x -d 'Ciphers for TLS 1.3'
complete -c formpost -l curves -x -d 'Curves for the key exchange'
complete -c formpost -l alpn -d 'Negotiate the HTTP version with ALPN (default)'
complete -c formpost -l no-alpn -d 'Opposite of --alpn'
complete -c formpost -s o -l output -r -F -d 'Write the response body to this file'
complete -c formpost -l output-dir -x -a '(__fish_complete_directories)' -d 'Directory for the -o file'
complete -c formpost -l create-dirs -d 'Create missing directories of the -o file'
complete -c formpost -l no-create-dirs -d 'Opposite of --create-dirs'
complete -c formpost -l clobber -d 'Replace an existing -o file (default)'
complete -c formpost -l no-clobber -d 'Opposite of --clobber'
complete -c formpost -l remove-on-error -d 'Keep no response in the -o file after a failure'
complete -c formpost -l no-remove-on-error -d 'Opposite of --remove-on-error'
complete -c formpost -l max-filesize -x -d 'Largest response to accept'
complete -c formpost -s D -l dump-header -r -F -d 'Write the response headers to this file'
complete -c formpost -s i -l include -d 'Print the response headers before the body'
complete -c formpost -l no-include -d 'Opposite of --include'
complete -c formpost -s w -l write-out -x -a '(__formpost_write_out)' -d 'Print variables at the end'
complete -c formpost -l pretty -x -a 'auto on off' -d 'Indent answers in JSON: auto, on or off'
complete -c formpost -s N -l no-buffer -d 'Write the response as it arrives (always on)'
complete -c formpost -s f -l fail -d 'Print no body unless the status is a success'
complete -c formpost -l fail-with-body -d 'Print the body whatever the status is (default)'
complete -c formpost -l no-fail -d 'Exit with 0 whatever the status is'
complete -c formpost -l expect -x -a '(__formpost_capture)' -d 'What the response must have'
complete -c formpost -l expect-status -x -d 'Statuses that count as success'
complete -c formpost -s s -l silent -d 'No status line, progress, warnings or errors'
complete -c formpost -l no-silent -d 'Opposite of --silent'
complete -c formpost -s S -l show-error -d 'Print errors and warnings even with -s'
complete -c formpost -l no-show-error -d 'Opposite of --show-error'
complete -c formpost -s v -l verbose -d 'Print what is sent and received'
complete -c formpost -l no-verbose -d 'Opposite of --verbose'
complete -c formpost -l trace -r -F -d 'Write all that is sent and received, in hex'
complete -c formpost -l trace-ascii -r -F -d 'As --trace, without the hex'
complete -c formpost -l trace-time -d 'Put the time before each line of -v and --trace'
complete -c formpost -l no-trace-time -d 'Opposite of --trace-time'
complete -c formpost -l stderr -r -F -d 'Write messages to this file'
complete -c formpost -l progress -x -a 'auto bar plain json none' -d 'How to show progress'
complete -c formpost -l progress-to -r -F -d 'Write progress in JSON to this file'
complete -c formpost -s '#' -l progress-bar -d 'Show a bar (--progress bar)'
complete -c formpost -l no-progress-bar -d 'Opposite of --progress-bar'
complete -c formpost -l progress-meter -d 'Show progress (--progress auto)'
complete -c formpost -l no-progress-meter -d 'Opposite of --progress-meter'
complete -c formpost -l show-secrets -d 'Do not mask credentials in -v, --trace and -w'
complete -c formpost -l no-show-secrets -d 'Opposite of --show-secrets'
complete -c formpost -l secret-field -x -d 'Mask this form field, header or parameter too'
complete -c formpost -l secret-header -x -d 'Treat this header as a credential'
complete -c formpost -l secret-variable -x -d 'Mask the value of this variable'
complete -c formpost -l dry-run -d 'Send nothing; show what would be sent'
complete -c formpost -l no-dry-run -d 'Opposite of --dry-run'
complete -c formpost -l curl -d 'Send nothing; print a curl command that does'
complete -c formpost -l no-curl -d 'Opposite of --curl'
complete -c formpost -l dump-body -r -F -d 'Send nothing; write the body to this file'
complete -c formpost -s K -l config -r -F -d 'Read options from a file (- is stdin)'
complete -c formpost -l variable -x -a '(__formpost_at_file)' -d 'Set a variable for --expand-x'
complete -c formpost -s q -l disable -d 'As first argument: no default configuration files'
complete -c formpost -s h -l help -x -a 'all form data request many redirects retry connection tls output general write-out files variables exit examples cookies proxies environment recipes catbox 0x0 s3 s3-put ipfs discord telegram slack jira pypi nexus nexus-raw artifactory gitlab gitlab-upload github dependency-track openai cloudflare resumable tus ci django rails laravel github-actions gitlab-ci shared-list gnu-parallel kubernetes' -d 'Help on all, a group or an option'
complete -c formpost -s V -l version -d 'Print the versions, and what libcurl can do'
complete -c formpost -l generate -x -a 'man complete-bash complete-zsh complete-fish' -d 'Print the manual page or a shell completion'
