import FormEncoding
import FormUpload

/// The code of the page 'Errors', with the public interface only.
enum Errors {
    static func whyNotMade(_ form: MultipartForm) -> String? {
        // page: Errors
        do throws(FormError) {
            _ = try form.body()
            return nil
        } catch {
            switch error {
            case .input(.cannotRead(let path, let errno)):
                return "cannot read \(path): error \(errno)"
            default:
                return error.localizedDescription
            }
        }
        // end
    }

    static func outcome(_ request: UploadRequest, _ uploader: Uploader) async -> String {
        // page: Errors
        do throws(UploadError) {
            let reply = try await uploader.reply(to: request)
            return reply.isSuccess ? "stored" : "refused: \(reply.head.statusLine)"
        } catch {
            switch error {
            case .body(.fileModified(let path)):
                return "\(path) has changed, and was not sent"
            case .body(.stream(let error)):
                return "the app's own error: \(error.underlying)"
            case .timedOut(let limit, let progress):
                return "not done after \(limit): \(progress.sent) bytes sent"
            case .replyTooLarge(let limit):
                return "more than \(limit) bytes came back"
            default:
                return error.localizedDescription
            }
        }
        // end
    }
}
