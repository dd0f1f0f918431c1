/** A file in transfer: first its header, then its content in chunks, so that no API layer ever holds the whole. */
export type FilePart =
  | {
      fileName: string
      contentType: string
      rows?: number /** A picture that a page may show. */
      picture?: true /** Size in bytes, if it is known before the first chunk: enables range requests. */
      size?: number
    }
  | { text: string }
  /** `share` = progress from 0 to 1, if the total size is not known before the end. */
  | { base64: string; share?: number }
export type FileParts = AsyncGenerator<FilePart, void, unknown>
