import type { Response } from 'express'
import type { FilePart } from '#shared/files.ts'

export const isFileParts = (result: unknown): result is AsyncGenerator<FilePart, void, unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result && 'next' in result

/** RFC 6266 with the RFC 5987 form for Chinese names, and a plain form for old clients. */
export function contentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const readable = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = /^[_ ]*\./.test(readable) ? readable.replace(/^[_ ]*/, 'download') : readable
  const extended = encodeURIComponent(fileName).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`
}

/** Until the reader has taken what was written, or has left. */
const drained = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    if (response.closed || response.destroyed) return resolve()
    response.on('drain', done).on('close', done)
  })

/**
 * Streams a file as fast as the reader takes it; a reader who leaves stops the query.
 * A failure before the first byte is thrown, so that it can still be an envelope; a later one cuts the connection, so that half a file never looks whole.
 */
export async function sendFile(response: Response, parts: AsyncGenerator<FilePart, void, unknown>): Promise<void> {
  const head = await parts.next()
  if (head.done || !('fileName' in head.value)) throw new Error('a file must begin with its name')
  response.status(200).set({
    'Content-Type': head.value.contentType,
    'Content-Disposition': contentDisposition(head.value.fileName, head.value.picture ? 'inline' : 'attachment'),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(head.value.picture ? { 'Content-Security-Policy': "default-src 'none'; sandbox" } : {}),
  })
  try {
    for await (const part of parts) {
      if (response.closed || response.destroyed) return
      if ('fileName' in part) continue
      const room = response.write('text' in part ? part.text : Buffer.from(part.base64, 'base64'))
      if (!room) await drained(response)
    }
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    response.destroy(error instanceof Error ? error : undefined)
    throw error
  } finally {
    await parts.return()
  }
}
