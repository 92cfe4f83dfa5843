public enum FormUploadPlaceholder {}
