import FormEncoding
import FormUpload

/// The code of the page 'Errors', with the public interface only.
enum Errors {
    static func whyNotEncoded(_ form: MultipartForm) -> String? {
        // page: Errors
        do throws(FormError) {
            _ = try form.encoded()
            return nil
        } catch {
            switch error {
            case .input(.cannotRead(let path, let errno)):
                return "cannot read \(path): error \(errno)"
            default:
                return "cannot encode the form: \(error)"
            }
        }
        // end
    }

    static func outcome(_ request: UploadRequest, _ uploader: Uploader) async -> String {
        // page: Errors
        do throws(UploadError) {
            let response = try await uploader.upload(request)
            return response.isSuccess ? "stored" : "refused: \(response.head.statusLine)"
        } catch {
            switch error {
            case .body(.fileModified(let path)):
                return "\(path) has changed, and was not sent"
            case .body(.stream(let error)):
                return "the app's own error: \(error.underlying)"
            case .timedOut(let limit, let progress):
                return "not done after \(limit): \(progress.sent) bytes sent"
            case .transfer(_, let reason, _):
                return reason
            case .cannotReplay:
                return "the body can be sent only once"
            default:
                return "\(error)"
            }
        }
        // end
    }
}
