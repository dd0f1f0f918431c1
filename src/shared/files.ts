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
  | { base64: string }
export type FileParts = AsyncGenerator<FilePart, void, unknown>
