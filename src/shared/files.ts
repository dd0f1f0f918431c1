/** A file on its way: its head first, then its content in pieces, so that no door ever holds the whole. */
export type FilePart =
  | { fileName: string; contentType: string; rows?: number /** A picture that a page may show. */; picture?: true }
  | { text: string }
  | { base64: string }
export type FileParts = AsyncGenerator<FilePart, void, unknown>
