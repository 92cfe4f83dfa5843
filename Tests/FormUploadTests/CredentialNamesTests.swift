import FormEncoding
import FormUpload
import Testing

/// Which names are those of credentials: the documented rule, name by name.
@Suite struct CredentialNamesTests {
    private static let credentials: [ByteString] = [
        "Authorization", "Proxy-Authorization", "X-Authorization", "Authentication",
        "X-Authentication", "authentication_id", "Cookie", "Set-Cookie",
        "PRIVATE-TOKEN", "JOB-TOKEN", "DEPLOY-TOKEN", "X-Auth-Token", "X-Vault-Token",
        "X-CSRF-Token", "X-Amz-Security-Token", "X-Shopify-Access-Token", "Circle-Token",
        "X-Api-Key", "X-API-KEY", "x_api_key", "apikey", "ApiKey", "X-NuGet-ApiKey", "DD-API-KEY",
        "DD-APPLICATION-KEY", "X-Goog-Api-Key", "Ocp-Apim-Subscription-Key", "X-Functions-Key",
        "X-Function-Key", "X-Access-Key", "X-Account-Key", "X-App-Key", "X-AppKey",
        "X-Auth-Key", "X-AuthKey", "X-Secret-Key", "X-SecretKey", "X-Private-Key", "X-PrivateKey",
        "X-AccessKey", "X-Master-Key", "X-Service-Key", "X-Session-Key", "X-Shared-Key",
        "X-Signing-Key", "X-Encryption-Key", "X-License-Key", "X-Deploy-Key",
        "X-Amz-Server-Side-Encryption-Customer-Key", "X-JFrog-Art-Api", "X-Auth", "X-Auth-Email",
        "X-Client-Secret", "clientSecret", "X-Password", "passwd", "X-Passphrase", "passcode",
        "X-Pwd", "X-Amz-Credential", "X-Amz-Signature", "X-Hub-Signature-256", "Signature",
        "X-Jwt", "jwt-assertion", "X-Bearer", "X-OTP", "X-Session-Id", "Session-Id", "SessionID",
        "access_token", "accessToken", "refresh.token", "user[password]", "AuthToken",
        "accesstoken", "token2", "cOOkie", "TOKEN",
    ]

    @Test(arguments: credentials) func isOne(name: ByteString) {
        #expect(CredentialNames().contains(name))
        #expect(CredentialNames().contains(parameter: name))
    }

    private static let others: [ByteString] = [
        "X-Atlassian-Token", "x-atlassian-token", "Idempotency-Key", "Sec-WebSocket-Key",
        "Surrogate-Key", "X-Request-Id", "X-A", "Accept", "Content-Type", "User-Agent", "Host",
        "Referer", "X-Requested-With", "WWW-Authenticate", "Authentication-Info",
        "Proxy-Authentication-Info", "Authenticated",
        "Access-Control-Allow-Credentials", "X-RateLimit-Remaining-Tokens", "X-OAuth-Scopes",
        "Author", "X-Authority", "Tokenizer", "Secretary", "Content-MD5", "X-Key", "Key", "Api",
        "X-Session", "X-Pass", "Passenger", "", "-", "\u{E9}",
    ]

    @Test(arguments: others) func isNone(name: ByteString) {
        #expect(!CredentialNames().contains(name))
    }

    @Test func someAreInAQueryOnly() {
        for name: ByteString in ["key", "Key", "pass", "pw", "sid", "sig"] {
            #expect(CredentialNames().contains(parameter: name), "\(name)")
            #expect(!CredentialNames().contains(name), "\(name)")
        }
        for name: ByteString in ["q", "keys", "X-Key", "name", "signed", "x-atlassian-token"] {
            #expect(!CredentialNames().contains(parameter: name), "\(name)")
        }
    }

    @Test func aCallerAddsItsOwn() {
        let names = CredentialNames(adding: ["X-Tenant", "x-atlassian-token"])
        for name: ByteString in ["x-tenant", "X-TENANT", "X-Atlassian-Token", "Cookie"] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(!names.contains("Tenant"))
        #expect(CredentialNames() == CredentialNames(adding: []))
    }
}
