/** A file on its way: its head first, then its content in pieces, so that no door ever holds the whole. */
export type FilePart =
  | {
      fileName: string
      contentType: string
      rows?: number /** A picture that a page may show. */
      picture?: true /** Bytes, where they are known before the first: parts of the file can be asked for. */
      size?: number
    }
  | { text: string }
  /** `share` = how much of the work is done, 0 to 1, where the size of the whole is not known before its end. */
  | { base64: string; share?: number }
export type FileParts = AsyncGenerator<FilePart, void, unknown>
